//! A theorem that is sought, as JSON.

use grundy::automatic::Style;
use grundy::limits::Limits;
use grundy::theorem::{Attempt, Theorem, Tried};
use serde::Serialize;

use super::json;
use crate::language::{now, speak};

/// Why there is no proof, line by line.
pub(crate) fn why(tried: &[Tried]) -> impl Iterator<Item = String> {
    tried.iter().flat_map(|Tried { reason, guesses }| {
        let guesses = guesses.iter().map(|guess| format!("  {}", speak(guess)));
        std::iter::once(speak(reason)).chain(guesses)
    })
}

/// What `grundy prove --json` prints.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    schema: u32,
    game: &'a str,
    proved: bool,
    /// `period`, `automaton`, `quotient` or `recurrence`.
    method: Option<&'static str>,
    /// `values` or `outcomes`.
    about: Option<&'static str>,
    theorem: Option<String>,
    numeration: Option<String>,
    states: Option<String>,
    /// What it rests on.
    basis: Option<String>,
    /// The proof in sentences.
    proof: Option<String>,
    /// What `grundy check` reads.
    certificate: Option<serde_json::Value>,
    /// Why nothing is proved.
    tried: Vec<String>,
}

impl<'a> Document<'a> {
    pub(crate) fn new(game: &'a str, attempt: &Attempt) -> Document<'a> {
        let mut document = Document {
            schema: json::SCHEMA,
            game,
            proved: false,
            method: None,
            about: None,
            theorem: None,
            numeration: None,
            states: None,
            basis: None,
            proof: None,
            certificate: None,
            tried: Vec::new(),
        };
        match attempt {
            Attempt::Proved(theorem) => {
                document.proved = true;
                document.method = Some(theorem.method());
                document.about = Some(theorem.subject().name());
                document.theorem = Some(speak(&theorem.statement_with_formula(&Limits::default())));
                document.basis = Some(speak(&theorem.basis()));
                document.proof = theorem.proof(Style::Plain, now());
                let certificate = theorem.certificate().map(|certificate| certificate.to_text());
                document.certificate =
                    certificate.and_then(|text| serde_json::from_str(&text).ok());
                if let Theorem::Automaton(certificate) = theorem {
                    document.numeration = Some(certificate.set.numeration().to_string());
                    document.states = Some(certificate.set.states().to_string());
                }
            }
            Attempt::Open(tried) => {
                document.tried = why(tried).map(|line| line.trim().to_owned()).collect();
            }
            _ => {}
        }
        document
    }
}
