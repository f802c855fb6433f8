//! Random rules with ranges of which conditions leave a part: equations and inequalities that are linear in the
//! element, distances, divisors, binary digits, comparisons with numbers beside, and conditions that fail for some element before
//! or behind these.

use super::Choices;
use super::dense::with_wins;

/// Conditions on `k`, one of the others being `j`.
const CONDS: [&str; 62] = [
    "k + j == OWN - 1",
    "k + j == OWN",
    "j < k",
    "k > OWN/2",
    "2*k >= OWN",
    "2*k == OWN",
    "4*k - 1 > OWN + j",
    "OWN == 2*k + j",
    "abs(k - j) < 3",
    "abs(2*k - OWN) <= 2",
    "abs(k - j) == 2",
    "k + j == OWN - 1 or k + j == OWN - 2",
    "not (k < j or k > j + 2)",
    "(k == j + 1 or k == j + 3) and k < OWN",
    "k - j >= 2 and OWN - k >= 3",
    "OWN % k == 0",
    "OWN % k == 0 and k > 2",
    "k > 2 and OWN % k == 0",
    "0 == (OWN + 6) % k",
    "(OWN - j) % k == 0",
    "k % 3 > 0",
    "12/(k - 5) > j",
    "OWN % (k - 3) == 0",
    "k != j",
    "3*k <= OWN",
    "k >= 3 or j > 2",
    "k <= OWN / (j + 1) % 3",
    "OWN % (j + 2) >= k",
    "k == OWN * OWN % (j + 1)",
    "k > j * OWN % 5",
    "not (k < isqrt(OWN * j))",
    "k < xor(OWN, j) or k == 2**j",
    "k >= fib(j + 1)",
    "k < OWN / (j - 2)",
    "k < 3**(j - 1)",
    "k + 1 < fib(j - 1) + 3",
    "is_square(OWN + k - j)",
    "is_prime(k + j)",
    "is_prime(k) and OWN % k == 0",
    "OWN % k == 0 and is_prime(k)",
    "and(OWN, k) == k",
    "k == and(k, OWN + j) and k > 2",
    "or(k, OWN) == OWN",
    "and(k, OWN - k) == 0",
    "xor(OWN - k, k) == OWN and k > j",
    "or(k, OWN + j - k) == OWN + j",
    "and(k, j) == 0",
    "and(2*OWN, k) == 0 and k < OWN - 1",
    "(OWN + k) % 6 == 0",
    "0 < (k*j + 1) % 5",
    "k*k % 12 >= 1",
    "(k + j) % 7 < 1 or k == 2",
    "k % j == 0",
    "j > 0 and k % j == 0",
    "k % (j + 2) == 0 and k > 2",
    "(k + j) % (j + 1) == 2",
    "(OWN - k) % (j + 1) == 1",
    "3 == (k - 2*j) % OWN",
    "k % 4 == 3 and k % 3 == 1",
    "k > j and k % (j - 1) == 1",
    "k % (j*j + 1) == 0 and 2*k <= OWN",
    "OWN % k == 0 and (OWN - k) % 3 == 0",
];

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(2) { &["n", "m"] } else { &["n"] };
    let families = c.several(1, 3, |c| family(c, names));
    let text = format!("[{}] -> {}", names.join(", "), families.join("\n | "));
    if c.once_in(4) { with_wins(c, names, text) } else { text }
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    let own = c.below(names.len());
    let set = c.one_of(&[
        "1..OWN",
        "0..OWN",
        "1..OWN-1",
        "2..OWN/2",
        "1..9",
        "0..OWN+3",
        "1..OWN step 2",
        "primes(OWN)",
        "prime_powers(OWN + 2)",
    ]);
    let first = c.one_of(&["j in 0..OWN", "j in 1..3", "j in {0, 2, 5}", "j in OWN/2..OWN"]);
    let mut clauses = format!("for {first}, k in {set}");
    for _ in 0..c.between(1, 2) {
        clauses += &format!(" if {}", c.one_of(&CONDS));
    }
    let coord = c.one_of(&["OWN-k", "OWN-k", "OWN-k-j", "OWN/k", "k", "OWN - k + j/2"]);
    // What is left is less than it was, so the game ends.
    clauses += &format!(" if k > 0 if {coord} < OWN");
    let option = |coord: &str, last: &str| {
        let coords = names.iter().enumerate().map(|(axis, &name)| match axis == own {
            true => coord.to_owned(),
            false => name.to_owned() + last,
        });
        format!("[{}]", coords.collect::<Vec<String>>().join(", "))
    };
    let last = c.one_of(&["", "", "-1", "-j", "/2"]);
    let other = if c.once_in(3) { format!(" + {}", option("j", "/2")) } else { String::new() };
    if !other.is_empty() {
        clauses += " if j < OWN";
    }
    format!("{}{other} {clauses}", option(coord, last)).replace("OWN", names[own])
}
