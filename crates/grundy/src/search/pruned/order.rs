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
    pub(super) first: C,
    /// Where the further parts stand, and how many there are.
    pub(super) more: (u32, u32),
    /// What these parts must be worth together.
    pub(super) want: u8,
}

/// What an excluded value is worth, in moves, where the options were not looked at.
const HELP_UNSEEN: u32 = 1;
/// What it is worth where they were.
const HELP_LOOKED_INTO: u32 = 5;
/// No knowledge is worth more.
const MOST_HELP: u32 = 30;

/// The order of an option of so much weight whose own options were not looked at.
pub(super) fn unseen(weight: u32, bound: Bound, want: u8) -> u32 {
    helped(weight, HELP_UNSEEN, bound, want)
}

/// The order of an option in one piece by its own undecided options, all of which must be refuted for it to be worth
/// what is wanted: how many are in one piece, and the lightest. Those that fall apart count little: it is often enough to
/// value a small part. Zero if all are decided.
pub(super) fn looked_into<C>(open: &[Candidate<C>], bound: Bound, want: u8) -> u32 {
    let Some(lightest) = open.iter().map(|option| option.order).min() else { return 0 };
    let whole = open.iter().filter(|option| option.more.1 == 0).count();
    let work = (lightest - lightest / 4).saturating_add(whole as u32);
    helped(work, HELP_LOOKED_INTO, bound, want)
}

/// The order of an option that is so much work and is wanted to be worth `want`: it comes earlier the more other small
/// values it is known not to have, each worth `help`. Of the options of Cram 5x8 with as many moves, 6 % turn out to be
/// worth what is asked for where nothing is known, 20 to 50 % where one or two of the values up to 3 are excluded, and
/// 75 % where all others are.
fn helped(work: u32, help: u32, bound: Bound, want: u8) -> u32 {
    let Bound::Not(excluded) = bound else { return work };
    let small = u128::MAX >> (MOST_VALUE - want.max(3));
    let help = help * (excluded & small).count_ones();
    work.saturating_add(MOST_HELP) - help.min(MOST_HELP)
}
