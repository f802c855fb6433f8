//! A choice from few constants, each of which is a family of its own.
//!
//! ```text
//! [(n+k-1) / k] for k in 2..3
//! as    [(n+1) / 2]
//!     | [(n+2) / 3]
//! ```

use super::anew::Anew;
use super::inlined::PutIn;
use crate::rule::closed_set_up_to;
use crate::rule::ir::{Clause, Family, Int, Target};

/// The families for each constant that is chosen first, of which there are so many at most; nothing where none is.
pub(in crate::rule) fn each(family: &Family, most: u64) -> Option<Vec<Family>> {
    let at = family.clauses.iter().position(|clause| !matches!(clause, Clause::If(_)))?;
    let Clause::For(slot, set) = &family.clauses[at] else { return None };
    let elements = closed_set_up_to(set, most)?;
    let one = |element: i64| {
        let put_in = PutIn { slot: *slot, int: &Int::Const(element) };
        let clauses = family.clauses[at + 1..].iter().map(|clause| put_in.clause(clause));
        let target = |target: &Target| {
            Some(Target { coords: put_in.ints(&target.coords), ..target.clone() })
        };
        Some(Family {
            clauses: family.clauses[..at].iter().cloned().chain(clauses).collect(),
            terms: put_in.terms(&family.terms, &target)?,
            ..family.clone()
        })
    };
    elements.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::each;
    use crate::rule::ir::Kind;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_each_constant_is_a_family() {
        for (family, count) in [
            ("[(n+k-1)/k] for k in 2..9", Some(8)),
            ("[n-k] if n % 2 == 1 for k in {1, 3, 4} if n % k == 0", Some(3)),
            ("[n-k] + [k] for k in {1, 2}", Some(2)),
            ("[n-k-l] for k in 1..3, l in k..n", Some(3)),
            ("[n/k] for k in 2..20", None),
            ("[n/k] for k in 2..n", None),
            ("[n-1]", None),
        ] {
            let rules = |text: &str| Rules::new(parse(text).unwrap(), &[]).unwrap();
            let before = rules(&format!("[n] if n > 1 -> {family}"));
            let families = each(&before.ir()[0].families[0], 16);
            assert_eq!(families.as_ref().map(Vec::len), count, "{family}");
            let Some(families) = families else { continue };
            let after = before.with_kind(Kind { families, ..before.ir()[0].clone() });
            for n in 0..40 {
                assert_eq!(options(&before, &[n]), options(&after, &[n]), "{family} {n}");
            }
        }
    }
}
