//! Random rules in which one coordinate rises while another falls: what is left between two ends, of which
//! either is moved inward or the middle is cut out, with a third number beside them now and then.

use super::Choices;
use super::dense::with_wins;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = match c.below(4) {
        0 | 1 => &["l", "r"],
        2 => &["r", "l"],
        _ => &["l", "t", "r"],
    };
    let families = c.several(1, 4, |c| family(c, names));
    let guard = c.one_of(&["", "", "", " if l < r", " if (l + r) % 4 != 1"]);
    let text = format!("[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(4) { with_wins(c, names, text) } else { text }
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    // The ends after the move, the clauses, and whether there may be a filter without more.
    let (parts, clauses): (&[(&str, &str)], &str) = match c.below(12) {
        0 => (&[("l+1", "r")], "if l < r"),
        1 => (&[("l", "r-1")], "if l < r"),
        2 => (&[("l", "r-2")], ""),
        3 => (&[("l+k", "r")], "for k in 1..r-l"),
        4 => (&[("l", "r-k")], "for k in 1..r-l"),
        5 => (&[("k", "r")], "for k in l+1..r"),
        6 => (&[("l+i", "r-j")], "for i in 0..2, j in 0..2 if i + j > 0 and l + i <= r - j"),
        7 => (&[("l", "k"), ("k", "r")], "for k in l+1..r-1"),
        8 => (&[("l", "k-1"), ("k+1", "r")], "for k in l..r if k > 0"),
        9 => (&[("2*l", "r")], "if l > 0 and 2*l <= r"),
        10 => (&[("l+2", "r/2")], "if 2*l + 4 <= r"),
        _ => (&[("l", "r-3"), ("l+3", "r")], "if l + 3 <= r"),
    };
    let filter =
        c.one_of(&["", "", "", " if (l*l + r) % 3 > 0", " if l % 2 == r % 2", " if t > 1"]);
    let filter = if clauses.is_empty() || !names.contains(&"t") && filter.contains('t') {
        ""
    } else {
        filter
    };
    let third = c.one_of(&["t", "t", "t-1", "(t+1) % 3", "l"]);
    let part = |(left, right): &(&str, &str)| {
        let coords = names.iter().map(|&name| match name {
            "l" => *left,
            "r" => *right,
            _ => third,
        });
        format!("[{}]", coords.collect::<Vec<_>>().join(", "))
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    format!("{} {clauses}{filter}", parts.join(" + "))
}
