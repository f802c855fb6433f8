use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;
use crate::limits::Stop;
use crate::rule::{Component, Rules, parse};
use crate::search::{Typed, Values};

/// Rules whose components fall apart, meet again and are many.
const RULES: [&str; 4] = [
    "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c \
     | [a-1, b-1, c-1]",
    "[w, h] -> [i, h] + [w-i, h] for i in 1..w-1 | [w, j] + [w, h-j] for j in 1..h-1 | [w-1, h-1]",
    "[n, m] -> [i, m] + [n-i-2, m] for i in 0..n-2 | [n, m-1] if n % 2 == 1 | [n-1, m-1]",
    "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
];

fn components(rules: &Rules) -> Vec<Component> {
    let arity = rules.kinds()[0].coords().len();
    let coord = |index: i64, axis: i64| (index * (axis * 7 + 5) + axis) % (19 - 3 * arity as i64);
    let of = |index: i64| (0..arity as i64).map(|axis| coord(index, axis)).collect::<Vec<_>>();
    (1..30).map(|index| rules.component(0, &of(index)).unwrap()).collect()
}

#[test]
fn several_threads_agree_with_the_definition() {
    let mut together = 0;
    for text in RULES {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let mut values = Values::new(&rules);
        for threads in [2, 3, 8] {
            let limits = Limits::default().threads(NonZero::new(threads).unwrap());
            for memory in [None, Some(0)] {
                let mut search = Pruned::new(Typed::new(&rules));
                search.shared.alone = 8;
                let limits = Limits { memory, ..limits.clone() };
                for component in components(&rules) {
                    let word = search.rules.word(&component).unwrap();
                    let expected = values.value(&component, &Limits::default());
                    let expected = expected.unwrap().nimber().unwrap();
                    let before = search.visits();
                    let is = search.is_worth(&[word], expected.0 as u8, &limits);
                    assert_eq!(is, Ok(true), "{text} {component:?}");
                    together += u32::from(search.visits() > before + 8);
                    let value = search.value(&[word], &limits);
                    assert_eq!(value, Ok(expected), "{text} {component:?}");
                }
            }
        }
    }
    assert!(together > 20, "{together} questions were asked by several threads");
}

/// What is noted while threads search is true, and so is what is known after a stop.
#[test]
fn what_is_known_after_a_stop_is_true() {
    for text in RULES {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let mut values = Values::new(&rules);
        let mut search = Pruned::new(Typed::new(&rules));
        search.shared.alone = 8;
        let unlimited = Limits::default();
        let limits = Limits::default().threads(NonZero::new(3).unwrap()).positions(1);
        let components = components(&rules);
        for component in &components {
            let word = search.rules.word(component).unwrap();
            let _stopped = search.value(&[word], &limits);
            for other in &components {
                let word = search.rules.word(other).unwrap();
                let value = values.value(other, &unlimited).unwrap().nimber().unwrap();
                assert!(search.known(word).allows(value.0 as u8), "{text} {other:?}");
            }
        }
    }
}

#[test]
fn a_thread_that_panics_ends_the_search() {
    struct Broken;
    impl Ruleset for Broken {
        type Component = u64;
        fn options(
            &self,
            from: &u64,
            _: &Limits,
            see: &mut dyn FnMut(&[u64]) -> std::ops::ControlFlow<()>,
        ) -> Result<(), Failure> {
            assert!(*from > 3, "broken");
            for less in 1..4 {
                if see(&[from - less]).is_break() {
                    break;
                }
            }
            Ok(())
        }
        fn describe(&self, component: &u64) -> String {
            component.to_string()
        }
    }
    impl Packed for Broken {
        type Word = u64;
        type Memory = ();
        fn pack(&self, component: u64) -> u64 {
            component
        }
        fn unpack(&self, word: u64) -> Option<u64> {
            Some(word)
        }
        fn weight(&self, word: u64) -> u32 {
            word as u32
        }
        fn most_moves(&self, _: u64) -> u8 {
            u8::MAX
        }
    }
    let limits = Limits::default().threads(NonZero::new(3).unwrap());
    let ask = std::panic::AssertUnwindSafe(|| {
        let mut search = Pruned::new(Broken);
        search.shared.alone = 2;
        search.value(&[60], &limits)
    });
    assert!(std::panic::catch_unwind(ask).is_err());
}

/// All entries of a search.
fn entries(facts: &dyn Facts) -> Vec<u8> {
    let mut all = Vec::new();
    facts.each(&mut |entries| {
        all.extend_from_slice(entries);
        ControlFlow::Continue(())
    });
    all
}

/// A search that was stopped, often, goes on from its entries: to the same value, with little more work
/// than in one go.
#[test]
fn a_search_goes_on_from_its_entries() {
    for text in RULES {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let start = components(&rules).into_iter().max_by_key(|c| c.coords.iter().sum::<i64>());
        let mut whole = Pruned::new(Typed::new(&rules));
        let word = [whole.rules.word(&start.unwrap()).unwrap()];
        let value = whole.value(&word, &Limits::default()).unwrap();
        let (mut kept, mut places, mut visits) = (Vec::new(), 0, 0);
        let mut rounds = 0_u64;
        loop {
            let mut search = Pruned::new(Typed::new(&rules));
            assert_eq!(kept.len() % search.word_bytes(), 0);
            search.expect(places, &Limits::default());
            assert!(search.learn_entries(&kept));
            assert_eq!(entries(&*search.facts()).len(), kept.len(), "nothing is lost");
            // Whatever is allowed, a thousand visits are made before it is looked at.
            let found = search.value(&word, &Limits::default().positions(1));
            visits += search.visits();
            rounds += 1;
            (kept, places) = (entries(&*search.facts()), search.facts().places());
            match found {
                Ok(found) => break assert_eq!(found, value, "{text}"),
                Err(failure) => assert_eq!(failure, Failure::Stop(Stop::Positions(1))),
            }
        }
        assert!(visits < whole.visits() + 40 * rounds, "{text}: {visits} of {}", whole.visits());
        // And one that knows all looks at next to nothing.
        let mut again = Pruned::new(Typed::new(&rules));
        assert!(again.learn_entries(&kept));
        assert_eq!(again.value(&word, &Limits::default()), Ok(value));
        assert!(again.visits() * 20 <= whole.visits(), "{text}: {} visits", again.visits());
    }
}

#[test]
fn entries_that_are_read_while_threads_search_are_true() {
    let mut seen = 0;
    for text in RULES {
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let mut values = Values::new(&rules);
        let mut search = Pruned::new(Typed::new(&rules));
        search.shared.alone = 8;
        let facts = search.facts();
        let over = AtomicBool::new(false);
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut all = std::collections::HashSet::new();
                loop {
                    let last = over.load(Ordering::Relaxed);
                    all.extend(entries(&*facts).chunks(16).map(<[u8]>::to_vec));
                    if last {
                        break all;
                    }
                }
            });
            let limits = Limits::default().threads(NonZero::new(3).unwrap());
            for component in components(&rules) {
                let word = search.rules.word(&component).unwrap();
                search.value(&[word], &limits).unwrap();
            }
            over.store(true, Ordering::Relaxed);
            reader.join().unwrap()
        });
        for entry in read {
            let bound = Bound::of_note(entry[0]);
            let word = u128::of_entry(&entry).unwrap().key();
            let (name, component) = (search.rules.describe(&word), search.rules.component(word));
            let value = values.value(&component.unwrap(), &Limits::default()).unwrap();
            assert!(bound.allows(value.nimber().unwrap().0 as u8), "{text}: {name} {bound:?}");
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen} entries");
}

#[test]
fn entries_of_no_component_are_refused_and_memory_is_kept_to() {
    let rules = Rules::new(parse(RULES[3]).unwrap(), &[]).unwrap();
    let mut search = Pruned::new(Typed::new(&rules));
    let word = |n: i64| search.rules.word(&rules.component(0, &[n, 5]).unwrap()).unwrap();
    let words: Vec<u128> = (0..20_000).map(word).collect();
    let entry = |word: u128, note: u8| word.noted(note).to_be_bytes();
    assert!(search.learn_entries(&entry(words[3], 0x82)));
    assert_eq!(search.known(words[3]), Bound::Exact(2));
    for wrong in [entry(words[4], 0), entry(0, 0x81), entry(1, 0x81), entry(u128::MAX >> 8, 1)] {
        assert!(!search.learn_entries(&wrong), "{wrong:02x?}");
    }
    assert!(!search.learn_entries(&entry(words[4], 0x81)[1..]));
    assert!(search.learn_entries(&[]));
    assert_eq!(search.remembered(), 1);
    let all: Vec<u8> = words.iter().flat_map(|&word| entry(word, 0x81)).collect();
    search.expect(words.len() as u64, &Limits::default().memory(100_000));
    assert!(search.learn_entries(&all));
    assert!((80_000..=100_000).contains(&search.bytes()), "{} bytes", search.bytes());
    assert!(search.remembered() * 16 > search.bytes() / 2);
}
