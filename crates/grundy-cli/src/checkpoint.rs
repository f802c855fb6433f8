//! Checkpoints of long runs: the values known so far, in a file that is whole or not there.
//!
//! ```text
//! grundy checkpoint 1\n
//! rule\n                          the rule as text
//! count width\n                   decimal: how many values, and the bytes of each: 1, 2, 4 or 8
//! values                          count * width bytes, the lowest first
//! digest                          32 bytes: that of certificates, over the rule and the values
//! ```
//!
//! At every moment the old checkpoint or the new one stands under its name, whatever ends the
//! program ([`durable`]). What is read is believed only if length and digest are right.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::Path;

use grundy::heap::{Run, Values};
use grundy::limits::{Limits, Stop};
use grundy::prove::SequenceDigest;

use crate::durable;
use crate::language::{reason, say, speak};

const MAGIC: &str = "grundy checkpoint 1";

/// Longest line that is read.
const MAX_LINE: u64 = 1 << 20;

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Read(error) => f.write_str(&speak(&reason(error))),
            Unusable::Damaged(reason) => {
                write!(f, "{}", say!("this is no whole checkpoint: {reason}", reason))
            }
            Unusable::OtherGame(rule) => {
                write!(f, "{}", say!("this is a checkpoint of another game, {rule}", rule))
            }
            Unusable::Stop(stop) => stop.fmt(f),
        }
    }
}

/// Why a checkpoint cannot be used.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// The file cannot be read.
    Read(io::Error),
    /// It is no checkpoint, or was damaged.
    Damaged(String),
    /// It is of the game with this rule.
    OtherGame(String),
    /// It does not fit in the memory allowed.
    Stop(Stop),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Unusable {
        Unusable::Read(error)
    }
}

/// Puts a checkpoint of all values of a run in the place of the one before.
///
/// # Errors
/// What the file system says; the checkpoint before is still there.
pub(crate) fn save(path: &Path, rule: &str, run: &Run) -> io::Result<()> {
    durable::replace(path, |out| write(out, rule, run))
}

fn write(out: &mut impl Write, rule: &str, run: &Run) -> io::Result<()> {
    let count = run.len();
    let largest = run.range(0..count).max().unwrap_or(0);
    let width = match largest {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 8,
    };
    write!(out, "{MAGIC}\n{rule}\n{count} {width}\n")?;
    let mut digest = SequenceDigest::new(rule);
    let mut values = run.range(0..count);
    loop {
        let chunk: Vec<u64> = values.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        digest.extend(chunk.iter().copied());
        for value in chunk {
            out.write_all(&value.to_le_bytes()[..width])?;
        }
    }
    out.write_all(&digest.finish())
}

/// Values that are handled at once.
const CHUNK: usize = 1 << 12;

/// The values of a checkpoint, if there is one.
///
/// # Errors
/// See [`Unusable`].
pub(crate) fn load(path: &Path, rule: &str, limits: &Limits) -> Result<Option<Values>, Unusable> {
    match File::open(path) {
        Ok(file) => read(BufReader::new(file), rule, limits).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn read(mut file: impl io::BufRead, rule: &str, limits: &Limits) -> Result<Values, Unusable> {
    if line(&mut file)? != MAGIC {
        return Err(Unusable::Damaged(say!("it does not start with `grundy checkpoint 1`")));
    }
    let found = line(&mut file)?;
    if found != rule {
        return Err(Unusable::OtherGame(found));
    }
    let sizes = line(&mut file)?;
    let sizes = sizes.split_once(' ').and_then(|(count, width)| {
        Some((count.parse::<u64>().ok()?, width.parse::<usize>().ok()?))
    });
    let Some((count, width @ (1 | 2 | 4 | 8))) = sizes else {
        return Err(Unusable::Damaged(say!("its third line is not a count and a width")));
    };
    // While the list grows, twice as much is in use for a moment, and half as much again.
    limits.check_memory(count.saturating_mul(3 * width as u64)).map_err(Unusable::Stop)?;
    let mut values = Values::default();
    let mut digest = SequenceDigest::new(rule);
    let mut bytes = vec![0; CHUNK * width];
    let mut left = count;
    while left > 0 {
        let now = left.min(CHUNK as u64) as usize;
        exactly(&mut file, &mut bytes[..now * width])?;
        let chunk: Vec<u64> = bytes[..now * width]
            .chunks_exact(width)
            .map(|bytes| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
            .collect();
        digest.extend(chunk.iter().copied());
        for value in chunk {
            values.push(value);
        }
        left -= now as u64;
    }
    let mut stated = [0; 32];
    exactly(&mut file, &mut stated)?;
    if stated != digest.finish() {
        return Err(Unusable::Damaged(say!("its digest is not that of its values")));
    }
    if !file.fill_buf()?.is_empty() {
        return Err(Unusable::Damaged(say!("it is longer than it says")));
    }
    Ok(values)
}

fn exactly(file: &mut impl io::Read, bytes: &mut [u8]) -> Result<(), Unusable> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Unusable::Damaged(say!("it ends too soon")),
        _ => Unusable::Read(error),
    })
}

fn line(file: &mut impl io::BufRead) -> Result<String, Unusable> {
    let mut bytes = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Err(Unusable::Damaged(say!("its first lines are missing")));
    }
    String::from_utf8(bytes).map_err(|_| Unusable::Damaged(say!("its first lines are not text")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::heap::HeapGame;

    fn run(last: u64) -> Run {
        let mut run = Run::new(HeapGame::Code("0.6".parse().unwrap()));
        run.advance(last, &Limits::default()).unwrap();
        run
    }

    fn bytes_of(run: &Run) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, "0.6", run).unwrap();
        bytes
    }

    fn read_back(bytes: &[u8]) -> Result<Values, Unusable> {
        read(bytes, "0.6", &Limits::default())
    }

    #[test]
    fn what_is_written_is_read() {
        let run = run(5000);
        let values = read_back(&bytes_of(&run)).unwrap();
        assert!(values.iter().eq(run.range(0..run.len())));
    }

    #[test]
    fn no_damage_goes_unseen() {
        let good = bytes_of(&run(300));
        for at in 0..good.len() {
            assert!(read_back(&good[..at]).is_err(), "cut at {at}");
            for bit in [1, 0x80] {
                let mut damaged = good.clone();
                damaged[at] ^= bit;
                assert!(read_back(&damaged).is_err(), "bit {bit} of byte {at}");
            }
        }
        let longer = [&good[..], &[0]].concat();
        assert!(matches!(read_back(&longer), Err(Unusable::Damaged(_))));
    }

    #[test]
    fn a_checkpoint_of_another_game_or_without_room_is_left_alone() {
        let good = bytes_of(&run(300));
        let other = read(&good[..], "0.7", &Limits::default());
        assert!(matches!(other, Err(Unusable::OtherGame(rule)) if rule == "0.6"));
        let small = read(&good[..], "0.6", &Limits::default().memory(100));
        assert!(matches!(small, Err(Unusable::Stop(Stop::Memory { .. }))));
        let endless = b"grundy checkpoint 1\n0.6\n18446744073709551615 8\n";
        let endless = read(&endless[..], "0.6", &Limits::default().memory(1 << 30));
        assert!(matches!(endless, Err(Unusable::Stop(Stop::Memory { .. }))));
    }
}
