//! Statements about numbers in the words of the checker.

use std::collections::BTreeSet;

use crate::automaton::{Linear, Track};

/// What is said of some numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// A linear relation.
    Linear(Linear),
    /// The tuple is in the set that the theorem is about, or is not in it.
    Member(Vec<Track>, bool),
    /// The binary digits of a number are told by those of two others.
    Digits(Digits),
    /// The number is a place value of the numeration, or is none.
    Place(Track, bool),
}

/// Each binary digit of the third number is told by the two digits in the same place of the others. Digits 0 and 0 make a 0,
/// as do those in front of all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Digits {
    pub(super) tracks: [Track; 3],
    /// Whether 0 and 1 make a 1, whether 1 and 0 do, and whether 1 and 1 do.
    pub(super) makes: [bool; 3],
}

impl Digits {
    /// The third number is the nim-sum of the others.
    pub(super) fn nim_sum(a: Track, b: Track, sum: Track) -> Digits {
        Digits { tracks: [a, b, sum], makes: [true, true, false] }
    }

    /// Whether these three digits may stand in one place.
    pub(super) fn allow(&self, a: u8, b: u8, made: u8) -> bool {
        let one = match (a, b) {
            (0, 0) => false,
            (0, _) => self.makes[0],
            (_, 0) => self.makes[1],
            _ => self.makes[2],
        };
        made == u8::from(one)
    }
}

impl Literal {
    /// The tracks it is about.
    pub(super) fn tracks(&self) -> Vec<Track> {
        match self {
            Literal::Linear(relation) => relation.terms.iter().map(|&(track, _)| track).collect(),
            Literal::Member(tracks, _) => tracks.clone(),
            Literal::Digits(digits) => digits.tracks.to_vec(),
            Literal::Place(track, _) => vec![*track],
        }
    }

    /// The same of the numbers on other tracks.
    pub(super) fn renamed(self, name: impl Fn(Track) -> Track) -> Literal {
        match self {
            Literal::Linear(relation) => Literal::Linear(relation.renamed(name)),
            Literal::Member(tracks, positive) => {
                Literal::Member(tracks.into_iter().map(name).collect(), positive)
            }
            Literal::Digits(Digits { tracks, makes }) => {
                Literal::Digits(Digits { tracks: tracks.map(name), makes })
            }
            Literal::Place(track, positive) => Literal::Place(name(track), positive),
        }
    }
}

/// There are numbers for the hidden tracks for which all literals hold.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) hidden: Vec<Track>,
    pub(super) literals: Vec<Literal>,
}

/// For all numbers for which the literals of the guard hold, one of the cases holds; without cases, that the guard never
/// holds.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// What it says in words.
    pub(super) says: &'static str,
    pub(super) guard: Vec<Literal>,
    pub(super) cases: Vec<Case>,
}

impl Statement {
    /// The tracks that the cases speak of without hiding them, and the others of the guard. Which numbers these others are
    /// makes no difference to a case, so that it is enough to know whether there are some.
    pub(super) fn tracks(&self) -> (Vec<Track>, Vec<Track>) {
        let mut seen: BTreeSet<Track> = BTreeSet::new();
        for Case { hidden, literals } in &self.cases {
            seen.extend(literals.iter().flat_map(Literal::tracks).filter(|t| !hidden.contains(t)));
        }
        let mut others: BTreeSet<Track> = self.guard.iter().flat_map(Literal::tracks).collect();
        others.retain(|track| !seen.contains(track));
        (seen.into_iter().collect(), others.into_iter().collect())
    }
}

/// That all of this never holds at once.
pub(super) fn never(says: &'static str, guard: Vec<Literal>) -> Statement {
    Statement { says, guard, cases: Vec::new() }
}
