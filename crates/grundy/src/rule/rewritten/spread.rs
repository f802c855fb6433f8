//! Sets that are made anew for each position, as the loops that make them.
//!
//! ```text
//! [n-k] for k in {p*q for p in primes(n), q in primes(n/p)} or primes(n)
//! as    [n-k] for p in primes(n), q in primes(n/p) let k = p*q
//!     | [n-k] for k in primes(n)
//! ```
//!
//! An option that is there several times is one all the same, and looking at it takes no longer than putting its amount into
//! a set. Where there are other coordinates, along which a set may stay the same, it stays a set.

use super::anew::Anew;
use crate::rule::ir::{Clause, Family, Set, Slot};
use crate::rule::mention;

/// Most families that one becomes.
const MOST: usize = 16;

/// The families of a kind of one coordinate with loops in place of sets; nothing if a family has no such set. Slots from
/// `fresh` on are used, and the first that is not then stands there.
pub(in crate::rule) fn spread(family: &Family, fresh: &mut Slot) -> Option<Vec<Family>> {
    let mut all = vec![family.clone()];
    let mut at = 0;
    let mut found = false;
    while at < all.len() {
        match opened(&all[at], fresh) {
            Some(families) if all.len() + families.len() <= MOST => {
                all.splice(at..=at, families);
                found = true;
            }
            _ => at += 1,
        }
    }
    found.then_some(all)
}

/// The families of one in which the first set that can be opened is.
fn opened(family: &Family, fresh: &mut Slot) -> Option<Vec<Family>> {
    let has_made = |set: &Set| is_made(set) && mention::in_set(set, &|slot| slot == 0);
    let (at, name, set) =
        family.clauses.iter().enumerate().find_map(|(at, clause)| match clause {
            Clause::For(name, set) if has_made(set) => Some((at, *name, set)),
            _ => None,
        })?;
    let instead = |clauses: &[Clause]| {
        let clauses = [&family.clauses[..at], clauses, &family.clauses[at + 1..]].concat();
        Family { clauses, ..family.clone() }
    };
    Some(match set {
        Set::Shared(set) => vec![instead(&[Clause::For(name, (**set).clone())])],
        Set::Either(one, other) => {
            [one, other].map(|set| instead(&[Clause::For(name, (**set).clone())])).to_vec()
        }
        Set::Comprehension { item, clauses } => {
            let own = clauses.iter().filter_map(|clause| match clause {
                Clause::For(slot, _) | Clause::Let(slot, _) => Some(*slot),
                Clause::If(_) => None,
            });
            let anew = Fresh { own: own.collect(), first: *fresh };
            *fresh += anew.own.len();
            let mut clauses: Vec<Clause> =
                clauses.iter().map(|clause| anew.clause(clause)).collect();
            clauses.push(Clause::Let(name, anew.int(item)));
            vec![instead(&clauses)]
        }
        _ => return None,
    })
}

/// Whether a set has a comprehension among its parts, and nothing but such parts.
fn is_made(set: &Set) -> bool {
    match set {
        Set::Comprehension { .. } => true,
        Set::Shared(set) => is_made(set),
        Set::Either(one, other) => is_made(one) || is_made(other),
        _ => false,
    }
}

/// Other slots for the names of a comprehension.
struct Fresh {
    own: Vec<Slot>,
    first: Slot,
}

impl Anew for Fresh {
    fn bound(&self, slot: Slot) -> Slot {
        self.own.iter().position(|&own| own == slot).map_or(slot, |at| self.first + at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::spread;
    use crate::rule::{Rules, parse};

    #[test]
    fn options_stay_where_sets_are_loops() {
        for (family, count) in [
            ("[n-k] for k in {p*q for p in primes(n), q in primes(n/p)} or primes(n)", 2),
            ("[n-k] for k in {i*j for i in 1..n, j in 1..3 if i != j} if k % 2 == 0", 1),
            ("[n-k] for k in {2*i for i in {j*j for j in 1..n} or {n/2}}", 2),
            (
                "[n-k-l] for l in {i+1 for i in 1..n}, k in {i*l for i in l..n let m = i if m > l}",
                1,
            ),
            ("[k] + [n-k] for k in {i/2 for i in 1..n-1} or {n-1} or {n/3 for i in 1..2}", 3),
            ("[n-k] for k in primes(n)", 0),
            ("[n-k] for k in {i*i for i in 1..4}", 0),
            ("[n-k] for k in primes(n) or {n/2}", 0),
            ("[n-k] for k in {i*i for i in 1..n} \\ {4}", 0),
        ] {
            let text = format!("[n] -> {family}");
            let rules = Rules::new(parse(&text).unwrap(), &[]).unwrap();
            let mut slots = rules.ir()[0].slots;
            let found = spread(&rules.ir()[0].families[0], &mut slots);
            assert_eq!(found.map_or(0, |all| all.len()), count, "{family}");
            let anew = rules.clone().with_parts(0).0;
            for n in 0..24 {
                let (anew, plain) = (options(&anew, &[n]), options(&rules, &[n]));
                assert_eq!(anew.unwrap(), plain.unwrap(), "{family} {n}");
            }
        }
    }
}
