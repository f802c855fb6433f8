//! `grundy prove` and the certificates of theorems by automata.

use std::fs;
use std::process::{Command, Output};

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn every_altered_field_of_an_automatic_certificate_is_refused() {
    let folder = Folder::new("automatic");
    let file = folder.file("proof.json");
    for (game, number, other) in [
        ("wythoff", "1..b", "2..b"),
        ("lasker", "a in 1", "a in 2"),
        ("misere [n] -> [n-k] for k in {1, 4}", "{1, 4}", "{1, 3}"),
    ] {
        let written = grundy(&["prove", game, "--certificate", &file]);
        assert_eq!(written.status.code(), Some(0), "{game}");
        let text = fs::read_to_string(&file).unwrap();
        let verdict = grundy(&["check", &file]);
        assert_eq!(verdict.status.code(), Some(0), "{game}");
        assert!(stdout(&verdict).starts_with("valid: "), "{game}");
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut fields = 0;
        for name in ["rule", "subject", "numeration", "tracks", "accepting", "next"] {
            let mut altered = document.clone();
            let field = &mut altered[name];
            *field = match field.clone() {
                serde_json::Value::String(text) if text == "values" => "outcomes".into(),
                serde_json::Value::String(text) if text == "outcomes" => "values".into(),
                serde_json::Value::String(text) if name == "rule" => {
                    text.replace(number, other).into()
                }
                serde_json::Value::String(text) => text.replace(['1', '2'], "3").into(),
                serde_json::Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
                serde_json::Value::Array(mut list) => {
                    let last = list.len() - 1;
                    list.swap_remove(last);
                    list.into()
                }
                other => other,
            };
            assert_ne!(altered, document, "{game}: {name}");
            fs::write(&file, altered.to_string()).unwrap();
            let verdict = grundy(&["check", &file]);
            assert_eq!(verdict.status.code(), Some(1), "{game}: {name}: {}", stdout(&verdict));
            assert!(stdout(&verdict).starts_with("refused: "), "{game}: {name}");
            // The automaton is that of another rule, so some position shows it.
            let shown = stdout(&verdict).contains("; it is wrong at [");
            assert!(shown || name != "rule", "{game}: {}", stdout(&verdict));
            fields += 1;
        }
        assert_eq!(fields + 1, document.as_object().unwrap().len());
        let more = text.replacen('{', "{\"note\": 1, ", 1);
        fs::write(&file, more).unwrap();
        assert_eq!(grundy(&["check", &file]).status.code(), Some(1));
    }
}

#[test]
fn periods_are_proved_with_certificates_that_are_valid() {
    let folder = Folder::new("periods");
    let file = folder.file("proof.json");
    for game in
        ["S{1,2,3}", "S{1,3,4}", "S{2,5,9,11}", "allbut{1,3}", "0.77", "0.07", "bash(7)", "4.(3)"]
    {
        let written = grundy(&["prove", game, "--certificate", &file]);
        assert_eq!(written.status.code(), Some(0), "{game}: {}", stdout(&written));
        assert!(stdout(&written).starts_with("proved: G("), "{game}: {}", stdout(&written));
        let verdict = grundy(&["check", &file]);
        assert!(stdout(&verdict).starts_with("valid: "), "{game}");
    }
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let folder = Folder::new("no-proof");
    let file = folder.file("proof.json");
    let output = grundy(&["prove", "[n] -> [n-k] for k in squares(n)", "--certificate", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("not proved\n"));
    assert!(fs::metadata(&file).is_err());
}
