//! The terminal as it is while the game has it, and as it was before: it is given back when the game
//! ends, fails or panics, and before a signal ends the program.

use std::io::{self, BufWriter, Write as _};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use grundy::limits::Cancel;
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

/// Between two looks for a signal, and the time that the game has to end by itself after one.
const LOOK: Duration = Duration::from_millis(200);
const GRACE: Duration = Duration::from_secs(1);

/// Bytes that a whole screen takes, with what makes it stand out.
const BUFFER: usize = 1 << 16;

/// Gives the terminal back when it is dropped.
pub(super) struct Held {
    /// What is drawn is written at once, so that no half of it is seen.
    pub(super) terminal: Terminal<CrosstermBackend<BufWriter<io::Stdout>>>,
}

impl Held {
    /// Takes the terminal: keys come one by one, on a screen of its own, without a cursor. Once `stopped` is cancelled it
    /// is given back soon, whatever waits for keys.
    pub(super) fn take(stopped: Cancel) -> io::Result<Held> {
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
        let held = Held { terminal: taken? };
        thread::spawn(move || leave_when(&stopped));
        Ok(held)
    }
}

/// Ends the program some time after a signal if the game still has the terminal: where that is gone, waiting for a
/// key never ends.
fn leave_when(stopped: &Cancel) {
    while HELD.load(Ordering::SeqCst) {
        let signalled = stopped.is_cancelled();
        thread::sleep(LOOK);
        if signalled {
            thread::sleep(GRACE);
            if HELD.load(Ordering::SeqCst) {
                work::leave(false);
            }
        }
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

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Says to this very test, run once more in a pseudo-terminal, that it shall panic.
    const PANICS: &str = "GRUNDY_TEST_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if std::env::var_os(PANICS).is_some() {
            let _held = Held::take(Cancel::default()).unwrap();
            panic!("while the screen is held");
        }
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let settings = || format!("{:?}", pair.master.get_termios().unwrap());
        let before = settings();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        let name = "command::play::screen::terminal::tests::\
                    a_panic_gives_the_terminal_back_before_it_is_told";
        command.args(["--exact", name, "--nocapture"]);
        command.env(PANICS, "1");
        let mut output = pair.master.try_clone_reader().unwrap();
        let reader = std::thread::spawn(move || {
            let (mut written, mut chunk) = (Vec::new(), [0; 4096]);
            // The end is an error where the last program has left the terminal.
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                written.extend_from_slice(&chunk[..count]);
                if String::from_utf8_lossy(&written).contains("test result") {
                    break;
                }
            }
            String::from_utf8_lossy(&written).into_owned()
        });
        let mut child = pair.slave.spawn_command(command).unwrap();
        assert!(!child.wait().unwrap().success());
        let written = reader.join().unwrap();
        let place = |text: &str| written.find(text).unwrap_or_else(|| panic!("{text}: {written}"));
        let taken = place("\x1b[?1049h");
        let given_back = place("\x1b[?1049l");
        let told = place("while the screen is held");
        assert!(taken < given_back && given_back < told, "{written:?}");
        assert_eq!(settings(), before);
    }
}
