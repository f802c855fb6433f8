//! Positions on standard input, one on a line, each answered by a line.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write as _};

use crate::language::{reason, say};
use crate::report::json;
use crate::trouble::Trouble;
use crate::work::Waited;

/// Bytes of a line with a position, at most.
const MOST_LINE: u64 = 1 << 24;

/// Answers each position. Lines that are rows of a drawing are one position as far as they follow each other, with `/`
/// between them.
///
/// # Errors
/// That of the first answer, behind those before it, or of the streams.
pub(crate) fn answer(
    as_json: bool,
    is_row: impl Fn(&str) -> bool,
    mut answer: impl FnMut(&str, &str) -> Result<json::Value, Trouble>,
) -> Result<bool, Trouble> {
    let mut input = BufReader::new(Waited(io::stdin().lock()));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut drawn: Option<(String, String)> = None;
    let mut number = 0_u64;
    let mut ended = false;
    while !ended {
        // Who types them wants each answer before the next; and what is answered before a mistake stands before it.
        if input.buffer().is_empty() {
            out.flush()?;
        }
        number += 1;
        let place = say!("line {line}", line = number);
        let (line, read) = read_line(&mut input, &place);
        ended = matches!(read, Ok(0));
        let position = position(&line, number);
        let mut asked: Vec<(String, String)> = Vec::new();
        match (&mut drawn, read.is_ok() && is_row(position)) {
            (Some((_, rows)), true) => {
                rows.push('/');
                rows.push_str(position);
            }
            (None, true) => drawn = Some((place, position.to_owned())),
            (_, false) => {
                asked.extend(drawn.take());
                if !position.is_empty() {
                    asked.push((place, position.to_owned()));
                }
            }
        }
        let answers = asked.iter().map(|(place, position)| answer(position, place));
        for answered in answers.chain(read.err().map(Err)) {
            match answered {
                Ok(answer) if as_json => json::line(&mut out, &answer)?,
                Ok(answer) => writeln!(out, "{}", answer.text())?,
                Err(trouble) => {
                    out.flush()?;
                    return Err(trouble);
                }
            }
        }
    }
    out.flush()?;
    Ok(true)
}

/// A line, and how many bytes were read.
fn read_line(input: &mut impl io::BufRead, place: &str) -> (String, Result<usize, Trouble>) {
    let mut line = String::new();
    let read = match input.by_ref().take(MOST_LINE).read_line(&mut line) {
        Ok(bytes) if bytes as u64 == MOST_LINE => Err(Trouble::Input(say!(
            "error: {place} is longer than {most} bytes",
            place,
            most = MOST_LINE
        ))),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(Trouble::Input(say!(
            "error: cannot read {path}: {error}",
            path = place,
            error = reason(&error)
        ))),
    };
    (line, read)
}

/// The position on a line, without the mark that editors of Windows put before the first.
fn position(line: &str, number: u64) -> &str {
    let marked = line.strip_prefix('\u{feff}').filter(|_| number == 1);
    marked.unwrap_or(line).trim()
}
