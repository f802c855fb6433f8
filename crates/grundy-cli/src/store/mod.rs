//! Answers that are kept between runs, in a database file.
//!
//! A store has two tables. `games` tells what a game is by its number, the first 16 bytes of the
//! SHA-256 of its text; `answers` tells what is known of a position of a game, and in how much work it
//! was found. Positions are those of the searches: words of components on boards, or the kind and
//! the coordinates of a component of a rule. What stands in a store is believed; `grundy store
//! verify` computes a sample of it anew.
//!
//! The database is redb: each writing is a transaction, so that a process which is killed loses
//! what it had not written yet and nothing else.

pub(crate) mod boards;
pub(crate) mod games;
pub(crate) mod line;

use std::path::{Path, PathBuf};

use grundy::language::Message;
use redb::{
    Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, ReadableTable as _,
    ReadableTableMetadata, TableDefinition, WriteTransaction,
};
use sha2::{Digest as _, Sha256};

use crate::language::{message, reason, say};
use crate::saved::durable;
use crate::trouble::Trouble;

/// The number of a game: the first bytes of the SHA-256 of its text.
pub(crate) type Id = [u8; 16];

/// What a game is, by its number: `board cram`, or `rule` and its canonical text.
const GAMES: TableDefinition<'_, &[u8], &str> = TableDefinition::new("games");
/// What is known of a position, by the number of its game and its own bytes.
const ANSWERS: TableDefinition<'_, &[u8], (u8, u64, u64)> = TableDefinition::new("answers");
/// Names of the format, of which this is the first.
const FORMAT: TableDefinition<'_, &str, u64> = TableDefinition::new("grundy store");
const THIS_FORMAT: u64 = 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Its value.
    Value(u64),
    /// Values below 7 that it has not, by their bits.
    Not(u8),
}

/// What is known of a position, and in how many visits it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) known: Known,
    pub(crate) work: u64,
}

impl Answer {
    fn to_row(self) -> (u8, u64, u64) {
        match self.known {
            Known::Value(value) => (0, value, self.work),
            Known::Not(values) => (1, values.into(), self.work),
        }
    }

    fn of_row((kind, number, work): (u8, u64, u64)) -> Option<Answer> {
        let known = match kind {
            0 => Known::Value(number),
            1 => Known::Not(u8::try_from(number).ok()?),
            _ => return None,
        };
        Some(Answer { known, work })
    }

    /// Whether both cannot be true of one position.
    fn contradicts(self, other: Answer) -> bool {
        match (self.known, other.known) {
            (Known::Value(one), Known::Value(two)) => one != two,
            (Known::Value(value), Known::Not(bits)) | (Known::Not(bits), Known::Value(value)) => {
                value < 8 && bits >> value & 1 == 1
            }
            (Known::Not(_), Known::Not(_)) => false,
        }
    }

    /// Both at once: a value says all, and excluded values add up.
    fn and(self, other: Answer) -> Answer {
        let known = match (self.known, other.known) {
            (value @ Known::Value(_), _) | (_, value @ Known::Value(_)) => value,
            (Known::Not(one), Known::Not(two)) => Known::Not(one | two),
        };
        Answer { known, work: self.work.max(other.work) }
    }
}

/// A position as the store knows it, and what is known of it.
pub(crate) type Row = (Vec<u8>, Answer);

/// An open store. Another process waits outside until it is closed.
pub(crate) struct Store {
    database: Opened,
    path: PathBuf,
}

/// A database as far as the file lets it be used.
enum Opened {
    Whole(Database),
    /// Of a file that may be read alone.
    ToRead(ReadOnlyDatabase),
}

impl Opened {
    fn begin_read(&self) -> Result<ReadTransaction, redb::TransactionError> {
        match self {
            Opened::Whole(database) => database.begin_read(),
            Opened::ToRead(database) => database.begin_read(),
        }
    }

    fn begin_write(&self) -> Result<WriteTransaction, redb::Error> {
        match self {
            Opened::Whole(database) => Ok(database.begin_write()?),
            Opened::ToRead(_) => Err(forbidden()),
        }
    }
}

/// That a file may be read alone.
fn forbidden() -> redb::Error {
    redb::Error::Io(std::io::ErrorKind::PermissionDenied.into())
}

/// The number of the game of this text.
pub(crate) fn id_of(game: &str) -> Id {
    let mut id = Id::default();
    id.copy_from_slice(&Sha256::digest(game.as_bytes())[..16]);
    id
}

impl Store {
    /// Opens a store, which is checked as a whole, or begins one.
    pub(crate) fn open_or_begin(path: &Path) -> Result<Store, Trouble> {
        let is_empty = path.metadata().is_ok_and(|found| found.is_file() && found.len() == 0);
        if is_empty {
            // It is there, so that it is filled where it lies, under the lock of the database.
            let filled = Database::create(path).map_err(redb::Error::from);
            filled
                .and_then(|database| Store::lay_out(&database))
                .map_err(|error| trouble(path, &message!("cannot be written"), error))?;
        } else if !path.exists() {
            Store::begin(path)?;
        }
        Store::open(path, false)
    }

    /// Opens a store that is there, to read alone where the file allows no more.
    pub(crate) fn open_existing(path: &Path) -> Result<Store, Trouble> {
        if !path.exists() {
            return Err(Trouble::Input(say!(
                "error: there is no store {path}\n  \
                 help: `grundy value cram 5x7 --store {path}` begins one",
                path = path.display()
            )));
        }
        Store::open(path, true)
    }

    fn open(path: &Path, to_read: bool) -> Result<Store, Trouble> {
        if !path.is_file() {
            return Err(Trouble::Input(say!("error: {path} is not a file", path = path.display())));
        }
        let mut builder = Database::builder();
        builder.set_check_integrity_on_open(true).set_cache_size(64 << 20);
        let opened = match builder.open(path).map_err(redb::Error::from) {
            Err(redb::Error::Io(error)) if to_read && durable::may_only_be_read(error.kind()) => {
                builder.open_read_only(path).map(Opened::ToRead).map_err(redb::Error::from)
            }
            Err(redb::Error::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(Trouble::Input(say!(
                    "error: {path} is no file of kept answers\n  help: name one that `--store` made, or a new one",
                    path = path.display()
                )));
            }
            opened => opened.map(Opened::Whole),
        };
        let database =
            opened.map_err(|error| trouble(path, &message!("cannot be opened"), error))?;
        let store = Store { database, path: path.to_owned() };
        match store.format().map_err(|error| trouble(path, &message!("cannot be read"), error))? {
            Some(THIS_FORMAT) => Ok(store),
            Some(_) | None => Err(Trouble::Input(say!(
                "error: {path} is a database, but not a store of this version of grundy",
                path = path.display()
            ))),
        }
    }

    /// Makes a store of a new database.
    fn lay_out(database: &Database) -> Result<(), redb::Error> {
        let writing = database.begin_write()?;
        writing.open_table(FORMAT)?.insert("format", THIS_FORMAT)?;
        writing.open_table(GAMES)?;
        writing.open_table(ANSWERS)?;
        Ok(writing.commit()?)
    }

    /// Begins a store beside the path, or what that is a link to, under a name that no other process has, and gives it its
    /// name when it is whole.
    fn begin(path: &Path) -> Result<(), Trouble> {
        let path = &*durable::linked(path);
        durable::tidy(path);
        let beside = durable::name_beside(path);
        let begun = || -> Result<(), redb::Error> {
            let database = Database::create(&beside)?;
            Store::lay_out(&database)?;
            drop(database);
            // A link, unlike a new name, never takes the place of what another process has begun. Where
            // the file system has none, the name is as good as it can be had.
            match std::fs::hard_link(&beside, path) {
                Ok(()) => Ok(std::fs::remove_file(&beside)?),
                Err(_) if path.symlink_metadata().is_ok() => Ok(std::fs::remove_file(&beside)?),
                Err(_) => Ok(std::fs::rename(&beside, path)?),
            }
        };
        begun().map_err(|error| trouble(path, &message!("cannot be written"), error))
    }

    fn format(&self) -> Result<Option<u64>, redb::Error> {
        match self.database.begin_read()?.open_table(FORMAT) {
            Ok(table) => Ok(table.get("format")?.map(|format| format.value())),
            Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn unread(&self, error: impl Into<redb::Error>) -> Trouble {
        trouble(&self.path, &message!("cannot be read"), error)
    }

    fn unwritten(&self, error: impl Into<redb::Error>) -> Trouble {
        trouble(&self.path, &message!("cannot be written"), error)
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All games, by their numbers.
    pub(crate) fn games(&self) -> Result<Vec<(Id, String)>, Trouble> {
        let all = || -> Result<Vec<(Id, String)>, redb::Error> {
            let table = self.database.begin_read()?.open_table(GAMES)?;
            let mut games = Vec::new();
            for row in table.iter()? {
                let (id, text) = row?;
                if let Ok(id) = id.value().try_into() {
                    games.push((id, text.value().to_owned()));
                }
            }
            Ok(games)
        };
        all().map_err(|error| self.unread(error))
    }

    /// How many answers there are.
    pub(crate) fn len(&self) -> Result<u64, Trouble> {
        let count = || -> Result<u64, redb::Error> {
            Ok(self.database.begin_read()?.open_table(ANSWERS)?.len()?)
        };
        count().map_err(|error| self.unread(error))
    }

    /// Shows the answers of a game in the order of their bytes.
    pub(crate) fn each_answer(
        &self,
        game: &Id,
        mut see: impl FnMut(&[u8], Answer),
    ) -> Result<(), Trouble> {
        let mut all = || -> Result<(), redb::Error> {
            let table = self.database.begin_read()?.open_table(ANSWERS)?;
            for row in table.range(&game[..]..)? {
                let (key, answer) = row?;
                let Some(position) = key.value().strip_prefix(game) else { break };
                if let Some(answer) = Answer::of_row(answer.value()) {
                    see(position, answer);
                }
            }
            Ok(())
        };
        all().map_err(|error| self.unread(error))
    }

    /// What is known of a position.
    pub(crate) fn answer(&self, game: &Id, position: &[u8]) -> Result<Option<Answer>, Trouble> {
        let one = || -> Result<Option<Answer>, redb::Error> {
            let table = self.database.begin_read()?.open_table(ANSWERS)?;
            let row = table.get(&[game, position].concat()[..])?;
            Ok(row.and_then(|row| Answer::of_row(row.value())))
        };
        one().map_err(|error| self.unread(error))
    }

    /// Adds answers of a game in one transaction: all of them are there afterwards, or none. Where they
    /// contradict what was there, they are believed.
    pub(crate) fn add(&self, game: &str, rows: &[Row]) -> Result<(), Trouble> {
        self.write(game, rows, false).map(drop)
    }

    /// The same if none contradicts what is there or another one, and how many tell something new; otherwise the first that
    /// contradicts, with what it contradicts.
    pub(crate) fn add_if_they_agree(
        &self,
        game: &str,
        rows: &[Row],
    ) -> Result<Result<u64, (usize, Known)>, Trouble> {
        self.write(game, rows, true)
    }

    fn write(
        &self,
        game: &str,
        rows: &[Row],
        agreeing: bool,
    ) -> Result<Result<u64, (usize, Known)>, Trouble> {
        let write = || -> Result<Result<u64, (usize, Known)>, redb::Error> {
            let id = id_of(game);
            let mut new = 0;
            let writing = self.database.begin_write()?;
            writing.open_table(GAMES)?.insert(&id[..], game)?;
            {
                let mut table = writing.open_table(ANSWERS)?;
                for (number, (position, answer)) in rows.iter().enumerate() {
                    let key = [&id[..], position].concat();
                    let before = table.get(&key[..])?.map(|row| row.value());
                    let before = before.and_then(Answer::of_row);
                    if let Some(before) = before.filter(|before| before.contradicts(*answer))
                        && agreeing
                    {
                        // Without a commit nothing is written.
                        return Ok(Err((number, before.known)));
                    }
                    let answer = before.map_or(*answer, |before| answer.and(before));
                    new += u64::from(before.is_none_or(|before| before.known != answer.known));
                    if before != Some(answer) {
                        table.insert(&key[..], answer.to_row())?;
                    }
                }
            }
            writing.commit()?;
            Ok(Ok(new))
        };
        write().map_err(|error| self.unwritten(error))
    }

    /// Gives back the space that is not used; false if there was none.
    pub(crate) fn compact(&mut self) -> Result<bool, Trouble> {
        let compacted = match &mut self.database {
            Opened::Whole(database) => database.compact().map_err(redb::Error::from),
            Opened::ToRead(_) => Err(forbidden()),
        };
        compacted.map_err(|error| trouble(&self.path, &message!("cannot be compacted"), error))
    }
}

fn trouble(path: &Path, what: &Message, error: impl Into<redb::Error>) -> Trouble {
    let error = error.into();
    let help = match &error {
        redb::Error::DatabaseAlreadyOpen => Some(message!("wait for it, or use another file")),
        redb::Error::Corrupted(_) => {
            Some(message!("it was altered by something else, or the disk has lost some of it"))
        }
        redb::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            Some(message!("is it a file that `--store` has begun?"))
        }
        _ => None,
    };
    let path = path.display();
    let why = match &error {
        redb::Error::Io(error) => reason(error),
        redb::Error::DatabaseAlreadyOpen => message!("another program works on this file"),
        error => message!("{error}", error),
    };
    Trouble::input(&message!("the store {path} {what}: {why}", path, what, why), help.as_ref())
}
