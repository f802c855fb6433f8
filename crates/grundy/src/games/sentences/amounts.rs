//! Sentences about amounts: `take 1 to 3`, 每次取1或2个.

use super::idle::{HEAPS, says_no_more, without_heap};
use super::{MOST, TAKE, says_or, words};

/// What may be said beside amounts.
const BESIDE_AMOUNTS: [&str; 21] = [
    "take", "remove", "subtract", "取", "拿", "减", "to", "through", "between", "from", "and",
    "or", "at least", "least", "至少", "到", "至", "或者", "或", "和", "与",
];

/// What may stand behind an amount, the longer before what it begins with.
const COUNTED: [&str; 21] = [
    "stones", "stone", "coins", "coin", "matches", "match", "counters", "counter", "tokens",
    "token", "chips", "chip", "beans", "bean", "objects", "个", "颗", "枚", "粒", "根", "石子",
];

/// The small numbers in words.
const IN_WORDS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const IN_WORDS_ZH: [(char, &str); 10] = [
    ('一', "1"),
    ('二', "2"),
    ('两', "2"),
    ('三', "3"),
    ('四', "4"),
    ('五', "5"),
    ('六', "6"),
    ('七', "7"),
    ('八', "8"),
    ('九', "9"),
];

/// The text with digits for small numbers in words; in Chinese those before a measure or beside 到.
fn in_digits(text: &str) -> String {
    let word = |part: &str| IN_WORDS.iter().position(|word| *word == part);
    let words: Vec<String> = text
        .split_inclusive(|c: char| !c.is_ascii_alphanumeric())
        .map(|part| {
            let own = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            word(own).map_or(part.to_owned(), |at| format!("{}{}", at + 1, &part[own.len()..]))
        })
        .collect();
    let mut text = words.concat();
    for (sign, digit) in IN_WORDS_ZH {
        for measure in ["个", "颗", "枚", "粒", "根", "到", "至", "或", "、"] {
            text = text.replace(&format!("{sign}{measure}"), &format!("{digit}{measure}"));
        }
    }
    text
}

/// Whether nothing but separators, and what is counted, stands between numbers: `1, 2 or 3`, `1 stone or 2 stones`, and not `1
/// or 2 stones, 21 stones`.
fn is_list(text: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let inside = text.trim_start_matches(|c| !is_digit(c)).trim_end_matches(|c| !is_digit(c));
    let mut has_or = false;
    inside.split(is_digit).filter(|gap| !gap.is_empty()).all(|gap| {
        let gap = COUNTED.iter().fold(gap.trim(), |gap, noun| {
            let behind = gap.strip_prefix(noun).unwrap_or(gap);
            behind.trim_start()
        });
        let joins = |words: &[&str]| words.contains(&gap);
        let is_or = joins(&["or", ", or", ",or", "或", "或者", "，或", "and", ", and", "和", "与"]);
        let is_comma = joins(&[",", "，", "、", "/"]);
        let fits = is_or || is_comma && !has_or;
        has_or |= is_or;
        fits
    })
}

/// Whether a bound is one of heaps, `from at most 2 heaps`.
fn counts_heaps(text: &str) -> bool {
    MOST.iter().chain(&["at least", "至少", "不少于"]).any(|bound| {
        text.match_indices(bound).any(|(at, _)| {
            let number = text[at + bound.len()..].trim_start();
            let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
            behind.len() < number.len()
                && HEAPS.iter().any(|heap| behind.trim_start().starts_with(heap))
        })
    })
}

/// `take 1 to 3`, `take at most 3`, 每次取1到3个, 最多取3个.
pub(super) fn amounts(text: &str) -> Option<String> {
    let mut understood = BESIDE_AMOUNTS.to_vec();
    understood.extend(MOST);
    understood.push("不少于");
    if counts_heaps(&in_digits(text)) {
        return None;
    }
    let text = &in_digits(&without_heap(text).replace(['～', '~', '–', '—'], "到"));
    // Two players with amounts of their own.
    let in_turn = ["alternat", "turn", "he", "she", "轮流"];
    let each = |word: &str| {
        in_turn.iter().any(|told| word == *told || told.len() > 3 && word.starts_with(told))
    };
    if words(text).any(|word| word == "and") && words(text).any(each) {
        return None;
    }
    // One player's amounts may not be the other's; 至少取2颗，最多取5颗 is about one.
    let takes: usize = TAKE.iter().map(|word| text.matches(word).count()).sum();
    let has_most = ["最多", "至多", "不超过"].iter().any(|told| text.contains(told));
    if takes > 1 && !(takes == 2 && text.contains("至少") && has_most) {
        return None;
    }
    // How many there are at first, and of how many heaps, is told before and behind.
    let (at, word) = TAKE.iter().filter_map(|word| Some((text.find(word)?, word))).min()?;
    let (start, moves) = (&text[..at], text[at + word.len()..].to_owned());
    if !says_no_more(&format!("{start}{word}{moves}"), &understood, true) {
        return None;
    }
    // `-3` is no amount.
    let is_below =
        |(at, _): (usize, &str)| !moves[..at].trim_end().ends_with(|c: char| c.is_ascii_digit());
    if moves.match_indices('-').any(is_below) {
        return None;
    }
    let before = ["at least", "at most", "至少", "最多", "至多"]
        .iter()
        .filter(|told| start.contains(**told));
    let told = before.fold(moves, |told, most| format!("{most} {told}"));
    let told = told.trim_start().strip_prefix("from ").unwrap_or(&told);
    let end = [" from ", " of ", " in ", " on "].iter().filter_map(|word| told.find(word)).min();
    let (text, behind) = told.split_at(end.unwrap_or(told.len()));
    if says_or(behind) || behind.contains("and") {
        return None;
    }
    let is_digit = |sign: char| sign.is_ascii_digit();
    let numbers = text.split(|sign| !is_digit(sign)).filter(|number| !number.is_empty());
    let numbers: Vec<u64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let is_range = has(&[" to ", " through ", "到", "至", "-", "between", "from"]);
    if let Some(dots) = text.find("..").or_else(|| text.find('…')) {
        // `1, 2, 3, ..` has no end.
        if !text[dots..].contains(|sign: char| sign.is_ascii_digit()) {
            return None;
        }
        return match numbers[..] {
            [least, most] if least < most => Some(format!("[n] -> [n-k] for k in {least}..{most}")),
            [least, next, .., most]
                if numbers.is_sorted()
                    && numbers[numbers.len() - 2] - least == numbers.len() as u64 - 2 =>
            {
                (next < most).then(|| format!("[n] -> [n-k] for k in {least}..{most}"))
            }
            _ => None,
        };
    }
    match numbers[..] {
        [least, most] if least < most && has(&["at least", "至少", "不少于"]) && has(&MOST) => {
            Some(format!("[n] -> [n-k] for k in {least}..{most}"))
        }
        [_] if has(&["at least", "至少", "不少于"]) => None,
        // Of `at least 2, at most 3 or 5` it is not known what belongs together.
        [_, _, ..] if has(&["at least", "至少"]) || has(&MOST) => None,
        [_, _, ..] if is_range && says_or(text) => None,
        [least, most] if least < most && is_range => {
            Some(format!("[n] -> [n-k] for k in {least}..{most}"))
        }
        // Of `1 to 3 or 5` and the like.
        [_, _, ..] if is_range => None,
        [_] if says_or(text) => None,
        [most] if most > 0 && has(&MOST) => Some(format!("[n] -> [n-k] for k in 1..{most}")),
        [_, _, ..] if has(&["or", "and", "或", "、", "，", ","]) => {
            let listed: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let amounts = numbers[0] > 0 && numbers.is_sorted_by(|a, b| a < b) && is_list(text);
            amounts.then(|| format!("[n] -> [n-k] for k in {{{}}}", listed.join(", ")))
        }
        _ => None,
    }
}
