//! The moves of a sum that win in normal play, found board by board.

use std::ops::ControlFlow;

use super::board::SeeWinning;
use super::moves::winning;
use super::parted::Parted;
use crate::board::BoardGame;
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::Failure;

/// Moves looked at between two looks at the limits, and bytes of the boards that they leave.
const MOVES_PER_CHECK: usize = 256;
const BYTES_PER_CHECK: u64 = 1 << 16;

/// All moves of a sum, looked at one after the other.
pub(super) struct Looking<'a, G: BoardGame> {
    pub(super) game: &'a mut G,
    boards: &'a [G::Position],
    /// Whether the player to move can win on the spot, so that other moves do not win.
    at_once: bool,
    /// The number of the next move.
    number: usize,
    /// Of a move after which the board is too large nothing is known; others may win all the same.
    pub(super) too_large: Option<Failure>,
}

impl<'a, G: BoardGame> Looking<'a, G> {
    pub(super) fn new(game: &'a mut G, boards: &'a [G::Position], at_once: bool) -> Self {
        Looking { game, boards, at_once, number: 0, too_large: None }
    }

    /// Shows the moves on the next board, `at`, after which that is worth `want`, until `see` breaks.
    ///
    /// # Errors
    /// As [`BoardGame::value`], but that a board is too large is noted alone.
    pub(super) fn on_board(
        &mut self,
        at: usize,
        want: Nimber,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<ControlFlow<()>, Failure> {
        if let Some(flow) = self.told(at, want, limits, see)? {
            return Ok(flow);
        }
        let boards = self.boards;
        let board = &boards[at];
        self.game.prepare(board, limits)?;
        let parted = Parted::new(self.game, board, limits)?;
        let at_a_time = BYTES_PER_CHECK / self.game.owned_bytes(board).max(1);
        let at_a_time = (at_a_time as usize).clamp(1, MOVES_PER_CHECK);
        for (here, made) in self.game.moves(board).enumerate() {
            let (part, want) = match &parted {
                Some(parted) => parted.of_move(here, want),
                None => (board, want),
            };
            let after = self.game.after(part, &made);
            if self.wins(&after, want, limits)?
                && see(self.number, &|| winning(self.game, boards, at, &made)).is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
            self.number += 1;
            if self.number.is_multiple_of(at_a_time) {
                limits.check()?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The same where theory tells the moves without the boards after all of them; nothing where it does not.
    fn told(
        &mut self,
        at: usize,
        want: Nimber,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<Option<ControlFlow<()>>, Failure> {
        let (game, boards, number) = (&*self.game, self.boards, self.number);
        let mut flow = ControlFlow::Continue(());
        let told = game.each_move_to(&boards[at], want, limits, &mut |here, made| {
            flow = see(number + here, &|| winning(game, boards, at, &made));
            flow
        })?;
        let Some(seen) = told else { return Ok(None) };
        self.number += seen;
        Ok(Some(flow))
    }

    /// Whether a move wins that leaves this board, where it must be worth `want`.
    fn wins(
        &mut self,
        after: &G::Position,
        want: Nimber,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        let wins = match want {
            _ if self.game.is_over(after) => Ok(true),
            _ if self.at_once || self.game.wins_at_once(after) => Ok(false),
            Nimber::ZERO => self.game.is_lost(after, limits),
            _ => self.game.value(after, limits).map(|value| value == want),
        };
        match wins {
            Err(failure @ Failure::Domain(_)) => {
                self.too_large.get_or_insert(failure);
                Ok(false)
            }
            wins => wins,
        }
    }
}
