//! Dense tables against the definition, by each means alone and by all together.

mod compiled;
mod kept;
mod lost;
mod outcomes;
mod passes;
mod prefixes;
mod rules;
mod sought;
mod strays;
mod threads;

use std::num::NonZero;
use std::time::Duration;

use grundy::games::open;
use grundy::limits::{Limits, Stop};
use grundy::nimber::Nimber;
use grundy::play::{Asked, Position, Session};
use grundy::rule::Rules;
use grundy::ruleset::{Failure, Value};
use grundy::search::Values;
use grundy::table::{Handling, Means, Table};
use proptest::prelude::*;

use crate::generate::{
    Built, built, choices, dense, ending, exchanges, kinds, rising, rows, shapes, typed,
};

pub(crate) const PLAIN: Means = Means::NONE;
pub(crate) const CODE: Means = Means { code: true, ..PLAIN };
pub(crate) const LINES: Means = Means { lines: true, ..PLAIN };
const CHOICES: Means = Means { choices: true, ..PLAIN };
const LINES_OF_CHOICES: Means = Means { choices: true, ..LINES };
pub(crate) const REPEATS: Means = Means { repeats: true, ..PLAIN };
pub(crate) const WINDOWS: Means = Means { windows: true, ..PLAIN };
pub(crate) const GROWTHS: Means = Means { growths: true, ..PLAIN };
pub(crate) const ALL: Means = Means::ALL;

/// The last coordinate of the tables tested, by the number of coordinates.
pub(crate) fn last(axes: usize) -> u64 {
    [0, 40, 9, 5, 3, 2, 1][axes]
}

/// All coordinates up to these.
pub(crate) fn boxed(last: &[u64]) -> Vec<Vec<u64>> {
    last.iter().fold(vec![Vec::new()], |all, &last| {
        let longer =
            |coords: Vec<u64>| (0..=last).map(move |next| [coords.clone(), vec![next]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

pub(crate) fn coordinates(axes: usize) -> Vec<Vec<u64>> {
    boxed(&vec![last(axes); axes])
}

/// Random rules may have very many options; then no answer is as good as any.
pub(crate) fn patient() -> Limits {
    Limits::default().time(Duration::from_millis(500))
}

/// So often the definition may stop at these limits, until no more of a rule is asked.
pub(crate) const MOST_STOPS: usize = 4;

/// The value by the definition.
pub(crate) fn defined(
    values: &mut Values<&Rules>,
    kind: usize,
    coords: &[u64],
) -> Result<Value, Failure> {
    let coords: Vec<i64> = coords.iter().map(|&c| c as i64).collect();
    let component = values.ruleset().component(kind, &coords)?;
    values.value(&component, &patient().positions(20_000))
}

/// Whether the definition fails at some component of a table when it is asked for that first. (It may know a
/// way around a cycle when it was asked for others before.)
pub(crate) fn fails_somewhere(rules: &Rules, kind: usize, table: &Table) -> bool {
    // More than was asked for, where options lead beyond it.
    let last: Vec<u64> = table.dims().unwrap().iter().map(|&count| count - 1).collect();
    let most = *last.iter().max().unwrap();
    let fails = |kind: usize, last: &[u64]| {
        let mut all = boxed(last).into_iter();
        all.any(|coords| defined(&mut Values::new(rules), kind, &coords).is_err())
    };
    // Other kinds may stand in the table.
    let others = rules.kinds().into_iter().map(|view| vec![most; view.coords().len()]);
    fails(kind, &last) || others.enumerate().any(|(kind, last)| fails(kind, &last))
}

/// Whether a table has more positions than it leaves to the definition before it is given up.
pub(crate) fn may_be_given_up(table: &Table) -> bool {
    table.dims().unwrap().iter().product::<u64>() > 1 << 10
}

/// Holds the tables of a rule by some means to its definition. A table may know less only where
/// the definition fails somewhere, or where it is large and may be given up.
fn agrees(text: &str, means: Means) -> Result<(), TestCaseError> {
    agrees_on(text, means, 1)
}

/// The same by so many threads.
pub(crate) fn agrees_on(text: &str, means: Means, threads: usize) -> Result<(), TestCaseError> {
    agrees_up_to(last, text, means, threads)
}

/// The same up to a coordinate.
pub(crate) fn agrees_up_to(
    last: fn(usize) -> u64,
    text: &str,
    means: Means,
    threads: usize,
) -> Result<(), TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(()) };
    let rules = opened.rules;
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let Ok(mut table) = Table::with_means(&rules, kind, means) else { continue };
        let axes = view.coords().len();
        let mut limits = patient().memory(1 << 24).positions(1 << 18);
        limits.threads = NonZero::new(threads);
        if table.fill(&vec![last(axes); axes], &limits).is_err() {
            continue;
        }
        let mut values = Values::new(&rules);
        let (mut missing, mut stops) = (None, 0);
        for coords in boxed(&vec![last(axes); axes]) {
            let mut expected = defined(&mut values, kind, &coords);
            if matches!(expected, Err(Failure::Cycle(_))) {
                // Which of the components of a cycle that wins cut short is looked at first may
                // depend on what was asked before.
                expected = defined(&mut Values::new(&rules), kind, &coords);
            }
            match table.value(&coords) {
                Some(_) if matches!(expected, Err(Failure::Stop(_))) => stops += 1,
                Some(found) => prop_assert_eq!(Ok(found), expected, "{}\n{:?}", text, coords),
                None => missing = Some(coords),
            }
            if stops == MOST_STOPS {
                break;
            }
        }
        let excused = || may_be_given_up(&table) || fails_somewhere(&rules, kind, &table);
        prop_assert!(missing.is_none() || excused(), "{text}\nnothing known of {missing:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn tables_by_plain_options_agree(Built(text) in built(60, dense::rule)) {
        agrees(&text, PLAIN)?;
    }

    #[test]
    fn tables_by_machine_code_agree(Built(text) in built(60, dense::rule)) {
        agrees(&text, CODE)?;
    }

    #[test]
    fn tables_by_lines_agree(Built(text) in built(60, dense::rule)) {
        agrees(&text, LINES)?;
    }

    #[test]
    fn tables_below_a_plane_agree(Built(text) in built(60, exchanges::rule), threads in 1_usize..3) {
        for means in [PLAIN, CODE, LINES, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_from_the_greatest_down_agree(
        Built(text) in built(60, rising::rule),
        threads in 1_usize..3,
    ) {
        for means in [PLAIN, CODE, LINES, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_of_several_kinds_agree(Built(text) in built(60, kinds::rule), threads in 1_usize..3) {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_whose_rows_repeat_agree(Built(text) in built(40, rows::rule)) {
        for means in [REPEATS, ALL] {
            agrees(&text, means)?;
        }
        let Ok(opened) = open(&text) else { return Ok(()) };
        let axes = opened.rules.kinds()[0].coords().len();
        let last: &[u64] = [&[30, 25][..], &[8, 9, 20], &[4, 5, 3, 12]][axes - 2];
        let [computed, copied] = [CODE, Means { repeats: true, ..CODE }].map(|means| {
            let mut table = Table::with_means(&opened.rules, 0, means).ok()?;
            table.fill(last, &patient()).ok()?;
            Some(table)
        });
        let (Some(computed), Some(copied)) = (computed, copied) else { return Ok(()) };
        for coords in boxed(last) {
            prop_assert_eq!(copied.value(&coords), computed.value(&coords), "{}\n{:?}", text, coords);
        }
    }

    #[test]
    fn tables_by_several_threads_agree(Built(text) in built(60, dense::rule), threads in 2_usize..5) {
        agrees_on(&text, CODE, threads)?;
    }

    #[test]
    fn tables_by_lines_in_machine_code_agree(Built(text) in built(60, dense::rule), threads in 1_usize..4) {
        agrees_on(&text, Means { code: true, ..LINES }, threads)?;
    }

    #[test]
    fn tables_by_sets_of_sums_agree(Built(text) in built(60, choices::rule)) {
        for means in [PLAIN, CODE, CHOICES, LINES_OF_CHOICES, ALL] {
            agrees_up_to(|axes| [0, 16, 5, 3][axes], &text, means, 1)?;
        }
    }

    #[test]
    fn tables_by_all_means_agree(Built(text) in built(60, dense::rule)) {
        agrees(&text, ALL)?;
    }

}

proptest! {
    #[test]
    fn tables_of_rules_that_end_agree(Built(text) in built(40, ending::rule)) {
        for means in [PLAIN, CODE, LINES, CHOICES, REPEATS, ALL] {
            agrees(&text, means)?;
        }
    }

    #[test]
    fn tables_of_famous_rules_and_their_neighbours_agree(Built(text) in built(40, shapes::near)) {
        for means in [CODE, ALL] {
            agrees(&text, means)?;
        }
    }

    #[test]
    fn tables_of_any_rule_agree(Built(program) in built(300, typed::program)) {
        for means in [CODE, ALL] {
            agrees(&program.to_string(), means)?;
        }
    }
}

#[test]
fn tables_of_the_catalogue_agree() {
    for entry in grundy::games::CATALOGUE {
        for means in [PLAIN, CODE, LINES, CHOICES, REPEATS, ALL] {
            agrees(entry.rule, means).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn rules_on_which_a_means_once_erred_agree() {
    for text in [
        // The slot of a comprehension's name is taken by the next name.
        "[a, b] -> [a, b - k] for k in {i*i + 1 for i in 0..b if i != 2} if a > 0",
        // Each component counts twice, once for the factor.
        "[n] -> (n*n*n*2) * [n - k] for k in {1}",
        // A set that fails is listed though nothing is asked of it.
        "[a, b] -> [] for v in {} \\ {x for x in b..b \\ b..b step -1}, w in v..v",
        "[a, b] -> [] for v in {} and {x for x in b..b \\ b..b step a}",
        // A cycle that a win at once cuts short, or not, by the order of the questions.
        "[a, b] -> sum(i in 1..k) [a - i, b] for k in 1..min(a, 4)
         | [min(a + 1, xor(k, a) + 1 + a), b - k] for k in {1, b - 1, a + 1} \\ {0}
         | [a - k, b] for k in digits(a + a) \\ {0} if k != 2\nwin on [0, 0]",
    ] {
        for means in [PLAIN, CODE, LINES, CHOICES, REPEATS, ALL] {
            agrees(text, means).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// A table of a rule, filled up to these coordinates.
pub(crate) fn filled(text: &str, last: &[u64], means: Means) -> Table {
    let rules = open(text).unwrap().rules;
    let mut table = Table::with_means(&rules, 0, means).unwrap();
    table.fill(last, &Limits::default()).unwrap();
    table
}

#[test]
fn rows_that_repeat_are_copied() {
    let splits = "[a, b] -> [i, b] + [a-i, b] for i in 2..a/2 | [a, b-k] for k in {1, 4}";
    for (text, last, least) in [("cutting", [300, 50], 150), (splits, [200, 20], 60)] {
        let repeated = filled(text, &last, REPEATS).repeated();
        assert!(repeated >= least, "{text}: {repeated}");
    }
    // All rows differ, or an option leads to another row and another column.
    for text in ["[a, b] -> [a-k, b] for k in 1..a", "[a, b] -> [a-1, b-1]"] {
        assert_eq!(filled(text, &[100, 20], REPEATS).repeated(), 0, "{text}");
    }
}

#[cfg(feature = "jit")]
#[test]
fn machine_code_takes_the_usual_rules() {
    for text in [
        "[a, b] -> [a - (k*k + 3*k) % (a+1), b - k % 3] for k in 1..a if (k*k + 3*k) % (a+1) > 0",
        "[n] if n > 0 -> [n-d] for d in {max(digits(n)), min(digits(n) \\ {0})}",
        "[n] -> [n-d] for d in divisors(n) if d < n",
        "[n] -> [n-q] for q in prime_powers(n)",
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
        "[a, b, c] -> [a-k, b, c] + [k-1, b, c] for k in 1..a | [a, b-k, c] for k in 1..b",
        "[m] -> [m - 2**i] for i in 0..5 if and(m, 2**i) != 0",
        "win on [0, 0]\n[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
    ] {
        let axes = open(text).unwrap().rules.kinds()[0].coords().len();
        assert!(filled(text, &vec![9; axes], CODE).uses_code(), "{text}");
    }
}

#[test]
fn values_may_take_more_than_8_and_16_bits() {
    for means in [PLAIN, CODE, LINES, CHOICES, REPEATS, ALL] {
        let table = filled("[n] -> [n-k] for k in 1..n", &[700], means);
        assert!((0..=700).all(|n| nimber(&table, n) == n), "{means:?}");
    }
    let table = filled("[n] -> [n-k] for k in 1..n", &[300_000], LINES);
    assert!((0..=300_000).all(|n| nimber(&table, n) == n));
}

fn nimber(table: &Table, n: u64) -> u64 {
    table.value(&[n]).and_then(Value::nimber).unwrap().0
}

/// More options than can be looked at: 10^7 of the last component. The list is a line of the table, one
/// of its own, and one that depends on what else is chosen.
#[test]
fn what_is_chosen_freely_is_not_tried_one_by_one() {
    let values = grundy::theory::choose::table(7, 40, &Limits::default()).unwrap();
    for (text, handling) in [
        ("[n] -> choose 7 of [i] for i in 0..n-1", Handling::RunningSums(vec!["n".to_owned()])),
        ("[n] -> choose 7 of [n-k] for k in 1..n", Handling::RunningSums(vec!["n".to_owned()])),
        ("[n] -> choose 7 of [i] for i in 0..n-1 if i < n", Handling::Sums),
        (
            "[n] -> (choose 4 of [i] for i in 0..n-1) + (choose 3 of [i] for i in 0..n-1)",
            Handling::Sums,
        ),
        ("[n] -> [n-s] + (choose 6 of [i] for i in 0..n-1) for s in 1..n", Handling::Sums),
        ("[n] -> choose 7 of [n-k*s] for k in 1..n for s in {1}", Handling::Sums),
        ("[n] -> 7 * (choose 1 of [i] for i in 0..n-1)", Handling::Sums),
        ("[n] -> sum(j in 1..7) choose 1 of [i] for i in 0..n-1 + j - j", Handling::Sums),
    ] {
        let rules = open(text).unwrap().rules;
        let described = Table::new(&rules, 0).unwrap().describe(&[40]).unwrap();
        assert_eq!(described.families, [handling], "{text}");
        for means in [CHOICES, LINES_OF_CHOICES, ALL] {
            let table = filled(text, &[40], means);
            let found: Vec<u64> = (0..=40).map(|n| nimber(&table, n)).collect();
            assert_eq!(found, values, "{text} {means:?}");
        }
    }
    let plain =
        Table::with_means(&open("[n] -> choose 2 of [i] for i in 0..n-1").unwrap().rules, 0, LINES);
    let described = plain.unwrap().describe(&[9]).unwrap();
    assert!(matches!(described.families[..], [Handling::Options(_)]), "{described:?}");
}

/// Values of more than a byte and of more than two, rows that repeat, and both ways to find sums.
#[test]
fn large_tables_of_free_choices_are_the_same_by_all_means() {
    for (text, last) in [
        ("[a, b] -> choose 2 of [i, b] for i in 0..a-1 | [a, b-k] for k in 1..b", &[70, 40][..]),
        (
            "[a, b] -> choose 2 of [a-k, b] for k in 1..a if k % 3 > 0 | [a, b-k] for k in 1..b",
            &[40, 60],
        ),
        (
            "unordered [a, b] -> choose 2 of [i, b] for i in 0..a-1 | choose 2 of [a, i] for i in 0..b-1",
            &[60, 70],
        ),
        ("[n, b] -> choose 3 of [i, b] for i in 0..n-1 | [n, b-1]", &[110, 3]),
        ("[n, b] -> choose 3 of [i, b] for i in 0..n-1 if i != b | [n, b-1]", &[110, 3]),
        ("[n] -> [n-1] + (choose 3 of [i] for i in 0..n-1)", &[190]),
    ] {
        let coded = Means { code: true, ..CHOICES };
        let all = [CHOICES, LINES_OF_CHOICES, coded, ALL].map(|means| filled(text, last, means));
        let [first, others @ ..] = &all;
        for coords in boxed(last) {
            let value = first.value(&coords);
            assert!(
                value.is_some() && others.iter().all(|table| table.value(&coords) == value),
                "{text} {coords:?}"
            );
        }
    }
}

/// A list that cannot be followed matters where the definition looks at it, and nowhere else.
#[test]
fn tables_of_rules_with_lists_that_fail_agree() {
    for text in [
        // Where there is nothing beside, the list is looked at if it stands first.
        "[n] -> [n-3] + (choose 2 of [6/(n-2)-1] for i in 0..1) | [n-1]",
        "[n] -> (choose 2 of [6/(n-2)-1] for i in 0..1) + [n-3] | [n-1]",
        "[n] -> (choose 2 of [6/(n-2)-1] for i in 0..1) if n != 2 | [n-1]",
        // An empty list, and one of which none is chosen.
        "[n] -> choose 2 of [i] for i in 3..n-1 | (choose 0 of [1/0] for i in 1..2) + [n-1]",
        "[n] -> choose n % 2 of [i-3] for i in 0..n-1 | [n-2]",
        // Wins before and behind, and parts that give the win away.
        "[n] -> [n-1] + (choose 2 of [i] for i in 2..n-2) | [6/(n-9)-7]\nwin on [3]",
        "[n] -> [6/(n-9)-7] | choose 2 of [i] for i in 2..n-2\nwin on [3]",
        "[n] -> choose 2 of [i] for i in 0..n-3 if i != 4\nwin on [0]",
        "[n] -> choose 2 of [6/(n-9)-7] for i in 0..1 | [n-1]\nwin on [8]",
        "[n] -> [n-1] | choose 2 of [6/(n-9)-7] for i in 0..1\nwin on [8]",
        // Too many.
        "[n] -> (choose 40 of [i] for i in 0..0) + (choose 25 of [i] for i in 0..0) if n > 3",
        "[n] -> choose 65 of [i] for i in 0..n-1",
        "[n] -> choose 64 of [i] for i in 0..min(n, 2)-1 | [n-1] if n > 1",
        // Out of the table, and not before.
        "[n] -> choose 2 of [i] for i in 0..n+1 if i != n and n < 3",
    ] {
        for means in [PLAIN, CODE, LINES, CHOICES, LINES_OF_CHOICES, ALL] {
            agrees_up_to(|_| 14, text, means, 1).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Ranges that are cut where a `min` changes: cuts in both orders, of which one may lie before or behind
/// the range, ranges that are empty, conditions behind the cut, cuts whose order is not known.
#[test]
fn tables_of_rules_with_the_least_of_two_agree() {
    for text in [
        "[a, b, c] if a >= b and b >= c -> [k, min(b, k), min(c, k)] for k in 1..a-1 \
         | [a, k, min(c, k)] for k in 0..b-1 | [a, b, k] for k in 0..c-1",
        "[a, b] -> [a-k, min(k, b)] for k in 1..a",
        "[a, b] -> [a-1, min(k, 3) + b - b] for k in b..a if k < b + 4",
        "[a, b] -> [a-k, min(b + 1 - 1, k)] for k in 2..a-1 if (k + b) % 3 > 0",
        "[a, b, c] -> [a-1, min(k, b), min(c, k)] for k in 0..a | [a, b, min(k, b-1)] for k in 0..c-1",
        "[a, b, c] if c > b -> [a-1, min(k, c), min(b, k)] for k in b-2..a+2",
        "[a, b] -> [a-k, min(b, j)] for k in 1..a, j in 0..b+2",
        "[a, b] -> [a-k, min(k, 2**62 + b - 2**62)] for k in 1..a",
        "[a, b] -> [min(k, b), min(k, a-1)] for k in 0..a+b",
        "[a, b] -> [a-k, min(k, j)] for k in 1..a let j = b - k % 2 if j >= 0",
    ] {
        for means in [CODE, ALL] {
            agrees(text, means).unwrap_or_else(|error| panic!("{error}"));
        }
        let axes = open(text).unwrap().rules.kinds()[0].coords().len();
        let last = vec![[0, 0, 20, 9][axes]; axes];
        let (coded, plain) = (filled(text, &last, CODE), filled(text, &last, PLAIN));
        assert!(coded.uses_code() || !cfg!(feature = "jit"), "{text}");
        for coords in boxed(&last) {
            assert_eq!(coded.value(&coords), plain.value(&coords), "{text}\n{coords:?}");
        }
    }
}

/// Blocks of rows are written in the other order, whole ones and the last; values of one byte and
/// of two.
#[test]
fn unordered_pairs_have_their_values_in_both_orders() {
    let nim = "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";
    for side in [62, 63, 64, 127, 150, 263] {
        for means in [PLAIN, CODE] {
            let table = filled(nim, &[side, side], means);
            for a in 0..=side {
                let row: Vec<Value> = table.line(&[a], 0).unwrap().collect();
                for (b, value) in (0..=side).zip(row) {
                    assert_eq!(value, Value::Nimber(Nimber(a ^ b)), "{side} {a} {b} {means:?}");
                }
            }
        }
    }
}

#[test]
fn rows_are_the_values_of_their_components() {
    let lines = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";
    let diagonals = "[a-k, b-k] for k in 1..a";
    let rules = [
        lines.to_owned(),
        format!("unordered {lines}"),
        format!("unordered {lines} | {diagonals}"),
        format!("{lines}\nwin on [2, 1]"),
    ];
    for (text, means) in rules.iter().flat_map(|text| [ALL, CODE].map(|means| (text, means))) {
        let rules = open(text).unwrap().rules;
        let table = || Table::with_means(&rules, 0, means);
        let tables = [table(), table().and_then(Table::outcomes), table().and_then(Table::misere)];
        for mut table in tables.into_iter().flatten() {
            assert_eq!(table.row(&[0], 0..=0), None, "{text}");
            table.fill(&[263, 263], &Limits::default()).unwrap();
            let all = 0..=263;
            for (row, columns) in
                (0..=263).map(|row| (row, all.clone())).chain([(5, 3..=3), (70, 1..=69)])
            {
                let one_by_one: Option<Vec<Value>> =
                    columns.clone().map(|column| table.value(&[row, column])).collect();
                assert!(one_by_one.is_some(), "{text}");
                assert_eq!(table.row(&[row], columns), one_by_one, "{text}: {row}");
            }
            let [rows, columns] = table.dims().unwrap() else { panic!() };
            assert_eq!(table.row(&[*rows], 0..=0), None, "{text}");
            assert_eq!(table.row(&[0], 0..=*columns), None, "{text}");
        }
    }
}

#[test]
fn a_table_of_one_coordinate_grows() {
    for means in [PLAIN, CODE, LINES, CHOICES, REPEATS, ALL] {
        let mut table = filled("[n] -> [n-k] for k in 1..min(n, 300)", &[10], means);
        for last in [11, 500, 400, 2000] {
            table.fill(&[last], &Limits::default()).unwrap();
            assert!((0..=last).all(|n| nimber(&table, n) == n % 301), "{means:?} {last}");
        }
    }
}

#[test]
fn limits_stop_a_table_at_once() {
    let rules = open("[a, b] -> [a - k, b - l] for k in 1..a, l in 1..b").unwrap().rules;
    let mut table = Table::new(&rules, 0).unwrap();
    let memory = Limits::default().memory(1 << 20);
    let failure = table.fill(&[1 << 25, 1 << 25], &memory).unwrap_err();
    assert!(matches!(failure, Failure::Stop(Stop::Memory { .. })), "{failure}");
    assert!(table.fill(&[1 << 45, 1 << 45], &memory).is_err());
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(table.fill(&[900, 900], &cancelled), Err(Stop::Cancelled.into()));
    // Too many options of one component are refused at once, by machine code as by the definition.
    let rules = open("[n] if n == 9 -> [n - 1 - (k + l) % 2] for k in 1..2**17, l in 1..2**16");
    let mut table = Table::new(&rules.unwrap().rules, 0).unwrap();
    table.fill(&[9], &Limits::default()).unwrap();
    assert_eq!((table.value(&[8]), table.value(&[9])), (Some(Value::zero()), None));
    // One component with 2^32 options, beside which no other takes long.
    let rules = open("[n] if n == 9 -> [n - 1 - (k + l) % 2] for k in 1..2**16, l in 1..2**16");
    let mut table = Table::new(&rules.unwrap().rules, 0).unwrap();
    let short = Limits::default().time(Duration::from_millis(50));
    assert_eq!(table.fill(&[9], &short), Err(Stop::Time.into()));
    assert_eq!(table.value(&[8]), Some(Value::zero()));
    assert_eq!(table.value(&[9]), None);
    // One with few options, each of which takes long to look at.
    let rules = open("[n] if n == 9 -> [n - 1 - k % 2] for k in 1..2**18 if is_prime(2**62 + n*k)");
    let mut table = Table::new(&rules.unwrap().rules, 0).unwrap();
    let short = Limits::default().time(Duration::from_millis(10));
    assert_eq!(table.fill(&[9], &short), Err(Stop::Time.into()));
    assert_eq!(table.value(&[9]), None);
}

#[test]
fn a_session_that_has_tables_answers_as_one_that_has_not() {
    let limits = Limits::default();
    for (text, last) in [
        ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k*k] for k in 1..b", vec![70, 70]),
        ("unordered [a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..a+1", vec![66, 66]),
        ("[a, b] -> [a-1, b] + [a-1, b] | [a/2, b-1]\nwin on [0, 3]", vec![64, 70]),
        ("[n] -> [n-d] for d in divisors(n) if d < n | [n/2] + [n/3] if n > 0", vec![5000]),
        ("[a, b, c] -> [a-k, b, c-k] for k in 1..a | [a, b-1, c+1]", vec![16, 16, 16]),
        ("wythoff", vec![70, 70]),
    ] {
        let mut plain = Session::with_game(text).unwrap();
        let mut prepared = Session::with_game(text).unwrap();
        prepared.prepare((0, Asked::Values), &vec![0; last.len()], &last, &limits).unwrap();
        for part in [1, 2, 3, 5] {
            let coords: Vec<i64> =
                last.iter().zip([7, 5, 6]).map(|(&c, other)| c as i64 * part / other).collect();
            let position = prepared.component(0, &coords).unwrap();
            let sum = Position { parts: [&position.parts[..]; 2].concat() };
            for position in [position, sum] {
                let at = format!("{text}\n{coords:?}");
                let expected = plain.by_definition(&position, &limits).unwrap();
                let found = prepared.value(&position, &limits).unwrap();
                assert_eq!(found.to_string(), expected.to_string(), "{at}");
                assert_eq!(
                    prepared.outcome(&position, &limits),
                    plain.outcome(&position, &limits),
                    "{at}"
                );
                assert_eq!(
                    prepared.winning_moves(&position, &limits),
                    plain.winning_moves(&position, &limits),
                    "{at}"
                );
            }
        }
    }
}
