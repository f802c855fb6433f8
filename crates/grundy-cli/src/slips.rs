//! What was meant by words that are no command: what the shell has made of a rule, a game without a command, a position
//! where there is none.

mod nimbers;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use grundy::games::{find_board, open};

use crate::command::Command;
use crate::judge;
use crate::language::say;
use crate::trouble::quoted;

/// What is wrong with words that the shell has made of others, however they are read.
pub(crate) fn left_by_the_shell(words: &[OsString]) -> Option<String> {
    if is_left_quoted(words) {
        return Some(say!(
            "error: the shell left the ' where it is\n  \
             help: cmd.exe of Windows knows \" only: grundy table \"[n] -> [n-k] for k in 1..3\""
        ));
    }
    // The shell has taken `->` for a redirection into a file.
    let ends = |word: &OsString, end: &str| word.to_str().is_some_and(|word| word.ends_with(end));
    // Before `-` for standard input stands a rule with its arrow, or a position.
    let is_position = |word: &str| {
        word.split_once('[')
            .is_some_and(|(_, inner)| inner.starts_with(|c: char| c.is_ascii_digit()))
    };
    let whole = |word: &OsString| {
        word.to_str().is_some_and(|word| word.contains("->") || is_position(word))
    };
    let parted =
        words.windows(2).any(|pair| ends(&pair[0], "]") && pair[1] == "-" && !whole(&pair[0]));
    (parted || words.iter().any(|word| ends(word, "]-"))).then(|| {
        say!(
            "error: a rule is one argument; the shell took its `>` for a file to write to\n  \
             help: put it in quotes: grundy table '[n] -> [n-k] for k in 1..3'"
        )
    })
}

/// What was meant by words that are no command.
pub(crate) fn meant(words: &[OsString], error: &clap::Error) -> Option<String> {
    // The shell has split a rule into words.
    if words.iter().any(|word| word == "->") {
        return Some(say!(
            "error: a rule is one argument\n  \
             help: put it in quotes: grundy table '[n] -> [n-k] for k in 1..3'"
        ));
    }
    let typed = words;
    let words: Vec<&str> = words.iter().skip(1).map_while(|word| word.to_str()).collect();
    if let Some(told) = nimbers::meant(&words) {
        return Some(told);
    }
    if is_nim_position(typed) {
        return Some(say!(
            "error: `grundy nim` is arithmetic with nimbers\n  \
             help: for the game: grundy moves nim 5 7 8; for the sum: grundy nim sum 5 7 8"
        ));
    }
    // Braces without quotes become several words: S1 S3 S4.
    let element = |word: &&&str| {
        let number = word.strip_prefix('S').or_else(|| word.strip_prefix("allbut"));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if words.iter().filter(element).count() > 1 {
        return Some(say!(
            "error: the shell took a set apart\n  help: a set is one argument, and stands in quotes: 'S{1,3,4}'"
        ));
    }
    let (game, position) = words.split_first()?;
    if let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(told) = left_over(game, position, typed)
    {
        return Some(told);
    }
    if *game == "code"
        && let Some(told) = language_meant(&words, error)
    {
        return Some(told);
    }
    if Command::parser(game.as_ref()).is_some() {
        return None;
    }
    if let Some(told) = question_meant(game, position) {
        return Some(told);
    }
    let is_game = !game.starts_with('-') && open_or_board(game);
    is_game.then(|| {
        let command = if position.is_empty() { "explain" } else { "moves" };
        say!(
            "error: a command comes first\n  help: grundy {command} {typed}",
            command,
            typed = typed_again(&words)
        )
    })
}

/// Words as they are typed in a shell.
fn typed_again(words: &[&str]) -> String {
    let typed: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    typed.join(" ")
}

/// What was meant by a command with another name before a game: `solve nim 3 5 7`.
fn question_meant(command: &str, words: &[&str]) -> Option<String> {
    let asks = [
        "solve", "grundy", "sg", "nimber", "eval", "evaluate", "analyze", "analyse", "win", "wins",
        "winner", "who", "best", "outcome",
    ];
    let (game, position) = words.split_first()?;
    if !asks.contains(&command) || !open_or_board(game) {
        return None;
    }
    let typed = typed_again(words);
    Some(match position {
        [] => say!(
            "error: there is no command `{command}`\n  help: what is known of the game: grundy explain {typed}",
            command,
            typed
        ),
        _ => say!(
            "error: there is no command `{command}`\n  \
             help: who wins and how: grundy moves {typed}; the Grundy value: grundy value {typed}",
            command,
            typed
        ),
    })
}

/// What was meant by a language in which no programs are written.
fn language_meant(words: &[&str], error: &clap::Error) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let lang = text(ContextKind::InvalidValue)?;
    // A slip for one of them is told by the parser.
    let is_other = lang.eq_ignore_ascii_case("c") || text(ContextKind::SuggestedValue).is_none();
    if !text(ContextKind::InvalidArg)?.starts_with("--lang") || !is_other || lang.is_empty() {
        return None;
    }
    let at = words.iter().position(|word| word.starts_with("--lang"))?;
    let rest = words.get(if words[at] == "--lang" { at + 2 } else { at + 1 }..).unwrap_or(&[]);
    let again = [&words[..at], &["--lang", "c++"], rest].concat();
    Some(say!(
        "error: no programs are written in {lang}\n  \
         help: there are c++, python and rust; the nearest is C++: grundy {typed}",
        lang = quoted(lang),
        typed = typed_again(&again)
    ))
}

/// What was meant by a word that a command has no place for.
fn left_over(command: &str, words: &[&str], word: &str) -> Option<String> {
    if word.starts_with('-') {
        return option_meant(command, words, word);
    }
    match command {
        // `judge hdu2176 in.txt`
        "judge" => {
            let id = words.iter().find(|id| judge::find(id).is_some())?;
            Some(say!(
                "error: what a judge gives is read from standard input\n  help: grundy judge {id} < {file}",
                id = *id,
                file = quoted(word)
            ))
        }
        // `store show x.db cram`
        "store" if words.first() == Some(&"show") && open_or_board(word) => Some(say!(
            "error: `grundy store show` takes one file\n  help: of one game alone it tells by an option: --game {game}",
            game = quoted(word)
        )),
        "table" => {
            position_left_over(command, words, word).or_else(|| boards_left_over(words, word))
        }
        "pattern" | "heap" | "prove" | "code" | "stress" | "quotient" => {
            position_left_over(command, words, word)
        }
        _ => None,
    }
}

/// What was meant by an option that a command has under another name.
fn option_meant(command: &str, words: &[&str], option: &str) -> Option<String> {
    let option = option.split('=').next()?;
    let at = words.iter().position(|word| word.split('=').next() == Some(option))?;
    match (command, option) {
        ("value" | "moves", "--explain") => {
            let others = [&words[..at], &words[at + 1..]].concat();
            Some(say!(
                "error: `grundy {command}` does not say why\n  help: grundy explain {typed}",
                command,
                typed = typed_again(&others)
            ))
        }
        (
            "table" | "pattern",
            "--max" | "--upto" | "--up-to" | "--until" | "--limit" | "--last" | "--end" | "--n",
        ) => {
            let value = words[at].split_once('=').map(|(_, value)| value);
            let value = value.or_else(|| words.get(at + 1).copied())?;
            Some(say!(
                "error: there is no option {option}\n  help: how far it goes is another: --to {last}",
                option,
                last = quoted(value)
            ))
        }
        _ => None,
    }
}

/// What was meant by a number behind a game, where a command takes games without a position.
fn position_left_over(command: &str, words: &[&str], word: &str) -> Option<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    // `table kayles 0..20`
    if matches!(command, "table" | "pattern")
        && let Some((first, last)) = word.split_once("..")
        && is_number(first)
        && is_number(last)
    {
        let last = match first.bytes().all(|digit| digit == b'0') || command == "pattern" {
            true => last.to_owned(),
            false => format!("{last} --from {first}"),
        };
        return Some(no_position(&last));
    }
    // Those that are the value of an option are in their place.
    let before = std::iter::once("").chain(words.iter().copied());
    let pairs = before.zip(words.iter().copied());
    let loose: Vec<&str> = pairs
        .filter(|(before, word)| is_number(word) && !before.starts_with("--"))
        .map(|(_, word)| word)
        .collect();
    if !loose.contains(&word) {
        return None;
    }
    let to = words.iter().position(|word| *word == "--to");
    if !matches!(command, "table" | "pattern") || words.iter().any(|w| w.starts_with("--to=")) {
        return Some(say!(
            "error: `grundy {command}` takes a game without a position\n  help: leave {position} out",
            command,
            position = loose.join(" ")
        ));
    }
    let last = match to {
        // `table nim 30`
        None => loose.join(","),
        // `table wythoff --to 9 12`
        Some(to) if words[to + 1..].iter().skip(1).take(loose.len()).eq(&loose) => {
            [&words[to + 1..=to + 1], &loose].concat().join(",")
        }
        // `table kayles 3 5 --to 10`
        Some(_) => {
            return Some(say!(
                "error: a table has no position\n  help: leave {position} out",
                position = loose.join(" ")
            ));
        }
    };
    Some(no_position(&last))
}

/// What was meant by boards behind their game, `table node-kayles path n`: there the two are one argument.
fn boards_left_over(words: &[&str], word: &str) -> Option<String> {
    find_board(words.first()?)?;
    let end = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len());
    let (boards, options) = words.split_at(end);
    if !boards.contains(&word) {
        return None;
    }
    let boards = boards.join(" ");
    Some(say!(
        "error: the boards of a table are one argument with their game\n  help: grundy table {typed}",
        typed = typed_again(&[&[boards.as_str()], options].concat())
    ))
}

/// That a table has no position, and how far it goes.
fn no_position(last: &str) -> String {
    say!("error: a table has no position\n  help: how far it goes is an option: --to {last}", last)
}

/// Whether a word says a game of rules or of boards.
fn open_or_board(word: &str) -> bool {
    open(word).is_ok() || find_board(word).is_some()
}

/// Whether a word begins with a quote that a shell would have taken away, and it ends in that word or another, or where
/// a `>` was taken away.
fn is_left_quoted(words: &[OsString]) -> bool {
    let words = || words.iter().skip(1).filter_map(|word| word.to_str());
    let ends = |word: &str| word == "-" || word.len() > 1 && word.ends_with('\'');
    let mut from = words().skip_while(|word| !word.starts_with('\'') || word.len() == 1);
    from.next().is_some_and(|first| ends(first) || from.any(ends))
}

/// Whether this is `grundy nim 5 7 8`, which leaves out what to do with the heaps.
fn is_nim_position(words: &[OsString]) -> bool {
    let number = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<u64>().is_ok());
    words.get(1).is_some_and(|word| word == "nim") && words.get(2).is_some_and(number)
}
