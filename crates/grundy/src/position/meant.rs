//! What was probably meant where something stands in a position that has no place there.

use super::brackets::{spaced, without_brackets};
use super::{Reader, is_plain, only_kind, parse_position};
use crate::games::{find, open};
use crate::language::{Message, message};
use crate::rule::RuleError;

impl Reader<'_> {
    /// Whether this is a position of the games at hand.
    fn reads(&self, text: &str) -> bool {
        let games = if self.has_default { &self.games[..1] } else { &[] };
        parse_position(text, &mut games.to_vec()).is_ok()
    }

    /// The help at a sign that begins no component.
    pub(super) fn meant(&self) -> Message {
        let bare = without_brackets(self.text).map(|bare| {
            let heaps = !bare.contains(' ') && self.are_heaps(bare.split(',').count());
            if heaps { bare.replace(',', " ") } else { bare }
        });
        match bare {
            Some(bare) if self.text.contains(['(', ')']) => {
                return message!("a position has no round brackets: {bare}", bare);
            }
            // `+3`, `,3`
            Some(bare) if self.text.trim_start().starts_with(['+', ',']) && self.reads(&bare) => {
                return message!("a position begins with a number or a component: {bare}", bare);
            }
            _ => {}
        }
        match spaced(self.text).filter(|whole| self.reads(whole)) {
            Some(heaps) => message!("put spaces between heaps: {heaps}", heaps),
            None => message!("a position is typed like 5 7 8, 20,31 or [5] + [7]"),
        }
    }

    /// Whether so many numbers are heaps of the first game, and not one component of it.
    pub(super) fn are_heaps(&self, arity: usize) -> bool {
        let has = |arity| only_kind(&self.games[0], arity, false).is_some();
        self.has_default && arity > 1 && !has(arity) && has(1)
    }

    /// The game with a parameter that has its number in the wrong brackets, `bash[3] 5`: `bash(3)`.
    pub(super) fn in_round_brackets(&self) -> Option<String> {
        let typed = self.text.split_whitespace().next()?;
        let (name, rest) = typed.split_once('[')?;
        let number = rest.strip_suffix(']').filter(|number| is_plain(number))?;
        let has_parameter = find(name)?.rule.starts_with(&format!("game {name}("));
        let form = format!("{name}({number})");
        (has_parameter && open(&form).is_ok()).then_some(form)
    }

    /// A number from `start` on that goes on with a point or a letter: `3.5`, `10k`, `1e-3`, `4x7`.
    pub(super) fn no_whole_number(&mut self, start: usize) -> RuleError {
        let length = self.rest().find(char::is_whitespace).unwrap_or(self.rest().len());
        self.at += length;
        let typed = &self.text[start..self.at];
        let mistake = self.mistake(
            start,
            message!("`{typed}` is not a whole number", typed = typed.escape_debug()),
        );
        // `10k`, `1.5e6`: a number that could be written out.
        let shortened = typed.trim_end_matches(|c: char| "kKmMgG".contains(c));
        let is_short = shortened.len() + 1 == typed.len() && is_plain(shortened);
        match typed.split_once(['x', 'X']) {
            Some(("0", _)) => mistake.help(message!("numbers are decimal here")),
            Some((a, b)) if is_plain(a) && is_plain(b) => {
                mistake.help(message!("two coordinates are written {a},{b}", a, b))
            }
            _ if typed.contains("..") => mistake.help(no_range()),
            _ if is_short => mistake.help(message!("write all its digits")),
            _ => mistake.help(message!("coordinates are whole numbers: 5, 10^18 or 1e30")),
        }
    }

    /// At `[` directly behind a number, `2[3]`: a count, or a heap of its own.
    pub(super) fn counted(&mut self, start: usize) -> RuleError {
        let number = &self.text[start..self.at];
        let length = self.rest().find(']').map_or(self.rest().len(), |close| close + 1);
        let component = &self.rest()[..length];
        let (times, apart) = (format!("{number} * {component}"), format!("{number} {component}"));
        let help = match (self.reads(&times), self.reads(&apart)) {
            (true, true) => Some(message!(
                "write {times} for so many of them, {apart} for a heap of its own",
                times,
                apart
            )),
            (true, false) => Some(message!("write {form}", form = times)),
            (false, true) => Some(message!("write {form}", form = apart)),
            (false, false) => None,
        };
        self.at += 1;
        let mistake = self.mistake(start, message!("a number stands directly before a component"));
        match help {
            Some(help) => mistake.help(help),
            None => mistake,
        }
    }
}

/// The help where a range is typed in a position.
pub(super) fn no_range() -> Message {
    message!("a position has no ranges: write out each component, 3 4 5 6 7")
}
