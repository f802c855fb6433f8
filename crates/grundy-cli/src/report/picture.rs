//! Tables as SVG: a sequence as points over its heaps, two coordinates as a heat map.
//!
//! The colours are those of cividis (Nuñez, Anderton, Renslow, 2018), which readers see alike with
//! and without colour blindness, and which grow lighter in grey too. A large heat map is one embedded
//! image with a pixel for each cell: as rectangles it would be a hundred times as long.

use std::fmt::Write as _;
use std::io;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use grundy::heap::Periodicity;
use grundy::outcome::Outcome;
use grundy::ruleset::Value;

use super::words;
use crate::command::table::{Cell, Cells};

/// Width of the area of the values, and height of that of a sequence.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
/// Space left of the area and below it, for the axes.
const MARGIN: f64 = 56.0;
/// Space above it, for the title.
const TOP: f64 = 40.0;
/// Heat maps of more rows or columns are an image without numbers.
const MOST_WRITTEN: usize = 32;
/// Most cells of a heat map, and points of a sequence. Beyond, a pixel of the picture would be many.
const MOST_CELLS: usize = 1 << 24;
const MOST_POINTS: usize = 1 << 17;

/// The most that a picture with so many axes shows.
pub(crate) fn most(axes: usize) -> usize {
    if axes == 1 { MOST_POINTS } else { MOST_CELLS }
}

/// A colour, as red, green and blue.
type Colour = [u8; 3];

const SCALE: [Colour; 10] = [
    [0x00, 0x22, 0x4e],
    [0x12, 0x35, 0x70],
    [0x3b, 0x49, 0x6c],
    [0x57, 0x5d, 0x6d],
    [0x70, 0x71, 0x73],
    [0x8a, 0x86, 0x78],
    [0xa5, 0x9c, 0x74],
    [0xc3, 0xb3, 0x69],
    [0xe1, 0xcc, 0x55],
    [0xfe, 0xe8, 0x38],
];

/// A picture of a table; `title` stands above it, and a proved pattern is marked.
pub(crate) fn svg(table: &Cells, title: &str, pattern: Option<&Periodicity>) -> io::Result<String> {
    let levels: Vec<f64> = table.cells.iter().map(level).collect();
    let finite = levels.iter().copied().filter(|level| level.is_finite());
    let largest = finite.fold(1.0, f64::max);
    let mut picture = Picture { text: String::new(), largest };
    match table.from.len() {
        1 => picture.sequence(table, &levels, title, pattern),
        _ => picture.heat_map(table, &levels, title)?,
    }
    Ok(picture.text)
}

/// How high a cell stands: its value; a win on the spot has no height. Only to draw it.
fn level(cell: &Cell) -> f64 {
    match cell {
        Cell::Value(Value::Nimber(value)) => value.to_string().parse().unwrap_or(f64::INFINITY),
        Cell::Value(Value::Win) => f64::INFINITY,
        Cell::Value(Value::Over) => 0.0,
        Cell::Outcome(Outcome::P) => 0.0,
        Cell::Outcome(Outcome::N) => 1.0,
        Cell::Outcome(Outcome::D) => 0.5,
    }
}

struct Picture {
    text: String,
    largest: f64,
}

impl Picture {
    /// The colour of a level: zero, which is lost, stands apart from the least that is won.
    fn colour(&self, level: f64) -> Colour {
        let along = match level {
            0.0 => 0.0,
            level if level.is_finite() => 0.25 + 0.75 * level / self.largest,
            _ => 1.0,
        };
        let steps = (SCALE.len() - 1) as f64;
        let below = (along * steps).floor().min(steps - 1.0);
        let rest = along * steps - below;
        let (from, to) = (SCALE[below as usize], SCALE[below as usize + 1]);
        let mix = |at: usize| {
            (f64::from(from[at]) + rest * (f64::from(to[at]) - f64::from(from[at]))).round() as u8
        };
        [mix(0), mix(1), mix(2)]
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Opens the picture around an area of this size, and writes the title.
    fn open(&mut self, width: f64, height: f64, title: &str) {
        let (all_width, all_height) = (width + MARGIN + 24.0, height + TOP + MARGIN);
        self.line(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_width:.0} {all_height:.0}\" \
             width=\"{all_width:.0}\" height=\"{all_height:.0}\" font-family=\"sans-serif\" \
             font-size=\"12\" role=\"img\">"
        ));
        let title = escaped(title);
        self.line(&format!("<title>{title}</title>"));
        self.line("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
        self.label(MARGIN, 24.0, "start", &title);
    }

    /// A text whose signs are escaped.
    fn label(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.line(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    fn heat_map(&mut self, table: &Cells, levels: &[f64], title: &str) -> io::Result<()> {
        let columns = (table.to[1] - table.from[1] + 1) as usize;
        let rows = levels.len() / columns;
        let side = WIDTH / columns.max(rows) as f64;
        let (width, height) = (side * columns as f64, side * rows as f64);
        self.open(width, height, title);
        if columns.max(rows) <= MOST_WRITTEN {
            for (index, (cell, &level)) in table.cells.iter().zip(levels).enumerate() {
                let x = MARGIN + side * (index % columns) as f64;
                let y = TOP + side * (index / columns) as f64;
                let colour = self.colour(level);
                let ink = if colour[1] < 0x78 { "#ffffff" } else { "#000000" };
                let size = (side * 0.45).min(16.0);
                let (middle, base) = (x + side / 2.0, y + side / 2.0 + size * 0.35);
                self.line(&format!(
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" \
                     fill=\"{}\"/><text x=\"{middle:.2}\" y=\"{base:.2}\" text-anchor=\"middle\" \
                     font-size=\"{size:.1}\" fill=\"{ink}\">{}</text>",
                    hex(colour),
                    escaped(&cell.to_string())
                ));
            }
        } else {
            let image = BASE64_STANDARD.encode(self.pixels(levels, columns, rows)?);
            self.line(&format!(
                "<image x=\"{MARGIN}\" y=\"{TOP}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                 preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" \
                 href=\"data:image/png;base64,{image}\"/>"
            ));
        }
        for (index, number) in ticks(table.from[1], table.to[1]) {
            let x = MARGIN + side * (index as f64 + 0.5);
            self.label(x, TOP + height + 18.0, "middle", &number.to_string());
        }
        for (index, number) in ticks(table.from[0], table.to[0]) {
            let y = TOP + side * (index as f64 + 0.5) + 4.0;
            self.label(MARGIN - 8.0, y, "end", &number.to_string());
        }
        let (across, down) = (escaped(&table.coords[1]), escaped(&table.coords[0]));
        self.label(MARGIN + width / 2.0, TOP + height + 40.0, "middle", &across);
        self.label(16.0, TOP + height / 2.0, "middle", &down);
        self.line("</svg>");
        Ok(())
    }

    /// The cells as a PNG image, a pixel each.
    fn pixels(&self, levels: &[f64], columns: usize, rows: usize) -> io::Result<Vec<u8>> {
        let mut image = Vec::new();
        let mut encoder = png::Encoder::new(&mut image, columns as u32, rows as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().map_err(io::Error::other)?;
        let data: Vec<u8> = levels.iter().flat_map(|&level| self.colour(level)).collect();
        writer.write_image_data(&data).map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)?;
        Ok(image)
    }

    fn sequence(
        &mut self,
        table: &Cells,
        levels: &[f64],
        title: &str,
        pattern: Option<&Periodicity>,
    ) {
        self.open(WIDTH, HEIGHT, title);
        let (from, to) = (table.from[0], table.to[0]);
        let length = (to - from + 1) as f64;
        let across = |n: f64| MARGIN + WIDTH * (n - from as f64 + 0.5) / length;
        let up = |this: &Picture, level: f64| {
            TOP + HEIGHT - HEIGHT * (level.min(this.largest) + 0.5) / (this.largest + 1.0)
        };
        if let Some(Periodicity { preperiod, period, .. }) = pattern {
            let start = *preperiod as f64;
            let left = across(start - 0.5).clamp(MARGIN, MARGIN + WIDTH);
            let right = across(start + *period as f64 - 0.5).clamp(left, MARGIN + WIDTH);
            self.line(&format!(
                "<rect x=\"{left:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\" \
                 fill=\"#fff3a8\"/>",
                right - left
            ));
        }
        self.line(&format!(
            "<path d=\"M{MARGIN} {TOP}v{HEIGHT}h{WIDTH}\" fill=\"none\" stroke=\"#000000\"/>"
        ));
        for (_, number) in ticks(from, to) {
            let x = across(number as f64);
            self.label(x, TOP + HEIGHT + 18.0, "middle", &number.to_string());
        }
        for (_, number) in ticks(0, self.largest as u64) {
            let y = up(self, number as f64) + 4.0;
            self.label(MARGIN - 8.0, y, "end", &number.to_string());
        }
        // One path of strokes without length, whose round ends are the points.
        let size = (WIDTH / length * 0.7).clamp(1.2, 6.0);
        let mut path = String::new();
        for (index, &level) in levels.iter().enumerate().filter(|(_, level)| level.is_finite()) {
            let (x, y) = (across((from + index as u64) as f64), up(self, level));
            // Writing to a String cannot fail.
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        self.line(&format!(
            "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"{size:.1}\" stroke-linecap=\"round\"/>",
            hex(SCALE[1])
        ));
        let name = escaped(&table.coords[0]);
        self.label(MARGIN + WIDTH / 2.0, TOP + HEIGHT + 36.0, "middle", &name);
        if let Some(pattern) = pattern {
            let said = format!(
                "proved: {}",
                words::periodicity(&Periodicity { exceptions: Vec::new(), ..pattern.clone() })
            );
            self.label(MARGIN + WIDTH, TOP + HEIGHT + 50.0, "end", &escaped(&said));
        }
        self.line("</svg>");
    }
}

/// Numbers to write along an axis, with their places: about ten, a round step apart.
fn ticks(from: u64, to: u64) -> Vec<(u64, u64)> {
    let length = to - from + 1;
    let step = (0..20)
        .flat_map(|power| [1, 2, 5].map(|first| 10_u64.saturating_pow(power).saturating_mul(first)))
        .find(|step| length.div_ceil(*step) <= 12)
        .unwrap_or(u64::MAX);
    let first = from.div_ceil(step) * step;
    (first..=to).step_by(step as usize).map(|number| (number - from, number)).collect()
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        for (from, to) in [(0, 0), (0, 9), (7, 30), (0, 1000), (95, 105), (1_000_000, 1_000_024)] {
            let found = ticks(from, to);
            assert!((1..=12).contains(&found.len()) || to - from < 2, "{from} {to} {found:?}");
            assert!(found.iter().all(|&(at, number)| from + at == number && number <= to));
        }
    }

    #[test]
    fn colours_grow_lighter_and_zero_stands_apart() {
        let picture = Picture { text: String::new(), largest: 20.0 };
        let light = |level: f64| {
            let [red, green, blue] = picture.colour(level).map(u32::from);
            3 * red + 6 * green + blue
        };
        assert!((0..20).all(|level| light(f64::from(level)) < light(f64::from(level + 1))));
        assert!(light(1.0) - light(0.0) > 2 * (light(2.0) - light(1.0)));
        assert_eq!(picture.colour(f64::INFINITY), SCALE[9]);
    }

    #[test]
    fn the_embedded_image_holds_a_pixel_for_each_cell() {
        let picture = Picture { text: String::new(), largest: 5.0 };
        let levels: Vec<f64> = (0..6).map(f64::from).collect();
        let image = picture.pixels(&levels, 3, 2).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(image)).read_info().unwrap();
        let mut pixels = vec![0; 18];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (3, 2));
        let expected: Vec<u8> = levels.iter().flat_map(|&level| picture.colour(level)).collect();
        assert_eq!(pixels, expected);
    }
}
