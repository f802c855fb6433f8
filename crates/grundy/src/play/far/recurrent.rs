//! Components with a large coordinate that moves change by bounded amounts, answered by a [`Recurrence`].

use std::time::Duration;

use num_bigint::BigUint;

use crate::automatic::Subject;
use crate::games::Opened;
use crate::language::Message;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::plan::Engine;
use crate::play::defined::{Defined, Found, Wanted};
use crate::play::time::within;
use crate::play::{Session, component_of};
use crate::position::Part;
use crate::recurrence::{NoRecurrence, Recurrence, Repetition, repetition};
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Value};

/// How long rows of a recurrence are computed in search of a component or of a period, and before a theorem about who
/// wins is sought.
const PATIENCE: Duration = Duration::from_secs(5);
pub(super) const BRIEFLY: Duration = Duration::from_millis(300);
/// How long that is tried before the component is sought among the positions that it reaches, and for how long it is.
const SOON: Duration = Duration::from_millis(20);
const SOUGHT: Duration = Duration::from_secs(1);
/// The same where there is no table that has it.
const LOOKED: Duration = Duration::from_millis(500);
/// Recurrences that are kept, those that were asked last.
const MOST_KEPT: usize = 64;

/// Components whose recurrence would take too much, for one coordinate that is large, before no other is tried.
const MOST_TRIED: usize = 4;

/// What is known of the recurrences of a game.
#[derive(Default)]
pub(in crate::play) struct Recurrences {
    /// With whether it took too long to find a period; the one asked last at the end.
    kept: Vec<(Recurrence, bool)>,
    /// In which way of play there is none for a kind and a coordinate.
    refused: Vec<(bool, usize, usize)>,
    /// The same once for each component of which it would take too much.
    too_large: Vec<(bool, usize, usize)>,
}

/// A component as a recurrence is asked about it: the coordinate that is large, and the others at their places.
struct Far {
    axis: usize,
    coords: Vec<i64>,
    n: BigUint,
}

impl Recurrences {
    /// The recurrence for a component in a way of play, which is made if it is not there.
    fn get(
        &mut self,
        rules: &Rules,
        misere: bool,
        kind: usize,
        far: &Far,
        limits: &Limits,
    ) -> Option<&mut (Recurrence, bool)> {
        let asked = (kind, far.axis, &far.coords[..]);
        let fits = |(kept, _): &(Recurrence, bool)| kept.is_misere() == misere && kept.has(asked);
        let found = match self.kept.iter().position(fits) {
            Some(at) => self.kept.remove(at),
            None if self.refused.contains(&(misere, kind, far.axis)) => return None,
            None => match Recurrence::new(rules, misere, [asked], limits) {
                Ok(found) => {
                    if self.kept.len() == MOST_KEPT {
                        self.kept.remove(0);
                    }
                    (found, false)
                }
                Err(NoRecurrence::TooMuch | NoRecurrence::Stopped(Stop::Memory { .. })) => {
                    let axis = (misere, kind, far.axis);
                    self.too_large.push(axis);
                    // Each takes hundredths of a second to find out, and a table asks about thousands.
                    if self.too_large.iter().filter(|&&other| other == axis).count() == MOST_TRIED {
                        self.refused.push(axis);
                    }
                    return None;
                }
                Err(NoRecurrence::Stopped(_)) => return None,
                Err(NoRecurrence::Beyond(_)) => {
                    self.refused.push((misere, kind, far.axis));
                    return None;
                }
            },
        };
        self.kept.push(found);
        self.kept.last_mut()
    }

    /// What a recurrence says of a component without more rows.
    fn value(&self, misere: bool, kind: usize, far: &Far) -> Option<u32> {
        let asked = (kind, far.axis, &far.coords[..]);
        let mut played = self.kept.iter().filter(|(kept, _)| kept.is_misere() == misere);
        played.find_map(|(kept, _)| kept.known_value(asked, &far.n))
    }

    /// The recurrence that answered for a component, in one way of play or the other.
    fn known(&self, kind: usize, far: &Far) -> Option<&Recurrence> {
        let has = |kept: &&Recurrence| kept.has((kind, far.axis, &far.coords));
        self.kept.iter().map(|(kept, _)| kept).rev().find(has)
    }
}

/// A component by each of its coordinates as the large one, the largest first.
fn ways(coords: &[BigUint]) -> impl Iterator<Item = Far> {
    let mut axes: Vec<usize> = (0..coords.len()).collect();
    axes.sort_by(|&a, &b| coords[b].cmp(&coords[a]));
    axes.into_iter().filter_map(|axis| {
        let number = |(at, coord): (usize, &BigUint)| match at == axis {
            true => Some(0),
            false => i64::try_from(coord).ok(),
        };
        let others: Option<Vec<i64>> = coords.iter().enumerate().map(number).collect();
        Some(Far { axis, coords: others?, n: coords[axis].clone() })
    })
}

/// The value of a component, in misère play 1 if the player to move wins and 0 if not, if it reaches few others.
fn few_behind(
    defined: &mut Defined,
    component: &Component,
    misere: bool,
    limits: &Limits,
) -> Result<Option<u32>, Failure> {
    if defined.has_table(component, limits) {
        return defined.seek_within(SOUGHT, component, misere, limits);
    }
    if misere {
        return Ok(None);
    }
    match defined.find_within(LOOKED, component, Wanted::Value, limits) {
        Ok(Some(Found::Value(Value::Nimber(Nimber(value))))) => Ok(u32::try_from(value).ok()),
        Err(Failure::Stop(stop)) => Err(stop.into()),
        // What the rule computes of large numbers may not fit, and a recurrence does without it.
        Ok(_) | Err(_) => Ok(None),
    }
}

/// The coordinates of a component, ascending where they are unordered.
fn in_order(opened: &Opened, part: &Part) -> Vec<BigUint> {
    let mut coords = part.coords.clone();
    if opened.rules.ir()[part.kind].unordered {
        coords.sort_unstable();
    }
    coords
}

impl Session {
    /// A proof that the values of the components of a kind of the first game repeat as one coordinate grows and the
    /// others are small, in misère play that who wins them does; or what is in the way of one.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// // The amount that was just taken may not be taken again.
    /// let session = Session::with_game("[n, last] -> [n-k, k] for k in 1..5 if k != last")?;
    /// let found = session.repetition(0, &Limits::default())?.expect("a period");
    /// assert_eq!((found.preperiod, found.period), (28, 13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure`]: a limit, or a rule that cannot be followed.
    pub fn repetition(
        &self,
        kind: usize,
        limits: &Limits,
    ) -> Result<Result<Repetition, Message>, Failure> {
        self.check_kind(kind, &[])?;
        repetition(&self.opened[0].rules, self.is_played_misere(0), kind, limits)
    }

    /// What a recurrence says of a component that is beyond the reach of a table, or that it has met: its value, or in
    /// misère play 0 if it is lost and 1 otherwise. Nothing where there is none, or no period is found soon.
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit.
    pub(in crate::play) fn by_recurrence(
        &mut self,
        part: &Part,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<u32>, Failure> {
        self.by_recurrence_within(PATIENCE, part, misere, limits)
    }

    /// The same, with so long for rows that lead to the component or to a period.
    pub(super) fn by_recurrence_within(
        &mut self,
        patience: Duration,
        part: &Part,
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<u32>, Failure> {
        let near = self.is_near(part, limits);
        if near && self.solvers[part.game].recurrences.kept.is_empty() {
            return Ok(None);
        }
        let opened = &self.opened[part.game];
        let solver = &mut self.solvers[part.game];
        let lacking = match &solver.plan.engine {
            Engine::Automatic(answers) => answers.certificate().subject == Subject::Outcomes,
            engine => misere || matches!(engine, Engine::Definition),
        };
        if !lacking || opened.rules.has_wins() {
            return Ok(None);
        }
        let coords = in_order(opened, part);
        if near {
            let known = |far| solver.recurrences.value(misere, part.kind, &far);
            return Ok(ways(&coords).find_map(known));
        }
        let mut component = component_of(opened, part).ok();
        for far in ways(&coords) {
            let found = solver.recurrences.get(&opened.rules, misere, part.kind, &far, limits);
            let Some((found, slow)) = found else {
                limits.check()?;
                continue;
            };
            let asked = (part.kind, far.axis, &far.coords[..]);
            for time in [SOON, patience] {
                let time = if *slow { Duration::ZERO } else { time };
                match within(limits, time, |short| found.value(asked, &far.n, short)) {
                    Ok(Some(Some(value))) => return Ok(Some(value)),
                    Err(Failure::Stop(stop)) => return Err(stop.into()),
                    // There may be few positions to look at instead.
                    Ok(None) if time == SOON => {
                        if let Some(component) = component.take()
                            && let Some(value) =
                                few_behind(&mut solver.defined, &component, misere, limits)?
                        {
                            return Ok(Some(value));
                        }
                    }
                    Ok(None) if patience < PATIENCE => break,
                    // What is wrong with the rule is said by the definition.
                    _ => {
                        *slow = true;
                        break;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether there is a recurrence for a component of which not too many rows were computed in vain.
    pub(super) fn has_recurrence(&self, part: &Part, misere: bool) -> bool {
        let kept = &self.solvers[part.game].recurrences.kept;
        let goes_on = |far: Far| {
            kept.iter().any(|(kept, slow)| {
                !slow
                    && kept.is_misere() == misere
                    && kept.has((part.kind, far.axis, &far.coords[..]))
            })
        };
        ways(&in_order(&self.opened[part.game], part)).any(goes_on)
    }

    /// Who wins a component alone in misère play by a recurrence.
    ///
    /// # Errors
    /// As [`Session::by_recurrence`].
    pub(in crate::play) fn recurrent_outcome(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let value = self.by_recurrence(part, true, limits)?;
        Ok(value.map(|value| Outcome::next_wins(value != 0)))
    }

    /// The options of a component with a large coordinate, if moves change that by bounded amounts, whatever answers
    /// for their values; nothing too where a limit is reached.
    pub(in crate::play) fn far_options(
        &mut self,
        part: &Part,
        limits: &Limits,
    ) -> Option<Vec<Vec<Part>>> {
        let opened = &self.opened[part.game];
        let misere = self.is_played_misere(part.game);
        let recurrences = &mut self.solvers[part.game].recurrences;
        let found = |far: Far| {
            let asked = (part.kind, far.axis, &far.coords[..]);
            if let Some(known) = recurrences.known(part.kind, &far) {
                return known.options(asked, &far.n);
            }
            // Where a sum is refused in misère play, the options are those of normal play.
            let refused = recurrences.get(&opened.rules, misere, part.kind, &far, limits).is_none();
            if misere && refused {
                recurrences.get(&opened.rules, false, part.kind, &far, limits)?;
            }
            recurrences.known(part.kind, &far)?.options(asked, &far.n)
        };
        let options = ways(&part.coords).find_map(found)?;
        let component = |(kind, coords)| Part { game: part.game, kind, coords };
        Some(options.into_iter().map(|sum| sum.into_iter().map(component).collect()).collect())
    }

    /// Why a recurrence answers for a component, if one did.
    pub(crate) fn reason_by_recurrence(&self, part: &Part) -> Option<Message> {
        let known = |far: Far| {
            let recurrences = &self.solvers[part.game].recurrences;
            recurrences.known(part.kind, &far).map(Recurrence::reason)
        };
        ways(&part.coords).find_map(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::open;

    /// Each trial takes hundredths of a second, so a table would wait for as many of them as it has components.
    #[test]
    fn recurrences_that_take_too_much_are_tried_a_few_times_only() {
        let rule = "[a, b] -> [a-3, b+2] if a >= 2*b - 2 | [a, b-k] for k in 1..b";
        let opened = open(rule).unwrap();
        let mut recurrences = Recurrences::default();
        for other in 0..20_u8 {
            for far in ways(&[7_u8.into(), other.into()]) {
                recurrences.get(&opened.rules, false, 0, &far, &Limits::default());
            }
        }
        assert!((1..=2 * MOST_TRIED).contains(&recurrences.too_large.len()));
    }
}
