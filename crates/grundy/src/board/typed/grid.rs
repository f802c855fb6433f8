//! Boards of cells as they are typed: `5x7`, or rows of `#` and `.` between `/`.

use std::fmt;

use crate::language::message;
use crate::rule::{RuleError, Span};

/// A row and a column, from 0.
pub type Cell = (usize, usize);

/// A board of cells, each free or not.
///
/// ```
/// use grundy::board::Grid;
/// let grid = Grid::read("##./.##")?;
/// assert_eq!((grid.height(), grid.width(), grid.free().count()), (2, 3, 4));
/// assert_eq!(grid.neighbours((0, 1)).collect::<Vec<_>>(), [(0, 0), (1, 1)]);
/// // Without its second cell it falls into two parts.
/// let left = grid.without([(0, 1)]);
/// assert_eq!((left.to_string(), left.parts().len()), ("#../.##".to_owned(), 2));
/// assert_eq!(grid.marked(&[(0, 1)]), "#X./.##");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    width: usize,
    cells: Vec<bool>,
}

/// What stands between the sides of a board.
pub(in crate::board) const BY: [char; 4] = ['x', 'X', '×', '*'];

/// Most cells of a typed board.
const MOST_CELLS: usize = 1 << 16;

impl Grid {
    /// Bytes that it owns besides its own size.
    pub(in crate::board) fn owned_bytes(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Reads `5x7` (rows and columns), or rows such as `##./.##` from top to bottom, of which the shorter are filled
    /// up: `#` is a free cell, `.` and `X` are none. Line ends separate rows too. There may be blanks around ` / ` and
    /// before all lines, but not before some: no cell is moved, and none is typed by a blank. A board has at most 65536
    /// cells; one without any is `0x0`. What it is may stand before the sides: `grid 5x7`.
    ///
    /// ```
    /// use grundy::board::Grid;
    /// assert_eq!(Grid::read("2x3")?, Grid::read("###/###")?);
    /// assert_eq!(Grid::read("#/##")?.to_string(), "#./##");
    /// assert!(Grid::read("1000x1000").is_err() && Grid::read("##?").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Grid, RuleError> {
        let text = text.trim_end().trim_start_matches(['\r', '\n']);
        // An `X` of a row is what a move took: so boards that `moves` shows can be typed.
        let in_rows = |sign: char| matches!(sign, '#' | '.' | '/' | 'x' | 'X' | ' ' | '\n' | '\r');
        if !text.chars().all(in_rows)
            && let Some((rows, columns)) = text.split_once(BY)
        {
            return Grid::full(text, without_name(rows.trim()), columns.trim());
        }
        let mut rows: Vec<Vec<bool>> = Vec::new();
        for (typed, blanks) in typed_rows(text) {
            let start = Span::of_part(text, typed).start;
            if blanks > 0 {
                let message = message!("this row begins with a blank");
                return Err(RuleError::new(Span::new(start - blanks, start), message)
                    .help(message!("a cell that is not there is typed as a dot: ###/.#."))
                    .in_source(text));
            }
            let mut row = Vec::new();
            for (at, sign) in typed.char_indices() {
                match sign {
                    '#' => row.push(true),
                    '.' | 'x' | 'X' => row.push(false),
                    _ => {
                        let message = message!(
                            "expected `#` or `.`, found `{sign}`",
                            sign = sign.escape_debug().to_string()
                        );
                        let at = start + at;
                        return Err(RuleError::new(Span::new(at, at + sign.len_utf8()), message)
                            .help(message!("a board is 5x7, or its rows: ##./.## has two rows of three cells, # a free one"))
                            .in_source(text));
                    }
                }
            }
            rows.push(row);
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            let error =
                RuleError::new(Span::new(0, text.len()), message!("there is no board here"));
            return Err(error
                .help(message!("a board is 5x7, or rows such as ##./.##"))
                .in_source(text));
        }
        if width.saturating_mul(rows.len()) > MOST_CELLS {
            return Err(too_large(text));
        }
        for row in &mut rows {
            row.resize(width, false);
        }
        Ok(Grid { width, cells: rows.concat() })
    }

    fn full(text: &str, rows: &str, columns: &str) -> Result<Grid, RuleError> {
        let number = |word: &str| {
            word.parse::<usize>().map_err(|_| {
                let span = Span::of_part(text, word);
                RuleError::new(span, message!("expected a number of rows or columns"))
                    .help(message!("a board of five rows and seven columns is 5x7"))
                    .in_source(text)
            })
        };
        let (rows, width) = (number(rows)?, number(columns)?);
        match rows.checked_mul(width) {
            Some(cells) if cells <= MOST_CELLS => {
                Ok(Grid { width: width.max(1), cells: vec![true; cells] })
            }
            _ => Err(too_large(text)),
        }
    }

    /// Cells in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether the cell at a row and a column is free; what is outside is not.
    pub fn is_free(&self, row: usize, column: usize) -> bool {
        row < self.height()
            && column < self.width
            && self.cells.get(row * self.width + column) == Some(&true)
    }

    /// The free cells, row by row.
    pub fn free(&self) -> impl Iterator<Item = Cell> + '_ {
        let place =
            |(at, &free): (usize, &bool)| free.then_some((at / self.width, at % self.width));
        self.cells.iter().enumerate().filter_map(place)
    }

    /// The free neighbours of a cell.
    pub fn neighbours(&self, (row, column): Cell) -> impl Iterator<Item = Cell> {
        let around = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column.wrapping_add(1)),
            (row.wrapping_add(1), column),
        ];
        around.into_iter().filter(|&(row, column)| self.is_free(row, column))
    }

    /// The board without these cells.
    #[must_use]
    pub fn without(&self, cells: impl IntoIterator<Item = Cell>) -> Grid {
        let mut grid = self.clone();
        for (row, column) in cells {
            if self.is_free(row, column) {
                grid.cells[row * self.width + column] = false;
            }
        }
        grid
    }

    /// The board with these cells free where they were not and not where they were; those off the board are left.
    ///
    /// ```
    /// use grundy::board::Grid;
    /// assert_eq!(Grid::read("##.")?.toggled([(0, 1), (0, 2), (0, 3)]).to_string(), "#.#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn toggled(&self, cells: impl IntoIterator<Item = Cell>) -> Grid {
        let mut grid = self.clone();
        for (row, column) in cells {
            if let Some(free) = grid.cells.get_mut(row * self.width + column)
                && column < self.width
            {
                *free = !*free;
            }
        }
        grid
    }

    /// The smallest board on which exactly these cells are free, moved to its upper left corner.
    pub(in crate::board) fn of_cells(cells: &[Cell]) -> Grid {
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let height = cells.iter().map(|cell| cell.0 + 1 - top).max().unwrap_or(0);
        let width = cells.iter().map(|cell| cell.1 + 1 - left).max().unwrap_or(1);
        let mut grid = Grid { width, cells: vec![false; width * height] };
        for (row, column) in cells {
            grid.cells[(row - top) * width + column - left] = true;
        }
        grid
    }

    /// One of the boards that turning and reflecting makes of this one, without what is empty around
    /// it: the same for all of them.
    ///
    /// ```
    /// use grundy::board::Grid;
    /// // The eight images of an L of four cells.
    /// let images = ["#/#/##", "###/#..", "##/.#/.#", "..#/###", ".#/.#/##", "#../###", "##/#/#", "###/..#"];
    /// let images = images.map(|text| Grid::read(text).unwrap().canonical());
    /// assert!(images.iter().all(|image| *image == images[0]));
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Grid {
        let mut cells: Vec<Cell> = self.free().collect();
        let mut best = Grid::of_cells(&cells);
        for turn in 0..8 {
            // Eight reflections, by turns of the diagonal and of the rows, pass through all images.
            let rows = self.height().max(self.width);
            for cell in &mut cells {
                *cell = if turn % 2 == 0 { (cell.1, cell.0) } else { (rows - 1 - cell.0, cell.1) };
            }
            best = best.min(Grid::of_cells(&cells));
        }
        best
    }

    /// The rows as they are typed, with `X` for these cells.
    pub fn marked(&self, cells: &[Cell]) -> String {
        let signs = (0..self.height()).map(|row| {
            let sign = |column| match (cells.contains(&(row, column)), self.is_free(row, column)) {
                (true, _) => 'X',
                (_, true) => '#',
                _ => '.',
            };
            (0..self.width).map(sign).collect::<String>()
        });
        signs.collect::<Vec<_>>().join("/")
    }

    /// The connected parts, each as its cells.
    pub fn parts(&self) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.cells.len()];
        let mut parts = Vec::new();
        for cell in self.free() {
            let mut part = Vec::new();
            let mut waiting = vec![cell];
            while let Some(cell) = waiting.pop() {
                if !std::mem::replace(&mut seen[cell.0 * self.width + cell.1], true) {
                    part.push(cell);
                    waiting.extend(self.neighbours(cell));
                }
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        parts
    }
}

/// The sides of a board without what it is called before them: `grid 5`.
fn without_name(rows: &str) -> &str {
    let (name, size) = rows.split_once(char::is_whitespace).unwrap_or(("", rows));
    let is_name = ["grid", "方格", "网格"].iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_name { size.trim_start() } else { rows }
}

fn too_large(text: &str) -> RuleError {
    let message = message!("a board has at most {most} cells", most = MOST_CELLS);
    RuleError::new(Span::new(0, text.len()), message).in_source(text)
}

/// The rows as they are typed.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cells.is_empty() {
            return f.write_str("0x0");
        }
        for (row, cells) in self.cells.chunks(self.width).enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            for &free in cells {
                f.write_str(if free { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

/// Whether a text means cells: `3x4`, or only the signs of rows.
pub(in crate::board) fn is_grid(text: &str) -> bool {
    let cells = text.contains('#') || text.trim().chars().all(|sign| "./ ".contains(sign));
    let sides = text.contains(BY) && text.contains(|sign: char| sign.is_ascii_digit());
    cells || sides && !text.contains('-')
}

/// A board from its first row on, with the blanks before that where others follow: all rows may be moved to the right.
pub(in crate::board) fn from_first_row(board: &str) -> &str {
    match board.trim().contains('\n') {
        true => board.trim_start_matches(['\r', '\n']),
        false => board.trim_start(),
    }
}

/// The rows as they are typed without blanks around them, each with how many bytes of blanks stand before it that do
/// not stand before all lines, or after the row before.
fn typed_rows(text: &str) -> Vec<(&str, usize)> {
    let blanks = |row: &str| row.len() - row.trim_start().len();
    let full = text.lines().filter(|line| !line.trim().is_empty());
    let before_all = full.map(blanks).min().unwrap_or(0);
    let mut rows = Vec::new();
    for line in text.split('\n') {
        let mut allowed = before_all;
        for row in line.split('/') {
            let more = if row.trim().is_empty() { 0 } else { blanks(row).saturating_sub(allowed) };
            rows.push((row.trim(), more));
            allowed = row.len() - row.trim_end().len();
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn what_is_outside_is_not_free() {
        let grid = Grid::full("2x2", "2", "2").unwrap();
        assert!(grid.is_free(1, 1) && !grid.is_free(2, 0) && !grid.is_free(0, 2));
        for far in [usize::MAX, 1 << (usize::BITS - 1)] {
            assert!(!grid.is_free(far, 0) && !grid.is_free(0, far) && !grid.is_free(far, far));
            assert_eq!(grid.neighbours((far, far)).count(), 0);
        }
    }

    #[test]
    fn signs_are_shown_as_they_are_typed() {
        for sign in ["五", "＃", "／"] {
            let error = Grid::read(&format!("##{sign}")).unwrap_err().to_string();
            assert!(error.contains(&format!("found `{sign}`")), "{error}");
        }
        let error = Grid::read("#\u{7}").unwrap_err().to_string();
        assert!(error.contains("found `\\u{7}`"), "{error}");
    }
}
