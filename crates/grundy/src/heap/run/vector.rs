//! The vector engine in the width that the values need: a byte each while they fit, then two, then four.

use std::num::NonZero;
use std::ops::Range;

use super::Kept;
use super::Status;
use crate::heap::Values;
use crate::heap::engine::{Isa, SequenceEngine, SimdCell, Threads, TooLarge};
use crate::heap::games::moves::Moves;
use crate::heap::values::Visit;
use crate::limits::{Limits, Stop};

/// The engine in one of its widths.
pub(super) enum Vector {
    Bytes(SequenceEngine<u8>),
    Words(SequenceEngine<u16>),
    Longs(SequenceEngine<u32>),
}

/// Does the same in whatever width it is.
macro_rules! in_its_width {
    ($vector:expr, $engine:ident => $does:expr) => {
        match $vector {
            Vector::Bytes($engine) => $does,
            Vector::Words($engine) => $does,
            Vector::Longs($engine) => $does,
        }
    };
}

impl Vector {
    /// An engine that knows nothing yet.
    pub(super) fn new(moves: Moves, isa: Isa) -> Vector {
        Vector::Bytes(SequenceEngine::new(moves, isa))
    }

    /// An engine for the same moves that has the values of the heaps from `shift` on, in as few bytes as they need; the
    /// values where they need too many.
    pub(super) fn load(&self, shift: usize, values: Values) -> Result<Vector, Values> {
        fn load<T: SimdCell>(
            engine: &SequenceEngine<T>,
            shift: usize,
            values: Values,
        ) -> Result<Vector, Values> {
            let largest = values.iter().max().unwrap_or(0);
            Ok(if SequenceEngine::<u8>::holds(largest) {
                Vector::Bytes(engine.with_values(values.into_bytes(), shift))
            } else if SequenceEngine::<u16>::holds(largest) {
                Vector::Words(engine.with_values(values.into_words(), shift))
            } else if SequenceEngine::<u32>::holds(largest) {
                Vector::Longs(engine.with_values(values.into_longs(), shift))
            } else {
                return Err(values);
            })
        }
        in_its_width!(self, engine => load(engine, shift, values))
    }

    /// An engine for the same moves that has what is kept of a run that has forgotten values; `None` if it cannot be that.
    pub(super) fn load_kept(&self, kept: &Kept) -> Option<Vector> {
        let (mut bytes, mut words, mut longs) =
            in_its_width!(self, engine => (engine.fresh(), engine.fresh(), engine.fresh()));
        Some(if bytes.load_kept(kept) {
            Vector::Bytes(bytes)
        } else if words.load_kept(kept) {
            Vector::Words(words)
        } else if longs.load_kept(kept) {
            Vector::Longs(longs)
        } else {
            return None;
        })
    }

    /// The same with the next more bytes for each value, if there are.
    pub(super) fn widened(&self) -> Option<Vector> {
        match self {
            Vector::Bytes(engine) => Some(Vector::Words(engine.widened())),
            Vector::Words(engine) => Some(Vector::Longs(engine.widened())),
            Vector::Longs(_) => None,
        }
    }

    pub(super) fn set_threads(&mut self, count: NonZero<usize>) {
        in_its_width!(self, engine => engine.set_threads(Threads::new(count)));
    }

    /// Computes a batch of heaps; [`TooLarge`] if a value does not fit.
    pub(super) fn batch(
        &mut self,
        last: u64,
        limits: &Limits,
    ) -> Result<Result<(), TooLarge>, Stop> {
        in_its_width!(self, engine => engine.batch(last, limits))
    }

    pub(super) fn set_may_forget(&mut self, below: usize) {
        in_its_width!(self, engine => engine.set_may_forget(below));
    }

    pub(super) fn forgotten(&self) -> Range<usize> {
        in_its_width!(self, engine => engine.forgotten())
    }

    pub(super) fn kept(&self) -> Option<Kept> {
        in_its_width!(self, engine => engine.kept())
    }

    /// Shows all values, in the width they are stored in.
    pub(super) fn with<V: Visit>(&self, visit: V) -> V::Answer {
        in_its_width!(self, engine => engine.with(visit))
    }

    pub(super) fn len(&self) -> usize {
        in_its_width!(self, engine => engine.len())
    }

    pub(super) fn value(&self, heap: usize) -> u64 {
        in_its_width!(self, engine => engine.value(heap) as u64)
    }

    /// The values of these heaps, which are stored.
    pub(super) fn stored(&self, heaps: Range<usize>) -> Stored<'_> {
        match self {
            Vector::Bytes(engine) => Stored::Bytes(engine.slice(heaps).iter()),
            Vector::Words(engine) => Stored::Words(engine.slice(heaps).iter()),
            Vector::Longs(engine) => Stored::Longs(engine.slice(heaps).iter()),
        }
    }

    /// The same in a byte each, if they are stored so.
    pub(super) fn bytes(&self, heaps: Range<usize>) -> Option<&[u8]> {
        match self {
            Vector::Bytes(engine) => Some(engine.slice(heaps)),
            Vector::Words(_) | Vector::Longs(_) => None,
        }
    }

    pub(super) fn into_values(self) -> Values {
        in_its_width!(self, engine => engine.into_values().into())
    }

    /// The work done, as pairs that were looked at.
    pub(super) fn cost(&self) -> u64 {
        in_its_width!(self, engine => engine.work().pairs())
    }

    pub(super) fn status(&self) -> Status {
        in_its_width!(self, engine => engine.status())
    }
}

/// Values in the width they are stored in.
pub(super) enum Stored<'a> {
    Values(&'a Values, Range<usize>),
    Bytes(std::slice::Iter<'a, u8>),
    Words(std::slice::Iter<'a, u16>),
    Longs(std::slice::Iter<'a, u32>),
}

impl Iterator for Stored<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        match self {
            Stored::Values(values, heaps) => heaps.next().and_then(|heap| values.get(heap)),
            Stored::Bytes(cells) => cells.next().map(|&value| value.into()),
            Stored::Words(cells) => cells.next().map(|&value| value.into()),
            Stored::Longs(cells) => cells.next().map(|&value| value.into()),
        }
    }
}
