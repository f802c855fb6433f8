//! The graph of a small position: everything that can be reached from it, with values and a picture.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy::drawing::Colours;
use grundy::graph::draw::Picture;
use grundy::graph::{Explored, Labels, Named, Race, SeeOption, explore};
use grundy::limits::{Limits, Stop};
use grundy::play::{Move, Position, Session};
use grundy::position::Part;
use grundy::ruleset::Failure;
use serde::Serialize;

use super::answer::{asked, failed};
use super::ask::{Answer, Question};
use super::problem::Problem;
use crate::language::{message, now, say};
use crate::report::{json, svg};

/// Positions that a graph may have unless the question says otherwise, and at most.
const POSITIONS: [usize; 2] = [150, 400];
/// Moves that are drawn.
const MOST_MOVES: u64 = 4000;

#[derive(Serialize)]
struct Reach {
    schema: u32,
    play: &'static str,
    /// The position that was asked about first.
    positions: Vec<Reached>,
    svg: String,
}

#[derive(Serialize)]
struct Reached {
    position: String,
    /// Nothing in misère play, and where a game ends on the spot.
    value: Option<String>,
    outcome: String,
    /// Where the moves lead, by their place in the list.
    moves: Vec<u32>,
}

/// What can be reached, and who wins there.
struct Found {
    named: Named,
    labels: Option<Labels>,
    race: Race,
    misere: bool,
}

/// Answers the question.
pub(super) fn reach(question: &Question, limits: &Limits) -> Result<Answer, Problem> {
    let mut asked = asked(question, limits)?;
    let most = question.most.unwrap_or(POSITIONS[0]).clamp(1, POSITIONS[1]);
    let too_large = || {
        let message = say!("more than {most} positions can be reached from here", most);
        Problem::too_large(message).help(say!("choose a smaller position"))
    };
    let found = match find(&mut asked.session, &asked.position, most, limits) {
        Err(Failure::Stop(Stop::Positions(reached))) if reached == most as u64 => {
            return Err(too_large());
        }
        found => found.map_err(|failure| failed(&asked, &failure))?,
    };
    let Found { named, labels, race, misere } = &found;
    if named.graph.edges() > MOST_MOVES {
        return Err(too_large());
    }
    let picture = Picture { named, labels: labels.as_ref(), race, language: now() };
    let title = asked.session.describe_sum(&asked.position.parts);
    let svg = svg::svg(&picture.drawing(&title), Colours::Colour, None)
        .map_err(|_| Problem::failed(say!("the picture cannot be written")))?;
    let position = |vertex: u32| Reached {
        position: named.names.name(vertex).to_string(),
        value: labels.as_ref().map(|labels| labels.value(&named.graph, vertex).to_string()),
        outcome: race.outcome(vertex).to_string(),
        moves: named.graph.followers(vertex).to_vec(),
    };
    Answer::json(&Reach {
        schema: json::SCHEMA,
        play: json::play(*misere),
        positions: (0..named.graph.vertices()).map(position).collect(),
        svg,
    })
}

/// Which components have a move.
#[derive(Default)]
struct Alive(HashMap<Part, bool>);

impl Alive {
    /// Components in one order, whatever the order in which they were typed or came to be, and
    /// without those that have no move.
    fn sum(
        &mut self,
        session: &mut Session,
        parts: Vec<Part>,
        limits: &Limits,
    ) -> Result<Vec<Part>, Failure> {
        let mut left = Vec::new();
        for part in parts {
            let moves = match self.0.get(&part) {
                Some(&moves) => moves,
                None => {
                    limits.check()?;
                    let alone = Position { parts: vec![part.clone()] };
                    let moves = session.is_finished(&alone, limits)?
                        || session.any_move(&alone, limits)?.is_some();
                    self.0.insert(part.clone(), moves);
                    moves
                }
            };
            if moves {
                left.push(part);
            }
        }
        left.sort_unstable();
        Ok(left)
    }
}

fn find(
    session: &mut Session,
    position: &Position,
    most: usize,
    limits: &Limits,
) -> Result<Found, Failure> {
    let misere = session.is_misere(position)?;
    let at_once = session.games().iter().any(|game| game.rules.has_wins());
    if misere && at_once {
        let message = message!("a game that ends on the spot is not drawn in misère play");
        return Err(Failure::Domain(message));
    }
    let mut alive = Alive::default();
    let root = alive.sum(session, position.parts.clone(), limits)?;
    // Components can be played to their ends one after the other, so that ever fewer are left.
    if root.len() >= most {
        return match at_once {
            false => Err(Stop::Positions(most as u64).into()),
            true => {
                let message = message!("a sum of {most} components or more is not drawn", most);
                Err(Failure::Domain(message))
            }
        };
    }
    let options = |parts: &Vec<Part>, see: &mut SeeOption<'_, Vec<Part>>| {
        let whole = Position { parts: parts.clone() };
        if session.is_finished(&whole, limits)? {
            return Ok(());
        }
        let mut moves = 0;
        for (at, part) in parts.iter().enumerate() {
            // Equal components stand side by side, and their moves lead to the same sums.
            if at > 0 && parts[at - 1] == *part {
                continue;
            }
            let alone = Position { parts: vec![part.clone()] };
            let mut after = Vec::new();
            session.each_move(&alone, limits, &mut |made| {
                moves += 1;
                after.push(made);
                match moves > MOST_MOVES {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
            if moves > MOST_MOVES {
                return Err(Stop::Positions(most as u64).into());
            }
            for made in after {
                limits.check()?;
                let after = session.after(&whole, &Move { part: at, ..made }).parts;
                if see(alive.sum(session, after, limits)?).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    };
    let few = limits.clone().positions(most as u64);
    let explored: Explored<Vec<Part>> = explore([root], options, &few)?;
    let named = explored.into_named(|parts| session.describe_sum(parts))?;
    let labels = if misere || at_once { None } else { Some(Labels::new(&named.graph, limits)?) };
    let race = Race::new(&named.graph, misere, limits)?;
    Ok(Found { named, labels, race, misere })
}
