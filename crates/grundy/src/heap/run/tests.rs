//! Runs that are resumed, paused and stopped.

use super::*;

fn run(code: &str, last: u64) -> Run {
    let mut run = Run::new(HeapGame::Code(code.parse().unwrap()));
    run.advance(last, &Limits::default()).unwrap();
    run
}

#[test]
fn a_resumed_run_comes_to_the_same_values() {
    let cases = [("0.6", 6000), ("0.376", 6000), ("0.06", 4000), ("0.8", 240), ("0.3", 600)];
    for (code, last) in cases {
        let whole = run(code, last);
        let part = run(code, last / 3);
        let heaps = whole.len().min(last + 1);
        let mut resumed = Run::resume(part.game().clone(), part.values());
        assert_eq!(resumed.len(), part.len());
        resumed.advance(last, &Limits::default()).unwrap();
        assert!(resumed.range(0..heaps).eq(whole.range(0..heaps)), "{code}");
    }
}

#[test]
fn pauses_change_nothing_in_the_work() {
    for code in ["0.14", "0.127", "0.362", "0.06"] {
        let last = 10_000;
        let whole = run(code, last);
        for pause in [64, 640] {
            let mut paused = Run::new(whole.game().clone());
            while paused.len() <= last {
                let until = last.min(paused.len() + pause);
                paused.advance(until, &Limits::default()).unwrap();
            }
            assert_eq!(paused.status().work, whole.status().work, "{code}, {pause}");
        }
    }
}

#[test]
fn bytes_are_the_values() {
    // With sets, by the definition, in a byte each, and in more.
    for (code, last) in [("0.8", 60), ("0.3", 60), ("0.06", 3000), ("0.376", 5000)] {
        let run = run(code, last);
        for heaps in [0..10, 1..20, 5..run.len() + 9, 7..7, run.len()..run.len() + 3] {
            let values: Vec<u64> = run.range(heaps.clone()).collect();
            match run.bytes(heaps.clone()) {
                Some(bytes) => {
                    assert!(bytes.iter().map(|&byte| u64::from(byte)).eq(values), "{code}");
                }
                None => assert!(heaps.start == 0 || code == "0.376", "{code} {heaps:?}"),
            }
        }
    }
}

#[test]
fn short_periods_are_proved_after_a_few_hundred_heaps() {
    for (code, period) in [("0.77", 12), ("0.07", 34), ("4.444", 24), ("0.8", 3), ("0.68", 0)] {
        let run = run(code, 400);
        assert_eq!(run.proof().map_or(0, |proof| proof.period), period, "{code}");
    }
}

#[test]
fn a_limit_keeps_what_is_known() {
    let mut run = Run::new(HeapGame::Grundys);
    assert!(matches!(
        run.advance(1 << 24, &Limits::default().memory(100_000)),
        Err(Stop::Memory { .. })
    ));
    let reached = run.len();
    assert!(reached > 1000);
    run.advance(reached + 1, &Limits::default()).unwrap();
    assert!(run.len() > reached);
}
