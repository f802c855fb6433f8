//! Any bytes as a take-and-break code: a code prints as a text that means the same code, and a
//! mistake lies within the text.

use grundy::heap::Code;

/// Reads bytes as a take-and-break code.
pub(crate) fn target(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Code>() {
        Ok(code) => {
            let printed = code.to_string();
            assert_eq!(printed.parse().as_ref(), Ok(&code), "{printed}");
            for i in [0, 1, 2, 63, u64::MAX] {
                assert!(code.digit(i) < 16);
            }
            let _ = (code.last_digit(), code.most_pieces(), code.subtraction(), code.all_but());
        }
        Err(error) => assert!(error.position <= text.len(), "{error:?}"),
    }
}
