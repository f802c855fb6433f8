//! Misère quotients against values from outside, and sessions that answer by them.

use grundy::heap::{Code, HeapGame};
use grundy::limits::Limits;
use grundy::misere::Quotient;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::search::{Misere, Tame, Tameness};
use num_bigint::BigUint;

const QUOTIENTS: &str = include_str!("../../../../testdata/misere/quotients.txt");

#[test]
fn published_quotients_are_found_and_proved() {
    let mut games = 0;
    for line in QUOTIENTS.lines().filter(|line| !line.starts_with('#')) {
        let [code, numbers @ ..] = &line.split(' ').collect::<Vec<&str>>()[..] else {
            panic!("a code and numbers in {line}");
        };
        let expected: Vec<u64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        let mut quotient = Quotient::new(HeapGame::Code(code.parse().unwrap()));
        quotient.advance(1 << 14, &Limits::default()).unwrap();
        let pattern = quotient.periodicity().unwrap_or_else(|| panic!("{code} has a period"));
        let monoid = quotient.monoid();
        let found = [
            monoid.order() as u64,
            monoid.lost().count() as u64,
            pattern.preperiod,
            pattern.period,
        ];
        assert_eq!(found[..], expected[..], "{code}");
        games += 1;
    }
    assert_eq!(games, 75);
}

#[test]
fn dawsons_kayles_keeps_growing() {
    // Plambeck and Siegel: 638 elements, 109 of them lost, up to heap 33.
    let mut dawson = Quotient::new(HeapGame::Code("0.07".parse().unwrap()));
    for (last, order, lost) in [(24, 24, 5), (25, 144, 23), (27, 176, 28), (33, 638, 109)] {
        dawson.advance(last, &Limits::default()).unwrap();
        let monoid = dawson.monoid();
        assert_eq!((monoid.order(), monoid.lost().count()), (order, lost), "up to {last}");
        assert!(dawson.periodicity().is_none());
    }
}

#[test]
fn sessions_play_far_sums_by_quotients() {
    let limits = Limits::default();
    let mut session = Session::with_game("kayles").unwrap();
    session.play_misere();
    let far = BigUint::from(10_u8).pow(30);
    for text in ["1 70 100000", &format!("{far} 9 27"), "65537 12", "65600"] {
        let position = session.position(text).unwrap();
        let outcome = session.outcome(&position, &limits).unwrap();
        let count = session.count_winning_moves(&position, &limits).unwrap();
        assert_eq!(outcome == Outcome::N, count > BigUint::ZERO, "{text}");
        // The first few moves leave what is lost.
        let mut shown = 0;
        let mut moves = Vec::new();
        let listed = session.each_winning_move(&position, &limits, &mut |found| {
            moves.push(found);
            shown += 1;
            match shown < 20 {
                true => std::ops::ControlFlow::Continue(()),
                false => std::ops::ControlFlow::Break(()),
            }
        });
        listed.unwrap();
        assert_eq!(BigUint::from(moves.len()), count.clone().min(20_u8.into()), "{text}");
        for found in moves {
            let left = session.after(&position, &found);
            assert_eq!(session.outcome(&left, &limits), Ok(Outcome::P), "{text}");
        }
    }
    // On both sides of where each option is tried.
    let count = |session: &mut Session, heap: u32| {
        let position = session.position(&heap.to_string()).unwrap();
        session.count_winning_moves(&position, &limits).unwrap()
    };
    // The options repeat with the period 12, and so twice that for the pairs of halves: one more of each kind.
    let near: Vec<BigUint> = [0, 24, 48].map(|less| count(&mut session, 65_536 - less)).into();
    let beyond: Vec<BigUint> = [24, 48, 72].map(|more| count(&mut session, 65_536 + more)).into();
    assert_eq!(&near[0] - &near[1], &near[1] - &near[2]);
    assert_eq!(&beyond[0] - &near[0], &near[0] - &near[1]);
    assert_eq!(&beyond[2] - &beyond[1], &near[0] - &near[1]);
}

#[test]
fn sums_of_typed_games_agree_with_the_search_over_sums() {
    let mut random = fastrand::Rng::with_seed(20_261_127);
    let limits = Limits::default();
    for rule in [
        "[n] -> [a] + [n-a] for a in 1..n-1 if a != n-a",
        "[n] -> [a] + [n-a-1] for a in 0..n-1 if a % 2 == 0",
        "[n] -> [n-1] if n % 3 != 2 | [a] + [n-a] for a in 2..n-2",
        "[n] -> [n-k] for k in {2, 5, 7} | [a] + [n-a-1] for a in 0..n-1",
        "[n] -> [n-k] for k in {1, 4}",
        "[n] -> [n-k] for k in 2..5",
        "grundys",
        "pas(1, 3, 4)",
        "0.33",
    ] {
        let mut session = Session::with_game(rule).unwrap();
        let game = session.plan(0).engine.heap_game().unwrap_or_else(|| panic!("{rule}"));
        let rules = session.games()[0].rules.clone();
        let mut search = Misere::new(&rules);
        let mut quotient = Quotient::new(game);
        let _ = quotient.advance(14, &limits.clone().memory(1 << 24));
        for _ in 0..80 {
            let heaps: Vec<u64> =
                (0..random.usize(0..=4)).map(|_| random.u64(..quotient.heaps().min(15))).collect();
            let big: Vec<BigUint> = heaps.iter().map(|&heap| heap.into()).collect();
            let lost = quotient.monoid().is_lost(quotient.product(&big).unwrap());
            let component = |&heap: &u64| rules.component(0, &[heap as i64]).unwrap();
            let sum: Vec<_> = heaps.iter().map(component).collect();
            let outcome = search.outcome(&sum, &limits).unwrap();
            assert_eq!(outcome, Outcome::next_wins(!lost), "{rule} {heaps:?}");
            let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let text = if heaps.is_empty() { "[]".to_owned() } else { text.join(" ") };
            session.play_misere();
            let position = session.position(&text).unwrap();
            assert_eq!(session.outcome(&position, &limits), Ok(outcome), "{rule} {heaps:?}");
        }
    }
}

#[test]
fn games_of_tame_heaps_have_tame_quotients() {
    let mut random = fastrand::Rng::with_seed(20_261_128);
    let limits = Limits::default();
    let (mut tame, mut wild) = (0, 0);
    for _ in 0..120 {
        let digits: Vec<u8> = std::iter::once(0).chain((0..3).map(|_| random.u8(..8))).collect();
        let code = Code::new(&digits, &[]).unwrap();
        let mut quotient = Quotient::new(HeapGame::Code(code.clone()));
        if quotient.advance(12, &limits.clone().memory(1 << 22)).is_err() {
            continue;
        }
        let session = Session::with_game(&code.to_string()).unwrap();
        let rules = session.games()[0].rules.clone();
        let mut genera = Tame::new(&rules);
        let all_tame = (0..13).all(|heap| {
            let heap = rules.component(0, &[heap]).unwrap();
            genera.tameness(&heap, &limits).unwrap() != Tameness::Wild
        });
        // A game may be tame though some of its positions are not, by their genus; never the other way round.
        assert!(quotient.monoid().is_tame() || !all_tame, "{code}");
        *if quotient.monoid().is_tame() { &mut tame } else { &mut wild } += 1;
    }
    assert!(tame > 20 && wild > 20, "{tame} {wild}");
}

#[test]
fn what_a_rule_says_otherwise_is_no_quotient() {
    let limits = Limits::default();
    let has_one = |rule: &str, position: &str| {
        let mut session = Session::with_game(rule).unwrap();
        session.play_misere();
        let position = session.position(position).unwrap();
        session.quotient(&position.parts, &limits).unwrap().is_some()
    };
    assert!(has_one("0.77", "7 8"));
    assert!(has_one("[n] -> [n-k] for k in {1, 3, 4}", "7 8"));
    assert!(has_one("[n] -> [a] + [n-1-a] for a in 0..n-1", "7 8"));
    assert!(!has_one("[n] -> [a] + [n-1-a] for a in 0..n-1\nwin on [2]", "7 8"));
    assert!(!has_one("[n] -> [n-k] for k in 1..n", "7 8"));
    assert!(!has_one("0.77", "nim[7] + 8"));
    assert!(!has_one("0.77", "[]"));
}

#[test]
fn an_element_that_is_not_there_has_no_winning_options() {
    let mut quotient = Quotient::new(HeapGame::Code("0.77".parse().unwrap()));
    quotient.advance(1000, &Limits::default()).unwrap();
    let heap = 1_000_000_u32.into();
    let order = quotient.monoid().order();
    assert!(quotient.winning_options(&heap, order - 1).is_some());
    assert!(quotient.winning_options(&heap, order).is_none());
}
