//! Rules of one heap that take any amount of some kind: codes that repeat for ever.
//!
//! ```text
//! [n-k] for k in 1..n if k % 2 == 1             0.(30)
//! [n-2*k] for k in 1..n/2                       0.0(03), as 0.(03)
//! [a] + [n-k-a] for k in 1..n, a in 0..n-k      0.(7)
//! [a] + [b] for a in 0..n, b in 0..n-1-a        0.(7)
//! [a] + [n-1-a] for a in 0..n-1 | [n-k] for k in 2..n
//! [] if n % 3 == 1                              0.(100)
//! ```
//!
//! Let a family have one amount that goes as far as the heap, so that the heaps left have `n - g k - c` together, and
//! let it mention the heap and the amount only in that form, apart from conditions on the amount alone. Then what may
//! be left of `w` tokens is the same for all amounts that fulfil the conditions: it is found by putting one number in
//! place of the amount. And what the conditions see of an amount are comparisons with numbers and remainders, so that
//! the digits repeat from some amount on.

use super::nameless::nameless;
use super::pieces::{pieces, told_apart, triples};
use super::{Amounts, Shape, Slide, shape};
use crate::heap::{Code, least_common_multiple};
use crate::rule::holds_for;
use crate::rule::ir::{Clause, Cond, End, Family, Int, IntOp, Kind, Part, Set, Slot, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// Digits of one family that are written down.
const MOST_DIGITS: usize = 1 << 12;

/// The code of a kind with one coordinate whose guard, if it has one, says that it is positive; nothing for a finite
/// one.
pub(in crate::plan) fn repeating(kind: &Kind) -> Option<Code> {
    let families = kind.families.iter().map(|family| digits(kind, family));
    let all = families.reduce(|one, other| one?.or(&other?))??;
    let code = Code::new(&all.head, &all.tail).ok()?;
    (!code.tail().is_empty()).then_some(code)
}

/// The digits of a code, from that for taking nothing on, the last of which repeat for ever.
struct Digits {
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl Digits {
    /// A digit for the amounts of which this holds, where it repeats from `alone` on, after `modulus`.
    fn of(
        alone: usize,
        modulus: usize,
        digit: u8,
        holds: impl Fn(usize) -> Option<bool>,
    ) -> Option<Digits> {
        let end = alone.checked_add(modulus).filter(|&end| end <= MOST_DIGITS)?;
        let all = (0..end).map(|taken| holds(taken).map(|holds| if holds { digit } else { 0 }));
        let mut head: Vec<u8> = all.collect::<Option<_>>()?;
        let tail = head.split_off(alone);
        Some(Digits { head, tail })
    }

    /// Finitely many digits.
    fn finite(head: Vec<u8>) -> Option<Digits> {
        (head.len() <= MOST_DIGITS).then(|| Digits { head, tail: vec![0] })
    }

    fn digit(&self, taken: usize) -> u8 {
        match taken.checked_sub(self.head.len()) {
            None => self.head[taken],
            Some(past) => self.tail[past % self.tail.len()],
        }
    }

    /// What either allows.
    fn or(&self, other: &Digits) -> Option<Digits> {
        let alone = self.head.len().max(other.head.len());
        let modulus = least_common_multiple(self.tail.len() as u64, other.tail.len() as u64)?;
        let modulus = usize::try_from(modulus).ok()?;
        let end = alone.checked_add(modulus).filter(|&end| end <= MOST_DIGITS)?;
        let mut head: Vec<u8> =
            (0..end).map(|taken| self.digit(taken) | other.digit(taken)).collect();
        let tail = head.split_off(alone);
        Some(Digits { head, tail })
    }
}

/// The digits of one family.
fn digits(kind: &Kind, family: &Family) -> Option<Digits> {
    if let Some(found) = without_end(kind, family) {
        return Some(found);
    }
    if let Some((least, digit)) = nameless(kind, family) {
        return Digits::of(least, 1, digit, |taken| Some(taken >= least));
    }
    match shape(kind, family)? {
        Shape::Slide(Slide { amounts, .. }) => taken(&amounts),
        Shape::Pieces(game) => Digits::finite(game.code()?.head().to_vec()),
        Shape::Triples(triples) => {
            let last = triples.iter().map(|&(taken, _)| taken).max().unwrap_or(0);
            let mut all =
                vec![0; usize::try_from(last).ok().filter(|&last| last < MOST_DIGITS)? + 1];
            triples.iter().for_each(|&(taken, digit)| all[taken as usize] |= digit);
            Digits::finite(all)
        }
        Shape::Choose(_) => None,
    }
}

/// The digits where these amounts may be taken, and one heap or none is left.
fn taken(amounts: &Amounts) -> Option<Digits> {
    let last = match amounts {
        Amounts::Fixed(all) | Amounts::AllBut(all) => all.last().copied().unwrap_or(0),
        Amounts::Between(_, most) => *most,
        Amounts::From(first) => *first,
        Amounts::Half | Amounts::UpTo(_) | Amounts::Share { .. } | Amounts::Powers(_) => {
            return None;
        }
    };
    let alone = usize::try_from(last).ok()?.checked_add(1)?;
    Digits::of(alone, 1, 3, |taken| {
        let amount = taken as i64;
        Some(match amounts {
            Amounts::Fixed(all) => all.binary_search(&amount).is_ok(),
            Amounts::AllBut(out) => amount > 0 && out.binary_search(&amount).is_err(),
            Amounts::Between(least, most) => (*least..=*most).contains(&amount),
            Amounts::From(first) => amount >= *first,
            Amounts::Half | Amounts::UpTo(_) | Amounts::Share { .. } | Amounts::Powers(_) => {
                return None;
            }
        })
    })
}

/// The digits of a family of which an amount goes as far as the heap.
fn without_end(kind: &Kind, family: &Family) -> Option<Digits> {
    if family.terms.is_empty() {
        return whole_heaps(kind, family);
    }
    let endless = Endless::of(family)?;
    let digit = endless.digit(kind, family)?;
    let Endless { times, more, from, step, ref alone, .. } = endless;
    let first = times.checked_mul(from)?.checked_add(more)?;
    let (same_from, modulus) = told_apart(alone, endless.amount, kind.slots)?;
    let same_from = i64::try_from(same_from).ok()?.max(from);
    let same_from = times.checked_mul(same_from)?.checked_add(more)?;
    let modulus = i64::try_from(modulus).ok()?.checked_mul(step)?.checked_mul(times)?;
    Digits::of(usize::try_from(same_from).ok()?, usize::try_from(modulus).ok()?, digit, |taken| {
        let past = taken as i64 - first;
        if past < 0 || past % times != 0 || past / times % step != 0 {
            return Some(false);
        }
        let amount = from + past / times;
        let mut all = Some(true);
        for condition in alone {
            all = Some(all? && holds_for(condition, endless.amount, amount)?);
        }
        all
    })
}

/// A family of which an amount goes as far as the heap: what is left together is `n - times k - more`.
struct Endless<'a> {
    /// The name of the amount `k`.
    amount: Slot,
    times: i64,
    more: i64,
    /// The least amount, how far apart they are, and the end of their range.
    from: i64,
    step: i64,
    to: &'a Int,
    /// Conditions on the amount alone.
    alone: Vec<&'a Cond>,
    /// The other clauses, but for the range of the amount.
    others: Vec<Clause>,
}

impl<'a> Endless<'a> {
    /// Nothing where the family mentions the heap and the amount in another form than what is left together.
    fn of(family: &'a Family) -> Option<Endless<'a>> {
        let parts = family.terms.iter().map(|term| match term {
            Term::Component(target) => Linear::of(target.coords.first()?),
            _ => None,
        });
        let parts: Vec<Linear> = parts.collect::<Option<_>>()?;
        let together =
            parts.iter().skip(1).try_fold(parts[0].clone(), |all, part| all.add(part))?;
        let [(0, 1), (amount, less)] = together.terms[..] else { return None };
        let (times, more) = (less.checked_neg()?, together.constant.checked_neg()?);
        let (mut alone, mut others, mut range) = (Vec::new(), Vec::new(), None);
        for clause in &family.clauses {
            match clause {
                Clause::For(slot, set) if *slot == amount => range = Some(set),
                Clause::For(..) => others.push(clause.clone()),
                Clause::If(condition) => {
                    for condition in condition.conjuncts() {
                        match mention::in_cond(condition, &|slot| slot != amount) {
                            false => alone.push(condition),
                            true => others.push(Clause::If(condition.clone())),
                        }
                    }
                }
                Clause::Let(..) => return None,
            }
        }
        let Set::Range { from: Int::Const(from), to, step, .. } = range? else { return None };
        let step = match step {
            None => 1,
            Some(Int::Const(step)) if *step > 0 => *step,
            Some(_) => return None,
        };
        let left = Left { amount, times };
        let seen_as_left = parts.iter().all(|part| left.is_form(part))
            && others.iter().all(|clause| left.alone_in(clause.part()));
        (times >= 1 && *from >= 0 && more >= 0 && seen_as_left).then_some(Endless {
            amount,
            times,
            more,
            from: *from,
            step,
            to,
            alone,
            others,
        })
    }

    /// The digit of every amount that is allowed: that of one number in its place.
    fn digit(&self, kind: &Kind, family: &Family) -> Option<u8> {
        let nothing_may_be_left = match least_left(self.to, self.times, self.more, self.from)? {
            ..=0 => true,
            1 => false,
            _ => return None,
        };
        let number = self.from.max(1);
        let mut clauses = vec![Clause::For(self.amount, Set::Fixed([number].into()))];
        clauses.extend(self.others.iter().cloned());
        let fixed = Family { clauses, ..family.clone() };
        let taken = self.times.checked_mul(number)?.checked_add(self.more)?;
        let taken = u64::try_from(taken).ok()?;
        let digit = match family.terms.len() {
            3 => triples(kind, &fixed)?.iter().find(|&&(amount, _)| amount == taken)?.1,
            _ => pieces(kind, &fixed)?.code()?.digit(taken),
        };
        Some(if nothing_may_be_left { digit } else { digit & !1 })
    }
}

/// The digits of a family that takes the whole heap, under conditions on it.
fn whole_heaps(kind: &Kind, family: &Family) -> Option<Digits> {
    let all = Clause::conjuncts(&family.clauses)?;
    let (alone, modulus) = told_apart(&all, 0, kind.slots)?;
    let holds = |heap: usize| {
        let mut holds = true;
        for condition in &all {
            holds = holds && holds_for(condition, 0, heap as i64)?;
        }
        Some(holds)
    };
    // A move of no heap ends a game that no code is.
    if kind.guard.is_none() && holds(0)? {
        return None;
    }
    Digits::of(usize::try_from(alone).ok()?.max(1), usize::try_from(modulus).ok()?, 1, |taken| {
        if taken == 0 { Some(false) } else { holds(taken) }
    })
}

/// The least that a move must leave so that its amount is not above the end of the range of amounts, where taking
/// `times k + more` must not be more than the heap.
fn least_left(to: &Int, times: i64, more: i64, from: i64) -> Option<i64> {
    if let Int::Extreme(End::Least, ends) = to {
        let all = ends.iter().map(|end| least_left(end, times, more, from));
        return all.collect::<Option<Vec<i64>>>()?.into_iter().max();
    }
    let heap_and = |form: Linear| match form.terms[..] {
        [(0, 1)] => Some(form.constant),
        _ => None,
    };
    match to {
        // `k <= (n + e) / times` says that `times k <= n + e`.
        Int::Binary(IntOp::Div, of, by, _) if **by == Int::Const(times) => {
            let end = heap_and(Linear::of(of)?)?;
            (end >= 0 || from >= 1).then(|| end.checked_add(more)?.checked_neg()).flatten()
        }
        _ if times == 1 => heap_and(Linear::of(to)?)?.checked_add(more)?.checked_neg(),
        _ => Linear::of(to)?.at_least(0).then_some(0),
    }
}

/// What is left together, `n - times k - more`, as the only form in which the heap and the amount may occur.
struct Left {
    amount: Slot,
    times: i64,
}

impl Left {
    fn is_form(&self, form: &Linear) -> bool {
        let heap = form.coefficient(0).checked_mul(self.times).and_then(i64::checked_neg);
        heap == Some(form.coefficient(self.amount))
    }

    /// Whether a part mentions the heap and the amount in this form alone.
    fn alone_in(&self, part: Part<'_>) -> bool {
        !part.any(&mut |part| match part {
            Part::Int(int) => Linear::of(int).map(|form| !self.is_form(&form)),
            Part::Set(set @ Set::Comprehension { .. }) => {
                Some(mention::in_set(set, &|slot| slot == 0 || slot == self.amount))
            }
            Part::Cond(_) | Part::Set(_) => None,
        })
    }
}
