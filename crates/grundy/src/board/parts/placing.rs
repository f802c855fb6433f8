//! Games that place pieces on a board until none fits: Cram and Node Kayles on cells of a grid.
//!
//! Cram: a domino covers two free neighbouring cells. Node Kayles: a stone takes a free cell and
//! its free neighbours. Whoever cannot place has lost. The free cells fall into connected parts.
//!
//! On a part that is its own half turn, the second player answers each placing with its image,
//! unless a placing can get in the way of its own image (Gardner, Scientific American 230, 1974, for
//! Cram): that is a domino over the middle edge, or a stone on the middle cell, which the first
//! player then begins with, to be the one who answers; or a stone beside the middle edge.
//!
//! Under dominoes 2 x n is worth n mod 2, also where it lies apart as several such blocks. With n even the second player
//! answers a lying domino with the one beside it, and an upright one, which takes a column, with another upright one. With
//! n odd and a heap of one beside it the second player wins too: there an upright domino and the heap answer each other.

use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::boxed::{Boxed, Middle};
use super::cells::Cells;
use super::images::Images;
use super::polyomino::Polyomino;
use crate::board::endings::Endings;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Bound, Packed};

/// What is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Takes a cell and its neighbours.
    Stone,
    /// Takes two neighbours.
    Domino,
}

impl Piece {
    /// Cells without which a connected part has no move.
    pub(in crate::board) fn least_cells(self) -> u32 {
        match self {
            Piece::Stone => 1,
            Piece::Domino => 2,
        }
    }
}

/// Placing a piece on cells, with parts in words `W`.
///
/// ```
/// use grundy::board::{Grid, Piece, Placing, Polyomino};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::search::Values;
/// // Node Kayles on a row of three cells: a stone in the middle takes all, so 0, and 1 at an end.
/// let parts = Polyomino::<u64>::of_grid(&Grid::read("1x3")?, 1).unwrap();
/// let mut kayles = Values::new(Placing::<u64>::new(Piece::Stone));
/// assert_eq!(kayles.sum(&parts, &Limits::default())?.nimber(), Some(Nimber(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    pub(in crate::board) fn with_endings(piece: Piece, endings: Arc<Endings>) -> Placing<W> {
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
            (Some(Middle::Edge), Piece::Domino) if component.boxed().is_full_pair() => {
                Bound::Exact(1)
            }
            (Some(Middle::Edge), Piece::Domino) | (Some(Middle::Cell), Piece::Stone) => {
                Bound::not(0)
            }
            _ => Bound::NOTHING,
        }
    }
}

/// Why a part that is too large for a search has no value.
pub(in crate::board) fn part_too_large(most: u32, what: &Message) -> Failure {
    Failure::Domain(message!(
        "a connected part of a board may have at most {most} {what}",
        most,
        what
    ))
}
