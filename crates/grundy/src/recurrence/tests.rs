//! The recurrence against the definition.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::{NoRecurrence, Pattern, Recurrence};
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::rule::{Rules, parse};
use crate::ruleset::Value;
use crate::search::{Misere, Values};

fn rules(text: &str) -> Rules {
    Rules::new(parse(text).unwrap(), &[]).unwrap()
}

/// The pattern of all states that a component of the first kind leads to.
fn pattern(text: &str, misere: bool, axis: usize, coords: &[i64]) -> Pattern {
    let mut found =
        Recurrence::new(&rules(text), misere, [(0, axis, coords)], &Limits::default()).unwrap();
    let far = BigUint::from(10_u8).pow(30);
    found.value((0, axis, coords), &far, &Limits::default()).unwrap().unwrap();
    found.pattern().unwrap()
}

fn refused(text: &str, axis: usize, coords: &[i64]) -> NoRecurrence {
    Recurrence::new(&rules(text), false, [(0, axis, coords)], &Limits::default()).err().unwrap()
}

/// A bound that mentions the name that it bounds is none, even if the name cancels out.
#[test]
fn a_bound_that_mentions_its_own_name_is_none() {
    for cond in ["k < k-k+7", "k <= k-k+7", "k < (k+7)-(k-m)", "k-k+7 > k"] {
        let text = format!("[n, m] -> [k, m] for k in m..n-1 if {cond}");
        let refused = refused(&text, 0, &[0, 3]);
        assert!(matches!(refused, NoRecurrence::Beyond(_)), "{text}: {refused:?}");
    }
}

#[test]
fn limits_end_the_walk_over_states_and_their_options() {
    let stopped = |text: &str, limits: Limits| match Recurrence::new(
        &rules(text),
        false,
        [(0, 0, &[0][..])],
        &limits,
    ) {
        Err(NoRecurrence::Stopped(stop)) => stop,
        other => panic!("{text}: {:?}", other.map(|_| ())),
    };
    let many = "[n] -> [k] for k in 1..60000";
    let found = stopped(many, Limits::default().memory(1 << 18));
    assert!(matches!(found, Stop::Memory { .. }), "{found:?}");
    // Options that come again are one.
    let one = "[n] -> [5] for k in 1..60000 if n > 5";
    let enough = Limits::default().memory(1 << 21);
    assert!(Recurrence::new(&rules(one), false, [(0, 0, &[0][..])], &enough).is_ok());
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(stopped(many, cancelled), Stop::Cancelled);
    // Each list of divisors costs what it takes to factor the number.
    let divisors = "[n, q] -> [n-k, q] for k in 1..1000 if k in divisors(q)";
    let large = 9_223_372_036_854_775_783;
    let refused = refused(divisors, 0, &[0, large]);
    assert_eq!(refused, NoRecurrence::TooMuch);
}

/// Every value up to a number, of the states of the first kind with these others, by the recurrence and by the
/// definition.
fn agrees(text: &str, misere: bool, axis: usize, others: &[Vec<i64>], to: i64) {
    let rules = rules(text);
    let limits = Limits::default();
    let mut values = Values::new(rules.clone());
    let mut whole = Misere::new(rules.played_misere());
    for coords in others {
        // There is no theory of sums in misère play.
        let Ok(mut found) = Recurrence::new(&rules, misere, [(0, axis, &coords[..])], &limits)
        else {
            assert!(misere && text.contains(" + "), "{text}");
            continue;
        };
        for n in 0..=to {
            let mut at = coords.clone();
            at[axis] = n;
            let component = rules.component(0, &at).unwrap();
            let right = match misere {
                true => {
                    let outcome = whole.outcome(std::slice::from_ref(&component), &limits);
                    u64::from(outcome.unwrap() != Outcome::P)
                }
                false => match values.value(&component, &limits).unwrap() {
                    Value::Nimber(Nimber(value)) => value,
                    other => panic!("{other:?}"),
                },
            };
            let given =
                found.value((0, axis, coords), &n.unsigned_abs().into(), &limits).unwrap().unwrap();
            assert_eq!(u64::from(given), right, "{text}\n{coords:?} at {n}, misère {misere}");
        }
    }
}

#[test]
fn periods_of_games_that_are_known() {
    for (text, axis, coords, preperiod, period) in [
        ("[n] -> [n-k] for k in 1..4", 0, &[0][..], 0, 5),
        ("[n] -> [n-k] for k in {1, 3, 4}", 0, &[0], 0, 7),
        // The last move may not be made again.
        ("[n, l] -> [n-k, k] for k in {1, 2} if k != l", 0, &[0, 0], 2, 3),
        ("[n] -> [n-1] | [n-2] if n % 4 == 1", 0, &[0], 2, 4),
    ] {
        let Pattern { preperiod: from, period: after } = pattern(text, false, axis, coords);
        assert_eq!((from, after), (preperiod, period), "{text}");
    }
}

#[test]
fn what_is_not_of_the_form_is_refused() {
    for (text, axis, coords) in [
        ("[n] -> [n-k] for k in 1..n", 0, &[0][..]),
        ("[n] -> [n/2]", 0, &[0]),
        ("[n] -> [a] + [n-a] for a in 1..n-1", 0, &[0]),
        ("[n] -> [n-1] if is_prime(n)", 0, &[0]),
        ("[n] -> [n+1] if n % 2 == 0 | [n-2]", 0, &[0]),
        ("[n] -> [n-k] for k in digits(n)", 0, &[0]),
        ("[n, l] -> [n-1, n]", 0, &[0, 0]),
        ("[n, l] -> [n, 1-l] | [n-1, l]", 0, &[0, 0]),
        ("[n] -> choose 2 of [n-k] for k in 1..2", 0, &[0]),
        ("[n] -> [n-1]\nwin on [0]", 0, &[0]),
        ("[n] -> [n*n-n-1]", 0, &[0]),
    ] {
        assert!(matches!(refused(text, axis, coords), NoRecurrence::Beyond(_)), "{text}");
    }
    let many = "[n, l] -> [n-1, l+1]";
    assert_eq!(refused(many, 0, &[0, 0]), NoRecurrence::TooMuch);
    assert_eq!(refused("[n] -> [n-1] if n % 10007 == 3", 0, &[0]), NoRecurrence::TooMuch);
}

#[test]
fn every_form_of_expression_agrees_with_the_definition() {
    for text in [
        "[n] -> [max(n-2, 0)] if n > 0 | [max(n-5, 0)] if n > 0 and n % 3 != 1",
        "[n] -> [n-3] + [n-1] | [n-2] + row[5] | [] if n % 7 == 2\nrow[m] -> row[m-k] for k in 1..3",
        "[n] -> [left] for left in n-4..n-2 if left != 9",
        "[n] -> [n-k] for k in {1, 2, 5, 6} \\ {n % 5} if and(n, 3) != 2",
        "[n] -> [n - gcd(n, 6)] | [xor(n, 1)] if n % 2 == 1 | [n-4] let m = n/2 if m % 3 == 0",
        "[n] -> [2*n - k - n] for k in 1..min(n, 4) step 2 | [n - abs(3 - n % 7) - 1]",
        "[n] -> 3 * [n-2] | sum(i in 1..3) [n-i*i] | [n-7] if shr(n, 2) % 2 == 0",
        "[n] -> [n-k] for k in {1, max(n, 1), 4} | [n-k] for k in {i*i for i in 1..3} if n - k in 4..n",
        "[n] -> [n-size({k for k in 1..n-n+4 if k != n})] | [n-k] for k in divisors(6) and 2..9",
        "[n] -> [n-k] for k in {1, 3, 4} and 1..n | [n-k] for k in 2..n and {2, 6} | [n-5] if n in {5, 9} \\ (7..n)",
        "[n] -> [n-k] for k in 1..n if k != 3 and k < 7 | [n-k] for k in 2..n step 3 if 9 >= k | [n-k] for k in 1..n if k == 4",
        "[n] -> [n-1] if or(n, 4) - n > 0 | [n-max({n % 3, 2})] | [(n-5)*(5/4)]",
    ] {
        agrees(text, false, 0, &[vec![0]], 300);
    }
    for text in [
        "[n, l] -> [n-k, k] for k in 1..5 if k != l",
        "[n, p] -> [n-k, p] for k in {2, 3} | [n, p-1]",
        "[n, m] -> [n-k, min(m+1, 4)] for k in 1..m+1 | [n-1, 0] if n % 3 == m",
    ] {
        let others: Vec<Vec<i64>> = (0..7).map(|other| vec![0, other]).collect();
        agrees(text, false, 0, &others, 200);
        agrees(text, true, 0, &others, 200);
    }
    let square = "unordered [a, b] -> [a-k, b] for k in 1..2 | [a, b-k] for k in 1..3 | [a-1, b-1]";
    let others: Vec<Vec<i64>> = (0..6).map(|other| vec![other, 0]).collect();
    agrees(square, false, 1, &others, 60);
}

/// A number that may depend on the large one by its residue.
fn amount() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..7_i64).prop_map(|k| k.to_string()),
        (1..5_i64, 2..5_i64).prop_map(|(k, m)| format!("{k} + n % {m}")),
        (2..5_i64).prop_map(|m| format!("1 + gcd(n, {m})")),
        (1..4_i64).prop_map(|m| format!("1 + n - max(n - {m}, 0)")),
        (1..4_i64).prop_map(|m| format!("{m} + l")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    prop_oneof![
        (2..5_i64, 0..4_i64).prop_map(|(m, r)| format!("n % {m} != {r}")),
        (0..9_i64).prop_map(|t| format!("n > {t}")),
        (0..9_i64).prop_map(|t| format!("n != {t}")),
        (0..4_i64).prop_map(|t| format!("l != {t}")),
        (1..4_i64).prop_map(|t| format!("and(n, {t}) > 0 or l == 1")),
        (2..4_i64).prop_map(|t| format!("n/{t} % 2 == 0")),
    ]
}

fn family() -> impl Strategy<Value = String> {
    let target = prop_oneof![
        amount().prop_map(|k| format!("[n - ({k}), l]")),
        amount().prop_map(|k| format!("[n - ({k}), (l + 1) % 4]")),
        amount().prop_map(|_| "[n, l - 1]".to_string()),
        (amount(), amount()).prop_map(|(k, m)| format!("[n - ({k}), l] + [n - ({m}), 0]")),
        (amount(), 0..9_i64).prop_map(|(k, m)| format!("[n - ({k}), 0] + row[{m}]")),
        Just("[n - k, k] for k in 1..3".to_string()),
    ];
    (target, condition()).prop_map(|(target, condition)| format!("{target} if {condition}"))
}

proptest! {
    #![proptest_config(crate::cases(200))]
    #[test]
    fn random_rules_agree_with_the_definition(families in prop::collection::vec(family(), 1..4)) {
        let text = format!("[n, l] -> {}\nrow[m] -> row[m - k] for k in 1..3", families.join(" | "));
        let others: Vec<Vec<i64>> = (0..4).map(|other| vec![0, other]).collect();
        agrees(&text, false, 0, &others, 70);
        agrees(&text, true, 0, &others, 70);
    }
}
