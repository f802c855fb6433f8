//! The notation, on random texts: what is printed can be read again, and what passes the checks can
//! be followed.

use std::time::Duration;

use grundy::games::{CATALOGUE, open};
use grundy::limits::Limits;
use grundy::rule::{Program, Rules, parse};
use grundy::search::Values;
use proptest::prelude::*;

use crate::generate::{Built, built, more_cases, syntax, typed};

fn is_read_back(program: &Program) -> Result<(), TestCaseError> {
    let printed = program.to_string();
    let again =
        parse(&printed).map_err(|error| TestCaseError::fail(format!("{printed}\n{error}")))?;
    prop_assert_eq!(&again, program, "{}", &printed);
    prop_assert_eq!(again.to_string(), printed);
    Ok(())
}

proptest! {
    #![proptest_config(more_cases(8))]

    #[test]
    fn every_syntax_tree_is_read_back_from_its_text(Built(program) in built(400, syntax::program)) {
        is_read_back(&program)?;
    }

    #[test]
    fn a_rule_that_passes_the_checks_has_values_or_a_reason(Built(program) in built(300, typed::program)) {
        is_read_back(&program)?;
        let printed = program.to_string();
        let rules = Rules::new(program, &[])
            .map_err(|error| TestCaseError::fail(format!("{printed}\n{error}")))?;
        let mut values = Values::new(&rules);
        for (kind, view) in rules.kinds().into_iter().enumerate() {
            for coord in 0..4 {
                let component = rules.component(kind, &vec![coord; view.coords().len()]).unwrap();
                let limits = Limits::default()
                    .positions(300)
                    .memory(1 << 20)
                    .time(Duration::from_millis(20));
                if let Err(failure) = values.value(&component, &limits) {
                    prop_assert!(!failure.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[\\[\\]n0-9a-k(){}|.,+*/%=<>\\-\\\\\" #]{0,40}|\\PC{0,20}") {
        match open(&text) {
            Ok(opened) => is_read_back(opened.rules.program())?,
            Err(error) => {
                prop_assert!(error.source.get(error.span.start..error.span.end).is_some());
            }
        }
    }
}

/// What a message underlines.
fn underlined(text: &str) -> String {
    let error = open(text).unwrap_err();
    error.source[error.span.start..error.span.end].to_owned()
}

#[test]
fn mistakes_in_arguments_and_sets_are_underlined_where_they_stand() {
    for (text, place) in [
        ("S{..4 , $}", "$"),
        (" S {..4 5}", "5"),
        ("S{1}{2}", "{"),
        ("allbut{1, x}", "{1, x}"),
        ("pas (1,5$,1)", "$"),
        ("pas  (1, x, 2)", "x"),
        ("pas(1, 1/0, 1)", "1/0"),
        (" pas(1, 2)", "pas"),
        ("pas(1, 2, 3, 4)", "4"),
        ("sub({1} 3)", "3"),
        ("bash(1 == 2)", "1 == 2"),
    ] {
        assert_eq!(underlined(text), place, "{text}");
    }
}

#[test]
fn no_game_of_the_catalogue_raises_a_doubt() {
    for entry in CATALOGUE {
        let game = match entry.example.strip_prefix('\'') {
            Some(quoted) => quoted.split('\'').next(),
            None => entry.example.split(' ').next(),
        };
        let rules = open(game.unwrap()).unwrap().rules;
        let arity = rules.kinds()[0].coords().len();
        let tried: Vec<_> =
            (0..10).map(|coord| rules.component(0, &vec![coord; arity]).unwrap()).collect();
        assert_eq!(rules.doubts(&tried, &Limits::default()).unwrap(), [], "{}", entry.name);
    }
}
