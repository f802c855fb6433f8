//! Proofs of arithmetic periods, `G(n+p) = G(n) + s` with `s > 0`, for codes that leave three heaps or repeat for ever.
//!
//! Values of finite codes that leave at most two heaps never grow so (Horrocks and Nowakowski, Integers 3); those of many
//! that leave three do, as Howse and Nowakowski (Theoretical Computer Science 313, 2004) found, and those of many that repeat.
//! The conditions here can be put to any code.
//!
//! **Notation.** Let `k` be the last digit that is not zero; of a code that repeats for ever, the number of digits before
//! those that repeat. An amount is *free* if it is one of the latter. Let `n0 >= 1`, `P = 2 p`, or the least common multiple
//! of that and the number of digits that repeat, `S = s P / p`, and `2^w` the largest power of two, 256 at most, that
//! divides `S`. A value `v` has the low part `L(v) = v mod 2^w` and the high part `H(v) = v div 2^w`. Let
//! `G(n+p) = G(n) + s` hold for `n0 <= n < V - p` with `V = 3 n0 + 5 P + k`, and let `E` be `G` below `V` and what the
//! equation makes of it from there on. A heap is *large* if it is at least `n0`, else *small*; `M` is the least of the
//! numbers 0, 1, 3, 7, ... that is no less than the value of any small heap, and `Y = S + 2^w (H(M) + 1)`. Two heaps *fill* if
//! they are equal, or both large and of values whose high parts are equal. An option *grows* if one of its heaps is large and
//! the xor of the values of the others is below `2^w`.
//!
//! **Theorem.** If the following hold, then `G(n+p) = G(n) + s` for all `n >= n0`.
//!
//! 1. Whatever heaps a move can leave after taking `i`, at least one of them large, the large ones below `n0 + P` and so is
//!    a free `i` below `k + P`: let `K` be the xor of the values of the small ones and `T = E(h + i) + b S`, where `h` is the
//!    sum of all heaps left and `b = 0`, or any `b >= 0` if `i` is free.
//!    - If one is large, of value `x`: for no `a >= 0` is `(x + a S) xor K = T + a S`.
//!    - If two or three are large: the xor of all values has another low part than `T`, or the sum of the high parts of the
//!      values of the large ones, plus `H(K)`, less `H(T)`, is odd or negative.
//! 2. For `V - 2 P <= n < V` every `y < Y` is the value of an option of `n` of two heaps that fill, or of three of which
//!    two fill, or after a free amount of one that grows, or, if `y < Y - S`, has two heaps at most.
//! 3. For `V - 3 P <= n < V - 2 P`, `G(n) >= Y`, and every `y` from `Y - S` up to below `G(n)` is the value of an option
//!    of `n` that grows.
//!
//! *Proof.* `E(n+P) = E(n) + S` for `n >= n0`, and this leaves low parts as they are. Let `n >= V` and `G = E` below `n`.
//!
//! *No option of `n` has the value `E(n)`.* By 3, `E(n) >= Y > M`, and a xor of values of small heaps is `M` at most. So let
//! some heap be large. Take `P` from large heaps until all are below `n0 + P`, `A` times in all, and from a free amount until
//! it is below `k + P`, `b` times; then `E(n) = T + A S`. With one large heap the option has the value
//! `(x + A S) xor K`, which is not `T + A S`. With more let it have the value `T + A S`. Then the low parts agree. The
//! high parts of the values of the large heaps have the sum `h + A S / 2^w`, where `h` is that of the reduced ones;
//! their xor with `H(K)` is `H(T) + A S / 2^w`. A xor is at most the sum and of its parity: so
//! `h + H(K) - H(T)` is even and not negative, against 1.
//!
//! *Every `y < E(n)` is the value of an option.* First, for all `n >= V - 2 P`, each `y < Y` is the value of an option as in
//! 2: with `P` more in each of the two heaps that fill, the xor of their values stays, and with `2 P` more a free amount
//! stays one; either makes an option of `n + 2 P`. Now let `y >= Y`, and `j >= 1` be the least for which `y - j S < Y` or
//! `n - j P < V - 2 P`; let `m = n - j P` and `z = y - j S`, so that `Y - S <= z < E(m)`. Then `z` is the value of an option of
//! `m` that grows: if `m < V - 2 P`, then `m >= V - 3 P`, and 3 says so. Else `z < Y`, and there is an option as in 2; if two of
//! its heaps fill, the xor of their values is below `2^w`, so a third one has a value with the high part of `z`, above that of
//! `M`, and is large. So a large heap has a value `x` and the others a xor `c < 2^w` with `x xor c = z`. With `j P` more it has
//! the value `x + j S`, and `(x + j S) xor c = z + j S = y` is the value of an option of `n`. ∎
//!
//! **Search.** The differences of neighbouring values repeat where the values have an arithmetic period. Each time the
//! sequence has grown by a fraction, the shortest `p` for which enough values are known is put to the test.

use super::agreement::agreements;
use crate::heap::Code;
use crate::heap::games::pieces::least_common_multiple;
use crate::limits::{Limits, Stop};

/// The most low bits that are looked at by themselves.
const MOST_LOW: u32 = 8;

/// Values above this are not looked at: sums of four stay far from the end of an `i64`.
const LARGEST: u64 = 1 << 40;

/// `V`: how many values, from heap 0 on, the theorem looks at. `None` if the number has more than 64 bits.
pub(crate) fn values_needed(code: &Code, start: u64, period: u64) -> Option<u64> {
    let reach = code.last_digit().unwrap_or(code.head().len() as u64);
    let repeated = repeated(code, period)?;
    start.checked_mul(3)?.checked_add(repeated.checked_mul(5)?)?.checked_add(reach)
}

/// `P`.
fn repeated(code: &Code, period: u64) -> Option<u64> {
    least_common_multiple(period.checked_mul(2)?, code.tail().len().max(1) as u64)
}

/// Watches a growing sequence until the theorem proves an arithmetic period.
///
/// Its answers depend on the sequence alone, not on how often it is told of new values.
#[derive(Clone, Debug)]
pub(in crate::heap) struct Growth {
    code: Code,
    /// The length at which the next search is due.
    next_search: usize,
    /// Starts and periods that were put to the test and failed.
    failed: Vec<(usize, usize)>,
}

/// An arithmetic period that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap) struct Grows {
    pub(in crate::heap) start: usize,
    pub(in crate::heap) period: usize,
    pub(in crate::heap) saltus: u64,
    pub(in crate::heap) values_needed: usize,
}

impl Growth {
    /// `None` for a code that the theorem is not about, or of which it proves nothing, or another theorem as much.
    pub(in crate::heap) fn of(code: &Code) -> Option<Growth> {
        let grows = code.most_pieces() > 2 || !code.tail().is_empty() && code.all_but().is_none();
        grows.then(|| Growth { code: code.clone(), next_search: 16, failed: Vec::new() })
    }

    /// The proof, if the values known by now have an arithmetic period that the theorem proves. They extend those it was
    /// shown before. `O(values)` amortised but for the tests of what may be a period.
    ///
    /// # Errors
    /// The limit that was reached; the same test is made again next time.
    pub(in crate::heap) fn look_at<T: Copy + Into<u64>>(
        &mut self,
        values: &[T],
        limits: &Limits,
    ) -> Result<Option<Grows>, Stop> {
        while self.next_search <= values.len() {
            let known: Vec<u64> =
                values[..self.next_search].iter().map(|&value| value.into()).collect();
            for grows in self.candidates(&known, limits)? {
                if self.is_proved(&known, grows, limits)? {
                    return Ok(Some(grows));
                }
                self.failed.push((grows.start, grows.period));
            }
            self.next_search += 1 + self.next_search / 16;
        }
        Ok(None)
    }

    /// What may be an arithmetic period, by the least number of heaps after which it repeats, with enough values for the
    /// theorem; none that failed, nor a multiple of one.
    fn candidates(&self, values: &[u64], limits: &Limits) -> Result<Vec<Grows>, Stop> {
        let len = values.len();
        if values.iter().any(|&value| value > LARGEST) {
            return Ok(Vec::new());
        }
        // Heap 0 is never part of the pattern.
        let differences: Vec<u64> =
            values[1..].windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect();
        let most = (len / 10).min(differences.len().saturating_sub(1));
        let mut found: Vec<Grows> = Vec::new();
        for (period, repeated) in (1..).zip(agreements(&differences, most, limits)?) {
            let start = len - 1 - period - repeated;
            let needed = values_needed(&self.code, start as u64, period as u64);
            let Some(needed) = needed.filter(|&needed| needed <= len as u64) else { continue };
            let saltus = values[len - 1].saturating_sub(values[len - 1 - period]);
            let failed = self.failed.iter().copied();
            let mut known = failed.chain(found.iter().map(|grows| (grows.start, grows.period)));
            let is_multiple = |(from, part): (usize, usize)| from == start && period % part == 0;
            if saltus > 0 && !known.any(is_multiple) {
                found.push(Grows { start, period, saltus, values_needed: needed as usize });
            }
        }
        Ok(found)
    }

    /// Whether the theorem proves what may be an arithmetic period.
    fn is_proved(&self, values: &[u64], grows: Grows, limits: &Limits) -> Result<bool, Stop> {
        let claim = Claim::new(&self.code, &values[..grows.values_needed], grows);
        let Some(claim) = claim else { return Ok(false) };
        Ok(claim.is_never_met(limits)?
            && claim.small_values_are_met(limits)?
            && claim.large_values_are_met(limits)?)
    }
}

/// Low parts, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lows([u64; 1 << MOST_LOW >> 6]);

impl Lows {
    fn insert(&mut self, low: i64) {
        self.0[low as usize / 64] |= 1 << (low % 64);
    }

    fn unite(&mut self, other: &Lows) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    fn iter(&self) -> impl Iterator<Item = i64> {
        let words = (0i64..).zip(self.0);
        words.flat_map(|(place, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * place + bit)
        })
    }
}

/// What is to be proved, and its constants by the names of the theorem.
struct Claim<'a> {
    code: &'a Code,
    /// The values of the heaps below `V`.
    values: Vec<i64>,
    /// `n0`, `P` and `S`.
    start: usize,
    period: usize,
    rise: i64,
    /// `w`.
    low_bits: u32,
    /// `Y`.
    bound: i64,
}

/// The bits of a digit that allow to leave nothing, one heap, two, three.
const NONE: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;
const THREE: u8 = 8;

/// What a move does beside the large heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Beside {
    /// Whether the amount is free.
    free: bool,
    /// The xor of the values of the small heaps.
    xor: i64,
    /// The amount and the sizes of the small heaps together.
    sum: usize,
}

/// So many of these are sorted out when they are gathered.
const FULL: usize = 1 << 16;

impl Claim<'_> {
    fn new<'a>(code: &'a Code, values: &[u64], grows: Grows) -> Option<Claim<'a>> {
        let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
        let period = usize::try_from(repeated(code, grows.period as u64)?).ok()?;
        let rise = (grows.saltus as i64).checked_mul((period / grows.period) as i64)?;
        let low_bits = rise.trailing_zeros().min(MOST_LOW);
        let small = values[..grows.start].iter().fold(0, |all, value| all | value);
        let most = (1i64 << (64 - small.leading_zeros())) - 1;
        let bound = rise + (((most >> low_bits) + 1) << low_bits);
        Some(Claim { code, values, start: grows.start, period, rise, low_bits, bound })
    }

    /// The digits of the amounts up to one, of a code that does not repeat up to the last.
    fn digits(&self, most: usize) -> impl Iterator<Item = (usize, u8)> {
        let end = if self.code.tail().is_empty() { self.code.head().len() } else { usize::MAX };
        (0..end.min(most + 1)).map(|taken| (taken, self.code.digit(taken as u64)))
    }

    /// Whether an amount is free.
    fn is_free(&self, taken: usize) -> bool {
        taken >= self.code.head().len()
    }

    /// The low part of a value.
    fn low(&self, value: i64) -> i64 {
        value & ((1 << self.low_bits) - 1)
    }

    /// The high part.
    fn high(&self, value: i64) -> i64 {
        value >> self.low_bits
    }

    /// `E`: the value of a large heap, as the equation continues it.
    fn continued(&self, heap: usize) -> i64 {
        let past = heap - self.start;
        self.values[self.start + past % self.period] + (past / self.period) as i64 * self.rise
    }

    /// What a move can do beside so many large heaps.
    fn beside(&self, large: usize) -> Vec<Beside> {
        let (mut all, mut full) = (Vec::new(), FULL);
        for (taken, digit) in self.digits(self.code.head().len() + self.period - 1) {
            let free = self.is_free(taken);
            for small in 0..=3 - large {
                if digit >> (large + small) & 1 == 0 || taken == 0 && large + small < 2 {
                    continue;
                }
                let beside = |heaps, xor| Beside { free, xor, sum: taken + heaps };
                match small {
                    0 => all.push(beside(0, 0)),
                    1 => all.extend((1..self.start).map(|a| beside(a, self.values[a]))),
                    _ => all.extend((1..self.start).flat_map(|a| {
                        let pair = move |b| beside(a + b, self.values[a] ^ self.values[b]);
                        (a..self.start).map(pair)
                    })),
                }
            }
            if all.len() > full {
                self.keep_least(&mut all);
                full = 2 * all.len().max(FULL);
            }
        }
        self.keep_least(&mut all);
        all
    }

    /// Keeps each once; of those with free amounts and as much beside modulo `P` the least, which says what the others say.
    fn keep_least(&self, all: &mut Vec<Beside>) {
        let met = |beside: &Beside| (beside.free, beside.xor, beside.sum % self.period);
        all.sort_unstable_by_key(|beside| (met(beside), beside.sum));
        all.dedup_by(|more, less| if less.free { met(more) == met(less) } else { more == less });
    }

    /// Condition 1: no option ever has the value of the heap.
    fn is_never_met(&self, limits: &Limits) -> Result<bool, Stop> {
        let heaps = self.start..self.start + self.period;
        let beside = self.beside(1);
        for heap in heaps.clone() {
            limits.check()?;
            let meets = |beside: &Beside| {
                let target = self.continued(heap + beside.sum);
                self.meets(self.values[heap], beside.xor, target, beside.free)
            };
            if beside.iter().any(meets) {
                return Ok(false);
            }
        }
        // Two large heaps may be replaced by others as far as their sum, their low part and the parity of their high
        // parts are the same: the greatest sum of high parts is what counts. Sums are brought below `n0 + P`, and the
        // high parts lowered by as much.
        let steep = self.high(self.rise);
        let greatest_of = |pairs: &mut Greatest, one: usize, other: usize| {
            let (x, y) = (self.values[one], self.values[other]);
            let past = one + other - self.start;
            let high = self.high(x) + self.high(y) - (past / self.period) as i64 * steep;
            pairs.note(past % self.period, self.low(x ^ y), high);
        };
        let mut pairs = Greatest::new(self.period, self.low_bits);
        for one in heaps.clone() {
            limits.check()?;
            (one..heaps.end).for_each(|other| greatest_of(&mut pairs, one, other));
        }
        // A free amount may be larger, and the higher part of the target with it; its parity changes back after two steps.
        let two_meet = |sum: usize, more: usize, xor: i64, free: bool| {
            let target = self.continued(self.start + sum + more);
            let (low, high) = (self.low(xor ^ target), self.high(target) - self.high(xor));
            let reaches = |high| pairs.greatest(sum, low, high) >= high;
            reaches(high) || free && reaches(high + steep)
        };
        let beside = self.beside(2);
        for sum in 0..self.period {
            limits.check()?;
            let meets = |beside: &Beside| two_meet(sum, beside.sum, beside.xor, beside.free);
            if beside.iter().any(meets) {
                return Ok(false);
            }
        }
        let beside = self.beside(3);
        for third in heaps {
            limits.check()?;
            // A third large heap beside the two counts with its high part like what is small.
            let meets = |sum| {
                let third_meets = |beside: &Beside| {
                    two_meet(sum, third + beside.sum, self.values[third], beside.free)
                };
                beside.iter().any(third_meets)
            };
            if (0..self.period).any(meets) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `(x + a S) xor K = T + a S + b S` for some `a >= 0`, and `b = 0`, or some `b >= 0` if the amount is free.
    fn meets(&self, value: i64, xor: i64, target: i64, free: bool) -> bool {
        // A xor changes a number by `K` at most.
        let rises = if free { (value + xor - target).max(0) / self.rise } else { 0 };
        (0..=rises).any(|rise| self.meets_there(value, xor, target + rise * self.rise))
    }

    /// Whether `(x + a S) xor K = T + a S` for some `a >= 0`.
    fn meets_there(&self, value: i64, xor: i64, target: i64) -> bool {
        // `v xor K = v + K - 2 (v and K)`: so the bits that `v = x + a S` and `K` share are known.
        let twice = xor - (target - value);
        let shared = twice >> 1;
        if twice & 1 == 1 || shared < 0 || shared & !xor != 0 {
            return false;
        }
        // They depend on what is left of `v` modulo a power of two above `K`.
        let span = 1i64 << (64 - xor.leading_zeros());
        let steps = (span >> self.rise.trailing_zeros().min(62)).max(1);
        (0..steps).any(|step| (value + step * self.rise) & xor == shared)
    }

    /// Whether two heaps fill.
    fn fill(&self, one: usize, other: usize) -> bool {
        let high = |heap: usize| self.high(self.values[heap]);
        one == other || one.min(other) >= self.start && high(one) == high(other)
    }

    /// For each sum the low parts of the xor of two heaps of this kind.
    fn pairs(
        &self,
        limits: &Limits,
        are: impl Fn(usize, usize) -> bool,
    ) -> Result<Vec<Lows>, Stop> {
        let mut lows = vec![Lows::default(); self.values.len()];
        for one in 1..self.values.len() {
            limits.check()?;
            for other in one..self.values.len() - one {
                if are(one, other) {
                    lows[one + other].insert(self.low(self.values[one] ^ self.values[other]));
                }
            }
        }
        Ok(lows)
    }

    /// For each sum what may be left of it by taking an amount of which the digit has this bit, by what may be left
    /// after taking it.
    fn before_taking(
        &self,
        limits: &Limits,
        bit: u8,
        left: &[Lows],
        only_free: bool,
    ) -> Result<Vec<Lows>, Stop> {
        let mut lows = vec![Lows::default(); self.values.len()];
        for (sum, lows) in lows.iter_mut().enumerate() {
            limits.check()?;
            let allowed = |&(taken, digit): &(usize, u8)| {
                digit & bit != 0 && (!only_free || self.is_free(taken))
            };
            for (taken, _) in self.digits(sum).filter(allowed) {
                lows.unite(&left[sum - taken]);
            }
        }
        Ok(lows)
    }

    /// For each sum the low parts of the values of what may stand beside a large heap in an option that grows: what the
    /// move takes and other heaps, together of that sum.
    fn beside_growing(&self, limits: &Limits, only_free: bool) -> Result<Vec<Lows>, Stop> {
        let is_low = |value: i64| self.high(value) == 0;
        let none = |heap: usize| if heap == 0 { Some(0) } else { None };
        let one = |heap: usize| Some(self.values[heap]).filter(|&value| heap > 0 && is_low(value));
        let alone = |low: &dyn Fn(usize) -> Option<i64>| {
            let set = |heap| {
                let mut lows = Lows::default();
                low(heap).into_iter().for_each(|low| lows.insert(low));
                lows
            };
            (0..self.values.len()).map(set).collect::<Vec<Lows>>()
        };
        let two = self.pairs(limits, |a, b| is_low(self.values[a] ^ self.values[b]))?;
        let mut all = self.before_taking(limits, ONE, &alone(&none), only_free)?;
        for (bit, left) in [(TWO, alone(&one)), (THREE, two)] {
            let more = self.before_taking(limits, bit, &left, only_free)?;
            all.iter_mut().zip(more).for_each(|(lows, more)| lows.unite(&more));
        }
        Ok(all)
    }

    /// Condition 2: values below `Y` are always met.
    fn small_values_are_met(&self, limits: &Limits) -> Result<bool, Stop> {
        let filling = self.pairs(limits, |one, other| self.fill(one, other))?;
        let alone = self.before_taking(limits, TWO, &filling, false)?;
        let with_third = self.before_taking(limits, THREE, &filling, false)?;
        let free = match self.code.tail().is_empty() {
            true => Vec::new(),
            false => self.beside_growing(limits, true)?,
        };
        for heap in self.values.len() - 2 * self.period..self.values.len() {
            limits.check()?;
            // Of those only the larger ones need an option that grows.
            let mut below = Met::new(0, self.bound - self.rise);
            let mut above = Met::new(self.bound - self.rise, self.bound);
            let mut meet = |value| {
                below.insert(value);
                above.insert(value);
            };
            alone[heap].iter().for_each(&mut meet);
            for third in (1..heap).filter(|&third| self.values[third] < self.bound) {
                let value = self.values[third];
                with_third[heap - third].iter().for_each(|low| meet(value ^ low));
            }
            for large in (self.start..heap).filter(|_| !free.is_empty()) {
                free[heap - large].iter().for_each(|low| meet(self.values[large] ^ low));
            }
            self.meet_freely(heap, &mut below);
            if !below.all() || !above.all() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Meets the values of what is left of a heap by free amounts, two heaps at most, until all are met.
    fn meet_freely(&self, heap: usize, met: &mut Met) {
        for (taken, digit) in self.digits(heap).filter(|&(taken, _)| self.is_free(taken)) {
            if met.all() {
                return;
            }
            let left = heap - taken;
            if left == 0 && digit & NONE != 0 {
                met.insert(0);
            }
            if left > 0 && digit & ONE != 0 {
                met.insert(self.values[left]);
            }
            if digit & TWO != 0 {
                (1..=left / 2).for_each(|a| met.insert(self.values[a] ^ self.values[left - a]));
            }
        }
    }

    /// Condition 3: larger values are met, by options that grow.
    fn large_values_are_met(&self, limits: &Limits) -> Result<bool, Stop> {
        let beside = self.beside_growing(limits, false)?;
        let end = self.values.len() - 2 * self.period;
        for heap in end - self.period..end {
            limits.check()?;
            if self.values[heap] < self.bound {
                return Ok(false);
            }
            let mut met = Met::new(self.bound - self.rise, self.values[heap]);
            for large in self.start..heap {
                beside[heap - large].iter().for_each(|low| met.insert(self.values[large] ^ low));
            }
            if !met.all() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The greatest sum of high parts of two heaps, by their sum, their low part and the parity of the sum of high parts.
struct Greatest {
    low_bits: u32,
    /// `i64::MIN` for none.
    sums: Vec<i64>,
}

impl Greatest {
    fn new(period: usize, low_bits: u32) -> Greatest {
        Greatest { low_bits, sums: vec![i64::MIN; (2 * period) << low_bits] }
    }

    fn place(&self, sum: usize, low: i64, parity: i64) -> usize {
        (sum << self.low_bits | low as usize) << 1 | (parity & 1) as usize
    }

    fn note(&mut self, sum: usize, low: i64, high: i64) {
        let place = self.place(sum, low, high);
        self.sums[place] = self.sums[place].max(high);
    }

    /// The greatest of this parity.
    fn greatest(&self, sum: usize, low: i64, parity: i64) -> i64 {
        self.sums[self.place(sum, low, parity)]
    }
}

/// Which values of a range are met.
struct Met {
    first: i64,
    met: Vec<bool>,
}

impl Met {
    fn new(first: i64, end: i64) -> Met {
        Met { first, met: vec![false; (end - first).max(0) as usize] }
    }

    fn insert(&mut self, value: i64) {
        let place = usize::try_from(value - self.first).ok();
        if let Some(met) = place.and_then(|place| self.met.get_mut(place)) {
            *met = true;
        }
    }

    fn all(&self) -> bool {
        self.met.iter().all(|&met| met)
    }
}

#[cfg(test)]
pub(crate) mod tests;
