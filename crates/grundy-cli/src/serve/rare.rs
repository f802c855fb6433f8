//! Rare and common values of a take-and-break game: the mask under which nearly all values are odd.

use grundy::heap::{HeapGame, Run, Sparse};
use grundy::limits::Limits;
use grundy::plan::Engine;
use grundy::play::Session;
use serde::Serialize;

use super::answer::session_of_game;
use super::ask::{Answer, Question};
use super::problem::Problem;
use crate::language::say;
use crate::number::number;
use crate::report::json;

/// The last heap if none is asked for, and at most.
const LAST: [u64; 2] = [10_000, 1_000_000];
/// Rare heaps and values that are listed.
const LISTED: usize = 1000;

#[derive(Serialize)]
struct Rare {
    schema: u32,
    game: String,
    /// Heaps that were looked at, with heap 0.
    heaps: String,
    /// Nothing where no split leaves more than four heaps in five common.
    space: Option<Space>,
    /// The values that occur, ascending.
    values: Vec<Counted>,
    more_values: bool,
}

#[derive(Serialize)]
struct Space {
    /// A value is common if it has an odd number of these bits.
    mask: String,
    binary: String,
    /// Whether the parity of the heap's size is added.
    with_size: bool,
    rares: String,
    last_rare: Option<String>,
    /// The first rare heaps with their values.
    rare: Vec<[String; 2]>,
    more: bool,
}

#[derive(Serialize)]
struct Counted {
    value: String,
    common: String,
    rare: String,
}

/// The take-and-break game that is asked about.
fn heap_game(session: &Session) -> Result<HeapGame, Problem> {
    match (&session.games()[0].code, &session.plan(0).engine) {
        (Some(code), _) if code.all_but().is_none() => Ok(HeapGame::Code(code.clone())),
        (_, Engine::Heap(game, _)) => Ok(game.clone()),
        _ => Err(Problem::request(say!("only take-and-break games have rare and common values"))
            .help(say!("such as 0.77, .6 or grundys"))),
    }
}

/// Answers the question.
pub(super) fn rare(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let session = session_of_game(question)?;
    let game = heap_game(&session)?;
    let last = match &question.to {
        None => LAST[0],
        Some(to) => number(to.trim()).ok().filter(|&last| last <= LAST[1]).ok_or_else(|| {
            Problem::request(say!("`to` is a number up to {last}", last = LAST[1]))
        })?,
    };
    let mut run = Run::new(game);
    run.advance(last, limits).map_err(Problem::of_stop)?;
    let (game, values) = (run.game().clone(), run.values());
    let sparse = Sparse::of(&game, &values);
    let is_rare = |heap: u64, value: u64| {
        sparse.as_ref().is_some_and(|sparse| !sparse.space.is_common(heap, value))
    };
    let largest = values.iter().max().unwrap_or(0);
    let listed = usize::try_from(largest).unwrap_or(usize::MAX).saturating_add(1);
    // Counts for each value, common and rare.
    let mut counts = vec![[0_u64; 2]; listed.min(LISTED)];
    let mut rare = Vec::new();
    // Heap 0 is no piece of a break: it is neither, nor are small heaps that conditions treat apart.
    let first = sparse.as_ref().map_or(1, |sparse| sparse.first);
    for (heap, value) in (0_u64..).zip(values.iter()).skip(first as usize) {
        let odd_one = is_rare(heap, value);
        if let Some(count) = usize::try_from(value).ok().and_then(|value| counts.get_mut(value)) {
            count[usize::from(odd_one)] += 1;
        }
        if odd_one && rare.len() <= LISTED {
            rare.push([heap.to_string(), value.to_string()]);
        }
    }
    let more = rare.len() > LISTED;
    rare.truncate(LISTED);
    let counted = (0_u64..).zip(&counts).filter(|(_, count)| **count != [0, 0]);
    Answer::json(&Rare {
        schema: json::SCHEMA,
        game: game.to_string(),
        heaps: values.len().to_string(),
        space: sparse.map(|sparse| Space {
            mask: sparse.space.mask().to_string(),
            binary: format!("{:b}", sparse.space.mask()),
            with_size: sparse.space.with_size(),
            rares: sparse.rares.to_string(),
            last_rare: sparse.last_rare.map(|heap| heap.to_string()),
            rare,
            more,
        }),
        values: counted
            .map(|(value, [common, rare])| Counted {
                value: value.to_string(),
                common: common.to_string(),
                rare: rare.to_string(),
            })
            .collect(),
        more_values: listed > LISTED,
    })
}
