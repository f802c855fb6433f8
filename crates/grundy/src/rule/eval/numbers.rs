//! Functions of whole numbers that the notation offers, exact in 64 bits.

use std::cell::RefCell;
use std::sync::LazyLock;

/// `a / b` rounded towards minus infinity; nothing for `b = 0` or overflow.
pub(crate) fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let exact = a.wrapping_rem(b) == 0;
    Some(if exact || (a < 0) == (b < 0) { quotient } else { quotient - 1 })
}

/// The remainder that goes with [`floor_div`]: it has the sign of `b`.
pub(crate) fn floor_rem(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// The greatest `k` with `2^k <= n`, and -1 where there is none, so that `0..ilog2(0)` is empty.
pub(super) fn ilog2(n: i64) -> i64 {
    if n <= 0 { -1 } else { i64::from(n.ilog2()) }
}

/// The greatest common divisor, without sign; `gcd(0, 0)` is 0. Nothing where it is 2^63.
pub(crate) fn gcd(a: i64, b: i64) -> Option<i64> {
    i64::try_from(common_divisor(a.unsigned_abs(), b.unsigned_abs())).ok()
}

/// The greatest common divisor of numbers without sign.
pub(super) fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    // Halves and differences take less time than remainders.
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.max(b) - a.min(b));
        if b == 0 {
            return a << twos;
        }
    }
}

/// The `k`th Fibonacci number, `fib(0) = 0`, `fib(1) = 1`; nothing below 0 and above 92.
pub(crate) fn fib(k: i64) -> Option<i64> {
    if !(0..=92).contains(&k) {
        return None;
    }
    let (mut a, mut b) = (0_i64, 1_i64);
    for _ in 0..k {
        (a, b) = (b, a.wrapping_add(b));
    }
    Some(a)
}

/// Whether `n` is the square of a whole number.
pub(crate) fn is_square(n: i64) -> bool {
    n >= 0 && n.isqrt().pow(2) == n
}

/// Numbers below this are looked up to see whether they are prime: conditions of rules ask about the same ones for position
/// after position.
const SMALL: u64 = 1 << 18;

/// Bit `n % 64` of word `n / 64`: whether `n` is prime.
static SMALL_PRIMES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut primes = vec![u64::MAX; (SMALL / 64) as usize];
    let strike = |primes: &mut [u64], n: u64| primes[(n / 64) as usize] &= !(1 << (n % 64));
    strike(&mut primes, 0);
    strike(&mut primes, 1);
    for n in (2..).take_while(|n| n * n < SMALL) {
        if primes[(n / 64) as usize] >> (n % 64) & 1 == 1 {
            (n * n..SMALL).step_by(n as usize).for_each(|multiple| strike(&mut primes, multiple));
        }
    }
    primes
});

/// Whether `n` is prime: looked up if it is small, else by the strong test to bases that decide: four below the least number
/// that deceives these (C. Pomerance, J. Selfridge, S. Wagstaff, Mathematics of Computation 35, 1980), twelve for all numbers
/// of 64 bits (J. Sorenson and J. Webster, Mathematics of Computation 86, 2017).
pub(crate) fn is_prime(n: i64) -> bool {
    match u64::try_from(n) {
        Ok(n @ 0..SMALL) => SMALL_PRIMES[(n / 64) as usize] >> (n % 64) & 1 == 1,
        Ok(n) => is_prime_by_test(n),
        Err(_) => false,
    }
}

/// [`is_prime`] by the strong test.
fn is_prime_by_test(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    const DECEIVES_FOUR: u64 = 3_215_031_751;
    if n < 2 {
        return false;
    }
    if let Some(&divisor) = BASES.iter().find(|&&base| n.is_multiple_of(base)) {
        return n == divisor;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    if n < DECEIVES_FOUR {
        let times = |a: u64, b: u64| a * b % n;
        return BASES[..4].iter().all(|&base| is_strong(base, (odd, twos), (1, n - 1), times));
    }
    let form = Montgomery::new(n);
    let one = form.of(1);
    let times = |a: u64, b: u64| form.product(a, b);
    BASES.iter().all(|&base| is_strong(form.of(base), (odd, twos), (one, n - one), times))
}

/// Whether the powers of a base are those that a prime gives: to the odd number 1, or -1 to one of its multiples by powers of 2.
fn is_strong(
    base: u64,
    (odd, twos): (u64, u32),
    (one, minus_one): (u64, u64),
    times: impl Fn(u64, u64) -> u64,
) -> bool {
    let (mut power, mut square, mut exponent) = (one, base, odd);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    power == one
        || power == minus_one
        || (1..twos).any(|_| {
            power = times(power, power);
            power == minus_one
        })
}

/// Numbers modulo an odd number, each as its product with 2^64: products need no division (P. Montgomery,
/// Mathematics of Computation 44, 1985).
struct Montgomery {
    modulus: u64,
    /// With the modulus 1 modulo 2^64.
    inverse: u64,
    /// 2^128 modulo it.
    square: u64,
}

impl Montgomery {
    fn new(modulus: u64) -> Montgomery {
        // Each step doubles the digits that are right, of which any odd number has three.
        let step =
            |inverse: u64| inverse.wrapping_mul(2_u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        let inverse = (0..5).fold(modulus, |inverse, _| step(inverse));
        let square = (u128::MAX % u128::from(modulus) + 1) % u128::from(modulus);
        Montgomery { modulus, inverse, square: square as u64 }
    }

    fn of(&self, number: u64) -> u64 {
        self.product(number, self.square)
    }

    /// The product of two numbers below the modulus, less a factor 2^64.
    fn product(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let rounds = (product as u64).wrapping_mul(self.inverse);
        let less = ((u128::from(rounds) * u128::from(self.modulus)) >> 64) as u64;
        let high = (product >> 64) as u64;
        let difference = high.wrapping_sub(less);
        if high >= less { difference } else { difference.wrapping_add(self.modulus) }
    }
}

pub(super) fn times_mod(a: u64, b: u64, modulus: u64) -> u64 {
    if modulus <= u64::from(u32::MAX) {
        return a * b % modulus;
    }
    // The remainder is below the modulus, so it fits.
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// The digits that occur in `n >= 0` in a base of at least 2, ascending; those of 0 are {0}.
pub(crate) fn digits(mut n: i64, base: i64) -> Vec<i64> {
    let mut found = Vec::new();
    loop {
        found.push(n % base);
        n /= base;
        if n == 0 {
            break;
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The primes and the prime powers up to some bound, ascending.
struct Sieve {
    bound: i64,
    primes: Vec<i64>,
    powers: Vec<i64>,
}

thread_local! {
    /// Rules ask for the primes up to one coordinate after the other, so the table is kept.
    static SIEVE: RefCell<Sieve> =
        const { RefCell::new(Sieve { bound: 0, primes: Vec::new(), powers: Vec::new() }) };
}

impl Sieve {
    /// The sieve of Eratosthenes up to `bound`. `O(bound log log bound)`.
    fn up_to(bound: i64) -> Sieve {
        let size = usize::try_from(bound).unwrap_or(0);
        let mut composite = vec![false; size + 1];
        let mut primes = Vec::new();
        for p in 2..=size {
            if composite[p] {
                continue;
            }
            primes.push(p as i64);
            for multiple in (p.saturating_mul(p)..=size).step_by(p) {
                composite[multiple] = true;
            }
        }
        let mut powers = vec![1];
        for &prime in &primes {
            powers.extend(self::powers(prime, bound).into_iter().skip(1));
        }
        powers.sort_unstable();
        Sieve { bound, primes, powers }
    }

    /// Shows the sieve, grown to at least `n`.
    fn with<T>(n: i64, show: impl FnOnce(&Sieve) -> T) -> T {
        SIEVE.with_borrow_mut(|sieve| {
            if sieve.bound < n {
                *sieve = Sieve::up_to(n.saturating_mul(2).max(1 << 10));
            }
            show(sieve)
        })
    }
}

fn prefix(ascending: &[i64], n: i64) -> Vec<i64> {
    ascending[..ascending.partition_point(|&value| value <= n)].to_vec()
}

/// The primes up to `n`, ascending. A table as long as the largest `n` so far is kept.
pub(crate) fn primes_up_to(n: i64) -> Vec<i64> {
    Sieve::with(n, |sieve| prefix(&sieve.primes, n))
}

/// Every `p^k <= n` with `p` prime and `k >= 0`, ascending. The table is kept likewise.
pub(crate) fn prime_powers_up_to(n: i64) -> Vec<i64> {
    Sieve::with(n, |sieve| prefix(&sieve.powers, n))
}

/// Every `b^k <= n` with `k >= 0`, for `b >= 1`.
pub(crate) fn powers(b: i64, n: i64) -> Vec<i64> {
    let mut found = Vec::new();
    let mut power = Some(1_i64);
    while let Some(value) = power.filter(|&value| value <= n) {
        found.push(value);
        power = if b == 1 { None } else { value.checked_mul(b) };
    }
    found
}

/// The positive Fibonacci numbers up to `n`: 1, 2, 3, 5, ...
pub(crate) fn fibs(n: i64) -> Vec<i64> {
    (2..=92).map_while(fib).take_while(|&value| value <= n).collect()
}

#[cfg(test)]
mod tests {
    use super::super::factors::divisors;
    use super::*;

    #[test]
    fn division_rounds_down_and_remainders_take_the_sign_of_the_divisor() {
        for a in -20..=20_i64 {
            for b in -7..=7_i64 {
                let (q, r) = (floor_div(a, b), floor_rem(a, b));
                if b == 0 {
                    assert_eq!((q, r), (None, None));
                    continue;
                }
                let (q, r) = (q.unwrap(), r.unwrap());
                assert_eq!(q * b + r, a);
                assert!(if b > 0 { (0..b).contains(&r) } else { (b + 1..=0).contains(&r) });
            }
        }
        assert_eq!(floor_div(i64::MIN, -1), None);
        assert_eq!(floor_rem(i64::MIN, -1), Some(0));
    }

    #[test]
    fn primes_are_those_without_divisors() {
        let sieve = primes_up_to(2000);
        let by_test: Vec<i64> = (-5..=2000).filter(|&n| is_prime(n)).collect();
        let by_divisors: Vec<i64> = (0..=2000).filter(|&n| divisors(n).len() == 2).collect();
        assert_eq!(sieve, by_test);
        assert_eq!(sieve, by_divisors);
        assert!(is_prime(9_223_372_036_854_775_783));
        assert!(!is_prime(i64::MAX));
        assert!(!is_prime(3_215_031_751));
        // What deceives the bases up to 31, and a prime above it.
        assert!(!is_prime(3_825_123_056_546_413_051));
        assert!(is_prime((1 << 61) - 1));
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let n = random.i64(1 << 32..1 << 37) | 1;
            let divisor =
                (3..).step_by(2).find(|divisor| divisor * divisor > n || n % divisor == 0);
            assert_eq!(is_prime(n), divisor.is_some_and(|divisor| divisor * divisor > n), "{n}");
        }
        let (a, b) = (4_294_967_291, 2_147_483_647);
        assert!(is_prime(a) && is_prime(b) && !is_prime(a * b));
        let small = SMALL as i64;
        for n in (0..small).chain(small..small + 5000) {
            assert_eq!(is_prime(n), is_prime_by_test(n as u64), "{n}");
        }
        // Numbers that deceive fewer bases, and Carmichael numbers.
        for n in [25_326_001, 3_215_031_751_i64 - 2, 561, 1_729, 118_901_521, 4_759_123_141] {
            assert_eq!(is_prime(n), divisors(n).len() == 2, "{n}");
        }
        let by_sieve = primes_up_to(300_000);
        let tested: Vec<i64> = (0..=300_000).filter(|&n| is_prime(n)).collect();
        assert_eq!(by_sieve, tested);
        assert_eq!(primes_up_to(1), [] as [i64; 0]);
        assert_eq!(primes_up_to(-1), [] as [i64; 0]);
        assert_eq!(prime_powers_up_to(0), [] as [i64; 0]);
        assert_eq!(prime_powers_up_to(16), [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16]);
    }

    #[test]
    fn sets_and_roots_at_their_edges() {
        assert_eq!(digits(0, 10), [0]);
        assert_eq!(digits(90_210, 10), [0, 1, 2, 9]);
        assert_eq!(digits(5, 2), [0, 1]);
        assert_eq!(powers(2, 9), [1, 2, 4, 8]);
        assert_eq!(powers(1, 9), [1]);
        assert_eq!(powers(3, 0), [] as [i64; 0]);
        assert_eq!(powers(2, i64::MAX).len(), 63);
        assert_eq!(fibs(13), [1, 2, 3, 5, 8, 13]);
        assert_eq!(fibs(i64::MAX).len(), 91);
        assert_eq!((fib(92), fib(93), fib(-1)), (Some(7_540_113_804_746_346_429), None, None));
        assert_eq!((ilog2(0), ilog2(1), ilog2(i64::MAX)), (-1, 0, 62));
        assert_eq!((gcd(i64::MIN, 0), gcd(-4, 6), gcd(0, 0)), (None, Some(2), Some(0)));
        assert!(is_square(0) && is_square(49) && !is_square(-1) && !is_square(i64::MAX));
    }
}
