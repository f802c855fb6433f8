//! `grundy moves`: who wins, and every winning move.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use grundy::outcome::Outcome;
use grundy::play::Move;

use super::graph;
use crate::asked::AskedPosition;
use crate::language::say;
use crate::number::{self, wide_or};
use crate::report::{json, latex};
use crate::shared::board;
use crate::shared::listing::{
    Listed, Listing, MOST_MARKED, Most, list, more_moves, noted, verdict, who_wins,
};
use crate::shared::pictures::Pictures;
use crate::shared::question::Question;
use crate::shared::sum;
use crate::trouble::Trouble;

/// Who wins a position, and every winning move
///
/// A line `8 -> 1` says what to make of a component; `40 -> 16..31` stands for a move to each of
/// these. Moves that lead to the same result from the same component are listed once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy moves nim 5 7 8 9 10\n  \
    grundy moves misere-nim 1 1 3\n  \
    grundy moves wythoff 20,31\n  \
    grundy moves 'nim[3] + wythoff[3,5] + 0.77[12]' --first\n  \
    grundy moves 'cram[2x3] + nim[5]'            boards beside other components\n  \
    grundy moves lasker 1000000000000 --count\n  \
    grundy moves '[a, b] -> [a-1, b] | [a, b-1] | [a-1, b-1]' 1000000000000000000001,8\n  \
    grundy moves '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' 5 --loopy\n  \
    grundy moves cram '####/##..'                X marks the piece of each winning move\n  \
    grundy moves chomp 7,5,5,2\n  \
    grundy moves nim 5 7 8 --latex\n  \
    grundy moves nim 5 7 8 --svg nim.svg         the lowest stone of each winning move is marked\n  \
    grundy moves cram 4x5 --svg cram.svg         the board with every winning move")]
pub(crate) struct Moves {
    /// Print only how many winning moves there are
    #[arg(long, conflicts_with = "first")]
    count: bool,
    /// Print only the first winning move; exit status 1 if there is none
    #[arg(long)]
    first: bool,
    /// List at most so many moves
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least_one)]
    most: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Keep what takes much work on boards in this file, and begin with what is kept there
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    aids: board::Aids,
    /// The game may come back to a position: explores all that can be reached, and says which moves
    /// win, draw or lose; where that never ends, what is certain after a part of it
    #[arg(long, conflicts_with_all = ["count", "first", "store", "checkpoint", "endings", "latex", "svg", "png", "theorem"])]
    loopy: bool,
    /// A LaTeX list of the winning moves; grundy explain --latex says why they win
    #[arg(long, conflicts_with_all = ["json", "count", "first"])]
    latex: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    question: Question,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let wrong = || say!("a number of moves, at least 1; --count only counts them");
    number::count(text).ok().filter(|&count| count > 0).ok_or_else(|| wide_or(text, wrong))
}

pub(crate) fn run(moves: &Moves) -> Result<bool, Trouble> {
    let store = moves.store.as_deref().into_iter();
    moves.pictures.spare(store.chain(moves.aids.files()).chain(moves.question.files()))?;
    if moves.loopy {
        let asks = graph::Loopy::Moves { most: moves.most };
        return graph::loopy(&moves.question, asks, moves.json);
    }
    if let Some(mut asked) = moves.question.sum()? {
        moves.aids.refused()?;
        if moves.latex || moves.store.is_some() || moves.pictures.wanted() {
            return Err(sum::refused());
        }
        let Moves { count, first, most, json, .. } = *moves;
        return sum::moves(&mut asked, Listing { count, first, most, json });
    }
    if let Some(asked) = moves.question.board()? {
        if moves.latex {
            return Err(latex::refused());
        }
        let Moves { count, first, most, json, .. } = *moves;
        return board::with_aids(asked, moves.store.as_deref(), &moves.aids, |asked| {
            board::moves(asked, Listing { count, first, most, json }, &moves.pictures)
        });
    }
    if moves.store.is_some() {
        return Err(Trouble::Input(say!(
            "error: `moves --store` keeps what is found on boards\n  \
             help: of other games `grundy value --store` keeps the values"
        )));
    }
    moves.aids.refused()?;
    let mut asked = moves.question.ask()?;
    draw(&mut asked, &moves.pictures)?;
    match moves.count {
        true => count(&mut asked, moves),
        false => of_rules(&mut asked, moves),
    }
}

/// Lists the winning moves of a position of rules.
fn of_rules(asked: &mut AskedPosition, moves: &Moves) -> Result<bool, Trouble> {
    let outcome = asked.session.outcome(&asked.position, &asked.limits);
    let outcome = outcome.map_err(|failure| asked.trouble(&failure))?;
    let most = if moves.first { Most::First } else { Most::Of(moves.most) };
    let listed = list(asked, most).map_err(|failure| asked.trouble(&failure))?;
    let Listed { found, more, .. } = listed;
    let all = outcome != Outcome::N || asked.session.shows_every_move(&asked.position);
    let mut out = moves.pictures.out();
    if moves.json {
        let more = (more || !all) && !moves.first;
        let document = json::Moves::new(asked, outcome, &found, more);
        json::write(&mut out, &document.map_err(|failure| asked.trouble(&failure))?)?;
        return Ok(!(moves.first && found.is_empty()));
    }
    if moves.latex {
        let describe = |made: &Move| {
            asked.limits.check().map_err(Trouble::of_stop)?;
            Ok(asked.session.describe_move(&asked.position, made))
        };
        let described: Vec<String> = found.iter().map(describe).collect::<Result<_, Trouble>>()?;
        let position = asked.session.describe_sum(&asked.position.parts);
        write!(out, "{}", latex::moves(&position, outcome, &described, more || !all))?;
        return Ok(true);
    }
    if moves.first {
        if let Some(first) = found.first() {
            writeln!(out, "{}", asked.session.describe_move(&asked.position, first))?;
        }
        return Ok(!found.is_empty());
    }
    writeln!(out, "{}", verdict(outcome, found.is_empty()))?;
    for entry in &found {
        // Numbers of many digits take their time to be written.
        asked.limits.check().map_err(Trouble::of_stop)?;
        let described = asked.session.describe_move(&asked.position, entry);
        writeln!(out, "  {}", noted(&described, entry.at_once))?;
    }
    if more || !all {
        writeln!(out, "{}", more_moves(all))?;
    }
    Ok(true)
}

/// Draws the position with its winning moves, if that is asked for.
fn draw(asked: &mut AskedPosition, pictures: &Pictures) -> Result<(), Trouble> {
    if !pictures.wanted() {
        return Ok(());
    }
    let outcome = asked.session.outcome(&asked.position, &asked.limits);
    let outcome = outcome.map_err(|failure| asked.trouble(&failure))?;
    let listed = list(asked, Most::Of(MOST_MARKED));
    let found = listed.map_err(|failure| asked.trouble(&failure))?.found;
    pictures.position(asked, || who_wins(outcome != Outcome::N, found.len()), &found)
}

fn count(asked: &mut AskedPosition, command: &Moves) -> Result<bool, Trouble> {
    let count = asked.session.count_winning_moves(&asked.position, &asked.limits);
    let count = count.map_err(|failure| asked.trouble(&failure))?;
    let mut out = command.pictures.out();
    match command.json {
        true => json::write(&mut out, &json::Count::new(asked, &count))?,
        false => writeln!(out, "{count}")?,
    }
    Ok(true)
}
