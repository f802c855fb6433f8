//! Empty heaps that an option leaves, left out: `[0] if n == 2` as `[] if n == 2`.
//!
//! That they may be has to be known of the game: no move may be made from an empty heap. None is by what engines of games
//! that take and break know, where something is taken; where all that is left is empty, a condition has to fail at 0.

use crate::rule::holds_for;
use crate::rule::ir::{Clause, Family, Int, Kind, Target, Term};

/// A kind with one coordinate without the heaps `[0]` in its options; nothing where none is there, or where an option that
/// leaves nothing else may be one of the empty heap.
pub(in crate::plan) fn without_gone(kind: &Kind) -> Option<Kind> {
    let has_gone = |family: &Family| family.terms.iter().any(is_gone);
    if kind.coords.len() != 1 || !kind.families.iter().any(has_gone) {
        return None;
    }
    let guarded = kind.guard.as_ref().is_some_and(|guard| holds_for(guard, 0, 0) == Some(false));
    let mut families = kind.families.clone();
    for family in families.iter_mut().filter(|family| has_gone(family)) {
        family.terms.retain(|term| !is_gone(term));
        if family.terms.is_empty() && !guarded && !fails_at_0(family) {
            return None;
        }
    }
    Some(Kind { families, ..kind.clone() })
}

fn is_gone(term: &Term) -> bool {
    match term {
        Term::Component(Target { coords, .. }) => coords[..] == [Int::Const(0)],
        _ => false,
    }
}

/// Whether a family without choices has a condition that an empty heap does not meet.
fn fails_at_0(family: &Family) -> bool {
    let fails = |clause: &Clause| match clause {
        Clause::If(condition) => Some(holds_for(condition, 0, 0) == Some(false)),
        _ => None,
    };
    let fails: Option<Vec<bool>> = family.clauses.iter().map(fails).collect();
    fails.is_some_and(|fails| fails.contains(&true))
}

#[cfg(test)]
mod tests {
    use crate::games::open;
    use crate::plan::{Engine, plan};

    #[test]
    fn empty_heaps_are_left_out_where_no_move_is_made_from_one() {
        let is_heap = |rule: &str| {
            matches!(plan(&open(rule).unwrap()).engine, Engine::Heap(..) | Engine::Subtraction(..))
        };
        assert!(is_heap("[n] -> [0] if n == 2 | [n-2] if n > 2 | [a] + [n-2-a] for a in 1..n-3"));
        assert!(is_heap("[n] -> [0] if n in {1, 3} | [n-1] if n > 1 | [n-3] if n > 3"));
        assert!(is_heap("[n] -> [0] + [n-3] | [n-1]"));
        // The empty heap has a move, or may have one.
        assert!(!is_heap("[n] -> [0] | [n-1]"));
        assert!(!is_heap("[n] -> [0] if n < 3 | [n-1]"));
        assert!(!is_heap("[n] -> [0] for k in 1..2 if n == k | [n-1]"));
        // Its options are not asked for: there may be many choices.
        assert!(!is_heap("[n] -> [0] if n > 0 | [n-k] for k in 1..10**12 if xor(k, n) % 3 == 5"));
    }
}
