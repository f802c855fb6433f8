//! Which kind of component is meant, and what is said where there is none.

use super::brackets::heaps_apart;
use super::describe_kinds;
use crate::games::Opened;
use crate::language::{Message, message};

/// Whether a rule of the user's own bears this name, with its arguments or without.
pub(super) fn is_own_name(opened: &Opened, name: &str) -> bool {
    let head = opened.rules.program().head.as_ref();
    opened.entry.is_none()
        && (opened.name.as_deref() == Some(name) || head.is_some_and(|head| head.name.text == name))
}

/// The kind of this name and number of coordinates.
pub(super) fn kind_called(opened: &Opened, name: &str, arity: usize) -> Option<usize> {
    let kinds = opened.rules.kinds();
    kinds.iter().position(|kind| kind.name() == Some(name) && kind.coords().len() == arity)
}

/// The only kind with so many coordinates; plain brackets prefer the kind without a name.
pub(crate) fn only_kind(opened: &Opened, arity: usize, bracketed: bool) -> Option<usize> {
    let kinds = opened.rules.kinds();
    let unnamed =
        kinds.iter().position(|kind| kind.name().is_none() && kind.coords().len() == arity);
    if bracketed && unnamed.is_some() {
        return unnamed;
    }
    let mut fitting = (0..kinds.len()).filter(|&kind| kinds[kind].coords().len() == arity);
    match (fitting.next(), fitting.next()) {
        (Some(kind), None) => Some(kind),
        _ => None,
    }
}

/// What is wrong with so many numbers that are no component of a game, or of several kinds alike, in this text; and what to
/// do about it.
pub(super) fn unfit(opened: &Opened, arity: usize, text: &str) -> (Message, Message) {
    let kinds = opened.rules.kinds();
    let mut fitting = kinds.iter().filter(|kind| kind.coords().len() == arity);
    let counted =
        if arity == 1 { message!("1 coordinate") } else { message!("{arity} coordinates", arity) };
    let message = message!(
        "this has {counted}; the game has {kinds}",
        counted,
        kinds = describe_kinds(opened)
    );
    let help = match fitting.next().map(|kind| kind.name().unwrap_or("")) {
        Some(name) => message!(
            "say which kind is meant: {name}[{coordinates}]",
            name,
            coordinates = ["3", "3, 5", "1, 2, 3", "1, 2, .."][arity.clamp(1, 4) - 1]
        ),
        None if arity == 1 => {
            let numbers: Vec<&str> = text.split_whitespace().collect();
            let meant = kinds.iter().any(|kind| kind.coords().len() == numbers.len());
            let joined = if meant { numbers.join(",") } else { "3,5".to_owned() };
            message!("join the coordinates of a component with commas: {joined}", joined)
        }
        None if kinds.iter().all(|kind| kind.coords().len() == 1) => {
            message!("put spaces between heaps: {heaps}", heaps = heaps_apart(text))
        }
        None => {
            let counts: Vec<String> =
                kinds.iter().map(|kind| kind.coords().len().to_string()).collect();
            let counts = counts.join(" / ");
            message!("a component of this game has {counts} coordinates", counts)
        }
    };
    (message, help)
}
