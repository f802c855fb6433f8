//! `ogsolve`, the public solver of octal games by Piotr Beling: installed by its package name, run by
//! each of its methods.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::programs::{directory, install};
use crate::race::{Program, Usage};

/// The version that the goals are about.
const VERSION: &str = "0.0.7";

/// Every method that computes values; `predict-naive` only counts. The one that tends to be the
/// best comes first, as the others are given up once they take longer.
const METHODS: [&str; 5] = ["rc2", "rc2s", "rc", "rcs", "naive"];

/// What it says about the values of the heaps up to some heap.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) usage: Usage,
    pub(super) method: &'static str,
    pub(super) checksum: u32,
}

/// The solver, ready to run.
pub(super) struct Ogsolve {
    path: PathBuf,
    output: PathBuf,
}

impl Ogsolve {
    /// Installs the solver where it is not there.
    ///
    /// # Errors
    /// As [`install`].
    pub(super) fn install() -> Result<Ogsolve> {
        Ok(Ogsolve { path: install("ogsolve", VERSION)?, output: directory()?.join("ogsolve.out") })
    }

    /// The heaps up to `last` by the method that takes the least processor time. A method that
    /// takes longer than the best so far is ended.
    ///
    /// # Errors
    /// When no method answers, or two methods differ in the checksum.
    pub(super) fn best(&self, code: &str, last: u64) -> Result<Answer> {
        let mut best: Option<Answer> = None;
        for method in METHODS {
            let most = best.as_ref().map(|answer| answer.usage.processor);
            let Some(answer) = self.run(code, last, method, most)? else { continue };
            if let Some(best) = &best {
                ensure!(
                    best.checksum == answer.checksum,
                    "ogsolve {code} differs by {} and {method}",
                    best.method
                );
            }
            let better = |best: &Answer| answer.usage.processor < best.usage.processor;
            if best.as_ref().is_none_or(better) {
                best = Some(answer);
            }
        }
        best.with_context(|| format!("no method of ogsolve answers {code}"))
    }

    /// Runs one method; nothing if it takes a second more processor time than `most`.
    ///
    /// # Errors
    /// When it does not start, fails, or prints no checksum.
    pub(super) fn run(
        &self,
        code: &str,
        last: u64,
        method: &'static str,
        most: Option<Duration>,
    ) -> Result<Option<Answer>> {
        // The shell's limit ends the process by a signal.
        let limit = most.map_or("unlimited".to_owned(), |most| (most.as_secs() + 2).to_string());
        let program = Program::new("sh")
            .args(["-c", "ulimit -t \"$0\" && exec \"$@\"", &limit])
            .arg(&self.path)
            .args([code, "-m", method, "-n", &last.to_string()]);
        let usage = match program.run(None, File::create(&self.output)?.into()) {
            Ok(usage) => usage,
            Err(_) if most.is_some() => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = fs::read_to_string(&self.output)?;
        let checksum = text
            .lines()
            .find_map(|line| line.split_once("checksum: "))
            .and_then(|(_, digits)| u32::from_str_radix(digits.trim(), 16).ok())
            .with_context(|| format!("ogsolve {code} prints no checksum"))?;
        Ok(Some(Answer { usage, method, checksum }))
    }
}
