//! Automata against the numbers they speak of.

use super::*;

const ALL: [Numeration; 5] = [
    Numeration::Base(2),
    Numeration::Base(3),
    Numeration::Quadratic(1),
    Numeration::Quadratic(2),
    Numeration::Quadratic(3),
];

#[test]
fn every_number_is_written_once() {
    for numeration in ALL {
        for number in 0..2000 {
            let digits = numeration.write(number);
            assert_eq!(numeration.read(&digits), Some(number));
            assert_eq!(numeration.read(&[&[0, 0], &digits[..]].concat()), Some(number));
        }
        let large = i64::MAX as u64;
        assert_eq!(numeration.read(&numeration.write(large)), Some(large));
    }
    assert_eq!(Numeration::Quadratic(1).write(20), [1, 0, 1, 0, 1, 0]);
    assert_eq!(Numeration::Quadratic(1).read(&[1, 1]), None);
    assert_eq!(Numeration::Quadratic(2).read(&[2, 1]), None);
}

#[test]
fn linear_relations_hold_where_they_hold() {
    let relations = [
        (vec![(0, 1), (1, 1), (2, -1)], 0),
        (vec![(0, 2), (1, -3)], 1),
        (vec![(0, 1), (1, -1)], -1),
        (vec![(0, -5), (1, 3), (2, 1)], 7),
        (vec![(0, 1)], -13),
        (vec![(0, -1)], 6),
    ];
    for numeration in ALL {
        for (terms, constant) in &relations {
            for sign in [Sign::Zero, Sign::NonNegative] {
                let relation = Linear::new(terms.iter().copied(), *constant, sign);
                let automaton = Dfa::linear(numeration, &relation).unwrap();
                for numbers in tuples(terms.len()) {
                    let expected = relation.holds(|track| numbers[usize::from(track)] as i64);
                    assert_eq!(automaton.accepts(&numbers), expected, "{numeration} {relation:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_no_numeration_reads_nothing_and_is_refused() {
    for numeration in [Numeration::Base(0), Numeration::Base(1), Numeration::Quadratic(0)] {
        assert_eq!(numeration.read(&[]), None);
        assert_eq!(numeration.read(&[1]), None);
        assert_eq!(numeration.places(), [1]);
        assert_eq!(Dfa::from_rows(numeration, &[], &[vec![0]], &[true]), None);
        assert!(std::panic::catch_unwind(|| numeration.write(5)).is_err());
        assert!(std::panic::catch_unwind(|| Dfa::all(numeration, &[0])).is_err());
        assert!(std::panic::catch_unwind(|| numeration.write_big(&5_u8.into())).is_err());
    }
}

#[test]
fn tuples_have_a_number_for_each_track() {
    let all = Dfa::all(Numeration::Base(2), &[0, 1]).unwrap();
    let big = |numbers: &[u8]| numbers.iter().map(|&n| n.into()).collect::<Vec<_>>();
    assert!(all.accepts(&[1, 2]) && all.accepts_big(&big(&[1, 2])));
    for numbers in [&[][..], &[1], &[1, 2, 3]] {
        assert!(!all.accepts_big(&big(numbers)));
        assert!(!all.accepts(&numbers.iter().map(|&n| n.into()).collect::<Vec<u64>>()));
    }
}

fn tuples(length: usize) -> Vec<Vec<u64>> {
    let side: u64 = [0, 200, 40, 14][length];
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer =
            all.iter().flat_map(|t: &Vec<u64>| (0..side).map(move |n| [&t[..], &[n]].concat()));
        all = longer.collect();
    }
    all
}

#[test]
fn sets_are_joined_complemented_and_projected() {
    for numeration in ALL {
        let less = Linear::new([(0, -1), (1, 1)], -1, Sign::NonNegative);
        let less = Dfa::linear(numeration, &less).unwrap();
        let twice = Linear::new([(0, -2), (1, 1)], 0, Sign::Zero);
        let twice = Dfa::linear(numeration, &twice).unwrap();
        let (both, either, not) =
            (less.and(&twice).unwrap(), less.or(&twice).unwrap(), less.not().unwrap());
        for numbers in tuples(2) {
            let (a, b) = (numbers[0], numbers[1]);
            assert_eq!(both.accepts(&numbers), a < b && b == 2 * a);
            assert_eq!(either.accepts(&numbers), a < b || b == 2 * a);
            assert_eq!(not.accepts(&numbers), a >= b);
        }
        let even = twice.exists(0).unwrap();
        let all = twice.exists(1).unwrap();
        assert_eq!(even.tracks(), [1]);
        for n in 0..300 {
            assert_eq!(even.accepts(&[n]), n % 2 == 0);
            assert!(all.accepts(&[n]));
        }
        assert_eq!(less.not().unwrap().not().unwrap(), less.minimised());
        assert_eq!(both.and(&not).unwrap().shortest(), None);
        assert_eq!(both.shortest(), Some(Some(vec![1, 2])));
    }
}

#[test]
fn tracks_get_other_names() {
    let twice = Linear::new([(0, -2), (1, 1)], 0, Sign::Zero);
    let twice = Dfa::linear(Numeration::Quadratic(1), &twice).unwrap();
    let turned = twice.renamed(&[5, 3]).unwrap();
    assert_eq!(turned.tracks(), [3, 5]);
    assert!(turned.accepts(&[14, 7]) && !turned.accepts(&[7, 14]));
    let same = twice.renamed(&[4, 4]).unwrap();
    assert!(same.accepts(&[0]) && !same.accepts(&[1]));
    assert!(std::panic::catch_unwind(|| twice.renamed(&[4])).is_err());
    assert!(std::panic::catch_unwind(|| twice.renamed(&[4, 5, 6])).is_err());
}

#[test]
fn the_least_number_is_too_large() {
    const LEAST: i64 = i64::MIN;
    let two = Numeration::Base(2);
    for (modulus, rest, from, besides) in
        [(LEAST, 0, 0, 0), (2, LEAST, 0, 0), (2, 0, LEAST, 0), (2, 0, 0, LEAST)]
    {
        assert_eq!(Dfa::residues(two, modulus, &[rest], from, &[besides]), Err(TooLarge));
    }
    assert_eq!(Dfa::progressions(two, LEAST, &[0], &[]), Err(TooLarge));
    assert_eq!(Dfa::progressions(two, 1, &[LEAST], &[]), Err(TooLarge));
    assert_eq!(Dfa::progressions(two, 1, &[0], &[(LEAST, 0)]), Err(TooLarge));
    assert_eq!(Dfa::nim_sums(4), Err(TooLarge));
}

#[test]
fn the_nim_sum_is_an_automaton_of_two_states() {
    let sum = Dfa::xor(0, 1, 2).unwrap();
    assert_eq!(sum.states(), 2);
    for numbers in tuples(3) {
        assert_eq!(sum.accepts(&numbers), numbers[0] ^ numbers[1] == numbers[2]);
    }
}
