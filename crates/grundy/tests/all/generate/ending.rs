//! Random rules under which play ends: each component of each option has a smaller sum of
//! coordinates than the component that was moved in.

use super::Choices;

/// The text of a rule with the kinds `[n]`, `[a, b]`, or both, as `[n]` and `pair[a, b]`.
pub(crate) fn rule(c: &mut Choices) -> String {
    match c.below(4) {
        0 | 1 => {
            let mut lines = vec![heap_rule(c, false)];
            lines.extend(c.once_in(3).then(|| heap_win(c)));
            lines.join("\n")
        }
        2 => {
            let mut lines = vec![pair_rule(c, "", false)];
            lines.extend(c.once_in(3).then(|| pair_win(c, "")));
            lines.join("\n")
        }
        _ => {
            let mut lines = vec![heap_rule(c, true), pair_rule(c, "pair", true)];
            lines.extend(c.once_in(4).then(|| heap_win(c)));
            lines.extend(c.once_in(4).then(|| pair_win(c, "pair")));
            lines.join("\n")
        }
    }
}

fn heap_win(c: &mut Choices) -> String {
    c.one_of(&["win on [1]", "win on [0]", "win on [n] if n % 3 == 2", "win on [2]\nwin on [5]"])
        .to_owned()
}

fn pair_win(c: &mut Choices, kind: &str) -> String {
    let condition = c.one_of(&["[1, 1]", "[x, x]", "[0, y] if y < 2", "[x, y] if x + y == 3"]);
    format!("win on {kind}{condition}")
}

fn heap_rule(c: &mut Choices, pairs: bool) -> String {
    let guard = c.one_of(&["", "", " if n > 0", " if n % 4 != 3", " if not is_prime(n)"]);
    let families = c.several(1, 3, |c| heap_family(c, pairs));
    format!("[n]{guard} -> {}", families.join(" | "))
}

/// A set of amounts, all at least 1, that may be taken from what the name stands for.
fn amounts(c: &mut Choices, of: &str) -> String {
    let least = c.between(1, 3);
    match c.below(9) {
        0 => format!("{least}..{of}"),
        1 => format!("{least}..{}", c.between(1, 4)),
        2 => c.one_of(&["{1, 3}", "{2}", "{1, 2, 4}", "{3, 1..2}", "{}"]).to_owned(),
        3 => format!("{least}..{of} \\ {{{}}}", c.between(1, 4)),
        4 => format!("{least}..{of} step 2"),
        5 => format!("{}({of})", c.one_of(&["divisors", "squares", "fibs", "prime_powers"])),
        6 => format!("powers({}, {of})", c.between(1, 3)),
        7 => format!("(({of} + 1) / 2..{of}) \\ {{0}}"),
        _ => format!("digits({of}) \\ {{0}}"),
    }
}

/// What holds for some moves and not for others; `k` is bound.
fn filter(c: &mut Choices) -> &'static str {
    c.one_of(&["", "", "", " if k != 2", " if k % 2 == 1 or k > 4", " if popcount(k) == 1"])
}

fn heap_family(c: &mut Choices, pairs: bool) -> String {
    let least = c.between(1, 2);
    match c.below(if pairs { 11 } else { 10 }) {
        0 => format!("[n-k] for k in {}{}", amounts(c, "n"), filter(c)),
        1 => format!("[k] for k in 0..n-{least}{}", filter(c)),
        2 => format!("[n-{least}]"),
        3 => {
            let end = c.one_of(&["n/2", "n-1", "(n-1)/2", "n/3"]);
            format!("[k] + [n-k] for k in 1..{end} if k < n{}", filter(c))
        }
        4 => {
            let from = c.below(2);
            let end = c.one_of(&["n-s", "(n-s)/2", "(n-s-1)/2", "n-s-1"]);
            let taken = c.one_of(&["{1}", "{1, 2}", "{2}", "1..2"]);
            format!("[k] + [n-s-k] for s in {taken}, k in {from}..{end}{}", filter(c))
        }
        5 => {
            let end = c.one_of(&["n-1", "n-2", "n/2 - 1", "n-3"]);
            format!("choose {} of [k] for k in 0..{end}{}", c.between(1, 3), filter(c))
        }
        6 => "m * [n/m] for m in 2..n if n % m == 0".to_owned(),
        7 => format!("sum(i in 1..{}) [n-i]", c.between(1, 3)),
        8 => "[n-d] let d = max(digits(n, 3)) if d > 0".to_owned(),
        9 => "[xor(n, k)] for k in 1..n if xor(n, k) < n".to_owned(),
        _ => format!("pair[k, n-k-{least}] for k in 0..n"),
    }
}

fn pair_rule(c: &mut Choices, kind: &str, heaps: bool) -> String {
    let unordered = if c.once_in(2) { "unordered " } else { "" };
    let guard = c.one_of(&["", "", " if a != b", " if a + b > 1"]);
    let families = c.several(1, 3, |c| pair_family(c, kind, heaps));
    format!("{unordered}{kind}[a, b]{guard} -> {}", families.join(" | "))
}

fn pair_family(c: &mut Choices, kind: &str, heaps: bool) -> String {
    let filter = filter(c);
    match c.below(if heaps { 11 } else { 9 }) {
        0 => format!("{kind}[a-k, b] for k in {}{filter}", amounts(c, "a")),
        1 => format!("{kind}[a, b-k] for k in {}{filter}", amounts(c, "b")),
        2 => {
            let end = c.one_of(&["min(a, b)", "a", "b", "a+b", "max(a, b)"]);
            format!("{kind}[a-k, b-k] for k in 1..{end}{filter}")
        }
        3 => format!("{kind}[k, b] for k in 0..a-1{filter}"),
        4 => format!("{kind}[a-k, b] for k in 1..{}{filter}", c.one_of(&["b", "min(a, b)"])),
        5 => format!("{kind}[b-1, a]"),
        6 => format!("{kind}[k, b] + {kind}[a-k, b] for k in 1..a/2 if b > 0{filter}"),
        7 => format!("{kind}[a-2*k, b-k] for k in {}{filter}", amounts(c, "b")),
        8 => format!("{kind}[a, b - k*a] for k in 1..b if a > 0"),
        9 => format!("[a+b-{}]", c.between(1, 2)),
        _ => format!("[k] + {kind}[a-1-k, b] for k in 0..a-1{filter}"),
    }
}
