//! What a typed rule says and hardly means, in a line beside an answer; `grundy check` shows all of it.

use std::time::Duration;

use grundy::limits::Limits;
use grundy::play::{Position, Session};

use crate::language::{say, tell};

/// The time for looking at options.
const PATIENCE: Duration = Duration::from_millis(100);

/// Rules of more options than these are not looked at: each is tried alone.
const MOST_FAMILIES: usize = 64;

/// Coordinates tried, up to [`MOST_TRIED`] components: an option that takes much is there at large ones only.
const TRIED: [i64; 9] = [0, 1, 2, 3, 7, 20, 100, 1000, 1_000_000];

/// Most components tried of each kind.
const MOST_TRIED: usize = 400;

/// Tells the first doubt about the rule that was typed, if there is one; nothing is told of games of the catalogue, but
/// where their arguments leave no option.
pub(crate) fn tell_first(session: &Session, position: Option<&Position>) {
    let opened = &session.games()[0];
    let rules = &opened.rules;
    let of_catalogue = opened.entry.is_some_and(|entry| opened.name.as_deref() == Some(entry.name));
    if of_catalogue || opened.code.is_some() {
        return;
    }
    let limits = Limits::default().time(PATIENCE);
    let unused = rules.doubts(&[], &limits).unwrap_or_default();
    if opened.entry.is_none()
        && let Some(doubt) = unused.first()
    {
        let doubt = &doubt.message;
        tell!("{}", say!("warning: {doubt}; `grundy check` shows where", doubt));
        return;
    }
    if rules.program().rules.iter().map(|rule| rule.families.len()).sum::<usize>() > MOST_FAMILIES {
        return;
    }
    let mut tried = Vec::new();
    let parts = position.iter().flat_map(|position| &position.parts);
    for part in parts.filter(|part| part.game == 0).take(MOST_TRIED) {
        let coords: Option<Vec<i64>> = part.coords.iter().map(|n| i64::try_from(n).ok()).collect();
        tried.extend(coords.and_then(|coords| rules.component(part.kind, &coords).ok()));
    }
    for (kind, named) in rules.kinds().iter().enumerate() {
        let all = components(named.coords().len());
        tried.extend(all.iter().filter_map(|coords| rules.component(kind, coords).ok()));
    }
    let Ok(doubts) = rules.doubts(&tried, &limits) else { return };
    if let Some(doubt) = doubts.get(unused.len()) {
        let text = opened.source.get(doubt.span.start..doubt.span.end).unwrap_or_default();
        let option = text.split_whitespace().collect::<Vec<_>>().join(" ");
        tell!(
            "{}",
            say!(
                "warning: no component that was tried has an option by {option}; `grundy check` says more",
                option
            )
        );
    }
}

/// The coordinates of components that are tried.
fn components(arity: usize) -> Vec<Vec<i64>> {
    // Of many coordinates there are but a few numbers for each.
    let fits = |&step: &usize| TRIED.iter().step_by(step).count().pow(arity as u32) <= MOST_TRIED;
    let Some(step) = (1..TRIED.len()).find(fits) else {
        return TRIED.iter().map(|&number| vec![number; arity]).collect();
    };
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        let longer = all.iter().flat_map(|coords: &Vec<i64>| {
            TRIED.iter().step_by(step).map(|&coord| [&coords[..], &[coord]].concat())
        });
        all = longer.collect();
    }
    all
}
