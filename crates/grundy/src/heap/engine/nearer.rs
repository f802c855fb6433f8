//! Pairs whose partner may lie among the same 64 heaps, which get their values one after the other.

use super::few::Few;
use super::marks::{Marker, PART};
use super::simd::{self, Isa};

/// The pairs of a rare heap, or of none, that reach back less than 64 heaps.
#[derive(Clone, Debug, Default)]
pub(in crate::heap) struct Nearer {
    markers: Vec<Marker>,
    /// The same by distance; as many rows as pairs of one distance.
    rows: Vec<Row>,
}

/// At most one pair for each distance.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Row {
    /// The code of the pair of distance `d`, at place `63 - d`, and then nothing: read from place `63 - heap` on, it
    /// stands where among 64 heaps the partner of that heap does.
    pub(super) codes: [u8; 2 * PART],
    /// The places at which there is a pair, as bits.
    pub(super) places: u64,
}

/// Where the pair of a distance below 64 stands in its row.
const fn place(distance: usize) -> usize {
    PART - 1 - distance
}

impl Nearer {
    /// Adds a pair of distance 1 to 63.
    pub(super) fn add(&mut self, marker: Marker) {
        self.markers.push(marker);
        let place = place(marker.distance as usize);
        let row = match self.rows.iter().position(|row| row.places >> place & 1 == 0) {
            Some(row) => &mut self.rows[row],
            None => {
                self.rows.push(Row { codes: [0; 2 * PART], places: 0 });
                let last = self.rows.len() - 1;
                &mut self.rows[last]
            }
        };
        row.codes[place] = marker.code;
        row.places |= 1 << place;
    }

    /// All of them.
    pub(super) fn markers(&self) -> &[Marker] {
        &self.markers
    }

    /// The same by distance.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether the pair of one of the first so many heaps of 64, all common, with the next has this code.
    #[inline(always)]
    pub(super) fn have(&self, codes: &[u8; PART], heap: usize, code: u8) -> bool {
        self.rows.iter().any(|row| {
            let reached = &row.codes[place(heap)..][..PART];
            let places = row.places >> place(heap);
            codes
                .iter()
                .zip(reached)
                .take(heap)
                .enumerate()
                .any(|(partner, (one, other))| one ^ other == code && places >> partner & 1 == 1)
        })
    }

    /// Gives the heaps of 64 from one on the first of the few codes left to each that no pair among them has;
    /// answers the first heap to which none is left, or 64.
    pub(super) fn settle(&self, isa: Isa, few: &Few, codes: &mut [u8; PART], heap: usize) -> usize {
        if let Some(open) = simd::settle_few(isa, few, self, codes, heap) {
            return open;
        }
        let open = |&heap: &usize| {
            let code = few.alive(heap).find(|&code| !self.have(codes, heap, code));
            codes[heap] = code.unwrap_or(0);
            code.is_none()
        };
        (heap..PART).find(open).unwrap_or(PART)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every form gives the heaps the same codes, those that the pairs one by one leave.
        #[test]
        fn every_form_settles_the_same(
            pairs in prop::collection::vec((1u32..64, 0u8..32), 0..60),
            few in prop::collection::vec(prop::collection::btree_set(0u8..32, 0..5), PART),
            from in 0usize..PART,
            known in prop::collection::vec(0u8..32, PART),
        ) {
            let mut nearer = Nearer::default();
            pairs.iter().for_each(|&(distance, code)| nearer.add(Marker { distance, code }));
            let mut left = Few::default();
            for (heap, codes) in few.iter().enumerate() {
                for (k, &code) in codes.iter().enumerate() {
                    left.codes[k][heap] = code;
                    left.alive[k] |= 1 << heap;
                }
            }
            let mut twin: Vec<u8> = known[..from].to_vec();
            while let Some(codes) = few.get(twin.len()) {
                let is_near = |&&code: &&u8| pairs.iter().any(|&(distance, other)| {
                    let partner = twin.len().checked_sub(distance as usize);
                    partner.is_some_and(|partner| twin[partner] ^ other == code)
                });
                let Some(&code) = codes.iter().find(|code| !is_near(code)) else { break };
                twin.push(code);
            }
            for isa in Isa::available() {
                let mut codes = [0; PART];
                codes.copy_from_slice(&known);
                let settled = nearer.settle(isa, &left, &mut codes, from);
                prop_assert_eq!(settled, twin.len(), "{:?}", isa);
                prop_assert_eq!(&codes[..settled], &twin[..], "{:?}", isa);
            }
        }
    }
}
