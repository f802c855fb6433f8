//! How the threads of a search end together.

use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the work of all threads when one ends, whatever the reason: it panicked, too.
pub(super) struct Ends<'a>(pub(super) &'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
