//! Coordinates that no move changes: with them put in, a rule is another one for each of what they
//! may be, with fewer coordinates.
//!
//! ```text
//! [n, m] -> [n-k, m] for k in 1..n if k % m > 0        [n] -> [n-k] for k in 1..n if k % 7 > 0   at m = 7
//! ```

use crate::rule::ast::{Component, Expr, ExprKind, Program};
use crate::rule::syntax::walk::{See, walk};

/// The coordinates that no option of the one kind of a game changes, ascending; none where all are
/// such, where a set or a clause has a name that one of them has, or of games with several kinds
/// or with `win on`.
pub(crate) fn constant_coordinates(program: &Program) -> Vec<usize> {
    let [rule] = &program.rules[..] else { return Vec::new() };
    if rule.unordered || rule.families.is_empty() || !program.wins.is_empty() {
        return Vec::new();
    }
    let stays = |axis: usize| {
        let mut kept = Unchanged { axis, name: &rule.coords[axis].text, always: true };
        walk(&mut rule.clone(), &mut kept);
        kept.always
    };
    let found: Vec<usize> = (0..rule.coords.len()).filter(|&axis| stays(axis)).collect();
    if found.len() == rule.coords.len() { Vec::new() } else { found }
}

/// The rule that is left where the [constant coordinates](constant_coordinates) have these values.
pub(crate) fn with_constants(program: &Program, axes: &[usize], values: &[i64]) -> Program {
    let mut left = program.untitled();
    for rule in &mut left.rules {
        let names = axes.iter().map(|&axis| rule.coords[axis].text.clone());
        let mut put = Put { axes, values: names.zip(values.iter().copied()).collect() };
        put.drop_from(&mut rule.coords);
        walk(rule, &mut put);
    }
    left
}

/// Whether all components have this name at this place, and nothing else is called so.
struct Unchanged<'a> {
    axis: usize,
    name: &'a str,
    always: bool,
}

impl See for Unchanged<'_> {
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
