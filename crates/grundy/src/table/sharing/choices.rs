//! Options with components that are chosen freely, `choose 2 of [i, b] for i in 0..a-1 if i % 3 > 0`: the
//! values of a component's options are the sums of one value out of each list of what may be chosen.
//!
//! ```text
//! for each choice of the clauses:
//!     the value of what every option has, and the lists of values of what may be chosen
//!     put their sums into the set of the component: as many choices as before, and one more, ..
//! ```
//!
//! So a list of n components of which m are chosen costs m times n words, or less, for every 64 values
//! up to the greatest, and not as many options as there are multisets. Where the list is a line of the
//! table its sums grow along it instead ([`lines`](super::lines)).
//!
//! Where no list depends on what other clauses choose, lists are families of their own: their options are
//! marked, like those of what options have beside ([`Product`]). Elsewhere, and where components may end
//! the game at once, the rule is interpreted.

use std::ops::ControlFlow;

use super::sums::Sums;
use crate::limits::Stop;
use crate::nimber::Nimber;
use crate::rule::ir::{Clause, Family, Int, Kind, Term};
use crate::rule::{Component, Free, MAX_FREE, Rules, mention};
use crate::ruleset::{Failure, Value};
use crate::table::cells::Marks;
use crate::table::fill::{Marked, Marking, Place};
#[cfg(feature = "jit")]
use crate::table::order::Layout;

/// What is known of the options of such families.
pub(in crate::table) enum Chosen {
    /// Their values are in the set.
    Values,
    /// One of them wins at once.
    Win,
    /// They are not all known.
    Stray,
}

/// The options of such families, of one component after the other.
pub(in crate::table) struct Choices {
    products: Vec<Product>,
    /// The rule with the families that are interpreted.
    others: Option<Rules>,
    pub(in crate::table) sums: Sums,
    pub(in crate::table) marks: Marks,
}

/// A family whose options are the sums of one choice out of each of some lists and of a component, or
/// several, beside them.
struct Product {
    /// What options have beside the lists, as many as other clauses choose; nothing if that is nothing.
    beside: Option<Marking>,
    /// Whether the definition looks at no list where there is nothing beside.
    beside_first: bool,
    /// How many components are chosen out of each list, and the list as a family.
    lists: Vec<(usize, Marking)>,
}

impl Product {
    /// The family of a kind as a product, if it is one.
    fn new(rules: &Rules, kind: usize, family: usize) -> Option<Product> {
        let rule: &Kind = &rules.ir()[kind];
        let whole = &rule.families[family];
        if !rule.wins.is_empty() {
            return None;
        }
        let bound = |slot| {
            whole.clauses.iter().any(|clause| match clause {
                Clause::For(own, _) | Clause::Let(own, _) => *own == slot,
                Clause::If(_) => false,
            })
        };
        let alone = |family: Family| Marking::new(rules.with_only(kind, family));
        let (mut lists, mut beside, mut beside_first) = (Vec::new(), Vec::new(), true);
        for term in &whole.terms {
            match term {
                Term::Choose { count: Int::Const(count), of, clauses, .. } => {
                    let terms = vec![Term::Component(of.clone())];
                    let times = usize::try_from(*count).ok().filter(|times| *times > 0)?;
                    if mention::in_terms(&terms, &bound) || mention::in_clauses(clauses, &bound) {
                        return None;
                    }
                    let clauses = clauses.clone();
                    lists.push((times, alone(Family { terms, clauses, span: whole.span })));
                }
                _ if term.chooses() => return None,
                _ => {
                    beside_first &= lists.is_empty();
                    beside.push(term.clone());
                }
            }
        }
        if lists.iter().map(|(times, _)| times).sum::<usize>() > MAX_FREE {
            return None;
        }
        let nothing = beside.is_empty() && whole.clauses.is_empty();
        let clauses = whole.clauses.clone();
        let beside = (!nothing).then(|| alone(Family { terms: beside, clauses, span: whole.span }));
        Some(Product { beside, beside_first, lists })
    }

    /// Adds the values of the options of a component.
    fn look(
        &self,
        place: &mut Place<'_>,
        marks: &mut Marks,
        sums: &mut Sums,
    ) -> Result<Chosen, Failure> {
        let mut all = Vec::with_capacity(self.lists.len() + 1);
        if let Some(beside) = &self.beside {
            let Some(values) = values(beside, place, marks, sums.room())? else {
                return Ok(Chosen::Stray);
            };
            if values.is_empty() && self.beside_first {
                return Ok(Chosen::Values);
            }
            all.push((1, values));
        }
        for (times, list) in &self.lists {
            let Some(values) = values(list, place, marks, sums.room())? else {
                return Ok(Chosen::Stray);
            };
            all.push((*times, values));
        }
        if all.iter().all(|(_, values)| !values.is_empty()) {
            sums.add(0, &all, place.limits)?;
        }
        Ok(Chosen::Values)
    }
}

/// The values of the options of a family, each once, if they are all known.
fn values(
    family: &Marking,
    place: &mut Place<'_>,
    marks: &mut Marks,
    room: u64,
) -> Result<Option<Vec<u64>>, Failure> {
    Ok(match family.mark(place, marks)? {
        Marked::Stamps => Some(marks.marked(room).collect()),
        _ => None,
    })
}

impl Choices {
    /// For these families of a kind.
    pub(in crate::table) fn new(
        rules: &Rules,
        kind: usize,
        families: &[usize],
        marks: Marks,
    ) -> Choices {
        let mut others = Vec::new();
        let products = families.iter().filter_map(|&family| {
            let product = Product::new(rules, kind, family);
            if product.is_none() {
                others.push(family);
            }
            product
        });
        let products = products.collect();
        let others = (!others.is_empty()).then(|| rules.with_families(kind, &others));
        Choices { products, others, sums: Sums::default(), marks }
    }

    /// Compiles what can be, for values of a width.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn compile(&mut self, kind: usize, layout: &Layout, width: u8) {
        for Product { beside, lists, .. } in &mut self.products {
            for family in beside.iter_mut().chain(lists.iter_mut().map(|(_, list)| list)) {
                family.compile(kind, layout, width);
            }
        }
    }

    /// Finds the values of the options of a component.
    ///
    /// # Errors
    /// A limit.
    pub(in crate::table) fn look(&mut self, place: &mut Place<'_>) -> Result<Chosen, Failure> {
        let Choices { products, others, sums, marks } = self;
        sums.forget();
        for product in products {
            match product.look(place, marks, sums)? {
                Chosen::Values => {}
                other => return Ok(other),
            }
        }
        let Some(others) = others else { return Ok(Chosen::Values) };
        let mut seen = Ok(Chosen::Values);
        let looked =
            others.options_in_parts(&place.component(), place.limits, &mut |fixed, free| {
                seen = look_at(fixed, free, sums, place);
                match seen {
                    Ok(Chosen::Values) => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            });
        match looked {
            Ok(()) => Ok(seen?),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            Err(_) => Ok(Chosen::Stray),
        }
    }
}

/// Adds the values of the options with these parts. An option with a part that is over wins; of the
/// others, those with a part that gives the win away do not count.
fn look_at(
    fixed: &[Component],
    free: &[Free],
    sums: &mut Sums,
    place: &Place<'_>,
) -> Result<Chosen, Stop> {
    let Some(first) = place.value_of(fixed) else { return Ok(Chosen::Stray) };
    let mut over = first == Value::Over;
    let mut lists = Vec::new();
    for Free { count, choices } in free.iter().filter(|free| free.count > 0) {
        if choices.is_empty() {
            return Ok(Chosen::Values);
        }
        let mut values = Vec::new();
        for choice in choices {
            match place.value_of_part(choice) {
                Some(Value::Nimber(Nimber(value))) => values.push(value),
                Some(Value::Over) => over = true,
                Some(Value::Win) => {}
                None => return Ok(Chosen::Stray),
            }
        }
        values.sort_unstable();
        values.dedup();
        lists.push((*count, values));
    }
    match first {
        _ if over => return Ok(Chosen::Win),
        Value::Nimber(Nimber(first)) if lists.iter().all(|(_, values)| !values.is_empty()) => {
            sums.add(first, &lists, place.limits)?;
        }
        _ => {}
    }
    Ok(Chosen::Values)
}
