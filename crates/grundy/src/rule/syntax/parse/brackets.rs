//! Round brackets and braces where square ones are meant: `(a, b) -> ..`, `{n-1}`, `{[n-1], [n-3]}`.

use super::terms::in_square_brackets;
use super::{KEYWORDS, Parsed, Parser};
use crate::language::message;
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;

impl Parser<'_> {
    /// At a head in round brackets or braces, `(a, b) -> ..`.
    pub(super) fn square(&self, error: RuleError) -> RuleError {
        if !self.is_sign("(") && !self.is_sign("{") {
            return error;
        }
        let Some(close) = self.closing(self.at) else { return error };
        let head = matches!(&self.lexemes[close + 1].token, Token::Sign("->"))
            || matches!(&self.lexemes[close + 1].token, Token::Word(word) if word == "if");
        if !head {
            return error;
        }
        self.in_square_brackets(error, close)
    }

    fn in_square_brackets(&self, error: RuleError, close: usize) -> RuleError {
        let inside = self.inside(self.at, close);
        let text = format!("[{inside}]");
        error
            .help(message!("a component is written in square brackets: {text}", text = &text))
            .mend(self.span().to(self.lexemes[close].span), Some(text))
    }

    /// An option in brackets of another kind, `(a-1, b)` or `{n-1}`, or options as in a set.
    pub(super) fn no_brackets_but_square(&self) -> Parsed<()> {
        let Some(close) = self.closing(self.at) else { return Ok(()) };
        let inner = &self.lexemes[self.at + 1..close];
        let after = &self.lexemes[close + 1].token;
        let error = || self.unexpected(&message!("a component such as [n-1]"));
        if inner.iter().any(|lexeme| lexeme.token == Token::Sign("[")) {
            let mut depth = 0_usize;
            let mut text = self.inside(self.at, close).to_owned();
            let start = self.span().end;
            for lexeme in inner {
                match lexeme.token {
                    Token::Sign("(" | "[" | "{") => depth += 1,
                    Token::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
                    Token::Sign(",") if depth == 0 => {
                        let comma = lexeme.span.start - start;
                        text.replace_range(comma..=comma, "|");
                    }
                    _ => {}
                }
            }
            let help = message!("options are separated by `|`: [n] -> [n-1] | [n-2]");
            let span = self.span().to(self.lexemes[close].span);
            let is_alone = self.is_whole_option(close) || !text.contains('|');
            return Err(error().help(help).mend(span, is_alone.then_some(text)));
        }
        let ends = match after {
            Token::End | Token::Sign("|") => true,
            Token::Word(word) => KEYWORDS.contains(&word.as_str()),
            _ => false,
        };
        let is_count = after == &Token::Sign("*");
        let several = inner.iter().any(|lexeme| lexeme.token == Token::Sign(","));
        // `max(a, b) * [n]` has its comma within other brackets, and a product has a `*` behind.
        if is_count || !(ends || several && after == &Token::Sign("+")) || inner.is_empty() {
            return Ok(());
        }
        if let Some(error) = self.joined_set(error(), close) {
            return Err(error);
        }
        if several && self.is_sign("{") && self.only_coordinate().is_some() {
            let help = message!("options are separated by `|`: [n] -> [n-1] | [n-2]");
            let span = self.span().to(self.lexemes[close].span);
            return Err(error().help(help).mend(span, self.options_as_set(close)));
        }
        // `(i + (n-1-i))` is no single heap.
        let inside = self.inside(self.at, close);
        if !several && in_square_brackets(inside).is_none_or(|form| form != format!("[{inside}]")) {
            let text = format!("[{inside}]");
            return Err(
                error().help(message!("a component is written in square brackets: {text}", text))
            );
        }
        Err(self.in_square_brackets(error(), close))
    }
}
