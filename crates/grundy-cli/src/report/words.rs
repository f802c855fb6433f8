//! Results in words and aligned columns.

use std::fmt::Write as _;

use grundy::explain::Step;
use grundy::language::Message;
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::table::{Description, FillOrder, Handling};

use crate::cells::{Cell, Cells, next};
use crate::language::{now, say};

/// An explanation, step by step, in the present language.
pub(crate) fn explanation(steps: &[Step]) -> String {
    grundy::explain::in_words(steps, now())
}

/// Numbers in a row of a table of one coordinate.
const PER_ROW: usize = 10;

/// A table of one or two coordinates as people read it: two as they are, one in rows of ten.
pub(crate) struct Rows {
    /// The names of the coordinates, the row's first.
    pub(crate) coords: Vec<String>,
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<(u64, Vec<String>)>,
}

impl Rows {
    pub(crate) fn of(table: &Cells) -> Rows {
        Rows::between(&table.coords, &table.from, &table.to, &table.cells)
    }

    fn between(coords: &[String], from: &[u64], to: &[u64], cells: &[Cell]) -> Rows {
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let (width, step, heads): (usize, u64, Vec<String>) = match from.get(1) {
            Some(&first) => {
                let columns = first..=to[1];
                (columns.clone().count(), 1, columns.map(|column| column.to_string()).collect())
            }
            None => {
                let heads = (0..PER_ROW.min(cells.len())).map(|column| format!("+{column}"));
                (PER_ROW, PER_ROW as u64, heads.collect())
            }
        };
        let rows = cells.chunks(width.max(1)).zip(0..);
        let rows = rows.map(|(row, at)| (from[0] + at * step, row.to_vec())).collect();
        Rows { coords: coords.to_vec(), heads, rows }
    }
}

/// A table, aligned; of more than two coordinates a table of the last two for all that the others are.
pub(crate) fn table(table: &Cells) -> String {
    let Cells { coords, from, to, cells } = table;
    let outer = coords.len().saturating_sub(2);
    if outer == 0 {
        return aligned(Rows::of(table));
    }
    let size: u64 =
        from[outer..].iter().zip(&to[outer..]).map(|(from, to)| to - from + 1).product();
    let mut text = String::new();
    let mut others = Some(from[..outer].to_vec());
    for cells in cells.chunks(size as usize) {
        let Some(fixed) = others else { break };
        let said: Vec<String> =
            coords.iter().zip(&fixed).map(|(name, fixed)| format!("{name} = {fixed}")).collect();
        let between = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{between}{}", said.join(", "));
        text += &aligned(Rows::between(&coords[outer..], &from[outer..], &to[outer..], cells));
        others = next(&fixed, &from[..outer], &to[..outer]);
    }
    text
}

fn aligned(rows: Rows) -> String {
    let Rows { coords, heads, rows } = rows;
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
        false if table.seeks => say!(
            "{order}; where an option is not computed before, the position is sought depth first",
            order
        ),
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
        Handling::GrowingRange(name) => {
            say!("a set that grows with {name}, which says only how far a range goes", name)
        }
        Handling::Holes(name) => {
            say!("one set for each row, less the option that {name} forbids", name)
        }
        Handling::Prefixes(name) => say!(
            "machine code, option by option; a sum of neighbours is the difference of two sums along {name}",
            name
        ),
        Handling::Resumed => say!(
            "machine code, option by option; a sum goes on where that of the option before ends"
        ),
        Handling::Code => say!("machine code, option by option"),
        Handling::Quotients => say!("machine code, each quotient once"),
        Handling::Alternatives => say!("machine code, each alternative by itself"),
        Handling::Options(reason) => {
            say!("interpreted, option by option, for {reason}", reason = Message::phrase(reason))
        }
        _ => say!("option by option"),
    }
}

/// How misère play of a game is answered.
pub(crate) fn misere_reason(session: &Session) -> String {
    match session.new_quotient() {
        _ if matches!(session.plan(0).engine, Engine::Nim) => {
            say!(
                "as Nim, until one heap at most is larger than 1: then an odd number of ones is left"
            )
        }
        Some(_) => say!(
            "who wins is told by the misère quotient (grundy quotient); values are those of normal play"
        ),
        None => say!("who wins is computed over whole sums; values are those of normal play"),
    }
}
