//! Random rules whose options raise coordinates up to a bound: counting to a target, multiplying, binary
//! digits that are set.

use super::Choices;
use super::dense::with_wins;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(2) { &["a", "b"] } else { &["a"] };
    let target = c.one_of(&["9", "14", "31", "50"]);
    let bounded = c.once_in(4);
    let families = c.several(1, 4, |c| family(c, names, if bounded { "99" } else { target }));
    let guard = if bounded { format!(" if a < {target}") } else { String::new() };
    let text = format!("[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(4) { with_wins(c, names, text) } else { text }
}

fn family(c: &mut Choices, names: &[&str], target: &str) -> String {
    let of = c.below(names.len());
    let raised = match c.below(9) {
        0 => ("OF + k", "k in 1..3", "OF + k <= TARGET"),
        1 => ("OF + k", "k in {1, 3, 4}", "OF <= TARGET - k"),
        2 => ("OF + 1", "", "OF < TARGET"),
        3 => ("2*OF", "", "OF > 0 and 2*OF <= TARGET"),
        4 => ("OF*k", "k in 2..4", "OF*k <= TARGET and OF > 0"),
        5 => ("OF + 2**i", "i in 0..3", "and(OF, 2**i) == 0 and OF < TARGET"),
        6 => ("or(OF, 2**i)", "i in 0..3", "and(OF, 2**i) == 0"),
        7 => ("OF*k + 1", "k in 1..2", "2*OF < TARGET"),
        _ => ("k", "k in OF+1..TARGET", "(k - OF) % 3 > 0"),
    };
    let own = names[of];
    let [coord, set, cond] = [raised.0, raised.1, raised.2]
        .map(|text| text.replace("OF", own).replace("TARGET", target));
    let others = ["OTHER", "OTHER", "OTHER + 1", "OTHER - 1", "k", "OTHER/2"];
    let other = c.one_of(&others);
    let other = if other == "k" && !set.starts_with('k') { "OTHER" } else { other };
    let coords: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(axis, name)| if axis == of { coord.clone() } else { other.replace("OTHER", name) })
        .collect();
    let bound = if names.len() > 1 && other == "OTHER + 1" {
        format!(" and {} < {target}", names[1 - of])
    } else {
        String::new()
    };
    let set = if set.is_empty() { set } else { format!(" for {set}") };
    format!("[{}]{set} if {cond}{bound}", coords.join(", "))
}
