//! Which codes a sweep is about: `0.???`, `4.7?`, `0.xx`, a code, or a file of such lines.

use crate::language::say;
use grundy::heap::{Code, CodeError};

/// Most codes of one sweep.
const MOST: usize = 1 << 20;
/// Most letters of all of them.
const MOST_LETTERS: usize = 1 << 24;

/// Every code of a pattern, in order: a `?` stands for each octal digit, and before the point for
/// 0 and 4; an `x` for each hexadecimal digit, and before the point for 0, 4, 8 and C.
///
/// # Errors
/// What is wrong with the pattern.
pub(crate) fn codes(pattern: &str) -> Result<Vec<Code>, String> {
    expanded(pattern, &mut { MOST_LETTERS })
}

/// The codes of a pattern, which may have so many letters together; fewer are left then.
fn expanded(pattern: &str, letters: &mut usize) -> Result<Vec<Code>, String> {
    let point = pattern.find('.').unwrap_or(pattern.len());
    let choices_at = |(at, letter)| match letter {
        '?' if at < point => "04",
        '?' => "01234567",
        'x' | 'X' if at < point => "048C",
        'x' | 'X' => "0123456789ABCDEF",
        _ => "",
    };
    let counts = pattern.char_indices().map(|sign| choices_at(sign).len().max(1));
    let count = counts.fold(1, usize::saturating_mul);
    if count > MOST {
        return Err(say!("{pattern} stands for more than {most} codes", pattern, most = MOST));
    }
    *letters = letters
        .checked_sub(count.saturating_mul(pattern.len()))
        .ok_or_else(|| say!("these codes have more than {most} letters", most = MOST_LETTERS))?;
    let mut texts = vec![String::new()];
    for (at, letter) in pattern.char_indices() {
        let choices = choices_at((at, letter));
        if choices.is_empty() {
            texts.iter_mut().for_each(|text| text.push(letter));
            continue;
        }
        let longer = |text: &String| {
            choices.chars().map(|choice| format!("{text}{choice}")).collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(longer).collect();
    }
    let code = |text: String| {
        text.parse().map_err(|CodeError { kind, .. }: CodeError| {
            say!("{text}: {error}", text, error = kind.message())
        })
    };
    texts.into_iter().map(code).collect()
}

/// The codes of the lines of a file; what follows `#` is not read.
pub(crate) fn codes_of_file(text: &str) -> Result<Vec<Code>, String> {
    let (mut all, mut letters) = (Vec::new(), MOST_LETTERS);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let found = expanded(line, &mut letters);
            all.extend(found.map_err(|error| say!("line {number}: {error}", number, error))?);
        }
        if all.len() > MOST {
            return Err(say!("these are more than {most} codes", most = MOST));
        }
    }
    Ok(all)
}

/// Whether a word is meant as a pattern and not as the name of a file.
pub(crate) fn is_pattern(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_hexdigit() || "?xX.()".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_mark_is_every_octal_digit_and_x_every_hexadecimal_one() {
        let texts = |pattern| -> Vec<String> {
            codes(pattern).unwrap().iter().map(Code::to_string).collect()
        };
        assert_eq!(texts("0.7?"), ["0.7", "0.71", "0.72", "0.73", "0.74", "0.75", "0.76", "0.77"]);
        assert_eq!(texts("4.???").len(), 512);
        assert_eq!(texts("?."), ["0.", "4."]);
        assert_eq!(texts("0.F(3)"), ["0.F(3)"]);
        assert_eq!(texts("x.1").join(" "), "0.1 4.1 8.1 C.1");
        assert_eq!(texts("0.xX").len(), 256);
        assert_eq!(texts("0.?(x)").len(), 128);
        let long = format!("0.??????{}", "0".repeat(100));
        assert!(codes(&long).unwrap_err().contains("letters"));
        assert!(codes("0.????????").is_err() && codes("1.?").is_err() && codes("0.?y").is_err());
    }

    #[test]
    fn files_have_comments() {
        let text = "# some\n0.77 # Kayles\n\n0.0?\n";
        assert_eq!(codes_of_file(text).unwrap().len(), 9);
        assert!(codes_of_file("0.7\ny\n").unwrap_err().starts_with("line 2"));
        let long = format!("0.???{}\n", "0".repeat(20_000)).repeat(2);
        assert!(codes_of_file(&long).unwrap_err().starts_with("line 2"));
    }
}
