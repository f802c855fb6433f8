//! Random rules of two or three kinds that lead to each other.

use super::Choices;

/// Kinds, with the names of their coordinates.
const KINDS: [(&str, &[&str]); 4] =
    [("row", &["n"]), ("col", &["m"]), ("pair", &["a", "b"]), ("state", &["n", "p"])];

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let first = c.below(KINDS.len());
    let count = c.between(2, 3);
    let kinds: Vec<_> = (0..count).map(|next| KINDS[(first + next) % KINDS.len()]).collect();
    let sums = c.once_in(2);
    let mut text = String::new();
    for (name, coords) in &kinds {
        let guard = if c.once_in(6) { format!(" if {} != 3", coords[0]) } else { String::new() };
        let families = c.several(1, 3, |c| family(c, &kinds, coords, sums)).join("\n | ");
        text += &format!("{name}[{}]{guard} -> {families}\n", coords.join(", "));
    }
    if c.once_in(5) {
        let (name, coords) = kinds[c.below(kinds.len())];
        let rest = if coords.len() > 1 { ", x" } else { "" };
        text += &format!("win on {name}[{}{rest}]\n", c.between(0, 4));
    }
    text
}

fn family(c: &mut Choices, kinds: &[(&str, &[&str])], coords: &[&str], sums: bool) -> String {
    let of = coords[c.below(coords.len())];
    let set =
        c.one_of(&["1..OF", "1..OF", "1..min(OF, 3)", "{1, 3}", "2..OF/2", "1..OF if k % 2 > 0"]);
    let set = set.replace("OF", of);
    let mut parts = vec![component(c, kinds, coords, of)];
    if sums && c.once_in(2) {
        parts.push(component(c, kinds, coords, of));
    }
    let times = if c.once_in(8) { "3 * " } else { "" };
    let filter = c.one_of(&["", "", "", " if OF > 2", " if OF % 3 != 1"]).replace("OF", of);
    let clause =
        if set.contains(" if ") && !filter.is_empty() { set } else { format!("{set}{filter}") };
    format!("{times}{} for k in {clause}", parts.join(" + "))
}

/// A component of some kind, less than another in most cases.
fn component(c: &mut Choices, kinds: &[(&str, &[&str])], coords: &[&str], of: &str) -> String {
    let (name, own) = kinds[c.below(kinds.len())];
    let lowered = c.below(own.len());
    let coord = |c: &mut Choices, axis: usize| {
        if axis == lowered {
            return c.one_of(&["OF-k", "OF-k", "OF-k", "k-1", "OF-1"]).replace("OF", of);
        }
        let kept = coords[c.below(coords.len())];
        c.one_of(&["KEPT", "KEPT", "k", "KEPT/2", "1"]).replace("KEPT", kept)
    };
    let coords: Vec<String> = (0..own.len()).map(|axis| coord(c, axis)).collect();
    format!("{name}[{}]", coords.join(", "))
}
