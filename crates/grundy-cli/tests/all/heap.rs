//! `grundy heap` and `grundy check`: runs that are killed, disks that are full, altered files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    crate::grundy().args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The line of a summary that starts with this word.
fn line(output: &Output, word: &str) -> String {
    let text = stdout(output);
    text.lines().find(|line| line.starts_with(word)).unwrap_or_default().to_owned()
}

/// A run that takes long enough to be killed on its way.
const RUN: [&str; 6] = ["heap", "0.06", "--to", "60000", "--every", "0.01"];

#[test]
fn a_killed_run_goes_on_to_the_same_digest() {
    let folder = Folder::new("kill");
    let checkpoint = folder.file("run");
    let whole = grundy(&RUN);
    let run = [&RUN[..], &["--checkpoint", &checkpoint]].concat();
    crate::killed_many_times(&run, 40, Duration::from_millis(40), || {
        let found = fs::read(&checkpoint).ok()?;
        // Whatever the moment, what stands under the name is whole.
        let goes_on = grundy(&["heap", "0.06", "--to", "0", "--checkpoint", &checkpoint]);
        assert!(goes_on.status.success(), "{}", stderr(&goes_on));
        fs::write(&checkpoint, &found).unwrap();
        Some(found.len() as u64)
    });
    let resumed = grundy(&run);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(without_work(&resumed), without_work(&whole));
    assert!(without_work(&whole).len() + 1 == stdout(&whole).lines().count());
}

/// All that a run prints but the work: that is counted since the run went on.
fn without_work(output: &Output) -> Vec<String> {
    let text = stdout(output);
    text.lines().filter(|line| !line.starts_with("work ")).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn sigterm_saves_before_the_end() {
    let folder = Folder::new("term");
    let checkpoint = folder.file("run");
    let long = ["heap", "0.06", "--to", "2^40", "--every", "1000", "--checkpoint", &checkpoint];
    let kept = |output: &Output| -> u64 {
        let told = stderr(output);
        let known = told.split_once("holds the values of ").expect(&told).1;
        known.split_once(' ').unwrap().0.parse().unwrap()
    };
    let known = kept(&crate::stopped(&long, |output| kept(output) > 1000));
    // Nothing but the signal made it save so many.
    assert!(fs::metadata(&checkpoint).unwrap().len() > known);
    let further = ["heap", "0.06", "--to", "500", "--checkpoint", &checkpoint];
    let resumed = grundy(&further);
    assert_eq!(without_work(&resumed), without_work(&grundy(&further[..4])));
}

#[test]
fn a_checkpoint_serves_a_longer_run() {
    let folder = Folder::new("longer");
    let checkpoint = folder.file("run");
    for (to, heaps) in [("100", "heaps       101"), ("3000", "heaps       3001")] {
        let output = grundy(&["heap", "grundys", "--to", to, "--checkpoint", &checkpoint]);
        assert_eq!(line(&output, "heaps"), heaps);
        let fresh = grundy(&["heap", "grundys", "--to", to]);
        assert_eq!(without_work(&output), without_work(&fresh));
    }
}

#[test]
fn a_run_goes_on_when_memory_holds_no_more_values() {
    let folder = Folder::new("window");
    let checkpoint = folder.file("run");
    let whole = grundy(&["heap", "0.106", "--to", "1500000"]);
    let within = |to: &str| {
        let run = ["heap", "0.106", "--to", to, "--memory", "2M", "--checkpoint", &checkpoint];
        let output = grundy(&run);
        assert!(output.status.success(), "{}", stderr(&output));
        output
    };
    // After these a run that goes on must choose what others depend on before it may take more memory.
    assert_eq!(line(&within("250000"), "heaps"), "heaps       250001");
    assert_eq!(line(&within("1500000"), "digest"), line(&whole, "digest"));
    fs::remove_file(&checkpoint).unwrap();
    let _ = fs::remove_file(format!("{checkpoint}.whole"));
    assert!(stderr(&within("900000")).contains("note: the memory allowed holds no more values"));
    // What is kept and two lines of figures.
    assert!(fs::metadata(&checkpoint).unwrap().len() < 300_000);
    // The file beside has all values until then, and more memory goes on from it.
    let beside = format!("{checkpoint}.whole");
    assert!(fs::metadata(&beside).unwrap().len() > 400_000);
    let anew = grundy(&["heap", "0.106", "--to", "1500000", "--checkpoint", &beside]);
    assert_eq!(line(&anew, "digest"), line(&whole, "digest"));
    let resumed = within("1500000");
    for word in ["heaps", "largest", "digest"] {
        assert_eq!(line(&resumed, word), line(&whole, word));
    }
    // The values before are gone, so that less cannot be told.
    assert_eq!(line(&within("1000"), "digest"), line(&whole, "digest"));
    // What needs values that were given up says where they are.
    let run = folder.file("officers");
    let officers = ["heap", "0.6", "--to", "1300000", "--memory", "3M", "--checkpoint", &run];
    for _ in 0..2 {
        let stopped = grundy(&officers);
        assert_eq!(stopped.status.code(), Some(3));
        assert!(stderr(&stopped).contains("that were given up"), "{}", stderr(&stopped));
        assert!(stderr(&stopped).contains(&format!("--checkpoint {run}.whole --memory")));
    }
    // What somebody else keeps under that name stays, and is not spoken of.
    let [run, stranger] = ["other", "other.whole"].map(|name| folder.file(name));
    fs::write(&stranger, "precious").unwrap();
    let officers = ["heap", "0.6", "--to", "1300000", "--memory", "3M", "--checkpoint", &run];
    let stopped = stderr(&grundy(&officers));
    assert!(stopped.contains("are not kept in") && stopped.contains("given up"), "{stopped}");
    assert!(!stopped.contains(".whole has all values"), "{stopped}");
    assert_eq!(fs::read(&stranger).unwrap(), b"precious");
    // As much as a window takes there must be.
    let little = grundy(&["heap", "0.106", "--to", "1500000", "--memory", "100K"]);
    assert_eq!(little.status.code(), Some(3), "{}", stderr(&little));
}

#[test]
fn a_run_goes_on_from_a_file_of_more_than_half_the_memory() {
    let folder = Folder::new("half");
    let checkpoint = folder.file("run");
    let within = |to: &str, memory: &str| {
        grundy(&["heap", "0.106", "--to", to, "--memory", memory, "--checkpoint", &checkpoint])
    };
    assert!(stderr(&within("2150000", "4M")).is_empty());
    assert!(fs::metadata(&checkpoint).unwrap().len() > 2 << 20);
    let again = within("2150000", "4M");
    assert_eq!(line(&again, "heaps"), "heaps       2150001", "{}", stderr(&again));
    let further = within("2400000", "4M");
    let whole = grundy(&["heap", "0.106", "--to", "2400000"]);
    assert_eq!(line(&further, "digest"), line(&whole, "digest"), "{}", stderr(&further));
    // What goes on says what it cannot do, and which file can.
    let (beside, more) = (format!("{checkpoint}.whole"), within("2500000", "1G"));
    assert!(stderr(&more).contains("so no period is looked for\n"), "{}", stderr(&more));
    assert!(stderr(&more).contains(&format!("--checkpoint {beside}")), "{}", stderr(&more));
    assert!(!stderr(&more).contains("of fewer nothing can be told"));
    let less = within("1000", "1G");
    assert_eq!(line(&less, "heaps"), line(&more, "heaps"));
    assert!(
        stderr(&less).contains(" all 2500001 heaps that were computed: of fewer nothing"),
        "{}",
        stderr(&less)
    );
    fs::remove_file(&beside).unwrap();
    assert!(!stderr(&within("1000", "1G")).contains(".whole"));
    // What is too large stays, and is named.
    fs::remove_file(&checkpoint).unwrap();
    assert!(within("2150000", "4M").status.success());
    let good = fs::read(&checkpoint).unwrap();
    let little = within("2150000", "2M");
    // A batch ends some heaps further.
    let told = format!("kept: {checkpoint} holds the values of 21500");
    assert_eq!(little.status.code(), Some(3));
    assert!(stderr(&little).contains(&told), "{}", stderr(&little));
    assert!(stderr(&little).ends_with(" heaps and stays as it is\n"), "{}", stderr(&little));
    assert_eq!(fs::read(&checkpoint).unwrap(), good);
}

#[test]
fn a_run_that_a_limit_stops_names_its_checkpoint() {
    let folder = Folder::new("limited");
    for (limit, most, name) in [
        ("--time", "0.3", "time"),
        ("--positions", "5000", "positions"),
        ("--memory", "20K", "memory"),
    ] {
        let file = folder.file(name);
        let output = grundy(&["heap", "0.06", "--to", "2^40", "--checkpoint", &file, limit, most]);
        assert_eq!(output.status.code(), Some(3));
        let heaps = line(&output, "heaps");
        let heaps = heaps.split_whitespace().last().unwrap();
        let told = format!(
            "  kept: {file} holds the values of {heaps} heaps; the same command goes on from there\n"
        );
        assert!(stderr(&output).ends_with(&told), "{}", stderr(&output));
    }
}

#[test]
fn a_certificate_does_not_take_the_place_of_a_checkpoint() {
    let folder = Folder::new("same");
    let file = folder.file("same");
    let other = folder.file("./same");
    let whole = format!("{file}.whole");
    assert!(grundy(&["heap", "0.77", "--checkpoint", &file]).status.success());
    let good = fs::read(&file).unwrap();
    for certificate in [&file, &other, &whole] {
        let run = ["heap", "0.77", "--checkpoint", &file, "--certificate", certificate];
        let output = grundy(&run);
        assert_eq!(output.status.code(), Some(2), "{certificate}");
        assert!(stderr(&output).contains("would take its place"), "{}", stderr(&output));
        assert_eq!(fs::read(&file).unwrap(), good);
    }
    assert!(fs::metadata(&whole).is_err());
    let elsewhere = format!("{file}.json");
    let run = ["heap", "0.77", "--checkpoint", &file, "--certificate", &elsewhere];
    assert!(grundy(&run).status.success());
}

/// No file may be larger than nothing: what would be written is not.
#[cfg(unix)]
#[test]
fn a_finished_run_is_not_saved_again() {
    let folder = Folder::new("finished");
    let file = folder.file("run");
    let run = ["heap", "0.06", "--to", "1000", "--checkpoint", &file];
    assert!(grundy(&run).status.success());
    let output = Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\" | cat"])
        .arg(env!("CARGO_BIN_EXE_grundy"))
        .args(run)
        .output()
        .unwrap();
    assert_eq!(
        (stderr(&output).as_str(), line(&output, "heaps")),
        ("", line(&grundy(&run), "heaps"))
    );
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = Folder::new("shared");
    let checkpoint = folder.file("run");
    let long = ["heap", "0.6", "--to", "100000000", "--quiet"];
    crate::has_its_checkpoint_alone(&long, &["heap", "0.6", "--to", "100"], &checkpoint);
}

#[test]
fn a_full_disk_leaves_the_last_good_checkpoint() {
    let folder = Folder::new("full");
    let checkpoint = folder.file("run");
    grundy(&["heap", "0.06", "--to", "1000", "--checkpoint", &checkpoint]);
    let good = fs::read(&checkpoint).unwrap();
    // No file may grow past some kilobytes, and the signal that would say so is ignored.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", script, env!("CARGO_BIN_EXE_grundy")])
        .args(["heap", "0.06", "--to", "20000", "--checkpoint", &checkpoint])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("cannot write the checkpoint"), "{message}");
    assert!(message.contains("the one before, of 1001 heaps, is intact"), "{message}");
    assert_eq!(line(&output, "heaps"), "heaps       20001");
    assert_eq!(fs::read(&checkpoint).unwrap(), good);
    assert!(folder.is_tidy());
}

#[test]
fn checkpoints_that_cannot_be_used_are_left_alone() {
    let folder = Folder::new("unusable");
    let checkpoint = folder.file("run");
    grundy(&["heap", "0.06", "--to", "1000", "--checkpoint", &checkpoint]);
    let good = fs::read(&checkpoint).unwrap();
    let other = grundy(&["heap", "0.6", "--to", "10", "--checkpoint", &checkpoint]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("a checkpoint of another game, 0.06"));
    assert_eq!(fs::read(&checkpoint).unwrap(), good);
    let mut damaged = good;
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&checkpoint, &damaged).unwrap();
    let refused = grundy(&["heap", "0.06", "--to", "10", "--checkpoint", &checkpoint]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("its digest is not that of its values"));
    assert_eq!(fs::read(&checkpoint).unwrap(), damaged);
    let nowhere = folder.file("missing/run");
    let unwritable = grundy(&["heap", "0.06", "--to", "10", "--checkpoint", &nowhere]);
    assert_eq!(unwritable.status.code(), Some(2));
    assert!(
        stderr(&unwritable).ends_with("help: make the directory first, or name a file elsewhere\n")
    );
}

#[test]
fn limits_stop_a_run_with_what_it_has() {
    let output = grundy(&["heap", "0.06", "--to", "2^40", "--memory", "20K"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("no period proved"));
    let output = grundy(&["heap", "0.06", "--to", "2^40", "--time", "0.1"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("digest"));
}

/// The address space of a run is bounded from outside by little more than what it may use.
#[test]
fn a_run_keeps_to_its_memory() {
    for game in ["0.104", "0.6", "S{1,3000,5001}", "allbut{1,500,900}", "grundys"] {
        let script = "ulimit -v 131072; exec \"$0\" \"$@\"";
        let output = Command::new("sh")
            .env("LC_ALL", "C.UTF-8")
            .args(["-c", script, env!("CARGO_BIN_EXE_grundy"), "heap", game])
            .args(["--to", "2^40", "--memory", "32M", "--time", "1"])
            .output()
            .unwrap();
        let stopped = matches!(output.status.code(), Some(0 | 3));
        assert!(stopped, "{game}: {:?} {}", output.status, stderr(&output));
        assert!(stdout(&output).contains("digest"), "{game}");
    }
}

#[test]
fn sets_end_at_the_heap_asked_for() {
    for (game, to, heaps, proved) in [
        ("S{1,3,4}", "9", "10", false),
        ("S{1,3,4}", "10", "11", true),
        ("allbut{3,7,8}", "12", "13", false),
        ("allbut{1,7,3000}", "1000", "1001", false),
        ("S{1,7,3000}", "1000", "1001", false),
    ] {
        let output = grundy(&["heap", game, "--to", to]);
        assert_eq!(output.status.code(), Some(0), "{game}");
        assert_eq!(line(&output, "heaps"), format!("heaps       {heaps}"), "{game} {to}");
        assert_eq!(line(&output, "status").contains("("), proved, "{game} {to}");
    }
}

#[test]
fn a_set_has_the_same_summary_with_and_without_a_checkpoint() {
    let folder = Folder::new("set");
    for (game, to) in [("S{1,3,4}", "500"), ("S{2,9,31}", "3000"), ("S{2,9,31}", "60")] {
        let checkpoint = folder.file(game);
        let plain = grundy(&["heap", game, "--to", to]);
        let saved = grundy(&["heap", game, "--to", to, "--checkpoint", &checkpoint]);
        assert_eq!(stdout(&plain), stdout(&saved), "{game} {to}");
    }
}

#[test]
fn every_certificate_is_valid_until_something_in_it_is_altered() {
    let folder = Folder::new("certificate");
    let file = folder.file("proof.json");
    for game in ["0.77", "4.", "S{1,3,4}", "S{2..5}", "allbut{1,2}", "nim"] {
        let made = grundy(&["heap", game, "--certificate", &file]);
        assert_eq!(made.status.code(), Some(0), "{game}: {}", stderr(&made));
        let text = fs::read_to_string(&file).unwrap();
        let verdict = grundy(&["check", &file]);
        assert_eq!(verdict.status.code(), Some(0), "{game}");
        assert!(stdout(&verdict).starts_with("valid: "), "{game}");
        let mut fields = 0;
        for line in text.lines().filter(|line| line.contains(": ")) {
            let (name, value) = line.split_once(": ").unwrap();
            let altered = text.replace(line, &format!("{name}: {}", other(value)));
            fs::write(&file, altered).unwrap();
            let verdict = grundy(&["check", &file]);
            assert_eq!(verdict.status.code(), Some(1), "{game}: {name}");
            assert!(stdout(&verdict).starts_with("refused: "), "{game}: {name}");
            fields += 1;
        }
        assert_eq!(fields, 11);
    }
}

/// A value of JSON with its first digit, or else its first letter, replaced by another.
fn other(value: &str) -> String {
    let at = value.find(|c: char| c.is_ascii_digit());
    let at = at.or_else(|| value.find(|c: char| c.is_ascii_alphabetic())).unwrap();
    let new = if value[at..].starts_with('1') { "2" } else { "1" };
    format!("{}{new}{}", &value[..at], &value[at + 1..])
}

#[test]
fn the_page_on_certificates_shows_what_is_written() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificate.md");
    let page = fs::read_to_string(page).unwrap();
    let folder = Folder::new("page");
    let file = folder.file("proof.json");
    let summary = grundy(&["heap", "S{1,3,4}", "--certificate", &file]);
    let verdict = grundy(&["check", &file]);
    let written = fs::read_to_string(&file).unwrap();
    for shown in [stdout(&summary), stdout(&verdict), written] {
        assert!(page.contains(&shown), "{shown}");
    }
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = Folder::new("none");
    for text in ["", "{}", "[n] -> [n-1]", "{\"schema\": 1, \"game\": \"0.77\"}", "\u{0}"] {
        let file = folder.file("some.json");
        fs::write(&file, text).unwrap();
        assert_eq!(grundy(&["check", &file]).status.code(), Some(2), "{text}");
    }
    assert_eq!(grundy(&["check", &folder.file("missing.json")]).status.code(), Some(2));
}

#[test]
fn no_proof_no_certificate() {
    let folder = Folder::new("open");
    let file = folder.file("proof.json");
    let output = grundy(&["heap", "0.6", "--to", "500", "--certificate", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no certificate is written"));
    assert!(!Path::new(&file).exists());
}

#[test]
fn bad_numbers_and_games_are_bad_input() {
    for arguments in [
        &["heap", "0.77", "--to", "many"][..],
        &["heap", "0.77", "--to", "2^64"],
        &["heap", "0.77", "--every", "-1"],
        &["heap", "0.9x"],
        &["heap", "wythoff"],
        &["heap", "allbut{1}", "--checkpoint", "x"],
        &["heap"],
    ] {
        let output = grundy(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    let folder = Folder::new("limit-heap");
    let file = folder.file("checkpoint");
    let output = std::process::Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", "ulimit -f 4; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_grundy")])
        .args(["heap", "0.6", "--to", "20000", "--checkpoint", &file])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no file can be so large"), "{said}");
    assert!(folder.is_tidy());
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_said_the_answer_and_the_status_stand() {
    for (words, status) in [
        (&["value", "nim", "5 x"][..], 2),
        (&["judge", "nosuch"], 2),
        (&["heap", "0.6", "--to", "2^30", "--time", "0.1", "--json"], 3),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = crate::grundy().args(words).stderr(full).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        assert!(status == 2 || stdout(&output).contains("\"open\""), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_checkpoint_stays_one() {
    let folder = Folder::new("link-heap");
    let [file, link] = ["file", "link"].map(|name| folder.file(name));
    std::os::unix::fs::symlink("file", &link).unwrap();
    let mut lengths = Vec::new();
    for to in ["100", "3000"] {
        let run = ["heap", "0.6", "--to", to, "--checkpoint", &link];
        let output = crate::grundy().args(run).output().unwrap();
        assert!(output.status.success());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        lengths.push(fs::symlink_metadata(&file).unwrap().len());
    }
    assert!(lengths[0] < lengths[1], "{lengths:?}");
    // Beside a link stand all values until some are given up, not another link to what is left.
    fs::remove_file(&file).unwrap();
    let run = ["heap", "0.106", "--to", "400000", "--memory", "1M", "--checkpoint", &link];
    assert!(stderr(&grundy(&run)).contains("has all values until here"));
    let beside = format!("{link}.whole");
    assert!(!fs::symlink_metadata(&beside).unwrap().is_symlink());
    let anew = grundy(&["heap", "0.106", "--to", "300000", "--checkpoint", &beside]);
    let whole = grundy(&["heap", "0.106", "--to", "300000"]);
    assert_eq!(line(&anew, "digest"), line(&whole, "digest"), "{}", stderr(&anew));
    assert!(folder.is_tidy());
}

/// The sparse space of a sequence, as JSON has it.
fn sparse(arguments: &[&str]) -> serde_json::Value {
    let output = grundy(&[&["heap", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["sparse"].clone()
}

#[test]
fn no_other_split_has_fewer_rare_heaps() {
    // Where the least heaps have no move, those that count as pieces begin one later.
    for (game, first) in [
        ("0.6", 1),
        ("grundys", 1),
        ("[n] if n > 2 -> [a] + [n-a] for a in 1..n-1", 2),
        ("[n] -> [a] + [n-a] for a in 1..n/2 if n != 2", 2),
    ] {
        let values = stdout(&grundy(&["table", game, "--to", "5000"]));
        let value = |line: &str| line.split('\t').nth(1).unwrap().parse().unwrap();
        let values: Vec<u64> = values.lines().map(value).collect();
        let rares = |mask: u64| {
            let rare = |heap: &usize| (values[*heap] & mask).count_ones().is_multiple_of(2);
            (first..values.len()).filter(rare).collect::<Vec<_>>()
        };
        let found = sparse(&[game, "--to", "5000"]);
        let number = |name: &str| found[name].as_str().unwrap().parse::<u64>().unwrap();
        let told = rares(number("mask"));
        assert_eq!(found["size_counts"], false, "{game}");
        assert_eq!(number("rares"), told.len() as u64, "{game}");
        assert_eq!(number("last_rare"), *told.last().unwrap() as u64, "{game}");
        assert!((0..256).all(|mask| rares(mask).len() >= told.len()), "{game}");
    }
    // Couples-are-forever is 0.6 with one more in each heap.
    let (couples, officers) = ("[n] -> [a] + [n-a] for a in 1..n/2 if n != 2", "0.6");
    let [couples, officers] =
        [[couples, "--to", "5001"], [officers, "--to", "5000"]].map(|words| sparse(&words));
    assert_eq!((&couples["mask"], &couples["rares"]), (&officers["mask"], &officers["rares"]));
}

#[test]
fn the_split_stands_where_there_is_one() {
    // By the parity of the size too, with a proved period, and where most values were given up.
    let run = ["0.106", "--to", "1000000"];
    let whole = sparse(&run);
    assert_eq!(whole["size_counts"], true);
    assert_eq!(sparse(&[&run[..], &["--memory", "1M"]].concat()), whole);
    for code in ["0.77", "0.6"] {
        let swept = crate::grundy()
            .args(["sweep", code, "--to", "5000", "--format", "json"])
            .output()
            .unwrap();
        let swept: serde_json::Value = serde_json::from_slice(&swept.stdout).unwrap();
        let found = sparse(&[code, "--to", "5000"]);
        assert!(found.is_object());
        assert_eq!(found, swept["games"][0]["sparse"], "{code}");
    }
    for game in ["S{1,3,4}", "nim", "0.3"] {
        assert!(sparse(&[game, "--to", "1000"]).is_null(), "{game}");
    }
}
