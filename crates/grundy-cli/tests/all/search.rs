//! `--checkpoint` of searches on boards: runs that are stopped and killed, wrong files, full disks.

use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    crate::grundy().args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// How many entries a file has, by the numbers at its end, which are those of its length.
fn entries(file: &str) -> u64 {
    let bytes = fs::read(file).unwrap();
    let numbers = &bytes[bytes.len() - 64..bytes.len() - 32];
    let number = |at: usize| u64::from_be_bytes(numbers[at..at + 8].try_into().unwrap());
    let head = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    assert_eq!(bytes.len() as u64, head as u64 + 8 * number(0) + 16 * number(8) + 64);
    number(0) + number(8)
}

/// A question that takes some work.
const QUESTION: [&str; 3] = ["value", "cram", "5x7"];

/// What a run has excluded of the position that was asked about stays excluded, however much else is found.
#[test]
fn a_run_that_goes_on_says_no_less() {
    let folder = Folder::new("excluded-search");
    let file = folder.file("search");
    let board = "######/######/#.####/######/##..##/######";
    let words = ["value", "cram", board, "--positions", "30000", "--threads", "1"];
    let mut before = 0;
    for _ in 0..9 {
        let output = grundy(&[&words[..], &["--checkpoint", &file]].concat());
        let excluded = stderr(&output).matches("not ").count();
        assert!(excluded >= before, "{}", stderr(&output));
        before = excluded;
    }
    assert!(before >= 4);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let folder = Folder::new("share-search");
    let file = folder.file("search");
    let (long, short) = (["value", "cram", "6x7"], ["value", "cram", "4x4"]);
    crate::has_its_checkpoint_alone(&long, &short, &file);
    assert!(folder.is_tidy());
}

#[cfg(unix)]
#[test]
fn a_killed_search_goes_on_to_the_same_value() {
    let whole = grundy(&QUESTION);
    assert!(whole.status.success(), "{}", stderr(&whole));
    for threads in ["1", "2"] {
        let folder = Folder::new("kill-search");
        let file = folder.file("search");
        let question =
            [&QUESTION[..], &["--checkpoint", &file, "--every", "0.005", "--threads", threads]];
        crate::killed_many_times(&question.concat(), 20, Duration::from_millis(70), || {
            fs::metadata(&file).ok().map(|_| entries(&file))
        });
        let before = entries(&file);
        let resumed = grundy(&[&QUESTION[..], &["--checkpoint", &file]].concat());
        assert_eq!(resumed.stdout, whole.stdout, "{}", stderr(&resumed));
        // A round may have come to the end.
        assert!(resumed.status.success() && entries(&file) >= before);
        assert!(folder.is_tidy());
    }
}

#[test]
fn a_search_that_limits_stop_goes_on_with_less_work() {
    let folder = Folder::new("stopped-search");
    let file = folder.file("search");
    let limited = [&QUESTION[..], &["--positions", "4000", "--threads", "1"]].concat();
    let alone = grundy(&limited);
    assert_eq!(alone.status.code(), Some(3), "{}", stderr(&alone));
    let mut rounds = 0;
    let found = loop {
        rounds += 1;
        let output = grundy(&[&limited[..], &["--checkpoint", &file]].concat());
        if output.status.success() {
            break output;
        }
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        let count = entries(&file);
        let told = format!("kept: {file} holds what is known of {count} positions; the same");
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
        assert!(rounds < 200, "it makes no headway");
    };
    assert_eq!(found.stdout, grundy(&QUESTION).stdout);
    assert!(rounds > 3, "{rounds} rounds");
    // The position of another board, its moves, and a sum with a board in wider words use the same file.
    let known = entries(&file);
    let other = grundy(&["moves", "cram", "5x7", "--count", "--checkpoint", &file]);
    assert_eq!(other.stdout, grundy(&["moves", "cram", "5x7", "--count"]).stdout);
    assert!(entries(&file) > known);
    let sum = ["value", "cram", "1x52 + 5x7", "--positions", "4000", "--threads", "1"];
    let sum = grundy(&[&sum[..], &["--checkpoint", &file]].concat());
    assert_eq!(sum.stdout, grundy(&["value", "cram", "1x52 + 5x7"]).stdout, "{}", stderr(&sum));
}

#[cfg(unix)]
#[test]
fn sigterm_saves_what_is_known() {
    let folder = Folder::new("term-search");
    let file = folder.file("search");
    let long = ["value", "cram", "6x7", "--every", "1000", "--checkpoint", &file];
    let output = crate::stopped(&long, |_| fs::exists(&file).unwrap() && entries(&file) > 0);
    assert!(stderr(&output).starts_with("stopped on request\n  proved: "), "{}", stderr(&output));
}

#[test]
fn a_file_that_is_not_of_the_game_is_left_alone() {
    let folder = Folder::new("other-search");
    let file = folder.file("search");
    let made = grundy(&["value", "cram", "4x5", "--checkpoint", &file]);
    assert!(made.status.success(), "{}", stderr(&made));
    let good = fs::read(&file).unwrap();
    let refused = |arguments: &[&str], reason: &str| {
        let before = fs::read(&file).unwrap();
        let output = grundy(&[arguments, &["--checkpoint", &file]].concat());
        assert_eq!(output.status.code(), Some(2), "{reason}: {}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
        assert_eq!(fs::read(&file).unwrap(), before);
    };
    refused(&["value", "node-kayles", "4x4"], "this is a checkpoint of another game, cram");
    let cycle = ["moves", "node-kayles", "cycle 5"];
    refused(&cycle, "this is a checkpoint of another game, cram");
    refused(&["value", "cram", "3x3", "--misere"], "a search that is not kept");
    refused(&["value", "chomp", "3x3"], "a search that is not kept");
    refused(&["value", "nim", "3", "4"], "here is no such search");
    refused(&["moves", "nim", "3", "4"], "here is no such search");
    refused(&["value", "cram", "3x3", "--store", "a.db"], "cannot be used with");
    fs::write(&file, &good[..good.len() - 9]).unwrap();
    refused(&["value", "cram", "3x3"], "this is no whole checkpoint: it is not as long as it says");
    fs::write(&file, &good[..40]).unwrap();
    refused(&["value", "cram", "3x3"], "this is no whole checkpoint: it ends too soon");
    fs::write(&file, "").unwrap();
    refused(&["value", "cram", "3x3"], "its first lines are missing");
    let run = folder.file("run");
    assert!(grundy(&["heap", "0.77", "--checkpoint", &run]).status.success());
    fs::copy(&run, &file).unwrap();
    refused(&["value", "cram", "3x3"], "it does not start with `grundy search 1`");
    let folder = ["value", "cram", "3x3", "--checkpoint", folder.path().to_str().unwrap()];
    assert!(stderr(&grundy(&folder)).contains("it is not a regular file"));
    fs::write(&file, &good).unwrap();
    refused(&["heap", "0.77"], "it does not start with `grundy checkpoint`");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_told_of_and_the_one_before_stays() {
    let folder = Folder::new("full-search");
    let file = folder.file("search");
    let nowhere = folder.file("missing/search");
    let output = grundy(&["value", "cram", "4x5", "--checkpoint", &nowhere]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(stderr(&output).contains("cannot write the checkpoint"), "{}", stderr(&output));
    assert!(stderr(&output).contains("help: make the directory first"), "{}", stderr(&output));
    assert!(grundy(&["value", "cram", "4x5", "--checkpoint", &file]).status.success());
    let good = fs::read(&file).unwrap();
    // No file may be larger than the one before.
    let full = |args: &[&str]| {
        let blocks = good.len().div_ceil(512);
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        Command::new("sh")
            .env("LC_ALL", "C.UTF-8")
            .args(["-c", &script, env!("CARGO_BIN_EXE_grundy")])
            .args(args)
            .output()
            .unwrap()
    };
    let output = full(&["value", "cram", "4x7", "--every", "0.001", "--checkpoint", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, grundy(&["value", "cram", "4x7"]).stdout);
    assert!(stderr(&output).contains("; the one before is intact"), "{}", stderr(&output));
    let limited = ["value", "cram", "6x7", "--time", "0.2", "--checkpoint", &file];
    let output = full(&limited);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("; the one before is intact"), "{}", stderr(&output));
    assert_eq!(fs::read(&file).unwrap(), good);
    assert!(folder.is_tidy());
}

#[test]
fn what_a_smaller_memory_has_no_room_for_is_not_replaced() {
    let folder = Folder::new("small-search");
    let file = folder.file("search");
    let within = |memory: &str| {
        let limits = ["--positions", "60000", "--threads", "1", "--memory", memory];
        grundy(&[&["value", "cram", "6x7", "--checkpoint", &file], &limits[..]].concat())
    };
    assert!(stderr(&within("64M")).contains("; the same command goes on from there"));
    let known = entries(&file);
    let good = fs::read(&file).unwrap();
    let little = within("64K");
    assert_eq!(little.status.code(), Some(3), "{}", stderr(&little));
    let told = format!(
        "{file} holds what is known of {known} positions, and the memory allowed has room for "
    );
    assert!(stderr(&little).contains(&told), "{}", stderr(&little));
    assert!(
        stderr(&little).contains("--memory 64M; the file stays as it is"),
        "{}",
        stderr(&little)
    );
    assert_eq!(fs::read(&file).unwrap(), good);
    assert!(stderr(&within("64M")).contains("; the same command goes on from there"));
    assert!(entries(&file) > known);
}

/// No file may be larger than nothing, so that none can be written.
#[cfg(unix)]
#[test]
fn what_is_known_is_told_where_nothing_can_be_written() {
    let folder = Folder::new("finished-search");
    let file = folder.file("search");
    let question = ["value", "cram", "4x7", "--checkpoint", &file];
    let found = grundy(&question);
    assert!(found.status.success());
    let full = |args: &[&str]| {
        Command::new("sh")
            .env("LC_ALL", "C.UTF-8")
            .args(["-c", "trap '' XFSZ; ulimit -f 0; \"$0\" \"$@\" | cat"])
            .arg(env!("CARGO_BIN_EXE_grundy"))
            .args(args)
            .output()
            .unwrap()
    };
    let again = full(&question);
    assert_eq!((stderr(&again).as_str(), again.stdout), ("", found.stdout));
    // What is new is missed.
    let more = full(&["value", "cram", "5x6", "--checkpoint", &file]);
    assert!(stderr(&more).contains("; the one before is intact"), "{}", stderr(&more));
}

#[test]
fn a_search_that_a_limit_stops_names_its_store() {
    let folder = Folder::new("store-search");
    let store = folder.file("answers.db");
    let told =
        format!("  kept: {store} has what took much work; the same command begins with it\n");
    // Of chomp nothing is kept.
    for (game, position, is_kept) in [("cram", "6x7", true), ("chomp", "30x30", false)] {
        let words = ["value", game, position, "--positions", "60000", "--store", &store];
        let output = grundy(&words);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert_eq!(stderr(&output).ends_with(&told), is_kept, "{}", stderr(&output));
    }
}
