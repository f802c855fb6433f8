//! The take-and-break games whose sequences are computed: codes, Grundy's game, and others with conditions.

use super::{Code, Pieces};
use std::fmt;

/// A game played on heaps of one coordinate whose moves take tokens and break the heap.
///
/// ```
/// use grundy::heap::HeapGame;
/// let officers = HeapGame::Code("0.6".parse()?);
/// assert_eq!(officers.to_string(), "0.6");
/// assert_eq!(HeapGame::Grundys.to_string(), "Grundy's game");
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeapGame {
    /// An octal or hexadecimal code.
    Code(Code),
    /// Grundy's game: a move splits a heap into two heaps of different sizes, both not empty.
    Grundys,
    /// A game with conditions on the heaps that a move leaves.
    Pieces(Pieces),
}

impl From<Code> for HeapGame {
    fn from(code: Code) -> HeapGame {
        HeapGame::Code(code)
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapGame::Code(code) => code.fmt(f),
            HeapGame::Grundys => f.write_str("Grundy's game"),
            HeapGame::Pieces(game) => game.fmt(f),
        }
    }
}
