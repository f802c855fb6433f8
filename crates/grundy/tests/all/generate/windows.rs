//! Random rules of one coordinate whose options are all positions from one to another, in families of which the ends
//! move in all ways: forth and back, beyond the position, or to where they have no value.

use super::Choices;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let families = c.several(1, 4, family);
    format!("[n] -> {}", families.join("\n | "))
}

fn family(c: &mut Choices) -> String {
    let near = c.one_of(&["1", "2", "3", "n/5 + 1", "isqrt(n)", "n%4 + 1", "0"]);
    let far = c.one_of(&[
        "n/2",
        "isqrt(n)",
        "n",
        "2*n/3",
        "min(n, 7)",
        "n - 3",
        "max(n/4, 3)",
        "2*n",
        "ilog2(n + 1)",
        "popcount(n) + 2",
        "n % 7",
        "xor(n, 5)",
        "60/(n - 3)",
        "2**40",
    ]);
    match c.below(8) {
        0 | 1 => format!("[n-k] for k in {near}..{far}"),
        6 => {
            let cond = c.one_of(&[
                "2*k <= n",
                "k*k < n",
                "k*3 <= n - 5 and k < 9",
                "n/2 > k",
                "k*k <= n - 4",
            ]);
            format!("[n-k] for k in {near}..n if {cond}")
        }
        2 => format!("[k] for k in {far}..n-{near}"),
        3 => format!("[n-k-1] for k in {near}..{far}"),
        4 => format!("[k-2] for k in {near}..n+1"),
        _ => format!("[n-{}]", c.one_of(&["1", "2", "5", "17", "0"])),
    }
}
