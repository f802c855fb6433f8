//! From a checked rule to its moves as linear relations.
//!
//! Choices become numbers: `k` in `a..b` is `a + j` with `j >= 0` and `a + j <= b`, and a range with
//! a step `s` is `a + s j`. A quotient by a constant is a number with its two bounds; minimum,
//! maximum and absolute value are cases, and so are `or` and `!=`. So every family of options
//! becomes some families whose options are there exactly when linear relations hold. A number that
//! an equation expresses by others is put in, so that few are left.

use super::statement::{HIDDEN, MoveFamily, Moves};
use crate::automaton::{Linear, Sign, Track};
use crate::rule::Rules;
use crate::rule::ir::{Clause, Comparison, Cond, End, Int, IntOp, Set, Slot, Term, UnaryFn};

/// What in a rule is not linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond(pub &'static str);

type Translated<T> = Result<T, Beyond>;

/// Families that one rule may become.
const MOST_FAMILIES: usize = 256;
/// Numbers of a list that are tried one by one.
const MOST_LISTED: usize = 64;

/// A linear form over tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    terms: Vec<(Track, i64)>,
    constant: i64,
}

impl Form {
    fn constant(constant: i64) -> Form {
        Form { terms: Vec::new(), constant }
    }

    fn track(track: Track) -> Form {
        Form { terms: vec![(track, 1)], constant: 0 }
    }

    /// `self + factor other`.
    fn plus(&self, other: &Form, factor: i64) -> Translated<Form> {
        let too_large = Beyond("numbers this large");
        let mut sum = self.clone();
        for &(track, weight) in &other.terms {
            let weight = weight.checked_mul(factor).ok_or(too_large)?;
            match sum.terms.iter_mut().find(|(known, _)| *known == track) {
                Some((_, known)) => *known = known.checked_add(weight).ok_or(too_large)?,
                None => sum.terms.push((track, weight)),
            }
        }
        sum.terms.retain(|&(_, weight)| weight != 0);
        sum.terms.sort_unstable();
        let constant = other.constant.checked_mul(factor).ok_or(too_large)?;
        sum.constant = sum.constant.checked_add(constant).ok_or(too_large)?;
        Ok(sum)
    }

    fn relation(&self, sign: Sign) -> Linear {
        Linear::new(self.terms.iter().copied(), self.constant, sign)
    }

    fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(_, weight)| weight >= 0)
    }
}

/// One way in which choices and cases may have gone.
#[derive(Clone, Debug)]
struct Branch {
    /// What the names of the rule stand for.
    names: Vec<(Slot, Form)>,
    relations: Vec<Linear>,
    fresh: Track,
}

impl Branch {
    fn name(&self, slot: Slot) -> Translated<Form> {
        let known = self.names.iter().rev().find(|(known, _)| *known == slot);
        known.map(|(_, form)| form.clone()).ok_or(Beyond("names out of place"))
    }

    fn number(&mut self) -> Translated<Form> {
        let track = self.fresh;
        // Tracks from 64 on are those of values.
        self.fresh =
            track.checked_add(1).filter(|&next| next < 64).ok_or(Beyond("so many choices"))?;
        Ok(Form::track(track))
    }

    /// The branch in which the form is 0, or at least 0.
    fn also(mut self, form: &Form, sign: Sign) -> Branch {
        self.relations.push(form.relation(sign));
        self
    }

    /// The branch in which `least <= most`.
    fn ordered(self, least: &Form, most: &Form, gap: i64) -> Translated<Branch> {
        let form = most.plus(least, -1)?.plus(&Form::constant(gap), -1)?;
        Ok(self.also(&form, Sign::NonNegative))
    }
}

/// The moves of a game of one kind whose rule is linear.
///
/// # Errors
/// [`Beyond`] with what is not linear in it.
pub fn moves(rules: &Rules) -> Translated<Moves> {
    let [kind] = rules.ir() else { return Err(Beyond("several kinds of components")) };
    let arity = kind.coords.len();
    if arity == 0 || arity > 3 {
        return Err(Beyond("components with so many coordinates"));
    }
    let names = (0..arity).map(|slot| (slot, Form::track(slot as Track))).collect();
    let mut starts = vec![Branch { names, relations: Vec::new(), fresh: HIDDEN }];
    if let Some(guard) = &kind.guard {
        starts = each(starts, |branch| conds(branch, guard, true))?;
    }
    // A component at which the game is over has no moves.
    for win in &kind.wins {
        let wanted = win.coords.iter().enumerate().filter_map(|(slot, coord)| {
            coord.as_ref().map(|coord| Cond::Compare(Comparison::Eq, Int::Var(slot), coord.clone()))
        });
        let over =
            wanted.chain(win.cond.clone()).reduce(|a, b| Cond::And(Box::new(a), Box::new(b)));
        starts = match over {
            Some(over) => each(starts, |branch| conds(branch, &over, false))?,
            None => Vec::new(),
        };
    }
    let mut families = Vec::new();
    for family in &kind.families {
        let chosen = each(starts.clone(), |branch| clauses(branch, &family.clauses))?;
        for branch in chosen {
            for (branch, parts) in terms(branch, &family.terms)? {
                families.extend(simplified(branch, parts, arity));
            }
        }
        if families.len() > MOST_FAMILIES {
            return Err(Beyond("so many cases"));
        }
    }
    families.sort();
    families.dedup();
    Ok(Moves { arity, unordered: kind.unordered && arity > 1, misere: rules.is_misere(), families })
}

/// Every branch that each branch becomes.
fn each(
    branches: Vec<Branch>,
    mut into: impl FnMut(Branch) -> Translated<Vec<Branch>>,
) -> Translated<Vec<Branch>> {
    let mut all = Vec::new();
    for branch in branches {
        all.extend(into(branch)?);
        if all.len() > MOST_FAMILIES {
            return Err(Beyond("so many cases"));
        }
    }
    Ok(all)
}

fn clauses(branch: Branch, all: &[Clause]) -> Translated<Vec<Branch>> {
    let mut branches = vec![branch];
    for clause in all {
        branches = each(branches, |branch| match clause {
            Clause::If(cond) => conds(branch, cond, true),
            Clause::Let(slot, value) => bound(ints(branch, value)?, *slot),
            Clause::For(slot, set) => bound(members(branch, set)?, *slot),
        })?;
    }
    Ok(branches)
}

fn bound(values: Vec<(Branch, Form)>, slot: Slot) -> Translated<Vec<Branch>> {
    let named = values.into_iter().map(|(mut branch, form)| {
        branch.names.push((slot, form));
        branch
    });
    Ok(named.collect())
}

/// What a number may be, and in which cases.
fn ints(branch: Branch, int: &Int) -> Translated<Vec<(Branch, Form)>> {
    Ok(match int {
        Int::Const(value) => vec![(branch, Form::constant(*value))],
        Int::Var(slot) => {
            let form = branch.name(*slot)?;
            vec![(branch, form)]
        }
        Int::Neg(inner, _) => {
            let zero = Form::constant(0);
            map(ints(branch, inner)?, |branch, form| Ok(vec![(branch, zero.plus(&form, -1)?)]))?
        }
        Int::Binary(op, left, right, _) => pairs(branch, left, right, |branch, a, b| match op {
            IntOp::Add => Ok(vec![(branch, a.plus(b, 1)?)]),
            IntOp::Sub => Ok(vec![(branch, a.plus(b, -1)?)]),
            IntOp::Mul if b.terms.is_empty() => {
                Ok(vec![(branch, Form::constant(0).plus(a, b.constant)?)])
            }
            IntOp::Mul if a.terms.is_empty() => {
                Ok(vec![(branch, Form::constant(0).plus(b, a.constant)?)])
            }
            IntOp::Div if b.terms.is_empty() => quotients(branch, a, b.constant),
            IntOp::Rem if b.terms.is_empty() => {
                let divisor = b.constant;
                map(quotients(branch, a, divisor)?, |branch, quotient| {
                    Ok(vec![(branch, a.plus(&quotient, -divisor)?)])
                })
            }
            _ => Err(Beyond("an operation that is not linear")),
        })?,
        Int::Extreme(end, numbers) => {
            let mut all = vec![(branch, Vec::new())];
            for number in numbers {
                let mut longer = Vec::new();
                for (branch, forms) in all {
                    for (branch, form) in ints(branch, number)? {
                        longer.push((branch, [&forms[..], &[form]].concat()));
                    }
                }
                all = longer;
            }
            let mut found = Vec::new();
            for (branch, forms) in all {
                for (at, best) in forms.iter().enumerate() {
                    let mut case = branch.clone();
                    for (other, form) in forms.iter().enumerate().filter(|(other, _)| *other != at)
                    {
                        // Of equal ones the first is taken.
                        let gap = i64::from(other < at);
                        case = match end {
                            End::Least => case.ordered(best, form, gap)?,
                            End::Greatest => case.ordered(form, best, gap)?,
                        };
                    }
                    found.push((case, best.clone()));
                }
            }
            found
        }
        Int::Unary(UnaryFn::Abs, inner, _) => map(ints(branch, inner)?, |branch, form| {
            let negative = Form::constant(0).plus(&form, -1)?;
            let below = branch.clone().ordered(&form, &Form::constant(0), 1)?;
            Ok(vec![(branch.also(&form, Sign::NonNegative), form), (below, negative)])
        })?,
        _ => return Err(Beyond("a function that is not linear")),
    })
}

/// Goes on from each of some numbers.
fn map(
    values: Vec<(Branch, Form)>,
    mut into: impl FnMut(Branch, Form) -> Translated<Vec<(Branch, Form)>>,
) -> Translated<Vec<(Branch, Form)>> {
    let mut all = Vec::new();
    for (branch, form) in values {
        all.extend(into(branch, form)?);
        if all.len() > MOST_FAMILIES {
            return Err(Beyond("so many cases"));
        }
    }
    Ok(all)
}

/// Two numbers in every case.
fn pairs<T>(
    branch: Branch,
    left: &Int,
    right: &Int,
    mut into: impl FnMut(Branch, &Form, &Form) -> Translated<Vec<T>>,
) -> Translated<Vec<T>> {
    let mut all = Vec::new();
    for (branch, a) in ints(branch, left)? {
        for (branch, b) in ints(branch, right)? {
            all.extend(into(branch, &a, &b)?);
        }
    }
    Ok(all)
}

/// The quotient by a constant, rounded down.
fn quotients(branch: Branch, form: &Form, divisor: i64) -> Translated<Vec<(Branch, Form)>> {
    if divisor < 1 {
        return Err(Beyond("a divisor below 1"));
    }
    let mut all = Vec::new();
    let signs: &[i64] = if form.is_natural() { &[1] } else { &[1, -1] };
    for &sign in signs {
        let mut branch = branch.clone();
        let size = branch.number()?;
        let quotient = Form::constant(0).plus(&size, sign)?;
        let rest = form.plus(&quotient, -divisor)?;
        branch = branch.also(&rest, Sign::NonNegative);
        branch = branch.ordered(&rest, &Form::constant(divisor), 1)?;
        if sign < 0 {
            branch = branch.ordered(&Form::constant(0), &size, 1)?;
        }
        all.push((branch, quotient));
    }
    Ok(all)
}

/// The cases in which a condition holds, or does not.
fn conds(branch: Branch, cond: &Cond, holds: bool) -> Translated<Vec<Branch>> {
    match cond {
        Cond::Compare(comparison, left, right) => {
            let comparison = if holds { *comparison } else { opposite(*comparison) };
            pairs(branch, left, right, |branch, a, b| compared(branch, comparison, a, b))
        }
        Cond::And(left, right) if holds => {
            each(conds(branch, left, true)?, |branch| conds(branch, right, true))
        }
        Cond::Or(left, right) if !holds => {
            each(conds(branch, left, false)?, |branch| conds(branch, right, false))
        }
        // Disjoint cases: the first, or not the first and the second.
        Cond::And(left, right) | Cond::Or(left, right) => {
            let mut all = conds(branch.clone(), left, holds)?;
            let other = conds(branch, left, !holds)?;
            all.extend(each(other, |branch| conds(branch, right, holds))?);
            Ok(all)
        }
        Cond::Not(inner) => conds(branch, inner, !holds),
        Cond::Shared(inner) => conds(branch, inner, holds),
        Cond::In(int, set) => {
            let mut all = Vec::new();
            for (branch, form) in ints(branch, int)? {
                all.extend(contained(branch, &form, set, holds)?);
            }
            Ok(all)
        }
        Cond::IsPrime(_) | Cond::IsSquare(_) => Err(Beyond("a condition that is not linear")),
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Le => Comparison::Gt,
        Comparison::Gt => Comparison::Le,
        Comparison::Ge => Comparison::Lt,
    }
}

fn compared(branch: Branch, comparison: Comparison, a: &Form, b: &Form) -> Translated<Vec<Branch>> {
    Ok(match comparison {
        Comparison::Eq => vec![branch.also(&a.plus(b, -1)?, Sign::Zero)],
        Comparison::Ne => vec![branch.clone().ordered(a, b, 1)?, branch.ordered(b, a, 1)?],
        Comparison::Lt => vec![branch.ordered(a, b, 1)?],
        Comparison::Le => vec![branch.ordered(a, b, 0)?],
        Comparison::Gt => vec![branch.ordered(b, a, 1)?],
        Comparison::Ge => vec![branch.ordered(b, a, 0)?],
    })
}

/// The elements of a set.
fn members(branch: Branch, set: &Set) -> Translated<Vec<(Branch, Form)>> {
    match set {
        Set::Range { from, to, step, .. } => {
            let step = match step {
                None => 1,
                Some(Int::Const(step)) if *step >= 1 => *step,
                Some(_) => return Err(Beyond("a step that is no constant")),
            };
            pairs(branch, from, to, |mut branch, from, to| {
                let element = from.plus(&branch.number()?, step)?;
                Ok(vec![(branch.ordered(&element, to, 0)?, element)])
            })
        }
        Set::List(items) if items.len() <= MOST_LISTED => {
            let mut all = Vec::new();
            for item in items {
                all.extend(ints(branch.clone(), item)?);
            }
            Ok(all)
        }
        Set::Fixed(elements) if elements.len() <= MOST_LISTED => {
            let one = |&element: &i64| (branch.clone(), Form::constant(element));
            Ok(elements.iter().map(one).collect())
        }
        Set::Either(left, right) => {
            let mut all = members(branch.clone(), left)?;
            all.extend(members(branch, right)?);
            Ok(all)
        }
        Set::Both(left, right) => map(members(branch, left)?, |branch, form| {
            let inside = contained(branch, &form, right, true)?;
            Ok(inside.into_iter().map(|branch| (branch, form.clone())).collect())
        }),
        Set::Without(left, right) => map(members(branch, left)?, |branch, form| {
            let outside = contained(branch, &form, right, false)?;
            Ok(outside.into_iter().map(|branch| (branch, form.clone())).collect())
        }),
        Set::Shared(shared) => members(branch, shared),
        Set::Comprehension { item, clauses: all } => {
            let mut found = Vec::new();
            for branch in clauses(branch, all)? {
                found.extend(ints(branch, item)?);
            }
            Ok(found)
        }
        Set::List(_) | Set::Fixed(_) => Err(Beyond("a list this long")),
        Set::Call(..) => Err(Beyond("a set that is not linear")),
    }
}

/// The cases in which a number is in a set, or is not.
fn contained(branch: Branch, form: &Form, set: &Set, holds: bool) -> Translated<Vec<Branch>> {
    match set {
        Set::Range { from, to, step: None, .. } => pairs(branch, from, to, |branch, from, to| {
            Ok(match holds {
                true => vec![branch.ordered(from, form, 0)?.ordered(form, to, 0)?],
                false => {
                    let inside = branch.clone().ordered(from, form, 0)?;
                    vec![branch.ordered(form, from, 1)?, inside.ordered(to, form, 1)?]
                }
            })
        }),
        Set::List(items) if items.len() <= MOST_LISTED => {
            if holds {
                let mut all = Vec::new();
                for (branch, item) in members(branch, set)? {
                    all.push(branch.also(&form.plus(&item, -1)?, Sign::Zero));
                }
                return Ok(all);
            }
            let mut all = vec![branch];
            for item in items {
                all = each(all, |branch| {
                    let mut apart = Vec::new();
                    for (branch, item) in ints(branch, item)? {
                        apart.extend(compared(branch, Comparison::Ne, form, &item)?);
                    }
                    Ok(apart)
                })?;
            }
            Ok(all)
        }
        Set::Fixed(elements) if elements.len() <= MOST_LISTED => {
            let listed = Set::List(elements.iter().map(|&element| Int::Const(element)).collect());
            contained(branch, form, &listed, holds)
        }
        Set::Shared(shared) => contained(branch, form, shared, holds),
        Set::Both(left, right) if holds => each(contained(branch, form, left, true)?, |branch| {
            contained(branch, form, right, true)
        }),
        Set::Either(left, right) if !holds => {
            each(contained(branch, form, left, false)?, |branch| {
                contained(branch, form, right, false)
            })
        }
        Set::Both(left, right) | Set::Either(left, right) => {
            let mut all = contained(branch.clone(), form, left, holds)?;
            let other = contained(branch, form, left, !holds)?;
            all.extend(each(other, |branch| contained(branch, form, right, holds))?);
            Ok(all)
        }
        _ => Err(Beyond("membership in such a set")),
    }
}

/// The components of an option: the tracks of their coordinates.
fn terms(branch: Branch, all: &[Term]) -> Translated<Vec<(Branch, Vec<Vec<Track>>)>> {
    let mut found = vec![(branch, Vec::new())];
    for term in all {
        let (count, targets) = match term {
            Term::Component(target) => (1, vec![target]),
            Term::Times { count: Int::Const(count @ 0..=2), terms, .. } => {
                let targets = terms.iter().map(|term| match term {
                    Term::Component(target) => Ok(target),
                    _ => Err(Beyond("such a sum")),
                });
                (*count, targets.collect::<Translated<_>>()?)
            }
            _ => return Err(Beyond("a sum of a number of components that varies")),
        };
        for _ in 0..count {
            for target in &targets {
                let mut longer = Vec::new();
                for (branch, parts) in found {
                    for (branch, part) in component(branch, &target.coords)? {
                        longer.push((branch, [&parts[..], &[part]].concat()));
                    }
                }
                found = longer;
            }
        }
    }
    match found.iter().any(|(_, parts)| parts.len() > 2) {
        true => Err(Beyond("an option of more than two components")),
        false => Ok(found),
    }
}

fn component(branch: Branch, coords: &[Int]) -> Translated<Vec<(Branch, Vec<Track>)>> {
    let mut found = vec![(branch, Vec::new())];
    for coord in coords {
        let mut longer = Vec::new();
        for (branch, tracks) in found {
            for (mut branch, form) in ints(branch, coord)? {
                // A coordinate that stays as it is needs no number of its own.
                let track = match (&form.terms[..], form.constant) {
                    ([(track, 1)], 0) if *track < HIDDEN => *track,
                    _ => {
                        let number = branch.number()?;
                        branch = branch.also(&form.plus(&number, -1)?, Sign::Zero);
                        number.terms[0].0
                    }
                };
                longer.push((branch, [&tracks[..], &[track]].concat()));
            }
        }
        found = longer;
    }
    Ok(found)
}

/// The family of a branch with as few numbers as its equations allow; `None` if its relations
/// never hold.
fn simplified(branch: Branch, parts: Vec<Vec<Track>>, arity: usize) -> Option<MoveFamily> {
    let kept =
        |track: Track| usize::from(track) < arity || parts.iter().flatten().any(|&p| p == track);
    let mut relations = branch.relations;
    loop {
        let found = relations.iter().enumerate().find_map(|(at, relation)| {
            let free = |&&(track, weight): &&(Track, i64)| !kept(track) && weight.abs() == 1;
            let zero = relation.sign == Sign::Zero;
            relation.terms.iter().find(free).filter(|_| zero).map(|&term| (at, term))
        });
        let Some((at, (track, weight))) = found else { break };
        let equation = relations.swap_remove(at);
        // weight * track + rest = 0, so track = -weight * rest.
        let rest = equation.terms.iter().filter(|(other, _)| *other != track);
        let value = Form {
            terms: rest.map(|&(other, w)| (other, -weight * w)).collect(),
            constant: -weight * equation.constant,
        };
        for relation in &mut relations {
            let factor =
                relation.terms.iter().find(|(known, _)| *known == track).map_or(0, |t| t.1);
            let form = Form {
                terms: relation
                    .terms
                    .iter()
                    .copied()
                    .filter(|(known, _)| *known != track)
                    .collect(),
                constant: relation.constant,
            };
            *relation = form.plus(&value, factor).ok()?.relation(relation.sign);
        }
        relations.push(value.relation(Sign::NonNegative));
    }
    let trivial = |relation: &Linear| relation.terms.is_empty();
    if relations.iter().any(|relation| trivial(relation) && !relation.holds(|_| 0)) {
        return None;
    }
    // Numbers are at least 0 anyway.
    let natural = |relation: &Linear| {
        relation.sign == Sign::NonNegative
            && relation.constant >= 0
            && relation.terms.iter().all(|&(_, weight)| weight > 0)
    };
    relations.retain(|relation| !trivial(relation) && !natural(relation));
    relations.sort();
    relations.dedup();
    let mut hidden: Vec<Track> = relations
        .iter()
        .flat_map(|relation| relation.terms.iter().map(|&(track, _)| track))
        .chain(parts.iter().flatten().copied())
        .filter(|&track| usize::from(track) >= arity)
        .collect();
    hidden.sort_unstable();
    hidden.dedup();
    // The names of the numbers do not matter: the first that is free.
    let name = |track: Track| match hidden.iter().position(|&known| known == track) {
        Some(at) => HIDDEN + at as Track,
        None => track,
    };
    let renamed = |relation: &Linear| {
        let terms = relation.terms.iter().map(|&(track, weight)| (name(track), weight));
        Linear::new(terms, relation.constant, relation.sign)
    };
    let mut relations: Vec<Linear> = relations.iter().map(renamed).collect();
    relations.sort();
    Some(MoveFamily {
        parts: parts.iter().map(|part| part.iter().map(|&track| name(track)).collect()).collect(),
        relations,
        hidden: (0..hidden.len()).map(|at| HIDDEN + at as Track).collect(),
    })
}
