//! Pictures of small graphs: Graphviz dot, and a [`Drawing`].
//!
//! Without cycles a vertex stands on the line of its longest play, the ends lowest, and near what it
//! leads to; with cycles, or in a long file, the vertices stand on a circle.

use std::fmt::{self, Write};

use super::csr::Graph;
use super::draft::Named;
use super::labels::Labels;
use super::race::Race;
use crate::drawing::{Anchor, Colours, Drawing, Line, Paint, Point, Shape};
use crate::language::{Language, message};
use crate::outcome::Outcome;

/// A graph with what was found out about it, to be drawn.
///
/// Vertices show their name, value and distance; P is drawn dark, N light and a draw dashed.
///
/// ```
/// use grundy::graph::draw::Picture;
/// use grundy::graph::read::read_dot;
/// use grundy::graph::{Draft, Race, Reading};
/// use grundy::language::Language;
/// use grundy::limits::Limits;
/// let limits = Limits::default();
/// let mut draft = Draft::new(Reading::default(), limits.clone());
/// read_dot("digraph { a -> b }", &mut draft)?;
/// let named = draft.finish()?;
/// let race = Race::normal(&named.graph, &limits)?;
/// let picture = Picture { named: &named, labels: None, race: &race, language: Language::English };
/// let mut dot = String::new();
/// picture.dot(&mut dot)?;
/// assert!(dot.contains("\"a\" -> \"b\" [style=bold];")); // b is an end
/// assert_eq!(picture.drawing("one move").title, "one move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The graph and its names.
    pub named: &'a Named,
    /// The values, in normal play.
    pub labels: Option<&'a Labels>,
    /// Outcomes and distances.
    pub race: &'a Race,
    /// The language of what stands under the names.
    pub language: Language,
}

/// Fill and text of an outcome.
fn paints(outcome: Outcome) -> (Paint, Paint) {
    match outcome {
        Outcome::P => (Paint::Lost, Paint::OnLost),
        Outcome::N => (Paint::Won, Paint::Ink),
        Outcome::D => (Paint::Paper, Paint::Ink),
    }
}

impl Picture<'_> {
    /// What stands under the name of a vertex: `3, 5 moves`, `∞{0,1}, draw`.
    fn note(&self, vertex: u32) -> String {
        let ends = match self.race.distance(vertex) {
            None => message!("draw"),
            Some(1) => message!("1 move"),
            Some(distance) => message!("{distance} moves", distance),
        };
        let ends = ends.in_language(self.language);
        match self.labels {
            Some(labels) => format!("{}, {ends}", labels.value(&self.named.graph, vertex)),
            None => ends,
        }
    }

    /// Writes a digraph in Graphviz dot. Edges of winning moves are bold.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn dot(&self, out: &mut impl Write) -> fmt::Result {
        let graph = &self.named.graph;
        let quoted = |vertex: u32| {
            let name = self.named.names.name(vertex).to_string();
            format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
        };
        writeln!(out, "digraph {{\n  node [style=filled];")?;
        for vertex in 0..graph.vertices() {
            let (fill, text) = paints(self.race.outcome(vertex));
            let (fill, text) = (fill.hex(Colours::Colour), text.hex(Colours::Colour));
            let name = quoted(vertex);
            let label = format!("{}: {}\"", &name[..name.len() - 1], self.note(vertex));
            let dashed = match self.race.outcome(vertex) {
                Outcome::D => ", style=\"filled,dashed\"",
                _ => "",
            };
            writeln!(
                out,
                "  {name} [label={label}, fillcolor=\"{fill}\", fontcolor=\"{text}\"{dashed}];"
            )?;
        }
        for vertex in 0..graph.vertices() {
            for &to in graph.followers(vertex) {
                let bold = match self.race.outcome(to) {
                    Outcome::P => " [style=bold]",
                    _ => "",
                };
                writeln!(out, "  {} -> {}{bold};", quoted(vertex), quoted(to))?;
            }
        }
        writeln!(out, "}}")
    }

    /// The vertices with their names and values, and the edges; winning moves are dark.
    pub fn drawing(&self, title: &str) -> Drawing {
        let graph = &self.named.graph;
        let Layout { width, height, places, centre } =
            layers(graph).unwrap_or_else(|| circle(graph));
        let mut drawing = Drawing::new(title, width, height + TITLE);
        drawing.text((10.0, 20.0), 13.0, Anchor::Start, Paint::Ink, title);
        let place = |vertex: u32| {
            let (x, y) = places[vertex as usize];
            (x, y + TITLE)
        };
        for vertex in 0..graph.vertices() {
            for &to in graph.followers(vertex) {
                let (paint, width) = match self.race.outcome(to) {
                    Outcome::P => (Paint::Lost, 1.6),
                    _ => (Paint::Faint, 1.0),
                };
                // On a circle an arrow keeps inside, and off its neighbours, if there is none back.
                let inside = centre.filter(|_| !graph.followers(to).contains(&vertex));
                let inside = inside.map(|(x, y)| (x, y + TITLE));
                let line = arrow(place(vertex), place(to), inside);
                drawing.line(Line { paint, width, ..line });
            }
        }
        for vertex in 0..graph.vertices() {
            let (x, y) = place(vertex);
            let outcome = self.race.outcome(vertex);
            let (fill, text) = paints(outcome);
            let edge = Some(Paint::Ink);
            let dashed = outcome == Outcome::D;
            drawing.shapes.push(Shape::Circle { at: (x, y), radius: CIRCLE, fill, edge, dashed });
            let name = self.named.names.name(vertex).to_string();
            // A long name is made as small as it must be.
            let size = (2.8 * CIRCLE / name.chars().count().max(1) as f64).clamp(5.0, 12.0);
            drawing.text((x, y - 2.0), size, Anchor::Middle, text, name);
            drawing.text((x, y + 12.0), 9.0, Anchor::Middle, text, self.note(vertex));
        }
        drawing
    }
}

/// Radius of a vertex.
const CIRCLE: f64 = 34.0;
/// The height of the title.
const TITLE: f64 = 24.0;

/// A sheet, and where the vertices are on it.
struct Layout {
    width: f64,
    height: f64,
    places: Vec<Point>,
    /// The centre of the circle, if the vertices stand on one.
    centre: Option<Point>,
}

/// The vertices on a circle, clockwise from the top in their order.
fn circle(graph: &Graph) -> Layout {
    let count = f64::from(graph.vertices().max(1));
    // Between neighbours there is room for an arrow.
    let radius = 1.6 * CIRCLE / (std::f64::consts::PI / count.max(2.0)).sin();
    let radius = radius.max(2.0 * CIRCLE);
    let size = 2.0 * (radius + 2.0 * CIRCLE);
    let place = |vertex: u32| {
        let angle = std::f64::consts::TAU * f64::from(vertex) / count;
        (size / 2.0 + radius * angle.sin(), size / 2.0 - radius * angle.cos())
    };
    let places = (0..graph.vertices()).map(place).collect();
    Layout { width: size, height: size, places, centre: Some((size / 2.0, size / 2.0)) }
}

/// Each vertex on the line of its longest play, above the mean of what it leads to. Nothing if there is
/// a cycle, or so little beside each other that long edges would run behind what is between.
fn layers(graph: &Graph) -> Option<Layout> {
    let size = graph.vertices() as usize;
    let mut left = graph.degrees();
    let mut depths = vec![0_usize; size];
    let mut order: Vec<u32> =
        (0..graph.vertices()).filter(|&vertex| left[vertex as usize] == 0).collect();
    let mut at = 0;
    while let Some(&vertex) = order.get(at) {
        at += 1;
        for &above in graph.predecessors(vertex) {
            let depth = depths[vertex as usize] + 1;
            depths[above as usize] = depths[above as usize].max(depth);
            left[above as usize] -= 1;
            if left[above as usize] == 0 {
                order.push(above);
            }
        }
    }
    if order.len() < size {
        return None;
    }
    let mut layers: Vec<Vec<u32>> =
        vec![Vec::new(); depths.iter().max().map_or(1, |most| most + 1)];
    for vertex in order {
        layers[depths[vertex as usize]].push(vertex);
    }
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1) as f64;
    if widest < 3.0 && size > 2 {
        return None;
    }
    let (step, width) = (2.6 * CIRCLE, 2.6 * CIRCLE * widest + CIRCLE);
    let height = 2.9 * CIRCLE * layers.len() as f64;
    let mut places = vec![(0.0, 0.0); size];
    for (depth, layer) in layers.iter_mut().enumerate() {
        let mean = |&vertex: &u32| {
            let below = graph.followers(vertex);
            let sum: f64 = below.iter().map(|&to| places[to as usize].0).sum();
            sum / below.len().max(1) as f64
        };
        layer.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
        let start = (width - step * layer.len() as f64 + step) / 2.0;
        let y = height - 2.9 * CIRCLE * (depth as f64 + 0.5);
        for (at, &vertex) in layer.iter().enumerate() {
            places[vertex as usize] = (start + step * at as f64, y);
        }
    }
    Some(Layout { width, height, places, centre: None })
}

/// An arrow between two vertices: bent to the left, so that it does not cover the one back, or towards a point inside; a
/// small loop for a vertex and itself.
fn arrow((x, y): Point, (to_x, to_y): Point, inside: Option<Point>) -> Line {
    let line = |from, by, to| Line { by: Some(by), arrow: true, ..Line::new(from, to, Paint::Ink) };
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        let (left, top, half) = (x - CIRCLE / 2.0, y - 0.87 * CIRCLE, CIRCLE / 2.0);
        return line((left, top), (left + half, top - CIRCLE), (left + CIRCLE, top));
    }
    let (dx, dy) = (dx / length, dy / length);
    let (mid_x, mid_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
    let aside: f64 = match inside {
        None => 0.12,
        Some((at_x, at_y)) if (at_x - mid_x) * dy < (at_y - mid_y) * dx => -0.2,
        Some(_) => 0.2,
    };
    // Both ends lie on the circles, turned a little to that side of the straight line.
    let end = |x: f64, y: f64, way: f64| {
        let (along, turned) = (0.97 * CIRCLE * way, 0.24 * CIRCLE * aside.signum());
        (x + along * dx + turned * dy, y + along * dy - turned * dx)
    };
    let ((x, y), (to_x, to_y)) = (end(x, y, 1.0), end(to_x, to_y, -1.0));
    let bend = aside * length;
    line((x, y), ((x + to_x) / 2.0 + bend * dy, (y + to_y) / 2.0 - bend * dx), (to_x, to_y))
}
