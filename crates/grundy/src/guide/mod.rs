//! The theory of impartial games, taught by doing.
//!
//! Each chapter is one evening's reading. Every claim in it stands beside an example that runs with
//! the tests of this library, and beside the command that shows the same thing in a terminal.
//! Nothing is assumed but arithmetic; a proof is given where it is short, and named where it is not.
//!
//! | chapter | what you can do afterwards |
//! | --- | --- |
//! | [`positions`] | say who wins any small game, from the definition alone |
//! | [`nim`] | win Nim, with heaps of any size, in both ways of play |
//! | [`values`] | replace any position by a single number, and add games |
//! | [`take_away`] | prove a pattern in a subtraction game, and use it at 10^18 |
//! | [`take_and_break`] | read octal codes: Kayles, Lasker's Nim, strips on a board |
//! | [`on_the_spot`] | treat "whoever makes this piece wins" without a trick |
//! | [`free_parts`] | tabulate games whose moves have too many options to list |
//! | [`wythoff`] | meet the golden ratio, exactly |
//! | [`theorems`] | have a guess about all positions proved by a machine, and check the proof |
//! | [`boards`] | find Nim in coins, checkers and trees, and win Cram and Chomp without a search |
//! | [`misere`] | know what stays true when the last move loses |
//! | [`notation`] | write a rule of your own, and mend a mistake in it |
//! | [`mistakes`] | not repeat what others got wrong |
//!
//! The first three belong together and should be read in order. The others need only those.
//! [`CHAPTERS`] has them as texts, which `grundy guide` prints.
//!
//! # Books
//!
//! - Berlekamp, Conway and Guy, *Winning Ways for Your Mathematical Plays*, second edition, A K
//!   Peters 2001-2004. Chapters 3 and 4 are the source of most of this guide.
//! - Siegel, *Combinatorial Game Theory*, Graduate Studies in Mathematics 146, American
//!   Mathematical Society 2013. Chapters IV and V: impartial games, normal and misère.
//! - Conway, *On Numbers and Games*, second edition, A K Peters 2001.

use crate::language::Language;

pub mod positions;

pub mod nim;

pub mod values;

pub mod take_away;

pub mod take_and_break;

pub mod on_the_spot;

pub mod free_parts;

pub mod wythoff;

pub mod theorems;

pub mod boards;

pub mod misere;

pub mod notation;

pub mod mistakes;

/// A chapter of the guide, to be shown where there is no browser.
///
/// ```
/// use grundy::guide::CHAPTERS;
/// use grundy::language::Language;
/// // Each has a title in both languages.
/// for chapter in CHAPTERS {
///     assert!([Language::English, Language::Chinese].iter().all(|&l| !chapter.title(l).is_empty()));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// One word, or several with `-` between.
    pub name: &'static str,
    /// The comments of its module.
    source: &'static str,
}

/// The chapters that stand in files of their own.
macro_rules! chapters {
    ($($name:literal $file:literal),* $(,)?) => {
        /// All chapters, in the order in which one would read them.
        pub const CHAPTERS: &[Chapter] = &[
            $(Chapter { name: $name, source: include_str!($file) }),*
        ];
    };
}

chapters! {
    "positions" "positions.rs",
    "nim" "nim.rs",
    "values" "values.rs",
    "take-away" "take_away.rs",
    "take-and-break" "take_and_break.rs",
    "on-the-spot" "on_the_spot.rs",
    "free-parts" "free_parts.rs",
    "wythoff" "wythoff.rs",
    "theorems" "theorems.rs",
    "boards" "boards.rs",
    "misere" "misere.rs",
    "notation" "notation.rs",
    "mistakes" "mistakes.rs",
}

/// The guide in Chinese: a section for a chapter, whose heading ends with the name in a comment.
const CHINESE: &str = include_str!("zh.md");

impl Chapter {
    /// The chapter of a name; case and `_` for `-` do not matter.
    ///
    /// ```
    /// use grundy::guide::Chapter;
    /// assert_eq!(Chapter::find("Take_Away").map(|chapter| chapter.name), Some("take-away"));
    /// assert!(Chapter::find("chess").is_none());
    /// ```
    pub fn find(name: &str) -> Option<&'static Chapter> {
        let wanted = name.to_lowercase().replace('_', "-");
        CHAPTERS.iter().find(|chapter| chapter.name == wanted)
    }

    /// What it is about, in a line.
    pub fn title(&self, language: Language) -> &'static str {
        match language {
            Language::English => {
                let line = self.source.lines().next().unwrap_or_default();
                line.trim_start_matches("//! ").trim_end_matches('.')
            }
            Language::Chinese => self.section().0,
        }
    }

    /// The chapter in Markdown: its title as a heading, and what follows. Lines of examples in Rust that only the
    /// compiler needs are left out, and a link to another chapter is the command that shows it.
    ///
    /// ```
    /// use grundy::guide::Chapter;
    /// use grundy::language::Language;
    /// let chapter = Chapter::find("nim").unwrap();
    /// let text = chapter.markdown(Language::English);
    /// assert!(text.starts_with("# Nim: the game that all others turn out to be\n\nSome heaps of tokens;"));
    /// assert!(text.contains("see\n`grundy guide misere` for what happens elsewhere"));
    /// ```
    pub fn markdown(&self, language: Language) -> String {
        let mut text = format!("# {}\n", self.title(language));
        match language {
            Language::English => {
                let mut inside: Option<&str> = None;
                for line in self.source.lines().skip(1).map_while(|line| line.strip_prefix("//!")) {
                    let line = line.strip_prefix(' ').unwrap_or(line);
                    if let Some(fence) = line.strip_prefix("```") {
                        inside = if inside.is_some() { None } else { Some(fence) };
                    }
                    let hidden = inside.is_some_and(str::is_empty)
                        && (line == "#" || line.starts_with("# "));
                    let heading = inside.is_none() && line.starts_with('#');
                    text += match (hidden, heading) {
                        (true, _) => continue,
                        (_, true) => "#",
                        _ => "",
                    };
                    text += &if inside.is_some() { line.to_owned() } else { without_links(line) };
                    text.push('\n');
                }
            }
            Language::Chinese => text += &without_links(self.section().1),
        }
        text
    }

    /// The heading and the text of the section in Chinese.
    fn section(&self) -> (&'static str, &'static str) {
        let mark = format!(" <!-- {} -->\n", self.name);
        let (before, text) = CHINESE.split_once(&mark).unwrap_or_default();
        let text = text.split("\n## ").next().unwrap_or_default();
        (before.rsplit("## ").next().unwrap_or_default(), text)
    }
}

/// A text with the words of its links alone. A link to a chapter by its name is the command that shows it.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain += before;
        let parts = link.split_once(']').and_then(|(words, after)| {
            let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
            Some(match target {
                Some((target, after)) => (words, target, after),
                // A name of the library: [`name`].
                None if words.starts_with('`') && words.ends_with('`') => (words, "", after),
                None => return None,
            })
        });
        match parts {
            Some((words, target, after)) => {
                let name = words.trim_matches('`');
                let chapter = Chapter::find(name).filter(|_| target.starts_with("super::"));
                match chapter {
                    Some(chapter) => plain += &format!("`grundy guide {}`", chapter.name),
                    None => plain += words,
                }
                rest = after;
            }
            None => {
                plain.push('[');
                rest = link;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_can_be_read_in_both_languages() {
        for chapter in CHAPTERS {
            for language in Language::ALL {
                let text = chapter.markdown(language);
                assert!(text.len() > 200 && chapter.title(language).len() > 5, "{}", chapter.name);
                assert!(!text.contains("](") && !text.contains("super::"), "{text}");
                assert!(text.matches("```").count().is_multiple_of(2), "{text}");
            }
        }
        let modules =
            include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("pub mod "));
        let modules = modules.map(|name| name.trim_end_matches(';').replace('_', "-"));
        assert!(modules.eq(CHAPTERS.iter().map(|chapter| chapter.name)));
    }

    #[test]
    fn the_chapters_of_the_catalogue_exist() {
        use crate::games::{BOARDS, CATALOGUE};
        for entry in CATALOGUE.iter().chain(BOARDS) {
            assert!(Chapter::find(entry.chapter).is_some(), "{}", entry.name);
        }
    }

    #[test]
    fn links_are_their_words() {
        assert_eq!(without_links("[1, 2] (see [`a`](super::nim#x)); [n]"), "[1, 2] (see `a`); [n]");
        assert_eq!(without_links("of [`nim`](super::nim)."), "of `grundy guide nim`.");
        assert_eq!(without_links("[`nim`](crate::theory::nim), [`Win`]"), "`nim`, `Win`");
    }
}
