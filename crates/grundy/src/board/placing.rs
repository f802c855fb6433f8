//! Games that place pieces on a board until none fits: Cram and Node Kayles on cells of a grid.
//!
//! Cram: a domino covers two free neighbouring cells. Node Kayles: a stone takes a free cell and
//! its free neighbours. Whoever cannot place has lost. The free cells fall into connected parts.
//!
//! On a part that is its own half turn, the second player answers each placing with its image,
//! unless a placing can get in the way of its own image (Gardner, Scientific American 230, 1974, for
//! Cram): that is a domino over the middle edge, or a stone on the middle cell, which the first
//! player then begins with, to be the one who answers; or a stone beside the middle edge.

use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::endings::Endings;
use super::grid::{Cell, Grid};
use super::images::Images;
use super::paths::Paths;
use super::picture::of_grid;
use super::polyomino::{Boxed, Cells, Middle, Polyomino};
use super::sketch::{Look, Mark, Sketch};
use super::strategy::{Strategy, Symmetry, pairing};
use super::{BoardGame, Picture, Piece, Touch, part_too_large};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Bound, Keeping, Packed, Pruned};

/// Placing a piece on cells, with parts in words `W`.
#[derive(Clone, Debug)]
pub struct Placing<W> {
    piece: Piece,
    /// Small parts are looked up there.
    endings: Option<Arc<Endings>>,
    words: std::marker::PhantomData<W>,
}

impl<W: Cells> Placing<W> {
    /// Cram for a domino, Node Kayles for a stone.
    pub fn new(piece: Piece) -> Placing<W> {
        Placing { piece, endings: None, words: std::marker::PhantomData }
    }

    /// The same, whose small parts are looked up.
    fn with_endings(piece: Piece, endings: Arc<Endings>) -> Placing<W> {
        Placing { endings: Some(endings), ..Placing::new(piece) }
    }

    /// The value of a part that the endings have.
    #[inline]
    fn ending(&self, part: Polyomino<W>) -> Option<u8> {
        let endings = self.endings.as_ref()?;
        let cells = Polyomino::size(part.word());
        if cells > endings.most_cells() { None } else { endings.value(cells, part.short()?) }
    }
}

impl<W: Cells> Placing<W> {
    /// All options, whose parts get their canonical form so.
    fn each_option(
        &self,
        from: Polyomino<W>,
        mut canonical: impl FnMut(Boxed<W>) -> Polyomino<W>,
        see: &mut dyn FnMut(&[Polyomino<W>]) -> ControlFlow<()>,
    ) {
        let board = from.boxed();
        let mut parts: SmallVec<[Polyomino<W>; 8]> = SmallVec::new();
        let mut leave = |covered: W| {
            parts.clear();
            let mut left = board.cells & !covered;
            let mut gone = covered;
            if self.piece == Piece::Domino {
                let idle = board.idle(left);
                left = left & !idle;
                gone = gone | idle;
            }
            // The board was connected, so each part has a cell that touches what is gone.
            let border = board.grown(gone) & left;
            board.parts_at(left, border, self.piece == Piece::Stone, |part| {
                parts.push(canonical(part));
            });
            see(&parts)
        };
        let mut each = |mut places: W, covered: &dyn Fn(W) -> W| {
            while places != W::EMPTY {
                let place = places & !places.less_one();
                places = places ^ place;
                leave(covered(place))?;
            }
            ControlFlow::Continue(())
        };
        // What leaves small parts comes first: it is known more often, and then decides.
        let (middle, width) = (board.middle_columns(), board.width);
        let upright = |place| place | place << width;
        let lying = |place| place | place << 1;
        // A break is the wish of the caller.
        let _ = match self.piece {
            Piece::Stone => each(board.cells, &|place| board.grown(place)),
            Piece::Domino => {
                let (uppers, lefts) = (board.uppers(), board.lefts());
                let mut all = || {
                    each(uppers & middle, &upright)?;
                    each(uppers & !middle, &upright)?;
                    each(lefts & middle, &lying)?;
                    each(lefts & !middle, &lying)
                };
                all()
            }
        };
    }
}

impl<W: Cells> Ruleset for Placing<W> {
    type Component = Polyomino<W>;

    fn options(
        &self,
        from: &Polyomino<W>,
        _: &Limits,
        see: &mut dyn FnMut(&[Polyomino<W>]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.each_option(*from, Boxed::whole, see);
        Ok(())
    }

    fn describe(&self, component: &Polyomino<W>) -> String {
        component.to_string()
    }
}

impl<W: Cells> Packed for Placing<W> {
    type Word = W;
    type Memory = Images<W>;

    fn options_again(
        &self,
        images: &mut Images<W>,
        from: &Polyomino<W>,
        _: &Limits,
        see: &mut dyn FnMut(&[Polyomino<W>]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.each_option(*from, |part| images.canonical(part), see);
        Ok(())
    }

    fn pack(&self, component: Polyomino<W>) -> W {
        component.word()
    }

    fn unpack(&self, word: W) -> Option<Polyomino<W>> {
        Polyomino::of_any_word(word)
    }

    fn weight(&self, word: W) -> u32 {
        let board = Boxed::of_word(word);
        match self.piece {
            Piece::Domino => board.lefts().count() + board.uppers().count(),
            Piece::Stone => board.cells.count(),
        }
    }

    fn most_moves(&self, component: Polyomino<W>) -> u8 {
        (Polyomino::size(component.word()) / self.piece.least_cells()) as u8
    }

    fn theory(&self, component: Polyomino<W>) -> Bound {
        match (component.middle(), self.piece) {
            (Some(Middle::Corner | Middle::Hole), _) => Bound::Exact(0),
            _ if let Some(value) = self.ending(component) => Bound::Exact(value),
            (Some(Middle::Edge), Piece::Domino) | (Some(Middle::Cell), Piece::Stone) => {
                Bound::not(0)
            }
            _ => Bound::NOTHING,
        }
    }
}

/// Cram or Node Kayles on a grid.
pub struct OnGrid {
    piece: Piece,
    paths: Paths,
    small: Pruned<Placing<u64>>,
    large: Pruned<Placing<u128>>,
}

impl OnGrid {
    /// Cram for a domino, Node Kayles for a stone.
    pub fn new(piece: Piece) -> OnGrid {
        let small = Pruned::new(Placing::new(piece));
        let large = Pruned::new(Placing::new(piece));
        OnGrid { piece, paths: Paths::new(piece), small, large }
    }

    fn parts<W: Cells>(&self, grid: &Grid) -> Option<Vec<Polyomino<W>>> {
        let mut parts = Polyomino::of_grid(grid, self.piece.least_cells() as usize)?;
        parts.sort_by_key(|part| Polyomino::size(part.word()));
        Some(parts)
    }

    fn large_parts(&self, grid: &Grid) -> Result<Vec<Polyomino<u128>>, Failure> {
        self.parts(grid)
            .ok_or_else(|| part_too_large(<u128 as Cells>::CELLS, &message!("cells in its box")))
    }

    /// The value of what falls into straight lines, which needs no search.
    fn by_theory(&self, grid: &Grid) -> Option<Nimber> {
        grid.parts().iter().try_fold(Nimber::ZERO, |value, part| {
            let (row, column) = *part.first()?;
            let straight =
                part.iter().all(|cell| cell.0 == row) || part.iter().all(|cell| cell.1 == column);
            let part = if straight { self.paths.path(part.len() as u64) } else { None };
            Some(value ^ part?)
        })
    }

    /// The cells that a move takes.
    fn taken(&self, grid: &Grid, placed: &Placed) -> Vec<Cell> {
        match *placed {
            Placed::Domino(first, second) => vec![first, second],
            Placed::Stone(cell) => grid.neighbours(cell).chain([cell]).collect(),
        }
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

    fn moves(&self, grid: &Grid) -> Vec<Placed> {
        match self.piece {
            Piece::Stone => grid.free().map(Placed::Stone).collect(),
            Piece::Domino => {
                let pairs = grid.free().flat_map(|cell| {
                    let (row, column) = cell;
                    [(row, column + 1), (row + 1, column)].map(|second| (cell, second))
                });
                let free = pairs.filter(|&(_, (row, column))| grid.is_free(row, column));
                free.map(|(cell, second)| Placed::Domino(cell, second)).collect()
            }
        }
    }

    fn after(&self, grid: &Grid, placed: &Placed) -> Grid {
        grid.without(self.taken(grid, placed))
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
        if let Some(value) = self.by_theory(grid) {
            limits.check()?;
            return Ok(value);
        }
        match self.parts(grid) {
            Some(parts) => self.small.value(&parts, limits),
            None => self.large.value(&self.large_parts(grid)?, limits),
        }
    }

    fn is_lost(&mut self, grid: &Grid, limits: &Limits) -> Result<bool, Failure> {
        if let Some(value) = self.by_theory(grid) {
            limits.check()?;
            return Ok(value == Nimber::ZERO);
        }
        match self.parts(grid) {
            Some(parts) => self.small.is_lost(&parts, limits),
            None => self.large.is_lost(&self.large_parts(grid)?, limits),
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
        match self.parts(grid) {
            Some(parts) => self.small.excluded(&parts),
            None => self.parts(grid).map_or(Vec::new(), |parts| self.large.excluded(&parts)),
        }
    }
}
