//! Take-and-break codes written out as rules, and what was meant by what is almost one.

use super::is_code;
use crate::heap::Code;
use crate::language::message;
use crate::rule::{RuleError, Span};

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

/// A code behind the word for one, `octal 0.77`, or with dots for digits that repeat, `0.77...`.
pub(super) fn meant(text: &str, whole: Span) -> Option<RuleError> {
    let words = ["octal", "hexadecimal", "hex", "code", "八进制", "十六进制", "编码"];
    if let Some((word, code)) = text.split_once(char::is_whitespace)
        && words.contains(&word.to_lowercase().as_str())
        && is_code(code.trim())
    {
        let error = RuleError::new(whole, message!("a code stands alone"));
        return Some(error.help(message!("write {form}", form = code.trim())));
    }
    let code = text.strip_suffix("...").or_else(|| text.strip_suffix('…'))?.trim_end();
    let (first, digits) = code.split_once('.')?;
    if !is_code(code) || digits.is_empty() || digits.contains(['(', ')', '.']) {
        return None;
    }
    // As digits alone that come again and again, or as the last of them, which does.
    let length = (1..=digits.len())
        .filter(|&length| digits.len().is_multiple_of(length))
        .find(|&length| digits[..length].repeat(digits.len() / length) == digits)?;
    let again =
        |from: usize, to: usize| format!("{first}.{}({})", &digits[..from], &digits[from..to]);
    let all = again(0, length);
    let last = digits.len() - 1;
    let tail = digits.trim_end_matches(&digits[last..]).len();
    let forms = match length == digits.len() && last > 0 {
        false => all,
        true if tail < last => again(tail, tail + 1),
        true => format!("{}, {all}", again(last, last + 1)),
    };
    let error = RuleError::new(whole, message!("digits of a code that repeat stand in brackets"));
    Some(error.help(message!("write {form}", form = forms)))
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

    #[test]
    fn what_is_almost_a_code_is_told_as_one() {
        for (typed, form) in [
            ("octal 0.77", "0.77"),
            ("Octal 4.(3)", "4.(3)"),
            ("八进制 0.137", "0.137"),
            ("0.77...", "0.(7)"),
            ("0.777…", "0.(7)"),
            ("0.7...", "0.(7)"),
            ("0.1313...", "0.(13)"),
            ("4.0133...", "4.01(3)"),
            ("0.137...", "0.13(7), 0.(137)"),
        ] {
            let help = crate::games::open(typed).unwrap_err().help.unwrap().to_string();
            assert_eq!(help, format!("write {form}"), "{typed}");
            for form in form.split(", ") {
                assert!(crate::games::open(form).is_ok(), "{form}");
            }
        }
        for typed in ["0...", "...", "…", "octal", "0.(7)...", "0.7x...", "a..."] {
            assert!(
                super::meant(typed, crate::rule::Span::new(0, typed.len())).is_none(),
                "{typed}"
            );
        }
    }
}
