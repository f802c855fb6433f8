//! Drawings as PNG images.
//!
//! Shapes and letters are filled by tiny-skia; cells are written pixel by pixel, so that a map of
//! millions of values is one pass over the image: enlarged, each pixel is of its cell's colour;
//! reduced, of the mean of the cells that it covers.

use std::io;

use grundy::drawing::{Anchor, Colours, Drawing, Line, Paint, Point, Shape};
use tiny_skia::{
    FillRule, LineCap, Path, PathBuilder, PixmapMut, Rect, Stroke, StrokeDash, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

use super::letters::{Letters, glyph};

/// The widths that are drawn, in pixels.
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 16..=20_000;
/// Most pixels of an image: 256 MiB while it is drawn.
pub(crate) const MOST_PIXELS: u64 = 1 << 26;

/// The size of an image `pixels` wide; without, two pixels for each unit, or some more so that a
/// grain is a whole number of them, or as many as there may be. Nothing if that is too large.
pub(crate) fn size(drawing: &Drawing, pixels: Option<u32>) -> Option<(u32, u32)> {
    let scale = match pixels {
        Some(pixels) => f64::from(pixels) / drawing.width,
        None => {
            let fits = (MOST_PIXELS as f64 / (drawing.width * drawing.height)).sqrt();
            // A little less, for both sides are rounded.
            ((2.0 * drawing.grain).ceil() / drawing.grain).min(0.999 * fits)
        }
    };
    let whole = |length: f64| (length * scale).round().clamp(1.0, f64::from(u32::MAX)) as u32;
    let (width, height) = (whole(drawing.width), whole(drawing.height));
    (u64::from(width) * u64::from(height) <= MOST_PIXELS).then_some((width, height))
}

/// Bytes that it takes to draw an image, about: four for each pixel, and what they are written to.
pub(crate) fn bytes((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height) * 5
}

/// The image of a drawing with its letters, of a [size] that may be drawn.
pub(crate) fn png(
    drawing: &Drawing,
    letters: &Letters,
    colours: Colours,
    (width, height): (u32, u32),
) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0xff; 4 * width as usize * height as usize];
    let pixels = PixmapMut::from_bytes(&mut bytes, width, height);
    let pixels = pixels.ok_or_else(|| io::Error::other("an image without a pixel"))?;
    let fonts = letters.fonts()?;
    let scale = f64::from(width) / drawing.width;
    let mut canvas = Canvas { pixels, fonts, colours, scale };
    for shape in &drawing.shapes {
        canvas.shape(shape);
    }
    // Everything is opaque: the fourth byte of a pixel says nothing.
    let mut at = 0;
    for pixel in 0..bytes.len() / 4 {
        for part in 0..3 {
            bytes[at] = bytes[4 * pixel + part];
            at += 1;
        }
    }
    bytes.truncate(at);
    encoded((width, height), png::ColorType::Rgb, None, &bytes)
}

/// An image with a pixel for each shade.
pub(crate) fn shades(shades: &[u8], columns: usize, colours: Colours) -> io::Result<Vec<u8>> {
    let palette = (0..=255).flat_map(|shade| Paint::Shade(shade).rgb(colours)).collect();
    let size = (columns as u32, (shades.len() / columns.max(1)) as u32);
    encoded(size, png::ColorType::Indexed, Some(palette), shades)
}

fn encoded(
    (width, height): (u32, u32),
    colour: png::ColorType,
    palette: Option<Vec<u8>>,
    data: &[u8],
) -> io::Result<Vec<u8>> {
    let mut image = Vec::new();
    let mut encoder = png::Encoder::new(&mut image, width, height);
    encoder.set_color(colour);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(data).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(image)
}

struct Canvas<'a> {
    pixels: PixmapMut<'a>,
    fonts: Vec<Face<'a>>,
    colours: Colours,
    /// Pixels for each unit.
    scale: f64,
}

impl Canvas<'_> {
    fn paint(&self, paint: Paint) -> tiny_skia::Paint<'static> {
        let [red, green, blue] = paint.rgb(self.colours);
        let mut filled = tiny_skia::Paint::default();
        filled.set_color_rgba8(red, green, blue, 255);
        filled
    }

    /// A point in pixels.
    fn at(&self, (x, y): Point) -> (f32, f32) {
        ((x * self.scale) as f32, (y * self.scale) as f32)
    }

    fn length(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    fn fill(&mut self, path: Option<&Path>, paint: Paint) {
        if let Some(path) = path {
            let paint = self.paint(paint);
            self.pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<&Path>, paint: Paint, width: f64, dashed: bool) {
        let Some(path) = path else { return };
        let dashes = vec![self.length(4.0), self.length(3.0)];
        let stroke = Stroke {
            width: self.length(width),
            line_cap: LineCap::Round,
            dash: if dashed { StrokeDash::new(dashes, 0.0) } else { None },
            ..Stroke::default()
        };
        self.pixels.stroke_path(path, &self.paint(paint), &stroke, Transform::identity(), None);
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { at, size, fill, edge } => {
                // On whole pixels, so that neighbours leave no seam.
                let ((x, y), (to_x, to_y)) =
                    (self.at(*at), self.at((at.0 + size.0, at.1 + size.1)));
                let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(f32::round);
                let path = Rect::from_ltrb(x, y, to_x, to_y).map(PathBuilder::from_rect);
                self.fill(path.as_ref(), *fill);
                if let Some(edge) = edge {
                    self.stroke(path.as_ref(), *edge, 1.0, false);
                }
            }
            Shape::Circle { at, radius, fill, edge, dashed } => {
                let (x, y) = self.at(*at);
                let path = PathBuilder::from_circle(x, y, self.length(*radius));
                self.fill(path.as_ref(), *fill);
                if let Some(edge) = edge {
                    self.stroke(path.as_ref(), *edge, 1.0, *dashed);
                }
            }
            Shape::Line(line) => self.line(line),
            Shape::Text { at, size, anchor, paint, text } => {
                let path = self.letters(text, *at, *size, *anchor);
                self.fill(path.as_ref(), *paint);
            }
            Shape::Dots { at, radius, paint } => {
                let radius = self.length(*radius);
                for &at in at {
                    let (x, y) = self.at(at);
                    self.fill(PathBuilder::from_circle(x, y, radius).as_ref(), *paint);
                }
            }
            Shape::Cells { at, side, columns, shades } => self.cells(*at, *side, *columns, shades),
        }
    }

    fn line(&mut self, line: &Line) {
        let mut path = PathBuilder::new();
        let ((x, y), (to_x, to_y)) = (self.at(line.from), self.at(line.to));
        path.move_to(x, y);
        match line.by.map(|by| self.at(by)) {
            None => path.line_to(to_x, to_y),
            Some((x, y)) => path.quad_to(x, y, to_x, to_y),
        }
        self.stroke(path.finish().as_ref(), line.paint, line.width, false);
        if line.arrow {
            let [tip, left, right] = line.head().map(|corner| self.at(corner));
            let mut path = PathBuilder::new();
            path.move_to(tip.0, tip.1);
            path.line_to(left.0, left.1);
            path.line_to(right.0, right.1);
            path.close();
            self.fill(path.finish().as_ref(), line.paint);
        }
    }

    /// The outlines of a text.
    fn letters(&self, text: &str, at: Point, size: f64, anchor: Anchor) -> Option<Path> {
        let glyphs: Vec<_> = text.chars().map(|letter| glyph(&self.fonts, letter)).collect();
        let scale = |font: &Face<'_>| self.length(size) / f32::from(font.units_per_em());
        let advance = |(font, glyph): (&Face<'_>, _)| {
            scale(font) * f32::from(font.glyph_hor_advance(glyph).unwrap_or_default())
        };
        let whole: f32 = glyphs.iter().map(|&each| advance(each)).sum();
        let (x, y) = self.at(at);
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - whole / 2.0,
            Anchor::End => x - whole,
        };
        let mut outline = Outline { path: PathBuilder::new(), x, y, scale: 1.0 };
        for (font, glyph) in glyphs {
            outline.scale = scale(font);
            font.outline_glyph(glyph, &mut outline);
            outline.x += advance((font, glyph));
        }
        outline.path.finish()
    }

    fn cells(&mut self, at: Point, side: Point, columns: usize, shades: &[u8]) {
        let rows = shades.len() / columns.max(1);
        let palette: Vec<[u8; 3]> =
            (0..=255).map(|shade| Paint::Shade(shade).rgb(self.colours)).collect();
        let (left, top) = self.at(at);
        let (left, top) = (left.round() as usize, top.round() as usize);
        let pixels =
            |side: f64, count: usize| (self.scale * side * count as f64).round().max(1.0) as usize;
        let (width, height) = (pixels(side.0, columns), pixels(side.1, rows));
        let sheet = self.pixels.width() as usize;
        let down: Vec<_> = spans(height, rows).collect();
        let across: Vec<_> = spans(width, columns).collect();
        let data = self.pixels.data_mut();
        for (y, down) in down.iter().enumerate() {
            for (x, across) in across.iter().enumerate().take(sheet.saturating_sub(left)) {
                let mut sum = [0_usize; 3];
                for row in down.clone() {
                    for &shade in &shades[row * columns..][across.clone()] {
                        let colour = palette[usize::from(shade)];
                        sum = std::array::from_fn(|part| sum[part] + usize::from(colour[part]));
                    }
                }
                let count = down.len() * across.len();
                let place = 4 * ((top + y) * sheet + left + x);
                if let Some(pixel) = data.get_mut(place..place + 3) {
                    for (part, sum) in pixel.iter_mut().zip(sum) {
                        *part = ((sum + count / 2) / count) as u8;
                    }
                }
            }
        }
    }
}

/// For each of so many pixels the cells that it shows, at least one.
fn spans(pixels: usize, cells: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..pixels).map(move |pixel| {
        let from = pixel * cells / pixels;
        from..((pixel + 1) * cells / pixels).max(from + 1)
    })
}

/// Outlines of letters, put where they stand in the image.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.scale * x, self.y - self.scale * y)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, by_x: f32, by_y: f32, x: f32, y: f32) {
        let ((by_x, by_y), (x, y)) = (self.place(by_x, by_y), self.place(x, y));
        self.path.quad_to(by_x, by_y, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) =
            (self.place(ax, ay), self.place(bx, by), self.place(x, y));
        self.path.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size and the bytes of an image.
    fn read(image: &[u8]) -> ((u32, u32), Vec<[u8; 3]>) {
        let mut decoder = png::Decoder::new(io::Cursor::new(image));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        ((info.width, info.height), bytes.as_chunks().0.to_vec())
    }

    #[test]
    fn the_embedded_image_holds_a_pixel_for_each_cell() {
        let levels: Vec<u8> = (0..=255).chain(0..=253).collect();
        for colours in [Colours::Colour, Colours::Grey, Colours::Black] {
            let (size, pixels) = read(&shades(&levels, 30, colours).unwrap());
            assert_eq!(size, (30, 17));
            let expected: Vec<[u8; 3]> =
                levels.iter().map(|&shade| Paint::Shade(shade).rgb(colours)).collect();
            assert_eq!(pixels, expected);
        }
    }

    /// A map of 5 rows and 7 columns, at every width: each pixel inside is a cell's colour when the
    /// map is not reduced, and the mean of all cells is kept when it is.
    #[test]
    fn cells_keep_their_colours_at_any_size() {
        let levels: Vec<u8> = (0..35).map(|at| (at * 37 % 256) as u8).collect();
        let mut drawing = Drawing::new("", 9.0, 7.0);
        let cells =
            Shape::Cells { at: (1.0, 1.0), side: (1.0, 1.0), columns: 7, shades: levels.clone() };
        drawing.shapes.push(cells);
        for scale in 1..=6_usize {
            let size = size(&drawing, Some(9 * scale as u32)).unwrap();
            let (_, pixels) =
                read(&png(&drawing, &Letters::default(), Colours::Colour, size).unwrap());
            for (at, pixel) in pixels.iter().enumerate() {
                let (x, y) = (at % (9 * scale) / scale, at / (9 * scale) / scale);
                let inside = (1..8).contains(&x) && (1..6).contains(&y);
                let shade = |()| Paint::Shade(levels[(y - 1) * 7 + x - 1]);
                let paint = inside.then_some(()).map_or(Paint::Paper, shade);
                assert_eq!(*pixel, paint.rgb(Colours::Colour), "{scale} {x} {y}");
            }
        }
        for pixels in 1..20 {
            for cells in 1..20 {
                let spans: Vec<_> = spans(pixels, cells).collect();
                assert!(spans.iter().all(|span| !span.is_empty() && span.end <= cells));
                if pixels <= cells {
                    assert!(spans.windows(2).all(|two| two[0].end == two[1].start));
                }
            }
        }
    }

    #[test]
    fn letters_stand_where_their_anchor_says_and_unknown_ones_are_boxes() {
        let ink = |text: &str, anchor| {
            let mut drawing = Drawing::new("", 100.0, 20.0);
            drawing.text((50.0, 15.0), 12.0, anchor, Paint::Ink, text);
            let (_, pixels) =
                read(&png(&drawing, &Letters::default(), Colours::Colour, (100, 20)).unwrap());
            let dark = pixels.iter().enumerate().filter(|(_, pixel)| pixel[0] < 200);
            let places: Vec<usize> = dark.map(|(at, _)| at % 100).collect();
            (places.iter().min().copied(), places.iter().max().copied())
        };
        let (Some(first), Some(last)) = ink("Hill", Anchor::Start) else { panic!() };
        assert!((50..54).contains(&first) && last < 80, "{first} {last}");
        let (Some(first), Some(last)) = ink("Hill", Anchor::End) else { panic!() };
        assert!(first > 20 && (46..=50).contains(&last), "{first} {last}");
        let (Some(first), Some(last)) = ink("Hill", Anchor::Middle) else { panic!() };
        assert!((first + last).abs_diff(100) < 5, "{first} {last}");
        assert!(ink("石", Anchor::Middle).0.is_some());
        assert_eq!(ink("", Anchor::Middle), (None, None));
    }

    #[test]
    fn sizes_are_bounded_and_a_grain_is_a_whole_number_of_pixels() {
        let mut drawing = Drawing::new("", 720.0, 400.0);
        assert_eq!(size(&drawing, None), Some((1440, 800)));
        assert_eq!(size(&drawing, Some(360)), Some((360, 200)));
        assert_eq!(size(&drawing, Some(20_000)), None);
        drawing.grain = 0.32;
        assert_eq!(size(&drawing, None), Some((2250, 1250)));
    }
}
