//! What is said of slips of people where standard input, files or a full disk have a part in them.

use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::folder::Folder;
use crate::grundy;

/// What a command does with this on standard input.
fn given(words: &[&str], input: &[u8]) -> Output {
    let mut start = grundy();
    let piped = start.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().unwrap();
    // It may not read it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pictures_in_files_named_for_the_other_kind_are_noted() {
    let folder = Folder::new("named");
    let [svg, png, other] = ["a.svg", "a.PNG", "a"].map(|name| folder.file(name));
    for (option, file, noted) in [
        ("--svg", &png, Some("gets SVG; --png draws PNG")),
        ("--png", &svg, Some("gets PNG; --svg draws SVG")),
        ("--svg", &svg, None),
        ("--png", &png, None),
        ("--svg", &other, None),
    ] {
        let done = given(&["table", "nim", "--to", "3", option, file], b"");
        assert!(done.status.success(), "{done:?}");
        let said = said(&done);
        match noted {
            Some(noted) => assert_eq!(said, format!("note: {file} {noted}\n")),
            None => assert!(!said.contains("note:") || said.contains("font"), "{said}"),
        }
    }
}

/// Whoever writes a program `nim` asks about Nim beside it.
#[test]
fn a_file_called_like_a_game_does_not_hide_it() {
    let folder = Folder::new("hidden");
    for name in ["nim", "0.77", "notes", "MINE.GAME"] {
        std::fs::write(folder.file(name), "[n] -> [n-k] for k in 1..3").unwrap();
    }
    let value = |game: &str| {
        let mut value = grundy();
        value.current_dir(folder.path()).args(["value", game, "7"]).output().unwrap()
    };
    for (game, found) in [("nim", "7\n"), ("0.77", "2\n"), ("MINE.GAME", "3\n")] {
        let done = value(game);
        assert_eq!(String::from_utf8_lossy(&done.stdout), found, "{game}: {}", said(&done));
    }
    let other = value("notes");
    assert!(said(&other).contains("a file with a rule ends in .game"), "{}", said(&other));
}

#[test]
fn paths_of_windows_are_paths() {
    for path in ["C:\\games\\mine", "d:/mine", ".\\mine", "..\\mine"] {
        let done = given(&["value", path, "3"], b"");
        assert_eq!(
            said(&done),
            format!("error: there is no file {path}\n  help: a file with a rule ends in .game\n")
        );
    }
}

#[test]
fn a_mark_of_the_byte_order_before_moves_is_passed_over() {
    let [plain, marked] = ["", "\u{feff}"].map(|mark| {
        given(&["play", "nim", "5", "3"], format!("{mark}5 -> 3\nquit\n").as_bytes()).stdout
    });
    assert_eq!(String::from_utf8_lossy(&marked), String::from_utf8_lossy(&plain));
}

#[test]
fn standard_input_is_called_by_its_name() {
    for words in [&["value", "-", "3"][..], &["check", "-"], &["pattern", "--values", "-"]] {
        let done = given(words, b"[n] -> \xff");
        assert_eq!(done.status.code(), Some(2), "{done:?}");
        assert!(said(&done).starts_with("error: standard input is not UTF-8"), "{}", said(&done));
    }
}

/// PowerShell writes so what a command prints, and an editor may, in either order of the bytes.
#[test]
fn files_in_utf_16_are_read() {
    let rule = "[a, b] -> [a-k, b-k] for k in 1..min(a, b)";
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        let words = marked.encode_utf16();
        words.flat_map(|word| if big { word.to_be_bytes() } else { word.to_le_bytes() }).collect()
    };
    for big in [false, true] {
        let done = given(&["value", "-", "3,5"], &wide(&format!("# 例子\r\n{rule}\r\n"), big));
        assert_eq!(
            (done.status.code(), &done.stdout[..]),
            (Some(0), &b"3\n"[..]),
            "{}",
            said(&done)
        );
        let done = given(&["graph", "-"], &wide("0 1\r\n1 2\r\n", big));
        let plain = given(&["graph", "-"], b"0 1\n1 2\n");
        assert_eq!(done.stdout, plain.stdout, "{}", said(&done));
        assert!(String::from_utf8_lossy(&done.stdout).contains('1'), "{}", said(&done));
    }
    // Half a number of 16 bits, and half a pair of them.
    for broken in [&b"\xff\xfe[\x00n"[..], b"\xff\xfe\x3d\xd8"] {
        let done = given(&["value", "-", "3"], broken);
        assert!(said(&done).starts_with("error: standard input is not UTF-8"), "{}", said(&done));
    }
}

#[test]
fn positions_on_standard_input_are_those_of_any_rule() {
    for rule in ["[n] -> [n-1] | [n-2]", "[n] -> [n-k] for k in 1..2"] {
        let done = given(&["value", rule, "-"], "\u{feff}5\r\n\n3 1\n".as_bytes());
        assert_eq!(String::from_utf8_lossy(&done.stdout), "2\n1\n", "{}", said(&done));
    }
    // Only the first line may begin with such a mark.
    let done = given(&["value", "nim", "-"], "5\n\u{feff}5\n".as_bytes());
    assert_eq!((done.status.code(), &done.stdout[..]), (Some(2), &b"5\n"[..]));
    // What the shell leaves of a rule without quotes.
    let done = given(&["value", "[n]", "-"], b"");
    assert!(said(&done).contains("the shell took its `>`"), "{}", said(&done));
}

#[test]
fn boards_on_standard_input_are_answered_a_line_each() {
    let lines = b"3x3\r\n\n2x2 + 2x3\n##\n##\n\n#.#\n#.#";
    let done = given(&["value", "cram", "-"], lines);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "0\n1\n0\n0\n", "{}", said(&done));
    let done = given(&["value", "chomp", "-", "--misere"], b"3,2\n2\n");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "N\nP\n", "{}", said(&done));
    let done = given(&["value", "treblecross", "-", "--json"], b"..X..\n7\n");
    assert_eq!(done.stdout.iter().filter(|&&byte| byte == b'\n').count(), 2, "{}", said(&done));
    // What is answered before a mistake stands before it.
    let done = given(&["value", "cram", "-"], b"2x2\n3y3\n2x2\n");
    assert_eq!((done.status.code(), &done.stdout[..]), (Some(2), &b"0\n"[..]));
    assert!(said(&done).contains("line 2"), "{}", said(&done));
    // Where a graph may stand there it does.
    let done = given(&["value", "node-kayles", "-"], b"a b\nb c\n");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "2\n", "{}", said(&done));
    // For moves a drawing is the position.
    let [drawn, typed] = [
        (&["moves", "cram", "-"][..], &b"##.#\n####\n"[..]),
        (&["moves", "cram", "##.#/####"], b""),
    ]
    .map(|(words, input)| given(words, input).stdout);
    assert_eq!(drawn, typed);
}

#[test]
fn a_text_is_no_export_of_a_store() {
    let folder = Folder::new("text");
    let store = folder.file("answers.db");
    let done = given(&["store", "import", &store, "-"], b"value 3\n");
    let said = said(&done);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("line 1: this is no line that `grundy store export` writes"), "{said}");
}

#[test]
fn a_damaged_file_may_be_removed_and_another_one_not() {
    let folder = Folder::new("damaged");
    for (words, option, title) in [
        (&["heap", "0.77", "--to", "50"][..], "--checkpoint", "grundy checkpoint 1\n0.77\n"),
        (&["value", "cram", "4x5"], "--checkpoint", "grundy search 1\ncram\n"),
        (&["endings", "cram", "--to", "3"], "--file", "grundy endings 1\ncram\n"),
        (&["table", "[a, b] -> [a-1, b] | [a, b-2]"], "--file", "grundy table 1\n"),
    ] {
        let file = folder.file("kept");
        let words = [words, &[option, &file]].concat();
        for (text, may) in [(title, true), ("dear\nto me\n", false), ("dear", false)] {
            std::fs::write(&file, text).unwrap();
            let done = given(&words, b"");
            let said = said(&done);
            assert_eq!(done.status.code(), Some(2), "{words:?}: {said}");
            assert_eq!(said.contains("remove this one"), may, "{words:?}: {said}");
            assert!(said.contains("name another file"), "{words:?}: {said}");
            // Followed, the advice works: the file is left as it was, or may go.
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
            std::fs::remove_file(&file).unwrap();
            if may {
                assert!(given(&words, b"").status.success(), "{words:?}");
                std::fs::remove_file(&file).unwrap();
            }
        }
        // Whoever looks up endings makes none.
        std::fs::write(&file, "grundy endings 1\ncram\n").unwrap();
        let said = said(&given(&["value", "cram", "3x3", "--endings", &file], b""));
        assert!(said.contains("name another file") && !said.contains("remove"), "{said}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn an_option_of_many_coordinates_is_not_doubted() {
    let letters: Vec<String> = ('a'..='k').map(String::from).collect();
    let rule = format!("[{}] -> [a-1, {}]", letters.join(", "), letters[1..].join(", "));
    let done = given(&["check", &rule], b"");
    assert!(done.status.success() && said(&done).is_empty(), "{done:?}");
}

#[test]
fn chapters_have_numbers_and_games_have_chapters() {
    let shown = |name: &str| {
        let done = given(&["guide", name], b"");
        assert!(done.status.success(), "{name}: {done:?}");
        done.stdout
    };
    let list = given(&["guide"], b"").stdout;
    let list = String::from_utf8(list).unwrap();
    for (number, line) in (1..).zip(list.lines().take_while(|line| !line.is_empty())) {
        let name = line.split(' ').next().unwrap();
        assert_eq!(shown(&number.to_string()), shown(name));
    }
    assert_eq!(shown("尼姆"), shown("nim"));
    assert_eq!(shown("威佐夫博弈"), shown("wythoff"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = grundy().args(["value", "nim", "3"]).stdout(full).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(said(&done), "error: cannot write the answer: there is no space left\n");
}
