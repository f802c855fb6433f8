//! Blocks of 504 heaps without a sparse space: any pair of heaps may exclude any value.
//!
//! 1. For each value `v = 0, 1, ...`, unite the bit planes of its plan ([`super::planes`]). Where a
//!    bit stays 0 the value is *open* for that heap; each heap notes its first open values.
//! 2. Heap after heap, search for each open value among all options, and take the first that none
//!    has. Values past the notes are searched for one by one.
//!
//! Half of all pairs must be looked at to know that the value chosen is no option's, so that a heap
//! costs `O(n)`; the planes save all that the smaller values would cost.

use super::planes::{BLOCK, Pair, Plan, Planes, WINDOW};
use super::simd::{self, SimdCell};
use super::{SequenceEngine, TooLarge};
use crate::limits::{Limits, Stop};

/// Open values that a heap notes.
const NOTED: usize = 40;

/// About how many early heaps plans use.
const POOL: usize = 7000;

/// A value has a plane if one heap in so many has it lately.
const PLANE_SHARE: usize = 2000;

/// Planes and plans.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    planes: Planes,
    plans: Vec<Plan>,
}

/// The open values of a block.
struct Open<T> {
    /// The values noted for each heap, in increasing order.
    noted: Vec<[T; NOTED]>,
    counts: [u8; 512],
    /// Each value below this is noted or excluded.
    known_below: [usize; 512],
}

impl<T: SimdCell> SequenceEngine<T> {
    /// Makes planes and plans; the number of heaps must be a multiple of 8.
    pub(super) fn prepare_planes(&mut self, limits: &Limits) -> Result<Planned, Stop> {
        let mut counts = vec![0; self.largest + 1];
        let recent = self.len - (self.len / 2).min(WINDOW);
        for n in recent..self.len {
            counts[self.value(n)] += 1;
        }
        let frequent: Vec<usize> =
            (0..counts.len()).filter(|&value| PLANE_SHARE * counts[value] > recent).collect();
        limits.check_memory(Planes::bytes_for(frequent.len()))?;
        let mut planes = Planes::new(&frequent, self.len);
        for n in planes.start().max(1)..self.len {
            planes.set(n, self.value(n));
        }
        // Partners nearer than a block may lie in it; and twice an early heap must lie before it, as
        // the heaps of a pair may have to differ.
        let early = BLOCK..(self.len / 2 - 1).min(WINDOW / 2);
        let step = (early.len() / POOL).max(1);
        let pairs: Vec<Pair> = early
            .step_by(step)
            .flat_map(|n| {
                let value = self.value(n);
                self.moves.breaks.iter().map(move |&taken| Pair { distance: taken + n, value })
            })
            .collect();
        let plans = (0..=self.largest).map(|value| planes.plan(value, &pairs)).collect();
        Ok(Planned { planes, plans })
    }

    /// Computes 504 heaps; the number of heaps must be a multiple of 8.
    pub(super) fn dense_block(&mut self, planned: &mut Planned) -> Result<(), TooLarge> {
        let base = self.len;
        self.make_room(BLOCK);
        let open = self.open_values(planned);
        for lane in 0..BLOCK {
            let notes = &open.noted[lane][..usize::from(open.counts[lane])];
            let noted = notes.iter().map(|cell| cell.get());
            let mut candidates = noted.chain(open.known_below[lane]..);
            // Some value is none of the options', since they are finitely many.
            let value = loop {
                match candidates.next() {
                    Some(value) if self.has_option(value) => {}
                    Some(value) => break value,
                    None => return Err(TooLarge),
                }
            };
            self.append(value)?;
        }
        for n in base..self.len {
            planned.planes.set(n, self.value(n));
        }
        Ok(())
    }

    /// Step 1: which values are open for which heap.
    fn open_values(&mut self, planned: &mut Planned) -> Open<T> {
        let at = planned.planes.at(self.len);
        let mut open =
            Open { noted: vec![[T::EMPTY; NOTED]; 512], counts: [0; 512], known_below: [0; 512] };
        // Heaps that still note.
        let mut noting = [u64::MAX; 8];
        noting[7] >>= 512 - BLOCK;
        for (value, plan) in planned.plans.iter().enumerate() {
            let mut bits = noting;
            for stage in plan {
                if bits == [0; 8] {
                    break;
                }
                self.work.plane_loads += stage.offsets.len() as u64;
                let covered = simd::cover(self.isa, planned.planes.bytes(), at, stage);
                for (bits, covered) in bits.iter_mut().zip(covered) {
                    *bits &= !covered;
                }
            }
            for word in 0..8 {
                while bits[word] != 0 {
                    let bit = bits[word].trailing_zeros() as usize;
                    bits[word] &= bits[word] - 1;
                    let lane = 64 * word + bit;
                    let note = usize::from(open.counts[lane]);
                    open.noted[lane][note] = T::new(value);
                    open.counts[lane] += 1;
                    if note + 1 == NOTED {
                        noting[word] &= !(1 << bit);
                        open.known_below[lane] = value + 1;
                    }
                }
            }
        }
        for lane in (0..BLOCK).filter(|lane| noting[lane / 64] >> (lane % 64) & 1 == 1) {
            open.known_below[lane] = planned.plans.len();
        }
        open
    }
}
