//! Questions answered: the same documents as the commands print with `--json`.

use grundy::board::{Source, is_sum_of_graphs, open, open_sum};
use grundy::drawing::Colours;
use grundy::explain::{explain, explain_board, explain_sum};
use grundy::games::{Entry, find_board};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Session, Sum};
use grundy::ruleset::Failure;
use grundy::theorem::{Sought, seek};
use serde::Serialize;

use super::ask::{Answer, Format, Question, What};
use super::problem::Problem;
use super::{binary, rare, reach, turn};
use crate::asked::AskedPosition;
use crate::cells::{Cells, Shown, Wanted, fill};
use crate::language::{message, say, speak};
use crate::number::number;
use crate::report::{json, pattern, svg, theorem as proved};
use crate::shared::corner::{Corner, corner, usual_length};
use crate::shared::listing::{Listed, MOST_MARKED, Most, list};
use crate::shared::program::{Lang, program};
use crate::shared::{board, kind, sum as sums};

/// Moves that are listed.
const MOST_MOVES: usize = 10_000;
/// Cells of a table in JSON, and in binary.
const MOST_CELLS: [u64; 2] = [1 << 18, 1 << 22];

/// Answers a question within the limits.
pub(super) fn answer(what: What, question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    match what {
        What::Rule => rule(question, limits),
        What::Value => value(question, limits),
        What::Moves => winning_moves(question, limits),
        What::Table => table(question, limits),
        What::Pattern => seen(question, limits),
        What::Prove => theorem(question, limits),
        What::Explain => reasons(question, limits),
        What::Code => code(question, limits),
        What::Turn => turn::turn(question, limits),
        What::Rare => rare::rare(question, limits),
        What::Graph => reach::reach(question, limits),
        What::Board => picture(question, limits),
    }
}

/// The session of a game, never from a file; without a game, positions name theirs.
fn session(question: &Question) -> Result<Session, Problem> {
    let mut session = match question.game.trim() {
        "" => Session::new(),
        _ => Session::with_game(&question.game).map_err(|mut error| {
            if board_game(question).is_some() {
                error.help =
                    Some(message!("`value`, `moves`, `explain` and `board` answer about boards"));
            }
            Problem::of_rule("rule", error)
        })?,
    };
    if question.misere {
        session.play_misere();
    }
    Ok(session)
}

/// The session of a game that must be named.
pub(super) fn session_of_game(question: &Question) -> Result<Session, Problem> {
    if question.game.trim().is_empty() {
        return Err(missing("game", say!("a name, a code, a set or a rule, such as nim")));
    }
    session(question)
}

fn missing(parameter: &str, help: impl Into<String>) -> Problem {
    Problem::request(say!("the parameter `{parameter}` is missing", parameter)).help(help)
}

/// The position that is asked about.
pub(super) fn asked(question: &Question, limits: &Limits) -> Result<AskedPosition, Problem> {
    let mut session = session(question)?;
    if question.position.trim().is_empty() {
        return Err(missing("position", say!("such as 5 7 8, 20,31 or [5] + [7]")));
    }
    if Sum::names_board(&session, None, &question.position) {
        let message = say!("here boards do not stand beside other components");
        return Err(Problem::request(message)
            .help(say!("`value`, `moves` and `explain` answer about such sums")));
    }
    let position = session
        .position(&question.position)
        .map_err(|error| Problem::of_rule("position", error))?;
    Ok(AskedPosition { session, position, limits: limits.clone() })
}

/// A failure of a question about a position.
pub(super) fn failed(asked: &AskedPosition, failure: &Failure) -> Problem {
    Problem::of_failure(failure, asked.session.games())
}

/// The game on boards that is asked about.
fn board_game(question: &Question) -> Option<&'static Entry> {
    find_board(question.game.trim())
}

/// A position on boards, read from the text itself and never from a file.
fn on_board(
    entry: &'static Entry,
    question: &Question,
) -> Result<Box<dyn grundy::board::Board>, Problem> {
    if question.position.trim().is_empty() {
        return Err(missing("position", entry.example));
    }
    let opened = match question.misere {
        true => open_sum(entry.name, &question.position),
        false => open(entry.name, Source::Text(&question.position)),
    };
    let mut board = opened.map_err(|error| Problem::of_rule("position", error))?;
    if question.misere {
        board.play_misere().map_err(|failure| Problem::of_failure(&failure, &[]))?;
    }
    Ok(board)
}

/// The sum that is asked about, if there are boards beside other components in it.
fn sum(question: &Question) -> Result<Option<Sum>, Problem> {
    let (entry, position) = (board_game(question), &question.position);
    if !Sum::names_board(&Session::new(), entry, position) {
        return Ok(None);
    }
    let session = if entry.is_some() { Session::new() } else { session(question)? };
    // A kind of the game may have the name of a board.
    if !Sum::names_board(&session, entry, position) {
        return Ok(None);
    }
    if question.misere {
        // Graphs of one game are boards of one question in misère play.
        if entry.is_some_and(|entry| is_sum_of_graphs(entry.name, position)) {
            return Ok(None);
        }
        let message = say!("boards beside other components have answers in normal play alone");
        return Err(Problem::request(message).help(say!("ask about each board alone")));
    }
    let sum = Sum::read(session, entry, position);
    sum.map(Some).map_err(|error| Problem::of_rule("position", error))
}

/// A failure of a question about a sum.
fn sum_failed(sum: &Sum, failure: &Failure) -> Problem {
    Problem::of_failure(failure, sum.session().games())
}

fn value(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    if let Some(mut sum) = sum(question)? {
        let found = sum.value(limits).map_err(|failure| sum_failed(&sum, &failure))?;
        return Answer::json(&json::Value::of(sum.show(), &found));
    }
    if let Some(entry) = board_game(question) {
        let mut board = on_board(entry, question)?;
        if board.is_misere() {
            let lost = board.is_lost(limits);
            let lost = lost.map_err(|failure| Problem::of_failure(&failure, &[]))?;
            return Answer::json(&json::Value::lost_board(&board.show(), lost));
        }
        let found = board::worth(board.as_mut(), limits);
        let found = found.map_err(|failure| Problem::of_failure(&failure, &[]))?;
        return Answer::json(&json::Value::of(board.show(), &found));
    }
    let mut asked = asked(question, limits)?;
    let document = (|| {
        if asked.session.is_misere(&asked.position)? {
            let outcome = asked.session.outcome(&asked.position, limits)?;
            return Ok(json::Value::misere(&asked, outcome));
        }
        let found = asked.session.value(&asked.position, limits)?;
        Ok(json::Value::normal(&asked, &found))
    })();
    Answer::json(&document.map_err(|failure| failed(&asked, &failure))?)
}

fn winning_moves(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let most = question.most.unwrap_or(MOST_MOVES).clamp(1, MOST_MOVES);
    if let Some(mut sum) = sum(question)? {
        let found = sums::find(&mut sum, Most::Short(most), limits);
        let found = found.map_err(|failure| sum_failed(&sum, &failure))?;
        let more = found.has_more();
        return Answer::json(&json::BoardMoves::sum(sum.show(), found.outcome, found.moves, more));
    }
    if let Some(entry) = board_game(question) {
        let mut board = on_board(entry, question)?;
        let listed = (|| {
            let lost = board.is_lost(limits)?;
            let listed = match lost {
                true => Listed::new(Most::Short(most)),
                false => board::list(board.as_mut(), Most::Short(most), limits)?,
            };
            Ok((Outcome::next_wins(!lost), listed))
        })();
        let (outcome, Listed { found, more, .. }) =
            listed.map_err(|failure: Failure| Problem::of_failure(&failure, &[]))?;
        let found = found.iter().map(|made| board::shown(board.boards(), made)).collect();
        return Answer::json(&json::BoardMoves::new(board.as_ref(), outcome, found, more));
    }
    let mut asked = asked(question, limits)?;
    let listed = (|| {
        let outcome = asked.session.outcome(&asked.position, limits)?;
        Ok((outcome, list(&mut asked, Most::Short(most))?))
    })();
    let (outcome, Listed { found, more, .. }) =
        listed.map_err(|failure| failed(&asked, &failure))?;
    let document = json::Moves::new(&mut asked, outcome, &found, more);
    Answer::json(&document.map_err(|failure| failed(&asked, &failure))?)
}

/// A picture of a board.
#[derive(Serialize)]
struct Pictured {
    schema: u32,
    position: String,
    outcome: String,
    svg: String,
}

fn picture(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let entry = board_game(question).ok_or_else(|| {
        Problem::request(say!("only positions of games on boards are drawn"))
            .help(say!("`graph` draws what can be reached from other positions"))
    })?;
    let mut board = on_board(entry, question)?;
    let listed = (|| match board.is_lost(limits)? {
        true => Ok((true, Vec::new())),
        false => Ok((false, board::list(board.as_mut(), Most::Of(MOST_MARKED), limits)?.found)),
    })();
    let (lost, moves) = listed.map_err(|failure: Failure| Problem::of_failure(&failure, &[]))?;
    let drawing = board::picture(entry, board.as_ref(), lost, &moves)
        .ok_or_else(|| Problem::too_large(say!("this board is too large for a picture")))?;
    let svg = svg::svg(&drawing, Colours::Colour, None)
        .map_err(|_| Problem::failed(say!("the picture cannot be written")))?;
    let outcome = Outcome::next_wins(!lost).to_string();
    Answer::json(&Pictured { schema: json::SCHEMA, position: board.show(), outcome, svg })
}

/// Components of a sum for each of which a reason is told: they take some hundred bytes each.
const MOST_EXPLAINED: usize = 1 << 14;

fn reasons(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    if let Some(mut sum) = sum(question)? {
        let steps = explain_sum(&mut sum, limits);
        let steps = steps.map_err(|failure| sum_failed(&sum, &failure))?;
        return Answer::json(&json::Explanation::of(sum.show(), &steps));
    }
    if let Some(entry) = board_game(question) {
        let mut board = on_board(entry, question)?;
        let steps = explain_board(entry, board.as_mut(), limits);
        let steps = steps.map_err(|failure| Problem::of_failure(&failure, &[]))?;
        return Answer::json(&json::Explanation::of(board.show(), &steps));
    }
    if question.position.trim().is_empty() {
        let mut session = session_of_game(question)?;
        let periodicity = session.engine(0).periodicity(limits);
        let periodicity =
            periodicity.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
        return Answer::json(&json::Plan::new(&mut session, periodicity.as_ref(), question.misere));
    }
    let mut asked = asked(question, limits)?;
    let count = asked.position.parts.len();
    if count > MOST_EXPLAINED {
        return Err(Problem::too_large(say!(
            "a sum of {count} components; there are reasons for at most {most}",
            count,
            most = MOST_EXPLAINED
        ))
        .help(say!("`value` and `moves` answer about larger sums")));
    }
    let steps = explain(&mut asked.session, &asked.position, limits);
    let steps = steps.map_err(|failure| failed(&asked, &failure))?;
    Answer::json(&json::Explanation::new(&asked, &steps))
}

/// The number that `to` is, if it is given.
fn last(question: &Question) -> Result<Option<u64>, Problem> {
    let read = question.to.as_deref().map(|to| number(to.trim()));
    read.transpose().map_err(|wrong| Problem::request(say!("`to` is {wrong}", wrong)))
}

fn theorem(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let session = session_of_game(question)?;
    let mut sought = Sought::default();
    if let Some(to) = last(question)? {
        sought = sought.to(to);
    }
    let attempt = seek(&session, &sought, limits);
    let attempt = attempt.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    Answer::json(&proved::Document::new(&question.game, &attempt))
}

fn seen(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let mut session = session_of_game(question)?;
    let to = last(question)?;
    let seen = kind::see(&mut session, question.kind.as_deref(), to, limits);
    let looked = seen.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    Answer::json(&pattern::Document::new(&question.game, &looked))
}

fn code(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let mut session = session_of_game(question)?;
    let (lang, kind) = (question.lang.unwrap_or(Lang::Cpp), question.kind.as_deref());
    let document = program(&mut session, &question.game, lang, (kind, false), limits);
    Answer::json(&document.map_err(|failure| Problem::of_failure(&failure, session.games()))?)
}

fn table(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let mut session = session_of_game(question)?;
    let rules = &session.games()[0].rules;
    let kinds = rules.kinds();
    let named = kind::named(rules, question.kind.as_deref());
    let named = named.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    let kind = named.unwrap_or_else(|| kind::shown(rules).unwrap_or(0));
    let coords = kinds[kind].coords().to_vec();
    let read = |name: &str, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => match corner(text) {
            Ok(corner) if corner.fits(coords.len()) => Ok(Some(corner)),
            Ok(corner) => Err(Problem::request(say!(
                "`{name}` is of {numbers} numbers, the coordinates are {coords}",
                name,
                numbers = corner.len(),
                coords = coords.join(", ")
            ))
            .help(say!("give one number for each, or one for all"))),
            Err(wrong) => Err(Problem::request(say!("`{name}` is {wrong}", name, wrong))),
        },
    };
    let (from, to) = (read("from", &question.from)?, read("to", &question.to)?);
    let along = |corner: &Option<Corner>, axis| corner.as_ref().map(|corner| corner.along(axis));
    let from: Vec<u64> = (0..coords.len()).map(|axis| along(&from, axis).unwrap_or(0)).collect();
    let far = from.iter().max().copied().unwrap_or(0).saturating_add(usual_length(coords.len()));
    let to: Vec<u64> = (0..coords.len()).map(|axis| along(&to, axis).unwrap_or(far)).collect();
    if from.iter().zip(&to).any(|(from, to)| from > to) {
        return Err(Problem::request(say!("`from` is beyond `to`")));
    }
    let cells = from
        .iter()
        .zip(&to)
        .fold(1_u128, |cells, (from, to)| cells.saturating_mul(u128::from(to - from) + 1));
    let most = MOST_CELLS[usize::from(question.format == Format::Binary)];
    if cells > most.into() {
        let message =
            say!("a table of {cells} values; there are at most {most} in one answer", cells, most);
        return Err(
            Problem::too_large(message).help(say!("ask for a part of it with `from` and `to`"))
        );
    }
    let wanted = Wanted { kind, from, to, shown: Shown::outcomes(question.outcomes) };
    if question.format == Format::Binary {
        return binary::table(&mut session, &wanted, limits);
    }
    let cells = fill(&mut session, &wanted, limits);
    let cells = cells.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    let Wanted { from, to, .. } = wanted;
    Answer::json(&json::Table::new(json::game_text(&session), &Cells { coords, from, to, cells }))
}

/// A rule that was read: what is in it.
#[derive(Serialize)]
struct Rule {
    schema: u32,
    name: Option<String>,
    /// The rule in the notation, as it was understood.
    rule: String,
    misere: bool,
    kinds: Vec<Kind>,
    engine: String,
    reason: String,
    doubts: Vec<Doubt>,
}

#[derive(Serialize)]
struct Kind {
    name: Option<String>,
    coordinates: Vec<String>,
    unordered: bool,
}

/// What a rule says and hardly means.
/// So many are told: each comes with the text of the rule.
const MOST_DOUBTS: usize = 20;

#[derive(Serialize)]
struct Doubt {
    message: String,
    help: Option<String>,
    source: String,
    start: usize,
    end: usize,
}

fn rule(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    if let Some(entry) = board_game(question) {
        let message = say!(
            "{name} is a game on boards, which has no rule in the notation",
            name = entry.name
        );
        return Err(Problem::on_boards(message).help(entry.rule));
    }
    let session = session_of_game(question)?;
    let opened = &session.games()[0];
    let doubts = opened.rules.doubts(&[], limits);
    let doubts = doubts.map_err(|failure| Problem::of_failure(&failure, session.games()))?;
    let doubt = |doubt: grundy::rule::RuleError| Doubt {
        message: speak(&doubt.message),
        help: doubt.help.as_ref().map(speak),
        source: opened.source.clone(),
        start: doubt.span.start,
        end: doubt.span.end,
    };
    let kinds = opened.rules.kinds().into_iter().map(|kind| Kind {
        name: kind.name().map(str::to_owned),
        coordinates: kind.coords().to_vec(),
        unordered: kind.is_unordered(),
    });
    Answer::json(&Rule {
        schema: json::SCHEMA,
        name: opened.name.clone(),
        rule: opened.rules.program().to_string(),
        misere: opened.rules.is_misere(),
        kinds: kinds.collect(),
        engine: speak(&session.plan(0).engine.name()),
        reason: speak(&session.plan(0).reason),
        doubts: doubts.into_iter().take(MOST_DOUBTS).map(doubt).collect(),
    })
}
