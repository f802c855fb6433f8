//! Paths and cycles, on which Node Kayles and Arc Kayles are octal games with a proved period.
//!
//! A stone on a path of n vertices takes one with its neighbours, and leaves two paths, one or none: 0.137. An edge
//! takes two vertices: 0.07, Dawson's Kayles, which is Cram on a line, too. Any move on a cycle leaves a path
//! (Guy and Smith, Proceedings of the Cambridge Philosophical Society 52, 1956).

use crate::board::Piece;
use crate::heap::{Code, ProvedSequence, guy_smith};
use crate::limits::Limits;
use crate::nimber::{Nimber, mex};

/// The values of one of the two games.
pub(super) struct Paths {
    /// What a move on a cycle takes.
    taken: u64,
    sequence: Option<ProvedSequence>,
}

/// More values than either proof needs.
const ENOUGH: u64 = 1000;

impl Paths {
    /// Node Kayles for a stone, Arc Kayles for a domino.
    pub(super) fn new(piece: Piece) -> Paths {
        let (code, taken) = match piece {
            Piece::Stone => ("0.137", 3),
            Piece::Domino => ("0.07", 2),
        };
        let code: Option<Code> = code.parse().ok();
        let prove = |code: Code| guy_smith::prove(&code, ENOUGH, &Limits::default()).proved();
        Paths { taken, sequence: code.and_then(prove) }
    }

    /// The value of a path of so many vertices.
    pub(super) fn path(&self, vertices: u64) -> Option<Nimber> {
        self.sequence.as_ref()?.value(vertices).map(Nimber)
    }

    /// The value of a cycle of so many vertices, at least 3.
    pub(super) fn cycle(&self, vertices: u64) -> Option<Nimber> {
        self.path(vertices.checked_sub(self.taken)?).map(|left| mex([left]))
    }
}
