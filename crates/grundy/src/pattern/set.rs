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

/// Guesses about the lost heaps of one coordinate.
pub(super) fn of(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    if aspect == Aspect::Values {
        return Ok(Vec::new());
    }
    let lost: Vec<i64> = (table.first as i64..=table.to as i64)
        .filter(|&n| table.seen(aspect, [n, 0]) == 1)
        .collect();
    let mut all = Vec::new();
    all.extend(recurrence(&lost, table.to as i64));
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
