//! What boards are worth without a search: where vertices have the same neighbours, where parts are alike, on trees, and by
//! images; against the definition.

use std::collections::HashMap;

use grundy::board::{BoardGame, OnGraph, Piece, Poset, Source, Undirected, open};
use grundy::limits::Limits;
use grundy::nimber::Nimber;

use super::by_definition;

/// A graph of which each vertex stands for some: joined to one another, if that is said, and to all that its neighbours
/// stand for. Vertices come in any order.
fn blown_up(
    random: &mut fastrand::Rng,
    sizes: &[(usize, bool)],
    joined: &[(usize, usize)],
) -> String {
    let mut names: Vec<usize> = (0..sizes.iter().map(|&(size, _)| size).sum()).collect();
    random.shuffle(&mut names);
    let mut words: Vec<String> = names.iter().map(usize::to_string).collect();
    let alike: Vec<Vec<usize>> =
        sizes.iter().map(|&(size, _)| names.split_off(names.len() - size)).collect();
    for (alike, _) in alike.iter().zip(sizes).filter(|(_, (_, joined))| *joined) {
        let pairs =
            alike.iter().enumerate().flat_map(|(at, a)| alike[..at].iter().map(move |b| (a, b)));
        words.extend(pairs.map(|(a, b)| format!("{a}-{b}")));
    }
    for &(a, b) in joined {
        let pairs = alike[a].iter().flat_map(|a| alike[b].iter().map(move |b| (a, b)));
        words.extend(pairs.map(|(a, b)| format!("{a}-{b}")));
    }
    words.join(" ")
}

/// Some edges between so many vertices.
fn some_edges(random: &mut fastrand::Rng, vertices: usize) -> Vec<(usize, usize)> {
    let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.filter(|_| random.u8(0..5) < 3).collect()
}

/// Vertices with the same neighbours, some of which are left out, also where that makes others alike.
#[test]
fn graphs_of_twins_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(73);
    for round in 0..400 {
        let piece = if round % 2 == 0 { Piece::Stone } else { Piece::Domino };
        let mut sizes: Vec<(usize, bool)> = Vec::new();
        while sizes.iter().map(|(size, _)| size).sum::<usize>() < 6 {
            sizes.push((random.usize(1..=4), random.bool()));
        }
        let joined = some_edges(&mut random, sizes.len());
        let text = blown_up(&mut random, &sizes, &joined);
        let mut game = OnGraph::new(piece, Undirected::read(&text).unwrap());
        let (all, mut memo) = ((0..game_size(&sizes)).collect(), HashMap::new());
        let one = OnGraph::new(piece, Undirected::read(&text).unwrap());
        let after: Vec<Vec<u32>> = game.moves(&all).map(|made| game.after(&all, &made)).collect();
        for left in after.iter().chain([&all]) {
            let value = by_definition(&one, left, &mut memo);
            assert_eq!(game.value(left, &Limits::default()), Ok(value), "{piece:?} {text}");
            let is_lost = game.is_lost(left, &Limits::default());
            assert_eq!(is_lost, Ok(value == Nimber::ZERO), "{piece:?} {text}");
        }
    }
}

fn game_size(sizes: &[(usize, bool)]) -> u32 {
    sizes.iter().map(|&(size, _)| size as u32).sum()
}

/// As above, with more vertices than a search has bits, beside the graph with as few as have the same value.
#[test]
fn large_graphs_of_twins_are_worth_what_small_ones_are() {
    let mut random = fastrand::Rng::with_seed(74);
    for round in 0..40 {
        let piece = if round % 2 == 0 { Piece::Stone } else { Piece::Domino };
        // The last ones are few, and in Arc Kayles the others have no other neighbours.
        let (many, few) = (random.usize(2..4), 3);
        let mut joined = some_edges(&mut random, many + few);
        joined.retain(|&(a, b)| piece == Piece::Stone || a >= many || b >= many);
        joined.extend((0..many).map(|vertex| (vertex, many)));
        let mut sizes: Vec<(usize, bool)> = (0..many)
            .map(|_| (random.usize(61..99), piece == Piece::Stone && random.bool()))
            .collect();
        sizes.extend([(1, false); 3]);
        let least = sizes.iter().map(|&(size, joined)| match (size, piece) {
            (1, _) => (1, joined),
            (_, Piece::Domino) => (3, joined),
            _ if joined => (1, joined),
            _ => (2 - size % 2, joined),
        });
        let least: Vec<(usize, bool)> = least.collect();
        let small = blown_up(&mut random, &least, &joined);
        let small = OnGraph::new(piece, Undirected::read(&small).unwrap());
        let all = (0..game_size(&least)).collect();
        let value = by_definition(&small, &all, &mut HashMap::new());
        let text = blown_up(&mut random, &sizes, &joined);
        let mut large = OnGraph::new(piece, Undirected::read(&text).unwrap());
        let all: Vec<u32> = (0..game_size(&sizes)).collect();
        assert_eq!(
            large.value(&all, &Limits::default()),
            Ok(value),
            "{piece:?} {sizes:?} {joined:?}"
        );
        // The options have it and lack it as a value says.
        let options: Vec<Vec<u32>> =
            large.moves(&all).step_by(17).map(|made| large.after(&all, &made)).collect();
        for option in options {
            assert_ne!(large.value(&option, &Limits::default()), Ok(value), "{piece:?} {sizes:?}");
        }
    }
}

/// Arc Kayles where every play is as long, and a wheel, of which one vertex is joined to all.
#[test]
fn complete_graphs_and_wheels_need_no_search() {
    let few = Limits::default().positions(0);
    for (game, graph, value) in [
        ("arc-kayles", "K200", 0),
        ("arc-kayles", "K255", 1),
        ("arc-kayles", "K101,90", 0),
        ("arc-kayles", "K17,150", 1),
        ("arc-kayles", "star 500", 1),
        ("node-kayles", "K200", 1),
        ("node-kayles", "K101,90", 2),
        ("node-kayles", "star 500", 2),
        ("node-kayles", "star 501", 1),
    ] {
        let mut board = open(game, Source::Text(graph)).unwrap();
        assert_eq!(board.value(&few), Ok(Nimber(value)), "{game} {graph}");
        assert_eq!(board.is_lost(&few), Ok(value == 0), "{game} {graph}");
    }
    let path =
        |n: usize| open("node-kayles", Source::Text(&format!("path {n}"))).unwrap().value(&few);
    for rim in [130, 131, 400] {
        let mut board = open("node-kayles", Source::Text(&format!("wheel {rim}"))).unwrap();
        let of_rim = path(rim - 3).unwrap();
        let value = if of_rim == Nimber(1) { Nimber(2) } else { Nimber(1) };
        assert_eq!(board.value(&few), Ok(value), "{rim}");
    }
}

/// Parts of a graph that are numbered and joined alike are worth nothing together, whatever each is.
#[test]
fn parts_that_are_alike_cancel() {
    let mut random = fastrand::Rng::with_seed(75);
    let joined = |a: usize| [(a + 1, 40), (a + 7, 39)].map(|(b, most)| (a, b, b <= most));
    let edges: Vec<(usize, usize)> = (1..=40)
        .flat_map(joined)
        .filter(|&(_, b, inside)| inside && b <= 40)
        .map(|(a, b, _)| (a, b))
        .collect();
    // Twice the same, and one more edge, which is not in the way of images.
    let twice = [0, 100].map(|from| {
        let words = edges.iter().map(|(a, b)| format!("{}-{}", a + from, b + from));
        words.collect::<Vec<_>>().join(" ")
    });
    let text = format!("{} {} u-v", twice[0], twice[1]);
    for (piece, of_edge) in [(Piece::Stone, 1), (Piece::Domino, 1)] {
        let graph = Undirected::read(&text).unwrap();
        let all: Vec<u32> = (0..graph.len() as u32).collect();
        let mut game = OnGraph::new(piece, graph);
        let few = Limits::default().positions(0);
        assert_eq!(game.value(&all, &few), Ok(Nimber(of_edge)), "{piece:?}");
    }
    // On a grid in any direction, and of several boards.
    let part = ["####", "#.##", "###."];
    let turned = |columns: bool| -> Vec<String> {
        let sign = |row: usize, column: usize| part[row].as_bytes()[column] as char;
        match columns {
            true => (0..4).map(|c| (0..3).rev().map(|r| sign(r, c)).collect()).collect(),
            false => (0..3).map(|r| (0..4).map(|c| sign(r, c)).collect()).collect(),
        }
    };
    let rows: Vec<String> = [turned(false), vec!["....".to_owned()], turned(true)].concat();
    let board = rows.iter().map(|row| format!("{row:.<4}")).collect::<Vec<_>>().join("/");
    for name in ["cram", "node-kayles"] {
        let value = open(name, Source::Text(&board)).unwrap().value(&Limits::default());
        assert_eq!(value, Ok(Nimber::ZERO), "{name} {board}");
        let (wide, high) = (random.usize(9..12), random.usize(12..14));
        let boards = format!("{wide}x{high} + {high}x{wide}");
        let few = Limits::default().positions(0);
        assert_eq!(open(name, Source::Text(&boards)).unwrap().value(&few), Ok(Nimber::ZERO));
    }
    let chomp = |rows: &str| open("chomp", Source::Text(rows)).unwrap().value(&Limits::default());
    assert_eq!(chomp("100x101 + 3,1 + 100x101"), chomp("3,1"));
}

/// Orders in which each element stands on one at most, as chains do, are trees that are cut.
#[test]
fn orders_that_are_trees_need_no_search() {
    let few = Limits::default().positions(0);
    let value = |order: &str| open("poset", Source::Text(order)).unwrap().value(&few);
    assert_eq!(value("chain 1024"), Ok(Nimber(1024)));
    let mut random = fastrand::Rng::with_seed(76);
    for _ in 0..60 {
        let mut order = vec!["0".to_owned()];
        order.extend((1..9).map(|high: usize| match random.usize(0..=high) {
            low if low < high => format!("{low}<{high}"),
            _ => high.to_string(),
        }));
        let order = order.join(" ");
        let mut game = Poset::read(&order).unwrap();
        let all = game.all();
        let (mut memo, expected) = (HashMap::new(), value(&order).unwrap());
        assert_eq!(by_definition(&game, &all, &mut memo), expected, "{order}");
        for taken in game.moves(&all).collect::<Vec<_>>() {
            let left = game.after(&all, &taken);
            let expected = by_definition(&game, &left, &mut memo);
            assert_eq!(game.value(&left, &few), Ok(expected), "{order} without {taken}");
            assert_eq!(game.is_lost(&left, &few), Ok(expected == Nimber::ZERO));
        }
    }
}

/// After one move on a board of more than 128 moves its image wins, and nobody has to search for that.
#[test]
fn the_image_of_a_move_is_found_among_many_moves() {
    let few = Limits::default().positions(0);
    for (name, rows, columns) in
        [("cram", 10, 10), ("cram", 6, 14), ("cram", 20, 20), ("arc-kayles", 10, 10)]
    {
        let mut lines = vec!["#".repeat(columns); rows];
        lines[0].replace_range(..2, "..");
        let text = lines.join("/");
        let mut board = open(name, Source::Text(&text)).unwrap();
        assert_eq!(board.is_lost(&few), Ok(false), "{name} {rows}x{columns}");
        lines[rows - 1].replace_range(columns - 2.., "..");
        let mut board = open(name, Source::Text(&lines.join("/"))).unwrap();
        assert_eq!(board.is_lost(&few), Ok(true), "{name} {rows}x{columns}");
        assert_eq!(board.value(&few), Ok(Nimber::ZERO), "{name} {rows}x{columns}");
    }
}

/// In misère play single vertices, and edges, are all the same: there are as many positions as numbers of them.
#[test]
fn single_parts_are_the_same_in_misere_play() {
    let few = Limits::default().positions(2000);
    for leaves in [29, 30] {
        let mut board = open("node-kayles", Source::Text(&format!("star {leaves}"))).unwrap();
        board.play_misere().unwrap();
        // The middle takes all at once, and a leaf leaves the others, each for a move.
        assert_eq!(board.is_lost(&few), Ok(leaves % 2 == 1), "{leaves}");
    }
    for edges in [39, 40] {
        let text: Vec<String> = (0..edges).map(|edge| format!("a{edge}-b{edge}")).collect();
        let mut board = open("arc-kayles", Source::Text(&text.join(" "))).unwrap();
        board.play_misere().unwrap();
        assert_eq!(board.is_lost(&few), Ok(edges % 2 == 1), "{edges}");
    }
}
