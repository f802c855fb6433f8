//! Games as books, pages and the catalogue itself call them: `Wythoff's game`, `Fibonacci Nim`, 威佐夫博弈.
//!
//! Commands take the short names, and those in Chinese that mean one game alone; whoever types another name is told the
//! short one. Most of this file is the names.

use super::{BOARDS, CATALOGUE, Entry};
use crate::language::{Message, phrase};
use crate::rule::{has_arrow, nearest, plain_form};

/// Games that have a name in books and are a code here (Winning Ways, chapter 4).
const CODES: [(&str, &str); 7] = [
    ("dawsonchess", "0.137"),
    ("officers", "0.6"),
    ("rims", "0.(7)"),
    ("rayles", "0.77"),
    ("guiles", "0.15"),
    ("kenyon", "0.3F"),
    ("doublekayles", "0.7777"),
];

/// Games that have a name in books, and what to type for them.
const IN_BOOKS: &[(&[&str], &str)] = &[
    (&["nimble"], phrase!("a coin on square n is a heap of n: grundy moves nim 3 3 5")),
    (
        &["silverdollar", "silverdollarnim", "silverdollarwithoutdollar"],
        phrase!(
            "without the dollar: pair the coins from the right; the free squares between the two of a pair are a heap, and for a coin without partner all that are left of it: grundy moves nim 2 0 4"
        ),
    ),
    (
        &["poker", "pokernim"],
        phrase!("what is put back is taken again, so it is Nim: grundy moves nim 3 4 5"),
    ),
    (&["marienbad"], phrase!("it is misère Nim: grundy play misere-nim 1 3 5 7")),
    (
        &[
            "moore",
            "moores",
            "moorenim",
            "mooresnim",
            "moorenimk",
            "knim",
            "nimk",
            "k尼姆",
            "摩尔尼姆",
            "摩尔",
        ],
        phrase!(
            "with a rule, here for two of three heaps: [a, b, c] -> [a-i, b-j, c-k] for i in 0..a, j in 0..b, k in 0..c if i+j+k > 0 and (i == 0 or j == 0 or k == 0)"
        ),
    ),
    (
        &["welter", "welters", "weltergame"],
        phrase!(
            "with a rule, here for three coins: unordered [a, b, c] -> [k, b, c] for k in 0..a-1 | [a, k, c] for k in 0..b-1 if k != a | [a, b, k] for k in 0..c-1 if k != a and k != b"
        ),
    ),
    (
        &["couplesareforever", "couples"],
        phrase!("with a rule: [n] if n > 2 -> [a] + [n-a] for a in 1..n-1"),
    ),
    (
        &["antonim"],
        phrase!(
            "with a rule, here for three heaps, of which no two may be equal: unordered [a, b, c] -> [k, b, c] for k in 0..a-1 if k != b and k != c or k == 0 | [a, k, c] for k in 0..b-1 if k != a and k != c or k == 0 | [a, b, k] for k in 0..c-1 if k != a and k != b or k == 0"
        ),
    ),
    (
        &["dynamicnim", "schwenk", "schwenknim", "dynamictakeaway"],
        phrase!(
            "with a rule, here for as much as was taken before, from n, n-1: [n, q] -> [n-k, k] for k in 1..min(n, q)"
        ),
    ),
    (
        &["epstein", "putortakeasquare", "putortakeasquaregame"],
        phrase!(
            "play may go on for ever, so with --loopy and a rule, by which no heap of 10^4 or more is decided: [n] if n > 0 -> [n - isqrt(n)**2] | [n + isqrt(n)**2] if n < 10**4 | [n] if n >= 10**4"
        ),
    ),
    (
        &["twins"],
        phrase!(
            "two coins are turned, so a head on place n, from 0 on, is a heap of n: grundy moves nim 2 5"
        ),
    ),
    (
        &["rugs"],
        phrase!(
            "with a rule for one coin: [x, y] -> sum(i in a..x-1) sum(j in b..y) [i, j] + sum(j in b..y-1) [x, j] for a in 1..x, b in 1..y"
        ),
    ),
    (
        &["nimmultiplication", "nimproduct", "nimmultiply", "nimbermultiplication"],
        phrase!("a calculation and no game: grundy nim product 6 7"),
    ),
    (
        &["nimwithpass", "nimwithapass"],
        phrase!(
            "with a rule, here for two heaps and one pass: [a, b, p] if a + b > 0 -> [k, b, p] for k in 0..a-1 | [a, k, p] for k in 0..b-1 | [a, b, p-1]"
        ),
    ),
    (&["sylvercoinage"], phrase!("its positions are sets of numbers, which are not played here")),
    (&["有向图", "有向图移动"], phrase!("with a file of edges: grundy graph FILE")),
    (&["mark"], phrase!("with a rule: [n] if n > 0 -> [n-1] | [n/2]")),
    (&["upmark"], phrase!("with a rule: [n] if n > 0 -> [n-1] | [(n+1)/2] if n > 1")),
    (
        &["circularkayles", "kaylesonacircle", "环形凯尔斯"],
        phrase!(
            "with a rule of two kinds, here for a ring of five, ring[5]: ring[n] if n > 2 -> row[n-1] | row[n-2]  row[n] -> row[a] + row[n-1-a] for a in 0..n-1 | row[a] + row[n-2-a] for a in 0..n-2"
        ),
    ),
    (
        &["notakto"],
        phrase!(
            "with a rule for boards of 3 by 3, each a mask of its crosses, empty at 0: misere [m] if and(m,7) != 7 and and(m,56) != 56 and and(m,448) != 448 and and(m,73) != 73 and and(m,146) != 146 and and(m,292) != 292 and and(m,273) != 273 and and(m,84) != 84 -> [m + 2**i] for i in 0..8 if and(m, 2**i) == 0"
        ),
    ),
    (
        &["awythoff", "generalizedwythoff", "generalisedwythoff"],
        phrase!(
            "with a rule, here for amounts that differ by less than 2: [a, b] -> [a-i, b] for i in 1..a | [a, b-j] for j in 1..b | [a-i, b-j] for i in 1..a, j in 1..b if abs(i-j) < 2"
        ),
    ),
    (
        &["greedynim"],
        phrase!(
            "with a rule, here for three heaps, of which the largest is made smaller: unordered [a, b, c] -> [a, b, k] for k in 0..c-1"
        ),
    ),
    (
        &["deletenim"],
        phrase!("with a rule: [a, b] -> [i, a-1-i] for i in 0..a-1 | [i, b-1-i] for i in 0..b-1"),
    ),
    (
        &["ed"],
        phrase!("with a rule: [a, b] -> [i, a-i] for i in 1..a-1 | [i, b-i] for i in 1..b-1"),
    ),
    (
        &["endnim"],
        phrase!(
            "with a rule, here for three heaps in a row: [a, b, c] -> [k, b, c] for k in 0..a-1 | [a, b, k] for k in 0..c-1 | [0, k, c] for k in 0..b-1 if a == 0 | [a, k, 0] for k in 0..b-1 if a > 0 and c == 0"
        ),
    ),
    (
        &["zeromovenim"],
        phrase!(
            "with a rule for one heap that may be left as it is p times: [n, p] if n > 0 -> [k, p] for k in 0..n-1 | [n, p-1]"
        ),
    ),
    (
        &["triplets"],
        phrase!("with a rule for one coin: [n] -> [a] + [b] for a in 0..n-1, b in 0..a-1"),
    ),
    (
        &[
            "chocolate",
            "chocolatebar",
            "chocolatebars",
            "chocolatebreak",
            "巧克力",
            "切巧克力",
            "掰巧克力",
        ],
        phrase!(
            "biting off a corner is chomp; breaking along a line is a rule: [h, w] -> [i, w] + [h-i, w] for i in 1..h-1 | [h, i] + [h, w-i] for i in 1..w-1"
        ),
    ),
    (
        &["火柴", "拿火柴", "取火柴", "抢30", "报数", "matchstick", "matchsticks"],
        phrase!(
            "1 to m are taken: grundy moves 'bash(3)' 21; any number from one of several rows: grundy moves nim 3 5 7"
        ),
    ),
    (
        &["硬币", "取硬币", "分硬币", "分石子", "取石子环", "stone", "stones", "ofstones"],
        phrase!(
            "many games are called so; with a rule, as [n] -> [n-k] for k in 1..3, any of them can be typed"
        ),
    ),
    (&["bachet"], phrase!("1 to m tokens are taken: grundy moves 'bash(4)' 23")),
    (
        &["takeaway", "snim", "集合nim", "集合尼姆"],
        phrase!("amounts of a set are taken: grundy moves 'S{1,3,4}' 9 10; any rule can be typed"),
    ),
    (
        &["whiteknight", "knight"],
        phrase!(
            "with a rule: unordered [a, b] if a > 0 or b > 0 -> [a-2, b+1] | [a-2, b-1] | [a-1, b-2] | [a+1, b-2]"
        ),
    ),
    (
        &["rook", "queen", "king", "bishop"],
        phrase!(
            "towards a corner: the rook is nim 3 5, the queen wythoff 3,5, the king [a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]"
        ),
    ),
    (
        &["sprouts", "brusselssprouts"],
        phrase!("its positions are drawings in the plane, which are not played here"),
    ),
    (
        &["octal", "hexadecimal", "八进制", "十六进制"],
        phrase!("a code is the name of its game: grundy moves 0.77 5 6"),
    ),
    (&["prim"], phrase!("with a rule: [n] -> [n-k] for k in 1..n if gcd(n, k) == 1")),
    (&["dim"], phrase!("with a rule: [n] -> [n-d] for d in divisors(n)")),
    (&["aliquot"], phrase!("a proper divisor is taken: grundy moves divisors 12")),
    (&["miserekayles"], phrase!("misère play of any game: grundy moves kayles 5 6 --misere")),
    (
        &["geography", "vertexgeography", "edgegeography", "undirectedgeography"],
        phrase!("with a file of edges: grundy graph FILE --geography vertices"),
    ),
    (
        &[
            "chess",
            "国际象棋",
            "象棋",
            "围棋",
            "五子棋",
            "黑白棋",
            "井字棋",
            "go",
            "checkers",
            "draughts",
            "tictactoe",
            "connectfour",
            "hex",
            "col",
            "snort",
            "domineering",
            "crosscram",
            "cutcake",
            "clobber",
            "toadsandfrogs",
            "redbluehackenbush",
            "bluehackenbush",
            "amazons",
            "konane",
            "othello",
            "reversi",
        ],
        phrase!(
            "its players have different moves; games here are impartial, with the same moves for both"
        ),
    ),
    (
        &["dotsandboxes", "stringsandcoins", "nimstring"],
        phrase!(
            "it is won by points, and whoever completes a box moves again, also in Nimstring; games here are won by the last move, and the players take turns"
        ),
    ),
];

/// Other names in Chinese than those in the titles.
const CHINESE: [(&str, &str); 20] = [
    ("凯利斯", "kayles"),
    ("点凯尔斯", "node-kayles"),
    ("边凯尔斯", "arc-kayles"),
    ("树删边", "hackenbush"),
    ("楼梯", "staircase"),
    ("经典尼姆", "nim"),
    ("拆分尼姆", "lasker"),
    ("fibonacci", "fibonacci-nim"),
    ("fib", "fibonacci-nim"),
    ("凯尔斯", "kayles"),
    ("凯莱斯", "kayles"),
    ("道森", "dawson"),
    ("三连棋", "treblecross"),
    ("无向图删边", "hackenbush"),
    ("阶梯", "staircase"),
    ("台阶", "staircase"),
    ("台阶尼姆", "staircase"),
    ("树上删边", "hackenbush"),
    ("斐波那契尼姆", "fibonacci-nim"),
    ("反常尼姆", "misere-nim"),
];

/// Names of contests and of other books for games that the catalogue has.
const OTHER: [(&str, &str); 10] = [
    ("splitnim", "lasker"),
    ("brave", "bash"),
    ("publicsale", "bash"),
    ("matches", "nim"),
    ("rabbitandgrass", "nim"),
    ("bowling", "kayles"),
    ("skittles", "kayles"),
    ("schuh", "poset"),
    ("impartialdomineering", "cram"),
    ("subtractaprime", "primes"),
];

/// Names in titles under which people look for other games as well.
const COMMON: [&str; 3] = ["取石子", "翻硬币", "减法"];

/// The game that has this name in Chinese, and no other has.
pub(super) fn in_chinese(name: &str) -> Option<&'static Entry> {
    if name.is_ascii() {
        return None;
    }
    let wanted = plain(name).replace("nim", "尼姆");
    if wanted.is_empty() {
        return None;
    }
    let entries = || CATALOGUE.iter().chain(BOARDS);
    if let Some((_, short)) = CHINESE.iter().find(|(known, _)| *known == wanted) {
        return entries().find(|entry| entry.name == *short);
    }
    // As the list of all games has it: 翻硬币（Ruler）.
    let is_title = |entry: &&'static Entry| {
        let name = entry.title_zh.split('：').next().unwrap_or_default();
        name.contains('（') && plain(name) == wanted || plain(entry.title_zh) == wanted
    };
    if let Some(entry) = entries().find(is_title) {
        return Some(entry);
    }
    let has = |entry: &&'static Entry| names_of(entry).any(|known| plain(known) == wanted);
    let mut found = entries().filter(has);
    match (found.next(), found.next()) {
        (found, None) if !COMMON.contains(&&*wanted) => found,
        _ => None,
    }
}

/// The game on heaps of which this is the title, as the list of all games has it.
pub(super) fn whole_title(text: &str) -> Option<&'static Entry> {
    let is_title = text.contains(['（', '：']) && !has_arrow(text);
    if is_title { super::find(text) } else { None }
}

/// The games on heaps whose title begins with this name in Chinese, `放纸条`.
pub(super) fn titled(name: &str) -> impl Iterator<Item = &'static Entry> {
    let wanted = plain(name);
    let titled = move |entry: &&'static Entry| {
        let title = entry.title_zh.split('：').next().unwrap_or_default();
        !wanted.is_empty() && plain(title) == wanted
    };
    CATALOGUE.iter().filter(titled)
}

/// What to type for a game that books call so, where that is no single word.
pub(super) fn in_books(text: &str) -> Option<Message> {
    let wanted = plain(without_position(text));
    let found = IN_BOOKS.iter().find(|(names, _)| names.contains(&wanted.as_str()));
    found.map(|(_, told)| Message::phrase(told))
}

/// What to type for a game that books call so, before a position with a word or a sign in it: `snort path 5`, `col 3x3`.
pub(super) fn before_position(text: &str) -> Option<Message> {
    let has_digit = |word: &&str| word.contains(|sign: char| sign.is_ascii_digit());
    let starts = text.rmatch_indices(char::is_whitespace).take(4).map(|(at, _)| text.split_at(at));
    let mut starts = starts.filter(|(_, rest)| {
        let words = || rest.split_whitespace().filter(|word| *word != "x");
        words().any(|word| has_digit(&word)) && words().filter(|word| !has_digit(word)).count() < 2
    });
    starts.find_map(|(name, _)| in_books(name))
}

/// What commands call the game that a text names otherwise.
pub(super) fn spoken(text: &str) -> Option<&'static str> {
    let wanted = plain(without_position(text));
    if wanted.is_empty() {
        return None;
    }
    if let Some((_, code)) =
        CODES.iter().find(|(name, _)| wanted.replace("dawsons", "dawson") == *name)
    {
        return Some(code);
    }
    if let Some((_, name)) = OTHER.iter().find(|(known, _)| *known == wanted) {
        return Some(name);
    }
    let mut names = Vec::new();
    for entry in CATALOGUE.iter().chain(BOARDS) {
        names.extend(names_of(entry).map(|name| (plain(name), entry)));
    }
    // `Wythoff's Nim` is Wythoff's game.
    let bare = wanted.strip_suffix("nim").filter(|bare| !bare.is_empty());
    let same = names.iter().find(|(name, _)| *name == wanted || Some(name.as_str()) == bare);
    // Two Chinese characters say as much as a word of many letters.
    let begins = || match wanted.is_ascii() {
        true => None,
        false => names.iter().find(|(name, _)| name.starts_with(&wanted)),
    };
    let near = || {
        let known = names.iter().map(|(name, _)| name.as_str());
        let near =
            nearest(&wanted, known.filter(|name| !name.is_empty() && !COMMON.contains(name)))?;
        names.iter().find(|(name, _)| name == near).filter(|(name, _)| is_slip(&wanted, name))
    };
    same.or_else(begins).or_else(near).map(|(_, entry)| entry.name)
}

/// Whether a text can be a name in words, or sentences: letters, with what stands between words.
pub(super) fn is_in_words(text: &str) -> bool {
    let text = without_position(text);
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || " -_'’`,.（），。、；：？！“”".contains(c))
}

/// The plain form of a wide sign, as Chinese and Japanese keyboards give it.
pub(crate) fn plain_sign(sign: char) -> Option<char> {
    plain_form(sign).or(match sign {
        '、' => Some(','),
        '【' | '〔' => Some('['),
        '】' | '〕' => Some(']'),
        _ => None,
    })
}

/// The text without the numbers at its end.
fn without_position(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace())
}

/// Whether two words differ in one place alone, and there in two letters at most: `dots and boxes` is no slip for `dots and
/// pairs`. In a short word these two are exchanged, `kayels`: `stairs` is none for `strips`.
pub(super) fn is_slip(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let most = one.len().min(other.len());
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let ends = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let ends = ends.min(most - same);
    let (left, right) = (&one[same..one.len() - ends], &other[same..other.len() - ends]);
    let are_exchanged = matches!((left, right), ([a, b], [c, d]) if (a, b) == (d, c));
    let is_short = most <= 6;
    match left.len().max(right.len()) {
        0 | 1 => true,
        2 => !is_short || are_exchanged,
        _ => false,
    }
}

/// All that an entry is called: its names, and its titles without what they say of the moves.
fn names_of(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    let title = entry.title.split(':').next().unwrap_or_default();
    let chinese = entry.title_zh.split('：').next().unwrap_or_default();
    let names = std::iter::once(entry.name).chain(entry.aliases.iter().copied());
    names.chain([title]).chain(chinese.split(['（', '）', '、']))
}

/// A name by which names are compared: without case, accents, `'s`, the words for a game and all
/// that is no letter.
fn plain(name: &str) -> String {
    let mut small = name.to_lowercase().replace(['’', '`'], "'");
    let bare = ["'s", "游戏", "博弈", "博奕", "的"].map(|word| (word, ""));
    for (letter, bare) in [("è", "e"), ("é", "e")].into_iter().chain(bare) {
        small = small.replace(letter, bare);
    }
    let words = small.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !matches!(*word, "game" | "the")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_books_have_them_are_known() {
        for (text, name) in [
            ("Wythoff's game", "wythoff"),
            ("Wythoff’s Game", "wythoff"),
            ("Fibonacci Nim", "fibonacci-nim"),
            ("fibonaci nim 20", "fibonacci-nim"),
            ("Grundy's game", "grundys"),
            ("Lasker's Nim", "lasker"),
            ("Dawson's Kayles", "dawson"),
            ("Dawson's Chess", "0.137"),
            ("misère nim", "misere-nim"),
            ("the game Nim", "nim"),
            ("officers", "0.6"),
            ("Rims", "0.(7)"),
            ("Wythoff's Nim", "wythoff"),
            ("mock turtles", "mock-turtles"),
            ("Staircase Nim", "staircase"),
            ("尼姆", "nim"),
            ("尼姆博弈", "nim"),
            ("威佐夫博弈", "wythoff"),
            ("巴什博弈", "bash"),
            ("阶梯尼姆", "staircase"),
            ("阶梯博弈", "staircase"),
            ("反尼姆", "misere-nim"),
            ("删边游戏", "hackenbush"),
            ("威佐夫博奕", "wythoff"),
            ("斐波那契博奕", "fibonacci-nim"),
            ("Anti Nim", "misere-nim"),
            ("Vertex Kayles", "node-kayles"),
            ("kayels", "kayles"),
            ("Guiles", "0.15"),
            ("Kenyon's game", "0.3F"),
            ("Brave Game", "bash"),
        ] {
            assert_eq!(spoken(text), Some(name), "{text}");
        }
        for text in [
            "chess",
            "tic tac toe",
            "",
            "游戏",
            "dots and boxes",
            "stairs",
            "Ladder game",
            "取硬币",
        ] {
            assert_eq!(spoken(text), None, "{text}");
        }
    }

    #[test]
    fn names_in_chinese_are_taken_where_they_mean_one_game() {
        use crate::games::{find, find_board, open};
        for (text, name) in [
            ("尼姆博弈", "nim"),
            ("威佐夫", "wythoff"),
            ("反尼姆博弈", "misere-nim"),
            ("反nim", "misere-nim"),
            ("Fibonacci博弈", "fibonacci-nim"),
            ("拆分Nim", "lasker"),
            ("凯利斯", "kayles"),
            ("巴什博弈", "bash"),
            ("misère-nim", "misere-nim"),
        ] {
            assert_eq!(find(text).map(|entry| entry.name), Some(name), "{text}");
        }
        for (text, name) in [
            ("阶梯Nim", "staircase"),
            ("台阶博弈", "staircase"),
            ("树上删边游戏", "hackenbush"),
            ("树的删边游戏", "hackenbush"),
        ] {
            assert_eq!(find_board(text).map(|entry| entry.name), Some(name), "{text}");
            assert!(find(text).is_none(), "{text}");
        }
        for (text, name) in [
            ("尼姆游戏（取石子）", "nim"),
            ("反尼姆游戏：取最后一颗者输", "misere-nim"),
            ("反常尼姆", "misere-nim"),
            ("巴什博弈：每次取 1 到 m 颗", "bash"),
            ("减法游戏({1, 3})", "sub({1, 3})"),
            ("放纸条({2})", "strips({2})"),
            ("放纸条(1, 5, 1)", "pas(1, 5, 1)"),
        ] {
            let opened = open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let called = opened.name.as_deref();
            assert!(called == Some(name) || opened.entry.is_some_and(|entry| entry.name == name));
        }
        assert!(open("放纸条(2, 2)").is_err() && open("取石子({1, 3})").is_err());
        for entry in CATALOGUE.iter().chain(BOARDS) {
            let short = entry.title_zh.split('：').next().unwrap();
            let texts = [entry.title_zh, if short.contains('（') { short } else { entry.title_zh }];
            for text in texts {
                let found = find(text).or_else(|| find_board(text));
                assert_eq!(found.map(|found| found.name), Some(entry.name), "{text}");
            }
        }
        for text in ["取石子游戏", "翻硬币", "放纸条", "象棋", "博弈", "游戏"] {
            assert!(find(text).or_else(|| find_board(text)).is_none(), "{text}");
        }
        assert_eq!(open("巴什博弈(4)").unwrap().name.as_deref(), Some("bash(4)"));
    }

    #[test]
    fn what_books_have_and_the_catalogue_has_not_is_told() {
        for text in [
            "Nimble",
            "nimble 3 5",
            "Moore's Nim",
            "the Silver Dollar game",
            "Poker Nim",
            "chess",
            "k-Nim",
            "E&D",
            "五子棋",
        ] {
            assert!(in_books(text).is_some(), "{text}");
        }
        for text in
            ["domineering 3x3", "Snort path 5", "dots and boxes 3 x 3", "silver dollar row 4"]
        {
            assert!(before_position(text).is_some(), "{text}");
        }
        for text in ["snort", "go up to 3 steps", "cram 3x3", "snort on a path", "3"] {
            assert!(before_position(text).is_none(), "{text}");
        }
        for (names, told) in IN_BOOKS {
            for name in *names {
                assert_eq!(plain(name), *name);
                assert!(super::super::find(name).is_none(), "{name}");
            }
            let Some((_, rule)) =
                told.split_once(" rule").and_then(|(_, told)| told.split_once(": "))
            else {
                continue;
            };
            assert!(crate::games::open(rule).is_ok(), "{rule}");
        }
    }

    /// However often it is said that play is misère, the text is looked at once more alone.
    #[test]
    fn misere_play_is_asked_for_beside_a_game() {
        use crate::games::open;
        let help = |text: &str| open(text).err()?.help.map(|help| help.to_string());
        for text in ["0.77 misere", "misère 0.77", "0.77 反常", "Misere 0.77"] {
            assert!(help(text).is_some_and(|help| help.contains("'0.77' and --misere")), "{text}");
        }
        assert!(open(&format!("{}0.77", "misere ".repeat(9000))).is_err());
        assert!(open(&format!("0.77{}", " misere".repeat(9000))).is_err());
    }

    #[test]
    fn titles_of_the_catalogue_name_their_games() {
        for entry in CATALOGUE.iter().chain(BOARDS) {
            let title = entry.title.split(':').next().unwrap();
            assert_eq!(spoken(title), Some(entry.name), "{title}");
        }
    }
}
