//! Answers of a store as lines of JSON, for `grundy store show --json`, `export` and `import`.

use grundy::prove::hex;
use serde::{Deserialize, Serialize};

use super::{Answer, Known, Row};
use crate::language::say;

/// One answer. Numbers that may be large are strings, as everywhere.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    game: String,
    /// Of a board the word in hexadecimal digits, of a rule the kind and the coordinates.
    position: String,
    /// The position as it is typed; not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not: Option<Vec<u8>>,
    work: String,
}

/// Whether positions of a game are words.
pub(crate) fn has_words(game: &str) -> bool {
    game.starts_with("board ")
}

/// The bytes of a position in words that can be read back.
pub(crate) fn position(game: &str, position: &[u8]) -> String {
    match has_words(game) {
        true => hex(position),
        false => String::from_utf8_lossy(position).into_owned(),
    }
}

/// The values below 7 whose bits are set.
pub(crate) fn values(bits: u8) -> Vec<u8> {
    (0..7).filter(|value| bits >> value & 1 == 1).collect()
}

impl Line {
    pub(crate) fn new(game: &str, at: &[u8], answer: Answer, shown: Option<String>) -> Line {
        let (value, not) = match answer.known {
            Known::Value(value) => (Some(value.to_string()), None),
            Known::Not(bits) => (None, Some(values(bits))),
        };
        let (game, position) = (game.to_owned(), position(game, at));
        Line { game, position, shown, value, not, work: answer.work.to_string() }
    }

    /// The game, the position and the answer; otherwise what is wrong.
    pub(crate) fn read(text: &str) -> Result<(String, Row), String> {
        if !text.trim_start().starts_with('{') {
            return Err(say!("this is no line that `grundy store export` writes"));
        }
        let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let Line { game, position, value, not, work, .. } = line;
        if !has_words(&game) && !game.starts_with("rule ") {
            return Err(say!("a game begins with `board` or `rule`"));
        }
        let position = match has_words(&game) {
            true => bytes(&position)
                .ok_or_else(|| say!("a position on a board is 16 or 32 hexadecimal digits"))?,
            false => position.into_bytes(),
        };
        let known = match (value, not) {
            (Some(value), None) => {
                Known::Value(value.parse().map_err(|_| say!("{value} is no value", value))?)
            }
            (None, Some(values)) if values.iter().all(|&value| value < 7) => {
                Known::Not(values.iter().fold(0, |bits, value| bits | 1 << value))
            }
            _ => return Err(say!("expected `value`, or `not` with values below 7")),
        };
        let work = work.parse().map_err(|_| say!("{work} is no count of visits", work))?;
        Ok((game, (position, Answer { known, work })))
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.is_ascii() || !matches!(digits.len(), 16 | 32) {
        return None;
    }
    let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(pair).collect()
}
