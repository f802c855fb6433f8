//! Questions about positions: the value, the outcome, every winning move.
//!
//! A [`Session`] holds the games that were opened and everything computed for them.

mod alike;
mod constant;
mod defined;
mod describe;
mod down;
mod few;
mod genus;
pub mod geography;
mod kinds;
mod length;
mod lost;
mod misere;
mod opponent;
mod options;
mod picture;
mod program;
mod quotient;
mod recurrent;
mod sought;
mod sum;
mod summands;
mod theorem;
mod turn;
mod value;
mod whole;
mod winning;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::automatic::Subject;
use crate::games::{Opened, open};
use crate::language::message;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::plan::{Engine, Known, Plan, plan};
use crate::position::{Described, Part, only_kind, parse_position};
use crate::rule::{Component, RuleError};
use crate::ruleset::{Failure, Ruleset, Value};
use crate::search::{Genera, Misere};
use crate::table::Lost;
use crate::theory::nim;
use alike::Alike;
use constant::Constants;
pub use defined::Asked;
use defined::{Defined, Found, MOST_KINDS, Wanted};
use kinds::Kinds;
pub use length::Lengths;
use lost::SOON;
use misere::{Mixed, Taming};
pub use opponent::Opponent;
pub use picture::Appearance;
use quotient::Sums;
use recurrent::Recurrences;
pub use sum::{Sum, SumMove, SumPart};
pub use summands::Summand;
use summands::Summands;

/// A value as large as the position asks for.
pub type BigValue = Value<BigUint>;

/// A sum of components of the games of the session that read it. Another session answers for it as for a position of its
/// own games, where it has such; where not, it is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The components, in the order typed.
    pub parts: Vec<Part>,
}

impl From<Vec<Part>> for Position {
    fn from(parts: Vec<Part>) -> Position {
        Position { parts }
    }
}

/// A move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the component that changes.
    pub part: usize,
    /// What it becomes.
    pub to: Target,
    /// Whether it ends the game at once (`win on`).
    pub at_once: bool,
}

/// What a component becomes.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Target};
/// // Take at least half: the value of a heap is its number of binary digits.
/// let mut session = Session::with_game("half")?;
/// let position = session.position("2 12")?;
/// let moves = session.winning_moves(&position, &Limits::default())?;
/// // Of 12, to either heap with two digits.
/// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
/// assert_eq!((moves.len(), moves[0].part, &moves[0].to), (1, 1, &to));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A sum; nothing left if it is empty.
    Sum(Vec<Part>),
    /// As many moves as there are numbers from `from` to `to`: the component's one coordinate
    /// becomes any of them.
    Range {
        /// The smallest.
        from: BigUint,
        /// The largest.
        to: BigUint,
    },
}

impl Move {
    /// How many moves this entry stands for; none for a range that ends before it begins.
    pub fn count(&self) -> BigUint {
        match &self.to {
            Target::Sum(_) => BigUint::from(1_u8),
            Target::Range { from, to } if from > to => BigUint::ZERO,
            Target::Range { from, to } => to - from + 1_u8,
        }
    }
}

/// Shown each move, until it breaks.
pub type SeeMove<'a> = dyn FnMut(Move) -> ControlFlow<()> + 'a;

/// Games, positions, and what was computed for them.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::Session;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let limits = Limits::default();
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("5 7 8 9 10")?;
/// assert_eq!(session.outcome(&position, &limits)?, Outcome::N);
/// let moves: Vec<String> = session
///     .winning_moves(&position, &limits)?
///     .iter()
///     .map(|m| session.describe_move(&position, m))
///     .collect();
/// assert_eq!(moves, ["8 -> 1", "9 -> 0", "10 -> 3"]);
/// # Ok(())
/// # }
/// ```
pub struct Session {
    opened: Vec<Opened>,
    /// One for each opened game.
    solvers: Vec<Solver>,
    misere: Misere<Mixed>,
    genera: Option<Genera<Mixed>>,
    /// Tables of sums in misère play.
    alike: Alike,
    /// Whether misère play was asked for, whatever the rules say.
    forced_misere: bool,
}

debug_by_name!(Session);

/// How a sum compares with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    /// The game is over.
    Over,
    Equal,
    Different,
}

/// What answers for one game.
struct Solver {
    plan: Plan,
    defined: Defined,
    /// A theorem about misère play, where the rule says misère.
    misere: Option<Plan>,
    /// What theorems were sought about, found or not.
    sought: Vec<Subject>,
    /// Lists of lost positions, for the kinds that have one.
    lost: Vec<Option<Lost>>,
    constants: Constants,
    tame: Taming,
    sums: Sums,
    recurrences: Recurrences,
    kinds: Kinds,
    summands: Summands,
    /// Components with more options than the definition lists, of which a theorem has told some.
    beyond: Vec<Vec<BigUint>>,
}

impl Session {
    /// A session without games: positions name theirs.
    pub fn new() -> Session {
        Session {
            opened: Vec::new(),
            solvers: Vec::new(),
            misere: Misere::new(Mixed::default()),
            genera: None,
            alike: Alike::default(),
            forced_misere: false,
        }
    }

    /// A session about one game, to which plain numbers in positions belong; see
    /// [`games::open`](crate::games::open) for the ways to say it.
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn with_game(text: &str) -> Result<Session, RuleError> {
        Ok(Session::with_opened(open(text)?))
    }

    /// A session about a game that was opened.
    pub fn with_opened(opened: Opened) -> Session {
        let mut session = Session::new();
        session.opened.push(opened);
        session.add_solvers();
        session
    }

    /// Plays misère from now on: whoever makes the last move loses.
    /// It cannot be undone; [`value`](Session::value) still tells values of normal play.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("1")?;
    /// assert_eq!(session.outcome(&position, &Limits::default())?, Outcome::N);
    /// session.play_misere();
    /// assert_eq!(session.outcome(&position, &Limits::default())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_misere(&mut self) {
        self.forced_misere = true;
    }

    fn add_solvers(&mut self) {
        for opened in &self.opened[self.solvers.len()..] {
            let defined = Defined::new(&opened.rules);
            let count = opened.rules.kinds().len();
            let list = |kind| match count <= MOST_KINDS {
                true => Lost::new(&opened.rules, kind).ok(),
                false => None,
            };
            let lost = (0..count).map(list).collect();
            self.solvers.push(Solver {
                plan: plan(opened),
                defined,
                misere: None,
                sought: Vec::new(),
                lost,
                constants: Constants::new(&opened.rules),
                tame: Taming::default(),
                sums: Sums::default(),
                recurrences: Recurrences::default(),
                kinds: Kinds::new(&opened.rules),
                summands: Summands::new(&opened.rules),
                beyond: Vec::new(),
            });
        }
    }

    /// The games opened so far.
    pub fn games(&self) -> &[Opened] {
        &self.opened
    }

    /// How a game is answered.
    ///
    /// # Panics
    /// If so many games are not [open](Session::games); so [`misere_plan`](Session::misere_plan) and
    /// [`engine`](Session::engine).
    pub fn plan(&self, game: usize) -> &Plan {
        &self.solvers[game].plan
    }

    /// How a component of a misère game is answered alone, if a theorem does.
    pub fn misere_plan(&self, game: usize) -> Option<&Plan> {
        self.solvers[game].misere.as_ref()
    }

    /// The engine of a game, to ask for its pattern.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // Guy and Smith: Kayles has the period 12, and 70 is the last exception.
    /// let mut session = Session::with_game("kayles")?;
    /// let period = session.engine(0).periodicity(&Limits::default())?.unwrap();
    /// assert_eq!((period.preperiod, period.period), (71, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn engine(&mut self, game: usize) -> &mut Engine {
        &mut self.solvers[game].plan.engine
    }

    /// Components that the definition has looked at, in all games.
    pub fn positions_looked_at(&self) -> u64 {
        self.misere.positions() + self.solvers.iter().map(Solver::positions_looked_at).sum::<u64>()
    }

    /// Reads a position: `5 7 8`, `20,31`, `[5] + [7]`, `nim[3] + 0.77[12]`.
    /// Games that it names are opened, at most 1000; there may be 2^20 components, and 2^30 binary digits in all.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("wythoff")?;
    /// let position = session.position("20,31 + 2 * nim[10^30]")?;
    /// let games: Vec<usize> = position.parts.iter().map(|part| part.game).collect();
    /// assert_eq!(games, [0, 1, 1]);
    /// // Two numbers are one component of this game, and one number is none.
    /// assert!(session.position("20 31").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn position(&mut self, text: &str) -> Result<Position, RuleError> {
        let parts = parse_position(text, &mut self.opened)?;
        self.add_solvers();
        Ok(Position { parts })
    }

    /// A position of heaps of these sizes: components of the first game's only kind with one coordinate.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.heaps(&[5, 7, 8])?;
    /// assert_eq!(session.value(&position, &Limits::default())?.to_u64(), Some(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] if there is no such kind.
    pub fn heaps(&self, sizes: &[u64]) -> Result<Position, Failure> {
        let Some(opened) = self.opened.first() else {
            return Err(Failure::Domain(message!("no game has been opened")));
        };
        let Some(kind) = only_kind(opened, 1, false) else {
            return Err(Failure::Domain(message!("there is no such kind of component")));
        };
        let part = |&size: &u64| Part { game: 0, kind, coords: vec![size.into()] };
        Ok(Position { parts: sizes.iter().map(part).collect() })
    }

    /// A position of one component of the first game.
    ///
    /// # Errors
    /// [`Failure::Domain`] if there is no such component.
    pub fn component(&self, kind: usize, coords: &[i64]) -> Result<Position, Failure> {
        let Some(opened) = self.opened.first() else {
            return Err(Failure::Domain(message!("no game has been opened")));
        };
        let component = opened.rules.component(kind, coords)?;
        Ok(Position { parts: vec![part_of(0, &component)] })
    }

    /// That the first game has such a kind of component, with as many coordinates as each of these has.
    fn check_kind(&self, kind: usize, coords: &[usize]) -> Result<(), Failure> {
        let Some(opened) = self.opened.first() else {
            return Err(Failure::Domain(message!("no game has been opened")));
        };
        let Some(kind) = opened.rules.ir().get(kind) else {
            return Err(Failure::Domain(message!("there is no such kind of component")));
        };
        let count = kind.coords.len();
        match coords.iter().all(|&coords| coords == count) {
            true => Ok(()),
            false => Err(Failure::Domain(message!(
                "components of this kind have {count} coordinates",
                count
            ))),
        }
    }

    /// That components are of the games of this session: a position that another one has read may not be.
    fn check(&self, parts: &[Part]) -> Result<(), Failure> {
        let fits = |part: &Part| {
            let kinds = self.opened.get(part.game).map(|opened| opened.rules.ir());
            let kind = kinds.and_then(|kinds| kinds.get(part.kind));
            kind.is_some_and(|kind| kind.coords.len() == part.coords.len())
        };
        match parts.iter().all(fits) {
            true => Ok(()),
            false => Err(Failure::Domain(message!(
                "this position was not read by this session: it has components of other games"
            ))),
        }
    }

    /// Whether the position is played misère.
    /// An empty position is played as the first game is.
    ///
    /// # Errors
    /// [`Failure::Domain`] if some of its games are misère and some are not, or this session has no such games.
    pub fn is_misere(&self, position: &Position) -> Result<bool, Failure> {
        self.check(&position.parts)?;
        if self.forced_misere {
            return Ok(true);
        }
        let mut kinds = position.parts.iter().map(|part| self.opened[part.game].rules.is_misere());
        let first = kinds
            .next()
            .or_else(|| self.opened.first().map(|opened| opened.rules.is_misere()))
            .unwrap_or(false);
        if kinds.any(|misere| misere != first) {
            let message = message!(
                "this sum mixes misère games with normal ones: \
                           a sum is played one way, so ask for misère play of all of it"
            );
            return Err(Failure::Domain(message));
        }
        Ok(first)
    }

    /// Who wins, in the way of play that the rules or the session say.
    ///
    /// # Errors
    /// As [`Session::value`], and [`Session::is_misere`].
    pub fn outcome(&mut self, position: &Position, limits: &Limits) -> Result<Outcome, Failure> {
        if self.is_misere(position)? {
            if let Some(outcome) = self.tabled_misere(&position.parts) {
                return Ok(outcome);
            }
            if let Some(heaps) = self.misere_nim(position) {
                return Ok(nim::misere_outcome(&heaps).outcome);
            }
            if let Some(outcome) = self.outcome_by_quotient(&position.parts, limits)? {
                return Ok(outcome);
            }
            if let Some(outcome) = self.outcome_without_constants(position, limits)? {
                return Ok(outcome);
            }
            return match self.misere_theorem(&position.parts, limits)? {
                Some(outcome) => Ok(outcome),
                None => self.misere_outcome(&position.parts, limits),
            };
        }
        if let [part] = &position.parts[..] {
            if let Some(outcome) = self.solvers[part.game].defined.tabled_outcome(part) {
                return Ok(outcome);
            }
            self.seek_for_slow_code(part, limits)?;
            let engine = &mut self.solvers[part.game].plan.engine;
            match engine.value(part.kind, &part.coords, limits)? {
                Known::Value(value) => return Ok(Outcome::next_wins(value != BigUint::ZERO)),
                Known::NotZero => return Ok(Outcome::N),
                Known::Nothing => {}
            }
            if let Some(outcome) = self.outcome_without_constants(position, limits)? {
                return Ok(outcome);
            }
            if let Some(outcome) = self.outcome_as_sum(position, limits)? {
                return Ok(outcome);
            }
            if let Some(outcome) = self.outcome_by_list(part, SOON, limits)? {
                return Ok(outcome);
            }
            match self.far_value(part, &WHO_WINS, limits)? {
                Some(Known::Value(value)) => return Ok(Outcome::next_wins(value != BigUint::ZERO)),
                Some(Known::NotZero) => return Ok(Outcome::N),
                Some(Known::Nothing) | None => {}
            }
            if let Some(outcome) = self.outcome_by_list(part, u64::MAX, limits)? {
                return Ok(outcome);
            }
        }
        let lost = self.compare(&position.parts, &BigValue::zero(), limits)?;
        Ok(Outcome::next_wins(matches!(lost, Compared::Different)))
    }

    fn is_over(&self, part: &Part, limits: &Limits) -> Result<bool, Failure> {
        let opened = &self.opened[part.game];
        if !opened.rules.has_wins() {
            return Ok(false);
        }
        opened.rules.is_over(&component_of(opened, part)?, limits)
    }

    /// Whether a sum is over, or has a value that is not a win.
    fn compare(
        &mut self,
        sum: &[Part],
        wanted: &BigValue,
        limits: &Limits,
    ) -> Result<Compared, Failure> {
        if let [part] = sum {
            let ask = |session: &mut Session, left: Position, limits: &Limits| {
                session.compare(&left.parts, wanted, limits)
            };
            if let Some(compared) = self.without_constants(part, limits, ask)? {
                return Ok(compared);
            }
            if self.tabled(part).is_none()
                && let Some(compared) = self.as_sum(part, limits, ask)?
            {
                return Ok(compared);
            }
        }
        // Options are many; what stands in a table is not looked for elsewhere.
        if let ([part], Value::Nimber(nimber)) = (sum, wanted)
            && self.solvers[part.game].defined.tabled_outcome(part).is_none()
        {
            let equal =
                |value| if *nimber == value { Compared::Equal } else { Compared::Different };
            if let Some(value) = self.at_once(part, limits) {
                return Ok(equal(value.0.into()));
            }
            let engine = &mut self.solvers[part.game].plan.engine;
            match engine.value(part.kind, &part.coords, limits)? {
                Known::Value(value) => return Ok(equal(value)),
                Known::NotZero if *nimber == BigUint::ZERO => return Ok(Compared::Different),
                Known::NotZero | Known::Nothing => {}
            }
            if let Some(value) = self.by_recurrence(part, false, limits)? {
                return Ok(equal(value.into()));
            }
            if let Some(Value::Nimber(value)) = self.value_by_kinds(part, limits)? {
                return Ok(equal(value));
            }
        }
        if let ([part], Value::Nimber(nimber)) = (sum, wanted)
            && let Ok(nimber) = u8::try_from(nimber)
            && matches!(self.plan(part.game).engine, Engine::Definition)
        {
            let component = component_of(&self.opened[part.game], part)?;
            let defined = &mut self.solvers[part.game].defined;
            let found = defined.find(&component, Wanted::Is(nimber), limits)?;
            return Ok(match found {
                Found::Value(Value::Over) => Compared::Over,
                Found::Value(Value::Nimber(Nimber(value))) if value == u64::from(nimber) => {
                    Compared::Equal
                }
                Found::Value(_) | Found::Other => Compared::Different,
            });
        }
        let value = self.sum_value(sum, limits)?;
        Ok(match value {
            Value::Over => Compared::Over,
            value if value == *wanted && value != Value::Win => Compared::Equal,
            _ => Compared::Different,
        })
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

/// The theorems that help with a component alone: values only where outcomes have none.
const WHO_WINS: [Subject; 3] = [Subject::Outcomes, Subject::Values, Subject::Lengths];
/// A rule as it stands in a sentence.
fn in_one_line(rule: &str) -> String {
    rule.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sum in an order of its own: two options are the same if they have the same components.
fn sorted(sum: &[Part]) -> Vec<Part> {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    sum
}

/// The component in the form of the definition.
fn component_of(opened: &Opened, part: &Part) -> Result<Component, Failure> {
    let coords: Result<Vec<i64>, Failure> = part
        .coords
        .iter()
        .map(|coord| {
            i64::try_from(coord).map_err(|_| {
                Failure::Domain(message!(
                    "{position} is beyond 2^63 - 1, where this game would have to be computed: \
                     no theory or theorem is known here that answers without",
                    position = Described(opened, part.kind, &part.coords).to_string()
                ))
            })
        })
        .collect();
    opened.rules.component(part.kind, &coords?)
}

/// A component of a rule, as a part of a position.
fn part_of(game: usize, component: &Component) -> Part {
    let coords = component.coords.iter().map(|coord| BigUint::from(coord.unsigned_abs())).collect();
    Part { game, kind: usize::from(component.kind), coords }
}
