//! Questions whose answers would be long, or take long: they are short, or a limit is told.

use serde_json::json;

use crate::serve::Server;

#[test]
fn a_graph_of_many_components_is_refused_and_a_small_one_drawn() {
    let server = Server::start(&["--time", "20"]);
    let asked = |game: &str, position: &str| {
        let answer = server.ask("graph", &json!({"game": game, "position": position}));
        (answer.status, answer.json())
    };
    // Two equal heaps: what they can become, in any order, without the empty ones.
    let (status, small) = asked("nim", "2 2");
    assert_eq!(status, 200);
    let positions: Vec<(&str, &str)> = small["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| (at["position"].as_str().unwrap(), at["value"].as_str().unwrap()))
        .collect();
    let mut sorted = positions.clone();
    sorted.sort_unstable();
    let expected =
        [("1", "1"), ("1 + 1", "0"), ("1 + 2", "3"), ("2", "2"), ("2 + 2", "0"), ("[]", "0")];
    assert_eq!((positions[0], &sorted[..]), (("2 + 2", "0"), &expected[..]));
    // Fifty ones, and each fewer.
    let (status, ones) = asked("nim", &"1 ".repeat(50));
    assert_eq!((status, ones["positions"].as_array().unwrap().len()), (200, 51));
    for count in [140, 1000, 10_000] {
        let (status, refused) = asked("S{1,3}", &"5 ".repeat(count));
        assert_ne!(status, 200, "{count}");
        assert_eq!(refused["error"]["limit"], json!(null), "{count}: {refused}");
    }
}

#[test]
fn the_time_ends_work_on_many_components() {
    let server = Server::start(&["--time", "1"]);
    let different: Vec<String> = (1000..1140).map(|heap| heap.to_string()).collect();
    let asked = json!({"game": "nim", "position": different.join(" "), "most": 400});
    assert_ne!(server.ask("graph", &asked).status, 200);
    assert_eq!(server.ask("value", &json!({"game": "nim", "position": "5"})).status, 200);
}

#[test]
fn reasons_are_told_of_so_many_components() {
    let server = Server::start(&["--time", "20"]);
    let asked = |count: &str| {
        let position = format!("{count}*[7]");
        server.ask("explain", &json!({"game": "nim", "position": position})).status
    };
    assert_eq!((asked("16384"), asked("16385"), asked("1000000")), (200, 413, 413));
}

#[test]
fn long_lists_of_moves_are_cut_and_say_so() {
    let server = Server::start(&["--time", "50"]);
    let position = "5 ".repeat(20_000);
    let asked = json!({"game": "lasker", "position": position, "most": 100_000});
    let turn = server.ask("turn", &asked).json();
    assert_eq!(turn["more"], true);
    assert!(!turn["moves"].as_array().unwrap().is_empty());
    assert!(turn.to_string().len() < 8 << 20);
    let coins = vec!["H".repeat(64); 64].join("/");
    let moves = server.ask("moves", &json!({"game": "turning-corners", "position": coins})).json();
    assert_eq!((&moves["outcome"], &moves["more"]), (&json!("N"), &json!(true)));
    assert!(!moves["winning_moves"].as_array().unwrap().is_empty());
    assert!(moves.to_string().len() < 8 << 20);
}
