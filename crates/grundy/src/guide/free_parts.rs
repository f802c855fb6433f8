//! free_parts
