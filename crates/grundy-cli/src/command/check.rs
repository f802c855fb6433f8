//! `grundy check`: is a rule written right, and what does it say? Is a certificate valid?

use std::fs::File;
use std::io::{self, BufRead as _, Read as _, Write};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use grundy::limits::{Limits, Stop};
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::rule::Component;
use grundy::ruleset::Failure;
use grundy::theorem::{Certificate, Unchecked, Unread};

use crate::language::{say, speak, tell};
use crate::shared::certificate;
use crate::shared::opening::{open, origin, read_text};
use crate::trouble::Trouble;
use crate::work::{Allowance, while_waiting};

/// Check rules: print the canonical text, or the first mistake with its mend; check certificates
///
/// Also tries small components, to find a rule that goes round in a circle, grows for ever or
/// cannot be followed, and warns of names that nothing uses and of options that none of them has.
/// A certificate is checked by computing its values anew, with code that
/// shares nothing with the engines; one that is refused gives exit status 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy check mine.game\n  \
    grundy check '[n] -> [n-k] for k in 1..3'\n  \
    grundy check - < mine.game\n  \
    grundy check kayles.json             a certificate of grundy heap")]
pub(crate) struct Check {
    /// Files that end in .game, rules, or certificates; `-` for one of them on standard input
    #[arg(value_name = "FILE|RULE", required = true)]
    games: Vec<String>,
    #[command(flatten)]
    allowance: Allowance,
}

/// Coordinates tried: every component whose coordinates are all at most this, for one coordinate
/// and for more.
const TRIED: [i64; 2] = [20, 4];
/// Most components tried of each kind.
const MOST_TRIED: usize = 700;
/// The time for that where none is said.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(check: &Check) -> Result<bool, Trouble> {
    let mut out = std::io::stdout().lock();
    let mut all_valid = true;
    let mut trouble = None;
    for game in &check.games {
        match check_one(game, check, &mut out) {
            Ok(valid) => all_valid &= valid,
            Err(Trouble::Input(message)) if check.games.len() > 1 => {
                // The others are checked too, and the last mistake decides the exit status.
                trouble.replace(Trouble::Input(message)).inspect(|before| tell!("{before}"));
            }
            Err(trouble) => return Err(trouble),
        }
    }
    trouble.map_or(Ok(all_valid), Err)
}

/// Checks a rule or a certificate; says whether it is valid.
fn check_one(game: &str, check: &Check, out: &mut impl Write) -> Result<bool, Trouble> {
    let limits = check.allowance.limits();
    if is_certificate(Path::new(game)) {
        return check_certificate(game, &limits, out);
    }
    let mut session = match open(game) {
        Ok(session) => session,
        Err(trouble) => return without_arguments(game, out)?.ok_or(trouble),
    };
    let kinds: Vec<usize> =
        session.games()[0].rules.kinds().iter().map(|kind| kind.coords().len()).collect();
    let mut tried = Vec::new();
    for (kind, &arity) in kinds.iter().enumerate() {
        for coords in small(arity) {
            tried.extend(session.games()[0].rules.component(kind, &coords));
        }
    }
    let left = limits.left();
    let patient = limits.clone().time(left.unwrap_or(PATIENCE));
    let found = try_components(&mut session, &tried, &patient);
    let tried = match found {
        Ok(()) => tried.len(),
        Err((count, Failure::Stop(Stop::Time))) if limits.deadline.is_none() => {
            tell!(
                "{}",
                say!("note: small components take long to try: --time SECONDS allows more")
            );
            count
        }
        Err((_, failure)) => return Err(Trouble::of_failure(&failure, session.games())),
    };
    let opened = &session.games()[0];
    writeln!(out, "{}", opened.rules.program())?;
    let plan = session.plan(0);
    writeln!(
        out,
        "{}",
        say!("# {tried} small components tried; {reason}", tried, reason = plan.reason)
    )?;
    if opened.rules.is_misere() && !matches!(plan.engine, Engine::Nim) {
        let line = match session.new_quotient() {
            Some(_) => say!("# played misère: who wins is told by the misère quotient"),
            None => say!("# played misère: who wins is computed over whole sums"),
        };
        writeln!(out, "{line}")?;
    }
    Ok(true)
}

/// Shows doubts about the rule and tries these components; how many were tried where that fails.
fn try_components(
    session: &mut Session,
    tried: &[Component],
    limits: &Limits,
) -> Result<(), (usize, Failure)> {
    let rules = &session.games()[0].rules;
    for doubt in rules.doubts(tried, limits).map_err(|failure| (0, failure))? {
        let source = &session.games()[0].source;
        tell!("{}", Trouble::doubt(&doubt, source).trim_end());
    }
    for (count, component) in tried.iter().enumerate() {
        let position = session.component(usize::from(component.kind), &component.coords);
        let answer = position.and_then(|position| session.by_definition(&position, limits));
        answer.map_err(|failure| (count, failure))?;
    }
    Ok(())
}

/// Whether a word says a certificate: a file that ends in .json, or that no rule is in and that begins like one, as
/// standard input may.
fn is_certificate(path: &Path) -> bool {
    if path == Path::new("-") {
        // What is looked at here is read again.
        let mut input = io::stdin().lock();
        return while_waiting(|| input.fill_buf()).is_ok_and(|first| {
            let text = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(first);
            text.trim_ascii_start().starts_with(b"{")
        });
    }
    let ends_in = |end: &str| path.extension().is_some_and(|extension| extension == end);
    let begins_like_one = || {
        let mut first = Vec::new();
        let file = path.is_file().then(|| File::open(path).ok()).flatten();
        let read = file.and_then(|file| file.take(64).read_to_end(&mut first).ok());
        read.is_some() && first.trim_ascii_start().starts_with(b"{")
    };
    ends_in("json") || !ends_in("game") && begins_like_one()
}

/// Checks what can be checked of a rule whose parameters have no values: that it can be read.
/// Nothing if that is not what is the matter.
fn without_arguments(game: &str, out: &mut impl Write) -> Result<Option<bool>, Trouble> {
    let text = match Path::new(game).extension() {
        Some(extension) if extension == "game" => read_text(game)?,
        _ => game.to_owned(),
    };
    let Ok(program) = grundy::rule::parse(&text) else { return Ok(None) };
    let Some(head) = &program.head else { return Ok(None) };
    let open: Vec<&str> = head
        .params
        .iter()
        .filter(|param| param.default.is_none())
        .map(|param| param.name.text.as_str())
        .collect();
    if open.is_empty() {
        return Ok(None);
    }
    let all: Vec<&str> = head.params.iter().map(|param| param.name.text.as_str()).collect();
    writeln!(out, "{program}")?;
    writeln!(
        out,
        "{}",
        say!(
            "# written right; to try components it needs {open}: grundy check 'FILE.game({all})'",
            open = open.join(", "),
            all = all.join(", ")
        )
    )?;
    Ok(Some(true))
}

/// Checks the certificate in a file; says whether it is valid.
fn check_certificate(file: &str, limits: &Limits, out: &mut impl Write) -> Result<bool, Trouble> {
    let text = certificate::read(file)?;
    let certificate = match Certificate::from_text(&text) {
        Ok(certificate) => certificate,
        Err(Unread::Refused(reason)) => {
            writeln!(out, "{}", say!("refused: {reason}", reason))?;
            return Ok(false);
        }
        Err(Unread::NotACertificate(reason)) => {
            let file = origin(file);
            return Err(Trouble::Input(say!("error: {file}: {reason}", file, reason)));
        }
    };
    match certificate.check(limits) {
        Ok(()) => {
            let statement = certificate.statement();
            writeln!(out, "{}", say!("valid: {statement}", statement))?;
            Ok(true)
        }
        Err(unchecked @ Unchecked::Refused(_)) => {
            writeln!(out, "{}", speak(&unchecked.message()))?;
            Ok(false)
        }
        Err(Unchecked::Stopped(stop)) => Err(Trouble::of_stop(stop)),
        Err(unchecked) => Err(Trouble::Limit(speak(&unchecked.message()))),
    }
}

/// All small coordinates, at most [`MOST_TRIED`] of them.
fn small(arity: usize) -> Vec<Vec<i64>> {
    let mut most = TRIED[usize::from(arity > 1)];
    // Of many coordinates those that are all the same.
    if arity > MOST_TRIED.ilog2() as usize {
        return (0..=most).map(|coord| vec![coord; arity]).collect();
    }
    while most > 1 && (most as usize + 1).pow(arity as u32) > MOST_TRIED {
        most -= 1;
    }
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        let longer = all.iter().flat_map(|coords: &Vec<i64>| {
            (0..=most).map(move |coord| {
                let mut longer = coords.clone();
                longer.push(coord);
                longer
            })
        });
        all = longer.take(MOST_TRIED).collect();
    }
    all
}
