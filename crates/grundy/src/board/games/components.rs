//! A large graph that falls apart, as games on its connected components.
//!
//! A search has a bit for each vertex of its graph. So where a graph has more vertices than there are bits, each of its
//! components has a search of its own, with bits for its vertices alone; components whose vertices are numbered and
//! joined in the same way share one.

use std::collections::HashMap;

use crate::board::parts::takings::{LARGE, connected};
use crate::board::{BoardGame, OnGraph, Piece, Undirected};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::Failure;

/// Searches of smaller components take little memory.
const HEAVY: usize = 32;

/// The components of a graph.
pub(super) struct Components {
    /// Of each vertex the game on its component, which component it is, and its number there.
    places: Vec<Place>,
    games: Vec<OnGraph>,
}

#[derive(Clone, Copy, Default)]
struct Place {
    game: usize,
    component: usize,
    vertex: u32,
}

impl Components {
    /// Nothing where one search has room for the graph, or it is connected.
    pub(super) fn new(piece: Piece, graph: &Undirected) -> Option<Components> {
        if graph.len() <= LARGE {
            return None;
        }
        let all: Vec<u32> = (0..graph.len() as u32).collect();
        let parts = connected(&all, |vertex| graph.neighbours(vertex as usize));
        if parts.len() < 2 {
            return None;
        }
        let mut places = vec![Place::default(); graph.len()];
        let (mut games, mut known) = (Vec::new(), HashMap::new());
        for (component, part) in parts.iter().enumerate() {
            let graph = graph.part(part);
            let edges: Vec<Vec<u32>> =
                (0..graph.len()).map(|vertex| graph.neighbours(vertex).to_vec()).collect();
            let game = *known.entry(edges).or_insert_with(|| {
                games.push(OnGraph::new(piece, graph));
                games.len() - 1
            });
            for (number, &vertex) in part.iter().enumerate() {
                places[vertex as usize] = Place { game, component, vertex: number as u32 };
            }
        }
        Some(Components { places, games })
    }

    /// What is left of each component of which something is: the number of its game, and its vertices there.
    fn apart(&self, left: &[u32]) -> Vec<(usize, Vec<u32>)> {
        let mut places: Vec<Place> =
            left.iter().map(|&vertex| self.places[vertex as usize]).collect();
        // Vertices of a component are numbered in the order in which they come.
        places.sort_by_key(|place| place.component);
        let of_one = places.chunk_by(|a, b| a.component == b.component);
        of_one.map(|part| (part[0].game, part.iter().map(|place| place.vertex).collect())).collect()
    }

    /// The value of what is left.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    pub(super) fn value(&mut self, left: &[u32], limits: &Limits) -> Result<Nimber, Failure> {
        let heavy = self.games.iter().filter(|game| game.graph().len() > HEAVY).count() as u64;
        let memory = limits.memory.map(|memory| memory / heavy.max(1));
        let limits = Limits { memory, ..limits.clone() };
        let parts = self.apart(left).into_iter();
        let mut values = parts.map(|(game, part)| self.games[game].value(&part, &limits));
        values.try_fold(Nimber::ZERO, |sum, value| Ok(sum ^ value?))
    }

    /// Values that what is left is proved not to have, if that is of one component.
    pub(super) fn excluded(&self, left: &[u32]) -> Vec<u8> {
        match &self.apart(left)[..] {
            [(game, part)] => self.games[*game].excluded(part),
            _ => Vec::new(),
        }
    }
}
