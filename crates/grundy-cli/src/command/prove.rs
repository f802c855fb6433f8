//! `grundy prove`: a theorem about all positions.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use grundy::automatic::{self, Attempt, Guessed, Refuted, Style, Subject};
use grundy::heap::{AllButSet, Code, HeapGame, PeriodSearch, Run, SubtractionSet, guy_smith};
use grundy::language::Message;
use grundy::limits::{Limits, Stop};
use grundy::misere::{LostHeaps, Quotient};
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::prove::Certificate;
use grundy::ruleset::Failure;
use serde::Serialize;

use super::question::open;
use crate::durable;
use crate::language::{now, reason, say, speak, told};
use crate::number::number;
use crate::report::words;
use crate::report::{
    automatic as automatic_report, certificate as period_report, json, period as period_explain,
};
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Prove a theorem about all positions of a game, or say how far a proof was sought
///
/// Games of one heap: the period or arithmetic period, from finitely many values. Games whose
/// moves are linear in the coordinates and choices: a finite automaton for the lost positions or for
/// the Grundy values, in base 2 or 3 or in the numeration of a quadratic irrational, guessed from
/// small positions and proved right by deciding first-order statements. `grundy check` verifies
/// the certificate with code of its own.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy prove wythoff\n  \
    grundy prove wythoff --explain\n  \
    grundy prove 'S{1,3,4}' --certificate proof.json && grundy check proof.json\n  \
    grundy prove '[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b'\n  \
    grundy prove lasker --export walnut\n  \
    grundy prove '[n, last] -> [n-k, k] for k in 1..5 if k != last'\n  \
    grundy prove wythoff --certificate golden.json && grundy moves wythoff 20,31 --theorem golden.json\n\n\
    Exit status: 0 proved, 1 not proved, 2 bad input, 3 a limit stopped it.")]
pub(crate) struct Prove {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// What the theorem is to be about; values first if not given
    #[arg(long, value_enum)]
    about: Option<About>,
    /// The last heap computed in search of a period
    #[arg(long, value_name = "N", default_value = "2^16", value_parser = number)]
    to: u64,
    /// Write the certificate
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print the theorem and the steps of its proof in sentences
    #[arg(long)]
    explain: bool,
    /// The same as LaTeX
    #[arg(long, conflicts_with = "explain")]
    latex: bool,
    /// Print the automaton for Graphviz or for Walnut, or the statements as commands of Walnut
    #[arg(long, value_enum, conflicts_with_all = ["explain", "latex", "json"])]
    export: Option<Export>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["explain", "latex"])]
    json: bool,
    #[command(flatten)]
    allowance: Allowance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum About {
    Values,
    Outcomes,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Export {
    Dot,
    Walnut,
    WalnutScript,
}

/// What came out.
enum Found {
    Period(Certificate),
    Automaton(automatic::Certificate),
    /// Who wins a heap alone in misère play.
    Quotient(Box<Quotient>, LostHeaps),
    /// That the values of a kind repeat, in words.
    Repetition {
        misere: bool,
        theorem: String,
    },
    /// Why there is no proof, line by line.
    Nothing(Vec<String>),
}

pub(crate) fn run(prove: &Prove) -> Result<bool, Trouble> {
    let session = open(&prove.game)?;
    let limits = prove.allowance.limits();
    let found = find(prove, &session, &limits)?;
    if let Some(path) = &prove.certificate {
        let text = match &found {
            Found::Period(certificate) => Some(period_report::print(certificate)),
            Found::Automaton(certificate) => Some(automatic_report::print(certificate)),
            Found::Quotient(..) | Found::Repetition { .. } | Found::Nothing(_) => None,
        };
        if let Some(text) = text {
            let written = durable::replace(path, |out| out.write_all(text.as_bytes()));
            let path = path.display();
            written.map_err(|error| {
                Trouble::Input(say!(
                    "error: cannot write the certificate {path}: {error}",
                    path,
                    error = reason(&error)
                ))
            })?;
        } else if let Found::Quotient(..) = found {
            anstream::eprintln!(
                "{}",
                say!(
                    "no certificate is written: there is none for misère quotients; grundy quotient shows the one that the proof rests on"
                )
            );
        } else if let Found::Repetition { .. } = found {
            anstream::eprintln!(
                "{}",
                say!(
                    "no certificate is written: there is none for recurrences with several states"
                )
            );
        } else {
            anstream::eprintln!("{}", say!("no certificate is written: nothing is proved"));
        }
    }
    if let (Some(_), false) = (prove.export, matches!(found, Found::Automaton(_))) {
        let what = match &found {
            Found::Period(certificate) => {
                say!("the theorem is a period: {pattern}", pattern = stated(certificate))
            }
            Found::Quotient(_, lost) => {
                say!("the theorem is a period: {pattern}", pattern = words::lost_heaps(lost))
            }
            Found::Repetition { theorem, .. } => {
                say!("the theorem is a period: {pattern}", pattern = theorem)
            }
            _ => {
                say!("nothing is proved\n{why}", why = in_words(prove, &found).trim_end())
            }
        };
        return Err(Trouble::Input(say!("error: there is no automaton to export: {what}", what)));
    }
    let mut out = std::io::stdout().lock();
    match prove.json {
        true => json::write(&mut out, &Document::new(prove, &found))?,
        false => write!(out, "{}", in_words(prove, &found))?,
    }
    Ok(!matches!(found, Found::Nothing(_)))
}

fn find(prove: &Prove, session: &Session, limits: &Limits) -> Result<Found, Trouble> {
    let failed = |failure| Trouble::of_failure(&failure, session.games());
    let mut why = Vec::new();
    let mut beyond: Vec<(&'static str, Vec<String>)> = Vec::new();
    let opened = &session.games()[0];
    if prove.about != Some(About::Outcomes) && !opened.rules.is_misere() {
        match period(prove, session, limits)? {
            Some(Ok(certificate)) => return Ok(Found::Period(certificate)),
            Some(Err(reason)) => why.push(reason),
            None => {}
        }
    }
    let plain = prove.certificate.is_none()
        && prove.export.is_none()
        && !(prove.explain || prove.latex || prove.about == Some(About::Outcomes));
    for (about, subject) in [
        (About::Values, Subject::Values),
        (About::Values, Subject::Lengths),
        (About::Outcomes, Subject::Outcomes),
    ] {
        if prove.about.is_some_and(|asked| asked != about) {
            continue;
        }
        // The automaton would have a certificate, but be about who wins alone.
        if subject == Subject::Outcomes
            && plain
            && prove.about.is_none()
            && let Some(found) = by_recurrence(session, limits).map_err(failed)?
        {
            return Ok(found);
        }
        let name = speak(&subject.message());
        match automatic::prove(&opened.rules, subject, limits).map_err(failed)? {
            Attempt::Proved(certificate) => {
                // A period says more than an automaton that has no words.
                if plain
                    && automatic::description(&certificate).is_none()
                    && let Some(found) = by_recurrence(session, limits).map_err(failed)?
                {
                    return Ok(found);
                }
                return Ok(Found::Automaton(certificate));
            }
            Attempt::Beyond(automatic::Beyond(reason)) => {
                match beyond.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, names)) => names.push(name),
                    None => beyond.push((reason, vec![name])),
                }
            }
            Attempt::Open(tried) => {
                why.push(say!("no automaton for {name} was found:", name));
                why.extend(tried.iter().map(guessed));
            }
        }
    }
    if prove.about != Some(About::Values)
        && opened.rules.is_misere()
        && let Some(found) = by_quotient(prove, session, limits)?
    {
        return Ok(found);
    }
    if let Some(found) = by_recurrence(session, limits).map_err(failed)? {
        return Ok(found);
    }
    why.extend(beyond.iter().map(|(reason, names)| {
        let (names, reason) = (names.join(&say!(", ")), Message::phrase(reason));
        say!("no automaton for {names} was sought; out of reach: {reason}", names, reason)
    }));
    let known =
        opened.entry.map_or_else(|| speak(&session.plan(0).reason), |entry| told(entry.known));
    why.push(say!("what is known: {known}", known));
    Ok(Found::Nothing(why))
}

/// That values repeat as a coordinate grows, of the first kind of which that is proved.
fn by_recurrence(session: &Session, limits: &Limits) -> Result<Option<Found>, Failure> {
    if session.plan(0).engine.has_values() {
        return Ok(None);
    }
    for kind in 0..session.games()[0].rules.kinds().len() {
        if let Ok(found) = session.repetition(kind, limits)? {
            let misere = session.games()[0].rules.is_misere();
            let theorem = words::repetition(session, kind, &found);
            return Ok(Some(Found::Repetition { misere, theorem }));
        }
    }
    Ok(None)
}

/// Who wins a heap alone in misère play, by the quotient of its game.
fn by_quotient(
    prove: &Prove,
    session: &Session,
    limits: &Limits,
) -> Result<Option<Found>, Trouble> {
    let Some(mut quotient) = super::quotient::begin(session) else { return Ok(None) };
    match quotient.advance(prove.to, limits) {
        // It may grow without end, and something else may be found.
        Ok(()) | Err(Stop::Memory { .. }) => {}
        Err(stop) => return Err(Trouble::of_stop(stop)),
    }
    let lost = quotient.lost_heaps();
    Ok(lost.map(|lost| Found::Quotient(Box::new(quotient), lost)))
}

fn guessed(tried: &Guessed) -> String {
    let Guessed { numeration, side, refuted } = tried;
    let start = say!("  {numeration}, numbers below {side}: ", numeration, side);
    match refuted {
        None => say!(
            "{start}no automaton of at most {most} states fits",
            start,
            most = automatic::MOST_STATES
        ),
        Some((states, Refuted::TooLarge)) => {
            say!("{start}a guess of {states} states, whose proof became too large", start, states)
        }
        Some((states, Refuted::At(says, witness))) => {
            let at = witness.as_ref().map_or(say!("large numbers"), |numbers| {
                let shown: Vec<String> = numbers.iter().map(|(_, n)| n.to_string()).collect();
                shown.join(", ")
            });
            say!(
                "{start}a guess of {states} states; not true that {says}, at {at}",
                start,
                states,
                says = Message::phrase(says),
                at
            )
        }
    }
}

/// The largest amount of a set whose period is sought.
const MOST_TAKEN: u64 = 1 << 16;

/// The certificate of the period of a game of one heap; the reason if there is none; nothing for
/// another game.
fn period(
    prove: &Prove,
    session: &Session,
    limits: &Limits,
) -> Result<Option<Result<Certificate, String>>, Trouble> {
    let all_but = |set: &AllButSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => Ok(Certificate::of_all_but(set, &proved)),
        PeriodSearch::Open { stop, .. } => {
            stop.map_or(Ok(None), |stop| Err(Trouble::of_stop(stop)))
        }
    };
    let of_set = |set: &SubtractionSet| match set.prove(limits) {
        PeriodSearch::Proved(proved) => Ok(Certificate::of_subtraction(set, &proved)),
        PeriodSearch::Open { stop, .. } => {
            stop.map_or(Ok(None), |stop| Err(Trouble::of_stop(stop)))
        }
    };
    let of_game = |game: &HeapGame| {
        let mut run = Run::new(game.clone());
        run.advance(prove.to, limits).map_err(Trouble::of_stop)?;
        Ok(match run.into_search() {
            PeriodSearch::Proved(proved) => Certificate::of_game(game, &proved),
            PeriodSearch::Open { .. } => None,
        })
    };
    let of_code = |code: &Code| match code.all_but() {
        Some(set) => all_but(&set),
        // No theorem here speaks of other codes that repeat for ever.
        None if guy_smith::Theorem::of(code).is_none() => Ok(None),
        None => of_game(&HeapGame::Code(code.clone())),
    };
    let found = match (&session.games()[0].code, &session.plan(0).engine) {
        (Some(code), _) | (None, Engine::Heap(HeapGame::Code(code), _)) => of_code(code)?,
        (None, Engine::Heap(game @ HeapGame::Pieces(_), _)) => of_game(game)?,
        (None, Engine::Subtraction(set, _)) => of_set(set)?,
        (None, &Engine::Interval { least, most }) if most <= MOST_TAKEN => {
            of_set(&SubtractionSet::new(least..=most))?
        }
        (None, Engine::AllBut(set, _)) => all_but(set)?,
        _ => return Ok(None),
    };
    let none =
        || say!("no period is proved by the values of the heaps up to {to} at most", to = prove.to);
    Ok(Some(found.ok_or_else(none)))
}

/// The pattern in words.
fn stated(certificate: &Certificate) -> String {
    let Certificate { period, start, saltus, .. } = *certificate;
    words::pattern(period, saltus, start)
}

fn in_words(prove: &Prove, found: &Found) -> String {
    match found {
        Found::Nothing(why) => say!("not proved\n{why}\n", why = why.join("\n")),
        Found::Period(certificate) if prove.explain || prove.latex => {
            period_explain::text(certificate, prove.latex)
        }
        Found::Period(certificate) => say!(
            "proved: {pattern}\n  for {rule}, by {theorem} from {values_needed} values\n",
            pattern = stated(certificate),
            rule = certificate.rule,
            theorem = certificate.theorem,
            values_needed = certificate.values_needed
        ),
        Found::Repetition { theorem, .. } => {
            say!("proved: {theorem}\n  by a recurrence: moves look back a bounded way\n", theorem)
        }
        Found::Quotient(quotient, lost) => {
            let theorem = words::lost_heaps(lost);
            let (order, heaps) = (quotient.monoid().order(), quotient.heaps_needed());
            let pattern = quotient.periodicity();
            let (start, period) =
                pattern.map_or((0, 1), |pattern| (pattern.preperiod, pattern.period));
            say!(
                "proved: {theorem}\n  in misère play, by the quotient of {order} elements; what heaps stand for repeats after {period} \
                 heaps from {start} on, by {heaps} heaps\n",
                theorem,
                order,
                period,
                start,
                heaps
            )
        }
        Found::Automaton(certificate) => {
            let set = &certificate.set;
            match (prove.export, prove.explain, prove.latex) {
                (Some(Export::Dot), ..) => set.dot(),
                (Some(Export::Walnut), ..) => set.walnut(),
                (Some(Export::WalnutScript), ..) => {
                    automatic::walnut_script(certificate).unwrap_or_default()
                }
                (None, true, _) => {
                    automatic::explain(certificate, Style::Plain, now()).unwrap_or_default()
                }
                (None, _, true) => {
                    automatic::explain(certificate, Style::Latex, now()).unwrap_or_default()
                }
                _ => say!(
                    "proved: {theorem}\n  by an automaton of {states} states for the {subject}, {numeration} numeration\n",
                    theorem = automatic::in_words(certificate),
                    states = set.states(),
                    subject = certificate.subject.message(),
                    numeration = set.numeration()
                ),
            }
        }
    }
}

/// What `grundy prove --json` prints.
#[derive(Serialize)]
struct Document {
    schema: u32,
    game: String,
    proved: bool,
    /// `period`, `automaton`, `quotient` or `recurrence`.
    method: Option<&'static str>,
    /// `values` or `outcomes`.
    about: Option<&'static str>,
    theorem: Option<String>,
    numeration: Option<String>,
    states: Option<String>,
    /// Why nothing is proved.
    tried: Vec<String>,
}

impl Document {
    fn new(prove: &Prove, found: &Found) -> Document {
        let mut document = Document {
            schema: json::SCHEMA,
            game: prove.game.clone(),
            proved: true,
            method: None,
            about: None,
            theorem: None,
            numeration: None,
            states: None,
            tried: Vec::new(),
        };
        match found {
            Found::Nothing(why) => {
                document.proved = false;
                document.tried = why.iter().map(|line| line.trim().to_owned()).collect();
            }
            Found::Period(certificate) => {
                document.method = Some("period");
                document.about = Some("values");
                document.theorem = Some(stated(certificate));
            }
            Found::Quotient(_, lost) => {
                document.method = Some("quotient");
                document.about = Some(Subject::Outcomes.name());
                document.theorem = Some(words::lost_heaps(lost));
            }
            Found::Repetition { misere, theorem } => {
                let subject = if *misere { Subject::Outcomes } else { Subject::Values };
                document.method = Some("recurrence");
                document.about = Some(subject.name());
                document.theorem = Some(theorem.clone());
            }
            Found::Automaton(certificate) => {
                document.method = Some("automaton");
                document.about = Some(certificate.subject.name());
                document.theorem = Some(speak(&automatic::in_words(certificate)));
                document.numeration = Some(certificate.set.numeration().to_string());
                document.states = Some(certificate.set.states().to_string());
            }
        }
        document
    }
}
