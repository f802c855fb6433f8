//! Expressions: numbers, conditions and sets, by precedence climbing.

use super::mend::neighbour;
use super::{KEYWORDS, MAX_DEPTH, Parsed, Parser};
use crate::language::message;
use crate::rule::ast::{BinaryOp, Expr, ExprKind, NEG_LEVEL, NOT_LEVEL, Name, RANGE_LEVEL};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    /// Precedence climbing: an expression whose operators all bind at least as tightly as `level`.
    pub(super) fn binary(&mut self, level: u8) -> Parsed<Expr> {
        self.deeper(|parser| parser.binary_at(level))
    }

    fn binary_at(&mut self, level: u8) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.prefix(level)?;
        let entry_depth = self.depth;
        let mut compared = false;
        loop {
            if self.is_sign("..") && level <= RANGE_LEVEL {
                left = self.range(left)?;
            } else {
                if self.is_word("not") && self.peek_at(1) == &Token::Word("in".into()) {
                    return Err(self.not_in(&left));
                }
                let Some(op) = self.operator() else { break };
                if op.level() < level || self.belongs_to_the_sum(op) {
                    break;
                }
                let span = self.advance();
                if op.level() == BinaryOp::Eq.level() {
                    if compared {
                        return Err(self.chained(&left, span));
                    }
                    compared = true;
                }
                // `**` groups to the right, everything else to the left.
                let right_level = if op == BinaryOp::Pow { NEG_LEVEL } else { op.level() + 1 };
                let right = self.binary(right_level)?;
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                left = Expr { kind, span: self.since(start) };
            }
            // A chain to the left is as deep a tree as brackets are.
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                self.too_deep = true;
                let message =
                    message!("this chain has more than {most} operators", most = MAX_DEPTH);
                return Err(RuleError::new(self.span(), message)
                    .help(message!("name parts of it with `let`, or use a set {..}")));
            }
        }
        self.depth = entry_depth;
        Ok(left)
    }

    fn range(&mut self, from: Expr) -> Parsed<Expr> {
        let start = from.span;
        self.advance();
        if self.is_sign(".") || self.is_sign("=") {
            let error = RuleError::new(self.span(), message!("a range is written with two dots"));
            let help = message!("1..3 is 1, 2, 3: both ends are included");
            return Err(self.instead(error, help, ""));
        }
        if self.is_sign("<") {
            let error = self.unexpected(&message!("a number, a name or a set"));
            let sign = self.advance();
            let help = message!("1..3 is 1, 2, 3: both ends are included");
            let Ok(end) = self.binary(RANGE_LEVEL + 1) else { return Err(error.help(help)) };
            let last = neighbour(self.text(end.span), -1);
            return Err(error.help(help).mend(sign.to(end.span), Some(last)));
        }
        let to = self.binary(RANGE_LEVEL + 1).map_err(|error| match error.help {
            // `1..`
            None if error.span == self.span() => {
                error.help(message!("a range has two ends: for {text}", text = "k in 1..n"))
            }
            _ => error,
        })?;
        let step = if self.take_word("step") {
            Some(Box::new(self.binary(RANGE_LEVEL + 1)?))
        } else {
            None
        };
        if self.is_sign("..") {
            let error = self.unexpected(&message!("one range"));
            return Err(error.help(message!("numbers in steps are written 1..n step 2")));
        }
        let span = self.since(start);
        Ok(Expr { kind: ExprKind::Range(Box::new(from), Box::new(to), step), span })
    }

    fn prefix(&mut self, level: u8) -> Parsed<Expr> {
        let start = self.span();
        if self.is_word("not") && level <= NOT_LEVEL {
            self.advance();
            let inner = self.binary(NOT_LEVEL)?;
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span: self.since(start) });
        }
        if self.is_sign("-") {
            self.advance();
            let inner = self.binary(NEG_LEVEL)?;
            let span = self.since(start);
            return Ok(match inner.kind {
                ExprKind::Int(value) => Expr { kind: ExprKind::Int(-value), span },
                _ => Expr { kind: ExprKind::Neg(Box::new(inner)), span },
            });
        }
        self.atom()
    }

    /// Whether the operator at hand joins components and not numbers. After an expression a kind
    /// stands directly before its bracket, because in `0..m + n` the next rule may begin with `[`.
    fn belongs_to_the_sum(&self, op: BinaryOp) -> bool {
        let parted =
            matches!((self.peek_at(1), self.peek_at(2)), (Token::Word(_), Token::Sign("[")))
                && self.lexemes[self.at + 1].span.end < self.lexemes[self.at + 2].span.start;
        matches!(op, BinaryOp::Add | BinaryOp::Mul) && self.term_starts(1) && !parted
    }

    fn operator(&self) -> Option<BinaryOp> {
        Some(match self.peek() {
            Token::Word(word) => match word.as_str() {
                "or" => BinaryOp::Or,
                "and" => BinaryOp::And,
                "in" => BinaryOp::In,
                _ => return None,
            },
            Token::Sign(sign) => match *sign {
                "==" => BinaryOp::Eq,
                "!=" => BinaryOp::Ne,
                "<" => BinaryOp::Lt,
                "<=" => BinaryOp::Le,
                ">" => BinaryOp::Gt,
                ">=" => BinaryOp::Ge,
                "\\" => BinaryOp::Without,
                "+" => BinaryOp::Add,
                "-" => BinaryOp::Sub,
                "*" => BinaryOp::Mul,
                "/" => BinaryOp::Div,
                "%" => BinaryOp::Rem,
                "**" => BinaryOp::Pow,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek().clone() {
            Token::Number(digits) => {
                self.advance();
                let value = digits.parse().map_err(|_| {
                    RuleError::new(start, message!("{digits} does not fit in 64 bits", digits))
                        .help(message!("numbers in a rule go up to {max}", max = i64::MAX))
                })?;
                Ok(Expr { kind: ExprKind::Int(value), span: start })
            }
            Token::Word(word)
                if self.peek_at(1) == &Token::Sign("(")
                    && (!KEYWORDS.contains(&word.as_str()) || word == "and" || word == "or") =>
            {
                let name = Name { text: word, span: self.advance() };
                self.advance();
                let listed = matches!(name.text.as_str(), "range" | "set");
                let arguments =
                    if self.is_sign(")") { Vec::new() } else { self.separated(Parser::expr)? };
                self.expect_sign(
                    ")",
                    &message!("after the arguments of {name}", name = name.text),
                )?;
                if listed {
                    return Err(self.set_meant(&name, &arguments, self.since(start)));
                }
                Ok(Expr { kind: ExprKind::Call(name, arguments), span: self.since(start) })
            }
            Token::Word(_) => {
                let name = self.name(&message!("a number or a name"))?;
                Ok(Expr { kind: ExprKind::Name(name.text), span: name.span })
            }
            Token::Sign("(") => {
                let open = self.at;
                self.advance();
                let inner = self.expr()?;
                // `k in (1, 3, 4)`
                if self.is_sign(",")
                    && open > 0
                    && self.lexemes[open - 1].token == Token::Word("in".into())
                {
                    let error = self.unexpected(&message!(
                        "`{sign}` {after}",
                        sign = ")",
                        after = message!("to close the bracket")
                    ));
                    self.at = open;
                    return Err(self.interval(error));
                }
                self.expect_sign(")", &message!("to close the bracket"))?;
                Ok(Expr { kind: inner.kind, span: self.since(start) })
            }
            Token::Sign("{") => self.set(),
            Token::Sign("=") => {
                Err(self.unexpected(&message!("an expression")).help(message!("compare with `==`")))
            }
            Token::Sign("|") => Err(self.absolute()),
            Token::Sign("..") => Err(self
                .unexpected(&message!("a number, a name or a set"))
                .help(message!("a range has both ends, in a list as well: 1..n, {1..9}"))),
            Token::Sign("[") => Err(self
                .unexpected(&message!("a number, a name or a set"))
                .help(message!("square brackets are components; a set has braces: {1, 3}"))),
            _ => Err(self.unexpected(&message!("a number, a name or a set"))),
        }
    }

    fn set(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        if self.take_sign("}") {
            return Ok(Expr { kind: ExprKind::List(Vec::new()), span: self.since(start) });
        }
        let first = self.expr()?;
        let mut clauses = Vec::new();
        while self.clause(&mut clauses)? {}
        let kind = if clauses.is_empty() {
            let mut items = vec![first];
            while self.take_sign(",") {
                if self.is_sign("..") {
                    return Err(self.ellipsis(&items));
                }
                items.push(self.expr()?);
            }
            ExprKind::List(items)
        } else {
            ExprKind::Comprehension(Box::new(first), clauses)
        };
        if self.is_sign("..") {
            return Err(self.unexpected(&message!("`,` or `}` in a set")));
        }
        self.expect_sign("}", &message!("to close the set"))?;
        Ok(Expr { kind, span: self.since(start) })
    }
}
