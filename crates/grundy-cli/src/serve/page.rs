//! The files of the page. They are part of the program: nothing is read from the disk.
//!
//! The page itself is sent with its words in it, in the language that the browser asks for: it is
//! painted before any script is there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use grundy::language::Language;

/// A file of the page.
pub(super) struct File {
    /// The path in the address.
    pub(super) path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const ICON: &str = "image/svg+xml";

/// A file in `page/`.
macro_rules! file {
    ($path:literal, $content_type:expr, $name:literal) => {
        File {
            path: $path,
            content_type: $content_type,
            text: include_str!(concat!("page/", $name)),
        }
    };
}

/// All of them.
pub(super) const FILES: &[File] = &[
    file!("/", HTML, "index.html"),
    file!("/style.css", STYLE, "style.css"),
    file!("/icon.svg", ICON, "icon.svg"),
    file!("/boot.js", SCRIPT, "boot.js"),
    file!("/main.js", SCRIPT, "main.js"),
    file!("/strings.js", SCRIPT, "strings.js"),
    file!("/words.js", SCRIPT, "words.js"),
    file!("/api.js", SCRIPT, "api.js"),
    file!("/messages.js", SCRIPT, "messages.js"),
    file!("/reasons.js", SCRIPT, "reasons.js"),
    file!("/table.js", SCRIPT, "table.js"),
    file!("/figure.js", SCRIPT, "figure.js"),
    file!("/heat.js", SCRIPT, "heat.js"),
    file!("/plot.js", SCRIPT, "plot.js"),
    file!("/play.js", SCRIPT, "play.js"),
    file!("/pattern.js", SCRIPT, "pattern.js"),
    file!("/code.js", SCRIPT, "code.js"),
    file!("/rare.js", SCRIPT, "rare.js"),
    file!("/graph.js", SCRIPT, "graph.js"),
];

impl File {
    /// The file, for a browser that sends these headers.
    pub(super) fn response(&self, asked: &HeaderMap) -> Response {
        let content_type = [(header::CONTENT_TYPE, self.content_type)];
        if self.path != "/" {
            return (content_type, self.text).into_response();
        }
        let chinese = accepted(asked) == Some(Language::Chinese);
        let text = &SPOKEN[usize::from(chinese)];
        (content_type, [(header::VARY, "accept-language")], text.as_str()).into_response()
    }
}

/// The language that a request likes best among those that are spoken here, `zh-CN,zh;q=0.9,en;q=0.8`.
pub(super) fn accepted(headers: &HeaderMap) -> Option<Language> {
    let text = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let liked = text.split(',').filter_map(|entry| {
        let (tag, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
        let weight = weight.trim().strip_prefix("q=")?;
        let weight: f32 = weight.trim().parse().ok().filter(|weight| *weight > 0.0)?;
        Some((weight, Language::of_tag(tag.trim())?))
    });
    // The first of those that are liked as much.
    let best = liked.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, language)| language)
}

/// The page in English and in Chinese.
static SPOKEN: LazyLock<[String; 2]> =
    LazyLock::new(|| [("en", "en"), ("zh", "zh-Hans")].map(|(key, tag)| spoken(key, tag)));

type Strings = BTreeMap<String, BTreeMap<String, String>>;

/// The strings of the page by language and key: between its braces their file is JSON.
fn strings() -> Strings {
    let text = include_str!("page/strings.js");
    let table = text.split_once("STRINGS = ").and_then(|(_, rest)| {
        let (table, _) = rest.split_once("\n};")?;
        serde_json::from_str(&format!("{table}\n}}")).ok()
    });
    table.unwrap_or_default()
}

/// The page with the words of a language where `data-t` and `data-label` say which.
fn spoken(language: &str, tag: &str) -> String {
    let mut text =
        include_str!("page/index.html").replacen("lang=\"en\"", &format!("lang=\"{tag}\""), 1);
    for (key, said) in strings().remove(language).unwrap_or_default() {
        let said = said.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        let place = format!("data-t=\"{key}\"");
        // Some places have other attributes behind.
        let filled: Vec<String> = text
            .split(place.as_str())
            .enumerate()
            .map(|(number, piece)| match piece.split_once("><") {
                Some((rest, after)) if number > 0 && !rest.contains('>') => {
                    format!("{rest}>{said}<{after}")
                }
                _ => piece.to_owned(),
            })
            .collect();
        text = filled.join(&place).replace(
            &format!("data-label=\"{key}\""),
            &format!("data-label=\"{key}\" aria-label=\"{said}\""),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// No place is left without its words, in either language.
    #[test]
    fn the_page_comes_with_its_words() {
        for (text, said) in SPOKEN.iter().zip(["impartial games", "公平组合游戏"]) {
            assert!(text.contains(said));
            assert!(!text.contains("&lt;") && text.contains("data-t=\"skip\">"));
            for (at, _) in text.match_indices("data-t=\"") {
                let rest = text[at..].split_once('>').unwrap().1;
                assert!(!rest.trim_start().starts_with('<'), "{}", &text[at..at + 40]);
            }
            let labels = text.matches("data-label=").count();
            assert_eq!(text.matches("\" aria-label=\"").count(), labels);
        }
        let tags = SPOKEN.each_ref().map(|text| text.contains("<html lang=\"zh-Hans\">"));
        assert_eq!(tags, [false, true]);
    }

    /// What stands between each `before` and the next quotation mark.
    fn named<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
        let pieces = text.split(before).skip(1);
        pieces.filter_map(|piece| piece.split_once('"')).map(|(name, _)| name).collect()
    }

    #[test]
    fn the_page_has_words_for_every_step_of_an_explanation() {
        let steps = named(include_str!("../report/json.rs"), "\"step\": \"");
        let told = FILES.iter().find(|file| file.path == "/reasons.js").unwrap().text;
        let told = named(told, "case \"");
        // A step that this program does not know is told by no name.
        let lacks = |step: &&&str| !told.contains(**step) && **step != "other";
        let missing: Vec<&&str> = steps.iter().filter(lacks).collect();
        assert!(missing.is_empty() && steps.len() > 12, "{missing:?}");
    }

    #[test]
    fn every_string_is_there_in_both_languages() {
        let all = strings();
        let (english, chinese) = (&all["en"], &all["zh"]);
        assert!(english.keys().eq(chinese.keys()), "the keys differ");
        for (key, text) in english {
            let places = |text: &str| -> Vec<bool> {
                (0..5).map(|place| text.contains(&format!("{{{place}}}"))).collect()
            };
            assert_eq!(places(text), places(&chinese[key]), "{key}");
            assert!(!text.trim().is_empty() && !chinese[key].trim().is_empty(), "{key}");
        }
        let mut used = BTreeSet::new();
        for file in FILES.iter().filter(|file| file.path != "/strings.js") {
            for before in [" t(\"", "(t(\"", "{t(\"", "[t(\"", "data-t=\"", "data-label=\""] {
                used.extend(named(file.text, before));
            }
        }
        // A key that ends in `_` is completed by what the server says.
        let there = |key: &&str| {
            english.contains_key(*key)
                || key.ends_with('_') && english.keys().any(|known| known.starts_with(*key))
        };
        let missing: Vec<&&str> = used.iter().filter(|key| !there(key)).collect();
        assert!(missing.is_empty() && used.len() > 60, "{missing:?}");
        let words: String = FILES.iter().map(|file| file.text).collect();
        let completed = |key: &str| {
            key.rsplit_once('_').is_some_and(|(start, _)| words.contains(&format!("\"{start}_\"")))
        };
        let mentioned = |key: &str| words.matches(&format!("\"{key}\"")).count() > 2;
        let unused: Vec<&String> =
            english.keys().filter(|key| !mentioned(key) && !completed(key)).collect();
        assert!(unused.is_empty(), "no longer used: {unused:?}");
    }

    /// The words that the server may say where a key is completed by one of them.
    #[test]
    fn what_the_server_says_has_a_string() {
        let api: serde_json::Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
        let words = |place: &str| -> Vec<String> {
            let words = api.pointer(place).unwrap_or_else(|| panic!("{place}"));
            serde_json::from_value(words.clone()).unwrap()
        };
        let all = &strings()["en"];
        for (start, place) in [
            ("basis", "/components/schemas/Program/properties/basis/enum"),
            ("kind", "/components/schemas/Problem/properties/error/properties/kind/enum"),
        ] {
            let words = words(place);
            assert!(words.len() > 4, "{place}");
            for word in words {
                assert!(all.contains_key(&format!("{start}_{word}")), "{start}_{word}");
            }
        }
    }

    /// The files name each other and nothing else, and no address elsewhere.
    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let paths: BTreeSet<&str> = FILES.iter().map(|file| file.path).collect();
        for file in FILES {
            for name in named(file.text, "from \"./") {
                assert!(paths.contains(format!("/{name}").as_str()), "{name} in {}", file.path);
            }
            for name in named(file.text, "src=\"").union(&named(file.text, "href=\"/")) {
                let path = format!("/{}", name.trim_start_matches('/'));
                assert!(paths.contains(path.as_str()) || path.starts_with("/api/"), "{name}");
            }
            let text = file.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http:") && !text.contains("https:"), "{}", file.path);
        }
    }

    #[test]
    fn the_page_is_small() {
        let bytes: usize = FILES.iter().map(|file| file.text.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
