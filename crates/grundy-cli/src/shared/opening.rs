//! Opening a game, by whatever says it: a name, a code, a set, a rule or a file.

use std::io::Read as _;
use std::path::Path;

use grundy::games::open_rule;
use grundy::heap::Code;
use grundy::language::Message;
use grundy::play::Session;
use grundy::rule::parse;

use crate::language::{message, reason, say};
use crate::trouble::{Trouble, quoted};
use crate::work::while_waiting;

/// Opens a game that is said by a name, a code, a set, a rule, a file that ends in `.game`, with
/// arguments as in `mine.game(1, 5)` if need be, or `-` for a rule on standard input.
pub(crate) fn open(game: &str) -> Result<Session, Trouble> {
    match file_with_arguments(game) {
        Some((path, arguments)) => open_file(path, arguments),
        // A program may be called like the game that it plays.
        None if Path::new(game).is_file() => {
            Session::with_game(game).map_err(|_| not_so_named(game))
        }
        None => match no_rule_file(game) {
            Some(trouble) => Err(trouble),
            None => {
                Session::with_game(game).map_err(|error| Trouble::of_rule(&error, &say!("rule")))
            }
        },
    }
}

/// Opens the rule in a file, or on standard input for `-`.
fn open_file(path: &str, arguments: &str) -> Result<Session, Trouble> {
    let text = read_text(path)?;
    let origin = origin(path);
    let opened = open_rule(&text, arguments).map_err(|mut error| {
        let is_missing = arguments.trim().is_empty() && path != "-";
        if let Some(arguments) = is_missing.then(|| arguments_for(&text)).flatten() {
            error.help = Some(message!(
                "give the file arguments, as in '{path}({arguments})', or the parameter a default",
                path,
                arguments
            ));
        }
        Trouble::of_rule(&error, &if error.source == text { origin } else { say!("arguments") })
    })?;
    Ok(Session::with_opened(opened))
}

/// As [`open`], for a game of heaps: the code of one digit, `4`, needs no point.
pub(crate) fn open_heaps(game: &str) -> Result<Session, Trouble> {
    let code = game.parse::<Code>().ok().filter(|_| !game.contains('.'));
    open(&code.map_or_else(|| game.to_owned(), |code| code.to_string()))
}

/// That a file is no file with a rule by its name.
fn not_so_named(game: &str) -> Trouble {
    Trouble::Input(match from_input(game) {
        Some(command) => say!(
            "error: {game} is a file, and a file with a rule ends in .game\n  \
             help: rename it, or let it be read from standard input: {command}",
            game,
            command
        ),
        None => say!(
            "error: {game} is a file, and a file with a rule ends in .game\n  \
             help: rename it",
            game
        ),
    })
}

/// What is wrong with a word that looks like the name of a file, and is none of a regular file.
fn no_rule_file(game: &str) -> Option<Trouble> {
    let ending = game.rsplit_once('.').map(|(_, ending)| ending);
    let named = ending.is_some_and(|ending| ENDINGS.contains(&ending)) && !game.contains(' ');
    if !named && !is_path(game) {
        return None;
    }
    Some(Trouble::Input(if Path::new(game).is_dir() {
        say!("error: {game} is a directory\n  help: a file with a rule ends in .game", game)
    } else if Path::new(game).exists() {
        let told = say!("error: {game} is not a regular file", game);
        let help = from_input(game).map(|command| {
            say!("\n  help: let it be read from standard input: {command}", command)
        });
        told + &help.unwrap_or_default()
    } else {
        say!("error: there is no file {game}\n  help: a file with a rule ends in .game", game)
    }))
}

/// This very command with the rule from standard input in place of the file that was named, if it does not need that
/// itself.
fn from_input(file: &str) -> Option<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.iter().any(|word| word == file) || words.iter().any(|word| word == "play") {
        return None;
    }
    let written = |word: &String| if word == file { "-".to_owned() } else { quoted(word) };
    let words: Vec<String> = words.iter().map(written).collect();
    Some(format!("grundy {} < {}", words.join(" "), quoted(file)))
}

/// How files end that a rule, or a graph, may be thought to be in.
const ENDINGS: [&str; 9] = ["gam", "games", "txt", "rule", "rules", "md", "dot", "json", "csv"];

/// Whether a text begins as paths do, those of Windows too.
fn is_path(text: &str) -> bool {
    let on_drive = |[drive, colon, slash]: &[u8; 3]| {
        drive.is_ascii_alphabetic() && *colon == b':' && matches!(slash, b'/' | b'\\')
    };
    ["/", "./", "../", "~/", ".\\", "..\\"].iter().any(|start| text.starts_with(start))
        || text.as_bytes().first_chunk().is_some_and(on_drive)
}

/// Arguments with which a rule opens that has parameters without a default: numbers, and sets where a number will not
/// do.
fn arguments_for(text: &str) -> Option<String> {
    let program = parse(text).ok()?;
    let params = &program.head.as_ref()?.params;
    let needed = params.iter().rposition(|param| param.default.is_none())? + 1;
    let tried = |sets: u32| {
        let each = (0..needed).map(|at| if sets >> at & 1 == 1 { "{1, 2}" } else { "3" });
        each.collect::<Vec<_>>().join(", ")
    };
    let all = (needed <= 4).then(|| 0..1 << needed)?;
    all.map(tried).find(|arguments| open_rule(text, arguments).is_ok())
}

/// The path and the arguments of `mine.game`, `mine.game(1, 5)` or `-`.
fn file_with_arguments(game: &str) -> Option<(&str, &str)> {
    let is_file = |path: &str| {
        Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("game"))
    };
    if game == "-" || is_file(game) {
        return Some((game, ""));
    }
    let (path, arguments) = game.strip_suffix(')')?.split_once('(')?;
    is_file(path).then_some((path, arguments))
}

/// What a file is called, or standard input.
pub(crate) fn origin(path: &str) -> String {
    if path == "-" { say!("standard input") } else { path.to_owned() }
}

/// The text of bytes that begin with the mark of UTF-16, in which PowerShell writes what a command prints.
pub(super) fn of_utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_first_chunk::<2>()?;
    let word = match mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let (words, left) = rest.as_chunks::<2>();
    let words: Vec<u16> = words.iter().map(|&bytes| word(bytes)).collect();
    String::from_utf16(&words).ok().filter(|_| left.is_empty())
}

/// Longest rule file that is read.
const MAX_FILE: u64 = 1 << 20;

/// The text of a file, or of standard input for `-`, of at most [`MAX_FILE`] bytes.
pub(crate) fn read_text(path: &str) -> Result<String, Trouble> {
    let mend = match path.ends_with(".game") {
        true => Some(message!("`grundy games` lists what needs no file")),
        false => None,
    };
    read(path, mend.as_ref())
}

/// The text of a file, or of standard input for `-`; `help` is told where it cannot be read.
pub(super) fn read(path: &str, help: Option<&Message>) -> Result<String, Trouble> {
    let mut bytes = Vec::new();
    let read = while_waiting(|| match path {
        "-" => std::io::stdin().lock().take(MAX_FILE + 1).read_to_end(&mut bytes),
        _ => std::fs::File::open(path)
            .and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes)),
    });
    let path = origin(path);
    read.map_err(|error| {
        Trouble::input(&message!("cannot read {path}: {error}", path, error = reason(&error)), help)
    })?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Trouble::Input(say!(
            "error: {path} is longer than {most} bytes",
            path,
            most = MAX_FILE
        )));
    }
    // Some editors begin every file with it.
    if let Some(rest) = bytes.strip_prefix("\u{feff}".as_bytes()) {
        bytes = rest.to_vec();
    }
    if let Some(text) = of_utf16(&bytes) {
        return Ok(text);
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Trouble::Input(say!(
            "error: {path} is not UTF-8 text (byte {at})\n  help: save it as plain text in UTF-8",
            path,
            at
        ))
    })
}
