//! The options of a component: clauses choose, terms become components.

use crate::language::message;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::frame::{Evaluated, Flow, Frame, fault, too_much};
use crate::rule::ast::Span;
use crate::rule::ir::{Clause, Family, Int, Kind, Target, Term, Win};
use crate::rule::rules::Component;

/// Most components of one option.
const MAX_COMPONENTS: usize = 1 << 16;
/// Most components that one option chooses freely.
pub(crate) const MAX_FREE: usize = 64;

/// Which of the equal components of `m * [n]` are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rule) enum Copies {
    All,
    /// No more than two, and as many as are left when pairs cancel.
    Cancelled,
}

/// Shown each option as a sum.
pub(in crate::rule) type See<'a> = dyn FnMut(&[Component]) -> ControlFlow<()> + 'a;

/// Components of an option that are chosen freely: so many, each out of the same.
pub(crate) struct Free {
    pub(crate) count: usize,
    /// Ascending, each once.
    pub(crate) choices: Vec<Component>,
}

/// Shown the parts that an option has, and those that are free.
pub(crate) type SeeFree<'a> = dyn FnMut(&[Component], &[Free]) -> ControlFlow<()> + 'a;

/// Shown what the options that one choice of the clauses leads to have in common, and what is free.
pub(super) type SeeParts<'a> = dyn FnMut(&mut Frame<'_>, &mut Vec<Component>, &[Free]) -> Flow + 'a;

/// What an option is made of, once its clauses have chosen.
enum Part {
    Fixed(Component),
    Free(Free),
}

/// Shows every option of a component of kind `kind`, whose coordinates stand in the frame.
pub(in crate::rule) fn each_option(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    kind: &Kind,
    copies: Copies,
    see: &mut See<'_>,
) -> Evaluated<()> {
    if let Some(guard) = &kind.guard
        && !frame.cond(guard)?
    {
        return Ok(());
    }
    let mut sum = Vec::new();
    for family in &kind.families {
        let flow = match &family.terms[..] {
            // One plain component: the common case, without the detour over parts.
            [Term::Component(target)] => frame.clauses(&family.clauses, &mut |frame| {
                Ok(match component(frame, kinds, target)? {
                    Some(component) => see(&[component]),
                    None => ControlFlow::Continue(()),
                })
            })?,
            _ => each_sum(frame, kinds, (family, copies), &mut sum, &mut |frame, sum, free| {
                let mut places = Vec::new();
                for Free { count, choices } in free {
                    places.extend(std::iter::repeat_n(choices.as_slice(), *count));
                }
                choose(frame, &places, 0, sum, see)
            })?,
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// Shows what the options of a component are made of, without choosing what is free.
pub(in crate::rule) fn each_option_in_parts(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    kind: &Kind,
    see: &mut SeeParts<'_>,
) -> Evaluated<()> {
    if let Some(guard) = &kind.guard
        && !frame.cond(guard)?
    {
        return Ok(());
    }
    let mut sum = Vec::new();
    for family in &kind.families {
        if each_sum(frame, kinds, (family, Copies::Cancelled), &mut sum, see)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Shows what the options of a family are made of, for every choice of its clauses.
fn each_sum(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    (family, copies): (&Family, Copies),
    sum: &mut Vec<Component>,
    see: &mut SeeParts<'_>,
) -> Flow {
    frame.clauses(&family.clauses, &mut |frame| parts(frame, kinds, (family, copies), sum, see))
}

/// Shows the parts of the options that one choice of the clauses leads to.
fn parts(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    (family, copies): (&Family, Copies),
    sum: &mut Vec<Component>,
    see: &mut SeeParts<'_>,
) -> Flow {
    sum.clear();
    let mut free = Vec::new();
    let mut parts = Parts { kinds, copies, span: family.span, count: 0 };
    let exists = parts.terms(frame, &family.terms, &mut |part| match part {
        Part::Fixed(component) => sum.push(component),
        Part::Free(part) => free.push(part),
    })?;
    if !exists {
        return Ok(ControlFlow::Continue(()));
    }
    let count: usize = free.iter().map(|part| part.count).sum();
    if count > MAX_FREE {
        let message = message!(
            "an option chooses {count} components, at most {most}",
            count,
            most = MAX_FREE
        );
        return fault(family.span, message);
    }
    see(frame, sum, &free)
}

/// Fills the free places one after the other. Places with the same choices are interchangeable, so
/// each is filled with no earlier choice than the place before it: every multiset comes once.
fn choose(
    frame: &mut Frame<'_>,
    places: &[&[Component]],
    from: usize,
    sum: &mut Vec<Component>,
    see: &mut See<'_>,
) -> Flow {
    let Some((choices, rest)) = places.split_first() else { return Ok(see(sum)) };
    for index in from..choices.len() {
        frame.step()?;
        sum.push(choices[index].clone());
        let alike = rest.first().is_some_and(|next| std::ptr::eq(*next, *choices));
        let flow = choose(frame, rest, if alike { index } else { 0 }, sum, see);
        sum.pop();
        if flow?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A component from its expressions; nothing if a coordinate is negative.
fn component(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    target: &Target,
) -> Evaluated<Option<Component>> {
    let mut coords = SmallVec::new();
    for coord in &target.coords {
        let value = frame.int(coord)?;
        if value < 0 {
            return Ok(None);
        }
        coords.push(value);
    }
    if kinds[target.kind].unordered {
        coords.sort_unstable();
    }
    Ok(Some(Component { kind: target.kind as u16, coords }))
}

/// Turns terms into parts, counting them.
struct Parts<'k> {
    kinds: &'k [Kind],
    copies: Copies,
    span: Span,
    count: usize,
}

impl Parts<'_> {
    /// Adds the parts of all terms; false if one of them does not exist.
    fn terms(
        &mut self,
        frame: &mut Frame<'_>,
        terms: &[Term],
        add: &mut dyn FnMut(Part),
    ) -> Evaluated<bool> {
        for term in terms {
            if !self.term(frame, term, add)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn term(
        &mut self,
        frame: &mut Frame<'_>,
        term: &Term,
        add: &mut dyn FnMut(Part),
    ) -> Evaluated<bool> {
        match term {
            Term::Component(target) => {
                let Some(component) = component(frame, self.kinds, target)? else {
                    return Ok(false);
                };
                self.counted(1)?;
                add(Part::Fixed(component));
                Ok(true)
            }
            Term::Times { count, terms, span } => {
                // What is chosen freely differs from one to the next.
                let free = terms.iter().any(Term::chooses);
                let copies = if free { Copies::All } else { self.copies };
                let Some(count) = self.how_many(frame, count, *span, copies)? else {
                    return Ok(false);
                };
                if count > MAX_COMPONENTS {
                    // Of what does not exist there are not too many.
                    return match self.terms(frame, terms, &mut |_| {})? {
                        true => self.too_many(),
                        false => Ok(false),
                    };
                }
                for _ in 0..count {
                    frame.step()?;
                    if !self.terms(frame, terms, add)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Term::Sum { var, set, terms, span } => {
                self.span = *span;
                let mut exists = true;
                frame.each(set, &mut |frame, value| {
                    frame.set(*var, value);
                    exists = self.terms(frame, terms, add)?;
                    Ok(if exists { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
                })?;
                Ok(exists)
            }
            Term::Choose { count, of, clauses, span } => {
                let Some(count) = self.how_many(frame, count, *span, Copies::All)? else {
                    return Ok(false);
                };
                let choices = choices(frame, self.kinds, of, clauses)?;
                // Where nothing can be chosen there is no option.
                if count > 0 && choices.is_empty() {
                    return Ok(false);
                }
                self.counted(count)?;
                add(Part::Free(Free { count, choices }));
                Ok(true)
            }
        }
    }

    /// The value of a count; nothing if it is negative.
    fn how_many(
        &mut self,
        frame: &mut Frame<'_>,
        count: &Int,
        span: Span,
        copies: Copies,
    ) -> Evaluated<Option<usize>> {
        let count = match (frame.int(count)?, copies) {
            (count @ 3.., Copies::Cancelled) => 2 - count % 2,
            (count, _) => count,
        };
        self.span = span;
        Ok(usize::try_from(count).ok())
    }

    fn counted(&mut self, more: usize) -> Evaluated<()> {
        self.count = self.count.saturating_add(more);
        if self.count > MAX_COMPONENTS { self.too_many() } else { Ok(()) }
    }

    fn too_many<T>(&self) -> Evaluated<T> {
        let message =
            message!("an option would have more than {most} components", most = MAX_COMPONENTS);
        too_much(self.span, message)
    }
}

/// The components that a free place may hold, each once.
fn choices(
    frame: &mut Frame<'_>,
    kinds: &[Kind],
    of: &Target,
    clauses: &[Clause],
) -> Evaluated<Vec<Component>> {
    let (mut found, mut most) = (Vec::new(), TOGETHER);
    let _all = frame.clauses(clauses, &mut |frame| {
        if let Some(component) = component(frame, kinds, of)? {
            found.push(component);
        }
        if found.len() >= most {
            each_once(&mut found);
            let spilled = found.iter().filter(|component| component.coords.spilled());
            let coords = spilled.map(|component| component.coords.capacity() * size_of::<i64>());
            // The list is about to take twice as much.
            frame.hold(2 * (size_of_val(&found[..]) + coords.sum::<usize>()) as u64)?;
            most = TOGETHER.max(2 * found.len());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    each_once(&mut found);
    Ok(found)
}

/// Components between two looks for those that came again, and for memory.
const TOGETHER: usize = 1 << 12;

fn each_once(components: &mut Vec<Component>) {
    components.sort_unstable();
    components.dedup();
}

/// Whether a `win on` line holds for the coordinates in the frame.
pub(in crate::rule) fn wins(frame: &mut Frame<'_>, win: &Win, coords: &[i64]) -> Evaluated<bool> {
    for (wanted, coord) in win.coords.iter().zip(coords) {
        if let Some(wanted) = wanted
            && frame.int(wanted)? != *coord
        {
            return Ok(false);
        }
    }
    match &win.cond {
        Some(cond) => frame.cond(cond),
        None => Ok(true),
    }
}
