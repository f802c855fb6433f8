//! Random rules whose options raise a coordinate and lower others for it, so that play leaves every
//! box, or keep the sum of the coordinates where one of them is 0.

use super::Choices;
use super::dense::with_wins;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(4) { &["a", "b", "c"] } else { &["a", "b"] };
    let split = names.len() == 2 && c.once_in(3);
    // A win may cut a cycle short for who looks at it first, so with wins there are none.
    let wins = c.once_in(3);
    let amounts: &[(&str, &str)] = if wins { &AMOUNTS[..4] } else { &AMOUNTS };
    let families = match split {
        true => c.several(1, 3, splitting),
        false => c.several(1, 4, |c| match c.once_in(3) {
            true => lowering(c, names),
            false => exchange(c, names, amounts),
        }),
    };
    let unordered = if c.once_in(5) { "unordered " } else { "" };
    let guard = if c.once_in(8) { " if a + b > 1" } else { "" };
    let text = format!("{unordered}[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    if wins { with_wins(c, names, text) } else { text }
}

/// What is taken from a coordinate, and what is put to another; first those that lower the sum.
const AMOUNTS: [(&str, &str); 14] = [
    ("2", "1"),
    ("3", "1"),
    ("k", "k-1"),
    ("2*k", "k"),
    ("1", "1"),
    ("k", "k"),
    ("k", "1"),
    ("k", "k/2"),
    ("1", "2"),
    ("2", "3"),
    // What is put to it depends on what there is.
    ("1", "OF"),
    ("k", "2*k"),
    ("1", "OF%3"),
    ("2", "OF/2+1"),
];

fn component(names: &[&str], changed: &[(usize, String)]) -> String {
    let coord = |axis: usize| {
        let change = changed.iter().find(|(other, _)| *other == axis);
        format!("{}{}", names[axis], change.map_or("", |(_, change)| change))
    };
    format!("[{}]", (0..names.len()).map(coord).collect::<Vec<_>>().join(", "))
}

/// `[a-2, b+1]`: what is taken from one is put to another, or less, or more.
fn exchange(c: &mut Choices, names: &[&str], amounts: &[(&str, &str)]) -> String {
    let from = c.below(names.len());
    let to = (from + c.between(1, names.len() - 1)) % names.len();
    let filter = c.one_of(&["", "", "", " if (a + b) % 3 > 0", " if a > b"]);
    let (taken, put) = c.one_of(amounts);
    let family = component(names, &[(from, format!("-{taken}")), (to, format!("+{put}"))]);
    let of = names[from];
    let family = family.replace("OF", of);
    let set = c
        .one_of(&["1..OF", "1..OF", "{1, 3}", "2..min(OF, 4)", "1..OF if k % 3 > 0"])
        .replace("OF", of);
    if taken.contains('k') {
        format!("{family} for k in {set}{filter}")
    } else {
        format!("{family}{filter}")
    }
}

/// Options that only lower coordinates.
fn lowering(c: &mut Choices, names: &[&str]) -> String {
    let axis = c.below(names.len());
    let family = |taken: &str| component(names, &[(axis, format!("-{taken}"))]);
    match c.below(4) {
        0 => format!("{} for k in 1..{}", family("k"), names[axis]),
        1 => format!("{} for k in 2..{}", family("k"), names[axis]),
        2 => format!("{} for k in {{1, 2}}", family("k")),
        _ => family("1"),
    }
}

/// One of two numbers is put away and the other divided.
fn splitting(c: &mut Choices) -> String {
    let of = c.one_of(&["a", "b"]);
    let set = c
        .one_of(&["1..OF-1", "1..OF-1", "1..OF/2", "2..OF-2", "0..OF-1", "1..OF"])
        .replace("OF", of);
    let pair = c.one_of(&["k, OF-k", "k, OF-k", "OF-k, k", "k, OF-k-1", "k, k"]).replace("OF", of);
    let filter = c.one_of(&["", "", "", " if k != 3", " if b > 0"]);
    format!("[{pair}] for k in {set}{filter}")
}
