//! Values that rise at some remainders and not at others, or each by a number of its own.

use super::line::{BEYOND_START, Period, REPETITIONS, WRITTEN, sequence};
use super::{Aspect, Guess, Table};
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};

/// Periods tried in which each remainder rises by its own number, and those of which every remainder has its words.
const MOST_RESIDUES: usize = 64;
const MOST_TOLD: usize = 6;

/// Values of which those at every remainder modulo a number rise by a number of their own, 0 for some.
pub(super) fn of(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    if aspect == Aspect::Outcomes {
        return Ok(Vec::new());
    }
    let values = sequence(table, aspect);
    let most = MOST_RESIDUES.min(values.len() / (REPETITIONS + 2));
    for m in 2..=most {
        limits.check()?;
        // Where what is added after a period is that after the next.
        let rises = |n: &usize| {
            let [here, next, last] = [0, m, 2 * m].map(|more| values[n + more]);
            next.checked_sub(here).is_some_and(|rise| last.checked_sub(next) == Some(rise))
        };
        let start = (0..values.len() - 2 * m).rev().take_while(rises).last();
        let Some(start) = start.map(|start| start.max(table.first as usize)) else { continue };
        let seen = values.len() - start >= (REPETITIONS + 2) * m;
        if !seen || start > values.len() / BEYOND_START {
            continue;
        }
        // All that rise the same, or none, are seen as a period.
        let rise = |n: usize| values[n + m] - values[n];
        let rising = (start..start + m).map(rise).find(|&rise| rise != 0);
        let constant: Vec<usize> = (start..start + m).filter(|&n| rise(n) == 0).collect();
        let (Some(saltus), false) = (rising, constant.is_empty()) else { continue };
        if (start..start + m).any(|n| rise(n) < 0) {
            continue;
        }
        let statement = if m <= MOST_TOLD {
            told_apart(&values, m, start)
        } else if (start..start + m).all(|n| [0, saltus].contains(&rise(n))) {
            but_for(&values, (m, start, saltus), &constant)
        } else {
            continue;
        };
        let table = values[..start + 2 * m].to_vec();
        let guess = Guess::function(statement, move |[n, _]| {
            let n = n as usize;
            let Some(rest) = n.checked_sub(start) else { return table.get(n).copied() };
            let (base, next) = (table[start + rest % m], table[start + m + rest % m]);
            base.checked_add((next - base).checked_mul(i64::try_from(rest / m).ok()?)?)
        });
        return Ok(vec![Guess { given: start + 2 * m, wordy: true, ..guess }]);
    }
    Ok(Vec::new())
}

/// The values at each remainder: `G(3 k) = 0, G(3 k + 1) = 1, G(3 k + 2) = k`.
fn told_apart(values: &[i64], m: usize, start: usize) -> Message {
    let said = |r: usize| {
        let n = (start..start + m).find(|n| n % m == r).unwrap_or(r);
        let rise = values[n + m] - values[n];
        let first = values[n] - rise * (n / m) as i64;
        let place = if r == 0 { String::new() } else { format!(" + {r}") };
        let value = match (rise, first) {
            (0, _) => first.to_string(),
            (1, 0) => "k".to_owned(),
            (_, 0) => format!("{rise} k"),
            (1, _) => format!("k + {first}"),
            _ => format!("{rise} k + {first}"),
        };
        format!("G({m} k{place}) = {}", value.replace("+ -", "- "))
    };
    let words = (0..m).map(said).collect::<Vec<_>>().join(", ");
    match start {
        0 => message!("{words}", words),
        _ => message!("{words} from n = {start} on", words, start),
    }
}

/// A saltus, and the remainders without it.
fn but_for(values: &[i64], (m, start, saltus): Period, constant: &[usize]) -> Message {
    let from = match start {
        0 => message!(""),
        _ => message!(" from n = {start} on", start),
    };
    let constant: Vec<String> =
        constant.iter().map(|&n| format!("G({m} k + {}) = {}", n % m, values[n])).collect();
    let block: Vec<String> =
        values[start..start + m].iter().take(WRITTEN).map(ToString::to_string).collect();
    let more = if m > WRITTEN { ", ..." } else { "" };
    message!(
        "G(n + {m}) = G(n) + {saltus}{from}, but {constant}: {block}",
        m,
        saltus,
        from,
        constant = constant.join(", "),
        block = block.join(", ") + more
    )
}
