//! A large graph that falls apart, or of which not all vertices are needed, as games on its connected components.
//!
//! A search has a bit for each vertex of its graph. So where a graph has more vertices than there are bits, each of its
//! components has a search of its own, with bits for its vertices alone; components whose vertices are numbered and
//! joined in the same way share one.

use std::collections::HashMap;

use super::twins::without_twins;
use crate::board::parts::takings::{LARGE, connected};
use crate::board::{BoardGame, OnGraph, Piece, Undirected};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::Failure;

/// Searches of smaller components take little memory.
const HEAVY: usize = 32;

/// The components of a graph.
pub(super) struct Components {
    /// Of each vertex the game on its component, which component it is, and its number there; none of those that are
    /// left out as [`without_twins`] says.
    places: Vec<Option<Place>>,
    games: Vec<OnGraph>,
}

#[derive(Clone, Copy)]
struct Place {
    game: usize,
    component: usize,
    vertex: u32,
}

impl Components {
    /// Nothing where one search has room for the graph, or all of it is connected and needed.
    pub(super) fn new(piece: Piece, graph: &Undirected) -> Option<Components> {
        if graph.len() <= LARGE {
            return None;
        }
        let near = |vertex: u32| graph.neighbours(vertex as usize);
        let all: Vec<u32> = (0..graph.len() as u32).collect();
        let needed = without_twins(piece, &all, near, |_| true);
        let parts = connected(&needed, near);
        if parts.len() < 2 && needed.len() == all.len() {
            return None;
        }
        let mut places = vec![None; graph.len()];
        let (mut games, mut known) = (Vec::new(), HashMap::new());
        for (component, part) in parts.iter().enumerate() {
            let graph = graph.part(part);
            let edges: Vec<Vec<u32>> =
                (0..graph.len()).map(|vertex| graph.neighbours(vertex).to_vec()).collect();
            let game = *known.entry(edges).or_insert_with(|| {
                games.push(OnGraph::of_part(piece, graph));
                games.len() - 1
            });
            for (number, &vertex) in part.iter().enumerate() {
                let place = Place { game, component, vertex: number as u32 };
                places[vertex as usize] = Some(place);
            }
        }
        Some(Components { places, games })
    }

    /// Whether there is a place for a vertex.
    pub(super) fn has(&self, vertex: u32) -> bool {
        self.places[vertex as usize].is_some()
    }

    /// What is left of each component of which something is: the number of its game, and its vertices there. Nothing where
    /// a vertex has no place.
    fn apart(&self, left: &[u32]) -> Option<Vec<(usize, Vec<u32>)>> {
        let places = left.iter().map(|&vertex| self.places[vertex as usize]);
        let mut places: Vec<Place> = places.collect::<Option<_>>()?;
        // Vertices of a component are numbered in the order in which they come.
        places.sort_by_key(|place| place.component);
        let of_one = places
            .chunk_by(|a, b| a.component == b.component)
            .map(|part| (part[0].game, part.iter().map(|place| place.vertex).collect()));
        Some(of_one.collect())
    }

    /// The value of what is left, if there is a place for all of it.
    ///
    /// # Errors
    /// As [`BoardGame::value`].
    pub(super) fn value(
        &mut self,
        left: &[u32],
        limits: &Limits,
    ) -> Result<Option<Nimber>, Failure> {
        let Some(parts) = self.apart(left) else { return Ok(None) };
        let heavy = self.games.iter().filter(|game| game.graph().len() > HEAVY).count() as u64;
        let memory = limits.memory.map(|memory| memory / heavy.max(1));
        let limits = Limits { memory, ..limits.clone() };
        let mut values =
            parts.into_iter().map(|(game, part)| self.games[game].value(&part, &limits));
        let value = values.try_fold(Nimber::ZERO, |sum, value| value.map(|value| sum ^ value));
        value.map(Some)
    }

    /// Values that what is left is proved not to have, if that is of one component.
    pub(super) fn excluded(&self, left: &[u32]) -> Vec<u8> {
        match self.apart(left).as_deref() {
            Some([(game, part)]) => self.games[*game].excluded(part),
            _ => Vec::new(),
        }
    }
}
