//! Random rules of one kind with one to five coordinates, in the whole notation but for free
//! choices. Play under most of them ends.

use super::Choices;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = c.one_of(&[
        &["a"][..],
        &["a", "b"],
        &["a", "b"],
        &["a", "b", "c"],
        &["a", "b", "c", "d"],
        &["a", "b", "c", "d", "e"],
    ]);
    let unordered = if c.once_in(4) { "unordered " } else { "" };
    let guard = match c.below(5) {
        0 => format!(" if {}", condition(c, names)),
        _ => String::new(),
    };
    let families = c.several(1, 3, |c| family(c, names));
    let text = format!("{unordered}[{}]{guard} -> {}", names.join(", "), families.join("\n | "));
    with_wins(c, names, text)
}

/// The text of a rule, some with components that end the game at once.
pub(super) fn with_wins(c: &mut Choices, names: &[&str], mut text: String) -> String {
    if c.once_in(3) {
        // A letter stands for anything, or for what it stood for before.
        let places: Vec<&str> = names.iter().map(|_| c.one_of(&["x", "0", "1", "2"])).collect();
        text += &format!("\nwin on [{}]", places.join(", "));
        if c.once_in(2) && places.contains(&"x") {
            text += c.one_of(&[" if x % 3 == 1", " if is_prime(x)", " if x in {1, 4} or x > 6"]);
        }
    }
    text
}

pub(super) fn name<'a>(c: &mut Choices, names: &[&'a str]) -> &'a str {
    names[c.below(names.len())]
}

/// A set of amounts that may be taken from what the name stands for.
pub(super) fn set(c: &mut Choices, of: &str, names: &[&str]) -> String {
    let other = name(c, names);
    match c.below(26) {
        0 => format!("1..{of}"),
        1 => format!("1..min({of}, {other} + 1)"),
        2 => format!("{}..{of}", c.between(1, 3)),
        3 => format!("1..{of} step {}", c.between(1, 3)),
        4 => "{1, 3, 4}".to_owned(),
        5 => format!("{{1, {of} - 1, {other} + 1}} \\ {{0}}"),
        6 => format!("digits({of} + {other}) \\ {{0}}"),
        7 => format!("digits({of}, 3) \\ {{0}}"),
        8 => format!("divisors({of})"),
        9 => format!("primes({of} + 1)"),
        10 => format!("prime_powers({of})"),
        11 => format!("powers(2, {of})"),
        12 => format!("squares({of})"),
        13 => format!("fibs({of})"),
        14 => format!("1..{of} \\ {{2, 5}}"),
        15 => format!("(1..{of}) and primes({of})"),
        16 => format!("({{1, 2}} or ({other} + 1)..{of}) \\ {{0}}"),
        17 => format!("{{i*i + 1 for i in 0..{other} if i != 2}}"),
        18 => format!("({of} + 1)/2..{of} \\ {{0}}"),
        19 => format!("1..{of} \\ digits({other})"),
        20 => format!("{{gcd({of}, {other}), 1}} \\ {{0}}"),
        21 => format!("{{i + 2*j + 1 for i in 0..{other}, j in 0..i}}"),
        22 => format!("{{i*j for i in 1..{of}, j in {}..3 if i != j}}", c.between(1, 2)),
        23 => format!("{{2*i + 1 for i in 0..{other}/2}}"),
        24 => format!("{{i + {} for i in 0..{of}}}", c.between(1, 2)),
        _ => format!("1..isqrt({of} * {other})"),
    }
}

/// An expression of the coordinates and `k`.
fn amount(c: &mut Choices, names: &[&str]) -> String {
    let other = name(c, names);
    c.one_of(&[
        "k".to_owned(),
        "1".to_owned(),
        "2*k".to_owned(),
        format!("(k + {other}) % 3 + 1"),
        format!("max(k, {other})"),
        format!("xor(k, {other}) + 1"),
        format!("abs(k - {other}) + 1"),
        format!("ilog2({other} + 1) + 1"),
        format!("k**2 - {other}"),
        "fib(k)".to_owned(),
        "shl(1, k - 1)".to_owned(),
        format!("size(k..{other}) + 1"),
        format!("max(digits({other})) + k"),
        format!("min(k..{other} + 20 step 2)"),
        format!("popcount(k) + isqrt({other})"),
        format!("-({other}/k) + {other} + 1"),
        format!("max({{k, 2}} or primes({other}))"),
        "k / 2 + 1".to_owned(),
        format!("or(k, and({other}, 3)) + shr(k, 1)"),
    ])
}

pub(super) fn condition(c: &mut Choices, names: &[&str]) -> String {
    let (x, y) = (name(c, names), name(c, names));
    c.one_of(&[
        format!("{x} > 0"),
        format!("{x} != {y} + 1"),
        format!("{x} % 2 == 0 or {y} > 2"),
        format!("not is_prime({x}) and {x} <= 9"),
        format!("is_square({x} + {y})"),
        format!("{x} in {{1, 2, 3, 5, 7}}"),
        format!("{x} in 1..20 step 2"),
        format!("{x} in divisors(12) or {x} in digits({y})"),
        format!("{x} in fibs(100) \\ {{2}}"),
        format!("({x} + 3) % ({y} + 1) < 3"),
        format!("{x} in primes(50) or {y} in squares(200)"),
    ])
}

pub(super) fn filter(c: &mut Choices, names: &[&str]) -> String {
    match c.below(4) {
        0 => format!(" if {}", condition(c, names)),
        1 => c.one_of(&[" if k != 2", " if k % 2 == 1 or k > 3"]).to_owned(),
        _ => String::new(),
    }
}

/// A family that takes binary digits away, or puts some there, with conditions on them.
fn digits(c: &mut Choices, names: &[&str]) -> String {
    let axis = c.below(names.len());
    let (of, other) = (names[axis], name(c, names));
    let place = c.one_of(&["i".to_owned(), "i + 1".to_owned(), format!("{other} + i")]);
    let mask = match c.below(5) {
        0 => format!("shl({}, {place})", c.one_of(&["1", "3", "5"])),
        1 => format!("3 * 2**({place})"),
        2 => format!("2**({place}) * 5"),
        3 => format!("(i + 1) * 2**({place})"),
        _ => format!("2**({place})"),
    };
    let number = c.one_of(&[
        of.to_owned(),
        other.to_owned(),
        format!("{of} + {other}"),
        format!("{of} - 1"),
    ]);
    let test = match c.below(6) {
        0 => format!("and({number}, {mask}) == 0"),
        1 => format!("{mask} == and({mask}, {number})"),
        2 => format!("0 != and({mask}, {number})"),
        3 => format!("and({number}, {mask}) != {mask}"),
        4 => format!("not and({number}, {mask}) == 0"),
        _ => format!("and({number}, {mask}) == {mask}"),
    };
    let more = |c: &mut Choices| {
        let more = [
            "i % 3 < 2",
            "i != 1",
            "i in {0, 2, 3}",
            "6 % i < 3",
            "6 % (i + 1) < 3",
            "i <= OF",
            "and(OF, 2**i) != 0",
        ];
        c.one_of(&more).replace("OF", of)
    };
    // Digits that are not there would make the number grow, mostly out of the table.
    let kept = c.below(5);
    let there = number == of
        && kept != 3
        && (test.ends_with(&format!("== {mask}")) || test.starts_with(&mask));
    let conditions = match kept {
        0 => format!("{} and {test}", more(c)),
        1 => format!("{test} and {}", more(c)),
        2 => format!("{test} if {}", more(c)),
        3 => format!("{} or {test}", more(c)),
        _ => test,
    };
    let changed = match c.below(3) {
        0 if there => format!("xor({of}, {mask})"),
        1 => format!("{of} - 1 - i"),
        _ => format!("{of} - {mask}"),
    };
    let coords: Vec<&str> = names
        .iter()
        .enumerate()
        .map(|(at, name)| if at == axis { &changed } else { *name })
        .collect();
    let range = c.one_of(&[
        "0..5",
        "0..2",
        "1..4",
        "3..1",
        "0..7 step 2",
        "58..62",
        "0..63",
        "(0..2) or (4..5)",
    ]);
    format!("[{}] for i in {range} if {conditions}", coords.join(", "))
}

/// A family of options that lie a constant number of places apart in a table, most of them.
fn apart(c: &mut Choices, names: &[&str]) -> String {
    let axis = c.below(names.len());
    let (of, other) = (names[axis], name(c, names));
    let moves: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(at, name)| match (at == axis, c.below(5)) {
            (true, 0) => format!("{name} - k*{other}"),
            (true, 1) => format!("{name} - (k + 1)*({other} + 1)"),
            (true, 2) => format!("{name} - k*k"),
            (true, 3) => format!("{name} - 2*k - {other}"),
            (false, 0) => format!("{name} - 2*k"),
            (false, 1) => format!("min({name}, k)"),
            (false, 2) => format!("{name} - m"),
            (true, _) => format!("{name} - k"),
            (false, _) => (*name).to_owned(),
        })
        .collect();
    let range = c.one_of(&[
        format!("1..{of}"),
        format!("1..{of}/({other} + 1)"),
        format!("1..{of} step 2"),
        format!("1..{of} step {other} + 1"),
        format!("0..{of} \\ {{{other}}}"),
        format!("{{1, 2, {other} + 1}}"),
    ]);
    let rest = c.one_of(&[
        format!(", m in 1..{other}"),
        format!(" let m = k*{other}"),
        " let m = k".to_owned(),
        format!(", m in {{1, k, {other}}}"),
        format!(" for m in 0..2 if k != {other}"),
        format!(" if {of} > k let m = {other} + 1"),
    ]);
    format!("[{}] for k in {range}{rest}", moves.join(", "))
}

pub(super) fn family(c: &mut Choices, names: &[&str]) -> String {
    match c.below(8) {
        0 => return digits(c, names),
        1 => return apart(c, names),
        _ => {}
    }
    let axis = c.below(names.len());
    let of = names[axis];
    let mut with_k = names.to_vec();
    with_k.push("k");
    let component = |change: &dyn Fn(usize, &str) -> String| {
        let coords: Vec<String> =
            names.iter().enumerate().map(|(at, name)| change(at, name)).collect();
        format!("[{}]", coords.join(", "))
    };
    let set = set(c, of, names);
    let filter = filter(c, &with_k);
    match c.below(10) {
        0..=2 => {
            let taken = component(&|at, name| {
                if at == axis { format!("{name} - k") } else { name.to_owned() }
            });
            format!("{taken} for k in {set}{filter}")
        }
        3 => {
            let taken = component(&|_, name| format!("{name} - k"));
            format!("{taken} for k in {set}{filter}")
        }
        4 => {
            let left = component(&|at, name| {
                if at == axis { "k".to_owned() } else { name.to_owned() }
            });
            format!("{left} for k in 0..{of} - {}{filter}", c.between(1, 2))
        }
        5 => {
            let amount = amount(c, names);
            let taken = component(&|at, name| {
                if at == axis { format!("{name} - m") } else { name.to_owned() }
            });
            format!("{taken} for k in {set} let m = {amount} if m > 0{filter}")
        }
        6 => {
            let amount = amount(c, names);
            let other = name(c, names);
            let taken = component(&|at, name| match at == axis {
                true => format!("{name} - k"),
                false => format!("min({name} + {}, {amount} + {other})", axis % 2),
            });
            format!("{taken} for k in {set}{filter}")
        }
        7 => {
            let first = component(&|at, name| {
                if at == axis { "k".to_owned() } else { name.to_owned() }
            });
            let second = component(&|at, name| {
                if at == axis { format!("{name} - k - 1") } else { name.to_owned() }
            });
            format!("{first} + {second} for k in 0..{of}{filter}")
        }
        8 => {
            let taken = component(&|at, name| {
                if at == axis { format!("{name} - k") } else { name.to_owned() }
            });
            let count = c.one_of(&["k % 3", "k - 2", "2", "3"]);
            format!("{count} * {taken} for k in {set}{filter}")
        }
        _ => {
            let taken = component(&|at, name| {
                if at == axis { format!("{name} - i") } else { name.to_owned() }
            });
            format!("sum(i in 1..k) {taken} for k in 1..min({of}, 4){filter}")
        }
    }
}
