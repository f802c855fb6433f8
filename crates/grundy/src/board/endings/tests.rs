use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;
use crate::board::parts::placing::Placing;
use crate::board::parts::polyomino::Polyomino;
use crate::board::{Grid, Source, open};
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::ruleset::Failure;
use crate::search::Values as Definition;

const GAMES: [&str; 2] = ["cram", "node-kayles"];

fn built(game: &str, cells: u32) -> EndingsBuilder {
    let mut builder = EndingsBuilder::new(game).unwrap();
    while builder.most_cells() < cells {
        builder.grow(&Limits::default()).unwrap();
    }
    builder
}

fn endings(game: &str, cells: u32) -> Endings {
    Endings::open(Box::new(built(game, cells).bytes())).unwrap()
}

/// All polyominoes of so many cells or less that fit into a square, found as parts of all sets of
/// its cells.
fn in_square(side: usize, most: u32) -> HashSet<Polyomino<u64>> {
    let mut found = HashSet::new();
    for set in 1_u32..1 << (side * side) {
        if set.count_ones() <= most {
            let sign = |at: usize| if set >> at & 1 == 1 { '#' } else { '.' };
            let rows: Vec<String> = (0..side)
                .map(|row| (0..side).map(|column| sign(row * side + column)).collect())
                .collect();
            let grid = Grid::read(&rows.join("/")).unwrap();
            found.extend(Polyomino::of_grid(&grid, 1).unwrap());
        }
    }
    found
}

/// The numbers of free polyominoes (OEIS A000105), of which none up to 13 cells is in a larger box.
#[test]
fn no_polyomino_is_missing() {
    let counts = [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655];
    let endings = endings("cram", 10);
    assert_eq!(endings.sizes.iter().map(|size| size.count).collect::<Vec<_>>(), counts);
    assert_eq!(endings.len(), counts.iter().sum::<u64>());
}

#[test]
fn every_value_is_that_of_the_definition() {
    for game in GAMES {
        let endings = endings(game, 9);
        let placing = Placing::<u64>::new(piece_of(game).unwrap());
        let mut definition = Definition::new(placing);
        // All that fit into a square, found without growing one from the other, and rows.
        let mut all: HashSet<Polyomino<u64>> = in_square(4, 9);
        for length in 1..=9 {
            all.extend(Polyomino::of_grid(&Grid::read(&"#".repeat(length)).unwrap(), 1).unwrap());
        }
        assert!(all.len() > 400, "{}", all.len());
        for part in all {
            let cells = Polyomino::size(part.word());
            let value = definition.value(&part, &Limits::default()).unwrap().nimber().unwrap();
            let found = endings.value(cells, part.word()).unwrap();
            assert_eq!(Nimber(found.into()), value, "{game} {part}");
        }
    }
}

/// Each entry anew, by the definition as an engine of its own order.
#[test]
fn every_entry_is_that_of_the_definition() {
    for game in GAMES {
        let builder = built(game, 10);
        let endings = Endings::open(Box::new(builder.bytes())).unwrap();
        let mut definition = Definition::new(Placing::<u64>::new(piece_of(game).unwrap()));
        let mut again = EndingsBuilder::new(game).unwrap();
        let mut entries = 0;
        for cells in 1..=endings.most_cells() {
            again.grow(&Limits::default()).unwrap();
            for &word in again.words() {
                let part = Polyomino::of_any_word(word).expect("canonical and connected");
                let value = definition.value(&part, &Limits::default()).unwrap().nimber().unwrap();
                assert_eq!(
                    endings.value(cells, word).map(u64::from),
                    Some(value.0),
                    "{game} {part}"
                );
                entries += 1;
            }
        }
        assert_eq!(entries, endings.len());
    }
}

/// As many threads as there may be, one after the other, stopped or not: the bytes are the same.
#[test]
fn the_bytes_are_those_of_the_game_and_the_size() {
    for game in GAMES {
        let whole = built(game, 9).bytes();
        let mut bytes = EndingsBuilder::new(game).unwrap().bytes();
        let threads = std::num::NonZero::new(3).unwrap();
        while bytes != whole {
            let endings = Endings::open(Box::new(bytes)).unwrap();
            let before = endings.most_cells();
            assert!(before < 9, "{game}");
            let mut builder = EndingsBuilder::resume(&endings).unwrap();
            let stopped = builder.grow(&Limits::default().positions(0));
            assert_eq!(stopped, Err(Failure::Stop(Stop::Positions(0))));
            assert_eq!(builder.most_cells(), before);
            builder.grow(&Limits::default().threads(threads)).unwrap();
            bytes = builder.bytes();
        }
    }
}

#[test]
fn limits_are_kept_to() {
    let mut builder = built("cram", 9);
    let before = builder.bytes();
    let memory = builder.grow(&Limits::default().memory(20_000));
    assert!(matches!(memory, Err(Failure::Stop(Stop::Memory { .. }))), "{memory:?}");
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(builder.grow(&cancelled), Err(Failure::Stop(Stop::Cancelled)));
    assert_eq!(builder.bytes(), before);
    builder.grow(&Limits::default()).unwrap();
    assert_eq!(builder.bytes(), built("cram", 10).bytes());
}

#[test]
fn searches_that_look_up_find_the_same_with_less_work() {
    for (game, boards) in [
        ("cram", &["4x5", "3x7", "##.##/#####/.####/#####", "5x5 + 3x4", "1x53 + 3x5"][..]),
        ("node-kayles", &["5x5", "3x6", "3x3 + 4x5", "1x53"][..]),
    ] {
        let endings = Arc::new(endings(game, 8));
        for board in boards {
            let mut plain = open(game, Source::Text(board)).unwrap();
            let mut looking = open(game, Source::Text(board)).unwrap();
            looking.use_endings(endings.clone()).unwrap();
            let limits = Limits::default();
            assert_eq!(looking.value(&limits), plain.value(&limits), "{game} {board}");
            assert_eq!(looking.is_lost(&limits), plain.is_lost(&limits), "{game} {board}");
            // What is looked up is not remembered.
            for search in looking.searches() {
                let (facts, mut known) = (search.facts(), Vec::new());
                facts.each(&mut |entries| {
                    known.extend(entries.chunks(facts.entry_bytes()).map(|entry| {
                        let shown = search.show(&[&[0], &entry[1..]].concat()).unwrap();
                        shown.matches('#').count()
                    }));
                    ControlFlow::Continue(())
                });
                assert!(known.iter().all(|&cells| cells > 8), "{game} {board}");
            }
        }
    }
}

#[test]
fn endings_are_used_where_they_belong() {
    let cram = Arc::new(endings("cram", 4));
    let mut board = open("node-kayles", Source::Text("3x3")).unwrap();
    assert!(board.use_endings(cram.clone()).is_err());
    let mut board = open("node-kayles", Source::Text("path 4")).unwrap();
    assert!(board.use_endings(cram.clone()).is_err());
    assert!(board.use_endings(Arc::new(endings("node-kayles", 4))).is_err());
    let mut board = open("chomp", Source::Text("3x3")).unwrap();
    assert!(board.use_endings(cram.clone()).is_err());
    let mut board = open("cram", Source::Text("3x3")).unwrap();
    board.play_misere().unwrap();
    assert!(board.use_endings(cram).is_err());
    assert!(EndingsBuilder::new("chomp").is_none());
}

#[test]
fn no_damage_goes_unseen() {
    let good = built("cram", 6).bytes();
    assert!(Endings::open(Box::new(good.clone())).is_ok());
    for at in 0..good.len() {
        assert!(Endings::open(Box::new(good[..at].to_vec())).is_err(), "cut at {at}");
        for bit in [1, 0x80] {
            let mut damaged = good.clone();
            damaged[at] ^= bit;
            assert!(Endings::open(Box::new(damaged)).is_err(), "bit {bit} of byte {at}");
        }
    }
    assert!(Endings::open(Box::new([&good[..], &[0]].concat())).is_err());
}

/// With the right digest too: nothing panics.
#[test]
fn what_nobody_built_is_refused_or_says_something() {
    let signed = |body: &[u8]| {
        let digest = Sha256::digest(body);
        Endings::open(Box::new([body, &digest[..]].concat()))
    };
    let good = built("cram", 6).bytes();
    let body = &good[..good.len() - DIGEST];
    assert!(signed(format!("{MAGIC}\ncram\n\n").as_bytes()).unwrap().is_empty());
    let domino = 2_u64 << 50 | 3;
    let mut refused = 0;
    for at in 0..body.len() {
        for byte in [0, 7, 0x80, 0xFF] {
            let mut other = body.to_vec();
            other[at] = byte;
            match signed(&other) {
                Ok(endings) => assert!((0..10).all(|size| endings.value(size, domino) < Some(16))),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100, "{refused}");
    for head in [
        "cram\n18446744073709551615\n",
        "cram\n1 99999999999999999\n",
        "cram\n0\n",
        "nim\n1\n",
        "cram\n",
    ] {
        assert!(signed(format!("{MAGIC}\n{head}").as_bytes()).is_err(), "{head}");
    }
}
