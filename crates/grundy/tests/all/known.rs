//! Rules of one heap that are known for another spelling of a game, and those that differ from it by a little.

use grundy::limits::Limits;
use grundy::play::Session;

use crate::agree::agrees_with_the_definition;

#[test]
fn a_split_is_known_however_its_parts_are_told_apart() {
    use grundy::heap::HeapGame;
    use grundy::plan::Engine;

    let is_known = |text: &str, game: &HeapGame| {
        let session = Session::with_game(text).unwrap();
        matches!(&session.plan(0).engine, Engine::Heap(known, _) if known == game)
    };
    for parts in [
        "1..(n-1)/2",
        "1..n-1 if a != n-a",
        "1..n-1 if n-a != a",
        "1..n-1 if 2*a != n",
        "1..n-1 if not a == n-a",
        "1..n-1 if a < n-a",
        "1..n if 2*a < n",
        "0..n if a > 0 and a < n - a",
        "1..n-1 if a > n-a",
        "1..n/2 if a != n-a",
        "1..n-1 if a <= n-a if a != n-a",
        "2..n-1 if a != n-a",
        "1..n-2 if a != n-a",
        "1..n-1 if a < n-a or a > n-a",
        "1..n-1 if a != n/2",
    ] {
        let text = format!("[n] -> [a] + [n-a] for a in {parts}");
        assert!(is_known(&text, &HeapGame::Grundys), "{text}");
    }
    let code = |text: &str| HeapGame::Code(text.parse().unwrap());
    for (split, game) in [
        ("[a] + [n-1-a] for a in 0..n if a <= n-1-a", code("0.7")),
        ("[a] + [n-2-a] for a in 1..n if a >= n-2-a and n-2-a >= 1", code("0.04")),
        ("[a] + [n-s-a] for s in {1, 2}, a in 0..n-s if n-s-a <= a", code("0.77")),
        ("[a] + [b] for a in 1..n, b in 1..n if a + b == n and a != b", HeapGame::Grundys),
        ("[b] + [a] for a in 1..n-1, b in 1..n-1 if n - a == b and 2*b > n", HeapGame::Grundys),
        // Who wants 1 beside another number takes the other order.
        ("[a] + [b] for a in 1..n, b in 1..n-2 if a + b == n and a != b", HeapGame::Grundys),
        ("[a] + [b] for a in 1..n, b in 2..n if a + b == n and a != b", HeapGame::Grundys),
        ("[a] + [b] for a in 0..n, b in 0..n if a + b + 2 == n", code("0.07")),
        ("[a] + [b] + [n-1-a-b] for a in 1..n, b in 1..n if n - 1 - a - b > 0", code("0.8")),
        ("[a] + [b] + [n-2-a-b] for a in 0..n, b in a..n", code("0.0F")),
        ("[a] + [n-a-b] + [b] for a in 1..n, b in a..(n-a)/2", code("8.")),
        ("[a] + [b] + [n-a-b] for a in 1..n/3, b in a..(n-a)/2", code("8.")),
        ("[a] + [b] + [n-1-a-b] for a in 0..(n-1)/3, b in a..(n-1-a)/2", code("0.F")),
        ("[a] + [b] + [c] for a in 1..n, b in 1..n, c in 1..n if a + b + c == n", code("8.")),
        ("[c] + [a] + [b] for a in 1..n, b in a..n, c in b..n if n - a - 1 == c + b", code("0.8")),
        ("[a] + [b] + [c-1] for a in 0..n, b in 0..n, c in 1..n if a + b + c == n", code("0.F")),
        (
            "[a] + [b] + [c] for s in 1..2, a in 0..n, b in 0..n, c in 0..n if a + b + c + s == n",
            code("0.FF"),
        ),
        ("[a] + [b] for a in 0..n, b in 0..n if a + b < n", code("0.(7)")),
        ("[a] + [b] for a in 1..n-1, b in a..n-1-a", code("0.(4)")),
        ("[a] + [b] for a in 1..n, b in 0..n if n - a >= b + 3 and a >= b", code("0.00(6)")),
        ("[a] + [b] + [c] for a in 0..n-1, b in a..n-1, c in b..n-1-a-b", code("0.(F)")),
        ("[a] + [b] + [n-s-a-b] for s in {1, 3}, a in 1..n, b in 0..a | [n-2]", code("0.E3E")),
        ("[a] + [b] for s in {1, 2}, a in 0..n-s, b in 0..n-s if a + b == n-s", code("0.77")),
    ] {
        let text = format!("[n] -> {split}");
        assert!(is_known(&text, &game), "{text}");
    }
    let named = [
        "[a] + [b] for a in 1..n, b in 1..n if a + b == n",
        "[a] + [b] for a in 2..n, b in 2..n if a + b == n and a != b",
        "[a] + [b] for a in 1..n-2, b in 1..n-2 if a + b == n and a != b",
        "[a] + [b] for a in 1..n, b in 1..n if a + b <= n and a != b",
        "[a] + [b] for a in 1..n, b in 1..n if a + 2*b == n and a != b",
        "[a] + [b] for a in 1..n, b in 1..n if a + b == n and a != b+1",
        "[a] + [b] for a in 0..n-4, b in 0..n-4 if a + b < n",
        "[a] + [b] for a in 0..n-2, b in 0..n-2 if 2*a + b < n",
        "[a] + [b] + [c] for a in 1..n, b in 1..n, c in 1..n if a + b + c == n and a != b",
        "[a] + [b] + [c] for a in 1..n, b in 1..n, c in 1..n if a + b + 2*c == n",
        "[a] + [b] + [n-a-b] for a in 1..n/4, b in a..(n-a)/2",
        "[a] + [b] + [n-a-b] for a in 1..n/3, b in a..(n-a)/3",
        "[a] + [b] + [a] for a in 1..n, b in 1..n, c in 1..n if a + b + c == n",
    ];
    let ranged = [
        "1..n-1 if a != 2",
        "2..n-2 if a != n-a",
        "2..n-1 if a > n-a+1",
        "1..n-1 if a == n-a",
        "1..n-1 if 2*a < n-1",
        "0..n-1 if a < n-a",
        "2..n-2 if a != n/2",
    ]
    .map(|parts| format!("[a] + [n-a] for a in {parts}"));
    for split in named.map(str::to_owned).into_iter().chain(ranged) {
        let text = format!("[n] -> {split}");
        assert!(!is_known(&text, &HeapGame::Grundys), "{text}");
        // Nor is it taken for another game.
        agrees_with_the_definition(&text, 14, 6).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn heaps_that_are_taken_as_a_whole_belong_to_the_sequence() {
    use grundy::plan::Engine;

    for (rule, same) in [
        ("[n] -> [] if n == 1 | [n-2] | [a] + [n-3-a] for a in 0..n-3", "0.137"),
        ("[n] -> [] if n == 1", "0.1"),
        ("[n] -> [] if n in {1, 5} | [n-3]", "S{3}"),
        ("[n] if n > 1 -> [] if n < 4 | [a] + [n-1-a] for a in 1..n-2", "0.4"),
        ("[n] -> [] if n >= 2 and n < 6 and n % 3 != 1 | [n-1]", "S{1}"),
        ("[n] -> [] if n % 2 == 1 | [n-2]", "0.13(10)"),
        ("[n] -> [] if n < 2 and n > 0 or n % 5 == 3", "0.10(10000)"),
    ] {
        let session = Session::with_game(rule).unwrap();
        assert!(!matches!(session.plan(0).engine, Engine::Definition), "{rule} beside {same}");
        agrees_with_the_definition(rule, 24, 8).unwrap_or_else(|error| panic!("{error}"));
    }
    // From the empty one, alone or beside others: the definition says so.
    for rule in ["[n] -> [] if n % 2 == 0 | [n-2]", "[n] -> [] if n < 2"] {
        let session = Session::with_game(rule).unwrap();
        assert!(matches!(session.plan(0).engine, Engine::Definition), "{rule}");
        agrees_with_the_definition(rule, 24, 8).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn sets_are_known_whose_elements_are_computed() {
    use grundy::plan::Engine;

    for (set, known) in [
        ("{i*(i+1)/2 for i in 1..40}", true),
        ("{p*q for p in primes(9), q in primes(60/p)}", true),
        ("primes(20) or {p*p for p in primes(5)}", true),
        ("{i for i in 1..20 if i % 3 == 1} \\ {7}", true),
        ("{i*n for i in 2..3}", false),
        ("{(n+1)/i for i in 1..2}", false),
    ] {
        let text = format!("[n] -> [n-k] for k in {set}");
        let engine = Session::with_game(&text).unwrap().plan(0).engine.clone();
        assert_eq!(matches!(engine, Engine::Subtraction(..)), known, "{text}");
        agrees_with_the_definition(&text, 60, 0).unwrap_or_else(|error| panic!("{error}"));
    }
    // What has no value has none where it is asked for.
    let none = Session::with_game("[n] -> [n-k] for k in {6/(i-3) for i in 1..9} if n > 4");
    let mut none = none.unwrap();
    let four = none.position("4").unwrap();
    assert!(none.value(&four, &Limits::default()).is_err());
}

#[test]
fn rows_are_known_whose_ends_are_clipped() {
    use grundy::plan::Engine;

    for (options, code) in [
        ("[max(0, k-2)] + [max(0, n-k-1)] for k in 1..n", "0.137"),
        ("[max(k-1, 0)] + [max(n-k-2, 0)] for k in 0..n-1", "0.137"),
        ("[max(0, k-2)] + [max(0, n-k-1)] for k in 1..(n+1)/2", "0.137"),
        ("[max(0, k-3)] + [max(0, n-k-2)] for k in 1..n", "0.11337"),
        ("[max(0, k-2)] + [n-k] for k in 1..n", "0.37"),
        ("[n-1] | [n-k] + [max(0, k-3)] for k in 1..n", "0.337"),
        ("[max(0, n-k)] for k in {2, 3}", "0.133"),
        ("[max(0, n-7)]", ""),
    ] {
        let rule = format!("[n] if n > 0 -> {options}");
        let session = Session::with_game(&rule).unwrap();
        let engine = match &session.plan(0).engine {
            Engine::Heap(game, _) => game.to_string(),
            _ => String::new(),
        };
        assert_eq!(engine, code, "{rule}");
        agrees_with_the_definition(&rule, 30, 8).unwrap_or_else(|error| panic!("{error}"));
    }
    // From the empty heap to the empty heap.
    let rule = "[n] -> [max(0, n-k)] for k in 1..3";
    let session = Session::with_game(rule).unwrap();
    assert!(matches!(session.plan(0).engine, Engine::Definition));
}

/// Of two numbers that are rounded down and nearly equal it depends on what is left of each which is larger.
#[test]
fn quotients_are_compared_with_quotients() {
    for options in [
        "[n-1] if n/2 != (n-1)/2 | [n-2]",
        "[n-1] if n/2 == (n-1)/2",
        "[] if n/2 == (n-1)/2",
        "[n-k] for k in 1..3 if n/4 == (n-k)/4",
        "[n-k] for k in 1..n if k/3 == (k-1)/3",
        "[n-k] for k in {1, 2} if max(n/3, 1) > (n-k)/3",
        "[n-2] if n/5 == (n-2)/5 | [n-1] if n > 20",
        "[n-k] for k in 1..2 if (n+3)/4 == (n-k+2)/4",
        "[n-1] if n/2 > n/3",
        "[n-1] if n/2 > n/3 + 1",
        "[a] + [n-a-2] for a in 2..n if a/3 != n/3",
        "[a] + [n-a] for a in 1..n-1 if a/2 == n/2",
        "[a] + [n-k-a] for k in 1..2, a in 0..n-k if (n-k)/2 != n/2",
        "[a] + [n-a-1] for a in 0..n-1 if a/2 == (n-a-1)/2",
        "[a] + [b] + [n-3-a-b] for a in 0..n, b in 0..n-a if a/2 == (n-b-3)/2",
    ] {
        let rule = format!("[n] -> {options}");
        agrees_with_the_definition(&rule, 60, 0).unwrap_or_else(|error| panic!("{error}"));
    }
}
