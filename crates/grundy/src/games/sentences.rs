//! Rules told as sentences: `take a prime number of stones`, 每次取1到3个.
//!
//! No sentence is taken for a rule. Whoever types one is shown a rule that has what its key words name, to be looked at; none is
//! shown where something else stands there that is of weight, `or`, `equal`, `exactly`: better no rule than another game.

/// Key words, and the rule that has what they name; all words of a group must be there, any of their spellings. The first that
/// fits is shown, so what says more comes first.
const RULES: &[(&[&[&str]], &str)] = &[
    (
        &[&["prime power", "质数幂", "素数幂", "质数的幂", "素数的幂"]],
        "[n] -> [n-q] for q in prime_powers(n)",
    ),
    (&[&TAKE, &["prime", "质数", "素数"]], "[n] -> [n-p] for p in primes(n)"),
    (
        &[&TAKE, &["proper divisor", "proper factor", "真因数", "真约数"]],
        "[n] -> [n-d] for d in divisors(n) if d < n",
    ),
    (&[&TAKE, &["divisor", "factor", "因数", "约数"]], "[n] -> [n-d] for d in divisors(n)"),
    (&[&TAKE, &MOST, &["square root", "平方根"]], "[n] -> [n-k] for k in 1..isqrt(n)"),
    (
        &[&TAKE, &["square number", "perfect square", "a square", "平方数"]],
        "[n] -> [n-k] for k in squares(n)",
    ),
    (&[&TAKE, &["fibonacci number", "斐波那契数"]], "[n] -> [n-k] for k in fibs(n)"),
    (
        &[
            &TAKE,
            &[
                "power of two",
                "powers of two",
                "power of 2",
                "powers of 2",
                "2的幂",
                "二的幂",
                "2的次幂",
            ],
        ],
        "[n] -> [n-k] for k in powers(2, n)",
    ),
    (&[&TAKE, &["digit", "数位", "某一位"]], "[n] -> [n-d] for d in digits(n) if d > 0"),
    (
        &[
            &["twice", "double", "两倍", "二倍", "2倍"],
            &["last", "previous", "before", "opponent", "上次", "上一", "对手", "前一"],
        ],
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
    ),
    (
        &[&["both heaps", "both piles", "from both", "两堆同时", "两堆中取相同", "同时从两堆"]],
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
    ),
    (
        &[&SPLIT, &["unequal", "different", "不相等", "不等", "不同"]],
        "[n] -> [a] + [n-a] for a in 1..(n-1)/2",
    ),
    (&[&SPLIT, &TAKE, &["any", "任意", "若干"]], LASKER),
    (&[&SPLIT], "[n] -> [a] + [n-a] for a in 1..n/2"),
    (
        &[&TAKE, &["half", "一半"], &["at least", "至少", "不少于"]],
        "[n] -> [n-k] for k in (n+1)/2..n if k > 0",
    ),
    (&[&TAKE, &["half", "一半"], &MOST], "[n] -> [n-k] for k in 1..n/2"),
];

/// The one rule here of two moves.
const LASKER: &str = "[n] -> [n-k] for k in 1..n | [a] + [n-a] for a in 1..n/2";

const TAKE: [&str; 6] = ["take", "remove", "subtract", "取", "拿", "减"];
const SPLIT: [&str; 7] =
    ["split a", "splits a", "split into", "divide a", "divides a", "分成", "拆成"];

/// Of weight, and in no rule here: what is said of a second move, of how many or of which, and of numbers that are not the
/// ones named.
const OF_WEIGHT: [&str; 34] = [
    "into three",
    "into 3",
    "三堆",
    "prime factor",
    "prime divisor",
    "质因",
    "质约",
    "素因",
    "coprime",
    "relatively",
    "互质",
    "互素",
    "exactly",
    "more than half",
    "less than half",
    "largest",
    "smallest",
    "greatest",
    "least digit",
    "最大",
    "最小",
    "including",
    "all",
    "whole",
    "everything",
    "odd",
    "even",
    "奇",
    "偶",
    "全部",
    "取完",
    "取光",
    "剩",
    "rest",
];

/// Whether something of weight is told that no rule here has; `equal` is of weight, and `unequal` is in a rule.
fn says_more(text: &str) -> bool {
    let without = |word: &str, of: &[&str]| {
        of.iter().fold(text.to_owned(), |text, more| text.replace(more, " ")).contains(word)
    };
    let mut powers = text.split("power of 2").skip(1).chain(text.split("powers of 2").skip(1));
    OF_WEIGHT.iter().any(|word| match *word {
        "all" => text.split(|c: char| !c.is_alphabetic()).any(|own| own == "all"),
        "rest" => text.split(|c: char| !c.is_alphabetic()).any(|own| own == "rest"),
        word => text.contains(word),
    }) || without("equal", &["unequal"])
        || without("相等", &["不相等"])
        || powers.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether two moves are told, one or the other.
fn says_or(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word == "or") || text.contains('或')
}

/// A rule that has what the key words of a sentence name.
pub(super) fn told(text: &str) -> Option<String> {
    let small = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    // Who wins is told beside the moves.
    let misere = has(&LAST_LOSES);
    let mut moves = small.clone();
    LAST_LOSES.iter().chain(&LAST_WINS).for_each(|told| moves = moves.replace(told, " "));
    let says = |group: &&[&str]| group.iter().any(|word| moves.contains(word));
    if is_denied(&moves) || says_more(&moves) {
        return None;
    }
    let found = RULES.iter().find(|(groups, _)| groups.iter().all(says));
    let rule = match found {
        Some((_, rule)) if says_or(&moves) != (*rule == LASKER) => return None,
        Some((_, LASKER)) if moves.contains(|c: char| c.is_ascii_digit()) => return None,
        Some((_, rule)) => (*rule).to_owned(),
        None => amounts(&moves)?,
    };
    Some(if misere { format!("{rule} misere") } else { rule })
}

/// Sayings for who wins.
const LAST_LOSES: [&str; 15] = [
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
const LAST_WINS: [&str; 20] = [
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
    "取最后一颗者赢",
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

/// `take 1 to 3`, `take at most 3`, 每次取1到3个, 最多取3个.
fn amounts(text: &str) -> Option<String> {
    // How many there are at first, and of how many heaps, is told before and behind.
    let (at, word) = TAKE.iter().filter_map(|word| Some((text.find(word)?, word))).min()?;
    let before = ["at least", "at most", "至少", "最多", "至多"]
        .iter()
        .filter(|told| text[..at].contains(**told));
    let told =
        before.fold(text[at + word.len()..].to_owned(), |told, most| format!("{most} {told}"));
    let end = [" from ", " of "].iter().filter_map(|word| told.find(word)).min();
    let text = &told[..end.unwrap_or(told.len())];
    let is_digit = |sign: char| sign.is_ascii_digit();
    let numbers: Vec<u32> =
        text.split(|sign| !is_digit(sign)).filter_map(|number| number.parse().ok()).collect();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let is_range = has(&[" to ", " through ", "到", "至", "-", "between", "from"]);
    match numbers[..] {
        [least, most] if least < most && has(&["at least", "至少", "不少于"]) && has(&MOST) => {
            Some(format!("[n] -> [n-k] for k in {least}..{most}"))
        }
        [_] if has(&["at least", "至少", "不少于"]) => None,
        // Of `at least 2, at most 3 or 5` it is not known what belongs together.
        [_, _, ..] if has(&["at least", "at most", "至少", "至多", "最多"]) => None,
        [least, most] if least < most && is_range => {
            Some(format!("[n] -> [n-k] for k in {least}..{most}"))
        }
        // Of `1 to 3 or 5` and the like.
        [_, _, ..] if is_range => None,
        [_] if says_or(text) => None,
        [most] if most > 0 && has(&MOST) => Some(format!("[n] -> [n-k] for k in 1..{most}")),
        [_, _, ..] if has(&["or", "and", "或", "、", "，", ","]) => {
            let listed: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let amounts = numbers.iter().all(|&amount| amount > 0);
            amounts.then(|| format!("[n] -> [n-k] for k in {{{}}}", listed.join(", ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{LASKER, RULES, told};

    #[test]
    fn sentences_show_rules_that_can_be_typed() {
        for (_, rule) in RULES {
            assert!(crate::games::open(rule).is_ok(), "{rule}");
        }
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
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        for text in ["", "play 1 to 3", "take 0 or 1", "take 99999999999999999999 to 3", "a game"] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
