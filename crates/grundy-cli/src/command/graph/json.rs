//! What was found out about a graph, as JSON.

use std::io::{self, Write};

use grundy::graph::Loopy;
use grundy::graph::tokens::Verdict;
use grundy::outcome::Outcome;
use serde::Serialize;

use super::Solved;
use crate::report::json::{SCHEMA, play, write};

/// What `grundy graph --json` prints.
#[derive(Serialize)]
struct Table {
    schema: u32,
    play: &'static str,
    vertices: u32,
    edges: u64,
    /// How many vertices are P, N and D.
    lost: u64,
    won: u64,
    drawn: u64,
    rows: Vec<Row>,
    /// Whether there are more than listed.
    more: bool,
}

#[derive(Serialize)]
struct Row {
    vertex: String,
    /// `null` in misère play.
    value: Option<Value>,
    outcome: String,
    /// Moves until the end, `null` for a draw.
    distance: Option<u32>,
    /// The moves that win or, in a draw, that keep it.
    best_moves: Vec<String>,
}

/// A nimber, or the nimbers that an infinity can move to.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Value {
    Nimber(String),
    Infinity(Vec<String>),
}

impl From<&Loopy> for Value {
    fn from(value: &Loopy) -> Value {
        match value {
            Loopy::Nimber(nimber) => Value::Nimber(nimber.to_string()),
            Loopy::Infinity(set) => Value::Infinity(set.iter().map(ToString::to_string).collect()),
        }
    }
}

/// The table, up to `most` rows.
pub(super) fn table(out: &mut impl Write, solved: &Solved, most: usize) -> io::Result<()> {
    let graph = &solved.named.graph;
    let [lost, won, drawn] = solved.race.census();
    let row = |vertex: u32| Row {
        vertex: solved.name(vertex),
        value: solved.labels.as_ref().map(|labels| Value::from(&labels.value(graph, vertex))),
        outcome: solved.race.outcome(vertex).to_string(),
        distance: solved.race.distance(vertex),
        best_moves: solved.best_moves(vertex).map(|to| solved.name(to)).collect(),
    };
    let rows: Vec<Row> = (0..graph.vertices()).take(most).map(row).collect();
    let more = rows.len() < graph.vertices() as usize;
    let table = Table {
        schema: SCHEMA,
        play: play(solved.race.is_misere()),
        vertices: graph.vertices(),
        edges: graph.edges(),
        lost,
        won,
        drawn,
        rows,
        more,
    };
    write(out, &table)
}

/// What `grundy graph --tokens --json` prints.
#[derive(Serialize)]
struct Position {
    schema: u32,
    play: &'static str,
    tokens: Vec<String>,
    value: Option<Value>,
    outcome: String,
    /// Moves until the end, where they were counted and it is not a draw.
    distance: Option<u32>,
    moves: Vec<Move>,
    /// Whether there are more than listed.
    more: bool,
}

#[derive(Serialize)]
struct Move {
    /// Index of the token, from 0.
    token: usize,
    from: String,
    to: String,
    /// `wins`, `draws` or `loses`.
    does: &'static str,
}

/// A position, with up to `most` moves.
pub(super) fn tokens(
    out: &mut impl Write,
    solved: &Solved,
    tokens: &[u32],
    verdict: &Verdict,
    most: usize,
) -> io::Result<()> {
    let moves = verdict.moves.iter().take(most).map(|entry| Move {
        token: entry.token,
        from: solved.name(tokens[entry.token]),
        to: solved.name(entry.to),
        does: match entry.leaves {
            Outcome::P => "wins",
            Outcome::D => "draws",
            Outcome::N => "loses",
        },
    });
    let position = Position {
        schema: SCHEMA,
        play: play(solved.race.is_misere()),
        tokens: tokens.iter().map(|&token| solved.name(token)).collect(),
        value: verdict.value.as_ref().map(Value::from),
        outcome: verdict.outcome.to_string(),
        distance: verdict.distance,
        moves: moves.collect(),
        more: verdict.moves.len() > most,
    };
    write(out, &position)
}
