//! Geography by theorems and by the search, against plain recursion and against linear algebra.

use std::collections::{BTreeMap, BTreeSet};

use grundy::graph::Graph;
use grundy::graph::geography::{
    MOST_USED, Multigraph, UsedUp, in_even_kernel, missed, moves_into_even_kernels,
};
use grundy::limits::{Limits, Stop};
use grundy::nimber::{Nimber, mex};
use grundy::outcome::Outcome;
use grundy::play::geography::{Decided, answer, by_search, every_vertex, moves, outcomes};
use grundy::ruleset::Failure;
use proptest::prelude::*;

/// Edges as often as they are there; of an undirected graph one way or the other.
type Edges = Vec<(u32, u32)>;

fn graph_of(vertices: u32, edges: &Edges, undirected: bool) -> Multigraph {
    let back = edges.iter().filter(|_| undirected).map(|&(a, b)| (b, a));
    let limits = Limits::default();
    let graph = Graph::from_edges(vertices, edges.iter().copied().chain(back), &limits);
    let graph = graph.expect("in range");
    Multigraph::new(graph, undirected, edges.clone(), &limits).expect("its edges")
}

/// Every move of a token by the rules alone: where it leads, and the edges that are left. Parallel edges make a move each.
fn steps(edges: &Edges, token: u32, used_up: UsedUp, undirected: bool) -> Vec<(u32, Edges)> {
    let mut steps = Vec::new();
    for (number, &(a, b)) in edges.iter().enumerate() {
        let to = match (a == token, undirected && b == token) {
            (true, _) => b,
            (false, true) => a,
            (false, false) => continue,
        };
        // In vertex geography no move leads to where the token stands: it is visited.
        if used_up == UsedUp::Vertices && to == token {
            continue;
        }
        let mut left = edges.clone();
        match used_up {
            UsedUp::Vertices => left.retain(|&(a, b)| a != token && b != token),
            UsedUp::Edges => {
                left.remove(number);
            }
        }
        steps.push((to, left));
    }
    steps
}

/// Whether the player to move wins, by the rules alone.
fn wins(edges: &Edges, token: u32, used_up: UsedUp, undirected: bool, misere: bool) -> bool {
    let steps = steps(edges, token, used_up, undirected);
    match steps.is_empty() {
        true => misere,
        false => steps.iter().any(|(to, left)| !wins(left, *to, used_up, undirected, misere)),
    }
}

fn winning_moves(
    edges: &Edges,
    token: u32,
    used_up: UsedUp,
    undirected: bool,
    misere: bool,
) -> Vec<u32> {
    let steps = steps(edges, token, used_up, undirected);
    let winning = steps.iter().filter(|(to, left)| !wins(left, *to, used_up, undirected, misere));
    winning.map(|(to, _)| *to).collect::<BTreeSet<u32>>().into_iter().collect()
}

/// Edges of which some may be parallel and some lead back.
fn edges(vertices: u32, most: usize) -> impl Strategy<Value = Edges> {
    let edge = (0..vertices, 0..vertices);
    let repeated = (prop::collection::vec(edge, 0..=most), prop::collection::vec(0_usize..4, most));
    repeated.prop_map(move |(edges, times)| {
        // Twice in the same direction, there and back, or once.
        let all = edges.iter().zip(&times).flat_map(|(&(a, b), times)| match times {
            0 => vec![(a, b), (a, b)],
            1 => vec![(a, b), (b, a)],
            _ => vec![(a, b)],
        });
        all.take(most).collect()
    })
}

proptest! {
    #[test]
    fn answers_are_those_of_the_rules(
        edges in edges(6, 8),
        undirected in any::<bool>(),
        bipartite in any::<bool>(),
        misere in any::<bool>(),
        token in 0_u32..6,
    ) {
        let mut edges = edges;
        if bipartite {
            edges.retain(|edge| (edge.0 + edge.1) % 2 == 1);
        }
        let graph = graph_of(6, &edges, undirected);
        prop_assert_eq!(graph.edges(), edges.len() as u64);
        for used_up in [UsedUp::Vertices, UsedUp::Edges] {
            let winning = winning_moves(&edges, token, used_up, undirected, misere);
            let wins = wins(&edges, token, used_up, undirected, misere);
            let limits = Limits::default();
            let searched = by_search(&graph, used_up, token, misere, &limits).expect("small");
            let answered = answer(&graph, used_up, token, misere, &limits).expect("small");
            prop_assert!(answered.value.is_none() || answered.value == searched.value);
            for found in [answered, searched] {
                prop_assert_eq!(&found.winning_moves, &winning, "{:?} {:?}", used_up, found);
                prop_assert_eq!(found.outcome, Outcome::next_wins(wins));
                prop_assert!(found.value.is_none_or(|value| (value != 0) == wins));
            }
            let theorem = outcomes(&graph, used_up, &limits).expect("small")[token as usize];
            prop_assert!(theorem.is_some() || !undirected || !bipartite);
            if let Some((outcome, decided)) = theorem {
                let wins = self::wins(&edges, token, used_up, undirected, false);
                prop_assert_eq!(outcome, Outcome::next_wins(wins), "{:?}", decided);
            }
            let rows = every_vertex(&graph, used_up, misere, 6, &limits).expect("small");
            let row = rows[token as usize].as_ref().expect("small");
            prop_assert_eq!(row.outcome, Outcome::next_wins(wins));
        }
    }

    /// Twice the size of a maximum matching is the rank of a random antisymmetric matrix with
    /// entries where there are edges (Tutte, Lovász).
    #[test]
    fn matchings_agree_with_linear_algebra(
        vertices in 1_u32..40,
        draws in prop::collection::vec((any::<u32>(), any::<u32>(), 1_u64..PRIME), 0..80),
        without in any::<u32>(),
    ) {
        let weighted: Vec<(u32, u32, u64)> = draws
            .iter()
            .map(|&(a, b, weight)| (a % vertices, b % vertices, weight))
            .filter(|&(a, b, _)| a != b)
            .collect();
        let edges: Edges = weighted.iter().map(|&(a, b, _)| (a, b)).collect();
        let graph = graph_of(vertices, &edges, true);
        let without = (without % 3 == 0).then_some(without % vertices);
        let gone = |vertices: &[u32]| rank(graph.graph().vertices(), &weighted, vertices);
        let whole = gone(without.as_slice());
        let found = missed(graph.graph(), without, &Limits::default()).expect("small");
        for vertex in 0..vertices {
            let expected = Some(vertex) != without
                && gone(&[vertex, without.unwrap_or(vertex)]) == whole;
            prop_assert_eq!(found[vertex as usize], expected, "vertex {}", vertex);
        }
    }
}

const PRIME: u64 = (1 << 31) - 1;

/// The rank, modulo a prime, of the antisymmetric matrix without the rows and columns that are gone.
fn rank(vertices: u32, weighted: &[(u32, u32, u64)], gone: &[u32]) -> usize {
    let count = vertices as usize;
    let mut matrix = vec![vec![0_u64; count]; count];
    for &(a, b, weight) in weighted {
        if !gone.contains(&a) && !gone.contains(&b) {
            matrix[a as usize][b as usize] = weight;
            matrix[b as usize][a as usize] = PRIME - weight;
        }
    }
    let mut rank = 0;
    for column in 0..count {
        let Some(pivot) = (rank..count).find(|&row| matrix[row][column] != 0) else { continue };
        matrix.swap(rank, pivot);
        let own = matrix[rank].clone();
        let inverse = power(own[column], PRIME - 2);
        for row in &mut matrix[rank + 1..] {
            let factor = PRIME - row[column] * inverse % PRIME;
            for (entry, own) in row.iter_mut().zip(&own) {
                *entry = (*entry + factor * own) % PRIME;
            }
        }
        rank += 1;
    }
    rank
}

fn power(base: u64, exponent: u64) -> u64 {
    let mut result = 1;
    for bit in (0..u64::BITS).rev() {
        result = result * result % PRIME;
        if exponent >> bit & 1 != 0 {
            result = result * base % PRIME;
        }
    }
    result
}

#[test]
fn a_large_graph_is_decided_by_its_matching() {
    // A path of 10^5 vertices: lost exactly at every second one if their number is odd.
    let last = 100_000;
    let path: Edges = (0..last).map(|vertex| (vertex, vertex + 1)).collect();
    let graph = graph_of(last + 1, &path, true);
    let limits = Limits::default();
    let known = |wins| Some((Outcome::next_wins(wins), Decided::ByMatching));
    let all = outcomes(&graph, UsedUp::Vertices, &limits).unwrap();
    assert!(all.iter().enumerate().all(|(at, &found)| found == known(at % 2 == 1)));
    let found = answer(&graph, UsedUp::Vertices, 5, false, &limits).unwrap();
    assert_eq!(found.winning_moves, [4, 6]);
    // One vertex less, and every vertex has a partner.
    let graph = graph_of(last, &path.into_iter().take(last as usize - 1).collect(), true);
    let all = outcomes(&graph, UsedUp::Vertices, &limits).unwrap();
    assert!(all.iter().all(|&found| found == known(true)));
}

#[test]
fn what_no_theorem_reaches_is_refused_where_it_is_too_large() {
    let limits = Limits::default();
    let cycle: Edges = (0..1000).map(|vertex| (vertex, (vertex + 1) % 1000)).collect();
    let graph = graph_of(1000, &cycle, false);
    for used_up in [UsedUp::Vertices, UsedUp::Edges] {
        let theorem = outcomes(&graph, used_up, &limits).unwrap();
        assert!(theorem.iter().all(Option::is_none), "edges lead one way");
        let refused = answer(&graph, used_up, 0, false, &limits);
        assert!(
            matches!(refused, Err(Failure::Domain(message)) if message.to_string().contains("256"))
        );
    }
    assert!(matches!(missed(graph.graph(), None, &limits), Err(Failure::Domain(_))));
    assert!(matches!(in_even_kernel(&graph, &limits), Err(Failure::Domain(_))));
    assert!(matches!(answer(&graph, UsedUp::Edges, 1000, false, &limits), Err(Failure::Domain(_))));
    // As many as the search takes.
    let path: Edges = (1..MOST_USED as u32).map(|vertex| (vertex - 1, vertex)).collect();
    let graph = graph_of(MOST_USED as u32, &path, false);
    let found = by_search(&graph, UsedUp::Vertices, 0, false, &limits).unwrap();
    assert_eq!((found.outcome, found.decided), (Outcome::N, Decided::BySearch));
    // A triangle is not bipartite, and a small limit stops the work.
    let graph = graph_of(3, &vec![(0, 1), (1, 2), (2, 0)], true);
    assert_eq!(outcomes(&graph, UsedUp::Edges, &limits), Ok(vec![None; 3]));
    let stopped = missed(graph.graph(), None, &Limits::default().memory(8));
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))));
}

#[test]
fn what_is_too_large_keeps_back_nothing_else() {
    // A cycle of 999 edges, of which nobody knows who wins; a path of three vertices; a triangle with edges to spare.
    let mut edges: Edges = (0..999).map(|vertex| (vertex, (vertex + 1) % 999)).collect();
    edges.extend([(999, 1000), (1000, 1001), (1002, 1003), (1003, 1004), (1004, 1002)]);
    let graph = graph_of(1005, &edges, true);
    let limits = Limits::default();
    let rows = every_vertex(&graph, UsedUp::Edges, false, 2000, &limits).unwrap();
    assert_eq!(rows.len(), 1005);
    assert!(rows[..999].iter().all(|row| matches!(row, Err(Failure::Domain(_)))));
    let known: Vec<(Outcome, Decided)> = rows[999..]
        .iter()
        .map(|row| row.as_ref().map(|answer| (answer.outcome, answer.decided)).unwrap())
        .collect();
    let (n, p) = (Outcome::N, Outcome::P);
    let path = [p, n, p].map(|outcome| (outcome, Decided::ByKernel));
    let triangle = [n; 3].map(|outcome| (outcome, Decided::BySearch));
    assert_eq!(known, [&path[..], &triangle[..]].concat());
    // No more than are asked for; a limit keeps back only what needs a search.
    assert_eq!(every_vertex(&graph, UsedUp::Edges, false, 7, &limits).unwrap().len(), 7);
    let few = Limits::default().positions(1);
    let rows = every_vertex(&graph, UsedUp::Edges, false, 2000, &few).unwrap();
    assert_eq!(rows[1000].as_ref().map(|answer| answer.outcome), Ok(Outcome::N));
    assert!(matches!(rows[1002], Err(Failure::Stop(Stop::Positions(_)))));
}

/// Whether an even kernel contains each vertex of a bipartite graph, by going through all sets on one side.
fn even_kernels(vertices: u32, edges: &Edges, side: impl Fn(u32) -> bool) -> u32 {
    let mut found = 0;
    for set in 0..1_u32 << vertices {
        let members = (0..vertices).filter(|&vertex| set >> vertex & 1 != 0);
        let is_one_sided =
            members.clone().all(&side) || members.clone().all(|vertex| !side(vertex));
        let into = |vertex: u32| {
            let ends = edges.iter().filter(|&&(a, b)| {
                a == vertex && set >> b & 1 != 0 || b == vertex && set >> a & 1 != 0
            });
            ends.count()
        };
        if is_one_sided && (0..vertices).all(|vertex| into(vertex) % 2 == 0) {
            found |= set;
        }
    }
    found
}

proptest! {
    /// Trees that hang, cores of cycles, and what connects them.
    #[test]
    fn even_kernels_are_those_of_the_definition(
        vertices in 1_u32..10,
        tree in prop::collection::vec(any::<u32>(), 10),
        more in prop::collection::vec((any::<u32>(), any::<u32>()), 0..8),
    ) {
        let odd = |vertex: u32| vertex % 2 == 1;
        // Each vertex but the first two hangs from one before it, or from none.
        let tree = (1..vertices).zip(tree).map(|(vertex, draw)| (vertex, draw % (vertex + 1)));
        let more = more.into_iter().map(|(a, b)| (a % vertices, b % vertices));
        let edges: Edges = tree.chain(more).filter(|&(a, b)| odd(a) != odd(b)).collect();
        let graph = graph_of(vertices, &edges, true);
        let found = in_even_kernel(&graph, &Limits::default()).expect("small");
        let expected = even_kernels(vertices, &edges, odd);
        for vertex in 0..vertices {
            prop_assert_eq!(found[vertex as usize], Some(expected >> vertex & 1 != 0));
            // A move wins if it leaves the opponent in an even kernel of what is left.
            let wins = |to: u32| {
                let mut left = edges.clone();
                let used = left.iter().position(|&edge| edge == (vertex, to) || edge == (to, vertex));
                left.remove(used.expect("an edge"));
                even_kernels(vertices, &left, odd) >> to & 1 != 0
            };
            let moves = graph.graph().followers(vertex).iter().copied();
            let winning: Vec<u32> = moves.filter(|&to| wins(to)).collect();
            let found = moves_into_even_kernels(&graph, vertex, &Limits::default());
            prop_assert_eq!(found.expect("small"), Some(winning));
        }
    }
}

proptest! {
    #![proptest_config(crate::generate::cases(16))]
    /// Systems of many words, which are eliminated in full here.
    #[test]
    fn even_kernels_of_wide_graphs_are_those_of_plain_elimination(
        draws in prop::collection::vec((0_u32..600, 0_u32..600), 300..2000),
    ) {
        let edges: Edges = draws.into_iter().filter(|(a, b)| a % 2 != b % 2).collect();
        let found = in_even_kernel(&graph_of(600, &edges, true), &Limits::default()).expect("small");
        let mut rows = vec![vec![false; 600]; 600];
        for &(a, b) in &edges {
            rows[a as usize][b as usize] ^= true;
            rows[b as usize][a as usize] ^= true;
        }
        let (mut solved, mut is_zero) = (0, vec![false; 600]);
        for column in 0..600 {
            let Some(pivot) = (solved..600).find(|&row| rows[row][column]) else { continue };
            rows.swap(solved, pivot);
            let own = rows[solved].clone();
            for (number, row) in rows.iter_mut().enumerate() {
                if number != solved && row[column] {
                    row.iter_mut().zip(&own).for_each(|(entry, own)| *entry ^= own);
                }
            }
            solved += 1;
        }
        for row in &rows[..solved] {
            let mut ones = (0..600).filter(|&column| row[column]);
            if let (Some(only), None) = (ones.next(), ones.next()) {
                is_zero[only] = true;
            }
        }
        let expected: Vec<Option<bool>> = is_zero.iter().map(|zero| Some(!zero)).collect();
        prop_assert!(found.contains(&Some(true)));
        prop_assert_eq!(found, expected);
    }
}

/// A grid is solved line by line: the first line of a solution says what the rest is.
#[test]
fn even_kernels_of_a_long_grid_are_those_that_its_first_line_leaves() {
    let (wide, long) = (8_u32, 299_u32);
    let at = |line: u32, place: u32| line * wide + place;
    let mut edges: Edges = Vec::new();
    for (line, place) in (0..long).flat_map(|line| (0..wide).map(move |place| (line, place))) {
        if place + 1 < wide {
            edges.push((at(line, place), at(line, place + 1)));
        }
        if line + 1 < long {
            edges.push((at(line, place), at(line + 1, place)));
        }
    }
    let graph = graph_of(wide * long, &edges, true);
    let found = in_even_kernel(&graph, &Limits::default()).unwrap();
    let mut expected = vec![false; (wide * long) as usize];
    for first in 0..1_u32 << wide {
        // The equation of a vertex gives the one below it; after the last line all must be 0.
        let (mut lines, mut above) = (vec![first], 0);
        for _ in 0..long {
            let here = lines[lines.len() - 1];
            lines.push((above ^ here << 1 ^ here >> 1) & ((1 << wide) - 1));
            above = here;
        }
        if lines[long as usize] == 0 {
            for (line, place) in
                (0..long).flat_map(|line| (0..wide).map(move |place| (line, place)))
            {
                expected[at(line, place) as usize] |= lines[line as usize] >> place & 1 != 0;
            }
        }
    }
    assert!(expected.contains(&true) && expected.contains(&false));
    assert_eq!(found, expected.into_iter().map(Some).collect::<Vec<_>>());
}

#[test]
fn edge_geography_on_trees_is_vertex_geography() {
    // No way comes back along a tree, and vertex geography is decided by another theorem. Long and thin, and low and wide.
    let limits = Limits::default();
    for reach in [3_u64, 50_000] {
        let mut draw = 1_u64;
        let parent = |vertex: u64| {
            draw = draw
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (vertex - 1 - (draw >> 33) % reach.min(vertex)) as u32
        };
        let parents: Vec<u32> = (1..50_000).map(parent).collect();
        let edges: Edges = (1..50_000).zip(parents).collect();
        let graph = graph_of(50_000, &edges, true);
        let lost = in_even_kernel(&graph, &limits).unwrap();
        let missed = missed(graph.graph(), None, &limits).unwrap();
        assert!(missed.contains(&true) && missed.contains(&false));
        assert_eq!(lost, missed.into_iter().map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn where_nothing_repeats_no_search_is_needed() {
    let limits = Limits::default();
    // One way along a path, with a way round each vertex: no move can be made twice.
    let ladder: Edges = (0..200_001)
        .flat_map(|at| [(at, at + 1), (at, at + 2)])
        .filter(|edge| edge.1 <= 200_001)
        .collect();
    let graph = graph_of(200_002, &ladder, false);
    for used_up in [UsedUp::Vertices, UsedUp::Edges] {
        let found = answer(&graph, used_up, 0, false, &limits).unwrap();
        // Take one or two of 200001: every third vertex from the last on is lost.
        assert_eq!((found.value, found.decided), (Some(0), Decided::NothingRepeats));
        let found = answer(&graph, used_up, 1, false, &limits).unwrap();
        assert_eq!((found.value, found.winning_moves), (Some(2), vec![3]));
    }
    // Both ways along a tree, where an edge is used up.
    let tree: Edges = (1..100_000_u32).map(|vertex| (vertex, vertex / 2)).collect();
    let graph = graph_of(100_000, &tree, true);
    let found = answer(&graph, UsedUp::Edges, 0, false, &limits).unwrap();
    assert_eq!(found.decided, Decided::NothingRepeats);
    // Down a binary tree of which a last row is not full: by the definition, from the leaves on.
    let mut values = vec![0_u64; 100_000];
    for vertex in (1..100_000_usize).rev() {
        let below = [2 * vertex, 2 * vertex + 1].into_iter().filter(|&to| to < 100_000);
        values[vertex] = mex(below.map(|to| Nimber(values[to]))).0;
    }
    assert_eq!(found.value, Some(mex([Nimber(values[1])]).0));
    // In misère play too.
    let found = answer(&graph, UsedUp::Edges, 0, true, &limits).unwrap();
    let mut wins = vec![false; 100_000];
    for vertex in (1..100_000_usize).rev() {
        let mut below =
            [2 * vertex, 2 * vertex + 1].into_iter().filter(|&to| to < 100_000).peekable();
        wins[vertex] = below.peek().is_none() || below.any(|to| !wins[to]);
    }
    assert_eq!(found.outcome, Outcome::next_wins(!wins[1]));
}

/// Who wins and in how many moves when the winner hurries and the loser delays, by the rules alone.
fn length(
    edges: &Edges,
    token: u32,
    used_up: UsedUp,
    undirected: bool,
    misere: bool,
) -> (Outcome, u32) {
    let each: Vec<(Outcome, u32)> = steps(edges, token, used_up, undirected)
        .iter()
        .map(|(to, left)| length(left, *to, used_up, undirected, misere))
        .collect();
    let lost = each.iter().filter(|(outcome, _)| *outcome == Outcome::P).map(|(_, moves)| moves);
    match (lost.min(), each.iter().map(|(_, moves)| moves).max()) {
        (Some(least), _) => (Outcome::N, least + 1),
        (None, Some(most)) => (Outcome::P, most + 1),
        (None, None) => (Outcome::next_wins(misere), 0),
    }
}

/// Where theorems answer, too.
#[test]
fn a_way_that_no_token_can_go_is_refused() {
    let path: Edges = vec![(0, 1), (1, 2), (2, 3)];
    let limits = Limits::default();
    for undirected in [false, true] {
        let graph = graph_of(4, &path, undirected);
        for used_up in [UsedUp::Vertices, UsedUp::Edges] {
            for way in
                [&[][..], &[4], &[0, 2], &[3, 0], &[0, 1, 0, 1], &[0, 1, 1], &[0, 1, 2, 3, 2]]
            {
                for most in [1, 1000] {
                    let found = moves(&graph, used_up, way, false, most, &limits);
                    assert!(matches!(found, Err(Failure::Domain(_))), "{way:?} {found:?}");
                }
            }
            assert!(moves(&graph, used_up, &[0, 1, 2], false, 1, &limits).is_ok());
        }
    }
}

proptest! {
    #[test]
    fn moves_along_a_way_are_judged_as_by_the_rules(
        edges in edges(5, 8),
        undirected in any::<bool>(),
        used_edges in any::<bool>(),
        misere in any::<bool>(),
        turns in prop::collection::vec(0_usize..8, 0..5),
    ) {
        let graph = graph_of(5, &edges, undirected);
        let used_up = if used_edges { UsedUp::Edges } else { UsedUp::Vertices };
        let (mut way, mut left, limits) = (vec![0], edges, Limits::default());
        for turn in turns {
            let token = way[way.len() - 1];
            // Parallel edges are one move.
            let steps: BTreeMap<u32, Edges> =
                steps(&left, token, used_up, undirected).into_iter().collect();
            let (outcome, found) = moves(&graph, used_up, &way, misere, 100_000, &limits)?;
            prop_assert_eq!(outcome, length(&left, token, used_up, undirected, misere).0);
            let judged: Vec<(u32, Outcome, Option<u32>)> =
                found.iter().map(|made| (made.to, made.leaves, made.lasts)).collect();
            let expected: Vec<(u32, Outcome, Option<u32>)> = steps
                .iter()
                .map(|(&to, next)| {
                    let (leaves, lasts) = length(next, to, used_up, undirected, misere);
                    (to, leaves, Some(lasts))
                })
                .collect();
            prop_assert_eq!(&judged, &expected);
            // Theorems, or all positions, where few are not enough.
            let (same, hasty) = moves(&graph, used_up, &way, misere, 1, &limits)?;
            prop_assert_eq!(same, outcome);
            let leaves = |moves: &[grundy::graph::tokens::TokenMove]| -> Vec<(u32, Outcome)> {
                moves.iter().map(|made| (made.to, made.leaves)).collect()
            };
            prop_assert_eq!(leaves(&hasty), leaves(&found));
            let chosen = turn % steps.len().max(1);
            let Some((to, next)) = steps.into_iter().nth(chosen) else { break };
            left = next;
            way.push(to);
        }
    }
}
