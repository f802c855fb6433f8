//! What was found out about a graph, in words.

use std::io::{self, Write};

use grundy::graph::tokens::Verdict;
use grundy::outcome::Outcome;

use unicode_width::UnicodeWidthStr as _;

use super::Solved;
use crate::language::say;

/// Moves shown in one row of the table.
const MOVES_SHOWN: usize = 8;

/// How many vertices there are.
pub(super) fn vertices(count: u64) -> String {
    match count {
        1 => say!("1 vertex"),
        count => say!("{count} vertices", count),
    }
}

/// How many edges there are.
fn edges(count: u64) -> String {
    match count {
        1 => say!("1 edge"),
        count => say!("{count} edges", count),
    }
}

/// One line about the whole graph.
fn summary(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    let graph = &solved.named.graph;
    let [lost, won, drawn] = solved.race.census();
    write!(
        out,
        "{}",
        say!(
            "{vertices}, {edges}",
            vertices = vertices(graph.vertices().into()),
            edges = edges(graph.edges())
        )
    )?;
    match &solved.labels {
        Some(labels) if labels.is_acyclic() => write!(out, "{}", say!(", no cycle"))?,
        Some(labels) if labels.cyclic() == 1 => {
            write!(out, "{}", say!(", 1 vertex can reach a cycle"))?;
        }
        Some(labels) => write!(
            out,
            "{}",
            say!(", {cyclic} vertices can reach a cycle", cyclic = labels.cyclic())
        )?,
        None => write!(out, "{}", say!(", misère play"))?,
    }
    write!(out, "{}", say!("; N {won}, P {lost}, D {drawn}", won, lost, drawn))?;
    match &solved.labels {
        Some(labels) => {
            writeln!(out, "{}", say!("; largest nimber {largest}", largest = labels.largest()))
        }
        None => writeln!(out),
    }
}

/// A row for each vertex, up to `most`.
pub(super) fn table(out: &mut impl Write, solved: &Solved, most: usize) -> io::Result<()> {
    summary(out, solved)?;
    let vertices = solved.named.graph.vertices();
    let shown = (0..vertices).take(most);
    let mut rows = vec![[
        say!("vertex"),
        say!("value"),
        say!("outcome"),
        say!("moves left"),
        say!("best moves"),
    ]];
    rows.extend(shown.map(|vertex| row(solved, vertex)));
    if solved.labels.is_none() {
        rows.iter_mut().for_each(|row| row[1].clear());
    }
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3), 0];
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(cell);
            let gap = if width == 0 { 0 } else { width + 2 - cell.width() };
            line.extend(std::iter::repeat_n(' ', gap));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let left = vertices as usize - (rows.len() - 1);
    if left > 0 {
        writeln!(out, "{}", say!("... and {left} more: list them with --most N", left))?;
    }
    Ok(())
}

fn row(solved: &Solved, vertex: u32) -> [String; 5] {
    let graph = &solved.named.graph;
    let value = solved.labels.as_ref().map(|labels| labels.value(graph, vertex).to_string());
    let distance = solved.race.distance(vertex);
    let mut best: Vec<String> =
        solved.best_moves(vertex).take(MOVES_SHOWN + 1).map(|to| solved.name(to)).collect();
    if best.len() > MOVES_SHOWN {
        best[MOVES_SHOWN] = "...".to_owned();
    }
    [
        solved.name(vertex),
        value.unwrap_or_default(),
        solved.race.outcome(vertex).to_string(),
        distance.map_or("-".to_owned(), |distance| distance.to_string()),
        best.join(" "),
    ]
}

/// Who wins a position, and what each move does.
pub(super) fn tokens(
    out: &mut impl Write,
    solved: &Solved,
    tokens: &[u32],
    verdict: &Verdict,
    most: usize,
) -> io::Result<()> {
    summary(out, solved)?;
    let listed: Vec<String> = tokens.iter().map(|&token| solved.name(token)).collect();
    write!(out, "{}", listed.join(" + "))?;
    match &verdict.value {
        Some(value) => writeln!(out, "{}", say!(": value {value}", value))?,
        None => writeln!(out, "{}", say!(", misère"))?,
    }
    let told = told(verdict.outcome, verdict.moves.is_empty());
    match verdict.distance {
        Some(0) | None => writeln!(out, "{}", say!("{told}.", told))?,
        Some(1) => writeln!(out, "{}", say!("{told}, in 1 move.", told))?,
        Some(distance) => {
            writeln!(out, "{}", say!("{told}, in {distance} moves.", told, distance))?;
        }
    }
    let leaves: Vec<_> = verdict.moves.iter().map(|entry| Some(entry.leaves)).collect();
    let names = |index: usize| {
        let entry = &verdict.moves[index];
        (solved.name(tokens[entry.token]), solved.name(entry.to))
    };
    moves(out, &leaves, names, most)
}

/// Who wins a position, in words; `ends` where there is no move.
pub(super) fn told(outcome: Outcome, ends: bool) -> String {
    match outcome {
        Outcome::N if ends => {
            say!("N: the player to move wins: there is no move left, and that wins")
        }
        Outcome::N => say!("N: the player to move wins"),
        Outcome::P => say!("P: the player to move loses"),
        Outcome::D => say!("D: a draw: neither player can force an end"),
    }
}

/// What each move does, up to `most`: first those that win, then those that draw and those that lose, at last those of
/// which it is not known; `names` says from where it leads and where to.
pub(super) fn moves(
    out: &mut impl Write,
    leaves: &[Option<Outcome>],
    names: impl Fn(usize) -> (String, String),
    most: usize,
) -> io::Result<()> {
    let mut does = vec![
        (Some(Outcome::P), say!("wins")),
        (Some(Outcome::D), say!("draws")),
        (Some(Outcome::N), say!("loses")),
    ];
    if leaves.contains(&None) {
        does.push((None, say!("not known")));
    }
    let width = does.iter().map(|(_, does)| does.width()).max().unwrap_or(0);
    let mut left = most;
    for (wanted, does) in &does {
        for index in (0..leaves.len()).filter(|&index| leaves[index] == *wanted) {
            if left == 0 {
                return writeln!(out, "{}", say!("  ... and more: list them with --most N"));
            }
            left -= 1;
            let ((from, to), gap) = (names(index), width - does.width());
            writeln!(out, "  {does}{:gap$}  {from} -> {to}", "")?;
        }
    }
    Ok(())
}
