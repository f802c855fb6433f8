//! Several kinds of components as one, with a coordinate more that says of which kind a component is.
//!
//! ```text
//! row[n] -> row[n-k] + col[k] for k in 1..n        [row, n] -> [row, n-k] + [col, k] for k in 1..n
//! col[n] -> row[n-k] for k in 1..n/2               [col, n] -> [row, n-k] for k in 1..n/2
//! ```
//!
//! Each family begins with the condition that the component is of its kind. Where a kind has fewer
//! coordinates than others, the last ones are 0.

use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, Kind, Set, Slot, Target, Term, Win};

/// Variables of a kind that get other slots: its coordinates stand behind the new one, what its rule
/// binds behind those of all kinds.
struct Renumbered<'n> {
    /// How many coordinates the kind has, and how many the one that is made.
    axes: (usize, usize),
    /// The number of each kind.
    numbers: &'n [Option<i64>],
}

/// One kind in place of these, whose options lead to no others and none of which is unordered: the
/// first coordinate says which by its place in the list. Nothing if a kind is not in it.
pub(crate) fn merged(kinds: &[Kind], order: &[usize]) -> Option<Kind> {
    let all = || order.iter().map(|&kind| &kinds[kind]);
    if all().any(|kind| kind.unordered) {
        return None;
    }
    let axes = 1 + all().map(|kind| kind.coords.len()).max()?;
    let own = all().map(|kind| kind.slots.saturating_sub(kind.coords.len())).max()?;
    let mut numbers = vec![None; kinds.len()];
    for (number, &kind) in (0..).zip(order) {
        numbers[kind] = Some(number);
    }
    let mut whole = Kind {
        name: None,
        coords: vec![String::new(); axes],
        unordered: false,
        guard: None,
        families: Vec::new(),
        wins: Vec::new(),
        slots: axes + own,
    };
    for (number, kind) in (0..).zip(all()) {
        let new = Renumbered { axes: (kind.coords.len(), axes), numbers: &numbers };
        let is_kind = Cond::Compare(Comparison::Eq, Int::Var(0), Int::Const(number));
        let guard = kind.guard.as_ref().map(|guard| Clause::If(new.cond(guard)));
        for family in &kind.families {
            let first = [Clause::If(is_kind.clone())].into_iter().chain(guard.clone());
            let clauses = first.chain(family.clauses.iter().map(|clause| new.clause(clause)));
            whole.families.push(Family {
                clauses: clauses.collect(),
                terms: family.terms.iter().map(|term| new.term(term)).collect::<Option<_>>()?,
                span: family.span,
            });
        }
        for Win { coords, cond } in &kind.wins {
            let own = coords.iter().map(|wanted| wanted.as_ref().map(|wanted| new.int(wanted)));
            let mut coords: Vec<Option<Int>> = vec![Some(Int::Const(number))];
            coords.extend(own);
            coords.resize(axes, None);
            whole.wins.push(Win { coords, cond: cond.as_ref().map(|cond| new.cond(cond)) });
        }
    }
    Some(whole)
}

/// The kinds that options of a kind lead to, and so on, with itself, ascending.
pub(crate) fn reached(kinds: &[Kind], kind: usize) -> Vec<usize> {
    fn targets(terms: &[Term], found: &mut Vec<usize>) {
        for term in terms {
            match term {
                Term::Component(target) | Term::Choose { of: target, .. } => {
                    found.push(target.kind);
                }
                Term::Times { terms, .. } | Term::Sum { terms, .. } => targets(terms, found),
            }
        }
    }
    let mut found = vec![kind];
    let mut next = 0;
    while let Some(&kind) = found.get(next) {
        let mut more = Vec::new();
        kinds[kind].families.iter().for_each(|family| targets(&family.terms, &mut more));
        for kind in more {
            if !found.contains(&kind) {
                found.push(kind);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

impl Renumbered<'_> {
    fn slot(&self, slot: Slot) -> Slot {
        let (own, all) = self.axes;
        if slot < own { slot + 1 } else { slot - own + all }
    }

    fn int(&self, int: &Int) -> Int {
        let boxed = |int: &Int| Box::new(self.int(int));
        match int {
            Int::Const(value) => Int::Const(*value),
            Int::Var(slot) => Int::Var(self.slot(*slot)),
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

    fn cond(&self, cond: &Cond) -> Cond {
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
            Clause::For(slot, set) => Clause::For(self.slot(*slot), self.set(set)),
            Clause::If(cond) => Clause::If(self.cond(cond)),
            Clause::Let(slot, value) => Clause::Let(self.slot(*slot), self.int(value)),
        }
    }

    fn terms(&self, terms: &[Term]) -> Option<Vec<Term>> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&self, term: &Term) -> Option<Term> {
        Some(match term {
            Term::Component(target) => Term::Component(self.target(target)?),
            Term::Times { count, terms, span } => {
                Term::Times { count: self.int(count), terms: self.terms(terms)?, span: *span }
            }
            Term::Sum { var, set, terms, span } => Term::Sum {
                var: self.slot(*var),
                set: self.set(set),
                terms: self.terms(terms)?,
                span: *span,
            },
            Term::Choose { count, of, clauses, span } => Term::Choose {
                count: self.int(count),
                of: self.target(of)?,
                clauses: clauses.iter().map(|clause| self.clause(clause)).collect(),
                span: *span,
            },
        })
    }

    fn target(&self, target: &Target) -> Option<Target> {
        let mut coords = vec![Int::Const(self.numbers[target.kind]?)];
        coords.extend(self.ints(&target.coords));
        coords.resize(self.axes.1, Int::Const(0));
        Some(Target { kind: 0, coords })
    }
}
