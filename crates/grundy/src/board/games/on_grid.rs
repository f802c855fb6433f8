//! Cram and Node Kayles on cells of a grid, as whole boards.
//!
//! A board falls into connected parts, and each goes where it is valued soonest: paths and cycles, however bent, and two
//! full rows under dominoes have their values by theory; a part that has a word as a [`Polyomino`] is searched as one; a wider one is searched as the
//! graph of its cells, unless a half turn decides it.

use std::sync::Arc;

use super::paths::Paths;
use super::vertices::OnGraph;
use crate::board::decided::misere::MisereOutcome;
use crate::board::decided::strategy::{Strategy, Symmetry, pairing};
use crate::board::endings::Endings;
use crate::board::parts::cells::Cells;
use crate::board::parts::placing::{Placing, part_too_large};
use crate::board::parts::polyomino::Polyomino;
use crate::board::shown::picture::of_grid;
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::typed::grid::{Cell, Grid};
use crate::board::typed::undirected::Undirected;
use crate::board::{BoardGame, Picture, Piece, SeeMove, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::{Keeping, Misere, Pruned};

/// Cram or Node Kayles on a grid.
///
/// ```
/// use grundy::board::{BoardGame, Grid, OnGrid, Piece};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// let mut cram = OnGrid::new(Piece::Domino);
/// assert_eq!(cram.value(&Grid::read("3x4")?, &Limits::default())?, Nimber(1));
/// // Any shape will do: # is a free cell.
/// assert_eq!(cram.value(&Grid::read("##./.##")?, &Limits::default())?, Nimber(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnGrid {
    piece: Piece,
    paths: Paths,
    small: Pruned<Placing<u64>>,
    large: Pruned<Placing<u128>>,
    /// The graphs of parts without a word that were searched lately. What is found there is not kept between runs.
    wide: Vec<(Grid, OnGraph)>,
}

debug_by_name!(OnGrid);

/// Most cells of a part that is searched.
const MOST_CELLS: usize = OnGraph::MOST_SEARCHED;
/// So many wide parts are remembered.
const MOST_WIDE: usize = 16;

/// The parts of a board, by where they are valued.
#[derive(Default)]
struct Parts {
    /// What those are worth together that theory knows.
    known: Nimber,
    /// If all others fit in such words; the smallest first, as below.
    small: Vec<Polyomino<u64>>,
    large: Vec<Polyomino<u128>>,
    /// Those without a word, as they look whichever way they lie.
    wide: Vec<Grid>,
}

impl OnGrid {
    /// Cram for a domino, Node Kayles for a stone. A connected part of more than 120 cells has a value only where
    /// theory knows it; anything else is shown and played on.
    pub fn new(piece: Piece) -> OnGrid {
        let small = Pruned::new(Placing::new(piece));
        let large = Pruned::new(Placing::new(piece));
        OnGrid { piece, paths: Paths::new(piece), small, large, wide: Vec::new() }
    }

    fn parts(&self, grid: &Grid) -> Parts {
        let mut parts = Parts::default();
        let mut searched = grid.parts();
        searched.retain(|part| part.len() >= self.piece.least_cells() as usize);
        searched.retain(|part| match self.known(&Grid::of_cells(part)) {
            Some(value) => {
                parts.known ^= value;
                false
            }
            None => true,
        });
        // Two parts that are alike are worth 0 together.
        let mut unpaired: Vec<(Grid, Vec<Cell>)> = Vec::new();
        for part in searched {
            let alike = Grid::of_cells(&part).canonical();
            match unpaired.iter().position(|(other, _)| *other == alike) {
                Some(at) => drop(unpaired.swap_remove(at)),
                None => unpaired.push((alike, part)),
            }
        }
        let mut searched: Vec<Vec<Cell>> = unpaired.into_iter().map(|(_, part)| part).collect();
        searched.sort_by_key(Vec::len);
        if let Some(small) = searched.iter().map(|part| Polyomino::of_cells(part)).collect() {
            parts.small = small;
            return parts;
        }
        for part in searched {
            match Polyomino::of_cells(&part) {
                Some(part) => parts.large.push(part),
                None => parts.wide.push(Grid::of_cells(&part).canonical()),
            }
        }
        parts
    }

    /// The value of a connected part that theory knows.
    fn known(&self, part: &Grid) -> Option<Nimber> {
        // See [`Placing`].
        let (height, width) = (part.height(), part.width());
        let is_full = || part.free().count() == height * width;
        match self.piece {
            Piece::Domino if (height == 2 || width == 2) && is_full() => {
                Some(Nimber((height * width / 2) as u64 % 2))
            }
            _ => self.bent(part),
        }
    }

    /// The value of a connected part that is a path or a cycle.
    fn bent(&self, part: &Grid) -> Option<Nimber> {
        let mut ends = false;
        let mut cells = 0;
        for cell in part.free() {
            match part.neighbours(cell).count() {
                0 | 1 => ends = true,
                2 => {}
                _ => return None,
            }
            cells += 1;
        }
        if ends { self.paths.path(cells) } else { self.paths.cycle(cells) }
    }

    /// The value of a connected part that has no word.
    fn wide_value(&mut self, part: &Grid, limits: &Limits) -> Result<Nimber, Failure> {
        let strategy = self.strategy(part);
        if strategy.is_some_and(|strategy| strategy.outcome() == Outcome::P) {
            limits.check()?;
            return Ok(Nimber::ZERO);
        }
        let cells = part.free().count();
        if cells > MOST_CELLS {
            return Err(part_too_large(MOST_CELLS as u32, &message!("cells")));
        }
        let at = self.wide.iter().position(|(known, _)| known == part).unwrap_or_else(|| {
            if self.wide.len() == MOST_WIDE {
                self.wide.remove(0);
            }
            let graph = OnGraph::new(self.piece, Undirected::of_grid(part));
            self.wide.push((part.clone(), graph));
            self.wide.len() - 1
        });
        self.wide[at].1.value(&(0..cells as u32).collect(), limits)
    }

    /// What a board of one row or one column is worth after each of its moves: all that is left there are paths.
    fn along_line(&self, grid: &Grid) -> Option<Vec<Nimber>> {
        let at = match (grid.height(), grid.width()) {
            (1, _) => |(_, column): Cell| column,
            (_, 1) => |(row, _): Cell| row,
            _ => return None,
        };
        let path = |cells: usize| self.paths.path(cells as u64);
        // For each place its path.
        let mut paths = vec![0..0; grid.height().max(grid.width())];
        let mut sum = Nimber::ZERO;
        for part in grid.parts() {
            let (start, last) = span(part.iter().map(|&cell| at(cell)))?;
            paths[start..=last].fill(start..last + 1);
            sum ^= path(last + 1 - start)?;
        }
        let value = |made| {
            let (near, taken) = match made {
                Placed::Domino(first, second) => (at(first), at(first)..at(second) + 1),
                Placed::Stone(cell) => (at(cell), at(cell).saturating_sub(1)..at(cell) + 2),
            };
            let whole = &paths[near];
            let left = taken.start.saturating_sub(whole.start);
            let right = whole.end.saturating_sub(taken.end);
            Some(sum ^ path(whole.len())? ^ path(left)? ^ path(right)?)
        };
        self.moves(grid).map(value).collect()
    }

    /// What the parts are worth together that are not in words.
    fn beside_words(&mut self, parts: &Parts, limits: &Limits) -> Result<Nimber, Failure> {
        parts
            .wide
            .iter()
            .try_fold(parts.known, |value, part| Ok(value ^ self.wide_value(part, limits)?))
    }

    /// The cells that a move takes.
    fn taken(&self, grid: &Grid, placed: &Placed) -> Vec<Cell> {
        match *placed {
            Placed::Domino(first, second) => vec![first, second],
            Placed::Stone(cell) => grid.neighbours(cell).chain([cell]).collect(),
        }
    }
}

/// Misère play on boards whose parts have words.
struct InWords {
    piece: Piece,
    small: Misere<Placing<u64>>,
    large: Misere<Placing<u128>>,
}

impl InWords {
    /// The parts of boards on which a piece may fit, if they all have words of this size.
    fn parts<W: Cells>(&self, boards: &[Grid]) -> Option<Vec<Polyomino<W>>> {
        let least = self.piece.least_cells() as usize;
        let each = boards.iter().map(|board| Polyomino::of_grid(board, least));
        Some(each.collect::<Option<Vec<_>>>()?.concat())
    }
}

impl MisereOutcome<Grid> for InWords {
    fn is_lost(&mut self, boards: &[Grid], limits: &Limits) -> Result<Option<bool>, Failure> {
        let outcome = if let Some(parts) = self.parts(boards) {
            self.small.outcome(&parts, limits)?
        } else if let Some(parts) = self.parts(boards) {
            self.large.outcome(&parts, limits)?
        } else {
            return Ok(None);
        };
        Ok(Some(outcome == Outcome::P))
    }
}

/// The least and the greatest of some numbers.
fn span(numbers: impl Iterator<Item = usize>) -> Option<(usize, usize)> {
    numbers.fold(None, |span, number| match span {
        None => Some((number, number)),
        Some((least, most)) => Some((number.min(least), number.max(most))),
    })
}

/// Where a piece is placed.
///
/// ```
/// use grundy::board::{BoardGame, Grid, OnGrid, Piece, Placed};
/// let grid = Grid::read("1x3")?;
/// let moves: Vec<Placed> = OnGrid::new(Piece::Domino).moves(&grid).collect();
/// assert_eq!(moves, [Placed::Domino((0, 0), (0, 1)), Placed::Domino((0, 1), (0, 2))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// On these two cells.
    Domino(Cell, Cell),
    /// On this cell.
    Stone(Cell),
}

impl BoardGame for OnGrid {
    type Position = Grid;
    type Move = Placed;

    fn moves<'a>(&self, grid: &'a Grid) -> impl Iterator<Item = Placed> + use<'a> {
        let moves: Vec<Placed> = match self.piece {
            Piece::Stone => grid.free().map(Placed::Stone).collect(),
            Piece::Domino => {
                let pairs = grid.free().flat_map(|cell| {
                    let (row, column) = cell;
                    [(row, column + 1), (row + 1, column)].map(|second| (cell, second))
                });
                let free = pairs.filter(|&(_, (row, column))| grid.is_free(row, column));
                free.map(|(cell, second)| Placed::Domino(cell, second)).collect()
            }
        };
        moves.into_iter()
    }

    fn after(&self, grid: &Grid, placed: &Placed) -> Grid {
        grid.without(self.taken(grid, placed))
    }

    fn owned_bytes(&self, grid: &Grid) -> u64 {
        grid.owned_bytes()
    }

    fn show(&self, grid: &Grid) -> String {
        grid.to_string()
    }

    fn show_move(&self, grid: &Grid, placed: &Placed) -> Message {
        let marked = match *placed {
            Placed::Domino(first, second) => vec![first, second],
            Placed::Stone(cell) => vec![cell],
        };
        message!("{board}", board = self.after(grid, placed).marked(&marked))
    }

    fn sketch(&self, grid: &Grid) -> Sketch {
        let mut sketch = Sketch::default();
        for (row, column) in grid.free() {
            sketch.place((column as f64, row as f64), Look::Cell, "");
        }
        sketch
    }

    fn mark(&self, grid: &Grid, placed: &Placed) -> Mark {
        let number = |cell| grid.free().position(|free| free == cell);
        Mark::Places(match *placed {
            Placed::Domino(first, second) => {
                [first, second].into_iter().filter_map(number).collect()
            }
            Placed::Stone(cell) => number(cell).into_iter().collect(),
        })
    }

    fn name_move(&self, _: &Grid, placed: &Placed) -> Message {
        let cell = |(row, column): Cell| format!("{},{}", row + 1, column + 1);
        match *placed {
            Placed::Domino(first, second) => {
                message!("{first} and {second}", first = cell(first), second = cell(second))
            }
            Placed::Stone(at) => message!("{cell}", cell = cell(at)),
        }
    }

    fn picture(&self, grid: &Grid, made: Option<&Placed>) -> Picture {
        let taken = made.map_or(Vec::new(), |placed| self.taken(grid, placed));
        let touch = |cell| match made {
            Some(Placed::Stone(at)) if *at == cell => Touch::Chosen,
            Some(Placed::Domino(..)) if taken.contains(&cell) => Touch::Chosen,
            _ if taken.contains(&cell) => Touch::Goes,
            _ => Touch::Stays,
        };
        let sign = |cell: Cell| match touch(cell) {
            Touch::Chosen => 'X',
            Touch::Goes => 'x',
            Touch::Stays if grid.is_free(cell.0, cell.1) => '#',
            Touch::Stays => '.',
        };
        of_grid(grid, sign, touch)
    }

    fn value(&mut self, grid: &Grid, limits: &Limits) -> Result<Nimber, Failure> {
        let parts = self.parts(grid);
        let value = self.beside_words(&parts, limits)?;
        let words = match (&parts.small[..], &parts.large[..]) {
            ([], []) => limits.check().map(|()| Nimber::ZERO)?,
            (small, []) => self.small.value(small, limits)?,
            (_, large) => self.large.value(large, limits)?,
        };
        Ok(value ^ words)
    }

    fn is_lost(&mut self, grid: &Grid, limits: &Limits) -> Result<bool, Failure> {
        let parts = self.parts(grid);
        let value = self.beside_words(&parts, limits)?;
        // No value that was searched is above 127.
        let wanted = u8::try_from(value.0).unwrap_or(u8::MAX);
        match (&parts.small[..], &parts.large[..]) {
            ([], []) => Ok(limits.check().map(|()| wanted == 0)?),
            (small, []) => self.small.is_worth(small, wanted, limits),
            (_, large) => self.large.is_worth(large, wanted, limits),
        }
    }

    fn is_searched(&self) -> bool {
        true
    }

    /// The connected parts on which a piece may fit.
    fn apart(&self, grid: &Grid) -> Vec<Grid> {
        let parts = grid.parts().into_iter();
        let parts = parts.filter(|part| part.len() >= self.piece.least_cells() as usize);
        parts.map(|part| Grid::of_cells(&part)).collect()
    }

    fn alike(&self, grid: Grid) -> Grid {
        grid.canonical()
    }

    fn strategy(&self, grid: &Grid) -> Option<Strategy<Placed>> {
        let (top, bottom) = span(grid.free().map(|cell| cell.0))?;
        let (left, right) = span(grid.free().map(|cell| cell.1))?;
        let turned = |(row, column): Cell| (top + bottom - row, left + right - column);
        let is_free = |(row, column): Cell| grid.is_free(row, column);
        if !grid.free().all(|cell| is_free(turned(cell))) {
            return None;
        }
        let image = |placed: &Placed| match *placed {
            // The half turn exchanges which of the two comes first.
            Placed::Domino(first, second) => Placed::Domino(turned(second), turned(first)),
            Placed::Stone(cell) => Placed::Stone(turned(cell)),
        };
        let clear = |placed: &Placed, image: &Placed| match (*placed, *image) {
            (Placed::Domino(a, b), Placed::Domino(c, d)) => a != c && a != d && b != c && b != d,
            (Placed::Stone(a), Placed::Stone(b)) => a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 1,
            _ => false,
        };
        pairing(self, grid, Symmetry::HalfTurn, image, clear)
    }

    /// On a line all moves are looked at together.
    fn each_move_to(
        &self,
        grid: &Grid,
        wanted: Nimber,
        limits: &Limits,
        see: &mut SeeMove<'_, Placed>,
    ) -> Result<Option<usize>, Failure> {
        limits.check()?;
        let Some(values) = self.along_line(grid) else { return Ok(None) };
        for (number, made) in self.moves(grid).enumerate() {
            if values[number] == wanted && see(number, made).is_break() {
                return Ok(Some(number + 1));
            }
        }
        Ok(Some(values.len()))
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Grid> + '_>> {
        Some(Box::new(InWords {
            piece: self.piece,
            small: Misere::new(Placing::new(self.piece)),
            large: Misere::new(Placing::new(self.piece)),
        }))
    }

    fn saved_as(&self) -> Option<String> {
        let name = match self.piece {
            Piece::Domino => "cram",
            Piece::Stone => "node-kayles",
        };
        Some(name.to_owned())
    }

    fn use_endings(&mut self, endings: Arc<Endings>) -> Result<(), Message> {
        if self.saved_as().as_deref() != Some(endings.game()) {
            let game = endings.game().to_owned();
            return Err(message!("these are endings of another game, {game}", game));
        }
        self.small = Pruned::new(Placing::with_endings(self.piece, endings.clone()));
        self.large = Pruned::new(Placing::with_endings(self.piece, endings));
        Ok(())
    }

    fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        vec![&mut self.small, &mut self.large]
    }

    fn excluded(&self, grid: &Grid) -> Vec<u8> {
        let parts = self.parts(grid);
        let mut values = match (&parts.small[..], &parts.large[..], &parts.wide[..]) {
            (small, [], []) => self.small.excluded(small),
            (_, large, []) => self.large.excluded(large),
            ([], [], [part]) => match self.wide.iter().find(|(known, _)| known == part) {
                Some((_, graph)) => graph.excluded(&(0..part.free().count() as u32).collect()),
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        // Paths and cycles have values below 16.
        values.iter_mut().for_each(|value| *value ^= parts.known.0 as u8);
        values.sort_unstable();
        values
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn moves_on_a_line_are_worth_what_each_leaves() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let length = random.usize(1..16);
            let signs: Vec<&str> =
                (0..length).map(|_| if random.u8(..5) == 0 { "." } else { "#" }).collect();
            // A row or a column.
            let text = signs.join(if random.bool() { "" } else { "/" });
            let Ok(grid) = Grid::read(&text) else { continue };
            for piece in [Piece::Domino, Piece::Stone] {
                let mut game = OnGrid::new(piece);
                let moves: Vec<Placed> = game.moves(&grid).collect();
                let after = |made| game.after(&grid, made);
                let boards: Vec<Grid> = moves.iter().map(after).collect();
                let worth = |board| game.value(board, &Limits::default()).unwrap();
                let values: Vec<Nimber> = boards.iter().map(worth).collect();
                for wanted in (0..5).map(Nimber) {
                    let mut seen = Vec::new();
                    let told =
                        game.each_move_to(&grid, wanted, &Limits::default(), &mut |at, made| {
                            seen.push((at, made));
                            ControlFlow::Continue(())
                        });
                    assert_eq!(told, Ok(Some(moves.len())), "{text}");
                    let each = moves.iter().copied().enumerate();
                    let expected: Vec<_> = each.filter(|(at, _)| values[*at] == wanted).collect();
                    assert_eq!(seen, expected, "{text} {wanted:?}");
                }
            }
        }
    }
}
