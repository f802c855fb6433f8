//! Games whose theory answers without a search, for numbers of any size.
