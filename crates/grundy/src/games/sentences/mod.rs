//! Rules told as sentences: `take a prime number of stones`, 每次取1到3个.
//!
//! No sentence is taken for a rule. Whoever types one is shown a rule that has what its key words name, to be looked at; none is
//! shown where anything else is said, but for words that say nothing of moves: better no rule than another game.

mod amounts;
mod beside;
mod idle;

use amounts::amounts;
use beside::{LAST_LOSES, LAST_WINS, is_denied};
use idle::{says_no_more, without_heap};

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
        &[&["take", "subtract", "减"], &["digit", "数位", "某一位"]],
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
            &ANY,
            &["one heap", "one pile", "either heap", "either pile", "single", "单独", "一堆"],
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
        &["or", "either", "或者", "或", "同时", "任意", "若干", "多"],
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
    ),
    Told::new(
        &[&SPLIT, &TWO, &["unequal", "different", "不相等", "不等", "不同"]],
        &INTO_TWO,
        "[n] -> [a] + [n-a] for a in 1..(n-1)/2",
    ),
    Told::new(
        &[&SPLIT, &TWO, &TAKE, &ANY],
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
    Told::new(&[&TAKE, &ANY], &["one", "多"], "[n] -> [n-k] for k in 1..n"),
];

/// Words for every amount.
const ANY: [&str; 5] = ["any number", "any amount", "any positive number", "任意", "若干"];
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
/// Words before the greatest amount.
const MOST: [&str; 8] =
    ["at most", "up to", "no more than", "not more than", "最多", "至多", "不超过", "不多于"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic())
}

/// Whether two moves are told, one or the other.
fn says_or(text: &str) -> bool {
    words(text).any(|word| word == "or") || text.contains('或')
}

/// A rule that has what the key words of a sentence name.
pub(super) fn told(text: &str) -> Option<String> {
    let small = text.to_lowercase().replace(['负', '败'], "输").replace('赢', "胜");
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    // Who wins is told beside the moves.
    let misere = has(&LAST_LOSES);
    let mut moves = small.clone();
    LAST_LOSES.iter().chain(&LAST_WINS).for_each(|told| moves = moves.replace(told, " "));
    // What is taken in turn is told behind: 两人轮流取石子，每次取1到3个.
    if moves.matches('取').count() > 1 {
        moves = moves.replace("轮流取石子", "轮流").replace("轮流取，", "轮流，");
    }
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
            let own = ["you", "your", "he", "his", "she", "her", "they", "any"];
            let others = words(&moves).any(|word| own.contains(&word)) || moves.contains("上上");
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
            ("take 1..3", "[n] -> [n-k] for k in 1..3"),
            ("take 1 – 3 stones", "[n] -> [n-k] for k in 1..3"),
            ("take 1 stone or 2 stones", "[n] -> [n-k] for k in {1, 2}"),
            ("取1个、2个或4个", "[n] -> [n-k] for k in {1, 2, 4}"),
            ("take 1,2,3", "[n] -> [n-k] for k in {1, 2, 3}"),
            ("take 1 or 3 in 10 coins", "[n] -> [n-k] for k in {1, 3}"),
            ("take 1 or 2 on 10 stones", "[n] -> [n-k] for k in {1, 2}"),
            ("take up to 3 stones at a time", "[n] -> [n-k] for k in 1..3"),
            ("两人轮流取石子，每次取1到3个", "[n] -> [n-k] for k in 1..3"),
            ("有n个石子，两人轮流取，每次最多取3个，取完者输", "[n] -> [n-k] for k in 1..3 misere"),
            ("至少取2个，至多取5个", "[n] -> [n-k] for k in 2..5"),
            ("每次取1到3个，取走最后一个的人输", "[n] -> [n-k] for k in 1..3 misere"),
            ("take 1 or 3 or 4294967296", "[n] -> [n-k] for k in {1, 3, 4294967296}"),
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
            "player 1 takes 3, player 2 takes 5",
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
            "take 1, 2 or 99999999999999999999",
            "take 2 or 3 stones at one time",
            "take 1 or 3 stones, two players",
            "take 1 or 2, there are 10 stones",
            "take 1 or 2 stones, 21 stones",
            "每次取2或3个，一个玩家",
            "取1或3个，石子10个",
            "两人轮流取，每次取1或2个石子，石子100个",
            "每次取2或3颗，一次1个",
            "take 1, 2, 3, ... stones",
            "每次取1、2、3...个石子",
            "take 3, 1 or 2",
            "take any heap or split a heap into two",
            "take any stone or split a heap into two",
            "from at most 2 heaps take 3 stones",
            "可以从至多2堆中取3个",
            "take at most twice what you took before",
            "take up to double what he took last",
            "take any number from both heaps or the same number from both heaps",
            "从两堆取任意个或从两堆取相同个",
            "remove one of its digits",
            "取走某一位",
            "he takes 1 and she 2",
            "players take 1 and 3 stones alternately",
            "players take 2 and 3 in turn",
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
        for text in [
            "",
            "play 1 to 3",
            "take 0 or 1",
            "take 0, 4294967295, ..., 4294967295",
            "take 99999999999999999999 to 3",
            "a game",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
