//! Moves on boards: made and taken back, named, drawn, and the best of them, against the definition
//! read off the boards themselves.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use grundy::board::{Board, Numbered, Source, Touch, Winning, open};
use grundy::games::BOARDS;
use grundy::language::Language;
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;

fn opened(game: &str, text: &str) -> Box<dyn Board> {
    open(game, Source::Text(text)).unwrap()
}

fn moves(board: &dyn Board) -> Vec<Numbered> {
    let mut moves = Vec::new();
    board.each_move(&mut |made| {
        moves.push(made);
        ControlFlow::Continue(())
    });
    moves
}

/// Who wins and in how many moves, by making every move.
fn length(board: &mut dyn Board, memo: &mut HashMap<String, (Outcome, u32)>) -> (Outcome, u32) {
    let shown = board.show();
    if let Some(&known) = memo.get(&shown) {
        return known;
    }
    let (mut to_lost, mut longest) = (None, 0);
    for number in 0..moves(board).len() {
        assert!(board.make(number));
        let (outcome, length) = length(board, memo);
        assert!(board.take_back());
        assert_eq!(board.show(), shown);
        longest = longest.max(length + 1);
        if outcome == Outcome::P {
            to_lost = Some(to_lost.map_or(length + 1, |least: u32| least.min(length + 1)));
        }
    }
    let found = match to_lost {
        Some(shortest) => (Outcome::N, shortest),
        None => (Outcome::P, longest),
    };
    memo.insert(shown, found);
    found
}

/// Numbers below what is asked for that look random.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    }
}

/// Small positions of every game, some of them sums.
const SMALL: [(&str, &str); 24] = [
    ("cram", "3x3"),
    ("cram", "2x3 + 2x2 + #./##"),
    ("chomp", "3,3,2"),
    ("chomp", "2x2 + 3,1"),
    ("chomp", "1"),
    ("node-kayles", "2x4"),
    ("node-kayles", "a-b b-c c-a d"),
    ("arc-kayles", "cycle 6"),
    ("arc-kayles", "2x2 + 1x3"),
    ("poset", "a<b a<c c<d e"),
    ("poset", "divisors 24"),
    ("turning-turtles", "TTHTH"),
    ("mock-turtles", "THTH"),
    ("ruler", "HTTH + HH"),
    ("turning-corners", "TH/HT"),
    ("turtles-by-ruler", "TH/HT"),
    ("mock-turtles-by-ruler", "TT/TH/TH"),
    ("treblecross", "6"),
    ("treblecross", "X.X.."),
    ("hackenbush", "ground-a a-b a-c b-c"),
    ("hackenbush", "ground-a ground-a a-a ground-b"),
    ("staircase", "1 2 1"),
    ("northcott", "WB../.BW"),
    ("northcott", "W.B + BW."),
];

/// Whether every play ends; where pieces may retreat only the winner can see to it.
fn ends(game: &str) -> bool {
    game != "northcott"
}

#[test]
fn every_game_is_among_the_small_positions() {
    let tried: HashSet<&str> = SMALL.iter().map(|(game, _)| *game).collect();
    assert!(BOARDS.iter().all(|entry| tried.contains(entry.name)));
}

#[test]
fn winning_moves_have_the_numbers_of_the_moves_that_leave_a_lost_board() {
    for (game, text) in SMALL {
        let mut board = opened(game, text);
        let mut memo = HashMap::new();
        let mut expected = Vec::new();
        for number in 0..moves(board.as_ref()).len() {
            board.make(number);
            let lost = match ends(game) {
                true => length(board.as_mut(), &mut memo).0 == Outcome::P,
                false => board.is_lost(&Limits::default()).unwrap(),
            };
            if lost {
                expected.push(number);
            }
            board.take_back();
        }
        let mut found = Vec::new();
        let see = &mut |number, _: &dyn Fn() -> Winning| {
            found.push(number);
            ControlFlow::Continue(())
        };
        board.each_winning_move(&Limits::default(), see).unwrap();
        assert_eq!(found, expected, "{game} {text}");
        let lost = board.is_lost(&Limits::default());
        assert_eq!(lost, Ok(expected.is_empty()), "{game} {text}");
        match board.a_winning_move(&Limits::default()).unwrap() {
            Some((number, _)) => assert!(expected.contains(&number), "{game} {text}: {number}"),
            None => assert!(expected.is_empty(), "{game} {text}"),
        }
    }
}

#[test]
fn the_best_move_hurries_to_win_and_delays_to_lose() {
    for (game, text) in SMALL.into_iter().filter(|(game, _)| ends(game)) {
        let mut board = opened(game, text);
        let mut memo = HashMap::new();
        loop {
            let (outcome, left) = length(board.as_mut(), &mut memo);
            let found = board.length(100_000, &Limits::default()).unwrap();
            assert_eq!(found, Some((outcome, left)), "{game} {text}: {}", board.show());
            let best = board.best(100_000, &Limits::default()).unwrap();
            let Some(best) = best else {
                assert_eq!((outcome, left), (Outcome::P, 0), "{game} {text}");
                break;
            };
            assert_eq!(best.lasts, Some(left - 1), "{game} {text}: {}", board.show());
            assert!(board.make(best.number));
            let after = length(board.as_mut(), &mut memo);
            assert_eq!((best.leaves, left - 1), (Some(after.0), after.1), "{game} {text}");
            assert_ne!(after.0, outcome, "{game} {text}");
        }
    }
}

#[test]
fn the_winner_comes_to_an_end_although_pieces_may_retreat() {
    let mut dice = numbers(7);
    for text in ["W...B/.W.B.", "W.B + .W..B.", "B..W/W....B/.B.W."] {
        let mut board = opened("northcott", text);
        assert_eq!(board.is_lost(&Limits::default()), Ok(false));
        assert_eq!(board.length(1000, &Limits::default()), Ok(None));
        let mut made = 0;
        while let Some(best) = board.best(1000, &Limits::default()).unwrap() {
            assert_eq!(best.leaves, Some(Outcome::P), "{text}: {}", board.show());
            board.make(best.number);
            let answers = moves(board.as_ref()).len();
            if answers == 0 {
                break;
            }
            board.make(dice(answers));
            made += 1;
            assert!(made < 100, "{text}: {}", board.show());
        }
        assert!(moves(board.as_ref()).is_empty());
    }
}

#[test]
fn a_board_too_large_to_be_searched_through_is_won_by_its_value() {
    let mut board = opened("cram", "4x4 + 1x2");
    let best = board.best(10, &Limits::default()).unwrap().unwrap();
    assert_eq!((best.leaves, best.lasts), (Some(Outcome::P), None));
    board.make(best.number);
    assert_eq!(board.is_lost(&Limits::default()), Ok(true));
    // A lost one is given a move, too, and nothing is said of its length.
    let any = board.best(10, &Limits::default()).unwrap().unwrap();
    assert_eq!((any.leaves, any.lasts), (Some(Outcome::N), None));
    assert!(board.make(any.number));
}

#[test]
fn a_limit_ends_the_choice() {
    let limits = Limits::default();
    limits.cancel.cancel();
    let stopped = opened("cram", "5x7").best(1000, &limits);
    assert_eq!(stopped, Err(Failure::Stop(Stop::Cancelled)));
}

#[test]
fn moves_have_different_names_and_are_shown_on_the_board() {
    for (game, text) in SMALL {
        let board = opened(game, text);
        let moves = moves(board.as_ref());
        for language in Language::ALL {
            let names: HashSet<String> =
                moves.iter().map(|made| made.name.in_language(language)).collect();
            assert_eq!(names.len(), moves.len(), "{game} {text}");
        }
        let touched = |number: Option<usize>| {
            let marks = board.pictures(number).into_iter().flatten().flatten();
            marks.filter(|mark| mark.touch != Touch::Stays).count()
        };
        assert_eq!(touched(None), 0, "{game} {text}");
        for (at, made) in moves.iter().enumerate() {
            assert_eq!(made.number, at, "{game} {text}");
            assert!(touched(Some(at)) > 0, "{game} {text}: {}", made.name);
        }
    }
}

#[test]
fn there_is_no_move_beyond_the_last_and_nothing_before_the_first() {
    let mut board = opened("chomp", "2x2");
    assert!(!board.make(3) && !board.take_back());
    assert_eq!(board.show(), "2,2");
    let mut over = opened("treblecross", "XXX..");
    assert!(moves(over.as_ref()).is_empty() && !over.make(0));
}

#[test]
fn pictures_say_what_a_move_does() {
    let drawn = |game: &str, text: &str, number: usize| {
        let pictures = opened(game, text).pictures(Some(number));
        let row = |row: &Vec<grundy::board::Sign>| {
            row.iter().map(|mark| &mark.text[..]).collect::<String>()
        };
        let rows: Vec<String> = pictures.iter().flatten().map(row).collect();
        rows.join("\n")
    };
    assert_eq!(drawn("cram", "2x3", 1), "X##\nX##");
    assert_eq!(drawn("node-kayles", "3x3", 4), "#x#\nxXx\n#x#");
    assert_eq!(drawn("chomp", "3,3", 3), "!##\n#Xx");
    assert_eq!(drawn("treblecross", "4", 2), "..X.");
    assert_eq!(drawn("northcott", "W..B", 1), "w.WB");
    // White stays white when black is to move.
    let mut board = opened("northcott", "W..B");
    assert!(board.make(1));
    let pictures = board.pictures(None);
    let signs: String = pictures[0][0].iter().map(|sign| &sign.text[..]).collect();
    assert_eq!(signs, "..WB");
    assert_eq!(drawn("turning-turtles", "TTH", 2), "TTH");
    assert_eq!(drawn("staircase", "3 1 4", 0), "3 1 4");
    assert_eq!(drawn("poset", "a<b b<c a<d", 1), "c\nb d\na");
    assert_eq!(drawn("hackenbush", "ground-a a-b", 0), "a-b\nground-a\n======");
    assert_eq!(drawn("node-kayles", "a-b b-c", 0), "a: b\nb: a c\nc: b");
}
