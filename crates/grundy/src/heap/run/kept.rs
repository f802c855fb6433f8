//! What a run keeps that has forgotten most of its values.

use crate::heap::Values;

/// What is kept of a run that has forgotten values ([`Run::forgotten`](super::Run::forgotten)): enough
/// to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kept {
    /// How many heaps were computed.
    pub heaps: u64,
    /// The values of the first heaps.
    pub first: Values,
    /// The values of the last ones.
    pub last: Values,
    /// The rare heaps with their values, in ascending order.
    pub rares: Vec<(u64, u64)>,
    /// The bits of a value whose parity tells rare heaps from common ones.
    pub mask: u64,
    /// Whether the parity of the size counts too.
    pub with_size: bool,
    /// The largest value.
    pub largest: u64,
}

impl Kept {
    /// From its parts; whether a run can go on from them is told by
    /// [`Run::resume_kept`](super::Run::resume_kept).
    pub fn new(
        heaps: u64,
        [first, last]: [Values; 2],
        rares: Vec<(u64, u64)>,
        (mask, with_size): (u64, bool),
        largest: u64,
    ) -> Kept {
        Kept { heaps, first, last, rares, mask, with_size, largest }
    }
}
