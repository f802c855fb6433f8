//! What the moves of a game do to one heap, taken apart for the engines.

use super::HeapGame;

/// The moves of a game that leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// The amounts after which the rest may be broken into two heaps, in increasing order.
    pub(super) breaks: Vec<usize>,
    /// The amounts after which the rest may stay as one heap, in increasing order.
    pub(super) leaves: Vec<usize>,
    /// The sizes of heaps that may be taken whole.
    pub(super) takes: Vec<usize>,
    /// Whether the two heaps of a break must differ in size.
    pub(super) unequal: bool,
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
                    let lists = [&mut moves.takes, &mut moves.leaves, &mut moves.breaks];
                    for (bit, list) in lists.into_iter().enumerate() {
                        if digit >> bit & 1 != 0 {
                            list.push(taken);
                        }
                    }
                }
            }
        }
        Some(moves)
    }

    /// The largest amount that any move takes.
    pub(super) fn reach(&self) -> usize {
        let last = |list: &[usize]| list.last().copied().unwrap_or(0);
        last(&self.breaks).max(last(&self.leaves)).max(last(&self.takes))
    }
}
