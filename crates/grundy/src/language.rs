//! What is said to people, in English and in Chinese.
//!
//! A [`Message`] is a sentence in English with places for its arguments, and the arguments; it is
//! made by [`message_in!`](crate::message_in) where something happens and put into words only by whoever
//! shows it. Every crate has a [`Catalogue`] of translations beside its code, in the format of
//! gettext (a `.po` file), which translators know and have tools for: the English sentence is the
//! key. A sentence without a translation is said in English; a test finds it.
//!
//! The command has one language; the server has one for each request, kept with the thread while it works for it.
//! Pictures speak the language too; in PNG only where the system has a font with its letters, else English.
//!
//! ```
//! use grundy::games::open;
//! use grundy::language::Language;
//! let mistake = open("nimm").unwrap_err();
//! assert_eq!(mistake.message.to_string(), "there is no game called `nimm`");
//! assert_eq!(mistake.message.in_language(Language::Chinese), "没有名为 `nimm` 的游戏");
//! ```

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A language that grundy speaks.
///
/// ```
/// use grundy::language::Language;
/// assert_eq!("zh-Hans".parse(), Ok(Language::Chinese));
/// let unknown = "fr".parse::<Language>().unwrap_err();
/// assert_eq!(unknown.to_string(), "there is nothing in the language fr: it is en or zh");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The language of a tag or the name of a locale, whose first word it is: `en`, `zh-Hans`,
    /// `zh_CN.UTF-8`.
    ///
    /// ```
    /// use grundy::language::Language;
    /// assert_eq!(Language::of_tag("zh_TW.UTF-8"), Some(Language::Chinese));
    /// assert_eq!(Language::of_tag("EN"), Some(Language::English));
    /// assert_eq!(Language::of_tag("zhuang"), None);
    /// ```
    pub fn of_tag(tag: &str) -> Option<Language> {
        let word = tag.split(['-', '_', '.', '@']).next().unwrap_or("");
        Language::ALL.into_iter().find(|language| word.eq_ignore_ascii_case(language.tag()))
    }

    /// Its code in ISO 639: `en` or `zh`.
    ///
    /// ```
    /// use grundy::language::Language;
    /// assert_eq!(Language::ALL.map(Language::tag), ["en", "zh"]);
    /// ```
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }
}

/// As [`Language::of_tag`].
impl FromStr for Language {
    type Err = Message;

    fn from_str(tag: &str) -> Result<Language, Message> {
        Language::of_tag(tag)
            .ok_or_else(|| message!("there is nothing in the language {tag}: it is en or zh", tag))
    }
}

/// A sentence with its arguments, which can be said in every language.
///
/// `Display` says it in English.
///
/// ```
/// use grundy::language::Language;
/// use grundy::limits::Stop;
/// let over = Stop::Positions(7).message();
/// assert_eq!(over.template(), "the limit of {count} positions is reached");
/// assert_eq!(over.to_string(), "the limit of 7 positions is reached");
/// assert!(over.in_language(Language::Chinese).contains('7'));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Message(Box<Parts>);

#[derive(Clone)]
struct Parts {
    catalogue: &'static Catalogue,
    template: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// Of two crates the same sentence is the same.
impl PartialEq for Parts {
    fn eq(&self, other: &Parts) -> bool {
        self.template == other.template && self.arguments == other.arguments
    }
}

impl Eq for Parts {}

/// What stands at a place of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The same in every language: a number, a name, a piece of a rule.
    Text(String),
    /// Words.
    Message(Message),
}

impl Message {
    /// The message of a template whose places `{name}` are filled with these arguments.
    /// [`message_in!`](crate::message_in) checks that the names agree.
    /// A place without an argument is said as it stands, and an argument without a place is not said.
    ///
    /// ```
    /// use grundy::language::{Argument, Catalogue, Language, Message};
    /// static WORDS: Catalogue = Catalogue::new("msgid \"{n} left\"\nmsgstr \"还剩 {n} 个\"\n");
    /// let said = Message::new(&WORDS, "{n} left", vec![("n", Argument::Text("3".into()))]);
    /// assert_eq!(said.in_language(Language::Chinese), "还剩 3 个");
    /// assert_eq!(Message::new(&WORDS, "{n} left", vec![]).to_string(), "{n} left");
    /// ```
    pub fn new(
        catalogue: &'static Catalogue,
        template: &'static str,
        arguments: Vec<(&'static str, Argument)>,
    ) -> Message {
        Message(Box::new(Parts { catalogue, template, arguments }))
    }

    /// The message of a text of this library that has no places, such as a reason that is one of a few.
    ///
    /// ```
    /// use grundy::language::{Language, Message};
    /// let over = Message::phrase("the time allowed is over");
    /// assert_eq!(over.in_language(Language::Chinese), "允许的时间已用完");
    /// ```
    pub fn phrase(text: &'static str) -> Message {
        Message::new(&CATALOGUE, text, Vec::new())
    }

    /// The English sentence with its places, which is the key of the translations.
    pub fn template(&self) -> &'static str {
        self.0.template
    }

    /// The message in a language.
    pub fn in_language(&self, language: Language) -> String {
        let Parts { catalogue, template, arguments } = &*self.0;
        let template = catalogue.translation(template, language);
        let mut said = String::new();
        for piece in pieces(template) {
            match piece {
                Piece::Text(text) => said.push_str(text),
                Piece::Place(name) => match arguments.iter().find(|(known, _)| *known == name) {
                    Some((_, Argument::Text(text))) => said.push_str(text),
                    Some((_, Argument::Message(message))) => {
                        said.push_str(&message.in_language(language));
                    }
                    None => said.extend(["{", name, "}"]),
                },
            }
        }
        said
    }

    /// Messages one after the other, with `between` between them.
    /// Of none it is an empty text.
    ///
    /// ```
    /// use grundy::language::Message;
    /// let said = ["3 is lost", "4 is won"].map(Message::from);
    /// assert_eq!(Message::join(&said, "; ").to_string(), "3 is lost; 4 is won");
    /// assert_eq!(Message::join(&[], "; ").to_string(), "");
    /// ```
    pub fn join(messages: &[Message], between: &str) -> Message {
        let Some((first, rest)) = messages.split_first() else {
            return Message::new(&CATALOGUE, "", Vec::new());
        };
        rest.iter().fold(first.clone(), |before, after| {
            let between = between.to_owned();
            message!("{before}{between}{after}", before, between, after)
        })
    }
}

/// A text of one's own, the same in every language.
///
/// ```
/// use grundy::ruleset::Failure;
/// let failure = Failure::Domain("there is no row 9".into());
/// assert_eq!(failure.message().to_string(), "there is no row 9");
/// ```
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::new(&CATALOGUE, "{text}", vec![("text", Argument::Text(text))])
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_owned())
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_language(Language::English))
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

/// What is said in words that are translated.
///
/// ```
/// use grundy::language::{Argument, Catalogue, Language, Said};
/// use grundy::message_in;
/// static WORDS: Catalogue = Catalogue::new(
///     "msgid \"first\"\nmsgstr \"先手\"\nmsgid \"{who} wins\"\nmsgstr \"{who}胜\"\n",
/// );
/// struct First;
/// impl Said for First {
///     fn said(&self) -> Argument {
///         Argument::Message(message_in!(WORDS, "first"))
///     }
/// }
/// let won = message_in!(WORDS, "{who} wins", who = First);
/// assert_eq!(won.to_string(), "first wins");
/// assert_eq!(won.in_language(Language::Chinese), "先手胜");
/// ```
pub trait Said {
    /// The words, as an argument of a message.
    fn said(&self) -> Argument;
}

impl<T: Said + ?Sized> Said for &T {
    fn said(&self) -> Argument {
        (**self).said()
    }
}

impl Said for Message {
    fn said(&self) -> Argument {
        Argument::Message(self.clone())
    }
}

impl Said for Argument {
    fn said(&self) -> Argument {
        self.clone()
    }
}

/// A value on its way to become an argument: as words where it has them ([`Said`]), else as it is
/// displayed, the same in every language. Of the two traits below the first one that fits is found.
#[doc(hidden)]
#[derive(Debug)]
pub struct Given<'a, T: ?Sized>(pub &'a T);

#[doc(hidden)]
pub trait InWords {
    fn argument(&self) -> Argument;
}

impl<T: Said + ?Sized> InWords for Given<'_, T> {
    fn argument(&self) -> Argument {
        self.0.said()
    }
}

#[doc(hidden)]
pub trait AsDisplayed {
    fn argument(&self) -> Argument;
}

impl<T: fmt::Display + ?Sized> AsDisplayed for &Given<'_, T> {
    fn argument(&self) -> Argument {
        Argument::Text(self.0.to_string())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }
}

/// For types that have a `message()`: they can be arguments, and `Display` says them in English.
macro_rules! say_by_message {
    ($($kind:ty),*) => {
        $(impl $crate::language::Said for $kind {
            fn said(&self) -> $crate::language::Argument {
                $crate::language::Argument::Message(self.message())
            }
        }

        /// In English.
        impl ::std::fmt::Display for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.message(), f)
            }
        })*
    };
}

pub(crate) use say_by_message;

/// A piece of a template.
enum Piece<'a> {
    Text(&'a str),
    /// `{name}`, of small letters and `_`.
    Place(&'a str),
}

fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(length) = place(rest.as_bytes(), 0) {
            let name = &rest[1..length - 1];
            rest = &rest[length..];
            return Some(Piece::Place(name));
        }
        let end = (1..rest.len()).find(|&at| place(rest.as_bytes(), at).is_some());
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(Piece::Text(text))
    })
}

/// The length of the place that begins at a byte of a template, its braces counted.
const fn place(template: &[u8], at: usize) -> Option<usize> {
    if template[at] != b'{' {
        return None;
    }
    let mut end = at + 1;
    while end < template.len() && (template[end].is_ascii_lowercase() || template[end] == b'_') {
        end += 1;
    }
    match end > at + 1 && end < template.len() && template[end] == b'}' {
        true => Some(end + 1 - at),
        false => None,
    }
}

/// The names of the places of a template, in their order; a name may stand at several.
/// A place is a name of small letters and `_` in braces, anything else in braces is text.
///
/// ```
/// use grundy::language::places;
/// assert!(places("{heap} becomes {to}, not {heap}").eq(["heap", "to", "heap"]));
/// assert_eq!(places("S{1,3,4}").count(), 0);
/// ```
pub fn places(template: &str) -> impl Iterator<Item = &str> {
    pieces(template).filter_map(|piece| match piece {
        Piece::Place(name) => Some(name),
        Piece::Text(_) => None,
    })
}

/// Whether the places of a template are those of its arguments; the program is not compiled otherwise.
#[doc(hidden)]
pub const fn agree(template: &str, names: &[&str]) -> bool {
    let template = template.as_bytes();
    let mut used = 0_u64;
    let mut at = 0;
    while at < template.len() {
        let Some(length) = place(template, at) else {
            at += 1;
            continue;
        };
        let mut index = 0;
        while index < names.len() && !same(template, at + 1, length - 2, names[index].as_bytes()) {
            index += 1;
        }
        if index == names.len() {
            return false;
        }
        used |= 1 << index;
        at += length;
    }
    used == (1 << names.len()) - 1
}

const fn same(template: &[u8], start: usize, length: usize, name: &[u8]) -> bool {
    let mut at = 0;
    while at < length && at < name.len() && template[start + at] == name[at] {
        at += 1;
    }
    at == length && at == name.len()
}

/// A [`Message`] of this crate: a template in English with its arguments, each under the name that its
/// place has, as in `message!("more than {most} choices to try", most = MAX_TRIED)`.
macro_rules! message {
    ($template:literal $($rest:tt)*) => {
        $crate::message_in!($crate::language::CATALOGUE, $template $($rest)*)
    };
}

pub(crate) use message;

/// A message without places that is kept as its text; [`Message::phrase`] makes a message of it.
macro_rules! phrase {
    ($template:literal) => {
        $template
    };
}

pub(crate) use phrase;

/// A [`Message`](crate::language::Message) of a catalogue: `message_in!(CATALOGUE, "{count} left", count)`.
///
/// ```
/// use grundy::language::{Catalogue, Language};
/// static WORDS: Catalogue = Catalogue::new("msgid \"{count} left\"\nmsgstr \"还剩 {count} 个\"\n");
/// let said = grundy::message_in!(WORDS, "{count} left", count = 3);
/// assert_eq!(said.to_string(), "3 left");
/// assert_eq!(said.in_language(Language::Chinese), "还剩 3 个");
/// ```
#[macro_export]
macro_rules! message_in {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($catalogue:expr, $template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { assert!($crate::language::agree($template, &[$(stringify!($name)),*])) };
        $crate::language::Message::new(
            &$catalogue,
            $template,
            vec![$((stringify!($name), {
                #[allow(unused_imports, reason = "an argument needs one of the two")]
                use $crate::language::{AsDisplayed as _, Given, InWords as _};
                (&Given(&$crate::message_in!(@value $name $($value)?))).argument()
            })),*],
        )
    }};
}

/// The translations of the messages of this crate.
pub static CATALOGUE: Catalogue = Catalogue::new(include_str!("language/zh.po"));

/// Translations into Chinese, in the format of gettext: pairs of `msgid` and `msgstr`, each a string
/// in quotes or several that belong together, and comments.
///
/// ```
/// use grundy::language::{Catalogue, Language};
/// let words = Catalogue::new("msgid \"heap\"\nmsgstr \"堆\"\n\nmsgid \"a long \"\n\"row\"\nmsgstr \"\"\n");
/// assert_eq!(words.translation("heap", Language::Chinese), "堆");
/// assert_eq!(words.translation("a long row", Language::Chinese), "a long row");
/// assert!(words.entries().eq([("heap".to_owned(), "堆".to_owned())]));
/// ```
pub struct Catalogue {
    source: &'static str,
    read: OnceLock<HashMap<String, String>>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").finish_non_exhaustive()
    }
}

impl Catalogue {
    /// The catalogue of a text, which is read when the first translation is asked for.
    pub const fn new(source: &'static str) -> Catalogue {
        Catalogue { source, read: OnceLock::new() }
    }

    /// A template in a language; itself where there is no translation.
    pub fn translation<'a>(&'a self, template: &'a str, language: Language) -> &'a str {
        match language {
            Language::English => template,
            Language::Chinese => {
                let read = self.read.get_or_init(|| self.entries().collect());
                read.get(template).map_or(template, String::as_str)
            }
        }
    }

    /// The templates with their translations, in the order of the text.
    /// Those without a translation are left out. Reads the whole text again.
    pub fn entries(&self) -> impl Iterator<Item = (String, String)> {
        let mut entries: Vec<[String; 2]> = Vec::new();
        let mut side = 0;
        for line in self.source.lines() {
            let quoted = match line.split_once(' ') {
                Some(("msgid", quoted)) => {
                    entries.push(Default::default());
                    side = 0;
                    quoted
                }
                Some(("msgstr", quoted)) => {
                    side = 1;
                    quoted
                }
                _ => line,
            };
            let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            if let (Some(inner), Some(entry)) = (inner, entries.last_mut()) {
                unescape(inner, &mut entry[side]);
            }
        }
        let translated =
            |[template, translation]: &[String; 2]| !template.is_empty() && !translation.is_empty();
        entries
            .into_iter()
            .filter(translated)
            .map(|[template, translation]| (template, translation))
    }
}

/// Adds what a string stands for in which `\n`, `\t`, `\"` and `\\` stand for signs.
fn unescape(quoted: &str, text: &mut String) {
    let mut signs = quoted.chars();
    while let Some(sign) = signs.next() {
        let meant = match sign {
            '\\' => match signs.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            sign => sign,
        };
        text.push(meant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORDS: Catalogue = Catalogue::new(
        "# two\nmsgid \"{a} before {b}\"\nmsgstr \"\"\n\"{b} 在 {a}\"\n\" 之后\"\n\n\
         msgid \"a \\\"quote\\\"\\n\"\nmsgstr \"“引”\\n\"\n\nmsgid \"later\"\nmsgstr \"\"\n",
    );

    #[test]
    fn arguments_stand_at_their_places_in_each_language() {
        let inner = message_in!(WORDS, "a \"quote\"\n");
        let said = message_in!(WORDS, "{a} before {b}", a = 1, b = inner);
        assert_eq!(said.to_string(), "1 before a \"quote\"\n");
        assert_eq!(said.in_language(Language::Chinese), "“引”\n 在 1 之后");
        assert_eq!(said.clone(), said);
        assert_ne!(said, message_in!(WORDS, "{a} before {b}", a = 1, b = 2));
    }

    #[test]
    fn what_is_not_translated_is_said_in_english() {
        for said in [message_in!(WORDS, "later"), message_in!(WORDS, "unknown")] {
            assert_eq!(said.in_language(Language::Chinese), said.to_string());
        }
    }

    #[test]
    fn braces_that_hold_no_name_are_text() {
        let said = message_in!(WORDS, "S{1,3} { a } {} {A} {x",);
        assert_eq!(said.to_string(), "S{1,3} { a } {} {A} {x");
        assert_eq!(places("S{1} {a}{b_c}{").collect::<Vec<_>>(), ["a", "b_c"]);
        assert!(agree("{a} {b} {a}", &["b", "a"]));
        assert!(!agree("{a}", &[]) && !agree("{a}", &["a", "b"]) && !agree("{ab}", &["a"]));
    }

    #[test]
    fn messages_are_joined() {
        let joined = Message::join(&[message_in!(WORDS, "later"), message_in!(WORDS, "x")], ", ");
        assert_eq!(joined.to_string(), "later, x");
        assert_eq!(Message::join(&[], ", ").to_string(), "");
    }
}
