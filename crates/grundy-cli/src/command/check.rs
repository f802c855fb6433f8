//! `grundy check`: is a rule written right, and what does it say? Is a certificate valid?

use std::io::Write;
use std::path::Path;

use clap::Args;
use grundy::limits::Limits;
use grundy::prove::{self, Unchecked};

use super::question::{open, read_text};
use crate::report::certificate::{self, Unread};
use crate::trouble::Trouble;
use crate::work::Allowance;

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
    /// Files that end in .game, `-` for standard input, rules, or certificates that end in .json
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

pub(crate) fn run(check: &Check) -> Result<bool, Trouble> {
    let mut out = std::io::stdout().lock();
    let mut all_valid = true;
    for game in &check.games {
        let limits = check.allowance.limits();
        if Path::new(game).extension().is_some_and(|extension| extension == "json") {
            all_valid &= check_certificate(game, &limits, &mut out)?;
            continue;
        }
        let mut session = open(game)?;
        let kinds: Vec<usize> =
            session.games()[0].rules.kinds().iter().map(|kind| kind.coords().len()).collect();
        let mut tried = Vec::new();
        for (kind, &arity) in kinds.iter().enumerate() {
            for coords in small(arity) {
                let position = session.component(kind, &coords);
                let answer =
                    position.and_then(|position| session.by_definition(&position, &limits));
                answer.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
                tried.extend(session.games()[0].rules.component(kind, &coords));
            }
        }
        let opened = &session.games()[0];
        let doubts = opened.rules.doubts(&tried, &limits);
        for doubt in doubts.map_err(|failure| Trouble::of_failure(&failure, session.games()))? {
            anstream::eprintln!("{}", Trouble::doubt(&doubt, &opened.source).trim_end());
        }
        writeln!(out, "{}", opened.rules.program())?;
        let plan = session.plan(0);
        writeln!(out, "# {} small components tried; {}", tried.len(), plan.reason)?;
    }
    Ok(all_valid)
}

/// Checks the certificate in a file; says whether it is valid.
fn check_certificate(file: &str, limits: &Limits, out: &mut impl Write) -> Result<bool, Trouble> {
    let certificate = match certificate::parse(&read_text(file)?) {
        Ok(certificate) => certificate,
        Err(Unread::Refused(reason)) => {
            writeln!(out, "refused: {reason}")?;
            return Ok(false);
        }
        Err(Unread::NotACertificate(reason)) => {
            return Err(Trouble::Input(format!("error: {file}: {reason}")));
        }
    };
    match prove::check(&certificate, limits) {
        Ok(()) => {
            let rise = match certificate.saltus {
                0 => String::new(),
                saltus => format!(" + {saltus}"),
            };
            writeln!(
                out,
                "valid: {}: G(n+{}) = G(n){rise} for all n >= {}, by {} from {} values",
                certificate.rule,
                certificate.period,
                certificate.start,
                certificate.theorem,
                certificate.values_needed
            )?;
            Ok(true)
        }
        Err(Unchecked::Refused(refusal)) => {
            writeln!(out, "refused: {refusal}")?;
            Ok(false)
        }
        Err(Unchecked::Stopped(stop)) => Err(Trouble::of_stop(stop)),
    }
}

/// All small coordinates, at most [`MOST_TRIED`] of them.
fn small(arity: usize) -> Vec<Vec<i64>> {
    let mut most = TRIED[usize::from(arity > 1)];
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
