//! Reasons for sums with boards in them: what each component is worth, their nim-sum, and a winning move.

use num_bigint::BigUint;

use super::Step;
use crate::language::message;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::play::{Sum, SumMove};
use crate::ruleset::{Failure, Value};

/// Explains a sum of boards and other components.
///
/// ```
/// use grundy::explain::{Step, explain_sum};
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Sum};
/// let mut sum = Sum::read(Session::new(), None, "cram[2x3] + nim[5]").unwrap();
/// let steps = explain_sum(&mut sum, &Limits::default()).unwrap();
/// let Some(Step::Reduce { play, from, to }) = steps.last() else { panic!() };
/// assert_eq!((play.to_string(), from, to), ("nim[5] -> nim[1]".to_owned(), &5_u8.into(), &1_u8.into()));
/// ```
///
/// # Errors
/// As [`Sum::value`].
pub fn explain_sum(sum: &mut Sum, limits: &Limits) -> Result<Vec<Step>, Failure> {
    let outcome = sum.outcome(limits)?;
    let parts = sum.parts(limits)?;
    let mut steps = Vec::new();
    let mut rows = Some(Vec::new());
    for part in &parts {
        let (component, value) = (part.text.clone(), part.value.clone());
        match (&value, &mut rows) {
            (Value::Nimber(nimber), Some(rows)) => rows.push((component.clone(), nimber.clone())),
            _ => rows = None,
        }
        steps.push(match value {
            Value::Over => Step::Over { component },
            _ => Step::Component { component, value: Some(value), reason: part.reason.clone() },
        });
    }
    let whole = rows.map(|rows| {
        let sum = rows.iter().fold(BigUint::ZERO, |sum, (_, value)| sum ^ value);
        (rows, sum)
    });
    if let Some((rows, sum)) = whole.as_ref().filter(|(rows, _)| rows.len() > 1) {
        steps.push(Step::NimSum { rows: rows.clone(), sum: sum.clone() });
    }
    steps.push(Step::Outcome(outcome));
    if outcome == Outcome::N {
        // The best of them: of a board where play can repeat, not every winning move leads to an end.
        let best = sum.best(limits)?;
        steps.extend(best.map(|made| step(sum, made, whole)));
    }
    Ok(steps)
}

/// A winning move, with the values it changes where all are nimbers.
fn step(sum: &Sum, made: SumMove, whole: Option<(Vec<(String, BigUint)>, BigUint)>) -> Step {
    let (part, at_once, play) = match made {
        SumMove::Component(made) => {
            let play = sum.describe_move(&made);
            (sum.boards().len() + made.part, made.at_once, message!("{play}", play))
        }
        SumMove::Board { number, board, made, .. } => {
            (number, false, message!("{board}: {play}", board, play = made))
        }
    };
    match whole {
        _ if at_once => Step::AtOnce { play },
        Some((rows, sum)) => {
            let from = rows[part].1.clone();
            Step::Reduce { play, to: &from ^ sum, from }
        }
        None => Step::Play { play },
    }
}
