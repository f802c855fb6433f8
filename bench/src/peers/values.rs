//! Our values once more, apart from the measurement: their checksum as the other program computes it,
//! their digest as `grundy heap` prints it, and the work they took.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use grundy::heap::{HeapGame, PeriodSearch, Run};
use grundy::limits::Limits;
use grundy::prove::SequenceDigest;
use serde_json::{Value, json};

/// The word after `cargo xtask peers` that computes values in a process of its own, so that the
/// measuring process stays small.
pub(super) const SIDE: &str = "--values";

/// What is known of the values of the heaps up to some heap.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The checksum of all of them.
    pub(super) checksum: u32,
    /// The digest of the first of them, as many as `grundy heap` said it is about.
    pub(super) digest: String,
    /// Rare heaps, and the counts of work.
    pub(super) work: Value,
}

/// The sum of 16-bit values and the sum of these sums, both modulo 2^16: the checksum that ogsolve
/// prints and calls Fletcher's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checksum {
    sum: u16,
    sums: u16,
}

impl Checksum {
    fn add(&mut self, value: u64) {
        // Its values have 16 bits, and so have ours for all games of the table.
        self.sum = self.sum.wrapping_add(value as u16);
        self.sums = self.sums.wrapping_add(self.sum);
    }

    fn finish(self) -> u32 {
        u32::from(self.sums) << 16 | u32::from(self.sum)
    }
}

/// Computes the sums of a game in another process.
///
/// # Errors
/// When that process fails.
pub(super) fn sums(game: &str, last: u64, digested: u64) -> Result<Sums> {
    let output = Command::new(std::env::current_exe()?)
        .args(["peers", SIDE, game, &last.to_string(), &digested.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "computing the values of {game} failed");
    let mut found: Value = serde_json::from_slice(&output.stdout)?;
    let checksum = found["checksum"].as_u64().and_then(|sum| u32::try_from(sum).ok());
    Ok(Sums {
        checksum: checksum.context("a checksum")?,
        digest: found["digest"].as_str().context("a digest")?.to_owned(),
        work: found["work"].take(),
    })
}

/// The other process: prints the sums as JSON.
pub(super) fn side(arguments: &[String]) -> Result<()> {
    let [game, last, digested] = arguments else {
        anyhow::bail!("a game, its last heap, and how many values are digested");
    };
    let (last, digested): (u64, u64) = (last.parse()?, digested.parse()?);
    let heap_game = match &**game {
        "grundys" => HeapGame::Grundys,
        code => HeapGame::Code(code.parse()?),
    };
    let mut digest = SequenceDigest::new(&heap_game.to_string());
    let mut checksum = Checksum::default();
    let mut run = Run::new(heap_game);
    run.advance(last, &Limits::default())?;
    let status = run.status();
    let work = json!({
        "heaps": status.heaps,
        "rares": status.rares,
        "floor": status.floor,
        "pairs": status.work.pairs(),
        "searches": status.work.searches,
        "full_heaps": status.work.full_heaps,
    });
    digest.extend(run.range(0..digested));
    let search = run.into_search();
    let value = |heap: u64| match &search {
        PeriodSearch::Proved(sequence) => sequence.value(heap),
        PeriodSearch::Open { values, .. } => values.get(heap as usize),
    };
    for heap in 0..=last {
        checksum.add(value(heap).with_context(|| format!("heap {heap} has no value"))?);
    }
    let hex: String = digest.finish().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{}", json!({ "checksum": checksum.finish(), "digest": hex, "work": work }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_other_program() {
        // Printed by `ogsolve .6 -n 10` beside the values 0 0 1 2 0 1 2 3 1 2 3.
        let mut checksum = Checksum::default();
        for value in [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3] {
            checksum.add(value);
        }
        assert_eq!(checksum.finish(), 0x3F_000F);
    }
}
