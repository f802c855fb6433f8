//! What the guide and the pages under `docs` say the commands print, run and compared.
//!
//! A command is a line that begins with `$ grundy` inside a block marked `text` in a chapter, or
//! `console` in a page. `? 2` below it is its exit status; a line `...` stands for any lines. White
//! space at line ends does not matter, and a tab, which has no place in a comment, is two spaces.
//! (trycmd, which replays the other transcripts, turns the backslashes of JSON and of set
//! differences into slashes.)

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;

/// A command and what is shown below it.
struct Shown {
    command: String,
    status: Option<i32>,
    output: String,
}

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

/// The commands in blocks marked `mark`.
fn shown<'a>(lines: impl Iterator<Item = &'a str>, mark: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in lines {
        if let Some(fence) = line.strip_prefix("```") {
            inside = fence == mark;
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ grundy ") {
            let command = command.to_owned();
            found.push(Shown { command, status: None, output: String::new() });
        } else if let Some(last) = found.last_mut() {
            match line.strip_prefix("? ").map(str::parse) {
                Some(Ok(status)) => last.status = Some(status),
                _ => last.output.extend([line, "\n"]),
            }
        }
    }
    found
}

fn trimmed(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines();
    lines.map(|line| line.trim_end().replace('\t', "  ")).collect()
}

/// Whether the lines are those expected, of which `...` stands for any number.
fn agree(printed: &[String], expected: &[String]) -> bool {
    match expected.iter().position(|line| line == "...") {
        None => printed == expected,
        Some(at) => {
            let rest = &expected[at + 1..];
            printed.len() >= at + rest.len()
                && printed[..at] == expected[..at]
                && printed.ends_with(rest)
        }
    }
}

/// Runs the commands in a folder of their own, where they may write files.
fn compare(shown: &[Shown]) {
    let folder = Folder::new("pages");
    for Shown { command, status, output } in shown {
        let run = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(words(command))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
        let (printed, expected) = (trimmed(&printed), trimmed(output));
        assert!(agree(&printed, &expected), "grundy {command}\n{printed:#?}\n{expected:#?}");
        if let Some(status) = status {
            assert_eq!(run.status.code(), Some(*status), "grundy {command}");
        }
    }
}

fn files(directory: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

#[test]
fn the_commands_print_what_the_guide_says() {
    let mut commands = 0;
    for chapter in files("../grundy/src/guide") {
        let text = chapter.lines().filter_map(|line| line.strip_prefix("//!"));
        let found = shown(text.map(|line| line.strip_prefix(' ').unwrap_or(line)), "text");
        compare(&found);
        commands += found.len();
    }
    assert!(commands > 30, "{commands} commands found");
}

#[test]
fn the_commands_print_what_the_pages_under_docs_say() {
    let mut commands = 0;
    for page in files("../../docs") {
        let found = shown(page.lines(), "console");
        compare(&found);
        commands += found.len();
    }
    assert!(commands > 20, "{commands} commands found");
}
