//! A monoid in letters: generators, relations, and the least word of each element.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;

use super::extend::Tested;
use super::monoid::weight;

/// A heap that is no sum of smaller ones, as far as misère play can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// Its letter: `a` for the first, `z` for the 26th, then `A` to `Z`, then `g53` and so on.
    pub name: String,
    /// The smallest heap that stands for it.
    pub heap: u32,
    /// The element.
    pub element: usize,
}

/// Two words for the same element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// How often each generator is in it.
    pub word: Vec<u32>,
    /// The least word that is equal.
    pub least: Vec<u32>,
}

/// Generators and relations of a monoid. A word is a list that says how often each generator is in it.
///
/// The *least* of some words is that with the least weight, a heap of `n` counting `2n - 1`, and of several such the one with
/// fewer of the first generator by which they differ. Each word becomes the least one by rewriting: replace by the
/// relations, from left to right, for as long as any can be.
///
/// ```
/// use grundy::heap::HeapGame;
/// use grundy::limits::Limits;
/// use grundy::misere::Quotient;
/// let mut game = Quotient::new(HeapGame::Code("0.75".parse()?));
/// game.advance(100, &Limits::default())?;
/// let presentation = game.presentation();
/// let heaps: Vec<u32> = presentation.generators.iter().map(|generator| generator.heap).collect();
/// assert_eq!(heaps, [1, 2, 5]);
/// let relations: Vec<String> = presentation
///     .relations
///     .iter()
///     .map(|relation| [&relation.word, &relation.least].map(|word| presentation.print(word)).join(" = "))
///     .collect();
/// assert_eq!(relations, ["a^2 = 1", "b^3 = b", "bc = ab", "c^2 = b^2"]);
/// let lost: Vec<String> = game.monoid().lost().map(|element| presentation.name(element)).collect();
/// assert_eq!(lost, ["a", "b^2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// By ascending heap.
    pub generators: Vec<Generator>,
    /// Of which the left sides contain no other.
    pub relations: Vec<Relation>,
    /// The least word of each element.
    pub words: Vec<Vec<u32>>,
}

impl Presentation {
    pub(super) fn of(tested: &Tested) -> Presentation {
        let monoid = &tested.monoid;
        let (mut heaps, _) = tested.generators();
        // Those that larger heaps make are left out.
        for at in (0..heaps.len()).rev() {
            let mut others = heaps.clone();
            let (element, _) = others.remove(at);
            if monoid.words(&others).1[element].is_some() {
                heaps = others;
            }
        }
        let mut least: Vec<Option<(u64, Vec<u32>)>> = vec![None; monoid.order()];
        let mut queue = BinaryHeap::new();
        queue.push(Reverse((0, vec![0; heaps.len()], 0)));
        while let Some(Reverse((total, word, element))) = queue.pop() {
            if least[element].is_some() {
                continue;
            }
            for (at, &(factor, heap)) in heaps.iter().enumerate() {
                let product = monoid.product(element, factor);
                if least[product].is_none() {
                    let mut word = word.clone();
                    word[at] += 1;
                    queue.push(Reverse((total + weight(heap), word, product)));
                }
            }
            least[element] = Some((total, word));
        }
        let words: Vec<Vec<u32>> = least
            .into_iter()
            .map(|least| least.map(|(_, word)| word).unwrap_or_default())
            .collect();
        let mut relations = Vec::new();
        let element_of = |word: &[u32]| {
            word.iter().zip(&heaps).fold(0, |element, (&count, &(factor, _))| {
                (0..count).fold(element, |element, _| monoid.product(element, factor))
            })
        };
        for (element, least) in words.iter().enumerate() {
            for (at, &(factor, _)) in heaps.iter().enumerate() {
                let mut word = least.clone();
                word[at] += 1;
                let product = monoid.product(element, factor);
                if words[product] == word {
                    continue;
                }
                let mut without = (0..heaps.len()).filter(|&other| word[other] > 0).map(|other| {
                    let mut part = word.clone();
                    part[other] -= 1;
                    part
                });
                let relation = Relation { word: word.clone(), least: words[product].clone() };
                if without.all(|part| words[element_of(&part)] == part)
                    && !relations.contains(&relation)
                {
                    relations.push(relation);
                }
            }
        }
        let last = |relation: &Relation| relation.word.iter().rposition(|&count| count > 0);
        relations.sort_by(|one, other| {
            (last(one), Reverse(&one.word)).cmp(&(last(other), Reverse(&other.word)))
        });
        let generators = heaps.iter().enumerate().map(|(at, &(element, heap))| {
            let letter = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".get(at);
            let name =
                letter.map_or_else(|| format!("g{}", at + 1), |&letter| char::from(letter).into());
            Generator { name, heap, element }
        });
        Presentation { generators: generators.collect(), relations, words }
    }

    /// A word in letters: `ab^2`, and `1` for the empty one.
    pub fn print(&self, word: &[u32]) -> String {
        let mut text = String::new();
        for (generator, &count) in self.generators.iter().zip(word) {
            if count > 0 {
                if generator.name.len() > 1 && !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&generator.name);
            }
            if count > 1 {
                let _ = write!(text, "^{count}");
            }
        }
        if text.is_empty() { "1".to_owned() } else { text }
    }

    /// The least word of an element in letters.
    ///
    /// # Panics
    /// If there is no such element.
    pub fn name(&self, element: usize) -> String {
        self.print(&self.words[element])
    }
}
