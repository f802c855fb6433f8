//! Drawings as SVG.
//!
//! Cells are one embedded image with a pixel for each: as rectangles they would be a hundred times
//! as long.

use std::fmt::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use grundy::drawing::{Anchor, Colours, Drawing, Line, Paint, Point, Shape};

use super::png;

/// The text of a drawing, shown `pixels` wide, or in its own size.
pub(crate) fn svg(
    drawing: &Drawing,
    colours: Colours,
    pixels: Option<u32>,
) -> std::io::Result<String> {
    let Drawing { title, width, height, .. } = drawing;
    let mut svg = Svg { text: String::new(), colours };
    let wide = pixels.map_or(*width, f64::from);
    let high = wide * height / width;
    let title = escaped(title);
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{wide:.0}\" height=\"{high:.0}\" font-family=\"sans-serif\" role=\"img\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    );
    for shape in &drawing.shapes {
        match shape {
            Shape::Cells { at, side, columns, shades } => {
                let image = png::shades(shades, *columns, colours)?;
                let _ = svg.image(*at, *side, (*columns, shades.len() / columns), &image);
            }
            shape => {
                let _ = svg.shape(shape);
            }
        }
    }
    svg.text.push_str("</svg>\n");
    Ok(svg.text)
}

/// A text as it stands between tags and in attributes. Signs that XML does not know, such as control characters, are shown as
/// the sign for what cannot be shown.
fn escaped(text: &str) -> String {
    let known = |sign: char| match sign {
        '\t' | '\n' | '\r' => sign,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        _ => sign,
    };
    let text: String = text.chars().map(known).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

struct Svg {
    text: String,
    colours: Colours,
}

impl Svg {
    fn colour(&self, paint: Paint) -> String {
        paint.hex(self.colours)
    }

    /// Fill and border, as attributes.
    fn painted(&self, fill: Paint, edge: Option<Paint>) -> String {
        let edge = edge.map(|edge| format!(" stroke=\"{}\"", self.colour(edge)));
        format!("fill=\"{}\"{}", self.colour(fill), edge.unwrap_or_default())
    }

    fn image(
        &mut self,
        (x, y): Point,
        side: Point,
        (columns, rows): (usize, usize),
        image: &[u8],
    ) -> fmt::Result {
        let (width, height) = (side.0 * columns as f64, side.1 * rows as f64);
        writeln!(
            self.text,
            "<image x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
             preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" \
             href=\"data:image/png;base64,{}\"/>",
            BASE64_STANDARD.encode(image)
        )
    }

    fn shape(&mut self, shape: &Shape) -> fmt::Result {
        match shape {
            Shape::Rect { at: (x, y), size: (width, height), fill, edge } => {
                let painted = self.painted(*fill, *edge);
                writeln!(
                    self.text,
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                     {painted}/>"
                )
            }
            Shape::Circle { at: (x, y), radius, fill, edge, dashed } => {
                let painted = self.painted(*fill, *edge);
                let dashes = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" };
                writeln!(
                    self.text,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {painted}{dashes}/>"
                )
            }
            Shape::Line(line) => self.line(line),
            Shape::Text { at: (x, y), size, anchor, paint, text } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let (fill, text) = (self.colour(*paint), escaped(text));
                writeln!(
                    self.text,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
                     font-size=\"{size:.1}\" fill=\"{fill}\">{text}</text>"
                )
            }
            Shape::Dots { at, radius, paint } => {
                // One path of strokes without length, whose round ends are the dots.
                self.text.push_str("<path d=\"");
                for (x, y) in at {
                    write!(self.text, "M{x:.1} {y:.1}h0")?;
                }
                let stroke = self.colour(*paint);
                writeln!(
                    self.text,
                    "\" stroke=\"{stroke}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>",
                    2.0 * radius
                )
            }
            Shape::Cells { .. } => Ok(()),
        }
    }

    fn line(&mut self, line: &Line) -> fmt::Result {
        let Line { from: (x, y), by, to: (to_x, to_y), paint, width, arrow } = *line;
        let stroke = self.colour(paint);
        let way = match by {
            None => "L".to_owned(),
            Some((x, y)) => format!("Q{x:.1} {y:.1} "),
        };
        writeln!(
            self.text,
            "<path d=\"M{x:.1} {y:.1}{way}{to_x:.1} {to_y:.1}\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{width:.1}\" stroke-linecap=\"round\"/>"
        )?;
        if arrow {
            let [tip, left, right] = line.head().map(|(x, y)| format!("{x:.1} {y:.1}"));
            writeln!(self.text, "<path d=\"M{tip}L{left}L{right}z\" fill=\"{stroke}\"/>")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_control_characters_leave_the_text_well_formed() {
        let drawing = Drawing::new("a\u{1}\u{1b}<b>\u{ffff}", 10.0, 10.0);
        let svg = svg(&drawing, Colours::Colour, None).unwrap();
        assert!(svg.contains("<title>a\u{fffd}\u{fffd}&lt;b&gt;\u{fffd}</title>"), "{svg}");
        assert!(!svg.contains(|sign: char| sign.is_control() && sign != '\n'));
    }
}
