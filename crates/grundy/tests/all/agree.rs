//! What the planner answers against what the rules say.
//!
//! The rules say who wins by brute force over whole sums, without any theory of values: a position
//! is won exactly when some move leads to a lost one.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Position, Session, Target};
use grundy::position::Part;
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Ruleset, Value};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::generate::{Built, built, conditions, ending, more_cases, shapes};

/// Sums that brute force looks at before it gives a rule up.
const MOST_SUMS: usize = 3000;

/// A move: which component, and the components that it becomes, sorted.
type Move = (usize, Vec<Component>);

/// Who wins sums of components of one game.
struct BruteForce {
    rules: Rules,
    misere: bool,
    wins: HashMap<Vec<Component>, bool>,
}

impl BruteForce {
    fn is_over(&self, sum: &[Component]) -> bool {
        sum.iter().any(|component| self.rules.is_over(component, &Limits::default()).unwrap())
    }

    /// The moves of a sum and the sums they lead to.
    fn moves(&self, sum: &[Component]) -> Vec<(Move, Vec<Component>)> {
        let mut moves = Vec::new();
        if self.is_over(sum) {
            return moves;
        }
        for (index, component) in sum.iter().enumerate() {
            self.rules
                .options(component, &Limits::default(), &mut |parts| {
                    let mut option = parts.to_vec();
                    option.sort_unstable();
                    let mut next = sum.to_vec();
                    next.remove(index);
                    next.extend_from_slice(parts);
                    moves.push(((index, option), next));
                    ControlFlow::Continue(())
                })
                .unwrap();
        }
        moves
    }

    /// Whether the player to move wins; nothing if that would take too long.
    fn wins(&mut self, sum: &[Component]) -> Option<bool> {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&wins) = self.wins.get(&sum) {
            return Some(wins);
        }
        if self.wins.len() >= MOST_SUMS {
            return None;
        }
        let moves = self.moves(&sum);
        let mut wins = moves.is_empty() && self.misere && !self.is_over(&sum);
        for (_, next) in &moves {
            wins |= !self.wins(next)?;
        }
        self.wins.insert(sum, wins);
        Some(wins)
    }

    fn winning_moves(&mut self, sum: &[Component]) -> Option<BTreeSet<Move>> {
        let mut winning = BTreeSet::new();
        for (found, next) in self.moves(sum) {
            if !self.wins(&next)? {
                winning.insert(found);
            }
        }
        Some(winning)
    }
}

fn component(part: &Part) -> Component {
    let coords = part.coords.iter().map(|coord| i64::try_from(coord).unwrap()).collect();
    Component { kind: part.kind as u16, coords }
}

/// The moves that the session finds, one by one.
fn session_moves(session: &mut Session, position: &Position) -> Vec<Move> {
    let found = session.winning_moves(position, &Limits::default()).unwrap();
    let mut moves = Vec::new();
    let mut add = |part, option: Vec<Component>| moves.push((part, option));
    for found in found {
        match found.to {
            Target::Sum(parts) => {
                let mut option: Vec<Component> = parts.iter().map(component).collect();
                option.sort_unstable();
                add(found.part, option);
            }
            Target::Range { from, to } => {
                let mut coord = from;
                while coord <= to {
                    let part =
                        Part { coords: vec![coord.clone()], ..position.parts[found.part].clone() };
                    add(found.part, vec![component(&part)]);
                    coord += 1_u8;
                }
            }
        }
    }
    moves.sort_unstable();
    moves
}

/// Holds the session and brute force together on sums of these components.
pub(crate) fn check_sums(
    text: &str,
    sums: &[Vec<Component>],
    misere: bool,
) -> Result<(), TestCaseError> {
    let rules = open(text).unwrap().rules;
    let mut session = Session::with_game(text).unwrap();
    if misere {
        session.play_misere();
    }
    let mut brute = BruteForce { rules, misere, wins: HashMap::new() };
    for sum in sums {
        let Some(wins) = brute.wins(sum) else { return Ok(()) };
        let Some(expected) = brute.winning_moves(sum) else { return Ok(()) };
        let names: Vec<String> = sum.iter().map(|part| brute.rules.describe(part)).collect();
        let position = match names.is_empty() {
            true => session.position("[]"),
            false => session.position(&names.join(" + ")),
        }
        .unwrap();
        let reason =
            format!("{text}\n{} misère: {misere}, {}", names.join(" + "), session.plan(0).reason);
        let outcome = session.outcome(&position, &Limits::default());
        prop_assert_eq!(&outcome, &Ok(Outcome::next_wins(wins)), "{}", &reason);
        let found = session_moves(&mut session, &position);
        let expected: Vec<Move> = expected.into_iter().collect();
        prop_assert_eq!(&found, &expected, "{}", &reason);
        let count = session.count_winning_moves(&position, &Limits::default()).unwrap();
        prop_assert_eq!(count, BigUint::from(expected.len()), "{}", &reason);
    }
    Ok(())
}

/// Small components of every kind.
fn small_components(rules: &Rules, most_heap: i64, most_pair: i64) -> Vec<Component> {
    let mut components = Vec::new();
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        match view.coords().len() {
            1 => components.extend((0..=most_heap).map(|n| rules.component(kind, &[n]).unwrap())),
            _ => components.extend(
                (0..=most_pair)
                    .flat_map(|a| (0..=most_pair).map(move |b| [a, b]))
                    .map(|pair| rules.component(kind, &pair).unwrap()),
            ),
        }
    }
    components
}

/// Sums of up to three components, drawn by numbers.
fn sums(components: &[Component], draws: &[Vec<usize>]) -> Vec<Vec<Component>> {
    let pick = |&index: &usize| components[index % components.len()].clone();
    draws.iter().map(|draw| draw.iter().map(pick).collect()).collect()
}

fn draws() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(0..1000_usize, 0..=3), 1..=6)
}

proptest! {
    #![proptest_config(more_cases(2))]

    #[test]
    fn outcomes_and_winning_moves_of_random_rules_are_those_of_brute_force(
        Built(text) in built(60, ending::rule),
        draws in draws(),
        misere in any::<bool>(),
    ) {
        let rules = open(&text).map_err(|e| TestCaseError::fail(format!("{text}\n{e}")))?.rules;
        let components = small_components(&rules, 7, 3);
        check_sums(&text, &sums(&components, &draws), misere)?;
    }

    #[test]
    fn conditions_on_what_is_left_are_answered_as_the_definition_does(
        Built(text) in built(30, conditions::rule),
        draws in draws(),
    ) {
        let opened = open(&text).map_err(|e| TestCaseError::fail(format!("{text}\n{e}")))?;
        agrees_with_the_definition(&text, 50, 0)?;
        let components = small_components(&opened.rules, 12, 0);
        if ends(&opened.rules, &components) {
            check_sums(&text, &sums(&components, &draws), false)?;
        }
    }

    #[test]
    fn near_misses_of_known_shapes_are_answered_as_the_definition_does(
        Built(text) in built(40, shapes::near),
        draws in draws(),
        misere in any::<bool>(),
    ) {
        // A mutation may mean nothing.
        let Ok(opened) = open(&text) else { return Ok(()) };
        let rules = opened.rules;
        agrees_with_the_definition(&text, 14, 6)?;
        let components = small_components(&rules, 8, 4);
        if ends(&rules, &components) {
            check_sums(&text, &sums(&components, &draws), misere)?;
        }
    }
}

/// Components in which play need not end have no value; that the first player wins by a move to 0 may be found.
#[test]
fn a_move_that_ends_the_game_wins_where_others_need_not_end_it() {
    let text = "[n] -> [a] + [n+a] for a in 1..n-1 if n >= 2 and a < n | [n-k] for k in 1..n";
    agrees_with_the_definition(text, 14, 6).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::with_game(text).unwrap();
    let eight = session.position("8").unwrap();
    let limits = Limits::default().positions(4000);
    assert!(session.value(&eight, &limits).is_err());
    let outcome = session.outcome(&eight, &limits);
    assert!(outcome.is_err() || outcome == Ok(Outcome::N), "{outcome:?}");
}

#[test]
fn known_shapes_are_answered_as_the_rules_say() {
    for text in shapes::FAMOUS {
        let agreed = agrees_with_the_definition(text, 40, 12).and_then(|()| {
            let rules = open(text).unwrap().rules;
            let components = small_components(&rules, 9, 5);
            let pairs: Vec<Vec<Component>> = components
                .iter()
                .flat_map(|a| components.iter().map(|b| vec![a.clone(), b.clone()]))
                .collect();
            let alone: Vec<Vec<Component>> = components.iter().map(|a| vec![a.clone()]).collect();
            check_sums(text, &alone, false)?;
            check_sums(text, &alone, true)?;
            check_sums(text, &pairs, false)
        });
        agreed.unwrap_or_else(|error| panic!("{error}"));
    }
}

proptest! {
    #![proptest_config(more_cases(1))]

    #[test]
    fn rows_with_clipped_ends_are_answered_as_the_definition_does(
        (first, beyond) in (0..3_i64, -2..3_i64),
        (left, right) in (0..5_i64, -1..5_i64),
        clips in 1..4_usize,
        (share, condition) in (0..4_usize, 0..8_usize),
        more in 0..4_usize,
        misere in any::<bool>(),
    ) {
        let clip = |bit: usize, part: String| match clips >> bit & 1 {
            1 => format!("[max(0, {part})]"),
            _ => format!("[{part}]"),
        };
        let (left, right) = (clip(0, format!("k - {left}")), clip(1, format!("n - k - {right}")));
        let parts = match more {
            0 => right,
            1 => left,
            _ => format!("{left} + {right}"),
        };
        let to = match share {
            0 => format!("(n + {beyond}) / 2"),
            _ => format!("n + {beyond}"),
        };
        let conditions =
            ["", "", "", " if k != 2", " if k % 2 == 1", " if n - k != 3", " if k <= n-k", " if n > 4"];
        let other = if more == 3 { " | [n-2]" } else { "" };
        let text = format!(
            "[n] if n > 0 -> {parts} for k in {first}..{to}{condition}{other}",
            condition = conditions[condition],
        );
        agrees_with_the_definition(&text, 24, 8)?;
        let rules = open(&text).unwrap().rules;
        let components = small_components(&rules, 7, 0);
        if ends(&rules, &components) {
            let sums: Vec<_> = components.iter().map(|one| vec![one.clone()]).collect();
            check_sums(&text, &sums, misere)?;
        }
    }
}

#[test]
fn conditions_are_known_however_they_are_written() {
    use grundy::heap::HeapGame;
    use grundy::plan::Engine;

    let known = |rule: &str| {
        let session = Session::with_game(&format!("[n]{rule}")).unwrap();
        match &session.plan(0).engine {
            Engine::Heap(game @ HeapGame::Pieces(_), _) => game.to_string(),
            _ => String::new(),
        }
    };
    for (game, rules) in [
        (
            "pieces(2+1)[0: 2|2]",
            &[
                " -> [a] + [n-a] for a in 2..n-2",
                " -> [a] + [n-a] for a in 1..n/2 if a != 1",
                " -> [a] + [b] for a in 2..n, b in 2..n if a + b == n",
                " -> [a] + [n-a] for a in 0..n if min(a, n-a) > 1",
                " if n > 3 -> [a] + [n-a] for a in 2..n-2 | [2] + [n-2] if n > 3",
                " -> [n-a-2] + [a+2] for a in 0..n-4",
            ][..],
        ),
        (
            "pieces(1+1)[0: 1|1 apart 3]",
            &[
                " -> [a] + [n-a] for a in 1..n-1 if abs(n - 2*a) >= 3",
                " -> [a] + [n-a] for a in 1..(n-3)/2",
                " -> [a] + [n-a] for a in 1..n if n - a > 0 and a - (n - a) > 2",
                " -> [a] + [n-a] for a in 1..n-1 if a + 3 <= n-a or n-a + 3 <= a",
            ],
        ),
        (
            "pieces(1+3)[1: 1|1 1|2 1|3 2|1 2|2 2|3 3|1 3|2]",
            &[
                " -> [a] + [n-1-a] for a in 1..n-2 if a % 3 != 0",
                " -> [a] + [n-1-a] for a in 1..n-2 if not (a % 3 == 0 and (n-1-a) % 3 == 0)",
                " -> [a] + [n-1-a] for a in 1..n-2 step 3 | [a] + [n-1-a] for a in 2..n-2 step 3",
                " -> [a] + [n-1-a] for a in 1..n-2 if a % 6 in {1, 2, 4, 5}",
            ],
        ),
        (
            "pieces(1+2)[2: 0 2; 3: 0 2 1|1 1|2 2|1 2|2]",
            &[" -> [n-k] for k in 2..3 if (n - k) % 2 == 0 | [a] + [n-a-3] for a in 1..n-4"],
        ),
        (
            "",
            &[
                // Only heaps that are nearly equal, one more than the other, twice the other.
                " -> [a] + [n-a] for a in 1..n-1 if abs(n - 2*a) < 2",
                " -> [a] + [n-a] for a in 1..n-1 if 2*a != n + 1 and a >= n - a",
                " -> [a] + [n-a] for a in 1..n-1 if a < 2*(n-a)",
                " -> [a] + [n-a] for a in 1..n-1 if gcd(a, n) == 1",
                " -> [a] + [n-a] for a in 1..n-1 if a % n != 1",
                " -> [a] + [n-a] for a in 1..n-1 if is_prime(a)",
                " -> [a] + [n-a] for a in 2..n if a % 2 == 0",
                " -> [a] + [n-a] for a in 1..n-1 if a > 200",
                " -> [a] + [n-a] for a in 1..n-1 if a % 129 != 0",
                " -> [n-1] if n % 2 == 0 or n % 64 == 1 and n % 4096 == 1 and n % 262144 == 1 and n % 16777216 == 1",
                " -> [n-1] if n % 4611686018427387904 == 1 or n % 9223372036854775807 == 2",
                " -> [n-1] let m = 1 / (n-1000)",
                " -> [a] + [a] for a in 1..n-1",
                " -> [n-k] for k in 1..n if n % k == 0",
                " -> [n+1] if n % 2 == 0",
            ],
        ),
    ] {
        for rule in rules {
            assert_eq!(known(rule), game, "[n]{rule}");
            let text = format!("[n]{rule}");
            agrees_with_the_definition(&text, 60, 0).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn amounts_are_known_whatever_conditions_leave_of_a_range() {
    for (amounts, same) in [
        ("1..n if k != 2 and k != 5", "allbut{2,5}"),
        ("1..n if not k in {2, 5} if 7 != k", "allbut{2,5,7}"),
        ("1..n if not k == 1", "allbut{1}"),
        ("1..10 if k % 3 == 1", "S{1,4,7,10}"),
        ("1..min(n, 8) if k != 4", "S{1,2,3,5,6,7,8}"),
        ("{1, 2, 3, 4, 5} if is_prime(k)", "S{2,3,5}"),
        ("1..n if k % 2 == 1", "0.(30)"),
        ("1..n if n != k + 1", ""),
        ("1..n if k != n / 2", ""),
        ("1..n if k % (k - 1) == 0", ""),
        ("1..9 if 1 / (k - 3) != 0", ""),
    ] {
        let text = format!("[n] -> [n-k] for k in {amounts}");
        let engine = format!("{:?}", Session::with_game(&text).unwrap().plan(0).engine);
        let expected = match same {
            "" => "Definition".to_owned(),
            _ => format!("{:?}", Session::with_game(same).unwrap().plan(0).engine),
        };
        assert_eq!(engine, expected, "{text}");
    }
}

/// Whether every component has a value, so that play from it ends.
fn ends(rules: &Rules, components: &[Component]) -> bool {
    let mut values = grundy::search::Values::new(rules);
    let limits = Limits::default().positions(MOST_SUMS as u64);
    components.iter().all(|component| values.value(component, &limits).is_ok())
}

/// Holds values and outcomes of single components against the definition, also where the definition
/// says that play need not end.
pub(crate) fn agrees_with_the_definition(
    text: &str,
    most_heap: i64,
    most_pair: i64,
) -> Result<(), TestCaseError> {
    let mut session = Session::with_game(text).unwrap();
    let reason = session.plan(0).reason.clone();
    let limits = Limits::default().positions(4000);
    let rules = session.games()[0].rules.clone();
    for component in small_components(&rules, most_heap, most_pair) {
        let position = session.component(component.kind.into(), &component.coords).unwrap();
        let at = format!("{text}\n{} {reason}", rules.describe(&component));
        let expected = session.by_definition(&position, &limits);
        // After what is too much for the definition, a search may go on for very long.
        match &expected {
            Err(it) if matches!(it, Failure::Stop(_)) || it.is_beyond_reach() => break,
            _ => {}
        }
        let value = session.value(&position, &limits);
        let outcome = session.outcome(&position, &limits);
        match expected {
            Ok(expected) => {
                prop_assert_eq!(outcome, Ok(expected.outcome()), "{}", &at);
                let expected = match expected {
                    Value::Nimber(nimber) => Value::Nimber(BigUint::from(nimber.0)),
                    Value::Win => Value::Win,
                    Value::Over => Value::Over,
                };
                prop_assert_eq!(value, Ok(expected), "{}", &at);
            }
            // Who wins may be known all the same, from a move that ends the game.
            Err(_) => prop_assert!(value.is_err(), "{at}: {value:?}"),
        }
    }
    Ok(())
}
