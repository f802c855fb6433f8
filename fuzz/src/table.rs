//! Any bytes as a game: its small tables, by machine code and by every other means, hold what the
//! definition says.
//!
//! Random rules of the tests come from a generator, which writes what somebody thought of. Here
//! are also rules that nobody would write, with numbers near the limits of types.

use std::num::NonZero;
use std::time::Duration;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Value};
use grundy::search::{Misere, Values};
use grundy::table::{Means, Table};

/// Means that are tried: machine code alone, all, and no machine code.
const TRIED: [Means; 3] =
    [Means { code: true, ..Means::NONE }, Means::ALL, Means { code: false, ..Means::ALL }];
/// The last coordinate of each table, by how many there are.
const LAST: [u64; 7] = [0, 70, 9, 4, 3, 2, 1];
/// Of a rule whose definition stops so often, no more is asked.
const MOST_STOPS: u32 = 3;

/// Reads bytes as a game.
pub(crate) fn target(bytes: &[u8]) {
    let Ok(opened) = open(&String::from_utf8_lossy(bytes)) else { return };
    let rules = &opened.rules;
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let axes = view.coords().len();
        let Some(&last) = LAST.get(axes).filter(|_| axes > 0) else { continue };
        for means in TRIED {
            let Ok(table) = Table::with_means(rules, kind, means) else { continue };
            let bounds = vec![last; axes];
            let mut values = Values::new(rules);
            agrees((table, false), &bounds, rules, kind, |component| {
                let value = values.value(component, &limits().positions(5000));
                if matches!(value, Err(Failure::Cycle(_))) {
                    // Which component of a cycle is looked at first depends on what is known.
                    return Values::new(rules).value(component, &limits().positions(5000));
                }
                value
            });
            let table = Table::with_means(rules, kind, means).and_then(Table::misere);
            let Ok(table) = table else { continue };
            let mut misere = Misere::new(rules);
            agrees((table, true), &bounds, rules, kind, |component| {
                let sum = std::slice::from_ref(component);
                let outcome = misere.outcome(sum, &limits().positions(5000))?;
                Ok(Value::Nimber(Nimber(u64::from(outcome == Outcome::N))))
            });
        }
    }
}

/// Fills a table; what it knows then is what the definition says. Where it says only who wins, one option decides, and the
/// definition may fail at another, which leads round a cycle.
fn agrees(
    (mut table, who_wins): (Table, bool),
    last: &[u64],
    rules: &Rules,
    kind: usize,
    mut defined: impl FnMut(&Component) -> Result<Value, Failure>,
) {
    if table.fill(last, &limits().positions(1 << 16)).is_err() {
        return;
    }
    let mut stops = 0;
    let mut coords = vec![0; last.len()];
    loop {
        if let Some(found) = table.value(&coords) {
            let signed: Vec<i64> = coords.iter().map(|&coord| coord.cast_signed()).collect();
            let component = rules.component(kind, &signed).expect("a component of the table");
            match defined(&component) {
                Err(Failure::Stop(_)) => stops += 1,
                Err(_) if who_wins => {}
                expected => assert_eq!(Ok(found), expected, "{coords:?}"),
            }
        }
        let Some(axis) = (0..last.len()).rfind(|&axis| coords[axis] < last[axis]) else { return };
        coords[axis] += 1;
        coords[axis + 1..].fill(0);
        if stops == MOST_STOPS {
            return;
        }
    }
}

/// Little time and memory: most rules of the fuzzer have no end.
fn limits() -> Limits {
    let limits = Limits::default().memory(64 << 20).time(Duration::from_millis(100));
    limits.threads(NonZero::<usize>::MIN)
}
