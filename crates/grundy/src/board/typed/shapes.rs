//! Graphs that have a name: `path 7`, `K3,4`, `cube`.

use crate::language::message;
use crate::rule::{RuleError, Span};

/// Most vertices of a graph as a board.
pub(super) const MOST_VERTICES: u64 = 1 << 16;
/// Most vertices of a complete graph, and dimensions of a cube.
const MOST_COMPLETE: u64 = 1 << 8;
const MOST_DIMENSIONS: u64 = 16;

/// Names of graphs, with the capital letter that stands for some.
const NAMES: [(&[&str], Option<&str>, Kind); 7] = [
    (&["path", "路径", "路", "链"], Some("P"), Kind::Path),
    (&["cycle", "环", "圈"], Some("C"), Kind::Cycle),
    (&["complete", "完全图"], Some("K"), Kind::Complete),
    (&["star", "星", "星图"], Some("S"), Kind::Star),
    (&["wheel", "轮", "轮图"], Some("W"), Kind::Wheel),
    (&["cube", "hypercube", "立方体", "超立方体"], Some("Q"), Kind::Cube),
    (&["petersen", "彼得森图"], None, Kind::Petersen),
];

/// Whether a word is the name of a kind of graph, more than a letter.
pub(super) fn is_name(word: &str) -> bool {
    NAMES.iter().any(|(names, ..)| is_one_of(word, names))
}

fn is_one_of(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Path,
    Cycle,
    /// Also of two parts, each vertex of one joined to all of the other.
    Complete,
    /// One vertex joined to all others, which are counted.
    Star,
    /// The same, where the others are a cycle.
    Wheel,
    /// Words of so many digits, joined where one digit differs.
    Cube,
    Petersen,
}

impl Kind {
    /// What its size may be.
    fn sizes(self) -> (u64, u64) {
        match self {
            Kind::Path => (0, MOST_VERTICES),
            Kind::Cycle => (3, MOST_VERTICES),
            // One vertex is not counted.
            Kind::Star => (0, MOST_VERTICES - 1),
            Kind::Wheel => (3, MOST_VERTICES - 1),
            Kind::Complete => (0, MOST_COMPLETE),
            Kind::Cube => (0, MOST_DIMENSIONS),
            Kind::Petersen => (0, 0),
        }
    }
}

/// A graph with vertices from 0 on, and its edges.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shaped {
    pub(super) vertices: u64,
    pub(super) edges: Vec<(u64, u64)>,
}

/// The graph that a text names, if it begins with such a name and has nothing but numbers behind it: `path 7`, `P7`,
/// `P_7`.
///
/// # Errors
/// There is no graph of this kind and size.
pub(super) fn read(text: &str) -> Option<Result<Shaped, RuleError>> {
    let trimmed = text.trim();
    let end = trimmed.find(|sign: char| !sign.is_alphabetic()).unwrap_or(trimmed.len());
    let (typed, rest) = trimmed.split_at(end);
    let is_digit = |sign: char| sign.is_ascii_digit();
    // `path(7)`, `P_{7}`
    let bare = rest.trim_start();
    let bare = bare.strip_prefix('_').unwrap_or(bare);
    let enclosed = [('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| bare.strip_prefix(open)?.strip_suffix(close));
    let rest = enclosed.filter(|size| size.starts_with(is_digit)).unwrap_or(rest);
    // `k3,3` for `K3,3`, as long as nothing stands between; elsewhere `k 3` are two vertices.
    let capital = typed.to_ascii_uppercase();
    let is_small = typed.len() == 1 && capital != typed;
    if is_small && (!rest.starts_with(is_digit) || rest.contains(char::is_whitespace)) {
        return None;
    }
    let name = if is_small { &capital } else { typed };
    let is_letter = NAMES.iter().any(|(_, letter, _)| Some(name) == *letter);
    // `P-5` may be an edge, `path-5` is hardly one.
    let joints = if is_letter { &['_'][..] } else { &['_', '-'] };
    let rest = rest.strip_prefix(joints).filter(|size| size.starts_with(is_digit)).unwrap_or(rest);
    let has_size = rest.trim_start().starts_with(is_digit);
    let &(_, letter, kind) = NAMES
        .iter()
        .find(|(names, letter, _)| is_one_of(name, names) || Some(name) == *letter && has_size)?;
    let numbers: Vec<&str> = rest
        .split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | 'x'))
        .filter(|number| !number.is_empty())
        .collect();
    if !numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
        // `P5-Q` is an edge; a word of more letters is hardly a vertex.
        let is_word = Some(name) != letter && !rest.starts_with('-');
        return is_word.then(|| Err(no_size(text, name, false, kind)));
    }
    let sizes_of_small = numbers.len();
    let sizes: Option<Vec<u64>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let found = sizes.and_then(|sizes| shaped(kind, &sizes));
    if is_small && sizes_of_small == 1 {
        return found.map(|_| Err(one_or_all(text, typed, name, rest)));
    }
    Some(found.ok_or_else(|| no_size(text, name, has_size, kind)))
}

/// `p7`, which is a graph to some and the name of a vertex to others.
fn one_or_all(text: &str, typed: &str, letter: &str, size: &str) -> RuleError {
    let vertex = format!("{typed}{size}");
    let error = RuleError::new(
        Span::new(0, text.len()),
        message!("`{vertex}` may be one vertex, or a graph", vertex),
    );
    error
        .help(message!("the graph is written {graph}", graph = format!("{letter}{size}")))
        .in_source(text)
}

fn no_size(text: &str, name: &str, has_size: bool, kind: Kind) -> RuleError {
    let (least, most) = kind.sizes();
    let start = text.len() - text.trim_end().len();
    let error = RuleError::new(
        Span::new(start.min(text.len()), text.len()),
        match kind {
            Kind::Petersen => message!("`{shape}` has no size", shape = name),
            _ if has_size => message!("there is no `{shape}` of this size", shape = name),
            Kind::Path | Kind::Cycle => {
                message!("expected a number of vertices after `{shape}`", shape = name)
            }
            _ => message!("expected a size after `{shape}`", shape = name),
        },
    );
    let error = match kind {
        Kind::Petersen => error,
        _ => error.help(message!(
            "from {least} to {most}, as in {shape} 7",
            least,
            most,
            shape = name
        )),
    };
    error.in_source(text)
}

/// The graph of a kind with these sizes, if there is one.
fn shaped(kind: Kind, sizes: &[u64]) -> Option<Shaped> {
    let (least, most) = kind.sizes();
    let inside = |size: u64| (least..=most).contains(&size).then_some(size);
    let path = |vertices: u64| (1..vertices).map(|vertex| (vertex - 1, vertex)).collect::<Vec<_>>();
    let cycle = |vertices: u64| {
        let mut edges = path(vertices);
        edges.push((vertices - 1, 0));
        edges
    };
    let (vertices, edges) = match (kind, sizes) {
        (Kind::Path, &[size]) => (inside(size)?, path(size)),
        (Kind::Cycle, &[size]) => (inside(size)?, cycle(size)),
        (Kind::Complete, &[size]) => {
            let edges = (0..inside(size)?).flat_map(|b| (0..b).map(move |a| (a, b)));
            (size, edges.collect())
        }
        (Kind::Complete, &[one, other]) => {
            let all = inside(one)? + inside(other)?;
            (all, (0..one).flat_map(|a| (one..all).map(move |b| (a, b))).collect())
        }
        (Kind::Star, &[leaves]) => {
            (inside(leaves)? + 1, (1..=leaves).map(|leaf| (0, leaf)).collect())
        }
        (Kind::Wheel, &[spokes]) => {
            let mut edges = cycle(inside(spokes)?);
            edges.extend((0..spokes).map(|rim| (rim, spokes)));
            (spokes + 1, edges)
        }
        (Kind::Cube, []) => return shaped(kind, &[3]),
        (Kind::Cube, &[digits]) => {
            let all = 1 << inside(digits)?;
            let up = |word: u64| (0..digits).map(move |digit| (word, word ^ 1 << digit));
            (all, (0..all).flat_map(up).filter(|(a, b)| a < b).collect())
        }
        (Kind::Petersen, []) => {
            let mut edges = cycle(5);
            edges.extend((0..5).map(|outer| (outer, outer + 5)));
            edges.extend((0..5).map(|inner| (inner + 5, (inner + 2) % 5 + 5)));
            (10, edges)
        }
        _ => return None,
    };
    Some(Shaped { vertices, edges })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many vertices and edges there are, and the least and the greatest degree.
    fn counts(text: &str) -> Option<(u64, usize, usize, usize)> {
        let Shaped { vertices, edges } = read(text)?.ok()?;
        let mut degrees = vec![0; vertices as usize];
        let mut seen = std::collections::HashSet::new();
        for &(a, b) in &edges {
            assert!(a != b && seen.insert((a.min(b), a.max(b))), "{text}");
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        let (least, most) = (degrees.iter().min(), degrees.iter().max());
        Some((vertices, edges.len(), *least.unwrap_or(&0), *most.unwrap_or(&0)))
    }

    #[test]
    fn names_are_those_of_books() {
        for (texts, expected) in [
            (
                &[
                    "path 5",
                    "path5",
                    "P5",
                    "P 5",
                    " path  5 ",
                    "P_5",
                    "path_5",
                    "path-5",
                    "路径 5",
                    "path(5)",
                    "path (5)",
                    "P(5)",
                    "P_{5}",
                ][..],
                (5, 4, 1, 2),
            ),
            (&["path 0"], (0, 0, 0, 0)),
            (&["path 65536"], (1 << 16, (1 << 16) - 1, 1, 2)),
            (&["path 1", "complete 1", "star 0", "cube 0"], (1, 0, 0, 0)),
            (&["cycle 8", "C8", "C 8"], (8, 8, 2, 2)),
            (&["complete 5", "K5"], (5, 10, 4, 4)),
            (
                &[
                    "complete 3 4",
                    "K3,4",
                    "K 3 4",
                    "K_3,4",
                    "k3,4",
                    "K_{3,4}",
                    "K{3,4}",
                    "完全图 3,4",
                ],
                (7, 12, 3, 4),
            ),
            (&["star 5", "S5"], (6, 5, 1, 5)),
            (&["wheel 6", "W6"], (7, 12, 3, 6)),
            (&["cube", "cube 3", "Q3", "hypercube 3"], (8, 12, 3, 3)),
            (&["petersen", "Petersen"], (10, 15, 3, 3)),
        ] {
            for text in texts {
                assert_eq!(counts(text), Some(expected), "{text}");
            }
        }
    }

    /// Every cycle of the Petersen graph has five edges at least.
    #[test]
    fn the_petersen_graph_has_no_short_cycle() {
        let Shaped { vertices, edges } = read("petersen").unwrap().unwrap();
        let joined = |a: u64, b: u64| edges.contains(&(a, b)) || edges.contains(&(b, a));
        for a in 0..vertices {
            for b in 0..a {
                let common = (0..vertices).filter(|&c| joined(a, c) && joined(b, c)).count();
                assert_eq!(common, usize::from(!joined(a, b)), "{a} {b}");
            }
        }
    }

    #[test]
    fn what_is_no_name_is_left_to_others() {
        for text in [
            "", "a-b b-c", "P5-Q", "K", "P", "a 1", "K5 K6", "P5 a-b", "Q-R S", "P-5", "P_Q", "K_",
            "k", "k 5", "k5 k6", "p5-q", "c1", "c2", "k3 3", "p70000",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        for text in [
            "path",
            "cycle 2",
            "path x",
            "K5,6,7",
            "k5,6,7",
            "p(4)",
            "K257",
            "cube 17",
            "petersen 3",
            "path 65537",
            "star 65536",
            "path 99999999999999999999",
            "p5",
            "c7",
        ] {
            assert!(read(text).unwrap().is_err(), "{text}");
        }
    }
}
