//! Positions in round brackets, which are none.

use super::LONGEST_MENDED;

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
