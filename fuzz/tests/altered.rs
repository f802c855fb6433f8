//! Every target reads its seeds, and what comes of a few random edits of them. This is the part of
//! fuzzing that the checks have time for: nothing is built for it apart, but no count of branches
//! says which edits lead to something new. `PROPTEST_CASES` makes it longer, `cargo xtask fuzz`
//! searches in earnest.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::ops::Range;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// Longest input tried, as in `cargo xtask fuzz`: long inputs take long and find no more.
const MAX_LENGTH: usize = 500;

const OPERATORS: [&str; 18] = [
    "+", "-", "*", "/", "%", "**", "<", "<=", "==", "!=", ">=", ">", " and ", " or ", " in ", "..",
    ",", " step ",
];

/// One change of an input. Places and lengths are shares of what is there.
#[derive(Clone, Debug)]
enum Edit {
    /// A part is left out.
    Cut(Index, usize),
    /// A part is said again, after itself.
    Repeat(Index, usize),
    /// A byte becomes another one.
    Change(Index, u8),
    /// A byte comes in, more often one that means something.
    Insert(Index, u8),
    /// A part of another seed comes in.
    Splice { seed: Index, from: Index, length: usize, to: Index },
    /// A number becomes this one.
    Number(Index, u64),
    /// A word or a sign becomes one of another seed.
    Exchange { at: Index, seed: Index, from: Index },
    /// A word becomes what an operator makes of it and of a word of another seed.
    Combine { at: Index, operator: &'static str, seed: Index, from: Index },
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<Index>;
    let byte = || {
        let meant = b"0123456789 +-*/%()[]{}<>=!|,.:;&^~_abcnkmxyz\n\"'".to_vec();
        prop_oneof![3 => proptest::sample::select(meant), 1 => any::<u8>()]
    };
    // Up to three digits: longer ones may be honest work of some seconds. Then the limits of types.
    let limit = |bits: u32| ((1u128 << bits) - 1) as u64;
    let number = prop_oneof![
        4 => 0u64..1000,
        1 => (10u32..=64, 0u64..3).prop_map(move |(bits, less)| limit(bits) - less),
    ];
    prop_oneof![
        2 => (place(), 1usize..12).prop_map(|(at, length)| Edit::Cut(at, length)),
        1 => (place(), 1usize..12).prop_map(|(at, length)| Edit::Repeat(at, length)),
        3 => (place(), byte()).prop_map(|(at, byte)| Edit::Change(at, byte)),
        3 => (place(), byte()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        3 => (place(), place(), 1usize..24, place())
            .prop_map(|(seed, from, length, to)| Edit::Splice { seed, from, length, to }),
        1 => (place(), number).prop_map(|(at, number)| Edit::Number(at, number)),
        4 => (place(), place(), place())
            .prop_map(|(at, seed, from)| Edit::Exchange { at, seed, from }),
        3 => (place(), proptest::sample::select(&OPERATORS[..]), place(), place())
            .prop_map(|(at, operator, seed, from)| Edit::Combine { at, operator, seed, from }),
    ]
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words and signs of an input: where those stand of which this is said.
fn tokens(bytes: &[u8], of_words: bool) -> Vec<Range<usize>> {
    let class = |at: usize| match bytes[at] {
        byte if is_word(byte) => 0,
        b' ' | b'\n' => 1,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' => 2 + at,
        _ => 2 + bytes.len(),
    };
    let mut found = Vec::new();
    let mut start = 0;
    for end in 1..=bytes.len() {
        if end < bytes.len() && class(end) == class(start) {
            continue;
        }
        if class(start) != 1 && is_word(bytes[start]) == of_words {
            found.push(start..end);
        }
        start = end;
    }
    found
}

/// One of them, if there are any.
fn token(bytes: &[u8], at: &Index, of_words: bool) -> Option<Range<usize>> {
    let found = tokens(bytes, of_words);
    (!found.is_empty()).then(|| at.get(&found).clone())
}

/// Changes an input; what there is no place for changes nothing.
fn alter(bytes: &mut Vec<u8>, edit: &Edit, seeds: &[Vec<u8>]) {
    let part = |bytes: &[u8], at: &Index, length: usize| {
        let start = at.index(bytes.len() + 1);
        start..bytes.len().min(start + length)
    };
    match edit {
        Edit::Cut(at, length) => drop(bytes.drain(part(bytes, at, *length))),
        Edit::Repeat(at, length) => {
            let range = part(bytes, at, *length);
            let again = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, again);
        }
        Edit::Change(at, byte) => {
            if !bytes.is_empty() {
                *at.get_mut(bytes) = *byte;
            }
        }
        Edit::Insert(at, byte) => bytes.insert(at.index(bytes.len() + 1), *byte),
        Edit::Splice { seed, from, length, to } => {
            let other = seed.get(seeds);
            let piece = &other[part(other, from, *length)];
            let to = to.index(bytes.len() + 1);
            bytes.splice(to..to, piece.iter().copied());
        }
        Edit::Number(at, number) => {
            let digits = |range: &std::ops::Range<usize>| {
                bytes[range.clone()].iter().all(u8::is_ascii_digit)
            };
            let near = at.index(bytes.len() + 1);
            let Some(start) = (near..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) else {
                return;
            };
            let end = (start..=bytes.len()).take_while(|&end| digits(&(start..end))).last();
            bytes.splice(start..end.unwrap_or(start), number.to_string().into_bytes());
        }
        Edit::Exchange { at, seed, from } => {
            let all = at.index(bytes.len() + 1)..bytes.len();
            let of_words = bytes[all].iter().find(|byte| !byte.is_ascii_whitespace());
            let of_words = of_words.is_none_or(|&byte| is_word(byte));
            let other = seed.get(seeds);
            let Some(into) = token(bytes, at, of_words) else { return };
            let Some(one) = token(other, from, of_words) else { return };
            bytes.splice(into, other[one].iter().copied());
        }
        Edit::Combine { at, operator, seed, from } => {
            let other = seed.get(seeds);
            let Some(into) = token(bytes, at, true) else { return };
            let Some(one) = token(other, from, true) else { return };
            let parts = [b"(", &bytes[into.clone()], operator.as_bytes(), &other[one], b")"];
            let combined = parts.concat();
            bytes.splice(into, combined);
        }
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has no seeds");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The seeds of a target, then `times` as many altered ones as is usual in a random test.
fn read_seeds_and_altered_ones(target: &str, times: u32) {
    let seeds = seeds(target);
    for seed in &seeds {
        // Shown if it breaks the target.
        println!("{}", String::from_utf8_lossy(seed));
        grundy_fuzz::run(target, seed);
    }
    // Where an input ends the whole process, here it is. The file stays open: closed again after each input, some file
    // systems bring it to the disk at once, which took a minute.
    let last = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("altered-{target}"));
    let last = RefCell::new(File::create(last).unwrap());
    let mut config = ProptestConfig::default();
    config.cases = config.cases.saturating_mul(times);
    let altered = (any::<Index>(), prop::collection::vec(edit(), 1..5));
    let outcome = TestRunner::new(config).run(&altered, |(seed, edits)| {
        let mut bytes = seed.get(&seeds).clone();
        for edit in &edits {
            alter(&mut bytes, edit, &seeds);
        }
        bytes.truncate(MAX_LENGTH);
        let mut last = last.borrow_mut();
        last.rewind().unwrap();
        last.write_all(&bytes).unwrap();
        last.set_len(bytes.len() as u64).unwrap();
        grundy_fuzz::run(target, &bytes);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{target}: {failure}");
    }
}

#[test]
fn codes() {
    read_seeds_and_altered_ones("code", 64);
}

#[test]
fn judge_inputs() {
    read_seeds_and_altered_ones("judge", 4);
}

#[test]
fn rules() {
    read_seeds_and_altered_ones("notation", 32);
}

#[test]
fn positions() {
    read_seeds_and_altered_ones("position", 4);
}

#[test]
fn tables() {
    read_seeds_and_altered_ones("table", 16);
}

#[test]
fn every_target_is_read_here_and_has_a_fuzzer() {
    let known: Vec<&str> = grundy_fuzz::TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        known,
        ["code", "judge", "notation", "position", "table"],
        "a test for the new target"
    );
    for name in known {
        let fuzzer = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("targets/{name}.rs"));
        let text = fs::read_to_string(&fuzzer).unwrap();
        assert!(text.contains(&format!("run(\"{name}\", bytes)")), "{}", fuzzer.display());
    }
}
