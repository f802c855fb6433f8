//! The period of a kind's values as one coordinate grows, as a statement.

use std::ops::ControlFlow;

use super::{NoRecurrence, Pattern, Recurrence};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::Failure;

/// That the values of components repeat as one coordinate grows; in misère play, who wins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Which coordinate.
    pub axis: usize,
    /// The others are at most this.
    pub others: u64,
    /// The first number from which on they repeat.
    pub preperiod: u64,
    /// After how many numbers.
    pub period: u64,
}

/// What other coordinates are at most when a repetition is sought.
const OTHERS: [u64; 3] = [31, 7, 2];
/// Components that differ in them.
const MOST_OTHERS: usize = 1 << 10;
/// How much work is done for it: some hundredths of a second; where there is one coordinate, and so one try, four times that.
const WORK: u64 = 1 << 22;
const WORK_ALONE: u64 = 1 << 24;
/// Steps in which a move is sought that leads from a far component to another one.
const STEPS: u64 = 1 << 16;

/// All tuples of so many coordinates that are at most `most`, with 0 at `axis`; nothing if they are too many.
fn tuples(arity: usize, axis: usize, most: u64) -> Option<Vec<Vec<i64>>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for at in 0..arity {
        let last = if at == axis { 0 } else { most as i64 };
        let longer = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            (0..=last).map(move |coord| [&tuple[..], &[coord]].concat())
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MOST_OTHERS {
            return None;
        }
    }
    Some(all)
}

/// Whether moves lead from a component of a kind all of whose coordinates are larger than what others are at most in a
/// [`Repetition`] to another such component: then a repetition does not tell soon what far components are.
pub(crate) fn leads_on(rules: &Rules, kind: usize) -> bool {
    let most = OTHERS[0] as i64;
    let far = |part: &Component| part.coords.iter().all(|&coord| coord > most);
    let arity = rules.ir()[kind].coords.len();
    let Ok(from) = rules.component(kind, &vec![2 * (most + 1); arity]) else { return false };
    let mut leads = false;
    rules.options_soon(&from, STEPS, &mut |parts| {
        leads = parts.iter().any(far);
        if leads { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    leads
}

/// A proof that the values of the components of a kind repeat as one coordinate grows and the others are small, in misère
/// play that who wins them does; or what is in the way of one.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::recurrence::{Repetition, repetition};
/// let game = open("[n] -> [n-k] for k in 1..3")?;
/// // In misère play the heaps with the remainder 1 modulo 4 are lost.
/// let found = repetition(&game.rules, true, 0, &Limits::default())?.unwrap();
/// assert_eq!(found, Repetition { axis: 0, others: 0, preperiod: 0, period: 4 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure`]: a limit, or a rule that cannot be followed.
pub fn repetition(
    rules: &Rules,
    misere: bool,
    kind: usize,
    limits: &Limits,
) -> Result<Result<Repetition, Message>, Failure> {
    let rule = rules.ir().get(kind);
    let (arity, unordered) = rule.map_or((0, false), |it| (it.coords.len(), it.unordered));
    let work = if arity == 1 { WORK_ALONE } else { WORK };
    let mut reason = None;
    let mut best: Option<(usize, Repetition)> = None;
    for axis in if unordered { arity - 1 } else { 0 }..arity {
        for &most in if arity == 1 { &[0][..] } else { &OTHERS } {
            let Some(coords) = tuples(arity, axis, most) else { continue };
            let asked = || coords.iter().map(|coords| (kind, axis, &coords[..]));
            let why = match Recurrence::new(rules, misere, asked(), limits) {
                // Without a move that looks back nothing is said.
                Ok(found) if found.reach() == 0 => message!("no move changes it"),
                Ok(mut found) => match found.prove(asked(), work, limits)? {
                    Some(Pattern { preperiod, period }) => {
                        // The coordinate that moves change most is the one that is large.
                        if best.as_ref().is_none_or(|(reach, _)| found.reach() > *reach) {
                            let repetition = Repetition { axis, others: most, preperiod, period };
                            best = Some((found.reach(), repetition));
                        }
                        break;
                    }
                    None => message!("no period is found soon"),
                },
                Err(NoRecurrence::Stopped(stop)) => return Err(stop.into()),
                Err(none) => none.message(),
            };
            reason.get_or_insert(why);
        }
    }
    let none = || reason.unwrap_or_else(|| message!("it has no coordinates"));
    Ok(best.map(|(_, repetition)| repetition).ok_or_else(none))
}
