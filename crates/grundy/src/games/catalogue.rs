//! The games that have a name, each with its rule in the notation.

use super::spoken::in_chinese;
use crate::language::phrase;

/// A named game.
///
/// ```
/// use grundy::games::{CATALOGUE, open};
/// let entry = CATALOGUE.iter().find(|entry| entry.aliases.contains(&"bouton")).unwrap();
/// assert_eq!((entry.name, entry.chapter), ("nim", "nim"));
/// // The rule is the definition of the game.
/// let same = open(entry.rule)?.rules;
/// assert_eq!(same.program(), open("nim")?.rules.program());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that commands take.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What the game is called, in English.
    pub title: &'static str,
    /// What the game is called, in Chinese.
    pub title_zh: &'static str,
    /// The rule in the notation; of a game on boards, in words.
    pub rule: &'static str,
    /// Arguments and a position to try, as one types them after `grundy moves`.
    pub example: &'static str,
    /// Where the game comes from or is treated.
    pub source: &'static str,
    /// What is known of it.
    pub known: &'static str,
    /// The chapter of the [guide](crate::guide) that treats it.
    pub chapter: &'static str,
}

/// Finds a game by its name or another name for it, in Chinese too; case and `_` for `-` do not matter.
///
/// ```
/// use grundy::games::find;
/// assert_eq!(find("威佐夫博弈").map(|entry| entry.name), Some("wythoff"));
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    find_in(CATALOGUE, name)
}

pub(super) fn find_in(entries: &'static [Entry], name: &str) -> Option<&'static Entry> {
    let wanted = name.to_lowercase().replace('_', "-");
    entries
        .iter()
        .find(|entry| entry.name == wanted || entry.aliases.contains(&wanted.as_str()))
        .or_else(|| in_chinese(name).filter(|entry| entries.contains(entry)))
}

/// All named games, in the order in which one would learn them.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "nim",
        aliases: &["bouton"],
        title: "Nim",
        title_zh: "尼姆游戏（取石子）",
        rule: "game nim \"Nim\"\n[n] -> [k] for k in 0..n-1",
        example: "nim 5 7 8 9 10",
        source: "Bouton, Annals of Mathematics 3, 1901",
        known: phrase!("the value of a heap is its size"),
        chapter: "nim",
    },
    Entry {
        name: "misere-nim",
        aliases: &["misère-nim", "anti-nim"],
        title: "Misère Nim: whoever takes the last token loses",
        title_zh: "反尼姆游戏：取最后一颗者输",
        rule: "game misere_nim \"Misère Nim\"\n[n] -> [k] for k in 0..n-1\nmisere",
        example: "misere-nim 1 1 3",
        source: "Bouton, Annals of Mathematics 3, 1901",
        known: phrase!("as Nim while several heaps exceed one; then leave an odd number of ones"),
        chapter: "nim",
    },
    Entry {
        name: "bash",
        aliases: &["take"],
        title: "Take 1 to m tokens",
        title_zh: "巴什博弈：每次取 1 到 m 颗",
        rule: "game bash(m = 3) \"Take 1 to m\"\n[n] -> [n-k] for k in 1..m",
        example: "'bash(4)' 23",
        source: "Bachet de Méziriac, Problèmes plaisants, 1612; HDU 1846",
        known: phrase!("the value is n mod (m + 1)"),
        chapter: "take-away",
    },
    Entry {
        name: "sub",
        aliases: &["subtraction"],
        title: "Subtraction game: take a number of tokens that is in the set",
        title_zh: "减法游戏：取走的颗数须在集合中",
        rule: "game sub(S) \"Subtraction game\"\n[n] -> [n-k] for k in S",
        example: "'sub({1,3,4})' 10 12",
        source: phrase!("Winning Ways, chapter 4; HDU 1536, POJ 2960"),
        known: phrase!("periodic for every finite set"),
        chapter: "take-away",
    },
    Entry {
        name: "bounded",
        aliases: &["limited-nim"],
        title: "Nim with a limit for each heap: from n take at most m",
        title_zh: "有上限的尼姆：从 n 颗中最多取 m 颗",
        rule: "game bounded \"Nim with a limit for each heap\"\n\
               [n, m] -> [n-k, m] for k in 1..min(n, m)",
        example: "bounded '10,3 7,2'",
        source: phrase!("folklore"),
        known: phrase!("the value is n mod (m + 1)"),
        chapter: "take-away",
    },
    Entry {
        name: "half",
        aliases: &["take-half"],
        title: "Take at least half",
        title_zh: "至少取一半",
        rule: "game half \"Take at least half\"\n[n] if n > 0 -> [n-k] for k in (n+1)/2..n",
        example: "half 13 6",
        source: phrase!("folklore"),
        known: phrase!("the value is the number of binary digits"),
        chapter: "take-away",
    },
    Entry {
        name: "lasker",
        aliases: &["lasker-nim", "laskers-nim"],
        title: "Lasker's Nim: take, or split a heap in two",
        title_zh: "拉斯克尼姆：取石子，或把一堆分成两堆",
        rule: "game lasker \"Lasker's Nim\"\n\
               [n] -> [k] for k in 0..n-1\n     | [a] + [n-a] for a in 1..n/2",
        example: "lasker 2 5 7",
        source: "Lasker, Brettspiele der Völker, 1931; HDU 3032",
        known: phrase!("G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3"),
        chapter: "take-and-break",
    },
    Entry {
        name: "wythoff",
        aliases: &["wythoffs-game", "wyt-queens"],
        title: "Wythoff's game: take from one heap, or equally from both",
        title_zh: "威佐夫博弈：从一堆中取，或从两堆中取同样多",
        rule: "game wythoff \"Wythoff's game\"\nunordered [a, b] -> [a-k, b] for k in 1..a\n\
               \u{20}                 | [a, b-k] for k in 1..b\n\
               \u{20}                 | [a-k, b-k] for k in 1..min(a, b)",
        example: "wythoff 20,31",
        source: "Wythoff, Nieuw Archief voor Wiskunde 7, 1907; POJ 1067, HDU 2177",
        known: phrase!("who loses: golden ratio, or Fibonacci digits"),
        chapter: "wythoff",
    },
    Entry {
        name: "fibonacci-nim",
        aliases: &["fib-nim"],
        title: "Fibonacci Nim: not all at first, then at most twice what was taken",
        title_zh: "斐波那契博弈：首次不能取完，此后最多取对手刚取的两倍",
        rule: "game fibonacci_nim \"Fibonacci Nim\"\n\
               fresh[n] -> [n-k, 2*k] for k in 1..n-1\n\
               [n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
        example: "fibonacci-nim 20",
        source: "Whinihan, Fibonacci Quarterly 1, 1963; HDU 2516",
        known: phrase!("lost exactly at Fibonacci numbers"),
        chapter: "wythoff",
    },
    Entry {
        name: "euclid",
        aliases: &[],
        title: "Euclid's game: take a multiple of the smaller from the larger",
        title_zh: "欧几里得游戏：从大数中减去小数的倍数",
        rule: "game euclid \"Euclid's game\"\n\
               unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..b/a",
        example: "euclid 25,7",
        source: phrase!(
            "Cole and Davie, Mathematical Gazette 53, 1969; Cairns, Ho and Lengyel, Discrete Mathematics 311, 2011; HDU 1525, POJ 2348, UVa 10368"
        ),
        known: phrase!(
            "the value is the quotient or one less; lost exactly when a number is 0, or the larger is below phi times the smaller and not equal to it"
        ),
        chapter: "values",
    },
    Entry {
        name: "kayles",
        aliases: &[],
        title: "Kayles: knock down one pin or two neighbours",
        title_zh: "Kayles（保龄球游戏）：击倒一个瓶或相邻的两个瓶",
        rule: "game kayles \"Kayles\"\n[n] -> [a] + [n-k-a] for k in 1..2, a in 0..(n-k)/2",
        example: "kayles 5 6",
        source: phrase!("Dudeney 1908; Guy and Smith, Proc. Camb. Phil. Soc. 52, 1956; octal 0.77"),
        known: phrase!("period 12 from heap 71 on"),
        chapter: "take-and-break",
    },
    Entry {
        name: "dawson",
        aliases: &["dawsons-kayles"],
        title: "Dawson's Kayles: knock down two neighbours",
        title_zh: "Dawson's Kayles：击倒相邻的两个瓶",
        rule: "game dawson \"Dawson's Kayles\"\n[n] -> [a] + [n-2-a] for a in 0..(n-2)/2",
        example: "dawson 9 4",
        source: phrase!("Dawson 1935; Guy and Smith 1956; octal 0.07"),
        known: phrase!("period 34"),
        chapter: "take-and-break",
    },
    Entry {
        name: "grundys",
        aliases: &["grundys-game"],
        title: "Grundy's game: split a heap into two unequal heaps",
        title_zh: "格伦迪游戏：把一堆分成不相等的两堆",
        rule: "game grundys \"Grundy's game\"\n[n] -> [a] + [n-a] for a in 1..(n-1)/2",
        example: "grundys 8 5",
        source: "Grundy, Eureka 2, 1939",
        known: phrase!("no period is known"),
        chapter: "take-and-break",
    },
    Entry {
        name: "strips",
        aliases: &[],
        title: "Strips on a board: place a strip of a length that is in the set",
        title_zh: "放纸条：每次放一张，长度须在集合中",
        rule: "game strips(L) \"Strips on a board\"\n\
               [p] -> [a] + [p-s-a] for s in L, a in 0..p-s",
        example: "'strips({2,3})' 12",
        source: phrase!("Guy and Smith 1956"),
        known: phrase!("a take-and-break game with digit 7 at every length"),
        chapter: "take-and-break",
    },
    Entry {
        name: "pas",
        aliases: &["stripes"],
        title: "Strips of three lengths on a board",
        title_zh: "放纸条：三种长度",
        rule: "game pas(c, z, n) \"Strips of three lengths\"\n\
               [p] -> [a] + [p-s-a] for s in {c, z, n}, a in 0..p-s",
        example: "'pas(1,5,1)' 6",
        source: phrase!("Polish Olympiad in Informatics 8, 2001"),
        known: phrase!("a take-and-break game with digit 7 at c, z and n"),
        chapter: "take-and-break",
    },
    Entry {
        name: "masks",
        aliases: &["subsets"],
        title: "Replace a number by m proper bit-subsets of it, by its number of one-bits",
        title_zh: "子集替换：把一个数换成它的 m 个真子集，只看二进制中 1 的个数",
        rule: "game masks(m = 7) \"m proper bit-subsets\"\n\
               [k] -> choose m of [i] for i in 0..k-1",
        example: "masks 3 5",
        source: phrase!("contest problem sslb1633"),
        known: phrase!("the table is computed by sets of nim-sums"),
        chapter: "free-parts",
    },
    Entry {
        name: "cutting",
        aliases: &["cutting-game", "paper"],
        title: "Cutting a sheet: whoever makes a 1x1 piece wins",
        title_zh: "剪纸游戏：先剪出 1x1 者胜",
        rule: "game cutting \"Cutting Game\"\n\
               sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 1..w/2\n\
               \u{20}            | sheet[w, i] + sheet[w, h-i] for i in 1..h/2\n\
               win on sheet[1, 1]",
        example: "cutting 4,2",
        source: "POJ 2311",
        known: phrase!("computed by the definition, with wins on the spot"),
        chapter: "on-the-spot",
    },
    Entry {
        name: "digits",
        aliases: &["digit-game", "cow-digits"],
        title: "Subtract the largest digit or the smallest non-zero digit",
        title_zh: "数字游戏：减去最大的数字或最小的非零数字",
        rule: "game digits \"Cow Digit Game\"\n\
               [n] if n > 0 -> [n-d] for d in {max(digits(n)), min(digits(n) \\ {0})}",
        example: "digits 13",
        source: phrase!("USACO 2009 open, Cow Digit Game; Luogu P2953"),
        known: phrase!("not the multiples of ten, as some pages say; computed by the definition"),
        chapter: "mistakes",
    },
    Entry {
        name: "prime-powers",
        aliases: &["october"],
        title: "Take a power of a prime (1 counts)",
        title_zh: "取质数幂颗石子（1 也算）",
        rule: "game prime_powers \"Prime powers\"\n[n] -> [n-q] for q in prime_powers(n)",
        example: "prime-powers 100",
        source: phrase!("Luogu P4018"),
        known: phrase!("the value is n mod 6"),
        chapter: "take-away",
    },
    Entry {
        name: "powers-of-two",
        aliases: &["good-luck-in-cet-4"],
        title: "Take a power of two",
        title_zh: "取 2 的幂颗石子",
        rule: "game powers_of_two \"Take a power of two\"\n[n] -> [n-k] for k in powers(2, n)",
        example: "powers-of-two 12",
        source: "HDU 1847",
        known: phrase!("the value is n mod 3"),
        chapter: "take-away",
    },
    Entry {
        name: "fibonacci-subtraction",
        aliases: &["fibonacci-again"],
        title: "Take a Fibonacci number of tokens",
        title_zh: "取斐波那契数颗石子",
        rule: "game fibonacci_subtraction \"Take a Fibonacci number\"\n\
               [n] -> [n-k] for k in fibs(n)",
        example: "fibonacci-subtraction 4 10 7",
        source: "HDU 1848; OEIS A014588",
        known: phrase!("computed by the definition"),
        chapter: "take-away",
    },
    Entry {
        name: "squares",
        aliases: &["subtract-a-square", "take-a-square"],
        title: "Take a square number of tokens",
        title_zh: "取完全平方数颗石子",
        rule: "game squares \"Subtract a square\"\n[n] -> [n-k] for k in squares(n)",
        example: "squares 21",
        source: "Golomb, Journal of Combinatorial Theory 1, 1966; OEIS A014586",
        known: phrase!("computed by the definition"),
        chapter: "take-away",
    },
    Entry {
        name: "divisors",
        aliases: &["take-a-divisor"],
        title: "Take a proper divisor",
        title_zh: "取真因数颗石子",
        rule: "game divisors \"Take a proper divisor\"\n[n] -> [n-d] for d in divisors(n) if d < n",
        example: "divisors 12 7",
        source: phrase!("folklore"),
        known: phrase!("the value is the exponent of 2 in the heap: how often it can be halved"),
        chapter: "take-away",
    },
    Entry {
        name: "graph",
        aliases: &["dag"],
        title: "A token on an acyclic graph: the edge from u to v is the number u * base + v",
        title_zh: "有向无环图上的棋子：边 u→v 记作 u * base + v",
        rule: "game graph(E, base = 1000) \"A token on an acyclic graph\"\n\
               [u] -> [e % base] for e in E if e / base == u",
        example: "'graph({1, 2, 1002, 2003})' 0 1",
        source: "Sprague 1935, Grundy 1939; POJ 2425",
        known: phrase!("computed by the definition"),
        chapter: "positions",
    },
];
