//! From a rule and a component of it to the recurrence for its state and those that it leads to.

use std::collections::{BTreeMap, HashMap};

use super::rows::Rows;
use super::steps::{Part, State, options};
use super::symbolic::{Evaluator, Stuck};
use super::{Definition, LargeComponent, NoRecurrence, Options, Piece, Recurrence};
use crate::language::phrase;
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::search::{Misere, Values};

/// Residue classes that are told apart.
const MOST_CLASSES: u64 = 1 << 12;
/// States, and components of their options in all classes.
const MOST_STATES: usize = 1 << 12;
const MOST_PARTS: usize = 1 << 20;
/// The least number from which on options must be those of the class, and how far they may look back.
const MOST_FROM: u64 = 1 << 20;

impl Recurrence {
    /// The recurrence for the states of some components, in normal or in misère play: a walk over all states that
    /// are reached, `O(states x classes x options)`.
    ///
    /// # Errors
    /// [`NoRecurrence`] where the rule is not of the form, or it would take too much, or a limit.
    ///
    /// # Panics
    /// If there is no such kind, or it has other coordinates, or none at the place said.
    pub fn new<'a>(
        rules: &Rules,
        misere: bool,
        asked: impl IntoIterator<Item = LargeComponent<'a>>,
        limits: &Limits,
    ) -> Result<Recurrence, NoRecurrence> {
        if rules.has_wins() {
            return Err(NoRecurrence::Beyond(phrase!("`win on`")));
        }
        let state = |(kind, axis, coords): LargeComponent<'_>| {
            State::of(&rules.ir()[kind], kind, axis, coords)
        };
        let start: Vec<State> = asked.into_iter().map(state).collect();
        let mut modulus = 1_u64;
        loop {
            match build(rules, misere, modulus, &start, limits) {
                Ok(found) => return Ok(found),
                Err(Stuck::Part(parts)) => {
                    modulus = modulus
                        .checked_mul(parts)
                        .filter(|&classes| classes <= MOST_CLASSES)
                        .ok_or(NoRecurrence::TooMuch)?;
                }
                Err(Stuck::Beyond(reason)) => return Err(NoRecurrence::Beyond(reason)),
                Err(Stuck::TooMuch) => return Err(NoRecurrence::TooMuch),
                Err(Stuck::Stopped(stop)) => return Err(NoRecurrence::Stopped(stop)),
            }
        }
    }
}

/// States and fixed components that were met, in the order in which they were.
struct Met {
    states: Vec<State>,
    indices: HashMap<State, u32>,
    fixed: Vec<Component>,
    fixed_indices: HashMap<Component, u32>,
    reach: u64,
    parts: usize,
}

impl Met {
    fn state(&mut self, state: State) -> Result<u32, Stuck> {
        let next = self.states.len();
        let index = *self.indices.entry(state.clone()).or_insert(next as u32);
        if index as usize == next {
            self.states.push(state);
        }
        if self.states.len() > MOST_STATES { Err(Stuck::TooMuch) } else { Ok(index) }
    }

    fn piece(&mut self, part: Part) -> Result<Piece, Stuck> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Stuck::TooMuch);
        }
        Ok(match part {
            Part::Back(state, back) => {
                self.reach = self.reach.max(back);
                if back > MOST_FROM {
                    return Err(Stuck::TooMuch);
                }
                Piece::Back { state: self.state(state)?, back: back as u32 }
            }
            Part::Fixed(component) => {
                let next = self.fixed.len() as u32;
                let index = *self.fixed_indices.entry(component.clone()).or_insert(next);
                if index == next {
                    self.fixed.push(component);
                }
                Piece::Fixed(index)
            }
        })
    }
}

fn build(
    rules: &Rules,
    misere: bool,
    modulus: u64,
    start: &[State],
    limits: &Limits,
) -> Result<Recurrence, Stuck> {
    let mut evaluator = Evaluator::new(modulus, limits);
    let mut met = Met {
        states: Vec::new(),
        indices: HashMap::new(),
        fixed: Vec::new(),
        fixed_indices: HashMap::new(),
        reach: 0,
        parts: 0,
    };
    for state in start {
        met.state(state.clone())?;
    }
    let mut all: Vec<Vec<Options>> = vec![Vec::new(); modulus as usize];
    let mut next = 0;
    while let Some(state) = met.states.get(next).cloned() {
        next += 1;
        for (residue, class) in (0..modulus).zip(&mut all) {
            limits.check().map_err(Stuck::Stopped)?;
            evaluator.residue = residue;
            let mut found = Options::new();
            for option in options(&mut evaluator, rules.ir(), &state)? {
                if misere && option.len() > 1 {
                    return Err(Stuck::Beyond(phrase!("sums in misère play")));
                }
                let pieces = option.into_iter().map(|part| met.piece(part));
                found.push(pieces.collect::<Result<_, _>>()?);
                // An empty option is a part of the work as well.
                met.parts += 1;
            }
            class.push(found);
        }
    }
    if evaluator.from > MOST_FROM {
        return Err(Stuck::TooMuch);
    }
    let orders = all.iter().map(|class| order(class)).collect::<Result<_, _>>()?;
    // What looks back has something to look back at.
    let from = evaluator.from.max(met.reach);
    let reach = met.reach as usize;
    let definition = match misere {
        true => Definition::Misere(Box::new(Misere::new(rules.played_misere()))),
        false => Definition::Normal(Box::new(Values::new(rules.clone()))),
    };
    Ok(Recurrence {
        rows: Rows::new(met.states.len(), modulus, from, reach),
        states: met.states,
        indices: met.indices,
        modulus,
        from,
        reach,
        options: all,
        orders,
        fixed: met.fixed.into_iter().map(|component| (component, None)).collect(),
        definition,
    })
}

/// The states in an order in which those come first that others lead to with the same number.
fn order(class: &[Options]) -> Result<Vec<u32>, Stuck> {
    let needs = |options: &Options| -> Vec<u32> {
        let pieces = options.iter().flatten();
        let same = pieces.filter_map(|piece| match *piece {
            Piece::Back { state, back: 0 } => Some(state),
            _ => None,
        });
        let mut needed: Vec<u32> = same.collect();
        needed.sort_unstable();
        needed.dedup();
        needed
    };
    let mut waiting: Vec<usize> = Vec::with_capacity(class.len());
    let mut wanted_by: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (state, options) in (0..).zip(class) {
        let needed = needs(options);
        waiting.push(needed.len());
        for other in needed {
            wanted_by.entry(other).or_default().push(state);
        }
    }
    let count = class.len() as u32;
    let mut ready: Vec<u32> = (0..count).filter(|&state| waiting[state as usize] == 0).collect();
    let mut at = 0;
    while let Some(&state) = ready.get(at) {
        at += 1;
        for &other in wanted_by.get(&state).into_iter().flatten() {
            waiting[other as usize] -= 1;
            if waiting[other as usize] == 0 {
                ready.push(other);
            }
        }
    }
    match ready.len() == class.len() {
        true => Ok(ready),
        false => Err(Stuck::Beyond(phrase!("moves that can come back"))),
    }
}
