//! Random rules whose options are linear in the coordinates and the choices.

use std::fmt::Write as _;

use super::Choices;

/// A linear rule whose moves make the coordinates smaller, now and then with one that is not so.
pub(crate) fn linear_rule(c: &mut Choices) -> String {
    let two = c.once_in(2);
    let small = |c: &mut Choices, most: usize| c.between(1, most);
    let mut families = Vec::new();
    for _ in 0..small(c, 3) {
        let (low, high) = (small(c, 3), c.between(2, 6));
        families.push(match (two, c.below(6)) {
            (false, 0) => format!("[n-k] for k in {low}..{high}"),
            (false, 1) => format!("[n-k] for k in {low}..n"),
            (false, 2) => {
                format!("[n-k] for k in {{{low}, {high}}} if n % {} != 0", small(c, 3) + 1)
            }
            (false, 3) => format!("[n/{}] if n > {low}", small(c, 2) + 1),
            (false, 4) => format!("[n-k] for k in powers({}, n)", small(c, 3) + 1),
            (false, _) => format!("[a] + [n-{low}-a] for a in 0..n-{low}"),
            (true, 0) => format!("[a-k, b] for k in {low}..{high}"),
            (true, 1) => format!("[a, b-k] for k in {low}..b"),
            (true, 2) => format!("[a-k, b-k] for k in {low}..min(a, b)"),
            (true, 3) => format!("[a-{low}, b-{}]", c.below(4)),
            (true, _) => {
                format!("[a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < {low} or k == {high}")
            }
        });
    }
    let misere = if c.once_in(6) { "misere\n" } else { "" };
    let unordered = if two && c.once_in(3) { "unordered " } else { "" };
    let coords = if two { "[a, b]" } else { "[n]" };
    let guard = match (c.below(4), two) {
        (0, true) => format!(" if a + b > {}", small(c, 4)),
        (0, false) => format!(" if n >= {}", small(c, 4)),
        _ => String::new(),
    };
    let mut text = format!("{misere}{unordered}{coords}{guard} -> {}", families.join(" | "));
    if c.once_in(6) {
        let _ =
            write!(text, "\nwin on {coords} if {} == {}", if two { "a" } else { "n" }, small(c, 3));
    }
    text
}
