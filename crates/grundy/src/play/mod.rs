//! Questions about positions: the value, the outcome, every winning move.
//!
//! A [`Session`] holds the games that were opened and everything computed for them.
//!
//! ```text
//! position   sums and moves as data
//! time       work that is given a time
//! questions  values, who wins, winning moves, lost components
//! moves      the moves that rules allow, what they lead to, how they are typed
//! who answers for a component, beside the engine of the plan
//!     defined    the definition, a table, and the search that prunes, in turns
//!     apart      games of their own: without coordinates that no move changes, by kinds, as sums of smaller games
//!     far        a recurrence, a theorem
//!     misere     where the last move loses: sums as a whole, a quotient, tables of sums
//! sum        sums with boards
//! opponent   an opponent, and how long a game lasts
//! shown      words and pictures
//! program    programs for a game
//! geography  a token on a graph
//! ```

mod apart;
mod defined;
mod far;
pub mod geography;
mod misere;
mod moves;
mod opponent;
mod position;
mod program;
mod questions;
mod shown;
mod sum;
mod time;

use num_bigint::BigUint;

use crate::automatic::Subject;
use crate::games::{Opened, open};
use crate::language::message;
use crate::plan::{Engine, Plan, plan};
use crate::position::{Part, only_kind, parse_position};
use crate::rule::RuleError;
use crate::ruleset::Failure;
use crate::search::{Genera, Misere};
use crate::table::Lost;
pub use apart::Summand;
use apart::{Constants, Kinds, Summands};
pub use defined::Asked;
use defined::{Defined, MOST_KINDS};
use far::Recurrences;
use misere::{Alike, Mixed, Sums, Taming};
pub use opponent::{Lengths, Opponent};
pub use position::{BigValue, Move, Position, SeeMove, Target};
use position::{component_of, part_of, sorted, target};
pub use shown::Appearance;
pub use sum::{Sum, SumMove, SumPart};

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

/// What answers for one game.
struct Solver {
    plan: Plan,
    defined: Defined,
    /// A theorem about misère play, where the rule says misère.
    misere: Option<Plan>,
    /// What theorems were sought about, found or not.
    sought: Vec<Subject>,
    /// The same, of those that were sought for a moment before a table was to be filled.
    sought_briefly: Vec<Subject>,
    /// Whether a theorem was given to answer.
    given: bool,
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
    /// Whether the definition was given time in vain for a value of which a theorem says only that it is not 0.
    looked_in_vain: bool,
}

impl Solver {
    /// Components that the definition has looked at.
    fn positions_looked_at(&self) -> u64 {
        let by_sums = self.summands.positions_looked_at();
        self.defined.values.positions() + self.constants.positions_looked_at() + by_sums
    }
}

impl Session {
    /// A session without games: positions name theirs.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::new();
    /// // (1, 2) is lost in Wythoff's game, so it adds nothing.
    /// let position = session.position("nim[5] + wythoff[1, 2]")?;
    /// assert_eq!(session.value(&position, &Limits::default())?.to_u64(), Some(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("S{1, 3, 4}")?;
    /// assert_eq!(session.position("5 6 7")?.parts.len(), 3);
    /// let error = Session::with_game("[n] -> [m-1]").unwrap_err();
    /// assert_eq!(error.line_column(), (1, 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn with_game(text: &str) -> Result<Session, RuleError> {
        Ok(Session::with_opened(open(text)?))
    }

    /// A session about a game that was opened.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::Session;
    /// // Misère Nim with equal heaps of 1: each move takes one of them.
    /// let mut session = Session::with_opened(open("nim")?.played_misere());
    /// let position = session.position("1 1")?;
    /// assert_eq!(session.outcome(&position, &Limits::default())?, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        // What was sought in vain is about normal play.
        self.solvers.iter_mut().for_each(|solver| solver.sought.clear());
    }

    /// Whether a game is played misère: its rule says so, or the session.
    fn is_played_misere(&self, game: usize) -> bool {
        self.forced_misere || self.opened[game].rules.is_misere()
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
                sought_briefly: Vec::new(),
                given: false,
                lost,
                constants: Constants::new(&opened.rules),
                tame: Taming::default(),
                sums: Sums::default(),
                recurrences: Recurrences::default(),
                kinds: Kinds::new(&opened.rules),
                summands: Summands::new(&opened.rules),
                beyond: Vec::new(),
                looked_in_vain: false,
            });
        }
    }

    /// The games opened so far.
    /// Positions name their games by the place here ([`Part::game`]).
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// session.position("3 + kayles[5] + nim[2]")?;
    /// let names: Vec<_> = session.games().iter().filter_map(|game| game.name.as_deref()).collect();
    /// assert_eq!(names, ["nim", "kayles"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games(&self) -> &[Opened] {
        &self.opened
    }

    /// How a game is answered.
    ///
    /// ```
    /// use grundy::plan::Engine;
    /// use grundy::play::Session;
    /// let session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
    /// assert!(matches!(session.plan(0).engine, Engine::Interval { least: 1, most: 3 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("1000 1000")?;
    /// session.value(&position, &Limits::default())?;
    /// assert_eq!(session.positions_looked_at(), 0, "theory answers");
    /// session.by_definition(&position, &Limits::default())?;
    /// assert!(session.positions_looked_at() >= 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("wythoff")?;
    /// assert_eq!(session.component(0, &[5, 3])?, session.position("3,5")?);
    /// assert!(session.component(0, &[3]).is_err(), "it has two coordinates");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

/// A rule as it stands in a sentence.
fn in_one_line(rule: &str) -> String {
    rule.split_whitespace().collect::<Vec<_>>().join(" ")
}
