//! `grundy guide`: the theory, a chapter at a time.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};

use clap::Args;
use grundy::games::{find, find_board};
use grundy::guide::{CHAPTERS, Chapter};
use grundy::language::Language;
use ratatui::crossterm::terminal;
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr as _;

use crate::language::{now, say};
use crate::trouble::Trouble;

/// The theory of these games, taught by doing: a chapter an evening
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  grundy guide          the chapters\n  grundy guide nim")]
pub(crate) struct Guide {
    /// The chapter to read, by its name or its number in the list, or a game that it treats
    chapter: Option<String>,
}

pub(crate) fn run(guide: &Guide) -> Result<bool, Trouble> {
    let mut out = std::io::stdout().lock();
    let Some(name) = &guide.chapter else {
        write!(out, "{}", contents())?;
        return Ok(true);
    };
    let Some(chapter) = named(name) else {
        let names: Vec<&str> = CHAPTERS.iter().map(|chapter| chapter.name).collect();
        return Err(Trouble::Input(say!(
            "error: there is no chapter called `{name}`\n  help: the chapters are {names}",
            name,
            names = names.join(", ")
        )));
    };
    let text = chapter.markdown(now());
    // What is read by a program, or kept in a file, stays Markdown.
    let columns = std::io::stdout().is_terminal().then(terminal::size).and_then(Result::ok);
    match columns {
        Some((columns, _)) => write!(out, "{}", fitted(&text, usize::from(columns)))?,
        None => write!(out, "{text}")?,
    }
    Ok(true)
}

/// The chapter of a name, of a number in the list of chapters, that treats the game of this name, or in whose title alone
/// these words stand.
fn named(name: &str) -> Option<&'static Chapter> {
    let numbered = || CHAPTERS.get(name.parse::<usize>().ok()?.checked_sub(1)?);
    let of_game = || {
        let entry = find(name).or_else(|| find_board(name))?;
        Chapter::find(entry.chapter)
    };
    let of_title = || {
        let words = name.trim().to_lowercase();
        let says = |title: &str| !words.is_empty() && title.to_lowercase().contains(&words);
        let has = |chapter: &&Chapter| Language::ALL.iter().any(|&of| says(chapter.title(of)));
        let mut found = CHAPTERS.iter().filter(has);
        found.next().filter(|_| found.next().is_none())
    };
    Chapter::find(name).or_else(numbered).or_else(of_game).or_else(of_title)
}

/// The chapters, each with what it is about.
fn contents() -> String {
    let widest = CHAPTERS.iter().map(|chapter| chapter.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for chapter in CHAPTERS {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:<widest$}  {}", chapter.name, chapter.title(now()));
    }
    text + "\n" + &say!("To read one: grundy guide nim\n")
}

/// Lines are not made longer than one reads well, nor shorter.
const WIDEST: usize = 100;
const LEAST: usize = 20;
/// Columns of a terminal that does not say how many.
const USUAL: usize = 80;

/// Markdown with its paragraphs filled to a number of columns; tables and programs are left alone.
fn fitted(markdown: &str, columns: usize) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    let mut inside = false;
    // Some terminals say that they have none.
    let columns = if columns < LEAST { USUAL } else { columns.min(WIDEST) };
    for line in markdown.lines() {
        let fence = line.starts_with("```");
        let item = line.starts_with("- ")
            || line.starts_with("> ")
            || line.split_once(". ").is_some_and(numbered);
        let alone = inside || fence || line.is_empty() || line.starts_with(['|', '#']);
        if (alone || item) && !paragraph.is_empty() {
            text += &filled(&paragraph, columns);
            paragraph.clear();
        }
        if fence {
            inside = !inside;
            // The name of a file, of which the lines are shown.
            if let Some((_, name)) = line.split_once(' ') {
                text = text + name + ":\n";
            }
        } else if inside {
            text = text + if line.is_empty() { "" } else { "    " } + line + "\n";
        } else if alone {
            text = text + line + "\n";
        } else {
            // Between Chinese characters a line ends without a space.
            let joined = paragraph.chars().last().is_none_or(|last| last.len_utf8() == 3);
            paragraph = paragraph + if joined { "" } else { " " } + line.trim();
        }
    }
    text + &filled(&paragraph, columns)
}

/// Whether what stands before `. ` is the number of an item.
fn numbered((number, _): (&str, &str)) -> bool {
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A paragraph, or an item or a quotation whose later lines stand below its first word, in lines of at most so many columns.
fn filled(paragraph: &str, columns: usize) -> String {
    let indent = match paragraph.split_once(' ') {
        Some(("-", _)) => "  ",
        Some((">", _)) => "> ",
        Some((number, _)) if number.strip_suffix('.').is_some_and(|n| numbered((n, ""))) => "   ",
        _ => "",
    };
    let (mut text, mut line, mut from) = (String::new(), String::new(), 0);
    for (to, _) in linebreaks(paragraph) {
        let piece = &paragraph[from..to];
        from = to;
        if !line.trim().is_empty() && line.width() + piece.trim_end().width() > columns {
            text = text + line.trim_end() + "\n";
            line = indent.to_owned();
        }
        line += piece;
    }
    if paragraph.is_empty() { text } else { text + line.trim_end() + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_found_by_words_of_their_titles() {
        let of = |name| named(name).map(|chapter| chapter.name);
        for (name, chapter) in [
            ("3", "values"),
            ("mex", "values"),
            ("Octal", "take-and-break"),
            ("反常规则", "misere"),
            ("wythoff", "wythoff"),
        ] {
            assert_eq!(of(name), Some(chapter), "{name}");
        }
        // In several, in none.
        assert!([of("game"), of(""), of("chess")].iter().all(Option::is_none));
    }

    #[test]
    fn chapters_fit_the_terminal() {
        for language in Language::ALL {
            for text in CHAPTERS.iter().map(|chapter| chapter.markdown(language)) {
                let fitted = fitted(&text, 72);
                let left_out = |sign: char| sign == '>' || sign.is_whitespace();
                let kept = |text: &str| text.replace("```", "").replace(left_out, "");
                let plain = text.replace("```text graph.txt", "```graph.txt:");
                let marks = ["```text", "```console"];
                let plain = marks.iter().fold(plain, |text, mark| text.replace(mark, "```"));
                assert_eq!(kept(&fitted), kept(&plain));
                let prose =
                    |line: &&str| !line.starts_with("    ") && !line.starts_with(['|', '#']);
                for line in fitted.lines().filter(prose) {
                    assert!(line.width() <= 72, "{line}");
                }
            }
        }
    }

    #[test]
    fn a_terminal_without_columns_has_the_usual_ones() {
        let text = CHAPTERS[0].markdown(Language::English);
        assert!([0, 19].iter().all(|&none| fitted(&text, none) == fitted(&text, USUAL)));
    }

    #[test]
    fn paragraphs_and_items_are_filled() {
        let text = "One two three\nfour five.\n\n1. one two three four\n   five six\n2. seven\n\n```\na b\n\nc\n```\n";
        let filled = "One two three four\nfive.\n\n1. one two three\n   four five six\n2. seven\n\n    a b\n\n    c\n";
        assert_eq!(fitted(text, 20), filled);
        assert_eq!(
            fitted("必败态走不到必败态，其余的能。\n再见。", 20),
            "必败态走不到必败态，\n其余的能。再见。\n"
        );
    }
}
