//! A larger monoid, where a heap stands for no element of the one there is.
//!
//! Some heaps are made *free*: each becomes a generator `t` of its own with `t^(i+2) = t^i`, `i` being its index, at least 2. The
//! other generators of the old monoid keep their products among each other, and every other heap stays the same product of generators
//! that it was. Whether an element of this large monoid is lost is told by the moves of its *least word*, the sum of least
//! weight that it stands for. These moves lead to elements with less weight, so that all are decided one after the other. Then
//! elements that no product tells apart become one.
//!
//! That is a guess: at first with the new heap free, alone. It is right if it passes the [complete test](super::check). If it does not, the next guess
//! starts from it, and the generators of the sum that it failed on are free; if they were in the guess before, the heaps of that sum themselves
//! are too. So each guess has a few free heaps only, and knows what the guesses before have found out. Every known finite quotient is found so. Where it goes on for long,
//! all heaps that ever were free are so together, with larger and larger indices: then either that is enough, or
//! a limit stops it.

use std::cmp::Reverse;
use std::convert::Infallible;

use hashbrown::HashMap;
use rapidhash::fast::RandomState;

use super::check::{Check, Kind, Let};
use super::monoid::{Elements, Monoid, Word, weight};
use crate::heap::HeapGame;
use crate::limits::{Limits, Stop};

/// The index of a generator at first.
const INDEX: usize = 2;

/// Guesses that are made before all heaps that were free are so together.
const PATIENCE: usize = 64;

/// Elements between two looks at the clock.
const ELEMENTS_PER_CHECK: usize = 1 << 14;

/// A monoid that was tested, and the elements that heaps stand for.
#[derive(Clone, Debug)]
pub(super) struct Tested {
    pub(super) monoid: Monoid,
    /// The element of each heap, from heap 0 on.
    pub(super) elements: Vec<u16>,
    pub(super) check: Check,
    /// The heaps that are not like smaller ones: what their options stand for, and what they do.
    pub(super) known: HashMap<Elements, u16, RandomState>,
}

impl Tested {
    /// Of no heap but the empty one.
    pub(super) fn new() -> Tested {
        let monoid = Monoid::trivial();
        let check = Check::new(&monoid);
        Tested { monoid, elements: vec![0], check, known: HashMap::default() }
    }

    /// For each element that a heap stands for, but the identity, the smallest such heap.
    pub(super) fn first_heaps(&self) -> Vec<(usize, u32)> {
        let mut seen = Elements::of(self.monoid.order(), [0]);
        let mut first = Vec::new();
        for (heap, &element) in (0..).zip(&self.elements) {
            let element = usize::from(element);
            if !seen.has(element) {
                seen.add(element);
                first.push((element, heap));
            }
        }
        first
    }

    /// The generators with their smallest heaps, and for each element its least word in these heaps.
    pub(super) fn generators(&self) -> (Vec<(usize, u32)>, Vec<Word>) {
        let mut heaps = self.first_heaps();
        let (_, words) = self.monoid.words(&heaps);
        let words: Vec<Word> = words.into_iter().map(Option::unwrap_or_default).collect();
        heaps.retain(|&(element, _)| words[element].len() == 1);
        (heaps, words)
    }

    /// What the options of a heap stand for, all of them sums of known heaps; none if it has no option.
    pub(super) fn options(&self, game: &HeapGame, heap: u32) -> Elements {
        let product = |a, b| self.monoid.product(a, b);
        let mut options = Elements::none(self.monoid.order());
        each_option(game, heap, |option| {
            options.add(stand_for(option, |heap| usize::from(self.elements[heap]), product));
        });
        options
    }

    /// By the first half of the test: some element that makes both this one and what a move leaves lost, if `reached`
    /// are those that make the latter lost.
    pub(super) fn contradicts(&self, element: usize, reached: &Elements) -> Option<usize> {
        reached.iter().find(|&other| self.monoid.is_lost(self.monoid.product(other, element)))
    }

    /// Tests what all heaps stand for, from the beginning: a sum that contradicts it.
    pub(super) fn test(&mut self, game: &HeapGame, limits: &Limits) -> Result<Option<Word>, Stop> {
        for heap in 1..self.elements.len() as u32 {
            limits.check()?;
            let options = self.options(game, heap);
            let element = self.elements[heap as usize];
            if options.is_empty() || self.known.get(&options) == Some(&element) {
                continue;
            }
            let reached = self.monoid.losing_with(&options);
            let kind = Kind { heap, element: usize::from(element), reached };
            if let Some(rest) = self.contradicts(kind.element, &kind.reached) {
                let (_, words) = self.monoid.words(&self.first_heaps());
                let mut word = words[rest].clone().unwrap_or_default();
                word.push(heap);
                return Ok(Some(word));
            }
            if let Let::Out(word) = self.check.add(&self.monoid, kind, limits)? {
                return Ok(Some(word));
            }
            self.known.insert(options, element);
        }
        Ok(None)
    }

    /// Lets in the next heap, which no element there is stands for.
    pub(super) fn extend(&mut self, game: &HeapGame, limits: &Limits) -> Result<(), Stop> {
        let mut guess: Option<Tested> = None;
        let mut failed = vec![self.elements.len() as u32];
        let mut before: Vec<Free> = Vec::new();
        let mut ever: Vec<Free> = Vec::new();
        for round in 0_usize.. {
            limits.check()?;
            let old = guess.as_ref().unwrap_or(self);
            let (generators, words) = old.generators();
            let made_of = |&heap: &u32| match old.elements.get(heap as usize) {
                Some(&element) => words[usize::from(element)].clone(),
                None => vec![heap],
            };
            let mut free = old.free(failed.iter().flat_map(made_of).collect());
            if free == before {
                free.extend(old.free(failed.clone()));
                sort(&mut free);
            }
            before.clone_from(&free);
            ever.extend_from_slice(&free);
            sort(&mut ever);
            if round > PATIENCE {
                ever.iter_mut().for_each(|free| free.index += 1);
                free.clone_from(&ever);
            }
            let large = Large::new(old, &generators, &words, &free, limits)?;
            let (tested, contradiction) = large.merge(game, limits)?;
            match contradiction {
                None => {
                    *self = tested;
                    break;
                }
                Some(word) => {
                    guess = Some(tested);
                    failed = word;
                }
            }
        }
        Ok(())
    }

    /// The heaps of a word, free: their indices are such that the word is not the same as a shorter one.
    fn free(&self, mut word: Word) -> Vec<Free> {
        word.sort_unstable();
        let heaps = word.chunk_by(|one, other| one == other);
        heaps
            .map(|same| Free { heap: same[0], index: self.index(same[0]).max(same.len() - 1) })
            .collect()
    }

    /// The least index of what a heap stands for, at least that at first.
    fn index(&self, heap: u32) -> usize {
        let Some(&element) = self.elements.get(heap as usize) else { return INDEX };
        let element = usize::from(element);
        let mut powers = vec![0];
        loop {
            let next = self.monoid.product(powers[powers.len() - 1], element);
            if let Some(index) = powers.iter().position(|&power| power == next) {
                return index.max(INDEX);
            }
            powers.push(next);
        }
    }
}

/// Shows each option of a heap.
fn each_option(game: &HeapGame, heap: u32, mut see: impl FnMut(&[u64])) {
    let Ok(()) = game.each_option(u64::from(heap), |option| {
        see(option);
        Ok::<(), Infallible>(())
    });
}

/// The product of what the heaps of a sum stand for.
fn stand_for(
    sum: &[u64],
    element: impl Fn(usize) -> usize,
    product: impl Fn(usize, usize) -> usize,
) -> usize {
    sum.iter().fold(0, |all, &heap| product(all, element(heap as usize)))
}

/// Puts free heaps in order, each once, with the largest of its indices.
fn sort(free: &mut Vec<Free>) {
    free.sort_unstable_by_key(|free| (free.heap, Reverse(free.index)));
    free.dedup_by_key(|free| free.heap);
}

/// A heap that is a generator of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Free {
    heap: u32,
    /// `t^(index+2) = t^index`.
    index: usize,
}

/// The monoid in which some heaps are free. An element is the place of an element of the old monoid, the free generators' powers
/// being digits below it.
struct Large<'a> {
    old: &'a Tested,
    free: &'a [Free],
    /// The old elements that the other generators make, in ascending order of the weight of their words.
    kept: Vec<usize>,
    /// Their places among these; of no use for others.
    place: Vec<usize>,
    /// The words of the old elements over the other generators.
    words: Vec<Option<Word>>,
    /// The generators that are kept.
    generators: Vec<(usize, u32)>,
    /// The value of the digit of each free generator.
    units: Vec<usize>,
    /// The elements for each one kept: the product of the bases of the digits.
    powers: usize,
    order: usize,
    /// What each heap stands for.
    elements: Vec<usize>,
}

impl<'a> Large<'a> {
    fn new(
        old: &'a Tested,
        generators: &[(usize, u32)],
        old_words: &[Word],
        free: &'a [Free],
        limits: &Limits,
    ) -> Result<Large<'a>, Stop> {
        let position = |heap: u32| free.iter().position(|free| free.heap == heap);
        let generators: Vec<(usize, u32)> =
            generators.iter().copied().filter(|&(_, heap)| position(heap).is_none()).collect();
        let (kept, words) = old.monoid.words(&generators);
        let mut place = vec![0; old.monoid.order()];
        for (at, &element) in kept.iter().enumerate() {
            place[element] = at;
        }
        let mut units = Vec::new();
        let mut powers = 1_usize;
        for free in free {
            units.push(powers);
            powers = powers.saturating_mul(free.index + 2);
        }
        let order = kept.len().saturating_mul(powers);
        // What is kept of each element at once: weight and place, class twice, products by generators, a table of classes
        // while it grows.
        let each = 96 + 4 * (generators.len() + free.len());
        let needed = (order.saturating_mul(each) as u64).saturating_add(old.monoid.bytes());
        limits.check_memory(needed)?;
        if let Some(positions) = limits.positions.filter(|&positions| positions < order as u64) {
            return Err(Stop::Positions(positions));
        }
        if u32::try_from(order).is_err() {
            return Err(Stop::Memory { needed, allowed: (each as u64) << 32 });
        }
        let mut large = Large {
            old,
            free,
            kept,
            place,
            words,
            generators,
            units,
            powers,
            order,
            elements: Vec::new(),
        };
        for (heap, &element) in (0..).zip(&old.elements) {
            let own = match position(heap) {
                Some(at) => large.units[at],
                None => old_words[usize::from(element)].iter().fold(0, |product, &generator| {
                    let element = usize::from(old.elements[generator as usize]);
                    let factor = match position(generator) {
                        Some(at) => large.units[at],
                        None => large.place[element] * powers,
                    };
                    large.product(product, factor)
                }),
            };
            large.elements.push(own);
        }
        // The new heap is free in the first guess, and has an element in those after it.
        let unit = position(old.elements.len() as u32).map(|at| large.units[at]);
        large.elements.extend(unit);
        Ok(large)
    }

    fn product(&self, a: usize, b: usize) -> usize {
        let (own, other) = (self.kept[a / self.powers], self.kept[b / self.powers]);
        let mut product = self.place[self.old.monoid.product(own, other)] * self.powers;
        let (mut a, mut b) = (a % self.powers, b % self.powers);
        if a == 0 || b == 0 {
            return product + a + b;
        }
        for (free, unit) in self.free.iter().zip(&self.units) {
            let base = free.index + 2;
            let mut power = a % base + b % base;
            if power >= base {
                power = free.index + (power - free.index) % 2;
            }
            product += power * unit;
            a /= base;
            b /= base;
        }
        product
    }

    /// What a sum of heaps stands for.
    fn stand_for(&self, sum: &[u64]) -> usize {
        stand_for(sum, |heap| self.elements[heap], |a, b| self.product(a, b))
    }

    /// The powers of the free generators in an element.
    fn powers_in(&self, element: usize) -> impl Iterator<Item = (u32, usize)> + '_ {
        let mut rest = element % self.powers;
        self.free.iter().map(move |free| {
            let base = free.index + 2;
            let power = rest % base;
            rest /= base;
            (free.heap, power)
        })
    }

    /// All elements in ascending order of the weight of their least words.
    fn by_weight(&self) -> Vec<u32> {
        let kept = self.kept.iter().map(|&element| {
            let word = self.words[element].as_deref().unwrap_or_default();
            word.iter().map(|&heap| weight(heap)).sum::<u64>()
        });
        let kept: Vec<u64> = kept.collect();
        let mut all: Vec<(u64, u32)> = (0..self.order)
            .map(|element| {
                let free = self.powers_in(element).map(|(heap, power)| power as u64 * weight(heap));
                (kept[element / self.powers] + free.sum::<u64>(), element as u32)
            })
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, element)| element).collect()
    }

    /// Which elements are lost, by the moves in their least words.
    fn lost(&self, game: &HeapGame, by_weight: &[u32], limits: &Limits) -> Result<Vec<bool>, Stop> {
        let heaps = self.generators.iter().map(|&(_, heap)| heap);
        let heaps = heaps.chain(self.free.iter().map(|free| free.heap));
        let options: HashMap<u32, Vec<usize>, RandomState> = heaps
            .map(|heap| {
                let mut options = Vec::new();
                each_option(game, heap, |option| options.push(self.stand_for(option)));
                options.sort_unstable();
                options.dedup();
                (heap, options)
            })
            .collect();
        // What is left of the word of each element kept without one of its heaps.
        let rests = self.kept.iter().map(|&element| {
            let word = self.words[element].as_deref().unwrap_or_default();
            let mut heaps = word.to_vec();
            heaps.sort_unstable();
            heaps.dedup();
            heaps
                .into_iter()
                .map(|heap| {
                    let mut rest = word.to_vec();
                    if let Some(at) = rest.iter().position(|&own| own == heap) {
                        rest.swap_remove(at);
                    }
                    let rest: Vec<u64> = rest.into_iter().map(u64::from).collect();
                    (heap, self.stand_for(&rest))
                })
                .collect::<Vec<(u32, usize)>>()
        });
        let rests: Vec<Vec<(u32, usize)>> = rests.collect();
        let mut lost = vec![false; self.order];
        for (done, &element) in by_weight.iter().enumerate() {
            if done.is_multiple_of(ELEMENTS_PER_CHECK) {
                limits.check()?;
            }
            let element = element as usize;
            let powers = element % self.powers;
            let kept =
                rests[element / self.powers].iter().map(|&(heap, rest)| (heap, rest + powers));
            let free = self.powers_in(element).zip(&self.units);
            let free = free
                .filter(|((_, power), _)| *power > 0)
                .map(|((heap, _), unit)| (heap, element - unit));
            let loses = |(heap, rest): (u32, usize)| {
                options[&heap].iter().any(|&option| lost[self.product(rest, option)])
            };
            lost[element] = element != 0 && !kept.chain(free).any(loses);
        }
        Ok(lost)
    }

    /// Makes one of the elements that no product tells apart, and tests the outcome: a sum that contradicts it.
    fn merge(&self, game: &HeapGame, limits: &Limits) -> Result<(Tested, Option<Word>), Stop> {
        let by_weight = self.by_weight();
        let lost = self.lost(game, &by_weight, limits)?;
        let classes = self.classes(&lost, limits)?;
        // The classes are numbered in ascending order of their least words.
        let mut number: HashMap<u32, u16, RandomState> = HashMap::default();
        let mut least = Vec::new();
        for &element in &by_weight {
            number.entry(classes[element as usize]).or_insert_with(|| {
                least.push(element as usize);
                (least.len() - 1) as u16
            });
        }
        let of = |element: usize| number[&classes[element]];
        let lost = least.iter().map(|&element| lost[element]).collect();
        let product = |a: usize, b: usize| of(self.product(least[a], least[b]));
        let monoid = Monoid::new(lost, product, limits)?;
        let mut tested = Tested {
            elements: self.elements.iter().map(|&element| of(element)).collect(),
            check: Check::new(&monoid),
            monoid,
            known: HashMap::default(),
        };
        let contradiction = tested.test(game, limits)?;
        Ok((tested, contradiction))
    }

    /// The coarsest classes of elements such that all of a class are lost or none, and so are their products by any generator.
    /// `O(order x generators)` a round.
    fn classes(&self, lost: &[bool], limits: &Limits) -> Result<Vec<u32>, Stop> {
        let kept = self.generators.iter().map(|&(element, _)| self.place[element] * self.powers);
        let generators: Vec<usize> = kept.chain(self.units.iter().copied()).collect();
        let mut products: Vec<Vec<u32>> = Vec::new();
        for &generator in &generators {
            let mut times = Vec::with_capacity(self.order);
            for element in 0..self.order {
                if element.is_multiple_of(ELEMENTS_PER_CHECK) {
                    limits.check()?;
                }
                times.push(self.product(element, generator) as u32);
            }
            products.push(times);
        }
        let mut classes: Vec<u32> = lost.iter().map(|&lost| u32::from(lost)).collect();
        let mut count = 0;
        loop {
            let before = count;
            for products in &products {
                let mut names: HashMap<(u32, u32), u32, RandomState> = HashMap::default();
                let mut finer = Vec::with_capacity(self.order);
                for (element, (&own, &product)) in classes.iter().zip(products).enumerate() {
                    if element.is_multiple_of(ELEMENTS_PER_CHECK) {
                        limits.check()?;
                    }
                    let next = names.len() as u32;
                    finer.push(*names.entry((own, classes[product as usize])).or_insert(next));
                }
                count = names.len();
                classes = finer;
            }
            if count == before {
                break;
            }
        }
        if count > Monoid::MOST {
            return Err(Stop::Memory {
                needed: 2 * (count as u64).pow(2),
                allowed: 2 * (Monoid::MOST as u64).pow(2),
            });
        }
        limits.check_memory(2 * (count as u64).pow(2) + self.old.monoid.bytes())?;
        Ok(classes)
    }
}
