//! Guesses about two coordinates that are fitted to their table: coordinates that are heaps apart, and steps after which
//! the table repeats.

use super::{Aspect, Guess, Table};
use crate::language::message;
use crate::limits::{Limits, Stop};

/// A pattern must be seen so often before it is believed.
const REPETITIONS: i64 = 3;
/// Where a pattern begins is at most this part of the table away from 0.
const BEYOND_START: i64 = 5;

pub(super) fn of(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    let mut all = Vec::new();
    if aspect == Aspect::Values {
        all.extend(apart(table));
    }
    all.extend(repeated(table, aspect, limits)?);
    Ok(all)
}

fn cells(table: &Table, aspect: Aspect) -> impl Fn([i64; 2]) -> i64 + Clone + use<> {
    let side = table.to as usize + 1;
    let all = (0..side * side).map(|cell| [(cell / side) as i64, (cell % side) as i64]);
    let all: Vec<i64> = all.map(|at| table.seen(aspect, at)).collect();
    move |[a, b]| all[a as usize * side + b as usize]
}

/// The value is the nim-sum of what each coordinate is worth beside the smallest of the other.
fn apart(table: &Table) -> Option<Guess> {
    let [a, b] = &table.coords[..] else { return None };
    let (value, first) = (cells(table, Aspect::Values), table.first as i64);
    let corner = value([first, first]);
    let rest = match corner {
        0 => message!(""),
        _ => message!(" xor {corner}", corner),
    };
    let statement =
        message!("G({a}, {b}) = G({a}, {first}) xor G({first}, {b}){rest}", a, b, first, rest);
    let guess = Guess::function(statement, move |[a, b]| {
        Some(value([a, first]) ^ value([first, b]) ^ corner)
    });
    Some(Guess { given: 2 * table.to as usize + 1, ..guess })
}

/// A step in each coordinate, what is added after it, and the coordinate from which on it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    by: [i64; 2],
    saltus: i64,
    start: i64,
}

/// The smallest step along each coordinate after which the table repeats, or else the smallest of all.
fn repeated(table: &Table, aspect: Aspect, limits: &Limits) -> Result<Vec<Guess>, Stop> {
    let [a, b] = &table.coords[..] else { return Ok(Vec::new()) };
    let most = (table.to as i64 + 1) / (REPETITIONS + 1);
    let mut steps = Vec::new();
    for axis in [[1, 0], [0, 1]] {
        limits.check()?;
        let plain = |step: &Step| step.saltus == 0;
        let mut along = (1..=most).filter_map(|by| step(table, aspect, axis.map(|on| on * by)));
        steps.extend(along.find(plain));
    }
    if steps.is_empty() {
        let mut all: Vec<[i64; 2]> =
            (1..=most).flat_map(|p| (1..=most).map(move |q| [p, q])).collect();
        all.sort_by_key(|[p, q]| p + q);
        for by in all {
            limits.check()?;
            let found = step(table, aspect, by);
            steps.extend(found.filter(|step| aspect == Aspect::Values || step.saltus == 0));
            if !steps.is_empty() {
                break;
            }
        }
    }
    let start = steps.iter().map(|step| step.start).max().unwrap_or(0);
    let name = if aspect == Aspect::Values { "G" } else { "P" };
    let shifted = |coord: &String, by: i64| match by {
        0 => coord.clone(),
        _ => format!("{coord} + {by}"),
    };
    let said = |step: &Step| {
        let [p, q] = step.by;
        format!("{name}({}, {})", shifted(a, p), shifted(b, q))
    };
    let steps_said: Vec<String> = steps.iter().map(said).collect();
    let Some(last) = steps.last().copied() else { return Ok(Vec::new()) };
    let added = if last.saltus == 0 { String::new() } else { format!(" + {}", last.saltus) };
    let equation = format!("{} = {name}({a}, {b}){added}", steps_said.join(" = "));
    let statement = match start {
        0 => message!("{equation}", equation),
        _ => message!("{equation} for {a}, {b} >= {start}", equation, a, b, start),
    };
    let whole = steps.len() > 1;
    // What no step leads to is told.
    let cell = cells(table, aspect);
    let back = move |at: [i64; 2]| {
        let before = steps.iter().map(|step| [at[0] - step.by[0], at[1] - step.by[1]]);
        before.clone().find(|before| before.iter().all(|&n| n >= start))
    };
    let side = start..=table.to as i64;
    let told = |&at: &[i64; 2]| back(at).is_none();
    let given = side.clone().flat_map(|a| side.clone().map(move |b| [a, b])).filter(told).count();
    let guess = Guess::function(statement, move |at| match back(at) {
        Some(before) => cell(before).checked_add(last.saltus),
        None => Some(cell(at)),
    });
    Ok(vec![Guess { given, from: start, whole, ..guess }])
}

/// A step, if the table repeats after it from somewhere near 0 on, and in the whole table from no later on than in its
/// smaller half: what begins later the farther one looks begins nowhere.
fn step(table: &Table, aspect: Aspect, by: [i64; 2]) -> Option<Step> {
    let to = table.to as i64;
    let seen = |at| table.seen(aspect, at);
    let saltus = seen([to, to]).checked_sub(seen([to - by[0], to - by[1]]))?;
    let first = table.first as i64;
    let (mut start, mut start_near) = (first, first);
    for a in (by[0] + first..=to).rev() {
        for b in (by[1] + first..=to).rev() {
            let before = [a - by[0], b - by[1]];
            if seen(before).checked_add(saltus) != Some(seen([a, b])) {
                let later = before[0].min(before[1]) + 1;
                start = start.max(later);
                if a.max(b) <= to / 2 {
                    start_near = start_near.max(later);
                }
                if start > to / BEYOND_START {
                    return None;
                }
            }
        }
    }
    (start == start_near).then_some(Step { by, saltus, start })
}
