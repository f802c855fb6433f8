//! What is seen in a rule without playing it: what no move changes, what grows, what ends, which forms its options have.

pub(super) mod constant;
pub(super) mod endless;
pub(super) mod growing;
pub(super) mod holes;
pub(super) mod limit;
pub(super) mod quotients;
pub(super) mod resumed;
pub(super) mod summands;
pub(super) mod symmetric;
pub(super) mod window;
