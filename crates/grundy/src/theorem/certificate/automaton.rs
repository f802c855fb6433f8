//! Certificates of theorems by automata.

use serde::{Deserialize, Serialize};

use super::Unread;
use crate::automatic::{Certificate, Subject};
use crate::automaton::{Dfa, Numeration, Track};
use crate::language::{Message, message};

/// How the field `format` begins in every version.
pub(super) const KIND: &str = "grundy automatic certificate";
/// What it says.
pub(super) const FORMAT: &str = "grundy automatic certificate 1";

/// The one JSON form: every field, nothing else.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    rule: String,
    subject: String,
    numeration: String,
    /// How many numbers are read at once.
    tracks: usize,
    /// Which states accept.
    accepting: Vec<u32>,
    /// For each state the next one by letter.
    next: Vec<Vec<u32>>,
}

/// The numeration by its name in certificates.
fn numeration_name(numeration: Numeration) -> String {
    match numeration {
        Numeration::Base(base) => format!("base {base}"),
        Numeration::Quadratic(t) => format!("quadratic {t}"),
    }
}

fn numeration(name: &str) -> Option<Numeration> {
    let all = (2..=10).map(Numeration::Base).chain((1..=9).map(Numeration::Quadratic));
    all.into_iter().find(|&numeration| numeration_name(numeration) == name)
}

/// The JSON text of a certificate, with a line end.
pub(super) fn print(certificate: &Certificate) -> String {
    let set = &certificate.set;
    let states = 0..set.states();
    let document = Document {
        format: FORMAT.to_owned(),
        rule: certificate.rule.clone(),
        subject: certificate.subject.name().to_owned(),
        numeration: numeration_name(set.numeration()),
        tracks: set.tracks().len(),
        accepting: states.clone().filter(|&s| set.is_accepting(s)).map(|s| s as u32).collect(),
        next: Vec::new(),
    };
    let fields = serde_json::to_string_pretty(&document).unwrap_or_default();
    // A row on a line: a line for each number would bury the rest.
    let row = |state: usize| {
        let row: Vec<String> = set.row(state).iter().map(ToString::to_string).collect();
        format!("    [{}]", row.join(", "))
    };
    let rows: Vec<String> = states.map(row).collect();
    fields.replace("\"next\": []", &format!("\"next\": [\n{}\n  ]", rows.join(",\n"))) + "\n"
}

/// Reads a certificate.
pub(super) fn read(text: &str) -> Result<Certificate, Unread> {
    let document: Result<Document, _> = serde_json::from_str(text);
    let document = document.map_err(|error| Unread::Refused(message!("{error}", error)))?;
    of_document(document).map_err(Unread::Refused)
}

fn of_document(document: Document) -> Result<Certificate, Message> {
    let quoted = |text: &str| format!("{text:?}");
    let subject = [Subject::Outcomes, Subject::Values, Subject::Lengths]
        .into_iter()
        .find(|subject| subject.name() == document.subject);
    let subject = subject.ok_or_else(|| {
        message!("there is no subject called {subject}", subject = quoted(&document.subject))
    })?;
    let numeration = numeration(&document.numeration).ok_or_else(|| {
        message!(
            "there is no numeration called {numeration}",
            numeration = quoted(&document.numeration)
        )
    })?;
    let tracks = document.tracks;
    if !(1..=8).contains(&tracks) {
        return Err(message!("there are {tracks} tracks, where 1 to 8 may be", tracks));
    }
    if !document.accepting.is_sorted_by(|a, b| a < b)
        || document.accepting.iter().any(|&state| state as usize >= document.next.len())
    {
        return Err(message!("accepting is not an ascending list of states"));
    }
    let states = 0..document.next.len() as u32;
    let accepts: Vec<bool> =
        states.map(|state| document.accepting.binary_search(&state).is_ok()).collect();
    let tracks: Vec<Track> = (0..tracks as Track).collect();
    let set = Dfa::from_rows(numeration, &tracks, &document.next, &accepts).ok_or_else(|| {
        message!("next is not a row of states for each state with an entry for each letter")
    })?;
    Ok(Certificate { rule: document.rule, subject, set })
}
