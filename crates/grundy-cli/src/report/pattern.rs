//! What is seen in a table, as JSON.

use grundy::pattern::{Aspect, Evidence, Exception, Finding};
use grundy::survey::Survey;
use serde::Serialize;

use super::json;
use crate::language::speak;

/// What `grundy pattern --json` prints.
#[derive(Serialize)]
pub(crate) struct Document {
    schema: u32,
    game: String,
    from: String,
    to: String,
    /// What is proved of all values, if that takes little.
    theorem: Option<String>,
    /// Whether a formula that is seen is proved.
    proved: bool,
    held: Vec<Described>,
    broken: Vec<Described>,
}

#[derive(Serialize)]
struct Described {
    /// `value` or `outcome`.
    about: &'static str,
    statement: String,
    formula: Option<String>,
    /// Whether it is proved of all positions but the exceptions.
    proved: bool,
    /// At how many positions it held.
    held: String,
    exceptions: Vec<Wrong>,
}

#[derive(Serialize)]
struct Wrong {
    position: Vec<String>,
    said: Option<String>,
    right: String,
}

impl Document {
    pub(crate) fn new(game: &str, Survey { table, seen, theorem, .. }: &Survey) -> Document {
        Document {
            schema: json::SCHEMA,
            game: game.to_owned(),
            from: table.first().to_string(),
            to: table.to().to_string(),
            theorem: theorem.as_ref().map(speak),
            proved: seen.held.iter().any(|finding| finding.proved),
            held: seen.held.iter().map(Described::new).collect(),
            broken: seen.broken.iter().map(Described::new).collect(),
        }
    }
}

impl Described {
    fn new(finding: &Finding) -> Described {
        let (held, exceptions) = match &finding.evidence {
            Evidence::Held { tried, exceptions } => {
                (tried - exceptions.len() as u64, exceptions.clone())
            }
            Evidence::Broken { held, at } => (*held, vec![at.clone()]),
        };
        let aspect = finding.aspect;
        let wrong = |one: Exception| Wrong {
            position: one.position.iter().map(ToString::to_string).collect(),
            said: one.said.map(|said| answer(aspect, said)),
            right: answer(aspect, one.right),
        };
        Described {
            about: match aspect {
                Aspect::Values => "value",
                Aspect::Outcomes => "outcome",
            },
            statement: speak(&finding.statement),
            formula: finding.formula.clone(),
            proved: finding.proved,
            held: held.to_string(),
            exceptions: exceptions.into_iter().map(wrong).collect(),
        }
    }
}

/// What a number of an exception means.
pub(crate) fn answer(aspect: Aspect, number: i64) -> String {
    match (aspect, number) {
        (Aspect::Values, number) => number.to_string(),
        (Aspect::Outcomes, 1) => "P".to_owned(),
        (Aspect::Outcomes, _) => "N".to_owned(),
    }
}
