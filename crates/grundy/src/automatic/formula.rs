//! Whether a formula says what a theorem says.
//!
//! What a formula says is an automaton too, where it is linear or speaks of binary digits; and two sets differ nowhere but
//! at some components exactly when the automaton of their difference accepts nothing else. So the formula is as sure as
//! the theorem.

use std::time::Duration;

use super::decide::{existential, widened};
use super::statement::{Literal, Subject, relations};
use super::translate::said;
use super::tuples::Tuples;
use super::{Certificate, rules_of};
use crate::automaton::{Dfa, Linear, Numeration, Sign, TooLarge, Track};
use crate::language::Message;
use crate::limits::Limits;
use crate::pattern::{Table, look};
use crate::rule::Formula;

/// Whether a formula, the value or a condition for the components that are not lost, is right for all components but
/// perhaps these, by a theorem. If not, it may be wrong, or out of reach.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, is_right, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::rule::Formula;
/// let game = open("[n] -> [n-k] for k in 1..3")?;
/// let attempt = prove(&game.rules, Subject::Values, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// let names = ["n".to_owned()];
/// assert!(is_right(&Formula::new("n % 4", &names)?, &theorem, &[]));
/// assert!(is_right(&Formula::new("n % 2 == 1 or and(n, 3) == 2", &names)?, &theorem, &[]));
/// assert!(!is_right(&Formula::new("n % 5", &names)?, &theorem, &[]));
/// // Wrong at 0 alone.
/// assert!(is_right(&Formula::new("max(n % 4, 1 - n)", &names)?, &theorem, &[vec![0]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_right(formula: &Formula, theorem: &Certificate, but_for: &[Vec<u64>]) -> bool {
    differs_only_at(formula, theorem, but_for).is_ok_and(|only| only == Some(true))
}

/// The same; nothing where it is out of reach.
fn differs_only_at(
    formula: &Formula,
    theorem: &Certificate,
    but_for: &[Vec<u64>],
) -> Result<Option<bool>, TooLarge> {
    let numeration = theorem.set.numeration();
    let extra = theorem.subject.extra_tracks();
    let arity = theorem.set.tracks().len() - extra;
    let of_values = formula.is_number();
    let subject = if of_values { theorem.subject } else { Subject::Outcomes };
    let Some(own) = set_of(formula, arity, subject, numeration)? else { return Ok(None) };
    let value = arity as Track;
    let right = match extra > 0 && !of_values {
        false => theorem.set.clone(),
        true => {
            let tracks: Vec<Track> = (0..=value).collect();
            let lost = Linear::new([(value, 1)], 0, Sign::Zero);
            let literals = [Literal::Member(tracks, true), Literal::Linear(lost)];
            existential(&[value], &literals, &theorem.set)?
        }
    };
    let mut differ = right.and(&own.not()?)?.or(&own.and(&right.not()?)?)?;
    if of_values && extra > 0 {
        differ = differ.exists(value)?;
    }
    for component in but_for {
        let mut at = Dfa::all(numeration, &[])?;
        for (track, &number) in (0..).zip(component) {
            let Ok(number) = i64::try_from(number) else { return Ok(None) };
            at =
                at.and(&Dfa::linear(numeration, &Linear::new([(track, 1)], -number, Sign::Zero))?)?;
        }
        differ = differ.and(&at.not()?)?;
    }
    Ok(Some(differ.shortest().is_none()))
}

/// A formula that says what a theorem says, everywhere, as a sentence: one of those that are seen in the table of the theorem,
/// of which [`is_right`] is true. Nothing if none is found within two seconds and the limits.
///
/// ```
/// use grundy::automatic::{Attempt, Subject, formula_of, prove};
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// let game = open("[a, b] -> [a-k, b] for k in 1..2 | [a, b-k] for k in 1..b")?;
/// let attempt = prove(&game.rules, Subject::Values, &Limits::default())?;
/// let Attempt::Proved(theorem) = attempt else { panic!() };
/// let formula = formula_of(&theorem, &Limits::default()).unwrap();
/// assert_eq!(formula.to_string(), "G(a, b) = xor(b, a % 3)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn formula_of(theorem: &Certificate, limits: &Limits) -> Option<Message> {
    right_formula(theorem, limits).map(|(statement, _)| statement)
}

/// The same with the formula: the value, or a condition for the components that are not lost.
pub(crate) fn right_formula(theorem: &Certificate, limits: &Limits) -> Option<(Message, Formula)> {
    let coords = rules_of(theorem).ok()?.kinds()[0].coords().to_vec();
    let table = table_of(theorem, &coords)?;
    let soon = limits.clone().time(PATIENCE).deadline;
    let deadline = [limits.deadline, soon].into_iter().flatten().min();
    let seen = look(&table, &Limits { deadline, ..limits.clone() }).ok()?.held;
    seen.into_iter().find_map(|finding| {
        let formula = Formula::new(finding.formula.as_deref()?, &coords).ok()?;
        let about_values = theorem.subject != Subject::Outcomes;
        let whole = formula.is_number() == about_values && is_right(&formula, theorem, &[]);
        whole.then_some((finding.statement, formula))
    })
}

const PATIENCE: Duration = Duration::from_secs(2);
/// The largest coordinate of tables in which formulas are looked for, by the number of coordinates.
const LOOKED_AT: [u64; 2] = [255, 31];

/// The answers of a theorem about one or two small coordinates.
fn table_of(theorem: &Certificate, coords: &[String]) -> Option<Table> {
    let to = *LOOKED_AT.get(coords.len().checked_sub(1)?)?;
    let places = theorem.set.numeration().first_places(64);
    let (mut values, mut lost) = (Vec::new(), Vec::new());
    for component in Tuples::below(to + 1, coords.len()) {
        let is_value = |&value: &u64| {
            let written = match (theorem.subject, value) {
                (Subject::Lengths, 1..) => places.get(value as usize - 1).copied(),
                _ => Some(value),
            };
            written
                .is_some_and(|written| theorem.set.accepts(&[&component[..], &[written]].concat()))
        };
        if theorem.subject == Subject::Outcomes {
            lost.push(theorem.set.accepts(&component));
        } else {
            // Larger values than these are none that formulas have.
            let value = (0..=4 * to).find(is_value)?;
            values.push(value);
            lost.push(value == 0);
        }
    }
    Table::new(coords.to_vec(), to, (!values.is_empty()).then_some(values), lost)
}

/// Whether what a formula says of one coordinate repeats: from `start` on it says of `n + period` what it says of `n`, and
/// if that is a number, the saltus more. If not, it may repeat, but that is out of reach.
///
/// ```
/// use grundy::automatic::repeats;
/// use grundy::rule::Formula;
/// let formula = Formula::new("n / 3 * 2 + n % 3", &["n".to_owned()])?;
/// assert!(repeats(&formula, 0, 3, 2) && repeats(&formula, 5, 6, 4) && !repeats(&formula, 0, 3, 1));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn repeats(formula: &Formula, start: u64, period: u64, saltus: u64) -> bool {
    let numbers = [start, period, saltus].map(i64::try_from);
    let [Ok(start), Ok(period @ 1..=MOST_PERIOD), Ok(saltus)] = numbers else { return false };
    repeating(formula, start, period, saltus).is_ok_and(|repeats| repeats == Some(true))
}

/// Longer periods make automata large.
const MOST_PERIOD: i64 = 128;

fn repeating(
    formula: &Formula,
    start: i64,
    period: i64,
    saltus: i64,
) -> Result<Option<bool>, TooLarge> {
    let numeration = Numeration::Base(2);
    let of_values = formula.is_number();
    let subject = if of_values { Subject::Values } else { Subject::Outcomes };
    let Some(set) = set_of(formula, 1, subject, numeration)? else { return Ok(None) };
    // n and m = n + period, with the numbers g and h.
    let [n, m, g, h] = [0, 1, 2, 3];
    let linear = |terms: &[(Track, i64)], constant, sign| {
        Literal::Linear(Linear::new(terms.iter().copied(), constant, sign))
    };
    let later = [
        linear(&[(m, 1), (n, -1)], -period, Sign::Zero),
        linear(&[(n, 1)], -start, Sign::NonNegative),
    ];
    if of_values {
        // A number below 0 is no value, and the set says nothing of it.
        let valued = existential(&[g], &[Literal::Member(vec![n, g], true)], &set)?;
        if existential(&[], &later[1..], &set)?.and(&valued.not()?)?.shortest().is_some() {
            return Ok(Some(false));
        }
    }
    let cases: Vec<Vec<Literal>> = match of_values {
        true => [1, -1]
            .map(|sign| {
                // h and g + saltus differ to this side, by 1 at least.
                let apart = linear(&[(h, sign), (g, -sign)], -sign * saltus - 1, Sign::NonNegative);
                vec![Literal::Member(vec![n, g], true), Literal::Member(vec![m, h], true), apart]
            })
            .to_vec(),
        false => [true, false]
            .map(|lost| vec![Literal::Member(vec![n], lost), Literal::Member(vec![m], !lost)])
            .to_vec(),
    };
    let hidden = if of_values { &[m, g, h][..] } else { &[m] };
    for case in cases {
        let failing = existential(hidden, &[&later[..], &case].concat(), &set)?;
        if failing.shortest().is_some() {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The set of the tuples that a formula says; nothing where it is out of reach.
fn set_of(
    formula: &Formula,
    arity: usize,
    subject: Subject,
    numeration: Numeration,
) -> Result<Option<Dfa>, TooLarge> {
    let Ok((own, families)) = said(formula, arity, subject) else { return Ok(None) };
    if own.is_some_and(|own| own != numeration) {
        return Ok(None);
    }
    let tracks: Vec<Track> = (0..(arity + subject.extra_tracks()) as Track).collect();
    let nothing = Dfa::all(numeration, &[])?;
    let mut set = Dfa::all(numeration, &tracks)?.not()?;
    for family in &families {
        let one = existential(&family.hidden, &relations(family), &nothing)?;
        set = set.or(&widened(&one, &tracks)?)?;
    }
    Ok(Some(set.minimised()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automatic::{Attempt, prove};
    use crate::games::open;
    use crate::rule::Said;

    fn names() -> Vec<String> {
        vec!["a".to_owned(), "b".to_owned()]
    }

    /// A number of two names.
    fn number() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            prop::sample::select(vec!["a", "b"]).prop_map(str::to_owned),
            (0..6).prop_map(|number: i32| number.to_string()),
        ];
        leaf.prop_recursive(3, 6, 2, |inner| {
            let two = (inner.clone(), inner.clone());
            let names = vec!["min", "max", "xor", "and", "or"];
            prop_oneof![
                (two.clone(), prop::sample::select(vec!["+", "-"]))
                    .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
                (two, prop::sample::select(names))
                    .prop_map(|((a, b), op)| format!("{op}({a}, {b})")),
                (inner.clone(), prop::sample::select(vec!["/ 3", "% 4", "* 2"]))
                    .prop_map(|(a, op)| format!("({a} {op})")),
                (inner, prop::sample::select(vec!["abs({})", "-{}", "shl({}, 2)", "shr({}, 1)"]))
                    .prop_map(|(a, form)| form.replace("{}", &a)),
            ]
        })
    }

    fn said_of(formula: &Formula, at: &[u64]) -> Said {
        let at: Vec<i64> = at.iter().map(|&number| number as i64).collect();
        formula.say(&at, &Limits::default()).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(4), ..Default::default() })]

        /// What the automaton of a formula accepts is what the formula says.
        #[test]
        fn formulas_are_their_automata(one in number(), other in number(), more in 0..3) {
            let set = |text: &str, subject| {
                let formula = Formula::new(text, &names()).unwrap();
                let set = set_of(&formula, 2, subject, Numeration::Base(2)).ok().flatten();
                set.map(|set| (formula, set))
            };
            if let Some((formula, set)) = set(&one, Subject::Values) {
                for at in Tuples::below(9, 2) {
                    let said = said_of(&formula, &at);
                    for value in 0..40 {
                        let right = said == Said::Number(value as i64);
                        prop_assert_eq!(set.accepts(&[at[0], at[1], value]), right, "{} {:?}", one, at);
                    }
                }
            }
            if let Some((formula, set)) = set(&format!("ilog2({one}) + {more}"), Subject::Lengths) {
                for at in Tuples::below(9, 2) {
                    let said = said_of(&formula, &at);
                    for value in 0..12_u64 {
                        let written = if value == 0 { 0 } else { 1 << (value - 1) };
                        let right = said == Said::Number(value as i64);
                        prop_assert_eq!(set.accepts(&[at[0], at[1], written]), right, "{} {:?}", one, at);
                    }
                }
            }
            if let Some((formula, set)) = set(&format!("{one} < {other}"), Subject::Outcomes) {
                for at in Tuples::below(20, 2) {
                    let lost = said_of(&formula, &at) == Said::Truth(false);
                    prop_assert_eq!(set.accepts(&at), lost, "{} < {} {:?}", one, other, at);
                }
            }
        }
    }

    fn theorem(rule: &str, subject: Subject) -> Certificate {
        match prove(&open(rule).unwrap().rules, subject, &Limits::default()).unwrap() {
            Attempt::Proved(theorem) => theorem,
            other => panic!("{rule}: {other:?}"),
        }
    }

    #[test]
    fn formulas_are_right_or_wrong_by_theorems() {
        let names = |arity: usize| names()[..arity].to_vec();
        for (rule, subject, formula, but_for, right) in [
            ("[a] -> [a-k] for k in 1..3", Subject::Values, "a % 4", &[][..], true),
            // By values it is known who wins.
            ("[a] -> [a-k] for k in 1..3", Subject::Values, "a % 4 != 0", &[], true),
            ("[a] -> [a-k] for k in 1..3", Subject::Values, "a % 4 != 1", &[], false),
            ("[a] -> [a-k] for k in 1..3", Subject::Values, "a % 4 != 0 or a == 400", &[], false),
            (
                "[a] -> [a-k] for k in 1..3",
                Subject::Values,
                "a % 4 != 0 or a == 400",
                &[vec![400]],
                true,
            ),
            ("[a] -> [a-k] for k in 1..3", Subject::Outcomes, "a % 4", &[], false),
            ("misere [a] -> [a-k] for k in 1..3", Subject::Outcomes, "a % 4 != 1", &[], true),
            (
                "[a] -> [b] for b in 0..a-1 if and(a, b) == 0",
                Subject::Lengths,
                "ilog2(and(a, -a)) + 1",
                &[],
                true,
            ),
            (
                "[a] -> [b] for b in 0..a-1 if and(a, b) == 0",
                Subject::Lengths,
                "ilog2(a) + 1",
                &[],
                false,
            ),
            ("[a] -> [b] for b in 0..a-1 if and(a, b) == 0", Subject::Lengths, "a > 0", &[], true),
            // Products are out of reach, and another numeration is.
            (
                "[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]",
                Subject::Outcomes,
                "a * b % 2 == 1 or a != b",
                &[],
                false,
            ),
            ("wythoff", Subject::Outcomes, "xor(a, b) != 0", &[], false),
        ] {
            let theorem = theorem(rule, subject);
            let arity = theorem.set.tracks().len() - subject.extra_tracks();
            let parsed = Formula::new(formula, &names(arity)).unwrap();
            assert_eq!(is_right(&parsed, &theorem, but_for), right, "{rule}: {formula}");
        }
    }

    #[test]
    fn what_formulas_repeat_is_seen() {
        for (formula, start, period, saltus, right) in [
            ("a % 4", 0, 4, 0, true),
            ("a % 4", 0, 8, 0, true),
            ("a % 4", 0, 6, 0, false),
            ("max(a, 7) % 4", 0, 4, 0, false),
            ("max(a, 7) % 4", 7, 4, 0, true),
            ("a % 4 != 0", 0, 4, 0, true),
            ("a % 4 != 0 and a > 9", 10, 4, 0, true),
            ("a % 4 != 0 and a > 9", 9, 4, 0, false),
            ("a + a / 3", 0, 3, 4, true),
            ("a + a / 3", 0, 3, 3, false),
            ("a % 127", 0, 127, 0, true),
            // It is below 0 from 1001 on, and from 5 to 8.
            ("a % 3 - 5 * max(0, a - 1000)", 0, 3, 0, false),
            ("a % 3 - 5 * max(0, min(a - 4, 9 - a))", 0, 3, 0, false),
            ("a % 3 - 5 * max(0, min(a - 4, 9 - a))", 9, 3, 0, true),
            ("a % 3 - 5 * max(0, min(a - 4, 9 - a))", 8, 3, 0, false),
            // Out of reach.
            ("a % 1000", 0, 1000, 0, false),
            ("a * a % 4", 0, 4, 0, false),
        ] {
            let parsed = Formula::new(formula, &names()[..1]).unwrap();
            assert_eq!(
                repeats(&parsed, start, period, saltus),
                right,
                "{formula} {start} {period}"
            );
        }
    }
}
