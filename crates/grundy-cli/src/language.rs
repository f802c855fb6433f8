//! The language of what the command says: `--lang`, or what the environment asks for.
//!
//! It is chosen once, when the command starts. A server works for people of several languages at
//! once, so a piece of work may have its own, which belongs to the thread while it is done.

use std::cell::Cell;
use std::ffi::OsString;
use std::future::Future;
use std::io;
use std::sync::OnceLock;

use grundy::games::Entry;
use grundy::language::{Catalogue, Language, Message};

/// The translations of what the command says; those of what the library says are its own.
pub(crate) static CATALOGUE: Catalogue = Catalogue::new(include_str!("language/zh.po"));

/// A [`Message`] of the command: `message!("cannot read {path}", path)`.
macro_rules! message {
    ($template:literal $($rest:tt)*) => {
        grundy::message_in!($crate::language::CATALOGUE, $template $($rest)*)
    };
}

/// A message of the command, said in the present language.
macro_rules! say {
    ($template:literal $($rest:tt)*) => {
        $crate::language::speak(&$crate::language::message!($template $($rest)*))
    };
}

/// A text of the command without places that is kept as it is; [`of_phrase`] makes a message of it.
macro_rules! phrase {
    ($template:literal) => {
        $template
    };
}

/// Writes a line to standard error, for people. Where that cannot be written to, the work goes on, and its answer and its
/// exit status say what they say.
macro_rules! tell {
    ($($said:tt)*) => {{
        use std::io::Write as _;
        drop(writeln!(anstream::stderr(), $($said)*));
    }};
}

pub(crate) use {message, phrase, say, tell};

/// The message of a [`phrase!`].
pub(crate) fn of_phrase(text: &'static str) -> Message {
    Message::new(&CATALOGUE, text, Vec::new())
}

/// The language of the command.
static CHOSEN: OnceLock<Language> = OnceLock::new();

thread_local! {
    /// The language of the work that the thread does now, where it has its own.
    static OF_THIS_WORK: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language in which to speak now.
pub(crate) fn now() -> Language {
    OF_THIS_WORK.get().or_else(|| CHOSEN.get().copied()).unwrap_or_default()
}

/// The message in the present language.
pub(crate) fn speak(message: &Message) -> String {
    message.in_language(now())
}

/// The title of a game in the present language.
pub(crate) fn title(entry: &Entry) -> &'static str {
    match now() {
        Language::English => entry.title,
        Language::Chinese => entry.title_zh,
    }
}

/// The text of a catalogue of the library in the present language, such as what is known of a game.
pub(crate) fn told(phrase: &'static str) -> String {
    speak(&Message::phrase(phrase))
}

/// Why a file or a stream could not be used: the usual reasons in words, others as the system says.
pub(crate) fn reason(error: &io::Error) -> Message {
    // What carries an error of its own is said by that.
    let kind = error.get_ref().is_none().then(|| error.kind());
    match kind.unwrap_or(io::ErrorKind::Other) {
        io::ErrorKind::NotFound => message!("there is no such file or directory"),
        io::ErrorKind::PermissionDenied => message!("permission is denied"),
        io::ErrorKind::AlreadyExists => message!("it exists already"),
        io::ErrorKind::IsADirectory => message!("it is a directory"),
        io::ErrorKind::NotADirectory => message!("a part of the path is not a directory"),
        io::ErrorKind::InvalidData => message!("it is not text in UTF-8"),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            message!("there is no space left")
        }
        io::ErrorKind::FileTooLarge => message!("no file can be so large there"),
        io::ErrorKind::ReadOnlyFilesystem => message!("the file system is read-only"),
        io::ErrorKind::AddrInUse => message!("the address is in use"),
        io::ErrorKind::AddrNotAvailable => message!("this machine has no such address"),
        _ => message!("{error}", error),
    }
}

/// Chooses the language of the command by `--lang`, which is taken out of the arguments, or else by
/// the environment. What `--lang` says is left where it is no language: the parser of arguments has
/// the message for that, or an option of this name of its own (`grundy code --lang python`).
pub(crate) fn choose(arguments: &mut Vec<OsString>) {
    let asked = take_option(arguments);
    let language = asked.or_else(|| of_environment(|name| std::env::var(name).ok()));
    // Nothing is chosen twice but in tests, which all speak English.
    let _ = CHOSEN.set(language.unwrap_or_default());
}

/// Takes `--lang zh` or `--lang=zh` out of the arguments; what stands behind `--` is none.
fn take_option(arguments: &mut Vec<OsString>) -> Option<Language> {
    // As the environment says it, and as it calls itself.
    let named = |word: &OsString| match word.to_str()? {
        "中文" | "汉语" | "chinese" | "Chinese" => Some(Language::Chinese),
        "english" | "English" => Some(Language::English),
        word => Language::of_tag(word),
    };
    let mut asked = None;
    let mut at = 1;
    while at < arguments.len() && arguments[at] != "--" {
        let word = arguments[at].to_str().unwrap_or("");
        let (value, length) = match word.strip_prefix("--lang") {
            Some("") => (arguments.get(at + 1).and_then(named), 2),
            Some(rest) => (rest.strip_prefix('=').and_then(|word| named(&word.into())), 1),
            None => (None, 1),
        };
        match value {
            Some(language) => {
                asked = Some(language);
                arguments.drain(at..at + length);
            }
            None => at += 1,
        }
    }
    asked
}

/// The language that the environment asks for, as POSIX and gettext read it: the first of `LC_ALL`,
/// `LC_MESSAGES` and `LANG` that says something is the locale; if it is one of a language, the list
/// `LANGUAGE` goes before it. Where nothing is said the system is asked.
fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Language> {
    let said = |name| variable(name).filter(|value| !value.is_empty());
    let Some(locale) = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(said) else {
        return sys_locale::get_locale().and_then(|tag| Language::of_tag(&tag));
    };
    if matches!(locale.split('.').next(), Some("C" | "POSIX")) {
        return None;
    }
    let list = said("LANGUAGE").unwrap_or_default();
    list.split(':').find_map(Language::of_tag).or_else(|| Language::of_tag(&locale))
}

/// Does a piece of work in a language.
pub(crate) fn within<T>(language: Language, work: impl FnOnce() -> T) -> T {
    /// Puts the language back, also when the work panics.
    struct Back(Option<Language>);
    impl Drop for Back {
        fn drop(&mut self) {
            OF_THIS_WORK.set(self.0);
        }
    }
    let _back = Back(OF_THIS_WORK.replace(Some(language)));
    work()
}

/// The future whose work is done in a language, wherever it is polled.
#[cfg(feature = "serve")]
pub(crate) async fn throughout<F: Future>(language: Language, future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(|context| within(language, || future.as_mut().poll(context))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_read_as_posix_and_gettext_do() {
        for (variables, expected) in [
            (&[("LANG", "zh_CN.UTF-8")][..], Some(Language::Chinese)),
            (&[("LANG", "zh_TW")], Some(Language::Chinese)),
            (&[("LANG", "zh-Hans")], Some(Language::Chinese)),
            (&[("LANG", "de_DE.UTF-8")], None),
            (&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")], None),
            (&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "")], Some(Language::Chinese)),
            (&[("LANG", "zh_CN.UTF-8"), ("LC_MESSAGES", "en_GB.UTF-8")], Some(Language::English)),
            (&[("LC_MESSAGES", "zh_CN"), ("LC_ALL", "en_US")], Some(Language::English)),
            (&[("LANG", "en_US.UTF-8"), ("LANGUAGE", "fr:zh_CN:en")], Some(Language::Chinese)),
            (&[("LANG", "zh_CN.UTF-8"), ("LANGUAGE", "en:zh")], Some(Language::English)),
            (&[("LANG", "C.UTF-8"), ("LANGUAGE", "zh")], None),
            (&[("LANG", "POSIX")], None),
        ] {
            let value = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into())
            };
            assert_eq!(of_environment(value), expected, "{variables:?}");
        }
    }

    #[test]
    fn the_option_is_taken_out_wherever_it_stands() {
        for (line, rest, language) in [
            ("grundy --lang zh moves nim 5", "grundy moves nim 5", Some(Language::Chinese)),
            ("grundy moves nim 5 --lang=en", "grundy moves nim 5", Some(Language::English)),
            ("grundy --lang en --lang zh", "grundy", Some(Language::Chinese)),
            ("grundy moves nim 5 --lang zh_CN", "grundy moves nim 5", Some(Language::Chinese)),
            ("grundy moves nim 5 --lang=ZH", "grundy moves nim 5", Some(Language::Chinese)),
            ("grundy moves nim 5 --lang 中文", "grundy moves nim 5", Some(Language::Chinese)),
            ("grundy code nim --lang python", "grundy code nim --lang python", None),
            (
                "grundy code nim --lang c++ --lang zh",
                "grundy code nim --lang c++",
                Some(Language::Chinese),
            ),
            ("grundy --lang", "grundy --lang", None),
            ("grundy --lang fr", "grundy --lang fr", None),
            ("grundy --language zh", "grundy --language zh", None),
            ("grundy moves -- --lang zh", "grundy moves -- --lang zh", None),
        ] {
            let mut words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            assert_eq!(take_option(&mut words), language, "{line}");
            assert_eq!(words.join(" ".as_ref()), rest, "{line}");
        }
    }

    #[test]
    fn every_message_and_every_text_of_the_help_is_translated() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut all = crate::templates::of_sources(&source, &["message", "phrase", "say"]);
        assert!(all.len() > 200, "only {} messages were found", all.len());
        all.extend(crate::help::texts::<crate::command::Arguments>());
        crate::templates::check(&CATALOGUE, &all);
    }

    #[test]
    fn work_has_its_own_language_while_it_is_done() {
        let before = now();
        let inside = within(Language::Chinese, || (now(), within(Language::English, now), now()));
        assert_eq!(inside, (Language::Chinese, Language::English, Language::Chinese));
        assert_eq!(now(), before);
        assert!(std::panic::catch_unwind(|| within(Language::Chinese, || panic!())).is_err());
        assert_eq!(now(), before);
    }
}
