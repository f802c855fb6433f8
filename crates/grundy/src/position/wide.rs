//! Positions with the wide signs and digits of Chinese and Japanese keyboards: `3，4，5`, `【3】＋【4】`.

use super::{LONGEST_MENDED, parse_position};
use crate::games::{Opened, plain_sign};
use crate::language::message;
use crate::rule::RuleError;

/// The plain form of a sign.
pub(crate) fn plain(sign: char) -> Option<char> {
    plain_sign(sign).or(match sign {
        '\u{3000}' => Some(' '),
        '×' | '·' => Some('*'),
        '−' | '–' | '—' | '‐' | '‑' => Some('-'),
        '≺' | '⊂' => Some('<'),
        _ => None,
    })
}

/// Says which plain sign is to be typed, and the whole position where it can be read then.
pub(super) fn with_plain_signs(error: RuleError, text: &str, games: &[Opened]) -> RuleError {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    let Some((wide, sign)) = signs.find_map(|c| Some((c, plain(c)?))) else {
        return error;
    };
    let whole: String = text.chars().map(|c| plain(c).unwrap_or(c)).collect();
    let reads = |text: &str| parse_position(text, &mut games.to_vec()).is_ok();
    // What is one component with commas may be several heaps.
    let heaps = || whole.replace([',', ';'], " ");
    let whole = match text.len() <= LONGEST_MENDED {
        false => None,
        true => [whole.clone(), heaps()].into_iter().find(|whole| reads(whole)),
    };
    let whole = whole.map(|whole| whole.split_whitespace().collect::<Vec<_>>().join(" "));
    let help = match whole {
        // Its plain form does not stand there either.
        Some(heaps) if !heaps.contains(sign) && ",;".contains(sign) => {
            message!("put spaces between heaps: {heaps}", heaps)
        }
        Some(whole) => message!(
            "`{wide}` is not the plain `{sign}`; the whole position: {whole}",
            wide,
            sign,
            whole
        ),
        None => message!("write a plain `{plain}`", plain = sign),
    };
    error.help(help)
}
