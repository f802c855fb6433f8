//! The common codes of 64 heaps in order, eight heaps at a time, for games with at most 64 codes.
//!
//! What pairs exclude whose partner lies before the 64 heaps is marked already. The other pairs are
//! told apart by how near the partner is, for a heap must not wait for what it does not need:
//!
//! * nearer than 8: a table per distance says what the code of the partner excludes;
//! * farther, but among the eight heaps before: once one of these has its code, a table of its place
//!   and code says what that excludes for each of the next eight, as one vector;
//! * else: marked for eight heaps together.
//!
//! So nothing that was stored a moment ago is loaded again in another width, which would wait until
//! it has reached the cache.

use super::marks::{Codes, Coding, Marker, NOT_COMMON, PART};
use super::ready::bits;

/// Heaps that are settled together.
pub(super) const GROUP: usize = 8;

/// Codes that are looked up: 64 and, for heaps that are not common, one more, which excludes nothing.
const LOOKED_UP: usize = 65;

/// Everything that depends on a common code alone, for even and for odd heaps.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// The common value with this code, below 64.
    pub(super) value: [[u8; 64]; 2],
    /// The codes below this are those of the rare values below that value.
    pub(super) below: [[u8; 64]; 2],
}

impl Lookup {
    /// The lookup of a coding.
    pub(super) fn new(coding: &Coding) -> Lookup {
        let value = |parity, code| coding.value(code, parity, true);
        let below = |parity, code| coding.codes_below(value(parity, code)) as u8;
        Lookup {
            value: [0, 1].map(|parity| std::array::from_fn(|code| value(parity, code) as u8)),
            below: [0, 1].map(|parity| std::array::from_fn(|code| below(parity, code))),
        }
    }
}

/// Pairs of one distance, more than 8 and less than 64.
#[derive(Clone, Debug)]
pub(super) struct FarMarker {
    /// The places among 64 heaps of the partners of the eight heaps that follow.
    pub(super) places: [u64; GROUP],
    pub(super) code: u8,
}

impl FarMarker {
    fn new(marker: Marker) -> FarMarker {
        let place = |heap| (PART + heap - marker.distance as usize) as u64;
        FarMarker { places: std::array::from_fn(place), code: marker.code }
    }
}

/// What near pairs exclude.
#[derive(Clone, Debug)]
pub(super) struct Near {
    /// `rows[distance][code]` is what a common heap of this code excludes so much later, less than 8.
    rows: Box<[[u64; LOOKED_UP]; GROUP]>,
    /// `next[place][code][later]` is what a common heap of this code at this place among eight excludes
    /// at a place among the next eight, by pairs of distance 8 or more.
    next: Box<[[[u64; GROUP]; LOOKED_UP]; GROUP]>,
    /// Pairs of distance 9 to 63, for partners that are not among the eight heaps before.
    far: Vec<FarMarker>,
    /// How many of these have a partner among 64 heaps for some of the first, second, ... eight of them:
    /// the first ones, as they are in order of their distance.
    far_within: [usize; PART / GROUP],
    /// The least distance that occurs, or 8.
    least: usize,
}

impl Near {
    /// What these pairs exclude, of those that are near enough, of the first 64 codes.
    pub(super) fn new(pairs: &[Marker]) -> Near {
        let mut near = Near {
            rows: Box::new([[0; LOOKED_UP]; GROUP]),
            next: Box::new([[[0; GROUP]; LOOKED_UP]; GROUP]),
            far: Vec::new(),
            far_within: [0; PART / GROUP],
            least: GROUP,
        };
        let mut pairs = pairs.to_vec();
        pairs.sort_by_key(|marker| marker.distance);
        for marker in pairs {
            let distance = marker.distance as usize;
            near.least = near.least.min(distance);
            let excluded = |code: usize| 1 << ((code ^ usize::from(marker.code)) % 64);
            if distance < GROUP {
                for (code, set) in (0..64).zip(&mut near.rows[distance]) {
                    *set |= excluded(code);
                }
                continue;
            }
            if distance < 2 * GROUP {
                for (place, codes) in near.next.iter_mut().enumerate() {
                    let Some(later) = (place + distance).checked_sub(GROUP) else { continue };
                    for (code, sets) in (0..64).zip(codes.iter_mut()) {
                        if let Some(set) = sets.get_mut(later) {
                            *set |= excluded(code);
                        }
                    }
                }
            }
            if GROUP < distance && distance < PART {
                near.far.push(FarMarker::new(marker));
                for within in near.far_within.iter_mut().skip(distance / GROUP) {
                    *within += 1;
                }
            }
        }
        near
    }
}

/// What settling 64 heaps of a game with at most 64 codes starts from.
pub(in crate::heap) struct Marked<'a> {
    /// The marked common codes of each heap.
    pub(super) excluded: &'a [u64; PART],
    /// The marked rare codes.
    pub(super) covered: &'a [u64; PART],
    pub(super) near: &'a Near,
    /// Codes from here on are not marked.
    pub(super) limit: usize,
    pub(super) lookup: &'a Lookup,
}

/// What became of 64 heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap) struct Outcome {
    /// The first heap that has no code left below the limit, or 64.
    pub(super) next: usize,
    /// Of the heaps before it, those with a rare value below theirs that is not marked, as bits.
    open: u64,
}

impl Outcome {
    /// The heaps with a rare value below theirs that is not marked.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.open)
    }
}

/// A set of codes for each of eight heaps.
pub(super) trait Eight: Copy {
    /// The codes of 64 heaps.
    type Past: Copy;

    fn new(sets: &[u64; GROUP]) -> Self;
    /// These sets too.
    fn unite(self, sets: &[u64; GROUP]) -> Self;
    /// What pairs of one marker exclude for the eight heaps after the 64; it is farther than 8.
    fn mark(self, past: Self::Past, marker: &FarMarker) -> Self;
    fn sets(self) -> [u64; GROUP];

    /// The codes as they are noted: `NOT_COMMON` or more for heaps that are not common.
    fn past(codes: &[u8; PART]) -> Self::Past;
    /// The last 56 of these heaps and eight more.
    fn after(past: Self::Past, codes: [u8; GROUP]) -> Self::Past;
    /// Notes the values of 64 heaps whose codes are known, the first of which has a size of this parity;
    /// answers the heaps that have a rare value below theirs that is not marked, as bits.
    fn note(past: Self::Past, marked: &Marked<'_>, odd: usize, values: &mut [u16; PART]) -> u64;
}

impl Eight for [u64; GROUP] {
    type Past = [u8; PART];

    #[inline(always)]
    fn new(sets: &[u64; GROUP]) -> Self {
        *sets
    }

    #[inline(always)]
    fn unite(self, sets: &[u64; GROUP]) -> Self {
        std::array::from_fn(|heap| self[heap] | sets[heap])
    }

    #[inline(always)]
    fn mark(self, past: [u8; PART], marker: &FarMarker) -> Self {
        std::array::from_fn(|heap| {
            let sum = past[usize::from(marker.places[heap].to_le_bytes()[0]) % PART] ^ marker.code;
            self[heap] | if sum < NOT_COMMON { 1 << (sum % 64) } else { 0 }
        })
    }

    #[inline(always)]
    fn sets(self) -> [u64; GROUP] {
        self
    }

    #[inline(always)]
    fn past(codes: &[u8; PART]) -> [u8; PART] {
        *codes
    }

    #[inline(always)]
    fn after(mut past: [u8; PART], codes: [u8; GROUP]) -> [u8; PART] {
        past.copy_within(GROUP.., 0);
        past[PART - GROUP..].copy_from_slice(&codes);
        past
    }

    #[inline(always)]
    fn note(past: [u8; PART], marked: &Marked<'_>, odd: usize, values: &mut [u16; PART]) -> u64 {
        let mut open = 0;
        for (place, (&code, value)) in past.iter().zip(values).enumerate() {
            let (parity, code) = ((place + odd) % 2, usize::from(code % 64));
            *value = marked.lookup.value[parity][code].into();
            let below = marked.lookup.below[parity][code].into();
            open |= u64::from(marked.covered[place].trailing_ones() < below) << place;
        }
        open
    }
}

/// Gives the heaps from `heap` on their common codes and values, in order, up to the first that has no
/// code left below the limit. `base` is the size of the first of the 64, and those before `heap` are common.
#[inline(always)]
pub(super) fn settle_marked<E: Eight>(
    marked: &Marked<'_>,
    values: &mut [u16],
    codes: &mut Codes,
    first: usize,
    base: usize,
    heap: usize,
) -> Outcome {
    let values = values[first..].first_chunk_mut::<PART>();
    let codes = codes.code[first - PART..].first_chunk_mut::<{ 2 * PART }>();
    let (Some(values), Some(codes)) = (values, codes) else {
        return Outcome { next: heap, open: 0 };
    };
    match marked.near.least {
        ..=1 => settle_from::<E, 1>(marked, values, codes, base % 2, heap),
        2 => settle_from::<E, 2>(marked, values, codes, base % 2, heap),
        3 => settle_from::<E, 3>(marked, values, codes, base % 2, heap),
        4..=5 => settle_from::<E, 4>(marked, values, codes, base % 2, heap),
        6..=7 => settle_from::<E, 6>(marked, values, codes, base % 2, heap),
        _ => settle_from::<E, GROUP>(marked, values, codes, base % 2, heap),
    }
}

/// [`settle_marked`], where no pair is nearer than `LEAST`: a heap need not wait for those just
/// before it. The codes are those of the 64 heaps before and then of the 64 heaps.
#[inline(always)]
fn settle_from<E: Eight, const LEAST: usize>(
    marked: &Marked<'_>,
    values: &mut [u16; PART],
    codes: &mut [u8; 2 * PART],
    odd: usize,
    heap: usize,
) -> Outcome {
    let near = marked.near;
    let mut group = heap / GROUP * GROUP;
    let mut start = heap - group;
    let mut past = E::past(codes[group..].first_chunk().unwrap_or(&[NOT_COMMON; PART]));
    // The codes of the eight heaps before, and what they exclude; if they are not of the 64, all of
    // that is marked.
    let mut last = [0; GROUP];
    for (last, &code) in last.iter_mut().zip(&codes[PART + group - GROUP..]) {
        *last = looked_up(code);
    }
    let mut before = E::new(&[0; GROUP]);
    for (&code, table) in last.iter().zip(near.next.iter()).filter(|_| group > 0) {
        before = before.unite(&table[code]);
    }
    let mut next = PART;
    while group < PART {
        let (excluded, _) = marked.excluded[group..].split_at(GROUP);
        let mut sets = before.unite(excluded.as_array().unwrap_or(&[0; GROUP]));
        // The partners of the others all lie before the 64 heaps.
        for marker in &near.far[..near.far_within[group / GROUP]] {
            sets = sets.mark(past, marker);
        }
        let here = &mut codes[PART + group..][..GROUP];
        let done = match start {
            // The usual case, compiled on its own.
            0 => settle_eight::<E, LEAST>(near, sets.sets(), marked.limit, 0, last, here),
            _ => settle_eight::<E, LEAST>(near, sets.sets(), marked.limit, start, last, here),
        };
        let eight;
        (before, last, eight) = match done {
            Ok(done) => done,
            Err(lane) => {
                next = group + lane;
                break;
            }
        };
        past = E::after(past, eight);
        (group, start) = (group + GROUP, 0);
    }
    if next < PART {
        past = E::past(codes[PART..].first_chunk().unwrap_or(&[NOT_COMMON; PART]));
    }
    let open = E::note(past, marked, odd, values);
    let here = u64::MAX << heap & !u64::MAX.checked_shl(next as u32).unwrap_or(0);
    Outcome { next, open: open & here }
}

/// Gives the heaps from place `start` on of eight heaps their codes; `last` has those of the eight before.
/// Answers what they exclude for the next eight, and their codes, or the place of the first that has no
/// code below the limit.
#[inline(always)]
fn settle_eight<E: Eight, const LEAST: usize>(
    near: &Near,
    sets: [u64; GROUP],
    limit: usize,
    start: usize,
    last: [usize; GROUP],
    here: &mut [u8],
) -> Result<(E, [usize; GROUP], [u8; GROUP]), usize> {
    let mut next = E::new(&[0; GROUP]);
    let (mut codes, mut eight) = ([0; GROUP], 0);
    for lane in 0..GROUP {
        if lane < start {
            codes[lane] = looked_up(here[lane]);
        } else {
            let mut set = sets[lane];
            for distance in LEAST..GROUP {
                let code = if distance > lane {
                    last[GROUP + lane - distance]
                } else {
                    codes[lane - distance]
                };
                set |= near.rows[distance][code];
            }
            let code = set.trailing_ones() as usize;
            if code >= limit {
                for (here, code) in here.iter_mut().zip(codes).take(lane).skip(start) {
                    *here = code as u8;
                }
                return Err(lane);
            }
            codes[lane] = code;
        }
        eight |= (codes[lane] as u64) << (8 * lane);
        next = next.unite(&near.next[lane][codes[lane]]);
    }
    let eight = u64::to_le_bytes(eight);
    here.copy_from_slice(&eight);
    Ok((next, codes, eight))
}

/// The place of a code in a table.
#[inline(always)]
fn looked_up(code: u8) -> usize {
    usize::from(code).min(LOOKED_UP - 1)
}

#[cfg(test)]
mod tests {
    use super::super::simd::{Isa, settle_marked};
    use super::*;
    use crate::heap::games::moves::Moves;
    use crate::heap::space::Space;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases(300))]
        /// Every form against the pairs one by one, from any heap on.
        #[test]
        fn every_form_settles_the_same(
            before in prop::collection::vec((0u8..64, prop::bool::weighted(0.9)), PART),
            known in prop::collection::vec(0u8..64, PART),
            pairs in prop::collection::vec((1u32..64, 0u8..64), 0..30),
            least in prop::sample::select(vec![1u32, 2, 3, 5, 7, 8, 20]),
            excluded in prop::collection::vec(any::<u64>(), PART),
            covered in prop::collection::vec(any::<u64>(), PART),
            dense in any::<u64>(),
            limit in prop::sample::select(vec![8usize, 16, 24, 32, 48, 64]),
            (heap, base) in (0..PART, 1000..1002_usize),
        ) {
            let markers: Vec<Marker> =
                pairs.iter().map(|&(distance, code)| Marker { distance: distance.max(least), code }).collect();
            let moves = Moves { breaks: vec![1], leaves: vec![], takes: vec![], unequal: false };
            let counts = [[9, 1], [1, 9], [9, 2], [3, 9]];
            let coding = Coding::new(Space::best(&counts, &moves).0);
            let lookup = Lookup::new(&coding);
            // With few sets full, some heaps get far and some do not.
            let thin = |sets: Vec<u64>| -> [u64; PART] {
                std::array::from_fn(|at| if dense >> at & 1 == 0 { sets[at] } else { u64::MAX >> (at % 60) })
            };
            let (mut excluded, covered) = (thin(excluded), thin(covered));

            let mut twin = Codes::new(64, 3 * PART);
            for (place, &(code, common)) in before.iter().enumerate() {
                twin.set(place, code, common);
            }
            for (place, &code) in known.iter().enumerate().take(heap) {
                twin.set(PART + place, code, true);
            }
            let start = twin.clone();
            let pairs_before = |heap: usize| {
                let partner = move |marker: &Marker| PART + heap - marker.distance as usize;
                markers.iter().map(move |marker| (partner(marker), marker.code))
            };
            for (heap, set) in excluded.iter_mut().enumerate() {
                for (partner, code) in pairs_before(heap).filter(|&(partner, _)| partner < PART) {
                    *set |= u64::from(twin.is_common(partner)) << (twin.at(partner) ^ code);
                }
            }
            let mut expected = Outcome { next: heap, open: 0 };
            let mut values = vec![0u16; 3 * PART];
            while expected.next < PART {
                let place = PART + expected.next;
                let mut set = excluded[expected.next];
                for (partner, code) in pairs_before(expected.next) {
                    set |= u64::from(twin.is_common(partner)) << (twin.at(partner) ^ code);
                }
                let code = set.trailing_ones() as usize;
                if code >= limit {
                    break;
                }
                let n = base + expected.next;
                values[place] = coding.value(code, n, true) as u16;
                twin.set(place, code as u8, true);
                let below = coding.rare_below(code, n);
                let open = (0..below).any(|code| covered[expected.next] >> code & 1 == 0);
                expected.open |= u64::from(open) << expected.next;
                expected.next += 1;
            }

            let near = Near::new(&markers);
            let marked = Marked {
                excluded: &excluded,
                covered: &covered,
                near: &near,
                limit,
                lookup: &lookup,
            };
            for isa in Isa::available() {
                let (mut codes, mut found) = (start.clone(), vec![0; 3 * PART]);
                let settled = settle_marked(isa, &marked, &mut found, &mut codes, PART, base, heap);
                prop_assert_eq!(settled, expected, "{:?}", isa);
                let places = PART + heap..PART + settled.next;
                prop_assert_eq!(&codes.code[..places.end], &twin.code[..places.end], "{:?}", isa);
                prop_assert_eq!(&found[places.clone()], &values[places], "{:?}", isa);
            }
        }
    }
}
