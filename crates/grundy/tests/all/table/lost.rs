//! Lists of lost positions against the definition, and how much work they are.

use grundy::games::open;
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::play::{Position, Session};
use grundy::rule::{Rules, parse};
use grundy::ruleset::{Failure, Value};
use grundy::search::Values;
use grundy::table::{Lost, Table};
use proptest::prelude::*;

use crate::generate::{Built, built, how_many, more_cases, rays};

/// Positions up to here are compared.
const LAST: u64 = 14;

fn rules(text: &str) -> Rules {
    Rules::new(parse(text).unwrap(), &[]).unwrap()
}

/// Holds the list of a rule to the definition; whether there is one.
fn agrees(text: &str) -> Result<bool, TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(false) };
    let Ok(mut lost) = Lost::new(&opened.rules, 0) else { return Ok(false) };
    let limits = Limits::default();
    // Positions are asked for in some order, and the list grows.
    let mut session = Session::with_opened(opened);
    let mut expected = Vec::new();
    for (a, b) in (0..=LAST).flat_map(|a| (0..=LAST).map(move |b| (a, b))) {
        let position = session.component(0, &[a as i64, b as i64]).unwrap();
        let value = session.by_definition(&position, &limits);
        let value = value.unwrap_or_else(|failure| panic!("{text}\n{a} {b}: {failure}"));
        let is_lost = value.outcome() == Outcome::P;
        lost.reach(a.min(b), &limits).unwrap();
        prop_assert_eq!(lost.is_lost([a, b]), Some(is_lost), "{}\n{} {}", text, a, b);
        let unordered = session.games()[0].rules.kinds()[0].is_unordered();
        if is_lost && (a <= b || !unordered) {
            expected.push([a, b]);
        }
    }
    prop_assert_eq!(lost.up_to([LAST, LAST]).collect::<Vec<_>>(), &expected[..], "{}", text);
    let unordered = session.games()[0].rules.kinds()[0].is_unordered();
    for last in [[LAST, LAST / 3], [LAST / 3, LAST]] {
        let below = |a: u64, b: u64| a <= last[0] && b <= last[1];
        let lies = |&&[a, b]: &&[u64; 2]| below(a, b) || unordered && below(b, a);
        let expected: Vec<[u64; 2]> = expected.iter().filter(lies).copied().collect();
        prop_assert_eq!(lost.up_to(last).collect::<Vec<_>>(), &expected[..], "{}", text);
        let listed = session.lost(0, &[0, 0], &last, &limits).unwrap();
        prop_assert_eq!(&listed, &expected, "{}", text);
        let from = [last[1] / 3, last[0] / 2];
        let beyond = |coords: &Vec<u64>| unordered || coords[0] >= from[0] && coords[1] >= from[1];
        let part = session.lost(0, &from, &last, &limits).unwrap();
        prop_assert_eq!(part, listed.into_iter().filter(beyond).collect::<Vec<_>>(), "{}", text);
    }
    Ok(true)
}

proptest! {
    #![proptest_config(more_cases(2))]

    #[test]
    fn lost_positions_on_rays_are_those_of_the_definition(Built(text) in built(30, rays::rule)) {
        agrees(&text)?;
    }

    #[test]
    fn winning_moves_are_those_of_the_definition(Built(text) in built(30, rays::rule)) {
        let Ok(mut session) = Session::with_game(&text) else { return Ok(()) };
        let limits = Limits::default();
        for (a, b) in [(3, 7), (9, 4), (8, 8), (0, 5)] {
            let position = session.component(0, &[a, b]).unwrap();
            let moves = session.winning_moves(&position, &limits).unwrap();
            let found: Vec<String> =
                moves.iter().map(|found| session.describe_move(&position, found)).collect();
            // A second component that is lost changes nothing, and is beyond the lists.
            let nothing = session.component(0, &[0, 0]).unwrap();
            let sum = Position { parts: [&position.parts[..], &nothing.parts[..]].concat() };
            let moves = session.winning_moves(&sum, &limits).unwrap();
            let expected: Vec<String> =
                moves.iter().map(|found| session.describe_move(&position, found)).collect();
            prop_assert_eq!(found, expected, "{}\n{} {}", text, a, b);
        }
    }
}

proptest! {
    #[test]
    fn any_rule_that_is_said_to_lie_on_rays_does(Built(text) in built(32, rays::near)) {
        agrees(&text)?;
    }
}

#[test]
fn random_rules_have_lists() {
    let listed = |text: String| open(&text).is_ok_and(|opened| Lost::new(&opened.rules, 0).is_ok());
    let [rules, near] = [rays::rule, rays::near].map(|make| how_many(32, make, listed));
    assert!(rules > 50 && near > 10 && near < 60, "{rules} {near}");
}

#[test]
fn famous_rules_have_lists() {
    for text in [
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..a",
        "unordered [a, b] -> [k, b] for k in 0..a-1 | [a, k] for k in 0..b-1 | [a-k, b-k] for k in 1..a",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
         | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3",
        "[a, b] -> [a-k, b] for k in 2..a | [a, b-k] for k in 3..b | [a-2, b-1]",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-2*k] for k in 1..a",
        "wythoff",
    ] {
        assert!(agrees(text).unwrap_or_else(|error| panic!("{error}")), "{text}");
    }
    for text in [
        "[a, b] -> [a-k, b] for k in 1..a",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-2*k] for k in 1..b",
        "[a, b] -> [a-k, b] for k in 1..a/2 | [a, b-k] for k in 1..b",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-l] for k in 1..a, l in 1..b if k < l",
        "[a, b] if a > 0 -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-1, b] + [a, b-1]",
    ] {
        assert!(Lost::new(&rules(text), 0).is_err(), "{text}");
    }
}

/// The pairs of the game where `k` and `l` may be taken from both heaps if they differ by less than
/// `t`: differences grow by `t` (Fraenkel, *How to beat your Wythoff games' opponent on three
/// fronts*, 1982).
#[test]
fn lists_reach_far_with_little_work() {
    let band = rules(
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
         | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3",
    );
    let mut lost = Lost::new(&band, 0).unwrap();
    lost.reach(100_000, &Limits::default()).unwrap();
    let pairs: Vec<[u64; 2]> = lost.up_to([100_000, 100_000]).filter(|[a, b]| a <= b).collect();
    assert!(pairs.iter().enumerate().all(|(n, [a, b])| b - a == 3 * n as u64));
    let mut seen: Vec<u64> = pairs[1..].iter().flatten().copied().collect();
    seen.sort_unstable();
    let gap =
        (1..).zip(&seen).find(|(number, seen)| number != *seen).map_or(0, |(number, _)| number);
    assert!(gap > 25_000, "every number stands in one pair: {gap}");
    assert!(lost.looked_at() < 10 * 100_001, "{}", lost.looked_at());
}

/// Twice as many stones may be taken from one heap as from the other (Project Euler 665): between the columns and diagonals
/// that are hit for ever and the next lost position there are as many others as a row is far out.
#[test]
fn rows_pass_over_what_is_hit_along_other_lines() {
    let slopes = rules(
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..a \
         | [a-k, b-2*k] for k in 1..min(a, b/2) | [a-2*k, b-k] for k in 1..min(a/2, b)",
    );
    let mut lost = Lost::new(&slopes, 0).unwrap();
    lost.reach(20_000, &Limits::default()).unwrap();
    assert!(lost.looked_at() < 16 * 20_001, "{}", lost.looked_at());
    // The sum of all coordinates of the lost positions whose own sum is at most this.
    let sum_up_to = |most: u64| -> u64 {
        lost.up_to([most, most]).map(|[a, b]| a + b).filter(|&sum| sum <= most).sum()
    };
    assert_eq!([sum_up_to(10), sum_up_to(100), sum_up_to(1000)], [21, 1164, 117_002]);
}

#[test]
fn limits_stop_a_list() {
    let wythoff = open("wythoff").unwrap().rules;
    let mut lost = Lost::new(&wythoff, 0).unwrap();
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(lost.reach(1 << 30, &cancelled), Err(Stop::Cancelled.into()));
    let failure = lost.reach(1 << 30, &Limits::default().memory(1 << 14)).unwrap_err();
    assert!(matches!(failure, Failure::Stop(Stop::Memory { .. })), "{failure}");
    assert!(matches!(lost.reach(1 << 50, &Limits::default()), Err(Failure::Domain(_))));
    assert_eq!(lost.is_lost([1, 2]), Some(true));
    assert_eq!(lost.is_lost([1 << 50, 2]), None);
}

/// Rules with three coordinates, of most of which all options lie on lines.
fn with_three(dice: &mut fastrand::Rng) -> String {
    let unordered = dice.bool();
    let coords = ["a", "b", "c"];
    let mut families = Vec::new();
    for _ in 0..dice.usize(1..=6) {
        let axes: Vec<usize> = (0..3).filter(|_| dice.bool()).collect();
        if axes.is_empty() {
            continue;
        }
        let option: Vec<String> = (0..3)
            .map(|axis| match axes.contains(&axis) {
                true => format!("{}-k", coords[axis]),
                false => coords[axis].to_owned(),
            })
            .collect();
        let ends: Vec<&str> = axes.iter().map(|&axis| coords[axis]).collect();
        let least = dice.usize(1..=3);
        let end = match (ends.len(), unordered) {
            (1, _) | (_, true) => ends[0].to_owned(),
            _ => format!("min({})", ends.join(", ")),
        };
        let only = match (unordered, dice.u8(0..6), &axes[..]) {
            (false, 0, &[axis]) => format!(" if ({}-k) % 3 != 1", coords[axis]),
            (false, 1, &[0]) => " if k % 2 == 1".to_owned(),
            _ => String::new(),
        };
        families.push(format!("[{}] for k in {least}..{end}{only}", option.join(", ")));
    }
    let head = if unordered { "unordered [a, b, c]" } else { "[a, b, c]" };
    match families.is_empty() {
        true => format!("{head} -> [a-k, b, c] for k in 1..a"),
        false => format!("{head} -> {}", families.join(" | ")),
    }
}

#[test]
fn lost_components_of_three_coordinates_are_those_of_the_definition() {
    let limits = Limits::default();
    let mut dice = fastrand::Rng::with_seed(5);
    let (mut compared, mut lost) = (0, 0);
    for _ in 0..400 {
        let text = with_three(&mut dice);
        let [from, last] =
            [2, 7].map(|most| (0..3).map(|_| dice.u64(0..=most)).collect::<Vec<u64>>());
        let mut session = Session::with_game(&text).unwrap();
        let found = session.lost(0, &from, &last, &limits).unwrap();
        let rules = rules(&text);
        let unordered = rules.kinds()[0].is_unordered();
        let mut values = Values::new(&rules);
        let mut sorted = last.clone();
        sorted.sort_unstable();
        let mut expected = Vec::new();
        for a in 0..=7 {
            for (b, c) in (0..=7).flat_map(|b| (0..=7).map(move |c| (b, c))) {
                let at = vec![a, b, c];
                let (most, least) =
                    if unordered { (&sorted, &[0; 3][..]) } else { (&last, &from[..]) };
                let within = at.iter().zip(most).all(|(c, most)| c <= most);
                let within = within && at.iter().zip(least).all(|(c, least)| c >= least);
                if !within || unordered && !at.is_sorted() {
                    continue;
                }
                let component =
                    rules.component(0, &at.iter().map(|&c| c as i64).collect::<Vec<_>>()).unwrap();
                if values.value(&component, &limits).unwrap() == Value::zero() {
                    expected.push(at);
                }
            }
        }
        assert_eq!(found, expected, "{text} {from:?} {last:?}");
        compared += 1;
        lost += found.len();
    }
    assert!(compared == 400 && lost > 2000, "{compared} {lost}");
}

#[test]
fn lost_components_of_three_coordinates_need_no_table() {
    let stones = "unordered [a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c \
                  | [a-k, b-k, c] for k in 1..a | [a-k, b, c-k] for k in 1..a | [a, b-k, c-k] for k in 1..b \
                  | [a-k, b-k, c-k] for k in 1..a";
    let mut session = Session::with_game(stones).unwrap();
    // A table would take 8 MB, and 1.4 million components are looked at one by one otherwise.
    let limits = Limits::default().memory(1 << 20).positions(100_000);
    let lost = session.lost(0, &[0; 3], &[200; 3], &limits).unwrap();
    assert_eq!(lost.len(), 4928);
    // The same of a table.
    let table = Table::new(&rules(stones), 0).unwrap();
    let mut table = table.outcomes().unwrap();
    table.fill(&[200; 3], &Limits::default()).unwrap();
    let is_lost = |at: &[u64]| table.value(at) == Some(Value::zero());
    assert!(lost.iter().all(|at| is_lost(at)));
    let all =
        (0..=200).flat_map(|a| (a..=200).flat_map(move |b| (b..=200).map(move |c| [a, b, c])));
    assert_eq!(all.filter(|at| is_lost(at)).count(), lost.len());
    let few = Limits::default().positions(1000);
    assert!(matches!(
        session.lost(0, &[0; 3], &[400; 3], &few),
        Err(Failure::Stop(Stop::Positions(1000)))
    ));
    let little = Limits::default().memory(1 << 14);
    assert!(matches!(
        session.lost(0, &[0; 3], &[200; 3], &little),
        Err(Failure::Stop(Stop::Memory { .. }))
    ));
}
