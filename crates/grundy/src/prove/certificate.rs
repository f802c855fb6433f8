//! What a certificate says.

use std::fmt;

/// Certificates that rest on at most this many values list them; longer ones leave it to the
/// checker to compute them again.
pub const LISTED: u64 = 4096;

/// The theorem that turns finitely many values into a statement about all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// A finite subtraction set with largest amount `k`: if `G(n+p) = G(n)` for
    /// `n0 <= n < n0 + k`, then for all `n >= n0`.
    FiniteSubtraction,
    /// All amounts but finitely many, the largest excluded one being `k`: let `b` before heap `n`
    /// be the least value that no heap below `n - k` has. If at `n1` and `n1 + p` the last `k`
    /// values minus `b` and the values of heaps below `n - k` that exceed `b`, minus `b`, are the
    /// same, then `G(n+p) = G(n) + s` for all `n >= n1 - k`, with `s` the growth of `b` from `n1`
    /// to `n1 + p`.
    AllBut,
    /// Guy and Smith, for a finite take-and-break code whose last digit other than 0 is `d_k` and
    /// whose moves leave at most `t >= 1` heaps: if `G(n+p) = G(n)` for
    /// `n0 <= n < t n0 + (t-1) p + k` with `n0 >= 1`, then for all `n >= n0`.
    GuySmith,
    /// A closed window, for a finite code as above with `t = 2` and a split of (heap, value) into
    /// common and rare such that a move to two heaps gives a common value exactly if one is common
    /// and one rare: see [`Split`]. Let no heap of the first period from `n0` on be rare, and `r`
    /// be the last rare heap. If `G(n+p) = G(n)` for `n0 <= n < n0 + r + k` with `n0 >= 1`, and if
    /// for the `p` heaps from there on every rare value below `G(n)` is the value of an option of
    /// `n` with a heap of at least `n0`, then `G(n+p) = G(n)` for all `n >= n0`.
    ClosedWindow,
    /// Guy and Smith where there are conditions on the heaps that a move leaves: heaps below `c` are a class
    /// each, the others are alike modulo `q`; a move takes `k` at most, and two heaps must differ by `d` at most. Let
    /// `m` be the larger of `n0 >= 1` and `c`, and `P >= d` the least positive multiple of `p` and `q`. If
    /// `G(n+p) = G(n)` for `n0 <= n < 2 m + 3 P + k + d - p`, then for all `n >= n0`; where no move leaves two heaps,
    /// `m + P + k - p` will do.
    Classes,
    /// Guy and Smith for codes of which, after `h` digits, some repeat for ever, and whose moves leave at most `t >= 1` heaps:
    /// let `Q` be the least common multiple of `p` and the number of digits that repeat. If `G(n+p) = G(n)` for
    /// `n0 <= n < t n0 + (t+1) Q + h - p` with `n0 >= 1`, then for all `n >= n0`.
    Repeating,
    /// Arithmetic periods of codes that leave three heaps or repeat for ever: let `P` be `2 p`, or the least common
    /// multiple of that and the number of digits that repeat, and `k` the last digit that is not zero, or the number of
    /// digits before those that repeat. If `G(n+p) = G(n) + s` for `n0 <= n < 3 n0 + 5 P + k - p`, with `n0 >= 1` and
    /// `s > 0`, and the conditions of docs/certificate.md, `arithmetic-period`, hold for these values, then for all
    /// `n >= n0`.
    ArithmeticPeriod,
}

impl Theorem {
    /// Every theorem.
    pub const ALL: [Theorem; 7] = [
        Theorem::FiniteSubtraction,
        Theorem::AllBut,
        Theorem::GuySmith,
        Theorem::ClosedWindow,
        Theorem::Classes,
        Theorem::Repeating,
        Theorem::ArithmeticPeriod,
    ];

    /// The name by which certificates call it.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::FiniteSubtraction => "finite-subtraction",
            Theorem::AllBut => "all-but",
            Theorem::GuySmith => "guy-smith",
            Theorem::ClosedWindow => "closed-window",
            Theorem::Classes => "guy-smith-classes",
            Theorem::Repeating => "guy-smith-repeating",
            Theorem::ArithmeticPeriod => "arithmetic-period",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The split of (heap, value) into common and rare of a [`Theorem::ClosedWindow`].
///
/// A heap `n` of value `v` is common if the bits that `v` shares with the mask are odd in number;
/// where the size counts, `n` is added to this number, and one more if the breaks of the code take
/// odd amounts. Then all breaks must take amounts of one parity, and the period must be even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// Bits of the values below `n0 + p`; under it no heap of the period is rare.
    pub mask: u64,
    /// Whether the size counts.
    pub with_size: bool,
    /// `r`: the last rare heap, or 0 if there is none. Of all splits that leave no heap of the
    /// period rare, the one with the smallest `r` is stated; of those, one in which the size does
    /// not count, if there is one, with the least mask.
    pub last_rare: u64,
}

/// A statement `G(n + period) = G(n) + saltus` for all `n >= start`, with everything needed to
/// verify it. Of periods alone: [`theorem::Certificate`](crate::theorem::Certificate) is of any theorem, and is the one that
/// is read from a text and written as one.
///
/// There is one right certificate for a sequence and a theorem that applies: start and period are the smallest,
/// the rule is in canonical form, and no more values are used than needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule in canonical form: a code `0.77` or `0.1(32)`, a set `S{1,3,4}` or `allbut{1,2}`, or
    /// `pieces(2+1)[0: 2|2]` as [`Pieces`](crate::heap::Pieces) prints it.
    pub rule: String,
    /// The theorem used.
    pub theorem: Theorem,
    /// `n0`: the first heap of the pattern, at least 1 for a code.
    pub start: u64,
    /// `p`: the length of the pattern, at least 1.
    pub period: u64,
    /// `s`: what each repetition adds.
    pub saltus: u64,
    /// `t`: the most heaps that a move leaves, at least 1.
    pub pieces: u64,
    /// `k`: the largest amount that the rule names; see the theorems.
    pub reach: u64,
    /// For [`Theorem::ClosedWindow`], and only for that.
    pub split: Option<Split>,
    /// The values of the heaps below this number make the proof.
    pub values_needed: u64,
    /// SHA-256 of the text of the rule, a line feed, and those values, each in LEB128. The rule counts
    /// since other rules may have the same values.
    pub digest: [u8; 32],
    /// Those values, if there are at most [`LISTED`] of them.
    pub values: Option<Vec<u64>>,
}
