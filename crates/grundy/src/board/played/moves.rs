//! Boards of a sum as they are played: all their moves, and what is left after one.

use super::board::Winning;
use crate::board::BoardGame;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::Played;

/// The moves of a sum of boards, none when it is over.
pub(in crate::board) fn moves<G: BoardGame>(
    game: &G,
    boards: &[G::Position],
) -> impl Iterator<Item = (usize, G::Move)> {
    let over = boards.iter().any(|board| game.is_over(board));
    let playable = if over { &[] } else { boards };
    let each = playable.iter().enumerate();
    each.flat_map(|(at, board)| game.moves(board).map(move |made| (at, made)))
}

/// How a winning move on one of the boards looks.
pub(super) fn winning<G: BoardGame>(
    game: &G,
    boards: &[G::Position],
    board: usize,
    made: &G::Move,
) -> Winning {
    let text = game.show_move(&boards[board], made);
    Winning { text, board, mark: game.mark(&boards[board], made) }
}

/// The boards after a move on one of them.
pub(in crate::board) fn after<G: BoardGame>(
    game: &G,
    boards: &[G::Position],
    at: usize,
    made: &G::Move,
) -> Vec<G::Position> {
    let each = boards.iter().enumerate();
    let next = |(index, board)| match index == at {
        true => game.after(board, made),
        false => game.passed(board),
    };
    each.map(next).collect()
}

/// Sums of boards of a game in normal or misère play, as the search for lengths plays them.
pub(super) struct OnBoards<'a, G> {
    pub(super) game: &'a G,
    pub(super) misere: bool,
}

impl<G: BoardGame> Played for OnBoards<'_, G> {
    type Position = Vec<G::Position>;
    /// The number of a board, and a move on it.
    type Move = (usize, G::Move);

    fn moves(
        &mut self,
        boards: &Vec<G::Position>,
        most: usize,
        _: &Limits,
    ) -> Result<Option<Vec<(usize, G::Move)>>, Failure> {
        Ok(Some(moves(self.game, boards).take(most.saturating_add(1)).collect()))
    }

    fn after(
        &mut self,
        boards: &Vec<G::Position>,
        (at, made): &(usize, G::Move),
    ) -> Vec<G::Position> {
        after(self.game, boards, *at, made)
    }

    /// A game that is over has no move either.
    fn ended(&mut self, _: &Vec<G::Position>, _: &Limits) -> Result<Outcome, Failure> {
        Ok(Outcome::next_wins(self.misere))
    }
}
