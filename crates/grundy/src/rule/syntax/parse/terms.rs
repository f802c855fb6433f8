//! Options: sums of components, counts of them, and free choices.

use super::{KEYWORDS, Parsed, Parser};
use crate::language::message;
use crate::rule::ast::{BinaryOp, Component, Expr, ExprKind, Span, Term};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;

impl Parser<'_> {
    pub(super) fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        loop {
            self.deeper(|parser| parser.term(&mut terms))?;
            if !self.take_sign("+") {
                return Ok(terms);
            }
        }
    }

    /// Whether a component or another term that is not an expression starts `ahead` tokens on.
    pub(super) fn term_starts(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Token::Sign("[") => true,
            Token::Sign("(") => self.encloses_components(ahead),
            Token::Word(word) if word == "choose" || word == "sum" => true,
            Token::Word(word) if KEYWORDS.contains(&word.as_str()) => false,
            Token::Word(_) => self.peek_at(ahead + 1) == &Token::Sign("["),
            _ => false,
        }
    }

    /// Whether the bracket that opens `ahead` tokens on belongs to a sum, as in `(2 * [n])`: then a
    /// component comes before it closes, which is not so in an expression.
    fn encloses_components(&self, ahead: usize) -> bool {
        let mut open = 0_usize;
        for lexeme in &self.lexemes[self.at + ahead..] {
            match &lexeme.token {
                Token::Sign("[") => return true,
                Token::Sign("(") => open += 1,
                Token::Sign(")") if open > 1 => open -= 1,
                Token::Sign(")" | "]" | "|" | "->") => return false,
                _ => {}
            }
        }
        false
    }

    fn term(&mut self, terms: &mut Vec<Term>) -> Parsed<()> {
        if self.is_sign("{") || self.is_sign("(") && !self.encloses_components(0) {
            self.no_brackets_but_square()?;
        }
        if self.is_sign("(") && self.encloses_components(0) {
            self.advance();
            terms.extend(self.terms()?);
            self.expect_sign(")", &message!("after the sum"))?;
        } else if self.is_word("choose") {
            terms.push(self.choose()?);
        } else if self.is_word("sum") {
            self.advance();
            self.expect_sign("(", &message!("after `sum`")).map_err(|error| {
                error.help(message!("write {form}", form = "sum(i in 1..3) [n-i]"))
            })?;
            terms.push(self.ranges_of_sum()?);
        } else if self.term_starts(0) {
            let component = self.component()?;
            if !component.coords.is_empty() {
                terms.push(Term::Component(component));
            }
        } else if matches!(self.peek(), Token::End | Token::Sign("|" | "," | "]" | "}" | ")")) {
            return Err(self
                .unexpected(&message!("a component such as [n-1]"))
                .help(message!("an option is a sum of components; [] is the empty one")));
        } else if ["if", "for", "let"].into_iter().any(|word| self.is_word(word)) {
            let error = self.unexpected(&message!("a component such as [n-1]"));
            return Err(error
                .help(message!("clauses stand after the option: [n-k] for k in 1..3 if k != n")));
        } else {
            terms.push(self.times()?);
        }
        Ok(())
    }

    /// A sum from its next range on; one of several ranges is a sum of sums.
    fn ranges_of_sum(&mut self) -> Parsed<Term> {
        let (var, set) = self.binder()?;
        let terms = if self.is_sign(",") {
            self.advance();
            vec![self.deeper(Self::ranges_of_sum)?]
        } else {
            self.expect_sign(")", &message!("after the range of the sum"))?;
            self.single_term()?
        };
        Ok(Term::Sum { var, set, terms })
    }

    fn single_term(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        self.deeper(|parser| parser.term(&mut terms))?;
        Ok(terms)
    }

    fn times(&mut self) -> Parsed<Term> {
        let (start, at) = (self.span(), self.at);
        let count = self.multiplier()?;
        if !self.is_sign("*") {
            let message = message!(
                "expected a component such as [n-1], found {found}",
                found = {
                    match &count.kind {
                        ExprKind::Int(_) | ExprKind::Name(_) => message!("a bare number"),
                        _ => message!("an expression"),
                    }
                }
            );
            let error = RuleError::new(self.since(start), message).help(message!(
                "an option is a sum of components in square brackets; [] is the empty one"
            ));
            // `n-k` is read no further than `n` as a count, and meant as a whole.
            self.at = at;
            let Ok(expr) = self.binary(BinaryOp::Add.level()) else { return Err(error) };
            let span = expr.span;
            return Err(match self.peek() {
                // Of `a-1, b` it is not known what belongs together.
                Token::Sign(",") => match self.options_listed(&expr) {
                    Some((span, form)) => error.mend(span, Some(form)),
                    None => error,
                },
                Token::Sign("[") => error.mend(span, Some(format!("{} * ", self.text(span)))),
                // `n-1 | 3`: an amount.
                _ if matches!(expr.kind, ExprKind::Int(_))
                    && at > 0
                    && self.lexemes[at - 1].token == Token::Sign("|") =>
                {
                    error
                }
                _ => {
                    // `n-1 / n-3` is no quotient.
                    let form = in_square_brackets(self.text(span));
                    error.mend(span, form.filter(|_| !divides_by_more(&expr)))
                }
            });
        }
        self.advance();
        Ok(Term::Times { count, terms: self.single_term()? })
    }

    /// Options of one coordinate that are listed without brackets, `n-1, n-3`, from the comma behind the first one on; of what
    /// else follows the comma that first option alone.
    fn options_listed(&mut self, first: &Expr) -> Option<(Span, String)> {
        self.only_coordinate()?;
        let mut all = vec![first.span];
        let comma = self.at;
        while self.take_sign(",") {
            let item = self.binary(BinaryOp::Add.level()).ok();
            let ends = matches!(self.peek(), Token::Sign("," | "|") | Token::End);
            // A number alone is an amount rather.
            let is_option = |item: &Expr| matches!(item.kind, ExprKind::Binary(..));
            match item.filter(|item| ends && is_option(item)) {
                Some(item) => all.push(item.span),
                None => {
                    all.truncate(1);
                    break;
                }
            }
        }
        self.at = comma;
        let forms: Vec<String> = all.iter().map(|&span| format!("[{}]", self.text(span))).collect();
        let last = *all.last()?;
        (!divides_by_more(first)).then(|| (all[0].to(last), forms.join(" | ")))
    }

    /// Whether the bracket at hand, which closes at a token, is a whole option without clauses.
    pub(super) fn is_whole_option(&self, close: usize) -> bool {
        let before = self.at.checked_sub(1).map(|at| &self.lexemes[at].token);
        matches!(before, Some(Token::Sign("->" | "|")))
            && matches!(self.lexemes[close + 1].token, Token::End | Token::Sign("|"))
    }

    /// Options of one coordinate in a set, `{n-1, n-3}`, which closes at a token. A number alone is an amount rather, and
    /// of clauses behind it is not known to what they belong.
    pub(super) fn options_as_set(&self, close: usize) -> Option<String> {
        let commas = self.outside(self.at + 1..close).into_iter();
        let is_comma = |at: &usize| self.lexemes[*at].token == Token::Sign(",");
        let (mut forms, mut begins) = (Vec::new(), self.at + 1);
        for end in commas.filter(is_comma).chain([close]) {
            // `n-1`
            if end < begins + 3 {
                return None;
            }
            let span = self.lexemes[begins].span.to(self.lexemes[end - 1].span);
            forms.push(format!("[{}]", self.text(span)));
            begins = end + 1;
        }
        self.is_whole_option(close).then(|| forms.join(" | "))
    }

    /// The count before `* [..]`: an expression that binds as tightly as a factor.
    fn multiplier(&mut self) -> Parsed<Expr> {
        self.binary(BinaryOp::Mul.level())
    }

    fn choose(&mut self) -> Parsed<Term> {
        let start = self.advance();
        let count = self.expr()?;
        self.expect_word("of", &message!("and a component")).map_err(|error| {
            let help = message!("write {form}", form = "choose 2 of [i] for i in 0..n-1");
            match self.is_word("from") {
                true => self.instead(error, help, "of"),
                false => error.help(help),
            }
        })?;
        let component = self.component()?;
        let mut clauses = Vec::new();
        self.expect_word("for", &message!("and the range of each choice"))?;
        self.binders(&mut clauses)?;
        while self.filter(&mut clauses)? {}
        Ok(Term::Choose { count, component, clauses, span: self.since(start) })
    }

    pub(super) fn component(&mut self) -> Parsed<Component> {
        let start = self.span();
        let kind = match self.peek() {
            Token::Word(_) => Some(self.name(&message!("the name of a kind"))?),
            _ => None,
        };
        self.expect_sign("[", &message!("and the coordinates of a component"))?;
        let coords = if self.is_sign("]") { Vec::new() } else { self.separated(Parser::expr)? };
        self.expect_sign("]", &message!("after the coordinates"))?;
        let span = self.since(start);
        if let (Some(name), true) = (&kind, coords.is_empty()) {
            return Err(RuleError::new(
                span,
                message!("`{name}[]` has no coordinates", name = name.text),
            )
            .help(message!("the empty position is written []")));
        }
        Ok(Component { kind, coords, span })
    }
}

/// An option without its brackets in square ones: `n-1` and `n/2 + 1` in one pair, `i + (n-1-i)`, `a + b` and `n/2 + n/2` in
/// one each; nothing where neither is certain.
pub(super) fn in_square_brackets(text: &str) -> Option<String> {
    let mut depth = 0;
    let summands = text.split(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == '+' && depth == 0
    });
    let summands: Vec<&str> = summands.map(str::trim).collect();
    let is_number = |summand: &&&str| summand.parse::<i64>().is_ok();
    if summands.len() - summands.iter().filter(is_number).count() <= 1 {
        // `n-2 + 1` may be two heaps.
        if summands.len() > 1 && text.contains('-') {
            return None;
        }
        return Some(format!("[{text}]"));
    }
    // `(a)-(b)` is no number in one pair of them.
    let within = |summand: &str| {
        let inner = summand.strip_prefix('(')?.strip_suffix(')')?;
        (!inner.contains(['(', ')'])).then(|| inner.to_owned())
    };
    let is_name = |summand: &&str| summand.chars().all(char::is_alphanumeric);
    let is_sum = summands.iter().any(|summand| within(summand).is_some())
        || summands.iter().all(is_name)
        || summands.iter().all(|summand| *summand == summands[0]);
    let inner = |summand: &&str| within(summand).unwrap_or_else(|| (*summand).to_owned());
    let parts: Vec<String> = summands.iter().map(|part| format!("[{}]", inner(part))).collect();
    is_sum.then(|| parts.join(" + "))
}

/// Whether a quotient is in it by more than a number.
fn divides_by_more(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => {
            let of_numbers =
                matches!((&left.kind, &right.kind), (ExprKind::Int(_), ExprKind::Int(_)));
            *op == BinaryOp::Div && (of_numbers || matches!(right.kind, ExprKind::Name(_)))
                || divides_by_more(left)
                || divides_by_more(right)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::rule::parse;

    #[test]
    fn options_in_no_brackets_or_other_ones_are_told() {
        for (typed, whole) in [
            ("n -> i + (n-1-i) for i in 0..n-1", Some("[n] -> [i] + [n-1-i] for i in 0..n-1")),
            ("n -> n/2 + n/2", Some("[n] -> [n/2] + [n/2]")),
            ("n -> n/2 + 1 if n > 2", Some("[n] -> [n/2 + 1] if n > 2")),
            ("[n] -> [i] ^ [n-i] for i in 1..n-1", Some("[n] -> [i] + [n-i] for i in 1..n-1")),
            ("n -> n-1, n-3", Some("[n] -> [n-1] | [n-3]")),
            ("[n] -> {n-1, n-3}", Some("[n] -> [n-1] | [n-3]")),
            ("[n] -> {n-k, n/2} for k in {1, 2}", None),
            ("[n] -> {1, 3}", None),
            ("[a, b] -> {a-1, b-1}", Some("[a, b] -> [a-1, b-1]")),
        ] {
            assert_eq!(parse(typed).unwrap_err().whole.as_deref(), whole, "{typed}");
        }
    }
}
