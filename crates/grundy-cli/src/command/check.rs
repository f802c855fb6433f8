//! `grundy check`: is a rule written right, and what does it say?

use std::io::Write as _;

use clap::Args;

use super::question::open;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// Check rules: print the canonical text, or the first mistake with its mend
///
/// Also tries small components, to find a rule that goes round in a circle, grows for ever or
/// cannot be followed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy check mine.game\n  \
    grundy check '[n] -> [n-k] for k in 1..3'\n  \
    grundy check - < mine.game")]
pub(crate) struct Check {
    /// Files that end in .game, `-` for standard input, or rules
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
    for game in &check.games {
        let mut session = open(game)?;
        let limits = check.allowance.limits();
        let kinds: Vec<usize> =
            session.games()[0].rules.kinds().iter().map(|kind| kind.coords().len()).collect();
        let mut tried = 0;
        for (kind, &arity) in kinds.iter().enumerate() {
            for coords in small(arity) {
                let position = session.component(kind, &coords);
                let answer =
                    position.and_then(|position| session.by_definition(&position, &limits));
                answer.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
                tried += 1;
            }
        }
        writeln!(out, "{}", session.games()[0].rules.program())?;
        let plan = session.plan(0);
        writeln!(out, "# {tried} small components tried; {}", plan.reason)?;
    }
    Ok(true)
}

/// All small coordinates, at most [`MOST_TRIED`] of them.
fn small(arity: usize) -> Vec<Vec<i64>> {
    let most = TRIED[usize::from(arity > 1)];
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
