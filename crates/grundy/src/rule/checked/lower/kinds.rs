//! The kinds of components of a rule text, by name and number of coordinates.

use std::collections::HashMap;

use super::Lowered;
use crate::language::message;
use crate::rule::ast::{Name, Rule, Span};
use crate::rule::error::{RuleError, nearest};

/// What is wrong with a rule for a kind that one of these has already.
pub(super) fn second(rule: &Rule, before: &[Rule]) -> RuleError {
    let kind = rule.kind.as_ref().map(|name| name.text.as_str());
    let message = message!("a second rule for {kind}", kind = kind_name(kind));
    let error = RuleError::new(rule.span, message);
    let name = |rule: &Rule| rule.kind.as_ref().map(|name| name.text.clone());
    let is_same =
        |other: &&Rule| name(other) == name(rule) && other.coords.len() == rule.coords.len();
    match before.iter().find(is_same) {
        Some(_) => error.help(message!("put all options of a kind in one rule, separated by `|`")),
        None => error.help(message!(
            "components with other coordinates are of a kind with a name, in all rules: {form}",
            form = format!("pair{} -> ..", bracketed(&rule.coords))
        )),
    }
}

fn kind_name(kind: Option<&str>) -> String {
    match kind {
        Some(name) => format!("`{name}[..]`"),
        None => "`[..]`".to_owned(),
    }
}

fn bracketed(coords: &[Name]) -> String {
    let names: Vec<&str> = coords.iter().map(|name| name.text.as_str()).collect();
    format!("[{}]", names.join(", "))
}

/// Finds a kind by name and checks the number of coordinates.
pub(super) fn find_kind(
    arities: &HashMap<Option<&str>, (usize, usize)>,
    kind: Option<&Name>,
    arity: usize,
    span: Span,
) -> Lowered<usize> {
    let name = kind.map(|name| name.text.as_str());
    let Some(&(index, expected)) = arities.get(&name) else {
        let mut kinds: Vec<Option<&str>> = arities.keys().copied().collect();
        kinds.sort_unstable_by_key(|kind| arities[kind].0);
        let known: Vec<&str> = kinds.iter().copied().flatten().collect();
        let error =
            RuleError::new(span, message!("there is no rule for {name}", name = kind_name(name)));
        let slip = known.iter().find_map(|kind| nearest(kind, ["unordered", "misere"]));
        if let Some(word) = slip.filter(|_| name.is_none()) {
            return Err(error.help(message!("did you mean `{near}`?", near = word)));
        }
        return Err(match name.and_then(|name| nearest(name, known.iter().copied())) {
            Some(near) => error.help(message!("did you mean {near}[..]?", near)),
            None if name.is_none() && known.len() == 1 => error.help(message!(
                "write {kind}[..] for a component of this kind; the title of a game stands in front: game {kind}",
                kind = known[0]
            )),
            None => error.help(message!(
                "kinds with a rule: {kinds}",
                kinds = kinds.into_iter().map(kind_name).collect::<Vec<_>>().join(", ")
            )),
        });
    };
    if arity != expected {
        let message = message!(
            "{name} has {expected} coordinate(s) in its rule and {arity} here",
            name = kind_name(name),
            expected,
            arity
        );
        let help = match (name, expected) {
            (None, 1) => message!("options are separated by `|`: [n] -> [n-1] | [n-2]"),
            _ => message!("give as many as the rule names, or give this kind of component a name"),
        };
        return Err(RuleError::new(span, message).help(help));
    }
    Ok(index)
}
