//! Answers about typed rules: the values of whole components that took much work.

use std::path::Path;
use std::time::{Duration, Instant};

use grundy::games::Opened;
use grundy::nimber::Nimber;
use grundy::play::BigValue;
use grundy::position::Part;
use grundy::ruleset::Value;

use super::{Answer, Known, Store, id_of};
use crate::asked::AskedPosition;
use crate::trouble::Trouble;

/// Positions that the definition must have looked at for an answer to be kept, or the time that it took;
/// tables count no positions.
const LEAST_WORK: u64 = 10_000;
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The game of a component in the store, and its place there. Nothing for rules with parameters, which
/// the canonical text does not tell, and for numbers that the definition does not reach.
pub(crate) fn place(opened: &Opened, part: &Part) -> Option<(String, String)> {
    let program = opened.rules.program();
    if program.head.as_ref().is_some_and(|head| !head.params.is_empty()) {
        return None;
    }
    let coords: Option<Vec<i64>> =
        part.coords.iter().map(|coord| i64::try_from(coord).ok()).collect();
    let component = opened.rules.component(part.kind, &coords?).ok()?;
    let coords: Vec<String> = component.coords.iter().map(ToString::to_string).collect();
    Some((format!("rule {program}"), format!("{}:{}", component.kind, coords.join(","))))
}

/// The value of a position in normal play, with the help of a store.
pub(crate) fn value(asked: &mut AskedPosition, path: &Path) -> Result<BigValue, Trouble> {
    let store = Store::open_or_begin(path)?;
    let mut sum = BigValue::zero();
    for part in asked.position.parts.clone() {
        let place = place(&asked.session.games()[part.game], &part);
        if let Some((game, position)) = &place
            && let Some(answer) = store.answer(&id_of(game), position.as_bytes())?
            && let Known::Value(value) = answer.known
        {
            sum = sum ^ Value::Nimber(value.into());
            continue;
        }
        let (before, begun) = (asked.session.positions_looked_at(), Instant::now());
        let value = asked.session.part_value(&part, &asked.limits);
        let value = value.map_err(|failure| asked.trouble(&failure))?;
        let work = asked.session.positions_looked_at() - before;
        if let (Some((game, position)), Some(nimber)) = (place, small(&value))
            && (work >= LEAST_WORK || begun.elapsed() >= LEAST_TIME)
        {
            let answer = Answer { known: Known::Value(nimber.0), work };
            store.add(&game, &[(position.into_bytes(), answer)])?;
        }
        sum = sum ^ value;
    }
    Ok(sum)
}

fn small(value: &BigValue) -> Option<Nimber> {
    match value {
        Value::Nimber(nimber) => nimber.try_into().ok().map(Nimber),
        _ => None,
    }
}
