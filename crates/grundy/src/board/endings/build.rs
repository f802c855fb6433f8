//! Building endings, a number of cells at a time.
//!
//! ```text
//! polyominoes of n+1 cells    those of n with one more cell beside them, in canonical form, each once
//! the value of each           the least that no option has; options have fewer cells, so they are known
//! ```
//!
//! Every polyomino has a cell without which it is connected, and its bounding box is no larger then, so
//! none is missed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sha2::{Digest as _, Sha256};

use super::retrieval::{self, Values, mixed};
use super::{Endings, MAGIC, piece_of};
use crate::board::Piece;
use crate::board::parts::boxed::Boxed;
use crate::board::parts::cells::Cells;
use crate::board::parts::placing::Placing;
use crate::board::parts::polyomino::Polyomino;
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::nimber::{Mex, Nimber};
use crate::ruleset::{Failure, Ruleset};

/// Most cells: with a margin of one cell all around, their boxes fit into words.
const MOST_CELLS: u32 = 24;
/// Values are below this.
const VALUES: u64 = 16;
/// Polyominoes between two looks at the limits.
const PER_CHECK: usize = 1 << 10;
/// Fewer candidates than this are not cleared of those that came twice.
const FEW: usize = 1 << 20;

/// The values of one number of cells.
struct Built {
    count: u64,
    starts: Vec<u8>,
    halves: Vec<u8>,
}

/// Builds endings.
///
/// ```
/// use grundy::board::EndingsBuilder;
/// use grundy::limits::Limits;
/// let mut builder = EndingsBuilder::new("cram").unwrap();
/// for _ in 0..5 {
///     builder.grow(&Limits::default())?;
/// }
/// // The free polyominoes of one cell to five (OEIS A000105).
/// assert_eq!((builder.most_cells(), builder.parts()), (5, 1 + 1 + 2 + 5 + 12));
/// assert!(EndingsBuilder::new("chomp").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EndingsBuilder {
    game: String,
    piece: Piece,
    sizes: Vec<Built>,
    /// The polyominoes of the largest number of cells that was listed, in the order of mixed words.
    words: Vec<u64>,
    listed: u32,
    done: AtomicU64,
}

debug_by_name!(EndingsBuilder);

impl EndingsBuilder {
    /// Begins with the endings of a game; nothing if a game has none.
    pub fn new(game: &str) -> Option<EndingsBuilder> {
        let piece = piece_of(game)?;
        let (sizes, words) = (Vec::new(), Vec::new());
        let (game, done) = (game.to_owned(), AtomicU64::new(0));
        Some(EndingsBuilder { game, piece, sizes, words, listed: 0, done })
    }

    /// Goes on from endings that were built.
    ///
    /// ```
    /// use grundy::board::{Endings, EndingsBuilder};
    /// use grundy::limits::Limits;
    /// let mut builder = EndingsBuilder::new("node-kayles").unwrap();
    /// builder.grow(&Limits::default())?;
    /// let endings = Endings::open(Box::new(builder.bytes()))?;
    /// // The same as without a break.
    /// let mut resumed = EndingsBuilder::resume(&endings).unwrap();
    /// builder.grow(&Limits::default())?;
    /// resumed.grow(&Limits::default())?;
    /// assert_eq!(resumed.bytes(), builder.bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(endings: &Endings) -> Option<EndingsBuilder> {
        let mut builder = EndingsBuilder::new(&endings.game)?;
        let bytes: &[u8] = (*endings.bytes).as_ref();
        for size in &endings.sizes {
            let starts = bytes.get(size.starts.clone())?.to_vec();
            let halves = bytes.get(size.halves.clone())?.to_vec();
            builder.sizes.push(Built { count: size.count, starts, halves });
        }
        Some(builder)
    }

    /// The largest number of cells of which all parts have values.
    pub fn most_cells(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// How many parts have values.
    pub fn parts(&self) -> u64 {
        self.sizes.iter().map(|size| size.count).sum()
    }

    /// The parts with the largest number of cells that was listed.
    #[cfg(test)]
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Finds the values of the parts with one cell more.
    ///
    /// # Errors
    /// [`Failure::Stop`] for a limit, [`Failure::Domain`] for more than 24 cells; then the endings are
    /// as they were.
    pub fn grow(&mut self, limits: &Limits) -> Result<(), Failure> {
        let cells = self.most_cells() + 1;
        if cells > MOST_CELLS {
            return Err(Failure::Domain(message!(
                "endings have at most {most} cells",
                most = MOST_CELLS
            )));
        }
        while self.listed < cells {
            self.words = match self.listed {
                0 => vec![1 << <u64 as Cells>::CELLS | 1],
                _ => self.larger(limits)?,
            };
            self.listed += 1;
        }
        let values = self.values(limits)?;
        let no_seed = || Failure::Domain(message!("the values cannot be put into a file"));
        let (starts, halves) = retrieval::encode(&self.words, &values).ok_or_else(no_seed)?;
        self.sizes.push(Built { count: self.words.len() as u64, starts, halves });
        Ok(())
    }

    /// Bytes in use beside the candidates for the next list.
    fn bytes_in_use(&self) -> u64 {
        let built = |size: &Built| size.starts.len() + size.halves.len();
        (8 * self.words.len() + self.sizes.iter().map(built).sum::<usize>()) as u64
    }

    /// Looks at the limits after some more polyominoes.
    fn check(&self, more: usize, limits: &Limits) -> Result<(), Stop> {
        let done = self.done.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
        limits.report(done, None);
        match limits.positions {
            Some(most) if done > most => Err(Stop::Positions(most)),
            _ => limits.check(),
        }
    }

    /// The polyominoes with one cell more.
    fn larger(&self, limits: &Limits) -> Result<Vec<u64>, Failure> {
        let mut found: Vec<u64> = Vec::new();
        let mut clear_at = FEW;
        let once = |found: &mut Vec<u64>| {
            found.sort_unstable_by_key(|&word| mixed(word));
            found.dedup();
        };
        for words in self.words.chunks(PER_CHECK) {
            for &word in words {
                each_larger(Polyomino::of_word(word), &mut |larger| found.push(larger));
            }
            if found.len() >= clear_at {
                once(&mut found);
                clear_at = FEW.max(2 * found.len());
                // A list that grows takes up to twice as much.
                limits.check_memory(self.bytes_in_use() + 16 * clear_at as u64)?;
            }
            self.check(words.len(), limits)?;
        }
        once(&mut found);
        found.shrink_to_fit();
        limits.check_memory(self.bytes_in_use() + 10 * found.len() as u64)?;
        Ok(found)
    }

    /// The values of the polyominoes that are listed.
    fn values(&self, limits: &Limits) -> Result<Vec<u8>, Failure> {
        let threads = limits.thread_count().get();
        let share = self.words.len().div_ceil(threads).max(PER_CHECK);
        thread::scope(|scope| {
            let shares: Vec<_> = self
                .words
                .chunks(share)
                .map(|words| {
                    let work = || self.values_of(words, limits);
                    // Where the system allows no further thread, this one does the work.
                    thread::Builder::new().spawn_scoped(scope, work).map_err(|_| words)
                })
                .collect();
            let mut values = Vec::with_capacity(self.words.len());
            for share in shares {
                let found = match share {
                    Ok(thread) => {
                        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    }
                    Err(words) => self.values_of(words, limits),
                };
                values.extend(found?);
            }
            Ok(values)
        })
    }

    fn values_of(&self, words: &[u64], limits: &Limits) -> Result<Vec<u8>, Failure> {
        let placing = Placing::<u64>::new(self.piece);
        let mut values = Vec::with_capacity(words.len());
        let mut mex = Mex::default();
        for words in words.chunks(PER_CHECK) {
            self.check(words.len(), limits)?;
            for &word in words {
                mex.clear();
                placing.options(&Polyomino::of_word(word), limits, &mut |parts| {
                    let value = parts.iter().fold(0, |sum, part| sum ^ self.value(part.word()));
                    mex.insert(Nimber(value.into()));
                    ControlFlow::Continue(())
                })?;
                let value = mex.mex().0;
                if value >= VALUES {
                    return Err(Failure::Domain(message!(
                        "a value is above {most}",
                        most = VALUES - 1
                    )));
                }
                values.push(value as u8);
            }
        }
        Ok(values)
    }

    /// The value of a smaller part.
    fn value(&self, word: u64) -> u8 {
        let size = Polyomino::<u64>::size(word) as usize;
        let Some(Built { starts, halves, .. }) = self.sizes.get(size - 1) else { return 0 };
        Values { starts, halves }.of(word)
    }

    /// The endings as they stand in a file.
    pub fn bytes(&self) -> Vec<u8> {
        let counts: Vec<String> = self.sizes.iter().map(|size| size.count.to_string()).collect();
        let mut bytes = format!("{MAGIC}\n{}\n{}\n", self.game, counts.join(" ")).into_bytes();
        for Built { starts, halves, .. } in &self.sizes {
            bytes.extend_from_slice(starts);
            bytes.extend_from_slice(halves);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }
}

/// Shows the polyominoes with one cell more, in canonical form, some of them more than once.
fn each_larger(polyomino: Polyomino<u64>, see: &mut dyn FnMut(u64)) {
    let Boxed { cells, width, height } = polyomino.boxed();
    let (wide, high) = (width + 2, height + 2);
    // In a box with a margin of one cell all around.
    let mut padded = Boxed { cells: 0_u128, width: wide, height: high };
    for row in 0..height {
        let of_row = (cells >> (row * width)) & ((1 << width) - 1);
        padded.cells |= u128::from(of_row) << ((row + 1) * wide + 1);
    }
    let mut beside = padded.grown(padded.cells) & !padded.cells;
    while beside != 0 {
        let cell = beside & beside.wrapping_neg();
        beside ^= cell;
        let larger = Boxed { cells: padded.cells | cell, ..padded };
        if let Some(word) = larger.whole().short() {
            see(word);
        }
    }
}
