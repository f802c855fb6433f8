//! Typed games: sums of components.

use std::ops::ControlFlow;

use grundy::explain::explain;
use grundy::limits::Limits;
use grundy::play::{Appearance, Move, Opponent, Position, Session, Target};
use grundy::position::Part;
use grundy::ruleset::Failure;
use num_bigint::BigUint;

use super::draw::Drawing;
use super::game::{A_MOMENT, End, Hint, Listed, Playable};
use crate::language::{say, title};
use crate::report::words;
use crate::trouble::Trouble;

/// A sum of components of typed games.
pub(super) struct Sum {
    session: Session,
    start: Position,
    opponent: Opponent,
}

impl Sum {
    pub(super) fn new(session: Session, start: Position) -> Sum {
        Sum { session, start, opponent: Opponent::new() }
    }
}

/// A typed move, or what is wrong with it.
pub(super) fn read(
    session: &mut Session,
    at: &Position,
    text: &str,
    limits: &Limits,
) -> Result<Result<Move, String>, Failure> {
    let made = match session.read_move(at, text) {
        Ok(made) => made,
        Err(error) => {
            let wrong = say!("That is not understood: {error}", error = error.message);
            return Ok(Err(match error.help {
                Some(help) => say!("{wrong}: {help}", wrong, help),
                None => wrong,
            }));
        }
    };
    let legal = session.is_legal(at, &made, limits)?;
    Ok(if legal { Ok(made) } else { Err(say!("The rules do not allow {text}.", text)) })
}

/// Draws components, with what a move changes.
pub(super) fn draw(session: &Session, at: &Position, made: Option<&Move>, drawing: &mut Drawing) {
    for (index, part) in at.parts.iter().enumerate() {
        let name = session.describe_part(part);
        let made = made.filter(|made| made.part == index);
        let made = made.and_then(|made| match &made.to {
            Target::Sum(sum) => {
                let alike = |to: &&Part| (to.game, to.kind) == (part.game, part.kind);
                let coords: Vec<Vec<BigUint>> =
                    sum.iter().filter(alike).map(|to| to.coords.clone()).collect();
                // What becomes another kind is only named.
                let coords =
                    if coords.len() == sum.len() { coords } else { vec![part.coords.clone()] };
                Some((session.describe_sum(sum), coords))
            }
            Target::Range { .. } => None,
        });
        let made = made.as_ref().map(|(text, sum)| (&text[..], &sum[..]));
        drawing.component(session.appearance(part), &name, &part.coords, made);
    }
}

/// Components in words, a fact a line.
pub(super) fn facts(session: &Session, at: &Position) -> Vec<String> {
    let fact = |part: &Part| {
        let text = session.describe_part(part);
        match (session.appearance(part), &part.coords[..]) {
            (Appearance::Heap, _) => say!("heap of {text}", text),
            (Appearance::Strip, _) => say!("row of {text}", text),
            (Appearance::Sheet, [width, height]) => {
                say!("{text}: {width} wide, {height} high", text, width, height)
            }
            _ => text,
        }
    };
    at.parts.iter().map(fact).collect()
}

impl Playable for Sum {
    type Position = Position;
    type Move = Move;

    fn title(&self) -> String {
        let name = |game: &grundy::games::Opened| match (game.entry, &game.name) {
            (Some(entry), _) => title(entry).to_owned(),
            (None, Some(name)) => name.clone(),
            (None, None) => say!("a typed rule"),
        };
        let names: Vec<String> = self.session.games().iter().map(name).collect();
        names.join(" + ")
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_misere(&self) -> Result<bool, Failure> {
        self.session.is_misere(&self.start)
    }

    fn end(&mut self, at: &Position, limits: &Limits) -> Result<Option<End>, Failure> {
        if self.session.is_finished(at, limits)? {
            // Won by who got there, in both ways of play.
            return Ok(Some(End::won()));
        }
        if self.session.any_move(at, limits)?.is_some() {
            return Ok(None);
        }
        Ok(Some(End::stuck(self.session.is_misere(at)?)))
    }

    fn moves(
        &mut self,
        at: &Position,
        most: usize,
        limits: &Limits,
    ) -> Result<Listed<Move>, Failure> {
        let (moves, more) = self.session.first_moves(at, most, limits)?;
        let named = moves.into_iter().map(|made| {
            let name = self.session.describe_move(at, &made);
            (made, name)
        });
        Ok(Listed { moves: named.collect(), more })
    }

    fn after(&mut self, at: &Position, made: &Move) -> Position {
        self.session.after(at, made)
    }

    fn describe(&mut self, at: &Position, made: &Move) -> String {
        self.session.describe_move(at, made)
    }

    fn read(
        &mut self,
        at: &Position,
        text: &str,
        limits: &Limits,
    ) -> Result<Result<Move, String>, Failure> {
        read(&mut self.session, at, text, limits)
    }

    fn best(&mut self, at: &Position, limits: &Limits) -> Result<Option<Move>, Failure> {
        self.opponent.best(&mut self.session, at, limits)
    }

    fn mistaken(
        &mut self,
        at: &Position,
        dice: &mut fastrand::Rng,
        limits: &Limits,
    ) -> Result<Option<Move>, Failure> {
        let dice = &mut |n| dice.usize(..n);
        self.opponent.mistaken(&mut self.session, at, dice, limits)
    }

    fn any(&mut self, at: &Position) -> Option<Move> {
        let made = self.session.any_move(at, &Limits::default().time(A_MOMENT)).ok().flatten();
        made.map(|made| at.single(made))
    }

    fn hint(&mut self, at: &Position, limits: &Limits) -> Result<Hint<Move>, Failure> {
        let steps = explain(&mut self.session, at, limits)?;
        let reasons = words::explanation(&steps).lines().map(str::to_owned).collect();
        let mut made = None;
        let won = self.session.each_winning_move(at, limits, &mut |found| {
            made = Some(found);
            ControlFlow::Break(())
        });
        match won {
            // Who wins may be known by a theorem that does not know the moves.
            Ok(()) | Err(Failure::Domain(_)) => {}
            Err(failure) => return Err(failure),
        }
        Ok(Hint { reasons, made: made.map(|made| at.single(made)) })
    }

    fn drawing(&mut self, at: &Position, made: Option<&Move>) -> Drawing {
        let mut drawing = Drawing::default();
        draw(&self.session, at, made, &mut drawing);
        if at.parts.is_empty() {
            drawing.line(say!("  (nothing is left)"), super::draw::Tone::Faint);
        }
        drawing
    }

    fn facts(&mut self, at: &Position) -> Vec<String> {
        match at.parts.is_empty() {
            true => vec![say!("nothing is left")],
            false => facts(&self.session, at),
        }
    }

    fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, self.session.games())
    }
}
