//! What was found out about a graph, in words.

use std::io::{self, Write};

use grundy::graph::tokens::Verdict;
use grundy::outcome::Outcome;

use super::Solved;

/// Moves shown in one row of the table.
const MOVES_SHOWN: usize = 8;

/// One line about the whole graph.
fn summary(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    let graph = &solved.named.graph;
    let [lost, won, drawn] = solved.race.census();
    write!(out, "{} vertices, {} edges", graph.vertices(), graph.edges())?;
    match &solved.labels {
        Some(labels) if labels.is_acyclic() => write!(out, ", no cycle")?,
        Some(labels) => write!(out, ", {} vertices can reach a cycle", labels.cyclic())?,
        None => write!(out, ", misère play")?,
    }
    write!(out, "; N {won}, P {lost}, D {drawn}")?;
    match &solved.labels {
        Some(labels) => writeln!(out, "; largest nimber {}", labels.largest()),
        None => writeln!(out),
    }
}

/// A row for each vertex, up to `most`.
pub(super) fn table(out: &mut impl Write, solved: &Solved, most: usize) -> io::Result<()> {
    summary(out, solved)?;
    let vertices = solved.named.graph.vertices();
    let shown = (0..vertices).take(most);
    let mut rows =
        vec![["vertex", "value", "outcome", "moves left", "best moves"].map(str::to_owned)];
    rows.extend(shown.map(|vertex| row(solved, vertex)));
    if solved.labels.is_none() {
        rows.iter_mut().for_each(|row| row[1].clear());
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3), 0];
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(cell);
            let gap = if width == 0 { 0 } else { width + 2 - cell.chars().count() };
            line.extend(std::iter::repeat_n(' ', gap));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let left = vertices as usize - (rows.len() - 1);
    if left > 0 {
        writeln!(out, "... and {left} more: list them with --most N")?;
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
        Some(value) => writeln!(out, ": value {value}")?,
        None => writeln!(out, ", misère")?,
    }
    let won_without = verdict.outcome == Outcome::N && verdict.moves.is_empty();
    let told = match verdict.outcome {
        Outcome::N if won_without => {
            "N: the player to move wins: there is no move left, and that wins"
        }
        Outcome::N => "N: the player to move wins",
        Outcome::P => "P: the player to move loses",
        Outcome::D => "D: a draw: neither player can force an end",
    };
    match verdict.distance {
        Some(0) | None => writeln!(out, "{told}.")?,
        Some(1) => writeln!(out, "{told}, in 1 move.")?,
        Some(distance) => writeln!(out, "{told}, in {distance} moves.")?,
    }
    let mut left = most;
    for (leaves, does) in [(Outcome::P, "wins"), (Outcome::D, "draws"), (Outcome::N, "loses")] {
        for entry in verdict.moves.iter().filter(|entry| entry.leaves == leaves) {
            if left == 0 {
                return writeln!(out, "  ... and more: list them with --most N");
            }
            left -= 1;
            let (from, to) = (solved.name(tokens[entry.token]), solved.name(entry.to));
            writeln!(out, "  {does:5}  {from} -> {to}")?;
        }
    }
    Ok(())
}
