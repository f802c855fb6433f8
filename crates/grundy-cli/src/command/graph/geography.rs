//! `grundy graph --geography`: what the token passes is used up.

use std::io::{self, Write};

use clap::ValueEnum;
use grundy::graph::Named;
use grundy::graph::geography::{Multigraph, UsedUp};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::geography::{Answer, Decided, answer, every_vertex};
use grundy::ruleset::Failure;
use serde::Serialize;

use unicode_width::UnicodeWidthStr as _;

use super::{Graph, table};
use crate::language::{say, speak};
use crate::report::json::{SCHEMA, play, write};
use crate::trouble::Trouble;

/// What is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Geography {
    /// No vertex is visited twice
    Vertices,
    /// No edge is used twice
    Edges,
}

impl Geography {
    pub(in crate::command) fn used_up(self) -> UsedUp {
        match self {
            Geography::Vertices => UsedUp::Vertices,
            Geography::Edges => UsedUp::Edges,
        }
    }

    /// Whether it matters how often an edge is there.
    pub(in crate::command) fn counts_edges(self) -> bool {
        self == Geography::Edges
    }

    fn word(self) -> &'static str {
        match self {
            Geography::Vertices => "vertices",
            Geography::Edges => "edges",
        }
    }
}

/// What `grundy graph --geography --json` prints: with a token its position, else every vertex.
#[derive(Serialize)]
struct Report {
    schema: u32,
    geography: &'static str,
    play: &'static str,
    /// Whether edges lead both ways.
    undirected: bool,
    vertices: u32,
    /// Parallel ones each, and one that leads both ways once.
    edges: u64,
    rows: Vec<Row>,
    /// Whether there are more than listed.
    more: bool,
}

#[derive(Serialize)]
struct Row {
    vertex: String,
    /// `null` where a limit stopped the work.
    outcome: Option<String>,
    /// `null` where a theorem decided.
    value: Option<String>,
    /// `matching`, `kernel`, `values` or `search`; `null` where nothing did.
    decided: Option<&'static str>,
    /// Only of the vertex that `--tokens` names, if it has an outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<Vec<String>>,
}

impl Row {
    /// What is known of a vertex; its winning moves too if it is the only one that is asked about.
    fn of(
        vertex: u32,
        answer: &Result<Answer, Failure>,
        with_moves: bool,
        name: &dyn Fn(u32) -> String,
    ) -> Row {
        let answer = answer.as_ref().ok();
        let winning = answer.filter(|_| with_moves).map(|answer| &answer.winning_moves);
        Row {
            vertex: name(vertex),
            outcome: answer.map(|answer| answer.outcome.to_string()),
            value: answer.and_then(|answer| answer.value).map(|value| value.to_string()),
            decided: answer.map(|answer| word(answer.decided)),
            winning_moves: winning.map(|moves| moves.iter().map(|&to| name(to)).collect()),
        }
    }
}

/// A vertex, and who wins from it, or why that is not known.
type Decision = (u32, Result<Answer, Failure>);

pub(super) fn run(
    command: &Graph,
    geography: Geography,
    named: Named,
    tokens: Option<&[u32]>,
    limits: &Limits,
) -> Result<(), Trouble> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let Named { graph, names, given, undirected } = named;
    let on = &Multigraph::new(graph, undirected, given, limits)
        .map_err(|failure| Trouble::of_failure(&failure, &[]))?;
    let name = |vertex: u32| names.name(vertex).to_string();
    let decided = decide(command, geography, on, tokens, limits)?;
    let listed = &decided[..command.most.min(decided.len())];
    let more = command.tokens.is_empty() && listed.len() < on.graph().vertices() as usize;
    if command.json {
        let rows =
            listed.iter().map(|(vertex, answer)| Row::of(*vertex, answer, tokens.is_some(), &name));
        let report = Report {
            schema: SCHEMA,
            geography: geography.word(),
            play: play(command.misere),
            undirected,
            vertices: on.graph().vertices(),
            edges: on.edges(),
            rows: rows.collect(),
            more,
        };
        write(&mut out, &report)?;
    } else {
        summary(&mut out, command, geography, on)?;
        match (tokens, &decided[..]) {
            (Some(_), [(vertex, Ok(answer))]) => position(&mut out, &name(*vertex), answer, &name)?,
            _ => table(&mut out, &decided, listed.len(), more, &name)?,
        }
    }
    out.flush()?;
    match (tokens, listed) {
        (Some(_), [(_, Err(failure))]) => Err(no_answer(failure)),
        _ => unanswered(listed).map_or(Ok(()), Err),
    }
}

/// Decides the vertex with the token, or every vertex.
fn decide(
    command: &Graph,
    geography: Geography,
    on: &Multigraph,
    tokens: Option<&[u32]>,
    limits: &Limits,
) -> Result<Vec<Decision>, Trouble> {
    let used_up = geography.used_up();
    match tokens {
        Some([token]) => {
            let found = answer(on, used_up, *token, command.misere, limits);
            if let Err(failure) = &found
                && !command.json
            {
                return Err(no_answer(failure));
            }
            Ok(vec![(*token, found)])
        }
        Some(_) => Err(Trouble::Input(say!(
            "error: geography has one token: each uses up what others would need"
        ))),
        None => {
            let rows = every_vertex(on, used_up, command.misere, command.most, limits);
            let rows = rows.map_err(|failure| Trouble::of_failure(&failure, &[]))?;
            Ok((0..).zip(rows).collect())
        }
    }
}

/// Why there is no answer for the one token, which is a limit also where too much can be used up.
fn no_answer(failure: &Failure) -> Trouble {
    match failure {
        Failure::Domain(message) => Trouble::Limit(say!("stopped: {message}", message)),
        failure => Trouble::of_failure(failure, &[]),
    }
}

/// Which of the vertices that are listed have no answer, and why; nothing if all have one.
fn unanswered(rows: &[Decision]) -> Option<Trouble> {
    let failures: Vec<&Failure> =
        rows.iter().filter_map(|(_, answer)| answer.as_ref().err()).collect();
    let mut reasons: Vec<String> = Vec::new();
    for failure in &failures {
        let reason = speak(&failure.message());
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    (!failures.is_empty()).then(|| {
        Trouble::Limit(say!(
            "no answer for {count} of {listed} vertices, those with ? for an outcome:\n  {reasons}",
            count = failures.len(),
            listed = rows.len(),
            reasons = reasons.join("\n  ")
        ))
    })
}

fn word(decided: Decided) -> &'static str {
    match decided {
        Decided::ByMatching => "matching",
        Decided::ByKernel => "kernel",
        Decided::NothingRepeats => "values",
        Decided::BySearch => "search",
    }
}

fn summary(
    out: &mut impl Write,
    command: &Graph,
    geography: Geography,
    on: &Multigraph,
) -> io::Result<()> {
    let (vertices, edges) = (on.graph().vertices(), on.edges());
    let edges = match (on.is_undirected(), edges) {
        (true, 1) => say!("1 edge both ways"),
        (false, 1) => say!("1 edge one way"),
        (true, edges) => say!("{edges} edges both ways", edges),
        (false, edges) => say!("{edges} edges one way", edges),
    };
    let used = match geography {
        Geography::Vertices => say!("no vertex is visited twice"),
        Geography::Edges => say!("no edge is used twice"),
    };
    let misere = if command.misere { say!(", misère play") } else { String::new() };
    writeln!(
        out,
        "{}",
        say!(
            "{vertices}, {edges}; {used}{misere}",
            vertices = table::vertices(vertices.into()),
            edges,
            used,
            misere
        )
    )
}

/// One token, its winning moves, and why.
fn position(
    out: &mut impl Write,
    from: &str,
    answer: &Answer,
    name: &dyn Fn(u32) -> String,
) -> io::Result<()> {
    if let Some(value) = answer.value {
        writeln!(out, "{}", say!("{from}: value {value}", from, value))?;
    }
    writeln!(out, "{}", reason(from, answer))?;
    match (answer.outcome, &answer.winning_moves[..]) {
        (Outcome::N, []) => {
            writeln!(
                out,
                "{}",
                say!("N: the player to move wins: there is no move left, and that wins.")
            )
        }
        (Outcome::N, moves) => {
            writeln!(out, "{}", say!("N: the player to move wins. Winning moves:"))?;
            moves.iter().try_for_each(|&to| {
                writeln!(out, "{}", say!("  {from} -> {to}", from, to = name(to)))
            })
        }
        _ => writeln!(out, "{}", say!("P: the player to move loses; no move wins.")),
    }
}

fn reason(from: &str, answer: &Answer) -> String {
    let wins = answer.outcome == Outcome::N;
    match (answer.decided, wins) {
        (Decided::ByMatching, true) => say!(
            "Every maximum matching covers {from}: whoever moves along one always has an answer.",
            from
        ),
        (Decided::ByMatching, false) => say!(
            "Some maximum matching leaves out {from}: the opponent moves along it and always has an \
             answer.",
            from
        ),
        (Decided::ByKernel, true) => {
            say!("No even kernel contains {from}: some move leaves the opponent in one.", from)
        }
        (Decided::ByKernel, false) => say!(
            "An even kernel contains {from}: every move out of it leaves an odd number of ways back.",
            from
        ),
        (Decided::NothingRepeats, _) => {
            say!("The token never comes back to what it used up, so the graph's own values decide.")
        }
        (Decided::BySearch, _) => say!("All positions were searched."),
    }
}

/// The first `shown` of the rows.
fn table(
    out: &mut impl Write,
    rows: &[Decision],
    shown: usize,
    more: bool,
    name: &dyn Fn(u32) -> String,
) -> io::Result<()> {
    // A theorem that decides all of them.
    let first =
        rows.first().and_then(|(_, answer)| answer.as_ref().ok()).map(|answer| answer.decided);
    let by_first =
        |(_, answer): &Decision| answer.as_ref().is_ok_and(|answer| Some(answer.decided) == first);
    let by = match first.filter(|_| rows.iter().all(by_first)) {
        Some(Decided::ByMatching) => {
            Some(say!("P are those that some maximum matching leaves out"))
        }
        Some(Decided::ByKernel) => Some(say!("P are those in even kernels")),
        _ => None,
    };
    if let Some(by) = by {
        let answers = || rows.iter().filter_map(|(_, answer)| answer.as_ref().ok());
        let count = |wanted| answers().filter(|answer| answer.outcome == wanted).count();
        writeln!(
            out,
            "{}",
            say!("{by}; N {n}, P {p}", by, n = count(Outcome::N), p = count(Outcome::P))
        )?;
    }
    let rows = &rows[..shown];
    let has_value = |(_, answer): &Decision| matches!(answer, Ok(Answer { value: Some(_), .. }));
    let names: Vec<String> = rows.iter().map(|(vertex, _)| name(*vertex)).collect();
    let (vertex, outcome, value) = (say!("vertex"), say!("outcome"), say!("value"));
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0).max(vertex.width());
    let heading = if rows.iter().any(has_value) { format!("  {value}") } else { String::new() };
    let gap = width - vertex.width();
    writeln!(out, "{vertex}{:gap$}  {outcome}{heading}", "")?;
    for (name, (_, answer)) in names.iter().zip(rows) {
        let gap = width - name.width();
        let answer = answer.as_ref().ok();
        let outcome = answer.map_or("?".to_owned(), |answer| answer.outcome.to_string());
        let value = answer.and_then(|answer| answer.value);
        let value = value.map_or(String::new(), |value| format!("        {value}"));
        writeln!(out, "{name}{:gap$}  {outcome}{value}", "")?;
    }
    if more {
        writeln!(out, "{}", say!("... and more: list them with --most N"))?;
    }
    Ok(())
}
