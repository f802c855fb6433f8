//! Empty heaps that an option leaves, left out: `[0] if n == 2` as `[] if n == 2`.
//!
//! That they may be has to be known of the game: no move may be made from an empty heap. It is, as for [`clipped`](super::clipped)
//! parts: no engine behind this takes a family that applies to one.

use crate::rule::ir::{Int, Kind, Target, Term};

/// A kind with one coordinate without the heaps `[0]` in its options; nothing where none is there.
pub(in crate::plan) fn without_gone(kind: &Kind) -> Option<Kind> {
    let is_gone = |term: &Term| match term {
        Term::Component(Target { coords, .. }) => coords[..] == [Int::Const(0)],
        _ => false,
    };
    let any = kind.families.iter().any(|family| family.terms.iter().any(is_gone));
    if kind.coords.len() != 1 || !any {
        return None;
    }
    let mut families = kind.families.clone();
    families.iter_mut().for_each(|family| family.terms.retain(|term| !is_gone(term)));
    Some(Kind { families, ..kind.clone() })
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
        assert!(!is_heap("[n] -> [0] for k in 0..2 if n == k | [n-1]"));
        assert!(!is_heap("[n] -> [0] + [0] | [n-1]"));
        assert!(!is_heap("[n] -> [0] if n % 2 == 0 | [n-1] | [a] + [n-a] for a in 1..n-1"));
        // Its options are not asked for: there may be many choices.
        assert!(!is_heap("[n] -> [0] if n > 0 | [n-k] for k in 1..10**12 if xor(k, n) % 3 == 5"));
    }
}
