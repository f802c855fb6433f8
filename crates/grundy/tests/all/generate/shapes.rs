//! Rules with a shape that has a theory, in many spellings, and rules that miss such a shape by a
//! little: another end of a range, a missing condition, one more option.

use super::{Choices, euclid};

/// The text of a rule, most often one that can be read. Play under it need not end.
pub(crate) fn near(c: &mut Choices) -> String {
    match c.below(10) {
        0..=2 => heap(c),
        3 => pair(c),
        4 => fibonacci(c),
        5 => euclid::near(c),
        6 => windows(c),
        7 => format!("{} | {}", c.one_of(&FAMOUS), heap_family(c)),
        _ => mutated(c),
    }
}

/// A rule that is recognised, with one or two signs changed.
fn mutated(c: &mut Choices) -> String {
    let mut signs: Vec<char> = c.one_of(&FAMOUS).chars().collect();
    for _ in 0..c.between(1, 2) {
        let places: Vec<usize> =
            (0..signs.len()).filter(|&at| !matches!(signs[at], '[' | ']' | ' ')).collect();
        let at = places[c.below(places.len())];
        signs[at] = match signs[at] {
            '0'..='9' => c.one_of(&['0', '1', '2', '3', 'n']),
            '+' | '-' => c.one_of(&['+', '-', '*']),
            '/' | '*' => c.one_of(&['/', '*', '-']),
            'a' | 'b' | 'n' | 'm' | 'k' | 'q' => c.one_of(&['n', 'a', 'b', 'k', 'q', 'm', '1']),
            other => other,
        };
    }
    signs.into_iter().collect()
}

/// Rules that are recognised.
pub(crate) const FAMOUS: [&str; 83] = [
    "[n] -> [0] if n == 2 | []",
    "[n] -> [0] + [n-3] | [0] if n in {1, 4} | [n-2]",
    "[n] -> [n-k] for k in powers(10, n)",
    "[n] -> [n-k] for k in powers(3, n)",
    "[n] -> [0] if n in {1, 2} | [n-1] if n > 1 | [n-2] if n > 2 | [a] + [n-1-a] for a in 1..n-2 | [a] + [n-2-a] for a in 1..n-3",
    "[n] -> [n-k] for k in {}",
    "[n] -> [n-k] for k in 5..3",
    "[n] -> [k] for k in 0..n-1",
    "[n] -> [n-k] for k in 1..n",
    "[n] if n != 0 -> [n-k] for k in 1..2*n",
    "[n] -> [n-k] for k in 1..n \\ {}",
    "[n] -> [n-1] | [n-k] for k in 2..n",
    "[n] -> [n-k] for k in 1..3",
    "[n] -> [n-k] for k in 2..min(n, 4)",
    "[n] -> [n-2] | [n-3]",
    "[n] -> [n-1] | [n-3] | [n-4]",
    "[n] -> [n-k] for k in {1, 3, 4}",
    "[n] -> [n-k] for k in {2, 5} or {3}",
    "[n] -> [n-k] for k in 1..n \\ {1, 2}",
    "[n] -> [n-k] for k in 1..n if k != 2 and not k in {4, 5}",
    "[n] -> [n-k] for k in 1..9 if k % 3 == 1 or is_prime(k)",
    "[n] -> [n-k] for k in 1..6 if k*k != 9 if k < 5",
    "[a, b] -> [a-k, b] for k in 1..a if 1 != k | [a, b-k] for k in 1..4 if k % 2 == 1",
    "[n] -> [n-k] for k in 3..n",
    "[n] -> [k] for k in 0..n-2",
    "[n] -> [n-k] for k in 4..n | [n-2]",
    "[n] if n > 0 -> [n-k] for k in (n+1)/2..n",
    "[n] -> [n-k] for k in divisors(n)",
    "[n] -> [n-k] for k in divisors(n) if k < n",
    "[n] -> [n-k] for k in divisors(n) \\ {n}",
    "[n] -> [n-k] for k in divisors(n) \\ {1, n}",
    "[n] -> [n-k] for k in 2..n-1 if n % k == 0",
    "[n] -> [n-k] for k in divisors(n) if k > 1 and k < n",
    "[n] -> [n-k] for k in 1..n/2 if n % k == 0",
    "[n] -> [n-k] for k in 1..n if n % k == 0 if k != n",
    "[n] -> [n-k] for k in 1..n if gcd(n, k) == 1",
    "[n] -> [k] for k in 1..n-1 if 1 == gcd(k, n)",
    "[n] if n > 0 -> [n-k] for k in 1..n-1 if gcd(n-k, n) == 1",
    "[n] -> [n-k] for k in 1..n/2",
    "[n] -> [n-k] for k in 1..(n+1)/2",
    "[n] -> [n-k] for k in 1..n/3",
    "[n] -> [n-k] for k in 1..(n-2)/3",
    "[n] -> [n-k] for k in 1..isqrt(n)",
    "[n] -> [n-k] for k in 1..ilog2(n)+1",
    "[n] -> [n-k] for k in 1..2*n/3",
    "[n] -> [n-k] for k in 1..n if k*k < n + 3",
    "[n] if n > 0 -> [t] for t in isqrt(n)..n-1",
    "[n] -> [n-k] for k in 1..min(n/2, isqrt(n)) + 3",
    "[n] if n >= 1 -> [k] for k in 0..n/2",
    "[n] if n > 0 -> [k] for k in n/3..n/2",
    "[n] -> [n-k] for k in n/3..n/2 if n > 2 | [n/4] if n > 5",
    "[n] -> [n-k] for k in 1..n if 2*k <= n and 3*k >= n",
    "[n] if n > 1 -> [k] for k in ilog2(n)..n-isqrt(n) if 2*k <= n",
    "[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2",
    "[n] -> [n-a] + [a] for a in 1..n-1 | [n-k] for k in 1..n",
    "[n] -> [a] + [n-a] for a in 1..(n-1)/2",
    "[n] -> [a] + [n-a] for a in 1..n-1 if a != n-a",
    "[n] -> [n-a] + [a] for a in 0..n if a > 0 and a < n-a",
    "[n] -> [a] + [n-a] for a in 1..n if not n == 2*a and n-a > 0",
    "[n] -> [a] + [n-2-a] for a in 0..n if a >= n-2-a",
    "[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k",
    "[n] -> [n-1] | [a] + [n-2-a] for a in 1..(n-2)/2",
    "[n] -> choose 3 of [i] for i in 0..n-1",
    "[n] -> [n-1] if n >= 1 | [n-3] if n >= 3 | [n-4] if n > 3",
    "[n] -> [n-k] for k in {1, 3, 4} if k <= n",
    "[n] -> [n-k] for k in 1..n if n > 0 and k >= 1",
    "[n] -> [k] for k in 0..n-1 if k < n",
    "[n] -> [a] + [n-a] for a in 1..n-1 if n >= 2 and a < n | [n-k] for k in 1..n",
    "[a, b] -> [a-k, b] for k in 1..a if a > 0 | [a, b-k] for k in 1..b if b != 0",
    "[n, m] -> [n-k, m] for k in 1..min(n, m)",
    "[m, n] -> [m, n-k] for k in 1..m",
    "[a, b] -> [a-k, b] for k in 1..a | [a, k] for k in 0..b-1",
    "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..min(a, b)",
    "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..a",
    "unordered [a, b] if a > 0 -> [a, b-k*a] for k in 1..b/a",
    "[a, b] if a > 0 and b > 0 -> [a, b-k*a] for k in 1..b/a | [a-k*b, b] for k in 1..a/b",
    "[a, b] -> [a, b-k*a] if a > 0 for k in 1..b if k*a <= b | [a-m, b] if b > 0 for m in b..a step b",
    "unordered [a, b] if a > 0 -> [a, b-k*a] for k in 1..(b-1)/a",
    "[a, b] if a*b > 0 -> [a, b-m] for m in 1..b-1 if m % a == 0 | [a-k*b, b] for k in 1..a if k*b < a",
    "[n, q] -> [n-k, 2*k] for k in 1..min(n, q)",
    "fresh[n] -> [n-k, 2*k] for k in 1..n-1\n[n, q] -> [n-k, 2*k] for k in 1..q",
    "[n, last] -> [n-k, k] for k in 1..min(n, 3*last)",
    "fresh[n] -> [n-k, k] for k in 1..n-1\n[n, last] -> [n-k, k] for k in 1..2*last",
];

/// All heaps from one to another.
fn windows(c: &mut Choices) -> String {
    const ENDS: [&str; 14] = [
        "n/2",
        "n/3",
        "n/4",
        "n/5 + 1",
        "2*n/3",
        "n-1",
        "n-2",
        "n - n/3",
        "n - n/2",
        "isqrt(n)",
        "ilog2(n)",
        "max(n/3, 4)",
        "min(n/2, n-3)",
        "n - isqrt(n)",
    ];
    let families = c.several(1, 2, |c| {
        let (from, to) = (c.one_of(&ENDS), c.one_of(&ENDS));
        let family = match c.below(4) {
            0 => format!("[{from}]"),
            1 => format!("[n-k] for k in {from}..{to}"),
            _ => format!("[k] for k in {from}..{to}"),
        };
        let condition = c.one_of(&["", "", " if n > 3", " if n < 30", " if n % 2 == 1"]);
        family + condition
    });
    format!("[n]{} -> {}", guard(c), families.join(" | "))
}

fn guard(c: &mut Choices) -> &'static str {
    c.one_of(&[
        "",
        " if n > 0",
        " if n >= 1",
        " if n != 0",
        " if n > 1",
        " if n >= 0",
        " if n % 2 == 0",
        " if n < 1",
    ])
}

/// A condition of a family, which may say nothing new.
fn condition(c: &mut Choices, coord: &str) -> String {
    if !c.once_in(3) {
        return String::new();
    }
    let (less, rest) = (format!("{coord}-1"), format!("{coord}-k"));
    let left = c.one_of(&[coord, "k", "a", "2", &less, &rest]);
    let right = c.one_of(&[coord, "k", "0", "1", "2", "3", &rest]);
    let comparison = c.one_of(&["<", "<=", ">", ">=", "!=", "=="]);
    let more = c.one_of(&["", "", " and k > 0", " or k > 2"]);
    format!(" if {left} {comparison} {right}{more}")
}

fn heap(c: &mut Choices) -> String {
    let guard = guard(c);
    let families = c.several(1, 3, |c| {
        let family = heap_family(c);
        family + &condition(c, "n")
    });
    format!("[n]{guard} -> {}", families.join(" | "))
}

fn heap_family(c: &mut Choices) -> String {
    match c.below(6) {
        0 => {
            let from = c.one_of(&[
                "1", "0", "2", "3", "(n+1)/2", "n/2", "n/2 + 1", "(n+2)/2", "(1+n)/2", "-1", "n-3",
                "(n+1)/3",
            ]);
            let to = c.one_of(&[
                "n",
                "n-1",
                "n+1",
                "2*n",
                "3",
                "min(n, 3)",
                "min(2, n, 5)",
                "max(n, 3)",
                "min(n+1, 4)",
                "min(n-1, 3)",
                "n/2",
                "n*n",
                "min(n, n)",
                "n-n+3",
                "2",
            ]);
            format!("[n-k] for k in {from}..{to}")
        }
        1 => {
            let from = c.one_of(&["0", "1", "2", "n-4"]);
            let to = c.one_of(&["n-1", "n-2", "n/2", "(n-1)/2", "(n+1)/2", "n", "n-3", "2"]);
            format!("[k] for k in {from}..{to}")
        }
        2 => {
            let set = c.one_of(&[
                "{1, 3}",
                "{0, 1}",
                "{4, 2, 2}",
                "{}",
                "{-1, 2}",
                "1..n \\ {2}",
                "1..n \\ {0}",
                "1..n \\ {1, n}",
                "2..n \\ {3}",
                "1..4 \\ {2}",
                "(1..n \\ {2}) \\ {3}",
                "1..n \\ {1..3}",
                "0..n \\ {0}",
                "1..n step 2",
                "{2} or 3..n",
                "1..n and {1, 2, 7}",
                "{1..2, 5}",
                "{k for k in 1..3}",
                "{2**k for k in 0..1}",
                "primes(7)",
            ]);
            format!("[n-k] for k in {set}")
        }
        3 if c.once_in(8) => {
            let ranges = c.several(3, 3, |c| {
                let from = c.one_of(&["1", "0", "1", "2"]);
                format!("{from}..{}", c.one_of(&["n", "n", "n-1", "n/2"]))
            });
            let equation = c.one_of(&[
                "a + b + c == n",
                "n - b == a + c + 1",
                "a + b + 2*c == n",
                "a + b + c < n",
            ]);
            let more = c.one_of(&["", "", " and a <= b and b <= c", " and a < b", " and c != 1"]);
            let parts = c.one_of(&["[a] + [b] + [c]", "[c] + [a] + [b-1]"]);
            format!(
                "{parts} for a in {}, b in {}, c in {} if {equation}{more}",
                ranges[0], ranges[1], ranges[2]
            )
        }
        3 if c.once_in(4) => {
            let taken = c.one_of(&["", "-1", "-2"]);
            let ranges = c.several(2, 2, |c| {
                let from = c.one_of(&["1", "0", "1", "2"]);
                format!("{from}..{}", c.one_of(&["n", "n", "n-1", "n-2", "n/2"]))
            });
            let equation =
                c.one_of(&["a + b == n", "n - b == a", "a + 2*b == n", "a + b <= n", "a + b < n"]);
            let more =
                c.one_of(&["", " and a != b", " and a < b", " and b <= a", " and a > 0 and b > 0"]);
            let [one, two] = &ranges[..] else { unreachable!("two ranges") };
            if c.once_in(4) {
                let two = c.one_of(&["0..n-1-a", "a..n-2-a", "1..n-a-1", "0..n-a"]);
                return format!("[a] + [b] for a in {one}, b in {two}");
            }
            format!("[a] + [b] for a in {one}, b in {two} if {equation}{taken}{more}")
        }
        3 => {
            let taken = c.one_of(&["", "-1", "-2", "+1"]);
            let from = c.one_of(&["1", "0", "2"]);
            let to = c.one_of(&[
                "n/2", "(n-1)/2", "n-1", "n", "(n-2)/2", "n-2", "(n-3)/2", "(n+1)/2", "n-3", "3",
            ]);
            let conditions = c.several(0, 2, |c| parts(c, &format!("n{taken}")));
            let conditions: String = conditions.iter().map(|cond| format!(" if {cond}")).collect();
            format!("[a] + [n{taken}-a] for a in {from}..{to}{conditions}")
        }
        4 => {
            let taken = c.one_of(&["1..2", "{1, 3}", "{0, 1}", "{2}", "0..1", "{-1, 1}"]);
            let from = c.one_of(&["0", "1"]);
            let to = c.one_of(&["n-s", "(n-s)/2", "(n-s-1)/2", "n-s-1", "n", "n/2"]);
            let condition = c.several(0, 1, |c| format!(" if {}", parts(c, "n-s"))).concat();
            format!("[a] + [n-s-a] for s in {taken}, a in {from}..{to}{condition}")
        }
        _ => {
            let of = c.one_of(&["[i]", "[i]", "[i+1]", "[n-1-i]"]);
            let from = c.one_of(&["0", "1"]);
            let to = c.one_of(&["n-1", "n-2", "n", "2", "n/2 - 1"]);
            let filter = c.one_of(&["", "", " if i != 1"]);
            format!("choose {} of {of} for i in {from}..{to}{filter}", c.below(4))
        }
    }
}

/// A condition on the parts `a` and what is left of `whole`.
fn parts(c: &mut Choices, whole: &str) -> String {
    let comparison = c.one_of(&["<", "<=", ">", ">=", "!=", "=="]);
    let compared = match c.below(6) {
        0 => format!("a {comparison} {whole} - a"),
        1 => format!("2*a {comparison} {whole}"),
        2 => format!("{whole} - 2*a {comparison} {}", c.one_of(&["0", "1", "-1"])),
        3 => format!("a {comparison} {}", c.one_of(&["0", "1", "n/2"])),
        4 => format!("{whole} - a {comparison} {}", c.one_of(&["0", "1", "a + 1"])),
        _ => format!("a {comparison} 0 and {whole} - a {comparison} a"),
    };
    if c.once_in(5) { format!("not {compared}") } else { compared }
}

fn pair(c: &mut Choices) -> String {
    let unordered = c.one_of(&["", "unordered "]);
    let guard = c.one_of(&["", "", " if a > 0", " if a > 0 and b > 0"]);
    let mut families = vec![
        slide(c, "[a-k, b]", "[k, b]", "a"),
        slide(c, "[a, b-k]", "[a, k]", "b"),
        slide(c, "[a-k, b-k]", "[a-k, b-2*k]", "min(a, b)"),
    ];
    // Most often all three or the first two, as in Wythoff's game and Nim.
    match c.below(6) {
        0 | 1 => {}
        2 | 3 => families.truncate(2),
        4 => families.truncate(1),
        _ => {
            families.remove(c.below(3));
        }
    }
    if c.once_in(8) {
        // Nothing is left, whatever the coordinates.
        let guard = c.one_of(&[" if a == 3", " if b > 2", " if a in {1, 4}", " if a < b", guard]);
        return format!("{unordered}[a, b]{guard} -> []");
    }
    format!("{unordered}[a, b]{guard} -> {}", families.join(" | "))
}

fn slide(c: &mut Choices, taken: &str, left: &str, whole: &str) -> String {
    let family = any_slide(c, taken, left, whole);
    let coord = c.one_of(&["a", "b"]);
    family + &condition(c, coord)
}

fn any_slide(c: &mut Choices, taken: &str, left: &str, whole: &str) -> String {
    match c.below(10) {
        0..=3 => format!("{taken} for k in 1..{whole}"),
        4 => format!("{left} for k in 0..{whole}-1"),
        5 => format!("{taken} for k in 1..a"),
        6 => format!("{taken} for k in 1..b"),
        7 => format!("{taken} for k in 1..max(a, b)"),
        8 => format!("{taken} for k in {}..{whole}", c.one_of(&["2", "0", "1"])),
        _ => format!("{taken} for k in 1..{}", c.one_of(&["a+b", "2", "min(a, b, 3)", "a-1"])),
    }
}

fn fibonacci(c: &mut Choices) -> String {
    let next = c.one_of(&["2*k", "k+k", "k*2", "3*k", "2*k+1", "k", "k", "k"]);
    let most = c.one_of(&[
        "min(n, q)",
        "q",
        "min(q, n)",
        "min(n, q, 5)",
        "min(n, q-1)",
        "q+n",
        "min(n, 2*q)",
        "3*q",
        "2*q",
    ]);
    let guard = c.one_of(&["", "", " if n > 2"]);
    let rest = format!("[n, q]{guard} -> [n-k, {next}] for k in 1..{most}");
    if c.once_in(2) {
        return rest;
    }
    let first = c.one_of(&["n-1", "n", "n-2", "n/2"]);
    let after = c.one_of(&["2*k", "2*k", "3*k", "k"]);
    format!("fresh[n] -> [n-k, {after}] for k in 1..{first}\n{rest}")
}
