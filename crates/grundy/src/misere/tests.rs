//! Quotients against brute force, against each other, and with what is wrong.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::check::{Check, Kind, Let};
use super::extend::Tested;
use super::*;
use crate::heap::{Code, HeapGame};
use crate::limits::{Limits, Stop};

fn code(text: &str) -> HeapGame {
    HeapGame::Code(text.parse().unwrap())
}

fn quotient(game: &HeapGame, last: u64) -> Quotient {
    let mut quotient = Quotient::new(game.clone());
    quotient.advance(last, &Limits::default()).unwrap();
    quotient
}

/// Who loses sums in misère play, by the definition.
struct Brute {
    game: HeapGame,
    known: HashMap<Vec<u64>, bool>,
}

impl Brute {
    fn new(game: HeapGame) -> Brute {
        Brute { game, known: HashMap::new() }
    }

    fn loses(&mut self, sum: &[u64]) -> bool {
        if let Some(&lost) = self.known.get(sum) {
            return lost;
        }
        let mut options = Vec::new();
        for (at, &heap) in sum.iter().enumerate() {
            let shown = self.game.each_option(heap, |left| {
                let mut option = sum.to_vec();
                option.remove(at);
                option.extend(left);
                option.sort_unstable();
                options.push(option);
                Ok::<(), ()>(())
            });
            shown.unwrap();
        }
        let lost = !options.is_empty() && !options.iter().any(|option| self.loses(option));
        self.known.insert(sum.to_vec(), lost);
        lost
    }
}

fn agree_with_brute_force(
    game: &HeapGame,
    last: u64,
    random: &mut fastrand::Rng,
    (sums, most): (u64, usize),
) {
    let mut quotient = Quotient::new(game.clone());
    // Some grow fast: what is known then is right all the same.
    match quotient.advance(last, &Limits::default().memory(1 << 24)) {
        Ok(()) | Err(Stop::Memory { .. }) => {}
        stopped => panic!("{game}: {stopped:?}"),
    }
    let heaps = quotient.heaps().min(last + 1);
    let mut brute = Brute::new(game.clone());
    for _ in 0..sums {
        let mut sum: Vec<u64> = (0..random.usize(..=most)).map(|_| random.u64(..heaps)).collect();
        sum.sort_unstable();
        let big: Vec<BigUint> = sum.iter().map(|&heap| heap.into()).collect();
        let element = quotient.product(&big).unwrap();
        assert_eq!(quotient.monoid().is_lost(element), brute.loses(&sum), "{game} {sum:?}");
    }
}

#[test]
fn sums_of_random_games_agree_with_brute_force() {
    let mut random = fastrand::Rng::with_seed(20_261_126);
    for round in 0..200 {
        let first = [0, 0, 0, 4, 8][random.usize(..5)];
        let most = if round % 4 == 0 { 16 } else { 8 };
        let digits: Vec<u8> = std::iter::once(first)
            .chain((0..random.usize(1..=4)).map(|_| random.u8(..most)))
            .collect();
        let game = HeapGame::Code(Code::new(&digits, &[]).unwrap());
        agree_with_brute_force(&game, 9, &mut random, (40, 4));
    }
    for game in ["0.(3)", "0.0(7)", "0.3(12)", "4.(3)"] {
        agree_with_brute_force(&code(game), 8, &mut random, (40, 4));
    }
    for _ in 0..60 {
        let mut digits = |count: usize| (0..count).map(|_| random.u8(..8)).collect::<Vec<u8>>();
        let (head, tail) = (digits(2), digits(2));
        let game = HeapGame::Code(Code::new(&[&[0][..], &head].concat(), &tail).unwrap());
        agree_with_brute_force(&game, 8, &mut random, (40, 4));
    }
    // Where the quotients are large: heaps that are not like those of the rare sums above.
    for game in ["0.77", "0.15", "0.07", "0.123", "0.644"] {
        agree_with_brute_force(&code(game), 18, &mut random, (60, 3));
    }
}

#[test]
fn far_heaps_pass_the_test_too() {
    let repeating = ["0.(31)", "0.3(10)", "0.(21)", "4.(1)", "0.(33331)"];
    for game in ["0.77", "0.75", "0.153", "4.6", "0.34", "0.15"].into_iter().chain(repeating) {
        let game = code(game);
        let proved = quotient(&game, 1000);
        let pattern = proved.periodicity().unwrap();
        let last = proved.heaps_needed() + 3 * pattern.period + 20;
        let elements: Vec<u16> =
            (0..=last).map(|heap| proved.element(&heap.into()).unwrap() as u16).collect();
        assert!(passes(&game, proved.monoid(), &elements), "{game}");
    }
}

/// Whether a monoid and the elements of some heaps pass the test.
fn passes(game: &HeapGame, monoid: &Monoid, elements: &[u16]) -> bool {
    let (check, elements) = (Check::new(monoid), elements.to_vec());
    let known = std::iter::empty().collect();
    let mut tested = Tested { monoid: monoid.clone(), elements, check, known };
    tested.test(game, &Limits::default()).unwrap().is_none()
}

#[test]
fn what_is_wrong_does_not_pass() {
    let mut refused = 0;
    for game in ["0.77", "0.15", "0.75", "0.123"] {
        let game = code(game);
        let last = 40;
        let right = quotient(&game, last);
        let elements: Vec<u16> =
            (0..=last).map(|heap| right.element(&heap.into()).unwrap() as u16).collect();
        let monoid = right.monoid();
        assert!(passes(&game, monoid, &elements), "{game}");
        // Another outcome of any element that some heaps make.
        for element in 1..monoid.order() {
            let lost = (0..monoid.order()).map(|own| monoid.is_lost(own) != (own == element));
            let product = |a, b| monoid.product(a, b) as u16;
            let wrong = Monoid::new(lost.collect(), product, &Limits::default()).unwrap();
            assert!(!passes(&game, &wrong, &elements), "{game} {element}");
            refused += 1;
        }
        // Another element of any heap.
        for heap in 1..elements.len() {
            let mut wrong = elements.clone();
            let was = usize::from(wrong[heap]);
            wrong[heap] = ((was + 1 + heap % (monoid.order() - 1)) % monoid.order()) as u16;
            if usize::from(wrong[heap]) != was {
                assert!(!passes(&game, monoid, &wrong), "{game} {heap}");
                refused += 1;
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn a_heap_that_is_not_let_in_leaves_no_trace() {
    let game = code("0.77");
    let last = 30;
    let right = quotient(&game, last);
    let monoid = right.monoid();
    let mut tested = Tested {
        monoid: monoid.clone(),
        elements: (0..=last).map(|heap| right.element(&heap.into()).unwrap() as u16).collect(),
        check: Check::new(monoid),
        known: std::iter::empty().collect(),
    };
    assert_eq!(tested.test(&game, &Limits::default()), Ok(None));
    let mut refused = 0;
    for heap in 1..=last as u32 {
        let reached = monoid.losing_with(&tested.options(&game, heap));
        let element = usize::from(tested.elements[heap as usize]);
        for other in (0..monoid.order()).filter(|&other| other != element) {
            if tested.contradicts(other, &reached).is_none() {
                let kind = Kind { heap, element: other, reached: reached.clone() };
                let let_in = tested.check.add(monoid, kind, &Limits::default()).unwrap();
                assert!(matches!(let_in, Let::Out(_)), "heap {heap} as {other}");
                refused += 1;
            }
        }
        let made = tested.check.made();
        let kind = Kind { heap, element, reached };
        let let_in = tested.check.add(monoid, kind, &Limits::default()).unwrap();
        assert!(matches!(let_in, Let::In), "heap {heap}");
        assert_eq!(tested.check.made(), made, "heap {heap} is known");
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn relations_and_words_are_those_of_the_monoid() {
    for game in ["0.77", "0.15", "0.123", "4.6", "0.241", "0.7"] {
        let quotient = quotient(&code(game), 400);
        let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
        let element_of = |word: &[u32]| {
            let mut product = 0;
            for (generator, &count) in presentation.generators.iter().zip(word) {
                assert_eq!(quotient.element(&generator.heap.into()), Some(generator.element));
                for _ in 0..count {
                    product = monoid.product(product, generator.element);
                }
            }
            product
        };
        for (element, word) in presentation.words.iter().enumerate() {
            assert_eq!(element_of(word), element, "{game}");
        }
        for relation in &presentation.relations {
            assert_eq!(element_of(&relation.word), element_of(&relation.least), "{game}");
        }
        // Rewriting brings any product of two least words to the least one.
        for a in 0..monoid.order() {
            for b in 0..monoid.order() {
                let both = presentation.words[a].iter().zip(&presentation.words[b]);
                let mut word: Vec<u32> = both.map(|(a, b)| a + b).collect();
                let mut steps = 0;
                while let Some(relation) = presentation.relations.iter().find(|relation| {
                    relation.word.iter().zip(&word).all(|(own, there)| own <= there)
                }) {
                    for (at, count) in word.iter_mut().enumerate() {
                        *count = *count - relation.word[at] + relation.least[at];
                    }
                    steps += 1;
                    assert!(steps < 1000, "{game}");
                }
                assert_eq!(word, presentation.words[monoid.product(a, b)], "{game}");
            }
        }
    }
}

#[test]
fn winning_options_of_any_heap_are_those_of_the_definition() {
    for game in ["0.77", "0.15", "0.75", "0.31", "4.6"] {
        let game = code(game);
        let quotient = quotient(&game, 1000);
        for heap in [20_u64, 71, 72, 150, 333] {
            for rest in 0..quotient.monoid().order() {
                let mut found: Vec<Vec<u64>> = quotient
                    .winning_options(&heap.into(), rest)
                    .unwrap()
                    .iter()
                    .map(|left| left.iter().map(|heap| u64::try_from(heap).unwrap()).collect())
                    .collect();
                let mut expected = Vec::new();
                let shown = game.each_option(heap, |left| {
                    let product = left.iter().fold(rest, |product, &heap| {
                        quotient.monoid().product(product, quotient.element(&heap.into()).unwrap())
                    });
                    if quotient.monoid().is_lost(product) {
                        expected.push(left.to_vec());
                    }
                    Ok::<(), ()>(())
                });
                shown.unwrap();
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{game} {heap} {rest}");
            }
        }
    }
}

#[test]
fn the_lost_heaps_are_those_whose_elements_are_lost() {
    for game in ["0.77", "0.15", "0.75", "0.31", "4.6", "0.3", "0.33", "0.5", "0.", "0.1", "0.644"]
    {
        let quotient = quotient(&code(game), 1 << 14);
        let lost = quotient.lost_heaps().unwrap();
        assert!(lost.below.iter().all(|&heap| heap < lost.start), "{game}");
        for heap in 0..8000_u64 {
            let said = match heap < lost.start {
                true => lost.below.contains(&heap),
                false => lost.remainders.contains(&(heap % lost.period)),
            };
            let element = quotient.element(&heap.into()).unwrap();
            assert_eq!(said, quotient.monoid().is_lost(element), "{game} {heap}");
        }
    }
}

#[test]
fn limits_stop_what_grows_and_leave_what_is_known() {
    let mut dawson = Quotient::new(code("0.07"));
    let stopped = dawson.advance(1000, &Limits::default().memory(1 << 24));
    assert!(matches!(stopped, Err(Stop::Memory { .. })), "{stopped:?}");
    let (heaps, order) = (dawson.heaps(), dawson.monoid().order());
    assert!(heaps > 25 && order >= 144, "{heaps} {order}");
    // It goes on from there.
    dawson.advance(30, &Limits::default()).unwrap();
    assert_eq!((dawson.heaps(), dawson.monoid().order()), (31, 360));
    let mut kayles = Quotient::new(code("0.77"));
    assert_eq!(kayles.advance(100, &Limits::default().positions(50)), Err(Stop::Positions(50)));
    let limits = Limits::default();
    limits.cancel.cancel();
    assert_eq!(kayles.advance(100, &limits), Err(Stop::Cancelled));
    assert_eq!(kayles.element(&50_u8.into()).is_some(), kayles.heaps() > 50);
    assert_eq!(kayles.element(&1000_u32.into()), None);
}

#[test]
fn the_work_of_kayles_is_small() {
    // Pairs of a sum and a heap; the order is 40 and there are 17 kinds of heaps.
    let kayles = quotient(&code("0.77"), 1000);
    assert!(kayles.sums_tested() < 2000, "{}", kayles.sums_tested());
}
