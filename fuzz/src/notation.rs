//! Any bytes as a game: reading ends in a game or a message, printing a tree and reading it again
//! gives the tree, and small components have values or a reason why not.

use std::time::Duration;

use grundy::games::{Opened, open};
use grundy::limits::Limits;
use grundy::rule::parse;
use grundy::search::{Misere, Values};

/// Reads bytes as a game.
pub(crate) fn target(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match parse(&text) {
        Ok(program) => {
            let printed = program.to_string();
            let again = parse(&printed).expect("printed text parses");
            assert_eq!(again, program, "printing changed the tree: {printed}");
            assert_eq!(again.to_string(), printed, "the printed text is not canonical");
        }
        Err(error) => describe(&error),
    }
    match open(&text) {
        Ok(opened) => evaluate(&opened),
        Err(error) => describe(&error),
    }
}

/// The place of a mistake lies within the text.
fn describe(error: &grundy::rule::RuleError) {
    assert!(error.source.get(error.span.start..error.span.end).is_some(), "{error:?}");
    let _ = (error.to_string(), error.line_column());
}

/// Small components have a value, or the reason is told in time.
fn evaluate(opened: &Opened) {
    let rules = &opened.rules;
    let (mut values, mut misere) = (Values::new(rules), Misere::new(rules));
    for (kind, view) in rules.kinds().into_iter().enumerate() {
        for coord in [0, 1, 3, 7] {
            let coords = vec![coord; view.coords().len()];
            let Ok(component) = rules.component(kind, &coords) else { continue };
            let limits =
                Limits::default().positions(2000).memory(64 << 20).time(Duration::from_millis(50));
            if let Err(failure) = values.value(&component, &limits) {
                let _ = failure.to_string();
            }
            if let Err(failure) = misere.outcome(&[component.clone(), component], &limits) {
                let _ = failure.to_string();
            }
        }
    }
}
