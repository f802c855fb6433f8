//! Random rules of which rows of the table often repeat: each family changes one coordinate, by
//! taking or splitting, whatever the others are; sometimes one that does not fit in.

use super::Choices;

/// The text of a rule with two to four coordinates.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = c.one_of(&[&["a", "b"][..], &["a", "b", "c"], &["a", "b", "c", "d"]]);
    let inner = names[names.len() - 1];
    let guard = c.one_of(&["", "", "", " if LAST != 3", " if LAST % 5 < 4", " if a > 1"]);
    let families = c.several(1, 4, |c| family(c, names));
    let mut text = format!("[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    for _ in 0..c.below(3) {
        let places: Vec<&str> = names.iter().map(|_| c.one_of(&["x", "1", "0", "2"])).collect();
        text += &format!("\nwin on [{}]", places.join(", "));
        if places.contains(&"x") {
            text += c.one_of(&["", " if x > 5", " if x % 4 == 1"]);
        }
    }
    text.replace("LAST", inner)
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    let axis = c.below(names.len());
    let of = names[axis];
    let component = |changed: &str| {
        let coords: Vec<&str> = names
            .iter()
            .enumerate()
            .map(|(at, &name)| if at == axis { changed } else { name })
            .collect();
        format!("[{}]", coords.join(", "))
    };
    let less = |amount: &str| component(&format!("{of}-{amount}"));
    let other = names[(axis + 1) % names.len()];
    match c.below(12) {
        0..=2 => format!("{} + {} for i in 1..{of}/2", component("i"), less("i")),
        3 => format!("{} + {} for i in 0..{of}-2", component("i"), less("2-i")),
        4 => format!("{} + {} for i in 2..({of}-1)/2", less("1-i"), component("i")),
        5 => format!("{} + {} for i in {of}/3..{of}-1 if i > 0", component("i"), less("i")),
        6 => format!("{} for k in {}..{of}", less("k"), c.between(1, 3)),
        7 => format!("{} for k in 0..{of}-2", component("k")),
        8 => format!("{} for k in {{1, 4}}", less("k")),
        9 => format!("{} for k in digits({of}) \\ {{0}}", less("k")),
        10 => format!("{} for k in 1..{of} if k != {other}", less("k")),
        _ => format!("{} + {} for i in 1..{of}/2 if {other} > 2", component("i"), less("i")),
    }
}
