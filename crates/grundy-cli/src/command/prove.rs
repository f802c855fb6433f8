//! `grundy prove`: a theorem about all positions.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use grundy::automatic::{self, Style};
use grundy::limits::Limits;
use grundy::play::Asked;
use grundy::ruleset::Failure;
use grundy::theorem::{Attempt, Sought, Theorem, seek_noting};

use crate::language::{now, say, tell};
use crate::number::number;
use crate::report::json;
use crate::report::theorem::{Document, why};
use crate::shared::certificate;
use crate::shared::opening::open;
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
    Exit status: 0 proved, 1 not proved or no certificate of it, 2 bad input, 3 a limit stopped it.")]
pub(crate) struct Prove {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// What the theorem is to be about; values first if not given
    #[arg(long, value_enum)]
    about: Option<About>,
    /// The last heap computed in search of a period
    #[arg(long, value_name = "N", default_value = "2^16", value_parser = number)]
    to: u64,
    /// Write the certificate, into a file or `-`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Whoever makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Print the theorem and the steps of its proof in sentences
    #[arg(long, group = "form")]
    explain: bool,
    /// The same, written in LaTeX
    #[arg(long, group = "form")]
    latex: bool,
    /// Print the automaton for Graphviz or for Walnut, or the statements as commands of Walnut
    #[arg(long, value_enum, group = "form")]
    export: Option<Export>,
    /// Print JSON
    #[arg(long, group = "form")]
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

pub(crate) fn run(prove: &Prove) -> Result<bool, Trouble> {
    let mut session = open(&prove.game)?;
    if prove.misere {
        session.play_misere();
    }
    let mut sought = Sought::default().to(prove.to);
    sought.about = prove.about.map(|about| match about {
        About::Values => Asked::Values,
        About::Outcomes => Asked::WhoWins,
    });
    sought.certified =
        prove.certificate.is_some() || prove.export.is_some() || prove.explain || prove.latex;
    let mut tried = Vec::new();
    let found = seek_noting(&session, &sought, &prove.allowance.limits(), &mut tried);
    let in_vain: Vec<String> = why(&tried).collect();
    let attempt = match found {
        Ok(found) => found.map_or(Attempt::Open(tried), Attempt::Proved),
        Err(Failure::Stop(stop)) if !tried.is_empty() => {
            let why = in_vain.join("\n  ");
            return Err(Trouble::of_stop(stop).with(&say!("not proved until then:\n  {why}", why)));
        }
        Err(failure) => return Err(Trouble::of_failure(&failure, session.games())),
    };
    let missing = match &prove.certificate {
        Some(path) => !write_certificate(path, &attempt, session.games()[0].rules.has_wins())?,
        None => false,
    };
    if let (Some(_), false) =
        (prove.export, matches!(attempt, Attempt::Proved(Theorem::Automaton(_))))
    {
        let what = match &attempt {
            Attempt::Proved(theorem) => {
                say!("the theorem is a period: {pattern}", pattern = theorem.statement())
            }
            _ => {
                say!("nothing is proved\n{why}", why = in_words(prove, &attempt).trim_end())
            }
        };
        return Err(Trouble::Input(say!("error: there is no automaton to export: {what}", what)));
    }
    let mut out = certificate::out_beside(prove.certificate.as_ref());
    match prove.json {
        true => json::write(&mut out, &Document::new(&prove.game, &attempt))?,
        false => {
            write!(out, "{}", in_words(prove, &attempt))?;
            let in_a_strip =
                matches!(attempt, Attempt::Proved(Theorem::Repetition { misere: false, .. }))
                    && session.games()[0].rules.kinds()[0].coords().len() > 1;
            let told = match prove.about {
                _ if !in_a_strip => vec![],
                None => {
                    vec![say!("--about outcomes asks who wins, whatever the other coordinates are")]
                }
                Some(About::Values) => vec![],
                // Why no more is proved.
                Some(About::Outcomes) => in_vain,
            };
            for line in told {
                writeln!(out, "  {line}")?;
            }
        }
    }
    Ok(matches!(attempt, Attempt::Proved(_)) && !missing)
}

/// Writes the certificate, or says why there is none; whether it was written. Of a rule with `win on` it says who wins and
/// not how.
fn write_certificate(path: &Path, attempt: &Attempt, has_wins: bool) -> Result<bool, Trouble> {
    let Attempt::Proved(theorem) = attempt else {
        tell!("{}", say!("no certificate is written: nothing is proved"));
        return Ok(false);
    };
    let Some(certificate) = theorem.certificate() else {
        let why = match theorem {
            Theorem::LostHeaps(..) => say!(
                "no certificate is written: there is none for misère quotients; grundy quotient shows the one that the proof rests on"
            ),
            _ => {
                say!("no certificate is written: there is none for recurrences with several states")
            }
        };
        tell!("{why}");
        return Ok(false);
    };
    let text = certificate.to_text();
    certificate::write(path, &text)?;
    if has_wins {
        tell!(
            "{}",
            say!(
                "note: grundy moves and grundy code do not answer by this certificate: for rules with `win on` it does not say which moves end the game at once"
            )
        );
    }
    Ok(true)
}

fn in_words(prove: &Prove, attempt: &Attempt) -> String {
    let theorem = match attempt {
        Attempt::Proved(theorem) => theorem,
        Attempt::Open(tried) => {
            let why = why(tried).collect::<Vec<_>>().join("\n");
            return say!("not proved\n{why}\n", why);
        }
        _ => return String::new(),
    };
    if let (Some(export), Theorem::Automaton(certificate)) = (prove.export, theorem) {
        return match export {
            Export::Dot => certificate.set.dot(),
            Export::Walnut => certificate.set.walnut(),
            Export::WalnutScript => automatic::walnut_script(certificate).unwrap_or_default(),
        };
    }
    let style = if prove.latex { Style::Latex } else { Style::Plain };
    let proof = (prove.explain || prove.latex).then(|| theorem.proof(style, now())).flatten();
    proof.unwrap_or_else(|| {
        say!(
            "proved: {theorem}\n  {basis}\n",
            theorem = theorem.statement_with_formula(&Limits::default()),
            basis = theorem.basis()
        )
    })
}
