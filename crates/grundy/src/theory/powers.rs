//! Taking a power of `c`: 1, `c`, `c^2`, ...
//!
//! **Theorem.** For odd `c` the value of heap `n` is `n mod 2`. For even `c` let `r = n mod (c + 1)`: the value is `r mod 2`,
//! but 2 where `r = c`. The same holds if no powers above some `c^t`, `t >= 1`, may be taken.
//!
//! *Proof.* For odd `c` every amount is odd, and 1 is there. For even `c` the values are those of taking 1 or `c`
//! ([`one_more`], since 2 divides `c`), and other powers change no mex, as none leaves the value of the heap itself: modulo
//! `c + 1` the number `c` is -1, so each power is 1 or -1 there, and the values of neighbours differ around the circle of the
//! `c + 1` remainders: 0, 1, 0, 1, ..., 0, 1, 2. ∎
//!
//! (For the powers of 2 that is `n mod 3`; problem 4203 of HDU.)

use num_bigint::BigUint;

use super::one_more;

/// The amounts that may be taken.
///
/// ```
/// use grundy::theory::powers::Powers;
/// let of_ten = Powers::new(10, None).unwrap();
/// let values: Vec<u64> = (8..13_u64).map(|heap| of_ten.value_u64(heap)).collect();
/// assert_eq!(values, [0, 1, 2, 0, 1]);
/// assert_eq!(Powers::of(&[1, 10, 100]), Powers::new(10, Some(100)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers {
    base: u64,
    most: Option<u64>,
}

impl Powers {
    /// The powers of a number, which is at least 2, up to an amount that is at least that number, or all of them.
    pub fn new(base: u64, most: Option<u64>) -> Option<Powers> {
        (base >= 2 && most.is_none_or(|most| most >= base)).then_some(Powers { base, most })
    }

    /// The powers that these amounts are, ascending and without a gap, if they are two at least. `O(count)`.
    pub fn of(amounts: &[u64]) -> Option<Powers> {
        let [1, base, ..] = *amounts else { return None };
        let next = |&[one, other]: &[u64; 2]| one.checked_mul(base) == Some(other);
        let all = amounts.windows(2).all(|pair| next(&[pair[0], pair[1]]));
        all.then(|| Powers::new(base, amounts.last().copied()))?
    }

    /// The number whose powers are taken.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The number of heaps after which the values come again.
    pub fn period(&self) -> u128 {
        one_more::period(1, self.base)
    }

    /// The value of a heap. `O(digits)`.
    ///
    /// ```
    /// use grundy::theory::powers::Powers;
    /// let of_ten = Powers::new(10, None).unwrap();
    /// // 10^31 + 1 is a multiple of 11.
    /// assert_eq!(of_ten.value(&num_bigint::BigUint::from(10_u8).pow(31)), 2);
    /// ```
    pub fn value(&self, heap: &BigUint) -> u64 {
        one_more::value(heap, 1, self.base)
    }

    /// [`Powers::value`] for a heap that fits in a machine word. `O(1)`.
    pub fn value_u64(&self, heap: u64) -> u64 {
        one_more::value_u64(heap, 1, self.base)
    }

    /// Every heap of value `wanted` that a move from `heap` can leave, the largest first. `O(digits)` for each amount.
    ///
    /// ```
    /// use grundy::theory::powers::Powers;
    /// let of_ten = Powers::new(10, None).unwrap();
    /// // Take 1 or 100; 10 and 1000 leave heaps of value 2.
    /// assert!(of_ten.moves_to(&1010_u32.into(), 0).eq([1009_u32.into(), 910_u32.into()]));
    /// ```
    pub fn moves_to(&self, heap: &BigUint, wanted: u64) -> impl Iterator<Item = BigUint> {
        let Powers { base, most } = *self;
        let most = most.map_or_else(|| heap.clone(), |most| heap.min(&most.into()).clone());
        let amounts =
            std::iter::successors(Some(BigUint::from(1_u8)), move |amount| Some(amount * base));
        // Two amounts after each other show what all leave: modulo the period a power is 1 or -1.
        let heap = heap.clone();
        let mut known = [None; 2];
        amounts.take_while(move |amount| *amount <= most).enumerate().filter_map(
            move |(exponent, amount)| {
                let left = &heap - amount;
                let value =
                    *known[exponent % 2].get_or_insert_with(|| one_more::value(&left, 1, base));
                (value == wanted).then_some(left)
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_moves_are_those_of_the_definition() {
        for (base, most) in
            (2..13_u64).flat_map(|base| [(base, None), (base, Some(base)), (base, Some(70))])
        {
            let Some(set) = Powers::new(base, most) else { continue };
            let all: Vec<u64> = std::iter::successors(Some(1), |power| Some(power * base))
                .take_while(|&power| power <= most.unwrap_or(400))
                .collect();
            assert_eq!(Powers::of(&all).map(|set| set.base()), Some(base));
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..400_u64 {
                let left: Vec<u64> =
                    all.iter().filter_map(|amount| heap.checked_sub(*amount)).collect();
                let is_option =
                    |value: u64| left.iter().any(|&left| values[left as usize] == value);
                let value = (0..).find(|&value| !is_option(value)).unwrap();
                assert_eq!(set.value_u64(heap), value, "{base} {most:?} {heap}");
                assert_eq!(set.value(&heap.into()), value, "{base} {most:?} {heap}");
                for wanted in 0..4 {
                    let right = left.iter().filter(|&&left| values[left as usize] == wanted);
                    let right: Vec<BigUint> = right.map(|&left| left.into()).collect();
                    assert!(set.moves_to(&heap.into(), wanted).eq(right), "{base} {most:?} {heap}");
                }
                values.push(value);
            }
        }
    }

    #[test]
    fn limits_of_the_type() {
        let far = Powers::new(u64::MAX, None).unwrap();
        assert_eq!((far.value_u64(u64::MAX), far.period()), (1, 2));
        let even = Powers::new(u64::MAX - 1, Some(u64::MAX)).unwrap();
        assert_eq!((even.value_u64(u64::MAX - 1), even.value_u64(u64::MAX)), (2, 0));
        assert_eq!(even.moves_to(&u64::MAX.into(), 1).count(), 1);
        assert!(Powers::new(1, None).is_none() && Powers::new(3, Some(2)).is_none());
        let others: [&[u64]; 5] = [&[], &[1], &[2, 4], &[1, 3, 27], &[1, 1 << 40, u64::MAX]];
        assert!(others.iter().all(|amounts| Powers::of(amounts).is_none()));
    }
}
