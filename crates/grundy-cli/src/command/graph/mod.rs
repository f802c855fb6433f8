//! `grundy graph`: a game given as an explicit graph, or a rule explored into one; cycles too.
//!
//! [`input`] is the graph that is asked about, [`table`] and [`json`] say what was found out about it, [`geography`] is
//! the game that uses up what the token passes. `grundy value` and `grundy moves` ask [`loopy`] with `--loopy`: it looks
//! at all that can be reached, or where that is too much at a [`part`] of it. `grundy play` asks what can be reached, too.

mod geography;
mod input;
mod json;
mod loopy;
pub(crate) mod part;
mod table;

pub(super) use geography::Geography;
pub(super) use input::explored;
pub(super) use loopy::{Loopy, loopy};

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::graph::draw::Picture;
use grundy::graph::tokens::{Verdict, by_search, by_values};
use grundy::graph::{Labels, Named, Race};
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::ruleset::Failure;

use crate::language::{now, say};
use crate::number::{count, number, wide_or};
use crate::shared::graph_file::Format;
use crate::shared::pictures::{self, Pictures};
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Games on graphs, with and without cycles: a token moves along the edges
///
/// Whoever cannot move loses; with cycles a play may go on for ever, which is a draw (D). Prints
/// for each vertex its value (∞{0,2} is the infinity that can move to 0 and 2), its outcome, how
/// many moves are made when the winner hurries and the loser delays, and the best moves.
#[derive(Debug, Args)]
#[command(after_help = "Files:\n  \
    an edge list has a line `a b` for each edge, `a` alone for a vertex, # for comments\n  \
    .dot, .gv    digraph { a -> b -> c }, or graph { a -- b } with edges in both directions\n  \
    .json        {\"edges\": [[\"a\", \"b\"]], \"vertices\": [\"c\"]}; \"vertices\": 9 declares 0 to 8\n\n\
    Examples:\n  \
    grundy graph moves.txt\n  \
    grundy graph moves.txt --tokens a,b,b        every move of a position of three tokens\n  \
    grundy graph moves.txt --misere --json\n  \
    grundy graph moves.dot --svg moves.svg --png moves.png\n  \
    grundy graph moves.txt --undirected --geography vertices\n  \
    grundy graph moves.txt --geography edges --tokens a\n  \
    grundy graph --rule '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' 5")]
pub(crate) struct Graph {
    /// A file, `-` for standard input; with --rule a position
    #[arg(value_name = "FILE|POSITION", required = true)]
    words: Vec<String>,
    /// Explore this game (a name, a rule, a file) from the position; every option must be a
    /// single component
    #[arg(long, value_name = "GAME")]
    rule: Option<String>,
    /// Answer a position with tokens on these vertices
    #[arg(long, value_name = "A,B,..", value_delimiter = ',', conflicts_with = "rule")]
    tokens: Vec<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// The token uses up what it passes: no vertex is visited twice, or no edge is used twice.
    /// Edges lead one way, each used up alone, unless --undirected or `graph` in dot says that they
    /// lead both ways: then an edge is used up in both directions. For edges, a line that is
    /// repeated is one more, parallel edge, and so are `a b` and `b a` with --undirected
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["rule", "distance", "dot", "svg", "png"])]
    geography: Option<geography::Geography>,
    /// Every edge of the file leads both ways
    #[arg(long, conflicts_with = "rule")]
    undirected: bool,
    /// With several tokens, also say how many moves are made: searches all their positions
    #[arg(long)]
    distance: bool,
    /// The form of the file, where its name does not say
    #[arg(long, value_enum, conflicts_with = "rule")]
    format: Option<Format>,
    /// The vertices are the numbers below N
    #[arg(long, value_name = "N", value_parser = vertices, conflicts_with_all = ["rule", "names"])]
    vertices: Option<u32>,
    /// Take numbers as names: for a few vertices with large numbers
    #[arg(long, conflicts_with = "rule")]
    names: bool,
    /// Take an edge from a vertex to itself as a pass, not as a mistake
    #[arg(long, conflicts_with = "rule")]
    self_loops: bool,
    /// List at most so many vertices or moves
    #[arg(long, value_name = "N", default_value_t = MOST_LISTED, value_parser = count)]
    most: usize,
    /// Draw a small graph in Graphviz dot
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    allowance: Allowance,
}

fn vertices(text: &str) -> Result<u32, String> {
    let number = number(text).ok().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| wide_or(text, || say!("a number below 2^32, such as 9")))
}

/// A graph and everything found out about its vertices.
struct Solved {
    named: Named,
    /// Nothing in misère play.
    labels: Option<Labels>,
    race: Race,
}

impl Solved {
    fn new(named: Named, misere: bool, limits: &Limits) -> Result<Solved, Failure> {
        let labels = match misere {
            true => None,
            false => Some(Labels::new(&named.graph, limits)?),
        };
        let race = Race::new(&named.graph, misere, limits)?;
        Ok(Solved { named, labels, race })
    }

    fn name(&self, vertex: u32) -> String {
        self.named.names.name(vertex).to_string()
    }

    /// The best moves of a vertex: those that win, the quickest first, or else those that draw.
    fn best_moves(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let wanted = match self.race.outcome(vertex) {
            Outcome::N => Some(Outcome::P),
            Outcome::D => Some(Outcome::D),
            Outcome::P => None,
        };
        let followers = self.named.graph.followers(vertex).iter().copied();
        let best = followers.filter(move |&to| Some(self.race.outcome(to)) == wanted);
        let mut best: Vec<u32> = best.collect();
        best.sort_by_key(|&to| self.race.distance(to));
        best.into_iter()
    }

    fn verdict(&self, tokens: &[u32], limits: &Limits) -> Result<Verdict, Failure> {
        let graph = &self.named.graph;
        let mut verdict = match &self.labels {
            Some(labels) => by_values(graph, labels, tokens, limits)?,
            None => by_search(graph, tokens, true, limits)?,
        };
        if let [only] = tokens {
            verdict.distance = self.race.distance(*only);
        }
        Ok(verdict)
    }

    /// Counts the moves that are left, where that is not known.
    fn count(&self, verdict: &mut Verdict, tokens: &[u32], limits: &Limits) -> Result<(), Failure> {
        if tokens.len() != 1 && self.labels.is_some() {
            verdict.distance = by_search(&self.named.graph, tokens, false, limits)?.distance;
        }
        Ok(())
    }
}

pub(crate) fn run(command: &Graph) -> Result<bool, Trouble> {
    let limits = command.allowance.limits();
    let read = command.rule.iter().chain(&command.words).map(Path::new);
    command.pictures.spare_beside(command.dot.as_ref(), read)?;
    let asked = input::read(command, &limits)?;
    if let Some(geography) = command.geography {
        let tokens = asked.tokens.as_deref();
        geography::run(command, geography, asked.named, tokens, &limits)?;
        return Ok(true);
    }
    // Where all vertices are answered each is a position.
    if let Some(most) = limits
        .positions
        .filter(|&most| asked.tokens.is_none() && u64::from(asked.named.graph.vertices()) > most)
    {
        return Err(Trouble::of_failure(&Stop::Positions(most).into(), &asked.games));
    }
    let failed = |failure: Failure| Trouble::of_failure(&failure, &asked.games);
    let solved =
        Solved::new(asked.named, command.misere || asked.misere, &limits).map_err(failed)?;
    draw(command, &solved, &limits)?;
    let mut out = io::BufWriter::new(command.pictures.out_beside(command.dot.as_ref()));
    match &asked.tokens {
        None if command.json => json::table(&mut out, &solved, command.most)?,
        None => table::table(&mut out, &solved, command.most)?,
        Some(tokens) => {
            let mut verdict = solved.verdict(tokens, &limits).map_err(failed)?;
            let counted = match command.distance {
                true => solved.count(&mut verdict, tokens, &limits),
                false => Ok(()),
            };
            match command.json {
                true => json::tokens(&mut out, &solved, tokens, &verdict, command.most)?,
                false => table::tokens(&mut out, &solved, tokens, &verdict, command.most)?,
            }
            // The rest is known even where there was no time to count.
            out.flush()?;
            counted.map_err(failed)?;
        }
    }
    out.flush()?;
    Ok(true)
}

/// Moves that are listed unless more are asked for.
const MOST_LISTED: usize = 1000;

/// Most vertices and edges of a graph that is drawn.
const MOST_DRAWN: u64 = 2000;

fn draw(command: &Graph, solved: &Solved, limits: &Limits) -> Result<(), Trouble> {
    if command.dot.is_none() && !command.pictures.wanted() {
        return Ok(());
    }
    let graph = &solved.named.graph;
    if u64::from(graph.vertices()) > MOST_DRAWN || graph.edges() > MOST_DRAWN {
        return Err(Trouble::Input(say!(
            "error: only graphs of up to {most} vertices and edges are drawn; this one has \
             {vertices} and {edges}",
            most = MOST_DRAWN,
            vertices = graph.vertices(),
            edges = graph.edges()
        )));
    }
    let Solved { named, labels, race } = solved;
    let picture = || Picture { named, labels: labels.as_ref(), race, language: now() };
    if let Some(path) = &command.dot {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = picture().dot(&mut text);
        pictures::write(path, text.as_bytes())?;
    }
    if command.pictures.wanted() {
        let title = command.rule.as_deref().unwrap_or("").trim();
        let words = command.words.join(" ");
        command
            .pictures
            .write(limits, || Ok(picture().drawing(format!("{title} {words}").trim())))?;
    }
    Ok(())
}
