//! `grundy prove` and the certificates of theorems by automata.

use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::folder::Folder;

fn grundy(arguments: &[&str]) -> Output {
    crate::grundy().args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Every way to alter one leaf of a document a little, by the path to it; and to leave a field out.
fn alterations(document: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let mut paths = vec![String::new()];
    while let Some(path) = paths.pop() {
        let mut put = |new: Value| {
            let mut altered = document.clone();
            *altered.pointer_mut(&path).unwrap() = new;
            all.push((path.clone(), altered));
        };
        match document.pointer(&path).unwrap() {
            Value::Object(fields) => {
                paths.extend(fields.keys().map(|key| format!("{path}/{key}")));
                for key in fields.keys() {
                    let mut altered = document.clone();
                    altered.pointer_mut(&path).unwrap().as_object_mut().unwrap().remove(key);
                    all.push((format!("{path}/{key}"), altered));
                }
            }
            Value::Array(items) => {
                paths.extend((0..items.len()).map(|at| format!("{path}/{at}")));
                put([&items[..], &items[..1]].concat().into());
                put(items[1..].into());
            }
            Value::Number(number) => {
                let number = number.as_u64().unwrap();
                put((number + 1).into());
                put((number ^ 1).into());
            }
            Value::Bool(yes) => put((!yes).into()),
            Value::String(text) => {
                put(format!("{text}0").into());
                for (at, digit) in text.match_indices(|c: char| c.is_ascii_digit()) {
                    let mut text = text.clone();
                    let next = (digit.parse::<u8>().unwrap() + 1) % 10;
                    text.replace_range(at..=at, &next.to_string());
                    put(text.into());
                }
                for other in ["outcomes", "values", "lengths", "guy-smith", "all-but"] {
                    if text != other {
                        put(other.into());
                    }
                }
            }
            Value::Null => {}
        }
    }
    all
}

/// Whether what is proved of the rule of a certificate from nothing is the certificate.
fn same_theorem(certificate: &Value, folder: &Folder) -> bool {
    let (rule, file) = (certificate["rule"].as_str().unwrap(), folder.file("anew.json"));
    let written = grundy(&["prove", rule, "--certificate", &file]);
    written.status.success()
        && serde_json::from_str::<Value>(&fs::read_to_string(&file).unwrap()).unwrap()
            == *certificate
}

#[test]
fn every_altered_field_of_every_kind_of_certificate_is_refused() {
    let folder = Folder::new("altered");
    let file = folder.file("proof.json");
    for (game, kind) in [
        ("wythoff", "outcomes"),
        ("lasker", "values"),
        ("half", "lengths"),
        ("misere [n] -> [n-k] for k in {1, 4}", "outcomes"),
        ("S{1,3,4}", "finite-subtraction"),
        ("allbut{1,2}", "all-but"),
        ("0.15", "guy-smith"),
        ("0.16", "closed-window"),
    ] {
        // The proof of 0.16 takes this many heaps.
        let written = grundy(&["prove", game, "--certificate", &file, "--to", "600000"]);
        assert_eq!(written.status.code(), Some(0), "{game}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("\"{kind}\"")), "{game}: {text}");
        let document: Value = serde_json::from_str(&text).unwrap();
        let mut walked: BTreeMap<String, usize> = BTreeMap::new();
        for (path, altered) in alterations(&document) {
            assert_ne!(altered, document, "{game}: {path}");
            let field = path.split('/').nth(1).unwrap().to_owned();
            // Every value takes part in the digest; of a long check the fields are tried once.
            let tried = walked.entry(field).or_default();
            *tried += 1;
            if kind == "closed-window" && *tried > 3 {
                continue;
            }
            fs::write(&file, altered.to_string()).unwrap();
            let verdict = grundy(&["check", &file]);
            let said = format!("{game}: {path}: {altered}: {}", stdout(&verdict));
            if verdict.status.code() == Some(0) && path == "/rule" {
                // Some moves change nothing; then the other rule has the same theorem.
                assert!(same_theorem(&altered, &folder), "{said}");
                continue;
            }
            assert!(matches!(verdict.status.code(), Some(1 | 2)), "{said}");
            assert!(
                verdict.status.code() == Some(2) || stdout(&verdict).starts_with("refused: "),
                "{said}"
            );
        }
        println!("{kind}: {walked:?}");
        let fields: Vec<&String> = document.as_object().unwrap().keys().collect();
        assert_eq!(walked.keys().collect::<Vec<_>>(), fields, "{game}");
        fs::write(&file, text.replacen('{', "{\"note\": 1, ", 1)).unwrap();
        assert_eq!(grundy(&["check", &file]).status.code(), Some(1), "{game}");
    }
}

#[test]
fn a_theorem_put_to_another_rule_is_refuted_by_a_position() {
    let folder = Folder::new("other-rule");
    let file = folder.file("proof.json");
    for (game, number, other) in [
        ("wythoff", "1..b", "2..b"),
        ("lasker", "a in 1", "a in 2"),
        ("misere [n] -> [n-k] for k in {1, 4}", "{1, 4}", "{1, 3}"),
    ] {
        assert!(grundy(&["prove", game, "--certificate", &file]).status.success(), "{game}");
        let verdict = grundy(&["check", &file]);
        assert!(stdout(&verdict).starts_with("valid: "), "{game}");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace(number, other)).unwrap();
        let verdict = grundy(&["check", &file]);
        assert_eq!(verdict.status.code(), Some(1), "{game}");
        assert!(stdout(&verdict).contains("; it is wrong at ["), "{game}: {}", stdout(&verdict));
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

/// Who wins is proved, and not which moves end the game at once.
#[test]
fn a_theorem_that_answers_no_questions_is_told_when_it_is_written() {
    let folder = Folder::new("proof-with-wins");
    let file = folder.file("proof.json");
    let rule = "[n] -> [n-1] if n % 2 == 0 | [n-2] if n % 2 == 1";
    let plain = grundy(&["prove", rule, "--certificate", &file]);
    assert!(plain.status.success() && plain.stderr.is_empty(), "{plain:?}");
    let rule = format!("{rule}\nwin on [n] if n == 1");
    let written = grundy(&["prove", &rule, "--certificate", &file]);
    assert!(written.status.success(), "{written:?}");
    let note = String::from_utf8_lossy(&written.stderr);
    assert!(note.contains("for rules with `win on` it does not say"), "{note}");
    let asked = grundy(&["moves", &rule, "9", "--theorem", &file]);
    assert_eq!(asked.status.code(), Some(2), "{asked:?}");
}

#[test]
fn heaps_in_misere_play_are_proved_by_a_quotient() {
    let kayles = "[n] -> [a] + [n-1-a] for a in 0..n-1 | [a] + [n-2-a] for a in 0..n-2\nmisere";
    let shown = grundy(&["prove", kayles]);
    assert!(shown.status.success());
    let text = stdout(&shown);
    assert!(text.starts_with("proved: P exactly when n is in {1, 4, 9, 12, 20}\n"), "{text}");
    let document: Value =
        serde_json::from_str(&stdout(&grundy(&["prove", kayles, "--json"]))).unwrap();
    assert_eq!(document["method"], "quotient");
    assert_eq!(document["about"], "outcomes");
    // An automaton has a certificate, so it comes first.
    let set = "[n] -> [n-k] for k in {1, 3, 4}\nmisere";
    let document: Value =
        serde_json::from_str(&stdout(&grundy(&["prove", set, "--json"]))).unwrap();
    assert_eq!(document["method"], "automaton");
    // Values there are none in misère play, and what grows without end is no proof.
    assert_eq!(grundy(&["prove", set, "--about", "values"]).status.code(), Some(2));
    let dawson = "[n] -> [a] + [n-2-a] for a in 0..n-2\nmisere";
    let open = grundy(&["prove", dawson, "--memory", "20M"]);
    assert_eq!(open.status.code(), Some(1));
    assert!(stdout(&open).starts_with("not proved\n"));
}

/// Where the time does not suffice for a period, the rest of the plan is told.
#[test]
fn a_plan_is_told_without_a_period_that_takes_too_long() {
    let rule = "[a, b, c] -> [a - 2*k, b - 2*k, c - k+j] for k in 1..c, j in k..c | [a, b, c - k+j] for k in 1..c, j in 1..c";
    let told = grundy(&["explain", rule, "--time", "0.001"]);
    assert!(told.status.success(), "{told:?}");
    let told = stdout(&told);
    assert!(told.contains("large: the time allowed is over\n"), "{told}");
    assert!(told.contains("\ntable    of [a, b, c]"), "{told}");
}

/// A certificate has the fields of its theorem, and no other field, be it empty.
#[test]
fn fields_of_other_theorems_are_refused() {
    let folder = Folder::new("null-fields");
    let [file, altered] = ["certificate.json", "altered.json"].map(|name| folder.file(name));
    for words in
        [["heap", "0.77"], ["heap", "S{1,3,4}"], ["heap", "allbut{1,2}"], ["prove", "wythoff"]]
    {
        let written = grundy(&[&words[..], &["--certificate", &file]].concat());
        assert!(written.status.success(), "{words:?}");
        let certificate: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(grundy(&["check", &file]).status.success(), "{words:?}");
        for field in ["mask", "size_counts", "last_rare", "subject", "start", "comment"] {
            let mut other = certificate.clone();
            other[field] = Value::Null;
            fs::write(&altered, other.to_string()).unwrap();
            let checked = grundy(&["check", &altered]);
            assert!(matches!(checked.status.code(), Some(1 | 2)), "{words:?} {field}: {checked:?}");
        }
    }
}

#[test]
fn a_certificate_may_go_to_standard_output() {
    for arguments in [["prove", "S{1,3,4}"], ["prove", "lasker"], ["heap", "kayles"]] {
        let folder = Folder::new("piped");
        let file = folder.file("proof.json");
        let written = grundy(&[&arguments[..], &["--certificate", &file]].concat());
        let piped = grundy(&[&arguments[..], &["--certificate", "-"]].concat());
        assert_eq!(piped.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stdout(&piped), fs::read_to_string(&file).unwrap(), "{arguments:?}");
        let read = fs::File::open(&file).unwrap();
        let checked = crate::grundy().args(["check", "-"]).stdin(read).output().unwrap();
        assert_eq!(stdout(&checked), stdout(&grundy(&["check", &file])), "{arguments:?}");
        assert!(stdout(&checked).starts_with("valid: "), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&piped.stderr), stdout(&written), "{arguments:?}");
    }
    let folder = Folder::new("piped-other");
    fs::write(folder.file("other"), "{\"a\": 1}").unwrap();
    let other = fs::File::open(folder.file("other")).unwrap();
    let refused = crate::grundy().args(["check", "-"]).stdin(other).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.starts_with("error: standard input: this is JSON"), "{said}");
    let none = grundy(&["prove", "kayles", "--misere", "--certificate", "-"]);
    assert_eq!((none.status.code(), stdout(&none)), (Some(1), String::new()));
}
