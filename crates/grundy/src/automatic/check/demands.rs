//! What the checker demands of a set, written down from the options that it read by itself.
//!
//! A set of positions is the one of the lost ones exactly when play ends, no move leads from it into
//! it, and from outside some move leads into it. A set of positions with numbers is the graph of
//! the Grundy function exactly when play ends, every position has one number, no option has the number
//! of its position, and every smaller number is that of an option.

use super::claim::{Case, Digits, Literal, Statement, never};
use super::rule::{CHOSEN, Options, Way};
use crate::automatic::statement::Subject;
use crate::automaton::{Linear, Sign, Track};
use crate::language::phrase;

/// A game as it is needed here.
pub(super) struct Game<'a> {
    pub(super) arity: usize,
    pub(super) unordered: bool,
    pub(super) misere: bool,
    pub(super) options: &'a Options,
}

/// Tracks for the value of a position, for another one, for the values of components, and for what the first of these
/// are together.
const VALUE: Track = 64;
const OTHER: Track = 65;
const ADDED: [Track; 3] = [66, 67, 68];
const TOGETHER: Track = 69;
/// What is assumed about a move has its numbers so far from those that are sought.
const APART: Track = 64;

/// `a` is larger than `b` by at least `gap`, where nothing stands for 0.
fn above(a: &[Track], b: &[Track], gap: i64) -> Literal {
    let terms = a.iter().map(|&track| (track, 1)).chain(b.iter().map(|&track| (track, -1)));
    Literal::Linear(Linear::new(terms, -gap, Sign::NonNegative))
}

impl Game<'_> {
    fn coords(&self) -> Vec<Track> {
        (0..self.arity as Track).collect()
    }

    /// All positions, and more that is assumed of one.
    fn positions(&self, more: impl IntoIterator<Item = Literal>) -> Vec<Literal> {
        let x = self.coords();
        let natural = x.iter().map(|&x| above(&[x], &[], 0));
        let sorted =
            x.windows(2).filter(|_| self.unordered).map(|two| above(&two[1..], &two[..1], 0));
        natural.chain(sorted).chain(more).collect()
    }

    /// Every move makes the sum of these coordinates smaller, in each component that it leaves.
    pub(super) fn ends(&self, measured: std::ops::Range<usize>) -> Vec<Statement> {
        let x = &self.coords()[measured.clone()];
        let parts =
            self.options.all.iter().flat_map(|way| way.parts.iter().map(move |part| (way, part)));
        let stays = parts.map(|(way, part)| {
            let literals = way.literals().into_iter().chain([above(&part[measured.clone()], x, 0)]);
            never(phrase!("every move makes the coordinates smaller"), self.positions(literals))
        });
        stays.collect()
    }

    /// Every move makes the greatest coordinate smaller: none of a component that it leaves is at least as great as
    /// all before.
    pub(super) fn ends_by_greatest(&self) -> Vec<Statement> {
        let mut all = Vec::new();
        for way in &self.options.all {
            for &track in way.parts.iter().flatten() {
                let greatest = self.coords().into_iter().map(|x| above(&[track], &[x], 0));
                let guard = self.positions(way.literals().into_iter().chain(greatest));
                all.push(never(phrase!("every move makes the greatest coordinate smaller"), guard));
            }
        }
        all
    }

    /// What must hold beside the end of play.
    pub(super) fn demands(&self, subject: Subject) -> Vec<Statement> {
        let mut all = Vec::new();
        if self.unordered {
            let mut tracks = self.coords();
            tracks.extend((subject != Subject::Outcomes).then_some(VALUE));
            for at in 1..self.arity {
                let mut swapped = tracks.clone();
                swapped.swap(at - 1, at);
                let says = phrase!("the order of the coordinates does not matter");
                let guard =
                    vec![Literal::Member(tracks.clone(), true), Literal::Member(swapped, false)];
                all.push(never(says, guard));
            }
        }
        match subject {
            Subject::Outcomes => self.outcomes(&mut all),
            Subject::Values | Subject::Lengths => self.values(subject, &mut all),
        }
        all
    }

    fn outcomes(&self, all: &mut Vec<Statement>) {
        let lost = |yes| Literal::Member(self.coords(), yes);
        // There is one component, and so one part in every option.
        let to_lost = |way: &Way| {
            let into = way.parts.iter().map(|part| Literal::Member(part.clone(), true));
            way.literals().into_iter().chain(into).collect::<Vec<_>>()
        };
        for way in &self.options.all {
            let guard = self.positions([lost(true)].into_iter().chain(to_lost(way)));
            all.push(never(phrase!("no move leads from a lost position to a lost one"), guard));
        }
        let sure = || self.options.sure.iter();
        let says = phrase!("from every other position a move leads to a lost one");
        let cases: Vec<Case> =
            sure().map(|way| Case { hidden: way.hidden.clone(), literals: to_lost(way) }).collect();
        if !self.misere {
            all.push(Statement { says, guard: self.positions([lost(false)]), cases });
            return;
        }
        // Who cannot move wins, so that only those who can need such a move, and a lost one has some.
        for way in &self.options.all {
            let apart = |track: Track| if track < CHOSEN { track } else { track + APART };
            let moved = way.literals().into_iter().map(|literal| literal.renamed(apart));
            let guard = self.positions([lost(false)].into_iter().chain(moved));
            all.push(Statement { says, guard, cases: cases.clone() });
        }
        let cases = sure()
            .map(|way| Case { hidden: way.hidden.clone(), literals: way.literals() })
            .collect();
        let says = phrase!("a lost position has a move");
        all.push(Statement { says, guard: self.positions([lost(true)]), cases });
    }

    fn values(&self, subject: Subject, all: &mut Vec<Statement>) {
        let has = |value: Track| Literal::Member([&self.coords()[..], &[value]].concat(), true);
        let says = phrase!("every position has a value");
        let cases = vec![Case { hidden: vec![VALUE], literals: vec![has(VALUE)] }];
        all.push(Statement { says, guard: self.positions([]), cases });
        let two = vec![has(VALUE), has(OTHER), above(&[OTHER], &[VALUE], 1)];
        all.push(never(phrase!("no position has two values"), two));
        for way in &self.options.all {
            let same = option_of(way, VALUE).literals;
            let guard = self.positions([has(VALUE)].into_iter().chain(same));
            all.push(never(phrase!("no option has the value of its position"), guard));
        }
        let cases: Vec<Case> = self.options.sure.iter().map(|way| option_of(way, OTHER)).collect();
        let says = phrase!("every smaller value is that of an option");
        let smaller = |more| {
            self.positions([has(VALUE), above(&[VALUE], &[OTHER], 1)].into_iter().chain(more))
        };
        if subject == Subject::Values {
            all.push(Statement { says, guard: smaller(None), cases });
            return;
        }
        // Values are written as 0 and the place values, in their order.
        let wrong = vec![has(VALUE), above(&[VALUE], &[], 1), Literal::Place(VALUE, false)];
        all.push(never(phrase!("a value is written as 0 or as a place value"), wrong));
        let zero = Literal::Linear(Linear::new([(OTHER, 1)], 0, Sign::Zero));
        for written in [zero, Literal::Place(OTHER, true)] {
            let guard = smaller(Some(written));
            all.push(Statement { says, guard, cases: cases.clone() });
        }
    }
}

/// An option has this value: that of its component, or the nim-sum of two or three.
fn option_of(way: &Way, value: Track) -> Case {
    let mut hidden = way.hidden.clone();
    let mut literals = way.literals();
    let tracks = |part: &[Track], value: Track| [part, &[value]].concat();
    match &way.parts[..] {
        [part] => literals.push(Literal::Member(tracks(part, value), true)),
        [one, two] => {
            let [a, b, _] = ADDED;
            hidden.extend([a, b]);
            literals.push(Literal::Member(tracks(one, a), true));
            literals.push(Literal::Member(tracks(two, b), true));
            literals.push(Literal::Digits(Digits::nim_sum(a, b, value)));
        }
        [one, two, three] => {
            let [a, b, c] = ADDED;
            hidden.extend([a, b, c, TOGETHER]);
            for (part, value) in [(one, a), (two, b), (three, c)] {
                literals.push(Literal::Member(tracks(part, value), true));
            }
            literals.push(Literal::Digits(Digits::nim_sum(a, b, TOGETHER)));
            literals.push(Literal::Digits(Digits::nim_sum(TOGETHER, c, value)));
        }
        // The empty sum; the reading of rules makes no more than three parts.
        _ => literals.push(Literal::Linear(Linear::new([(value, 1)], 0, Sign::Zero))),
    }
    Case { hidden, literals }
}
