//! Euclid's game: which rules are taken for it, and that what is answered is what the rules say.

use grundy::limits::Limits;
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::theory::euclid::Left;
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::agree::{agrees_with_the_definition, check_sums};
use crate::generate::{Built, built, euclid, more_cases};

/// What moves may leave, and whether the numbers are interchangeable, if a rule is known.
fn known(text: &str) -> Option<(Left, bool)> {
    match Session::with_game(text).unwrap().plan(0).engine {
        Engine::Euclid { unordered, left } => Some((left, unordered)),
        _ => None,
    }
}

fn agrees(text: &str) {
    agrees_with_the_definition(text, 0, 14).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn it_is_known_however_it_is_written() {
    for (rule, left) in [
        (" if a > 0 -> [a, b-k*a] for k in 1..b/a", Left::Any),
        (
            " if a >= 1 and b > 0 -> [a, b - a*k] for k in 1..b/a | [a-k*b, b] for k in 1..a/b",
            Left::Any,
        ),
        (
            " if a != 0 and 0 < b -> [a-k*b, b] for k in 1..a/b | [a, b-k*a] for k in 1..b/a",
            Left::Any,
        ),
        (
            " -> [a, b-k*a] if a > 0 for k in 1..b/a | [a-k*b, b] if b > 0 for k in 1..a/b",
            Left::Any,
        ),
        (
            " -> [a, b-k*a] for k in 1..b if a > 0 and k*a <= b | [a-k*b, b] for k in 1..a if b > 0",
            Left::Any,
        ),
        (
            " if a*b > 0 -> [a, b-k*a] for k in 1..b if k <= b/a | [a-k*b, b] for k in 1..a+b if a >= k*b",
            Left::Any,
        ),
        (
            " if min(a, b) > 0 -> [a, b-k*a] for k in 1..min(b, b/a) if b >= a | [a-k*b, b] for k in 1..a/b",
            Left::Any,
        ),
        (
            " if a > 0 and b > 0 -> [a, b-m] for m in a..b step a | [a-m, b] for m in 1..a if m % b == 0",
            Left::Any,
        ),
        (
            " if a > 0 and b > 0 -> [a, b-k*a] for k in 1..(b-1)/a | [a-k*b, b] for k in 1..(a-1)/b",
            Left::Positive,
        ),
        (
            " if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b if k*a < b | [a-k*b, b] for k in 1..a-1 if b*k != a",
            Left::Positive,
        ),
        (
            " if a > 0 and b > 0 and a != b -> [a, b-k*a] for k in 1..(b-1)/a | [a-k*b, b] for k in 1..(a-1)/b",
            Left::Positive,
        ),
        (
            " if a > 0 and b > 0 -> [a, b-m] for m in a..b-1 step a | [a-m, b] for m in b..a step b if m < a",
            Left::Positive,
        ),
    ] {
        for unordered in [false, true] {
            let text = format!("{}[a, b]{rule}", if unordered { "unordered " } else { "" });
            let expected = (unordered || rule.contains('|')).then_some((left, unordered));
            assert_eq!(known(&text), expected, "{text}");
            agrees(&text);
        }
    }
    // Of the larger number only where there is but one order.
    assert_eq!(
        known("unordered [a, b] if a > 0 and a < b -> [a, b-k*a] for k in 1..(b-1)/a"),
        Some((Left::Positive, true))
    );
    assert_eq!(
        known(
            "[a, b] if a > 0 and a < b -> [a, b-k*a] for k in 1..(b-1)/a | [a-k*b, b] for k in 1..(a-1)/b"
        ),
        None
    );
}

#[test]
fn what_misses_it_by_a_little_is_not_taken_for_it() {
    for rule in [
        "if a > 0 -> [a, b-k*a] for k in 1..b/a - 1",
        "if a > 0 -> [a, b-k*a] for k in 1..b-1",
        "if a > 0 -> [a, b-k*a] for k in 1..(b-2)/a",
        "if a > 0 -> [a, b-k*a] for k in 0..b/a",
        "if a > 0 -> [a, b-k*a] for k in 2..b/a",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a if k != 2",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a step 2",
        "if a > 0 -> [a, b-k*a] for k in 1..min(b/a, 3)",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a if k < b/a",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a if b > a + 1",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a | [a-1, b]",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a | [a-k*b, b] for k in 1..(a-1)/b",
        "if a > 0 -> [a, b-k*a] for k in 1..b/a if b % a > 0",
        "if a > 0 -> [a, b-m] for m in 1..b",
        "if a > 0 -> [a, b-m] for m in 1..b step a",
        "if a > 0 -> [a, b-m] for m in a..b if m % b == 0",
        "if a > 1 -> [a, b-k*a] for k in 1..b/a",
        "if a > 0 and b > 1 -> [a, b-k*a] for k in 1..b/a",
        "if a > 0 and a != b -> [a, b-k*a] for k in 1..b/a",
        "if a > 0 and a + b < 20 -> [a, b-k*a] for k in 1..b/a",
        // Play that need not end, and divisions by 0.
        "-> [a, b-k*a] for k in 1..b",
        "-> [a, b-k*a] for k in 1..b/a",
        "-> [a, b-k*a] for k in 1..b/a if a > 0",
        "-> [a, b-m] for m in 1..b if m % a == 0 if a > 0",
        "if b > 0 -> [a, b-k*a] for k in 1..b/a",
        "if a >= 0 -> [a, b-k*a] for k in 1..b",
    ] {
        let text = format!("unordered [a, b] {rule}");
        assert_eq!(known(&text), None, "{text}");
        agrees(&text);
    }
    for text in [
        "[a, b] if a > 0 -> [a, b-k*a] for k in 1..b/a",
        "[a, b] if a > 0 -> [a, b-k*a] for k in 1..b/a | [a-k*b, b] for k in 1..a/b",
        "[a, b] if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b/a | [b, a-k*b] for k in 1..a/b if b > 3",
        "[a, b] -> [a, b-k*a] for k in 1..b if a > 0 | [b, a] if a > b",
        "unordered [a, b] if a > 0 -> [a, b-k*a] for k in 1..b/a\nwin on [0, b]",
    ] {
        assert_eq!(known(text), None, "{text}");
        agrees(text);
    }
}

#[test]
fn sums_and_misere_play_are_answered_as_the_rules_say() {
    for text in [
        "unordered [a, b] if a > 0 -> [a, b-k*a] for k in 1..b/a",
        "[a, b] if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b/a | [a-k*b, b] for k in 1..a/b",
        "unordered [a, b] if a > 0 -> [a, b-k*a] for k in 1..(b-1)/a",
        "[a, b] if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b if k*a < b | [a-k*b, b] for k in 1..(a-1)/b",
    ] {
        assert!(known(text).is_some(), "{text}");
        let session = Session::with_game(text).unwrap();
        let rules = session.games()[0].rules.clone();
        let pairs = [[0, 3], [1, 1], [2, 5], [3, 3], [5, 2], [3, 12], [7, 4], [12, 5], [8, 13]];
        let components = pairs.map(|pair| rules.component(0, &pair).unwrap());
        let alone: Vec<_> = components.iter().map(|one| vec![one.clone()]).collect();
        let twice: Vec<_> = components
            .iter()
            .flat_map(|one| components.iter().map(|other| vec![one.clone(), other.clone()]))
            .collect();
        for sums in [&alone, &twice] {
            for misere in [false, true] {
                check_sums(text, sums, misere).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

#[test]
fn numbers_of_any_size_have_values_and_moves() {
    let mut session = Session::with_game("euclid").unwrap();
    let limits = Limits::default();
    let mut answer = |text: &str| {
        let position = session.position(text).unwrap();
        let value = session.value(&position, &limits).unwrap().to_string();
        let moves = session.winning_moves(&position, &limits).unwrap();
        let moves: Vec<String> =
            moves.iter().map(|found| session.describe_move(&position, found)).collect();
        (value, moves.join("; "))
    };
    let answered = |value: &str, moves: &str| (value.to_owned(), moves.to_owned());
    let found = answer("1000000007,161");
    assert_eq!(found, answered("6211180", "[161, 1000000007] -> [161, 188]"));
    let fibonacci =
        "222232244629420445529739893505090668888,359579325206583560961765665172189099052";
    assert_eq!(answer(fibonacci).0, "0");
    let huge = format!("7,1{}", "0".repeat(400));
    let (value, moves) = answer(&huge);
    assert_eq!(value, format!("{}", BigUint::from(10_u8).pow(400) / 7_u8));
    assert!(moves.ends_with("-> [7, 11]"), "{moves}");
    // Beside other components, and where the order of two equal numbers matters.
    let sum = "euclid[7, 1000000000000000000000000000000] + nim[142857142857142857142857142857]";
    assert_eq!(answer(sum).1, "");
    let mut session = Session::with_game(
        "[a, b] if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b/a | [a-k*b, b] for k in 1..a/b",
    )
    .unwrap();
    let equal = session.position("99999999999999999999,99999999999999999999").unwrap();
    assert_eq!(session.winning_moves(&equal, &limits).unwrap().len(), 2);
}

proptest! {
    #![proptest_config(more_cases(4))]

    #[test]
    fn near_misses_are_answered_as_the_definition_does(Built(text) in built(20, euclid::near)) {
        agrees_with_the_definition(&text, 0, 9)?;
    }
}
