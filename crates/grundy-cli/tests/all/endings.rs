//! `grundy endings` and `--endings`: builds that are killed, files that are not of the game, looking up.

use std::fs;
use std::process::Output;
use std::time::Duration;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    crate::grundy().args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn build(file: &str, to: &str) -> Output {
    grundy(&["endings", "cram", "--to", to, "--file", file])
}

/// Kills a build again and again, and compares the file with one that was built in one go.
fn killed_builds(to: &str, rounds: u64, most: Duration) {
    let folder = Folder::new("kill-endings");
    let [file, other] = ["endings", "other"].map(|name| folder.file(name));
    let whole = build(&other, to);
    assert!(whole.status.success(), "{}", stderr(&whole));
    let killed = ["endings", "cram", "--to", to, "--file", &file, "--every", "0"];
    crate::killed_many_times(&killed, rounds, most, || {
        let found = fs::metadata(&file).ok()?;
        // Whatever the moment, what stands there can be used.
        let value = grundy(&["value", "cram", "3x5", "--endings", &file]);
        assert!(value.status.success(), "{}", stderr(&value));
        Some(found.len())
    });
    let resumed = build(&file, to);
    assert_eq!(resumed.stdout, whole.stdout, "{}", stderr(&resumed));
    assert_eq!(fs::read(&file).unwrap(), fs::read(&other).unwrap());
    assert!(build(&file, to).status.success());
    assert!(build(&file, "3").status.success(), "a larger file stays");
    assert_eq!(fs::read(&file).unwrap(), fs::read(&other).unwrap());
}

#[cfg(unix)]
#[test]
fn a_killed_build_goes_on_to_the_same_file() {
    killed_builds("11", 20, Duration::from_millis(250));
}

#[cfg(unix)]
#[test]
#[ignore = "takes a minute; the short form runs always"]
fn a_build_that_is_killed_a_hundred_times_goes_on_to_the_same_file() {
    killed_builds("12", 100, Duration::from_millis(900));
}

#[cfg(unix)]
#[test]
fn a_build_that_is_stopped_says_what_is_kept() {
    let folder = Folder::new("stop-endings");
    let file = folder.file("endings");
    let limited = grundy(&["endings", "cram", "--to", "9", "--file", &file, "--positions", "600"]);
    assert_eq!(limited.status.code(), Some(3));
    let told = stderr(&limited);
    assert!(told.contains("kept: ") && told.contains("parts of up to 7 cells"), "{told}");
    let term = folder.file("term");
    let long = ["endings", "node-kayles", "--to", "20", "--file", &term];
    let stopped = crate::stopped(&long, |_| fs::exists(&term).unwrap());
    let told = stderr(&stopped);
    assert!(told.starts_with("stopped on request\n  kept: "), "{told}");
    let used = ["value", "node-kayles", "3x5", "--endings", &term];
    assert_eq!(grundy(&used).stdout, grundy(&used[..3]).stdout);
    // The limit of memory.
    let little = grundy(&["endings", "cram", "--to", "12", "--file", &file, "--memory", "64K"]);
    assert_eq!(little.status.code(), Some(3), "{}", stderr(&little));
}

#[test]
fn one_build_at_a_time_works_on_a_file() {
    let folder = Folder::new("share-endings");
    let file = folder.file("endings");
    for _ in 0..5 {
        let run = || {
            let mut command = crate::grundy();
            command.args(["endings", "cram", "--to", "7", "--file", &file]);
            let silent = std::process::Stdio::piped;
            command.stdout(silent()).stderr(silent()).spawn().unwrap()
        };
        let mut built = 0;
        for child in [run(), run(), run(), run()] {
            let output = child.wait_with_output().unwrap();
            if output.status.success() {
                let said = String::from_utf8(output.stdout).unwrap();
                assert!(
                    said.starts_with("cram: the values of 164 parts of up to 7 cells"),
                    "{said}"
                );
                built += 1;
            } else {
                assert_eq!(output.status.code(), Some(2));
                let said = stderr(&output);
                assert!(said.contains("another program works on this file"), "{said}");
            }
        }
        assert!(built > 0);
        let used = ["value", "cram", "3x3", "--endings", &file];
        assert_eq!(grundy(&used).stdout, grundy(&used[..3]).stdout);
        fs::remove_file(&file).unwrap();
    }
    if cfg!(unix) {
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn what_is_looked_up_need_not_be_searched() {
    let folder = Folder::new("use-endings");
    let file = folder.file("endings");
    let built = build(&file, "10");
    assert!(built.status.success(), "{}", stderr(&built));
    let said = String::from_utf8(built.stdout).unwrap();
    assert!(said.starts_with("cram: the values of 6473 parts of up to 10 cells, in "), "{said}");
    for threads in ["1", "2"] {
        for board in ["5x6", "##.##/#####/.####/#####", "4x7 + 3x3"] {
            let question = ["value", "cram", board, "--threads", threads];
            let looked_up = grundy(&[&question[..], &["--endings", &file]].concat());
            assert_eq!(looked_up.stdout, grundy(&question).stdout, "{}", stderr(&looked_up));
        }
    }
    // A part that stands there needs no search at all; together with a checkpoint and a store.
    let small = ["value", "cram", "##./.##/###", "--endings", &file];
    assert_eq!(grundy(&small).stdout, grundy(&small[..3]).stdout);
    for kept in ["--checkpoint", "--store"] {
        let other = folder.file(kept.trim_start_matches('-'));
        let moves = ["moves", "cram", "4x5", "--endings", &file, kept, &other];
        for _ in 0..2 {
            assert_eq!(grundy(&moves).stdout, grundy(&moves[..3]).stdout);
        }
    }
}

#[test]
fn files_that_are_no_endings_of_the_game_are_refused() {
    let folder = Folder::new("other-endings");
    let file = folder.file("endings");
    assert!(build(&file, "6").status.success());
    let good = fs::read(&file).unwrap();
    let refused = |arguments: &[&str], reason: &str| {
        let output = grundy(arguments);
        assert_eq!(output.status.code(), Some(2), "{reason}: {}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    };
    let missing = folder.file("missing");
    refused(&["value", "cram", "3x3", "--endings", &missing], "there is no file ");
    let itself = folder.path().to_str().unwrap();
    refused(&["value", "cram", "3x3", "--endings", itself], "it is not a regular file");
    let other = format!("error: {file}: these are endings of another game, cram");
    refused(&["value", "node-kayles", "3x3", "--endings", &file], &other);
    refused(&["endings", "node-kayles", "--file", &file], "endings of another game, cram");
    refused(
        &["value", "chomp", "3x3", "--endings", &file],
        "for Cram and Node Kayles on cells only",
    );
    refused(&["value", "cram", "3x3", "--misere", "--endings", &file], "about normal play");
    refused(&["value", "nim", "3", "--endings", &file], "leave --endings away");
    refused(&["moves", "nim", "3", "--endings", &file], "leave --endings away");
    refused(&["endings", "chomp", "--file", &missing], "not for chomp");
    refused(&["endings", "cram", "--to", "25", "--file", &missing], "a number from 1 to 24");
    let nowhere = folder.file("nowhere/endings");
    refused(&["endings", "cram", "--to", "3", "--file", &nowhere], "cannot write");
    assert_eq!(fs::read(&file).unwrap(), good);
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    for (bytes, reason) in [
        (&damaged[..], "damaged or was cut off"),
        (&good[..good.len() - 1], "damaged or was cut off"),
        (&good[..20], "damaged or was cut off"),
        (&b""[..], "it does not start with `grundy endings 1`"),
        (&b"grundy search 1\ncram\n"[..], "it does not start with `grundy endings 1`"),
    ] {
        fs::write(&file, bytes).unwrap();
        refused(&["value", "cram", "3x3", "--endings", &file], reason);
        refused(&["endings", "cram", "--to", "7", "--file", &file], reason);
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
}
