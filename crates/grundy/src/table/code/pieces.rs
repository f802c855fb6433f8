//! Ranges that are cut where a `min` changes.
//!
//! ```text
//! [k, min(b, k), min(c, k)] for k in 1..a-1     where b >= c, the ranges 1..c, c+1..b and b+1..a-1
//! ```
//!
//! In each piece it is known which number is the least, so the coordinates are linear, and addresses move
//! evenly (see [`along`](super::along)). Only innermost loops are cut, and only where it is known in which
//! order the cuts come.

use cranelift_codegen::ir::{InstBuilder, Value};

use super::emit::{Emitted, Emitter};
use super::sets::{MAX_TRIED, Ready};
use crate::rule::ir::{Clause, End, Int, Slot, Term};
use crate::rule::linear::Linear;

/// Most cuts of one range.
const MOST_CUTS: usize = 2;

/// A part of a range, with what is known of its elements.
pub(super) struct Piece<'r> {
    pub(super) ready: Ready<'r>,
    /// Differences that are at least so much: greater, less, least.
    pub(super) facts: Vec<(Linear, Linear, i64)>,
}

/// The coordinates of options that are the least of two numbers.
pub(super) fn minima(terms: &[Term]) -> Vec<[Int; 2]> {
    let mut found = Vec::new();
    for term in terms {
        let Term::Component(target) = term else { continue };
        for coord in &target.coords {
            if let Int::Extreme(End::Least, numbers) = coord
                && let [a, b] = &numbers[..]
            {
                found.push([a.clone(), b.clone()]);
            }
        }
    }
    found
}

impl Emitter<'_> {
    /// The pieces of a set through which a variable runs; the whole where it need not be cut.
    pub(super) fn pieces<'r>(
        &mut self,
        own: Slot,
        ready: Ready<'r>,
        rest: &[Clause],
    ) -> Emitted<Vec<Piece<'r>>> {
        let whole = |ready| Ok(vec![Piece { ready, facts: Vec::new() }]);
        let Ready::Range { from, to, step: None, of } = ready else { return whole(ready) };
        let innermost = !rest.iter().any(|clause| matches!(clause, Clause::For(..)));
        let length = of[1].hi.saturating_sub(of[0].lo).unsigned_abs();
        let cuts = if innermost && length < MAX_TRIED { self.cuts(own) } else { Vec::new() };
        let mut pieces = Vec::new();
        let (mut start, element) = (from, Linear::of_var(own));
        let piece = |from: Value, to: Value, behind: usize| {
            let before = cuts[behind..].iter().map(|(_, cut)| (cut.clone(), element.clone(), 0));
            let after = cuts[..behind].iter().map(|(_, cut)| (element.clone(), cut.clone(), 1));
            let facts = before.chain(after).collect();
            Piece { ready: Ready::Range { from, to, step: None, of }, facts }
        };
        for (behind, (cut, _)) in cuts.iter().enumerate() {
            let cut = self.int(cut)?;
            let end = self.b.ins().smin(cut, to);
            pieces.push(piece(start, end, behind));
            let next = self.b.ins().iadd_imm_s(cut, 1);
            start = self.b.ins().smax(next, from);
        }
        pieces.push(piece(start, to, cuts.len()));
        Ok(pieces)
    }

    /// The numbers with which a variable is compared in the `min` of an option, ascending; none if
    /// their order is not known, or there are too many.
    fn cuts(&self, own: Slot) -> Vec<(Int, Linear)> {
        let element = Linear::of_var(own);
        let mut cuts: Vec<(Int, Linear)> = Vec::new();
        for [a, b] in &self.minima {
            let (Some(first), Some(second)) = (Linear::of(a), Linear::of(b)) else { continue };
            let (cut, form) = match (first == element, second == element) {
                (true, false) => (b, second),
                (false, true) => (a, first),
                _ => continue,
            };
            let known = |slot: Slot| slot < self.layout.dims.len() || self.bound.contains(&slot);
            let steady = form.terms.iter().all(|&(slot, _)| slot != own && known(slot));
            let small = self.bounds.interval(cut).is_within(i64::MIN, i64::MAX - 1);
            if steady && small && cuts.iter().all(|(_, other)| *other != form) {
                cuts.push((cut.clone(), form));
            }
        }
        let ordered = |cuts: &[(Int, Linear)]| {
            cuts.windows(2).all(|pair| self.bounds.proves_difference(&pair[1].1, &pair[0].1, 0))
        };
        if cuts.len() > MOST_CUTS {
            return Vec::new();
        }
        if !ordered(&cuts) {
            cuts.reverse();
        }
        if ordered(&cuts) { cuts } else { Vec::new() }
    }
}
