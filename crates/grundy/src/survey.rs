//! What is seen in a table of a game, and what is proved of the game besides.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use grundy::survey::survey;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
//! let surveyed = survey(&mut session, 0, None, &Limits::default())?;
//! assert_eq!(surveyed.seen.held[0].formula.as_deref(), Some("n % 4"));
//! assert_eq!(surveyed.theorem.unwrap().to_string(), "G(n + 4) = G(n) for all n >= 0");
//! assert!(surveyed.seen.held[0].proved);
//! # Ok(())
//! # }
//! ```

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::automatic::{self, Attempt, Certificate, Subject, is_right, repeats};
use crate::heap::Periodicity;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::pattern::exceptions::multiples;
use crate::pattern::{Aspect, Evidence, Finding, Repeats, Seen, Table, look};
use crate::play::Session;
use crate::rule::Formula;
use crate::ruleset::{Failure, Value};
use crate::theorem::{lost_heaps, pattern_of, repetition};

/// The table looked at where nothing is asked for, for one coordinate and for two.
const FAR: [u64; 2] = [1000, 60];
/// And the time for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time for a theorem by an automaton.
const PROOF: Duration = Duration::from_secs(2);
/// A smaller table shows nothing.
const LEAST: [u64; 2] = [20, 8];
/// The largest tables.
pub const MOST: [u64; 2] = [1_000_000, 2000];

/// A table, what is seen in it, and what is proved of all values besides.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::survey::survey;
/// let mut session = Session::with_game("nim")?;
/// let surveyed = survey(&mut session, 0, Some(100), &Limits::default())?;
/// assert_eq!(surveyed.seen.held[0].formula.as_deref(), Some("n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// The table.
    pub table: Table,
    /// What is seen in it, and which formulas of it the theorem confirms.
    pub seen: Seen,
    /// What is proved of all values, or of who wins, where that takes about two seconds.
    pub theorem: Option<Message>,
}

impl Survey {
    /// What is seen in a table of which nothing else is known.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::pattern::Table;
    /// use grundy::survey::Survey;
    /// // Values of heaps that somebody else has found.
    /// let values: Vec<u64> = (0..100).map(|heap| heap % 4).collect();
    /// let lost = values.iter().map(|&value| value == 0).collect();
    /// let table = Table::new(vec!["n".to_owned()], 99, Some(values), lost).unwrap();
    /// let surveyed = Survey::of(table, &Limits::default())?;
    /// assert_eq!(surveyed.seen.held[0].formula.as_deref(), Some("n % 4"));
    /// assert!(surveyed.theorem.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`look`].
    pub fn of(table: Table, limits: &Limits) -> Result<Survey, Stop> {
        let seen = look(&table, limits)?;
        Ok(Survey { table, seen, theorem: None })
    }
}

/// Looks at the table of a kind of the first game of a session up to a coordinate, or, where none is said, as far as some
/// seconds lead: to 1000, or to 60 with two coordinates, at most.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::ruleset::Failure;
/// use grundy::survey::{MOST, survey};
/// let limits = Limits::default();
/// let mut session = Session::with_game("S{1, 3, 4}")?;
/// let surveyed = survey(&mut session, 0, Some(100), &limits)?;
/// assert_eq!(surveyed.theorem.unwrap().to_string(), "G(n + 7) = G(n) for all n >= 0");
/// let beyond = survey(&mut session, 0, Some(MOST[0] + 1), &limits);
/// assert!(matches!(beyond, Err(Failure::Domain(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure::Domain`] for a kind with more than two coordinates or none, or a table that is larger than [`MOST`];
/// [`Failure::Stop`] at a limit; [`Failure::Fault`] where the rule cannot be followed.
pub fn survey(
    session: &mut Session,
    kind: usize,
    to: Option<u64>,
    limits: &Limits,
) -> Result<Survey, Failure> {
    let kinds = session.games().first().map_or(Vec::new(), |opened| opened.rules.kinds());
    let arity = kinds.get(kind).map_or(0, |kind| kind.coords().len());
    if !(1..=MOST.len()).contains(&arity) {
        return Err(Failure::Domain(message!(
            "a pattern is looked for in one kind of component with one or two coordinates, and \
             there is none such"
        )));
    }
    let table = match table(session, kind, (0, to), limits) {
        // Where a rule has no meaning at 0, as in divisions, it may have one from 1 on.
        Err(failure @ Failure::Fault(_)) => {
            table(session, kind, (1, to), limits).map_err(|_| failure)?
        }
        table => table?,
    };
    let mut seen = look(&table, limits)?;
    let smallest = session.component(kind, &[0, 0][..arity])?;
    let proved = match session.is_misere(&smallest)? {
        true => Proved::words(
            misere_theorem(session, limits).or_else(|| repeated(session, kind, limits)),
        ),
        false => theorem(session, kind, limits),
    };
    for finding in &mut seen.held {
        finding.proved = proved.confirms(finding, &table);
    }
    Ok(Survey { table, seen, theorem: proved.theorem })
}

/// Whether a theorem about the kind of the first game says that a formula, the value or a condition for the positions that
/// are not lost, is right everywhere, if it was tried up to a coordinate and is right there. The theorem is sought for about
/// two seconds; in misère play there is none here.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::rule::Formula;
/// use grundy::survey::is_proved;
/// let mut session = Session::with_game("[n] -> [n-k] for k in powers(2, n)")?;
/// let mut proved = |text: &str| -> Result<bool, Box<dyn std::error::Error>> {
///     let formula = Formula::new(text, &["n".to_owned()])?;
///     Ok(is_proved(&mut session, 0, (&formula, 100), &Limits::default())?)
/// };
/// assert!(proved("n % 3")? && proved("n % 3 != 0")? && !proved("n % 3 + n / 1000000")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure::Domain`] for a kind that there is not.
pub fn is_proved(
    session: &mut Session,
    kind: usize,
    (formula, to): (&Formula, u64),
    limits: &Limits,
) -> Result<bool, Failure> {
    let kinds = session.games().first().map_or(Vec::new(), |opened| opened.rules.kinds());
    let arity = kinds.get(kind).map_or(0, |kind| kind.coords().len());
    let smallest = session.component(kind, &vec![0; arity])?;
    if session.is_misere(&smallest)? {
        return Ok(false);
    }
    let proved = theorem(session, kind, limits);
    Ok(proved.by_period(formula, &[], 0..=to) || proved.by_automata(formula, &[]))
}

/// What is proved of all values, or of all lost positions.
#[derive(Default)]
struct Proved {
    theorem: Option<Message>,
    automata: Vec<Certificate>,
    repeats: Option<Periodicity>,
}

impl Proved {
    fn words(theorem: Option<Message>) -> Proved {
        Proved { theorem, ..Proved::default() }
    }

    /// Whether it follows that a formula is right at every position but its exceptions. Of a line of exceptions without end
    /// nothing follows: those beyond the table may be none.
    fn confirms(&self, finding: &Finding, table: &Table) -> bool {
        if multiples(&finding.evidence, table.to()).is_some() {
            return false;
        }
        let Evidence::Held { exceptions, .. } = &finding.evidence else { return false };
        let after = exceptions.iter().flat_map(|exception| &exception.position).max();
        let after = after.map_or(0, |last| last + 1);
        if let Some(seen) = &finding.repeats
            && self.by_the_same(seen, finding.aspect, after..=table.to())
        {
            return true;
        }
        let Some(text) = &finding.formula else { return false };
        let Ok(formula) = Formula::new(text, table.coords()) else { return false };
        let exceptions: Vec<Vec<u64>> =
            exceptions.iter().map(|exception| exception.position.clone()).collect();
        let tried = table.first()..=table.to();
        self.by_period(&formula, &exceptions, tried) || self.by_automata(&formula, &exceptions)
    }

    /// What repeats in the table is what does by the theorem: where both have begun, the table holds both periods one after the
    /// other, and what repeats after each of two numbers there is one thing (Fine and Wilf, 1965).
    fn by_the_same(&self, seen: &Repeats, aspect: Aspect, exact: RangeInclusive<u64>) -> bool {
        let Some(&Periodicity { preperiod, period, saltus, .. }) = self.repeats.as_ref() else {
            return false;
        };
        let start = preperiod.max(seen.start).max(*exact.start());
        let both = start.checked_add(period).and_then(|one| one.checked_add(seen.period));
        let rise = |saltus: u64, other: u64| u128::from(saltus) * u128::from(other);
        let same = match aspect {
            Aspect::Values => rise(saltus, seen.period) == rise(seen.saltus, period),
            Aspect::Outcomes => saltus == 0 && seen.saltus == 0,
        };
        same && both.is_some_and(|end| end <= *exact.end() + 1)
    }

    fn by_automata(&self, formula: &Formula, exceptions: &[Vec<u64>]) -> bool {
        self.automata.iter().any(|theorem| is_right(formula, theorem, exceptions))
    }

    /// Both repeat, and the heaps that were tried, where the exceptions are all that differs, are more than a period of what
    /// does.
    fn by_period(
        &self,
        formula: &Formula,
        exceptions: &[Vec<u64>],
        tried: RangeInclusive<u64>,
    ) -> bool {
        let Some(&Periodicity { preperiod, period, saltus, .. }) = self.repeats.as_ref() else {
            return false;
        };
        let start = exceptions.iter().flatten().map(|last| last + 1).fold(preperiod, u64::max);
        let within = start.saturating_add(period) <= *tried.end() && *tried.start() == 0;
        let of_values = formula.is_number();
        within && (of_values || saltus == 0) && repeats(formula, start, period, saltus)
    }
}

/// What is proved of all values, or of all lost positions, if that takes little. What is seen
/// needs no theorem: where it takes too long there is none.
fn theorem(session: &mut Session, kind: usize, limits: &Limits) -> Proved {
    if let Ok(Some(found)) = session.engine(0).periodicity(limits) {
        let theorem = Some(pattern_of(session.engine(0), &found, limits));
        return Proved { theorem, repeats: Some(found), ..Proved::default() };
    }
    let rules = &session.games()[0].rules;
    if rules.kinds().len() > 1 || rules.is_misere() {
        return Proved::words(repeated(session, kind, limits));
    }
    let half = limits.left().map_or(PROOF, |left| left / 2);
    let hasty = limits.clone().time(half.min(PROOF));
    let mut automata = Vec::new();
    // What is said by an automaton alone, where nothing else is proved.
    let mut by_states = None;
    let mut by_automaton = |subject| match automatic::prove(rules, subject, &hasty) {
        Ok(Attempt::Proved(certificate)) => {
            let words = automatic::in_words(&certificate);
            let states = certificate.set.states();
            let described = automatic::description(&certificate).is_some();
            automata.push(certificate);
            if described {
                return Some(words);
            }
            by_states.get_or_insert(message!(
                "{words}; the automaton has {states} states, and `grundy prove` with --explain writes the proof",
                words,
                states
            ));
            None
        }
        _ => None,
    };
    let theorem = [Subject::Values, Subject::Lengths]
        .into_iter()
        .find_map(&mut by_automaton)
        .or_else(|| repeated(session, kind, limits))
        .or_else(|| by_automaton(Subject::Outcomes))
        .or(by_states);
    Proved { theorem, automata, repeats: None }
}

/// That values, or in misère play winners, repeat as a coordinate grows, where theory does not answer.
fn repeated(session: &Session, kind: usize, limits: &Limits) -> Option<Message> {
    if session.plan(0).engine.has_values() {
        return None;
    }
    let found = session.repetition(kind, limits).ok()?.ok()?;
    Some(repetition(session, kind, &found))
}

/// The same of heaps in misère play, by the quotient of their game.
fn misere_theorem(session: &Session, limits: &Limits) -> Option<Message> {
    let mut quotient = session.new_quotient()?;
    let half = limits.left().map_or(PROOF, |left| left / 2);
    let hasty = limits.clone().time(half.min(PROOF));
    quotient.advance(MOST[0], &hasty).ok()?;
    quotient.lost_heaps().map(|lost| lost_heaps(&lost))
}

/// The table from 0 or 1 up to the size asked for; up to the largest that fits in the time otherwise.
fn table(
    session: &mut Session,
    kind: usize,
    (first, to): (u64, Option<u64>),
    limits: &Limits,
) -> Result<Table, Failure> {
    let coords = session.games()[0].rules.kinds()[kind].coords().to_vec();
    let two = usize::from(coords.len() > 1);
    if let Some(to) = to {
        if to > MOST[two] {
            let most = MOST[two];
            let message = message!("a table to look at for a pattern goes up to {most}", most);
            return Err(Failure::Domain(message));
        }
        let cells = fill(session, kind, coords.len(), first..=to, limits)?;
        return made(coords, first..=to, cells);
    }
    // Smaller tables first, so that there is something if the time ends.
    let mut sizes = vec![LEAST[two]];
    while let Some(&last) = sizes.last().filter(|&&last| last < FAR[two]) {
        sizes.push((last * 3 / 2).min(FAR[two]));
    }
    // Looking takes time too.
    let hasty = limits.clone().time(limits.left().map_or(PATIENCE, |left| left / 2));
    let mut best = None;
    for to in sizes {
        match fill(session, kind, coords.len(), first..=to, &hasty) {
            Ok(cells) => best = Some((to, cells)),
            // What a rule computes may not fit, farther on.
            Err(
                Failure::Stop(Stop::Time | Stop::Positions(_) | Stop::Memory { .. })
                | Failure::Fault(_),
            ) if best.is_some() => break,
            Err(failure) => return Err(failure),
        }
    }
    let (to, cells) = best.unwrap_or_default();
    made(coords, first..=to, cells)
}

/// Values, where all components have one, and which are lost.
type Cells = (Option<Vec<u64>>, Vec<bool>);

fn made(
    coords: Vec<String>,
    span: RangeInclusive<u64>,
    (values, lost): Cells,
) -> Result<Table, Failure> {
    Table::beginning_at(*span.start(), coords, *span.end(), values, lost)
        .ok_or_else(|| Failure::Domain(message!("this component has no coordinates")))
}

fn fill(
    session: &mut Session,
    kind: usize,
    arity: usize,
    span: RangeInclusive<u64>,
    limits: &Limits,
) -> Result<Cells, Failure> {
    let rows = *span.end() + 1;
    let columns = if arity > 1 { span.clone() } else { 0..=0 };
    limits.check_memory(rows.saturating_mul(*columns.end() + 1).saturating_mul(16))?;
    let (mut values, mut lost) = (Some(Vec::new()), Vec::new());
    for row in span {
        for column in columns.clone() {
            limits.check()?;
            let coords = [row as i64, column as i64];
            let position = session.component(kind, &coords[..arity])?;
            if session.is_misere(&position)? {
                values = None;
                lost.push(session.outcome(&position, limits)? == Outcome::P);
                continue;
            }
            let value = session.value(&position, limits)?;
            lost.push(value.outcome() == Outcome::P);
            let number = match value {
                Value::Nimber(nimber) => u64::try_from(&nimber).ok(),
                Value::Win | Value::Over => None,
            };
            match (&mut values, number) {
                (Some(values), Some(number)) => values.push(number),
                _ => values = None,
            }
        }
    }
    Ok((values, lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_that_is_seen_is_proved_by_the_same_of_a_theorem() {
        let mut session = Session::with_game("kayles").unwrap();
        let surveyed = survey(&mut session, 0, Some(500), &Limits::default()).unwrap();
        let seen = surveyed.seen.held.iter().find(|finding| finding.repeats.is_some()).unwrap();
        assert!(seen.proved, "{}", seen.statement);
        let repeats = Periodicity {
            preperiod: 71,
            period: 12,
            saltus: 0,
            exceptions: Vec::new(),
            exception_count: 0,
        };
        let proved = Proved { repeats: Some(repeats), ..Proved::default() };
        let seen = Repeats { start: 60, period: 24, saltus: 0 };
        let holds = |seen: &Repeats, to| proved.by_the_same(seen, Aspect::Values, 0..=to);
        // Both periods fit behind 71, or not.
        assert!(holds(&seen, 71 + 12 + 24 - 1) && !holds(&seen, 71 + 12 + 24 - 2));
        assert!(!holds(&Repeats { saltus: 1, ..seen }, 500));
        assert!(!proved.by_the_same(&seen, Aspect::Values, 480..=500));
        assert!(!Proved::default().by_the_same(&seen, Aspect::Values, 0..=500));
    }

    #[test]
    fn a_line_of_exceptions_that_goes_on_is_not_proved() {
        let parity = "[n] -> [0] if n % 2 == 1 or n in {2, 4, 8, 16, 32}";
        let mut session = Session::with_game(parity).unwrap();
        let mut first = |to| {
            let surveyed = survey(&mut session, 0, Some(to), &Limits::default()).unwrap();
            assert!(surveyed.theorem.is_some());
            let Finding { statement, proved, .. } = &surveyed.seen.held[0];
            (statement.to_string(), *proved)
        };
        // At 64 the parity is right.
        assert_eq!(first(60), ("G(n) = n % 2, but for 2 * 2^k".to_owned(), false));
        assert_eq!(first(200), ("G(n) = n % 2".to_owned(), true));
    }

    /// What a rule computes does not fit from some number on, and what is below is looked at.
    #[test]
    fn a_smaller_table_stays_where_a_larger_one_fails() {
        let mut session = Session::with_game("[n] -> [n-1] if fib(n) % 2 == 0 | [n-2]").unwrap();
        let surveyed = survey(&mut session, 0, None, &Limits::default()).unwrap();
        assert!((40..93).contains(&surveyed.table.to()), "{}", surveyed.table.to());
        let said: Vec<String> =
            surveyed.seen.held.iter().map(|seen| seen.statement.to_string()).collect();
        assert!(said.iter().any(|said| said.contains("G(n + 3) = G(n)")), "{said:?}");
        assert!(survey(&mut session, 0, Some(200), &Limits::default()).is_err());
    }
}
