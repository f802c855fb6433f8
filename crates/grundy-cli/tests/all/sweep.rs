//! `grundy sweep`: tables that agree with published ones, shards, journals.

use std::collections::HashMap;
use std::fs;
use std::process::Output;
use std::time::Duration;

use crate::folder::Folder;
use crate::killed_many_times;

fn sweep(arguments: &[&str]) -> Output {
    crate::grundy().arg("sweep").args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The rows of a table in CSV: from the code to the other cells.
fn rows(output: &Output) -> HashMap<String, Vec<String>> {
    let text = stdout(output);
    let row = |line: &str| {
        let mut cells = line.split(',').map(str::to_owned);
        (cells.next().unwrap(), cells.collect())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn two_digit_games_are_as_published() {
    let output = sweep(&["0.??", "4.", "4.?", "--to", "1200", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(0));
    let rows = rows(&output);
    let mut compared = 0;
    for line in published("octal_periods.txt").lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[code, _, period, largest, ..] = &fields[..] else { continue };
        let code = match code.strip_prefix('.') {
            Some(digits) => format!("0.{digits}"),
            None if code.contains('.') => code.to_owned(),
            None => format!("{code}."),
        };
        if let Some(row) = rows.get(&code) {
            // status, heaps, preperiod, period, saltus, largest, at, mask, rares, last rare, group
            assert_eq!((&*row[0], &*row[3], &*row[5]), ("proved", period, largest), "{code}");
            compared += 1;
        }
    }
    assert!(compared >= 14, "{compared}");
    assert_eq!(rows["0.06"][0], "open");
    assert_eq!(rows["0.07"][10], "0.4");
}

/// The rare heaps of games whose period is known: T. Czajka, octal-games, SolvedGames.md, where heap 0
/// counts as rare too.
#[test]
fn masks_and_rare_heaps_are_as_published() {
    let output = sweep(&["0.45", "0.156", "0.356", "0.644", "--to", "20000", "--format", "csv"]);
    let rows = rows(&output);
    for (code, largest, at, mask, rares, last) in [
        ("0.45", 8, 37, "f", 11, 198),
        ("0.156", 23, 1032, "1b", 15, 357),
        ("0.356", 19, 86, "1b", 7, 43),
        ("0.644", 64, 333, "7e", 31, 511),
    ] {
        let row = &rows[code];
        assert_eq!(row[..1], ["proved"], "{code}");
        let expected = [largest.to_string(), at.to_string(), mask.to_owned()];
        assert_eq!(row[5..8], expected, "{code}");
        assert_eq!(row[8..10], [(rares - 1).to_string(), last.to_string()], "{code}");
    }
}

fn published(file: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap/");
    fs::read_to_string(format!("{folder}{file}")).unwrap()
}

#[test]
fn all_games_of_three_digits_are_equivalent_as_published_and_have_the_periods() {
    let patterns = ["0.?", "0.??", "0.???", "4.", "4.?", "4.??", "4.???"];
    let output = sweep(&[&patterns[..], &["--to", "1200", "--format", "csv"]].concat());
    let rows = rows(&output);
    let mut classes = HashMap::new();
    let text = published("equivalent_games.txt");
    for (class, line) in text.lines().filter(|line| !line.starts_with('#')).enumerate() {
        for code in line.split(' ') {
            // One group for each class, and one class for each group.
            assert_eq!(*classes.entry(rows[code][10].clone()).or_insert(class), class, "{code}");
            assert_eq!(rows[code][10], rows[line.split(' ').next().unwrap()][10], "{code}");
        }
    }
    assert_eq!(classes.len(), 174);
    let mut periods = 0;
    for line in published("short_periods.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let row = &rows[fields[0]];
        assert_eq!(row[0], "proved", "{line}");
        assert_eq!(row[2..4], fields[1..], "{line}");
        periods += 1;
    }
    assert_eq!(periods, 82);
}

#[test]
fn shards_make_the_whole() {
    let folder = Folder::new("shards");
    let whole = sweep(&["0.??", "--to", "300"]);
    let mut joined = String::new();
    for part in ["1/3", "2/3", "3/3"] {
        let journal = folder.file(&part.replace('/', "-"));
        let shard = sweep(&["0.??", "--to", "300", "--shard", part, "--resume", &journal]);
        assert!(shard.status.success());
        joined += &fs::read_to_string(&journal).unwrap();
    }
    assert_eq!(joined.lines().count(), 64);
    let all = folder.file("all");
    // A line that was not finished when the program was killed.
    fs::write(&all, joined.clone() + "{\"code\":\"0.7").unwrap();
    let resumed = sweep(&["0.??", "--to", "300", "--resume", &all]);
    assert_eq!(stdout(&resumed), stdout(&whole));
    assert_eq!(fs::read_to_string(&all).unwrap(), joined);
}

/// As by `cat`, where one of the machines was stopped in the middle of a line.
#[test]
fn shards_of_which_one_was_cut_make_the_whole() {
    let folder = Folder::new("cut-shards");
    let journal = folder.file("journal");
    let arguments = ["0.7", "0.77", "0.6", "--to", "300"];
    let whole = sweep(&arguments);
    let resume = [&arguments[..], &["--resume", &journal]].concat();
    assert!(sweep(&resume).status.success());
    let lines = fs::read_to_string(&journal).unwrap();
    let [first, second, third] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
    for cut in [1, 20, second.len()] {
        let joined = format!("{first}\n{}{third}\n", &second[..cut]);
        fs::write(&journal, &joined).unwrap();
        assert_eq!(stdout(&sweep(&resume)), stdout(&whole), "{cut}");
        // The game of which there was a part only is noted now.
        assert_eq!(fs::read_to_string(&journal).unwrap(), format!("{joined}{second}\n"));
    }
    fs::write(&journal, lines.replacen("\"to\":300", "\"to\":301", 1)).unwrap();
    let output = sweep(&resume);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let help = "line 1 is not of a sweep's journal: its digest is another\n  help: remove that line, its game is";
    assert!(said.contains(help), "{said}");
}

#[test]
fn a_journal_that_was_cut_within_its_first_line_goes_on() {
    let folder = Folder::new("sweep-cut");
    let journal = folder.file("journal");
    let arguments = ["0.7", "0.77", "--to", "300", "--resume", &journal];
    let whole = sweep(&arguments);
    let lines = fs::read_to_string(&journal).unwrap();
    let first = lines.lines().next().unwrap();
    for cut in [1, 7, 9, 20, first.len()] {
        fs::write(&journal, &first[..cut]).unwrap();
        assert_eq!(stdout(&sweep(&arguments)), stdout(&whole), "{cut}");
    }
    let other = "{\"code\":\"0.7\",\"name\":\"of somebody else\"}";
    fs::write(&journal, other).unwrap();
    assert_eq!(sweep(&arguments).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&journal).unwrap(), other);
}

#[test]
fn two_sweeps_do_not_share_a_journal() {
    let folder = Folder::new("sweep-two");
    let journal = folder.file("journal");
    let arguments = ["0.???", "--to", "600", "--resume", &journal];
    assert!(sweep(&["0.7", "--to", "600", "--resume", &journal]).status.success());
    let before = fs::read(&journal).unwrap();
    let held = fs::File::open(&journal).unwrap();
    held.lock().unwrap();
    let second = sweep(&arguments);
    held.unlock().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("another program works on this file"), "{said}");
    assert_eq!(fs::read(&journal).unwrap(), before);
    // Whoever comes first does all of it.
    let start = || {
        let silent = std::process::Stdio::null;
        let mut command = crate::grundy();
        command.arg("sweep").args(arguments).stdout(silent()).stderr(silent()).spawn().unwrap()
    };
    let mut both = [start(), start()];
    let codes = both.each_mut().map(|child| child.wait().unwrap().code());
    assert!(codes.contains(&Some(0)), "{codes:?}");
    assert_eq!(stdout(&sweep(&arguments)), stdout(&sweep(&arguments[..3])));
}

#[test]
fn a_killed_sweep_goes_on() {
    let folder = Folder::new("sweep-kill");
    let journal = folder.file("journal");
    let arguments = ["0.??", "--to", "4000", "--resume", &journal];
    // Lines are cut as well; those that are whole stay.
    let lines = || fs::read(&journal).ok().map(|all| all.iter().filter(|&&b| b == b'\n').count());
    let command = [&["sweep"][..], &arguments].concat();
    killed_many_times(&command, 20, Duration::from_millis(60), || lines().map(|all| all as u64));
    let resumed = sweep(&arguments);
    assert_eq!(stdout(&resumed), stdout(&sweep(&arguments[..3])));
}

#[cfg(unix)]
#[test]
fn sigterm_leaves_a_part_of_the_table_too() {
    let output = crate::stopped(&["sweep", "0.???", "--to", "2^20"], |_| true);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("stopped on request; ") && said.contains("games are missing"),
        "{said}"
    );
}

#[test]
fn limits_leave_a_part_of_the_table() {
    let output = sweep(&["0.77", "0.6", "--to", "2^40", "--memory", "100K", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(3));
    let rows = rows(&output);
    assert!(rows.contains_key("0.77") && !rows.contains_key("0.6"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 games are missing"));
}

/// No file may grow past some kilobytes, and the signal that would say so is ignored.
#[cfg(unix)]
#[test]
fn what_cannot_be_noted_is_shown() {
    let folder = Folder::new("sweep-full");
    let journal = folder.file("journal");
    let arguments = ["0.??", "--to", "300", "--format", "csv", "--resume", &journal];
    let output = std::process::Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" sweep \"$@\""])
        .arg(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: ") && said.contains("no file can be so large"), "{said}");
    let found = rows(&output);
    assert!(!found.is_empty() && found.len() < 64, "{}", found.len());
    // With more room the rest is found, and what was noted is not lost.
    let noted = fs::read_to_string(&journal).unwrap();
    let resumed = sweep(&arguments);
    assert_eq!(rows(&resumed).len(), 64);
    let whole = noted.rfind('\n').unwrap();
    assert!(fs::read_to_string(&journal).unwrap().starts_with(&noted[..whole]));
}

#[test]
fn every_format_has_the_same_games() {
    let folder = Folder::new("formats");
    let file = folder.file("codes.txt");
    fs::write(&file, "0.77 # Kayles\n4.4\n\n0.07\n").unwrap();
    let table = stdout(&sweep(&[&file]));
    assert!(
        table.contains("| 4.4 | proved | 169 | 72 | 12 | 0 | 8 | 28 | f | 10 | 71 | 0.77 |"),
        "{table}"
    );
    let json = stdout(&sweep(&[&file, "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 3);
    assert_eq!(json["games"][1]["group"], "4.4");
    assert_eq!(json["missing"], "0");
    let json = stdout(&sweep(&[&file, "--format", "json", "--time", "0"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["games"].as_array().unwrap().len(), &json["missing"]), (0, &"3".into()));
}

#[test]
fn what_is_no_sweep_is_bad_input() {
    let folder = Folder::new("no-sweep");
    let file = folder.file("file");
    fs::write(&file, "precious text without a line end").unwrap();
    for arguments in [
        &["0.?y"][..],
        &["1.?"],
        &["missing.txt"],
        &["0.?????????"],
        &["0.?", "--shard", "4/3"],
        &["0.?", "--resume", &file],
        &[&file],
    ] {
        assert_eq!(sweep(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious text without a line end");
}
