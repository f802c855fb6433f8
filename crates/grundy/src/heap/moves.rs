//! What the moves of a game do to one heap, taken apart for the engines.

use super::HeapGame;

/// The moves of a game that leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// The amounts after which the rest may be broken into two heaps, in increasing order.
    pub(super) breaks: Vec<usize>,
    /// What may stay as one heap, in increasing order.
    pub(super) leaves: Vec<Leave>,
    /// The sizes of heaps that may be taken whole.
    pub(super) takes: Vec<usize>,
    /// Whether the two heaps of a break must differ in size.
    pub(super) unequal: bool,
}

/// A way to leave one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Leave {
    /// The amount that is taken.
    pub(super) taken: usize,
    /// What is added to the value of the heap: that of a small one beside it.
    pub(super) with: usize,
}

impl Moves {
    /// The moves of a game; `None` if it leaves three heaps or its code repeats for ever.
    pub(super) fn of(game: &HeapGame) -> Option<Moves> {
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
    pub(super) fn reach(&self) -> usize {
        let last = |list: &[usize]| list.last().copied().unwrap_or(0);
        let left = self.leaves.last().map_or(0, |leave| leave.taken);
        last(&self.breaks).max(left).max(last(&self.takes))
    }
}
