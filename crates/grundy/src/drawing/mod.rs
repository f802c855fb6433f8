//! Pictures as shapes: what tables, graphs and boards are drawn with, before anything writes a file.
//!
//! A [`Drawing`] is a list of shapes on a sheet, each painted with a [`Paint`] that says what it
//! means; [`Colours`] say how that looks, on a screen or in black and white. Whoever writes a format
//! has six shapes to know.
//!
//! ```
//! use grundy::drawing::{Anchor, Colours, Drawing, Paint};
//! let mut drawing = Drawing::new("one lost cell", 40.0, 40.0);
//! drawing.rect((4.0, 4.0), (32.0, 32.0), Paint::Lost, Some(Paint::Ink));
//! drawing.text((20.0, 24.0), 12.0, Anchor::Middle, Paint::OnLost, "0");
//! assert_eq!(drawing.shapes.len(), 2);
//! assert_eq!(Paint::Lost.rgb(Colours::Black), [0, 0, 0]);
//! ```

mod paint;

pub use paint::{Colours, Paint};

/// A place on the sheet: to the right and down from its upper left corner.
pub type Point = (f64, f64);

/// A sheet with shapes, the later over the earlier.
///
/// ```
/// use grundy::drawing::{Drawing, Line, Paint, Shape};
/// let mut drawing = Drawing::new("a move", 40.0, 20.0);
/// drawing.circle((10.0, 10.0), 6.0, Paint::Won, Some(Paint::Ink));
/// drawing.line(Line { arrow: true, ..Line::new((16.0, 10.0), (36.0, 10.0), Paint::Mark) });
/// assert!(matches!(&drawing.shapes[..], [Shape::Circle { dashed: false, .. }, Shape::Line(_)]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What the picture is called by who cannot see it.
    pub title: String,
    /// How wide the sheet is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// A length that looks best as a whole number of pixels.
    pub grain: f64,
    /// What is on it.
    pub shapes: Vec<Shape>,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Rect {
        /// The upper left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// What it is filled with.
        fill: Paint,
        /// Its border.
        edge: Option<Paint>,
    },
    /// A circle.
    Circle {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: f64,
        /// What it is filled with.
        fill: Paint,
        /// Its border.
        edge: Option<Paint>,
        /// Whether the border is dashed.
        dashed: bool,
    },
    /// A line between two points, straight or bent.
    Line(Line),
    /// A text on one line; `at` is on its base line.
    Text {
        /// Its place.
        at: Point,
        /// Its height.
        size: f64,
        /// What of it is at the place.
        anchor: Anchor,
        /// Its colour.
        paint: Paint,
        /// The text.
        text: String,
    },
    /// Round dots of one size.
    Dots {
        /// Their middles.
        at: Vec<Point>,
        /// Their radius.
        radius: f64,
        /// Their colour.
        paint: Paint,
    },
    /// Square cells row by row, each of a [shade](Paint::Shade).
    Cells {
        /// The upper left corner.
        at: Point,
        /// Width and height of a cell.
        side: Point,
        /// Cells in a row.
        columns: usize,
        /// The shades.
        shades: Vec<u8>,
    },
}

/// A line between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: Point,
    /// The point that it bends towards (of a quadratic Bézier curve); the line is straight without.
    pub by: Option<Point>,
    /// Where it ends.
    pub to: Point,
    /// Its colour.
    pub paint: Paint,
    /// Its width; its ends are round.
    pub width: f64,
    /// Whether it has a head at its end.
    pub arrow: bool,
}

impl Line {
    /// A straight line of width 1.
    pub fn new(from: Point, to: Point, paint: Paint) -> Line {
        Line { from, by: None, to, paint, width: 1.0, arrow: false }
    }

    /// The corners of the head, the tip first: a triangle along the end of the line.
    ///
    /// ```
    /// use grundy::drawing::{Line, Paint};
    /// // To the right, of width 1: seven long and as wide.
    /// let head = Line::new((0.0, 0.0), (20.0, 0.0), Paint::Ink).head();
    /// assert_eq!(head, [(20.0, 0.0), (13.0, 3.5), (13.0, -3.5)]);
    /// ```
    pub fn head(&self) -> [Point; 3] {
        let (tip_x, tip_y) = self.to;
        let (x, y) = self.by.unwrap_or(self.from);
        let (dx, dy) = (tip_x - x, tip_y - y);
        let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
        let size = 4.0 + 3.0 * self.width;
        let (dx, dy) = (size * dx / length, size * dy / length);
        let (base_x, base_y) = (tip_x - dx, tip_y - dy);
        [self.to, (base_x - dy / 2.0, base_y + dx / 2.0), (base_x + dy / 2.0, base_y - dx / 2.0)]
    }
}

impl Drawing {
    /// An empty sheet.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Drawing {
        Drawing { title: title.into(), width, height, grain: 1.0, shapes: Vec::new() }
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, at: Point, size: Point, fill: Paint, edge: Option<Paint>) {
        self.shapes.push(Shape::Rect { at, size, fill, edge });
    }

    /// Adds a circle.
    pub fn circle(&mut self, at: Point, radius: f64, fill: Paint, edge: Option<Paint>) {
        self.shapes.push(Shape::Circle { at, radius, fill, edge, dashed: false });
    }

    /// Adds a line.
    pub fn line(&mut self, line: Line) {
        self.shapes.push(Shape::Line(line));
    }

    /// Adds a text.
    pub fn text(
        &mut self,
        at: Point,
        size: f64,
        anchor: Anchor,
        paint: Paint,
        text: impl Into<String>,
    ) {
        self.shapes.push(Shape::Text { at, size, anchor, paint, text: text.into() });
    }
}
