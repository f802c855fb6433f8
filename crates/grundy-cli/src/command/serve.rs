//! `grundy serve`: the local web server.

use std::net::IpAddr;
use std::time::Duration;

use clap::Args;

use crate::language::say;
use crate::number::{between, number};
use crate::trouble::Trouble;
use crate::work::{seconds, size};

/// A page to type rules, see tables and play, and an HTTP API, served on this machine
///
/// Open the address that it prints in a browser. Nothing is loaded from elsewhere. The API is under
/// /api/v1; /api/v1/openapi.json describes it. Every question runs within the limits below.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy serve\n  \
    grundy serve --port 0 --time 20 --memory 1G     any free port; more for each question")]
pub(crate) struct Serve {
    /// The port; 0 is any free one [default: 8646, or a free one where that is taken]
    #[arg(long, value_name = "PORT", value_parser = port)]
    port: Option<u16>,
    /// The address to listen at; 0.0.0.0 lets everyone ask who reaches this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Stop serving after so many seconds
    #[arg(long = "for", value_name = "SECONDS", value_parser = seconds)]
    lasts: Option<Duration>,
    /// Seconds for a question
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, help_heading = "Limits")]
    time: Duration,
    /// Seconds for a job
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds, help_heading = "Limits")]
    job_time: Duration,
    /// Memory for the tables of a question: bytes, or with K, M, G as in 512M
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size, help_heading = "Limits")]
    memory: u64,
    /// Positions that a question may look at
    #[arg(long, value_name = "N", value_parser = number, help_heading = "Limits")]
    positions: Option<u64>,
    /// Questions that may wait for a core; more are refused
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = between::<u16>(0, u16::MAX.into()), help_heading = "Limits")]
    waiting: u16,
}

#[cfg(feature = "serve")]
pub(crate) fn run(command: &Serve) -> Result<bool, Trouble> {
    use crate::serve::{Allowance, Config, run};

    let Serve { port, host, lasts, time, job_time, memory, positions, waiting } = *command;
    let allowance = Allowance { time, memory, positions };
    run(&Config { host, port, allowance, job_time, waiting: waiting.into(), lasts })?;
    Ok(true)
}

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Serve) -> Result<bool, Trouble> {
    Err(Trouble::Input(say!(
        "error: this build of grundy has no server\n  \
         help: build it with the feature `serve`, which is on by default"
    )))
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| say!("a port is a number from 0 to {most}", most = u16::MAX))
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| say!("an address is like 127.0.0.1 or ::1"))
}
