//! Components that are sums of games with fewer coordinates ([`rule::summands`](crate::rule)): what is asked of them
//! is asked of the sum, in a session of its own. Each game has the fastest engine for it, and tables of lines take the
//! place of tables of all positions.

use std::ops::{ControlFlow, RangeInclusive};

use num_bigint::BigUint;

use super::whole::Whole;
use crate::games::open;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::plan::Engine;
use crate::play::{Asked, Move, Position, SeeMove, Session, in_one_line};
use crate::position::Part;
use crate::rule::{Rules, summands, written};
use crate::ruleset::{Failure, Fault, Value};

/// The games whose sum the components of a rule are.
#[derive(Default)]
pub(in crate::play) struct Summands {
    /// The coordinates that each has, and which of the games it is; none where components are no sums.
    parts: Vec<(Vec<usize>, usize)>,
    /// The rules of the games, each once.
    rules: Vec<String>,
    /// The session of these games, once one was asked for.
    session: Option<Box<Session>>,
}

/// A game of the sum that components are.
///
/// ```
/// use grundy::play::Session;
/// let mut session = Session::with_game("[a, b] -> [a-k, b] for k in squares(a) | [a, b-k] for k in squares(b)")?;
/// let summands = session.summands(0);
/// assert_eq!(summands[0].components, "[a], [b]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Summand {
    /// The coordinates that it has, as components: `[a, c]`, and several where games have the same rule: `[a], [b]`.
    pub components: String,
    /// Its rule, with the names of the first of these.
    pub rule: String,
    /// Why it has its engine.
    pub reason: Message,
}

impl Summands {
    pub(in crate::play) fn new(rules: &Rules) -> Summands {
        let mut found = Summands::default();
        for part in summands(rules.program()) {
            let text = part.program.to_string();
            let game = found.rules.iter().position(|known| *known == text);
            let game = game.unwrap_or_else(|| {
                found.rules.push(text);
                found.rules.len() - 1
            });
            found.parts.push((part.axes, game));
        }
        found
    }

    /// The sum that a component is.
    fn sum(&self, part: &Part) -> Vec<Part> {
        let of = |(axes, game): &(Vec<usize>, usize)| Part {
            game: *game,
            kind: 0,
            coords: axes.iter().map(|&axis| part.coords[axis].clone()).collect(),
        };
        self.parts.iter().map(of).collect()
    }

    /// The session of the games, which is opened if it is not there.
    fn session(&mut self) -> Option<&mut Session> {
        if self.session.is_none() {
            let mut session = Session::new();
            for rule in &self.rules {
                let Ok(opened) = open(rule) else {
                    // Components are none, then.
                    self.parts.clear();
                    return None;
                };
                session.opened.push(opened);
            }
            session.add_solvers();
            self.session = Some(Box::new(session));
        }
        self.session.as_deref_mut()
    }

    /// Components that the definition has looked at in these games.
    pub(in crate::play) fn positions_looked_at(&self) -> u64 {
        self.session.as_deref().map_or(0, Session::positions_looked_at)
    }
}

impl Session {
    /// Whether the components of a game are asked about as sums: they are such, there is no theory for them, and play
    /// is normal, for in misère play values do not tell who wins a sum.
    pub(in crate::play) fn are_sums(&self, game: usize) -> bool {
        let solver = &self.solvers[game];
        let defined = matches!(solver.plan.engine, Engine::Definition);
        !solver.summands.parts.is_empty() && defined && !self.is_played_misere(game)
    }

    /// What comes of asking about the sum that a component is; nothing where it is none, or that cannot be answered.
    pub(in crate::play) fn as_sum<T>(
        &mut self,
        part: &Part,
        limits: &Limits,
        ask: impl FnOnce(&mut Session, Position, &Limits) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        if !self.are_sums(part.game) {
            return Ok(None);
        }
        let summands = &mut self.solvers[part.game].summands;
        let parts = summands.sum(part);
        let Some(session) = summands.session() else { return Ok(None) };
        match ask(session, Position { parts }, limits) {
            Ok(found) => Ok(Some(found)),
            Err(failure @ Failure::Stop(_)) => Err(failure),
            // No table and no theorem about all coordinates knows what is too much for one.
            Err(Failure::Fault(fault)) if fault.too_much => {
                let whole = self.describe_part(part);
                Err(Failure::Fault(Fault { position: whole, ..fault }))
            }
            // The definition says it of the component with all its coordinates.
            Err(_) => Ok(None),
        }
    }

    /// The sum that a component is, and the session that was asked about it, if one was.
    pub(in crate::play) fn known_sum(&self, part: &Part) -> Option<(&Session, Position)> {
        let summands = &self.solvers[part.game].summands;
        let session = summands.session.as_deref().filter(|_| self.are_sums(part.game))?;
        Some((session, Position { parts: summands.sum(part) }))
    }

    /// Shows moves of a component, those that `ask` shows of the sum that it is; nothing where that is not done, or
    /// cannot be answered.
    pub(in crate::play) fn moves_as_sum(
        &mut self,
        (index, part): (usize, &Part),
        limits: &Limits,
        see: &mut SeeMove<'_>,
        ask: impl FnOnce(&mut Session, &Position, &mut SeeMove<'_>) -> Result<(), Failure>,
    ) -> Result<Option<ControlFlow<()>>, Failure> {
        let unordered = self.opened[part.game].rules.ir()[part.kind].unordered;
        let whole = Whole { part: part.clone(), unordered };
        let axes: Vec<Vec<usize>> =
            self.solvers[part.game].summands.parts.iter().map(|(axes, _)| axes.clone()).collect();
        let asked = self.as_sum(part, limits, |session, position, _| {
            let parts = &position.parts;
            let own = |made: &Move| {
                // The same component again has the same moves, if the order does not matter.
                let again = unordered && parts[..made.part].contains(&parts[made.part]);
                (!again).then(|| &axes[made.part][..])
            };
            Ok(whole.show_all(index, own, see, |see| ask(session, &position, see)))
        })?;
        asked.flatten().transpose()
    }

    /// How many moves win at a component alone in normal play, by the sum that it is; nothing where it is none.
    pub(in crate::play) fn count_as_sum(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Option<BigUint>, Failure> {
        let unordered = self.opened[part.game].rules.ir()[part.kind].unordered;
        let repeats = |(at, coord)| part.coords[..at].contains(coord);
        if unordered && part.coords.iter().enumerate().any(repeats) {
            return Ok(None);
        }
        let count = |session: &mut Session, sum: Position, limits: &Limits| {
            session.count_winning_moves(&sum, limits)
        };
        self.as_sum(part, limits, count)
    }

    /// Prepares for questions about components that are sums; whether these are such.
    pub(in crate::play) fn prepare_as_sums(
        &mut self,
        game: usize,
        from: &[u64],
        last: &[u64],
        limits: &Limits,
    ) -> Result<bool, Failure> {
        if !self.are_sums(game) {
            return Ok(false);
        }
        let summands = &mut self.solvers[game].summands;
        let parts = summands.parts.clone();
        let Some(session) = summands.session() else { return Ok(false) };
        for own in 0..session.opened.len() {
            let alike = || parts.iter().filter(|(_, game)| *game == own).map(|(axes, _)| axes);
            let count = alike().next().map_or(0, Vec::len);
            let from = |at: usize| alike().map(|axes| from[axes[at]]).min().unwrap_or(0);
            let last = |at: usize| alike().map(|axes| last[axes[at]]).max().unwrap_or(0);
            let from: Vec<u64> = (0..count).map(from).collect();
            let last: Vec<u64> = (0..count).map(last).collect();
            // Who wins a sum is told by values.
            session.prepare_game(own, (0, Asked::Values), &from, &last, limits)?;
            let solver = &mut session.solvers[own];
            if !solver.plan.engine.has_all(false) {
                // Each of its values is asked for in many sums.
                solver.defined.prepare_small(0, &last, limits)?;
            }
        }
        Ok(true)
    }

    /// A stretch of a row of components that are sums, in normal play; nothing where they are none, or not all are
    /// known.
    pub(in crate::play) fn row_as_sums(
        &mut self,
        game: usize,
        outer: &[u64],
        columns: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Option<Vec<Value>> {
        if !self.are_sums(game) {
            return None;
        }
        let summands = &mut self.solvers[game].summands;
        let parts = summands.parts.clone();
        let session = summands.session()?;
        let (mut others, mut row) = (BigUint::ZERO, Vec::new());
        for (axes, own) in &parts {
            let coords = |axes: &[usize]| axes.iter().map(|&axis| outer[axis]).collect::<Vec<_>>();
            match axes.split_last() {
                Some((last, before)) if *last == outer.len() => {
                    row = session.row_of_game(
                        *own,
                        (0, Asked::Values),
                        &coords(before),
                        columns.clone(),
                        limits,
                    )?;
                }
                _ => {
                    let coords = coords(axes).into_iter().map(BigUint::from).collect();
                    let part = Part { game: *own, kind: 0, coords };
                    others ^= session.part_value(&part, limits).ok()?.nimber()?;
                }
            }
        }
        let others = Value::Nimber(Nimber(u64::try_from(others).ok()?));
        if parts.iter().all(|(axes, _)| !axes.contains(&outer.len())) {
            // No move changes or asks the last coordinate.
            return Some(columns.map(|_| others).collect());
        }
        Some(row.into_iter().map(|value| value ^ others).collect())
    }

    /// The games whose sum the components of an open game are, each rule once; none where they are no sums, or there is
    /// theory for them.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let rule = "[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in divisors(b)";
    /// let found = Session::with_game(rule)?.summands(0);
    /// assert_eq!(found[0].rule, "[a] -> [a - k] for k in 1..3");
    /// assert_eq!(found[1].components, "[b]");
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn summands(&mut self, game: usize) -> Vec<Summand> {
        if self.opened.len() <= game || !self.are_sums(game) {
            return Vec::new();
        }
        let _opened = self.solvers[game].summands.session();
        self.opened_summands(game)
    }

    /// The same, none where they were not asked about.
    fn opened_summands(&self, game: usize) -> Vec<Summand> {
        let summands = &self.solvers[game].summands;
        let Some(session) = &summands.session else { return Vec::new() };
        let names = &self.opened[game].rules.ir()[0].coords;
        let component = |axes: &[usize]| written(None, axes.iter().map(|&axis| &names[axis]));
        let of = |(own, rule): (usize, &String)| {
            let alike = summands.parts.iter().filter(|(_, game)| *game == own);
            let components: Vec<String> = alike.map(|(axes, _)| component(axes)).collect();
            Summand {
                components: components.join(", "),
                rule: in_one_line(rule),
                reason: session.solvers[own].plan.reason.clone(),
            }
        };
        summands.rules.iter().enumerate().map(of).collect()
    }

    /// Why a component has its value by the sum that it is, if it was asked about so.
    pub(in crate::play) fn reason_as_sum(&self, part: &Part) -> Option<Message> {
        if !self.are_sums(part.game) {
            return None;
        }
        let said = |Summand { components, rule, reason }| {
            message!("{components} by {rule}: {reason}", components, rule, reason)
        };
        let all = self.opened_summands(part.game).into_iter().map(said);
        let games = all.reduce(|games, game| message!("{games}; {game}", games, game))?;
        Some(message!(
            "a sum of games, for no move asks more than some coordinates: {games}",
            games
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    /// Rules whose components are sums, and how far they are looked at.
    const RULES: [(&str, u64); 11] = [
        (
            "[a, m, b] -> [a-k, m, b] for k in 1..a if k % (m + 2) > 0 | [a, m, b-k] for k in {1, 3}",
            6,
        ),
        ("[a, b, c] -> [a-k, b, c] for k in 1..2 | [a, b/2, c] if b > 0", 6),
        ("[a, b] -> [a-k, b] for k in 1..a if k % 3 > 0 | [a, b-k] for k in divisors(b)", 16),
        ("[a, b] -> [a-k, b] for k in 1..3 | [a, k] for k in 0..b-1 if k % 2 == 0", 14),
        ("unordered [a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in {1, 4}", 14),
        (
            "unordered [a, b, c] -> [a/2, b, c] if a > 0 | [a, b/2, c] if b > 0 | [a, b, c/2] if c > 0",
            7,
        ),
        (
            "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c-l] for k in 0..b, l in 0..c if k + l in {1, 3}",
            6,
        ),
        (
            "[a, b, c, d] -> [a-k, b, c, d] for k in 1..b | [a, b-1, c, d] | [a, b, c-1, d] if d > 1 | [a, b, c, d-2]",
            4,
        ),
        // A fault at some of them.
        ("[a, b] -> [a-k, b] for k in 1..a if a % k == 1 or 7 / (a-3) > 5 | [a, b-1]", 9),
        ("[a, b] -> [k, b] for k in fibs(a) if k < a | [a, b-k] for k in digits(b) if k > 0", 13),
        ("h[a, b] -> h[a-1, b] | h[a-2, b] | h[a, b-1]", 9),
    ];

    /// Sessions of a rule, one that goes by sums and one that never does.
    fn sessions(rule: &str) -> [Session; 2] {
        let mut sessions = [Session::with_game(rule), Session::with_game(rule)].map(Result::unwrap);
        assert!(!sessions[0].solvers[0].summands.parts.is_empty(), "{rule}");
        sessions[1].solvers[0].summands = Summands::default();
        sessions
    }

    fn positions(session: &Session, last: u64) -> Vec<Position> {
        let axes = session.opened[0].rules.kinds()[0].coords().len() as u32;
        let count = (last + 1).pow(axes);
        let coord = |at: u64, axis: u32| (at / (last + 1).pow(axis) % (last + 1)).cast_signed();
        let coords = |at: u64| (0..axes).map(|axis| coord(at, axis)).collect::<Vec<i64>>();
        (0..count).map(|at| session.component(0, &coords(at)).unwrap()).collect()
    }

    #[test]
    fn values_outcomes_and_moves_are_those_of_the_whole_rule() {
        let limits = Limits::default();
        for (rule, last) in RULES {
            let [mut sums, mut whole] = sessions(rule);
            let mut all = positions(&sums, last);
            for pair in 0..all.len().min(40) {
                let other = all[(pair * 7 + 3) % all.len()].parts.clone();
                all.push(Position { parts: [&all[pair].parts[..], &other].concat() });
            }
            for position in &all {
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
                assert_eq!(said(&mut sums), said(&mut whole), "{rule} {position:?}");
            }
        }
    }

    #[test]
    fn rows_are_those_of_the_table() {
        let limits = Limits::default();
        for (rule, _) in RULES {
            let [mut sums, mut whole] = sessions(rule);
            let axes = sums.opened[0].rules.kinds()[0].coords().len();
            let last = vec![20_u64; axes];
            sums.prepare((0, Asked::Values), &vec![0; axes], &last, &limits).unwrap();
            for at in 0..40_u64 {
                let outer: Vec<u64> = (1..axes as u64).map(|axis| (at * axis) % 21).collect();
                let row = sums.row((0, Asked::Values), &outer, 3..=20, &limits);
                let value = |column: u64| {
                    let coords: Vec<i64> =
                        outer.iter().chain([&column]).map(|&at| at.cast_signed()).collect();
                    let position = whole.component(0, &coords).unwrap();
                    whole.by_definition(&position, &limits)
                };
                let all: Result<Vec<Value>, Failure> = (3..=20).map(value).collect();
                if let Some(row) = row {
                    assert_eq!(Ok(row), all, "{rule} {outer:?}");
                }
            }
        }
    }

    #[test]
    fn far_components_have_the_engines_of_their_games() {
        let limits = Limits::default();
        let rule = "[a, b] -> [a-k, b] for k in {1, 2, 5} | [a, b-k] for k in 1..b/2";
        let mut session = Session::with_game(rule).unwrap();
        let far =
            session.position("1000000000000000000007,1000000000000000000000000000000").unwrap();
        let [a, b] = ["S{1,2,5}", "[b] -> [b-k] for k in 1..b/2"]
            .map(|game| Session::with_game(game).unwrap());
        let mut own = [(a, 0), (b, 1)];
        let mut value = BigUint::ZERO;
        for (session, axis) in &mut own {
            let heap = session.position(&far.parts[0].coords[*axis].to_string()).unwrap();
            value ^= session.value(&heap, &limits).unwrap().nimber().unwrap();
        }
        assert_eq!(session.value(&far, &limits).unwrap().nimber(), Some(value));
        assert_eq!(session.outcome(&far, &limits).unwrap(), Outcome::N);
        let found: Vec<Move> = session.winning_moves(&far, &limits).unwrap();
        assert!(!found.is_empty());
        for made in &found {
            let left = session.after(&far, made);
            assert_eq!(session.outcome(&left, &limits).unwrap(), Outcome::P, "{made:?}");
        }
        let count = session.count_winning_moves(&far, &limits).unwrap();
        assert_eq!(count, found.len().into());
        let reason = session.reason(&far.parts[0]).to_string();
        assert!(reason.contains("[b] by [b] -> [b - k] for k in 1..b / 2: "), "{reason}");
    }
}
