//! The digest of a sequence of values, as certificates and long runs state it.

use sha2::{Digest as _, Sha256};

/// SHA-256 of the text of a rule, a line feed, and the values of its heaps 0, 1, 2, ..., each as
/// eight bytes, the lowest first.
///
/// The rule counts, since two games may begin with the same values. A growing sequence can be
/// digested as it grows: asking for the digest so far does not disturb it.
///
/// ```
/// use grundy::prove::SequenceDigest;
/// let mut digest = SequenceDigest::new("0.77");
/// digest.extend([0, 1, 2]);
/// assert_eq!((digest.count(), &digest.finish()[..2]), (3, &[0x4f, 0xa0][..]));
/// ```
#[derive(Clone, Debug)]
pub struct SequenceDigest {
    hasher: Sha256,
    count: u64,
}

/// Values that are digested at once.
const CHUNK: usize = 512;

impl Extend<u64> for SequenceDigest {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, values: I) {
        let mut bytes = [0; 8 * CHUNK];
        let mut filled = 0;
        for value in values {
            bytes[filled..filled + 8].copy_from_slice(&value.to_le_bytes());
            filled += 8;
            self.count += 1;
            if filled == bytes.len() {
                self.hasher.update(bytes);
                filled = 0;
            }
        }
        self.hasher.update(&bytes[..filled]);
    }
}

impl SequenceDigest {
    /// The digest of a rule, before any value.
    pub fn new(rule: &str) -> SequenceDigest {
        let mut hasher = Sha256::new();
        hasher.update(rule);
        hasher.update("\n");
        SequenceDigest { hasher, count: 0 }
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
