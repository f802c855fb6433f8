//! SHA-256 (FIPS 180-4), written out so that the checker depends on nothing.

/// The digest of a rule and its values: the text, a line feed, and each value in LEB128.
pub(super) fn of_sequence(rule: &str, values: impl Iterator<Item = u64>) -> [u8; 32] {
    let stated = rule.bytes().chain([b'\n']);
    of_bytes(stated.chain(values.flat_map(leb128)))
}

/// The bytes of a value: seven bits each, the lowest first, and the top bit where more follow.
fn leb128(value: u64) -> impl Iterator<Item = u8> {
    let length = (u64::BITS - value.leading_zeros()).div_ceil(7).max(1);
    (0..length).map(move |at| {
        let more = if at + 1 < length { 0x80 } else { 0 };
        (value >> (7 * at)) as u8 & 0x7F | more
    })
}

fn of_bytes(message: impl Iterator<Item = u8>) -> [u8; 32] {
    let mut state = START;
    let mut block = [0_u8; 64];
    let mut length = 0_u64;
    for byte in message {
        let at = (length % 64) as usize;
        block[at] = byte;
        length += 1;
        if at == 63 {
            compress(&mut state, &block);
        }
    }
    // After the message a byte 0x80, zeros, and the number of bits as the last eight bytes of a
    // block, the highest first.
    let at = (length % 64) as usize;
    block[at..].fill(0);
    block[at] = 0x80;
    if at >= 56 {
        compress(&mut state, &block);
        block.fill(0);
    }
    block[56..].copy_from_slice(&length.wrapping_mul(8).to_be_bytes());
    compress(&mut state, &block);
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut schedule = [0_u32; 64];
    for (word, bytes) in schedule.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for i in 16..64 {
        let (near, far) = (schedule[i - 2], schedule[i - 15]);
        let small0 = far.rotate_right(7) ^ far.rotate_right(18) ^ far >> 3;
        let small1 = near.rotate_right(17) ^ near.rotate_right(19) ^ near >> 10;
        schedule[i] = schedule[i - 16]
            .wrapping_add(small0)
            .wrapping_add(schedule[i - 7])
            .wrapping_add(small1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in schedule.into_iter().zip(ROUND) {
        let big1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let first =
            h.wrapping_add(big1).wrapping_add(choice).wrapping_add(constant).wrapping_add(word);
        let big0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        let second = big0.wrapping_add(majority);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::{of_bytes, of_sequence};

    #[test]
    fn known_digests() {
        let hex = |message: &[u8]| -> String {
            of_bytes(message.iter().copied()).iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(b""), none);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(b"abc"), abc);
        let letters = "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3";
        assert_eq!(hex(&[b'a'; 1000]), letters);
    }

    #[test]
    fn agrees_with_the_other_implementation_at_every_length() {
        // Of every length in bytes, the edges among them.
        let values: Vec<u64> = [0, 127, 128, 16_383, 16_384, u64::MAX]
            .into_iter()
            .chain((0..64).map(|n: u32| 0x9e37_79b9_7f4a_7c15 >> n))
            .collect();
        for rule in ["", "4.", "0.77", "S{1,22}", "allbut{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}"]
        {
            for length in 0..values.len() {
                let mut other = crate::prove::SequenceDigest::new(rule);
                other.extend(values[..length].iter().copied());
                assert_eq!(
                    of_sequence(rule, values[..length].iter().copied()),
                    other.finish(),
                    "{length}"
                );
            }
        }
    }
}
