//! What was probably meant where something is said in words or as on paper: `n even`, `k in odd(n)`,
//! `{1, 2, ..., 6}`, `[n-1|3|4]`, `k < n`.

use super::bounds::Side;
use super::{KEYWORDS, Parser};
use crate::language::message;
use crate::rule::ast::{BinaryOp, Clause, Expr, ExprKind, Name, Span};
use crate::rule::error::RuleError;
use crate::rule::functions::set_function;
use crate::rule::syntax::lexer::{Lexeme, Token};

/// Words that join conditions.
const JOINS: [&str; 4] = ["and", "且", "并且", "而且"];

impl Parser<'_> {
    fn word_at(&self, at: usize) -> Option<&str> {
        match &self.lexemes.get(at)?.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// `n even`, `n is odd` or `n is divisible by 3` whose word after the number is the token at `at`:
    /// the condition that is meant, and its place.
    pub(super) fn quality(&self, at: usize) -> Option<(Span, String)> {
        let number = at.checked_sub(1)?;
        let name = self.word_at(number).filter(|word| !KEYWORDS.contains(word))?;
        let begins = self.word_at(number.checked_sub(1)?)?;
        if !["if", "and", "or", "not"].contains(&begins) {
            return None;
        }
        let is = matches!(self.word_at(at)?, "is" | "为" | "是");
        let last = at + usize::from(is);
        let (form, last) = match self.word_at(last)? {
            "even" | "偶数" | "是偶数" | "为偶数" => (format!("{name} % 2 == 0"), last),
            "odd" | "奇数" | "是奇数" | "为奇数" => (format!("{name} % 2 == 1"), last),
            "prime" | "质数" | "素数" | "是质数" | "是素数" => {
                (format!("is_prime({name})"), last)
            }
            "square" => (format!("is_square({name})"), last),
            "divisible" if self.word_at(last + 1) == Some("by") => {
                match &self.lexemes.get(last + 2)?.token {
                    Token::Number(by) | Token::Word(by) => {
                        (format!("{name} % {by} == 0"), last + 2)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some((self.lexemes[number].span.to(self.lexemes[last].span), form))
    }

    /// At `mod` or the like, perhaps behind a bracket that opens: `n = 1 mod 3` compares the remainder of the left side, and of
    /// `n - k mod 3` it is not certain what is divided. The place, and what is written for it where that is known.
    pub(super) fn remainder(&self, at: usize) -> Option<(Span, Option<String>)> {
        let in_brackets = self.lexemes.get(at)?.token == Token::Sign("(");
        let word = at + usize::from(in_brackets);
        if !matches!(self.word_at(word)?, "mod" | "modulo" | "rem") {
            return None;
        }
        let is_sign = |at: usize, signs: &[&str]| matches!(&self.lexemes[at].token, Token::Sign(sign) if signs.contains(sign));
        let compared = at.checked_sub(2)?;
        let begins = |at: usize| matches!(&self.lexemes[at].token, Token::Word(word) if KEYWORDS.contains(&word.as_str()));
        let last = word + 1 + usize::from(in_brackets);
        let unclear = Some((self.lexemes[word].span, None));
        if !is_sign(compared, &["=", "==", "!="]) {
            // Of `n mod k+1` and `1 or 2 mod 3` as little is certain.
            let goes_on = last + 1 < self.lexemes.len() && is_sign(last + 1, &["+", "-", "*", "/"]);
            let joined = matches!(self.word_at(compared), Some("or" | "and"))
                && !is_sign(
                    (last + 1).min(self.lexemes.len() - 1),
                    &["=", "==", "!=", "<", "<=", ">", ">="],
                );
            let is_sum = is_sign(compared, &["+", "-"]);
            return if (is_sum || goes_on || joined) && !in_brackets { unclear } else { None };
        }
        let first = (0..compared).rfind(|&at| begins(at))? + 1;
        if self.word_at(first - 1) == Some("let") {
            return None;
        }
        let number = |at: usize| match &self.lexemes.get(at)?.token {
            Token::Number(digits) => digits.parse::<u64>().ok(),
            _ => None,
        };
        let (Some(rest), Some(by)) = (number(at - 1), number(word + 1)) else { return unclear };
        let closes = !in_brackets || is_sign(last, &[")"]);
        let ends = match self.lexemes.get(last + 1).map(|lexeme| &lexeme.token) {
            Some(Token::Word(word)) => KEYWORDS.contains(&word.as_str()),
            Some(Token::Sign(sign)) => ["|", ",", "}", ")"].contains(sign),
            token => matches!(token, None | Some(Token::End)),
        };
        if first >= compared || !closes || !ends || rest >= by {
            return unclear;
        }
        let left = self.text(self.lexemes[first].span.to(self.lexemes[compared - 1].span));
        let left = if first + 1 < compared { format!("({left})") } else { left.to_owned() };
        let sign = if is_sign(compared, &["!="]) { "!=" } else { "==" };
        let span = self.lexemes[first].span.to(self.lexemes[last].span);
        Some((span, Some(format!("{left} % {by} {sign} {rest}"))))
    }

    /// The only coordinate of the rule at hand.
    pub(super) fn only_coordinate(&self) -> Option<&str> {
        let arrow = self.lexemes[..self.at].iter().rposition(|at| at.token == Token::Sign("->"))?;
        let head = &self.lexemes[..arrow];
        let open = head.iter().rposition(|lexeme| lexeme.token == Token::Sign("["))?;
        let closes = self.lexemes.get(open + 2)?.token == Token::Sign("]");
        self.word_at(open + 1).filter(|_| closes)
    }

    /// The set of a choice that is a number or a condition by its name, `odd(n)`, `fib(n)`, or that
    /// lacks how far it goes, `primes`.
    pub(super) fn set_in_words(&self, set: &Expr) -> Option<RuleError> {
        let (name, form) = match &set.kind {
            ExprKind::Call(Name { text, .. }, arguments) => {
                let [argument] = &arguments[..] else { return None };
                let n = self.text(argument.span);
                let form = match text.as_str() {
                    "odd" | "odds" | "奇数" => format!("1..{n} step 2"),
                    "even" | "evens" | "偶数" => format!("2..{n} step 2"),
                    "fibonacci" => format!("fibs({n})"),
                    "prime" | "质数" | "素数" => format!("primes({n})"),
                    "square" | "平方数" | "完全平方数" => format!("squares({n})"),
                    "divisor" => format!("divisors({n})"),
                    _ => return None,
                };
                (text, form)
            }
            ExprKind::Name(text) if !self.is_introduced(text) => {
                let n = self.only_coordinate()?;
                let form = match (set_function(text), text.as_str()) {
                    (Some(_), "powers") => format!("powers(2, {n})"),
                    (Some(_), _) => format!("{text}({n})"),
                    (None, "odd" | "奇数") => format!("1..{n} step 2"),
                    (None, "even" | "偶数") => format!("2..{n} step 2"),
                    (None, "prime" | "质数" | "素数") => format!("primes({n})"),
                    (None, "square" | "平方数") => format!("squares({n})"),
                    (None, "约数" | "因数") => format!("divisors({n})"),
                    _ => return None,
                };
                let error =
                    RuleError::new(set.span, message!("`{name}` is not a set", name = text));
                // `odd numbers`
                let plural = matches!(self.peek(), Token::Word(word) if word == "numbers");
                let span = if plural { set.span.to(self.span()) } else { set.span };
                return Some(
                    error.help(message!("write {form}", form = &form)).mend(span, Some(form)),
                );
            }
            _ => return None,
        };
        let error = RuleError::new(set.span, message!("`{name}` is not a set", name));
        Some(error.help(message!("write {form}", form = &form)).mend(set.span, Some(form)))
    }

    /// A condition that asks by a function which the notation does not have, `prime(k)`, `is_odd(n)`.
    pub(super) fn asked_in_words(&self, condition: &Expr) -> Option<RuleError> {
        let (name, argument) = match &condition.kind {
            ExprKind::Not(inner) => return self.asked_in_words(inner),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                return self.asked_in_words(left).or_else(|| self.asked_in_words(right));
            }
            ExprKind::Call(name, arguments) => match &arguments[..] {
                [argument] => (name, argument),
                _ => return None,
            },
            _ => return None,
        };
        let of = self.text(argument.span);
        let simple =
            matches!(argument.kind, ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Call(..));
        let number = if simple { of.to_owned() } else { format!("({of})") };
        let form = match name.text.as_str() {
            "odd" | "is_odd" | "isodd" | "奇数" => format!("{number} % 2 == 1"),
            "even" | "is_even" | "iseven" | "偶数" => format!("{number} % 2 == 0"),
            "prime" | "isprime" | "质数" | "素数" => format!("is_prime({of})"),
            "square" | "issquare" | "平方数" | "完全平方数" => format!("is_square({of})"),
            _ => return None,
        };
        let error =
            RuleError::new(name.span, message!("unknown function `{name}`", name = &name.text));
        let error = error.help(message!("write {form}", form = &form));
        Some(error.mend(condition.span, Some(form)))
    }

    /// In an option from the token at `from` on: the lowest bit of a number by its name in C, `[n-lowbit(n)]`. What is
    /// taken away is 0 where the number is, and then the option would be the position itself.
    pub(super) fn lowest_bit(&self, from: usize, clauses: &[Clause]) -> Option<RuleError> {
        let at = (from..self.at).find(|&at| self.word_at(at) == Some("lowbit"))?;
        let token = |at: usize| self.lexemes.get(at).map(|lexeme| &lexeme.token);
        let close = self.closing(at + 1).filter(|_| token(at + 1) == Some(&Token::Sign("(")))?;
        let name = &self.lexemes[at];
        let number = self.inside(at + 1, close).trim();
        let is_simple = close == at + 3;
        let minus = if is_simple { format!("-{number}") } else { format!("-({number})") };
        let mut form = format!("and({number}, {minus})");
        let error =
            RuleError::new(name.span, message!("unknown function `{name}`", name = "lowbit"));
        let error = error.help(message!("write {form}", form = &form));
        let behind = token(close + 1);
        let is_taken = at > from
            && token(at - 1) == Some(&Token::Sign("-"))
            && matches!(behind, Some(Token::Sign("]" | ",")));
        let mut end = self.lexemes[close].span;
        let asks = clauses.iter().any(|clause| matches!(clause, Clause::If(_)))
            || self.lexemes[..from].iter().any(|lexeme| lexeme.token == Token::Word("if".into()));
        if is_taken && is_simple && !asks {
            let last = self.lexemes[self.at - 1].span;
            form += &self.source[end.end..last.end];
            form += &format!(" if {number} > 0");
            end = last;
        }
        Some(error.mend(name.span.to(end), Some(form)))
    }

    /// At `..` after a comma in a set: `{1, 2, ..., 6}`, if its numbers go up by equal steps.
    pub(super) fn ellipsis(&mut self, items: &[Expr]) -> RuleError {
        let error = self
            .unexpected(&message!("a number, a name or a set"))
            .help(message!("a range has both ends, in a list as well: 1..n, {1..9}"));
        self.advance();
        self.take_sign(".");
        self.take_sign(",");
        let numbers: Option<Vec<i64>> = items
            .iter()
            .map(|item| match item.kind {
                ExprKind::Int(number) => Some(number),
                _ => None,
            })
            .collect();
        let (Some(numbers), Ok(last)) = (numbers, self.operand()) else { return error };
        let Some(&first) = numbers.first() else { return error };
        if !self.is_sign("}") && !self.is_sign(",") {
            return error;
        }
        let steps: Option<Vec<i64>> =
            numbers.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect();
        let Some(steps) = steps else { return error };
        let step = steps.first().copied().unwrap_or(1);
        if step < 1 || steps.iter().any(|&other| other != step) {
            return error;
        }
        let mut form = format!("{first}..{}", self.text(last.span));
        if step > 1 {
            form += &format!(" step {step}");
        }
        let help = message!("write {form}", form = &form);
        error.help(help).mend(items[0].span.to(last.span), Some(form))
    }

    /// At `|` in a component, `[n-1|3|4]`: several amounts.
    pub(super) fn amounts(&self, error: RuleError) -> RuleError {
        let divides = message!("that d divides n is written n % d == 0");
        let tokens = &self.lexemes;
        if let Some((help, span, mend)) = self.options_in_component() {
            return error.help(help).mend(span, mend);
        }
        let open = self.at.checked_sub(4).filter(|&open| tokens[open].token == Token::Sign("["));
        let Some((open, close)) = open.and_then(|open| Some((open, self.closing(open)?))) else {
            return error.help(divides);
        };
        let is_list = tokens.get(open + 3..close).unwrap_or_default().iter().enumerate().all(
            |(at, lexeme)| match at % 2 {
                0 => matches!(lexeme.token, Token::Number(_)),
                _ => lexeme.token == Token::Sign("|"),
            },
        );
        let (Some(name), Token::Sign("-"), true) =
            (self.word_at(open + 1), &tokens[open + 2].token, is_list)
        else {
            return error.help(divides);
        };
        let amounts = self.inside(open + 2, close).replace('|', ",");
        let amounts: Vec<&str> = amounts.split(',').map(str::trim).collect();
        let chosen = if name == "k" { "j" } else { "k" };
        let form = format!("[{name}-{chosen}] for {chosen} in {{{}}}", amounts.join(", "));
        let ends = match &tokens[close + 1].token {
            Token::End | Token::Sign("|") => true,
            Token::Word(word) => word == "if",
            _ => false,
        };
        let mend = ends.then(|| form.clone());
        let error = error.help(message!("several amounts are a set: {form}", form));
        error.mend(tokens[open].span.to(tokens[close].span), mend)
    }

    /// At `k < n` or `k <= 3` where a choice is to stand, perhaps with `and k >= 1`: the choice with both
    /// its ends, and its place where these are certain.
    pub(super) fn one_sided(&mut self) -> Option<(String, Option<Span>)> {
        let start = self.at;
        let found = self.one_sided_from(start);
        self.at = start;
        found
    }

    fn one_sided_from(&mut self, start: usize) -> Option<(String, Option<Span>)> {
        let name = self.word_at(start)?.to_owned();
        let span = self.span();
        let first = self.bound(&name)?;
        let mut end = self.since(span);
        let next = self.at;
        let joined = self.word_at(next).is_some_and(|word| JOINS.contains(&word))
            || self.is_sign(",") && self.word_at(next + 1) == Some(name.as_str());
        let mut second = None;
        if joined && self.word_at(next + 1) == Some(name.as_str()) {
            self.advance();
            second = self.bound(&name).filter(|second| second.0 != first.0);
            if second.is_some() {
                end = self.since(span);
            }
        }
        let (low, high, certain) = match (first, second) {
            ((true, high), Some((_, low))) | ((false, low), Some((_, high))) => (low, high, true),
            ((true, high), None) => {
                let least = self.least(start, &name);
                (least.unwrap_or("1").to_owned(), high, least.is_some())
            }
            ((false, _), None) => return None,
        };
        Some((format!("{name} in {low}..{high}"), certain.then(|| span.to(end))))
    }

    /// At `k >= 1` where a choice is to stand: the choice up to what may be taken, `[n-k]`, or left, `[k]`.
    pub(super) fn lower_end_below(&mut self, name: &str) -> Option<String> {
        let start = self.at;
        let bound = self.bound(name);
        self.at = start;
        let (false, low) = bound? else { return None };
        let n = self.only_coordinate()?.to_owned();
        match self.uses(start, name)? {
            (false, true) => Some(format!("{name} in {low}..{n}")),
            (true, false) => Some(format!("{name} in {low}..{n}-1")),
            _ => None,
        }
    }

    /// Reads `k < n`: whether that is a bound from above, and the last number that it allows.
    fn bound(&mut self, name: &str) -> Option<(bool, String)> {
        if self.word_at(self.at) != Some(name) {
            return None;
        }
        self.advance();
        let side = match self.peek() {
            Token::Sign("<") => Side::Below,
            Token::Sign("<=") => Side::UpTo,
            Token::Sign(">") => Side::Above,
            Token::Sign(">=") => Side::From,
            _ => return None,
        };
        self.advance();
        let bound = self.operand().ok()?;
        Some((matches!(side, Side::Below | Side::UpTo), self.end(&bound, side)?))
    }

    /// The least number that a name stands for in the option before the token at `at`: what is left, `[k]`,
    /// may be 0, what is taken, `[n-k]`, may not. It is not certain where both are there, `[k] + [n-k]`.
    fn least(&self, at: usize, name: &str) -> Option<&'static str> {
        match self.uses(at, name)? {
            (true, true) => None,
            (true, false) => Some("0"),
            (false, _) => Some("1"),
        }
    }

    /// Whether a name is what is left, `[k]`, and whether it is taken, `[n-k]` or `[n-2*k]`, in the option before the token at
    /// `at`; nothing where it stands otherwise too, as in `[n-1-k]`.
    fn uses(&self, at: usize, name: &str) -> Option<(bool, bool)> {
        let from = self.lexemes[..at]
            .iter()
            .rposition(|lexeme| matches!(lexeme.token, Token::Sign("->" | "|")))
            .map_or(0, |at| at + 1);
        let is_name = |lexeme: &Lexeme| matches!(&lexeme.token, Token::Word(word) if word == name);
        let opens = |lexeme: &Lexeme| matches!(lexeme.token, Token::Sign("[" | ","));
        let closes = |lexeme: &Lexeme| matches!(lexeme.token, Token::Sign("]" | ","));
        let is_sign = |lexeme: &Lexeme, sign| lexeme.token == Token::Sign(sign);
        let option = &self.lexemes[from..at];
        let all = option.iter().filter(|lexeme| is_name(lexeme)).count();
        let left = option
            .windows(3)
            .filter(|three| opens(&three[0]) && is_name(&three[1]) && closes(&three[2]));
        let taken = option.windows(5).filter(|five| {
            opens(&five[0]) && is_sign(&five[2], "-") && is_name(&five[3]) && closes(&five[4])
        });
        let times = option.windows(7).filter(|seven| {
            opens(&seven[0])
                && is_sign(&seven[2], "-")
                && matches!(seven[3].token, Token::Number(_))
                && is_sign(&seven[4], "*")
                && is_name(&seven[5])
                && closes(&seven[6])
        });
        let (left, taken) = (left.count(), taken.count() + times.count());
        (left + taken == all).then_some((left > 0, taken > 0))
    }
}
