//! Reasons for positions on boards, and misère play on them, against the definition read off the boards
//! themselves.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy::board::{Board, Source, Strategy, Symmetry, Winning, open};
use grundy::explain::{Step, explain_board};
use grundy::games::find_board;
use grundy::limits::{Limits, Stop};
use grundy::nimber::{Nimber, mex};
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;

fn opened(game: &str, text: &str) -> Box<dyn Board> {
    open(game, Source::Text(text)).unwrap()
}

fn names(board: &dyn Board) -> Vec<String> {
    let mut names = Vec::new();
    board.each_move(&mut |made| {
        names.push(made.name.to_string());
        ControlFlow::Continue(())
    });
    names
}

/// Numbers below what is asked for that look random.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    }
}

/// The value by making every move.
fn value(board: &mut dyn Board, memo: &mut HashMap<String, Nimber>) -> Nimber {
    let shown = board.show();
    if let Some(&known) = memo.get(&shown) {
        return known;
    }
    let mut options = Vec::new();
    for number in 0..names(board).len() {
        board.make(number);
        options.push(value(board, memo));
        board.take_back();
    }
    let found = mex(options);
    memo.insert(shown, found);
    found
}

/// Whether the player to move loses in misère play, by making every move.
fn is_lost(board: &mut dyn Board, memo: &mut HashMap<String, bool>) -> bool {
    let shown = board.show();
    if let Some(&known) = memo.get(&shown) {
        return known;
    }
    let count = names(board).len();
    // Without a move the player to move wins, also where three in a row end the game.
    let mut lost = count > 0;
    for number in 0..count {
        board.make(number);
        lost &= !is_lost(board, memo);
        board.take_back();
    }
    memo.insert(shown, lost);
    lost
}

/// Random small positions of every game that ends.
fn positions(count: usize) -> Vec<(&'static str, String)> {
    let mut random = numbers(20);
    let mut found = Vec::new();
    for _ in 0..count {
        let mut signs = |among: &str, length: usize| -> String {
            let among: Vec<char> = among.chars().collect();
            (0..length).map(|_| among[random(among.len())]).collect()
        };
        let rows = |signs: &str, width: usize| -> String {
            let signs: Vec<char> = signs.chars().collect();
            signs.chunks(width).map(String::from_iter).collect::<Vec<_>>().join("/")
        };
        found.push(("cram", rows(&signs("###.", 9), 3)));
        found.push(("node-kayles", rows(&signs("##.", 12), 4)));
        found.push(("arc-kayles", rows(&signs("###.", 8), 4)));
        found.push(("turning-turtles", signs("HT", 6)));
        found.push(("mock-turtles", signs("HT", 5)));
        found.push(("ruler", signs("HT", 6)));
        found.push(("turning-corners", rows(&signs("HTT", 4), 2)));
        found.push(("treblecross", signs("X......", 8)));
        let mut lengths: Vec<usize> = (0..3).map(|_| 1 + random(4)).collect();
        lengths.sort_unstable_by_key(|&length| std::cmp::Reverse(length));
        let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        found.push(("chomp", lengths.join(",")));
        let vertices = 5 + random(3);
        let edges: Vec<String> = (0..vertices)
            .map(|_| (random(vertices), random(vertices)))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| format!("{a}-{b}"))
            .collect();
        if !edges.is_empty() {
            found.push(("node-kayles", edges.join(" ")));
            found.push(("arc-kayles", edges.join(" ")));
        }
        let above: Vec<String> = (0..5)
            .map(|_| (random(6), random(6)))
            .filter(|(a, b)| a < b)
            .map(|(a, b)| format!("e{a}<e{b}"))
            .collect();
        found.push(("poset", format!("e0 {}", above.join(" "))));
        let names = ["ground", "a", "b", "c"];
        let mut standing = vec!["ground", "a"];
        let mut edge = || {
            standing.push(names[random(4)]);
            format!("{}-{}", standing[random(standing.len() - 1)], standing[standing.len() - 1])
        };
        let edges: Vec<String> = (0..5).map(|_| edge()).collect();
        found.push(("hackenbush", format!("ground-a {}", edges.join(" "))));
        found.push(("staircase", format!("{} {} {}", random(3), random(3), random(3))));
    }
    found
}

/// Boards on which a strategy decides, with who wins by it.
const DECIDED: [(&str, &str, Outcome); 16] = [
    ("cram", "2x4", Outcome::P),
    ("cram", "4x4", Outcome::P),
    ("cram", "3x4", Outcome::N),
    ("cram", "###/#.#/###", Outcome::P),
    ("node-kayles", "3x3", Outcome::N),
    ("node-kayles", "2x4", Outcome::P),
    ("node-kayles", "path 7", Outcome::N),
    ("node-kayles", "cycle 6", Outcome::P),
    ("arc-kayles", "path 6", Outcome::N),
    ("arc-kayles", "cycle 8", Outcome::P),
    ("arc-kayles", "cycle 6", Outcome::P),
    ("chomp", "3x4", Outcome::N),
    ("chomp", "3x3", Outcome::N),
    ("chomp", "3,1,1", Outcome::P),
    ("poset", "a<b a<c b<d c<d", Outcome::N),
    ("chomp", "4,4,2,2", Outcome::N),
];

#[test]
fn strategies_decide_where_they_are_known_to() {
    for (game, text, outcome) in DECIDED {
        let found = opened(game, text).strategy().map(|strategy| strategy.outcome());
        assert_eq!(found, Some(outcome), "{game} {text}");
    }
    for (game, text) in [("cram", "3x3"), ("cram", "1x2"), ("poset", "a<b a<c"), ("poset", "a")] {
        assert_eq!(opened(game, text).strategy(), None, "{game} {text}");
    }
    // Whoever answers gets the half turn back.
    let answered = opened("cram", "..##/####/####/####").strategy();
    let Some(Strategy::Pairing { begin: Some(begin), .. }) = answered else { panic!() };
    assert_eq!(begin.to_string(), "4,3 and 4,4");
}

#[test]
fn strategies_say_who_wins_and_their_answers_leave_lost_boards() {
    let mut decided = 0;
    let fixed = DECIDED.iter().map(|&(game, text, _)| (game, text.to_owned()));
    for (game, text) in fixed.chain(positions(150)) {
        let mut board = opened(game, &text);
        let mut memo = HashMap::new();
        let make = |board: &mut dyn Board, name: &str| {
            let number = names(board).iter().position(|known| known == name);
            assert!(board.make(number.unwrap()), "{game} {text}: {name}");
        };
        let Some(strategy) = board.strategy() else { continue };
        decided += 1;
        let lost = value(board.as_mut(), &mut memo) == Nimber::ZERO;
        assert_eq!(strategy.outcome(), Outcome::next_wins(!lost), "{game} {text}");
        assert_eq!(board.is_lost(&Limits::default()), Ok(lost));
        match strategy {
            Strategy::Pairing { begin, example, .. } => {
                if let Some(begin) = begin {
                    make(board.as_mut(), &begin.to_string());
                    assert_eq!(value(board.as_mut(), &mut memo), Nimber::ZERO, "{game} {text}");
                }
                make(board.as_mut(), &example.0.to_string());
                make(board.as_mut(), &example.1.to_string());
                assert_eq!(value(board.as_mut(), &mut memo), Nimber::ZERO, "{game} {text}");
            }
            Strategy::Stealing { play } => {
                let play = play.to_string();
                // What any other move leaves, it leaves after this one too.
                for name in names(board.as_ref()).iter().filter(|name| **name != play) {
                    make(board.as_mut(), name);
                    let alone = board.show();
                    board.take_back();
                    make(board.as_mut(), &play);
                    make(board.as_mut(), name);
                    assert_eq!(board.show(), alone, "{game} {text}: {name}");
                    board.take_back();
                    board.take_back();
                }
            }
        }
    }
    assert!(decided > 40, "{decided}");
}

#[test]
fn parts_and_options_have_the_values_of_the_definition() {
    let (mut apart, mut listed, mut replaced) = (0, 0, 0);
    for (game, text) in positions(60) {
        let mut board = opened(game, &text);
        let mut memo = HashMap::new();
        if game == "treblecross" && board.value(&Limits::default()).is_err() {
            continue;
        }
        let reasons = board.reasons(&Limits::default()).unwrap();
        let sum = reasons.iter().fold(Nimber::ZERO, |sum, reason| sum ^ reason.value.unwrap());
        let expected = match game {
            // A win on the spot has no nimber.
            "treblecross" => board.value(&Limits::default()).unwrap(),
            _ => value(board.as_mut(), &mut memo),
        };
        assert_eq!(sum, expected, "{game} {text}: {reasons:?}");
        apart += usize::from(reasons.len() > 1);
        for reason in &reasons {
            if let Some(options) = &reason.options {
                listed += 1;
                replaced += usize::from(reason.instead.is_some());
                assert_eq!(Some(mex(options.iter().map(|(_, value)| *value))), reason.value);
            }
        }
    }
    assert!(apart > 100 && listed > 300 && replaced > 3, "{apart} {listed} {replaced}");
}

#[test]
fn misere_play_is_decided_as_by_making_every_move() {
    let (mut lost, mut listed) = ([0; 2], 0);
    for (game, text) in positions(40) {
        let mut board = opened(game, &text);
        board.play_misere().unwrap();
        assert!(board.is_misere());
        let mut memo = HashMap::new();
        let expected = is_lost(board.as_mut(), &mut memo);
        lost[usize::from(expected)] += 1;
        assert_eq!(board.is_lost(&Limits::default()), Ok(expected), "{game} {text}");
        let mut found = Vec::new();
        let see = &mut |number, _: &dyn Fn() -> Winning| {
            found.push(number);
            ControlFlow::Continue(())
        };
        board.each_winning_move(&Limits::default(), see).unwrap();
        let mut winning = Vec::new();
        for number in 0..names(board.as_ref()).len() {
            board.make(number);
            if is_lost(board.as_mut(), &mut memo) {
                winning.push(number);
            }
            board.take_back();
        }
        assert_eq!(found, winning, "{game} {text}");
        let steps =
            explain_board(find_board(game).unwrap(), board.as_mut(), &Limits::default()).unwrap();
        for step in &steps {
            if let Step::Moves { moves } = step {
                let all = names(board.as_ref());
                let said = moves.iter().map(|(made, leaves)| (made.to_string(), *leaves));
                let leaves = |number| Outcome::next_wins(!winning.contains(&number));
                let expected = all.into_iter().enumerate().map(|(at, name)| (name, leaves(at)));
                assert!(said.eq(expected), "{game} {text}: {moves:?}");
                listed += 1;
            }
        }
        let best = board.best(100_000, &Limits::default()).unwrap();
        assert_eq!(best.is_none(), names(board.as_ref()).is_empty());
        if let Some(best) = best {
            assert_eq!(best.leaves, Some(Outcome::next_wins(expected)), "{game} {text}");
            // Without looking at all positions the best move is as good.
            let hasty = board.best(1, &Limits::default()).unwrap().unwrap();
            assert_eq!(hasty.leaves, best.leaves, "{game} {text}");
        }
        assert!(board.value(&Limits::default()).is_err());
    }
    assert!(lost.iter().all(|&count| count > 50) && listed > 300, "{lost:?} {listed}");
}

/// Three in a row are the last move, which loses.
#[test]
fn three_in_a_row_lose_in_misere_play() {
    for (text, lost) in [("X.X", true), ("3", true), ("4", false), ("XXX", false)] {
        let mut board = opened("treblecross", text);
        board.play_misere().unwrap();
        assert_eq!(board.is_lost(&Limits::default()), Ok(lost), "{text}");
    }
}

#[test]
fn misere_play_is_refused_where_it_need_not_end_and_stops_at_limits() {
    assert!(matches!(opened("northcott", "W.B").play_misere(), Err(Failure::Domain(_))));
    // Each option of a large board takes long, and all are alike.
    let mut star = opened("arc-kayles", "star 4000");
    star.play_misere().unwrap();
    let soon = Limits::default();
    soon.cancel.cancel();
    assert_eq!(star.is_lost(&soon), Err(Stop::Cancelled.into()));
    let mut board = opened("cram", "6x6");
    board.play_misere().unwrap();
    let few = Limits::default().positions(1000);
    assert_eq!(board.is_lost(&few), Err(Stop::Positions(1000).into()));
}

#[test]
fn explanations_of_boards_name_the_strategy_the_parts_and_a_move() {
    let explained = |game: &str, text: &str| {
        let entry = find_board(game).unwrap();
        explain_board(entry, opened(game, text).as_mut(), &Limits::default()).unwrap()
    };
    let steps = explained("cram", "3x4");
    let begins = steps.iter().any(|step| {
        matches!(step, Step::Pairing { symmetry: Symmetry::HalfTurn, begin: Some(begin), .. }
            if begin.to_string() == "2,2 and 2,3")
    });
    assert!(begins, "{steps:?}");
    let steps = explained("chomp", "3x4");
    assert!(steps.iter().any(|step| {
        matches!(step, Step::Stealing { play, .. } if play.to_string() == "row 3, column 4")
    }));
    let steps = explained("turning-turtles", "HTH");
    let sum = steps.iter().find_map(|step| match step {
        Step::NimSum { rows, sum } => Some((rows.len(), sum.to_string())),
        _ => None,
    });
    assert_eq!(sum, Some((2, "2".to_owned())));
    // Far beyond the search, the strategy says who wins and how to begin.
    let steps = explained("cram", "40x41");
    let plays =
        |step: &Step| matches!(step, Step::Play { play } if play.to_string() == "20,21 and 21,21");
    assert!(steps.contains(&Step::Outcome(Outcome::N)), "{steps:?}");
    assert!(steps.iter().any(plays), "{steps:?}");
}
