//! Positions as words: those that are typed, and those that say what is left.

use crate::language::{Argument, Message, message};
use crate::position::plain;
use crate::rule::Span;

/// What a position is shown as, and typed as, in which nothing is left.
pub(crate) const NOTHING: &str = "nothing";

/// What a move leaves is shown whole up to so many vertices, elements or edges, and counted beyond.
pub(in crate::board) const MOST_SHOWN: usize = 120;

/// The words of a position.
pub(in crate::board) fn or_nothing(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => NOTHING.to_owned(),
        words => words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "),
    }
}

/// What a move leaves, to be said beside it.
pub(in crate::board) fn left(shown: String) -> Argument {
    match shown == NOTHING {
        true => Argument::Message(message!("nothing")),
        false => Argument::Text(shown),
    }
}

/// The words of a text, without the first if that is one of these and others follow it: `edges a-b b-c`.
pub(in crate::board) fn words_after<'a>(text: &'a str, titles: &[&str]) -> Vec<(usize, &'a str)> {
    let mut all: Vec<(usize, &str)> = words(text).collect();
    let is_title = |word: &str| titles.iter().any(|title| word.eq_ignore_ascii_case(title));
    if all.len() > 1 && is_title(all[0].1) {
        all.remove(0);
    }
    all
}

/// Words that make a phrase of a name and a size: `a path of 7 vertices`.
const FILLERS: [&str; 11] =
    ["a", "an", "the", "of", "on", "with", "graph", "vertex", "vertices", "nodes", "elements"];

/// The words of a phrase that say something.
pub(in crate::board) fn without_fillers<'a>(
    words: &[(usize, &'a str)],
) -> impl Iterator<Item = (usize, &'a str)> {
    words.iter().copied().filter(|(_, word)| !FILLERS.contains(&word.to_lowercase().as_str()))
}

/// Whether this is hardly the name of something to which nothing is joined: `ladder`, `ladder5`, `of`.
pub(in crate::board) fn is_long(word: &str) -> bool {
    let letters = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
    // Two Chinese characters say as much as a word of many letters.
    let least = if letters.is_ascii() { 3 } else { 2 };
    let is_word = letters.chars().count() >= least && letters.chars().all(char::is_alphabetic);
    is_word || word.chars().count() > 1 && FILLERS.contains(&word.to_lowercase().as_str())
}

/// What is wrong with a word in which a sign stands that looks like another.
pub(in crate::board) fn mistyped(word: &str) -> Option<Message> {
    let (wide, sign) = word.chars().find_map(|sign| Some((sign, plain(sign)?)))?;
    Some(message!("`{wide}` is not the plain `{sign}`", wide, sign))
}

/// What is wrong with a name in which a sign stands that joins names or holds them together. A name may have brackets
/// within itself, as the subset `{1,2}` has.
pub(in crate::board) fn no_name(name: &str) -> Option<Message> {
    let mut open = Vec::new();
    for (at, sign) in name.char_indices() {
        let is_wrong = match sign {
            '(' | '[' | '{' => {
                open.push(sign);
                false
            }
            ')' => open.pop() != Some('('),
            ']' => open.pop() != Some('['),
            '}' => open.pop() != Some('{'),
            '<' | '>' | '=' | '≤' | '≥' | '→' | '|' | ';' => true,
            ':' => at + 1 == name.len(),
            _ => false,
        };
        if is_wrong {
            return Some(message!("`{sign}` stands in no name here", sign));
        }
    }
    open.first().map(|sign| message!("`{sign}` stands in no name here", sign))
}

/// Where something with a size, `chain 3`, has other words beside it, what is wrong with that, and what to type
/// instead.
pub(in crate::board) fn not_alone(
    words: &[(usize, &str)],
    is_kind: impl Fn(&str) -> bool,
) -> Option<(Span, Message, Message)> {
    let is_size = |size: &str| size.bytes().all(|sign| sign.is_ascii_digit());
    let pair = words.windows(2).find(|pair| is_kind(pair[0].1) && is_size(pair[1].1))?;
    let [(start, kind), (at, size)] = pair[..] else { return None };
    let span = Span::new(start, at + size.len());
    (words.len() > 2).then(|| stands_alone(span, &format!("{kind} {size}")))
}

/// What is wrong with other words beside a name, and what to type instead.
pub(super) fn stands_alone(span: Span, name: &str) -> (Span, Message, Message) {
    let found = message!("`{name}` stands alone", name);
    (span, found, message!("a sum has a + between its boards: {name} + ..", name))
}

/// The words of a text with their places. A comma in braces is part of a word: the subset `{1,2}`.
pub(in crate::board) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0_usize;
    let separate = move |sign: char| {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        sign.is_whitespace() || sign == ',' && depth == 0
    };
    text.split(separate)
        .filter(|word| !word.is_empty())
        .map(move |word| (Span::of_part(text, word).start, word))
}
