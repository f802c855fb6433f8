//! Certificates of theorems by automata as JSON. The form is documented in `docs/certificate.md`.

use grundy::automatic::{Certificate, Subject};
use grundy::automaton::{Dfa, Numeration, Track};
use serde::{Deserialize, Serialize};

use super::certificate::Unread;

/// What the field `format` says.
pub(crate) const FORMAT: &str = "grundy automatic certificate 1";

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
pub(crate) fn print(certificate: &Certificate) -> String {
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
///
/// # Errors
/// The reason where it is none, as for the certificates of periods.
pub(crate) fn parse(text: &str) -> Result<Certificate, Unread> {
    let value: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| Unread::NotACertificate(format!("this is not JSON: {error}")))?;
    let document = serde_json::from_value(value).map_err(|error| error.to_string());
    document.and_then(read).map_err(Unread::Refused)
}

fn read(document: Document) -> Result<Certificate, String> {
    if document.format != FORMAT {
        return Err(format!("the format is {:?}, not {FORMAT:?}", document.format));
    }
    let subject = [Subject::Outcomes, Subject::Values, Subject::Lengths]
        .into_iter()
        .find(|subject| subject.name() == document.subject)
        .ok_or_else(|| format!("there is no subject called {:?}", document.subject))?;
    let numeration = numeration(&document.numeration)
        .ok_or_else(|| format!("there is no numeration called {:?}", document.numeration))?;
    if !(1..=8).contains(&document.tracks) {
        return Err(format!("{} tracks", document.tracks));
    }
    if !document.accepting.is_sorted_by(|a, b| a < b)
        || document.accepting.iter().any(|&state| state as usize >= document.next.len())
    {
        return Err("accepting is not an ascending list of states".to_owned());
    }
    let states = 0..document.next.len() as u32;
    let accepts: Vec<bool> =
        states.map(|state| document.accepting.binary_search(&state).is_ok()).collect();
    let tracks: Vec<Track> = (0..document.tracks as Track).collect();
    let set = Dfa::from_rows(numeration, &tracks, &document.next, &accepts).ok_or_else(|| {
        "next is not a row of states per state with an entry per letter".to_owned()
    })?;
    Ok(Certificate { rule: document.rule, subject, set })
}
