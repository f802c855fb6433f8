//! What is told, and what is not, since it is chance or said before.

use super::*;

/// What is said of guesses that hold, and of those that failed.
fn told(seen: &Seen) -> [Vec<String>; 2] {
    [&seen.held, &seen.broken]
        .map(|all| all.iter().map(|finding| finding.statement.to_string()).collect())
}

/// What is seen is counted in 63 bits.
#[test]
fn numbers_beyond_are_refused() {
    let text = |last: u64| (0..30).map(|n| (last - n).to_string() + " ").collect::<String>();
    let error = read(&text(1 << 63), 0).unwrap_err().to_string();
    assert!(error.contains("`9223372036854775808` is neither a number below 2^63"), "{error}");
    let large: Vec<String> =
        told(&look(&read(&text((1 << 63) - 1), 0).unwrap(), &Limits::default()).unwrap()).concat();
    assert!(!large.iter().any(|said| said.contains("9223372036854775807")), "{large:?}");
    assert!(Table::new(vec!["n".to_owned()], 0, Some(vec![1 << 63]), vec![false]).is_none());
}

#[test]
fn numbers_are_added_once() {
    assert_eq!(first(&line(1000, |n| n ^ (n + 2))), "G(n) = xor(n, n + 2)");
    let said = first(&square(60, |a, b| (a + 3) ^ (b + 2)));
    assert!(said.contains("a + 3") && said.contains("b + 2"), "{said}");
}

#[test]
fn remainders_that_did_not_come_round_are_not_tempting() {
    // Neither n % 40, nor n % 16 in {0, 15}, nor n % 40 <= 2.
    assert_eq!(told(&line(1000, |n| n))[1], [""; 0]);
    assert_eq!(told(&outcomes(1000, |n| n == 0))[1], [""; 0]);
    assert_eq!(told(&outcomes(1000, |n| n <= 2))[1], [""; 0]);
    // Nor what is right at the smallest pairs alone.
    assert_eq!(
        told(&square(60, |a, b| if a + b < 5 { a * b } else { noise(a + 61 * b) }))[1],
        [""; 0]
    );
    assert_eq!(told(&square(60, |a, b| a ^ b))[1], [""; 0]);
    let [_, broken] = told(&line(300, |n| if n < 15 { n % 7 } else { noise(n) }));
    assert!(broken.contains(&"G(n) = n % 7".to_owned()), "{broken:?}");
}

#[test]
fn a_condition_that_changes_far_away_and_no_more_is_no_formula() {
    // The values of `[n] if n > 0 -> [ilog2(n)] | [n-1]`; the even heaps but 256 to 511, 1024 to 2047, and so on.
    let mut lost = vec![true];
    for n in 1..=1000_usize {
        lost.push(!(lost[n - 1] || lost[n.ilog2() as usize]));
    }
    for statement in told(&outcomes(1000, |n| lost[n as usize])).concat() {
        assert!(!statement.contains("ilog2"), "{statement}");
    }
}

#[test]
fn what_holds_exactly_stands_before_exceptions_without_end() {
    // The values of `[n] if n > 0 -> [n-k] for k in 1..and(n,-n)`.
    let value = |n: u64| match n {
        0 => 0,
        _ => u64::from(n.trailing_zeros()) + u64::from(n.is_power_of_two()),
    };
    let [held, _] = told(&line(1000, value));
    assert!(held[0].starts_with("G(2 k) = G(k) + 1, G(2 k + 1) = 0"), "{held:?}");
    assert!(!held.iter().any(|held| held.contains("and(n, -n)")), "{held:?}");
    // No other formula is found for 3, 6, 12, and so on.
    let value = |n: u64| {
        if n > 0 && n.is_multiple_of(3) && (n / 3).is_power_of_two() { 5 + noise(n) } else { n % 2 }
    };
    let statement = first(&line(1000, value));
    assert_eq!(statement, "G(n) = n % 2, but for 3 * 2^k");
}

#[test]
fn the_same_is_said_once() {
    let twice = |seen: &Seen| told(seen)[0].clone();
    assert_eq!(twice(&outcomes(1000, |n| n % 3 == 1)), ["P exactly when n % 3 == 1"]);
    assert_eq!(twice(&outcomes(1000, |n| n % 2 == 0)), ["P exactly when n % 2 == 0"]);
    let prime = |n: u64| (2..n).all(|k| !n.is_multiple_of(k));
    assert_eq!(twice(&outcomes(1000, prime)), ["P exactly when is_prime(n) or n <= 1"]);
    let parity = square(60, |a, b| (a + b) % 2);
    assert_eq!(first(&parity), "G(a, b) = (a + b) % 2");
    assert!(!twice(&parity).iter().any(|held| held.contains("abs")), "{parity:?}");
    let exponent = |n: u64| match n {
        0 => 0,
        40 => 9,
        _ => u64::from(n.trailing_zeros()),
    };
    let held = twice(&line(1000, exponent));
    assert!(!held.contains(&"G(n) = the exponent of 2 in n".to_owned()), "{held:?}");
}

#[test]
fn formulas_are_as_short_as_they_can_be() {
    assert_eq!(first(&square(60, |_, b| b % 2)), "G(a, b) = b % 2");
    let bit = square(60, |a, b| (a + b) / 2 % 2);
    assert_eq!(first(&bit), "G(a, b) = (a + b) / 2 % 2");
}

#[test]
fn rare_positions_lead_to_three_conditions() {
    // The P-positions of `[a,b] -> [a-1,b-2] | [a-2,b-1]`.
    let lost = |a: u64, b: u64| a.min(b).is_multiple_of(3) || a == b && a % 3 == 1;
    let seen = square(60, |a, b| u64::from(!lost(a, b)) * (1 + noise(a + 61 * b)));
    let said = first(&seen);
    let expected = "P exactly when min(a, b) % 3 == 0 or a == b and ";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn two_positions_may_be_all_that_are_lost() {
    let seen = square(60, |a, b| u64::from(a + b != 1) * (1 + noise(a + 61 * b)));
    assert_eq!(first(&seen), "P exactly when a + b == 1");
}

#[test]
fn each_remainder_may_have_its_own_rise() {
    let seen = line(1000, |n| [0, 1, n / 3][n as usize % 3]);
    assert_eq!(first(&seen), "G(3 k) = 0, G(3 k + 1) = 1, G(3 k + 2) = k");
    let seen = line(1000, |n| if n == 0 { 0 } else { [n / 2 + 1, 1][n as usize % 2] });
    assert_eq!(first(&seen), "G(2 k) = k + 1, G(2 k + 1) = 1 from n = 1 on");
    let seen = line(1000, |n| match n % 40 {
        19 => 6,
        39 => 14,
        rest => n / 40 * 16 + noise(rest),
    });
    let said = first(&seen);
    assert!(
        said.starts_with("G(n + 40) = G(n) + 16, but G(40 k + 19) = 6, G(40 k + 39) = 14: "),
        "{said}"
    );
}

#[test]
fn shares_of_the_number_before_are_seen() {
    let set = |mut z: u64, next: fn(u64) -> u64| {
        let mut all = vec![z];
        while z <= 1000 {
            z = next(z);
            all.push(z);
        }
        all
    };
    let lost = set(0, |z| 3 * z / 2 + 1);
    let expected = "P exactly the numbers 0, and then z(k+1) = floor(3 z(k)/2) + 1";
    assert_eq!(first(&outcomes(1000, |n| lost.contains(&n))), expected);
    let steps = set(1, |z| 3 * z + 1);
    let value = |n: u64| steps.iter().filter(|&&z| z <= n).count() as u64;
    let expected = "G(n) = the count of numbers up to n among 1, and then z(k+1) = 3 z(k) + 1";
    assert_eq!(first(&line(1000, value)), expected);
}

#[test]
fn triangular_numbers_squares_and_all_but_these_are_seen() {
    let is_square = |n: u64| n.isqrt() * n.isqrt() == n;
    let is_triangular = |n: u64| is_square(8 * n + 1);
    assert_eq!(first(&outcomes(400, is_triangular)), "P exactly when is_square(8 * n + 1)");
    assert_eq!(
        first(&outcomes(400, |n| !is_triangular(n))),
        "P exactly when not is_square(8 * n + 1)"
    );
    assert_eq!(first(&outcomes(400, |n| !is_square(n))), "P exactly when not is_square(n)");
    assert_eq!(
        first(&outcomes(400, |n| (0..400).any(|k| k * (k + 1) == n))),
        "P exactly when is_square(4 * n + 1)"
    );
    assert_eq!(
        first(&outcomes(400, |n| (0..400).any(|k| 2 * k * k == n))),
        "P exactly when is_square(2 * n)"
    );
    let steps = |n: u64| (1..).find(|k| k * (k + 1) / 2 > n).unwrap() - 1;
    for to in [50, 400] {
        assert_eq!(first(&line(to, steps)), "G(n) = (isqrt(8 * n + 1) - 1) / 2");
    }
}

#[test]
fn what_begins_later_the_farther_one_looks_is_not_seen() {
    // Multiplying by 2 to 9 up to b: P where the position is far enough from a multiple that wins.
    for to in [60, 150] {
        let side = to as usize + 1;
        let mut lost = vec![true; side * side];
        for n in 0..side {
            for p in (1..n).rev() {
                let wins = |k: usize| p * k >= n || lost[n * side + p * k];
                lost[n * side + p] = !(2..=9).any(wins);
            }
        }
        let seen = square(to, |n, p| u64::from(!lost[n as usize * side + p as usize]));
        let later = told(&seen)[0].iter().find(|said| said.contains(">=")).cloned();
        assert_eq!(later, None);
    }
}
