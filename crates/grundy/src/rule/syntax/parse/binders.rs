//! What was probably meant where a clause should give a name and does not: `for k | n`, `for 1 <= k < n`, `b = n-a`.

use super::bounds::Side;
use super::mend::neighbour;
use super::{KEYWORDS, Parser};
use crate::language::message;
use crate::rule::ast::{ExprKind, Span};
use crate::rule::error::RuleError;
use crate::rule::functions::gives_number;
use crate::rule::syntax::lexer::Token;
use crate::rule::syntax::meant;

impl Parser<'_> {
    /// At the name of a binder that could not be read, with the mistake that was found.
    pub(super) fn binder_meant(&mut self, error: RuleError) -> RuleError {
        let Token::Word(first) = self.peek().clone() else { return self.between(error, None) };
        let for_instance =
            || message!("write for instance: for {name} in 1..3", name = first.as_str());
        if let Some((help, span, mend)) = self.by_its_name(&first) {
            return error.help(help).mend(span, mend);
        }
        if let Some((span, form)) = self.choice_told(self.at) {
            let help = message!("write for {text}", text = &form);
            return error.help(help).mend(span, Some(form));
        }
        if self.follows_comma()
            && let Some((span, form)) = self.condition_told(self.at)
        {
            let comma = self.lexemes[self.at - 1].span;
            let help = message!("a condition stands after `if`: for k in 1..9 if k != 4");
            return error.help(help).mend(comma.to(span), Some(format!(" if {form}")));
        }
        let start = self.span();
        let second = self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)].span;
        match self.peek_at(1) {
            Token::Word(name)
                if name != "in" && ["all", "each", "every", "any"].contains(&&*first) =>
            {
                let help = message!("write for instance: for {name} in 1..3", name);
                error.help(help).mend(start.to(second), Some(name.clone()))
            }
            Token::Word(word) if ["from", "of", "over", "属于", "从"].contains(&word.as_str()) => {
                error.help(for_instance()).mend(second, Some("in".to_owned()))
            }
            Token::Sign(sign @ ("=" | "==" | ":")) => {
                let is_named = *sign == "=";
                match is_named.then(|| self.named_value(&first)).flatten() {
                    Some((span, text)) => error
                        .help(message!(
                            "a value gets its name by `let`: {text}",
                            text = text.trim()
                        ))
                        .mend(span, Some(text)),
                    None => error.help(for_instance()).mend(second, Some(" in ".to_owned())),
                }
            }
            Token::Sign("{") => {
                error.help(for_instance()).mend(start, Some(format!("{first} in ")))
            }
            Token::Sign(",") => self.same_set(error),
            Token::Sign("|") if *self.peek_at(2) != Token::Sign("[") => self.divisor(error, &first),
            Token::Sign("!=" | "<" | "<=" | ">" | ">=" | "%" | "(") if self.is_condition() => {
                let comma = self.lexemes[self.at - 1].span;
                let help = message!("a condition stands after `if`: for k in 1..9 if k != 4");
                error.help(help).mend(comma, Some(" if".to_owned()))
            }
            Token::Sign("+") => self.given_sum(error),
            Token::Word(word) if word == "between" => self.between_and(error, &first),
            Token::Word(word) if word == "in" => {
                self.at += 2;
                match self.peek() {
                    Token::Sign("(" | "[") => self.interval(error),
                    _ => self.between(error, Some(&first)),
                }
            }
            _ => self.between(error, None),
        }
    }

    /// At `b = n-a` after `for` or a comma: `let b = n-a`, if that is computed from other numbers, with
    /// the place of it.
    fn named_value(&mut self, name: &str) -> Option<(Span, String)> {
        self.value_of_kind(name, true)
    }

    /// The same where no choice can be meant, so that a number alone is a value too.
    pub(super) fn value_of(&mut self, name: &str) -> Option<(Span, String)> {
        self.value_of_kind(name, false)
    }

    fn value_of_kind(&mut self, name: &str, computed: bool) -> Option<(Span, String)> {
        let start = self.at;
        self.at += 2;
        let value = self.operand();
        let goes_on = matches!(self.peek(), Token::Sign(".." | ":" | "." | "<" | "<="))
            || matches!(self.peek(), Token::Word(word) if meant::word(word).is_some())
            || matches!((self.peek(), self.peek_at(1)), (Token::Sign(","), Token::Number(_)));
        let end = self.since(self.lexemes[start].span);
        self.at = start;
        let value = value.ok().filter(|_| !goes_on)?;
        let is_computed = match &value.kind {
            ExprKind::Neg(_) | ExprKind::Binary(..) => true,
            ExprKind::Call(name, _) => gives_number(&name.text),
            _ => false,
        };
        let before = self.lexemes[..start].last().filter(|_| is_computed || !computed)?;
        let value = self.text(value.span);
        Some((before.span.to(end), format!(" let {name} = {value}")))
    }

    fn follows_comma(&self) -> bool {
        self.at > 0 && self.lexemes[self.at - 1].token == Token::Sign(",")
    }

    /// Whether two numbers are compared behind a comma, `k % 2 = 1`.
    fn is_condition(&self) -> bool {
        let rest = self.lexemes[self.at..].iter().map(|lexeme| &lexeme.token);
        let ends = |token: &&Token| match token {
            Token::End | Token::Sign("|" | "->" | "[") => true,
            Token::Word(word) => KEYWORDS.contains(&word.as_str()),
            _ => false,
        };
        let compares = |token: &Token| {
            matches!(token, Token::Sign("=" | "==" | "!=" | "<" | "<=" | ">" | ">="))
        };
        self.follows_comma() && rest.take_while(|token| !ends(token)).any(compares)
    }

    /// `k | n` for `k in divisors(n)`.
    fn divisor(&mut self, error: RuleError, name: &str) -> RuleError {
        let start = self.span();
        let before = self.lexemes[self.at.saturating_sub(1)].span;
        let known = self.is_introduced(name);
        self.at += 2;
        let Ok(number) = self.operand() else { return error };
        if known {
            let number_text = self.text(number.span);
            let is_simple = number_text.chars().all(char::is_alphanumeric);
            let number_text =
                if is_simple { number_text.to_owned() } else { format!("({number_text})") };
            let text = format!("{number_text} % {name} == 0");
            let help = message!(
                "that {d} divides {n} is written {text}",
                d = name,
                n = self.text(number.span),
                text = &text
            );
            return error
                .help(help)
                .mend(before.to(self.since(start)), Some(format!(" if {text}")));
        }
        let text = format!("{name} in divisors({})", self.text(number.span));
        let help = message!("the numbers that divide another are a set: for {text}", text = &text);
        error.help(help).mend(self.since(start), Some(text))
    }

    /// `a, b in S` for `a in S, b in S`.
    fn same_set(&mut self, error: RuleError) -> RuleError {
        let start = self.span();
        let Ok(names) = self.separated(|parser| parser.name(&message!("a name after `for`")))
        else {
            return error;
        };
        if !self.take_word("in") {
            return error;
        }
        let Ok(set) = self.expr() else { return error };
        let set = self.text(set.span);
        let texts: Vec<String> =
            names.iter().map(|name| format!("{} in {set}", name.text)).collect();
        let text = texts.join(", ");
        error.help(message!("write for {text}", text = &text)).mend(self.since(start), Some(text))
    }

    /// `[1, 2, 3]`, `[1..3]` or `(l, r)` for a set: a list, or all numbers between.
    pub(super) fn interval(&mut self, error: RuleError) -> RuleError {
        let open = self.at;
        let Some(close) = self.closing(open).filter(|_| !self.too_deep) else { return error };
        let is_open = |sign| self.lexemes[open].token == Token::Sign(sign);
        let (round, ends_round) = (is_open("("), self.lexemes[close].token == Token::Sign(")"));
        self.advance();
        let Ok(items) = self.separated(Parser::operand) else { return error };
        // A bracket around a range, `[1..3]`.
        if let [low] = &items[..]
            && self.take_sign("..")
            && let Ok(high) = self.operand()
            && self.at == close
        {
            let (low, high) = (self.text(low.span), self.text(high.span));
            let half_open = round != ends_round;
            let (low, high) = between(low, high, [round && half_open, ends_round && half_open]);
            let range = format!("{low}..{high}");
            let whole = self.lexemes[open].span.to(self.lexemes[close].span);
            return error.help(message!("write {form}", form = &range)).mend(whole, Some(range));
        }
        if self.at != close {
            return error;
        }
        let listed = format!("{{{}}}", self.inside(open, close).trim());
        let texts: Vec<&str> = items.iter().map(|item| self.text(item.span)).collect();
        match &texts[..] {
            [low, high] => {
                let (low, high) = between(low, high, [round, ends_round]);
                error.help(message!(
                    "write {low}..{high} for all numbers between, {listed} for these two",
                    low,
                    high,
                    listed
                ))
            }
            [_] => error,
            _ => error
                .help(message!("a list has braces: {text}", text = &listed))
                .mend(self.lexemes[open].span.to(self.lexemes[close].span), Some(listed)),
        }
    }

    /// `l < k < r` for `k in l+1..r-1`, where `k in` may have been read.
    fn between(&mut self, error: RuleError, name: Option<&str>) -> RuleError {
        let start = self.at;
        match self.range_between(name) {
            Some((name, low, high)) => {
                let range = format!("{low}..{high}");
                let help = message!("write for {text}", text = format!("{name} in {range}"));
                let span = self.since(self.lexemes[start].span);
                // What is read already stands before the place.
                let is_read =
                    start >= 1 && self.lexemes[start - 1].token == Token::Word("in".into());
                let text = if is_read { range } else { format!("{name} in {range}") };
                error.help(help).mend(span, Some(text))
            }
            None => {
                self.at = start;
                let one_sided = matches!(
                    (self.peek(), self.peek_at(1)),
                    (Token::Word(_), Token::Sign("<" | "<=" | ">" | ">="))
                );
                match (self.peek(), name) {
                    // `for k in divisors(n), k < n`
                    (Token::Word(word), None) if one_sided && self.is_introduced(word) => {
                        let comma = self.lexemes[start.saturating_sub(1)].span;
                        let help = message!("a condition is written `if`: [n-1] if n > 3");
                        error.help(help).mend(comma, Some(" if ".to_owned()))
                    }
                    (Token::Word(word), None) if one_sided => {
                        let word = word.clone();
                        match self.one_sided() {
                            Some((text, place)) => {
                                let help =
                                    message!("a range has two ends: for {text}", text = &text);
                                match place {
                                    Some(place) => error.help(help).mend(place, Some(text)),
                                    None => error.help(help),
                                }
                            }
                            None => error.help(match self.lower_end_below(&word) {
                                Some(text) => message!("a range has two ends: for {text}", text),
                                None => {
                                    message!("a range has two ends: for {text}", text = "k in 1..3")
                                }
                            }),
                        }
                    }
                    _ => error,
                }
            }
        }
    }

    /// The name between two bounds, and the least and greatest number that it may be.
    pub(super) fn range_between(
        &mut self,
        wanted: Option<&str>,
    ) -> Option<(String, String, String)> {
        let first = self.operand().ok()?;
        let from = self.direction()?;
        let middle = self.operand().ok()?;
        let to = self.direction()?;
        let last = self.operand().ok()?;
        let ExprKind::Name(name) = middle.kind else { return None };
        if wanted.is_some_and(|wanted| wanted != name) || from.0 != to.0 {
            return None;
        }
        let ((low, above), (high, below)) = match from.0 {
            true => ((first, from.1), (last, to.1)),
            false => ((last, to.1), (first, from.1)),
        };
        let low = self.end(&low, Side::above(above))?;
        Some((name, low, self.end(&high, Side::below(below))?))
    }

    /// Reads an order: whether it rises, and whether it is strict.
    fn direction(&mut self) -> Option<(bool, bool)> {
        let order = match self.peek() {
            Token::Sign("<") => (true, true),
            Token::Sign("<=") => (true, false),
            Token::Sign(">") => (false, true),
            Token::Sign(">=") => (false, false),
            _ => return None,
        };
        self.advance();
        Some(order)
    }
}

/// The ends of the range of all numbers between two, of which round brackets leave out the end; where that leaves nothing,
/// the numbers themselves.
fn between(low: &str, high: &str, round: [bool; 2]) -> (String, String) {
    let ends = (neighbour(low, i64::from(round[0])), neighbour(high, -i64::from(round[1])));
    let number = |text: &str| text.parse::<i64>().ok();
    match (number(&ends.0), number(&ends.1)) {
        (Some(first), Some(last)) if first > last => match number(low) <= number(high) {
            true => (low.to_owned(), high.to_owned()),
            false => (high.to_owned(), low.to_owned()),
        },
        _ => ends,
    }
}
