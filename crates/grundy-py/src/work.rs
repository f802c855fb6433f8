//! Work that may take long: other threads of Python go on meanwhile, and Ctrl-C stops it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use grundy::limits::{Limits, Stop};
use grundy::ruleset::Failure;
use pyo3::prelude::*;

use crate::position::Count;
use crate::trouble;

/// Memory that tables and memos may take where nothing is said.
const MEMORY: u64 = 2 << 30;
/// Work that takes no longer than this stays on the calling thread.
const SHORT: Duration = Duration::from_millis(20);
/// How often it is looked at whether Ctrl-C was pressed.
const PULSE: Duration = Duration::from_millis(50);

/// What the caller allows: seconds and bytes.
pub(crate) fn limits(time: Option<f64>, memory: Option<Count>) -> PyResult<Limits> {
    let limits = Limits::default().memory(memory.map_or(MEMORY, |memory| memory.0));
    match time {
        None => Ok(limits),
        Some(seconds) if seconds >= 0.0 => Ok(match Duration::try_from_secs_f64(seconds) {
            Ok(time) => limits.time(time),
            // For ever.
            Err(_) => limits,
        }),
        Some(_) => Err(trouble::argument("time is a number of seconds, at least 0")),
    }
}

/// Items of an iterator between two looks at whether Ctrl-C was pressed.
const ITEMS_PER_CHECK: usize = 1 << 12;

/// Goes through whatever can be gone through. It may have no end, so Ctrl-C stops it.
pub(crate) fn each<'py>(
    given: &Bound<'py, PyAny>,
    mut take: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    for (passed, item) in given.try_iter()?.enumerate() {
        if (passed + 1).is_multiple_of(ITEMS_PER_CHECK) {
            given.py().check_signals()?;
        }
        take(item?)?;
    }
    Ok(())
}

/// The same, with something made of each item.
pub(crate) fn each_made<'py, T>(
    given: &Bound<'py, PyAny>,
    mut make: impl FnMut(Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut made = Vec::new();
    each(given, |item| {
        made.push(make(item)?);
        Ok(())
    })?;
    Ok(made)
}

/// Does the work, first for a moment on this thread, and then, from what was found so far, on one of its own while
/// this one looks for signals.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    mut ask: impl FnMut(&Limits) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let soon = Instant::now().checked_add(SHORT);
    let deadline = [soon, limits.deadline].into_iter().flatten().min();
    let short = Limits { deadline, ..limits.clone() };
    let found = py.detach(|| ask(&short));
    if matches!(found, Err(Failure::Stop(Stop::Time))) && limits.check().is_ok() {
        return at_length(py, limits, ask);
    }
    found.map_err(|failure| trouble::failure(&failure))
}

/// Does the work on a thread of its own from the beginning.
pub(crate) fn at_length<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    ask: impl FnMut(&Limits) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    py.detach(|| on_its_own(limits, ask))?.map_err(|failure| trouble::failure(&failure))
}

fn on_its_own<T: Send>(
    limits: &Limits,
    mut ask: impl FnMut(&Limits) -> Result<T, Failure> + Send,
) -> PyResult<Result<T, Failure>> {
    std::thread::scope(|scope| {
        let (done, end) = channel::<()>();
        let worker = scope.spawn(move || {
            let _done = done;
            ask(limits)
        });
        let mut pressed = Ok(());
        // Nothing is sent: the sender goes when the work ends, however it does.
        while end.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
            if pressed.is_ok() {
                pressed = Python::attach(|py| py.check_signals());
                if pressed.is_err() {
                    limits.cancel.cancel();
                }
            }
        }
        let found = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        pressed.map(|()| found)
    })
}
