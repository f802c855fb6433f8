//! `grundy stress`: a program or a formula against brute force.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use grundy::limits::Limits;
use grundy::play::{Position, Session};
use grundy::rule::Rules;
use grundy::survey::is_proved;
use serde::Serialize;

use crate::claims::{Breakdown, Claimant, Program, Right};
use crate::language::say;
use crate::number::{between, number};
use crate::report::json;
use crate::shared::kind;
use crate::shared::opening::open;
use crate::trouble::Trouble;
use crate::work::{Allowance, seconds};

/// Play a program or a formula against brute force and show the smallest disagreement
///
/// A formula is an expression of the notation over the coordinates: a number is compared with the
/// Grundy value, a condition says that the player to move wins. Anything else is the command line
/// of a program, which is run without a shell. It reads a position per line, numbers parted by
/// spaces, until the end of the input, and writes an answer per position: a Grundy value, or N or P
/// (also W, L, win, lose, first, second, yes, no), or over where somebody has just won. It is run several times, first on a few small
/// positions and then on more; the exit status is 1 if it is wrong, dies, hangs or prints anything
/// else.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy stress 'S{1,2,3}' --against 'n % 4'\n  \
    grundy stress wythoff --against 'a != b'\n  \
    grundy stress nim --against 'sh guess.sh' --heaps 3 --to 7\n  \
    grundy stress misere-nim --against 'n != 1'\n  \
    grundy stress kayles --against 'n % 12' --json")]
pub(crate) struct Stress {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// A formula such as 'n % 4', or the command line of a program
    #[arg(long, value_name = "CMD|FORMULA", allow_hyphen_values = true)]
    against: String,
    /// The largest coordinate; as large as a few thousand positions allow if not given
    #[arg(long, value_name = "N", value_parser = number)]
    to: Option<u64>,
    /// Positions that are sums of so many components; the names of a formula are then n1, n2, ...
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = between::<u8>(1, 8))]
    heaps: u8,
    /// Which kind of component, for a game with several
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// A number says only who wins: 0 is P, anything else N
    #[arg(long)]
    outcomes: bool,
    /// Whoever makes the last move loses; implies --outcomes
    #[arg(long)]
    misere: bool,
    /// The number of positions comes first, on a line of its own
    #[arg(long)]
    count: bool,
    /// The most time for one run of the program
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    patience: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    allowance: Allowance,
}

/// Positions tried unless the user says otherwise, at most.
const TRIED: u64 = 5000;
/// Positions tried at most.
const MOST: u64 = 10_000_000;
/// Positions of the first run of a program; each run after it has four times as many.
const FIRST_RUN: usize = 16;
/// Positions of one run at most.
const LONGEST_RUN: usize = 1 << 16;

pub(crate) fn run(stress: &Stress) -> Result<bool, Trouble> {
    let mut session = open(&stress.game)?;
    if stress.misere {
        session.play_misere();
    }
    let limits = stress.allowance.limits();
    let field = Field::new(stress, &session.games()[0].rules)?;
    let program = Program { words: Vec::new(), patience: stress.patience, counted: stress.count };
    let claimant = Claimant::open(&stress.against, &field.names, program)?;
    let positions = field.positions(&limits)?;
    let mut tried = 0;
    let mut size = FIRST_RUN;
    let mut verdict = None;
    while verdict.is_none() && tried < positions.len() {
        let batch = &positions[tried..positions.len().min(tried + size)];
        let (agreed, wrong) = compare(stress, &field, &mut session, &claimant, batch, &limits)?;
        tried += agreed;
        size = (size * 4).min(LONGEST_RUN);
        verdict = wrong;
        limits.report(tried as u64, Some(positions.len() as u64));
    }
    let agrees = verdict.is_none();
    let alone = field.heaps == 1 && !stress.outcomes && !stress.misere;
    let proved = match &claimant {
        Claimant::Formula(formula) if agrees && alone => {
            is_proved(&mut session, field.kind, (formula, field.to), &limits)
                .map_err(|failure| Trouble::of_failure(&failure, session.games()))?
        }
        _ => false,
    };
    let report = Report {
        schema: json::SCHEMA,
        game: stress.game.clone(),
        against: stress.against.clone(),
        agrees,
        agreed: tried.to_string(),
        to: field.to.to_string(),
        proved,
        disagreement: verdict,
    };
    print(&report, stress.json)?;
    Ok(agrees)
}

/// The claims about some positions beside the right answers: how many agree, and the first thing
/// that is wrong.
fn compare(
    stress: &Stress,
    field: &Field,
    session: &mut Session,
    claimant: &Claimant,
    positions: &[Vec<i64>],
    limits: &Limits,
) -> Result<(usize, Option<Disagreement>), Trouble> {
    let claims = claimant.claims(positions, limits);
    let failed = |session: &Session, failure| Trouble::of_failure(&failure, session.games());
    if let (Some(Breakdown::Before(broke, stop)), Some(numbers)) =
        (&claims.broke, positions.get(claims.made.len()))
    {
        let position = field.position(session, numbers)?;
        let position = session.describe_sum(&position.parts);
        let seen = say!("  seen: at {position} or before, {broke}", position, broke);
        return Err(Trouble::of_stop(*stop).with(&seen));
    }
    for (index, claim) in claims.made.iter().enumerate() {
        let position = field.position(session, &positions[index])?;
        let right = answer(session, &position, limits).map_err(|f| failed(session, f))?;
        if !claim.agrees(&right, stress.outcomes || right.value.is_none()) {
            let mut wrong = Disagreement::at(session, &position, &right, limits)
                .map_err(|f| failed(session, f))?;
            wrong.said = Some(claim.to_string());
            return Ok((index, Some(wrong)));
        }
    }
    let agreed = claims.made.len();
    let Some(broke) = claims.broke else { return Ok((agreed, None)) };
    match broke {
        Breakdown::Stopped(stop) => return Err(Trouble::of_stop(stop)),
        Breakdown::NotStarted(_) => return Err(Trouble::Input(say!("error: {broke}", broke))),
        _ => {}
    }
    // Answers beyond the last position say nothing about a single one.
    let mut wrong = match positions.get(agreed) {
        Some(numbers) => {
            let position = field.position(session, numbers)?;
            let right = answer(session, &position, limits).map_err(|f| failed(session, f))?;
            Disagreement::at(session, &position, &right, limits).map_err(|f| failed(session, f))?
        }
        None => Disagreement::default(),
    };
    wrong.trouble = Some(broke.to_string());
    Ok((agreed, Some(wrong)))
}

/// The right answer, by the definition.
fn answer(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Right, grundy::ruleset::Failure> {
    if session.is_misere(position)? {
        return Ok(Right { value: None, outcome: session.outcome(position, limits)? });
    }
    let value = session.by_definition(position, limits)?;
    Ok(Right { value: Some(value), outcome: value.outcome() })
}

/// Which positions are tried.
struct Field {
    kind: usize,
    arity: usize,
    heaps: usize,
    unordered: bool,
    to: u64,
    /// What a formula calls the coordinates.
    names: Vec<String>,
}

impl Field {
    fn new(stress: &Stress, rules: &Rules) -> Result<Field, Trouble> {
        let kinds = rules.kinds();
        let named = kind::named(rules, stress.kind.as_deref());
        let kind = named.map_err(|failure| Trouble::of_failure(&failure, &[]))?.unwrap_or(0);
        let heaps = usize::from(stress.heaps);
        let coords = kinds[kind].coords();
        let names = (1..=heaps).flat_map(|heap| {
            coords.iter().map(move |name| match heaps {
                1 => name.clone(),
                _ => format!("{name}{heap}"),
            })
        });
        let numbers = (coords.len() * heaps) as u32;
        let fits = |to: u64| (to + 1).checked_pow(numbers).is_some_and(|count| count <= TRIED);
        let default = (1..TRIED).take_while(|&to| fits(to)).last().unwrap_or(1);
        Ok(Field {
            kind,
            arity: coords.len(),
            heaps,
            unordered: kinds[kind].is_unordered(),
            to: stress.to.unwrap_or(default),
            names: names.collect(),
        })
    }

    /// All positions, by the sum of their numbers and then from left to right; of those that
    /// differ only in an order that does not matter one.
    fn positions(&self, limits: &Limits) -> Result<Vec<Vec<i64>>, Trouble> {
        let numbers = self.arity * self.heaps;
        let count = self.to.checked_add(1).and_then(|side| side.checked_pow(numbers as u32));
        let count = count.filter(|&count| count <= MOST).ok_or_else(|| {
            Trouble::Input(say!(
                "error: --to {to}: at most {most} positions are tried",
                to = self.to,
                most = MOST
            ))
        })?;
        limits.check_memory(count * 32).map_err(Trouble::of_stop)?;
        let mut all = vec![Vec::new()];
        for _ in 0..numbers {
            let longer = all.iter().flat_map(|numbers: &Vec<i64>| {
                (0..=self.to as i64).map(move |number| [&numbers[..], &[number]].concat())
            });
            all = longer.collect();
        }
        if self.unordered {
            all.retain(|numbers| numbers.chunks(self.arity).all(<[i64]>::is_sorted));
        }
        all.sort_by_key(|numbers| numbers.iter().sum::<i64>());
        Ok(all)
    }

    fn position(&self, session: &Session, numbers: &[i64]) -> Result<Position, Trouble> {
        let mut parts = Vec::new();
        for coords in numbers.chunks(self.arity.max(1)) {
            let component = session.component(self.kind, coords);
            let one = component.map_err(|f| Trouble::of_failure(&f, session.games()))?;
            parts.extend(one.parts);
        }
        Ok(Position { parts })
    }
}

/// What `grundy stress --json` prints.
#[derive(Serialize)]
struct Report {
    schema: u32,
    game: String,
    against: String,
    agrees: bool,
    agreed: String,
    to: String,
    /// Whether a theorem says that the formula is right everywhere.
    proved: bool,
    disagreement: Option<Disagreement>,
}

/// The smallest position at which something is wrong.
#[derive(Default, Serialize)]
struct Disagreement {
    position: Option<String>,
    /// What was claimed.
    said: Option<String>,
    /// What happened instead of a claim.
    trouble: Option<String>,
    /// The right value; nothing in misère play.
    value: Option<String>,
    outcome: Option<String>,
    winning_moves: Vec<String>,
}

impl Disagreement {
    fn at(
        session: &mut Session,
        position: &Position,
        right: &Right,
        limits: &Limits,
    ) -> Result<Disagreement, grundy::ruleset::Failure> {
        let moves = session.winning_moves(position, limits)?;
        Ok(Disagreement {
            position: Some(session.describe_sum(&position.parts)),
            said: None,
            trouble: None,
            value: right.value.map(|value| value.to_string()),
            outcome: Some(right.outcome.to_string()),
            winning_moves: moves.iter().map(|m| session.describe_move(position, m)).collect(),
        })
    }
}

fn print(report: &Report, as_json: bool) -> Result<(), Trouble> {
    let mut out = std::io::stdout().lock();
    if as_json {
        return Ok(json::write(&mut out, report)?);
    }
    let Some(wrong) = &report.disagreement else {
        let (agreed, to) = (&report.agreed, &report.to);
        writeln!(
            out,
            "{}",
            say!("agrees on every position with numbers up to {to} ({agreed} in all)", agreed, to)
        )?;
        if report.proved {
            writeln!(
                out,
                "{}",
                say!("proved: it is right at every position (grundy prove writes the theorem)")
            )?;
        }
        return Ok(());
    };
    let position = wrong.position.clone().unwrap_or_else(|| say!("the end"));
    match (&wrong.said, &wrong.trouble) {
        (Some(said), _) => {
            writeln!(out, "{}", say!("disagrees at {position}: it says {said}", position, said))?;
        }
        (None, trouble) => writeln!(
            out,
            "{}",
            say!("at {position}: {trouble}", position, trouble = trouble.as_deref().unwrap_or(""))
        )?,
    }
    if let Some(outcome) = &wrong.outcome {
        let value = wrong.value.as_ref().map(|value| say!("value {value}, ", value));
        writeln!(
            out,
            "{}",
            say!("right is {value}outcome {outcome}", value = value.unwrap_or_default(), outcome)
        )?;
        for found in &wrong.winning_moves {
            writeln!(out, "{}", say!("  winning move: {found}", found))?;
        }
    }
    Ok(writeln!(out, "{}", say!("agreed before on {agreed} positions", agreed = report.agreed))?)
}
