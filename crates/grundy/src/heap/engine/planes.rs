//! Bit planes of the recent values, and plans that say which of them to unite for which value.
//!
//! The plane of a value `w` has bit `x` set if heap `x` has value `w`. If some heap `r` has value
//! `g`, a break after taking `i` gives heap `n` an option of value `v` exactly where heap `n - d`,
//! `d = i + r`, has value `v ^ g`. So the plane of `v ^ g`, moved by `d`, says for 512 heaps at once
//! where this pair excludes `v`. A plan lists, for one value, such pairs with a pool of early heaps.

use super::kernel::Stage;

/// How far back planes reach, in heaps.
pub(super) const WINDOW: usize = 1 << 16;

/// Heaps for which planes are united at once: 512 bits, of which a shift by up to 7 loses 7.
pub(super) const BLOCK: usize = 504;

/// The first stage of a plan, in sources; each later one is twice as long.
const FIRST_STAGE: usize = 24;

/// Bytes of one plane: the window, as much again to move into, and a margin to read past.
const STRIDE: usize = 2 * WINDOW / 8 + 192;

/// A window on the planes of the frequent values.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    /// The place of each value's plane, `None` for values that have none.
    place: Vec<Option<u32>>,
    /// All planes, each `STRIDE` bytes.
    bits: Vec<u8>,
    /// The heap of the first bit, a multiple of 8; may lie below 0.
    start: isize,
}

/// A heap and a move: the partner in the pair stands `distance` before the option's heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) distance: usize,
    pub(super) value: usize,
}

/// What to unite for one value, in stages: most heaps are covered by the first.
pub(super) type Plan = Vec<Stage>;

impl Planes {
    /// Empty planes for these values, for blocks from heap `next` on, a multiple of 8.
    pub(super) fn new(values: &[usize], next: usize) -> Planes {
        let mut place = vec![None; values.iter().max().map_or(0, |&most| most + 1)];
        for (index, &value) in (0..).zip(values) {
            place[value] = Some(index);
        }
        let start = next as isize - WINDOW as isize;
        Planes { place, bits: vec![0; values.len() * STRIDE], start }
    }

    /// The bytes that planes of so many values take.
    pub(super) fn bytes_for(values: usize) -> u64 {
        (values * STRIDE) as u64
    }

    /// The heap from which on the window can be filled.
    pub(super) fn start(&self) -> usize {
        self.start.max(0) as usize
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bits
    }

    /// The place of a block that begins at heap `next`, a multiple of 8, relative to which the
    /// offsets of plans count. Moves the window if it is used up.
    pub(super) fn at(&mut self, next: usize) -> usize {
        let mut bit = (next as isize - self.start) as usize;
        if bit + BLOCK > 2 * WINDOW {
            let moved = bit - WINDOW;
            for plane in self.bits.chunks_exact_mut(STRIDE) {
                plane.copy_within(moved / 8.., 0);
                plane[STRIDE - moved / 8..].fill(0);
            }
            self.start += moved as isize;
            bit -= moved;
        }
        (bit - WINDOW) / 8
    }

    /// Notes the value of heap `n`, which lies in the window.
    #[inline(always)]
    pub(super) fn set(&mut self, n: usize, value: usize) {
        if let Some(&Some(place)) = self.place.get(value) {
            let bit = (n as isize - self.start) as usize;
            self.bits[place as usize * STRIDE + bit / 8] |= 1 << (bit % 8);
        }
    }

    /// The plan for `value` from these pairs: all whose partner has a plane.
    pub(super) fn plan(&self, value: usize, pairs: &[Pair]) -> Plan {
        let sources =
            pairs.iter().filter_map(|pair| self.source(value ^ pair.value, pair.distance));
        let sources: Vec<(u32, u32)> = sources.collect();
        let mut plan = Plan::new();
        let mut rest = &sources[..];
        let mut length = FIRST_STAGE;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(length.min(rest.len()));
            let mut stage = Stage::default();
            for shift in 0..8 {
                let shifted = now.iter().filter(|&&(_, other)| other == shift);
                stage.offsets.extend(shifted.map(|&(offset, _)| offset));
                stage.ends[shift as usize] = stage.offsets.len();
            }
            plan.push(stage);
            rest = later;
            length *= 2;
        }
        plan
    }

    /// Where to read the plane of `value`, `distance` heaps before a block: the offset in bytes and
    /// the bits to shift down. `None` if there is no such plane or it is too far.
    fn source(&self, value: usize, distance: usize) -> Option<(u32, u32)> {
        let place = self.place.get(value).copied().flatten()?;
        let back = distance.div_ceil(8);
        let offset = (place as usize * STRIDE + WINDOW / 8).checked_sub(back)?;
        (back <= WINDOW / 8).then_some((offset as u32, (8 * back - distance) as u32))
    }
}
