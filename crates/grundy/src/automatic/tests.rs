//! Theorems about games whose theorems are known.

use super::*;
use crate::games::open;
use std::time::Instant;

fn theorem(rule: &str, subject: Subject) -> Certificate {
    let start = Instant::now();
    let game = open(rule).unwrap();
    let found = prove(&game.rules, subject, &Limits::default()).unwrap();
    eprintln!("{rule}: {:?}", start.elapsed());
    match found {
        Attempt::Proved(certificate) => {
            eprintln!("  {} {} states", certificate.set.numeration(), certificate.set.states());
            certificate
        }
        other => panic!("{rule}: {other:?}"),
    }
}

const WYTHOFF: &str = "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";

#[test]
fn wythoff_in_the_fibonacci_numeration() {
    let found = theorem("wythoff", Subject::Outcomes);
    assert_eq!(found.set.numeration(), Numeration::Quadratic(1));
}

#[test]
fn wythoff_and_its_kin() {
    for (more, numeration) in [
        ("", Numeration::Base(2)),
        (" | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 2", Numeration::Quadratic(2)),
        (" | [a-k, b-l] for k in 1..a, l in 1..b if abs(k-l) < 3", Numeration::Quadratic(3)),
        (" | [a-k, b-k] for k in 1..min(a, b) | [a-1, b-3] | [a-3, b-1]", Numeration::Quadratic(1)),
    ] {
        let found = theorem(&format!("{WYTHOFF}{more}"), Subject::Outcomes);
        assert_eq!(found.set.numeration(), numeration);
    }
    let early = "unordered [a, b] if a + b > 4 -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
                 | [a-k, b-k] for k in 1..min(a, b)";
    theorem(early, Subject::Outcomes);
}

#[test]
fn values_that_are_nim_sums() {
    theorem(WYTHOFF, Subject::Values);
    theorem("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", Subject::Values);
    theorem(
        "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c",
        Subject::Values,
    );
    theorem("lasker", Subject::Values);
    theorem("[n] -> [k] for k in 0..n-1", Subject::Values);
}
