//! The quotient of a game of heaps, heap after heap.

use std::cmp::Reverse;

use num_bigint::BigUint;

use super::Monoid;
use super::check::{Kind, Let};
use super::extend::Tested;
use super::presentation::Presentation;
use crate::heap::guy_smith::{Theorem, Watch};
use crate::heap::{HeapGame, OptionsOfValue, Periodicity, ProvedSequence, Values};
use crate::limits::{Limits, Stop};

/// The misère quotient of the sums of heaps of a game: of the heaps known so far, or, once a period is proved, of
/// all. See the [module](super).
#[derive(Clone, Debug)]
pub struct Quotient {
    game: HeapGame,
    tested: Tested,
    watch: Option<Watch>,
    proved: Option<ProvedSequence>,
    values_needed: u64,
    /// The heaps at which the monoid grew, and its order then.
    growth: Vec<(u32, usize)>,
}

/// Which heaps, each alone, are lost in misère play: those of a list, and from some heap on those with some remainders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostHeaps {
    /// The lost ones below `start`, ascending.
    pub below: Vec<u64>,
    /// From this heap on the remainder decides.
    pub start: u64,
    /// What is divided by, at least 1.
    pub period: u64,
    /// The remainders of the lost ones from `start` on, ascending.
    pub remainders: Vec<u64>,
}

/// The last heap where none is said.
const LAST: u64 = 1 << 14;
/// Elements from which on a quotient that is that of Nim says nothing new as it grows.
const TELLING: usize = 1 << 8;
/// Heaps between two reports.
const HEAPS_PER_REPORT: usize = 16;

impl Quotient {
    /// That of no heap.
    pub fn new(game: HeapGame) -> Quotient {
        let watch = Theorem::of_game(&game).map(Watch::new);
        Quotient {
            game,
            tested: Tested::new(),
            watch,
            proved: None,
            values_needed: 0,
            growth: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// The monoid. It may grow with the next heap, until a period is proved.
    pub fn monoid(&self) -> &Monoid {
        &self.tested.monoid
    }

    /// How many heaps have been computed, from heap 0 on.
    pub fn heaps(&self) -> u64 {
        self.tested.elements.len() as u64
    }

    /// How the elements of the heaps repeat, if that has been proved. Then the monoid is the quotient of
    /// the whole game.
    pub fn periodicity(&self) -> Option<&Periodicity> {
        self.proved.as_ref().map(ProvedSequence::periodicity)
    }

    /// How many heaps, from heap 0 on, the proof rests on; 0 where there is none.
    pub fn heaps_needed(&self) -> u64 {
        self.values_needed
    }

    /// The element that a heap stands for, if it is known.
    pub fn element(&self, heap: &BigUint) -> Option<usize> {
        let near = usize::try_from(heap).ok().and_then(|heap| self.tested.elements.get(heap));
        match (near, &self.proved) {
            (Some(&element), _) => Some(usize::from(element)),
            (None, Some(proved)) => usize::try_from(&proved.big_value(heap)).ok(),
            (None, None) => None,
        }
    }

    /// The element that a sum of heaps stands for, if all are known.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// use grundy::limits::Limits;
    /// use grundy::misere::Quotient;
    /// // Two equal rows of Kayles that have a move, but no two of 1, are lost as in normal play.
    /// let mut kayles = Quotient::new(HeapGame::Code("0.77".parse()?));
    /// kayles.advance(1000, &Limits::default())?;
    /// let is_lost = |heaps: [u32; 2]| {
    ///     let element = kayles.product(&heaps.map(Into::into)).unwrap();
    ///     kayles.monoid().is_lost(element)
    /// };
    /// assert_eq!([[1, 1], [2, 2], [1, 4]].map(is_lost), [false, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn product<'a>(&self, heaps: impl IntoIterator<Item = &'a BigUint>) -> Option<usize> {
        heaps
            .into_iter()
            .try_fold(0, |product, heap| Some(self.monoid().product(product, self.element(heap)?)))
    }

    /// The moves in a heap after which the player to move loses, if what else is in the sum stands for `rest`. Nothing unless a
    /// period is proved, the other conditions of [`ProvedSequence::options_of_value`] hold and there is such an element.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// use grundy::limits::Limits;
    /// use grundy::misere::Quotient;
    /// use num_bigint::BigUint;
    /// let mut kayles = Quotient::new(HeapGame::Code("0.77".parse()?));
    /// kayles.advance(1000, &Limits::default())?;
    /// // A row of 4 is lost, so taking one end of 5 wins where nothing else is there: element 0.
    /// let options = kayles.winning_options(&5_u8.into(), 0).unwrap();
    /// assert!(options.iter().any(|left| left == [BigUint::from(4_u8)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_options(&self, heap: &BigUint, rest: usize) -> Option<OptionsOfValue> {
        let HeapGame::Code(code) = &self.game else { return None };
        if rest >= self.monoid().order() {
            return None;
        }
        self.proved.as_ref()?.options_with(code, heap, |left| {
            let product = left.iter().try_fold(rest, |product, element| {
                Some(self.monoid().product(product, usize::try_from(element).ok()?))
            });
            product.is_some_and(|product| self.monoid().is_lost(product))
        })
    }

    /// Which heaps are lost alone, where a period is proved; start and period are the smallest.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// use grundy::limits::Limits;
    /// use grundy::misere::Quotient;
    /// let mut kayles = Quotient::new(HeapGame::Code("0.77".parse()?));
    /// kayles.advance(1000, &Limits::default())?;
    /// let lost = kayles.lost_heaps().unwrap();
    /// assert_eq!((lost.below, lost.start, lost.remainders), (vec![1, 4, 9, 12, 20], 21, vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_heaps(&self) -> Option<LostHeaps> {
        let pattern = self.periodicity()?;
        let end = usize::try_from(pattern.preperiod + pattern.period).ok()?;
        let elements = self.tested.elements.get(..end)?;
        let lost: Vec<bool> =
            elements.iter().map(|&element| self.monoid().is_lost(usize::from(element))).collect();
        let first = pattern.preperiod as usize;
        let repeats = |&period: &usize| {
            let heaps = first..end - period;
            heaps.into_iter().all(|heap| lost[heap] == lost[heap + period])
        };
        let whole = end - first;
        let period = (1..=whole).filter(|period| whole.is_multiple_of(*period)).find(repeats)?;
        let mut start = first;
        while start > 0 && lost[start - 1] == lost[start - 1 + period] {
            start -= 1;
        }
        let heaps = |range: std::ops::Range<usize>| range.filter(|&heap| lost[heap]);
        let mut remainders: Vec<u64> =
            heaps(start..start + period).map(|heap| (heap % period) as u64).collect();
        remainders.sort_unstable();
        Some(LostHeaps {
            below: heaps(0..start).map(|heap| heap as u64).collect(),
            start: start as u64,
            period: period as u64,
            remainders,
        })
    }

    /// Generators, relations, and a word for each element.
    pub fn presentation(&self) -> Presentation {
        Presentation::of(&self.tested)
    }

    /// The heaps at which the monoid grew, each with the order that it had from then on.
    pub fn growth(&self) -> &[(u32, usize)] {
        &self.growth
    }

    /// Sums that the test has looked at since the monoid has grown last: a count of the work that no clock disturbs.
    pub fn sums_tested(&self) -> u64 {
        self.tested.check.made()
    }

    /// Goes on until a period is proved, or until it is plain that the quotient is that of Nim and grows with the values, but no
    /// further than heap 2^14; whether it is that of Nim.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut quotient = Session::with_game("nim")?.new_quotient().unwrap();
    /// assert!(quotient.advance_until_plain(&Limits::default())?);
    /// assert!(quotient.monoid().is_tame() && quotient.heaps() < 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Quotient::advance`].
    pub fn advance_until_plain(&mut self, limits: &Limits) -> Result<bool, Stop> {
        let mut last = 1;
        while self.periodicity().is_none() && last < LAST {
            last *= 2;
            self.advance(last, limits)?;
            let monoid = &self.tested.monoid;
            if self.periodicity().is_none() && monoid.order() > TELLING && monoid.is_tame() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes on to heap `last`, or until a period is proved.
    ///
    /// # Errors
    /// The limit that was reached; what is known until then is kept. A quotient that grows without end is stopped by memory, whatever is allowed.
    pub fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        while self.proved.is_none() && self.heaps() <= last {
            let known = self.tested.elements.len();
            if known.is_multiple_of(HEAPS_PER_REPORT) {
                limits.check()?;
                limits.report(known as u64, None);
            }
            if let Some(positions) = limits.positions.filter(|&positions| positions < known as u64)
            {
                return Err(Stop::Positions(positions));
            }
            let Ok(next) = u32::try_from(known) else {
                return Err(Stop::Positions(u64::from(u32::MAX)));
            };
            let order = self.monoid().order();
            self.add(next, limits)?;
            let grown = self.monoid().order();
            if grown > order {
                self.growth.push((next, grown));
            }
            self.look_for_a_period(grown > order);
        }
        Ok(())
    }

    /// Finds what the next heap stands for.
    fn add(&mut self, next: u32, limits: &Limits) -> Result<(), Stop> {
        let tested = &mut self.tested;
        let options = tested.options(&self.game, next);
        if options.is_empty() {
            tested.elements.push(0);
            return Ok(());
        }
        if let Some(&element) = tested.known.get(&options) {
            tested.elements.push(element);
            return Ok(());
        }
        let reached = tested.monoid.losing_with(&options);
        let order = tested.monoid.order();
        let fits = |&element: &usize| tested.contradicts(element, &reached).is_none();
        let mut candidates: Vec<usize> = (0..order).filter(fits).collect();
        // Of most elements either they or what a move leaves are lost together with the right one.
        let settled = |element: usize| {
            let own = (0..order).filter(|&other| {
                reached.has(other) || tested.monoid.is_lost(tested.monoid.product(other, element))
            });
            own.count()
        };
        candidates.sort_by_cached_key(|&element| (Reverse(settled(element)), element));
        for element in candidates {
            let kind = Kind { heap: next, element, reached: reached.clone() };
            if let Let::In = tested.check.add(&tested.monoid, kind, limits)? {
                tested.known.insert(options, element as u16);
                tested.elements.push(element as u16);
                return Ok(());
            }
        }
        tested.extend(&self.game, limits)
    }

    fn look_for_a_period(&mut self, anew: bool) {
        let Some(watch) = &mut self.watch else { return };
        if anew && let Some(theorem) = Theorem::of_game(&self.game) {
            *watch = Watch::new(theorem);
        }
        let Some(proof) = watch.look_at(&self.tested.elements) else { return };
        let values: Values =
            self.tested.elements.iter().map(|&element| u64::from(element)).collect();
        self.values_needed = proof.values_needed;
        self.proved = Some(proof.apply(values));
    }
}
