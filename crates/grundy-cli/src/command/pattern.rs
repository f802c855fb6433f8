//! `grundy pattern`: what is seen in a table of values or outcomes.

use std::io::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use grundy::automatic::{self, Attempt, Subject};
use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::pattern::{Aspect, Evidence, Exception, Finding, Seen, Table, look};
use grundy::play::Session;
use grundy::ruleset::{Failure, Value};
use grundy::theorem;
use serde::Serialize;

use super::kind;
use super::question::open;
use crate::language::{message, say, speak};
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

/// The table looked at, unless the user says otherwise, for one coordinate and for two.
const FAR: [u64; 2] = [1000, 60];
/// And the time for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time for a theorem by an automaton.
const PROOF: Duration = Duration::from_secs(1);
/// A smaller table shows nothing.
const LEAST: [u64; 2] = [20, 8];
/// The largest tables.
const MOST: [u64; 2] = [1_000_000, 2000];

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
        write!(out, "{}", in_words(pattern, &looked))?;
    }
    Ok(true)
}

/// A table, what is seen in it, and what is known of all values besides.
pub(crate) struct Looked {
    table: Table,
    seen: Seen,
    theorem: Option<String>,
}

/// Looks at a table of one kind, and says what is seen in it.
pub(crate) fn see(
    session: &mut Session,
    kind: Option<&str>,
    to: Option<u64>,
    limits: &Limits,
) -> Result<Looked, Failure> {
    let kind = kind_of(session, kind)?;
    let table = table(session, kind, to, limits)?;
    let seen = look(&table, limits)?;
    let arity = session.games()[0].rules.kinds()[kind].coords().len();
    let smallest = session.component(kind, &[0, 0][..arity])?;
    let theorem = match session.is_misere(&smallest)? {
        true => misere_theorem(session, limits).or_else(|| repetition(session, kind, limits)),
        false => values_theorem(session, kind, limits),
    };
    Ok(Looked { table, seen, theorem })
}

/// What is proved of all values, or of all lost positions, if that takes little and is said in words. What is seen
/// needs no theorem: where it takes too long there is none.
fn values_theorem(session: &mut Session, kind: usize, limits: &Limits) -> Option<String> {
    if let Ok(Some(periodicity)) = session.engine(0).periodicity(limits) {
        return Some(speak(&theorem::periodicity(&periodicity)));
    }
    let rules = &session.games()[0].rules;
    if rules.kinds().len() > 1 || rules.is_misere() {
        return repetition(session, kind, limits);
    }
    let left = limits.deadline.map(|end| end.saturating_duration_since(Instant::now()) / 2);
    let hasty = limits.clone().time(left.unwrap_or(PROOF).min(PROOF));
    let by_automaton = |subject| match automatic::prove(rules, subject, &hasty) {
        Ok(Attempt::Proved(certificate)) => {
            automatic::description(&certificate)?;
            Some(speak(&automatic::in_words(&certificate)))
        }
        _ => None,
    };
    [Subject::Values, Subject::Lengths]
        .into_iter()
        .find_map(by_automaton)
        .or_else(|| repetition(session, kind, limits))
        .or_else(|| by_automaton(Subject::Outcomes))
}

/// That values, or in misère play winners, repeat as a coordinate grows, where theory does not answer.
fn repetition(session: &Session, kind: usize, limits: &Limits) -> Option<String> {
    if session.plan(0).engine.has_values() {
        return None;
    }
    let found = session.repetition(kind, limits).ok()?.ok()?;
    Some(speak(&theorem::repetition(session, kind, &found)))
}

/// The same of heaps in misère play, by the quotient of their game.
fn misere_theorem(session: &Session, limits: &Limits) -> Option<String> {
    let mut quotient = session.new_quotient()?;
    let left = limits.deadline.map(|end| end.saturating_duration_since(Instant::now()) / 2);
    let hasty = limits.clone().time(left.unwrap_or(PROOF).min(PROOF));
    quotient.advance(MOST[0], &hasty).ok()?;
    quotient.lost_heaps().map(|lost| speak(&theorem::lost_heaps(&lost)))
}

fn kind_of(session: &Session, name: Option<&str>) -> Result<usize, Failure> {
    let rules = &session.games()[0].rules;
    let named = kind::named(rules, name)?;
    let few = |kind: &usize| rules.kinds()[*kind].coords().len() <= 2;
    let kind = named.or_else(|| kind::shown(rules)).filter(few);
    kind.ok_or_else(|| {
        Failure::Domain(message!(
            "a pattern is looked for in one kind of component with one or two coordinates, and \
             there is none such"
        ))
    })
}

/// The table up to the size asked for; up to the largest that fits in the time otherwise.
fn table(
    session: &mut Session,
    kind: usize,
    to: Option<u64>,
    limits: &Limits,
) -> Result<Table, Failure> {
    let coords = session.games()[0].rules.kinds()[kind].coords().to_vec();
    let two = usize::from(coords.len() > 1);
    if let Some(to) = to {
        if to > MOST[two] {
            let most = MOST[two];
            let message =
                message!("{to} is too far: a table to look at goes up to {most}", to, most);
            return Err(Failure::Domain(message));
        }
        let cells = fill(session, kind, coords.len(), to, limits)?;
        return made(coords, to, cells);
    }
    // Smaller tables first, so that there is something if the time ends.
    let mut sizes = vec![LEAST[two]];
    while let Some(&last) = sizes.last().filter(|&&last| last < FAR[two]) {
        sizes.push((last * 3 / 2).min(FAR[two]));
    }
    // Looking takes time too.
    let left = limits.deadline.map(|end| end.saturating_duration_since(Instant::now()) / 2);
    let hasty = limits.clone().time(left.unwrap_or(PATIENCE));
    let mut best = None;
    for to in sizes {
        match fill(session, kind, coords.len(), to, &hasty) {
            Ok(cells) => best = Some((to, cells)),
            Err(Failure::Stop(Stop::Time | Stop::Positions(_) | Stop::Memory { .. }))
                if best.is_some() =>
            {
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    let (to, cells) = best.unwrap_or_default();
    made(coords, to, cells)
}

/// Values, where all components have one, and which are lost.
type Cells = (Option<Vec<u64>>, Vec<bool>);

fn made(coords: Vec<String>, to: u64, (values, lost): Cells) -> Result<Table, Failure> {
    Table::new(coords, to, values, lost)
        .ok_or_else(|| Failure::Domain(message!("this component has no coordinates")))
}

fn fill(
    session: &mut Session,
    kind: usize,
    arity: usize,
    to: u64,
    limits: &Limits,
) -> Result<Cells, Failure> {
    let columns = if arity > 1 { to } else { 0 };
    limits.check_memory((to + 1).saturating_mul(columns + 1).saturating_mul(16))?;
    let (mut values, mut lost) = (Some(Vec::new()), Vec::new());
    for row in 0..=to {
        for column in 0..=columns {
            let coords = [row as i64, column as i64];
            let position = session.component(kind, &coords[..arity])?;
            if session.is_misere(&position)? {
                values = None;
                lost.push(session.outcome(&position, limits)? == Outcome::P);
                continue;
            }
            let value = session.value(&position, limits)?;
            lost.push(value.outcome() == Outcome::P);
            let number = match value {
                Value::Nimber(nimber) => u64::try_from(&nimber).ok(),
                Value::Win | Value::Over => None,
            };
            match (&mut values, number) {
                (Some(values), Some(number)) => values.push(number),
                _ => values = None,
            }
            if lost.len().is_multiple_of(1 << 10) {
                limits.check()?;
            }
        }
    }
    Ok((values, lost))
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

fn in_words(pattern: &Pattern, Looked { table, seen, theorem }: &Looked) -> String {
    let to = table.to();
    let mut text = match theorem {
        Some(theorem) => say!("proved: {theorem}\n", theorem),
        None => String::new(),
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
    if let Some(formula) = seen.held.iter().find_map(|finding| finding.formula.as_ref()) {
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
    pub(crate) fn new(game: &str, Looked { table, seen, theorem }: &Looked) -> Document {
        Document {
            schema: json::SCHEMA,
            game: game.to_owned(),
            to: table.to().to_string(),
            theorem: theorem.clone(),
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
