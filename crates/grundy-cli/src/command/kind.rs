//! Which kind of component a command is about.

use grundy::rule::Rules;
use grundy::ruleset::Failure;

use crate::language::message;

/// What is typed for the kind that has no name.
const NAMELESS: &str = "[]";

/// The kind with this name, if one is named; one without a name is `[]` or nothing.
///
/// # Errors
/// [`Failure::Domain`] with the names that there are, if there is none of that name.
pub(crate) fn named(rules: &Rules, name: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let kinds = rules.kinds();
    let typed = if name.is_empty() { NAMELESS } else { name };
    if let Some(kind) = kinds.iter().position(|kind| kind.name().unwrap_or(NAMELESS) == typed) {
        return Ok(Some(kind));
    }
    Err(Failure::Domain(match kinds.iter().all(|kind| kind.name().is_none()) {
        true => message!(
            "no kind of component is called {name}: in this game none has a name, so leave --kind away",
            name
        ),
        false => message!(
            "no kind of component is called {name}; there are: {names}",
            name,
            names = names(rules)
        ),
    }))
}

/// What can be typed for a kind.
pub(crate) fn names(rules: &Rules) -> String {
    let kinds = rules.kinds();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name().unwrap_or(NAMELESS)).collect();
    names.join(" ")
}

/// The first kind with at most two coordinates, which a table can show.
pub(crate) fn shown(rules: &Rules) -> Option<usize> {
    rules.kinds().iter().position(|kind| kind.coords().len() <= 2)
}
