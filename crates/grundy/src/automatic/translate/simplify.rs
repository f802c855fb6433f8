//! Fewer numbers: what an equation expresses by others is put in.

use std::collections::BTreeSet;

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
            || branch.nim_sums.iter().flatten().any(|&of| of == track)
            || parts.iter().flatten().any(|&p| p == track)
    };
    let mut relations = put_in(branch.relations, kept)?;
    if relations.iter().any(|relation| relation.terms.is_empty() && !relation.holds(|_| 0)) {
        return Ok(None);
    }
    relations.retain(|relation| !relation.holds_of_all());
    let hidden: BTreeSet<Track> = relations
        .iter()
        .flat_map(|relation| relation.terms.iter().map(|&(track, _)| track))
        .chain(parts.iter().flatten().copied())
        .chain(branch.places.iter().copied())
        .chain(branch.nim_sums.iter().flatten().copied())
        .filter(|&track| usize::from(track) >= arity)
        .collect();
    // The names of the numbers do not matter: the first that is free.
    let name = |track: Track| match hidden.iter().position(|&known| known == track) {
        Some(at) => HIDDEN + at as Track,
        None => track,
    };
    let relations: BTreeSet<Linear> =
        relations.iter().map(|relation| relation.renamed(name)).collect();
    Ok(Some(MoveFamily {
        parts: parts.iter().map(|part| part.iter().map(|&track| name(track)).collect()).collect(),
        relations: relations.into_iter().collect(),
        extent: branch.extent,
        places: branch.places.iter().map(|&track| name(track)).collect(),
        nim_sums: branch.nim_sums.iter().map(|three| three.map(name)).collect(),
        hidden: (0..hidden.len()).map(|at| HIDDEN + at as Track).collect(),
    }))
}

/// The relations without the numbers that an equation among them expresses by others, but for those that are kept.
fn put_in(mut relations: Vec<Linear>, kept: impl Fn(Track) -> bool) -> Translated<Vec<Linear>> {
    let free = |&&(track, weight): &&(Track, i64)| !kept(track) && weight.abs() == 1;
    let told = |relation: &Linear| match relation.sign {
        Sign::Zero => relation.terms.iter().find(free).copied(),
        Sign::NonNegative => None,
    };
    while let Some((at, (track, weight))) =
        relations.iter().enumerate().find_map(|(at, relation)| Some((at, told(relation)?)))
    {
        // Taking the equation away as often as needed leaves none of the number.
        let equation = Form::of(&relations.swap_remove(at));
        for relation in &mut relations {
            let often = relation.terms.iter().find(|(known, _)| *known == track);
            let factor = often.map_or(0, |&(_, often)| -often * weight);
            *relation = Form::of(relation).plus(&equation, factor)?.relation(relation.sign);
        }
        // What the number is, which is at least 0.
        let number = Form::track(track).plus(&equation, -weight)?;
        relations.push(number.relation(Sign::NonNegative));
    }
    Ok(relations)
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
