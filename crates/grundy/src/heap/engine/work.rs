//! What a computation of heaps took.

/// Counts of work that no clock disturbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Pairs whose nim-sum was noted.
    pub gathered_pairs: u64,
    /// Pairs of which it was looked up whether their nim-sum was one of those wanted.
    pub sieved_pairs: u64,
    /// Pairs marked or tried for 64 heaps.
    pub pair_tests: u64,
    /// Pairs of stretches of heaps with equal values whose nim-sum was noted.
    pub stretch_pairs: u64,
    /// Heaps for which some value was searched among all options.
    pub hard_heaps: u64,
    /// Searches among all options of a heap for one value.
    pub searches: u64,
    /// Heaps that marked all pairs for themselves.
    pub full_heaps: u64,
    /// Times that the engine chose its way.
    pub choices: u64,
    /// The pairs that have to be looked at if each heap is computed by itself: those with a rare heap, or,
    /// without a sparse space, all. Fewer are enough where heaps share what is found of their rests. The
    /// first heaps, computed one by one, count nowhere.
    pub least_pairs: u64,
}

impl Work {
    pub(super) fn add(&mut self, more: &Work) {
        self.gathered_pairs += more.gathered_pairs;
        self.sieved_pairs += more.sieved_pairs;
        self.pair_tests += more.pair_tests;
        self.stretch_pairs += more.stretch_pairs;
        self.hard_heaps += more.hard_heaps;
        self.searches += more.searches;
        self.full_heaps += more.full_heaps;
        self.choices += more.choices;
        self.least_pairs += more.least_pairs;
    }

    /// Pairs looked at in all, but for the searches, of which most end soon.
    pub fn pairs(&self) -> u64 {
        64 * self.pair_tests + self.gathered_pairs + self.sieved_pairs + self.stretch_pairs
    }
}
