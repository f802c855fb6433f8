//! A play: the positions so far and those taken back, whose turn it is, and the opponent.

use grundy::limits::{Limits, Stop};
use grundy::ruleset::Failure;

use super::game::{End, Playable};
use crate::language::{message, say, speak};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    /// The one person who plays.
    You,
    /// The program.
    Opponent,
    /// Of two people.
    First,
    Second,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Players {
    /// Whether the program plays one side.
    pub(super) opponent: bool,
    /// Whether the opponent begins.
    pub(super) second: bool,
    /// How often the opponent errs, from 0 to 1.
    pub(super) errs: f64,
}

/// All positions from the first to this one, and those taken back.
pub(super) struct Match<P> {
    past: Vec<P>,
    now: P,
    /// The newest last.
    future: Vec<P>,
    pub(super) players: Players,
}

/// Times that a position comes before the play is a draw.
const REPEATED: usize = 3;

impl<P: Clone + PartialEq> Match<P> {
    pub(super) fn new(start: P, players: Players) -> Match<P> {
        Match { past: Vec::new(), now: start, future: Vec::new(), players }
    }

    /// A copy to be asked elsewhere.
    pub(super) fn frozen(&self) -> Match<P> {
        let Match { past, now, future: _, players } = self;
        Match { past: past.clone(), now: now.clone(), future: Vec::new(), players: *players }
    }

    /// Where the play has come to.
    pub(super) fn position(&self) -> &P {
        &self.now
    }

    /// Whether the second of the two players is to move.
    fn second_to_move(&self) -> bool {
        !self.past.len().is_multiple_of(2)
    }

    /// Whether the program is to move.
    pub(super) fn opponents_turn(&self) -> bool {
        self.players.opponent && self.second_to_move() != self.players.second
    }

    /// Who is to move.
    pub(super) fn mover(&self) -> Mover {
        match (self.players.opponent, self.second_to_move()) {
            (false, false) => Mover::First,
            (false, true) => Mover::Second,
            (true, _) if self.opponents_turn() => Mover::Opponent,
            (true, _) => Mover::You,
        }
    }

    /// Goes on to the position after a move.
    pub(super) fn advance(&mut self, next: P) {
        self.future.clear();
        self.past.push(std::mem::replace(&mut self.now, next));
    }

    /// Back to where a person was to move; false if nobody has moved there.
    pub(super) fn undo(&mut self) -> bool {
        let steps = if self.players.opponent && !self.opponents_turn() { 2 } else { 1 };
        if self.past.len() < steps {
            return false;
        }
        for _ in 0..steps {
            if let Some(before) = self.past.pop() {
                self.future.push(std::mem::replace(&mut self.now, before));
            }
        }
        true
    }

    /// Forth to where a person was to move next, or to the end; false if nothing was taken back.
    pub(super) fn redo(&mut self) -> bool {
        let mut moved = false;
        while !moved || self.opponents_turn() {
            let Some(next) = self.future.pop() else { break };
            self.past.push(std::mem::replace(&mut self.now, next));
            moved = true;
        }
        moved
    }

    /// Begins anew from the first position.
    pub(super) fn begin(&mut self, players: Players) {
        let first = self.past.first().unwrap_or(&self.now).clone();
        *self = Match::new(first, players);
    }

    /// Whether this position, with the same player to move, has come too often.
    fn is_repeated(&self) -> bool {
        let same = self.past.iter().rev().skip(1).step_by(2).filter(|past| **past == self.now);
        same.count() + 1 >= REPEATED
    }

    /// Whether the play has ended.
    pub(super) fn end<G: Playable<Position = P>>(
        &self,
        game: &mut G,
        limits: &Limits,
    ) -> Result<Option<End>, Failure> {
        let end = game.end(&self.now, limits)?;
        let draw = end.is_none() && game.can_repeat() && self.is_repeated();
        Ok(if draw { Some(End::Draw) } else { end })
    }

    /// Who has won, in a sentence.
    pub(super) fn verdict(&self, end: End) -> String {
        let End::Decided { mover_wins, why } = end else {
            return say!("A draw: this position has come for the third time.");
        };
        match (self.mover(), mover_wins) {
            (Mover::You, true) => say!("You win: {why}.", why),
            (Mover::You, false) => say!("You lose: {why}.", why),
            (Mover::Opponent, true) => say!("The opponent wins: {why}.", why),
            (Mover::Opponent, false) => say!("The opponent loses: {why}.", why),
            (Mover::First, true) => say!("The first player wins: {why}.", why),
            (Mover::First, false) => say!("The first player loses: {why}.", why),
            (Mover::Second, true) => say!("The second player wins: {why}.", why),
            (Mover::Second, false) => say!("The second player loses: {why}.", why),
        }
    }
}

/// What the opponent does.
pub(super) struct Reply<M> {
    pub(super) made: M,
    /// The move as it is typed.
    pub(super) text: String,
    /// Why it was not thought to the end.
    pub(super) hasty: Option<Failure>,
}

impl<M> Reply<M> {
    /// What has happened, in a sentence or two.
    pub(super) fn told(&self) -> String {
        let text = &self.text;
        let why = match &self.hasty {
            None => return say!("The opponent moves {text}", text),
            Some(Failure::Stop(Stop::Cancelled)) => {
                return say!("Interrupted, the opponent moves {text}", text);
            }
            Some(Failure::Stop(stop)) => speak(&message!("{stop}", stop)),
            Some(failure) => speak(&failure.message()),
        };
        say!("The opponent could not think to the end ({why}) and moves {text}", why, text)
    }
}

/// The opponent's move; nothing if there is none. Where a limit ends the thought, it is any move.
pub(super) fn reply<G: Playable>(
    game: &mut G,
    at: &G::Position,
    errs: f64,
    dice: &mut fastrand::Rng,
    limits: &Limits,
) -> Result<Option<Reply<G::Move>>, Failure> {
    let chosen = match errs > 0.0 && dice.f64() < errs {
        true => game.mistaken(at, dice, limits),
        false => game.best(at, limits),
    };
    let (made, hasty) = match chosen {
        Ok(made) => (made, None),
        Err(failure) if matches!(failure, Failure::Stop(_)) || failure.is_beyond_reach() => {
            match game.any(at) {
                Some(made) => (Some(made), Some(failure)),
                None => return Err(failure),
            }
        }
        Err(failure) => return Err(failure),
    };
    Ok(made.map(|made| Reply { text: game.describe(at, &made), made, hasty }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Players = Players { opponent: true, second: false, errs: 0.0 };

    #[test]
    fn whoever_plays_goes_back_to_the_own_turn() {
        let mut play = Match::new(0, ALONE);
        assert!(!play.undo() && !play.redo());
        play.advance(1);
        assert!(play.opponents_turn());
        play.advance(2);
        assert_eq!(play.mover(), Mover::You);
        assert!(play.undo());
        assert_eq!(*play.position(), 0);
        assert!(play.redo());
        assert_eq!(*play.position(), 2);
        play.advance(3);
        // The game has ended on the opponent's turn: one move is taken back.
        assert!(play.undo());
        assert_eq!((*play.position(), play.mover()), (2, Mover::You));
        assert!(play.redo() && !play.redo());
        assert_eq!(*play.position(), 3);
        play.undo();
        play.advance(4);
        assert!(!play.redo());
    }

    #[test]
    fn an_opponent_who_begins_keeps_the_first_move() {
        let mut play = Match::new(0, Players { second: true, ..ALONE });
        assert!(play.opponents_turn());
        play.advance(1);
        assert!(!play.undo());
        play.begin(Players { opponent: false, ..ALONE });
        assert_eq!((*play.position(), play.mover()), (0, Mover::First));
        play.advance(1);
        assert_eq!(play.mover(), Mover::Second);
        assert!(play.undo() && play.redo());
    }

    #[test]
    fn three_times_the_same_position_with_the_same_player_is_a_draw() {
        let mut play = Match::new('a', ALONE);
        for (next, repeated) in
            [('a', false), ('a', false), ('b', false), ('a', true), ('b', false), ('b', false)]
        {
            play.advance(next);
            assert_eq!(play.is_repeated(), repeated, "{next}");
        }
    }
}
