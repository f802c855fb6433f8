//! Lists of the lost positions of games with two coordinates, instead of tables: games like
//! Wythoff's have few, and who wins at `[10^6, 10^6]` needs no table of `10^12`.
//!
//! ```text
//! for m = 0, 1, 2, ..:                            all options of [m, b] with b >= m
//!     for b = m, m+1, ..:                         have come before
//!         [m, b] is lost if no ray from it hits a lost position
//!     the same for [a, m]
//! ```
//!
//! Each family of options is a ray ([`rays`]). On each line parallel to a ray the lost position
//! nearest to the start of the line is kept; a ray hits a lost position exactly if that one lies on
//! the ray. So a position costs a look-up for each ray.
//!
//! Nor is every position of a row looked at. Once a column is hit, or a diagonal, it stays hit for
//! all later rows, so a row is entered where columns and diagonals before are all hit; and it is
//! left where a ray along the row hits, which happens since one takes all large amounts. In between lines are passed over
//! that are hit for ever ([`skips`]). So a row costs a few look-ups.

mod lines;
mod rays;
mod skips;

use std::collections::{HashMap, HashSet};

use rapidhash::fast::RandomState;

use super::NoTable;
use crate::language::{message, phrase};
use crate::limits::Limits;
use crate::rule::Rules;
use crate::ruleset::Failure;
pub(crate) use lines::lost_on_lines;
use rays::{Named, Ray, distinct, rays};
use skips::Skips;

/// Positions looked at between two looks at the limits.
const STRETCH: u64 = 1 << 16;

/// Bytes that a position with so many coordinates takes in a list that is about to grow: itself, its place in the list
/// twice, and what the allocator adds.
pub(crate) fn entry_bytes(axes: usize) -> u64 {
    8 * axes as u64 + 2 * size_of::<Vec<u64>>() as u64 + 16
}

/// The lost positions of a kind with two coordinates, as far as they were asked for.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// use grundy::table::Lost;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let wythoff = "[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 1..a";
/// let mut lost = Lost::new(&Rules::new(parse(wythoff)?, &[])?, 0)?;
/// lost.reach(1_000_000, &Limits::default())?;
/// assert_eq!(lost.is_lost([618_033, 1_000_000]), Some(false));
/// assert_eq!(lost.is_lost([618_033, 999_999]), Some(true));
/// assert_eq!(lost.up_to([5, 9]).collect::<Vec<_>>(), [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7], [5, 3]]);
/// # Ok(())
/// # }
/// ```
pub struct Lost {
    named: Vec<Named>,
    rays: Vec<Ray>,
    unordered: bool,
    /// For each direction of rays, the nearest lost position on each line.
    firsts: Vec<Firsts>,
    /// For each direction the lines that rows and columns pass over, where they cross it.
    skips: Vec<[Option<Skips>; 2]>,
    /// For each ray its direction; none for a single option.
    directions: Vec<Option<usize>>,
    /// All lost positions found: those with both coordinates at least `next` may be missing.
    found: Vec<[i64; 2]>,
    /// The same to look up, where there are single options.
    points: HashSet<[i64; 2]>,
    /// The least coordinate of the positions that come next.
    next: i64,
    /// Where the next row and the next column may be entered.
    entries: [Entry; 2],
    looked: u64,
}

debug_by_name!(Lost);

/// Below these, the lines that cross a row are hit for ever.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    across: i64,
    diagonal: i64,
}

/// [`Lost::END`].
const END: i64 = 1 << 40;

impl Lost {
    /// Coordinates from here on are not computed with.
    pub const END: u64 = END as u64;

    /// Nothing is computed yet.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::table::Lost;
    /// assert!(Lost::new(&open("wythoff")?.rules, 0).is_ok());
    /// // One coordinate.
    /// assert!(Lost::new(&open("nim")?.rules, 0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the options are not of the form that this needs.
    pub fn new(rules: &Rules, kind: usize) -> Result<Lost, NoTable> {
        let rule = rules.ir().get(kind).ok_or(NoTable(phrase!("there is no such kind")))?;
        let named = rays(kind, rule).map_err(NoTable)?;
        let rays = distinct(&named);
        let mut firsts: Vec<Firsts> = Vec::new();
        let mut directions = Vec::new();
        for ray in &rays {
            directions.push(match ray.step {
                [0, 0] => None,
                step => {
                    Some(firsts.iter().position(|known| known.step == step).unwrap_or_else(|| {
                        firsts.push(Firsts::new(step));
                        firsts.len() - 1
                    }))
                }
            });
        }
        let skips = |firsts: &Firsts| [0, 1].map(|axis| Skips::new(firsts.step, axis));
        Ok(Lost {
            named,
            rays,
            unordered: rule.unordered,
            skips: firsts.iter().map(skips).collect(),
            firsts,
            directions,
            found: Vec::new(),
            points: HashSet::new(),
            next: 0,
            entries: [Entry::default(); 2],
            looked: 0,
        })
    }

    /// Finds all lost positions with a coordinate up to this one.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::table::Lost;
    /// let mut wythoff = Lost::new(&open("wythoff")?.rules, 0)?;
    /// wythoff.reach(4, &Limits::default())?;
    /// assert_eq!(wythoff.up_to([7, 7]).collect::<Vec<_>>(), [[0, 0], [1, 2], [3, 5], [4, 7]]);
    /// assert!(wythoff.reach(Lost::END, &Limits::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit; what was found is kept. [`Failure::Domain`] past 2^40.
    pub fn reach(&mut self, last: u64, limits: &Limits) -> Result<(), Failure> {
        let last = i64::try_from(last).ok().filter(|&last| last < END);
        let Some(last) = last else {
            let message = message!("lost positions are listed up to coordinates of 2^40");
            return Err(Failure::Domain(message));
        };
        let mut checked = self.looked;
        while self.next <= last {
            if self.looked - checked >= STRETCH {
                checked = self.looked;
                limits.check()?;
                limits.check_memory(self.bytes())?;
                limits.report(self.next as u64, Some(last as u64 + 1));
            }
            self.cross(0);
            self.cross(1);
            self.next += 1;
        }
        Ok(())
    }

    /// Whether a position is lost: nothing if both coordinates are beyond what was asked for.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::table::Lost;
    /// let mut wythoff = Lost::new(&open("wythoff")?.rules, 0)?;
    /// wythoff.reach(4, &Limits::default())?;
    /// assert_eq!((wythoff.is_lost([4, 7]), wythoff.is_lost([4, 8])), (Some(true), Some(false)));
    /// assert_eq!(wythoff.is_lost([1000, 2000]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_lost(&self, position: [u64; 2]) -> Option<bool> {
        let [a, b] = [coordinate(position[0])?, coordinate(position[1])?];
        (a.min(b) < self.next).then(|| !self.is_hit([a, b]))
    }

    /// The lost positions with coordinates up to these, ascending. Where coordinates are unordered,
    /// those that are so in one of their orders, in ascending order.
    pub fn up_to(&self, last: [u64; 2]) -> impl Iterator<Item = [u64; 2]> + '_ {
        let mut all: Vec<[u64; 2]> = self
            .found
            .iter()
            .map(|lost| lost.map(i64::unsigned_abs))
            .filter(|&[a, b]| match self.unordered {
                true => a <= b && a <= last[0].min(last[1]) && b <= last[0].max(last[1]),
                false => a <= last[0] && b <= last[1],
            })
            .collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// The lost positions that are options of this one, each once, in the order of the rule;
    /// nothing if both coordinates are beyond what was asked for.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::table::Lost;
    /// let mut wythoff = Lost::new(&open("wythoff")?.rules, 0)?;
    /// wythoff.reach(8, &Limits::default())?;
    /// let mut options = wythoff.options([5, 8]).unwrap();
    /// options.sort();
    /// assert_eq!(options, [[3, 5], [4, 7]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(&self, position: [u64; 2]) -> Option<Vec<[u64; 2]>> {
        let [a, b] = [coordinate(position[0])?, coordinate(position[1])?];
        if a.min(b) >= self.next {
            return None;
        }
        let mut options = Vec::new();
        for &lost in self.found.iter().filter(|lost| lost[0] <= a && lost[1] <= b) {
            let taken = [a - lost[0], b - lost[1]];
            let first = self.named.iter().enumerate().find_map(|(family, named)| {
                let takes = named.rays.iter().any(|ray| ray.takes(taken));
                takes.then(|| (family, named.place(taken)))
            });
            options.extend(first.map(|place| (place, lost)));
        }
        options.sort_unstable();
        let mut found: Vec<[u64; 2]> = Vec::new();
        for (_, lost) in options {
            let mut lost = lost.map(i64::unsigned_abs);
            if self.unordered {
                lost.sort_unstable();
            }
            // Two orders of the same unordered coordinates stand apart.
            if !self.unordered || !found.contains(&lost) {
                found.push(lost);
            }
        }
        Some(found)
    }

    /// How many positions were looked at.
    pub fn looked_at(&self) -> u64 {
        self.looked
    }

    /// The row, or the column, of positions whose other coordinate is `next`, from the diagonal on.
    fn cross(&mut self, axis: usize) {
        let fixed = self.next;
        let at = |along: i64| if axis == 0 { [fixed, along] } else { [along, fixed] };
        // The diagonal itself belongs to the row.
        let start = fixed + axis as i64;
        let mut entry = self.entries[axis];
        entry.across = entry.across.max(start);
        while self.hits_for_ever(axis, fixed, Crossing::Across(entry.across)) {
            entry.across += 1;
        }
        while self.hits_for_ever(axis, fixed, Crossing::Diagonal(entry.diagonal)) {
            entry.diagonal += 1;
        }
        self.entries[axis] = entry;
        let mut along = entry.across.max(fixed + entry.diagonal);
        while along < END {
            self.looked += 1;
            along += match self.hit(at(along)) {
                None => {
                    self.add(at(along));
                    1
                }
                Some(_) if self.is_hit_along(axis, at(along)) => break,
                Some(direction) => {
                    let skips =
                        direction.and_then(|direction| self.skips[direction][axis].as_mut());
                    skips.map_or(1, |skips| skips.pass(at(along)))
                }
            };
        }
    }

    /// Whether all positions on a line that crosses the row from `fixed` on are hit by rays parallel
    /// to that line.
    fn hits_for_ever(&self, axis: usize, fixed: i64, line: Crossing) -> bool {
        let across = if axis == 0 { [1, 0] } else { [0, 1] };
        let (step, along) = match line {
            Crossing::Across(along) => (across, along),
            Crossing::Diagonal(distance) => ([1, 1], fixed + distance),
        };
        let at = if axis == 0 { [fixed, along] } else { [along, fixed] };
        self.rays.iter().zip(&self.directions).any(|(ray, direction)| {
            ray.step == step
                && direction.is_some_and(|direction| self.firsts[direction].is_hit(ray, at))
        })
    }

    /// Whether a ray along the row hits, which it then does from there on.
    fn is_hit_along(&self, axis: usize, at: [i64; 2]) -> bool {
        let along = if axis == 0 { [0, 1] } else { [1, 0] };
        self.rays.iter().zip(&self.directions).any(|(ray, direction)| {
            ray.step == along
                && ray.from[axis] == 0
                && direction.is_some_and(|direction| self.firsts[direction].is_hit(ray, at))
        })
    }

    /// Whether some option is lost.
    fn is_hit(&self, at: [i64; 2]) -> bool {
        self.hit(at).is_some()
    }

    /// The direction of a ray on which an option is lost, or none for a single option; nothing if none is lost.
    fn hit(&self, at: [i64; 2]) -> Option<Option<usize>> {
        let mut directions = self.rays.iter().zip(&self.directions);
        let hit = directions.find(|(ray, direction)| match direction {
            Some(direction) => self.firsts[*direction].is_hit(ray, at),
            None => self.points.contains(&[at[0] - ray.from[0], at[1] - ray.from[1]]),
        });
        hit.map(|(_, direction)| *direction)
    }

    fn add(&mut self, at: [i64; 2]) {
        self.found.push(at);
        if self.directions.contains(&None) {
            self.points.insert(at);
        }
        for firsts in &mut self.firsts {
            firsts.add(at);
        }
    }

    fn bytes(&self) -> u64 {
        let firsts: u64 = self.firsts.iter().map(Firsts::bytes).sum();
        let skips: u64 = self.skips.iter().flatten().flatten().map(Skips::bytes).sum();
        firsts + skips + 16 * (self.found.capacity() + 2 * self.points.capacity()) as u64
    }
}

fn coordinate(number: u64) -> Option<i64> {
    i64::try_from(number).ok().filter(|&number| number < END)
}

/// A line that crosses rows: by its place, or by its distance from the diagonal.
#[derive(Clone, Copy)]
enum Crossing {
    Across(i64),
    Diagonal(i64),
}

/// For each line in one direction, how far from its start the nearest lost position is.
struct Firsts {
    step: [i64; 2],
    /// Lines with numbers from 0 on, and those with negative numbers; for short steps.
    lines: [Vec<i64>; 2],
    /// The same for long steps, which have many lines.
    rare: HashMap<i64, i64, RandomState>,
}

impl Firsts {
    fn new(step: [i64; 2]) -> Firsts {
        Firsts { step, lines: [Vec::new(), Vec::new()], rare: HashMap::default() }
    }

    /// The number of the line of a position, and how far the position is on it.
    ///
    /// Positions on a line of direction (u, v) have the same u*b - v*a, and the same rest modulo u
    /// of the first coordinate (or modulo v of the second, where u is 0).
    fn place(&self, [a, b]: [i64; 2]) -> (i64, i64) {
        let [u, v] = self.step;
        let (modulus, along) = if u > 0 { (u, a) } else { (v, b) };
        ((u * b - v * a) * modulus + along.rem_euclid(modulus), along)
    }

    fn is_short(&self) -> bool {
        self.step.iter().all(|&step| step <= 1)
    }

    /// Whether a ray in this direction from a position hits a lost one.
    fn is_hit(&self, ray: &Ray, at: [i64; 2]) -> bool {
        let (line, along) = self.place([at[0] - ray.from[0], at[1] - ray.from[1]]);
        let first = match self.is_short() {
            true => {
                let (side, index) = side(line);
                self.lines[side].get(index)
            }
            false => self.rare.get(&line),
        };
        first.is_some_and(|&first| first <= along)
    }

    fn add(&mut self, at: [i64; 2]) {
        let (line, along) = self.place(at);
        let first = match self.is_short() {
            true => {
                let (side, index) = side(line);
                let lines = &mut self.lines[side];
                if lines.len() <= index {
                    lines.resize(index + 1, i64::MAX);
                }
                &mut lines[index]
            }
            false => self.rare.entry(line).or_insert(i64::MAX),
        };
        *first = along.min(*first);
    }

    fn bytes(&self) -> u64 {
        let lines: usize = self.lines.iter().map(Vec::capacity).sum();
        8 * (lines + 4 * self.rare.capacity()) as u64
    }
}

/// Which list of lines a number belongs to, and where it stands there.
fn side(line: i64) -> (usize, usize) {
    if line < 0 { (1, (!line) as usize) } else { (0, line as usize) }
}
