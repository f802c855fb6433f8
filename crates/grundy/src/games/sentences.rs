//! Rules told as sentences: `take a prime number of stones`, 每次取1到3个.
//!
//! No sentence is taken for a rule. Whoever types one is shown a rule that has what its key words name, to be looked at; none is
//! shown where anything else is said, but for words that say nothing of moves: better no rule than another game.

/// A rule that sentences may tell.
struct Told {
    /// Key words; one of each group must be there.
    keys: &'static [&'static [&'static str]],
    /// What may be said beside them; with `or` two moves are told, and must be.
    beside: &'static [&'static str],
    rule: &'static str,
}

impl Told {
    const fn new(
        keys: &'static [&'static [&'static str]],
        beside: &'static [&'static str],
        rule: &'static str,
    ) -> Told {
        Told { keys, beside, rule }
    }
}

/// The first that fits is shown, so what says more comes first.
const RULES: &[Told] = &[
    Told::new(
        &[&TAKE, &["prime power", "质数幂", "素数幂", "质数的幂", "素数的幂"]],
        &[],
        "[n] -> [n-q] for q in prime_powers(n)",
    ),
    Told::new(
        &[&TAKE, &["prime number", "prime", "质数", "素数"]],
        &[],
        "[n] -> [n-p] for p in primes(n)",
    ),
    Told::new(
        &[&TAKE, &["proper divisor", "proper factor", "真因数", "真约数"]],
        &[],
        "[n] -> [n-d] for d in divisors(n) if d < n",
    ),
    Told::new(
        &[&TAKE, &["divisor", "factor", "因数", "约数"]],
        &[],
        "[n] -> [n-d] for d in divisors(n)",
    ),
    Told::new(
        &[&TAKE, &MOST, &["square root", "平方根"]],
        &[],
        "[n] -> [n-k] for k in 1..isqrt(n)",
    ),
    Told::new(
        &[&TAKE, &["square number", "perfect square", "a square", "完全平方数", "平方数"]],
        &[],
        "[n] -> [n-k] for k in squares(n)",
    ),
    Told::new(&[&TAKE, &["fibonacci number", "斐波那契数"]], &[], "[n] -> [n-k] for k in fibs(n)"),
    Told::new(&[&TAKE, &POWERS_OF_TWO], &[], "[n] -> [n-k] for k in powers(2, n)"),
    Told::new(
        &[&TAKE, &["digit", "数位", "某一位"]],
        &["one", "its", "上的"],
        "[n] -> [n-d] for d in digits(n) if d > 0",
    ),
    Told::new(
        &[
            &MOST,
            &["twice", "double", "两倍", "二倍", "2倍"],
            &["last", "previous", "before", "opponent", "上一次", "上次", "上一", "对手", "前一"],
        ],
        &[
            "as many as",
            "taken",
            "took",
            "what",
            "has",
            "had",
            "that",
            "was",
            "just",
            "take",
            "remove",
            "取",
            "拿",
            "所",
            "上",
            "次",
            "人",
            "步",
            "了",
        ],
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
    ),
    Told::new(
        &[
            &TAKE,
            &["both heaps", "both piles", "from both", "两堆"],
            &["any number", "any amount", "任意", "若干"],
            &[
                "same number",
                "same amount",
                "equal number",
                "equal amount",
                "equally",
                "相同",
                "同样多",
            ],
        ],
        &[
            "or",
            "either",
            "from one heap",
            "from one pile",
            "single",
            "单独",
            "或者",
            "或",
            "同时",
            "任意",
            "若干",
            "多",
        ],
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
    ),
    Told::new(
        &[&SPLIT, &TWO, &["unequal", "different", "不相等", "不等", "不同"]],
        &INTO_TWO,
        "[n] -> [a] + [n-a] for a in 1..(n-1)/2",
    ),
    Told::new(
        &[&SPLIT, &TWO, &TAKE, &["any", "任意", "若干"]],
        &["or", "into", "heap", "pile", "of", "把一堆", "smaller", "或者", "或", "多", "把", "成"],
        "[n] -> [n-k] for k in 1..n | [a] + [n-a] for a in 1..n/2",
    ),
    Told::new(&[&SPLIT, &TWO], &INTO_TWO, "[n] -> [a] + [n-a] for a in 1..n/2"),
    Told::new(
        &[&TAKE, &["half", "一半"], &["at least", "至少", "不少于"]],
        &[],
        "[n] -> [n-k] for k in (n+1)/2..n if k > 0",
    ),
    Told::new(&[&TAKE, &["half", "一半"], &MOST], &[], "[n] -> [n-k] for k in 1..n/2"),
    Told::new(
        &[&TAKE, &["any number", "any amount", "any positive number", "任意", "若干"]],
        &["one", "多"],
        "[n] -> [n-k] for k in 1..n",
    ),
];

const POWERS_OF_TWO: [&str; 7] =
    ["power of two", "powers of two", "power of 2", "powers of 2", "2的幂", "二的幂", "2的次幂"];
const TWO: [&str; 13] = [
    "into two",
    "in two",
    "into 2",
    "分成两堆",
    "分成不相等的两堆",
    "分成不等的两堆",
    "分成不同的两堆",
    "分成非空的两堆",
    "拆成两堆",
    "拆成不相等的两堆",
    "拆成不等的两堆",
    "拆成不同的两堆",
    "拆成非空的两堆",
];
const INTO_TWO: [&str; 6] = ["into", "heap", "pile", "smaller", "成", "把"];
const TAKE: [&str; 6] = ["take", "remove", "subtract", "取", "拿", "减"];
const SPLIT: [&str; 7] =
    ["split a", "splits a", "split into", "divide a", "divides a", "分成", "拆成"];

/// Words that say nothing of which moves there are.
const IDLE: [&str; 51] = [
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
const HEAPS: [&str; 3] = ["heap", "pile", "堆"];
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
fn says_no_more(text: &str, understood: &[&str], numbers: bool) -> bool {
    let moves = TAKE.iter().chain(&SPLIT).filter_map(|word| text.find(word)).min().unwrap_or(0);
    let is_idle = |part: &str, before: bool| {
        let more: &[&str] = if before { &IDLE_BEFORE } else { &[] };
        let mut known = [understood, &IDLE_PARTS, more].concat();
        // 一堆 before 堆.
        known.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let rest = known.iter().fold(part.to_owned(), |rest, word| without(&rest, word));
        rest.split(|c: char| !c.is_alphanumeric()).all(|word| {
            let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
            word.is_empty() || IDLE.contains(&word) || is_number && (numbers || before)
        })
    };
    is_idle(&text[..moves], true) && is_idle(&text[moves..], false)
}

/// The text without what says that one heap is played on, `from one of the heaps`, `from 3 heaps`.
fn without_heap(text: &str) -> String {
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

/// Whether two moves are told, one or the other.
fn says_or(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word == "or") || text.contains('或')
}

/// A rule that has what the key words of a sentence name.
pub(super) fn told(text: &str) -> Option<String> {
    let small = text.to_lowercase().replace(['负', '败'], "输").replace('赢', "胜");
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    // Who wins is told beside the moves.
    let misere = has(&LAST_LOSES);
    let mut moves = small.clone();
    LAST_LOSES.iter().chain(&LAST_WINS).for_each(|told| moves = moves.replace(told, " "));
    // `the number of divisors` is not a divisor.
    let counts = ["the number of", "a number of", "个数", "数位数", "约数数", "因数数"]
        .iter()
        .any(|told| moves.contains(told));
    if is_denied(&moves) || counts || misere && has(&LAST_WINS) {
        return None;
    }
    let says = |group: &&[&str]| group.iter().any(|word| moves.contains(word));
    let rule = match RULES.iter().find(|told| told.keys.iter().all(says)) {
        Some(told) if says_or(&moves) != told.beside.contains(&"or") => return None,
        Some(Told { keys, beside, rule }) => {
            let understood = [&keys.concat(), *beside].concat();
            // Of one's own last move, or another one.
            let others =
                ["your", "his", "her", "any", "上上"].iter().any(|told| moves.contains(told));
            if others && beside.contains(&"as many as") {
                return None;
            }
            // How many a heap is split into is of weight.
            let splits = SPLIT.iter().any(|word| moves.contains(word));
            let moves = if splits { moves } else { without_heap(&moves) };
            says_no_more(&moves, &understood, false).then(|| (*rule).to_owned())?
        }
        None => amounts(&moves)?,
    };
    Some(if misere { format!("{rule} misere") } else { rule })
}

/// Sayings for who wins.
const LAST_LOSES: [&str; 27] = [
    "whoever takes the last stone loses",
    "the player who takes the last stone loses",
    "the player taking the last stone loses",
    "取到最后一个的人输",
    "取最后一个的人输",
    "最后取的人输",
    "misere play",
    "misère play",
    "misere",
    "misère",
    "取到最后一个者输",
    "最后取者输",
    "the last player loses",
    "last player loses",
    "whoever takes the last loses",
    "whoever takes the last one loses",
    "who takes the last loses",
    "who takes the last one loses",
    "takes the last stone loses",
    "taking the last loses",
    "last loses",
    "取最后一颗者输",
    "取到最后一颗者输",
    "取走最后一颗的人输",
    "取最后一颗的人输",
    "最后取完者输",
    "取完者输",
];
const LAST_WINS: [&str; 25] = [
    "whoever takes the last stone wins",
    "the player who takes the last stone wins",
    "取到最后一个的人胜",
    "取最后一个的人胜",
    "最后取的人胜",
    "最后取者胜",
    "cannot move loses",
    "can not move loses",
    "can't move loses",
    "unable to move loses",
    "no moves loses",
    "不能取者输",
    "无法取者输",
    "不能操作者输",
    "无法操作者输",
    "不能移动者输",
    "无法移动者输",
    "不能操作的人输",
    "the last player wins",
    "whoever takes the last wins",
    "whoever takes the last one wins",
    "who takes the last wins",
    "takes the last stone wins",
    "取最后一颗者胜",
    "取完者胜",
];

/// Whether something is excepted or denied, which no rule here has.
fn is_denied(text: &str) -> bool {
    let words = [
        "not",
        "no",
        "never",
        "except",
        "excluding",
        "but",
        "without",
        "unless",
        "cannot",
        "non",
        "lose",
        "loses",
        "composite",
    ];
    let denies = |word: &str| words.contains(&word) || word.ends_with("n't");
    // These deny nothing of the moves.
    let plain = [
        "non-empty",
        "nonempty",
        "no more than",
        "not more than",
        "非空",
        "整除",
        "除以",
        "不相等",
        "不等",
        "不同",
        "不少于",
        "不超过",
        "不大于",
        "不小于",
        "不多于",
    ]
    .iter()
    .fold(text.to_owned(), |text, word| text.replace(word, " "));
    plain.split(|c: char| !(c.is_alphabetic() || c == '\'' || c == '’')).any(denies)
        || ["不", "非", "除", "但", "输", "合数"].iter().any(|sign| plain.contains(sign))
}

/// Words before the greatest amount.
const MOST: [&str; 8] =
    ["at most", "up to", "no more than", "not more than", "最多", "至多", "不超过", "不多于"];

/// What may be said beside amounts.
const BESIDE_AMOUNTS: [&str; 21] = [
    "take", "remove", "subtract", "取", "拿", "减", "to", "through", "between", "from", "and",
    "or", "at least", "least", "至少", "到", "至", "或者", "或", "和", "与",
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

/// `take 1 to 3`, `take at most 3`, 每次取1到3个, 最多取3个.
fn amounts(text: &str) -> Option<String> {
    let mut understood = BESIDE_AMOUNTS.to_vec();
    understood.extend(MOST);
    understood.push("不少于");
    let text = &in_digits(&without_heap(text).replace(['～', '~'], "到"));
    // One player's amounts may not be the other's; 至少取2颗，最多取5颗 is about one.
    let takes: usize = TAKE.iter().map(|word| text.matches(word).count()).sum();
    if takes > 1 && !(takes == 2 && text.contains("至少") && text.contains("最多")) {
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
    let end = [" from ", " of "].iter().filter_map(|word| told.find(word)).min();
    let (text, behind) = told.split_at(end.unwrap_or(told.len()));
    if says_or(behind) || behind.contains("and") {
        return None;
    }
    let is_digit = |sign: char| sign.is_ascii_digit();
    let numbers: Vec<u32> =
        text.split(|sign| !is_digit(sign)).filter_map(|number| number.parse().ok()).collect();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let is_range = has(&[" to ", " through ", "到", "至", "-", "between", "from"]);
    if text.contains("..") || text.contains('…') {
        return match numbers[..] {
            [least, next, .., most]
                if numbers.is_sorted()
                    && numbers[numbers.len() - 2] - least + 2 == numbers.len() as u32 =>
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
            let listed: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let amounts =
                numbers.iter().all(|&amount| amount > 0) && numbers.is_sorted_by(|a, b| a != b);
            amounts.then(|| format!("[n] -> [n-k] for k in {{{}}}", listed.join(", ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{RULES, told};

    #[test]
    fn sentences_show_rules_that_can_be_typed() {
        for told in RULES {
            assert!(crate::games::open(told.rule).is_ok(), "{}", told.rule);
        }
        const LASKER: &str = "[n] -> [n-k] for k in 1..n | [a] + [n-a] for a in 1..n/2";
        for (text, rule) in [
            ("take a prime number of stones", "[n] -> [n-p] for p in primes(n)"),
            ("remove a divisor", "[n] -> [n-d] for d in divisors(n)"),
            ("take a proper divisor", "[n] -> [n-d] for d in divisors(n) if d < n"),
            ("有100个石子，每次取1或2个", "[n] -> [n-k] for k in {1, 2}"),
            ("一堆100个石子，每次取1到3个", "[n] -> [n-k] for k in 1..3"),
            ("a pile of 100 stones, take 1 or 2", "[n] -> [n-k] for k in {1, 2}"),
            ("take 1 or 2 from 3 heaps", "[n] -> [n-k] for k in {1, 2}"),
            ("take any number or split a heap into two", LASKER),
            ("取任意多个，或把一堆分成两堆", LASKER),
            ("take one or two stones", "[n] -> [n-k] for k in {1, 2}"),
            ("take one, 2 or 3", "[n] -> [n-k] for k in {1, 2, 3}"),
            ("每次取一个、2个或三个", "[n] -> [n-k] for k in {1, 2, 3}"),
            ("take from 1 to 3 stones", "[n] -> [n-k] for k in 1..3"),
            ("take 1, 2, ..., 5 stones", "[n] -> [n-k] for k in 1..5"),
            ("two players take 1, 2 or 3 from one pile", "[n] -> [n-k] for k in {1, 2, 3}"),
            ("take any number of stones from one pile", "[n] -> [n-k] for k in 1..n"),
            ("每次取任意多个石子", "[n] -> [n-k] for k in 1..n"),
            (
                "take any number from one pile or the same number from both piles",
                "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
            ),
            ("每次最多取对手上次取的两倍", "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)"),
            ("take between 1 and 3", "[n] -> [n-k] for k in 1..3"),
            ("take at most half", "[n] -> [n-k] for k in 1..n/2"),
            ("每次至少取一半", "[n] -> [n-k] for k in (n+1)/2..n if k > 0"),
            ("每次取1到3个", "[n] -> [n-k] for k in 1..3"),
            ("Take 1 to 3 stones", "[n] -> [n-k] for k in 1..3"),
            ("players remove 1, 3 or 4", "[n] -> [n-k] for k in {1, 3, 4}"),
            ("最多取5个", "[n] -> [n-k] for k in 1..5"),
            ("both players take 1 to 3 stones", "[n] -> [n-k] for k in 1..3"),
            ("whoever moves divides a heap into two", "[n] -> [a] + [n-a] for a in 1..n/2"),
            ("把一堆分成不相等的两堆", "[n] -> [a] + [n-a] for a in 1..(n-1)/2"),
            (
                "take at most twice what the opponent took",
                "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
            ),
        ] {
            assert_eq!(told(text).as_deref(), Some(rule), "{text}");
        }
        for sentence in ["take 1 to 3 stones", "每次取1到3个", "每次可以取 1 到 3 个。"]
        {
            let help = crate::games::open(sentence).unwrap_err().help.unwrap().to_string();
            assert!(help.ends_with("perhaps this one: [n] -> [n-k] for k in 1..3"), "{help}");
        }
        // No position of the game that is called so.
        let help = crate::games::open("take 1 to 3 or 5").unwrap_err().help.unwrap().to_string();
        assert!(help.contains("a rule looks like"), "{help}");
        for (text, rule) in [
            ("take at least 2 and at most 5", "[n] -> [n-k] for k in 2..5"),
            ("至少取2颗，最多取5颗", "[n] -> [n-k] for k in 2..5"),
            ("take 1 to 3, whoever takes the last loses", "[n] -> [n-k] for k in 1..3 misere"),
            ("取1到3颗，取最后一颗者输", "[n] -> [n-k] for k in 1..3 misere"),
            (
                "take 1 to 3, whoever takes the last stone loses",
                "[n] -> [n-k] for k in 1..3 misere",
            ),
            ("每次取1到3个，最后取的人赢", "[n] -> [n-k] for k in 1..3"),
            ("take 1 to 3, misere", "[n] -> [n-k] for k in 1..3 misere"),
            ("取1到3颗，取到最后一颗者负", "[n] -> [n-k] for k in 1..3 misere"),
            ("每次取平方数个，最后取者负", "[n] -> [n-k] for k in squares(n) misere"),
            ("take 1 to 3, the last player wins", "[n] -> [n-k] for k in 1..3"),
            ("每次取不超过3颗", "[n] -> [n-k] for k in 1..3"),
            ("take no more than 3 stones", "[n] -> [n-k] for k in 1..3"),
            ("take 1 to 3, whoever cannot move loses", "[n] -> [n-k] for k in 1..3"),
            ("每次取1到3颗，不能取者输", "[n] -> [n-k] for k in 1..3"),
            ("split a heap into two non-empty heaps", "[n] -> [a] + [n-a] for a in 1..n/2"),
        ] {
            assert_eq!(told(text).as_deref(), Some(rule), "{text}");
            assert!(crate::games::open(rule).is_ok(), "{rule}");
        }
        for text in [
            "take any number that is not a square",
            "take any number except a prime",
            "do not take 1 or 2",
            "you don't take 1 or 2",
            "take 1 to 3 but never 2",
            "take a composite number, no prime",
            "take 1 to 3, whoever is stuck loses",
            "可以取1颗到3颗，但不能取2颗",
            "取非质数颗",
            "除了质数都可以取",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        // Another game than the key words say.
        for text in [
            "take 1 to 3 or 5",
            "每次取1到3个或5个",
            "take at most 3 or all",
            "最多取3个或取完",
            "take an odd number up to 5",
            "subtract a number that divides n",
            "take a number coprime to n",
            "take a prime factor",
            "每次取质因数",
            "每次取互质数个",
            "take a power of 20",
            "take 1 or a prime",
            "take a prime or a square",
            "take a power of 2 or 3",
            "take any number up to 3 or split into two",
            "每次取1或质数个",
            "split into two equal piles",
            "把一堆分成相等的两堆",
            "split a heap into three",
            "把一堆分成三堆",
            "take 1, or split into two piles",
            "take one and split the rest into two",
            "取走一个，剩下的分成两堆",
            "split into two or take 1",
            "取1个或分成两堆",
            "take more than half",
            "take exactly half",
            "每次取一半",
            "take 1 or half",
            "subtract the largest digit",
            "move a coin to a lower square",
            "place a domino on two adjacent squares",
            "from each heap take 1 to 3",
            "both heaps remove a prime",
            "take one from one pile or an equal amount from both piles",
            "取任意一堆",
            "拿任意一堆石子",
            "把两堆分成一堆",
            "split a heap of two",
            "取任意两堆或分成一堆",
            "take any two or split a heap",
            "take at most twice your last move",
            "每次最多取上上次的两倍",
            "take up to twice any of the previous moves",
            "取数位数个",
            "take a number of digits",
            "最多取n的3次",
            "take at most -3",
            "取1或2次",
            "take 1 or 2 turns",
            "split a heap into 3 heaps",
            "把一堆分成3堆",
            "take any number or split a heap into 3 heaps",
            "split a heap into parts",
            "split a heap into any number of heaps",
            "divides a heap by two",
            "take 10 or 20 from 100 or 200",
            "take 1 to 3 heaps from 10",
            "take 2 from 10 stones or 3",
            "take up to 3 and 5",
            "take every 2nd or 3rd stone",
            "take heap 1 or 2",
            "从1堆取1个或从2堆取2个",
            "player 1 takes 1, player 2 takes 2",
            "玩家1取1个，玩家2取2个",
            "take 1 or 1",
            "take 1 to 3 from each heap",
            "take any number of stones from any number of heaps",
            "take 1 to 3 stones from at most two heaps",
            "take one or two from any two piles",
            "从3堆中任选2堆取1到3个",
            "take any number of heaps",
            "take a prime number of piles",
            "取任意堆",
            "取平方数堆",
            "take the number of divisors",
            "每次取质数的个数",
            "take at most twice what is in the previous heap",
            "每次最多取上一堆的两倍",
            "take any number from one heap or any number from both heaps",
            "take 1 to 3 or any",
            "取完者胜，取完者输，取1到3",
            "take at least 1 and at most half of the stones",
            "每次至少取1个，最多取一半",
            "每次取不超过一半的石子，且至少1个",
            "take 1 to 3, whoever is stuck wins",
            "take 1 to 3, the player unable to move wins",
            "take 1 to 3, avoid the last stone",
            "取1到3颗，无法取者胜",
            "拿得多的人赢，每次取1到3个",
            "每次取1或2个，共100个石子",
            "take 1 or 2 stones, starting with 21",
            "最多取三个，共21个石子",
            "take at most three, 21 stones",
            "take at most 3 times what the opponent took",
            "取1或3的倍数个",
            "take at most log2 n",
            "减1或除以2",
            "subtract 1 or 2 or add 3",
            "take 1, 2, 4, 8, ... stones",
            "take 1, 3, 5, ... stones",
            "take 1, 2 or half",
            "每次取1到3个或一半",
            "take more than 2 and up to 5",
            "take 1 to 3 or pass",
            "take 1 or 2, or double the heap",
            "取1到3个，再放回一个",
            "take 1 to 3, different from the last move",
            "甲每次取1个，乙每次取2个",
            "take a factorial number",
            "take a semiprime",
            "取质数次幂个",
            "take a square-free number",
            "take a divisor greater than 1",
            "取一个大于1的因数",
            "subtract the sum of the digits",
            "take a power of 2 minus 1",
            "take a power of 2 dividing n",
            "take squares up to 16",
            "take a prime less than 10",
            "2的幂且不超过8个，每次取",
            "take at most half as many as the opponent took",
            "take twice what the opponent took",
            "take at least twice what the opponent took",
            "take the same number from both heaps",
            "take squares from both piles",
            "split a heap into several heaps",
            "split into up to 3 heaps",
            "把一堆分成四堆",
            "把一堆分成差为1的两堆",
            "take a stone, then split into two heaps",
            "take a square and split into two",
            "divide a number by a prime",
            "take any number up to three or split a heap into two",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        for text in ["", "play 1 to 3", "take 0 or 1", "take 99999999999999999999 to 3", "a game"] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
