//! Limits on work that can run long, and the reasons why such work stops.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::language::{Message, message, say_by_message};

/// A switch that stops running work from another thread or a signal handler.
///
/// Clones share one switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to stop at its next check. Safe to call from a signal handler.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far long work has come; handed to [`Limits::progress`] about ten times a second at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Units done: positions, heaps or table cells, as the work counts them.
    pub done: u64,
    /// Units in all, where that is known.
    pub total: Option<u64>,
}

impl Progress {
    /// A report of `done` units out of `total`.
    pub fn new(done: u64, total: Option<u64>) -> Progress {
        Progress { done, total }
    }
}

/// A function that is shown progress.
pub type Watch = Arc<dyn Fn(Progress) + Send + Sync>;

/// What long work may use. The default is no limit at all, on one thread.
///
/// ```
/// use grundy::limits::Limits;
/// use std::time::Duration;
/// let limits = Limits::default().time(Duration::from_secs(10)).memory(1 << 30);
/// assert!(limits.cancel.is_cancelled() == false);
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    /// The moment after which work stops.
    pub deadline: Option<Instant>,
    /// Bytes that tables and memos may take.
    pub memory: Option<u64>,
    /// Positions that may be looked at.
    pub positions: Option<u64>,
    /// Threads that may work at once, of which no more than 64 do; one if nothing is said.
    pub threads: Option<NonZero<usize>>,
    /// Stops the work from outside.
    pub cancel: Cancel,
    /// Is shown progress.
    pub progress: Option<Watch>,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("positions", &self.positions)
            .field("threads", &self.threads)
            .field("cancel", &self.cancel)
            .finish_non_exhaustive()
    }
}

/// More threads than this are not begun, however many are allowed.
pub(crate) const MOST_THREADS: NonZero<usize> = NonZero::new(64).unwrap();

impl Limits {
    /// Limits the time, counted from now.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Limits the memory of tables and memos, in bytes.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Limits the number of positions looked at.
    #[must_use]
    pub fn positions(mut self, positions: u64) -> Limits {
        self.positions = Some(positions);
        self
    }

    /// Allows so many threads.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Limits {
        self.threads = Some(threads);
        self
    }

    /// How many threads share the work: as many as are allowed, from 1 to 64.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use std::num::NonZero;
    /// assert_eq!(Limits::default().thread_count().get(), 1);
    /// assert_eq!(Limits::default().threads(NonZero::<usize>::MAX).thread_count().get(), 64);
    /// ```
    pub fn thread_count(&self) -> NonZero<usize> {
        self.threads.map_or(NonZero::<usize>::MIN, |threads| threads.min(MOST_THREADS))
    }

    /// Whether the time is over or the work was cancelled. Costs a clock reading: call it once per
    /// some thousand steps.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`].
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// That so many bytes, in all, fit in the memory allowed.
    ///
    /// # Errors
    /// [`Stop::Memory`] with the bytes needed and allowed.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.memory {
            Some(allowed) if bytes > allowed => Err(Stop::Memory { needed: bytes, allowed }),
            _ => Ok(()),
        }
    }

    /// Shows progress to whoever watches.
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(progress) = &self.progress {
            progress(Progress::new(done, total));
        }
    }
}

/// Why work stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The time allowed is over.
    Time,
    /// More memory would be needed than is allowed.
    Memory {
        /// Bytes needed, as far as known.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// As many positions as allowed were looked at.
    Positions(u64),
    /// Somebody asked to stop.
    Cancelled,
}

impl Stop {
    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Stop::Time => message!("the time allowed is over"),
            Stop::Memory { needed, allowed } => {
                let (needed, allowed) = (Bytes(*needed).to_string(), Bytes(*allowed).to_string());
                match needed == allowed {
                    true => message!(
                        "more than the {allowed} of memory that are allowed would be needed",
                        allowed
                    ),
                    false => message!(
                        "{needed} of memory would be needed and {allowed} are allowed",
                        needed,
                        allowed
                    ),
                }
            }
            Stop::Positions(count) => message!("the limit of {count} positions is reached", count),
            Stop::Cancelled => message!("stopped on request"),
        }
    }
}

say_by_message!(Stop);

impl std::error::Error for Stop {}

/// A number of bytes, printed in binary units.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut unit = 0;
        let mut rest = self.0;
        while rest >= 10 * 1024 && unit < 5 {
            rest /= 1024;
            unit += 1;
        }
        write!(f, "{rest} {}", ["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit])
    }
}
