//! Options that machine code lists against those of the rules.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy::games::open;
use grundy::limits::Limits;
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Ruleset};
use grundy::search::{Pruned, Typed, Values};
use grundy::table::Compiled;
use proptest::prelude::*;

use super::boxed;
use crate::generate::{
    Built, Choices, built, digits, ending, euclid, kinds, leaving, linear, narrowing, shapes,
    windows,
};

/// Every option once, its components in order.
fn options(
    rules: &impl Ruleset<Component = Component>,
    of: &Component,
) -> Result<BTreeSet<Vec<Component>>, Failure> {
    let mut all = BTreeSet::new();
    rules.options_for_values(of, &Limits::default(), &mut |sum| {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        all.insert(sum);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// Checks every component with coordinates up to `most` or so; how many kinds are compiled.
fn agrees(rules: &Rules, text: &str, most: u64) -> usize {
    let compiled = Compiled::new(rules);
    let mut count = 0;
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        let last =
            vec![[0, most, most, most / 2][view.coords().len().min(3)].min(9); view.coords().len()];
        let last = if let [_] = last[..] { vec![most] } else { last };
        count += usize::from(compiled.compile(kind, &last));
        // Beyond what the code is for, too.
        for coords in boxed(&last.iter().map(|last| last + 2).collect::<Vec<_>>()) {
            let coords: Vec<i64> = coords.iter().map(|&coord| coord as i64).collect();
            let component = rules.component(kind, &coords).unwrap();
            assert_eq!(
                options(&compiled, &component),
                options(rules, &component),
                "{text}\n{component:?}"
            );
        }
    }
    count
}

#[test]
fn rules_of_every_sort_are_listed() {
    for (text, is_compiled) in [
        ("[n] -> [n-k] for k in {1, 3, 4}", true),
        ("[n] -> [a] + [n-1-a] for a in 0..n-1", true),
        ("[n] -> [] if n in {1, 5} | [n-2] | [n-3] + [1] + [n/2] if n > 3", true),
        ("[n] if n > 3 -> [n-1] | [n-4]", true),
        ("[n] -> [n-d] for d in divisors(n) if d < n", true),
        ("[n] -> [n-d] for d in digits(n) \\ {0}", true),
        ("[n] if n > 0 -> [n-size(divisors(n))] | [n-1]", true),
        (
            "[n] -> [n-size(primes(n))] | [n-size(divisors(n) \\ {1})] if n > 0 | [n-size(digits(n))]",
            true,
        ),
        ("[n] -> [n-size(powers(2, n) or squares(n))] if n > 0", false),
        ("[n] -> [n-size({n/2, n-1})] if n > 1", false),
        ("[n] -> [n-k] for k in 1..n if gcd(n, k) == 1 | [n-gcd(k, 12)] for k in 1..n", true),
        ("[a, b] -> [a-gcd(a, b), b] if a > 0 | [a, b-gcd(9, a)] | [a-gcd(-6, b), b]", true),
        ("[n] -> [n-k] for k in 1..n if is_prime(k) or is_square(n-k)", true),
        ("[n] -> [n-i*j] for i in 1..n, j in 1..i", true),
        ("[a, b] -> [a-i, b] for i in 1..a | [a, b-j] for j in 1..b", true),
        ("unordered [a, b] -> [a-k, b-k] for k in 1..min(a, b) | [b-1, a]", true),
        (
            "[m, s] -> [m - 2**k, max(0, s-k-1)] for k in 0..3 if s > 0 and and(shr(m, k), 1) == 1",
            true,
        ),
        ("ring[n] -> row[n-1]\nrow[n] -> row[n-1] | row[n-2] + ring[n-3]", true),
        ("[a, b, c] -> [a-1, b+1, c] | [a, b-1, c-1] | [c, a-1, b]", true),
        ("[n] -> [k] for k in 0..n-1 win on [n] if n == 3", true),
        ("[n] -> [n + 9223372036854775807 - 3] if n == 4 | [n-1]", true),
        ("[n] -> [n - 6/(n-3)] | [n-1]", true),
        ("[n] -> (n % 3) * [n-1]", false),
        ("[n] -> sum(i in 1..k) [n-i] for k in 1..n", false),
        ("[n] -> choose 2 of [i] for i in 0..n-1", false),
    ] {
        let rules = open(text).unwrap().rules;
        let count = agrees(&rules, text, 40);
        let all = if is_compiled && cfg!(feature = "jit") { rules.kinds().len() } else { 0 };
        assert_eq!(count, all, "{text}");
    }
}

/// Options of one component that are more than a list holds at first, and more than it ever holds.
#[test]
fn very_many_options_are_listed_or_left_to_the_rules() {
    for most in [700, 3000, 1 << 19] {
        let text = format!("[n] -> [k] for k in 0..{most}");
        let rules = open(&text).unwrap().rules;
        let compiled = Compiled::new(&rules);
        compiled.compile(0, &[9]);
        let nine = rules.component(0, &[9]).unwrap();
        let mut count = 0;
        let seen = compiled.options_for_values(&nine, &Limits::default(), &mut |sum| {
            assert_eq!(sum[0].coords[..], [count]);
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((seen, count), (Ok(()), most + 1));
    }
}

/// What is asked of an option that decides is not asked of the others.
#[test]
fn who_breaks_off_is_shown_no_more() {
    let rules = open("[n] -> [n-k] for k in 1..n").unwrap().rules;
    let compiled = Compiled::new(&rules);
    compiled.compile(0, &[50]);
    let mut shown = 0;
    let fifty = rules.component(0, &[50]).unwrap();
    let seen = compiled.options_for_values(&fifty, &Limits::default(), &mut |_| {
        shown += 1;
        if shown == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, shown), (Ok(()), 3));
}

/// Asked for often enough, a rule is compiled without being told to be, and the searches find what they found.
#[test]
fn searches_find_the_same_with_code() {
    let limits = Limits::default();
    for text in [
        "[m, s] -> [m - 2**k, max(0, s-k-1)] for k in 0..9 if s > 0 and and(shr(m, k), 1) == 1",
        "[a, b] -> [a-k, b] for k in 1..a if gcd(a, b) != k | [b/2, a-1] if a > 0",
        "[n, q] -> [n-k, k+1] + [k-1, q] for k in 1..min(n, q)",
    ] {
        let rules = open(text).unwrap().rules;
        let compiled = Compiled::new(&rules);
        let (mut plain, mut coded) = (Values::new(&rules), Values::new(compiled.clone()));
        let mut pruned = Pruned::new(Typed::new(&rules));
        for coords in [[100, 90], [90, 80], [60, 40]] {
            let component = rules.component(0, &coords).unwrap();
            let expected = plain.value(&component, &limits).unwrap();
            assert_eq!(coded.value(&component, &limits), Ok(expected), "{text}");
            let word = pruned.rules().word(&component).unwrap();
            assert_eq!(pruned.value(&[word], &limits).ok(), expected.nimber(), "{text}");
        }
        assert_eq!(compiled.compile(0, &[1, 1]), cfg!(feature = "jit"), "{text}");
    }
}

/// Rules of any sort.
fn any(c: &mut Choices) -> String {
    match c.below(9) {
        0 => ending::rule(c),
        1 => digits::rule(c),
        2 => kinds::rule(c),
        3 => leaving::rule(c),
        4 => linear::linear_rule(c),
        5 => narrowing::rule(c),
        6 => windows::rule(c),
        7 => euclid::near(c),
        _ => shapes::near(c),
    }
}

proptest! {
    #[test]
    fn code_lists_what_the_rules_say(Built(text) in built(90, any)) {
        if let Ok(opened) = open(&text) {
            agrees(&opened.rules, &text, 24);
        }
    }
}
