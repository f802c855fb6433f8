//! Who wins without any search: every move has an answer, or the strategy is stolen.
//!
//! **Pairing.** Let a board be its own image under a symmetry, and let no move get in the way of its own
//! image. Then the second player answers each move by its image and never runs out of answers: what is
//! left is its own image again. Where a move leads to such a board, the first player begins with it and
//! becomes the one who answers (Gardner, Scientific American 230,
//! 1974, for Cram; Winning Ways, chapters 1 and 15).
//!
//! **Stealing.** Let one move be contained in every other: after it, whatever the answer, the board
//! looks as if the answer had been the first move. If the move does not win, the answer that wins would
//! have won at once. So the first player wins, but nobody learns how (Gale, American Mathematical
//! Monthly 81, 1974, for Chomp).
//!
//! Both hold in normal play only.

use crate::board::BoardGame;
use crate::outcome::Outcome;

/// What takes a board to itself.
///
/// ```
/// use grundy::board::{Source, Strategy, Symmetry, open};
/// // Gardner, 1974: whoever is second answers by a half turn of the board.
/// let strategy = open("cram", Source::Text("4x6"))?.strategy();
/// let Some(Strategy::Pairing { symmetry, begin: None, .. }) = strategy else { panic!() };
/// assert_eq!(symmetry, Symmetry::HalfTurn);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// A half turn of the cells.
    HalfTurn,
    /// A reflection that exchanges rows and columns.
    Diagonal,
    /// Vertices counted from the other end.
    Ends,
    /// The opposite vertices of a circle.
    Opposite,
}

/// A strategy that decides who wins, with moves `M`.
///
/// ```
/// use grundy::board::{Source, Strategy, open};
/// use grundy::outcome::Outcome;
/// // Gale, 1974: the last square is part of every other bite.
/// let strategy = open("chomp", Source::Text("3x5"))?.strategy().unwrap();
/// assert!(matches!(strategy, Strategy::Stealing { .. }));
/// assert_eq!(strategy.outcome(), Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy<M> {
    /// Each move is answered by its image.
    Pairing {
        /// What the image is.
        symmetry: Symmetry,
        /// The move with which the player to move becomes the one who answers; nothing if it is the
        /// other player.
        begin: Option<M>,
        /// A move, after `begin`, and its answer.
        example: (M, M),
    },
    /// The strategy is stolen.
    Stealing {
        /// The move that every other contains.
        play: M,
    },
}

impl<M> Strategy<M> {
    /// Who wins by it.
    pub fn outcome(&self) -> Outcome {
        Outcome::next_wins(!matches!(self, Strategy::Pairing { begin: None, .. }))
    }

    /// The same with moves made into something else.
    pub(in crate::board) fn map<N>(self, mut to: impl FnMut(M) -> N) -> Strategy<N> {
        match self {
            Strategy::Pairing { symmetry, begin, example } => Strategy::Pairing {
                symmetry,
                begin: begin.map(&mut to),
                example: (to(example.0), to(example.1)),
            },
            Strategy::Stealing { play } => Strategy::Stealing { play: to(play) },
        }
    }
}

/// Most moves of a board on which each is tried as the one that makes a pairing, and most of the work for these: mostly one
/// cell says that it does not, but where none does all are looked at.
const MOST_MOVES: usize = 1 << 12;
const MOST_WORK: u64 = 1 << 26;

/// The strategy of a board, or that of the move after which there is a pairing.
pub(in crate::board) fn strategy<G: BoardGame>(
    game: &G,
    position: &G::Position,
) -> Option<Strategy<G::Move>> {
    let own = game.strategy(position);
    if !game.is_searched() || matches!(own, Some(Strategy::Pairing { .. })) {
        return own;
    }
    let moves: Vec<G::Move> = game.moves(position).take(MOST_MOVES + 1).collect();
    let work = game.work(position).saturating_mul(moves.len() as u64);
    if moves.len() > MOST_MOVES || work > MOST_WORK {
        return own;
    }
    let begun =
        moves.into_iter().find_map(|made| match game.strategy(&game.after(position, &made))? {
            Strategy::Pairing { symmetry, begin: None, example } => {
                Some(Strategy::Pairing { symmetry, begin: Some(made), example })
            }
            _ => None,
        });
    begun.or(own)
}

/// Moves of their own image that are tried as the first one.
const MOST_TRIED: usize = 8;

/// The strategy of images on a board that is its own image; nothing if moves get in the way of theirs.
/// `clear` says whether a move stays clear of its image, on this board and so on every later one.
///
/// Looks at each move once for each move that is tried as the first: O(moves).
pub(in crate::board) fn pairing<G: BoardGame>(
    game: &G,
    position: &G::Position,
    symmetry: Symmetry,
    image: impl Fn(&G::Move) -> G::Move,
    clear: impl Fn(&G::Move, &G::Move) -> bool,
) -> Option<Strategy<G::Move>> {
    let answered = |begin: Option<G::Move>, moves: Vec<G::Move>| {
        if !moves.iter().all(|made| clear(made, &image(made))) {
            return None;
        }
        // A board without moves needs no strategy.
        let made = moves.into_iter().next()?;
        let answer = image(&made);
        Some(Strategy::Pairing { symmetry, begin, example: (made, answer) })
    };
    let moves: Vec<G::Move> = game.moves(position).collect();
    let own_images = moves.iter().enumerate().filter(|(_, made)| image(made) == **made);
    let own_images: Vec<usize> = own_images.map(|(at, _)| at).take(MOST_TRIED).collect();
    if own_images.is_empty() {
        return answered(None, moves);
    }
    let mut tried = game.moves(position).enumerate();
    own_images.into_iter().find_map(|wanted| {
        let (_, begin) = tried.find(|(at, _)| *at == wanted)?;
        let left = game.moves(&game.after(position, &begin)).collect();
        answered(Some(begin), left)
    })
}
