//! `grundy store`: the answers that `--store` keeps.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use grundy::board::{Board, reopen};
use grundy::games::open_rule;
use grundy::limits::Limits;
use grundy::play::Session;
use grundy::ruleset::{Failure, Value};

use crate::language::{reason, say, speak};
use crate::number::{count, number};
use crate::store::line::{self, Line};
use crate::store::{Answer, Known, Row, Store};
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Look into a file of kept answers, verify it, export, import and compact it
///
/// `grundy value` and `grundy moves` keep what took them much work in the file of `--store`, and begin
/// with what they find there. Answers that are found on the way are written once a second while the work goes on; a process
/// that is killed loses no other answers, but begins the search for the next one anew (`--checkpoint` keeps that too).
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy value cram 5x7 --store answers.db    begins the file, or uses it\n  \
    grundy store show answers.db\n  \
    grundy store verify answers.db --sample 20\n  \
    grundy store export answers.db > answers.jsonl\n  \
    grundy store import other.db answers.jsonl\n  \
    grundy store compact answers.db")]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the games, or the answers of one game, those that took most work first
    Show {
        /// The store
        file: PathBuf,
        /// List the answers of this game, as it stands in the list of games
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// List at most so many answers
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = count)]
        most: usize,
    },
    /// Compute some answers anew, without the store; exit status 1 if one is wrong
    Verify {
        /// The store
        file: PathBuf,
        /// How many answers, chosen by lot
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = count)]
        sample: usize,
        /// Start of the dice, to choose the same answers again
        #[arg(long, value_name = "N", value_parser = number)]
        seed: Option<u64>,
        #[command(flatten)]
        allowance: Allowance,
    },
    /// Print all answers, a line of JSON for each
    Export {
        /// The store
        file: PathBuf,
    },
    /// Add the answers of an export that contradict none there is; they are believed, so verify what strangers made
    Import {
        /// The store, which is begun if it is not there
        file: PathBuf,
        /// What `grundy store export` printed; `-` for standard input
        from: PathBuf,
    },
    /// Give back the space that is not used
    Compact {
        /// The store
        file: PathBuf,
    },
}

pub(crate) fn run(command: &StoreCommand) -> Result<bool, Trouble> {
    match &command.task {
        Task::Show { file, game: None, .. } => games(file),
        Task::Show { file, game: Some(game), most } => answers(file, game, *most),
        Task::Verify { file, sample, seed, allowance } => {
            let dice = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
            verify(file, *sample, dice, &allowance.limits())
        }
        Task::Export { file } => export(file),
        Task::Import { file, from } => import(file, from),
        Task::Compact { file } => compact(file),
    }
}

fn games(file: &Path) -> Result<bool, Trouble> {
    let store = Store::open_existing(file)?;
    let mut out = io::stdout().lock();
    let games = store.games()?;
    let said =
        say!("games: {games}, answers: {answers}", answers = store.len()?, games = games.len());
    writeln!(out, "{said}")?;
    for (id, game) in games {
        let (mut answers, mut work) = (0_u64, 0_u64);
        store.each_answer(&id, |_, answer| {
            answers += 1;
            work = work.max(answer.work);
        })?;
        let game = one_line(&game);
        let said = say!("  {game}: {answers}, the longest in {work} visits", game, answers, work);
        writeln!(out, "{said}")?;
    }
    Ok(true)
}

fn one_line(game: &str) -> String {
    game.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn answers(file: &Path, game: &str, most: usize) -> Result<bool, Trouble> {
    let store = Store::open_existing(file)?;
    // A rule however it is typed.
    let rule = open_rule(game, "").map(|opened| format!("rule {}", opened.rules.program()));
    let same = |name: &str| {
        if rule.as_ref().is_ok_and(|rule| rule == name) {
            return true;
        }
        let (_, bare) = name.split_once(' ').unwrap_or(("", name));
        one_line(name) == one_line(game) || one_line(bare) == one_line(game)
    };
    let Some((id, game)) = store.games()?.into_iter().find(|(_, name)| same(name)) else {
        return Err(Trouble::Input(say!(
            "error: the store {path} has no game {game}\n  \
             help: `grundy store show` without --game lists them",
            path = file.display(),
            game
        )));
    };
    let mut rows: Vec<Row> = Vec::new();
    store.each_answer(&id, |position, answer| rows.push((position.to_vec(), answer)))?;
    rows.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.work));
    let mut board = opened_board(&game);
    let mut out = io::stdout().lock();
    for (position, answer) in rows.iter().take(most) {
        let shown = shown(board.as_deref_mut(), &game, position);
        let (known, work) = (in_words(answer.known), answer.work);
        writeln!(out, "{}", say!("{shown}: {known}  ({work} visits)", shown, known, work))?;
    }
    if rows.len() > most {
        writeln!(out, "{}", say!("... and {left} more", left = rows.len() - most))?;
    }
    Ok(true)
}

fn in_words(known: Known) -> String {
    match known {
        Known::Value(value) => value.to_string(),
        Known::Not(bits) => {
            let values: Vec<String> = line::values(bits).iter().map(u8::to_string).collect();
            say!("not {values}", values = values.join(", "))
        }
    }
}

/// The board of a game in a store, if it is one on boards.
fn opened_board(game: &str) -> Option<Box<dyn Board>> {
    reopen(game.strip_prefix("board ")?).ok()
}

/// A position as it is typed, where it can be.
fn shown(board: Option<&mut (dyn Board + 'static)>, game: &str, position: &[u8]) -> String {
    let typed = board.and_then(|board| {
        let searches = board.searches();
        searches.into_iter().find(|one| one.word_bytes() == position.len())?.show(position)
    });
    typed.unwrap_or_else(|| line::position(game, position))
}

/// What a recomputation says of an answer.
enum Verdict {
    Right,
    Wrong(String),
}

fn verify(
    file: &Path,
    sample: usize,
    mut dice: fastrand::Rng,
    limits: &Limits,
) -> Result<bool, Trouble> {
    let store = Store::open_existing(file)?;
    // Each answer has the same chance, whatever their number (Vitter's reservoir).
    let mut chosen: Vec<(String, Row)> = Vec::new();
    let mut seen = 0;
    for (id, game) in store.games()? {
        store.each_answer(&id, |position, answer| {
            seen += 1;
            let row = || (game.clone(), (position.to_vec(), answer));
            if chosen.len() < sample {
                chosen.push(row());
            } else if let Some(place) = chosen.get_mut(dice.usize(..seen)) {
                *place = row();
            }
        })?;
    }
    chosen.sort_by(|a, b| (&a.0, a.1.1.work).cmp(&(&b.0, b.1.1.work)));
    let mut out = io::stdout().lock();
    let mut wrong = 0;
    let mut checked = 0;
    let mut open: Option<(String, Again)> = None;
    for (game, (position, answer)) in &chosen {
        if open.as_ref().is_none_or(|(name, _)| name != game) {
            open = Some((game.clone(), Again::of(game)));
        }
        let Some((_, again)) = &mut open else { break };
        match again.judge(position, *answer, limits) {
            Ok(Verdict::Right) => {}
            Ok(Verdict::Wrong(why)) => {
                wrong += 1;
                let shown = shown(again.board(), game, position);
                let game = one_line(game);
                writeln!(out, "{}", say!("wrong: {game} {shown}: {why}", game, shown, why))?;
            }
            Err(Failure::Stop(stop)) => {
                writeln!(out, "{}", verified(checked, chosen.len(), wrong))?;
                return Err(Trouble::of_stop(stop));
            }
            Err(failure) => {
                wrong += 1;
                let game = one_line(game);
                writeln!(out, "{}", say!("wrong: {game}: {failure}", game, failure))?;
            }
        }
        checked += 1;
    }
    writeln!(out, "{}", verified(checked, seen, wrong))?;
    Ok(wrong == 0)
}

/// How many answers were computed anew.
fn verified(checked: usize, count: usize, wrong: usize) -> String {
    say!(
        "{checked} of {count} answers were computed anew, {wrong} of them wrong",
        checked,
        count,
        wrong
    )
}

/// A game of the store, opened anew and without what the store knows.
enum Again {
    Board(Box<dyn Board>),
    Rule(Box<Session>),
    Unreadable(String),
}

impl Again {
    fn of(game: &str) -> Again {
        let opened = match game.split_once(' ') {
            Some(("board", board)) => reopen(board).map(Again::Board),
            Some(("rule", rule)) => open_rule(rule, "")
                .map(|opened| Again::Rule(Box::new(Session::with_opened(opened)))),
            _ => return Again::Unreadable(say!("this is no game")),
        };
        opened.unwrap_or_else(|error| Again::Unreadable(speak(&error.message)))
    }

    fn board(&mut self) -> Option<&mut (dyn Board + 'static)> {
        match self {
            Again::Board(board) => Some(board.as_mut()),
            _ => None,
        }
    }

    fn judge(
        &mut self,
        position: &[u8],
        answer: Answer,
        limits: &Limits,
    ) -> Result<Verdict, Failure> {
        let right = match self {
            Again::Board(board) => {
                let searches = board.searches();
                let search = searches.into_iter().find(|one| one.word_bytes() == position.len());
                match (search, answer.known.into()) {
                    (Some(search), Some(bound)) => search.judge(position, bound, limits)?,
                    _ => None,
                }
            }
            Again::Rule(session) => {
                let value = value_of(session, position, limits)?;
                value.map(|value| answer.known == Known::Value(value))
            }
            Again::Unreadable(why) => return Ok(Verdict::Wrong(why.clone())),
        };
        Ok(match right {
            Some(true) => Verdict::Right,
            Some(false) => {
                let known = in_words(answer.known);
                Verdict::Wrong(say!("it is not so that the value is {known}", known))
            }
            None => Verdict::Wrong(say!("no position of this game")),
        })
    }
}

/// The value of a component that is kept as `kind:coordinates`.
fn value_of(
    session: &mut Session,
    position: &[u8],
    limits: &Limits,
) -> Result<Option<u64>, Failure> {
    let read = || {
        let (kind, coords) = std::str::from_utf8(position).ok()?.split_once(':')?;
        let coords: Option<Vec<i64>> = coords.split(',').map(|word| word.parse().ok()).collect();
        Some((kind.parse().ok()?, coords?))
    };
    let Some((kind, coords)) = read() else { return Ok(None) };
    let position = session.component(kind, &coords)?;
    match session.value(&position, limits)? {
        Value::Nimber(nimber) => Ok(nimber.try_into().ok()),
        _ => Ok(None),
    }
}

fn export(file: &Path) -> Result<bool, Trouble> {
    let store = Store::open_existing(file)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (id, game) in store.games()? {
        let mut board = opened_board(&game);
        let mut written = Ok(());
        store.each_answer(&id, |position, answer| {
            if written.is_ok() {
                let shown =
                    line::has_words(&game).then(|| shown(board.as_deref_mut(), &game, position));
                let line = Line::new(&game, position, answer, shown);
                written = serde_json::to_writer(&mut out, &line)
                    .map_err(io::Error::from)
                    .and_then(|()| out.write_all(b"\n"));
            }
        })?;
        written?;
    }
    out.flush()?;
    Ok(true)
}

/// Lines that are added in one transaction.
const TOGETHER: usize = 10_000;
/// Longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;

fn import(file: &Path, from: &Path) -> Result<bool, Trouble> {
    let input: Box<dyn io::BufRead> = match from.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(from).map_err(|error| unread(from, &error))?)),
    };
    let is_new = !file.exists();
    let store = Store::open_or_begin(file)?;
    let added = added(&store, input, from);
    // What began with a mistake is not left behind.
    if added.is_err() && is_new && store.len()? == 0 {
        drop(store);
        let _ = fs::remove_file(file);
    } else if let Ok(count) = added {
        let path = store.path().display();
        writeln!(io::stdout(), "{}", say!("answers added to {path}: {count}", count, path))?;
    }
    added.map(|_| true)
}

/// Adds the answers of an export; how many tell something new.
fn added(store: &Store, mut input: Box<dyn io::BufRead>, from: &Path) -> Result<u64, Trouble> {
    let mut together: Vec<Read> = Vec::new();
    let mut count = 0;
    let mut text = String::new();
    for number in 1.. {
        text.clear();
        // One byte more shows that it is longer.
        let read = (&mut *input).take(LONGEST_LINE + 1).read_line(&mut text);
        if read.map_err(|error| unread(from, &error))? == 0 {
            break;
        }
        // Some editors and shells mark the beginning of a text.
        if number == 1 && text.starts_with('\u{feff}') {
            text.remove(0);
        }
        if text.trim().is_empty() {
            continue;
        }
        let read = match text.trim_end().len() as u64 > LONGEST_LINE {
            true => Err(say!("it is longer than {most} bytes", most = LONGEST_LINE)),
            false => Line::read(text.trim_end()),
        };
        let read = read.map_err(|why| {
            let path = from.display();
            Trouble::Input(say!("error: {path}, line {number}: {why}", path, number, why))
        })?;
        let (game, row) = read;
        together.push(Read { game, line: number, row });
        if together.len() == TOGETHER {
            count += add(store, &mut together, from)?;
        }
    }
    Ok(count + add(store, &mut together, from)?)
}

fn unread(path: &Path, error: &io::Error) -> Trouble {
    Trouble::Input(say!(
        "error: cannot read {path}: {error}",
        path = path.display(),
        error = reason(error)
    ))
}

/// A line that was read.
struct Read {
    game: String,
    line: usize,
    row: Row,
}

/// Adds the answers, those of one game together, unless one contradicts what is known; how many tell something new.
fn add(store: &Store, read: &mut Vec<Read>, from: &Path) -> Result<u64, Trouble> {
    let mut new = 0;
    read.sort_by(|a, b| a.game.cmp(&b.game));
    for group in read.chunk_by(|a, b| a.game == b.game) {
        let answers: Vec<Row> = group.iter().map(|read| read.row.clone()).collect();
        let (number, before) = match store.add_if_they_agree(&group[0].game, &answers)? {
            Ok(count) => {
                new += count;
                continue;
            }
            Err(contradiction) => contradiction,
        };
        let (path, said) = (from.display(), in_words(answers[number].1.known));
        return Err(Trouble::Input(say!(
            "error: {path}, line {line}: {position} has the value {said} here, and {before} in {store}\n  \
             help: `grundy store verify` computes anew what a store says",
            path,
            line = group[number].line,
            position = line::position(&group[number].game, &answers[number].0),
            said,
            before = in_words(before),
            store = store.path().display()
        )));
    }
    read.clear();
    Ok(new)
}

fn compact(file: &Path) -> Result<bool, Trouble> {
    let bytes = || file.metadata().map_or(0, |found| found.len());
    let before = bytes();
    let mut store = Store::open_existing(file)?;
    store.compact()?;
    drop(store);
    let after = bytes();
    writeln!(io::stdout(), "{}", say!("{before} bytes before, {after} now", before, after))?;
    Ok(true)
}
