//! Numbers made of the coordinates of a position, the simplest first.
//!
//! A term is what it says of the positions of a sample. Terms come by their cost, which is about the number of signs in
//! them: a function of a term or an operation on two costs more than these by its own cost. A term that says of the whole
//! sample what an earlier one says is left out, so that of all ways to write a number the cheapest stays. A term without a
//! value somewhere in the sample is left out too.

use std::collections::HashMap;

use crate::limits::{Limits, Stop};

/// Positions in a sample: a bit of a `u128` for each.
pub(super) const SAMPLE: usize = 128;
/// What a division by any constant costs, and its remainder.
const DIVISION: u32 = 2;
/// Remainders come round so often in a sample.
const ROUNDS: i32 = 2;
/// Constants are below this; those beyond 2 cost one sign more.
const CONSTANTS: i32 = 13;

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Sum,
    Difference,
    Distance,
    Product,
    Quotient,
    Remainder,
    Xor,
    And,
    Or,
    Min,
    Max,
    Gcd,
}

impl Pair {
    pub(super) const ALL: [Pair; 12] = [
        Pair::Sum,
        Pair::Difference,
        Pair::Distance,
        Pair::Product,
        Pair::Quotient,
        Pair::Remainder,
        Pair::Xor,
        Pair::And,
        Pair::Or,
        Pair::Min,
        Pair::Max,
        Pair::Gcd,
    ];

    pub(super) fn commutes(self) -> bool {
        !matches!(self, Pair::Difference | Pair::Quotient | Pair::Remainder)
    }

    pub(super) fn cost(self) -> u32 {
        if self == Pair::Gcd { 2 } else { 1 }
    }

    /// What the notation says, where no number is below zero but a difference.
    pub(super) fn of(self, a: i32, b: i32) -> Option<i32> {
        match self {
            Pair::Sum => a.checked_add(b),
            Pair::Difference => a.checked_sub(b),
            Pair::Distance => a.checked_sub(b).map(i32::abs),
            Pair::Product => a.checked_mul(b),
            _ if a < 0 || b < 0 => None,
            Pair::Quotient => a.checked_div(b),
            Pair::Remainder => a.checked_rem(b),
            Pair::Xor => Some(a ^ b),
            Pair::And => Some(a & b),
            Pair::Or => Some(a | b),
            Pair::Min => Some(a.min(b)),
            Pair::Max => Some(a.max(b)),
            Pair::Gcd => Some(gcd(a, b)),
        }
    }
}

fn gcd(mut a: i32, mut b: i32) -> i32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum One {
    Same,
    Next,
    Before,
    Popcount,
    /// The place of the highest bit.
    Log,
    Root,
    /// The lowest bit, as a number.
    Low,
    /// Its place: the exponent of 2.
    Exponent,
}

impl One {
    pub(super) const ALL: [One; 8] = [
        One::Same,
        One::Next,
        One::Before,
        One::Popcount,
        One::Log,
        One::Root,
        One::Low,
        One::Exponent,
    ];

    pub(super) fn cost(self) -> u32 {
        match self {
            One::Same => 0,
            One::Next | One::Before => 1,
            One::Low | One::Exponent => 3,
            _ => 2,
        }
    }

    pub(super) fn of(self, a: i32) -> Option<i32> {
        match self {
            One::Same => Some(a),
            One::Next => a.checked_add(1),
            One::Before => a.checked_sub(1),
            One::Popcount => (a >= 0).then(|| a.count_ones() as i32),
            One::Log => a.checked_ilog2().map(|log| log as i32),
            One::Root => (a >= 0).then(|| a.isqrt()),
            One::Low => (a >= 0).then_some(a & a.wrapping_neg()),
            One::Exponent => (a > 0).then(|| a.trailing_zeros() as i32),
        }
    }
}

/// A term by its number in [`Terms`].
pub(super) type Term = u32;

/// How a term is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    Coordinate(usize),
    Constant(i32),
    One(One, Term),
    Pair(Pair, Term, Term),
}

/// Terms by their cost, told apart by what they say.
pub(super) struct Terms {
    /// What each says of the sample, one after the other.
    said: Vec<[i32; SAMPLE]>,
    signs: Vec<Sign>,
    costs: Vec<u32>,
    /// By [`digest`] of what they say; of two with the same digest only the first is found.
    known: HashMap<u64, Term>,
}

impl Terms {
    /// The first terms, not many more than `most`.
    pub(super) fn new(
        sample: &[[i32; 2]; SAMPLE],
        arity: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Terms, Stop> {
        let mut terms =
            Terms { said: Vec::new(), signs: Vec::new(), costs: Vec::new(), known: HashMap::new() };
        let mut cost = 0;
        let mut idle = 0;
        while terms.len() < most && idle < 3 {
            cost += 1;
            let before = terms.len();
            terms.grow(cost, sample, arity, most, limits)?;
            idle = if terms.len() == before { idle + 1 } else { 0 };
        }
        Ok(terms)
    }

    /// Every term of this cost, or those that are found first.
    fn grow(
        &mut self,
        cost: u32,
        sample: &[[i32; 2]; SAMPLE],
        arity: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let (constants, coordinates) = match cost {
            1 => (0..3, 0..arity),
            2 => (3..CONSTANTS, 0..0),
            _ => (0..0, 0..0),
        };
        for index in coordinates {
            self.add(Sign::Coordinate(index), cost, |place| Some(sample[place][index]));
        }
        for constant in constants {
            self.add(Sign::Constant(constant), cost, |_| Some(constant));
        }
        for one in One::ALL.into_iter().skip(1).filter(|one| one.cost() < cost) {
            for inner in self.of_cost(cost - one.cost()) {
                if matches!(self.signs[inner as usize], Sign::Pair(pair, a, b) if self.is_bit(pair, a, b))
                {
                    continue;
                }
                let said = self.said[inner as usize];
                self.add(Sign::One(one, inner), cost, |place| one.of(said[place]));
            }
        }
        for left in self.of_cost(cost.saturating_sub(DIVISION)) {
            limits.check()?;
            for right in self.of_cost(1).chain(self.of_cost(2)) {
                for pair in [Pair::Quotient, Pair::Remainder] {
                    if self.constant(right).is_some() && !self.is_said_otherwise(pair, left, right)
                    {
                        let (a, b) = (self.said[left as usize], self.said[right as usize]);
                        let sign = Sign::Pair(pair, left, right);
                        self.add(sign, cost, |place| pair.of(a[place], b[place]));
                    }
                }
            }
        }
        for pair in Pair::ALL {
            for left_cost in 1..cost.saturating_sub(pair.cost()) {
                let right_cost = cost - pair.cost() - left_cost;
                for left in self.of_cost(left_cost) {
                    limits.check()?;
                    if self.len() >= most {
                        return Ok(());
                    }
                    for right in self.of_cost(right_cost) {
                        if self.is_said_otherwise(pair, left, right) {
                            continue;
                        }
                        let (a, b) = (self.said[left as usize], self.said[right as usize]);
                        let sign = Sign::Pair(pair, left, right);
                        self.add(sign, cost, |place| pair.of(a[place], b[place]));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether there is a better way to say it, the other way round or as a remainder modulo a power of two, or nobody
    /// would say it.
    pub(super) fn is_said_otherwise(&self, pair: Pair, left: Term, right: Term) -> bool {
        let is_mask = |term| matches!(self.constant(term), Some(mask) if mask & (mask + 1) == 0);
        match pair {
            Pair::And if is_mask(left) || is_mask(right) => true,
            Pair::Or if [left, right].iter().any(|&term| self.constant(term).is_some()) => true,
            Pair::Quotient | Pair::Remainder => {
                self.constant(left).is_some() || self.is_short(pair, left, right)
            }
            _ => pair.commutes() && left > right,
        }
    }

    /// Whether an operation takes one bit of a number, of which a quotient has the remainder modulo 2.
    pub(super) fn is_bit(&self, pair: Pair, left: Term, right: Term) -> bool {
        let is_power = |term| self.constant(term).is_some_and(|mask| mask.count_ones() == 1);
        pair == Pair::And && (is_power(left) || is_power(right))
    }

    /// Whether a remainder is of numbers that are too small to show that it comes round.
    fn is_short(&self, pair: Pair, left: Term, right: Term) -> bool {
        let largest = || self.said(left).iter().max().copied().unwrap_or(0);
        pair == Pair::Remainder
            && self.constant(right).is_some_and(|modulus| largest() < ROUNDS * modulus - 1)
    }

    /// Whether a comparison is better said with another constant.
    pub(super) fn is_compared_otherwise(&self, left: Term, right: Term) -> bool {
        let shifted =
            |term: Term| matches!(self.signs[term as usize], Sign::One(One::Next | One::Before, _));
        [(left, right), (right, left)]
            .iter()
            .any(|&(term, other)| self.constant(term).is_some() && shifted(other))
    }

    /// What an operation on two terms costs.
    pub(super) fn cost_of_pair(&self, pair: Pair, left: Term, right: Term) -> u32 {
        let divides = matches!(pair, Pair::Quotient | Pair::Remainder);
        match self.constant(right) {
            Some(_) if divides => self.cost(left) + DIVISION,
            _ => self.cost(left) + self.cost(right) + pair.cost(),
        }
    }

    /// The number that a term is everywhere, if it was written so.
    pub(super) fn constant(&self, term: Term) -> Option<i32> {
        match self.signs[term as usize] {
            Sign::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// The terms of a cost, which stand in a row.
    fn of_cost(&self, cost: u32) -> std::ops::Range<Term> {
        let first = self.costs.partition_point(|&other| other < cost);
        let end = self.costs.partition_point(|&other| other <= cost);
        first as Term..end as Term
    }

    fn add(&mut self, sign: Sign, cost: u32, of: impl Fn(usize) -> Option<i32>) {
        let mut said = [0; SAMPLE];
        for (place, number) in said.iter_mut().enumerate() {
            match of(place) {
                Some(value) => *number = value,
                None => return,
            }
        }
        if self.that_says(&said).is_none() {
            self.known.entry(digest(&said)).or_insert(self.said.len() as Term);
            self.said.push(said);
            self.signs.push(sign);
            self.costs.push(cost);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.said.len()
    }

    /// What a term says of the sample.
    pub(super) fn said(&self, term: Term) -> &[i32; SAMPLE] {
        &self.said[term as usize]
    }

    /// The number of its signs.
    pub(super) fn cost(&self, term: Term) -> u32 {
        self.costs[term as usize]
    }

    /// The term that says this, if there is one.
    pub(super) fn that_says(&self, said: &[i32; SAMPLE]) -> Option<Term> {
        let term = *self.known.get(&digest(said))?;
        (self.said(term) == said).then_some(term)
    }
}

/// A number for a list of numbers, seldom the same for two.
fn digest(said: &[i32; SAMPLE]) -> u64 {
    let mix = |sum: u64, &number: &i32| {
        (sum.rotate_left(5) ^ u64::from(number as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    said.iter().fold(0, mix)
}

/// A text, how firmly it holds together, and a number that is added at its end, so that numbers are added once. Without a
/// text it is the number.
#[derive(Clone, Debug)]
pub(super) struct Written {
    base: String,
    firm: Firm,
    added: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Firm {
    Sum,
    Product,
    Whole,
}

impl Written {
    fn whole(base: String) -> Written {
        Written { base, firm: Firm::Whole, added: 0 }
    }

    pub(super) fn number(added: i32) -> Written {
        Written { added, ..Written::whole(String::new()) }
    }

    fn is_number(&self) -> bool {
        self.base.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let Written { base, added, .. } = self;
        match added {
            _ if self.is_number() => added.to_string(),
            0 => base.clone(),
            1.. => format!("{base} + {added}"),
            _ => format!("{base} - {}", added.unsigned_abs()),
        }
    }

    /// In brackets if it would fall apart otherwise.
    fn at_least(&self, firm: Firm) -> String {
        let falls_apart = if self.is_number() { self.added < 0 } else { self.added != 0 };
        let own = if falls_apart { Firm::Sum } else { self.firm };
        match own >= firm {
            true => self.text(),
            false => format!("({})", self.text()),
        }
    }

    fn plus(&self, more: i32) -> Written {
        Written { added: self.added + more, ..self.clone() }
    }

    /// The sum or the difference of two, the numbers together.
    fn chained(&self, sign: char, other: &Written) -> Written {
        let more = if sign == '-' { -other.added } else { other.added };
        let sum = |first: &str, added: i32| {
            let others = Written { added: 0, ..other.clone() }.at_least(Firm::Product);
            Written { base: format!("{first} {sign} {others}"), firm: Firm::Sum, added }
        };
        match (self.is_number(), other.is_number()) {
            (_, true) => self.plus(more),
            (true, false) if sign == '+' => other.plus(self.added),
            (true, false) => sum(&(self.added + more).to_string(), 0),
            (false, false) => sum(&self.base, self.added + more),
        }
    }
}

impl One {
    pub(super) fn written(self, of: &Written) -> Written {
        let (text, whole) = (of.text(), of.at_least(Firm::Whole));
        match self {
            One::Same => of.clone(),
            One::Next => of.plus(1),
            One::Before => of.plus(-1),
            One::Popcount => Written::whole(format!("popcount({text})")),
            One::Log => Written::whole(format!("ilog2({text})")),
            One::Root => Written::whole(format!("isqrt({text})")),
            One::Low => Written::whole(format!("and({text}, -{whole})")),
            One::Exponent => Written::whole(format!("ilog2(and({text}, -{whole}))")),
        }
    }
}

impl Pair {
    pub(super) fn written(self, a: &Written, b: &Written) -> Written {
        let chain = |sign: char, after: Firm| Written {
            base: format!("{} {sign} {}", a.at_least(Firm::Product), b.at_least(after)),
            firm: Firm::Product,
            added: 0,
        };
        let call = |name: &str| Written::whole(format!("{name}({}, {})", a.text(), b.text()));
        match self {
            Pair::Sum => a.chained('+', b),
            Pair::Difference => a.chained('-', b),
            Pair::Distance => Written::whole(format!("abs({})", a.chained('-', b).text())),
            Pair::Product => chain('*', Firm::Whole),
            Pair::Quotient => chain('/', Firm::Whole),
            Pair::Remainder => chain('%', Firm::Whole),
            Pair::Xor => call("xor"),
            Pair::And => call("and"),
            Pair::Or => call("or"),
            Pair::Min => call("min"),
            Pair::Max => call("max"),
            Pair::Gcd => call("gcd"),
        }
    }
}

impl Terms {
    /// A term in the notation.
    pub(super) fn written(&self, term: Term, coords: &[String]) -> Written {
        match self.signs[term as usize] {
            Sign::Coordinate(index) => Written::whole(coords[index].clone()),
            Sign::Constant(constant) => Written::number(constant),
            Sign::One(one, inner) => one.written(&self.written(inner, coords)),
            Sign::Pair(pair, left, right) => self.written_pair(pair, left, right, coords),
        }
    }

    /// An operation on two terms in the notation, a constant at the end where it may stand there.
    pub(super) fn written_pair(
        &self,
        pair: Pair,
        left: Term,
        right: Term,
        coords: &[String],
    ) -> Written {
        let (left, right) = match pair.commutes() && self.constant(left).is_some() {
            true => (right, left),
            false => (left, right),
        };
        pair.written(&self.written(left, coords), &self.written(right, coords))
    }

    /// A comparison in the notation, a constant at the end.
    pub(super) fn written_comparison(
        &self,
        relation: Relation,
        left: Term,
        right: Term,
        coords: &[String],
    ) -> String {
        let (relation, left, right) = match self.constant(left) {
            Some(_) => (relation.turned(), right, left),
            None => (relation, left, right),
        };
        let [left, right] = [left, right].map(|term| self.written(term, coords).text());
        format!("{left} {} {right}", relation.sign())
    }
}

/// How two terms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Relation {
    pub(super) const ALL: [Relation; 6] = [
        Relation::Equal,
        Relation::Unequal,
        Relation::Less,
        Relation::AtMost,
        Relation::More,
        Relation::AtLeast,
    ];

    pub(super) fn of(self, a: i32, b: i32) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Unequal => a != b,
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::More => a > b,
            Relation::AtLeast => a >= b,
        }
    }

    /// The same said of the two the other way round.
    fn turned(self) -> Relation {
        match self {
            Relation::Equal | Relation::Unequal => self,
            Relation::Less => Relation::More,
            Relation::AtMost => Relation::AtLeast,
            Relation::More => Relation::Less,
            Relation::AtLeast => Relation::AtMost,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::More => ">",
            Relation::AtLeast => ">=",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Formula, Said};

    #[test]
    fn terms_say_what_the_notation_says() {
        let limits = Limits::default();
        let coords = ["a".to_owned(), "b".to_owned()];
        let mut sample = [[0; 2]; SAMPLE];
        for (place, at) in sample.iter_mut().enumerate() {
            *at = [place as i32 * 37 % 61 + 1, place as i32 * 5 % 41 + 2];
        }
        let terms = Terms::new(&sample, 2, 4000, &limits).unwrap();
        assert!(terms.len() >= 4000);
        for term in 0..terms.len() as Term {
            let text = terms.written(term, &coords).text();
            let formula =
                Formula::new(&text, &coords).unwrap_or_else(|error| panic!("{text}: {error}"));
            for (at, &said) in sample.iter().zip(terms.said(term)) {
                let says = formula.say(&at.map(i64::from), &limits);
                assert_eq!(says, Ok(Said::Number(i64::from(said))), "{text} at {at:?}");
            }
        }
        for (left, right) in (0..300).zip((0..300).rev()) {
            for relation in Relation::ALL {
                let text = terms.written_comparison(relation, left, right, &coords);
                let formula = Formula::new(&text, &coords).unwrap();
                let (a, b) = (terms.said(left), terms.said(right));
                for (place, at) in sample.iter().enumerate() {
                    let held = relation.of(a[place], b[place]);
                    let says = formula.say(&at.map(i64::from), &limits);
                    assert_eq!(says, Ok(Said::Truth(held)), "{text} at {at:?}");
                }
            }
        }
    }
}
