//! A sum of boards of one game: what is known of it, its moves by number, and how they are made.
//!
//! The moves of a sum are numbered board by board, each in the order of [`BoardGame::moves`]. The boards before each
//! move are kept, so that moves can be taken back.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::{Best, Board, Numbered, SeeNumbered, SeeWinning, Winning};
use super::moves::{OnBoards, after, moves, winning};
use super::winning::Looking;
use crate::board::decided::misere::Judge;
use crate::board::decided::reasons::{Reason, reasons};
use crate::board::decided::strategy::{Strategy, strategy};
use crate::board::endings::Endings;
use crate::board::shown::sketch::{self, Mark, Sketch};
use crate::board::{BoardGame, Picture};
use crate::drawing::Drawing;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::{Keeping, Lengths};

/// A game opened with a sum of boards.
pub(in crate::board) struct Opened<G: BoardGame> {
    game: G,
    boards: Vec<G::Position>,
    /// The boards before each move that was made.
    past: Vec<Vec<G::Position>>,
    lengths: Lengths<Vec<G::Position>>,
    misere: bool,
}

impl<G: BoardGame> fmt::Debug for Opened<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", Board::show(self))
    }
}

/// Moves that are compared by the number of moves that they leave.
const COMPARED: usize = 256;
/// So far they are counted.
const MOST_COUNTED: usize = 1 << 16;

impl<G: BoardGame + 'static> Opened<G> {
    pub(in crate::board) fn boxed(game: G, boards: Vec<G::Position>) -> Box<dyn Board> {
        Box::new(Opened {
            game,
            boards,
            past: Vec::new(),
            lengths: Lengths::default(),
            misere: false,
        })
    }
}

impl<G: BoardGame> Opened<G> {
    fn has_values(&self) -> Result<(), Failure> {
        match self.misere {
            true => Err(Failure::Domain(message!("misère play has no Grundy values"))),
            false => Ok(()),
        }
    }

    /// The value of a board: where every move has an answer it is 0 without any search.
    fn value_of(&mut self, board: &G::Position, limits: &Limits) -> Result<Nimber, Failure> {
        let answered = |game: &G| {
            let strategy = game.strategy(board);
            strategy.is_some_and(|strategy| strategy.outcome() == Outcome::P)
        };
        match self.game.is_searched() && answered(&self.game) {
            true => limits.check().map(|()| Nimber::ZERO).map_err(Failure::from),
            false => self.game.value(board, limits),
        }
    }

    /// The moves of every board, none when the game is over.
    fn moves(&self) -> impl Iterator<Item = (usize, G::Move)> {
        moves(&self.game, &self.boards)
    }

    /// What a move on one of the boards is called.
    fn named(&self, at: usize, made: &G::Move) -> Message {
        let name = self.game.name_move(&self.boards[at], made);
        match self.boards.len() {
            1 => name,
            _ => message!("board {number}: {name}", number = at + 1, name),
        }
    }

    /// The move with which the strategy of a single board begins, and its number.
    fn beginning(&self) -> Option<(usize, G::Move)> {
        match &self.boards[..] {
            [board] if !self.misere => match strategy(&self.game, board)? {
                Strategy::Pairing { begin: Some(begin), .. } => {
                    let number = self.game.moves(board).position(|made| made == begin)?;
                    Some((number, begin))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// As [`Board::each_winning_move`], in misère play.
    fn each_misere_move(&self, limits: &Limits, see: &mut SeeWinning<'_>) -> Result<(), Failure> {
        let mut judge = Judge::new(&self.game);
        for (number, (at, made)) in self.moves().enumerate() {
            let next = after(&self.game, &self.boards, at, &made);
            if judge.is_lost(&next, limits)?
                && see(number, &|| winning(&self.game, &self.boards, at, &made)).is_break()
            {
                break;
            }
        }
        Ok(())
    }
}

impl<G: BoardGame> Board for Opened<G> {
    fn show(&self) -> String {
        let shown: Vec<String> = self.boards.iter().map(|board| self.game.show(board)).collect();
        shown.join(" + ")
    }

    fn boards(&self) -> usize {
        self.boards.len()
    }

    fn pictures(&self, made: Option<usize>) -> Vec<Picture> {
        let made = made.and_then(|number| self.moves().nth(number));
        let each = self.boards.iter().enumerate();
        let picture = |(at, board)| {
            let here = made.as_ref().filter(|(index, _)| *index == at);
            let picture = self.game.picture(board, here.map(|(_, made)| made));
            match self.past.len() % 2 {
                0 => picture,
                _ => self.game.turned(picture),
            }
        };
        each.map(picture).collect()
    }

    fn drawing(&self, title: &str, moves: &[Winning]) -> Option<Drawing> {
        let boards: Vec<Sketch> = self.boards.iter().map(|board| self.game.sketch(board)).collect();
        let moves: Vec<(usize, Mark)> =
            moves.iter().map(|made| (made.board, made.mark.clone())).collect();
        sketch::drawing(title, &boards, &moves)
    }

    /// Of boards that are alike two are worth 0 together.
    fn value(&mut self, limits: &Limits) -> Result<Nimber, Failure> {
        self.has_values()?;
        let mut unpaired = HashSet::new();
        for board in &self.boards {
            let alike = self.game.alike(board.clone());
            if !unpaired.remove(&alike) {
                unpaired.insert(alike);
            }
        }
        let mut boards = self.boards.clone();
        boards.retain(|board| unpaired.remove(&self.game.alike(board.clone())));
        boards.iter().try_fold(Nimber::ZERO, |sum, board| Ok(sum ^ self.value_of(board, limits)?))
    }

    fn play_misere(&mut self) -> Result<(), Failure> {
        if self.game.can_repeat() {
            let message = message!(
                "pieces may go back and forth here, so that in misère play no game need end"
            );
            return Err(Failure::Domain(message));
        }
        self.misere = true;
        self.lengths = Lengths::default();
        Ok(())
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn values(&mut self, limits: &Limits) -> Result<Vec<(String, Nimber)>, Failure> {
        self.has_values()?;
        let boards = self.boards.clone().into_iter();
        let valued =
            boards.map(|board| Ok((self.game.show(&board), self.value_of(&board, limits)?)));
        valued.collect()
    }

    fn strategy(&self) -> Option<Strategy<Message>> {
        match &self.boards[..] {
            [board] if !self.misere => {
                let found = strategy(&self.game, board)?;
                Some(found.map(|made| self.game.name_move(board, &made)))
            }
            _ => None,
        }
    }

    fn reasons(&mut self, limits: &Limits) -> Result<Vec<Reason>, Failure> {
        reasons(&mut self.game, &self.boards, limits)
    }

    fn is_searched(&self) -> bool {
        self.game.is_searched()
    }

    fn is_lost(&mut self, limits: &Limits) -> Result<bool, Failure> {
        if self.misere {
            return Judge::new(&self.game).is_lost(&self.boards, limits);
        }
        match &self.boards[..] {
            [board] => match strategy(&self.game, board) {
                Some(strategy) => Ok(strategy.outcome() == Outcome::P),
                None => self.game.is_lost(board, limits),
            },
            _ if self.is_over() => Ok(true),
            _ if self.wins_at_once() => Ok(false),
            _ => Ok(self.value(limits)? == Nimber::ZERO),
        }
    }

    fn each_winning_move(
        &mut self,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<(), Failure> {
        match self.misere {
            true => self.each_misere_move(limits, see),
            false => {
                let begin = self.beginning();
                let mut met = false;
                let found = self.each_move_beside(Nimber::ZERO, limits, &mut |number, made| {
                    met |= begin.as_ref().is_some_and(|(begin, _)| *begin == number);
                    see(number, made)
                });
                // A limit may come before the one move that is known without a search.
                if let (Err(Failure::Stop(_)), false, Some((number, made))) = (&found, met, begin) {
                    let _shown = see(number, &|| winning(&self.game, &self.boards, 0, &made));
                }
                found
            }
        }
    }

    fn a_winning_move(&mut self, limits: &Limits) -> Result<Option<(usize, Winning)>, Failure> {
        if let Some((number, made)) = self.beginning() {
            return Ok(Some((number, winning(&self.game, &self.boards, 0, &made))));
        }
        let mut found = None;
        self.each_winning_move(limits, &mut |number, made| {
            found = Some((number, made()));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    fn each_move_beside(
        &mut self,
        heap: Nimber,
        limits: &Limits,
        see: &mut SeeWinning<'_>,
    ) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        let at_once = self.wins_at_once();
        // Else the values of other boards do not matter.
        let adds_up = !at_once && self.boards.len() > 1;
        let sum = if adds_up { heap ^ self.value(limits)? } else { heap };
        let Opened { game, boards, .. } = self;
        let mut looking = Looking::new(game, boards, at_once);
        for (at, board) in boards.iter().enumerate() {
            // What the board must be worth after the move.
            let want = if adds_up { sum ^ looking.game.value(board, limits)? } else { sum };
            if looking.on_board(at, want, limits, see)?.is_break() {
                return Ok(());
            }
        }
        looking.too_large.map_or(Ok(()), Err)
    }

    fn is_over(&self) -> bool {
        self.boards.iter().any(|board| self.game.is_over(board))
    }

    fn wins_at_once(&self) -> bool {
        !self.is_over() && self.boards.iter().any(|board| self.game.wins_at_once(board))
    }

    fn each_move(&self, see: &mut SeeNumbered<'_>) {
        for (number, (at, made)) in self.moves().enumerate() {
            let shown = self.game.show_move(&self.boards[at], &made);
            if see(Numbered { number, name: self.named(at, &made), shown }).is_break() {
                return;
            }
        }
    }

    fn name(&self, number: usize) -> Option<Message> {
        let (at, made) = self.moves().nth(number)?;
        Some(self.named(at, &made))
    }

    fn make(&mut self, number: usize) -> bool {
        let Some((at, made)) = self.moves().nth(number) else { return false };
        let next = after(&self.game, &self.boards, at, &made);
        self.past.push(std::mem::replace(&mut self.boards, next));
        true
    }

    fn pass(&mut self) {
        let next = self.boards.iter().map(|board| self.game.passed(board)).collect();
        self.past.push(std::mem::replace(&mut self.boards, next));
    }

    fn take_back(&mut self) -> bool {
        let Some(boards) = self.past.pop() else { return false };
        self.boards = boards;
        true
    }

    fn length(&mut self, most: usize, limits: &Limits) -> Result<Option<(Outcome, u32)>, Failure> {
        let mut played = OnBoards { game: &self.game, misere: self.misere };
        self.lengths.of(&mut played, self.boards.clone(), most, limits)
    }

    fn best(&mut self, most: usize, limits: &Limits) -> Result<Option<Best>, Failure> {
        if self.moves().next().is_none() {
            return Ok(None);
        }
        if let Some((outcome, length)) = self.length(most, limits)? {
            let wanted = if outcome == Outcome::N { Outcome::P } else { Outcome::N };
            let Opened { game, boards, lengths, misere, .. } = self;
            let mut played = OnBoards { game, misere: *misere };
            for (number, (at, made)) in moves(game, boards).enumerate() {
                let next = after(game, boards, at, &made);
                // Every option of a position whose length is known has been looked at.
                let found = lengths.of(&mut played, next, most, limits)?;
                if found == Some((wanted, length - 1)) {
                    let (leaves, lasts) = (Some(wanted), Some(length - 1));
                    return Ok(Some(Best { number, leaves, lasts }));
                }
            }
        }
        if let Some((number, _)) = self.beginning() {
            return Ok(Some(Best { number, leaves: Some(Outcome::P), lasts: None }));
        }
        let mut won = Vec::new();
        let most = if self.game.can_repeat() { COMPARED } else { 1 };
        let known = self.each_winning_move(limits, &mut |number, _| {
            won.push(number);
            if won.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let leaves = match known {
            Err(Failure::Domain(_)) => None,
            known => known.map(|()| Some(Outcome::next_wins(won.is_empty())))?,
        };
        let left = |(at, made): &(usize, G::Move)| {
            let next = after(&self.game, &self.boards, *at, made);
            moves(&self.game, &next).take(MOST_COUNTED).count()
        };
        let compared = self.moves().enumerate();
        let number = match &won[..] {
            [only] => Some(*only),
            [] => compared.take(COMPARED).max_by_key(|(_, made)| left(made)).map(|best| best.0),
            _ => compared
                .filter(|(number, _)| won.binary_search(number).is_ok())
                .min_by_key(|(_, made)| left(made))
                .map(|best| best.0),
        };
        let number = number.unwrap_or(0);
        Ok(Some(Best { number, leaves, lasts: None }))
    }

    fn saved_as(&self) -> Option<String> {
        self.game.saved_as()
    }

    fn use_endings(&mut self, endings: Arc<Endings>) -> Result<(), Message> {
        if self.misere {
            return Err(message!("endings are about normal play"));
        }
        self.game.use_endings(endings)
    }

    fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        self.game.searches()
    }

    fn excluded(&self) -> Vec<u8> {
        match &self.boards[..] {
            // A search in misère play finds out who wins, and excludes no value.
            [board] if !self.misere => self.game.excluded(board),
            _ => Vec::new(),
        }
    }
}
