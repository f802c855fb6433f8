//! Questions about boards beside other components, for `grundy value`, `grundy moves`, `grundy explain` and `grundy play`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Duration;

use grundy::explain::explain_sum;
use grundy::games::Entry;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Session, Sum, SumMove};
use grundy::ruleset::Failure;
use num_bigint::BigUint;

use super::board::{from_file, is_file};
use super::listing::{Listed, Listing, Most, more_moves, noted, verdict};
use crate::language::{say, speak};
use crate::report::{json, words};
use crate::trouble::Trouble;

/// A sum with boards in it.
pub(crate) struct AskedSum {
    sum: Sum,
    limits: Limits,
}

impl AskedSum {
    /// Reads it; components without a name are of the session's first game, or boards of `default`.
    pub(super) fn new(
        session: Session,
        default: Option<&'static Entry>,
        text: &str,
        limits: Limits,
    ) -> Result<AskedSum, Trouble> {
        let mut unread = None;
        let sum = Sum::read_with(session, default, text, |entry, said| {
            let read = is_file(said).then(|| from_file(entry, said, &limits))?;
            read.map_err(|trouble| unread = Some(trouble)).ok()
        });
        match unread {
            Some(trouble) => Err(trouble),
            None => {
                let sum = sum.map_err(|error| Trouble::of_rule(&error, &say!("position")))?;
                Ok(AskedSum { sum, limits })
            }
        }
    }

    /// The sum, to be played.
    pub(crate) fn into_sum(self) -> Result<Sum, Trouble> {
        self.sum.check().map_err(|failure| self.trouble(&failure))?;
        Ok(self.sum)
    }

    fn trouble(&self, failure: &Failure) -> Trouble {
        match failure {
            // What is asked of boards has an answer, also where one is too large for a search.
            Failure::Domain(message) if self.sum.check().is_ok() => {
                Trouble::Limit(say!("stopped: {message}", message))
            }
            failure => Trouble::of_failure(failure, self.sum.session().games()),
        }
    }
}

/// That an answer was asked for which there is not for such sums.
pub(crate) fn refused() -> Trouble {
    Trouble::Input(say!(
        "error: boards beside other components have values, winning moves and reasons and can be played, in normal play alone\n  \
         help: leave --misere, --latex, --store, --theorem and pictures away, or ask about each board alone; misère sums of \
         boards of one game stand behind its name, as in cram '3x3 + 2x2'"
    ))
}

/// Time to say what is known of a sum when a search in it has been stopped.
const SHORT: Duration = Duration::from_millis(200);

/// A failure, with values that are excluded.
fn trouble_beside(asked: &mut AskedSum, failure: &Failure) -> Trouble {
    let Trouble::Limit(message) = asked.trouble(failure) else { return asked.trouble(failure) };
    let excluded = asked.sum.excluded(&Limits::default().time(SHORT));
    if excluded.is_empty() {
        return Trouble::Limit(message);
    }
    let excluded: Vec<String> = excluded.iter().map(|value| say!("not {value}", value)).collect();
    let proved = say!("the value is {excluded}", excluded = excluded.join(", "));
    Trouble::after_proof(&message, &proved)
}

pub(crate) fn value(asked: &mut AskedSum, as_json: bool) -> Result<bool, Trouble> {
    let found =
        asked.sum.value(&asked.limits).map_err(|failure| trouble_beside(asked, &failure))?;
    let mut out = io::stdout().lock();
    match as_json {
        true => json::write(&mut out, &json::Value::of(asked.sum.show(), &found))?,
        false => writeln!(out, "{found}")?,
    }
    Ok(true)
}

pub(crate) fn explain(asked: &mut AskedSum, as_json: bool) -> Result<bool, Trouble> {
    let steps = explain_sum(&mut asked.sum, &asked.limits);
    let steps = steps.map_err(|failure| asked.trouble(&failure))?;
    let mut out = io::stdout().lock();
    match as_json {
        true => json::write(&mut out, &json::Explanation::of(asked.sum.show(), &steps))?,
        false => write!(out, "{}", words::explanation(&steps))?,
    }
    Ok(true)
}

/// Who wins a sum, and how.
pub(crate) struct Found {
    pub(crate) outcome: Outcome,
    /// Winning moves, as they are shown.
    pub(crate) moves: Vec<String>,
    /// Whether there are more than were asked for.
    more: bool,
    /// Whether all winning moves can be shown.
    all: bool,
}

impl Found {
    /// Whether there are more winning moves than these.
    pub(crate) fn has_more(&self) -> bool {
        self.more || !self.all
    }
}

/// Finds who wins and the first winning moves.
pub(crate) fn find(sum: &mut Sum, most: Most, limits: &Limits) -> Result<Found, Failure> {
    find_noting(sum, most, limits, &mut None)
}

/// The same; notes the first winning move, which is known also if the others are not found.
fn find_noting(
    sum: &mut Sum,
    most: Most,
    limits: &Limits,
    first: &mut Option<SumMove>,
) -> Result<Found, Failure> {
    let outcome = sum.outcome(limits)?;
    let mut listed = Listed::new(most);
    sum.each_winning_move(limits, &mut |made| {
        let bytes = match &made {
            SumMove::Board { made, board, .. } => board.len() + speak(made).len(),
            SumMove::Component(_) => 0,
        };
        first.get_or_insert_with(|| made.clone());
        listed.see_large(made, bytes, limits)
    })?;
    let Listed { found, more, .. } = listed.whole()?;
    let moves = found.iter().map(|made| shown(sum, made)).collect();
    Ok(Found { outcome, moves, more, all: outcome != Outcome::N || sum.shows_every_move() })
}

/// Counts the winning moves.
fn count(sum: &mut Sum, limits: &Limits) -> Result<BigUint, Failure> {
    let mut count = BigUint::ZERO;
    sum.each_winning_move(limits, &mut |made| {
        count += made.count();
        ControlFlow::Continue(())
    })?;
    Ok(count)
}

pub(crate) fn moves(asked: &mut AskedSum, listing: Listing) -> Result<bool, Trouble> {
    if listing.count {
        let count = count(&mut asked.sum, &asked.limits);
        let count = count.map_err(|failure| asked.trouble(&failure))?;
        let mut out = io::stdout().lock();
        match listing.json {
            true => json::write(&mut out, &json::Count::sum(asked.sum.show(), &count))?,
            false => writeln!(out, "{count}")?,
        }
        return Ok(true);
    }
    let most = if listing.first { Most::First } else { Most::Of(listing.most) };
    let mut begun = None;
    let found = find_noting(&mut asked.sum, most, &asked.limits, &mut begun);
    let found = found.map_err(|failure| match (asked.trouble(&failure), &begun) {
        (Trouble::Limit(message), Some(made)) => {
            let begin = shown(&asked.sum, made);
            let proved = say!("the player to move wins, by {begin}", begin);
            Trouble::after_proof(&message, &proved)
        }
        (Trouble::Limit(_), None) => trouble_beside(asked, &failure),
        (trouble, _) => trouble,
    })?;
    let answered = !(listing.first && found.moves.is_empty());
    let mut out = io::stdout().lock();
    match listing {
        Listing { json: true, first, .. } => {
            let more = found.more || !found.all && !first;
            let position = asked.sum.show();
            let moves = json::BoardMoves::sum(position, found.outcome, found.moves, more);
            json::write(&mut out, &moves)?;
        }
        Listing { first: true, .. } => {
            found.moves.first().map_or(Ok(()), |first| writeln!(out, "{first}"))?;
        }
        _ => {
            list(&mut out, found.outcome, &found.moves)?;
            if found.has_more() {
                writeln!(out, "{}", more_moves(found.all))?;
            }
        }
    }
    Ok(answered)
}

fn list(out: &mut impl io::Write, outcome: Outcome, found: &[String]) -> io::Result<()> {
    writeln!(out, "{}", verdict(outcome, found.is_empty()))?;
    found.iter().try_for_each(|made| writeln!(out, "  {made}"))
}

/// A move in a line, with the number of its board where there are several.
fn shown(sum: &Sum, made: &SumMove) -> String {
    match made {
        SumMove::Component(made) => noted(&sum.describe_move(made), made.at_once),
        SumMove::Board { board, made, .. } if sum.boards().len() == 1 => {
            format!("{board}: {}", speak(made))
        }
        SumMove::Board { number, board, made, .. } => {
            say!("board {number}, {board}: {made}", number = number + 1, board, made = speak(made))
        }
    }
}
