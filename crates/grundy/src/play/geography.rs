//! Geography on graphs: by a theorem where there is one, else by the search.

use std::ops::ControlFlow;

use crate::graph::geography::{
    Geography, Multigraph, Place, UsedUp, in_even_kernel, missed, moves_into_even_kernels,
};
use crate::graph::tokens::TokenMove;
use crate::graph::{Race, explore_rules};
use crate::language::message;
use crate::limits::{Limits, Stop};
use crate::nimber::{Nimber, mex};
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset as _, Value};
use crate::search::{Misere, Values};

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Maximum matchings: undirected vertex geography.
    ByMatching,
    /// Even kernels: undirected edge geography on a bipartite graph.
    ByKernel,
    /// The values of the vertices, since the token cannot come back to anything that it used up.
    NothingRepeats,
    /// All positions that can be reached.
    BySearch,
}

/// What is known of a token.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::geography::{Decided, answer};
/// let limits = Limits::default();
/// // Along a path of three arcs: the third move is the last.
/// let path = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3)], &limits)?;
/// let path = Multigraph::new(path, false, Vec::new(), &limits)?;
/// let found = answer(&path, UsedUp::Vertices, 0, false, &limits)?;
/// assert_eq!((found.outcome, found.value), (Outcome::N, Some(1)));
/// assert_eq!((found.winning_moves, found.decided), (vec![1], Decided::NothingRepeats));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where the search found it.
    pub value: Option<u64>,
    /// Where the winning moves lead, ascending.
    pub winning_moves: Vec<u32>,
    /// How this is known.
    pub decided: Decided,
}

/// Who wins from each vertex of which a theorem says so; it does in normal play alone.
/// `None` where no theorem says it: where edges lead one way, and, if edges are used up, in parts of the graph that
/// are not bipartite.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::geography::{Decided, outcomes};
/// let limits = Limits::default();
/// // An undirected path of three vertices: the ends are missed by maximum matchings, so they lose.
/// let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
/// let path = Graph::from_edges(3, path, &limits)?;
/// let path = Multigraph::new(path, true, Vec::new(), &limits)?;
/// let found = outcomes(&path, UsedUp::Vertices, &limits)?;
/// let by = |outcome| Some((outcome, Decided::ByMatching));
/// assert_eq!(found, [by(Outcome::P), by(Outcome::N), by(Outcome::P)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A limit that was reached.
pub fn outcomes(
    on: &Multigraph,
    used_up: UsedUp,
    limits: &Limits,
) -> Result<Vec<Option<(Outcome, Decided)>>, Failure> {
    if !on.leads_both_ways(used_up) {
        return Ok(vec![None; on.graph().vertices() as usize]);
    }
    let (lost, decided): (Vec<Option<bool>>, Decided) = match used_up {
        UsedUp::Vertices => {
            let lost = missed(on.graph(), None, limits)?;
            (lost.into_iter().map(Some).collect(), Decided::ByMatching)
        }
        UsedUp::Edges => (in_even_kernel(on, limits)?, Decided::ByKernel),
    };
    let known = |lost: bool| (Outcome::next_wins(!lost), decided);
    Ok(lost.into_iter().map(|lost| lost.map(known)).collect())
}

/// Who wins from each vertex, or why that is not known: of all if theorems decide all, else of the
/// first `most`. What a theorem decides has no winning moves here.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::play::geography::every_vertex;
/// # fn main() -> Result<(), grundy::ruleset::Failure> {
/// let limits = Limits::default();
/// // A long cycle, of which no theorem speaks, and an edge beside it.
/// let cycle = (0..1000).map(|vertex| (vertex, (vertex + 1) % 1000)).chain([(1000, 1001)]);
/// let graph = Graph::from_edges(1002, cycle, &limits)?;
/// let graph = Multigraph::new(graph, false, Vec::new(), &limits)?;
/// let rows = every_vertex(&graph, UsedUp::Edges, false, 2000, &limits)?;
/// assert!(rows[0].is_err());
/// assert_eq!(rows[1000].as_ref().map(|answer| answer.value), Ok(Some(1)));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A limit that was reached before anything was known.
pub fn every_vertex(
    on: &Multigraph,
    used_up: UsedUp,
    misere: bool,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Result<Answer, Failure>>, Failure> {
    let count = on.graph().vertices();
    let theorem = match misere {
        true => vec![None; count as usize],
        false => outcomes(on, used_up, limits)?,
    };
    let all = theorem.iter().all(Option::is_some);
    let shown = if all { theorem.len() } else { most.min(theorem.len()) };
    let each = size_of::<Result<Option<Answer>, Failure>>() + size_of::<Result<Answer, Failure>>();
    limits.check_memory((shown as u64).saturating_mul(each as u64))?;
    // Searches come last, so that a limit that one of them meets keeps back nothing else.
    let easy = (0..count).zip(theorem).take(shown).map(|(vertex, known)| match known {
        Some((outcome, decided)) => {
            Ok(Some(Answer { outcome, value: None, winning_moves: Vec::new(), decided }))
        }
        None => without_return(on, used_up, vertex, misere, limits),
    });
    let easy: Vec<Result<Option<Answer>, Failure>> = easy.collect();
    let every = (0..count).zip(easy).map(|(vertex, found)| match found {
        Ok(None) => by_search(on, used_up, vertex, misere, limits),
        Ok(Some(answer)) => Ok(answer),
        Err(failure) => Err(failure),
    });
    Ok(every.collect())
}

/// Who wins from one vertex, and by which moves.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::play::geography::answer;
/// # fn main() -> Result<(), grundy::ruleset::Failure> {
/// let limits = Limits::default();
/// let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
/// let graph = Graph::from_edges(3, path, &limits)?;
/// let graph = Multigraph::new(graph, true, Vec::new(), &limits)?;
/// assert_eq!(answer(&graph, UsedUp::Vertices, 1, false, &limits)?.winning_moves, [0, 2]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Failure::Domain`] where no theorem answers and more can be used up than a search takes, or if
/// the vertex does not exist; a limit that was reached.
pub fn answer(
    on: &Multigraph,
    used_up: UsedUp,
    token: u32,
    misere: bool,
    limits: &Limits,
) -> Result<Answer, Failure> {
    let graph = on.graph();
    if token >= graph.vertices() {
        return Err(Failure::Domain(message!("there is no vertex {token}", token)));
    }
    let both_ways = on.leads_both_ways(used_up);
    // Where matchings answer they need no such tree.
    if (misere || !both_ways || used_up == UsedUp::Edges)
        && let Some(answer) = without_return(on, used_up, token, misere, limits)?
    {
        return Ok(answer);
    }
    if !misere && both_ways {
        let followers = graph.followers(token).iter().copied();
        let theorem = match used_up {
            UsedUp::Vertices => {
                // After the move the opponent starts where this vertex is no more.
                let lost = missed(graph, Some(token), limits)?;
                Some((followers.filter(|&to| lost[to as usize]).collect(), Decided::ByMatching))
            }
            UsedUp::Edges => {
                let winning = moves_into_even_kernels(on, token, limits)?;
                winning.map(|winning| (winning, Decided::ByKernel))
            }
        };
        if let Some((winning_moves, decided)) = theorem {
            let outcome = Outcome::next_wins(!winning_moves.is_empty());
            return Ok(Answer { outcome, value: None, winning_moves, decided });
        }
    }
    by_search(on, used_up, token, misere, limits)
}

/// As [`answer`], where the token can never meet anything again that it has used up: if edges lead one way, no cycle
/// can be reached; if they lead both ways, what can be reached is a tree without parallel edges, on which the token can
/// only move away from where it began. Then nothing is lost by leaving everything in place, and vertices have values.
/// `O(V + E)`.
fn without_return(
    on: &Multigraph,
    used_up: UsedUp,
    token: u32,
    misere: bool,
    limits: &Limits,
) -> Result<Option<Answer>, Failure> {
    let (graph, both_ways) = (on.graph(), on.leads_both_ways(used_up));
    const UNSEEN: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    // In misère play 0 where the player to move loses, and 1 where not.
    let mut values = vec![UNSEEN; graph.vertices() as usize];
    values[token as usize] = OPEN;
    // Vertices on the way from the token, each with where it was come from and how many of its followers were looked
    // at.
    let mut way = vec![(token, token, 0)];
    let mut steps = 0_u64;
    while let Some((vertex, from, next)) = way.last_mut() {
        let (vertex, from) = (*vertex, *from);
        let comes_back = |to: u32| both_ways && to == from && vertex != token;
        let Some(&to) = graph.followers(vertex).get(*next) else {
            let onward = graph.followers(vertex).iter().filter(|&&to| !comes_back(to));
            let mut onward = onward.map(|&to| values[to as usize]).peekable();
            values[vertex as usize] = match misere {
                true => u32::from(onward.peek().is_none() || onward.any(|value| value == 0)),
                false => mex(onward.map(|value| Nimber(value.into()))).0 as u32,
            };
            way.pop();
            continue;
        };
        *next += 1;
        steps += 1;
        if steps.is_multiple_of(1 << 16) {
            limits.check()?;
        }
        match values[to as usize] {
            _ if comes_back(to) => {}
            // Another way back.
            _ if both_ways && used_up == UsedUp::Edges && on.times(vertex, to) > 1 => {
                return Ok(None);
            }
            UNSEEN => {
                values[to as usize] = OPEN;
                way.push((to, vertex, 0));
            }
            // Of edges that lead both ways every one that closes a cycle leads to an open vertex, seen from one end.
            OPEN => return Ok(None),
            _ => {}
        }
    }
    let value = values[token as usize];
    let followers = graph.followers(token).iter().copied();
    Ok(Some(Answer {
        outcome: Outcome::next_wins(value != 0),
        value: (!misere).then_some(value.into()),
        winning_moves: followers.filter(|&to| values[to as usize] == 0).collect(),
        decided: Decided::NothingRepeats,
    }))
}

/// Every move of a token that has gone this way, from its first vertex to where it is: who wins after
/// it, and in how many moves where no more than `most` positions can be reached.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::outcome::Outcome;
/// use grundy::play::geography::moves;
/// # fn main() -> Result<(), grundy::ruleset::Failure> {
/// let limits = Limits::default();
/// let path = [(0, 1), (1, 0), (1, 2), (2, 1)];
/// let graph = Graph::from_edges(3, path, &limits)?;
/// let graph = Multigraph::new(graph, true, Vec::new(), &limits)?;
/// let (outcome, moves) = moves(&graph, UsedUp::Vertices, &[0, 1], false, 1000, &limits)?;
/// assert_eq!((outcome, moves[0].to, moves[0].lasts), (Outcome::N, 2, Some(0)));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`answer`]; [`Failure::Domain`] if no token can go this way.
pub fn moves(
    on: &Multigraph,
    used_up: UsedUp,
    way: &[u32],
    misere: bool,
    most: u64,
    limits: &Limits,
) -> Result<(Outcome, Vec<TokenMove>), Failure> {
    if !on.allows(used_up, way) {
        return Err(no_way());
    }
    let few = limits.clone().positions(limits.positions.unwrap_or(most).min(most));
    match every_place(on, used_up, way, misere, &few) {
        Err(Failure::Stop(Stop::Positions(_)) | Failure::Domain(_)) => {}
        searched => return searched,
    }
    if misere || !on.leads_both_ways(used_up) {
        return every_place(on, used_up, way, misere, limits);
    }
    // What is left leads both ways too, so the theorems hold there.
    let token = way[way.len() - 1];
    let rest = on.rest(used_up, way, limits)?;
    let Answer { outcome, winning_moves, .. } = answer(&rest, used_up, token, misere, limits)?;
    let allowed = |to: u32| used_up == UsedUp::Edges || to != token;
    let moves = rest.graph().followers(token).iter().filter(|&&to| allowed(to)).map(|&to| {
        let leaves = Outcome::next_wins(winning_moves.binary_search(&to).is_err());
        TokenMove { token: 0, to, leaves, lasts: None }
    });
    Ok((outcome, moves.collect()))
}

fn no_way() -> Failure {
    Failure::Domain(message!("no token can go this way"))
}

/// As [`moves`], by going through all places that can be reached.
fn every_place(
    on: &Multigraph,
    used_up: UsedUp,
    way: &[u32],
    misere: bool,
    limits: &Limits,
) -> Result<(Outcome, Vec<TokenMove>), Failure> {
    let (start, steps) = (way[0], &way[1..]);
    let game = Geography::new(on, start, used_up)?;
    let mut place = game.start();
    for &step in steps {
        let mut next = None;
        game.options(&place, limits, &mut |option| {
            next = option.iter().copied().find(|option| game.vertex(option) == step);
            match next {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })?;
        place = next.ok_or_else(no_way)?;
    }
    let found = explore_rules(&game, [place], limits)?;
    let race = Race::new(&found.graph, misere, limits)?;
    let judged = found.graph.followers(0).iter().filter_map(|&next| {
        let to = game.vertex(found.positions.get(next)?.as_ref()?);
        let (leaves, lasts) = (race.outcome(next), race.distance(next));
        Some(TokenMove { token: 0, to, leaves, lasts })
    });
    let mut moves: Vec<TokenMove> = judged.collect();
    moves.sort_unstable_by_key(|made| made.to);
    Ok((race.outcome(0), moves))
}

/// As [`answer`], by going through the positions, whatever the graph.
/// The number of positions grows exponentially with that of the vertices or edges: this is for checking the theorems
/// and for small graphs.
///
/// ```
/// use grundy::graph::{Graph, geography::{Multigraph, UsedUp}};
/// use grundy::limits::Limits;
/// use grundy::play::geography::{answer, by_search};
/// let limits = Limits::default();
/// let square = (0..4).flat_map(|v| [(v, (v + 1) % 4), ((v + 1) % 4, v)]);
/// let square = Graph::from_edges(4, square, &limits)?;
/// let square = Multigraph::new(square, true, Vec::new(), &limits)?;
/// let searched = by_search(&square, UsedUp::Edges, 0, false, &limits)?;
/// assert_eq!(searched.outcome, answer(&square, UsedUp::Edges, 0, false, &limits)?.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`answer`].
pub fn by_search(
    on: &Multigraph,
    used_up: UsedUp,
    token: u32,
    misere: bool,
    limits: &Limits,
) -> Result<Answer, Failure> {
    let game = Geography::new(on, token, used_up)?;
    let start = game.start();
    let mut options: Vec<Place> = Vec::new();
    game.options(&start, limits, &mut |option| {
        options.extend_from_slice(option);
        std::ops::ControlFlow::Continue(())
    })?;
    let mut winning_moves = Vec::new();
    let (outcome, value) = if misere {
        let mut search = Misere::new(&game);
        for option in &options {
            if search.outcome(&[*option], limits)? == Outcome::P {
                winning_moves.push(game.vertex(option));
            }
        }
        (search.outcome(&[start], limits)?, None)
    } else {
        let mut search = Values::new(&game);
        for option in &options {
            if search.value(option, limits)? == Value::zero() {
                winning_moves.push(game.vertex(option));
            }
        }
        let value = search.value(&start, limits)?;
        (value.outcome(), value.nimber().map(|nimber| nimber.0))
    };
    winning_moves.sort_unstable();
    Ok(Answer { outcome, value, winning_moves, decided: Decided::BySearch })
}
