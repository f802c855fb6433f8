//! What was probably meant by arguments that a game of the catalogue does not take: `bash({1, 3})`, `bash(m=3)`.

use super::{Entry, open};
use crate::language::message;
use crate::rule::ast::{Expr, ExprKind};
use crate::rule::{RuleError, Span};

/// An example of the game with arguments, without the position.
fn example(entry: &Entry) -> &'static str {
    entry.example.split('\'').nth(1).unwrap_or(entry.example)
}

/// What is wrong with these arguments, of which one is a set and not a number or the other way.
pub(super) fn unfit(
    error: RuleError,
    entry: &'static Entry,
    arguments: &[Expr],
    given: Span,
) -> RuleError {
    let [only] = arguments else {
        return match arguments {
            [] => error.in_source(entry.rule),
            _ => mistake(entry, given)
                .help(message!("for instance {quoted}", quoted = example(entry))),
        };
    };
    let braced = format!("{{{only}}}");
    let forms = match only.kind {
        ExprKind::Int(_) => vec![format!("{}({braced})", entry.name), format!("S{braced}")],
        ExprKind::List(_) => vec![format!("S{only}")],
        _ => vec![format!("S{braced}")],
    };
    let mistake = mistake(entry, given);
    match forms.into_iter().find(|form| open(form).is_ok()) {
        Some(form) => mistake.help(message!("write {form}", form = format!("'{form}'"))),
        None => mistake.help(message!("for instance {quoted}", quoted = example(entry))),
    }
}

fn mistake(entry: &Entry, given: Span) -> RuleError {
    RuleError::new(given, message!("{name} does not take these arguments", name = entry.name))
}

/// A mistake in arguments that have names, `bash(m=3)`: they are given in order.
pub(super) fn by_name(error: RuleError, entry: &Entry, arguments: &str) -> RuleError {
    let values: Option<Vec<&str>> = arguments
        .split(',')
        .map(|argument| Some(argument.split_once('=')?.1.trim_start_matches('=').trim()))
        // A value with another name in it would be asked about again, and again.
        .map(|value| value.filter(|value| !value.contains('=')))
        .collect();
    let form = values.map(|values| format!("{}({})", entry.name, values.join(", ")));
    match form.filter(|form| open(form).is_ok()) {
        Some(form) => error
            .help(message!("arguments have no names: write {form}", form = format!("'{form}'"))),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::open;

    #[test]
    fn arguments_that_a_game_does_not_take_are_told_with_others() {
        for (typed, form) in [
            ("bash({1,3})", "S{1, 3}"),
            ("bash(1..3)", "S{1..3}"),
            ("sub(3)", "sub({3})"),
            ("strips(3)", "strips({3})"),
            ("bash(m=3)", "bash(3)"),
        ] {
            let error = open(typed).unwrap_err();
            let help = error.help.map(|help| help.to_string()).unwrap_or_default();
            assert!(help.ends_with(&format!("write '{form}'")), "{typed}: {help}");
            assert!(open(form).is_ok(), "{form}");
            assert_eq!(error.source, typed);
        }
        let names = format!("bash({}3)", "m=".repeat(30_000));
        for (typed, named) in [("S", "'S{1,3,4}'"), ("bash(m=x)", ""), (&names, "")] {
            let error = open(typed).unwrap_err();
            let help = error.help.map(|help| help.to_string()).unwrap_or_default();
            assert!(help.contains(named), "{typed}: {help}");
        }
    }
}
