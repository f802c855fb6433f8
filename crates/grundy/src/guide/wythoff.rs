//! wythoff
