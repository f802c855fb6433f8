//! Boards beside components of typed games.

use std::ops::ControlFlow;

use grundy::board::Picture;
use grundy::explain::explain_sum;
use grundy::games::Entry;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Opponent, Sum, SumMove};
use grundy::ruleset::Failure;

use super::draw::{Drawing, Tone};
use super::game::{A_MOMENT, End, Hint, Listed, Playable};
use super::{boards, sums};
use crate::language::{say, speak};
use crate::report::words;
use crate::trouble::Trouble;

/// A sum with boards in it. A position is the moves that lead to it.
pub(super) struct Mixed {
    sum: Sum,
    title: String,
    /// The moves that were made on `sum`.
    made: Vec<SumMove>,
}

impl Mixed {
    pub(super) fn new(sum: Sum) -> Mixed {
        Mixed { title: sum.show(), sum, made: Vec::new() }
    }

    /// The sum at a position.
    fn at(&mut self, path: &[SumMove]) -> &mut Sum {
        let common = self.made.iter().zip(path).take_while(|(made, wanted)| made == wanted).count();
        while self.made.len() > common {
            self.made.pop();
            self.sum.take_back();
        }
        for made in &path[common..] {
            self.sum.make(made);
            self.made.push(made.clone());
        }
        &mut self.sum
    }

    /// The first `most` moves.
    fn first(
        &mut self,
        at: &[SumMove],
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<SumMove>, Failure> {
        let mut moves = Vec::new();
        let listed = self.at(at).each_move(limits, &mut |made| {
            moves.push(made);
            if moves.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match listed {
            Err(failure) if moves.is_empty() || !failure.is_beyond_reach() => Err(failure),
            _ => Ok(moves),
        }
    }

    /// One move of an entry that may stand for several.
    fn single(&self, made: SumMove) -> SumMove {
        match made {
            SumMove::Component(made) => SumMove::Component(self.sum.rest().single(made)),
            made => made,
        }
    }

    /// The moves on boards with what they are called.
    fn on_boards(
        &mut self,
        at: &[SumMove],
        limits: &Limits,
    ) -> Result<(Vec<SumMove>, Vec<Message>), Failure> {
        let (mut moves, mut names) = (Vec::new(), Vec::new());
        self.at(at).each_move(limits, &mut |found| match &found {
            SumMove::Board { made, .. } => {
                names.push(made.clone());
                moves.push(found);
                ControlFlow::Continue(())
            }
            SumMove::Component(_) => ControlFlow::Break(()),
        })?;
        Ok((moves, names))
    }

    fn pictures(
        &mut self,
        at: &[SumMove],
        made: Option<&SumMove>,
    ) -> Vec<(&'static Entry, Picture)> {
        let of_board =
            |(at, (entry, board)): (usize, (&'static Entry, &dyn grundy::board::Board))| {
                let here = match made {
                    Some(&SumMove::Board { number, index, .. }) if number == at => Some(index),
                    _ => None,
                };
                board
                    .pictures(here)
                    .into_iter()
                    .map(move |picture| (entry, picture))
                    .collect::<Vec<_>>()
            };
        self.at(at).boards().enumerate().flat_map(of_board).collect()
    }
}

/// A move as it is typed: on a board, what it is called.
fn named(sum: &Sum, made: &SumMove) -> String {
    match made {
        SumMove::Component(made) => sum.describe_move(made),
        &SumMove::Board { number, index, .. } => {
            sum.name_on_board(number, index).map_or_else(String::new, |name| speak(&name))
        }
    }
}

impl Playable for Mixed {
    type Position = Vec<SumMove>;
    type Move = SumMove;

    fn title(&self) -> String {
        self.title.clone()
    }

    fn start(&self) -> Vec<SumMove> {
        Vec::new()
    }

    fn is_misere(&self) -> Result<bool, Failure> {
        self.sum.check().map(|()| false)
    }

    fn end(&mut self, at: &Vec<SumMove>, limits: &Limits) -> Result<Option<End>, Failure> {
        let sum = self.at(at);
        if sum.is_over(limits)? {
            return Ok(Some(End::won()));
        }
        Ok(sum.any_move(limits)?.is_none().then(|| End::stuck(false)))
    }

    fn moves(
        &mut self,
        at: &Vec<SumMove>,
        most: usize,
        limits: &Limits,
    ) -> Result<Listed<SumMove>, Failure> {
        let moves = self.first(at, most.saturating_add(1), limits)?;
        let sum = &self.sum;
        Ok(Listed::first(
            most,
            moves.into_iter().map(|made| {
                let name = named(sum, &made);
                (made, name)
            }),
        ))
    }

    fn after(&mut self, at: &Vec<SumMove>, made: &SumMove) -> Vec<SumMove> {
        let one = std::slice::from_ref(made);
        [&at[..], one].concat()
    }

    fn describe(&mut self, at: &Vec<SumMove>, made: &SumMove) -> String {
        named(self.at(at), made)
    }

    fn read(
        &mut self,
        at: &Vec<SumMove>,
        text: &str,
        limits: &Limits,
    ) -> Result<Result<SumMove, String>, Failure> {
        let (mut moves, names) = self.on_boards(at, limits)?;
        if let Some(found) = names.iter().position(boards::is_called(text)) {
            return Ok(Ok(moves.swap_remove(found)));
        }
        let (session, rest) = self.sum.rest_mut();
        let wrong = match sums::read(session, rest, text, limits)? {
            Ok(made) => return Ok(Ok(SumMove::Component(made))),
            Err(wrong) => wrong,
        };
        Ok(Err(match names.first() {
            Some(first) if !rest.parts.is_empty() => {
                say!("{wrong} (a move on a board: {first})", wrong, first)
            }
            Some(first) => {
                let text = text.trim();
                say!("No move is called {text}. A move is called like this: {first}", text, first)
            }
            None => wrong,
        }))
    }

    fn best(&mut self, at: &Vec<SumMove>, limits: &Limits) -> Result<Option<SumMove>, Failure> {
        let best = self.at(at).best(limits)?;
        Ok(best.map(|made| self.single(made)))
    }

    fn mistaken(
        &mut self,
        at: &Vec<SumMove>,
        dice: &mut fastrand::Rng,
        limits: &Limits,
    ) -> Result<Option<SumMove>, Failure> {
        let mut won = Vec::new();
        self.at(at).each_winning_move(limits, &mut |made| {
            won.push(made);
            if won.len() < Opponent::CONSIDERED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        let mut wrong = self.first(at, Opponent::CONSIDERED, limits)?;
        wrong.retain(|made| !won.iter().any(|good| made.leads_alike(good)));
        match wrong.is_empty() {
            true => self.best(at, limits),
            false => Ok(Some(wrong.swap_remove(dice.usize(..wrong.len())))),
        }
    }

    fn any(&mut self, at: &Vec<SumMove>) -> Option<SumMove> {
        let made = self.at(at).any_move(&Limits::default().time(A_MOMENT)).ok().flatten();
        made.map(|made| self.single(made))
    }

    fn hint(&mut self, at: &Vec<SumMove>, limits: &Limits) -> Result<Hint<SumMove>, Failure> {
        let steps = explain_sum(self.at(at), limits)?;
        let reasons = words::explanation(&steps).lines().map(str::to_owned).collect();
        let wins = self.sum.outcome(limits)? == Outcome::N;
        let made = if wins { self.sum.best(limits)? } else { None };
        Ok(Hint { reasons, made: made.map(|made| self.single(made)) })
    }

    fn drawing(&mut self, at: &Vec<SumMove>, made: Option<&SumMove>) -> Drawing {
        let mut drawing = Drawing::default();
        boards::draw(&self.pictures(at, made), &mut drawing);
        let component = match made {
            Some(SumMove::Component(made)) => Some(made),
            _ => None,
        };
        if !self.sum.rest().parts.is_empty() {
            drawing.line("", Tone::Plain);
        }
        sums::draw(self.sum.session(), self.sum.rest(), component, &mut drawing);
        drawing
    }

    fn facts(&mut self, at: &Vec<SumMove>) -> Vec<String> {
        let boards = boards::facts(&self.pictures(at, None));
        boards.into_iter().chain(sums::facts(self.sum.session(), self.sum.rest())).collect()
    }

    fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, self.sum.session().games())
    }
}
