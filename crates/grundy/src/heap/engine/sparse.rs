//! Steps of 64 heaps in a sparse space of at most 256 codes, by marks.
//!
//! 1. Mark ([`mark`]) the common codes that pairs of a rare and a common heap exclude, for all pairs
//!    whose partner lies before the 64 heaps; and rare codes with a number of *helpers*, common
//!    heaps that are paired with common ones.
//! 2. Heap after heap, add the pairs whose partner is among the 64, and take the least common value
//!    that is not marked. It is the least that no option has, because a common value comes from such
//!    pairs only.
//! 3. A rare value below it that is not marked is searched for among all options. If no option has
//!    it, it is the heap's value, and the heap a new rare one: its pairs join the others, and the
//!    next step begins after it.
//!
//! Marking is dear where there are many pairs. Then only some pairs, those that mark most, are
//! marked for all codes; the others are tried on the few codes that stay unmarked. A heap for which
//! none of the few is left marks all pairs for itself.
//!
//! How many helpers pay, and how many pairs to mark, is found out on the way by counting what
//! marks, searches and failures cost.

use super::marks::{
    COMMON, Codes, Coding, Few, Lookup, Marked, Marker, Nearest, PART, Sets, WORDS, limit_for,
    mark, near_pair, try_few,
};
use super::simd::{Isa, SimdCell};
use super::{SequenceEngine, TooLarge};
use crate::heap::moves::Moves;

/// What the steps by marks know besides the values.
#[derive(Clone, Debug)]
pub(super) struct Marking {
    coding: Coding,
    /// Words of 64 codes in use.
    words: usize,
    /// Codes below this are marked for all heaps; few heaps need larger ones.
    limit: usize,
    codes: Codes,
    /// How many heaps have their code there.
    noted: usize,
    /// Room for the marks of one step: common codes that are excluded, and rare ones.
    sets: (Vec<[u64; PART]>, Vec<[u64; PART]>),
    /// All pairs with a rare heap.
    pairs: Vec<Marker>,
    /// How many of them are marked; with the others a few codes not marked by these are tried.
    marked: usize,
    /// Those whose partner may lie among the same 64 heaps: nearer than 8, or not.
    nearer: Vec<Marker>,
    near: Vec<Marker>,
    nearest: Nearest,
    lookup: Lookup,
    /// The codes of the heaps 63, 62, ..., 1, then nothing, and which of them are rare.
    small: Codes,
    /// Amounts that may be left as one heap and that make a common value from a rare one.
    turning: Vec<usize>,
    helpers: Vec<Marker>,
    /// How many of the helpers are in use.
    helping: usize,
    /// Heaps since `marked` and `helping` were looked at; searches among them, and heaps of which
    /// none of the few codes was left.
    heaps: u64,
    searches: u64,
    failures: u64,
    marked_climb: Climb,
    helping_climb: Climb,
}

/// The way to the least cost, step by step: on in the direction that was cheaper, else back.
#[derive(Clone, Debug)]
struct Climb {
    last_cost: u64,
    fewer: bool,
}

impl Climb {
    fn new() -> Climb {
        Climb { last_cost: u64::MAX, fewer: true }
    }

    /// The next number to try, given what the last one cost.
    fn next(&mut self, number: usize, cost: u64, most: usize) -> usize {
        if cost > self.last_cost {
            self.fewer = !self.fewer;
        }
        self.last_cost = cost;
        let step = number / 8 + 16;
        if self.fewer { number.saturating_sub(step) } else { (number + step).min(most) }
    }
}

/// Helpers that are tried at first.
const FIRST_HELPERS: usize = 96;

/// One heap in so many may have a code that is not marked for all heaps.
const RARELY_LARGER: u64 = 1000;

/// Pairs from which on not all are marked.
const WORTH_SPLITTING: usize = 256;

/// Heaps at the beginning and at the end of the sequence that are looked at to choose an order.
const SAMPLE: usize = 1 << 16;

/// Heaps of one code that can be helpers.
const MOST_HELPERS: usize = 400;

/// Pairs that are put in order; any more just follow.
const ORDERED: usize = 6000;

/// How many times 64 codes of 64 heaps are marked in the time of one search, by words in use: with
/// one word, a search also interrupts a faster loop.
const MARKS_PER_SEARCH: [u64; WORDS + 1] = [0, 64, 12, 12, 12];

/// How many codes are marked one by one in the time of 64 codes of 64 heaps.
const MARKS_PER_CODE: u64 = 2;

/// Heaps after which the number of helpers is looked at again.
const REVIEW: u64 = 4096;

impl<T: SimdCell> SequenceEngine<T> {
    /// Prepares steps by marks in the sparse space in use, which has at most `MOST_CODES` codes.
    /// `before` is what served until now. `O(heaps)` if the space is a new one.
    pub(super) fn prepare_marking(&mut self, before: Option<Box<Marking>>) -> Box<Marking> {
        let coding = Coding::new(self.space);
        let count = (self.largest + 1).next_power_of_two() / 2;
        let words = count.div_ceil(64).next_power_of_two();
        let mut marking = match before {
            Some(marking)
                if marking.coding == coding
                    && marking.words == words
                    && marking.noted == self.len =>
            {
                marking
            }
            before => {
                let mut marking = Box::new(Marking::new(coding, words));
                if let Some(before) = before {
                    marking.helping = before.helping;
                    marking.marked = before.marked;
                }
                self.note_codes(&mut marking);
                marking
            }
        };
        self.choose_order(&mut marking);
        marking
    }

    /// Notes all codes, and the pairs that the rare heaps make.
    fn note_codes(&mut self, marking: &mut Marking) {
        let coding = marking.coding;
        let places = self.cells.len();
        marking.codes = Codes::new(marking.words, places);
        for &taken in &self.moves.leaves {
            if self.space.with_size() && taken % 2 == 1 {
                marking.turning.push(taken);
            } else {
                marking.add(Marker { distance: taken as u32, code: 0 });
            }
        }
        let coded: Vec<(u8, [bool; 2])> = (0..=self.largest)
            .map(|value| {
                let common = [0, 1].map(|size| self.space.is_common(size, value as u64));
                (coding.code(value) as u8, common)
            })
            .collect();
        marking.noted = self.len;
        self.rares = 0;
        for n in 1..self.len {
            let (code, common) = coded[self.cells[self.origin + n].get()];
            marking.codes.set(self.origin + n, code, common[n % 2]);
            if common[n % 2] {
                continue;
            }
            self.rares += 1;
            self.last_rare = Some(n);
            if n < PART {
                marking.small.code[PART - 1 - n] = code;
                marking.small.common[PART - 1 - n] = COMMON;
            }
            for &taken in &self.moves.breaks {
                marking.add(Marker { distance: (n + taken) as u32, code });
            }
        }
    }

    /// Chooses, by the codes of the last heaps, how many codes are marked, and puts the helpers and
    /// the pairs in order.
    fn choose_order(&self, marking: &mut Marking) {
        let mut recent = vec![0; 64 * marking.words];
        for n in self.len - (self.len / 2).min(SAMPLE)..self.len {
            let place = self.origin + n;
            recent[usize::from(marking.codes.at(place))] +=
                u64::from(marking.codes.common[place] & 1);
        }
        let mut larger = recent.iter().sum::<u64>();
        let rarely = larger / RARELY_LARGER;
        let within = recent.iter().position(|&count| {
            larger -= count;
            larger <= rarely
        });
        marking.limit =
            within.map_or(64 * marking.words, |code| limit_for(code + 1, marking.words));

        let mut helpers: Vec<Vec<Marker>> = vec![Vec::new(); 64 * marking.words];
        // Twice a helper lies before every heap to come, as pieces may have to differ.
        for n in PART..(self.len / 2).min(SAMPLE) {
            let place = self.origin + n;
            let code = marking.codes.at(place);
            let list = &mut helpers[usize::from(code)];
            if marking.codes.common[place] == COMMON && list.len() < MOST_HELPERS {
                list.extend(
                    self.moves
                        .breaks
                        .iter()
                        .map(|&taken| Marker { distance: (n + taken) as u32, code }),
                );
            }
        }
        marking.helpers.clear();
        marking.helpers.extend(
            marking.turning.iter().map(|&taken| Marker { distance: taken as u32, code: 0 }),
        );
        marking.helpers.extend(in_good_order(&helpers, &recent));
        marking.helping = marking.helping.min(marking.helpers.len());
        if marking.pairs.len() >= WORTH_SPLITTING {
            let mut by_code = vec![Vec::new(); 64 * marking.words];
            for &marker in &marking.pairs {
                by_code[usize::from(marker.code)].push(marker);
            }
            marking.pairs = in_good_order(&by_code, &recent);
            marking.marked = marking.marked.min(marking.pairs.len() / 2);
        } else {
            marking.marked = usize::MAX;
        }
    }

    /// Computes up to 64 heaps.
    pub(super) fn marked_step(&mut self, marking: &mut Marking) -> Result<(), TooLarge> {
        let base = self.len;
        self.make_room(PART);
        marking.codes.resize(self.cells.len());
        let first = self.origin + base;
        let (mut excluded, mut covered) = std::mem::take(&mut marking.sets);
        excluded.fill([0; PART]);
        covered.fill([0; PART]);
        let helpers = &marking.helpers[..marking.helping];
        let (marked, tried) = marking.pairs.split_at(marking.marked.min(marking.pairs.len()));
        mark(self.isa, &marking.codes, first, marked, marking.limit, &mut excluded);
        mark(self.isa, &marking.codes, first, helpers, marking.limit, &mut covered);
        marking.mark_turning(&mut excluded, first);
        self.work.pair_tests += (marking.pairs.len() + helpers.len()) as u64;
        let few = if tried.is_empty() {
            None
        } else {
            let mut few = Few::unmarked(&excluded, marking.limit);
            try_few(self.isa, &marking.codes, first, tried, &mut few);
            Some(few)
        };

        let mut heap = 0;
        while heap < PART {
            if marking.words == 1 && few.is_none() {
                let marked = Marked {
                    excluded: &excluded[0],
                    covered: &covered[0],
                    nearest: &marking.nearest,
                    near: &marking.near,
                    limit: marking.limit,
                    lookup: &marking.lookup,
                };
                let codes = &mut marking.codes;
                let next =
                    T::settle_marked(self.isa, &marked, &mut self.cells, codes, first, base, heap);
                marking.heaps += (next - heap) as u64;
                self.len += next - heap;
                let settled = self.cells[first + heap..first + next].iter();
                self.largest = settled.fold(self.largest, |most, cell| most.max(cell.get()));
                heap = next;
                if heap == PART {
                    break;
                }
            }
            let n = base + heap;
            let place = first + heap;
            let alive = few.as_ref().and_then(|few| {
                let mut codes = few.alive(heap);
                codes.find(|&code| !marking.is_near(self.isa, &self.moves, first, heap, code))
            });
            if alive.is_none() && few.is_some() {
                // None of the few is left: mark for this heap what was not marked yet.
                self.work.full_heaps += 1;
                marking.failures += 1;
                marking.mark_one(&mut excluded, place, heap);
            }
            let code = match alive {
                Some(code) => usize::from(code),
                None => {
                    let code = marking.least_unmarked(&mut excluded, first, heap);
                    if few.is_none() && code >= marking.limit && code < 64 * marking.words {
                        marking.mark_one(&mut excluded, place, heap);
                        marking.least_unmarked(&mut excluded, first, heap)
                    } else {
                        code
                    }
                }
            };
            let common = marking.coding.value(code, n, true);
            let below = marking.coding.codes_below(common);
            let rare = self.rare_below(marking, &covered, heap, below);
            let value = rare.unwrap_or(common);
            if value >= T::LIMIT {
                return Err(TooLarge);
            }
            self.cells[place] = T::new(value);
            self.len += 1;
            marking.heaps += 1;
            let code = marking.coding.code(value) as u8;
            marking.codes.set(place, code, rare.is_none());
            if value > self.largest {
                self.largest = value;
                if marking.coding.code(value) >= 64 * marking.words {
                    // More words are needed before the next heap.
                    self.choose_at = 0;
                    break;
                }
            }
            if rare.is_some() {
                self.rares += 1;
                self.last_rare = Some(n);
                for &taken in &self.moves.breaks {
                    marking.add(Marker { distance: (n + taken) as u32, code });
                }
                break;
            }
            heap += 1;
        }
        marking.sets = (excluded, covered);
        marking.noted = self.len;
        marking.review();
        Ok(())
    }

    /// Whether the next heap has an option of this rare value, which has this code: looks through
    /// codes of at most seven bits, among which a sum of two is another one, without the bit beside,
    /// where both heaps are common or both are rare.
    fn has_rare_option(&mut self, codes: &Codes, code: usize, value: usize) -> bool {
        self.work.searches += 1;
        // No heap has a larger code yet, and so no sum.
        let Some(code) = u8::try_from(code).ok().filter(|&code| code <= codes.bits) else {
            return false;
        };
        self.is_left(value)
            || self.moves.breaks.iter().any(|&taken| {
                let rest = self.len - taken;
                let last = self.last_part(rest);
                u8::has_pair(self.isa, &codes.code, self.origin, rest, last, code)
            })
    }

    /// The least rare value of the next heap that no option has, among the codes below `below`.
    #[inline(always)]
    fn rare_below(
        &mut self,
        marking: &mut Marking,
        covered: &Sets,
        heap: usize,
        below: usize,
    ) -> Option<usize> {
        let mut hard = false;
        for word in 0..below.div_ceil(64) {
            let here = (below - 64 * word).min(64);
            // Beyond the sets nothing is covered.
            let covered = covered.get(word).map_or(0, |covered| covered[heap]);
            let mut open = !covered & (u64::MAX >> (64 - here));
            while open != 0 {
                let code = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                self.work.hard_heaps += u64::from(!hard);
                hard = true;
                marking.searches += 1;
                let value = marking.coding.value(code, self.len, false);
                let found = match marking.codes.bits {
                    u8::MAX => self.has_option(value),
                    _ => self.has_rare_option(&marking.codes, code, value),
                };
                if !found {
                    return Some(value);
                }
            }
        }
        None
    }
}

/// Orders pairs, given by code, so that the first few exclude as much as they can, by how often
/// each code occurs lately.
///
/// Greedy: the next pairs are those of the code that marks most of what is expected to be left of
/// all rare codes below typical values; more of them at a time the more there are already.
fn in_good_order(by_code: &[Vec<Marker>], recent: &[u64]) -> Vec<Marker> {
    const ONE: u64 = 1 << 16;
    let total = recent.iter().sum::<u64>().max(1);
    let share: Vec<u64> = recent.iter().map(|&count| count * ONE / total).collect();
    // How many heaps need a rare code marked: those with a larger one.
    let mut left = vec![0; share.len()];
    let mut above = 0;
    for (left, share) in left.iter_mut().zip(&share).rev() {
        *left = above + share;
        above += share;
    }
    let mut used = vec![0; share.len()];
    let mut ordered: Vec<Marker> = Vec::new();
    while ordered.len() < ORDERED {
        let gain = |code: usize| -> u64 {
            left.iter().enumerate().map(|(other, left)| left * share[other ^ code]).sum()
        };
        let open = (0..share.len()).filter(|&code| used[code] < by_code[code].len());
        let Some(code) = open.max_by_key(|&code| gain(code)) else { break };
        let count = 1 + ordered.len() / 16;
        let taken = by_code[code].iter().skip(used[code]).take(count);
        let before = ordered.len();
        ordered.extend(taken);
        used[code] += ordered.len() - before;
        for (other, left) in left.iter_mut().enumerate() {
            for _ in before..ordered.len() {
                *left -= (*left * share[other ^ code]) / ONE;
            }
        }
    }
    for (list, used) in by_code.iter().zip(used) {
        ordered.extend(&list[used..]);
    }
    ordered
}

impl Marking {
    /// Steps by marks that know nothing yet.
    fn new(coding: Coding, words: usize) -> Marking {
        Marking {
            coding,
            words,
            limit: 64 * words,
            codes: Codes::new(words, 0),
            noted: 0,
            sets: (vec![[0; PART]; words], vec![[0; PART]; words]),
            pairs: Vec::new(),
            marked: usize::MAX,
            small: Codes { code: vec![0; 3 * PART], common: vec![0; 3 * PART], bits: u8::MAX },
            nearer: Vec::new(),
            near: Vec::new(),
            nearest: Nearest::new(&[]),
            lookup: Lookup::new(&coding),
            turning: Vec::new(),
            helpers: Vec::new(),
            helping: FIRST_HELPERS,
            heaps: 0,
            searches: 0,
            failures: 0,
            marked_climb: Climb::new(),
            helping_climb: Climb::new(),
        }
    }

    /// The least common code that no pair of a heap excludes, once all pairs with earlier heaps are
    /// marked; marks those with a heap of the same 64.
    #[inline(always)]
    fn least_unmarked(&self, excluded: &mut Sets, first: usize, heap: usize) -> usize {
        let place = first + heap;
        for marker in self.nearer.iter().chain(&self.near) {
            // Partners before the 64 heaps are marked; among them all are common.
            if marker.distance as usize <= heap {
                let code = self.codes.at(place - marker.distance as usize) ^ marker.code;
                excluded[usize::from(code) / 64][heap] |= 1 << (code % 64);
            }
        }
        let open = (0..self.words).find(|&word| excluded[word][heap] != u64::MAX);
        open.map_or(64 * self.words, |word| {
            64 * word + excluded[word][heap].trailing_ones() as usize
        })
    }

    /// Marks the common codes that come from leaving a rare heap before the 64; among these all are
    /// common.
    fn mark_turning(&self, excluded: &mut Sets, first: usize) {
        for &taken in &self.turning {
            let before = first - taken..first.min(first - taken + PART);
            for (heap, place) in
                before.enumerate().filter(|&(_, place)| self.codes.common[place] == 0)
            {
                let code = self.codes.at(place);
                excluded[usize::from(code) / 64][heap] |= 1 << (code % 64);
            }
        }
    }

    /// Whether a pair with a heap of the same 64 has this common code.
    #[inline(always)]
    fn is_near(&self, isa: Isa, moves: &Moves, first: usize, heap: usize, code: u8) -> bool {
        let place = first + heap;
        let left = moves.leaves.iter().any(|&taken| {
            taken <= heap
                && !self.turning.contains(&taken)
                && self.codes.code[place - taken] == code
        });
        left || moves.breaks.iter().any(|&taken| {
            taken < heap && near_pair(isa, &self.codes, first, heap - taken, &self.small, code)
        })
    }

    /// Adds a pair with a rare heap, unless it is there.
    fn add(&mut self, marker: Marker) {
        if !self.pairs.contains(&marker) {
            self.pairs.push(marker);
            if marker.distance < 8 {
                self.nearer.push(marker);
                self.nearest = Nearest::new(&self.nearer);
            } else if (marker.distance as usize) < PART {
                self.near.push(marker);
            }
        }
    }

    /// Marks, for one heap alone, all pairs and all codes.
    fn mark_one(&self, excluded: &mut Sets, place: usize, heap: usize) {
        for marker in &self.pairs {
            let partner = place - marker.distance as usize;
            let code = self.codes.at(partner) ^ marker.code;
            let common = u64::from(self.codes.common[partner] & 1);
            excluded[usize::from(code) / 64][heap] |= common << (code % 64);
        }
    }

    /// More pairs marked or fewer, more helpers or fewer. Costs are counted in the time that it
    /// takes to mark 64 codes of 64 heaps.
    fn review(&mut self) {
        if self.heaps < REVIEW {
            return;
        }
        let words = self.words as u64;
        let steps = self.heaps / PART as u64;
        if self.marked <= self.pairs.len() {
            let marks = self.marked as u64 * words * steps;
            let cost = marks + self.failures * self.pairs.len() as u64 / MARKS_PER_CODE;
            let most = self.pairs.len();
            self.marked = self.marked_climb.next(self.marked, cost / steps, most);
        }
        let marks = self.helping as u64 * words * steps;
        let cost = marks + self.searches * MARKS_PER_SEARCH[self.words];
        self.helping = self.helping_climb.next(self.helping, cost / steps, self.helpers.len());
        (self.searches, self.heaps, self.failures) = (0, 0, 0);
    }
}
