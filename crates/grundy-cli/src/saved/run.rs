//! Long runs: computing a heap sequence in slices, between which it is shown and saved.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::heap::{Run, Status};
use grundy::limits::{Limits, Stop};
use grundy::prove::SequenceDigest;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::durable::{self, unwritten};
use super::sequence;
use crate::language::{reason, say, tell};
use crate::trouble::Trouble;

/// What is known of the first values of a sequence.
#[derive(Clone)]
pub(crate) struct Tally {
    digest: SequenceDigest,
    largest: Option<(u64, u64)>,
}

impl Tally {
    /// Nothing known of the game with this rule.
    pub(crate) fn new(rule: &str) -> Tally {
        Tally { digest: SequenceDigest::new(rule), largest: None }
    }

    /// Takes in the values up to `heaps`, as far as they are known and not in yet.
    pub(crate) fn extend(&mut self, run: &Run, heaps: u64) {
        let first = self.digest.count();
        if let Some(bytes) = run.bytes(first..heaps) {
            // A plain fold becomes vector code.
            let value = bytes.iter().fold(0, |most, &value| value.max(most)).into();
            if !bytes.is_empty() && self.largest.is_none_or(|(largest, _)| value > largest) {
                let heap = (first..).zip(bytes).find(|&(_, &byte)| u64::from(byte) == value);
                self.largest = heap.map(|(heap, _)| (value, heap));
            }
            return self.digest.extend_bytes(bytes);
        }
        let largest = &mut self.largest;
        self.digest.extend(run.range(first..heaps).zip(first..).map(|(value, heap)| {
            if largest.is_none_or(|(largest, _)| value > largest) {
                *largest = Some((value, heap));
            }
            value
        }));
    }

    /// All that is known, but for the largest value.
    pub(crate) fn state(&self) -> Vec<u8> {
        self.digest.state()
    }

    /// From that and the largest value with its heap; `None` if it cannot be that.
    pub(crate) fn from_state(state: &[u8], largest: (u64, u64)) -> Option<Tally> {
        let digest = SequenceDigest::from_state(state)?;
        Some(Tally { digest, largest: Some(largest) })
    }

    /// How many values are in.
    pub(crate) fn heaps(&self) -> u64 {
        self.digest.count()
    }

    /// The largest value and the first heap that has it.
    pub(crate) fn largest(&self) -> Option<(u64, u64)> {
        self.largest
    }

    /// The digest of the values that are in.
    pub(crate) fn digest(&self) -> [u8; 32] {
        self.digest.finish()
    }
}

/// Where and how often a run is saved.
pub(crate) struct Saves<'a> {
    path: &'a Path,
    rule: &'a str,
    every: Duration,
    /// When it was saved, and how long that took.
    last: (Instant, Duration),
    /// The heaps that the file holds.
    held: u64,
}

/// The file with all values until a run gave some up to save memory, beside its checkpoint.
pub(crate) fn whole_beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".whole");
    PathBuf::from(name)
}

/// A checkpoint that could not be written.
#[derive(Debug)]
pub(crate) struct Unsaved {
    path: PathBuf,
    error: std::io::Error,
    held: u64,
}

impl std::fmt::Display for Unsaved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}",
            say!(
                "cannot write the checkpoint {path}: {error}",
                path = self.path.display(),
                error = reason(&self.error)
            )
        )?;
        match self.held {
            0 => Ok(()),
            held => write!(f, "{}", say!("; the one before, of {held} heaps, is intact", held)),
        }
    }
}

impl Unsaved {
    /// It as an error.
    pub(crate) fn trouble(&self) -> Trouble {
        unwritten(&self.to_string(), self.error.kind())
    }
}

impl<'a> Saves<'a> {
    /// Saves to a file that holds `held` heaps by now.
    pub(crate) fn new(path: &'a Path, rule: &'a str, every: Duration, held: u64) -> Saves<'a> {
        Saves { path, rule, every, last: (Instant::now(), Duration::ZERO), held }
    }

    /// Saves a run now.
    ///
    /// # Errors
    /// What the file system says, with what is left in the file.
    pub(crate) fn save(&mut self, run: &Run, tally: &Tally) -> Result<(), Unsaved> {
        let start = Instant::now();
        let saved = sequence::save(self.path, self.rule, run, tally);
        self.last = (Instant::now(), start.elapsed());
        match saved {
            Ok(()) => {
                self.held = run.len();
                Ok(())
            }
            Err(error) => Err(Unsaved { path: self.path.to_owned(), error, held: self.held }),
        }
    }

    /// Saves a run unless the file has all of it.
    ///
    /// # Errors
    /// As of [`Saves::save`].
    pub(crate) fn save_what_is_new(&mut self, run: &Run, tally: &Tally) -> Result<(), Unsaved> {
        if self.held == run.len() { Ok(()) } else { self.save(run, tally) }
    }

    /// Keeps the file as it is beside the one that later saves replace.
    ///
    /// # Errors
    /// What the file system says, or that something else has this name.
    fn keep_beside(&self) -> std::io::Result<()> {
        let beside = whole_beside(self.path);
        if std::fs::exists(&beside)? && !sequence::begins_whole(&beside, self.rule) {
            return Err(std::io::Error::new(
                ErrorKind::AlreadyExists,
                say!("it does not hold values of this game, and stays as it is"),
            ));
        }
        // A save writes a new file in the place of the old one. Where files have one name alone, a copy is as good.
        let (file, new) = (durable::linked(self.path), durable::name_beside(&beside));
        let linked = std::fs::hard_link(&file, &new).and_then(|()| std::fs::rename(&new, &beside));
        if linked.is_err() {
            let mut from = durable::open(&file)?;
            durable::replace(&beside, |out| std::io::copy(&mut from, out).map(drop))?;
        }
        Ok(())
    }

    fn is_due(&self) -> bool {
        let (when, took) = self.last;
        when.elapsed() >= durable::pause(self.every, took)
    }
}

/// Pairs to look at in a slice of heaps: a fraction of a second. The work is measured, not the time,
/// for a run looks for its period where it pauses, and shall do the same work whenever it is run.
const SLICE: u64 = 1 << 28;
/// The fewest and the most heaps in a slice.
const SHORTEST: u64 = 1 << 8;
const LONGEST: u64 = 1 << 16;

/// Computes the heaps `0..=last`, or until a period is proved, saving at intervals. A save that
/// fails is told of and tried again: the disk may have room by then.
///
/// # Errors
/// The limit that was reached; the run holds what is known until then.
pub(crate) fn advance(
    run: &mut Run,
    last: u64,
    tally: &mut Tally,
    mut saves: Option<&mut Saves<'_>>,
    shown: bool,
    limits: &Limits,
) -> Result<(), Stop> {
    let mut bar = shown.then(|| Shown::new(last, Mark::of(&run.status())));
    let mut forgets = !run.forgotten().is_empty();
    // Nothing is given up before that is needed: until then the file holds all values, from which more memory comes further.
    let mut may_forget = forgets;
    let mut whole = None;
    if may_forget {
        run.may_forget(tally.heaps());
    }
    while run.proof().is_none() && run.len() <= last {
        let slice = (SLICE / run.status().floor.max(1)).clamp(SHORTEST, LONGEST);
        match run.advance(run.len().saturating_add(slice).min(last), limits) {
            Err(Stop::Memory { .. }) if !may_forget => {
                may_forget = true;
                whole = saves.as_mut().and_then(|saves| saves.save(run, tally).ok());
            }
            advanced => advanced?,
        }
        // Once a period is proved, the proof says how many values count.
        if run.proof().is_none() {
            tally.extend(run, last.saturating_add(1));
            if may_forget {
                run.may_forget(tally.heaps());
            }
        }
        if !forgets && !run.forgotten().is_empty() {
            forgets = true;
            note_forgetting();
            if let Some(saves) = whole.take().and(saves.as_ref()) {
                note_whole(&whole_beside(saves.path), saves.keep_beside());
            }
        }
        if let Some(bar) = &mut bar {
            bar.show(run, tally);
        }
        if let Some(saves) = saves.as_mut().filter(|saves| saves.is_due())
            && let Err(unsaved) = saves.save(run, tally)
        {
            tell!("{}", say!("warning: {unsaved}; going on", unsaved));
        }
    }
    Ok(())
}

/// Says that from here on not all values are kept.
fn note_forgetting() {
    tell!(
        "{}",
        say!(
            "note: the memory allowed holds no more values; from here on only those are kept \
             that others depend on, and no period is looked for"
        )
    );
}

/// Says which file has all values until here, or why it has not.
fn note_whole(whole: &Path, kept: std::io::Result<()>) {
    let whole = whole.display();
    let said = match kept {
        Ok(()) => say!(
            "note: {whole} has all values until here: with more memory a run goes on from it, --checkpoint {whole}",
            whole
        ),
        Err(error) => say!(
            "note: the values until here are not kept in {whole}: {error}",
            whole,
            error = reason(&error)
        ),
    };
    tell!("{said}");
}

/// Where a run stood at a moment.
#[derive(Clone, Copy)]
struct Mark {
    when: Instant,
    heaps: u64,
    /// The pairs that the next heap had to look at.
    floor: u64,
}

impl Mark {
    fn of(status: &Status) -> Mark {
        Mark { when: Instant::now(), heaps: status.heaps, floor: status.floor }
    }

    /// How long the heaps up to `last` will take, by what those took since an earlier mark. A heap is believed to take
    /// time in proportion to a power of it from 0 to 1, as by its pairs, of which there are as many as parts, or as
    /// rare heaps; to the heap itself where that is not known, as where the engine has changed its way. `None` where
    /// there is nothing to go by.
    fn left(self, before: Mark, last: u64) -> Option<Duration> {
        let grown = self.heaps as f64 / before.heaps as f64;
        let power = match (before.floor, self.floor) {
            (1.., now) if grown > 1.0 && now >= before.floor => {
                ((now as f64 / before.floor as f64).ln() / grown.ln()).min(1.0)
            }
            _ => 1.0,
        };
        let work = |heaps: u64| (heaps as f64).powf(power + 1.0);
        let done = work(self.heaps) - work(before.heaps);
        let left = (work(last.saturating_add(1)) - work(self.heaps)).max(0.0);
        let took = self.when.saturating_duration_since(before.when).as_secs_f64();
        Duration::try_from_secs_f64(took * left / done).ok()
    }
}

/// The line that shows how a run goes on.
struct Shown {
    bar: ProgressBar,
    start: Instant,
    last: u64,
    /// Where the run stood when it had half of the heaps, or less, and where it had half of those.
    marks: [Mark; 2],
}

/// Work shorter than this is not shown.
const PATIENCE: Duration = Duration::from_secs(1);

impl Shown {
    fn new(last: u64, begun: Mark) -> Shown {
        let target = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(last.saturating_add(1)), target);
        let heaps = say!("{count} heaps", count = "{human_pos}/{human_len}");
        let style = format!("{{bar:20}} {heaps}, {{per_sec}}, {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        bar.set_position(begun.heaps);
        bar.reset_eta();
        Shown { bar, start: begun.when, last, marks: [begun; 2] }
    }

    fn show(&mut self, run: &Run, tally: &Tally) {
        if self.bar.is_hidden() && self.start.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let most = self.bar.length().unwrap_or(u64::MAX);
        self.bar.set_position(run.len().min(most));
        let status = run.status();
        let now = Mark::of(&status);
        if now.heaps >= self.marks[0].heaps.saturating_mul(2) {
            self.marks = [now, self.marks[0]];
        }
        let left = now
            .left(self.marks[1], self.last)
            .map(|left| say!("{eta} left", eta = format!("{:#}", HumanDuration(left))));
        let left = left.map_or(String::new(), |left| format!(", {left}"));
        if let Some((value, heap)) = tally.largest() {
            let rares = match (status.space, status.last_rare) {
                (Some(_), Some(last)) => {
                    say!(", {rares} rare heaps, the last {last}", rares = status.rares, last)
                }
                _ => String::new(),
            };
            let largest = say!("largest {value} at {heap}{rares}", value, heap, rares);
            self.bar.set_message(format!("{largest}{left}"));
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_goes_by_the_pairs_of_a_heap() {
        let start = Instant::now();
        let mark = |seconds, heaps, floor| Mark {
            when: start + Duration::from_secs(seconds),
            heaps,
            floor,
        };
        let left = |before: Mark, now: Mark| now.left(before, 3999).map(|left| left.as_secs());
        // All pairs, those with rare heaps of which there are no more than before, another way, and what is not known.
        assert_eq!(left(mark(0, 1000, 500), mark(6, 2000, 1000)), Some(24));
        assert_eq!(left(mark(0, 1000, 77), mark(6, 2000, 77)), Some(12));
        assert_eq!(left(mark(0, 1000, 500), mark(6, 2000, 9)), Some(24));
        assert_eq!(left(mark(0, 1000, 0), mark(6, 2000, 0)), Some(24));
        assert_eq!(left(mark(0, 0, 0), mark(6, 2000, 1000)), Some(18));
        // A run that goes on has nothing behind it at first.
        assert_eq!(left(mark(0, 2000, 1000), mark(0, 2000, 1000)), None);
        assert_eq!(left(mark(0, 2000, 1000), mark(6, 5000, 2500)), Some(0));
    }
}
