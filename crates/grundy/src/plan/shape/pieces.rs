//! Rules that take an amount from a heap and leave one heap or two, under conditions on what is left, or any three.
//!
//! ```text
//! [n-2] if n % 2 == 0                              one heap
//! [a] + [n-s-a] for s in {1, 2}, a in 2..n-2       two heaps
//! [a] + [b] for a in .., b in .. if a + b == n     both named
//! [a] + [b] + [n-1-a-b] for a in 1..n, b in a..n   any three, of which two are named or all
//! [] if n in {1, 5}                                no heap
//! ```
//!
//! With the heaps that are left, `x` and `y`, everything that a rule mentions is a linear form in them:
//! `n = x + y + s`, `a = x`. So it is plain what a condition *sees* of them: a comparison of `x` with a number where
//! heaps stop to differ, `x % m` the heap modulo `m`, a comparison of `x` with `y` the difference up to some number.
//! That gives the classes of heaps for which one of each tells for all, and these few are put to the rule itself.

use std::collections::BTreeMap;

use crate::heap::{Classes, MOST_CLASSES, Pieces};
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, Slot, Term, UnaryFn,
};
use crate::rule::linear::Linear;
use crate::rule::{closed_ends, closed_set_up_to, is_easy_clause, meets, mention};

/// The most choices of heaps and amounts that are put to a rule.
const MOST_ASKED: u64 = 1 << 16;
/// The most choices of amounts.
const MOST_CHOICES: u64 = 1 << 12;
/// Larger numbers in a rule are left to the definition.
const LARGE: i64 = 1 << 32;
/// Pairs of bounds that one condition may compare.
const MOST_PAIRS: usize = 1 << 8;

/// The moves of one family of a kind with one coordinate that leaves no heap, one heap or two.
pub(in crate::plan) fn pieces(kind: &Kind, family: &Family) -> Option<Pieces> {
    let read = Read::of(kind, family)?;
    if family.terms.is_empty() {
        return wholes(&read);
    }
    let Read { names, clauses, seen, ways, count } = read;
    // Where one of two heaps is empty, the other one is what they differ by.
    let classes = Classes::new(seen.alone.max(seen.apart).max(1), seen.modulus.max(1))?;
    let both = names.count == 2;
    let asked = (classes.count() + seen.apart).checked_pow(1 + u32::from(both))?;
    if names.count > 2 || seen.apart > MOST_CLASSES || asked.checked_mul(count)? > MOST_ASKED {
        return None;
    }
    let taken: Vec<(u64, u64)> = ways.keys().map(|&taken| (taken, seen.apart)).collect();
    Pieces::new(classes, taken, |taken, left| {
        let orders: &[[u64; 3]] = match *left {
            [] => &[[0; 3]],
            [one] if both => &[[0, one, 0], [one, 0, 0]],
            [one] => &[[one, 0, 0]],
            [one, other] if both => &[[one, other, 0], [other, one, 0]],
            _ => return Some(false),
        };
        for way in ways.get(&taken)? {
            for &left in orders {
                if names.given.is_none_or(|(part, number)| left[part] == number)
                    && meets(&clauses, &way.values(left)?)?
                {
                    return Some(true);
                }
            }
        }
        Some(false)
    })
}

/// The moves of one family that leaves no heap: the heaps that may be taken as a whole, if they are finitely many. The
/// rule was read as if the heap stayed, with nothing taken.
fn wholes(read: &Read) -> Option<Pieces> {
    let Read { clauses, seen, ways, count, .. } = read;
    // Larger heaps are told apart by what is left modulo a number alone.
    let larger = seen.alone.max(1);
    let end = larger.checked_add(seen.modulus.max(1))?;
    if end.checked_mul(*count)? > MOST_ASKED {
        return None;
    }
    let mut taken = Vec::new();
    for heap in 0..end {
        for way in ways.values().flatten() {
            if meets(clauses, &way.values([heap, 0, 0])?)? {
                (1..larger).contains(&heap).then_some(())?;
                taken.push((heap, 0));
                break;
            }
        }
    }
    Pieces::new(Classes::new(1, 1)?, taken, |_, left| Some(left.is_empty()))
}

/// The moves of one family that leaves three heaps, any three: the amounts with the digits of a code.
pub(super) fn triples(kind: &Kind, family: &Family) -> Option<Vec<(u64, u8)>> {
    let Read { names, clauses, seen, ways, count } = Read::of(kind, family)?;
    // Beyond this there is no heap, and no difference of two, that a condition tells from a smaller one.
    let end = 2 * seen.alone.max(1) + 3 * seen.modulus.max(1) + 2 * seen.apart;
    if names.count != 3 || end.checked_pow(3)?.checked_mul(count)? > MOST_ASKED {
        return None;
    }
    let digit = |ways: &[Way]| {
        // For each number of heaps, how many choices of them there are, and how many may be left.
        let (mut all, mut allowed) = ([0_u64; 4], [0_u64; 4]);
        for three in 0..=end {
            for two in 0..=three {
                for one in 0..=two {
                    let heaps = [one, two, three].iter().filter(|&&heap| heap > 0).count();
                    all[heaps] += 1;
                    allowed[heaps] += u64::from(some_order(&clauses, ways, [one, two, three])?);
                }
            }
        }
        (0..4).try_fold(0_u8, |digit, heaps| match allowed[heaps] {
            0 => Some(digit),
            some => (some == all[heaps]).then_some(digit | 1 << heaps),
        })
    };
    ways.iter().map(|(&taken, ways)| Some((taken, digit(ways)?))).collect()
}

/// From where on numbers differ in nothing but what is left modulo another number, and that, for conditions on a
/// variable alone.
pub(super) fn told_apart(conditions: &[&Cond], slot: Slot, slots: usize) -> Option<(u64, u64)> {
    let mut forms = vec![None; slots];
    forms[slot] = Form::new([1, 0, 0], 0);
    let together = Linear::of_var(0);
    let names = Names { count: 1, parts: Vec::new(), given: None, amounts: Vec::new(), together };
    let mut seen = Seen::default();
    for condition in conditions {
        seen.condition(condition, &forms, &names)?;
    }
    (seen.apart == 0).then(|| (seen.alone, seen.modulus.max(1)))
}

/// Whether these heaps may be left in some order.
fn some_order(clauses: &[Clause], ways: &[Way], [a, b, c]: [u64; 3]) -> Option<bool> {
    for left in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
        for way in ways {
            if meets(clauses, &way.values(left)?)? {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// A family, understood.
struct Read {
    names: Names,
    clauses: Vec<Clause>,
    seen: Seen,
    /// For each amount what the names may be, and how many ways there are in all.
    ways: BTreeMap<u64, Vec<Way>>,
    count: u64,
}

impl Read {
    fn of(kind: &Kind, family: &Family) -> Option<Read> {
        // Without terms nothing else says how many coordinates there are.
        if kind.coords.len() != 1 {
            return None;
        }
        let mut parts = Vec::new();
        for term in &family.terms {
            let Term::Component(target) = term else { return None };
            let [part] = &target.coords[..] else { return None };
            parts.push(Linear::of(part)?);
        }
        if family.terms.is_empty() {
            parts.push(Linear::of_var(0));
        }
        let guard = kind.guard.iter().cloned().map(Clause::If);
        let clauses: Vec<Clause> = guard.chain(family.clauses.iter().cloned()).collect();
        let names = Names::of(&parts, &clauses)?;
        let (mut seen, mut ways) = (Seen::default(), BTreeMap::<u64, Vec<Way>>::new());
        let choices = names.choices()?;
        // What stands before a range without elements may fail all the same.
        if choices.is_empty() && !clauses.iter().all(is_easy_clause) {
            return None;
        }
        let count = choices.len() as u64;
        if let Some((_, number)) = names.given {
            seen.alone = number.checked_add(1)?;
        }
        for amounts in choices {
            let way = names.way(&amounts, kind.slots)?;
            let mut forms = way.forms.clone();
            for clause in &clauses {
                seen.clause(clause, &mut forms, &names)?;
            }
            ways.entry(way.taken).or_default().push(way);
        }
        Some(Read { names, clauses, seen, ways, count })
    }
}

/// The name of a part, with the part and what the name has less than it.
type NamedPart = (Slot, usize, i64);

/// What the names of a family stand for.
struct Names {
    /// How many parts there are.
    count: usize,
    /// Of one part, or of two.
    parts: Vec<NamedPart>,
    /// A part that is a number: which, and the number.
    given: Option<(usize, u64)>,
    /// Names of amounts, with the numbers they may be.
    amounts: Vec<(Slot, Vec<i64>)>,
    /// What all parts have together: the heap less what is taken.
    together: Linear,
}

impl Names {
    fn of(parts: &[Linear], clauses: &[Clause]) -> Option<Names> {
        let (names, together) = Names::of_parts(parts, clauses)?;
        let given = match parts {
            [_, _] if names.is_empty() => {
                let number = |part: &usize| parts[*part].terms.is_empty();
                let part = [0, 1].into_iter().find(number)?;
                Some((part, u64::try_from(parts[part].constant).ok()?))
            }
            _ => None,
        };
        let is_part = |slot: Slot| names.iter().any(|&(name, ..)| name == slot);
        let mut amounts = Vec::new();
        for clause in clauses {
            if let Clause::For(slot, set) = clause
                && !is_part(*slot)
            {
                amounts.push((*slot, numbers(set)?));
            }
        }
        let plain = together.terms.iter().all(|&(slot, times)| match slot {
            0 => times == 1,
            _ => amounts.iter().any(|&(name, _)| name == slot),
        });
        (plain && together.coefficient(0) == 1).then_some(Names {
            count: parts.len(),
            parts: names,
            given,
            amounts,
            together,
        })
    }

    /// The names of parts, and what all parts have together.
    fn of_parts(parts: &[Linear], clauses: &[Clause]) -> Option<(Vec<NamedPart>, Linear)> {
        let bound = |slot: Slot| {
            clauses.iter().any(|clause| matches!(clause, Clause::For(name, _) if *name == slot))
        };
        // A part that is a name and a number.
        let named = |part: &Linear| match part.terms[..] {
            [(slot, 1)] if bound(slot) => Some((slot, part.constant)),
            _ => None,
        };
        Some(match parts {
            [part] => (vec![], part.clone()),
            [one, two] => match (named(one), named(two)) {
                (Some((a, less)), Some((b, also))) if a != b => {
                    let names = vec![(a, 0, less), (b, 1, also)];
                    let together = said_together(&names, clauses)?;
                    (names, together)
                }
                (Some((a, less)), None) => (vec![(a, 0, less)], one.clone().add(two)?),
                (None, Some((b, less))) => (vec![(b, 1, less)], one.clone().add(two)?),
                (None, None) => (vec![], one.clone().add(two)?),
                _ => return None,
            },
            // Two of three have names, in any order, or all of them.
            [one, two, three] => {
                let mut names = Vec::new();
                for (part, form) in parts.iter().enumerate() {
                    names.extend(named(form).map(|(slot, less)| (slot, part, less)));
                }
                let together = match names[..] {
                    [(a, ..), (b, ..)] if a != b => one.clone().add(two)?.add(three)?,
                    [(a, ..), (b, ..), (c, ..)] if a != b && b != c && a != c => {
                        said_together(&names, clauses)?
                    }
                    _ => return None,
                };
                (names, together)
            }
            _ => return None,
        })
    }

    fn is_amount(&self, slot: Slot) -> bool {
        self.amounts.iter().any(|&(name, _)| name == slot)
    }

    /// All choices of amounts.
    fn choices(&self) -> Option<Vec<Vec<i64>>> {
        let mut all = vec![Vec::new()];
        for (_, numbers) in &self.amounts {
            if all.len() as u64 * numbers.len() as u64 > MOST_CHOICES {
                return None;
            }
            let with = |chosen: &Vec<i64>, number| chosen.iter().copied().chain([number]).collect();
            all = all
                .iter()
                .flat_map(|chosen| numbers.iter().map(move |&number| with(chosen, number)))
                .collect();
        }
        Some(all)
    }

    /// What the names are with these amounts.
    fn way(&self, amounts: &[i64], slots: usize) -> Option<Way> {
        let mut forms = vec![None; slots];
        let mut left = i128::from(self.together.constant);
        for (&(slot, _), &amount) in self.amounts.iter().zip(amounts) {
            forms[slot] = Form::new([0; 3], amount.into());
            left += i128::from(self.together.coefficient(slot)) * i128::from(amount);
        }
        let all = std::array::from_fn(|part| i128::from(part < self.count));
        forms[0] = Form::new(all, -left);
        for &(slot, part, less) in &self.parts {
            let mut times = [0; 3];
            times[part] = 1;
            forms[slot] = Form::new(times, -i128::from(less));
        }
        let taken = u64::try_from(-left).ok()?;
        Some(Way { taken, forms })
    }
}

/// What the names of a family are where so much is taken.
struct Way {
    taken: u64,
    /// By slot.
    forms: Vec<Option<Form>>,
}

impl Way {
    /// The value of each slot where these heaps are left.
    fn values(&self, left: [u64; 3]) -> Option<Vec<i64>> {
        let value = |form: &Option<Form>| match form {
            Some(form) => i64::try_from(form.at(left)).ok(),
            None => Some(0),
        };
        self.forms.iter().map(value).collect()
    }
}

/// Multiples of the heaps that are left, and a number.
#[derive(Clone, Copy, Debug)]
struct Form {
    times: [i64; 3],
    constant: i64,
}

impl Form {
    fn new(times: [i128; 3], constant: i128) -> Option<Form> {
        let small = |number: i128| i64::try_from(number).ok().filter(|number| number.abs() < LARGE);
        let [one, two, three] = times.map(small);
        Some(Form { times: [one?, two?, three?], constant: small(constant)? })
    }

    fn at(self, left: [u64; 3]) -> i128 {
        let heap = |part: usize| i128::from(self.times[part]) * i128::from(left[part]);
        (0..3).map(heap).sum::<i128>() + i128::from(self.constant)
    }

    /// `self` so many times, and `other` as many times as that.
    fn and(self, times: i64, other: Form, others: i64) -> Option<Form> {
        let sum = |one: i64, other: i64| {
            i128::from(one) * i128::from(times) + i128::from(other) * i128::from(others)
        };
        let times = std::array::from_fn(|part| sum(self.times[part], other.times[part]));
        Form::new(times, sum(self.constant, other.constant))
    }

    /// What an expression is, if it is a form.
    fn of(int: &Int, forms: &[Option<Form>]) -> Option<Form> {
        let linear = Linear::of(int)?;
        let constant = Form::new([0; 3], linear.constant.into())?;
        linear
            .terms
            .iter()
            .try_fold(constant, |sum, &(slot, times)| sum.and(1, (*forms.get(slot)?)?, times))
    }

    fn is_number(self) -> bool {
        self.times == [0; 3]
    }
}

/// What conditions see of the heaps that are left.
#[derive(Default)]
struct Seen {
    /// From this on heaps differ in nothing but what is left modulo a number.
    alone: u64,
    /// That number; 0 for none.
    modulus: u64,
    /// From this difference on it is seen only which of two heaps is larger.
    apart: u64,
}

impl Seen {
    fn clause(&mut self, clause: &Clause, forms: &mut [Option<Form>], names: &Names) -> Option<()> {
        match clause {
            Clause::For(slot, set) => self.set(&Int::Var(*slot), set, forms),
            Clause::If(condition) => self.condition(condition, forms, names),
            // Who divides by something in passing has an error where that is 0.
            Clause::Let(slot, int) => {
                forms[*slot] = Some(Form::of(int, forms)?);
                Some(())
            }
        }
    }

    fn condition(&mut self, condition: &Cond, forms: &[Option<Form>], names: &Names) -> Option<()> {
        // What only the amounts decide is the same for all heaps.
        if !mention::in_cond(condition, &|slot| !names.is_amount(slot)) {
            return Some(());
        }
        match condition {
            Cond::Compare(_, left, right) => self.compare(left, right, forms),
            Cond::In(int, set) => self.set(int, set, forms),
            Cond::And(one, other) | Cond::Or(one, other) => {
                self.condition(one, forms, names)?;
                self.condition(other, forms, names)
            }
            Cond::Not(condition) => self.condition(condition, forms, names),
            Cond::Shared(condition) => self.condition(condition, forms, names),
            Cond::IsPrime(_) | Cond::IsSquare(_) => None,
        }
    }

    /// Whether a number is in a set.
    fn set(&mut self, int: &Int, set: &Set, forms: &[Option<Form>]) -> Option<()> {
        if let Some((first, last)) = closed_ends(set) {
            return [first, last]
                .into_iter()
                .try_for_each(|end| self.compare(int, &Int::Const(end), forms));
        }
        match set {
            Set::Range { from, to, step, .. } => {
                self.compare(int, from, forms)?;
                self.compare(int, to, forms)?;
                match step {
                    None => Some(()),
                    Some(Int::Const(step)) if *step > 0 => {
                        Form::of(from, forms)?;
                        Form::of(int, forms)?;
                        self.alike(*step)
                    }
                    Some(_) => None,
                }
            }
            Set::Shared(set) => self.set(int, set, forms),
            Set::List(items) => items.iter().try_for_each(|item| self.compare(int, item, forms)),
            Set::Without(one, other) | Set::Both(one, other) | Set::Either(one, other) => {
                self.set(int, one, forms)?;
                self.set(int, other, forms)
            }
            Set::Fixed(_) | Set::Comprehension { .. } | Set::Call(..) => None,
        }
    }

    fn compare(&mut self, left: &Int, right: &Int, forms: &[Option<Form>]) -> Option<()> {
        let mut modulus = 1;
        if is_remainder(left, forms, &mut modulus) && is_remainder(right, forms, &mut modulus) {
            return self.alike(modulus);
        }
        let (left, right) = (bounds(left, forms)?, bounds(right, forms)?);
        if left.len().saturating_mul(right.len()) > MOST_PAIRS {
            return None;
        }
        for &(one, by) in &left {
            for &(other, with) in &right {
                // Rounding down leaves less than one of both.
                self.sign(one.and(with, other, by.checked_neg()?)?, by.checked_mul(with)?)?;
                // Beside a whole number what is rounded down compares as what is not; of two that are nearly equal it
                // depends on what is left of each.
                if by > 1 && with > 1 {
                    self.alike(by)?;
                    self.alike(with)?;
                }
            }
        }
        Some(())
    }

    /// Whether a form is more than a slack on either side of 0, and on which.
    fn sign(&mut self, form: Form, slack: i64) -> Option<()> {
        let near = form.constant.unsigned_abs() + slack.unsigned_abs();
        let from = |times: i64| near / times.unsigned_abs() + 1;
        let seen: Vec<i64> = form.times.into_iter().filter(|&times| times != 0).collect();
        if seen.iter().all(|&times| (times > 0) == (seen[0] > 0)) {
            self.alone = seen.iter().map(|&times| from(times)).fold(self.alone, u64::max);
            return Some(());
        }
        match seen[..] {
            [one, other] if one == -other => self.apart = self.apart.max(from(one)),
            _ => return None,
        }
        Some(())
    }

    /// Heaps are looked at modulo this.
    fn alike(&mut self, modulus: i64) -> Option<()> {
        let (one, other) = (self.modulus.max(1), modulus.unsigned_abs());
        // There cannot be as many classes as a larger number.
        let multiples = (1..=MOST_CLASSES / one).map(|times| one * times);
        self.modulus = multiples.into_iter().find(|both| both.is_multiple_of(other))?;
        Some(())
    }
}

/// Forms by numbers, rounded down, one of which an expression is: the others tell which.
fn bounds(int: &Int, forms: &[Option<Form>]) -> Option<Vec<(Form, i64)>> {
    Some(match int {
        Int::Extreme(_, numbers) => {
            let all: Option<Vec<_>> = numbers.iter().map(|number| bounds(number, forms)).collect();
            all?.concat()
        }
        Int::Unary(UnaryFn::Abs, inner, _) => {
            let form = Form::of(inner, forms)?;
            vec![(form, 1), (form.and(-1, form, 0)?, 1)]
        }
        Int::Binary(IntOp::Div, inner, by, _) => match **by {
            Int::Const(by) if by > 0 && by < LARGE => vec![(Form::of(inner, forms)?, by)],
            _ => return None,
        },
        other => vec![(Form::of(other, forms)?, 1)],
    })
}

/// Whether an expression depends on the remainders of heaps alone; multiplies the moduli into one.
fn is_remainder(int: &Int, forms: &[Option<Form>], modulus: &mut i64) -> bool {
    match int {
        Int::Binary(IntOp::Rem, inner, by, _) => match **by {
            Int::Const(by) if by > 0 && Form::of(inner, forms).is_some() => {
                let both = modulus.checked_mul(by).filter(|_| *modulus % by != 0);
                *modulus = both.unwrap_or(*modulus);
                *modulus % by == 0
            }
            _ => false,
        },
        Int::Binary(IntOp::Add | IntOp::Sub | IntOp::Mul, one, other, _) => {
            is_remainder(one, forms, modulus) && is_remainder(other, forms, modulus)
        }
        Int::Neg(inner, _) => is_remainder(inner, forms, modulus),
        other => Form::of(other, forms).is_some_and(Form::is_number),
    }
}

/// What parts are together that all have names, if a condition is an equation that says it.
fn said_together(names: &[NamedPart], clauses: &[Clause]) -> Option<Linear> {
    let mut conditions = Vec::new();
    for clause in clauses {
        if let Clause::If(condition) = clause {
            conditions.extend(condition.conjuncts());
        }
    }
    let whole = conditions.iter().find_map(|condition| sum_of(condition, names))?;
    names.iter().try_fold(whole, |sum, &(.., less)| sum.plus(less))
}

/// What names are together, if the condition is an equation that says it.
fn sum_of(condition: &Cond, names: &[NamedPart]) -> Option<Linear> {
    let Cond::Compare(Comparison::Eq, left, right) = condition else { return None };
    let form = Linear::of(left)?.minus(&Linear::of(right)?)?;
    let sign = form.coefficient(names.first()?.0);
    if sign.checked_abs()? != 1 {
        return None;
    }
    // What else is in it, on the other side.
    let mut rest = form.times(-sign)?;
    for &(name, ..) in names {
        (rest.coefficient(name) == -1).then_some(())?;
        rest = rest.add(&Linear::of_var(name))?;
    }
    Some(rest)
}

/// The numbers among which an amount is: those of a set that is given, or of a range up to the least of some numbers
/// of which one is given.
fn numbers(set: &Set) -> Option<Vec<i64>> {
    if let Some(elements) = closed_set_up_to(set, MOST_CHOICES) {
        return Some(elements);
    }
    let Set::Range {
        from: Int::Const(from), to: Int::Extreme(End::Least, ends), step: None, ..
    } = set
    else {
        return None;
    };
    let given = ends.iter().filter_map(|end| match end {
        Int::Const(end) => Some(*end),
        _ => None,
    });
    let last = given.min()?;
    (last.checked_sub(*from)? < MOST_CHOICES as i64).then(|| (*from..=last).collect())
}
