//! Take-and-break rules with conditions on what a move leaves.

use super::Choices;

/// The text of a rule. Play under it need not end.
pub(crate) fn rule(c: &mut Choices) -> String {
    let guard = match c.below(4) {
        1 => format!(" if n > {}", c.below(5)),
        2 => format!(" if n % {} != 0", c.between(2, 3)),
        _ => String::new(),
    };
    let families = c.several(1, 2, family);
    format!("[n]{guard} -> {}", families.join(" | "))
}

fn family(c: &mut Choices) -> String {
    let taken = c.below(4);
    let (option, names, whole) = match c.below(7) {
        0..=2 => {
            let from = c.below(4);
            let to = c.one_of(&["n", "n-1", "n-2", "n/2", "(n-1)/2", "min(n, 9)", "n-2 step 2"]);
            let option = format!("[a] + [n-{taken}-a]");
            (option, format!(" for a in {from}..{to}"), Some(format!("n - {taken} - a")))
        }
        3 => {
            let (one, two) = (c.below(3), c.below(3));
            let names =
                format!(" for a in {one}..n, b in {two}..n-{taken} if a + b == n - {taken}");
            ("[a] + [b]".to_owned(), names, Some("b".to_owned()))
        }
        5 => {
            let (one, two) = (c.below(3), c.one_of(&["0", "1", "a", "a+1", "2"]));
            let to = c.one_of(&["n", "n-1", "(n-a)/2", "a", "n-2-a"]);
            let names = format!(" for a in {one}..n, b in {two}..{to}");
            let option = format!("[b] + [n-{taken}-a-b] + [a]");
            (option, names, Some(c.one_of(&["b", "n - a - b"]).to_owned()))
        }
        4 => {
            let names = c.one_of(&["{1, 3}", "2..3", "1..min(n, 4)", "1..5 step 2"]);
            ("[n-k]".to_owned(), format!(" for k in {names}"), None)
        }
        _ => {
            let names = format!(" for k in {}..2, a in {}..n-k", c.below(2), c.between(1, 2));
            ("[n-a-k] + [a]".to_owned(), names, Some("n - a - k".to_owned()))
        }
    };
    let conditions = c.several(0, 2, |c| format!(" if {}", condition(c, whole.as_deref())));
    format!("{option}{names}{}", conditions.concat())
}

/// A condition on the parts, of which one is `a` and the other that.
fn condition(c: &mut Choices, other: Option<&str>) -> String {
    if c.once_in(6) {
        let word = c.one_of(&["and", "or"]);
        return format!("({} {word} {})", condition(c, other), condition(c, other));
    }
    if c.once_in(8) {
        return format!("not ({})", condition(c, other));
    }
    let number = c.below(5);
    let modulus = c.between(2, 4);
    if c.once_in(6) {
        // Two numbers that are rounded down.
        let other = other.map_or("n - k".to_owned(), |other| format!("{other} + {}", c.below(3)));
        let one = c.one_of(&["n", "(n-1)", "(n+2)"]);
        let compared = c.one_of(&["==", "!=", "<", "<=", ">", ">="]);
        let by = if c.once_in(3) { c.between(2, 4) } else { modulus };
        let one = format!("{one} / {modulus}");
        let one = if c.once_in(4) { format!("max({one}, {number})") } else { one };
        return format!("{one} {compared} ({other}) / {by}");
    }
    let Some(other) = other else {
        return match c.below(4) {
            0 => format!("n % {modulus} == k % {modulus}"),
            1 => format!("n > {number} + k"),
            2 => format!("n - k in {{1, 2, {}}}", number + 3),
            _ => format!("n % {modulus} != {number}"),
        };
    };
    match c.below(16) {
        0 => format!("a % {modulus} != {number}"),
        1 => format!("a != {other}"),
        2 => format!("a < {other}"),
        3 => format!("a >= {other} + {number}"),
        4 => format!("n > {number}"),
        5 => format!("a != {number}"),
        6 => format!("abs(a - ({other})) > {number}"),
        7 => format!("a in {{1, 2, {}}}", number + 3),
        8 => format!("(a + n) % {modulus} < 2"),
        9 => format!("a % {modulus} == ({other}) % {modulus}"),
        10 => format!("max(a, {other}) > {number}"),
        11 => format!("a in {number}..n-{number} step {modulus}"),
        12 => format!("a <= n / {modulus}"),
        13 => format!("2*a + {other} > {number} + n"),
        14 => format!("a + {number} != {other}"),
        _ => format!("a * {modulus} > {other}"),
    }
}
