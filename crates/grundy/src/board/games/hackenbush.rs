//! Green Hackenbush: cut an edge of a graph that stands on the ground; what no longer hangs together
//! with the ground falls away. What it is worth stands in [`fusion`](super::fusion).

use std::collections::{BTreeMap, HashMap};

pub use super::fusion::Edge;
use super::fusion::{Tree, cuts_to_value, standing, top, value};
use crate::board::shown::picture::of_list;
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::typed::words::{MOST_SHOWN, NOTHING, left, or_nothing, words};
use crate::board::{BoardGame, Picture, SeeMove, Sign, Touch};
use crate::graph::Named;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Green Hackenbush.
///
/// ```
/// use grundy::board::{BoardGame, Hackenbush};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // A stalk of two edges with a loop at its end: the loop is worth 1, and each edge below it one more.
/// let (mut game, edges) = Hackenbush::read("ground-a a-b b-b")?;
/// assert_eq!(game.value(&edges, &Limits::default())?, Nimber(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hackenbush {
    names: Vec<String>,
}

/// Most edges.
const MOST_EDGES: usize = 1 << 20;
/// Memory that it takes to fuse them, and that in which they were read.
const BYTES_PER_EDGE: u64 = 240;

fn help() -> Message {
    message!("edges are typed ground-a a-b b-ground; 0 is the ground too")
}

impl Hackenbush {
    /// Reads edges, `ground-a a-b` or `ground-a-b`; the same edge may stand several times, and `a-a`
    /// is a loop.
    ///
    /// ```
    /// use grundy::board::Hackenbush;
    /// // Two edges beside each other, and one on them.
    /// let (_, edges) = Hackenbush::read("ground-a ground-a a-b")?;
    /// assert_eq!(edges.len(), 3);
    /// assert!(Hackenbush::read("ground-a b-c").is_err(), "b and c hang in the air");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<(Hackenbush, Vec<Edge>), RuleError> {
        let mut numbers: HashMap<&str, u32> = HashMap::from([("ground", 0), ("0", 0)]);
        let mut names = vec!["ground".to_owned()];
        let mut edges = Vec::new();
        // The word that each edge stands in.
        let mut whence = Vec::new();
        let is_empty = text.trim() == NOTHING;
        for (at, word) in words(text).filter(|_| !is_empty) {
            let wrong = |message: Message| {
                let span = Span::new(at, at + word.len());
                RuleError::new(span, message).help(help()).in_source(text)
            };
            if !word.contains('-') || word.split('-').any(str::is_empty) {
                return Err(wrong(message!("this is no edge")));
            }
            let mut number = |name| {
                *numbers.entry(name).or_insert_with(|| {
                    names.push(str::to_owned(name));
                    names.len() as u32 - 1
                })
            };
            // Whatever the case, as nobody calls two vertices `ground` and `Ground`.
            let is_ground = |name: &str| name.eq_ignore_ascii_case("ground");
            // Arrows are edges too.
            let vertices = word.split('-').map(|name| name.trim_start_matches('>'));
            let vertices = vertices.map(|name| if is_ground(name) { "ground" } else { name });
            let path: Vec<u32> = vertices.map(&mut number).collect();
            edges.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
            if edges.len() > MOST_EDGES {
                return Err(wrong(message!("a board has at most {most} edges", most = MOST_EDGES)));
            }
            whence.resize(edges.len(), (at, word));
        }
        let standing = standing(&edges);
        if standing.len() < edges.len() {
            // Nobody types what has fallen already, so a name is mistyped.
            let fallen = edges.iter().position(|edge| standing.binary_search(edge).is_err());
            let (at, word) = fallen.map_or((0, text), |fallen| whence[fallen]);
            let message = message!("this does not hang together with the ground");
            let span = Span::new(at, at + word.len());
            return Err(RuleError::new(span, message).help(help()).in_source(text));
        }
        Ok((Hackenbush { names }, standing))
    }

    /// The game on a graph that was read with [`Reading::repeats`](crate::graph::Reading), of which a vertex is called
    /// `ground` or `0`. An edge is there as often as it is given, in whatever direction: `a b` and `b a` are two edges
    /// beside each other.
    ///
    /// ```
    /// use grundy::board::{BoardGame, Hackenbush, reading};
    /// use grundy::graph::{Draft, read::EdgeList};
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// // Two edges beside each other cancel, and a stalk of two is worth 2.
    /// let mut list = EdgeList::new(Draft::new(reading("hackenbush"), Limits::default()));
    /// list.feed(b"0 1\n0 1\n0 2\n2 3\n")?;
    /// let (mut game, edges) = Hackenbush::of_named(&list.finish()??)?;
    /// assert_eq!(game.value(&edges, &Limits::default())?, Nimber(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it is no board.
    pub fn of_named(named: &Named) -> Result<(Hackenbush, Vec<Edge>), RuleError> {
        let none = |message: Message| RuleError::new(Span::new(0, 0), message);
        let vertices = named.graph.vertices();
        if named.given.len() > MOST_EDGES || vertices as usize > 2 * MOST_EDGES {
            return Err(none(message!("a board has at most {most} edges", most = MOST_EDGES)));
        }
        let mut grounds = (0..vertices).filter(|&vertex| {
            let name = named.names.name(vertex).to_string();
            name == "0" || name.eq_ignore_ascii_case("ground")
        });
        let ground = grounds.next();
        let ground = ground.ok_or_else(|| none(message!("no vertex is called `ground` or `0`: name the root of a tree so, or what the others stand on")))?;
        if let Some(other) = grounds.next() {
            return Err(none(message!(
                "{name} and {other} are both the ground: give one of them another name, or both the same",
                name = named.names.name(ground).to_string(),
                other = named.names.name(other).to_string()
            )));
        }
        // The ground changes places with vertex 0.
        let number = |vertex| match vertex {
            _ if vertex == ground => 0,
            0 => ground,
            _ => vertex,
        };
        let mut names: Vec<String> =
            (0..vertices).map(|vertex| named.names.name(vertex).to_string()).collect();
        names.swap(0, ground as usize);
        // Each edge once as it was given, for none is read as two arcs: those of a `graph` in dot are not either.
        let mut given: Vec<Edge> =
            named.given.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
        given.sort_unstable();
        let edges: Vec<Edge> = given.into_iter().map(|(a, b)| (number(a), number(b))).collect();
        let standing = standing(&edges);
        match edges.iter().find(|edge| standing.binary_search(edge).is_err()) {
            Some(&(a, b)) => Err(none(message!(
                "the edge {from}-{to} does not hang together with the ground",
                from = names[a as usize],
                to = names[b as usize]
            ))),
            None => Ok((Hackenbush { names }, standing)),
        }
    }

    /// Both games on one ground, and the edges of the other there: its vertices come after those of this one, also
    /// where they have the same names.
    pub(in crate::board) fn beside(
        mut self,
        other: Hackenbush,
        edges: Vec<Edge>,
    ) -> (Hackenbush, Vec<Edge>) {
        // The ground is there already.
        let before = self.names.len() as u32 - 1;
        self.names.extend(other.names.into_iter().skip(1));
        let moved = |vertex| if vertex == 0 { 0 } else { vertex + before };
        let edges = edges.into_iter().map(|(a, b)| (moved(a), moved(b))).collect();
        (self, edges)
    }

    fn named(&self, &(a, b): &Edge) -> String {
        format!("{}-{}", self.names[a as usize], self.names[b as usize])
    }
}

impl BoardGame for Hackenbush {
    type Position = Vec<Edge>;
    /// The number of the edge that is cut.
    type Move = usize;

    fn moves<'a>(&self, edges: &'a Vec<Edge>) -> impl Iterator<Item = usize> + use<'a> {
        0..edges.len()
    }

    fn after(&self, edges: &Vec<Edge>, &cut: &usize) -> Vec<Edge> {
        let mut left = edges.clone();
        left.remove(cut);
        standing(&left)
    }

    fn owned_bytes(&self, edges: &Vec<Edge>) -> u64 {
        size_of_val(&edges[..]) as u64
    }

    fn show(&self, edges: &Vec<Edge>) -> String {
        or_nothing(&edges.iter().map(|edge| self.named(edge)).collect::<Vec<_>>())
    }

    fn show_move(&self, edges: &Vec<Edge>, cut: &usize) -> Message {
        let after = self.after(edges, cut);
        let cut = self.name_move(edges, cut);
        match after.len() {
            count if count > MOST_SHOWN => {
                message!("{cut}, which leaves {count} edges", cut, count)
            }
            _ => message!("{cut}, which leaves {after}", cut, after = left(self.show(&after))),
        }
    }

    /// A vertex stands as high as it is far from the ground, over the middle of what it carries.
    fn sketch(&self, edges: &Vec<Edge>) -> Sketch {
        let tree = Tree::new(edges);
        let mut carried = vec![Vec::new(); tree.parents.len()];
        for &vertex in &tree.order {
            if let Some((parent, _)) = tree.parents[vertex as usize] {
                carried[parent as usize].push(vertex);
            }
        }
        // Ends from left to right, each vertex between the first and the last it carries.
        let mut across = vec![0.0; tree.parents.len()];
        let mut next = 0.0;
        let mut waiting = vec![(0_u32, false)];
        while let Some((vertex, seen)) = waiting.pop() {
            let above = &carried[vertex as usize];
            match above[..] {
                [] => {
                    across[vertex as usize] = next;
                    next += 1.6;
                }
                [first, ..] if seen => {
                    let last = above[above.len() - 1];
                    across[vertex as usize] =
                        (across[first as usize] + across[last as usize]) / 2.0;
                }
                _ => {
                    waiting.push((vertex, true));
                    waiting.extend(above.iter().rev().map(|&vertex| (vertex, false)));
                }
            }
        }
        let mut sketch = Sketch::default();
        let mut places = vec![0; tree.parents.len()];
        for &vertex in &tree.order {
            let at = (across[vertex as usize], -1.6 * f64::from(tree.depths[vertex as usize]));
            let look = if vertex == 0 { Look::Ground } else { Look::Vertex };
            let label = if vertex == 0 { "0" } else { &self.names[vertex as usize] };
            places[vertex as usize] = sketch.place(at, look, label);
        }
        let joint = |&(a, b): &Edge| (places[a as usize], places[b as usize]);
        sketch.joints = edges.iter().map(joint).collect();
        sketch
    }

    fn mark(&self, _: &Vec<Edge>, &cut: &usize) -> Mark {
        Mark::Joint(cut)
    }

    /// The number tells edges between the same vertices apart.
    fn name_move(&self, edges: &Vec<Edge>, cut: &usize) -> Message {
        let name = self.named(&edges[*cut]);
        let same = edges[..*cut].iter().filter(|edge| **edge == edges[*cut]).count();
        match same {
            0 => message!("cut {name}", name),
            _ => message!("cut {name}, number {number}", name, number = same + 1),
        }
    }

    /// The edges by their height above the ground, which is the last line.
    fn picture(&self, edges: &Vec<Edge>, made: Option<&usize>) -> Picture {
        let tree = Tree::new(edges);
        let left = made.map(|cut| self.after(edges, cut));
        let mut counted: HashMap<Edge, usize> = HashMap::new();
        for &edge in left.iter().flatten() {
            *counted.entry(edge).or_default() += 1;
        }
        let mut levels: BTreeMap<u32, Vec<Sign>> = BTreeMap::new();
        for (number, edge) in edges.iter().enumerate() {
            let touch = match made {
                None => Touch::Stays,
                Some(cut) if *cut == number => Touch::Chosen,
                // Of equal edges those stay that are not cut.
                Some(_) => match counted.get_mut(edge).filter(|count| **count > 0) {
                    Some(count) => {
                        *count -= 1;
                        Touch::Stays
                    }
                    None => Touch::Goes,
                },
            };
            let height = tree.depths[edge.0 as usize].min(tree.depths[edge.1 as usize]);
            levels.entry(height).or_default().push(Sign::new(self.named(edge), touch));
        }
        let mut rows: Picture = levels.into_values().rev().flat_map(of_list).collect();
        rows.push(vec![Sign::stays("=".repeat(self.names[0].len().max(6)))]);
        rows
    }

    /// What stands on the ground apart from the rest.
    fn apart(&self, edges: &Vec<Edge>) -> Vec<Vec<Edge>> {
        let tree = Tree::new(edges);
        // The least vertex of each part, as far as edges have been seen.
        let mut tops: Vec<u32> = (0..tree.parents.len() as u32).collect();
        for &(a, b) in edges.iter().filter(|&&(a, b)| a != 0 && b != 0) {
            let (a, b) = (top(&mut tops, a), top(&mut tops, b));
            tops[a.max(b) as usize] = a.min(b);
        }
        let mut parts: BTreeMap<(u32, usize), Vec<Edge>> = BTreeMap::new();
        for (number, &(a, b)) in edges.iter().enumerate() {
            let part = top(&mut tops, a.max(b));
            // A loop at the ground is a part of its own.
            let key = if part == 0 { (0, number) } else { (part, 0) };
            parts.entry(key).or_default().push((a, b));
        }
        parts.into_values().collect()
    }

    fn value(&mut self, edges: &Vec<Edge>, limits: &Limits) -> Result<Nimber, Failure> {
        limits.check()?;
        limits.check_memory(edges.len() as u64 * BYTES_PER_EDGE)?;
        Ok(Nimber(value(edges)))
    }

    /// All cuts are looked at together.
    fn each_move_to(
        &self,
        edges: &Vec<Edge>,
        wanted: Nimber,
        limits: &Limits,
        see: &mut SeeMove<'_, Self::Move>,
    ) -> Result<Option<usize>, Failure> {
        limits.check_memory(edges.len() as u64 * BYTES_PER_EDGE)?;
        let wins = cuts_to_value(edges, wanted.0, limits)?;
        for (number, made) in self.moves(edges).enumerate() {
            if !wins[number] {
                continue;
            }
            // Whoever sees a move may show what it leaves, which takes as long as there are edges.
            limits.check()?;
            if see(number, made).is_break() {
                return Ok(Some(number + 1));
            }
        }
        Ok(Some(wins.len()))
    }
}
