//! Calls of functions in their checked form.

use super::mismatch::{expected, number};
use super::{Lowered, Scope, Typed};
use crate::language::{Said, message};
use crate::rule::ast::{Expr, ExprKind, Name, Span};
use crate::rule::error::{RuleError, nearest};
use crate::rule::functions::{FUNCTIONS, one_number, set_function, two_numbers};
use crate::rule::ir::{Cond, End, Int, Set};
use crate::rule::syntax::meant;

impl Scope<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Expr], span: Span) -> Lowered<Typed> {
        let takes = |least, most| check_count(name, arguments, (least, most), span);
        if let Some(function) = two_numbers(&name.text) {
            takes(2, 2)?;
            let (a, b) = (self.int(&arguments[0])?, self.int(&arguments[1])?);
            return Ok(Typed::Int(Int::Binary(function, Box::new(a), Box::new(b), span)));
        }
        if let Some(function) = one_number(&name.text) {
            takes(1, 1)?;
            return Ok(Typed::Int(Int::Unary(function, Box::new(self.int(&arguments[0])?), span)));
        }
        if let Some((function, least, most)) = set_function(&name.text) {
            takes(least, most)?;
            if let [Expr { kind: ExprKind::Range(from, to, None), span: range }] = arguments
                && most == 1
            {
                return Err(up_to_a_number(name, from, to, (*range, span)));
            }
            let arguments = arguments.iter().map(|a| self.int(a)).collect::<Lowered<_>>()?;
            return Ok(Typed::Set(Set::Call(function, arguments, span)));
        }
        match name.text.as_str() {
            "is_prime" => {
                takes(1, 1)?;
                Ok(Typed::Cond(Cond::IsPrime(self.int(&arguments[0])?)))
            }
            "is_square" => {
                takes(1, 1)?;
                Ok(Typed::Cond(Cond::IsSquare(self.int(&arguments[0])?)))
            }
            "min" => self.extreme(End::Least, arguments, span),
            "max" => self.extreme(End::Greatest, arguments, span),
            "size" => match arguments {
                [only] => Ok(Typed::Int(match self.typed(only)? {
                    Typed::Set(set) => Int::Size(Box::new(set), span),
                    other => return Err(expected(&message!("a set"), &other, only.span)),
                })),
                _ => Ok(Typed::Int(Int::Size(Box::new(self.list(arguments)?), span))),
            },
            _ => Err(unknown(name, arguments, span)),
        }
    }

    /// `min` and `max` take numbers or one set.
    fn extreme(&mut self, end: End, arguments: &[Expr], span: Span) -> Lowered<Typed> {
        // Looked at once: in brackets one in the other twice would be twice as often each time.
        if let [only] = arguments {
            return Ok(Typed::Int(match self.typed(only)? {
                Typed::Set(set) => Int::ExtremeOf(end, Box::new(set), span),
                other => Int::Extreme(end, vec![number(other, only)?]),
            }));
        }
        if arguments.is_empty() {
            return Err(RuleError::new(
                span,
                message!("this takes numbers or one set, nothing is given"),
            ));
        }
        let numbers = arguments.iter().map(|a| self.int(a)).collect::<Lowered<_>>()?;
        Ok(Typed::Int(Int::Extreme(end, numbers)))
    }
}

/// That a function has as many arguments as it takes.
fn check_count(
    name: &Name,
    arguments: &[Expr],
    (least, most): (usize, usize),
    span: Span,
) -> Lowered<()> {
    if (least..=most).contains(&arguments.len()) {
        return Ok(());
    }
    let wanted = match (least, most) {
        (a, b) if a == b => a.to_string().into(),
        (a, b) => message!("{a} or {b}", a, b).said(),
    };
    let message = message!(
        "{name} takes {wanted} argument(s), {given} are given",
        name = name.text,
        wanted,
        given = arguments.len()
    );
    let error = RuleError::new(span, message);
    if matches!(name.text.as_str(), "gcd" | "xor" | "and" | "or") && arguments.len() > most {
        let nested = |inner: String, next: &Expr| format!("{}({inner}, {next})", name.text);
        let form = arguments[1..].iter().fold(arguments[0].to_string(), nested);
        let help = message!("write {form}", form = &form);
        return Err(error.help(help).mend(span, Some(form)));
    }
    let letters = ["a", "a, b", "a, b, c"][most.clamp(1, 3) - 1];
    Err(error.help(message!("write {name}({letters})", name = name.text, letters)))
}

/// The mistake of a function up to a number that is given a range: `primes(2..n)`.
fn up_to_a_number(name: &Name, from: &Expr, to: &Expr, (range, call): (Span, Span)) -> RuleError {
    let form = format!("{}({to})", name.text);
    let error = RuleError::new(
        range,
        message!(
            "expected {what}, this is {found}",
            what = message!("a number"),
            found = message!("a set")
        ),
    );
    // What is below is left out then.
    let least = if name.text == "primes" { 2 } else { 1 };
    let mend = match from.kind {
        ExprKind::Int(first) if first <= least => Some(form.clone()),
        _ => None,
    };
    error.help(message!("these are the ones up to a number: {form}", form)).mend(call, mend)
}

/// The mistake of a function that there is not, with the one that may be meant.
fn unknown(name: &Name, arguments: &[Expr], span: Span) -> RuleError {
    let error = RuleError::new(name.span, message!("unknown function `{name}`", name = name.text));
    if let Some(root) = rounded_root(&name.text, arguments) {
        let help = message!("write {form}", form = &root);
        return error.help(help).mend(span, Some(root));
    }
    if let Some(known) = meant::renamed(&name.text) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let form = format!("{known}({})", arguments.join(", "));
        let help = message!("write {form}", form);
        return error.help(help).mend(name.span, Some(known.to_owned()));
    }
    if let Some(help) = meant::function(&name.text) {
        return error.help(help);
    }
    // A sum is one of components.
    let names = FUNCTIONS.iter().copied().filter(|&name| name != "sum");
    let names: Vec<&str> = names.collect();
    match nearest(&name.text, FUNCTIONS) {
        Some(near) => error.help(message!("did you mean `{near}`?", near)),
        None => error.help(message!("functions: {functions}", functions = names.join(" "))),
    }
}

/// `floor(sqrt(n))` of other languages.
fn rounded_root(name: &str, arguments: &[Expr]) -> Option<String> {
    let [Expr { kind: ExprKind::Call(inner, of), .. }] = arguments else { return None };
    let is_root = matches!(inner.text.as_str(), "sqrt" | "isqrt");
    let rounds = matches!(name, "floor" | "int" | "trunc");
    match &of[..] {
        [of] if is_root && rounds => Some(format!("isqrt({of})")),
        _ => None,
    }
}
