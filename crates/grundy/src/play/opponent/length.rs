//! How long a game lasts when the winner hurries and the loser delays: the [search for lengths](crate::search) of typed
//! positions.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::play::{Move, Position, Session, sorted};
use crate::position::Part;
use crate::rule::ir::Kind;
use crate::ruleset::Failure;
use crate::search::{self, Played};

/// The lengths of the positions looked at so far, of the same games in the same way of play: asked about others, it
/// forgets them.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::{Lengths, Session};
/// let mut lengths = Lengths::new();
/// let mut session = Session::with_game("bash(3)")?;
/// for heap in 1..=8_u64 {
///     let position = session.heaps(&[heap])?;
///     let (outcome, moves) = lengths.of(&mut session, &position, 1000, &Limits::default())?.unwrap();
///     // Whoever wins leaves a multiple of 4, of which every two moves take 4.
///     assert_eq!(outcome, Outcome::next_wins(heap % 4 > 0));
///     assert_eq!(u64::from(moves), heap / 4 * 2 + u64::from(heap % 4 > 0));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Lengths {
    known: search::Lengths<Vec<Part>>,
    /// The kinds of components of each game that what is known is of, and whether it is of misère play.
    games: Vec<Vec<Kind>>,
    misere: bool,
}

debug_by_name!(Lengths);

impl Lengths {
    /// No position looked at.
    pub fn new() -> Lengths {
        Lengths::default()
    }

    /// Who wins a position and in how many moves; `None` if more than `most` positions, or 32 times as many
    /// moves, would be looked at, those known from before among them, a play takes more than 400 moves, or a number is
    /// beyond the reach of the rules. After that nothing is known.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::{Lengths, Session};
    /// let mut session = Session::with_game("nim")?;
    /// let position = session.position("1 2 3")?;
    /// let length = Lengths::new().of(&mut session, &position, 1000, &Limits::default())?;
    /// assert_eq!(length, Some((Outcome::P, 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::outcome`].
    pub fn of(
        &mut self,
        session: &mut Session,
        position: &Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(Outcome, u32)>, Failure> {
        let misere = session.is_misere(position)?;
        self.turn_to(session, misere);
        self.known.of(&mut Typed { session, misere }, sorted(&position.parts), most, limits)
    }

    /// Forgets what is known unless it is of the first games of the session, in this way of play.
    fn turn_to(&mut self, session: &Session, misere: bool) {
        let games = session.games();
        let mut pairs = self.games.iter().zip(games);
        let same = self.games.len() <= games.len()
            && pairs.all(|(known, asked)| known[..] == *asked.rules.ir());
        if !same || self.misere != misere {
            *self = Lengths { misere, ..Lengths::new() };
        }
        let new = &games[self.games.len()..];
        self.games.extend(new.iter().map(|opened| opened.rules.ir().to_vec()));
    }
}

/// The positions of a session, their components in an order of their own.
struct Typed<'a> {
    session: &'a mut Session,
    misere: bool,
}

impl Played for Typed<'_> {
    type Position = Vec<Part>;
    type Move = Move;

    fn moves(
        &mut self,
        parts: &Vec<Part>,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Move>>, Failure> {
        let mut moves = Vec::new();
        let listed = self.session.each_move(&parts.clone().into(), limits, &mut |made| {
            moves.push(made);
            if moves.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match listed {
            Err(failure) if failure.is_beyond_reach() => Ok(None),
            listed => listed.map(|_| Some(moves)),
        }
    }

    fn after(&mut self, parts: &Vec<Part>, made: &Move) -> Vec<Part> {
        sorted(&self.session.after(&parts.clone().into(), made).parts)
    }

    /// Whoever cannot move has lost, in misère play won; who reached a `win on` has won in both.
    fn ended(&mut self, parts: &Vec<Part>, limits: &Limits) -> Result<Outcome, Failure> {
        let stuck = self.misere && !self.session.is_finished(&parts.clone().into(), limits)?;
        Ok(Outcome::next_wins(stuck))
    }
}
