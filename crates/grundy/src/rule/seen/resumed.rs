//! Sums that go on from one choice to the next.
//!
//! ```text
//! [m] -> sum(i in 2..j) [m/i] for j in 1..m     the parts for j are those for j-1, and [m/j]
//! ```
//!
//! Where neither the first number of a sum nor its parts mention what the innermost loop chooses, and its last number
//! grows with that, the parts that a choice adds are enough: all options together cost as much as the longest.

use crate::rule::ir::{Clause, Family, Int, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// Sums that go on.
#[derive(Clone, Default)]
pub(crate) struct Resumed {
    /// The variable of each, and its first number.
    pub(crate) sums: Vec<(Slot, Int)>,
    /// What the innermost loop chooses.
    pub(crate) chosen: Slot,
}

/// The sums of a family that go on, if there are some.
pub(crate) fn resumed(family: &Family) -> Option<Resumed> {
    let is_loop = |clause: &Clause| matches!(clause, Clause::For(..));
    let last = family.clauses.iter().rposition(is_loop)?;
    let Clause::For(chosen, Set::Range { step: None, .. }) = &family.clauses[last] else {
        return None;
    };
    let bound = |slot: Slot| {
        family.clauses[last..].iter().any(
            |clause| matches!(clause, Clause::For(name, _) | Clause::Let(name, _) if *name == slot),
        )
    };
    let mut sums = Vec::new();
    for term in &family.terms {
        let Term::Sum { var, set: Set::Range { from, to, step: None, .. }, terms, .. } = term
        else {
            continue;
        };
        // The first number is computed once, so it has no errors.
        let (Some(first), Some(last)) = (Linear::of(from), Linear::of(to)) else { continue };
        let stays = !first.terms.iter().any(|&(slot, _)| bound(slot));
        let grows = last.coefficient(*chosen) > 0
            && !last.terms.iter().any(|&(slot, _)| slot != *chosen && bound(slot));
        let plain = |term: &Term| matches!(term, Term::Component(target) if !target.coords.iter().any(|coord: &Int| mention::in_int(coord, &bound)));
        if stays && grows && terms.iter().all(plain) {
            sums.push((*var, from.clone()));
        }
    }
    (!sums.is_empty()).then_some(Resumed { sums, chosen: *chosen })
}

#[cfg(test)]
mod tests {
    use super::resumed;
    use crate::rule::{Rules, parse};

    #[test]
    fn sums_go_on_where_only_their_end_is_chosen() {
        for (text, goes_on) in [
            ("sum(i in 2..j) [m/i] for j in 1..m", true),
            ("sum(i in m..2*j + k) [m/i-k] + [j] for k in 1..3, j in 1..m if j != 4", true),
            ("sum(i in 2..m-j) [m/i] for j in 1..m", false),
            ("sum(i in 2..m) [m/i] for j in 1..m", false),
            ("sum(i in j..m) [m/i] for j in 1..m", false),
            ("sum(i in 2..j) [m/i-j] for j in 1..m", false),
            ("sum(i in 2..j) [m/i] for j in 1..m, k in 1..2", false),
            ("sum(i in 2..j) [m/i] for j in 1..m step 2", false),
            ("sum(i in 2..k) [m/i] for j in 1..m let k = j", false),
            ("sum(i in 2..j+k) [m/i] for j in 1..m let k = 2*j", false),
            ("sum(i in m/2..j) [m/i] for j in 1..m", false),
            ("sum(i in 2..j) 2*[m/i] for j in 1..m", false),
        ] {
            let rules = Rules::new(parse(&format!("[m] -> {text}")).unwrap(), &[]).unwrap();
            assert_eq!(resumed(&rules.ir()[0].families[0]).is_some(), goes_on, "{text}");
        }
    }
}
