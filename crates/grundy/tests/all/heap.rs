//! Heap sequences against values and periods from outside.

use grundy::heap::definition::Definition;
use grundy::heap::{Code, HeapGame, PeriodSearch, Run, guy_smith};
use grundy::limits::Limits;
use grundy::nimber::{Nimber, mex};
use grundy::play::{Asked, BigValue, Session};
use grundy::ruleset::Value;
use num_bigint::BigUint;

const PERIODS: &str = include_str!("../../../../testdata/heap/octal_periods.txt");
const LONG_PERIODS: &str = include_str!("../../../../testdata/heap/long_periods.txt");
const SEQUENCES: &str = include_str!("../../../../testdata/heap/sequences.txt");

/// The lines of a data file, split at blanks.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

#[test]
fn published_periods_are_proved() {
    let mut proved_games = 0;
    for row in rows(PERIODS) {
        let [code, preperiod, period, largest, equivalent] = row[..] else {
            panic!("five fields in {row:?}");
        };
        let expected: Vec<u64> =
            [preperiod, period, largest].iter().map(|field| field.parse().unwrap()).collect();
        for other in equivalent.split(',') {
            let rule: Code = other.parse().unwrap();
            let proved = guy_smith::prove(&rule, 20_000, &Limits::default()).proved();
            let proved = proved.unwrap_or_else(|| panic!("{other} has a period"));
            let found = proved.periodicity();
            assert_eq!((found.period, found.saltus), (expected[1], 0), "{other}");
            assert_eq!(proved.values().iter().max(), Some(expected[2]), "{other}");
            if other == code {
                assert_eq!(found.preperiod, expected[0], "{other}");
            }
            proved_games += 1;
        }
    }
    assert!(proved_games > 200, "{proved_games}");
}

#[test]
fn kayles_has_fourteen_exceptions() {
    let proved =
        guy_smith::prove(&".77".parse().unwrap(), 1000, &Limits::default()).proved().unwrap();
    let known = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(proved.periodicity().exceptions, known);
}

#[test]
fn published_sequences_are_computed() {
    let mut compared = 0;
    for row in rows(SEQUENCES) {
        let [id, code, first, terms] = row[..] else { panic!("four fields in {row:?}") };
        let first: usize = first.parse().unwrap();
        let terms: Vec<u64> = terms.split(',').map(|term| term.parse().unwrap()).collect();
        let mut run = Definition::new(HeapGame::Code(code.parse().unwrap()));
        run.advance((first + terms.len() - 1) as u64, &Limits::default()).unwrap();
        let values: Vec<u64> = run.values().iter().skip(first).collect();
        assert_eq!(values, terms, "{id} {code}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

/// The longest that are proved here; `cargo xtask long` proves all.
const LONGEST: u64 = 1 << 20;

#[test]
fn long_periods_are_found_and_proved() {
    let mut games = 0;
    for row in rows(LONG_PERIODS) {
        let number = |at: usize| row[at].parse::<u64>().ok();
        let (code, Some(preperiod), Some(period)) = (row[0], number(1), number(2)) else {
            panic!("numbers in {row:?}");
        };
        if preperiod > LONGEST {
            continue;
        }
        games += 1;
        let rule: Code = code.parse().unwrap();
        let last_digit = rule.last_digit().unwrap();
        let mut run = Run::new(HeapGame::Code(rule));
        run.advance(2 * (preperiod + period) + 1000, &Limits::default()).unwrap();
        let proof = run.proof().unwrap_or_else(|| panic!("{code} has a period"));
        assert_eq!((proof.preperiod, proof.period), (preperiod, period), "{code}");
        let needed = match proof.closure {
            Some(closure) => preperiod + period + closure.last_rare + last_digit,
            None => 2 * (preperiod + period) + last_digit,
        };
        assert_eq!(proof.values_needed, needed, "{code}");
        let closure = proof.closure.unwrap_or_else(|| panic!("{code} has a sparse space"));
        assert_eq!(Some(closure.last_rare), number(5), "{code}");
        let PeriodSearch::Proved(sequence) = run.into_search() else {
            panic!("{code} is proved");
        };
        let far = 1 << 40;
        let near = preperiod + (far - preperiod) % period;
        assert_eq!(sequence.value(far), sequence.values().get(near as usize), "{code}");
        assert_eq!(sequence.values().iter().max(), number(4), "{code}");
        assert_eq!(sequence.value(number(3).unwrap()), number(4), "{code}");
    }
    assert_eq!(games, 3);
}

#[test]
fn published_sequences_are_what_runs_compute() {
    for row in rows(SEQUENCES) {
        let [id, code, first, terms] = row[..] else { panic!("four fields in {row:?}") };
        let first: u64 = first.parse().unwrap();
        let terms: Vec<u64> = terms.split(',').map(|term| term.parse().unwrap()).collect();
        let mut run = Run::new(HeapGame::Code(code.parse().unwrap()));
        run.advance(first + terms.len() as u64, &Limits::default()).unwrap();
        let values: Vec<u64> = run.range(first..first + terms.len() as u64).collect();
        // A run ends when it has proved the period.
        assert!(values.len() == terms.len() || run.proof().is_some(), "{id} {code}");
        assert_eq!(values, terms[..values.len()], "{id} {code}");
    }
}

/// The options of a heap as the rule of a code says them, with their values.
fn options(code: &Code, heap: u64, value: impl Fn(u64) -> u64) -> Vec<(Vec<u64>, u64)> {
    let mut all = Vec::new();
    for amount in 0..=code.last_digit().unwrap().min(heap) {
        let (digit, left) = (code.digit(amount), heap - amount);
        if digit & 2 != 0 && left > 0 {
            all.push((vec![left], value(left)));
        }
        for smaller in (1..=left / 2).filter(|_| digit & 4 != 0) {
            let heaps = vec![smaller, left - smaller];
            all.push((heaps, value(smaller) ^ value(left - smaller)));
        }
    }
    all
}

#[test]
fn options_of_a_value_are_found_from_the_period() {
    let mut listed = 0;
    for code in ["0.77", "0.07", "0.45", "4.", "0.156", "0.3", "0.356", "0.26"] {
        let code: Code = code.parse().unwrap();
        let proved = guy_smith::prove(&code, 20_000, &Limits::default()).proved().unwrap();
        let value = |heap| proved.value(heap).unwrap();
        for heap in (0..40).chain([97, 180, 181, 700, 2001]) {
            let all = options(&code, heap, value);
            for wanted in 0..10 {
                let found = proved.options_of_value(&code, &heap.into(), wanted);
                let Some(found) = found else {
                    assert!(heap <= code.last_digit().unwrap(), "{code} {heap}");
                    continue;
                };
                let mut right: Vec<Vec<u64>> = all
                    .iter()
                    .filter(|(_, v)| *v == wanted)
                    .map(|(heaps, _)| heaps.clone())
                    .collect();
                let mut seen: Vec<Vec<u64>> = found
                    .iter()
                    .map(|heaps| heaps.iter().map(|heap| heap.try_into().unwrap()).collect())
                    .collect();
                listed += seen.len();
                assert_eq!(found.count(), seen.len().into(), "{code} {heap} {wanted}");
                seen.sort_unstable();
                right.sort_unstable();
                assert_eq!(seen, right, "{code} {heap} {wanted}");
            }
        }
    }
    assert!(listed > 10_000, "{listed}");
}

/// The values of the options of a heap, also of codes that leave three heaps or have no last digit.
fn option_values(code: &Code, heap: u64, values: &[u64]) -> Vec<Nimber> {
    let mut all = Vec::new();
    let value = |n: u64| values[n as usize];
    for (amount, left) in (0..=heap).map(|amount| (amount, heap - amount)) {
        let digit = code.digit(amount);
        if digit & 1 != 0 && left == 0 {
            all.push(0);
        }
        if digit & 2 != 0 && left > 0 {
            all.push(value(left));
        }
        for a in 1..left {
            if digit & 4 != 0 {
                all.push(value(a) ^ value(left - a));
            }
            if digit & 8 != 0 {
                all.extend((1..left - a).map(|b| value(a) ^ value(b) ^ value(left - a - b)));
            }
        }
    }
    all.into_iter().map(Nimber).collect()
}

#[test]
fn values_of_any_size_are_gone_on_from() {
    let limits = Limits::default().memory(1 << 20);
    let far: [fn(u64) -> u64; 3] =
        [|n| n * n * 1_000_000_007, |n| if n > 0 { u64::MAX - n } else { 0 }, |n| n << 24];
    // Engines of several widths, of blocks, and of codes that have no last digit or leave three heaps.
    for text in ["0.77", "0.6", "0.077", "0.(3)", "4.(3)", "0.8"] {
        let code: Code = text.parse().unwrap();
        for given in far {
            let mut values: Vec<u64> = (0..60).map(given).collect();
            let known = values.iter().copied().collect();
            let mut run = Run::resume(HeapGame::Code(code.clone()), known);
            run.advance(69, &limits).unwrap();
            // The blocks of 0.077 are believed to have one value each.
            if text == "0.077" {
                continue;
            }
            for heap in 60..70 {
                let value = mex(option_values(&code, heap, &values)).0;
                values.push(value);
                assert_eq!(run.value(heap), Some(value), "{text} {heap}");
            }
        }
    }
}

#[test]
fn splits_of_heaps_of_any_size_are_listed_and_counted() {
    let kayles: Code = "0.77".parse().unwrap();
    let proved = guy_smith::prove(&kayles, 1000, &Limits::default()).proved().unwrap();
    let heap = BigUint::from(10_u8).pow(99);
    let options = proved.options_of_value(&kayles, &heap, 0).unwrap();
    for heaps in options.iter().take(500) {
        let [a, b] = &heaps[..] else { panic!("{heaps:?}") };
        assert_eq!(proved.big_value(a), proved.big_value(b));
        assert!(a <= b && (a + b + 1_u8 == heap || a + b + 2_u8 == heap));
    }
    // Adding a period to a heap beyond the preperiod adds as many as another one does.
    let counted = |periods: u8| {
        let heap = &heap + 24_u8 * periods;
        proved.options_of_value(&kayles, &heap, 0).unwrap().count()
    };
    assert_eq!(counted(2) - counted(1), counted(1) - counted(0));
}

/// A stretch of a row is what its heaps are one by one, whether the values are computed by a run, from a
/// list or by a proof; and nothing is said of heaps that are out of reach or played otherwise.
#[test]
fn stretches_of_a_row_are_the_values_one_by_one() {
    let far = (1 << 40) + 3;
    for (rule, last) in [
        ("0.06", 3000),
        ("grundys", 3000),
        ("S{3,8,11}", far),
        ("allbut{2,5}", far),
        ("nim", far),
        ("S{2,3,4}", far),
        ("0.77", far),
        ("[n] -> [a] + [n-s-a] for s in {2, 3, 5}, a in 0..n-s", 3000),
    ] {
        for (first, last) in [(0, 9), (5, 5), (last - 200, last)] {
            let limits = Limits::default();
            let mut session = Session::with_game(rule).unwrap();
            let row = session.row((0, Asked::Values), &[], first..=last, &limits).expect(rule);
            let mut session = Session::with_game(rule).unwrap();
            let one_by_one: Vec<BigValue> = (first..=last)
                .map(|heap| {
                    let position = session.component(0, &[heap as i64]).unwrap();
                    session.value(&position, &limits).unwrap()
                })
                .collect();
            let row: Vec<BigValue> = row
                .into_iter()
                .map(|value| Value::Nimber(value.nimber().unwrap().0.into()))
                .collect();
            assert_eq!(row, one_by_one, "{rule} {first}..={last}");
        }
    }
    let mut session = Session::with_game("0.06").unwrap();
    let mut row = |last, limits: &Limits| session.row((0, Asked::Values), &[], 0..=last, limits);
    for far in [1 << 20, 1 << 50] {
        assert_eq!(row(far, &Limits::default().memory(1 << 20)), None);
    }
    assert_eq!(row(2, &Limits::default()).map(|values| values.len()), Some(3));
    let mut misere = Session::with_game("0.06").unwrap();
    misere.play_misere();
    assert_eq!(misere.row((0, Asked::Values), &[], 0..=2, &Limits::default()), None);
}
