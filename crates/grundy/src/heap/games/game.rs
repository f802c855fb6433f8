//! The take-and-break games whose sequences are computed: codes, Grundy's game, and others with conditions.

use crate::heap::{Code, Pieces};
use std::fmt;

/// A game played on heaps of one coordinate whose moves take tokens and break the heap.
///
/// ```
/// use grundy::heap::HeapGame;
/// let officers = HeapGame::Code("0.6".parse()?);
/// assert_eq!(officers.to_string(), "0.6");
/// assert_eq!(HeapGame::Grundys.to_string(), "Grundy's game");
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeapGame {
    /// An octal or hexadecimal code.
    Code(Code),
    /// Grundy's game: a move splits a heap into two heaps of different sizes, both not empty.
    Grundys,
    /// A game with conditions on the heaps that a move leaves.
    Pieces(Pieces),
}

impl HeapGame {
    /// Shows what each move in a heap leaves: at most three heaps, none of them empty. `O(1)` each; splits that the rule
    /// has no condition on are shown once, the smaller heap first.
    ///
    /// # Errors
    /// What `see` answers with; it is shown no more then.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// let kayles = HeapGame::Code("0.77".parse()?);
    /// let mut left = Vec::new();
    /// let all = kayles.each_option(4, |heaps| {
    ///     left.push(heaps.to_vec());
    ///     Ok::<(), ()>(())
    /// });
    /// assert_eq!(all, Ok(()));
    /// assert_eq!(left, [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn each_option<E>(
        &self,
        heap: u64,
        mut see: impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            HeapGame::Code(code) => {
                for taken in 0..=code.last_digit().unwrap_or(heap).min(heap) {
                    each_rest(code.digit(taken), heap - taken, &mut see)?;
                }
                Ok(())
            }
            HeapGame::Grundys => {
                (1..heap.div_ceil(2)).try_for_each(|part| see(&[part, heap - part]))
            }
            HeapGame::Pieces(game) => {
                for taken in game.amounts().take_while(|&taken| taken <= heap) {
                    each_rest(1 + 2 + 4, heap - taken, &mut |left| {
                        if game.allows(taken, left) { see(left) } else { Ok(()) }
                    })?;
                }
                Ok(())
            }
        }
    }

    /// Whether a move in a heap may leave these heaps, none of them empty, in any order.
    ///
    /// ```
    /// use grundy::heap::HeapGame;
    /// let kayles = HeapGame::Code("0.77".parse()?);
    /// assert!(kayles.allows(1_000_000_000_000, &[999_999_999_990, 8]));
    /// assert!(!kayles.allows(1_000_000_000_000, &[999_999_999_990, 7]));
    /// # Ok::<(), grundy::heap::CodeError>(())
    /// ```
    pub fn allows(&self, heap: u64, left: &[u64]) -> bool {
        let rest = left.iter().try_fold(0_u64, |sum, &left| sum.checked_add(left));
        let Some(taken) = rest.and_then(|rest| heap.checked_sub(rest)) else { return false };
        if left.contains(&0) {
            return false;
        }
        match self {
            HeapGame::Code(code) => left.len() < 8 && code.digit(taken) >> left.len() & 1 == 1,
            HeapGame::Grundys => taken == 0 && matches!(left, [a, b] if a != b),
            HeapGame::Pieces(game) => {
                let mut left = left.to_vec();
                left.sort_unstable();
                game.allows(taken, &left)
            }
        }
    }
}

/// What is left of a rest by the digit of a code.
pub(in crate::heap) fn each_rest<E>(
    digit: u8,
    rest: u64,
    see: &mut impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    if digit & 1 != 0 && rest == 0 {
        see(&[])?;
    }
    if digit & 2 != 0 && rest > 0 {
        see(&[rest])?;
    }
    if digit & 4 != 0 {
        for part in 1..=rest / 2 {
            see(&[part, rest - part])?;
        }
    }
    if digit & 8 != 0 {
        for first in 1..=rest / 3 {
            for second in first..=(rest - first) / 2 {
                see(&[first, second, rest - first - second])?;
            }
        }
    }
    Ok(())
}

impl From<Code> for HeapGame {
    fn from(code: Code) -> HeapGame {
        HeapGame::Code(code)
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapGame::Code(code) => code.fmt(f),
            HeapGame::Grundys => f.write_str("Grundy's game"),
            HeapGame::Pieces(game) => game.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::heap::Classes;

    #[test]
    fn what_is_allowed_is_an_option() {
        let code = |text: &str| HeapGame::Code(text.parse().unwrap());
        let games =
            [code("0.77"), code("4.(3)"), code("0.137F"), code("8.04(1)"), HeapGame::Grundys];
        let classes = Classes::new(2, 3).unwrap();
        let pieces = Pieces::new(classes, [(0, 1), (2, 1), (5, 0)], |taken, left| {
            Some(match left {
                [a, b] => taken == 5 || a != b,
                [a] => taken == 5 || taken == 2 && a % 3 == 1,
                _ => taken == 5,
            })
        });
        for game in games.into_iter().chain([HeapGame::Pieces(pieces.unwrap())]) {
            for heap in 0..14 {
                let mut options = HashSet::new();
                let all = game.each_option(heap, |left| {
                    let mut left = left.to_vec();
                    left.sort_unstable();
                    options.insert(left);
                    Ok::<(), ()>(())
                });
                assert_eq!(all, Ok(()));
                let mut tried = vec![vec![]];
                for a in 0..=heap + 1 {
                    tried.push(vec![a]);
                    for b in 0..=a {
                        tried.push(vec![a, b]);
                        tried.extend((0..=b).map(|c| vec![c, a, b]));
                    }
                }
                for left in tried {
                    let mut sorted = left.clone();
                    sorted.sort_unstable();
                    let is_option = options.contains(&sorted);
                    assert_eq!(game.allows(heap, &left), is_option, "{game}: {heap} -> {left:?}");
                }
            }
        }
    }
}
