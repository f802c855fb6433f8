//! What theorems say.

use crate::automatic::{Guessed, MOST_STATES, Refuted, Repeating};
use crate::heap::Periodicity;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::misere::LostHeaps;
use crate::plan::Engine;
use crate::play::{Position, Session};
use crate::prove::Certificate;
use crate::recurrence::Repetition;
use crate::rule::written;

/// Exceptions that are named.
const NAMED: usize = 20;

/// The pattern of the values of heaps, with its exceptions.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::plan;
/// use grundy::theorem::periodicity;
/// let proved = plan(&open("S{1, 3, 4}")?).engine.periodicity(&Limits::default())?.unwrap();
/// assert_eq!(periodicity(&proved).to_string(), "G(n + 7) = G(n) for all n >= 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn periodicity(proved: &Periodicity) -> Message {
    let Periodicity { preperiod, period, saltus, exceptions, .. } = proved;
    let pattern = pattern(*period, *saltus, *preperiod);
    if exceptions.is_empty() {
        return pattern;
    }
    let shown: Vec<String> = exceptions.iter().take(NAMED).map(ToString::to_string).collect();
    let more = if exceptions.len() > shown.len() { ", ..." } else { "" };
    message!(
        "{pattern}; exceptions before that: {shown}{more}",
        pattern,
        shown = shown.join(", "),
        more
    )
}

/// The pattern of the values of an engine, which it has proved: where they grow with a short period, each of them.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::plan;
/// use grundy::theorem::{pattern_of, periodicity};
/// let limits = Limits::default();
/// let mut engine = plan(&open("S{1, 3, 4}")?).engine;
/// let proved = engine.periodicity(&limits)?.unwrap();
/// // These values do not grow.
/// assert_eq!(pattern_of(&mut engine, &proved, &limits), periodicity(&proved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pattern_of(engine: &mut Engine, proved: &Periodicity, limits: &Limits) -> Message {
    let &Periodicity { preperiod, period, saltus, .. } = proved;
    let last = preperiod.saturating_add(period);
    let short = (saltus > 0).then(|| engine.stretch(&[], 0..=last, limits)).flatten();
    let growing = short
        .and_then(|values| Repeating::of_growing(&values, preperiod, period, saltus))
        .map(|growing| growing.in_words());
    growing.unwrap_or_else(|| periodicity(proved))
}

/// The pattern of a certificate: where values grow with a short period, each of them.
pub(super) fn period(certificate: &Certificate) -> Message {
    let &Certificate { start, period, saltus, .. } = certificate;
    let values = certificate.values.as_deref().unwrap_or_default();
    match Repeating::of_growing(values, start, period, saltus) {
        Some(growing) => growing.in_words(),
        None => pattern(period, saltus, start),
    }
}

/// The values repeat: with this period, rising by the saltus, from this heap on.
fn pattern(period: u64, saltus: u64, start: u64) -> Message {
    match saltus {
        0 => message!("G(n + {period}) = G(n) for all n >= {start}", period, start),
        _ => message!(
            "G(n + {period}) = G(n) + {saltus} for all n >= {start}",
            period,
            saltus,
            start
        ),
    }
}

/// The values of a kind of the first game of a session, or in misère play who wins, repeat as one coordinate grows.
///
/// ```
/// use grundy::play::Session;
/// use grundy::recurrence::Repetition;
/// use grundy::theorem::repetition;
/// let session = Session::with_game("[n, m] -> [n-k, m] for k in 1..3")?;
/// let found = Repetition { axis: 0, others: 5, preperiod: 0, period: 4 };
/// let text = "[n + 4, m] and [n, m] have the same value for all n >= 0, m <= 5";
/// assert_eq!(repetition(&session, 0, &found).to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the session has no such game or kind, or the kind no such coordinate.
pub fn repetition(session: &Session, kind: usize, found: &Repetition) -> Message {
    let Repetition { axis, others, preperiod, period } = *found;
    let rules = &session.games()[0].rules;
    let view = rules.kinds()[kind];
    let with = |number: String| {
        let mut coords = view.coords().to_vec();
        coords[axis] = number;
        written(view.name(), coords)
    };
    let n = &view.coords()[axis];
    let earlier = with(n.clone());
    let later = with(format!("{n} + {period}"));
    let rest = view.coords().iter().enumerate().filter(|(at, _)| *at != axis);
    let rest: String = rest.map(|(_, name)| format!(", {name} <= {others}")).collect();
    let bounds = format!("{n} >= {preperiod}{rest}");
    match session.is_misere(&Position::default()) {
        Ok(true) => {
            message!(
                "{later} and {earlier} have the same winner for all {bounds}",
                later,
                earlier,
                bounds
            )
        }
        _ => message!(
            "{later} and {earlier} have the same value for all {bounds}",
            later,
            earlier,
            bounds
        ),
    }
}

/// Which heaps are lost in misère play.
///
/// ```
/// use grundy::misere::LostHeaps;
/// use grundy::theorem::lost_heaps;
/// // Take 1 to 3, the last one loses.
/// let lost = LostHeaps { below: Vec::new(), start: 0, period: 4, remainders: vec![1] };
/// assert_eq!(lost_heaps(&lost).to_string(), "P exactly when n % 4 is in {1}");
/// ```
pub fn lost_heaps(lost: &LostHeaps) -> Message {
    let list =
        |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<String>>().join(", ");
    let LostHeaps { below, start, period, remainders } = lost;
    let (some, again) = (list(below), list(remainders));
    match (below.is_empty(), remainders.is_empty(), *start) {
        (true, true, _) => message!("never P"),
        (false, true, _) => message!("P exactly when n is in {{some}}", some),
        (true, false, 0) => message!("P exactly when n % {period} is in {{again}}", period, again),
        (true, false, _) => message!(
            "P exactly when n >= {start} and n % {period} is in {{again}}",
            start,
            period,
            again
        ),
        (false, false, _) => message!(
            "P exactly when n is in {{some}}, or n >= {start} and n % {period} is in {{again}}",
            some,
            start,
            period,
            again
        ),
    }
}

/// What was tried in a numeration.
pub(super) fn guessed(tried: &Guessed) -> Message {
    let Guessed { numeration, side, refuted } = tried;
    let start = message!("{numeration}, numbers below {side}", numeration, side);
    match refuted {
        None => message!(
            "{start}: no automaton of at most {most} states fits",
            start,
            most = MOST_STATES
        ),
        Some((states, Refuted::TooLarge)) => message!(
            "{start}: a guess of {states} states, whose proof became too large",
            start,
            states
        ),
        Some((states, Refuted::At(says, witness))) => {
            let at = witness.as_ref().map_or(message!("large numbers"), |numbers| {
                let shown: Vec<String> = numbers.iter().map(|(_, n)| n.to_string()).collect();
                message!("{numbers}", numbers = shown.join(", "))
            });
            message!(
                "{start}: a guess of {states} states; not true that {says}, at {at}",
                start,
                states,
                says = Message::phrase(says),
                at
            )
        }
    }
}
