//! Results in words and aligned columns.

use std::fmt::Write as _;

use grundy::explain::Step;
use grundy::heap::Periodicity;
use grundy::outcome::Outcome;
use grundy::table::{Description, Handling};
use grundy::theory::nim::{MisereReason, MisereVerdict};
use num_bigint::BigUint;

use crate::command::table::Cells;

/// A pattern that is proved.
pub(crate) fn periodicity(pattern: &Periodicity) -> String {
    let Periodicity { preperiod, period, saltus, exceptions, .. } = pattern;
    let mut text = match saltus {
        0 => format!("G(n + {period}) = G(n) for all n >= {preperiod}"),
        _ => format!("G(n + {period}) = G(n) + {saltus} for all n >= {preperiod}"),
    };
    if !exceptions.is_empty() {
        let shown: Vec<String> = exceptions.iter().take(20).map(ToString::to_string).collect();
        let more = if exceptions.len() > shown.len() { ", ..." } else { "" };
        let _ = write!(text, "; exceptions before that: {}{more}", shown.join(", "));
    }
    text
}

/// An explanation, step by step.
pub(crate) fn explanation(steps: &[Step]) -> String {
    let mut text = String::new();
    let listed = steps.iter().any(|step| matches!(step, Step::NimSum { .. }));
    for step in steps {
        let said = match step {
            // The columns below list the components again, with their values.
            Step::Component { reason: None, .. } if listed => String::new(),
            Step::Component { reason: Some(reason), .. } if listed => format!("{reason}\n"),
            Step::Component { component, value, reason } => {
                let worth = value.as_ref().map(|value| format!(" is worth {value}"));
                let because = reason.as_ref().map(|reason| format!("; {reason}"));
                format!("{component}{}{}\n", worth.unwrap_or_default(), because.unwrap_or_default())
            }
            Step::Mex { component, options, value } => mex(component, options, value),
            Step::NimSum { rows, sum } => columns(rows, sum),
            Step::Reduce { play, from, to } if from == to => format!("Winning move: {play}\n"),
            Step::Reduce { play, from, to } => format!(
                "Winning move: {play} turns the value {from} into {to}, \
                 so that the nim-sum becomes 0.\n"
            ),
            Step::AtOnce { play } => format!("Winning move: {play} wins at once.\n"),
            Step::Play { play } => format!("Winning move: {play}\n"),
            Step::MisereNim(verdict) => misere_nim(*verdict),
            Step::Misere => "Misère play: whoever makes the last move loses. \
                             Computed over whole sums, where no nim-sum helps.\n"
                .to_owned(),
            Step::Wythoff { smaller, larger } => wythoff(smaller, larger),
            Step::FibonacciNim { heap, parts, most } => fibonacci(heap, parts, most),
            Step::Over { component } => format!(
                "{component} has been reached: the game is over, won by whoever moved there.\n"
            ),
            Step::Outcome(outcome) => format!("{}\n", verdict(*outcome)),
            _ => String::new(),
        };
        text.push_str(&said);
    }
    text
}

fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N: the player to move wins.",
        Outcome::P => "P: the player to move loses, whatever the move.",
        Outcome::D => "D: a draw.",
    }
}

fn mex(
    component: &str,
    options: &[(String, grundy::play::BigValue)],
    value: &grundy::play::BigValue,
) -> String {
    if options.is_empty() {
        return format!("  {component} has no moves\n");
    }
    let width = options.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (option, worth) in options {
        let pad = " ".repeat(width - option.chars().count());
        let _ = writeln!(text, "  {component} -> {option}{pad}   {worth}");
    }
    let given_away = options.iter().any(|(_, worth)| *worth == grundy::ruleset::Value::Win);
    let _ = match value.clone().nimber() {
        Some(nimber) if given_away => writeln!(
            text,
            "  a move to `win` lets the opponent win at once and does not count;\n  \
             the least value not among the others (mex): {nimber}"
        ),
        Some(nimber) => writeln!(text, "  the least value not among them (mex): {nimber}"),
        None => writeln!(text, "  one of them wins at once"),
    };
    text
}

/// The values in binary, one above the other, and their nim-sum below a line.
fn columns(rows: &[(String, BigUint)], sum: &BigUint) -> String {
    let digits = rows.iter().map(|(_, value)| value.bits()).max().unwrap_or(0).max(1) as usize;
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(7);
    let values = rows.iter().map(|(_, value)| value.to_string().len()).max().unwrap_or(0);
    let values = values.max(sum.to_string().len());
    let mut text =
        "The values in binary; the nim-sum has a 1 in every column with an odd number of them:\n"
            .to_owned();
    let mut row = |name: &str, value: &BigUint| {
        let pad = " ".repeat(names - name.chars().count());
        let number = value.to_string();
        let _ =
            writeln!(text, "  {pad}{name}  {number:>values$}  {:0>digits$}", value.to_str_radix(2));
    };
    for (name, value) in rows {
        row(name, value);
    }
    row("nim-sum", sum);
    text
}

fn misere_nim(verdict: MisereVerdict) -> String {
    let plural = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    match verdict.reason {
        MisereReason::AllSmall { ones } => format!(
            "Misère Nim with no heap above 1: {} left, and an odd number loses.\n",
            plural(ones, "heap of 1 is", "heaps of 1 are")
        ),
        MisereReason::Normal { large: 1, .. } => "Misère Nim with exactly one heap above 1: the \
             player to move wins, leaving it at 0 or 1 so that the number of ones is odd.\n"
            .to_owned(),
        MisereReason::Normal { large, .. } => format!(
            "Misère Nim with {}: play as in normal Nim, by the nim-sum.\n",
            plural(large, "heap above 1", "heaps above 1")
        ),
    }
}

fn wythoff(smaller: &(BigUint, String), larger: &(BigUint, String)) -> String {
    let width = larger.1.len().max(smaller.1.len());
    let numbers = larger.0.to_string().len();
    format!(
        "In Fibonacci digits:\n  {:>numbers$}  {:>width$}\n  {:>numbers$}  {:>width$}\n\
         The player to move loses exactly when the smaller ends in an even number of zeros and the \
         larger is the smaller with one more zero behind it.\n",
        smaller.0, smaller.1, larger.0, larger.1
    )
}

fn fibonacci(heap: &BigUint, parts: &[BigUint], most: &BigUint) -> String {
    let Some(least) = parts.first() else { return "No tokens are left.\n".to_owned() };
    let sum: Vec<String> = parts.iter().rev().map(ToString::to_string).collect();
    format!(
        "{heap} = {} in Fibonacci numbers, no two of them neighbours. At most {most} may be taken; \
         the player to move wins exactly when the smallest part, {least}, may be.\n",
        sum.join(" + ")
    )
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
        Some(names) => format!("by {}", names.join(", then ")),
        None => "by the sum of the coordinates".to_owned(),
    };
    match table.proved {
        true => format!("{order}; options come first"),
        false => format!("{order}; that options come first is checked for each"),
    }
}

/// What computes the options of a family.
pub(crate) fn handling(handling: &Handling) -> String {
    match handling {
        Handling::RunningSet(names) => format!("a set that grows along {}", names.join(" and ")),
        Handling::Code => "machine code, option by option".to_owned(),
        Handling::Options(reason) => format!("interpreted, option by option, for {reason}"),
        _ => "option by option".to_owned(),
    }
}
