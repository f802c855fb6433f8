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
//! A run that has forgotten most of its values saves those that it needs to go on:
//!
//! ```text
//! grundy checkpoint 2\n
//! rule\n
//! count width first last rares\n   decimal: how many heaps were computed, the bytes of a value, how many
//!                                 of the first and of the last values stand here, how many rare heaps
//! mask size largest value heap\n   how rare heaps are told, the largest value that can be assumed, and the
//!                                 largest of the digested values with its heap
//! state\n                         hexadecimal: that of the digest of certificates
//! values                          the first, then the last ones
//! rares                           each 16 bytes: heap and value, the lowest first
//! digest                          32 bytes: SHA-256 of all of this
//! ```
//!
//! At every moment the old checkpoint or the new one stands under its name, whatever ends the
//! program ([`durable`]). What is read is believed only if length and digest are right.

use std::io::{self, BufReader, Write};
use std::path::Path;

use grundy::heap::{Kept, Run, Values};
use grundy::limits::Limits;
use grundy::prove::{SequenceDigest, hex};
use sha2::{Digest as _, Sha256};

use super::durable;
use super::reading::{Unusable, exactly, first_line, line};
use super::run::Tally;
use crate::language::say;

const MAGIC: &str = "grundy checkpoint 1";
const MAGIC_KEPT: &str = "grundy checkpoint 2";

/// What a checkpoint holds.
pub(crate) enum Found {
    /// All values.
    Values(Values),
    /// What is needed to go on, and what was known of the values that are not here.
    Kept(Box<(Kept, Tally)>),
}

/// Puts a checkpoint of all values of a run, or of what it keeps, in the place of the one before.
///
/// # Errors
/// What the file system says; the checkpoint before is still there.
pub(crate) fn save(path: &Path, rule: &str, run: &Run, tally: &Tally) -> io::Result<()> {
    match run.kept() {
        None => durable::replace(path, |out| write(out, rule, run)),
        Some(kept) => durable::replace(path, |out| out.write_all(&written(rule, &kept, tally))),
    }
}

/// A checkpoint of what a run keeps.
fn written(rule: &str, kept: &Kept, tally: &Tally) -> Vec<u8> {
    let width = width_for(kept.largest);
    let state = hex(&tally.state());
    let (value, heap) = tally.largest().unwrap_or_default();
    let mut out = format!(
        "{MAGIC_KEPT}\n{rule}\n{} {width} {} {} {}\n{} {} {} {value} {heap}\n{state}\n",
        kept.heaps,
        kept.first.len(),
        kept.last.len(),
        kept.rares.len(),
        kept.mask,
        u8::from(kept.with_size),
        kept.largest,
    )
    .into_bytes();
    for value in kept.first.iter().chain(kept.last.iter()) {
        out.extend_from_slice(&value.to_le_bytes()[..width]);
    }
    for (heap, value) in &kept.rares {
        out.extend_from_slice(&heap.to_le_bytes());
        out.extend_from_slice(&value.to_le_bytes());
    }
    let digest = Sha256::digest(&out);
    out.extend_from_slice(&digest);
    out
}

/// The bytes of each value, if none is larger.
fn width_for(largest: u64) -> usize {
    match largest {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 8,
    }
}

fn write(out: &mut impl Write, rule: &str, run: &Run) -> io::Result<()> {
    let count = run.len();
    let largest = run.range(0..count).max().unwrap_or(0);
    let width = width_for(largest);
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

/// What a checkpoint holds, if there is one.
///
/// # Errors
/// See [`Unusable`].
pub(crate) fn load(path: &Path, rule: &str, limits: &Limits) -> Result<Option<Found>, Unusable> {
    match durable::open(path) {
        Ok(file) => read(BufReader::new(file), rule, limits).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a file begins as a checkpoint with all values of a rule does.
pub(crate) fn begins_whole(path: &Path, rule: &str) -> bool {
    let Ok(file) = durable::open(path) else { return false };
    let mut file = BufReader::new(file);
    [MAGIC, rule].iter().all(|begins| line(&mut file).is_ok_and(|found| found == *begins))
}

fn read(mut file: impl io::BufRead, rule: &str, limits: &Limits) -> Result<Found, Unusable> {
    match first_line(&mut file)?.as_deref() {
        Some(MAGIC) => read_values(file, rule, limits).map(Found::Values),
        Some(MAGIC_KEPT) => read_kept(file, rule, limits),
        _ => Err(Unusable::Foreign("grundy checkpoint")),
    }
}

fn read_kept(mut file: impl io::BufRead, rule: &str, limits: &Limits) -> Result<Found, Unusable> {
    let mut hasher = Sha256::new();
    hasher.update(MAGIC_KEPT);
    let mut next = || -> Result<String, Unusable> {
        let line = line(&mut file)?;
        hasher.update("\n");
        hasher.update(&line);
        Ok(line)
    };
    let found = next()?;
    if found != rule {
        return Err(Unusable::OtherGame(found));
    }
    let [sizes, facts, state] = [next()?, next()?, next()?];
    hasher.update("\n");
    let bad = || Unusable::Damaged(say!("its lines are not those of a checkpoint"));
    let numbers = |line: &str| -> Option<[u64; 5]> {
        let numbers: Option<Vec<u64>> = line.split(' ').map(|word| word.parse().ok()).collect();
        numbers?.try_into().ok()
    };
    let (Some([heaps, width @ (1 | 2 | 4 | 8), first, last, rares]), Some(facts)) =
        (numbers(&sizes), numbers(&facts))
    else {
        return Err(bad());
    };
    let [mask, size @ (0 | 1), largest, value, heap] = facts else { return Err(bad()) };
    let bytes = first.saturating_add(last).saturating_mul(width);
    let bytes = bytes.saturating_add(rares.saturating_mul(16));
    limits.check_memory(bytes.saturating_mul(4)).map_err(|stop| Unusable::TooMuch(heaps, stop))?;
    let mut take = |count: u64, width: usize| -> Result<Vec<u64>, Unusable> {
        let mut values = Vec::new();
        let mut bytes = [0; 8];
        for _ in 0..count {
            exactly(&mut file, &mut bytes[..width])?;
            hasher.update(&bytes[..width]);
            values.push(u64::from_le_bytes(bytes));
        }
        Ok(values)
    };
    let values = [take(first, width as usize)?, take(last, width as usize)?];
    let rares = take(rares.saturating_mul(2), 8)?;
    let mut stated = [0; 32];
    exactly(&mut file, &mut stated)?;
    if stated[..] != hasher.finalize()[..] {
        return Err(Unusable::Damaged(say!("its digest is not that of its values")));
    }
    if !file.fill_buf()?.is_empty() {
        return Err(Unusable::Damaged(say!("it is longer than it says")));
    }
    let state: Option<Vec<u8>> = state
        .as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    let tally = state.and_then(|state| Tally::from_state(&state, (value, heap))).ok_or_else(bad)?;
    let rares = rares.as_chunks::<2>().0.iter().map(|&[heap, value]| (heap, value)).collect();
    let values = values.map(|values| values.into_iter().collect());
    let kept = Kept::new(heaps, values, rares, (mask, size == 1), largest);
    Ok(Found::Kept(Box::new((kept, tally))))
}

fn read_values(
    mut file: impl io::BufRead,
    rule: &str,
    limits: &Limits,
) -> Result<Values, Unusable> {
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
    // The run that goes on after them takes these, not others beside them.
    let bytes = count.saturating_mul(width as u64);
    limits.check_memory(bytes).map_err(|stop| Unusable::TooMuch(count, stop))?;
    let mut values = Values::with_room(count as usize, width);
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
            // A heap of n is moved in at most 2n times: n pieces are taken, and parted less than n times.
            if value > 2 * values.len() as u64 {
                return Err(Unusable::Damaged(say!("a value is larger than any of its heap")));
            }
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

#[cfg(test)]
mod tests {
    use grundy::heap::HeapGame;
    use grundy::limits::Stop;

    use super::*;

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
        match read(bytes, "0.6", &Limits::default())? {
            Found::Values(values) => Ok(values),
            Found::Kept(..) => panic!("nothing is forgotten"),
        }
    }

    /// A checkpoint of a run that has forgotten most of its values, with the run and what is known of it.
    fn forgetful() -> (Vec<u8>, Run, Tally) {
        let mut run = Run::new(HeapGame::Code("0.106".parse().unwrap()));
        let limits = Limits::default().memory(1 << 20);
        let mut tally = Tally::new("0.106");
        while run.kept().is_none() {
            run.advance(run.len(), &limits).unwrap();
            tally.extend(&run, u64::MAX);
            run.may_forget(tally.heaps());
        }
        (written("0.106", &run.kept().unwrap(), &tally), run, tally)
    }

    #[test]
    fn what_is_kept_is_read() {
        let (bytes, run, tally) = forgetful();
        let found = read(&bytes[..], "0.106", &Limits::default()).unwrap();
        let Found::Kept(found) = found else { panic!("some values are forgotten") };
        let (kept, known) = *found;
        assert_eq!(Some(&kept), run.kept().as_ref());
        assert_eq!(
            (known.heaps(), known.digest(), known.largest()),
            (tally.heaps(), tally.digest(), tally.largest())
        );
        assert!(Run::resume_kept(run.game().clone(), &kept).is_some());
        let other = HeapGame::Code("0.3".parse().unwrap());
        assert!(Run::resume_kept(other, &kept).is_none());
    }

    #[test]
    fn no_damage_to_what_is_kept_goes_unseen() {
        let (good, ..) = forgetful();
        let read_back = |bytes: &[u8]| read(bytes, "0.106", &Limits::default());
        let lines = 400;
        for at in (0..lines).chain((lines..good.len()).step_by(9973)).chain([good.len() - 1]) {
            assert!(read_back(&good[..at]).is_err(), "cut at {at}");
            for bit in [1, 0x80] {
                let mut damaged = good.clone();
                damaged[at] ^= bit;
                assert!(read_back(&damaged).is_err(), "bit {bit} of byte {at}");
            }
        }
        assert!(read_back(&[&good[..], &[0]].concat()).is_err());
        let little = read(&good[..], "0.106", &Limits::default().memory(1000));
        assert!(matches!(little, Err(Unusable::TooMuch(_, Stop::Memory { .. }))));
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
    fn values_that_no_heap_has_are_refused_whatever_the_digest() {
        let values = |last: u64| -> Vec<u8> {
            let values = [0, 0, 1, last];
            let mut digest = SequenceDigest::new("0.6");
            digest.extend(values.iter().copied());
            let head = format!("{MAGIC}\n0.6\n{} 8\n", values.len());
            let bytes = values.iter().flat_map(|value| value.to_le_bytes());
            head.bytes().chain(bytes).chain(digest.finish()).collect()
        };
        assert!(read_back(&values(6)).is_ok());
        for last in [7, u64::from(u32::MAX), u64::MAX] {
            assert!(matches!(read_back(&values(last)), Err(Unusable::Damaged(_))), "{last}");
        }
    }

    #[test]
    fn a_checkpoint_of_another_game_or_without_room_is_left_alone() {
        let good = bytes_of(&run(300));
        let other = read(&good[..], "0.7", &Limits::default());
        assert!(matches!(other, Err(Unusable::OtherGame(rule)) if rule == "0.6"));
        let small = read(&good[..], "0.6", &Limits::default().memory(100));
        assert!(matches!(small, Err(Unusable::TooMuch(_, Stop::Memory { .. }))));
        let endless = b"grundy checkpoint 1\n0.6\n18446744073709551615 8\n";
        let endless = read(&endless[..], "0.6", &Limits::default().memory(1 << 30));
        assert!(matches!(endless, Err(Unusable::TooMuch(_, Stop::Memory { .. }))));
    }
}
