//! Results in words and aligned columns.

use std::fmt::Write as _;

use grundy::board::Symmetry;
use grundy::explain::Step;
use grundy::heap::Periodicity;
use grundy::language::Message;
use grundy::misere::LostHeaps;
use grundy::outcome::Outcome;
use grundy::play::{Position, Session};
use grundy::recurrence::Repetition;
use grundy::search::Genus;
use grundy::table::{Description, FillOrder, Handling};
use grundy::theory::nim::{MisereReason, MisereVerdict};
use num_bigint::BigUint;
use unicode_width::UnicodeWidthStr as _;

use crate::command::table::Cells;
use crate::language::{say, speak};

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

/// An explanation, step by step.
pub(crate) fn explanation(steps: &[Step]) -> String {
    let mut text = String::new();
    let listed = steps.iter().any(|step| matches!(step, Step::NimSum { .. }));
    for step in steps {
        let said = match step {
            // The columns below list the components again, with their values.
            Step::Component { reason: None, .. } if listed => String::new(),
            Step::Component { reason: Some(reason), .. } if listed => {
                format!("{}\n", speak(reason))
            }
            Step::Component { component, value, reason } => match (value, reason) {
                (Some(value), Some(reason)) => {
                    say!("{component} is worth {value}; {reason}\n", component, value, reason)
                }
                (Some(value), None) => say!("{component} is worth {value}\n", component, value),
                (None, Some(reason)) => say!("{component}; {reason}\n", component, reason),
                (None, None) => format!("{component}\n"),
            },
            Step::Mex { component, options, value } => mex(component, options, value),
            Step::NimSum { rows, sum } => columns(rows, sum),
            Step::Reduce { play, from, to } if from == to => say!("Winning move: {play}\n", play),
            Step::Reduce { play, from, to } => say!(
                "Winning move: {play} turns the value {from} into {to}, \
                 so that the nim-sum becomes 0.\n",
                play,
                from,
                to
            ),
            Step::AtOnce { play } => say!("Winning move: {play} wins at once.\n", play),
            Step::Play { play } => say!("Winning move: {play}\n", play),
            Step::MisereNim(verdict) => misere_nim(*verdict),
            Step::Misere => say!(
                "Misère play: whoever makes the last move loses. \
                             Computed over whole sums, where no nim-sum helps.\n"
            ),
            Step::Tame { rows, sum } => tame(rows, *sum),
            Step::Quotient { last, order, lost, generators, rows, product } => {
                quotient((*last, *order, *lost), generators, rows, product)
            }
            Step::Wythoff { smaller, larger } => wythoff(smaller, larger),
            Step::FibonacciNim { heap, parts, most } => fibonacci(heap, parts, most),
            Step::Pairing { symmetry, begin, example, .. } => {
                pairing(*symmetry, begin.as_ref(), example)
            }
            Step::Stealing { play, .. } => say!(
                "Stolen strategy: what an answer to {play} leaves, it would leave as the first move. \
                 So the player to move wins, with {play} or with the answer that beats it.\n",
                play
            ),
            Step::Lasts { moves: 1 } => say!("The game ends in 1 move if both play well.\n"),
            Step::Lasts { moves } => {
                say!("The game ends in {moves} moves if both play well.\n", moves)
            }
            Step::Over { component } => say!(
                "{component} has been reached: the game is over, won by whoever moved there.\n",
                component
            ),
            Step::Outcome(outcome) => format!("{}\n", verdict(*outcome)),
            _ => String::new(),
        };
        text.push_str(&said);
    }
    text
}

/// A strategy of images.
fn pairing(
    symmetry: Symmetry,
    begin: Option<&Message>,
    (made, answer): &(Message, Message),
) -> String {
    let is = match symmetry {
        Symmetry::HalfTurn => say!("a half turn leaves the board as it is"),
        Symmetry::Diagonal => say!("reflection in the diagonal leaves the board as it is"),
        Symmetry::Ends => say!("counted from the other end the board is the same"),
        _ => say!("seen from the opposite side the board is the same"),
    };
    let mut text = match begin {
        None => say!("Pairing: {is}, so each move is answered by its image.\n", is),
        Some(begin) => say!(
            "Pairing: after {begin} {is}, and from then on each move is answered by its image.\n",
            begin,
            is
        ),
    };
    text.push_str(&say!("  {made} is answered by {answer}\n", made, answer));
    text
}

fn verdict(outcome: Outcome) -> String {
    match outcome {
        Outcome::N => say!("N: the player to move wins."),
        Outcome::P => say!("P: the player to move loses, whatever the move."),
        Outcome::D => say!("D: a draw."),
    }
}

fn mex(
    component: &str,
    options: &[(String, grundy::play::BigValue)],
    value: &grundy::play::BigValue,
) -> String {
    if options.is_empty() {
        return say!("  {component} has no moves\n", component);
    }
    let width = options.iter().map(|(text, _)| text.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (option, worth) in options {
        let pad = " ".repeat(width - option.width());
        let _ = writeln!(text, "  {component} -> {option}{pad}   {worth}");
    }
    let given_away = options.iter().any(|(_, worth)| *worth == grundy::ruleset::Value::Win);
    let _ = match value.clone().nimber() {
        Some(nimber) if given_away => writeln!(
            text,
            "{}",
            say!(
                "  a move to `win` lets the opponent win at once and does not count;\n  \
                 the least value not among the others (mex): {nimber}",
                nimber
            )
        ),
        Some(nimber) => {
            writeln!(text, "{}", say!("  the least value not among them (mex): {nimber}", nimber))
        }
        None => writeln!(text, "{}", say!("  one of them wins at once")),
    };
    text
}

/// The values in binary, one above the other, and their nim-sum below a line.
fn columns(rows: &[(String, BigUint)], sum: &BigUint) -> String {
    let digits = rows.iter().map(|(_, value)| value.bits()).max().unwrap_or(0).max(1) as usize;
    let names = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let total = say!("nim-sum");
    let names = names.max(total.width());
    let values = rows.iter().map(|(_, value)| value.to_string().len()).max().unwrap_or(0);
    let values = values.max(sum.to_string().len());
    let mut text = say!(
        "The values in binary; the nim-sum has a 1 in every column with an odd number of them:\n"
    );
    let mut row = |name: &str, value: &BigUint| {
        let pad = " ".repeat(names - name.width());
        let number = value.to_string();
        let _ =
            writeln!(text, "  {pad}{name}  {number:>values$}  {:0>digits$}", value.to_str_radix(2));
    };
    for (name, value) in rows {
        row(name, value);
    }
    row(&total, sum);
    text
}

/// The components of a sum in misère play, all of which are tame.
fn tame(rows: &[(String, Genus)], sum: Genus) -> String {
    let mut text =
        say!("Misère play: whoever makes the last move loses. Every component is tame:\n");
    for (component, genus) in rows {
        let Genus::Tame { value, fickle } = genus else { continue };
        text += &match fickle {
            true => say!("  {component}: value {value}, fickle\n", component, value),
            false => say!("  {component}: value {value}, firm\n", component, value),
        };
    }
    let Genus::Tame { value, fickle } = sum else { return text };
    text += &match fickle {
        true => say!(
            "All are fickle, and the nim-sum is {value}: the player to move loses where it is 1.\n",
            value
        ),
        false => say!(
            "Not all are fickle, and the nim-sum is {value}: the player to move loses where it is 0.\n",
            value
        ),
    };
    text
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

/// What heaps stand for in a misère quotient.
fn quotient(
    (last, order, lost): (Option<u64>, usize, usize),
    generators: &[(String, u32)],
    rows: &[(String, String)],
    (product, is_lost): &(String, bool),
) -> String {
    let mut text = match last {
        None => say!(
            "Misère play: whoever makes the last move loses. The misère quotient of the game has {order} elements, \
             {lost} of them lost:\n",
            order,
            lost
        ),
        Some(last) => say!(
            "Misère play: whoever makes the last move loses. The misère quotient of heaps up to {last} has {order} elements, \
             {lost} of them lost:\n",
            last,
            order,
            lost
        ),
    };
    for (component, word) in rows {
        text += &say!("  {component} stands for {word}\n", component, word);
    }
    let heaps: Vec<String> =
        generators.iter().map(|(name, heap)| format!("{name} = [{heap}]")).collect();
    if !heaps.is_empty() {
        text += &say!("  where {heaps}\n", heaps = heaps.join(", "));
    }
    text += &match (is_lost, rows.len()) {
        (true, 1) => say!("{product} is lost for the player to move.\n", product),
        (false, 1) => say!("{product} is not lost for the player to move.\n", product),
        (true, _) => {
            say!("Their product is {product}, which is lost for the player to move.\n", product)
        }
        (false, _) => {
            say!("Their product is {product}, which is not lost for the player to move.\n", product)
        }
    };
    text
}

fn misere_nim(verdict: MisereVerdict) -> String {
    match verdict.reason {
        MisereReason::AllSmall { ones: 1 } => {
            say!("Misère Nim with no heap above 1: 1 heap of 1 is left, and an odd number loses.\n")
        }
        MisereReason::AllSmall { ones } => say!(
            "Misère Nim with no heap above 1: {ones} heaps of 1 are left, and an odd number loses.\n",
            ones
        ),
        MisereReason::Normal { large: 1, .. } => say!(
            "Misère Nim with exactly one heap above 1: the \
             player to move wins, leaving it at 0 or 1 so that the number of ones is odd.\n"
        ),
        MisereReason::Normal { large, .. } => say!(
            "Misère Nim with {large} heaps above 1: play as in normal Nim, by the nim-sum.\n",
            large
        ),
    }
}

fn wythoff(smaller: &(BigUint, String), larger: &(BigUint, String)) -> String {
    let width = larger.1.len().max(smaller.1.len());
    let numbers = larger.0.to_string().len();
    let row = |(heap, digits): &(BigUint, String)| format!("{heap:>numbers$}  {digits:>width$}");
    say!(
        "In Fibonacci digits:\n  {smaller}\n  {larger}\n\
         The player to move loses exactly when the smaller ends in an even number of zeros and the \
         larger is the smaller with one more zero behind it.\n",
        smaller = row(smaller),
        larger = row(larger)
    )
}

fn fibonacci(heap: &BigUint, parts: &[BigUint], most: &BigUint) -> String {
    let Some(least) = parts.first() else { return say!("No tokens are left.\n") };
    let sum: Vec<String> = parts.iter().rev().map(ToString::to_string).collect();
    say!(
        "{heap} = {sum} in Fibonacci numbers, no two of them neighbours. At most {most} may be taken; \
         the player to move wins exactly when the smallest part, {least}, may be.\n",
        heap,
        sum = sum.join(" + "),
        most,
        least
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
