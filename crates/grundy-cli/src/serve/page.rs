//! The files of the page. They are part of the program: nothing is read from the disk.

use axum::http::header;
use axum::response::{IntoResponse, Response};

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
];

impl File {
    pub(super) fn response(&self) -> Response {
        ([(header::CONTENT_TYPE, self.content_type)], self.text).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// A table of the strings, which is JSON.
    fn table(name: &str) -> serde_json::Value {
        let text = include_str!("page/strings.js");
        let table = text.split_once(&format!("{name} = ")).unwrap().1;
        serde_json::from_str(&table[..table.find("\n};").unwrap() + 2]).unwrap()
    }

    /// The strings of a language.
    fn strings(language: &str) -> BTreeMap<String, String> {
        serde_json::from_value(table("STRINGS")[language].clone()).unwrap()
    }

    /// What stands between each `before` and the next quotation mark.
    fn named<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
        let pieces = text.split(before).skip(1);
        pieces.filter_map(|piece| piece.split_once('"')).map(|(name, _)| name).collect()
    }

    #[test]
    fn every_string_is_there_in_both_languages() {
        let (english, chinese) = (strings("en"), strings("zh"));
        assert!(english.keys().eq(chinese.keys()), "the keys differ");
        for (key, text) in &english {
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
