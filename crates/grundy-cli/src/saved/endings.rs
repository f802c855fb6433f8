//! A file of endings, the values of small parts of boards, which the system maps into memory: `grundy endings` builds it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use grundy::board::Endings;
use grundy::language::Message;

use super::durable;
use super::reading::begins_otherwise;
use super::table::mapped;
use crate::language::{reason, say, speak};
use crate::trouble::Trouble;

/// The first line of such a file.
const TITLE: &str = "grundy endings 1";

/// The endings of a file that is there.
pub(crate) fn open(path: &Path) -> Result<Arc<Endings>, Trouble> {
    match found(path, None)? {
        Some(endings) => Ok(Arc::new(endings)),
        None => Err(Trouble::Input(say!(
            "error: there is no file {path}\n  help: `grundy endings cram --file {path}` builds one",
            path = path.display()
        ))),
    }
}

/// The endings of a file, which the system maps into memory; nothing if there is no file. Where they are `made` here
/// for this game, damaged ones may be made anew.
pub(crate) fn found(path: &Path, made: Option<&str>) -> Result<Option<Endings>, Trouble> {
    let file = match durable::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(path, &reason(&error))),
    };
    let mapped = mapped(&file).map_err(|error| unusable(path, &reason(&error)))?;
    let mut lines = mapped.as_ref().splitn(3, |&byte| byte == b'\n');
    let is_own = lines.next() == Some(TITLE.as_bytes());
    let damaged = is_own && made.is_some() && lines.next() == made.map(str::as_bytes);
    Endings::open(Box::new(mapped)).map(Some).map_err(|error| match is_own {
        true => Trouble::of_file(path, &speak(&error), damaged),
        false => Trouble::of_file(path, &begins_otherwise(TITLE), false),
    })
}

pub(crate) fn unusable(path: &Path, error: &Message) -> Trouble {
    Trouble::of_file(path, &speak(error), false)
}
