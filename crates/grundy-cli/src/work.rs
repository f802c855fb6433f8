//! The limits of a command's work: options, Ctrl-C, and progress on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::language::say;
use crate::number::{count, number, wide_or};
use crate::trouble::Trouble;
use clap::Args;
use grundy::limits::{Cancel, Limits, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Starts a thread.
///
/// # Errors
/// The system allows no further one.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<thread::JoinHandle<T>, Trouble> {
    thread::Builder::new().spawn(work).map_err(|error| {
        Trouble::Input(say!("error: the system allows no further thread: {error}", error))
    })
}

/// How much a command may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Allowance {
    /// Stop after so many seconds, or as in 15m, 6h, 7d
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory for tables: bytes, or with K, M, G as in 512M
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size)]
    memory: u64,
    /// Stop after so many positions
    #[arg(long, value_name = "N", value_parser = number)]
    positions: Option<u64>,
    /// Threads that share the work; as many as there are processors by default
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// A time: seconds, or with a unit after the number, as in 500ms, 30s, 15m, 6h and 7d.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    // What ends as another does comes first.
    const UNITS: [(&str, f64); 6] =
        [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)];
    let wrong = || say!("a time: seconds such as 10 or 0.5, or as in 15m, 6h, 7d");
    let with = |&(unit, length): &(&str, f64)| Some((text.strip_suffix(unit)?, length));
    let (digits, length) = UNITS.iter().find_map(with).unwrap_or((text, 1.0));
    let number: f64 = digits.trim_end().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * length).map_err(|_| wrong())
}

pub(crate) fn size(text: &str) -> Result<u64, String> {
    let wrong = || say!("a size such as 4096, 512M or 8G");
    let upper = text.trim().to_uppercase();
    let bare = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let (digits, shift) = match bare.chars().last() {
        Some('K') => (&bare[..bare.len() - 1], 10),
        Some('M') => (&bare[..bare.len() - 1], 20),
        Some('G') => (&bare[..bare.len() - 1], 30),
        Some('T') => (&bare[..bare.len() - 1], 40),
        _ => (bare, 0),
    };
    let number = number(digits.trim_end()).map_err(|_| wide_or(text, wrong))?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let count = count(text.trim()).ok().and_then(NonZero::new);
    count.ok_or_else(|| wide_or(text, || say!("a number of threads, at least 1")))
}

/// The switch that Ctrl-C turns.
static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// What is done before a second signal ends the program.
static LAST_ACT: OnceLock<fn()> = OnceLock::new();

/// Has this done before a second signal ends the program; the first to ask is heard.
pub(crate) fn before_exit(act: fn()) {
    let _ = LAST_ACT.set(act);
}

/// Whether the program waits for somebody to type, or for another program to write, so that there is no work to be stopped.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Reads what somebody types, or what may come out of a pipe: meanwhile the first Ctrl-C ends the program.
pub(crate) fn while_waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    // A signal may have come after the last thought and before this.
    if CANCEL.get().is_some_and(Cancel::is_cancelled) {
        leave(true);
    }
    let read = read();
    WAITING.store(false, Ordering::SeqCst);
    read
}

/// What is read [while waiting](while_waiting).
pub(crate) struct Waited<R>(pub(crate) R);

impl<R: io::Read> io::Read for Waited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while_waiting(|| self.0.read(buffer))
    }
}

/// Ends the program because of a signal; at a prompt what comes next shall not stand beside it.
pub(crate) fn leave(at_prompt: bool) -> ! {
    if at_prompt {
        let _ = writeln!(io::stderr());
    }
    if let Some(act) = LAST_ACT.get() {
        act();
    }
    std::process::exit(130)
}

impl Allowance {
    /// Whether somebody wants to see how the work goes on.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// The limits, with Ctrl-C or SIGTERM as a clean stop (a second one ends the program, and so does
    /// the first where somebody is to type) and with progress on a
    /// terminal once the work has taken a second.
    pub(crate) fn limits(&self) -> Limits {
        let cancel = CANCEL.get_or_init(|| {
            let cancel = Cancel::default();
            let switch = cancel.clone();
            // Without the handler Ctrl-C ends the program, which is right too.
            let _ = ctrlc::set_handler(move || {
                let waiting = WAITING.load(Ordering::SeqCst);
                if waiting || switch.is_cancelled() {
                    leave(waiting);
                }
                switch.cancel();
            });
            cancel
        });
        let mut limits = Limits::default().memory(self.memory);
        if let Some(time) = self.time {
            limits = limits.time(time);
        }
        limits.positions = self.positions;
        limits.threads = self.threads.or_else(|| thread::available_parallelism().ok());
        limits.cancel = cancel.clone();
        if self.shows_progress() {
            limits.progress = Some(watch());
        }
        limits
    }
}

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

fn watch() -> Arc<dyn Fn(Progress) + Send + Sync> {
    let start = Instant::now();
    let bar = OnceLock::new();
    Arc::new(move |progress: Progress| {
        if start.elapsed() < PATIENCE {
            return;
        }
        let bar = bar.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(progress.total, ProgressDrawTarget::stderr());
            set_style(&bar);
            bar
        });
        // One work after the other may tell how far it is.
        if bar.length() != progress.total {
            match progress.total {
                Some(total) => bar.set_length(total),
                None => bar.unset_length(),
            }
            set_style(bar);
        }
        bar.set_position(progress.done);
    })
}

/// How a bar looks, or where the end is not known what stands there in its place.
fn set_style(bar: &ProgressBar) {
    let style = match bar.length() {
        Some(_) => {
            let left = say!("{eta} left", eta = "{eta}");
            format!("{{bar:30}} {{human_pos}}/{{human_len}}, {{per_sec}}, {left}")
        }
        None => {
            let positions = say!("{count} positions", count = "{human_pos}");
            format!("{{spinner}} {positions}, {{per_sec}}, {{elapsed}}")
        }
    };
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_seconds_are_read() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("8GiB"), Ok(8 << 30));
        assert_eq!(size("1kb"), Ok(1 << 10));
        assert_eq!((size("2^30"), size("1_000 MB")), (Ok(1 << 30), Ok(1000 << 20)));
        assert_eq!((threads("2^1"), threads("0").is_err()), (Ok(NonZero::new(2).unwrap()), true));
        assert!(size("5BB").is_err() && size("5II").is_err() && size("5IB").is_ok());
        assert!(size("99999999999T").is_err() && size("G").is_err() && size("-1").is_err());
    }

    #[test]
    fn times_are_read_with_units_and_without() {
        let times =
            [("0.5", 500), ("10", 10_000), ("10s", 10_000), ("500ms", 500), ("1e3", 1_000_000)];
        let units = [("1.5m", 90_000), ("2 min", 120_000), ("6h", 21_600_000), ("7d", 604_800_000)];
        for (text, milliseconds) in times.into_iter().chain(units) {
            assert_eq!(seconds(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "-1", "-1s", "nan", "inf", "x", "s", "1w", "m5", "1h30m", "1e300d"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
