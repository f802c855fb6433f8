//! Parameters of the server that cannot be read, or are beyond bounds.

use serde_json::{Value, json};

use crate::serve::Server;

#[test]
fn parameters_that_cannot_be_read_are_told_in_the_language_asked_for() {
    let server = Server::start(&[]);
    for (path, expected) in [
        ("value?game=nim&position=3&foo=1", "`foo` is no parameter of this"),
        ("value?game=nim&position=3&foo=1&language=zh", "这里没有参数 `foo`"),
        ("code?game=nim&lang=java", "`java` is none of"),
        ("moves?game=nim&position=3&most=-1&language=zh", "参数 `most` 应为整数"),
        ("moves?game=nim&position=3&most=", "the parameter `most` is a whole number"),
        (
            "moves?game=nim&position=3&most=99999999999999999999",
            "the parameter `most` is a whole number",
        ),
        ("moves?game=nim&position=3&most=0&language=zh", "`most` 至少为 1"),
        ("table?game=nim&to=9&outcomes=1", "the parameter `outcomes` is true or false"),
        ("table?game=nim&to=9&outcomes=1&language=zh", "参数 `outcomes` 应为 true 或 false"),
        ("moves?game=nim&game=nim&position=3", "the parameter `game` stands there twice"),
        // What a question does not look at.
        ("rare?game=0.6&misere=true", "`misere` is no parameter of this"),
        ("rule?game=nim&position=3", "`position` is no parameter of this"),
        ("table?game=nim&position=3&language=zh", "这里没有参数 `position`"),
    ] {
        let answer = server.get(&format!("/api/v1/{path}"));
        assert_eq!(answer.status, 400, "{path}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{path}: {message}");
    }
    let help = server.get("/api/v1/value?game=nim&positio=3").json()["error"]["help"].clone();
    assert_eq!(help, "there are game, language, position, misere");
    // A plus stands for a space in an address.
    let plus = server.get("/api/v1/code?game=nim&lang=c++").json();
    let help = plus["error"]["help"].as_str().unwrap();
    assert_eq!(help, "in an address + stands for a space: write %2B for +");
    assert_eq!(server.get("/api/v1/code?game=nim&lang=c%2B%2B").status, 200);
    for (body, expected) in [
        (r#"["value", "nim", "3 5"]"#, "the body is a JSON object of parameters"),
        (r#"{"game": "nim", "colour": 1, "language": "zh"}"#, "这里没有参数 `colour`"),
        ("{", "a parameter cannot be read"),
        (r#"{"game": 5}"#, "the parameter `game` is a string"),
        (r#"{"game": "nim", "position": [3, 5, 7]}"#, "the parameter `position` is a string"),
        (r#"{"game": 5, "language": "zh"}"#, "参数 `game` 应为字符串"),
        (r#"{"game": "nim", "misere": 1, "language": "zh"}"#, "参数 `misere` 应为 true 或 false"),
        (r#"{"game": "nim", "most": "1", "language": "zh"}"#, "这里没有参数 `most`"),
    ] {
        let answer = server.request("POST /api/v1/value", "", body);
        assert_eq!(answer.status, 400, "{body}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{body}: {message}");
    }
    let both = server.request("POST /api/v1/value?position=7", "", r#"{"game": "nim"}"#);
    let message = both.json()["error"]["message"].as_str().unwrap().to_owned();
    assert_eq!((both.status, message.contains("in the body")), (400, true), "{message}");
    let most = r#"{"game": "nim", "position": "5", "most": -1}"#;
    let answer = server.request("POST /api/v1/moves", "", most).json();
    assert_eq!(answer["error"]["message"], "the parameter `most` is a whole number");
    let most = r#"{"game": "nim", "most": "1", "language": "zh"}"#;
    let answer = server.request("POST /api/v1/moves", "", most).json();
    assert!(answer["error"]["message"].as_str().unwrap().contains("应为整数"), "{answer}");
}

#[test]
fn programs_are_written_for_misere_play() {
    let server = Server::start(&[]);
    let written = |game: &str, misere: bool| {
        server.ask("code", &json!({"game": game, "misere": misere, "lang": "python"}))
    };
    assert_eq!(written("S{1,2}", false).json()["prints"], "value");
    assert_eq!(written("S{1,2}", true).json()["prints"], "outcome");
    let of_sums = written("kayles", true).json();
    assert_eq!((&of_sums["prints"], &of_sums["basis"]), (&json!("outcome"), &json!("quotient")));
    let sums = "[a, b] -> [a-1, 0] + [0, b-1] if a > 0 and b > 0 | [a-1, b] if a > 1";
    assert_eq!(written(sums, true).status, 400);
    // A plan says how misère play is answered.
    let plan = |misere: bool| {
        let asked = json!({"game": "nim", "misere": misere});
        server.ask("explain", &asked).json()["misere"].as_str().map(str::to_owned)
    };
    assert_eq!(plan(false), None);
    assert!(plan(true).is_some_and(|said| said.starts_with("as Nim, until")));
    let job = json!({"ask": "code", "game": "nim", "position": "3"});
    assert_eq!(server.ask("jobs", &job).status, 400);
}

/// What is beyond a bound is said at once, however large the position.
#[test]
fn graphs_and_rare_values_have_bounds() {
    let server = Server::start(&[]);
    let graph = |position: &str| server.ask("graph", &json!({"game": "nim", "position": position}));
    let small = graph("1 1 2").json();
    let positions = small["positions"].as_array().unwrap();
    // The sums of 2, 1 and 1 and what is below them, in no order and without what is gone.
    let mut shown: Vec<&str> =
        positions.iter().map(|one| one["position"].as_str().unwrap()).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["1", "1 + 1", "1 + 1 + 1", "1 + 1 + 2", "1 + 2", "2", "[]"]);
    for one in positions {
        let lost = one["value"] == "0";
        assert_eq!(one["outcome"], if lost { "P" } else { "N" });
        let leads_to_lost = one["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|to| positions[to.as_u64().unwrap() as usize]["value"] == "0");
        assert_eq!(leads_to_lost, !lost, "{one}");
    }
    for position in ["200", "99 99", "9 9 9 9 9 9 9"] {
        assert_eq!(graph(position).status, 413, "{position}");
    }
    // Beyond what the rules reach, or too many moves: either way it is said.
    assert!([400, 413].contains(&graph("1000000000000000000").status));
    let misere = json!({"game": "nim", "position": "1 1", "misere": true});
    let misere = server.ask("graph", &misere).json();
    assert_eq!(
        (&misere["play"], &misere["positions"][0]["value"]),
        (&json!("misere"), &Value::Null)
    );
    assert_eq!(misere["positions"][0]["outcome"], "N");
    let couples = json!({"game": "[n] if n > 2 -> [a] + [n-a] for a in 1..n-1", "to": "1000"});
    let space = &server.ask("rare", &couples).json()["space"];
    let rare = space["rare"].as_array().unwrap();
    assert_eq!(space["rares"], rare.len().to_string());
    assert_eq!(space["last_rare"], rare.last().unwrap()[0]);
    assert_eq!(server.ask("rare", &json!({"game": "nim"})).status, 400);
    assert_eq!(server.ask("rare", &json!({"game": "0.77", "to": "2000000"})).status, 400);
    let none = server.ask("rare", &json!({"game": "0.3", "to": "100"}));
    assert!(none.status == 400 || none.json()["space"].is_null());
    let errs = json!({"game": "nim", "position": "1 2", "opponent": true, "errs": 2});
    assert_eq!(server.ask("turn", &errs).status, 400);
}
