//! The checked form of a rule: every name resolved, every expression typed, parameters put in.
//!
//! Variables live in numbered slots: the coordinates of the component first, then the names bound
//! by `for` and `let` in the order in which they are bound.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::rule::ast::Span;

/// A slot of the frame in which a rule is evaluated.
pub(crate) type Slot = usize;

/// An expression whose value is a number of 64 bits with sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Int {
    Const(i64),
    Var(Slot),
    Neg(Box<Int>, Span),
    Binary(IntOp, Box<Int>, Box<Int>, Span),
    /// The least or the greatest of some numbers.
    Extreme(End, Vec<Int>),
    /// The least or the greatest element of a set.
    ExtremeOf(End, Box<Set>, Span),
    Size(Box<Set>, Span),
    Unary(UnaryFn, Box<Int>, Span),
}

/// Which end of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Least,
    Greatest,
}

/// Operators and functions of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Xor,
    And,
    Or,
    Shl,
    Shr,
    Gcd,
}

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryFn {
    Abs,
    Isqrt,
    Ilog2,
    Popcount,
    Fib,
}

/// An expression that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cond {
    Compare(Comparison, Int, Int),
    In(Int, Set),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    IsPrime(Int),
    IsSquare(Int),
    /// Named by `let`.
    Shared(Arc<Cond>),
}

impl Cond {
    /// What holds exactly where this does not, evaluated in the same order. Comparisons say the contrary themselves, so that
    /// `not k > m` is `k <= m`.
    pub(crate) fn denied(self) -> Cond {
        let both = |a: Box<Cond>, b: Box<Cond>| (Box::new(a.denied()), Box::new(b.denied()));
        match self {
            Cond::Compare(comparison, a, b) => Cond::Compare(comparison.opposite(), a, b),
            Cond::Not(inner) => *inner,
            Cond::Shared(condition) => Arc::unwrap_or_clone(condition).denied(),
            Cond::And(a, b) => {
                let (a, b) = both(a, b);
                Cond::Or(a, b)
            }
            Cond::Or(a, b) => {
                let (a, b) = both(a, b);
                Cond::And(a, b)
            }
            other => Cond::Not(Box::new(other)),
        }
    }

    /// What must hold together for the condition to hold, in the order in which it is evaluated.
    pub(crate) fn conjuncts(&self) -> Vec<&Cond> {
        let (mut all, mut waiting) = (Vec::new(), vec![self]);
        while let Some(cond) = waiting.pop() {
            match cond {
                Cond::And(one, other) => waiting.extend([&**other, &**one]),
                Cond::Shared(condition) => waiting.push(condition),
                _ => all.push(cond),
            }
        }
        all
    }

    /// The conditions of which one must hold, in the order in which they are evaluated.
    pub(crate) fn disjuncts(&self) -> Vec<&Cond> {
        let (mut all, mut waiting) = (Vec::new(), vec![self]);
        while let Some(cond) = waiting.pop() {
            match cond {
                Cond::Or(one, other) => waiting.extend([&**other, &**one]),
                Cond::Shared(condition) => waiting.push(condition),
                _ => all.push(cond),
            }
        }
        all
    }

    /// That all of these hold, evaluated in this order; nothing if there is none. However many they are, it is not deep.
    pub(crate) fn all(conds: impl IntoIterator<Item = Cond>) -> Option<Cond> {
        let mut all: Vec<Cond> = conds.into_iter().collect();
        while all.len() > 1 {
            let mut pairs = all.into_iter();
            all = Vec::new();
            while let Some(one) = pairs.next() {
                all.push(match pairs.next() {
                    Some(other) => Cond::And(Box::new(one), Box::new(other)),
                    None => one,
                });
            }
        }
        all.pop()
    }

    /// How a variable is compared, and with what, if the condition is that.
    pub(crate) fn of_var(&self, slot: Slot) -> Option<(Comparison, &Int)> {
        let Cond::Compare(comparison, left, right) = self else { return None };
        match (left, right) {
            (Int::Var(own), other) if *own == slot => Some((*comparison, other)),
            (other, Int::Var(own)) if *own == slot => Some((comparison.turned(), other)),
            _ => None,
        }
    }
}

/// Comparisons of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// Whether it holds of a number and another, of which this is the order.
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Eq => order.is_eq(),
            Comparison::Ne => order.is_ne(),
            Comparison::Lt => order.is_lt(),
            Comparison::Le => order.is_le(),
            Comparison::Gt => order.is_gt(),
            Comparison::Ge => order.is_ge(),
        }
    }

    /// What holds exactly where this does not.
    pub(crate) fn opposite(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }

    /// What it says where it `holds`, or where it does not.
    pub(crate) fn given(self, holds: bool) -> Comparison {
        if holds { self } else { self.opposite() }
    }

    /// The same of two numbers in the other order.
    pub(crate) fn turned(self) -> Comparison {
        match self {
            Comparison::Eq | Comparison::Ne => self,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
    }

    /// Its sides, first the one that it says is less, and how much less at least; nothing if it tells no order.
    pub(crate) fn ascending<T>(self, left: T, right: T) -> Option<(T, T, i64)> {
        match self {
            Comparison::Lt => Some((left, right, 1)),
            Comparison::Le => Some((left, right, 0)),
            Comparison::Gt => Some((right, left, 1)),
            Comparison::Ge => Some((right, left, 0)),
            Comparison::Eq | Comparison::Ne => None,
        }
    }
}

/// An expression whose value is a finite set of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Set {
    Range {
        from: Int,
        to: Int,
        step: Option<Int>,
        span: Span,
    },
    List(Vec<Int>),
    /// Elements in ascending order, each once.
    Fixed(Arc<[i64]>),
    /// Named by `let`.
    Shared(Arc<Set>),
    Comprehension {
        item: Box<Int>,
        clauses: Vec<Clause>,
    },
    Without(Box<Set>, Box<Set>),
    Both(Box<Set>, Box<Set>),
    Either(Box<Set>, Box<Set>),
    Call(SetFn, Vec<Int>, Span),
}

/// Functions whose value is a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetFn {
    Digits,
    Divisors,
    Primes,
    PrimePowers,
    Powers,
    Squares,
    Fibs,
}

/// A clause, with its name as a slot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Clause {
    For(Slot, Set),
    If(Cond),
    Let(Slot, Int),
}

impl Clause {
    /// What must hold together for these, in the order in which it is evaluated, if all of them are conditions.
    pub(crate) fn conjuncts(clauses: &[Clause]) -> Option<Vec<&Cond>> {
        let mut all = Vec::new();
        for clause in clauses {
            let Clause::If(cond) = clause else { return None };
            all.extend(cond.conjuncts());
        }
        Some(all)
    }

    /// What it says of its name, or its condition.
    pub(crate) fn part(&self) -> Part<'_> {
        match self {
            Clause::For(_, set) => Part::Set(set),
            Clause::If(cond) => Part::Cond(cond),
            Clause::Let(_, int) => Part::Int(int),
        }
    }
}

/// Part of a sum.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    Component(Target),
    Times { count: Int, terms: Vec<Term>, span: Span },
    Sum { var: Slot, set: Set, terms: Vec<Term>, span: Span },
    Choose { count: Int, of: Target, clauses: Vec<Clause>, span: Span },
}

impl Term {
    /// Whether it has components that are chosen freely.
    pub(crate) fn chooses(&self) -> bool {
        match self {
            Term::Component(_) => false,
            Term::Choose { .. } => true,
            Term::Times { terms, .. } | Term::Sum { terms, .. } => terms.iter().any(Term::chooses),
        }
    }
}

/// A component with its kind as an index and an expression for each coordinate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Target {
    pub(crate) kind: usize,
    pub(crate) coords: Vec<Int>,
}

/// An option family.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Family {
    pub(crate) terms: Vec<Term>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) span: Span,
}

/// `win on`: for each coordinate nothing (anything goes) or the number it must equal, which may
/// depend on coordinates named before; then a condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Win {
    pub(crate) coords: Vec<Option<Int>>,
    pub(crate) cond: Option<Cond>,
}

/// The rule of one kind of component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kind {
    pub(crate) name: Option<String>,
    pub(crate) coords: Vec<String>,
    pub(crate) unordered: bool,
    pub(crate) guard: Option<Cond>,
    pub(crate) families: Vec<Family>,
    pub(crate) wins: Vec<Win>,
    /// Slots needed to evaluate the rule.
    pub(crate) slots: usize,
}

impl Set {
    /// What two sets have in common. A number has few divisors: they are looked for among the others, which are not listed.
    pub(in crate::rule) fn both(one: Box<Set>, other: Box<Set>) -> Set {
        let are_divisors = |set: &Set| matches!(set, Set::Call(SetFn::Divisors, ..));
        match are_divisors(&other) && !are_divisors(&one) {
            true => Set::Both(other, one),
            false => Set::Both(one, other),
        }
    }

    /// The union of some sets, in halves: so it is not deep however many there are.
    pub(super) fn union(first: Set, mut rest: Vec<Set>) -> Set {
        let mut later = rest.split_off(rest.len() / 2).into_iter();
        match later.next() {
            None => first,
            Some(middle) => {
                let (left, right) = (Set::union(first, rest), Set::union(middle, later.collect()));
                Set::Either(Box::new(left), Box::new(right))
            }
        }
    }
}

/// A part of a rule: an expression of whichever type.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Int(&'a Int),
    Cond(&'a Cond),
    Set(&'a Set),
}

impl Part<'_> {
    /// Whether something is so of a part of it. `says` answers for a part as a whole, or leaves it to the parts inside.
    pub(crate) fn any(self, says: &mut dyn FnMut(Part<'_>) -> Option<bool>) -> bool {
        if let Some(answer) = says(self) {
            return answer;
        }
        match self {
            Part::Int(int) => match int {
                Int::Const(_) | Int::Var(_) => false,
                Int::Neg(inner, _) | Int::Unary(_, inner, _) => Part::Int(inner).any(says),
                Int::Binary(_, a, b, _) => Part::Int(a).any(says) || Part::Int(b).any(says),
                Int::Extreme(_, numbers) => numbers.iter().any(|int| Part::Int(int).any(says)),
                Int::ExtremeOf(_, set, _) | Int::Size(set, _) => Part::Set(set).any(says),
            },
            Part::Cond(cond) => match cond {
                Cond::Compare(_, a, b) => Part::Int(a).any(says) || Part::Int(b).any(says),
                Cond::In(int, set) => Part::Int(int).any(says) || Part::Set(set).any(says),
                Cond::And(a, b) | Cond::Or(a, b) => {
                    Part::Cond(a).any(says) || Part::Cond(b).any(says)
                }
                Cond::Not(inner) => Part::Cond(inner).any(says),
                Cond::IsPrime(int) | Cond::IsSquare(int) => Part::Int(int).any(says),
                Cond::Shared(inner) => Part::Cond(inner).any(says),
            },
            Part::Set(set) => match set {
                Set::Range { from, to, step, .. } => [Some(from), Some(to), step.as_ref()]
                    .into_iter()
                    .flatten()
                    .any(|end| Part::Int(end).any(says)),
                Set::List(numbers) | Set::Call(_, numbers, _) => {
                    numbers.iter().any(|int| Part::Int(int).any(says))
                }
                Set::Fixed(_) => false,
                Set::Shared(inner) => Part::Set(inner).any(says),
                Set::Comprehension { item, clauses } => {
                    Part::Int(item).any(says)
                        || clauses.iter().any(|clause| clause.part().any(says))
                }
                Set::Without(a, b) | Set::Both(a, b) | Set::Either(a, b) => {
                    Part::Set(a).any(says) || Part::Set(b).any(says)
                }
            },
        }
    }

    /// How many parts it has, with the names in it written out, if they are no more than this.
    pub(crate) fn length(self, most: usize) -> Option<usize> {
        let mut length = 0;
        let is_longer = self.any(&mut |_| {
            length += 1;
            (length > most).then_some(true)
        });
        (!is_longer).then_some(length)
    }
}
