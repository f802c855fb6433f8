//! The checker's own reading of a rule as linear relations.
//!
//! A way through an option is followed as one reads it: a name stands for a sum of numbers, and
//! what must hold is noted. Wherever the rule leaves something open, which element of a list, which
//! of two sides of `or`, which number is the least, [`Choices`] is asked; the whole is followed again
//! until every list of answers had its turn. Cases may overlap, for together they say what the rule
//! says. Nothing of this is shared with the translation from which theorems are proved.

mod named;

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::claim::{Digits, Literal};
use crate::automaton::{Linear, Numeration, Sign, Track};
use crate::language::{Message, message, phrase};
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, SetFn, Slot, Term, UnaryFn,
};
use crate::rule::{Rules, closed_set_up_to};
use named::exponents_up_to;

/// What can be chosen in a position: the tracks of the coordinates that come out, for each
/// component, and what must hold of all numbers. The coordinates before are on the tracks from 0 on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub(super) parts: Vec<Vec<Track>>,
    pub(super) hidden: Vec<Track>,
    pub(super) relations: Vec<Linear>,
    /// Numbers that are place values of the numeration.
    pub(super) places: Vec<Track>,
    /// Numbers whose binary digits are told by those of two others.
    pub(super) digits: Vec<Digits>,
}

impl Way {
    pub(super) fn literals(&self) -> Vec<Literal> {
        let places = self.places.iter().map(|&track| Literal::Place(track, true));
        let digits = self.digits.iter().map(|&told| Literal::Digits(told));
        self.relations.iter().cloned().map(Literal::Linear).chain(places).chain(digits).collect()
    }
}

/// The options of a rule. They are the same twice, but for prime powers and digits, of which some are
/// known, and some numbers that are none.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// No option is missing here.
    pub(super) all: Vec<Way>,
    /// Nothing here is no option.
    pub(super) sure: Vec<Way>,
    /// The numeration whose place values the rule speaks of.
    pub(super) numeration: Option<Numeration>,
}

/// Which of the two a reading is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    All,
    Sure,
}

/// Ways through one option of a rule, and numbers in one of them.
const MOST_WAYS: usize = 1 << 12;
const MOST_NUMBERS: Track = 40;
/// The first track of a number that is no coordinate of the component.
pub(super) const CHOSEN: Track = 16;

type Read<T> = Result<T, Refusal>;

fn beyond(what: &'static str) -> Refusal {
    Refusal::Rule(message!("{what} is not linear", what = Message::phrase(what)))
}

/// Reads a rule of one kind.
pub(super) fn options(rules: &Rules) -> Read<Options> {
    let [kind] = rules.ir() else { return Err(beyond(phrase!("a rule of several kinds"))) };
    let mut read = Options { all: Vec::new(), sure: Vec::new(), numeration: None };
    for side in [Side::All, Side::Sure] {
        let mut ways = BTreeSet::new();
        for family in &kind.families {
            let mut choices = Choices::default();
            let mut tried = 0;
            loop {
                tried += 1;
                if tried > MOST_WAYS {
                    return Err(beyond(phrase!("a rule of so many cases")));
                }
                let mut walk = Walk::new(side, &mut choices, kind.coords.len());
                let parts = walk.family(kind, family)?;
                let own = walk.numeration;
                if let Some(parts) = parts
                    && let Some(way) = walk.finish(parts)?
                {
                    if own.is_some() && read.numeration.is_some_and(|known| own != Some(known)) {
                        return Err(beyond(phrase!("place values of several numerations")));
                    }
                    read.numeration = read.numeration.or(own);
                    ways.insert(way);
                }
                if !choices.advance() {
                    break;
                }
            }
        }
        match side {
            Side::All => read.all = ways.into_iter().collect(),
            Side::Sure => read.sure = ways.into_iter().collect(),
        }
    }
    Ok(read)
}

/// Answers to questions, in the order in which they are asked: each with how many there are.
#[derive(Debug, Default)]
struct Choices {
    made: Vec<(usize, usize)>,
    asked: usize,
}

impl Choices {
    fn one_of(&mut self, count: usize) -> usize {
        if self.asked == self.made.len() {
            self.made.push((0, count));
        }
        self.asked += 1;
        self.made[self.asked - 1].0
    }

    /// The next list of answers, as numbers are counted up; false after the last.
    fn advance(&mut self) -> bool {
        self.asked = 0;
        while let Some((answer, count)) = self.made.pop() {
            if answer + 1 < count {
                self.made.push((answer + 1, count));
                return true;
            }
        }
        false
    }
}

/// A sum of weighted numbers and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    weights: BTreeMap<Track, i64>,
    constant: i64,
}

impl Sum {
    fn of(constant: i64) -> Sum {
        Sum { weights: BTreeMap::new(), constant }
    }

    /// This and `factor` times the other.
    fn and(&self, other: &Sum, factor: i64) -> Read<Sum> {
        let grown = |known: i64, weight: i64| {
            let sum = weight.checked_mul(factor).and_then(|more| known.checked_add(more));
            sum.filter(|sum| sum.abs() <= 1 << 40)
                .ok_or_else(|| beyond(phrase!("a number this large")))
        };
        let mut sum = self.clone();
        for (&track, &weight) in &other.weights {
            let known = sum.weights.entry(track).or_insert(0);
            *known = grown(*known, weight)?;
        }
        sum.weights.retain(|_, weight| *weight != 0);
        sum.constant = grown(sum.constant, other.constant)?;
        Ok(sum)
    }

    /// Whether it is certainly not negative.
    fn is_natural(&self) -> bool {
        self.constant >= 0 && self.weights.values().all(|&weight| weight > 0)
    }

    fn track(track: Track) -> Sum {
        Sum { weights: [(track, 1)].into(), constant: 0 }
    }

    /// The track, if it is the number on one.
    fn as_track(&self) -> Option<Track> {
        let (&track, &weight) = self.weights.first_key_value()?;
        (self.weights.len() == 1 && weight == 1 && self.constant == 0).then_some(track)
    }

    fn as_constant(&self) -> Option<i64> {
        self.weights.is_empty().then_some(self.constant)
    }
}

/// One way through an option.
struct Walk<'a> {
    side: Side,
    choices: &'a mut Choices,
    coords: usize,
    names: BTreeMap<Slot, Sum>,
    /// Names of exponents of 2, each with its power.
    exponents: BTreeMap<Slot, Sum>,
    /// Sums that are 0, and sums that are at least 0.
    zero: Vec<Sum>,
    natural: Vec<Sum>,
    places: Vec<Track>,
    digits: Vec<Digits>,
    /// Sums that were given a number of their own for the sake of its digits.
    named: Vec<(Sum, Track)>,
    numeration: Option<Numeration>,
    numbers: Track,
}

impl<'a> Walk<'a> {
    fn new(side: Side, choices: &'a mut Choices, coords: usize) -> Walk<'a> {
        Walk {
            side,
            choices,
            coords,
            names: (0..coords).map(|at| (at, Sum::track(at as Track))).collect(),
            exponents: BTreeMap::new(),
            zero: Vec::new(),
            natural: Vec::new(),
            places: Vec::new(),
            digits: Vec::new(),
            named: Vec::new(),
            numeration: None,
            numbers: 0,
        }
    }

    /// A number of which nothing is known but that it is not negative.
    fn number(&mut self) -> Read<Sum> {
        if self.numbers == MOST_NUMBERS {
            return Err(beyond(phrase!("a rule of so many choices")));
        }
        self.numbers += 1;
        Ok(Sum::track(CHOSEN + self.numbers - 1))
    }

    /// Notes that `least + gap <= most`.
    fn ordered(&mut self, least: &Sum, gap: i64, most: &Sum) -> Read<()> {
        self.natural.push(most.and(least, -1)?.and(&Sum::of(gap), -1)?);
        Ok(())
    }

    fn equal(&mut self, a: &Sum, b: &Sum) -> Read<()> {
        self.zero.push(a.and(b, -1)?);
        Ok(())
    }

    /// The components of the option; nothing where there is none.
    fn family(&mut self, kind: &Kind, family: &Family) -> Read<Option<Vec<Vec<Track>>>> {
        if let Some(guard) = &kind.guard {
            self.require(guard, true)?;
        }
        // The game is over, and there are no moves, where all that is said of a win holds.
        for win in &kind.wins {
            let said: Vec<(usize, &Int)> = win
                .coords
                .iter()
                .enumerate()
                .filter_map(|(slot, coord)| Some((slot, coord.as_ref()?)))
                .collect();
            let count = said.len() + usize::from(win.cond.is_some());
            if count == 0 {
                return Ok(None);
            }
            match (said.get(self.choices.one_of(count)), &win.cond) {
                (Some(&(slot, coord)), _) => {
                    let coord = self.int(coord)?;
                    let name = self.name(slot)?;
                    self.compare(Comparison::Ne, &name, &coord)?;
                }
                (None, Some(cond)) => self.require(cond, false)?,
                (None, None) => {}
            }
        }
        self.clauses(&family.clauses)?;
        let mut parts = Vec::new();
        for term in &family.terms {
            self.term(term, &mut parts)?;
        }
        match parts.len() {
            0..=3 => Ok(Some(parts)),
            _ => Err(beyond(phrase!("an option of more than three components"))),
        }
    }

    fn term(&mut self, term: &Term, parts: &mut Vec<Vec<Track>>) -> Read<()> {
        match term {
            Term::Component(target) => {
                let mut part = Vec::new();
                for coord in &target.coords {
                    let sum = self.int(coord)?;
                    let kept = sum.as_track().filter(|&at| usize::from(at) < self.coords);
                    part.push(match kept {
                        Some(at) => at,
                        None => {
                            let number = self.number()?;
                            self.equal(&sum, &number)?;
                            CHOSEN + self.numbers - 1
                        }
                    });
                }
                parts.push(part);
            }
            Term::Times { count: Int::Const(count @ 0..), terms, .. } => {
                // Sums have theorems about values alone, for which only the remainder of the number counts.
                let count = (*count).min(2 + count % 2);
                for term in (0..count).flat_map(|_| terms) {
                    self.term(term, parts)?;
                }
            }
            _ => return Err(beyond(phrase!("a number of components that varies"))),
        }
        Ok(())
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Read<()> {
        for clause in clauses {
            match clause {
                Clause::If(cond) => self.require(cond, true)?,
                Clause::Let(slot, int) => {
                    let sum = self.int(int)?;
                    self.names.insert(*slot, sum);
                }
                Clause::For(slot, set) if let Some((least, most)) = exponents_up_to(set) => {
                    let power = self.power_from(least, most)?;
                    self.exponents.insert(*slot, power);
                }
                Clause::For(slot, set) => {
                    let element = self.element(set)?;
                    self.names.insert(*slot, element);
                }
            }
        }
        Ok(())
    }

    fn name(&self, slot: Slot) -> Read<Sum> {
        self.names.get(&slot).cloned().ok_or_else(|| beyond(phrase!("a name out of place")))
    }

    fn int(&mut self, int: &Int) -> Read<Sum> {
        match int {
            Int::Const(value) => Ok(Sum::of(*value)),
            Int::Var(slot) => self.name(*slot),
            Int::Neg(inner, _) => Sum::of(0).and(&self.int(inner)?, -1),
            Int::Binary(..) if let Some(power) = self.raised(int) => Ok(power),
            Int::Binary(op, left, right, _) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                match (op, a.as_constant(), b.as_constant()) {
                    (IntOp::Add, ..) => a.and(&b, 1),
                    (IntOp::Sub, ..) => a.and(&b, -1),
                    (IntOp::Mul, _, Some(factor)) => Sum::of(0).and(&a, factor),
                    (IntOp::Mul, Some(factor), _) => Sum::of(0).and(&b, factor),
                    (IntOp::Div, _, Some(divisor @ 1..)) => self.quotient(&a, divisor),
                    (IntOp::Shl, _, Some(places @ 0..=40)) => Sum::of(0).and(&a, 1 << places),
                    (IntOp::Shr, _, Some(places @ 0..=40)) => self.quotient(&a, 1 << places),
                    (IntOp::Xor | IntOp::And | IntOp::Or, ..) => self.bitwise(*op, &a, &b),
                    (IntOp::Rem, _, Some(divisor @ 1..)) => {
                        a.and(&self.quotient(&a, divisor)?, -divisor)
                    }
                    _ => Err(beyond(phrase!("an operation in it"))),
                }
            }
            Int::Unary(UnaryFn::Abs, inner, _) => {
                let sum = self.int(inner)?;
                let sign = if self.choices.one_of(2) == 0 { 1 } else { -1 };
                let size = Sum::of(0).and(&sum, sign)?;
                self.natural.push(size.clone());
                Ok(size)
            }
            Int::Extreme(end, numbers) if !numbers.is_empty() => {
                let sums: Vec<Sum> =
                    numbers.iter().map(|number| self.int(number)).collect::<Read<_>>()?;
                let best = sums[self.choices.one_of(sums.len())].clone();
                for sum in &sums {
                    match end {
                        End::Least => self.ordered(&best, 0, sum)?,
                        End::Greatest => self.ordered(sum, 0, &best)?,
                    }
                }
                Ok(best)
            }
            _ => Err(beyond(phrase!("a function in it"))),
        }
    }

    /// Notes that a condition holds, or that it does not.
    fn require(&mut self, cond: &Cond, holds: bool) -> Read<()> {
        match cond {
            Cond::Compare(Comparison::Eq, left, right)
                if holds && let Some(power) = self.said_power(left, right)? =>
            {
                let place = self.place_of(Numeration::Base(2))?;
                self.equal(&power, &place)
            }
            Cond::Compare(comparison, left, right) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                let comparison = match (comparison, holds) {
                    (comparison, true) => *comparison,
                    (Comparison::Eq, _) => Comparison::Ne,
                    (Comparison::Ne, _) => Comparison::Eq,
                    (Comparison::Lt, _) => Comparison::Ge,
                    (Comparison::Le, _) => Comparison::Gt,
                    (Comparison::Gt, _) => Comparison::Le,
                    (Comparison::Ge, _) => Comparison::Lt,
                };
                self.compare(comparison, &a, &b)
            }
            Cond::In(int, set) => {
                let sum = self.int(int)?;
                self.within(&sum, set, holds)
            }
            Cond::And(left, right) | Cond::Or(left, right) => {
                if matches!(cond, Cond::And(..)) == holds {
                    self.require(left, holds)?;
                    return self.require(right, holds);
                }
                let one = [left, right][self.choices.one_of(2)];
                self.require(one, holds)
            }
            Cond::Not(inner) => self.require(inner, !holds),
            Cond::Shared(inner) => self.require(inner, holds),
            Cond::IsPrime(int) => {
                let sum = self.int(int)?;
                let known = if holds { self.any_prime()? } else { return self.not_prime(&sum) };
                self.equal(&sum, &known)
            }
            Cond::IsSquare(_) => Err(beyond(phrase!("a condition in it"))),
        }
    }

    fn compare(&mut self, comparison: Comparison, a: &Sum, b: &Sum) -> Read<()> {
        match comparison {
            Comparison::Eq => self.equal(a, b),
            Comparison::Lt => self.ordered(a, 1, b),
            Comparison::Le => self.ordered(a, 0, b),
            Comparison::Gt => self.ordered(b, 1, a),
            Comparison::Ge => self.ordered(b, 0, a),
            Comparison::Ne if self.choices.one_of(2) == 0 => self.ordered(a, 1, b),
            Comparison::Ne => self.ordered(b, 1, a),
        }
    }

    /// An element of a set.
    fn element(&mut self, set: &Set) -> Read<Sum> {
        match set {
            Set::Range { from, to, step, .. } => {
                let step = match step {
                    None => 1,
                    Some(Int::Const(step @ 1..)) => *step,
                    Some(_) => return Err(beyond(phrase!("a step in it"))),
                };
                let (from, to) = (self.int(from)?, self.int(to)?);
                let element = from.and(&self.number()?, step)?;
                self.ordered(&element, 0, &to)?;
                Ok(element)
            }
            Set::List(items) if !items.is_empty() => {
                let item = &items[self.choices.one_of(items.len())];
                self.int(item)
            }
            Set::Fixed(elements) if !elements.is_empty() => {
                Ok(Sum::of(elements[self.choices.one_of(elements.len())]))
            }
            // Nothing is in an empty list.
            Set::List(_) | Set::Fixed(_) => {
                self.zero.push(Sum::of(1));
                Ok(Sum::of(0))
            }
            Set::Shared(set) => self.element(set),
            Set::Comprehension { item, clauses } => {
                self.clauses(clauses)?;
                self.int(item)
            }
            Set::Without(left, right) | Set::Both(left, right) => {
                let element = self.element(left)?;
                self.within(&element, right, matches!(set, Set::Both(..)))?;
                Ok(element)
            }
            Set::Either(left, right) => {
                let one = [left, right][self.choices.one_of(2)];
                self.element(one)
            }
            // Of a few numbers that are given each is tried.
            Set::Call(..) if let Some(few) = closed_set_up_to(set, 64) => {
                self.element(&Set::Fixed(few.into()))
            }
            Set::Call(SetFn::PrimePowers, arguments, _) => self.prime_power(arguments),
            Set::Call(SetFn::Primes, arguments, _) => self.prime(arguments),
            Set::Call(SetFn::Digits, arguments, _) => self.digit(arguments),
            Set::Call(function, arguments, _) => self.place_value(*function, arguments),
        }
    }

    /// Notes that a number is in a set, or that it is not.
    fn within(&mut self, sum: &Sum, set: &Set, inside: bool) -> Read<()> {
        if inside {
            let element = self.element(set)?;
            return self.equal(sum, &element);
        }
        match set {
            Set::Range { from, to, step: None, .. } => {
                let (from, to) = (self.int(from)?, self.int(to)?);
                match self.choices.one_of(2) {
                    0 => self.ordered(sum, 1, &from),
                    _ => self.ordered(&to, 1, sum),
                }
            }
            Set::List(items) => {
                for item in items {
                    let item = self.int(item)?;
                    self.compare(Comparison::Ne, sum, &item)?;
                }
                Ok(())
            }
            Set::Fixed(elements) => elements
                .iter()
                .try_for_each(|&element| self.compare(Comparison::Ne, sum, &Sum::of(element))),
            Set::Shared(set) => self.within(sum, set, false),
            Set::Either(left, right) => {
                self.within(sum, left, false)?;
                self.within(sum, right, false)
            }
            Set::Both(left, right) => {
                let one = [left, right][self.choices.one_of(2)];
                self.within(sum, one, false)
            }
            Set::Without(left, right) => match self.choices.one_of(2) {
                0 => self.within(sum, left, false),
                _ => self.within(sum, right, true),
            },
            _ => Err(beyond(phrase!("a set in it"))),
        }
    }

    /// The way, without the numbers that an equation tells; nothing where it is barred.
    fn finish(mut self, parts: Vec<Vec<Track>>) -> Read<Option<Way>> {
        let told = |sum: &Sum| {
            let kept = |track: &Track| {
                *track < CHOSEN
                    || self.places.contains(track)
                    || self.digits.iter().any(|told| told.tracks.contains(track))
                    || parts.iter().flatten().any(|t| t == track)
            };
            sum.weights
                .iter()
                .find(|(track, weight)| weight.abs() == 1 && !kept(track))
                .map(|(&t, &w)| (t, w))
        };
        while let Some((at, (track, weight))) =
            self.zero.iter().enumerate().find_map(|(at, sum)| Some((at, told(sum)?)))
        {
            // `weight track + rest = 0`: taking the equation away as often as needed leaves none of it.
            let equation = self.zero.swap_remove(at);
            for sum in self.zero.iter_mut().chain(&mut self.natural) {
                if let Some(&often) = sum.weights.get(&track) {
                    *sum = sum.and(&equation, -often * weight)?;
                }
            }
            // The number itself, `-weight rest`, is not negative.
            self.natural.push(Sum::track(track).and(&equation, -weight)?);
        }
        let mut relations = BTreeSet::new();
        let zero = self.zero.iter().map(|sum| (sum, Sign::Zero));
        for (sum, sign) in zero.chain(self.natural.iter().map(|sum| (sum, Sign::NonNegative))) {
            let weights = sum.weights.iter().map(|(&track, &weight)| (track, weight));
            let relation = Linear::new(weights, sum.constant, sign);
            match (sum.as_constant(), sign) {
                (Some(_), _) if relation.holds(|_| 0) => {}
                (Some(_), _) => return Ok(None),
                // Numbers are not negative.
                (None, Sign::NonNegative) if sum.is_natural() => {}
                _ => {
                    relations.insert(relation);
                }
            }
        }
        let mut hidden: BTreeSet<Track> = relations
            .iter()
            .flat_map(|relation| relation.terms.iter().map(|term| term.0))
            .collect();
        let digits = self.digits.iter().flat_map(|told| &told.tracks);
        let digits = self.places.iter().chain(digits);
        hidden.extend(parts.iter().flatten().chain(digits).copied());
        hidden.retain(|&track| track >= CHOSEN);
        Ok(Some(Way {
            parts,
            hidden: hidden.into_iter().collect(),
            relations: relations.into_iter().collect(),
            places: self.places,
            digits: self.digits,
        }))
    }
}
