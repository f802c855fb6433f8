//! The judge formats: samples, white space, mistakes, large inputs, game trees.

mod naive;

use std::io::{self, Read, Write};
use std::path::Path;

use grundy_cli::judge::{JudgeError, find, formats, run};
use proptest::prelude::*;

/// What a format writes, and its error if there is one.
fn answered(id: &str, input: &[u8]) -> (String, Option<JudgeError>) {
    let mut output = Vec::new();
    let error = run(id, &mut &input[..], &mut output).err();
    (String::from_utf8(output).expect("answers are text"), error)
}

/// What a format writes for an input without mistakes.
fn answers(id: &str, input: &str) -> String {
    let (output, error) = answered(id, input.as_bytes());
    assert!(error.is_none(), "{id}: {input}: {error:?}");
    output
}

/// The cases of `testdata/judge`: format, input, answers.
fn cases() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judge");
    let files = std::fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a file").path());
    let inputs = files.filter(|path| path.extension().is_some_and(|extension| extension == "in"));
    let text = |path: &Path| std::fs::read_to_string(path).expect("a case");
    inputs
        .map(|path| {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
            let id = name.split('-').next().unwrap_or(name).to_owned();
            (id, text(&path), text(&path.with_extension("out")))
        })
        .collect()
}

#[test]
fn every_format_answers_its_samples() {
    let cases = cases();
    for format in formats() {
        assert!(cases.iter().any(|(id, ..)| id == format.id), "no case of {}", format.id);
        for (_, input, output) in cases.iter().filter(|(id, ..)| id == format.id) {
            assert_eq!(answers(format.id, input), *output, "{}", format.id);
            for alias in format.aliases {
                assert_eq!(answers(&alias.to_uppercase(), input), *output, "{alias}");
            }
        }
    }
}

#[test]
fn white_space_is_all_alike() {
    for (id, input, output) in cases() {
        for space in ["\r\n", "\t", " ", "\n\n \t\x0b\x0c"] {
            let tokens: Vec<&str> = input.split_ascii_whitespace().collect();
            let spaced = tokens.join(space);
            assert_eq!(answers(&id, &spaced), output, "{id} with {space:?}");
            assert_eq!(answers(&id, &format!("{space}{spaced}{space}")), output, "{id}");
        }
        assert_eq!(answers(&id, &format!("\u{feff}{input}")), output, "{id} with a mark");
    }
}

#[test]
fn nothing_is_asked_and_nothing_answered() {
    for format in formats() {
        assert_eq!(answers(format.id, ""), "", "{}", format.id);
        assert_eq!(answers(format.id, " \r\n"), "", "{}", format.id);
        assert_eq!(answers(format.id, "\u{feff}"), "", "{}", format.id);
    }
}

#[test]
fn the_end_of_the_input_ends_the_cases() {
    for (id, input, output) in [
        ("hdu2176", "2 45 45", "No\n"),
        ("hdu2177", "1 2", "0\n"),
        ("poj2975", "1 4", "1\n"),
        ("hdu1907", "9 1 1", "Brother\n"),
        ("hdu1536", "1 1 1 1 3", "W\n"),
        ("hdu1846", "9 4 3", "second\n"),
        ("hdu1848", "1 4 1", "Nacci\n"),
        ("hdu2516", "4", "First win\n"),
        ("hdu3032", "2 2 3 3", "Bob\n"),
        ("poj2425", "2 1 1 0 1 0", "WIN\n"),
        ("p2953", "7 10", "NO\n"),
        ("p4018", "7 6", "Roy wins!\n"),
        ("nimprod", "7 2 2", "3\n"),
    ] {
        assert_eq!(answers(id, input), output, "{id}");
    }
}

#[test]
fn what_comes_after_the_end_is_not_looked_at() {
    for (id, input, output) in [
        ("hdu2176", "0 x", ""),
        ("hdu2177", "1 2 0 0 x", "0\n"),
        ("hdu2516", "4 0 x", "First win\n"),
        ("hdu1848", "0 0 0 x", ""),
        ("hdu1846", "1 4 3 x", "second\n"),
        ("example3", "1 3 4 x", "P\n"),
        ("lasker", "1 x", "1: 1\n"),
        ("pas", "1 1 1 1 1 x", "1\n"),
        ("sslb1633", "1 1 x", "B\n"),
    ] {
        assert_eq!(answers(id, input), output, "{id}");
    }
}

/// Format, input, answers before the mistake, line, column, a part of the message.
const MISTAKES: &[(&str, &str, &str, u64, u64, &str)] = &[
    ("hdu2176", "1 5\n2 3 x\n", "Yes\n5 0\n", 2, 5, "found `x`"),
    ("hdu2176", "1 5\n2 3", "Yes\n5 0\n", 2, 4, "the input ends"),
    ("hdu2176", "1 5\r\n2 3\r\n", "Yes\n5 0\n", 3, 1, "the input ends"),
    ("hdu2176", "1\n18446744073709551616", "", 2, 1, "18446744073709551615"),
    ("hdu2176", "99999999999 1", "", 1, 1, "number of piles"),
    ("hdu2176", "\u{feff}x", "", 1, 1, "found `x`"),
    ("hdu2176", "1 5é", "", 1, 4, "found `é`"),
    ("hdu2176", "1 ５", "", 1, 3, "a wide form of `5`"),
    ("p1247", "3\n3 6", "", 2, 4, "the input ends"),
    ("hdu1536", "2 3 0\n1\n1 5\n0\n", "", 1, 5, "an amount is 0"),
    ("poj1067", "1 2\n3 -5\n", "0\n", 2, 3, "not negative"),
    ("poj1067", "1 2\n3", "0\n", 2, 2, "second pile"),
    ("poj1067", "1 2 3 4x", "0\n", 1, 8, "found `x`"),
    ("hdu2177", "1 2\n3", "0\n", 2, 2, "second pile"),
    ("poj2975", "2\n3\n", "", 3, 1, "a pile"),
    ("hdu1907", "1 2 3", "", 1, 6, "a pile"),
    ("p2197", "2 1 5 2 3", "Yes\n", 1, 10, "a pile"),
    ("poj2234", "1 5\n2 x", "Yes\n", 2, 3, "found `x`"),
    ("hdu1849", "2 3\n", "", 2, 1, "a pile"),
    ("p1290", "2 25 7 24\n", "Stan wins\n", 2, 1, "second number"),
    ("poj2348", "4 2 7", "Stan wins\n", 1, 6, "second number"),
    ("hdu1536", "2 1", "", 1, 4, "an amount"),
    ("hdu1536", "1 1\n3\n1 3\n1 2\n1", "WL", 5, 2, "a heap"),
    ("hdu1536", "2 1 1000000000\n1\n1 10000001", "", 3, 3, "above 10000000"),
    ("hdu1846", "2\n3 2\n4 +1", "second\n", 3, 3, "found `+`"),
    ("hdu1847", "3 4 five", "Cici\nKiki\n", 1, 5, "found `f`"),
    ("hdu1848", "1 4 1\n1 1", "Nacci\n", 2, 4, "a heap"),
    ("hdu2516", "2\n\t3.5", "Second win\n", 2, 3, "found `.`"),
    ("hdu3032", "1 1 18446744073709551615", "", 1, 5, "2^64"),
    ("poj2425", "2\n1 2\n0\n", "", 2, 3, "no vertex is called 2"),
    ("poj2425", "3\n1 1\n1 2\n 1 1\n1 0 0", "", 4, 2, "cycle"),
    ("poj2425", "1\n1 0\n0\n", "", 2, 1, "cycle"),
    ("poj2425", "2\n1 1\n0\n1 0\n1 2\n0\n", "WIN\n", 5, 3, "no vertex is called 2"),
    ("poj2425", "2 0", "", 1, 4, "number of edges"),
    ("example3", "2\n3 4\n3", "", 3, 2, "a heap"),
    ("lasker", "10000001", "", 1, 1, "above 10000000"),
    ("pas", "1 0 1 1 1", "", 1, 3, "one cell"),
    ("pas", "1 1", "", 1, 4, "a strip"),
    ("pas", "3 3 3 2 3 1000001", "1\n", 1, 11, "a board is 1000001"),
    ("sslb1633", "3 1", "", 1, 4, "a number"),
    ("poj2311", "4 2 3 0", "WIN\n", 1, 7, "1 at least"),
    ("poj2311", "1001 2", "", 1, 1, "above 1000"),
    ("p2953", "1 100000001", "", 1, 3, "above 100000000"),
    ("p4018", "3 6 -6", "Roy wins!\n", 1, 5, "not negative"),
    ("nimprod", "2 2 2 2", "3\n", 1, 8, "second factor"),
];

#[test]
fn mistakes_are_shown_with_their_place_after_the_answers() {
    for &(id, input, output, line, column, part) in MISTAKES {
        let (written, error) = answered(id, input.as_bytes());
        let Some(JudgeError::Mistake(mistake)) = error else {
            panic!("{id}: {input:?}: {error:?}");
        };
        assert_eq!((mistake.line(), mistake.column()), (line, column), "{id}: {input:?}");
        assert!(
            mistake.message().to_string().contains(part),
            "{id}: {input:?}: {}",
            mistake.message()
        );
        assert_eq!(written, output, "{id}: {input:?}");
    }
    for format in formats() {
        assert!(MISTAKES.iter().any(|(id, ..)| *id == format.id), "no mistake of {}", format.id);
    }
}

#[test]
fn a_name_that_no_format_has() {
    for (id, near) in [("hdu2716", "did you mean `hdu2176`?"), ("2176", "did you mean `hdu2176`?")]
    {
        let (written, error) = answered(id, b"0");
        let Some(error @ JudgeError::UnknownFormat(_)) = error else { panic!("{id}: {error:?}") };
        assert!(error.message().to_string().ends_with(near), "{error:?}");
        assert_eq!(written, "");
    }
}

/// A stream that hands out a few bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len());
        Read::read(&mut self.0, &mut buffer[..count])
    }
}

#[test]
fn numbers_and_places_across_the_borders_of_buffers() {
    let line = "18446744073709551615 0\r\n00000000000000000000000000001 2\n";
    let text = format!("\u{feff}{}\n 7 boom", line.repeat(3000));
    for size in [1, 2, 3, 7, 64, 65_535, usize::MAX] {
        let mut output = Vec::new();
        let error = run("poj1067", &mut Drops(text.as_bytes(), size), &mut output);
        assert!(output == "1\n0\n".repeat(3000).as_bytes(), "{size}");
        let Err(JudgeError::Mistake(mistake)) = error else { panic!("{size}: {error:?}") };
        assert_eq!((mistake.line(), mistake.column()), (6002, 4), "{size}");
    }
    // A number longer than any buffer.
    let long = format!("{}2 1\n3 4x", "0".repeat(200_000));
    let (written, error) = answered("poj1067", long.as_bytes());
    let Some(JudgeError::Mistake(mistake)) = error else { panic!("{error:?}") };
    assert_eq!((written.as_str(), mistake.line(), mistake.column()), ("0\n", 2, 4));
}

/// A stream that fails.
struct Broken(io::ErrorKind);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn streams_that_fail() {
    let mut broken = Broken(io::ErrorKind::BrokenPipe);
    let error = run("lasker", &mut &b"100000"[..], &mut broken);
    assert!(matches!(error, Err(JudgeError::Write(_))), "{error:?}");
    let mut broken = Broken(io::ErrorKind::PermissionDenied);
    let error = run("lasker", &mut broken, &mut Vec::new());
    assert!(matches!(error, Err(JudgeError::Read(_))), "{error:?}");
}

/// The numbers of a text.
fn text(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().map(|number| format!("{number} ")).collect()
}

#[test]
fn the_largest_legal_inputs() {
    let lines = |id: &str, input: &str| answers(id, input).lines().count();

    let piles = format!("200000 {}0", text((1..=200_000).map(|n| n * 10_007 % (1 << 31) + 1)));
    assert!(lines("hdu2176", &piles) > 1);
    let pairs = text((0..20_000).map(|n| 1_000_000_000 - n % 1000));
    assert_eq!(lines("poj1067", &pairs), 10_000);
    assert!(lines("hdu2177", &text((0..20_000).map(|n| 1_000_000 - n % 1000))) >= 10_000);
    let piles = text((0..1000).map(|n| 1_000_000_000 - n));
    assert_eq!(lines("poj2975", &format!("1000 {piles}").repeat(5)), 5);
    let piles = text((0..47).map(|n| 5000 - n));
    assert_eq!(lines("hdu1907", &format!("474 {}", format!("47 {piles}").repeat(474))), 474);
    let amounts = text(1..=100);
    let heaps = format!("100 {}", text((0..100).map(|n| 10_000 - n)));
    let group = format!("100 {amounts} 100 {}", heaps.repeat(100));
    assert_eq!(lines("hdu1536", &group.repeat(3)), 3);
    assert_eq!(lines("hdu1846", &format!("1000 {}", "1000 999 ".repeat(1000))), 1000);
    assert_eq!(lines("hdu1847", &text(1..=1000)), 1000);
    assert_eq!(lines("hdu1848", &"1000 1000 999 ".repeat(1000)), 1000);
    assert_eq!(lines("hdu2516", &text((1 << 31) - 1000..1 << 31)), 1000);
    let heaps = text((1 << 31) - 1000..1 << 31);
    assert_eq!(lines("hdu3032", &format!("20 {}", format!("1000 {heaps}").repeat(20))), 20);
    let forward = (0..1000u64).map(|n| format!("{} {}\n", 999 - n, text(n + 1..1000)));
    let graph = format!("1000\n{}10 {}0\n", forward.collect::<String>(), text(0..10));
    assert_eq!(lines("poj2425", &graph.repeat(2)), 2);
    assert_eq!(lines("example3", &format!("1000 {}", "9 2147483648 ".repeat(1000))), 1);
    assert_eq!(lines("lasker", "1000000"), 1_000_000);
    assert_eq!(lines("pas", &format!("7 11 13 1000 {}", text(1..=1000))), 1000);
    assert_eq!(lines("pas", &format!("1 1 2 1000 {}", text(999_001..=1_000_000))), 1000);
    let ones = text((0..100_000).map(|n| u64::MAX >> (n % 64)));
    assert_eq!(lines("sslb1633", &format!("100000 {ones}")), 1);
    let sheets = (2..=200).map(|side| format!("{side} {}\n", 202 - side));
    assert_eq!(lines("poj2311", &sheets.collect::<String>()), 199);
    assert_eq!(lines("p2953", &format!("100 {}", text(999_901..=1_000_000))), 100);
    let numbers = text(49_900_001..=50_000_000);
    assert_eq!(lines("p4018", &format!("100000 {numbers}")), 100_000);
    let factors = text((0..40_000).map(|n| u64::MAX - n * n));
    assert_eq!(lines("nimprod", &format!("20000 {factors}")), 20_000);
}

#[test]
fn problems_are_found_as_people_type_them() {
    for (typed, id) in [
        ("HDU-2176", "hdu2176"),
        ("hdu 2176", "hdu2176"),
        ("poj_1067", "poj1067"),
        ("P1247", "p1247"),
        ("luogu1247", "p1247"),
        ("Luogu P1247", "p1247"),
        ("洛谷P1247", "p1247"),
        ("洛谷1247", "p1247"),
        ("hdu1850", "poj2975"),
    ] {
        assert_eq!(find(typed).map(|format| format.id), Some(id), "{typed}");
    }
    let told = |typed: &str| answered(typed, b"").1.expect(typed).to_string();
    for (typed, near) in [("hud2176", "hdu2176"), ("2176", "hdu2176"), ("laskr", "lasker")] {
        let told = told(typed);
        assert!(told.contains(&format!("did you mean `{near}`?")), "{told}");
    }
    // Another number is another problem.
    for typed in ["hdu1730", "hdu21767", "hdu1067", "poj2972", "洛谷1248", "luogu", ""] {
        let told = told(typed);
        assert!(told.contains("`grundy judge --list`"), "{told}");
    }
}

#[test]
fn beyond_what_the_judges_ask() {
    let path: String = (1..200_000).map(|next| format!("1 {next}\n")).collect();
    assert_eq!(
        answers("hdu1524", &format!("200000\n{path}0\n1 0 1 1 1 199999 0")),
        "WIN\nLOSE\nLOSE\n"
    );
    assert_eq!(answers("poj2311", "1 1 1 2 1000 1 0001 5"), "LOSE\nWIN\nWIN\nWIN\n");
    assert_eq!(answers("hdu1848", "1000000 1000000 0"), "Nacci\n");
    assert_eq!(answers("hdu1847", "18446744073709551615"), "Cici\n");
    assert_eq!(answers("hdu1536", "1 6 1 1 5 1 1 0"), "L\n\n");
    // With 1 to 9 the value is the last digit.
    let last_digits = format!("9 {} 2 2 12345678901234567 7 2 12345678901234567 8", text(1..10));
    assert_eq!(answers("hdu1536", &last_digits), "LW\n");
    // Strips of two cells: the period is 34.
    assert_eq!(answers("pas", "2 2 2 2 1000000000 3400000014"), answers("pas", "2 2 2 2 262 218"));
    assert_eq!(answers("pas", "1000000 2000000 3000000 2 999999 1000000"), "2\n1\n");
}

/// Texts that look like an input, more or less.
fn token_streams() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        8 => (0u64..12).prop_map(|n| n.to_string()),
        2 => (0u64..300).prop_map(|n| n.to_string()),
        1 => any::<u64>().prop_map(|n| n.to_string()),
        1 => "[0-9]{18,22}|[-+]?[0-9x.]{0,3}|\u{feff}",
    ];
    let space = prop_oneof![4 => Just(" "), 1 => Just("\r\n"), 1 => Just("\n"), 1 => Just("\t")];
    let token = (number, space).prop_map(|(number, space)| number + space);
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn no_bytes_make_a_format_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in formats() {
            answered(format.id, &bytes);
        }
    }
}

proptest! {
    // Each case is read by every format, twice.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(2), ..ProptestConfig::default() })]

    #[test]
    fn no_numbers_make_a_format_panic(text in token_streams(), size in 1usize..30) {
        for format in formats() {
            let (written, error) = answered(format.id, text.as_bytes());
            let mut in_drops = Vec::new();
            let again = run(format.id, &mut Drops(text.as_bytes(), size), &mut in_drops);
            prop_assert_eq!(written.as_bytes(), &in_drops);
            prop_assert_eq!(error.map(|e| e.to_string()), again.err().map(|e| e.to_string()));
        }
    }
}
