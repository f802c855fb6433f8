//! A run: the sequence of one game, computed as far as asked, watched for a proved period.
//!
//! A run picks the engine: sets of what each rest can be made into where a move can leave three heaps
//! or the code repeats for ever, lanes of heaps of a class where conditions on what is left concern heaps of any size,
//! the definition where nothing is ever broken, another run where the values are the same over blocks of heaps
//! ([`listed`](crate::heap::listed)); else the vector engine ([`vector`]). What is known is carried over when the
//! engine changes.

mod kept;
mod vector;

use std::num::NonZero;
use std::ops::Range;

use crate::heap::definition::Definition;
use crate::heap::engine::{Isa, Work};
use crate::heap::games::moves::Moves;
use crate::heap::growth::{Grows, Growth};
use crate::heap::guy_smith::{Look, Proof, Theorem, Watch};
use crate::heap::listed::Listed;
use crate::heap::listed::blocks::Blocks;
use crate::heap::listed::by_class::ByClass;
use crate::heap::listed::rests::Rests;
use crate::heap::listed::shifted::Shifted;
use crate::heap::space::Space;
use crate::heap::values::Visit;
use crate::heap::window::{Closed, Closing};
use crate::heap::{HeapGame, PeriodSearch, Values};
use crate::limits::{Limits, Stop};
use vector::{Stored, Vector};

pub use kept::Kept;

/// The sequence of a game on its way.
///
/// ```
/// use grundy::heap::{HeapGame, Run};
/// use grundy::limits::Limits;
/// let mut officers = Run::new(HeapGame::Code("0.6".parse()?));
/// officers.advance(10_000, &Limits::default())?;
/// assert!(officers.proof().is_none() && officers.len() > 10_000);
/// assert_eq!(officers.value(12), Some(0));
///
/// let mut kayles = Run::new(HeapGame::Code("0.77".parse()?));
/// kayles.advance(10_000, &Limits::default())?;
/// assert_eq!(kayles.proof().map(|proof| proof.period), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Run {
    game: HeapGame,
    engine: Engine,
    /// What the heaps of the vector engine are less than those of the game, and the values of the heaps up to there.
    shift: usize,
    first: Values,
    watch: Option<Watch>,
    closing: Option<Closing>,
    growth: Option<Growth>,
    proof: Option<Proof>,
    threads: NonZero<usize>,
}

debug_by_name!(Run);

enum Engine {
    Listed(Listed),
    Vector(Box<Vector>),
}

/// Values up to this one are kept in sets as bits, also where they are more than the heaps.
const FAR_VALUE: u64 = 1 << 20;

/// What a run has seen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// Heaps whose value is known.
    pub heaps: u64,
    /// The largest value.
    pub largest: u64,
    /// The sparse space in use; `None` if there is none, or the engine needs none.
    pub space: Option<Space>,
    /// Rare heaps in that space.
    pub rares: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// Work done, as counts that do not depend on the machine.
    pub work: Work,
    /// Pairs of pieces that must be looked at to know the next heap by itself: those with a rare heap,
    /// or all of them without a sparse space. [`Work::pairs`] by the heaps says how far the run
    /// stands above the mean of this; 0 in the engines that know no such number.
    pub floor: u64,
}

impl Run {
    /// A run that knows nothing yet, on the best vector units of this machine.
    pub fn new(game: HeapGame) -> Run {
        Run::on(game, Isa::best())
    }

    /// A run on these vector units; the values are the same on all.
    pub(crate) fn on(game: HeapGame, isa: Isa) -> Run {
        let shifted = match &game {
            HeapGame::Pieces(game) => Shifted::of(game),
            _ => None,
        };
        let (mut shift, mut first) = (0, Values::default());
        let engine = match Moves::of(&game) {
            _ if let Some(shifted) = shifted => {
                let engine = Vector::new(shifted.moves, isa);
                (shift, first) = (shifted.shift, shifted.first);
                match engine.load(shift, first.clone()) {
                    Ok(engine) => Engine::Vector(Box::new(engine)),
                    Err(first) => {
                        let definition = Definition::resume(game.clone(), first);
                        Engine::Listed(Listed::Definition(definition))
                    }
                }
            }
            _ if let HeapGame::Code(code) = &game
                && let Some(blocks) = Blocks::of(code, isa) =>
            {
                Engine::Listed(Listed::Blocks(Box::new(blocks)))
            }
            Some(moves) if !moves.breaks.is_empty() => {
                Engine::Vector(Box::new(Vector::new(moves, isa)))
            }
            _ => Engine::Listed(match &game {
                HeapGame::Code(code) if Moves::of(&game).is_none() => {
                    Listed::Rests(Box::new(Rests::new(code.clone())))
                }
                HeapGame::Pieces(game) => {
                    Listed::ByClass(Box::new(ByClass::resume(game.clone(), Values::default())))
                }
                _ => Listed::Definition(Definition::new(game.clone())),
            }),
        };
        first.truncate(shift + 1);
        let watch =
            Theorem::of_game(&game).map(|theorem| Watch::new(theorem.shifted(shift as u64)));
        let closing = match &game {
            HeapGame::Code(code) => Closing::of(code),
            HeapGame::Grundys | HeapGame::Pieces(_) => None,
        };
        let growth = match &game {
            HeapGame::Code(code) => Growth::of(code),
            HeapGame::Grundys | HeapGame::Pieces(_) => None,
        };
        let threads = NonZero::<usize>::MIN;
        Run { game, engine, shift, first, watch, closing, growth, proof: None, threads }
    }

    /// Shares the work out among so many threads from now on.
    fn use_threads(&mut self, count: NonZero<usize>) {
        if self.threads == count {
            return;
        }
        self.threads = count;
        // Others have the limits, if they use more than one.
        if let Engine::Vector(engine) = &mut self.engine {
            engine.set_threads(count);
        }
    }

    /// A run that goes on after values computed before, those of the heaps from 0 on.
    ///
    /// The values are believed: whoever stored them answers for them, for instance by their digest. `O(values)`, in the
    /// memory that they have. After values that are much larger than their number it goes on by the definition, which
    /// is slower and takes no memory for what lies between them.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::Limits;
    /// let known = [0, 1, 2, 3, 1].into_iter().collect();
    /// let mut kayles = Run::resume(HeapGame::Code("0.77".parse()?), known);
    /// kayles.advance(8, &Limits::default())?;
    /// assert!(kayles.range(4..9).eq([1, 4, 3, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(game: HeapGame, values: Values) -> Run {
        let mut run = Run::new(game);
        if run.len() >= values.len() as u64 {
            return run;
        }
        let by_definition = |values| {
            Engine::Listed(Listed::Definition(Definition::resume(run.game.clone(), values)))
        };
        let largest = values.iter().max().unwrap_or(0);
        let is_far = largest > FAR_VALUE.max(4 * values.len() as u64);
        run.engine = match &mut run.engine {
            _ if is_far => by_definition(values),
            Engine::Vector(engine) => engine
                .load(run.shift, values)
                .map_or_else(by_definition, |engine| Engine::Vector(Box::new(engine))),
            Engine::Listed(Listed::Rests(_)) if let HeapGame::Code(code) = &run.game => {
                Engine::Listed(Listed::Rests(Box::new(Rests::resume(code.clone(), values))))
            }
            Engine::Listed(Listed::ByClass(_)) if let HeapGame::Pieces(game) = &run.game => {
                let resumed = ByClass::resume(game.clone(), values);
                Engine::Listed(Listed::ByClass(Box::new(resumed)))
            }
            Engine::Listed(Listed::Blocks(blocks)) => {
                blocks.resume(values);
                run.look();
                return run;
            }
            Engine::Listed(_) => by_definition(values),
        };
        run.look();
        run
    }

    /// The game.
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// Computes the values of all heaps up to `last` or a few more, or fewer if a period is proved
    /// before. As many threads share the work as the limits say; the values are the same with any number, and more than one
    /// help where there are many pairs to look at for each heap.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::Limits;
    /// let mut officers = Run::new(HeapGame::Code("0.6".parse()?));
    /// officers.advance(10_000, &Limits::default().threads(std::thread::available_parallelism()?))?;
    /// assert_eq!(officers.value(10_000), Some(88));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached; what is known until then is kept, and the run can go on.
    pub fn advance(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let most = limits.positions.unwrap_or(u64::MAX);
        self.use_threads(limits.thread_count());
        while self.proof.is_none() && self.len() <= last {
            limits.check()?;
            if self.len() >= most {
                return Err(Stop::Positions(most));
            }
            self.step(last.min(most), limits)?;
            self.look();
            self.close(limits)?;
            self.look_for_growth(limits)?;
            limits.report(self.len(), last.checked_add(1));
        }
        Ok(())
    }

    /// The heap of the vector engine that is this heap of the game.
    fn place(&self, heap: u64) -> u64 {
        heap.saturating_sub(self.shift as u64)
    }

    /// A batch of heaps, small enough that limits are looked at often and a period is seen soon.
    fn step(&mut self, last: u64, limits: &Limits) -> Result<(), Stop> {
        let end = self.place(last);
        let fits = match &mut self.engine {
            Engine::Listed(run) => return run.step(last, limits),
            Engine::Vector(engine) => engine.batch(end, limits)?,
        };
        if !self.forgotten().is_empty() {
            (self.watch, self.closing) = (None, None);
        }
        if fits.is_err() {
            let wider = match &self.engine {
                Engine::Vector(engine) => engine.widened(),
                Engine::Listed(_) => None,
            };
            self.engine = match wider {
                Some(wider) => Engine::Vector(Box::new(wider)),
                None => Engine::Listed(Listed::Definition(Definition::resume(
                    self.game.clone(),
                    self.values(),
                ))),
            };
        }
        Ok(())
    }

    /// Allows to forget the values of heaps below this, as far as nothing depends on them, once the
    /// limit on memory would end the run. Only runs in a sparse space with few rare heaps do. A run that
    /// has forgotten values looks for no period any more; the other values are the same.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::Limits;
    /// let mut run = Run::new(HeapGame::Code("0.106".parse()?));
    /// let limits = Limits::default().memory(1 << 20);
    /// let mut sum = 0;
    /// while run.len() < 1_000_000 {
    ///     let known = run.len();
    ///     run.advance(known, &limits)?;
    ///     sum += run.range(known..run.len()).sum::<u64>();
    ///     run.may_forget(run.len());
    /// }
    /// assert!(run.forgotten().contains(&500_000) && run.value(500_000).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn may_forget(&mut self, below: u64) {
        let below = usize::try_from(self.place(below)).unwrap_or(usize::MAX);
        if let Engine::Vector(engine) = &mut self.engine {
            engine.set_may_forget(below);
        }
    }

    /// The heaps whose values are known no more.
    pub fn forgotten(&self) -> Range<u64> {
        let heaps = match &self.engine {
            Engine::Vector(engine) => engine.forgotten(),
            Engine::Listed(_) => 0..0,
        };
        match heaps.is_empty() {
            true => 0..0,
            false => (heaps.start + self.shift) as u64..(heaps.end + self.shift) as u64,
        }
    }

    /// What is kept of a run that has forgotten values; `None` if it has not.
    pub fn kept(&self) -> Option<Kept> {
        match &self.engine {
            Engine::Vector(engine) => engine.kept(),
            Engine::Listed(_) => None,
        }
    }

    /// A run that goes on after what was [`kept`](Run::kept) of another; `None` if it cannot be that. The
    /// values are believed, as by [`Run::resume`].
    pub fn resume_kept(game: HeapGame, kept: &Kept) -> Option<Run> {
        let mut run = Run::new(game);
        let Engine::Vector(engine) = &run.engine else { return None };
        run.engine = Engine::Vector(Box::new(engine.load_kept(kept)?));
        (run.watch, run.closing) = (None, None);
        Some(run)
    }

    /// Which of these heaps have a known value: up to the first that is forgotten, or not yet known.
    fn known(&self, heaps: &Range<u64>) -> Range<usize> {
        let forgotten = self.forgotten();
        let end = match forgotten.is_empty() || heaps.start >= forgotten.end {
            true => self.len(),
            false => forgotten.start,
        };
        let end = heaps.end.min(end);
        heaps.start.min(end) as usize..end as usize
    }

    /// Looks for a proof in what is known.
    fn look(&mut self) {
        if let Some(watch) = &mut self.watch {
            self.proof = match &self.engine {
                Engine::Listed(run) => watch.look(run.values()),
                Engine::Vector(engine) => engine.with(Look { watch }),
            };
        }
        if let Some(proof) = self.proof.filter(|_| self.shift > 0) {
            self.proof = Some(self.of_all_heaps(proof));
        }
    }

    /// A proof about the heaps of the vector engine, as one about those of the game: the pattern may begin with heaps
    /// that the engine does not know.
    fn of_all_heaps(&self, proof: Proof) -> Proof {
        let shift = self.shift as u64;
        let mut preperiod = proof.preperiod + shift;
        if proof.preperiod == 1 {
            let repeats = |heap: &u64| self.value(*heap) == self.value(heap + proof.period);
            preperiod -= (1..=shift).rev().take_while(repeats).count() as u64;
        }
        Proof { preperiod, values_needed: proof.values_needed + shift, ..proof }
    }

    /// Tries to prove the candidate for a period sooner than the watch can, if that is far away.
    fn close(&mut self, limits: &Limits) -> Result<(), Stop> {
        let candidate = self.watch.as_ref().and_then(Watch::candidate);
        let known = self.len();
        let (Some((start, period, needed)), Some(closing), None) =
            (candidate, &mut self.closing, self.proof)
        else {
            return Ok(());
        };
        if needed < FAR || known < (start + period + LASTING) as u64 {
            return Ok(());
        }
        let close = Close { closing, candidate: (start, period), limits };
        let closed = match &self.engine {
            Engine::Listed(run) => run.values().with(close),
            Engine::Vector(engine) => engine.with(close),
        }?;
        self.proof = closed.map(|closed| Proof {
            preperiod: start as u64,
            period: period as u64,
            saltus: 0,
            values_needed: closed.values_needed,
            closure: Some(closed.closure),
        });
        Ok(())
    }

    /// Tries to prove that the values grow.
    fn look_for_growth(&mut self, limits: &Limits) -> Result<(), Stop> {
        // Only listed engines have games whose values grow.
        let (None, Some(growth), Engine::Listed(run)) =
            (self.proof, &mut self.growth, &self.engine)
        else {
            return Ok(());
        };
        let grows = run.values().with(LookForGrowth { growth, limits })?;
        self.proof = grows.map(|grows| Proof {
            preperiod: grows.start as u64,
            period: grows.period as u64,
            saltus: grows.saltus,
            values_needed: grows.values_needed as u64,
            closure: None,
        });
        Ok(())
    }

    /// How many heaps have a known value: those below this.
    pub fn len(&self) -> u64 {
        match &self.engine {
            Engine::Listed(run) => run.values().len() as u64,
            Engine::Vector(engine) => (engine.len() + self.shift) as u64,
        }
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap `n`, if it was computed and is not forgotten. A run ends where a period is proved; the values
    /// from there on follow from [`Run::into_search`].
    pub fn value(&self, n: u64) -> Option<u64> {
        if n >= self.len() || self.forgotten().contains(&n) {
            return None;
        }
        let n = n as usize;
        match &self.engine {
            Engine::Listed(run) => run.values().get(n),
            Engine::Vector(_) if self.shift > 0 && n <= self.shift => self.first.get(n),
            Engine::Vector(engine) => Some(engine.value(n - self.shift)),
        }
    }

    /// The values of these heaps, as far as they are known: up to the first that is not.
    pub fn range(&self, heaps: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        let Range { start, end } = self.known(&heaps);
        // The vector engine does not store the value of its heap 0.
        let stored = match &self.engine {
            Engine::Vector(_) => self.shift + 1,
            Engine::Listed(_) => 0,
        };
        let first = (start..end.min(stored)).map(|heap| self.first.get(heap).unwrap_or(0));
        let rest = start.max(stored).min(end.max(stored))..end.max(stored);
        let places = rest.start.saturating_sub(self.shift)..rest.end.saturating_sub(self.shift);
        let rest = match &self.engine {
            Engine::Listed(run) => Stored::Values(run.values(), rest),
            Engine::Vector(engine) => engine.stored(places),
        };
        first.chain(rest)
    }

    /// The values of these heaps, as far as they are known, in a byte each; `None` if they are not
    /// stored so, or heap 0 is among them.
    pub fn bytes(&self, heaps: Range<u64>) -> Option<&[u8]> {
        let heaps = self.known(&heaps);
        match &self.engine {
            _ if heaps.contains(&0) => None,
            Engine::Listed(run) => run.values().as_bytes().map(|bytes| &bytes[heaps]),
            Engine::Vector(_) if heaps.start <= self.shift && !heaps.is_empty() => None,
            Engine::Vector(engine) => {
                let place = |heap: usize| heap.saturating_sub(self.shift);
                engine.bytes(place(heaps.start)..place(heaps.end))
            }
        }
    }

    /// A copy of all known values, those before the first that is forgotten.
    pub fn values(&self) -> Values {
        match &self.engine {
            Engine::Listed(run) => run.values().clone(),
            Engine::Vector(_) => self.range(0..self.len()).collect(),
        }
    }

    /// All known values, those before the first that is forgotten. Takes no memory for a second copy.
    pub fn into_values(self) -> Values {
        if self.shift > 0 {
            return self.values();
        }
        match self.engine {
            Engine::Listed(run) => run.into_values(),
            Engine::Vector(engine) => engine.into_values(),
        }
    }

    /// The period, once one is proved.
    pub fn proof(&self) -> Option<Proof> {
        self.proof
    }

    /// What the run came to: the whole sequence if a period is proved, else the values known.
    ///
    /// ```
    /// use grundy::heap::{HeapGame, Run};
    /// use grundy::limits::Limits;
    /// let mut kayles = Run::new(HeapGame::Code("0.77".parse()?));
    /// kayles.advance(1000, &Limits::default())?;
    /// let proved = kayles.into_search().proved().unwrap();
    /// assert_eq!(proved.value(12 * 1_000_000), Some(4)); // as of 72, 84, ..
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_search(self) -> PeriodSearch {
        let proof = self.proof;
        let values = self.into_values();
        match proof {
            Some(proof) => PeriodSearch::Proved(proof.apply(values)),
            None => PeriodSearch::Open { values, stop: None },
        }
    }

    /// The work done, as pairs that the vector engine looks at in about that time. It does not depend on the machine.
    pub fn cost(&self) -> u64 {
        match &self.engine {
            Engine::Listed(run) => run.cost(),
            Engine::Vector(engine) => engine.cost(),
        }
    }

    /// What the run has seen so far. `O(1)` in the vector engine, `O(heaps)` in the
    /// definition.
    pub fn status(&self) -> Status {
        let status = match &self.engine {
            Engine::Listed(run) => return run.status(),
            Engine::Vector(engine) => engine.status(),
        };
        let shift = self.shift as u64;
        Status {
            heaps: status.heaps + shift,
            largest: self.first.iter().max().unwrap_or(0).max(status.largest),
            last_rare: status.last_rare.map(|rare| rare + shift),
            ..status
        }
    }
}

/// A proof that needs so many values is worth another way to it.
const FAR: usize = 1 << 16;

/// Values that a candidate must have foretold: fewer agree by chance every now and then, and looking
/// at a candidate takes as long as looking at all values.
const LASTING: usize = 64;

/// Shows a closing the values in the width they are stored in.
struct Close<'a> {
    closing: &'a mut Closing,
    candidate: (usize, usize),
    limits: &'a Limits,
}

impl Visit for Close<'_> {
    type Answer = Result<Option<Closed>, Stop>;

    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) -> Result<Option<Closed>, Stop> {
        self.closing.look_at(values, self.candidate, self.limits)
    }
}

/// Shows a watch for growth the values in the width they are stored in.
struct LookForGrowth<'a> {
    growth: &'a mut Growth,
    limits: &'a Limits,
}

impl Visit for LookForGrowth<'_> {
    type Answer = Result<Option<Grows>, Stop>;

    fn visit<T: Copy + Ord + Into<u64>>(self, values: &[T]) -> Result<Option<Grows>, Stop> {
        self.growth.look_at(values, self.limits)
    }
}

#[cfg(test)]
mod tests;
