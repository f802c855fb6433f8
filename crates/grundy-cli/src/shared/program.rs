//! Programs that answer a game, as documents.

use clap::ValueEnum;
use grundy::code::TargetLanguage;
use grundy::limits::Limits;
use grundy::play::Session;
use grundy::ruleset::Failure;
use serde::{Deserialize, Serialize};

use super::kind;
use crate::report::json;

#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lang {
    #[serde(rename = "c++")]
    #[value(name = "c++", aliases = ["cpp", "cxx"])]
    Cpp,
    #[value(name = "python", alias = "py")]
    Python,
    #[value(name = "rust", alias = "rs")]
    Rust,
}

/// What `grundy code --json` prints.
#[derive(Serialize)]
pub(crate) struct Document {
    schema: u32,
    game: String,
    language: &'static str,
    /// The name of a [`Basis`](grundy::code::Basis).
    basis: &'static str,
    /// `value` or `outcome`.
    prints: &'static str,
    pub(crate) program: String,
}

/// The program for one kind of the session's game, which was typed as `game`.
pub(crate) fn program(
    session: &mut Session,
    game: &str,
    lang: Lang,
    (kind, values): (Option<&str>, bool),
    limits: &Limits,
) -> Result<Document, Failure> {
    let language = match lang {
        Lang::Cpp => TargetLanguage::Cpp,
        Lang::Python => TargetLanguage::Python,
        Lang::Rust => TargetLanguage::Rust,
    };
    let kind = kind::named(&session.games()[0].rules, kind)?.unwrap_or(0);
    let source = session.program((kind, values), language, limits)?;
    Ok(Document {
        schema: json::SCHEMA,
        game: game.to_owned(),
        language: language.name(),
        basis: source.basis.name(),
        prints: if source.values { "value" } else { "outcome" },
        program: source.text,
    })
}
