//! Deciding statements with automata.

use super::statement::{Case, HIDDEN, Literal, Statement};
use crate::automaton::{Dfa, Numeration, TooLarge, Track};

/// The tuple for which a statement fails: tracks with their numbers, `None` where they are beyond
/// 63 bits.
pub(super) type Witness = Option<Vec<(Track, u64)>>;

/// The smallest tuple for which the statement about this set fails; nothing if it is true.
///
/// The automaton of the guard without the automaton of the cases accepts exactly the tuples for
/// which the statement fails.
pub(super) fn refute(statement: &Statement, set: &Dfa) -> Result<Option<Witness>, TooLarge> {
    let numeration = set.numeration();
    let mut failing = match &statement.cases[..] {
        [] => assumed(&statement.guard, set)?,
        _ => conjunction(&statement.guard, set)?,
    };
    let mut follows: Option<Dfa> = None;
    for case in &statement.cases {
        let one = existential(case, set)?;
        let one = widened(&one, failing.tracks(), numeration)?;
        follows = Some(match follows {
            None => one,
            Some(all) => all.or(&one)?,
        });
    }
    if let Some(follows) = follows {
        failing = failing.and(&follows.not()?)?;
    }
    let tracks = failing.tracks().to_vec();
    let named = |numbers: Vec<u64>| tracks.iter().copied().zip(numbers).collect();
    Ok(failing.shortest().map(|numbers| numbers.map(named)))
}

/// Tracks from which on what is assumed is joined as what is sought is, step by step.
const MANY: usize = 7;

/// What never holds, if it is true: where it speaks of many numbers, only of those that a position has.
fn assumed(guard: &[Literal], set: &Dfa) -> Result<Dfa, TooLarge> {
    let mut tracks: Vec<Track> = guard.iter().flat_map(Literal::tracks).collect();
    tracks.sort_unstable();
    tracks.dedup();
    if tracks.len() < MANY {
        return conjunction(guard, set);
    }
    tracks.retain(|&track| track >= HIDDEN);
    existential(&Case { hidden: tracks, literals: guard.to_vec() }, set)
}

fn automaton(literal: &Literal, set: &Dfa) -> Result<Dfa, TooLarge> {
    match literal {
        Literal::Linear(relation) => Dfa::linear(set.numeration(), relation),
        Literal::Member(tracks, true) => set.renamed(tracks),
        Literal::Member(tracks, false) => set.renamed(tracks)?.not(),
        Literal::Xor(..) if set.numeration() != Numeration::Base(2) => Err(TooLarge),
        Literal::Xor(a, b, c) => Dfa::xor(*a, *b, *c),
        Literal::Place(track, true) => Dfa::places(set.numeration(), *track),
        Literal::Place(track, false) => Dfa::places(set.numeration(), *track)?.not(),
    }
}

/// The smallest automata first, so that what they exclude never grows.
fn conjunction(literals: &[Literal], set: &Dfa) -> Result<Dfa, TooLarge> {
    let all: Vec<Dfa> =
        literals.iter().map(|literal| automaton(literal, set)).collect::<Result<_, _>>()?;
    joined(all, set.numeration())
}

fn joined(mut all: Vec<Dfa>, numeration: Numeration) -> Result<Dfa, TooLarge> {
    all.sort_by_key(|one| (one.tracks().len(), one.states()));
    let mut whole = Dfa::all(numeration, &[])?;
    for one in all {
        whole = whole.and(&one)?;
    }
    Ok(whole)
}

/// Hidden tracks are projected away one by one, each as soon as all that speaks of it is joined;
/// first the one for which that makes the fewest tracks.
pub(super) fn existential(case: &Case, set: &Dfa) -> Result<Dfa, TooLarge> {
    let numeration = set.numeration();
    let mut all: Vec<Dfa> =
        case.literals.iter().map(|literal| automaton(literal, set)).collect::<Result<_, _>>()?;
    let mut hidden = case.hidden.clone();
    while !hidden.is_empty() {
        let width = |track: &Track| {
            let about = all.iter().filter(|one| one.tracks().contains(track));
            let mut tracks: Vec<Track> = about.flat_map(|one| one.tracks().to_vec()).collect();
            tracks.sort_unstable();
            tracks.dedup();
            tracks.len()
        };
        let Some(at) = (0..hidden.len()).min_by_key(|&at| width(&hidden[at])) else { break };
        let track = hidden.swap_remove(at);
        let (about, rest) = all.into_iter().partition(|one| one.tracks().contains(&track));
        all = rest;
        all.push(joined(about, numeration)?.exists(track)?);
    }
    joined(all, numeration)
}

/// The same set among the tuples of more tracks.
pub(super) fn widened(
    one: &Dfa,
    tracks: &[Track],
    numeration: Numeration,
) -> Result<Dfa, TooLarge> {
    one.and(&Dfa::all(numeration, tracks)?)
}
