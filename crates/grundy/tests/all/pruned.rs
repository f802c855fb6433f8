//! The search that prunes, on typed rules, against the definition.

use std::num::NonZero;

use grundy::board::{Grid, Piece, Placing, Polyomino};
use grundy::games::open;
use grundy::limits::{Limits, Stop};
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Value};
use grundy::search::{Pruned, Typed, Values};
use proptest::prelude::*;

use crate::generate::{Built, built, ending};

/// Components of every kind with coordinates up to these.
fn components(rules: &Rules, most_heap: i64, most_pair: i64) -> Vec<Component> {
    let mut components = Vec::new();
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let arity = view.coords().len();
        let most = if arity == 1 { most_heap } else { most_pair };
        let mut coords = vec![0; arity];
        loop {
            components.push(rules.component(kind, &coords).unwrap());
            let Some(axis) = coords.iter().position(|&coord| coord < most) else { break };
            coords[..axis].fill(0);
            coords[axis] += 1;
        }
    }
    components
}

fn value_of(value: &Value) -> Nimber {
    value.nimber().expect("rules without wins on the spot")
}

proptest! {
    #[test]
    fn typed_rules_are_searched_as_the_definition_says(Built(text) in built(60, ending::rule)) {
        let rules = open(&text).unwrap().rules;
        if rules.has_wins() {
            return Ok(());
        }
        let limits = Limits::default();
        let mut values = Values::new(&rules);
        let mut search = Pruned::new(Typed::new(&rules));
        let mut asked = Pruned::new(Typed::new(&rules));
        let mut words = Vec::new();
        for component in components(&rules, 9, 4) {
            let expected = value_of(&values.value(&component, &limits).unwrap());
            let word = search.rules().word(&component).unwrap();
            prop_assert_eq!(search.value(&[word], &limits), Ok(expected), "{}\n{:?}", text, component);
            for value in 0..expected.0 as u8 + 3 {
                let is = asked.is_worth(&[word], value, &limits);
                prop_assert_eq!(is, Ok(u64::from(value) == expected.0), "{}\n{:?}", text, component);
            }
            words.push((word, expected));
        }
        for pair in words.windows(2) {
            let [(a, x), (b, y)] = pair else { continue };
            prop_assert_eq!(asked.is_lost(&[*a, *b], &limits), Ok(x == y), "{}", text);
            prop_assert_eq!(search.value(&[*a, *b, *a], &limits), Ok(*y), "{}", text);
        }
    }
}

/// Nim on so many heaps, written so that no theory knows it.
fn heaps(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|heap| format!("h{heap}")).collect();
    let family = |heap: usize| {
        let mut to = names.clone();
        to[heap] = format!("h{heap}-k");
        format!("[{}] for k in 1..h{heap}", to.join(", "))
    };
    let families: Vec<String> = (0..count).map(family).collect();
    format!("[{}] -> {}", names.join(", "), families.join(" | "))
}

/// Nim on seven heaps below 16, as the digits of one number: more than memory has values for.
#[test]
fn positions_beyond_tables_are_searched_in_bounded_memory() {
    let rule = "[m] -> [m - k * 16**i] for i in 0..6, k in 1..(m / 16**i) % 16";
    let mut session = Session::with_game(rule).unwrap();
    let limits = Limits::default().memory(1 << 21);
    for heaps in [[5, 6, 7, 4, 5, 6, 3], [5, 6, 7, 4, 5, 6, 7]] {
        let number = heaps.iter().rev().fold(0, |number, heap| number * 16 + heap);
        let position = session.component(0, &[number]).unwrap();
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let outcome = session.outcome(&position, &limits);
        assert_eq!(outcome, Ok(Outcome::next_wins(sum != 0)), "{heaps:?}");
        let moves = session.winning_moves(&position, &limits).unwrap();
        let winning = heaps.iter().filter(|&&heap| heap ^ sum < heap);
        assert_eq!(moves.len(), winning.count(), "{heaps:?}");
        assert!(session.by_definition(&position, &limits).is_err());
    }
}

#[test]
fn threads_find_the_same_values() {
    let rules = open(&heaps(5)).unwrap().rules;
    for threads in 1..=4 {
        let limits = Limits::default().threads(NonZero::new(threads).unwrap());
        let mut search = Pruned::new(Typed::new(&rules));
        for (heaps, value) in [([5, 9, 8, 7, 3], 0), ([6, 9, 8, 7, 4], 4), ([7, 7, 7, 7, 9], 9)] {
            let word = search.rules().word(&rules.component(0, &heaps).unwrap()).unwrap();
            assert_eq!(search.is_lost(&[word], &limits), Ok(value == 0), "{heaps:?}");
            assert_eq!(search.value(&[word], &limits), Ok(Nimber(value)), "{heaps:?}");
        }
        assert!(search.visits() > 1 << 13, "{}", search.visits());
    }
}

/// Whether Cram is worth what it is not is no more work than its value, also for values that hardly any option has: to seek such
/// options first took ten times the work on 5x5, and more on larger boards.
#[test]
fn large_values_are_not_sought_in_vain() {
    let limits = Limits::default().threads(NonZero::new(1).unwrap());
    for (board, expected) in [("4x5", 2), ("5x5", 0), ("4x7", 3)] {
        let parts = Polyomino::<u64>::of_grid(&Grid::read(board).unwrap(), 2).unwrap();
        let search = || Pruned::new(Placing::<u64>::new(Piece::Domino));
        let mut whole = search();
        assert_eq!(whole.value(&parts, &limits), Ok(Nimber(expected)), "{board}");
        for value in 0..=9 {
            let mut asked = search();
            let is = asked.is_worth(&parts, value, &limits);
            assert_eq!(is, Ok(u64::from(value) == expected), "{board} {value}");
            if value > 3 {
                assert!(
                    asked.visits() <= whole.visits() + 1,
                    "{board}: {value}, {} visits",
                    asked.visits()
                );
            }
        }
    }
}

#[test]
fn what_is_beyond_the_search_is_said() {
    let limits = Limits::default();
    let rules = open("[n, m] -> [k, m] for k in 0..n-1 | [n, m-1]").unwrap().rules;
    let mut search = Pruned::new(Typed::new(&rules));
    let mut ask = |n: i64, m: i64, limits: &Limits| {
        let word = search.rules().word(&rules.component(0, &[n, m]).unwrap()).unwrap();
        search.value(&[word], limits)
    };
    assert_eq!(ask(127, 0, &limits), Ok(Nimber(127)));
    assert!(matches!(ask(128, 0, &limits), Err(Failure::Domain(_))));
    assert!(matches!(ask(0, 600, &limits), Err(Failure::Domain(_))));
    let few = Limits::default().positions(1);
    assert_eq!(ask(40, 300, &few), Err(Failure::Stop(Stop::Positions(1))));
    let word = search.rules().word(&rules.component(0, &[1, 1]).unwrap()).unwrap();
    assert!(matches!(search.is_worth(&[word], 128, &limits), Err(Failure::Domain(_))));
    let rules = open("[n] -> [n-k] for k in 1..n").unwrap().rules;
    let mut search = Pruned::new(Typed::new(&rules));
    let word = search.rules().word(&rules.component(0, &[1 << 30]).unwrap()).unwrap();
    assert!(matches!(search.is_lost(&[word], &limits), Err(Failure::Domain(_))));
    // Two moves back and forth have no end.
    let rules = open("[n] -> [n+1] if n % 2 == 0 | [n-1] if n % 2 == 1").unwrap().rules;
    let mut search = Pruned::new(Typed::new(&rules));
    let word = search.rules().word(&rules.component(0, &[4]).unwrap()).unwrap();
    assert!(matches!(search.value(&[word], &limits), Err(Failure::Domain(_))));
}

#[test]
fn components_that_do_not_fit_into_a_word_are_left_to_the_definition() {
    let rules =
        open("[a, b] -> [a-1, b] if a > 2**62 - 9 | [a, b-1] if b > 2**62 - 9").unwrap().rules;
    let search = Pruned::new(Typed::new(&rules));
    let large = 1 << 62;
    assert_eq!(search.rules().word(&rules.component(0, &[large, large]).unwrap()), None);
    assert!(search.rules().word(&rules.component(0, &[large, 1]).unwrap()).is_some());
}
