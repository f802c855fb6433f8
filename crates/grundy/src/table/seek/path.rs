//! The way of a search that goes depth first, from the component that is asked for to the one at hand.

use std::collections::HashSet;

use rapidhash::fast::RandomState;

/// Components by their places.
pub(super) struct Path {
    pub(super) steps: Vec<Step>,
    /// Options that are not known, those of the last component last.
    waiting: Vec<u64>,
    /// The places on the way, where it may lead back.
    on_it: Option<Places>,
    /// To so many unknown options one goes first.
    first: usize,
}

/// A component on the way.
pub(super) struct Step {
    pub(super) place: u64,
    /// How many options wait that are not its own.
    waiting: usize,
    /// How many unknown options are gone to next.
    pub(super) most: usize,
}

/// Some of the places of a table.
enum Places {
    /// A bit for each.
    Bits(Vec<u64>),
    Hashed(HashSet<u64, RandomState>),
}

impl Places {
    /// Adds a place; false if it is there.
    fn insert(&mut self, place: u64) -> bool {
        match self {
            Places::Bits(words) => {
                let (word, bit) = (&mut words[(place / 64) as usize], 1 << (place % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Places::Hashed(places) => places.insert(place),
        }
    }

    fn remove(&mut self, place: u64) {
        match self {
            Places::Bits(words) => words[(place / 64) as usize] &= !(1 << (place % 64)),
            Places::Hashed(places) => {
                places.remove(&place);
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Places::Bits(words) => 8 * words.len(),
            // Of a set of words an eighth stays empty, and there is a byte for each.
            Places::Hashed(places) => places.capacity() / 7 * 8 * 9,
        }
    }
}

impl Path {
    /// A way that has not begun, from each component of which so many unknown options are gone to first.
    pub(super) fn new(first: usize) -> Path {
        Path { steps: Vec::new(), waiting: Vec::new(), on_it: None, first }
    }

    /// Keeps the places on the way in mind, from now on: by a bit for each, if there are so many.
    pub(super) fn keep_in_mind(&mut self, places: Option<u64>) {
        let mut on_it = match places {
            Some(places) => Places::Bits(vec![0; places.div_ceil(64) as usize]),
            None => Places::Hashed(HashSet::default()),
        };
        for step in &self.steps {
            on_it.insert(step.place);
        }
        self.on_it = Some(on_it);
    }

    /// The same, if places have bits now and had none before.
    pub(super) fn keep_by_bits(&mut self, places: Option<u64>) {
        if places.is_some() && matches!(self.on_it, Some(Places::Hashed(_))) {
            self.keep_in_mind(places);
        }
    }

    /// Goes to a component; false if it is on the way.
    pub(super) fn push(&mut self, place: u64) -> bool {
        self.steps.push(Step { place, waiting: self.waiting.len(), most: self.first });
        self.on_it.as_mut().is_none_or(|on_it| on_it.insert(place))
    }

    /// Goes back from a component, whose options need not be known any more.
    pub(super) fn pop(&mut self) -> Option<u64> {
        let Step { place, waiting, .. } = self.steps.pop()?;
        self.waiting.truncate(waiting);
        if let Some(on_it) = &mut self.on_it {
            on_it.remove(place);
        }
        Some(place)
    }

    /// Lets unknown options of the last component wait, the first of them in front; next time there may be twice as many.
    pub(super) fn wait_for(&mut self, options: &[i64]) {
        self.waiting.extend(options.iter().rev().map(|place| place.cast_unsigned()));
        if let Some(step) = self.steps.last_mut() {
            step.most = step.most.saturating_mul(2);
        }
    }

    /// How many options wait.
    pub(super) fn waits(&self) -> usize {
        self.waiting.len()
    }

    /// The next option of the last component that waits.
    pub(super) fn next_waiting(&mut self) -> Option<u64> {
        let own = self.waiting.len() > self.steps.last()?.waiting;
        if own { self.waiting.pop() } else { None }
    }

    /// Gives every place another number, and keeps those on the way in mind.
    pub(super) fn renumber(&mut self, moved: impl Fn(u64) -> u64, places: Option<u64>) {
        for step in &mut self.steps {
            step.place = moved(step.place);
        }
        for place in &mut self.waiting {
            *place = moved(*place);
        }
        self.keep_in_mind(places);
    }

    pub(super) fn bytes(&self) -> usize {
        let on_it = self.on_it.as_ref().map_or(0, Places::bytes);
        8 * self.waiting.capacity() + size_of::<Step>() * self.steps.capacity() + on_it
    }
}
