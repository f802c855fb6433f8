//! Tables of who wins, in normal and in misère play, against the definition.

use std::num::NonZero;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::play::{Asked, Session};
use grundy::ruleset::{Failure, Value};
use grundy::search::{Misere, Values};
#[cfg(feature = "jit")]
use grundy::table::Handling;
use grundy::table::{Means, Table};
use proptest::prelude::*;

use super::{
    ALL, CODE, GROWTHS, LINES, MOST_STOPS, PLAIN, REPEATS, WINDOWS, boxed, coordinates, defined,
    fails_somewhere, filled, last, may_be_given_up, patient,
};
use crate::generate::{
    Built, built, dense, diagonals, ending, exchanges, fewer_cases, growing, inward, kinds,
    leaving, narrowing, rising, windows,
};

/// Bits instead of bytes where only who wins is computed; and with the nearest lost components of lines.
const BITS: Means = Means { bits: true, ..PLAIN };
const CODE_BITS: Means = Means { bits: true, ..CODE };
const NEAREST: Means = Means { lines: true, ..CODE };
const WHO_WINS: [Means; 9] = [PLAIN, CODE, LINES, REPEATS, BITS, CODE_BITS, NEAREST, GROWTHS, ALL];

/// Holds the tables of who wins in misère play to the definition. They are given up where the
/// definition would have to help; says how many positions they knew.
fn agrees_in_misere(text: &str, means: Means, threads: usize) -> Result<u32, TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(0) };
    let rules = opened.rules;
    let mut known = 0;
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let table = Table::with_means(&rules, kind, means).and_then(Table::misere);
        let Ok(mut table) = table else { continue };
        let axes = view.coords().len();
        let mut limits = patient().memory(1 << 24).positions(1 << 18);
        limits.threads = NonZero::new(threads);
        if table.fill(&vec![last(axes); axes], &limits).is_err() {
            continue;
        }
        let mut defined = Misere::new(&rules);
        let mut stops = 0;
        for coords in coordinates(axes) {
            let Some(found) = table.value(&coords) else { continue };
            prop_assert!(matches!(found, Value::Nimber(Nimber(0 | 1))), "{}", text);
            let signed: Vec<i64> = coords.iter().map(|&c| c as i64).collect();
            let component = rules.component(kind, &signed).unwrap();
            match defined.outcome(&[component], &patient().positions(20_000)) {
                Err(Failure::Stop(_)) if stops + 1 == MOST_STOPS => break,
                Err(Failure::Stop(_)) => stops += 1,
                // The definition looks at options in another order, and may meet a cycle before the one that decides.
                Err(Failure::Cycle(_)) => {}
                expected => {
                    prop_assert_eq!(Ok(found.outcome()), expected, "{}\n{:?}", text, coords);
                    known += 1;
                }
            }
        }
    }
    Ok(known)
}

/// Holds the tables of who wins in normal play, of some length, to the definition; where that fails, for
/// it looks at every option, they may know more. They may know less only where it fails somewhere.
fn agrees_on_outcomes(
    text: &str,
    means: Means,
    (long, threads): (usize, usize),
) -> Result<u32, TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(0) };
    let rules = opened.rules;
    let mut known = 0;
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let table = Table::with_means(&rules, kind, means).and_then(Table::outcomes);
        let Ok(mut table) = table else { continue };
        let axes = view.coords().len();
        let mut last = vec![[0, 150, 4, 2, 1, 1, 1][axes]; axes];
        // Rows of more than one word in some, of less in others.
        last[long % axes] = [0, 150, 66, 12, 10, 9, 9][axes];
        let mut limits = patient().memory(1 << 24).positions(1 << 18);
        limits.threads = NonZero::new(threads);
        if table.fill(&last, &limits).is_err() {
            continue;
        }
        let mut values = Values::new(&rules);
        let (mut missing, mut stops) = (None, 0);
        for coords in boxed(&last) {
            let mut expected = defined(&mut values, kind, &coords);
            if matches!(expected, Err(Failure::Cycle(_))) {
                expected = defined(&mut Values::new(&rules), kind, &coords);
            }
            match (table.value(&coords), expected) {
                (Some(found), Ok(expected)) => {
                    prop_assert!(matches!(found, Value::Nimber(Nimber(0 | 1))), "{}", text);
                    prop_assert_eq!(found.outcome(), expected.outcome(), "{}\n{:?}", text, coords);
                    known += 1;
                }
                (Some(_), Err(Failure::Stop(_))) => stops += 1,
                (Some(_), Err(_)) => {}
                (None, _) => missing = Some(coords),
            }
            if stops == MOST_STOPS {
                break;
            }
        }
        let excused = || may_be_given_up(&table) || fails_somewhere(&rules, kind, &table);
        prop_assert!(missing.is_none() || excused(), "{text}\nnothing known of {missing:?}");
    }
    Ok(known)
}

/// Both by each of the means.
fn agrees_by_all_means(text: &str, long: usize, threads: usize) -> Result<(), TestCaseError> {
    for means in WHO_WINS {
        agrees_in_misere(text, means, threads)?;
        agrees_on_outcomes(text, means, (long, threads))?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(fewer_cases(2))]


    #[test]
    fn misere_tables_agree(Built(text) in built(60, dense::rule), threads in 1_usize..4) {
        for means in WHO_WINS {
            agrees_in_misere(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_of_outcomes_agree(
        Built(text) in built(60, dense::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        for means in WHO_WINS {
            agrees_on_outcomes(&text, means, (long, threads))?;
        }
    }
}

proptest! {
    #![proptest_config(fewer_cases(8))]

    #[test]
    fn tables_of_outcomes_with_diagonals_agree(
        Built(text) in built(60, diagonals::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_of_ranges_that_grow_agree(
        Built(text) in built(60, growing::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_below_a_plane_agree(
        Built(text) in built(60, exchanges::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_from_the_greatest_down_agree(
        Built(text) in built(60, rising::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_in_which_some_coordinates_fall_agree(
        Built(text) in built(60, inward::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_of_loops_that_end_early_agree(
        Built(text) in built(60, leaving::rule),
        long in 0_usize..2,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_of_rules_that_end_agree(
        Built(text) in built(40, ending::rule),
        long in 0_usize..6,
        threads in 1_usize..3,
    ) {
        for means in WHO_WINS {
            agrees_on_outcomes(&text, means, (long, threads))?;
        }
    }
}

proptest! {
    #![proptest_config(fewer_cases(16))]

    #[test]
    fn tables_of_outcomes_of_several_kinds_agree(
        Built(text) in built(60, kinds::rule),
        long in 0_usize..6,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }
}

/// Every way an option is looked at: ranges and lists, guards, no parts at all, in another order than
/// the definition's, lines with other options beside them, rows that repeat.
#[test]
fn misere_tables_know_every_position() {
    for text in [
        "[n] -> [n-k] for k in 1..3",
        "[n] -> [] if n % 5 == 2 | [n-k] for k in {2, 3, 7}",
        "[n] if n % 4 != 1 -> [n-k] for k in divisors(n)",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "[a, b] if a != 3 -> [a-k, b] for k in 1..a | [a, b-k] for k in {1, 4} | [] if b == 2",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
        "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-1, c] | [a, b, c-2]",
    ] {
        let axes = open(text).unwrap().rules.kinds()[0].coords().len();
        for means in WHO_WINS {
            let known = agrees_in_misere(text, means, 1).unwrap();
            assert_eq!(known as usize, coordinates(axes).len(), "{text}: {means:?}");
        }
    }
    for text in ["[n] -> [n-1] + [1]", "[n] -> 2 * [n/2]", "[n] -> [n-1]\nwin on [3]"] {
        let rules = open(text).unwrap().rules;
        assert!(Table::new(&rules, 0).and_then(Table::misere).is_err(), "{text}");
    }
}

/// Larger ones against tables of values: rows of several words, blocks that are mirrored, every way in
/// which threads share rows, lines that begin further back, several orders.
#[test]
fn tables_of_outcomes_say_what_tables_of_values_say() {
    for (text, last) in [
        ("[n] -> [n-k] for k in 3..n | [n-1] if n % 7 == 0", &[2000][..]),
        ("[n] -> [n-k] for k in {2, 5, 6}", &[2000]),
        ("wythoff", &[140, 150]),
        ("euclid", &[140, 140]),
        ("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)", &[130, 135]),
        ("[a, b] -> [a-k, b-l] for k in {1, 3}, l in {0, 2} | [a, b-k] for k in 5..b", &[130, 140]),
        (
            "unordered [a, b] -> [a-k, b] for k in 2..a | [a, b-k] for k in 2..b | [a-1, b-1]",
            &[140, 140],
        ),
        ("unordered [a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..a+1", &[135, 135]),
        (
            "[a, b] -> [a-k, b/2+3] for k in 2..a | [a-k, b] for k in 2..a | [a, b-1] if a % 3 < 2",
            &[70, 75],
        ),
        ("[a, b] -> [b-1, a] | [b, a-3] | [b-2, a-1]", &[140, 140]),
        (
            "[a, b] -> [a-1, k] for k in 0..b+1 if k < 140 | [a-2, b] | [a-3, b-k] for k in 0..b",
            &[60, 140],
        ),
        (
            "unordered [a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in {1, 3}",
            &[28; 3],
        ),
        (
            "unordered [a, b, c, d] -> [a-1, b, c, d] | [a, b-1, c-1, d] | [a, b, c, d-2] | [a, b, c-1, d]",
            &[9; 4],
        ),
        (
            "[a, b, c] -> [a-k, b, c] for k in 4..a | [a, b-k, c] for k in 1..b | [a-1, b-1, c-1] | [a, b, c-2]",
            &[9, 11, 80],
        ),
        // Options outside of the table: the definition says that [1, 1] is lost, so all [a, 1] are won.
        (
            "[a, b] -> [] if a == 0 and b > 0 | [a-k, b] for k in 1..a | [a+100, b-1] if (a*a + 13) % 14 == 0",
            &[70, 12],
        ),
        (
            "win on [0, x] if x > 9\n[a, b] -> [a-k, b] for k in 2..a | [a, b-k] for k in 1..b | [a-1, b-1]",
            &[90, 100],
        ),
    ] {
        let values = filled(text, last, CODE);
        let rules = open(text).unwrap().rules;
        for means in WHO_WINS {
            for threads in [1, 3] {
                let mut table =
                    Table::with_means(&rules, 0, means).and_then(Table::outcomes).unwrap();
                let limits = Limits::default().threads(NonZero::new(threads).unwrap());
                table.fill(last, &limits).unwrap();
                for coords in boxed(last) {
                    let expected = values.value(&coords).unwrap().outcome();
                    let found = table.value(&coords).unwrap();
                    assert_eq!(found.outcome(), expected, "{text}\n{coords:?} {means:?} {threads}");
                }
                if means.bits && last.len() == 2 {
                    assert!(table.bytes() < values.bytes() / 4, "{text}: {}", table.bytes());
                }
            }
        }
    }
    for text in ["[n] -> [n-1] + [1]", "cutting"] {
        let rules = open(text).unwrap().rules;
        assert!(Table::new(&rules, 0).and_then(Table::outcomes).is_err(), "{text}");
    }
}

/// So that a line costs as much however long it is.
#[cfg(feature = "jit")]
#[test]
fn lines_are_handled_by_their_nearest_lost_component() {
    for text in [
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
    ] {
        let rules = open(text).unwrap().rules;
        let mut table = Table::with_means(&rules, 0, ALL).and_then(Table::outcomes).unwrap();
        table.fill(&[300, 300], &Limits::default()).unwrap();
        assert!(table.uses_code(), "{text}");
        let description = table.describe(&[300, 300]).unwrap();
        let along = |handling: &Handling| matches!(handling, Handling::NearestLost(_));
        assert!(description.families.iter().all(along), "{text}");
    }
}

#[test]
fn a_session_asked_for_outcomes_answers_as_the_definition() {
    let limits = Limits::default();
    for (text, last) in [
        (
            "[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4} | [a-k, b-k] for k in {1, 2, 5}",
            [90, 80],
        ),
        ("unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b if k != 3", [70, 70]),
        ("win on [0, 3]\n[a, b] -> [a-k, b] for k in {1, 3} | [a, b-k] for k in 1..b", [70, 66]),
        ("[a, b] -> [a-1, b] + [1, b] if a > 2 | [a/2, b-1]", [64, 70]),
    ] {
        let mut prepared = Session::with_game(text).unwrap();
        prepared.prepare((0, Asked::WhoWins), &vec![0; last.len()], &last, &limits).unwrap();
        let mut plain = Session::with_game(text).unwrap();
        let mut defined = Values::new(prepared.games()[0].rules.clone());
        for coords in boxed(&last) {
            let signed: Vec<i64> = coords.iter().map(|&c| c as i64).collect();
            let position = prepared.component(0, &signed).unwrap();
            let component = prepared.games()[0].rules.component(0, &signed).unwrap();
            let expected = defined.value(&component, &limits).unwrap().outcome();
            assert_eq!(
                prepared.outcome(&position, &limits).unwrap(),
                expected,
                "{text}\n{coords:?}"
            );
        }
        assert_eq!(prepared.positions_looked_at(), 0, "{text}");
        for coords in [[0, 3], [9, 9], [40, 37], [last[0] as i64, last[1] as i64]] {
            let position = prepared.component(0, &coords).unwrap();
            assert_eq!(
                prepared.winning_moves(&position, &limits),
                plain.winning_moves(&position, &limits),
                "{text}\n{coords:?}"
            );
            let value = plain.by_definition(&position, &limits).unwrap().to_string();
            assert_eq!(prepared.value(&position, &limits).unwrap().to_string(), value);
        }
    }
}

#[test]
fn a_session_in_misere_play_answers_with_tables_as_without() {
    for text in [
        "[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4} | [a-k, b-k] for k in {1, 2, 5}",
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)\nmisere",
    ] {
        let limits = Limits::default();
        let mut prepared = Session::with_game(text).unwrap();
        prepared.play_misere();
        let last = [90, 80];
        prepared.prepare((0, Asked::Values), &vec![0; last.len()], &last, &limits).unwrap();
        let mut defined = Misere::new(prepared.games()[0].rules.clone());
        for coords in boxed(&last) {
            let text = format!("[{}, {}]", coords[0], coords[1]);
            let position = prepared.position(&text).unwrap();
            let signed: Vec<i64> = coords.iter().map(|&c| c as i64).collect();
            let component = prepared.games()[0].rules.component(0, &signed).unwrap();
            let expected = defined.outcome(&[component], &limits).unwrap();
            assert_eq!(prepared.outcome(&position, &limits).unwrap(), expected, "{text}");
        }
        assert_eq!(prepared.positions_looked_at(), 0, "{text}");
        // One that is far comes from a table too: the definition is not given so long.
        let far = prepared.position("[1500, 1400]").unwrap();
        prepared.outcome(&far, &limits).unwrap();
    }
}

proptest! {
    #![proptest_config(fewer_cases(12))]

    #[test]
    fn tables_of_outcomes_of_ranges_that_conditions_shorten_agree(
        Built(text) in built(60, narrowing::rule),
        long in 0_usize..2,
        threads in 1_usize..4,
    ) {
        agrees_by_all_means(&text, long, threads)?;
    }

    #[test]
    fn tables_of_outcomes_of_options_from_one_to_another_agree(
        Built(text) in built(40, windows::rule),
    ) {
        for means in [WINDOWS, ALL] {
            agrees_in_misere(&text, means, 1)?;
            agrees_on_outcomes(&text, means, (0, 1))?;
        }
    }
}
