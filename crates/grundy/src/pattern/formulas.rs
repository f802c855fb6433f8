//! Formulas of the notation that are tried, the simplest first.

use super::{Aspect, Table};

/// Residues are tried modulo numbers up to this, and repeat at least so often.
const LARGEST_MODULUS: u64 = 40;
const REPETITIONS: u64 = 3;
/// Constants that are put into formulas.
const CONSTANTS: std::ops::RangeInclusive<i64> = -3..=3;

/// The formulas that are tried for a table.
pub(super) fn of(table: &Table, aspect: Aspect) -> Vec<String> {
    let most = LARGEST_MODULUS.min((table.to + 1) / REPETITIONS);
    match (&table.coords[..], aspect) {
        ([n], Aspect::Values) => one_value(n, most),
        ([n], Aspect::Outcomes) => one_condition(n, most),
        ([a, b], Aspect::Values) => two_values(a, b, most),
        ([a, b], Aspect::Outcomes) => two_conditions(a, b, most),
        _ => Vec::new(),
    }
}

/// The largest number of which a formula takes a remainder.
pub(super) fn largest_modulus(text: &str) -> u64 {
    let number = |rest: &str| {
        let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    };
    text.split("% ").skip(1).filter_map(number).max().unwrap_or(0)
}

/// `text + constant`, `text` and `text - constant`.
fn shifted(all: &mut Vec<String>, text: &str) {
    all.push(text.to_owned());
    for constant in CONSTANTS.filter(|&constant| constant != 0) {
        let sign = if constant < 0 { '-' } else { '+' };
        all.push(format!("{text} {sign} {}", constant.abs()));
    }
}

fn one_value(n: &str, most: u64) -> Vec<String> {
    let mut all: Vec<String> = (0..=3).map(|constant: i64| constant.to_string()).collect();
    shifted(&mut all, n);
    for modulus in 2..=most {
        all.push(format!("{n} % {modulus}"));
    }
    for modulus in 2..=most {
        all.extend((2..=modulus / 2).map(|part| format!("{n} % {modulus} / {part}")));
        all.push(format!("({n} + 1) % {modulus}"));
        all.push(format!("({n} + {}) % {modulus}", modulus - 1));
    }
    for part in 2..=8 {
        shifted(&mut all, &format!("{n} / {part}"));
        shifted(&mut all, &format!("({n} + {}) / {part}", part - 1));
    }
    all.extend((1..=7).map(|constant| format!("xor({n}, {constant})")));
    all.extend((1..=7).map(|constant| format!("xor({n} - 1, {constant}) + 1")));
    all.push(format!("xor({n}, {n} / 2)"));
    for function in ["ilog2(N)", "popcount(N)", "isqrt(N)", "and(N, -N)", "ilog2(and(N, -N))"] {
        shifted(&mut all, &function.replace('N', n));
    }
    // How many triangular numbers, or how many products of neighbours, are not larger.
    for factor in [8, 4] {
        shifted(&mut all, &format!("(isqrt({factor} * {n} + 1) - 1) / 2"));
    }
    all.push(format!("popcount({n}) % 2"));
    all.push(format!("size(divisors({n})) - 1"));
    all.push(format!("{n} % 2 * {n}"));
    all
}

fn one_condition(n: &str, most: u64) -> Vec<String> {
    let mut all = vec![format!("{n} == 0"), format!("{n} == 1"), format!("{n} <= 1")];
    for modulus in 2..=most {
        all.extend((0..modulus).map(|rest| format!("{n} % {modulus} == {rest}")));
    }
    for modulus in 3..=most {
        all.extend((1..modulus - 1).map(|rest| format!("{n} % {modulus} <= {rest}")));
    }
    for form in [
        "popcount(N) % 2 == 0",
        "popcount(N) % 2 == 1",
        "popcount(N) == 1",
        "popcount(N + 1) == 1",
        "N in fibs(N)",
        "is_square(N)",
        "is_prime(N)",
        "is_prime(N) or N <= 1",
        "ilog2(and(N, -N)) % 2 == 0",
        "ilog2(and(N, -N)) % 2 == 1",
        "ilog2(N) % 2 == 0",
        "ilog2(N) % 2 == 1",
        "is_square(N + 1)",
        "is_square(2 * N)",
        // The triangular numbers, and the products of neighbours.
        "is_square(8 * N + 1)",
        "is_square(4 * N + 1)",
        "not is_square(N)",
        "not is_square(8 * N + 1)",
        "not is_prime(N)",
        "not N in fibs(N)",
        "popcount(N) != 1",
    ] {
        all.push(form.replace('N', n));
    }
    for modulus in 4..=most.min(16) {
        for one in 0..modulus {
            let other = one + 1..modulus;
            all.extend(other.map(|other| format!("{n} % {modulus} in {{{one}, {other}}}")));
        }
    }
    all
}

fn with(form: &str, a: &str, b: &str) -> String {
    // The capital letters stand for the coordinates and occur in no name of a function.
    let letter = |sign: char| match sign {
        'A' => a.to_owned(),
        'B' => b.to_owned(),
        other => other.to_string(),
    };
    form.chars().map(letter).collect()
}

fn two_values(a: &str, b: &str, most: u64) -> Vec<String> {
    let mut all: Vec<String> = (0..=3).map(|constant: i64| constant.to_string()).collect();
    for form in [
        "xor(A, B)",
        "A + B",
        "abs(A - B)",
        "min(A, B)",
        "max(A, B)",
        "A",
        "B",
        "gcd(A, B)",
        "and(A, B)",
        "or(A, B)",
        "A * B",
        "A / (B + 1)",
        "B / (A + 1)",
        "A % (B + 1)",
        "B % (A + 1)",
        "xor(A, B) / 2",
        "ilog2(or(A, B)) + 1",
        "xor(ilog2(A), ilog2(B))",
        "xor(ilog2(A) + 1, ilog2(B) + 1)",
        "popcount(A) + popcount(B)",
        "(popcount(A) + popcount(B)) % 2",
        // The quotient less its inverse, rounded down.
        "min(1, A * B) * (abs(A * A - B * B) / max(1, A * B))",
    ] {
        all.push(with(form, a, b));
    }
    all.extend(["xor(A, B) - 1", "xor(A - 1, B - 1)", "xor(A, B) + 1"].map(|f| with(f, a, b)));
    for m in 2..=most {
        for form in [
            format!("A % {m}"),
            format!("B % {m}"),
            format!("(A + B) % {m}"),
            format!("xor(A % {m}, B % {m})"),
            format!("abs(A - B) % {m}"),
            format!("min(A, B) % {m}"),
            format!("xor(A / {m}, B / {m})"),
            format!("(A + B) / {m}"),
            format!("(A + {} * B) % {m}", 2),
            format!("({} * A + B) % {m}", 2),
        ] {
            all.push(with(&form, a, b));
        }
    }
    all
}

fn two_conditions(a: &str, b: &str, most: u64) -> Vec<String> {
    let mut all = Vec::new();
    for form in [
        "A == B",
        "A + B == 0",
        "A == 0 or B == 0",
        "A == 0",
        "B == 0",
        "xor(A, B) == 1",
        "gcd(A, B) == 1",
        "and(A, B) == 0",
        "A % 2 == 0 and B % 2 == 0",
        "A % 2 == 1 and B % 2 == 1",
        // The golden ratio is between the quotient and its inverse.
        "A * A < A * B + B * B and B * B < A * B + A * A",
        "A != B and A * A < A * B + B * B and B * B < A * B + A * A",
        "A * B == 0 or A != B and A * A < A * B + B * B and B * B < A * B + A * A",
        "A % (B + 1) == 0",
        "B % (A + 1) == 0",
        "(A + 1) % (B + 1) == 0 or (B + 1) % (A + 1) == 0",
    ] {
        all.push(with(form, a, b));
    }
    // A band about the diagonal.
    all.extend((1..=6).map(|width| with(&format!("abs(A - B) <= {width}"), a, b)));
    all.extend((1..=6).map(|width| with(&format!("abs(A - B) == {width}"), a, b)));
    all.extend((1..=6).map(|width| with(&format!("A + B <= {width}"), a, b)));
    all.extend((1..=6).map(|sum| with(&format!("A + B == {sum}"), a, b)));
    for m in 2..=most {
        for form in [
            format!("A % {m} == 0"),
            format!("B % {m} == 0"),
            format!("A % {m} == B % {m}"),
            format!("(A + B) % {m} == 0"),
            format!("min(A, B) % {m} == 0"),
            format!("A % {m} == 0 and B % {m} == 0"),
            format!("A / {m} == B / {m}"),
            format!("(A + B) % {m} == 1"),
            format!("abs(A - B) % {m} == 1"),
            format!("xor(A % {m}, B % {m}) == 0"),
            format!("(A + 2 * B) % {m} == 0"),
            format!("(2 * A + B) % {m} == 0"),
        ] {
            all.push(with(&form, a, b));
        }
    }
    all
}
