//! Large numbers as people write them: 2^32, 10**6, 1e6, 1_000_000.

use crate::language::say;

/// Reads a number below 2^64.
///
/// # Errors
/// What a number looks like.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let plain = |text: &str| -> Option<u64> {
        let digits = text.starts_with(|first: char| first.is_ascii_digit());
        digits.then(|| text.replace('_', "").parse().ok()).flatten()
    };
    let power = |base: u64, exponent: &str| {
        plain(exponent).and_then(|exponent| base.checked_pow(u32::try_from(exponent).ok()?))
    };
    let found =
        if let Some((base, exponent)) = text.split_once("**").or_else(|| text.split_once('^')) {
            plain(base).and_then(|base| power(base, exponent))
        } else if let Some((digits, zeros)) = text.split_once(['e', 'E']) {
            plain(digits).and_then(|digits| digits.checked_mul(power(10, zeros)?))
        } else {
            plain(text)
        };
    found.ok_or_else(|| say!("a number below 2^64, such as 1000, 1_000_000, 1e6 or 2^20"))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn every_way_to_write_a_number() {
        for (text, expected) in [
            ("0", 0),
            ("1000", 1000),
            ("1_000_000", 1_000_000),
            ("2^32", 1 << 32),
            ("10^6", 1_000_000),
            ("10**6", 1_000_000),
            ("1e6", 1_000_000),
            ("3E2", 300),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
        for text in
            ["", "x", "-1", "+1", "1.5", "2^64", "2^", "^2", "1e20", "e5", "1e", "2^2^2", "_1"]
        {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
