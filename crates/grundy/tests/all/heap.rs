//! Heap sequences against values and periods from outside.

use grundy::heap::definition::Definition;
use grundy::heap::{Code, HeapGame, PeriodSearch, Run, guy_smith};
use grundy::limits::Limits;

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
const LONGEST: u64 = 1 << 22;

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
    assert_eq!(games, 4);
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
