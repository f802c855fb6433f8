//! What answers one question at a time, and who waits for it.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use grundy::limits::{Cancel, Limits};
use grundy::ruleset::Failure;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::position::Count;
use crate::trouble;
use crate::work::{limits, work};

/// How often one who waits looks whether it is free, time is over, or Ctrl-C was pressed: soon at first.
const FIRST: Duration = Duration::from_micros(20);
const PULSE: Duration = Duration::from_millis(20);

/// Something that answers one question at a time.
pub(crate) struct Asked<T> {
    answers: Mutex<T>,
    /// Who asks it now, and how to stop the work.
    now: Mutex<Option<(ThreadId, Cancel)>>,
}

/// It, as long as one asks.
pub(crate) struct Asking<'a, T> {
    pub(crate) answers: MutexGuard<'a, T>,
    now: &'a Mutex<Option<(ThreadId, Cancel)>>,
}

impl<T> Drop for Asking<'_, T> {
    fn drop(&mut self) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<T> Asked<T> {
    pub(crate) fn new(answers: T) -> Asked<T> {
        Asked { answers: Mutex::new(answers), now: Mutex::new(None) }
    }

    /// Waits until nobody else asks, as long as the limits allow.
    pub(crate) fn ask(&self, py: Python<'_>, limits: &Limits) -> PyResult<Asking<'_, T>> {
        let own = std::thread::current().id();
        let now = || self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pulse = FIRST;
        loop {
            let answers = match self.answers.try_lock() {
                Ok(answers) => answers,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    // A signal handler, or what a number runs to say what it is.
                    if now().as_ref().is_some_and(|(asks, _)| *asks == own) {
                        return Err(PyRuntimeError::new_err(
                            "this is at work on a question of this thread already",
                        ));
                    }
                    limits.check().map_err(|stop| trouble::failure(&Failure::Stop(stop)))?;
                    py.detach(|| std::thread::sleep(pulse));
                    pulse = (2 * pulse).min(PULSE);
                    py.check_signals()?;
                    continue;
                }
            };
            *now() = Some((own, limits.cancel.clone()));
            return Ok(Asking { answers, now: &self.now });
        }
    }

    /// What is answered within seconds and bytes.
    pub(crate) fn answer<A: Send>(
        &self,
        py: Python<'_>,
        (time, memory): (Option<f64>, Option<Count>),
        mut answer: impl FnMut(&mut T, &Limits) -> Result<A, Failure> + Send,
    ) -> PyResult<A>
    where
        T: Send,
    {
        let limits = limits(time, memory)?;
        let mut asking = self.ask(py, &limits)?;
        let answers = &mut *asking.answers;
        work(py, &limits, |limits| answer(answers, limits))
    }

    /// Stops the work at hand, if there is some.
    pub(crate) fn cancel(&self) {
        if let Some((_, cancel)) = &*self.now.lock().unwrap_or_else(PoisonError::into_inner) {
            cancel.cancel();
        }
    }
}
