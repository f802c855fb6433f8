//! Pictures as files: both formats, any size, as a whole or not at all.

use std::fs;
use std::process::{Command, Output};

use crate::folder::Folder;

fn grundy(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(words).output().unwrap()
}

/// Width and height of a PNG, from its header.
fn size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// The places of texts, and the texts.
fn texts(svg: &str) -> Vec<(f64, String)> {
    let texts = svg.split("<text ").skip(1);
    let of = |text: &str| {
        let x = text.split("x=\"").nth(1)?.split('"').next()?.parse().ok()?;
        Some((x, text.split('>').nth(1)?.split('<').next()?.to_owned()))
    };
    texts.filter_map(of).collect()
}

#[test]
fn long_numbers_beside_an_axis_are_not_cut_off() {
    let folder = Folder::new("axes");
    let svg = folder.file("rows.svg");
    let first = "1000000000000";
    for (game, from, to) in [
        ("nim", first.to_owned(), "1000000000009".to_owned()),
        ("nim2", format!("{first},0"), "1000000000009,5".to_owned()),
    ] {
        let rule = "[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b";
        let game = if game == "nim2" { rule } else { game };
        let done = grundy(&["table", game, "--from", &from, "--to", &to, "--svg", &svg]);
        assert!(done.status.success(), "{done:?}");
        let drawn = fs::read_to_string(&svg).unwrap();
        let numbers = texts(&drawn).into_iter().filter(|(_, text)| text.starts_with("10000000"));
        // Those left of the area end where the ticks begin.
        let left: Vec<f64> = numbers.map(|(x, _)| x).filter(|&x| x < 130.0).collect();
        assert!(!left.is_empty() && left.iter().all(|&x| x > 13.0 * 7.0), "{game}: {left:?}");
    }
    let done = grundy(&[
        "table",
        "[n] -> [n-k] for k in {2, 3, 5}\nwin on [n] if n % 7 == 1",
        "--to",
        "9",
        "--svg",
        &svg,
    ]);
    assert!(done.status.success(), "{done:?}");
    let words = texts(&fs::read_to_string(&svg).unwrap());
    assert!(["win", "over"].iter().all(|word| words.iter().any(|(_, text)| text == word)));
}

#[test]
fn tables_graphs_and_boards_are_drawn_at_any_size() {
    let folder = Folder::new("pictures");
    for (number, words) in [
        &["table", "wythoff", "--to", "9"][..],
        &["table", "wythoff", "--to", "99"],
        &["table", "kayles", "--to", "100"],
        &["table", "wythoff", "--to", "20", "--outcomes"],
        &["graph", "--rule", "nim", "5"],
        &["moves", "cram", "3x4"],
        &["value", "poset", "divisors", "60"],
        &["moves", "nim", "3", "5", "7"],
        &["moves", "kayles", "5", "--count"],
        &["moves", "cutting", "4,3 2,2"],
        &["value", "nim[3] + wythoff[3,5] + nim[10^20]"],
    ]
    .iter()
    .enumerate()
    {
        for colours in ["colour", "grey", "black"] {
            let svg = folder.file(&format!("{number}-{colours}.svg"));
            let png = folder.file(&format!("{number}-{colours}.png"));
            let pictures = ["--svg", &svg, "--png", &png, "--width", "333", "--colours", colours];
            let done = grundy(&[words, &pictures[..]].concat());
            assert!(done.status.success(), "{words:?}: {done:?}");
            let svg = fs::read_to_string(&svg).unwrap();
            assert!(svg.contains("width=\"333\"") && svg.ends_with("</svg>\n"), "{words:?}");
            let (width, height) = size(&fs::read(&png).unwrap());
            assert_eq!(width, 333);
            assert!(svg.contains(&format!("height=\"{height}\"")), "{words:?} {height}");
            let grey = |colour: &str| colour[..2] == colour[2..4] && colour[2..4] == colour[4..6];
            let all_grey = svg
                .split("=\"#")
                .skip(1)
                .all(|piece| grey(piece) && (colours == "grey" || "0f".contains(&piece[..1])));
            assert_eq!(all_grey, colours != "colour", "{words:?} {colours}");
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_said_and_leaves_no_file() {
    let folder = Folder::new("pictures");
    let file = folder.file("picture.png");
    for (words, said) in [
        (&["table", "wythoff", "--to", "9", "--width", "20000"][..], "at most 67108864 pixels"),
        (&["table", "wythoff", "--to", "9", "--width", "3"], "from 16 to 20000"),
        (&["moves", "nim", &"60 ".repeat(300)], "this position is too large for a picture"),
        (&["value", "cram", "200x200"], "error"),
    ] {
        let done = grundy(&[words, &["--png", &file]].concat());
        assert_eq!(done.status.code(), Some(2), "{words:?}: {done:?}");
        let message = String::from_utf8(done.stderr).unwrap();
        assert!(message.contains(said), "{words:?}: {message}");
        assert!(fs::metadata(&file).is_err(), "{words:?}");
    }
    let large =
        ["table", "nim", "--to", "99", "--width", "8000", "--memory", "32M", "--png", &file];
    let done = grundy(&large);
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    assert!(fs::metadata(&file).is_err());
    fs::write(&file, "before").unwrap();
    let missing = folder.file("nowhere/picture.png");
    let done = grundy(&["table", "nim", "--png", &missing]);
    assert_eq!(done.status.code(), Some(2));
    assert!(grundy(&["table", "nim", "--png", &file]).status.success());
    size(&fs::read(&file).unwrap());
    // What is printed is the picture alone.
    let done = grundy(&["table", "nim", "--png", "-"]);
    size(&done.stdout);
}

/// What is used is not replaced by its picture.
#[test]
fn files_that_are_used_are_spared() {
    let folder = Folder::new("spared");
    let graph = folder.file("graph.txt");
    fs::write(&graph, "ground a\n").unwrap();
    let store = folder.file("answers.db");
    let other = folder.path().join("..").join(folder.path().file_name().unwrap()).join("graph.txt");
    let other = other.to_str().unwrap();
    for words in [
        &["graph", &graph, "--svg", &graph][..],
        &["graph", &graph, "--png", other],
        &["graph", &graph, "--dot", &graph],
        &["value", "hackenbush", &graph, "--svg", &graph],
        &["moves", &format!("hackenbush {graph}"), "--png", &graph],
        &["value", "cram", "2x2", "--store", &store, "--svg", &store],
        &["moves", "cram", "2x2", "--checkpoint", &store, "--svg", &store],
        &["table", "kayles", "--file", &store, "--svg", &store],
    ] {
        let done = grundy(words);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {done:?}");
        let message = String::from_utf8(done.stderr).unwrap();
        assert!(message.contains("is used here, and the picture"), "{words:?}: {message}");
        assert_eq!(fs::read_to_string(&graph).unwrap(), "ground a\n");
        assert!(!fs::exists(&store).unwrap(), "{words:?}");
    }
}

#[test]
fn two_pictures_do_not_go_to_one_file() {
    let folder = Folder::new("two-pictures");
    let file = folder.file("picture");
    for words in [
        &["table", "nim", "--svg", &file, "--png", &file][..],
        &["value", "nim", "3", "--svg", "-", "--png", "-"],
        &["graph", "graph.txt", "--dot", &file, "--svg", &file],
    ] {
        let done = grundy(words);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {done:?}");
        let message = String::from_utf8(done.stderr).unwrap();
        assert!(message.contains("two pictures would go to"), "{words:?}: {message}");
        assert!(done.stdout.is_empty() && !fs::exists(&file).unwrap(), "{words:?}");
    }
}

#[test]
fn what_is_too_large_for_a_picture_is_refused_before_it_is_computed() {
    for (game, to) in
        [("[n] -> [n-k*k] for k in 1..n", "10^7"), ("[a, b] -> [a-b, b] if b > 0", "6000")]
    {
        let done = grundy(&["table", game, "--to", to, "--svg", "-", "--time", "60"]);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains("a picture shows at most"), "{said}");
        assert_eq!(done.status.code(), Some(2));
    }
}
