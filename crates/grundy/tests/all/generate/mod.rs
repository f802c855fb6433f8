//! Random rules for property tests.
//!
//! A generator is a plain function that asks [`Choices`] what to build next. The choices come from
//! a list of bytes that proptest draws and shrinks: zero is always the simplest choice, and a list
//! that has run out answers zero, so smaller lists give simpler rules.

pub(crate) mod choices;
pub(crate) mod conditions;
pub(crate) mod dense;
pub(crate) mod diagonals;
pub(crate) mod digits;
pub(crate) mod ending;
pub(crate) mod euclid;
pub(crate) mod exchanges;
pub(crate) mod growing;
pub(crate) mod inward;
pub(crate) mod kinds;
pub(crate) mod leaving;
pub(crate) mod linear;
pub(crate) mod narrowing;
pub(crate) mod rays;
pub(crate) mod rising;
pub(crate) mod rows;
pub(crate) mod shapes;
pub(crate) mod syntax;
pub(crate) mod typed;
pub(crate) mod windows;

use std::fmt::{self, Debug, Display, Formatter};

use proptest::prelude::*;

/// A source of choices.
pub(crate) struct Choices {
    bytes: Vec<u8>,
    at: usize,
}

impl Choices {
    /// A number below `count`, which is at least 1 and at most 256.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count
    }

    /// A number from `from` to `to`.
    pub(crate) fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of these; the first is the simplest.
    pub(crate) fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// From `least` to `most` things.
    pub(crate) fn several<T>(
        &mut self,
        least: usize,
        most: usize,
        mut make: impl FnMut(&mut Choices) -> T,
    ) -> Vec<T> {
        let count = self.between(least, most);
        (0..count).map(|_| make(self)).collect()
    }
}

/// Something that a failing test shows as its text.
pub(crate) struct Built<T>(pub(crate) T);

impl<T: Display> Debug for Built<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// Things built by `make` from at most `length` choices.
pub(crate) fn built<T: Display>(
    length: usize,
    make: impl Fn(&mut Choices) -> T,
) -> impl Strategy<Value = Built<T>> {
    prop::collection::vec(any::<u8>(), 0..=length)
        .prop_map(move |bytes| Built(make(&mut Choices { bytes, at: 0 })))
}

/// Of a hundred things built from `length` choices, how many are so: a generator that hardly ever makes what a test is about
/// lets the test pass for nothing.
pub(crate) fn how_many<T>(
    length: usize,
    make: impl Fn(&mut Choices) -> T,
    is_so: impl Fn(T) -> bool,
) -> usize {
    let mut random = fastrand::Rng::with_seed(1);
    let mut one = || {
        let bytes = (0..length).map(|_| random.u8(..)).collect();
        make(&mut Choices { bytes, at: 0 })
    };
    (0..100).filter(|_| is_so(one())).count()
}

/// So many times the usual number of cases, which `PROPTEST_CASES` sets.
pub(crate) fn more_cases(times: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: times * usual.cases, ..usual }
}

/// The usual number of cases divided by this, for tests whose cases are long.
pub(crate) fn fewer_cases(divisor: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.div_ceil(divisor), ..usual }
}

/// So many cases, and as many times more or fewer as `PROPTEST_CASES` asks for.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig { cases: (usual * asked.cases).div_ceil(256), ..asked }
}

/// The usual number of cases, and no fewer than this.
pub(crate) fn at_least_cases(least: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(least), ..usual }
}
