//! Thinking in a thread of its own, so that the screen and the keys go on: the game goes there and
//! comes back with what was found, or when it is told to stop.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use grundy::limits::{Cancel, Limits};

use crate::language::say;
use crate::work::Allowance;

/// A thought about a game, which it holds, that ends in a `T`.
pub(super) struct Thought<G, T> {
    found: Receiver<(G, T)>,
    thread: Option<JoinHandle<()>>,
    cancel: Cancel,
    begun: Instant,
    looked_at: Arc<AtomicU64>,
}

/// Searches call themselves for every move of a game.
const STACK: usize = 16 << 20;

impl<G: Send + 'static, T: Send + 'static> Thought<G, T> {
    /// Begins to think, within the limits of one thought.
    pub(super) fn begin(
        mut game: G,
        allowance: &Allowance,
        think: impl FnOnce(&mut G, &Limits) -> T + Send + 'static,
    ) -> io::Result<Thought<G, T>> {
        let looked_at = Arc::new(AtomicU64::new(0));
        let seen = looked_at.clone();
        let cancel = Cancel::default();
        let mut limits = allowance.limits();
        limits.cancel = cancel.clone();
        limits.progress =
            Some(Arc::new(move |progress| seen.store(progress.done, Ordering::Relaxed)));
        let (tell, found) = channel();
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            let answer = think(&mut game, &limits);
            // Nobody waits any more when the program ends.
            let _ = tell.send((game, answer));
        })?;
        Ok(Thought { found, thread: Some(thread), cancel, begun: Instant::now(), looked_at })
    }

    /// What was found, if it is found in this time. A panic of the thought goes on here.
    pub(super) fn wait(&mut self, time: Duration) -> Option<(G, T)> {
        match self.found.recv_timeout(time) {
            Ok(found) => Some(found),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                    std::panic::resume_unwind(panic);
                }
                None
            }
        }
    }

    /// Asks it to stop soon.
    pub(super) fn stop(&self) {
        self.cancel.cancel();
    }

    /// Whether it was asked to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// How long it has taken.
    pub(super) fn lasted(&self) -> Duration {
        self.begun.elapsed()
    }

    /// How long it has taken and how much it has looked at.
    pub(super) fn told(&self) -> String {
        let seconds = self.lasted().as_secs();
        match (self.is_stopping(), self.looked_at.load(Ordering::Relaxed)) {
            (true, _) => say!("Stopping ..."),
            (false, 0) => say!("Thinking, {seconds} s", seconds),
            (false, count) => {
                say!("Thinking, {seconds} s, {count} positions", seconds, count)
            }
        }
    }
}
