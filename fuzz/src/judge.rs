//! Any bytes as an online judge's input: every format answers or says what is wrong, and writes
//! whole lines.
//!
//! The first line names the format; where it names none, its first byte chooses one.

use grundy_cli::judge::{Format, find, formats, run};

/// Reads bytes as a judge's input.
pub(crate) fn target(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (name, mut input) = bytes.split_at(end);
    let named = str::from_utf8(name).ok().and_then(find);
    if has_middling_number(input) {
        return;
    }
    let first = name.first().copied().unwrap_or(0);
    let format: &Format = named.unwrap_or(&formats()[usize::from(first) % formats().len()]);
    let mut output = Vec::new();
    let answered = run(format.id, &mut input, &mut output);
    match answered {
        Ok(()) => {
            assert!(matches!(output.last(), None | Some(b'\n')), "{}: half a line", format.id);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Numbers of four to nine digits may be honest work of some seconds, which the fuzzer would take
/// for a loop without end; longer ones are answered at once or refused.
fn has_middling_number(input: &[u8]) -> bool {
    input.split(|byte| !byte.is_ascii_digit()).any(|digits| (4..10).contains(&digits.len()))
}
