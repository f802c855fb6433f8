//! Theorems sought by every way, and certificates as texts.

use grundy::automatic::Style;
use grundy::language::Language;
use grundy::limits::{Limits, Stop};
use grundy::play::{Asked, Session};
use grundy::ruleset::Failure;
use grundy::theorem::{
    Attempt, Certificate, Sought, Theorem, Unchecked, Unread, seek, seek_noting,
};

fn session(game: &str, misere: bool) -> Session {
    let mut session = Session::with_game(game).unwrap();
    if misere {
        session.play_misere();
    }
    session
}

fn attempt(game: &str, misere: bool, sought: Sought) -> Attempt {
    seek(&session(game, misere), &sought, &Limits::default()).unwrap()
}

fn proved(game: &str, misere: bool, sought: Sought) -> Theorem {
    attempt(game, misere, sought).proved().unwrap_or_else(|| panic!("{game} is not proved"))
}

/// Games, whether they are played misère, how they are proved, and whether that has a certificate.
const PROVED: [(&str, bool, &str, bool); 9] = [
    ("S{1,3,4}", false, "period", true),
    ("allbut{1,2}", false, "period", true),
    ("0.77", false, "period", true),
    ("[n] -> [a] + [n-1-a] for a in 0..n-1 if a != 2", false, "period", true),
    ("wythoff", false, "automaton", true),
    ("half", false, "automaton", true),
    ("[n] -> [n-k] for k in 1..3", true, "automaton", true),
    ("0.77", true, "quotient", false),
    ("[n, last] -> [n-k, k] for k in 1..5 if k != last", false, "recurrence", false),
];

#[test]
fn each_way_leads_to_a_theorem() {
    for (game, misere, method, certified) in PROVED {
        let theorem = proved(game, misere, Sought::default());
        assert_eq!(theorem.method(), method, "{game}");
        let certificate = theorem.certificate();
        assert_eq!(certificate.is_some(), certified, "{game}");
        for language in Language::ALL {
            let proof = theorem.proof(Style::Plain, language);
            assert_eq!(proof.is_some(), certified, "{game}");
            let latex = theorem.proof(Style::Latex, language);
            assert!(!certified || proof != latex, "{game}");
        }
        let chinese = |said: &str| said.chars().any(|letter| letter > '\u{2e80}');
        assert!(chinese(&theorem.basis().in_language(Language::Chinese)), "{game}");
        let Some(certificate) = certificate else { continue };
        let read = Certificate::from_text(&certificate.to_text());
        assert_eq!(read.as_ref(), Ok(&certificate), "{game}");
        assert_eq!(certificate.check(&Limits::default()), Ok(()), "{game}");
        assert!(chinese(&certificate.statement().in_language(Language::Chinese)), "{game}");
    }
}

#[test]
fn misere_play_by_the_session_is_that_by_the_rule() {
    for rule in [
        "[n] -> [n-k] for k in 1..3",
        "[n] -> [n-k] for k in {1, 2, 5}",
        "[a, b] -> [a-1, b] | [a, b-1]",
    ] {
        let said = proved(rule, true, Sought::default()).statement();
        assert_eq!(
            said,
            proved(&format!("misere {rule}"), false, Sought::default()).statement(),
            "{rule}"
        );
        let values = Sought::default().about(Asked::Values);
        let refused = seek(&session(rule, true), &values, &Limits::default());
        assert!(matches!(refused, Err(Failure::Domain(_))), "{rule}");
    }
}

#[test]
fn what_is_asked_for_is_what_is_proved() {
    let nim = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";
    let outcomes = proved(nim, false, Sought::default().about(Asked::WhoWins));
    assert_eq!(outcomes.subject().name(), "outcomes");
    assert_eq!(proved(nim, false, Sought::default()).subject().name(), "values");
    // Where no automaton is found, values tell who wins.
    assert_eq!(proved("0.77", false, Sought::default().about(Asked::WhoWins)).method(), "period");
    // A recurrence says more, an automaton has a certificate.
    let rule = "[n, last] -> [n-k, k] for k in 1..2 if k != last";
    assert_eq!(proved(rule, false, Sought::default()).method(), "recurrence");
    let certified = proved(rule, false, Sought::default().certified());
    assert!(certified.certificate().is_some());
    // No period is known.
    let Attempt::Open(tried) = attempt("0.007", false, Sought::default().to(500)) else {
        panic!("a period that nobody knows")
    };
    assert!(tried.iter().any(|tried| tried.reason.to_string().contains("500")));
}

#[test]
fn rules_that_cannot_be_followed_are_told() {
    for rule in ["[n] -> [n+1]", "[n] -> [n]", "[n] -> [n-k] for k in 1..6/(n-3)"] {
        let failed = seek(&session(rule, false), &Sought::default(), &Limits::default());
        let told =
            matches!(failed, Err(Failure::Growth { .. } | Failure::Cycle(_) | Failure::Fault(_)));
        assert!(told, "{rule}: {failed:?}");
    }
    // What has too many options to try is not proved, and no mistake.
    let large = "[n] -> [k*k % 7] for k in 1..10**12 if k < n";
    assert!(attempt(large, false, Sought::default()).proved().is_none());
    // Nor is a rule that says nothing of components far away.
    let ends = "[n] -> [n-1] | [n-k] for k in digits(1500-n, 2) if k > 0";
    assert!(attempt(ends, false, Sought::default()).proved().is_none());
}

#[test]
fn limits_end_the_search_and_the_check() {
    let hasty = Limits::default().time(std::time::Duration::ZERO);
    let stopped = seek(&session("wythoff", false), &Sought::default(), &hasty);
    assert!(matches!(stopped, Err(Failure::Stop(Stop::Time))));
    // What was tried until then is told.
    for (game, expected, known) in [
        ("0.007", "no period is proved by the values of the heaps up to 0 at most", None),
        ("wythoff", "an automaton for values was being sought", Some("golden")),
        (
            "[n] -> [n-k] for k in 10**8..10**9",
            "no automaton was sought for values, values as numbers of digits, outcomes; out of reach: numbers whose automata are too large",
            Some("take from"),
        ),
    ] {
        let mut tried = Vec::new();
        let stopped = seek_noting(&session(game, false), &Sought::default(), &hasty, &mut tried);
        assert!(matches!(stopped, Err(Failure::Stop(Stop::Time))), "{game}");
        let told: Vec<String> = tried.iter().map(|tried| tried.reason.to_string()).collect();
        assert_eq!(told[0], expected);
        // What theory knows of it, too.
        let also = told.get(1).and_then(|told| told.strip_prefix("what is known: "));
        assert_eq!(also.is_some(), known.is_some(), "{told:?}");
        assert!(also.is_none_or(|also| also.contains(known.unwrap())), "{told:?}");
    }
    let certificate = proved("wythoff", false, Sought::default()).certificate().unwrap();
    assert_eq!(certificate.check(&hasty), Err(Unchecked::Stopped(Stop::Time)));
    let little = certificate.check(&Limits::default().memory(1 << 10));
    assert!(matches!(little, Err(Unchecked::Stopped(Stop::Memory { .. }))), "{little:?}");
    let none = seek(&Session::new(), &Sought::default(), &Limits::default());
    assert!(matches!(none, Err(Failure::Domain(_))));
}

#[test]
fn certificates_of_automata_have_one_spelling() {
    let text = proved("half", false, Sought::default()).certificate().unwrap().to_text();
    for (from, to) in [
        ("certificate 1", "certificate 2"),
        ("\"lengths\"", "\"length\""),
        ("\"base 2\"", "\"base 1\""),
        ("\"tracks\": 2", "\"tracks\": 0"),
        ("\"tracks\": 2", "\"tracks\": 3"),
        ("\"tracks\": 2", "\"tracks\": 2, \"tracks\": 2"),
        ("\"tracks\": 2", "\"tracks\": 2, \"note\": 2"),
        ("\"next\": [", "\"next\": [[0],"),
    ] {
        assert!(text.contains(from), "{from}");
        let altered = text.replacen(from, to, 1);
        assert!(matches!(Certificate::from_text(&altered), Err(Unread::Refused(_))), "{to}");
    }
    // What is written right and says something false is refused by the check, with a component.
    let wrong = text.replacen("(n + 1) / 2", "(n + 2) / 3", 1);
    let Ok(wrong) = Certificate::from_text(&wrong) else { panic!("it can be read") };
    assert!(matches!(wrong.check(&Limits::default()), Err(Unchecked::Refused(_))));
}
