//! `grundy stress` with programs that are right, wrong, dead, hanging or talkative.

use std::process::Output;

fn stress(arguments: &[&str]) -> Output {
    crate::grundy().arg("stress").args(arguments).output().unwrap()
}

/// What is printed against a program of the shell that sees each position as `$n`.
fn against(game: &str, body: &str) -> (Option<i32>, String) {
    let program = format!("sh -c \"while read n; do {body}; done\"");
    let output = stress(&[game, "--against", &program, "--to", "99", "--patience", "20"]);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_right_program_agrees_with_values_and_with_outcomes() {
    let agrees = "agrees on every position with numbers up to 99 (100 in all)\n";
    for body in [
        "echo $((n % 4))",
        "if test $((n % 4)) = 0; then echo P; else echo N; fi",
        "if test $((n % 4)) = 0; then echo lose; else echo WIN; fi",
    ] {
        assert_eq!(against("S{1,2,3}", body), (Some(0), agrees.to_owned()), "{body}");
    }
}

#[test]
fn the_first_wrong_answer_is_shown_with_the_right_one() {
    let (status, text) =
        against("S{1,2,3}", "if test $n -gt 49; then echo 3; else echo $((n%4)); fi");
    assert_eq!(status, Some(1));
    let expected = "disagrees at 50: it says 3\nright is value 2, outcome N\n  \
                    winning move: 50 -> 48\nagreed before on 50 positions\n";
    assert_eq!(text, expected);
}

#[test]
fn the_position_that_kills_a_program_is_found() {
    let (status, text) = against("S{1,2,3}", "if test $n = 61; then kill -9 $$; fi; echo $((n%4))");
    assert_eq!(status, Some(1));
    assert!(text.starts_with("at 61: the program ended with signal: 9"), "{text}");
    let (_, text) =
        against("S{1,2,3}", "if test $n = 30; then echo so long >&2; exit 3; fi; echo $((n%4))");
    assert!(
        text.starts_with("at 30: the program ended with exit status 3, saying: so long"),
        "{text}"
    );
}

/// Each run takes a second, and no more than three are allowed: the first breakdown is told all the same.
#[test]
fn what_broke_is_told_where_there_is_no_time_to_find_the_first() {
    let program = "sh -c \"sleep 1; while read n; do if test $n -gt 40; then exit 7; fi; echo $((n%4)); done\"";
    let output =
        stress(&["S{1,2,3}", "--against", program, "--to", "99", "--time", "3", "--patience", "9"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("or before, the program ended with exit status 7"), "{text}");
}

#[test]
fn a_program_that_never_reads_or_never_stops_is_no_reason_to_wait() {
    let endless = ["S{1,2}", "--against", "yes 0 0 0 0 0 0 0 0", "--patience", "1"];
    let output = stress(&endless);
    assert_eq!(output.status.code(), Some(1));
    let asleep = ["S{1,2}", "--against", "sleep 1000", "--patience", "0.2", "--to", "3"];
    let text = String::from_utf8(stress(&asleep).stdout).unwrap();
    assert!(text.starts_with("at 0: the program was still running after 0.2 s"), "{text}");
}

#[test]
fn the_number_of_positions_may_come_first() {
    let program = "sh -c 'read t; for i in `seq $t`; do read n; echo $((n % 4)); done'";
    let arguments = ["S{1,2,3}", "--against", program, "--to", "40"];
    assert_eq!(stress(&[&arguments[..], &["--count"]].concat()).status.code(), Some(0));
    assert_eq!(stress(&arguments).status.code(), Some(1));
}

#[test]
fn a_program_may_say_much_on_standard_error() {
    let much = "head -c 200000 /dev/zero | tr '\\000' x >&2";
    let agrees = "agrees on every position with numbers up to 3 (4 in all)\n";
    let asked = |body: &str| {
        let program = format!("sh -c \"while read n; do {body}; done\"");
        let output = stress(&["S{1,2}", "--against", &program, "--to", "3", "--patience", "20"]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(asked(&format!("{much}; echo $((n % 3))")), agrees);
    let text = asked(&format!("{much}; echo >&2; echo so long >&2; exit 3"));
    assert!(
        text.starts_with("at 0: the program ended with exit status 3, saying: so long\n"),
        "{text}"
    );
    let text = asked(&format!("{much}; exit 3"));
    let shown = format!("saying: {} ...\n", "x".repeat(200));
    assert!(text.contains(&shown), "{text}");
}
