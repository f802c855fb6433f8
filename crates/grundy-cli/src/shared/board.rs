//! Questions about games on boards, for `grundy value` and `grundy moves`.

use std::io::IsTerminal as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use grundy::board::{
    Board, Grid, Mark, Source, Strategy, Winning, open, open_sum, reading, takes_graph,
};
use grundy::drawing::Drawing;
use grundy::explain::explain_board;
use grundy::games::{Entry, find_board};
use grundy::graph::Refused;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::BigValue;
use grundy::rule::RuleError;
use grundy::ruleset::{Failure, Value};

use super::graph_file::read_file;
use super::listing::{Listed, Listing, Most, more_moves, verdict, who_wins};
use super::opening;
use super::pictures::Pictures;
use crate::language::{message, say, speak, tell, title};
use crate::number::plain;
use crate::report::{json, words};
use crate::saved::endings;
use crate::saved::search::{self, Saver};
use crate::store::boards::Keeper;
use crate::trouble::Trouble;
use crate::work::seconds;

/// A position on boards, and what its answers may use.
pub(crate) struct AskedBoards {
    entry: &'static Entry,
    board: Box<dyn Board>,
    limits: Limits,
}

/// Where a search on boards is saved, and what it looks up.
#[derive(Debug, Args)]
pub(crate) struct Aids {
    /// Save what a search on boards knows now and then, and go on from what was saved before; each time a new file
    /// takes the place of the old one, so the disk needs room for two
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, requires = "checkpoint")]
    every: Duration,
    /// Look small parts up in this file, which `grundy endings` built
    #[arg(long, value_name = "FILE")]
    endings: Option<PathBuf>,
}

impl Aids {
    /// The files that are used.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.checkpoint.iter().chain(&self.endings).map(PathBuf::as_path)
    }

    /// That none was asked for, where there is none.
    pub(crate) fn refused(&self) -> Result<(), Trouble> {
        match (&self.checkpoint, &self.endings) {
            (Some(_), _) => Err(search::refused()),
            (_, Some(_)) => Err(Trouble::Input(say!(
                "error: endings are there for a board of cram or node-kayles with nothing beside it\n  help: leave --endings away"
            ))),
            _ => Ok(()),
        }
    }
}

/// The game on boards that the words of a question begin with, and the rest of them; also where that stands in brackets
/// and nothing beside it: `cram[6x7]`.
pub(crate) fn named(words: &[String]) -> Option<(&'static Entry, String)> {
    let text = words.join(" ");
    if let Some((name, inside)) = text.trim().split_once('[')
        && let Some(position) = inside.strip_suffix(']')
        && !position.contains(['[', ']'])
        && !position.trim().is_empty()
        && let Some(entry) = find_board(name.trim())
    {
        return Some((entry, position.to_owned()));
    }
    match words {
        // A game and its position in one pair of quotes.
        [word] if word.trim().contains(' ') => {
            let (game, position) = word.trim().split_once(' ')?;
            Some((find_board(game)?, position.to_owned()))
        }
        [first, rest @ ..] => Some((find_board(first)?, rest.join(" "))),
        [] => None,
    }
}

impl AskedBoards {
    pub(crate) fn new(
        entry: &'static Entry,
        position: &str,
        misere: bool,
        limits: Limits,
    ) -> Result<AskedBoards, Trouble> {
        if position.trim().is_empty() {
            return Err(Trouble::Input(say!(
                "error: the position is missing after the game\n  help: for this game try {example}",
                example = entry.example
            )));
        }
        let mut board = match is_file(position) {
            true => from_file(entry, position, &limits)?,
            false => typed(entry, position, &say!("position"), misere)?,
        };
        note_no_cell(entry, position);
        if misere {
            board.play_misere().map_err(|failure| Trouble::of_failure(&failure, &[]))?;
            note_poison(entry);
        }
        Ok(AskedBoards { entry, board, limits })
    }

    /// What the boards are worth; in misère play who wins.
    fn found(&mut self) -> Result<json::Value, Trouble> {
        if self.board.is_misere() {
            let lost =
                self.board.is_lost(&self.limits).map_err(|failure| self.trouble(&failure))?;
            return Ok(json::Value::lost_board(&self.board.show(), lost));
        }
        let found = worth(self.board.as_mut(), &self.limits);
        let found = found.map_err(|failure| self.trouble(&failure))?;
        Ok(json::Value::of(self.board.show(), &found))
    }

    /// Draws the position with these moves on it.
    fn draw(
        &self,
        pictures: &Pictures,
        said: impl Fn() -> String,
        moves: &[Winning],
    ) -> Result<(), Trouble> {
        pictures.write(&self.limits, || {
            let drawing = self.board.drawing(&titled(self.entry, &said()), moves);
            drawing
                .ok_or_else(|| Trouble::Input(say!("error: this board is too large for a picture")))
        })
    }

    /// The board, to be played on, and what the game is.
    pub(crate) fn into_board(self) -> (&'static Entry, Box<dyn Board>) {
        (self.entry, self.board)
    }

    /// A failure, with what was proved before it.
    fn trouble(&self, failure: &Failure) -> Trouble {
        self.trouble_after(failure, 0)
    }

    /// A failure after so many winning moves were found, with what was proved before it.
    fn trouble_after(&self, failure: &Failure, moves: usize) -> Trouble {
        let trouble = match failure {
            // What is asked of a board has an answer, also where it is too large for a search.
            Failure::Domain(message) => Trouble::Limit(say!("stopped: {message}", message)),
            failure => Trouble::of_failure(failure, &[]),
        };
        match trouble {
            Trouble::Limit(message) => {
                let proved = self.proved(moves);
                Trouble::after_proof(&message, &proved)
            }
            trouble => trouble,
        }
    }

    /// What is proved when a search has been stopped.
    fn proved(&self, moves: usize) -> String {
        let excluded = self.board.excluded();
        if moves > 1 {
            return say!("at least {count} winning moves", count = moves);
        }
        let strategy = self.board.strategy();
        if moves == 1 && !matches!(strategy, Some(Strategy::Pairing { begin: Some(_), .. })) {
            return say!("at least one winning move");
        }
        if moves == 0 && !excluded.is_empty() {
            let excluded: Vec<String> =
                excluded.iter().map(|value| say!("not {value}", value)).collect();
            return say!("the value is {excluded}", excluded = excluded.join(", "));
        }
        match strategy {
            Some(Strategy::Pairing { begin: Some(begin), .. }) => {
                say!("the player to move wins, by {begin}", begin = speak(&begin))
            }
            Some(Strategy::Pairing { begin: None, .. }) => say!("the player to move loses"),
            Some(Strategy::Stealing { .. }) => say!("the player to move wins"),
            None => say!("nothing yet"),
        }
    }
}

/// What stands above a picture: the name of the game, from its title, and what is said of the position.
fn titled(entry: &Entry, said: &str) -> String {
    let title = title(entry);
    say!("{game}: {said}", game = title.split([':', '：']).next().unwrap_or(title), said)
}

/// A picture of a position with its winning moves; nothing if it is too large for one.
pub(crate) fn picture(
    entry: &Entry,
    board: &dyn Board,
    lost: bool,
    moves: &[Winning],
) -> Option<Drawing> {
    board.drawing(&titled(entry, &who_wins(lost, moves.len())), moves)
}

/// How a vertex or an edge is mended that is not taken from a file.
fn help_for(entry: &Entry, refused: &Refused) -> Option<Message> {
    match refused {
        Refused::SelfLoop(_) if entry.name == "poset" => {
            Some(message!("leave this line out: nothing is above itself"))
        }
        Refused::SelfLoop(_) => {
            Some(message!("leave this line out: no piece fits on one vertex alone"))
        }
        Refused::LargeNumber(_) => {
            Some(message!("number the vertices from 0 on, or let names begin with a letter"))
        }
        _ => None,
    }
}

/// The board of a graph in a file, or of a position in it.
pub(super) fn from_file(
    entry: &'static Entry,
    position: &str,
    limits: &Limits,
) -> Result<Box<dyn Board>, Trouble> {
    let path = position.trim();
    if !takes_graph(entry.name) {
        let text = opening::read(path, None)?;
        return open(entry.name, Source::Text(text.trim()))
            .map_err(|error| mistyped(entry, error, text.trim(), &opening::origin(path)));
    }
    let named =
        read_file(path, reading(entry.name), None, &|refused| help_for(entry, refused), limits)?;
    if named.graph.vertices() == 0 {
        return Err(Trouble::Input(say!(
            "error: {path}: there is no vertex\n  help: lines that begin with # are comments; a board is typed, as in '##.#/####'",
            path
        )));
    }
    open(entry.name, Source::Graph(&named)).map_err(|error| {
        let message = error.message;
        Trouble::Input(say!("error: {position}: {message}", position = path, message))
    })
}

/// Whether a position is the name of a file with a graph: by its end, or since it begins like a path and is no board.
pub(super) fn is_file(position: &str) -> bool {
    let position = position.trim();
    let path = Path::new(position);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let extension = extension.map(str::to_ascii_lowercase);
    let ends_so = matches!(extension.as_deref(), Some("txt" | "dot" | "gv" | "json" | "edges"));
    let begins_so =
        ["./", "../", "/", ".\\", "..\\"].iter().any(|start| position.starts_with(start))
            && !position.chars().all(|sign| "#./".contains(sign));
    let is_word = !position.contains(char::is_whitespace);
    // A name of one element, say, if there were no such file.
    let is_name = position.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && position.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    position == "-" || is_word && (ends_so || begins_so) || (ends_so || is_name) && path.is_file()
}

/// Answers with the help of endings, a store or a checkpoint, if there are any: what was found is written also
/// when a limit stops the work.
pub(crate) fn with_aids(
    mut asked: AskedBoards,
    store: Option<&Path>,
    aids: &Aids,
    answer: impl FnOnce(&mut AskedBoards) -> Result<bool, Trouble>,
) -> Result<bool, Trouble> {
    let AskedBoards { board, limits, .. } = &mut asked;
    if let Some(path) = &aids.endings {
        let used = board.use_endings(endings::open(path)?);
        used.map_err(|error| {
            let (path, error) = (path.display(), speak(&error));
            Trouble::Input(say!("error: {path}: {error}", path, error))
        })?;
    }
    let keeper = store.map(|path| Keeper::of(board.as_mut(), path)).transpose()?;
    let path = aids.checkpoint.as_deref();
    let saver = path.map(|path| Saver::of(board.as_mut(), path, aids.every, limits));
    let saver = saver.transpose()?;
    let mut answered = answer(&mut asked);
    if let Some(saver) = saver {
        answered = saver.finish(answered);
    }
    let is_searched = asked.board.saved_as().is_some() && !asked.board.is_misere();
    drop(asked);
    let written = keeper.map_or(Ok(()), Keeper::finish);
    match (answered, written, store) {
        (Err(trouble), Err(unwritten), _) => Err(trouble.with(&unwritten.to_string())),
        (Err(trouble @ Trouble::Limit(_)), Ok(()), Some(path)) if is_searched => {
            Err(trouble.with(&say!(
                "  kept: {path} has what took much work; the same command begins with it",
                path = path.display()
            )))
        }
        (answered, written, _) => written.and(answered),
    }
}

/// What boards are worth together.
pub(crate) fn worth(board: &mut dyn Board, limits: &Limits) -> Result<BigValue, Failure> {
    Ok(match (board.is_over(), board.wins_at_once()) {
        (true, _) => Value::Over,
        (false, true) => Value::Win,
        (false, false) => Value::Nimber(board.value(limits)?.0.into()),
    })
}

pub(crate) fn value(
    asked: &mut AskedBoards,
    as_json: bool,
    pictures: &Pictures,
) -> Result<bool, Trouble> {
    let found = asked.found()?;
    let said = || match asked.board.is_misere() {
        true => say!("misère, {outcome}", outcome = found.text()),
        false => say!("value {found}", found = found.text()),
    };
    asked.draw(pictures, said, &[])?;
    let mut out = pictures.out();
    match as_json {
        true => json::write(&mut out, &found)?,
        false => writeln!(out, "{}", found.text())?,
    }
    Ok(true)
}

/// What the boards on a line are worth; in misère play who wins.
pub(crate) fn answer(
    entry: &'static Entry,
    line: &str,
    place: &str,
    misere: bool,
    limits: &Limits,
) -> Result<json::Value, Trouble> {
    let mut board = typed(entry, line, place, misere)?;
    if misere {
        board.play_misere().map_err(|failure| Trouble::of_failure(&failure, &[]))?;
    }
    AskedBoards { entry, board, limits: limits.clone() }.found()
}

/// Whether a line can be a row of a board that is drawn.
pub(crate) fn is_row(entry: &Entry, line: &str) -> bool {
    entry.name == "cram" && !line.is_empty() && line.chars().all(|sign| "#.".contains(sign))
}

/// Boards that are typed, on the command line or elsewhere. Where values do not add up, those of a sum are looked at
/// together.
fn typed(
    entry: &Entry,
    position: &str,
    origin: &str,
    misere: bool,
) -> Result<Box<dyn Board>, Trouble> {
    let opened = match misere {
        true => open_sum(entry.name, position),
        false => open(entry.name, Source::Text(position)),
    };
    opened.map_err(|error| mistyped(entry, error, position, origin))
}

/// The reasons for who wins.
pub(crate) fn explain(asked: &mut AskedBoards, as_json: bool) -> Result<bool, Trouble> {
    let steps = explain_board(asked.entry, asked.board.as_mut(), &asked.limits);
    let steps = steps.map_err(|failure| asked.trouble(&failure))?;
    let mut out = io::stdout().lock();
    match as_json {
        true => json::write(&mut out, &json::Explanation::of(asked.board.show(), &steps))?,
        false => write!(out, "{}", words::explanation(&steps))?,
    }
    Ok(true)
}

/// The first winning moves.
pub(crate) fn list(
    board: &mut dyn Board,
    most: Most,
    limits: &Limits,
) -> Result<Listed<Winning>, Failure> {
    let mut listed = Listed::new(most);
    seek(board, &mut listed, limits)?;
    Ok(listed)
}

/// Looks for the winning moves that are to be listed. What was found is in the list also where it fails.
fn seek(
    board: &mut dyn Board,
    listed: &mut Listed<Winning>,
    limits: &Limits,
) -> Result<(), Failure> {
    if listed.wants_one() {
        if let Some((_, made)) = board.a_winning_move(limits)? {
            let _ = listed.see(made);
        }
        return Ok(());
    }
    board.each_winning_move(limits, &mut |_, made| {
        let made = made();
        let marked = match &made.mark {
            Mark::Places(places) => size_of_val(&places[..]),
            _ => 0,
        };
        let bytes = marked + speak(&made.text).len();
        listed.see_large(made, bytes, limits)
    })?;
    listed.stop.map_or(Ok(()), |stop| Err(stop.into()))
}

/// A winning move in a line, with the number of its board where there are several.
pub(crate) fn shown(boards: usize, made: &Winning) -> String {
    match boards {
        1 => speak(&made.text),
        _ => say!("board {number}: {made}", number = made.board + 1, made = speak(&made.text)),
    }
}

pub(crate) fn moves(
    asked: &mut AskedBoards,
    listing: Listing,
    pictures: &Pictures,
) -> Result<bool, Trouble> {
    let lost = asked.board.is_lost(&asked.limits).map_err(|failure| asked.trouble(&failure))?;
    if listing.count && !pictures.wanted() {
        return count(asked, lost, listing.json);
    }
    if !(listing.json || listing.first || pictures.wanted()) {
        return tell(asked, lost, listing.most);
    }
    let most = match listing {
        Listing { count: true, .. } => Most::Of(usize::MAX),
        Listing { first: true, .. } => Most::First,
        Listing { most, .. } => Most::Of(most),
    };
    let mut listed = Listed::new(most);
    let mut failure = None;
    if !lost {
        let sought = seek(asked.board.as_mut(), &mut listed, &asked.limits);
        failure = sought.err().map(|failure| asked.trouble_after(&failure, listed.found.len()));
    }
    // A list of moves is told as far as it is known, if that is said beside.
    let told_in_part = listing.json && !listing.count && !listing.first;
    if let Some(trouble) = failure.take_if(|_| !told_in_part || listed.found.is_empty()) {
        return Err(trouble);
    }
    let Listed { found, more, .. } = listed;
    let more = more || failure.is_some();
    let outcome = Outcome::next_wins(!lost);
    asked.draw(pictures, || who_wins(lost, found.len()), &found)?;
    let found: Vec<String> = found.iter().map(|made| shown(asked.board.boards(), made)).collect();
    let mut out = pictures.out();
    if listing.json {
        let board = asked.board.as_ref();
        match listing.count {
            true => json::write(&mut out, &json::Count::board(board.show(), found.len()))?,
            false => {
                json::write(&mut out, &json::BoardMoves::new(board, outcome, found.clone(), more))?;
            }
        }
    } else if listing.count {
        writeln!(out, "{}", found.len())?;
    } else if listing.first {
        found.first().map_or(Ok(()), |first| writeln!(out, "{first}"))?;
    } else {
        writeln!(out, "{}", verdict(outcome, found.is_empty()))?;
        for made in &found {
            writeln!(out, "  {made}")?;
        }
        if more {
            writeln!(out, "{}", more_moves(true))?;
        }
    }
    failure.map_or(Ok(!(listing.first && found.is_empty())), Err)
}

/// Counts the winning moves, of which none is looked at.
fn count(asked: &mut AskedBoards, lost: bool, as_json: bool) -> Result<bool, Trouble> {
    let mut count = 0;
    if !lost {
        let counted = asked.board.each_winning_move(&asked.limits, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        counted.map_err(|failure| asked.trouble_after(&failure, count))?;
    }
    let mut out = io::stdout().lock();
    match as_json {
        true => json::write(&mut out, &json::Count::board(asked.board.show(), count))?,
        false => writeln!(out, "{count}")?,
    }
    Ok(true)
}

/// Tells the winning moves as they are found, so that none is kept.
fn tell(asked: &mut AskedBoards, lost: bool, most: usize) -> Result<bool, Trouble> {
    let AskedBoards { board, limits, .. } = asked;
    let boards = board.boards();
    let outcome = Outcome::next_wins(!lost);
    let mut out = io::stdout().lock();
    let (mut told, mut more) = (0, false);
    let mut written = Ok(());
    let mut found = Ok(());
    if !lost {
        found = board.each_winning_move(limits, &mut |_, made| {
            more = told == most;
            if more {
                return ControlFlow::Break(());
            }
            let line = shown(boards, &made());
            written = match told {
                0 => writeln!(out, "{}\n  {line}", verdict(outcome, false)),
                _ => writeln!(out, "  {line}"),
            };
            told += 1;
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
    }
    written?;
    found.map_err(|failure| asked.trouble_after(&failure, told))?;
    if told == 0 {
        writeln!(out, "{}", verdict(outcome, true))?;
    }
    if more {
        writeln!(out, "{}", more_moves(true))?;
    }
    Ok(true)
}

/// What is wrong with a position: its signs may be wide ones, and it is right with plain ones.
fn mistyped(entry: &Entry, mut error: RuleError, position: &str, origin: &str) -> Trouble {
    let meant = plain(position).filter(|meant| open(entry.name, Source::Text(meant)).is_ok());
    if let Some(plain) = meant {
        error.help = Some(message!("its signs are wide ones: write {plain}", plain));
    }
    Trouble::of_rule(&error, origin)
}

/// Says that a board of rows has no cell to play on: elsewhere a point may be a free one.
fn note_no_cell(entry: &Entry, position: &str) {
    let on_cells = matches!(entry.name, "cram" | "node-kayles" | "arc-kayles");
    let rows = position.contains('.') && !position.contains(|sign: char| sign.is_alphanumeric());
    if on_cells && rows && Grid::read(position).is_ok_and(|grid| grid.free().next().is_none()) {
        tell!("{}", say!("note: no cell is free; # is a free cell"));
    }
}

/// Says at a terminal what misère play of Chomp is, of which people expect another thing.
fn note_poison(entry: &Entry) {
    if entry.name == "chomp" && std::io::stderr().is_terminal() {
        tell!(
            "{}",
            say!(
                "note: that whoever eats the poison loses is the rule of chomp itself; with --misere whoever makes the last \
                 move before that loses"
            )
        );
    }
}
