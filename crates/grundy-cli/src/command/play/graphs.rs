//! Tokens on an explicit graph, with cycles or without: the winner hurries, the loser delays, and who
//! can keep a draw does. In geography one token uses up what it passes.

use grundy::graph::geography::{Multigraph, Remains, UsedUp};
use grundy::graph::tokens::{TokenMove, by_search, by_values};
use grundy::graph::{Labels, Named};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::geography;
use grundy::ruleset::Failure;

use super::draw::{Drawing, Tone};
use super::game::{End, Hint, Listed, Playable};
use crate::language::say;
use crate::trouble::Trouble;

/// Tokens on the vertices of a graph, one of which moves along an edge. A position is the vertices of
/// the tokens; in geography it is the way of the one token, from its first vertex to where it is.
pub(super) struct OnGraph {
    named: Named,
    title: String,
    tokens: Vec<u32>,
    /// What the token uses up, and of what.
    geography: Option<(UsedUp, Multigraph)>,
    misere: bool,
    /// The values, once they were needed, with the numbers by which a sum is won.
    labels: Option<(Labels, Vec<u32>)>,
}

/// A token, by its place in the list, and where it goes.
type Step = (usize, u32);

/// Positions that are searched for the length of a game.
const SEARCHED: u64 = 200_000;

impl OnGraph {
    pub(super) fn new(named: Named, tokens: Vec<u32>, misere: bool) -> OnGraph {
        let title = say!("a graph of {count} vertices", count = named.graph.vertices());
        OnGraph { named, title, tokens, geography: None, misere, labels: None }
    }

    /// The graph of all positions of a game that has a name.
    pub(super) fn titled(self, title: String) -> OnGraph {
        OnGraph { title, ..self }
    }

    /// The one token uses up what it passes.
    ///
    /// # Errors
    /// A limit that was reached.
    pub(super) fn using_up(self, used_up: UsedUp, limits: &Limits) -> Result<OnGraph, Failure> {
        let Named { graph, given, undirected, .. } = &self.named;
        let on = Multigraph::new(graph.clone(), *undirected, given.clone(), limits)?;
        Ok(OnGraph { geography: Some((used_up, on)), ..self })
    }

    /// The tokens that can move.
    fn tokens<'a>(&self, at: &'a [u32]) -> &'a [u32] {
        match &self.geography {
            None => at,
            Some(_) => &at[at.len().saturating_sub(1)..],
        }
    }

    /// Where a token on a vertex can go.
    fn followers(&self, at: &[u32], from: u32) -> Vec<u32> {
        let all = self.named.graph.followers(from).iter().copied();
        let Some((used_up, on)) = &self.geography else { return all.collect() };
        let left = Remains::new(on, *used_up, at);
        // A token does not visit the vertex where it stands.
        let stays = |to: u32| *used_up == UsedUp::Vertices && to == from;
        all.filter(|&to| left.times(from, to) > 0 && !stays(to)).collect()
    }

    fn name(&self, vertex: u32) -> String {
        self.named.names.name(vertex).to_string()
    }

    /// Whether a vertex is meant: an explored position `[5]` is typed without its brackets too.
    fn is_called(&self, vertex: u32, typed: &str) -> bool {
        let (name, typed) = (self.name(vertex), typed.trim());
        name == typed
            || name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) == Some(typed)
    }

    fn told(&self, at: &[u32], (token, to): Step) -> String {
        format!("{} -> {}", self.name(self.tokens(at)[token]), self.name(to))
    }

    /// The moves, those of tokens on one vertex once.
    fn steps<'a>(&'a self, at: &'a [u32]) -> impl Iterator<Item = Step> + 'a {
        let tokens = self.tokens(at);
        let all = tokens.iter().copied().enumerate();
        let first = all.filter(|(token, vertex)| !tokens[..*token].contains(vertex));
        first.flat_map(|(token, vertex)| {
            self.followers(at, vertex).into_iter().map(move |to| (token, to))
        })
    }

    fn moved(&self, at: &[u32], (token, to): Step) -> Vec<u32> {
        let mut after = at.to_vec();
        match &self.geography {
            None => after[token] = to,
            Some(_) => after.push(to),
        }
        after
    }

    /// The vertices that the token of geography has passed.
    fn passed(&self, at: &[u32]) -> Option<String> {
        let (_, passed) = at.split_last().filter(|_| self.geography.is_some())?;
        let names: Vec<String> = passed.iter().map(|&vertex| self.name(vertex)).collect();
        (!names.is_empty()).then(|| say!("passed: {names}", names = names.join(" ")))
    }

    /// Every move with who wins after it, and in how many moves where the positions are few.
    fn judged(
        &mut self,
        at: &[u32],
        limits: &Limits,
    ) -> Result<(Outcome, Vec<TokenMove>), Failure> {
        // In misère play no values go on where the search ends.
        let most = limits.positions.unwrap_or(SEARCHED);
        let few = limits.clone().positions(if self.misere { most } else { most.min(SEARCHED) });
        let graph = &self.named.graph;
        if let Some((used_up, on)) = &self.geography {
            return geography::moves(on, *used_up, at, self.misere, SEARCHED, limits);
        }
        let verdict = match by_search(graph, at, self.misere, &few) {
            Err(Failure::Stop(grundy::limits::Stop::Positions(_))) if !self.misere => {
                let (labels, counters) = match self.labels.take() {
                    Some(known) => known,
                    None => {
                        let labels = Labels::new(graph, limits)?;
                        let counters = labels.counters(graph, limits)?;
                        (labels, counters)
                    }
                };
                let mut verdict = by_values(graph, &labels, at, limits)?;
                // Of those that win the one comes first that leads on: another may lead back for ever.
                let left = |made: &TokenMove| {
                    let after = self.moved(at, (made.token, made.to));
                    let nimbers = after.iter().filter_map(|&vertex| labels.nimber(vertex));
                    let numbers = after.iter().map(|&vertex| u64::from(counters[vertex as usize]));
                    (nimbers.map(|nimber| nimber.0).sum::<u64>(), numbers.sum::<u64>())
                };
                verdict.moves.sort_by_cached_key(|made| match made.leaves {
                    Outcome::P => (0, left(made)),
                    _ => (1, (0, 0)),
                });
                self.labels = Some((labels, counters));
                verdict
            }
            searched => searched?,
        };
        Ok((verdict.outcome, verdict.moves))
    }
}

/// The best of judged moves: a quick win, else a draw, else a long loss.
fn best(moves: &[TokenMove]) -> Option<Step> {
    let rank = |made: &&TokenMove| {
        let lasts = made.lasts.map_or(0, i64::from);
        match made.leaves {
            Outcome::P => (2, -lasts),
            Outcome::D => (1, 0),
            Outcome::N => (0, lasts),
        }
    };
    moves.iter().rev().max_by_key(rank).map(|made| (made.token, made.to))
}

impl Playable for OnGraph {
    type Position = Vec<u32>;
    type Move = Step;

    fn title(&self) -> String {
        self.title.clone()
    }

    fn start(&self) -> Vec<u32> {
        self.tokens.clone()
    }

    fn is_misere(&self) -> Result<bool, Failure> {
        Ok(self.misere)
    }

    fn can_repeat(&self) -> bool {
        self.geography.is_none()
    }

    fn end(&mut self, at: &Vec<u32>, _: &Limits) -> Result<Option<End>, Failure> {
        let stuck = self.steps(at).next().is_none();
        Ok(stuck.then(|| End::stuck(self.misere)))
    }

    fn moves(&mut self, at: &Vec<u32>, most: usize, _: &Limits) -> Result<Listed<Step>, Failure> {
        let named = |made: Step| (made, self.told(at, made));
        Ok(Listed::first(most, self.steps(at).map(named)))
    }

    fn after(&mut self, at: &Vec<u32>, made: &Step) -> Vec<u32> {
        self.moved(at, *made)
    }

    fn describe(&mut self, at: &Vec<u32>, made: &Step) -> String {
        self.told(at, *made)
    }

    fn read(
        &mut self,
        at: &Vec<u32>,
        text: &str,
        _: &Limits,
    ) -> Result<Result<Step, String>, Failure> {
        let (from, to) = text.split_once("->").map_or((None, text), |(from, to)| (Some(from), to));
        let wanted = |&(token, target): &Step| {
            let here = from.is_none_or(|from| self.is_called(self.tokens(at)[token], from));
            here && self.is_called(target, to)
        };
        let found: Vec<Step> = self.steps(at).filter(wanted).collect();
        Ok(match found[..] {
            [made] => Ok(made),
            [] => Err(say!("There is no move {text}. A move is typed like a -> b.", text)),
            _ => Err(say!("Several tokens can go to {to}: type a -> {to}", to = to.trim())),
        })
    }

    fn best(&mut self, at: &Vec<u32>, limits: &Limits) -> Result<Option<Step>, Failure> {
        Ok(best(&self.judged(at, limits)?.1))
    }

    fn mistaken(
        &mut self,
        at: &Vec<u32>,
        dice: &mut fastrand::Rng,
        limits: &Limits,
    ) -> Result<Option<Step>, Failure> {
        let (_, moves) = self.judged(at, limits)?;
        let wrong: Vec<Step> = moves
            .iter()
            .filter(|made| made.leaves != Outcome::P)
            .map(|made| (made.token, made.to))
            .collect();
        Ok(match wrong.is_empty() {
            true => best(&moves),
            false => Some(wrong[dice.usize(..wrong.len())]),
        })
    }

    fn any(&mut self, at: &Vec<u32>) -> Option<Step> {
        self.steps(at).next()
    }

    fn hint(&mut self, at: &Vec<u32>, limits: &Limits) -> Result<Hint<Step>, Failure> {
        let (outcome, moves) = self.judged(at, limits)?;
        let mut reasons = Vec::new();
        let shown = moves.iter().take(MOST_TOLD);
        for TokenMove { token, to, leaves, lasts } in shown {
            let (from, to) = (self.name(self.tokens(at)[*token]), self.name(*to));
            let then = match (leaves, lasts) {
                (Outcome::P, Some(0)) => say!("wins, in 1 move"),
                (Outcome::P, Some(lasts)) => say!("wins, in {moves} moves", moves = lasts + 1),
                (Outcome::P, None) => say!("wins"),
                (Outcome::N, Some(lasts)) => say!("loses, in {moves} moves", moves = lasts + 1),
                (Outcome::N, None) => say!("loses"),
                (Outcome::D, _) => say!("draws"),
            };
            reasons.push(format!("  {from} -> {to}   {then}"));
        }
        if moves.len() > MOST_TOLD {
            reasons.push(say!("  ... and more"));
        }
        reasons.push(match outcome {
            Outcome::N => say!("N: the player to move wins."),
            Outcome::P => say!("P: the player to move loses, whatever the move."),
            Outcome::D => say!("D: a draw: nobody can force the end."),
        });
        let made = best(&moves).filter(|_| outcome != Outcome::P);
        if let Some(made) = &made {
            let found = self.describe(at, made);
            reasons.push(match outcome {
                Outcome::N => say!("Winning move: {found}", found),
                _ => say!("Drawing move: {found}", found),
            });
        }
        Ok(Hint { reasons, made })
    }

    /// The vertices around the tokens: a line for each token, and what its followers lead to.
    fn drawing(&mut self, at: &Vec<u32>, made: Option<&Step>) -> Drawing {
        let mut drawing = Drawing::default();
        if let Some(passed) = self.passed(at) {
            drawing.line(format!("  {passed}"), Tone::Faint);
        }
        for (token, &vertex) in self.tokens(at).iter().enumerate() {
            let goal = made.filter(|made| made.0 == token).map(|made| made.1);
            drawing
                .rows
                .push(vec![("  @ ".to_owned(), Tone::Faint), (self.name(vertex), Tone::Plain)]);
            for to in self.followers(at, vertex).into_iter().take(MOST_TOLD) {
                let tone = if Some(to) == goal { Tone::Chosen } else { Tone::Plain };
                let arrow = if Some(to) == goal { "  `=> " } else { "  `-> " };
                let next = self.followers(&self.moved(at, (token, to)), to);
                let more = if next.len() > IN_A_LINE { " .." } else { "" };
                let next = next.into_iter().take(IN_A_LINE);
                let next: Vec<String> = next.map(|next| self.name(next)).collect();
                let then = match next.is_empty() {
                    true => say!("   (an end)"),
                    false => format!("   -> {}{more}", next.join(" ")),
                };
                drawing.rows.push(vec![
                    (arrow.to_owned(), Tone::Faint),
                    (self.name(to), tone),
                    (then, Tone::Faint),
                ]);
            }
        }
        drawing
    }

    fn facts(&mut self, at: &Vec<u32>) -> Vec<String> {
        let token = |&vertex: &u32| say!("token on {name}", name = self.name(vertex));
        self.passed(at).into_iter().chain(self.tokens(at).iter().map(token)).collect()
    }

    fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, &[])
    }
}

/// Moves that a hint and a drawing name.
const MOST_TOLD: usize = 40;
/// Followers named in a line.
const IN_A_LINE: usize = 8;
