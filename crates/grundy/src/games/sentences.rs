//! Rules told as sentences: `take a prime number of stones`, 每次取1到3个.
//!
//! No sentence is taken for a rule. Whoever types one is shown a rule that has what its key words name, to be looked at.

/// Key words, and the rule that has what they name; all words of a group must be there, any of their spellings. The first that
/// fits is shown, so what says more comes first.
const RULES: &[(&[&[&str]], &str)] = &[
    (
        &[&["prime power", "质数幂", "素数幂", "质数的幂", "素数的幂"]],
        "[n] -> [n-q] for q in prime_powers(n)",
    ),
    (&[&["prime", "质数", "素数"]], "[n] -> [n-p] for p in primes(n)"),
    (&[&["divisor", "factor", "因数", "约数"]], "[n] -> [n-d] for d in divisors(n) if d < n"),
    (&[&["square root", "平方根"]], "[n] -> [n-k] for k in 1..isqrt(n)"),
    (&[&["square", "平方"]], "[n] -> [n-k] for k in squares(n)"),
    (&[&["fibonacci number", "斐波那契数"]], "[n] -> [n-k] for k in fibs(n)"),
    (
        &[&[
            "power of two",
            "powers of two",
            "power of 2",
            "powers of 2",
            "2的幂",
            "二的幂",
            "2的次幂",
        ]],
        "[n] -> [n-k] for k in powers(2, n)",
    ),
    (&[&["digit", "数位", "某一位"]], "[n] -> [n-d] for d in digits(n) if d > 0"),
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
        &[
            &["split", "divide", "分成", "拆成"],
            &["unequal", "different", "不相等", "不等", "不同"],
        ],
        "[n] -> [a] + [n-a] for a in 1..(n-1)/2",
    ),
    (
        &[
            &["split", "divide", "分成", "拆成"],
            &["or take", "or remove", "take or", "remove or", "或"],
        ],
        "[n] -> [n-k] for k in 1..n | [a] + [n-a] for a in 1..n/2",
    ),
    (&[&["split", "divide", "分成", "拆成"]], "[n] -> [a] + [n-a] for a in 1..n/2"),
    (
        &[&["half", "一半"], &["at least", "or more", "至少", "不少于"]],
        "[n] -> [n-k] for k in (n+1)/2..n if k > 0",
    ),
    (&[&["half", "一半"]], "[n] -> [n-k] for k in 1..n/2"),
];

/// A rule that has what the key words of a sentence name.
pub(super) fn told(text: &str) -> Option<String> {
    let small = text.to_lowercase();
    let says = |group: &&[&str]| group.iter().any(|word| small.contains(word));
    let found = RULES.iter().find(|(groups, _)| groups.iter().all(says));
    found.map(|(_, rule)| (*rule).to_owned()).or_else(|| amounts(&small))
}

/// `take 1 to 3`, `take at most 3`, 每次取1到3个, 最多取3个.
fn amounts(text: &str) -> Option<String> {
    let takes = ["take", "remove", "subtract", "取", "拿", "减"];
    if !takes.iter().any(|word| text.contains(word)) {
        return None;
    }
    let is_digit = |sign: char| sign.is_ascii_digit();
    let numbers: Vec<u32> =
        text.split(|sign| !is_digit(sign)).filter_map(|number| number.parse().ok()).collect();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match numbers[..] {
        [least, most] if least < most && has(&[" to ", " through ", "到", "至", "-"]) => {
            Some(format!("[n] -> [n-k] for k in {least}..{most}"))
        }
        [most] if most > 0 && has(&["at most", "up to", "最多", "至多", "不超过"]) => {
            Some(format!("[n] -> [n-k] for k in 1..{most}"))
        }
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
    use super::{RULES, told};

    #[test]
    fn sentences_show_rules_that_can_be_typed() {
        for (_, rule) in RULES {
            assert!(crate::games::open(rule).is_ok(), "{rule}");
        }
        for (text, rule) in [
            ("take a prime number of stones", "[n] -> [n-p] for p in primes(n)"),
            ("remove a divisor", "[n] -> [n-d] for d in divisors(n) if d < n"),
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
        for text in ["", "play 1 to 3", "take 0 or 1", "take 99999999999999999999 to 3", "a game"] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
