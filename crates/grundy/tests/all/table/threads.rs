//! Tables that several threads fill are those that one fills.

use std::num::NonZero;
use std::time::Duration;

use grundy::games::open;
use grundy::limits::{Limits, Stop};
use grundy::search::Values;
use grundy::table::{Means, Table};

use super::{CODE, LINES, boxed, defined};

const EUCLID: &str = "unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..b/a";

/// Rules of both ways in which threads can share a table, and what there is to look out for.
#[test]
fn threads_make_the_same_tables() {
    let nim = "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c";
    for (text, last) in [
        // Apart by lines, apart by sums, behind, and the same with coordinates in any order.
        ("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)", &[150, 300][..]),
        (
            "[a, b] -> [a-k, min(b+k-1, 120)] for k in 1..a | [min(a+k-1, 120), b-k] for k in 1..b",
            &[120, 120],
        ),
        (
            "[a, b] -> [a-k, b-l] for k in 0..a, l in 0..b if k + l > 0 and and(k, l) == 0",
            &[90, 80],
        ),
        (
            "unordered [a, b] -> [a-k, b-l] for k in 0..a, l in 0..b if k + l > 0 and and(k, l) == 0",
            &[150, 150],
        ),
        (nim, &[20, 30, 40]),
        (&format!("unordered {nim}"), &[30, 30, 30]),
        // Rows too short to be cut, and an axis of two along which items are few.
        (
            "[a, b, c, p] -> [k, b, c, p] for k in 0..a-1 | [a, k, c, p] for k in 0..b-1 \
             | [a, b, k, p] for k in 0..c-1 | [a, b, c, 0] if p == 1 and a + b + c > 0",
            &[17, 19, 18, 1],
        ),
        // Below a plane: apart by sums, apart by lines, behind; and those with a 0 after the others.
        ("[a, b] -> [a-2, b-1] | [a-1, b-2] | [a+1, b-2] | [a-2, b+1]", &[150, 160]),
        ("[a, b] -> [a-k, b+k-1] for k in 1..a", &[100, 120]),
        (
            "[a, b, c] -> [a-k, b+k, c-l] for k in 1..a, l in 0..c | [a, b, c-k] for k in 1..c if k % 3 > 0",
            &[12, 20, 60],
        ),
        ("[a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1", &[150, 160]),
        ("unordered [a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1", &[160, 160]),
        // Values of more than 8 bits, which are met on the way.
        ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[300, 310]),
        // The same, and values are mirrored by blocks.
        (EUCLID, &[330, 330]),
        // Overflow and wins on the way.
        (
            "[a, b] -> [a-k, b - l] for k in 1..a, l in 0..b if k*k != l\nwin on [3, x] if x > 70",
            &[60, 90],
        ),
    ] {
        let rules = open(text).unwrap().rules;
        let tables = [1, 2, 3].map(|threads| {
            let mut table = Table::with_means(&rules, 0, CODE).unwrap();
            let limits = Limits::default().threads(NonZero::new(threads).unwrap());
            table.fill(last, &limits).unwrap();
            assert_eq!(table.uses_threads(), cfg!(feature = "jit") && threads > 1, "{text}");
            table
        });
        for coords in boxed(last) {
            let [one, two, three] = tables.each_ref().map(|table| table.value(&coords));
            assert!(one.is_some() && one == two && two == three, "{text}: {coords:?}");
        }
    }
}

/// Sets along lines, which grow and are begun anew while several threads are at work.
#[test]
fn threads_keep_the_same_sets() {
    let wythoff = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)";
    let nim = "[a, b, c] -> [a-k, b, c] for k in 1..a | [a, b-k, c] for k in 1..b | [a, b, c-k] for k in 1..c";
    for (text, last) in [
        (wythoff, &[260, 280][..]),
        (&format!("unordered {wythoff}"), &[280, 280]),
        (nim, &[20, 30, 70]),
        (&format!("unordered {nim}"), &[40, 40, 40]),
        // Lines that begin later, and options of other kinds beside them.
        (
            "[a, b] -> [a-k, b] for k in 3..a | [a-1, b-k] for k in 1..b if k % 3 > 0 | [a, b-k] for k in 2..b",
            &[150, 160],
        ),
        // Components that are over, and wins on the way.
        (
            "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-1, b-2]\nwin on [x, y] if x*y == 99",
            &[120, 130],
        ),
        // Overflow on the way: the definition is asked.
        (
            "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-1, b-2] if (a - 40)*(b - 50) != 0 or 1/(a-40) > 0",
            &[70, 90],
        ),
    ] {
        let rules = open(text).unwrap().rules;
        let means = Means { code: true, ..LINES };
        let tables = [(LINES, 1), (means, 1), (means, 2), (means, 3)].map(|(means, threads)| {
            let mut table = Table::with_means(&rules, 0, means).unwrap();
            let limits = Limits::default().threads(NonZero::new(threads).unwrap());
            table.fill(last, &limits).unwrap();
            let expected = cfg!(feature = "jit") && threads > 1;
            assert_eq!(table.uses_threads(), expected, "{text}");
            table
        });
        for coords in boxed(last) {
            let [plain, one, two, three] = tables.each_ref().map(|table| table.value(&coords));
            assert!(plain == one && one == two && two == three, "{text}: {coords:?}");
        }
    }
}

/// Up to `a = 1023` options of the first family come from earlier rows, beyond it from the same one and later ones.
#[test]
fn what_holds_in_small_tables_is_not_believed_of_large_ones() {
    let rules = open("[a, b] -> [2*a - 1024, b - 1] | [a - 1, b + 1] if a < 1000").unwrap().rules;
    let mut table = Table::new(&rules, 0).unwrap();
    let described = [1023, 1024].map(|last| table.describe(&[last, 40]).unwrap());
    assert_eq!(
        described.map(|of| (of.proved, of.threads)),
        [(true, cfg!(feature = "jit")), (true, false)]
    );
    table.fill(&[1024, 12], &Limits::default().threads(NonZero::new(2).unwrap())).unwrap();
    let mut values = Values::new(&rules);
    for coords in boxed(&[1024, 12]).iter().filter(|coords| coords[0] > 1000) {
        let component = rules.component(0, &[coords[0] as i64, coords[1] as i64]).unwrap();
        let expected = values.value(&component, &Limits::default()).unwrap();
        assert_eq!(table.value(coords), Some(expected), "{coords:?}");
    }
}

#[test]
fn more_threads_than_a_system_has_are_not_begun() {
    let rules = open("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)").unwrap().rules;
    let mut table = Table::with_means(&rules, 0, CODE).unwrap();
    table.fill(&[60, 90], &Limits::default().threads(NonZero::<usize>::MAX)).unwrap();
    assert!(table.is_finished());
}

#[test]
fn limits_stop_several_threads() {
    let text = "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)";
    let rules = open(text).unwrap().rules;
    let mut table = Table::with_means(&rules, 0, CODE).unwrap();
    let limits = Limits::default().threads(NonZero::new(3).unwrap());
    let short = limits.clone().time(Duration::from_millis(30));
    assert_eq!(table.fill(&[6000, 12_000], &short), Err(Stop::Time.into()));
    limits.cancel.cancel();
    assert_eq!(table.fill(&[6000, 12_000], &limits), Err(Stop::Cancelled.into()));
    // What is known is true.
    let mut values = Values::new(&rules);
    for coords in boxed(&[12, 20]) {
        if let Some(value) = table.value(&coords) {
            assert_eq!(Ok(value), defined(&mut values, 0, &coords));
        }
    }
}

/// Wherever threads were stopped, in a row or after one, they go on.
#[test]
fn threads_go_on_where_they_were_stopped() {
    let rows = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";
    for (text, last) in [(EUCLID, [700, 700]), (rows, [300, 400])] {
        let rules = open(text).unwrap().rules;
        let mut whole = Table::with_means(&rules, 0, CODE).unwrap();
        whole.fill(&last, &Limits::default()).unwrap();
        let mut table = Table::with_means(&rules, 0, CODE).unwrap();
        let limits = Limits::default().threads(NonZero::new(3).unwrap());
        let mut time = Duration::from_micros(200);
        let mut stops = 0;
        while let Err(stop) = table.fill(&last, &limits.clone().time(time)) {
            assert_eq!(stop, Stop::Time.into(), "{text}");
            (time, stops) = (time + Duration::from_micros(200), stops + 1);
        }
        assert!(stops > 0, "{text}: it was never stopped");
        for coords in boxed(&last) {
            assert_eq!(table.value(&coords), whole.value(&coords), "{text}: {coords:?}");
        }
    }
}
