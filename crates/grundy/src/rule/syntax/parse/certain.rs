//! What nobody means: a rule that mends have led to and that has one of these is not shown.

use crate::rule::ast::{Clause, ExprKind, Family, Program, Rule, Term};

/// Whether a rule can be what was meant.
pub(crate) fn may_be_meant(program: &Program) -> bool {
    let odd = |rule: &Rule| {
        let is_odd = |family: &Family| {
            chooses_again(rule, family) || stays(rule, family) || falls(&family.clauses)
        };
        rule.families.iter().any(is_odd) || repeats(&rule.families)
    };
    !program.rules.iter().any(odd)
}

/// A name that is chosen or given though it stands for something already: `for k in 1..3, k in {1, 4}`.
fn chooses_again(rule: &Rule, family: &Family) -> bool {
    let mut known: Vec<&str> = rule.coords.iter().map(|name| &name.text[..]).collect();
    family.clauses.iter().any(|clause| match clause {
        Clause::For(name, _) | Clause::Let(name, _) => {
            let again = known.contains(&&name.text[..]);
            known.push(&name.text);
            again
        }
        Clause::If(_) => false,
    })
}

/// An option that is the position itself.
fn stays(rule: &Rule, family: &Family) -> bool {
    let [Term::Component(left)] = &family.terms[..] else { return false };
    left.kind == rule.kind
        && left.coords.len() == rule.coords.len()
        && left
            .coords
            .iter()
            .zip(&rule.coords)
            .all(|(coord, name)| matches!(&coord.kind, ExprKind::Name(text) if *text == name.text))
}

/// A range down to a number, `n..1` or `3..1`, which is empty most of the time.
fn falls(clauses: &[Clause]) -> bool {
    let falls = |from: &ExprKind, to: &ExprKind| match (from, to) {
        (ExprKind::Int(from), ExprKind::Int(to)) => from > to,
        (_, ExprKind::Int(0 | 1)) => true,
        _ => false,
    };
    clauses.iter().any(|clause| match clause {
        Clause::For(_, set) => {
            matches!(&set.kind, ExprKind::Range(from, to, _) if falls(&from.kind, &to.kind))
        }
        _ => false,
    })
}

/// Two options that are the same: both halves of a heap, rather.
fn repeats(families: &[Family]) -> bool {
    families.iter().enumerate().any(|(at, family)| families[..at].contains(family))
}

#[cfg(test)]
mod tests {
    use crate::rule::parse;

    #[test]
    fn what_nobody_means_is_not_shown() {
        for typed in [
            "[n] -> [n-k], 1<=k<=3, k in {1,4}",
            "[n] -> [n-k] for k<=3, k in {1,4}",
            "[n] -> [n-k] for odd k, k in {1,4}",
            "[n] -> [n-k]，1≤k≤3，k∈{1,4}",
            "[n] -> [n-k] for k in 1..n if k odd, k in {1,4}",
            "[n] -> [n-k] for k=n..1",
            "[n] -> [n-k] for k=n-1..1",
            "[n] -> [n-k] for k=3..1",
            "[n] -> [n-k] for k between 3 and 1",
            "n -> n/2, n/2",
            "[n] -> {[n-1], [n-3]} if n > 4",
            "[n] -> {[n-1], [n-3]} + [1]",
            "[n] -> [1] + {[n-1], [n-3]}",
            "n -> (i + (n-1-i)) for i in 0..n-1",
            "[n] -> {n-1 + n-3}",
            "[n] -> [n-1] | n",
            "[n] -> [n-k] for k in 1..n if k==1 or k==3, n>3",
            "[n] -> [n-k] for k in 1..n if n even, k==1 or k==3",
            "[n] -> [n-k] for k in 1..n if k^2 <= n and k&1",
            "[n] -> [n-k], 1<=k<=n, 2|k or k in {1,4}",
        ] {
            let error = parse(typed).unwrap_err();
            assert_eq!(error.whole, None, "{typed}: {error}");
        }
        for (typed, meant) in [
            ("if not k|n", "if n % k != 0"),
            ("if (k==1 or k==3), n>4", "if (k==1 or k==3) and n>4"),
            ("where !(k==2)", "if not (k==2)"),
            ("if !k|n", "if n % k != 0"),
            ("if k>1 and not k|n", "if k>1 and n % k != 0"),
            ("where not k∣n", "if n % k != 0"),
        ] {
            let error = parse(&format!("[n] -> [n-k] for k in 1..n {typed}")).unwrap_err();
            let whole = format!("[n] -> [n-k] for k in 1..n {meant}");
            assert_eq!(error.whole, Some(whole), "{typed}: {error}");
        }
        let whole = |typed: &str| parse(typed).unwrap_err().whole;
        for (typed, meant) in [
            ("[n,p] -> [n-k,k] for p<=k<=9", "[n,p] -> [n-k,k] for k in p..9"),
            (
                "[a, b] -> [a-k, b] for 1<=k<=a/b if b > 0",
                "[a, b] -> [a-k, b] for k in 1..a/b if b > 0",
            ),
            ("[n] -> {[n-1], [n-3]}", "[n] -> [n-1]| [n-3]"),
        ] {
            assert_eq!(whole(typed).as_deref(), Some(meant), "{typed}");
        }
    }
}
