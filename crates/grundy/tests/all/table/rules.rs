//! Tables of rules of one sort each: very many equal components, several kinds, elements without options, binary digits,
//! loops that end early, ends that move inward, coordinates that others feed.

use std::num::NonZero;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::play::{Asked, Session};
use grundy::ruleset::Value;
use grundy::search::Values;
use grundy::table::{Handling, Means, Table};
use proptest::prelude::*;

use super::{
    ALL, CODE, GROWTHS, LINES, PLAIN, WINDOWS, agrees_on, boxed, defined, filled, patient,
};
use crate::generate::{
    Built, built, digits, fewer_cases, growing, inward, leaving, narrowing, windows,
};

#[test]
fn a_coordinate_that_others_feed_has_room() {
    for (rule, last, dims) in [
        ("[w, b] -> [w-1, b+w] | [w, b-k] for k in 1..b", &[9, 5][..], Some(&[10, 6 + 9 * 9][..])),
        ("[a, b, c] -> [a+c, b-1, c] | [a, b, c-1] | [a-1, b, c]", &[3, 2, 2], Some(&[10, 3, 3])),
        // What feeds is fed itself, so play is in no such box.
        ("[a, b] -> [a-1, b+a] | [a+1, b-2]", &[5, 5], None),
        ("[a, b] -> [a-1, 2*b]", &[5, 5], None),
    ] {
        let rules = open(rule).unwrap().rules;
        let mut table = Table::with_means(&rules, 0, ALL).unwrap();
        table.fill(last, &patient()).unwrap();
        if let Some(dims) = dims {
            assert_eq!(table.dims(), Some(dims), "{rule}");
        }
        let mut values = Values::new(&rules);
        for coords in boxed(last) {
            let expected = defined(&mut values, 0, &coords).ok();
            assert!(
                expected.is_none()
                    || table.value(&coords).is_none_or(|found| Some(found) == expected)
            );
            assert!(dims.is_none() || table.value(&coords).is_some(), "{rule} {coords:?}");
        }
    }
}

/// Pairs of equal components cancel, so there may be any number of them.
#[test]
fn very_many_equal_components_are_no_more_work_than_two() {
    let text = "[n] -> (n % m) * [n/m + 1] + (m - n % m) * [n/m] for m in {2, 3, n - 2, n} if m > 1 and m <= n \
                | (n * 1000000) * [n - 3] + [n - 2] | n * [n - 1] | n * (3 * [n - 4] + [n - 5])";
    let one_by_one = "[n] -> (n % m % 2) * [n/m + 1] + ((m - n % m) % 2) * [n/m] for m in {2, 3, n - 2, n} if m > 1 and m <= n \
                      | [n - 3] + [n - 3] + [n - 2] | (2 - n % 2) * [n - 1] if n > 0 | [] if n == 0 \
                      | (2 - n % 2) * (3 * [n - 4] + [n - 5]) if n > 0 | [] if n == 0";
    let [many, few] = [text, one_by_one].map(|text| open(text).unwrap().rules);
    let mut expected = Values::new(&few);
    for means in [PLAIN, CODE] {
        let mut table = Table::with_means(&many, 0, means).unwrap();
        table.fill(&[9000], &Limits::default()).unwrap();
        assert!(table.is_finished());
        for n in 0..=9000 {
            let value = expected.value(&few.component(0, &[n as i64]).unwrap(), &Limits::default());
            assert_eq!(table.value(&[n]), value.ok(), "{n}");
        }
    }
    let mut values = Values::new(&many);
    let component = many.component(0, &[9000]).unwrap();
    assert_eq!(
        values.value(&component, &Limits::default()).ok(),
        Table::new(&many, 0).ok().and_then(|mut table| {
            table.fill(&[9000], &Limits::default()).ok()?;
            table.value(&[9000])
        })
    );
}

/// Kinds that lead to each other share a table, whatever the order in which they stand in the rule.
#[test]
fn several_kinds_stand_in_one_table() {
    for text in [
        "line[n] -> line[a] + line[n-1-a] for a in 0..n-1 | line[a] + line[n-2-a] for a in 0..n-2\nring[n] -> line[n-1] | line[n-2]",
        "row[n] -> row[n-k] + col[k] for k in 1..n\ncol[n] -> row[n-k] for k in 1..n/2",
        "col[n] -> row[n-k] for k in 1..n/2\nrow[n] -> row[n-k] + col[k] for k in 1..n",
        "a[x, y] -> a[x-k, y] for k in 1..x | b[x, y-k] for k in 1..y\nb[x, y] if x != 3 -> a[x-1, y] | b[x, y-k] for k in 1..y",
        "heap[n] -> pair[n-1, n] | heap[n-2]\npair[a, b] -> pair[a-k, b] for k in 1..a | heap[a-1] | pair[a, b-1] + heap[a-2]\nwin on pair[0, x] if x > 2",
    ] {
        let rules = open(text).unwrap().rules;
        let mut values = Values::new(&rules);
        for (kind, view) in rules.kinds().into_iter().enumerate() {
            let last = vec![30; view.coords().len()];
            let mut table = Table::new(&rules, kind).unwrap();
            table.fill(&last, &Limits::default()).unwrap();
            assert!(table.is_finished() && table.uses_code() == cfg!(feature = "jit"), "{text}");
            for coords in boxed(&last) {
                let expected = defined(&mut values, kind, &coords).ok();
                assert_eq!(table.value(&coords), expected, "{text}: {kind} {coords:?}");
            }
            let outer = vec![7; last.len() - 1];
            let row = table.row(&outer, 3..=20).unwrap();
            let each = (3..=20).map(|n| table.value(&[&outer[..], &[n]].concat()));
            assert_eq!(Some(row), each.collect(), "{text}");
        }
    }
}

/// Conditions about what is chosen alone are asked once, and lists end where options would be negative.
#[test]
fn elements_without_options_are_left_out() {
    for (text, last) in [
        ("[n] -> [n-k] for k in 1..n if is_prime(k)", &[300][..]),
        ("[n] -> [n-k] for k in squares(n) if k % 3 > 0 and k != 4 and n % k > 0", &[300]),
        ("[n] -> [n/(k-5)] for k in {5, 3, 9, 12} if k > 5 if k < n | [n-1]", &[300]),
        ("[n] -> [n-1] for k in primes(n) if 1/(k-13) >= 0 | [n-2]", &[40]),
        ("[n] -> [n-k] for k in 1..n if size(divisors(k)) == 4", &[300]),
        ("[n] -> [n-k] for k in 1..n if is_square(k) and (n - k) % 3 > 0 or k == 2", &[300]),
        ("[n] -> [n-k] for k in 1..n if popcount(k) == 1", &[300]),
        ("[n] -> [n-k] + [k/2] for k in 1..n if k % 10 == 3 and (n - k) % 3 > 0", &[300]),
        ("[n] -> [k] + [n-k] for k in 2..n-2 if is_prime(k) and is_prime(n-k)", &[300]),
        ("[n] -> [n-k] for k in 1..n if size(divisors(k)) == 2 and 1/(n-k-7) >= 0", &[60]),
        // The condition has no value for 5, which is in some ranges.
        ("[n] -> [n-k] for k in 1..n if max({1/(k-5), 0}) == 0 and is_prime(k) | [n-1]", &[40]),
        (
            "[n] -> [n-k] for k in {x**3 for x in 1..9} | [n-k] for k in {-2, 3} if n > 30 and n < 33",
            &[300],
        ),
        ("[n] -> [n-k] for k in {1, 8, 27, 64}", &[300]),
        (
            "[n] -> [n-k] for k in {7 - x*x for x in 1..3 let y = x if y != 2} | [n-k] for k in {x + n % 2 for x in {3, 5}}",
            &[60],
        ),
        (
            "[a, b] -> [a-1, b-k] for k in {x*y for x in 1..3, y in x..4} \\ {x + 1 for x in {2, 5}} | [a, b-1]",
            &[33, 33],
        ),
        (
            "[a, b] -> [a-k, b] for k in {1, 4, 9, 16} | [a, b-k] for k in {2, 3} | [a-k, b-k-1] for k in {1, 7, 40}",
            &[33, 33],
        ),
        (
            "[a, b] -> [a-k, b-l] for k in 0..a, l in {1, 5, 11} | [a-2*k, b-k] for k in {1, 6, 9}",
            &[33, 33],
        ),
        ("[a, b] -> [k, b-k] for k in 0..a-1 if is_prime(k+1) | [a, b-1]", &[30, 30]),
        ("[n] -> [n-k] + [k] for k in {1, 3, 50} | [n-k] for k in {1, 2} if k < n", &[200]),
        // The only element that a condition leaves, if it is one.
        ("[n] -> [n-p-q] for p in primes(n), q in primes(n) if q == p + 2 and n % p != 1", &[200]),
        (
            "[a, b] -> [a-k, b-l] for k in 1..a, l in {1, 4, 9, 30} if b % 7 == l | [a, b-1]",
            &[40, 40],
        ),
        (
            "[n] if n != 4 -> [n-k] for k in {3, 5, 8} if 12/(n-4) == k if k > 3 | [n-2] if n > 9",
            &[60],
        ),
        ("[a, b] -> [a-k, b] for k in squares(a) if k == b*b*b if k > 1 | [a, b-1]", &[40, 12]),
        // The definition fails at 3 before it meets the win at 15, though both are divisors.
        ("[n] -> [n-k] for k in 1..n if n % k == 0 if n != 15 or 10/(k-3) >= 0\nwin on [0]", &[15]),
        ("[n] -> [n-k] for k in {0-1, 2, 5} if n < 9 and k > 0 | [n-3]\nwin on [7]", &[60]),
    ] {
        let rules = open(text).unwrap().rules;
        let tables = [PLAIN, CODE, ALL].map(|means| {
            let mut table = Table::with_means(&rules, 0, means).unwrap();
            table.fill(last, &Limits::default()).unwrap();
            table
        });
        let mut values = Values::new(&rules);
        for coords in boxed(last) {
            let expected = defined(&mut values, 0, &coords).ok();
            for table in &tables {
                assert_eq!(table.value(&coords), expected, "{text}: {coords:?}");
            }
        }
    }
}

/// Options of these rules surely come before in some order.
#[test]
fn what_comes_before_is_proved() {
    for text in [
        "[l, r] if l < r -> [l+1, r] | [l, r-1] | [l+2, r] if l + 2 <= r",
        "[r, l] -> [k, l] + [r, k] for k in l+1..r-1",
        "[x, u, y, v] -> [x+1, u, y, v] if x < u | [x, u-1, y, v] if x < u | [x, u, k, v] for k in y+1..v | [x, u, y, v-1]",
        "[n] -> [max(a-3, 0)] + [max(n-a-2, 0)] for a in 1..n",
        "[a, b] if a < b and b < 9 -> [min(a+2, b), b] | [a, b-1]",
    ] {
        let rules = open(text).unwrap().rules;
        let axes = rules.kinds()[0].coords().len();
        let table = Table::new(&rules, 0).unwrap();
        assert!(table.describe(&vec![9; axes]).unwrap().proved, "{text}");
    }
}

/// Of a table from far out on only what is reached is computed, if that is little.
#[test]
fn a_small_part_far_out_has_the_values_of_the_definition() {
    let limits = Limits::default();
    for (text, from, last) in [
        ("[l, r] if l < r -> [l+1, r] | [l, r-1]", [9000, 9000], [9003, 9002]),
        ("[l, r] if l < r -> [k, r] for k in l+1..r | [l, r-2]", [3000, 3000], [3002, 3004]),
        ("[a, b] -> [a-k, b] for k in 1..min(a, 3) | [a, b-1]", [900, 70], [901, 72]),
        (
            "unordered [a, b] -> [a-k, b] for k in 1..min(a, 3) | [a, b-k] for k in 1..min(b, 3)",
            [90, 70],
            [91, 72],
        ),
    ] {
        let [mut by_definition, mut prepared, mut asked] =
            [(); 3].map(|()| Session::with_game(text).unwrap());
        prepared.prepare((0, Asked::Values), &from, &last, &limits).unwrap();
        let lost = asked.lost(0, &from, &last, &limits).unwrap();
        for (a, b) in (from[0]..=last[0]).flat_map(|a| (from[1]..=last[1]).map(move |b| (a, b))) {
            let (low, high) = if text.starts_with("un") { (a.min(b), a.max(b)) } else { (a, b) };
            let position = prepared.component(0, &[low as i64, high as i64]).unwrap();
            let expected = by_definition.by_definition(&position, &limits).unwrap();
            let found = prepared.value(&position, &limits).unwrap();
            assert_eq!(found.to_string(), expected.to_string(), "{text}: {a} {b}");
            assert_eq!(
                lost.contains(&vec![low, high]),
                expected.outcome() == Outcome::P,
                "{text}: {a} {b}"
            );
        }
    }
}

/// Conditions that are settled for all digits at once, up to the last digit there is.
#[test]
fn tables_of_rules_that_visit_digits_agree() {
    for text in [
        "[n] -> [xor(n, shl(3, i))] for i in 0..61 if and(shr(n, i), 3) == 3",
        "[n] -> [n - 5 * 2**i] for i in 0..59 if and(shr(n, i), 7) == 5",
        "[n] -> [n - 2*2**i + 1] for i in 1..60 if n / 2 / 2**i % 2 == 1 and n % 2 == 0",
        "[n] -> [n - 1 - i] for i in 0..61 if and(shr(n, i), 3) != 0",
    ] {
        let rules = open(text).unwrap().rules;
        let [plain, code] = [PLAIN, CODE].map(|means| {
            let mut table = Table::with_means(&rules, 0, means).unwrap();
            table.fill(&[3000], &Limits::default()).unwrap();
            table
        });
        assert_eq!(code.uses_code(), cfg!(feature = "jit"), "{text}");
        for n in 0..=3000 {
            assert_eq!(code.value(&[n]), plain.value(&[n]), "{text}: {n}");
        }
    }
}

/// Divisors are made of prime factors where a table of these is no larger than that of the values, found by multiplication
/// up to a size, by division beyond; words of digits to the last one there is.
#[test]
fn tables_of_large_numbers_agree() {
    let far = 1_i64 << 33;
    for (text, last) in [
        ("[n] -> [n-d] for d in divisors(n) if d < n", 5000),
        ("[n] -> [d-1] for d in divisors(n - 7)", 3000),
        ("[n] -> [n-d-e] for d in divisors(n), e in divisors(n-d) if d < n and d + e < n", 2000),
        ("[n] -> [n-d] for d in divisors(1000*n + 945) if d < n", 1000),
        ("[n] if n > 0 -> [n-size(divisors(n))] | [n-1] | [n/2]", 3000),
        (&format!("[n] -> [n-d] for d in divisors(n + {far}) if d < n"), 300),
        // Remainders by a product below 2^32, by division from there on.
        ("[n] -> [n-k] for k in 1..9 if (n + k + 4294966000) % 12 == 0", 1280),
        ("[n] -> [n-k] for k in 1..9 if (n + k + 4294966000) % 7 != 0", 1300),
        ("[n] -> [n-k] for k in 1..9 if n * k % 4294967295 > 0", 3000),
        ("[n] -> [n - 2**i] for i in 0..11 if and(n, 2**i) != 0", 4095),
        ("[n] -> [n - 5 * 2**i] for i in 0..60 if and(n, 5 * 2**i) == 5 * 2**i", 3000),
        ("[n] -> [n - 1 - i] for i in 0..62 if and(n, 2**i) == 0", 3000),
        ("[n] -> [xor(n, 2**i)] for i in 0..62 if and(n, 2**i) != 0 and 12 % (i + 1) == 0", 3000),
        ("[n] -> [n - 2**(i + j)] for j in 0..3, i in 0..9 if and(n, 2**(i + j)) != 0", 3000),
    ] {
        let [plain, code] = [PLAIN, CODE].map(|means| filled(text, &[last], means));
        assert_eq!(code.uses_code(), cfg!(feature = "jit"), "{text}");
        for n in 0..=last {
            assert_eq!(code.value(&[n]), plain.value(&[n]), "{text}: {n}");
        }
    }
}

/// Elements of a comprehension with several names are visited while its loops go on, and what runs through them takes the
/// place of one of these names.
#[test]
fn tables_of_comprehensions_with_several_names_agree() {
    for text in [
        "[n] -> [n-k] for k in {a*a + b*b for a in 1..isqrt(n), b in 1..isqrt(n)}",
        "[n] -> [n-k] for k in {p + q for p in squares(n), q in squares(n-p)}",
        "[n] -> [n-k] for k in {a + b for a in 1..isqrt(n), b in 0..a}",
        "[n] -> [n-k] for k in primes(n) or {p*q for p in primes(n/2), q in primes(n/p)}",
        "[n] -> [n-k] for k in {a + 2*b + 5*c for a in 1..3, b in 0..a, c in 0..b if a + c > 1 and b != 2}",
        "[n] -> [n-j*k] for j in 1..2, k in {b for a in 1..3, b in a..n/7+a}, l in {x + y for x in 0..1, y in 0..3} if l > j",
        "[n] -> [k]+[n-k-l] for k in {a*b for a in 1..4, b in a..a+3}, l in {x*y for x in 1..2, y in x..5}",
    ] {
        let last = 260;
        let [plain, code] = [PLAIN, CODE].map(|means| filled(text, &[last], means));
        assert_eq!(code.uses_code(), cfg!(feature = "jit"), "{text}");
        for n in 0..=last {
            assert_eq!(code.value(&[n]), plain.value(&[n]), "{text}: {n}");
        }
    }
}

/// Rules whose numbers are at the ends of what 64 bits hold, or that are as long as a rule can be: machine code may refuse
/// them, but what it says is what the definition says.
#[test]
fn tables_at_the_edges_agree() {
    let far = i64::MAX;
    let varying: Vec<String> = (0..300).map(|more| format!("n + {more}")).collect();
    let varying = format!("{{{}}}", varying.join(", "));
    let many: Vec<String> = (0..90).map(|less| format!("if max(S) > -{less}")).collect();
    for (text, last) in [
        (format!("[n] if n > 0 -> [n/2] for k in fibs({far}) if k % 2 == 0"), 200),
        (format!("[n] if n > 0 -> [n/2] for k in powers(2, {far}) if k % 3 == n % 3"), 200),
        (format!("[n] if n > 0 -> [n/2] for k in powers({far}, {far}) if k % 5 == n % 5"), 200),
        (format!("[n] -> [n-k] for k in 1..n if {far} % k == 0"), 300),
        ("[n] -> [n-k] for k in 1..3 if (n + 46116860184273) % k == 0".to_owned(), 300),
        ("[n] -> [n-k] for k in -5..-1 if k >= 3 and and(n, k) == k".to_owned(), 50),
        ("[n] -> [n-k] for k in -5..9 if k >= 3 and and(n, k) == k".to_owned(), 50),
        (
            "[n] -> [n-k] for k in 1..n if k in divisors(720720) or k in squares(10**12)"
                .to_owned(),
            300,
        ),
        (format!("[n] -> [n-k] for k in 1..3 let S = {varying} {}", many.join(" ")), 30),
    ] {
        let [plain, code] = [PLAIN, CODE].map(|means| filled(&text, &[last], means));
        for n in 0..=last {
            assert_eq!(code.value(&[n]), plain.value(&[n]), "{text:.60}: {n}");
        }
    }
}

proptest! {
    #[test]
    fn tables_of_binary_digits_agree(Built(text) in built(60, digits::rule)) {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(&text, means, 1)?;
        }
    }

    #[test]
    fn tables_of_ranges_that_conditions_shorten_agree(
        Built(text) in built(60, narrowing::rule),
        threads in 1_usize..3,
    ) {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_of_options_from_one_to_another_agree(Built(text) in built(40, windows::rule)) {
        for means in [WINDOWS, ALL] {
            agrees_on(&text, means, 1)?;
        }
    }

    #[test]
    fn tables_of_ranges_that_grow_with_a_coordinate_agree(
        Built(text) in built(60, growing::rule),
        threads in 1_usize..3,
    ) {
        for means in [GROWTHS, Means { code: true, lines: true, ..GROWTHS }, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

    #[test]
    fn tables_in_which_some_coordinates_fall_agree(
        Built(text) in built(60, inward::rule),
        threads in 1_usize..4,
    ) {
        for means in [PLAIN, CODE, LINES, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }

}

/// An option that is a sum over a range whose end moves: by machine code as long as the definition allows it.
#[test]
fn sums_over_long_ranges_are_taken_as_far_as_the_definition_goes() {
    let text = "[n] -> [0] if n in {1, 2} | sum(i in 1..n-1) [i % 3] if n > 3 and n % 1000 == 0";
    let rules = open(text).unwrap().rules;
    let mut table = Table::with_means(&rules, 0, CODE).unwrap();
    table.fill(&[70_000], &Limits::default()).unwrap();
    assert_eq!(table.uses_code(), cfg!(feature = "jit"));
    for thousands in 1..70 {
        let n = thousands * 1000;
        let ones = (1..n).filter(|i| i % 3 > 0).count() as u64;
        let expected = Value::Nimber(Nimber(1 - ones % 2));
        let known = (n <= 65_537).then_some(expected);
        assert_eq!(table.value(&[n]), known, "{n}");
    }
}

/// Sets and conditions that are evaluated when a rule is compiled bind names that nothing mentions.
#[test]
fn names_that_nothing_mentions_have_room() {
    for text in [
        "[n] -> [n-k] for k in 1..n if size({1 for x in 1..k}) == 3",
        "[n] -> [n-k] for k in {p for p in {1 for a in 1..2, b in a..3}} | [n-2]",
        "[n] -> [n-k] for k in {1 for a in {1 for b in prime_powers(2), c in b..b} if is_prime(a)} | [n-1]",
        "[n] -> [n-k] for k in 1..n if k in {3 for x in 1..k, y in x..k}",
    ] {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(text, means, 1).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(fewer_cases(8))]

    #[test]
    fn tables_of_loops_that_end_early_agree(
        Built(text) in built(60, leaving::rule),
        threads in 1_usize..3,
    ) {
        for means in [PLAIN, CODE, ALL] {
            agrees_on(&text, means, threads)?;
        }
    }
}

/// Where all families grow, machine code goes on from component to component of a row: also where values become too large
/// for a byte, where a component has no value, and where threads begin in the middle of rows.
#[test]
fn rows_whose_ranges_grow_are_computed_as_one() {
    for (text, last, is_whole) in [
        ("[n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != n % 3", [90, 90], true),
        ("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)", [120, 120], true),
        ("[n, q] -> [n-k, k+k/2+1] + [k-1, n-k] for k in 2..min(n, 2*q-3)", [60, 60], true),
        ("[n, q] -> [k, n] for k in 0..min(n-1, q)", [300, 300], true),
        ("[n, q] -> [n-k, 60/(n-7)] for k in 1..q if n >= k", [40, 40], true),
        (
            "[n, q] -> [n-k, k] for k in n/3..q if k > 0 | [n-k-1, 1] for k in 0..q-2",
            [70, 70],
            true,
        ),
        ("[n, q] -> [n-k, q] for k in 1..n | [n-k, k] for k in 1..q", [50, 50], false),
        // Those that begin later as the coordinate rises.
        ("[n, q] -> [n-k, k] for k in q+1..n", [90, 90], true),
        ("[n, q] -> [n-k, k] for k in max(1, q)..n if k % 5 != n % 3", [90, 90], true),
        (
            "[n, q] -> [n-k, k+k/2] + [k-1, n-k] for k in 2*q+1..n | [n-k, 0] for k in q+3..n",
            [60, 60],
            true,
        ),
        ("[n, q] -> [n-k, 60/(n-7)] for k in q+1..n if n >= k", [40, 40], true),
    ] {
        for threads in 1..3 {
            let means = Means { growths: true, code: true, ..PLAIN };
            let rules = open(text).unwrap().rules;
            let mut table = Table::with_means(&rules, 0, means).unwrap();
            let limits = patient().threads(NonZero::new(threads).unwrap());
            table.fill(&last, &limits).unwrap();
            assert!(!is_whole || table.uses_code() == cfg!(feature = "jit"), "{text}");
            let mut values = Values::new(&rules);
            for coords in boxed(&last) {
                let own: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
                let component = rules.component(0, &own).unwrap();
                let expected = values.value(&component, &Limits::default()).ok();
                // It ends before the first component without a value.
                let found = table.value(&coords);
                let is_left = found.is_none() && !table.is_finished();
                assert!(found == expected || is_left, "{text} {coords:?}: {found:?}");
            }
            assert_eq!(table.is_finished(), !text.contains("n-7"), "{text}");
        }
    }
}

/// Where the range says all, options are looked at once for a row, not once for each component.
#[test]
fn ranges_that_grow_with_a_coordinate_are_sets() {
    for text in [
        "[n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != n % 3",
        "[n, q] -> [n-k, k] for k in 1..min(n, 2*q) if (n-k) % 4 != 1 | [n-1, 0]",
        "[m, n, q] -> [m, n-k, k] for k in 1..min(n, q+1) if k != m | [m-k, n, q] for k in 1..m",
    ] {
        let rules = open(text).unwrap().rules;
        let axes = rules.kinds()[0].coords().len();
        let last = &[90, 90, 90][..axes];
        let large = vec![4000; axes];
        let described = Table::new(&rules, 0).unwrap().describe(&large[..axes]).unwrap();
        let is_set =
            |handling: &Handling| matches!(handling, Handling::GrowingRange(name) if name == "q");
        assert!(is_set(&described.families[0]), "{text}: {:?}", described.families);
        let last = if axes == 3 { &[9, 40, 40][..] } else { last };
        let (sets, code) = (filled(text, last, GROWTHS), filled(text, last, PLAIN));
        for coords in boxed(last) {
            assert_eq!(sets.value(&coords), code.value(&coords), "{text} {coords:?}");
        }
    }
    // A small table is sooner filled option by option, and another coordinate may be asked for as well.
    for (text, last) in [
        ("[n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != n % 3 | [n-1, q-1]", 100),
        ("[n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != n % 3", 10),
        ("[n, q] -> [n-k, k] for k in 1..min(n, q+3) if k % 5 != q % 3", 4000),
        ("[n, q] -> [n-k, q] for k in 1..min(n, q+3) if k % 5 != n % 3", 4000),
        ("[n, q] -> [n-k, k] for k in 1..min(n, 4000-q) if k % 5 != n % 3", 4000),
    ] {
        let rules = open(text).unwrap().rules;
        let described = Table::new(&rules, 0).unwrap().describe(&[last, last]).unwrap();
        let grows = |handling: &Handling| matches!(handling, Handling::GrowingRange(_));
        assert!(cfg!(not(feature = "jit")) || !described.families.iter().any(grows), "{text}");
    }
}

/// What conditions on squares, on one coordinate at a time, or a set without its least element say of how far play rises.
#[test]
fn conditions_end_tables_that_rise() {
    for (text, at_most) in [
        ("[p] if p < 2000 -> [p+d] for d in digits(p) \\ {0}", &[2009][..]),
        ("[p] if p*p < 2000 -> [p+1] | [p+3]", &[48]),
        (
            "[x, y] if x*x + y*y <= 400 -> [x+1, y] if (x+1)*(x+1) + y*y <= 400 | [x, y+2] if x*x + (y+2)*(y+2) <= 400",
            &[21, 23],
        ),
        (
            "[x, y] -> [x+1, y] if (x+1)**2 + y**2 <= 400 | [x, y+2] if x**2 + (y+2)**2 < 400",
            &[21, 23],
        ),
        (
            "[x, y] -> [x+1, y] if x < 20 | [x, y+2] if y < 19 | [x+3, y+3] if x < 18 and y < 18",
            &[21, 21],
        ),
        (
            "[x, y] -> [x+1, y] if 3*(x+1)**2 + 2*y <= 1000 | [x+k, y+k] for k in 1..9 if (x+k)**2 + (y+k)**2 <= 500",
            &[33, 33],
        ),
        (
            "[n] -> [n+1] if n+1 <= 300 | [2*n] if n > 0 and 2*n <= 300 | [n + n/3] if n >= 3 and n + n/3 <= 300",
            &[301],
        ),
    ] {
        let rules = open(text).unwrap().rules;
        let mut table = Table::with_means(&rules, 0, ALL).unwrap();
        let last = vec![1; at_most.len()];
        assert!(table.describe(&last).unwrap().proved, "{text}");
        table.fill(&last, &patient()).unwrap();
        let dims = table.dims().unwrap().to_vec();
        let few = dims.iter().zip(at_most).all(|(dim, most)| dim <= most);
        assert!(few && table.is_finished(), "{text}: {dims:?}");
        let mut values = Values::new(&rules);
        for coords in boxed(&dims.iter().map(|dim| dim - 1).collect::<Vec<_>>()) {
            let own: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
            let component = rules.component(0, &own).unwrap();
            let expected = values.value(&component, &Limits::default()).ok();
            assert_eq!(table.value(&coords), expected, "{text} {coords:?}");
        }
    }
}

/// A long way up to an end is none without end.
#[test]
fn play_may_rise_for_very_long_where_a_condition_ends_it() {
    for text in
        ["[p] if p < 1100000 -> [p+1]", "[p, q] -> [p+1, q] if p + q*q < 1100000 | [p, q-1]"]
    {
        let rules = open(text).unwrap().rules;
        let start = vec![0; rules.kinds()[0].coords().len()];
        let component = rules.component(0, &start).unwrap();
        let value = Values::new(&rules).value(&component, &Limits::default());
        assert_eq!(value, Ok(Value::Nimber(Nimber(0))), "{text}");
    }
}
