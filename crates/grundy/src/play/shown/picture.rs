//! Pictures of typed positions: heaps as columns of stones, strips as rows of cells, sheets as
//! rectangles, two coordinates as a place on a grid. Of what is too large, or of no such shape, there is
//! only the name, and of a move there the two numbers with an arrow.
//!
//! Of a move the lowest stone that goes is marked, all above go with it; of a part that is divided the
//! two neighbours between which it is cut; of a strip the cells that go.

use std::ops::Range;

use num_bigint::BigUint;

use crate::board::{Look, Mark, Sketch, draw_sketches};
use crate::drawing::Drawing;
use crate::play::{Move, Position, Session, Target};
use crate::position::Part;

/// What a component looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appearance {
    /// Stones.
    Heap,
    /// Cells in a row.
    Strip,
    /// A rectangle of cells.
    Sheet,
    /// A place on a grid.
    Place,
    /// Nothing but its name.
    Text,
}

impl Appearance {
    /// The appearance of a component with so many coordinates; `words` are the names of its kind and game,
    /// `cut` says that its options are two of its kind.
    ///
    /// ```
    /// use grundy::play::Appearance;
    /// assert_eq!(Appearance::of(1, "nim", false), Appearance::Heap);
    /// assert_eq!(Appearance::of(1, "pas Strips of three lengths", true), Appearance::Strip);
    /// assert_eq!(Appearance::of(2, "", true), Appearance::Sheet);
    /// ```
    pub fn of(coords: usize, words: &str, cut: bool) -> Appearance {
        let words = words.to_lowercase();
        let about = |names: &[&str]| names.iter().any(|name| words.contains(name));
        match coords {
            1 if about(&["strip", "row", "kayles", "lane"]) => Appearance::Strip,
            1 => Appearance::Heap,
            2 if cut || about(&["sheet", "cake", "chocolate", "paper"]) => Appearance::Sheet,
            2 => Appearance::Place,
            _ => Appearance::Text,
        }
    }
}

/// Most stones in a heap, and cells along a side, that are drawn.
const MOST: usize = 60;
/// Space between components, in cells.
const BETWEEN: f64 = 0.8;
/// Letters of a name that are written, and how wide each is, in cells.
const LETTERS: usize = 50;
const LETTER: f64 = 0.22;

impl Session {
    /// What a component looks like, by the names and the rule of its game.
    ///
    /// ```
    /// use grundy::play::{Appearance, Session};
    /// let mut session = Session::new();
    /// let position = session.position("nim[3] + kayles[7] + wythoff[1, 2]")?;
    /// let [heap, strip, place] = [0, 1, 2].map(|at| session.appearance(&position.parts[at]));
    /// assert_eq!((heap, strip, place), (Appearance::Heap, Appearance::Strip, Appearance::Place));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// As [`Session::describe_part`].
    pub fn appearance(&self, part: &Part) -> Appearance {
        let opened = &self.opened[part.game];
        let rule = opened.rules.program().rules.get(part.kind);
        let kinds = opened.rules.kinds();
        let kind = kinds.get(part.kind).and_then(|kind| kind.name()).unwrap_or("");
        let title = opened.entry.map_or("", |entry| entry.title);
        let words = format!("{kind} {} {title}", opened.name.as_deref().unwrap_or(""));
        let cut = rule.is_some_and(|rule| {
            !rule.families.is_empty() && rule.families.iter().all(|family| family.terms.len() == 2)
        });
        Appearance::of(part.coords.len(), &words, cut)
    }

    /// A picture of a position with moves on it; nothing if it is too large for one.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("nim").unwrap();
    /// let position = session.position("3 5 7").unwrap();
    /// let drawing = session.drawing(&position, "Nim", &[]).unwrap();
    /// // A title, 15 stones, and the names of three heaps.
    /// assert_eq!(drawing.shapes.len(), 1 + 15 + 3);
    /// ```
    ///
    /// # Panics
    /// As [`Session::describe_part`].
    pub fn drawing(&self, position: &Position, title: &str, moves: &[Move]) -> Option<Drawing> {
        let mut sketch = Sketch::default();
        let mut next = 0.0;
        let parts: Vec<Drawn> = position
            .parts
            .iter()
            .enumerate()
            .map(|(at, part)| {
                let mut there = moves.iter().filter(|made| made.part == at);
                let name = match there.next().filter(|_| !self.is_shown(part)) {
                    Some(first) => {
                        let more = if there.next().is_some() { ", ..." } else { "" };
                        format!("{}{more}", self.describe_move(position, first))
                    }
                    None => self.describe_part(part),
                };
                let drawn = self.drawn(&mut sketch, part, &name, next);
                next += drawn.width + BETWEEN;
                drawn
            })
            .collect();
        let marks = moves.iter().filter_map(|made| Some((made, parts.get(made.part)?)));
        let marks = marks.flat_map(|(made, drawn)| drawn.marks(&made.to));
        let marks: Vec<(usize, Mark)> = marks.map(|mark| (0, mark)).collect();
        draw_sketches(title, &[sketch], &marks)
    }

    /// Whether a component is drawn, and not only named.
    fn is_shown(&self, part: &Part) -> bool {
        self.appearance(part) != Appearance::Text && small(&part.coords).is_some()
    }

    fn drawn(&self, sketch: &mut Sketch, part: &Part, name: &str, left: f64) -> Drawn {
        let unordered = self.games()[part.game].rules.kinds()[part.kind].is_unordered();
        let drawn = Drawn::new(sketch, self.appearance(part), &part.coords, name, left);
        Drawn { unordered, ..drawn }
    }
}

/// Coordinates that are drawn.
fn small(coords: &[BigUint]) -> Option<Vec<usize>> {
    let small = |coord: &BigUint| usize::try_from(coord).ok().filter(|&coord| coord <= MOST);
    coords.iter().map(small).collect()
}

/// A component on the sketch.
struct Drawn {
    appearance: Appearance,
    /// Whether the order of its coordinates does not matter.
    unordered: bool,
    coords: Vec<usize>,
    /// The number of its first place.
    first: usize,
    width: f64,
}

impl Drawn {
    /// Adds a component, its left side at `left`, its lowest row at 0.
    fn new(
        sketch: &mut Sketch,
        appearance: Appearance,
        coords: &[BigUint],
        name: &str,
        left: f64,
    ) -> Drawn {
        let (appearance, coords) = match (appearance, small(coords)) {
            (Appearance::Text, _) | (_, None) => (Appearance::Text, Vec::new()),
            (appearance, Some(coords)) => (appearance, coords),
        };
        let (columns, rows, look) = match (appearance, &coords[..]) {
            (Appearance::Heap, &[stones]) => (1, stones, Look::Vertex),
            (Appearance::Strip, &[cells]) => (cells, 1, Look::Cell),
            (Appearance::Sheet, &[width, height]) => (width, height, Look::Cell),
            (Appearance::Place, &[across, down]) => (across + 1, down + 1, Look::Cell),
            _ => (0, 0, Look::Cell),
        };
        let first = sketch.places.len();
        let name = match name.char_indices().nth(LETTERS) {
            Some((end, _)) => format!("{}...", &name[..end]),
            None => name.to_owned(),
        };
        // Left of a grid and above it stand the coordinates.
        let beside = if appearance == Appearance::Place { 1.0 } else { 0.0 };
        let columns_wide = columns.max(1) as f64;
        let width = (columns_wide + beside).max(LETTER * name.chars().count() as f64);
        let middle = left + (width - 1.0) / 2.0;
        let left_column = middle - (columns_wide - 1.0 - beside) / 2.0;
        for row in 0..rows {
            for column in 0..columns {
                // The origin of a place is its upper left corner; stones are counted from below.
                let y = match appearance {
                    Appearance::Heap => row,
                    _ => rows - 1 - row,
                };
                let here =
                    appearance == Appearance::Place && (column + 1, row + 1) == (columns, rows);
                let at = (left_column + column as f64, -(y as f64));
                sketch.place(at, if here { Look::Own } else { look }, "");
            }
        }
        if appearance == Appearance::Place {
            write_coordinates(sketch, left_column, (columns, rows));
        }
        let under = if appearance == Appearance::Text { 0.0 } else { 1.0 };
        sketch.place((middle, under), Look::Word, name);
        // The sheet is as wide as what is written.
        sketch.place((left, under), Look::Word, "");
        sketch.place((left + width - 1.0, under), Look::Word, "");
        Drawn { appearance, unordered: false, coords, first, width }
    }

    /// What a move touches, once for each of a range.
    fn marks(&self, to: &Target) -> Vec<Mark> {
        let sums: Vec<Vec<Vec<usize>>> = match to {
            Target::Sum(parts) => {
                let small = |part: &Part| {
                    part.coords.iter().map(|coord| usize::try_from(coord).ok()).collect()
                };
                parts.iter().map(small).collect::<Option<_>>().into_iter().collect()
            }
            Target::Range { from, to } => {
                let last = usize::try_from(to).unwrap_or(usize::MAX).min(MOST);
                let all = usize::try_from(from).map_or(0..0, |from| from..last + 1);
                all.map(|to| vec![vec![to]]).collect()
            }
        };
        sums.iter().filter_map(|sum| self.mark(sum)).collect()
    }

    /// Two coordinates without an order as they are reached from here: with one of them unchanged, if that can be.
    fn nearest(&self, goal: &[usize]) -> Vec<usize> {
        let (mut goal, here) = (goal.to_vec(), &self.coords);
        let apart = |goal: &[usize]| goal.iter().zip(here).filter(|(to, from)| to != from).count();
        let turned: Vec<usize> = goal.iter().rev().copied().collect();
        if self.unordered && apart(&turned) < apart(&goal) {
            goal = turned;
        }
        goal
    }

    /// What a move to these components touches.
    fn mark(&self, sum: &[Vec<usize>]) -> Option<Mark> {
        match (self.appearance, &self.coords[..]) {
            (Appearance::Heap, &[stones]) => self.mark_on_heap(stones, &sizes(sum)?),
            (Appearance::Strip, &[cells]) => self.mark_on_strip(cells, &sizes(sum)?),
            (Appearance::Sheet, &[width, height]) => self.mark_on_sheet(width, height, sum),
            (Appearance::Place, &[across, down]) => self.mark_on_grid(across, down, sum),
            _ => None,
        }
    }

    /// The lowest stone that goes, or where the heap is cut.
    fn mark_on_heap(&self, stones: usize, sizes: &[usize]) -> Option<Mark> {
        match *sizes {
            [] => self.places(0..stones.min(1)),
            [left] => self.places(left..stones.min(left + 1)),
            [below, above] if below > 0 && above > 0 && below + above == stones => {
                Some(self.cut([(below - 1, below)]))
            }
            _ => None,
        }
    }

    /// The cells that go, or where the strip is cut.
    fn mark_on_strip(&self, cells: usize, sizes: &[usize]) -> Option<Mark> {
        match *sizes {
            [] => self.places(0..cells),
            [left] => self.places(left..cells),
            [left, right] if left + right < cells => self.places(left..cells - right),
            [left, right] if left > 0 && right > 0 && left + right == cells => {
                Some(self.cut([(left - 1, left)]))
            }
            _ => None,
        }
    }

    /// Where the sheet is cut, from side to side.
    fn mark_on_sheet(&self, width: usize, height: usize, sum: &[Vec<usize>]) -> Option<Mark> {
        let [one, other] = sum else { return None };
        let (&[one_width, one_height], &[other_width, other_height]) = (&one[..], &other[..])
        else {
            return None;
        };
        if one_height == height && other_height == height && one_width < width {
            let left = one_width.checked_sub(1)?;
            let rows = (0..height).map(|row| row * width + left);
            return Some(self.cut(rows.map(|cell| (cell, cell + 1))));
        }
        if one_width == width && other_width == width && one_height < height {
            let above = width * one_height.checked_sub(1)?;
            return Some(self.cut((above..above + width).map(|cell| (cell, cell + width))));
        }
        None
    }

    /// From the place to that to which the move leads.
    fn mark_on_grid(&self, across: usize, down: usize, sum: &[Vec<usize>]) -> Option<Mark> {
        let [goal] = sum else { return None };
        let [x, y] = self.nearest(goal)[..] else { return None };
        let number = |x, y| self.first + y * (across + 1) + x;
        (x <= across && y <= down).then(|| Mark::Arrow(number(across, down), number(x, y), None))
    }

    fn places(&self, range: Range<usize>) -> Option<Mark> {
        (!range.is_empty()).then(|| Mark::Places(range.map(|at| self.first + at).collect()))
    }

    fn cut(&self, pairs: impl IntoIterator<Item = (usize, usize)>) -> Mark {
        let pairs = pairs.into_iter().map(|(a, b)| (self.first + a, self.first + b));
        Mark::Cut(pairs.collect())
    }
}

/// Writes the coordinates of a grid above it and on its left.
fn write_coordinates(sketch: &mut Sketch, left: f64, (columns, rows): (usize, usize)) {
    for column in 0..columns {
        let at = (left + column as f64, -(rows as f64));
        sketch.place(at, Look::Word, column.to_string());
    }
    for row in 0..rows {
        let at = (left - 1.0, row as f64 + 1.0 - rows as f64);
        sketch.place(at, Look::Word, row.to_string());
    }
}

/// Components with one coordinate, by that.
fn sizes(sum: &[Vec<usize>]) -> Option<Vec<usize>> {
    let size = |part: &Vec<usize>| match part[..] {
        [size] => Some(size),
        _ => None,
    };
    sum.iter().map(size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_follow_from_names_and_rules() {
        assert_eq!(Appearance::of(1, "nim", false), Appearance::Heap);
        assert_eq!(Appearance::of(1, "pas Strips of three lengths", true), Appearance::Strip);
        assert_eq!(Appearance::of(2, "sheet cutting", false), Appearance::Sheet);
        assert_eq!(Appearance::of(2, "", true), Appearance::Sheet);
        assert_eq!(Appearance::of(2, "wythoff", false), Appearance::Place);
        assert_eq!(Appearance::of(3, "row", false), Appearance::Text);
    }

    /// The places that winning moves mark.
    fn marked(game: &str, position: &str) -> Vec<Mark> {
        let mut session = Session::with_game(game).unwrap();
        let position = session.position(position).unwrap();
        let moves = session.winning_moves(&position, &crate::limits::Limits::default()).unwrap();
        let mut sketch = Sketch::default();
        let part = &position.parts[0];
        let drawn = session.drawn(&mut sketch, part, "it", 0.0);
        moves.iter().flat_map(|made| drawn.marks(&made.to)).collect()
    }

    #[test]
    fn winning_moves_are_marked_where_they_are_made() {
        // All stones go.
        assert_eq!(marked("nim", "5"), [Mark::Places(vec![0])]);
        assert_eq!(marked("nim", "0"), []);
        // A heap that is divided is cut in the middle.
        assert!(marked("lasker", "4").contains(&Mark::Places(vec![0])));
        let both_halves = marked("[n] -> [a] + [n-a] for a in 1..n/2", "2");
        assert_eq!(both_halves, [Mark::Cut(vec![(0, 1)])]);
        // From the middle of a strip one cell goes.
        assert_eq!(marked("kayles", "3"), [Mark::Places(vec![1])]);
        assert_eq!(marked("wythoff", "1,3"), [Mark::Arrow(7, 5, None)]);
        let cut =
            marked("sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 1..w/2", "sheet[2,1]");
        assert_eq!(cut, [Mark::Cut(vec![(0, 1)])]);
        // [2, 5] -> [1, 2] takes from the second heap.
        assert!(marked("wythoff", "2,5").contains(&Mark::Arrow(17, 5, None)));
    }

    #[test]
    fn what_is_too_large_is_named() {
        let mut session = Session::with_game("nim").unwrap();
        let position = session.position("10^30 2 0").unwrap();
        let drawing = session.drawing(&position, "Nim", &[]).unwrap();
        // A title, two stones and three names.
        assert_eq!(drawing.shapes.len(), 1 + 2 + 3);
        // What is done there is said.
        let position = session.position("100 200 50").unwrap();
        let moves = session.winning_moves(&position, &crate::limits::Limits::default()).unwrap();
        let drawing = session.drawing(&position, "Nim", &moves).unwrap();
        let says = |wanted: &str| {
            drawing.shapes.iter().any(|shape| match shape {
                crate::drawing::Shape::Text { text, .. } => text == wanted,
                _ => false,
            })
        };
        assert!(says("100") && says("200 -> 86") && says("50"));
        let many = session.position(&"60 ".repeat(300)).unwrap();
        assert!(session.drawing(&many, "Nim", &[]).is_none());
    }
}
