//! Empty heaps that an option leaves, left out: `[0] if n == 2` as `[] if n == 2`.

use crate::rule::ir::{Family, Int, Kind, Target, Term};

/// A kind with one coordinate from whose heap 0 no move is made, without the heaps `[0]` in its options; nothing where none
/// is there. Whether a move is made from heap 0 is for the caller to see.
pub(in crate::plan) fn without_gone(kind: &Kind) -> Option<Kind> {
    let is_gone = |term: &Term| match term {
        Term::Component(Target { kind: target, coords, .. }) => {
            coords[..] == [Int::Const(0)] && *target == 0
        }
        _ => false,
    };
    let has_gone = |family: &Family| family.terms.iter().any(is_gone);
    if kind.coords.len() != 1 || !kind.families.iter().any(has_gone) {
        return None;
    }
    let mut families = kind.families.clone();
    families.iter_mut().for_each(|family| family.terms.retain(|term| !is_gone(term)));
    Some(Kind { families, ..kind.clone() })
}
