//! Single values that are sought depth first, against the definition.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy::games::open;
use grundy::limits::{Limits, Stop};
use grundy::nimber::Nimber;
use grundy::rule::Rules;
use grundy::ruleset::{Failure, Value};
use grundy::search::{Misere, Values};
use grundy::table::{NoTable, Table};
use proptest::prelude::*;

use super::{ALL, MOST_STOPS, coordinates, defined, patient};
use crate::generate::{
    Built, built, dense, digits, ending, exchanges, fewer_cases, inward, kinds, narrowing, rising,
    shapes,
};

/// Tables in which values stand at places at once, and in which a hash finds them first.
fn tables(rules: &Rules, kind: usize, of: impl Fn(Table) -> Result<Table, NoTable>) -> Vec<Table> {
    let made = [Table::new(rules, kind), Table::with_means(rules, kind, ALL)];
    made.into_iter().filter_map(|table| table.and_then(&of).ok()).collect()
}

/// Holds what is sought in all ways of play to the definition; how many values were found.
fn agrees(text: &str) -> Result<usize, TestCaseError> {
    agrees_within(text, &patient())
}

fn agrees_within(text: &str, limits: &Limits) -> Result<usize, TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(0) };
    let (rules, mut found) = (opened.rules, 0);
    let limits = limits.clone().positions(1 << 16).memory(1 << 24);
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let all: Vec<Vec<u64>> = coordinates(view.coords().len()).into_iter().rev().collect();
        for (index, mut table) in tables(&rules, kind, Ok).into_iter().enumerate() {
            let mut values = Values::new(&rules);
            let mut stops = 0;
            for coords in all.iter().skip(index).step_by(3) {
                let Ok(Some(value)) = table.seek(coords, &limits) else { continue };
                prop_assert_eq!(table.value(coords), Some(value));
                match defined(&mut values, kind, coords) {
                    Err(Failure::Stop(_)) if stops + 1 == MOST_STOPS => break,
                    Err(Failure::Stop(_)) => stops += 1,
                    expected => prop_assert_eq!(Ok(value), expected, "{}\n{:?}", text, coords),
                }
                found += 1;
            }
        }
        for mut table in tables(&rules, kind, Table::outcomes) {
            let mut values = Values::new(&rules);
            for coords in all.iter().step_by(5) {
                let Ok(Some(value)) = table.seek(coords, &limits) else { continue };
                // The definition may fail at an option that need not be looked at.
                if let Ok(expected) = defined(&mut values, kind, coords) {
                    prop_assert_eq!(value.outcome(), expected.outcome(), "{}\n{:?}", text, coords);
                    found += 1;
                }
            }
        }
        for mut table in tables(&rules, kind, Table::misere) {
            let mut misere = Misere::new(&rules);
            for coords in all.iter().step_by(5) {
                let Ok(Some(value)) = table.seek(coords, &limits) else { continue };
                let signed: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
                let component = rules.component(kind, &signed).unwrap();
                if let Ok(expected) = misere.outcome(&[component], &patient().positions(20_000)) {
                    prop_assert_eq!(value.outcome(), expected, "{}\n{:?}", text, coords);
                    found += 1;
                }
            }
        }
    }
    Ok(found)
}

proptest! {
    #![proptest_config(fewer_cases(2))]

    #[test]
    fn sought_values_agree(
        Built(one) in built(40, dense::rule),
        Built(two) in built(40, kinds::rule),
        Built(three) in built(40, exchanges::rule),
        Built(four) in built(40, rising::rule),
        Built(five) in built(40, ending::rule),
    ) {
        for text in [one, two, three, four, five] {
            agrees(&text)?;
        }
    }

    #[test]
    fn sought_values_of_other_rules_agree(
        Built(one) in built(40, shapes::near),
        Built(two) in built(40, digits::rule),
        Built(three) in built(40, narrowing::rule),
        Built(four) in built(40, inward::rule),
    ) {
        for text in [one, two, three, four] {
            agrees(&text)?;
        }
    }
}

#[test]
fn what_is_sought_is_found() {
    for (text, axes) in [
        ("[n] -> [n-k] for k in {1, 3, 4}", 1),
        ("[n] -> [a] + [n-1-a] for a in 0..n-1", 1),
        ("[n] -> [n/2] if n > 0 | [n/3] if n > 0", 1),
        ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-1, b-1]", 2),
        ("[n, l] -> [n-k, k] for k in 1..n if k != l", 2),
        (
            "[m, s] -> [m - 2**k, max(0, s-k-1)] for k in 0..3 if s > 0 and and(shr(m, k), 1) == 1",
            2,
        ),
        ("ring[n] -> row[n-1]\nrow[n] -> row[n-1] | row[n-2]", 1),
        ("[p] if p < 40 -> [p+1] | [p+2]", 1),
        // No order is proved, or options leave every box that is.
        (LEAVING, 2),
        ("[a, b] -> [a-1, 2*b] if b > 3 | [a, b-1] | [a-1, b]", 2),
        ("[n] if n > 2 -> [n/2] if n % 2 == 0 | [n+3] if n % 3 == 1 and n % 2 == 1 | [n-1]", 1),
        ("[a, b, c] -> [a-1, b+c, c] | [a, b-1, c+1] if c < 9 | [a, b, c-1] if b == 0", 3),
    ] {
        // How busy the machine is does not matter.
        let found = agrees_within(text, &Limits::default()).unwrap();
        let kinds = text.lines().count();
        let least = if cfg!(feature = "jit") { kinds * coordinates(axes).len() / 2 } else { 0 };
        assert!(found >= least, "{text}: {found} of {least}");
    }
}

/// Two heaps that merge and split: an option may raise each coordinate.
const LEAVING: &str = "[a, b] -> [a+1, 0] if b == 1 | [a-1, b] if b != 1 | [a, b-1] if b > 1
    | [a-1, b+1] if b > 1 | [a-2, b+2+min(1, b)] if b != 1";

/// Where play leaves the table again and again, each position is still looked at a few times alone.
#[test]
fn a_table_grows_where_play_leaves_it() {
    let rules = open(LEAVING).unwrap().rules;
    for of in [Ok, Table::outcomes, Table::misere] {
        for mut table in tables(&rules, 0, of) {
            // All that is reached from there.
            let limits = Limits::default().positions(9000);
            let found = table.seek(&[30, 200], &limits).unwrap();
            assert_eq!(found.is_some(), cfg!(feature = "jit"));
        }
    }
}

/// A way that leads back, or on for ever, is soon left to the definition, which says so.
#[test]
fn ways_without_an_end_are_not_sought() {
    for (text, coords) in [
        ("[n] -> [n+1] if n % 2 == 0 | [n-1] if n % 2 == 1", &[6][..]),
        ("[n] -> [n+1] | [n-2]", &[5]),
        ("[n] -> [2*n] if n > 0", &[5]),
        ("[a, b] -> [a+1, b-1] | [a-1, b+1]", &[9, 4]),
    ] {
        let rules = open(text).unwrap().rules;
        for mut table in tables(&rules, 0, Ok) {
            let limits = Limits::default().positions(5000);
            assert_eq!(table.seek(coords, &limits), Ok(None), "{text}");
        }
        let component = rules.component(0, &coords.iter().map(|&c| c as i64).collect::<Vec<_>>());
        let said = Values::new(&rules).value(&component.unwrap(), &Limits::default());
        assert!(matches!(said, Err(Failure::Cycle(_) | Failure::Fault(_))), "{text}: {said:?}");
    }
}

/// Play leads to some `n / (2^i 3^j)` alone.
#[test]
fn few_positions_are_looked_at_for_one() {
    let rules = open("[n] -> [n/2] if n > 0 | [n/3] if n > 0").unwrap().rules;
    let last = [1 << 36];
    let mut table = Table::new(&rules, 0).unwrap().outcomes().unwrap();
    let few = Limits::default().positions(1 << 11);
    let sought = table.seek(&last, &few).unwrap();
    assert_eq!(sought.is_some(), cfg!(feature = "jit"));
    let component = rules.component(0, &[1 << 36]).unwrap();
    let expected = Values::new(&rules).value(&component, &Limits::default()).unwrap();
    assert!(sought.is_none_or(|found| found.outcome() == expected.outcome()));
}

/// Values that do not fit in a byte, where a hash finds them, at places at once, and at places after that.
#[test]
fn large_values_are_sought() {
    for (text, last) in [
        ("[a, b] -> [a-k, b+a/3] for k in 1..a | [a, b-k] for k in 1..b", &[30, 300][..]),
        ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[12, 300]),
        ("[a, b] -> [a-k, b+k] for k in 1..a | [a, b-k] for k in 1..b", &[60, 300]),
        ("[n] -> [n-k] for k in 1..n", &[700]),
    ] {
        let rules = open(text).unwrap().rules;
        for mut table in tables(&rules, 0, Ok) {
            let found = table.seek(last, &Limits::default()).unwrap();
            let coords: Vec<i64> = last.iter().map(|&coord| coord as i64).collect();
            let component = rules.component(0, &coords).unwrap();
            let expected = Values::new(&rules).value(&component, &Limits::default()).unwrap();
            assert_eq!(found, cfg!(feature = "jit").then_some(expected), "{text}");
            assert!(found.is_none_or(|value| matches!(value, Value::Nimber(it) if it.0 > 255)));
        }
    }
}

/// A rule that reaches 300 positions, each of which needs all before it.
#[test]
fn limits_stop_what_is_sought_and_it_goes_on() {
    let rules = open("[n, a] -> [n-k, a+k] for k in 1..n").unwrap().rules;
    for mut table in tables(&rules, 0, Ok) {
        let limits = Limits::default().memory(1 << 10);
        match table.seek(&[200_000, 0], &limits) {
            Ok(found) => assert!(found.is_none() && !cfg!(feature = "jit")),
            Err(failure) => assert!(matches!(failure, Failure::Stop(Stop::Memory { .. }))),
        }
        let mut table = Table::new(&rules, 0).unwrap();
        let found = table.seek(&[250, 0], &Limits::default()).unwrap();
        let expected = cfg!(feature = "jit").then_some(Value::Nimber(Nimber(250)));
        assert_eq!(found, expected);
    }
}

/// Components whose options take long to list are as much work as many others, and count while they are waited for.
#[test]
fn limits_are_looked_at_between_few_components_that_take_long() {
    let rules = open("[n] -> [n-d] for d in divisors(n) if d > 1").unwrap().rules;
    let mut table = Table::new(&rules, 0).unwrap();
    let looks = Arc::new(AtomicU64::new(0));
    let counted = looks.clone();
    let limits = Limits::default().positions(40).progress(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let found = table.seek(&[1_000_000_000_000], &limits);
    if cfg!(feature = "jit") {
        assert_eq!(found, Err(Stop::Positions(40).into()));
        assert!((20..=60).contains(&looks.load(Ordering::Relaxed)), "{looks:?}");
    }
}
