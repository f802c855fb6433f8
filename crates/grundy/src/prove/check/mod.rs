//! The checker of certificates.
//!
//! It reads the rule ([`rule`]), computes the values ([`values`], for long octal sequences
//! [`sparse`]) and their digest ([`sha256`]) by code of its own, and then goes through the hypotheses
//! of the theorem one by one ([`window`] and [`growth`] for the longest of them).

mod growth;
mod known;
mod parity;
mod pieces;
mod rule;
mod sha256;
mod sparse;
mod values;
mod window;

use super::certificate::{Certificate, LISTED, Theorem};
use crate::language::{Message, message, say_by_message};
use crate::limits::{Limits, Stop};
use known::Known;
use rule::Rule;

/// Verifies a certificate from its rule alone.
///
/// Every field is compared with what the rule and the theorem say it must be, so a certificate in
/// which anything was altered is refused. Costs as much as computing all values it rests on.
///
/// ```
/// use grundy::heap::SubtractionSet;
/// use grundy::limits::Limits;
/// use grundy::prove::{Certificate, Refusal, Unchecked, check};
/// let (set, limits) = (SubtractionSet::new([1, 3]), Limits::default());
/// let proved = set.prove(&limits).proved().unwrap();
/// let mut certificate = Certificate::of_subtraction(&set, &proved).unwrap();
/// assert_eq!(check(&certificate, &limits), Ok(()));
/// certificate.values.as_mut().unwrap()[3] = 2;
/// let wrong = Refusal::Value { heap: 3, stated: 2, right: 1 };
/// assert_eq!(check(&certificate, &limits), Err(Unchecked::Refused(wrong)));
/// ```
///
/// # Errors
/// [`Unchecked::Refused`] with the first thing that is wrong; [`Unchecked::Stopped`] where a limit
/// was reached before the end, which says nothing about the certificate.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<(), Unchecked> {
    let rule = Rule::read(&certificate.rule).map_err(Refusal::Rule)?;
    constants(certificate, &rule)?;
    let values = values::values(&rule, certificate.values_needed, limits)?;
    stated_values(certificate, &values)?;
    pattern(certificate, &values)?;
    if certificate.theorem == Theorem::AllBut {
        all_but_state(certificate, &values.iter().collect::<Vec<u64>>())?;
    }
    if let Some(split) = certificate.split {
        window::check(certificate, split, &rule, &values, limits)??;
    }
    if certificate.theorem == Theorem::ArithmeticPeriod {
        growth::check(certificate, &rule, &values, limits)??;
    }
    smallest(certificate, &values)?;
    Ok(())
}

/// Why a certificate was not found valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// It is not valid.
    Refused(Refusal),
    /// A limit ended the check.
    Stopped(Stop),
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The rule is not in canonical form.
    Rule(Message),
    /// The theorem is not about rules of this form; the right one is.
    Theorem(Theorem),
    /// A constant is not what the rule, the theorem and the other constants say.
    Constant {
        /// The field.
        name: &'static str,
        /// What it says.
        stated: u64,
        /// What it must be, in words or digits.
        must_be: Message,
    },
    /// The values are to be listed exactly if there are at most [`LISTED`].
    Listing,
    /// A listed value is not the value of this heap.
    Value {
        /// The heap.
        heap: u64,
        /// What the certificate says.
        stated: u64,
        /// What the rule says.
        right: u64,
    },
    /// The digest is not that of the rule and its values.
    Digest,
    /// The pattern does not hold from this heap to the one a period later.
    Pattern {
        /// The heap.
        heap: u64,
    },
    /// The states that the theorem on all-but sets compares are different.
    State,
    /// The split into common and rare is missing, not the right one of those that serve, or not
    /// wanted.
    Split,
    /// A rare value below that of this heap is not shown by an option with a heap in the pattern.
    Unshown {
        /// The heap.
        heap: u64,
    },
    /// An option of this heap, or of one that is larger by multiples of the period, may have the value of the heap.
    Growth {
        /// The heap.
        heap: u64,
    },
    /// A value below that of this heap is not shown by an option that can grow with the heap.
    Unmet {
        /// The heap.
        heap: u64,
    },
    /// The pattern starts earlier, has a shorter period, or needs fewer values.
    NotSmallest {
        /// The field that could be smaller.
        name: &'static str,
    },
}

impl From<Refusal> for Unchecked {
    fn from(refusal: Refusal) -> Unchecked {
        Unchecked::Refused(refusal)
    }
}

impl From<Stop> for Unchecked {
    fn from(stop: Stop) -> Unchecked {
        Unchecked::Stopped(stop)
    }
}

impl Unchecked {
    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Unchecked::Refused(refusal) => refusal.message(),
            Unchecked::Stopped(stop) => stop.message(),
        }
    }
}

impl Refusal {
    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Refusal::Rule(reason) => {
                message!("the rule is not in canonical form: {reason}", reason)
            }
            Refusal::Theorem(right) => {
                let right = right.to_string();
                message!("the theorem is not about such rules; {right} is", right)
            }
            Refusal::Constant { name, stated, must_be } => {
                message!("{name} is {stated} and must be {must_be}", name, stated, must_be)
            }
            Refusal::Listing => message!(
                "the values must be listed if there are at most {most}, and only then",
                most = LISTED
            ),
            Refusal::Value { heap, stated, right } => {
                message!(
                    "heap {heap} is listed with value {stated} and has {right}",
                    heap,
                    stated,
                    right
                )
            }
            Refusal::Digest => message!("the digest is not that of the rule and its values"),
            Refusal::Pattern { heap } => {
                message!("the pattern fails from heap {heap} to the heap a period later", heap)
            }
            Refusal::State => {
                message!("the states that the theorem compares are different at its two heaps")
            }
            Refusal::Split => message!(
                "mask, size_counts and last_rare are not those that the theorem and the values say"
            ),
            Refusal::Unshown { heap } => message!(
                "a rare value below that of heap {heap} has no option with a heap in the pattern",
                heap
            ),
            Refusal::Growth { heap } => message!(
                "heap {heap}, or one larger by multiples of the period, may have an option of its own value",
                heap
            ),
            Refusal::Unmet { heap } => message!(
                "a value below that of heap {heap} has no option that can grow with the heap",
                heap
            ),
            Refusal::NotSmallest { name } => message!("{name} could be smaller", name),
        }
    }
}

say_by_message!(Unchecked, Refusal);

impl std::error::Error for Unchecked {}
impl std::error::Error for Refusal {}

/// The constants, as far as the rule determines them, and their relations.
fn constants(certificate: &Certificate, rule: &Rule) -> Result<(), Refusal> {
    let wrong = |name, stated, must_be: Message| Err(Refusal::Constant { name, stated, must_be });
    let &Certificate { theorem, start, period, saltus, pieces, reach, values_needed, .. } =
        certificate;
    if !rule.serves(theorem) {
        return Err(Refusal::Theorem(rule.theorem()));
    }
    if pieces != rule.pieces() {
        return wrong("pieces", pieces, exactly(rule.pieces()));
    }
    if reach != rule.reach() {
        return wrong("reach", reach, exactly(rule.reach()));
    }
    if certificate.split.is_some() != (theorem == Theorem::ClosedWindow) {
        return Err(Refusal::Split);
    }
    if start < first_start(theorem) {
        return wrong("start", start, message!("at least {least}", least = 1));
    }
    if period == 0 {
        return wrong("period", period, message!("at least {least}", least = 1));
    }
    if !matches!(theorem, Theorem::AllBut | Theorem::ArithmeticPeriod) && saltus != 0 {
        return wrong("saltus", saltus, exactly(0));
    }
    if theorem == Theorem::ArithmeticPeriod && saltus == 0 {
        return wrong("saltus", saltus, message!("at least {least}", least = 1));
    }
    let once = start.checked_add(period);
    let least = match (rule, certificate.split) {
        (Rule::Pieces(game), _) => game.values_needed(start, period),
        _ if theorem == Theorem::ArithmeticPeriod => {
            let twice = period.checked_mul(2);
            let repeated = twice.and_then(|twice| common_multiple(twice, rule.repeated()));
            repeated.and_then(|repeated| {
                let periods = repeated.checked_mul(5)?.checked_add(reach)?;
                start.checked_mul(3)?.checked_add(periods)
            })
        }
        (Rule::Repeating(..), _) => common_multiple(period, rule.repeated()).and_then(|repeated| {
            let sum = start.checked_add(repeated)?.checked_mul(pieces)?;
            sum.checked_add(repeated)?.checked_add(reach)
        }),
        (_, None) => {
            once.and_then(|sum| sum.checked_mul(pieces)).and_then(|sum| sum.checked_add(reach))
        }
        (_, Some(split)) => once
            .and_then(|sum| sum.checked_add(split.last_rare))
            .and_then(|sum| sum.checked_add(reach)),
    };
    let Some(least) = least else {
        let must_be = message!(
            "so small that the heaps which the theorem looks at, some periods further, are below 2^64"
        );
        return wrong("start", start, must_be);
    };
    match theorem {
        Theorem::AllBut if values_needed < least => {
            return wrong("values_needed", values_needed, message!("at least {least}", least));
        }
        Theorem::FiniteSubtraction
        | Theorem::GuySmith
        | Theorem::ClosedWindow
        | Theorem::Classes
        | Theorem::Repeating
        | Theorem::ArithmeticPeriod
            if values_needed != least =>
        {
            return wrong("values_needed", values_needed, exactly(least));
        }
        _ => {}
    }
    let listed = certificate.values.as_ref().map(|values| values.len() as u64);
    if listed != (values_needed <= LISTED).then_some(values_needed) {
        return Err(Refusal::Listing);
    }
    Ok(())
}

fn exactly(number: u64) -> Message {
    message!("{number}", number)
}

/// The first heap at which a pattern may start. A heap that vanishes is no heap of a code's move,
/// so heap 0 is never part of a pattern there.
fn first_start(theorem: Theorem) -> u64 {
    u64::from(!matches!(theorem, Theorem::FiniteSubtraction | Theorem::AllBut))
}

/// The least common multiple of positive numbers; `None` if it has more than 64 bits.
fn common_multiple(one: u64, other: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).checked_mul(other)
}

/// The listed values and the digest.
fn stated_values(certificate: &Certificate, values: &Known) -> Result<(), Refusal> {
    let listed = certificate.values.iter().flatten().copied();
    for (heap, (stated, right)) in (0..).zip(listed.zip(values.iter())) {
        if stated != right {
            return Err(Refusal::Value { heap, stated, right });
        }
    }
    match sha256::of_sequence(&certificate.rule, values.iter()) == certificate.digest {
        true => Ok(()),
        false => Err(Refusal::Digest),
    }
}

/// Whether the pattern holds from heap `n` to heap `n + p`, both known.
fn holds(certificate: &Certificate, values: &Known, n: u64) -> bool {
    let later = values.at(n + certificate.period);
    values.at(n).checked_add(certificate.saltus) == Some(later)
}

/// `G(n+p) = G(n) + s` for all `n >= n0` for which both values are known, which are exactly those
/// that the theorems ask for.
fn pattern(certificate: &Certificate, values: &Known) -> Result<(), Refusal> {
    let end = values.len() as u64 - certificate.period;
    match (certificate.start..end).find(|&n| !holds(certificate, values, n)) {
        Some(heap) => Err(Refusal::Pattern { heap }),
        None => Ok(()),
    }
}

/// What determines all values of an all-but game from heap `n` on.
#[derive(PartialEq, Eq)]
struct State {
    /// The values above `b` of heaps below `n - k`, minus `b`.
    larger: Vec<u64>,
    /// The last `k` values minus `b`; they may lie on either side of it.
    last: Vec<i128>,
}

/// `b` and the state before heap `n >= k`.
fn state(values: &[u64], n: usize, reach: usize) -> (u64, State) {
    let (early, last) = values[..n].split_at(n - reach);
    let mut sorted = early.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let base = (0..).zip(&sorted).take_while(|&(index, &value)| index == value).count();
    let larger = sorted[base..].iter().map(|value| value - base as u64).collect();
    let last = last.iter().map(|&value| i128::from(value) - base as i128).collect();
    (base as u64, State { larger, last })
}

/// The states at `n1` and `n1 + p` are the same, `b` has grown by the saltus, and this is the first
/// such `n1` that the start allows.
fn all_but_state(certificate: &Certificate, values: &[u64]) -> Result<(), Refusal> {
    let (period, reach) = (certificate.period as usize, certificate.reach as usize);
    let returns = |n1: usize| {
        let (base, before) = state(values, n1, reach);
        let (later, after) = state(values, n1 + period, reach);
        base.checked_add(certificate.saltus) == Some(later) && before == after
    };
    let n1 = values.len() - period;
    if !returns(n1) {
        return Err(Refusal::State);
    }
    if n1 > certificate.start as usize + reach && returns(n1 - 1) {
        return Err(Refusal::NotSmallest { name: "values_needed" });
    }
    Ok(())
}

/// Start and period are the smallest.
fn smallest(certificate: &Certificate, values: &Known) -> Result<(), Refusal> {
    let &Certificate { theorem, start, period, saltus, .. } = certificate;
    if start > first_start(theorem) && holds(certificate, values, start - 1) {
        return Err(Refusal::NotSmallest { name: "start" });
    }
    // The pattern is proved by now, so a shorter period divides the period.
    let repeats = |part: u64| {
        let rise = saltus / (period / part);
        let value = |n: u64| match n < start + period {
            true => values.at(n),
            false => values.at(n - period) + saltus,
        };
        (start..start + period).all(|n| value(n) + rise == value(n + part))
    };
    let shorter = prime_divisors(period)
        .into_iter()
        .any(|prime| saltus.is_multiple_of(prime) && repeats(period / prime));
    match shorter {
        true => Err(Refusal::NotSmallest { name: "period" }),
        false => Ok(()),
    }
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut candidate = 2;
    while candidate <= number / candidate {
        if number.is_multiple_of(candidate) {
            primes.push(candidate);
            while number.is_multiple_of(candidate) {
                number /= candidate;
            }
        }
        candidate += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
