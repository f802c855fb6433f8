//! Games that are rules.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use grundy::code;
use grundy::explain;
use grundy::games::{BOARDS, CATALOGUE, Entry, find, find_board};
use grundy::limits::Limits;
use grundy::play::{Asked as Wanted, Opponent, Position, Session};
use grundy::rule::nearest;
use grundy::ruleset::Failure;
use grundy::survey::survey;
use grundy::theorem::{Sought, seek};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answers::{Period, Whole, Worth, language, letter, quoted};
use crate::asked::Asked;
use crate::moves::{self, Move};
use crate::position::Count;
use crate::quotient::Quotient;
use crate::survey::Pattern;
use crate::table::{self, Cells};
use crate::theorem::Theorem;
use crate::work::{at_length, limits, work};
use crate::{position, trouble};

/// A game: its rule, and everything computed for it.
///
/// `game` is a rule in the notation, the name of a game (`"wythoff"`), a take-and-break code (`"0.77"`) or a
/// subtraction set (`"S{1,3,4}"`). With `misere` whoever makes the last move loses.
///
/// A position is a text as one types it (`"5 7 8"`, `"20,31"`, `"[5] + [7]"`, `"nim[3] + wythoff[3,5]"`), a number for
/// one heap, a tuple for one component with several coordinates, or a list of these for a sum. Numbers are of any size
/// where the theory knows the answer.
///
/// Each question takes `time`, in seconds, and `memory`, in bytes (2 GiB if not said), and raises LimitReached beyond
/// them; what was computed is kept for the next one. Threads that ask one game wait for each other.
///
/// >>> grundy.Game("wythoff").outcome((20, 31))
/// 'N'
#[pyclass(frozen, eq, hash, module = "grundy")]
pub(crate) struct Game {
    asked: Asked<Sessions>,
    /// As it was given.
    text: String,
    rule: String,
    misere: bool,
}

/// Games with the same rule that are played the same way are equal.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        (&self.rule, self.misere) == (&other.rule, other.misere)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.rule, self.misere).hash(state);
    }
}

/// Names of kinds, each with the names of its coordinates.
type Kinds = Vec<(Option<String>, Vec<String>)>;

/// A session about the game alone, and one in which positions name other games beside it.
struct Sessions {
    own: Session,
    mixed: Option<Session>,
}

/// Games that a session for positions of several games has at most when another position is read.
const KEPT: usize = 100;

/// What is wrong with the text of a game.
fn no_game(text: &str, mistake: &grundy::rule::RuleError) -> PyErr {
    if let Some(entry) = find_board(text) {
        let Entry { name, example, .. } = entry;
        let message = format!(
            "{name} is a game on boards\n  help: grundy.Board('{name}', '{}').value()",
            example.strip_prefix(name).unwrap_or(example).trim().trim_matches('\'')
        );
        return trouble::RuleError::new_err(message);
    }
    trouble::mistake(mistake)
}

/// A session of a game. Other threads of Python run meanwhile: to plan a long rule takes a moment.
fn opened(py: Python<'_>, game: &str) -> PyResult<Session> {
    py.detach(|| Session::with_game(game)).map_err(|mistake| no_game(game, &mistake))
}

/// The names of all games, each with its title and whether it is a game on boards.
///
/// >>> grundy.games()[0]
/// ('nim', 'Nim', False)
#[pyfunction]
pub(crate) fn games() -> Vec<(&'static str, &'static str, bool)> {
    let listed = |boards| move |entry: &Entry| (entry.name, entry.title, boards);
    CATALOGUE.iter().map(listed(false)).chain(BOARDS.iter().map(listed(true))).collect()
}

/// That there is no game on boards of a name.
pub(crate) fn no_board(name: &str) -> PyErr {
    let known = BOARDS.iter().map(|entry| entry.name);
    let help = match (find(name), nearest(name, known)) {
        (Some(entry), _) => format!("\n  help: grundy.Game('{}')", entry.name),
        (None, Some(near)) => format!("\n  help: did you mean {near}?"),
        (None, None) => "\n  help: grundy.games() lists them".to_owned(),
    };
    trouble::RuleError::new_err(format!("there is no game on boards named {name}{help}"))
}

impl Sessions {
    /// Reads a position, and the session that it is of: naming other games changes how components are described, so
    /// such positions have a session of their own.
    fn read(
        &mut self,
        py: Python<'_>,
        game: &Game,
        (text, is_typed): (&str, bool),
    ) -> PyResult<(&mut Session, Position)> {
        let read = |session: &mut Session| {
            py.detach(|| session.position(text)).map_err(|mistake| match is_typed {
                true => trouble::mistake(&mistake),
                false => trouble::mistake_in_numbers(&mistake),
            })
        };
        if !text.contains(char::is_alphabetic) {
            let position = read(&mut self.own)?;
            return Ok((&mut self.own, position));
        }
        // A position may name many games, which are not all kept for later ones.
        if self.mixed.as_ref().is_none_or(|mixed| mixed.games().len() > KEPT) {
            self.mixed = Some(game.open(py)?);
        }
        let Sessions { own, mixed } = self;
        let mixed = mixed.get_or_insert_with(Session::new);
        let position = read(mixed)?;
        if position.parts.iter().any(|part| part.game > 0) {
            return Ok((mixed, position));
        }
        // Kinds have names too.
        let position = read(own)?;
        Ok((own, position))
    }
}

impl Game {
    /// What is answered about a position, within seconds and bytes.
    fn answer<T: Send>(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        (time, memory): (Option<f64>, Option<Count>),
        mut answer: impl FnMut(&mut Session, &Position, &Limits) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let (limits, text) = (limits(time, memory)?, position::text(position)?);
        let mut asking = self.asked.ask(py, &limits)?;
        let is_typed = position.is_instance_of::<PyString>();
        let (session, asked) = asking.answers.read(py, self, (&text, is_typed))?;
        work(py, &limits, |limits| answer(session, &asked, limits))
    }

    fn open(&self, py: Python<'_>) -> PyResult<Session> {
        let mut session = opened(py, &self.text)?;
        if self.misere {
            session.play_misere();
        }
        Ok(session)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, misere = false))]
    fn new(py: Python<'_>, game: &str, misere: bool) -> PyResult<Game> {
        let mut own = opened(py, game)?;
        if misere {
            own.play_misere();
        }
        let rule = own.games()[0].rules.program().to_string();
        // One game is played one way.
        let misere = own.is_misere(&Position::default()).unwrap_or(misere);
        let asked = Asked::new(Sessions { own, mixed: None });
        Ok(Game { asked, text: game.to_owned(), rule, misere })
    }

    /// The rule in the notation, as it was understood.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    /// The game as it was given.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The kinds of components with the names of their coordinates; a kind without a name has the name None.
    ///
    /// >>> grundy.Game("fibonacci-nim").kinds
    /// [('fresh', ['n']), (None, ['n', 'q'])]
    #[getter]
    fn kinds(&self, py: Python<'_>) -> PyResult<Kinds> {
        let asking = self.asked.ask(py, &limits(None, None)?)?;
        let kinds = asking.answers.own.games()[0].rules.kinds();
        let kinds = kinds.iter();
        Ok(kinds.map(|kind| (kind.name().map(str::to_owned), kind.coords().to_vec())).collect())
    }

    /// Whether whoever makes the last move loses.
    #[getter]
    fn misere(&self) -> bool {
        self.misere
    }

    /// How the game is answered, and why so.
    ///
    /// >>> grundy.Game("nim").plan
    /// 'any amount may be taken: this is Nim'
    #[getter]
    fn plan(&self, py: Python<'_>) -> PyResult<String> {
        let asking = self.asked.ask(py, &limits(None, None)?)?;
        Ok(asking.answers.own.plan(0).reason.to_string())
    }

    /// The Grundy value of a position in normal play; `"win"` and `"over"` where a game ends on the spot. In misère play
    /// there are no values.
    ///
    /// >>> grundy.Game("0.77").value(10**18)
    /// 1
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Worth> {
        if self.misere {
            return Err(trouble::no_values("ask who wins by outcome()"));
        }
        let found = self.answer(py, position, (time, memory), Session::value)?;
        Ok(Worth::of(found))
    }

    /// The genus of a position, for misère play: its value in normal play, and its values in misère play beside no heap of
    /// two, one, two and so on, of which the last two repeat.
    ///
    /// >>> grundy.Game("kayles").genus(5)
    /// (4, [1, 4, 6])
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn genus(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<(Whole, Vec<Whole>)> {
        let genus = self.answer(py, position, (time, memory), Session::genus)?;
        Ok((Whole(genus.value), genus.superscript.into_iter().map(Whole).collect()))
    }

    /// Who wins a position: `"N"`, the player to move, or `"P"`, the other one.
    ///
    /// >>> grundy.Game("nim", misere=True).outcome([1, 1, 3])
    /// 'N'
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn outcome(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<&'static str> {
        self.answer(py, position, (time, memory), Session::outcome).map(letter)
    }

    /// Every winning move, component by component; at most the first `most` of them.
    ///
    /// >>> grundy.Game("nim").winning_moves([5, 7, 8, 9, 10])
    /// [<Move 8 -> 1>, <Move 9 -> 0>, <Move 10 -> 3>]
    #[pyo3(signature = (position, most = None, *, time = None, memory = None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        most: Option<Count>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<Move>> {
        self.answer(py, position, (time, memory), |session, asked, limits| {
            moves::collected(session, asked, most, limits, |session, see| {
                session.each_winning_move(asked, limits, see)
            })
        })
    }

    /// Every move that the rules allow, component by component; at most the first `most` of them.
    ///
    /// >>> grundy.Game("[n] -> [n-k] for k in {1, 2}").moves([5, 1])
    /// [<Move 5 -> 4>, <Move 5 -> 3>, <Move 1 -> 0>]
    #[pyo3(signature = (position, most = None, *, time = None, memory = None))]
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        most: Option<Count>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<Move>> {
        self.answer(py, position, (time, memory), |session, asked, limits| {
            moves::collected(session, asked, most, limits, |session, see| {
                session.each_move(asked, limits, see)
            })
        })
    }

    /// How many winning moves there are, without a list of them where theory counts.
    ///
    /// >>> grundy.Game("0.77").count_winning_moves(10**12)
    /// 83333333338
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn count_winning_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Whole> {
        self.answer(py, position, (time, memory), Session::count_winning_moves).map(Whole)
    }

    /// The move of an opponent that never errs: of the winning moves the quickest, and in a lost position the one after
    /// which the game lasts longest, as far as small positions can be searched for that. None where there is no move.
    ///
    /// >>> nim = grundy.Game("nim")
    /// >>> nim.best_move([5, 7, 8, 9, 10]), nim.best_move([1, 2, 3]), nim.best_move([0])
    /// (<Move 9 -> 0>, <Move 1 -> 0>, None)
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn best_move(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Option<Move>> {
        self.answer(py, position, (time, memory), |session, asked, limits| {
            let best = Opponent::new().best(session, asked, limits)?;
            let best = best.map(|made| moves::shown(session, asked, vec![made], limits));
            Ok(best.transpose()?.and_then(|mut best| best.pop()))
        })
    }

    /// The values of all components with coordinates from 0 to `to`, which is a number or a tuple of them: a list, or
    /// lists of lists for several coordinates. In misère play, and with `outcomes`, who wins them, as `"N"` and `"P"`.
    /// `kind` names the kind of component where there are several; the first one if it is not said.
    ///
    /// >>> grundy.Game("S{1,3,4}").table(9)
    /// [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    #[pyo3(signature = (to, *, kind = None, outcomes = false, time = None, memory = None))]
    fn table(
        &self,
        py: Python<'_>,
        to: &Bound<'_, PyAny>,
        kind: Option<&str>,
        outcomes: bool,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Cells> {
        let (limits, to) = (limits(time, memory)?, table::ends(to)?);
        let mut asking = self.asked.ask(py, &limits)?;
        let session = &mut asking.answers.own;
        let kind = table::kind(session, kind)?;
        let to = table::of_each(session, kind, to)?;
        let wanted = if outcomes { Wanted::WhoWins } else { Wanted::Values };
        work(py, &limits, |limits| table::cells(session, (kind, wanted), &to, limits))
    }

    /// The period of the values of one heap, with a proof behind it. None where no proof is found within a few thousand
    /// heaps, and where the values have a formula (`plan` says it) or are of several coordinates.
    ///
    /// >>> grundy.Game("0.77").period()
    /// <Period preperiod=71 period=12 saltus=0>
    #[pyo3(signature = (*, time = None, memory = None))]
    fn period(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Option<Period>> {
        if self.misere {
            return Err(trouble::no_values("prove() seeks who wins all heaps"));
        }
        let found = self.asked.answer(py, (time, memory), |answers, limits| {
            answers.own.engine(0).periodicity(limits)
        })?;
        Ok(found.as_ref().map(Period::of))
    }

    /// What is seen in the table of a kind of component, with one or two coordinates, up to `to`; as far as some seconds
    /// lead if that is not said.
    ///
    /// >>> pattern = grundy.Game("[n] -> [n-k] for k in 1..3").pattern()
    /// >>> pattern.held[0].formula, pattern.theorem()
    /// ('n % 4', 'G(n + 4) = G(n) for all n >= 0')
    #[pyo3(signature = (to = None, *, kind = None, time = None, memory = None))]
    fn pattern(
        &self,
        py: Python<'_>,
        to: Option<Count>,
        kind: Option<&str>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Pattern> {
        let limits = limits(time, memory)?;
        let mut asking = self.asked.ask(py, &limits)?;
        let session = &mut asking.answers.own;
        let (kind, to) = (table::kind(session, kind)?, to.map(|to| to.0));
        // It makes do with little time, so it is not asked for a moment first.
        at_length(py, &limits, |limits| survey(session, kind, to, limits)).map(Pattern::of)
    }

    /// A theorem about all positions, by every way there is: a period, an automaton for the values or for who wins, a misère
    /// quotient, a recurrence. None where none is found.
    ///
    /// `about` is `"values"` or `"outcomes"`; values first if it is not said. A period is sought among the heaps up to
    /// `to`, 65536 if that is not said. With `certified` a theorem that has a certificate goes before one that says more;
    /// where there is none with one, another is given.
    ///
    /// >>> theorem = grundy.Game("wythoff").prove()
    /// >>> theorem.method, theorem.about
    /// ('automaton', 'outcomes')
    #[pyo3(signature = (about = None, *, to = None, certified = false, time = None, memory = None))]
    fn prove(
        &self,
        py: Python<'_>,
        about: Option<&str>,
        to: Option<Count>,
        certified: bool,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Option<Theorem>> {
        let mut sought = Sought::default();
        sought.certified = certified;
        if let Some(to) = to {
            sought = sought.to(to.0);
        }
        sought.about = match about {
            None => None,
            Some("values") => Some(Wanted::Values),
            Some("outcomes") => Some(Wanted::WhoWins),
            Some(_) => return Err(trouble::argument("about is 'values' or 'outcomes'")),
        };
        let attempt = self
            .asked
            .answer(py, (time, memory), |answers, limits| seek(&answers.own, &sought, limits))?;
        Ok(attempt.proved().map(Theorem))
    }

    /// The misère quotient of a game of heaps, sought until a period is proved, or to the heap `to`: who wins every sum of
    /// heaps where the last move loses. If `to` is not said, it is 16384, or less where the quotient is that of Nim and
    /// grows.
    ///
    /// >>> grundy.Game("0.23").quotient()
    /// <Quotient of 0.23: order 6, of all heaps>
    #[pyo3(signature = (*, to = None, time = None, memory = None))]
    fn quotient(
        &self,
        py: Python<'_>,
        to: Option<Count>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Quotient> {
        let limits = limits(time, memory)?;
        let mut quotient = {
            let asking = self.asked.ask(py, &limits)?;
            Quotient::begun(&asking.answers.own, &self.text)?
        };
        quotient.advance(py, to.map(|to| to.0), &limits)?;
        Ok(quotient)
    }

    /// Why a position is won or lost, in words: the values of its components, how they combine, and a winning move.
    /// `lang` is `"en"` or `"zh"`.
    ///
    /// >>> print(grundy.Game("S{1,3,4}").explain([9, 10]).splitlines()[-1])
    /// Winning move: 9 -> 8 turns the value 0 into 1, so that the nim-sum becomes 0.
    #[pyo3(signature = (position, *, lang = "en", time = None, memory = None))]
    fn explain(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        lang: &str,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<String> {
        let lang = language(lang)?;
        let steps = self.answer(py, position, (time, memory), explain::explain)?;
        Ok(explain::in_words(&steps, lang))
    }

    /// A program that answers the game on its own, in `"c++"`, `"python"` or `"rust"` (or `"cpp"`, `"py"`, `"rs"`): it
    /// reads a position per line, the numbers of all components, and prints the value of each, or N or P where only that
    /// is known. A comment in it says what it rests on: a proved formula or period, a theorem or misère quotient, sought
    /// for some seconds, or the rule itself. With `values` it prints values even where only who wins is proved, by the
    /// rule itself.
    ///
    /// >>> program = grundy.Game("0.77").code("python")
    /// >>> "G(n + 12) = G(n) for all n >= 71" in program
    /// True
    #[pyo3(signature = (lang, *, kind = None, values = false, time = None, memory = None))]
    fn code(
        &self,
        py: Python<'_>,
        lang: &str,
        kind: Option<&str>,
        values: bool,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<String> {
        let lang = match &lang.to_lowercase()[..] {
            "cpp" | "cxx" => "c++".to_owned(),
            "py" => "python".to_owned(),
            "rs" => "rust".to_owned(),
            other => other.to_owned(),
        };
        let lang = code::TargetLanguage::ALL.into_iter().find(|known| known.name() == lang);
        let lang = lang.ok_or_else(|| trouble::argument("lang is 'c++', 'python' or 'rust'"))?;
        let limits = limits(time, memory)?;
        let mut asking = self.asked.ask(py, &limits)?;
        let session = &mut asking.answers.own;
        let kind = table::kind(session, kind)?;
        let written = work(py, &limits, |limits| session.program((kind, values), lang, limits));
        written.map(|source| source.text)
    }

    /// Stops what another thread asked; LimitReached is raised there.
    fn cancel(&self) {
        self.asked.cancel();
    }

    /// What `pickle` and `copy` keep: the game as it was given, and not what was computed for it.
    fn __getnewargs_ex__(&self) -> ((&str,), HashMap<&str, bool>) {
        ((&self.text,), HashMap::from([("misere", self.misere)]))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let misere = if self.misere { ", misere=True" } else { "" };
        Ok(format!("grundy.Game({}{misere})", quoted(py, &self.text)?))
    }
}
