//! Parameters of the server that cannot be read.

use crate::serve::Server;

#[test]
fn parameters_that_cannot_be_read_are_told_in_the_language_asked_for() {
    let server = Server::start(&[]);
    for (path, expected) in [
        ("value?game=nim&position=3&foo=1", "there is no parameter `foo`"),
        ("value?game=nim&position=3&foo=1&language=zh", "没有名为 `foo` 的参数"),
        ("code?game=nim&lang=java", "`java` is none of"),
        ("moves?game=nim&position=3&most=-1&language=zh", "有参数无法读取"),
        ("moves?game=nim&position=3&most=0&language=zh", "`most` 至少为 1"),
        ("moves?game=nim&game=nim&position=3", "the parameter `game` stands there twice"),
    ] {
        let answer = server.get(&format!("/api/v1/{path}"));
        assert_eq!(answer.status, 400, "{path}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{path}: {message}");
    }
    for (body, expected) in [
        (r#"["value", "nim", "3 5"]"#, "the body is a JSON object of parameters"),
        (r#"{"game": "nim", "colour": 1, "language": "zh"}"#, "没有名为 `colour` 的参数"),
        ("{", "a parameter cannot be read"),
    ] {
        let answer = server.request("POST /api/v1/value", "", body);
        assert_eq!(answer.status, 400, "{body}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{body}: {message}");
    }
}
