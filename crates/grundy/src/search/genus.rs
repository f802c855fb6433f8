//! The genus of a position: its value in normal play, and what it is worth in misère play beside heaps of two.
//!
//! ```text
//! g-(nothing) = 1
//! g-(G)       = mex of g-(G') over the options G'
//! genus(G)    = g+(G) with the superscript g-(G), g-(G + 2), g-(G + 2 + 2), ...
//! ```
//!
//! Write `f(G, k)` for `g-` of `G` and `k` heaps of two. Beside a heap of one `g-` is xored with 1, so a heap of two that is
//! moved in leaves two numbers that differ by 1:
//!
//! ```text
//! f(G, k) = mex of f(G', k) over the options G', f(G, k-1), f(G, k-1) xor 1
//! ```
//!
//! The superscript ends in two numbers that alternate and differ by 2. It has *settled* at `k` if `f(G, j+1) = f(G, j) xor 2`
//! for all `j >= k`. That is so where every option has settled at `k` and `f(G, k)` lies in the block `4q .. 4q+3` of the least
//! number that no `f(G', k)` is: the set `M` of the numbers of the block that no `f(G', j)` is, is xored with 2 from one `j`
//! to the next; `f(G, j)` is the least of `M` but those of the pair of `f(G, j-1)`; and if that one was the least
//! of its pair in `M`, the other pair has the same two numbers xored with 2. If `f(G, k)` does not lie in the block, `f(G, k+1)`
//! does, for then the pair that is left out is another one. (Conway, On Numbers and Games, chapter 12; Berlekamp, Conway,
//! Guy, Winning Ways, chapter 13.)

use std::fmt;
use std::ops::ControlFlow;

use super::descent::{Descent, Gathered, Recursion};
use super::memo::{Answer, LEAST_ANSWER};
use super::misere::{Scratch, WholeSums};
use super::values::Values;
use crate::language::message;
use crate::limits::Limits;
use crate::nimber::{Mex, Nimber};
use crate::ruleset::{Failure, Ruleset, Value};

/// The genus of a position.
///
/// Shown as books print it, with the superscript on the line: `2^20`, and `13^(13;15)` where a number has several digits.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::ruleset::from_moves;
/// use grundy::search::Genera;
/// // Heaps of Nim (Conway, On Numbers and Games, chapter 12).
/// let nim = from_moves(|&heap: &u64| (0..heap).collect());
/// let mut genera = Genera::new(&nim);
/// for (heap, genus) in [(0, "0^120"), (1, "1^031"), (2, "2^20"), (3, "3^31")] {
///     assert_eq!(genera.genus(&[heap], &Limits::default())?.to_string(), genus);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus<V = Nimber> {
    /// The value in normal play.
    pub value: V,
    /// g- of the position beside no heap of two, one, two and so on; from there on the last two alternate. At least two.
    pub superscript: Vec<V>,
}

impl<V: fmt::Display> fmt::Display for Genus<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.superscript.iter().map(ToString::to_string).collect();
        match numbers.iter().all(|number| number.len() == 1) {
            true => write!(f, "{}^{}", self.value, numbers.concat()),
            false => write!(f, "{}^({})", self.value, numbers.join(";")),
        }
    }
}

/// Finds the genus of positions of a ruleset without `win on`, remembering all that it came through.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// use grundy::search::Genera;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let kayles = Rules::new(parse("[n] -> [a] + [n-s-a] for s in 1..2, a in 0..n-s")?, &[])?;
/// let mut genera = Genera::new(kayles.clone());
/// let limits = Limits::default();
/// let genus = genera.genus(&[kayles.component(0, &[5])?], &limits)?;
/// assert_eq!(genus.to_string(), "4^146");
/// # Ok(())
/// # }
/// ```
pub struct Genera<R: Ruleset> {
    values: Values<R>,
    minus: Descent<Minus<R>>,
    scratch: Scratch<R::Component>,
}

debug_by_name!(Genera<R> where [R: Ruleset]);

impl<R: Ruleset + Clone> Genera<R> {
    /// An evaluation that knows nothing yet.
    pub fn new(ruleset: R) -> Genera<R> {
        Genera {
            values: Values::new(ruleset.clone()),
            minus: Descent::new(Minus(WholeSums(ruleset))),
            scratch: Scratch::default(),
        }
    }

    /// The genus of a sum. As in [`Misere`](super::Misere), the number of positions grows quickly with that of the components,
    /// those that a move can divide a component into counted.
    ///
    /// # Errors
    /// [`Failure`]: a limit, a rule that cannot be followed, a cycle, endless growth; [`Failure::Domain`] where `win on`
    /// decides.
    pub fn genus(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Genus, Failure> {
        let Value::Nimber(value) = self.values.sum(components, limits)? else {
            return Err(no_genus());
        };
        Ok(Genus { value, superscript: self.superscript(components, limits)? })
    }

    /// The superscript of the genus of a sum, without its value in normal play.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::ruleset::from_moves;
    /// use grundy::search::Genera;
    /// // Two heaps of one: 0 in normal play, and in misère play won by the player to move.
    /// let nim = from_moves(|&heap: &u64| (0..heap).collect());
    /// let superscript = Genera::new(&nim).superscript(&[1, 1], &Limits::default())?;
    /// assert_eq!(superscript, [Nimber(1), Nimber(2), Nimber(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Genera::genus`].
    pub fn superscript(
        &mut self,
        components: &[R::Component],
        limits: &Limits,
    ) -> Result<Vec<Nimber>, Failure> {
        let sums = &self.minus.recursion.0;
        let sum = sums.node(Vec::new(), components, &mut self.scratch, limits)?;
        let mut superscript = Vec::new();
        for twos in 0.. {
            let beside = Beside { sum: sum.clone(), twos };
            let Grundy { value, settled } =
                self.minus.answer(&beside, &mut self.scratch, limits)?;
            superscript.push(value);
            if settled {
                superscript.push(value ^ TWO);
                break;
            }
        }
        while let [.., earlier, _, last] = superscript[..]
            && earlier == last
        {
            superscript.pop();
        }
        Ok(superscript)
    }
}

const TWO: Nimber = Nimber(2);

/// That a game which may end on the spot has none.
pub(crate) fn no_genus() -> Failure {
    Failure::Domain(message!("a game that ends with `win on` has no genus"))
}

/// A sum beside so many heaps of two.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Beside<C> {
    sum: Vec<C>,
    twos: u32,
}

/// g- of a sum beside heaps of two, and whether it has settled there.
#[derive(Clone, Copy, Debug)]
struct Grundy {
    value: Nimber,
    settled: bool,
}

impl Answer for Grundy {
    fn word(self) -> u64 {
        LEAST_ANSWER + (self.value.0 << 1 | u64::from(self.settled))
    }

    fn from_word(word: u64) -> Grundy {
        let word = word - LEAST_ANSWER;
        Grundy { value: Nimber(word >> 1), settled: word & 1 == 1 }
    }
}

struct Minus<R>(WholeSums<R>);

impl<R: Ruleset> Recursion for Minus<R> {
    type Node = Beside<R::Component>;
    type Answer = Grundy;
    type Gathered = Options;
    type Scratch = Scratch<R::Component>;

    fn at_once(&self, node: &Self::Node, limits: &Limits) -> Result<Option<Grundy>, Failure> {
        if self.0.at_once(&node.sum, limits)?.is_some() {
            return Err(no_genus());
        }
        let value = match node.twos {
            _ if !node.sum.is_empty() => return Ok(None),
            0 => 1,
            odd if odd % 2 == 1 => 2,
            _ => 0,
        };
        Ok(Some(Grundy { value: Nimber(value), settled: node.twos > 0 }))
    }

    /// What a move in a heap of two leaves is shown twice: with nothing, and with a heap of one.
    fn options(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Node]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        if let Some(twos) = node.twos.checked_sub(1) {
            let left = Beside { sum: node.sum.clone(), twos };
            if see(&[left.clone(), left]).is_break() {
                return Ok(());
            }
        }
        self.0.options(&node.sum, scratch, limits, &mut |sums| {
            sums.iter().try_for_each(|sum| see(&[Beside { sum: sum.clone(), twos: node.twos }]))
        })
    }

    fn grows(&self, from: &Self::Node, to: &Self::Node) -> Option<&str> {
        if from.twos == to.twos { self.0.grows(&from.sum, &to.sum) } else { None }
    }

    fn climbs(&self, node: &Self::Node) -> bool {
        self.0.climbs(&node.sum)
    }

    fn climbs_along(&self, path: &[&Self::Node]) -> Option<&str> {
        let sums: Vec<_> = path.iter().map(|node| &node.sum).collect();
        self.0.climbs_along(&sums)
    }

    fn describe(&self, node: &Self::Node) -> String {
        self.0.describe(&node.sum)
    }

    fn owned_bytes(&self, node: &Self::Node) -> u64 {
        self.0.owned_bytes(&node.sum)
    }
}

/// What is known of the options of a sum beside heaps of two.
struct Options {
    /// g- of the sums after a move, without the heaps of two.
    moved: Mex,
    all: Mex,
    settled: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { moved: Mex::default(), all: Mex::default(), settled: true }
    }
}

impl Gathered<Grundy> for Options {
    fn clear(&mut self) {
        self.moved.clear();
        self.all.clear();
        self.settled = true;
    }

    fn add(&mut self, answers: &[Grundy]) -> ControlFlow<()> {
        match answers {
            [Grundy { value, settled }] => {
                self.moved.insert(*value);
                self.all.insert(*value);
                self.settled &= settled;
            }
            answers => {
                for Grundy { value, .. } in answers {
                    self.all.insert(*value);
                    self.all.insert(*value ^ Nimber(1));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn conclude(&mut self) -> Grundy {
        let value = self.all.mex();
        let block = |nimber: Nimber| nimber.0 / 4;
        Grundy { value, settled: self.settled && block(value) == block(self.moved.mex()) }
    }
}
