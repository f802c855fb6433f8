//! Programs that `grundy code` writes are compiled, run, and compared with the definition by
//! `grundy stress`. A compiler that is not there is skipped, and that is said.
//!
//! The file is long by its lists of games: what the programs are held against is short.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::BitXor;
use std::process::{Command, Stdio};

use grundy::games::open;
use grundy::limits::Limits;
use grundy::search::{Misere, Values};

use crate::folder::Folder;

/// Games, what else is asked, and what the program must rest on.
const GAMES: [(&str, &[&str], &str); 61] = [
    ("[n, l] -> [n-k, k] for k in 1..5 if k != l", &["--to", "60"], "period"),
    (
        "one[n] -> one[max(n-2, 0)] if n > 0 | two[n-3]\ntwo[n] -> one[n-1] | two[n-4]",
        &["--kind", "two", "--to", "200"],
        "period",
    ),
    ("nim", &["--to", "1000"], "formula"),
    ("bash(4)", &["--to", "1000"], "formula"),
    ("half", &["--to", "1000"], "formula"),
    ("divisors", &["--to", "300"], "formula"),
    ("[n] -> [n-d] for d in 1..n if n % d == 0", &["--to", "300"], "formula"),
    ("[n] -> [n-d] for d in divisors(n) \\ {1, n}", &["--to", "600"], "formula"),
    ("[n] -> [n-k] for k in 1..n/2", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..(n-2)/3", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..(n+2)/3", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..isqrt(n)", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..ilog2(n) + 3", &["--to", "300"], "formula"),
    ("[n] if n > 0 -> [t] for t in isqrt(n-1)..n-1", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..n if gcd(n, k) == 1", &["--to", "300"], "formula"),
    ("[n] -> [n-k] for k in 1..n-1 if gcd(n, k) == 1", &["--to", "300"], "formula"),
    ("[n] if n > 0 -> [k] for k in n/3..n/2", &["--to", "300"], "formula"),
    ("[x] if x > 1 -> [y] for y in isqrt(isqrt(x-1))+1..isqrt(x)", &["--to", "300"], "formula"),
    ("lasker", &["--to", "1000"], "formula"),
    ("bounded", &["--to", "20"], "formula"),
    ("wythoff", &["--to", "30"], "formula"),
    ("fibonacci-nim", &["--to", "200"], "formula"),
    ("[n, q] -> [n-k, 3*k] for k in 1..min(n, q)", &["--to", "30"], "formula"),
    ("[n, q] -> [n-k, k] for k in 1..q", &["--to", "30"], "formula"),
    ("euclid", &["--to", "40"], "formula"),
    ("unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..(b-1)/a", &["--to", "40"], "formula"),
    (
        "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c",
        &["--to", "6"],
        "formula",
    ),
    ("S{2,3,7}", &["--to", "300"], "period"),
    ("allbut{1,4}", &["--to", "200"], "period"),
    ("kayles", &["--to", "300"], "period"),
    ("grundys", &["--to", "60"], "definition"),
    // Who wins is proved, and values are not.
    (
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 2",
        &["--to", "30"],
        "automaton",
    ),
    // Sums that go on from one choice to the next.
    ("[m] -> sum(i in 2..j) [m/i] for j in 1..m", &["--to", "150"], "definition"),
    (
        "[n] -> sum(i in k..2*j+k) [n-i-k] + [j/2] for k in 1..2, j in 0..n if j % 3 != 1 | [n-5]",
        &["--to", "60"],
        "definition",
    ),
    // Values are proved where one coordinate is small.
    ("[n, m] -> [n-1, m] | [n, m-1] | [n-10, m-10]", &["--to", "40"], "automaton"),
    // Theorems that are sought when they are needed.
    ("[n] if n > 0 -> [n-1] | [n/2]", &["--to", "300"], "automaton"),
    ("[n] -> [n-k] for k in powers(2, n)", &["--to", "200"], "automaton"),
    ("misere [n] -> [n-k] for k in squares(n)", &["--to", "60"], "definition"),
    (
        "[n] -> (n % m) * [n/m + 1] + (m - n % m) * [n/m] for m in 2..n | 2 * (3 * [n-4] + [n-3]) + 3 * [n-5] if n > 4",
        &["--to", "60"],
        "definition",
    ),
    (
        "[n] -> [n-d] for d in digits(n, 7) \\ {0} | [n/2] + [n/3] if n > 1 | (n % 3) * [n-1] + [0] if n > 0 and not is_prime(n)",
        &["--to", "60"],
        "definition",
    ),
    (
        "[n] -> sum(i in 0..2) [n-1-i] if n >= 3 | [popcount(n)] if popcount(n) < n | [min(n-1, isqrt(n), xor(n, 5))] if n > 2",
        &["--to", "60"],
        "definition",
    ),
    (
        "unordered [a, b] -> [a-k, b-l] for k in {1, 2, gcd(a, b)}, l in {j*j for j in 0..3 if j != 2} or primes(b) if k <= a let m = l if m < 6 and max(k, m) >= 1",
        &["--to", "14"],
        "definition",
    ),
    (
        "odd[n] -> even[n-k] for k in 1..n step 2 | even[n/2] if n > 0\neven[n] -> odd[n-k] for k in powers(2, n) and {1..9} | odd[n - abs(3-k)] for k in fibs(n) if k in {1, 5}",
        &["--kind", "even", "--to", "60"],
        "definition",
    ),
    (
        "unordered [a, b, c] -> [a-k, b, c] for k in 1..a if (a+k) % 3 in {1, b} | [a-1, b-1, c-1] | [a, b, c-2]",
        &["--to", "6"],
        "definition",
    ),
    // Quotients, of which few are reached, and sets of primes and divisors.
    (
        "[n] -> k*[n/k] for k in divisors(n) if k > 1 | [(n+k-1)/k] for k in 3..n if n > 3 and k in 2..n/2",
        &["--to", "200"],
        "definition",
    ),
    (
        "[n] -> [n-p] for p in primes(n) \\ {7} | [n-q] for q in prime_powers(n/2) and 3..n if q in divisors(n)",
        &["--to", "200"],
        "definition",
    ),
    (
        "[n] -> [n-d] for d in prime_powers(n) \\ divisors(n) | [n-4-(-1)**n*2] if n > 5 | [n/3**k] for k in 1..4 if n > 0",
        &["--to", "200"],
        "definition",
    ),
    // Of heaps that are not reached, some have no value.
    (
        "[x] if x > 0 -> [x-y] for y in isqrt(isqrt(x-1))+1..isqrt(x)",
        &["--to", "200"],
        "definition",
    ),
    (
        "[n] -> [n - shl(1, k)] for k in 0..3 | [shr(n, 2)] if n > 1 | [n - 2**k + 1] for k in 2..n if k < 5",
        &["--to", "60"],
        "definition",
    ),
    (
        "misere [n] -> [n-2] | [] if n % 3 == 1 | [n-k] for k in squares(n)",
        &["--to", "60"],
        "definition",
    ),
    // The period begins beyond four thousand heaps.
    (".156", &["--to", "200"], "period"),
    // Sums of games with fewer coordinates.
    (
        "[a, b, c] -> [a-k, b, c] for k in {1, 4} | [a, b-k, c] for k in {1, 4} | [a, b, c-k] for k in 1..c/2",
        &["--to", "7"],
        "period",
    ),
    (
        "[x, a, y] -> [x-k, a, y-k] for k in 1..min(x, y) | [x, a-k, y] for k in powers(2, a)",
        &["--to", "8"],
        "automaton",
    ),
    (
        "[a, b] -> [a-k, b] for k in squares(a) | [a, b/2 + k] for k in {1, 2} if b > 5",
        &["--to", "40"],
        "definition",
    ),
    // Of an option that does not exist, some component may be the position itself.
    (
        "[a, b] -> [b, a] + [a-b-1, 0] | [a-1, b] if not is_square(a*b+2)",
        &["--to", "12"],
        "definition",
    ),
    (
        "[n] -> 2 * [n] + [n-2*n-1] | sum(i in 0..1) [n-i] + [-1] | [n-1] | [n/2] if n > 1",
        &["--to", "12"],
        "definition",
    ),
    // Components that are chosen freely, and moves that win at once.
    ("masks", &["--to", "24"], "definition"),
    ("cutting", &["--to", "12"], "definition"),
    (ENDS, &["--to", "10"], "definition"),
    (
        "[n] if n > 1 -> [n-2] + choose n-3 of [i] for i in {0, 1, 3, n/2} and 0..n-1 | 5 * (choose 2 of [i] for i in n-3..n-1 if i % 2 == 0) + 4 * [n-1]",
        &["--to", "12"],
        "definition",
    ),
    (
        "misere [n] -> [n-k] for k in {1, 3, 4}\nwin on [n] if n % 5 == 2",
        &["--to", "30"],
        "definition",
    ),
];

/// A rule of two kinds whose moves may win at once, with what multiplies, sums and chooses freely.
const ENDS: &str = "unordered pair[a, b] if a > 0 -> 2 * (pair[a-1, b] + heap[b/2]) | choose 3 of pair[i, b-1] for i in 0..a-1 \
     | heap[a] + sum(i in 0..1) heap[b-1-i]\n\
     heap[n] -> heap[n-k] for k in {1, 3} | choose n-2 of heap[i] for i in 0..n-1 if i != 2\n\
     win on pair[2, 3]\nwin on heap[n] if n % 5 == 4";

/// What runs a program of this language; `None` if it cannot be compiled here.
fn compiled(language: &str, text: &str, folder: &Folder) -> Option<String> {
    let end = [("c++", "cpp"), ("python", "py"), ("rust", "rs")];
    let end = end.iter().find(|(name, _)| *name == language).unwrap().1;
    let (file, program) = (folder.file(&format!("program.{end}")), folder.file("program"));
    fs::write(&file, text).unwrap();
    let tried: &[&[&str]] = match language {
        "c++" => &[&["c++", "-std=c++17", "-o", &program], &["g++", "-std=c++17", "-o", &program]],
        "rust" => &[&["rustc", "--edition", "2021", "-o", &program]],
        _ => {
            return Command::new("python3")
                .arg("-V")
                .output()
                .ok()
                .map(|_| format!("python3 {file}"));
        }
    };
    for words in tried {
        let Ok(output) = Command::new(words[0]).args(&words[1..]).arg(&file).output() else {
            continue;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}\n{said}");
        return Some(program);
    }
    None
}

fn answer_like_the_definition(language: &str) {
    let folder = Folder::new("code");
    for (game, more, basis) in GAMES {
        let kind: &[&str] = if more[..1.min(more.len())] == ["--kind"] { &more[..2] } else { &[] };
        let written =
            crate::grundy().args(["code", game, "--lang", language]).args(kind).output().unwrap();
        let text = String::from_utf8(written.stdout).unwrap();
        assert!(written.status.success(), "{game}: {}", String::from_utf8_lossy(&written.stderr));
        assert_eq!(text.contains("not proved: plain computation"), basis == "definition", "{game}");
        let period = |line: &str| line.contains("for all ") && line.contains(" >= ");
        let said = text.lines().take_while(|line| line.starts_with(['#', '/']));
        assert_eq!(said.into_iter().any(period), basis == "period", "{game}");
        let Some(program) = compiled(language, &text, &folder) else {
            eprintln!("skipped: nothing here compiles {language}");
            return;
        };
        let checked = crate::grundy()
            .args(["stress", game, "--against", &program, "--patience", "60"])
            .args(more)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&checked.stdout);
        let error = String::from_utf8_lossy(&checked.stderr);
        assert_eq!(checked.status.code(), Some(0), "{game}: {said}{error}\n{text}");
    }
}

/// Where moves may win at once, a program says so of every position as the table does.
fn ends_are_told(language: &str) {
    let folder = Folder::new("code-ends");
    for (game, kind) in [("cutting", "sheet"), (ENDS, "pair")] {
        let run = |words: &[&str]| {
            let output = crate::grundy().args(words).args(["--kind", kind]).output().unwrap();
            assert!(output.status.success(), "{words:?}: {output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let table = run(&["table", game, "--to", "7,7", "--csv"]);
        let mut rows = table.lines().map(|row| row.split(',').skip(1));
        let columns: Vec<&str> = rows.next().unwrap().collect();
        let (mut input, mut right) = (String::new(), Vec::new());
        for (a, row) in rows.enumerate() {
            for (b, value) in columns.iter().zip(row) {
                input += &format!("{a} {b}\n");
                right.push(value);
            }
        }
        assert!(
            right.contains(&"win") && right.contains(&"over") && right.contains(&"1"),
            "{game}"
        );
        let text = run(&["code", game, "--lang", language]);
        let Some(program) = compiled(language, &text, &folder) else {
            eprintln!("skipped: nothing here compiles {language}");
            return;
        };
        let file = folder.file("input");
        fs::write(&file, input).unwrap();
        let (first, rest) = program.split_once(' ').unwrap_or((&program, ""));
        let run = Command::new(first)
            .args(rest.split_whitespace())
            .stdin(fs::File::open(&file).unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(said.lines().collect::<Vec<_>>(), right, "{game} in {language}");
    }
}

#[test]
fn ends_are_told_in_every_language() {
    ["c++", "python", "rust"].into_iter().for_each(ends_are_told);
}

/// What is answered to lines that are positions without a value, or none.
fn lines_without_an_answer_are_told(language: &str) {
    let folder = Folder::new("code-lines");
    for (game, input, answers, told) in [
        (
            "[x] -> [x-y] for y in isqrt(isqrt(x-1))+1..isqrt(x)",
            "2000\n0\n\n5 0\n+7\n1e3\n-1\n7",
            2,
            &[
                "no value: 0",
                "no value: 5 0",
                "no position: +7",
                "no position: 1e3",
                "no position: -1",
            ][..],
        ),
        ("[n] -> [n - 2**(n-10)]", "9\n12", 0, &["no value: 9", "no value: 12"]),
        ("[n] -> [n - shl(1, n-10)]", "9", 0, &["no value: 9"]),
        ("[n] -> [n - 1 - popcount(n-4)]", "12", 0, &["no value: 12"]),
        ("[n] -> [n - 1 - 6 / (n-5)] | [n - 1 - n % (n-7)] if n > 9", "12", 0, &["no value: 12"]),
        ("[n] -> [n - max(digits(n) \\ {0})]", "3\n0", 0, &["no value: 3", "no value: 0"]),
        ("kayles", "3 -5\n5 3", 1, &["no position: 3 -5"]),
        ("euclid", "3 5 4\n5\n3 5 4 6", 1, &["no position: 3 5 4", "no position: 5"]),
        ("misere-nim", "3 x\n5\n 1 1 ", 2, &["no position: 3 x"]),
    ] {
        let written = crate::grundy().args(["code", game, "--lang", language]).output().unwrap();
        let text = String::from_utf8(written.stdout).unwrap();
        let Some(program) = compiled(language, &text, &folder) else {
            eprintln!("skipped: nothing here compiles {language}");
            return;
        };
        let file = folder.file("input");
        fs::write(&file, input).unwrap();
        let (first, rest) = program.split_once(' ').unwrap_or((&program, ""));
        let run = Command::new(first)
            .args(rest.split_whitespace())
            .stdin(fs::File::open(&file).unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(said.lines().collect::<Vec<_>>(), told, "{game} in {language}");
        let printed = String::from_utf8_lossy(&run.stdout);
        assert_eq!(printed.lines().count(), answers, "{game} in {language}: {printed}");
        assert_eq!(run.status.code(), Some(1), "{game} in {language}");
    }
}

#[test]
fn lines_without_an_answer_are_told_in_every_language() {
    ["c++", "python", "rust"].into_iter().for_each(lines_without_an_answer_are_told);
}

#[test]
fn no_program_is_written_where_play_does_not_end() {
    for game in ["[n] -> [n/2]", "[n] -> [n+1]", "[n] -> [n-1] | [7-n]"] {
        let written = crate::grundy().args(["code", game, "--lang", "c++"]).output().unwrap();
        assert_eq!(written.status.code(), Some(2), "{game}");
    }
}

/// Rules whose theorems are written as programs, and the sides of what is compared.
const THEOREMS: [(&str, &str); 12] = [
    ("powers-of-two", "400"),
    ("[n] -> [n-k] for k in powers(3, n)", "200"),
    ("prime-powers", "200"),
    ("[n] if n > 0 -> [k] for k in 0..n/3", "200"),
    ("[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]", "24"),
    (
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 2",
        "30",
    ),
    ("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)", "24"),
    ("misere [n] -> [n-k] for k in {1, 4}", "200"),
    // A formula is known, of numbers, conditions and lengths; and of values there is none.
    (CYCLIC, "24"),
    ("[n] -> [n-k] for k in 1..n if and(n, k) == 0", "200"),
    ("[n] -> [k] for k in 0..n-1 if and(n, k) == 0", "200"),
    ("[a, b] -> [a-k, b] for k in 1..a-1 | [a, b-k] for k in 1..b-1", "24"),
];

/// Cyclic Nimhoff, modulo 3.
const CYCLIC: &str = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-i, b-j] for i in 0..2, j in 0..2 if i + j in 1..2";

/// The programs of theorems, in every language.
fn theorems_answer_like_the_definition(language: &str) {
    let folder = Folder::new("code-theorems");
    let file = folder.file("proof.json");
    for (game, to) in THEOREMS {
        let grundy = |arguments: &[&str]| crate::grundy().args(arguments).output().unwrap();
        assert!(grundy(&["prove", game, "--certificate", &file]).status.success(), "{game}");
        let written = grundy(&["code", game, "--lang", language, "--theorem", &file]);
        let text = String::from_utf8(written.stdout).unwrap();
        assert!(written.status.success(), "{game}: {}", String::from_utf8_lossy(&written.stderr));
        assert!(text.contains("by an automaton of "), "{game}: {text}");
        let Some(program) = compiled(language, &text, &folder) else {
            eprintln!("skipped: nothing here compiles {language}");
            return;
        };
        let checked =
            grundy(&["stress", game, "--against", &program, "--to", to, "--patience", "60"]);
        let said = String::from_utf8_lossy(&checked.stdout);
        let error = String::from_utf8_lossy(&checked.stderr);
        assert_eq!(checked.status.code(), Some(0), "{game}: {said}{error}\n{text}");
    }
}

/// Of who wins, where values can be proved as well.
#[test]
fn the_program_is_that_of_the_theorem_that_is_given() {
    let folder = Folder::new("code-given");
    let file = folder.file("proof.json");
    let grundy = |arguments: &[&str]| crate::grundy().args(arguments).output().unwrap();
    for game in ["powers-of-two", "[n] if n > 0 -> [k] for k in 0..n/3"] {
        for (subject, prints) in
            [("outcomes", "\"prints\":\"outcome\""), ("values", "\"prints\":\"value\"")]
        {
            let proved = grundy(&["prove", game, "--about", subject, "--certificate", &file]);
            assert!(proved.status.success(), "{game}: {}", String::from_utf8_lossy(&proved.stderr));
            let written = grundy(&["code", game, "--lang", "python", "--theorem", &file, "--json"]);
            let text: String =
                String::from_utf8_lossy(&written.stdout).split_whitespace().collect();
            assert!(text.contains(prints), "{game}: {text}");
        }
    }
}

/// Games and positions whose numbers are near the end of 64 bits, or far from the end of play.
const LARGE: [(&str, &[&str], &[&str]); 28] = [
    (
        "[a, b, c] -> [a-k, b, c] for k in {1, 4} | [a, b-k, c] for k in {1, 4} | [a, b, c-k] for k in 1..c/2",
        &[],
        &["9223372036854775807,4,1000000000000000", "1000000000000000000,1000,77"],
    ),
    (
        "[n, l] -> [n-k, k] for k in 1..5 if k != l",
        &[],
        &["9223372036854775807,0", "1000000000000000000,3", "41,31", "40,5"],
    ),
    (
        "[n, q] -> [n-k, 3*k] for k in 1..min(n, q)",
        &[],
        &["9223372036854775807,5", "1000000000000000000,1000", "6,6"],
    ),
    (
        "fibonacci-nim",
        &["--kind", "fresh"],
        &["7540113804746346429", "8000000000000000000", "9223372036854775807"],
    ),
    (
        "[n] -> [n - max(fibs(n))] if n > 0",
        &[],
        &[
            "7540113804746346428",
            "7540113804746346429",
            "8000000000000000000",
            "9223372036854775807",
        ],
    ),
    ("[n] -> [n - fib(92)] if n > 0", &[], &["7540113804746346429", "9223372036854775807"]),
    (
        "[n] -> [n - max(powers(2, n))] if n > 0",
        &[],
        &["4611686018427387904", "9223372036854775807"],
    ),
    (CYCLIC, &[], &["1000000000000000000,999999999999999998", "1152921504606846975,1"]),
    (
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..3",
        &[],
        &["9223372036854775807,9223372036854775806", "5,9223372036854775807"],
    ),
    ("digits", &[], &["50000"]),
    // Of a period on the way to a component that is far in another coordinate.
    (
        "[n, last] -> [n-k, k] for k in 1..5 if k != last",
        &[],
        &[
            "1000000000000,31",
            "1000000000000,32",
            "10000000,100",
            "9223372036854775807,9223372036854775807",
        ],
    ),
    // Most of the box is filled, and some components lie far beyond it.
    (
        "[a, b] -> [a-k, b] for k in {1, 3} | [a, b-2] if b < 900 | [b%2, 10**18 + a] if b % 7 == 3",
        &[],
        &["40,333", "3,899", "250,95"],
    ),
    ("misere-nim", &[], &["1", "0", "2", "9223372036854775807"]),
    ("0.8", &[], &["9223372036854775807", "1000000000000000000"]),
    (
        "[n, m] -> [n-1, m] | [n, m-1] | [n-10, m-10]",
        &[],
        &["1000000000,999999937", "9223372036854775807,9223372036854775806", "45,46"],
    ),
    // Of few positions that are reached.
    ("[n] -> k*[n/k] for k in divisors(n) if k > 1", &[], &["735134400", "1000000007"]),
    ("[n] -> [d] for d in divisors(n) if d < n", &[], &["1000000000000", "999999000001"]),
    // Of a period too long to be found in small heaps, and calls that would nest deeply.
    ("S{1,2,300000}", &[], &["9223372036854775807", "300000", "299999"]),
    ("[n] -> [n-fib(k)] for k in 1..25", &[], &["9223372036854775807", "266279", "219909"]),
    // Of theorems by automata whose values repeat.
    ("prime-powers", &[], &["9223372036854775807", "9223372036854775806"]),
    ("misere [n] -> [n-k] for k in {1, 4}", &[], &["9223372036854775807", "9223372036854775806"]),
    ("S{1,2,999999999}", &[], &["9223372036854775807", "1999999999", "999999999"]),
    ("lasker", &[], &["9223372036854775804", "9223372036854775807"]),
    (
        "[n] -> [n-k] for k in 1..n if gcd(n, k) == 1",
        &[],
        &["100003", "16777216", "16777259", "1000000007", "999966000289"],
    ),
    (
        "[n] if n > 0 -> [k] for k in n/3..n/2",
        &[],
        &["9223372036854775807", "1000000000000000000", "999999999999999999"],
    ),
    ("bounded", &[], &["9223372036854775806,9223372036854775807", "9223372036854775807,6"]),
    (
        "euclid",
        &[],
        &[
            "9223372036854775807,1",
            "9223372036854775807,9223372036854775807",
            "4660046610375530309,7540113804746346429",
            "7540113804746346429,9223372036854775807",
        ],
    ),
    (
        "wythoff",
        &[],
        &[
            "9223372036854775806,9223372036854775807",
            "1,9223372036854775807",
            "0,9223372036854775807",
        ],
    ),
];

/// Programs at large positions, beside the command.
fn answer_like_the_command(language: &str) {
    let folder = Folder::new("code");
    for (game, kind, positions) in LARGE {
        let written =
            crate::grundy().args(["code", game, "--lang", language]).args(kind).output().unwrap();
        let text = String::from_utf8(written.stdout).unwrap();
        let Some(program) = compiled(language, &text, &folder) else {
            eprintln!("skipped: nothing here compiles {language}");
            return;
        };
        let input = folder.file("input");
        fs::write(&input, positions.join("\n").replace(',', " ") + "\n").unwrap();
        let (first, rest) = program.split_once(' ').unwrap_or((&program, ""));
        let run = Command::new(first)
            .args(rest.split_whitespace())
            .stdin(fs::File::open(&input).unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(said.lines().count(), positions.len(), "{game} in {language}: {said}");
        for (position, said) in positions.iter().zip(said.lines()) {
            let (word, field) = match said {
                "N" | "P" => ("moves", "outcome"),
                _ => ("value", "value"),
            };
            let asked = crate::grundy().args([word, game, position, "--json"]).output().unwrap();
            let answer: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
            assert_eq!(answer[field].as_str(), Some(said), "{game} {position} in {language}");
        }
    }
}

#[test]
fn large_numbers_in_cpp_are_answered_like_the_command() {
    answer_like_the_command("c++");
}

#[test]
fn large_numbers_in_python_are_answered_like_the_command() {
    answer_like_the_command("python");
}

#[test]
fn large_numbers_in_rust_are_answered_like_the_command() {
    answer_like_the_command("rust");
}

#[test]
fn theorems_in_cpp_answer_like_the_definition() {
    theorems_answer_like_the_definition("c++");
}

#[test]
fn theorems_in_python_answer_like_the_definition() {
    theorems_answer_like_the_definition("python");
}

#[test]
fn theorems_in_rust_answer_like_the_definition() {
    theorems_answer_like_the_definition("rust");
}

#[test]
fn programs_in_cpp_answer_like_the_definition() {
    answer_like_the_definition("c++");
}

#[test]
fn programs_in_python_answer_like_the_definition() {
    answer_like_the_definition("python");
}

#[test]
fn programs_in_rust_answer_like_the_definition() {
    answer_like_the_definition("rust");
}

#[test]
fn misere_play_may_be_asked_for_or_stand_in_the_rule() {
    let program = |arguments: &[&str]| {
        let output = crate::grundy().arg("code").args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let rule = "[n] -> [n-k] for k in squares(n)";
    let asked = program(&[rule, "--lang", "python", "--misere"]);
    assert_eq!(asked, program(&[&format!("{rule} misere"), "--lang", "python"]));
    assert_ne!(asked, program(&[rule, "--lang", "python"]));
    // A name stands for its rule.
    let named = program(&["squares", "--lang", "python", "--misere"]);
    assert!(named.contains("misere") && named.contains("prints N or P"), "{named}");
}

/// Sums of a few components, each with so many numbers up to some number.
const SUMS: [(&str, u64, usize); 10] = [
    ("kayles", 90, 1),
    ("euclid", 12, 2),
    // Of which only who wins is proved.
    ("wythoff", 12, 2),
    ("[n, m] -> [n-x, 3*x] for x in 1..min(n, m)", 9, 2),
    ("[n] -> [n-k] for k in squares(n)", 60, 1),
    ("[a, b] -> [a-1, b-1] | [a-2, b] | [b/2, a/3] if a > 2 and b > 3", 9, 2),
    (ENDS, 7, 2),
    ("misere-nim", 3, 1),
    ("misere [n] -> [a] + [n-2-a] for a in 0..n-2 | [n-k] for k in {1, 3}", 12, 1),
    ("misere [n] -> [n-k] for k in {1, 4}", 11, 1),
];

/// Programs at sums, beside the definition.
fn sums_are_answered(language: &str) {
    let folder = Folder::new("code-sums");
    let limits = Limits::default();
    let mut dice = fastrand::Rng::with_seed(1);
    for (game, most, coords) in SUMS {
        let rules = open(game).unwrap().rules;
        let (mut values, mut misere) = (Values::new(&rules), Misere::new(&rules));
        let (mut input, mut right) = (String::new(), Vec::new());
        for _ in 0..200 {
            let count = dice.usize(1..=4);
            let numbers: Vec<i64> =
                (0..count * coords).map(|_| dice.u64(0..=most) as i64).collect();
            let component = |coords: &[i64]| rules.component(0, coords).unwrap();
            let sum: Vec<_> = numbers.chunks(coords).map(component).collect();
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            input += &(words.join(" ") + "\n");
            right.push(match rules.is_misere() {
                true => misere.outcome(&sum, &limits).unwrap().to_string(),
                false => {
                    let values = sum.iter().map(|part| values.value(part, &limits).unwrap());
                    values.reduce(BitXor::bitxor).unwrap().to_string()
                }
            });
        }
        assert!(right.iter().any(|answer| *answer != right[0]), "{game}");
        let values: &[&str] = if rules.is_misere() { &[] } else { &["--values"] };
        let Some(program) = program(game, values, language, &folder) else { return };
        let (printed, said) = answers(program, input.as_bytes());
        assert_eq!(said, "", "{game} in {language}");
        for ((line, printed), right) in input.lines().zip(printed.lines()).zip(&right) {
            assert_eq!(printed, right, "{game} {line} in {language}");
        }
        assert_eq!(printed.lines().count(), right.len(), "{game} in {language}");
    }
}

#[test]
fn sums_are_answered_in_every_language() {
    ["c++", "python", "rust"].into_iter().for_each(sums_are_answered);
}

/// A program of a game, ready to be run.
fn program(game: &str, more: &[&str], language: &str, folder: &Folder) -> Option<Command> {
    let written = crate::grundy().args(["code", game, "--lang", language]).args(more).output();
    let written = written.unwrap();
    let text = String::from_utf8(written.stdout).unwrap();
    let Some(program) = compiled(language, &text, folder) else {
        eprintln!("skipped: nothing here compiles {language}");
        return None;
    };
    let (first, rest) = program.split_once(' ').unwrap_or((&program, ""));
    let mut command = Command::new(first);
    command.args(rest.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command)
}

/// What a program prints of these lines, and what it says on standard error.
fn answers(mut program: Command, input: &[u8]) -> (String, String) {
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// So that calls do not nest deeply.
#[test]
fn small_heaps_come_first_where_moves_take_from_a_heap() {
    for (game, first) in [
        ("digits", true),
        ("[n] -> [n-k] for k in {3**i for i in 0..ilog2(n)/2} if n > 0", true),
        ("[n] -> [d] for d in divisors(n) if d < n", false),
    ] {
        for (language, ready) in [("c++", "ready"), ("python", "ready"), ("rust", "READY")] {
            let written =
                crate::grundy().args(["code", game, "--lang", language]).output().unwrap();
            let text = String::from_utf8(written.stdout).unwrap();
            assert_eq!(text.contains(ready), first, "{game}: {text}");
        }
    }
}

#[test]
fn numbers_of_any_length_are_read_in_python() {
    let folder = Folder::new("code-long");
    let Some(program) = program("S{1,2,3}", &[], "python", &folder) else { return };
    let long = format!("1{}3\n6\n", "0".repeat(5000));
    assert_eq!(answers(program, long.as_bytes()), ("3\n2\n".to_owned(), String::new()));
}

/// A list of plateaus has an end, which only Python reads beyond.
#[test]
fn numbers_beyond_a_list_have_no_value_in_python() {
    let folder = Folder::new("code-listed");
    let rule = "[n] if n > 0 -> [k] for k in n/3..n/2";
    let Some(program) = program(rule, &[], "python", &folder) else { return };
    let (said, wrong) = answers(program, b"9223372036854775807\n9223372036854775808\n5\n");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert_eq!(wrong, "no value: 9223372036854775808\n");
}

#[test]
fn lines_are_answered_one_by_one_whatever_stands_in_them() {
    for language in ["c++", "rust"] {
        let folder = Folder::new("code-pipes");
        let Some(mut command) = program("kayles", &[], language, &folder) else { continue };
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for (line, answer) in [("5\n", "4\n"), ("7\n", "2\n")] {
            input.write_all(line.as_bytes()).unwrap();
            let mut said = String::new();
            output.read_line(&mut said).unwrap();
            assert_eq!(said, answer, "{language}");
        }
        // Who reads no further is no reason for a message.
        drop(output);
        let _ = input.write_all("5\n".repeat(100_000).as_bytes());
        drop(input);
        let said = child.wait_with_output().unwrap().stderr;
        assert_eq!(String::from_utf8_lossy(&said), "", "{language}");
        let (printed, said) = answers(command, b"5\n\xff\n7\n");
        assert_eq!((&*printed, said.lines().count()), ("4\n2\n", 1), "{language}: {said}");
    }
}

#[test]
fn a_fibonacci_number_beyond_64_bits_has_no_value() {
    for language in ["c++", "rust"] {
        let folder = Folder::new("code-fib");
        let game = "[n] -> [n-k] for k in {fib(n+i) for i in 1..3}";
        let Some(program) = program(game, &[], language, &folder) else { continue };
        let (printed, said) = answers(program, b"2\n89\n90\n");
        assert_eq!(printed, "1\n0\n", "{language}");
        assert_eq!(said, "no value: 90\n", "{language}");
    }
}
