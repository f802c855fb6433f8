//! What the keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{Found, Mode, Playable, Screen};
use crate::command::play::game::are_numbers;
use crate::command::play::model::Players;
use crate::language::say;
use crate::trouble::Trouble;

/// The keys, as `?` lists them.
pub(super) fn help() -> [String; 12] {
    [
        say!("Up Down PgUp PgDn Home End   choose a move"),
        say!("Enter    make it"),
        say!(
            "8 -> 1   or type a move, or its number, and Enter; / begins a move that begins with a letter"
        ),
        say!("h        a hint: who wins, why, and a winning move"),
        say!("Tab      from the moves to the reasons and back, to scroll them"),
        say!("u        undo: back to your last move"),
        say!("r        redo"),
        say!("n        a new game: who begins, or two people"),
        say!("Esc      stop thinking; leave the line where you type, or this page"),
        say!("q        quit"),
        say!("Ctrl-C   stop thinking; quit"),
        say!("?        this page"),
    ]
}

/// The last line of the screen while a thought goes on.
pub(super) fn thinking() -> String {
    say!("Esc stop thinking  q quit")
}

/// The last line of the screen.
pub(super) fn line(mode: Mode, over: bool) -> String {
    match (mode, over) {
        (Mode::NewGame, _) => {
            say!("New game: 1 you begin  2 opponent begins  3 two people  Esc back")
        }
        (Mode::Help | Mode::Reasons, _) => {
            say!("Up Down scroll  Tab or Esc back to the moves  q quit")
        }
        (Mode::Moves, true) => say!("u undo  n new game  q quit"),
        (Mode::Moves, false) => {
            say!("Enter play  h hint  u undo  r redo  n new  ? help  q quit")
        }
    }
}

/// Most letters of a typed move.
const LONGEST: usize = 1000;

impl<G: Playable> Screen<'_, G> {
    pub(super) fn key(&mut self, key: KeyEvent) -> Result<(), Trouble> {
        if key.kind == KeyEventKind::Release {
            return Ok(());
        }
        // Both together are what Windows calls AltGr, with which signs like `[` are typed.
        let [control, alt] =
            [KeyModifiers::CONTROL, KeyModifiers::ALT].map(|one| key.modifiers.contains(one));
        let (control, alt) = (control && !alt, alt && !control);
        if let Some(thought) = &self.thought {
            match key.code {
                // The second time without waiting.
                KeyCode::Char('c') if control && thought.is_stopping() => self.leaving = true,
                KeyCode::Char('c') if control => thought.stop(),
                KeyCode::Esc => thought.stop(),
                KeyCode::Char('q') => self.leaving = true,
                _ if self.ahead.len() < LONGEST => self.ahead.push_back(key),
                _ => {}
            }
            return Ok(());
        }
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.leaving = true;
        }
        if control || alt {
            return Ok(());
        }
        if self.input.is_some() {
            return self.typing(key.code);
        }
        self.asked(key.code)
    }

    /// Does what a key asks for where nothing is typed.
    fn asked(&mut self, code: KeyCode) -> Result<(), Trouble> {
        match (self.mode, code) {
            (_, KeyCode::Char('q')) => self.leaving = true,
            (Mode::NewGame, code) => return self.new_game(code),
            (Mode::Help, KeyCode::Esc | KeyCode::Tab | KeyCode::Enter | KeyCode::Char('?')) => {
                self.mode = Mode::Moves;
                self.first_reason = 0;
            }
            (Mode::Reasons, KeyCode::Esc | KeyCode::Tab) => self.mode = Mode::Moves,
            (Mode::Help | Mode::Reasons, code) => self.scroll(code),
            (Mode::Moves, KeyCode::Tab) if !self.reasons.is_empty() => self.mode = Mode::Reasons,
            (Mode::Moves, KeyCode::Esc) => {
                self.reasons.clear();
                self.hinted = None;
            }
            (Mode::Moves, KeyCode::Char('?')) => {
                self.mode = Mode::Help;
                self.first_reason = 0;
            }
            (Mode::Moves, KeyCode::Char('n')) => self.mode = Mode::NewGame,
            (Mode::Moves, KeyCode::Char('u')) => return self.go(true),
            (Mode::Moves, KeyCode::Char('r')) => return self.go(false),
            (Mode::Moves, _) if self.over => {}
            (Mode::Moves, KeyCode::Char('h')) => {
                let at = self.play.position().clone();
                return self.think(move |game, limits| Found::Hint(game.hint(&at, limits)));
            }
            (Mode::Moves, KeyCode::Enter) => {
                if let Some((made, _)) = self.moves.get(self.selected).cloned() {
                    self.note.clear();
                    return self.make(&made);
                }
            }
            (Mode::Moves, KeyCode::Char('/' | ' ')) => self.input = Some(String::new()),
            (Mode::Moves, KeyCode::Char(sign)) => self.input = Some(sign.to_string()),
            (Mode::Moves, code) => self.choose(code),
        }
        Ok(())
    }

    /// Moves the selection.
    fn choose(&mut self, code: KeyCode) {
        let page = self.shown.moves.max(2) - 1;
        let at = self.selected;
        match code {
            KeyCode::Up => self.select(at.saturating_sub(1)),
            KeyCode::Down => self.select(at.saturating_add(1)),
            KeyCode::PageUp => self.select(at.saturating_sub(page)),
            KeyCode::PageDown => self.select(at.saturating_add(page)),
            KeyCode::Home => self.select(0),
            KeyCode::End => self.select(usize::MAX),
            _ => {}
        }
    }

    /// Moves the reasons.
    fn scroll(&mut self, code: KeyCode) {
        let page = self.shown.reasons.max(2) - 1;
        let last = self.shown.all_reasons.saturating_sub(self.shown.reasons);
        let at = self.first_reason.min(last);
        let to = match code {
            KeyCode::Up => at.saturating_sub(1),
            KeyCode::Down => at + 1,
            KeyCode::PageUp => at.saturating_sub(page),
            KeyCode::PageDown => at + page,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => at,
        };
        self.first_reason = to.min(last);
    }

    /// In the line where one types.
    fn typing(&mut self, code: KeyCode) -> Result<(), Trouble> {
        let Some(input) = &mut self.input else { return Ok(()) };
        match code {
            KeyCode::Esc => self.input = None,
            KeyCode::Backspace if input.is_empty() => self.input = None,
            KeyCode::Backspace => drop(input.pop()),
            KeyCode::Char(sign) if input.len() < LONGEST => input.push(sign),
            KeyCode::Enter => {
                let text = input.trim().to_owned();
                if text.is_empty() {
                    self.input = None;
                } else if let Ok(number) = text.parse::<usize>()
                    && !are_numbers(&self.moves)
                {
                    return self.numbered(number);
                } else {
                    let at = self.play.position().clone();
                    return self
                        .think(move |game, limits| Found::Typed(game.read(&at, &text, limits)));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes the move with this number in the list.
    fn numbered(&mut self, number: usize) -> Result<(), Trouble> {
        match self.moves.get(number.wrapping_sub(1)).cloned() {
            Some((made, _)) => {
                self.input = None;
                self.note.clear();
                self.make(&made)
            }
            None => {
                self.note = say!("There is no move with the number {number}.", number);
                Ok(())
            }
        }
    }

    fn go(&mut self, back: bool) -> Result<(), Trouble> {
        let (moved, why) = match back {
            true => (self.play.undo(), say!("There is no move of yours to take back.")),
            false => (self.play.redo(), say!("No move has been taken back.")),
        };
        self.note = if moved { String::new() } else { why };
        if moved { self.arrive() } else { Ok(()) }
    }

    fn new_game(&mut self, code: KeyCode) -> Result<(), Trouble> {
        let (opponent, second) = match code {
            KeyCode::Char('1') => (true, false),
            KeyCode::Char('2') => (true, true),
            KeyCode::Char('3') => (false, false),
            _ => {
                self.mode = Mode::Moves;
                return Ok(());
            }
        };
        self.note.clear();
        self.play.begin(Players { opponent, second, ..self.play.players });
        self.arrive()
    }
}
