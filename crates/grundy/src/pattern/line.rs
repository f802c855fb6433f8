//! Guesses about one coordinate that are fitted to its sequence.

use super::{Aspect, Guess, Repeats, Table};
use crate::heap::agreements;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};

/// A pattern must be seen so often before it is believed.
pub(super) const REPETITIONS: usize = 3;
/// And so many times as far as where it begins: what changes at each power of 2, or at three times as much, seems to
/// repeat between two of these.
pub(super) const BEYOND_START: usize = 5;
/// Values of a period that are written out.
pub(super) const WRITTEN: usize = 24;

/// By the number of the heap; what stands at a heap of which nothing is known means nothing.
pub(super) fn sequence(table: &Table, aspect: Aspect) -> Vec<i64> {
    (0..=table.to as i64).map(|n| table.seen(aspect, [n, 0])).collect()
}

/// The smallest period, and the smallest period after which a constant is added, with the heaps
/// before it as what they are.
pub(super) fn periodic(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    let values = sequence(table, aspect);
    let [plain, rising] = periods(&values, limits)?;
    let rising = rising.filter(|_| aspect == Aspect::Values);
    let known = |(period, start, saltus): Period| (period, start.max(table.first as usize), saltus);
    let found = plain.into_iter().chain(rising).map(known);
    Ok(found.map(|found| repeated(&values, aspect, found)).collect())
}

/// A period, where it begins, and what is added after it.
pub(super) type Period = (usize, usize, i64);

/// The smallest period after which nothing is added, and the smallest after which something is, in time that grows with
/// the number of values: what is added stays the same as long as the differences of neighbours repeat, so where a period
/// begins is how far the reversed differences agree with themselves a period on.
pub(super) fn periods(values: &[i64], limits: &Limits) -> Result<[Option<Period>; 2], Stop> {
    let most = values.len() / (REPETITIONS + 1);
    let differences: Vec<i64> = values.windows(2).rev().map(|pair| pair[1] - pair[0]).collect();
    let agree = agreements(&differences, most, limits)?;
    let mut found = [None, None];
    for (period, agree) in (1..=most).zip(agree) {
        let pairs = values.len() - period;
        let saltus = values[values.len() - 1] - values[pairs - 1];
        let start = pairs - 1 - agree;
        let seen = values.len() - start >= (REPETITIONS + 1) * period;
        let goes_on = start <= values.len() / BEYOND_START;
        if seen && goes_on && saltus >= 0 {
            found[usize::from(saltus > 0)].get_or_insert((period, start, saltus));
        }
    }
    Ok(found)
}

fn repeated(values: &[i64], aspect: Aspect, (period, start, saltus): Period) -> Guess {
    let from = match start {
        0 => message!(""),
        _ => message!(" from n = {start} on", start),
    };
    let table = values[..start + period].to_vec();
    let listed = |all: Vec<String>| match all.len() {
        0..=WRITTEN => all.join(", "),
        _ => format!("{}, ...", all[..WRITTEN].join(", ")),
    };
    let block = &values[start..start + period];
    let statement = match (aspect, saltus) {
        (Aspect::Values, 0) => {
            let block = listed(block.iter().map(ToString::to_string).collect());
            message!("G(n + {period}) = G(n){from}: {block}", period, from, block)
        }
        (Aspect::Values, _) => {
            let block = listed(block.iter().map(ToString::to_string).collect());
            message!(
                "G(n + {period}) = G(n) + {saltus}{from}: {block}",
                period,
                saltus,
                from,
                block
            )
        }
        (Aspect::Outcomes, _) if period == 1 => match block[0] {
            1 => message!("always P{from}", from),
            _ => message!("never P{from}", from),
        },
        (Aspect::Outcomes, _) => {
            let residues = (start..start + period).filter(|&n| values[n] == 1);
            let mut residues: Vec<usize> = residues.map(|n| n % period).collect();
            residues.sort_unstable();
            let residues = listed(residues.iter().map(ToString::to_string).collect());
            message!(
                "P exactly when n mod {period} is in {{residues}}{from}",
                period,
                residues,
                from
            )
        }
    };
    let given = table.len();
    let guess = Guess::function(statement, move |[n, _]| {
        let n = n as usize;
        let Some(rest) = n.checked_sub(table.len()) else { return table.get(n).copied() };
        let rounds = rest / period + 1;
        let base = table[start + rest % period];
        base.checked_add(saltus.checked_mul(i64::try_from(rounds).ok()?)?)
    });
    let repeats =
        Repeats { start: start as u64, period: period as u64, saltus: saltus.unsigned_abs() };
    Guess { given, repeats: Some(repeats), ..guess }
}

/// The exponent of `p` in `n > 0`.
fn valuation(mut n: i64, p: i64) -> Option<i64> {
    if n <= 0 {
        return None;
    }
    let mut exponent = 0;
    while n % p == 0 {
        n /= p;
        exponent += 1;
    }
    Some(exponent)
}

fn digit_sum(mut n: i64, base: i64) -> i64 {
    let mut sum = 0;
    while n > 0 {
        sum += n % base;
        n /= base;
    }
    sum
}

fn digit_count(mut n: i64, base: i64) -> i64 {
    let mut count = 0;
    while n > 0 {
        n /= base;
        count += 1;
    }
    count
}

/// The number of prime factors of `n > 0`, with repetition.
fn prime_factors(mut n: i64) -> Option<i64> {
    if n <= 0 {
        return None;
    }
    let (mut count, mut p) = (0, 2);
    while p * p <= n {
        while n % p == 0 {
            n /= p;
            count += 1;
        }
        p += 1;
    }
    Some(count + i64::from(n > 1))
}

/// Digits in other bases, valuations and factors, which have no formula in the notation. For heap
/// 0, where these have no meaning, the value 0 is guessed. Whether a number is even says little of it: of who wins it is
/// guessed where the table has numbers with three digits in the base, or with the exponent 2.
pub(super) fn functions(table: &Table, aspect: Aspect) -> Vec<Guess> {
    let is_telling = |base: i64| aspect == Aspect::Values || base * base <= table.to as i64;
    let mut all = Vec::new();
    let mut add = |name: Message, of: Box<dyn Fn(i64) -> Option<i64>>| match aspect {
        Aspect::Values => {
            let value = move |[n, _]: [i64; 2]| if n == 0 { Some(0) } else { of(n) };
            all.push(Guess::function(message!("G(n) = {name}", name), value));
        }
        Aspect::Outcomes => {
            let parity = move |[n, _]: [i64; 2]| {
                let odd = if n == 0 { 0 } else { of(n)? % 2 };
                Some(1 - odd)
            };
            let statement = message!("P exactly when {name} is even, or n = 0", name);
            all.push(Guess { wordy: true, ..Guess::function(statement, parity) });
        }
    };
    for p in [2, 3, 5, 7].into_iter().filter(|&p| is_telling(p)) {
        add(message!("the exponent of {p} in n", p), Box::new(move |n| valuation(n, p)));
        let more = move |n| valuation(n, p).map(|exponent| exponent + 1);
        add(message!("1 + the exponent of {p} in n", p), Box::new(more));
    }
    for base in (3..=10).filter(|&base| is_telling(base)) {
        let sum = move |n| Some(digit_sum(n, base));
        add(message!("the sum of the digits of n in base {base}", base), Box::new(sum));
        let count = move |n| Some(digit_count(n, base));
        add(message!("the number of digits of n in base {base}", base), Box::new(count));
    }
    add(message!("the number of prime factors of n"), Box::new(prime_factors));
    add(message!("the number of binary digits of n"), Box::new(|n| Some(digit_count(n, 2))));
    all
}

/// What `G(m k + r)` may be, from `k` and `G(k)`.
type Step = fn(i64, i64) -> i64;

const STEPS: [(&str, Step); 12] = [
    ("0", |_, _| 0),
    ("1", |_, _| 1),
    ("G(k)", |_, g| g),
    ("k", |k, _| k),
    ("k + 1", |k, _| k + 1),
    ("2 k", |k, _| 2 * k),
    ("2 k + 1", |k, _| 2 * k + 1),
    // Values may have up to 64 bits; one that does not fit predicts nothing right.
    ("G(k) + 1", |_, g| g.saturating_add(1)),
    ("2 G(k)", |_, g| g.saturating_mul(2)),
    ("2 G(k) + 1", |_, g| g.saturating_mul(2).saturating_add(1)),
    ("1 - G(k)", |_, g| 1 - g),
    ("G(k) xor 1", |_, g| g ^ 1),
];

/// Recursions on `k = n / m` for each remainder.
pub(super) fn halving(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    let values = sequence(table, aspect);
    let mut all = Vec::new();
    for m in [2, 3, 4] {
        let mut steps = Vec::new();
        for r in 0..m {
            limits.check()?;
            // The smallest numbers may be exceptions; they are given as they are.
            let pairs = (1..).map(|k| (k, m * k + r)).take_while(|&(_, n)| n < values.len());
            let fits = |&(_, step): &(&str, Step)| {
                pairs.clone().all(|(k, n)| values[n] == step(k as i64, values[k]))
            };
            let seen = pairs.clone().nth(8).is_some();
            steps.extend(STEPS.iter().copied().find(fits).filter(|_| seen));
        }
        let recursive = steps.iter().any(|(name, _)| name.contains('G'));
        if steps.len() < m || !recursive {
            continue;
        }
        let listed = |(r, (name, _)): (usize, (&str, Step))| match (aspect, r) {
            (Aspect::Values, 0) => format!("G({m} k) = {name}"),
            (Aspect::Values, _) => format!("G({m} k + {r}) = {name}"),
            (Aspect::Outcomes, 0) => format!("P({m} k) = {}", name.replace('G', "P")),
            (Aspect::Outcomes, _) => format!("P({m} k + {r}) = {}", name.replace('G', "P")),
        };
        let first: Vec<i64> = values[..m].to_vec();
        let words: Vec<String> = steps.iter().copied().enumerate().map(listed).collect();
        let of = |value: &i64| value.to_string();
        let known = &first[table.first as usize..];
        let starts = known.iter().map(of).collect::<Vec<_>>().join(", ");
        let statement =
            message!("{words} for k >= 1, starting {starts}", words = words.join(", "), starts);
        let functions: Vec<Step> = steps.iter().map(|(_, step)| *step).collect();
        let guess = Guess::function(statement, move |[n, _]| {
            Some(recursive_value(n as usize, m, &first, &functions))
        });
        all.push(Guess { given: m, ..guess });
    }
    Ok(all)
}

/// `O(log n)`: from the leading part of the number down to itself.
fn recursive_value(n: usize, m: usize, first: &[i64], steps: &[Step]) -> i64 {
    let mut chain = vec![n];
    while let Some(&last) = chain.last().filter(|&&last| last >= m) {
        chain.push(last / m);
    }
    let lead = chain.pop().unwrap_or(0);
    let mut value = first[lead];
    for &n in chain.iter().rev() {
        value = steps[n % m]((n / m) as i64, value);
    }
    value
}
