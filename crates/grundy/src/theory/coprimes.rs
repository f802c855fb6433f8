//! Take a number of counters that has no factor in common with the heap.
//!
//! **Theorem.** From `n` one to `n` counters are taken, as many as have no prime factor in common with `n`. If the least
//! prime factor of `n >= 2` is the `i`th prime, the value of `n` is `i`, but 0 for even heaps; that of 1 is 1. Where the
//! whole heap may not be taken, which matters for 1 alone, the values 0 and 1 change places.
//!
//! *Proof.* What is left has no factor in common with `n` either, and may be any such number below `n`. Two heaps with
//! the same least prime factor have that in common, so no option of `n` has the value of `n`. Of the smaller values that of 1
//! is an option; and so are those of the smaller primes, each of which is less than `n` and does not divide it. ∎
//!
//! (Project Euler 560; problem 2004E of Codeforces.)

use crate::limits::{Limits, Stop};

/// Primes up to this are counted, which takes a second or two, here and in programs (`count_primes` in `code/helpers_*.txt`).
const MOST_COUNTED: u64 = 1_000_000_000_000;
/// Heaps up to this have their values in a list.
pub const MOST_LISTED: u64 = 1 << 24;
/// Steps between two looks at the limits.
const STEPS_PER_CHECK: u64 = 1 << 12;

/// The Grundy value of a heap whose least prime factor is `least`, which does not matter for 0 and 1; nothing if that is
/// so large that the primes up to it are not counted. About `least^(3/4)` steps.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::theory::coprimes::value;
/// let limits = Limits::default();
/// assert_eq!(value(35, 5, true, &limits)?, Some(3));
/// assert_eq!(value(1_000_000_007 * 3, 3, true, &limits)?, Some(2));
/// assert_eq!(value(1_000_000_007, 1_000_000_007, true, &limits)?, Some(50_847_535));
/// # Ok::<(), grundy::limits::Stop>(())
/// ```
///
/// # Errors
/// [`Stop`], a limit.
pub fn value(heap: u64, least: u64, whole: bool, limits: &Limits) -> Result<Option<u64>, Stop> {
    let index = match heap {
        0 => return Ok(Some(0)),
        1 => 0,
        _ => match count_primes(least, limits)? {
            Some(index) => index,
            None => return Ok(None),
        },
    };
    Ok(Some(swapped(index, whole)))
}

/// The value of a heap with a least prime factor of this index, 0 for 1.
fn swapped(index: u64, whole: bool) -> u64 {
    match index {
        0 | 1 if whole => 1 - index,
        _ => index,
    }
}

/// The values of the heaps from 0 to `last`, which is [`MOST_LISTED`] at most; nothing for more. `O(last log log last)`.
///
/// ```
/// use grundy::theory::coprimes::values;
/// assert_eq!(values(9, true).unwrap(), [0, 1, 0, 2, 0, 3, 0, 4, 0, 2]);
/// assert_eq!(values(9, false).unwrap(), [0, 0, 1, 2, 1, 3, 1, 4, 1, 2]);
/// ```
pub fn values(last: u64, whole: bool) -> Option<Vec<u32>> {
    if last > MOST_LISTED {
        return None;
    }
    let end = last as usize + 1;
    let mut indices = vec![0_u32; end];
    let mut index = 0;
    for prime in 2..end {
        if indices[prime] > 0 {
            continue;
        }
        index += 1;
        indices[prime] = index;
        if prime <= end / prime {
            for multiple in (prime * prime..end).step_by(prime) {
                if indices[multiple] == 0 {
                    indices[multiple] = index;
                }
            }
        }
    }
    // An index is below 2^24.
    indices.iter_mut().skip(1).for_each(|index| *index = swapped((*index).into(), whole) as u32);
    Some(indices)
}

/// How many primes there are up to a number: those that are left when the multiples of each are struck out, counted for all
/// quotients of the number at once (a form of Legendre's count by "Lucy_Hedgehog").
fn count_primes(to: u64, limits: &Limits) -> Result<Option<u64>, Stop> {
    if to > MOST_COUNTED {
        return Ok(None);
    }
    let root = to.isqrt() as usize;
    // Of the numbers from 2 to `i`, and to `to / i`, those that are not struck out yet.
    let mut small: Vec<u64> = (0..=root as u64).map(|i| i.saturating_sub(1)).collect();
    let quotient = |i: usize| to / i as u64;
    let mut large: Vec<u64> =
        (0..=root).map(|i| if i == 0 { 0 } else { quotient(i).saturating_sub(1) }).collect();
    let mut steps = 0;
    for prime in 2..=root {
        if small[prime] == small[prime - 1] {
            continue;
        }
        let (before, square) = (small[prime - 1], (prime * prime) as u64);
        let last = root.min((to / square) as usize);
        steps += last as u64;
        if steps >= STEPS_PER_CHECK {
            limits.check()?;
            steps = 0;
        }
        for i in 1..=last {
            let of = match i * prime <= root {
                true => large[i * prime],
                false => small[(to / (i as u64 * prime as u64)) as usize],
            };
            large[i] -= of - before;
        }
        for i in (prime * prime..=root).rev() {
            small[i] -= small[i / prime] - before;
        }
    }
    Ok(Some(if root == 0 { 0 } else { large[1] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::{Nimber, mex};

    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    #[test]
    fn values_agree_with_the_definition() {
        let limits = Limits::default();
        for whole in [false, true] {
            let mut defined: Vec<u64> = Vec::new();
            for heap in 0..400_u64 {
                let most = if whole { heap } else { heap.saturating_sub(1) };
                let taken = (1..=most).filter(|&taken| gcd(heap, taken) == 1);
                defined.push(mex(taken.map(|taken| Nimber(defined[(heap - taken) as usize]))).0);
                let least = (2..=heap).find(|&p| heap.is_multiple_of(p)).unwrap_or(1);
                let own = value(heap, least, whole, &limits).unwrap();
                assert_eq!(own, Some(defined[heap as usize]), "{heap} {whole}");
            }
            for last in [0, 1, 2, 3, 4, 25, 399] {
                let listed: Vec<u64> =
                    values(last, whole).unwrap().into_iter().map(u64::from).collect();
                assert_eq!(listed, defined[..=last as usize], "to {last} {whole}");
            }
        }
    }

    #[test]
    fn primes_are_counted() {
        let limits = Limits::default();
        let mut count = 0;
        for to in 0..3000_u64 {
            let is_prime = to > 1 && (2..).take_while(|p| p * p <= to).all(|p| to % p > 0);
            count += u64::from(is_prime);
            assert_eq!(count_primes(to, &limits), Ok(Some(count)), "to {to}");
        }
        // J. C. Lagarias, V. S. Miller, A. M. Odlyzko, Mathematics of Computation 44, 1985, and older tables.
        for (to, count) in [(1_000_000, 78_498), (100_000_000, 5_761_455)] {
            assert_eq!(count_primes(to, &limits), Ok(Some(count)), "to {to}");
        }
        assert_eq!(count_primes(MOST_COUNTED + 1, &limits), Ok(None));
        assert_eq!(values(MOST_LISTED + 1, true), None);
        let none = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(count_primes(1_000_000, &none), Err(Stop::Time));
    }
}
