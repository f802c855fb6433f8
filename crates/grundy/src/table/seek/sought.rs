//! Single values, of which few others are needed: depth first, in machine code.
//!
//! ```text
//! go to the component that is asked for
//! until it is known:
//!     the code computes the component at hand, or lists the options of it that are not known
//!     computed:  go back to the one it was an option of; where it is lost, and only who wins is asked, that one is won
//!     listed:    go to the first of them, and to all others before coming back; where one may decide, or very many wait,
//!                to a few others, and to twice as many each time
//! ```
//!
//! The number of a component is its place in the table that would have it; where the order of its coordinates does not matter
//! it has one for each, and is looked at with them ascending. What is known stands in words that a hash of it
//! finds, and once these would take as many bytes as the values of all places, at these: a byte each, or two where one is
//! larger. Where all options come before their
//! component in the order of the table, no cycle is met; where that is not proved, the components on the way are kept in
//! mind. Where an option lies outside of the table, it is made [wider](super::wider). Where the code escapes for another
//! reason, or a value does not fit in two bytes, it is left to others.

use smallvec::{SmallVec, smallvec};

use super::path::Path;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::rule::Rules;
use crate::rule::ir::Kind;
use crate::ruleset::{Failure, Value};
use crate::table::cells::{BYTE, Marks, PAIR};
use crate::table::code::{Aim, Code, FUEL, Job, Known, Look, more_fuel};
use crate::table::order::{Coords, Layout, MOST_AXES};

/// Work between two looks at the limits, in steps of the code; and what a component counts beside its options.
const WORK: u64 = 1 << 20;
const WORK_OF_EACH: u64 = 1 << 10;
/// Options that one component may list at a time; the others have their turn when it is looked at again.
const LISTED: usize = 1 << 12;
/// To so many unknown options one goes before one comes back: where the first that is lost decides, and where all are needed.
const FIRST_TO_WIN: usize = 1;
const FIRST: usize = 8;
/// So many options wait, or fewer, without regard to memory.
const FEW_WAITING: usize = 1 << 20;
/// Where the first that is lost decides, so many times as many unknown options are met before those behind are left alone.
const AHEAD: usize = 8;
/// Words at first, as a power of two: so many that a component fits in half of them with its coordinates in every order.
const FIRST_WORDS: u32 = 6;
/// A table of no more places is made at once, where that is not to be tested.
const SMALL: u64 = 1 << 20;
/// Places have no more digits: with the digits of a value they fit in a word.
pub(super) const MOST_PLACES: u64 = 1 << (u64::BITS - Known::DIGITS);

/// Values of components, and machine code that seeks more of them.
pub(in crate::table) struct Sought {
    pub(super) code: Code,
    pub(super) layout: Layout,
    /// Whether an option may have its place behind its component.
    pub(super) anywhere: bool,
    pub(super) memory: Memory,
    /// The way of the last search, if it came to its end: its room is for the next.
    path: Option<Path>,
    marks: Marks,
    list: Vec<i64>,
    /// The orders of the coordinates in which a component has a place.
    pub(super) orders: Vec<Vec<usize>>,
    pub(super) end: Option<u8>,
    /// How many values are known, and the greatest.
    known: u64,
    pub(super) greatest: u16,
}

/// The values that are known; of each one more is kept, and 0 where it is not known.
pub(in crate::table) enum Memory {
    /// A byte for each place.
    Bytes(Vec<u8>),
    /// Two bytes for each.
    Pairs(Vec<u16>),
    Hashed(Hashed),
}

/// Words that a hash finds: a place, and below it the value. Less than half of them are in use.
pub(in crate::table) struct Hashed {
    words: Vec<u64>,
    /// The hash is what is left of a word without so many digits.
    shift: u32,
    count: usize,
}

impl Hashed {
    pub(super) fn new(digits: u32) -> Hashed {
        Hashed { words: vec![0; 1 << digits], shift: u64::BITS - digits, count: 0 }
    }

    /// Where the words are, and how many digits are not the hash.
    pub(in crate::table) fn parts(&mut self) -> (*mut u64, u32) {
        (self.words.as_mut_ptr(), self.shift)
    }

    /// Where the word of a place is, or the empty one where it would be.
    fn find(&self, place: u64) -> usize {
        let mut at = (place.wrapping_mul(Known::HASH) >> self.shift) as usize;
        while self.words[at] != 0 && self.words[at] >> Known::DIGITS != place {
            at = (at + 1) & (self.words.len() - 1);
        }
        at
    }

    fn is_full(&self) -> bool {
        2 * self.count >= self.words.len()
    }

    /// The same with twice as many words.
    fn larger(&self) -> Hashed {
        let mut larger = Hashed::new(u64::BITS - self.shift + 1);
        for (place, more) in self.all() {
            larger.set(place, more);
        }
        larger
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        let known = self.words.iter().filter(|&&word| word != 0);
        known.map(|&word| (word >> Known::DIGITS, word as u16))
    }

    pub(super) fn set(&mut self, place: u64, more: u16) {
        let at = self.find(place);
        self.count += usize::from(self.words[at] == 0);
        self.words[at] = place << Known::DIGITS | u64::from(more);
    }
}

impl Memory {
    /// Room for as many values as are known, and some more, in a table of so many places; none is greater than one of these.
    pub(super) fn for_values(known: u64, places: u64, greatest: u16) -> Memory {
        let words = (4 * known + 1).next_power_of_two().max(1 << FIRST_WORDS);
        match 8 * words < places * bytes_for(greatest) {
            true => Memory::Hashed(Hashed::new(words.ilog2())),
            false => Memory::at_places(places, greatest),
        }
    }

    /// Room at each of so many places.
    fn at_places(places: u64, greatest: u16) -> Memory {
        match bytes_for(greatest) {
            1 => Memory::Bytes(vec![0; places as usize]),
            _ => Memory::Pairs(vec![0; places as usize]),
        }
    }

    pub(super) fn known(&self) -> Known {
        match self {
            Memory::Bytes(_) | Memory::Pairs(_) => Known::AtPlaces,
            Memory::Hashed(_) => Known::Hashed,
        }
    }

    /// Binary digits of a value, as a power of two.
    pub(in crate::table) fn width(&self) -> u8 {
        match self {
            Memory::Bytes(_) => BYTE,
            Memory::Pairs(_) | Memory::Hashed(_) => PAIR,
        }
    }

    /// Whether a value may stand at each of so many places.
    pub(in crate::table) fn has_room_for(&self, places: u64) -> bool {
        match self {
            Memory::Bytes(bytes) => bytes.len() as u64 == places,
            Memory::Pairs(pairs) => pairs.len() as u64 == places,
            Memory::Hashed(hashed) => places <= MOST_PLACES && hashed.count < hashed.words.len(),
        }
    }

    /// What stands at a place: 0, or one more than a value.
    fn get(&self, place: u64) -> u16 {
        match self {
            Memory::Bytes(bytes) => bytes[place as usize].into(),
            Memory::Pairs(pairs) => pairs[place as usize],
            Memory::Hashed(hashed) => hashed.words[hashed.find(place)] as u16,
        }
    }

    /// Keeps one more than a value at a place. In a byte there must be room for it.
    pub(super) fn set(&mut self, place: u64, more: u16) {
        match self {
            Memory::Bytes(bytes) => bytes[place as usize] = more as u8,
            Memory::Pairs(pairs) => pairs[place as usize] = more,
            Memory::Hashed(hashed) => hashed.set(place, more),
        }
    }

    /// Everything that is known.
    pub(super) fn all(&self) -> Box<dyn Iterator<Item = (u64, u16)> + '_> {
        fn known<T: Copy + Into<u16>>(values: &[T]) -> impl Iterator<Item = (u64, u16)> + '_ {
            let numbered = (0..).zip(values.iter().map(|&more| more.into()));
            numbered.filter(|&(_, more)| more != 0)
        }
        match self {
            Memory::Bytes(bytes) => Box::new(known(bytes)),
            Memory::Pairs(pairs) => Box::new(known(pairs)),
            Memory::Hashed(hashed) => Box::new(hashed.all()),
        }
    }

    /// How many bits say something of each place, where that takes less than the values; nothing where there are too many.
    pub(super) fn bits(&self) -> Option<u64> {
        match self {
            Memory::Bytes(bytes) => Some(bytes.len() as u64),
            Memory::Pairs(pairs) => Some(pairs.len() as u64),
            Memory::Hashed(_) => None,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Memory::Bytes(bytes) => bytes.len() as u64,
            Memory::Pairs(pairs) => 2 * pairs.len() as u64,
            Memory::Hashed(hashed) => 8 * hashed.words.len() as u64,
        }
    }
}

/// How many bytes a value takes, if none is greater than this.
fn bytes_for(greatest: u16) -> u64 {
    if greatest < u8::MAX.into() { 1 } else { 2 }
}

impl Sought {
    /// Values of a table in this layout, of which none is known; nothing where there is no machine code for it. With `end` who
    /// wins alone is computed, and it is 1 if the player to move does who has no move.
    ///
    /// A small table has places for all if that is what `pays`; options may have their places `anywhere` in it, or all before
    /// their components.
    pub(in crate::table) fn new(
        kind: &Kind,
        layout: Layout,
        end: Option<u8>,
        (pays, anywhere): (bool, bool),
    ) -> Option<Sought> {
        if !Sought::is_for(kind, &layout, end) {
            return None;
        }
        let memory = match layout.room() {
            room @ ..=SMALL if pays => Memory::Bytes(vec![0; room as usize]),
            _ => Memory::Hashed(Hashed::new(FIRST_WORDS)),
        };
        let code = compiled(kind, &layout, (end, anywhere), &memory)?;
        let (marks, list) = (Marks::default(), vec![0; LISTED]);
        let (known, greatest, orders) = (0, 0, layout.permutations());
        Some(Sought {
            code,
            layout,
            anywhere,
            memory,
            path: None,
            marks,
            list,
            orders,
            end,
            known,
            greatest,
        })
    }

    /// Whether values of such a table are sought at all.
    pub(super) fn is_for(kind: &Kind, layout: &Layout, end: Option<u8>) -> bool {
        !layout.packed && layout.room() <= MOST_PLACES && (kind.wins.is_empty() || end.is_some())
    }

    /// How many values are known.
    pub(super) fn known(&self) -> u64 {
        self.known
    }

    /// How many numbers a coordinate takes.
    pub(super) fn dim(&self, axis: usize) -> u64 {
        self.layout.dims[axis]
    }

    /// Whether a component has a place here.
    pub(super) fn holds(&self, coords: &[i64]) -> bool {
        self.layout.holds(coords)
    }

    /// The value of a component, if it is known.
    pub(in crate::table) fn value(&self, coords: &[i64]) -> Option<Value> {
        let place = self.layout.holds(coords).then(|| self.layout.index(coords) as u64)?;
        let value = self.memory.get(place).checked_sub(1)?;
        Some(Value::Nimber(Nimber(value.into())))
    }

    /// Computes the value of a component of this kind; nothing where that is for others to do. What was found until a limit stays
    /// known.
    ///
    /// # Errors
    /// A limit.
    pub(in crate::table) fn seek(
        &mut self,
        rules: &Rules,
        number: usize,
        coords: &[i64],
        limits: &Limits,
    ) -> Result<Option<Value>, Failure> {
        if !self.layout.holds(coords) {
            return Ok(None);
        }
        self.check(0, limits)?;
        let kind = &rules.ir()[number];
        let mut path = self.path.take().unwrap_or_else(|| self.new_path());
        path.push(self.layout.index(coords) as u64);
        let mut work = 0_u64;
        while let Some(step) = path.steps.last() {
            // Of those that are not gone to next there is no need to know which they are.
            let room = if self.end.is_some() { AHEAD.saturating_mul(step.most) } else { LISTED };
            let (found, spent) = self.look(step.place, room, limits)?;
            match found {
                Look::Found(value) => {
                    if !self.go_back(kind, &mut path, value, limits)? {
                        return Ok(None);
                    }
                }
                Look::Unknown(listed) => {
                    // Where all are needed they may as well wait at once, as long as they take little memory.
                    let all = self.end.is_none() && path.waits() < FEW_WAITING;
                    let most = if all { listed } else { listed.min(step.most) };
                    path.wait_for(&self.list[..most]);
                }
                Look::TooLarge => {
                    if !self.keep_in_pairs(kind, limits)? {
                        return Ok(None);
                    }
                }
                Look::Escape => {
                    if !self.widen(rules, number, &mut path, limits)? {
                        return Ok(None);
                    }
                }
                Look::Fuel => return Ok(None),
            }
            work += spent + WORK_OF_EACH;
            if work >= WORK {
                work = 0;
                path.keep_by_bits(self.memory.bits());
                self.check(path.bytes() as u64, limits)?;
            }
            // On to the next option that is still unknown, if the last component has one.
            while let Some(place) = path.next_waiting() {
                if self.memory.get(place) == 0 {
                    let place = self.ascending(place);
                    check_positions(self.known + path.steps.len() as u64, limits)?;
                    if !path.push(place) {
                        return Ok(None);
                    }
                    break;
                }
            }
        }
        self.path = Some(path);
        Ok(self.value(coords))
    }

    /// A way that has not begun.
    fn new_path(&self) -> Path {
        let mut path = Path::new(if self.end.is_some() { FIRST_TO_WIN } else { FIRST });
        if self.anywhere {
            path.keep_in_mind(self.memory.bits());
        }
        path
    }

    /// Goes back from a component that has this value, which is kept; false where that needs code that is not made.
    ///
    /// # Errors
    /// A limit.
    fn go_back(
        &mut self,
        kind: &Kind,
        path: &mut Path,
        value: u16,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let place = path.pop();
        // What leads to a lost component is known without another look.
        let lost = self.end.is_some() && value == 0;
        let before = if lost { path.pop() } else { None };
        let found = place.map(|place| (place, value));
        for (place, value) in found.into_iter().chain(before.map(|place| (place, 1))) {
            if !self.keep(kind, place, value, limits)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks at the component at a place, with room for so many options that are not known; and how many steps that took.
    ///
    /// # Errors
    /// A limit.
    fn look(&mut self, place: u64, room: usize, limits: &Limits) -> Result<(Look, u64), Stop> {
        let mut coords = [0; MOST_AXES];
        let axes = self.layout.strides.iter().zip(&self.layout.dims);
        for (coord, (stride, dim)) in coords.iter_mut().zip(axes) {
            *coord = (place / stride % dim).cast_signed();
        }
        let coords = &coords[..self.layout.dims.len()];
        let mut fuel = FUEL;
        loop {
            let mut left = fuel;
            let Sought { code, memory, marks, list, .. } = self;
            let list = &mut list[..room.min(LISTED)];
            match code.call().seek(coords, &mut left, memory, marks, list) {
                Look::Fuel => {
                    let Some(more) = more_fuel(fuel, limits)? else { return Ok((Look::Fuel, 0)) };
                    fuel = more;
                }
                found => return Ok((found, (fuel - left).unsigned_abs())),
            }
        }
    }

    /// The coordinates at a place.
    pub(super) fn coords(&self, place: u64) -> Coords {
        let axes = self.layout.strides.iter().zip(&self.layout.dims);
        axes.map(|(stride, dim)| (place / stride % dim).cast_signed()).collect()
    }

    /// Keeps a value, for which room is made where there is none; false where that needs code that is not made.
    ///
    /// # Errors
    /// A limit.
    fn keep(&mut self, kind: &Kind, place: u64, value: u16, limits: &Limits) -> Result<bool, Stop> {
        check_positions(self.known, limits)?;
        self.greatest = self.greatest.max(value);
        if let Memory::Hashed(hashed) = &self.memory
            && hashed.is_full()
        {
            let all = self.layout.room().saturating_mul(bytes_for(self.greatest));
            let more = 2 * self.memory.bytes();
            limits.check_memory(self.memory.bytes() + more.min(all))?;
            if more < all {
                self.memory = Memory::Hashed(hashed.larger());
            } else {
                let at_places = Memory::at_places(self.layout.room(), self.greatest);
                if !self.move_to(at_places, kind) {
                    return Ok(false);
                }
            }
        }
        for place in self.places(place) {
            self.memory.set(place, value + 1);
        }
        self.known += 1;
        Ok(true)
    }

    /// The place of the same component with ascending coordinates, where their order does not matter.
    fn ascending(&self, place: u64) -> u64 {
        if !self.layout.sorted {
            return place;
        }
        let mut coords = self.coords(place);
        coords.sort_unstable();
        self.layout.index(&coords) as u64
    }

    /// All places of a component: with its coordinates in every order, where that does not matter.
    fn places(&self, place: u64) -> SmallVec<[u64; 2]> {
        if !self.layout.sorted {
            return smallvec![place];
        }
        let coords = self.coords(place);
        let orders = self.orders.iter();
        let there = |axes: &Vec<usize>| axes.iter().map(|&axis| coords[axis]).collect::<Coords>();
        orders.map(|axes| self.layout.index(&there(axes)) as u64).collect()
    }

    /// Makes room for values that do not fit in a byte; false where there is none, or if that was not the reason.
    ///
    /// # Errors
    /// A limit.
    fn keep_in_pairs(&mut self, kind: &Kind, limits: &Limits) -> Result<bool, Stop> {
        if !matches!(self.memory, Memory::Bytes(_)) {
            return Ok(false);
        }
        limits.check_memory(3 * self.memory.bytes())?;
        Ok(self.move_to(Memory::at_places(self.layout.room(), u16::MAX), kind))
    }

    /// Takes another memory for what is known, with code for it; false if that is not made.
    fn move_to(&mut self, mut memory: Memory, kind: &Kind) -> bool {
        self.memory.all().for_each(|(place, more)| memory.set(place, more));
        self.memory = memory;
        let code = compiled(kind, &self.layout, (self.end, self.anywhere), &self.memory);
        code.map(|code| self.code = code).is_some()
    }

    fn check(&self, stacked: u64, limits: &Limits) -> Result<(), Stop> {
        limits.check()?;
        limits.check_memory(self.memory.bytes() + stacked)?;
        limits.report(self.known, None);
        Ok(())
    }
}

/// Whether there may be one position more than so many.
///
/// # Errors
/// There may not.
fn check_positions(known: u64, limits: &Limits) -> Result<(), Stop> {
    match limits.positions {
        Some(most) if known >= most => Err(Stop::Positions(most)),
        _ => Ok(()),
    }
}

/// The code that seeks values of a table.
pub(super) fn compiled(
    kind: &Kind,
    layout: &Layout,
    (end, anywhere): (Option<u8>, bool),
    memory: &Memory,
) -> Option<Code> {
    let aim = Aim::Seek(memory.known());
    Code::new(&Job { aim, end, anywhere, ..Job::new(kind, layout, memory.width()) }).ok()
}
