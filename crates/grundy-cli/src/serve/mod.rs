//! The local web server: one page, and an API under `/api/v1` that strangers may ask.
//!
//! ```text
//! listen ── connection ── routes ──┬─ page                       the files of the page
//!           slow clients  headers  ├─ ask ──── queue ── answer   an answer in the request
//!                                  └─ jobs ─── queue ── answer   long work, watched by events
//! ```
//!
//! One thread does all that waits, so that it always has time to answer; a thread per core computes.
//! Everything has a bound: connections, bytes of a request, places in the queue, the time, memory and
//! positions of a question, the jobs that are kept, and the time a client may take to read. Whoever
//! closes the connection stops the work that was done for it. No name of a file is ever taken from a
//! request. [`docs/api.md`](../../../../docs/api.md) describes the API.
//!
//! Connections are hyper's, set up by hand, since `axum::serve` has no limit for slow heads, slow readers and the
//! number of connections. A question holds a place in the queue until its answer was read, which bounds the answers
//! in memory. No one can tell from a question how long it takes: it is tried for a moment on the cores for quick
//! ones and begins anew on the others if that was not enough, so that rules that never end delay no quick question.
//! The API has no shape of its own for what a command prints as JSON: both call the same functions.
//!
//! The page has no build step, no library and no inline script, as the content policy asks. It is sent with its
//! words in the language that the browser asks for, and painted before `boot.js` loads the rest. A table comes as
//! bytes, becomes one image of a pixel per value, and the browser scales that. All strings stand in
//! `page/strings.js`, which a test reads for both languages.

mod answer;
mod ask;
mod binary;
mod connection;
mod jobs;
mod page;
mod problem;
mod queue;
mod rare;
mod reach;
mod routes;
mod turn;

use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::Notify;

use crate::language::{reason, say};
use crate::trouble::Trouble;
use jobs::Jobs;
use queue::Queue;
use routes::Server;

/// How to serve.
pub(crate) struct Config {
    /// The address to listen at.
    pub(crate) host: IpAddr,
    /// The port, 0 for a free one; if not given the usual one, or a free one where that is taken.
    pub(crate) port: Option<u16>,
    /// What a question may use.
    pub(crate) allowance: Allowance,
    /// The time that a job may take.
    pub(crate) job_time: Duration,
    /// Questions that may wait.
    pub(crate) waiting: usize,
    /// Stop serving after this.
    pub(crate) lasts: Option<Duration>,
}

/// What a question may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) positions: Option<u64>,
}

/// The port, unless it is taken.
const USUAL_PORT: u16 = 8646;
/// A thread's stack: the walks over a rule are bounded, and this is far more than they take.
const STACK: usize = 8 << 20;

/// Serves until Ctrl-C, or as long as the configuration says.
pub(crate) fn run(config: &Config) -> Result<(), Trouble> {
    let listener = listen(config)?;
    let address = listener.local_addr()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let queue = Arc::new(Queue::new(cores, config.waiting, config.allowance));
    let runtime = Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(queue.cores())
        .thread_stack_size(STACK)
        .build()?;
    let ended = Arc::new(Notify::new());
    let end = Arc::clone(&ended);
    // Without the handler Ctrl-C ends the program, which is right too.
    let _ = ctrlc::set_handler(move || end.notify_one());
    announce(address)?;
    let lasts = config.lasts.unwrap_or(Duration::MAX);
    runtime.block_on(async {
        let jobs = Jobs::new(config.job_time);
        let server = Arc::new(Server { queue, jobs, loopback: config.host.is_loopback() });
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let serving = tokio::spawn(connection::accept(listener, server));
        let _time_is_over = tokio::time::timeout(lasts, ended.notified()).await;
        serving.abort();
        Ok::<(), io::Error>(())
    })?;
    // Work that still runs is not waited for.
    runtime.shutdown_background();
    Ok(())
}

fn listen(config: &Config) -> Result<TcpListener, Trouble> {
    let bind = |port| TcpListener::bind(SocketAddr::new(config.host, port));
    let bound = match config.port {
        Some(port) => bind(port),
        None => bind(USUAL_PORT).or_else(|_| bind(0)),
    };
    let listener = bound.map_err(|error| {
        let port = config.port.unwrap_or(USUAL_PORT);
        Trouble::Input(say!(
            "error: cannot listen at {address}: {error}\n  \
             help: --port 0 takes a free port; --host is an address of this machine",
            address = SocketAddr::new(config.host, port),
            error = reason(&error)
        ))
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn announce(address: SocketAddr) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", say!("Open http://{address}/ in a browser; Ctrl-C ends it.", address))?;
    if !address.ip().is_loopback() {
        writeln!(
            out,
            "{}",
            say!("Everyone who reaches this address can ask; there is no password.")
        )?;
    }
    out.flush()?;
    Ok(())
}
