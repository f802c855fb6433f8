//! Sets of nimbers as bits, in blocks of words: adding one nimber to every member is a permutation.

/// A block of `set` shifted by `value`: bit `x` of the result is bit `x xor value` of `set`, which has a power of two of
/// blocks and room for the value; blocks have a power of two of words.
#[inline]
pub(crate) fn shifted_block<const WORDS: usize>(
    set: &[[u64; WORDS]],
    block: usize,
    value: u64,
) -> [u64; WORDS] {
    /// In a word, digit d of the value exchanges neighbouring runs of 2^d bits; these are the lower ones.
    const LOWER_RUNS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let words = (value / 64) as usize;
    let source = &set[block ^ (words / WORDS)];
    let mut shifted = [0; WORDS];
    for (at, word) in shifted.iter_mut().enumerate() {
        *word = source[at ^ (words % WORDS)];
    }
    for (digit, lower) in LOWER_RUNS.into_iter().enumerate() {
        if value >> digit & 1 == 1 {
            let run = 1_u32 << digit;
            for word in &mut shifted {
                *word = ((*word & lower) << run) | ((*word >> run) & lower);
            }
        }
    }
    shifted
}
