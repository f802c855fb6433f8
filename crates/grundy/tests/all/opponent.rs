//! The opponent against players who choose at random, on random rules.

use std::ops::ControlFlow;

use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Lengths, Move, Opponent, Position, Session, Target};
use grundy::position::Part;
use grundy::ruleset::Failure;
use proptest::prelude::*;

use crate::generate::{Built, built, ending, more_cases};

fn moves(session: &mut Session, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    session
        .each_move(position, &Limits::default(), &mut |made| {
            moves.push(made);
            ControlFlow::Continue(())
        })
        .unwrap();
    moves
}

/// A small position of a rule that ends.
fn start(text: &str, heaps: &[u32], misere: bool) -> (Session, Position) {
    let mut session = Session::with_game(text).unwrap();
    if misere {
        session.play_misere();
    }
    let view = session.games()[0].rules.kinds()[0];
    let (name, arity) = (view.name().unwrap_or("").to_owned(), view.coords().len());
    let parts: Vec<String> = heaps
        .iter()
        .map(|heap| format!("{name}[{}]", vec![heap.to_string(); arity].join(",")))
        .collect();
    let position = session.position(&parts.join(" + ")).unwrap();
    (session, position)
}

/// By the definition of length, without a memo.
fn length(
    session: &mut Session,
    position: &Position,
    misere: bool,
    budget: &mut u32,
) -> Option<(Outcome, u32)> {
    *budget = budget.checked_sub(1)?;
    let moves = moves(session, position);
    if moves.is_empty() {
        let over = session.is_finished(position, &Limits::default()).unwrap();
        return Some((Outcome::next_wins(misere && !over), 0));
    }
    let mut to_lost = None;
    let mut longest = 0;
    for made in &moves {
        let next = session.after(position, made);
        let (outcome, length) = length(session, &next, misere, budget)?;
        longest = longest.max(length);
        if outcome == Outcome::P {
            to_lost = Some(to_lost.map_or(length, |least: u32| least.min(length)));
        }
    }
    Some(match to_lost {
        Some(least) => (Outcome::N, least + 1),
        None => (Outcome::P, longest + 1),
    })
}

proptest! {
    #![proptest_config(more_cases(1))]

    #[test]
    fn the_opponent_wins_what_is_won_and_the_rules_allow_what_is_listed(
        Built(text) in built(60, ending::rule),
        heaps in prop::collection::vec(0..6_u32, 1..=3),
        choices in prop::collection::vec(0..1000_usize, 60),
        misere in any::<bool>(),
    ) {
        let (mut session, mut position) = start(&text, &heaps, misere);
        let limits = Limits::default().positions(2_000);
        let Ok(first) = session.outcome(&position, &limits) else { return Ok(()) };
        // An option may need more.
        let limits = Limits::default().positions(5_000);
        let mut opponent = Opponent::new();
        // The opponent plays the side that wins.
        let mut opponents = first == Outcome::N;
        for choice in choices {
            let all = moves(&mut session, &position);
            prop_assert_eq!(session.any_move(&position, &limits).unwrap().is_some(), !all.is_empty());
            for made in &all {
                prop_assert!(session.is_legal(&position, made, &limits).unwrap());
                let typed = session.describe_move(&position, made);
                let read = session.read_move(&position, &typed).unwrap();
                let same = session.after(&position, &read);
                prop_assert_eq!(same.parts.len(), session.after(&position, made).parts.len());
                prop_assert!(session.is_legal(&position, &read, &limits).unwrap(), "{}: {}", &text, typed);
            }
            if all.is_empty() {
                let over = session.is_finished(&position, &limits).unwrap();
                // In normal play, and where the game was won on the spot, who is to move has lost.
                prop_assert_eq!(opponents, misere && !over, "{}", &text);
                return Ok(());
            }
            let made = match opponents {
                true => match opponent.best(&mut session, &position, &limits) {
                    // Too much to tell which move is best.
                    Err(Failure::Stop(_)) => return Ok(()),
                    best => best.unwrap().unwrap(),
                },
                false => all[choice % all.len()].clone(),
            };
            position = session.after(&position, &made);
            opponents = !opponents;
        }
    }

    #[test]
    fn lengths_are_those_of_the_definition(
        Built(text) in built(60, ending::rule),
        heaps in prop::collection::vec(0..5_u32, 1..=2),
        misere in any::<bool>(),
    ) {
        let (mut session, position) = start(&text, &heaps, misere);
        let expected = length(&mut session, &position, misere, &mut 3000);
        prop_assume!(expected.is_some());
        let found =
            Lengths::new().of(&mut session, &position, 10_000, &Limits::default()).unwrap();
        prop_assert_eq!(found, expected, "{}", &text);
    }
}

#[test]
fn lengths_of_other_games_and_of_another_way_of_play_are_forgotten() {
    let limits = Limits::default();
    let mut lengths = Lengths::new();
    let mut of = |session: &mut Session, heap: &str| {
        let position = session.position(heap).unwrap();
        lengths.of(session, &position, 1000, &limits).unwrap().unwrap()
    };
    let mut twos = Session::with_game("S{1, 2}").unwrap();
    let mut threes = Session::with_game("S{1, 3}").unwrap();
    for _ in 0..2 {
        assert_eq!(of(&mut twos, "3"), (Outcome::P, 2));
        assert_eq!(of(&mut threes, "3"), (Outcome::N, 1));
        // Another game beside the first changes nothing.
        assert_eq!(of(&mut threes, "3 + nim[1]"), (Outcome::P, 4));
    }
    // The same rule under the same name, with other arguments.
    let mut few = Session::with_game("bash(2)").unwrap();
    let mut many = Session::with_game("bash(3)").unwrap();
    assert_eq!(of(&mut few, "3"), (Outcome::P, 2));
    assert_eq!(of(&mut many, "3"), (Outcome::N, 1));
    many.play_misere();
    assert_eq!(of(&mut many, "1"), (Outcome::P, 1));
    assert_eq!(of(&mut many, "3"), (Outcome::N, 2));
}

#[test]
fn an_opponent_turns_to_another_game() {
    let limits = Limits::default();
    let mut opponent = Opponent::new();
    let mut best = |session: &mut Session, heap: &str| {
        let position = session.position(heap).unwrap();
        let made = opponent.best(session, &position, &limits).unwrap().unwrap();
        session.describe_move(&position, &made)
    };
    let mut threes = Session::with_game("S{1, 2, 3}").unwrap();
    assert_eq!(best(&mut threes, "8"), "8 -> 7");
    let mut other = Session::with_game("S{2, 3, 7}").unwrap();
    let mut alone = Opponent::new();
    for heap in 2..20 {
        let heap = heap.to_string();
        let position = other.position(&heap).unwrap();
        let made = alone.best(&mut other, &position, &limits).unwrap().unwrap();
        let right = other.describe_move(&position, &made);
        assert_eq!(best(&mut other, &heap), right);
    }
}

#[test]
fn a_position_too_large_to_be_searched_leaves_the_search_of_later_ones_whole() {
    let limits = Limits::default();
    let mut session = Session::with_game("nim").unwrap();
    let mut opponent = Opponent::new();
    let large = session.position("50 60 70").unwrap();
    opponent.best(&mut session, &large, &limits).unwrap().unwrap();
    // Lost: taking a token at a time makes it last.
    let small = session.position("3 3").unwrap();
    let made = opponent.best(&mut session, &small, &limits).unwrap().unwrap();
    assert_eq!(session.describe_move(&small, &made), "3 -> 2");
}

#[test]
fn the_length_of_a_game_is_given_up_by_the_moves_as_well_as_by_the_positions() {
    let mut session = Session::with_game("nim").unwrap();
    let one = session.position("1000").unwrap();
    // A heap of n has n moves: 1001 positions with half a million moves.
    let found = Lengths::new().of(&mut session, &one, 10_000, &Limits::default());
    assert_eq!(found, Ok(None));
    let small = session.position("390").unwrap();
    let short = Lengths::new().of(&mut session, &small, 20_000, &Limits::default()).unwrap();
    assert_eq!(short, Some((Outcome::N, 1)));
    assert_eq!(Lengths::new().of(&mut session, &small, 2_000, &Limits::default()), Ok(None));
}

#[test]
fn what_the_rules_do_not_allow_is_refused() {
    let limits = Limits::default();
    for (game, position, typed, legal) in [
        ("nim", "3 5", "5 -> 0", true),
        // A heap of nothing may be left out.
        ("nim", "3 5", "5 -> []", true),
        ("kayles", "5", "5 -> 4", true),
        ("kayles", "5", "5 -> 4 + 0", true),
        ("kayles", "5", "5 -> 5 + 0", false),
        ("[n] -> [n-1] | [n-2] if n == 2", "2", "2 -> []", true),
        // Not where it wins at once, or can be moved in.
        ("[n] -> [k] for k in 0..n-1 win on [n] if n == 0", "5", "5 -> []", false),
        (
            "[n, m] -> [n-1, 0] + rest[0] if n > 0 rest[n] -> end[n] end[n] -> [0, 0] if n > 0",
            "[1, 1]",
            "[1, 1] -> []",
            false,
        ),
        ("nim", "3 5", "5 -> 5", false),
        ("nim", "3 5", "3 -> 4", false),
        ("nim", "3 5", "5 -> 1 + 2", false),
        ("nim", "1000000000000000000000000", "1000000000000000000000000 -> 17", true),
        (
            "nim",
            "1000000000000000000000000",
            "1000000000000000000000000 -> 1000000000000000000000001",
            false,
        ),
        ("lasker", "1000000000000", "1000000000000 -> 1 + 999999999999", true),
        ("lasker", "1000000000000", "1000000000000 -> 2 + 999999999999", false),
        ("bash", "1000000000000", "1000000000000 -> 999999999998", true),
        ("bash", "1000000000000", "1000000000000 -> 999999999996", false),
        ("wythoff", "6,9", "[6,9] -> [3,6]", true),
        ("wythoff", "6,9", "[6,9] -> [3,5]", false),
    ] {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(position).unwrap();
        let made = session.read_move(&position, typed).unwrap();
        assert_eq!(session.is_legal(&position, &made, &limits), Ok(legal), "{game}: {typed}");
    }
}

#[test]
fn a_move_is_found_where_no_rule_can_be_followed() {
    let limits = Limits::default();
    for (game, position) in [
        ("nim", "1000000000000000000000000"),
        ("bash", "1000000000000000000000000"),
        ("lasker", "1000000000000000000000000"),
    ] {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(position).unwrap();
        let made = session.any_move(&position, &limits).unwrap().unwrap();
        let made = match made.to {
            Target::Range { .. } => session
                .read_move(
                    &position,
                    &format!(
                        "{} -> {}",
                        session.describe_sum(&position.parts),
                        session.describe_sum(&session.after(&position, &made).parts)
                    ),
                )
                .unwrap(),
            Target::Sum(_) => made,
        };
        assert_eq!(session.is_legal(&position, &made, &limits), Ok(true), "{game}");
        let best = Opponent::new().best(&mut session, &position, &limits).unwrap();
        assert!(best.is_some(), "{game}");
    }
}

/// Options of such heaps are more than are listed one by one, but theory knows moves.
#[test]
fn opponents_answer_for_heaps_of_any_size() {
    let limits = Limits::default();
    for (game, text) in [
        ("nim", "5000000000 5000000000"),
        ("nim", "5000000000 5000000001"),
        ("nim", "18446744073709551616 18446744073709551616"),
        ("nim", "9000000000000000000"),
        ("wythoff", "1000000000000000000,1700000000000000000"),
        ("0.77", "10000000000"),
        ("0.77", "10000000000 10000000000"),
    ] {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(text).unwrap();
        let made = session.any_move(&position, &limits).unwrap();
        let mut made = made.unwrap_or_else(|| panic!("{game} {text}"));
        if let Target::Range { from, .. } = &made.to {
            let coords = vec![from.clone()];
            made.to = Target::Sum(vec![Part { game: 0, kind: 0, coords }]);
        }
        assert!(session.is_legal(&position, &made, &limits).unwrap(), "{game} {text}: {made:?}");
        let best = Opponent::new().best(&mut session, &position, &limits).unwrap();
        assert!(best.is_some(), "{game} {text}");
    }
}

/// Where not all moves can be listed, some are, and nobody is told that there is none.
#[test]
fn games_with_more_moves_than_can_be_listed_have_not_ended() {
    let limits = Limits::default();
    for (game, position, first) in [
        ("prime-powers", "16777217", "16777217 -> 16777216"),
        ("squares", "10^15", "1000000000000000 -> 999999999999999"),
        ("[n] -> [k] for k in 0..n-1 if k != 3", "2^33", "8589934592 -> 0"),
        (
            "[n] -> [n-k] + [j] for k in 1..n, j in 1..n-1 if j > 1",
            "2^33",
            "8589934592 -> 8589934591 + 2",
        ),
        ("grundys", "2^34", "17179869184 -> 1 + 17179869183"),
        ("squares", "10^15 + 1", "1000000000000000 -> 999999999999999"),
        ("[n] -> [n-k] for k in {1} or squares(n)", "10^15 + 1", "1 -> 0"),
        ("nim", "2^63", "9223372036854775808 -> 0"),
    ] {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(position).unwrap();
        let made = session.any_move(&position, &limits).unwrap().unwrap();
        assert_eq!(session.describe_move(&position, &made), first, "{game}");
        let (moves, more) = session.first_moves(&position, 7, &limits).unwrap();
        assert!(more && (1..=7).contains(&moves.len()), "{game}: {moves:?}");
        assert!(session.is_legal(&position, &moves[0], &limits).unwrap(), "{game}");
        let dice = &mut |count: usize| count - 1;
        assert!(
            Opponent::new().mistaken(&mut session, &position, dice, &limits).unwrap().is_some()
        );
    }
    // What is not known is told, not taken for the end.
    for (game, position) in [
        ("digits", "10^19"),
        ("wythoff", "10^30,1618033988749894848204586834366"),
        ("[n] -> [n-k] for k in {1} or squares(n)", "10^15"),
    ] {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(position).unwrap();
        let failure = session.any_move(&position, &limits).unwrap_err();
        assert!(failure.is_beyond_reach(), "{game}: {failure}");
    }
}
