//! Positions of games on boards.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy::board::{Board as Typed, SEARCHED, Source, open};
use grundy::explain::{explain_board, in_words};
use grundy::games::find_board;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;
use pyo3::prelude::*;

use crate::answers::{language, letter, quoted};
use crate::asked::Asked;
use crate::game::no_board;
use crate::position::Count;
use crate::trouble;
use crate::work::limits;

/// A position of a game on boards, as one types it: `Board("cram", "5x7")`, `Board("chomp", "7,5,5,2")`,
/// `Board("node-kayles", "path 7")`; several boards stand between `+`. `grundy.games()` lists the games.
///
/// Each question takes `time`, in seconds, and `memory`, in bytes (2 GiB if not said), and raises LimitReached beyond
/// them; what was computed is kept for the next one. Threads that ask one board wait for each other.
///
/// >>> grundy.Board("cram", "3x5").value()
/// 1
#[pyclass(frozen, eq, hash, module = "grundy")]
pub(crate) struct Board {
    asked: Asked<Box<dyn Typed>>,
    name: &'static str,
    /// The position as it is typed.
    shown: Arc<str>,
    misere: bool,
}

/// The same position of the same game, played the same way, is equal.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.name, &self.shown, self.misere) == (other.name, &other.shown, other.misere)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name, &self.shown, self.misere).hash(state);
    }
}

/// A move on a board, as its text says it. The same move of the same position is equal, though its text may say more
/// where it wins.
///
/// >>> board = grundy.Board("chomp", "2,2")
/// >>> [str(move) for move in board.moves() if move in board.winning_moves()]
/// ['row 2, column 2']
#[pyclass(frozen, eq, hash, module = "grundy")]
pub(crate) struct BoardMove {
    /// The game, and the position that it is of, which its other moves share.
    game: &'static str,
    of: Arc<str>,
    /// Its number among the moves of the position.
    number: usize,
    /// The move as a text.
    #[pyo3(get)]
    text: String,
}

impl PartialEq for BoardMove {
    fn eq(&self, other: &BoardMove) -> bool {
        (self.game, &self.of, self.number) == (other.game, &other.of, other.number)
    }
}

impl Eq for BoardMove {}

impl Hash for BoardMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.game, &self.of, self.number).hash(state);
    }
}

#[pymethods]
impl BoardMove {
    /// A move from what `pickle` kept.
    #[staticmethod]
    fn _kept(game: &str, of: &str, number: usize, text: String) -> PyResult<BoardMove> {
        let game = find_board(game).ok_or_else(|| no_board(game))?.name;
        Ok(BoardMove { game, of: of.into(), number, text })
    }

    /// What `pickle` keeps.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept<'_>)> {
        let kept = py.get_type::<BoardMove>().getattr("_kept")?;
        Ok((kept, (self.game, &self.of, self.number, &self.text)))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        format!("<BoardMove {}>", self.text)
    }
}

/// The arguments of `BoardMove._kept`.
type Kept<'a> = (&'a str, &'a str, usize, &'a str);

/// Bytes that a move takes, about.
const BYTES: u64 = 200;

impl Board {
    fn open(name: &'static str, position: &str, misere: bool) -> PyResult<Board> {
        let mut board =
            open(name, Source::Text(position)).map_err(|mistake| trouble::mistake(&mistake))?;
        if misere {
            board.play_misere().map_err(|failure| trouble::failure(&failure))?;
        }
        let (shown, misere) = (board.show(), board.is_misere());
        Ok(Board { asked: Asked::new(board), name, shown: shown.into(), misere })
    }

    fn numbered(&self, number: usize, text: &Message) -> BoardMove {
        BoardMove { game: self.name, of: Arc::clone(&self.shown), number, text: text.to_string() }
    }

    /// Keeps a move, as long as the limits allow.
    fn keep(
        &self,
        (found, over): (&mut Vec<BoardMove>, &mut Result<(), Failure>),
        (number, text): (usize, &Message),
        most: u64,
        limits: &Limits,
    ) -> ControlFlow<()> {
        found.push(self.numbered(number, text));
        let bytes = (found.len() as u64) * BYTES;
        *over = limits.check().and_then(|()| limits.check_memory(bytes)).map_err(Failure::from);
        match over.is_ok() && (found.len() as u64) < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game, position, *, misere = false))]
    fn new(game: &str, position: &str, misere: bool) -> PyResult<Board> {
        let entry = find_board(game).ok_or_else(|| no_board(game))?;
        Board::open(entry.name, position, misere)
    }

    /// Whether whoever makes the last move loses.
    #[getter]
    fn misere(&self) -> bool {
        self.misere
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.name
    }

    /// The position as it is typed.
    #[getter]
    fn position(&self) -> &str {
        &self.shown
    }

    /// The Grundy value in normal play; in misère play there are no values.
    ///
    /// >>> grundy.Board("node-kayles", "path 7").value()
    /// 1
    #[pyo3(signature = (*, time = None, memory = None))]
    fn value(&self, py: Python<'_>, time: Option<f64>, memory: Option<Count>) -> PyResult<u64> {
        let value = self.asked.answer(py, (time, memory), |board, limits| board.value(limits))?;
        Ok(value.0)
    }

    /// Who wins: `"N"`, the player to move, or `"P"`, the other one.
    ///
    /// >>> grundy.Board("cram", "4x4").outcome()
    /// 'P'
    #[pyo3(signature = (*, time = None, memory = None))]
    fn outcome(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<&'static str> {
        let lost = self.asked.answer(py, (time, memory), |board, limits| board.is_lost(limits))?;
        Ok(letter(Outcome::next_wins(!lost)))
    }

    /// Every winning move; at most the first `most` of them.
    ///
    /// >>> grundy.Board("chomp", "7,5,5,2").winning_moves()
    /// [<BoardMove row 2, column 5, which leaves 7,4,4,2>, <BoardMove row 3, column 4, which leaves 7,5,3,2>]
    #[pyo3(signature = (most = None, *, time = None, memory = None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        most: Option<Count>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<BoardMove>> {
        let most = most.map_or(u64::MAX, |most| most.0);
        self.asked.answer(py, (time, memory), |board, limits| {
            let (mut found, mut over) = (Vec::new(), Ok(()));
            if most > 0 {
                board.each_winning_move(limits, &mut |number, made| {
                    self.keep((&mut found, &mut over), (number, &made().text), most, limits)
                })?;
            }
            over.map(|()| found)
        })
    }

    /// Every move that the rules allow; at most the first `most` of them.
    ///
    /// >>> len(grundy.Board("cram", "3x4").moves())
    /// 17
    #[pyo3(signature = (most = None, *, time = None, memory = None))]
    fn moves(
        &self,
        py: Python<'_>,
        most: Option<Count>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Vec<BoardMove>> {
        let most = most.map_or(u64::MAX, |most| most.0);
        self.asked.answer(py, (time, memory), |board, limits| {
            let (mut found, mut over) = (Vec::new(), Ok(()));
            if most > 0 {
                board.as_mut().each_move(&mut |made| {
                    let made = (made.number, &made.name);
                    self.keep((&mut found, &mut over), made, most, limits)
                });
            }
            over.map(|()| found)
        })
    }

    /// The move of an opponent that never errs: of the winning moves the quickest, and in a lost position the one after
    /// which the game lasts longest, as far as small boards can be searched for that. None where there is no move.
    ///
    /// >>> grundy.Board("chomp", "3,3").best_move()
    /// <BoardMove row 2, column 3>
    #[pyo3(signature = (*, time = None, memory = None))]
    fn best_move(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<Option<BoardMove>> {
        self.asked.answer(py, (time, memory), |board, limits| {
            let best = board.best(SEARCHED, limits)?;
            let named = best.and_then(|best| Some((best.number, board.name(best.number)?)));
            Ok(named.map(|(number, name)| self.numbered(number, &name)))
        })
    }

    /// The position after one of its moves.
    ///
    /// >>> board = grundy.Board("chomp", "3,3")
    /// >>> str(board.after(board.winning_moves()[0]))
    /// '3,2'
    fn after(&self, py: Python<'_>, made: &BoardMove) -> PyResult<Board> {
        let other = || trouble::argument("this is a move of another position");
        if (made.game, &made.of) != (self.name, &self.shown) {
            return Err(other());
        }
        let mut asking = self.asked.ask(py, &limits(None, None)?)?;
        let board = &mut *asking.answers;
        if !board.make(made.number) {
            return Err(other());
        }
        let after = board.show();
        board.take_back();
        Board::open(self.name, &after, self.misere)
    }

    /// Why the position is won or lost, in words; `lang` is `"en"` or `"zh"`.
    ///
    /// >>> "P: the player to move loses, whatever the move." in grundy.Board("cram", "4x4").explain()
    /// True
    #[pyo3(signature = (*, lang = "en", time = None, memory = None))]
    fn explain(
        &self,
        py: Python<'_>,
        lang: &str,
        time: Option<f64>,
        memory: Option<Count>,
    ) -> PyResult<String> {
        let lang = language(lang)?;
        let entry = find_board(self.name).ok_or_else(|| no_board(self.name))?;
        let steps = self.asked.answer(py, (time, memory), |board, limits| {
            explain_board(entry, board.as_mut(), limits)
        })?;
        Ok(in_words(&steps, lang))
    }

    /// Stops what another thread asked; LimitReached is raised there.
    fn cancel(&self) {
        self.asked.cancel();
    }

    /// The position as it is typed.
    fn __str__(&self) -> &str {
        &self.shown
    }

    /// What `pickle` and `copy` keep: the position, and not what was computed of it.
    fn __getnewargs_ex__(&self) -> ((&str, &str), HashMap<&str, bool>) {
        ((self.name, &self.shown), HashMap::from([("misere", self.misere)]))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let misere = if self.misere { ", misere=True" } else { "" };
        let (name, shown) = (quoted(py, self.name)?, quoted(py, &self.shown)?);
        Ok(format!("grundy.Board({name}, {shown}{misere})"))
    }
}
