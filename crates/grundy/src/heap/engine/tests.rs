//! The engines against the definition, at every step and width.

use super::*;
use crate::heap::definition::Definition;
use crate::heap::games::moves::Leave;
use crate::heap::{Code, HeapGame};
use proptest::prelude::*;
use std::num::NonZero;

fn game(text: &str) -> HeapGame {
    HeapGame::Code(text.parse().unwrap())
}

fn engine<T: SimdCell>(game: &HeapGame, isa: Isa, last: usize) -> Option<SequenceEngine<T>> {
    let mut engine = SequenceEngine::<T>::new(Moves::of(game).unwrap(), isa);
    while engine.len() <= last {
        engine.batch(last as u64, &Limits::default()).unwrap().ok()?;
    }
    Some(engine)
}

fn by_definition(game: &HeapGame, last: u64) -> Vec<usize> {
    let mut run = Definition::new(game.clone());
    run.advance(last, &Limits::default()).unwrap();
    run.values().iter().map(|value| value as usize).collect()
}

/// The first heap at which the engine and the definition differ.
fn first_wrong<T: SimdCell>(engine: &SequenceEngine<T>, twin: &[usize]) -> Option<usize> {
    (0..twin.len()).find(|&n| engine.value(n) != twin[n])
}

/// The engine on so many threads.
fn shared<T: SimdCell>(game: &HeapGame, threads: usize, last: usize) -> SequenceEngine<T> {
    let mut engine = SequenceEngine::<T>::new(Moves::of(game).unwrap(), Isa::best());
    engine.set_threads(Threads::new(NonZero::new(threads).unwrap()));
    while engine.len() <= last {
        engine.batch(last as u64, &Limits::default()).unwrap().unwrap();
    }
    engine
}

/// Every form of the engine against the definition.
fn agrees(game: &HeapGame, last: usize) {
    let twin = by_definition(game, last as u64);
    for isa in Isa::available() {
        let wide = engine::<u16>(game, isa, last).unwrap();
        assert_eq!(first_wrong(&wide, &twin), None, "{game} {isa:?}");
        match engine::<u8>(game, isa, last) {
            Some(bytes) => assert_eq!(first_wrong(&bytes, &twin), None, "{game} {isa:?}"),
            None => assert!(wide.status().largest >= 128, "{game} {isa:?}"),
        }
    }
}

#[test]
fn sparse_and_dense_games_agree_with_the_definition() {
    for code in ["0.6", "0.106", "0.14", "0.376", "0.454", "0.06", "4.", "4.44", "0.45", "0.16"] {
        agrees(&game(code), 6000);
    }
    agrees(&HeapGame::Grundys, 6000);
}

#[test]
fn dense_games_agree_once_pairs_are_sieved() {
    for code in ["0.06", "0.007", "0.70000077"] {
        let game = game(code);
        agrees(&game, 9500);
        let work = engine::<u16>(&game, Isa::best(), 9500).unwrap().status().work;
        assert!(work.sieved_pairs > 0, "{code}");
    }
}

#[test]
fn sparse_runs_agree_with_dense_ones() {
    for game in [HeapGame::Grundys, game("0.054"), game("0.106")] {
        let sparse = engine::<u16>(&game, Isa::best(), 25_000).unwrap();
        assert!(sparse.status().space.is_some(), "{game}");
        let mut dense = SequenceEngine::<u16>::new(Moves::of(&game).unwrap(), Isa::best());
        dense.load((0..3000).map(|n| sparse.value(n)));
        let mut gathering = dense.prepare_gathering();
        while dense.len() <= 25_000 {
            dense.dense_heap(&mut gathering).unwrap();
        }
        let different = (0..=25_000).find(|&n| dense.value(n) != sparse.value(n));
        assert_eq!(different, None, "{game}");
    }
}

#[test]
fn steps_in_wide_spaces_agree_with_the_definition() {
    for game in [HeapGame::Grundys, game("0.106"), game("0.054"), game("0.16")] {
        let twin = by_definition(&game, 8000);
        for isa in Isa::available() {
            let mut wide = SequenceEngine::<u32>::new(Moves::of(&game).unwrap(), isa);
            while wide.space == Space::TRIVIAL {
                assert!(wide.len() < 7000, "{game}");
                wide.batch(wide.len() as u64 + 1, &Limits::default()).unwrap().unwrap();
            }
            // From the first heaps on, and from where it was chosen.
            let mut early = SequenceEngine::<u32>::new(Moves::of(&game).unwrap(), isa);
            early.load((0..64).map(|n| wide.value(n)));
            early.space = wide.space;
            for mut engine in [early, wide] {
                let mut listing = engine.prepare_listing();
                while engine.len() <= 8000 {
                    engine.listed_heap(&mut listing).unwrap();
                }
                assert_eq!(first_wrong(&engine, &twin), None, "{game} {isa:?}");
                assert!(engine.work.searches < 8000 * 20, "{game}");
            }
        }
    }
}

/// Appends the value of the next heap, from its options one by one.
fn one_by_definition<T: SimdCell>(engine: &mut SequenceEngine<T>) {
    let (n, moves) = (engine.len(), engine.moves.clone());
    let left = |list: &[usize]| -> Vec<usize> {
        list.iter().filter(|&&taken| taken < n).map(|taken| n - taken).collect()
    };
    let mut seen = vec![false; 2 * (engine.largest + 2).next_power_of_two()];
    for leave in moves.leaves.iter().filter(|leave| leave.taken < n) {
        seen[engine.value(n - leave.taken) ^ leave.with] = true;
    }
    if moves.takes.contains(&n) {
        seen[0] = true;
    }
    for rest in left(&moves.breaks) {
        for part in (1..rest).filter(|part| !(moves.unequal && 2 * part == rest)) {
            seen[engine.value(part) ^ engine.value(rest - part)] = true;
        }
    }
    engine.append(seen.iter().take_while(|&&seen| seen).count()).unwrap();
}

/// The game of strips of these lengths, which may lie anywhere on a board.
fn strips(lengths: &[usize]) -> HeapGame {
    let mut digits = vec![0; lengths.iter().max().unwrap() + 1];
    lengths.iter().for_each(|&length| digits[length] = 7);
    HeapGame::Code(Code::new(&digits, &[]).unwrap())
}

#[test]
fn games_of_long_stretches_agree_with_the_definition() {
    for lengths in [[5, 7, 11], [58, 94, 870], [87, 370, 856], [174, 754, 829], [884, 971, 979]] {
        let game = strips(&lengths);
        agrees(&game, 9000);
        let work = engine::<u16>(&game, Isa::best(), 9000).unwrap().status().work;
        assert!(
            work.stretch_pairs > 0 && work.pairs() < work.least_pairs / 20,
            "{lengths:?} {work:?}"
        );
    }
    // Where each heap differs from the one before, stretches are as many as heaps.
    let work = engine::<u16>(&game("0.06"), Isa::best(), 9000).unwrap().status().work;
    assert_eq!(work.stretch_pairs, 0);
}

proptest! {
    #![proptest_config(crate::cases(40))]
    /// After any values in stretches, with whatever of them is split, those that follow are the mex too.
    #[test]
    fn stretches_of_any_length_agree_with_the_definition(
        zero in prop::sample::select(vec![0u8, 4]),
        digits in prop::collection::vec(0u8..8, 1..40),
        // Few, so that the last may be longer than all before, or many.
        values in prop_oneof![
            prop::collection::vec((0usize..200, 1usize..90), 1..4),
            prop::collection::vec((0usize..200, 1usize..90), 20..120),
        ],
        most_more in prop::sample::select(vec![0usize, 1, 6, 70, u16::MAX as usize]),
        many in 1usize..250,
    ) {
        let mut head = vec![zero];
        head.extend(digits);
        let moves = Moves::of(&HeapGame::Code(Code::new(&head, &[]).unwrap())).unwrap();
        prop_assume!(!moves.breaks.is_empty());
        let known: Vec<usize> =
            values.iter().flat_map(|&(value, times)| std::iter::repeat_n(value, times)).collect();
        prop_assume!(known.len() > moves.reach() + 1);
        for isa in Isa::available() {
            let mut twin = SequenceEngine::<u16>::new(moves.clone(), isa);
            twin.load(known.iter().copied());
            let mut stretched = SequenceEngine::<u16>::new(moves.clone(), isa);
            stretched.load(known.iter().copied());
            let last = known.len() + many;
            let mut stretches = stretched.stretches(last, most_more).unwrap();
            for _ in 0..many {
                one_by_definition(&mut twin);
                stretched.stretched_heap(&mut stretches).unwrap();
            }
            let all: Vec<usize> = (0..twin.len()).map(|n| twin.value(n)).collect();
            prop_assert_eq!(first_wrong(&stretched, &all), None, "{:?}", isa);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(12))]
    /// After values of any size, as if they had been computed, those that follow are the mex too.
    #[test]
    fn large_values_are_no_limit(
        digits in prop::collection::vec(0u8..8, 1..4),
        values in prop::collection::vec(0usize..1 << 18, 2100),
        step in 0u32..12,
    ) {
        let mut head = vec![0];
        head.extend(digits);
        let moves = Moves::of(&HeapGame::Code(Code::new(&head, &[]).unwrap())).unwrap();
        prop_assume!(!moves.breaks.is_empty());
        for isa in Isa::available() {
            let known = values.iter().map(|value| value >> step);
            let mut twin = SequenceEngine::<u32>::new(moves.clone(), isa);
            twin.load(known.clone());
            let mut dense = SequenceEngine::<u32>::new(moves.clone(), isa);
            dense.load(known);
            let mut gathering = dense.prepare_gathering();
            for _ in 0..40 {
                one_by_definition(&mut twin);
                dense.dense_heap(&mut gathering).unwrap();
            }
            let all: Vec<usize> = (0..twin.len()).map(|n| twin.value(n)).collect();
            prop_assert_eq!(first_wrong(&dense, &all), None);
            let mut together = SequenceEngine::<u32>::new(moves.clone(), isa);
            together.load(values.iter().map(|value| value >> step));
            let mut blocks = together.prepare_blocks();
            together.dense_block(&mut blocks).unwrap();
            let known = all.len().min(together.len());
            prop_assert_eq!(first_wrong(&together, &all[..known]), None);
        }
    }
}

#[test]
fn blocks_of_dense_heaps_agree_with_the_definition() {
    for code in ["0.06", "0.007", "0.70000077", "4.06", "0.2444"] {
        let game = game(code);
        let twin = by_definition(&game, 9500);
        for isa in Isa::available() {
            let mut engine = SequenceEngine::<u16>::new(Moves::of(&game).unwrap(), isa);
            engine.load(twin[..3000].iter().copied());
            let mut blocks = engine.prepare_blocks();
            while engine.len() < twin.len() {
                engine.dense_block(&mut blocks).unwrap();
            }
            assert_eq!(first_wrong(&engine, &twin), None, "{code} {isa:?}");
            assert!(engine.work.sieved_pairs > 0, "{code}");
        }
    }
}

#[test]
fn any_number_of_threads_comes_to_the_same_values() {
    for (code, last) in [("0.6", 30_000), ("0.14", 12_000), ("0.376", 12_000), ("0.06", 5000)] {
        let game = game(code);
        let one = engine::<u16>(&game, Isa::best(), last).unwrap();
        let values: Vec<usize> = (0..=last).map(|n| one.value(n)).collect();
        let works = [2, 3, 4].map(|threads| {
            let several = shared::<u16>(&game, threads, last);
            assert_eq!(first_wrong(&several, &values), None, "{code} {threads}");
            assert_eq!(several.status().rares, one.status().rares, "{code}");
            // Otherwise nothing was shared out.
            let is_shared = several.status().work != one.status().work;
            assert!(is_shared || !["0.6", "0.06"].contains(&code), "{code} {threads}");
            several.status().work
        });
        // Which of several threads does what has no influence on how much is done.
        assert_eq!(works[1], works[2], "{code}");
    }
}

#[test]
fn long_codes_agree_with_the_definition() {
    let mut digits = vec![0; 100];
    (digits[1], digits[64], digits[65], digits[99]) = (6, 4, 3, 7);
    agrees(&HeapGame::Code(Code::new(&digits, &[]).unwrap()), 4000);
}

#[test]
fn all_forms_do_the_same_work() {
    for code in ["0.6", "0.106", "0.06"] {
        let works: Vec<Work> = Isa::available()
            .into_iter()
            .map(|isa| engine::<u16>(&game(code), isa, 12_000).unwrap().status().work)
            .collect();
        assert!(works.iter().all(|work| *work == works[0]), "{code} {works:?}");
        assert!(works[0].pair_tests + works[0].gathered_pairs > 0);
    }
}

#[test]
fn work_is_near_its_floor() {
    // Pairs with helpers come on top of the floor; with few rare heaps they are most of it.
    let sparse = engine::<u8>(&game("0.106"), Isa::best(), 40_000).unwrap().status();
    assert_eq!(sparse.floor, sparse.rares);
    let per_heap = sparse.work.pairs() / sparse.heaps;
    assert!((sparse.floor..20 * sparse.floor).contains(&per_heap), "{per_heap}");

    let dense = engine::<u16>(&game("0.06"), Isa::best(), 12_000).unwrap().status();
    assert_eq!(dense.floor, dense.heaps / 2);
    let per_heap = dense.work.pairs() / dense.heaps;
    assert!((dense.floor / 4..dense.floor).contains(&per_heap), "{per_heap}");
}

#[test]
fn a_widened_engine_goes_on() {
    let game = game("0.376");
    let mut narrow = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
    while narrow.batch(4000, &Limits::default()).unwrap().is_ok() {
        assert!(narrow.len() < 4000, "some value is above 127");
    }
    let mut wide = narrow.widened::<u16>();
    assert_eq!(wide.len(), narrow.len());
    while wide.len() <= 4000 {
        wide.batch(4000, &Limits::default()).unwrap().unwrap();
    }
    assert_eq!(first_wrong(&wide, &by_definition(&game, 4000)), None);
}

proptest! {
    #![proptest_config(crate::cases(8))]
    #[test]
    fn random_games_agree_with_the_definition(
        zero in prop::sample::select(vec![0u8, 4]),
        digits in prop::collection::vec(0u8..8, 1..5),
    ) {
        let mut head = vec![zero];
        head.extend(digits);
        agrees(&HeapGame::Code(Code::new(&head, &[]).unwrap()), 3000);
    }
}

proptest! {
    #![proptest_config(crate::cases(12))]
    #[test]
    fn random_games_agree_on_several_threads(
        zero in prop::sample::select(vec![0u8, 4]),
        digits in prop::collection::vec(0u8..8, 1..5),
    ) {
        let mut head = vec![zero];
        head.extend(digits);
        let game = HeapGame::Code(Code::new(&head, &[]).unwrap());
        let one = engine::<u16>(&game, Isa::best(), 8000).unwrap();
        let values: Vec<usize> = (0..=8000).map(|n| one.value(n)).collect();
        for threads in [2, 3] {
            let several = shared::<u16>(&game, threads, 8000);
            prop_assert_eq!(first_wrong(&several, &values), None);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(8))]
    /// What is left as one heap may have the value of another one beside it.
    #[test]
    fn heaps_left_beside_small_ones_agree_with_the_definition(
        breaks in prop::collection::btree_set(0usize..6, 1..3),
        leaves in prop::collection::btree_set((1usize..9, 0usize..5), 0..5),
        unequal in any::<bool>(),
        threads in 2usize..4,
    ) {
        let moves = Moves {
            breaks: breaks.into_iter().collect(),
            leaves: leaves.into_iter().map(|(taken, with)| Leave { taken, with }).collect(),
            takes: vec![],
            unequal,
        };
        let mut twin = SequenceEngine::<u32>::new(moves.clone(), Isa::best());
        while twin.len() <= 4000 {
            one_by_definition(&mut twin);
        }
        let all: Vec<usize> = (0..=4000).map(|n| twin.value(n)).collect();
        for isa in Isa::available() {
            for count in [1, threads] {
                let mut engine = SequenceEngine::<u16>::new(moves.clone(), isa);
                engine.set_threads(Threads::new(NonZero::new(count).unwrap()));
                while engine.len() <= 4000 {
                    engine.batch(4000, &Limits::default()).unwrap().unwrap();
                }
                prop_assert_eq!(first_wrong(&engine, &all), None, "{:?} {:?} {}", moves, isa, count);
            }
        }
    }
}

/// An engine that keeps no more than it must within this memory, whose values are compared with the
/// twin's as they come; after two thirds of the way it is stopped and goes on from what it kept.
fn forgetful<T: SimdCell>(game: &HeapGame, memory: u64, twin: &[usize]) -> SequenceEngine<T> {
    let moves = Moves::of(game).unwrap();
    let mut engine = SequenceEngine::<T>::new(moves.clone(), Isa::best());
    let limits = Limits::default().memory(memory);
    let mut resumed = false;
    while engine.len() < twin.len() {
        let known = engine.len();
        engine.batch(twin.len() as u64 - 1, &limits).unwrap().unwrap();
        let wrong = (known..engine.len().min(twin.len())).find(|&n| engine.value(n) != twin[n]);
        assert_eq!(wrong, None, "{game}");
        engine.set_may_forget(engine.len());
        if !resumed && engine.len() > twin.len() / 3 * 2 {
            let kept = engine.kept().unwrap();
            engine = SequenceEngine::new(moves.clone(), Isa::best());
            assert!(engine.load_kept(&kept), "{game}");
            assert_eq!(engine.kept(), Some(kept), "{game}");
            engine.set_may_forget(engine.len());
            resumed = true;
        }
    }
    engine
}

#[test]
fn what_is_forgotten_is_not_needed() {
    let last = 900_000;
    for (code, memory) in [("0.106", 1_200_000), ("0.104", 1_200_000), ("0.054", 1_200_000)] {
        let game = game(code);
        let whole = engine::<u8>(&game, Isa::best(), last).unwrap();
        let twin: Vec<usize> = (0..=last).map(|n| whole.value(n)).collect();
        let engine = forgetful::<u8>(&game, memory, &twin);
        assert!(engine.forgotten().len() > last / 3, "{code}");
        assert!(engine.cells.capacity() < memory as usize, "{code}");
        assert_eq!(engine.status().rares, whole.status().rares, "{code}");
        assert_eq!(engine.status().largest, whole.status().largest, "{code}");
    }
}

#[test]
fn an_engine_that_needs_what_it_forgot_says_so() {
    let game = game("0.106");
    let limits = Limits::default().memory(1_000_000);
    let mut engine = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
    while engine.forgotten().is_empty() {
        engine.batch(1 << 30, &limits).unwrap().unwrap();
        engine.set_may_forget(engine.len());
    }
    // As if no heap up to here had had a code that some heap will need.
    let kept = engine.kept().unwrap();
    let zeros = |values: &crate::heap::Values| values.iter().map(|value| value & 1).collect();
    let poor = crate::heap::Kept { first: zeros(&kept.first), last: zeros(&kept.last), ..kept };
    let mut engine = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
    assert!(engine.load_kept(&poor));
    let stop = loop {
        if let Err(stop) = engine.batch(1 << 30, &limits) {
            break stop;
        }
        engine.set_may_forget(engine.len());
        assert!(engine.len() < 1 << 20);
    };
    assert_eq!(stop, Stop::GivenUp);
}

#[test]
fn what_was_kept_of_something_else_is_refused() {
    let game = game("0.106");
    let limits = Limits::default().memory(1_000_000);
    let mut engine = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
    while engine.forgotten().is_empty() {
        engine.batch(1 << 30, &limits).unwrap().unwrap();
        engine.set_may_forget(engine.len());
    }
    let kept = engine.kept().unwrap();
    let short = |values: &crate::heap::Values| values.iter().skip(1).collect();
    let changed: [&dyn Fn(&mut crate::heap::Kept); 9] = [
        &|kept| kept.first = short(&kept.first),
        &|kept| kept.last = kept.last.iter().skip(kept.last.len() - 1000).collect(),
        &|kept| kept.heaps = kept.last.len() as u64,
        &|kept| kept.heaps = u64::MAX,
        &|kept| kept.mask = 0,
        &|kept| kept.largest = 3,
        &|kept| kept.largest = 1 << 40,
        &|kept| kept.rares.reverse(),
        &|kept| kept.rares[0].1 ^= kept.mask & kept.mask.wrapping_neg(),
    ];
    for (number, change) in changed.into_iter().enumerate() {
        let mut other = kept.clone();
        change(&mut other);
        let mut engine = SequenceEngine::<u8>::new(Moves::of(&game).unwrap(), Isa::best());
        assert!(!engine.load_kept(&other), "{number}");
    }
}
