//! What a rule may say and hardly means: names that nothing uses, options that nothing has, numbers that are rounded.

use std::ops::ControlFlow;

use super::ast::{Clause, Component, Expr, ExprKind, Name, Program, Term};
use super::error::RuleError;
use super::rounded::rounded;
use super::rules::Rules;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::ruleset::{Failure, Ruleset};

impl Rules {
    /// What is allowed and probably not meant: a parameter or a name after `for` or `let` that is
    /// never used or hides a coordinate, a parameter or an earlier choice, a coordinate that hides a parameter, a quotient that
    /// is rounded down before it is compared, `a < n/2`, and an option family that none of these components has an option of.
    /// Each names its place; `source` is left empty. In the order of the text, by kind of doubt.
    ///
    /// As many options as there are families are looked at for each component.
    ///
    /// # Errors
    /// As for the options of a component.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::rule::{Rules, parse};
    /// let rules = Rules::new(parse("[n] -> [n-1] for k in 1..3 | [n-k] for k in 5..3")?, &[])?;
    /// let tried = (0..10).map(|n| rules.component(0, &[n])).collect::<Result<Vec<_>, _>>()?;
    /// let doubts = rules.doubts(&tried, &Limits::default())?;
    /// let messages: Vec<String> = doubts.iter().map(|doubt| doubt.message.to_string()).collect();
    /// assert_eq!(messages, [
    ///     "`k` is never used",
    ///     "none of the components tried has an option of this kind",
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn doubts(
        &self,
        tried: &[super::Component],
        limits: &Limits,
    ) -> Result<Vec<RuleError>, Failure> {
        let mut doubts = unused(self.program());
        doubts.extend(rounded(self.program()));
        for (kind, rule) in self.program().rules.iter().enumerate() {
            let tried = || tried.iter().filter(|component| usize::from(component.kind) == kind);
            if tried().next().is_none() {
                continue;
            }
            for (index, family) in rule.families.iter().enumerate() {
                let alone = self.with_families(kind, &[index]);
                let mut found = false;
                for component in tried() {
                    alone.options(component, limits, &mut |_| {
                        found = true;
                        ControlFlow::Break(())
                    })?;
                    if found {
                        break;
                    }
                }
                if !found {
                    let message =
                        message!("none of the components tried has an option of this kind");
                    doubts.push(RuleError::new(family.span, message).help(message!(
                        "a range a..b with a > b is empty, and an option with a negative \
                         coordinate does not exist"
                    )));
                }
            }
        }
        Ok(doubts)
    }
}

/// Names that are introduced and never used, or hide another.
///
/// A use of another name that is spelled the same counts as a use.
fn unused(program: &Program) -> Vec<RuleError> {
    let mut doubts = Vec::new();
    if let Some(head) = &program.head {
        let mut names = Names::default();
        for rule in &program.rules {
            names.maybe(rule.guard.as_ref());
            for family in &rule.families {
                names.terms(&family.terms);
                names.clauses(&family.clauses);
            }
        }
        for win in &program.wins {
            win.coords.iter().for_each(|coord| names.expr(coord));
            names.maybe(win.cond.as_ref());
        }
        doubts.extend(head.params.iter().filter_map(|param| names.doubt(&param.name)));
    }
    let params = || program.head.iter().flat_map(|head| &head.params).map(|param| &param.name);
    for rule in &program.rules {
        doubts.extend(rule.coords.iter().filter(|name| is_among(params(), name)).map(of_parameter));
        for family in &rule.families {
            let mut names = Names::default();
            names.terms(&family.terms);
            names.clauses(&family.clauses);
            doubts.extend(names.introduced.iter().filter_map(|&name| {
                if is_among(rule.coords.iter(), name) {
                    return Some(hides(
                        name,
                        message!("`{name}` hides the coordinate of this name", name = name.text),
                    ));
                }
                if names.again.iter().any(|again| std::ptr::eq(*again, name)) {
                    return Some(hides(
                        name,
                        message!(
                            "`{name}` hides the earlier choice of this name",
                            name = name.text
                        ),
                    ));
                }
                match is_among(params(), name) {
                    true => Some(of_parameter(name)),
                    false => names.doubt(name),
                }
            }));
        }
    }
    doubts
}

fn is_among<'a>(mut names: impl Iterator<Item = &'a Name>, name: &Name) -> bool {
    names.any(|other| other.text == name.text)
}

fn hides(name: &Name, message: Message) -> RuleError {
    RuleError::new(name.span, message).help(message!("choose another name"))
}

fn of_parameter(name: &Name) -> RuleError {
    hides(name, message!("`{name}` hides the parameter of this name", name = name.text))
}

/// The names that a piece of a program introduces and those that it uses.
#[derive(Default)]
struct Names<'a> {
    introduced: Vec<&'a Name>,
    /// Those of them that an earlier clause beside them introduces too.
    again: Vec<&'a Name>,
    used: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn doubt(&self, name: &Name) -> Option<RuleError> {
        (!self.used.contains(&name.text.as_str())).then(|| {
            RuleError::new(name.span, message!("`{name}` is never used", name = name.text))
                .help(message!("nothing depends on it: use it, or leave it out"))
        })
    }

    fn terms(&mut self, terms: &'a [Term]) {
        for term in terms {
            match term {
                Term::Component(component) => self.component(component),
                Term::Times { count, terms } => {
                    self.expr(count);
                    self.terms(terms);
                }
                // So many equal parts, which is a fair use of a name.
                Term::Sum { var: _, set, terms } => {
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
    }

    fn clauses(&mut self, clauses: &'a [Clause]) {
        let mut before: Vec<&'a Name> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::For(name, expr) | Clause::Let(name, expr) => {
                    if is_among(before.iter().copied(), name) {
                        self.again.push(name);
                    }
                    before.push(name);
                    self.introduced.push(name);
                    self.expr(expr);
                }
                Clause::If(cond) => self.expr(cond),
            }
        }
    }

    fn maybe(&mut self, expr: Option<&'a Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Int(_) => (),
            ExprKind::Name(name) => self.used.push(name),
            ExprKind::Neg(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Call(_, items) | ExprKind::List(items) => {
                items.iter().for_each(|item| self.expr(item));
            }
            ExprKind::Range(from, to, step) => {
                self.expr(from);
                self.expr(to);
                self.maybe(step.as_deref());
            }
            ExprKind::Comprehension(item, clauses) => {
                self.expr(item);
                self.clauses(clauses);
            }
        }
    }
}
