//! Sequences of games with conditions on the heaps that a move leaves.
//!
//! For each amount `s` the heap `n` is `r = n - s` in two heaps `a <= b`. Where `a` is alone in its class, one
//! look at the rule says whether the two may be left. The others come in lanes, one for each class of `a`: along a
//! lane the classes of both stay the same, since `b = r - a`, so that a lane is in or out as a whole, and ends where the
//! two would be too near each other. That is `n/2` pairs for each amount, as in
//! [`Definition`](super::definition::Definition), the twin, but without a question for each pair.

use crate::heap::games::pieces::{Break, Classes};
use crate::heap::values::Visit;
use crate::heap::{Pieces, Values};
use crate::limits::{Limits, Stop};

/// Pairs between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 18;

/// The values of a game, heap after heap.
#[derive(Clone, Debug)]
pub(in crate::heap) struct ByClass {
    game: Pieces,
    values: Values,
    /// A byte for each number below a power of two: not 0 if it is the value of an option of the heap at hand.
    seen: Vec<u8>,
    looked: u64,
}

impl ByClass {
    /// A sequence whose first values, from heap 0 on, are known.
    pub(in crate::heap) fn resume(game: Pieces, values: Values) -> ByClass {
        let largest = values.iter().max().unwrap_or(0);
        let mut run = ByClass { game, values, seen: Vec::new(), looked: 0 };
        run.make_room(largest);
        run
    }

    /// The values known so far.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The values known so far, on their own.
    pub(super) fn into_values(self) -> Values {
        self.values
    }

    /// Options looked at in all.
    pub(super) fn looked(&self) -> u64 {
        self.looked
    }

    /// Computes the values of all heaps up to `last`.
    ///
    /// # Errors
    /// The limit that was reached; the values until then are kept.
    pub(super) fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let mut check_at = self.looked + STEPS_PER_CHECK;
        while self.values.len() as u64 <= last {
            self.values.check_memory(limits)?;
            if self.looked >= check_at {
                limits.check()?;
                limits.report(self.values.len() as u64, last.checked_add(1));
                check_at = self.looked + STEPS_PER_CHECK;
            }
            let n = self.values.len() as u64;
            let classes = self.game.classes();
            for found in self.game.moves().iter().take_while(|found| found.taken <= n) {
                let rest = n - found.taken;
                self.looked += 1 + if found.two.is_empty() { 0 } else { rest / 2 };
                let seen = &mut self.seen;
                self.values.with(Options { found, classes, rest: rest as usize, seen });
            }
            let value = self.seen.iter().position(|&seen| seen == 0).unwrap_or(self.seen.len());
            self.seen.fill(0);
            self.values.push(value as u64);
            self.make_room(value as u64);
        }
        Ok(())
    }

    /// Makes room for nim-sums with a value.
    fn make_room(&mut self, value: u64) {
        let room = (value as usize + 1).next_power_of_two();
        if self.seen.len() < room {
            self.seen.resize(room, 0);
        }
    }
}

/// Notes the values of the options that a rest can be made into.
struct Options<'a> {
    found: &'a Break,
    classes: Classes,
    rest: usize,
    /// As many as a power of two, which is above every value.
    seen: &'a mut [u8],
}

impl Visit for Options<'_> {
    type Answer = ();

    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) {
        let Options { found, classes, rest, seen } = self;
        let within = seen.len() - 1;
        let mut note = |value: u64| seen[value as usize & within] = 1;
        if rest == 0 {
            if found.whole {
                note(0);
            }
            return;
        }
        if found.one >> classes.of(rest as u64) & 1 != 0 {
            note(values[rest].into());
        }
        if found.two.is_empty() {
            return;
        }
        let sum = |a: usize| values[a].into() ^ values[rest - a].into();
        let (alone, modulus) = (classes.alone() as usize, classes.modulus() as usize);
        for a in (1..alone).take_while(|a| 2 * a <= rest) {
            if found.allows(classes, a as u64, (rest - a) as u64) {
                note(sum(a));
            }
        }
        // The last smaller heap: `rest - 2 a >= apart`.
        let Some(end) = rest.checked_sub(found.apart as usize).map(|both| both / 2 + 1) else {
            return;
        };
        let lane = |start: usize| {
            let larger = classes.of((rest - start) as u64);
            found.two[start] >> larger & 1 != 0
        };
        let lanes = alone..(alone + modulus).min(end);
        if lanes.clone().all(lane) && alone < end {
            let larger = values[rest + 1 - end..=rest - alone].iter().rev();
            values[alone..end].iter().zip(larger).for_each(|(&a, &b)| note(a.into() ^ b.into()));
            return;
        }
        for start in lanes.filter(|&start| lane(start)) {
            (start..end).step_by(modulus).for_each(|a| note(sum(a)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::definition::Definition;
    use crate::heap::{HeapGame, Run};
    use crate::prove::{Certificate, check};
    use proptest::prelude::*;

    /// Random games: classes, and for each amount bits that say what may be left.
    fn games() -> impl Strategy<Value = Pieces> {
        let moves = prop::collection::vec((0..6_u64, any::<u64>(), 0..4_u64), 1..4);
        (1..5_u64, 1..4_u64, moves).prop_filter_map("amounts twice", |(alone, modulus, moves)| {
            let classes = Classes::new(alone, modulus).unwrap();
            let mut amounts: Vec<u64> = moves.iter().map(|&(taken, ..)| taken).collect();
            amounts.sort_unstable();
            amounts.dedup();
            if amounts.len() < moves.len() {
                return None;
            }
            let far = amounts.iter().map(|&taken| (taken, 4));
            let allows = |taken, left: &[u64]| {
                let &(_, bits, apart) = moves.iter().find(|&&(amount, ..)| amount == taken)?;
                let bit = |index: u64| bits >> (index % 61) & 1 != 0;
                Some(match *left {
                    [] => taken > 0 && bit(0),
                    [heap] => taken > 0 && bit(classes.of(heap)),
                    [smaller, larger] => {
                        let row = bit(7 * classes.of(smaller) + classes.of(larger) + 5);
                        row && (larger < alone || larger - smaller >= apart)
                    }
                    _ => false,
                })
            };
            let game = Pieces::new(classes, far, allows)?;
            for taken in amounts {
                assert_eq!(Some(game.allows(taken, &[])), allows(taken, &[]));
                for larger in 1..24 {
                    assert_eq!(Some(game.allows(taken, &[larger])), allows(taken, &[larger]));
                    for left in (1..=larger).map(|smaller| [smaller, larger]) {
                        assert_eq!(Some(game.allows(taken, &left)), allows(taken, &left), "{game}");
                    }
                }
            }
            Some(game)
        })
    }

    proptest! {
        #[test]
        fn every_game_has_the_values_of_the_definition(game in games(), stop in 0..90_u64) {
            let mut twin = Definition::new(HeapGame::Pieces(game.clone()));
            twin.advance(90, &Limits::default()).unwrap();
            let mut run = ByClass::resume(game.clone(), Values::default());
            run.advance(stop, &Limits::default()).unwrap();
            let mut resumed = ByClass::resume(game, run.values().clone());
            for run in [&mut run, &mut resumed] {
                run.advance(90, &Limits::default()).unwrap();
                prop_assert_eq!(run.values(), twin.values());
            }
        }

        #[test]
        fn conditions_on_small_heaps_are_no_matter_to_the_vector_engine(
            game in games().prop_filter("heaps of any size", |game| game.classes().modulus() == 1),
            stop in 0..5000_u64,
        ) {
            let mut run = Run::new(HeapGame::Pieces(game.clone()));
            run.advance(stop, &Limits::default()).unwrap();
            let mut resumed = Run::resume(run.game().clone(), run.values());
            let mut whole = ByClass::resume(game, Values::default());
            whole.advance(5200, &Limits::default()).unwrap();
            for run in [&mut run, &mut resumed] {
                run.advance(5000, &Limits::default()).unwrap();
                let heaps = run.len().min(5000);
                let differ = run.range(0..heaps).zip(whole.values().iter()).position(|(a, b)| a != b);
                prop_assert_eq!(differ, None, "{}", run.game());
                for heap in 0..heaps.min(20) {
                    prop_assert_eq!(run.value(heap), whole.values().get(heap as usize));
                    prop_assert!(run.range(heap..heaps).eq((heap..heaps).map(|n| whole.values().at(n as usize))));
                    if let Some(bytes) = run.bytes(heap..heaps) {
                        prop_assert!(bytes.iter().map(|&byte| u64::from(byte)).eq(run.range(heap..heaps)));
                    }
                }
                if run.proof().is_none() {
                    prop_assert!(run.values().iter().eq(run.range(0..run.len())));
                }
            }
        }

        #[test]
        fn more_classes_than_needed_change_nothing(game in games(), more in 0..4_u64, times in 1..4_u64) {
            let few = game.classes();
            let many = Classes::new(few.alone() + more, few.modulus() * times).unwrap();
            let amounts = game.amounts().map(|taken| (taken, 5));
            let again = Pieces::new(many, amounts, |taken, left| Some(game.allows(taken, left)));
            prop_assert_eq!(again, Some(game));
        }

        #[test]
        fn what_is_proved_goes_on(game in games()) {
            let mut run = Run::new(HeapGame::Pieces(game.clone()));
            run.advance(1000, &Limits::default()).unwrap();
            let found = run.proof();
            prop_assume!(found.is_some());
            let proof = found.unwrap();
            let proved = run.into_search().proved().unwrap();
            let certificate = Certificate::of_pieces(&game, &proved).unwrap();
            prop_assert_eq!(certificate.values_needed, proof.values_needed);
            prop_assert_eq!(check(&certificate, &Limits::default()), Ok(()));
            let last = 2 * proof.values_needed + 100;
            let mut whole = ByClass::resume(game, Values::default());
            whole.advance(last, &Limits::default()).unwrap();
            for (heap, value) in (0..).zip(whole.values().iter()) {
                prop_assert_eq!(proved.value(heap), Some(value), "heap {}", heap);
            }
        }
    }
}
