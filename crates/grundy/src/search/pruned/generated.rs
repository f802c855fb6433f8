//! The options of a component, from when they are generated until the table is asked about them.

use smallvec::SmallVec;

use super::order::{self, Candidate};
use super::table::{Bucket, Table};
use super::{Bound, Packed};

/// What the table says of an option.
pub(super) enum Gathered<C> {
    /// Its value.
    Value(u8),
    /// That it does not have the value asked for.
    Never,
    /// Not enough.
    Open(Candidate<C>),
}

/// A part of an option, before the table is asked.
struct Part<R: Packed> {
    component: R::Component,
    word: R::Word,
    /// What theory says.
    bound: Bound,
    bucket: Bucket,
}

/// The options of a component, until they are looked up.
pub(super) struct Generated<R: Packed> {
    parts: Vec<Part<R>>,
    /// Where the parts of each option end.
    pub(super) ends: Vec<usize>,
}

impl<R: Packed> Default for Generated<R> {
    fn default() -> Generated<R> {
        Generated { parts: Vec::new(), ends: Vec::new() }
    }
}

impl<R: Packed> Generated<R> {
    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// Adds an option.
    pub(super) fn add(&mut self, rules: &R, table: &Table<R::Word>, sum: &[R::Component]) {
        for &component in sum {
            let word = rules.pack(component);
            let bucket = table.bucket(word);
            table.fetch(bucket);
            self.parts.push(Part { component, word, bound: rules.theory(component), bucket });
        }
        self.ends.push(self.parts.len());
    }

    /// Forgets the first options.
    pub(super) fn forget(&mut self, options: usize) {
        let parts = options.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.parts.drain(..parts);
        self.ends.drain(..options);
        self.ends.iter_mut().for_each(|end| *end -= parts);
    }

    /// Splits an option into what the table knows and what must be searched to see whether it is
    /// worth `value`.
    pub(super) fn gather(
        &self,
        option: usize,
        rules: &R,
        table: &Table<R::Word>,
        value: u8,
        parts: &mut Vec<R::Component>,
    ) -> Gathered<R::Component> {
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        let mut want = value;
        let mut open: SmallVec<[(&Part<R>, Bound); 4]> = SmallVec::new();
        for part in &self.parts[start..self.ends[option]] {
            let bound = match part.bound {
                Bound::Exact(_) => part.bound,
                Bound::Not(_) => table.get_at(part.bucket, part.word).unwrap_or(part.bound),
            };
            match bound {
                Bound::Exact(exact) => want ^= exact,
                bound => match open.iter().position(|(other, _)| other.word == part.word) {
                    Some(equal) => drop(open.swap_remove(equal)),
                    None => open.push((part, bound)),
                },
            }
        }
        match open[..] {
            [] => return Gathered::Value(want ^ value),
            [(part, bound)] if !bound.allows(want) || rules.most_moves(part.component) < want => {
                return Gathered::Never;
            }
            [_] => {}
            _ => open.sort_by_key(|(part, _)| rules.weight(part.word)),
        }
        let start = parts.len() as u32;
        parts.extend(open[1..].iter().map(|(part, _)| part.component));
        let weights = open.iter().map(|(part, _)| rules.weight(part.word));
        let weight = weights.fold(0_u32, u32::saturating_add);
        let bound = if let [(_, bound)] = open[..] { bound } else { Bound::NOTHING };
        let order = order::unseen(weight, bound, want);
        let more = (start, open.len() as u32 - 1);
        Gathered::Open(Candidate { order, first: open[0].0.component, more, want })
    }
}
