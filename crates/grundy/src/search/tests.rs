use std::collections::HashMap;
use std::num::NonZero;
use std::ops::ControlFlow;

use proptest::prelude::*;

use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::rule::{Component, Rules, parse};
use crate::ruleset::{Failure, Ruleset, Value};
use crate::search::{Made, Misere, Tame, Tameness, Values};

fn rules(source: &str) -> Rules {
    Rules::new(parse(source).unwrap(), &[]).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn values(source: &str, to: i64) -> Vec<String> {
    let rules = rules(source);
    let mut values = Values::new(&rules);
    (0..=to)
        .map(|n| {
            let component = rules.component(0, &[n]).unwrap();
            values.value(&component, &Limits::default()).unwrap().to_string()
        })
        .collect()
}

/// Whether the player to move wins, by the rules of the game alone: no Grundy theory.
fn brute_force(
    rules: &Rules,
    sum: &[Component],
    misere: bool,
    known: &mut HashMap<Vec<Component>, bool>,
) -> bool {
    let mut key = sum.to_vec();
    key.sort_unstable();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let limits = Limits::default();
    if sum.iter().any(|component| rules.is_over(component, &limits).unwrap()) {
        return false;
    }
    let mut any = false;
    let mut wins = false;
    for (index, component) in sum.iter().enumerate() {
        let mut options = Vec::new();
        rules
            .options(component, &limits, &mut |parts| {
                options.push(parts.to_vec());
                ControlFlow::Continue(())
            })
            .unwrap();
        for option in options {
            any = true;
            let mut next = sum.to_vec();
            next.remove(index);
            next.extend(option);
            wins |= !brute_force(rules, &next, misere, known);
        }
    }
    let wins = if any { wins } else { misere };
    known.insert(key, wins);
    wins
}

/// The moves after which the other player loses, by the rules of the game alone.
fn winning_by_brute_force(
    rules: &Rules,
    sum: &[Component],
    misere: bool,
    known: &mut HashMap<Vec<Component>, bool>,
) -> Vec<Made<Component>> {
    let limits = Limits::default();
    let mut winning = Vec::new();
    if sum.iter().any(|component| rules.is_over(component, &limits).unwrap()) {
        return winning;
    }
    for (place, component) in sum.iter().enumerate() {
        let see = &mut |parts: &[Component]| {
            let left = [&sum[..place], parts, &sum[place + 1..]].concat();
            let is_same = |(at, other): &Made<Component>| {
                let [mut one, mut other] = [parts, other].map(<[Component]>::to_vec);
                one.sort_unstable();
                other.sort_unstable();
                *at == place && one == other
            };
            if !brute_force(rules, &left, misere, known) && !winning.iter().any(is_same) {
                winning.push((place, parts.to_vec()));
            }
            ControlFlow::Continue(())
        };
        rules.options(component, &limits, see).unwrap();
    }
    winning
}

#[test]
fn the_values_of_well_known_games() {
    for (source, expected) in [
        ("[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2", "0 1 2 4 3 5 6 8 7"),
        ("[n] -> [n-k] for k in {1, 3, 4}", "0 1 0 1 2 3 2 0 1"),
        ("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k", "0 1 2 3 1 4 3 2 1"),
        ("[n] if n > 0 -> [n-k] for k in (n+1)/2..n", "0 1 2 2 3 3 3 3 4"),
        ("[k] -> choose 3 of [i] for i in 0..k-1", "0 1 2 4 8 15 16 32 51"),
    ] {
        assert_eq!(values(source, 8).join(" "), expected, "{source}");
    }
}

#[test]
fn an_option_without_limits_on_components_is_exact() {
    // One, two or three parts of equal size.
    let source = "[n] -> m * [n/m] for m in 1..3 if n % m == 0 and m > 1 and n > 0 | [n-1]";
    assert_eq!(values(source, 3), ["0", "1", "2", "0"]);
}

#[test]
fn sums_agree_with_brute_force_in_normal_and_misere_play_with_and_without_win_on() {
    for source in [
        "[n] -> [n-k] for k in {1, 3, 4}",
        "[n] -> [n-k] for k in 1..2 | [a] + [n-1-a] for a in 1..n-2",
        "[n] -> [k] for k in 0..n-1\nwin on [n] if n == 2",
        "[n] -> [a] + [n-1-a] for a in 0..n-1\nwin on [1]",
        "sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 1..w/2 | sheet[w, i] + sheet[w, h-i] for i in 1..h/2\nwin on sheet[1, 1]",
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a-k, b-k] for k in 1..min(a, b)",
        "p[n] -> q[n-1, 1] | q[n-2, 0]\nq[n, s] -> p[n-1] if s == 1 | q[n-1, 1-s]",
    ] {
        let rules = rules(source);
        let arity = rules.kinds()[0].coords().len();
        let mut components = Vec::new();
        for a in 1..=4 {
            for b in 1..=(if arity == 2 { 3 } else { 1 }) {
                components.push(rules.component(0, &[a, b][..arity]).unwrap());
            }
        }
        let (mut values, mut misere) = (Values::new(&rules), Misere::new(&rules));
        let (mut normal_wins, mut misere_wins) = (HashMap::new(), HashMap::new());
        for a in &components {
            for b in &components {
                let sum = [a.clone(), b.clone()];
                let limits = Limits::default();
                let normal = values.sum(&sum, &limits).unwrap().outcome();
                let wins = brute_force(&rules, &sum, false, &mut normal_wins);
                assert_eq!(normal == Outcome::N, wins, "{source}: {sum:?}");
                let outcome = misere.outcome(&sum, &limits).unwrap();
                let wins = brute_force(&rules, &sum, true, &mut misere_wins);
                assert_eq!(outcome == Outcome::N, wins, "misère {source}: {sum:?}");
                let moves = values.winning_moves(&sum, &limits).unwrap();
                let right = winning_by_brute_force(&rules, &sum, false, &mut normal_wins);
                assert_eq!(moves, right, "{source}: {sum:?}");
                let moves = misere.winning_moves(&sum, &limits).unwrap();
                let right = winning_by_brute_force(&rules, &sum, true, &mut misere_wins);
                assert_eq!(moves, right, "misère {source}: {sum:?}");
            }
        }
    }
}

#[test]
fn sums_of_tame_components_agree_with_brute_force() {
    let sources = [
        ("[n] -> [n-k] for k in 1..3", 8),
        ("[n] -> [n-k] for k in {2,3,5}", 8),
        ("[n] -> [n-2] | [a] + [n-3-a] for a in 0..n-3", 8),
        ("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k", 7),
        ("[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2", 5),
        ("[n] -> 2*[n-2] | [n-3] | [n/2] if n > 0", 5),
        ("[n] -> [n/2] + [n/3] if n > 0 | []", 8),
        ("[n] -> 3*[n-3] | [n-1]", 5),
        ("[n] -> choose 2 of [i] for i in 0..n-2 | [n-1] if n > 1", 4),
        ("[a, b] -> [a-k, b] for k in 1..a | [a-1, b-1]", 8),
    ];
    let (mut decided, mut wild) = (0, 0);
    for (source, last) in sources {
        let rules = rules(source);
        let (mut tame, mut known) = (Tame::new(&rules), HashMap::new());
        let axes = rules.kinds()[0].coords().len();
        let all: Vec<Component> = match axes {
            1 => (0..=last).map(|n| rules.component(0, &[n]).unwrap()).collect(),
            _ => (0..9).map(|n| rules.component(0, &[n / 3, n % 3]).unwrap()).collect(),
        };
        for a in 0..all.len() {
            for b in a..all.len() {
                for c in b..all.len().min(b + 4) {
                    let sum = [&all[a], &all[b], &all[c]].map(Clone::clone);
                    let genus = sum.iter().fold(Tameness::NOTHING, |genus, component| {
                        genus.and(tame.tameness(component, &Limits::default()).unwrap())
                    });
                    let Some(lost) = genus.is_lost() else {
                        wild += 1;
                        continue;
                    };
                    decided += 1;
                    let wins = brute_force(&rules, &sum, true, &mut known);
                    assert_eq!(lost, !wins, "{source} {sum:?}");
                }
            }
        }
    }
    assert!(decided > 300 && wild > 20, "{decided} {wild}");
}

#[test]
fn a_cycle_is_shown() {
    for (source, start, expected) in [
        ("[n] -> [n]", 3, "[3]"),
        ("[n] -> [n+1] if n % 3 < 2 | [n-2] if n % 3 == 2", 0, "[0] [1] [2]"),
        ("[n] -> [n-1] | [n-2] | [5] if n == 2", 7, "[5] [4] [3] [2]"),
    ] {
        let rules = rules(source);
        let component = rules.component(0, &[start]).unwrap();
        let failure = Values::new(&rules).value(&component, &Limits::default()).unwrap_err();
        let Failure::Cycle(cycle) = failure else { panic!("{source}: {failure}") };
        assert_eq!(cycle.join(" "), expected, "{source}");
    }
}

#[test]
fn endless_growth_ends_in_a_message() {
    for source in ["[n] -> [n+1]", "[n] -> [2*n+1] + [n-1] if n < 2**61 | [n+3]"] {
        let rules = rules(source);
        let component = rules.component(0, &[1]).unwrap();
        let failure = Values::new(&rules).value(&component, &Limits::default()).unwrap_err();
        let together = values_together(&rules).value(&component, &four());
        assert_eq!(together, Err(failure.clone()), "{source}");
        match failure {
            Failure::Growth { moves, what, chain, endless } => {
                assert!(endless);
                assert!(moves >= 900 && chain.len() == 5, "{moves} {chain:?}");
                assert_eq!(what, "n".into());
            }
            other => panic!("{source}: {other}"),
        }
    }
}

#[test]
fn growth_by_several_moves_ends_in_a_message() {
    for (source, kind, start, expected) in [
        ("a[n] -> b[n]\nb[n] -> a[n+1]", 0, vec![3], "n"),
        ("a[n] -> b[n+3] if n > 2\nb[n] -> c[n-1] | a[n-1]\nc[n] -> a[n-1]", 0, vec![3], "n"),
        ("[a, b] -> [a+1, b-1] | [a, b+1]", 0, vec![4, 2], "a"),
        ("[a, b, c] -> [b, c, a+1]", 0, vec![0, 0, 0], "a"),
    ] {
        let rules = rules(source);
        let component = rules.component(kind, &start).unwrap();
        let failure = Values::new(&rules)
            .value(&component, &Limits::default().positions(50_000))
            .unwrap_err();
        let Failure::Growth { what, endless: true, .. } = failure else {
            panic!("{source}: {failure}")
        };
        assert_eq!(what, expected.into(), "{source}");
        let misere =
            Misere::new(&rules).outcome(&[component], &Limits::default().positions(50_000));
        assert!(
            matches!(misere, Err(Failure::Growth { endless: true, .. })),
            "{source}: {misere:?}"
        );
    }
}

#[test]
fn what_grows_by_several_moves_up_to_a_bound_is_answered() {
    for (source, start, expected) in [
        ("a[n] -> b[n]\nb[n] -> a[n+1] if n < 9000", vec![0], 1),
        ("a[n] -> b[n] if n < 9001\nb[n] -> a[n+1]", vec![0], 0),
        ("a[n] -> b[n]\nb[n] -> a[n+1] if n / 9000 == 0", vec![0], 1),
        ("[a, b] -> [b, a+1] if b < 9000", vec![0, 0], 1),
        ("[a, b] -> [a+1, b-1] | [a, b+1] if a < 2000 and b < 1", vec![0, 0], 0),
    ] {
        let rules = rules(source);
        let component = rules.component(0, &start).unwrap();
        let value = Values::new(&rules).value(&component, &Limits::default());
        assert_eq!(value, Ok(Value::Nimber(Nimber(expected))), "{source}");
    }
}

#[test]
fn a_deep_chain_does_not_exhaust_the_stack() {
    let rules = rules("[n] -> [n-1]");
    let component = rules.component(0, &[1_000_001]).unwrap();
    let value = Values::new(&rules).value(&component, &Limits::default());
    assert_eq!(value, Ok(Value::Nimber(Nimber(1))));
}

#[test]
fn work_is_linear_in_the_options_whichever_way_they_are_listed() {
    // A position is visited a logarithmic number of times however its options are ordered.
    for source in ["[n] -> [n-k] for k in 1..n", "[n] -> [k] for k in 0..n-1"] {
        let rules = rules(source);
        let component = rules.component(0, &[1000]).unwrap();
        let mut values = Values::new(&rules);
        values.value(&component, &Limits::default()).unwrap();
        assert_eq!(values.positions(), 1001);
        assert!(values.visits() < 3 * 1001, "{} visits", values.visits());
    }
}

#[test]
fn limits_stop_the_work_and_keep_what_was_found() {
    let rules = rules("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b");
    let component = rules.component(0, &[120, 120]).unwrap();
    let mut values = Values::new(&rules);
    let few = Limits::default().positions(10_000);
    assert_eq!(values.value(&component, &few), Err(Failure::Stop(Stop::Positions(10_000))));
    let little = Limits::default().memory(1 << 16);
    let stopped = values.value(&component, &little);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(values.value(&component, &cancelled), Err(Failure::Stop(Stop::Cancelled)));
    assert_eq!(values.value(&component, &Limits::default()), Ok(Value::Nimber(Nimber(0))));
    // What is known is looked up.
    assert_eq!(values.value(&component, &few), Ok(Value::Nimber(Nimber(0))));
}

/// A rule may show an option more than once, with its components in any order.
#[test]
fn a_move_that_is_shown_twice_is_one_move() {
    let split = crate::ruleset::from_fn(|&n: &u32| match n {
        3 => vec![vec![1, 2], vec![2, 1], vec![1, 2], vec![2], vec![2]],
        _ => (0..n).map(|left| vec![left]).collect(),
    });
    let limits = Limits::default();
    let to_three = Values::new(&split).winning_moves(&[3, 3], &limits).unwrap();
    assert_eq!(to_three, []);
    let moves = Values::new(&split).winning_moves(&[3, 2], &limits).unwrap();
    assert_eq!(moves, [(0, vec![2]), (1, vec![0])]);
    let mut moves = Misere::new(&split).winning_moves(&[3, 2, 1], &limits).unwrap();
    let count = moves.len();
    moves.dedup();
    assert_eq!((moves.len(), moves.is_empty()), (count, false));
}

#[test]
fn what_components_own_is_counted() {
    // Six coordinates stand in memory of their own: 48 bytes, 64 with those of the allocator.
    let rules = rules(
        "[a, b, c, d, e, f] -> [a-1, b, c, d, e, f] if b > 0 | [a, b-1, c, d, e, f] if c > 0 | \
         [a, b, c-1, d, e, f] if d > 0 | [a, b, c, d-1, e, f] if e > 0 | [a, b, c, d, e-1, f] if f > 0 | [a, b, c, d, e, f-1]",
    );
    let component = rules.component(0, &[30; 6]).unwrap();
    let most = 1 << 25;
    let limits = Limits::default().memory(most);
    let each = (size_of::<Component>() + 64) as u64;
    let mut values = Values::new(&rules);
    let stopped = values.value(&component, &limits);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    assert!(values.positions() * each < most, "{}", values.positions());
    let mut tame = Tame::new(&rules);
    let stopped = tame.tameness(&component, &limits);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    assert!(tame.positions() * each < most, "{}", tame.positions());
    let mut misere = Misere::new(&rules);
    let stopped = misere.outcome(std::slice::from_ref(&component), &limits);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    // A sum is a list of components, which stands in memory of its own too.
    let each = each + 48;
    assert!(misere.positions() * each < most, "{}", misere.positions());
}

#[test]
fn limits_stop_sums_that_grow_without_end() {
    // Each move in a misère sum may add a component that has moves again.
    let rules = rules("[n] -> [n] + [k] for k in 0..n");
    let component = rules.component(0, &[3]).unwrap();
    let limits = Limits::default().memory(1 << 24);
    let stopped = Misere::new(&rules).outcome(std::slice::from_ref(&component), &limits);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    let mut misere = Misere::new(&rules);
    let few = Limits::default().positions(100).memory(1 << 24);
    assert!(misere.outcome(&[component], &few).is_err());
    assert!(misere.positions() < 100_000, "{}", misere.positions());
}

#[test]
fn a_rule_that_cannot_be_followed_names_the_position_and_the_place() {
    for (source, start, message, place) in [
        ("[n] -> [n/(n-3)]", 3, "division by zero", "n/(n-3)"),
        ("[n] -> [n**40 - n**40 + n - 1]", 9, "64 bits: exponents of 9 go up to 19", "n**40"),
        ("[n] -> [n-2**i] for i in 0..n if 2**i <= n", 70, "2**63 does not fit", "2**i"),
        ("[n] -> [n-3**i] for i in 0..n if 3**i <= n", 70, "3 go up to 39", "3**i"),
        ("[n] -> [(0-2)**n]", 70, "exponents of -2 go up to 63", "(0-2)**n"),
        ("[n] -> [n * 2**62]", 7, "7 * 4611686018427387904 does not fit", "n * 2**62"),
        ("[n] -> [min(digits(n) \\ {0})] if n < 5", 0, "empty", "min(digits(n) \\ {0})"),
        ("[n] -> [k] for k in 0..n-1 step n-7", 9, "step", "0..n-1 step n-7"),
        ("[n] -> sum(i in 1..n) [0]", 70_000, "components", "1..n"),
    ] {
        let rules = rules(source);
        let component = rules.component(0, &[start]).unwrap();
        let failure = Values::new(&rules).value(&component, &Limits::default()).unwrap_err();
        let Failure::Fault(fault) = failure else { panic!("{source}: {failure}") };
        assert!(fault.message.to_string().contains(message), "{source}: {}", fault.message);
        assert_eq!(&source[fault.place.clone().unwrap()], place, "{source}");
        assert!(fault.position.starts_with('['));
    }
}

/// Limits for four threads.
fn four() -> Limits {
    Limits::default().threads(NonZero::new(4).unwrap())
}

/// An evaluation that other threads join at once.
fn values_together(rules: &Rules) -> Values<&Rules> {
    let mut values = Values::new(rules);
    values.begin_together();
    values
}

#[test]
fn several_threads_find_what_one_finds() {
    for (source, start) in [
        ("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k", &[300][..]),
        ("[n] -> [k] for k in 0..n-1", &[1200]),
        ("[m] -> [m - 2**i] for i in 0..11 if and(m, 2**i) != 0", &[4095]),
        (
            "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
            &[60, 50],
        ),
        ("unordered [a, b, c] -> [a-k, b, c] for k in 1..a | [a-1, b-1, c-1]", &[18, 17, 16]),
        ("[n] -> [a] + [n-1-a] for a in 0..n-1\nwin on [1]", &[400]),
        ("p[n] -> q[n-1, 1] | q[n-2, 0]\nq[n, s] -> p[n-1] if s == 1 | q[n-1, 1-s]", &[900]),
    ] {
        let rules = rules(source);
        let component = rules.component(0, start).unwrap();
        let one = Values::new(&rules).value(&component, &Limits::default()).unwrap();
        let mut together = values_together(&rules);
        assert_eq!(together.value(&component, &four()), Ok(one), "{source}");
        // Whatever the others have left there is right, too.
        let (mut alone, below) =
            (Values::new(&rules), start.iter().map(|&n| n * 2 / 3).collect::<Vec<_>>());
        let component = rules.component(0, &below).unwrap();
        let one = alone.value(&component, &Limits::default());
        assert_eq!(together.value(&component, &Limits::default()), one, "{source}");
    }
    for (source, starts) in [
        ("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k", &[&[13][..], &[12]][..]),
        (
            "[a, b] -> [a-k, b] for k in 1..a | [a-k, b-k] for k in 1..min(a, b)",
            &[&[7, 6], &[5, 8]],
        ),
        ("[n] -> [k] for k in 0..n-1\nwin on [n] if n == 2", &[&[9], &[8], &[7], &[7]]),
    ] {
        let rules = rules(source);
        let sum: Vec<Component> =
            starts.iter().map(|start| rules.component(0, start).unwrap()).collect();
        let one = Misere::new(&rules).outcome(&sum, &Limits::default()).unwrap();
        let mut together = Misere::new(&rules);
        together.begin_together();
        assert_eq!(together.outcome(&sum, &four()), Ok(one), "{source}");
    }
}

/// Rules of two coordinates whose options take from them, split them or turn them around.
fn any_rule() -> impl Strategy<Value = String> {
    let amount = || 0..4_u32;
    let option = (0..5_u32, amount(), amount(), 1..4_u32).prop_map(|(form, x, y, z)| match form {
        0 => format!("[a-k, b-{x}] for k in {z}..a"),
        1 => format!("[a-{x}, b-k] for k in {z}..b"),
        2 => format!("[b-{x}, a-k] for k in 1..{z} if a >= b and a + b > 0"),
        3 => format!("[i, b] + [a-i-{z}, {x}] for i in 0..a-{z}"),
        _ => format!("[a-k, b-k-{x}] for k in {z}..a if (a + {y}) % 3 != 0"),
    });
    let ending = prop::option::weighted(0.3, (amount(), amount()));
    (prop::collection::vec(option, 1..5), ending).prop_map(|(options, ending)| {
        let win = ending.map(|(x, y)| format!("\nwin on [a, b] if a == {x} and b <= {y}"));
        format!("[a, b] -> {}{}", options.join(" | "), win.unwrap_or_default())
    })
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn several_threads_agree_with_one_on_any_rule(rule in any_rule(), a in 0..20_i64, b in 0..20_i64) {
        let rules = rules(&rule);
        let component = |a, b| rules.component(0, &[a, b]).unwrap();
        let mut alone = Values::new(&rules);
        let mut together = values_together(&rules);
        let asked = together.value(&component(a, b), &four());
        prop_assert_eq!(asked, alone.value(&component(a, b), &Limits::default()));
        for (a, b) in (0..=a).flat_map(|a| (0..=b).map(move |b| (a, b))) {
            let left = together.value(&component(a, b), &Limits::default());
            prop_assert_eq!(left, alone.value(&component(a, b), &Limits::default()), "{} {}", a, b);
        }
        let (mut alone, mut together) = (Misere::new(&rules), Misere::new(&rules));
        together.begin_together();
        let sum = [component(a.min(6), b.min(4)), component(b.min(5), a.min(3))];
        prop_assert_eq!(together.outcome(&sum, &four()), alone.outcome(&sum, &Limits::default()));
    }
}

#[test]
fn several_threads_fail_as_one_does() {
    for (source, start) in [
        ("[n] -> [n-1] | [n-2] | [5] if n == 2", 2000),
        ("[n] -> [n-k] for k in 1..9 | [n/(n-700)]", 3000),
        ("[n] -> [n-1] | [n-3] | [7*n] if n == 500", 2500),
    ] {
        let rules = rules(source);
        let component = rules.component(0, &[start]).unwrap();
        let one = Values::new(&rules).value(&component, &Limits::default()).unwrap_err();
        let mut together = values_together(&rules);
        assert_eq!(together.value(&component, &four()), Err(one.clone()), "{source}");
        // Nothing is left behind that would look like an answer.
        assert_eq!(together.value(&component, &four()), Err(one), "{source}");
    }
    let rules = rules("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b");
    let component = rules.component(0, &[120, 120]).unwrap();
    let mut values = values_together(&rules);
    let few = four().positions(10_000);
    assert_eq!(values.value(&component, &few), Err(Failure::Stop(Stop::Positions(10_000))));
    let stopped = values.value(&component, &four().memory(1 << 16));
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Memory { .. }))), "{stopped:?}");
    let cancelled = four();
    cancelled.cancel.cancel();
    assert_eq!(values.value(&component, &cancelled), Err(Failure::Stop(Stop::Cancelled)));
    assert_eq!(values.value(&component, &four()), Ok(Value::Nimber(Nimber(0))));
}
