//! Large numbers as people write them: 2^32, 10**6, 1e6, 1_000_000.

use grundy::rule::plain_form;
use num_bigint::BigUint;

use crate::language::say;

/// A text with plain signs in place of the wide ones that Chinese and Japanese keyboards give; nothing where it has
/// none.
pub(crate) fn plain(text: &str) -> Option<String> {
    let of_sign = |sign: char| match sign {
        '\u{3000}' => ' ',
        '、' => ',',
        '。' => '.',
        sign => plain_form(sign).unwrap_or(sign),
    };
    let plain: String = text.chars().map(of_sign).collect();
    (plain != text).then_some(plain)
}

/// What is wrong with a text that should be a number or several: that its signs are wide, or else this.
pub(crate) fn wide_or(text: &str, wrong: impl Fn() -> String) -> String {
    match plain(text) {
        Some(plain) => say!("its signs are wide ones: write {plain}", plain),
        None => wrong(),
    }
}

/// Reads a number below 2^64.
///
/// # Errors
/// What a number looks like.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let found = large(text).and_then(|number| u64::try_from(number).ok());
    let wrong = || say!("a number below 2^64, such as 1000, 1_000_000, 1e6 or 2^20");
    found.ok_or_else(|| wide_or(text, wrong))
}

/// Reads how many at most: what does not fit is all.
///
/// # Errors
/// What a number looks like.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    number(text).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

/// Reads a number from the first of these to the second.
pub(crate) fn between<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let found = number(text).ok().filter(|number| (least..=most).contains(number));
        let found = found.and_then(|number| T::try_from(number).ok());
        found.ok_or_else(|| wide_or(text, || say!("a number from {least} to {most}", least, most)))
    }
}

/// Reads a number of any size; `None` if it is none, or has more than 2^20 binary digits.
pub(crate) fn large(text: &str) -> Option<BigUint> {
    grundy::position::number(text).ok()
}

#[cfg(test)]
mod tests {
    use super::{large, number};

    #[test]
    fn wide_signs_are_told() {
        assert_eq!(super::plain("５，６、２　ａ").as_deref(), Some("5,6,2 a"));
        assert_eq!(super::plain("5,6 五"), None);
        assert_eq!(number("１０"), Err("its signs are wide ones: write 10".to_owned()));
    }

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
        assert_eq!(large("10^30"), large("1e30"));
        assert_eq!(large("2^64"), "18446744073709551616".parse().ok());
        assert_eq!(large("1^4000000000"), large("1"));
        assert_eq!((large("10^400000000"), large("2^5000000000")), (None, None));
    }
}
