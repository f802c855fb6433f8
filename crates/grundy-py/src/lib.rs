//! The library `grundy` for Python: conversions only.
//!
//! A `Game` (in `game`) is a session about one game, a `Board` a position of a game on boards, a `Graph` a game whose
//! positions are the vertices of a graph. What is asked is answered by the library on the calling thread, and on one of
//! its own once it takes long, so that other threads of Python go on and Ctrl-C stops the work (`work`). The texts that
//! Python's `help` shows are those of the functions here; `grundy.pyi` has the types.

mod answers;
mod asked;
mod board;
mod game;
mod graph;
mod moves;
mod nimbers;
mod position;
mod quotient;
mod survey;
mod table;
mod theorem;
mod trouble;
mod work;

use pyo3::prelude::*;

/// Impartial games: who wins, every winning move, Grundy values, periods.
///
/// >>> import grundy
/// >>> game = grundy.Game("[n] -> [n-k] for k in {1, 3, 4}")
/// >>> game.value("9 10")
/// 1
/// >>> [str(move) for move in game.winning_moves("9 10")]
/// ['9 -> 8', '10 -> 9', '10 -> 7']
#[pymodule]
mod grundy {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answers::Period;
    #[pymodule_export]
    use super::board::{Board, BoardMove};
    #[pymodule_export]
    use super::game::{Game, games};
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::nimbers::{mex, nim_inverse, nim_power, nim_product, nim_square_root, nim_sum};
    #[pymodule_export]
    use super::quotient::Quotient;
    #[pymodule_export]
    use super::survey::{Pattern, Seen, pattern};
    #[pymodule_export]
    use super::theorem::{Theorem, check};
    #[pymodule_export]
    use super::trouble::{LimitReached, RuleError};

    /// The version of the library.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::trouble::without_place(module.py())
    }
}
