//! The game on the whole screen, through a pseudo-terminal: what a person would see and press. On Unix
//! only, where pseudo-terminals can say how the terminal was left.
//!
//! A terminal in memory reads what the program writes. Nothing sleeps: every step waits for the screen to
//! show what it should, and fails with the screen when that takes too long.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

use crate::folder::Folder;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the program has written.
struct Written {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

fn size_of(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// A terminal in which the program runs.
struct Terminal {
    written: Arc<(Mutex<Written>, Condvar)>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    /// Kept so that the settings of the terminal can be read when the program has ended.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    before: String,
}

impl Terminal {
    fn new(arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_grundy"));
        command.arg("play");
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in variables {
            command.env(name, value);
        }
        let written =
            Written { parser: vt100::Parser::new(size_of(24), size_of(80), 0), bytes: Vec::new() };
        let written = Arc::new((Mutex::new(written), Condvar::new()));
        let mut output = pair.master.try_clone_reader().unwrap();
        let seen = written.clone();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                let mut written = seen.0.lock().unwrap();
                written.parser.process(&chunk[..count]);
                written.bytes.extend_from_slice(&chunk[..count]);
                seen.1.notify_all();
            }
        });
        let before = settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).unwrap();
        let keys = pair.master.take_writer().unwrap();
        Terminal { written, keys, master: pair.master, _slave: pair.slave, child, before }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until this is so of what the program has written.
    fn wait<T>(&self, what: &str, mut found: impl FnMut(&Written) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        let mut written = self.written.0.lock().unwrap();
        loop {
            if let Some(found) = found(&written) {
                return found;
            }
            let left = until.saturating_duration_since(Instant::now());
            let screen = written.parser.screen().contents();
            assert!(!left.is_zero(), "waited in vain for {what}; the screen:\n{screen}");
            written = self.written.1.wait_timeout(written, left).unwrap().0;
        }
    }

    /// Waits until the screen shows this text, perhaps in several lines.
    fn shows(&self, text: &str) {
        self.shows_all(&[text]);
    }

    /// Waits until the screen shows all of these texts. It may be seen before all of it is written, so
    /// nothing is concluded from what it does not show.
    fn shows_all(&self, texts: &[&str]) {
        self.wait(&texts.join(" and "), |written| {
            let screen = written.parser.screen().contents();
            let words: Vec<&str> = screen.split_whitespace().collect();
            let words = words.join(" ");
            texts.iter().all(|text| words.contains(text)).then_some(())
        });
    }

    /// Waits until the screen shows one of these texts.
    fn shows_one(&self, texts: &[&str]) -> String {
        self.wait(&texts.join(" or "), |written| {
            let screen = written.parser.screen().contents();
            texts.iter().any(|text| screen.contains(text)).then_some(screen)
        })
    }

    fn resize(&self, rows: u16, cols: u16) {
        let mut written = self.written.0.lock().unwrap();
        written.parser.screen_mut().set_size(size_of(rows), size_of(cols));
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).unwrap();
    }

    fn signal(&self, signal: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Waits for the end of the program, which shall leave the terminal as it was.
    fn ends(&mut self, status: u32) {
        let ended = self.child.wait().unwrap();
        assert_eq!(ended.exit_code(), status);
        self.wait("the main screen and a cursor", |written| {
            let screen = written.parser.screen();
            (!screen.alternate_screen() && !screen.hide_cursor()).then_some(())
        });
        assert_eq!(settings(self.master.as_ref()), self.before);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
    }
}

/// The settings of the terminal: modes, special characters, speeds.
fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

const DOWN: &str = "\x1b[B";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";
const PAGE_DOWN: &str = "\x1b[6~";
const ESCAPE: &str = "\x1b";

/// The number that the list of moves says is selected, and how many there are.
fn selected(screen: &str) -> Option<(usize, usize)> {
    let (_, rest) = screen.split_once("Moves ")?;
    let (at, rest) = rest.split_once('/')?;
    let count: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((at.parse().ok()?, count.parse().ok()?))
}

#[test]
fn a_game_is_won_with_the_arrow_keys_and_hints() {
    let mut terminal = Terminal::new(&["nim", "3", "5", "7"], &[]);
    terminal.shows_all(&["you are to move", "7 ooooo oo", "the last move wins"]);
    assert_ne!(settings(terminal.master.as_ref()), terminal.before, "keys come one by one");
    let mut count = 16;
    loop {
        // Every move takes tokens, so there are fewer moves than before.
        let now = terminal.wait("fewer moves or the end", |written| {
            let screen = written.parser.screen().contents();
            let fewer = selected(&screen).filter(|&(_, now)| now < count);
            match screen.contains("over |") {
                true => Some(None),
                false => fewer.filter(|_| screen.contains("you are to move")).map(Some),
            }
        });
        let Some((_, now)) = now else { break };
        count = now;
        terminal.press("h");
        terminal.shows_all(&["N: the player to move wins.", "Winning move:"]);
        terminal.press(HOME);
        let mut at = 1;
        loop {
            let (plain, hinted) = (format!("│> {at} "), format!("│>*{at} "));
            let screen = terminal.shows_one(&[&plain, &hinted]);
            if screen.contains(&hinted) {
                break;
            }
            terminal.press(DOWN);
            at += 1;
        }
        terminal.press("\r");
    }
    terminal.shows("The opponent loses: no move is left.");
    terminal.press("q");
    terminal.ends(0);
}

#[test]
fn moves_are_typed_taken_back_and_made_again() {
    let mut terminal = Terminal::new(&["nim", "3", "5", "7", "--seed", "1"], &[]);
    terminal.shows("Moves 1/15");
    terminal.press("9 -> 1\r");
    terminal.shows_all(&["the position has no 9", "> 9 -> 1"]);
    terminal.press(ESCAPE);
    terminal.shows("Enter play");
    terminal.press("7 -> 8\r");
    terminal.shows_all(&["The rules do not allow 7 -> 8.", "> 7 -> 8"]);
    terminal.press(ESCAPE);
    terminal.shows("Enter play");
    terminal.press("7 -> 5\r");
    terminal.shows_one(&["Moves 1/9", "Moves 1/10", "Moves 1/11", "Moves 1/12"]);
    terminal.press("u");
    terminal.shows("Moves 1/15");
    terminal.press("u");
    terminal.shows("There is no move of yours to take back.");
    terminal.press("r");
    terminal.shows_one(&["Moves 1/9", "Moves 1/10", "Moves 1/11", "Moves 1/12"]);
    terminal.press("n2");
    terminal.shows("The opponent moves");
    terminal.press("n3");
    terminal.shows("the first player is to move");
    terminal.press("99\r");
    terminal.shows_all(&["There is no move with the number 99.", "> 99"]);
    terminal.press(ESCAPE);
    terminal.shows("Enter play");
    terminal.press("15\r");
    terminal.shows("the second player is to move");
    terminal.press("?");
    terminal.shows("choose a move");
    terminal.press("q");
    terminal.ends(0);
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let mut terminal = Terminal::new(&["wythoff", "6,9"], &[]);
    terminal.shows("Moves 1/20");
    terminal.resize(8, 20);
    // Without frames: the title, the position, moves, a note and the keys.
    terminal.shows("> 1 [6, 9] -> ");
    terminal.press(END);
    terminal.shows("> 20 [6, 9] -> ");
    for (rows, cols) in [(1, 1), (2, 3), (3, 200), (100, 2), (5, 5)] {
        terminal.resize(rows, cols);
        terminal.press(HOME);
        terminal.press("h");
    }
    terminal.resize(50, 120);
    terminal.shows("Moves ");
    terminal.press(HOME);
    terminal.shows_all(&["Moves 1/20", "the player to move"]);
    terminal.press(PAGE_DOWN);
    terminal.shows("Moves 20/20");
    terminal.press("q");
    terminal.ends(0);
}

#[test]
fn there_may_be_more_moves_than_are_listed() {
    let mut terminal = Terminal::new(&["nim", "20000", "30000"], &[]);
    terminal.shows("Moves 1/10000, and more");
    terminal.press(END);
    terminal.shows_all(&["Moves 10000/10000", "> 10000 20000 -> 9999"]);
    terminal.press("h");
    // The winning move is not listed, so it stands where one types.
    terminal.shows_all(&["Winning move: 30000 -> 20000", "> 30000 -> 20000"]);
    terminal.press("\r");
    terminal.shows("The opponent moves");
    terminal.press("q");
    terminal.ends(0);
}

#[test]
fn an_interrupt_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::new(&["nim", "3", "5", "7"], &[]);
    terminal.shows("you are to move");
    terminal.press("\x03");
    terminal.ends(0);
    let mut terminal = Terminal::new(&["nim", "3", "5", "7"], &[]);
    terminal.shows("you are to move");
    terminal.signal("-TERM");
    terminal.ends(3);
    terminal.shows("stopped on request");
}

#[test]
fn the_first_interrupt_at_the_prompt_of_lines_ends_the_program() {
    let prompts = |terminal: &Terminal, after: &str| {
        terminal.wait("the prompt", |written| {
            let screen = written.parser.screen().contents();
            (screen.contains(after) && screen.trim_end().ends_with('>')).then_some(())
        });
    };
    let mut terminal = Terminal::new(&["nim", "3", "--plain"], &[]);
    prompts(&terminal, "heap of 3");
    terminal.press("\x03");
    terminal.ends(130);
    // After a move too, when the opponent has thought.
    let mut terminal = Terminal::new(&["nim", "3", "5", "--plain"], &[]);
    prompts(&terminal, "heap of 5");
    terminal.press("3 -> 2\n");
    prompts(&terminal, "The opponent moves 5 -> 2");
    terminal.press("\x03");
    terminal.ends(130);
}

#[test]
fn long_thinking_can_be_stopped_and_stops_with_the_program() {
    let mut terminal = Terminal::new(&["cram", "9x9", "--second"], &[]);
    terminal.shows("Thinking");
    terminal.press(ESCAPE);
    terminal.shows("Interrupted, the opponent moves");
    terminal.press("h");
    terminal.shows("Thinking");
    terminal.press("\x03");
    terminal.shows("Thinking was stopped.");
    terminal.press("h");
    terminal.shows("Thinking");
    terminal.signal("-TERM");
    terminal.ends(3);
    let mut terminal = Terminal::new(&["cram", "9x9", "--second"], &[]);
    terminal.shows("Thinking");
    terminal.press("q");
    terminal.ends(0);
}

#[test]
fn a_thought_that_reaches_a_limit_is_told() {
    let arguments = ["cram", "9x9", "--second", "--positions", "50000"];
    let mut terminal = Terminal::new(&arguments, &[]);
    terminal.shows("could not think to the end (the limit of 50000 positions is reached)");
    terminal.press("h");
    terminal.shows("the limit of 50000 positions is reached.");
    terminal.press("q");
    terminal.ends(0);
}

/// Whether something written sets a colour: 30 to 38, 40 to 48 or 90 to 107 among the numbers before an `m`.
fn has_colours(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.split("\x1b[").skip(1).any(|code| {
        let end = code.find(|sign: char| sign.is_ascii_alphabetic()).unwrap_or(code.len());
        let numbers = code[..end].split([';', ':']).filter_map(|number| number.parse::<u32>().ok());
        code[end..].starts_with('m')
            && numbers.into_iter().any(|n| matches!(n, 30..=38 | 40..=48 | 90..=107))
    })
}

#[test]
fn there_are_colours_unless_they_are_not_wanted() {
    for (variables, coloured) in [(&[("NO_COLOR", "1")][..], false), (&[][..], true)] {
        let mut terminal = Terminal::new(&["nim", "3", "5", "7"], variables);
        terminal.shows("you are to move");
        terminal.press("h");
        terminal.shows(">*");
        terminal.press("q");
        terminal.ends(0);
        let written = terminal.written.0.lock().unwrap();
        assert_eq!(has_colours(&written.bytes), coloured, "{variables:?}");
    }
}

#[test]
fn boards_and_graphs_are_played_on_the_screen() {
    let folder = Folder::new("terminal");
    let graph = folder.file("walk.txt");
    std::fs::write(&graph, "a b\nb a\nb c\nc d\nd e\n").unwrap();
    for (arguments, drawn) in [
        (&["chomp", "3,3"][..], "!Xx"),
        (&["hackenbush", "ground-a", "a-b", "ground-c"][..], "======"),
        (&["poset", "divisors", "12"][..], "4 6"),
        (&["node-kayles", "3x3"][..], "Xx#"),
        (&["cutting", "sheet[3,4]"][..], "#xx"),
        (&["--graph", &graph, "b"][..], "@ b"),
    ] {
        let mut terminal = Terminal::new(arguments, &[]);
        terminal.shows_all(&["you are to move", drawn]);
        for _ in 0..20 {
            terminal.press("h");
            let screen = terminal.shows_one(&[">*", "over |"]);
            if screen.contains("over |") {
                break;
            }
            terminal.press("\r");
            // The star of the hint goes with the position.
            terminal.wait("the next turn", |written| {
                let screen = written.parser.screen().contents();
                let next = screen.contains("you are to move") && !screen.contains(">*");
                (next || screen.contains("over |")).then_some(())
            });
        }
        terminal.shows("The opponent loses");
        terminal.press("q");
        terminal.ends(0);
    }
}

#[test]
fn plain_and_dumb_terminals_get_lines() {
    for (arguments, variables) in
        [(&["nim", "1", "--plain"][..], &[][..]), (&["nim", "1"][..], &[("TERM", "dumb")][..])]
    {
        let mut terminal = Terminal::new(arguments, variables);
        terminal.shows("heap of 1");
        terminal.press("1 -> 0\n");
        terminal.shows("The opponent loses: no move is left.");
        terminal.ends(0);
        let written = terminal.written.0.lock().unwrap();
        assert!(!written.bytes.contains(&0x1b));
    }
}

/// Reading keys never ends where the terminal is gone.
#[test]
fn a_terminal_that_is_gone_ends_the_game() {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["play", "nim", "3", "5"]);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().unwrap();
    let (mut seen, mut chunk) = (Vec::new(), [0; 4096]);
    // The moves are listed: the game waits for a key.
    while !String::from_utf8_lossy(&seen).contains("3 -> ") {
        let count = output.read(&mut chunk).unwrap();
        seen.extend_from_slice(&chunk[..count]);
    }
    drop(output);
    drop(pair.master);
    let until = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "the program goes on without a terminal");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
