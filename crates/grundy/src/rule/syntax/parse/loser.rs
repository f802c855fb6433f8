//! That whoever makes the last move loses, in words behind a rule: `.. for k in 1..3, last player loses`.

use crate::language::message;
use crate::rule::ast::Span;
use crate::rule::error::RuleError;

/// What says it, in small letters.
const WORDS: [&str; 6] = ["lose", "losing", "输", "misère", "misere play", "反常"];

/// The mistake, with what is written for it where it stands in such words.
pub(super) fn loser_meant(error: RuleError, source: &str) -> RuleError {
    let small = source.to_ascii_lowercase();
    let Some(said) = WORDS.iter().filter_map(|word| small.find(word)).min() else { return error };
    let is_word = |sign: char| sign.is_alphabetic() || " ,;.，；。'".contains(sign);
    // The words around it: behind a bracket, a number or the name of a variable, up to the end of the line.
    let before = source[..said].trim_end_matches(is_word);
    let line = source[said..].find('\n').map_or(source.len(), |end| said + end);
    let (start, end) = (before.len(), said + source[said..line].trim_end().len());
    // `lose on [1]` is about a position; of 0 it is said how play ends.
    let at = source[said..end].split_once('[').map_or("", |(_, at)| at);
    let is_position = at.contains(|c| ('1'..='9').contains(&c));
    if is_position || !before.contains("->") || !(start..=end).contains(&error.span.start) {
        return error;
    }
    error
        .help(message!(
            "that whoever makes the last move loses is written `misere` behind the rule"
        ))
        .mend(Span::new(start, end), Some(" misere".to_owned()))
}
