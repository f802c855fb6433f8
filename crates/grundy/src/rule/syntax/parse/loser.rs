//! That whoever makes the last move loses, in words behind a rule: `.. for k in 1..3, last player loses`.

use crate::language::message;
use crate::rule::ast::Span;
use crate::rule::error::RuleError;

/// What says it, in small letters. `cannot move loses` says that play is normal, and others say nothing of the last move.
const SAYINGS: [&str; 29] = [
    "last player loses",
    "last player to move loses",
    "last to move loses",
    "last mover loses",
    "last move loses",
    "last loses",
    "takes the last stone loses",
    "takes the last one loses",
    "takes the last loses",
    "taking the last stone loses",
    "taking the last one loses",
    "taking the last loses",
    "makes the last move loses",
    "misere play",
    "misère play",
    "misère",
    "反常规则",
    "反常",
    "取到最后一个的人输",
    "取走最后一个的人输",
    "取最后一个的人输",
    "取到最后一个者输",
    "取最后一个者输",
    "最后取完者输",
    "最后取的人输",
    "最后取者输",
    "最后一步者输",
    "取完者输",
    "lose on [0]",
];
/// Words that may stand before one.
const BEFORE: [&str; 9] = ["whoever", "who", "player", "the", "but", "and", "where", "with", "且"];

/// The mistake, with what is written for it where it stands in such words.
pub(super) fn loser_meant(error: RuleError, source: &str) -> RuleError {
    let is_blank = |sign: char| sign.is_whitespace() || ",;.，；。".contains(sign);
    let text = source.trim_end_matches(is_blank);
    let small = text.to_lowercase();
    // Some letters are longer when they are small.
    let saying =
        SAYINGS.iter().find(|saying| small.ends_with(**saying) && small.len() == text.len());
    let Some(saying) = saying else { return error };
    let mut before = &text[..text.len() - saying.len()];
    let is_apart = before.ends_with(is_blank) || !saying.is_ascii();
    before = before.trim_end_matches(is_blank);
    while let Some(shorter) = BEFORE.iter().find_map(|word| {
        let shorter = before.strip_suffix(word)?;
        (shorter.ends_with(is_blank) || !word.is_ascii()).then_some(shorter)
    }) {
        before = shorter.trim_end_matches(is_blank);
    }
    let (start, end) = (before.len(), text.len());
    if !is_apart || !before.contains("->") || !(start..=end).contains(&error.span.start) {
        return error;
    }
    // Play may end elsewhere than at 0.
    let mend = (!saying.contains('[')).then(|| " misere".to_owned());
    error
        .help(message!(
            "that whoever makes the last move loses is written `misere` behind the rule"
        ))
        .mend(Span::new(start, end), mend)
}

#[cfg(test)]
mod tests {
    use crate::rule::parse;

    #[test]
    fn only_that_the_last_move_loses_is_misere_play() {
        for said in [
            ", last player loses",
            ", but the last player loses.",
            ", whoever takes the last stone loses",
            " misere play",
            ", misère",
            "，最后取完者输。",
            "，取最后一个的人输",
        ] {
            for rule in ["[n] -> [n-k] for k in 1..3", "[n] -> [n-k] for k in 1..n"] {
                let whole = parse(&format!("{rule}{said}")).unwrap_err().whole;
                assert_eq!(whole, Some(format!("{rule} misere")), "{said}");
            }
        }
        for said in [
            ", whoever cannot move loses",
            ", first player without a move loses",
            ", the last player does not lose",
            ", last player never loses",
            ", the first player loses",
            ", loses on 5",
            " lose on [0]",
            " lose on [1]",
            "，不能取者输",
            "，无法移动者输",
            "，先手输",
            " if s, last player loses",
        ] {
            let error = parse(&format!("[n] -> [n-k] for k in 2..3{said}")).unwrap_err();
            let whole = error.whole.unwrap_or_default();
            assert!(!whole.contains("misere"), "{said}: {whole}");
        }
    }
}
