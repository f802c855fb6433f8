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
    families.extend(whole.map(|set| format!("[] if n in {set}")));
    families.extend(rest.map(|set| format!("[n-k] for k in {set} if k < n")));
    families.extend(either.map(|set| format!("[n-k] for k in {set}")));
    families.extend(two.map(|set| format!("[a] + [n-k-a] for k in {set}, a in 1..(n-k)/2")));
    families.extend(three.map(|set| {
        format!("[a] + [b] + [n-k-a-b] for k in {set}, a in 1..(n-k)/3, b in a..(n-k-a)/2")
    }));
    if families.is_empty() {
        // No digit allows anything.
        families.push("[] if n < 0".to_owned());
    }
    format!("[n] -> {}", families.join(" | "))
}

/// The amounts up to the heap whose digit is wanted, as a set of the notation; nothing if there
/// are none.
fn amounts(code: &Code, wanted: impl Fn(u8) -> bool) -> Option<String> {
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
    if !head.is_empty() {
        sets.insert(0, format!("{{{}}}", head.join(", ")));
    }
    match &sets[..] {
        [] => None,
        [only] => Some(only.clone()),
        _ => Some(format!("({})", sets.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::open;
    use crate::limits::Limits;
    use crate::search::Values;

    #[test]
    fn a_code_and_its_rule_have_the_same_values() {
        for code in [
            "0.77", "0.07", ".156", "4.", "4.007", "0.F", "4.(3)", "0.(3)", "0.1(23)", "8.3", "0.",
            "C.5(07)",
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
