//! The symmetries of a game in which a move takes a set of places, and one image of a set under them that stands for
//! all.
//!
//! A symmetry maps moves to moves and places near each other to places near each other, so a set is worth what its
//! images are.
//!
//! ```text
//! places are coloured by how many places of each colour they are related to, until that tells no more apart
//! the places are mapped one after the other, each to one of its colour that is related alike to those before;
//!     first to itself, so that the symmetries that fix the first places come first
//! ```
//!
//! Where there are too many symmetries, or too many attempts, those that fix as few of the first places as can be are
//! kept: they are a group as well. (McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation
//! 60, 2014, have the art of it; the games here have at most 120 places.)

use std::collections::BTreeSet;

use super::cells::Cells;
use super::takings::Places;

/// Most symmetries that are used: an image costs some time for each. Of the 46079 of a cube of six dimensions 719 are
/// more than they are worth in Node Kayles, and 119 neither gain nor lose.
const MOST_SYMMETRIES: usize = 1 << 7;
/// Most attempts to map a place.
const MOST_ATTEMPTS: u32 = 1 << 20;

/// So few symmetries are all tried.
const FEW: usize = 16;

/// The symmetries of a game, in words `W`.
#[derive(Clone, Debug)]
pub(super) enum Symmetries<W> {
    None,
    Few(Images<W>),
    Many(Origins<W>),
}

/// The images of sets, four places at a time, by each symmetry but the one that maps each place to itself.
#[derive(Clone, Debug)]
pub(super) struct Images<W> {
    /// Of each symmetry the images of the numbers of four bits, first at the first four places, then at the next.
    images: Vec<W>,
    /// Numbers of four bits in a word.
    fours: usize,
}

/// Where places come from by each symmetry, one that maps each place to itself among them; first those that come from
/// few.
#[derive(Clone, Debug)]
pub(super) struct Origins<W>(Vec<Origin<W>>);

#[derive(Clone, Debug)]
struct Origin<W> {
    place: u32,
    /// All places from which this one comes.
    orbit: W,
    /// By each symmetry.
    from: Vec<u8>,
}

impl<W: Cells> Symmetries<W> {
    pub(super) fn of(places: &Places) -> Symmetries<W> {
        let found = symmetries(places);
        match found.len() {
            0 => Symmetries::None,
            1..FEW => Symmetries::Few(Images::of(&found)),
            _ => Symmetries::Many(Origins::of(&found)),
        }
    }

    /// One of the images of a set, itself among them: the same for all of these.
    #[inline]
    pub(super) fn image(&self, set: W) -> W {
        match self {
            Symmetries::None => set,
            Symmetries::Few(images) => images.least(set),
            Symmetries::Many(origins) => origins.least(set),
        }
    }
}

impl<W: Cells> Images<W> {
    fn of(symmetries: &[Vec<u32>]) -> Images<W> {
        let size = symmetries[0].len();
        let mut images = Vec::new();
        for symmetry in symmetries {
            for start in (0..size).step_by(4) {
                let moved = &symmetry[start..size.min(start + 4)];
                images.extend((0..16).map(|bits| {
                    let there = (0..).zip(moved).filter(|(place, _)| bits >> place & 1 == 1);
                    there.fold(W::EMPTY, |image, (_, &to)| image | W::ONE << to)
                }));
            }
        }
        Images { images, fours: size.div_ceil(4) }
    }

    fn least(&self, set: W) -> W {
        let mut fours = [0_usize; 32];
        for (place, bits) in (0..).zip(&mut fours[..self.fours]) {
            *bits = ((set >> (4 * place)).small() & 15) as usize;
        }
        let mut least = set;
        for images in self.images.chunks_exact(16 * self.fours) {
            let (images, _) = images.as_chunks::<16>();
            let image = images
                .iter()
                .zip(&fours)
                .fold(W::EMPTY, |image, (images, &bits)| image | images[bits]);
            least = least.min(image);
        }
        least
    }
}

impl<W: Cells> Origins<W> {
    fn of(symmetries: &[Vec<u32>]) -> Origins<W> {
        let size = symmetries[0].len() as u32;
        let mut origins: Vec<Origin<W>> = (0..size)
            .map(|place| {
                let from = |symmetry: &Vec<u32>| symmetry.iter().position(|&to| to == place);
                let from = symmetries.iter().filter_map(from).map(|from| from as u8);
                let from: Vec<u8> = std::iter::once(place as u8).chain(from).collect();
                let add = |orbit: W, &from: &u8| orbit | W::ONE << u32::from(from);
                Origin { place, orbit: from.iter().fold(W::EMPTY, add), from }
            })
            .collect();
        origins.sort_by_key(|origin| origin.orbit.count());
        Origins(origins)
    }

    /// Place by place: where one of the symmetries that are left brings none of the set, those that do are left out. So
    /// of all images it is the first in an order of words.
    fn least(&self, set: W) -> W {
        let mut is_there = [false; 256];
        for (place, there) in (0..self.0.len() as u32).zip(&mut is_there) {
            *there = (set >> place).small() & 1 == 1;
        }
        let mut all: [u16; MOST_SYMMETRIES + 1] = std::array::from_fn(|at| at as u16);
        let mut others = [0; MOST_SYMMETRIES + 1];
        let (mut left, mut kept) = (&mut all, &mut others);
        let mut count = self.0[0].from.len();
        let mut image = W::EMPTY;
        for Origin { place, orbit, from } in &self.0 {
            if set & *orbit == W::EMPTY {
                continue;
            }
            let mut few = 0;
            if !set & *orbit != W::EMPTY {
                // Which are kept a processor cannot foresee, so that there is no branch for it.
                for &symmetry in &left[..count] {
                    kept[few] = symmetry;
                    few += usize::from(!is_there[usize::from(from[usize::from(symmetry)])]);
                }
            }
            if few > 0 {
                (left, kept) = (kept, left);
                count = few;
            } else {
                image = image | W::ONE << *place;
            }
        }
        image
    }
}

/// How places are related.
struct Relations {
    size: usize,
    /// For each pair, row by row: whether the second is near the first, and whether it goes with the first alone.
    kinds: Vec<u8>,
}

const NEAR: u8 = 1;
const TAKEN: u8 = 2;

impl Relations {
    fn new(places: &Places) -> Relations {
        let size = places.near.len();
        let mut kinds = vec![0; size * size];
        for (place, near) in places.near.iter().enumerate() {
            near.iter().for_each(|&near| kinds[place * size + near as usize] |= NEAR);
        }
        for (needs, takes) in &places.moves {
            if let [place] = needs[..] {
                takes.iter().for_each(|&taken| {
                    kinds[place as usize * size + taken as usize] |= TAKEN;
                });
            }
        }
        Relations { size, kinds }
    }

    fn between(&self, a: usize, b: usize) -> (u8, u8) {
        (self.kinds[a * self.size + b], self.kinds[b * self.size + a])
    }

    /// Colours of the places, which every symmetry keeps.
    fn colours(&self) -> Vec<usize> {
        let mut colours = vec![0; self.size];
        let mut count = 1;
        loop {
            let seen = |place: usize| {
                let mut others: Vec<_> = (0..self.size)
                    .map(|other| (self.between(place, other), colours[other]))
                    .filter(|(kinds, _)| *kinds != (0, 0))
                    .collect();
                others.sort_unstable();
                (colours[place], others)
            };
            let seen: Vec<_> = (0..self.size).map(seen).collect();
            let mut different: Vec<_> = seen.iter().collect();
            different.sort_unstable();
            different.dedup();
            let found = different.len();
            colours =
                seen.iter().map(|seen| different.partition_point(|other| *other < seen)).collect();
            if found == count {
                return colours;
            }
            count = found;
        }
    }

    fn are_related(&self, a: usize, b: usize) -> bool {
        self.between(a, b) != (0, 0)
    }

    /// The places in an order in which each is related to many before it.
    fn order(&self) -> Vec<usize> {
        let mut related = vec![0_u32; self.size];
        let mut left: Vec<usize> = (0..self.size).collect();
        let mut order = Vec::with_capacity(self.size);
        while let Some(at) = (0..left.len()).rev().max_by_key(|&at| related[left[at]]) {
            let place = left.remove(at);
            for &other in &left {
                related[other] += u32::from(self.are_related(place, other));
            }
            order.push(place);
        }
        order
    }
}

/// The symmetries of a game but for the one that maps each place to itself; of very many some that are a group with
/// it. Of each the image of every place.
fn symmetries(places: &Places) -> Vec<Vec<u32>> {
    let relations = Relations::new(places);
    let colours = relations.colours();
    let order = relations.order();
    let moves: BTreeSet<(Vec<u32>, Vec<u32>)> =
        places.moves.iter().map(|(needs, takes)| moved(needs, takes, |place| place)).collect();
    let anchor = |at: usize| order[..at].iter().position(|&a| relations.are_related(a, order[at]));
    let mut seeker = Seeker {
        relations: &relations,
        colours: &colours,
        order: &order,
        anchors: (0..order.len()).map(anchor).collect(),
        moves: &moves,
        images: Vec::with_capacity(order.len()),
        used: vec![false; relations.size],
        attempts: 0,
        found: Vec::new(),
    };
    let whole = seeker.map_next(None);
    let Seeker { mut found, .. } = seeker;
    if let Err(first) = whole {
        found.retain(|&(moved, _)| moved > first);
    }
    found.into_iter().map(|(_, symmetry)| symmetry).collect()
}

/// A move with its places mapped, ascending.
fn moved(needs: &[u32], takes: &[u32], to: impl Fn(u32) -> u32) -> (Vec<u32>, Vec<u32>) {
    let [needs, takes] = [needs, takes].map(|places| {
        let mut places: Vec<u32> = places.iter().map(|&place| to(place)).collect();
        places.sort_unstable();
        places
    });
    (needs, takes)
}

/// The search for symmetries: places mapped one after the other.
struct Seeker<'a> {
    relations: &'a Relations,
    colours: &'a [usize],
    order: &'a [usize],
    /// For each place of the order where one before it stands that it is related to.
    anchors: Vec<Option<usize>>,
    moves: &'a BTreeSet<(Vec<u32>, Vec<u32>)>,
    /// The images of the first places of the order.
    images: Vec<usize>,
    used: Vec<bool>,
    attempts: u32,
    /// Each symmetry behind the place in the order of the first that it moves.
    found: Vec<(usize, Vec<u32>)>,
}

impl Seeker<'_> {
    /// Maps the next place and all behind it; `first` is where the first stands that is moved.
    ///
    /// # Errors
    /// The place in the order of the first that is moved where there is too much to do: all symmetries that move later
    /// ones alone were found.
    fn map_next(&mut self, first: Option<usize>) -> Result<(), usize> {
        let at = self.images.len();
        let Some(&place) = self.order.get(at) else {
            if let Some(first) = first
                && self.keeps_moves()
            {
                if self.found.len() == MOST_SYMMETRIES {
                    return Err(first);
                }
                let mut symmetry = vec![0; self.order.len()];
                for (&from, &to) in self.order.iter().zip(&self.images) {
                    symmetry[from] = to as u32;
                }
                self.found.push((first, symmetry));
            }
            return Ok(());
        };
        let near = self.anchors[at].map(|anchor| self.images[anchor]);
        let others = (0..self.order.len()).filter(|&other| other != place);
        for image in std::iter::once(place).chain(others) {
            let fits = self.colours[image] == self.colours[place] && !self.used[image];
            if !fits || near.is_some_and(|near| !self.relations.are_related(near, image)) {
                continue;
            }
            let moves = first.or((image != place).then_some(at));
            self.attempts += 1;
            if let Some(first) = moves.filter(|_| self.attempts > MOST_ATTEMPTS) {
                return Err(first);
            }
            let alike = |(&from, &to): (&usize, &usize)| {
                self.relations.between(from, place) == self.relations.between(to, image)
            };
            if !self.order.iter().zip(&self.images).all(alike) {
                continue;
            }
            self.used[image] = true;
            self.images.push(image);
            let mapped = self.map_next(moves);
            self.images.pop();
            self.used[image] = false;
            mapped?;
        }
        Ok(())
    }

    /// Whether the mapping of all places maps moves to moves.
    fn keeps_moves(&self) -> bool {
        let mut to = vec![0; self.order.len()];
        for (&from, &image) in self.order.iter().zip(&self.images) {
            to[from] = image as u32;
        }
        let image =
            |(needs, takes): &(Vec<u32>, Vec<u32>)| moved(needs, takes, |place| to[place as usize]);
        self.moves.iter().all(|a_move| self.moves.contains(&image(a_move)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Node Kayles on a graph with these edges, or Arc Kayles.
    fn on_graph(size: u32, edges: &[(u32, u32)], arcs: bool) -> Places {
        let mut near = vec![Vec::new(); size as usize];
        for &(a, b) in edges {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        let moves = match arcs {
            true => edges.iter().map(|&(a, b)| (vec![a.min(b), a.max(b)], vec![a, b])).collect(),
            false => (0..size).map(|v| (vec![v], [&[v], &near[v as usize][..]].concat())).collect(),
        };
        Places { moves, near, least: 1 }
    }

    fn cube(dimension: u32) -> (u32, Vec<(u32, u32)>) {
        let size = 1 << dimension;
        let edges = (0..size).flat_map(|v| (0..dimension).map(move |d| (v, v ^ 1 << d)));
        (size, edges.filter(|(a, b)| a < b).collect())
    }

    fn all_pairs(size: u32) -> Vec<(u32, u32)> {
        (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b))).collect()
    }

    #[test]
    fn all_symmetries_are_found_or_a_group_of_them() {
        let circle = |size: u32| (0..size).map(|v| (v, (v + 1) % size)).collect::<Vec<_>>();
        let petersen: Vec<(u32, u32)> =
            (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]).collect();
        let (size, edges) = cube(3);
        let five = cube(5);
        for (size, edges, count) in [
            (1, vec![], 1),
            (3, vec![(0, 1), (1, 2)], 2),
            (7, circle(7), 14),
            (10, petersen, 120),
            (size, edges, 48),
            (6, vec![(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)], 72),
            (5, all_pairs(5), 120),
            // Of 8! those that fix three.
            (8, all_pairs(8), 120),
            // Of 32 * 5! those that fix one.
            (five.0, five.1, 120),
            (7, vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 6), (2, 6)], 1),
        ] {
            for arcs in [false, true] {
                let places = on_graph(size, &edges, arcs);
                let found = symmetries(&places);
                assert_eq!(found.len() + 1, count, "{edges:?}");
                // A group: one after the other is one of them, or none.
                let of = |a: &[u32], b: &[u32]| -> Vec<u32> {
                    b.iter().map(|&v| a[v as usize]).collect()
                };
                let all: BTreeSet<Vec<u32>> =
                    found.iter().cloned().chain([(0..size).collect()]).collect();
                assert_eq!(all.len(), count);
                for a in found.iter().step_by(7) {
                    assert!(found.iter().all(|b| all.contains(&of(a, b))), "{edges:?}");
                }
            }
        }
    }

    #[test]
    fn all_images_have_one_in_common() {
        let (size, edges) = cube(3);
        let places = on_graph(size, &edges, false);
        let words = Symmetries::<u64>::of(&places);
        let large = Symmetries::<u128>::of(&places);
        let found = symmetries(&places);
        assert_eq!(found.len() + 1, 48);
        assert!(matches!(words, Symmetries::Many(_)));
        let all = Images::<u64>::of(&found);
        let mut least = BTreeSet::new();
        for set in 0..1_u64 << size {
            let image = words.image(set);
            least.insert(image);
            assert_eq!(large.image(set.into()), image.into());
            assert_eq!(all.least(set), all.least(image), "one is an image of the other");
            assert_eq!(words.image(image), image);
            for symmetry in found.iter().step_by(11) {
                let there = (0..).zip(symmetry).filter(|(place, _)| set >> place & 1 == 1);
                let moved = there.fold(0, |moved, (_, to)| moved | 1_u64 << to);
                assert_eq!(words.image(moved), image);
            }
        }
        assert_eq!(least.len(), 22, "the ways to colour the corners of a cube");
        assert_eq!(Symmetries::None.image(9_u64), 9);
    }
}
