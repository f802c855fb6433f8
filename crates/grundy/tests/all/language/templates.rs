//! The messages that stand in sources, and whether a catalogue has them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use grundy::language::{Catalogue, places};

/// The templates in the macros of these names, in every file below a folder.
pub(crate) fn of_sources(folder: &Path, macros: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.extend(of_source(&fs::read_to_string(path).unwrap(), macros));
        }
    }
    found
}

/// The templates in a source up to its tests, in their order.
pub(crate) fn of_source(source: &str, macros: &[&str]) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut before = String::new();
    while let Some(sign) = rest.chars().next() {
        // The body of tests ends a file; tests that are a file of their own may be named anywhere.
        if let Some(named) = rest.strip_prefix("#[cfg(test)]")
            && named.trim_start().starts_with("mod ")
            && named.find(['{', ';']).is_some_and(|at| named[at..].starts_with('{'))
        {
            break;
        }
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest = rest[2..].split_once('\'').map_or("", |(_, after)| after);
        } else if sign == '"' {
            let (text, after) = literal(&rest[1..]);
            let opened = before.trim_end().strip_suffix("!(").unwrap_or("");
            let name = opened.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            if name.is_some_and(|name| macros.contains(&name)) {
                found.push(text);
            }
            before.clear();
            rest = after;
        } else {
            before.push(sign);
            rest = &rest[sign.len_utf8()..];
        }
    }
    found.into_iter()
}

/// What a literal stands for whose opening quote was read, and what follows it.
fn literal(mut rest: &str) -> (String, &str) {
    let mut text = String::new();
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '"' => break,
            '\\' => {
                let escaped = rest.chars().next().unwrap();
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    '\n' => rest = rest.trim_start(),
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    other => text.push(other),
                }
            }
            sign => text.push(sign),
        }
    }
    (text, rest)
}

/// Fails unless the catalogue translates these templates, each with its places, and no other. What
/// has no letters but in its places needs no translation.
pub(crate) fn check(catalogue: &Catalogue, templates: &BTreeSet<String>) {
    let mut translations = BTreeMap::new();
    let mut wrong = Vec::new();
    for (template, translation) in catalogue.entries() {
        let set = |text| places(text).collect::<BTreeSet<_>>();
        if set(&template) != set(&translation) {
            wrong.push(format!("other places in the translation: {template:?}"));
        }
        if template.ends_with('\n') != translation.ends_with('\n') {
            wrong.push(format!("another end of line in the translation: {template:?}"));
        }
        if !templates.contains(&template) {
            wrong.push(format!("no source has this message: {template:?}"));
        }
        if translations.insert(template.clone(), translation).is_some() {
            wrong.push(format!("translated twice: {template:?}"));
        }
    }
    let bare = |template: &str| {
        let places = places(template)
            .fold(template.to_owned(), |text, name| text.replace(&format!("{{{name}}}"), ""));
        !places.contains(char::is_alphabetic)
    };
    let missing = templates.iter().filter(|text| !bare(text) && !translations.contains_key(*text));
    wrong.extend(missing.map(|template| format!("not translated: {template:?}")));
    assert!(wrong.is_empty(), "{} mistakes in the catalogue:\n{}", wrong.len(), wrong.join("\n"));
}
