//! Rules with several kinds of components, taken apart.
//!
//! Components of some kinds may never lead to those of the others. They make up a game of their own, which is opened
//! and planned by itself: it may have a theory or a period where the whole rule has none. And a component whose
//! options are all of other kinds has the mex of their values: a ring of which one stone is taken is a row.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::games::open;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::plan::Engine;
use crate::play::defined::MOST_KINDS;
use crate::play::{BigValue, Move, Position, SeeMove, Session, Target};
use crate::position::Part;
use crate::rule::ir::{Kind, Term};
use crate::rule::{Program, Rules};
use crate::ruleset::{Failure, Value};

/// Options of a component that are asked about one by one.
const MOST_OPTIONS: usize = 1 << 12;

/// What leads where among the kinds of a rule, and the games that some of them are.
pub(in crate::play) struct Kinds {
    /// For each kind the kinds that can be reached from it; itself only if it can come again.
    leads: Vec<Vec<bool>>,
    /// For each kind the game of what it leads to, once it was asked for; nothing where these are all kinds, or it
    /// cannot be opened.
    own: Vec<Option<Option<Own>>>,
    /// For each kind whether there is theory for one that it leads to, once that was asked.
    to_theory: Vec<Option<bool>>,
}

/// A game of some of the kinds.
struct Own {
    kinds: Vec<usize>,
    session: Box<Session>,
}

impl Kinds {
    pub(in crate::play) fn new(rules: &Rules) -> Kinds {
        let kinds = rules.ir();
        let leads = match kinds.len() <= MOST_KINDS {
            true => led(kinds),
            // All stay together.
            false => vec![vec![true; kinds.len()]; kinds.len()],
        };
        Kinds {
            own: kinds.iter().map(|_| None).collect(),
            to_theory: vec![None; kinds.len()],
            leads,
        }
    }

    /// A kind and those that can be reached from it, unless these are all.
    fn apart(&self, kind: usize) -> Option<Vec<usize>> {
        let is_in = |&other: &usize| other == kind || self.leads[kind][other];
        let kinds: Vec<usize> = (0..self.leads.len()).filter(is_in).collect();
        (kinds.len() < self.leads.len()).then_some(kinds)
    }

    /// The game of a kind and what it leads to, if these are not all.
    fn own(&mut self, kind: usize, program: &Program) -> Option<&mut Own> {
        if self.own[kind].is_some() {
            return self.own[kind].as_mut().and_then(Option::as_mut);
        }
        let Some(kinds) = self.apart(kind) else {
            self.own[kind] = Some(None);
            return None;
        };
        let open = || {
            let rules = kinds.iter().map(|&kind| program.rules[kind].clone()).collect();
            let apart = Program { rules, ..program.untitled() };
            let session = Session::with_opened(open(&apart.to_string()).ok()?);
            Some(Own { kinds, session: Box::new(session) })
        };
        self.own[kind].get_or_insert_with(open).as_mut()
    }
}

/// For each kind those that play of it can come to (Warshall).
fn led(kinds: &[Kind]) -> Vec<Vec<bool>> {
    let mut leads: Vec<Vec<bool>> = kinds.iter().map(|kind| targets(kind, kinds.len())).collect();
    for over in 0..kinds.len() {
        for from in 0..kinds.len() {
            if leads[from][over] {
                let further = leads[over].clone();
                leads[from].iter_mut().zip(further).for_each(|(leads, on)| *leads |= on);
            }
        }
    }
    leads
}

/// Which kinds the options of a component of this one have.
fn targets(kind: &Kind, count: usize) -> Vec<bool> {
    fn add(terms: &[Term], found: &mut [bool]) {
        for term in terms {
            match term {
                Term::Component(target) | Term::Choose { of: target, .. } => {
                    found[target.kind] = true;
                }
                Term::Times { terms, .. } | Term::Sum { terms, .. } => add(terms, found),
            }
        }
    }
    let mut found = vec![false; count];
    kind.families.iter().for_each(|family| add(&family.terms, &mut found));
    found
}

impl Own {
    /// Whether a theory or a sequence answers for all its components.
    fn has_theory(&self) -> bool {
        self.session.solvers[0].plan.engine.has_values()
    }

    /// A component of the whole game as one of this.
    fn part(&self, part: &Part) -> Option<Part> {
        let kind = self.kinds.iter().position(|&kind| kind == part.kind)?;
        Some(Part { game: 0, kind, coords: part.coords.clone() })
    }
}

/// A component of such a game as one of the whole.
fn back(kinds: &[usize], game: usize, part: &Part) -> Part {
    Part { game, kind: kinds[part.kind], coords: part.coords.clone() }
}

impl Session {
    /// Whether a game is one of several kinds that the definition would answer.
    fn has_kinds_to_take_apart(&self, game: usize) -> bool {
        let rules = &self.opened[game].rules;
        let defined = matches!(self.solvers[game].plan.engine, Engine::Definition);
        rules.ir().len() > 1 && !rules.has_wins() && defined
    }

    /// The game of its own that a component is asked about in, in normal play: a far one, and a near one if there is
    /// theory for it.
    fn own_game(&mut self, part: &Part, limits: &Limits) -> Option<(&mut Own, Part)> {
        if !self.has_kinds_to_take_apart(part.game) {
            return None;
        }
        let program = self.opened[part.game].rules.program();
        let theory = self.solvers[part.game].kinds.own(part.kind, program)?.has_theory();
        if !theory && self.is_near(part, limits) {
            return None;
        }
        let program = self.opened[part.game].rules.program();
        let own = self.solvers[part.game].kinds.own(part.kind, program)?;
        let inner = own.part(part)?;
        Some((own, inner))
    }

    /// Whether there is theory for a kind to which components of this one lead.
    fn leads_to_theory(&mut self, part: &Part) -> bool {
        let program = self.opened[part.game].rules.program();
        let kinds = &mut self.solvers[part.game].kinds;
        if let Some(known) = kinds.to_theory[part.kind] {
            return known;
        }
        let led = kinds.leads[part.kind].clone();
        let mut led = (0..led.len()).filter(|&kind| led[kind]);
        let found = led.any(|kind| kinds.own(kind, program).is_some_and(|own| own.has_theory()));
        *kinds.to_theory[part.kind].insert(found)
    }

    /// Whether theory answers for a component of a rule with several kinds: for its own kind, or for one that it leads
    /// to.
    pub(in crate::play) fn has_theory_by_kinds(&mut self, part: &Part) -> bool {
        if !self.has_kinds_to_take_apart(part.game) {
            return false;
        }
        let program = self.opened[part.game].rules.program();
        let kinds = &mut self.solvers[part.game].kinds;
        kinds.own(part.kind, program).is_some_and(|own| own.has_theory())
            || self.leads_to_theory(part)
    }

    /// The value of a component of a rule with several kinds: in the game that its kind is with those that it leads
    /// to, or by its options, if none of them leads to its kind again. Nothing where it is not so, or a table is
    /// sooner.
    pub(in crate::play) fn value_by_kinds(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Option<BigValue>, Failure> {
        if let Some((own, inner)) = self.own_game(part, limits) {
            return match own.session.part_value(&inner, limits) {
                Ok(value) => Ok(Some(value)),
                Err(Failure::Stop(stop)) => Err(stop.into()),
                // What is wrong is said by the whole rule.
                Err(_) => Ok(None),
            };
        }
        if !self.has_kinds_to_take_apart(part.game)
            || self.solvers[part.game].kinds.leads[part.kind][part.kind]
            || !self.leads_to_theory(part) && self.is_near(part, limits)
        {
            return Ok(None);
        }
        // What is wrong is said by whoever looks at all options.
        let Ok(Some(options)) = self.few_options(part, MOST_OPTIONS, limits) else {
            return Ok(None);
        };
        let mut seen = HashSet::new();
        for option in options {
            match self.sum_value(&option, limits)? {
                Value::Nimber(value) => seen.insert(value),
                Value::Win | Value::Over => return Ok(None),
            };
        }
        let mut value = BigUint::ZERO;
        while seen.contains(&value) {
            value += 1_u8;
        }
        Ok(Some(Value::Nimber(value)))
    }

    /// Shows the moves of a component that lead to this value, by the game that its kind is; nothing where there is
    /// none.
    pub(in crate::play) fn moves_by_kinds(
        &mut self,
        (index, part): (usize, &Part),
        wanted: &BigValue,
        limits: &Limits,
        see: &mut SeeMove<'_>,
    ) -> Result<Option<ControlFlow<()>>, Failure> {
        let Some((own, inner)) = self.own_game(part, limits) else { return Ok(None) };
        let Own { kinds, session } = own;
        let mut shown = |made: Move| {
            let to = match made.to {
                Target::Sum(parts) => {
                    Target::Sum(parts.iter().map(|left| back(kinds, part.game, left)).collect())
                }
                range @ Target::Range { .. } => range,
            };
            see(Move { part: index, to, at_once: made.at_once })
        };
        session.moves_to(0, &inner, wanted, limits, &mut shown).map(Some)
    }

    /// How many moves win at a component alone, by the game that its kind is; nothing where there is none.
    pub(in crate::play) fn count_by_kinds(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Option<BigUint>, Failure> {
        let Some((own, inner)) = self.own_game(part, limits) else { return Ok(None) };
        let position = Position { parts: vec![inner] };
        own.session.count_winning_moves(&position, limits).map(Some)
    }

    /// Why a component has its value by the game that its kind is, or by its options, if it was asked about so.
    pub(in crate::play) fn reason_by_kinds(&self, part: &Part) -> Option<Message> {
        let kinds = &self.solvers[part.game].kinds;
        if let Some(Some(own)) = &kinds.own[part.kind] {
            let inner = own.part(part)?;
            return Some(message!(
                "its kind is a game of its own: {reason}",
                reason = own.session.reason(&inner)
            ));
        }
        let led = |kind: &usize| kinds.leads[part.kind][*kind];
        let asked = (0..kinds.own.len()).filter(led).find_map(|kind| {
            let own = kinds.own[kind].as_ref()?.as_ref().filter(|own| own.has_theory())?;
            Some((kind, own.session.plan(0).reason.clone()))
        });
        let (kind, reason) = asked.filter(|_| !kinds.leads[part.kind][part.kind])?;
        let rules = &self.opened[part.game].rules;
        Some(message!(
            "its options are of other kinds, of which {kind} is a game of its own: {reason}",
            kind = rules.kinds()[kind].name().unwrap_or("[]"),
            reason
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    fn position(session: &mut Session, text: &str) -> Position {
        session.position(text).unwrap()
    }

    /// Rings and rows, and a kind that leads nowhere else.
    const RING: &str = "ring[n] -> row[n-1] | row[n-2]\n\
        row[n] -> row[a] + row[n-1-a] for a in 0..n-1 | row[a] + row[n-2-a] for a in 0..n-2\n\
        heap[n] -> heap[n-k] for k in 1..n";

    #[test]
    fn far_components_are_those_of_the_games_that_their_kinds_are() {
        let limits = Limits::default();
        let mut session = Session::with_game(RING).unwrap();
        let mut kayles = Session::with_game("0.77").unwrap();
        let far = BigUint::from(10_u8).pow(18);
        for more in 0..24_u32 {
            let n = &far + more;
            let row = position(&mut session, &format!("row[{n}]"));
            let own = position(&mut kayles, &n.to_string());
            let value = kayles.value(&own, &limits).unwrap();
            assert_eq!(session.value(&row, &limits).unwrap(), value, "{n}");
            let count = session.count_winning_moves(&row, &limits).unwrap();
            assert_eq!(count, kayles.count_winning_moves(&own, &limits).unwrap());
            // Of a ring one or two neighbours are taken.
            let ring = position(&mut session, &format!("ring[{n}]"));
            let mut left = Vec::new();
            for taken in 1..3_u8 {
                let own = position(&mut kayles, &(&n - taken).to_string());
                left.push(kayles.value(&own, &limits).unwrap().nimber().unwrap());
            }
            let least = (0..3_u8).map(BigUint::from).find(|value| !left.contains(value));
            assert_eq!(session.value(&ring, &limits).unwrap().nimber(), least, "{n}");
            let lost = left.iter().all(|value| *value != BigUint::ZERO);
            assert_eq!(session.outcome(&ring, &limits).unwrap(), Outcome::next_wins(!lost));
            let moves = session.winning_moves(&ring, &limits).unwrap();
            let zeros = left.iter().filter(|value| **value == BigUint::ZERO).count();
            assert_eq!(moves.len(), zeros, "{n}");
        }
    }

    #[test]
    fn near_components_are_asked_about_in_games_with_a_theory_too() {
        let limits = Limits::default();
        let mut session = Session::with_game(RING).unwrap();
        let mut plain = Session::with_game(RING).unwrap();
        for n in 0..60 {
            for kind in 0..3 {
                let at = session.component(kind, &[n]).unwrap();
                let value = session.value(&at, &limits).unwrap().nimber();
                let right = plain.by_definition(&at, &limits).unwrap().nimber();
                assert_eq!(value, right.map(|right| right.0.into()), "{kind} {n}");
            }
        }
        // A table would have 10^11 options to look at.
        let ring = position(&mut session, "ring[1000000]");
        session.value(&ring, &limits).unwrap();
        assert!(session.positions_looked_at() < 1000);
    }

    #[test]
    fn moves_in_sums_are_those_of_the_game() {
        let limits = Limits::default();
        let mut session = Session::with_game(RING).unwrap();
        let mut kayles = Session::with_game("0.77").unwrap();
        let mixed = position(&mut session, "row[100000000000000000] + heap[5]");
        let same = position(&mut kayles, "0.77[100000000000000000] + nim[5]");
        let count = |session: &mut Session, position: &Position| {
            let mut heaps = 0_u64;
            let mut first = Vec::new();
            session
                .each_winning_move(position, &limits, &mut |made| {
                    match made.part {
                        0 => first.push(made.to),
                        _ => heaps += 1,
                    }
                    if first.len() < 50 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                })
                .unwrap();
            (first.len(), heaps)
        };
        assert_eq!(count(&mut session, &mixed), count(&mut kayles, &same));
        // A move on a row leads to rows.
        let row = position(&mut session, "row[100000000000000001]");
        let mut seen = 0;
        session
            .each_winning_move(&row, &limits, &mut |made| {
                let Target::Sum(parts) = made.to else { panic!("a range") };
                assert!(parts.iter().all(|part| part.kind == 1));
                seen += 1;
                if seen < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
    }

    #[test]
    fn very_many_kinds_are_answered_by_the_definition() {
        let rule: Vec<String> =
            (0..1500).map(|kind| format!("k{kind}[n] -> k{}[n-1]", (kind + 1) % 1500)).collect();
        let mut session = Session::with_game(&rule.join("\n")).unwrap();
        let at = position(&mut session, "k3[41] + k7[30]");
        assert_eq!(session.value(&at, &Limits::default()).unwrap(), Value::Nimber(1_u8.into()));
    }

    #[test]
    fn kinds_that_lead_to_each_other_stay_together() {
        let session =
            Session::with_game("a[n] -> b[n-1]\nb[n] -> a[n-2] | c[n]\nc[n] -> c[n-1]").unwrap();
        let kinds = &session.solvers[0].kinds;
        assert_eq!(kinds.apart(0), None);
        assert_eq!(kinds.apart(2), Some(vec![2]));
        assert!(kinds.leads[0][0] && kinds.leads[1][1] && kinds.leads[2][2]);
    }
}
