//! Rules of one coordinate by which one takes any number from one up to a limit that grows by at most one from heap to heap:
//! `[n] -> [n-k] for k in 1..isqrt(n)`, `[t] for t in n/3..n-1`, `[n-k] for k in 1..n if k*k <= n`.
//!
//! That it does is proved from the expression, by the least and the greatest difference between its values at neighbours
//! ([`steps`]): those of `n`, of `n/3` and of `isqrt(n)` are 0 and 1; of a multiple and of a quotient it is what becomes of both;
//! of a function of an expression no more than of that; of the least and the greatest of several, the least and the
//! greatest; of a sum, their sums: so of `n - isqrt(n)` they are 0 and 1 again, but of `isqrt(n) + ilog2(n)` 0 and 2.

use num_bigint::{BigInt, BigUint};

use super::window::{OWN, Window, number, steps, windows};
use crate::rule::Span;
use crate::rule::ir::{Comparison, Cond, End, Int, IntOp, Kind, Part, UnaryFn};
use crate::rule::linear::Linear;
use crate::rule::numbers::floor_div;
use crate::theory::root::Root;

/// No number in a limit is farther from 0.
const FARTHEST: u64 = 1 << 32;

/// How many may be taken from a heap, at most: a number that grows by at most one from heap to heap.
///
/// ```
/// use grundy::games::open;
/// use grundy::plan::{Engine, plan};
/// let Engine::UpTo(most, _) = plan(&open("[n] -> [n-k] for k in 1..isqrt(n)")?).engine else { panic!() };
/// assert_eq!([0, 1, 8, 9].map(|heap| most.at_u64(heap)), [0, 1, 2, 3]);
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MostTaken {
    /// It may be below 0, and more than there is.
    most: Int,
    /// Whether the rule says what an empty heap is.
    has_zero: bool,
    /// The same, if it is a root.
    root: Option<Root>,
}

impl MostTaken {
    /// The limit of a kind whose rule is of the form.
    pub(crate) fn of(kind: &Kind) -> Option<MostTaken> {
        let [Window { before, first, last, after }] = &windows(0, kind)?[..] else { return None };
        let first = match first {
            Int::Binary(IntOp::Add, none, first, _) if **none == Int::Const(0) => first,
            first => first,
        };
        let most = match first {
            Int::Binary(IntOp::Sub, whole, most, _) if **whole == Int::Var(OWN) => (**most).clone(),
            _ => Int::Binary(
                IntOp::Sub,
                Box::new(Int::Var(OWN)),
                Box::new(first.clone()),
                Span::default(),
            ),
        };
        let grows_slowly = steps(&most).is_some_and(|(least, most)| least >= 0 && most <= 1);
        let is_next = Linear::of(last) == Linear::of_var(OWN).plus(-1);
        // Nothing is taken from an empty heap in any case.
        let is_always = before.iter().chain(after).all(is_positive);
        if !(grows_slowly && is_next && is_always) || has_far_numbers(&most) {
            return None;
        }
        let has_zero = !before.is_empty() || number(&most, &BigInt::ZERO).is_some();
        // Where it has no value at 0, no heap may lead there; where it has one at 1, it has at all that are larger.
        let at_one = number(&most, &BigInt::from(1))?;
        let root = root_of(&most);
        (has_zero || at_one <= BigInt::ZERO).then_some(MostTaken { most, has_zero, root })
    }

    /// The limit as an expression of the rule.
    pub(crate) fn expression(&self) -> &Int {
        &self.most
    }

    /// Whether the rule says what an empty heap is; if not, no other leads there.
    pub(crate) fn has_zero(&self) -> bool {
        self.has_zero
    }

    /// The limit as a root, if it is one.
    pub(crate) fn root(&self) -> Option<&Root> {
        self.root.as_ref()
    }

    /// How many may be taken from a heap.
    pub fn at(&self, heap: &BigUint) -> BigUint {
        let most = number(&self.most, &BigInt::from(heap.clone()));
        most.and_then(|most| most.to_biguint()).unwrap_or_default().min(heap.clone())
    }

    /// The same of a heap that fits in a machine word.
    pub fn at_u64(&self, heap: u64) -> u64 {
        match i64::try_from(heap).ok().and_then(|heap| near(&self.most, heap)) {
            Some(most) => most.max(0).unsigned_abs().min(heap),
            None => u64::try_from(self.at(&heap.into())).unwrap_or(heap),
        }
    }
}

/// Whether a condition says that the coordinate is not 0.
fn is_positive(cond: &Cond) -> bool {
    match cond {
        Cond::Compare(Comparison::Ne, a, b) => {
            matches!((a, b), (Int::Var(OWN), Int::Const(0)) | (Int::Const(0), Int::Var(OWN)))
        }
        Cond::Compare(comparison, a, b) => matches!(
            comparison.ascending(a, b),
            Some((Int::Const(0), Int::Var(OWN), 1) | (Int::Const(1), Int::Var(OWN), 0))
        ),
        Cond::Shared(cond) => is_positive(cond),
        _ => false,
    }
}

/// `(isqrt((n + b)/q) + h)/m`, where a quotient by 1 and a sum with 0 need not stand, or the lesser of this and `n`: nobody
/// takes more than there is.
fn root_of(most: &Int) -> Option<Root> {
    let most = match most {
        Int::Extreme(End::Least, numbers) => {
            let mut others =
                numbers.iter().filter(|number| Linear::of(number) != Some(Linear::of_var(OWN)));
            others.next().filter(|_| others.next().is_none())?
        }
        most => most,
    };
    let (root, h, m) = share(most)?;
    let Int::Unary(UnaryFn::Isqrt, of, _) = root else { return None };
    match share(of)? {
        (Int::Var(OWN), b, q) => Root::new(b, q, h, m),
        _ => None,
    }
}

/// An expression as `(x + c)/d`, rounded down, with numbers `c` and `d > 0`: it does not matter in which order one adds and divides.
fn share(int: &Int) -> Option<(&Int, i64, i64)> {
    let moved = |of, by: i64| {
        let (x, c, d) = share(of)?;
        Some((x, c.checked_add(by.checked_mul(d)?)?, d))
    };
    match int {
        Int::Binary(IntOp::Add, of, by, _) | Int::Binary(IntOp::Add, by, of, _)
            if let Int::Const(by) = **by =>
        {
            moved(of, by)
        }
        Int::Binary(IntOp::Sub, of, by, _) if let Int::Const(by) = **by => {
            moved(of, by.checked_neg()?)
        }
        Int::Binary(IntOp::Div, of, by, _) if let Int::Const(by @ 1..) = **by => {
            let (x, c, d) = share(of)?;
            Some((x, c, d.checked_mul(by)?))
        }
        _ => Some((int, 0, 1)),
    }
}

fn has_far_numbers(int: &Int) -> bool {
    Part::Int(int).any(&mut |part| match part {
        Part::Int(Int::Const(number)) => Some(number.unsigned_abs() >= FARTHEST),
        _ => None,
    })
}

/// The value of an expression at a position, as [`number`] has it; nothing where that does not fit.
fn near(int: &Int, position: i64) -> Option<i64> {
    let of = |int: &Int| near(int, position);
    Some(match int {
        Int::Const(number) => *number,
        Int::Var(_) => position,
        Int::Neg(inner, _) => of(inner)?.checked_neg()?,
        Int::Binary(IntOp::Add, a, b, _) => of(a)?.checked_add(of(b)?)?,
        Int::Binary(IntOp::Sub, a, b, _) => of(a)?.checked_sub(of(b)?)?,
        Int::Binary(IntOp::Mul, a, b, _) => of(a)?.checked_mul(of(b)?)?,
        Int::Binary(IntOp::Div, a, b, _) => {
            let by = of(b)?;
            floor_div(of(a)?, by).filter(|_| by > 0)?
        }
        Int::Extreme(end, numbers) => {
            let mut all = numbers.iter().map(of);
            let first = all.next()??;
            all.try_fold(first, |so_far, next| {
                Some(match end {
                    End::Least => so_far.min(next?),
                    End::Greatest => so_far.max(next?),
                })
            })?
        }
        Int::Unary(UnaryFn::Isqrt, inner, _) => of(inner)?.checked_isqrt()?,
        Int::Unary(UnaryFn::Ilog2, inner, _) => of(inner)?.checked_ilog2().map_or(-1, i64::from),
        Int::Binary(..) | Int::Unary(..) | Int::ExtremeOf(..) | Int::Size(..) => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;
    use crate::nimber::{Mex, Nimber};
    use crate::rule::{Component, Rules, parse};
    use crate::ruleset::Ruleset;
    use crate::theory::limit;

    fn rules_of(text: &str) -> Rules {
        Rules::new(parse(text).unwrap(), &[]).unwrap().simpler()
    }

    fn limit_of(text: &str) -> Option<MostTaken> {
        MostTaken::of(&rules_of(text).ir()[0])
    }

    #[test]
    fn limits_that_grow_by_one_are_seen() {
        for range in [
            "1..isqrt(n)",
            "1..ilog2(n)",
            "1..ilog2(n)+1",
            "1..(2*n)/3",
            "1..n-isqrt(n)",
            "1..n - ilog2(n+1)",
            "1..n if k*k <= n",
            "1..n if k*k < n",
            "1..n if k**2 <= n",
            "1..n if not k*k > n",
            "1..n if not (k*k > n or k > n)",
            "1..n if k*k <= n if n > 0",
            "1..isqrt(n)/3 + 5",
            "1..(3*n+1)/4",
            "1..isqrt(3*n/4)",
            "1..ilog2(isqrt(n)+1)",
            "1..min(n/2, isqrt(n)+3)",
            "1..max(isqrt(n), n/10)",
            "1..n - n/3",
            "1..n/2 + 7",
            "1..n/2 - 7",
            "1..(n-1)/2 + 9",
            "1..n - max(n/3, 5)",
            "1..3*isqrt(n)/4",
        ] {
            let text = format!("[n] -> [n-k] for k in {range}");
            assert!(limit_of(&text).is_some(), "{text}");
        }
        for text in [
            "[n] if n > 0 -> [n-k] for k in 1..isqrt(n-1)",
            "[n] if n >= 1 -> [t] for t in n/3..n-1",
            "[n] -> [t] for t in isqrt(n)..n-1",
            "[n] -> [n-1-k] for k in 0..isqrt(n)-1",
            "[n] -> [n-k] for k in 1..n if n != 0 and k*k <= n + 3",
        ] {
            assert!(limit_of(text).is_some(), "{text}");
        }
    }

    #[test]
    fn roots_are_seen() {
        let root = |text: &str| limit_of(&format!("[n] -> [n-k] for k in {text}"))?.root().copied();
        for (text, numbers) in [
            ("1..isqrt(n)", (0, 1, 0, 1)),
            ("1..isqrt(3+n)", (3, 1, 0, 1)),
            ("1..isqrt(n/7)", (0, 7, 0, 1)),
            ("1..n if k*k <= n", (0, 1, 0, 1)),
            ("1..min(n, isqrt(n+1))", (1, 1, 0, 1)),
            ("1..(isqrt((n+2)/5) + 4)/3", (2, 5, 4, 3)),
            ("1..(isqrt(n) - 1)/2", (0, 1, -1, 2)),
            ("1..isqrt(n)/3 + 5", (0, 1, 15, 3)),
            ("1..3+isqrt(n)", (0, 1, 3, 1)),
            ("1..isqrt(n) - 1", (0, 1, -1, 1)),
            ("1..isqrt(n/2/3 - 1 + 2)/2/2", (6, 6, 0, 4)),
            ("1..(4 + isqrt(2 + (n+1)/2))/3", (5, 2, 4, 3)),
        ] {
            let (b, q, h, m) = numbers;
            assert!(root(text).is_some(), "{text}");
            assert_eq!(root(text), Root::new(b, q, h, m), "{text}");
        }
        for text in
            ["1..isqrt(n*3/4)", "1..isqrt(n/1000)/100", "1..ilog2(n)", "1..min(n/2, isqrt(n))"]
        {
            assert_eq!(root(text), None, "{text}");
        }
    }

    /// Limits that grow faster, fall, jump, or are not known to do neither; and moves that are not all up to a limit.
    #[test]
    fn other_limits_are_refused() {
        for range in [
            "1..2*n",
            "1..n*3/2",
            "1..2*isqrt(n)",
            "1..isqrt(n)+ilog2(n)",
            "1..n/2+n/3",
            "1..n%5",
            "1..n-n%5",
            "1..popcount(n)",
            "1..size(digits(n))",
            "1..size(divisors(n))",
            "1..n/2 - n/3",
            "1..isqrt(n)*isqrt(n)",
            "1..xor(n, 1)",
            "1..10-n/2",
            "1..isqrt(n-5)",
            "1..n/(n-3)",
            "1..isqrt(n) if n > 9",
            "1..isqrt(n) if n % 2 == 0",
            "1..isqrt(n) if k % 2 == 0",
            "1..isqrt(n) step 2",
            "2..isqrt(n)",
            "0..isqrt(n)",
            "1..n*5000000007/9000000011",
        ] {
            let text = format!("[n] -> [n-k] for k in {range}");
            assert_eq!(limit_of(&text), None, "{text}");
        }
        for text in [
            "[n] -> [n-2*k] for k in 1..isqrt(n)",
            "[n] -> [t] for t in n/3..n-2",
            "[n] -> [n-k] + [k] for k in 1..isqrt(n)",
            "[n] -> [n-k] for k in 1..isqrt(n) | [0] if n > 9",
            "[n] if n > 3 -> [n-k] for k in 1..isqrt(n)",
            "[n, m] -> [n-k, m] for k in 1..isqrt(n)",
            "win on [0]\n[n] -> [n-k] for k in 1..isqrt(n)",
        ] {
            assert_eq!(limit_of(text), None, "{text}");
        }
    }

    /// Expressions that grow by at most one, from 0 or more.
    fn limit_text() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("n".to_owned()),
            (0_i64..9).prop_map(|c| c.to_string()),
            (1_i64..6, 0_i64..5, 0_i64..9)
                .prop_map(|(a, more, c)| format!("({a}*n + {c})/{}", a + more)),
            (2_i64..6, -9_i64..9).prop_map(|(d, c)| format!("({c} + n/{d})")),
            (0_i64..9, 1_i64..4, -2_i64..4, 1_i64..4)
                .prop_map(|(b, q, h, m)| format!("(isqrt((n + {b})/{q}) + {h})/{m}")),
        ];
        leaf.prop_recursive(4, 16, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|of| format!("isqrt(max(0, {of}))")),
                inner.clone().prop_map(|of| format!("ilog2({of})")),
                inner.clone().prop_map(|of| format!("(n - {of})")),
                (inner.clone(), -5_i64..9).prop_map(|(of, c)| format!("({c} + {of})")),
                (inner.clone(), 2_i64..5).prop_map(|(of, d)| format!("({of})/{d}")),
                (inner.clone(), 1_i64..4, 0_i64..3)
                    .prop_map(|(of, a, more)| format!("({a}*({of}))/{}", a + more)),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
                (inner.clone(), inner).prop_map(|(a, b)| format!("max({a}, {b})")),
            ]
        })
    }

    /// The values of heaps by the options that the definition lists.
    fn plain(rules: &Rules, count: i64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..count {
            let component = Component { kind: 0, coords: [heap].into_iter().collect() };
            let mut mex = Mex::default();
            let listed = rules.options(&component, &Limits::default(), &mut |parts| {
                mex.insert(Nimber(values[usize::try_from(parts[0].coords[0]).unwrap()]));
                ControlFlow::Continue(())
            });
            listed.unwrap();
            values.push(mex.mex().0);
        }
        values
    }

    proptest! {
        /// Limits of any kind are seen, and are what the rule says: values and moves by them are those by all options.
        #[test]
        fn limits_answer_as_the_definition_does(
            most in limit_text(),
            form in 0..3,
            far in any::<u64>(),
        ) {
            let text = match form {
                0 => format!("[n] -> [n-k] for k in 1..{most}"),
                1 => format!("[n] if n > 0 -> [t] for t in n - {most}..n-1"),
                _ => format!("[n] -> [n-k] for k in 1..n if k <= {most}"),
            };
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let found = MostTaken::of(&rules.ir()[0]);
            prop_assert!(found.is_some(), "{}", text);
            let (most, limits) = (found.unwrap(), Limits::default());
            let values = plain(&rules, 150);
            prop_assert_eq!(
                limit::Rows::default().row(0..=149, &|heap| most.at_u64(*heap), &limits), Ok(values.clone()), "{}", text
            );
            for (heap, &own) in (0_u64..).zip(&values) {
                let found = limit::value(heap, &|heap| most.at_u64(*heap), &limits);
                prop_assert_eq!(found, Ok(own), "{} at {}", text, heap);
            }
            if let Some(root) = most.root() {
                for (heap, &own) in (0_u8..).zip(&values) {
                    prop_assert_eq!(root.value(&heap.into(), &limits), Ok(own.into()), "{}", text);
                }
            }
            // Both widths, and the difference between neighbours.
            for heap in [far >> 1, far >> 30, far >> 50] {
                let [one, other] = [heap, heap + 1].map(|heap| most.at(&heap.into()));
                prop_assert_eq!(&one, &BigUint::from(most.at_u64(heap)), "{} at {}", text, heap);
                prop_assert!(other == one || other == one + 1_u8, "{} at {}", text, heap);
            }
        }
    }
}
