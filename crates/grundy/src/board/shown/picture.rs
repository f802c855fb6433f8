//! Boards in characters, and what a move touches.

use crate::board::typed::grid::{Cell, Grid};

/// What a move does to a piece of a picture.
///
/// ```
/// use grundy::board::{Source, Touch, open};
/// // Of a row of four cells the first domino takes two.
/// let picture = &open("cram", Source::Text("1x4"))?.pictures(Some(0))[0];
/// let touched = picture.iter().flatten().filter(|sign| sign.touch != Touch::Stays);
/// assert_eq!(touched.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It stays as it is.
    Stays,
    /// The move is made here.
    Chosen,
    /// It changes or goes because of the move.
    Goes,
}

/// A piece of a picture: a cell, a vertex, an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// How it is written.
    pub text: String,
    /// What the move does to it.
    pub touch: Touch,
}

impl Sign {
    /// What stays as it is.
    pub fn stays(text: impl Into<String>) -> Sign {
        Sign { text: text.into(), touch: Touch::Stays }
    }

    /// What may be touched.
    pub fn new(text: impl Into<String>, touch: Touch) -> Sign {
        Sign { text: text.into(), touch }
    }
}

/// A board as rows of pieces, from top to bottom.
pub type Picture = Vec<Vec<Sign>>;

/// A grid, of which a cell is written as `sign` says.
pub(in crate::board) fn of_grid(
    grid: &Grid,
    sign: impl Fn(Cell) -> char,
    touch: impl Fn(Cell) -> Touch,
) -> Picture {
    let mark = |cell| Sign::new(sign(cell), touch(cell));
    let row = |row| (0..grid.width()).map(|column| mark((row, column))).collect();
    (0..grid.height()).map(row).collect()
}

/// Things in a line that wraps after so many, a space between them.
const IN_A_LINE: usize = 8;

/// Things that have no place, several in a line.
pub(in crate::board) fn of_list(marks: impl IntoIterator<Item = Sign>) -> Picture {
    let marks: Vec<Sign> = marks.into_iter().collect();
    let spaced = |line: &[Sign]| {
        let each = line.iter().flat_map(|mark| [mark.clone(), Sign::stays(" ")]);
        each.take(2 * line.len() - 1).collect()
    };
    marks.chunks(IN_A_LINE).map(spaced).collect()
}
