//! The prime factors of numbers of 64 bits, and their divisors.

use super::numbers::{common_divisor, is_prime, times_mod};

/// Divisors up to this are tried one by one.
const TRIED: u64 = 1 << 8;

/// The divisors of `n >= 1`, ascending; none for `n <= 0`. `O(n^(1/4))` and as many as there are.
pub(crate) fn divisors(n: i64) -> Vec<i64> {
    let Ok(n @ 1..) = u64::try_from(n) else { return Vec::new() };
    let mut found = vec![1];
    let primes = prime_factors(n);
    for same in primes.chunk_by(|a, b| a == b) {
        let (known, mut power) = (found.len(), 1);
        for prime in same {
            power *= prime;
            found.extend_from_within(..known);
            let last = found.len() - known;
            found[last..].iter_mut().for_each(|divisor| *divisor *= power as i64);
        }
    }
    found.sort_unstable();
    found
}

/// The least prime factor of a number from 2 on. `O(n^(1/4))`.
pub(crate) fn least_prime(n: u64) -> Option<u64> {
    prime_factors(n).first().copied()
}

/// The primes whose product `n >= 1` is, ascending.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut divisor = 2;
    while divisor <= TRIED && divisor * divisor <= n {
        while n.is_multiple_of(divisor) {
            found.push(divisor);
            n /= divisor;
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    let mut waiting = vec![n];
    while let Some(n) = waiting.pop() {
        if n == 1 {
            continue;
        }
        if n < TRIED * TRIED || is_prime(n.cast_signed()) {
            found.push(n);
            continue;
        }
        let divisor = some_divisor(n);
        waiting.extend([divisor, n / divisor]);
    }
    found.sort_unstable();
    found
}

/// A divisor of a composite number below 2^63, neither 1 nor itself: of two elements of a sequence modulo `n` that are the same
/// modulo a prime factor, the difference has it as a divisor (J. M. Pollard, A Monte Carlo method for factorization, BIT 15,
/// 1975).
fn some_divisor(n: u64) -> u64 {
    let next = |x: u64, shift: u64| (times_mod(x, x, n) + shift) % n;
    // Another sequence where all factors are met at once.
    (1..)
        .find_map(|shift| {
            let (mut slow, mut fast) = (2, 2);
            loop {
                slow = next(slow, shift);
                fast = next(next(fast, shift), shift);
                match common_divisor(slow.abs_diff(fast), n) {
                    1 => {}
                    divisor if divisor == n => return None,
                    divisor => return Some(divisor),
                }
            }
        })
        .unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_that_leave_no_remainder() {
        let by_trial = |n: i64| (1..=n).filter(|d| n % d == 0).collect::<Vec<i64>>();
        for n in (-3..3000).chain(65_500..65_600) {
            assert_eq!(divisors(n), by_trial(n), "{n}");
        }
    }

    #[test]
    fn large_numbers_are_taken_apart() {
        let mut random = fastrand::Rng::with_seed(7);
        let primes = |most: u64, random: &mut fastrand::Rng| loop {
            let n = random.u64(2..most);
            if is_prime(n.cast_signed()) {
                return n;
            }
        };
        for _ in 0..60 {
            let mut of = Vec::new();
            let mut product = 1_u64;
            loop {
                let most = 1 << random.u32(2..32);
                let prime = primes(most, &mut random);
                match product.checked_mul(prime).filter(|&next| next < 1 << 63) {
                    Some(next) => product = next,
                    None => break,
                }
                of.push(prime);
            }
            of.sort_unstable();
            assert_eq!(prime_factors(product), of, "{product}");
        }
        // Squares and powers of large primes.
        let prime = 2_097_143_u64;
        assert_eq!(prime_factors(prime.pow(2)), [prime; 2]);
        assert_eq!(prime_factors(prime.pow(3)), [prime; 3]);
        assert_eq!(prime_factors(3_037_000_493_u64.pow(2)), [3_037_000_493; 2]);
        assert_eq!(divisors(i64::MAX).len(), 96);
        assert_eq!(divisors(9_223_372_036_854_775_783), [1, 9_223_372_036_854_775_783]);
        // As many as a number of 63 bits can have.
        assert_eq!(divisors(897_612_484_786_617_600).len(), 103_680);
    }
}
