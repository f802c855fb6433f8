//! Random rules with ranges that are longer than their options: what is taken or what is compared grows faster than
//! the element, falls, does neither, or fails for some elements.

use super::Choices;
use super::dense::with_wins;

/// Expressions that grow with `k`, that fall, and others.
const NUMBERS: [&str; 28] = [
    "k",
    "k*k",
    "2**k",
    "k*(k+1)/2",
    "3*k - OWN % 4",
    "k**3",
    "shl(k, 2)",
    "k*isqrt(k)",
    "max(k, k*k - 5)",
    "k + ilog2(k)",
    "k*(OWN - k)",
    "OWN/k",
    "k/2 + 1",
    "(7 - k)*k",
    "k % 5 + 1",
    "xor(k, 5)",
    "popcount(k) + k",
    "12/(k-3)",
    "abs(k - 4) + 1",
    "(1 - k)*(1 - k) + k",
    "fib(k)",
    "k - 3",
    "k**3 - k/2",
    "k*k - k",
    "2*k*k/3 - k",
    "min(k*k, 9*k) - k/3",
    "k*k - 7*k/2",
    "k/2 - k + 5",
];

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(3) { &["n", "m"] } else { &["n"] };
    let families = c.several(1, 3, |c| family(c, names));
    let text = format!("[{}] -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(5) { with_wins(c, names, text) } else { text }
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    let own = c.below(names.len());
    let number = |c: &mut Choices| c.one_of(&NUMBERS).replace("OWN", names[own]);
    let set = match c.below(8) {
        0..=3 => "1..OWN".to_owned(),
        4 => "0..OWN+2".to_owned(),
        5 => "1..OWN+3 step 2".to_owned(),
        6 => "{1, 2, 3, 5, 9, 14}".to_owned(),
        _ => "1..40".to_owned(),
    };
    let mut clauses = format!("for k in {}", set.replace("OWN", names[own]));
    let mut taken = number(c);
    if c.once_in(4) {
        clauses +=
            &format!(", j in 1..{}", c.one_of(&["OWN", "k", "3"]).replace("OWN", names[own]));
        taken = c.one_of(&["j*k", "k*k + j", "j", "j*j"]).to_owned();
    } else if c.once_in(4) {
        clauses += &format!(" let s = {taken}");
        taken = c.one_of(&["s", "s + k", "s*k", "k"]).to_owned();
    }
    if c.once_in(2) {
        let compared = c.one_of(&["<=", "<", ">=", "!=", ">"]);
        let (left, right) = (number(c), c.one_of(&["OWN", "20", "OWN - k", "3*k"]));
        let cond = format!("{left} {compared} {}", right.replace("OWN", names[own]));
        clauses += &match c.below(5) {
            0 => format!(" if not {cond}"),
            1 => format!(" if {cond} and k % 3 > 0"),
            2 => format!(" if {cond} or k*k < 9"),
            _ => format!(" if {cond}"),
        };
    }
    // What is left is less than it was, so the game ends.
    clauses += &format!(" if {taken} > 0");
    let option = |last: &str| {
        let coords = names.iter().enumerate().map(|(axis, &name)| match axis == own {
            true => format!("{name} - {taken}"),
            false => name.to_owned() + last,
        });
        format!("[{}]", coords.collect::<Vec<String>>().join(", "))
    };
    match c.below(6) {
        0 => format!("{} + [{}] {clauses}", option(""), vec!["k/4"; names.len()].join(", ")),
        1 if names.len() > 1 => format!("{} {clauses}", option(" - k*k")),
        2 => format!("(k % 3) * {} {clauses}", option("")),
        _ => format!("{} {clauses}", option("")),
    }
}
