//! The tuples of a set of which some numbers are given: found, counted and listed digit by digit.
//!
//! The digits of the given numbers are read from the left, the others are free. Only states from
//! which the rest of the given digits may still end in acceptance are kept, digit by digit, so a
//! walk along them never turns back without a tuple, and the number of tuples is the number of
//! paths. The others may have more digits than the given ones; if they are finitely many, each path
//! through the zeros in front is shorter than the number of states.

use std::collections::HashMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::dfa::Dfa;
use crate::limits::{Limits, Stop};

/// The tuples of a set whose first numbers are given.
///
/// ```
/// use grundy::automaton::{Dfa, Linear, Numeration, Section, Sign};
/// use grundy::limits::Limits;
/// // a + b = n for the tracks n, a, b.
/// let sum = Linear::new([(0, -1), (1, 1), (2, 1)], 0, Sign::Zero);
/// let sum = Dfa::linear(Numeration::Base(2), &sum).unwrap();
/// let given = [10_u8.into()];
/// let section = Section::new(&sum, &given, &Limits::default())?.unwrap();
/// assert_eq!(section.count(), 11_u8.into());
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Section<'a> {
    set: &'a Dfa,
    /// How many letters the given tracks alone make.
    below: usize,
    /// The letters of the given numbers, with zeros in front.
    given: Vec<usize>,
    /// Before each letter, and after the last: the states from which acceptance is reached.
    alive: Vec<Vec<u32>>,
}

impl<'a> Section<'a> {
    /// Prepares the tuples that begin with the given numbers; `None` if they are infinitely many.
    /// The automaton must be a smallest one. `O(digits x states x letters)`.
    /// There may be as many numbers as tracks at most.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn new(
        set: &'a Dfa,
        numbers: &[BigUint],
        limits: &Limits,
    ) -> Result<Option<Section<'a>>, Stop> {
        let words: Vec<Vec<u8>> = numbers.iter().map(|n| set.numeration().write_big(n)).collect();
        let below = set.numeration().digits().pow(numbers.len() as u32);
        let mut section =
            Section { set, below, given: set.word_letters(&words), alive: Vec::new() };
        // Where the free digits can lead while the given numbers have not begun.
        let front = section.closure();
        let mut reached = vec![front.clone()];
        let mut memory = 0_u64;
        for (at, &letter) in section.given.iter().enumerate() {
            if at.is_multiple_of(256) {
                limits.check()?;
                limits.check_memory(memory.saturating_mul(8))?;
            }
            let before = &reached[at];
            let mut to: Vec<u32> = before
                .iter()
                .flat_map(|&state| section.steps(state, letter))
                .map(|(_, to)| to)
                .collect();
            to.sort_unstable();
            to.dedup();
            memory += to.len() as u64;
            reached.push(to);
        }
        let Some(last) = reached.last_mut() else { return Ok(None) };
        last.retain(|&state| set.is_accepting(state as usize));
        for at in (0..section.given.len()).rev() {
            let (before, after) = reached.split_at_mut(at + 1);
            section.keep_leading(&mut before[at], section.given[at], &after[0]);
        }
        // Zeros in front of the given numbers, as many as some tuple needs.
        let mut in_front = Vec::new();
        let mut now = reached[0].clone();
        loop {
            let mut before = front.clone();
            section.keep_leading(&mut before, 0, &now);
            let only_zeros = |&state: &u32| {
                section
                    .steps(state, 0)
                    .all(|(free, to)| now.binary_search(&to).is_err() || (state, free) == (0, 0))
            };
            if now.iter().all(|&state| state == 0) && before.iter().all(only_zeros) {
                break;
            }
            if in_front.len() > front.len() {
                return Ok(None);
            }
            in_front.push(std::mem::replace(&mut now, before));
        }
        // The last one stands at the very front; the one at the given digits is there already.
        let zeros = in_front.len();
        in_front.push(now);
        in_front.reverse();
        in_front.truncate(zeros);
        section.given.splice(0..0, std::iter::repeat_n(0, zeros));
        section.alive = in_front;
        section.alive.extend(reached);
        Ok(Some(section))
    }

    /// The states that zeros of the given numbers lead to.
    fn closure(&self) -> Vec<u32> {
        let mut seen = vec![false; self.set.states()];
        let mut found = vec![0_u32];
        seen[0] = true;
        let mut at = 0;
        while at < found.len() {
            for (_, to) in self.steps(found[at], 0) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to);
                }
            }
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// Where a letter of the given numbers leads, with each letter of the free ones.
    fn steps(&self, state: u32, given: usize) -> impl Iterator<Item = (usize, u32)> {
        let row = self.set.row(state as usize);
        row.iter().skip(given).step_by(self.below).copied().enumerate()
    }

    /// Keeps the states from which a letter leads to some of these.
    fn keep_leading(&self, states: &mut Vec<u32>, letter: usize, to: &[u32]) {
        states.retain(|&state| {
            self.steps(state, letter).any(|(_, next)| to.binary_search(&next).is_ok())
        });
    }

    /// How many tuples there are.
    pub fn count(&self) -> BigUint {
        let one = || BigUint::from(1_u8);
        let last = self.alive.last().map_or(&[][..], Vec::as_slice);
        let mut after: HashMap<u32, BigUint> = last.iter().map(|&state| (state, one())).collect();
        for (states, &letter) in self.alive.iter().zip(&self.given).rev() {
            let paths = |&state: &u32| {
                let all = self.steps(state, letter).filter_map(|(_, to)| after.get(&to));
                (state, all.sum::<BigUint>())
            };
            after = states.iter().map(paths).collect();
        }
        after.remove(&0).unwrap_or_default()
    }

    /// Shows the free numbers of each tuple, in the order of their digits, until `see` breaks.
    /// `O(digits^2)` for each.
    ///
    /// ```
    /// use grundy::automaton::{Dfa, Section};
    /// use grundy::limits::Limits;
    /// use std::ops::ControlFlow;
    /// // What 5 becomes 7 with.
    /// let sum = Dfa::xor(0, 1, 2).unwrap();
    /// let given = [5_u8.into(), 7_u8.into()];
    /// let section = Section::new(&sum, &given, &Limits::default())?.unwrap();
    /// let mut found = Vec::new();
    /// let _ = section.each(&mut |free| {
    ///     found.push(free);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [[2_u8.into()]]);
    /// # Ok::<(), grundy::limits::Stop>(())
    /// ```
    pub fn each(&self, see: &mut dyn FnMut(Vec<BigUint>) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.alive[0].first() != Some(&0) {
            return ControlFlow::Continue(());
        }
        // The states on the way, and the free letter that each is left by next.
        let mut way = vec![(0_u32, 0_usize)];
        while let Some(&(state, from)) = way.last() {
            let at = way.len() - 1;
            if at == self.given.len() {
                see(self.read(&way))?;
                way.pop();
                continue;
            }
            let next = self
                .steps(state, self.given[at])
                .find(|(free, to)| *free >= from && self.alive[at + 1].binary_search(to).is_ok());
            match next {
                Some((free, to)) => {
                    way[at].1 = free + 1;
                    way.push((to, 0));
                }
                None => {
                    way.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The free numbers of a way to its end.
    fn read(&self, way: &[(u32, usize)]) -> Vec<BigUint> {
        let numeration = self.set.numeration();
        let radix = numeration.digits();
        let mut free = self.set.letters() / self.below;
        let mut divisor = 1;
        let mut numbers = Vec::new();
        while free > 1 {
            let digit = |&(_, next): &(u32, usize)| ((next - 1) / divisor % radix) as u8;
            let digits: Vec<u8> = way[..self.given.len()].iter().map(digit).collect();
            numbers.push(numeration.read_big(&digits));
            divisor *= radix;
            free /= radix;
        }
        numbers
    }
}
