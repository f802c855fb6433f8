//! Rules typed in the notation against published values.

use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::Session;

const SEQUENCES: &str = include_str!("../../../../testdata/rules/sequences.txt");
const LISTS: &str = include_str!("../../../../testdata/rules/lists.txt");

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').map(|term| term.parse().unwrap()).collect()
}

fn list(id: &str) -> Vec<i64> {
    let line = lines(LISTS).find_map(|line| line.strip_prefix(id)).unwrap();
    numbers(line.trim())
}

fn value(session: &mut Session, position: &str) -> String {
    let position = session.position(position).unwrap();
    session.value(&position, &Limits::default()).unwrap().to_string()
}

#[test]
fn typed_rules_have_the_published_values_by_plan_and_by_definition() {
    let mut compared = 0;
    for line in lines(SEQUENCES) {
        let [id, first, terms, rule] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("four fields in {line}");
        };
        let first: i64 = first.parse().unwrap();
        let mut session = Session::with_game(rule).unwrap();
        for (n, term) in (first..).zip(numbers(terms)) {
            assert_eq!(value(&mut session, &n.to_string()), term.to_string(), "{id} at {n}");
            let position = session.component(0, &[n]).unwrap();
            let defined = session.by_definition(&position, &Limits::default()).unwrap();
            assert_eq!(defined.to_string(), term.to_string(), "{id} at {n} by definition");
            compared += 1;
        }
    }
    assert!(compared > 600, "{compared}");
}

#[test]
fn subtract_a_factorial_only_looks_periodic() {
    let rule = "[n] -> [n-k] for k in {1, 2, 6, 24, 120, 720, 5040}";
    let mut session = Session::with_game(rule).unwrap();
    assert_eq!(value(&mut session, "25"), "0");
    assert_eq!(value(&mut session, "5050"), "4");
}

#[test]
fn lost_positions_of_subtract_a_fibonacci_number() {
    let lost_up_to = |last: i64| -> Vec<i64> {
        let mut session = Session::with_game("fibonacci-subtraction").unwrap();
        let lost = |&n: &i64| {
            let position = session.component(0, &[n]).unwrap();
            session.outcome(&position, &Limits::default()).unwrap() == Outcome::P
        };
        (1..=last).filter(lost).collect()
    };
    let all = list("A001581");
    assert_eq!(lost_up_to(*all.last().unwrap()), all);
    let odd = list("A120904");
    let found: Vec<i64> =
        lost_up_to(*odd.last().unwrap()).into_iter().filter(|n| n % 2 == 1).collect();
    assert_eq!(found, odd);
}

/// Three piles; a move takes the same number from any non-empty choice of them.
const THREE_PILES: &str = "unordered [a, b, c] \
    -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c \
    | [a-k, b-k, c] for k in 1..min(a, b) | [a-k, b, c-k] for k in 1..min(a, c) \
    | [a, b-k, c-k] for k in 1..min(b, c) | [a-k, b-k, c-k] for k in 1..min(a, b, c)";

#[test]
fn completions_of_wythoffs_game_with_three_piles() {
    let mut session = Session::with_game(THREE_PILES).unwrap();
    let published = list("A018219");
    let mut antidiagonals = (0..).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    for completion in published {
        let (a, b) = antidiagonals.next().unwrap();
        let lost = (0..).find(|&c| {
            let position = session.component(0, &[a, b, c]).unwrap();
            session.outcome(&position, &Limits::default()).unwrap() == Outcome::P
        });
        assert_eq!(lost, Some(completion), "{a} {b}");
    }
}

/// Node Kayles on a grid of three rows, as bit masks: cell `v` is row `v % 3`, column `v / 3`.
/// Choosing a free cell removes it and its neighbours.
const GRID_KAYLES: &str = "game grid(k) \
    [m] -> [m - and(m, s + n + w + e + p)] for v in 0..k-1 let p = shl(1, v) if and(m, p) > 0 \
    let n = min(1, v % 3) * p / 2 let s = min(1, 2 - v % 3) * p * 2 let w = p / 8 let e = p * 8";

#[test]
fn node_kayles_on_three_rows() {
    for (columns, expected) in (1..=4).zip(list("A316632")) {
        let cells = 3 * columns;
        let rule = GRID_KAYLES.replace("(k)", &format!("(k = {cells})"));
        let mut session = Session::with_game(&rule).unwrap();
        let full = (1_i64 << cells) - 1;
        assert_eq!(value(&mut session, &full.to_string()), expected.to_string(), "{columns}");
    }
}

/// Cole and Davie 1969: who faces two equal heaps empties one; else who faces two whose quotient is below
/// phi loses. As integers, b < phi a where b^2 < a b + a^2.
#[test]
fn euclids_game_turns_on_the_golden_ratio() {
    let mut session = Session::with_game("euclid").unwrap();
    for a in 0..80 {
        for b in a..160 {
            let position = session.component(0, &[a, b]).unwrap();
            let value = session.by_definition(&position, &Limits::default()).unwrap();
            let lost = value.outcome() == Outcome::P;
            assert_eq!(lost, a == 0 || a < b && b * b < a * b + a * a, "{a} {b}");
        }
    }
}
