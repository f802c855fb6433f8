//! Fewer numbers: what an equation expresses by others is put in.

use super::form::{Branch, Form, Translated};
use crate::automatic::statement::{HIDDEN, MoveFamily};
use crate::automaton::{Linear, Sign, Track};

/// The family of a branch with as few numbers as its equations allow; `None` if its relations
/// never hold. What is put in may make numbers too large.
pub(super) fn simplified(
    branch: Branch,
    parts: &[Vec<Track>],
    arity: usize,
) -> Translated<Option<MoveFamily>> {
    let kept = |track: Track| {
        usize::from(track) < arity
            || branch.places.contains(&track)
            || parts.iter().flatten().any(|&p| p == track)
    };
    let mut relations = branch.relations;
    loop {
        let found = relations.iter().enumerate().find_map(|(at, relation)| {
            let free = |&&(track, weight): &&(Track, i64)| !kept(track) && weight.abs() == 1;
            let zero = relation.sign == Sign::Zero;
            relation.terms.iter().find(free).filter(|_| zero).map(|&term| (at, term))
        });
        let Some((at, (track, weight))) = found else { break };
        let equation = relations.swap_remove(at);
        // weight * track + rest = 0, so track = -weight * rest.
        let rest = equation.terms.iter().filter(|(other, _)| *other != track);
        let value = Form {
            terms: rest.map(|&(other, w)| (other, -weight * w)).collect(),
            constant: -weight * equation.constant,
        };
        for relation in &mut relations {
            let factor =
                relation.terms.iter().find(|(known, _)| *known == track).map_or(0, |t| t.1);
            let form = Form {
                terms: relation
                    .terms
                    .iter()
                    .copied()
                    .filter(|(known, _)| *known != track)
                    .collect(),
                constant: relation.constant,
            };
            *relation = form.plus(&value, factor)?.relation(relation.sign);
        }
        relations.push(value.relation(Sign::NonNegative));
    }
    let trivial = |relation: &Linear| relation.terms.is_empty();
    if relations.iter().any(|relation| trivial(relation) && !relation.holds(|_| 0)) {
        return Ok(None);
    }
    // Numbers are at least 0 anyway.
    let natural = |relation: &Linear| {
        relation.sign == Sign::NonNegative
            && relation.constant >= 0
            && relation.terms.iter().all(|&(_, weight)| weight > 0)
    };
    relations.retain(|relation| !trivial(relation) && !natural(relation));
    relations.sort();
    relations.dedup();
    let mut hidden: Vec<Track> = relations
        .iter()
        .flat_map(|relation| relation.terms.iter().map(|&(track, _)| track))
        .chain(parts.iter().flatten().copied())
        .chain(branch.places.iter().copied())
        .filter(|&track| usize::from(track) >= arity)
        .collect();
    hidden.sort_unstable();
    hidden.dedup();
    // The names of the numbers do not matter: the first that is free.
    let name = |track: Track| match hidden.iter().position(|&known| known == track) {
        Some(at) => HIDDEN + at as Track,
        None => track,
    };
    let renamed = |relation: &Linear| {
        let terms = relation.terms.iter().map(|&(track, weight)| (name(track), weight));
        Linear::new(terms, relation.constant, relation.sign)
    };
    let mut relations: Vec<Linear> = relations.iter().map(renamed).collect();
    relations.sort();
    Ok(Some(MoveFamily {
        parts: parts.iter().map(|part| part.iter().map(|&track| name(track)).collect()).collect(),
        relations,
        extent: branch.extent,
        places: branch.places.iter().map(|&track| name(track)).collect(),
        hidden: (0..hidden.len()).map(|at| HIDDEN + at as Track).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use crate::automatic::translate::{Beyond, moves};
    use crate::games::open;

    /// With 2000000 k for j the condition speaks of 2 * 10^12 k; it does not fail.
    #[test]
    fn numbers_that_are_too_large_are_no_contradiction() {
        let rule = "[n] -> [n-1] | [n-2] for k in 0..1, j in 0..0 \
                    if k < 2 and j == 2000000*k and n + 1000000*j >= 5000";
        let found = moves(&open(rule).unwrap().rules);
        assert!(matches!(found, Err(Beyond("numbers this large"))), "{found:?}");
    }
}
