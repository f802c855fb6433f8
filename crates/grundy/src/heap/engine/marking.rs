//! What steps by marks know besides the values: the codes, the pairs with rare heaps, the helpers, and
//! how many of them pay.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;

use super::doubts::Doubts;
use super::eights::{Lookup, Near};
use super::kernel::pieces;
use super::marks::{Codes, Coding, MOST_CODES, Marker, PART, Sets, Sums, WORDS, mark};
use super::nearer::Nearer;
use super::ready::{Ready, least_open};
use super::settle::Fresh;
use super::simd::Isa;

/// What the steps by marks know besides the values.
#[derive(Debug)]
pub(super) struct Marking {
    pub(super) coding: Coding,
    /// How many codes are in use: 32, 64, 128 or 256.
    pub(super) count: usize,
    /// Codes below this are marked for all heaps; few heaps need larger ones.
    pub(super) limit: usize,
    /// The codes of the last heaps, as far back as pairs and helpers reach, and those of the first heaps
    /// once they are not among them.
    pub(super) codes: Codes,
    early: Codes,
    /// The place of heap 0 among the codes; among the last ones, if there were places for all.
    origin: usize,
    /// How many of the first places have been dropped.
    dropped: usize,
    /// How many of the last heaps keep their codes.
    window: usize,
    /// How many heaps have their code there.
    pub(super) noted: usize,
    /// Room for what is known of the heaps of a span before it is begun, and of those of the next.
    pub(super) ready: (Vec<Mutex<Ready>>, Vec<Mutex<Ready>>),
    /// The heaps that were kept though they might have rare values, and room for what is known of that.
    pub(super) in_question: InQuestion,
    pub(super) doubts: Vec<Mutex<Doubts>>,
    /// If the next span was prepared ahead of time: how many groups of 64 heaps stand before it.
    pub(super) ahead: Option<usize>,
    /// How many times 64 heaps the next span has.
    pub(super) span: usize,
    /// The heaps of the span at hand.
    pub(super) fresh: Fresh,
    /// How many threads spans are shared out among.
    threads: usize,
    /// The most times 64 heaps of a span that is got ready ahead of time; 0 where none is.
    most: usize,
    /// All pairs with a rare heap, and those that are not close.
    known: HashSet<Marker>,
    pub(super) pairs: Vec<Marker>,
    /// The close ones, the nearest partners first.
    close: Vec<Marker>,
    /// How many of the pairs are marked, or `usize::MAX` if all are; with the others a few codes not marked by these are tried.
    pub(super) marked: usize,
    /// Those whose partner may lie among the same 64 heaps, and what they say if there are at most 64
    /// codes.
    pub(super) nearer: Nearer,
    pub(super) near: Near,
    pub(super) lookup: Lookup,
    /// The common value of each code, of even and of odd heaps.
    pub(super) values: [[u16; MOST_CODES]; 2],
    /// Ways to leave one heap that make a common value from a rare one.
    pub(super) turning: Vec<Marker>,
    pub(super) helpers: Vec<Marker>,
    /// How many of the helpers are marked.
    pub(super) helping: usize,
    /// Counts since the last look at what pays.
    pub(super) counts: Counts,
    helping_climb: Climb,
}

/// So many times 64 heaps from one on, that were kept though they might have rare values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InQuestion {
    pub(super) first: usize,
    pub(super) blocks: usize,
    /// The largest value before them.
    pub(super) largest: usize,
}

/// What is counted to see how many pairs and helpers pay.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) heaps: u64,
    /// Heaps of which none of the few codes was left.
    pub(super) failures: u64,
    /// What it cost to see that smaller rare codes are those of options.
    pub(super) doubts: u64,
}

impl Counts {
    pub(super) fn add(&mut self, more: &Counts) {
        self.heaps += more.heaps;
        self.failures += more.failures;
        self.doubts += more.doubts;
    }
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
        let step = number / 16 + 16;
        if self.fewer { number.saturating_sub(step) } else { (number + step).min(most) }
    }
}

/// So many of the first heaps keep their codes: helpers are taken from them, and what searches look at
/// first.
/// In tests fewer, so that codes are soon forgotten.
pub(super) const EARLY: usize = if cfg!(test) { 1 << 10 } else { 1 << 16 };

/// How many of the last heaps pairs with rare heaps and helpers reach back to, if this is the last rare
/// heap.
pub(super) fn window(last_rare: usize, origin: usize) -> usize {
    last_rare.max(EARLY) + origin + 2 * MOST_SPAN * PART
}

/// The fewest codes that are told apart.
const LEAST_CODES: usize = 32;

/// Helpers that are marked at first.
const FIRST_HELPERS: usize = 96;

/// What it costs, in cycles as they were measured, by words in use: to mark a helper for 64 heaps; to search for a code.
pub(super) const MARK: [u64; WORDS + 1] = [0, 8, 13, 15, 15];
pub(super) const SEARCH: [u64; WORDS + 1] = [0, 190, 300, 300, 300];

/// Heaps for each of which none of the few codes may be left, so that it marks more pairs for itself.
const PER_FAILURE: u64 = 400;

/// Heaps after which the numbers of pairs and helpers are looked at again.
/// In tests fewer, so that they change soon.
const REVIEW: u64 = if cfg!(test) { 256 } else { 4096 };

/// The most times 64 heaps of one span; no more than two for each thread.
const MOST_SPAN: usize = 6;

/// Marks for 64 heaps from which on it pays to share them out.
const WORTH_SHARING: usize = 512;

/// One pair in so many may be close: what they say is not shared out.
const FEW_CLOSE: usize = 8;

/// Heaps since the last rare one for each 64 that are got ready ahead of time.
const QUIET: usize = 512;

impl Marking {
    /// Steps by marks that know nothing yet; in long spans if they are shared out among several threads.
    pub(super) fn new(coding: Coding, count: usize, origin: usize, threads: usize) -> Marking {
        Marking {
            coding,
            count,
            limit: count,
            codes: Codes::new(count, 0),
            early: Codes::new(count, 0),
            origin,
            dropped: 0,
            window: usize::MAX,
            noted: 0,
            ready: Default::default(),
            in_question: InQuestion::default(),
            doubts: Vec::new(),
            ahead: None,
            span: 1,
            fresh: Fresh::default(),
            threads,
            most: 0,
            known: HashSet::new(),
            pairs: Vec::new(),
            close: Vec::new(),
            marked: usize::MAX,
            nearer: Nearer::default(),
            near: Near::new(&[]),
            lookup: Lookup::new(&coding),
            values: [0, 1]
                .map(|parity| std::array::from_fn(|code| coding.value(code, parity, true) as u16)),
            turning: Vec::new(),
            helpers: Vec::new(),
            helping: FIRST_HELPERS,
            counts: Counts::default(),
            helping_climb: Climb::new(),
        }
    }

    /// The codes for which there can be a heap with so large a value.
    pub(super) fn codes_for(largest: usize) -> usize {
        ((largest + 1).next_power_of_two() / 2).max(LEAST_CODES)
    }

    /// The rare value of heap `n` with this code.
    #[inline(always)]
    pub(super) fn rare_value(&self, code: usize, n: usize) -> usize {
        match self.values[n % 2].get(code) {
            Some(&common) => self.coding.other(common.into()),
            None => self.coding.value(code, n, false),
        }
    }

    /// Words of 64 codes in a set.
    pub(super) fn words(&self) -> usize {
        self.count.div_ceil(64)
    }

    /// The place of heap `n` among the codes of the last heaps.
    pub(super) fn place(&self, n: usize) -> usize {
        self.origin + n - self.dropped
    }

    /// The code of one of the first heaps, or of the last, and whether it is common.
    pub(super) fn code_of(&self, n: usize) -> (u8, bool) {
        let (codes, place) = match n {
            0..EARLY if self.dropped > 0 => (&self.early, n),
            _ => (&self.codes, self.place(n)),
        };
        (codes.at(place), codes.is_common(place))
    }

    /// How often each code occurs among these of the last heaps, where they are common.
    pub(super) fn common_codes(&self, heaps: Range<usize>) -> Vec<u64> {
        let places = self.place(heaps.start)..self.place(heaps.end);
        let mut counts = vec![0; 1 << u8::BITS];
        match self.codes.are_narrow() {
            // Other codes are those of heaps that are not common.
            true => self.codes.code[places].iter().for_each(|&code| counts[usize::from(code)] += 1),
            false => places.filter(|&place| self.codes.is_common(place)).for_each(|place| {
                counts[usize::from(self.codes.at(place))] += 1;
            }),
        }
        counts.truncate(self.count);
        counts
    }

    /// The codes of pieces that are together `rest` tokens, the smaller in `parts`, as far as these codes
    /// are kept from the start of `parts` on; in ascending order.
    pub(super) fn pieces(&self, rest: usize, parts: Range<usize>) -> (&[u8], &[u8]) {
        if self.dropped == 0 {
            return pieces(&self.codes.code, self.origin, rest, parts);
        }
        // Of the heaps from `dropped` on all are kept, and some before.
        let parts = parts.start..parts.end.min(EARLY).min(rest + 1 - self.dropped);
        if parts.is_empty() {
            return (&[], &[]);
        }
        let larger = self.place(rest + 1 - parts.end)..=self.place(rest - parts.start);
        (&self.early.code[parts], &self.codes.code[larger])
    }

    /// Chooses how many codes are kept: of all heaps that pairs with a rare heap, the last of which is
    /// this, or with one of the first heaps reach back to.
    pub(super) fn choose_window(&mut self, last_rare: usize) {
        self.window = window(last_rare, self.origin);
    }

    /// Makes room for the codes of the first `len` heaps, as many as are kept with this last rare one,
    /// none of those between if some heaps are `forgotten`; answers which these are.
    pub(super) fn begin_codes(
        &mut self,
        len: usize,
        last_rare: Option<usize>,
        forgotten: bool,
    ) -> impl Iterator<Item = usize> + use<> {
        self.choose_window(last_rare.unwrap_or(0));
        if forgotten || self.window.saturating_mul(2) < len {
            self.dropped = len - self.window;
            self.early = Codes::like(&self.codes, EARLY);
        }
        self.make_room(len, 0);
        let first = self.dropped.max(1);
        (1..first.min(EARLY)).chain(first..len)
    }

    /// Notes the code of one of those heaps.
    pub(super) fn note(&mut self, n: usize, code: u8, common: bool) {
        if n < EARLY && self.dropped > 0 {
            self.early.set(n, code, common);
        }
        if n + self.origin >= self.dropped {
            self.codes.set(self.place(n), code, common);
        }
    }

    /// Notes a new rare heap; answers whether all codes are kept that pairs with it need.
    pub(super) fn note_rare(&mut self, rare: usize) -> bool {
        let reaches = self.reaches(Some(rare));
        if reaches {
            self.window = usize::MAX;
        }
        reaches
    }

    /// The bytes that the codes take.
    pub(super) fn bytes(&self) -> usize {
        self.codes.bytes() + self.early.bytes()
    }

    /// Whether the codes are kept that pairs with the last rare heap need.
    pub(super) fn reaches(&self, last_rare: Option<usize>) -> bool {
        let needed = last_rare.map_or(0, |rare| rare + 2 * self.origin);
        self.dropped == 0 || needed <= self.window
    }

    /// Makes room for so many heaps after the first `len`, and forgets codes that are needed no more.
    pub(super) fn make_room(&mut self, len: usize, heaps: usize) {
        let end = self.place(len) + heaps + PART;
        if end <= self.codes.code.len() {
            return;
        }
        let kept = self.window.saturating_mul(2);
        if kept < len && end > kept.max(EARLY) {
            if self.dropped == 0 {
                self.early = Codes::like(&self.codes, EARLY);
                self.early.copy(0, &self.codes, self.origin..self.origin + EARLY);
            }
            let more = self.place(len) - self.window;
            self.codes.move_to_start(more..self.place(len));
            self.dropped += more;
            self.codes.clear(self.place(len)..self.codes.code.len());
        }
        let end = self.place(len) + heaps + PART;
        if end > self.codes.code.len() {
            self.codes.resize(end + end / 4);
        }
    }

    /// How many pairs with rare heaps there are.
    pub(super) fn pair_count(&self) -> usize {
        self.pairs.len() + self.close.len()
    }

    /// The pairs that are marked, and those with which a few codes are tried.
    pub(super) fn far_pairs(&self) -> (&[Marker], &[Marker]) {
        self.pairs.split_at(self.marked.min(self.pairs.len()))
    }

    /// The close pairs whose partners do not all lie before a span, seen from the `block`-th 64 heaps
    /// of it, and those whose partners do.
    pub(super) fn close_pairs(&self, block: usize) -> (&[Marker], &[Marker]) {
        let within = |marker: &Marker| (marker.distance as usize) < PART * (block + 1);
        self.close.split_at(self.close.partition_point(within))
    }

    /// The helpers that are marked where heaps are settled with the rare values they might have.
    pub(super) fn used_helpers(&self) -> &[Marker] {
        &self.helpers[..self.helping.min(self.helpers.len())]
    }

    /// Whether codes and pairs are so few that all of both are marked: then heaps are settled, eight at a time,
    /// with the rare values they might have. Else those are looked at for 64 heaps together, later.
    pub(super) fn is_small(&self) -> bool {
        self.words() == 1 && self.marked == usize::MAX
    }

    /// All pairs with a rare heap.
    pub(super) fn all_pairs(&self) -> [&[Marker]; 2] {
        [&self.pairs, &self.close]
    }

    /// Marks the common codes that pairs with a heap of the same 64 exclude; among these all are
    /// common.
    #[inline(always)]
    pub(super) fn mark_near(&self, excluded: &mut Sets, codes: &Codes, first: usize, heap: usize) {
        let place = first + heap;
        for marker in self.nearer.markers() {
            if marker.distance as usize <= heap {
                let code = codes.at(place - marker.distance as usize) ^ marker.code;
                excluded[usize::from(code) / 64][heap] |= 1 << (code % 64);
            }
        }
    }

    /// Marks the common codes that come from leaving a rare heap before the place `known`; from
    /// there on all are common.
    pub(super) fn mark_turning(&self, excluded: &mut Sets, first: usize, known: usize) {
        for marker in &self.turning {
            let taken = marker.distance as usize;
            let before = first - taken..known.min(first - taken + PART);
            for (heap, place) in
                before.enumerate().filter(|&(_, place)| !self.codes.is_common(place))
            {
                let code = self.codes.at(place) ^ marker.code;
                excluded[usize::from(code) / 64][heap] |= 1 << (code % 64);
            }
        }
    }

    /// Adds a pair with a rare heap, unless it is there.
    pub(super) fn add(&mut self, marker: Marker) {
        if !self.known.insert(marker) {
            return;
        }
        let distance = marker.distance as usize;
        if distance < self.reach() {
            let place = self.close.partition_point(|other| other.distance < marker.distance);
            self.close.insert(place, marker);
        } else {
            self.pairs.push(marker);
        }
        if distance < PART {
            self.nearer.add(marker);
            if self.words() == 1 {
                self.near = Near::new(self.nearer.markers());
            }
        }
    }

    /// Marks, for the heap at one place alone, the codes of pairs with known partners: of those that were only tried, and of
    /// all if no code below the limit is left.
    pub(super) fn mark_known(&self, excluded: &mut Sets, place: usize, heap: usize) {
        let (marked, tried) = self.far_pairs();
        for pairs in [[tried, &self.close], [marked, &[]]] {
            let mut sums = Sums::new();
            for marker in pairs.into_iter().flatten() {
                sums.note(&self.codes, place - marker.distance as usize, marker);
            }
            sums.mark(excluded, heap);
            if least_open(excluded, heap) < self.limit {
                break;
            }
        }
    }

    /// Adds what pairs say whose partners lie before the `block`-th 64 heaps after those known when
    /// these were got ready, but not all before that. `codes` are those of the span at hand.
    pub(super) fn finish(
        &self,
        isa: Isa,
        codes: &Codes,
        first: usize,
        block: usize,
        ready: &mut Ready,
    ) {
        let (close, _) = self.close_pairs(block);
        match &mut ready.few {
            Some(few) => few.try_on(isa, codes, first, close),
            None => mark(isa, codes, first, close, self.limit, &mut ready.excluded),
        }
    }

    /// How many times 64 heaps of the span after the next it pays to get ready ahead of time, so many
    /// heaps after the last rare one.
    pub(super) fn to_get_ready(&self, quiet: usize) -> usize {
        let (marked, tried) = self.far_pairs();
        let marks = (marked.len() + self.used_helpers().len()) * self.words();
        let most = if marks + tried.len() < WORTH_SHARING { 0 } else { self.most };
        most.min(quiet / QUIET)
    }

    /// Prepares for the span after one that was `whole` or ended by a rare heap, `ready` being what
    /// was got ready of it.
    pub(super) fn go_on(&mut self, whole: bool, ready: usize) {
        self.ahead = (whole && ready > 0).then_some(self.span);
        self.span = if whole { ready.max(1) } else { 1 };
    }

    /// Begins anew after the heaps known, the last of which is before place `end`.
    pub(super) fn begin(&mut self, end: usize) {
        let span = self.most.max(1);
        self.fresh = Fresh::new(&self.codes, end, self.reach().max(PART), span * PART);
        let room = |blocks| (0..blocks).map(|_| Mutex::new(Ready::new(self.words()))).collect();
        self.ready = (room(span), room(self.most));
        self.doubts = (0..span).map(|_| Mutex::new(Doubts::new(self.words()))).collect();
        self.go_on(false, 0);
    }

    /// Pairs with a rare heap whose partner is at least so far away are not close.
    fn reach(&self) -> usize {
        2 * self.most * PART
    }

    /// Chooses how long a span can be for few pairs to be close, and which are.
    pub(super) fn choose_close(&mut self) {
        self.pairs.append(&mut self.close);
        let count = |most: &usize| {
            let near = |marker: &&Marker| (marker.distance as usize) < 2 * most * PART;
            self.pairs.iter().filter(near).count()
        };
        let few = |most: &usize| count(most) * FEW_CLOSE <= self.pairs.len();
        let longest = if self.threads > 1 { MOST_SPAN.min(2 * self.threads) } else { 0 };
        self.most = (1..=longest).rev().find(few).unwrap_or(0);
        let reach = self.reach();
        let near = |marker: &mut Marker| (marker.distance as usize) < reach;
        self.close = self.pairs.extract_if(.., near).collect();
        self.close.sort_by_key(|marker| marker.distance);
    }

    /// More pairs marked or fewer, so that few heaps fail; more helpers or fewer, whichever costs less.
    pub(super) fn review(&mut self) {
        let counts = self.counts;
        if counts.heaps < REVIEW {
            return;
        }
        let pairs = self.pairs.len();
        if self.marked <= pairs {
            self.marked = match counts.failures * PER_FAILURE > counts.heaps {
                true => (self.marked + self.marked / 16 + 1).min(pairs),
                false => self.marked - self.marked / 32,
            };
        } else {
            let cost = counts.doubts / (counts.heaps / PART as u64);
            self.helping = self.helping_climb.next(self.helping, cost, self.helpers.len());
        }
        self.counts = Counts::default();
    }
}
