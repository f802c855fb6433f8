//! Patterns that are seen in a table of values or outcomes. What is seen is not proved; [`survey`](crate::survey) tells
//! which formulas a theorem confirms.
//!
//! A guess predicts every cell. The guesses stand in order, the simplest first: `formulas` of the
//! notation, then sequences that repeat (`line`) or rise by a number of its own at each of their
//! `residues`, sets that grow by a recurrence (`set`) or follow an irrational `slope`; of two
//! coordinates, heaps apart and steps after which the table repeats (`plane`). Each is held against
//! the cells, small positions first, and gives up at once where it fails too often. Where none holds
//! everywhere, formulas are `composed` of `terms`. A guess that holds is reported with how far it was
//! tried and with its exceptions; one that held for long and then failed is reported with the
//! position that ended it. Tables of one's own are `read`.

mod composed;
pub(crate) mod exceptions;
mod finding;
mod formulas;
mod line;
mod plane;
mod read;
mod residues;
mod set;
mod slope;
mod terms;

use std::collections::{HashMap, HashSet};

use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::rule::{Formula, Said};
use exceptions::{goes_on, is_rare, multiples};
pub use finding::{Aspect, Evidence, Exception, Finding, Repeats, Seen};
pub use read::{head, read};

/// The answers for all components of a kind whose coordinates are at most some number, in which a pattern is looked for;
/// [`table::Table`](crate::table::Table) computes them.
#[derive(Clone, Debug)]
pub struct Table {
    /// Names of the coordinates, one or two.
    coords: Vec<String>,
    /// The smallest coordinate: 0, or 1 where nothing is known of 0 and the cells with a 0 mean nothing.
    first: u64,
    /// The largest coordinate.
    to: u64,
    /// Grundy values, by the first coordinate and then the second; nothing where a component has
    /// none, as in misère play.
    values: Option<Vec<u64>>,
    /// Which components are lost by the player to move, in the same order.
    lost: Vec<bool>,
}

impl Table {
    /// A table of outcomes, and of values below 2^63 where all components have one. `None` unless there are
    /// one or two coordinates and a cell for each component.
    ///
    /// ```
    /// use grundy::pattern::Table;
    /// // Two coordinates up to 1: four cells, of which one is missing.
    /// let coords = vec!["a".to_owned(), "b".to_owned()];
    /// assert!(Table::new(coords.clone(), 1, None, vec![true, false, false]).is_none());
    /// let equal = Table::new(coords, 1, None, vec![true, false, false, true]).unwrap();
    /// assert_eq!((equal.first(), equal.to()), (0, 1));
    /// ```
    pub fn new(
        coords: Vec<String>,
        to: u64,
        values: Option<Vec<u64>>,
        lost: Vec<bool>,
    ) -> Option<Table> {
        let side = usize::try_from(to).ok()?.checked_add(1)?;
        let cells = match coords.len() {
            1 => side,
            2 => side.checked_mul(side)?,
            _ => return None,
        };
        let fit = |all: &Vec<u64>| all.len() == cells && all.iter().all(|&g| g >> 63 == 0);
        let whole = lost.len() == cells && values.as_ref().is_none_or(fit);
        whole.then_some(Table { coords, first: 0, to, values, lost })
    }

    /// The same with the cells of coordinates from `first` on, which is 0 or 1.
    pub(crate) fn beginning_at(
        first: u64,
        coords: Vec<String>,
        to: u64,
        values: Option<Vec<u64>>,
        lost: Vec<bool>,
    ) -> Option<Table> {
        fn padded<T: Copy>(cells: &[T], arity: usize, nothing: T) -> Vec<T> {
            let side = if arity == 1 { cells.len() } else { cells.len().isqrt() };
            let mut all = Vec::new();
            if arity == 2 {
                all.resize(side + 1, nothing);
            }
            for row in cells.chunks(side.max(1)) {
                all.push(nothing);
                all.extend(row);
            }
            all
        }
        if first == 0 {
            return Table::new(coords, to, values, lost);
        }
        let values = values.map(|values| padded(&values, coords.len(), 0));
        let lost = padded(&lost, coords.len(), false);
        Some(Table { first, ..Table::new(coords, to, values, lost)? })
    }

    /// The names of the coordinates.
    pub(crate) fn coords(&self) -> &[String] {
        &self.coords
    }

    /// The smallest coordinate: 0, or 1 where nothing is known of 0.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The largest coordinate.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The positions, those with the smallest sum first.
    fn positions(&self) -> Vec<[i64; 2]> {
        let (first, to) = (self.first as i64, self.to as i64);
        if self.coords.len() == 1 {
            return (first..=to).map(|n| [n, 0]).collect();
        }
        (2 * first..=2 * to)
            .flat_map(|sum| {
                ((sum - to).max(first)..=to.min(sum - first)).map(move |a| [a, sum - a])
            })
            .collect()
    }

    fn index(&self, at: [i64; 2]) -> usize {
        match self.coords.len() {
            1 => at[0] as usize,
            _ => at[0] as usize * (self.to as usize + 1) + at[1] as usize,
        }
    }

    /// What a guess about this aspect should predict: the value, or 1 for P and 0 for N.
    fn seen(&self, aspect: Aspect, at: [i64; 2]) -> i64 {
        let index = self.index(at);
        match (aspect, &self.values) {
            (Aspect::Values, Some(values)) => values[index] as i64,
            _ => i64::from(self.lost[index]),
        }
    }
}

/// A guess: what it says, and what it predicts. `None` is no prediction, which is wrong.
struct Guess {
    statement: Message,
    formula: Option<String>,
    repeats: Option<Repeats>,
    /// The first positions that it was told, which are no evidence.
    given: usize,
    /// The smallest coordinate of which it says something.
    from: i64,
    /// Whether it says what the answer is: some say only which positions have the same.
    whole: bool,
    /// Whether it has so many words that any formula says it better.
    wordy: bool,
    predict: Predict,
}

enum Predict {
    /// A number, or a condition that says P.
    Formula(Formula),
    Function(Box<dyn Fn([i64; 2]) -> Option<i64>>),
}

impl Guess {
    /// A guess that the value, or whether a position is P, is this formula.
    fn formula(aspect: Aspect, text: &str, coords: &[String]) -> Option<Guess> {
        let formula = Formula::new(text, coords).ok()?;
        let args = coords.join(", ");
        Some(match aspect {
            Aspect::Values => Guess {
                statement: message!("G({args}) = {text}", args, text),
                formula: Some(text.to_owned()),
                repeats: None,
                given: 0,
                from: 0,
                whole: true,
                wordy: false,
                predict: Predict::Formula(formula),
            },
            Aspect::Outcomes => Guess {
                statement: message!("P exactly when {text}", text),
                formula: Some(format!("not ({text})")),
                repeats: None,
                given: 0,
                from: 0,
                whole: true,
                wordy: false,
                predict: Predict::Formula(formula),
            },
        })
    }

    fn function(statement: Message, predict: impl Fn([i64; 2]) -> Option<i64> + 'static) -> Guess {
        let predict = Predict::Function(Box::new(predict));
        let (formula, repeats) = (None, None);
        Guess { statement, formula, repeats, given: 0, from: 0, whole: true, wordy: false, predict }
    }

    fn predict(&self, at: [i64; 2], arity: usize, limits: &Limits) -> Option<i64> {
        match &self.predict {
            Predict::Formula(formula) => match formula.say(&at[..arity], limits).ok()? {
                Said::Number(number) => Some(number),
                Said::Truth(truth) => Some(i64::from(truth)),
            },
            Predict::Function(function) => function(at),
        }
    }
}

/// Exceptions that a guess may have, and those among them that are not [rare](is_rare).
const MOST_EXCEPTIONS: usize = 20;
const MOST_CLOSE: usize = 6;
/// Findings reported: guesses that hold, those among them without an exception, guesses that failed.
const MOST_HELD: usize = 4;
const MOST_EXACT: usize = 2;
const MOST_BROKEN: usize = 3;
/// A guess that fails is worth a word if it held at this many positions first, of one coordinate and of two.
const TEMPTING: [u64; 2] = [12, 36];
/// And if remainders came round so often.
const ROUNDS: u64 = 2;

/// Looks at a table: at its values, and at its outcomes if nothing is seen in the values.
///
/// # Errors
/// [`Stop::Time`] or [`Stop::Cancelled`].
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::pattern::{Table, look};
/// let values: Vec<u64> = (0..=100).map(|n| n % 4).collect();
/// let lost = values.iter().map(|&value| value == 0).collect();
/// let table = Table::new(vec!["n".to_owned()], 100, Some(values), lost).unwrap();
/// let seen = look(&table, &Limits::default()).unwrap();
/// assert_eq!(seen.held[0].statement.to_string(), "G(n) = n % 4");
/// ```
pub fn look(table: &Table, limits: &Limits) -> Result<Seen, Stop> {
    let mut looked = Looked { positions: table.positions(), ..Looked::default() };
    if table.values.is_some() {
        looked.look(table, Aspect::Values, limits)?;
    }
    if !looked.is_whole {
        looked.look(table, Aspect::Outcomes, limits)?;
    }
    let Looked { mut seen, mut partial, .. } = looked;
    seen.held.append(&mut partial);
    for Finding { statement, evidence, .. } in &mut seen.held {
        let Some((first, ratio)) = multiples(evidence, table.to) else { continue };
        *statement = match first {
            1 => message!("{statement}, but for {ratio}^k", statement, ratio),
            _ => message!("{statement}, but for {first} * {ratio}^k", statement, first, ratio),
        };
    }
    seen.broken.sort_by_key(|finding| match finding.evidence {
        Evidence::Broken { held, .. } => std::cmp::Reverse(held),
        Evidence::Held { tried, .. } => std::cmp::Reverse(tried),
    });
    // Of guesses that differ only in their numbers, the one that held the longest.
    let mut forms = HashSet::new();
    seen.broken.retain(|finding| forms.insert(form(&finding.statement.to_string())));
    seen.broken.truncate(MOST_BROKEN);
    Ok(seen)
}

/// What was seen so far.
#[derive(Default)]
struct Looked {
    positions: Vec<[i64; 2]>,
    seen: Seen,
    /// Guesses that hold, but do not say what the answers are.
    partial: Vec<Finding>,
    /// Whether one in few words says what the answers are.
    is_whole: bool,
}

impl Looked {
    fn look(&mut self, table: &Table, aspect: Aspect, limits: &Limits) -> Result<(), Stop> {
        // What is fitted to who wins, or to two coordinates, says no more than a formula that does.
        let fitted_says_more = aspect == Aspect::Values && table.coords.len() == 1;
        let is_said = self.seen.held.iter().any(|found| found.evidence.is_exact());
        let mut exact = 0;
        for guess in guesses(table, aspect, limits) {
            limits.check()?;
            let guess = guess?;
            let says_more = !guess.wordy && (fitted_says_more || guess.given == 0);
            if !says_more && (is_said || exact > 0) {
                continue;
            }
            let evidence = hold(table, aspect, &guess, &self.positions, limits)?;
            let Some(evidence) = evidence else { continue };
            if self.add(guess, aspect, evidence, table.to, exact) {
                exact += 1;
            }
            if exact == MOST_EXACT || self.seen.held.len() == MOST_HELD {
                break;
            }
        }
        // What repeats along one coordinate says all; along two a formula says more.
        let says_all = |found: &Finding| table.coords.len() == 1 || found.formula.is_some();
        if self.seen.held.iter().any(|found| found.evidence.is_exact() && says_all(found)) {
            return Ok(());
        }
        let composed = match composed::of(table, aspect, &self.positions, limits) {
            // What was seen before is worth more than a search to its end.
            Err(Stop::Time | Stop::Memory { .. }) => None,
            composed => composed?,
        };
        let Some((Guess { statement, formula, repeats, .. }, evidence)) = composed else {
            return Ok(());
        };
        // Where it has not half as many exceptions as a simpler one, it says nothing new.
        let held = &mut self.seen.held;
        let count = evidence.exceptions().len();
        held.retain(|found| {
            found.evidence.is_exact() || found.evidence.exceptions().len() < 2 * count
        });
        if held.iter().all(|found| found.evidence.is_exact()) || evidence.is_exact() {
            let at = held.iter().position(|found| found.aspect == aspect).unwrap_or(held.len());
            // It may be long, where who wins is said in few words.
            held.insert(
                at,
                Finding { aspect, statement, formula, repeats, evidence, proved: false },
            );
        }
        Ok(())
    }

    /// Adds a guess if it says something new beside so many without exceptions; whether it is one more of these.
    fn add(
        &mut self,
        guess: Guess,
        aspect: Aspect,
        evidence: Evidence,
        to: u64,
        exact: usize,
    ) -> bool {
        let Guess { statement, formula, repeats, whole, given, .. } = guess;
        let Seen { held, broken } = &mut self.seen;
        if held.iter().any(|known| known.statement == statement) {
            return false;
        }
        let finding = Finding { aspect, statement, formula, repeats, evidence, proved: false };
        let Evidence::Held { exceptions, .. } = &finding.evidence else {
            broken.push(finding);
            return false;
        };
        // Beside a guess without exceptions one with exceptions says nothing new, nor does one with the same.
        let is_exact = exceptions.is_empty();
        if is_exact && whole {
            // What was fitted says more than a formula with some exceptions only where these have no end.
            let is_said_better = |known: &Finding| {
                known.aspect == aspect && (given == 0 || goes_on(&known.evidence, to))
            };
            held.retain(|known| known.evidence.is_exact() || !is_said_better(known));
        }
        // Of the same remainders modulo 2 and modulo 4 the first is told.
        let has_remainder = |found: &Finding| {
            found.formula.as_deref().is_some_and(|text| formulas::largest_modulus(text) > 0)
        };
        let is_said = |known: &Finding| {
            known.aspect == aspect && known.evidence.is_exact() && has_remainder(known)
        };
        if is_exact && has_remainder(&finding) && held.iter().any(is_said) {
            return false;
        }
        // What is right at 0 besides is hardly new either: 0 has no exponent of 2.
        let but_at_0 = |all: &[Exception]| -> Vec<Exception> {
            all.iter().filter(|one| one.position.iter().any(|&n| n > 0)).cloned().collect()
        };
        let told = |known: &Finding| {
            let others = known.evidence.exceptions();
            !known.evidence.is_exact() && but_at_0(others) == but_at_0(exceptions)
        };
        if is_exact || exact == 0 && !held.iter().any(told) {
            self.is_whole |= whole;
            if whole { held } else { &mut self.partial }.push(finding);
        }
        is_exact
    }
}

/// A statement without its numbers.
fn form(statement: &str) -> String {
    statement.chars().filter(|sign| !sign.is_ascii_digit()).collect()
}

/// Every guess about a table, the simplest first. Guesses that are fitted to the table are made
/// only where they fit nearly all of it.
fn guesses<'a>(
    table: &'a Table,
    aspect: Aspect,
    limits: &'a Limits,
) -> Box<dyn Iterator<Item = Result<Guess, Stop>> + 'a> {
    let formulas = formulas::of(table, aspect)
        .into_iter()
        .filter_map(move |text| Guess::formula(aspect, &text, &table.coords))
        .map(Ok);
    match table.coords.len() {
        1 => Box::new(
            formulas
                .chain(made(move || line::periodic(table, aspect, limits)))
                .chain(made(move || Ok(line::functions(table, aspect))))
                .chain(made(move || line::halving(table, aspect, limits)))
                .chain(made(move || residues::of(table, aspect, limits)))
                .chain(made(move || set::of(table, aspect, limits))),
        ),
        _ => Box::new(
            formulas
                .chain(made(move || slope::pairs(table, aspect, limits)))
                .chain(made(move || plane::of(table, aspect, limits))),
        ),
    }
}

/// Guesses that are made when their turn comes, or why they are not.
fn made(
    of: impl FnOnce() -> Result<Vec<Guess>, Stop>,
) -> impl Iterator<Item = Result<Guess, Stop>> {
    std::iter::once_with(of).flat_map(|made| match made {
        Ok(guesses) => guesses.into_iter().map(Ok).collect(),
        Err(stop) => vec![Err(stop)],
    })
}

/// Holds a guess against all positions; nothing if it is not worth a word.
fn hold(
    table: &Table,
    aspect: Aspect,
    guess: &Guess,
    positions: &[[i64; 2]],
    limits: &Limits,
) -> Result<Option<Evidence>, Stop> {
    let arity = table.coords.len();
    // Exceptions are small, within the first quarter of each coordinate, or rare.
    let small = table.to as i64 / 4;
    let mut exceptions: Vec<Exception> = Vec::new();
    let mut close = 0;
    let mut held_first = None;
    let mut variety = false;
    let mut counts: HashMap<i64, usize> = HashMap::new();
    let spoken = |at: &&[i64; 2]| at[..arity].iter().all(|&n| n >= guess.from);
    let mut tried = 0;
    for (count, &at) in positions.iter().filter(spoken).enumerate() {
        tried = count + 1;
        if count % (1 << 10) == (1 << 10) - 1 {
            limits.check()?;
        }
        let (said, right) = (guess.predict(at, arity, limits), table.seen(aspect, at));
        variety |= right != table.seen(aspect, positions[0]);
        *counts.entry(right).or_default() += 1;
        if said == Some(right) {
            continue;
        }
        held_first.get_or_insert((count as u64, variety));
        let position: Vec<u64> = at[..arity].iter().map(|&n| n.unsigned_abs()).collect();
        let rare = exceptions.last().is_some_and(|last| is_rare(&last.position, &position));
        close += usize::from(!rare);
        exceptions.push(Exception { position, said, right });
        let far = !rare && at.iter().any(|&n| n > small);
        if far || close > MOST_CLOSE || exceptions.len() > MOST_EXCEPTIONS {
            let at = exceptions.swap_remove(0);
            // Zeros before the first other value are no evidence for anything.
            let least = TEMPTING[arity - 1] + guess.given as u64;
            let rounds = ROUNDS * guess.formula.as_deref().map_or(0, formulas::largest_modulus);
            let came_round = at.position.iter().any(|&n| n >= rounds);
            let tempting =
                held_first.filter(|&(held, variety)| held >= least && variety && came_round);
            return Ok(tempting.map(|(held, _)| Evidence::Broken { held, at }));
        }
    }
    // A guess must explain most of what is not the commonest answer; a constant explains nothing, but must hold mostly.
    let commonest = counts.values().max().copied().unwrap_or(0);
    let uncommon = tried - commonest;
    let constant = guess.formula.as_ref().is_some_and(|text| text.parse::<i64>().is_ok());
    let explains = match constant {
        true => exceptions.len() * 2 < tried,
        // Nor does one of a part of the table in which all have the same answer.
        false => exceptions.len() * 4 <= uncommon && (guess.from == 0 || uncommon > 0),
    };
    // Those told first begin with coordinate 0, even where nothing is known of that.
    let given = guess.given.saturating_sub(table.first as usize);
    let tried = tried.saturating_sub(given) as u64;
    Ok(explains.then_some(Evidence::Held { tried, exceptions }))
}

#[cfg(test)]
mod tests;
