//! Values of impartial games that may go on for ever, and their sums.
//!
//! Such a game is either equal to a Nim heap, or it is an *infinity* with the set `K` of the Nim
//! heaps it can move to (Smith, "Graphs and composite games", 1966; Winning Ways, chapter 12).

use std::fmt;
use std::ops::BitXor;

use crate::nimber::Nimber;
use crate::outcome::Outcome;

/// The value of a vertex in a graph with cycles.
///
/// `Display` prints `3`, or `∞{0,2}` for the infinity from which `0` and `2` can be reached, or
/// `∞` where no nimber can.
///
/// ```
/// use grundy::graph::Loopy;
/// use grundy::nimber::Nimber;
/// use grundy::outcome::Outcome;
/// let one = Loopy::Nimber(Nimber(1));
/// let infinity = Loopy::infinity([Nimber(0), Nimber(3)]);
/// assert_eq!(infinity.outcome(), Outcome::N);
/// assert_eq!((&infinity ^ &one).to_string(), "∞{1,2}");
/// assert_eq!((&infinity ^ &one).outcome(), Outcome::D);
/// assert_eq!((&infinity ^ &infinity).to_string(), "∞");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loopy {
    /// Equal to this Nim heap.
    Nimber(Nimber),
    /// An infinity: the nimbers it can move to, increasing.
    Infinity(Vec<Nimber>),
}

impl Loopy {
    /// The value of a position without moves.
    pub const ZERO: Loopy = Loopy::Nimber(Nimber::ZERO);

    /// The infinity that can move to these nimbers, given in any order.
    pub fn infinity(nimbers: impl IntoIterator<Item = Nimber>) -> Loopy {
        let mut nimbers: Vec<Nimber> = nimbers.into_iter().collect();
        nimbers.sort_unstable();
        nimbers.dedup();
        Loopy::Infinity(nimbers)
    }

    /// Who wins: [`Outcome::P`] for the nimber 0, [`Outcome::N`] for other nimbers and where a
    /// move to 0 exists, otherwise a draw.
    pub fn outcome(&self) -> Outcome {
        self.outcome_beside(&Loopy::ZERO)
    }

    /// Who wins the sum of two values, without making it. `O(log |K|)`.
    pub fn outcome_beside(&self, other: &Loopy) -> Outcome {
        match (self, other) {
            (Loopy::Nimber(a), Loopy::Nimber(b)) => Outcome::next_wins(a != b),
            (Loopy::Nimber(a), Loopy::Infinity(set)) | (Loopy::Infinity(set), Loopy::Nimber(a)) => {
                match set.binary_search(a) {
                    Ok(_) => Outcome::N,
                    Err(_) => Outcome::D,
                }
            }
            (Loopy::Infinity(_), Loopy::Infinity(_)) => Outcome::D,
        }
    }
}

/// The sum: nimbers add by nim-sum, a nimber shifts the set of an infinity, and two infinities are
/// an infinity without nimbers.
impl BitXor for &Loopy {
    type Output = Loopy;
    fn bitxor(self, other: &Loopy) -> Loopy {
        match (self, other) {
            (Loopy::Nimber(a), Loopy::Nimber(b)) => Loopy::Nimber(*a ^ *b),
            (Loopy::Nimber(a), Loopy::Infinity(set)) | (Loopy::Infinity(set), Loopy::Nimber(a)) => {
                Loopy::infinity(set.iter().map(|&nimber| nimber ^ *a))
            }
            (Loopy::Infinity(_), Loopy::Infinity(_)) => Loopy::Infinity(Vec::new()),
        }
    }
}

impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loopy::Nimber(nimber) => fmt::Display::fmt(nimber, f),
            Loopy::Infinity(set) if set.is_empty() => f.write_str("∞"),
            Loopy::Infinity(set) => {
                let listed: Vec<String> = set.iter().map(ToString::to_string).collect();
                write!(f, "∞{{{}}}", listed.join(","))
            }
        }
    }
}
