//! Games that are rules.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::outcome::Outcome;
use grundy::play::{Asked, BigValue, Position, Session, Target};
use grundy::ruleset::Value;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyInt};

use crate::table::{self, Cells};
use crate::work::{limits, work};
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
/// them; what was computed is kept for the next one.
///
/// >>> grundy.Game("wythoff").outcome((20, 31))
/// 'N'
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Game {
    session: Mutex<Session>,
}

/// A winning move, as its text says it: `8 -> 1` makes 1 of a component 8, and `40 -> 16..31` stands for a move to each
/// of these numbers.
#[pyclass(frozen, get_all, module = "grundy")]
pub(crate) struct Move {
    /// The number of the component that changes, from 0, in the order typed.
    component: usize,
    /// The move as a text.
    text: String,
    /// The position after it, as a text; None where it stands for several moves.
    position: Option<String>,
    /// How many moves it stands for.
    count: Whole,
    /// Whether it ends the game at once.
    at_once: bool,
}

#[pymethods]
impl Move {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }
}

/// A proved pattern: G(n + period) = G(n) + saltus for all n >= preperiod.
#[pyclass(frozen, get_all, module = "grundy")]
pub(crate) struct Period {
    /// The first heap from which it holds.
    preperiod: u64,
    /// The length of the pattern.
    period: u64,
    /// What each repetition adds.
    saltus: u64,
}

#[pymethods]
impl Period {
    fn __repr__(&self) -> String {
        let Period { preperiod, period, saltus } = self;
        format!("<Period preperiod={preperiod} period={period} saltus={saltus}>")
    }
}

/// A whole number of any size.
#[derive(Clone)]
pub(crate) struct Whole(pub(crate) BigUint);

impl<'py> IntoPyObject<'py> for Whole {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        (&self).into_pyobject(py)
    }
}

impl<'py> IntoPyObject<'py> for &Whole {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match u128::try_from(&self.0) {
            Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
            Err(_) => {
                let bytes = PyBytes::new(py, &self.0.to_bytes_le());
                py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
            }
        }
    }
}

/// A value: a nimber, or `"win"` or `"over"`.
pub(crate) enum Worth {
    Nimber(Whole),
    Word(&'static str),
}

impl Worth {
    pub(crate) fn of(value: BigValue) -> Worth {
        match value {
            Value::Nimber(nimber) => Worth::Nimber(Whole(nimber)),
            Value::Win => Worth::Word("win"),
            Value::Over => Worth::Word("over"),
        }
    }
}

impl<'py> IntoPyObject<'py> for Worth {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Worth::Nimber(nimber) => nimber.into_pyobject(py),
            Worth::Word(word) => Ok(word.into_pyobject(py)?.into_any()),
        }
    }
}

/// Who wins, as a letter.
pub(crate) fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
        Outcome::D => "D",
    }
}

impl Game {
    fn session(&self, py: Python<'_>) -> MutexGuard<'_, Session> {
        // Whoever has it may wait for this thread to let Python go on, which it does meanwhile.
        self.session.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(session: &mut Session, asked: &Bound<'_, PyAny>) -> PyResult<Position> {
    let text = position::text(asked)?;
    session.position(&text).map_err(|mistake| trouble::mistake(&mistake))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, misere = false))]
    fn new(game: &str, misere: bool) -> PyResult<Game> {
        let mut session = Session::with_game(game).map_err(|mistake| trouble::mistake(&mistake))?;
        if misere {
            session.play_misere();
        }
        Ok(Game { session: Mutex::new(session) })
    }

    /// The rule in the notation, as it was understood.
    #[getter]
    fn rule(&self, py: Python<'_>) -> String {
        self.session(py).games()[0].rules.program().to_string()
    }

    /// Whether whoever makes the last move loses.
    #[getter]
    fn misere(&self, py: Python<'_>) -> bool {
        // One game is played one way.
        self.session(py).is_misere(&Position::default()).unwrap_or(false)
    }

    /// How the game is answered, and why so.
    #[getter]
    fn plan(&self, py: Python<'_>) -> String {
        self.session(py).plan(0).reason.to_string()
    }

    /// The Grundy value of a position, in normal play also where the game is misère; `"win"` and `"over"` where a game
    /// ends on the spot.
    ///
    /// >>> grundy.Game("0.77").value(10**18)
    /// 1
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Worth> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let asked = read(session, position)?;
        work(py, &limits, |limits| session.value(&asked, limits)).map(Worth::of)
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
        memory: Option<u64>,
    ) -> PyResult<&'static str> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let asked = read(session, position)?;
        work(py, &limits, |limits| session.outcome(&asked, limits)).map(letter)
    }

    /// Every winning move, component by component; the first `most` of them.
    ///
    /// >>> grundy.Game("nim").moves([5, 7, 8, 9, 10])
    /// [<Move 8 -> 1>, <Move 9 -> 0>, <Move 10 -> 3>]
    #[pyo3(signature = (position, most = 100_000, *, time = None, memory = None))]
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        most: usize,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Vec<Move>> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let asked = read(session, position)?;
        let found = work(py, &limits, |limits| {
            let mut found = Vec::new();
            if most > 0 {
                session.each_winning_move(&asked, limits, &mut |made| {
                    found.push(made);
                    match found.len() < most {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                })?;
            }
            Ok(found)
        })?;
        let described = |made: grundy::play::Move| {
            let position = match &made.to {
                Target::Sum(parts) => {
                    let mut after = asked.parts.clone();
                    after.splice(made.part..=made.part, parts.iter().cloned());
                    Some(session.describe_sum(&after))
                }
                Target::Range { .. } => None,
            };
            Move {
                component: made.part,
                text: session.describe_move(&asked, &made),
                position,
                count: Whole(made.count()),
                at_once: made.at_once,
            }
        };
        Ok(found.into_iter().map(described).collect())
    }

    /// How many winning moves there are, without a list of them where theory counts.
    ///
    /// >>> grundy.Game("0.77").count_moves(10**12)
    /// 83333333338
    #[pyo3(signature = (position, *, time = None, memory = None))]
    fn count_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Whole> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let asked = read(session, position)?;
        work(py, &limits, |limits| session.count_winning_moves(&asked, limits)).map(Whole)
    }

    /// The values of all components with coordinates up to `to`, a number or a tuple of them: a list, or lists of lists
    /// for several coordinates. In misère play, and with `outcomes`, who wins them, as `"N"` and `"P"`. `kind` names
    /// the kind of component where there are several.
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
        memory: Option<u64>,
    ) -> PyResult<Cells> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let kind = table::kind(session, kind)?;
        let to = table::ends(session, kind, to)?;
        let asked = if outcomes { Asked::WhoWins } else { Asked::Values };
        work(py, &limits, |limits| table::cells(session, (kind, asked), &to, limits))
    }

    /// The period of the values of one heap, with a proof behind it; None if the values are no sequence, or no proof is
    /// found within a few thousand heaps.
    ///
    /// >>> grundy.Game("0.77").period()
    /// <Period preperiod=71 period=12 saltus=0>
    #[pyo3(signature = (*, time = None, memory = None))]
    fn period(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Option<Period>> {
        let limits = limits(time, memory)?;
        let session = &mut *self.session(py);
        let found = work(py, &limits, |limits| session.engine(0).periodicity(limits))?;
        Ok(found.map(|found| Period {
            preperiod: found.preperiod,
            period: found.period,
            saltus: found.saltus,
        }))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let rule = self.rule(py);
        format!("<Game {}>", rule.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}
