//! The two translations of rules are held to each other, and to the definition.

mod followed;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::claim::{self, Digits};
use super::rule::options;
use super::{Refusal, Unchecked, check};
use crate::automatic::decide::{existential, widened};
use crate::automatic::statement::{Extent, Literal, Moves, relations};
use crate::automatic::{Attempt, Certificate, Subject, moves, prove};
use crate::automaton::{Dfa, Linear, Numeration, Sign, Track};
use crate::limits::{Limits, Stop};
use crate::rule::{Rules, parse};
use crate::ruleset::Ruleset;

/// The first track for the coordinates that come out.
const AFTER: Track = 8;

/// Parts of an option, hidden numbers, and what must hold.
type Family = (Vec<Vec<Track>>, Vec<Track>, Vec<Literal>);

/// The same in the words of the proof, which knows only nim-sums: where two numbers have a digit 1 in common, their sum has
/// it twice. Numbers for this are taken from `fresh` on.
fn in_other_words(literals: &[claim::Literal], fresh: &mut Track) -> (Vec<Track>, Vec<Literal>) {
    let (mut hidden, mut all) = (Vec::new(), Vec::new());
    let zero =
        |terms: &[(Track, i64)]| Literal::Linear(Linear::new(terms.iter().copied(), 0, Sign::Zero));
    for literal in literals {
        let said = match literal {
            claim::Literal::Linear(relation) => Literal::Linear(relation.clone()),
            claim::Literal::Member(tracks, positive) => Literal::Member(tracks.clone(), *positive),
            claim::Literal::Place(track, positive) => Literal::Place(*track, *positive),
            claim::Literal::Digits(Digits { tracks: [a, b, made], makes }) if a == b => {
                zero(&[(*made, 1), (*a, -i64::from(makes[2]))])
            }
            claim::Literal::Digits(Digits { tracks: [a, b, made], makes }) => {
                let (sum, common) = (*fresh, *fresh + 1);
                *fresh += 2;
                hidden.extend([sum, common]);
                all.push(Literal::Xor(*a, *b, sum));
                all.push(zero(&[(*a, 1), (*b, 1), (sum, -1), (common, -2)]));
                let [b_alone, a_alone, both] = makes.map(i64::from);
                let both = both - a_alone - b_alone;
                zero(&[(*a, a_alone), (*b, b_alone), (common, both), (*made, -1)])
            }
        };
        all.push(said);
    }
    (hidden, all)
}

/// The pairs of a component and an option of so many parts, as the smallest automaton.
fn relation(families: &[Family], arity: usize, parts: usize, numeration: Numeration) -> Dfa {
    let tracks: Vec<Track> = (0..arity as Track).chain((AFTER..).take(parts * arity)).collect();
    let nothing = Dfa::all(numeration, &[]).unwrap();
    let mut all = Dfa::all(numeration, &tracks).unwrap().not().unwrap();
    for (own, hidden, literals) in families.iter().filter(|(own, ..)| own.len() == parts) {
        let mut literals = literals.clone();
        for (after, &track) in (AFTER..).zip(own.iter().flatten()) {
            let equal = Linear::new([(after, 1), (track, -1)], 0, Sign::Zero);
            literals.push(Literal::Linear(equal));
        }
        let one = existential(hidden, &literals, &nothing).unwrap();
        all = all.or(&widened(&one, &tracks).unwrap()).unwrap();
    }
    all.minimised()
}

/// Compares what both translations and the definition say of a rule, as it is and in the form from which theorems are
/// proved. Nothing if the translation of the proof reaches neither.
fn agree(text: &str) -> Option<()> {
    let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
    let both = [rules.clone(), rules.clone().simpler()];
    let reached: Vec<Moves> = both.iter().filter_map(|form| moves(form).ok()).collect();
    reached.iter().for_each(|moves| as_read(&rules, moves, text));
    (!reached.is_empty()).then_some(())
}

/// Holds the checker's reading of a rule to a translation of it. The checker takes the rule as it was typed, which may have
/// more cases than the form from which theorems are proved.
fn as_read(rules: &Rules, moves: &Moves, text: &str) {
    let read = match options(rules) {
        Err(refusal) if refusal.to_string().contains("so many c") => return,
        read => read.unwrap_or_else(|refusal| panic!("{text}: {refusal}")),
    };
    // A proof that speaks of the digits in no numeration may use any.
    assert!(read.numeration.is_none() || read.numeration == moves.numeration, "{text}");
    let numeration = moves.numeration.unwrap_or(Numeration::Base(2));
    for (ways, never) in [(&read.all, Extent::AtLeast), (&read.sure, Extent::AtMost)] {
        let own: Vec<Family> = ways
            .iter()
            .map(|way| {
                let (hidden, literals) = in_other_words(&way.literals(), &mut 100);
                (way.parts.clone(), [&way.hidden[..], &hidden].concat(), literals)
            })
            .collect();
        let other: Vec<Family> = moves
            .families
            .iter()
            .filter(|family| family.extent != never)
            .map(|family| (family.parts.clone(), family.hidden.clone(), relations(family)))
            .collect();
        for parts in 0..=3 {
            let said = relation(&own, moves.arity, parts, numeration);
            assert_eq!(said, relation(&other, moves.arity, parts, numeration), "{text}: {parts}");
            if parts == 1 && read.all == read.sure {
                defined(rules, &said, text);
            }
        }
    }
}

/// Compares options of one component with those that the definition gives.
fn defined(rules: &Rules, said: &Dfa, text: &str) {
    let [kind] = rules.ir() else { return };
    let sides = [(14, 20), (5, 6)];
    let Some(&(side, longer)) = sides.get(kind.coords.len() - 1) else { return };
    let limits = Limits::default();
    for from in super::Tuples::below(side, kind.coords.len()) {
        if kind.unordered && !from.is_sorted() {
            continue;
        }
        let coords: Vec<i64> = from.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &coords).unwrap();
        let mut listed = BTreeSet::new();
        let over = rules.is_over(&component, &limits).unwrap();
        rules
            .options(&component, &limits, &mut |option| {
                if let ([part], false) = (option, over) {
                    listed.insert(part.coords.iter().map(|c| c.unsigned_abs()).collect::<Vec<_>>());
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        for to in super::Tuples::below(longer, kind.coords.len()) {
            let mut accepted = said.accepts(&[&from[..], &to].concat());
            if kind.unordered {
                let swapped: Vec<u64> = to.iter().rev().copied().collect();
                accepted |= said.accepts(&[&from[..], &swapped].concat());
                if !to.is_sorted() {
                    continue;
                }
            }
            assert_eq!(accepted, listed.contains(&to), "{text}: {from:?} to {to:?}");
        }
    }
}

#[test]
fn both_translations_read_the_same_rules() {
    for rule in [
        "[n] -> [n-k] for k in 1..n if k % 3 == 1",
        "[n] -> [n-k] for k in 1..n step 4",
        "[n] -> [n-k] for k in {1, 3, 4} \\ {n % 5}",
        "[n] -> [n-k] for k in ({2*i+1 for i in 0..n/4} and 1..n-2) or {n-1} if k > 0",
        "[n] if n in 3..9 or not (n > 4 and n != 12) -> [n-1-abs(n-7)/8]",
        "[n] -> [min(n-1, max(n/2, 3))]",
        "[n] -> [m] let m = n/3 if m < n",
        "[n] -> [a] + [n-2-a] for a in 0..n-2",
        "[n] -> 2 * [n/3] if n > 0 | []",
        "[n] -> [a] + [b] + [n-1-a-b] for a in 0..n-1, b in a..n-1-a",
        "[n] -> 3 * [n/4] if n > 0 | [n-1] + 2 * [n/2] if n > 2",
        "[n] -> 4 * [n/4] if n > 0 | 1007 * [n-1] if n > 2 | 0 * [n-1] if n > 3",
        "[n] -> [n-k] for k in powers(2, n)",
        "[n] -> [n-2**k] for k in 0..ilog2(n)",
        "[n] -> [n-2**k] for k in 0..ilog2(n/2)",
        "[n] -> [n-3*shl(1, k)] for k in 1..ilog2(n/3) if shl(1, k) != 4",
        "[n] -> [n-k-1] for k in {2**j for j in 2..ilog2(n-1)}",
        "[n] -> [n-k] for k in fibs(n) if k > 1",
        "[n] -> [n-q] for q in prime_powers(n)",
        "[n] -> [n-p] for p in primes(n) or {1}",
        "[n] -> [n-p-1] for p in primes(n-1) if p != 3",
        "[n] -> [n-q-1] for q in prime_powers(n-1) if q != 4",
        "[n] -> [n-k] for k in 1..n if k == 1 or is_prime(k)",
        "[n] -> [n-k] for k in 2..n if is_prime(k) and k % 4 == 3",
        "[n] -> [n-k] for k in 1..n if popcount(k) == 1",
        "[n] -> [n-k] for k in 1..n if and(k, k-1) == 0 or k == 3",
        "[n] -> [n-k] for k in 4..n if 0 == and(k-1, k)",
        "[n] -> [n-k] for k in 1..n if and(n, k) == k",
        "[n] -> [n-k] for k in 1..n if and(n, k) == 0 or or(n, k) == 7",
        "[n] -> [xor(n, k)] for k in 1..2*n if xor(n, k) < n",
        "[n] -> [and(n, k-3)] for k in 0..n+2 if and(n, k-3) < n",
        "[n] -> [m] let m = min(n-1, xor(n-5, or(3-n, -2))) if m >= 0",
        "[n] -> [n-1+and(n-5, 4-n)] | [n-1] if or(n-5, 4-n) == -1 | [and(n, n)-1] if xor(n, n) == 0",
        "[n] -> [shr(n-1, 2)] | [n - shl(k, 1)] for k in 1..n",
        "[n] -> [a] + [xor(n, a)] for a in 1..n-1 if xor(n, a) < n",
        "[a, b] -> [a-k, b] for k in 1..a if and(k, b) == 0 | [a, b-1]",
        "[n] -> [n-k] for k in powers(2, n) if and(n, k) != 0",
        "[n] -> [n-d] for d in digits(n) \\ {0, 7}",
        "[n] -> [n-d-1] if n > 0 for d in digits(n-1, 4)",
        "[n] if n > 3 -> [n-d-1] for d in digits(n-1, 4)",
        "[n] -> [n-1] | [n-2]\nwin on [3]",
        "[a, b] -> [a-1, b] | [a, b-1]\nwin on [2, b] if b > 2\nwin on [a, 1]",
        "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
        "unordered [a, b] if a + b > 4 -> [a-k, b] for k in 1..a | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3",
        "misere [a, b] -> [b/2, a-1] if a > b",
    ] {
        assert!(agree(rule).is_some(), "{rule}");
    }
}

#[test]
fn digits_of_what_may_be_below_0_are_not_read() {
    for rule in [
        "[n] -> [n-1] | [n-k] for k in digits(1500-n, 2) if k > 0",
        "[n] -> [n-d-1] for d in digits(n-1, 4) if n > 0",
        "[n, m] if n > m -> [n-d-1, m] for d in digits(n-m-2)",
    ] {
        let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
        assert!(options(&rules).is_err(), "{rule}");
        assert!(moves(&rules).is_err(), "{rule}");
    }
    assert!(agree("[n, m] if n > m -> [n-d-1, m] for d in digits(n-m-1)").is_some());
}

/// A number of these names.
fn number(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(names).prop_map(str::to_owned),
        (0..5).prop_map(|number: i32| number.to_string()),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), prop::sample::select(vec!["+", "-"]))
                .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            (two, prop::sample::select(vec!["min", "max"]))
                .prop_map(|((a, b), name)| format!("{name}({a}, {b})")),
            (inner.clone(), prop::sample::select(vec!["/ 2", "/ 3", "% 2", "% 3", "* 2"]))
                .prop_map(|(a, op)| format!("(({a}) {op})")),
            (inner.clone(), inner.clone(), prop::sample::select(vec!["xor", "and", "or"]))
                .prop_map(|(a, b, name)| format!("{name}({a}, {b})")),
            (inner.clone(), prop::sample::select(vec!["shl", "shr"]))
                .prop_map(|(a, name)| format!("{name}({a}, 1)")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            inner.prop_map(|a| format!("(-{a})")),
        ]
    })
}

fn condition(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let number = || number(names);
    let compared =
        (number(), prop::sample::select(vec!["<", "<=", "==", "!=", ">", ">="]), number())
            .prop_map(|(a, op, b)| format!("{a} {op} {b}"));
    let within = (number(), number(), number(), 0..3).prop_map(|(a, b, c, form)| match form {
        0 => format!("{a} in {b}..{c}"),
        1 => format!("{a} in {{{b}, {c}, 2}}"),
        _ => format!("{a} in (({b}..{c}) or {{1}})"),
    });
    prop_oneof![3 => compared, 1 => within].prop_recursive(2, 3, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), prop::sample::select(vec!["and", "or"]))
                .prop_map(|(a, b, op)| format!("({a} {op} {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

fn set() -> impl Strategy<Value = String> {
    let number = || number(&["n"]);
    let leaf = prop_oneof![
        (number(), number()).prop_map(|(a, b)| format!("({a}..{b})")),
        (number(), number(), 2..4).prop_map(|(a, b, by)| format!("({a}..{b} step {by})")),
        (number(), number()).prop_map(|(a, b)| format!("{{{a}, {b}}}")),
        condition(&["i"]).prop_map(|cond| format!("{{i + 1 for i in 0..n/2 if {cond}}}")),
    ];
    (leaf, 0..6, number(), number()).prop_map(|(set, form, a, b)| match form {
        0 => format!("{set} \\ {{{a}, {b}}}"),
        1 => format!("{set} and ({a}..{b})"),
        2 => format!("{set} or {{{a}}}"),
        _ => set,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(4), ..Default::default() })]

    #[test]
    fn both_translations_say_what_the_definition_says(
        guard in condition(&["n"]),
        set in set(),
        cond in condition(&["n", "k"]),
        to in number(&["n", "k"]),
        form in 0..6,
    ) {
        // Whatever comes out, the heap becomes smaller.
        let to = format!("min(n-1, {to})");
        let target = match form {
            0 => format!("[{to}] + [n-1-k]"),
            1 => format!("[{to}] + [n-1-k] + [min(n-1, k)]"),
            _ => format!("[{to}]"),
        };
        let positive = if form < 2 { "k >= 0 and " } else { "" };
        let agreed = agree(&format!("[n] if {guard} -> {target} for k in {set} if {positive}{cond}"));
        prop_assume!(agreed.is_some());
    }
}

/// Only binary digits show a nim-sum. In base 3 this automaton says 0, 1, 3 in place of 0, 1, 2, and digits whose sum is even
/// would let it pass.
#[test]
fn values_of_sums_in_another_base_are_refused() {
    let rules = Rules::new(parse("[n] -> [n-k] + [0] for k in {1, 2}").unwrap(), &[]).unwrap();
    let rule = rules.program().to_string();
    let rows =
        [[0, 1, 1, 2, 3, 2, 4, 4, 4], [0, 1, 1, 2, 3, 2, 4, 4, 4], [4, 4, 5, 4, 4, 4, 4, 4, 4]];
    let rows = [&rows[..], &[rows[2], [4; 9], [4; 9]]].concat();
    let rows: Vec<Vec<u32>> = rows.into_iter().map(Vec::from).collect();
    let accepts = [true, false, false, true, false, true];
    let set = Dfa::from_rows(Numeration::Base(3), &[0, 1], &rows, &accepts).unwrap();
    let wrong = Certificate { rule, subject: Subject::Values, set };
    let refused = check(&wrong, &Limits::default()).unwrap_err().to_string();
    assert!(refused.contains("values of sums in another numeration"), "{refused}");
}

/// Most numbers of these rules are told by digits of others, many of them constants: what is followed for them is little.
#[test]
fn theorems_about_digits_are_checked_in_little_room() {
    for rule in [
        "[n] -> [or(2, or(4, 8))] if or(2, or(4, 8)) < n",
        "[n] -> [n-1] if and(n, 1) + and(n, 2) + and(n, 4) + and(n, 8) + and(n, 16) < 99",
        "[a, b] -> [a-k, b] for k in 1..a or a..max(1, b) if and(a, 6 % 2) != 0 if k > 0 \
         | [a % 2, xor(k, -1) - and(5, a)] for k in 8..shl(min(b, b), 2) if xor(k, -1) - and(5, a) < b \
         if a % 2 + (xor(k, -1) - and(5, a)) < a + b if a % 2 >= 0",
    ] {
        let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
        let limits = Limits::default();
        let Ok(Attempt::Proved(theorem)) = prove(&rules, Subject::Values, &limits) else {
            panic!("{rule}")
        };
        assert_eq!(check(&theorem, &limits.clone().memory(16 << 20)), Ok(()), "{rule}");
        let stopped = check(&theorem, &limits.clone().memory(500));
        assert!(matches!(stopped, Err(Unchecked::Stopped(Stop::Memory { .. }))), "{stopped:?}");
        let stopped = check(&theorem, &limits.time(std::time::Duration::ZERO));
        assert_eq!(stopped, Err(Unchecked::Stopped(Stop::Time)));
        let mut wrong = theorem.clone();
        wrong.rule = theorem.rule.replace("99", "9");
        if wrong != theorem {
            let refused = check(&wrong, &Limits::default());
            let told = matches!(refused, Err(Unchecked::Refused(Refusal::Statement(_))));
            assert!(told, "{refused:?}");
        }
    }
}

/// The sum would need `k == 1` and `k >= 2`, so that the theorem, in base 3, is about no sums.
#[test]
fn sums_that_never_are_make_no_theorem_about_sums() {
    let rule = "[n] -> [n] for k in powers(3, n) if n < n | [n-k] + [k%2] for k in 1..n if k in 2..k and k == 1";
    let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
    for subject in [Subject::Values, Subject::Outcomes] {
        let rules = rules.clone();
        if let Ok(Attempt::Proved(theorem)) = prove(&rules, subject, &Limits::default()) {
            assert_eq!(check(&theorem, &Limits::default()), Ok(()), "{subject:?}");
        } else {
            assert_eq!(subject, Subject::Outcomes);
        }
    }
}
