//! A walk over all that a rule is made of, which may change it.

use super::ast::{Clause, Component, Expr, ExprKind, Family, Rule, Term};

/// Shown what a rule is made of.
pub(in crate::rule) trait See {
    /// A component of an option, before its coordinates.
    fn component(&mut self, _component: &mut Component) {}

    /// A name that stands for something else inside.
    fn bound(&mut self, _name: &str) {}

    /// Any expression, before what is inside.
    fn expr(&mut self, _expr: &Expr) {}

    /// An expression that is a name.
    fn name(&mut self, _expr: &mut Expr) {}
}

/// Shows a whole rule.
pub(in crate::rule) fn walk(rule: &mut Rule, see: &mut dyn See) {
    rule.guard.iter_mut().for_each(|guard| walk_expr(guard, see));
    rule.families.iter_mut().for_each(|family| walk_family(family, see));
}

fn walk_family(family: &mut Family, see: &mut dyn See) {
    walk_terms(&mut family.terms, see);
    walk_clauses(&mut family.clauses, see);
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

pub(in crate::rule) fn walk_clauses(clauses: &mut [Clause], see: &mut dyn See) {
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

pub(in crate::rule) fn walk_expr(expr: &mut Expr, see: &mut dyn See) {
    see.expr(expr);
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
