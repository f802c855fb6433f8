//! Formulas that are put together from [terms](super::terms), where no other guess holds everywhere.
//!
//! Of a sample of the table, small coordinates left out, a formula must say what the table says; then it is held against
//! all of it. Values are sought among the terms; as a sum, a difference or a xor of two terms, where the second is looked
//! up by what it must say; and as a function of any operation on two terms of which one is among the simplest. Conditions
//! for P compare two terms, or are two or three such comparisons with `and` and `or` between them. Where formulas fail
//! somewhere in the table, the search begins again with these positions in the sample. So many formulas are tried that a
//! short table would be met by chance: the longer the formula, the more cells it must explain.

use std::collections::HashMap;

use super::terms::{One, Pair, Relation, SAMPLE, Term, Terms, Written};
use super::{Aspect, Evidence, Guess, Table, hold};
use crate::language::message;
use crate::limits::{Limits, Stop};

/// Terms that are made, those of which any two are tried together, and those of whose comparisons any two are.
const MOST_TERMS: usize = 12_000;
const MOST_PAIRED: usize = 700;
const MOST_COMPARED: usize = 2_000;
/// What all terms take.
const MOST_BYTES: u64 = 1 << 24;
/// What two terms cost together whose comparison may be joined with another.
const MOST_COMPARED_COST: u32 = 6;
/// Comparisons that hold at all P positions, or at none but these, of which any two are tried together.
const MOST_SIDES: usize = 4_000;
/// Formulas that are remembered where any two comparisons are tried.
const MOST_FOUND: usize = 10_000;
/// Formulas that say what the sample says, the shortest, that are held against the whole table.
const MOST_TRIED: usize = 60;
/// Those of three comparisons among them.
const MOST_LONG: usize = 20;
/// How often the search begins again, and the positions put into the sample each time, about.
const MOST_ROUNDS: usize = 4;
const MOST_FAILING: usize = 12;
/// Comparisons that lead two others, and those of which any two are tried behind each.
const MOST_LEADING: usize = 60;
const MOST_LED: usize = 300;
/// Places and numbers at which it is known which functions agree.
const KNOWN_PLACES: usize = 4;
const KNOWN_NUMBERS: i32 = 256;
/// The first functions of a number: itself and its neighbours.
const NEIGHBOURS: usize = 3;
/// Where nothing shorter was found, digits are looked at.
const MOST_DIRECT_COST: u32 = 9;
/// Bases in which the two digits of a value may have a formula each.
const DIGITS: std::ops::RangeInclusive<i32> = 2..=8;
/// Cells that do not have the commonest answer, for each sign of a formula.
const EVIDENCE: usize = 6;
/// A comparison that changes less often along a line cuts a part out of it.
const MOST_FEW: usize = 6;
/// The longest formula that is told.
const MOST_LETTERS: usize = 100;
/// Coordinates up to this are left out of the sample, as small positions are often exceptions.
const SMALL: i64 = 8;

/// The shortest formula that holds everywhere, or else with exceptions.
pub(super) fn of(
    table: &Table,
    aspect: Aspect,
    positions: &[[i64; 2]],
    limits: &Limits,
) -> Result<Option<(Guess, Evidence)>, Stop> {
    let mut best: Option<(Guess, Evidence)> = None;
    let mut failing: Vec<[i64; 2]> = Vec::new();
    for round in 0..MOST_ROUNDS {
        let search = Search::new(table, aspect, positions, &failing, limits)?;
        let Some(search) = search else { break };
        let known = failing.len();
        for found in search.found(round > 0)? {
            limits.check()?;
            if search.uncommon < EVIDENCE * found.cost as usize {
                break;
            }
            for from in 0..table.coords.len() as i64 {
                let Some(guess) = search.guess(&found.what, from) else { continue };
                if from == 0 && failing.len() < known + MOST_FAILING {
                    failing.extend(search.failing(&guess, positions));
                }
                let evidence = hold(table, aspect, &guess, positions, limits)?;
                let Some(evidence @ Evidence::Held { .. }) = evidence else { continue };
                if !search.goes_on(&found.what)? {
                    continue;
                }
                if evidence.is_exact() && from == 0 {
                    return Ok(Some((guess, evidence)));
                }
                let fewer =
                    |best: &(_, Evidence)| evidence.exceptions().len() < best.1.exceptions().len();
                if best.as_ref().is_none_or(fewer) {
                    best = Some((guess, evidence));
                }
            }
        }
        if failing.len() == known {
            break;
        }
    }
    Ok(best)
}

/// Two terms compared.
type Comparison = (Relation, Term, Term);

#[derive(Clone, Debug)]
enum What {
    Term(Term),
    Pair(One, Pair, Term, Term),
    /// A number in this base with a high digit and a low one.
    Digits(i32, Box<What>, Box<What>),
    Comparison(Comparison),
    Both(Comparison, Comparison),
    Either(Comparison, Comparison),
    /// The first, or both others.
    OrBoth(Comparison, Comparison, Comparison),
    /// The first, and one of the others.
    AndEither(Comparison, Comparison, Comparison),
}

struct Found {
    what: What,
    cost: u32,
}

struct Search<'a> {
    table: &'a Table,
    aspect: Aspect,
    terms: Terms,
    /// What the table says of the sample.
    target: [i32; SAMPLE],
    /// [`agree`] of the first places and small numbers.
    agree: Vec<Vec<u8>>,
    /// Cells that do not have the commonest answer.
    uncommon: usize,
    limits: &'a Limits,
}

impl<'a> Search<'a> {
    /// With some positions in the sample; nothing where a table is too small for any formula to be believed.
    fn new(
        table: &'a Table,
        aspect: Aspect,
        positions: &[[i64; 2]],
        failing: &[[i64; 2]],
        limits: &'a Limits,
    ) -> Result<Option<Search<'a>>, Stop> {
        let arity = table.coords.len();
        let mut counts: HashMap<i64, usize> = HashMap::new();
        for &at in positions {
            *counts.entry(table.seen(aspect, at)).or_default() += 1;
        }
        let uncommon = positions.len() - counts.values().max().copied().unwrap_or(0);
        let large: Vec<[i64; 2]> =
            positions.iter().filter(|at| is_large(table, at)).copied().collect();
        let says = |at: [i64; 2]| i32::try_from(table.seen(aspect, at)).ok();
        let sample = match aspect {
            Aspect::Values => spread(&large, failing, SAMPLE),
            // Both answers tell as much, though there are few P positions.
            Aspect::Outcomes => {
                let parted = |all: &[[i64; 2]]| -> [Vec<[i64; 2]>; 2] {
                    let (lost, won) = all.iter().partition(|&&at| says(at) == Some(1));
                    [lost, won]
                };
                let ([lost, won], [more_lost, more_won]) = (parted(&large), parted(failing));
                let lost = spread(&lost, &more_lost, SAMPLE / 2);
                let won = spread(&won, &more_won, SAMPLE / 2);
                lost.into_iter().zip(won).flat_map(|(lost, won)| [lost, won]).collect()
            }
        };
        if uncommon < EVIDENCE || sample.len() < SAMPLE || table.to > i32::MAX as u64 {
            return Ok(None);
        }
        let mut cells = Vec::new();
        for at in sample {
            let Some(said) = says(at) else { return Ok(None) };
            cells.push((said, at.map(|n| n as i32)));
        }
        // One of each number comes first, those that are seldom said before others: there most terms fail at once.
        let mut seen: HashMap<i32, usize> = HashMap::new();
        cells.sort_by_cached_key(|&(said, _)| {
            let round = seen.entry(said).or_default();
            *round += 1;
            (*round, counts[&i64::from(said)])
        });
        let mut target = [0; SAMPLE];
        let mut sample = [[0; 2]; SAMPLE];
        for (place, (said, at)) in cells.into_iter().enumerate() {
            (target[place], sample[place]) = (said, at);
        }
        if target == [target[0]; SAMPLE] {
            return Ok(None);
        }
        limits.check_memory(MOST_BYTES)?;
        let terms = Terms::new(&sample, arity, MOST_TERMS, limits)?;
        let known = |&goal: &i32| (0..KNOWN_NUMBERS).map(|said| agree(said, goal)).collect();
        let agree = target[..KNOWN_PLACES].iter().map(known).collect();
        Ok(Some(Search { table, aspect, terms, target, agree, uncommon, limits }))
    }

    /// Formulas that say what the sample says, the shortest first.
    fn found(&self, is_refuted: bool) -> Result<Vec<Found>, Stop> {
        let mut found = match self.aspect {
            Aspect::Values => self.values()?,
            Aspect::Outcomes => self.conditions(is_refuted)?,
        };
        found.sort_by_key(|found| found.cost);
        let mut left = [MOST_TRIED - MOST_LONG, MOST_LONG];
        found.retain(|found| {
            let three = matches!(found.what, What::OrBoth(..) | What::AndEither(..));
            let left = &mut left[usize::from(three)];
            let fits = *left > 0;
            *left = left.saturating_sub(1);
            fits
        });
        Ok(found)
    }

    /// The first positions, not small ones, at which a guess fails.
    fn failing(&self, guess: &Guess, positions: &[[i64; 2]]) -> Vec<[i64; 2]> {
        let fails = |at: &&[i64; 2]| {
            let said = guess.predict(**at, self.table.coords.len(), self.limits);
            is_large(self.table, at) && said != Some(self.table.seen(self.aspect, **at))
        };
        positions.iter().filter(fails).take(MOST_FAILING / 4).copied().collect()
    }

    /// The formula in the notation, with what is said of it in words.
    fn guess(&self, what: &What, from: i64) -> Option<Guess> {
        let text = self.written(what);
        (text.len() <= MOST_LETTERS).then_some(())?;
        let mut guess = Guess::formula(self.aspect, &text, &self.table.coords)?;
        if let What::Pair(One::Exponent, pair, left, right) = *what {
            let args = self.table.coords.join(", ");
            let of = self.terms.written_pair(pair, left, right, &self.table.coords).text();
            guess.statement = message!("G({args}) = the exponent of 2 in {of}", args, of);
        }
        if from == 0 {
            return Some(guess);
        }
        let coords = self.table.coords.join(", ");
        let statement =
            message!("{statement} where {coords} >= 1", statement = guess.statement, coords);
        Some(Guess { statement, formula: None, from, ..guess })
    }

    fn written(&self, what: &What) -> String {
        let coords = &self.table.coords;
        let comparison = |(relation, left, right): Comparison| {
            self.terms.written_comparison(relation, left, right, coords)
        };
        match *what {
            What::Both(one, other) => format!("{} and {}", comparison(one), comparison(other)),
            What::Either(one, other) => format!("{} or {}", comparison(one), comparison(other)),
            What::OrBoth(one, other, third) => {
                let both = format!("{} and {}", comparison(other), comparison(third));
                format!("{} or {both}", comparison(one))
            }
            What::AndEither(one, other, third) => {
                let either = format!("{} or {}", comparison(other), comparison(third));
                format!("{} and ({either})", comparison(one))
            }
            What::Comparison(only) => comparison(only),
            ref number => self.written_number(number).text(),
        }
    }

    /// Whether each comparison changes often along a line, or at small numbers alone: `ilog2(n) != 8` lists exceptions.
    fn goes_on(&self, what: &What) -> Result<bool, Stop> {
        let coords = &self.table.coords;
        if coords.len() > 1 {
            return Ok(true);
        }
        let comparisons = match *what {
            What::Comparison(one) => vec![one],
            What::Both(one, other) | What::Either(one, other) => vec![one, other],
            What::OrBoth(one, other, third) | What::AndEither(one, other, third) => {
                vec![one, other, third]
            }
            _ => Vec::new(),
        };
        for (relation, left, right) in comparisons {
            self.limits.check()?;
            let text = self.terms.written_comparison(relation, left, right, coords);
            let Some(guess) = Guess::formula(Aspect::Outcomes, &text, coords) else { continue };
            let line = self.table.first as i64..=self.table.to as i64;
            let said: Vec<_> = line.map(|n| guess.predict([n, 0], 1, self.limits)).collect();
            let changes: Vec<usize> = (1..said.len()).filter(|&n| said[n] != said[n - 1]).collect();
            let far = changes.last().is_some_and(|&last| last > said.len() / 4);
            if changes.len() < MOST_FEW && far {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn written_number(&self, what: &What) -> Written {
        let coords = &self.table.coords;
        match *what {
            What::Pair(one, pair, left, right) => {
                one.written(&self.terms.written_pair(pair, left, right, coords))
            }
            What::Digits(base, ref high, ref low) => {
                let base = Written::number(base);
                let high = Pair::Product.written(&self.written_number(high), &base);
                Pair::Sum.written(&high, &self.written_number(low))
            }
            What::Term(only) => self.terms.written(only, coords),
            _ => unreachable!("comparisons are no numbers"),
        }
    }

    /// Formulas that say what the table says.
    fn values(&self) -> Result<Vec<Found>, Stop> {
        let mut found = self.direct(&self.target);
        let all = self.terms.len() as Term;
        let paired = all.min(MOST_PAIRED as Term);
        for left in 0..paired {
            self.limits.check()?;
            for right in 0..paired {
                self.pairs(left, right, &One::ALL[..1], &mut found);
            }
        }
        for left in 0..all {
            self.limits.check()?;
            for right in self.simplest() {
                self.pairs(left, right, &One::ALL, &mut found);
                self.pairs(right, left, &One::ALL, &mut found);
            }
        }
        if found.iter().all(|found| found.cost > MOST_DIRECT_COST) {
            self.digits(&mut found)?;
        }
        Ok(found)
    }

    /// Coordinates, constants and their neighbours.
    fn simplest(&self) -> impl Iterator<Item = Term> {
        (0..self.terms.len() as Term).take_while(|&term| self.terms.cost(term) <= 2)
    }

    /// A term that says this, and sums, differences and xors of two: the second is what the first lacks.
    fn direct(&self, goal: &[i32; SAMPLE]) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        if let Some(term) = self.terms.that_says(goal) {
            found.push(Found { what: What::Term(term), cost: self.terms.cost(term) });
        }
        for left in 0..self.terms.len() as Term {
            let said = self.terms.said(left);
            let missing = [
                (Pair::Sum, lacks(said, goal, |a, goal| goal.checked_sub(a))),
                (Pair::Difference, lacks(said, goal, |a, goal| a.checked_sub(goal))),
                (Pair::Xor, lacks(said, goal, |a, goal| (a >= 0).then_some(a ^ goal))),
            ];
            for (pair, lacks) in missing {
                let right = lacks.and_then(|said| self.terms.that_says(&said));
                if let Some(right) = right.filter(|&right| !pair.commutes() || left <= right) {
                    let cost = self.terms.cost_of_pair(pair, left, right);
                    found.push(Found { what: What::Pair(One::Same, pair, left, right), cost });
                }
            }
        }
        found
    }

    /// The functions of operations on two terms that say what the table says.
    fn pairs(&self, left: Term, right: Term, ones: &[One], found: &mut Vec<Found>) {
        let (a, b) = (self.terms.said(left), self.terms.said(right));
        for pair in Pair::ALL {
            if self.terms.is_said_otherwise(pair, left, right) {
                continue;
            }
            // Of one bit only these say more than its remainder.
            let most = if self.terms.is_bit(pair, left, right) { NEIGHBOURS } else { ones.len() };
            let ones = &ones[..ones.len().min(most)];
            // A bit for each function that has held so far.
            let mut alive = u8::MAX >> (One::ALL.len() - ones.len());
            for place in 0..SAMPLE {
                alive &= pair.of(a[place], b[place]).map_or(0, |said| self.agree(place, said));
                if alive == 0 {
                    break;
                }
            }
            for (_, &one) in (0..).zip(ones).filter(|(index, _)| alive >> index & 1 == 1) {
                let cost = self.terms.cost_of_pair(pair, left, right) + one.cost();
                found.push(Found { what: What::Pair(one, pair, left, right), cost });
            }
        }
    }

    /// A bit for each function of a number that says what the table says at a place.
    fn agree(&self, place: usize, said: i32) -> u8 {
        let known = self.agree.get(place).and_then(|known| known.get(usize::try_from(said).ok()?));
        known.copied().unwrap_or_else(|| agree(said, self.target[place]))
    }

    /// Quotient and remainder of the value each by its formula, as in games where one coordinate counts moves that
    /// another takes many of.
    fn digits(&self, found: &mut Vec<Found>) -> Result<(), Stop> {
        for base in DIGITS {
            self.limits.check()?;
            let part = |part: fn(i32, i32) -> i32| {
                let goal = self.target.map(|value| part(value, base));
                self.direct(&goal).into_iter().min_by_key(|found| found.cost)
            };
            let Some(low) = part(|value, base| value % base) else { continue };
            let Some(high) = part(|value, base| value / base) else { continue };
            let cost = low.cost + high.cost + 1;
            found.push(Found { what: What::Digits(base, high.what.into(), low.what.into()), cost });
        }
        Ok(())
    }

    /// Comparisons, and any two joined, that hold exactly at the P positions.
    fn conditions(&self, is_refuted: bool) -> Result<Vec<Found>, Stop> {
        let mut found = Vec::new();
        let compared = self.terms.len().min(MOST_COMPARED) as Term;
        for left in 0..compared {
            self.limits.check()?;
            let is_simple = self.terms.cost(left) <= 2;
            let others = left + 1..if is_simple { self.terms.len() as Term } else { compared };
            for right in others.filter(|&right| !self.terms.is_compared_otherwise(left, right)) {
                self.comparisons(left, right, &mut found);
            }
        }
        self.joined(is_refuted, &mut found)?;
        Ok(found)
    }

    fn cost(&self, (relation, left, right): Comparison) -> u32 {
        let sign = if relation == Relation::Equal { 1 } else { 3 };
        let cost = |term| self.terms.constant(term).map_or(self.terms.cost(term), |_| 1);
        cost(left) + cost(right) + sign
    }

    fn comparisons(&self, left: Term, right: Term, found: &mut Vec<Found>) {
        let (a, b) = (self.terms.said(left), self.terms.said(right));
        let mut alive = [true; Relation::ALL.len()];
        for place in 0..SAMPLE {
            let mut any = false;
            for (alive, relation) in alive.iter_mut().zip(Relation::ALL) {
                *alive &= relation.of(a[place], b[place]) == (self.target[place] == 1);
                any |= *alive;
            }
            if !any {
                return;
            }
        }
        for (_, relation) in alive.into_iter().zip(Relation::ALL).filter(|(alive, _)| *alive) {
            let comparison = (relation, left, right);
            let cost = self.cost(comparison);
            found.push(Found { what: What::Comparison(comparison), cost });
        }
    }

    /// Two comparisons with `and` or `or` between them. Each is a bit for each position of the sample.
    fn joined(&self, is_refuted: bool, found: &mut Vec<Found>) -> Result<(), Stop> {
        let goal = bits(|place| self.target[place] == 1);
        let mut known: HashMap<u128, Comparison> = HashMap::new();
        let up_to = |cost: u32| {
            (0..self.terms.len() as Term).take_while(move |&term| self.terms.cost(term) <= cost)
        };
        for left in up_to(MOST_COMPARED_COST / 2) {
            self.limits.check()?;
            for right in up_to(MOST_COMPARED_COST - self.terms.cost(left)).skip(left as usize + 1) {
                if self.terms.is_compared_otherwise(left, right) {
                    continue;
                }
                let (a, b) = (self.terms.said(left), self.terms.said(right));
                for relation in Relation::ALL {
                    let held = bits(|place| relation.of(a[place], b[place]));
                    let comparison = (relation, left, right);
                    let known = known.entry(held).or_insert(comparison);
                    if self.cost(comparison) < self.cost(*known) {
                        *known = comparison;
                    }
                }
            }
        }
        let mut known: Vec<(u128, Comparison)> = known.into_iter().collect();
        known.sort_unstable_by_key(|&(held, comparison)| (self.cost(comparison), held));
        let sides = known.iter().filter(|&&(held, _)| held != goal);
        let around: Vec<_> =
            sides.clone().filter(|side| side.0 & goal == goal).take(MOST_SIDES).collect();
        let within: Vec<_> = sides.filter(|side| side.0 & !goal == 0).take(MOST_SIDES).collect();
        let mut join = |sides: &[&(u128, Comparison)],
                        what: fn(Comparison, Comparison) -> What,
                        of: fn(u128, u128) -> u128| {
            for (index, &&(one, first)) in sides.iter().enumerate() {
                self.limits.check()?;
                for &&(other, second) in &sides[..index] {
                    if found.len() == MOST_FOUND {
                        return Ok(());
                    }
                    if of(one, other) == goal {
                        let cost = self.cost(first) + self.cost(second) - 1;
                        found.push(Found { what: what(second, first), cost });
                    }
                }
            }
            Ok(())
        };
        join(&around, What::Both, |one, other| one & other)?;
        join(&within, What::Either, |one, other| one | other)?;
        if found.is_empty() || is_refuted {
            // The shortest, and those that are right most often.
            let leading = |sides: &[&'_ (u128, Comparison)]| {
                let mut all: Vec<(u128, Comparison)> = sides.iter().map(|&&side| side).collect();
                let half = all.len().min(MOST_LEADING / 2);
                all[half..].sort_by_key(|side| (side.0 ^ goal).count_ones());
                all.truncate(MOST_LEADING);
                all
            };
            for leading in leading(&within) {
                let rest = goal & !leading.0;
                let fits = |held: u128| held & rest == rest;
                self.led(
                    leading,
                    &known,
                    fits,
                    What::OrBoth,
                    |[a, b, c]| a | b & c == goal,
                    found,
                )?;
            }
            for leading in leading(&around) {
                let out = leading.0 & !goal;
                let fits = |held: u128| held & out == 0;
                self.led(
                    leading,
                    &known,
                    fits,
                    What::AndEither,
                    |[a, b, c]| a & (b | c) == goal,
                    found,
                )?;
            }
        }
        Ok(())
    }

    /// A comparison with any two others that fit behind it.
    fn led(
        &self,
        (leading, first): (u128, Comparison),
        known: &[(u128, Comparison)],
        fits: impl Fn(u128) -> bool,
        what: fn(Comparison, Comparison, Comparison) -> What,
        is_goal: impl Fn([u128; 3]) -> bool,
        found: &mut Vec<Found>,
    ) -> Result<(), Stop> {
        self.limits.check()?;
        let sides: Vec<_> = known.iter().filter(|side| fits(side.0)).take(MOST_LED).collect();
        for (index, &&(third, last)) in sides.iter().enumerate() {
            for &&(other, second) in &sides[..index] {
                if found.len() < MOST_FOUND && is_goal([leading, other, third]) {
                    let cost = self.cost(first) + self.cost(second) + self.cost(last) - 2;
                    found.push(Found { what: what(first, second, last), cost });
                }
            }
        }
        Ok(())
    }
}

/// Whether a position may be in the sample.
fn is_large(table: &Table, at: &[i64; 2]) -> bool {
    let small = SMALL.min(table.to as i64 / 8);
    at[..table.coords.len()].iter().all(|&n| n > small)
}

/// The first positions, and so many in all, the others from everywhere, some of them again where there are fewer.
fn spread(positions: &[[i64; 2]], first: &[[i64; 2]], count: usize) -> Vec<[i64; 2]> {
    let stride = 0x9E37_79B1_usize;
    let place = |index: usize| index.wrapping_mul(stride) % positions.len();
    let others = (0..count).filter(|_| !positions.is_empty()).map(|index| positions[place(index)]);
    first.iter().copied().take(count / 2).chain(others).take(count).collect()
}

/// A bit for each function of this number that is the goal.
fn agree(said: i32, goal: i32) -> u8 {
    let bits = (0..).zip(One::ALL);
    bits.fold(0, |bits, (index, one)| bits | u8::from(one.of(said) == Some(goal)) << index)
}

/// What a second term must say, if it can.
fn lacks(
    said: &[i32; SAMPLE],
    target: &[i32; SAMPLE],
    of: impl Fn(i32, i32) -> Option<i32>,
) -> Option<[i32; SAMPLE]> {
    let mut all = [0; SAMPLE];
    for ((lacks, &said), &goal) in all.iter_mut().zip(said).zip(target) {
        *lacks = of(said, goal)?;
    }
    Some(all)
}

fn bits(of: impl Fn(usize) -> bool) -> u128 {
    (0..SAMPLE).fold(0, |bits, place| bits | u128::from(of(place)) << place)
}
