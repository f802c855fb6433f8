//! The expressions of a kind with something else for its variables.

use crate::rule::ir::{Clause, Cond, Int, Set, Slot, Target, Term};

/// What stands for the variables of a kind.
pub(in crate::rule) trait Anew {
    /// What stands for a variable.
    fn variable(&self, slot: Slot) -> Int {
        Int::Var(self.bound(slot))
    }

    /// The slot of a variable where it gets its value.
    fn bound(&self, slot: Slot) -> Slot;

    /// An expression anew.
    fn int(&self, int: &Int) -> Int {
        self.parts(int)
    }

    /// An expression of the parts of another, each anew.
    fn parts(&self, int: &Int) -> Int {
        let boxed = |int: &Int| Box::new(self.int(int));
        match int {
            Int::Const(value) => Int::Const(*value),
            Int::Var(slot) => self.variable(*slot),
            Int::Neg(inner, span) => Int::Neg(boxed(inner), *span),
            Int::Binary(op, a, b, span) => Int::Binary(*op, boxed(a), boxed(b), *span),
            Int::Extreme(end, all) => Int::Extreme(*end, self.ints(all)),
            Int::ExtremeOf(end, set, span) => Int::ExtremeOf(*end, Box::new(self.set(set)), *span),
            Int::Size(set, span) => Int::Size(Box::new(self.set(set)), *span),
            Int::Unary(function, inner, span) => Int::Unary(*function, boxed(inner), *span),
        }
    }

    fn ints(&self, all: &[Int]) -> Vec<Int> {
        all.iter().map(|int| self.int(int)).collect()
    }

    /// A condition anew.
    fn cond(&self, cond: &Cond) -> Cond {
        self.conds(cond)
    }

    /// A condition of the parts of another, each anew.
    fn conds(&self, cond: &Cond) -> Cond {
        let boxed = |cond: &Cond| Box::new(self.cond(cond));
        match cond {
            Cond::Compare(comparison, a, b) => Cond::Compare(*comparison, self.int(a), self.int(b)),
            Cond::In(int, set) => Cond::In(self.int(int), self.set(set)),
            Cond::And(a, b) => Cond::And(boxed(a), boxed(b)),
            Cond::Or(a, b) => Cond::Or(boxed(a), boxed(b)),
            Cond::Not(inner) => Cond::Not(boxed(inner)),
            Cond::IsPrime(int) => Cond::IsPrime(self.int(int)),
            Cond::IsSquare(int) => Cond::IsSquare(self.int(int)),
            Cond::Shared(inner) => Cond::Shared(self.cond(inner).into()),
        }
    }

    fn set(&self, set: &Set) -> Set {
        let boxed = |set: &Set| Box::new(self.set(set));
        match set {
            Set::Range { from, to, step, span } => Set::Range {
                from: self.int(from),
                to: self.int(to),
                step: step.as_ref().map(|step| self.int(step)),
                span: *span,
            },
            Set::List(all) => Set::List(self.ints(all)),
            Set::Fixed(elements) => Set::Fixed(elements.clone()),
            Set::Shared(inner) => Set::Shared(self.set(inner).into()),
            Set::Comprehension { item, clauses } => Set::Comprehension {
                item: Box::new(self.int(item)),
                clauses: clauses.iter().map(|clause| self.clause(clause)).collect(),
            },
            Set::Without(a, b) => Set::Without(boxed(a), boxed(b)),
            Set::Both(a, b) => Set::Both(boxed(a), boxed(b)),
            Set::Either(a, b) => Set::Either(boxed(a), boxed(b)),
            Set::Call(function, arguments, span) => {
                Set::Call(*function, self.ints(arguments), *span)
            }
        }
    }

    fn clause(&self, clause: &Clause) -> Clause {
        match clause {
            Clause::For(slot, set) => Clause::For(self.bound(*slot), self.set(set)),
            Clause::If(cond) => Clause::If(self.cond(cond)),
            Clause::Let(slot, value) => Clause::Let(self.bound(*slot), self.int(value)),
        }
    }

    /// The same with a function that makes the targets anew; nothing if it does not make one.
    fn terms(
        &self,
        terms: &[Term],
        target: &dyn Fn(&Target) -> Option<Target>,
    ) -> Option<Vec<Term>> {
        terms.iter().map(|term| self.term(term, target)).collect()
    }

    fn term(&self, term: &Term, target: &dyn Fn(&Target) -> Option<Target>) -> Option<Term> {
        Some(match term {
            Term::Component(to) => Term::Component(target(to)?),
            Term::Times { count, terms, span } => Term::Times {
                count: self.int(count),
                terms: self.terms(terms, target)?,
                span: *span,
            },
            Term::Sum { var, set, terms, span } => Term::Sum {
                var: self.bound(*var),
                set: self.set(set),
                terms: self.terms(terms, target)?,
                span: *span,
            },
            Term::Choose { count, of, clauses, span } => Term::Choose {
                count: self.int(count),
                of: target(of)?,
                clauses: clauses.iter().map(|clause| self.clause(clause)).collect(),
                span: *span,
            },
        })
    }
}
