//! Theorems by automata: those that must come out, against the definition; altered rules and
//! altered certificates; random linear rules.

mod printed;

use grundy::automatic::{
    Answers, Attempt, Certificate, Refusal, Refuted, Subject, Unchecked, check, counterexample,
    description, prove, refute,
};
use grundy::automaton::{Dfa, Numeration};
use grundy::games::{open, open_rule};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::rule::Rules;
use grundy::ruleset::Value;
use grundy::search::{Misere, Values};
use proptest::prelude::*;

use crate::generate::linear::linear_rule;
use crate::generate::{at_least_cases, built, fewer_cases};

pub(crate) fn rules(text: &str) -> Rules {
    open(text).unwrap_or_else(|error| panic!("{text}: {error}")).rules
}

pub(crate) fn proved(text: &str, subject: Subject) -> Certificate {
    match prove(&rules(text), subject, &Limits::default()).unwrap() {
        Attempt::Proved(certificate) => certificate,
        other => panic!("{text}: {other:?}"),
    }
}

/// All coordinates below a bound.
pub(crate) fn tuples(arity: usize, side: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        let longer =
            all.iter().flat_map(|t: &Vec<u64>| (0..side).map(move |n| [&t[..], &[n]].concat()));
        all = longer.collect();
    }
    all
}

/// Whether a set is right at a component, by the definition.
struct Definition<'a> {
    rules: &'a Rules,
    values: Values<&'a Rules>,
    misere: Misere<&'a Rules>,
}

impl<'a> Definition<'a> {
    fn new(rules: &'a Rules) -> Definition<'a> {
        Definition { rules, values: Values::new(rules), misere: Misere::new(rules) }
    }

    fn agrees(&mut self, set: &Dfa, subject: Subject, coords: &[u64]) -> bool {
        let signed: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
        let component = self.rules.component(0, &signed).unwrap();
        let limits = Limits::default();
        if self.rules.is_misere() {
            let outcome = self.misere.outcome(&[component], &limits).unwrap();
            return set.accepts(coords) == (outcome == Outcome::P);
        }
        let value = self.values.value(&component, &limits).unwrap();
        match (subject, value) {
            (Subject::Outcomes, value) => set.accepts(coords) == (value.outcome() == Outcome::P),
            (Subject::Values, Value::Nimber(nimber)) => {
                (0..=nimber.0 + 3).all(|g| set.accepts(&[coords, &[g]].concat()) == (g == nimber.0))
            }
            // 0 and the place values, in their order.
            (Subject::Lengths, Value::Nimber(nimber)) => (0..nimber.0 + 3).all(|length| {
                let digits: Vec<u8> = (0..length).map(|at| u8::from(at == 0)).collect();
                let written = set.numeration().read(&digits).unwrap();
                set.accepts(&[coords, &[written]].concat()) == (length == nimber.0)
            }),
            _ => false,
        }
    }
}

/// Sides of the tables that theorems are compared with, by the number of coordinates.
const SIDES: [u64; 3] = [400, 34, 11];
/// The same for random rules, whose theorems are guessed from sides of 128 and 34; some are larger.
const LESS: [u64; 3] = [160, 16, 6];

fn compare(rules: &Rules, certificate: &Certificate, sides: [u64; 3]) {
    let arity = rules.kinds()[0].coords().len();
    let mut definition = Definition::new(rules);
    for coords in tuples(arity, sides[arity - 1]) {
        let agrees = definition.agrees(&certificate.set, certificate.subject, &coords);
        assert!(agrees, "{} at {coords:?}", certificate.rule);
    }
}

pub(crate) fn table() -> Vec<(Subject, String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/theorems.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let subject = match fields[0] {
                "values" => Subject::Values,
                "lengths" => Subject::Lengths,
                "outcomes" => Subject::Outcomes,
                other => panic!("{other}"),
            };
            (subject, fields[1].to_owned(), fields[2].to_owned())
        })
        .collect()
}

#[test]
fn what_must_come_out_comes_out_of_the_rule_alone() {
    let table = table();
    assert!(table.len() >= 15);
    for (subject, numeration, rule) in table {
        let certificate = proved(&rule, subject);
        assert_eq!(certificate.set.numeration().to_string(), numeration, "{rule}");
        assert_eq!(check(&certificate, &Limits::default()), Ok(()), "{rule}");
        assert_eq!(refute(&certificate, &Limits::default()), Ok(None), "{rule}");
        assert_eq!(counterexample(&certificate, &Limits::default()), Ok(None), "{rule}");
        compare(&rules(&rule), &certificate, SIDES);
    }
}

#[test]
fn theorems_speak_of_numbers_of_any_size() {
    let wythoff = proved("wythoff", Subject::Outcomes);
    let (mut a, mut b) = (1_u64, 2_u64);
    for _ in 0..60 {
        let (next, after) = (a + b, a + 2 * b);
        assert!(wythoff.set.accepts(&[a, b]) && wythoff.set.accepts(&[b, a]), "{a} {b}");
        assert!(!wythoff.set.accepts(&[a, b + 1]) && !wythoff.set.accepts(&[b, next]));
        (a, b) = (next, after);
        if a > 1 << 60 {
            break;
        }
    }
}

/// A rule, and the same with one number changed.
const ALTERED: [(Subject, &str, &str); 13] = [
    (
        Subject::Outcomes,
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 2..min(a, b)",
    ),
    (
        Subject::Outcomes,
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 2..b | [a-k, b-k] for k in 1..min(a, b)",
    ),
    (
        Subject::Outcomes,
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 2",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3",
    ),
    (
        Subject::Values,
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 2..b",
    ),
    (
        Subject::Values,
        "[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2",
        "[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 2..n/2",
    ),
    (
        Subject::Values,
        "[n] -> [k] for k in 0..n-1 | [a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-a-1",
        "[n] -> [k] for k in 0..n-1 | [a] + [b] + [n-a-b] for a in 2..n-4, b in 2..n-a-2",
    ),
    (Subject::Values, "[n] -> [n-1] | 6 * [n/2] if n > 0", "[n] -> [n-1] | 7 * [n/2] if n > 0"),
    (
        Subject::Lengths,
        "[n] if n > 0 -> [k] for k in 0..n/2",
        "[n] if n > 0 -> [k] for k in 0..n/3",
    ),
    (Subject::Values, "[n] -> [n-k] for k in powers(2, n)", "[n] -> [n-k] for k in powers(2, n/2)"),
    (
        Subject::Outcomes,
        "[n] -> [n-q] for q in prime_powers(n)",
        "[n] -> [n-q] for q in prime_powers(n-1)",
    ),
    (
        Subject::Outcomes,
        "[n] -> [n-k] for k in 1..n if and(n, k) == 0",
        "[n] -> [n-k] for k in 1..n if and(n, k) == 1",
    ),
    (
        Subject::Values,
        "[n] -> [xor(n, k)] for k in 1..2*n if xor(n, k) < n",
        "[n] -> [or(n, k) - k] for k in 1..2*n if or(n, k) - k in 0..n-1",
    ),
    (Subject::Outcomes, "misere [n] -> [n-k] for k in 1..3", "misere [n] -> [n-k] for k in 1..4"),
];

#[test]
fn a_theorem_is_refuted_for_a_rule_with_another_number() {
    for (subject, old, new) in ALTERED {
        let mut certificate = proved(old, subject);
        let altered = rules(new);
        certificate.rule = altered.program().to_string();
        assert!(check(&certificate, &Limits::default()).is_err(), "{new}");
        let refuted = refute(&certificate, &Limits::default()).unwrap();
        let Some(Refuted::At(_, Some(witness))) = refuted else { panic!("{new}: {refuted:?}") };
        // The set is wrong at the position, or at one that is not larger.
        let arity = altered.kinds()[0].coords().len();
        let most = witness.iter().filter(|(track, _)| *track < 64).map(|(_, n)| *n).max().unwrap();
        let mut definition = Definition::new(&altered);
        let mut near = tuples(arity, most + 1).into_iter();
        assert!(near.any(|coords| !definition.agrees(&certificate.set, subject, &coords)), "{new}");
        let found = counterexample(&certificate, &Limits::default()).unwrap().unwrap();
        assert!(!definition.agrees(&certificate.set, subject, &found.coords), "{new}: {found:?}");
        // None is smaller.
        let sum: u64 = found.coords.iter().sum();
        for coords in tuples(arity, sum).iter().filter(|coords| coords.iter().sum::<u64>() < sum) {
            assert!(definition.agrees(&certificate.set, subject, coords), "{new}: {coords:?}");
        }
    }
}

/// The certificate with another row of next states or other accepting states.
fn altered(
    certificate: &Certificate,
    change: impl Fn(&mut Vec<Vec<u32>>, &mut Vec<bool>),
) -> Certificate {
    let set = &certificate.set;
    let mut rows: Vec<Vec<u32>> = (0..set.states()).map(|state| set.row(state).to_vec()).collect();
    let mut accepts: Vec<bool> = (0..set.states()).map(|state| set.is_accepting(state)).collect();
    change(&mut rows, &mut accepts);
    let set = Dfa::from_rows(set.numeration(), set.tracks(), &rows, &accepts).unwrap();
    Certificate { set, ..certificate.clone() }
}

#[test]
fn whatever_is_altered_in_a_certificate_it_is_refused() {
    let limits = Limits::default();
    for (rule, subject) in [
        ("wythoff", Subject::Outcomes),
        ("nim", Subject::Values),
        ("misere [n] -> [n-k] for k in 1..3", Subject::Outcomes),
        ("[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2", Subject::Values),
        ("half", Subject::Lengths),
        ("powers-of-two", Subject::Values),
    ] {
        let right = proved(rule, subject);
        assert_eq!(check(&right, &limits), Ok(()));
        let states = right.set.states();
        for state in 0..states {
            let flipped = altered(&right, |_, accepts| accepts[state] = !accepts[state]);
            assert!(check(&flipped, &limits).is_err(), "{rule}: accepting {state}");
            for letter in 0..right.set.letters() {
                for to in 0..states as u32 {
                    if to != right.set.row(state)[letter] {
                        let turned = altered(&right, |rows, _| rows[state][letter] = to);
                        assert!(check(&turned, &limits).is_err(), "{rule}: {state} {letter} {to}");
                    }
                }
            }
        }
        let more = altered(&right, |rows, accepts| {
            rows.push(rows[0].clone());
            accepts.push(accepts[0]);
        });
        assert!(check(&more, &limits).is_err(), "{rule}: a state more");
        for subject in [Subject::Outcomes, Subject::Values, Subject::Lengths] {
            // The values 0, 1 and 2 are written by so many digits as 0, 1 and 2.
            let same = rule == "powers-of-two" && subject == Subject::Lengths;
            if subject != right.subject {
                let other = Certificate { subject, ..right.clone() };
                assert_eq!(check(&other, &limits).is_ok(), same, "{rule}: {subject:?}");
            }
        }
        for other in ["", "[n] -> [n-1]", "wythoff", &format!("{} ", right.rule)] {
            let certificate = Certificate { rule: other.to_owned(), ..right.clone() };
            assert!(check(&certificate, &limits).is_err(), "{rule}: {other}");
        }
    }
}

/// Whether the sum gets smaller takes larger automata here than a check may make; that one coordinate does not says
/// nothing against the theorem, which is true.
#[test]
fn what_a_check_cannot_decide_is_not_held_against_a_certificate() {
    let right = proved("wythoff", Subject::Outcomes);
    let rule = format!("{} | [a - 2, b - 2] if b > 100000000", right.rule);
    let rule = rules(&rule).program().to_string();
    let put = Certificate { rule, ..right };
    let Err(Unchecked::Refused(refusal)) = check(&put, &Limits::default()) else { panic!() };
    assert_eq!(refusal, Refusal::TooLarge);
}

proptest! {
    #![proptest_config(fewer_cases(8))]

    #[test]
    fn proof_and_check_judge_a_theorem_alike_for_another_rule(
        text in built(24, linear_rule),
        at in any::<prop::sample::Index>(),
        digit in 0..10_u8,
    ) {
        let limits = Limits::default();
        let digits: Vec<usize> = text.0.match_indices(|c: char| c.is_ascii_digit()).map(|m| m.0).collect();
        prop_assume!(!digits.is_empty());
        let mut changed = text.0.clone();
        let at = digits[at.index(digits.len())];
        changed.replace_range(at..=at, &digit.to_string());
        let Ok(other) = open(&changed) else { return Ok(()) };
        for subject in [Subject::Values, Subject::Outcomes] {
            if let Attempt::Proved(right) = prove(&rules(&text.0), subject, &limits.clone().positions(1500)).unwrap() {
                let rule = other.rules.program().to_string();
                let put = Certificate { rule, ..right };
                let proof = matches!(refute(&put, &limits), Ok(None));
                prop_assert_eq!(proof, check(&put, &limits).is_ok(), "{}", put.rule);
                if proof {
                    compare(&other.rules, &put, LESS);
                }
            }
        }
    }

}

proptest! {
    #![proptest_config(at_least_cases(400))]

    #[test]
    fn what_is_proved_of_a_random_linear_rule_is_true(text in built(24, linear_rule)) {
        let rules = rules(&text.0);
        // Guesses from small tables alone keep the test short, and fail more often.
        let limits = Limits::default().positions(1500);
        for subject in [Subject::Values, Subject::Outcomes] {
            match prove(&rules, subject, &limits).unwrap() {
                Attempt::Proved(certificate) => {
                    compare(&rules, &certificate, LESS);
                    prop_assert_eq!(check(&certificate, &Limits::default()), Ok(()));
                }
                Attempt::Beyond(_) | Attempt::Open(_) => {}
            }
        }
    }
}

/// Of two heaps one is taken away and the other divided: with an empty heap beside it the sum stays the same, and each
/// coordinate may become larger.
#[test]
fn play_ends_where_the_greatest_coordinate_becomes_smaller() {
    for (rule, subject) in [
        (
            "unordered [a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1",
            Subject::Lengths,
        ),
        ("[a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1", Subject::Outcomes),
        ("[a, b] -> [b, b-1] if b > 0 and a > b | [a-1, a-1] if a > b", Subject::Outcomes),
    ] {
        let rules = rules(rule);
        let Attempt::Proved(certificate) = prove(&rules, subject, &Limits::default()).unwrap()
        else {
            panic!("{rule}")
        };
        compare(&rules, &certificate, LESS);
        assert_eq!(check(&certificate, &Limits::default()), Ok(()));
    }
    // Of equal coordinates one stays.
    let stays = rules("[a, b] -> [b, a] if a == b and a > 7 | [a-1, b] | [b, a-1]");
    let found = prove(&stays, Subject::Outcomes, &Limits::default()).unwrap();
    assert!(matches!(found, Attempt::Beyond(_)), "{found:?}");
}

/// The check tries the elements of a set of numbers that are given, and takes none for an unknown one.
#[test]
fn sets_of_numbers_that_are_given_are_checked() {
    let rule = "[n] if max(n, 10) % 4 == 0 -> [n-k] for k in digits(1357) and 5..n";
    assert_eq!(check(&proved(rule, Subject::Outcomes), &Limits::default()), Ok(()));
}

#[test]
fn what_is_not_linear_is_out_of_reach_and_said_so() {
    for (rule, reason) in [
        ("[n] -> [n-k] for k in squares(n)", "a set that is not linear"),
        ("[n] -> [n-k] for k in powers(11, n)", "a set that is not linear"),
        (
            "[n] -> [n-k] for k in powers(2, n) | [n-k] for k in powers(3, n)",
            "digits in several bases",
        ),
        ("[n] -> [n-k] for k in 1..n if is_prime(k+1)", "a condition that is not linear"),
        ("[a, b] -> [a*b-1, 0]", "an operation that is not linear"),
        ("[n] -> [popcount(n)] if n > 1", "a function that is not linear"),
        ("[n] -> [n-k] for k in powers(3, n) if and(n, k) == 0", "digits in several bases"),
        (
            "[a, b] -> [a-1, b+1] | [a+1, b-2]",
            "a move of which nothing shows that it makes the coordinates smaller",
        ),
        ("[n] -> [n-k] for k in {1, 20000003}", "numbers whose automata are too large"),
        ("fibonacci-nim", "several kinds of components"),
        // Each of these is one number or the other.
        (&format!("[n] -> [{}n-1{}]", "max(1, ".repeat(40), ")".repeat(40)), "so many cases"),
        (&format!("[n] -> [max({})]", ["min(n-1, 3)"; 40].join(", ")), "so many cases"),
    ] {
        let found = prove(&rules(rule), Subject::Values, &Limits::default()).unwrap();
        assert!(
            matches!(found, Attempt::Beyond(beyond) if beyond.0 == reason),
            "{rule}: {found:?}"
        );
    }
}

/// Who wins in a game with parameters is told by a theorem about the same arguments, and by no other.
#[test]
fn theorems_say_the_parameters_of_a_game() {
    let limits = Limits::default();
    let text = "game take(m = 3) \"Take\" [n] -> [n-k] for k in 1..m if k != 2";
    let game = |arguments: &str| open_rule(text, arguments).unwrap();
    let theorem = |arguments: &str| {
        let rules = game(arguments).rules;
        match prove(&rules, Subject::Outcomes, &limits).unwrap() {
            Attempt::Proved(certificate) => certificate,
            other => panic!("{arguments}: {other:?}"),
        }
    };
    let (three, five) = (theorem(""), theorem("5"));
    assert!(five.rule.starts_with("game take(m = 5) "), "{}", five.rule);
    assert_ne!(three.rule, five.rule);
    for certificate in [&three, &five] {
        assert_eq!(check(certificate, &limits), Ok(()));
        let answers = Answers::new(certificate.clone()).unwrap();
        for arguments in ["", "3", "4", "5"] {
            let mut session = Session::with_opened(game(arguments));
            let same = certificate.rule == session.games()[0].rules.program().to_string();
            assert_eq!(same, (arguments == "5") == (*certificate == five) && arguments != "4");
            assert_eq!(session.use_theorem(&answers).is_ok(), same, "{arguments}");
        }
    }
    // A certificate whose rule says other arguments is about another game.
    let other = Certificate { rule: three.rule.replace("m = 3", "m = 5"), ..three };
    assert!(check(&other, &limits).is_err());
}

/// Of the components without moves, those that end the game are lost and all others won.
#[test]
fn misere_play_with_win_on_is_proved_by_nobody() {
    let (plain, limits) = ("misere [a, b] -> [a-k, b] for k in 1..2", Limits::default());
    let right = proved(plain, Subject::Outcomes);
    for win in ["win on [3, b]", "win on [a, b] if a == 3", "win on [a, b] if b > a + 20"] {
        let rules = rules(&format!("{plain}\n{win}"));
        let found = prove(&rules, Subject::Outcomes, &limits).unwrap();
        let reason = "`win on` in misère play";
        assert!(matches!(found, Attempt::Beyond(beyond) if beyond.0 == reason), "{win}");
        let put = Certificate { rule: rules.program().to_string(), ..right.clone() };
        assert!(check(&put, &limits).unwrap_err().to_string().contains(reason), "{win}");
    }
}

#[test]
fn place_values_of_another_numeration_are_refused() {
    let right = proved("powers-of-two", Subject::Values);
    let three = rules("[n] -> [n-k] for k in powers(3, n)").program().to_string();
    let other = Certificate { rule: three, ..right };
    assert!(check(&other, &Limits::default()).is_err());
    assert!(refute(&other, &Limits::default()).is_err());
}

#[test]
fn wythoff_games_are_beatty_pairs() {
    for t in 1_u64..4 {
        let rule = format!(
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
             | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < {t}"
        );
        let wythoff = proved(&rule, Subject::Outcomes);
        assert_eq!(wythoff.set, Dfa::shifted_pairs(Numeration::Quadratic(t as u8)).unwrap());
        assert_eq!(wythoff.set.states() as u64, 6 + 2 * t);
        assert!(description(&wythoff).unwrap().to_string().contains("they are floor("), "{t}");
        // Against the exact floor: n alpha is ((2 - t) n + sqrt((t^2 + 4) n^2)) / 2.
        for n in (0_u64..400).chain([1 << 20, 123_456_789]) {
            let a = ((t * t + 4) * n * n).isqrt() + 2 * n - t * n;
            let (a, b) = (a / 2, a / 2 + t * n);
            assert!(wythoff.set.accepts(&[a, b]) && wythoff.set.accepts(&[b, a]), "{n}");
        }
    }
    // Nothing like it is said where a pair is another one.
    let early = "unordered [a, b] if a + b > 4 -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
                 | [a-k, b-k] for k in 1..min(a, b)";
    assert_eq!(description(&proved(early, Subject::Outcomes)), None);
}
