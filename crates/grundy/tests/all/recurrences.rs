//! Components with one large coordinate: what is said of them is what is said of small ones a period before.

use std::sync::mpsc::channel;
use std::time::Duration;

use grundy::limits::Limits;
use grundy::play::{Position, Session};
use grundy::ruleset::Failure;
use num_bigint::BigUint;

/// Rules with the kind and the other coordinates of the components that are looked at; a large coordinate comes first.
const RULES: [(&str, &str, &[&str]); 8] = [
    ("[n] -> [n-5] | [n-7] if not (n % 3 == 1)", "", &[""]),
    (
        "[n, s] -> [n-k, s] for k in 1..4 if (3*n+s) % 4 == 0 | [n-1, s-1] | [n-3, s]",
        "",
        &["0", "3"],
    ),
    ("[n, last] -> [n-k, k] for k in 1..5 if k != last", "", &["0", "2", "5", "77"]),
    ("[n, pass] -> [n-k, pass] for k in {2, 3, 7} | [n, pass-1]", "", &["0", "1", "3"]),
    ("[n, m] -> [n-k, (m+k) % 3] for k in 1..4 if n % 5 != m", "", &["0", "1", "2"]),
    ("unordered [a, b] -> [a-k, b] for k in 1..2 | [a, b-k] for k in 1..2", "", &["0", "3", "4"]),
    (
        "all[n] -> all[max(n-2, 0)] if n > 0 | two[max(n-3, 0)] if n > 0 | three[max(n-4, 0)] if n > 0\n\
         two[n] -> all[max(n-2, 0)] if n > 0 | three[max(n-4, 0)] if n > 0\n\
         three[n] -> all[max(n-2, 0)] if n > 0 | two[max(n-3, 0)] if n > 0",
        "all",
        &[""],
    ),
    (
        "[n] -> [n-1] + [n-3] if n % 4 < 2 | [n-2] if n % 3 == 1 | three[n-3]\nthree[n] -> [n-5]",
        "",
        &[""],
    ),
];

fn position(session: &mut Session, kind: &str, n: &BigUint, others: &str) -> Position {
    let rest = if others.is_empty() { String::new() } else { format!(", {others}") };
    session.position(&format!("{kind}[{n}{rest}]")).unwrap()
}

/// The winning moves, each as the numbers that its components have less than the first coordinate, or have, where
/// they are small.
fn moves(session: &mut Session, at: &Position, n: &BigUint) -> Vec<Vec<(usize, Vec<BigUint>)>> {
    let limits = Limits::default();
    let mut found = Vec::new();
    for made in session.winning_moves(at, &limits).unwrap() {
        let grundy::play::Target::Sum(parts) = made.to else { panic!("a range") };
        let less = |coord: &BigUint| match *coord > BigUint::from(100_u8) {
            true => n - coord,
            false => coord.clone(),
        };
        let part = |part: &grundy::position::Part| {
            let mut coords: Vec<BigUint> = part.coords.iter().map(less).collect();
            coords.sort();
            (part.kind, coords)
        };
        let mut option: Vec<_> = parts.iter().map(part).collect();
        option.sort();
        found.push(option);
    }
    found.sort();
    found
}

#[test]
fn large_components_are_answered_as_small_ones_a_period_before() {
    let limits = Limits::default();
    for misere in [false, true] {
        for (rule, kind, others) in RULES {
            if misere && rule.contains("] + [") {
                continue;
            }
            let mut session = Session::with_game(rule).unwrap();
            if misere {
                session.play_misere();
            }
            let found = session.repetition(0, &limits).unwrap().unwrap();
            for other in others {
                for n in 0..60_u64 {
                    let near = BigUint::from(found.preperiod.max(300) + n);
                    // Beyond 63 binary digits, and just within.
                    let periods = match n % 2 {
                        0 => BigUint::from(10_u8).pow(30),
                        _ => BigUint::from(8_u64 * 10_u64.pow(18) / found.period / 60),
                    };
                    // Moves may depend on more residues than values do: 60 has all of these rules.
                    let far = &near + periods * found.period * 60_u8;
                    // 77 is more than the theorem speaks of, but as good as 0 there.
                    let small = position(&mut session, kind, &near, other);
                    let large = position(&mut session, kind, &far, other);
                    let place = format!("{rule}\n{n} {other}, misère {misere}");
                    if !misere {
                        let right = session.by_definition(&small, &limits).unwrap().nimber();
                        let value = session.value(&large, &limits).unwrap().nimber();
                        assert_eq!(value, right.map(|right| BigUint::from(right.0)), "{place}");
                    }
                    let outcome = session.outcome(&large, &limits).unwrap();
                    assert_eq!(outcome, session.outcome(&small, &limits).unwrap(), "{place}");
                    let shown = moves(&mut session, &large, &far);
                    assert_eq!(shown, moves(&mut session, &small, &near), "{place}");
                    let count = session.count_winning_moves(&large, &limits).unwrap();
                    assert_eq!(count, BigUint::from(shown.len()), "{place}");
                }
            }
        }
    }
}

#[test]
fn where_moves_change_a_coordinate_by_any_amount_nothing_is_claimed() {
    let limits = Limits::default();
    for rule in [
        "[n, last] -> [n-k, k] for k in 1..n if k != last",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "game fib\n[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
        "[n] -> [n/2] | [n-1] if n > 0",
        "row[n] -> row[a] + row[n-2-a] for a in 0..n-2 if a != 3\nring[n] -> row[n-2]",
    ] {
        let session = Session::with_game(rule).unwrap();
        assert!(session.repetition(0, &limits).unwrap().is_err(), "{rule}");
    }
}

/// Of a large component the definition is not asked in passing: what it met on the way to nothing would be kept.
#[test]
fn many_large_components_leave_little_behind() {
    let limits = Limits::default();
    let mut session =
        Session::with_game("[n, last] -> [n-k, k] for k in 1..5 if k != last").unwrap();
    let far = BigUint::from(1_000_000_000_000_u64);
    for more in 0..200_u32 {
        let large = position(&mut session, "", &(&far + more), "2");
        session.value(&large, &limits).unwrap();
        session.outcome(&large, &limits).unwrap();
    }
    assert!(session.positions_looked_at() < 2000, "{}", session.positions_looked_at());
}

/// The options of a large component may be small enough for a table, which would be as large as the component is.
#[test]
fn options_within_a_table_are_answered_by_the_recurrence_too() {
    let rule = "[n, last] -> [n-k, k] for k in 1..5 if k != last";
    let mut session = Session::with_game(rule).unwrap();
    let at = session.position("10000000,100").unwrap();
    let (shown, seen) = channel();
    let limits = Limits::default().progress(move |progress| shown.send(progress).unwrap());
    let moves = session.winning_moves(&at, &limits).unwrap();
    // No table of a thousand million positions was begun.
    assert!(seen.try_iter().all(|progress| progress.total < Some(10_000_000)));
    let said: Vec<String> = moves.iter().map(|made| session.describe_move(&at, made)).collect();
    assert_eq!(said, ["[10000000, 100] -> [9999997, 3]", "[10000000, 100] -> [9999995, 5]"]);
}

/// Three coins on a strip move down and may not pass each other: staircase Nim on 1000 and 1500. Values repeat too late
/// to be met, and who wins is soon proved.
#[test]
fn who_wins_is_proved_where_a_recurrence_would_be_long() {
    let rule = "[a, b, c] if a <= b and b <= c -> [a-k, b, c] for k in 1..a \
                | [a, b-k, c] for k in 1..b-a | [a, b, c-k] for k in 1..c-b";
    let mut session = Session::with_game(rule).unwrap();
    let at = session.position("1000,2000,3500").unwrap();
    let moves = session.winning_moves(&at, &Limits::default()).unwrap();
    let said: Vec<String> = moves.iter().map(|made| session.describe_move(&at, made)).collect();
    assert_eq!(said, ["[1000, 2000, 3500] -> [1000, 2000, 3000]"]);
}

/// What play reaches from a large component may be few others, far as a recurrence would have to go.
#[test]
fn narrow_ways_are_followed_where_a_recurrence_would_be_long() {
    let rule = "[a, b] if a > 0 and b > 0 -> [a-min(a, b), b] | [a, b-min(a, b)]";
    let mut session = Session::with_game(rule).unwrap();
    for (a, b) in [(1_000_000_u64, 123_456_u64), (1_000_000_007, 123_456_789)] {
        // The lesser one is taken from either: both are the same move where they are equal.
        let (mut pair, mut chain) = ((a, b), Vec::new());
        while pair.0 > 0 && pair.1 > 0 {
            chain.push(pair);
            let (low, high) = (pair.0.min(pair.1), pair.0.max(pair.1));
            pair = (high - low, low);
        }
        // Taking all of the lesser one ends the game, with the value 0.
        let value = chain.iter().rev().fold(0_u64, |next, _| if next == 1 { 2 } else { 1 });
        let at = session.position(&format!("{a},{b}")).unwrap();
        let found = session.value(&at, &Limits::default()).unwrap();
        assert_eq!(found.to_u64(), Some(value), "{a},{b}");
    }
}

/// `3*n + k` does not fit for the large numbers, where the definition cannot be followed.
#[test]
fn a_recurrence_goes_on_where_the_definition_overflows() {
    const FAR: usize = 26;
    let rule = format!(
        "[n, last] -> [n-k, k] for k in 1..{FAR} if k != last and (3*n + k) % 7 != last % 5"
    );
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for n in 0..12_000 {
        let row = (0..=FAR).map(|last| {
            let options: Vec<u32> = (1..=FAR.min(n))
                .filter(|&k| k != last && (3 * n + k) % 7 != last % 5)
                .map(|k| rows[n - k][k])
                .collect();
            (0..).find(|value| !options.contains(value)).unwrap()
        });
        rows.push(row.collect());
    }
    // The rows before it and its remainder decide a row: as many equal ones repeat for ever.
    let last = rows.len() - FAR;
    let first =
        (0..last).rev().find(|&n| (last - n).is_multiple_of(7) && rows[n..n + FAR] == rows[last..]);
    let (first, period) = first.map(|n| (n, last - n)).unwrap();
    let mut session = Session::with_game(&rule).unwrap();
    for n in [9_000_000_000_000_000_000_u64, 9_000_000_000_000_000_004] {
        for last in [0, 3, FAR] {
            let at = session.position(&format!("{n},{last}")).unwrap();
            let found = session.value(&at, &Limits::default()).unwrap();
            let row = first + usize::try_from((n - first as u64) % period as u64).unwrap();
            assert_eq!(found.to_u64(), Some(u64::from(rows[row][last])), "{n},{last}");
        }
    }
}

/// What is out of reach is soon said to be, also where a theorem about who wins was found for another component before.
#[test]
fn a_value_that_is_out_of_reach_is_refused_after_another_was_found() {
    let rule = "[a, b] if a > 0 and b > 0 -> [a-min(a, b), b] | [a, b-min(a, b)]";
    let mut session = Session::with_game(rule).unwrap();
    for (position, is_found) in
        [("1000000007,123456789", true), ("1000000000000007,10000001", false)]
    {
        let at = session.position(position).unwrap();
        let found = session.value(&at, &Limits::default().time(Duration::from_secs(60)));
        match found {
            Ok(_) => assert!(is_found, "{position}"),
            Err(failure) => {
                assert!(!is_found && matches!(failure, Failure::Domain(_)), "{failure}");
            }
        }
    }
}
