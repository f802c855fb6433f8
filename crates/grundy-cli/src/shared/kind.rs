//! Which kind of component a command is about.

use grundy::limits::Limits;
use grundy::play::Session;
use grundy::rule::Rules;
use grundy::ruleset::Failure;
use grundy::survey::{Survey, survey};

use crate::language::message;

/// The kind with this name, if one is named; one without a name is `[]` or nothing.
///
/// # Errors
/// [`Failure::Domain`] with the names that there are, if there is none of that name.
pub(crate) fn named(rules: &Rules, name: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = name else { return Ok(None) };
    if let Some(kind) = rules.kind_typed(name) {
        return Ok(Some(kind));
    }
    Err(Failure::Domain(match rules.kinds().iter().all(|kind| kind.name().is_none()) {
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
    let names: Vec<&str> = rules.kinds().iter().map(|kind| kind.typed()).collect();
    names.join(" ")
}

/// The first kind with at most two coordinates, which a table can show.
pub(crate) fn shown(rules: &Rules) -> Option<usize> {
    rules.kinds().iter().position(|kind| kind.coords().len() <= 2)
}

/// Surveys the kind of a name, or the first one that a table can show.
pub(crate) fn see(
    session: &mut Session,
    kind: Option<&str>,
    to: Option<u64>,
    limits: &Limits,
) -> Result<Survey, Failure> {
    let rules = &session.games()[0].rules;
    let kind = named(rules, kind)?.or_else(|| shown(rules));
    survey(session, kind.unwrap_or_default(), to, limits)
}
