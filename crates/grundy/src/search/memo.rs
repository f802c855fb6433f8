//! Numbered nodes and what is known of them.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rapidhash::fast::RandomState;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State<A> {
    /// Nothing yet.
    New,
    /// Its options are being looked at, for the given time.
    Active(u8),
    /// Its answer.
    Known(A),
}

/// A table from nodes to numbers, dense from 0, and from numbers to nodes and states.
pub(super) struct Memo<N, A> {
    index: HashTable<u32>,
    hasher: RandomState,
    nodes: Vec<N>,
    states: Vec<State<A>>,
}

impl<N: Eq + Hash + Clone, A: Copy> Memo<N, A> {
    pub(super) fn new() -> Memo<N, A> {
        let hasher = RandomState::default();
        Memo { index: HashTable::new(), hasher, nodes: Vec::new(), states: Vec::new() }
    }

    /// The number of a node, a new one if it was never seen. Nothing once 2^32 - 1 nodes are in.
    pub(super) fn number(&mut self, node: &N) -> Option<u32> {
        let hash = self.hasher.hash_one(node);
        let nodes = &self.nodes;
        if let Some(&found) = self.index.find(hash, |&id| nodes[id as usize] == *node) {
            return Some(found);
        }
        let id = u32::try_from(self.nodes.len()).ok().filter(|&id| id < u32::MAX)?;
        self.nodes.push(node.clone());
        self.states.push(State::New);
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        self.index.insert_unique(hash, id, |&id| hasher.hash_one(&nodes[id as usize]));
        Some(id)
    }

    pub(super) fn node(&self, id: u32) -> &N {
        &self.nodes[id as usize]
    }

    pub(super) fn state(&self, id: u32) -> State<A> {
        self.states[id as usize]
    }

    pub(super) fn set(&mut self, id: u32, state: State<A>) {
        self.states[id as usize] = state;
    }

    pub(super) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Bytes held by the table, without what nodes own elsewhere.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.index.allocation_size()
            + self.nodes.capacity() * size_of::<N>()
            + self.states.capacity() * size_of::<State<A>>();
        bytes as u64
    }
}
