//! Random rules with families that run along lines, through several of many coordinates, and of which only what is left in
//! some way is an option.

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
    if of.len() == 1 && c.once_in(3) {
        let (from, to) = (of[0], c.between(1, 2));
        let coords = names.iter().map(|name| if *name == from { "k" } else { name });
        let coords = coords.collect::<Vec<_>>().join(", ");
        return format!("[{coords}] for k in 0..{from}-{to}{}", on_what_is_left(c, names, "k"));
    }
    if c.once_in(2) {
        let left = format!("{}-k", of[c.below(of.len())]);
        let from = c.one_of(&["1", "1", "2"]);
        let more = if c.once_in(4) { on_what_is_left(c, names, &left) } else { String::new() };
        let only = on_what_is_left(c, names, &left);
        return format!("{} for k in {from}..{end}{only}{more}", option("k"));
    }
    match c.below(8) {
        0 => option("1"),
        1 => format!("{} for k in {{1, 3}}", option("k")),
        2 => format!("{} for k in 1..{end}{}", option("k"), filter(c, names)),
        _ => format!("{} for k in {}..{end}", option("k"), c.one_of(&["1", "1", "1", "2", "3"])),
    }
}

/// A condition on what is left, if the other coordinate stays, or shrinks by as much.
fn on_what_is_left(c: &mut Choices, names: &[&str], left: &str) -> String {
    let other = name(c, names);
    let condition = c.one_of(&[
        "(LEFT) % 3 != OTHER % 2",
        "(LEFT) % 3 == 1",
        "is_prime(LEFT)",
        "is_square(LEFT + OTHER) or OTHER == 3",
        "LEFT != OTHER",
        "OTHER != LEFT + 1 and LEFT > 0",
        "not (LEFT > 2 and OTHER % 2 == 0)",
        "LEFT in {0, 1, 3, 4, 9}",
        "LEFT in 2..20 step 3",
        "abs(LEFT - 3) != 2",
        "min(LEFT, OTHER) < 2",
        "(LEFT)/2 != OTHER/3",
        "2*(LEFT) + 1 > OTHER",
        "(LEFT) + (OTHER-k) != 4",
        // Those that say more, or may have no value.
        "LEFT != k",
        "6/(LEFT) != 2",
        "(LEFT)*(LEFT) % 5 > 1",
        "xor(LEFT, OTHER) != 3",
    ]);
    format!(" if {}", condition.replace("LEFT", left).replace("OTHER", other))
}
