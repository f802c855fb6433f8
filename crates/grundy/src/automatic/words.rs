//! What the set of a theorem is, in words.
//!
//! Two sets are equal exactly when their smallest automata are, and what is said beside that is decided
//! like the statements of a proof; so the words are as sure as the theorem.

use super::Certificate;
use super::classes::Classes;
use super::decide::{existential, refute};
use super::statement::{Case, Literal, Statement, Subject};
use super::tuples::Tuples;
use crate::automaton::{Dfa, Linear, Numeration, Sign};
use crate::language::{Message, message};

/// What the set of a theorem is in words, where it is one that has a name.
pub fn description(certificate: &Certificate) -> Option<Message> {
    let set = &certificate.set;
    let numeration = set.numeration();
    match certificate.subject {
        Subject::Outcomes if set.tracks().len() == 1 => match Repeating::of(certificate) {
            Some(repeating) => Some(repeating.in_words()),
            None => geometric(set),
        },
        Subject::Outcomes => {
            let pairs = set.tracks().len() == 2;
            let shifted = pairs && *set == Dfa::shifted_pairs(numeration).ok()?;
            let beatty = beatty(set).filter(|_| pairs);
            if shifted {
                let more =
                    beatty.map_or(message!(""), |pairs| message!("; that is, {pairs}", pairs));
                return Some(message!(
                    "in the {numeration} numeration the smaller ends in an even number of zeros \
                     and the larger is the smaller with one more zero behind it{more}",
                    numeration,
                    more
                ));
            }
            if beatty.is_some() {
                return beatty;
            }
            let equal = Linear::new([(0, 1), (1, -1)], 0, Sign::Zero);
            let equal = Dfa::linear(numeration, &equal).ok()?;
            if *set == equal {
                return Some(message!("the two coordinates are equal"));
            }
            Some(Classes::of(certificate)?.in_words())
        }
        Subject::Lengths => (set.tracks().len() == 2
            && *set == Dfa::first_places(numeration).ok()?)
        .then(|| match numeration {
            Numeration::Base(base) => {
                message!("G(n) is the number of digits of n in base {base}", base)
            }
            _ => message!(
                "G(n) is the number of digits of n in the {numeration} numeration",
                numeration
            ),
        }),
        Subject::Values => {
            let others = set.tracks().len() - 1;
            if numeration == Numeration::Base(2) && *set == Dfa::nim_sums(others).ok()? {
                return Some(match others {
                    1 => message!("G(n) = n"),
                    _ => message!("the value is the nim-sum of the coordinates"),
                });
            }
            match others {
                1 => Some(Repeating::of(certificate)?.in_words()),
                _ => Some(Classes::of(certificate)?.in_words()),
            }
        }
    }
}

/// Numbers of one coordinate that are `c * p + d` for a place value p, `2^k - 1` for one.
fn geometric(set: &Dfa) -> Option<Message> {
    const SIDE: i64 = 1 << 12;
    let numeration = set.numeration();
    let Numeration::Base(base) = numeration else { return None };
    let base = i64::from(base);
    let all: Vec<i64> = (0..SIDE).filter(|&n| set.accepts(&[n as u64])).collect();
    let [first, second, _, ..] = all[..] else { return None };
    // From n on comes base * n - (base - 1) d.
    let rest = base * first - second;
    let constant = rest / (base - 1);
    let factor = first - constant;
    if rest % (base - 1) != 0 || factor < 1 {
        return None;
    }
    let sum = Linear::new([(0, 1), (1, -factor)], -constant, Sign::Zero);
    let told = [Literal::Linear(sum), Literal::Place(1, true)];
    let told = existential(&[1], &told, set).ok()?;
    if told.minimised() != *set {
        return None;
    }
    let factor = if factor == 1 { String::new() } else { format!("{factor} * ") };
    let constant = match constant {
        0 => String::new(),
        1.. => format!(" + {constant}"),
        _ => format!(" - {}", -constant),
    };
    Some(message!("n = {formula} for some k >= 0", formula = format!("{factor}{base}^k{constant}")))
}

/// What a theorem says, in a sentence.
pub fn in_words(certificate: &Certificate) -> Message {
    let numeration = certificate.set.numeration();
    match (certificate.subject, description(certificate)) {
        (Subject::Outcomes, Some(words)) => {
            message!("the player to move loses exactly when {words}", words)
        }
        (Subject::Values | Subject::Lengths, Some(words)) => words,
        (Subject::Lengths, None) => message!(
            "the value is the number of digits of the number that the automaton accepts beside the \
             position in the {numeration} numeration",
            numeration
        ),
        (Subject::Outcomes, None) => message!(
            "the lost positions are those that the automaton accepts in the {numeration} \
             numeration{first}",
            numeration,
            first = first(&certificate.set)
        ),
        (Subject::Values, None) => message!(
            "position and value together are what the automaton accepts in the {numeration} \
             numeration",
            numeration
        ),
    }
}

/// The smallest tuples of a set, by their sums.
fn first(set: &Dfa) -> Message {
    const SIDE: u64 = 16;
    const SHOWN: usize = 6;
    let tuples = Tuples::below(SIDE, set.tracks().len());
    let mut lost: Vec<Vec<u64>> = tuples.filter(|tuple| set.accepts(tuple)).collect();
    lost.sort_by_key(|tuple| tuple.iter().sum::<u64>());
    let shown: Vec<String> = lost
        .iter()
        .filter(|tuple| tuple.iter().sum::<u64>() < SIDE)
        .take(SHOWN)
        .map(|tuple| tuple.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
        .collect();
    match shown.is_empty() {
        true => message!(""),
        false => message!("; the first are ({shown})", shown = shown.join("), (")),
    }
}

/// Whether a symmetric set of pairs is that of `floor(n alpha)` and `floor(n alpha) + t n` for all n,
/// with the quadratic irrational of its numeration, `1 / alpha + 1 / (alpha + t) = 1`.
///
/// By the theorem of Beatty these are the pairs in which every number from 1 on occurs once, with the
/// differences `t n` in the order of their smaller numbers, and these properties fix the pairs
/// (Fraenkel 1982). They are decided one by one.
fn beatty(set: &Dfa) -> Option<Message> {
    let Numeration::Quadratic(t) = set.numeration() else { return None };
    let t = i64::from(t);
    // Two pairs, of the ranks n and m; the pairs are tracks 0, 1 and 2, 3.
    let (n, m) = (4, 5);
    let pair = |of: [u8; 2]| Literal::Member(of.to_vec(), true);
    let linear = |terms: &[(u8, i64)], constant, sign| {
        Literal::Linear(Linear::new(terms.iter().copied(), constant, sign))
    };
    let ranked = |[a, b]: [u8; 2], n| linear(&[(a, 1), (b, -1), (n, t)], 0, Sign::Zero);
    let at_most = |a, b, gap: i64| linear(&[(b, 1), (a, -1)], -gap, Sign::NonNegative);
    let is = |guard: Vec<Literal>, hidden: &[u8], literals: Vec<Literal>| {
        let cases = match hidden {
            [] => Vec::new(),
            _ => vec![Case { hidden: hidden.to_vec(), literals }],
        };
        matches!(refute(&Statement { says: "", guard, cases }, set), Ok(None))
    };
    let any = |track| linear(&[(track, 1)], 0, Sign::NonNegative);
    let swapped = Literal::Member(vec![1, 0], false);
    let all = is(vec![pair([0, 1]), swapped], &[], Vec::new())
        && is(vec![pair([0, 1]), pair([0, 2]), at_most(1, 2, 1)], &[], Vec::new())
        && is(vec![pair([0, 1]), at_most(0, 1, 0)], &[n], vec![ranked([0, 1], n)])
        && is(vec![any(n)], &[0, 1], vec![pair([0, 1]), ranked([0, 1], n)])
        && is(vec![any(0)], &[1], vec![pair([0, 1])])
        && is(
            vec![
                pair([0, 1]),
                pair([2, 3]),
                ranked([0, 1], n),
                ranked([2, 3], m),
                at_most(n, m, 0),
                at_most(2, 0, 1),
            ],
            &[],
            Vec::new(),
        );
    let alpha = match t {
        1 => return all.then(|| message!("they are floor(n phi) and floor(n phi^2) for some n")),
        2 => "sqrt(2)".to_owned(),
        _ => format!("(sqrt({}) - {})/2", t * t + 4, t - 2),
    };
    all.then(|| {
        message!(
            "they are floor(n alpha) and floor(n alpha) + {t} n for some n, alpha = {alpha}",
            t,
            alpha
        )
    })
}

/// A set of one coordinate that repeats: the number of a heap plays no part but for what it leaves modulo a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repeating {
    /// `G(modulus k + r) = slope k + c_r`, but the value of heap 0 where it is given.
    Values {
        /// The constants `c_r`, one for each remainder.
        constants: Vec<i64>,
        /// What a value grows by in a period.
        slope: i64,
        /// The value of heap 0 where it is none of these.
        zero: Option<i64>,
    },
    /// Lost are the heaps from `from` on that leave one of the remainders, and some before.
    Lost {
        /// The modulus.
        modulus: i64,
        /// The remainders, ascending.
        remainders: Vec<i64>,
        /// From where on.
        from: i64,
        /// The lost heaps before that.
        before: Vec<i64>,
    },
}

impl Repeating {
    /// How the set of a theorem about one coordinate repeats, with a short period.
    pub(crate) fn of(certificate: &Certificate) -> Option<Repeating> {
        match (certificate.subject, certificate.set.tracks().len()) {
            (Subject::Outcomes, 1) => residues(&certificate.set),
            (Subject::Values, 2) => progression(&certificate.set),
            _ => None,
        }
    }

    /// How values that grow repeat, where the period is short and only heap 0 may be an exception.
    ///
    /// They are those of the heaps from 0 on, as far as they are known: the first period from heap `start` on at least.
    pub(crate) fn of_growing(
        values: &[u64],
        start: u64,
        period: u64,
        saltus: u64,
    ) -> Option<Repeating> {
        let modulus = usize::try_from(period).ok().filter(|modulus| MODULI.contains(modulus))?;
        if saltus == 0 || start > 1 {
            return None;
        }
        let values: Vec<i64> =
            values.iter().map(|&value| value.try_into().ok()).collect::<Option<_>>()?;
        let slope = i64::try_from(saltus).ok()?;
        let first = |rest| if rest < start as usize { rest + modulus } else { rest };
        let constant =
            |rest| Some(values.get(first(rest))? - slope * (first(rest) / modulus) as i64);
        let constants: Vec<i64> = (0..modulus).map(constant).collect::<Option<_>>()?;
        let zero = values.first().copied().filter(|&value| value != constants[0]);
        Some(Repeating::Values { constants, slope, zero })
    }

    /// It in words.
    pub(crate) fn in_words(&self) -> Message {
        match self {
            Repeating::Values { constants, slope, zero } => {
                values_in_words(constants, *slope, *zero)
            }
            Repeating::Lost { modulus, remainders, from, before } => {
                lost_in_words(*modulus, remainders, *from, before)
            }
        }
    }
}

/// Lost heaps as residue classes from some heap on, and some before.
fn residues(set: &Dfa) -> Option<Repeating> {
    let lost: Vec<i64> = (0..LOOKED_AT as i64).filter(|&n| set.accepts(&[n as u64])).collect();
    let numeration = set.numeration();
    for modulus in (1..=*MODULI.end()).map(|modulus| modulus as i64) {
        for from in 0..=(LOOKED_AT as i64) / 3 {
            let late = lost.iter().filter(|&&n| n >= from && n < from + modulus);
            let mut remainders: Vec<i64> = late.map(|n| n % modulus).collect();
            remainders.sort_unstable();
            let before: Vec<i64> = lost.iter().copied().filter(|&n| n < from).collect();
            let same = (from..LOOKED_AT as i64)
                .all(|n| lost.contains(&n) == remainders.contains(&(n % modulus)));
            if same && Dfa::residues(numeration, modulus, &remainders, from, &before).ok()? == *set
            {
                return Some(Repeating::Lost { modulus, remainders, from, before });
            }
        }
    }
    None
}

fn lost_in_words(modulus: i64, remainders: &[i64], from: i64, before: &[i64]) -> Message {
    let listed = |all: &[i64]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let start = if from == 0 { message!("") } else { message!(" and n >= {from}", from) };
    let class = match modulus {
        // All numbers from there on.
        1 => message!("n >= {from}", from),
        _ => message!(
            "n mod {modulus} is in {{remainders}}{start}",
            modulus,
            remainders = listed(remainders),
            start
        ),
    };
    let before_it = listed(before);
    match (remainders.is_empty(), before.is_empty()) {
        (true, true) => message!("n is in the empty set"),
        (true, false) => message!("n is in {{numbers}}", numbers = before_it),
        (false, true) => class,
        (false, false) => message!("{class}, or n is in {{numbers}}", class, numbers = before_it),
    }
}

/// Moduli of the progressions that are tried.
const MODULI: std::ops::RangeInclusive<usize> = 1..=12;
/// Values that are looked at to guess a progression.
const LOOKED_AT: u64 = 60;

/// The values as progressions in the residue classes, but for heap 0.
fn progression(set: &Dfa) -> Option<Repeating> {
    let value = |n: u64| (0..=2 * LOOKED_AT).find(|&g| set.accepts(&[n, g]));
    let values: Vec<i64> =
        (0..LOOKED_AT).map(|n| value(n).map(|g| g as i64)).collect::<Option<_>>()?;
    for modulus in MODULI {
        let slope = values[2 * modulus] - values[modulus];
        let constants: Vec<i64> = (0..modulus).map(|rest| values[modulus + rest] - slope).collect();
        let fits = |n: usize| values[n] == slope * (n / modulus) as i64 + constants[n % modulus];
        if slope < 0 || !(1..values.len()).all(fits) {
            continue;
        }
        let zero = (!fits(0)).then_some(values[0]);
        let besides: Vec<(i64, i64)> = zero.map(|value| (0, value)).into_iter().collect();
        let all = Dfa::progressions(set.numeration(), slope, &constants, &besides).ok()?;
        if all == *set {
            return Some(Repeating::Values { constants, slope, zero });
        }
    }
    None
}

fn values_in_words(constants: &[i64], slope: i64, zero: Option<i64>) -> Message {
    let modulus = constants.len();
    let k = if modulus == 1 { "n" } else { "k" };
    let term = |factor: i64, constant: i64| match (factor, constant) {
        (0, _) => constant.to_string(),
        (1, 0) => k.to_owned(),
        (_, 0) => format!("{factor}{k}"),
        (1, _) => format!("{k}{constant:+}"),
        _ => format!("{factor}{k}{constant:+}"),
    };
    let mut cases: Vec<Message> = (0..)
        .zip(constants)
        .map(|(rest, &constant)| {
            let (at, value) = (term(modulus as i64, rest), term(slope, constant));
            message!("G({at}) = {value}", at, value)
        })
        .collect();
    cases.extend(zero.map(|value| message!("but G({n}) = {g}", n = 0, g = value)));
    Message::join(&cases, ", ")
}
