//! Random syntax trees: everything that the grammar allows, whether or not it means anything.

use std::collections::HashSet;

use grundy::rule::ast::{
    BinaryOp, Clause, Component, Expr, ExprKind, Family, Head, Name, Param, Program, Rule, Term,
    Win,
};
use grundy::rule::{FUNCTIONS, Span};

use super::Choices;

/// Deepest nesting of expressions and of terms.
const DEPTH: usize = 4;

const NAMES: [&str; 10] =
    ["n", "a", "b", "sheet", "k2", "n'", "_x", "größe", "堆", "a_very_long_name_of_a_coordinate"];

/// Names that are called like functions and mean none.
const NO_FUNCTIONS: [&str; 3] = ["f", "n", "größe"];

pub(crate) const OPERATORS: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Pow,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
    BinaryOp::In,
    BinaryOp::Without,
    BinaryOp::And,
    BinaryOp::Or,
];

/// A whole text.
pub(crate) fn program(c: &mut Choices) -> Program {
    let head = c.once_in(2).then(|| head(c));
    let mut program = Program {
        head,
        rules: c.several(0, 3, rule),
        wins: c.several(0, 2, win),
        misere: c.once_in(3).then(Span::default),
    };
    if program.to_string().is_empty() {
        program.rules.push(rule(c));
    }
    program
}

pub(crate) fn name(c: &mut Choices) -> Name {
    named(c.one_of(&NAMES))
}

pub(crate) fn named(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

pub(crate) fn of_kind(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn head(c: &mut Choices) -> Head {
    Head {
        name: name(c),
        params: {
            let param = |c: &mut Choices| Param {
                name: name(c),
                default: c.once_in(2).then(|| expr(c, 2)),
            };
            let mut params = c.several(0, 3, param);
            // Each has its own name.
            let mut names = HashSet::new();
            params.retain(|param| names.insert(param.name.text.clone()));
            params
        },
        title: c.once_in(2).then(|| c.one_of(&["A title", "", "# 标题 [n] -> ☃"]).to_owned()),
    }
}

fn rule(c: &mut Choices) -> Rule {
    Rule {
        unordered: c.once_in(3),
        kind: c.once_in(2).then(|| name(c)),
        coords: c.several(1, 3, name),
        guard: c.once_in(3).then(|| expr(c, DEPTH)),
        families: c.several(1, 3, family),
        span: Span::default(),
    }
}

fn win(c: &mut Choices) -> Win {
    let component = component(c);
    Win {
        kind: component.kind,
        coords: component.coords,
        cond: c.once_in(2).then(|| expr(c, DEPTH)),
        span: Span::default(),
    }
}

fn family(c: &mut Choices) -> Family {
    Family {
        terms: c.several(0, 3, |c| term(c, DEPTH)),
        clauses: c.several(0, 3, |c| clause(c, DEPTH)),
        span: Span::default(),
    }
}

fn clause(c: &mut Choices, depth: usize) -> Clause {
    match c.below(3) {
        0 => Clause::For(name(c), expr(c, depth)),
        1 => Clause::If(expr(c, depth)),
        _ => Clause::Let(name(c), expr(c, depth)),
    }
}

fn term(c: &mut Choices, depth: usize) -> Term {
    let inner = |c: &mut Choices| c.several(0, 2, |c| term(c, depth.saturating_sub(1)));
    match c.below(if depth == 0 { 1 } else { 4 }) {
        0 => Term::Component(component(c)),
        1 => Term::Times { count: expr(c, depth), terms: inner(c) },
        2 => Term::Sum { var: name(c), set: expr(c, depth), terms: inner(c) },
        _ => {
            let mut clauses = c.several(1, 2, |c| Clause::For(name(c), expr(c, depth)));
            clauses.extend(c.several(0, 2, |c| match c.below(2) {
                0 => Clause::If(expr(c, depth)),
                _ => Clause::Let(name(c), expr(c, depth)),
            }));
            Term::Choose {
                count: expr(c, depth),
                component: component(c),
                clauses,
                span: Span::default(),
            }
        }
    }
}

fn component(c: &mut Choices) -> Component {
    Component {
        kind: c.once_in(3).then(|| name(c)),
        coords: c.several(1, 3, |c| expr(c, 2)),
        span: Span::default(),
    }
}

/// An expression with any part anywhere.
pub(crate) fn expr(c: &mut Choices, depth: usize) -> Expr {
    let inner = |c: &mut Choices| expr(c, depth.saturating_sub(1));
    let boxed = |c: &mut Choices| Box::new(inner(c));
    of_kind(match c.below(if depth == 0 { 3 } else { 10 }) {
        0 => ExprKind::Int(c.one_of(&[0, 1, 2, 10, -1, -7, i64::MAX, -i64::MAX])),
        1 | 2 => ExprKind::Name(name(c).text),
        3 => match boxed(c) {
            // The parser makes one number of a minus and digits.
            number if matches!(number.kind, ExprKind::Int(_)) => ExprKind::Not(number),
            other => ExprKind::Neg(other),
        },
        4 => ExprKind::Not(boxed(c)),
        5 | 6 => ExprKind::Binary(c.one_of(&OPERATORS), boxed(c), boxed(c)),
        7 => {
            // `sum` is none of expressions.
            let names = FUNCTIONS.into_iter().filter(|&name| name != "sum");
            let names: Vec<&str> = names.chain(NO_FUNCTIONS).collect();
            ExprKind::Call(named(c.one_of(&names)), c.several(0, 3, inner))
        }
        8 => ExprKind::Range(boxed(c), boxed(c), c.once_in(3).then(|| boxed(c))),
        _ => match c.once_in(2) {
            false => ExprKind::List(c.several(0, 3, inner)),
            true => {
                let item = boxed(c);
                let depth = depth.saturating_sub(1);
                ExprKind::Comprehension(item, c.several(1, 3, |c| clause(c, depth)))
            }
        },
    })
}
