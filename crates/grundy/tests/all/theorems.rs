//! Theorems in use: small positions against the definition, large ones against theory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::LazyLock;

use grundy::automatic::{Answers, Attempt, Subject, prove};
use grundy::automaton::{Dfa, Linear, Numeration, Section, Sign};
use grundy::explain::{Step, explain};
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Ruleset, Value};
use grundy::search::{Misere, Values};
use grundy::theory::{lasker, wythoff};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::automatic::{proved, rules, table, tuples};
use crate::generate::linear::linear_rule;
use crate::generate::{built, fewer_cases};

const NUMERATIONS: [Numeration; 6] = [
    Numeration::Base(2),
    Numeration::Base(3),
    Numeration::Base(10),
    Numeration::Quadratic(1),
    Numeration::Quadratic(2),
    Numeration::Quadratic(9),
];

fn big(numbers: &[u64]) -> Vec<BigUint> {
    numbers.iter().map(|&number| number.into()).collect()
}

proptest! {
    #![proptest_config(fewer_cases(4))]

    #[test]
    fn digits_of_large_numbers_are_those_of_small_ones(n in 0..u64::MAX / 2, words in prop::collection::vec(any::<u32>(), 0..40)) {
        for numeration in NUMERATIONS {
            prop_assert_eq!(numeration.write_big(&n.into()), numeration.write(n));
            let large = BigUint::new(words.clone());
            let digits = numeration.write_big(&large);
            prop_assert_eq!(numeration.read_big(&digits), large);
            // Greedy: what the digits from each place on weigh is below the place before.
            let mut only_zero = false;
            for &digit in &digits {
                prop_assert!(usize::from(digit) < numeration.digits());
                if let Numeration::Quadratic(t) = numeration {
                    prop_assert!(!only_zero || digit == 0);
                    only_zero = digit == t;
                }
            }
            prop_assert!(digits.first() != Some(&0));
        }
    }

    #[test]
    fn sections_list_and_count_what_a_set_has(
        weights in prop::collection::vec(-4_i64..5, 3),
        constant in -9_i64..10,
        equal in any::<bool>(),
        given in prop::collection::vec(0_u64..20, 1..3),
        numeration in prop::sample::select(NUMERATIONS.to_vec()),
    ) {
        let sign = if equal { Sign::Zero } else { Sign::NonNegative };
        let relation = Linear::new((0..).zip(weights.iter().copied()), constant, sign);
        // Every track is there, whatever the weights.
        let set = Dfa::linear(numeration, &relation).unwrap();
        let set = set.and(&Dfa::all(numeration, &[0, 1, 2]).unwrap()).unwrap();
        let free = 3 - given.len();
        // With such small coefficients, infinitely many solutions begin early.
        let side = if free == 1 { 400 } else { 100 };
        let all = |numbers: &[u64]| [&given[..], numbers].concat();
        let right: BTreeSet<Vec<BigUint>> = tuples(free, side)
            .iter()
            .filter(|numbers| set.accepts(&all(numbers)))
            .map(|numbers| big(numbers))
            .collect();
        let section = Section::new(&set, &big(&given), &Limits::default()).unwrap();
        let last = side - 1;
        match section {
            None => prop_assert!(right.iter().flatten().any(|n| *n > 40_u8.into())),
            Some(section) => {
                let mut listed = Vec::new();
                let _ = section.each(&mut |numbers| {
                    listed.push(numbers);
                    ControlFlow::Continue(())
                });
                prop_assert_eq!(section.count(), BigUint::from(listed.len()));
                let listed_once: BTreeSet<_> = listed.iter().cloned().collect();
                prop_assert_eq!(listed_once.len(), listed.len());
                let small = |numbers: &&Vec<BigUint>| numbers.iter().all(|n| *n <= last.into());
                prop_assert_eq!(listed_once.iter().filter(small).cloned().collect::<BTreeSet<_>>(), right);
            }
        }
    }
}

/// The options of a component by value (normal play) or by who wins (misère: 0 if lost, else 1).
fn options_by_value(
    rules: &Rules,
    values: &mut Values<&Rules>,
    misere: &mut Misere<&Rules>,
    component: &Component,
) -> BTreeMap<u64, BTreeSet<Vec<Vec<BigUint>>>> {
    let limits = Limits::default();
    let mut sums = BTreeSet::new();
    let over = rules.is_over(component, &limits).unwrap();
    rules
        .options(component, &limits, &mut |sum| {
            let mut sum = sum.to_vec();
            sum.sort();
            sums.insert(sum);
            ControlFlow::Continue(())
        })
        .unwrap();
    let mut all: BTreeMap<u64, BTreeSet<_>> = BTreeMap::new();
    for sum in sums.into_iter().filter(|_| !over) {
        let value = match rules.is_misere() {
            true => u64::from(misere.outcome(&sum, &limits).unwrap() != Outcome::P),
            false => {
                let parts = sum.iter().map(|part| values.value(part, &limits).unwrap());
                match parts.fold(Value::zero(), |all, value| all ^ value) {
                    Value::Nimber(nimber) => nimber.0,
                    Value::Over => 0,
                    Value::Win => 1,
                }
            }
        };
        let coords =
            |part: &Component| part.coords.iter().map(|c| c.unsigned_abs().into()).collect();
        all.entry(value).or_default().insert(sum.iter().map(coords).collect());
    }
    all
}

/// A theorem that has listed options before, so that clones have the automaton for it.
fn ready(rule: &str, subject: Subject) -> Answers {
    let mut answers = Answers::new(proved(rule, subject)).unwrap();
    let zero = vec![BigUint::ZERO; rules(rule).kinds()[0].coords().len()];
    answers.count(&zero, &BigUint::ZERO, &Limits::default()).unwrap();
    answers
}

static GOLDEN: LazyLock<Answers> = LazyLock::new(|| ready("wythoff", Subject::Outcomes));
static SPLIT: LazyLock<Answers> = LazyLock::new(|| ready("lasker", Subject::Values));
static NIM: LazyLock<Answers> = LazyLock::new(|| {
    let heaps = "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b \
                 | [a, b, c-k] for k in 1..c";
    ready(heaps, Subject::Values)
});

/// Sides of the tables in which the answers of a theorem are compared.
const SIDES: [u64; 3] = [70, 12, 5];

/// Compares the answers of a theorem about small components with the definition.
fn compare(rules: &Rules, answers: &mut Answers) {
    let limits = Limits::default();
    let arity = rules.kinds()[0].coords().len();
    let subject = answers.certificate().subject;
    let (mut values, mut misere) = (Values::new(rules), Misere::new(rules));
    for coords in tuples(arity, SIDES[arity - 1]) {
        let signed: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &signed).unwrap();
        let large = big(&coords);
        let at = || format!("{} at {coords:?}", answers.certificate().rule);
        let outcome = match rules.is_misere() {
            true => misere.outcome(std::slice::from_ref(&component), &limits).unwrap(),
            false => {
                let value = values.value(&component, &limits).unwrap();
                if subject != Subject::Outcomes {
                    let right = value.nimber().map(|nimber| nimber.0.into());
                    assert_eq!(answers.value(&large, &limits).unwrap(), right, "{}", at());
                }
                value.outcome()
            }
        };
        assert_eq!(answers.outcome(&large, &limits).unwrap(), outcome, "{}", at());
        let by_value = options_by_value(rules, &mut values, &mut misere, &component);
        let most = match subject {
            Subject::Outcomes => 0,
            _ => by_value.keys().max().map_or(0, |most| most + 1),
        };
        for wanted in 0..=most {
            let right = by_value.get(&wanted).cloned().unwrap_or_default();
            let mut listed = Vec::new();
            let wanted = BigUint::from(wanted);
            let shown = answers.each_option(&large, &wanted, &limits, &mut |option| {
                listed.push(option);
                ControlFlow::Continue(())
            });
            // Where only bounds for the options are known, a lost one is, if there is one.
            if !answers.knows_every_option() {
                shown.unwrap();
                let rule = &answers.certificate().rule;
                assert!(["primes", "prime_powers", "digits"].iter().any(|set| rule.contains(set)));
                let none = listed.is_empty();
                assert!(listed.into_iter().all(|option| right.contains(&option)), "{coords:?}");
                let lost = wanted == BigUint::ZERO;
                assert!(!none || !lost || outcome == Outcome::P, "{coords:?}");
                let counted = answers.count(&large, &wanted, &limits);
                assert_eq!(counted.is_ok(), lost && outcome == Outcome::P, "{coords:?}");
                continue;
            }
            shown.unwrap();
            let count = answers.count(&large, &wanted, &limits).unwrap();
            let rule = &answers.certificate().rule;
            assert_eq!(count, BigUint::from(listed.len()), "{rule} at {coords:?}");
            assert_eq!(count, BigUint::from(right.len()), "{rule} at {coords:?}: {listed:?}");
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), right, "{rule} at {coords:?}");
        }
    }
}

#[test]
fn theorems_answer_small_positions_as_the_definition_does() {
    for (subject, _, rule) in table() {
        let mut answers = Answers::new(proved(&rule, subject)).unwrap();
        compare(&rules(&rule), &mut answers);
    }
}

proptest! {
    #![proptest_config(fewer_cases(4))]

    #[test]
    fn theorems_about_random_linear_rules_answer_as_the_definition_does(text in built(24, linear_rule)) {
        let rules = rules(&text.0);
        let limits = Limits::default().positions(1500);
        for subject in [Subject::Values, Subject::Outcomes] {
            if let Attempt::Proved(certificate) = prove(&rules, subject, &limits).unwrap() {
                compare(&rules, &mut Answers::new(certificate).unwrap());
            }
        }
    }

    #[test]
    fn large_positions_are_answered_as_theory_does(
        a in prop::collection::vec(any::<u32>(), 0..12),
        b in prop::collection::vec(any::<u32>(), 0..12),
        c in prop::collection::vec(any::<u32>(), 0..12),
    ) {
        let limits = Limits::default();
        let (a, b, c) = (BigUint::new(a), BigUint::new(b), BigUint::new(c));
        let listed = |answers: &mut Answers, coords: &[BigUint], wanted: &BigUint| {
            let mut listed = Vec::new();
            answers.each_option(coords, wanted, &limits, &mut |mut option| {
                listed.push(option.pop().unwrap());
                ControlFlow::Continue(())
            }).unwrap();
            listed.sort();
            listed
        };
        let mut golden = GOLDEN.clone();
        for (a, b) in [(a.clone(), b.clone()), wythoff::pair(&a), (wythoff::partner(&a), a.clone())] {
            let coords = [a.clone(), b.clone()];
            let lost = golden.outcome(&coords, &limits).unwrap() == Outcome::P;
            prop_assert_eq!(lost, wythoff::is_p_golden(&a, &b));
            let mut right: Vec<Vec<BigUint>> =
                wythoff::winning_moves(&a, &b).into_iter().map(|left| vec![left.x, left.y]).collect();
            right.sort();
            prop_assert_eq!(listed(&mut golden, &coords, &BigUint::ZERO), right);
        }
        let mut nim = NIM.clone();
        let coords = [a.clone(), b.clone(), c.clone()];
        let value = &a ^ &b ^ &c;
        prop_assert_eq!(nim.value(&coords, &limits).unwrap(), Some(value.clone()));
        let smaller = (0..3).filter(|&heap| &coords[heap] ^ &value < coords[heap]).count();
        prop_assert_eq!(listed(&mut nim, &coords, &BigUint::ZERO).len(), smaller);
        let mut split = SPLIT.clone();
        let one = [a.clone()];
        prop_assert_eq!(split.value(&one, &limits).unwrap(), Some(lasker::value(&a)));
        for wanted in [BigUint::ZERO, &a ^ BigUint::from(1_u8), b] {
            let mut right = lasker::splits_to(&a, &wanted).total();
            right += u8::from(lasker::reduction_to(&a, &wanted).is_some());
            prop_assert_eq!(split.count(&one, &wanted, &limits).unwrap(), right);
        }
    }
}

#[test]
fn a_session_finds_the_theorem_that_a_large_position_needs() {
    let limits = Limits::default();
    let rule = "unordered [a, b] if a + b > 4 -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
                | [a-k, b-k] for k in 1..min(a, b)";
    let mut session = Session::with_game(rule).unwrap();
    let position = session.position("123456789012345678901234567890, 5").unwrap();
    assert_eq!(session.outcome(&position, &limits), Ok(Outcome::N));
    let moves = session.winning_moves(&position, &limits).unwrap();
    assert!(!moves.is_empty());
    assert_eq!(session.count_winning_moves(&position, &limits), Ok(moves.len().into()));
    for made in &moves {
        let after = session.after(&position, made);
        assert_eq!(session.outcome(&after, &limits), Ok(Outcome::P));
        // The small heap is left: these are within the reach of the definition.
        let [part] = &after.parts[..] else { panic!() };
        let small: Vec<i64> = part.coords.iter().map(|c| c.try_into().unwrap()).collect();
        let component = session.component(0, &small).unwrap();
        assert_eq!(session.by_definition(&component, &limits).unwrap().outcome(), Outcome::P);
    }
    let steps = explain(&mut session, &position, &limits).unwrap();
    let said = steps.iter().any(|step| {
        matches!(step, Step::Component { reason: Some(reason), value: None, .. } if reason.to_string().starts_with("proved by an automaton"))
    });
    assert!(said, "{steps:?}");
    // No automaton has the values, and sums need them.
    assert!(matches!(session.value(&position, &limits), Err(Failure::Domain(_))));
    let mut counted = Session::with_game("[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]").unwrap();
    let sum = counted.position("[123456789012345678901234567891, 4] + [7, 3]").unwrap();
    let small = counted.position("[91, 4] + [7, 3]").unwrap();
    let right = counted.by_definition(&small, &limits).unwrap().nimber().unwrap().0;
    assert_eq!(counted.value(&sum, &limits), Ok(Value::Nimber(right.into())));
}

/// Take any number, or leave three heaps: the values of 8k + 7 and 8k + 8 are exchanged.
#[test]
fn heaps_that_fall_into_three_have_values_and_moves() {
    let limits = Limits::default();
    let rule = "[n] -> [k] for k in 0..n-1 | [a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-a-1";
    let mut session = Session::with_game(rule).unwrap();
    for n in 0..64_u64 {
        let right = match n % 8 {
            0 if n > 0 => n - 1,
            7 => n + 1,
            _ => n,
        };
        let near = session.position(&n.to_string()).unwrap();
        assert_eq!(session.by_definition(&near, &limits), Ok(Value::Nimber(Nimber(right))));
        let far = session.position(&(BigUint::from(10_u8).pow(24) + n).to_string()).unwrap();
        let value = session.value(&far, &limits).unwrap().nimber().unwrap();
        let right = BigUint::from(10_u8).pow(24) + right - u8::from(n == 0);
        assert_eq!(value, right, "{n}");
    }
    // By the theorem now: options of each value, those of three heaps in ascending order.
    let mut answers = ready(rule, Subject::Values);
    let mut plain = Session::with_game(rule).unwrap();
    for n in [0, 1, 7, 8, 15, 22] {
        let mut options: BTreeMap<BigUint, BTreeSet<Vec<u64>>> = BTreeMap::new();
        let heaps = (0..n).map(|k| vec![k]);
        let threes = (1..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        let threes = threes.filter(|(a, b)| a + 2 * b <= n).map(|(a, b)| vec![a, b, n - a - b]);
        for option in heaps.chain(threes) {
            let sum: Vec<String> = option.iter().map(|heap| format!("[{heap}]")).collect();
            let position = plain.position(&sum.join(" + ")).unwrap();
            let value = plain.value(&position, &limits).unwrap().nimber().unwrap();
            options.entry(value).or_default().insert(option);
        }
        for wanted in 0..40_u64 {
            let wanted = BigUint::from(wanted);
            let right = options.remove(&wanted).unwrap_or_default();
            let count = answers.count(&[n.into()], &wanted, &limits).unwrap();
            assert_eq!(count, right.len().into(), "{n} to {wanted}");
            let mut shown = BTreeSet::new();
            answers
                .each_option(&[n.into()], &wanted, &limits, &mut |option| {
                    let heaps = option.iter().map(|part| u64::try_from(&part[0]).unwrap());
                    shown.insert(heaps.collect::<Vec<_>>());
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(shown, right, "{n} to {wanted}");
        }
        assert!(options.is_empty());
    }
}

fn is_prime_power(n: u64) -> bool {
    let least = (2..=n).find(|p| n.is_multiple_of(*p)).unwrap_or(1);
    let mut rest = n;
    while least > 1 && rest.is_multiple_of(least) {
        rest /= least;
    }
    rest == 1
}

#[test]
fn a_theorem_shows_the_winning_moves_that_it_knows() {
    let limits = Limits::default();
    let mut session = Session::with_game("prime-powers").unwrap();
    let (zeros, left) = ("0".repeat(40), Value::Nimber(BigUint::from(5_u8)));
    let position = session.position(&format!("6{zeros}5")).unwrap();
    assert_eq!(session.value(&position, &limits), Ok(left));
    let steps = explain(&mut session, &position, &limits).unwrap();
    assert!(steps.contains(&Step::Outcome(Outcome::N)), "{steps:?}");
    let found = session.winning_moves(&position, &limits).unwrap();
    let [only] = &found[..] else { panic!("{found:?}") };
    assert_eq!(session.describe_sum(&session.after(&position, only).parts), format!("6{zeros}0"));
    assert!(!session.shows_every_move(&position));
    assert!(matches!(session.count_winning_moves(&position, &limits), Err(Failure::Domain(_))));
    // Of smaller heaps every move is tried.
    let small = session.position("6005").unwrap();
    assert!(session.shows_every_move(&small));
    let lost_options = (0..6005_u64).filter(|left| left % 6 == 0 && is_prime_power(6005 - left));
    assert_eq!(session.winning_moves(&small, &limits).unwrap().len(), lost_options.count());
    let lost = session.position(&format!("6{zeros}0")).unwrap();
    assert_eq!(session.winning_moves(&lost, &limits), Ok(Vec::new()));
    // Between them there are more than the definition lists.
    for (heap, left) in
        [("6000000000000000005", "6000000000000000000"), ("6000000005", "6000000000")]
    {
        let position = session.position(heap).unwrap();
        let found = session.winning_moves(&position, &limits).unwrap();
        let [only] = &found[..] else { panic!("{found:?}") };
        assert_eq!(session.describe_sum(&session.after(&position, only).parts), left);
        assert!(!session.shows_every_move(&position));
        assert!(matches!(session.count_winning_moves(&position, &limits), Err(Failure::Domain(_))));
    }
    let lost = session.position("6000000000000000000").unwrap();
    assert_eq!(session.winning_moves(&lost, &limits), Ok(Vec::new()));
    assert_eq!(session.count_winning_moves(&lost, &limits), Ok(BigUint::ZERO));
}

/// Of the amounts that are prime powers a theorem tells some; the definition lists them all, as far as it can.
#[test]
fn a_theorem_about_misere_play_hides_no_move() {
    let rule = "misere [n] -> [n-k] for k in prime_powers(n)";
    let limits = Limits::default();
    let is_lost = |n: u64| n % 6 == 1;
    let theorem = Answers::new(proved(rule, Subject::Outcomes)).unwrap();
    assert!(!theorem.knows_every_option());
    for given in [true, false] {
        let mut session = Session::with_game(rule).unwrap();
        if given {
            session.use_theorem(&theorem).unwrap();
        }
        for n in [1000_u64, 40_000] {
            let position = session.position(&n.to_string()).unwrap();
            let is_prime_power = |taken: u64| {
                let prime = (2..).take_while(|p| p * p <= taken).find(|p| taken.is_multiple_of(*p));
                let prime = prime.unwrap_or(taken);
                let powers = std::iter::successors(Some(1), |power| Some(power * prime));
                taken == 1 || powers.take_while(|&power| power <= taken).any(|power| power == taken)
            };
            let all = (1..=n).filter(|&taken| is_lost(n - taken));
            let right = all.filter(|&taken| is_prime_power(taken)).count();
            assert_eq!(session.winning_moves(&position, &limits).unwrap().len(), right, "{n}");
            assert!(session.shows_every_move(&position));
        }
        let far = session.position("1000000000000000000").unwrap();
        assert!(!session.winning_moves(&far, &limits).unwrap().is_empty());
        assert!(!session.shows_every_move(&far));
        assert!(session.count_winning_moves(&far, &limits).is_err());
    }
}

#[test]
fn misere_play_is_answered_by_a_theorem_of_its_own() {
    let limits = Limits::default();
    let mut session = Session::with_game("misere [n] -> [n-k] for k in 1..3").unwrap();
    let digits = "1".repeat(500);
    for (last, outcome, left) in
        [("00", Outcome::N, Some("97")), ("01", Outcome::P, None), ("02", Outcome::N, Some("01"))]
    {
        let position = session.position(&format!("{digits}{last}")).unwrap();
        assert_eq!(session.outcome(&position, &limits), Ok(outcome));
        let found: Vec<String> = session
            .winning_moves(&position, &limits)
            .unwrap()
            .iter()
            .map(|made| session.describe_sum(&session.after(&position, made).parts))
            .collect();
        assert_eq!(found.len(), usize::from(left.is_some()), "{last}");
        assert!(found.iter().zip(left).all(|(to, left)| to.ends_with(left)), "{found:?}");
    }
    // The values of normal play stay those of the rule.
    let position = session.position(&format!("{digits}02")).unwrap();
    assert_eq!(session.value(&position, &limits), Ok(Value::Nimber(2_u8.into())));
}

#[test]
fn a_theorem_answers_only_for_its_own_rule() {
    let theorem = || Answers::new(proved("wythoff", Subject::Outcomes)).unwrap();
    let same = "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)";
    assert_eq!(Session::with_game(same).unwrap().use_theorem(&theorem()), Ok(()));
    // What is proved of misère play answers for the rule that says so, and for the rule that is played so.
    let odd = "[n] -> [n-k] for k in 1..9 step 2 if n != 7";
    let misere = || Answers::new(proved(&format!("misere {odd}"), Subject::Outcomes)).unwrap();
    let mut session = Session::with_game(odd).unwrap();
    assert!(session.use_theorem(&misere()).is_err());
    session.play_misere();
    // What is proved of normal play says nothing here.
    let normal = Answers::new(proved(odd, Subject::Outcomes)).unwrap();
    assert!(session.use_theorem(&normal).is_err());
    assert_eq!(session.use_theorem(&misere()), Ok(()));
    let far = session.position("[1000000000000000000000000000000000000]").unwrap();
    assert_eq!(session.outcome(&far, &Limits::default()), Ok(Outcome::N));
    for other in ["nim", "[a, b] -> [a-1, b] | [a, b-1]", "[n] -> [n-1]\nwin on [3]"] {
        let used = Session::with_game(other).unwrap().use_theorem(&theorem());
        assert!(matches!(used, Err(Failure::Domain(_))), "{other}");
    }
}

/// No value is asked for where it is proved who wins an option.
#[test]
fn moves_are_found_where_only_who_wins_is_proved() {
    let limits = Limits::default().positions(1 << 20);
    for (rule, base) in [
        ("[n] if n > 0 -> [n-d] for d in digits(n) \\ {0}", 10),
        ("[n] -> [n-d] for d in digits(n, 3) if d > 0", 3),
    ] {
        let mut session = Session::with_game(rule).unwrap();
        for n in (0..4).map(|more| 10_u64.pow(18) + more).chain([999_999_999_999_999_990]) {
            let position = session.position(&n.to_string()).unwrap();
            let moves = session.winning_moves(&position, &limits).unwrap();
            let expected = match n % base {
                0 => Vec::new(),
                rest => vec![session.position(&(n - rest).to_string()).unwrap().parts],
            };
            let found: Vec<_> =
                moves.iter().map(|one| session.after(&position, one).parts).collect();
            assert_eq!(found, expected, "{rule} at {n}");
        }
    }
}
