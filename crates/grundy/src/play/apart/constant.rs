//! Components with coordinates that no move changes: what is asked of them is asked of the rule that
//! is left with these put in, in a session of its own. It has fewer coordinates, so its tables are smaller,
//! and it may have a theory or a theorem where the whole rule has none.
//!
//! A rule that is left is opened, planned and compiled anew. So the definition is asked first,
//! shortly, unless a session for the same coordinates is there already.

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use super::whole::Whole;
use crate::games::open;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::plan::Engine;
use crate::play::time::within;
use crate::play::{Asked, Position, SeeMove, Session, component_of, in_one_line};
use crate::position::Part;
use crate::rule::{Program, Rules, constant_coordinates, with_constants};
use crate::ruleset::Failure;

/// How long the definition is given before a rule is opened.
const SHORTLY: Duration = Duration::from_millis(3);
/// Sessions that are kept, those that were asked last.
const MOST_KEPT: usize = 4;
/// Positions of a table from which on it pays to leave coordinates out.
const MANY: u64 = 1 << 12;

/// The sessions for a game's coordinates that no move changes.
pub(in crate::play) struct Constants {
    axes: Vec<usize>,
    /// By what the coordinates are, the one asked last at the end.
    kept: Vec<(Vec<i64>, Session)>,
    /// What the definition has looked at in sessions that are no longer kept.
    looked_at_before: u64,
    /// How long the definition is given before.
    patience: Duration,
}

impl Constants {
    pub(in crate::play) fn new(rules: &Rules) -> Constants {
        let axes = constant_coordinates(rules.program());
        Constants { axes, kept: Vec::new(), looked_at_before: 0, patience: SHORTLY }
    }

    /// What the constant coordinates of a component are, if there are any and they fit.
    fn values(&self, coords: &[BigUint]) -> Option<Vec<i64>> {
        let value = |&axis: &usize| i64::try_from(&coords[axis]).ok();
        if self.axes.is_empty() { None } else { self.axes.iter().map(value).collect() }
    }

    /// The other coordinates.
    fn without<T: Clone>(&self, coords: &[T]) -> Vec<T> {
        let left = coords.iter().enumerate().filter(|(axis, _)| !self.axes.contains(axis));
        left.map(|(_, coord)| coord.clone()).collect()
    }

    fn is_kept(&self, values: &[i64]) -> bool {
        self.kept.iter().any(|(kept, _)| kept == values)
    }

    /// The session for coordinates that are these, which is opened if it is not there.
    fn session(
        &mut self,
        program: &Program,
        values: Vec<i64>,
        misere: bool,
    ) -> Option<&mut Session> {
        let at = self.kept.iter().position(|(kept, _)| *kept == values);
        let (values, mut session) = match at {
            Some(at) => self.kept.remove(at),
            None => {
                let left = with_constants(program, &self.axes, &values);
                let opened = open(&left.to_string()).ok()?;
                if self.kept.len() == MOST_KEPT {
                    let (_, oldest) = self.kept.remove(0);
                    self.looked_at_before += oldest.positions_looked_at();
                }
                (values, Session::with_opened(opened))
            }
        };
        session.forced_misere = misere;
        self.kept.push((values, session));
        self.kept.last_mut().map(|(_, session)| session)
    }

    /// Components that the definition has looked at in all of them.
    pub(in crate::play) fn positions_looked_at(&self) -> u64 {
        let kept = self.kept.iter().map(|(_, session)| session.positions_looked_at());
        self.looked_at_before + kept.sum::<u64>()
    }
}

impl Session {
    /// Whether a component is to be asked of the rule that is left without its constant coordinates:
    /// theory does not know it, nor the definition soon.
    fn leaves_constants_out(&mut self, part: &Part, limits: &Limits) -> Result<bool, Failure> {
        let misere = self.is_played_misere(part.game);
        let solver = &mut self.solvers[part.game];
        let patience = solver.constants.patience;
        let Some(values) = solver.constants.values(&part.coords) else { return Ok(false) };
        if !misere && !matches!(solver.plan.engine, Engine::Definition) {
            return Ok(false);
        }
        if solver.constants.is_kept(&values) {
            return Ok(true);
        }
        let Ok(component) = component_of(&self.opened[part.game], part) else { return Ok(true) };
        if patience.is_zero() {
            return Ok(true);
        }
        let known = match misere {
            false => {
                within(limits, SHORTLY, |short| solver.defined.values.value(&component, short))
                    .map(|known| known.is_some())
            }
            true => {
                let sum = self.mixed_sum(std::slice::from_ref(part))?;
                within(limits, patience, |short| self.misere.outcome(&sum, short))
                    .map(|known| known.is_some())
            }
        };
        match known {
            Ok(known) => Ok(!known),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            // What it says is said later, unless a theorem knows better.
            Err(_) => Ok(true),
        }
    }

    /// What comes of asking about a component without its constant coordinates; nothing where
    /// that is not done, or cannot be answered.
    pub(in crate::play) fn without_constants<T>(
        &mut self,
        part: &Part,
        limits: &Limits,
        ask: impl FnOnce(&mut Session, Position, &Limits) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        if !self.leaves_constants_out(part, limits)? {
            return Ok(None);
        }
        let misere = self.forced_misere;
        let constants = &mut self.solvers[part.game].constants;
        let Some(values) = constants.values(&part.coords) else { return Ok(None) };
        let left = Part { game: 0, kind: 0, coords: constants.without(&part.coords) };
        let program = self.opened[part.game].rules.program();
        let Some(session) = constants.session(program, values, misere) else { return Ok(None) };
        match ask(session, Position { parts: vec![left] }, limits) {
            Ok(found) => Ok(Some(found)),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            // The definition says it of the component with all its coordinates.
            Err(_) => Ok(None),
        }
    }

    /// Shows moves of a component, those that `ask` shows of it without its constant coordinates;
    /// nothing where that is not done, or cannot be answered.
    pub(in crate::play) fn moves_without_constants(
        &mut self,
        (index, part): (usize, &Part),
        limits: &Limits,
        see: &mut SeeMove<'_>,
        ask: impl FnOnce(&mut Session, &Position, &mut SeeMove<'_>) -> Result<(), Failure>,
    ) -> Result<Option<ControlFlow<()>>, Failure> {
        let constant = &self.solvers[part.game].constants.axes;
        let axes: Vec<usize> =
            (0..part.coords.len()).filter(|axis| !constant.contains(axis)).collect();
        let whole = Whole { part: part.clone(), unordered: false };
        let asked = self.without_constants(part, limits, |session, position, _| {
            Ok(whole.show_all(index, |_| Some(&axes), see, |see| ask(session, &position, see)))
        })?;
        asked.flatten().transpose()
    }

    /// Prepares for questions about components that have the same constant coordinates; whether these are such.
    pub(in crate::play) fn prepare_without_constants(
        &mut self,
        (game, asked): (usize, Asked),
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let misere = self.forced_misere;
        let solver = &mut self.solvers[game];
        if !matches!(solver.plan.engine, Engine::Definition) {
            return Ok(false);
        }
        let constants = &mut solver.constants;
        let positions =
            last.iter().fold(1, |all: u64, &last| all.saturating_mul(last.saturating_add(1)));
        let same = constants.axes.iter().all(|&axis| from[axis] == last[axis]);
        let coords: Vec<BigUint> = last.iter().map(|&last| last.into()).collect();
        let Some(values) = constants.values(&coords).filter(|_| same && positions >= MANY) else {
            return Ok(false);
        };
        let (from, last) = (constants.without(from), constants.without(last));
        let program = self.opened[game].rules.program();
        match constants.session(program, values, misere) {
            Some(session) => session.prepare((0, asked), &from, &last, limits).map(|()| true),
            None => Ok(false),
        }
    }

    /// Why a component has its value by the rule that is left without its constant coordinates, if that was asked.
    pub(in crate::play) fn reason_without_constants(&self, part: &Part) -> Option<Message> {
        let constants = &self.solvers[part.game].constants;
        let values = constants.values(&part.coords)?;
        let (_, session) = constants.kept.iter().find(|(kept, _)| *kept == values)?;
        let left = Part { game: 0, kind: 0, coords: constants.without(&part.coords) };
        Some(message!(
            "no move changes {names}, so this is {rule}: {reason}",
            names = self.constant_names(part.game).join(", "),
            rule = in_one_line(&session.opened[0].rules.program().to_string()),
            reason = session.reason(&left)
        ))
    }

    /// The names of the coordinates that no move of a game changes, which are put in where much is asked.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let session = Session::with_game("[n, m] -> [n-k, m] for k in 1..n if k % (m + 1) > 0")?;
    /// assert_eq!(session.constant_names(0), ["m"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If so many games are not [open](Session::games).
    pub fn constant_names(&self, game: usize) -> Vec<&str> {
        let rules = &self.opened[game].rules;
        let name = |&axis: &usize| rules.kinds()[0].coords()[axis].as_str();
        self.solvers[game].constants.axes.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules with coordinates that no move changes, and how far they are looked at.
    const RULES: [(&str, u64); 14] = [
        ("[n, m] -> [n-k, m] for k in 1..n if k % (m + 1) > 0", 15),
        ("[m, n] -> [m, n-k] for k in m..2*m+1", 12),
        ("[n, g] -> [n+k, g] for k in 1..n if n + k <= g", 12),
        ("[n, m] if n > m -> [a, m] + [n-a, m] for a in 1..n/2", 12),
        ("[n, m] -> sum(i in 0..1) [(n-m)/2+i, m] if n > m + 2 | [n-1, m]", 9),
        ("[n, m] -> choose 2 of [i, m] for i in 0..n-1 if i % (m+1) == 0", 7),
        ("[n, m] -> [n-k, m] for k in {a*m+1 for a in 0..n} let d = k + m if d <= n", 10),
        ("[n, m] -> [n-k, m] for k in digits(m) if k > 0 | [n-1, m]\nmisere", 12),
        ("[a, m, b, r] -> [a-k, m, b, r] for k in 1..m | [a, m, b-k, r] for k in 1..r", 2),
        ("[a, m, b] -> [a-1, m, b+m] | [a, m, b-k] for k in 1..b", 4),
        // A fault at some of them: nothing is divided by 0.
        ("[n, m] -> [n-k, m] for k in 1..n if n % m == k % m", 9),
        // The name stands for something else inside.
        ("[n, m] -> [n-k, m] for k in {m for m in 1..n if m % 2 > 0}", 9),
        // It may be changed after all.
        ("[n, m] -> [n-1, m] | [n, m-1]", 6),
        ("[n, m] -> [n-1, m] for k in 1..m\nwin on [3, 2]", 6),
    ];

    /// The same question to a session that puts constants in whenever it can, and to one that never does.
    fn sessions(rule: &str, misere: bool) -> [Session; 2] {
        let mut sessions = [Session::with_game(rule), Session::with_game(rule)].map(Result::unwrap);
        sessions[0].solvers[0].constants.patience = Duration::ZERO;
        sessions[1].solvers[0].constants.axes.clear();
        if misere {
            sessions.iter_mut().for_each(Session::play_misere);
        }
        sessions
    }

    /// All components up to this size, those with the same constants together.
    fn positions(session: &Session, last: u64) -> Vec<Position> {
        let axes = session.opened[0].rules.kinds()[0].coords().len();
        let mut all = vec![Vec::new()];
        for _ in 0..axes {
            let longer = |coords: &Vec<i64>| {
                let coords = coords.clone();
                (0..=last.cast_signed()).map(move |next| [&coords[..], &[next]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        let constants = &session.solvers[0].constants.axes;
        all.sort_by_key(|coords| constants.iter().map(|&axis| coords[axis]).collect::<Vec<_>>());
        all.iter().map(|coords| session.component(0, coords).unwrap()).collect()
    }

    #[test]
    fn values_outcomes_and_moves_are_those_of_the_whole_rule() {
        let limits = Limits::default();
        for (rule, last) in RULES {
            for misere in [false, true] {
                let [mut put, mut whole] = sessions(rule, misere);
                let mut sums = positions(&put, last);
                for pair in 0..sums.len().min(40) {
                    let other = sums[(pair * 7 + 3) % sums.len()].parts.clone();
                    let parts = [&sums[pair].parts[..], &other].concat();
                    // Misère sums are looked at whole.
                    if !misere && !put.opened[0].rules.is_misere() {
                        sums.push(Position { parts });
                    }
                }
                for position in &sums {
                    let said = |session: &mut Session| {
                        let value = session.value(position, &limits);
                        let outcome = session.outcome(position, &limits);
                        let moves = session.winning_moves(position, &limits).map(|mut moves| {
                            moves.sort_by_key(|made| format!("{made:?}"));
                            moves
                        });
                        let count = session.count_winning_moves(position, &limits);
                        (value, outcome, moves, count)
                    };
                    assert_eq!(said(&mut put), said(&mut whole), "{rule} {position:?} {misere}");
                }
            }
        }
    }

    #[test]
    fn few_sessions_are_kept() {
        let [mut session, _] = sessions(RULES[0].0, false);
        let mut looked_at = 0;
        for m in [3, 4, 5, 3, 6, 7, 8, 3] {
            let position = session.component(0, &[50, m]).unwrap();
            session.value(&position, &Limits::default()).unwrap();
            if let Some((_, inner)) = session.solvers[0].constants.kept.last_mut() {
                let position = inner.component(0, &[20]).unwrap();
                inner.by_definition(&position, &Limits::default()).unwrap();
            }
            // What was looked at stays so when a session goes.
            assert!(session.positions_looked_at() >= looked_at);
            looked_at = session.positions_looked_at();
        }
        assert!(looked_at >= 6 * 20);
        let constants = &session.solvers[0].constants;
        let kept: Vec<i64> = constants.kept.iter().map(|(values, _)| values[0]).collect();
        assert_eq!(kept, [6, 7, 8, 3]);
        assert_eq!(session.constant_names(0), ["m"]);
        let reason =
            session.reason(&Part { game: 0, kind: 0, coords: vec![50_u8.into(), 3_u8.into()] });
        assert!(
            reason.to_string().contains("[n] -> [n - k] for k in 1..n if k % (3 + 1) > 0"),
            "{reason}"
        );
    }

    #[test]
    fn what_is_beyond_the_definition_may_be_answered() {
        let mut session =
            Session::with_game("[n, m] -> [n-k, m] for k in 1..n if k % m > 0").unwrap();
        let limits = Limits::default();
        let position = session.position("10000000000000000000000000000003,7").unwrap();
        // A theorem about amounts that are no multiples of seven: the remainder.
        let remainder: BigUint = &position.parts[0].coords[0] % 7_u8;
        assert_eq!(session.value(&position, &limits).unwrap().nimber(), Some(remainder));
        // Of all that is left, no rule: the message is that of the whole rule.
        let fault = session.position("30,0").unwrap();
        let failure = session.value(&fault, &limits).unwrap_err();
        assert!(failure.to_string().contains("[30, 0]"), "{failure}");
    }
}
