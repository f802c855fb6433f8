use super::*;
use crate::rule::ir::{Clause, Comparison, Cond, Kind, Term};
use crate::rule::{Rules, parse};
use crate::table::order::Form;

/// What is known at the options of the first family of a rule with coordinates up to 99.
fn at_first_option(text: &str) -> (Kind, Bounds) {
    let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
    let kind = rules.ir()[0].clone();
    let dims = vec![100; kind.coords.len()];
    let mut bounds = Bounds::new(&dims, kind.slots, kind.unordered);
    if let Some(guard) = &kind.guard {
        bounds.assume(guard, true);
    }
    for clause in &kind.families[0].clauses {
        match clause {
            Clause::For(slot, set) => bounds.bind_element(*slot, set),
            Clause::If(cond) => bounds.assume(cond, true),
            Clause::Let(slot, value) => bounds.bind_value(*slot, value),
        }
    }
    (kind, bounds)
}

/// Whether the first coordinate of the first option is surely not negative, and surely less
/// than it was.
fn first_coordinate(text: &str) -> (bool, bool) {
    let (kind, bounds) = at_first_option(text);
    let Term::Component(target) = &kind.families[0].terms[0] else { panic!("{text}") };
    let not_negative = bounds.interval(&target.coords[0]).lo >= 0;
    (not_negative, Form::of(&target.coords[0], &bounds).shrinks(0, 1, &bounds))
}

#[test]
fn what_holds_at_an_option_is_proved() {
    for (text, expected) in [
        ("[a, b] -> [a-k, b] for k in 1..a", (true, true)),
        ("[a, b] -> [a-k, b] for k in 1..min(b, a)", (true, true)),
        ("[a, b] -> [a-k, b] for k in 1..b", (false, true)),
        ("[a, b] -> [a-k, b] for k in 0..a", (true, false)),
        ("[a, b] -> [k, b] for k in 0..a-1", (true, true)),
        ("[n] -> [n-i] + [i] for i in 1..n/2", (true, true)),
        ("[n] -> [n-2*i] for i in 1..n/2", (true, true)),
        ("[n] -> [n-k] for k in (n+1)/2..n", (true, false)),
        ("[n] -> [n-d] for d in divisors(n)", (true, true)),
        ("[n] -> [n-d] for d in digits(n) if d > 0", (true, true)),
        ("[n] -> [n-m] let m = max(primes(n)) if m != 0", (true, true)),
        ("[n] -> [n-k] for k in {2, 3}", (false, true)),
        ("[n] -> [n-k] for k in 1..9 if n >= k", (true, true)),
        ("[n] -> [n-k] for k in 1..9 if not (n < k or k == 2)", (true, true)),
        ("[a, b] -> [a-k-l, b] for k in 1..a, l in 1..a-k", (true, true)),
        ("[a, b] -> [a-k*b, b] for k in 1..a/b if b > 0", (true, true)),
        ("[a, b] if b > 0 -> [a-k*b, b] for k in 1..a/b", (true, true)),
        ("[a, b] if b > 0 -> [a-(k+1)*b, b] for k in 0..a/b-1", (false, true)),
        ("[a, b] -> [a-k*b, b] for k in 1..a", (false, false)),
        ("unordered [a, b] -> [b-a, b] for k in 1..a", (true, false)),
        ("[n] -> [n - 2**i] for i in 0..6 if and(n, 2**i) != 0", (true, true)),
        ("[n] -> [xor(n, 2**i)] for i in 0..6 if and(2**i, n) != 0", (true, true)),
        ("[n] -> [n - 3*2**i] for i in 0..6 if and(n, 3*2**i) == 3*2**i", (true, true)),
        (
            "[n] -> [n - shl(5, i)] for i in 0..6 if not and(n, shl(5, i)) != shl(5, i)",
            (true, true),
        ),
        ("[n] -> [n - 3*2**i] for i in 0..6 if and(n, 3*2**i) != 0", (false, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if and(n, 2**i) == 0", (false, true)),
        ("[n] -> [xor(n, 2**i)] for i in 0..6 if and(n, 2**i) == 0", (true, false)),
        ("[n, m] -> [n - 2**i, m] for i in 0..6 if and(m, 2**i) != 0", (false, true)),
        ("[n] -> [n - and(n, m)] let m = n / 2 if and(n, m) == m", (false, false)),
        ("[n] -> [n - max(k, 2)] for k in 1..n if n > 4", (false, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if and(shr(n, i), 1) == 1", (true, true)),
        ("[n] -> [xor(n, shl(1, i))] for i in 0..6 if shr(n, i) % 2 == 1", (true, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if n / 2**i % 2 > 0", (true, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if 0 < and(2**i, n)", (true, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if not n / 2**i % 2 == 0", (true, true)),
        ("[n] -> [n - 2**i] for i in 0..6 if n / 2**i % 2 == 0", (false, true)),
        ("[n] -> [n - 4*2**i] for i in 0..6 if n / 4 / 2**i % 2 == 1", (true, true)),
        ("[n] -> [n - shl(4, i)] for i in 0..6 if and(shr(n, i+2), 1) == 1", (true, true)),
        ("[n] -> [n - shl(4, i)] for i in 0..6 if and(shr(n, i+1), 1) == 1", (false, true)),
        ("[n] -> [n - 2**i - 2**(i+1)] for i in 0..6 if n / 2**i % 4 == 3", (true, true)),
        ("[n] -> [n - 5*2**i] for i in 0..6 if and(shr(n, i), 7) == 5", (true, true)),
        ("[n] -> [n - 3*2**i] for i in 0..6 if and(shr(n, i), 7) == 5", (false, true)),
        ("[n] -> [n - 2*2**i + 2**i] for i in 0..6 if n / 2**i % 4 == 2", (true, true)),
        ("[n] -> [xor(n, 2*2**i + 2**i)] for i in 0..6 if n / 2**i % 4 == 1", (true, false)),
        (
            "[n] -> [xor(xor(n, 2**i), 2**j)] for i in 0..6, j in 0..i-1 if shr(n, i) % 2 == 1",
            (true, true),
        ),
        (
            "[n] -> [xor(xor(n, 2**i), 2**j)] for i in 0..6, j in 0..i if shr(n, i) % 2 == 1",
            (true, false),
        ),
        (
            "[n] -> [xor(n, 2**i + 2**j)] for i in 0..6, j in 0..i-1 if shr(n, i) % 2 == 1",
            (true, true),
        ),
        (
            "[n] -> [xor(n, 2**i + 2**j)] for i in 0..6, j in 0..i-1 if shr(n, j) % 2 == 1",
            (true, false),
        ),
        (
            "[n] -> [xor(n, shl(shl(1, l) - 1, i))] for l in 1..3, i in 0..3 if shr(n, i+l-1) % 2 == 1",
            (true, true),
        ),
        (
            "[n] -> [xor(n, shl(shl(1, l) - 1, i))] for l in 0..3, i in 1..3 if shr(n, i+l-1) % 2 == 1",
            (true, false),
        ),
        (
            "[n] -> [xor(n, 2**i - 2**j)] for i in 1..6, j in 0..i-1 if shr(n, i-1) % 2 == 1",
            (true, true),
        ),
        ("[n] -> [xor(n, k)] for k in 1..n if xor(n, k) < n", (true, true)),
        ("[n] -> [xor(n, k)] for k in 1..n if xor(n, k) <= n", (true, false)),
    ] {
        assert_eq!(first_coordinate(text), expected, "{text}");
    }
}

/// Forms that expressions are at least and at most, and where they lie, against all their values.
#[test]
fn forms_and_reaches_hold_for_every_value() {
    for (coord, clauses, cond) in [
        ("b/3", "for k in 1..1", "b > 0"),
        ("(a + 1)/(k + 1)", "for k in 1..9", ""),
        ("b % (k + 2)", "for k in 1..9", ""),
        ("and(a, b + k)", "for k in 1..9", ""),
        ("min(a, b + k)", "for k in 1..9", ""),
        ("max(a + k, b)", "for k in 1..9", ""),
        ("or(a, b)", "for k in 1..9", ""),
        ("or(a, 2**k)", "for k in 0..6", "and(a, 2**k) == 0"),
        ("a + 2**k", "for k in 0..6", "and(2**k, a) == 0"),
        ("xor(a, 2**k)", "for k in 0..6", "and(a, 2**k) == 0"),
        ("a * k", "for k in 2..5", "a * k <= 90"),
        ("a + 3*k", "for k in 1..9", "a + 3*k <= 70"),
        ("a - k*k", "for k in 1..9", ""),
        ("2*a", "for k in 1..1", "2*a < b"),
        ("or(a, 2**k)", "for k in 0..6", "and(a, 7 * 2**k) == 0"),
        ("or(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 == 0"),
        ("xor(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 == 1"),
        ("xor(a, 3 * 2**k)", "for k in 0..5", "shr(a, k+1) % 2 < 1"),
        ("xor(a, 2**(k+1) - 1)", "for k in 0..6", "a / 2**k % 2 == 1"),
        ("xor(xor(a, 2**b), 2**k)", "for k in 0..5", "b < k and a / 2**k % 2 == 1"),
        ("xor(a, xor(2**b, 2**k))", "for k in 0..5", "b < k and a / 2**k % 2 == 0"),
        ("a - 2**k + 2**b", "for k in 0..6", "b < k and a / 2**k % 2 == 1 and a / 2**b % 2 == 0"),
        ("a - 2**k - 2**b", "for k in 0..6", "b < k and a / 2**k % 2 == 1 and a / 2**b % 2 == 1"),
        ("xor(a, k)", "for k in 1..9", "xor(a, k) >= a + 2"),
        ("a / k", "for k in 1..9", "a / k <= b - 3"),
    ] {
        let cond = if cond.is_empty() { String::new() } else { format!(" if {cond}") };
        let (kind, bounds) = at_first_option(&format!("[a, b] -> [{coord}, b] {clauses}{cond}"));
        let Term::Component(target) = &kind.families[0].terms[0] else { panic!("{coord}") };
        let int = &target.coords[0];
        let (least, most, reach) = (bounds.at_least(int), bounds.at_most(int), bounds.reach(int));
        let value = |form: &Linear, slots: &[i64]| {
            let terms = form.terms.iter().map(|&(slot, factor)| {
                factor * product(slot).map_or_else(|| slots[slot], |(a, b)| slots[a] * slots[b])
            });
            terms.sum::<i64>() + form.constant
        };
        let mut met = 0;
        let some = |most: i64| (0..most).step_by(7).chain([1, 2, 3, 4, 64]);
        let all =
            some(100).flat_map(|a| some(100).flat_map(move |b| (0..10).map(move |k| (a, b, k))));
        for (a, b, k) in all {
            let slots = [a, b, k];
            let Some(true) = crate::rule::meets(&kind.families[0].clauses, &slots) else {
                continue;
            };
            let reaches = |wanted: i64| {
                let compared = Cond::Compare(Comparison::Ge, int.clone(), Int::Const(wanted));
                crate::rule::meets(&[Clause::If(compared)], &slots) == Some(true)
            };
            let (mut found, mut beyond) = (-200, 1100);
            while beyond - found > 1 {
                let middle = (found + beyond) / 2;
                if reaches(middle) { found = middle } else { beyond = middle }
            }
            assert!(least.iter().all(|form| value(form, &slots) <= found), "{coord} {slots:?}");
            assert!(most.iter().all(|form| value(form, &slots) >= found), "{coord} {slots:?}");
            assert!(found < 0 || reach.lo <= found && found <= reach.hi, "{coord} {slots:?}");
            met += 1;
        }
        assert!(met > 50 && (!least.is_empty() || !most.is_empty() || reach.hi < 100), "{coord}");
    }
}

#[test]
fn intervals_hold_every_value() {
    for (text, lo, hi) in [
        ("a + b", 0, 198),
        ("a - b", -99, 99),
        ("a * b - 5", -5, 9796),
        ("-a / 2", -50, 0),
        ("(a - 7) % 5", 0, 4),
        ("xor(a, b)", 0, 127),
        ("min(a, 7, b)", 0, 7),
        ("max(a, 7)", 7, 99),
        ("a ** 2", 0, 9801),
        ("shl(a, 3)", 0, 792),
        ("shl(a + 1, 3)", 8, 800),
        ("(a + 2) ** 2", 4, 10201),
        ("2 ** min(a, 5)", 1, 32),
        ("shr(a - 3, b)", -3, 96),
        ("isqrt(a)", 0, 9),
        ("ilog2(a)", -1, 6),
        ("max(digits(a))", 0, 9),
    ] {
        let (kind, bounds) = at_first_option(&format!("[a, b] -> [m, b] let m = {text}"));
        let Clause::Let(_, value) = &kind.families[0].clauses[0] else { panic!("{text}") };
        assert_eq!(bounds.interval(value), Interval::new(lo, hi), "{text}");
    }
    let (kind, bounds) = at_first_option("[a, b] -> [m, b] let m = a ** 10 * b");
    let Clause::Let(_, value) = &kind.families[0].clauses[0] else { panic!() };
    assert!(!bounds.interval_and_fit(value).1);
}

/// Where many names stand for much, all ways to subtract three facts would be tried again and again.
#[test]
fn proofs_of_a_place_are_bounded_together() {
    let (_, bounds) = at_first_option("[a, b] -> [a-k, b] for k in 1..a");
    let left = Linear::of_var(0).minus(&Linear::of_var(2)).unwrap();
    assert!(bounds.proves(&left) && bounds.left.get() < ALL_STEPS);
    bounds.left.set(0);
    assert!(!bounds.proves(&left));
    // What the intervals alone say is proved still.
    assert!(bounds.proves(&Linear::of_var(0)));
}
