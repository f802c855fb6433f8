//! Components that are sums: where each move changes some coordinates and asks only these, the others are games
//! beside them.
//!
//! ```text
//! [a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in divisors(b)
//!
//! [a] -> [a-k] for k in 1..3    and beside it    [b] -> [b-k] for k in divisors(b)
//! ```

use crate::rule::ast::{Expr, ExprKind, Family, Name, Program, Rule, Term};
use crate::rule::syntax::walk::{See, walk, walk_clauses, walk_expr};

/// A game that a component is beside others.
pub(crate) struct Summand {
    /// The coordinates of the component that it has, ascending.
    pub(crate) axes: Vec<usize>,
    pub(crate) program: Program,
}

/// The games whose sum a component of the one kind of a game is, at least two, by their first coordinates; none where
/// it is no sum, or may not be one: with a guard, a name that stands for a coordinate and for something else, options
/// that are sums or change nothing, several kinds, or `win on`. Those that have the same rule but for
/// names have equal programs. A coordinate that no move changes or asks is in none of them. Where the order of the
/// coordinates does not matter each is by itself, and all have the same rule.
pub(crate) fn summands(program: &Program) -> Vec<Summand> {
    let [rule] = &program.rules[..] else { return Vec::new() };
    let plain = rule.guard.is_none() && program.wins.is_empty();
    if !plain || binds_coordinate(rule) {
        return Vec::new();
    }
    let Some(groups) = groups(rule) else { return Vec::new() };
    let mut found: Vec<Summand> = Vec::with_capacity(groups.len());
    for axes in groups {
        let program = Program { rules: vec![of_axes(rule, &axes)], ..program.untitled() };
        // Names do not matter.
        let alike = |other: &Summand| {
            let renamed = renamed(&program, &other.program);
            (renamed == other.program).then_some(renamed)
        };
        let program = found.iter().find_map(alike).unwrap_or(program);
        found.push(Summand { axes, program });
    }
    let alone = |part: &Summand| part.axes.len() == 1 && part.program == found[0].program;
    let alike = found.len() == rule.coords.len() && found.iter().all(alone);
    let apt = found.len() > 1 && (alike || !rule.unordered);
    if apt { found } else { Vec::new() }
}

/// Whether a clause or a sum of a rule calls something like a coordinate.
fn binds_coordinate(rule: &Rule) -> bool {
    struct Bound<'a>(&'a [Name], bool);
    impl See for Bound<'_> {
        fn bound(&mut self, name: &str) {
            self.1 |= self.0.iter().any(|coord| coord.text == name);
        }
    }
    let mut bound = Bound(&rule.coords, false);
    walk(&mut rule.clone(), &mut bound);
    bound.1
}

/// The coordinates that some family changes or asks, those of one family together; nothing where an option is no
/// single component that is changed.
fn groups(rule: &Rule) -> Option<Vec<Vec<usize>>> {
    let mut group: Vec<usize> = (0..rule.coords.len()).collect();
    let mut met = vec![false; rule.coords.len()];
    for family in &rule.families {
        let concerned = concerned(rule, family)?;
        let least = concerned.iter().map(|&axis| group[axis]).min()?;
        let joined: Vec<usize> = concerned.iter().map(|&axis| group[axis]).collect();
        concerned.iter().for_each(|&axis| met[axis] = true);
        for at in group.iter_mut().filter(|at| joined.contains(at)) {
            *at = least;
        }
    }
    let axes = |first: usize| (0..group.len()).filter(|&axis| group[axis] == first).collect();
    Some((0..group.len()).filter(|&axis| met[axis] && group[axis] == axis).map(axes).collect())
}

/// The coordinates that a family changes or asks; nothing where it changes none, or its options are no single components.
fn concerned(rule: &Rule, family: &Family) -> Option<Vec<usize>> {
    struct Asked<'a>(&'a [Name], Vec<usize>);
    impl See for Asked<'_> {
        fn name(&mut self, expr: &mut Expr) {
            let ExprKind::Name(name) = &expr.kind else { return };
            self.1.extend(self.0.iter().position(|coord| coord.text == *name));
        }
    }
    let [Term::Component(component)] = &family.terms[..] else { return None };
    let mut asked = Asked(&rule.coords, changed(rule, family));
    if asked.1.is_empty() {
        return None;
    }
    for axis in asked.1.clone() {
        walk_expr(&mut component.coords[axis].clone(), &mut asked);
    }
    walk_clauses(&mut family.clauses.clone(), &mut asked);
    Some(asked.1)
}

/// The coordinates that an option of one component does not leave as they are.
fn changed(rule: &Rule, family: &Family) -> Vec<usize> {
    let [Term::Component(component)] = &family.terms[..] else { return Vec::new() };
    let changes = |&axis: &usize| {
        let same = &rule.coords[axis].text;
        component
            .coords
            .get(axis)
            .is_some_and(|coord| !matches!(&coord.kind, ExprKind::Name(name) if name == same))
    };
    (0..rule.coords.len()).filter(changes).collect()
}

/// What a rule says of these coordinates.
fn of_axes(rule: &Rule, axes: &[usize]) -> Rule {
    let mut of_these = Rule { unordered: false, ..rule.clone() };
    of_these.families.retain(|family| changed(rule, family).iter().any(|at| axes.contains(at)));
    of_these.coords = axes.iter().map(|&axis| rule.coords[axis].clone()).collect();
    for family in &mut of_these.families {
        if let [Term::Component(component)] = &mut family.terms[..] {
            component.coords = axes.iter().map(|&axis| component.coords[axis].clone()).collect();
        }
    }
    of_these
}

/// A program of one rule with the names of the coordinates of another, if there are as many.
fn renamed(program: &Program, like: &Program) -> Program {
    struct Renamed(Vec<(String, String)>);
    impl See for Renamed {
        fn name(&mut self, expr: &mut Expr) {
            if let ExprKind::Name(name) = &mut expr.kind
                && let Some((_, other)) = self.0.iter().find(|(old, _)| old == name)
            {
                name.clone_from(other);
            }
        }
    }
    let mut program = program.clone();
    let (rule, like) = (&mut program.rules[0], &like.rules[0]);
    if rule.coords.len() == like.coords.len() {
        let pairs = rule.coords.iter().zip(&like.coords);
        let mut names = Renamed(pairs.map(|(a, b)| (a.text.clone(), b.text.clone())).collect());
        walk(rule, &mut names);
        rule.coords.clone_from(&like.coords);
    }
    program
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::parse;

    fn split(text: &str) -> Vec<(Vec<usize>, String)> {
        let found = summands(&parse(text).unwrap());
        found.into_iter().map(|part| (part.axes, part.program.to_string())).collect()
    }

    #[test]
    fn coordinates_that_no_family_brings_together_are_apart() {
        let two = split("[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in divisors(b)");
        assert_eq!(
            two,
            [
                (vec![0], "[a] -> [a - k] for k in 1..3".to_string()),
                (vec![1], "[b] -> [b - k] for k in divisors(b)".to_string()),
            ]
        );
        // The first and the third are changed together, the second and the last asked together.
        let mixed = split(
            "h[a, b, c, d] -> h[a-k, b, c-k, d] for k in 1..2 | h[a, b-1, c, d] if d > b\n\
             | h[a, b, c, 0] if d > 2\nmisere",
        );
        let axes: Vec<&[usize]> = mixed.iter().map(|(axes, _)| &axes[..]).collect();
        assert_eq!(axes, [[0, 2], [1, 3]]);
        assert_eq!(
            mixed[1].1.split_whitespace().collect::<Vec<_>>().join(" "),
            "h[b, d] -> h[b - 1, d] if d > b | h[b, 0] if d > 2 misere"
        );
    }

    #[test]
    fn those_with_the_same_rule_are_equal() {
        let text = "[a, b, c] -> [a-k, b, c] for k in 1..a if k % 3 > 0 \
            | [a, b-k, c] for k in 1..b if k % 3 > 0 | [a, b, c-k] for k in 1..c if k % 4 > 0";
        let three = split(text);
        assert_eq!(three.len(), 3);
        assert_eq!(three[0].1, three[1].1);
        assert_ne!(three[0].1, three[2].1);
        // In any order they may stand only if all are alike.
        assert!(split(&format!("unordered {text}")).is_empty());
        let alike = "[a, b] -> [a/2, b] if a > 1 | [a, b/2] if b > 1";
        assert_eq!(split(&format!("unordered {alike}")).len(), 2);
    }

    #[test]
    fn coordinates_that_stay_are_with_those_that_ask_them_or_nowhere() {
        let found = split("[a, m, b, c] -> [a-k, m, b, c] for k in 1..m | [a, m, b-1, c]");
        let axes: Vec<&[usize]> = found.iter().map(|(axes, _)| &axes[..]).collect();
        assert_eq!(axes, [&[0, 1][..], &[2]]);
        assert!(split("unordered [a, b, c] -> [a-1, b, c] | [a, b-1, c]").is_empty());
    }

    #[test]
    fn parameters_stay_in_both() {
        let found = split("game g(m = 2) \"G\" [a, b] -> [a-m, b] | [a, b-1]");
        let texts: Vec<&str> = found.iter().map(|(_, text)| &text[..]).collect();
        assert_eq!(texts, ["game g(m = 2)\n[a] -> [a - m]", "game g(m = 2)\n[b] -> [b - 1]"]);
    }

    #[test]
    fn what_may_be_no_sum_is_none() {
        for text in [
            "[a] -> [a-1]",
            "[a, b] -> [a-k, b-k] for k in 1..2",
            "[a, b] -> [a-k, b] for k in 1..b | [a, b-1]",
            "[a, b] -> [b, a-1] if a > 0 | [a, b-1]",
            "[a, b] if a > b -> [a-1, b] | [a, b-1]",
            "[a, b] -> [a-1, b] + [0, b] | [a, b-1]",
            "[a, b] -> [a, b] if a > 0 | [a, b-1] | [a-1, b]",
            "[a, b] -> [a-b, b] for b in 1..2 | [a, b-1]",
            "[a, b] -> [a-1, b] | [a, b-1]\nwin on [2, 2]",
            "[a, b] -> [a-1, b] for k in 1..3",
            "x[a, b] -> x[a-1, b] | y[b]\ny[c] -> y[c-1]",
            "[a, b] -> [a-1, b] | []",
        ] {
            assert!(split(text).is_empty(), "{text}");
        }
    }
}
