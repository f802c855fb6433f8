//! Take-and-break codes written out as rules.

use crate::heap::Code;

/// The rule that a code stands for. Digit `d_k` says what may be left after taking `k`: bit 0
/// nothing, bit 1 one heap, bit 2 two heaps, bit 3 three; heaps that are left are not empty.
pub(super) fn rule_of(code: &Code) -> String {
    let mut families = Vec::new();
    let whole = amounts(code, |digit| digit & 3 == 1);
    let rest = amounts(code, |digit| digit & 3 == 2);
    let either = amounts(code, |digit| digit & 3 == 3);
    let two = amounts(code, |digit| digit & 4 != 0);
    let three = amounts(code, |digit| digit & 8 != 0);
    families.extend(whole.map(|set| set.family("[] if n == k", "[] if n in {set}")));
    families.extend(rest.map(|set| set.family("[n-k] if k < n", "[n-k] for k in {set} if k < n")));
    families.extend(either.map(|set| set.family("[n-k]", "[n-k] for k in {set}")));
    families.extend(two.map(|set| {
        set.family(
            "[a] + [n-k-a] for a in 1..(n-k)/2",
            "[a] + [n-k-a] for k in {set}, a in 1..(n-k)/2",
        )
    }));
    families.extend(three.map(|set| {
        set.family(
            "[a] + [b] + [n-k-a-b] for a in 1..(n-k)/3, b in a..(n-k-a)/2",
            "[a] + [b] + [n-k-a-b] for k in {set}, a in 1..(n-k)/3, b in a..(n-k-a)/2",
        )
    }));
    if families.is_empty() {
        // No digit allows anything.
        families.push("[] if n < 0".to_owned());
    }
    format!("[n] -> {}", families.join(" | "))
}

/// Amounts that may be taken, in the notation.
enum Amounts {
    One(String),
    Set(String),
}

impl Amounts {
    /// A family for one amount, which stands for `k`, or for a set, which stands for `{set}`.
    fn family(&self, one: &str, many: &str) -> String {
        match self {
            Amounts::One(zero) if zero == "0" => one.replace("(n-k)", "n").replace("-k", ""),
            Amounts::One(amount) => one.replace('k', amount),
            Amounts::Set(set) => many.replace("{set}", set),
        }
    }
}

/// The amounts up to the heap whose digit is wanted; nothing if there are none.
fn amounts(code: &Code, wanted: impl Fn(u8) -> bool) -> Option<Amounts> {
    let head: Vec<String> = (0_u64..)
        .zip(code.head())
        .filter(|&(_, &digit)| wanted(digit))
        .map(|(amount, _)| amount.to_string())
        .collect();
    let period = code.tail().len();
    let first = code.head().len();
    let tails = (0..period).filter(|&i| wanted(code.tail()[i])).map(|i| match period {
        1 => format!("{first}..n"),
        _ => format!("{}..n step {period}", first + i),
    });
    let mut sets: Vec<String> = tails.collect();
    if sets.len() == period && period > 0 {
        sets = vec![format!("{first}..n")];
    }
    if let ([only], []) = (&head[..], &sets[..]) {
        return Some(Amounts::One(only.clone()));
    }
    if !head.is_empty() {
        sets.insert(0, format!("{{{}}}", head.join(", ")));
    }
    match &sets[..] {
        [] => None,
        [only] => Some(Amounts::Set(only.clone())),
        _ => Some(Amounts::Set(format!("({})", sets.join(" or ")))),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::open;
    use crate::limits::Limits;
    use crate::search::Values;

    #[test]
    fn a_code_has_a_digit() {
        for text in ["0.", " 0. ", "."] {
            let error = open(text).unwrap_err().to_string();
            assert!(error.contains("at least one digit"), "{text}: {error}");
        }
        // What a game without moves is called is read again.
        let name = open("0.00").unwrap().name.unwrap();
        assert_eq!(open(&name).unwrap().name, Some(name));
    }

    #[test]
    fn a_code_and_its_rule_have_the_same_values() {
        for code in [
            "0.77", "0.07", ".156", "4.", "4.007", "0.F", "4.(3)", "0.(3)", "0.1(23)", "8.3",
            "0.0", "C.5(07)",
        ] {
            let opened = open(code).unwrap();
            let mut definition =
                crate::heap::definition::Definition::new(opened.code.clone().unwrap().into());
            definition.advance(40, &Limits::default()).unwrap();
            let mut values = Values::new(&opened.rules);
            for n in 0..=40 {
                let component = opened.rules.component(0, &[n as i64]).unwrap();
                let value = values.value(&component, &Limits::default()).unwrap();
                let expected = definition.values().get(n).unwrap();
                assert_eq!(value.to_string(), expected.to_string(), "{code}, heap {n}");
            }
        }
    }
}
