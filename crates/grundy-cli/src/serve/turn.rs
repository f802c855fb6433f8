//! A turn of a game that is played: a move is made, the opponent answers, and the moves from there.

use std::ops::ControlFlow;

use grundy::limits::Limits;
use grundy::play::{Move, Opponent};
use grundy::position::Part;
use grundy::ruleset::Failure;
use serde::Serialize;

use super::answer::{asked, failed};
use super::ask::{Answer, Question};
use super::problem::Problem;
use crate::asked::AskedPosition;
use crate::language::say;
use crate::report::json;

/// Moves that are listed unless the question says otherwise, and at most.
const LISTED: [usize; 2] = [200, 2000];
/// Bytes of the moves that are listed: of large sums fewer moves are.
const MOST_BYTES: usize = 1 << 22;

#[derive(Serialize)]
struct Turn {
    schema: u32,
    /// The position after the moves that were made.
    position: String,
    components: Vec<Component>,
    play: &'static str,
    /// The move that the opponent made, if it was asked to and had one.
    answer: Option<String>,
    /// Whether the game has ended, and whether the player to move has won it.
    ended: bool,
    mover_wins: bool,
    /// The moves of the player to move; none if the game has ended.
    moves: Vec<Listed>,
    more: bool,
}

#[derive(Serialize)]
struct Component {
    text: String,
    coordinates: Vec<String>,
}

#[derive(Serialize)]
struct Listed {
    component: usize,
    /// As it is typed, `8 -> 1`.
    #[serde(rename = "move")]
    made: String,
    /// The position that it leads to.
    position: String,
}

/// Answers the question.
pub(super) fn turn(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let mut asked = asked(question, limits)?;
    if let Some(made) = &question.made {
        make(&mut asked, made)?;
    }
    if !(0.0..=1.0).contains(&question.errs) {
        return Err(Problem::request(say!("`errs` is a number from 0 to 1")));
    }
    let most = question.most.unwrap_or(LISTED[0]).clamp(1, LISTED[1]);
    let errs = question.opponent.then_some(question.errs);
    let turn = go_on(&mut asked, errs, most);
    Answer::json(&turn.map_err(|failure| failed(&asked, &failure))?)
}

/// Makes the move that was typed, if the rules allow it.
fn make(asked: &mut AskedPosition, typed: &str) -> Result<(), Problem> {
    let made = asked.session.read_move(&asked.position, typed);
    let made = made.map_err(|error| Problem::of_rule("move", error))?;
    let legal = asked.session.is_legal(&asked.position, &made, &asked.limits);
    if !legal.map_err(|failure| failed(asked, &failure))? {
        let message = say!("the rules do not allow {typed}", typed);
        return Err(Problem::of_move(message).help(say!("`moves` lists what they allow")));
    }
    asked.position = asked.session.after(&asked.position, &made);
    Ok(())
}

/// Lets the opponent move, if there is one that errs so often, and lists the moves from there.
fn go_on(asked: &mut AskedPosition, errs: Option<f64>, most: usize) -> Result<Turn, Failure> {
    let mut answer = None;
    if let Some(errs) = errs {
        let AskedPosition { session, position, limits } = asked;
        let chosen = match fastrand::f64() < errs {
            true => {
                let dice = &mut |count| fastrand::usize(..count);
                Opponent::new().mistaken(session, position, dice, limits)?
            }
            false => Opponent::new().best(session, position, limits)?,
        };
        if let Some(made) = chosen {
            answer = Some(asked.session.describe_move(&asked.position, &made));
            asked.position = asked.session.after(&asked.position, &made);
        }
    }
    let session = &mut asked.session;
    let finished = session.is_finished(&asked.position, &asked.limits)?;
    let misere = session.is_misere(&asked.position)?;
    let ended = session.any_move(&asked.position, &asked.limits)?.is_none();
    let (moves, more) = if ended { (Vec::new(), false) } else { list(asked, most)? };
    let session = &asked.session;
    let component = |part: &Part| Component {
        text: session.describe_part(part),
        coordinates: part.coords.iter().map(ToString::to_string).collect(),
    };
    Ok(Turn {
        schema: json::SCHEMA,
        position: session.describe_sum(&asked.position.parts),
        components: asked.position.parts.iter().map(component).collect(),
        play: json::play(misere),
        answer,
        ended,
        // Without a move the mover has lost, in misère play won; `win on` is won by who got there.
        mover_wins: ended && misere && !finished,
        moves,
        more,
    })
}

/// The first winning moves, as far as they are known where not all moves can be listed.
fn winning(asked: &mut AskedPosition, most: usize) -> Result<Vec<Move>, Failure> {
    let mut won = Vec::new();
    let found = asked.session.each_winning_move(&asked.position, &asked.limits, &mut |made| {
        won.push(made);
        if won.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match found {
        Err(failure) if !failure.is_beyond_reach() => Err(failure),
        _ => Ok(won),
    }
}

/// The first moves, and whether there are more. Where not all can be listed, those that win come first.
fn list(asked: &mut AskedPosition, most: usize) -> Result<(Vec<Listed>, bool), Failure> {
    let mut moves = Vec::new();
    let mut see = |made| {
        moves.push(made);
        if moves.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let listed = asked.session.each_move(&asked.position, &asked.limits, &mut see);
    let beyond = match listed {
        Err(failure) if failure.is_beyond_reach() => Some(failure),
        listed => listed.map(|()| None)?,
    };
    let mut more = moves.len() > most || beyond.is_some();
    if let Some(failure) = beyond {
        let won = winning(asked, most)?;
        moves.retain(|made| !won.contains(made));
        moves.splice(0..0, won);
        if moves.is_empty() {
            return Err(failure);
        }
    }
    moves.truncate(most);
    let (session, position) = (&asked.session, &asked.position);
    let (mut listed, mut bytes) = (Vec::new(), 0);
    for made in &moves {
        asked.limits.check()?;
        let made = position.single(made.clone());
        let after = session.after(position, &made);
        let entry = Listed {
            component: made.part,
            made: session.describe_move(position, &made),
            position: session.describe_sum(&after.parts),
        };
        bytes += entry.made.len() + entry.position.len();
        // One move is always listed, so that play can go on.
        if bytes > MOST_BYTES && !listed.is_empty() {
            more = true;
            break;
        }
        listed.push(entry);
    }
    Ok((listed, more))
}
