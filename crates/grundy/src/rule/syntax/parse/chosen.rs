//! What was probably meant by choices that are told: `for prime p`, `for k between 1 and 3`, `for a+b = n-1`.

use super::separated::Perhaps;
use super::{KEYWORDS, Parser};
use crate::language::message;
use crate::rule::ast::ExprKind;
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;

/// The set up to n that a quality names, and the condition that asks for it.
fn of_quality(word: &str, n: &str, k: &str) -> Option<(String, String)> {
    Some(match word {
        "prime" | "primes" => (format!("primes({n})"), format!("is_prime({k})")),
        "square" | "squares" => (format!("squares({n})"), format!("is_square({k})")),
        "odd" => (format!("1..{n} step 2"), format!("{k} % 2 == 1")),
        "even" => (format!("2..{n} step 2"), format!("{k} % 2 == 0")),
        _ => return None,
    })
}

impl Parser<'_> {
    /// At a choice that has a quality beside its name, `p prime` or `prime p`: the set of these numbers.
    pub(super) fn by_its_name(&mut self, first: &str) -> Option<Perhaps> {
        let Token::Word(second) = self.peek_at(1).clone() else { return None };
        let is_quality = |word: &str| of_quality(word, "n", "k").is_some();
        let (name, quality) = match (is_quality(first), is_quality(&second)) {
            (true, false) if !KEYWORDS.contains(&second.as_str()) => (second.as_str(), first),
            (false, true) => (first, second.as_str()),
            _ => return None,
        };
        let start = self.at;
        let span = self.span().to(self.lexemes[start + 1].span);
        // `prime k in 1..9`
        if self.peek_at(2) == &Token::Word("in".into()) {
            self.at += 3;
            let set = self.operand_set();
            let end = self.since(span);
            self.at = start;
            let (_, asked) = of_quality(quality, "n", name)?;
            let form = format!("{name} in {} if {asked}", set?);
            let help = message!("write for {text}", text = &form);
            return Some((help, span.to(end), Some(form)));
        }
        let n = self.only_coordinate()?.to_owned();
        let (set, asked) = of_quality(quality, &n, name)?;
        // `for k | n, k prime`, `for n odd`
        if self.is_introduced(name) {
            let before = self.lexemes[start.checked_sub(1)?].span;
            let help = message!("a condition is written `if`: [n-1] if n > 3");
            return Some((help, before.to(span), Some(format!(" if {asked}"))));
        }
        // `prime k | n`
        if self.peek_at(2) == &Token::Sign("|")
            && let Token::Word(of) = self.peek_at(3).clone()
            && !self.term_starts(3)
            && self.is_introduced(&of)
        {
            let form = format!("{name} in divisors({of}) if {asked}");
            let help = message!("write for {text}", text = &form);
            return Some((help, span.to(self.lexemes[start + 3].span), Some(form)));
        }
        let form = format!("{name} in {set}");
        let help = message!("write for {text}", text = &form);
        Some((help, span, Some(form)))
    }

    /// The set of a choice as it is typed, if it can be read.
    fn operand_set(&mut self) -> Option<String> {
        let set = self.expr().ok()?;
        Some(self.text(set.span).to_owned())
    }

    /// At `k between 1 and 3`.
    pub(super) fn between_and(&mut self, error: RuleError, name: &str) -> RuleError {
        let (start, span) = (self.at, self.span());
        self.at += 2;
        let low = self.operand().ok();
        let joined = self.take_word("and");
        let high = self.operand().ok().filter(|_| joined);
        let end = self.since(span);
        self.at = start;
        let (Some(low), Some(high)) = (low, high) else { return error };
        let form = format!("{name} in {}..{}", self.text(low.span), self.text(high.span));
        error.help(message!("write for {text}", text = &form)).mend(span.to(end), Some(form))
    }

    /// At `a + b = n-1`: all but one of the numbers are chosen, the last is computed.
    pub(super) fn given_sum(&mut self, error: RuleError) -> RuleError {
        let start = self.at;
        let mut names = Vec::new();
        while let Token::Word(name) = self.peek().clone() {
            names.push(name);
            self.advance();
            if !self.take_sign("+") {
                break;
            }
        }
        let is_equal = self.take_sign("=") || self.take_sign("==");
        let sum = self.operand().ok().filter(|_| is_equal);
        self.at = start;
        let Some(sum) = sum.filter(|_| (2..=3).contains(&names.len())) else { return error };
        let total = self.text(sum.span).to_owned();
        // Parts of the whole are less than it.
        let whole = matches!(&sum.kind, ExprKind::Name(name) if self.is_introduced(name));
        let (least, up_to) = match whole {
            true => ("1", format!("{total}-1")),
            false => ("0", total.clone()),
        };
        let form = match &names[..] {
            [a, b] => format!("for {a} in {least}..{up_to} let {b} = {total} - {a}"),
            [a, b, c] => format!(
                "for {a} in {least}..{up_to}, {b} in {least}..{up_to} - {a} let {c} = {total} - {a} - {b}"
            ),
            _ => return error,
        };
        error.help(message!("choose one and compute the other: {form}", form))
    }
}
