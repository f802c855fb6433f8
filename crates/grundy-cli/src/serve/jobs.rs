//! Long work as jobs: started with one request, watched by events, fetched when it is done.
//!
//! A job that was watched and that nobody watches any more is stopped, and so is one of which nobody has asked for a while,
//! unless it was asked to be kept. Few jobs are kept; the result of one goes a while after it came, or sooner if there are
//! many.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use grundy::limits::{Limits, Progress, Stop};
use serde::Serialize;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::Allowance;
use super::answer::answer;
use super::ask::{Answer, Question};
use super::problem::Problem;
use super::queue::{Place, Queue, Terms};
use crate::language::{self, say};
use crate::report::json::SCHEMA;

/// Jobs that are kept, running and done.
const KEPT: usize = 64;
/// Jobs that are not done: they hold places that questions want too.
const UNDONE: usize = 16;
/// Of these, those that go on when nobody asks for them.
const UNDONE_KEPT: usize = 8;
/// How many may watch a job: each holds a connection.
const WATCHERS: usize = 16;
/// How long a job goes on that nobody watches or asks for.
const UNATTENDED: Duration = Duration::from_secs(30);
/// Bytes of their results.
const RESULTS: usize = 64 << 20;
/// How long a job waits for its core: there are few, and each has an end.
const MOST_PATIENT: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a result is kept.
const EXPIRES: Duration = Duration::from_secs(300);
/// A sign of life for whoever watches, so that one who is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The jobs there are.
pub(super) struct Jobs {
    kept: Arc<Mutex<Register>>,
    time: Duration,
    names: RandomState,
}

/// Jobs by their names, and how many were ever started.
#[derive(Default)]
struct Register {
    jobs: HashMap<String, Arc<Job>>,
    started: u64,
}

/// One job.
pub(super) struct Job {
    id: String,
    state: watch::Sender<State>,
    work: Mutex<Option<AbortHandle>>,
    /// Those there are, of which this is forgotten a while after it is done.
    all: Weak<Mutex<Register>>,
    keep: bool,
    /// When somebody has asked for it last.
    asked: Mutex<Instant>,
    /// Which one it is in the order in which they were started.
    number: u64,
}

/// How far a job has come.
#[derive(Clone)]
enum State {
    Waiting,
    Running(Progress),
    Done(Result<Answer, Problem>),
}

/// What is said of a job.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    schema: u32,
    job: &'a str,
    /// `waiting`, `running`, `answered` or `failed`.
    state: &'static str,
    done: Option<String>,
    total: Option<String>,
}

impl Jobs {
    pub(super) fn new(time: Duration) -> Jobs {
        Jobs { kept: Arc::default(), time, names: RandomState::new() }
    }

    /// Starts a job.
    ///
    /// # Errors
    /// It does not say what it asks, or there is no room for it.
    pub(super) fn start(
        &self,
        question: Question,
        queue: &Arc<Queue>,
    ) -> Result<Arc<Job>, Problem> {
        let what = question.ask.ok_or_else(|| {
            Problem::request(say!("the parameter `ask` is missing"))
                .help(say!("such as table or pattern"))
        })?;
        let place = queue.enter()?;
        let mut kept = locked(&self.kept);
        kept.make_room(question.keep)?;
        kept.started += 1;
        // Nobody can guess the name of another's job.
        let id = format!("{:016x}", self.names.hash_one(kept.started));
        let job = Arc::new(Job {
            id: id.clone(),
            state: watch::Sender::new(State::Waiting),
            work: Mutex::new(None),
            all: Arc::downgrade(&self.kept),
            keep: question.keep,
            asked: Mutex::new(Instant::now()),
            number: kept.started,
        });
        kept.jobs.insert(id, Arc::clone(&job));
        drop(kept);
        let allowance = Allowance { time: self.time, ..queue.allowance() };
        let queue = Arc::clone(queue);
        let (working, all) = (Arc::clone(&job), Arc::clone(&self.kept));
        let language = question.language();
        let task = tokio::spawn(language::throughout(language, async move {
            let state = working.state.clone();
            let progress = Arc::new(move |progress| {
                // Work that was stopped may still say something.
                state.send_if_modified(|state| {
                    let running = !matches!(state, State::Done(_));
                    if running {
                        *state = State::Running(progress);
                    }
                    running
                });
            });
            let tried = question.may_be_tried(what);
            let terms =
                Terms { allowance, patience: MOST_PATIENT, tried, progress: Some(progress) };
            let work = move |limits: &Limits| {
                language::within(language, || answer(what, &question, limits))
            };
            let done = queue.work(place, terms, work).await;
            working.finish(done.map(|(answer, _place): (Answer, Place)| answer));
            locked(&all).forget_results();
        }));
        *locked(&job.work) = Some(task.abort_handle());
        if !job.keep {
            tokio::spawn(Arc::clone(&job).stop_unattended());
        }
        Ok(job)
    }

    /// The job of this name.
    pub(super) fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let found = locked(&self.kept).jobs.get(id).cloned();
        let job = found.ok_or_else(|| {
            Problem::missing(say!("there is no such job, or its result has expired"))
        })?;
        *locked(&job.asked) = Instant::now();
        Ok(job)
    }

    /// Stops a job and forgets it.
    pub(super) fn remove(&self, id: &str) -> Result<(), Problem> {
        let job = self.find(id)?;
        job.stop();
        locked(&self.kept).jobs.remove(id);
        Ok(())
    }
}

impl Register {
    /// Makes room for one more job.
    fn make_room(&mut self, keep: bool) -> Result<(), Problem> {
        let undone = || self.jobs.values().filter(|job| !job.is_done());
        if undone().count() >= UNDONE
            || keep && undone().filter(|job| job.keep).count() >= UNDONE_KEPT
        {
            return Err(Problem::full(say!("there are too many jobs")));
        }
        while self.jobs.len() >= KEPT {
            self.forget_oldest_result()
                .ok_or_else(|| Problem::full(say!("there are too many jobs")))?;
        }
        Ok(())
    }

    /// Forgets results, the oldest first, until the others have their room.
    fn forget_results(&mut self) {
        while self.jobs.values().map(|job| job.len()).sum::<usize>() > RESULTS {
            if self.forget_oldest_result().is_none() {
                return;
            }
        }
    }

    fn forget_oldest_result(&mut self) -> Option<()> {
        let done = self.jobs.values().filter(|job| job.is_done());
        let oldest = done.min_by_key(|job| job.number)?.id.clone();
        self.jobs.remove(&oldest);
        Some(())
    }
}

impl Job {
    /// What is to be said of it.
    pub(super) fn document(&self) -> Document<'_> {
        let state = self.state.borrow();
        let progress = match &*state {
            State::Running(progress) => Some(*progress),
            _ => None,
        };
        Document {
            schema: SCHEMA,
            job: &self.id,
            state: match &*state {
                State::Waiting => "waiting",
                State::Running(_) => "running",
                State::Done(Ok(_)) => "answered",
                State::Done(Err(_)) => "failed",
            },
            done: progress.map(|progress| progress.done.to_string()),
            total: progress.and_then(|progress| progress.total).map(|total| total.to_string()),
        }
    }

    /// The answer.
    ///
    /// # Errors
    /// There is none, or none yet.
    pub(super) fn answer(&self) -> Result<Answer, Problem> {
        match &*self.state.borrow() {
            State::Done(done) => done.clone(),
            _ => {
                Err(Problem::missing(say!("the job has no answer yet"))
                    .help(say!("watch its events")))
            }
        }
    }

    fn is_done(&self) -> bool {
        matches!(*self.state.borrow(), State::Done(_))
    }

    fn len(&self) -> usize {
        match &*self.state.borrow() {
            State::Done(Ok(answer)) => answer.len(),
            _ => 0,
        }
    }

    /// Notes how it ended, and sees to it that it is forgotten in time.
    fn finish(&self, done: Result<Answer, Problem>) {
        self.state.send_replace(State::Done(done));
        // Without a runtime the server is at its end.
        let Ok(runtime) = Handle::try_current() else { return };
        let (all, id) = (Weak::clone(&self.all), self.id.clone());
        runtime.spawn(async move {
            sleep(EXPIRES).await;
            if let Some(all) = all.upgrade() {
                locked(&all).jobs.remove(&id);
            }
        });
    }

    /// Stops it once nobody has watched it or asked for it for a while.
    async fn stop_unattended(self: Arc<Job>) {
        while !self.is_done() {
            let until = *locked(&self.asked) + UNATTENDED;
            sleep_until(until.max(Instant::now() + Duration::from_secs(1))).await;
            let forgotten = locked(&self.asked).elapsed() >= UNATTENDED;
            if forgotten && self.state.receiver_count() == 0 {
                self.stop();
            }
        }
    }

    fn stop(&self) {
        if self.is_done() {
            return;
        }
        if let Some(work) = locked(&self.work).take() {
            work.abort();
        }
        self.finish(Err(Problem::of_stop(Stop::Cancelled)));
    }

    /// Server-sent events: `progress` now and then, and at the end `done`.
    ///
    /// # Errors
    /// Too many watch it already.
    pub(super) fn events(self: &Arc<Job>) -> Result<Body, Problem> {
        if self.state.receiver_count() >= WATCHERS {
            return Err(Problem::full(say!("too many watch this job")));
        }
        // What is not read is not made.
        let (send, events) = mpsc::channel(1);
        let watcher = Watcher { states: self.state.subscribe(), job: Arc::clone(self) };
        tokio::spawn(async move {
            // The work stops as soon as nobody reads, not at the next event.
            let gone = send.clone();
            let told = watcher.tell(&send);
            let mut told = std::pin::pin!(told);
            let mut gone = std::pin::pin!(gone.closed());
            std::future::poll_fn(|context| match gone.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(()),
                Poll::Pending => told.as_mut().poll(context),
            })
            .await;
        });
        Ok(Body::from_stream(Events(events)))
    }
}

/// Somebody who watches a job.
struct Watcher {
    job: Arc<Job>,
    states: watch::Receiver<State>,
}

impl Watcher {
    async fn tell(mut self, send: &mpsc::Sender<Bytes>) {
        loop {
            self.states.mark_unchanged();
            let document = self.job.document();
            let done = matches!(document.state, "answered" | "failed");
            let event = if done { "done" } else { "progress" };
            let text = format!("event: {event}\ndata: {}\n\n", json!(document));
            if send.send(text.into()).await.is_err() || done {
                return;
            }
            while timeout(HEARTBEAT, self.states.changed()).await.is_err() {
                if send.send(":\n\n".into()).await.is_err() {
                    return;
                }
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // This one is still counted.
        if self.job.state.receiver_count() <= 1 && !self.job.keep {
            self.job.stop();
        }
    }
}

/// Events as a stream.
struct Events(mpsc::Receiver<Bytes>);

impl futures_core::Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// The content of a lock; nobody panics while holding one.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(kept: &Arc<Mutex<Register>>, id: &str, keep: bool) -> Arc<Job> {
        let job = Arc::new(Job {
            id: id.to_owned(),
            state: watch::Sender::new(State::Waiting),
            work: Mutex::new(None),
            all: Arc::downgrade(kept),
            keep,
            asked: Mutex::new(Instant::now()),
            number: 0,
        });
        locked(kept).jobs.insert(id.to_owned(), Arc::clone(&job));
        job
    }

    fn runtime() -> tokio::runtime::Runtime {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().start_paused(true).build().unwrap()
    }

    #[test]
    fn a_job_is_stopped_when_nobody_has_asked_for_it_in_a_while() {
        runtime().block_on(async {
            let kept = Arc::default();
            let (left, asked, watched) = (
                job(&kept, "left", false),
                job(&kept, "asked", false),
                job(&kept, "watched", false),
            );
            for job in [&left, &asked, &watched] {
                tokio::spawn(Arc::clone(job).stop_unattended());
            }
            let watcher = watched.state.subscribe();
            let jobs = Jobs { kept, time: EXPIRES, names: RandomState::new() };
            for _ in 0..4 {
                sleep(UNATTENDED - Duration::from_secs(1)).await;
                assert!(jobs.find("asked").is_ok());
            }
            assert!(left.is_done() && !asked.is_done() && !watched.is_done());
            drop(watcher);
            sleep(UNATTENDED + Duration::from_secs(2)).await;
            assert!(asked.is_done() && watched.is_done());
        });
    }

    #[test]
    fn some_of_the_room_is_for_jobs_that_are_not_kept() {
        let kept = Arc::new(Mutex::new(Register::default()));
        for number in 0..UNDONE_KEPT {
            assert!(locked(&kept).make_room(true).is_ok());
            job(&kept, &number.to_string(), true);
        }
        assert!(locked(&kept).make_room(true).is_err() && locked(&kept).make_room(false).is_ok());
    }

    /// However a job ends, it is forgotten a while after that, and not sooner.
    #[test]
    fn jobs_that_end_are_forgotten_in_time() {
        runtime().block_on(async {
            let kept = Arc::default();
            let job = |id| job(&kept, id, false);
            let (stopped, failed, _running) = (job("stopped"), job("failed"), job("running"));
            stopped.stop();
            failed.finish(Err(Problem::of_stop(Stop::Time)));
            sleep(EXPIRES - Duration::from_secs(1)).await;
            assert_eq!(locked(&kept).jobs.len(), 3);
            sleep(Duration::from_secs(2)).await;
            assert!(locked(&kept).jobs.keys().eq(["running"]));
        });
    }
}
