//! `grundy play`: a game against the program, or between two people, line by line.

use std::io::{self, BufRead, IsTerminal as _, Read as _, Write};

use clap::Args;
use grundy::explain::explain;
use grundy::play::{Move, Opponent, Position, Target};
use num_bigint::BigUint;

use super::question::{Asked, Question};
use crate::report::words;
use crate::trouble::Trouble;

/// Play a position against an opponent that never errs
///
/// Moves are typed like `8 -> 1`, or as a number from the list that `moves` shows. `hint` says who
/// wins and why; `undo` and `redo` go back and forth. In a lost position the opponent makes the game
/// last.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy play nim 3 5 7\n  \
    grundy play kayles 12 --second             the opponent begins\n  \
    grundy play wythoff 6,9 --errs 0.3         an opponent who errs three times in ten\n  \
    grundy play nim 1 2 2 --misere --two       two people")]
pub(crate) struct Play {
    /// Let the opponent begin
    #[arg(long, conflicts_with = "two")]
    second: bool,
    /// How often the opponent errs, from 0 to 1
    #[arg(long, value_name = "RATE", default_value_t = 0.0, value_parser = rate)]
    errs: f64,
    /// Two people play, without an opponent
    #[arg(long)]
    two: bool,
    /// Start of the dice, so that an opponent who errs can be met again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    question: Question,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "a number from 0 to 1, such as 0.3".to_owned())
}

pub(crate) fn run(play: &Play) -> Result<bool, Trouble> {
    let asked = play.question.ask()?;
    let dice = play.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let mut table = Table {
        past: vec![asked.position.clone()],
        asked,
        future: Vec::new(),
        opponent: (!play.two).then(Opponent::new),
        errs: play.errs,
        second: play.second,
        dice,
        typed_here: io::stdin().is_terminal(),
    };
    table.sit(&mut io::stdin().lock(), &mut io::stdout().lock())
}

/// A game being played.
struct Table {
    asked: Asked,
    /// All positions from the first to this one.
    past: Vec<Position>,
    /// Positions taken back, the newest last.
    future: Vec<Position>,
    opponent: Option<Opponent>,
    errs: f64,
    second: bool,
    dice: fastrand::Rng,
    /// Whether lines appear as they are typed; else they are repeated.
    typed_here: bool,
}

/// What a line asks for.
enum Said {
    Move(Move),
    /// The position has changed without a move.
    Back,
    Nothing,
    Quit,
}

const HELP: &str = "\
  8 -> 1            a move: what becomes of a component; 12 -> 1 + 10 leaves two, 5 -> [] none
  3                 the move with this number in the list
  moves             list the moves
  hint              who wins, why, and a winning move
  undo, redo        take back your last move and the answer to it; make it again
  help, quit
";

/// Bytes of a line; what is longer is read as several.
const LONGEST_LINE: u64 = 1 << 16;

/// Moves that `moves` lists.
const LISTED: usize = 60;

impl Table {
    fn sit(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<bool, Trouble> {
        let misere = self.asked.session.is_misere(self.position());
        let misere = misere.map_err(|failure| self.asked.trouble(&failure))?;
        let aim = if misere { "loses" } else { "wins" };
        writeln!(out, "Whoever makes the last move {aim}. Type a move, or help.")?;
        loop {
            self.show(out)?;
            if self.ended(out)? {
                return Ok(true);
            }
            if self.opponents_turn() {
                self.answer(out)?;
                continue;
            }
            let said = loop {
                match self.ask(input, out)? {
                    Said::Nothing => (),
                    said => break said,
                }
            };
            match said {
                Said::Move(made) => {
                    self.future.clear();
                    self.make(&made);
                }
                Said::Quit => return Ok(true),
                Said::Back | Said::Nothing => (),
            }
        }
    }

    fn position(&self) -> &Position {
        // The first position is never taken away.
        &self.past[self.past.len() - 1]
    }

    /// Whether the second of the two players is to move.
    fn second_to_move(&self) -> bool {
        self.past.len().is_multiple_of(2)
    }

    fn opponents_turn(&self) -> bool {
        self.opponent.is_some() && self.second_to_move() != self.second
    }

    /// Who is to move, as the subject of a sentence.
    fn mover(&self) -> &'static str {
        match (&self.opponent, self.second_to_move()) {
            (None, false) => "The first player",
            (None, true) => "The second player",
            (Some(_), _) if self.opponents_turn() => "The opponent",
            (Some(_), _) => "You",
        }
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        let session = &self.asked.session;
        let position = self.position();
        writeln!(out)?;
        for part in &position.parts {
            let name = session.describe_part(part);
            let tokens = tokens(&part.coords).unwrap_or_default();
            writeln!(out, "{}", format!("  {name:>4}  {tokens}").trim_end())?;
        }
        if position.parts.is_empty() {
            writeln!(out, "  (nothing is left)")?;
        }
        Ok(())
    }

    /// Says who has won if there is no move.
    fn ended(&mut self, out: &mut dyn Write) -> Result<bool, Trouble> {
        let position = self.position().clone();
        let Asked { session, limits, .. } = &mut self.asked;
        let finished = session.is_finished(&position, limits);
        let finished = finished.map_err(|failure| self.asked.trouble(&failure))?;
        if self.any_move(&position)? {
            return Ok(false);
        }
        let misere = self.asked.session.is_misere(&position);
        let misere = misere.map_err(|failure| self.asked.trouble(&failure))?;
        // The player to move has none: lost, in misère play won; `win on` is won by who got there.
        let mover_wins = misere && !finished;
        let why = match (finished, misere) {
            (true, _) => "the position that wins has been reached",
            (false, false) => "no move is left",
            (false, true) => "no move is left, and the last move loses",
        };
        let who = self.mover();
        let verb = match (who, mover_wins) {
            ("You", true) => "win",
            ("You", false) => "lose",
            (_, true) => "wins",
            (_, false) => "loses",
        };
        writeln!(out, "{who} {verb}: {why}.")?;
        Ok(true)
    }

    fn any_move(&mut self, position: &Position) -> Result<bool, Trouble> {
        let found = self.asked.session.any_move(position, &self.asked.limits);
        Ok(found.map_err(|failure| self.asked.trouble(&failure))?.is_some())
    }

    fn make(&mut self, made: &Move) {
        let next = self.asked.session.after(self.position(), made);
        self.past.push(next);
    }

    /// The opponent's move.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let position = self.position().clone();
        let errs = self.errs > 0.0 && self.dice.f64() < self.errs;
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        let Asked { session, limits, .. } = &mut self.asked;
        let chosen = match errs {
            true => {
                let dice = &mut self.dice;
                opponent.mistaken(session, &position, &mut |n| dice.usize(..n), limits)
            }
            false => opponent.best(session, &position, limits),
        };
        let chosen = chosen.map_err(|failure| self.asked.trouble(&failure))?;
        // There is a move, or the game would have ended.
        let Some(mut made) = chosen else { return Ok(()) };
        if let Target::Range { from, .. } = &made.to {
            let part = &position.parts[made.part];
            let coords = vec![from.clone()];
            made.to = Target::Sum(vec![grundy::position::Part { coords, ..part.clone() }]);
        }
        let text = self.asked.session.describe_move(&position, &made);
        writeln!(out, "The opponent moves {text}")?;
        self.future.clear();
        self.make(&made);
        Ok(())
    }

    /// Reads one line and does what it says.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Said, Trouble> {
        match &self.opponent {
            Some(_) => write!(out, "> ")?,
            None => write!(out, "{}> ", self.mover().to_lowercase())?,
        }
        out.flush()?;
        let mut line = String::new();
        let read = input.take(LONGEST_LINE).read_line(&mut line);
        let read = read
            .map_err(|error| Trouble::Input(format!("error: the moves cannot be read: {error}")))?;
        if read == 0 {
            writeln!(out)?;
            return Ok(Said::Quit);
        }
        if !self.typed_here {
            writeln!(out, "{}", line.trim_end())?;
        }
        match line.trim() {
            "" => Ok(Said::Nothing),
            "quit" | "q" | "exit" => Ok(Said::Quit),
            "help" | "?" => {
                out.write_all(HELP.as_bytes())?;
                Ok(Said::Nothing)
            }
            "moves" | "m" => {
                let (moves, more) = self.moves()?;
                for (index, made) in moves.iter().enumerate() {
                    let text = self.asked.session.describe_move(self.position(), made);
                    writeln!(out, "  {:>3}  {text}", index + 1)?;
                }
                if more {
                    writeln!(out, "       ... and more")?;
                }
                Ok(Said::Nothing)
            }
            "hint" | "h" => {
                let position = self.position().clone();
                let steps = explain(&mut self.asked.session, &position, &self.asked.limits);
                let steps = steps.map_err(|failure| self.asked.trouble(&failure))?;
                write!(out, "{}", words::explanation(&steps))?;
                Ok(Said::Nothing)
            }
            "undo" | "u" => self.undo(out),
            "redo" | "r" => self.redo(out),
            text => self.typed(text, out),
        }
    }

    /// Back to where the same player was to move.
    fn undo(&mut self, out: &mut dyn Write) -> Result<Said, Trouble> {
        let steps = if self.opponent.is_some() { 2 } else { 1 };
        if self.past.len() <= steps {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(Said::Nothing);
        }
        for _ in 0..steps {
            self.future.extend(self.past.pop());
        }
        Ok(Said::Back)
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<Said, Trouble> {
        let steps = if self.opponent.is_some() { 2 } else { 1 };
        if self.future.is_empty() {
            writeln!(out, "No move has been taken back.")?;
            return Ok(Said::Nothing);
        }
        for _ in 0..steps {
            self.past.extend(self.future.pop());
        }
        Ok(Said::Back)
    }

    /// A move by its number or in words; what is wrong with it is said.
    fn typed(&mut self, text: &str, out: &mut dyn Write) -> Result<Said, Trouble> {
        if let Ok(number) = text.parse::<usize>() {
            let (mut moves, _) = self.moves()?;
            if (1..=moves.len()).contains(&number) {
                return Ok(Said::Move(moves.swap_remove(number - 1)));
            }
            writeln!(out, "There is no move with the number {number}; `moves` lists them.")?;
            return Ok(Said::Nothing);
        }
        let position = self.position().clone();
        let made = match self.asked.session.read_move(&position, text) {
            Ok(made) => made,
            Err(error) => {
                let help = error.help.map_or_else(String::new, |help| format!(": {help}"));
                writeln!(out, "That is not understood: {}{help}", error.message)?;
                return Ok(Said::Nothing);
            }
        };
        let legal = self.asked.session.is_legal(&position, &made, &self.asked.limits);
        if legal.map_err(|failure| self.asked.trouble(&failure))? {
            return Ok(Said::Move(made));
        }
        writeln!(out, "The rules do not allow {text}; `moves` lists what they allow.")?;
        Ok(Said::Nothing)
    }

    /// The first moves in the order of the rule, and whether there are more.
    fn moves(&mut self) -> Result<(Vec<Move>, bool), Trouble> {
        let position = self.position().clone();
        let mut moves = Vec::new();
        let listed = self.asked.session.each_move(&position, &self.asked.limits, &mut |made| {
            moves.push(made);
            match moves.len() > LISTED {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            }
        });
        listed.map_err(|failure| self.asked.trouble(&failure))?;
        let more = moves.len() > LISTED;
        moves.truncate(LISTED);
        Ok((moves, more))
    }
}

/// Most tokens of a heap that are drawn.
const DRAWN: usize = 60;

/// A heap as its tokens, for components of one coordinate.
fn tokens(coords: &[BigUint]) -> Option<String> {
    let [heap] = coords else { return None };
    let count = usize::try_from(heap).ok().filter(|&count| count <= DRAWN)?;
    let groups: Vec<String> =
        (0..count).step_by(5).map(|start| "o".repeat(5.min(count - start))).collect();
    Some(groups.join(" "))
}
