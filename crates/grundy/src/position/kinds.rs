//! Which kind of component is meant.

use crate::games::Opened;

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
