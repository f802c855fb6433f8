//! Nothing is left in English where Chinese is asked for.
//!
//! Every command that the pages and transcripts show is run in Chinese, and more with mistakes in
//! them. What has no language is taken out of what they print: rules, commands, names of files and of
//! games. Two English words in a row that are left are a sentence that was forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::Folder;
use crate::pages::{files, run};

/// Words of the notation, and names in formulas.
const NOTATION: &str = "abs and base bytes choose cycle divisors digits edges fibs floor for game gcd graph \
    ground if ilog in is_prime let max min misere mod nim not of on or path phi alpha popcount powers \
    prime_powers primes shl shr size sqrt squares step subsets sum unordered win xor";

/// Texts that are the same in Chinese, with the reason.
const SAME: &[&str] = &[
    // Books and papers are cited as they are printed.
    "Winning Ways",
    "Combinatorial Game Theory",
    "Scientific American",
    "American Mathematical Monthly",
    "Annals of Mathematics",
    "Brettspiele der V",
    "Discrete Mathematics",
    "Fibonacci Quarterly",
    "International Journal of Game Theory",
    "Journal of Combinatorial Theory",
    "Journal of Computer and System Sciences",
    "Mathematical Gazette",
    "Nieuw Archief voor Wiskunde",
    "Nieuw Tijdschrift voor Wiskunde",
    "Proc. Camb. Phil. Soc",
    "mes plaisants",
    "Cow Digit Game",
    // Games that are known by their English names in Chinese too.
    "Dawson's Kayles",
    "Dawson's chess",
    "Mock Turtles",
    "Turning Corners",
    "Turning Turtles",
    "tartan theorem",
    // A program.
    "Graphviz dot",
    // Answers that judges compare byte for byte.
    "First win",
    "Second win",
    "October wins",
    "Roy wins",
    "Rabbit Win",
    "Grass Win",
    "Stan wins",
    "Ollie wins",
];

/// Commands whose whole output has no language.
const WITHOUT_LANGUAGE: &[&str] = &[
    // Programs are ASCII, as compilers of judges want them, comments too.
    "code ",
    // Scripts for shells, whose notes are those of the help, which is looked at.
    "completions",
    "man",
];

/// Commands that go wrong, or that no page shows.
const MORE: &[&str] = &[
    "explain chomp 3x3",
    "moves chomp 3x3",
    "moves cram 3x4 --json",
    "moves hackenbush ground-a",
    "moves node-kayles 3x3",
    "moves northcott W...B/.W.B.",
    "moves ruler TTHT",
    "moves staircase '3 1 4'",
    "moves treblecross ..X....X.",
    "moves turning-corners THT/HHT",
    "explain 'S{1,3,4}' --json",
    "games chomp",
    "games node-kayles --json",
    "games poset",
    "games mock-turtles-by-ruler",
    "games digits",
    "games nothing",
    "value '[n] -> [n] + [n-1]' 5",
    "value '[n] -> [n+1]' 5",
    "value '[n] -> [n/0]' 5",
    "value '[a, b] -> [b, a]' 1,2",
    "value cram 9x9 --time 0.1",
    "value kayles 10^30",
    "moves wythoff 3",
    "moves nim 5 --positions x",
    "table 0.77 --to 10 --json",
    "table nim --to 10^9 --memory 1K --json",
    "table '[a,b,c] -> [a-1,b,c]' --to 3",
    "table '[n] -> [n-k] for k in 1..3' --lost 5",
    "prove '[n] -> [n-1] | [n-3]' --about outcomes",
    "prove 'misere [n] -> [n-k] for k in 1..3' --json",
    "prove kayles --latex",
    "prove 'S{1,3,4}' --explain",
    "prove 0.123 --explain",
    "prove allbut{1,2} --explain",
    "prove euclid",
    "prove grundys --to 1000",
    "prove wythoff --explain",
    "prove wythoff --latex",
    "prove prime-powers --explain",
    "prove '[n] -> [n-d] for d in digits(n)' --explain",
    "prove '[n] -> [n-k] for k in squares(n)'",
    "judge hdu9999",
    "judge hdu2176x",
    "value nim",
    "value nim x",
    "value nowhere.game 5",
    "value . 5",
    "moves cram 3x",
    "moves chomp 5,7",
    "moves hackenbush a-b",
    "moves poset a<a",
    "moves ruler XYZ",
    "moves treblecross 2",
    "moves northcott W/B",
    "table wythoff --to x",
    "table nim --to 5 --svg nowhere/a.svg",
    "heap kayles --to x",
    "heap '[n] -> [n-1]'",
    "heap 0.07 --to 1000",
    "heap 0.07 --to 1000 --certificate nowhere/a.json",
    "sweep 0.??? --to 100 --shard 9/4",
    "sweep 0.07 --to 1000",
    "graph nowhere.txt",
    "store show nowhere.db",
    "check nowhere.json",
    "check '[n] -> [n-k] for k in'",
    "nim inverse 0",
    "nim root x",
    "play nim",
    "play nim 1 2 --errs 7",
    "stress nim --against 'a +'",
    "serve --port 99999",
    "nothing",
    "moves",
    "moves nim 5 --nothing",
    "pattern nim --to x",
    "pattern euclid --to 100",
];

/// Whether a piece between signs is a word of English: of letters, two at least, the first alone
/// perhaps large, and none of the notation.
fn is_word(piece: &str) -> bool {
    let letters = piece.trim_end_matches(['.', ',', ';', ':', '?', '!']);
    let plain = letters.chars().skip(1).all(|sign| sign.is_ascii_lowercase() || sign == '\'');
    plain
        && letters.len() >= 2
        && letters.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && !NOTATION.split_whitespace().any(|word| word == letters)
}

/// A line without what has no language: what stands in back quotes or, as an argument, in quotes, and
/// a command of ours from its name on. A sign that is not of English, and a comma, end a run of words.
fn told(line: &str) -> String {
    let line = SAME.iter().fold(line.to_owned(), |line, same| line.replace(same, "·"));
    let mut told = String::new();
    let mut quote = None;
    let mut before = ' ';
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (Some(_), _) => {}
            (None, '`') => quote = Some('`'),
            // Else it is an apostrophe.
            (None, '\'') if !before.is_alphanumeric() => quote = Some('\''),
            (None, ',' | '\t') => told.push_str(" · "),
            (None, _) if sign.is_ascii() || sign.is_alphabetic() && sign < '\u{300}' => {
                told.push(sign);
            }
            (None, _) => told.push_str(" · "),
        }
        before = sign;
    }
    match told.find("grundy ") {
        Some(at) => told[..at].to_owned(),
        None => told,
    }
}

/// The English that is left in a line.
fn english(line: &str) -> Option<String> {
    let line = told(line);
    let pieces: Vec<&str> = line.split_whitespace().collect();
    pieces.windows(2).find(|pair| is_word(pair[0]) && is_word(pair[1])).map(|pair| pair.join(" "))
}

/// What a command prints; nothing if it reads from a file that is not there.
fn printed(line: &str, folder: &Path) -> Option<String> {
    let mut words = line.split(' ').skip_while(|word| *word != "<");
    let read = words.nth(1).is_none_or(|name| folder.join(name).is_file());
    read.then(|| run(line, folder, "zh_CN.UTF-8").0)
}

/// The commands that a page shows.
fn shown(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("$ "));
    lines.filter(|line| line.starts_with("grundy ")).map(str::to_owned).collect()
}

#[test]
fn english_is_seen_and_notation_is_not() {
    for line in
        ["错误：no such file is here", "the value is 3", "The lost positions", "P：lost exactly"]
    {
        assert!(english(line).is_some(), "{line}");
    }
    for line in [
        "规则     [n] -> [n - k] for k in {1, 3, 4}",
        "  帮助：是不是想写 `a name`？",
        "Winning Ways 第 4 章",
        "要进一步检验：grundy stress nim --against some formula",
        "floor(n phi) 和 floor(n phi^2)",
    ] {
        assert_eq!(english(line), None, "{line}");
    }
}

#[test]
fn no_command_leaves_english_where_chinese_is_asked_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("chinese");
    let mut commands: BTreeSet<String> = MORE.iter().map(|line| format!("grundy {line}")).collect();
    let examples = root.join("../../docs/examples.md");
    let mut pages: Vec<PathBuf> = vec![
        examples.clone(),
        root.join("../../docs/zh.md"),
        root.join("../grundy/src/guide/zh.md"),
    ];
    pages.extend(
        fs::read_dir(root.join("tests/transcripts")).unwrap().map(|page| page.unwrap().path()),
    );
    pages.retain(|page| page.is_file());
    files(&fs::read_to_string(&examples).unwrap(), folder.path());
    commands.extend(pages.iter().flat_map(|page| shown(page)));
    let help = crate::grundy().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"moves"), "{names:?}");
    commands.extend(names.iter().map(|name| format!("grundy {name} --help")));
    let (mut left, mut done) = (Vec::new(), BTreeSet::new());
    for line in &commands {
        let asked_for_help = line.ends_with(" --help");
        let without = WITHOUT_LANGUAGE
            .iter()
            .any(|command| line.contains(&format!("grundy {command}")) && !asked_for_help);
        if without || line.contains("--lang en") {
            continue;
        }
        // The language is asked for by the surroundings, and the same command is not run twice.
        let line = &line.replace("--lang zh ", "");
        if !done.insert(line.clone()) {
            continue;
        }
        // What a page reads from files of its own is not there, which is said too.
        let Some(printed) = printed(line, folder.path()) else { continue };
        // The list of games gives their titles in both languages, tab by tab.
        let printed = if line == "grundy games" { String::new() } else { printed };
        // Titles in English, and those that rules give themselves.
        let titled = |said: &str| {
            said.trim_start().starts_with("game ")
                || ["\"title\": ", "\"rule\": \"game "].iter().any(|key| said.contains(key))
        };
        // Rows of words in letters that stand for elements.
        let in_letters = |said: &str| {
            let row = said.trim_start().split_once(':').map(|(row, _)| row);
            line.starts_with("grundy quotient") && row.is_some_and(|row| row.parse::<u64>().is_ok())
        };
        // What books and papers are called.
        let cites = |said: &str| line.starts_with("grundy guide") && said.starts_with("*出处*");
        let mut lines =
            printed.lines().filter(|said| !titled(said) && !in_letters(said) && !cites(said));
        let found = lines.find_map(|said| Some((english(said)?, said)));
        left.extend(found.map(|(words, said)| format!("{line}\n    {words:?} in {said}")));
    }
    assert!(commands.len() > 200, "only {} commands", commands.len());
    assert!(left.is_empty(), "{} commands leave English:\n{}", left.len(), left.join("\n"));
}

/// Questions to the server, some of them with mistakes. What cannot be read says no language.
#[cfg(feature = "serve")]
const QUESTIONS: &[(&str, &str)] = &[
    ("rule", r#"{"game": "[n] -> [n-k] for k in 1..3"}"#),
    ("rule", r#"{"game": "[n] -> [n-k] for k in"}"#),
    ("value", r#"{"game": "nim"}"#),
    ("value", r#"{"game": "cram", "position": "3x"}"#),
    ("value", r#"{"game": "kayles", "position": "[1, 2]"}"#),
    ("moves", r#"{"game": "chomp", "position": "3x3"}"#),
    ("moves", r#"{"game": "hackenbush", "position": "ground-a a-b"}"#),
    ("moves", r#"{"game": "wythoff", "position": "3,5", "most": 0}"#),
    ("moves", r#"{"game": "[n] -> [n+1]", "position": "5"}"#),
    ("moves", r#"{"game": "cram", "position": "3x3", "misere": true}"#),
    ("explain", r#"{"game": "kayles", "position": "5 7"}"#),
    ("explain", r#"{"game": "wythoff", "position": "20,31"}"#),
    ("explain", r#"{"game": "misere-nim", "position": "1 1 3"}"#),
    ("explain", r#"{"game": "S{1,3,4}"}"#),
    ("explain", r#"{"game": "euclid"}"#),
    ("pattern", r#"{"game": "lasker"}"#),
    ("pattern", r#"{"game": "wythoff", "to": "x"}"#),
    ("table", r#"{"game": "wythoff", "from": "5", "to": "2"}"#),
    ("table", r#"{"game": "[a,b,c] -> [a-1,b,c]"}"#),
    ("table", r#"{"game": "nim", "to": "1000000000"}"#),
    ("turn", r#"{"game": "nim", "position": "1 2", "move": "2 -> 5"}"#),
    ("turn", r#"{"game": "nim", "position": "1 2", "errs": 7, "opponent": true}"#),
    ("rare", r#"{"game": "nim"}"#),
    ("rare", r#"{"game": "0.77", "to": "10000000000"}"#),
    ("graph", r#"{"game": "nim", "position": "3 5", "most": 3}"#),
    ("board", r#"{"game": "cram", "position": "3x4"}"#),
    ("board", r#"{"game": "northcott", "position": "W..B/.W.B"}"#),
    ("board", r#"{"game": "nim", "position": "3"}"#),
];

/// The texts in a document but for what is written in the notation, and titles in English.
#[cfg(feature = "serve")]
fn texts(document: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value;
    match document {
        Value::String(text) => found.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, _)| {
                !["game", "rule", "source", "title", "canonical"].contains(&key.as_str())
            })
            .for_each(|(_, value)| texts(value, found)),
        _ => {}
    }
}

#[cfg(feature = "serve")]
#[test]
fn no_answer_of_the_server_leaves_english_where_chinese_is_asked_for() {
    let server = crate::serve::Server::start(&[]);
    let mut left = Vec::new();
    for (what, parameters) in QUESTIONS {
        let mut question: serde_json::Value = serde_json::from_str(parameters).unwrap();
        question["language"] = "zh".into();
        let mut found = Vec::new();
        texts(&server.ask(what, &question).json(), &mut found);
        assert!(!found.is_empty(), "{what} {parameters}");
        // Of a picture only what stands between its tags.
        let said = found.iter().map(|text| match text.starts_with("<svg") {
            true => text
                .split('<')
                .filter_map(|tag| tag.split_once('>'))
                .map(|(_, said)| said)
                .collect(),
            false => text.clone(),
        });
        left.extend(
            said.filter_map(|said| Some((english(&said)?, said)))
                .map(|(words, said)| format!("{what} {parameters}\n    {words:?} in {said}")),
        );
    }
    assert!(left.is_empty(), "{} texts in English:\n{}", left.len(), left.join("\n"));
}
