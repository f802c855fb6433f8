//! Boards as drawings, for every game alike: places, lines between them, and the moves on them.
//!
//! A game says where its places are, in units of a cell, and which of them a move touches. Moves that
//! touch one place, two neighbours, a line, or lead from one place to another are all marked on one
//! board; where a move touches more, each has a small board of its own.

use crate::drawing::{Anchor, Drawing, Line, Paint, Point, Shape};

/// A board without the rules.
///
/// ```
/// use grundy::board::{Look, Mark, Sketch, draw_sketches};
/// let mut sketch = Sketch::default();
/// let [low, high] = [(0.0, 0.0), (0.0, 1.0)].map(|at| sketch.place(at, Look::Vertex, ""));
/// sketch.joints.push((low, high));
/// assert_eq!((low, high), (0, 1));
/// let drawing = draw_sketches("An edge", &[sketch], &[(0, Mark::Joint(0))]).unwrap();
/// assert!(drawing.shapes.len() >= 3, "two vertices and a line");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// What is on the board, and where.
    pub places: Vec<Place>,
    /// Lines between two places, by their numbers.
    pub joints: Vec<(usize, usize)>,
}

/// A place of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its middle, to the right and down, in units of a cell.
    pub at: Point,
    /// What stands there.
    pub look: Look,
    /// What is written on it.
    pub label: String,
}

/// What a place looks like.
///
/// ```
/// use grundy::board::{BoardGame, Chomp, Look};
/// // Two rows of two squares, of which the first is poison.
/// let sketch = Chomp::new().sketch(&vec![2, 2]);
/// let looks: Vec<Look> = sketch.places.iter().map(|place| place.look).collect();
/// assert_eq!(looks, [Look::Poison, Look::Cell, Look::Cell, Look::Cell]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A square.
    Cell,
    /// A square that must not be taken.
    Poison,
    /// A square with a piece of the player to move.
    Own,
    /// A square with a piece of the other player.
    Other,
    /// A vertex of a graph.
    Vertex,
    /// A vertex on the ground.
    Ground,
    /// A coin that shows heads.
    Heads,
    /// A coin that shows tails.
    Tails,
    /// Nothing but what is written there.
    Word,
}

impl Look {
    fn is_coin(self) -> bool {
        matches!(self, Look::Heads | Look::Tails)
    }
}

/// What a move touches, by numbers of places and joints.
///
/// ```
/// use grundy::board::{Mark, Source, open};
/// use grundy::limits::Limits;
/// let mut board = open("cram", Source::Text("1x2"))?;
/// let (_, winning) = board.a_winning_move(&Limits::default())?.unwrap();
/// assert_eq!(winning.mark, Mark::Places(vec![0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// These places.
    Places(Vec<usize>),
    /// This joint.
    Joint(usize),
    /// From a place to another; with a number, if more than one thing is moved.
    Arrow(usize, usize, Option<u64>),
    /// Between the places of each pair, which are neighbours.
    Cut(Vec<(usize, usize)>),
}

/// The length of a unit, and the space around a board.
const UNIT: f64 = 36.0;
const SPACE: f64 = 24.0;
/// The height of the title, and of a line under the boards.
const TITLE: f64 = 48.0;
/// Most places on all boards of a drawing.
const MOST_PLACES: usize = 1 << 14;
/// Most boards for single moves, and how wide their rows may be.
const MOST_BOARDS: usize = 24;
const ROW: f64 = 720.0;

impl Sketch {
    /// Adds a place; its number.
    pub fn place(&mut self, at: Point, look: Look, label: impl Into<String>) -> usize {
        self.places.push(Place { at, look, label: label.into() });
        self.places.len() - 1
    }

    /// Whether two places are neighbours.
    fn joined(&self, a: usize, b: usize) -> bool {
        let ((x, y), (to_x, to_y)) = (self.places[a].at, self.places[b].at);
        let near = (x - to_x).abs() + (y - to_y).abs() < 1.01;
        near || self.joints.contains(&(a, b)) || self.joints.contains(&(b, a))
    }

    /// Whether a move can be told from others on the same board.
    fn shows_plainly(&self, mark: &Mark) -> bool {
        match mark {
            Mark::Places(places) => match places[..] {
                [] | [_] => true,
                // Coins lie so close that the line between them is not seen.
                [a, b] => self.joined(a, b) && !self.places[a].look.is_coin(),
                _ => false,
            },
            Mark::Joint(_) | Mark::Arrow(..) | Mark::Cut(_) => true,
        }
    }

    /// Whether all moves can be told apart on this board: each alone, and none touches a cell that another touches.
    fn shows_all_plainly(&self, marks: &[&Mark]) -> bool {
        let mut touched = vec![false; self.places.len()];
        marks.iter().all(|mark| {
            let apart = match mark {
                Mark::Places(places) => places.iter().all(|&place| {
                    let is_cell = matches!(self.places[place].look, Look::Cell);
                    !is_cell || !std::mem::replace(&mut touched[place], true)
                }),
                _ => true,
            };
            apart && self.shows_plainly(mark)
        })
    }

    /// The upper left corner of what is drawn, and its width and height, in units.
    fn bounds(&self) -> (Point, Point) {
        let over = |get: fn(&Point) -> f64, best: fn(f64, f64) -> f64| {
            self.places.iter().map(|place| get(&place.at)).reduce(best).unwrap_or(0.0)
        };
        let (left, right) = (over(|at| at.0, f64::min), over(|at| at.0, f64::max));
        let (top, bottom) = (over(|at| at.1, f64::min), over(|at| at.1, f64::max));
        ((left - 0.5, top - 0.5), (right - left + 1.0, bottom - top + 1.0))
    }
}

/// Several boards with moves on them, each with the number of its board; nothing if that is too large
/// for a picture.
///
/// # Panics
/// Where it notices that a move is on a board that is not there or touches a place that its board does not have.
pub fn drawing(title: &str, boards: &[Sketch], moves: &[(usize, Mark)]) -> Option<Drawing> {
    let of_board = |number| -> Vec<&Mark> {
        moves.iter().filter(|made| made.0 == number).map(|made| &made.1).collect()
    };
    let plain =
        boards.iter().enumerate().all(|(number, board)| board.shows_all_plainly(&of_board(number)));
    let shown = if plain { &[] } else { &moves[..moves.len().min(MOST_BOARDS)] };
    let single = shown.iter().map(|(board, _)| boards[*board].places.len()).sum::<usize>();
    let places = boards.iter().map(|board| board.places.len()).sum::<usize>() + single;
    if places > MOST_PLACES {
        return None;
    }
    let mut sheet = Sheet { drawing: Drawing::new(title, 0.0, 0.0), x: SPACE, y: TITLE, high: 0.0 };
    let shown_title = title.to_owned();
    sheet.drawing.text((SPACE, 22.0), 13.0, Anchor::Start, Paint::Ink, shown_title);
    for (number, board) in boards.iter().enumerate() {
        sheet.board(board, &if plain { of_board(number) } else { Vec::new() });
    }
    if !plain {
        sheet.next_row();
    }
    for (board, mark) in shown {
        sheet.board(&boards[*board], &[mark]);
    }
    if shown.len() < moves.len() && !plain {
        sheet.next_row();
        let text = format!("... + {}", moves.len() - shown.len());
        sheet.drawing.text((SPACE, sheet.y + 8.0), 13.0, Anchor::Start, Paint::Ink, text);
        sheet.high = 0.5 * UNIT;
    }
    // What is not Western is as wide as it is high.
    let widths = title.chars().map(|sign| if sign < '\u{2e80}' { 8.0 } else { 14.0 });
    let title_width = widths.sum::<f64>();
    sheet.drawing.width = (sheet.drawing.width + SPACE).max(title_width.min(ROW) + 2.0 * SPACE);
    sheet.drawing.height = sheet.y + sheet.high + SPACE;
    Some(sheet.drawing)
}

/// A drawing to which boards are added, from left to right and in rows.
struct Sheet {
    drawing: Drawing,
    x: f64,
    y: f64,
    high: f64,
}

impl Sheet {
    fn next_row(&mut self) {
        (self.x, self.y, self.high) = (SPACE, self.y + self.high + SPACE, 0.0);
    }

    fn board(&mut self, board: &Sketch, marks: &[&Mark]) {
        let ((left, top), (width, height)) = board.bounds();
        let (width, height) = (UNIT * width, UNIT * height);
        if self.x > SPACE && self.x + width > ROW {
            self.next_row();
        }
        let (x, y) = (self.x - UNIT * left, self.y - UNIT * top);
        Pen { drawing: &mut self.drawing, board, origin: (x, y) }.draw(marks);
        self.x += width + SPACE;
        self.high = self.high.max(height);
        self.drawing.width = self.drawing.width.max(self.x - SPACE);
    }
}

/// A board on a sheet.
struct Pen<'a> {
    drawing: &'a mut Drawing,
    board: &'a Sketch,
    origin: Point,
}

impl Pen<'_> {
    fn at(&self, place: usize) -> Point {
        let (x, y) = self.board.places[place].at;
        (self.origin.0 + UNIT * x, self.origin.1 + UNIT * y)
    }

    /// Cells first, then lines, then what stands on both.
    fn draw(&mut self, marks: &[&Mark]) {
        let marked: Vec<usize> = marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Places(places) => Some(&places[..]),
                _ => None,
            })
            .flatten()
            .copied()
            .collect();
        for number in 0..self.board.places.len() {
            self.cell(number);
        }
        let mut times = std::collections::HashMap::new();
        for (number, &(a, b)) in self.board.joints.iter().enumerate() {
            let cut = marks.iter().any(|mark| **mark == Mark::Joint(number));
            let (paint, width) = if cut { (Paint::Mark, 5.0) } else { (Paint::Ink, 1.5) };
            // The second edge between two places is bent, the third to the other side.
            let before = times.entry((a.min(b), a.max(b))).or_insert(0_u32);
            self.joint(a, b, *before, paint, width);
            *before += 1;
        }
        for mark in marks {
            match mark {
                Mark::Places(places) => {
                    if let [a, b] = places[..]
                        && self.board.joined(a, b)
                    {
                        let line = Line::new(self.at(a), self.at(b), Paint::Mark);
                        self.drawing.line(Line { width: 5.0, ..line });
                    }
                }
                Mark::Joint(_) => {}
                Mark::Arrow(from, to, number) => self.arrow(*from, *to, *number),
                Mark::Cut(pairs) => pairs.iter().for_each(|&(a, b)| self.cut(a, b)),
            }
        }
        for number in 0..self.board.places.len() {
            self.piece(number, marked.contains(&number));
        }
    }

    fn cell(&mut self, number: usize) {
        let place = &self.board.places[number];
        let fill = match place.look {
            Look::Cell | Look::Own | Look::Other => Paint::Place,
            Look::Poison => Paint::Lost,
            _ => return,
        };
        let (x, y) = self.at(number);
        let corner = (x - UNIT / 2.0, y - UNIT / 2.0);
        self.drawing.rect(corner, (UNIT, UNIT), fill, Some(Paint::Ink));
    }

    fn joint(&mut self, a: usize, b: usize, before: u32, paint: Paint, width: f64) {
        let ((x, y), (to_x, to_y)) = (self.at(a), self.at(b));
        let aside =
            f64::from(before.div_ceil(2)) * if before.is_multiple_of(2) { -0.5 } else { 0.5 };
        let (middle_x, middle_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
        if a == b {
            // A loop is a small circle above its vertex.
            let radius = UNIT * (0.3 + 0.12 * f64::from(before));
            let at = (x, y - radius);
            if paint == Paint::Mark {
                self.drawing.circle(at, radius + 2.5, Paint::Mark, None);
            }
            self.drawing.circle(at, radius, Paint::Paper, Some(Paint::Ink));
            return;
        }
        let by = (before > 0)
            .then_some((middle_x + aside * 2.0 * (to_y - y), middle_y - aside * 2.0 * (to_x - x)));
        self.drawing.line(Line { by, width, ..Line::new((x, y), (to_x, to_y), paint) });
    }

    /// A line across the middle between two neighbours.
    fn cut(&mut self, a: usize, b: usize) {
        let ((x, y), (to_x, to_y)) = (self.at(a), self.at(b));
        let (middle_x, middle_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
        let (aside_x, aside_y) = (0.62 * (to_y - y), 0.62 * (to_x - x));
        let from = (middle_x - aside_x, middle_y - aside_y);
        let line = Line::new(from, (middle_x + aside_x, middle_y + aside_y), Paint::Mark);
        self.drawing.line(Line { width: 5.0, ..line });
    }

    fn arrow(&mut self, from: usize, to: usize, number: Option<u64>) {
        let ((x, y), (to_x, to_y)) = (self.at(from), self.at(to));
        let arrow = |by: Option<Point>, from: Point, to: Point| Line {
            by,
            width: 2.5,
            arrow: true,
            ..Line::new(from, to, Paint::Mark)
        };
        // From the edge of the piece to the middle of an empty square.
        let length = (to_x - x).hypot(to_y - y);
        if number.is_none() && self.board.places[to].label.is_empty() && length > 0.0 {
            let part = 0.36 * UNIT / length;
            let start = (x + part * (to_x - x), y + part * (to_y - y));
            self.drawing.line(arrow(None, start, (to_x, to_y)));
            return;
        }
        // Over the squares, so that what is written on them can be read.
        let (y, to_y) = (y - 0.5 * UNIT, to_y - 0.5 * UNIT);
        let by = ((x + to_x) / 2.0, y.min(to_y) - 0.45 * UNIT);
        self.drawing.line(arrow(Some(by), (x, y), (to_x, to_y)));
        if let Some(number) = number {
            let at = (by.0, by.1 + 7.0);
            self.drawing.text(at, 12.0, Anchor::Middle, Paint::Ink, number.to_string());
        }
    }

    fn piece(&mut self, number: usize, marked: bool) {
        let place = &self.board.places[number];
        let at = self.at(number);
        let round = match place.look {
            Look::Vertex => Some((0.3, Paint::Won, Paint::Ink)),
            Look::Ground => Some((0.3, Paint::Lost, Paint::OnLost)),
            Look::Heads => Some((0.4, Paint::Won, Paint::Ink)),
            Look::Tails => Some((0.4, Paint::Lost, Paint::OnLost)),
            Look::Own => Some((0.34, Paint::Paper, Paint::Ink)),
            Look::Other => Some((0.34, Paint::Lost, Paint::OnLost)),
            Look::Cell | Look::Poison | Look::Word => None,
        };
        let letters = match round {
            Some((radius, fill, letters)) => {
                if marked {
                    self.drawing.circle(at, UNIT * radius + 5.0, Paint::Mark, None);
                    self.drawing.circle(at, UNIT * radius + 1.5, Paint::Paper, None);
                }
                let (radius, edge, dashed) = (UNIT * radius, Some(Paint::Ink), false);
                self.drawing.shapes.push(Shape::Circle { at, radius, fill, edge, dashed });
                letters
            }
            None => {
                if marked {
                    self.drawing.circle(at, 0.2 * UNIT, Paint::Mark, None);
                }
                Paint::Ink
            }
        };
        if !place.label.is_empty() {
            let count = place.label.chars().count() as f64;
            let size = match place.look {
                Look::Word => 13.0,
                _ => (0.95 * UNIT / count).clamp(4.0, 13.0),
            };
            let at = (at.0, at.1 + 0.36 * size);
            self.drawing.text(at, size, Anchor::Middle, letters, place.label.clone());
        }
    }
}

/// Places of a graph on a circle, clockwise from the top; neighbours are about two units apart.
pub(in crate::board) fn on_circle(count: usize) -> impl Iterator<Item = Point> {
    let radius = (count as f64 / std::f64::consts::PI).max(1.0);
    (0..count).map(move |number| {
        let angle = std::f64::consts::TAU * number as f64 / count as f64;
        (radius * angle.sin(), -radius * angle.cos())
    })
}

/// Places in lines from the bottom, by the number of their line, in their order.
pub(in crate::board) fn in_lines(lines: &[usize]) -> Vec<Point> {
    let mut counts = vec![0_usize; lines.iter().max().map_or(0, |most| most + 1)];
    for &line in lines {
        counts[line] += 1;
    }
    let mut next: Vec<f64> = counts.iter().map(|&count| 0.5 - count as f64 / 2.0).collect();
    let place = |&line: &usize| {
        let x = 1.6 * next[line];
        next[line] += 1.0;
        (x, -1.6 * line as f64)
    };
    lines.iter().map(place).collect()
}
