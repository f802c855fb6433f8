//! Coordinates that no move changes: with them put in, a rule is another one for each of what they
//! may be, with fewer coordinates.
//!
//! ```text
//! [n, m] -> [n-k, m] for k in 1..n if k % m > 0        [n] -> [n-k] for k in 1..n if k % 7 > 0   at m = 7
//! ```

use super::ast::{Clause, Component, Expr, ExprKind, Program, Rule, Term};

/// The coordinates that no option of the one kind of a game changes, ascending; none where all are
/// such, where a set or a clause has a name that one of them has, or of games with several kinds,
/// with parameters, or with `win on`.
pub(crate) fn constant_coordinates(program: &Program) -> Vec<usize> {
    let [rule] = &program.rules[..] else { return Vec::new() };
    let has_parameters = program.head.as_ref().is_some_and(|head| !head.params.is_empty());
    if rule.unordered || rule.families.is_empty() || has_parameters || !program.wins.is_empty() {
        return Vec::new();
    }
    let stays = |axis: usize| {
        let mut kept = Kept { axis, name: &rule.coords[axis].text, always: true };
        walk(&mut rule.clone(), &mut kept);
        kept.always
    };
    let found: Vec<usize> = (0..rule.coords.len()).filter(|&axis| stays(axis)).collect();
    if found.len() == rule.coords.len() { Vec::new() } else { found }
}

/// The rule that is left where the [constant coordinates](constant_coordinates) have these values.
pub(crate) fn with_constants(program: &Program, axes: &[usize], values: &[i64]) -> Program {
    let mut left = Program { head: None, ..program.clone() };
    for rule in &mut left.rules {
        let names = axes.iter().map(|&axis| rule.coords[axis].text.clone());
        let mut put = Put { axes, values: names.zip(values.iter().copied()).collect() };
        put.drop_from(&mut rule.coords);
        walk(rule, &mut put);
    }
    left
}

/// Shown what a rule is made of.
trait See {
    /// A component of an option, before its coordinates.
    fn component(&mut self, component: &mut Component);

    /// A name that stands for something else inside.
    fn bound(&mut self, _name: &str) {}

    /// An expression that is a name.
    fn name(&mut self, _expr: &mut Expr) {}
}

/// Whether all components have this name at this place, and nothing else is called so.
struct Kept<'a> {
    axis: usize,
    name: &'a str,
    always: bool,
}

impl See for Kept<'_> {
    fn component(&mut self, component: &mut Component) {
        self.always &= match component.coords.get(self.axis) {
            Some(coord) => matches!(&coord.kind, ExprKind::Name(same) if same == self.name),
            None => false,
        };
    }

    fn bound(&mut self, name: &str) {
        self.always &= name != self.name;
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
}

impl See for Put<'_> {
    fn component(&mut self, component: &mut Component) {
        self.drop_from(&mut component.coords);
    }

    fn name(&mut self, expr: &mut Expr) {
        let ExprKind::Name(name) = &expr.kind else { return };
        if let Some((_, value)) = self.values.iter().find(|(known, _)| known == name) {
            expr.kind = ExprKind::Int(*value);
        }
    }
}

fn walk(rule: &mut Rule, see: &mut dyn See) {
    rule.guard.iter_mut().for_each(|guard| walk_expr(guard, see));
    for family in &mut rule.families {
        walk_terms(&mut family.terms, see);
        walk_clauses(&mut family.clauses, see);
    }
}

fn walk_terms(terms: &mut [Term], see: &mut dyn See) {
    for term in terms {
        match term {
            Term::Component(component) => walk_component(component, see),
            Term::Times { count, terms } => {
                walk_expr(count, see);
                walk_terms(terms, see);
            }
            Term::Sum { var, set, terms } => {
                see.bound(&var.text);
                walk_expr(set, see);
                walk_terms(terms, see);
            }
            Term::Choose { count, component, clauses, .. } => {
                walk_expr(count, see);
                walk_component(component, see);
                walk_clauses(clauses, see);
            }
        }
    }
}

fn walk_component(component: &mut Component, see: &mut dyn See) {
    see.component(component);
    component.coords.iter_mut().for_each(|coord| walk_expr(coord, see));
}

fn walk_clauses(clauses: &mut [Clause], see: &mut dyn See) {
    for clause in clauses {
        match clause {
            Clause::For(name, expr) | Clause::Let(name, expr) => {
                see.bound(&name.text);
                walk_expr(expr, see);
            }
            Clause::If(expr) => walk_expr(expr, see),
        }
    }
}

fn walk_expr(expr: &mut Expr, see: &mut dyn See) {
    match &mut expr.kind {
        ExprKind::Int(_) => {}
        ExprKind::Name(_) => see.name(expr),
        ExprKind::Neg(inner) | ExprKind::Not(inner) => walk_expr(inner, see),
        ExprKind::Binary(_, a, b) => {
            walk_expr(a, see);
            walk_expr(b, see);
        }
        ExprKind::Call(_, all) | ExprKind::List(all) => {
            all.iter_mut().for_each(|inner| walk_expr(inner, see));
        }
        ExprKind::Range(from, to, step) => {
            walk_expr(from, see);
            walk_expr(to, see);
            step.iter_mut().for_each(|step| walk_expr(step, see));
        }
        ExprKind::Comprehension(item, clauses) => {
            walk_expr(item, see);
            walk_clauses(clauses, see);
        }
    }
}
