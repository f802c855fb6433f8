//! Games on orders: take an element and all that are above it; whoever has none left to take has
//! lost. Chomp without its poison, Schuh's game of divisors and the taking of subsets are of this kind
//! (Schuh, Nieuw Tijdschrift voor Wiskunde 39, 1952; Gale and Neyman, International Journal of Game Theory 11,
//! 1982). Which player wins is hard to say in general (Grier, Deciding the winner of an arbitrary finite
//! poset game is PSPACE-complete, 2013), so parts are searched.

use std::collections::BTreeMap;

use crate::board::decided::misere::MisereOutcome;
use crate::board::decided::strategy::Strategy;
use crate::board::parts::takings::{Places, TakingSearch, connected};
use crate::board::shown::picture::of_list;
use crate::board::shown::sketch::{Look, Mark, Sketch, in_lines};
use crate::board::typed::words::{
    MOST_SHOWN, NOTHING, is_long, left, mistyped, no_name, not_alone, or_nothing, without_fillers,
    words_after,
};
use crate::board::{BoardGame, Picture, Sign, Touch};
use crate::graph::Named;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;
use crate::search::Keeping;

/// The game on an order.
///
/// ```
/// use grundy::board::{BoardGame, Poset};
/// use grundy::limits::Limits;
/// // Whoever takes an element takes all above it: the player to move wins wherever there is a top.
/// let mut order = Poset::read("a<c b<c")?;
/// let all = order.all();
/// assert!(!order.is_lost(&all, &Limits::default())?);
/// assert_eq!(order.moves(&all).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Poset {
    names: Vec<String>,
    /// For each element the elements above it and itself, ascending.
    above: Vec<Vec<u32>>,
    /// For each element those above it, itself, and those below it.
    near: Vec<Vec<u32>>,
    /// Each element with one above it that has none in between.
    covers: Vec<(u32, u32)>,
    search: TakingSearch,
}

debug_by_name!(Poset);

/// Most elements of an order.
const MOST_ELEMENTS: usize = 1 << 10;

fn help() -> Message {
    message!(
        "an order is typed a<b b<c d, what is below first; or chain 5, divisors 60, subsets 4; chomp 2x3 is a product of chains"
    )
}

/// An order while it is read.
#[derive(Default)]
struct Draft {
    names: Vec<String>,
    /// For each element those that are said to be above it.
    above: Vec<Vec<u32>>,
}

impl Draft {
    fn element(&mut self, name: &str) -> u32 {
        // Typed orders are short.
        match self.names.iter().position(|known| known == name) {
            Some(element) => element as u32,
            None => {
                self.names.push(name.to_owned());
                self.above.push(Vec::new());
                self.names.len() as u32 - 1
            }
        }
    }

    /// Adds a typed relation `a<b`, several `a<b<c`, or an element.
    ///
    /// # Errors
    /// What is wrong with the word.
    fn add(&mut self, word: &str) -> Result<(), Message> {
        if let Some(found) = mistyped(word) {
            return Err(found);
        }
        let mut below = None;
        // No two elements are equal, so `a<=b` and `a≤b` say what `a<b` says.
        for (place, name) in word.split(['<', '≤']).enumerate() {
            let name = if place > 0 { name.strip_prefix('=').unwrap_or(name) } else { name };
            if name.contains('-') {
                return Err(message!("an order is typed a<b; `-` is of graphs"));
            }
            if name.is_empty() {
                return Err(message!("an element is missing here"));
            }
            if name.contains(['>', '≥']) {
                return Err(message!("what is below stands first: a<b"));
            }
            if let Some(found) = no_name(name) {
                return Err(found);
            }
            let element = self.element(name);
            if let Some(below) = below.replace(element) {
                self.above[below as usize].push(element);
            }
        }
        if self.names.len() > MOST_ELEMENTS {
            return Err(message!("an order has at most 1024 elements"));
        }
        Ok(())
    }

    /// The order that follows; an element that would be above itself where there is a cycle.
    fn finish(self) -> Result<Poset, String> {
        let size = self.names.len();
        let mut above: Vec<Vec<u32>> = Vec::with_capacity(size);
        let mut reached = vec![u32::MAX; size];
        for element in 0..size as u32 {
            let mut found = vec![element];
            let mut at = 0;
            while let Some(&low) = found.get(at) {
                at += 1;
                for &high in &self.above[low as usize] {
                    if high == element {
                        return Err(self.names[element as usize].clone());
                    }
                    if reached[high as usize] != element {
                        reached[high as usize] = element;
                        found.push(high);
                    }
                }
            }
            found.sort_unstable();
            above.push(found);
        }
        let mut near = above.clone();
        for (low, highs) in above.iter().enumerate() {
            for &high in highs.iter().filter(|&&high| high as usize != low) {
                near[high as usize].push(low as u32);
            }
        }
        let mut covers = Vec::new();
        let mut between = vec![u32::MAX; size];
        for (low, highs) in (0_u32..).zip(&above) {
            let others = |of: u32| above[of as usize].iter().filter(move |&&high| high != of);
            for &middle in others(low) {
                others(middle).for_each(|&high| between[high as usize] = low);
            }
            let nearest =
                highs.iter().filter(|&&high| high != low && between[high as usize] != low);
            covers.extend(nearest.map(|&high| (low, high)));
        }
        let (near, search) = searched(&above, near);
        Ok(Poset { names: self.names, above, near, covers, search })
    }
}

impl Poset {
    /// The value of what is left where each element stands on one at most: these are trees, and to take an element with all
    /// above it cuts a branch. By the colon principle (Winning Ways, chapter 7) an element is worth one more than all that
    /// stands on it.
    fn as_trees(&self, left: &[u32]) -> Option<Nimber> {
        let place = |element| left.binary_search(element).ok();
        let mut below = vec![None; left.len()];
        for (low, high) in &self.covers {
            if let Some((low, high)) = place(low).zip(place(high))
                && below[high].replace(low).is_some()
            {
                return None;
            }
        }
        // What stands on an element has fewer above itself.
        let mut places: Vec<usize> = (0..left.len()).collect();
        places.sort_by_key(|&at| self.above[left[at] as usize].len());
        let (mut all, mut upon) = (0, vec![0_u64; left.len()]);
        for at in places {
            let value = upon[at] + 1;
            match below[at] {
                Some(low) => upon[low] ^= value,
                None => all ^= value,
            }
        }
        Some(Nimber(all))
    }

    /// Both orders, the elements of the other after those of this one, also where they have the same names.
    pub(in crate::board) fn beside(mut self, other: Poset) -> Poset {
        let before = self.names.len() as u32;
        let moved = |all: Vec<u32>| all.into_iter().map(|element| element + before).collect();
        self.names.extend(other.names);
        self.above.extend(other.above.into_iter().map(moved));
        self.near.extend(other.near.into_iter().map(moved));
        self.covers.extend(other.covers.iter().map(|(low, high)| (low + before, high + before)));
        let (near, search) = searched(&self.above, self.near);
        Poset { near, search, ..self }
    }

    /// Reads `a<b b<c d`, what is below first, `chain 5`, `divisors 60` or `subsets 4`.
    ///
    /// The divisors of a number from 2 on, each below its multiples, are Schuh's game, in which
    /// whoever takes 1 has lost; `subsets N` are those of `1..N` but for the empty and the whole one.
    ///
    /// ```
    /// use grundy::board::{BoardGame, Poset};
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// // A chain is a heap of Nim.
    /// let mut chain = Poset::read("chain 5")?;
    /// let all = chain.all();
    /// assert_eq!(chain.value(&all, &Limits::default())?, Nimber(5));
    /// assert!(Poset::read("a<b b<a").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Poset, RuleError> {
        let mut draft = Draft::default();
        let opened = without_brackets(text);
        let text = opened.as_str();
        let all = words_after(text, &["relations", "relation", "order", "elements"]);
        let said: Vec<(usize, &str)> = without_fillers(&all).collect();
        let is_phrase = matches!(said[..], [(_, name), (_, _)] if is_kind(name));
        let all = if is_phrase { said } else { all };
        match all[..] {
            [(_, "divisors"), (at, number)] => divisors(&mut draft, number).ok_or_else(|| {
                wrong(text, at, number, message!("expected a number from 1 to 10^8"))
            })?,
            [(_, "subsets"), (at, number)] => subsets(&mut draft, number).ok_or_else(|| {
                wrong(text, at, number, message!("expected a number from 1 to 10"))
            })?,
            [(_, "chain"), (at, number)] => chain(&mut draft, number).ok_or_else(|| {
                wrong(text, at, number, message!("expected a number from 0 to 1024"))
            })?,
            [(_, NOTHING)] => {}
            // Elements, of which one would have such a name and none is below another, are less likely.
            _ if not_alone(&all, is_kind).is_none()
                && let Some(&(at, word)) = names_a_kind(&all) =>
            {
                let wrong = wrong(text, at, word, message!("no order has this name"));
                let chomp =
                    message!("rows of chocolate are a game of their own: `grundy value chomp 2x3`");
                return Err(if word == "chomp" { wrong.help(chomp) } else { wrong });
            }
            _ => {
                if let Some((span, found, help)) = not_alone(&all, is_kind) {
                    return Err(RuleError::new(span, found).help(help).in_source(text));
                }
                for (at, word) in all {
                    draft.add(word).map_err(|found| wrong(text, at, word, found))?;
                }
                if draft.names.is_empty() {
                    return Err(wrong(text, 0, text, message!("there is no order here")));
                }
            }
        }
        draft.finish().map_err(|name| wrong(text, 0, text, in_a_circle(&name)))
    }

    /// The order of a graph that was read: what an edge leads to is above what it comes from.
    ///
    /// ```
    /// use grundy::board::{BoardGame, Poset};
    /// use grundy::graph::{Draft, Reading, read::EdgeList};
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// // A chain of three is a heap of Nim.
    /// let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
    /// list.feed(b"0 1\n1 2\n")?;
    /// let mut chain = Poset::of_named(&list.finish()??)?;
    /// let all = chain.all();
    /// assert_eq!(chain.value(&all, &Limits::default())?, Nimber(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it is no order.
    pub fn of_named(named: &Named) -> Result<Poset, RuleError> {
        let none = |message: Message| RuleError::new(Span::new(0, 0), message);
        let vertices = named.graph.vertices();
        if vertices as usize > MOST_ELEMENTS {
            return Err(none(message!("an order has at most 1024 elements")));
        }
        let names = (0..vertices).map(|vertex| named.names.name(vertex).to_string()).collect();
        let above = (0..vertices).map(|vertex| named.graph.followers(vertex).to_vec()).collect();
        Draft { names, above }.finish().map_err(|name| none(in_a_circle(&name)))
    }

    /// The pairs of places in `left` of which the second covers the first.
    fn covers_in(&self, left: &[u32]) -> Vec<(usize, usize)> {
        // What is below an element that is left is left too, so nothing in between has gone.
        let place = |element: u32| left.binary_search(&element).ok();
        let covers = self.covers.iter();
        covers.filter_map(|&(low, high)| Some((place(low)?, place(high)?))).collect()
    }

    /// How many elements the longest chain below each has, of those in `left`.
    fn heights(&self, left: &[u32]) -> Vec<usize> {
        let mut heights = vec![0; left.len()];
        // What is above has fewer above itself, so each is settled before those above it.
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.above[left[at] as usize].len()));
        for low in order {
            for &high in &self.above[left[low] as usize] {
                if high != left[low]
                    && let Ok(high) = left.binary_search(&high)
                {
                    heights[high] = heights[high].max(heights[low] + 1);
                }
            }
        }
        heights
    }

    /// All elements.
    pub fn all(&self) -> Vec<u32> {
        (0..self.names.len() as u32).collect()
    }
}

/// The search of an order in which these are above each element and near it, and the latter.
fn searched(above: &[Vec<u32>], near: Vec<Vec<u32>>) -> (Vec<Vec<u32>>, TakingSearch) {
    let moves =
        (0_u32..).zip(above).map(|(element, above)| (vec![element], above.clone())).collect();
    let places = Places { moves, near, least: 1 };
    let search = TakingSearch::new(&places);
    (places.near, search)
}

fn wrong(text: &str, at: usize, word: &str, message: Message) -> RuleError {
    RuleError::new(Span::new(at, at + word.len()), message).help(help()).in_source(text)
}

fn in_a_circle(name: &str) -> Message {
    message!("`{name}` would be above itself", name)
}

/// `divisors(12)` as `divisors 12 `, of the same length.
fn without_brackets(text: &str) -> String {
    let is_call = text.trim().strip_suffix(')').and_then(|call| call.split_once('('));
    match is_call {
        Some((name, size)) if is_kind(name.trim()) && is_size(size.trim()) => {
            text.replace(['(', ')'], " ")
        }
        _ => text.to_owned(),
    }
}

/// Whether a word is the name of a kind of order, which has a size.
fn is_kind(word: &str) -> bool {
    ["divisors", "subsets", "chain"].contains(&word)
}

fn is_size(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_lettered(word: &str) -> bool {
    word.strip_prefix(['B', 'D', 'C']).is_some_and(|size| is_size(size.trim_start_matches('_')))
}

/// The word that may be meant as a kind of order, `boolean 3`, or as a product, `2x3`, where no element is below
/// another.
fn names_a_kind<'a, 'w>(words: &'a [(usize, &'w str)]) -> Option<&'a (usize, &'w str)> {
    let is_product = |word: &str| {
        word.contains('x') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x')
    };
    match words {
        [only @ (_, word)] if is_product(word) => Some(only),
        _ if words.iter().any(|(_, word)| word.contains(['<', '≤'])) => None,
        // `D60` and `B3` are the divisors of 60 and the subsets of three in books.
        [only @ (_, word)] if is_lettered(word) => Some(only),
        [(_, a), by @ (_, sign), (_, b)]
            if ["x", "×", "*"].contains(sign) && is_size(a) && is_size(b) =>
        {
            Some(by)
        }
        _ => words.iter().find(|(_, word)| is_long(word)),
    }
}

/// One above the other.
fn chain(draft: &mut Draft, number: &str) -> Option<()> {
    let number = number.parse::<usize>().ok().filter(|&number| number <= MOST_ELEMENTS)?;
    let elements: Vec<u32> = (1..=number).map(|name| draft.element(&name.to_string())).collect();
    for pair in elements.windows(2) {
        draft.above[pair[0] as usize].push(pair[1]);
    }
    Some(())
}

/// The divisors of a number but 1, each below its multiples; of 10^8 and less there are at most 768.
fn divisors(draft: &mut Draft, number: &str) -> Option<()> {
    let number: u64 = number.parse().ok().filter(|number| (1..=100_000_000).contains(number))?;
    let mut found: Vec<u64> = (1..=number.isqrt())
        .filter(|divisor| number.is_multiple_of(*divisor))
        .flat_map(|divisor| [divisor, number / divisor])
        .filter(|&divisor| divisor > 1)
        .collect();
    found.sort_unstable();
    found.dedup();
    draft.names = found.iter().map(u64::to_string).collect();
    let multiples = |low: &u64| {
        let highs = (0_u32..).zip(&found).filter(|(_, high)| *high > low);
        highs.filter(|(_, high)| high.is_multiple_of(*low)).map(|(at, _)| at).collect()
    };
    draft.above = found.iter().map(multiples).collect();
    Some(())
}

/// The subsets of `1..count` but for the empty and the whole one, each below those with one element
/// more.
fn subsets(draft: &mut Draft, count: &str) -> Option<()> {
    let count: u32 = count.parse().ok().filter(|count| (1..=10).contains(count))?;
    let whole = (1_u32 << count) - 1;
    for set in 1..whole {
        let members = (0..count).filter(|at| set >> at & 1 == 1);
        let names: Vec<String> = members.map(|at| (at + 1).to_string()).collect();
        draft.names.push(format!("{{{}}}", names.join(",")));
        let more = (0..count).map(|at| set | 1 << at).filter(|&more| more != set && more != whole);
        draft.above.push(more.map(|more| more - 1).collect());
    }
    Some(())
}

impl BoardGame for Poset {
    /// The elements that are left, ascending.
    type Position = Vec<u32>;
    /// The element that is taken with all above it.
    type Move = u32;

    fn moves<'a>(&self, left: &'a Vec<u32>) -> impl Iterator<Item = u32> + use<'a> {
        left.iter().copied()
    }

    fn after(&self, left: &Vec<u32>, taken: &u32) -> Vec<u32> {
        let above = &self.above[*taken as usize];
        left.iter().copied().filter(|element| above.binary_search(element).is_err()).collect()
    }

    fn owned_bytes(&self, left: &Vec<u32>) -> u64 {
        size_of_val(&left[..]) as u64
    }

    /// What covers what, and the elements that neither cover nor are covered.
    fn show(&self, left: &Vec<u32>) -> String {
        let covers = self.covers_in(left);
        let mut is_alone = vec![true; left.len()];
        for &(low, high) in &covers {
            (is_alone[low], is_alone[high]) = (false, false);
        }
        let name = |at: usize| &self.names[left[at] as usize];
        let mut words: Vec<String> =
            covers.iter().map(|&(low, high)| format!("{}<{}", name(low), name(high))).collect();
        words.extend((0..left.len()).filter(|&at| is_alone[at]).map(|at| name(at).clone()));
        or_nothing(&words)
    }

    fn show_move(&self, elements: &Vec<u32>, taken: &u32) -> Message {
        let after = self.after(elements, taken);
        let taken = &self.names[*taken as usize];
        if after.len() > MOST_SHOWN {
            return message!("{taken}, which leaves {count} elements", taken, count = after.len());
        }
        let after: Vec<&String> = after.iter().map(|&at| &self.names[at as usize]).collect();
        message!("{taken}, which leaves {after}", taken, after = left(or_nothing(&after)))
    }

    /// The Hasse diagram: an element stands as high as the longest chain below it, and is joined with
    /// those that it covers.
    fn sketch(&self, left: &Vec<u32>) -> Sketch {
        let heights = self.heights(left);
        let joints = self.covers_in(left);
        let mut sketch = Sketch { joints, ..Sketch::default() };
        for (at, &element) in in_lines(&heights).into_iter().zip(left) {
            sketch.place(at, Look::Vertex, &self.names[element as usize]);
        }
        sketch
    }

    fn mark(&self, left: &Vec<u32>, taken: &u32) -> Mark {
        Mark::Places(left.binary_search(taken).into_iter().collect())
    }

    fn name_move(&self, _: &Vec<u32>, taken: &u32) -> Message {
        message!("{taken}", taken = self.names[*taken as usize])
    }

    /// The elements by the number of those in the longest chain below, the highest first.
    fn picture(&self, left: &Vec<u32>, made: Option<&u32>) -> Picture {
        let touch = |element: u32| match made {
            Some(&taken) if taken == element => Touch::Chosen,
            Some(&taken) if self.above[taken as usize].contains(&element) => Touch::Goes,
            _ => Touch::Stays,
        };
        let mut levels: BTreeMap<usize, Vec<Sign>> = BTreeMap::new();
        for (&element, height) in left.iter().zip(self.heights(left)) {
            let mark = Sign::new(&self.names[element as usize][..], touch(element));
            levels.entry(height).or_default().push(mark);
        }
        levels.into_values().rev().flat_map(of_list).collect()
    }

    fn value(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<Nimber, Failure> {
        if let Some(value) = self.as_trees(left) {
            return Ok(limits.check().map(|()| value)?);
        }
        self.search.value(left, &message!("elements"), limits)
    }

    fn is_lost(&mut self, left: &Vec<u32>, limits: &Limits) -> Result<bool, Failure> {
        if let Some(value) = self.as_trees(left) {
            return Ok(limits.check().map(|()| value == Nimber::ZERO)?);
        }
        self.search.is_lost(left, &message!("elements"), limits)
    }

    fn is_searched(&self) -> bool {
        true
    }

    fn apart(&self, left: &Vec<u32>) -> Vec<Vec<u32>> {
        connected(left, |element| &self.near[element as usize])
    }

    /// With one element above all others the strategy is stolen.
    fn strategy(&self, left: &Vec<u32>) -> Option<Strategy<u32>> {
        let below = |top: u32, low: &u32| self.above[*low as usize].binary_search(&top).is_ok();
        // What is above all others has fewest above itself.
        let top = *left.iter().min_by_key(|&&element| self.above[element as usize].len())?;
        let all_below = left.iter().all(|low| below(top, low));
        (all_below && left.len() > 1).then_some(Strategy::Stealing { play: top })
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Vec<u32>> + '_>> {
        self.search.misere_outcome()
    }

    /// With numbers for names: the same order under other names is the same game.
    fn saved_as(&self) -> Option<String> {
        let elements = 1..=self.names.len() as u32;
        let relations = elements.clone().flat_map(|low| {
            let above = self.above[low as usize - 1].iter().map(|high| high + 1);
            above.filter(move |&high| high != low).map(move |high| format!("{low}<{high}"))
        });
        let words: Vec<String> = elements.map(|low| low.to_string()).chain(relations).collect();
        Some(format!("poset {}", words.join(" ")))
    }

    fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        self.search.searches()
    }

    fn excluded(&self, left: &Vec<u32>) -> Vec<u8> {
        self.search.excluded(left)
    }
}
