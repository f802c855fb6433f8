//! The notation, on random texts: what is printed can be read again, and what passes the checks can
//! be followed.

use std::ops::ControlFlow;
use std::time::Duration;

use grundy::games::{CATALOGUE, open};
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::rule::{Program, Rules, parse};
use grundy::ruleset::{Failure, Ruleset as _, Value};
use grundy::search::Values;
use proptest::prelude::*;

use crate::generate::{Built, built, more_cases, syntax, typed};

fn is_read_back(program: &Program) -> Result<(), TestCaseError> {
    let printed = program.to_string();
    let again =
        parse(&printed).map_err(|error| TestCaseError::fail(format!("{printed}\n{error}")))?;
    prop_assert_eq!(&again, program, "{}", &printed);
    prop_assert_eq!(again.to_string(), printed);
    Ok(())
}

/// Words and signs of rules, right and wrong.
const WORDS: [&str; 61] = [
    "[n]",
    "[n-k]",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "n",
    "k",
    "a",
    "1",
    "3",
    ",",
    "+",
    "-",
    "*",
    "/",
    "|",
    "->",
    "=",
    "==",
    "<",
    "<=",
    ">",
    "..",
    ":",
    ";",
    "for",
    " in ",
    "if",
    "let",
    "not ",
    "and",
    " or ",
    "where",
    "to",
    " mod ",
    "range(",
    "for k in 1..3",
    "1<k<3",
    "k|n",
    "|n-k|",
    "all",
    "from",
    "^",
    "!",
    "，",
    "（",
    "【",
    "×",
    "→",
    "else",
    "?",
    "~",
    "&",
    "<<",
    ">>",
    "S[",
    "misere",
    "xor(",
];

proptest! {
    #![proptest_config(more_cases(8))]

    #[test]
    fn every_syntax_tree_is_read_back_from_its_text(Built(program) in built(400, syntax::program)) {
        is_read_back(&program)?;
    }

    #[test]
    fn a_rule_that_passes_the_checks_has_values_or_a_reason(Built(program) in built(300, typed::program)) {
        is_read_back(&program)?;
        let printed = program.to_string();
        let rules = Rules::new(program, &[])
            .map_err(|error| TestCaseError::fail(format!("{printed}\n{error}")))?;
        let mut values = Values::new(&rules);
        for (kind, view) in rules.kinds().into_iter().enumerate() {
            for coord in 0..4 {
                let component = rules.component(kind, &vec![coord; view.coords().len()]).unwrap();
                let limits = Limits::default()
                    .positions(300)
                    .memory(1 << 20)
                    .time(Duration::from_millis(20));
                if let Err(failure) = values.value(&component, &limits) {
                    prop_assert!(!failure.to_string().is_empty());
                }
            }
        }
    }

    /// Mistakes are made of the same words and signs as rules: none breaks the search for what was
    /// meant, and a whole rule that is shown is one.
    #[test]
    fn what_is_shown_as_a_whole_rule_is_a_rule(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..16),
        joined in any::<bool>(),
    ) {
        let text = format!("[n] -> [n-1] {}", words.join(if joined { "" } else { " " }));
        for text in [&text[..], &text[13..]] {
            if let Err(error) = open(text) {
                let help = error.help.map(|help| help.to_string()).unwrap_or_default();
                if let Some((_, whole)) = help.split_once("the whole rule: ") {
                    prop_assert!(open(whole).is_ok(), "{text}: {whole}");
                }
            }
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[\\[\\]n0-9a-k(){}|.,+*/%=<>\\-\\\\\" #]{0,40}|\\PC{0,20}") {
        match open(&text) {
            Ok(opened) => is_read_back(opened.rules.program())?,
            Err(error) => {
                prop_assert!(error.source.get(error.span.start..error.span.end).is_some());
            }
        }
    }
}

/// What a message underlines.
fn underlined(text: &str) -> String {
    let error = open(text).unwrap_err();
    error.source[error.span.start..error.span.end].to_owned()
}

#[test]
fn names_that_use_each_other_twice_do_not_grow_without_end() {
    let rule = |count: usize, condition: &str| {
        let more = (1..count).map(|i| format!(" let c{i} = c{} and c{}", i - 1, i - 1));
        let more = more.collect::<String>();
        format!("[n] -> [n-1] let c0 = {condition}{more} if c{}", count - 1)
    };
    for condition in ["n % 3 == 1", "1 == 1", "is_prime(n)", "n in {1, 2}"] {
        assert!(open(&rule(8, condition)).is_ok(), "{condition}");
        let error = open(&rule(40, condition)).unwrap_err().to_string();
        assert!(error.contains("written out"), "{error}");
    }
}

#[test]
fn what_was_meant_is_shown_for_mistakes_of_kind_and_number() {
    for (typed, meant) in [
        ("[n] -> [n-k] for k in 1..n if n % k", "[n] -> [n-k] for k in 1..n if n % k != 0"),
        ("[n] -> [n-k] for k in fib(n)", "[n] -> [n-k] for k in fibs(n)"),
        (
            "[m] -> [m-2**i] for i in 0..4 if and(m, 2**i)",
            "[m] -> [m-2**i] for i in 0..4 if and(m, 2**i) != 0",
        ),
        ("[n] -> [n-1] if n % 2 and n > 3", "[n] -> [n-1] if n % 2 != 0 and n > 3"),
        ("[n] -> [n-1] if n > 3 or not n % 2", "[n] -> [n-1] if n > 3 or n % 2 == 0"),
        ("[n] if n -> [n-1]", "[n] if n != 0 -> [n-1]"),
        ("[n] -> [n-gcd(n,4,6)]", "[n] -> [n-gcd(gcd(n, 4), 6)]"),
        ("[a, b] -> [xor(a, b, 1, 2), b]", "[a, b] -> [xor(xor(xor(a, b), 1), 2), b]"),
    ] {
        let error = grundy::games::open(typed).unwrap_err();
        let help = error.help.map(|help| help.to_string()).unwrap_or_default();
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole, Some(meant), "{typed}: {help}");
    }
    // Whether a divisor is 0 is not what is asked, and a shift by two numbers means nothing.
    for typed in ["[n] -> [n-k] for k in 1..n if gcd(n, k)", "[n] -> [n - shl(1, n, 2)]"] {
        let error = grundy::games::open(typed).unwrap_err();
        let help = error.help.map(|help| help.to_string()).unwrap_or_default();
        assert!(!help.contains("the whole rule"), "{typed}: {help}");
    }
}

#[test]
fn words_and_functions_that_mean_something_else_say_what_to_write() {
    for (typed, help) in [
        ("[n] -> win if n == 1 | [n-1]", "named on a line of their own: win on [1]"),
        ("[n] -> [n-2**k] for k in 0.. if 2**k <= n", "a range has two ends"),
        ("[n] -> [n-sum(digits(n))]", "adds components of an option, not numbers"),
        ("[n] -> [n-k] for k in prime_factors(n)", "for p in primes(n) if n % p == 0"),
        ("[n] -> [n-lowbit(n)]", "write and(n, -n)"),
        ("[n] -> [n-zzz(n)]", "primes prime_powers powers squares fibs"),
    ] {
        let error = grundy::games::open(typed).unwrap_err();
        let told = error.help.map(|help| help.to_string()).unwrap_or_default();
        assert!(told.contains(help) && !told.contains("fibs sum"), "{typed}: {told}");
    }
}

#[test]
fn a_position_behind_a_game_with_arguments_is_told_from_an_open_bracket() {
    for (typed, game) in [
        ("bash(5) 23", Some("bash(5)")),
        ("S{1,3,4} 10", Some("S{1,3,4}")),
        ("sub({1, 3})[7]", Some("sub({1, 3})")),
        ("巴什博弈(5) 23", Some("巴什博弈(5)")),
        ("bash(5 23", None),
        ("S{1,3 10", None),
        ("S{x} 10", None),
        ("0.1(23)4", None),
    ] {
        let error = open(typed).unwrap_err();
        let told = error.help.map(|help| help.to_string()).unwrap_or_default();
        let said = told.split_once("the game alone is ").map(|(_, said)| said);
        let named = said.and_then(|said| said.split_once("; a position")).map(|(game, _)| game);
        assert_eq!(named, game, "{typed}: {told}");
    }
}

/// A chain of operators is as deep as brackets are; what is too deep is not mended by a shorter bracket.
#[test]
fn what_is_too_deep_is_told_as_such() {
    let rule = format!("[n] -> [n-k] for k in (1..n){}", " \\ {1}".repeat(300));
    let help = open(&rule).unwrap_err().help.unwrap().to_string();
    assert!(help.starts_with("name parts of it with `let`"), "{help}");
}

#[test]
fn mistakes_in_arguments_and_sets_are_underlined_where_they_stand() {
    for (text, place) in [
        ("S{..4 , $}", "$"),
        (" S {..4 5}", "5"),
        ("S{1}{2}", "{"),
        ("allbut{1, x}", "{1, x}"),
        ("pas (1,5$,1)", "$"),
        ("pas  (1, x, 2)", "x"),
        ("pas(1, 1/0, 1)", "1/0"),
        (" pas(1, 2)", "pas"),
        ("pas(1, 2, 3, 4)", "4"),
        ("sub({1} 3)", "3"),
        ("bash(1 == 2)", "1 == 2"),
    ] {
        assert_eq!(underlined(text), place, "{text}");
    }
}

#[test]
fn no_game_of_the_catalogue_raises_a_doubt() {
    for entry in CATALOGUE {
        let game = match entry.example.strip_prefix('\'') {
            Some(quoted) => quoted.split('\'').next(),
            None => entry.example.split(' ').next(),
        };
        let rules = open(game.unwrap()).unwrap().rules;
        let arity = rules.kinds()[0].coords().len();
        let tried: Vec<_> =
            (0..10).map(|coord| rules.component(0, &vec![coord; arity]).unwrap()).collect();
        assert_eq!(rules.doubts(&tried, &Limits::default()).unwrap(), [], "{}", entry.name);
    }
}

#[test]
fn in_win_on_the_order_of_unordered_coordinates_does_not_matter() {
    let over = |text: &str| -> Vec<[i64; 2]> {
        let mut session = Session::with_game(text).unwrap();
        let pairs = (0..6).flat_map(|a| (a..6).map(move |b| [a, b]));
        let mut is_over = |&coords: &[i64; 2]| {
            let position = session.component(0, &coords).unwrap();
            session.by_definition(&position, &Limits::default()) == Ok(Value::Over)
        };
        pairs.filter(|coords| is_over(coords)).collect()
    };
    let takes = "unordered [a, b] -> [a-1, b] | [a, b-1]\n";
    for (line, expected) in [
        ("win on [1, 2]", vec![[1, 2]]),
        ("win on [2, 1]", vec![[1, 2]]),
        ("win on [3, x] if x % 2 == 1", vec![[1, 3], [3, 3], [3, 5]]),
        ("win on [x, y] if x == y + 3", vec![[0, 3], [1, 4], [2, 5]]),
        ("win on [x, x + 4]", vec![[0, 4], [1, 5]]),
        ("win on [x, x]", vec![[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]),
    ] {
        assert_eq!(over(&format!("{takes}{line}")), expected, "{line}");
    }
    let ordered = "[a, b] -> [a-1, b] | [a, b-1]\nwin on [2, 1]";
    assert_eq!(over(ordered), Vec::<[i64; 2]>::new());
}

#[test]
fn of_what_is_over_the_options_are_not_asked_for() {
    let text = "misere [n] -> [n-1] if 6/(n-1) > 0\nwin on [1]";
    let mut session = Session::with_game(text).unwrap();
    let outcomes: Vec<Outcome> = (1..=4)
        .map(|n| {
            let position = session.component(0, &[n]).unwrap();
            session.outcome(&position, &Limits::default()).unwrap()
        })
        .collect();
    assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::P, Outcome::N]);
}

/// What is wrong only once names and types are known is mended too.
#[test]
fn what_is_no_set_is_shown_as_one() {
    for (typed, meant) in [
        ("[n] -> [n-k] for k in 1-3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k in 1..3 and k != 2", "[n] -> [n-k] for k in 1..3 if k != 2"),
        ("[n]→[n-k] for k in 1..n and is_prime(k)", "[n]->[n-k] for k in 1..n if is_prime(k)"),
    ] {
        let help = open(typed).unwrap_err().help.unwrap().to_string();
        assert!(help.ends_with(&format!("the whole rule: {meant}")), "{help}");
    }
    let help = open("[n] -> [n-k] for k in 1..m and k != 2").unwrap_err().help;
    assert!(help.is_none_or(|help| !help.to_string().contains("the whole rule")));
    let help = open("[n] -> [n-{1,3}]").unwrap_err().help.unwrap().to_string();
    assert_eq!(help, "to go through a set write [n - k] for k in {1, 3}");
}

#[test]
fn a_sum_of_several_ranges_is_a_sum_of_sums() {
    let one = "[x, y] -> sum(i in 1..x, j in i..y, k in {1, j}) ([x-i, y-j] + [0, k-1])";
    let nested = "[x, y] -> sum(i in 1..x) sum(j in i..y) sum(k in {1, j}) ([x-i, y-j] + [0, k-1])";
    assert_eq!(parse(one).unwrap().to_string(), parse(nested).unwrap().to_string());
    let many =
        |ranges: usize| format!("[n] -> sum({}a in 1..2) [n-1]", "a in 1..2, ".repeat(ranges));
    assert!(parse(&many(20)).is_ok());
    assert!(parse(&many(100_000)).is_err());
    for text in [
        "[n] -> sum(i in 1..n,) [n-i]",
        "[n] -> sum(i in 1..n, j) [n-i]",
        "[n] -> sum(i in 1..n, j in 1..n [n-i]",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn rules_in_wide_signs_are_shown_in_plain_ones() {
    let mut tried = 0;
    for entry in CATALOGUE {
        let Some((head, rule)) = entry.rule.split_once('\n') else { continue };
        let plain = rule.split_whitespace().collect::<Vec<_>>().join(" ");
        if head.contains('(') || plain.len() > 300 || plain.contains(['!', '#']) {
            continue;
        }
        let wide: String = plain
            .chars()
            .map(|c| match c {
                '!'..='~' if !c.is_ascii_alphanumeric() => {
                    char::from_u32(c as u32 + 0xfee0).unwrap()
                }
                c => c,
            })
            .collect();
        let help = open(&wide.replace("－＞", "→")).unwrap_err().help.unwrap().to_string();
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole.map(parse), Some(parse(&plain)), "{wide}: {help}");
        tried += 1;
    }
    assert!(tried > 10, "{tried}");
}

/// The options for which a condition holds, and those for which it is denied, are all, and none is both.
#[test]
fn what_is_denied_holds_where_it_does_not_hold() {
    for cond in [
        "k == 3",
        "k != 3",
        "k < 3",
        "k <= 3",
        "k > 3",
        "k >= 3",
        "2 < k and k <= n/2",
        "k in {1, 4} or k == n",
        "k % 2 == 0 and (k > 4 or n % 3 == 1)",
        "not k > 2 and k != 1",
        "not (k == 1 or not k**2 <= n)",
        "is_prime(k) and is_square(n)",
        // The second one divides by 0 where the first does not decide.
        "k == n or 6 / (n-k) > 1",
        "k < n and 6 / (n-k) > 1",
    ] {
        let taken = |cond: String| -> Vec<Vec<u64>> {
            let rules = open(&format!("[n] -> [n-k] for k in 1..n if {cond}")).unwrap().rules;
            let of_heap = |heap: i64| {
                let mut left = Vec::new();
                let listed = rules.options(
                    &rules.component(0, &[heap]).unwrap(),
                    &Limits::default(),
                    &mut |parts| {
                        left.push(parts[0].coords[0].unsigned_abs());
                        ControlFlow::Continue(())
                    },
                );
                listed.unwrap();
                left.sort_unstable();
                left
            };
            (0..30).map(of_heap).collect()
        };
        let (held, denied) = (taken(cond.to_owned()), taken(format!("not ({cond})")));
        for (heap, (held, denied)) in held.into_iter().zip(denied).enumerate() {
            let mut all = [held, denied].concat();
            all.sort_unstable();
            assert_eq!(all, (0..heap as u64).collect::<Vec<_>>(), "{cond} at {heap}");
        }
    }
}

/// Names that use each other twice double what they stand for each time.
#[test]
fn what_names_stand_for_is_bounded_in_a_whole_rule() {
    let doubled = |first: &str, join: &str, times: usize| {
        let lets = (1..=times).map(|n| format!("let c{n} = (c{} {join} c{}) ", n - 1, n - 1));
        format!(
            "[a, b] -> [a-i, b-j] for i in 0..a, j in 0..b let c0 = {first} {}",
            lets.collect::<String>()
        )
    };
    let used = |name: &str, times: usize| vec![name; times].join(" and ");
    for (rule, fits) in [
        (doubled("(i+j > 0)", "and", 6) + "if c6", true),
        (doubled("(i+j > 0)", "and", 12) + "if c12", false),
        (doubled("(i+j > 0)", "or", 12) + "if i+j > 0 if c12", false),
        // Each is short, and all together are not.
        (doubled("(i+j > 0)", "and", 5) + "if " + &used("c5", 9), true),
        (doubled("(i+j > 0)", "and", 5) + "if " + &used("c5", 90), false),
        (doubled("({1, i})", "or", 9) + "if i+j in c9", true),
        (doubled("({1, i})", "or", 15) + "if i+j in c15", false),
    ] {
        match open(&rule) {
            Ok(_) => assert!(fits, "{rule}"),
            Err(error) => {
                let said = error.message.to_string();
                assert!(!fits && said.contains("written out this is too long"), "{rule}: {said}");
            }
        }
    }
    // The same twice says no more than once.
    let mut session = Session::with_game(&(doubled("(i+j > 0)", "and", 7) + "if c7")).unwrap();
    let position = session.component(0, &[3, 4]).unwrap();
    let mut plain =
        Session::with_game("[a, b] -> [a-i, b-j] for i in 0..a, j in 0..b if i+j > 0").unwrap();
    assert_eq!(
        session.value(&position, &Limits::default()).unwrap().to_u64(),
        plain.value(&position, &Limits::default()).unwrap().to_u64()
    );
}

/// A condition that fails is an error, also before a range that has no element.
#[test]
fn what_fails_before_an_empty_range_is_told() {
    for (rule, position, fails) in [
        ("[b] -> [b-1] | [b-k] if 1/0 < 9 for k in 1..0", "3", true),
        ("[b] -> [b-1] | [b-k] if b < 9 for k in 1..0", "3", false),
        ("[a, b] -> [a, b - k] if 7/a < 20 for k in 1..a", "0,3", true),
        ("[a, b] -> [a, b - k] if 7/a < 20 for k in 1..a", "2,3", false),
        ("[n] -> [k] + [j] if n > n for k in 1..8, j in 2..7", "9", false),
    ] {
        let mut session = Session::with_game(rule).unwrap();
        let at = session.position(position).unwrap();
        let found = session.value(&at, &Limits::default());
        assert_eq!(found.is_err(), fails, "{rule} at {position}: {found:?}");
    }
}

/// Conditions that are long take their time where each component is looked at, in a table, too.
#[test]
fn long_conditions_stop_in_time() {
    let comparisons = |from: usize| {
        (from..from + 20)
            .map(|n| format!("(k*k+{n}) % 7 != n + 9"))
            .collect::<Vec<_>>()
            .join(" and ")
    };
    let all: Vec<String> = (0..60).map(|part| format!("if {}", comparisons(20 * part))).collect();
    let rule = format!("[n] -> [n-k] for k in 1..n {}", all.join(" "));
    let mut session = Session::with_game(&rule).unwrap();
    let limits = Limits::default().time(Duration::from_millis(300));
    let stopped = session.values(0, &[], 0..=30_000, &limits);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Time))), "{stopped:?}");
}
