//! `grundy pattern`: what is seen in a table of values or outcomes.

use std::io::Write as _;

use clap::Args;
use grundy::games::find_board;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::pattern::{Aspect, Evidence, Exception, Finding, head, read};
use grundy::plan::Engine;
use grundy::play::{Position, Session};
use grundy::survey::{MOST, Survey};

use crate::language::{say, speak, tell};
use crate::number::{between, number};
use crate::report::json;
use crate::report::pattern::{Document, answer};
use crate::shared::kind;
use crate::shared::opening::{open, read_text};
use crate::shared::sizes::running;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Look for a pattern in values and outcomes, and say what is seen with the evidence
///
/// The simplest descriptions come first, each with how far it held and with its exceptions; then
/// those that held for long and failed, each with the position that ended it. What is only seen is
/// never called proved: what is proved of all positions within two seconds stands first, with the formulas that say the
/// same; `grundy stress` tries a formula further, and `grundy prove` takes its time and writes the proof.
///
/// With --values the table is one that your own program printed: a list of values on one line or one on each line, a square,
/// or a line for each value after its coordinates. Words such as N and P or W and L say who wins.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy pattern 'S{1,3,4}'\n  \
    grundy pattern lasker\n  \
    grundy pattern wythoff\n  \
    grundy pattern '[n] -> [n-k] for k in powers(2, n)' --to 500\n  \
    grundy pattern '[n] -> [n-d] for d in digits(n) \\ {0}'\n  \
    ./brute-force | grundy pattern --values -")]
pub(crate) struct Pattern {
    /// A name, a code, a set, a file or a rule
    #[arg(required_unless_present = "values")]
    game: Option<String>,
    /// A file with a table of values instead of a game, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "to", "kind", "misere"])]
    values: Option<String>,
    /// The coordinate with which such a table begins, where it does not say so
    #[arg(long, value_name = "0|1", default_value_t = 0, conflicts_with = "game", value_parser = between::<u64>(0, 1))]
    from: u64,
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
    let limits = pattern.allowance.limits();
    let (looked, known) = match (&pattern.values, &pattern.game) {
        (Some(file), _) => (in_file(file, pattern.from, &limits)?, None),
        (None, game) => of_game(pattern, game.as_deref().unwrap_or_default(), &limits)?,
    };
    let mut out = std::io::stdout().lock();
    match pattern.json {
        true => {
            let game = pattern.game.as_ref().or(pattern.values.as_ref());
            json::write(&mut out, &Document::new(game.map_or("", String::as_str), &looked))?;
        }
        false => write!(out, "{}", in_words(pattern, &looked, known.as_ref()))?,
    }
    Ok(true)
}

/// What is seen in the table of a file.
fn in_file(file: &str, from: u64, limits: &Limits) -> Result<Survey, Trouble> {
    let text = read_text(file)?;
    let table = read(&text, from);
    let table =
        table.map_err(|reason| Trouble::Input(say!("error: {file}: {reason}", file, reason)))?;
    if let Some(head) = head(&text).filter(|_| !is_head_of_a_table(&text)) {
        tell!("{}", say!("note: {head}", head));
    }
    Survey::of(table, limits).map_err(|stop| Trouble::of_failure(&stop.into(), &[]))
}

/// What a game is known to be, where nothing is computed for it: the words, and a chapter of the guide.
type KnownGame = (Message, Option<&'static str>);

/// What is seen in the table of a game, and what is known of it.
fn of_game(
    pattern: &Pattern,
    game: &str,
    limits: &Limits,
) -> Result<(Survey, Option<KnownGame>), Trouble> {
    if let Some(board) = find_board(game.split_whitespace().next().unwrap_or_default()) {
        let typed = if game.contains(' ') { Some(game) } else { running(board) };
        return Err(Trouble::Input(match typed {
            Some(typed) => say!(
                "error: `{name}` is a game on boards, and a pattern is looked for in rules\n  help: make a table of boards first: grundy table '{typed}' --to N --csv | grundy pattern --values -",
                name = board.name,
                typed
            ),
            None => say!(
                "error: `{name}` is a game on boards, and a pattern is looked for in rules",
                name = board.name
            ),
        }));
    }
    let mut session = open(game)?;
    if pattern.misere {
        session.play_misere();
    }
    if session.games()[0].rules.kinds().iter().all(|kind| kind.coords().len() > 2) {
        return Err(Trouble::Input(say!(
            "error: a pattern is looked for in tables of one or two coordinates\n  help: theorems about more are sought by another command: grundy prove '{game}'",
            game
        )));
    }
    let seen = kind::see(&mut session, pattern.kind.as_deref(), pattern.to, limits);
    let looked = seen.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let ask = looked.theorem.is_none() && !pattern.json;
    let known = if ask { known(&session)? } else { None };
    Ok((looked, known))
}

/// What theory knows of the game without computing it, in normal play, and the chapter of the guide that treats it.
fn known(session: &Session) -> Result<Option<KnownGame>, Trouble> {
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

fn place(position: &[u64]) -> String {
    position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn in_words(
    pattern: &Pattern,
    Survey { table, seen, theorem, .. }: &Survey,
    known: Option<&KnownGame>,
) -> String {
    let to = table.to();
    let mut text = String::new();
    for finding in seen.held.iter().filter(|finding| finding.proved) {
        text.push_str(&say!("proved: {theorem}\n", theorem = finding.statement));
        text.push_str(&exceptions_of(finding));
    }
    text.push_str(&match (theorem, known) {
        (Some(theorem), _) => say!("proved: {theorem}\n", theorem),
        (None, Some((known, chapter))) => {
            let chapter = chapter.map(|chapter| say!(" (read: grundy guide {chapter})", chapter));
            say!("known: {known}{chapter}\n", known, chapter = chapter.unwrap_or_default())
        }
        (None, None) => String::new(),
    });
    if table.first() == 1 && pattern.values.is_none() {
        text.push_str(&say!("the rule has no meaning at 0: the table begins at 1\n"));
    }
    let open = seen.held.iter().filter(|finding| !finding.proved).count();
    text.push_str(&match (seen.held.len(), open, theorem) {
        (0, ..) => say!("nothing seen up to {to}\n", to),
        (_, 0, _) => String::new(),
        (.., None) => say!("seen up to {to}, not proved:\n", to),
        (.., Some(_)) => say!("seen up to {to}, proved only where it says the same:\n", to),
    });
    for finding in seen.held.iter().filter(|finding| !finding.proved) {
        text.push_str(&format!("  {}\n", speak(&finding.statement)));
        let Evidence::Held { exceptions, tried } = &finding.evidence else { continue };
        text.push_str(&exceptions_of(finding));
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
    // One that is known to fail somewhere would only be shown to fail there again, and what is proved needs no trial.
    let needless = |aspect| seen.held.iter().any(|known| known.proved && known.aspect == aspect);
    let mut faultless = seen.held.iter().filter(|one| is_faultless(one) && !needless(one.aspect));
    let formula = faultless.find_map(|finding| finding.formula.as_ref());
    // It is tried from 0 on.
    let formula = formula.filter(|_| table.first() == 0);
    if let (Some(formula), Some(game)) = (formula, &pattern.game) {
        let further = (to * 4).min(MOST[0]);
        text.push_str(&say!(
            "to try it further: grundy stress '{game}'{misere} --against '{formula}' --to {further}\n",
            game,
            misere = if pattern.misere { " --misere" } else { "" },
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

/// A line for each position at which it does not hold.
fn exceptions_of(finding: &Finding) -> String {
    let Evidence::Held { exceptions, .. } = &finding.evidence else { return String::new() };
    exceptions.iter().map(|one| format!("    {}\n", exception(finding.aspect, one))).collect()
}

fn exception(aspect: Aspect, one: &Exception) -> String {
    let at = place(&one.position);
    let said = match one.said {
        Some(said) => say!("it says {said}", said = answer(aspect, said)),
        None => say!("it says nothing"),
    };
    say!("not at {at}: {said}, right is {right}", at, said, right = answer(aspect, one.right))
}

/// Whether a text begins as what `table --csv` prints: `n,value`, or `a\b,0,1,2`.
fn is_head_of_a_table(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let corner = first.split(',').next().is_some_and(|word| word.contains('\\'));
    first.ends_with(",value") || corner && first.contains(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tables_print_has_a_head_that_needs_no_note() {
        for (text, own) in [
            ("n,value\n0,0\n", true),
            ("a,b,c,value\n0,0,0,0\n", true),
            ("a\\b,0,1\n0,0,1\n", true),
            ("O\n1\n2\n", false),
            ("n,G(n)\n0,0\n", false),
            ("", false),
        ] {
            assert_eq!(is_head_of_a_table(text), own, "{text}");
        }
    }
}
