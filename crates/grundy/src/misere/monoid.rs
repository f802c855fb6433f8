//! Finite commutative monoids with a set of lost elements.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::limits::{Limits, Stop};

/// The heaps of a sum, none of them empty, in any order.
pub(super) type Word = Vec<u32>;

/// What a heap counts: more than all the heaps together that any move leaves of it.
///
/// A move leaves fewer tokens, or as many in at least two heaps.
pub(super) fn weight(heap: u32) -> u64 {
    2 * u64::from(heap) - 1
}

/// A finite commutative monoid; element 0 is the identity, which is not lost.
///
/// Its elements stand for sums, its product for putting two sums together, and an element is *lost* if
/// the player to move loses the sums that it stands for.
///
/// ```
/// use grundy::heap::HeapGame;
/// use grundy::limits::Limits;
/// use grundy::misere::Quotient;
/// // Only heaps of 1 have a move: an odd number of them is lost.
/// let mut game = Quotient::new(HeapGame::Code("0.1".parse()?));
/// game.advance(5, &Limits::default())?;
/// let (monoid, one) = (game.monoid(), game.element(&1_u8.into()).unwrap());
/// assert_eq!((monoid.order(), monoid.product(one, one)), (2, 0));
/// assert!(monoid.is_lost(one) && !monoid.is_lost(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    /// The product of `a` and `b` at `a * order + b`.
    products: Vec<u16>,
    lost: Vec<bool>,
}

impl Monoid {
    /// The most elements that one may have.
    pub(super) const MOST: usize = 1 << 16;

    /// That of a game without moves: one element.
    pub(super) fn trivial() -> Monoid {
        Monoid { order: 1, products: vec![0], lost: vec![false] }
    }

    /// From its elements that are lost, at most [`Monoid::MOST`] in all, and the product of each two,
    /// of which the first is at most the second.
    pub(super) fn new(
        lost: Vec<bool>,
        product: impl Fn(usize, usize) -> u16,
        limits: &Limits,
    ) -> Result<Monoid, Stop> {
        let order = lost.len();
        let mut products = vec![0; order * order];
        for a in 0..order {
            limits.check()?;
            for b in a..order {
                let both = product(a, b);
                products[a * order + b] = both;
                products[b * order + a] = both;
            }
        }
        Ok(Monoid { order, products, lost })
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    ///
    /// # Panics
    /// If one of them is not below the [order](Monoid::order); so [`Monoid::is_lost`].
    pub fn product(&self, a: usize, b: usize) -> usize {
        assert!(a < self.order && b < self.order, "{a} and {b} are elements of {}", self.order);
        usize::from(self.products[a * self.order + b])
    }

    /// Whether the player to move loses the sums that the element stands for.
    pub fn is_lost(&self, element: usize) -> bool {
        self.lost[element]
    }

    /// The lost elements, in ascending order.
    pub fn lost(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.order).filter(|&element| self.lost[element])
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        2 * (self.order as u64).pow(2)
    }

    /// All elements whose product with one of these is lost.
    pub(super) fn losing_with(&self, elements: &Elements) -> Elements {
        let elements: Vec<usize> = elements.iter().collect();
        let loses =
            |&other: &usize| elements.iter().any(|&own| self.lost[self.product(other, own)]);
        Elements::of(self.order, (0..self.order).filter(loses))
    }

    /// Whether it is that of Nim with heaps below a power of two, so that the game is *tame*: beside the identity and
    /// an element whose square that is, there is a group in which each element is its own inverse, and lost are that element
    /// and the identity of the group.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// use grundy::limits::Limits;
    /// use grundy::misere::Quotient;
    /// for (code, tame) in [("0.33", true), ("0.1", true), ("0.77", false), ("0.75", false)] {
    ///     let mut game = Quotient::new(HeapGame::Code(code.parse()?));
    ///     game.advance(20, &Limits::default())?;
    ///     assert_eq!(game.monoid().is_tame(), tame, "{code}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_tame(&self) -> bool {
        if self.order == 1 {
            return true;
        }
        let lost: Vec<usize> = self.lost().collect();
        let units: Vec<usize> =
            (0..self.order).filter(|&element| self.product(element, element) == 0).collect();
        let [0, one] = units[..] else { return false };
        if self.order == 2 {
            return lost == [one];
        }
        let firm = || (1..self.order).filter(|&element| element != one);
        let Some(zero) = firm().find(|&element| self.product(element, element) == element) else {
            return false;
        };
        let fits = |element: usize| {
            self.product(element, element) == zero && self.product(element, zero) == element
        };
        let both = [one.min(zero), one.max(zero)];
        firm().all(fits) && (self.order - 2).is_power_of_two() && lost == both
    }

    /// The words of least weight over some heaps, of which each stands for an element: the elements that have
    /// one in ascending order of its weight, and the word of each element. Equal elements have the same heap. `O(order x heaps x log order)`.
    pub(super) fn words(&self, heaps: &[(usize, u32)]) -> (Vec<usize>, Vec<Option<Word>>) {
        let mut words: Vec<Option<Word>> = vec![None; self.order];
        let mut least = vec![u64::MAX; self.order];
        let mut order = Vec::new();
        let mut queue = BinaryHeap::new();
        words[0] = Some(Word::new());
        least[0] = 0;
        queue.push(Reverse((0, 0)));
        while let Some(Reverse((total, element))) = queue.pop() {
            if total > least[element] {
                continue;
            }
            order.push(element);
            for &(factor, heap) in heaps {
                let product = self.product(element, factor);
                let total = total + weight(heap);
                if total < least[product] {
                    least[product] = total;
                    let mut word = words[element].clone().unwrap_or_default();
                    word.push(heap);
                    words[product] = Some(word);
                    queue.push(Reverse((total, product)));
                }
            }
        }
        (order, words)
    }
}

/// A set of elements of a monoid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Elements(Box<[u64]>);

impl Elements {
    /// None, of so many.
    pub(super) fn none(order: usize) -> Elements {
        Elements(vec![0; order.div_ceil(64)].into())
    }

    /// Some of so many.
    pub(super) fn of(order: usize, elements: impl IntoIterator<Item = usize>) -> Elements {
        let mut set = Elements::none(order);
        elements.into_iter().for_each(|element| set.add(element));
        set
    }

    pub(super) fn add(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub(super) fn has(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|&element| self.has(element))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn is_within(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    /// The bytes that one of so many takes.
    pub(super) fn bytes(order: usize) -> u64 {
        8 * order.div_ceil(64) as u64 + 64
    }
}
