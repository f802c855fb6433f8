//! Why a position on boards is worth what it is worth: its parts, with a strategy or with all options.

use std::collections::HashSet;

use super::strategy::{Strategy, strategy};
use crate::board::BoardGame;
use crate::board::played::moves::moves;
use crate::language::Message;
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::ruleset::Failure;

/// What is known of a part of a position; the nim-sum of the parts is the value of the whole.
///
/// ```
/// use grundy::board::{Source, open};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // Cram on rows is Dawson's Kayles: four cells are worth 2, two are worth 1.
/// let mut board = open("cram", Source::Text("1x4 + 1x2"))?;
/// let reasons = board.reasons(&Limits::default())?;
/// let values: Vec<_> = reasons.iter().map(|reason| (&reason.part[..], reason.value)).collect();
/// assert_eq!(values, [("####", Some(Nimber(2))), ("##", Some(Nimber(1)))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The part as it is typed.
    pub part: String,
    /// Its value; nothing where that would take too long, or there is none.
    pub value: Option<Nimber>,
    /// What decides who wins it, with moves as they are called.
    pub strategy: Option<Strategy<Message>>,
    /// The board that theory makes of the part, where it is another one and the options are its.
    pub instead: Option<String>,
    /// The boards that moves lead to with their values, one of those that are images of each other, if they are few and
    /// small.
    pub options: Option<Vec<(String, Nimber)>>,
    /// How many moves lead to those and their images.
    pub moves: usize,
}

/// Options with their values, and how many moves lead to them and their images.
type Options = (Vec<(String, Nimber)>, usize);

/// Most moves of a part whose options are listed.
const MOST_OPTIONS: usize = 40;
/// Most parts whose options are listed.
const MOST_LISTED: usize = 4;
/// Positions that may be looked at for the sake of the reasons alone.
const LOOKED_AT: u64 = 50_000;

/// The reasons for a sum of boards. A single board on which a strategy decides is not taken apart.
///
/// # Errors
/// A limit other than that of positions: what is not known by then is left out.
pub(in crate::board) fn reasons<G: BoardGame>(
    game: &mut G,
    boards: &[G::Position],
    limits: &Limits,
) -> Result<Vec<Reason>, Failure> {
    let few = limits.clone().positions(limits.positions.unwrap_or(LOOKED_AT).min(LOOKED_AT));
    if let [board] = boards {
        let parts = game.parts(board);
        if strategy(game, board).is_some() || parts.len() < 2 {
            let mut reason = reason(game, board, true, &few)?;
            if let ([part], None, Some(_)) = (&parts[..], &reason.options, reason.value)
                && part != board
            {
                let (options, moves) = options(game, part, &few)?.unzip();
                reason.instead = options.is_some().then(|| game.show(part));
                (reason.options, reason.moves) = (options, moves.unwrap_or_default());
            }
            return Ok(vec![reason]);
        }
        let reasons = each(game, &parts, &few)?;
        // Without a value of each part, it is only known of the whole who wins.
        return match reasons.iter().all(|reason| reason.value.is_some()) {
            true => Ok(reasons),
            false => Ok(vec![reason(game, board, true, &few)?]),
        };
    }
    let parts: Vec<G::Position> = boards.iter().flat_map(|board| game.parts(board)).collect();
    each(game, &parts, limits)
}

fn each<G: BoardGame>(
    game: &mut G,
    parts: &[G::Position],
    limits: &Limits,
) -> Result<Vec<Reason>, Failure> {
    let each = parts.iter().enumerate();
    each.map(|(at, part)| reason(game, part, at < MOST_LISTED, limits)).collect()
}

fn reason<G: BoardGame>(
    game: &mut G,
    board: &G::Position,
    listed: bool,
    limits: &Limits,
) -> Result<Reason, Failure> {
    let strategy = strategy(game, board);
    let strategy = strategy.map(|found| found.map(|made| game.name_move(board, &made)));
    let value = if_known(game.value(board, limits))?;
    let found = match listed && value.is_some() {
        true => options(game, board, limits)?,
        false => None,
    };
    let (options, moves) = found.unzip();
    let moves = moves.unwrap_or_default();
    Ok(Reason { part: game.show(board), value, strategy, instead: None, options, moves })
}

/// The boards after moves with their values, one of those that are images of each other, and how many moves there are;
/// nothing if these are many or one of the boards has no value.
fn options<G: BoardGame>(
    game: &mut G,
    board: &G::Position,
    limits: &Limits,
) -> Result<Option<Options>, Failure> {
    let boards = std::slice::from_ref(board);
    let moves: Vec<(usize, G::Move)> = moves(game, boards).take(MOST_OPTIONS + 1).collect();
    if moves.len() > MOST_OPTIONS {
        return Ok(None);
    }
    let mut found: Vec<(String, Nimber)> = Vec::new();
    let mut seen = HashSet::new();
    for (_, made) in &moves {
        let after = game.after(board, made);
        if !seen.insert(game.alike(after.clone())) {
            continue;
        }
        match if_known(game.value(&after, limits))? {
            // As whoever moves sees it, as in the list of moves.
            Some(value) => found.push((game.show(&game.passed(&after)), value)),
            None => return Ok(None),
        }
    }
    Ok(Some((found, moves.len())))
}

/// A value, if there is one within reach.
fn if_known(value: Result<Nimber, Failure>) -> Result<Option<Nimber>, Failure> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Domain(_) | Failure::Stop(Stop::Positions(_))) => Ok(None),
        Err(failure) => Err(failure),
    }
}
