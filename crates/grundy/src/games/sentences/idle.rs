//! What is said in sentences that is of no weight: players, turns, heaps and what they are of.

use super::{SPLIT, TAKE};

/// Words that say nothing of which moves there are.
const IDLE: [&str; 52] = [
    "a",
    "alternate",
    "alternately",
    "alternating",
    "amount",
    "an",
    "any",
    "are",
    "at",
    "bean",
    "beans",
    "can",
    "chip",
    "chips",
    "coin",
    "coins",
    "counter",
    "counters",
    "from",
    "he",
    "her",
    "his",
    "in",
    "is",
    "it",
    "match",
    "matches",
    "may",
    "must",
    "number",
    "object",
    "objects",
    "of",
    "on",
    "per",
    "player",
    "players",
    "positive",
    "she",
    "stone",
    "stones",
    "the",
    "their",
    "there",
    "they",
    "time",
    "token",
    "tokens",
    "you",
    "your",
    "who",
    "whoever",
];
/// The same before the word for the move.
const IDLE_BEFORE: [&str; 25] = [
    "begin", "game", "given", "heap", "heaps", "pile", "piles", "play", "several", "some", "start",
    "two", "with", "一共", "共", "有", "堆", "把", "几", "若干", "move", "moves", "turn", "turns",
    "一堆",
];
/// The same, where they are parts of other words or of no language with spaces.
const IDLE_PARTS: [&str; 61] = [
    "each turn",
    "every turn",
    "each move",
    "each time",
    "each player",
    "take turns",
    "two players",
    "non-empty",
    "nonempty",
    "一次",
    "任选一堆",
    "其中一堆",
    "两人",
    "两名",
    "个",
    "中",
    "二人",
    "从",
    "双方",
    "可",
    "可以",
    "块",
    "必须",
    "只能",
    "数",
    "枚",
    "根",
    "棋子",
    "每人",
    "每回合",
    "每次",
    "每轮",
    "火柴",
    "物品",
    "玩家",
    "的",
    "石子",
    "石头",
    "硬币",
    "移动",
    "粒",
    "糖果",
    "者",
    "能",
    "走",
    "轮流",
    "里",
    "非空",
    "颗",
    "且",
    "both players",
    "every player",
    "on their turn",
    "on a turn",
    "in turn",
    "per turn",
    "从一堆",
    "从任一堆",
    "从任意一堆",
    "从某一堆",
    "从这堆",
];
/// Words beside which a number is that of the heaps.
pub(super) const HEAPS: [&str; 3] = ["heap", "pile", "堆"];
/// Words before a heap that are about any one of them.
const FROM: [&str; 13] = [
    "from any one of the",
    "from one of the",
    "from one of several",
    "from any one",
    "from a single",
    "from one",
    "from any",
    "from the",
    "from a",
    "from",
    "of the",
    "of a",
    "in a",
];

/// Whether nothing of weight is told beside what is understood. How many there are at first is told before the word for the
/// move; other numbers are of weight, unless they are understood.
pub(super) fn says_no_more(text: &str, understood: &[&str], numbers: bool) -> bool {
    let moves = TAKE.iter().chain(&SPLIT).filter_map(|word| text.find(word)).min().unwrap_or(0);
    let is_idle = |part: &str, before: bool| {
        let more: &[&str] = if before { &IDLE_BEFORE } else { &[] };
        let mut known = [understood, &IDLE_PARTS, more].concat();
        // 一堆 before 堆.
        known.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let rest = known.iter().fold(part.to_owned(), |rest, word| without(&rest, word));
        rest.split(|c: char| !c.is_alphanumeric()).all(|word| {
            let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
            let is_known = word.is_empty() || IDLE.contains(&word) || before && word == "n";
            is_known || is_number && (numbers || before)
        })
    };
    is_idle(&text[..moves], true) && is_idle(&text[moves..], false)
}

/// The text without what says that one heap is played on, `from one of the heaps`, `from 3 heaps`.
pub(super) fn without_heap(text: &str) -> String {
    let mut left = without_heaps(text);
    for from in FROM {
        for heap in ["heap", "pile"] {
            left = without(&left, &format!("{from} {heap}"));
        }
    }
    left
}

/// The text without the numbers of heaps, `from 3 heaps`.
fn without_heaps(text: &str) -> String {
    let mut left = text.to_owned();
    for heaps in HEAPS {
        let parts: Vec<&str> = left.split(heaps).collect();
        let last = parts.len() - 1;
        let plain = parts.iter().enumerate().map(|(at, part)| {
            let number = part.trim_end();
            let before = number.trim_end_matches(|c: char| c.is_ascii_digit());
            if at < last && before != number { before } else { part }
        });
        left = plain.collect::<Vec<_>>().join(heaps);
    }
    left
}

/// The text without a saying; of letters with spaces between words it is a word, perhaps with an `s` behind.
fn without(text: &str, saying: &str) -> String {
    if !saying.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return text.replace(saying, " ");
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let (mut left, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(saying) {
        let behind = &rest[at + saying.len()..];
        let behind = behind.strip_prefix('s').unwrap_or(behind);
        let is_word = !rest[..at].ends_with(is_letter) && !behind.starts_with(is_letter);
        left += &rest[..at];
        left += if is_word { " " } else { saying };
        rest = if is_word { behind } else { &rest[at + saying.len()..] };
    }
    left + rest
}
