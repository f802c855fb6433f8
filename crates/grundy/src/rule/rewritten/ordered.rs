//! Sums whose parts may change places, each in one order.
//!
//! ```text
//! [a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-1-a      as  .. for a in 1..n-2, b in 1..(n-a)/2 if a <= b
//! [i, m] + [n-i, m] for i in 1..n-1                       as  .. for i in 1..n/2
//! ```
//!
//! Let other forms stand in place of some of the names, so that one part is what another was and the other way round, and all
//! the others are what they were. If all that the family says holds then too wherever it held before, the two may change
//! places: that leads from options to options, and back. Where such exchanges connect some of the parts, every option is
//! there with these parts in any order, and one in ascending order serves for all.

use crate::rule::checked::quotient::number;
use crate::rule::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Set, Slot, Target, Term};
use crate::rule::linear::Linear;
use crate::rule::mention;

/// Parts of which each is held against every other.
const MOST_PARTS: usize = 6;
/// Bounds by which others are shown to hold.
const MOST_BOUNDS: usize = 24;

/// A family without the options that others are in another order; nothing if no parts are seen to change places.
pub(in crate::rule) fn ordered(family: &Family, arity: usize) -> Option<Family> {
    let parts = family.terms.iter().map(|term| match term {
        Term::Component(target) => Some(target),
        _ => None,
    });
    let parts: Vec<&Target> = parts.collect::<Option<_>>()?;
    if !(2..=MOST_PARTS).contains(&parts.len()) {
        return None;
    }
    let forms = |part: &&Target| part.coords.iter().map(Linear::of).collect::<Option<Vec<_>>>();
    let forms: Vec<Vec<Linear>> = parts.iter().map(forms).collect::<Option<_>>()?;
    let said = Said::by(family, arity, &forms)?;
    // For each part the first of those with which it changes places.
    let mut first: Vec<usize> = (0..parts.len()).collect();
    for (one, other) in (0..parts.len()).flat_map(|other| (0..other).map(move |one| (one, other))) {
        if first[one] != first[other]
            && parts[one].kind == parts[other].kind
            && said.exchange(&forms, one, other).is_some()
        {
            let (least, most) = (first[one].min(first[other]), first[one].max(first[other]));
            first.iter_mut().filter(|part| **part == most).for_each(|part| *part = least);
        }
    }
    let (mut clauses, mut found) = (family.clauses.clone(), false);
    for group in 0..parts.len() {
        let members: Vec<usize> = (0..parts.len()).filter(|&part| first[part] == group).collect();
        let differ =
            |&axis: &usize| members.iter().any(|&part| forms[part][axis] != forms[group][axis]);
        let Some(axis) = (0..parts[group].coords.len()).find(differ) else { continue };
        for two in members.windows(2) {
            let [less, more] = [two[0], two[1]].map(|part| &parts[part].coords[axis]);
            insert(&mut clauses, less, more);
            found = true;
        }
    }
    found.then(|| Family { clauses, ..family.clone() })
}

/// Says that one form is not greater than another: as the end of the range of the first if that is the name of one and the
/// other falls while it rises, and else behind the last name that it mentions.
fn insert(clauses: &mut Vec<Clause>, less: &Int, more: &Int) {
    if let Int::Var(own) = less
        && let Some(clause) =
            clauses.iter_mut().find(|clause| matches!(clause, Clause::For(name, _) if name == own))
        && halve(clause, *own, more).is_some()
    {
        return;
    }
    let condition = Cond::Compare(Comparison::Le, less.clone(), more.clone());
    let named = |clause: &Clause| match clause {
        Clause::For(name, _) | Clause::Let(name, _) => {
            mention::in_cond(&condition, &|slot| slot == *name)
        }
        Clause::If(_) => false,
    };
    let place = clauses.iter().rposition(named).map_or(0, |last| last + 1);
    clauses.insert(place, Clause::If(condition));
}

/// Lets a range from 0 or more that goes to `whole - from` or beyond `whole` end at half of that: where it is not empty, that
/// is no more than its end, and where it is empty half of it is before its beginning.
fn halve(clause: &mut Clause, own: Slot, more: &Int) -> Option<()> {
    let Clause::For(name, Set::Range { from: Int::Const(from @ 0..), to, step: None, span }) =
        clause
    else {
        return None;
    };
    let whole = Linear::of(more)?.add(&Linear::of_var(own))?;
    let beyond = Linear::of(to)?.minus(&whole)?;
    let reaches = beyond.terms.is_empty() && (beyond.constant >= 0 || beyond.constant == -*from);
    (*name == own && whole.coefficient(own) == 0 && reaches).then_some(())?;
    let half =
        Int::Binary(IntOp::Div, Box::new(number(&whole, *span)), Box::new(Int::Const(2)), *span);
    *to = half;
    Some(())
}

/// What a family says of its names.
struct Said<'f> {
    /// Names that are chosen from ranges.
    names: Vec<Slot>,
    /// Forms that are at least 0: what is said, and then what holds of every option.
    bounds: Vec<Linear>,
    said: usize,
    /// Forms that are not 0.
    apart: Vec<Linear>,
    /// What else is said.
    conditions: Vec<&'f Cond>,
    others: Vec<&'f Clause>,
}

impl<'f> Said<'f> {
    fn by(family: &'f Family, arity: usize, parts: &[Vec<Linear>]) -> Option<Said<'f>> {
        let (mut names, mut bounds) = (Vec::new(), Vec::new());
        let (mut apart, mut conditions, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for clause in &family.clauses {
            match clause {
                Clause::For(name, Set::Range { from, to, step: None, .. })
                    if let (Some(from), Some(to)) = (Linear::of(from), Linear::of(to)) =>
                {
                    let name_alone = Linear::of_var(*name);
                    names.push(*name);
                    bounds.extend([name_alone.minus(&from)?, to.minus(&name_alone)?]);
                }
                Clause::If(condition) => {
                    for condition in condition.conjuncts() {
                        let Some((comparison, one, other)) = linear(condition) else {
                            conditions.push(condition);
                            continue;
                        };
                        let form = one.minus(&other)?;
                        match comparison.ascending(&one, &other) {
                            Some((less, more, by)) => bounds.push(more.minus(less)?.plus(-by)?),
                            None if comparison == Comparison::Eq => {
                                bounds.extend([form.clone(), form.times(-1)?]);
                            }
                            None => apart.push(form),
                        }
                    }
                }
                clause => others.push(clause),
            }
        }
        let said = bounds.len();
        bounds.extend((0..arity).map(Linear::of_var));
        bounds.extend(parts.iter().flatten().cloned());
        (bounds.len() <= MOST_BOUNDS).then_some(Said {
            names,
            bounds,
            said,
            apart,
            conditions,
            others,
        })
    }

    /// That two parts may change places.
    fn exchange(&self, parts: &[Vec<Linear>], one: usize, other: usize) -> Option<()> {
        let mut moved: Vec<(Slot, Linear)> = Vec::new();
        let name = |form: &Linear| match form.terms[..] {
            [(slot, 1)] if form.constant == 0 && self.names.contains(&slot) => Some(slot),
            _ => None,
        };
        for (mine, its) in parts[one].iter().zip(&parts[other]) {
            if mine == its {
                continue;
            }
            for (from, to) in [(mine, its), (its, mine)] {
                if let Some(slot) = name(from)
                    && moved.iter().all(|(known, _)| *known != slot)
                {
                    moved.push((slot, to.clone()));
                }
            }
        }
        let anew = |form: &Linear| {
            form.terms.iter().try_fold(
                Linear { terms: vec![], constant: form.constant },
                |sum, &(slot, times)| {
                    let own = Linear::of_var(slot);
                    let to =
                        moved.iter().find(|(known, _)| *known == slot).map_or(&own, |(_, to)| to);
                    sum.add(&to.clone().times(times)?)
                },
            )
        };
        for (part, forms) in parts.iter().enumerate() {
            let then = match part {
                part if part == one => other,
                part if part == other => one,
                part => part,
            };
            for (form, expected) in forms.iter().zip(&parts[then]) {
                (anew(form)? == *expected).then_some(())?;
            }
        }
        for form in &self.bounds[..self.said] {
            anew(form)?.follows(&self.bounds, 2).then_some(())?;
        }
        for form in &self.apart {
            let form = anew(form)?;
            let opposite = form.clone().times(-1)?;
            self.apart.iter().any(|known| *known == form || *known == opposite).then_some(())?;
        }
        let is_moved = |slot: Slot| moved.iter().any(|(known, _)| *known == slot);
        let stays = |clause: &&Clause| match clause {
            Clause::For(name, set) => !is_moved(*name) && !mention::in_set(set, &is_moved),
            Clause::If(_) => true,
            Clause::Let(name, int) => !is_moved(*name) && !mention::in_int(int, &is_moved),
        };
        let unmoved = self.conditions.iter().all(|cond| !mention::in_cond(cond, &is_moved));
        (unmoved && !moved.is_empty() && self.others.iter().all(stays)).then_some(())
    }
}

/// A comparison of two linear forms.
fn linear(condition: &Cond) -> Option<(Comparison, Linear, Linear)> {
    let Cond::Compare(comparison, left, right) = condition else { return None };
    Some((*comparison, Linear::of(left)?, Linear::of(right)?))
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::ordered;
    use crate::rule::{Rules, parse};

    /// How many sums a component has, and which: each with its parts in ascending order.
    fn sums(rules: &Rules, coords: &[i64]) -> (usize, Vec<Vec<Vec<i64>>>) {
        let mut all = options(rules, coords).unwrap();
        let count = all.len();
        all.iter_mut().for_each(|parts| parts.sort_unstable());
        all.sort_unstable();
        all.dedup();
        (count, all)
    }

    #[test]
    fn sums_stay_where_their_parts_are_in_order() {
        for (family, found) in [
            ("[a] + [n-a] for a in 1..n-1", true),
            ("[a] + [n-a] for a in 0..n", true),
            ("[a] + [n-a-3] for a in 0..n", true),
            ("[a] + [n-a-2] for a in 2..n-4", true),
            ("[n-a] + [a] for a in 1..n-1", true),
            ("[a] + [n-a] for a in 1..n-1 if a != n - a and a > 0", true),
            ("[a] + [n-s-a] for s in {1, 3}, a in 0..n-s if n % s == 0", true),
            ("[a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-a-1", true),
            ("[a] + [b] + [n-a-b] for a in 1..n, b in 1..n-a", true),
            ("[n-a-b] + [b] + [a] for b in 1..n, a in 1..n if n - a - b > 0", true),
            ("[a] + [b] + [n-1-a-b] for a in 2..n, b in 2..n if a != b", true),
            ("[a] + [b] + [c] + [n-a-b-c] for a in 1..n, b in 1..n, c in 1..n if n > a+b+c", true),
            ("[a] + [b] for a in 0..n, b in 0..n if a + b < n", true),
            ("[a] + [n-a] for a in 1..n-2", false),
            ("[a] + [n-a] for a in 1..n/2", false),
            ("[a] + [n-a] for a in 1..n-1 if a % 2 == 0", false),
            ("[a] + [n-a] for a in 1..n-1 if a != 2", false),
            ("[a] + [n-1] for a in 0..n-1", false),
            ("[a] + [n-a] for a in {1, 2}", false),
            ("[a] + [n-2*a] for a in 1..n-1", false),
            ("[a] + [a] + [b] for a in 0..n-1, b in 0..n-1", false),
            ("[a] + [b] + [n-a-b] for a in 1..n, b in a..n-a", false),
            ("[a] + [b] for a in 0..n-1, b in 0..n-2", false),
            ("[a] + [b] for a in 0..n, b in 0..n if 2*a + b < n", false),
            ("[a] + [b] + [n-1-a-b] for a in 2..n, b in 0..n if n - 1 - a - b == b + 1", false),
        ] {
            let text = format!("[n] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let anew = ordered(&rules.ir()[0].families[0], 1);
            assert_eq!(anew.is_some(), found, "{family}");
            let Some(anew) = anew else { continue };
            let anew = rules.with_only(0, anew);
            for n in 0..12 {
                let ((fewer, one), (all, other)) = (sums(&anew, &[n]), sums(&rules, &[n]));
                assert_eq!(one, other, "{family} {n}");
                assert!(fewer < all || all < 3, "{family} {n}");
            }
        }
        for (family, found) in [
            ("[i, b] + [a-i, b] for i in 1..a-1", true),
            ("[i, j] + [a-i, b-j] for i in 0..a, j in 0..b", true),
            ("[a, i] + [j, b] for i in 0..b-1, j in 0..a-1", false),
            ("[i, j] + [a-i, j] for i in 1..a-1, j in i..b", false),
            ("[i, 0] + [0, j] for i in 0..a-1, j in 0..a-1", false),
        ] {
            let text = format!("[a, b] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let anew = ordered(&rules.ir()[0].families[0], 2);
            assert_eq!(anew.is_some(), found, "{family}");
            let Some(anew) = anew else { continue };
            let anew = rules.with_only(0, anew);
            for (a, b) in (0..7).flat_map(|a| (0..7).map(move |b| (a, b))) {
                assert_eq!(sums(&anew, &[a, b]).1, sums(&rules, &[a, b]).1, "{family} {a} {b}");
            }
        }
    }
}
