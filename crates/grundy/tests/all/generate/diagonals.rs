//! Random rules with families that run along lines through several of many coordinates.

use super::Choices;
use super::dense::{filter, name, with_wins};

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] =
        c.one_of(&[&["a", "b"][..], &["a", "b", "c"], &["a", "b", "c"], &["a", "b", "c", "d"]]);
    let unordered = if c.once_in(3) { "unordered " } else { "" };
    let families = c.several(1, 4, |c| family(c, names));
    let text = format!("{unordered}[{}] -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(4) { with_wins(c, names, text) } else { text }
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    let shrinks: Vec<bool> = names.iter().map(|_| !c.once_in(3)).collect();
    let option = |amount: &str| {
        let coords = names.iter().zip(&shrinks).map(|(name, &shrinks)| match shrinks {
            true => format!("{name}-{amount}"),
            false => (*name).to_owned(),
        });
        format!("[{}]", coords.collect::<Vec<_>>().join(", "))
    };
    let of: Vec<&str> = names
        .iter()
        .zip(&shrinks)
        .filter(|(_, shrinks)| **shrinks)
        .map(|(name, _)| *name)
        .collect();
    if of.is_empty() {
        let name = name(c, names);
        return format!("[{}] if {name} > 0", names.join(", ")).replace(name, &format!("{name}-1"));
    }
    let end = match c.below(5) {
        0 => of[c.below(of.len())].to_owned(),
        1 => format!("min({}) + 1", of.join(", ")),
        // Not along a line.
        2 if c.once_in(3) => format!("min({}, {})", of.join(", "), c.between(2, 3)),
        _ => format!("min({})", of.join(", ")),
    };
    let end = if of.len() == 1 { end.replace("min", "").replace(['(', ')'], "") } else { end };
    match c.below(8) {
        0 => option("1"),
        1 => format!("{} for k in {{1, 3}}", option("k")),
        2 => format!("{} for k in 1..{end}{}", option("k"), filter(c, names)),
        _ => format!("{} for k in {}..{end}", option("k"), c.one_of(&["1", "1", "1", "2", "3"])),
    }
}
