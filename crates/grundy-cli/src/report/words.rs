//! Results in words and aligned columns.

use std::fmt::Write as _;

use grundy::explain::Step;
use grundy::heap::Periodicity;
use grundy::language::Message;
use grundy::misere::LostHeaps;
use grundy::play::{Position, Session};
use grundy::recurrence::Repetition;
use grundy::table::{Description, FillOrder, Handling};

use crate::command::table::Cells;
use crate::language::{now, say};

/// A pattern that is proved.
pub(crate) fn periodicity(proved: &Periodicity) -> String {
    let Periodicity { preperiod, period, saltus, exceptions, .. } = proved;
    let mut text = pattern(*period, *saltus, *preperiod);
    if !exceptions.is_empty() {
        let shown: Vec<String> = exceptions.iter().take(20).map(ToString::to_string).collect();
        let more = if exceptions.len() > shown.len() { ", ..." } else { "" };
        let _ = write!(
            text,
            "{}",
            say!("; exceptions before that: {shown}{more}", shown = shown.join(", "), more)
        );
    }
    text
}

/// The values repeat: with this period, rising by the saltus, from this heap on.
pub(crate) fn pattern(period: u64, saltus: u64, preperiod: u64) -> String {
    match saltus {
        0 => say!("G(n + {period}) = G(n) for all n >= {preperiod}", period, preperiod),
        _ => say!(
            "G(n + {period}) = G(n) + {saltus} for all n >= {preperiod}",
            period,
            saltus,
            preperiod
        ),
    }
}

/// The values of a kind of the first game repeat as one coordinate grows.
pub(crate) fn repetition(session: &Session, kind: usize, found: &Repetition) -> String {
    let Repetition { axis, others, preperiod, period } = *found;
    let rules = &session.games()[0].rules;
    let view = rules.kinds()[kind];
    let with = |number: String| {
        let mut coords = view.coords().to_vec();
        coords[axis] = number;
        format!("{}[{}]", view.name().unwrap_or(""), coords.join(", "))
    };
    let n = &view.coords()[axis];
    let earlier = with(n.clone());
    let later = with(format!("{n} + {period}"));
    let rest = view.coords().iter().enumerate().filter(|(at, _)| *at != axis);
    let rest: String = rest.map(|(_, name)| format!(", {name} <= {others}")).collect();
    let bounds = format!("{n} >= {preperiod}{rest}");
    match session.is_misere(&Position::default()) {
        Ok(true) => say!(
            "{later} and {earlier} have the same winner for all {bounds}",
            later,
            earlier,
            bounds
        ),
        _ => say!(
            "{later} and {earlier} have the same value for all {bounds}",
            later,
            earlier,
            bounds
        ),
    }
}

/// An explanation, step by step, in the present language.
pub(crate) fn explanation(steps: &[Step]) -> String {
    grundy::explain::in_words(steps, now())
}

/// Which heaps are lost in misère play.
pub(crate) fn lost_heaps(lost: &LostHeaps) -> String {
    let list =
        |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<String>>().join(", ");
    let LostHeaps { below, start, period, remainders } = lost;
    let (some, again) = (list(below), list(remainders));
    match (below.is_empty(), remainders.is_empty(), *start) {
        (true, true, _) => say!("never P"),
        (false, true, _) => say!("P exactly when n is in {{some}}", some),
        (true, false, 0) => say!("P exactly when n % {period} is in {{again}}", period, again),
        (true, false, _) => {
            say!(
                "P exactly when n >= {start} and n % {period} is in {{again}}",
                start,
                period,
                again
            )
        }
        (false, false, _) => say!(
            "P exactly when n is in {{some}}, or n >= {start} and n % {period} is in {{again}}",
            some,
            start,
            period,
            again
        ),
    }
}

/// Numbers in a row of a table of one coordinate.
const PER_ROW: usize = 10;

/// A table as people read it: two coordinates as they are, one coordinate in rows of ten.
pub(crate) struct Rows {
    /// The names of the coordinates, the row's first.
    pub(crate) coords: Vec<String>,
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<(u64, Vec<String>)>,
}

impl Rows {
    pub(crate) fn of(table: &Cells) -> Rows {
        let cells: Vec<String> = table.cells.iter().map(ToString::to_string).collect();
        let (width, step, heads): (usize, u64, Vec<String>) = match table.from.get(1) {
            Some(&first) => {
                let columns = first..=table.to[1];
                (columns.clone().count(), 1, columns.map(|column| column.to_string()).collect())
            }
            None => {
                let heads = (0..PER_ROW.min(cells.len())).map(|column| format!("+{column}"));
                (PER_ROW, PER_ROW as u64, heads.collect())
            }
        };
        let rows = cells.chunks(width.max(1)).zip(0..);
        let rows = rows.map(|(row, at)| (table.from[0] + at * step, row.to_vec())).collect();
        Rows { coords: table.coords.clone(), heads, rows }
    }
}

/// A table, aligned.
pub(crate) fn table(table: &Cells) -> String {
    let Rows { coords, heads, rows } = Rows::of(table);
    let corner = coords.join("\\");
    let entries = rows.iter().flat_map(|(_, row)| row);
    let width = entries.chain(&heads).map(String::len).max().unwrap_or(1);
    let last = rows.last().map_or(0, |(name, _)| name.to_string().len());
    let names = corner.chars().count().max(last);
    let mut text = format!("{corner:>names$} |");
    for head in &heads {
        let _ = write!(text, " {head:>width$}");
    }
    let ruled = (width + 1) * heads.len();
    let _ = writeln!(text, "\n{}-+{}", "-".repeat(names), "-".repeat(ruled));
    for (name, row) in rows {
        let _ = write!(text, "{name:>names$} |");
        for cell in row {
            let _ = write!(text, " {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// The order in which a table is filled.
pub(crate) fn fill_order(table: &Description) -> String {
    let order = match &table.order {
        FillOrder::Lines(names) => say!("by {names}", names = names.join(&say!(", then "))),
        FillOrder::Turned(axes) => {
            let all = axes.iter().all(|(_, falls)| *falls);
            let named = axes.iter().map(|(name, falls)| match falls {
                true if !all => say!("{name} from the greatest down", name),
                _ => name.clone(),
            });
            let names = named.collect::<Vec<_>>().join(&say!(", then "));
            if all {
                say!("by {names}, from the greatest down", names)
            } else {
                say!("by {names}", names)
            }
        }
        FillOrder::EdgesLast => {
            say!("by the sum of the coordinates, of one sum those with a 0 last")
        }
        _ => say!("by the sum of the coordinates"),
    };
    match table.proved {
        true => say!("{order}; options are computed before", order),
        false => {
            say!("{order}; that options are computed before is checked at each position", order)
        }
    }
}

/// What computes the options of a family.
pub(crate) fn handling(handling: &Handling) -> String {
    match handling {
        Handling::RunningSet(names) => {
            say!("a set that grows along {names}", names = names.join(&say!(" and ")))
        }
        Handling::RunningSums(names) => {
            let names = names.join(&say!(" and "));
            say!("sets of the sums of components, which grow along {names}", names)
        }
        Handling::Sums => say!("the set of the sums of what may be chosen"),
        Handling::Window => {
            say!("the latest position of every value, for options from one to another")
        }
        Handling::NearestLost(names) => {
            say!("the nearest lost position along {names}", names = names.join(&say!(" and ")))
        }
        Handling::Code => say!("machine code, option by option"),
        Handling::Options(reason) => {
            say!("interpreted, option by option, for {reason}", reason = Message::phrase(reason))
        }
        _ => say!("option by option"),
    }
}
