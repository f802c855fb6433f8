//! A function from words to values below 16, kept without the words: about five bits for each.
//!
//! Each word has three places in a row of half bytes, and its value is the XOR of what stands there. Of
//! a word that was not put in, any value is said. (Botelho, Pagh, Ziviani, "Simple and space-efficient minimal perfect
//! hash functions", WADS 2007, find the places so.)
//!
//! ```text
//! take off:   as long as a place is that of one word alone, that word is taken off, with all its places
//! give:       the words in reverse: what is still missing to its value goes to that place
//! ```
//!
//! The place was its own when the word was taken off, so no word that was given its value before has
//! it. With five places for four words nearly all can be taken off; else the words are spread anew, by
//! the next seed. Words are dealt to blocks of about a thousand, each with its own seed, so that the
//! three places are near one another.
//!
//! In bytes: for each block, and for the end, 8 bytes, the highest first: the number of its first half
//! byte times 256, plus its seed; then the half bytes of all blocks, of two in a byte the lower first.

/// Words of a block, on average at most.
const PER_BLOCK: u64 = 1 << 10;
/// Bytes that say where a block begins.
const START: usize = 8;
/// Bits of a seed.
const SEED: u32 = 8;

/// Every word to another one, every bit of which depends on all (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
pub(super) fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// How many blocks so many words have.
pub(super) fn blocks(words: u64) -> u64 {
    words.div_ceil(PER_BLOCK)
}

/// Bytes that say where so many blocks begin; nothing if there are too many for this machine.
pub(super) fn start_bytes(blocks: u64) -> Option<usize> {
    usize::try_from(blocks).ok()?.checked_add(1)?.checked_mul(START)
}

/// Of this many blocks that of a mixed word. In the order of mixed words, those of a block stand
/// together.
fn block_of(mixed: u64, blocks: u64) -> u64 {
    ((u128::from(mixed) * u128::from(blocks)) >> 64) as u64
}

/// The three places of a mixed word in a block of so many half bytes, a multiple of 3.
fn places(mixed: u64, seed: u64, halves: u64) -> [u64; 3] {
    let spread = self::mixed(mixed ^ (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let third = halves / 3;
    // Blocks are small; only of bytes that nobody encoded the product may be too large.
    let place =
        |at: u64| ((spread >> (21 * at) & ((1 << 21) - 1)).wrapping_mul(third) >> 21) + at * third;
    [place(0), place(1), place(2)]
}

/// The values of words, as bytes: those that say where blocks begin, and the half bytes.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) starts: &'a [u8],
    pub(super) halves: &'a [u8],
}

impl Values<'_> {
    /// How many blocks there are.
    fn blocks(self) -> u64 {
        (self.starts.len() / START) as u64 - 1
    }

    /// The first half byte of a block, and its seed.
    fn start(self, block: u64) -> (u64, u64) {
        let at = block as usize * START;
        let mut bytes = [0; START];
        if let Some(there) = self.starts.get(at..at + START) {
            bytes.copy_from_slice(there);
        }
        let start = u64::from_be_bytes(bytes);
        (start >> SEED, start & ((1 << SEED) - 1))
    }

    fn half(self, at: u64) -> u8 {
        let byte = self.halves.get((at / 2) as usize).copied().unwrap_or(0);
        (byte >> (4 * (at % 2))) & 15
    }

    /// The value of a word that was put in.
    pub(super) fn of(self, word: u64) -> u8 {
        let mixed = mixed(word);
        let block = block_of(mixed, self.blocks());
        let ((start, seed), (end, _)) = (self.start(block), self.start(block + 1));
        let places = places(mixed, seed, end.saturating_sub(start));
        places.iter().fold(0, |value, place| value ^ self.half(start.saturating_add(*place)))
    }

    /// How many half bytes the blocks have in all, if they follow on one another.
    pub(super) fn end(self) -> Option<u64> {
        let mut end = 0;
        for block in 0..=self.blocks() {
            let (start, _) = self.start(block);
            if block == 0 && start != 0 || start < end {
                return None;
            }
            end = start;
        }
        Some(end)
    }
}

/// The bytes that say where blocks begin, and the half bytes, for words in the order of
/// [`mixed`], all different, and as many values below 16. Nothing if no seed of a block
/// will do, of 256.
pub(super) fn encode(words: &[u64], values: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let blocks = blocks(words.len() as u64);
    let (mut starts, mut halves) = (Vec::new(), Vec::<u8>::new());
    let mut first = 0;
    for block in 0..blocks {
        let rest = &words[first..];
        let count = rest.partition_point(|&word| block_of(mixed(word), blocks) <= block);
        let of_block = first..first + count;
        let (seed, solved) = (0..1 << SEED).find_map(|seed| {
            Some((seed, solved(&words[of_block.clone()], &values[of_block.clone()], seed)?))
        })?;
        starts.extend(((halves.len() as u64) << SEED | seed).to_be_bytes());
        halves.extend(solved);
        first += count;
    }
    starts.extend(((halves.len() as u64) << SEED).to_be_bytes());
    let pair = |pair: &[u8]| pair[0] | pair.get(1).map_or(0, |high| high << 4);
    Some((starts, halves.chunks(2).map(pair).collect()))
}

/// The half bytes of a block by this seed, if it will do.
fn solved(words: &[u64], values: &[u8], seed: u64) -> Option<Vec<u8>> {
    let count = (words.len() as u64 * 5 / 4 + 16).next_multiple_of(3);
    let of_word = |word: usize| places(mixed(words[word]), seed, count).map(|place| place as usize);
    // Of each place, how many words have it, and the XOR of their numbers.
    let mut there = vec![(0_u32, 0_usize); count as usize];
    for word in 0..words.len() {
        for place in of_word(word) {
            there[place] = (there[place].0 + 1, there[place].1 ^ word);
        }
    }
    let mut alone: Vec<usize> = (0..there.len()).filter(|&place| there[place].0 == 1).collect();
    let mut taken = Vec::with_capacity(words.len());
    while let Some(place) = alone.pop() {
        let (1, word) = there[place] else { continue };
        taken.push((word, place));
        for place in of_word(word) {
            there[place] = (there[place].0 - 1, there[place].1 ^ word);
            if there[place].0 == 1 {
                alone.push(place);
            }
        }
    }
    if taken.len() < words.len() {
        return None;
    }
    let mut halves = vec![0; count as usize];
    for &(word, place) in taken.iter().rev() {
        let found = of_word(word).iter().fold(0, |value, &place| value ^ halves[place]);
        halves[place] = found ^ values[word];
    }
    Some(halves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_value() {
        for count in [0, 1, 2, 3, 10, 1000, 1024, 1025, 50_000] {
            let mut words: Vec<u64> = (0..count).map(|n| n * n + 3 * n + 1).collect();
            words.sort_unstable_by_key(|&word| mixed(word));
            let values: Vec<u8> = words.iter().map(|word| (word % 16) as u8).collect();
            let (starts, halves) = encode(&words, &values).unwrap();
            assert_eq!(Some(starts.len()), start_bytes(blocks(count)));
            let found = Values { starts: &starts, halves: &halves };
            assert_eq!(found.end().unwrap().div_ceil(2), halves.len() as u64);
            assert!(words.iter().zip(&values).all(|(&word, &value)| found.of(word) == value));
            // About five bits for each.
            assert!(halves.len() as u64 <= count * 5 / 8 + 10 * blocks(count), "{count}");
        }
    }

    #[test]
    fn the_same_word_twice_is_no_function() {
        assert_eq!(encode(&[5, 5], &[1, 2]), None);
    }

    #[test]
    fn whatever_the_bytes_something_is_said() {
        let mut state = 1;
        for length in (16..400).step_by(8) {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    state = mixed(state + 1);
                    (state & 255) as u8
                })
                .collect();
            for halves in [0, 5, 300] {
                let values = Values { starts: &bytes, halves: &bytes[..halves.min(length)] };
                assert!((0..100).all(|word| values.of(word) < 16));
            }
        }
    }
}
