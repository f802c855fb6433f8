//! The terminal as it is while the game has it, and as it was before: it is given back when the game
//! ends, fails or panics, and before a signal ends the program.

use std::io::{self, BufWriter, Write as _};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::work;

/// Whether the terminal is in the hands of the game.
static HELD: AtomicBool = AtomicBool::new(false);

/// Bytes that a whole screen takes, with what makes it stand out.
const BUFFER: usize = 1 << 16;

/// Gives the terminal back when it is dropped.
pub(super) struct Held {
    /// What is drawn is written at once, so that no half of it is seen.
    pub(super) terminal: Terminal<CrosstermBackend<BufWriter<io::Stdout>>>,
}

impl Held {
    /// Takes the terminal: keys come one by one, on a screen of its own, without a cursor.
    pub(super) fn take() -> io::Result<Held> {
        static HOOKS: Once = Once::new();
        HOOKS.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
            }));
            work::before_exit(give_back);
        });
        HELD.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, Hide))
            .and_then(|()| {
                let output = BufWriter::with_capacity(BUFFER, io::stdout());
                Terminal::new(CrosstermBackend::new(output))
            });
        if taken.is_err() {
            give_back();
        }
        Ok(Held { terminal: taken? })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was, once.
fn give_back() {
    if HELD.swap(false, Ordering::SeqCst) {
        // There is nobody left to be told of what does not work here.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}
