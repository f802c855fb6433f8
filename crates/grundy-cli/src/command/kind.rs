//! Which kind of component a command is about.

use grundy::rule::Rules;
use grundy::ruleset::Failure;

use crate::language::message;

/// The kind with this name, if one is named.
///
/// # Errors
/// [`Failure::Domain`] with the names that there are, if there is none of that name.
pub(crate) fn named(rules: &Rules, name: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let kinds = rules.kinds();
    if let Some(kind) = kinds.iter().position(|kind| kind.name() == Some(name)) {
        return Ok(Some(kind));
    }
    let names: Vec<&str> = kinds.iter().filter_map(|kind| kind.name()).collect();
    Err(Failure::Domain(match names.is_empty() {
        true => message!(
            "no kind of component is called {name}: in this game none has a name, so leave --kind away",
            name
        ),
        false => message!(
            "no kind of component is called {name}; there are: {names}",
            name,
            names = names.join(" ")
        ),
    }))
}

/// The first kind with at most two coordinates, which a table can show.
pub(crate) fn shown(rules: &Rules) -> Option<usize> {
    rules.kinds().iter().position(|kind| kind.coords().len() <= 2)
}
