//! The digest of a sequence of values, as certificates and long runs state it.

use sha2::digest::common::hazmat::SerializableState as _;
use sha2::{Digest as _, Sha256};

/// Bytes in hexadecimal digits, two for each, as digests are written.
///
/// ```
/// assert_eq!(grundy::prove::hex(&[0, 10, 255]), "000aff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of the text of a rule, a line feed, and the values of its heaps 0, 1, 2, ..., each in
/// LEB128: seven bits to a byte, the lowest first, with 128 added to all bytes but the last.
///
/// So a small value is one byte, as in most sequences all are; eight bytes each took more time than
/// the values of some games.
///
/// The rule counts, since two games may begin with the same values. A growing sequence can be
/// digested as it grows: asking for the digest so far does not disturb it.
///
/// ```
/// use grundy::prove::SequenceDigest;
/// let mut digest = SequenceDigest::new("0.77");
/// digest.extend([0, 1, 2]);
/// assert_eq!((digest.count(), &digest.finish()[..2]), (3, &[0xa3, 0x41][..]));
/// ```
#[derive(Clone, Debug)]
pub struct SequenceDigest {
    hasher: Sha256,
    count: u64,
}

/// Bytes that are digested at once, and the most of one value.
const CHUNK: usize = 4096;
const MOST: usize = 10;

impl Extend<u64> for SequenceDigest {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, values: I) {
        let mut bytes = [0; CHUNK + MOST];
        let mut filled = 0;
        for mut value in values {
            while value >= 128 {
                bytes[filled] = value as u8 | 128;
                filled += 1;
                value >>= 7;
            }
            bytes[filled] = value as u8;
            filled += 1;
            self.count += 1;
            if filled >= CHUNK {
                self.hasher.update(&bytes[..filled]);
                filled = 0;
            }
        }
        self.hasher.update(&bytes[..filled]);
    }
}

impl SequenceDigest {
    /// Takes in values that are bytes: the same as [`extend`](Extend::extend), sooner.
    pub fn extend_bytes(&mut self, values: &[u8]) {
        for chunk in values.chunks(CHUNK) {
            if chunk.iter().fold(0, |all, value| all | value) < 128 {
                self.hasher.update(chunk);
                self.count += chunk.len() as u64;
            } else {
                self.extend(chunk.iter().map(|&value| value.into()));
            }
        }
    }

    /// The digest of a rule, before any value.
    pub fn new(rule: &str) -> SequenceDigest {
        let mut hasher = Sha256::new();
        hasher.update(rule);
        hasher.update("\n");
        SequenceDigest { hasher, count: 0 }
    }

    /// All that it knows, so that a run can go on without the values that are in.
    pub fn state(&self) -> Vec<u8> {
        [&self.count.to_le_bytes()[..], &self.hasher.serialize()].concat()
    }

    /// From what [`state`](SequenceDigest::state) gave; `None` if that cannot be.
    ///
    /// ```
    /// use grundy::prove::SequenceDigest;
    /// let mut digest = SequenceDigest::new("0.77");
    /// digest.extend([0, 1, 2]);
    /// let mut other = SequenceDigest::from_state(&digest.state()).unwrap();
    /// [&mut digest, &mut other].map(|digest| digest.extend([3, 1]));
    /// assert_eq!((other.count(), other.finish()), (5, digest.finish()));
    /// assert!(SequenceDigest::from_state(&[]).is_none());
    /// ```
    pub fn from_state(state: &[u8]) -> Option<SequenceDigest> {
        let (count, hasher) = state.split_first_chunk()?;
        let hasher = Sha256::deserialize(hasher.try_into().ok()?).ok()?;
        Some(SequenceDigest { hasher, count: u64::from_le_bytes(*count) })
    }

    /// How many values it covers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The digest of the values so far.
    pub fn finish(&self) -> [u8; 32] {
        self.hasher.clone().finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_digested_as_values(
            values in prop::collection::vec(prop_oneof![4 => 0u8..128, 1 => 128u8..=255], 0..200),
            times in 1usize..80,
        ) {
            let values = values.repeat(times);
            let mut one = SequenceDigest::new("0.7");
            one.extend(values.iter().map(|&value| value.into()));
            let mut other = SequenceDigest::new("0.7");
            other.extend_bytes(&values);
            prop_assert_eq!((one.count(), one.finish()), (other.count(), other.finish()));
            let mut third = SequenceDigest::from_state(&one.state()).unwrap();
            for digest in [&mut one, &mut third] {
                digest.extend([3, 1 << 40]);
            }
            prop_assert_eq!((one.count(), one.finish()), (third.count(), third.finish()));
            prop_assert!(SequenceDigest::from_state(&one.state()[1..]).is_none());
        }
    }
}
