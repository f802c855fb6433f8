//! Play on the whole screen.
//!
//! One loop draws the scene, reads keys and looks after the thought that is going on. Everything that
//! may take long (the list of moves, the opponent's move, a hint) is a [`Thought`]; while it has the
//! game the screen shows what was drawn last.
//!
//! The scene is plain data and its drawing a pure function of it and of the size, so it is tested without a
//! terminal. A thought takes the game along into its thread and brings it back, so there is no lock; Esc turns
//! `Limits::cancel`. The terminal is given back by a guard, by the hook of panics, and before a second signal ends
//! the program. Only ASCII and what terminals have had for decades is drawn; what stands out has other letters too,
//! so that nothing rests on colour.

mod keys;
mod terminal;
mod thought;
mod view;

use std::collections::VecDeque;
use std::time::Duration;

use grundy::limits::Stop;
use grundy::ruleset::Failure;
use ratatui::crossterm::event::{self, Event, KeyEvent};

use self::terminal::Held;
use self::thought::Thought;
use self::view::{Scene, Shown};
use super::draw::Drawing;
use super::game::{End, Hint, Listed, Playable};
use super::model::{Match, Mover, Reply, reply};
use crate::language::say;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Moves that are listed; others are typed.
const LISTED: usize = 10_000;

/// Time that a thought is waited for before the screen says that it goes on.
const AT_ONCE: Duration = Duration::from_millis(30);
/// Time between two looks at a thought that goes on, and at signals when nothing does.
const SOON: Duration = Duration::from_millis(20);
const NOW_AND_THEN: Duration = Duration::from_millis(200);
/// Keys pressed during a thought of at most this time count after it; later nobody means them any more.
const AHEAD: Duration = Duration::from_secs(1);

/// What a thought has found.
enum Found<M> {
    /// Whether the play has ended, and the moves.
    Moves(Result<Option<End>, Failure>, Result<Listed<M>, Failure>),
    /// The opponent's move.
    Reply(Result<Option<Reply<M>>, Failure>, fastrand::Rng),
    Hint(Result<Hint<M>, Failure>),
    /// A typed move.
    Typed(Result<Result<M, String>, Failure>),
}

/// What the keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Choosing a move.
    Moves,
    /// Reading the reasons of a hint.
    Reasons,
    /// Choosing who plays a new game.
    NewGame,
    Help,
}

/// A play on the screen.
struct Screen<'a, G: Playable> {
    /// The game, unless a thought has it.
    game: Option<G>,
    thought: Option<Thought<G, Found<G::Move>>>,
    play: Match<G::Position>,
    dice: fastrand::Rng,
    allowance: &'a Allowance,
    title: String,
    moves: Vec<(G::Move, String)>,
    more: bool,
    selected: usize,
    hinted: Option<usize>,
    reasons: Vec<String>,
    first_reason: usize,
    input: Option<String>,
    note: String,
    /// Whether the play has ended.
    over: bool,
    mode: Mode,
    drawing: Drawing,
    shown: Shown,
    leaving: bool,
    /// Keys pressed while a thought goes on.
    ahead: VecDeque<KeyEvent>,
    colours: bool,
}

/// Plays until somebody leaves.
pub(super) fn run<G: Playable>(
    game: G,
    play: Match<G::Position>,
    dice: fastrand::Rng,
    allowance: &Allowance,
) -> Result<bool, Trouble> {
    let misere = game.is_misere().map_err(|failure| game.trouble(&failure))?;
    let title = match misere {
        true => say!("{title}; the last move loses", title = game.title()),
        false => say!("{title}; the last move wins", title = game.title()),
    };
    let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut screen = Screen {
        game: Some(game),
        thought: None,
        play,
        dice,
        allowance,
        title,
        moves: Vec::new(),
        more: false,
        selected: 0,
        hinted: None,
        reasons: Vec::new(),
        first_reason: 0,
        input: None,
        note: String::new(),
        over: false,
        mode: Mode::Moves,
        drawing: Drawing::default(),
        shown: Shown::default(),
        leaving: false,
        ahead: VecDeque::new(),
        colours,
    };
    let mut held = Held::take(allowance.limits().cancel)?;
    let played = screen.play_on(&mut held);
    drop(held);
    played.map(|()| true)
}

impl<G: Playable> Screen<'_, G> {
    fn play_on(&mut self, held: &mut Held) -> Result<(), Trouble> {
        let stopped = self.allowance.limits().cancel;
        self.arrive()?;
        loop {
            self.look_after_thought(AT_ONCE)?;
            held.terminal.draw(|frame| {
                let area = frame.area();
                self.shown = self.show(area, frame.buffer_mut());
            })?;
            let wait = if self.thought.is_some() { SOON } else { NOW_AND_THEN };
            let mut waiting = event::poll(wait)?;
            while waiting && !self.leaving {
                if let Event::Key(key) = event::read()? {
                    self.key(key)?;
                }
                // What a key has begun is mostly found before the next key is looked at.
                self.look_after_thought(AT_ONCE)?;
                waiting = event::poll(Duration::ZERO)?;
            }
            if stopped.is_cancelled() {
                return Err(Trouble::of_stop(Stop::Cancelled));
            }
            if self.leaving {
                return Ok(());
            }
        }
    }

    /// At a new position: draws it and asks for its moves.
    fn arrive(&mut self) -> Result<(), Trouble> {
        self.moves.clear();
        self.more = false;
        self.selected = 0;
        self.hinted = None;
        self.reasons.clear();
        self.first_reason = 0;
        self.over = false;
        self.mode = Mode::Moves;
        self.redraw();
        let play = self.play.frozen();
        self.think(move |game, limits| {
            let end = play.end(game, limits);
            let moves = game.moves(play.position(), LISTED, limits);
            Found::Moves(end, moves)
        })
    }

    /// Begins a thought, if none is going on.
    fn think(
        &mut self,
        think: impl FnOnce(&mut G, &grundy::limits::Limits) -> Found<G::Move> + Send + 'static,
    ) -> Result<(), Trouble> {
        if let Some(game) = self.game.take() {
            self.thought = Some(Thought::begin(game, self.allowance, think)?);
        }
        Ok(())
    }

    /// Takes what the thought has found within this time, and what follows from it.
    fn look_after_thought(&mut self, time: Duration) -> Result<(), Trouble> {
        loop {
            let Some(thought) = &mut self.thought else {
                let Some(key) = self.ahead.pop_front() else { return Ok(()) };
                self.key(key)?;
                continue;
            };
            let Some((game, found)) = thought.wait(time) else { return Ok(()) };
            if thought.lasted() > AHEAD {
                self.ahead.clear();
            }
            self.thought = None;
            self.game = Some(game);
            self.learn(found)?;
        }
    }

    fn learn(&mut self, found: Found<G::Move>) -> Result<(), Trouble> {
        match found {
            Found::Moves(end, moves) => {
                match moves {
                    Ok(Listed { moves, more }) => (self.moves, self.more) = (moves, more),
                    Err(failure) => {
                        self.note = say!("{why} Type a move.", why = self.told(&failure));
                    }
                }
                match end {
                    Ok(Some(end)) => {
                        let verdict = self.play.verdict(end);
                        self.note = match self.note.trim_end_matches(['.', '。']) {
                            "" => verdict,
                            before => say!("{before}. {verdict}", before, verdict),
                        };
                        self.over = true;
                        self.moves.clear();
                        self.more = false;
                    }
                    Ok(None) => {}
                    Err(failure) => self.note = self.told(&failure),
                }
                self.redraw();
                if !self.over && self.play.opponents_turn() {
                    let (at, errs) = (self.play.position().clone(), self.play.players.errs);
                    let mut dice = self.dice.clone();
                    return self.think(move |game, limits| {
                        Found::Reply(reply(game, &at, errs, &mut dice, limits), dice)
                    });
                }
            }
            Found::Reply(found, dice) => {
                self.dice = dice;
                match found {
                    Ok(Some(reply)) => {
                        self.note = reply.told();
                        return self.make(&reply.made);
                    }
                    Ok(None) => self.note = say!("The opponent knows no move: undo."),
                    Err(failure) => self.note = self.told(&failure),
                }
            }
            Found::Hint(Ok(hint)) => self.take_hint(hint),
            Found::Hint(Err(failure)) => self.note = self.told(&failure),
            Found::Typed(Ok(Ok(made))) => {
                self.input = None;
                self.note.clear();
                return self.make(&made);
            }
            Found::Typed(Ok(Err(wrong))) => self.note = wrong,
            Found::Typed(Err(failure)) => self.note = self.told(&failure),
        }
        Ok(())
    }

    /// Shows the reasons and goes to the winning move.
    fn take_hint(&mut self, hint: Hint<G::Move>) {
        self.reasons = hint.reasons;
        self.first_reason = 0;
        let (Some(made), Some(game)) = (hint.made, self.game.as_mut()) else { return };
        let name = game.describe(self.play.position(), &made);
        match self.moves.iter().position(|(_, known)| *known == name) {
            Some(at) => {
                self.hinted = Some(at);
                self.select(at);
            }
            // Among more moves than are listed: as if it had been typed.
            None => self.input = Some(name),
        }
    }

    fn make(&mut self, made: &G::Move) -> Result<(), Trouble> {
        if let Some(game) = &mut self.game {
            let next = game.after(self.play.position(), made);
            self.play.advance(next);
        }
        self.arrive()
    }

    fn select(&mut self, at: usize) {
        self.selected = at.min(self.moves.len().saturating_sub(1));
        self.redraw();
    }

    /// Draws the position with the selected move, if the game is here.
    fn redraw(&mut self) {
        let mine = !self.play.opponents_turn();
        let selected = self.moves.get(self.selected).filter(|_| mine && !self.over);
        if let Some(game) = &mut self.game {
            self.drawing = game.drawing(self.play.position(), selected.map(|(made, _)| made));
        }
    }

    /// A failure in a sentence.
    fn told(&self, failure: &Failure) -> String {
        match failure {
            Failure::Stop(Stop::Cancelled) => say!("Thinking was stopped."),
            _ => say!("{failure}.", failure),
        }
    }

    fn show(&self, area: ratatui::layout::Rect, buffer: &mut ratatui::buffer::Buffer) -> Shown {
        let turn = match (self.over, self.play.mover()) {
            (true, _) => say!("over"),
            (false, Mover::You) => say!("you are to move"),
            (false, Mover::Opponent) => say!("the opponent is to move"),
            (false, Mover::First) => say!("the first player is to move"),
            (false, Mover::Second) => say!("the second player is to move"),
        };
        let title = format!("{turn} | {}", self.title);
        let thinking = self.thought.as_ref().map(Thought::told);
        let help;
        let reasons = match self.mode {
            Mode::Help => {
                help = keys::help();
                Some((&help[..], self.first_reason))
            }
            _ if self.reasons.is_empty() => None,
            _ => Some((&self.reasons[..], self.first_reason)),
        };
        let keys = match self.thought {
            Some(_) => keys::thinking(),
            None => keys::line(self.mode, self.over),
        };
        let scene = Scene {
            title: &title,
            drawing: &self.drawing,
            name: &|at| &self.moves[at].1,
            count: self.moves.len(),
            more: self.more,
            selected: self.selected,
            hinted: self.hinted,
            reasons,
            reading: matches!(self.mode, Mode::Reasons | Mode::Help),
            note: thinking.as_deref().unwrap_or(&self.note),
            input: self.input.as_deref(),
            keys: &keys,
            colours: self.colours,
        };
        view::render(&scene, area, buffer)
    }
}
