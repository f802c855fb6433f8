//! Which option is asked first.
//!
//! Of two options that may be worth what is wanted, the one goes first that is less work to settle, as far as can be
//! told, and of which more values are excluded. The constants are those of the fewest visits, as the geometric mean over
//! four boards of Cram with six orders of what is equal (BENCHMARKS.md, "peers"): one board with one order says little.

use super::{Bound, MOST_VALUE};

/// An option that the table does not decide: the sum of its undecided parts, the lightest first.
#[derive(Clone, Copy)]
pub(super) struct Candidate<C> {
    /// The more, the later it is asked.
    pub(super) order: u32,
    /// How much it stands in the way of a refutation of all options.
    pub(super) doubt: u32,
    pub(super) first: C,
    /// Where the further parts stand, and how many there are.
    pub(super) more: (u32, u32),
    /// What these parts must be worth together.
    pub(super) want: u8,
}

/// What an excluded value is worth, in moves, where the options were looked at.
const HELP: u32 = 6;
/// No knowledge is worth more.
const MOST_HELP: u32 = 30;

/// Of an option whose own options were not looked at: how much later it is asked, and how much it stands in the way where all
/// options must be refuted. By whether a value above 1 is wanted, whether the other value of its pair is excluded, and how many of
/// the other pair are; 0 and 1 are a pair, and 2 and 3.
///
/// With p the share of options that are worth what is wanted where as much is known, these are about -4 ln p and
/// 1 - 4 ln (1 - p), counted for Cram 5x7, 3x13 and 5x8. What tells most is the other value of the pair: where it is excluded, p grows
/// from 0.16 to 0.43 for 0 and 1, and from 0.21 to 0.53 for 2 and 3; with the other pair to 0.65 and 0.83. One of the other
/// pair tells next to nothing.
const LATER_AND_DOUBT: [[[(u32, u32); 3]; 2]; 2] = [
    [[(7, 2), (8, 2), (6, 2)], [(3, 3), (3, 3), (2, 5)]],
    [[(6, 2), (6, 2), (4, 3)], [(3, 4), (3, 4), (1, 8)]],
];

/// The order of an option of so much weight whose own options were not looked at, and its doubt. Those that were looked
/// into start from [`MOST_HELP`], too, so that the two compare.
pub(super) fn unseen(weight: u32, bound: Bound, want: u8) -> (u32, u32) {
    let Bound::Not(excluded) = bound else { return (weight, 0) };
    let partner = (excluded >> (want ^ 1) & 1) as usize;
    // Those of the other pair; of a larger value the first four.
    let others = if want < 4 { 0b11 << (want & 2 ^ 2) } else { 0b1111 };
    let others = (excluded & others).count_ones().min(2) as usize;
    let (later, doubt) = LATER_AND_DOUBT[usize::from(want >= 2)][partner][others];
    (weight.saturating_add(MOST_HELP + later), doubt)
}

/// The order of an option in one piece by its own undecided options, all of which must be refuted for it to be worth
/// what is wanted: the doubts of those that are in one piece, and the lightest. Those that fall apart count little: it is
/// often enough to value a small part. Zero if all are decided.
pub(super) fn looked_into<C>(open: &[Candidate<C>], bound: Bound, want: u8) -> u32 {
    let Some(lightest) = open.iter().map(|option| option.order).min() else { return 0 };
    let whole = open.iter().filter(|option| option.more.1 == 0);
    let doubts: u32 = whole.map(|option| option.doubt).sum();
    helped((lightest - lightest / 4).saturating_add(doubts), bound, want)
}

/// The order of an option that is so much work and is wanted to be worth `want`: it comes earlier the more other small
/// values it is known not to have. Of the options of Cram 5x8 with as many moves, 6 % turn out to be
/// worth what is asked for where nothing is known, 20 to 50 % where one or two of the values up to 3 are excluded, and
/// 75 % where all others are.
fn helped(work: u32, bound: Bound, want: u8) -> u32 {
    let Bound::Not(excluded) = bound else { return work };
    let small = u128::MAX >> (MOST_VALUE - want.max(3));
    let help = HELP * (excluded & small).count_ones();
    work.saturating_add(MOST_HELP) - help.min(MOST_HELP)
}
