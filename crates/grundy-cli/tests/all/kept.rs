//! `grundy table --file`: runs that are killed, files of other games, altered files, full disks.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    crate::grundy().args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A table that takes long enough to be killed on its way: some of its values need 16 bits.
const GAME: &str = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b) if k % 3 == 1";
const RUN: [&str; 8] = ["table", GAME, "--to", "700", "--from", "690", "--every", "0.01"];

/// One that takes seconds, and is saved at its end only.
const LONG: [&str; 8] = [
    "table",
    "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
    "--to",
    "3000",
    "--from",
    "2999",
    "--every",
    "1000",
];

/// How many values are known, and the width of one, by the note in a file.
fn known(file: &str) -> (u64, u64) {
    let text = fs::read_to_string(file).unwrap();
    let (known, width) = text.lines().nth(4).unwrap().split_once(' ').unwrap();
    (known.parse().unwrap(), width.parse().unwrap())
}

#[test]
fn a_killed_table_goes_on_to_the_same_file() {
    let folder = Folder::new("kill-table");
    let [file, other] = ["table", "other"].map(|name| folder.file(name));
    let whole = grundy(&RUN[..6]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    let run = [&RUN[..], &["--file", &file]].concat();
    crate::killed_many_times(&run, 60, Duration::from_millis(90), || {
        fs::metadata(&file).ok().map(|_| known(&file).0)
    });
    let resumed = grundy(&run);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(resumed.stdout, whole.stdout);
    // Another run in one go has the same files, and the wide one only.
    let fresh = grundy(&[&RUN[..], &["--file", &other]].concat());
    assert_eq!(fresh.stdout, whole.stdout);
    assert_eq!(known(&file), (701 * 701, 2));
    assert_eq!(fs::read(&file).unwrap(), fs::read(&other).unwrap());
    for file in [&file, &other] {
        assert_eq!(fs::metadata(format!("{file}.2")).unwrap().len(), 2 * 701 * 701);
        assert!(fs::metadata(format!("{file}.1")).is_err());
    }
    assert!(folder.is_tidy());
    let values = |file: &str| fs::read(format!("{file}.2")).unwrap();
    assert_eq!(values(&file), values(&other));
}

#[cfg(unix)]
#[test]
fn sigterm_saves_and_says_so() {
    let folder = Folder::new("term-table");
    let file = folder.file("table");
    let long = [&LONG[..], &["--file", &file]].concat();
    let output = crate::stopped(&long, |_| fs::exists(&file).unwrap() && self::known(&file).0 > 0);
    let (known, width) = known(&file);
    assert_eq!(width, 1);
    let told = format!(
        "stopped on request\n  help: {file} holds the values of {known} positions; the same command goes on"
    );
    assert!(stderr(&output).starts_with(&told), "{}", stderr(&output));
    // The other way to stop; it goes on from there.
    let output = grundy(&[&long[..], &["--time", "0"]].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(self::known(&file).0 >= known);
}

/// Nobody who looks into a long run starts it again.
#[cfg(unix)]
#[test]
fn an_unfinished_table_shows_what_is_known() {
    let folder = Folder::new("look-table");
    let file = folder.file("table");
    let long = ["table", GAME, "--to", "3000", "--every", "1000", "--file", &file];
    // Rows of 3001 are computed one after the other.
    crate::stopped(&long, |_| fs::exists(&file).unwrap() && known(&file).0 > 10 * 3001);
    let before = fs::read(&file).unwrap();
    for how in [&[][..], &["--outcomes"], &["--lost"], &["--csv"]] {
        let look = [&["table", GAME][..], &["--from", "3,0", "--to", "9,40"], how].concat();
        let mut looked = look.clone();
        looked.extend(["--file", &file]);
        let looked = grundy(&looked);
        if let ["--outcomes" | "--lost"] = how {
            let said = stderr(&looked);
            assert!(said.contains("a table of another kind or shape"), "{said}");
            continue;
        }
        assert_eq!(looked.status.code(), Some(0), "{}", stderr(&looked));
        assert_eq!(looked.stdout, grundy(&look).stdout);
    }
    // The last of these is not known yet.
    let far =
        [&["table", GAME][..], &["--from", "2999,0", "--to", "2999,9", "--file", &file]].concat();
    let output = grundy(&far);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let told = format!(
        "{file}: not all of these values are known yet, it holds those of {} positions\n  help: the same command \
         with --to 3000,3000 goes on",
        known(&file).0
    );
    assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// As on a medium that is read-only, or as the files of somebody else.
#[cfg(unix)]
#[test]
fn what_may_only_be_read_is_shown() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    let (folder, other) = (Folder::new("read-only"), Folder::new("reader"));
    let [table, unordered, unfinished, journal] =
        ["table", "unordered", "unfinished", "journal"].map(|name| folder.file(name));
    let sorted = GAME.replacen("[a, b]", "unordered [a, b]", 1);
    let commands = [
        ["table", GAME, "--to", "300", "--from", "299", "--file", &table],
        ["table", &sorted, "--to", "30", "--from", "0", "--file", &unordered],
        ["sweep", "0.7", "0.77", "0.6", "--to", "300", "--resume", &journal],
    ];
    let whole = commands.map(|command| grundy(&command));
    let long = ["table", GAME, "--to", "3000", "--every", "1000", "--file", &unfinished];
    crate::stopped(&long, |_| fs::exists(&unfinished).unwrap() && known(&unfinished).0 > 10 * 3001);
    let may = |mode| {
        for found in fs::read_dir(folder.path()).unwrap() {
            let path = found.unwrap().path();
            fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o666)).unwrap();
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    may(0o555);
    let read = |command: &[&str]| {
        let mut reader = crate::grundy();
        if fs::metadata(folder.path()).unwrap().uid() == 0 {
            // Whoever may write everywhere becomes nobody, who may not look where the command stands.
            let copy = other.file("grundy");
            if !fs::exists(&copy).unwrap() {
                // Of what this process itself has open to write, another test may start one that has it open too.
                let made = Command::new("cp").args([env!("CARGO_BIN_EXE_grundy"), &copy]).status();
                assert!(made.unwrap().success());
            }
            reader = Command::new(copy);
            reader.env("LC_ALL", "C.UTF-8").uid(65534).gid(65534);
        }
        reader.args(command).output().unwrap()
    };
    let found = commands.map(|command| read(&command));
    let part = [&["table", GAME][..], &["--from", "3,0", "--to", "8,9"]].concat();
    let looked = read(&[&part[..], &["--file", &unfinished]].concat());
    let refused = [
        read(&long),
        read(&["sweep", "0.7", "0.37", "--to", "300", "--resume", &journal]),
        read(&["table", GAME, "--to", "5", "--file", &folder.file("new")]),
    ];
    may(0o755);
    for (found, whole) in found.iter().zip(&whole) {
        assert!(found.status.success() && !found.stdout.is_empty(), "{}", stderr(found));
        assert_eq!(found.stdout, whole.stdout);
    }
    assert_eq!(looked.stdout, grundy(&part).stdout, "{}", stderr(&looked));
    for refused in refused {
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).contains("permission is denied"), "{}", stderr(&refused));
        assert!(refused.stdout.is_empty());
    }
}

#[test]
fn no_picture_takes_the_place_of_a_table() {
    let folder = Folder::new("table-picture");
    let [table, values] = ["table", "table.1"].map(|name| folder.file(name));
    for picture in ["table", "table.1"] {
        let mut command = crate::grundy();
        command.current_dir(folder.path());
        command.args(["table", GAME, "--to", "9", "--file", "table", "--svg", picture]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{picture}");
        assert!(stderr(&output).contains(&format!("{picture} is used here")), "{output:?}");
        assert!(!fs::exists(&table).unwrap() && !fs::exists(&values).unwrap());
    }
}

#[test]
fn a_file_that_is_not_of_the_table_is_left_alone() {
    let folder = Folder::new("other-table");
    let file = folder.file("table");
    let made = grundy(&["table", GAME, "--to", "30", "--file", &file]);
    assert!(made.status.success(), "{}", stderr(&made));
    let values = format!("{file}.1");
    let good = [fs::read(&file).unwrap(), fs::read(&values).unwrap()];
    let refused = |arguments: &[&str], reason: &str| {
        let output = grundy(&[arguments, &["--file", &file]].concat());
        assert_eq!(output.status.code(), Some(2), "{reason}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    };
    refused(
        &["table", "[a, b] -> [a-1, b]"],
        "a table of another game, [a, b] -> [a - k, b] for k",
    );
    refused(&["table", GAME, "--to", "31"], "a table that goes to 30,30 only\n  help: --to 30,30");
    refused(&["table", GAME, "--to", "30", "--misere"], "a table of another kind or shape");
    refused(&["table", "nim"], "the values are known without one");
    refused(&["table", "grundys", "--to", "100"], "grundy heap GAME --to N --checkpoint FILE");
    assert_eq!([fs::read(&file).unwrap(), fs::read(&values).unwrap()], good);
    let misere = ["table", GAME, "--to", "30", "--misere"];
    let kept = grundy(&[&misere[..], &["--file", &format!("{file}-misere")]].concat());
    assert_eq!((kept.status.code(), kept.stdout), (Some(0), grundy(&misere).stdout));
    // A smaller part of it is shown.
    let part = ["table", GAME, "--from", "5", "--to", "20"];
    let found = grundy(&[&part[..], &["--file", &file]].concat());
    assert_eq!((found.status.code(), found.stdout), (Some(0), grundy(&part).stdout));
    let shown = ["table", GAME, "--to", "20"];
    let mut damaged = good[1].clone();
    damaged[100] ^= 4;
    fs::write(&values, &damaged).unwrap();
    refused(&shown, "the digest in the note is not that of the values");
    fs::write(&values, &good[1][1..]).unwrap();
    refused(&shown, "is not as long as the note says");
    fs::remove_file(&values).unwrap();
    refused(&shown, "the file of its values is missing");
    fs::write(&values, &good[1]).unwrap();
    // No change of the note goes unseen; all are tried that one bit makes.
    for at in 0..good[0].len() {
        let mut damaged = good[0].clone();
        damaged[at] ^= 1 << (at % 7);
        if damaged[at].eq_ignore_ascii_case(&good[0][at]) {
            // The same digits in capitals.
            continue;
        }
        fs::write(&file, &damaged).unwrap();
        let output = grundy(&[&shown[..], &["--file", &file]].concat());
        assert_eq!(output.status.code(), Some(2), "{at}: {}", String::from_utf8_lossy(&damaged));
    }
    fs::write(&file, &good[0]).unwrap();
    let again = grundy(&[&shown[..], &["--file", &file]].concat());
    assert!(again.status.success(), "{}", stderr(&again));
    let nowhere = folder.file("missing/table");
    assert_eq!(grundy(&["table", GAME, "--file", &nowhere]).status.code(), Some(2));
}

#[test]
fn a_table_larger_than_memory_is_refused_or_kept_in_a_file() {
    let folder = Folder::new("large-table");
    let file = folder.file("table");
    let game = "[a, b] -> [a-k, b] for k in {1, 3} | [a, b-k] for k in {1, 4, 5}";
    let run = ["table", game, "--to", "900", "--memory", "100K"];
    let output = grundy(&run);
    assert_eq!(output.status.code(), Some(3));
    let message = stderr(&output);
    assert!(message.contains("1585 KiB of memory would be needed and 100 KiB are"), "{message}");
    assert!(message.contains("with --memory 64M") && message.contains("with --file FILE"));
    let kept = grundy(&[&run[..], &["--file", &file]].concat());
    assert!(kept.status.success(), "{}", stderr(&kept));
    assert_eq!(kept.stdout, grundy(&run[..4]).stdout);
    // A part of it that is small is asked for without a file.
    let corner = [&run[..], &["--from", "0,890"]].concat();
    assert!(
        grundy(&[&corner[..], &["--from", "899", "--time", "9"]].concat()).status.code()
            != Some(101)
    );
    // The first row of one that is as wide as can be is not begun, either.
    let wide = ["table", "wythoff", "--csv", "--to", "0,9223372036854775807", "--time", "0"];
    assert_eq!(grundy(&wide).status.code(), Some(3));
    let huge = grundy(&["table", game, "--to", "1e9"]);
    assert_eq!(huge.status.code(), Some(3));
    assert!(stderr(&huge).contains("PiB of memory would be needed"), "{}", stderr(&huge));
}

/// No file may grow past some kilobytes, and the signal that would say so is ignored.
#[test]
fn a_full_disk_is_known_before_the_work() {
    let folder = Folder::new("full-table");
    let file = folder.file("table");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", script, env!("CARGO_BIN_EXE_grundy")])
        .args(["table", GAME, "--to", "400", "--file", &file])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    assert!(fs::metadata(format!("{file}.1")).is_err());
    assert!(fs::metadata(&file).is_err());
}

/// Values of two bytes do not fit any more: what is known stays, and goes on.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_when_values_get_wider_loses_nothing() {
    let folder = Folder::new("full-wider-table");
    let file = folder.file("table");
    let run = ["table", GAME, "--to", "200", "--from", "199"];
    let output = Command::new("sh")
        .env("LC_ALL", "C.UTF-8")
        .args(["-c", "trap '' XFSZ; ulimit -f 120; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_grundy"))
        .args([&run[..], &["--file", &file]].concat())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let (known, width) = known(&file);
    assert!(known > 0 && width == 1);
    let told = format!(
        "cannot make room for wider values in {file}.2: no file can be so large there\n  help: {file} holds the \
         values of {known} positions; once this is mended, the same command goes on from there"
    );
    assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    let whole = grundy(&[&run[..], &["--file", &file]].concat());
    assert_eq!(whole.stdout, grundy(&run).stdout);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let folder = Folder::new("lock-table");
    let file = folder.file("table");
    let mut child =
        crate::grundy().args(LONG).args(["--file", &file]).stdout(Stdio::null()).spawn().unwrap();
    while fs::metadata(&file).is_err() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = grundy(&[&LONG[..], &["--file", &file]].concat());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another program works on this file"), "{}", stderr(&second));
}

/// The note still tells of the narrow values then.
#[test]
fn two_runs_do_not_share_a_file_whose_values_have_got_wider() {
    let folder = Folder::new("lock-wide-table");
    let file = folder.file("table");
    let run = ["table", GAME, "--to", "3000", "--from", "2999", "--every", "1000", "--file", &file];
    let mut child = crate::grundy().args(run).stdout(Stdio::null()).spawn().unwrap();
    while fs::metadata(format!("{file}.2")).is_err() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = grundy(&run);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(known(&file), (0, 1));
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another program works on this file"), "{}", stderr(&second));
}

#[test]
fn a_table_that_no_disk_holds_is_refused_before_the_work() {
    let folder = Folder::new("huge-table");
    let file = folder.file("table");
    let last = "1000000000,1000000";
    let output = grundy(&[
        "table",
        "[a, b] -> [a-k, b-1] for k in squares(a)",
        "--to",
        last,
        "--file",
        &file,
    ]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!fs::exists(format!("{file}.1")).unwrap() && !fs::exists(&file).unwrap());
}

#[test]
fn another_file_where_the_values_would_stand_is_left_alone() {
    let folder = Folder::new("foreign-values");
    let file = folder.file("table");
    let values = format!("{file}.1");
    let table = ["table", GAME, "--to", "5", "--file", &file];
    fs::write(&values, "hello").unwrap();
    let output = grundy(&table);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("that is another file"), "{}", stderr(&output));
    assert_eq!(fs::read(&values).unwrap(), b"hello");
    assert!(!fs::exists(&file).unwrap());
    assert!(stderr(&output).contains(&format!("if {values} is left of a table whose {file} was")));
    // So are zeros that something follows, and more of them than the table has.
    let mut late = vec![0; 1 << 20];
    late.extend(b"precious");
    for (foreign, to) in [(late, "2000"), (vec![0; 100], "5")] {
        fs::write(&values, &foreign).unwrap();
        let output = grundy(&["table", GAME, "--to", to, "--from", to, "--file", &file]);
        assert_eq!(output.status.code(), Some(2), "{to}");
        assert_eq!(fs::read(&values).unwrap(), foreign);
        assert!(!fs::exists(&file).unwrap());
    }
    // What a run leaves that was killed before it had a note: all of it, or a part where the disk makes no promises.
    for left in [36, 7, 0] {
        fs::write(&values, vec![0; left]).unwrap();
        assert!(grundy(&table).status.success(), "{left}");
        fs::remove_file(&file).unwrap();
    }
}

/// Values that need more bytes go to a new file, which may be that of somebody else, too.
#[test]
fn another_file_where_wider_values_would_stand_is_left_alone() {
    let folder = Folder::new("foreign-wider-values");
    let file = folder.file("table");
    let (wider, new) = (format!("{file}.2"), format!("{file}.new"));
    fs::write(&wider, "hello").unwrap();
    fs::write(&new, "hello").unwrap();
    let table = ["table", GAME, "--to", "300", "--from", "299", "--file", &file];
    let output = grundy(&table);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("that is another file"), "{}", stderr(&output));
    for kept in [&wider, &new] {
        assert_eq!(fs::read(kept).unwrap(), b"hello");
    }
    fs::remove_file(&wider).unwrap();
    assert!(grundy(&table).status.success());
}

/// A device may have no end, and reading it would take all memory.
#[test]
fn what_is_no_regular_file_is_refused() {
    for command in [
        &["table", GAME, "--to", "5", "--file", "/dev/zero"][..],
        &["heap", "0.6", "--to", "100", "--checkpoint", "/dev/zero"],
        &["sweep", "0.7", "--to", "10", "--resume", "/dev/zero"],
    ] {
        let output = grundy(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("it is not a regular file"), "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_made_is_not_to_be_removed() {
    let folder = Folder::new("no-directory");
    let nowhere = folder.file("none/table");
    for (file, help) in [
        (&*nowhere, "make the directory first, or name a file elsewhere"),
        (".", "name another file"),
    ] {
        let output = grundy(&["table", GAME, "--to", "6", "--file", file]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).ends_with(&format!("help: {help}\n")), "{}", stderr(&output));
    }
}
