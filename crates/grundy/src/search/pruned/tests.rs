use std::num::NonZero;

use super::*;
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
