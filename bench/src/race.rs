//! Two programs on the same input: one after the other, several times, outputs compared.
//!
//! The figure is the least of the repetitions of user plus system time, as the kernel counts it for
//! the child (`wait4`). Noise only ever adds to it, and waiting for other processes does not.
//! The repetitions of both sides take turns, so that a machine that slows down slows both.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use wait4::Wait4;

/// A program with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
}

/// What one run took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// User and system time of the process.
    pub(crate) processor: Duration,
    /// From before the start to after the end.
    pub(crate) wall: Duration,
    /// Largest resident set in bytes. Linux counts what the parent held when it started the child,
    /// so this process keeps nothing large.
    pub(crate) peak: u64,
}

/// Both sides of a measurement, each at its best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) ours: Usage,
    pub(crate) theirs: Usage,
    /// Whether both wrote the same bytes every time.
    pub(crate) same: bool,
}

impl Outcome {
    /// How many times as much processor time the other side takes.
    pub(crate) fn ratio(&self) -> f64 {
        self.theirs.processor.as_secs_f64() / self.ours.processor.as_secs_f64()
    }
}

impl Program {
    pub(crate) fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), arguments: Vec::new() }
    }

    pub(crate) fn arg(mut self, argument: impl Into<OsString>) -> Program {
        self.arguments.push(argument.into());
        self
    }

    pub(crate) fn args<'a>(self, arguments: impl IntoIterator<Item = &'a str>) -> Program {
        arguments.into_iter().fold(self, |program, argument| program.arg(argument))
    }

    /// Where it stands.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs once, with `input` (or nothing) on standard input and standard output in `output`.
    ///
    /// # Errors
    /// When it does not start or does not succeed.
    pub(crate) fn run(&self, input: Option<&Path>, output: Stdio) -> Result<Usage> {
        let name = self.path.display();
        let input = match input {
            Some(path) => Stdio::from(File::open(path)?),
            None => Stdio::null(),
        };
        let start = Instant::now();
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .stdin(input)
            .stdout(output)
            .spawn()
            .with_context(|| format!("{name} does not start"))?;
        let end = child.wait4()?;
        let wall = start.elapsed();
        ensure!(end.status.success(), "{name} {:?} failed: {}", self.arguments, end.status);
        Ok(Usage { processor: end.rusage.utime + end.rusage.stime, wall, peak: end.rusage.maxrss })
    }
}

/// Runs both sides in turns, `repetitions` times.
///
/// # Errors
/// When a side does not start or does not succeed.
pub(crate) fn race(
    ours: &Program,
    theirs: &Program,
    input: Option<&Path>,
    repetitions: u32,
) -> Result<Outcome> {
    let directory = crate::programs::directory()?;
    let (our_output, their_output) = (directory.join("ours.out"), directory.join("theirs.out"));
    let turn = || -> Result<Outcome> {
        Ok(Outcome {
            theirs: theirs.run(input, File::create(&their_output)?.into())?,
            ours: ours.run(input, File::create(&our_output)?.into())?,
            same: equal(&our_output, &their_output)?,
        })
    };
    let mut best = turn()?;
    for _ in 1..repetitions {
        let next = turn()?;
        best = Outcome {
            ours: best.ours.least(next.ours),
            theirs: best.theirs.least(next.theirs),
            same: best.same && next.same,
        };
    }
    Ok(best)
}

impl Usage {
    /// The better of two runs, figure by figure.
    pub(crate) fn least(self, other: Usage) -> Usage {
        Usage {
            processor: self.processor.min(other.processor),
            wall: self.wall.min(other.wall),
            peak: self.peak.min(other.peak),
        }
    }
}

/// Whether two files hold the same bytes, read piece by piece.
fn equal(a: &Path, b: &Path) -> Result<bool> {
    let (a, b) = (File::open(a)?, File::open(b)?);
    ensure!(a.metadata()?.len() > 0, "nothing was written");
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let mut bytes = BufReader::new(a).bytes();
    for other in BufReader::new(b).bytes() {
        if bytes.next().transpose()? != Some(other?) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(words: &str) -> Program {
        Program::new("echo").arg(words)
    }

    // One test, for the races of one directory share their output files.
    #[test]
    fn sides_are_compared_word_by_word() -> Result<()> {
        assert!(race(&echo("P"), &echo("P"), None, 2)?.same);
        assert!(!race(&echo("P"), &echo("N"), None, 2)?.same, "of one length");
        assert!(!race(&echo("P"), &echo("PN"), None, 2)?.same, "of different lengths");
        assert!(race(&echo("P"), &Program::new("false"), None, 1).is_err(), "one fails");
        assert!(race(&Program::new("true"), &Program::new("true"), None, 1).is_err(), "silent");
        Ok(())
    }
}
