//! The catalogue of translations has every message of the library, and no other.

#[path = "language/templates.rs"]
mod templates;

use std::path::Path;

use grundy::language::{CATALOGUE, Language};

#[test]
fn every_message_is_translated_with_its_places() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let templates = templates::of_sources(&source, &["message", "phrase", "say"]);
    assert!(templates.len() > 150, "only {} messages were found", templates.len());
    templates::check(&CATALOGUE, &templates);
}

#[test]
fn the_templates_in_a_source_are_read() {
    let source = r#"
        // message!("in a comment")
        let a = message!("one {a}\"", a);
        let b = message!(
            "two \\ \
             lines",
        );
        let c = '"'; let d = message!("three\n");
        #[cfg(test)]
        mod tests { message!("four") }"#;
    let found: Vec<String> = templates::of_source(source, &["message"]).collect();
    assert_eq!(found, ["one {a}\"", "two \\ lines", "three\n"]);
}

#[test]
fn a_mistake_is_said_in_chinese_with_its_arguments() {
    let mistake = grundy::games::open("[n] -> [n-k] for k in digit(n)").unwrap_err();
    let said = |language| mistake.message_at().in_language(language);
    assert_eq!(said(Language::English), mistake.to_string());
    assert_eq!(
        said(Language::Chinese),
        "第 1 行第 23 列：没有函数 `digit`（是不是想写 `digits`？）"
    );
}
