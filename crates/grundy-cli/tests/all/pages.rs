//! What the guide, the README and the pages under `docs` say the commands print, run and compared.
//!
//! A command is a line that begins with `$ grundy` inside a block marked `text` in a chapter, or
//! `console` in a page, with `<`, `>` and `&&` as in a shell. `? 2` below it is its exit status; a
//! line `...` stands for any lines. A block marked `text NAME` is a file that its commands
//! may read. White space at line ends does not matter, and a tab, which has no place in a comment, is
//! two spaces in a chapter. The commands speak English, and Chinese in pages called `zh.md`.
//! (trycmd, which replays the other transcripts, turns the backslashes of JSON and of set
//! differences into slashes.)
//!
//! After a deliberate change, `PAGES=overwrite cargo test -p grundy-cli --test all pages` writes the
//! new output into the pages.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::folder::Folder;

/// How the commands stand in a kind of page.
#[derive(Clone, Copy)]
struct Style {
    /// What every line of the text begins with.
    prefix: &'static str,
    /// What marks a block of commands.
    mark: &'static str,
    /// What a tab of the output is written as.
    tab: &'static str,
    /// The locale of the commands.
    locale: &'static str,
}

const CHAPTER: Style = Style { prefix: "//!", mark: "text", tab: "  ", locale: "C.UTF-8" };
const PAGE: Style = Style { prefix: "", mark: "console", tab: "\t", locale: "C.UTF-8" };

/// The words of a command line as a shell reads them: split at spaces, except inside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, piece) in line.split('\'').enumerate() {
        let quoted = index % 2 == 1;
        let parts = if quoted { vec![piece] } else { piece.split(' ').collect() };
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(part);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs a command line of `grundy` in a folder: what it prints, and the exit status of the last
/// command.
pub(crate) fn run(line: &str, folder: &Path, locale: &str) -> (String, Option<i32>) {
    let mut printed = String::new();
    let mut status = None;
    for line in line.split(" && ") {
        let line = line.strip_prefix("grundy ").unwrap();
        let mut words = words(line);
        let mut command = crate::grundy();
        command.env("LC_ALL", locale);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        while let [.., arrow, name] = &words[..]
            && matches!(arrow.as_str(), "<" | ">")
        {
            let file = folder.join(name);
            match arrow.as_str() {
                "<" => command.stdin(File::open(file).unwrap()),
                _ => command.stdout(File::create(file).unwrap()),
            };
            words.truncate(words.len() - 2);
        }
        command.args(words).current_dir(folder);
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        printed += &String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        status = output.status.code();
        if !output.status.success() {
            break;
        }
    }
    (printed, status)
}

fn trimmed(text: &str, tab: &str) -> Vec<String> {
    let lines = text.trim_end().lines();
    lines.map(|line| line.trim_end().replace('\t', tab)).collect()
}

/// Whether the lines are those expected, of which `...` stands for any number.
fn agree(printed: &[String], expected: &[String]) -> bool {
    match expected.iter().position(|line| line == "...") {
        None => are_same(printed, expected),
        Some(at) => {
            let rest = &expected[at + 1..];
            printed.len() >= at + rest.len()
                && are_same(&printed[..at], &expected[..at])
                && are_same(&printed[printed.len() - rest.len()..], rest)
        }
    }
}

/// The same lines; `[..]` in one stands for anything.
fn are_same(printed: &[String], expected: &[String]) -> bool {
    let is_same = |(printed, expected): (&String, &String)| match expected.split_once("[..]") {
        None => printed == expected,
        Some((before, behind)) => {
            printed.strip_prefix(before).is_some_and(|rest| rest.ends_with(behind))
        }
    };
    printed.len() == expected.len() && printed.iter().zip(expected).all(is_same)
}

/// Writes the files that a page gives for its commands into a folder.
pub(crate) fn files(text: &str, folder: &Path) {
    for block in text.split("\n```text ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        fs::write(folder.join(name), rest.split("\n```").next().unwrap().to_owned() + "\n")
            .unwrap();
    }
}

/// Replays the commands of a page, in a folder of their own, where they may write files: the text of
/// the page with what they print now, and how many there are. Fails where it differs, except to
/// overwrite it.
fn replay(text: &str, style: &Style, overwrite: bool) -> (String, usize) {
    let folder = Folder::new("pages");
    let mut count = 0;
    let mut new = Vec::new();
    let mut lines = text.lines().peekable();
    let content = |line: &str| -> Option<String> {
        let line = line.strip_prefix(style.prefix)?;
        Some(
            if style.prefix.is_empty() { line } else { line.strip_prefix(' ').unwrap_or(line) }
                .into(),
        )
    };
    let mut inside: Option<String> = None;
    while let Some(line) = lines.next() {
        new.push(line.to_owned());
        let Some(line) = content(line) else {
            inside = None;
            continue;
        };
        if let Some(fence) = line.strip_prefix("```") {
            inside = if inside.is_some() { None } else { Some(fence.to_owned()) };
            continue;
        }
        let ends = |line: &str| content(line).is_none_or(|line| line.starts_with("```"));
        match &inside {
            Some(mark) if mark == style.mark && line.starts_with("$ grundy ") => {
                let mut below = Vec::new();
                while let Some(next) = lines.next_if(|next| {
                    !ends(next) && content(next).is_some_and(|line| !line.starts_with("$ grundy "))
                }) {
                    below.push(content(next).unwrap());
                }
                count += 1;
                new.extend(shown(&line, &below, style, folder.path(), overwrite));
            }
            Some(mark) if mark.starts_with("text ") => {
                let mut file = line + "\n";
                while let Some(next) = lines.next_if(|next| !ends(next)) {
                    new.push(next.to_owned());
                    file = file + &content(next).unwrap() + "\n";
                }
                fs::write(folder.path().join(&mark["text ".len()..]), file).unwrap();
            }
            _ => (),
        }
    }
    new.push(String::new());
    (new.join("\n"), count)
}

/// Runs one command and compares with the lines below it: these lines, or the new ones.
fn shown(
    line: &str,
    below: &[String],
    style: &Style,
    folder: &Path,
    overwrite: bool,
) -> Vec<String> {
    let (printed, code) = run(line.strip_prefix("$ ").unwrap(), folder, style.locale);
    let printed = trimmed(&printed, style.tab);
    let (status, output) = match below.first().and_then(|first| first.strip_prefix("? ")) {
        Some(status) => (Some(status.parse().unwrap()), &below[1..]),
        None => (None, below),
    };
    let expected = trimmed(&output.join("\n"), style.tab);
    let same = agree(&printed, &expected) && code == Some(status.unwrap_or(0));
    if !same && !overwrite {
        panic!("{line}\nprinted, status {code:?}: {printed:#?}\nexpected: {expected:#?}");
    }
    let commented = |line: &String| match style.prefix {
        "" => line.clone(),
        prefix => format!("{prefix} {line}").trim_end().to_owned(),
    };
    if same {
        return below.iter().map(commented).collect();
    }
    let status = code.filter(|&code| code != 0).map(|code| format!("? {code}"));
    let gap = below.last().filter(|last| last.is_empty()).cloned();
    status.iter().chain(&printed).chain(&gap).map(commented).collect()
}

/// Replays a page, or all pages of a directory, of which those in Rust are chapters; the number of commands.
fn replay_all(path: &str) -> usize {
    let overwrite = std::env::var_os("PAGES").is_some_and(|pages| pages == "overwrite");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut pages: Vec<PathBuf> = match fs::read_dir(&path) {
        Ok(directory) => directory.map(|file| file.unwrap().path()).collect(),
        Err(_) => vec![path],
    };
    pages.sort();
    let mut commands = 0;
    for page in pages.iter().filter(|page| page.is_file()) {
        let text = fs::read_to_string(page).unwrap();
        let style = if page.extension().is_some_and(|kind| kind == "rs") { CHAPTER } else { PAGE };
        let chinese = page.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("zh"));
        let locale = if chinese { "zh_CN.UTF-8" } else { style.locale };
        let (new, count) = replay(&text, &Style { locale, ..style }, overwrite);
        if overwrite && new != text {
            fs::write(page, new).unwrap();
        }
        commands += count;
    }
    commands
}

#[test]
fn the_commands_print_what_the_guide_says() {
    let commands = replay_all("../grundy/src/guide");
    assert!(commands > 30, "{commands} commands found");
}

#[test]
fn the_commands_print_what_the_pages_under_docs_say() {
    let commands = replay_all("../../docs");
    assert!(commands > 20, "{commands} commands found");
}

#[test]
fn the_commands_print_what_the_readme_says() {
    let commands = replay_all("../../README.md");
    assert!(commands > 10, "{commands} commands found");
}

/// The examples of a command's help and of those below it.
fn examples(command: &[&str]) -> Vec<String> {
    let output = crate::grundy().args(command).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let below = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = below.map(str::trim_start).take_while(|line| !line.is_empty());
    // What an example does is said after more than one space.
    let lines = lines.map(|line| line.split("  ").next().unwrap_or(line).to_owned());
    lines.filter(|line| line.starts_with("grundy ")).collect()
}

#[test]
fn every_example_of_the_help_is_replayed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../../docs/examples.md")).unwrap();
    let help = crate::grundy().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = names
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"moves"), "{names:?}");
    let all = names.iter().flat_map(|name| examples(&[name])).chain(examples(&[]));
    // What takes long is stopped after a second there, and a server at once; one thread keeps the same answers
    // in every run.
    let replayed = |example: &String| {
        let example = format!("$ {example}");
        let left_out = [" --time 1", " --for 0.1", " --threads 1"];
        let shorter = |line: &str| left_out.iter().any(|said| line.replace(said, "") == example);
        page.lines().any(|line| line == example || shorter(line))
    };
    let missing: Vec<String> = all.filter(|example| !replayed(example)).collect();
    assert!(missing.is_empty(), "not in docs/examples.md: {missing:#?}");
}
