//! misere
