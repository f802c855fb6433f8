//! Random rules of whose options a coordinate says only how far a range goes, or forbids one, and rules that are nearly
//! such.

use super::Choices;
use super::dense::with_wins;

/// Ends of the range.
const ENDS: [&str; 14] = [
    "min(n, q)",
    "min(n, q+3)",
    "min(n, 2*q)",
    "min(n, 2*q+1, 9)",
    "q",
    "q+2",
    "min(q, n+q)",
    "3*q-4",
    "min(n-1, n+q)",
    // Those that do not grow.
    "min(n, 6-q)",
    "min(n, q/2)",
    "q*q",
    "n",
    "n-q",
];

/// What a choice leads to.
const TARGETS: [&str; 14] = [
    "[n-k, k]",
    "[n-k, k+1]",
    "[n-k, 2*k]",
    "[n-k, 0]",
    "[n-k, n]",
    "[n-k, abs(n-k)]",
    "[n-1, k]",
    "[n-k, 7-k]",
    "[n-k, k] + [n-k, 0]",
    "[n-k, k/2] + [k-1, 1]",
    // Those that ask more of the coordinate.
    "[n-k, q]",
    "[n-k, k+q]",
    "[n, q-k]",
    "[n-1, q+k]",
];

/// What stands behind the range.
const CONDITIONS: [&str; 15] = [
    "",
    "",
    "",
    " if k % 3 != n % 2",
    " if k != 2",
    " if n % k == 0",
    " if is_prime(k) or k % 4 == 1",
    " let j = n-k if j % 3 > 0",
    " for j in 0..1 if k+j < n",
    " if 6/(k-4) != 1",
    // Those that forbid an element.
    " if k != q",
    " if n % k != 2 and q != k",
    " if k != q let j = n-k if j % 3 > 0",
    // Those that ask more of the coordinate.
    " if k != q or n == 4",
    " if k % 3 < q",
];

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(5) { &["m", "n", "q"] } else { &["n", "q"] };
    let falls = c.once_in(3);
    let families = c.several(1, 3, |c| {
        let (target, end) = (c.one_of(&TARGETS), c.one_of(&ENDS));
        let end = if falls { c.one_of(&["n", "n", "n-1", "min(n, 9)", "n+2", "q+n"]) } else { end };
        let target = match names.len() {
            3 => target.replace("[n", "[m, n").replace("[k", "[m, k"),
            _ => target.to_owned(),
        };
        let before = if c.once_in(6) { "if n % 2 == 0 " } else { "" };
        let from = c.one_of(&["1", "1", "1", "2", "0", "n/3", "n-4"]);
        let from = match falls && !c.once_in(6) {
            true => c.one_of(&["q", "q+1", "max(1, q)", "max(2, q-1, n/3)", "2*q-1", "q/2"]),
            false => from,
        };
        let condition = c.one_of(&CONDITIONS);
        match c.below(6) {
            0 => format!("[{}n-k, q] for k in {{1, 3}}", if names.len() == 3 { "m, " } else { "" }),
            1 => format!("[{}n, q-k] for k in 1..q", if names.len() == 3 { "m, " } else { "" }),
            2 => format!("{target} {before}for k in ({from}..{end}) \\ {{q}}{condition}"),
            _ => format!("{target} {before}for k in {from}..{end}{condition}"),
        }
    });
    let text = format!("[{}] -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(8) { with_wins(c, names, text) } else { text }
}
