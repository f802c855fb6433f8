//! Reasons for positions on boards: a strategy of answers, the mex over the options, the nim-sum of the
//! parts.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::Step;
use crate::board::{Board, Reason, SEARCHED, Strategy};
use crate::games::Entry;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Value};

/// Explains a position on boards: what decides it, part by part, and a winning move.
///
/// ```
/// use grundy::board::{Source, open};
/// use grundy::explain::{Step, explain_board};
/// use grundy::games::find_board;
/// use grundy::limits::Limits;
/// let entry = find_board("cram").unwrap();
/// let mut board = open("cram", Source::Text("4x4")).unwrap();
/// let steps = explain_board(entry, board.as_mut(), &Limits::default()).unwrap();
/// let pairing = steps.iter().find(|step| matches!(step, Step::Pairing { .. }));
/// let Some(Step::Pairing { example: (made, answer), .. }) = pairing else { panic!() };
/// assert_eq!(made.to_string(), "1,1 and 1,2");
/// assert_eq!(answer.to_string(), "4,3 and 4,4");
/// ```
///
/// # Errors
/// A limit that was reached; [`Failure::Domain`] where it is not known who wins.
pub fn explain_board(
    entry: &Entry,
    board: &mut dyn Board,
    limits: &Limits,
) -> Result<Vec<Step>, Failure> {
    if board.is_misere() {
        let decided = decided(board, limits)?;
        let moves = every_move(board, limits)?;
        return Ok([Step::Misere].into_iter().chain(moves).chain(decided).collect());
    }
    let reasons = board.reasons(limits)?;
    let single = reasons.len() == 1;
    let known = match board.is_searched() {
        true => None,
        false => Some(Message::phrase(entry.known)),
    };
    let values: Option<Vec<(String, BigUint)>> = reasons
        .iter()
        .map(|reason| Some((shortened(reason.part.clone()), BigUint::from(reason.value?.0))))
        .collect();
    let mut steps = Vec::new();
    for (at, reason) in reasons.into_iter().enumerate() {
        let Reason { part, value, strategy, instead, options, moves } = reason;
        let part = shortened(part);
        let value = value.map(|value| Value::Nimber(BigUint::from(value.0)));
        // What decides a part does not decide the sum.
        let strategy = strategy.filter(|_| single);
        let reason = match &strategy {
            _ if at > 0 => None,
            None if known.is_none() && options.is_none() => Some(message!("decided by a search")),
            _ => known.clone(),
        };
        steps.push(Step::Component { component: part.clone(), value: value.clone(), reason });
        let decided = strategy.is_some();
        steps.extend(strategy.map(|strategy| match strategy {
            Strategy::Pairing { symmetry, begin, example } => {
                Step::Pairing { component: part.clone(), symmetry, begin, example }
            }
            Strategy::Stealing { play } => Step::Stealing { component: part.clone(), play },
        }));
        // A strategy says more than a list of options.
        if let (Some(value), Some(options), false) = (value, options, decided) {
            let images = (moves > options.len()).then_some(moves);
            let options = options.into_iter();
            let options = options.map(|(to, value)| (to, Value::Nimber(BigUint::from(value.0))));
            let options = options.collect();
            steps.push(Step::Mex { component: instead.unwrap_or(part), options, images, value });
        }
    }
    if let Some(rows) = values.filter(|_| !single) {
        let sum = rows.iter().fold(BigUint::ZERO, |sum, (_, value)| sum ^ value);
        steps.push(Step::NimSum { rows, sum });
    }
    steps.extend(decided(board, limits)?);
    Ok(steps)
}

/// Longest text of a part that is shown whole, in bytes, and how much of a longer one is.
const LONGEST_PART: usize = 2000;
const BEGINNING: usize = 200;

/// A part as it is typed, of which the end is left out where it is long: nobody reads a graph of thousands of edges.
fn shortened(part: String) -> String {
    if part.len() <= LONGEST_PART {
        return part;
    }
    let start = &part[..part.floor_char_boundary(BEGINNING)];
    let start = start.rsplit_once(' ').map_or(start, |(start, _)| start);
    format!("{start} ...")
}

/// Moves that are listed with who wins after them.
const MOST_MOVES: usize = 40;

/// Every move with who wins after it, if they are few and that is soon known.
fn every_move(board: &mut dyn Board, limits: &Limits) -> Result<Option<Step>, Failure> {
    let mut names = Vec::new();
    board.each_move(&mut |made| {
        names.push(made.name);
        if names.len() > MOST_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if names.len() > MOST_MOVES {
        return Ok(None);
    }
    let most = SEARCHED as u64;
    let few = limits.clone().positions(limits.positions.map_or(most, |own| own.min(most)));
    let mut moves = Vec::new();
    for (number, name) in names.into_iter().enumerate() {
        board.make(number);
        let lost = board.is_lost(&few);
        board.take_back();
        match lost {
            Err(Failure::Stop(Stop::Positions(_)) | Failure::Domain(_)) => return Ok(None),
            lost => moves.push((name, Outcome::next_wins(!lost?))),
        }
    }
    Ok(Some(Step::Moves { moves }))
}

/// Who wins, a winning move, and how long the game lasts, as far as that is known.
fn decided(board: &mut dyn Board, limits: &Limits) -> Result<Vec<Step>, Failure> {
    if let Some(Strategy::Pairing { begin, .. }) = board.strategy() {
        // No move need be looked at, and how long the game lasts is said only if that is soon found.
        let lasts = match board.length(SEARCHED, limits) {
            Ok(found) => found.map(|(_, moves)| Step::Lasts { moves }),
            Err(Failure::Stop(_)) => None,
            Err(failure) => return Err(failure),
        };
        let outcome = Step::Outcome(Outcome::next_wins(begin.is_some()));
        let play = begin.map(|play| Step::Play { play });
        return Ok([outcome].into_iter().chain(play).chain(lasts).collect());
    }
    let best = board.best(SEARCHED, limits)?;
    let Some((best, leaves)) = best.and_then(|best| Some((best, best.leaves?))) else {
        // There is no move, or the search does not say who wins: a strategy may.
        let lost = board.is_lost(limits)?;
        return Ok(vec![Step::Outcome(Outcome::next_wins(!lost))]);
    };
    let mut steps = vec![Step::Outcome(Outcome::next_wins(leaves == Outcome::P))];
    if leaves == Outcome::P
        && let Some(play) = board.name(best.number)
    {
        board.make(best.number);
        let at_once = board.is_over();
        board.take_back();
        steps.push(if at_once { Step::AtOnce { play } } else { Step::Play { play } });
    }
    steps.extend(best.lasts.map(|lasts| Step::Lasts { moves: lasts + 1 }));
    Ok(steps)
}
