//! Rules that take any amount of some kind are read as codes that repeat for ever.

use grundy::heap::HeapGame;
use grundy::limits::Limits;
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::ruleset::Value;

/// A family whose amount goes as far as the heap.
fn without_end(random: &mut fastrand::Rng) -> String {
    let (first, modulus) = (random.u8(0..4), random.u8(2..5));
    let rest = random.u8(..modulus);
    let times = random.u8(1..4);
    let more = random.u8(..3);
    let taken = match (times, more) {
        (1, 0) => "k".to_owned(),
        (_, 0) => format!("{times}*k"),
        _ => format!("{times}*k-{more}"),
    };
    let end = match random.u8(..6) {
        0 if times == 1 => "n-1".to_owned(),
        1 if times == 1 => format!("n-{more}"),
        2 | 3 if times > 1 => format!("n/{times}"),
        4 if times > 1 => format!("(n+1)/{times}"),
        _ => "n".to_owned(),
    };
    let step = if random.u8(..5) == 0 { format!(" step {modulus}") } else { String::new() };
    let condition = match random.u8(..12) {
        0 | 1 => format!(" if k % {modulus} == {rest}"),
        2 => format!(" if k % {modulus} in {{0, {rest}}}"),
        3 => format!(" if k > {rest}"),
        4 => format!(" if k != {modulus}"),
        5 => format!(" if k % 2 == 1 or k == {modulus}"),
        6 => format!(" if not (k % {modulus} == {rest}) and k < 9 or k > 11"),
        7 => " if k in {1, 3, 4}".to_owned(),
        8 => format!(" if (n-{taken}) % {modulus} == {rest}"),
        9 => format!(" if n % {modulus} == {rest}"),
        _ => String::new(),
    };
    let first = if random.u8(..6) == 0 { first } else { first.max(1) };
    let amount = format!("for k in {first}..{end}{step}{condition}");
    let left = format!("n-{taken}");
    match random.u8(..7) {
        0 | 1 => format!("[a] + [{left}-a] {amount} for a in 0..{left}"),
        2 => format!("[a] + [{left}-a] {amount} for a in 1..{left}-1"),
        3 => format!("[a] + [b] + [{left}-a-b] {amount} for a in 0..{left}, b in 0..{left}-a"),
        _ => format!("[{left}] {amount}"),
    }
}

fn rule(random: &mut fastrand::Rng) -> String {
    let mut families = vec![without_end(random)];
    let others = [
        "[n-2]",
        "[a] + [n-a] for a in 1..n-1",
        "[n-k] for k in 5..n",
        "[n-k] for k in 1..n if k != 3",
        "[] if n % 3 == 0",
        "[] if n % 3 == 1",
        "[] if n > 4",
        "[n-k] for k in {1, 4}",
        "[a] + [n-1-a] for a in 1..n-2",
        "[n-k] for k in 2..4",
    ];
    for _ in 0..random.usize(..3) {
        families.push(others[random.usize(..others.len())].to_owned());
    }
    if random.bool() {
        families.push(without_end(random));
    }
    random.shuffle(&mut families);
    format!("[n] -> {}", families.join(" | "))
}

#[test]
fn values_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(1127);
    let limits = Limits::default();
    let (mut rules, mut repeating) = (0, 0);
    while rules < 500 {
        let text = rule(&mut random);
        let Ok(mut session) = Session::with_game(&text) else { continue };
        let heaps: Vec<i64> = (0..22).chain([37]).collect();
        let by_definition = |&heap: &i64| {
            let position = session.component(0, &[heap]).unwrap();
            Some(session.by_definition(&position, &limits).ok()?.nimber().unwrap().0)
        };
        // A rule that takes nothing goes on for ever.
        let Some(right) = heaps.iter().map(by_definition).collect::<Option<Vec<u64>>>() else {
            continue;
        };
        rules += 1;
        let engine = &session.plan(0).engine;
        repeating += u32::from(
            matches!(engine, Engine::Heap(HeapGame::Code(code), _) if !code.tail().is_empty()),
        );
        for (heap, right) in heaps.into_iter().zip(right) {
            let position = session.component(0, &[heap]).unwrap();
            let value = session.value(&position, &limits);
            assert_eq!(value, Ok(Value::Nimber(right.into())), "{text} at {heap}");
        }
    }
    assert_eq!(repeating, 307);
}

#[test]
fn each_family_has_its_digits() {
    let cases = [
        ("[n-k] for k in 1..n if k % 2 == 1", "0.(30)"),
        ("[n-k] for k in 1..n-1 if k % 2 == 1", "0.(20)"),
        ("[n-k] for k in 2..n step 3", "0.(030)"),
        ("[n-2*k-1] for k in 0..n", "0.(30)"),
        ("[n-2*k] for k in 1..n/2", "0.(03)"),
        ("[a] + [n-k-a] for k in 1..n, a in 0..n-k", "0.(7)"),
        ("[a] + [n-k-a] for k in 1..n for a in 1..n-k-1 if k % 3 == 1", "0.(400)"),
        ("[a] + [b] + [n-k-a-b] for k in 3..n, a in 1..n-k, b in 1..n-k-a-1", "0.00(8)"),
        ("[a] + [n-1-a] for a in 0..n-1 | [n-k] for k in 2..n", "0.7(3)"),
        ("[] if n % 3 == 1 | [n-2]", "0.13(010)"),
        ("[n-k] for k in 1..n if k < 4 or k % 2 == 0", "0.333(30)"),
    ];
    for (families, expected) in cases {
        let session = Session::with_game(&format!("[n] -> {families}")).unwrap();
        match &session.plan(0).engine {
            Engine::Heap(HeapGame::Code(code), _) => {
                assert_eq!(code.to_string(), expected, "{families}");
            }
            _ => panic!("{families}"),
        }
    }
    // What is not a code is left to others.
    for families in [
        "[n-k] for k in 1..n if n % 2 == 1",
        "[n-k] for k in 1..n if (n-k) % 2 == 1",
        "[a] + [n-k-a] for k in 1..n for a in 1..n-k-1 if a % 2 == 1",
        "[n-k] for k in 1..n if k in primes(n)",
        "[n-k] for k in 1..n-2 if k % 2 == 1",
        "[n-k] for k in 1..n/2 if k % 2 == 1",
        "[] if n % 3 == 0 | [n-2]",
        "[n-k, m] for k in 1..n if k % 2 == 1",
    ] {
        let kinds = if families.contains(", m]") { "[n, m]" } else { "[n]" };
        let session = Session::with_game(&format!("{kinds} -> {families}")).unwrap();
        assert!(!matches!(session.plan(0).engine, Engine::Heap(..)), "{families}");
    }
}
