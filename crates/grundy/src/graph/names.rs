//! The names of the vertices of a graph: numbers, or texts.

use std::fmt;
use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rapidhash::fast::RandomState;
use smallvec::SmallVec;

/// What the vertices of a graph are called.
///
/// ```
/// use grundy::graph::{Name, Names};
/// let names = Names::Range { first: 1 };
/// assert_eq!(names.name(0), Name::Number(1));
/// // In a graph of three vertices 1 to 3; 0 and 4 are none.
/// assert_eq!(["0", "3", "4"].map(|name| names.find(name, 3)), [None, Some(2), None]);
/// ```
#[derive(Clone, Debug)]
pub enum Names {
    /// Vertex `v` is called `first + v`.
    Range {
        /// The number of vertex 0.
        first: u32,
    },
    /// Vertex `v` is called by the number at `v`; increasing.
    Numbers(Vec<u32>),
    /// Vertex `v` is called by the text at `v`.
    Texts(Texts),
}

impl Names {
    /// The name of a vertex, to be printed.
    pub fn name(&self, vertex: u32) -> Name<'_> {
        match self {
            Names::Range { first } => Name::Number(u64::from(*first) + u64::from(vertex)),
            Names::Numbers(numbers) => match numbers.get(vertex as usize) {
                Some(&number) => Name::Number(number.into()),
                None => Name::Text("?"),
            },
            Names::Texts(texts) => Name::Text(texts.get(vertex).unwrap_or("?")),
        }
    }

    /// The vertex of this name in a graph of `vertices`, if there is one.
    pub fn find(&self, name: &str, vertices: u32) -> Option<u32> {
        let vertex = match self {
            Names::Range { first } => plain_number(name)?.checked_sub(*first)?,
            Names::Numbers(numbers) => numbers.binary_search(&plain_number(name)?).ok()? as u32,
            Names::Texts(texts) => texts.find(name)?,
        };
        (vertex < vertices).then_some(vertex)
    }
}

/// A number as vertices are numbered: decimal digits without leading zeros, below 2^32.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    let digits = text.as_bytes();
    if !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) || digits.len() > 10 {
        return None;
    }
    let mut number = 0_u64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = 10 * number + u64::from(digit - b'0');
    }
    u32::try_from(number).ok()
}

/// The name of one vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Number(number) => fmt::Display::fmt(number, f),
            Name::Text(text) => f.pad(text),
        }
    }
}

/// Different texts, numbered from 0 in the order they were first met, in one string.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    all: String,
    /// Where each text ends.
    ends: Vec<usize>,
    index: HashTable<Entry>,
    hasher: RandomState,
}

/// A text in the table. Short texts are compared without looking anywhere else: a look-up in a
/// large table costs little but cache misses.
#[derive(Clone, Copy, Debug)]
struct Entry {
    head: [u8; HEAD + 1],
    number: u32,
}

/// Bytes of a text that are kept in the table.
const HEAD: usize = 11;

/// The first bytes of a text and its length; 255 if it does not fit.
fn head(text: &str) -> [u8; HEAD + 1] {
    let bytes = text.as_bytes();
    let mut head = [0; HEAD + 1];
    let kept = bytes.len().min(HEAD);
    head[..kept].copy_from_slice(&bytes[..kept]);
    head[HEAD] = if bytes.len() > HEAD { u8::MAX } else { bytes.len() as u8 };
    head
}

impl Texts {
    /// The text with this number.
    pub fn get(&self, number: u32) -> Option<&str> {
        text_at(&self.all, &self.ends, number)
    }

    /// The number of a text, if it was met.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.find_hashed(text, self.hasher.hash_one(text))
    }

    /// The same of several texts; of a large table, whose places memory takes long to bring, that is sooner than one by one.
    pub(super) fn find_all(&self, texts: &[&str], found: &mut Vec<Option<u32>>) {
        let hashes: SmallVec<[u64; 64]> =
            texts.iter().map(|text| self.hasher.hash_one(text)).collect();
        found.clear();
        found.extend(texts.iter().zip(&hashes).map(|(text, &hash)| self.find_hashed(text, hash)));
    }

    #[inline]
    fn find_hashed(&self, text: &str, hash: u64) -> Option<u32> {
        let head = head(text);
        let same = |entry: &Entry| {
            entry.head == head && (text.len() <= HEAD || self.get(entry.number) == Some(text))
        };
        self.index.find(hash, same).map(|entry| entry.number)
    }

    /// The number of a text, a new one if it was never met. Nothing once `most` texts are in.
    pub(super) fn number(&mut self, text: &str, most: u32) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        if let Some(number) = self.find_hashed(text, hash) {
            return Some(number);
        }
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number < most)?;
        self.all.push_str(text);
        self.ends.push(self.all.len());
        let (all, ends, hasher) = (&self.all, &self.ends, &self.hasher);
        // Every number in the table has a text.
        let rehash =
            |entry: &Entry| hasher.hash_one(text_at(all, ends, entry.number).unwrap_or_default());
        self.index.insert_unique(hash, Entry { head: head(text), number }, rehash);
        Some(number)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes that the texts and their table take.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.all.capacity() + 8 * self.ends.capacity() + self.index.allocation_size();
        bytes as u64
    }
}

fn text_at<'a>(all: &'a str, ends: &[usize], number: u32) -> Option<&'a str> {
    let number = number as usize;
    let start = if number == 0 { 0 } else { *ends.get(number - 1)? };
    all.get(start..*ends.get(number)?)
}
