//! Coordinates that no move changes: with them put in, a rule is another one for each of what they
//! may be, with fewer coordinates.
//!
//! ```text
//! [n, m] -> [n-k, m] for k in 1..n if k % m > 0        [n] -> [n-k] for k in 1..n if k % 7 > 0   at m = 7
//! ```

use super::ast::{Clause, Component, Expr, ExprKind, Family, Program, Rule, Term};

/// The coordinates that no option of the one kind of a game changes, ascending; none where all are
/// such, where a set or a clause has a name that one of them has, or of games with several kinds,
/// with parameters, or with `win on`.
pub(crate) fn constant_coordinates(program: &Program) -> Vec<usize> {
    let [rule] = &program.rules[..] else { return Vec::new() };
    let has_parameters = program.head.as_ref().is_some_and(|head| !head.params.is_empty());
    if rule.unordered || rule.families.is_empty() || has_parameters || !program.wins.is_empty() {
        return Vec::new();
    }
    let mut all = Everything::default();
    rule.families.iter().for_each(|family| all.family(family));
    let stays = |axis: usize| {
        let name = &rule.coords[axis].text;
        let kept = |component: &&Component| match component.coords.get(axis) {
            Some(coord) => matches!(&coord.kind, ExprKind::Name(same) if same == name),
            None => false,
        };
        all.components.iter().all(kept) && !all.bound.contains(&name.as_str())
    };
    let found: Vec<usize> = (0..rule.coords.len()).filter(|&axis| stays(axis)).collect();
    if found.len() == rule.coords.len() { Vec::new() } else { found }
}

/// The rule that is left where the [constant coordinates](constant_coordinates) have these values.
pub(crate) fn with_constants(program: &Program, axes: &[usize], values: &[i64]) -> Program {
    let mut left = Program { head: None, ..program.clone() };
    for Rule { coords, guard, families, .. } in &mut left.rules {
        let names = axes.iter().map(|&axis| coords[axis].text.clone());
        let put = Put { axes, values: names.zip(values.iter().copied()).collect() };
        put.drop_from(coords);
        guard.iter_mut().for_each(|guard| put.expr(guard));
        for Family { terms, clauses, .. } in families {
            put.terms(terms);
            put.clauses(clauses);
        }
    }
    left
}

/// All components of options, and all names that are bound in them.
#[derive(Default)]
struct Everything<'a> {
    components: Vec<&'a Component>,
    bound: Vec<&'a str>,
}

impl<'a> Everything<'a> {
    fn family(&mut self, family: &'a Family) {
        self.terms(&family.terms);
        self.clauses(&family.clauses);
    }

    fn terms(&mut self, terms: &'a [Term]) {
        for term in terms {
            match term {
                Term::Component(component) => self.component(component),
                Term::Times { count, terms } => {
                    self.expr(count);
                    self.terms(terms);
                }
                Term::Sum { var, set, terms } => {
                    self.bound.push(&var.text);
                    self.expr(set);
                    self.terms(terms);
                }
                Term::Choose { count, component, clauses, .. } => {
                    self.expr(count);
                    self.component(component);
                    self.clauses(clauses);
                }
            }
        }
    }

    fn component(&mut self, component: &'a Component) {
        component.coords.iter().for_each(|coord| self.expr(coord));
        self.components.push(component);
    }

    fn clauses(&mut self, clauses: &'a [Clause]) {
        for clause in clauses {
            match clause {
                Clause::For(name, expr) | Clause::Let(name, expr) => {
                    self.bound.push(&name.text);
                    self.expr(expr);
                }
                Clause::If(expr) => self.expr(expr),
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Name(_) => {}
            ExprKind::Neg(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Call(_, all) | ExprKind::List(all) => {
                all.iter().for_each(|inner| self.expr(inner));
            }
            ExprKind::Range(from, to, step) => {
                self.expr(from);
                self.expr(to);
                step.iter().for_each(|step| self.expr(step));
            }
            ExprKind::Comprehension(item, clauses) => {
                self.expr(item);
                self.clauses(clauses);
            }
        }
    }
}

/// Values of coordinates that are put in.
struct Put<'a> {
    axes: &'a [usize],
    values: Vec<(String, i64)>,
}

impl Put<'_> {
    /// Leaves the coordinates out.
    fn drop_from<T>(&self, coords: &mut Vec<T>) {
        let mut axis = 0;
        coords.retain(|_| {
            axis += 1;
            !self.axes.contains(&(axis - 1))
        });
    }

    fn terms(&self, terms: &mut [Term]) {
        for term in terms {
            match term {
                Term::Component(component) => self.component(component),
                Term::Times { count, terms } => {
                    self.expr(count);
                    self.terms(terms);
                }
                Term::Sum { set, terms, .. } => {
                    self.expr(set);
                    self.terms(terms);
                }
                Term::Choose { count, component, clauses, .. } => {
                    self.expr(count);
                    self.component(component);
                    self.clauses(clauses);
                }
            }
        }
    }

    fn component(&self, component: &mut Component) {
        self.drop_from(&mut component.coords);
        component.coords.iter_mut().for_each(|coord| self.expr(coord));
    }

    fn clauses(&self, clauses: &mut [Clause]) {
        for clause in clauses {
            match clause {
                Clause::For(_, expr) | Clause::Let(_, expr) | Clause::If(expr) => self.expr(expr),
            }
        }
    }

    fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Int(_) => {}
            ExprKind::Name(name) => {
                if let Some((_, value)) = self.values.iter().find(|(known, _)| known == name) {
                    expr.kind = ExprKind::Int(*value);
                }
            }
            ExprKind::Neg(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Call(_, all) | ExprKind::List(all) => {
                all.iter_mut().for_each(|inner| self.expr(inner));
            }
            ExprKind::Range(from, to, step) => {
                self.expr(from);
                self.expr(to);
                step.iter_mut().for_each(|step| self.expr(step));
            }
            ExprKind::Comprehension(item, clauses) => {
                self.expr(item);
                self.clauses(clauses);
            }
        }
    }
}
