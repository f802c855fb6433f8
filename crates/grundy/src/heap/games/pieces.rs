//! Take-and-break games with conditions on the heaps that a move leaves.
//!
//! A move takes one of finitely many amounts and leaves nothing, one heap or two. Whether it may depends on
//! the *classes* of the heaps that it leaves: the heaps below some number `t` are a class each, and from `t` on
//! those are one class that are alike modulo some `q`. Of two heaps the classes of the smaller and of the larger
//! one count, and how far they are apart: they may have to differ by so much at least.
//!
//! ```text
//! [a] + [n-a] for a in 2..n-2                   heaps of 0, 1 and 2 or more
//! [a] + [n-a] for a in 1..n-1 if a % 3 != 0     heaps alike modulo 3
//! [a] + [n-1-a] for a in 1..n-2 if a != n-1-a   any two heaps that differ by at least 1
//! [n-2] if n % 2 == 0                           one heap, and what is left is even
//! ```

use crate::heap::Code;
use std::fmt;

/// The most classes of heaps.
pub const MOST_CLASSES: u64 = 128;

/// Pairs of classes, or heaps that are near each other, that are looked at for all amounts together: a game for which there would
/// be more is none of these.
const MOST_LOOKED_AT: u64 = 1 << 18;

/// A take-and-break game with conditions on the heaps that a move leaves.
///
/// Two are equal exactly when they allow the same moves. `Display` prints the canonical text, which
/// certificates state: `pieces(t+q)[..]` with each amount, or those from one to another, and what it may leave: `0` for
/// nothing, a class `c` for one heap of it, `c|d` for two heaps of which the smaller is of class `c`.
///
/// ```
/// use grundy::heap::{Classes, Pieces};
/// // Split a heap; no piece may be less than 2.
/// let classes = Classes::new(2, 1).unwrap();
/// let game = Pieces::new(classes, [(0, 0)], |_, left| match *left {
///     [smaller, _] => Some(smaller >= 2),
///     _ => Some(false),
/// });
/// assert_eq!(game.unwrap().to_string(), "pieces(2+1)[0: 2|2]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    classes: Classes,
    /// Ascending by amount; each allows something.
    moves: Vec<Break>,
}

/// Classes of heaps: those below `t` alone, the others by what is left of them modulo `q`.
///
/// Heap 0 is a class of its own; the class of a heap from `t` on is `t` plus its distance from `t` modulo `q`.
///
/// ```
/// use grundy::heap::Classes;
/// // 0 and 1 alone, the others modulo 3.
/// let classes = Classes::new(2, 3).unwrap();
/// assert_eq!([0, 1, 2, 3, 4, 5].map(|heap| classes.of(heap)), [0, 1, 2, 3, 4, 2]);
/// assert_eq!(classes.count(), 5);
/// assert!(Classes::new(0, 3).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Classes {
    alone: u64,
    modulus: u64,
}

/// What may be left once an amount is taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::heap) struct Break {
    /// The amount.
    pub(in crate::heap) taken: u64,
    /// Whether nothing may be left.
    pub(in crate::heap) whole: bool,
    /// The classes of one heap that may be left, a bit each.
    pub(in crate::heap) one: u128,
    /// For each class of the smaller one of two heaps the classes of the larger, a bit each.
    pub(in crate::heap) two: Vec<u128>,
    /// How much two heaps of which one is not below `t` differ at least; 0 where there are none.
    pub(in crate::heap) apart: u64,
}

impl Classes {
    /// Heaps below `alone`, and heaps modulo `modulus`: both at least 1 and [`MOST_CLASSES`] together at most.
    pub fn new(alone: u64, modulus: u64) -> Option<Classes> {
        let fits = alone.checked_add(modulus).is_some_and(|count| count <= MOST_CLASSES);
        (alone >= 1 && modulus >= 1 && fits).then_some(Classes { alone, modulus })
    }

    /// `t`: the heaps below are a class each.
    pub fn alone(self) -> u64 {
        self.alone
    }

    /// `q`: from `t` on heaps are alike modulo this.
    pub fn modulus(self) -> u64 {
        self.modulus
    }

    /// How many classes there are.
    pub fn count(self) -> u64 {
        self.alone + self.modulus
    }

    /// The class of a heap.
    #[inline]
    pub fn of(self, heap: u64) -> u64 {
        match heap.checked_sub(self.alone) {
            None => heap,
            Some(past) => self.alone + past % self.modulus,
        }
    }

    /// The classes of heaps that are so much less; heap 0 stays a class of its own.
    pub(in crate::heap) fn shifted(self, shift: u64) -> Classes {
        Classes { alone: self.alone.saturating_sub(shift).max(1), ..self }
    }

    /// A heap of the class that is at least so large, if not the class of a single heap.
    fn far(self, class: u64, least: u64) -> u64 {
        match class < self.alone {
            true => class,
            false => class + least.saturating_sub(class).next_multiple_of(self.modulus),
        }
    }
}

impl Break {
    /// Reads off from which heaps may be left; see [`Pieces::new`].
    fn new(
        classes: Classes,
        taken: u64,
        far: u64,
        allows: &mut dyn FnMut(&[u64]) -> Option<bool>,
    ) -> Option<Break> {
        let whole = allows(&[])?;
        // Every class has the heap of its number.
        let mut one = 0;
        for class in 1..classes.count() {
            one |= u128::from(allows(&[class])?) << class;
        }
        let mut two = vec![0; classes.count() as usize];
        for smaller in 1..classes.count() {
            for class in 1..classes.count() {
                let larger = classes.far(class, smaller + far);
                if smaller <= larger {
                    two[smaller as usize] |= u128::from(allows(&[smaller, larger])?) << class;
                }
            }
        }
        // Where one of two heaps is not alone in its class, those near each other may be left from a difference on.
        let mut near = Vec::new();
        for smaller in 1..classes.count() {
            for larger in smaller.max(classes.alone)..smaller + far {
                near.push((smaller, larger, allows(&[smaller, larger])?));
            }
        }
        let mut found = Break { taken, whole, one, two, apart: 0 };
        found.apart = (0..=far).find(|&apart| {
            let asked = Break { apart, ..found.clone() };
            near.iter().all(|&(one, other, right)| asked.allows(classes, one, other) == right)
        })?;
        if found.two.iter().all(|&row| row == 0) {
            found.two.clear();
        }
        Some(found)
    }

    /// Whether these two heaps may be left, the smaller one first.
    #[inline]
    pub(in crate::heap) fn allows(&self, classes: Classes, smaller: u64, larger: u64) -> bool {
        let row = self.two.get(classes.of(smaller) as usize).copied().unwrap_or(0);
        row >> classes.of(larger) & 1 != 0
            && (larger < classes.alone || larger - smaller >= self.apart)
    }

    /// What is allowed, whatever the amount.
    fn kind(&self) -> (u128, &[u128], u64) {
        (self.one, &self.two, self.apart)
    }

    /// The same if heaps are told apart by fewer classes, if that can be: no more heaps are alone, and their modulus divides the
    /// one there is.
    fn among(&self, classes: Classes, fewer: Classes) -> Option<Break> {
        // The class of a heap far out stands for one of the fewer classes.
        let stands = |class: u64| match class < fewer.alone {
            true => class,
            false => classes.of(fewer.far(class, classes.alone)),
        };
        let row = |row: u128| {
            (0..fewer.count()).fold(0, |bits, class| bits | (row >> stands(class) & 1) << class)
        };
        let one = row(self.one);
        if (1..classes.count()).any(|class| one >> fewer.of(class) & 1 != self.one >> class & 1) {
            return None;
        }
        let mut small = Break { one, apart: 0, ..self.clone() };
        if self.two.is_empty() {
            return Some(small);
        }
        small.two = (0..fewer.count()).map(|class| row(self.two[stands(class) as usize])).collect();
        // From how much on two heaps may be left, of which one is not alone any more: more than what those have that may not be
        // left, and no more than what those have that may.
        let mut most = u64::MAX;
        for smaller in 1..classes.count() {
            let near = smaller.max(fewer.alone)..smaller + self.apart;
            let each = (1..classes.count()).map(|class| match class < classes.alone {
                true => class,
                false => classes.far(class, smaller + self.apart),
            });
            for larger in each.chain(near).filter(|&larger| larger >= smaller) {
                let right = self.allows(classes, smaller, larger);
                match (right, small.allows(fewer, smaller, larger)) {
                    (true, false) => return None,
                    (true, true) if larger >= fewer.alone => most = most.min(larger - smaller),
                    (false, true) if larger < fewer.alone => return None,
                    // There are such heaps that are as far apart as you like.
                    (false, true) if larger >= classes.alone && larger - smaller >= self.apart => {
                        return None;
                    }
                    (false, true) => small.apart = small.apart.max(larger - smaller + 1),
                    _ => {}
                }
            }
        }
        (small.apart <= most).then_some(small)
    }

    fn is_nothing(&self) -> bool {
        !self.whole && self.one == 0 && self.two.is_empty()
    }
}

impl Pieces {
    /// The game in which each amount may leave the heaps, none empty and the smaller one first, that `allows` accepts.
    /// Beside each amount stands the difference from which on two heaps are far apart: `allows`
    /// must depend on nothing but the classes, which of two heaps is the larger and, where they are not far apart, their difference.
    ///
    /// Nothing where two heaps that are near each other may be left and others of their classes not, or where the
    /// near ones are not told by a least difference; where an amount 0 leaves one heap or nothing; where `allows`
    /// does not answer; or where there are so many classes and amounts that a game would take long to understand.
    /// `O(m (c + d)^2)` questions for `m` amounts, `c` classes and differences up to `d`.
    pub fn new(
        classes: Classes,
        amounts: impl IntoIterator<Item = (u64, u64)>,
        mut allows: impl FnMut(u64, &[u64]) -> Option<bool>,
    ) -> Option<Pieces> {
        let (mut moves, mut looked_at) = (Vec::new(), 0_u64);
        for (taken, far) in amounts {
            looked_at =
                looked_at.saturating_add(classes.count().saturating_add(far).saturating_pow(2));
            if looked_at > MOST_LOOKED_AT {
                return None;
            }
            let found = Break::new(classes, taken, far, &mut |left| allows(taken, left))?;
            if taken == 0 && (found.whole || found.one != 0) {
                return None;
            }
            moves.push(found);
        }
        moves.sort_unstable_by_key(|found: &Break| found.taken);
        moves.retain(|found| !found.is_nothing());
        Some(Pieces { classes, moves }.smallest())
    }

    /// The classes, as few as there can be.
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// Amounts with what each may leave, ascending.
    pub(in crate::heap) fn moves(&self) -> &[Break] {
        &self.moves
    }

    /// The amounts that may be taken, ascending.
    pub fn amounts(&self) -> impl Iterator<Item = u64> + '_ {
        self.moves.iter().map(|found| found.taken)
    }

    /// Whether a move may take an amount and leave these heaps, none empty, two at most, the smaller one first.
    pub fn allows(&self, taken: u64, left: &[u64]) -> bool {
        let Ok(at) = self.moves.binary_search_by_key(&taken, |found| found.taken) else {
            return false;
        };
        let found = &self.moves[at];
        match *left {
            [] => found.whole,
            [heap] => found.one >> self.classes.of(heap) & 1 != 0,
            [smaller, larger] => found.allows(self.classes, smaller, larger),
            _ => false,
        }
    }

    /// How much two heaps left by a move that takes this differ at least, unless both are below `t`.
    pub fn apart(&self, taken: u64) -> u64 {
        let at = self.moves.binary_search_by_key(&taken, |found| found.taken);
        at.map_or(0, |at| self.moves[at].apart)
    }

    /// The most that two heaps must differ by.
    pub fn most_apart(&self) -> u64 {
        self.moves.iter().map(|found| found.apart).max().unwrap_or(0)
    }

    /// The largest amount, 0 if there is none.
    pub fn reach(&self) -> u64 {
        self.moves.last().map_or(0, |found| found.taken)
    }

    /// The most heaps that a move leaves, `0..=2`.
    pub fn most_pieces(&self) -> u64 {
        let most = |found: &Break| match (found.two.is_empty(), found.one) {
            (false, _) => 2,
            (true, 0) => 0,
            (true, _) => 1,
        };
        self.moves.iter().map(most).max().unwrap_or(0)
    }

    /// The code that the game is, if there are no conditions on what is left.
    ///
    /// ```
    /// use grundy::heap::{Classes, Pieces};
    /// let all = Pieces::new(Classes::new(1, 1).unwrap(), [(1, 0), (2, 0)], |_, _| Some(true)).unwrap();
    /// assert_eq!(all.code(), Some("0.77".parse()?));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn code(&self) -> Option<Code> {
        let last = usize::try_from(self.reach()).ok()?;
        let plain = self.classes.count() == 2 && self.most_apart() == 0;
        if !plain || last > 1 << 28 {
            return None;
        }
        let mut digits = vec![0; last + 1];
        for found in &self.moves {
            let bits = [found.whole, found.one != 0, !found.two.is_empty()];
            digits[found.taken as usize] =
                bits.iter().rev().fold(0, |digit, &bit| 2 * digit + u8::from(bit));
        }
        Code::new(&digits, &[]).ok()
    }

    /// Whether it is Grundy's game: a heap is split in two that differ.
    ///
    /// ```
    /// use grundy::heap::{Classes, Pieces};
    /// // Heaps are far apart from a difference of 1 on.
    /// let differ = |_, left: &[u64]| Some(matches!(left, [a, b] if a < b));
    /// let game = Pieces::new(Classes::new(1, 1).unwrap(), [(0, 1)], differ).unwrap();
    /// assert!(game.is_grundys());
    /// ```
    pub fn is_grundys(&self) -> bool {
        let split = |found: &Break| found.taken == 0 && found.apart == 1;
        self.classes.count() == 2 && self.moves.len() == 1 && self.moves.iter().all(split)
    }

    /// A game with all moves of two games, if it has classes.
    pub fn or(&self, other: &Pieces) -> Option<Pieces> {
        let (one, two) = (self.classes, other.classes);
        let modulus = least_common_multiple(one.modulus, two.modulus)?;
        let classes = Classes::new(one.alone.max(two.alone), modulus)?;
        let far = self.most_apart().max(other.most_apart());
        let mut amounts: Vec<u64> = self.amounts().chain(other.amounts()).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let amounts = amounts.into_iter().map(|taken| (taken, far));
        Pieces::new(classes, amounts, |taken, left| {
            Some(self.allows(taken, left) || other.allows(taken, left))
        })
    }

    /// The same game with the fewest classes. What is allowed depends on `n` by a function that has a period from some heap on, so
    /// the least modulus does not depend on what is alone.
    fn smallest(self) -> Pieces {
        let Classes { alone, modulus } = self.classes;
        let mut kinds: Vec<&Break> = self.moves.iter().collect();
        kinds.sort_unstable_by_key(|found| found.kind());
        kinds.dedup_by_key(|found| found.kind());
        let fits =
            |fewer: &Classes| kinds.iter().all(|found| found.among(self.classes, *fewer).is_some());
        let moduli = (1..modulus).filter(|&part| modulus.is_multiple_of(part));
        let moduli = moduli.map(|modulus| Classes { alone, modulus });
        let repeats = moduli.into_iter().find(fits).unwrap_or(self.classes);
        let fewer = (1..alone).map(|alone| Classes { alone, ..repeats }).find(fits);
        let fewer = fewer.unwrap_or(repeats);
        let moves = self.moves.iter().filter_map(|found| found.among(self.classes, fewer));
        Pieces { classes: fewer, moves: moves.collect() }
    }
}

/// The least common multiple of two positive numbers, if it has 64 bits.
pub(crate) fn least_common_multiple(one: u64, two: u64) -> Option<u64> {
    let (mut a, mut b) = (one, two);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(two)
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Classes { alone, modulus } = self.classes;
        write!(f, "pieces({alone}+{modulus})[")?;
        let together = |one: &Break, next: &Break| {
            one.taken + 1 == next.taken && (one.whole, one.kind()) == (next.whole, next.kind())
        };
        for (at, alike) in self.moves.chunk_by(together).enumerate() {
            let [found, ..] = alike else { continue };
            write!(f, "{}{}", if at > 0 { "; " } else { "" }, found.taken)?;
            if alike.len() > 1 {
                write!(f, "..{}", found.taken + (alike.len() as u64 - 1))?;
            }
            f.write_str(":")?;
            if found.whole {
                f.write_str(" 0")?;
            }
            for class in (0..self.classes.count()).filter(|class| found.one >> class & 1 != 0) {
                write!(f, " {class}")?;
            }
            for (smaller, row) in found.two.iter().enumerate() {
                for class in (0..self.classes.count()).filter(|class| row >> class & 1 != 0) {
                    write!(f, " {smaller}|{class}")?;
                }
            }
            if found.apart > 0 {
                write!(f, " apart {}", found.apart)?;
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_amounts_are_named() {
        let amounts = [1, 2, 4, u64::MAX - 1, u64::MAX].map(|taken| (taken, 0));
        let game =
            Pieces::new(Classes { alone: 1, modulus: 1 }, amounts, |_, left| Some(left.len() == 1));
        let text = "pieces(1+1)[1..2: 1; 4: 1; 18446744073709551614..18446744073709551615: 1]";
        assert_eq!(game.unwrap().to_string(), text);
    }
}
