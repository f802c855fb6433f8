//! Positions in other brackets than theirs, and with other signs between numbers.

use super::LONGEST_MENDED;
use crate::games::{find, find_board};

/// A component of a game in round brackets, `cram(2x3)`, as it is written: `cram[2x3]`.
pub(super) fn in_square_brackets(word: &str) -> Option<String> {
    let (name, inner) = word.split_once('(')?;
    let known = find(name).is_some() || find_board(name).is_some();
    let inner = inner.strip_suffix(')').filter(|_| known)?;
    Some(format!("{name}[{inner}]"))
}

/// The heaps that are meant by one component, `[5,7,8]`: `5 7 8`; an example if they are no plain numbers.
pub(super) fn heaps_apart(text: &str) -> String {
    let heaps: Vec<&str> = text.trim().trim_matches(['[', ']']).split(',').map(str::trim).collect();
    let plain = |heap: &&str| !heap.is_empty() && heap.bytes().all(|digit| digit.is_ascii_digit());
    if heaps.iter().all(plain) { heaps.join(" ") } else { "5 7 8".to_owned() }
}

/// Numbers with signs between them that no position has, `{3,5,7}`, `3;5;7`, as heaps: `3 5 7`.
pub(super) fn spaced(text: &str) -> Option<String> {
    let known = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;:/|()[]{}<>".contains(c);
    if text.len() > LONGEST_MENDED || !text.chars().all(known) {
        return None;
    }
    let numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    (!numbers.is_empty()).then(|| numbers.join(" "))
}

/// The number that is meant by one with its thousands apart, `1,000`, where heaps are hardly meant.
pub(super) fn in_thousands(text: &str) -> Option<String> {
    let (first, rest) = text.split_once(',')?;
    let begins_with_zero = rest.split(',').any(|group| group.starts_with('0'));
    let threes = rest.split(',').all(|group| group.len() == 3);
    let first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    (first && threes && begins_with_zero).then(|| text.replace(',', ""))
}

/// Numbers in round brackets, `(5,4) (3,2)`, as they are written without: `5,4 3,2`.
pub(super) fn without_brackets(text: &str) -> Option<String> {
    let known = |c: char| c.is_ascii_digit() || c.is_whitespace() || "(),+".contains(c);
    if text.len() > LONGEST_MENDED || !text.chars().all(known) {
        return None;
    }
    let mut parts = Vec::new();
    for part in text.split(['(', ')']) {
        let numbers: Vec<&str> =
            part.trim_matches(|c: char| !c.is_ascii_digit()).split(',').collect();
        let is_number = |number: &&str| {
            let number = number.trim();
            !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
        };
        match numbers[..] {
            [""] => {}
            _ if numbers.iter().all(is_number) => {
                parts
                    .push(numbers.iter().map(|number| number.trim()).collect::<Vec<_>>().join(","));
            }
            _ => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
