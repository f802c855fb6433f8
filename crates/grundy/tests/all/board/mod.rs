//! Boards against their definition: the mex over whole boards, without parts, symmetry or theory.

mod play;
mod read;
mod reasons;
mod theory;
mod twins;

use std::collections::HashMap;
use std::fs;
use std::sync::mpsc::channel;

use grundy::board::{
    BoardGame, Chomp, Grid, Mark, OnGraph, OnGrid, Piece, Placing, Poset, Source, Undirected,
    Winning, open,
};
use grundy::drawing::{Drawing, Paint, Shape};
use grundy::limits::{Limits, Stop};
use grundy::nimber::{Nimber, mex};
use grundy::ruleset::{Failure, Value};
use grundy::search::{Bound, Packed, Values, Word};
use proptest::prelude::*;

use crate::generate::fewer_cases;

/// The value by the definition alone.
pub(crate) fn by_definition<G: BoardGame>(
    game: &G,
    position: &G::Position,
    memo: &mut HashMap<G::Position, Nimber>,
) -> Nimber {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let options: Vec<Nimber> = game
        .moves(position)
        .map(|made| by_definition(game, &game.after(position, &made), memo))
        .collect();
    let value = mex(options);
    memo.insert(position.clone(), value);
    value
}

/// The places of a drawn board are apart, and each move touches something else.
fn is_drawn<G: BoardGame>(game: &G, position: &G::Position) {
    let shown = game.show(position);
    let sketch = game.sketch(position);
    for (at, one) in sketch.places.iter().enumerate() {
        for other in &sketch.places[..at] {
            let apart = (one.at.0 - other.at.0).hypot(one.at.1 - other.at.1);
            assert!(apart > 0.99, "{shown}: {one:?} {other:?}");
        }
    }
    let marks: Vec<Mark> = game.moves(position).map(|made| game.mark(position, &made)).collect();
    for (at, mark) in marks.iter().enumerate() {
        assert!(!marks[..at].contains(mark), "{shown}: {mark:?}");
        match mark {
            Mark::Places(places) => {
                assert!(!places.is_empty(), "{shown}");
                assert!(places.iter().all(|&place| place < sketch.places.len()), "{shown}");
            }
            Mark::Joint(joint) => assert!(*joint < sketch.joints.len(), "{shown}"),
            Mark::Cut(pairs) => assert!(!pairs.is_empty(), "{shown}"),
            &Mark::Arrow(from, to, _) => {
                assert!(from.max(to) < sketch.places.len() && from != to, "{shown}");
            }
        }
    }
    let ends = sketch.joints.iter().all(|&(a, b)| a.max(b) < sketch.places.len());
    assert!(ends, "{shown}: {:?}", sketch.joints);
}

/// Holds the engine of a game to its definition at a position and after every move.
pub(crate) fn agrees<G: BoardGame>(mut game: G, position: &G::Position) {
    let mut memo = HashMap::new();
    by_definition(&game, position, &mut memo);
    is_drawn(&game, position);
    for (position, &value) in &memo {
        let shown = game.show(position);
        let limits = Limits::default();
        assert_eq!(game.is_lost(position, &limits), Ok(value == Nimber::ZERO), "{shown}");
        assert_eq!(game.value(position, &limits), Ok(value), "{shown}");
    }
}

fn grid(text: &str) -> Grid {
    Grid::read(text).unwrap()
}

#[test]
fn boards_that_show_a_move_can_be_typed() {
    for text in ["##.#/####", "5x7", ".##/#.#/##"] {
        let board = grid(text);
        for cell in board.free() {
            for beside in board.neighbours(cell) {
                let shown = board.marked(&[cell, beside]);
                assert_eq!(grid(&shown), board.without([cell, beside]), "{shown}");
            }
        }
    }
    assert!(Grid::read("x7").is_err() && Grid::read("X").is_ok());
}

#[test]
fn cram_and_node_kayles_agree_with_the_definition_on_rectangles() {
    for board in ["1x9", "2x6", "2x7", "5x2", "##.###/##.###", "3x4", "4x3", "2x2", "1x1", "3x3"] {
        agrees(OnGrid::new(Piece::Domino), &grid(board));
        agrees(OnGrid::new(Piece::Stone), &grid(board));
    }
}

#[test]
fn chomp_agrees_with_the_definition() {
    for rows in [vec![5, 5, 5, 5], vec![7, 5, 5, 2], vec![9], vec![1], vec![4; 6], vec![29, 3]] {
        agrees(Chomp::new(), &rows);
    }
    // In square boxes boards are valued by their reflections.
    for rows in [vec![5; 5], vec![6, 4, 4, 2, 1, 1], vec![6, 6, 1, 1, 1, 1], vec![2; 2]] {
        agrees(Chomp::new(), &rows);
    }
}

proptest! {
    #[test]
    fn chomp_agrees_with_the_definition_on_any_rows(
        mut rows in prop::collection::vec(1_u32..=7, 1..=5), reflect: bool,
    ) {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        if reflect {
            let height = |column| rows.iter().filter(|&&length| length > column).count() as u32;
            rows = (0..rows[0]).map(height).collect();
        }
        agrees(Chomp::new(), &rows);
    }

    /// Of two rows those lose of which the upper is longer by a square (Gale 1974).
    #[test]
    fn chomp_with_two_long_rows_is_lost_as_theory_says(upper in 1_u32..=150, less in 0_u32..=3) {
        let rows = vec![upper, upper.saturating_sub(less).max(1)];
        let lost = rows[0] == rows[1] + 1;
        prop_assert_eq!(Chomp::new().is_lost(&rows, &Limits::default()), Ok(lost));
    }

    #[test]
    fn placing_agrees_with_the_definition_on_any_cells(
        cells in prop::collection::vec(any::<bool>(), 12..=15), width in 1_usize..=15,
    ) {
        let sign = |&free: &bool| if free { '#' } else { '.' };
        let rows: Vec<String> =
            cells.chunks(width).map(|row| row.iter().map(sign).collect()).collect();
        let board = grid(&rows.join("/"));
        agrees(OnGrid::new(Piece::Domino), &board);
        agrees(OnGrid::new(Piece::Stone), &board);
    }

    #[test]
    fn kayles_agrees_with_the_definition_on_any_graph(
        edges in prop::collection::vec((0_u32..9, 0_u32..9), 1..16),
    ) {
        let edges: Vec<String> =
            edges.iter().filter(|(a, b)| a != b).map(|(a, b)| format!("{a}-{b}")).collect();
        prop_assume!(!edges.is_empty());
        for piece in [Piece::Domino, Piece::Stone] {
            let graph = Undirected::read(&edges.join(" ")).unwrap();
            let all = (0..graph.len() as u32).collect();
            agrees(OnGraph::new(piece, graph), &all);
        }
    }
}

/// Beside the definition, and beside a recurrence over lengths that knows no period.
#[test]
fn paths_and_cycles_have_their_values_at_any_length() {
    for (piece, taken) in [(Piece::Stone, 3), (Piece::Domino, 2)] {
        let graph = |text: &str| Undirected::read(text).unwrap();
        let value = |text: &str| {
            let graph = graph(text);
            let all = (0..graph.len() as u32).collect();
            OnGraph::new(piece, graph).value(&all, &Limits::default()).unwrap()
        };
        let on_grid =
            |text: &str| OnGrid::new(piece).value(&grid(text), &Limits::default()).unwrap();
        let mut paths: Vec<Nimber> = Vec::new();
        for length in 0..400_usize {
            let mut options = Vec::new();
            if piece == Piece::Stone {
                // A stone on the only vertex, or on an end.
                options.extend((length == 1).then_some(Nimber::ZERO));
                options.extend(length.checked_sub(2).map(|left| paths[left]));
            }
            if let Some(left) = length.checked_sub(taken) {
                options.extend((0..=left).map(|part| paths[part] ^ paths[left - part]));
            }
            paths.push(mex(options));
        }
        for length in (1..=12).chain([100, 121, 399]) {
            let text = format!("path {length}");
            assert_eq!(value(&text), paths[length], "{text}");
            assert_eq!(on_grid(&format!("1x{length}")), paths[length], "{text}");
            assert_eq!(on_grid(&format!("{length}x1")), paths[length], "{text}");
            if length >= 3 {
                let cycle = format!("cycle {length}");
                assert_eq!(value(&cycle), mex([paths[length - taken]]), "{cycle}");
            }
            if length <= 12 {
                for text in [text, format!("cycle {}", length.max(3))] {
                    let graph = graph(&text);
                    let all = (0..graph.len() as u32).collect();
                    agrees(OnGraph::new(piece, graph), &all);
                }
                agrees(OnGrid::new(piece), &grid(&format!("1x{length}")));
            }
        }
        // Several beside one another, and one with a branch, which is searched: not where it is too large.
        assert_eq!(value("1-2 2-3 3-1 4-5 6"), mex([paths[3 - taken]]) ^ paths[2] ^ paths[1]);
        assert_eq!(on_grid("###.#/....#/##..#"), paths[3] ^ paths[3] ^ paths[2]);
        let long = graph(&format!(
            "a-b b-d a-c c-e a-1 {}",
            (1..200).map(|n| format!("{n}-{} ", n + 1)).collect::<String>()
        ));
        let all: Vec<u32> = (0..long.len() as u32).collect();
        let mut game = OnGraph::new(piece, long);
        assert!(matches!(game.value(&all, &Limits::default()), Err(Failure::Domain(_))));
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert!(game.value(&all[5..].to_vec(), &Limits::default()).is_ok());
        assert!(game.is_lost(&all[5..].to_vec(), &cancelled).is_err());
    }
}

/// Values of paths, and of paths with one more cell at some cell: `with_leaf[a][b]` for a and b cells on either side.
fn lines_with_a_leaf(piece: Piece, most: usize) -> (Vec<Nimber>, Vec<Vec<Nimber>>) {
    let reach = if piece == Piece::Stone { 1 } else { 0 };
    let mut paths = vec![Nimber::ZERO];
    for length in 1..=most {
        let options = match piece {
            Piece::Stone => (0..length)
                .map(|at| paths[at.saturating_sub(1)] ^ paths[(length - at).saturating_sub(2)])
                .collect::<Vec<_>>(),
            Piece::Domino => (1..length).map(|at| paths[at - 1] ^ paths[length - at - 1]).collect(),
        };
        paths.push(mex(options));
    }
    let mut with_leaf: Vec<Vec<Nimber>> = Vec::new();
    for a in 0..=most {
        let mut row: Vec<Nimber> = Vec::new();
        for b in 0..=most - a {
            let value = |a: usize, b: usize, row: &[Nimber]| match with_leaf.get(a) {
                Some(whole) => whole[b],
                None => row[b],
            };
            let mut options = Vec::new();
            // On the leaf: with the cell below it.
            options.push(paths[a] ^ paths[b]);
            // On the line: the piece takes the cells from `first` to `last` of side and middle, counted from the end.
            let mut side = |arm: usize, other: usize, leaf: &dyn Fn(usize) -> Nimber| {
                for first in 0..arm {
                    let (low, high) = match piece {
                        Piece::Stone => (first.saturating_sub(reach), first + reach),
                        Piece::Domino => (first, first + 1),
                    };
                    options.push(
                        paths[low]
                            ^ match high < arm {
                                true => leaf(arm - high - 1),
                                // The middle goes; the leaf stays alone.
                                false => paths[1] ^ paths[other],
                            },
                    );
                }
            };
            side(a, b, &|left| value(left, b, &row));
            side(b, a, &|left| value(a, left, &row));
            if piece == Piece::Stone {
                options.push(paths[a.saturating_sub(1)] ^ paths[b.saturating_sub(1)]);
            }
            row.push(mex(options));
        }
        with_leaf.push(row);
    }
    (paths, with_leaf)
}

/// Parts whose boxes are too large for a word, beside a recurrence, alone and among others.
#[test]
fn wide_parts_have_their_values() {
    let limits = Limits::default();
    for piece in [Piece::Domino, Piece::Stone] {
        let (paths, with_leaf) = lines_with_a_leaf(piece, 110);
        let line = |a: usize, b: usize| format!("{}#/{}", ".".repeat(a), "#".repeat(a + b + 1));
        let mut game = OnGrid::new(piece);
        for (a, b) in [(3, 4), (1, 1), (20, 11), (28, 28), (50, 6), (1, 60), (30, 31), (7, 101)] {
            let board = grid(&line(a, b));
            let value = with_leaf[a][b];
            assert_eq!(game.value(&board, &limits), Ok(value), "{board}");
            assert_eq!(game.is_lost(&board, &limits), Ok(value == Nimber::ZERO), "{board}");
        }
        // Beside a staircase, a ring, and what is searched in either word.
        let stairs: String = (0..20).map(|at| format!("/{}##", ".".repeat(at))).collect();
        let ring = format!("/{0}/#{1}#/#{1}#/{0}", "#".repeat(30), ".".repeat(28));
        let cycle = mex([paths[68 - if piece == Piece::Stone { 3 } else { 2 }]]);
        let mut words = |text: &str| game.value(&grid(text), &limits).unwrap();
        let (small, large) = (words("3x4"), words("2x26"));
        let sum = with_leaf[28][30] ^ paths[40] ^ cycle ^ small ^ large;
        let texts = [
            line(28, 30),
            stairs,
            ring,
            "####/####/####".to_owned(),
            format!("{0}/{0}", "#".repeat(26)),
        ];
        let board = grid(&texts.join("//"));
        assert_eq!(game.value(&board, &limits), Ok(sum));
        assert_eq!(game.is_lost(&board, &limits), Ok(sum == Nimber::ZERO));
        for (lost, value) in [(true, sum), (false, sum ^ Nimber(1))] {
            // Paths have all values up to 4.
            let path = paths.iter().position(|&path| path == value).unwrap();
            let board = grid(&format!("{}//{}", texts.join("//"), "#".repeat(path)));
            assert_eq!(game.is_lost(&board, &limits), Ok(lost), "{board}");
        }
        // Half turns decide boards of any size.
        for board in ["20x20", "2x60", "100x400"] {
            assert_eq!(game.value(&grid(board), &limits), Ok(Nimber::ZERO), "{board}");
        }
        assert!(matches!(game.value(&grid("11x12"), &limits), Err(Failure::Domain(_))));
    }
    let mut board = open("cram", Source::Text("11x12")).unwrap();
    assert_eq!(board.is_lost(&limits), Ok(false));
    let mut first = None;
    let found = board.each_winning_move(&limits, &mut |number, _| {
        first = Some(number);
        std::ops::ControlFlow::Break(())
    });
    assert_eq!(
        (found, board.name(first.unwrap()).unwrap().to_string()),
        (Ok(()), "6,6 and 6,7".to_owned())
    );
    assert!(
        board.each_winning_move(&limits, &mut |_, _| std::ops::ControlFlow::Continue(())).is_err()
    );
}

/// Holds everything that the search of a board finds on its way to the values of its parts.
fn what_is_found_is_true(piece: Piece, board: &Grid) {
    let limits = Limits::default();
    let mut game = OnGrid::new(piece);
    let (sender, found) = channel();
    for search in game.searches() {
        search.keep(0, sender.clone());
    }
    drop(sender);
    let value = game.value(board, &limits).unwrap();
    drop(game);
    let rules = Placing::<u64>::new(piece);
    let mut definition = Values::new(rules.clone());
    let mut count = 0;
    for kept in found {
        let component = rules.unpack(u64::of_bytes(&kept.word).unwrap()).unwrap();
        let right = definition.value(&component, &limits).unwrap();
        let Value::Nimber(right) = right else { panic!("{right:?}") };
        match kept.bound {
            Bound::Exact(value) => assert_eq!(u64::from(value), right.0, "{component} of {board}"),
            bound @ Bound::Not(_) => {
                assert!(
                    bound.allows(right.0 as u8),
                    "{component} of {board} is {right}, not {bound:?}"
                );
            }
        }
        count += 1;
    }
    assert!(count > 0 || value.0 < 2, "{board}");
}

#[test]
fn what_is_found_of_parts_of_a_rectangle_is_true() {
    what_is_found_is_true(Piece::Domino, &grid("4x7"));
    what_is_found_is_true(Piece::Stone, &grid("5x6"));
}

proptest! {
    #![proptest_config(fewer_cases(32))]

    /// Parts of this size are looked ahead into.
    #[test]
    fn what_is_found_of_parts_of_large_boards_is_true(
        cells in prop::collection::vec(prop::bool::weighted(0.9), 28..=30), width in 5_usize..=7,
    ) {
        let sign = |&free: &bool| if free { '#' } else { '.' };
        let rows: Vec<String> =
            cells.chunks(width).map(|row| row.iter().map(sign).collect()).collect();
        let board = grid(&rows.join("/"));
        what_is_found_is_true(Piece::Domino, &board);
        what_is_found_is_true(Piece::Stone, &board);
    }
}

proptest! {
    #[test]
    fn games_on_orders_agree_with_the_definition(
        relations in prop::collection::vec((0_u32..9, 1_u32..5), 1..14),
    ) {
        // What is above has the larger number, so there is no cycle.
        let relations: Vec<String> =
            relations.iter().map(|(low, more)| format!("{low}<{}", low + more)).collect();
        let order = Poset::read(&relations.join(" ")).unwrap();
        let all = order.all();
        agrees(order, &all);
    }
}

#[test]
fn orders_have_the_values_of_the_games_that_they_are() {
    // A chain is a heap of Nim; elements that nothing joins are heaps of one.
    assert_eq!(value("poset", "a<b<c<d<e"), 5);
    assert_eq!(value("poset", "a b c<d"), 2);
    // Chomp on three rows of four: the divisors of 2^2 3^3, whose 1 is the poison.
    for (number, rectangle) in [("108", "3x4"), ("12", "2x3"), ("7", "1x2"), ("1", "1x1")] {
        let order = format!("divisors {number}");
        assert_eq!(value("poset", &order), value("chomp", rectangle), "{number}");
    }
    // Gale and Neyman: who begins to take subsets of a set of up to six loses.
    for count in 1..=4 {
        assert_eq!(value("poset", &format!("subsets {count}")), 0, "{count}");
    }
    // With an element above all others it is won.
    let mut schuh = open("poset", Source::Text("divisors 30030")).unwrap();
    assert_eq!(schuh.is_lost(&Limits::default().positions(100)), Ok(false));
}

fn value(game: &str, position: &str) -> u64 {
    let mut board = open(game, Source::Text(position)).unwrap();
    board.value(&Limits::default()).unwrap().0
}

#[test]
fn blanks_before_rows_move_no_cell() {
    let open = |text: &str| grundy::board::open("cram", Source::Text(text));
    for (text, same) in [
        ("## / ##", "2x2"),
        ("  ##\n  #.\n", "##/#."),
        ("\n\n \t##\r\n \t##\r\n", "2x2"),
        ("\n ##\n\n ##", "##/../##"),
        (" ## ", "1x2"),
    ] {
        let shown = |text: &str| open(text).map(|board| board.show());
        assert_eq!(shown(text), shown(same), "{text:?}");
    }
    for text in ["###\n #", " ##\n##", "###/ #", "## /  #", "###\n\u{3000}#", "# #"] {
        assert!(open(text).is_err(), "{text:?}");
    }
}

#[test]
fn grids_and_their_graphs_have_the_same_values() {
    let grid = "2x4";
    let graph = "a-b b-c c-d e-f f-g g-h a-e b-f c-g d-h";
    for game in ["node-kayles", "arc-kayles"] {
        assert_eq!(value(game, grid), value(game, graph));
    }
    assert_eq!(value("cram", "4x5"), value("arc-kayles", "4x5"));
}

#[test]
fn node_kayles_on_three_rows_has_the_published_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/boards.json");
    let data: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let terms = data["node_kayles_3xn"]["terms"].as_array().unwrap();
    assert!(terms.len() >= 10);
    for (at, term) in terms.iter().take(10).enumerate() {
        assert_eq!(
            Some(value("node-kayles", &format!("3x{}", at + 1))),
            term.as_u64(),
            "3x{}",
            at + 1
        );
    }
}

#[test]
fn paths_are_octal_games() {
    // Node Kayles takes a vertex with its neighbours, .137; Arc Kayles two neighbours, .07.
    for (game, code) in [("node-kayles", "0.137"), ("arc-kayles", "0.07")] {
        let mut session = grundy::play::Session::with_game(code).unwrap();
        for n in 1..=40 {
            let heap = session.position(&n.to_string()).unwrap();
            let expected = session.value(&heap, &Limits::default()).unwrap();
            assert_eq!(value(game, &format!("path {n}")).to_string(), expected.to_string(), "{n}");
            assert_eq!(value(game, &format!("1x{n}")).to_string(), expected.to_string(), "{n}");
        }
    }
}

#[test]
fn cram_rectangles_have_the_known_outcomes() {
    // Even by even is lost, even by odd is won: the second or the first player answers by symmetry.
    assert_eq!(value("cram", "4x6"), 0);
    for board in ["2x5", "4x5", "3x6"] {
        assert_ne!(value("cram", board), 0, "{board}");
    }
}

#[test]
fn a_tiny_table_gives_the_same_values() {
    let tight = Limits::default().memory(1 << 16);
    for board in ["5x6", "4x7", "3x9"] {
        let mut wide = open("cram", Source::Text(board)).unwrap();
        let mut narrow = open("cram", Source::Text(board)).unwrap();
        assert_eq!(wide.value(&Limits::default()), narrow.value(&tight), "{board}");
    }
}

#[test]
fn a_stopped_search_says_what_is_proved() {
    let mut board = open("cram", Source::Text("6x7")).unwrap();
    let limits = Limits::default().positions(1000);
    assert!(matches!(board.value(&limits), Err(Failure::Stop(Stop::Positions(_)))));
    assert!(board.excluded().contains(&0));
}

#[test]
fn winning_moves_are_those_that_leave_zero() {
    let mut board = open("chomp", Source::Text("4x4")).unwrap();
    let mut moves = Vec::new();
    let see = &mut |_, made: &dyn Fn() -> Winning| {
        moves.push(made().text.to_string());
        std::ops::ControlFlow::Continue(())
    };
    board.each_winning_move(&Limits::default(), see).unwrap();
    // The square next to the poisoned one on the diagonal.
    assert_eq!(moves, ["row 2, column 2, which leaves 4,1,1,1"]);
}

/// Where each move touches a single place or two neighbours all are on one board, otherwise each has
/// its own.
#[test]
fn winning_moves_are_marked_in_the_picture() {
    for (game, text, boards) in [
        ("cram", "3x4", 2),
        ("chomp", "4x5", 1),
        ("node-kayles", "3x3", 1),
        ("node-kayles", "path 9", 1),
        ("arc-kayles", "a-b b-c c-d b-d", 1),
        ("hackenbush", "ground-a a-b b-ground a-a a-c", 1),
        ("poset", "divisors 60", 1),
        ("treblecross", "9", 1),
        ("northcott", "W...B/.W.B.", 1),
        ("staircase", "3 1 4", 1),
        ("turning-turtles", "TTHTH", 2),
        ("turning-corners", "THT/HHT", 2),
    ] {
        let mut board = open(game, Source::Text(text)).unwrap();
        let mut moves: Vec<Winning> = Vec::new();
        let see = &mut |_, made: &dyn Fn() -> Winning| {
            moves.push(made());
            std::ops::ControlFlow::Continue(())
        };
        board.each_winning_move(&Limits::default(), see).unwrap();
        assert!(!moves.is_empty(), "{game} {text}");
        let plain = board.drawing("", &[]).unwrap();
        let marked = board.drawing("", &moves).unwrap();
        let paints = |drawing: &Drawing| {
            let painted = |shape: &&Shape| match shape {
                Shape::Circle { fill, .. } => *fill == Paint::Mark,
                Shape::Line(line) => line.paint == Paint::Mark,
                _ => false,
            };
            drawing.shapes.iter().filter(painted).count()
        };
        assert_eq!(paints(&plain), 0, "{game} {text}");
        assert!(paints(&marked) >= moves.len(), "{game} {text}");
        assert_eq!(marked.height > 1.5 * plain.height, boards > 1, "{game} {text}");
    }
    let large = open("cram", Source::Text("200x200")).unwrap();
    assert!(large.drawing("", &[]).is_none());
}
