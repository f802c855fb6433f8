//! Explicit graphs against plain definitions: values, outcomes, distances, sums.

use grundy::drawing::Shape;
use grundy::graph::draw::Picture;
use grundy::graph::read::{EdgeList, Problem};
use grundy::graph::tokens::{self, TokenMove};
use grundy::graph::{
    Certain, Draft, Graph, Labels, Loopy, Race, Reading, Refused, explore_rules,
    explore_rules_in_part,
};
use grundy::language::Language;
use grundy::limits::{Limits, Stop};
use grundy::nimber::{Nimber, mex};
use grundy::outcome::Outcome;
use grundy::rule::{Rules, parse};
use grundy::ruleset::Failure;
use proptest::prelude::*;

use crate::graph_read::{named_edges, read_dot_text};

/// A graph as plain lists of followers, the form that the definitions below read.
type Lists = Vec<Vec<usize>>;

fn graph_of(lists: &Lists) -> Graph {
    let edges = lists
        .iter()
        .enumerate()
        .flat_map(|(from, followers)| followers.iter().map(move |&to| (from as u32, to as u32)));
    Graph::from_edges(lists.len() as u32, edges, &Limits::default()).expect("in range")
}

/// Graphs of up to `most` vertices, cyclic or not, with self loops and repeated edges.
fn lists(most: usize) -> impl Strategy<Value = Lists> {
    (1..=most, any::<bool>()).prop_flat_map(|(vertices, acyclic)| {
        let edge = (0..vertices, 0..vertices);
        prop::collection::vec(edge, 0..3 * vertices).prop_map(move |edges| {
            let mut lists = vec![Vec::new(); vertices];
            for (from, to) in edges {
                match acyclic {
                    true if from == to => {}
                    true => lists[from.max(to)].push(from.min(to)),
                    false => lists[from].push(to),
                }
            }
            lists
        })
    })
}

/// Outcomes by their definition: what follows from the outcomes so far is added round by round,
/// all vertices together, until nothing follows any more; the rest is drawn. The round in which a
/// vertex is decided is its distance.
fn outcomes(lists: &Lists, misere: bool) -> Vec<(Outcome, Option<u32>)> {
    let mut known: Vec<(Outcome, Option<u32>)> = vec![(Outcome::D, None); lists.len()];
    for round in 0.. {
        let decide = |followers: &Vec<usize>| {
            if followers.is_empty() {
                return Some(Outcome::next_wins(misere));
            }
            let mut after = followers.iter().map(|&follower| known[follower].0);
            if after.clone().any(|outcome| outcome == Outcome::P) {
                return Some(Outcome::N);
            }
            after.all(|outcome| outcome == Outcome::N).then_some(Outcome::P)
        };
        let new: Vec<Option<Outcome>> = lists.iter().map(decide).collect();
        let mut changed = false;
        for (entry, new) in known.iter_mut().zip(new) {
            if let (None, Some(outcome)) = (entry.1, new) {
                *entry = (outcome, Some(round));
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
    unreachable!("the rounds end")
}

/// Labels by their definition, looking at all vertices again and again.
fn labels(lists: &Lists) -> Vec<Loopy> {
    let mut labels: Vec<Option<u64>> = vec![None; lists.len()];
    let due = |labels: &[Option<u64>], vertex: usize, m: u64| {
        let after = |v: usize| lists[v].iter().map(|&u| labels[u]);
        let reverts = |&u: &usize| labels[u].is_some() || after(u).any(|label| label == Some(m));
        labels[vertex].is_none()
            && mex(after(vertex).flatten().map(Nimber)) == Nimber(m)
            && lists[vertex].iter().all(reverts)
    };
    for m in 0..=lists.len() as u64 {
        let mut changed = true;
        while changed {
            changed = false;
            for vertex in 0..lists.len() {
                if due(&labels, vertex, m) {
                    labels[vertex] = Some(m);
                    changed = true;
                }
            }
        }
        if m > 0 && !labels.contains(&Some(m)) {
            break;
        }
    }
    let value = |(vertex, label): (usize, &Option<u64>)| match label {
        Some(label) => Loopy::Nimber(Nimber(*label)),
        None => Loopy::infinity(lists[vertex].iter().filter_map(|&u| labels[u]).map(Nimber)),
    };
    labels.iter().enumerate().map(value).collect()
}

/// The graph of all positions of two tokens; `a` and `b` stand at `a * |b| + b`.
fn product(a: &Lists, b: &Lists) -> Lists {
    let mut lists = Vec::new();
    for (i, from_i) in a.iter().enumerate() {
        for (j, from_j) in b.iter().enumerate() {
            let first = from_i.iter().map(|&to| to * b.len() + j);
            let second = from_j.iter().map(|&to| i * b.len() + to);
            lists.push(first.chain(second).collect());
        }
    }
    lists
}

fn values(lists: &Lists) -> Vec<Loopy> {
    let graph = graph_of(lists);
    let labels = Labels::new(&graph, &Limits::default()).expect("no limits");
    (0..graph.vertices()).map(|vertex| labels.value(&graph, vertex)).collect()
}

proptest! {
    #![proptest_config(crate::generate::cases(4000))]

    #[test]
    fn values_are_those_of_the_definition(lists in lists(12)) {
        prop_assert_eq!(values(&lists), labels(&lists));
    }

    #[test]
    fn outcomes_and_distances_are_those_of_the_definition(lists in lists(12), misere: bool) {
        let graph = graph_of(&lists);
        let race = Race::new(&graph, misere, &Limits::default()).expect("no limits");
        let found: Vec<_> =
            (0..graph.vertices()).map(|v| (race.outcome(v), race.distance(v))).collect();
        prop_assert_eq!(found, outcomes(&lists, misere));
    }

    /// Graphs without cycles are gone through by the numbers of their vertices where these allow it, and from the ends where not.
    /// Complete ones have labels up to the number of their vertices.
    #[test]
    fn graphs_without_cycles_may_be_numbered_in_any_order(
        vertices in 1..90_usize, share in 1..=10_u64, seed: u64, misere: bool,
    ) {
        let mut number = numbers(seed);
        let up: Lists = (0..vertices).map(|v| (0..v).filter(|_| number(10) < share).collect()).collect();
        let mut places: Vec<usize> = (0..vertices).collect();
        (1..vertices).for_each(|v| places.swap(v, number(v as u64 + 1) as usize));
        let renamed = |place: &dyn Fn(usize) -> usize| {
            let mut lists = vec![Vec::new(); vertices];
            for (vertex, list) in up.iter().enumerate() {
                lists[place(vertex)] = list.iter().map(|&to| place(to)).collect();
            }
            lists
        };
        for lists in [up.clone(), renamed(&|v| vertices - 1 - v), renamed(&|v| places[v])] {
            prop_assert_eq!(values(&lists), labels(&lists));
            let race = Race::new(&graph_of(&lists), misere, &Limits::default()).expect("no limits");
            let found: Vec<_> =
                (0..vertices as u32).map(|v| (race.outcome(v), race.distance(v))).collect();
            prop_assert_eq!(found, outcomes(&lists, misere));
        }
    }

    #[test]
    fn values_of_sums_say_who_wins_them(a in lists(6), b in lists(6)) {
        let (first, second) = (values(&a), values(&b));
        let played = outcomes(&product(&a, &b), false);
        let sums = first.iter().flat_map(|x| second.iter().map(move |y| (x ^ y, x.outcome_beside(y))));
        for ((sum, beside), (outcome, _)) in sums.zip(played) {
            prop_assert_eq!((sum.outcome(), beside), (outcome, outcome), "{}", sum);
        }
    }

    /// Whatever the opponent does in a sum worth 0, the answer with the least nimbers and then the least numbers comes nearer
    /// to the end.
    #[test]
    fn by_the_counters_a_won_sum_comes_to_its_end(a in lists(9), tokens in prop::collection::vec(0..9_u32, 1..4)) {
        let (graph, limits) = (graph_of(&a), Limits::default());
        let labels = Labels::new(&graph, &limits).expect("no limits");
        let counters = labels.counters(&graph, &limits).expect("no limits");
        let tokens: Vec<u32> = tokens.iter().map(|token| token % graph.vertices()).collect();
        let left = |tokens: &[u32]| -> Option<(u64, u64)> {
            let nimbers = tokens.iter().map(|&token| labels.nimber(token)).collect::<Option<Vec<_>>>()?;
            let is_lost = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber.0) == 0;
            let numbers = tokens.iter().map(|&token| u64::from(counters[token as usize]));
            is_lost.then(|| (nimbers.iter().map(|nimber| nimber.0).sum(), numbers.sum()))
        };
        let moved = |tokens: &[u32]| -> Vec<Vec<u32>> {
            let mut all = Vec::new();
            for (at, &token) in tokens.iter().enumerate() {
                for &to in graph.followers(token) {
                    let mut after = tokens.to_vec();
                    after[at] = to;
                    all.push(after);
                }
            }
            all
        };
        if let Some(before) = left(&tokens) {
            for theirs in moved(&tokens) {
                let best = moved(&theirs).iter().filter_map(|ours| left(ours)).min();
                prop_assert!(best.is_some_and(|best| best < before), "{theirs:?}");
            }
        }
    }

    #[test]
    fn values_of_three_tokens_say_who_wins(a in lists(4), b in lists(4), c in lists(3)) {
        let (first, second, third) = (values(&a), values(&b), values(&c));
        let mut played = outcomes(&product(&product(&a, &b), &c), false).into_iter();
        for x in &first {
            for y in &second {
                for z in &third {
                    let sum = &(x ^ y) ^ z;
                    prop_assert_eq!(Some(sum.outcome()), played.next().map(|entry| entry.0));
                }
            }
        }
    }
}

/// Who wins with tokens on these vertices in misère play without cycles, by the plain recursion.
fn misere_recursion(lists: &Lists, tokens: &[usize]) -> Outcome {
    let mut options = 0;
    for (index, &vertex) in tokens.iter().enumerate() {
        for &to in &lists[vertex] {
            options += 1;
            let mut next = tokens.to_vec();
            next[index] = to;
            if misere_recursion(lists, &next) == Outcome::P {
                return Outcome::N;
            }
        }
    }
    Outcome::next_wins(options == 0)
}

/// Lists of an acyclic graph.
fn acyclic(lists: Lists) -> Lists {
    let down = |(from, followers): (usize, Vec<usize>)| {
        followers.into_iter().filter(|&to| to < from).collect()
    };
    lists.into_iter().enumerate().map(down).collect()
}

proptest! {
    #![proptest_config(crate::generate::cases(1500))]

    #[test]
    fn tokens_by_values_and_by_search_are_those_of_the_product(
        lists in lists(6),
        places in prop::collection::vec(any::<prop::sample::Index>(), 1..=3),
        misere: bool,
    ) {
        let limits = Limits::default();
        let graph = graph_of(&lists);
        let size = lists.len();
        let tokens: Vec<u32> = places.iter().map(|place| place.index(size) as u32).collect();
        let mut all = lists.clone();
        for _ in 1..tokens.len() {
            all = product(&all, &lists);
        }
        let played = outcomes(&all, misere);
        let at = |tokens: &[u32]| {
            played[tokens.iter().fold(0, |place, &token| place * size + token as usize)]
        };
        let found = tokens::by_search(&graph, &tokens, misere, &limits).expect("no limits");
        prop_assert_eq!((found.outcome, found.distance), at(&tokens));
        let mut moves = Vec::new();
        for (token, &vertex) in tokens.iter().enumerate() {
            for &to in graph.followers(vertex) {
                let mut after = tokens.clone();
                after[token] = to;
                let (leaves, lasts) = at(&after);
                moves.push(TokenMove { token, to, leaves, lasts });
            }
        }
        prop_assert_eq!(&found.moves, &moves);
        if !misere {
            let labels = Labels::new(&graph, &limits).expect("no limits");
            let found = tokens::by_values(&graph, &labels, &tokens, &limits).expect("no limits");
            for made in &mut moves {
                made.lasts = None;
            }
            prop_assert_eq!((found.outcome, found.moves), (at(&tokens).0, moves));
        }
    }

    #[test]
    fn misere_tokens_without_cycles_follow_the_recursion(
        lists in lists(5).prop_map(acyclic),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..=3),
    ) {
        let places: Vec<usize> = places.iter().map(|place| place.index(lists.len())).collect();
        let tokens: Vec<u32> = places.iter().map(|&place| place as u32).collect();
        let found = tokens::by_search(&graph_of(&lists), &tokens, true, &Limits::default());
        prop_assert_eq!(found.expect("no limits").outcome, misere_recursion(&lists, &places));
    }
}

/// A fixed sequence of numbers that looks random (xorshift).
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

/// Large graphs: mostly leading down, some edges up, few ends.
fn large(vertices: usize, degree: u64, up: u64, seed: u64) -> Lists {
    let mut next = numbers(seed);
    let mut lists = vec![Vec::new(); vertices];
    for (from, list) in lists.iter_mut().enumerate().skip(1) {
        for _ in 0..next(2 * degree) {
            let to = match up > 0 && next(up) == 0 {
                true => next(vertices as u64) as usize,
                false => next(from as u64) as usize,
            };
            list.push(to);
        }
    }
    lists
}

#[test]
fn large_graphs_agree_with_the_definitions() {
    for (vertices, degree, up, seed) in
        [(3000, 1, 9, 1), (3000, 3, 40, 2), (1500, 8, 300, 3), (300, 60, 2000, 4), (3000, 4, 0, 5)]
    {
        let lists = large(vertices, degree, up, seed);
        assert_eq!(values(&lists), labels(&lists), "{vertices} vertices");
        for misere in [false, true] {
            let graph = graph_of(&lists);
            let race = Race::new(&graph, misere, &Limits::default()).expect("no limits");
            let found: Vec<_> =
                (0..graph.vertices()).map(|v| (race.outcome(v), race.distance(v))).collect();
            assert_eq!(found, outcomes(&lists, misere), "{vertices} vertices");
        }
    }
}

#[test]
fn a_long_path_needs_no_stack() {
    let length = 1_000_000_u32;
    let edges = (1..length).map(|v| (v, v - 1));
    let limits = Limits::default();
    let graph = Graph::from_edges(length, edges.clone(), &limits).expect("in range");
    let labels = Labels::new(&graph, &limits).expect("no limits");
    let race = Race::misere(&graph, &limits).expect("no limits");
    assert_eq!(labels.nimber(length - 1), Some(Nimber(1)));
    assert_eq!(race.distance(length - 1), Some(length - 1));
    // With a cycle before the path all of it is in the core.
    let cycle = edges.map(|(from, to)| (from + 2, to + 2)).chain([(2, 0), (0, 1), (1, 0), (1, 2)]);
    let graph = Graph::from_edges(length + 2, cycle, &limits).expect("in range");
    let labels = Labels::new(&graph, &limits).expect("no limits");
    assert!(!labels.is_acyclic() && labels.cyclic() == length + 2);
}

#[test]
fn vertices_that_are_not_there_are_refused() {
    let limits = Limits::default();
    let graph = graph_of(&vec![vec![], vec![0], vec![1, 2]]);
    let labels = Labels::new(&graph, &limits).unwrap();
    for tokens in [&[3][..], &[0, 3], &[u32::MAX, 1]] {
        let by_values = tokens::by_values(&graph, &labels, tokens, &limits);
        assert!(matches!(by_values, Err(Failure::Domain(_))), "{tokens:?}");
        for misere in [false, true] {
            let by_search = tokens::by_search(&graph, tokens, misere, &limits);
            assert!(matches!(by_search, Err(Failure::Domain(_))), "{tokens:?}");
        }
    }
    let race = Race::normal(&graph, &limits).unwrap();
    assert_eq!((race.outcome(2), race.distance(2)), (Outcome::D, None));
    assert!(std::panic::catch_unwind(|| race.outcome(3)).is_err());
    assert!(std::panic::catch_unwind(|| race.distance(3)).is_err());
    assert!(std::panic::catch_unwind(|| labels.value(&graph, 3)).is_err());
    assert_eq!(labels.nimber(3), None);
}

/// Many tokens whose values are large sets take no more than one such set.
#[test]
fn many_tokens_take_little_memory() {
    let own = (0..700_u32).flat_map(|from| (0..from).map(move |to| (from, to)));
    let edges: Vec<(u32, u32)> = own.chain((0..=700).map(|to| (700, to))).collect();
    let graph = Graph::from_edges(701, edges.iter().copied(), &Limits::default()).unwrap();
    let labels = Labels::new(&graph, &Limits::default()).unwrap();
    // Alone, beside others, and two of them.
    for (tokens, value) in [
        (vec![700], "700"),
        ([vec![1; 20_001], vec![700]].concat(), "700"),
        ([vec![5; 3], vec![700, 1, 700]].concat(), "0"),
    ] {
        let verdict = tokens::by_values(&graph, &labels, &tokens, &Limits::default()).unwrap();
        let reached = match verdict.value.unwrap() {
            Loopy::Infinity(reached) => reached.len(),
            Loopy::Nimber(_) => panic!("an infinity"),
        };
        assert_eq!(reached.to_string(), value);
        let wins = |made: &&tokens::TokenMove| made.leaves == Outcome::P;
        let winning = verdict.moves.iter().find(wins).map(|made| (tokens[made.token], made.to));
        let expected = match tokens.len() {
            1 => Some((700, 0)),
            6 => None,
            // The others are worth 1 together.
            _ => Some((700, 1)),
        };
        assert_eq!(winning, expected);
    }
}

#[test]
fn limits_stop_the_work() {
    let lists = large(2000, 5, 50, 6);
    let graph = graph_of(&lists);
    let none = Limits::default();
    let small = none.clone().memory(1000);
    assert!(matches!(Labels::new(&graph, &small), Err(Stop::Memory { .. })));
    assert!(matches!(Race::normal(&graph, &small), Err(Stop::Memory { .. })));
    let few = none.clone().positions(100);
    let crowd = [1999, 1998, 1997];
    let stopped = tokens::by_search(&graph, &crowd, true, &few);
    assert_eq!(stopped, Err(Failure::Stop(Stop::Positions(100))));
    let stopped =
        tokens::by_search(&graph, &crowd, true, &none.clone().memory(graph.bytes() + (1 << 20)));
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))));
    let cancelled = none.clone();
    cancelled.cancel.cancel();
    assert_eq!(
        tokens::by_search(&graph, &crowd, true, &cancelled),
        Err(Failure::Stop(Stop::Cancelled))
    );
    let limits = none.clone().memory(1 << 20);
    let mut list = EdgeList::new(Draft::new(Reading::default(), limits));
    let error = list.feed(b"0 250000000\n").expect_err("30 MB of bits");
    assert!(matches!(error.problem, Problem::Refused(Refused::Stop(Stop::Memory { .. }))));
}

#[test]
fn rules_are_explored_when_their_options_are_single_components() {
    let limits = Limits::default();
    let rules = |text: &str| Rules::new(parse(text).expect("a rule"), &[]).expect("checked");
    let walk = rules("[n] -> [n-1] if n > 0 | [n+1] if n > 0 and n < 9");
    let found = explore_rules(&walk, [walk.component(0, &[4]).expect("in range")], &limits);
    let found = found.expect("no limits");
    assert_eq!((found.graph.vertices(), found.graph.edges()), (10, 17));
    for (text, message) in [
        ("[n] -> [n-1] + [1]", "[4] can become the sum [3] + [1]"),
        ("[n] -> [n-1] win on [0]", "[0] ends the game at once"),
    ] {
        let rules = rules(text);
        let failed = explore_rules(&rules, [rules.component(0, &[4]).expect("in range")], &limits);
        let failed = failed.expect_err(message).to_string();
        assert!(failed.starts_with(message), "{failed}");
    }
    let endless = rules("[n] -> [n+1]");
    let few = limits.clone().positions(1000);
    let failed = explore_rules(&endless, [endless.component(0, &[0]).expect("in range")], &few);
    assert_eq!(failed.expect_err("endless"), Failure::Stop(Stop::Positions(1000)));
    let wide = rules("[n] -> [n-1] for k in 1..10**7 if n > 0");
    let little = limits.clone().memory(1 << 22);
    let failed = explore_rules(&wide, [wide.component(0, &[4]).expect("in range")], &little);
    assert!(matches!(failed, Err(Failure::Stop(Stop::Memory { .. }))));
}

#[test]
fn pictures_name_every_vertex_and_edge() {
    let named = read_dot_text("digraph { \"a<\\\"b\" -> c -> d -> c; d -> d2 }").expect("dot");
    let limits = Limits::default();
    let labels = Labels::new(&named.graph, &limits).expect("no limits");
    let race = Race::normal(&named.graph, &limits).expect("no limits");
    let picture =
        Picture { named: &named, labels: Some(&labels), race: &race, language: Language::English };
    let mut dot = String::new();
    picture.dot(&mut dot).expect("a string");
    let again = read_dot_text(&dot).expect("what is drawn can be read");
    assert_eq!(named_edges(&again), named_edges(&named));
    let drawing = picture.drawing("two cycles");
    let circles = drawing.shapes.iter().filter(|shape| matches!(shape, Shape::Circle { .. }));
    assert_eq!(circles.count(), 4);
    let arrows = drawing.shapes.iter().filter(|shape| matches!(shape, Shape::Line(_)));
    assert_eq!(arrows.count(), 4);
    let named = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "a<\"b");
    assert!(drawing.shapes.iter().any(named));
}

/// Without cycles every edge leads downwards, and no two vertices stand at one place.
#[test]
fn what_comes_to_an_end_is_drawn_in_layers() {
    let mut text = String::from("digraph {");
    for from in 1..20 {
        for to in (0..from).filter(|to| (from * 7 + to * 3) % 5 == 0 || to + 4 == from) {
            text += &format!("{from} -> {to}; ");
        }
    }
    let named = read_dot_text(&(text + "}")).expect("dot");
    let race = Race::normal(&named.graph, &Limits::default()).expect("no limits");
    let drawing = Picture { named: &named, labels: None, race: &race, language: Language::English }
        .drawing("layers");
    let mut circles = Vec::new();
    for shape in &drawing.shapes {
        match shape {
            Shape::Circle { at: (x, y), radius, .. } => {
                assert!(x - radius > 0.0 && x + radius < drawing.width);
                assert!(y - radius > 0.0 && y + radius < drawing.height);
                circles.push((*x, *y, *radius));
            }
            Shape::Line(line) => assert!(line.from.1 < line.to.1, "{line:?}"),
            _ => {}
        }
    }
    for (at, one) in circles.iter().enumerate() {
        for other in &circles[..at] {
            let apart = (one.0 - other.0).hypot(one.1 - other.1);
            assert!(apart > one.2 + other.2, "{one:?} {other:?}");
        }
    }
}

/// Epstein's game, put or take the largest square that is in the heap: its lost heaps as the OEIS has them (A005240),
/// found among the first few hundred positions though play reaches ever larger ones. What is certain of a part stays so
/// in a larger part.
#[test]
fn what_is_certain_of_a_part_of_an_endless_game() {
    let lost = [0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257, 397, 404, 445, 477];
    let text = "[n] -> [n-isqrt(n)**2] if n > 0 | [n+isqrt(n)**2] if n > 0";
    let rules = Rules::new(parse(text).expect("a rule"), &[]).expect("rules");
    let limits = Limits::default();
    let certain = |heap: i64, most: u32| {
        let root = rules.component(0, &[heap]).expect("in range");
        let some = explore_rules_in_part(&rules, [root], most, &limits).expect("explored");
        Certain::new(&some.graph, &some.open, false, &limits).expect("no limit").outcome(0)
    };
    let found: Vec<i64> = (0..500).filter(|&heap| certain(heap, 256) == Some(Outcome::P)).collect();
    assert_eq!(found, lost);
    let counts = [1, 4, 16, 64].map(|most| {
        let known = (0..200).filter_map(|heap| Some((heap, certain(heap, most)?)));
        let known: Vec<(i64, Outcome)> = known.collect();
        for &(heap, outcome) in &known {
            assert_eq!(certain(heap, 4 * most), Some(outcome), "[{heap}] among {most}");
        }
        known.len()
    });
    assert!(counts.is_sorted() && counts[0] == 1 && counts[3] > 150, "{counts:?}");
}
