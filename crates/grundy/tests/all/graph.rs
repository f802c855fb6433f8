//! Explicit graphs against plain definitions: values, outcomes, distances, sums.

use grundy::graph::{Graph, Labels, Loopy, Race};
use grundy::limits::Limits;
use grundy::nimber::{Nimber, mex};
use grundy::outcome::Outcome;
use proptest::prelude::*;

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

/// Labels by their definition, looking at all vertices again after every label.
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
        while let Some(vertex) = (0..lists.len()).find(|&vertex| due(&labels, vertex, m)) {
            labels[vertex] = Some(m);
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
    #![proptest_config(ProptestConfig::with_cases(4000))]

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

    #[test]
    fn values_of_sums_say_who_wins_them(a in lists(6), b in lists(6)) {
        let (first, second) = (values(&a), values(&b));
        let played = outcomes(&product(&a, &b), false);
        let sums = first.iter().flat_map(|x| second.iter().map(move |y| (x ^ y, x.outcome_beside(y))));
        for ((sum, beside), (outcome, _)) in sums.zip(played) {
            prop_assert_eq!((sum.outcome(), beside), (outcome, outcome), "{}", sum);
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
