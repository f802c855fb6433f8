//! The options of a heap of any size that have a wanted value, from the period of its sequence.
//!
//! Of the two heaps that a split leaves, the smaller one is below the preperiod, or both are in the
//! period; then the value of the split depends on the remainder of the smaller heap alone, so that
//! the splits of the wanted value are some arithmetic progressions. They are found by looking at one
//! heap of each.

use num_bigint::BigUint;

use super::{Code, ProvedSequence};

/// The options of a heap with a wanted value, counted and listed; from
/// [`ProvedSequence::options_of_value`].
#[derive(Clone, Debug)]
pub struct OptionsOfValue {
    /// Heaps that are left alone.
    whole: Vec<BigUint>,
    splits: Vec<Splits>,
}

/// Splits of what is left after some amount is taken.
#[derive(Clone, Debug)]
struct Splits {
    left: BigUint,
    /// The largest that the smaller heap can be.
    half: BigUint,
    /// Smaller heaps that come once.
    once: Vec<u64>,
    /// Smaller heaps within one period, of which each comes again after every period.
    again: Vec<u64>,
    period: u64,
}

impl ProvedSequence {
    /// The options of a heap whose value is `wanted`. Nothing where they are not found so: unless the
    /// code is finite, leaves at most two heaps, and takes less than the heap has.
    /// `O(k (preperiod + period))`, `k` being the last digit of the code.
    ///
    /// ```
    /// use grundy::heap::{Code, guy_smith};
    /// use grundy::limits::Limits;
    /// use num_bigint::BigUint;
    /// let kayles: Code = "0.77".parse()?;
    /// let proved = guy_smith::prove(&kayles, 1000, &Limits::default()).proved().unwrap();
    /// let options = proved.options_of_value(&kayles, &BigUint::from(10_u8), 0).unwrap();
    /// assert_eq!(options.count(), BigUint::from(4_u8));
    /// let splits: Vec<Vec<BigUint>> = options.iter().collect();
    /// assert_eq!(splits[0], [BigUint::from(1_u8), BigUint::from(8_u8)]);
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn options_of_value(
        &self,
        code: &Code,
        heap: &BigUint,
        wanted: u64,
    ) -> Option<OptionsOfValue> {
        let wanted = BigUint::from(wanted);
        self.options_with(code, heap, |left| {
            left.iter().fold(BigUint::ZERO, |sum, value| sum ^ value) == wanted
        })
    }

    /// The options of a heap of which this holds for the values of the heaps that are left, one or two; the same otherwise.
    pub(crate) fn options_with(
        &self,
        code: &Code,
        heap: &BigUint,
        wanted: impl Fn(&[BigUint]) -> bool,
    ) -> Option<OptionsOfValue> {
        let last = code.last_digit()?;
        let pattern = self.periodicity();
        if code.most_pieces() > 2 || pattern.saltus > 0 || *heap <= BigUint::from(last) {
            return None;
        }
        let mut found = OptionsOfValue { whole: Vec::new(), splits: Vec::new() };
        for amount in 0..=last {
            let digit = code.digit(amount);
            let left = heap - amount;
            if digit & 2 != 0 && wanted(&[self.big_value(&left)]) {
                found.whole.push(left.clone());
            }
            if digit & 4 == 0 {
                continue;
            }
            let half: BigUint = &left / 2_u8;
            let end = pattern.preperiod + pattern.period;
            let shown = u64::try_from(&half).map_or(end, |half| end.min(half.saturating_add(1)));
            let fits = |&smaller: &u64| {
                wanted(&[self.big_value(&smaller.into()), self.big_value(&(&left - smaller))])
            };
            let (once, again) = (1..shown).filter(fits).partition(|&n| n < pattern.preperiod);
            found.splits.push(Splits { left, half, once, again, period: pattern.period });
        }
        Some(found)
    }
}

impl OptionsOfValue {
    /// How many there are.
    pub fn count(&self) -> BigUint {
        let splits = self.splits.iter().map(|splits| {
            let again =
                splits.again.iter().map(|&first| (&splits.half - first) / splits.period + 1_u8);
            again.sum::<BigUint>() + splits.once.len()
        });
        splits.sum::<BigUint>() + self.whole.len()
    }

    /// Each as the heaps that it leaves, the smaller one first; those of a smaller amount taken come
    /// first, and among them the smaller heaps ascend.
    pub fn iter(&self) -> impl Iterator<Item = Vec<BigUint>> {
        let whole = self.whole.iter().map(|left| vec![left.clone()]);
        let splits = self.splits.iter().flat_map(|splits| {
            let once = splits.once.iter().map(|&smaller| BigUint::from(smaller));
            let rounds =
                std::iter::successors(Some(BigUint::ZERO), |base| Some(base + splits.period));
            let again = rounds
                .take_while(|base| !splits.again.is_empty() && *base <= splits.half)
                .flat_map(|base| splits.again.iter().map(move |&first| &base + first))
                .filter(|smaller| *smaller <= splits.half);
            once.chain(again).map(|smaller| vec![smaller.clone(), &splits.left - smaller])
        });
        whole.chain(splits)
    }
}
