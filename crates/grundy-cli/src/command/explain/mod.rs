//! `grundy explain`: which engine answers and why; why a move wins.

mod tables;

use std::io::{self, Write};

use clap::Args;
use grundy::explain::explain;
use grundy::limits::{Limits, Stop};
use grundy::plan::Engine;
use grundy::play::{Session, Summand};
use grundy::rule::written;
use grundy::ruleset::Failure;
use grundy::theorem;

use super::games;
use crate::language::{say, speak, title};
use crate::report::{json, latex, words};
use crate::shared::question::Question;
use crate::shared::{board, sum};
use crate::trouble::Trouble;

/// Why: the engine that answers a game, and the reasons for who wins a position
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy explain nim 5 7 8 9 10        the binary columns and the move they give\n  \
    grundy explain kayles 5              the mex over the options\n  \
    grundy explain '[n] -> [n-k] for k in {1,3,4}'\n  \
    grundy explain wythoff 20,31         Fibonacci digits\n  \
    grundy explain cram 4x5              the pairing of this board\n  \
    grundy explain 'cram[3x5] + nim[4]'  a board beside a heap\n  \
    grundy explain kayles 3 5 9 --latex  the columns as an array")]
pub(crate) struct Explain {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The reasons for a position in LaTeX
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    #[command(flatten)]
    question: Question,
}

pub(crate) fn run(command: &Explain) -> Result<bool, Trouble> {
    if let Some(mut asked) = command.question.sum()? {
        if command.latex {
            return Err(sum::refused());
        }
        return sum::explain(&mut asked, command.json);
    }
    if let Some(entry) = command.question.board_alone()
        && !command.json
        && !command.latex
    {
        write!(io::stdout().lock(), "{}", games::page(entry))?;
        return Ok(true);
    }
    if let Some(mut asked) = command.question.board()? {
        if command.latex {
            return Err(latex::refused());
        }
        return board::explain(&mut asked, command.json);
    }
    let (session, position) = command.question.game()?;
    if position.trim().is_empty() {
        if command.latex {
            return Err(Trouble::Input(say!(
                "error: --latex writes the reasons for a position, and there is none\n  \
                 help: add one, as in grundy explain nim 3 5 7 --latex"
            )));
        }
        return game(command, session);
    }
    let mut asked = command.question.about(session, &position)?;
    let steps = explain(&mut asked.session, &asked.position, &asked.limits);
    let steps = steps.map_err(|failure| asked.trouble(&failure))?;
    let mut out = io::stdout().lock();
    match command.json {
        true => json::write(&mut out, &json::Explanation::new(&asked, &steps))?,
        false if command.latex => write!(out, "{}", latex::explanation(&steps))?,
        false => write!(out, "{}", words::explanation(&steps))?,
    }
    Ok(true)
}

/// Explains a game without a position: its rule, its plan, and its pattern if one is proved.
fn game(command: &Explain, mut session: Session) -> Result<bool, Trouble> {
    let limits = command.question.allowance.limits();
    if command.question.misere {
        session.play_misere();
    }
    let periodicity = session
        .engine(0)
        .periodicity(&limits)
        .map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let mut out = io::stdout().lock();
    if command.json {
        json::write(
            &mut out,
            &json::Plan::new(&mut session, periodicity.as_ref(), command.question.misere),
        )?;
        return Ok(true);
    }
    let pattern =
        periodicity.map(|proved| theorem::pattern_of(session.engine(0), &proved, &limits));
    let summands = session.summands(0);
    let opened = &session.games()[0];
    if let Some(entry) = opened.entry {
        writeln!(out, "{}", title(entry))?;
    }
    writeln!(
        out,
        "{}",
        say!(
            "rule     {rule}",
            rule = opened.rules.program().to_string().replace('\n', "\n         ")
        )
    )?;
    let misere = opened.rules.is_misere() || command.question.misere;
    // In misère play the sum is not told by values.
    let by_sum = !summands.is_empty() && !misere;
    answerer(&mut out, &session, by_sum, misere)?;
    if let Some(pattern) = pattern {
        writeln!(out, "{}", say!("proved   {pattern}", pattern))?;
    } else if let Some(heaps) = session.plan(0).engine.open_heaps() {
        writeln!(
            out,
            "{}",
            say!("open     no period is proved by the values of {heaps} heaps", heaps)
        )?;
    }
    if matches!(session.plan(0).engine, Engine::Definition) {
        coordinates(&mut out, &session)?;
    }
    if by_sum {
        parts(&mut out, &summands)?;
    }
    if !session.plan(0).engine.has_values() && !by_sum {
        repetitions(&mut out, &session, &limits)?;
        tables::write(&mut out, opened, &limits)?;
    }
    Ok(true)
}

/// What answers the game, and why.
fn answerer(out: &mut impl Write, session: &Session, by_sum: bool, misere: bool) -> io::Result<()> {
    let engine = match by_sum {
        true => say!("a sum of games with fewer coordinates, each with its engine"),
        false => speak(&session.plan(0).engine.name()),
    };
    writeln!(out, "{}", say!("engine   {engine}", engine))?;
    let reason = match by_sum {
        true => say!("no move changes or asks coordinates of more than one of them"),
        false => speak(&session.plan(0).reason),
    };
    writeln!(out, "{}", say!("because  {reason}", reason))?;
    if misere {
        let reason = words::misere_reason(session);
        let line = say!("misere   {reason}", reason);
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What is seen of coordinates where the definition answers: those that no move changes, and those that are alike.
fn coordinates(out: &mut impl Write, session: &Session) -> io::Result<()> {
    let constant = session.constant_names(0);
    if !constant.is_empty() {
        writeln!(
            out,
            "{}",
            say!(
                "constant {names}: no move changes it, so where much is asked its number is put in and the rule that is left is planned anew",
                names = constant.join(", ")
            )
        )?;
    }
    for names in session.symmetric_names(0) {
        let line = say!(
            "alike    {names}: in whatever order their numbers are, the value is the same",
            names = names.join(", ")
        );
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The games of which a game is the sum.
fn parts(out: &mut impl Write, summands: &[Summand]) -> io::Result<()> {
    for (at, Summand { components, rule, reason }) in summands.iter().enumerate() {
        let line = match at {
            0 => say!("sum of   {components} by {rule}: {reason}", components, rule, reason),
            _ => say!("and      {components} by {rule}: {reason}", components, rule, reason),
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// How components of each kind with a large coordinate are answered.
fn repetitions(out: &mut impl Write, session: &Session, limits: &Limits) -> Result<(), Trouble> {
    for (kind, view) in session.games()[0].rules.kinds().into_iter().enumerate() {
        let component = written(view.name(), view.coords());
        let found = match session.repetition(kind, limits) {
            // What else there is to say takes no time.
            Err(Failure::Stop(stop @ Stop::Time)) => Err(stop.message()),
            found => found.map_err(|failure| Trouble::of_failure(&failure, session.games()))?,
        };
        let line = match found {
            Ok(found) => say!(
                "repeats  proved: {theorem}",
                theorem = theorem::repetition(session, kind, &found)
            ),
            Err(reason) => say!(
                "repeats  no period of {component} is known where a coordinate is large: {reason}",
                component,
                reason
            ),
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}
