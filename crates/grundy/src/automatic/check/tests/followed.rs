//! Statements decided by following words are held to the same ones decided by automata.

use proptest::prelude::*;

use super::super::claim::{Case, Digits, Literal, Statement};
use super::super::reading::holds;
use super::super::{Refusal, Unchecked};
use super::in_other_words;
use crate::automatic::decide::refute;
use crate::automatic::statement as proof;
use crate::automaton::{Dfa, Linear, Numeration, Sign, Track};
use crate::limits::Limits;

/// Something about numbers on these tracks.
fn literal(tracks: &'static [Track]) -> impl Strategy<Value = Literal> {
    let one = || prop::sample::select(tracks);
    let linear = (prop::collection::vec((one(), -3..=3_i64), 1..=3), -6..=6_i64, any::<bool>());
    let constant = (one(), 0..20_i64, prop::sample::select(vec![1, -1]));
    let two = prop::sample::subsequence(tracks, 2).prop_shuffle();
    prop_oneof![
        4 => linear.prop_map(|(terms, constant, zero)| {
            let sign = if zero { Sign::Zero } else { Sign::NonNegative };
            Literal::Linear(Linear::new(terms, constant, sign))
        }),
        2 => constant.prop_map(|(track, constant, weight)| {
            Literal::Linear(Linear::new([(track, weight)], -weight * constant, Sign::Zero))
        }),
        2 => (two, any::<bool>()).prop_map(|(two, positive)| Literal::Member(two, positive)),
        3 => (one(), one(), one(), any::<[bool; 3]>())
            .prop_filter("a number is not told by itself", |(a, b, made, _)| made != a && made != b)
            .prop_map(|(a, b, made, makes)| Literal::Digits(Digits { tracks: [a, b, made], makes })),
        1 => (one(), any::<bool>()).prop_map(|(track, positive)| Literal::Place(track, positive)),
    ]
}

proptest! {
    #[test]
    fn words_that_are_followed_say_what_automata_say(
        numeration in prop::sample::select(vec![
            Numeration::Base(2), Numeration::Base(2), Numeration::Base(3), Numeration::Quadratic(1),
        ]),
        member in (1..4_i64, -3..0_i64, -2..3_i64, any::<bool>()),
        mut guard in prop::collection::vec(literal(&[0, 1, 16, 17]), 0..4),
        mut cases in prop::collection::vec(prop::collection::vec(literal(&[0, 1, 18, 19]), 1..5), 0..4),
    ) {
        let (x, y, constant, zero) = member;
        let sign = if zero { Sign::Zero } else { Sign::NonNegative };
        let set = Dfa::linear(numeration, &Linear::new([(0, x), (1, y)], constant, sign));
        let set = set.unwrap().minimised();
        if numeration != Numeration::Base(2) {
            let other = |literal: &Literal| !matches!(literal, Literal::Digits(_));
            guard.retain(other);
            cases.iter_mut().for_each(|literals| literals.retain(other));
        }
        for track in [0, 1] {
            guard.push(Literal::Linear(Linear::new([(track, 1)], 0, Sign::NonNegative)));
        }
        let mut fresh = 100;
        let (_, assumed) = in_other_words(&guard, &mut fresh);
        let hidden = |literals: &[Literal]| {
            let tracks = [18, 19].into_iter();
            tracks.filter(|t| literals.iter().any(|one| one.tracks().contains(t))).collect::<Vec<_>>()
        };
        let sought = cases.iter().map(|literals| {
            let (more, said) = in_other_words(literals, &mut fresh);
            proof::Case { hidden: [hidden(literals), more].concat(), literals: said }
        });
        let twin = proof::Statement { says: "", guard: assumed, cases: sought.collect() };
        let cases = cases.into_iter().map(|literals| Case { hidden: hidden(&literals), literals });
        let own = Statement { says: "", guard, cases: cases.collect() };
        let Ok(refuted) = refute(&twin, &set) else { return Err(TestCaseError::reject("too large")) };
        let decided = match holds(&own, &set, &Limits::default()) {
            Ok(()) => true,
            Err(Unchecked::Refused(Refusal::Statement(_))) => false,
            Err(_) => return Err(TestCaseError::reject("too large")),
        };
        prop_assert_eq!(decided, refuted.is_none(), "{:?} of {:?}", own, set);
    }
}
