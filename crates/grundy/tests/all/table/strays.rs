//! Tables in no order that is known before: what is not computed when it is needed is sought.

use grundy::games::open;
use grundy::limits::Limits;
use grundy::search::{Misere, Values};
use grundy::table::{Means, Table};
use proptest::prelude::*;

use super::{ALL, CODE, boxed};

/// Two coordinates, or three, whose sum with some weights becomes smaller at every move: what comes first is
/// neither one of them nor their sum.
fn weighted(axes: usize) -> impl Strategy<Value = String> {
    let steps = prop::collection::vec(prop::collection::vec(-4_i64..=4, axes), 1..=5);
    (prop::collection::vec(1_i64..=6, axes), steps).prop_map(move |(weights, steps)| {
        let names = &["a", "b", "c"][..axes];
        let option = |step: Vec<i64>| {
            let by: i64 = step.iter().zip(&weights).map(|(step, weight)| step * weight).sum();
            // Each step, or the one back.
            let sign = if by < 0 { 1 } else { -1 };
            let next = names.iter().zip(&step).map(|(name, step)| match sign * step {
                0 => (*name).to_owned(),
                step => format!("{name}{step:+}"),
            });
            (by != 0).then(|| format!("[{}]", next.collect::<Vec<_>>().join(", ")))
        };
        let options: Vec<String> = steps.into_iter().filter_map(option).collect();
        format!("[{}] -> {}", names.join(", "), options.join(" | "))
    })
}

/// Holds a table in all ways of play to the definition, at every component; whether its order is not known.
fn agrees(text: &str, last: &[u64], means: Means) -> Result<bool, TestCaseError> {
    let Ok(opened) = open(text) else { return Ok(false) };
    let (rules, limits) = (opened.rules, Limits::default().memory(1 << 26));
    let made = || Table::with_means(&rules, 0, means).unwrap();
    let (mut values, mut misere) = (Values::new(&rules), Misere::new(&rules));
    let mut tables = [made(), made().outcomes().unwrap(), made().misere().unwrap()];
    for table in &mut tables {
        table.fill(last, &limits).unwrap();
        prop_assert!(table.is_finished(), "{}", text);
    }
    for coords in boxed(last) {
        let signed: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
        let component = rules.component(0, &signed).unwrap();
        let expected = values.value(&component, &limits).unwrap();
        let [found, who_wins, at_last] = tables.each_ref().map(|table| table.value(&coords));
        prop_assert_eq!(found, Some(expected), "{} {:?}", text, coords);
        prop_assert_eq!(
            who_wins.map(|value| value.outcome()),
            Some(expected.outcome()),
            "{}",
            text
        );
        let expected = misere.outcome(&[component], &limits).unwrap();
        prop_assert_eq!(
            at_last.map(|value| value.outcome()),
            Some(expected),
            "{} {:?}",
            text,
            coords
        );
    }
    Ok(tables[0].describe(last).is_some_and(|description| description.seeks))
}

proptest! {
    #[test]
    fn tables_in_an_order_by_weights_agree(two in weighted(2), three in weighted(3)) {
        if cfg!(feature = "jit") {
            for means in [CODE, ALL] {
                agrees(&two, &[11, 13], means)?;
                agrees(&three, &[4, 5, 3], means)?;
            }
        }
    }
}

/// More components than are left to the definition.
#[test]
fn what_is_not_computed_in_order_is_sought() {
    for (text, last) in [
        ("[x, y] -> [x-1, y+1] | [x+1, y-2]", &[40, 50][..]),
        // Shorter intervals, wherever they lie.
        ("[i, j] -> [a, b] for a in 0..j, b in a..j if b-a < j-i and b+i > a+j-4", &[39, 40]),
        // Where an option lies the coordinates do not say.
        ("[n] -> [xor(n, 70)] if and(n, 64) > 0 | [xor(n, 5)] if n % 8 in {5, 7}", &[3000]),
        ("unordered [a, b] -> [xor(a, 1), xor(b, 6)] if a % 2 == 1", &[60, 60]),
        (
            "unordered [a, b, c] -> [xor(a, 3), b, xor(c, 8)] if a % 4 == 3 | [a / 2, b, c] if a > 0",
            &[12, 12, 12],
        ),
        // Heaps that merge and split, beyond what is asked for.
        (
            "[a, b] -> [a+1, 0] if b == 1 | [a-1, b] if b != 1 | [a, b-1] if b > 1
            | [a-1, b+1] if b > 1 | [a-2, b+2+min(1, b)] if b != 1",
            &[40, 60],
        ),
    ] {
        for means in [CODE, ALL] {
            assert_eq!(agrees(text, last, means).unwrap(), cfg!(feature = "jit"), "{text}");
        }
    }
}
