//! A sign that must stand somewhere, and what was probably meant where another does.

use super::{Parsed, Parser};
use crate::language::{Message, message};
use crate::rule::ast::Span;
use crate::rule::syntax::lexer::Token;
use crate::rule::syntax::meant;

impl Parser<'_> {
    /// Whether the point at hand is that of `math.gcd(..)`.
    fn is_qualified(&self) -> bool {
        let word =
            |at: usize| matches!(self.lexemes.get(at).map(|at| &at.token), Some(Token::Word(_)));
        self.at > 0
            && word(self.at - 1)
            && word(self.at + 1)
            && self.peek_at(2) == &Token::Sign("(")
            && self.lexemes[self.at - 1].span.end == self.span().start
    }

    pub(super) fn expect_sign(&mut self, sign: &'static str, after: &Message) -> Parsed<Span> {
        if self.is_sign(sign) {
            return Ok(self.advance());
        }
        let error = self.unexpected(&message!("`{sign}` {after}", sign, after));
        if let Some((span, form)) = self.quality(self.at) {
            return Err(error.help(message!("write {form}", form = &form)).mend(span, Some(form)));
        }
        if let Token::Word(word) = self.peek()
            && let Some((help, mend)) = meant::word(word)
        {
            if let Some((span, mend)) = self.remainder(self.at) {
                return Err(error.help(help).mend(span, mend));
            }
            return Err(error.help(help).mend(self.span(), mend));
        }
        if let Some((span, form)) = self.values_apart() {
            return Err(error.help(message!("write {form}", form = &form)).mend(span, Some(form)));
        }
        let error = match (sign, self.peek()) {
            (_, Token::Sign("?")) => error.help(meant::two_options(meant::TWO_OPTIONS)),
            _ if self.is_indexed() => error.help(meant::index()),
            ("->", Token::Sign("=" | ":")) if self.is_behind("]") => {
                self.instead(error, message!("options follow an arrow `->`, and their mex is taken by itself: [n] -> [n-1] | [n-2]"), "->")
            }
            ("=", Token::Word(word)) if word == "in" => {
                let (name, before) = (self.at - 1, self.at.saturating_sub(2));
                let span = self.lexemes[before].span.to(self.lexemes[name].span);
                let form = format!("for {}", self.text(self.lexemes[name].span));
                let help = message!("choices begin with `for`: for k in 1..3");
                error.help(help).mend(span, Some(form))
            }
            (_, Token::Sign(".")) if self.is_qualified() => {
                let span = self.lexemes[self.at - 1].span.to(self.span());
                let form = self.text(self.lexemes[self.at + 1].span);
                let help = message!("functions stand alone: {form}(..)", form);
                error.help(help).mend(span, Some(String::new()))
            }
            (_, Token::Sign("=")) => self.instead(error, message!("compare with `==`"), "=="),
            ("]", Token::Sign("|")) => self.amounts(error),
            (")", Token::Sign("|")) => self.options_in_brackets(error),
            (_, Token::Sign("|")) => error.help(message!(
                "that d divides n is written n % d == 0, and amounts to choose from are a set: [n-k] for k in {set}",
                set = "{1, 3, 4}"
            )),
            (_, Token::Sign(".")) => {
                error.help(message!("numbers are whole; a range has two dots: 1..3"))
            }
            ("]", Token::Word(word)) if word == "for" || word == "if" && !self.has_else() => {
                self.clauses_inside(error)
            }
            ("]", Token::Sign("[")) => error.help(message!(
                "coordinates have no index: each has a name of its own, as in [a, b]"
            )),
            ("]", Token::Sign(";")) => {
                self.instead(error, message!("coordinates are separated by commas: [a, b]"), ",")
            }
            ("]", Token::Word(_) | Token::Number(_)) => {
                error.help(message!("coordinates are separated by commas: [a, b]"))
            }
            // What a head has for coordinates are names.
            ("]", Token::Sign("+" | "-" | "*" | "/")) => error.help(message!(
                "a rule begins with the names of its coordinates, [n] or [a, b]; options are separated by `|`: [n] -> [n-1] | [n-2]"
            )),
            ("]", _) => error.help(message!("a component ends with `]`: [n-1] or [a, b-1]")),
            (")", _) => error.help(message!("every `(` needs its `)`")),
            ("}", _) => error.help(message!("a set ends with `}`: {1, 3, 4}")),
            ("[", _) => error.help(message!("a component is written in square brackets: [n-1]")),
            ("->", Token::Word(word)) if matches!(&word[..], "unordered" | "misere") => {
                error.help(meant::in_front(word))
            }
            ("->", _) => error.help(message!("a rule looks like [n] -> [n-k] for k in 1..3")),
            _ => error,
        };
        Err(error)
    }
}
