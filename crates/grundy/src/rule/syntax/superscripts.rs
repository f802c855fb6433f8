//! Powers as they are printed, with superscript digits and letters: `n²`, `2ⁿ⁻¹`.

use super::ast::Span;
use crate::language::message;
use crate::rule::error::RuleError;

/// The plain form of a superscript digit, letter or sign.
pub(super) fn plain(raised: char) -> Option<char> {
    Some(match raised {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁺' => '+',
        '⁻' => '-',
        '⁽' => '(',
        '⁾' => ')',
        'ᵃ' => 'a',
        'ᵇ' => 'b',
        'ᶜ' => 'c',
        'ᵈ' => 'd',
        'ⁱ' => 'i',
        'ʲ' => 'j',
        'ᵏ' => 'k',
        'ᵐ' => 'm',
        'ⁿ' => 'n',
        'ᵖ' => 'p',
        'ʳ' => 'r',
        'ˢ' => 's',
        'ᵗ' => 't',
        'ˣ' => 'x',
        'ʸ' => 'y',
        _ => return None,
    })
}

/// What is wrong with the raised text that begins at `at`: it is a power of the name, the number or the bracket before it.
pub(super) fn mistake(source: &str, at: usize) -> RuleError {
    let (before, rest) = source.split_at(at);
    let length = rest.find(|c: char| plain(c).is_none()).unwrap_or(rest.len());
    let typed = &rest[..length];
    let span = Span::new(at, at + length);
    let error = RuleError::new(span, message!("`{typed}` is not a sign of the notation", typed));
    let exponent: String = typed.chars().filter_map(plain).collect();
    let is_single = exponent.chars().all(|c| c.is_ascii_digit()) || exponent.chars().count() == 1;
    let exponent = if is_single { exponent } else { format!("({exponent})") };
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let name = before.rfind(|c| !in_word(c)).map_or(before, |end| {
        &before[end + before[end..].chars().next().map_or(1, char::len_utf8)..]
    });
    // What is raised behind the name of a function belongs to its value.
    let is_call = rest[length..].trim_start().starts_with('(');
    let base = match name {
        _ if is_call => return error.help(message!("a power is written a**b")),
        "" if before.ends_with(')') => "(..)",
        "" => return error.help(message!("a power is written a**b")),
        name => name,
    };
    let power = format!("**{exponent}");
    error.help(message!("write {form}", form = format!("{base}{power}"))).mend(span, Some(power))
}

#[cfg(test)]
mod tests {
    use crate::rule::parse;

    #[test]
    fn powers_as_they_are_printed_are_mended() {
        for (typed, meant) in [
            ("[n] -> [n-k²] for k in 1..n", "[n] -> [n-k**2] for k in 1..n"),
            ("[n] -> [n-2ᵏ] for k in 0..n", "[n] -> [n-2**k] for k in 0..n"),
            ("[n] -> [n-2ᵏ⁻¹] for k in 1..n", "[n] -> [n-2**(k-1)] for k in 1..n"),
            ("[n] -> [n-(k+1)¹²] for k in 1..n", "[n] -> [n-(k+1)**12] for k in 1..n"),
            ("[石] -> [石-k³] for k in 1..石", "[石] -> [石-k**3] for k in 1..石"),
            ("[石] -> [石³-9] if 石² < 9", "[石] -> [石**3-9] if 石**2 < 9"),
        ] {
            let error = parse(typed).unwrap_err();
            let help = error.help.map(|help| help.to_string()).unwrap_or_default();
            assert!(help.ends_with(&format!("; the whole rule: {meant}")), "{typed}: {help}");
            assert!(parse(meant).is_ok(), "{meant}");
        }
        // No name has a power, and no function.
        for typed in ["[n²] -> [n²-1]", "[n] -> [n-fib²(n)]", "[n] -> [n-²]", "[n] -> [n-¹n]"]
        {
            let error = parse(typed).unwrap_err().to_string();
            assert!(error.contains("is not a sign of the notation"), "{error}");
            assert!(!error.contains("the whole rule"), "{error}");
        }
        let error = parse("[n] -> [2n²]").unwrap_err().to_string();
        assert!(error.contains("2 * n)"), "{error}");
        // What is lowered is part of a name.
        assert!(parse("[a₁, a₂] -> [a₁-1, a₂]").is_ok());
    }
}
