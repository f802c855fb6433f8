//! The names of the vertices of a graph: numbers, or texts.

use std::fmt;
use std::hash::BuildHasher as _;

use rapidhash::fast::RandomState;
use smallvec::SmallVec;

use crate::pages::zeros;

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
    /// A table with open addresses: a text stands at its hash or behind it, before the next free place. Their number is a power
    /// of 2, of which at least a quarter is free. A look-up is one wait for memory, where a table with an index of its own is two.
    places: Vec<Entry>,
    hasher: RandomState,
}

/// A text in the table. Short texts are compared without looking anywhere else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The first eight bytes.
    first: u64,
    /// Three more, and above them the length; 255 if it does not fit.
    rest: u32,
    /// One more than the number; 0 in a free place.
    next: u32,
}

/// Places of the first table.
const FIRST: usize = 16;

/// Bytes of a text that are kept in the table.
const HEAD: usize = 11;

/// At most eight bytes as a number, in few steps: what is read twice is the same.
#[inline]
fn little_endian(bytes: &[u8]) -> u64 {
    let last = |size: usize| 8 * (bytes.len() - size);
    if let Some(&eight) = bytes.first_chunk::<8>() {
        u64::from_le_bytes(eight)
    } else if let (Some(&first), Some(&four)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>())
    {
        u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(four)) << last(4)
    } else {
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Entry {
    #[inline]
    fn new(text: &str, next: u32) -> Entry {
        let (first, rest) = text.as_bytes().split_at(text.len().min(8));
        let length = if text.len() > HEAD { u8::MAX } else { text.len() as u8 };
        let three = little_endian(&rest[..rest.len().min(HEAD - 8)]) as u32;
        let first = little_endian(first);
        Entry { first, rest: three | u32::from(length) << 24, next }
    }

    /// Whether it begins like another, which is the same for short texts.
    #[inline]
    fn begins_like(&self, other: &Entry) -> bool {
        (self.first, self.rest) == (other.first, other.rest)
    }
}

impl Texts {
    /// The text with this number.
    pub fn get(&self, number: u32) -> Option<&str> {
        text_at(&self.all, &self.ends, number)
    }

    /// The number of a text, if it was met.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.find_hashed(text, self.hasher.hash_one(text)).ok()
    }

    /// The same of several texts. In a large table that is sooner than one by one: the places of their hashes are read first, of
    /// which none waits for another.
    pub(super) fn find_all<'t, const N: usize>(
        &self,
        texts: impl Iterator<Item = &'t str> + Clone,
    ) -> SmallVec<[Option<u32>; N]>
    where
        [(u64, Entry); N]: smallvec::Array<Item = (u64, Entry)>,
        [Option<u32>; N]: smallvec::Array<Item = Option<u32>>,
    {
        let last = self.places.len().wrapping_sub(1);
        let first = |text: &str| {
            let hash = self.hasher.hash_one(text);
            (hash, self.places.get(hash as usize & last).copied().unwrap_or_default())
        };
        let firsts: SmallVec<[(u64, Entry); N]> = texts.clone().map(first).collect();
        let find = |(text, &(hash, entry)): (&str, &(u64, Entry))| {
            let is_it = text.len() <= HEAD && entry.begins_like(&Entry::new(text, 0));
            let is_it = is_it && entry.next > 0;
            if is_it { Some(entry.next - 1) } else { self.find_hashed(text, hash).ok() }
        };
        texts.zip(&firsts).map(find).collect()
    }

    /// The number of a text, or the free place where it belongs.
    #[inline]
    fn find_hashed(&self, text: &str, hash: u64) -> Result<u32, usize> {
        let head = Entry::new(text, 0);
        let last = self.places.len().wrapping_sub(1);
        let mut at = hash as usize & last;
        while let Some(entry) = self.places.get(at).filter(|entry| entry.next != 0) {
            let number = entry.next - 1;
            let is_short = text.len() <= HEAD;
            if entry.begins_like(&head) && (is_short || self.get(number) == Some(text)) {
                return Ok(number);
            }
            at = (at + 1) & last;
        }
        Err(at)
    }

    /// The number of a text, a new one if it was never met. Nothing once `most` texts are in.
    pub(super) fn number(&mut self, text: &str, most: u32) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        let mut place = match self.find_hashed(text, hash) {
            Ok(number) => return Some(number),
            Err(place) => place,
        };
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number < most)?;
        if self.ends.len() >= self.places.len() / 4 * 3 {
            self.widen();
            place = self.find_hashed(text, hash).err()?;
        }
        self.places[place] = Entry::new(text, number + 1);
        self.all.push_str(text);
        self.ends.push(self.all.len());
        Some(number)
    }

    /// Makes a table of twice as many places.
    fn widen(&mut self) {
        let places = (2 * self.places.len()).max(FIRST);
        // The old one is not needed, and not kept meanwhile.
        self.places = Vec::new();
        self.places = zeros(places);
        for next in 1..=self.ends.len() as u32 {
            // Every number has a text, and none is there twice.
            let text = text_at(&self.all, &self.ends, next - 1).unwrap_or_default();
            if let Err(place) = self.find_hashed(text, self.hasher.hash_one(text)) {
                self.places[place] = Entry::new(text, next);
            }
        }
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
        let places = self.places.len() * size_of::<Entry>();
        (self.all.capacity() + 8 * self.ends.capacity() + places) as u64
    }
}

fn text_at<'a>(all: &'a str, ends: &[usize], number: u32) -> Option<&'a str> {
    let number = number as usize;
    let start = if number == 0 { 0 } else { *ends.get(number - 1)? };
    all.get(start..*ends.get(number)?)
}

#[cfg(test)]
mod tests {
    use super::{HEAD, Texts};

    /// All texts of two letters: those of one length differ in any place, kept in the table or not.
    #[test]
    fn each_text_has_its_own_number() {
        let length = HEAD + 2;
        let all: Vec<String> = (1_u32..1 << (length + 1))
            .map(|bits| format!("{bits:b}")[1..].replace('0', "é"))
            .chain((1_u32..1 << length).map(|bits| format!("x{bits:b}")))
            .collect();
        let mut texts = Texts::default();
        for (number, text) in all.iter().enumerate() {
            assert_eq!(texts.find(text), None, "{text}");
            assert_eq!(texts.number(text, 1 << 20), Some(number as u32));
        }
        let numbers = || (0..all.len() as u32).map(Some);
        assert!(all.iter().map(|text| texts.find(text)).eq(numbers()));
        let found = texts.find_all::<64>(all.iter().map(String::as_str));
        assert!(found.into_iter().eq(numbers()));
        assert!((0..).zip(&all).all(|(number, text)| texts.get(number) == Some(text)));
        assert_eq!((texts.find("2"), texts.number("2", all.len() as u32)), (None, None));
    }
}
