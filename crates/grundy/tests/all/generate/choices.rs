//! Random rules of one kind with one to three coordinates, in which options have components that are
//! chosen freely. Play under most of them ends.

use super::Choices;
use super::dense::{condition, family, filter, name, set, with_wins};

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] =
        c.one_of(&[&["a"][..], &["a"], &["a", "b"], &["a", "b"], &["a", "b", "c"]]);
    let unordered = if c.once_in(5) { "unordered " } else { "" };
    let guard = match c.below(6) {
        0 => format!(" if {}", condition(c, names)),
        _ => String::new(),
    };
    let mut families = vec![choosing(c, names)];
    let more =
        c.several(0, 2, |c| if c.once_in(3) { choosing(c, names) } else { family(c, names) });
    families.splice(if c.once_in(2) { 0..0 } else { 1..1 }, more);
    let text = format!("{unordered}[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    with_wins(c, names, text)
}

/// The component with something else in the place of these coordinates.
fn component(names: &[&str], change: &dyn Fn(usize, &str) -> String) -> String {
    let coords: Vec<String> = names.iter().enumerate().map(|(at, name)| change(at, name)).collect();
    format!("[{}]", coords.join(", "))
}

/// Components that are chosen freely, named by `k`.
fn chosen(c: &mut Choices, names: &[&str], end: &str) -> String {
    let axis = c.below(names.len());
    let of = names[axis];
    let taken = component(names, &|at, name| match at == axis {
        true => format!("{name} - k"),
        false => name.to_owned(),
    });
    let left = component(names, &|at, name| if at == axis { "k" } else { name }.to_owned());
    let count = match c.below(8) {
        0 => "1".to_owned(),
        1 => "3".to_owned(),
        2 => format!("{} % 3", name(c, names)),
        3 => "min(a, 2) - 1".to_owned(),
        _ => "2".to_owned(),
    };
    let range = match c.below(8) {
        0 | 1 => format!("{left} for k in 0..{of} - {}{end}", c.between(1, 2)),
        2 => format!("{taken} for k in {}..{of}{end}", c.between(1, 3)),
        3 => {
            let all = component(names, &|_, name| format!("{name} - k"));
            format!("{all} for k in 1..{}{end}", c.one_of(&["a", "min(a, 3)", "2"]))
        }
        4 => {
            let two = component(names, &|at, name| match at == axis {
                true => format!("{name} - k - l"),
                false => format!("min({name}, l)"),
            });
            format!("{two} for k in 1..3, l in 0..{of}{end}")
        }
        _ => {
            let (set, mut with_k) = (set(c, of, names), names.to_vec());
            with_k.push("k");
            format!("{taken} for k in {set}{end}{}", filter(c, &with_k))
        }
    };
    format!("(choose {count} of {range})")
}

/// A family of options with components that are chosen freely.
fn choosing(c: &mut Choices, names: &[&str]) -> String {
    let axis = c.below(names.len());
    let less = component(names, &|at, name| match at == axis {
        true => format!("{name} - 1"),
        false => name.to_owned(),
    });
    match c.below(14) {
        0 => format!("{less} + {}", chosen(c, names, "")),
        1 => format!("{} + {less}", chosen(c, names, "")),
        2 => format!("{} + {}", chosen(c, names, ""), chosen(c, names, "")),
        3 => format!("{} if {}", chosen(c, names, ""), condition(c, names)),
        4 => format!("{} + {} for s in 1..2", chosen(c, names, " - s"), less.replace('1', "s")),
        5 => format!("{} for s in {{0, 2}} if s < {}", chosen(c, names, " - s"), names[axis]),
        6 => {
            let times = c.one_of(&["2", "a % 2", "3"]);
            format!("{times} * {}", chosen(c, names, ""))
        }
        7 => format!("sum(i in 0..1) {}", chosen(c, names, " - i")),
        _ => {
            let text = chosen(c, names, "");
            text[1..text.len() - 1].to_owned()
        }
    }
}
