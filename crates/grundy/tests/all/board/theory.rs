//! Games on boards that theory answers, against their definition.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Duration;

use grundy::board::{
    BoardGame, Coins, Hackenbush, Northcott, OnGraph, Piece, Source, Staircase, Treblecross,
    Turning, Undirected, Winning, open, reading,
};
use grundy::games::BOARDS;
use grundy::graph::read::{EdgeList, read_dot};
use grundy::graph::{Draft, Named};
use grundy::limits::{Limits, Stop};
use grundy::nimber::Nimber;
use grundy::ruleset::Failure;
use proptest::prelude::*;

use super::{agrees, by_definition};

#[test]
fn every_game_on_boards_opens_its_example() {
    for entry in BOARDS {
        let (name, position) = entry.example.split_once(' ').unwrap();
        assert_eq!(name, entry.name);
        let mut board = open(name, Source::Text(position.trim_matches('\''))).unwrap();
        board.is_lost(&Limits::default()).unwrap();
        for alias in entry.aliases {
            assert!(open(alias, Source::Text(position)).is_ok(), "{alias}");
        }
    }
}

/// A graph of more vertices than a search has bits, of which the components are small. Their vertices come in any order
/// among those of the others.
#[test]
fn large_graphs_that_fall_apart_agree_with_the_definition() {
    let limits = Limits::default();
    let mut random = fastrand::Rng::with_seed(61);
    for piece in [Piece::Stone, Piece::Domino] {
        let mut names: Vec<usize> = (0..160).collect();
        random.shuffle(&mut names);
        let mut words: Vec<String> = names.iter().map(usize::to_string).collect();
        while names.len() > 9 {
            let part = names.split_off(names.len() - random.usize(1..=9));
            for (number, &end) in part.iter().enumerate().skip(1) {
                let near = random.usize(0..number);
                let joined = (0..number).filter(|&a| a == near || random.u8(0..4) == 0);
                words.extend(joined.map(|a| format!("{}-{end}", part[a])));
            }
        }
        random.shuffle(&mut words);
        let text = words.join(" ");
        let mut game = OnGraph::new(piece, Undirected::read(&text).unwrap());
        let mut memo = HashMap::new();
        let mut expected = |position: &Vec<u32>| {
            let one = OnGraph::new(piece, Undirected::read(&text).unwrap());
            let parts = one.apart(position).into_iter();
            parts.fold(Nimber::ZERO, |sum, part| sum ^ by_definition(&one, &part, &mut memo))
        };
        let all: Vec<u32> = (0..160).collect();
        let value = expected(&all);
        assert_eq!(game.value(&all, &limits), Ok(value));
        assert_eq!(game.is_lost(&all, &limits), Ok(value == Nimber::ZERO));
        let moves: Vec<Vec<u32>> = game.moves(&all).collect();
        let name = if piece == Piece::Stone { "node-kayles" } else { "arc-kayles" };
        let mut board = open(name, Source::Text(&text)).unwrap();
        for heap in (0..8).map(Nimber) {
            let wins = |made: &Vec<u32>| expected(&game.after(&all, made)) == heap;
            let winning: Vec<bool> = moves.iter().map(wins).collect();
            let mut found = vec![false; moves.len()];
            let see = &mut |number: usize, _: &dyn Fn() -> Winning| {
                found[number] = true;
                ControlFlow::Continue(())
            };
            board.each_move_beside(heap, &limits, see).unwrap();
            assert_eq!(found, winning, "{heap:?}");
        }
    }
}

const TURNINGS: [Turning; 3] = [Turning::Turtles, Turning::MockTurtles, Turning::Ruler];

#[test]
fn coins_in_a_row_are_worth_what_theory_says() {
    for turning in TURNINGS {
        let game = Coins::row(turning);
        agrees(game, &game.read("HHHHHHHHHH").unwrap());
    }
}

#[test]
fn products_of_coin_games_are_worth_nim_products() {
    for across in TURNINGS {
        for along in TURNINGS {
            let game = Coins::product(across, along);
            agrees(game, &game.read("HHHH/HHHH/HHHH").unwrap());
        }
    }
}

const COIN_GAMES: [(&str, bool); 6] = [
    ("turning-turtles", false),
    ("mock-turtles", false),
    ("ruler", false),
    ("turning-corners", true),
    ("turtles-by-ruler", true),
    ("mock-turtles-by-ruler", true),
];

proptest! {
    /// Theory tells the moves without making them: making each finds the same.
    #[test]
    fn moves_of_coins_win_as_those_that_are_made(
        (game, has_rows) in prop::sample::select(&COIN_GAMES[..]),
        heads in prop::collection::vec(any::<bool>(), 1..=12),
        width in 2_usize..=5,
        heap in 0_u64..8,
    ) {
        let sign = |&head: &bool| if head { 'H' } else { 'T' };
        let width = if has_rows { width } else { 12 };
        let rows: Vec<String> =
            heads.chunks(width).map(|row| row.iter().map(sign).collect()).collect();
        let text = rows.join("/");
        let (limits, heap) = (Limits::default(), Nimber(heap));
        // Beside another board moves are counted on.
        for text in [text.clone(), format!("{text} + {text}")] {
            let mut board = open(game, Source::Text(&text)).unwrap();
            let mut moves = 0;
            board.each_move(&mut |_| {
                moves += 1;
                ControlFlow::Continue(())
            });
            let mut expected = Vec::new();
            for number in 0..moves {
                board.make(number);
                if board.value(&limits) == Ok(heap) {
                    expected.push(number);
                }
                board.take_back();
            }
            let mut found = Vec::new();
            let see = &mut |number, _: &dyn Fn() -> Winning| {
                found.push(number);
                ControlFlow::Continue(())
            };
            board.each_move_beside(heap, &limits, see).unwrap();
            prop_assert_eq!(found, expected, "{} {}", game, text);
        }
    }
}

#[test]
fn billions_of_moves_of_coins_are_looked_at_within_limits() {
    let limits = Limits::default();
    limits.cancel.cancel();
    let heads = "H".repeat(2047);
    for game in ["mock-turtles", "ruler"] {
        let mut board = open(game, Source::Text(&heads)).unwrap();
        let found = board.each_winning_move(&limits, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(found, Err(Failure::Stop(Stop::Cancelled)), "{game}");
        let first = board.best(1000, &Limits::default()).unwrap().unwrap();
        assert!(board.make(first.number));
        assert_eq!(board.is_lost(&Limits::default()), Ok(true), "{game}");
    }
}

#[test]
fn staircase_nim_counts_every_other_stair() {
    for stairs in [vec![1, 2, 3, 1], vec![0, 3, 0, 2], vec![4, 0, 1]] {
        agrees(Staircase, &stairs);
    }
}

#[test]
fn treblecross_is_won_and_lost_as_its_definition_says() {
    let mut game = Treblecross::new();
    let mut memo = HashMap::new();
    for cells in 3..=11 {
        by_definition(&game, &vec![false; cells], &mut memo);
    }
    assert!(memo.len() > 1000);
    for (strip, value) in memo {
        let lost = game.is_lost(&strip, &Limits::default());
        assert_eq!(lost, Ok(value == Nimber::ZERO), "{}", game.show(&strip));
    }
}

/// The board of those of the edges that stand on the ground, 0, if there are any; it is not read with
/// all.
fn hackenbush(edges: &[(u32, u32)]) -> Option<(Hackenbush, Vec<(u32, u32)>)> {
    let mut reached = vec![0];
    let mut at = 0;
    while let Some(&vertex) = reached.get(at) {
        at += 1;
        for &(a, b) in edges.iter().filter(|&&(a, b)| a == vertex || b == vertex) {
            let other = if a == vertex { b } else { a };
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    let (standing, fallen): (Vec<_>, Vec<_>) =
        edges.iter().copied().partition(|(a, _)| reached.contains(a));
    let typed = |edges: &[(u32, u32)]| {
        edges.iter().map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(" ")
    };
    if let Some(&first) = fallen.first() {
        let error = Hackenbush::read(&typed(edges)).unwrap_err();
        assert_eq!(&typed(edges)[error.span.start..error.span.end], typed(&[first]));
    }
    (!standing.is_empty()).then(|| Hackenbush::read(&typed(&standing)).unwrap())
}

proptest! {
    #[test]
    fn hackenbush_agrees_with_the_definition(
        edges in prop::collection::vec((0_u32..6, 0_u32..6), 1..9),
    ) {
        let Some((game, standing)) = hackenbush(&edges) else { return Ok(()) };
        agrees(game, &standing);
    }

    #[test]
    fn hackenbush_cuts_are_judged_together_as_one_after_the_other(
        edges in prop::collection::vec((0_u32..9, 0_u32..9), 1..14),
    ) {
        let Some((mut game, standing)) = hackenbush(&edges) else { return Ok(()) };
        let limits = Limits::default();
        let after: Vec<Vec<(u32, u32)>> =
            game.moves(&standing).map(|made| game.after(&standing, &made)).collect();
        let values: Vec<u64> =
            after.iter().map(|edges| game.value(edges, &limits).unwrap().0).collect();
        for wanted in 0..16 {
            let mut together = Vec::new();
            let mut see = |number, made| {
                together.push((number, game.after(&standing, &made)));
                ControlFlow::Continue(())
            };
            let count = game.each_move_to(&standing, Nimber(wanted), &limits, &mut see).unwrap();
            prop_assert_eq!(count, Some(after.len()));
            let each = after.iter().cloned().enumerate();
            let each = each.filter(|(number, _)| values[*number] == wanted).collect::<Vec<_>>();
            prop_assert_eq!(together, each, "{} {:?}", wanted, standing);
        }
    }

    /// Play need not end, so there is no definition to compare with: a lost position has no move to
    /// a lost one, any other has one, and the winner can always shorten the gaps.
    #[test]
    fn northcott_is_decided_by_its_gaps(
        rows in prop::collection::vec((2_usize..7, 0_usize..7, 0_usize..7), 1..4),
    ) {
        let row = |&(cells, own, other): &(usize, usize, usize)| {
            let (own, other) = (own % cells, other % cells);
            let other = if own == other { (other + 1) % cells } else { other };
            let sign = |cell| if cell == own { 'W' } else if cell == other { 'B' } else { '.' };
            (0..cells).map(sign).collect::<String>()
        };
        let text = rows.iter().map(row).collect::<Vec<_>>().join("/");
        let mut game = Northcott;
        let board = Northcott::read(&text).unwrap();
        prop_assert_eq!(game.show(&board), text);
        let limits = Limits::default();
        let lost = game.is_lost(&board, &limits).unwrap();
        let mut moves = game.moves(&board);
        let winning = moves.any(|made| game.is_lost(&game.after(&board, &made), &limits).unwrap());
        prop_assert_eq!(winning, !lost);
    }
}

#[test]
fn a_tall_stalk_and_a_large_cycle_are_valued_without_recursion() {
    let stalk: Vec<String> = (0..10_000).map(|at| format!("{at}-{}", at + 1)).collect();
    let (mut game, edges) = Hackenbush::read(&stalk.join(" ")).unwrap();
    assert_eq!(game.value(&edges, &Limits::default()), Ok(Nimber(10_000)));
    let (mut game, edges) = Hackenbush::read(&format!("{} 10000-0", stalk.join(" "))).unwrap();
    assert_eq!(game.value(&edges, &Limits::default()), Ok(Nimber(1)));
}

#[test]
fn a_path_of_edges_is_typed_at_once() {
    let (_, path) = Hackenbush::read("Ground-a-b-ground b-c").unwrap();
    let (_, edges) = Hackenbush::read("ground-a a-b b-ground b-c").unwrap();
    assert_eq!(path, edges);
    assert!(open("poset", Source::Text("divisor 6<7")).is_ok());
}

#[test]
fn theory_boards_that_are_none_get_a_message() {
    for (game, text, expected) in [
        ("hackenbush", "Ground-a-b c-d", "this does not hang together with the ground"),
        ("hackenbush", "ground-a a--b", "this is no edge"),
        ("poset", "divisor 60", "no order has this name"),
        ("ruler", "THX", "expected H or T"),
        ("ruler", "TH/HT", "this game has one row; join rows with +"),
        ("turning-corners", "", "there are no coins here"),
        ("treblecross", "..O", "expected `.` or `X`"),
        ("treblecross", "5000", "a strip has from 3 to 4096 cells"),
        ("staircase", "3 x", "expected a number of coins up to 1048576"),
        ("northcott", "W..W", "this row does not have one W and one B"),
        ("northcott", "W..b", "a row has `.`, `W` and `B`"),
        ("hackenbush", "a", "this is no edge"),
    ] {
        let error = open(game, Source::Text(text)).err().unwrap();
        assert_eq!(error.message.to_string(), expected, "{game} {text}");
    }
}

/// Edges of a file count as often as they stand there, in one direction or the other.
#[test]
fn hackenbush_on_graphs_that_were_read_counts_edges() {
    let draft = || Draft::new(reading("hackenbush"), Limits::default());
    let value = |named: &Named| {
        let mut board = open("hackenbush", Source::Graph(named)).unwrap();
        (board.value(&Limits::default()).unwrap().0, board.show())
    };
    for (list, shown) in [
        ("0 a\n0 a\n", "0-a 0-a"),
        ("0 a\na 0\n", "0-a 0-a"),
        ("0 a\na 0\n0 a\n", "0-a 0-a 0-a"),
        ("0 a\na a\na b\n", "0-a a-a a-b"),
        ("ground 1\nground 1\nground 1\n1 2\n", "ground-1 ground-1 ground-1 1-2"),
    ] {
        let mut read = EdgeList::new(draft());
        read.feed(list.as_bytes()).unwrap();
        let found = value(&read.finish().unwrap().unwrap());
        let mut typed = open("hackenbush", Source::Text(shown)).unwrap();
        assert_eq!(found, (typed.value(&Limits::default()).unwrap().0, shown.to_owned()));
    }
    let mut apart = EdgeList::new(draft());
    apart.feed(b"ground a\nb c\n").unwrap();
    let refused = open("hackenbush", Source::Graph(&apart.finish().unwrap().unwrap())).err();
    let message = "the edge b-c does not hang together with the ground";
    assert_eq!(refused.unwrap().message.to_string(), message);
    let mut both = EdgeList::new(draft());
    both.feed(b"ground 0\n0 a\n").unwrap();
    let refused = open("hackenbush", Source::Graph(&both.finish().unwrap().unwrap())).err();
    assert!(refused.unwrap().message.to_string().contains("both the ground"));
    let mut dot = draft();
    read_dot("graph { 0 -- a; 0 -- a; a -- a }", &mut dot).unwrap();
    assert_eq!(value(&dot.finish().unwrap()).1, "0-a 0-a a-a");
}

/// The value of a multigraph by the definition: of the edges whose bits are set, which all stand.
fn cut_by_definition(edges: &[(usize, usize)], left: u32, memo: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = memo.get(&left) {
        return value;
    }
    let mut options = BTreeSet::new();
    for cut in (0..edges.len()).filter(|edge| left >> edge & 1 == 1) {
        let rest = left & !(1 << cut);
        let (mut reached, mut stands) = (1_u32, 0);
        for _ in 0..=edges.len() {
            for (edge, &(a, b)) in edges.iter().enumerate() {
                let met = reached >> a & 1 == 1 || reached >> b & 1 == 1;
                if rest >> edge & 1 == 1 && met {
                    reached |= 1 << a | 1 << b;
                    stands |= 1 << edge;
                }
            }
        }
        options.insert(cut_by_definition(edges, stands, memo));
    }
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    memo.insert(left, value);
    value
}

proptest! {
    /// However the file says it, each line, pair or arrow is an edge.
    #[test]
    fn hackenbush_of_files_agrees_with_the_definition(
        vertices in prop::collection::vec((0_usize..5, any::<bool>()), 1..9),
        ends in prop::collection::vec(0_usize..5, 8),
    ) {
        const NAMES: [&str; 5] = ["ground", "a", "b", "c", "d"];
        // Each edge begins where the ones before it have been, so that all stand.
        let mut met = vec![0];
        let mut edges = Vec::new();
        for (&(to, turned), &from) in vertices.iter().zip(&ends) {
            let from = met[from % met.len()];
            met.push(to);
            edges.push(if turned { (to, from) } else { (from, to) });
        }
        let expected = cut_by_definition(&edges, (1 << edges.len()) - 1, &mut HashMap::new());
        let lines = |between: &str, end: &str| {
            let line = |&(a, b): &(usize, usize)| format!("{}{between}{}{end}", NAMES[a], NAMES[b]);
            edges.iter().map(line).collect::<String>()
        };
        let draft = || Draft::new(reading("hackenbush"), Limits::default());
        let mut list = EdgeList::new(draft());
        list.feed(lines(" ", "\n").as_bytes()).unwrap();
        let mut read = vec![list.finish().unwrap().unwrap()];
        for (kind, arrow) in [("graph", " -- "), ("digraph", " -> ")] {
            let mut dot = draft();
            read_dot(&format!("{kind} {{ {} }}", lines(arrow, "; ")), &mut dot).unwrap();
            read.push(dot.finish().unwrap());
        }
        let typed = lines("-", " ");
        let boards = read.iter().map(Source::Graph).chain([Source::Text(&typed)]);
        for source in boards {
            let mut board = open("hackenbush", source).unwrap();
            let value = board.value(&Limits::default()).unwrap();
            prop_assert_eq!(value.0, expected, "{} as {}", typed, board.show());
        }
    }
}

/// Of parts on which every move has an answer the value is 0, however large they are.
#[test]
fn parts_with_an_answer_to_every_move_need_no_search() {
    // A cube of seven dimensions, by its edges.
    let cube: Vec<String> = (0..128_u32)
        .flat_map(|a| (0..7).map(move |axis| (a, a ^ 1 << axis)))
        .filter(|(a, b)| a < b)
        .map(|(a, b)| format!("{a}-{b}"))
        .collect();
    // Its vertices first, for answers are sought among those in the opposite order.
    let vertices: Vec<String> = (0..128).map(|vertex: u32| vertex.to_string()).collect();
    let cube = [vertices, cube].concat().join(" ");
    for (game, position, value) in [
        ("node-kayles", "cube 7".to_owned(), 0),
        ("arc-kayles", "cube 7".to_owned(), 0),
        ("node-kayles", format!("{cube} a-b b-c"), 2),
        ("node-kayles", format!("a-b b-c {cube} d-e"), 3),
    ] {
        let mut board = open(game, Source::Text(&position)).unwrap();
        let few = Limits::default().positions(1000);
        assert_eq!(board.value(&few), Ok(Nimber(value)), "{game}");
        assert_eq!(board.is_lost(&few), Ok(value == 0), "{game}");
    }
}

/// The move after which every move has an answer is shown, also where time is over before the others are looked at.
#[test]
fn a_move_that_is_known_is_shown_though_time_is_over() {
    let mut board = open("cram", Source::Text("40x41")).unwrap();
    let mut shown = Vec::new();
    let limits = Limits::default().time(Duration::ZERO);
    let found = board.each_winning_move(&limits, &mut |_, made| {
        shown.push(made().mark);
        ControlFlow::Continue(())
    });
    assert!(matches!(found, Err(Failure::Stop(Stop::Time))), "{found:?}");
    assert_eq!(shown.len(), 1);
}

/// Memory is asked for before edges are fused.
#[test]
fn hackenbush_keeps_within_memory() {
    let stalk: Vec<String> = (0..40_000).map(|edge| format!("{edge}-{}", edge + 1)).collect();
    let mut board = open("hackenbush", Source::Text(&stalk.join(" "))).unwrap();
    let limits = Limits::default().memory(1 << 20);
    assert!(matches!(board.value(&limits), Err(Failure::Stop(Stop::Memory { .. }))));
    assert_eq!(board.value(&Limits::default()).unwrap(), Nimber(40_000));
}

/// What a stopped search has excluded is said of the whole, of which it looked at some parts.
#[test]
fn what_is_excluded_is_said_with_the_parts_that_theory_knows() {
    let near = |at: u32| {
        let right = (at % 6 < 5).then_some((at, at + 1));
        right.into_iter().chain((at < 30).then_some((at, at + 6)))
    };
    let grid: Vec<String> = (0..36).flat_map(near).map(|(a, b)| format!("{a}-{b}")).collect();
    let position = format!("{} 0-35 x-y y-z", grid.join(" "));
    let value = open("node-kayles", Source::Text(&position)).unwrap().value(&Limits::default());
    let value = value.unwrap().0 as u8;
    let mut said = 0;
    for most in (4..18).map(|power| 1 << power) {
        let mut board = open("node-kayles", Source::Text(&position)).unwrap();
        if board.value(&Limits::default().positions(most)).is_err() {
            let excluded = board.excluded();
            assert!(!excluded.contains(&value), "{excluded:?} {value}");
            // The first that is tried for the rest is 0, beside a path of value 2.
            assert!(excluded.is_empty() || excluded.contains(&2), "{excluded:?}");
            said += excluded.len();
        }
    }
    assert!(said > 0);
}
