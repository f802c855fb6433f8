//! Play line by line: for pipes, and for those who have the lines read out. Nothing is drawn; every line
//! says one thing.

use std::io::{BufRead, Read as _, Write};

use grundy::limits::Limits;
use grundy::ruleset::Failure;

use super::game::{Listed, Playable, are_numbers};
use super::model::{Match, Mover, Reply, reply};
use crate::language::{reason, say};
use crate::trouble::Trouble;
use crate::work::{Allowance, while_waiting};

/// A play at a line.
pub(super) struct Table<'a, G: Playable> {
    pub(super) game: G,
    pub(super) play: Match<G::Position>,
    pub(super) dice: fastrand::Rng,
    pub(super) allowance: &'a Allowance,
    /// Whether lines appear as they are typed; else they are repeated.
    pub(super) typed_here: bool,
}

/// What a line asks for.
enum Said<M> {
    Move(M),
    /// The position has changed without a move.
    Back,
    Nothing,
    Quit,
}

/// What can be typed, with a move of the position.
fn help(made: &str) -> String {
    say!(
        "  {made}a move, typed as `moves` lists it
  3                 the move with this number in the list
  moves             list the moves
  hint              who wins, why, and a winning move
  undo, redo        take back your last move and the answer to it; make it again
  help, quit
",
        made = format!("{made:<17} ")
    )
}

/// Bytes of a line that are kept; of what is longer the rest is passed over.
const LONGEST_LINE: u64 = 1 << 16;

/// Reads a line; how many bytes, 0 at the end.
fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> std::io::Result<usize> {
    let read = input.take(LONGEST_LINE).read_until(b'\n', line)?;
    if read > 0 && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(read)
}

/// Moves that `moves` lists.
const LISTED: usize = 60;

impl<G: Playable> Table<'_, G> {
    pub(super) fn sit(
        mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<bool, Trouble> {
        let misere = self.game.is_misere().map_err(|failure| self.game.trouble(&failure))?;
        let aim = match misere {
            true => say!("Whoever makes the last move loses. Type a move, or help."),
            false => say!("Whoever makes the last move wins. Type a move, or help."),
        };
        writeln!(out, "{aim}")?;
        loop {
            self.show(out)?;
            let limits = self.limits();
            let end = self.play.end(&mut self.game, &limits).map_err(|e| self.game.trouble(&e))?;
            if let Some(end) = end {
                writeln!(out, "{}", self.play.verdict(end))?;
                return Ok(true);
            }
            if self.play.opponents_turn() {
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
                Said::Move(made) => self.make(&made),
                Said::Quit => return Ok(true),
                Said::Back | Said::Nothing => (),
            }
        }
    }

    /// The limits of one thought.
    fn limits(&self) -> Limits {
        self.allowance.limits()
    }

    fn show(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        writeln!(out)?;
        for fact in self.game.facts(self.play.position()) {
            writeln!(out, "  {fact}")?;
        }
        Ok(())
    }

    fn make(&mut self, made: &G::Move) {
        let next = self.game.after(self.play.position(), made);
        self.play.advance(next);
    }

    /// The opponent's move.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let limits = self.limits();
        let errs = self.play.players.errs;
        let at = self.play.position().clone();
        let found = reply(&mut self.game, &at, errs, &mut self.dice, &limits);
        let found: Option<Reply<G::Move>> = found.map_err(|e| self.game.trouble(&e))?;
        if let Err(stop @ grundy::limits::Stop::Cancelled) = limits.check() {
            return Err(Trouble::of_stop(stop));
        }
        // There is a move, or the game would have ended.
        let Some(reply) = found else { return Ok(()) };
        writeln!(out, "{}", reply.told())?;
        self.make(&reply.made);
        Ok(())
    }

    /// Reads one line and does what it says.
    fn ask(
        &mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Said<G::Move>, Trouble> {
        let Some(line) = self.line(input, out)? else {
            writeln!(out)?;
            return Ok(Said::Quit);
        };
        match line.trim() {
            "" => Ok(Said::Nothing),
            "quit" | "q" | "exit" | "退出" => Ok(Said::Quit),
            "help" | "?" | "帮助" => {
                let listed = self.moves(out)?;
                let first = listed.and_then(|listed| listed.moves.into_iter().next());
                let made = first.map_or_else(|| "8 -> 1".to_owned(), |(_, name)| name);
                out.write_all(help(&made).as_bytes())?;
                Ok(Said::Nothing)
            }
            "moves" | "m" | "走法" => {
                self.list(out)?;
                Ok(Said::Nothing)
            }
            "hint" | "h" | "提示" => {
                self.hint(out)?;
                Ok(Said::Nothing)
            }
            "undo" | "u" | "悔棋" => match self.play.undo() {
                true => Ok(Said::Back),
                false => {
                    writeln!(out, "{}", say!("There is no move of yours to take back."))?;
                    Ok(Said::Nothing)
                }
            },
            "redo" | "r" | "重走" => match self.play.redo() {
                true => Ok(Said::Back),
                false => {
                    writeln!(out, "{}", say!("No move has been taken back."))?;
                    Ok(Said::Nothing)
                }
            },
            text => self.typed(text, out),
        }
    }

    /// The next line, after a prompt; nothing at the end of the input.
    fn line(
        &self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Option<String>, Trouble> {
        let who = match self.play.mover() {
            Mover::You | Mover::Opponent => String::new(),
            Mover::First => say!("the first player"),
            Mover::Second => say!("the second player"),
        };
        write!(out, "{who}> ")?;
        out.flush()?;
        let mut line = Vec::new();
        let read = while_waiting(|| read_line(input, &mut line));
        let read = read.map_err(|error| {
            Trouble::Input(say!("error: the moves cannot be read: {error}", error = reason(&error)))
        })?;
        if read == 0 {
            return Ok(None);
        }
        // What is no text is no move, and asked for again.
        let line = String::from_utf8_lossy(&line);
        // Some shells mark the beginning of what they pipe.
        let line = line.trim_start_matches('\u{feff}');
        if !self.typed_here {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(Some(line.to_owned()))
    }

    /// Lists the first moves.
    fn list(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let Some(Listed { moves, more }) = self.moves(out)? else { return Ok(()) };
        let numbered = !are_numbers(&moves);
        for (index, (_, name)) in moves.iter().enumerate() {
            match numbered {
                true => writeln!(out, "  {:>3}  {name}", index + 1)?,
                false => writeln!(out, "  {name}")?,
            }
        }
        if more {
            writeln!(out, "     {}", say!("  ... and more"))?;
        }
        Ok(())
    }

    /// Says who wins and why, and a winning move.
    fn hint(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let limits = self.limits();
        let hint = self.game.hint(self.play.position(), &limits);
        let Some(hint) = self.heard(hint, out)? else { return Ok(()) };
        for line in &hint.reasons {
            writeln!(out, "{line}")?;
        }
        if let Some(made) = &hint.made {
            let made = self.game.describe(self.play.position(), made);
            writeln!(out, "{}", say!("To make it, type {made}", made))?;
        }
        Ok(())
    }

    /// A move by its number or in words; what is wrong with it is said.
    fn typed(&mut self, text: &str, out: &mut dyn Write) -> Result<Said<G::Move>, Trouble> {
        if let Ok(number) = text.parse::<usize>()
            && let Some(Listed { mut moves, .. }) = self.moves(out)?
            && !are_numbers(&moves)
        {
            if (1..=moves.len()).contains(&number) {
                return Ok(Said::Move(moves.swap_remove(number - 1).0));
            }
            let wrong =
                say!("There is no move with the number {number}; `moves` lists them.", number);
            writeln!(out, "{wrong}")?;
            return Ok(Said::Nothing);
        }
        let limits = self.limits();
        let read = self.game.read(self.play.position(), text, &limits);
        match self.heard(read, out)? {
            Some(Ok(made)) => return Ok(Said::Move(made)),
            Some(Err(wrong)) => {
                writeln!(out, "{}", say!("{wrong}\n`moves` lists what there is.", wrong))?;
            }
            None => {}
        }
        Ok(Said::Nothing)
    }

    /// The first moves in the order of the rule.
    fn moves(&mut self, out: &mut dyn Write) -> Result<Option<Listed<G::Move>>, Trouble> {
        let limits = self.limits();
        let moves = self.game.moves(self.play.position(), LISTED, &limits);
        self.heard(moves, out)
    }

    /// An answer; where there is none the reason is said, and the play goes on.
    fn heard<T>(
        &self,
        answer: Result<T, Failure>,
        out: &mut dyn Write,
    ) -> Result<Option<T>, Trouble> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(failure @ Failure::Stop(grundy::limits::Stop::Cancelled)) => {
                Err(self.game.trouble(&failure))
            }
            Err(failure) => {
                writeln!(out, "{}", self.game.trouble(&failure))?;
                Ok(None)
            }
        }
    }
}
