//! Deciding statements with automata.

use std::collections::BTreeSet;

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
    // Where much is assumed that never holds, only the numbers that a position has are kept, as in a case.
    let mut hidden = statement.visible();
    let many = statement.cases.is_empty() && hidden.len() >= MANY;
    hidden.retain(|&track| many && track >= HIDDEN);
    let mut failing = existential(&hidden, &statement.guard, set)?;
    let mut follows: Option<Dfa> = None;
    for Case { hidden, literals } in &statement.cases {
        let one = widened(&existential(hidden, literals, set)?, failing.tracks())?;
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

/// Whether statements that speak of no set are all true.
pub(super) fn hold(statements: &[Statement], numeration: Numeration) -> Result<bool, TooLarge> {
    let nothing = Dfa::all(numeration, &[])?;
    for statement in statements {
        if refute(statement, &nothing)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Numbers from which on they are projected away.
const MANY: usize = 7;

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

/// All at once, the smallest automata first, so that what they exclude never grows.
fn joined(mut all: Vec<Dfa>, numeration: Numeration) -> Result<Dfa, TooLarge> {
    all.sort_by_key(|one| (one.tracks().len(), one.states()));
    let mut whole = Dfa::all(numeration, &[])?;
    for one in all {
        whole = whole.and(&one)?;
    }
    Ok(whole)
}

/// The tuples beside which there are numbers for the hidden tracks so that all literals hold.
///
/// Hidden tracks are projected away one by one, each as soon as all that speaks of it is joined;
/// first the one for which that makes the fewest tracks.
pub(super) fn existential(
    hidden: &[Track],
    literals: &[Literal],
    set: &Dfa,
) -> Result<Dfa, TooLarge> {
    let mut all: Vec<Dfa> =
        literals.iter().map(|literal| automaton(literal, set)).collect::<Result<_, _>>()?;
    let numeration = set.numeration();
    let mut hidden = hidden.to_vec();
    let width = |all: &[Dfa], track: Track| {
        let about = all.iter().filter(|one| one.tracks().contains(&track));
        about.flat_map(Dfa::tracks).collect::<BTreeSet<_>>().len()
    };
    while let Some(at) = (0..hidden.len()).min_by_key(|&at| width(&all, hidden[at])) {
        let track = hidden.swap_remove(at);
        let (about, rest) = all.into_iter().partition(|one| one.tracks().contains(&track));
        all = rest;
        all.push(joined(about, numeration)?.exists(track)?);
    }
    joined(all, numeration)
}

/// The same set among the tuples of more tracks.
pub(super) fn widened(one: &Dfa, tracks: &[Track]) -> Result<Dfa, TooLarge> {
    one.and(&Dfa::all(one.numeration(), tracks)?)
}
