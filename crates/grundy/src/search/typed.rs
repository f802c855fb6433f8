//! Components of typed rules as words, for the search that prunes.
//!
//! From the top, below a bit that marks the beginning: the kind, then for each coordinate its length in 6 bits and its bits
//! without the first. A mask of 60 cells or six heaps of a thousand fit; what does not is left to the definition.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::pruned::Packed;
use crate::language::message;
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset};

/// Bits of a word that are for a component; the others are for the table.
const BITS: u32 = u128::BITS - 8;
/// Bits of the length of a coordinate.
const LENGTH: u32 = 6;
/// A coordinate below this weighs as much as it says, a larger one by its bits: it may be a mask.
const HEAP: u64 = 64;

/// The rules of a game in normal play without `win on`, whose components are words.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::search::{Pruned, Typed};
/// let kayles = Typed::new(&open("kayles")?.rules);
/// let ten = kayles.word(&open("kayles")?.rules.component(0, &[10])?).unwrap();
/// assert_eq!(Pruned::new(kayles).value(&[ten], &Limits::default())?, Nimber(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Typed<R = Rules> {
    rules: Rules,
    /// What has the options of these rules.
    options: R,
    kind_bits: u32,
    /// How many coordinates each kind has.
    arities: Vec<usize>,
}

debug_by_name!(Typed<R> where [R]);

impl Typed {
    /// The components of these rules as words.
    pub fn new(rules: &Rules) -> Typed {
        Typed::with_options(rules, rules.clone())
    }
}

impl<R> Typed<R> {
    /// The same, where the options are asked of another ruleset.
    pub(crate) fn with_options(rules: &Rules, options: R) -> Typed<R> {
        let arities: Vec<usize> = rules.kinds().iter().map(|kind| kind.coords().len()).collect();
        let kind_bits = usize::BITS - arities.len().saturating_sub(1).leading_zeros();
        Typed { rules: rules.clone(), options, kind_bits, arities }
    }

    /// The word of a component, if it fits.
    /// A mask of 60 cells fits, and so do six heaps of a thousand.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// use grundy::search::{Packed, Typed};
    /// let rules = Rules::new(parse("[a, b] -> [a-1, b] | [a, b-1]")?, &[])?;
    /// let words = Typed::new(&rules);
    /// let word = words.word(&rules.component(0, &[1000, 1 << 40])?).unwrap();
    /// assert_eq!(words.unpack(word), Some(word));
    /// assert_eq!(words.word(&rules.component(0, &[i64::MAX, i64::MAX])?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn word(&self, component: &Component) -> Option<u128> {
        let mut word = 1_u128;
        let mut free = BITS - 1;
        let mut push = |bits: u64, count: u32| {
            free = free.checked_sub(count)?;
            word = word << count | u128::from(bits);
            Some(())
        };
        push(component.kind.into(), self.kind_bits)?;
        for coord in &component.coords {
            let coord = coord.unsigned_abs();
            let length = u64::BITS - coord.leading_zeros();
            push(length.into(), LENGTH)?;
            let rest = length.saturating_sub(1);
            push(coord & ((1 << rest) - 1), rest)?;
        }
        Some(word)
    }

    /// The kind and the coordinates of a word, if it has as many as the kind.
    fn read(&self, word: u128, mut see: impl FnMut(u64)) -> Option<usize> {
        let mut left = (u128::BITS - 1).checked_sub(word.leading_zeros())?;
        let mut take = |count: u32| {
            left = left.checked_sub(count)?;
            Some((word >> left) as u64 & ((1 << count) - 1))
        };
        let kind = take(self.kind_bits)? as usize;
        for _ in 0..*self.arities.get(kind)? {
            let length = take(LENGTH)? as u32;
            let rest = length.saturating_sub(1);
            see(take(rest)? | u64::from(length > 0) << rest);
        }
        (left == 0).then_some(kind)
    }

    /// The component of a word, if it is that of one.
    pub(super) fn component(&self, word: u128) -> Option<Component> {
        let mut coords = SmallVec::<[i64; 2]>::new();
        let kind = self.read(word, |coord| coords.push(coord as i64))?;
        Some(Component { kind: kind as u16, coords })
    }
}

fn too_large() -> Failure {
    Failure::Domain(message!("a component does not fit into a word of the search that prunes"))
}

impl<R: Ruleset<Component = Component>> Ruleset for Typed<R> {
    type Component = u128;

    fn options(
        &self,
        from: &u128,
        limits: &Limits,
        see: &mut dyn FnMut(&[u128]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let Some(from) = self.component(*from) else { return Err(too_large()) };
        let mut fits = true;
        let mut words: SmallVec<[u128; 4]> = SmallVec::new();
        self.options.options_for_values(&from, limits, &mut |sum| {
            words.clear();
            for component in sum {
                match self.word(component) {
                    Some(word) => words.push(word),
                    None => {
                        fits = false;
                        return ControlFlow::Break(());
                    }
                }
            }
            see(&words)
        })?;
        if fits { Ok(()) } else { Err(too_large()) }
    }

    fn describe(&self, component: &u128) -> String {
        self.component(*component)
            .map_or(String::new(), |component| self.rules.describe(&component))
    }
}

impl<R: Ruleset<Component = Component>> Packed for Typed<R> {
    type Word = u128;
    type Memory = ();

    fn pack(&self, component: u128) -> u128 {
        component
    }

    fn unpack(&self, word: u128) -> Option<u128> {
        let component = self.component(word)?;
        let coords: Vec<i64> = component.coords.to_vec();
        let same =
            self.rules.component(component.kind.into(), &coords).is_ok_and(|c| c == component);
        same.then_some(word)
    }

    fn weight(&self, word: u128) -> u32 {
        let mut weight = 0_u32;
        self.read(word, |coord| {
            weight += match coord {
                0..HEAP => coord as u32,
                _ => HEAP as u32 + 4 * coord.count_ones() + coord.ilog2(),
            }
        });
        weight
    }

    fn most_moves(&self, _: u128) -> u8 {
        u8::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::parse;

    fn typed(rule: &str) -> Typed {
        Typed::new(&Rules::new(parse(rule).unwrap(), &[]).unwrap())
    }

    #[test]
    fn words_are_those_of_one_component() {
        let three = "a[x, y] -> a[x-1, y]\nb[n] -> b[n-1]\nunordered c[p, q] -> c[p, q-1]";
        let rules = typed(three);
        let mut seen = std::collections::HashSet::new();
        let coords = [0, 1, 2, 3, 4, 7, 8, 255, 256, 1 << 40, i64::MAX];
        for kind in 0..rules.arities.len() {
            for &x in &coords {
                for &y in &coords[..if rules.arities[kind] == 1 { 1 } else { coords.len() }] {
                    let both = [x, y];
                    let component =
                        rules.rules.component(kind, &both[..rules.arities[kind]]).unwrap();
                    let Some(word) = rules.word(&component) else {
                        assert!(x.min(y) > 1 << 39);
                        continue;
                    };
                    assert!(word != 0 && word >> BITS == 0);
                    assert_eq!(rules.component(word), Some(component.clone()));
                    assert_eq!(rules.unpack(word), Some(word));
                    assert!(seen.insert(word) || kind == 2, "{component:?}");
                }
            }
        }
        assert!(seen.len() > 150);
        assert_eq!(rules.unpack(0), None);
        assert_eq!(rules.unpack(1), None);
        assert_eq!(rules.unpack(u128::MAX >> 8), None);
    }
}
