//! Taking one of some amounts, of which none is a multiple of `m`, and 1 to `m - 1` are among them.
//!
//! **Theorem.** Let all amounts be multiples of a number `d`, the `t`-th multiples for the numbers `t` of a set that holds 1 to
//! `m - 1` and no multiple of `m`. Then the value of heap `n` is `floor(n / d) mod m`.
//!
//! *Proof.* Taking `d t` takes `t` from `q = floor(n / d)`, and if `q >= t` it is allowed. No amount leaves the remainder of `q`
//! modulo `m`, and each smaller one, `r`, is left by `t = (q mod m) - r`, which is from 1 to `m - 1` and at most `q`. So the
//! values of the options lack the remainder itself, and have all that are smaller. ∎
//!
//! So whoever takes a power of 2 plays modulo 3, whoever takes an odd number modulo 2.

use std::sync::Arc;

use num_bigint::BigUint;

/// A set of amounts to which the theorem applies.
///
/// ```
/// use grundy::theory::remainders::Remainders;
/// let powers = Remainders::new((0..40).map(|exponent| 1 << exponent)).unwrap();
/// assert_eq!((powers.unit(), powers.modulus(), powers.period()), (1, 3, 3));
/// assert_eq!(powers.value_u64(1_000_000_000), 1);
/// // 3 is missing, and 6 is a multiple of it.
/// assert!(Remainders::new([1, 2, 6]).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Remainders {
    /// Ascending, each once.
    amounts: Arc<[u64]>,
    unit: u64,
    modulus: u64,
}

impl Remainders {
    /// The set of these amounts, if they are such; none of them may be 0. `O(count)`.
    pub fn new(amounts: impl IntoIterator<Item = u64>) -> Option<Remainders> {
        let mut amounts: Vec<u64> = amounts.into_iter().collect();
        amounts.sort_unstable();
        amounts.dedup();
        let unit = *amounts.first().filter(|&&least| least > 0)?;
        let near = amounts
            .iter()
            .zip(1_u64..)
            .take_while(|&(&amount, times)| unit.checked_mul(times) == Some(amount));
        let modulus = near.count() as u64 + 1;
        let fits =
            |&amount: &u64| amount.is_multiple_of(unit) && !(amount / unit).is_multiple_of(modulus);
        amounts.iter().all(fits).then(|| Remainders { amounts: amounts.into(), unit, modulus })
    }

    /// The least amount, of which all are multiples: `d`.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// The least of its multiples that is no amount: the `m`-th.
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The number of heaps after which the values come again, up to 2^64 - 1.
    pub fn period(&self) -> u64 {
        self.unit.saturating_mul(self.modulus)
    }

    /// The value of a heap. `O(digits)`.
    ///
    /// ```
    /// use grundy::theory::remainders::Remainders;
    /// let odd = Remainders::new([1, 3, 99_999_999_999]).unwrap();
    /// assert_eq!(odd.value(&10u64.pow(18).into()), 0);
    /// ```
    pub fn value(&self, heap: &BigUint) -> u64 {
        u64::try_from(heap / self.unit % self.modulus).unwrap_or(0)
    }

    /// [`Remainders::value`] for a heap that fits in a machine word. `O(1)`.
    pub fn value_u64(&self, heap: u64) -> u64 {
        heap / self.unit % self.modulus
    }

    /// Every heap of value `wanted` that a move from `heap` can leave, the largest first. `O(amounts * digits)`.
    ///
    /// ```
    /// use grundy::theory::remainders::Remainders;
    /// let powers = Remainders::new([1, 2, 4, 8, 16]).unwrap();
    /// let left: Vec<u64> =
    ///     powers.moves_to(&10_u64.into(), 0).iter().map(|left| left.try_into().unwrap()).collect();
    /// assert_eq!(left, [9, 6]);
    /// ```
    pub fn moves_to(&self, heap: &BigUint, wanted: u64) -> Vec<BigUint> {
        let allowed = self.amounts.iter().filter(|&&amount| *heap >= BigUint::from(amount));
        let left = allowed.map(|&amount| heap - amount);
        left.filter(|left| self.value(left) == wanted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_moves_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(71);
        let mut found = 0;
        for _ in 0..2000 {
            let (unit, near) = (random.u64(1..4), random.u64(1..5));
            let far = (0..random.usize(..4)).map(|_| random.u64(near..40)).collect::<Vec<_>>();
            let amounts: Vec<u64> = (1..=near).chain(far).map(|times| unit * times).collect();
            let Some(set) = Remainders::new(amounts.clone()) else { continue };
            found += 1;
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..150_u64 {
                let mut left: Vec<u64> =
                    amounts.iter().filter_map(|amount| heap.checked_sub(*amount)).collect();
                left.sort_unstable_by(|a, b| b.cmp(a));
                left.dedup();
                let is_option =
                    |value: u64| left.iter().any(|&left| values[left as usize] == value);
                let value = (0..).find(|&value| !is_option(value)).unwrap();
                assert_eq!(set.value_u64(heap), value, "{amounts:?} {heap}");
                assert_eq!(set.value(&heap.into()), value, "{amounts:?} {heap}");
                for wanted in 0..7 {
                    let right = left.iter().filter(|&&left| values[left as usize] == wanted);
                    let right: Vec<BigUint> = right.map(|&left| left.into()).collect();
                    assert_eq!(set.moves_to(&heap.into(), wanted), right, "{amounts:?} {heap}");
                }
                values.push(value);
            }
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn limits_of_the_type() {
        let far = Remainders::new([u64::MAX]).unwrap();
        assert_eq!((far.value_u64(u64::MAX), far.value_u64(u64::MAX - 1)), (1, 0));
        assert_eq!(far.period(), u64::MAX);
        let two = Remainders::new([1, 2, u64::MAX - 1]).unwrap();
        assert_eq!((two.modulus(), two.value_u64(u64::MAX)), (3, 0));
        assert!(Remainders::new([1, 2, u64::MAX]).is_none());
        assert!(Remainders::new([]).is_none() && Remainders::new([0, 1]).is_none());
    }
}
