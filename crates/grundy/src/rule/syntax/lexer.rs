//! Words, numbers and signs of the notation.

use super::ast::Span;
use super::parse::is_verb;
use super::{meant, superscripts};
use crate::language::{Argument, Said, message};
use crate::rule::error::RuleError;

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) span: Span,
}

/// The tokens. Numbers keep their digits: a rule wants 64 bits, a position any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Number(String),
    Word(String),
    Text(String),
    Sign(&'static str),
    End,
}

impl Token {
    /// The token as a message names it.
    pub(crate) fn describe(&self) -> Argument {
        match self {
            Token::Number(text) | Token::Word(text) => format!("`{text}`").into(),
            Token::Text(_) => message!("a quoted title").said(),
            Token::Sign(sign) => format!("`{sign}`").into(),
            Token::End => message!("the end").said(),
        }
    }
}

/// Signs, longest first so that the first match is the right one.
const SIGNS: [&str; 28] = [
    "**", "->", "..", "==", "!=", "<=", ">=", "[", "]", "(", ")", "{", "}", "+", "-", "*", "/",
    "%", "\\", "|", ",", "=", "<", ">", ":", ";", ".", "?",
];

/// Splits `source` into tokens; the last one is [`Token::End`]. `#` starts a comment.
pub(crate) fn lex(source: &str) -> Result<Vec<Lexeme>, RuleError> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
            continue;
        }
        if first == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (token, length) = if first.is_ascii_digit() {
            number(rest, at)?
        } else if superscripts::plain(first).is_some() {
            return Err(superscripts::mistake(source, at));
        } else if first.is_alphabetic() || first == '_' {
            let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let length = rest
                .find(|c: char| !in_word(c) || superscripts::plain(c).is_some())
                .unwrap_or(rest.len());
            (Token::Word(rest[..length].to_owned()), length)
        } else if first == '"' {
            title(rest, at)?
        } else {
            sign(source, at)?
        };
        lexemes.push(Lexeme { token, span: Span::new(at, at + length) });
        at += length;
    }
    lexemes.push(Lexeme { token: Token::End, span: Span::new(at, at) });
    Ok(lexemes)
}

fn number(rest: &str, at: usize) -> Result<(Token, usize), RuleError> {
    let length = rest.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(rest.len());
    let is_letter = |c: char| c.is_alphanumeric() && superscripts::plain(c).is_none();
    if rest[length..].starts_with(|c: char| c.is_alphabetic() && is_letter(c)) {
        let word =
            length + rest[length..].find(|c: char| !is_letter(c)).unwrap_or(rest.len() - length);
        let (digits, letters) = (&rest[..length], &rest[length..word]);
        let error = RuleError::new(
            Span::new(at, at + word),
            message!("`{word}` is neither a number nor a name", word = &rest[..word]),
        );
        // `n % 3等于1`
        if is_verb(letters) {
            let end = Span::new(at + length, at + length);
            let help =
                message!("a blank stands behind the number: {digits} {letters}", digits, letters);
            return Err(error.help(help).mend(end, Some(" ".to_owned())));
        }
        return Err(error.help(message!(
            "for a product write {digits} * {letters}",
            digits,
            letters
        )));
    }
    let digits = rest[..length].chars().filter(char::is_ascii_digit).collect();
    Ok((Token::Number(digits), length))
}

/// Whether a sign does something to a terminal or to the order of others, and is nothing to read.
fn is_control(sign: char) -> bool {
    let turns =
        matches!(sign, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || sign.is_control() && sign != '\t'
}

fn title(rest: &str, at: usize) -> Result<(Token, usize), RuleError> {
    match rest[1..].find(['"', '\n']) {
        Some(end) if rest[1 + end..].starts_with('"') => {
            let text = &rest[1..=end];
            match text.char_indices().find(|&(_, sign)| is_control(sign)) {
                None => Ok((Token::Text(text.to_owned()), end + 2)),
                Some((place, sign)) => {
                    let start = at + 1 + place;
                    let message = message!(
                        "{sign} is a control character, and no part of a title",
                        sign = sign.escape_unicode()
                    );
                    Err(RuleError::new(Span::new(start, start + sign.len_utf8()), message))
                }
            }
        }
        _ => Err(RuleError::new(
            Span::new(at, at + 1),
            message!("this title does not end on its line"),
        )
        .help(message!("close it with \""))),
    }
}

fn sign(source: &str, at: usize) -> Result<(Token, usize), RuleError> {
    let (before, rest) = source.split_at(at);
    if let Some((typed, (help, mend))) = meant::sign(before, rest) {
        let span = Span::new(at, at + typed.len());
        let message = message!("`{typed}` is not a sign of the notation", typed);
        return Err(RuleError::new(span, message).help(help).mend(span, mend));
    }
    for sign in SIGNS {
        if rest.starts_with(sign) {
            return Ok((Token::Sign(sign), sign.len()));
        }
    }
    let first = rest.chars().next().unwrap_or(' ');
    let span = Span::new(at, at + first.len_utf8());
    // A quote is shown as it was typed, what cannot be seen by its number.
    let first = match first {
        '\'' | '"' => first.to_string(),
        _ => first.escape_debug().to_string(),
    };
    let message = message!("`{first}` is not a sign of the notation", first);
    Err(RuleError::new(span, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<Token> {
        lex(source).unwrap().into_iter().map(|lexeme| lexeme.token).collect()
    }

    #[test]
    fn a_range_after_a_number_is_not_a_fraction() {
        assert_eq!(
            tokens("0..n-1 # all"),
            [
                Token::Number("0".into()),
                Token::Sign(".."),
                Token::Word("n".into()),
                Token::Sign("-"),
                Token::Number("1".into()),
                Token::End
            ]
        );
    }

    #[test]
    fn titles_have_no_signs_that_are_not_to_be_read() {
        for sign in ["\u{1b}[31m", "\u{7}", "\u{7f}", "\u{202e}"] {
            let error = lex(&format!("game \"red{sign}\"")).unwrap_err();
            assert_eq!(error.span.start, 9, "{sign:?}");
        }
        assert_eq!(tokens("\"取子 ←→\""), [Token::Text("取子 ←→".into()), Token::End]);
    }

    #[test]
    fn foreign_signs_are_mended() {
        for (typed, meant) in [("a ^ b", "xor"), ("a && b", "and"), ("a ！ b", ""), ("2n", "2 * n")]
        {
            let error = lex(typed).unwrap_err();
            assert!(error.to_string().contains(meant), "{typed}");
        }
    }

    #[test]
    fn titles_and_line_ends() {
        assert_eq!(tokens("\"A b\"\r\n"), [Token::Text("A b".into()), Token::End]);
        assert!(lex("\"A\n\"").is_err());
    }
}
