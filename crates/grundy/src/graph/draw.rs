//! Pictures of small graphs: Graphviz dot, and SVG.

use std::fmt::{self, Write};

use super::draft::Named;
use super::labels::Labels;
use super::race::Race;
use crate::outcome::Outcome;

/// A graph with what was found out about it, to be drawn.
///
/// Vertices show their name, value and distance; P is drawn dark, N light and a draw dashed.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The graph and its names.
    pub named: &'a Named,
    /// The values, in normal play.
    pub labels: Option<&'a Labels>,
    /// Outcomes and distances.
    pub race: &'a Race,
}

/// Fill and text colours of an outcome.
fn colours(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::P => ("#33508a", "#ffffff"),
        Outcome::N => ("#f6d79b", "#000000"),
        Outcome::D => ("#ffffff", "#000000"),
    }
}

impl Picture<'_> {
    /// What stands under the name of a vertex: `3, 5 moves`, `∞{0,1}, draw`.
    fn note(&self, vertex: u32) -> String {
        let mut note = match self.labels {
            Some(labels) => format!("{}, ", labels.value(&self.named.graph, vertex)),
            None => String::new(),
        };
        // Writing to a String cannot fail.
        let _ = match self.race.distance(vertex) {
            None => write!(note, "draw"),
            Some(1) => write!(note, "1 move"),
            Some(distance) => write!(note, "{distance} moves"),
        };
        note
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
            let (fill, text) = colours(self.race.outcome(vertex));
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

    /// Writes an SVG with the vertices on a circle, clockwise from the top in their order.
    /// Winning moves are dark.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn svg(&self, out: &mut impl Write) -> fmt::Result {
        let graph = &self.named.graph;
        let count = f64::from(graph.vertices().max(1));
        let radius = (count * CIRCLE / std::f64::consts::PI).max(2.0 * CIRCLE);
        let size = 2.0 * (radius + 2.0 * CIRCLE);
        let place = |vertex: u32| {
            let angle = std::f64::consts::TAU * f64::from(vertex) / count;
            (size / 2.0 + radius * angle.sin(), size / 2.0 - radius * angle.cos())
        };
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" \
             font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">"
        )?;
        for (id, colour) in [("dark", DARK), ("pale", PALE)] {
            writeln!(
                out,
                "  <marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
                 markerHeight=\"8\" orient=\"auto-start-reverse\">\
                 <path d=\"M0 0 8 4 0 8z\" fill=\"{colour}\"/></marker>"
            )?;
        }
        for vertex in 0..graph.vertices() {
            for &to in graph.followers(vertex) {
                let (id, colour) = match self.race.outcome(to) {
                    Outcome::P => ("dark", DARK),
                    _ => ("pale", PALE),
                };
                let path = arrow(place(vertex), place(to));
                writeln!(
                    out,
                    "  <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" marker-end=\"url(#{id})\"/>"
                )?;
            }
        }
        for vertex in 0..graph.vertices() {
            let (x, y) = place(vertex);
            let (fill, text) = colours(self.race.outcome(vertex));
            let dashes = match self.race.outcome(vertex) {
                Outcome::D => " stroke-dasharray=\"4 3\"",
                _ => "",
            };
            let name = escaped(&self.named.names.name(vertex).to_string());
            let (above, below) = (y - 2.0, y + 12.0);
            writeln!(
                out,
                "  <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{CIRCLE}\" fill=\"{fill}\" stroke=\"#000000\"{dashes}/>\n  \
                 <text x=\"{x:.1}\" y=\"{above:.1}\" fill=\"{text}\">{name}</text>\n  \
                 <text x=\"{x:.1}\" y=\"{below:.1}\" fill=\"{text}\" font-size=\"9\">{}</text>",
                self.note(vertex)
            )?;
        }
        writeln!(out, "</svg>")
    }
}

/// Radius of a vertex.
const CIRCLE: f64 = 34.0;
/// Colours of winning moves and of the others.
const DARK: &str = "#33508a";
const PALE: &str = "#a0a0a0";

/// The path of an arrow between two vertices: bent, so that it does not cover the one back, and
/// a small loop for a vertex and itself.
fn arrow((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        let (left, top, half) = (x - CIRCLE / 2.0, y - 0.87 * CIRCLE, CIRCLE / 2.0);
        return format!("M{left:.1} {top:.1} q{half:.1} -{CIRCLE:.1} {CIRCLE:.1} 0");
    }
    let (dx, dy) = (dx / length, dy / length);
    // Both ends lie on the circles, turned a little to the left of the straight line.
    let end = |x: f64, y: f64, way: f64| {
        let (along, aside) = (0.97 * CIRCLE * way, 0.24 * CIRCLE);
        (x + along * dx + aside * dy, y + along * dy - aside * dx)
    };
    let ((x, y), (to_x, to_y)) = (end(x, y, 1.0), end(to_x, to_y, -1.0));
    let bend = 0.12 * length;
    let (middle_x, middle_y) = ((x + to_x) / 2.0 + bend * dy, (y + to_y) / 2.0 - bend * dx);
    format!("M{x:.1} {y:.1} Q{middle_x:.1} {middle_y:.1} {to_x:.1} {to_y:.1}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
