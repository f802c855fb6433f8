//! Expressions that stand alone: the arguments of a named game, and formulas.

use super::mend::{MOST_BYTES, mended};
use super::{Parsed, Parser, read};
use crate::language::{Message, message};
use crate::rule::ast::{Expr, Span};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;

/// The mended form of the arguments of a set or a game in which a mistake was found, if it is certain.
pub(crate) fn arguments_meant(error: &RuleError, source: &str) -> Option<String> {
    let reads = |text: &str| parse_arguments(text, 0).map(drop);
    if source.len() > MOST_BYTES { None } else { mended(error, source, reads) }
}

/// Reads the arguments of a named game, `1, 5, {2, 3}`; `offset` is where they stand in the whole
/// text, for messages.
pub(crate) fn parse_arguments(source: &str, offset: usize) -> Parsed<Vec<Expr>> {
    let shift = |mut error: RuleError| {
        error.span = Span::new(error.span.start + offset, error.span.end + offset);
        error
    };
    let mut parser = Parser::new(source).map_err(shift)?;
    let arguments = if parser.peek() == &Token::End {
        Vec::new()
    } else {
        parser.separated(Parser::expr).map_err(shift)?
    };
    match parser.peek() {
        Token::End => Ok(arguments),
        _ => Err(shift(parser.unexpected(&message!("`,` or `)` after an argument")))),
    }
}

/// Reads a formula: one expression.
pub(crate) fn parse_formula(source: &str) -> Parsed<Expr> {
    let mut parser = Parser::new(source)?;
    let formula = parser.expr()?;
    match parser.peek() {
        Token::End => Ok(formula),
        _ => Err(parser.unexpected(&message!("the end of the formula"))),
    }
}

/// What to do about a text that is no formula over these names, and the formula that is meant, if that is certain: what
/// follows `if` in a rule is read in the same way, and stands among what may follow it.
pub(crate) fn formula_meant(source: &str, names: &[String]) -> Option<(Message, String)> {
    let names = names.join(", ");
    let before = format!("[{names}] -> [{names}] if ");
    let rule = format!("{before}{source}");
    let error = read(&rule).err().filter(|_| rule.len() <= MOST_BYTES)?;
    let whole = mended(&error, &rule, |text| read(text).map(drop))?;
    let formula = whole.strip_prefix(&before)?.trim().to_owned();
    parse_formula(&formula).ok()?;
    Some((error.help?, formula))
}
