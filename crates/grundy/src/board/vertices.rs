//! Node Kayles and Arc Kayles on any graph.
//!
//! Node Kayles: choose a vertex; it goes with all its neighbours. Arc Kayles: choose an edge; its
//! two ends go. Whoever has no choice left has lost (Schaefer, Journal of Computer and System
//! Sciences 16, 1978). What is left is the graph on a set of vertices, kept as the bits of a word; it
//! falls into connected parts. No symmetry of the graph is looked for.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::polyomino::Cells;
use super::undirected::Undirected;
use super::{BoardGame, Piece, part_too_large};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Packed, Pruned};

/// Vertices of a graph as the bits of a word.
pub(super) struct VertexSets<W> {
    piece: Piece,
    neighbours: Vec<W>,
}

impl<W: Cells> VertexSets<W> {
    fn new(piece: Piece, graph: &Undirected) -> VertexSets<W> {
        let set = |vertices: &[u32]| vertices.iter().fold(W::EMPTY, |set, &v| set | W::ONE << v);
        let neighbours = (0..graph.len()).map(|vertex| set(graph.neighbours(vertex))).collect();
        VertexSets { piece, neighbours }
    }

    /// The vertices of a set, one by one.
    fn members(mut set: W) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            (set != W::EMPTY).then(|| {
                let vertex = set.first();
                set = set & set.less_one();
                vertex
            })
        })
    }

    fn around(&self, set: W) -> W {
        let mut around = set;
        for vertex in VertexSets::members(set) {
            around = around | self.neighbours[vertex as usize];
        }
        around
    }

    /// The connected parts of the graph on a set.
    fn parts(&self, mut left: W, mut see: impl FnMut(W)) {
        while left != W::EMPTY {
            let mut part = left & !left.less_one();
            loop {
                let grown = self.around(part) & left;
                if grown == part {
                    break;
                }
                part = grown;
            }
            left = left ^ part;
            if part.count() >= self.piece.least_cells() {
                see(part);
            }
        }
    }
}

impl<W: Cells> Ruleset for VertexSets<W> {
    type Component = W;

    fn options(
        &self,
        from: &W,
        _: &Limits,
        see: &mut dyn FnMut(&[W]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut parts: SmallVec<[W; 8]> = SmallVec::new();
        let mut leave = |left: W| {
            parts.clear();
            self.parts(left, |part| parts.push(part));
            see(&parts)
        };
        for vertex in VertexSets::members(*from) {
            let place = W::ONE << vertex;
            let around = self.neighbours[vertex as usize];
            match self.piece {
                Piece::Stone => {
                    if leave(*from & !(around | place)).is_break() {
                        return Ok(());
                    }
                }
                Piece::Domino => {
                    // Each edge from its smaller end.
                    let larger = around & *from & !(place | place.less_one());
                    for other in VertexSets::members(larger) {
                        if leave(*from & !(place | W::ONE << other)).is_break() {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn describe(&self, component: &W) -> String {
        format!("{component:?}")
    }
}

impl<W: Cells> Packed for VertexSets<W> {
    type Word = W;

    fn pack(&self, component: W) -> W {
        component
    }

    fn weight(&self, word: W) -> u32 {
        word.count()
    }

    fn most_moves(&self, component: W) -> u8 {
        (component.count() / self.piece.least_cells()) as u8
    }
}

/// Node Kayles or Arc Kayles on a graph.
pub struct OnGraph {
    piece: Piece,
    graph: Undirected,
    /// For graphs of as many vertices as the words have room for.
    small: Option<Pruned<VertexSets<u64>>>,
    large: Option<Pruned<VertexSets<u128>>>,
}

/// Most vertices in words of either size: 8 bits are for the table.
const SMALL: usize = 56;
const LARGE: usize = 120;

impl OnGraph {
    /// Node Kayles for a stone, Arc Kayles for a domino. A graph of more than 120 vertices is shown
    /// and played on, but not valued.
    pub fn new(piece: Piece, graph: Undirected) -> OnGraph {
        let size = graph.len();
        let small = (size <= SMALL).then(|| Pruned::new(VertexSets::new(piece, &graph)));
        let large =
            (size > SMALL && size <= LARGE).then(|| Pruned::new(VertexSets::new(piece, &graph)));
        OnGraph { piece, graph, small, large }
    }

    pub(super) fn graph(&self) -> &Undirected {
        &self.graph
    }
}

/// The parts of a set of vertices, the smallest first.
fn parts_of<W: Cells>(search: &Pruned<VertexSets<W>>, vertices: &[u32]) -> Vec<W> {
    let set = vertices.iter().fold(W::EMPTY, |set, &vertex| set | W::ONE << vertex);
    let mut parts = Vec::new();
    search.rules().parts(set, |part| parts.push(part));
    parts.sort_by_key(|part| part.count());
    parts
}

impl BoardGame for OnGraph {
    /// The vertices that are left, ascending.
    type Position = Vec<u32>;
    /// The chosen vertices.
    type Move = Vec<u32>;

    fn moves(&self, left: &Vec<u32>) -> Vec<Vec<u32>> {
        match self.piece {
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
        }
    }

    fn after(&self, left: &Vec<u32>, chosen: &Vec<u32>) -> Vec<u32> {
        let goes = |vertex: u32| {
            chosen.contains(&vertex)
                || self.piece == Piece::Stone
                    && self.graph.neighbours(vertex as usize).contains(&chosen[0])
        };
        left.iter().copied().filter(|&vertex| !goes(vertex)).collect()
    }

    fn show(&self, left: &Vec<u32>) -> String {
        let names: Vec<&str> = left.iter().map(|&vertex| self.graph.name(vertex)).collect();
        match names.is_empty() {
            true => "nothing".to_owned(),
            false => names.join(" "),
        }
    }

    fn show_move(&self, left: &Vec<u32>, chosen: &Vec<u32>) -> String {
        let names: Vec<&str> = chosen.iter().map(|&vertex| self.graph.name(vertex)).collect();
        format!("{}, which leaves {}", names.join("-"), self.show(&self.after(left, chosen)))
    }

    fn value(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        match (&mut self.small, &mut self.large) {
            (Some(search), _) => search.value(&parts_of(search, left), limits),
            (_, Some(search)) => search.value(&parts_of(search, left), limits),
            _ => Err(part_too_large(LARGE as u32, "vertices")),
        }
    }

    fn is_lost(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<bool, Failure> {
        match (&mut self.small, &mut self.large) {
            (Some(search), _) => search.is_lost(&parts_of(search, left), limits),
            (_, Some(search)) => search.is_lost(&parts_of(search, left), limits),
            _ => Err(part_too_large(LARGE as u32, "vertices")),
        }
    }

    fn excluded(&self, left: &Vec<u32>) -> Vec<u8> {
        match (&self.small, &self.large) {
            (Some(search), _) => search.excluded(&parts_of(search, left)),
            (_, Some(search)) => search.excluded(&parts_of(search, left)),
            _ => Vec::new(),
        }
    }
}
