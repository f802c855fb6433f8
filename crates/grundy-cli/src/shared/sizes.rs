//! Boards of every size: a typed position in which `m` and `n` stand for numbers, `cram mxn` or `node-kayles cycle n`,
//! and coins of which one shows heads.

use std::ops::ControlFlow;

use grundy::board::{Board, Source, open};
use grundy::games::Entry;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::rule::RuleError;
use grundy::ruleset::Failure;

use super::board::{named, worth};
use crate::cells::{Cell, Shown, Wanted, next};
use crate::language::say;
use crate::trouble::Trouble;

/// What stands for a number.
const LETTERS: [char; 2] = ['m', 'n'];
/// Coins in a row, or in a row of rows, at most: a board is typed coin by coin.
const MOST_COINS: u64 = 1 << 12;
/// How far sizes go if nothing is said: where one number is in one place, and where there are more.
const USUAL: [u64; 2] = [10, 5];
/// The usual number of coins.
const USUAL_COINS: [u64; 2] = [30, 9];
/// The first sizes that are tried if nothing is said: a cycle has three vertices.
const FIRST: u64 = 4;

/// Boards of a game, one for each size.
#[derive(Debug)]
pub(crate) struct Sizes {
    pub(crate) entry: &'static Entry,
    boards: Boards,
    coords: Vec<char>,
    pub(crate) misere: bool,
}

#[derive(Debug)]
enum Boards {
    /// A position with letters in place of numbers.
    Typed(String),
    /// Coins of which the last one shows heads, in a row or in rows.
    Coins,
}

impl Sizes {
    /// The boards that a text means, if it begins with a game on boards.
    pub(crate) fn of(game: &str, misere: bool) -> Result<Option<Sizes>, Trouble> {
        let Some((entry, position)) = named(&[game.to_owned()]) else { return Ok(None) };
        let typed = match (entry.name, position.trim()) {
            ("cram" | "chomp" | "node-kayles" | "arc-kayles", "") => "mxn",
            ("treblecross", "") => "n",
            (name, "") => {
                let coords = match name {
                    "turning-turtles" | "mock-turtles" | "ruler" => vec!['n'],
                    "turning-corners" | "turtles-by-ruler" | "mock-turtles-by-ruler" => {
                        vec!['m', 'n']
                    }
                    _ => return Err(without_sizes(entry)),
                };
                return Ok(Some(Sizes { entry, boards: Boards::Coins, coords, misere }));
            }
            (_, typed) => typed,
        };
        let mut coords = Vec::new();
        for (_, letter) in letters(typed) {
            if !coords.contains(&letter) {
                coords.push(letter);
            }
        }
        if coords.is_empty() {
            return Err(without_sizes(entry));
        }
        Ok(Some(Sizes { entry, boards: Boards::Typed(typed.to_owned()), coords, misere }))
    }

    /// What runs, the last fastest.
    pub(crate) fn coords(&self) -> Vec<String> {
        self.coords.iter().map(ToString::to_string).collect()
    }

    /// The boards as they are typed.
    pub(crate) fn text(&self) -> String {
        match &self.boards {
            Boards::Typed(typed) => format!("{} {typed}", self.entry.name),
            Boards::Coins => self.entry.name.to_owned(),
        }
    }

    /// The first size if nothing is said: the least of which there is a board.
    pub(crate) fn usual_start(&self) -> u64 {
        (1..FIRST).find(|&size| self.open(&vec![size; self.coords.len()]).is_ok()).unwrap_or(1)
    }

    /// The last size if nothing is said.
    pub(crate) fn usual_end(&self) -> u64 {
        match &self.boards {
            Boards::Typed(typed) => USUAL[usize::from(letters(typed).count() > 1)],
            Boards::Coins => USUAL_COINS[usize::from(self.coords.len() > 1)],
        }
    }

    /// The position of this size, as it is typed.
    fn position(&self, size: &[u64]) -> String {
        let Boards::Typed(typed) = &self.boards else {
            return coins(size);
        };
        let (mut position, mut from) = (String::new(), 0);
        for (at, letter) in letters(typed) {
            let number = self.coords.iter().zip(size).find(|(coord, _)| **coord == letter);
            position += &typed[from..at];
            position += &number.map_or(0, |(_, &number)| number).to_string();
            from = at + letter.len_utf8();
        }
        position + &typed[from..]
    }

    fn open(&self, size: &[u64]) -> Result<Box<dyn Board>, RuleError> {
        open(self.entry.name, Source::Text(&self.position(size)))
    }

    /// Shows what the boards are worth, or who wins, until `see` breaks.
    ///
    /// # Errors
    /// There is no board of a size, or it is too large, or a limit was reached; then those before were shown.
    pub(crate) fn each(
        &self,
        wanted: &Wanted,
        limits: &Limits,
        see: &mut dyn FnMut(&[u64], Cell) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let of_failure = |failure| Trouble::of_failure(&failure, &[]);
        let mut size = Some(wanted.from.clone());
        let mut done = 0;
        while let Some(at) = size {
            limits.check().map_err(Trouble::of_stop)?;
            limits.report(done, Some(wanted.count()));
            let coins: u64 = at.iter().fold(1, |all, &number| all.saturating_mul(number));
            if matches!(self.boards, Boards::Coins) && coins > MOST_COINS {
                return Err(Trouble::Input(say!(
                    "error: at most {most} coins are laid out\n  help: let --to be smaller",
                    most = MOST_COINS
                )));
            }
            let mut board = self.open(&at).map_err(|error| self.no_board(&at, &error))?;
            let cell = if self.misere {
                board.play_misere().map_err(of_failure)?;
                outcome(board.as_mut(), limits)
            } else if wanted.shown == Shown::Outcomes {
                outcome(board.as_mut(), limits)
            } else {
                worth(board.as_mut(), limits).map(Cell::from)
            };
            if see(&at, cell.map_err(of_failure)?).is_break() {
                break;
            }
            done += 1;
            size = next(&at, &wanted.from, &wanted.to);
        }
        Ok(())
    }

    /// That there is no such board, with the position that was tried.
    fn no_board(&self, size: &[u64], error: &RuleError) -> Trouble {
        let said =
            self.coords.iter().zip(size).map(|(coord, number)| format!("{coord} = {number}"));
        let said: Vec<String> = said.collect();
        let help = error.help.as_ref().map(|help| say!("\n  help: {help}", help));
        Trouble::Input(
            say!(
                "error: at {size}: {position}: {message}",
                size = said.join(", "),
                position = self.position(size),
                message = error.message
            ) + &help.unwrap_or_default(),
        )
    }
}

fn outcome(board: &mut dyn Board, limits: &Limits) -> Result<Cell, Failure> {
    let lost = board.is_lost(limits)?;
    Ok(Cell::Outcome(Outcome::next_wins(!lost)))
}

/// The letters that stand for numbers: alone, or beside the `x` of a grid or the `K` of a complete graph.
fn letters(typed: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    typed.char_indices().filter(|&(at, sign)| {
        let before = typed[..at].chars().next_back();
        let after = typed[at + sign.len_utf8()..].chars().next();
        let alone = |beside: Option<char>, but: &str| {
            beside.is_none_or(|sign| !sign.is_alphanumeric() && sign != '_' || but.contains(sign))
        };
        LETTERS.contains(&sign) && alone(before, "xK") && alone(after, "x")
    })
}

/// Coins of which the last one shows heads.
fn coins(size: &[u64]) -> String {
    let row = |length: u64, last: char| -> String {
        let before = length.saturating_sub(1) as usize;
        std::iter::repeat_n('T', before).chain([last]).collect()
    };
    match *size {
        [rows, columns] => {
            let mut all = vec![row(columns, 'T'); rows.saturating_sub(1) as usize];
            all.push(row(columns, 'H'));
            all.join("/")
        }
        _ => row(size.iter().copied().max().unwrap_or(0), 'H'),
    }
}

/// Boards of a game of which a number can run, if there are any.
pub(crate) fn running(entry: &Entry) -> Option<&'static str> {
    Some(match entry.name {
        "cram" => "cram 4xn",
        "chomp" => "chomp n,n,2",
        "node-kayles" | "arc-kayles" => "node-kayles cycle n",
        "poset" => "poset chain n",
        "treblecross" => "treblecross n",
        "staircase" => "staircase 1,m,n",
        "hackenbush" | "northcott" => return None,
        coins => coins,
    })
}

/// That a text has no number that could run, with one of the game that has, if there are any.
fn without_sizes(entry: &'static Entry) -> Trouble {
    let Some(typed) = running(entry) else {
        return Trouble::Input(say!(
            "error: the boards of {game} have no sizes that a table could run through\n  \
             help: `grundy value {example}` answers one board",
            game = entry.name,
            example = entry.example
        ));
    };
    Trouble::Input(say!(
        "error: no number of these boards runs\n  \
         help: put m or n in place of numbers, as in grundy table '{typed}'",
        typed
    ))
}
