//! `grundy play`: a game against the program, or between two people, on the whole screen or line by
//! line.
//!
//! [`game`] is what is played: [`sums`] of typed games, [`boards`], both together ([`mixed`]), tokens on [`graphs`]. [`model`] is a
//! play of it, and what the opponent does. Two faces show it: [`screen`] and [`line`].

mod boards;
mod draw;
mod game;
mod graphs;
mod line;
mod mixed;
mod model;
mod screen;
mod sums;

use std::io::{self, IsTerminal as _};

use clap::Args;
use grundy::graph::{Reading, Refused};

use self::boards::OnBoards;
use self::game::Playable;
use self::graphs::OnGraph;
use self::line::Table;
use self::mixed::Mixed;
use self::model::{Match, Players};
use self::sums::Sum;
use super::graph::{Geography, explored};
use crate::language::{message, say};
use crate::number::number;
use crate::shared::graph_file::read_file;
use crate::shared::question::Question;
use crate::trouble::Trouble;

/// Play a position against an opponent that never errs
///
/// At a terminal the game takes the whole screen: moves are chosen with the arrow keys or typed like
/// `8 -> 1`, and `?` lists the keys. Elsewhere, and with --plain, it goes line by line: moves are
/// typed, or numbers from the list that `moves` shows. `hint` says who wins and why; `undo` and
/// `redo` go back and forth. In a lost position the opponent makes the game last.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy play nim 3 5 7\n  \
    grundy play kayles 12 --second             the opponent begins\n  \
    grundy play wythoff 6,9 --errs 0.3         an opponent who errs three times in ten\n  \
    grundy play nim 1 2 2 --misere --two       two people\n  \
    grundy play chomp 4,4,3 --plain            line by line, for a screen reader\n  \
    grundy play 'cram[3x3] + nim[4]'           a board beside a heap\n  \
    grundy play --graph moves.txt a            a token on the vertex a of a graph\n  \
    grundy play --graph moves.txt a --geography vertices   none is visited twice\n  \
    grundy play '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' 5 --loopy")]
pub(crate) struct Play {
    /// Let the opponent begin
    #[arg(long, conflicts_with = "two")]
    second: bool,
    /// How often the opponent errs, from 0 to 1
    #[arg(long, value_name = "RATE", default_value_t = 0.0, value_parser = rate, conflicts_with = "two")]
    errs: f64,
    /// Two people play, without an opponent
    #[arg(long)]
    two: bool,
    /// Start of the dice, so that an opponent who errs can be met again
    #[arg(long, value_name = "N", value_parser = number)]
    seed: Option<u64>,
    /// Line by line, without drawings, also at a terminal
    #[arg(long)]
    plain: bool,
    /// Tokens on the graph of this file; the position is the vertices that they stand on
    #[arg(long, value_name = "FILE")]
    graph: Option<String>,
    /// Every edge of the graph leads both ways
    #[arg(long, requires = "graph")]
    undirected: bool,
    /// Take an edge of the graph from a vertex to itself as a pass, not as a mistake
    #[arg(long, requires = "graph")]
    self_loops: bool,
    /// The token on the graph uses up what it passes: no vertex is visited twice, or no edge is used
    /// twice; of edges that are repeated each once
    #[arg(long, value_name = "WHAT", requires = "graph")]
    geography: Option<Geography>,
    /// The game may come back to a position, which is a draw when it is there for the third time:
    /// everything that can be reached is explored first
    #[arg(long, conflicts_with = "graph")]
    loopy: bool,
    #[command(flatten)]
    question: Question,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| say!("a number from 0 to 1, such as 0.3"))
}

pub(crate) fn run(play: &Play) -> Result<bool, Trouble> {
    if let Some(path) = &play.graph {
        return sit(play, on_graph(play, path)?);
    }
    if play.loopy {
        return sit(play, loopy(play)?);
    }
    if let Some(asked) = play.question.sum()? {
        return sit(play, Mixed::new(asked.into_sum()?));
    }
    if let Some(asked) = play.question.board()? {
        let (entry, board) = asked.into_board();
        return sit(play, OnBoards::new(entry, board));
    }
    let asked = play.question.ask()?;
    sit(play, Sum::new(asked.session, asked.position))
}

fn on_graph(play: &Play, path: &str) -> Result<OnGraph, Trouble> {
    let limits = play.question.allowance.limits();
    let repeats = play.geography.is_some_and(Geography::counts_edges);
    let Play { self_loops, undirected, .. } = *play;
    let reading = Reading { repeats, undirected, self_loops, ..Reading::default() };
    let help = |refused: &Refused| match refused {
        Refused::SelfLoop(_) => Some(message!("--self-loops takes it as a move that passes")),
        _ => None,
    };
    let named = read_file(path, reading, None, &help, &limits)?;
    let words = play.question.words.iter().flat_map(|word| word.split([' ', ',']));
    let vertex = |name: &str| {
        named.find(name).ok_or_else(|| {
            Trouble::Input(say!(
                "error: there is no vertex `{name}` in {path}\n  \
                 help: after --graph {path} stand the vertices with a token: grundy play --graph {path} a",
                name,
                path
            ))
        })
    };
    let tokens: Vec<u32> =
        words.filter(|word| !word.is_empty()).map(vertex).collect::<Result<_, _>>()?;
    let game = OnGraph::new(named, tokens, play.question.misere);
    match (play.geography, game.start().len()) {
        (None, _) => Ok(game),
        (Some(geography), 1) => game
            .using_up(geography.used_up(), &limits)
            .map_err(|failure| Trouble::of_failure(&failure, &[])),
        (Some(_), _) => Err(Trouble::Input(say!(
            "error: geography has one token: each uses up what others would need"
        ))),
    }
}

/// A typed game whose positions may come again, as the graph of all that can be reached.
fn loopy(play: &Play) -> Result<OnGraph, Trouble> {
    let (game, position) = play.question.of_loopy()?;
    let asked = explored(game, &position, &play.question.allowance.limits())?;
    let misere = play.question.misere || asked.misere;
    let tokens = asked.tokens.unwrap_or_default();
    Ok(OnGraph::new(asked.named, tokens, misere).titled(game.to_owned()))
}

/// Plays at the screen or at a line, whichever there is.
fn sit<G: Playable>(command: &Play, game: G) -> Result<bool, Trouble> {
    let dice = command.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let players = Players { opponent: !command.two, second: command.second, errs: command.errs };
    let play = Match::new(game.start(), players);
    let allowance = &command.question.allowance;
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if at_terminal && !dumb && !command.plain {
        return screen::run(game, play, dice, allowance);
    }
    let typed_here = io::stdin().is_terminal();
    let table = Table { game, play, dice, allowance, typed_here };
    table.sit(&mut io::stdin().lock(), &mut io::stdout().lock())
}
