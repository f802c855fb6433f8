//! Positions of games on boards.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::board::{Board as Typed, Source, open};
use grundy::games::find_board;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

use crate::trouble;
use crate::work::{limits, work};

/// A position of a game on boards, as one types it: `Board("cram", "5x7")`, `Board("chomp", "7,5,5,2")`,
/// `Board("node-kayles", "path 7")`; several boards stand between `+`. `grundy games` lists the games, and
/// `grundy games NAME` tells how their positions are typed.
///
/// Each question takes `time`, in seconds, and `memory`, in bytes (2 GiB if not said), and raises LimitReached beyond
/// them; what was computed is kept for the next one.
///
/// >>> grundy.Board("cram", "3x5").value()
/// 1
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Board {
    board: Mutex<Box<dyn Typed>>,
    name: &'static str,
}

impl Board {
    fn board(&self, py: Python<'_>) -> MutexGuard<'_, Box<dyn Typed>> {
        self.board.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game, position, *, misere = false))]
    fn new(game: &str, position: &str, misere: bool) -> PyResult<Board> {
        let entry = find_board(game).ok_or_else(|| {
            trouble::RuleError::new_err(format!("there is no game on boards named {game}"))
        })?;
        let mut board = open(entry.name, Source::Text(position))
            .map_err(|mistake| trouble::mistake(&mistake))?;
        if misere {
            board.play_misere().map_err(|failure| trouble::failure(&failure))?;
        }
        Ok(Board { board: Mutex::new(board), name: entry.name })
    }

    /// The Grundy value, in normal play.
    #[pyo3(signature = (*, time = None, memory = None))]
    fn value(&self, py: Python<'_>, time: Option<f64>, memory: Option<u64>) -> PyResult<u64> {
        let limits = limits(time, memory)?;
        let board = &mut *self.board(py);
        work(py, &limits, |limits| board.value(limits)).map(|nimber| nimber.0)
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
        memory: Option<u64>,
    ) -> PyResult<&'static str> {
        let limits = limits(time, memory)?;
        let board = &mut *self.board(py);
        let lost = work(py, &limits, |limits| board.is_lost(limits))?;
        Ok(if lost { "P" } else { "N" })
    }

    /// Every winning move, in words; the first `most` of them.
    ///
    /// >>> grundy.Board("chomp", "7,5,5,2").moves()
    /// ['row 2, column 5, which leaves 7,4,4,2', 'row 3, column 4, which leaves 7,5,3,2']
    #[pyo3(signature = (most = 100_000, *, time = None, memory = None))]
    fn moves(
        &self,
        py: Python<'_>,
        most: usize,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Vec<String>> {
        let limits = limits(time, memory)?;
        let board = &mut *self.board(py);
        work(py, &limits, |limits| {
            let mut found = Vec::new();
            if most > 0 {
                board.each_winning_move(limits, &mut |_, made| {
                    found.push(made().text.to_string());
                    match found.len() < most {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                })?;
            }
            Ok(found)
        })
    }

    /// The position as it is typed.
    fn __str__(&self, py: Python<'_>) -> String {
        self.board(py).show()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Board {} {}>", self.name, self.board(py).show())
    }
}
