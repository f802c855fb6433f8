//! Games on boards.

use std::ops::ControlFlow;

use grundy::board::{Board, Numbered, Picture, SEARCHED, Sign};
use grundy::explain::{Step, explain_board};
use grundy::games::Entry;
use grundy::language::{Language, Message};
use grundy::limits::Limits;
use grundy::play::Opponent;
use grundy::ruleset::Failure;

use super::draw::Drawing;
use super::game::{End, Hint, Listed, Playable};
use crate::language::{say, speak, title};
use crate::report::words;
use crate::trouble::Trouble;

/// Boards of one game. A position is the numbers of the moves that lead to it.
pub(super) struct OnBoards {
    entry: &'static Entry,
    board: Box<dyn Board>,
    /// The moves that were made on `board`.
    made: Vec<usize>,
}

/// Names of moves that are looked at between two looks at the limits.
const NAMES_PER_CHECK: usize = 256;

impl OnBoards {
    pub(super) fn new(entry: &'static Entry, board: Box<dyn Board>) -> OnBoards {
        OnBoards { entry, board, made: Vec::new() }
    }

    /// The boards at a position.
    fn at(&mut self, path: &[usize]) -> &mut dyn Board {
        let common = self.made.iter().zip(path).take_while(|(made, wanted)| made == wanted).count();
        while self.made.len() > common {
            self.made.pop();
            self.board.take_back();
        }
        for &number in &path[common..] {
            self.board.make(number);
            self.made.push(number);
        }
        self.board.as_mut()
    }

    fn pictures(&mut self, at: &[usize], made: Option<usize>) -> Vec<(&'static Entry, Picture)> {
        let entry = self.entry;
        self.at(at).pictures(made).into_iter().map(|picture| (entry, picture)).collect()
    }

    /// The number of the first move of which this holds.
    ///
    /// # Errors
    /// A limit.
    fn find(
        &mut self,
        at: &[usize],
        is_meant: impl Fn(&Numbered) -> bool,
        limits: &Limits,
    ) -> Result<Option<usize>, Failure> {
        let (mut found, mut over) = (None, Ok(()));
        self.at(at).each_move(&mut |made| {
            if is_meant(&made) {
                found = Some(made.number);
            } else if made.number.is_multiple_of(NAMES_PER_CHECK) {
                over = limits.check();
            }
            match found.is_some() || over.is_err() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        over?;
        Ok(found)
    }
}

/// A sign on a board, as it is read out.
fn word(entry: &Entry, sign: &str) -> String {
    match (entry.name, sign) {
        (_, "#") => say!("free"),
        ("treblecross" | "northcott", ".") => say!("empty"),
        (_, ".") => say!("gone"),
        (_, "!") => say!("poison"),
        (_, "H") => say!("heads"),
        (_, "T") => say!("tails"),
        (_, " ") => String::new(),
        _ => sign.to_owned(),
    }
}

fn read_out(entry: &Entry, row: &[Sign]) -> String {
    let words = row.iter().map(|mark| word(entry, &mark.text));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Draws boards, each with its game.
pub(super) fn draw(pictures: &[(&Entry, Picture)], drawing: &mut Drawing) {
    for (at, (_, picture)) in pictures.iter().enumerate() {
        if pictures.len() > 1 {
            drawing.line(say!("board {number}", number = at + 1), super::draw::Tone::Faint);
        }
        drawing.board(picture);
        if picture.iter().all(Vec::is_empty) {
            drawing.line(say!("  (nothing is left)"), super::draw::Tone::Faint);
        }
    }
}

/// Boards in words, a fact a line.
pub(super) fn facts(pictures: &[(&Entry, Picture)]) -> Vec<String> {
    let mut facts = Vec::new();
    for (at, (entry, picture)) in pictures.iter().enumerate() {
        let mut fact = |fact: String| {
            let number = at + 1;
            facts.push(match pictures.len() {
                1 => fact,
                _ => say!("board {number}, {fact}", number, fact),
            });
        };
        if picture.iter().all(Vec::is_empty) {
            fact(say!("nothing is left"));
        }
        for (row, marks) in picture.iter().enumerate().filter(|(_, marks)| !marks.is_empty()) {
            fact(say!("row {number}: {marks}", number = row + 1, marks = read_out(entry, marks)));
        }
    }
    facts
}

/// Whether a move is called as somebody typed, in any language.
pub(super) fn is_called(text: &str) -> impl Fn(&Message) -> bool {
    let text = plain(text.trim());
    move |name| Language::ALL.into_iter().any(|language| plain(&name.in_language(language)) == text)
}

/// Whether a move is listed as somebody typed, in any language: `1 from stair 2 to stair 1: 4 0 4`, or the half before or
/// behind the colon.
fn is_listed(text: &str) -> impl Fn(&Message) -> bool {
    let text = plain(text.trim());
    move |shown| {
        Language::ALL.into_iter().any(|language| {
            let shown = shown.in_language(language);
            let halves = shown.split_once(": ").or_else(|| shown.split_once('：'));
            let halves = halves.into_iter().flat_map(<[&str; 2]>::from);
            halves.chain([&shown[..]]).any(|part| plain(part) == text)
        })
    }
}

/// What tells the names of moves apart, for typing them: the words that they have in common, and the direction in which an
/// edge is named, say nothing; nor does a space between Chinese words.
fn plain(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split([' ', ',', ':', '，', '：']);
    let words = words.filter(|word| !["", "and", "cut", "turn"].contains(word));
    let words: Vec<String> = words.map(plain_edge).collect();
    words.join(if name.is_ascii() { " " } else { "" })
}

/// An edge with the end first that comes first in the alphabet, and any other word as it is. The ground may be called 0.
fn plain_edge(word: &str) -> String {
    match word.split_once('-') {
        Some(("", _) | (_, "")) | None => word.to_owned(),
        Some((from, to)) => {
            let mut ends = [from, to].map(|end| if end == "0" { "ground" } else { end });
            ends.sort_unstable();
            ends.join("-")
        }
    }
}

impl Playable for OnBoards {
    type Position = Vec<usize>;
    type Move = usize;

    fn title(&self) -> String {
        title(self.entry).to_owned()
    }

    fn start(&self) -> Vec<usize> {
        Vec::new()
    }

    fn is_misere(&self) -> Result<bool, Failure> {
        Ok(self.board.is_misere())
    }

    fn end(&mut self, at: &Vec<usize>, _: &Limits) -> Result<Option<End>, Failure> {
        let board = self.at(at);
        let over = board.is_over();
        let mut stuck = true;
        board.each_move(&mut |_| {
            stuck = false;
            ControlFlow::Break(())
        });
        Ok(match (over, board.is_misere()) {
            (true, false) => Some(End::won()),
            (_, misere) if over || stuck => Some(End::stuck(misere)),
            _ => None,
        })
    }

    fn moves(
        &mut self,
        at: &Vec<usize>,
        most: usize,
        _: &Limits,
    ) -> Result<Listed<usize>, Failure> {
        let mut moves = Vec::new();
        self.at(at).each_move(&mut |made| {
            moves.push((made.number, speak(&made.name)));
            if moves.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Ok(Listed::first(most, moves.into_iter()))
    }

    fn after(&mut self, at: &Vec<usize>, made: &usize) -> Vec<usize> {
        [&at[..], &[*made]].concat()
    }

    fn describe(&mut self, at: &Vec<usize>, made: &usize) -> String {
        self.at(at).name(*made).as_ref().map_or_else(String::new, speak)
    }

    fn read(
        &mut self,
        at: &Vec<usize>,
        text: &str,
        limits: &Limits,
    ) -> Result<Result<usize, String>, Failure> {
        let (is_called, is_listed) = (is_called(text), is_listed(text));
        let mut found = self.find(at, |made| is_called(&made.name), limits)?;
        if found.is_none() {
            found = self.find(at, |made| is_listed(&made.shown), limits)?;
        }
        Ok(found.ok_or_else(|| match self.at(at).name(0) {
            Some(first) => {
                let text = text.trim();
                say!("No move is called {text}. A move is called like this: {first}", text, first)
            }
            None => say!("There is no move."),
        }))
    }

    fn best(&mut self, at: &Vec<usize>, limits: &Limits) -> Result<Option<usize>, Failure> {
        Ok(self.at(at).best(SEARCHED, limits)?.map(|best| best.number))
    }

    fn mistaken(
        &mut self,
        at: &Vec<usize>,
        dice: &mut fastrand::Rng,
        limits: &Limits,
    ) -> Result<Option<usize>, Failure> {
        let mut won = Vec::new();
        self.at(at).each_winning_move(limits, &mut |number, _| {
            won.push(number);
            if won.len() < Opponent::CONSIDERED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        let mut wrong = Vec::new();
        self.at(at).each_move(&mut |made| {
            if won.binary_search(&made.number).is_err() {
                wrong.push(made.number);
            }
            if wrong.len() < Opponent::CONSIDERED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        match wrong.is_empty() {
            true => self.best(at, limits),
            false => Ok(Some(wrong[dice.usize(..wrong.len())])),
        }
    }

    fn any(&mut self, at: &Vec<usize>) -> Option<usize> {
        self.find(at, |_| true, &Limits::default()).ok().flatten()
    }

    fn hint(&mut self, at: &Vec<usize>, limits: &Limits) -> Result<Hint<usize>, Failure> {
        let entry = self.entry;
        let board = self.at(at);
        let steps = match explain_board(entry, board, limits) {
            Err(Failure::Domain(_)) => {
                let reasons = vec![say!("Who wins is not known here.")];
                return Ok(Hint { reasons, made: None });
            }
            steps => steps?,
        };
        let reasons = words::explanation(&steps).lines().map(str::to_owned).collect();
        let play = steps.iter().find_map(|step| match step {
            Step::Play { play } | Step::AtOnce { play } => Some(play),
            _ => None,
        });
        let made = match play {
            Some(play) => self.find(at, |made| made.name == *play, limits)?,
            None => None,
        };
        Ok(Hint { reasons, made })
    }

    fn drawing(&mut self, at: &Vec<usize>, made: Option<&usize>) -> Drawing {
        let mut drawing = Drawing::default();
        draw(&self.pictures(at, made.copied()), &mut drawing);
        drawing
    }

    fn facts(&mut self, at: &Vec<usize>) -> Vec<String> {
        facts(&self.pictures(at, None))
    }

    fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, &[])
    }
}
