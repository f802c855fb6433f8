//! What is meant by texts that are no game and that little separates from one: sets in other brackets, positions, codes
//! without their point, sentences.

use super::{
    code, codes, find, find_board, is_code, open, plain_sign, sentences, spoken, what_to_type,
};
use crate::language::message;
use crate::rule::{KEYWORDS, RuleError, Span, has_arrow};

/// What subtraction sets are called, in small letters.
const SETS: [&str; 8] = ["", "s", "sub", "subtraction", "subtract", "allbut", "all-but", "all but"];

/// A subtraction set in other brackets or with another name, `S(1,3,4)`, `{1, 3, 4}`, `sub{1,3}`; the arguments of a
/// game in braces, `bash{4}`.
pub(super) fn set_meant(text: &str, offset: usize) -> Option<RuleError> {
    let Some(at) = text.find(['(', '[', '{']) else { return bare_set_meant(text, offset) };
    let (name, rest) = text.split_at(at);
    let inner = rest.strip_prefix(['(', '[', '{'])?.strip_suffix([')', ']', '}'])?;
    if inner.is_empty() || !inner.chars().all(|c| c.is_ascii_digit() || ", .…".contains(c)) {
        return None;
    }
    let whole = Span::new(offset, offset + text.len());
    if inner.trim_end().ends_with("...") || inner.trim_end().ends_with('…') {
        let error = RuleError::new(whole, message!("the numbers of a set are all listed"));
        return Some(error.help(message!(
            "a rule says which there are without end: [n] -> [n-k] for k in powers(2, n); also squares(n), primes(n), fibs(n)"
        )));
    }
    let braced = rest.starts_with('{');
    let typed = name.trim().to_lowercase();
    // `S = {1,3,4}`
    let lower = typed.trim_end_matches(['=', ':', ' ']);
    // `A = {1,3,4}`
    let is_named =
        typed.ends_with('=') && lower.chars().all(char::is_alphanumeric) && find(lower).is_none();
    match lower {
        "s" | "allbut" if braced && lower == typed => None,
        known if rest.starts_with('(') && find(known).is_some() => None,
        "" if !braced => None,
        known if is_named || SETS.contains(&known) => {
            let set = if lower.starts_with("all") { "allbut" } else { "S" };
            let error =
                RuleError::new(whole, message!("this is not how a subtraction set is written"));
            Some(error.help(message!("write {form}", form = format!("'{set}{{{inner}}}'"))))
        }
        known if braced && find(known).is_some() => {
            let error = RuleError::new(whole, message!("a game has its numbers in round brackets"));
            // Amounts that may be taken, where the game asks for the greatest of them.
            let forms = [
                format!("{known}({inner})"),
                format!("{known}({{{inner}}})"),
                format!("S{{{inner}}}"),
            ];
            let form = forms.iter().find(|form| open(form).is_ok()).unwrap_or(&forms[0]);
            Some(error.help(message!("write {form}", form = format!("'{form}'"))))
        }
        _ => None,
    }
}

/// Numbers without brackets, `1,3,4` and `S = 1, 3, 4`.
fn bare_set_meant(text: &str, offset: usize) -> Option<RuleError> {
    let (name, list) = text.split_once('=').unwrap_or(("", text));
    let is_name = |name: &str| name.is_empty() || SETS.contains(&name.to_lowercase().as_str());
    let numbers: Vec<&str> =
        list.split([',', ' ', '，', '、']).filter(|number| !number.is_empty()).collect();
    let is_number = |number: &&str| {
        number.chars().all(|c| c.is_ascii_digit()) && !number.trim_start_matches('0').is_empty()
    };
    if numbers.len() < 3 || !is_name(name.trim()) || !numbers.iter().all(is_number) {
        return None;
    }
    if name.trim().to_lowercase().starts_with("all") {
        return set_meant(&format!("allbut={{{}}}", numbers.join(",")), offset);
    }
    let whole = Span::new(offset, offset + text.len());
    let error = RuleError::new(whole, message!("numbers alone are no game"));
    let numbers = numbers.join(",");
    Some(error.help(message!(
        "if they are what may be taken, write 'S{{numbers}}'; heaps are a position, behind the game: nim {numbers}",
        numbers
    )))
}

/// A sum of components in round brackets, `nim(3) + nim(5)`.
pub(super) fn sum_meant(text: &str, offset: usize) -> Option<RuleError> {
    let parts = text.split('+').count();
    if has_arrow(text) || parts == 1 || text.matches(')').count() < parts {
        return None;
    }
    let squared = text.replace('(', "[").replace(')', "]");
    let is_component = |part: &str| {
        let (name, rest) = part.trim().split_once('[')?;
        (rest.ends_with(']') && find(name).or_else(|| find_board(name)).is_some()).then_some(())
    };
    squared.split('+').map(is_component).collect::<Option<()>>()?;
    let whole = Span::new(offset, offset + text.len());
    let error = RuleError::new(whole, message!("components stand in square brackets"));
    Some(error.help(message!("write {form}", form = format!("'{squared}'"))))
}

/// A position behind a game with its arguments, `bash(5) 23`, `S{1,3,4} 10`; one behind a name is told with what else
/// words may mean.
pub(super) fn position_meant(text: &str, offset: usize) -> Option<RuleError> {
    if has_arrow(text) {
        return None;
    }
    let mut depth = 0;
    let end = text.char_indices().find_map(|(at, sign)| {
        match sign {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => return None,
        }
        (depth <= 0).then_some(at + sign.len_utf8())
    })?;
    let (game, rest) = text.split_at(end);
    (rest.starts_with(['[', ' ']) && begins_as_position(rest) && open(game).is_ok())
        .then(|| is_position(game, text, offset))
}

fn begins_as_position(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c == '[' || c.is_ascii_digit())
}

fn is_position(game: &str, text: &str, offset: usize) -> RuleError {
    let whole = Span::new(offset, offset + text.len());
    let error = RuleError::new(whole, message!("this is a position, and a game is wanted"));
    error.help(message!(
        "the game alone is {name}; a position is an argument of its own, for the commands that take one",
        name = game
    ))
}

/// What is wrong with a text that is no rule and that little separates from a name, a set or a code.
pub(super) fn almost(text: &str, offset: usize) -> Option<RuleError> {
    if has_arrow(text) {
        return None;
    }
    mistyped(text, offset).or_else(|| in_words(text, offset)).or_else(|| unclosed(text, offset))
}

/// A game with the word for misère play, a code that is none, signs of other keyboards.
fn mistyped(text: &str, offset: usize) -> Option<RuleError> {
    let whole = Span::new(offset, offset + text.len());
    if let Some(game) = played_misere(text) {
        let error = RuleError::new(whole, message!("how a game is played is asked for beside it"));
        return Some(error.help(message!(
            "misère play of any game: '{game}' and --misere, as in grundy moves kayles 5 6 --misere",
            game
        )));
    }
    // A code with a digit that is none.
    if let Some((first, rest)) = text.split_once('.')
        && first.len() <= 1
        && first.chars().chain(rest.chars()).all(|c| c.is_ascii_alphanumeric() || "()".contains(c))
        && !rest.is_empty()
    {
        return code(text, offset).err();
    }
    if let Some(error) = codes::meant(text, whole) {
        return Some(error);
    }
    let pointed = text.replacen([',', '·', '•', '∙', '⋅', '．', '。'], ".", 1);
    if pointed != text && is_code(&pointed) {
        let error = RuleError::new(whole, message!("an octal or hexadecimal code has a point"));
        return Some(error.help(message!("write {pointed}", pointed)));
    }
    let (at, wide) = text.char_indices().find(|&(_, sign)| plain_sign(sign).is_some())?;
    let plain: String = text.chars().map(|sign| plain_sign(sign).unwrap_or(sign)).collect();
    open(&plain).ok()?;
    let span = Span::new(offset + at, offset + at + wide.len_utf8());
    let message = message!("`{typed}` is not a sign of the notation", typed = wide);
    Some(RuleError::new(span, message).help(message!("write {form}", form = plain)))
}

/// A position of a game that is named, a game of books, a sentence.
fn in_words(text: &str, offset: usize) -> Option<RuleError> {
    let bare = text.split(['[', ' ']).next().unwrap_or_default();
    // `take 3` is a position, `take 1 to 3` a sentence.
    let words = text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic));
    let words: Vec<&str> = words.collect();
    let joins = ["to", "or", "and", "at", "of", "from", "between", "a", "the"];
    let is_sentence = words.len() > 1 && words.iter().any(|word| joins.contains(word))
        || sentences::told(text).is_some();
    if begins_as_position(&text[bare.len()..])
        && !is_sentence
        && (find(bare).is_some() || find_board(bare).is_some())
    {
        return Some(is_position(bare, text, offset));
    }
    if !spoken::is_in_words(text) {
        return None;
    }
    let in_books = match spoken::in_books(text) {
        None if sentences::told(text).is_none() => spoken::before_position(text),
        told => told,
    };
    let near = || spoken::spoken(text).map(|near| message!("did you mean `{near}`?", near));
    let sentence = || {
        let first = text.split_whitespace().next().unwrap_or_default();
        let are_words = !text.is_ascii() || text.contains(' ');
        (are_words && !KEYWORDS.contains(&first)).then(|| what_to_type(text))
    };
    let help = in_books.or_else(near).or_else(sentence)?;
    let whole = Span::new(offset, offset + text.len());
    let error = RuleError::new(whole, message!("there is no game called `{name}`", name = text));
    Some(error.help(help))
}

/// A bracket that is not closed, a small letter for a set.
fn unclosed(text: &str, offset: usize) -> Option<RuleError> {
    let whole = Span::new(offset, offset + text.len());
    let (name, rest) = text.split_at(text.find(['(', '{'])?.min(text.len()));
    let set = matches!(name, "S" | "allbut");
    if (set || find(name.trim()).is_some()) && !rest.ends_with([')', '}']) {
        let end = Span::new(whole.end, whole.end);
        let closed = if rest.starts_with('(') { "(..)" } else { "{..}" };
        return Some(
            RuleError::new(
                end,
                message!("the bracket after `{name}` is not closed", name = name.trim()),
            )
            .help(message!("write {name}{closed}", name = name.trim(), closed)),
        );
    }
    if name == "s" {
        let error =
            RuleError::new(whole, message!("a subtraction set is written with a capital S"));
        return Some(error.help(message!("write S{rest}", rest)));
    }
    None
}

/// The game before or after the word for misère play: `0.77 misère`.
fn played_misere(text: &str) -> Option<&str> {
    let is_word = |word: &str| ["misere", "misère", "反常"].contains(&word.to_lowercase().as_str());
    let ends = [
        text.split_once(char::is_whitespace),
        text.rsplit_once(char::is_whitespace).map(|(game, word)| (word, game)),
    ];
    let game =
        ends.into_iter().flatten().find_map(|(word, game)| is_word(word).then_some(game.trim()))?;
    // A game is never called so, and each such word would be looked at once more.
    let once = !game.split_whitespace().any(is_word);
    (once && (open(game).is_ok() || find_board(game).is_some())).then_some(game)
}
