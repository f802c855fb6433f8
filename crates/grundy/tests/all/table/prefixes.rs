//! Sums of all between two components of a line, by sums from its start, and sums that go on from one choice to the
//! next, against the definition.

use std::collections::{HashMap, HashSet};

use grundy::games::open;
use grundy::limits::Limits;
use grundy::play::Session;
use grundy::ruleset::Value;
use grundy::table::{Handling, Means, Table};
use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

use super::{ALL, CODE, PLAIN, agrees_on, boxed};

const PREFIXES: Means = Means { prefixes: true, ..CODE };

/// A sum over a range that depends on what is chosen, alone or beside another part.
fn option(axes: usize) -> impl Strategy<Value = String> {
    let first = vec!["0", "1", "2", "k-2", "n-k", "n-k+1", "-1", "k/2"];
    let last = vec!["k", "k-1", "k+1", "2*k", "n-1", "n-k", "n/2", "n-1-k"];
    let along = vec![
        "n-j", "j", "n-1-j", "n-k-j", "j-1", "j+1", "n/2-j", "2*j", "n+k-j", "n/(j+2)", "n-2*j",
    ];
    let beside = vec!["", "[n-k, m] + ", "2 * [n-1, m] + ", "[n, m-1] + "];
    let other = vec!["m", "m-1", "k", "m/2", "min(m, k)", "m+1"];
    let choices = vec![
        "for k in 1..n",
        "for k in squares(n)",
        "for k in 1..n if k % 3 != 1",
        "for k in {1, 2, 5}",
        "for k in 0..m if k < n",
        "for k in 1..n let i = n - k if i % 2 == 0",
    ];
    let parts = (select(first), select(last), select(along), select(beside));
    let more = (select(other), select(choices), any::<bool>(), any::<bool>());
    (parts, more).prop_map(
        move |((first, last, along, beside), (other, choices, turned, twice))| {
            let (one, two) = if turned { (other, along) } else { (along, other) };
            let times = if twice { "3 * " } else { "" };
            let text =
                format!("{beside}{times}(sum(j in {first}..{last}) [{one}, {two}]) {choices}");
            // A rule of one coordinate has the first of two.
            match axes {
                1 => text
                    .replace(", m]", "]")
                    .replace(", m-1]", "]")
                    .replace(&format!(", {two}]"), "]")
                    .replace("0..m", "0..n"),
                _ => text,
            }
        },
    )
}

fn rule() -> impl Strategy<Value = String> {
    let one = prop::collection::vec(option(1), 1..=2)
        .prop_map(|options| format!("[n] -> {}", options.join(" | ")));
    let two = (prop::collection::vec(option(2), 1..=2), select(vec!["", "", "unordered "]))
        .prop_map(|(options, before)| {
            format!("{before}[n, m] -> [n, m-1] | {}", options.join(" | "))
        });
    let wins =
        (option(1), 0..9_u32).prop_map(|(option, at)| format!("[n] -> {option}\nwin on [{at}]"));
    prop_oneof![4 => one, 4 => two, 1 => wins]
}

proptest! {
    #[test]
    fn sums_along_lines_agree(text in rule(), threads in 1_usize..3) {
        for means in [CODE, PREFIXES, Means { repeats: true, ..PREFIXES }, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }
}

/// Of quotients few are reached, and a sum that goes on need not look at all its parts for each option. It may have more
/// parts than the definition looks at.
#[test]
fn sums_of_quotients_go_on_from_one_choice_to_the_next() {
    fn value(n: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if let Some(&value) = known.get(&n) {
            return value;
        }
        let (mut sum, mut seen) = (0, HashSet::new());
        for j in 1..=n {
            if j >= 2 {
                sum ^= value(n / j, known);
            }
            seen.insert(sum);
        }
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        known.insert(n, value);
        value
    }
    let mut session = Session::with_game("[m] -> sum(i in 2..j) [m/i] for j in 1..m").unwrap();
    let table = Table::new(&session.games()[0].rules, 0).unwrap();
    let said = table.describe(&[100]).unwrap().families;
    assert!(said == [Handling::Resumed] || !cfg!(feature = "jit"), "{said:?}");
    let mut known = HashMap::new();
    let large: &[u64] = if cfg!(feature = "jit") { &[5000, 70_000, 200_000] } else { &[] };
    for &n in [0, 1, 2, 3, 4, 30, 100].iter().chain(large) {
        let position = session.position(&n.to_string()).unwrap();
        let expected = Value::Nimber(BigUint::from(value(n, &mut known)));
        assert_eq!(session.value(&position, &Limits::default()), Ok(expected), "{n}");
    }
}

/// Most of these rules are of the form, so that the test above is one.
#[test]
fn the_rules_are_summed_along_lines() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut opened, mut summed) = (0, 0);
    for _ in 0..200 {
        let text = rule().new_tree(&mut runner).unwrap().current();
        let Ok(game) = open(&text) else { continue };
        opened += 1;
        let Ok(table) = Table::new(&game.rules, 0) else { continue };
        let axes = game.rules.kinds()[0].coords().len();
        let said = table.describe(&vec![30; axes]);
        let by_prefixes = |family: &Handling| matches!(family, Handling::Prefixes(_));
        summed += usize::from(said.is_some_and(|said| said.families.iter().any(by_prefixes)));
    }
    assert!(opened > 100 && (summed > 50 || !cfg!(feature = "jit")), "{opened} {summed}");
}

/// Where a table was stopped, what is known has its sums when it goes on.
#[test]
fn sums_go_on_where_a_table_was_stopped() {
    for (text, last) in [
        ("[n] -> sum(j in 1..k) [n-j] for k in squares(n)", &[400][..]),
        ("[n, m] -> sum(j in 0..k) [n-1-j, m] for k in 0..n-1 | [n, m-1]", &[40, 30]),
        ("[n, m] -> sum(j in 0..k) [n, m-1-j] for k in 0..m-1 | [n-1, m]", &[40, 30]),
    ] {
        let rules = open(text).unwrap().rules;
        let mut whole = Table::with_means(&rules, 0, PLAIN).unwrap();
        whole.fill(last, &Limits::default()).unwrap();
        let mut table = Table::with_means(&rules, 0, PREFIXES).unwrap();
        // A shorter table of one coordinate is gone on with.
        let half: Vec<u64> = last.iter().map(|last| last / 2).collect();
        table.fill(&half, &Limits::default()).unwrap();
        table.fill(last, &Limits::default()).unwrap();
        for coords in boxed(last) {
            assert_eq!(table.value(&coords), whole.value(&coords), "{text} {coords:?}");
        }
    }
}
