use super::*;

/// The canonical text, after checking that it parses to the same tree.
fn canonical(source: &str) -> String {
    let program = parse(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let printed = program.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again, program, "{source} printed as {printed}");
    printed
}

#[test]
fn every_example_of_the_notation_is_read_and_printed() {
    let cases = [
        (
            "[n] -> [k] for k in 0..n-1 | [a] + [n-a] for a in 1..n/2",
            "[n] -> [k] for k in 0..n - 1\n    | [a] + [n - a] for a in 1..n / 2",
        ),
        (
            "game pas(c, z, n) \"Strips on a board\"\n[p] -> [a] + [p-s-a]   for s in {c, z, n}, a in 0..p-s",
            "game pas(c, z, n) \"Strips on a board\"\n[p] -> [a] + [p - s - a] for s in {c, z, n}, a in 0..p - s",
        ),
        (
            "sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 1..w/2\nwin on sheet[1, 1]",
            "sheet[w, h] -> sheet[i, h] + sheet[w - i, h] for i in 1..w / 2\nwin on sheet[1, 1]",
        ),
        (
            "[n] if n > 0 -> [n-d]  for d in {max(digits(n)), min(digits(n) \\ {0})}",
            "[n] if n > 0 -> [n - d] for d in {max(digits(n)), min(digits(n) \\ {0})}",
        ),
        ("[k] -> choose 7 of [i] for i in 0..k-1", "[k] -> choose 7 of [i] for i in 0..k - 1"),
        (
            "[n] -> (n % m) * [n/m + 1] + (m - n % m) * [n/m] for m in 2..n",
            "[n] -> n % m * [n / m + 1] + (m - n % m) * [n / m] for m in 2..n",
        ),
        (
            "[n] -> sum(i in 0..m-1) [a+i] for m in 2..n, a in 1..n",
            "[n] -> sum(i in 0..m - 1) [a + i] for m in 2..n, a in 1..n",
        ),
        (
            "[n] -> [n-m] let m = max(digits(n)) if m > 0",
            "[n] -> [n - m] let m = max(digits(n)) if m > 0",
        ),
        (
            "[n] -> [n-s] for s in {2**k for k in 0..ilog2(n)}",
            "[n] -> [n - s] for s in {2 ** k for k in 0..ilog2(n)}",
        ),
        (
            "unordered [a,b] -> [] | [a, b-1] if not (a in 1..9 step 2 or a == -b)\nmisere",
            "unordered [a, b] -> []\n                 | [a, b - 1] if not (a in 1..9 step 2 or a == -b)\nmisere",
        ),
        (
            "[k] -> [k-1] + choose 2 of [i] for i in 0..k-1 + [0] if k > 2",
            "[k] -> [k - 1] + (choose 2 of [i] for i in 0..k - 1) + [0] if k > 2",
        ),
        (
            "[n] -> sum(i in 1..2) (2 * [n-i]) + 2 * (3 * [n-1])",
            "[n] -> sum(i in 1..2) (2 * [n - i]) + 2 * (3 * [n - 1])",
        ),
        (
            "[n] -> (2 * p[n-1] + [n-2]) for k in 0..n + n\n[m] -> []",
            "[n] -> 2 * p[n - 1] + [n - 2] for k in 0..n + n\n[m] -> []",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(canonical(source), expected);
    }
}

#[test]
fn operators_bind_as_in_mathematics() {
    for (source, expected) in [
        ("-2**2", "-2 ** 2"),
        ("(-2)**2", "(-2) ** 2"),
        ("2**3**2", "2 ** 3 ** 2"),
        ("(2**3)**2", "(2 ** 3) ** 2"),
        ("a-(b-c)", "a - (b - c)"),
        ("a-b-c", "a - b - c"),
        ("(a+b)*c", "(a + b) * c"),
        ("- -5", "5"),
        ("-(a+b)", "-(a + b)"),
        ("-a*b", "-a * b"),
        ("and(a, b) + or(a, b)", "and(a, b) + or(a, b)"),
    ] {
        let printed = canonical(&format!("[a, b] -> [{source}, b]"));
        assert_eq!(printed, format!("[a, b] -> [{expected}, b]"));
    }
}

#[test]
fn mistakes_are_placed_and_mended() {
    for (source, place, message, help) in [
        ("n -> [n-1]", (1, 3), "expected `[`", "in square brackets: [n] ->"),
        ("[a b] -> [a-1]", (1, 4), "expected `]`", "separated by commas"),
        ("[n] -> [n-k] for k in 1..n if k is prime", (1, 36), "expected `[`", "is_prime(k)"),
        ("", (1, 1), "no rule", "[n] ->"),
        ("[n]", (1, 4), "`->`", ""),
        ("[n] -> n-1", (1, 8), "expected a component", "square brackets"),
        ("[n] -> [n-1", (1, 12), "`]`", ""),
        ("[n] ->\n [n-1] for k = 1..3", (2, 14), "`in`", "for k in"),
        ("[n] -> [n-1] if 0 < n < 5", (1, 23), "chained", "and"),
        ("[n] -> [n-1] if n = 5", (1, 19), "`|`", ""),
        ("[3] -> [2]", (1, 2), "names its coordinates", "if n == 3"),
        ("[n] -> [n - 99999999999999999999]", (1, 13), "64 bits", "9223372036854775807"),
        ("[for] -> []", (1, 2), "word of the notation", "another name"),
        ("nim 3", (1, 5), "`[`", "grundy games"),
        ("| [n-1]", (1, 1), "without a rule", "separates"),
        ("[n] -> [n-k] for k in {1, 2", (1, 28), "`}`", ""),
    ] {
        let error = parse(source).unwrap_err();
        assert_eq!(error.line_column(), place, "{source}: {error}");
        assert!(error.message.to_string().contains(message), "{source}: {error}");
        assert!(
            error.help.as_ref().map(ToString::to_string).unwrap_or_default().contains(help),
            "{source}: {error}"
        );
    }
}

#[test]
fn depth_and_length_are_limited() {
    for source in [
        format!("[n] -> [{}n", "(".repeat(60_000)),
        format!("[n] -> [n{}]", " + 1".repeat(10_000)),
        format!("[n] -> [{}n]", "-".repeat(60_000)),
        format!("[n] -> {}", "(".repeat(60_000)),
        format!("[n] -> {}[n]", "2 * ".repeat(10_000)),
        format!("[n] -> [n] if {}n", "not ".repeat(10_000)),
        format!("[n] -> [n{}]", "**n".repeat(10_000)),
        " ".repeat(70_000),
    ] {
        assert!(parse(&source).is_err());
    }
}

#[test]
fn what_was_certainly_meant_is_shown_as_a_whole_rule() {
    for (typed, meant) in [
        ("[l,r] -> [l,k]+[k,r] for k in l<k<r", "[l,r] -> [l,k]+[k,r] for k in l+1..r-1"),
        ("[l,r] -> [l,k]+[k,r] for l<k<r", "[l,r] -> [l,k]+[k,r] for k in l+1..r-1"),
        ("[l,r] -> [l,k]+[k,r] for r>k>=l+1", "[l,r] -> [l,k]+[k,r] for k in l+1..r-1"),
        ("[n] -> [a]+[b] for a,b in 0..n-1", "[n] -> [a]+[b] for a in 0..n-1, b in 0..n-1"),
        ("[n] -> [n-d] for d in 1..n if d | n", "[n] -> [n-d] for d in 1..n if n % d == 0"),
        (
            "[n] -> [n-d] for d in 1..n if d>1 and d | n-1",
            "[n] -> [n-d] for d in 1..n if d>1 and (n-1) % d == 0",
        ),
        ("[a,n] -> [a-1,n] if |a-n| < 3", "[a,n] -> [a-1,n] if abs(a-n) < 3"),
        ("(l,r) -> (l+1,r) | (l,r-1)+(0,r)", "[l,r] -> [l+1,r] | [l,r-1]+[0,r]"),
        ("{n} -> {n-1} | {n-2}", "[n] -> [n-1] | [n-2]"),
        ("[n] -> [n-k] for k in {1, 2} | {4}", "[n] -> [n-k] for k in {1, 2} or {4}"),
        ("[n] -> {[n-1], [n-2]}", "[n] -> [n-1]| [n-2]"),
        (
            "[l..r] -> [l..k] + [k..r] for k in l+1..r-1",
            "[l, r] -> [l, k] + [k, r] for k in l+1..r-1",
        ),
        ("n -> n-k for 1<=k<=3", "[n] -> [n-k] for k in 1..3"),
        ("a,b -> [a-1,b]", "[a,b] -> [a-1,b]"),
        ("[n] -> 2[n-1]", "[n] -> 2 * [n-1]"),
        ("[n] -> [n-1], [n-2]", "[n] -> [n-1] | [n-2]"),
        ("[n] -> [n-1] or [n-2]; [n-3]", "[n] -> [n-1] | [n-2] | [n-3]"),
        ("[n] -> [n-k], k in {1,2}", "[n] -> [n-k] for k in {1,2}"),
        ("[n] -> [n-k] k in {1,2}", "[n] -> [n-k] for k in {1,2}"),
        ("[n] -> [n-k], for k in {1,2}:", "[n] -> [n-k] for k in {1,2}"),
        ("[n] -> [n-k] for k=1..3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k = 1,2,3", "[n] -> [n-k] for k in {1,2,3}"),
        ("[n] -> [n-k] for k in [1,2,3]", "[n] -> [n-k] for k in {1,2,3}"),
        ("[n] -> [n-k] for k {1,2,3}", "[n] -> [n-k] for k in {1,2,3}"),
        ("[n] -> [n-k] for k in range(1,4)", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k in range(1,n+1,2)", "[n] -> [n-k] for k in 1..n step 2"),
        ("[n] -> [n-k] for k in set(1,2)", "[n] -> [n-k] for k in {1, 2}"),
        ("[n] -> [n-k] for k from 1 to n", "[n] -> [n-k] for k in 1 .. n"),
        ("[n] -> [n-k] for each k in 1...n", "[n] -> [n-k] for k in 1..n"),
        (
            "[n] -> [n-k] for k in 1..n where k = 2 || k==n",
            "[n] -> [n-k] for k in 1..n if k == 2 or k==n",
        ),
        ("[n] => [n-1] if n => 3", "[n] -> [n-1] if n >= 3"),
        (
            "[n] -> [n-k] for k in 1..n && k<3 && !(k==2)",
            "[n] -> [n-k] for k in 1..n if k<3 and not (k==2)",
        ),
        ("[n] -> [n-1] if 0<n<5 || row[n]", "[n] -> [n-1] if 0<n and n < 5 | row[n]"),
        ("[n] -> [n-1] if not 1<n<5", "[n] -> [n-1] if not (1<n and n<5)"),
        ("[n] -> [n div 2] if n mod 2 = 0", "[n] -> [n / 2] if n % 2 == 0"),
        ("[n] = [n//2]", "[n] -> [n/2]"),
        ("[n] -> [n-1] if n%2==0 else [n-2]", "[n] -> [n-1] if n%2==0 | [n-2] if not (n%2==0)"),
        (
            "[n] -> [n-k] for k in 1..3 if k<2 else [n-k-1]",
            "[n] -> [n-k] for k in 1..3 if k<2 | [n-k-1] for k in 1..3 if not (k<2)",
        ),
        (
            "[n] -> [n-1] if n>5 else [n-2] if n>3 else [n-3] | []",
            "[n] -> [n-1] if n>5 | [n-2] if n>3 if not (n>5) | [n-3] if not (n>5) and not (n>3) | []",
        ),
        ("[n] -> [n%2==0 ? n/2 : n-1]", "[n] -> [n/2] if n%2==0 | [n-1] if not (n%2==0)"),
        ("[n] -> [n/2 if n%2==0 else n-1]", "[n] -> [n/2] if n%2==0 | [n-1] if not (n%2==0)"),
        ("[n] -> [n-1 if n%2 else n-2]", "[n] -> [n-1] if n%2 != 0 | [n-2] if n%2 == 0"),
        (
            "[a, n] -> [a-k, n = 3 ? 1 : 2] for k in 1..3 | [a, n-1]",
            "[a, n] -> [a-k, 1] for k in 1..3 if n == 3 | [a-k, 2] for k in 1..3 if not (n == 3) | [a, n-1]",
        ),
        (
            "[n] -> [n>5 ? n-1 : n>3 ? n-2 : n-3]",
            "[n] -> [n-1] if n>5 | [n-2] if not (n>5) if n>3 | [n-3] if not (n>5) if not (n>3)",
        ),
        ("[n] -> [a]+[b] for a in 1..n-1, b = n-a", "[n] -> [a]+[b] for a in 1..n-1 let b = n-a"),
        (
            "[n] -> [a]+[b] for a in 1..n-1, b = n-a, c in 1..2 if c<b",
            "[n] -> [a]+[b] for a in 1..n-1 let b = n-a for c in 1..2 if c<b",
        ),
        ("[n] -> [b] for b = max(n-3, 0) if b<n", "[n] -> [b] let b = max(n-3, 0) if b<n"),
        ("a[n] -> b[n-1]; b[n] -> b[n-1] if n > 3", "a[n] -> b[n-1] b[n] -> b[n-1] if n > 3"),
        ("[n] -> [n-1]; misere", "[n] -> [n-1] misere"),
        ("[n] -> [n & 1]", "[n] -> [and(n, 1)]"),
        ("[m] -> [and(m, ~k)] for k in 1..m", "[m] -> [m - and(m, k)] for k in 1..m"),
        (
            "[m] -> [m ^ (1<<i)] for i in 0..4 if (m >> i) & 1",
            "[m] -> [xor(m, shl(1, i))] for i in 0..4 if and(shr(m, i), 1) != 0",
        ),
        (
            "[m] -> [m & ~(1<<i)] for i in 0..4 if m & 1<<i && m > 3",
            "[m] -> [m - and(m, shl(1, i))] for i in 0..4 if and(m, shl(1, i)) != 0 and m > 3",
        ),
        ("[n] -> [n-1] if n > 0 && !(n % 2)", "[n] -> [n-1] if n > 0 and n % 2 == 0"),
        ("[n] -> [n-k] where 1<=k<=3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k < n", "[n] -> [n-k] for k in 1..n-1"),
        ("[n] -> [k] for k < n", "[n] -> [k] for k in 0..n-1"),
        ("[a,b] -> [c,b] for c<a", "[a,b] -> [c,b] for c in 0..a-1"),
        ("[n] -> [n-k] for k≤3 且 k≥1", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k>2 and k<=n", "[n] -> [n-k] for k in 3..n"),
        ("[n] -> [n-k] for k in primes", "[n] -> [n-k] for k in primes(n)"),
        ("[n] -> [n-k] for k in odd(n)", "[n] -> [n-k] for k in 1..n step 2"),
        ("[n] -> [n-k] for k in even(n-1)", "[n] -> [n-k] for k in 2..n-1 step 2"),
        ("[n] -> [n-1|3|4]", "[n] -> [n-k] for k in {1, 3, 4}"),
        ("[n] -> [n-1] if n even | [n-2]", "[n] -> [n-1] if n % 2 == 0 | [n-2]"),
        ("[n] if n is odd -> [n-1]", "[n] if n % 2 == 1 -> [n-1]"),
        (
            "[n] -> [n-k] for k in 1..n if prime(k) and not odd(n-k)",
            "[n] -> [n-k] for k in 1..n if is_prime(k) and not (n-k) % 2 == 1",
        ),
        ("[n] -> [n-1] if n is divisible by 3", "[n] -> [n-1] if n % 3 == 0"),
        ("[n] -> [n-k] such that k in 1..3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-1] if n = 1 mod 3", "[n] -> [n-1] if n % 3 == 1"),
        ("[n] -> [n-1] if n ≡ 1 (mod 3)", "[n] -> [n-1] if n % 3 == 1"),
        (
            "[n] -> [n-k] for k in 1..n if n-k != 0 mod 3",
            "[n] -> [n-k] for k in 1..n if (n-k) % 3 != 0",
        ),
        ("[n] -> [n-1] for n odd", "[n] -> [n-1] if n % 2 == 1"),
        ("[n] -> [n-k] for k | n, k prime", "[n] -> [n-k] for k in divisors(n) if is_prime(k)"),
        ("[n] -> [n-k] for k prime, k | n", "[n] -> [n-k] for k in primes(n) if n % k == 0"),
        ("[n] -> [n-k] for prime k | n", "[n] -> [n-k] for k in divisors(n) if is_prime(k)"),
        ("[n] -> [n-k] for k in {1,2,...,n}", "[n] -> [n-k] for k in {1..n}"),
        ("[n] -> [n-k] for k in {1,3,⋯,9}", "[n] -> [n-k] for k in {1..9 step 2}"),
        ("[n] -> [n-1]。", "[n] -> [n-1]"),
        ("[n] -> [n-1].", "[n] -> [n-1]"),
        ("[n] -> [n-1]，[n-2]", "[n] -> [n-1] | [n-2]"),
        ("[n] -> [n-1] if n%2！＝0", "[n] -> [n-1] if n%2!=0"),
        ("[n] -> [n-k] ∀ k ∈ 1..3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k in 1..3 且 k≠2", "[n] -> [n-k] for k in 1..3 if k!=2"),
        ("[n] -> [n-k] with k in {1,2} if 0<k<n", "[n] -> [n-k] for k in {1,2} if 0<k and k<n"),
        ("[n] -> [n-k] if 1<=k<=n", "[n] -> [n-k] for k in 1..n"),
        ("[n] -> [n-k] for k in divisors(n), k<n", "[n] -> [n-k] for k in divisors(n) if k<n"),
        ("[n] -> [⌊n/2⌋] | [n-k] for k in 1:3", "[n] -> [(n/2)] | [n-k] for k in 1..3"),
        ("【n】→［n－k］；［n－k－１］ for k∈｛1，2、3｝", "[n]->[n-k]"),
        (
            "［n］→［n－k］＋［k］ for k∈｛1，2、3｝ 其中 k≤n×2",
            "[n]->[n-k]+[k] for k in {1,2,3} if k<=n*2",
        ),
    ] {
        let error = parse(typed).unwrap_err();
        let help = error.help.as_ref().map(ToString::to_string).unwrap_or_default();
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        let lost = meant == "[n]->[n-k]" || meant.contains("row");
        assert_eq!(whole, (!lost).then_some(meant), "{typed}: {error}");
    }
}

#[test]
fn what_comes_from_other_notations_is_mended_whole() {
    for (typed, meant) in [
        ("[n] = [n-1] | [n-2]", "[n] -> [n-1] | [n-2]"),
        ("f(n, m) -> f(n-1,m)|f(m, n)", "f[n, m] -> f[n-1,m]|f[m, n]"),
        ("[n] -> [n-k] for k in [1..n]", "[n] -> [n-k] for k in 1..n"),
        ("[n] -> [n-k] for k in [1..3)", "[n] -> [n-k] for k in 1..2"),
        ("sg[n] = sg[n-1] | sg[n-2]", "sg[n] -> sg[n-1] | sg[n-2]"),
        ("[n]->[n-k] FOR k IN 1..n IF n>2 AND k>1", "[n]->[n-k] for k in 1..n if n>2 and k>1"),
        ("[n] -> [n-k for k in 1..3]", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-a for a in {1,2,3}", "[n] -> [n-a] for a in {1,2,3}"),
        ("[n] -> [n-k] for k in 1..3 if n>=k, n!=4", "[n] -> [n-k] for k in 1..3 if n>=k and n!=4"),
        ("[n] -> [i] and [n-i] for i in 1..n-1", "[n] -> [i] + [n-i] for i in 1..n-1"),
        ("[n] -> [n-1],[n-2]", "[n] -> [n-1] | [n-2]"),
        ("[n] -> [n-k] for k in 1..n if k∣n", "[n] -> [n-k] for k in 1..n if n % k == 0"),
        (
            "[n] -> [n-k] for k in 1..3 if k not in {2}",
            "[n] -> [n-k] for k in 1..3 if not k in {2}",
        ),
        ("[x;y] -> [x-1, y]", "[x,y] -> [x-1, y]"),
        ("[n] -> [n-k] for k in 1..n, gcd(n,k)=1", "[n] -> [n-k] for k in 1..n if gcd(n,k)==1"),
        ("[n] -> [n-k] for k in 1..n, k % 2 = 1", "[n] -> [n-k] for k in 1..n if k % 2 == 1"),
        ("[n] -> (a) + (n-a) for a in 1..n-1", "[n] -> [a] + [n-a] for a in 1..n-1"),
        ("(n) -> (n-1) + (n-2)", "[n] -> [n-1] + [n-2]"),
        ("[n] -> (n-1)", "[n] -> [n-1]"),
        ("[n] -> [n-k] for k in range(3, 0, -1)", "[n] -> [n-k] for k in 1..3"),
        (
            "[n] -> [n xor k] for k in 1..n if n xor k < n",
            "[n] -> [xor(n, k)] for k in 1..n if xor(n, k) < n",
        ),
    ] {
        let error = parse(typed).unwrap_err();
        let help = error.help.as_ref().map(ToString::to_string).unwrap_or_default();
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole, Some(meant), "{typed}: {error}");
    }
    for (typed, named) in [
        ("[n] -> [n-k] for k in 1..3 if k ∉ {2}", "not k in"),
        ("sg[n] = mex(sg[n-1], sg[n-2])", "taken by itself"),
        ("[a[i]] -> [a[i]-1]", "no index"),
        ("[N]\n-> [N-K]\nFOR K IN 1..N", "small letters"),
    ] {
        let help = parse(typed).unwrap_err().help.unwrap().to_string();
        assert!(help.contains(named), "{typed}: {help}");
    }
}

#[test]
fn where_several_things_may_be_meant_the_help_names_them() {
    for (typed, named) in [
        ("[l,r] -> [l,k]+[k,r] for k in (l,r)", "l+1..r-1 for all numbers between, {l,r} for"),
        ("[l,r] -> [l,k]+[k,r] for k in [l,r)", "l..r-1 for all"),
        ("[n] -> [n-k] for k in (1,2)", "write 1..2 for all numbers between, {1,2} for these two"),
        (
            "[n] -> [n-k] for k in (3, 1)",
            "write 1..3 for all numbers between, {3, 1} for these two",
        ),
        ("[n] -> [n-k] for k in (1,4)", "write 2..3 for all numbers between, {1,4} for these two"),
        ("[n] -> [a]+[b] for a+b = n", "let b = n - a"),
        ("[n] -> [n^2]", "n**2 for a power, xor(n, 2) for"),
        ("[n] -> [n-k] for k in 1..(n choose 2)", "n * (n-1) / 2"),
        ("[n] -> [n-1] if n > 3 & n < 9", "and(3, n) for bits"),
        ("[n] -> [n!]", "no factorial"),
        ("[n] -> if n > 3 [n-1]", "after the option"),
        ("[n] -> [n-1] if n > 3 else n-2", "if n > 3 | [n-2] if not (n > 3)"),
        ("[n] -> [n-1] if n > 3 if n < 9 else [n-2]", "cases are two options"),
        ("[n] -> [n-1] if n > 3 ? 1", "cases are two options"),
        ("[n] -> sum(i in 1..3) [n%2==0 ? i : n-i]", "cases are two options"),
        ("[n] -> [n-1, n%2==0 ? 1 : 2], [n-2, 1]", "cases are two options"),
        ("[n] -> [n - S[k]] for k in 1..3", "for s in {1, 3, 4}"),
        ("[n] -> [n + S[k]] for k in 1..3", "for s in {1, 3, 4}"),
        ("[n] -> [n-1] for k in 1..3 if S[k] > n", "for s in {1, 3, 4}"),
        ("[n] -> [n-k] for k = n", "for k in 1..3"),
        ("[m] -> [m - ~k] for k in 1..m", "m - and(m, k)"),
        ("a[n] -> b[n-1] ; b[n] -> [n-1]", "the next one just follows"),
        ("[n] -> [n-1] unless n == 3", "written `if`"),
        ("[n] -> a-1, n", "square brackets"),
        ("[n] -> [n-d] for d in {d for d in 1..n if d | n}", "n % d == 0"),
        ("[n] -> [n-k] for k in {1,2,4,...,n}", "both ends"),
        ("[n] -> [n-k] for k in {1,a,...,n}", "both ends"),
        ("[n] -> [n-k] for k > 3", "two ends: for k in"),
        ("[n] -> [a] + [n-a] for a < n", "two ends: for a in 1..n-1"),
    ] {
        let help = parse(typed).unwrap_err().help.unwrap().to_string();
        assert!(help.contains(named), "{typed}: {help}");
        assert!(!help.contains("the whole rule"), "{typed}: {help}");
    }
}

/// Each level that is read twice doubles the time: of forty such it would not end.
#[test]
fn mistakes_in_nested_choices_are_found_at_once() {
    for choice in [
        "{1 for x in ",
        "{1 for x < ",
        "{1 for x from {",
        "{1 for x in min(",
        "{1 for x {",
        "{1 for x in |",
        "{1 for prime x in ",
        "{1 if x in (1, ",
        "{1 if x == 1 or (",
    ] {
        for levels in [40, 400] {
            let typed = format!("[n] -> [n-k] for k in {}", choice.repeat(levels));
            assert!(parse(&typed).is_err(), "{choice}");
        }
    }
    let deep =
        format!("[n] -> [n-k] for k in {}1..3{}", "{1 for x in ".repeat(300), "}".repeat(300));
    assert!(parse(&deep).unwrap_err().message.to_string().contains("in one another"));
}

/// The help about a rule, of which a whole rule that is shown can be opened.
pub(super) fn advice(typed: &str) -> String {
    let error = crate::games::open(typed).expect_err(typed);
    let help = error.help.map(|help| help.to_string()).unwrap_or_default();
    if let Some((_, whole)) = help.split_once("the whole rule: ") {
        assert!(crate::games::open(whole).is_ok(), "{typed}: {whole}");
    }
    help
}

#[test]
fn what_is_separated_or_told_otherwise_is_shown_whole() {
    for (typed, meant) in [
        (
            "[a,b] -> [a-k,b] or [a,b-k] for k in 1..min(a,b)",
            "[a,b] -> [a-k,b] for k in 1..min(a,b) | [a,b-k] for k in 1..min(a,b)",
        ),
        (
            "[n] -> [n-k]; [n-2*k] for k in 1..n if k != 2 | []",
            "[n] -> [n-k] for k in 1..n if k != 2 | [n-2*k] for k in 1..n if k != 2 | []",
        ),
        (
            "[n] -> [n-k] / [n-2*k] or [n-3*k] for k in 1..n",
            "[n] -> [n-k] for k in 1..n | [n-2*k] for k in 1..n | [n-3*k] for k in 1..n",
        ),
        ("[n] -> [n-k] for k in divisors(n) | {2}", "[n] -> [n-k] for k in divisors(n) or {2}"),
        ("[n] -> [n-k] for k in 1..3 | {5, 7}", "[n] -> [n-k] for k in 1..3 or {5, 7}"),
        ("[n] -> [n-1 | n-2]", "[n] -> [n-1] | [n-2]"),
        ("[n] -> [n-1 or n-2 or n-3]", "[n] -> [n - 1] | [n - 2] | [n - 3]"),
        ("[a,b] -> [a, b-1 or b-2]", "[a,b] -> [a, b - 1] | [a, b - 2]"),
        ("[n] -> ([n-1] | [n-2]) if n > 3", "[n] -> [n-1] if n > 3 | [n-2] if n > 3"),
        (
            "[n] -> ([n-k] | [k]) for k in 1..n-1 | []",
            "[n] -> [n-k] for k in 1..n-1 | [k] for k in 1..n-1 | []",
        ),
        ("[n] -> [n-m], m = 2", "[n] -> [n-m] let m = 2"),
        ("[n] -> [n-m] m = 2", "[n] -> [n-m] let m = 2"),
        ("[n] -> [n-m-k] let m = 1, k = 2", "[n] -> [n-m-k] let m = 1 let k = 2"),
        ("[n] -> [n-k], 1 <= k <= 3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-1], 1 <= n <= 3", "[n] -> [n-1] if 1 <= n and n <= 3"),
        ("[n] -> [n-1], n > 3", "[n] -> [n-1] if n > 3"),
        ("[n] -> [n-1], n = 3", "[n] -> [n-1] if n == 3"),
        ("[n] -> [n-k] k=1,2,3", "[n] -> [n-k] for k in {1,2,3}"),
        ("[n] -> [n - 1 if n > 3]", "[n] -> [n - 1] if n > 3"),
        ("[n if n > 3] -> [n-1]", "[n] if n > 3 -> [n-1]"),
        ("[n] -> [n-k] for k in 1..n by 2", "[n] -> [n-k] for k in 1..n step 2"),
        ("[n] -> [n-k] for k in odd numbers", "[n] -> [n-k] for k in 1..n step 2"),
        ("[n] -> [n-k] for k in 1..5 except 3", "[n] -> [n-k] for k in 1..5 \\ {3}"),
        ("[n] -> [n-k] for k in 1..5 without {3}", "[n] -> [n-k] for k in 1..5 \\ {3}"),
        ("[n] -> [n-k] for k in 1..5 except 2, 3", "[n] -> [n-k] for k in 1..5 \\ {2, 3}"),
        ("[n] -> [n-k] for k between 1 and 3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-1] if n equals 3", "[n] -> [n-1] if n == 3"),
        ("[n] -> [n/2] x 2 if n > 0", "[n] -> 2 * [n/2] if n > 0"),
        ("[n] -> [n-1]*2", "[n] -> 2 * [n-1]"),
        ("n] -> [n-1]", "[n] -> [n-1]"),
        ("[n] -> choose 2 from [i] for i in 0..n-1", "[n] -> choose 2 of [i] for i in 0..n-1"),
        ("[n] -> [n-k] for k in 1..<3", "[n] -> [n-k] for k in 1..2"),
        ("[n] -> [n-k] for k in 1..<n", "[n] -> [n-k] for k in 1..n-1"),
        ("[n] -> [n-m] let m in {1,2}", "[n] -> [n-m] for m in {1,2}"),
        ("[n] -> [n-math.gcd(n,4)]", "[n] -> [n-gcd(n,4)]"),
        ("[n] -> [n-k] 对于 k in 1..3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-k] for k 属于 1..3", "[n] -> [n-k] for k in 1..3"),
        ("[n] -> [n-p] for p prime", "[n] -> [n-p] for p in primes(n)"),
        ("[n] -> [n-k] for prime k", "[n] -> [n-k] for k in primes(n)"),
        ("[n] -> [n-k] for primes k", "[n] -> [n-k] for k in primes(n)"),
        ("[n] -> [n-k] for odd k in 1..9", "[n] -> [n-k] for k in 1..9 if k % 2 == 1"),
        ("[n] -> [n-k] for k in primes(1..n)", "[n] -> [n-k] for k in primes(n)"),
        ("[n] -> [n-k] for k in 1..floor(sqrt(n))", "[n] -> [n-k] for k in 1..isqrt(n)"),
        ("[n] -> [N-1]", "[n] -> [n-1]"),
        ("[n] -> [n-K] for k in 1..3", "[n] -> [n-k] for k in 1..3"),
    ] {
        let help = advice(typed);
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole, Some(meant), "{typed}: {help}");
    }
}

#[test]
fn values_that_are_listed_are_a_set() {
    for (typed, meant) in [
        ("k == 1 or 3 or 4", "k in {1, 3, 4}"),
        ("k == 1,3,4", "k in {1, 3, 4}"),
        ("k != 3,4", "not k in {3, 4}"),
        ("k != 3 or 4", "not k in {3, 4}"),
        ("k != 3 and 4", "not k in {3, 4}"),
        ("k == (1 or 3)", "k in {1, 3}"),
        ("k in (1,3,4)", "k in {1,3,4}"),
        ("k == {1,3}", "k in {1, 3}"),
        ("k != 1..3", "not k in 1..3"),
        ("k == ({1} or {3})", "k in ({1} or {3})"),
        ("k > 1 and k == 2 or 3", "k > 1 and k in {2, 3}"),
        ("not k == 2 or 3", "not k in {2, 3}"),
        ("n % 4 == 1 or 2", "n % 4 in {1, 2}"),
        ("n > 3 and n % 4 == 1, 2", "n > 3 and n % 4 in {1, 2}"),
    ] {
        let rule = |condition: &str| format!("[n] -> [n-k] for k in 1..n if {condition}");
        let help = advice(&rule(typed));
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole, Some(&rule(meant)[..]), "{typed}: {help}");
        let guard = |condition: &str| format!("[k, n] if {condition} -> [k-1, n]");
        let help = advice(&guard(typed));
        let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
        assert_eq!(whole, Some(&guard(meant)[..]), "{typed}: {help}");
    }
    for condition in ["let c = n > 3 if n == 1 or c", "let c = n > 3 if not n == 1 and c and c"] {
        let rule = format!("[n] -> [n-1] {condition}");
        assert!(crate::games::open(&rule).is_ok(), "{rule}");
    }
    for (typed, named) in [
        ("k == n or 3", "k in {n, 3}"),
        ("k == 3 or n", "k in {3, n}; a number alone is no condition: n != 0"),
        ("k in (1, 3)", "write 2..2 for all numbers between, {1, 3} for these two"),
        ("k == 1 or 3 and n > 2", "compare with =="),
        ("3 == k or 4", "compare with =="),
        ("k > 3 or 4", "compare with =="),
        ("not 3", "compare with =="),
        ("(k == 1) or 3", "compare with =="),
    ] {
        let help = advice(&format!("[n] -> [n-k] for k in 1..n if {typed}"));
        assert!(help.contains(named), "{typed}: {help}");
        assert!(!help.contains("3 != 0") && !help.contains("4 != 0"), "{typed}: {help}");
    }
}

#[test]
fn advice_that_is_not_certain_shows_no_whole_rule() {
    for (typed, named) in [
        ("[n] -> [i],[n-i] for i in 1..n-1", "[k] + [n-k] for k in 1..n-1; options are"),
        ("[n] -> [n-k] for k in 1..n^0.5", "write isqrt(n)"),
        ("[n] -> [n-k] for k >= 1", "for k in 1..n"),
        ("[n] -> [n-k] for k > 0", "for k in 1..n"),
        ("[n] -> [k] for k >= 0", "for k in 0..n-1"),
        ("[n] -> [a] + [n-a] for a >= 1", "two ends: for k in 1..3"),
        ("[n] -> [n or 1]", "[n] | [1]; for the bitwise operation write or(a, b)"),
        ("[n] -> [n-1 or n-2] + [1]", "[n - 1] | [n - 2]"),
        ("[n] -> [a]+[b] for a+b=n-1", "for a in 0..n-1 let b = n-1 - a"),
        ("[n] -> [a]+[b] for a+b = n", "for a in 1..n-1 let b = n - a"),
        ("[n] -> [a]+[b]+[c] for a+b+c == n", "for a in 1..n-1, b in 1..n-1 - a let c = n - a - b"),
        ("unorderd [a, b] -> [a-1,b]", "did you mean `unordered`?"),
        ("misery [n] -> [n-1]", "did you mean `misere`?"),
        ("mis [n] -> [n-1]", "did you mean `misere`?"),
        ("[n] -> [n-1]\n[a, b] -> [a-1, b]", "pair[a, b] -> .."),
        ("[n] -> [n-1]\n[m] -> [m-2]", "in one rule, separated by `|`"),
        ("def g(n): return n", "this is a program"),
        ("int sg(int n)", "this is a program"),
        ("[n] -> [n-k] for k in primes(3..n)", "up to a number: primes(n)"),
        ("[n] -> [n-1] if True", "1 == 1 always holds"),
        ("[n] -> [n-k] for k in 1..infinity", "k in 1..n"),
        ("[n] -> [n-k] for k in str(n)", "digits(n)"),
        ("[n] -> [n-rand(3)]", "left to chance"),
        ("[n] -> [n-k] for k in S", "a set is a range a..b, a list"),
        ("[n] -> [n-k] for k in 1..9 if k == 1 | 3", "are a set: k in {1, 3}"),
        ("[n] -> sum [i] for i in 1..3", "sum(i in 1..3) [n-i]"),
        ("[n] -> [n-k] for k in 1..∞", "k in 1..n"),
        ("[n] -> [n-k] for k in 1..", "k in 1..n"),
        ("[n] -> [n-k] for k in 1..n if n - k mod 3 = 0", "a remainder is written n % k"),
        ("[n] -> [n-k] for k in 1..n if 1 = k mod 3", "`==`"),
        ("[n] -> [n-k] for k in 1..n if k == n mod 3", "a remainder is written n % k"),
        ("[n] -> [n-k] for k in 1..n if k == 1 or 2 mod 3", "a remainder is written n % k"),
        ("[n] -> [n-1] if n == 4 mod 3", "a remainder is written n % k"),
        ("[n] -> [n-2 + 1]] | n-2 + 1", ""),
        ("[n] -> n-1, 3", "in square brackets"),
        ("[n] -> [n-1] | 3", "in square brackets"),
        ("[n] -> n-1/2/3", "in square brackets"),
        ("[n] -> [n-1-k] for k <= 2", ""),
        ("[n] -> [n-2**k] for k <= 4", ""),
        ("[a,b] -> [a-1,b] if a and b % 2 == 0", "a != 0"),
        ("[n] -> [n-1] if n > 3 and n-2", "n - 2 != 0"),
        ("[n] -> [n-1] if n % 3 == 0 or 5", ""),
        ("[n] -> n-1 / n-3 / n-4", "in square brackets"),
        ("[n] -> n - 1 + n - 2", "in square brackets"),
        ("[n] -> [n-k] for k in 1..3 lose on [1]", ""),
        ("[n] -> [n-k] for k in 1..3..9", "1..n step 2"),
        ("if n > 3 [n] -> [n-1]", "clauses stand after the option"),
    ] {
        let help = advice(typed);
        assert!(help.contains(named), "{typed}: {help}");
        assert!(!help.contains("the whole rule"), "{typed}: {help}");
    }
}

/// The forms that helps name for sums are games that come to an end.
#[test]
fn sums_that_are_given_are_computed() {
    for rule in [
        "[n] -> [a]+[b] for a in 0..n-1 let b = n-1 - a",
        "[n] -> [a]+[b] for a in 1..n-1 let b = n - a",
        "[n] -> [a]+[b]+[c] for a in 1..n-1, b in 1..n-1 - a let c = n - a - b",
        "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
        "[n] -> [k] + [n-k] for k in 1..n-1",
        "[n] -> [k] for k in 1..n-1 | [n-k] for k in 1..n-1",
        "[n] -> [n-1] if n > 3 | [n-2] if n > 3",
    ] {
        let mut session = crate::play::Session::with_game(rule).unwrap();
        let typed = if rule.starts_with("[a, b]") { "5,7" } else { "7" };
        let position = session.position(typed).unwrap();
        assert!(session.outcome(&position, &crate::limits::Limits::default()).is_ok(), "{rule}");
    }
}
