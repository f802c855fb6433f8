//! Closed forms against values from outside and, in sums, against the whole game tree.

use grundy::outcome::Outcome;
use grundy::theory::{bounded, fibonacci, half, lasker, nim, wythoff};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::HashMap;

const WYTHOFF: &str = include_str!("../../../../testdata/theory/wythoff_values.txt");

fn published(id: &str) -> Vec<u64> {
    let row = WYTHOFF.lines().find(|line| line.starts_with(id)).expect("the sequence is there");
    let values = row.rsplit(' ').next().expect("a field");
    values.split(',').map(|value| value.parse().expect("a number")).collect()
}

fn check_wythoff(x: u64, y: u64, value: u64) {
    assert_eq!(wythoff::is_p_u64(x, y), value == 0, "{x}, {y}");
    assert_eq!(wythoff::is_p_golden(&x.into(), &y.into()), value == 0, "{x}, {y}");
    assert_eq!(wythoff::is_p_zeckendorf(&x.into(), &y.into()), value == 0, "{x}, {y}");
}

#[test]
fn wythoff_is_lost_where_the_published_value_is_zero() {
    let places = (0..).flat_map(|n| (0..=n).map(move |k| (n, k)));
    let triangle = published("A317205");
    assert!(triangle.iter().filter(|&&value| value == 0).count() > 3);
    for ((n, k), value) in places.zip(triangle) {
        check_wythoff(n, k, value);
    }
    for (k, value) in (0..).zip(published("A004482")) {
        check_wythoff(1, k, value);
    }
}

/// A component of a mixed sum of heap games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Heap {
    Nim(u64),
    /// At most the second number may be taken.
    Bounded(u64, u64),
    Half(u64),
    Lasker(u64),
}

impl Heap {
    fn value(self) -> u64 {
        match self {
            Heap::Nim(n) => n,
            Heap::Bounded(n, most) => bounded::value_u64(n, most),
            Heap::Half(n) => half::value_u64(n),
            Heap::Lasker(n) => lasker::value_u64(n).expect("a small heap"),
        }
    }

    fn options(self) -> Vec<Vec<Heap>> {
        match self {
            Heap::Nim(n) => (0..n).map(|k| vec![Heap::Nim(k)]).collect(),
            Heap::Bounded(n, most) => {
                (n.saturating_sub(most)..n).map(|k| vec![Heap::Bounded(k, most)]).collect()
            }
            Heap::Half(n) => (0..n.min(n / 2 + 1)).map(|k| vec![Heap::Half(k)]).collect(),
            Heap::Lasker(n) => {
                let splits = (1..=n / 2).map(|a| vec![Heap::Lasker(a), Heap::Lasker(n - a)]);
                (0..n).map(|k| vec![Heap::Lasker(k)]).chain(splits).collect()
            }
        }
    }

    /// The options that the theory says have the given value.
    fn moves_to(self, value: u64) -> Vec<Vec<Heap>> {
        let small = |n: BigUint| u64::try_from(n).expect("a small heap");
        match self {
            Heap::Nim(n) => (value < n).then(|| vec![Heap::Nim(value)]).into_iter().collect(),
            Heap::Bounded(n, most) => {
                let left = bounded::move_to(&n.into(), &most.into(), &value.into());
                left.map(|k| vec![Heap::Bounded(small(k), most)]).into_iter().collect()
            }
            Heap::Half(n) => {
                let heaps = half::moves_to(&n.into(), value);
                let heaps = heaps.map(|(a, b)| small(a)..=small(b));
                heaps.into_iter().flatten().map(|k| vec![Heap::Half(k)]).collect()
            }
            Heap::Lasker(n) => {
                let left = lasker::reduction_to(&n.into(), &value.into());
                let reduction = left.map(|k| vec![Heap::Lasker(small(k))]);
                let splits = lasker::splits_to(&n.into(), &value.into());
                let splits =
                    splits.map(|(a, b)| vec![Heap::Lasker(small(a)), Heap::Lasker(small(b))]);
                reduction.into_iter().chain(splits).collect()
            }
        }
    }
}

#[test]
fn one_large_amount_beside_small_ones() {
    use grundy::plan::Engine;
    use grundy::play::Session;
    let limits = grundy::limits::Limits::default();
    for (near, far) in [(1, 70_000_u64), (2, 70_000), (2, 70_002), (4, 65_540), (6, 70_001)] {
        let amounts: Vec<u64> = (1..=near).chain([far]).collect();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..3 * far + 50 {
            let options = amounts.iter().filter(|&&amount| amount <= n);
            let options: Vec<u64> = options.map(|&amount| values[(n - amount) as usize]).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        let listed: Vec<String> = amounts.iter().map(u64::to_string).collect();
        let mut session = Session::with_game(&format!("S{{{}}}", listed.join(","))).unwrap();
        assert!(matches!(session.plan(0).engine, Engine::OneMore { .. }));
        let near_far = (0..40).chain(far - 20..far + 40).chain(2 * far - 20..2 * far + 40);
        for n in near_far.chain(3 * far..3 * far + 40) {
            let position = session.position(&n.to_string()).unwrap();
            let value = session.value(&position, &limits).unwrap();
            assert_eq!(value.to_string(), values[n as usize].to_string(), "{listed:?} {n}");
            let winning = amounts.iter().filter(|&&amount| amount <= n);
            let winning = winning.filter(|&&amount| values[(n - amount) as usize] == 0).count();
            let found = session.winning_moves(&position, &limits).unwrap();
            assert_eq!(
                found.len(),
                if values[n as usize] == 0 { 0 } else { winning },
                "{listed:?} {n}"
            );
        }
    }
}

#[test]
fn amounts_that_leave_other_remainders() {
    use grundy::plan::Engine;
    use grundy::play::Session;
    let limits = grundy::limits::Limits::default();
    let powers = |base: u64| (0..32).map_while(move |exponent| base.checked_pow(exponent));
    for (rule, amounts, unit, modulus) in [
        ("[n] -> [n-2**k] for k in 0..30", powers(2).take(31).collect::<Vec<_>>(), 1, 3),
        ("[n] -> [n-2**k] for k in 0..31 if 2**k <= n", powers(2).collect(), 1, 3),
        ("[n] -> [n-shl(1, k)] for k in 1..31", powers(2).skip(1).collect(), 2, 3),
        ("[n] -> [n-3**k] for k in 0..20", powers(3).take(21).collect(), 1, 2),
        ("[n] -> [n-k] for k in {7**j for j in 0..10}", powers(7).take(11).collect(), 1, 2),
        ("[n] -> [n-k] for k in {1, 2, 10**10}", vec![1, 2, 10_u64.pow(10)], 1, 3),
        ("S{5,10,15,100000005}", vec![5, 10, 15, 100_000_005], 5, 4),
    ] {
        let mut session = Session::with_game(rule).unwrap();
        assert!(session.plan(0).engine.has_values(), "{rule}");
        let by_theory =
            matches!(session.plan(0).engine, Engine::Remainders(_) | Engine::OneMore { .. });
        assert!(by_theory, "{rule}");
        let mut values: Vec<u64> = Vec::new();
        for n in (0..150_u64).chain(10_u64.pow(15)..10_u64.pow(15) + 40) {
            let left = amounts.iter().filter_map(|&amount| n.checked_sub(amount));
            if n < 150 {
                let options: Vec<u64> = left.clone().map(|left| values[left as usize]).collect();
                values.push((0..).find(|value| !options.contains(value)).unwrap());
                assert_eq!(values[n as usize], n / unit % modulus);
            }
            let position = session.position(&n.to_string()).unwrap();
            let value = session.value(&position, &limits).unwrap();
            assert_eq!(value.to_string(), (n / unit % modulus).to_string(), "{rule} {n}");
            let winning = left.filter(|&left| left / unit % modulus == 0).count();
            let right = if n / unit % modulus == 0 { 0 } else { winning };
            assert_eq!(
                session.winning_moves(&position, &limits).unwrap().len(),
                right,
                "{rule} {n}"
            );
        }
    }
}

#[test]
fn powers_of_a_number() {
    use grundy::play::Session;
    let limits = grundy::limits::Limits::default();
    for (rule, base, most) in [
        ("[n] -> [n-k] for k in powers(10, n)", 10, u64::MAX),
        ("[left] if left > 0 -> [left-p] for p in powers(3, left)", 3, u64::MAX),
        ("[n] -> [n-k] for k in powers(2, n)", 2, u64::MAX),
        ("[n] -> [n-10**k] for k in 0..18", 10, 10_u64.pow(18)),
        ("[n] -> [n-12**k] for k in 0..7", 12, 12_u64.pow(7)),
    ] {
        let mut session = Session::with_game(rule).unwrap();
        assert!(session.plan(0).engine.has_values(), "{rule}");
        let amounts = std::iter::successors(Some(1_u64), |power| power.checked_mul(base));
        let amounts: Vec<u64> = amounts.take_while(|&amount| amount <= most).collect();
        let mut values: Vec<u64> = Vec::new();
        let far = |heap: u64| match base % 2 {
            0 if heap % (base + 1) == base => 2,
            0 => heap % (base + 1) % 2,
            _ => heap % 2,
        };
        for n in (0..400_u64).chain(u64::MAX - 40..u64::MAX) {
            let left: Vec<u64> =
                amounts.iter().filter_map(|&amount| n.checked_sub(amount)).collect();
            if n < 400 {
                let options: Vec<u64> = left.iter().map(|&left| values[left as usize]).collect();
                values.push((0..).find(|value| !options.contains(value)).unwrap());
                assert_eq!(far(n), values[n as usize], "{rule} {n}");
            }
            let position = session.position(&n.to_string()).unwrap();
            let value = session.value(&position, &limits).unwrap();
            assert_eq!(value.to_string(), far(n).to_string(), "{rule} {n}");
            let winning = left.iter().filter(|&&left| far(left) == 0).count();
            let right = if far(n) == 0 { 0 } else { winning };
            let found = session.winning_moves(&position, &limits).unwrap();
            assert_eq!(found.len(), right, "{rule} {n}");
        }
    }
}

/// Plain win or loss of a sum, by its whole game tree.
fn next_wins(sum: &[Heap], memo: &mut HashMap<Vec<Heap>, bool>) -> bool {
    let mut key = sum.to_vec();
    key.sort_unstable();
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let wins = options(sum).iter().any(|(_, option)| !next_wins(option, memo));
    memo.insert(key, wins);
    wins
}

/// Every option of a sum, with the component that moved.
fn options(sum: &[Heap]) -> Vec<(usize, Vec<Heap>)> {
    let moved =
        |at: usize| sum[at].options().into_iter().map(move |left| (at, replace(sum, at, &left)));
    (0..sum.len()).flat_map(moved).collect()
}

fn replace(sum: &[Heap], at: usize, left: &[Heap]) -> Vec<Heap> {
    [&sum[..at], left, &sum[at + 1..]].concat()
}

fn heap() -> impl Strategy<Value = Heap> {
    prop_oneof![
        (0u64..7).prop_map(Heap::Nim),
        (0u64..8, 0u64..4).prop_map(|(n, most)| Heap::Bounded(n, most)),
        (0u64..9).prop_map(Heap::Half),
        (0u64..7).prop_map(Heap::Lasker),
    ]
}

proptest! {
    #![proptest_config(crate::generate::cases(64))]

    #[test]
    fn mixed_sums_agree_with_the_whole_game_tree(sum in prop::collection::vec(heap(), 0..4)) {
        let mut memo = HashMap::new();
        let values: Vec<u64> = sum.iter().map(|heap| heap.value()).collect();
        let total = nim::nim_sum_u64(&values);
        prop_assert_eq!(total != 0, next_wins(&sum, &mut memo));

        let mut expected: Vec<(usize, Vec<Heap>)> = options(&sum)
            .into_iter()
            .filter(|(_, option)| !next_wins(option, &mut memo))
            .collect();
        let winning = |at: usize| {
            let moves = sum[at].moves_to(values[at] ^ total);
            let sum = &sum;
            moves.into_iter().map(move |left| (at, replace(sum, at, &left)))
        };
        let mut found: Vec<(usize, Vec<Heap>)> = (0..sum.len()).flat_map(winning).collect();
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn theories_answer_at_the_edges_of_the_usual_words() {
    let power = BigUint::from(10u8).pow(30);
    let edges = [0, 1, (1 << 31) - 1, 1 << 63, u64::MAX].map(BigUint::from);
    for n in edges.iter().chain([&power]) {
        let (a, b) = wythoff::pair(n);
        assert!(wythoff::is_p_golden(&a, &b) && wythoff::is_p_zeckendorf(&b, &a), "{n}");
        assert!(wythoff::winning_moves(&a, &b).is_empty(), "{n}");
        assert_eq!(wythoff::partner(&wythoff::partner(n)), *n);
        assert_eq!(lasker::value(&lasker::value(n)), *n);
        assert_eq!(half::value(n), n.bits());
        assert_eq!(bounded::value(n, n), *n);
        assert_eq!(nim::nim_sum(&[n.clone(), n.clone()]), BigUint::ZERO);
        let limit = n >> 1u8;
        let lost = fibonacci::outcome(n, &limit) == Outcome::P;
        assert_eq!(fibonacci::winning_moves(n, &limit).is_empty(), lost, "{n}");
    }
}
