//! Names in expressions.

use std::collections::HashSet;

use super::{Lowered, Meaning, Scope, TIMES_FOR_CONDITIONS, Typed};
use crate::language::message;
use crate::rule::ast::{Name, Span};
use crate::rule::error::{RuleError, nearest};
use crate::rule::functions::FUNCTIONS;
use crate::rule::ir::{Int, Part};

impl Scope<'_> {
    /// What a name stands for, if it is in force.
    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        let inner = self.bound.iter().rev().find(|(known, _)| known == name);
        inner.map(|(_, meaning)| meaning).or_else(|| self.params.get(name))
    }

    /// That a name may be given.
    pub(super) fn check_name(&self, name: &Name) -> Lowered<()> {
        if FUNCTIONS.contains(&name.text.as_str()) {
            let message = message!("`{name}` is the name of a function", name = name.text);
            return Err(RuleError::new(name.span, message).help(message!("choose another name")));
        }
        Ok(())
    }

    /// Counts what a name stands for where it is used: it is looked through, so names that use each other twice double it
    /// each time.
    fn write_out(&self, name: &str, value: &Typed, span: Span) -> Lowered<()> {
        let (part, times) = match value {
            Typed::Int(_) => return Ok(()),
            Typed::Cond(cond) => (Part::Cond(cond), TIMES_FOR_CONDITIONS),
            Typed::Set(set) => (Part::Set(set), 1),
        };
        let left = self.left.parts.get();
        if let Some(length) = part.length(left / times) {
            self.left.parts.set(left - times * length);
            return Ok(());
        }
        let message = message!("with `{name}` and others written out this is too long", name);
        let help = message!("names in it stand for more each time they are used");
        Err(RuleError::new(span, message).help(help))
    }

    /// What a name stands for, or which names there are.
    pub(super) fn named(&self, name: &str, span: Span) -> Lowered<Typed> {
        if let Some(meaning) = self.meaning(name) {
            return Ok(match meaning {
                Meaning::Slot(slot) => Typed::Int(Int::Var(*slot)),
                Meaning::Value(value) => {
                    self.write_out(name, value, span)?;
                    value.clone()
                }
            });
        }
        let error = RuleError::new(span, message!("unknown name `{name}`", name));
        if FUNCTIONS.contains(&name) {
            return Err(error.help(message!("{name} is a function: {name}(..)", name)));
        }
        if self.introduced.contains(&name) {
            return Err(error.help(message!(
                "`for` and `let` hold in their own option, for the clauses behind them: give every option that uses {name} its own, \
                 before the clause that uses it",
                name
            )));
        }
        let bound = self.bound.iter().map(|(known, _)| known.as_str());
        let mut known: Vec<&str> = bound.chain(self.params.keys().map(String::as_str)).collect();
        let mut told = HashSet::new();
        known.retain(|&name| told.insert(name));
        let small = name.to_lowercase();
        if let Some(near) = known.iter().find(|known| known.to_lowercase() == small) {
            let help = message!("did you mean `{near}`?", near);
            return Err(error.help(help).mend(span, Some((*near).to_owned())));
        }
        match small.as_str() {
            "true" | "false" => {
                return Err(
                    error.help(message!("a condition compares: 1 == 1 always holds, 1 == 0 never"))
                );
            }
            "infinity" | "inf" => {
                let help = message!("a range has two ends: for {text}", text = "k in 1..n");
                return Err(error.help(help));
            }
            _ => {}
        }
        Err(match nearest(name, known.iter().copied()) {
            Some(near) => error.help(message!("did you mean `{near}`?", near)),
            None if known.is_empty() => error,
            None if self.alone => {
                error.help(message!("names in force here: {known}", known = known.join(", ")))
            }
            None => error.help(message!(
                "names in force here: {known}; introduce {name} with `for {name} in ..` or `let`, or write a number for it",
                known = known.join(", "),
                name
            )),
        })
    }
}
