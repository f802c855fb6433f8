//! Cases as other languages write them, `a if c else b` and `c ? a : b`: in the notation these are two
//! options with opposite conditions.

use std::ops::Range;

use super::alone::parse_formula;
use super::{Parsed, Parser};
use crate::language::message;
use crate::rule::ast::{BinaryOp, Clause, Expr, ExprKind, Rule, Span};
use crate::rule::error::RuleError;
use crate::rule::functions::gives_number;
use crate::rule::syntax::lexer::Token;
use crate::rule::syntax::meant::{self, ELSE, TWO_OPTIONS};

/// A condition and its opposite; a number is one as in other languages.
fn both(condition: &str) -> (String, String) {
    match parse_formula(condition) {
        Ok(formula) if is_number(&formula) => {
            (format!("{condition} != 0"), format!("{condition} == 0"))
        }
        _ => (condition.to_owned(), denied(condition)),
    }
}

fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Neg(_) => true,
        ExprKind::Call(name, _) => gives_number(&name.text),
        ExprKind::Binary(op, _, _) => {
            use BinaryOp::{Add, Div, Mul, Pow, Rem, Sub};
            matches!(op, Add | Sub | Mul | Div | Rem | Pow)
        }
        _ => false,
    }
}

/// The opposite of a condition.
fn denied(condition: &str) -> String {
    format!("not ({condition})")
}

impl Parser<'_> {
    pub(super) fn is_else(&self, at: usize) -> bool {
        matches!(&self.lexemes[at].token, Token::Word(word) if ELSE.contains(&word.as_str()))
    }

    /// Whether the other case follows before the bracket around the token at hand is closed.
    pub(super) fn has_else(&self) -> bool {
        let mut depth = 0_usize;
        (self.at..self.lexemes.len())
            .take_while(|&at| {
                match self.lexemes[at].token {
                    Token::Sign("(" | "[" | "{") => depth += 1,
                    Token::Sign(")" | "]" | "}") if depth == 0 => return false,
                    Token::Sign(")" | "]" | "}") => depth -= 1,
                    _ => {}
                }
                true
            })
            .any(|at| self.is_else(at))
    }

    /// At what was read as a rule from `start` on and is none, after another rule: the other case of its
    /// last option, `[n-1] if n > 3 else [n-2]`, perhaps with more cases.
    pub(super) fn otherwise(
        &mut self,
        error: RuleError,
        before: Option<&Rule>,
        start: usize,
    ) -> RuleError {
        let family = before.and_then(|rule| rule.families.last());
        let Some(family) = family.filter(|_| self.is_else(start)) else { return error };
        self.at = start;
        let error = self
            .unexpected(&message!("`|`, `for`, `if`, `let`, a new rule or the end"))
            .help(meant::two_options(TWO_OPTIONS));
        let Some((Clause::If(first), choices)) = family.clauses.split_last() else { return error };
        if choices.iter().any(|clause| matches!(clause, Clause::If(_))) {
            return error;
        }
        let mut conditions = vec![self.text(first.span).to_owned()];
        let choices = self.clauses_text(choices);
        let span = self.span();
        let mut options = String::new();
        while self.is_else(self.at) {
            self.advance();
            let Ok((terms, own)) = self.case() else { return error };
            let (asked, chosen): (Vec<Clause>, Vec<Clause>) =
                own.into_iter().partition(|clause| matches!(clause, Clause::If(_)));
            let chosen =
                if chosen.is_empty() { choices.clone() } else { self.clauses_text(&chosen) };
            let opposite: Vec<String> = conditions.iter().map(|text| denied(text)).collect();
            options += &format!(
                " | {terms}{chosen}{} if {}",
                self.clauses_text(&asked),
                opposite.join(" and ")
            );
            if self.is_else(self.at) {
                let [Clause::If(condition)] = &asked[..] else { return error };
                conditions.push(self.text(condition.span).to_owned());
            }
        }
        let before = format!("{}{options}", self.text(family.span));
        error.help(meant::two_options(&before)).mend(self.since(span), Some(options))
    }

    /// An option: its components as they are typed, and its clauses.
    fn case(&mut self) -> Parsed<(String, Vec<Clause>)> {
        let start = self.span();
        self.terms()?;
        let terms = self.text(self.since(start)).to_owned();
        let mut clauses = Vec::new();
        while self.clause(&mut clauses)? {}
        Ok((terms, clauses))
    }

    fn clauses_text(&self, clauses: &[Clause]) -> String {
        let text = |clause: &Clause| match clause {
            Clause::For(name, set) => format!(" for {} in {}", name.text, self.text(set.span)),
            Clause::If(condition) => format!(" if {}", self.text(condition.span)),
            Clause::Let(name, value) => format!(" let {} = {}", name.text, self.text(value.span)),
        };
        clauses.iter().map(text).collect()
    }

    /// In an option that begins at the token `start`: cases within a coordinate, `[c ? a : b]` or
    /// `[a if c else b]`.
    pub(super) fn cases(&self, error: RuleError, start: usize) -> RuleError {
        let place = error.span.start;
        let Some(at) = self.lexemes.iter().position(|lexeme| lexeme.span.start == place) else {
            return error;
        };
        let is_case = match &self.lexemes[at].token {
            Token::Sign("?") => true,
            Token::Word(word) => word == "if" && self.lexemes[at..].len() > 1,
            _ => false,
        };
        if !is_case || error.replacement().is_some() {
            return error;
        }
        match self.options_of_cases(start, at) {
            Some((tokens, options)) => {
                let first = self.lexemes[tokens.start].span;
                let span = first.to(self.lexemes[tokens.end - 1].span);
                error.help(meant::two_options(&options)).mend(span, Some(options))
            }
            None if self.lexemes[at].token == Token::Sign("?") => {
                error.help(meant::two_options(TWO_OPTIONS))
            }
            None => error,
        }
    }

    /// The tokens of the option that begins at `start` and has cases at `at`, and the options that are
    /// meant.
    fn options_of_cases(&self, start: usize, at: usize) -> Option<(Range<usize>, String)> {
        let mut open = Vec::new();
        for index in start..at {
            match &self.lexemes[index].token {
                Token::Sign("(" | "[" | "{") => open.push(index),
                Token::Sign(")" | "]" | "}") => drop(open.pop()?),
                // Each of several components is a case for itself.
                Token::Word(word) if word == "choose" || word == "sum" => return None,
                _ => {}
            }
        }
        let bracket = *open.last()?;
        if self.lexemes[bracket].token == Token::Sign("{") {
            return None;
        }
        let close = self.closing(bracket)?;
        let outside = self.outside(bracket + 1..close);
        let comma = |at: &&usize| self.lexemes[**at].token == Token::Sign(",");
        let low =
            outside.iter().filter(|&&comma| comma < at).rfind(comma).map_or(bracket, |at| *at);
        let high = outside.iter().filter(|&&comma| comma > at).find(comma).map_or(close, |at| *at);
        let second = self.second_case(&outside, at, high)?;
        let [first, middle, last] = [low + 1..at, at + 1..second, second + 1..high].map(|tokens| {
            let (first, last) =
                (self.lexemes.get(tokens.start)?, self.lexemes[..tokens.end].last()?);
            (!tokens.is_empty()).then(|| self.text(first.span.to(last.span)))
        });
        let (first, middle, last) = (first?, middle?, last?);
        let (one, condition, other) = match &self.lexemes[at].token {
            Token::Sign(_) => (middle, first, last),
            _ => (first, middle, last),
        };
        let end = self.end_of_option(*open.first()?)?;
        let before = Span::new(self.lexemes[start].span.start, self.lexemes[low + 1].span.start);
        let after = Span::new(self.lexemes[high].span.start, self.lexemes[end - 1].span.end);
        let (before, after) = (self.text(before), self.text(after));
        let (asked, opposite) = both(condition);
        let options =
            format!("{before}{one}{after} if {asked} | {before}{other}{after} if {opposite}");
        Some((start..end, options))
    }

    /// The tokens that stand in no bracket among these.
    pub(super) fn outside(&self, tokens: Range<usize>) -> Vec<usize> {
        let mut depth = 0_usize;
        let mut outside = Vec::new();
        for at in tokens {
            let token = &self.lexemes[at].token;
            if matches!(token, Token::Sign(")" | "]" | "}")) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                outside.push(at);
            }
            if matches!(token, Token::Sign("(" | "[" | "{")) {
                depth += 1;
            }
        }
        outside
    }

    /// Where the second case stands behind `:` or `else`.
    fn second_case(&self, outside: &[usize], at: usize, high: usize) -> Option<usize> {
        let mut inner = 0_usize;
        for &index in outside.iter().filter(|&&index| index > at && index < high) {
            match &self.lexemes[index].token {
                Token::Sign("?") => inner += 1,
                Token::Sign(":") if inner > 0 => inner -= 1,
                Token::Sign(":") if self.lexemes[at].token == Token::Sign("?") => {
                    return Some(index);
                }
                _ if self.is_else(index) => return Some(index),
                _ => {}
            }
        }
        None
    }

    /// The token after the option whose first bracket stands there, if that is certain.
    pub(super) fn end_of_option(&self, bracket: usize) -> Option<usize> {
        for at in self.outside(bracket..self.lexemes.len()) {
            let next = |ahead: usize| self.lexemes.get(at + ahead).map(|lexeme| &lexeme.token);
            match &self.lexemes[at].token {
                Token::End | Token::Sign("|") => return Some(at),
                Token::Word(word) if ["misere", "misère", "win"].contains(&word.as_str()) => {
                    return Some(at);
                }
                Token::Sign("->" | ";") => return None,
                // Options that are separated by commas.
                Token::Sign(",")
                    if [1, 2].into_iter().any(|ahead| next(ahead) == Some(&Token::Sign("["))) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        None
    }
}
