//! Results as JSON. The schema is documented in `docs/json.md`; its version goes up when a field
//! changes its meaning or goes away. Every number that can exceed 2^53 is a string.

use std::io::{self, Write};

use grundy::board::{Board, Symmetry};
use grundy::explain::Step;
use grundy::games::Entry;
use grundy::heap::Periodicity;
use grundy::language::Message;
use grundy::outcome::Outcome;
use grundy::play::{self, BigValue, Move, Session, Target};
use grundy::ruleset::Failure;
use grundy::search::Tameness;
use grundy::theory::nim::{MisereReason, MisereVerdict};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::json;

use crate::asked::AskedPosition;
use crate::cells::{self, Cell, Cells};
use crate::language::{speak, told};
use crate::report::words;

/// The version of the schema.
pub(crate) const SCHEMA: u32 = 1;

/// Writes a document and a line end.
pub(crate) fn write(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(document)?;
    writeln!(out, "{text}")
}

/// A document on one line.
pub(crate) fn line(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(document)?;
    writeln!(out, "{text}")
}

/// The position as typed back.
fn position(asked: &AskedPosition) -> String {
    asked.session.describe_sum(&asked.position.parts)
}

pub(crate) fn play(misere: bool) -> &'static str {
    if misere { "misere" } else { "normal" }
}

/// What `grundy value --json` prints.
#[derive(Serialize)]
pub(crate) struct Value {
    schema: u32,
    position: String,
    play: &'static str,
    /// `null` in misère play.
    value: Option<String>,
    outcome: String,
}

impl Value {
    pub(crate) fn normal(asked: &AskedPosition, value: &BigValue) -> Value {
        Value::of(position(asked), value)
    }

    /// The value, or who wins where there is none.
    pub(crate) fn text(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.outcome)
    }

    /// A position on boards in misère play.
    pub(crate) fn lost_board(position: &str, lost: bool) -> Value {
        let outcome = Outcome::next_wins(!lost).to_string();
        let position = position.to_owned();
        Value { schema: SCHEMA, position, play: play(true), value: None, outcome }
    }

    /// A position with boards in it.
    pub(crate) fn of(position: String, value: &BigValue) -> Value {
        let (outcome, value) = (value.outcome().to_string(), Some(value.to_string()));
        Value { schema: SCHEMA, position, play: play(false), value, outcome }
    }

    pub(crate) fn misere(asked: &AskedPosition, outcome: Outcome) -> Value {
        let outcome = outcome.to_string();
        Value { schema: SCHEMA, position: position(asked), play: play(true), value: None, outcome }
    }
}

/// What `grundy value --genus --json` prints.
#[derive(Serialize)]
pub(crate) struct Genus {
    schema: u32,
    position: String,
    value: String,
    /// The last two repeat.
    superscript: Vec<String>,
}

impl Genus {
    pub(crate) fn new(asked: &AskedPosition, found: &grundy::search::Genus<BigUint>) -> Genus {
        let superscript = found.superscript.iter().map(ToString::to_string).collect();
        let value = found.value.to_string();
        Genus { schema: SCHEMA, position: position(asked), value, superscript }
    }
}

/// What `grundy moves --json` prints.
#[derive(Serialize)]
pub(crate) struct Moves {
    schema: u32,
    position: String,
    play: &'static str,
    outcome: String,
    winning_moves: Vec<OneMove>,
    /// Whether there are more than listed.
    more: bool,
}

#[derive(Serialize)]
struct OneMove {
    /// Index of the component, from 0.
    component: usize,
    from: String,
    to: To,
    wins_at_once: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum To {
    Sum(String),
    Range { from: String, to: String },
}

impl Moves {
    pub(crate) fn new(
        asked: &mut AskedPosition,
        outcome: Outcome,
        found: &[Move],
        more: bool,
    ) -> Result<Moves, Failure> {
        let session = &asked.session;
        let one = |entry: &Move| {
            // Numbers of many digits take their time to be written.
            asked.limits.check()?;
            Ok(OneMove {
                component: entry.part,
                from: session.describe_part(&asked.position.parts[entry.part]),
                to: match &entry.to {
                    Target::Sum(parts) => To::Sum(session.describe_sum(parts)),
                    Target::Range { from, to } => {
                        To::Range { from: from.to_string(), to: to.to_string() }
                    }
                },
                wins_at_once: entry.at_once,
            })
        };
        let misere = session.is_misere(&asked.position).unwrap_or(false);
        Ok(Moves {
            schema: SCHEMA,
            position: position(asked),
            play: play(misere),
            outcome: outcome.to_string(),
            winning_moves: found.iter().map(one).collect::<Result<_, Failure>>()?,
            more,
        })
    }
}

/// What `grundy moves --json` prints for a game on boards.
#[derive(Serialize)]
pub(crate) struct BoardMoves {
    schema: u32,
    position: String,
    play: &'static str,
    outcome: String,
    /// Each as it looks on the board.
    winning_moves: Vec<String>,
    more: bool,
}

impl BoardMoves {
    pub(crate) fn new(
        board: &dyn Board,
        outcome: Outcome,
        winning_moves: Vec<String>,
        more: bool,
    ) -> BoardMoves {
        let (position, play) = (board.show(), play(board.is_misere()));
        let outcome = outcome.to_string();
        BoardMoves { schema: SCHEMA, position, play, outcome, winning_moves, more }
    }

    /// Of a sum with boards in it.
    pub(crate) fn sum(
        position: String,
        outcome: Outcome,
        winning_moves: Vec<String>,
        more: bool,
    ) -> BoardMoves {
        let (play, outcome) = (play(false), outcome.to_string());
        BoardMoves { schema: SCHEMA, position, play, outcome, winning_moves, more }
    }
}

/// What `grundy moves --count --json` prints.
#[derive(Serialize)]
pub(crate) struct Count {
    schema: u32,
    position: String,
    count: String,
}

impl Count {
    pub(crate) fn board(position: String, count: usize) -> Count {
        Count { schema: SCHEMA, position, count: count.to_string() }
    }

    pub(crate) fn new(asked: &AskedPosition, count: &BigUint) -> Count {
        Count::sum(position(asked), count)
    }

    /// Of a sum with boards in it.
    pub(crate) fn sum(position: String, count: &BigUint) -> Count {
        Count { schema: SCHEMA, position, count: count.to_string() }
    }
}

/// What `grundy nim --json` prints.
#[derive(Serialize)]
pub(crate) struct Numbers {
    schema: u32,
    results: Vec<String>,
}

impl Numbers {
    pub(crate) fn new(results: &[BigUint]) -> Numbers {
        Numbers { schema: SCHEMA, results: results.iter().map(ToString::to_string).collect() }
    }
}

/// What `grundy table --json` prints.
#[derive(Serialize)]
pub(crate) struct Table<'a> {
    schema: u32,
    game: String,
    coordinates: Vec<String>,
    from: Vec<String>,
    to: Vec<String>,
    /// `value`, `outcome` or `genus`.
    shows: &'static str,
    /// Row by row.
    cells: &'a [Cell],
}

impl Table<'_> {
    pub(crate) fn new(game: String, table: &Cells) -> Table<'_> {
        let numbers = |numbers: &[u64]| numbers.iter().map(ToString::to_string).collect();
        let shows = match table.cells.first() {
            Some(Cell::Outcome(_)) => "outcome",
            Some(Cell::Genus(_)) => "genus",
            _ => "value",
        };
        Table {
            schema: SCHEMA,
            game,
            coordinates: table.coords.clone(),
            from: numbers(&table.from),
            to: numbers(&table.to),
            shows,
            cells: &table.cells,
        }
    }
}

/// What `grundy table --lost --json` prints.
#[derive(Serialize)]
pub(crate) struct Lost {
    schema: u32,
    game: String,
    coordinates: Vec<String>,
    from: Vec<String>,
    to: Vec<String>,
    /// Ascending.
    lost: Vec<Vec<String>>,
}

impl Lost {
    pub(crate) fn new(game: String, lost: &cells::Lost) -> Lost {
        let numbers = |numbers: &Vec<u64>| -> Vec<String> {
            numbers.iter().map(ToString::to_string).collect()
        };
        Lost {
            schema: SCHEMA,
            game,
            coordinates: lost.coords.clone(),
            from: numbers(&lost.from),
            to: numbers(&lost.to),
            lost: lost.lost.iter().map(numbers).collect(),
        }
    }
}

/// The game of a session as it is typed.
pub(crate) fn game_text(session: &Session) -> String {
    let opened = &session.games()[0];
    opened.name.clone().unwrap_or_else(|| opened.rules.program().to_string())
}

/// What `grundy explain GAME --json` prints.
#[derive(Serialize)]
pub(crate) struct Plan {
    schema: u32,
    game: String,
    rule: String,
    engine: String,
    reason: String,
    /// The games whose sum the components are; left out where they are no sums.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sum: Vec<Summand>,
    /// How misère play is answered; left out where play is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    misere: Option<String>,
    /// `null` where nothing is proved.
    proved: Option<Pattern>,
}

#[derive(Serialize)]
struct Summand {
    components: String,
    rule: String,
    reason: String,
}

#[derive(Serialize)]
struct Pattern {
    preperiod: String,
    period: String,
    saltus: String,
    exceptions: Vec<String>,
}

impl Plan {
    pub(crate) fn new(
        session: &mut Session,
        periodicity: Option<&Periodicity>,
        misere: bool,
    ) -> Plan {
        let misere = misere || session.games()[0].rules.is_misere();
        // In misère play a sum is not told by values.
        let summands = if misere { Vec::new() } else { session.summands(0) };
        let plan = session.plan(0);
        let summand = |part: &play::Summand| Summand {
            components: part.components.clone(),
            rule: part.rule.clone(),
            reason: speak(&part.reason),
        };
        Plan {
            schema: SCHEMA,
            game: game_text(session),
            rule: session.games()[0].rules.program().to_string(),
            engine: speak(&plan.engine.name()),
            reason: speak(&plan.reason),
            sum: summands.iter().map(summand).collect(),
            misere: misere.then(|| words::misere_reason(session)),
            proved: periodicity.map(|pattern| Pattern {
                preperiod: pattern.preperiod.to_string(),
                period: pattern.period.to_string(),
                saltus: pattern.saltus.to_string(),
                exceptions: pattern.exceptions.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}

/// What `grundy explain GAME POSITION --json` prints.
#[derive(Serialize)]
pub(crate) struct Explanation {
    schema: u32,
    position: String,
    steps: Vec<serde_json::Value>,
}

impl Explanation {
    pub(crate) fn new(asked: &AskedPosition, steps: &[Step]) -> Explanation {
        Explanation::of(position(asked), steps)
    }

    pub(crate) fn of(position: String, steps: &[Step]) -> Explanation {
        Explanation { schema: SCHEMA, position, steps: steps.iter().map(step).collect() }
    }
}

fn in_fibonacci_digits((heap, digits): &(BigUint, String)) -> serde_json::Value {
    json!({"heap": heap.to_string(), "fibonacci_digits": digits})
}

/// A step of an explanation, by its name and with what belongs to it.
fn step(step: &Step) -> serde_json::Value {
    let text = |value: &BigValue| value.to_string();
    match step {
        Step::Component { component, value, reason } => json!({
            "step": "component", "component": component,
            "value": value.as_ref().map(text), "reason": reason.as_ref().map(speak),
        }),
        Step::Mex { component, options, images, value } => json!({
            "step": "mex", "component": component, "value": text(value), "images": images,
            "options": options.iter().map(|(to, value)| json!({"to": to, "value": text(value)}))
                .collect::<Vec<_>>(),
        }),
        Step::NimSum { rows, sum } => json!({
            "step": "nim_sum", "sum": sum.to_string(),
            "rows": rows.iter()
                .map(|(name, value)| json!({"component": name, "value": value.to_string()}))
                .collect::<Vec<_>>(),
        }),
        Step::Reduce { play, from, to } => json!({
            "step": "reduce", "move": speak(play), "from": from.to_string(), "to": to.to_string(),
        }),
        Step::AtOnce { play } => json!({"step": "at_once", "move": speak(play)}),
        Step::Play { play } => json!({"step": "play", "move": speak(play)}),
        Step::MisereNim(verdict) => misere_nim(verdict),
        Step::Misere => json!({"step": "misere"}),
        Step::Moves { moves } => {
            let made = |(made, leaves): &(Message, Outcome)| json!({"move": speak(made), "leaves": leaves.to_string()});
            json!({"step": "moves", "moves": moves.iter().map(made).collect::<Vec<_>>()})
        }
        Step::Tame { rows, sum } => tame(rows, sum),
        Step::Quotient { last, order, lost, generators, rows, product } => {
            let generator = |(name, heap): &(String, u32)| json!({"name": name, "heap": heap});
            let row = |(component, word): &(String, String)| json!({"component": component, "word": word});
            json!({
                "step": "quotient", "last": last.map(|last| last.to_string()), "order": order, "lost": lost,
                "generators": generators.iter().map(generator).collect::<Vec<_>>(),
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
                "product": product.0, "product_is_lost": product.1,
            })
        }
        Step::Wythoff { smaller, larger } => json!({
            "step": "wythoff",
            "smaller": in_fibonacci_digits(smaller), "larger": in_fibonacci_digits(larger),
        }),
        Step::WythoffLeaves { smaller, larger } => json!({
            "step": "wythoff_leaves",
            "smaller": in_fibonacci_digits(smaller), "larger": in_fibonacci_digits(larger),
        }),
        Step::FibonacciNim { heap, parts, most } => json!({
            "step": "fibonacci_nim", "heap": heap.to_string(), "most": most.to_string(),
            "parts": parts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Step::Pairing { component, symmetry, begin, example } => json!({
            "step": "pairing", "component": component, "begin": begin.as_ref().map(speak),
            "symmetry": symmetry_name(*symmetry),
            "example": {"made": speak(&example.0), "answer": speak(&example.1)},
        }),
        Step::Stealing { component, play } => {
            json!({"step": "stealing", "component": component, "contained": speak(play)})
        }
        Step::Lasts { moves } => json!({"step": "lasts", "moves": moves.to_string()}),
        Step::Over { component } => json!({"step": "over", "component": component}),
        Step::Outcome(outcome) => json!({"step": "outcome", "outcome": outcome.to_string()}),
        _ => json!({"step": "other"}),
    }
}

/// Misère Nim, by how many heaps are large and how many are single tokens.
fn misere_nim(verdict: &MisereVerdict) -> serde_json::Value {
    let (large, ones) = match verdict.reason {
        MisereReason::AllSmall { ones } => (0, ones),
        MisereReason::Normal { large, ones } => (large, ones),
    };
    json!({
        "step": "misere_nim", "outcome": verdict.outcome.to_string(),
        "heaps_above_one": large.to_string(), "heaps_of_one": ones.to_string(),
    })
}

/// A sum of tame components; what is wild has neither a value nor says whether it is fickle.
fn tame(rows: &[(String, Tameness)], sum: &Tameness) -> serde_json::Value {
    let of = |genus: &Tameness| match genus {
        Tameness::Tame { value, fickle } => (Some(value.to_string()), Some(*fickle)),
        Tameness::Wild => (None, None),
    };
    let rows = rows.iter().map(|(name, genus)| {
        let (value, fickle) = of(genus);
        json!({"component": name, "value": value, "fickle": fickle})
    });
    let (value, fickle) = of(sum);
    json!({"step": "tame", "rows": rows.collect::<Vec<_>>(), "sum": value, "fickle": fickle})
}

/// What a symmetry is called.
fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::HalfTurn => "turn",
        Symmetry::Diagonal => "diagonal",
        Symmetry::Ends => "ends",
        _ => "opposite",
    }
}

/// What `grundy games --json` prints.
#[derive(Serialize)]
pub(crate) struct Games {
    schema: u32,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    title_zh: &'static str,
    rule: String,
    example: &'static str,
    source: String,
    known: String,
    chapter: &'static str,
}

impl Games {
    pub(crate) fn new(entries: &[Entry]) -> Games {
        let game = |entry: &Entry| Game {
            name: entry.name,
            aliases: entry.aliases,
            title: entry.title,
            title_zh: entry.title_zh,
            rule: told(entry.rule),
            example: entry.example,
            source: told(entry.source),
            known: told(entry.known),
            chapter: entry.chapter,
        };
        Games { schema: SCHEMA, games: entries.iter().map(game).collect() }
    }
}
