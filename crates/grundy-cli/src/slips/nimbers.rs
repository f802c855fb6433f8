//! What was meant by arithmetic with nimbers that is written in another way: `nim 3*5`, `nim divide 6 3`, `mex 0 1 3`.

use clap::Command as Parser;
use grundy::nimber::field;

use crate::command::Command;
use crate::language::say;

/// What was meant by an operation without `nim` before it, or by one that `nim` has not.
pub(super) fn meant(words: &[&str]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let is_number = |word: &&str| word.parse::<u128>().is_ok();
    if *first != "nim" {
        let parser = Command::parser("nim".as_ref())?;
        let has = |operation: &Parser| {
            operation.get_name() == *first || operation.get_all_aliases().any(|name| name == *first)
        };
        let is_meant = !rest.is_empty() && rest.iter().all(is_number);
        return (is_meant && parser.get_subcommands().any(has)).then(|| {
            say!(
                "error: arithmetic with nimbers is a command of its own\n  help: grundy nim {typed}",
                typed = words.join(" ")
            )
        });
    }
    let (operation, numbers) = rest.split_first()?;
    if ["divide", "div", "quotient", "over"].contains(operation) {
        return Some(divided(numbers));
    }
    let typed = rest.concat();
    let sign = typed.chars().find(|sign| "*×·⊗+⊕^/÷".contains(*sign))?;
    let numbers: Vec<&str> = typed.split(sign).map(str::trim).collect();
    if !numbers.iter().all(is_number) {
        return None;
    }
    let told = |operation: &str| format!("grundy nim {operation} {}", numbers.join(" "));
    Some(match sign {
        '/' | '÷' => divided(&numbers),
        '^' => say!(
            "error: `grundy nim` takes an operation and its numbers\n  \
             help: exclusive or: {sum}; a power: {power}",
            sum = told("sum"),
            power = told("power")
        ),
        _ => say!(
            "error: `grundy nim` takes an operation and its numbers\n  help: {typed}",
            typed = told(if "+⊕".contains(sign) { "sum" } else { "product" })
        ),
    })
}

/// How nimbers are divided.
fn divided(numbers: &[&str]) -> String {
    let read: Option<Vec<u128>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let (a, b, inverse) = match read.as_deref() {
        Some(&[a, b]) => field::inverse(b).map(|inverse| (a, b, inverse)),
        _ => None,
    }
    .unwrap_or((6, 3, 2));
    say!(
        "error: a quotient of nimbers is a product with an inverse\n  \
         help: {inverse} is what `grundy nim inverse {b}` gives: grundy nim product {a} {inverse}",
        inverse,
        b,
        a
    )
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn arithmetic_in_other_words_is_told_how_it_is_typed() {
        for (typed, ends) in [
            ("mex 0 1 3", "grundy nim mex 0 1 3"),
            ("xor 5 7", "grundy nim xor 5 7"),
            ("nim 3*5", "grundy nim product 3 5"),
            ("nim 3 + 5 + 6", "grundy nim sum 3 5 6"),
            ("nim 2^3", "a power: grundy nim power 2 3"),
            ("nim 6/3", "grundy nim product 6 2"),
            ("nim divide 6 3", "grundy nim product 6 2"),
            ("nim divide 6 0", "grundy nim product 6 2"),
        ] {
            let words: Vec<&str> = typed.split(' ').collect();
            let told = meant(&words).unwrap_or_default();
            assert!(told.ends_with(ends), "{typed}: {told}");
        }
        for typed in ["mex", "mex a", "nim", "nim 3 5", "nim 3*x", "solve nim 3", "nim +"] {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(meant(&words), None, "{typed}");
        }
    }
}
