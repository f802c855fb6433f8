//! Certificates: those of proved sequences are valid, and none survives an alteration.

use std::collections::BTreeSet;

use grundy::heap::definition::Definition;
use grundy::heap::{AllButSet, Code, HeapGame, Run, SubtractionSet, guy_smith};
use grundy::limits::{Limits, Stop};
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::prove::{
    Certificate, LISTED, Refusal, SequenceDigest, Split, Theorem, Unchecked, check,
};
use grundy::ruleset::Value;
use proptest::prelude::*;

fn of_code(text: &str) -> Certificate {
    let code: Code = text.parse().unwrap();
    let proved = guy_smith::prove(&code, 20_000, &Limits::default()).proved();
    Certificate::of_code(&code, &proved.unwrap()).unwrap()
}

/// The certificate of a code as a run finds it.
fn of_run(code: &Code, to: u64) -> Option<Certificate> {
    let mut run = Run::new(HeapGame::Code(code.clone()));
    run.advance(to, &Limits::default()).unwrap();
    Certificate::of_code(code, &run.into_search().proved()?)
}

fn of_rule(rule: &str) -> Certificate {
    let session = Session::with_game(rule).unwrap();
    let Engine::Heap(game, _) = &session.plan(0).engine else { panic!("{rule}") };
    let mut run = Run::new(game.clone());
    run.advance(20_000, &Limits::default()).unwrap();
    Certificate::of_game(game, &run.into_search().proved().unwrap()).unwrap()
}

fn of_subtraction(amounts: &[u64]) -> Certificate {
    let set = SubtractionSet::new(amounts.iter().copied());
    let proved = set.prove(&Limits::default()).proved().unwrap();
    Certificate::of_subtraction(&set, &proved).unwrap()
}

fn of_all_but(amounts: &[u64]) -> Certificate {
    let set = AllButSet::new(amounts.iter().copied());
    let proved = set.prove(&Limits::default()).proved().unwrap();
    Certificate::of_all_but(&set, &proved).unwrap()
}

/// The certificate of a code by a closed window, which is only made for longer proofs. Where the
/// size counts, the breaks of the code must take even amounts.
fn of_window(text: &str, mask: u64, with_size: bool) -> Certificate {
    let classical = of_code(text);
    let code: Code = text.parse().unwrap();
    let proved = guy_smith::prove(&code, 20_000, &Limits::default()).proved().unwrap();
    let ones = |heap: u64| u64::from((proved.value(heap).unwrap() & mask).count_ones());
    let rare = |&heap: &u64| (ones(heap) + if with_size { heap } else { 0 }) % 2 == 0;
    let last_rare = (1..classical.start).rev().find(rare).unwrap_or(0);
    let split = Split { mask, with_size, last_rare };
    let values_needed = classical.start + classical.period + split.last_rare + classical.reach;
    let values: Vec<u64> = (0..values_needed).map(|n| proved.value(n).unwrap()).collect();
    let mut digest = SequenceDigest::new(&classical.rule);
    digest.extend(values.iter().copied());
    Certificate {
        theorem: Theorem::ClosedWindow,
        split: Some(split),
        values_needed,
        digest: digest.finish(),
        values: Some(values),
        ..classical
    }
}

fn is_valid(certificate: &Certificate) -> bool {
    check(certificate, &Limits::default()).is_ok()
}

/// The certificate with one thing altered, every way there is to alter one thing a little.
fn alterations(certificate: &Certificate) -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    let mut add = |what: String, alter: &dyn Fn(&mut Certificate)| {
        let mut altered = certificate.clone();
        alter(&mut altered);
        assert_ne!(&altered, certificate, "{what}");
        all.push((what, altered));
    };
    for by in [1, u64::MAX, certificate.period, 1 << 63] {
        add(format!("start {by}"), &|c| c.start = c.start.wrapping_add(by));
        add(format!("period {by}"), &|c| c.period = c.period.wrapping_add(by));
        add(format!("saltus {by}"), &|c| c.saltus = c.saltus.wrapping_add(by));
        add(format!("pieces {by}"), &|c| c.pieces = c.pieces.wrapping_add(by));
        add(format!("reach {by}"), &|c| c.reach = c.reach.wrapping_add(by));
        add(format!("values_needed {by}"), &|c| {
            c.values_needed = c.values_needed.wrapping_add(by);
        });
    }
    match certificate.split {
        None => add("a split".to_owned(), &|c| {
            c.split = Some(Split { mask: 1, with_size: false, last_rare: 0 });
        }),
        Some(split) => {
            add("no split".to_owned(), &|c| c.split = None);
            let other = Split { with_size: !split.with_size, ..split };
            add("size".to_owned(), &|c| c.split = Some(other));
            for mask in (0..64).chain([u64::MAX]).filter(|&mask| mask != split.mask) {
                add(format!("mask {mask}"), &|c| c.split = Some(Split { mask, ..split }));
            }
            for by in [1, u64::MAX, certificate.period, 1 << 63] {
                let last_rare = split.last_rare.wrapping_add(by);
                add(format!("rare {by}"), &|c| c.split = Some(Split { last_rare, ..split }));
            }
        }
    }
    for theorem in Theorem::ALL {
        if theorem != certificate.theorem {
            add(format!("{theorem}"), &|c| c.theorem = theorem);
        }
    }
    for byte in 0..32 {
        add(format!("byte {byte} of the digest"), &|c| c.digest[byte] ^= 0x10);
    }
    for at in 0..certificate.rule.len() {
        for new in "0123456789ABCDEF.,()".chars() {
            if certificate.rule[at..].starts_with(new) {
                continue;
            }
            let mut rule = certificate.rule.clone();
            rule.replace_range(at..=at, &new.to_string());
            add(rule.clone(), &|c| c.rule = rule.clone());
        }
        let mut shorter = certificate.rule.clone();
        shorter.remove(at);
        add(shorter.clone(), &|c| c.rule = shorter.clone());
    }
    if let Some(values) = &certificate.values {
        add("values left out".to_owned(), &|c| c.values = None);
        for (heap, &value) in values.iter().enumerate() {
            let put = |c: &mut Certificate, new: u64| c.values.as_mut().unwrap()[heap] = new;
            add(format!("value of {heap}, more"), &|c| put(c, value + 1));
            add(format!("value of {heap}, less"), &|c| put(c, value.wrapping_sub(1)));
        }
        add("one value more".to_owned(), &|c| c.values.as_mut().unwrap().push(0));
        add("one value less".to_owned(), &|c| {
            c.values.as_mut().unwrap().pop();
        });
    } else {
        add("values put in".to_owned(), &|c| c.values = Some(vec![0; c.values_needed as usize]));
    }
    all
}

#[test]
fn no_alteration_is_accepted() {
    let certificates = [
        of_code("0.77"),
        of_code("0.07"),
        of_code("4."),
        of_code("0.1"),
        of_subtraction(&[1, 3, 4]),
        of_subtraction(&[2, 3, 12]),
        of_all_but(&[1, 2]),
        of_all_but(&[3, 7, 8]),
        of_rule("[n] -> [a] + [n-a] for a in 2..n-2"),
        of_rule("[n] -> [a] + [n-a] for a in 1..n-1 if a % 3 != 0"),
        of_rule("[n] -> [n-1] if n % 3 != 0 | [n-2] if n > 5"),
        of_run(&"0.8".parse().unwrap(), 1000).unwrap(),
        of_run(&"0.3F".parse().unwrap(), 1000).unwrap(),
        of_run(&"0.(13)".parse().unwrap(), 1000).unwrap(),
        of_run(&"8.(7)".parse().unwrap(), 1000).unwrap(),
        of_run(&"0.(15)".parse().unwrap(), 1000).unwrap(),
        of_run(&"0.2(45)".parse().unwrap(), 1000).unwrap(),
        of_window("0.77", 15, false),
        of_window("0.45", 15, false),
        of_window("0.26", 1, true),
    ];
    let limits = Limits::default().memory(1 << 28);
    for certificate in certificates {
        assert!(is_valid(&certificate), "{certificate:?}");
        for (what, altered) in alterations(&certificate) {
            let verdict = check(&altered, &limits);
            let refused = matches!(verdict, Err(Unchecked::Refused(_)));
            let beyond = matches!(verdict, Err(Unchecked::Stopped(Stop::Memory { .. })));
            assert!(refused || beyond, "{} with {what}: {verdict:?}", certificate.rule);
        }
    }
}

#[test]
fn a_long_certificate_leaves_the_values_out() {
    let long = of_subtraction(&[1, 4096]);
    assert!(long.values.is_none() && long.values_needed > LISTED);
    assert!(is_valid(&long));
}

#[test]
fn a_window_closes_where_a_run_found_it_and_not_a_heap_sooner() {
    let code: Code = "0.16".parse().unwrap();
    let mut run = Run::new(HeapGame::Code(code.clone()));
    run.advance(1 << 20, &Limits::default()).unwrap();
    let proof = run.proof().unwrap();
    let proved = run.into_search().proved().unwrap();
    let certificate = Certificate::of_code(&code, &proved).unwrap();
    assert_eq!(certificate.theorem, Theorem::ClosedWindow);
    assert_eq!(certificate.values_needed, proof.values_needed);
    assert_eq!((certificate.start, certificate.period), (105_351, 149_459));
    assert_eq!(check(&certificate, &Limits::default()), Ok(()));
    let mut sooner = certificate;
    sooner.values_needed -= 1;
    assert!(!is_valid(&sooner));
}

#[test]
fn a_true_statement_that_is_not_the_smallest_is_refused() {
    let smallest = of_subtraction(&[1, 3, 4]);
    let longer = |start: u64, period: u64| {
        let set = SubtractionSet::new([1, 3, 4]);
        let proved = set.prove(&Limits::default()).proved().unwrap();
        let needed = start + period + 4;
        let values: Vec<u64> = (0..needed).map(|n| proved.value(n).unwrap()).collect();
        let mut digest = SequenceDigest::new("S{1,3,4}");
        digest.extend(values.iter().copied());
        Certificate {
            start,
            period,
            values_needed: needed,
            digest: digest.finish(),
            values: Some(values),
            ..smallest.clone()
        }
    };
    assert_eq!(longer(smallest.start, smallest.period), smallest);
    let refused = |name| Err(Unchecked::Refused(Refusal::NotSmallest { name }));
    assert_eq!(check(&longer(0, 14), &Limits::default()), refused("period"));
    assert_eq!(check(&longer(1, 7), &Limits::default()), refused("start"));
}

#[test]
fn heap_0_is_never_part_of_the_pattern_of_a_code() {
    // 0.4 starts 0, 0, 0, 1, which looks periodic from heap 0 on.
    let values = vec![0, 0];
    let mut digest = SequenceDigest::new("0.4");
    digest.extend([0, 0]);
    let forged = Certificate {
        rule: "0.4".to_owned(),
        theorem: Theorem::GuySmith,
        start: 0,
        period: 1,
        saltus: 0,
        pieces: 2,
        reach: 1,
        split: None,
        values_needed: 3,
        digest: digest.finish(),
        values: Some(values),
    };
    let verdict = check(&forged, &Limits::default());
    assert!(matches!(verdict, Err(Unchecked::Refused(Refusal::Constant { name: "start", .. }))));
}

#[test]
fn limits_end_a_check() {
    let certificate = of_code("0.77");
    let no_memory = Limits::default().memory(100);
    let verdict = check(&certificate, &no_memory);
    assert!(matches!(verdict, Err(Unchecked::Stopped(Stop::Memory { .. }))));
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(check(&certificate, &cancelled), Err(Unchecked::Stopped(Stop::Cancelled)));
}

#[test]
fn the_checker_shares_nothing_with_the_engines() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/prove/check");
    let mut read = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for place in code.split("crate::").skip(1) {
            let allowed = [
                "language::",
                "limits::",
                "prove::Theorem",
                "prove::Certificate;",
                "prove::{Certificate, Split}",
            ];
            assert!(allowed.iter().any(|name| place.starts_with(name)), "crate::{place:.40}");
        }
        for place in code.split("super::").skip(1) {
            let allowed = [
                "certificate::",
                "Refusal",
                "known",
                "parity",
                "pieces::",
                "rule::",
                "sparse",
                "values::",
            ];
            assert!(allowed.iter().any(|name| place.starts_with(name)), "super::{place:.40}");
        }
        read += 1;
    }
    assert_eq!(read, 10);
}

#[test]
fn sixty_four_random_subtraction_sets_have_their_period_proved_from_the_rule() {
    let limits = Limits::default();
    // Knuth's linear congruential generator; its upper bits.
    let mut state = 64_u64;
    let mut below = |count: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    };
    for _ in 0..64 {
        let amounts: BTreeSet<u64> = (0..2 + below(4)).map(|_| 1 + below(20)).collect();
        let listed: Vec<String> = amounts.iter().map(ToString::to_string).collect();
        let rule = format!("[n] -> [n-k] for k in {{{}}}", listed.join(", "));
        let mut session = Session::with_game(&rule).unwrap();
        let pattern = session.engine(0).periodicity(&limits).unwrap().unwrap();
        assert_eq!(pattern.saltus, 0, "{rule}");
        let amounts: Vec<u64> = amounts.into_iter().collect();
        let certificate = of_subtraction(&amounts);
        assert_eq!(check(&certificate, &limits), Ok(()), "{rule}");
        assert_eq!(
            (certificate.start, certificate.period),
            (pattern.preperiod, pattern.period),
            "{rule}"
        );
        // By the definition: three periods, and what it says of a heap far away.
        let (start, period) = (pattern.preperiod, pattern.period);
        let mut by_definition = |heap: u64| {
            let position = session.component(0, &[heap as i64]).unwrap();
            session.by_definition(&position, &limits).unwrap()
        };
        for heap in start..start + 2 * period {
            assert_eq!(by_definition(heap), by_definition(heap + period), "{rule} at {heap}");
        }
        let far = 10_u64.pow(18);
        let right = by_definition(start + (far - start) % period).nimber().unwrap().0;
        let position = session.component(0, &[far as i64]).unwrap();
        assert_eq!(session.value(&position, &limits), Ok(Value::Nimber(right.into())), "{rule}");
    }
}

proptest! {
    #[test]
    fn the_certificate_of_a_proved_code_is_valid(digits in prop::collection::vec(0u8..16, 0..4)) {
        let mut head = vec![0];
        head.extend(digits);
        let code = Code::new(&head, &[]).unwrap();
        if let Some(proved) = guy_smith::prove(&code, 250, &Limits::default()).proved() {
            let certificate = Certificate::of_code(&code, &proved).unwrap();
            prop_assert_eq!(check(&certificate, &Limits::default()), Ok(()));
        }
    }

    #[test]
    fn the_certificate_of_a_code_that_leaves_three_heaps_or_repeats_is_valid(
        first in prop::sample::select(vec![0u8, 4, 8, 12]),
        digits in prop::collection::vec(0u8..16, 0..3),
        tail in prop::collection::vec(0u8..16, 0..3),
    ) {
        let code = Code::new(&[&[first][..], &digits].concat(), &tail).unwrap();
        if let Some(certificate) = of_run(&code, 150) {
            prop_assert_eq!(check(&certificate, &Limits::default()), Ok(()));
            // The values go on so, by the definition.
            let mut run = Definition::new(HeapGame::Code(code));
            let end = certificate.values_needed.max(60) + 2 * certificate.period;
            run.advance(end, &Limits::default()).unwrap();
            for heap in certificate.start..=end - certificate.period {
                let value = |heap: u64| run.values().get(heap as usize).unwrap();
                let later = value(heap + certificate.period);
                prop_assert_eq!(value(heap) + certificate.saltus, later);
            }
        }
    }

    #[test]
    fn the_certificate_of_a_set_is_valid(amounts in prop::collection::vec(1u64..14, 0..5)) {
        let taken = of_subtraction(&amounts);
        prop_assert_eq!(check(&taken, &Limits::default()), Ok(()));
        let excluded = of_all_but(&amounts);
        prop_assert_eq!(check(&excluded, &Limits::default()), Ok(()));
        prop_assert_eq!(excluded.theorem, Theorem::AllBut);
    }

    #[test]
    fn a_set_proved_as_a_code_has_the_same_certificate(
        amounts in prop::collection::btree_set(1usize..9, 1..5),
    ) {
        let mut head = vec![0; 10];
        for &amount in &amounts {
            head[amount] = 3;
        }
        let code = Code::new(&head, &[]).unwrap();
        let proved = guy_smith::prove(&code, 2000, &Limits::default()).proved().unwrap();
        let set = code.subtraction().unwrap();
        let as_code = Certificate::of_subtraction(&set, &proved).unwrap();
        let amounts: Vec<u64> = amounts.iter().map(|&amount| amount as u64).collect();
        prop_assert_eq!(as_code, of_subtraction(&amounts));
    }
}
