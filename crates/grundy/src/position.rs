//! Positions as they are typed: sums of components, also of several games, of any size.
//!
//! ```text
//! position  = term { ["+"] term }
//! term      = [NUMBER "*"] component | NUMBER { "," NUMBER }
//! component = [game] "[" [ SUM { "," SUM } ] "]"
//! game      = a kind of the game at hand, or anything that names a game: nim, pas(1, 5, 1),
//!             0.77, S{1, 3, 4}, allbut{2}; game.kind where the game has several kinds
//! NUMBER    = POWER { "-" POWER }, without spaces: 10^18-1
//! SUM       = POWER { ("-" | "+") POWER }, without spaces: 10^18+1
//! POWER     = digits, `_` between them if one likes, and perhaps a power: 10^30, 10**30, 1e30
//! ```
//!
//! Plain numbers are components of the one kind that has that many coordinates: `5 7 8` are three
//! heaps, `20,31` is one component with two coordinates.

mod brackets;
mod described;
mod kinds;
mod meant;
mod number;
mod wide;

pub(crate) use number::MOST_BITS;
pub use number::{NoNumber, number};
pub(crate) use wide::plain;

use num_bigint::BigUint;

use crate::games::{Opened, find_board, is_code, open};
use crate::language::{Argument, Message, Said, message};
use crate::rule::{RuleError, Span, nearest};
use brackets::{in_square_brackets, in_thousands};
pub(crate) use described::{Described, describe_kinds};
pub(crate) use kinds::only_kind;
use kinds::{is_own_name, kind_called, unfit};
use meant::no_range;

/// A component of a typed position.
///
/// ```
/// use grundy::play::Session;
/// let mut session = Session::with_game("wythoff")?;
/// let position = session.position("8,5 + nim[3]")?;
/// let [queen, heap] = &position.parts[..] else { panic!("two components") };
/// // In canonical order, for the order of the coordinates does not matter.
/// assert_eq!((queen.game, &queen.coords[..]), (0, &[5_u8.into(), 8_u8.into()][..]));
/// assert_eq!((heap.game, heap.kind), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// Index of the game it belongs to.
    pub game: usize,
    /// Index of its kind among the kinds of that game.
    pub kind: usize,
    /// Its coordinates, sorted where their order does not matter.
    pub coords: Vec<BigUint>,
}

/// Most components of a typed position.
const MAX_PARTS: usize = 1 << 20;
/// Most binary digits of all numbers of a position.
const MAX_BITS_IN_ALL: u64 = 1 << 30;
/// Longest text of which a mended form is shown, in bytes.
const LONGEST_MENDED: usize = 200;
/// Most games in one position.
const MAX_GAMES: usize = 1000;

/// Reads a position. Games that it names are added to `games`; plain numbers and kinds belong to
/// the first game there, if there is one.
///
/// # Errors
/// The first mistake, with its place in `text`.
pub(crate) fn parse_position(text: &str, games: &mut Vec<Opened>) -> Result<Vec<Part>, RuleError> {
    let before = games.len();
    let mut reader =
        Reader { text, at: 0, has_default: before > 0, games, parts: Vec::new(), bits: 0 };
    let error = match reader.read() {
        Ok(()) => return Ok(reader.parts),
        Err(error) => error,
    };
    // Games of a position that is none are not opened.
    games.truncate(before);
    Err(match text.is_ascii() {
        true => error.in_source(text),
        false => wide::with_plain_signs(error, text, games).in_source(text),
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    games: &'a mut Vec<Opened>,
    has_default: bool,
    parts: Vec<Part>,
    /// Binary digits of all numbers in `parts`.
    bits: u64,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn error<T>(&self, start: usize, message: Message) -> Result<T, RuleError> {
        Err(self.mistake(start, message))
    }

    /// What is wrong from `start` on, to which help may be added.
    fn mistake(&self, start: usize, message: Message) -> RuleError {
        let end = self.at.max(start + self.text[start..].chars().next().map_or(0, char::len_utf8));
        RuleError::new(Span::new(start, end), message)
    }

    fn found(&self) -> Argument {
        match self.rest().chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()).into(),
            None => message!("the end").said(),
        }
    }

    fn read(&mut self) -> Result<(), RuleError> {
        self.skip_space();
        if self.rest().is_empty() {
            let mistake = self.mistake(self.at, message!("there is no position here"));
            let help = message!("a position is typed like 5 7 8, 20,31 or [5] + [7]");
            return Err(mistake.help(help));
        }
        loop {
            self.term()?;
            let plus = self.take('+');
            self.skip_space();
            if self.rest().is_empty() {
                return match plus {
                    true => self.error(self.at, message!("a component is missing after `+`")),
                    false => Ok(()),
                };
            }
        }
    }

    fn term(&mut self) -> Result<(), RuleError> {
        self.skip_space();
        let start = self.at;
        // A code such as 0.77[12] begins with a digit too, so it goes first.
        if let Some(name) = self.game_before_bracket()? {
            return self.component(start, &name, 1);
        }
        if self.rest().starts_with('[') {
            return self.component(start, "", 1);
        }
        if !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let found = self.found();
            let negative = self.rest().starts_with('-');
            let mistake = self
                .mistake(start, message!("expected a number or a component, found {found}", found));
            return Err(mistake.help(match negative {
                true => message!("coordinates are at least 0"),
                false => self.meant(),
            }));
        }
        let first = self.number()?;
        if self.rest().starts_with(|c: char| c.is_alphabetic() || c == '.') {
            return Err(self.no_whole_number(start));
        }
        if self.rest().starts_with('[') {
            return Err(self.counted(start));
        }
        if self.take('*') {
            return self.repeated(start, &first);
        }
        let mut coords = vec![first];
        while self.take(',') {
            coords.push(self.number()?);
        }
        self.plain(start, coords)
    }

    /// `3 * [5]`: that many equal components.
    fn repeated(&mut self, start: usize, count: &BigUint) -> Result<(), RuleError> {
        let count = usize::try_from(count).ok().filter(|&count| count <= MAX_PARTS);
        let Some(count) = count else {
            return self.error(
                start,
                message!("a position has at most {most} components", most = MAX_PARTS),
            );
        };
        self.skip_space();
        let component = self.at;
        let name = self.game_before_bracket()?.unwrap_or_default();
        if !self.rest().starts_with('[') {
            let found = self.found();
            let mistake = self
                .mistake(self.at, message!("expected a component to repeat, found {found}", found));
            return Err(mistake.help(message!("write {count} * [5]", count)));
        }
        self.component(component, &name, count)
    }

    /// A number, perhaps a little less than a power: 10^18-1.
    fn number(&mut self) -> Result<BigUint, RuleError> {
        self.terms(&['-'])
    }

    /// The same within brackets, where a plus joins no components: 10^18+1.
    fn sum(&mut self) -> Result<BigUint, RuleError> {
        self.terms(&['-', '+'])
    }

    fn terms(&mut self, signs: &[char]) -> Result<BigUint, RuleError> {
        self.skip_space();
        let start = self.at;
        let mut number = self.power()?;
        loop {
            let mut rest = self.rest().chars();
            let sign = rest.next().filter(|sign| signs.contains(sign));
            let Some(sign) = sign.filter(|_| rest.next().is_some_and(|c| c.is_ascii_digit()))
            else {
                return Ok(number);
            };
            self.at += 1;
            let other = self.power()?;
            match sign {
                '+' => number += other,
                _ if other > number => {
                    return self.error(start, message!("this number is below 0"));
                }
                _ => number -= other,
            }
        }
    }

    /// A number, perhaps as a power: 10^30, 10**30, 1e30.
    fn power(&mut self) -> Result<BigUint, RuleError> {
        let start = self.at;
        self.digits()?;
        let sign = ["^", "**", "e", "E"].into_iter().find(|sign| {
            let after = self.rest().strip_prefix(sign);
            after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
        });
        if let Some(sign) = sign {
            self.at += sign.len();
            self.digits()?;
        }
        match number(&self.text[start..self.at]) {
            Ok(number) => Ok(number),
            Err(_) => {
                let message =
                    message!("this number has more than {most} binary digits", most = MOST_BITS);
                self.error(start, message)
            }
        }
    }

    fn digits(&mut self) -> Result<(), RuleError> {
        let start = self.at;
        let digits = self.rest().find(|c: char| !(c.is_ascii_digit() || c == '_'));
        let is_number = self.rest().starts_with(|c: char| c.is_ascii_digit());
        self.at += digits.unwrap_or(self.rest().len());
        if is_number {
            return Ok(());
        }
        let found = self.found();
        let help = match self.rest().chars().next() {
            Some('-') => {
                Some(message!("coordinates are at least 0: count from 0 in rule and position"))
            }
            Some(letter) if letter.is_alphabetic() => {
                Some(message!("a position has numbers; a rule has an arrow: [n] -> [n-1]"))
            }
            _ => None,
        };
        let mistake = self.mistake(start, message!("expected a number, found {found}", found));
        Err(match help {
            Some(help) => mistake.help(help),
            None => mistake,
        })
    }

    /// The text before the next bracket, if it can name a game or a kind, and moves to the bracket.
    fn game_before_bracket(&mut self) -> Result<Option<String>, RuleError> {
        let start = self.at;
        let rest = self.rest();
        let mut depth = 0_usize;
        let mut end = None;
        for (at, c) in rest.char_indices() {
            match c {
                '(' | '{' => depth += 1,
                ')' | '}' => depth = depth.saturating_sub(1),
                '[' if depth == 0 => {
                    end = Some(at);
                    break;
                }
                '+' | '*' | ']' if depth == 0 => break,
                c if c.is_whitespace() && depth == 0 => {
                    // White space may stand before the bracket, but not inside a name.
                    let next = rest[at..].trim_start();
                    if !next.starts_with(['[', '(', '{']) || is_plain(&rest[..at]) {
                        break;
                    }
                }
                _ => {}
            }
        }
        let name = end.map(|end| rest[..end].trim_end().to_owned());
        match (name, end) {
            (Some(name), Some(end)) if !name.is_empty() && !is_plain(&name) => {
                self.at = start + end;
                Ok(Some(name))
            }
            (None, _) if rest.starts_with(|c: char| c.is_alphabetic()) => {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let round = in_square_brackets(&rest[..length]);
                self.at = start + length;
                let mistake = self.mistake(
                    start,
                    message!("expected a component in square brackets after this name"),
                );
                Err(match round {
                    Some(form) => mistake.help(message!("write {form}", form)),
                    None => mistake.help(message!("write for instance nim[3] + wythoff[3, 5]")),
                })
            }
            _ => Ok(None),
        }
    }

    /// `[..]` of the game or kind called `name`, `count` times.
    fn component(&mut self, start: usize, name: &str, count: usize) -> Result<(), RuleError> {
        let name_end = start + name.len();
        if !self.take('[') {
            let found = self.found();
            return self.error(self.at, message!("expected `[`, found {found}", found));
        }
        if find_board(name).is_some() && !self.is_kind(name) {
            // What stands in these brackets is no list of numbers.
            self.open(start, name_end, name)?;
        }
        let mut coords = Vec::new();
        if !self.take(']') {
            loop {
                coords.push(self.sum()?);
                if self.take(']') {
                    break;
                }
                if !self.take(',') {
                    let found = self.found();
                    let mistake = self
                        .mistake(self.at, message!("expected `,` or `]`, found {found}", found));
                    return Err(match self.rest().starts_with("..") {
                        true => mistake.help(no_range()),
                        false => mistake.help(message!("a component ends with `]`: [3, 5]")),
                    });
                }
            }
        }
        if coords.is_empty() {
            return match name {
                "" => Ok(()),
                _ => self.error(start, message!("this component has no coordinates")),
            };
        }
        let (game, kind) = self.resolve(start, name_end, name, coords.len())?;
        for _ in 0..count {
            self.push(start, game, kind, coords.clone())?;
        }
        Ok(())
    }

    /// Whether the first game has a kind of this name.
    fn is_kind(&self, name: &str) -> bool {
        let kinds = |game: &Opened| game.rules.kinds().iter().any(|kind| kind.name() == Some(name));
        self.has_default && self.games.first().is_some_and(kinds)
    }

    /// Finds the game and the kind that a name before a bracket means.
    fn resolve(
        &mut self,
        start: usize,
        end: usize,
        name: &str,
        arity: usize,
    ) -> Result<(usize, usize), RuleError> {
        if name.is_empty() {
            return self.default_kind(start, arity, true);
        }
        if self.has_default
            && let Some(kind) = kind_called(&self.games[0], name, arity)
        {
            return Ok((0, kind));
        }
        if self.is_kind(name) {
            let kinds = describe_kinds(&self.games[0]);
            let message = message!(
                "{game_name} has no such component; it has {kinds}",
                game_name = name,
                kinds
            );
            return self.error(start, message);
        }
        let (game_name, kind_name) = match name.rsplit_once('.') {
            // Not a point of a range, as in S{..4}.
            Some((game, kind)) if !is_code(name) && kind.starts_with(char::is_alphabetic) => {
                (game, Some(kind))
            }
            _ => (name, None),
        };
        let game = self.open(start, end, game_name)?;
        let opened = &self.games[game];
        let kind = match kind_name {
            Some(kind) => kind_called(opened, kind, arity),
            None => only_kind(opened, arity, false),
        };
        match kind {
            Some(kind) => Ok((game, kind)),
            None => {
                let kinds = describe_kinds(opened);
                self.error(
                    start,
                    message!("{game_name} has no such component; it has {kinds}", game_name, kinds),
                )
            }
        }
    }

    fn open(&mut self, start: usize, end: usize, name: &str) -> Result<usize, RuleError> {
        // A game that was opened from a rule or a file goes by the name in its head.
        if self.has_default && is_own_name(&self.games[0], name) {
            return Ok(0);
        }
        let opened = open(name).map_err(|mut error| {
            // Perhaps a kind of the game at hand was meant.
            if self.has_default
                && let Some(near) =
                    nearest(name, self.games[0].rules.kinds().iter().filter_map(|kind| kind.name()))
            {
                error.help = Some(message!("did you mean {near}[..]?", near));
            }
            let inside = error.source == name;
            let span = match inside {
                true => Span::new(start + error.span.start, start + error.span.end),
                false => Span::new(start, end),
            };
            RuleError { span, source: String::new(), ..error }
        })?;
        let same_game = |known: &Opened| {
            known.name == opened.name && known.rules.program() == opened.rules.program()
        };
        if let Some(index) = self.games.iter().position(same_game) {
            return Ok(index);
        }
        if self.games.len() >= MAX_GAMES {
            return self
                .error(start, message!("a position has at most {most} games", most = MAX_GAMES));
        }
        self.games.push(opened);
        Ok(self.games.len() - 1)
    }

    /// The kind of the first game that plain numbers or plain brackets mean.
    fn default_kind(
        &self,
        start: usize,
        arity: usize,
        bracketed: bool,
    ) -> Result<(usize, usize), RuleError> {
        if !self.has_default {
            let mistake = self.mistake(start, message!("this component belongs to no game"));
            return Err(mistake.help(match self.in_round_brackets() {
                Some(form) => {
                    message!("the number of a game stands in round brackets: '{form}'", form)
                }
                None => message!("name the game: nim[3], or grundy moves nim 3"),
            }));
        }
        if let Some(kind) = only_kind(&self.games[0], arity, bracketed) {
            return Ok((0, kind));
        }
        let (message, help) = unfit(&self.games[0], arity, self.text);
        Err(self.mistake(start, message).help(help))
    }

    fn plain(&mut self, start: usize, coords: Vec<BigUint>) -> Result<(), RuleError> {
        let arity = coords.len();
        if self.are_heaps(arity) {
            let mistake = self.mistake(
                start,
                message!("{arity} numbers joined by commas are one component", arity),
            );
            let typed = self.text[start..self.at].trim_end();
            let help = match in_thousands(typed) {
                Some(number) => message!("a number has no commas: {number}", number),
                None => {
                    let heaps: Vec<String> = coords.iter().map(ToString::to_string).collect();
                    message!("put spaces between heaps: {heaps}", heaps = heaps.join(" "))
                }
            };
            return Err(mistake.help(help));
        }
        let (game, kind) = self.default_kind(start, arity, false)?;
        self.push(start, game, kind, coords)
    }

    fn push(
        &mut self,
        start: usize,
        game: usize,
        kind: usize,
        mut coords: Vec<BigUint>,
    ) -> Result<(), RuleError> {
        if self.parts.len() >= MAX_PARTS {
            return self.error(
                start,
                message!("a position has at most {most} components", most = MAX_PARTS),
            );
        }
        self.bits += coords.iter().map(BigUint::bits).sum::<u64>();
        if self.bits > MAX_BITS_IN_ALL {
            return self.error(
                start,
                message!(
                    "the numbers up to here have more than {most} binary digits",
                    most = MAX_BITS_IN_ALL
                ),
            );
        }
        if self.games[game].rules.kinds()[kind].is_unordered() {
            coords.sort_unstable();
        }
        self.parts.push(Part { game, kind, coords });
        Ok(())
    }
}

/// Whether a text is made of numbers, perhaps with powers, and not of names.
fn is_plain(text: &str) -> bool {
    let of_numbers = |c: char| matches!(c, '0'..='9' | ',' | '_' | '^' | 'e' | 'E' | '-');
    !text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| of_numbers(c) || c.is_whitespace())
}

#[cfg(test)]
mod tests;
