//! `grundy pattern`: what is seen in a table of values or outcomes.

use std::io::Write as _;

use clap::Args;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::pattern::{Aspect, Evidence, Exception, Finding};
use grundy::plan::Engine;
use grundy::play::{Position, Session};
use grundy::ruleset::Failure;
use grundy::survey::{MOST, Survey, survey};
use serde::Serialize;

use super::kind;
use super::question::open;
use crate::language::{say, speak};
use crate::number::number;
use crate::report::json;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Look for a pattern in values and outcomes, and say what is seen with the evidence
///
/// The simplest descriptions come first, each with how far it held and with its exceptions; then
/// those that held for long and failed, each with the position that ended it. What is only seen is
/// never called proved: what is proved of all positions within a second stands first, `grundy stress` tries a
/// formula further, and `grundy prove` takes its time and writes the proof.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy pattern 'S{1,3,4}'\n  \
    grundy pattern lasker\n  \
    grundy pattern wythoff\n  \
    grundy pattern '[n] -> [n-k] for k in powers(2, n)' --to 500\n  \
    grundy pattern '[n] -> [n-d] for d in digits(n) \\ {0}'")]
pub(crate) struct Pattern {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// The largest coordinate; if not given 1000, or 60 for two coordinates, or as far as one gets
    /// in five seconds
    #[arg(long, value_name = "N", value_parser = number)]
    to: Option<u64>,
    /// Which kind of component, for a game with several
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// Whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    allowance: Allowance,
}

pub(crate) fn run(pattern: &Pattern) -> Result<bool, Trouble> {
    let mut session = open(&pattern.game)?;
    if pattern.misere {
        session.play_misere();
    }
    let limits = pattern.allowance.limits();
    let seen = see(&mut session, pattern.kind.as_deref(), pattern.to, &limits);
    let looked = seen.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let mut out = std::io::stdout().lock();
    if pattern.json {
        json::write(&mut out, &Document::new(&pattern.game, &looked))?;
    } else {
        let known = if looked.theorem.is_none() { known(&session)? } else { None };
        write!(out, "{}", in_words(pattern, &looked, known.as_ref()))?;
    }
    Ok(true)
}

/// Surveys the kind of a name, or the first one that a table can show.
pub(crate) fn see(
    session: &mut Session,
    kind: Option<&str>,
    to: Option<u64>,
    limits: &Limits,
) -> Result<Survey, Failure> {
    let rules = &session.games()[0].rules;
    let kind = kind::named(rules, kind)?.or_else(|| kind::shown(rules));
    survey(session, kind.unwrap_or_default(), to, limits)
}

/// What theory knows of the game without computing it, in normal play, and the chapter of the guide that treats it.
fn known(session: &Session) -> Result<Option<(Message, Option<&'static str>)>, Trouble> {
    let misere = session.is_misere(&Position::default());
    let misere = misere.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let plan = session.plan(0);
    if misere || matches!(plan.engine, Engine::Definition | Engine::Heap(..)) {
        return Ok(None);
    }
    let entry = session.games()[0].entry;
    Ok(Some(match entry {
        Some(entry) => (Message::phrase(entry.known), Some(entry.chapter)),
        None => (plan.reason.clone(), None),
    }))
}

/// What a number of an exception means.
fn answer(aspect: Aspect, number: i64) -> String {
    match (aspect, number) {
        (Aspect::Values, number) => number.to_string(),
        (Aspect::Outcomes, 1) => "P".to_owned(),
        (Aspect::Outcomes, _) => "N".to_owned(),
    }
}

fn place(position: &[u64]) -> String {
    position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn in_words(
    pattern: &Pattern,
    Survey { table, seen, theorem, .. }: &Survey,
    known: Option<&(Message, Option<&str>)>,
) -> String {
    let to = table.to();
    let mut text = match (theorem, known) {
        (Some(theorem), _) => say!("proved: {theorem}\n", theorem),
        (None, Some((known, chapter))) => {
            let chapter = chapter.map(|chapter| say!(" (read: grundy guide {chapter})", chapter));
            say!("known: {known}{chapter}\n", known, chapter = chapter.unwrap_or_default())
        }
        (None, None) => String::new(),
    };
    text.push_str(&match (seen.held.len(), theorem) {
        (0, _) => say!("nothing seen up to {to}\n", to),
        (_, None) => say!("seen up to {to}, not proved:\n", to),
        (_, Some(_)) => say!("seen up to {to}, proved only where it says the same:\n", to),
    });
    for finding in &seen.held {
        text.push_str(&format!("  {}\n", speak(&finding.statement)));
        let Evidence::Held { exceptions, tried } = &finding.evidence else { continue };
        for one in exceptions {
            text.push_str(&format!("    {}\n", exception(finding.aspect, one)));
        }
        let holds = tried - exceptions.len() as u64;
        text.push_str(&say!("    held at {holds} of {tried} positions\n", holds, tried));
    }
    if !seen.broken.is_empty() {
        text.push_str(&say!("tempting, and wrong:\n"));
    }
    for finding in &seen.broken {
        let Evidence::Broken { held, at } = &finding.evidence else { continue };
        text.push_str(&say!(
            "  {statement}\n    held at the first {held} positions; {at}\n",
            statement = finding.statement,
            held,
            at = exception(finding.aspect, at)
        ));
    }
    // One that is known to fail somewhere would only be shown to fail there again.
    let mut faultless = seen.held.iter().filter(|finding| is_faultless(finding));
    if let Some(formula) = faultless.find_map(|finding| finding.formula.as_ref()) {
        let further = (to * 4).min(MOST[0]);
        text.push_str(&say!(
            "to try it further: grundy stress '{game}' --against '{formula}' --to {further}\n",
            game = pattern.game,
            formula,
            further
        ));
    }
    text
}

/// Whether it held at every position that was tried.
fn is_faultless(finding: &Finding) -> bool {
    matches!(&finding.evidence, Evidence::Held { exceptions, .. } if exceptions.is_empty())
}

fn exception(aspect: Aspect, one: &Exception) -> String {
    let at = place(&one.position);
    let said = match one.said {
        Some(said) => say!("it says {said}", said = answer(aspect, said)),
        None => say!("it says nothing"),
    };
    say!("not at {at}: {said}, right is {right}", at, said, right = answer(aspect, one.right))
}

/// What `grundy pattern --json` prints.
#[derive(Serialize)]
pub(crate) struct Document {
    schema: u32,
    game: String,
    to: String,
    /// What is proved of all values, if that takes little.
    theorem: Option<String>,
    /// Always false: what is seen is not proved.
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
            to: table.to().to_string(),
            theorem: theorem.as_ref().map(speak),
            proved: false,
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
            held: held.to_string(),
            exceptions: exceptions.into_iter().map(wrong).collect(),
        }
    }
}
