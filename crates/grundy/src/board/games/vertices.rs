//! Node Kayles and Arc Kayles on any graph.
//!
//! Node Kayles: choose a vertex; it goes with all its neighbours. Arc Kayles: choose an edge; its
//! two ends go. Whoever has no choice left has lost (Schaefer, Journal of Computer and System
//! Sciences 16, 1978).

use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};

use super::components::Components;
use super::paths::Paths;
use super::twins::{moves_always, without_twins};
use crate::board::decided::misere::MisereOutcome;
use crate::board::decided::strategy::{Strategy, Symmetry, pairing};
use crate::board::parts::placing::part_too_large;
use crate::board::parts::takings::{LARGE, Places, TakingSearch, connected};
use crate::board::shown::sketch::{Look, Mark, Sketch, on_circle};
use crate::board::typed::undirected::Undirected;
use crate::board::typed::words::{MOST_SHOWN, left, or_nothing};
use crate::board::{BoardGame, Picture, Piece, Sign, Split, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::{Nimber, mex};
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::Keeping;

/// Node Kayles or Arc Kayles on a graph.
///
/// ```
/// use grundy::board::{BoardGame, OnGraph, Piece, Undirected};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // Node Kayles on a path of 14, which is lost: Dawson's chess.
/// let mut game = OnGraph::new(Piece::Stone, Undirected::read("path 14")?);
/// let all: Vec<u32> = (0..14).collect();
/// assert_eq!(game.value(&all, &Limits::default())?, Nimber(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnGraph {
    piece: Piece,
    graph: Undirected,
    paths: Paths,
    search: TakingSearch,
    /// Of a graph that is too large for one search, and falls apart or has vertices that may be left out.
    components: Option<Components>,
}

debug_by_name!(OnGraph);

/// The options of a larger graph are not looked at one by one.
const MOST_LOOKED_AT: usize = 1 << 12;

impl OnGraph {
    /// Most vertices of a graph that is searched.
    pub(super) const MOST_SEARCHED: usize = LARGE;

    /// Node Kayles for a stone, Arc Kayles for a domino. Of connected components with more than 120 vertices, where those
    /// that are alike count once, only what falls into paths and cycles at once or after a move, or has an answer to every
    /// move, has a value; anything else is shown and played on.
    pub fn new(piece: Piece, graph: Undirected) -> OnGraph {
        let components = Components::new(piece, &graph);
        OnGraph { components, ..OnGraph::of_part(piece, graph) }
    }

    /// The game on a graph as a whole.
    pub(super) fn of_part(piece: Piece, graph: Undirected) -> OnGraph {
        let vertices = 0..graph.len() as u32;
        let near: Vec<Vec<u32>> =
            vertices.clone().map(|vertex| graph.neighbours(vertex as usize).to_vec()).collect();
        let moves = match piece {
            Piece::Stone => {
                let with_neighbours = |vertex| [&[vertex], &near[vertex as usize][..]].concat();
                vertices.map(|vertex| (vec![vertex], with_neighbours(vertex))).collect()
            }
            Piece::Domino => vertices
                .flat_map(|vertex| {
                    let ends = near[vertex as usize].iter().filter(move |&&end| end > vertex);
                    ends.map(move |&end| (vec![vertex, end], vec![vertex, end]))
                })
                .collect(),
        };
        let search = TakingSearch::new(&Places { moves, near, least: piece.least_cells() });
        OnGraph { piece, graph, paths: Paths::new(piece), search, components: None }
    }

    pub(in crate::board) fn graph(&self) -> &Undirected {
        &self.graph
    }

    /// The value of what falls into paths and cycles, which needs no search.
    fn by_theory(&self, left: &[u32]) -> Option<Nimber> {
        let near = |vertex: u32| self.graph.neighbours(vertex as usize);
        let degree = |vertex: u32| {
            near(vertex).iter().filter(|near| left.binary_search(near).is_ok()).count()
        };
        if left.iter().any(|&vertex| degree(vertex) > 2) {
            return None;
        }
        connected(left, near).iter().try_fold(Nimber::ZERO, |value, part| {
            let vertices = part.len() as u64;
            let part = match part.iter().all(|&vertex| degree(vertex) == 2) {
                true => self.paths.cycle(vertices),
                false => self.paths.path(vertices),
            };
            Some(value ^ part?)
        })
    }

    /// The value of a connected part that needs no search: theory knows paths and cycles and where every play is as
    /// long, and where every move has an answer a part is worth 0.
    fn known(&self, part: &Vec<u32>) -> Option<Nimber> {
        let near = |vertex: u32| self.graph.neighbours(vertex as usize);
        let counted = || match self.piece {
            Piece::Stone => None,
            Piece::Domino => moves_always(part, near).map(|moves| Nimber(moves as u64 % 2)),
        };
        let answered = || {
            let strategy = self.strategy(part)?;
            (strategy.outcome() == Outcome::P).then_some(Nimber::ZERO)
        };
        self.by_theory(part).or_else(counted).or_else(answered)
    }

    /// As many of these vertices as have the value of all.
    fn without_twins(&self, left: &[u32]) -> Vec<u32> {
        let near = |vertex: u32| self.graph.neighbours(vertex as usize);
        let is_first = |vertex| self.components.as_ref().is_some_and(|of| of.has(vertex));
        without_twins(self.piece, left, near, is_first)
    }

    /// The value of the parts that need no search, and as many vertices of the others as have their value.
    fn without_search(&self, left: &Vec<u32>) -> (Nimber, Vec<u32>) {
        if let Some(value) = self.by_theory(left) {
            return (value, Vec::new());
        }
        // Those that are numbered and joined alike are worth 0 together.
        let (mut known, mut others) = (Nimber::ZERO, BTreeMap::new());
        for part in self.apart(left) {
            let parts = match self.known(&part) {
                Some(value) => {
                    known ^= value;
                    continue;
                }
                None => self.apart(&self.without_twins(&part)),
            };
            for part in parts {
                match self.known(&part) {
                    Some(value) => known ^= value,
                    None => match others.entry(self.graph.edges_of(&part)) {
                        Entry::Occupied(alike) => drop(alike.remove()),
                        Entry::Vacant(new) => drop(new.insert(part)),
                    },
                }
            }
        }
        let mut others: Vec<u32> = others.into_values().flatten().collect();
        others.sort_unstable();
        (known, others)
    }

    /// The value of a graph that no search has room for, if the options need no search.
    fn by_options(&self, left: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        let mut values = Vec::new();
        if left.len() > MOST_LOOKED_AT {
            return Err(too_large());
        }
        for made in self.moves(left) {
            limits.check()?;
            match self.without_search(&self.after(left, &made)) {
                (value, others) if others.is_empty() => values.push(value),
                _ => return Err(too_large()),
            }
        }
        Ok(mex(values))
    }

    fn joined(&self, a: u32, b: u32) -> bool {
        self.graph.neighbours(a as usize).binary_search(&b).is_ok()
    }

    /// The strategy of images, if this involution of the places in `left` keeps the edges.
    fn images(
        &self,
        left: &Vec<u32>,
        symmetry: Symmetry,
        image: impl Fn(usize) -> usize,
    ) -> Option<Strategy<Vec<u32>>> {
        // Every vertex that a move names is left.
        let image = |vertex: u32| left[image(left.binary_search(&vertex).unwrap_or(0))];
        let kept = |&vertex: &u32| {
            let near = self.graph.neighbours(vertex as usize).iter();
            let mut near = near.filter(|near| left.binary_search(near).is_ok());
            near.all(|&near| self.joined(image(vertex), image(near)))
        };
        if left.is_empty() || !left.iter().all(kept) {
            return None;
        }
        let of_move = |made: &Vec<u32>| {
            let mut images: Vec<u32> = made.iter().map(|&vertex| image(vertex)).collect();
            images.sort_unstable();
            images
        };
        let clear = |made: &Vec<u32>, image: &Vec<u32>| {
            let apart = |&a: &u32| !image.contains(&a);
            let joined = self.piece == Piece::Stone && self.joined(made[0], image[0]);
            made.iter().all(apart) && !joined
        };
        pairing(self, left, symmetry, of_move, clear)
    }
}

/// A connected graph with more vertices than a search has bits.
fn too_large() -> Failure {
    part_too_large(LARGE as u32, &message!("vertices"))
}

impl BoardGame for OnGraph {
    /// The vertices that are left, ascending.
    type Position = Vec<u32>;
    /// The chosen vertices.
    type Move = Vec<u32>;

    fn moves<'a>(&self, left: &'a Vec<u32>) -> impl Iterator<Item = Vec<u32>> + use<'a> {
        let moves: Vec<Vec<u32>> = match self.piece {
            Piece::Stone => left.iter().map(|&vertex| vec![vertex]).collect(),
            Piece::Domino => {
                let mut moves = Vec::new();
                for &vertex in left {
                    let ends = self.graph.neighbours(vertex as usize).iter();
                    let ends =
                        ends.filter(|&&end| end > vertex && left.binary_search(&end).is_ok());
                    moves.extend(ends.map(|&end| vec![vertex, end]));
                }
                moves
            }
        };
        moves.into_iter()
    }

    fn after(&self, left: &Vec<u32>, chosen: &Vec<u32>) -> Vec<u32> {
        let goes = |vertex: u32| {
            chosen.contains(&vertex) || self.piece == Piece::Stone && self.joined(vertex, chosen[0])
        };
        left.iter().copied().filter(|&vertex| !goes(vertex)).collect()
    }

    fn owned_bytes(&self, left: &Vec<u32>) -> u64 {
        size_of_val(&left[..]) as u64
    }

    /// The edges, and the vertices that have none.
    fn show(&self, left: &Vec<u32>) -> String {
        let mut words = Vec::new();
        for &vertex in left {
            let near = self.graph.neighbours(vertex as usize).iter();
            let near = near.filter(|near| left.binary_search(near).is_ok());
            let name = self.graph.name(vertex);
            let mut is_alone = true;
            for &end in near {
                is_alone = false;
                if end > vertex {
                    words.push(format!("{name}-{}", self.graph.name(end)));
                }
            }
            if is_alone {
                words.push(name.to_owned());
            }
        }
        or_nothing(&words)
    }

    fn show_move(&self, vertices: &Vec<u32>, chosen: &Vec<u32>) -> Message {
        let taken = self.name_move(vertices, chosen);
        let after = self.after(vertices, chosen);
        if after.len() > MOST_SHOWN {
            return message!("{taken}, which leaves {count} vertices", taken, count = after.len());
        }
        let after: Vec<&str> = after.iter().map(|&vertex| self.graph.name(vertex)).collect();
        message!("{taken}, which leaves {after}", taken, after = left(or_nothing(&after)))
    }

    /// Vertices that only have neighbours beside them stand in a row, others on a circle.
    fn sketch(&self, left: &Vec<u32>) -> Sketch {
        let mut sketch = Sketch::default();
        for (low, &vertex) in left.iter().enumerate() {
            let near = self.graph.neighbours(vertex as usize).iter();
            let higher = near.filter(|&&end| end > vertex);
            let higher = higher.filter_map(|end| left.binary_search(end).ok());
            sketch.joints.extend(higher.map(|high| (low, high)));
        }
        let in_row = sketch.joints.iter().all(|&(low, high)| left[high] == left[low] + 1);
        let circle = on_circle(left.len());
        for (&vertex, at) in left.iter().zip(circle) {
            let at = if in_row { (1.5 * f64::from(vertex), 0.0) } else { at };
            sketch.place(at, Look::Vertex, self.graph.name(vertex));
        }
        sketch
    }

    fn mark(&self, left: &Vec<u32>, chosen: &Vec<u32>) -> Mark {
        let place = |vertex| left.binary_search(vertex).ok();
        Mark::Places(chosen.iter().filter_map(place).collect())
    }

    fn name_move(&self, _: &Vec<u32>, chosen: &Vec<u32>) -> Message {
        let names: Vec<&str> = chosen.iter().map(|&vertex| self.graph.name(vertex)).collect();
        message!("{taken}", taken = names.join("-"))
    }

    /// A line for each vertex that is left: the vertex, and its neighbours that are.
    fn picture(&self, left: &Vec<u32>, made: Option<&Vec<u32>>) -> Picture {
        let stays = made.map(|chosen| self.after(left, chosen));
        let mark = |vertex: u32| {
            let touch = match (made, &stays) {
                (Some(chosen), _) if chosen.contains(&vertex) => Touch::Chosen,
                (_, Some(stays)) if stays.binary_search(&vertex).is_err() => Touch::Goes,
                _ => Touch::Stays,
            };
            Sign::new(self.graph.name(vertex), touch)
        };
        let line = |&vertex: &u32| {
            let near = self.graph.neighbours(vertex as usize).iter();
            let near = near.filter(|near| left.binary_search(near).is_ok());
            let mut line = vec![mark(vertex), Sign::stays(":")];
            line.extend(near.flat_map(|&near| [Sign::stays(" "), mark(near)]));
            line
        };
        left.iter().map(line).collect()
    }

    fn value(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        limits.check()?;
        let (value, others) = self.without_search(left);
        let searched = match &mut self.components {
            _ if others.is_empty() => Nimber::ZERO,
            Some(components) => match components.value(&others, limits)? {
                Some(value) => value,
                None => self.by_options(&others, limits)?,
            },
            None if self.graph.len() > LARGE => self.by_options(&others, limits)?,
            None => self.search.value(&others, &message!("vertices"), limits)?,
        };
        Ok(value ^ searched)
    }

    fn is_lost(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<bool, Failure> {
        if self.graph.len() > LARGE {
            return Ok(self.value(left, limits)? == Nimber::ZERO);
        }
        limits.check()?;
        match self.without_search(left) {
            (value, others) if others.is_empty() => Ok(value == Nimber::ZERO),
            (Nimber::ZERO, others) => self.search.is_lost(&others, &message!("vertices"), limits),
            _ => {
                let left = self.without_twins(left);
                self.search.is_lost(&left, &message!("vertices"), limits)
            }
        }
    }

    fn is_searched(&self) -> bool {
        true
    }

    fn apart(&self, left: &Vec<u32>) -> Vec<Vec<u32>> {
        let mut parts = connected(left, |vertex| self.graph.neighbours(vertex as usize));
        parts.retain(|part| part.len() >= self.piece.least_cells() as usize);
        parts
    }

    fn split(&self, left: &Vec<u32>) -> Option<Split<Vec<u32>>> {
        self.components.as_ref()?;
        let parts = self.apart(left);
        let vertices = parts.iter().enumerate();
        let vertices = vertices.flat_map(|(part, of)| of.iter().map(move |&vertex| (vertex, part)));
        let part_of: HashMap<u32, usize> = vertices.collect();
        let of_moves = self.moves(left).map(|made| part_of[&made[0]]).collect();
        Some(Split { parts, of_moves })
    }

    fn work(&self, left: &Vec<u32>) -> u64 {
        left.iter().map(|&vertex| self.graph.neighbours(vertex as usize).len() as u64 + 1).sum()
    }

    /// Vertices in the order of their numbers are tried from the other end, and half way round.
    fn strategy(&self, left: &Vec<u32>) -> Option<Strategy<Vec<u32>>> {
        let count = left.len();
        let ends = |at: usize| count - 1 - at;
        let opposite = |at: usize| (at + count / 2) % count;
        let round = count.is_multiple_of(2);
        self.images(left, Symmetry::Ends, ends)
            .or_else(|| round.then(|| self.images(left, Symmetry::Opposite, opposite)).flatten())
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Vec<u32>> + '_>> {
        self.search.misere_outcome()
    }

    /// With numbers for names: the same graph under other names is the same game.
    fn saved_as(&self) -> Option<String> {
        let name = match self.piece {
            Piece::Domino => "arc-kayles",
            Piece::Stone => "node-kayles",
        };
        let vertices = 1..=self.graph.len() as u32;
        let edges = vertices.clone().flat_map(|vertex| {
            let ends = self.graph.neighbours(vertex as usize - 1).iter().map(|end| end + 1);
            ends.filter(move |&end| end > vertex).map(move |end| format!("{vertex}-{end}"))
        });
        let words: Vec<String> = vertices.map(|vertex| vertex.to_string()).chain(edges).collect();
        Some(format!("{name} {}", words.join(" ")))
    }

    fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        self.search.searches()
    }

    fn excluded(&self, left: &Vec<u32>) -> Vec<u8> {
        let (known, others) = self.without_search(left);
        if others.is_empty() {
            return Vec::new();
        }
        let values = match &self.components {
            Some(components) => components.excluded(&others),
            None => self.search.excluded(&others),
        };
        // Paths and cycles have values below 16.
        let values = values.into_iter();
        let mut values: Vec<u8> = values.map(|value| value ^ known.0 as u8).collect();
        values.sort_unstable();
        values
    }
}
