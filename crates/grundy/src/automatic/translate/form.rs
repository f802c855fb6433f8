//! Linear forms, and the cases in which a rule may be.

use crate::automatic::statement::{Extent, HIDDEN};
use crate::automaton::{Linear, Numeration, Sign, Track};
use crate::language::{Message, phrase, say_by_message};
use crate::rule::ir::Slot;

/// What in a rule is not linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond(pub &'static str);

impl Beyond {
    /// It for people.
    pub fn message(&self) -> Message {
        Message::phrase(self.0)
    }
}

say_by_message!(Beyond);

impl std::error::Error for Beyond {}

pub(super) type Translated<T> = Result<T, Beyond>;

/// Families that one rule may become.
pub(super) const MOST_FAMILIES: usize = 256;
/// Coefficients and constants; sums of some of them stay far from the ends of 64 bits.
const LARGEST: i64 = 1 << 40;
/// Numbers of a list that are tried one by one.
pub(super) const MOST_LISTED: usize = 64;

/// A linear form over tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) terms: Vec<(Track, i64)>,
    pub(super) constant: i64,
}

impl Form {
    pub(super) fn constant(constant: i64) -> Form {
        Form { terms: Vec::new(), constant }
    }

    pub(super) fn track(track: Track) -> Form {
        Form { terms: vec![(track, 1)], constant: 0 }
    }

    /// The form of which something is said.
    pub(super) fn of(relation: &Linear) -> Form {
        Form { terms: relation.terms.clone(), constant: relation.constant }
    }

    /// `self + factor other`.
    pub(super) fn plus(&self, other: &Form, factor: i64) -> Translated<Form> {
        let too_large = Beyond(phrase!("numbers this large"));
        let mut sum = self.clone();
        for &(track, weight) in &other.terms {
            let weight = weight.checked_mul(factor).ok_or(too_large)?;
            match sum.terms.iter_mut().find(|(known, _)| *known == track) {
                Some((_, known)) => *known = known.checked_add(weight).ok_or(too_large)?,
                None => sum.terms.push((track, weight)),
            }
        }
        sum.terms.retain(|&(_, weight)| weight != 0);
        sum.terms.sort_unstable();
        let constant = other.constant.checked_mul(factor).ok_or(too_large)?;
        sum.constant = sum.constant.checked_add(constant).ok_or(too_large)?;
        let large = |number: i64| !(-LARGEST..=LARGEST).contains(&number);
        match large(sum.constant) || sum.terms.iter().any(|&(_, weight)| large(weight)) {
            true => Err(too_large),
            false => Ok(sum),
        }
    }

    pub(super) fn relation(&self, sign: Sign) -> Linear {
        Linear::new(self.terms.iter().copied(), self.constant, sign)
    }

    pub(super) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(_, weight)| weight >= 0)
    }
}

/// One way in which choices and cases may have gone.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// What the names of the rule stand for.
    pub(super) names: Vec<(Slot, Form)>,
    pub(super) relations: Vec<Linear>,
    /// Tracks of place values of the numeration.
    pub(super) places: Vec<Track>,
    /// Of each three the last one is the nim-sum of the others.
    pub(super) nim_sums: Vec<[Track; 3]>,
    pub(super) numeration: Option<Numeration>,
    pub(super) extent: Extent,
    pub(super) fresh: Track,
}

impl Branch {
    /// Before anything is chosen: the coordinates have the first names, and are on the tracks from 0 on.
    pub(super) fn start(arity: usize) -> Branch {
        Branch {
            names: (0..arity).map(|slot| (slot, Form::track(slot as Track))).collect(),
            relations: Vec::new(),
            places: Vec::new(),
            nim_sums: Vec::new(),
            numeration: None,
            extent: Extent::Exact,
            fresh: HIDDEN,
        }
    }

    pub(super) fn name(&self, slot: Slot) -> Translated<Form> {
        let known = self.names.iter().rev().find(|(known, _)| *known == slot);
        known.map(|(_, form)| form.clone()).ok_or(Beyond(phrase!("names out of place")))
    }

    pub(super) fn number(&mut self) -> Translated<Form> {
        let track = self.fresh;
        // Tracks from 64 on are those of values.
        self.fresh = track
            .checked_add(1)
            .filter(|&next| next < 64)
            .ok_or(Beyond(phrase!("so many choices")))?;
        Ok(Form::track(track))
    }

    /// Notes that the rule speaks of the digits in a numeration, of which there is one in a rule.
    pub(super) fn reads_in(&mut self, numeration: Numeration) -> Translated<()> {
        one_numeration(self.numeration, Some(numeration))?;
        self.numeration = Some(numeration);
        Ok(())
    }

    /// A place value of a numeration.
    pub(super) fn place(&mut self, numeration: Numeration) -> Translated<Form> {
        self.reads_in(numeration)?;
        let number = self.number()?;
        self.places.push(number.terms[0].0);
        Ok(number)
    }

    /// The branch in which a choice is known by bounds; nothing where another one is bounded from
    /// the other side.
    pub(super) fn bounded(mut self, extent: Extent) -> Option<Branch> {
        if self.extent != Extent::Exact && self.extent != extent {
            return None;
        }
        self.extent = extent;
        Some(self)
    }

    /// The branch in which the form is 0, or at least 0.
    pub(super) fn also(mut self, form: &Form, sign: Sign) -> Branch {
        self.relations.push(form.relation(sign));
        self
    }

    /// Whether a form is seen to be at least 0, in this branch.
    pub(super) fn is_natural(&self, form: &Form) -> bool {
        let is_above = |known: &Linear| {
            let known = Form { terms: known.terms.clone(), constant: known.constant };
            form.plus(&known, -1).is_ok_and(|rest| rest.is_natural())
        };
        form.is_natural() || self.relations.iter().any(is_above)
    }

    /// The branch in which `least <= most`.
    pub(super) fn ordered(self, least: &Form, most: &Form, gap: i64) -> Translated<Branch> {
        let form = most.plus(least, -1)?.plus(&Form::constant(gap), -1)?;
        Ok(self.also(&form, Sign::NonNegative))
    }
}

/// Refuses two numerations that are not the same.
pub(super) fn one_numeration(one: Option<Numeration>, other: Option<Numeration>) -> Translated<()> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => Err(Beyond(phrase!("digits in several bases"))),
        _ => Ok(()),
    }
}
