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
    /// `wins`, `draws` or `loses`; `unknown` where not everything was looked at and it is not known.
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
        does: does(Some(entry.leaves)),
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

/// What a move does that leaves this.
fn does(leaves: Option<Outcome>) -> &'static str {
    match leaves {
        Some(Outcome::P) => "wins",
        Some(Outcome::D) => "draws",
        Some(Outcome::N) => "loses",
        None => "unknown",
    }
}

/// A position of one token of which not everything that can be reached was looked at, with up to `most` moves.
pub(super) fn part(
    out: &mut impl Write,
    token: &str,
    (value, outcome, misere): (Option<&Loopy>, Outcome, bool),
    leaves: &[Option<Outcome>],
    names: impl Fn(usize) -> (String, String),
    most: usize,
) -> io::Result<()> {
    let listed = leaves.iter().enumerate().take(most).map(|(index, &leaves)| {
        let (from, to) = names(index);
        Move { token: 0, from, to, does: does(leaves) }
    });
    let position = Position {
        schema: SCHEMA,
        play: play(misere),
        tokens: vec![token.to_owned()],
        value: value.map(Value::from),
        outcome: outcome.to_string(),
        distance: None,
        moves: listed.collect(),
        more: leaves.len() > most,
    };
    write(out, &position)
}
