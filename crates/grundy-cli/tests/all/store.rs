//! Kept answers: what is written, what is believed, files that are altered, processes that are killed.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A rule without theory whose value takes some work.
const RULE: &str =
    "[n] -> [n-k] for k in divisors(n) | [k]+[n-k-1] for k in 1..n-2 if k*k % 3 == 1";

#[test]
fn answers_are_kept_exported_imported_and_verified() {
    let folder = Folder::new("store");
    let (store, other) = (folder.file("answers.db"), folder.file("other.db"));
    let value = stdout(&grundy(&["value", RULE, "30001"]));
    for _ in 0..2 {
        assert_eq!(stdout(&grundy(&["value", "cram", "4x9", "--store", &store])), "1\n");
        assert_eq!(stdout(&grundy(&["value", RULE, "30001", "--store", &store])), value);
    }
    let moves = |store: &[&str]| stdout(&grundy(&[&["moves", "cram", "4x8"], store].concat()));
    assert_eq!(moves(&["--store", &store]), moves(&[]));
    let shown = stdout(&grundy(&["store", "show", &store]));
    assert!(shown.starts_with("games: 2, answers: ") && shown.contains("board cram: "), "{shown}");
    let listed = stdout(&grundy(&["store", "show", &store, "--game", "cram", "--most", "3"]));
    assert!(listed.starts_with("#########/#########/#########/#########: 1  ("), "{listed}");
    let listed = stdout(&grundy(&["store", "show", &store, "--game", RULE]));
    assert!(listed.starts_with(&format!("0:30001: {}  (", value.trim())), "{listed}");
    let verified = grundy(&["store", "verify", &store, "--sample", "1000"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));

    let lines = stdout(&grundy(&["store", "export", &store]));
    let exported = folder.file("answers.jsonl");
    // Some editors mark the beginning of a text.
    for (mark, added) in [("", lines.lines().count()), ("\u{feff}", 0)] {
        fs::write(&exported, format!("{mark}{lines}")).unwrap();
        let imported = grundy(&["store", "import", &other, &exported]);
        assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
        assert_eq!(stdout(&imported), format!("answers added to {other}: {added}\n"));
    }
    assert_eq!(stdout(&grundy(&["store", "export", &other])), lines);
    let compacted = grundy(&["store", "compact", &other]);
    assert_eq!(compacted.status.code(), Some(0), "{}", stderr(&compacted));
    assert_eq!(stdout(&grundy(&["store", "export", &other])), lines);

    // A wrong answer is found.
    let kept = format!("\"position\":\"0:30001\",\"value\":\"{}", value.trim());
    let altered = lines.replace(&kept, &format!("{kept}7"));
    assert_ne!(altered, lines, "{lines}");
    fs::write(&exported, altered).unwrap();
    let refused = grundy(&["store", "import", &other, &exported]);
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    let (said, found) = (value.trim(), stderr(&refused));
    let contradiction = format!("0:30001 has the value {said}7 here, and {said} in {other}");
    assert!(found.contains(&contradiction), "{found}");
    assert_eq!(stdout(&grundy(&["store", "export", &other])), lines);
    let wrong = folder.file("wrong.db");
    grundy(&["store", "import", &wrong, &exported]);
    let verified = grundy(&["store", "verify", &wrong, "--sample", "1000"]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        stdout(&verified).contains("0:30001: it is not so that the value is "),
        "{}",
        stdout(&verified)
    );
}

#[test]
fn lines_that_are_none_are_refused() {
    let folder = Folder::new("lines");
    let store = folder.file("answers.db");
    let good = r#"{"game":"board cram","position":"001800003fcfff7d","value":"2","work":"9"}"#;
    let altered = [
        ("board cram", "cram"),
        ("001800003fcfff7d", "0018"),
        ("001800003fcfff7d", "x01800003fcfff7d"),
        ("\"2\"", "2"),
        ("\"2\"", "\"two\""),
        ("\"value\":\"2\"", "\"not\":[7]"),
        ("\"value\":\"2\",", ""),
        ("\"value\":\"2\"", "\"value\":\"2\",\"not\":[1]"),
        ("\"work\"", "\"word\""),
    ];
    for (from, to) in altered {
        let lines = folder.file("lines");
        let text = good.replace(from, to);
        assert_ne!(text, good);
        fs::write(&lines, format!("{good}\n\n{text}\n")).unwrap();
        let refused = grundy(&["store", "import", &store, &lines]);
        assert_eq!(refused.status.code(), Some(2), "{text}");
        assert!(stderr(&refused).contains("line 3: "), "{}", stderr(&refused));
        assert!(!fs::exists(&store).unwrap(), "a failed import leaves no store behind");
    }
    // A line that does not end is not read to its end.
    fs::write(folder.file("lines"), vec![b'{'; 1 << 22]).unwrap();
    let refused = grundy(&["store", "import", &store, &folder.file("lines")]);
    assert!(
        stderr(&refused).contains("line 1: it is longer than 1048576 bytes"),
        "{}",
        stderr(&refused)
    );
    // A word that is no board is believed by nobody.
    let none = good.replace("001800003fcfff7d", "000000000000ffff");
    fs::write(folder.file("lines"), none).unwrap();
    assert_eq!(grundy(&["store", "import", &store, &folder.file("lines")]).status.code(), Some(0));
    let verified = grundy(&["store", "verify", &store]);
    assert!(stdout(&verified).contains("no position of this game"), "{}", stdout(&verified));
    assert_eq!(stdout(&grundy(&["value", "cram", "4x4", "--store", &store])), "0\n");
}

#[test]
fn an_empty_file_becomes_a_store() {
    let folder = Folder::new("emptystore");
    let store = folder.file("answers.db");
    fs::write(&store, "").unwrap();
    let value = grundy(&["value", "cram", "4x7", "--store", &store]);
    assert_eq!(value.status.code(), Some(0), "{}", stderr(&value));
    let shown = stdout(&grundy(&["store", "show", &store]));
    assert!(shown.starts_with("games: 1, answers: "), "{shown}");
}

#[test]
fn files_that_are_no_stores_get_a_message() {
    let folder = Folder::new("nostore");
    let text = folder.file("text");
    fs::write(&text, "hello").unwrap();
    let folder_path = folder.path().to_str().unwrap();
    for path in [&text, folder_path, &folder.file("missing"), &folder.file("no/where")] {
        for command in [&["store", "show", path][..], &["store", "verify", path]] {
            let refused = grundy(command);
            assert_eq!(refused.status.code(), Some(2), "{command:?}");
            assert!(stderr(&refused).starts_with("error: "), "{}", stderr(&refused));
        }
    }
    let refused = grundy(&["value", "cram", "2x3", "--store", &text]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&text).unwrap(), "hello");
    let refused = grundy(&["moves", "nim", "1", "2", "--store", &folder.file("new")]);
    assert!(stderr(&refused).contains("grundy value --store"), "{}", stderr(&refused));
}

#[test]
fn whatever_byte_of_a_store_is_altered_nothing_panics() {
    let folder = Folder::new("altered");
    let store = folder.file("answers.db");
    grundy(&["value", "cram", "4x8", "--store", &store]);
    let whole = fs::read(&store).unwrap();
    let mut dice = fastrand::Rng::with_seed(7);
    let altered = folder.file("altered.db");
    for _ in 0..40 {
        let mut bytes = whole.clone();
        match dice.u32(..4) {
            0 => bytes.truncate(dice.usize(..bytes.len())),
            // Its head is where most is decided.
            1 => bytes[dice.usize(..512)] ^= dice.u8(1..),
            _ => {
                let at = dice.usize(..whole.len());
                bytes[at] ^= dice.u8(1..);
            }
        }
        fs::write(&altered, &bytes).unwrap();
        let shown = grundy(&["store", "show", &altered]);
        assert!(matches!(shown.status.code(), Some(0 | 2)), "{}", stderr(&shown));
    }
}

#[cfg(unix)]
#[test]
fn a_store_begins_where_a_link_leads() {
    let folder = Folder::new("linked");
    let (link, store) = (folder.file("link.db"), folder.file("store.db"));
    std::os::unix::fs::symlink("store.db", &link).unwrap();
    // What a process that was killed has left behind goes.
    let left = format!("{store}.grundy-new-10000000001");
    fs::write(&left, "").unwrap();
    let begun = grundy(&["value", "cram", "4x4", "--store", &link]);
    assert_eq!(begun.status.code(), Some(0), "{}", stderr(&begun));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::symlink_metadata(&store).unwrap().is_file());
    assert!(!fs::exists(&left).unwrap());
    let (one, other) = (folder.file("one.db"), folder.file("other.db"));
    std::os::unix::fs::symlink(&one, &other).unwrap();
    std::os::unix::fs::symlink(&other, &one).unwrap();
    let refused = grundy(&["value", "cram", "4x4", "--store", &one]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(fs::symlink_metadata(&one).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_killed_process_leaves_a_store_that_is_whole() {
    let folder = Folder::new("killed");
    let store = folder.file("answers.db");
    let question = ["value", "cram", "5x7", "--store", &store];
    let mut killed = 0;
    for round in 0_u64..100 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(question)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(1_000 + round * 7919 % 30_000));
        let _ = child.kill();
        killed += u32::from(!child.wait().unwrap().success());
        if round % 10 == 9 && fs::exists(&store).unwrap() {
            let shown = grundy(&["store", "show", &store]);
            assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
        }
    }
    assert!(killed > 0);
    assert_eq!(stdout(&grundy(&question)), "1\n");
    let verified = grundy(&["store", "verify", &store, "--sample", "1000"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}
