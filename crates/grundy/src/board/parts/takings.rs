//! Games in which a move takes a set of places: Node Kayles and Arc Kayles on a graph, games on orders.
//!
//! What is left is a set of places, kept as the bits of a word. A move is there while the places that
//! it needs are left, and takes some places with it. The set falls into connected parts, which are
//! components of their own. Of a part and its images under the symmetries of the whole one stands for all, and so does one of
//! all parts with a single move.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::cells::Cells;
use super::reached;
use super::symmetries::Symmetries;
use crate::board::decided::misere::MisereOutcome;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Ruleset};
use crate::search::{Bound, Keeping, Misere, Packed, Pruned};

/// A game as lists of places, from which words of either size are made.
pub(in crate::board) struct Places {
    /// Each move: the places it needs, of which the first is the least, and those it takes.
    pub(in crate::board) moves: Vec<(Vec<u32>, Vec<u32>)>,
    /// For each place those that may be in one part with it.
    pub(in crate::board) near: Vec<Vec<u32>>,
    /// Places without which a part has no move; with no more it has one.
    pub(in crate::board) least: u32,
}

/// What a move needs and what it takes.
#[derive(Clone, Copy, Debug)]
struct Taking<W> {
    needs: W,
    takes: W,
}

/// The rules on sets of places in words `W`.
pub(super) struct Takings<W> {
    /// The moves by the least place that they need.
    moves: Vec<SmallVec<[Taking<W>; 1]>>,
    near: Vec<W>,
    least: u32,
    symmetries: Symmetries<W>,
    /// A part with the least number of places, if one stands for all of them.
    smallest: Option<W>,
}

impl<W: Cells> Takings<W> {
    pub(super) fn new(places: &Places) -> Takings<W> {
        let plain = Takings::<W>::without_symmetries(places);
        let mut moves = plain.moves.iter().flatten();
        let smallest = moves.find(|taking| taking.needs.count() == places.least);
        let smallest = smallest.map(|taking| taking.needs);
        Takings { symmetries: Symmetries::of(places), smallest, ..plain }
    }

    /// The same with parts as they are: the twin of the other.
    fn without_symmetries(places: &Places) -> Takings<W> {
        let mut moves = vec![SmallVec::new(); places.near.len()];
        for (needs, takes) in &places.moves {
            let taking = Taking { needs: set_of(needs), takes: set_of(takes) };
            if let Some(&first) = needs.first() {
                moves[first as usize].push(taking);
            }
        }
        let near = places.near.iter().map(|near| set_of(near)).collect();
        let symmetries = Symmetries::None;
        Takings { moves, near, least: places.least, symmetries, smallest: None }
    }

    /// The part that stands for this one.
    fn image(&self, part: W) -> W {
        match self.smallest {
            Some(smallest) if part.count() == self.least => smallest,
            _ => self.symmetries.image(part),
        }
    }

    /// The moves on a set.
    fn on(&self, set: W) -> impl Iterator<Item = Taking<W>> {
        let of_place = move |place: u32| self.moves[place as usize].iter().copied();
        members(set).flat_map(of_place).filter(move |taking| taking.needs & !set == W::EMPTY)
    }

    /// What is left after each move on a part, and what the move took.
    pub(super) fn lefts(&self, part: W) -> impl Iterator<Item = (W, W)> {
        self.on(part).map(move |taking| {
            let taken = part & taking.takes;
            (part ^ taken, taken)
        })
    }

    /// The images of the parts, under symmetries, of what is left of a part. It was connected, so each has a place near
    /// one that was taken.
    pub(super) fn parts_after(&self, (left, taken): (W, W), mut see: impl FnMut(W)) {
        let border = self.around(taken) & left;
        self.parts_at(left, border, |part| see(self.image(part)));
    }

    /// The images of the connected parts of a set under symmetries.
    pub(super) fn parts(&self, left: W, mut see: impl FnMut(W)) {
        self.parts_at(left, left, |part| see(self.image(part)));
    }

    /// The connected parts of a set, where each part has one of the places of `border` or more. A part that
    /// has all of them is the only one, which is seen before it is whole.
    fn parts_at(&self, mut left: W, mut border: W, mut see: impl FnMut(W)) {
        while border != W::EMPTY {
            let mut part = border & !border.less_one();
            let mut new = part;
            while new != W::EMPTY {
                if border & !part == W::EMPTY {
                    part = left;
                    break;
                }
                new = self.around(new) & left & !part;
                part = part | new;
            }
            left = left ^ part;
            border = border & left;
            if part.count() >= self.least {
                see(part);
            }
        }
    }

    /// The places that are near some of a set.
    fn around(&self, set: W) -> W {
        members(set).fold(W::EMPTY, |around, place| around | self.near[place as usize])
    }
}

fn set_of<W: Cells>(places: &[u32]) -> W {
    places.iter().fold(W::EMPTY, |set, &place| set | W::ONE << place)
}

/// The places of a set, one by one.
fn members<W: Cells>(mut set: W) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != W::EMPTY).then(|| {
            let place = set.first();
            set = set & set.less_one();
            place
        })
    })
}

impl<W: Cells> Ruleset for Takings<W> {
    type Component = W;

    fn options(
        &self,
        from: &W,
        _: &Limits,
        see: &mut dyn FnMut(&[W]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut parts: SmallVec<[W; 8]> = SmallVec::new();
        for after in self.lefts(*from) {
            parts.clear();
            self.parts_after(after, |part| parts.push(part));
            if see(&parts).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn describe(&self, component: &W) -> String {
        let numbers = members(*component).map(|place| (place + 1).to_string());
        numbers.collect::<Vec<_>>().join(" ")
    }
}

impl<W: Cells> Packed for Takings<W> {
    type Word = W;
    type Memory = ();

    fn pack(&self, component: W) -> W {
        component
    }

    fn unpack(&self, word: W) -> Option<W> {
        let places = self.near.len() as u32;
        let mut whole = None;
        if word >> places == W::EMPTY {
            self.parts_at(word, word, |part| {
                whole.get_or_insert(part);
            });
        }
        whole.filter(|part| *part == word)
    }

    fn weight(&self, word: W) -> u32 {
        word.count()
    }

    fn most_moves(&self, component: W) -> u8 {
        (component.count() / self.least) as u8
    }

    /// A place that goes with every move is the end of a part or its top. In Kayles a move then leaves
    /// no other. In an order that place alone can be taken: if that does not win, the answer that
    /// wins takes it too, and would have won at once (the strategy is stolen).
    fn theory(&self, component: W) -> Bound {
        let mut common = component;
        for taking in self.on(component) {
            common = common & taking.takes;
            if common == W::EMPTY {
                return Bound::NOTHING;
            }
        }
        Bound::not(0)
    }
}

/// The search for values of a game, in words as large as it needs.
pub(in crate::board) struct TakingSearch {
    small: Option<Searched<u64>>,
    large: Option<Searched<u128>>,
}

/// Most places in words of either size: 8 bits are for the table.
const SMALL: usize = 56;
pub(in crate::board) const LARGE: usize = 120;

/// The search for values in words `W`, helped by the values of all parts where these are few.
struct Searched<W: Cells> {
    pruned: Pruned<Takings<W>>,
    /// Places of what the values of all parts were asked of last.
    tried: Option<u32>,
}

/// Visits after which the search that prunes lets the definition try.
const SOON: u64 = 1 << 14;
/// Most parts of which all values are found.
const MOST_PARTS: usize = 1 << 20;

impl<W: Cells> Searched<W> {
    fn new(places: &Places) -> Searched<W> {
        Searched { pruned: Pruned::new(Takings::new(places)), tried: None }
    }

    /// Asks the search that prunes. If that is not soon done and few parts can be reached, their values are found
    /// before it goes on. Whoever limits the positions limits those of the search alone.
    fn ask<T>(
        &mut self,
        left: &[u32],
        limits: &Limits,
        question: impl Fn(&mut Pruned<Takings<W>>, &[W], &Limits) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let parts = parts_of(&self.pruned, left);
        if limits.positions.is_none() && self.may_try(left.len() as u32) {
            let soon = limits.clone().positions(self.pruned.visits() + SOON);
            match question(&mut self.pruned, &parts, &soon) {
                Err(Failure::Stop(Stop::Positions(_))) => {}
                found => return found,
            }
            self.find_all(&parts, left.len() as u32, limits)?;
        }
        question(&mut self.pruned, &parts, limits)
    }

    /// Whether there is hope: nothing was tried, or it was a good deal larger.
    fn may_try(&self, places: u32) -> bool {
        self.tried.is_none_or(|tried| 4 * places <= 3 * tried)
    }

    fn find_all(&mut self, parts: &[W], places: u32, limits: &Limits) -> Result<(), Failure> {
        let found = reached::values(self.pruned.rules(), parts, MOST_PARTS, limits)?;
        self.tried = Some(places);
        let mut found: Vec<(W, u8)> = found.unwrap_or_default().into_iter().collect();
        // Where a bucket of the table is full, what comes later stays: the parts that are most work.
        found.sort_unstable_by_key(|&(part, _)| (part.count(), part));
        let work = found.len() as u64;
        for (part, value) in found {
            let of_part = if parts.contains(&part) { work } else { 1 };
            self.pruned.found(part, value, of_part);
        }
        Ok(())
    }

    fn misere_outcome(&self) -> Box<dyn MisereOutcome<Vec<u32>> + '_> {
        Box::new(InMisere(Misere::new(self.pruned.rules())))
    }
}

impl TakingSearch {
    /// A game of more than 120 places has no search: it is too large.
    pub(in crate::board) fn new(places: &Places) -> TakingSearch {
        let size = places.near.len();
        let small = (size <= SMALL).then(|| Searched::new(places));
        let large = (size > SMALL && size <= LARGE).then(|| Searched::new(places));
        TakingSearch { small, large }
    }

    /// The value of what is left; `what` the places are is for the message.
    pub(in crate::board) fn value(
        &mut self,
        left: &[u32],
        what: &Message,
        limits: &Limits,
    ) -> Result<Nimber, Failure> {
        match (&mut self.small, &mut self.large) {
            (Some(search), _) => search.ask(left, limits, Pruned::value),
            (_, Some(search)) => search.ask(left, limits, Pruned::value),
            _ => Err(too_large(what)),
        }
    }

    pub(in crate::board) fn is_lost(
        &mut self,
        left: &[u32],
        what: &Message,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        match (&mut self.small, &mut self.large) {
            (Some(search), _) => search.ask(left, limits, Pruned::is_lost),
            (_, Some(search)) => search.ask(left, limits, Pruned::is_lost),
            _ => Err(too_large(what)),
        }
    }

    pub(in crate::board) fn searches(&mut self) -> Vec<&mut dyn Keeping> {
        let small = self.small.as_mut().map(|search| &mut search.pruned as &mut dyn Keeping);
        let large = self.large.as_mut().map(|search| &mut search.pruned as &mut dyn Keeping);
        small.into_iter().chain(large).collect()
    }

    /// Misère play, if there are words for the places.
    pub(in crate::board) fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Vec<u32>> + '_>> {
        match (&self.small, &self.large) {
            (Some(search), _) => Some(search.misere_outcome()),
            (_, Some(search)) => Some(search.misere_outcome()),
            _ => None,
        }
    }

    /// Values that a stopped search has excluded.
    pub(in crate::board) fn excluded(&self, left: &[u32]) -> Vec<u8> {
        match (&self.small, &self.large) {
            (Some(search), _) => search.pruned.excluded(&parts_of(&search.pruned, left)),
            (_, Some(search)) => search.pruned.excluded(&parts_of(&search.pruned, left)),
            _ => Vec::new(),
        }
    }
}

/// Misère play on sets of places.
struct InMisere<'a, W: Cells>(Misere<&'a Takings<W>>);

impl<W: Cells> MisereOutcome<Vec<u32>> for InMisere<'_, W> {
    fn is_lost(&mut self, sum: &[Vec<u32>], limits: &Limits) -> Result<Option<bool>, Failure> {
        let mut parts = Vec::new();
        for left in sum {
            self.0.ruleset().parts(set_of(left), |part| parts.push(part));
        }
        Ok(Some(self.0.outcome(&parts, limits)? == Outcome::P))
    }
}

/// The connected parts of what is left, each ascending.
pub(in crate::board) fn connected<'a>(
    left: &[u32],
    near: impl Fn(u32) -> &'a [u32],
) -> Vec<Vec<u32>> {
    let mut seen = vec![false; left.len()];
    let mut parts = Vec::new();
    for start in 0..left.len() {
        let mut part = Vec::new();
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                part.push(left[at]);
                let near = near(left[at]).iter();
                waiting.extend(near.filter_map(|near| left.binary_search(near).ok()));
            }
        }
        if !part.is_empty() {
            part.sort_unstable();
            parts.push(part);
        }
    }
    parts
}

/// The parts of what is left, the smallest first.
fn parts_of<W: Cells>(search: &Pruned<Takings<W>>, left: &[u32]) -> Vec<W> {
    let mut parts = Vec::new();
    search.rules().parts(set_of(left), |part| parts.push(part));
    parts.sort_by_key(|part| part.count());
    parts
}

/// A search has a bit for each thing that can be taken.
fn too_large(what: &Message) -> Failure {
    Failure::Domain(message!(
        "a search takes at most {most} {what}, and theory does not know what this board is worth",
        most = LARGE,
        what
    ))
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    /// Whoever says a divisor takes away all its multiples.
    fn divisors(number: u32) -> Places {
        let divisors: Vec<u32> = (1..=number).filter(|d| number.is_multiple_of(*d)).collect();
        let places = |keep: &dyn Fn(u32) -> bool| -> Vec<u32> {
            (0..).zip(&divisors).filter(|(_, d)| keep(**d)).map(|(place, _)| place).collect()
        };
        let multiples = |d: u32| places(&|other| other.is_multiple_of(d));
        let moves = (0..).zip(&divisors).map(|(place, &d)| (vec![place], multiples(d))).collect();
        let related = |d: u32| {
            places(&|other| other != d && (other.is_multiple_of(d) || d.is_multiple_of(other)))
        };
        Places { moves, near: divisors.iter().map(|&d| related(d)).collect(), least: 1 }
    }

    /// Node Kayles or Arc Kayles on a graph that has symmetries: some copies of a random one, each joined to the next.
    fn of_copies(random: &mut fastrand::Rng) -> Places {
        let (size, copies) = (random.u32(1..4), random.u32(2..5));
        let mut edges = std::collections::BTreeSet::new();
        for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
            let (joined, across) = (a < b && random.bool(), random.u8(..3) == 0);
            for copy in 0..copies {
                let next = (copy + 1) % copies;
                if joined {
                    edges.insert((copy * size + a, copy * size + b));
                }
                if across {
                    let (a, b) = (copy * size + a, next * size + b);
                    edges.insert((a.min(b), a.max(b)));
                }
            }
        }
        let mut near = vec![Vec::new(); (size * copies) as usize];
        for &(a, b) in &edges {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        let arcs = random.bool();
        let moves = match arcs {
            true => edges.iter().map(|&(a, b)| (vec![a, b], vec![a, b])).collect(),
            false => {
                let with_near = |v: u32| [&[v], &near[v as usize][..]].concat();
                (0..size * copies).map(|v| (vec![v], with_near(v))).collect()
            }
        };
        Places { moves, near, least: 1 + u32::from(arcs) }
    }

    /// Values with parts under symmetries, and with parts as they are; in misère play too.
    #[test]
    fn symmetries_change_no_value() {
        let mut random = fastrand::Rng::with_seed(26);
        let limits = Limits::default();
        let mut fewer = 0;
        for round in 0..120 {
            let places = if round % 4 == 0 {
                divisors([30, 36, 60, 210][round / 4 % 4])
            } else {
                of_copies(&mut random)
            };
            let mut with = Pruned::new(Takings::<u64>::new(&places));
            let mut without = Pruned::new(Takings::<u64>::without_symmetries(&places));
            for _ in 0..6 {
                let set = random.u64(..1 << places.near.len());
                let mut of = [Vec::new(), Vec::new()];
                with.rules().parts(set, |part| of[0].push(part));
                without.rules().parts(set, |part| of[1].push(part));
                let found = with.value(&of[0], &limits).unwrap();
                assert_eq!(
                    found,
                    without.value(&of[1], &limits).unwrap(),
                    "{set:b} of {:?}",
                    places.near
                );
                let misere = Misere::new(with.rules()).outcome(&of[0], &limits).unwrap();
                let plain = Misere::new(without.rules()).outcome(&of[1], &limits).unwrap();
                assert_eq!(misere, plain, "{set:b} of {:?}", places.near);
                let reached = |rules: &Takings<u64>, of: &[u64]| {
                    reached::values(rules, of, MOST_PARTS, &limits).unwrap().unwrap()
                };
                let (few, many) = (reached(with.rules(), &of[0]), reached(without.rules(), &of[1]));
                let sum = |values: &dyn Fn(u64) -> u8, of: &[u64]| {
                    of.iter().fold(0, |sum, &part| sum ^ values(part))
                };
                let value = sum(&|part| few[&part], &of[0]);
                assert_eq!(Nimber(value.into()), found);
                assert_eq!(value, sum(&|part| many[&part], &of[1]));
                assert!(few.len() <= many.len());
                fewer += usize::from(2 * few.len() < many.len());
            }
        }
        assert!(fewer > 30, "{fewer}");
    }

    /// Speed, without a clock: of the 7580 down-sets of all subsets of five things, but for that of nothing, 209 are
    /// different.
    #[test]
    fn a_part_stands_for_all_its_images() {
        let places = divisors(2310);
        let rules = Takings::<u64>::new(&places);
        let whole = (1 << places.near.len()) - 1;
        let reached = reached::values(&rules, &[whole], MOST_PARTS, &Limits::default());
        let classes = reached.unwrap().unwrap().len();
        assert_eq!(classes, 209);
    }

    #[test]
    fn where_few_parts_are_reached_the_search_is_soon_over() {
        let places = divisors(2520);
        let count = places.near.len() as u32;
        let whole: Vec<u32> = (0..count).collect();
        let mut search = Searched::<u64>::new(&places);
        // Several threads would visit more, now and then.
        let limits = Limits::default().threads(NonZero::<usize>::MIN);
        let value = search.ask(&whole, &limits, Pruned::value).unwrap();
        let reached =
            reached::values(search.pruned.rules(), &[set_of(&whole)], MOST_PARTS, &limits);
        let reached = reached.unwrap().expect("few parts");
        assert_eq!(Nimber(reached[&set_of::<u64>(&whole)].into()), value);
        let visits = search.pruned.visits();
        assert!((SOON..2 * SOON).contains(&visits), "{visits}");
        // Nothing is left to be searched, whatever is left on the table.
        for taken in 1..count {
            let left: Vec<u32> = (0..taken).collect();
            let connected = parts_of::<u64>(&search.pruned, &left);
            assert!(
                connected.iter().all(|&part| matches!(search.pruned.known(part), Bound::Exact(_)))
            );
        }
    }
}
