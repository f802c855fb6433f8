//! Sets of heaps that are lost: linear recurrences and irrational slopes.

use super::slope::Surd;
use super::{Aspect, Guess, Table};
use crate::language::message;
use crate::limits::{Limits, Stop};

/// A set needs so many members to say anything.
const LEAST_MEMBERS: usize = 8;
/// Coefficients of a recurrence and the constant added.
const COEFFICIENTS: std::ops::RangeInclusive<i64> = -1..=4;
const CONSTANTS: std::ops::RangeInclusive<i64> = -3..=3;
/// Members before the recurrence begins.
const MOST_BEFORE: usize = 4;
/// Steps after which a share of the number before is believed, and the largest number in one.
const LEAST_SHARED: usize = 5;
const MOST_PART: i64 = 4;

/// Guesses about the lost heaps of one coordinate.
pub(super) fn of(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    if aspect == Aspect::Values {
        return Ok(stairs(table).into_iter().collect());
    }
    let lost: Vec<i64> = (table.first as i64..=table.to as i64)
        .filter(|&n| table.seen(aspect, [n, 0]) == 1)
        .collect();
    let mut all = Vec::new();
    all.extend(recurrence(&lost, table.to as i64).or_else(|| share(&lost, table.to as i64)));
    all.extend(beatty(&lost, limits)?);
    Ok(all)
}

/// `z_(k+2) = a z_(k+1) + b z_k + c`, for a set that thins out.
fn recurrence(lost: &[i64], to: i64) -> Option<Guess> {
    let grows_fast = lost.len() >= LEAST_MEMBERS && (lost.len() as i64).pow(2) < to / 2;
    if !grows_fast {
        return None;
    }
    for before in 0..=MOST_BEFORE {
        let rest = lost.get(before..).filter(|rest| rest.len() >= LEAST_MEMBERS - 2)?;
        for a in COEFFICIENTS {
            for b in COEFFICIENTS {
                for c in CONSTANTS {
                    let next = |x: i64, y: i64| a * y + b * x + c;
                    if rest.windows(3).all(|w| next(w[0], w[1]) == w[2]) {
                        return Some(recurrent(lost, before, [a, b, c]));
                    }
                }
            }
        }
    }
    None
}

fn recurrent(lost: &[i64], before: usize, [a, b, c]: [i64; 3]) -> Guess {
    let start = lost[..before + 2].to_vec();
    let mut terms = Vec::new();
    for (factor, name) in [(a, "z(k+1)"), (b, "z(k)")] {
        match factor {
            0 => {}
            1 => terms.push(name.to_owned()),
            -1 => terms.push(format!("-{name}")),
            _ => terms.push(format!("{factor} {name}")),
        }
    }
    if c != 0 {
        terms.push(c.to_string());
    }
    let listed: Vec<String> = start.iter().map(ToString::to_string).collect();
    let sum = terms.join(" + ").replace("+ -", "- ");
    let statement = message!(
        "P exactly the numbers {listed}, and then z(k+2) = {sum}",
        listed = listed.join(", "),
        sum
    );
    Guess::function(statement, move |[n, _]| {
        if start.contains(&n) {
            return Some(1);
        }
        let (mut x, mut y) = (start[before], start[before + 1]);
        while y < n {
            let next = a.checked_mul(y)?.checked_add(b.checked_mul(x)?)?.checked_add(c)?;
            if next <= y {
                return None;
            }
            (x, y) = (y, next);
        }
        Some(i64::from(y == n))
    })
}

/// The number after `y` where each is a share of the one before and a constant more: `p y / q + c`.
type Share = [i64; 3];

fn next(y: i64, [p, q, c]: Share) -> Option<i64> {
    y.checked_mul(p)?.div_euclid(q).checked_add(c)
}

fn written([p, q, c]: Share) -> String {
    let factor = if p == 1 { "z(k)".to_owned() } else { format!("{p} z(k)") };
    let product = if q == 1 { factor } else { format!("floor({factor}/{q})") };
    match c {
        0 => product,
        1.. => format!("{product} + {c}"),
        _ => format!("{product} - {}", -c),
    }
}

/// The simplest share by which numbers grow after the first few, and how many these are.
fn shared(numbers: &[i64], to: i64) -> Option<(usize, Share)> {
    let grows_fast = numbers.len() > LEAST_SHARED && (numbers.len() as i64).pow(2) < to / 2;
    if !grows_fast {
        return None;
    }
    let shares = || {
        (1..=MOST_PART)
            .flat_map(|q| (q + 1..=MOST_PART * q).map(move |p| (p, q)))
            .flat_map(|(p, q)| CONSTANTS.map(move |c| [p, q, c]))
    };
    (0..=MOST_BEFORE).find_map(|before| {
        let rest = numbers.get(before..).filter(|rest| rest.len() > LEAST_SHARED)?;
        let goes_on = |&share: &Share| {
            // The next one would be beyond the table.
            let ends = rest.last().and_then(|&last| next(last, share)).is_some_and(|z| z > to);
            ends && rest.windows(2).all(|pair| next(pair[0], share) == Some(pair[1]))
        };
        Some((before, shares().find(goes_on)?))
    })
}

/// `z(k+1) = p z(k)/q + c`, rounded down, for a set that thins out.
fn share(lost: &[i64], to: i64) -> Option<Guess> {
    let (before, share) = shared(lost, to)?;
    let start = lost[..=before].to_vec();
    let listed = start.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let statement = message!(
        "P exactly the numbers {listed}, and then z(k+1) = {next}",
        listed,
        next = written(share)
    );
    let given = start.len();
    let guess = Guess::function(statement, move |[n, _]| {
        let mut z = *start.last()?;
        while z < n {
            z = next(z, share).filter(|&next| next > z)?;
        }
        Some(i64::from(z == n || start.contains(&n)))
    });
    Some(Guess { given, ..guess })
}

/// Values that rise by one at such numbers.
fn stairs(table: &Table) -> Option<Guess> {
    let value = |n: i64| table.seen(Aspect::Values, [n, 0]);
    let (first, to) = (table.first as i64, table.to as i64);
    let mut rising = Vec::new();
    for n in first + 1..=to {
        match value(n).checked_sub(value(n - 1))? {
            0 => {}
            1 => rising.push(n),
            _ => return None,
        }
    }
    let (before, share) = shared(&rising, to)?;
    let start = rising[..=before].to_vec();
    let listed = start.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let least = value(first);
    let statement = message!(
        "G(n) = {more}the count of numbers up to n among {listed}, and then z(k+1) = {next}",
        more = if least == 0 { String::new() } else { format!("{least} + ") },
        listed,
        next = written(share)
    );
    let given = start.len();
    let guess = Guess::function(statement, move |[n, _]| {
        let mut count = start.iter().filter(|&&z| z <= n).count() as i64;
        let mut z = *start.last()?;
        while z < n {
            z = next(z, share).filter(|&next| next > z)?;
            count += i64::from(z <= n);
        }
        least.checked_add(count)
    });
    Some(Guess { given, wordy: true, ..guess })
}

/// `floor(k alpha) + c` for `k >= 1`, with 0 a member or not.
fn beatty(lost: &[i64], limits: &Limits) -> Result<Option<Guess>, Stop> {
    let with_zero = lost.first() == Some(&0);
    let positive = &lost[usize::from(with_zero)..];
    for c in CONSTANTS {
        let shifted: Vec<i64> = positive.iter().map(|z| z - c).collect();
        let Some(alpha) = Surd::of(&shifted, limits)? else { continue };
        let shift = match c {
            0 => String::new(),
            _ if c < 0 => format!(" - {}", -c),
            _ => format!(" + {c}"),
        };
        let zero = if with_zero { message!(" and 0") } else { message!("") };
        let statement = message!(
            "P exactly the numbers floor(k {alpha}){shift} for k >= 1{zero}",
            alpha,
            shift,
            zero
        );
        return Ok(Some(Guess::function(statement, move |[n, _]| {
            if n == 0 {
                return Some(i64::from(with_zero));
            }
            let number = alpha.first(1..=n - c + 1, n - c);
            let member = number.and_then(|k| alpha.times(k)).is_some_and(|z| z + c == n);
            Some(i64::from(member))
        })));
    }
    Ok(None)
}
