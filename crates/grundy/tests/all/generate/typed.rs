//! Random rules that pass every check: names in scope, the right types, the right number of
//! coordinates. Nothing says that play under them ends.

use grundy::rule::Span;
use grundy::rule::ast::{
    BinaryOp, Clause, Component, Expr, ExprKind, Family, Head, Param, Program, Rule, Term, Win,
};

use super::Choices;
use super::syntax::{named, of_kind};

const DEPTH: usize = 3;

/// Kinds that a program may have, with the names of their coordinates.
const KINDS: [(Option<&str>, &[&str]); 3] =
    [(None, &["n"]), (Some("pair"), &["a", "b"]), (Some("row"), &["x"])];

/// The names that stand for numbers and for sets where an expression is built.
#[derive(Clone)]
struct Scope {
    numbers: Vec<String>,
    sets: Vec<String>,
    conditions: Vec<String>,
    kinds: usize,
}

impl Scope {
    fn fresh(&self) -> String {
        format!("v{}", self.numbers.len() + self.sets.len() + self.conditions.len())
    }
}

/// A checked program with one to three kinds; parameters have defaults.
pub(crate) fn program(c: &mut Choices) -> Program {
    let kinds = c.between(1, KINDS.len());
    let mut scope = Scope { numbers: Vec::new(), sets: Vec::new(), conditions: Vec::new(), kinds };
    let head = c.once_in(3).then(|| {
        scope.numbers.push("p".to_owned());
        scope.sets.push("S".to_owned());
        Head {
            name: named("random"),
            params: vec![
                Param { name: named("p"), default: Some(small(c)) },
                Param {
                    name: named("S"),
                    default: Some(of_kind(ExprKind::List(c.several(1, 3, small)))),
                },
            ],
            title: None,
        }
    });
    let rules = (0..kinds).map(|kind| rule(c, &scope, kind)).collect();
    let wins = c.several(0, 1, |c| win(c, &scope));
    Program { head, rules, wins, misere: c.once_in(4).then(Span::default) }
}

fn rule(c: &mut Choices, outer: &Scope, kind: usize) -> Rule {
    let (name, coords) = KINDS[kind];
    let mut scope = outer.clone();
    scope.numbers.extend(coords.iter().map(|&coord| coord.to_owned()));
    Rule {
        unordered: c.once_in(4),
        kind: name.map(named),
        coords: coords.iter().map(|coord| named(coord)).collect(),
        guard: c.once_in(3).then(|| cond(c, &scope, DEPTH)),
        families: c.several(1, 3, |c| family(c, scope.clone())),
        span: Span::default(),
    }
}

/// `win on` with a number for some coordinates and a new name for others.
fn win(c: &mut Choices, outer: &Scope) -> Win {
    let (name, coords) = KINDS[c.below(outer.kinds)];
    let mut scope = outer.clone();
    let coords = coords.iter().map(|&coord| match c.below(2) {
        0 => int(c, &scope, 1),
        _ => {
            scope.numbers.push(coord.to_owned());
            of_kind(ExprKind::Name(coord.to_owned()))
        }
    });
    let coords = coords.collect();
    let cond = c.once_in(2).then(|| cond(c, &scope, 2));
    Win { kind: name.map(named), coords, cond, span: Span::default() }
}

fn family(c: &mut Choices, mut scope: Scope) -> Family {
    let clauses = c.several(0, 3, |c| clause(c, &mut scope, DEPTH));
    let terms = c.several(0, 2, |c| term(c, &scope, 2));
    Family { terms, clauses, span: Span::default() }
}

fn clause(c: &mut Choices, scope: &mut Scope, depth: usize) -> Clause {
    let name = scope.fresh();
    match c.below(5) {
        0 | 1 => {
            let over = set(c, scope, depth);
            scope.numbers.push(name.clone());
            Clause::For(named(&name), over)
        }
        2 => Clause::If(cond(c, scope, depth)),
        3 => {
            let value = int(c, scope, depth);
            scope.numbers.push(name.clone());
            Clause::Let(named(&name), value)
        }
        _ if c.once_in(2) => {
            let value = cond(c, scope, depth);
            scope.conditions.push(name.clone());
            Clause::Let(named(&name), value)
        }
        _ => {
            let value = set(c, scope, depth);
            scope.sets.push(name.clone());
            Clause::Let(named(&name), value)
        }
    }
}

fn term(c: &mut Choices, scope: &Scope, depth: usize) -> Term {
    let inner = |c: &mut Choices, scope: &Scope| {
        c.several(0, 2, |c| term(c, scope, depth.saturating_sub(1)))
    };
    match c.below(if depth == 0 { 1 } else { 6 }) {
        0..=2 => Term::Component(component(c, scope)),
        3 => Term::Times { count: int(c, scope, 1), terms: inner(c, scope) },
        4 => {
            let name = scope.fresh();
            let over = set(c, scope, 1);
            let mut of = scope.clone();
            of.numbers.push(name.clone());
            Term::Sum { var: named(&name), set: over, terms: inner(c, &of) }
        }
        _ => {
            let count = int(c, scope, 0);
            let mut of = scope.clone();
            let name = of.fresh();
            let over = set(c, &of, 1);
            of.numbers.push(name.clone());
            let mut clauses = vec![Clause::For(named(&name), over)];
            if c.once_in(2) {
                clauses.push(Clause::If(cond(c, &of, 1)));
            }
            Term::Choose { count, component: component(c, &of), clauses, span: Span::default() }
        }
    }
}

fn component(c: &mut Choices, scope: &Scope) -> Component {
    let (name, coords) = KINDS[c.below(scope.kinds)];
    Component {
        kind: name.map(named),
        coords: coords.iter().map(|_| int(c, scope, 2)).collect(),
        span: Span::default(),
    }
}

fn small(c: &mut Choices) -> Expr {
    of_kind(ExprKind::Int(c.one_of(&[1, 0, 2, 3, 5, -1])))
}

fn call(function: &str, arguments: Vec<Expr>) -> Expr {
    of_kind(ExprKind::Call(named(function), arguments))
}

fn joined(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    of_kind(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

/// A number.
fn int(c: &mut Choices, scope: &Scope, depth: usize) -> Expr {
    let less = depth.saturating_sub(1);
    match c.below(if depth == 0 { 3 } else { 9 }) {
        0 | 1 if !scope.numbers.is_empty() => {
            // Late names are the interesting ones.
            let index = scope.numbers.len() - 1 - c.below(scope.numbers.len());
            of_kind(ExprKind::Name(scope.numbers[index].clone()))
        }
        0..=2 => small(c),
        3 => match int(c, scope, less) {
            number if matches!(number.kind, ExprKind::Int(_)) => number,
            other => of_kind(ExprKind::Neg(Box::new(other))),
        },
        4 | 5 => {
            use BinaryOp::{Add, Div, Mul, Pow, Rem, Sub};
            let op = c.one_of(&[Sub, Add, Mul, Div, Rem, Pow]);
            joined(op, int(c, scope, less), int(c, scope, less))
        }
        6 => {
            let function = c.one_of(&["xor", "and", "or", "shl", "shr", "gcd", "min", "max"]);
            call(function, vec![int(c, scope, less), int(c, scope, less)])
        }
        7 => {
            let function = c.one_of(&["abs", "isqrt", "ilog2", "popcount", "fib"]);
            call(function, vec![int(c, scope, less)])
        }
        _ => call(c.one_of(&["size", "min", "max"]), vec![set(c, scope, less)]),
    }
}

/// A condition.
fn cond(c: &mut Choices, scope: &Scope, depth: usize) -> Expr {
    let less = depth.saturating_sub(1);
    match c.below(if depth == 0 { 1 } else { 6 }) {
        1 if !scope.conditions.is_empty() => of_kind(ExprKind::Name(c.one_of(&scope.conditions))),
        0 | 1 => {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            let op = c.one_of(&[Gt, Lt, Le, Ge, Eq, Ne]);
            joined(op, int(c, scope, less), int(c, scope, less))
        }
        2 => joined(BinaryOp::In, int(c, scope, less), set(c, scope, less)),
        3 => {
            let op = c.one_of(&[BinaryOp::And, BinaryOp::Or]);
            joined(op, cond(c, scope, less), cond(c, scope, less))
        }
        4 => of_kind(ExprKind::Not(Box::new(cond(c, scope, less)))),
        _ => call(c.one_of(&["is_prime", "is_square"]), vec![int(c, scope, less)]),
    }
}

/// A set.
fn set(c: &mut Choices, scope: &Scope, depth: usize) -> Expr {
    let less = depth.saturating_sub(1);
    match c.below(if depth == 0 { 2 } else { 8 }) {
        1 if !scope.sets.is_empty() => of_kind(ExprKind::Name(c.one_of(&scope.sets))),
        0 | 1 => {
            let (from, to) = (Box::new(int(c, scope, less)), Box::new(int(c, scope, less)));
            let step = c.once_in(4).then(|| Box::new(small(c)));
            of_kind(ExprKind::Range(from, to, step))
        }
        2 => of_kind(ExprKind::List(c.several(0, 3, |c| int(c, scope, less)))),
        3 => of_kind(ExprKind::List(vec![set(c, scope, less), int(c, scope, less)])),
        4 => {
            let mut of = scope.clone();
            let mut clauses = vec![{
                let name = of.fresh();
                let over = set(c, &of, less);
                of.numbers.push(name.clone());
                Clause::For(named(&name), over)
            }];
            clauses.extend(c.several(0, 1, |c| clause(c, &mut of, less)));
            of_kind(ExprKind::Comprehension(Box::new(int(c, &of, less)), clauses))
        }
        5 => {
            let op = c.one_of(&[BinaryOp::Without, BinaryOp::And, BinaryOp::Or]);
            joined(op, set(c, scope, less), set(c, scope, less))
        }
        6 => {
            let one = ["divisors", "primes", "prime_powers", "squares", "fibs", "digits"];
            call(c.one_of(&one), vec![int(c, scope, less)])
        }
        _ => {
            let function = c.one_of(&["powers", "digits"]);
            call(function, vec![int(c, scope, less), int(c, scope, less)])
        }
    }
}
