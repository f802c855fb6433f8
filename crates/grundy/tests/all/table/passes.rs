//! Tables of rules whose families are written otherwise: elements that are made, quotients, elements that are forbidden,
//! lines through several coordinates.

use std::num::NonZero;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::ruleset::Value;
use grundy::table::{Handling, Means, Table};
use proptest::prelude::*;

use super::{
    ALL, CODE, GROWTHS, LINES, PLAIN, agrees_on, agrees_up_to, boxed, filled, last, patient,
};
use crate::generate::{
    Built, Choices, built, choices, dense, diagonals, digits, ending, exchanges, fewer_cases,
    growing, how_many, inward, kinds, leaving, narrowing, rising, rows, windows,
};

/// What is made of the element of a comprehension goes in other steps than the element, whose slot it may have.
#[test]
fn tables_of_rules_with_comprehensions_agree() {
    for text in [
        "[a, b] -> [a-1, b-k] for k in {2*i+1 for i in 0..b/2}",
        "[a, b] -> [a-k, b-1] for k in {i+1 for i in 0..a}",
        "[a, b] -> [a-k, b-1] for k in {i*i for i in 1..a} | [a-1, b]",
        "[a, b] -> [a-k, b-1] + [k, 0] for k in {2**i for i in 0..ilog2(a)}",
        "[n, z] -> [n, z-k] + [n-k-1, k] for k in {i+1 for i in 0..n}",
        "[a, b] -> [a-k, b-1] for j in 1..2, k in {i+j for i in 0..a}",
        "[a, b] -> [a-k, b-j] for k in {3*i+1 for i in 0..a}, j in {i*k for i in 1..b}",
        "[a, b] -> [a-1, b-k-j] for k in {i + 2*j + 1 for i in 0..b, j in 0..i}, j in 0..k",
    ] {
        for means in [CODE, ALL] {
            agrees_on(text, means, 1).unwrap_or_else(|error| panic!("{error}"));
        }
        let [coded, plain] = [CODE, PLAIN].map(|means| filled(text, &[34, 33], means));
        assert!(coded.uses_code() || !cfg!(feature = "jit"), "{text}");
        for coords in boxed(&[34, 33]) {
            assert_eq!(coded.value(&coords), plain.value(&coords), "{text}\n{coords:?}");
        }
    }
}

/// Ranges whose elements divide a coordinate alone, so that each quotient is looked at once.
#[test]
fn tables_of_quotients_agree() {
    for (text, quotients) in [
        ("[n] -> [n/k] for k in 2..n", 1),
        ("[n] if n > 0 -> [n/k] for k in 2..9 | [n-1] | [n - n/k] for k in 1..n if n/k < n-1", 2),
        ("[n, m] -> [n/k, m] for k in 2..m if n > 0 | [n, m/k] for k in 3..n+1 if m > 0", 2),
        ("[n, m] if n > 0 -> [n/k, n/k + 2] for k in 2..n if n/k % 3 != m % 3", 1),
        ("[n] -> [n/k] + [n/k/2] for k in 2..n", 0),
        ("[n] -> [n/k] for k in 2..n if k % 2 == 0", 0),
    ] {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(text, means, 1).unwrap_or_else(|error| panic!("{error}"));
        }
        let rules = open(text).unwrap().rules;
        let axes = rules.kinds()[0].coords().len();
        let described = Table::new(&rules, 0).unwrap().describe(&vec![[0, 5000, 99][axes]; axes]);
        let described = described.unwrap();
        let count = rules.program().rules[0].families.len();
        assert_eq!((described.families.len(), described.options.len()), (count, count), "{text}");
        if cfg!(feature = "jit") {
            let each = described.families.iter();
            let found = each.filter(|&handling| *handling == Handling::Quotients).count();
            assert_eq!(found, quotients, "{text}: {described:?}");
        }
    }
}

/// Ranges of which a coordinate forbids one element: a row has one set, less an option here and there.
#[test]
fn tables_of_ranges_with_a_hole_agree() {
    for (text, last) in [
        ("[n, l] -> [n-k, k] for k in 1..n if k != l", &[150, 151][..]),
        ("[n, l] -> [n-k, k] for k in (1..n) \\ {l}", &[150, 151]),
        ("[l, n] -> [k, n-k] for k in 1..n if l != k", &[151, 150]),
        // Few values of the options are there once, most often.
        ("[n, l] -> [n-k, k/5] for k in 1..n if k != l", &[150, 160]),
        (
            "[n, l] -> [n-k, k] for k in 1..n if k != l | [n-k, 0] for k in 1..n if k % 3 != l % 2",
            &[130, 135],
        ),
        (
            "[n, l] -> [n-k, k] for k in 1..n if k != l | [n-k-1, k] for k in 0..min(n-1, l)",
            &[130, 140],
        ),
        (
            "[n, l] -> [n-k, k] for k in 1..n if k != l | [n-k, k+1] for k in 2..n if k % 3 > 0 if l != k",
            &[130, 135],
        ),
        ("[n, l] -> [n-k, k] + [n/2, 0] for k in n/3+1..n if k != l", &[130, 135]),
        (
            "[m, n, l] -> [m, n-k, k] for k in 1..n if k != l | [m-k, n, k] for k in 1..m if k != l",
            &[12, 12, 130],
        ),
        // Options in the same row, whose value may not be known yet.
        (
            "[n, l] -> [n, l-k] for k in 1..l | [n-k, k] for k in 0..n if k != l if k > 0",
            &[40, 140],
        ),
        // Forbidden elements that have no value, or an option that no table has.
        ("[n, l] -> [n-k, k] for k in 1..n if k != l if 60/(k-7) != 1", &[6, 140]),
        ("[n, l] -> [n-k, k*k] for k in 1..n if k != l if k < 20", &[30, 400]),
    ] {
        let rules = open(text).unwrap().rules;
        let plain = filled(text, last, PLAIN);
        let sets = filled(text, last, GROWTHS);
        assert!(sets.is_finished(), "{text}");
        for coords in boxed(last) {
            assert_eq!(sets.value(&coords), plain.value(&coords), "{text}\n{coords:?}");
        }
        let described = Table::new(&rules, 0).unwrap().describe(last).unwrap();
        let holed = |handling: &Handling| matches!(handling, Handling::Holes(name) if name == "l");
        assert!(described.families.iter().any(holed), "{text}: {:?}", described.families);
        for table in [Table::outcomes, Table::misere] {
            let Ok(mut one) = table(Table::with_means(&rules, 0, PLAIN).unwrap()) else { continue };
            let mut other = table(Table::new(&rules, 0).unwrap()).unwrap();
            for table in [&mut one, &mut other] {
                table.fill(last, &Limits::default()).unwrap();
            }
            for coords in boxed(last) {
                let [one, other] =
                    [&one, &other].map(|table| table.value(&coords).map(|value| value.outcome()));
                assert_eq!(one, other, "{text}\n{coords:?}");
            }
        }
    }
    // What stands before a range has no value where the range is empty.
    for text in [
        "[n, l] -> [n-k, k] if 10/n >= 0 for k in 1..n if k != l",
        "[n, l] -> [n-k, k] let m = 10/n for k in (1..n) \\ {l} if m >= 0",
        "[n, q] -> [n-k, k] if 10/n >= 0 for k in 1..min(n, q+1)",
        "[n, q] -> [n-k, k] let m = 10/n for k in q+1..n if m >= 0",
    ] {
        let rules = open(text).unwrap().rules;
        for means in [GROWTHS, Means { code: true, ..GROWTHS }, Means::ALL] {
            let mut table = Table::with_means(&rules, 0, means).unwrap();
            table.fill(&[150, 150], &Limits::default()).unwrap();
            assert!(!table.is_finished() && table.value(&[0, 0]).is_none(), "{text}");
        }
    }
    // Few options, short rows, or more that the coordinate says.
    for (text, last) in [
        ("[n, l] -> [n-k, k] for k in 1..n if k != l", [100, 100]),
        ("[n, l] -> [n-k, l] for k in 1..n if k != l", [300, 300]),
        ("[n, l] -> [n-k, k] for k in 1..n if k != l + 1", [300, 300]),
        ("[n, l] -> [n-k, k] for k in 1..n if k != l if k % 7 != l % 3", [300, 300]),
    ] {
        let rules = open(text).unwrap().rules;
        let described = Table::new(&rules, 0).unwrap().describe(&last).unwrap();
        let holed = |handling: &Handling| matches!(handling, Handling::Holes(_));
        assert!(cfg!(not(feature = "jit")) || !described.families.iter().any(holed), "{text}");
    }
}

proptest! {
    #![proptest_config(fewer_cases(4))]

    #[test]
    fn tables_with_diagonals_agree(
        Built(text) in built(60, diagonals::rule),
        threads in 1_usize..4,
    ) {
        let last = |axes: usize| [0, 0, 14, 7, 4][axes];
        for means in [LINES, Means { code: true, ..LINES }, ALL] {
            agrees_up_to(last, &text, means, threads)?;
        }
    }
}

/// Larger ones: three coordinates of which two or all shrink, in sets and as the nearest lost positions.
#[test]
fn lines_through_several_of_many_coordinates_are_sets() {
    let alone = "[a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c";
    let pairs = "[a-k, b-k, c] for k in 1..min(a, b) | [a-k, b, c-k] for k in 1..min(a, c) | \
                 [a, b-k, c-k] for k in 1..min(b, c)";
    let all = "[a-k, b-k, c-k] for k in 2..min(a, b, c)";
    for (text, last) in [
        (format!("[a, b, c] -> {alone} | {pairs} | {all}"), [33, 40, 35]),
        (format!("unordered [a, b, c] -> {alone} | {pairs} | {all}"), [36; 3]),
        (format!("[a, b, c] -> {pairs} | [a-1, b, c] | [a, b, c-2]"), [40, 20, 50]),
        (format!("win on [x, x, 0] if x > 2\n[a, b, c] -> {alone} | {all}"), [30, 34, 32]),
        (format!("[a, b, c] -> {all} | [a-1, b+1, c] | [a, b-k, c] for k in 1..b"), [20, 30, 40]),
    ] {
        let rules = open(&text).unwrap().rules;
        let described = Table::new(&rules, 0).unwrap().describe(&[900; 3]).unwrap();
        let through = |handling: &&Handling| matches!(handling, Handling::RunningSet(names) if names.len() > 1);
        let count = described.families.iter().filter(through).count();
        assert!(count > 0, "{text}: {:?}", described.families);
        let plain = filled(&text, &last, CODE);
        // Without the memory for sets, options are looked at one by one.
        let mut scarce = Table::with_means(&rules, 0, Means { code: true, ..LINES }).unwrap();
        scarce.fill(&last, &Limits::default().memory(600_000)).unwrap();
        for threads in 1..3 {
            let limits = Limits::default().threads(NonZero::new(threads).unwrap());
            let mut sets = Table::with_means(&rules, 0, Means { code: true, ..LINES }).unwrap();
            sets.fill(&last, &limits).unwrap();
            let outcomes = Table::with_means(&rules, 0, ALL).and_then(Table::outcomes);
            let mut outcomes = outcomes.unwrap();
            outcomes.fill(&last, &limits).unwrap();
            for coords in boxed(&last) {
                let expected = plain.value(&coords);
                assert!(expected.is_some());
                assert_eq!(sets.value(&coords), expected, "{text} {coords:?}");
                assert_eq!(scarce.value(&coords), expected, "{text} {coords:?}");
                let found = outcomes.value(&coords).map(|value| value.outcome());
                assert_eq!(found, expected.map(|value| value.outcome()), "{text} {coords:?}");
            }
        }
    }
}

/// What is compared is small, and what is computed for it is not.
const FAR: &str =
    "[n] -> [n-k] for k in 1..n if (n-k)*1000000000*1000000000 > (n-k)*999999999999999999 + 2";

/// Where a condition has no value, neither has a position that asks it.
#[test]
fn conditions_without_a_value_end_tables_of_lines() {
    for means in [PLAIN, LINES, Means { code: true, ..LINES }, ALL] {
        agrees_on(FAR, means, 1).unwrap_or_else(|error| panic!("{means:?}: {error}"));
        let rules = open(FAR).unwrap().rules;
        let mut table = Table::with_means(&rules, 0, means).unwrap();
        table.fill(&[40], &Limits::default()).unwrap();
        assert_eq!((table.value(&[10]).is_some(), table.value(&[11])), (true, None), "{means:?}");
    }
}

/// Conditions on what is left say which components of a line are options, whatever component asks.
#[test]
fn lines_take_in_only_what_a_condition_leaves() {
    for (text, last, sets) in [
        ("[n] -> [n-k] for k in 1..n if is_prime(n-k)", &[3000][..], 1),
        ("[n] -> [n-k] for k in 2..n if (n-k) % 5 == 3 | [n-1] if n % 4 == 0", &[3000], 1),
        (
            "[a, b] -> [k, b] for k in 0..a-1 if k % 3 == b % 3 | [a, k] for k in 0..b-1",
            &[90, 95],
            2,
        ),
        (
            "[a, b] -> [a-k, b] for k in 1..a if a-k != b | [a, b-k] for k in 1..b if a != b-k",
            &[90, 95],
            2,
        ),
        ("[a, b] -> [a-k, b] for k in 1..a if a != b+k if a-k > 1 | [a-1, b-2]", &[90, 95], 1),
        (
            "[a, b] -> [a-k, b-k] for k in 1..min(a, b) if (a+b-2*k) % 3 > 0 | [a, b-k] for k in 1..b",
            &[90, 95],
            2,
        ),
        (
            "[a, b, c] if a > 2 -> [a-k, b-k, c] for k in 1..min(a, b) if a-k > 1 or c % 2 == 0 | [a-1, b, c+1] | [a, b-k, c] for k in 2..b if b-k != c",
            &[20, 22, 24],
            2,
        ),
        (
            "win on [3, x]\n[a, b] -> [a-k, b] for k in 1..a if a-k != b | [a, b-k] for k in 1..b if b-k != 1",
            &[60, 65],
            2,
        ),
        // Those that say more than that.
        ("[a, b] -> [a-k, b] for k in 1..a if k != b | [a, b-1]", &[40, 40], 0),
        ("[a, b] -> [a-k, b] for k in 1..a if (a-k)*(a-k) % 7 > 1 | [a, b-1]", &[40, 40], 0),
        ("[a, b] -> [a-k, b] for k in 1..a if a % 3 != b % 2 | [a, b-1]", &[40, 40], 0),
        ("[a, b] -> [a-k, b] for k in 1..a if 6/(a-k-90) != 1 | [a, b-1]", &[40, 40], 0),
        // Beyond these coordinates that has no value.
        (FAR, &[9], 0),
        (
            "unordered [a, b] -> [a-k, b] for k in 1..a if a-k != b | [a, b-k] for k in 1..b if b-k != a",
            &[40, 40],
            0,
        ),
    ] {
        let rules = open(text).unwrap().rules;
        let lines = Means { code: true, ..LINES };
        let described = Table::with_means(&rules, 0, lines).unwrap().describe(last).unwrap();
        let along = |handling: &&Handling| matches!(handling, Handling::RunningSet(_));
        assert_eq!(described.families.iter().filter(along).count(), sets, "{text}");
        let plain = filled(text, last, PLAIN);
        for means in [LINES, lines, ALL] {
            let found = filled(text, last, means);
            for coords in boxed(last) {
                assert_eq!(found.value(&coords), plain.value(&coords), "{text} {coords:?}");
            }
            for table in [Table::outcomes, Table::misere] {
                let [one, other] = [PLAIN, means].map(|means| {
                    let table = table(Table::with_means(&rules, 0, means).unwrap());
                    let Ok(mut table) = table else { return None };
                    table.fill(last, &Limits::default()).unwrap();
                    Some(table)
                });
                let (Some(one), Some(other)) = (one, other) else { continue };
                for coords in boxed(last) {
                    let [one, other] = [&one, &other]
                        .map(|table| table.value(&coords).map(|value| value.outcome()));
                    assert_eq!(one, other, "{text} {coords:?}");
                }
            }
        }
    }
}

#[test]
fn short_lines_beside_long_ones_are_looked_through() {
    let rule = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 2..min(a, b)";
    let (most, width) = (24_000, 7_usize);
    let mut table = Table::new(&open(rule).unwrap().rules, 0).unwrap();
    table.fill(&[most, width as u64 - 1], &Limits::default()).unwrap();
    // A set for each column, and the last rows.
    let mut sets = vec![Vec::new(); width];
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for a in 0..=most as usize {
        let mut row: Vec<usize> = Vec::new();
        for (b, set) in sets.iter_mut().enumerate() {
            let diagonal = (2..=a.min(b)).map(|k| rows[a - k][b - k]);
            let beside: Vec<usize> = diagonal.chain(row.iter().copied()).collect();
            let taken = |value: &usize| set.get(*value) == Some(&true) || beside.contains(value);
            let gap = set.iter().position(|&taken| !taken).unwrap_or(set.len());
            row.push((gap..).find(|value| !taken(value)).unwrap());
        }
        for (set, &value) in sets.iter_mut().zip(&row) {
            set.resize(set.len().max(value + 1), false);
            set[value] = true;
        }
        let found = table.row(&[a as u64], 0..=width as u64 - 1).unwrap();
        let expected: Vec<Value> =
            row.iter().map(|&value| Value::Nimber(Nimber(value as u64))).collect();
        assert_eq!(found, expected, "{a}");
        rows.push(row);
    }
}

#[test]
fn random_rules_have_tables() {
    let has_table = |text: String| {
        let Ok(opened) = open(&text) else { return false };
        let Ok(mut table) = Table::with_means(&opened.rules, 0, ALL) else { return false };
        let axes = opened.rules.kinds()[0].coords().len();
        table.fill(&vec![last(axes); axes], &patient().positions(1 << 18)).is_ok()
            && table.is_finished()
    };
    for (index, (least, make)) in [
        (60, dense::rule as fn(&mut Choices) -> String),
        (60, exchanges::rule),
        (60, rising::rule),
        (25, kinds::rule),
        (80, rows::rule),
        (60, choices::rule),
        (60, diagonals::rule),
        (20, digits::rule),
        (80, ending::rule),
        (40, growing::rule),
        (80, inward::rule),
        (40, leaving::rule),
        (45, narrowing::rule),
        (25, windows::rule),
    ]
    .into_iter()
    .enumerate()
    {
        let found = how_many(60, make, has_table);
        assert!(found >= least, "{found} of sort {index}");
    }
}
