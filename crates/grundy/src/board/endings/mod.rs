//! Endings: the values of all small parts of a game on cells, kept once and looked up by every search.
//!
//! The parts are the polyominoes of up to so many cells, but for those whose bounding box has more than 50. Their
//! values are found from the smallest on by the definition alone, as the least that no
//! option has, and are kept without the polyominoes, in about five bits for each: whoever asks has one.
//!
//! ```text
//! grundy endings 1\n
//! game\n                 as the library says it: cram, or node-kayles
//! 1 1 2 5 12 ...\n       of 1 cell, 2, 3, ...: how many polyominoes
//! values                 of each number of cells (see `retrieval`): where blocks begin, then half bytes
//! digest                 32 bytes: SHA-256 of all of this
//! ```
//!
//! The bytes are a function of the game and the largest number of cells alone.

mod build;
mod retrieval;

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::Piece;
use crate::language::{Message, message};
pub use build::EndingsBuilder;
use retrieval::Values;

const MAGIC: &str = "grundy endings 1";
const DIGEST: usize = 32;

/// Bytes of endings, wherever they are.
pub type EndingsBytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// Where the values of one number of cells stand.
#[derive(Clone, Debug)]
struct Size {
    count: u64,
    starts: std::ops::Range<usize>,
    halves: std::ops::Range<usize>,
}

/// The values of all parts of up to so many cells.
///
/// ```
/// use grundy::board::{Endings, EndingsBuilder, Source, open};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use std::sync::Arc;
/// let limits = Limits::default();
/// let mut builder = EndingsBuilder::new("cram").unwrap();
/// for _ in 0..4 {
///     builder.grow(&limits)?;
/// }
/// let endings = Endings::open(Box::new(builder.bytes()))?;
/// assert_eq!((endings.game(), endings.most_cells(), endings.len()), ("cram", 4, 1 + 1 + 2 + 5));
/// let mut board = open("cram", Source::Text("3x4"))?;
/// board.use_endings(Arc::new(endings))?;
/// assert_eq!(board.value(&limits)?, Nimber(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Endings {
    bytes: EndingsBytes,
    game: String,
    /// Of one cell, two, ...
    sizes: Vec<Size>,
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "endings of {} up to {} cells", self.game, self.sizes.len())
    }
}

/// The game of this name that has endings, as pieces.
fn piece_of(game: &str) -> Option<Piece> {
    match game {
        "cram" => Some(Piece::Domino),
        "node-kayles" => Some(Piece::Stone),
        _ => None,
    }
}

impl Endings {
    /// Reads what [`EndingsBuilder::bytes`] gave. Looks at all of it once, for the digest, and at where
    /// values stand; that they are right is believed.
    ///
    /// ```
    /// use grundy::board::{Endings, EndingsBuilder};
    /// assert!(Endings::open(Box::new("nim")).is_err());
    /// // The digest tells that a byte has changed.
    /// let mut bytes = EndingsBuilder::new("cram").unwrap().bytes();
    /// assert!(Endings::open(Box::new(bytes.clone())).is_ok_and(|endings| endings.is_empty()));
    /// bytes[20] ^= 1;
    /// assert!(Endings::open(Box::new(bytes)).is_err());
    /// ```
    ///
    /// # Errors
    /// It is something else, or damaged.
    pub fn open(bytes: EndingsBytes) -> Result<Endings, Message> {
        let all: &[u8] = (*bytes).as_ref();
        let damaged = || message!("the file is damaged or was cut off");
        let Some(rest) = all.strip_prefix(format!("{MAGIC}\n").as_bytes()) else {
            return Err(message!("it does not start with `{title}`", title = MAGIC));
        };
        let (body, digest) =
            all.split_at_checked(all.len().saturating_sub(DIGEST)).ok_or_else(damaged)?;
        if Sha256::digest(body)[..] != *digest {
            return Err(damaged());
        }
        let mut lines = rest.splitn(3, |&byte| byte == b'\n');
        let mut line = || std::str::from_utf8(lines.next()?).ok();
        let (Some(game), Some(counts)) = (line(), line()) else { return Err(damaged()) };
        if piece_of(game).is_none() {
            return Err(message!("it is of a game that this program does not know, {game}", game));
        }
        let counts = counts.split_ascii_whitespace().map(|word| word.parse().ok());
        let counts: Option<Vec<u64>> = counts.collect();
        let sizes = counts.and_then(|counts| {
            let head = all.len() - lines.next()?.len();
            sizes(body, head, &counts)
        });
        let (game, sizes) = (game.to_owned(), sizes.ok_or_else(damaged)?);
        Ok(Endings { bytes, game, sizes })
    }

    /// The game, as [`Board::saved_as`](super::Board::saved_as) says it.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The largest number of cells.
    pub fn most_cells(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// How many parts have values.
    pub fn len(&self) -> u64 {
        self.sizes.iter().map(|size| size.count).sum()
    }

    /// Whether there is no part.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a part of so many cells, one of those that have values, by its word.
    #[inline]
    pub(super) fn value(&self, cells: u32, word: u64) -> Option<u8> {
        let size = self.sizes.get(cells.checked_sub(1)? as usize)?;
        let bytes: &[u8] = (*self.bytes).as_ref();
        let values = Values {
            starts: bytes.get(size.starts.clone())?,
            halves: bytes.get(size.halves.clone())?,
        };
        Some(values.of(word))
    }
}

/// Where the values of so many polyominoes of each size stand from `at` on, if they end with the body.
fn sizes(body: &[u8], mut at: usize, counts: &[u64]) -> Option<Vec<Size>> {
    let mut sizes = Vec::new();
    for &count in counts {
        if count == 0 {
            return None;
        }
        let starts = at..at.checked_add(retrieval::start_bytes(retrieval::blocks(count))?)?;
        let end = Values { starts: body.get(starts.clone())?, halves: &[] }.end()?;
        let bytes = usize::try_from(end.div_ceil(2)).ok()?;
        let halves = starts.end..starts.end.checked_add(bytes)?;
        body.get(halves.clone())?;
        at = halves.end;
        sizes.push(Size { count, starts, halves });
    }
    (at == body.len()).then_some(sizes)
}

#[cfg(test)]
mod tests;
