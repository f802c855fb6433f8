//! What a program asks a session: rows, kinds that are not there, positions of other sessions.

use std::ops::ControlFlow;
use std::time::Duration;

use grundy::BigUint;
use grundy::explain::{Step, explain};
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::plan::Engine;
use grundy::play::{Asked, Move, Position, Session, Target};
use grundy::position::Part;
use grundy::ruleset::{Failure, Value};
use proptest::prelude::*;

use crate::generate::{Built, Choices, built, fewer_cases, shapes};
use crate::table::boxed;

/// Rules with theory, with tables, that are sums, and with faults; and the last coordinates that are asked for.
const ROWS: [(&str, u64); 16] = [
    ("nim", 40),
    ("0.77", 300),
    ("[n] -> [n-k] for k in squares(n) | [n/2] if n > 1", 1200),
    ("[n] -> [n-k] for k in 1..n if k % 3 > 0\nmisere", 60),
    ("[a, b] -> [a-k, b] for k in 1..a | [a-k, b-k] for k in 1..min(a, b)", 20),
    ("[a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in divisors(b)", 20),
    ("unordered [a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in 1..3", 20),
    ("[a, b] -> [a-k, b] for k in 1..a if b % k == 1\nwin on [2, 2]", 12),
    ("[n] if n > 0 -> [k] for k in n/3..n/2", 900),
    ("lasker", 70),
    ("[n] if n > 0 -> [n-k] for k in (n+1)/2..n", 70),
    (
        "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c",
        12,
    ),
    ("[h, m] -> [h-k, m] for k in 1..min(h, m)", 20),
    ("[m, h] -> [m, h-k] for k in 1..min(h, m)", 20),
    ("[a, b] if a == 3 -> []", 20),
    ("unordered [a, b] if b in {4, 6} -> []", 20),
];

/// Checks rows of a rule that end with this coordinate, in normal and in misère play, against component by component.
fn rows_agree(rule: &str, first: u64, last: u64) {
    let limits = Limits::default();
    for misere in [false, true] {
        let open = || {
            let mut session = Session::with_game(rule).unwrap();
            if misere {
                session.play_misere();
            }
            session
        };
        let (mut rows, mut each) = (open(), open());
        let axes = rows.games()[0].rules.kinds()[0].coords().len();
        for outer in 0..if axes == 1 { 1 } else { 8 } {
            let outer = vec![outer * 5 % 7; axes - 1];
            let mut component = |column: u64| {
                let coords: Vec<i64> =
                    outer.iter().chain([&column]).map(|&coord| coord as i64).collect();
                let position = each.component(0, &coords).unwrap();
                (each.value(&position, &limits), each.outcome(&position, &limits))
            };
            let all: Vec<_> = (first..=last).map(&mut component).collect();
            let values: Result<Vec<_>, _> = all.iter().map(|(value, _)| value.clone()).collect();
            let outcomes: Result<Vec<_>, _> =
                all.iter().map(|(_, outcome)| outcome.clone()).collect();
            assert_eq!(rows.values(0, &outer, first..=last, &limits), values, "{rule} {outer:?}");
            let found = rows.outcomes(0, &outer, first..=last, &limits);
            assert_eq!(found, outcomes, "{rule} {outer:?} {misere}");
        }
    }
}

#[test]
fn rows_of_values_and_outcomes_are_those_of_each_component() {
    for (rule, last) in ROWS {
        rows_agree(rule, 3, last);
    }
}

/// Codes are of one heap.
#[test]
fn rules_of_pairs_are_no_codes() {
    for rule in ["[a, b] if a == 3 -> []", "unordered [a, b] if b in {4, 6} -> []"] {
        let session = Session::with_game(rule).unwrap();
        assert!(matches!(session.plan(0).engine, Engine::Definition), "{rule}");
    }
}

proptest! {
    #![proptest_config(fewer_cases(4))]
    #[test]
    fn rows_of_what_is_nearly_a_known_game_are_those_of_each_component(
        Built(text) in built(40, ending_shapes)
    ) {
        rows_agree(&text, 0, 7);
    }
}

/// Rules near a shape with a theory whose play ends.
fn ending_shapes(c: &mut Choices) -> String {
    let text = shapes::near(c);
    let ends = |text: &str| {
        let mut session = Session::with_game(text).ok()?;
        let axes = session.games()[0].rules.kinds()[0].coords().len();
        let limits = Limits::default().positions(10_000);
        for coords in boxed(&vec![7; axes]) {
            let coords: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
            let position = session.component(0, &coords).ok()?;
            session.value(&position, &limits).ok()?;
            session.outcome(&position, &limits).ok()?;
        }
        Some(())
    };
    match ends(&text) {
        Some(_) => text,
        None => "[a, b] if a == 3 -> []".to_owned(),
    }
}

/// What an explanation says of each move in misère play is what the position after it is asked for.
#[test]
fn explanations_of_misere_play_list_every_move() {
    let limits = Limits::default();
    let mut seen = [0; 2];
    for rule in
        ["wythoff", "euclid", "[n] -> [n-k] for k in squares(n)", "[a, b] -> [a-1, b+2] | [a, b-1]"]
    {
        for n in 0..40 {
            let text = match n % 3 {
                _ if rule.starts_with("[n]") => format!("{n}"),
                0 => format!("{},{}", n % 7, n % 5),
                _ => format!("{},{} {},1", n % 5, n % 4, n % 3),
            };
            let mut session = Session::with_game(rule).unwrap();
            session.play_misere();
            let position = session.position(&text).unwrap();
            let steps = explain(&mut session, &position, &limits).unwrap();
            let Some(Step::Moves { moves }) =
                steps.iter().find(|step| matches!(step, Step::Moves { .. }))
            else {
                continue;
            };
            let (listed, _) = session.first_moves(&position, 1000, &limits).unwrap();
            assert_eq!(listed.len(), moves.len(), "{rule} {text}");
            for (made, (said, leaves)) in listed.iter().zip(moves) {
                assert_eq!(session.describe_move(&position, made), said.to_string());
                let mut fresh = Session::with_game(rule).unwrap();
                fresh.play_misere();
                let after = session.after(&position, made);
                assert_eq!(fresh.outcome(&after, &limits), Ok(*leaves), "{rule} {text} {said}");
                seen[usize::from(*leaves == Outcome::P)] += 1;
            }
            let wins = moves.is_empty() || moves.iter().any(|(_, leaves)| *leaves == Outcome::P);
            assert!(steps.contains(&Step::Outcome(Outcome::next_wins(wins))), "{rule} {text}");
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// What a free place may hold is a list, and far options are made by a recurrence: both keep within limits.
#[test]
fn lists_of_options_have_limits() {
    let first = |rule: &str, text: &str, limits: &Limits| {
        let mut session = Session::with_game(rule).unwrap();
        let position = session.position(text).unwrap();
        session.each_move(&position, limits, &mut |_| ControlFlow::Break(()))
    };
    let choose = "[n, m] -> choose 3 of [n, m-k] for k in 0..n";
    assert_eq!(first(choose, "1000,1000", &Limits::default().memory(1 << 20)), Ok(()));
    let found = first(choose, "1000000,1000000", &Limits::default().memory(1 << 20));
    assert!(matches!(found, Err(Failure::Stop(Stop::Memory { .. }))), "{found:?}");
    // Those that come again take no memory.
    let alike = "[n, m] -> choose 3 of [n, m-1] for k in 0..n";
    assert_eq!(first(alike, "1000000,1000000", &Limits::default().memory(1 << 20)), Ok(()));
    // Where nothing can be chosen for one place, nothing is tried for the others.
    let none = "[n] -> (choose 12 of [i] for i in 0..n-1) + (choose 1 of [i] for i in 1..0)";
    assert_eq!(first(none, "60", &Limits::default().time(Duration::from_secs(60))), Ok(()));
    let set = "[n] -> [n-a] for a in 1..n \\ {i+n for i in 1..1000000}";
    let found = first(set, "50", &Limits::default().memory(1 << 20));
    assert!(matches!(found, Err(Failure::Stop(Stop::Memory { .. }))), "{found:?}");
    let far = "[n, last] -> [n-k, k] for k in 1..5 if k != last";
    let huge = "4611686018427387904000,1";
    assert_eq!(first(far, huge, &Limits::default()), Ok(()));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(first(far, huge, &cancelled), Err(Failure::Stop(Stop::Cancelled)));
}

/// Winning moves may be as many as there are counters.
#[test]
fn lists_of_winning_moves_have_limits() {
    let mut session = Session::with_game("kayles").unwrap();
    let position = session.position("100000000000000000000000").unwrap();
    let found = session.winning_moves(&position, &Limits::default().memory(1 << 24));
    assert!(matches!(found, Err(Failure::Stop(Stop::Memory { .. }))));
}

/// The bound on the components of an option counts each once.
#[test]
fn options_have_as_many_components_as_are_counted() {
    let parts = |rule: &str, text: &str| {
        let mut session = Session::with_game(rule).unwrap();
        let position = session.position(text).unwrap();
        let (moves, _) = session.first_moves(&position, 1, &Limits::default())?;
        let Some(Move { to: Target::Sum(parts), .. }) = moves.first() else { return Ok(0) };
        Ok::<_, Failure>(parts.len())
    };
    assert_eq!(parts("[n] -> 65536 * [n-1]", "1"), Ok(65536));
    assert!(parts("[n] -> 65537 * [n-1]", "1").is_err());
    assert_eq!(parts("[n] -> sum(i in 1..n) [n-i]", "65536"), Ok(65536));
    assert!(parts("[n] -> sum(i in 1..n) [n-i]", "65537").is_err());
    // An option that does not exist has none.
    assert_eq!(parts("[n] -> 1000000000000 * [n-1]", "0"), Ok(0));
    assert_eq!(parts("[n] -> [n-1] | 65537 * ([n] + [n-2])", "1"), Ok(1));
    assert_eq!(parts("[n] -> choose 1000000 of [i] for i in 0..n-1", "0"), Ok(0));
    assert!(parts("[n] -> choose 1000000 of [i] for i in 0..n-1", "1").is_err());
}

/// Lists of lost positions, along lines and row by row.
#[test]
fn lists_of_lost_positions_have_limits() {
    for (rule, last) in [
        ("[a, b] -> [a-k, b] for k in 1..a", vec![3, 400_000_000]),
        ("[a, b] -> [a-1, b] | [a, b-2]", vec![2000, 2000]),
        ("[n] -> [n-1]", vec![2_000_000]),
    ] {
        let mut session = Session::with_game(rule).unwrap();
        let limits = Limits::default().memory(1 << 22);
        let found = session.lost(0, &vec![0; last.len()], &last, &limits);
        assert!(matches!(found, Err(Failure::Stop(Stop::Memory { .. }))), "{rule}: {found:?}");
    }
}

#[test]
fn kinds_that_are_not_there_are_told() {
    let limits = Limits::default();
    let mut session =
        Session::with_game("[n] -> [n-k] for k in squares(n) | [n/3] if n > 2").unwrap();
    let domain = |failure: Failure| matches!(failure, Failure::Domain(_));
    assert!(domain(session.lost(5, &[0], &[40], &limits).unwrap_err()));
    assert!(domain(session.lost(0, &[0], &[40, 2], &limits).unwrap_err()));
    assert!(domain(session.repetition(9, &limits).unwrap_err()));
    assert!(domain(session.values(1, &[], 0..=3, &limits).unwrap_err()));
    assert!(domain(session.outcomes(0, &[2], 0..=3, &limits).unwrap_err()));
    let of = (5, Asked::Values);
    assert!(domain(session.prepare(of, &[0], &[9], &limits).unwrap_err()));
    assert!(domain(session.prepare((0, Asked::Values), &[0, 0], &[9], &limits).unwrap_err()));
    assert_eq!(session.row(of, &[], 1..=5, &limits), None);
    assert_eq!(session.table_shape(of, &[9]), None);
    assert_eq!(session.fill_table(of, &[9], &limits), Ok(()));
    for part in [
        Part { game: 4, kind: 0, coords: vec![5_u8.into()] },
        Part { game: 0, kind: 4, coords: vec![5_u8.into()] },
        Part { game: 0, kind: 0, coords: vec![5_u8.into(), 3_u8.into()] },
    ] {
        assert!(domain(session.few_options(&part, 10, &limits).unwrap_err()));
        let position = Position { parts: vec![part] };
        assert!(domain(session.value(&position, &limits).unwrap_err()));
        assert!(domain(session.by_definition(&position, &limits).unwrap_err()));
        assert!(domain(session.winning_moves(&position, &limits).unwrap_err()));
    }
    assert!(domain(Session::new().values(0, &[], 0..=3, &limits).unwrap_err()));
}

#[test]
fn a_position_without_components_is_over() {
    let mut session = Session::with_game("nim").unwrap();
    let nothing = Position::default();
    assert_eq!(session.value(&nothing, &Limits::default()), Ok(Value::Nimber(0_u8.into())));
    assert_eq!(session.outcome(&nothing, &Limits::default()), Ok(Outcome::P));
    session.play_misere();
    assert_eq!(session.outcome(&nothing, &Limits::default()), Ok(Outcome::N));
}

#[test]
fn amounts_of_sets_are_at_least_one() {
    for text in ["S{0}", "S{0, 3}", "S{-1}", "S{-2..4}"] {
        let error = Session::with_game(text).map(drop).unwrap_err();
        assert!(error.to_string().contains("at least 1"), "{text}: {error}");
    }
    assert!(Session::with_game("allbut{0, 3}").is_ok());
    assert!(Session::with_game("S{}").is_ok());
}

#[test]
fn moves_of_far_heaps_in_sums_are_counted() {
    let limits = Limits::default();
    let mut session = Session::new();
    // Beside a heap worth v, the moves to v win, and where one is worth it itself, no move.
    for n in [10_u64.pow(18), 10_u64.pow(18) + 7] {
        let mut options = BigUint::ZERO;
        for value in 0..32_u64 {
            let position = session.position(&format!("0.77[{n}] + nim[{value}]")).unwrap();
            let count = session.count_winning_moves(&position, &limits).unwrap();
            let own = session.part_value(&position.parts[0], &limits).unwrap().nimber();
            // A heap of Nim has one move to each smaller number.
            let of_nim = u8::from(own < Some(value.into()));
            options += count - of_nim;
        }
        // One or two pins, and what is left on one side at most half.
        assert_eq!(options, BigUint::from((n - 1) / 2 + 1 + (n - 2) / 2 + 1), "{n}");
    }
    for sum in ["0.77[40] + 0.77[33] + wythoff[7,9]", "lasker[30] + 0.6[55] + nim[4]"] {
        let position = session.position(sum).unwrap();
        let moves = session.winning_moves(&position, &limits).unwrap();
        let count = session.count_winning_moves(&position, &limits).unwrap();
        assert_eq!(count, BigUint::from(moves.len()), "{sum}");
    }
}

/// From 10^18 the definition would come to 0 after years.
#[test]
fn a_rule_that_leads_back_is_told_from_far() {
    let limits = Limits::default();
    for rule in [
        "[n] -> [n-1] | [n/2] + [n/2] if n % 2 == 0",
        "[n] -> [n/2] | [n - gcd(n, 6)]",
        "[n] -> [n-k] for k in (n+1)/2..n",
        "[n] -> [n-k] for k in {1, 3, n}",
        "[a, b] -> [a/2, b] | [a, b/3 - 1] + [a, 7*b/9] | [a, gcd(a, b)]",
    ] {
        let mut session = Session::with_game(rule).unwrap();
        let axes = session.games()[0].rules.kinds()[0].coords().len();
        let position = session.position(&vec!["10^18"; axes].join(",")).unwrap();
        let failure = session.value(&position, &limits).unwrap_err().to_string();
        assert!(failure.contains("come back to the same component"), "{rule}: {failure}");
    }
}

/// Heaps whose value and moves theory knows, with more options than anybody lists.
#[test]
fn what_has_very_many_options_is_explained() {
    let limits = Limits::default();
    for rule in [
        "[n] if n > 0 -> [n-k] for k in (n+1)/2..n",
        "[n] -> [n-k] for k in 1..n/3",
        "[n] if n > 0 -> [k] for k in n/3..n/2",
        "[n] -> [n-k] for k in 1..n if gcd(n, k) == 1",
    ] {
        let mut session = Session::with_game(rule).unwrap();
        for heap in ["10^18", "1000000000000000001", "1000000000000000005"] {
            let position = session.position(heap).unwrap();
            let steps = explain(&mut session, &position, &limits).expect(rule);
            assert!(!steps.is_empty(), "{rule} at {heap}");
            let outcome = session.outcome(&position, &limits).unwrap();
            let mut count = 0;
            let see = &mut |found: Move| {
                let Target::Sum(left) = found.to else { return ControlFlow::Continue(()) };
                let left = session.position(&left[0].coords[0].to_string()).unwrap();
                assert_eq!(session.outcome(&left, &limits), Ok(Outcome::P), "{rule} at {heap}");
                count += 1;
                ControlFlow::Break(())
            };
            let mut asked = Session::with_game(rule).unwrap();
            asked.each_winning_move(&position, &limits, see).expect(rule);
            assert!(outcome == Outcome::N || count == 0, "{rule} at {heap}");
        }
    }
}

#[test]
fn moves_that_lead_elsewhere_are_refused() {
    let limits = Limits::default();
    let mut session = Session::with_game("nim").unwrap();
    let position = session.position("5").unwrap();
    let heap = |game: usize, kind: usize, coords: &[u32]| {
        let coords = coords.iter().map(|&coord| BigUint::from(coord)).collect();
        Part { game, kind, coords }
    };
    for part in [heap(1, 0, &[1]), heap(0, 1, &[1]), heap(0, 2, &[]), heap(0, 0, &[])] {
        for left in [vec![part.clone()], vec![heap(0, 0, &[1]), part.clone()]] {
            let made = Move { part: 0, to: Target::Sum(left.clone()), at_once: false };
            let legal = session.is_legal(&position, &made, &limits);
            assert!(matches!(legal, Err(Failure::Domain(_))), "{part:?}");
            let quotient = session.quotient(&left, &limits).err();
            assert!(matches!(quotient, Some(Failure::Domain(_))), "{part:?}");
        }
    }
    let elsewhere = Move { part: 1, to: Target::Sum(Vec::new()), at_once: false };
    assert_eq!(session.is_legal(&position, &elsewhere, &limits), Ok(false));
}

#[test]
fn a_range_that_ends_before_it_begins_has_no_moves() {
    let range = |from: u8, to: u8| Target::Range { from: from.into(), to: to.into() };
    let count = |to| Move { part: 0, to, at_once: false }.count();
    assert_eq!(count(range(5, 3)), 0_u8.into());
    assert_eq!(count(range(3, 3)), 1_u8.into());
    assert_eq!(count(range(3, 5)), 3_u8.into());
}

#[test]
fn components_of_other_sessions_are_refused() {
    let limits = Limits::default();
    let mut session = Session::with_game("wythoff").unwrap();
    let foreign = |game: usize, kind: usize, coords: &[u32]| {
        let coords = coords.iter().map(|&coord| BigUint::from(coord)).collect();
        Part { game, kind, coords }
    };
    for part in
        [foreign(1, 0, &[1, 2]), foreign(0, 1, &[1, 2]), foreign(0, 0, &[1]), foreign(0, 0, &[])]
    {
        let parts = vec![part.clone()];
        assert!(matches!(session.part_value(&part, &limits), Err(Failure::Domain(_))), "{part:?}");
        assert!(matches!(session.tameness(&parts, &limits), Err(Failure::Domain(_))), "{part:?}");
        let position = Position { parts };
        assert!(matches!(session.value(&position, &limits), Err(Failure::Domain(_))), "{part:?}");
        assert!(matches!(session.outcome(&position, &limits), Err(Failure::Domain(_))), "{part:?}");
        let moves = session.winning_moves(&position, &limits);
        assert!(matches!(moves, Err(Failure::Domain(_))), "{part:?}");
    }
}

#[test]
fn positions_that_are_none_leave_a_session_as_it_was() {
    let limits = Limits::default();
    let mut session = Session::new();
    assert!(session.position("nim[3] + foo[4]").is_err());
    assert!(session.games().is_empty());
    assert!(session.values(0, &[], 0..=3, &limits).is_err());
    // No game is open in which a number alone would be a component.
    assert!(session.position("5").is_err());
    let mut session = Session::with_game("kayles").unwrap();
    assert!(session.position("kayles[3] + wythoff[1, 2] + 5 +").is_err());
    assert_eq!(session.games().len(), 1);
    assert!(session.position("wythoff[1, 2] + 5").is_ok());
    assert_eq!(session.games().len(), 2);
}

/// Rows that theory answers are as long as they are asked for, so limits are looked at on the way.
#[test]
fn long_rows_have_limits() {
    for game in ["nim", "0.77", "S{1,3,4}", "wythoff"] {
        let mut session = Session::with_game(game).unwrap();
        let outer: &[u64] = if game == "wythoff" { &[7] } else { &[] };
        let stopped = Limits::default();
        stopped.cancel.cancel();
        let small = Limits::default().memory(1 << 20);
        for last in [1 << 30, u64::MAX] {
            for limits in [&stopped, &small] {
                let values = session.values(0, outer, 0..=last, limits);
                assert!(matches!(values, Err(Failure::Stop(_))), "{game}: {values:?}");
                let outcomes = session.outcomes(0, outer, 0..=last, limits);
                assert!(matches!(outcomes, Err(Failure::Stop(_))), "{game}: {outcomes:?}");
            }
        }
        let limits = Limits::default();
        let some = session.values(0, outer, 500..=5000, &limits).unwrap();
        for (number, value) in some.iter().enumerate().step_by(497) {
            let column = 500 + number as u64;
            assert_eq!(session.values(0, outer, column..=column, &limits).unwrap()[0], *value);
        }
        #[allow(clippy::reversed_empty_ranges)]
        let none = session.values(0, outer, 5..=4, &limits);
        assert_eq!(none, Ok(Vec::new()));
    }
}

/// Components whose winning moves nobody can list do not keep those of the others from being shown.
#[test]
fn winning_moves_that_can_be_listed_come_before_the_error() {
    let limits = Limits::default();
    for far in ["wythoff[10^30,1618033988749894848204586834366]", "fibonacci-nim[4807526976]"] {
        for (position, part) in [(format!("{far} + nim[1]"), 1), (format!("nim[1] + {far}"), 0)] {
            let mut session = Session::new();
            let position = session.position(&position).unwrap();
            let mut shown = Vec::new();
            let mut first = |found: Move| {
                shown.push(found.part);
                ControlFlow::Break(())
            };
            session.each_winning_move(&position, &limits, &mut first).unwrap();
            assert_eq!(shown, [part], "{far}");
            let mut all = 0;
            let mut every = |_| {
                all += 1;
                ControlFlow::Continue(())
            };
            assert!(session.each_winning_move(&position, &limits, &mut every).is_err(), "{far}");
            assert_eq!(all, 1, "{far}");
        }
    }
}

#[test]
fn two_components_that_are_alike_are_worth_nothing_however_large() {
    // Of Grundy's game no period is known, and such heaps are out of reach.
    let mut session = Session::with_game("grundys").unwrap();
    let mut value = |text: &str| {
        let position = session.position(text).unwrap();
        session.value(&position, &Limits::default().time(Duration::from_millis(50)))
    };
    assert_eq!(value("10^30 7 10^30"), value("7"));
    assert_eq!(value("10^30 10^30 10^30 10^30"), value("0"));
    assert!(value("10^30 10^30 10^30").is_err());
}
