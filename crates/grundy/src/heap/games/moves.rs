//! What the moves of a game do to one heap, taken apart for the engines.

use crate::heap::HeapGame;

/// The moves of a game that leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::heap) struct Moves {
    /// The amounts after which the rest may be broken into two heaps, in increasing order.
    pub(in crate::heap) breaks: Vec<usize>,
    /// What may stay as one heap, in increasing order.
    pub(in crate::heap) leaves: Vec<Leave>,
    /// The sizes of heaps that may be taken whole.
    pub(in crate::heap) takes: Vec<usize>,
    /// Whether the two heaps of a break must differ in size.
    pub(in crate::heap) unequal: bool,
}

/// A way to leave one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::heap) struct Leave {
    /// The amount that is taken.
    pub(in crate::heap) taken: usize,
    /// What is added to the value of the heap: that of a small one beside it.
    pub(in crate::heap) with: usize,
}

impl Moves {
    /// The moves of a game; `None` if it leaves three heaps or its code repeats for ever.
    pub(in crate::heap) fn of(game: &HeapGame) -> Option<Moves> {
        let mut moves =
            Moves { breaks: Vec::new(), leaves: Vec::new(), takes: Vec::new(), unequal: false };
        match game {
            HeapGame::Grundys => {
                moves.breaks.push(0);
                moves.unequal = true;
            }
            HeapGame::Pieces(_) => return None,
            HeapGame::Code(code) => {
                if !code.tail().is_empty() || code.most_pieces() > 2 {
                    return None;
                }
                for (taken, digit) in code.head().iter().enumerate() {
                    if digit & 1 != 0 {
                        moves.takes.push(taken);
                    }
                    if digit & 2 != 0 {
                        moves.leaves.push(Leave { taken, with: 0 });
                    }
                    if digit & 4 != 0 {
                        moves.breaks.push(taken);
                    }
                }
            }
        }
        Some(moves)
    }

    /// The largest amount that any move takes.
    pub(in crate::heap) fn reach(&self) -> usize {
        let last = |list: &[usize]| list.last().copied().unwrap_or(0);
        let left = self.leaves.last().map_or(0, |leave| leave.taken);
        last(&self.breaks).max(left).max(last(&self.takes))
    }
}
