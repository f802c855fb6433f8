//! Tables as drawings: a sequence as points over its heaps, two coordinates as a heat map.

use grundy::drawing::{Anchor, Drawing, Line, Paint, Shape};
use grundy::heap::Periodicity;
use grundy::outcome::Outcome;
use grundy::ruleset::Value;
use grundy::theorem;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::cells::{Cell, Cells};
use crate::language::say;

/// Width of the area of the values, and height of that of a sequence.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
/// Space left of the area, at least, and below it, for the axes.
const MARGIN: f64 = 56.0;
/// Space above it, for the title.
const TOP: f64 = 40.0;
/// Space right of a heat map, at least, for what the shades mean.
const LEGEND: f64 = 84.0;
/// Height of letters, and width of a digit.
const LETTERS: f64 = 12.0;
const DIGIT: f64 = 7.0;
/// Numbers down an axis stand so far apart at least, and so much is between those along one.
const LEAST_APART: f64 = 24.0;
const BETWEEN: f64 = 10.0;
/// Space above the values of a sequence for what is won on the spot and what is over, where there is such.
const ABOVE: f64 = 44.0;
const WINS: f64 = TOP + 12.0;
const OVERS: f64 = TOP + 30.0;
/// Heat maps of more rows or columns have no numbers in their cells.
const MOST_WRITTEN: usize = 32;
/// Most cells of a heat map, and points of a sequence. Beyond, a pixel of the picture would be many.
const MOST_CELLS: usize = 1 << 24;
const MOST_POINTS: usize = 1 << 17;

/// The most that a picture with so many axes shows.
pub(crate) fn most(axes: usize) -> usize {
    if axes == 1 { MOST_POINTS } else { MOST_CELLS }
}

/// A picture of a table; `title` stands above it, and a proved pattern is marked.
pub(crate) fn drawing(table: &Cells, title: &str, pattern: Option<&Periodicity>) -> Drawing {
    let levels: Vec<f64> = table.cells.iter().map(level).collect();
    let finite = levels.iter().copied().filter(|level| level.is_finite());
    let largest = finite.fold(1.0, f64::max);
    match table.from.len() {
        1 => sequence(table, &levels, largest, title, pattern),
        _ => heat_map(table, &levels, largest, title),
    }
}

/// How high a cell stands: its value; a win on the spot has no height. Only to draw it.
fn level(cell: &Cell) -> f64 {
    match cell {
        Cell::Value(Value::Nimber(value)) => *value as f64,
        Cell::Large(value) => value.to_string().parse().unwrap_or(f64::INFINITY),
        Cell::Value(Value::Win) => f64::INFINITY,
        Cell::Value(Value::Over) => 0.0,
        Cell::Outcome(Outcome::P) => 0.0,
        Cell::Outcome(Outcome::N) => 1.0,
        Cell::Outcome(Outcome::D) => 0.5,
        Cell::Genus(genus) => genus.value.to_string().parse().unwrap_or(f64::INFINITY),
    }
}

/// The shade of a level: zero, which is lost, stands apart from the least that is won.
fn shade(level: f64, largest: f64) -> u8 {
    match level {
        0.0 => 0,
        level if level.is_finite() => (255.0 * level / largest).round().max(1.0) as u8,
        _ => 255,
    }
}

/// The width of a number, as long as it is.
fn width_of(number: u64) -> f64 {
    DIGIT * f64::from(number.checked_ilog10().unwrap_or(0) + 1)
}

/// The space left of an area whose axis has numbers up to this one: they stand between what the axis is called and the
/// ticks.
fn margin(most: u64) -> f64 {
    MARGIN.max(width_of(most) + 32.0)
}

/// A sheet around an area of this size, with so much space left and right of it, and the title.
fn sheet((width, height): (f64, f64), (left, right): (f64, f64), title: &str) -> Drawing {
    let mut drawing = Drawing::new(title, width + left + right, height + TOP + MARGIN);
    // What does not fit in the line is cut off; the whole is the title of the picture.
    let most = ((drawing.width - left) / (0.52 * LETTERS)) as usize;
    let shown = match title.width() > most {
        true => {
            let mut width = 1;
            let fits = |sign: &char| {
                width += sign.width().unwrap_or(0);
                width <= most
            };
            title.chars().take_while(fits).chain(['…']).collect()
        }
        false => title.to_owned(),
    };
    label(&mut drawing, left, 24.0, Anchor::Start, shown);
    drawing
}

fn label(drawing: &mut Drawing, x: f64, y: f64, anchor: Anchor, text: impl Into<String>) {
    drawing.text((x, y), LETTERS, anchor, Paint::Ink, text);
}

fn heat_map(table: &Cells, levels: &[f64], largest: f64, title: &str) -> Drawing {
    let columns = (table.to[1] - table.from[1] + 1) as usize;
    let rows = levels.len() / columns;
    let side = WIDTH / columns.max(rows) as f64;
    let (width, height) = (side * columns as f64, side * rows as f64);
    // Room for the axes and the title, however narrow the map is.
    let (room, tall) = (width.max(WIDTH / 2.0), height.max(WIDTH / 4.0));
    let left = margin(table.to[0]);
    let legend_width = LEGEND.max(width_of(largest as u64) + 44.0);
    let mut drawing = sheet((room, tall), (left, legend_width), title);
    drawing.grain = side;
    // A win on the spot stands beyond every number.
    let scale = if shows_wins(table) { largest + 1.0 } else { largest };
    let shades = levels.iter().map(|&level| shade(level, scale));
    if columns.max(rows) <= MOST_WRITTEN {
        for (index, (cell, shade)) in table.cells.iter().zip(shades).enumerate() {
            let x = left + side * (index % columns) as f64;
            let y = TOP + side * (index / columns) as f64;
            drawing.rect((x, y), (side, side), Paint::Shade(shade), Some(Paint::Faint));
            let text = cell.to_string();
            let size = (side * 0.45).min(16.0).min(1.5 * side / text.len().max(1) as f64);
            let middle = (x + side / 2.0, y + side / 2.0 + size * 0.35);
            drawing.text(middle, size, Anchor::Middle, Paint::OnShade(shade), text);
        }
    } else {
        let (at, side) = ((left, TOP), (side, side));
        drawing.shapes.push(Shape::Cells { at, side, columns, shades: shades.collect() });
        frame(&mut drawing, (left, TOP), (width, height));
    }
    for (index, number) in ticks_along(table.from[1], table.to[1], width) {
        let x = left + side * (index as f64 + 0.5);
        tick(&mut drawing, (x, TOP + height), (0.0, 5.0));
        label(&mut drawing, x, TOP + height + 18.0, Anchor::Middle, number.to_string());
    }
    for (index, number) in ticks(table.from[0], table.to[0], height / LEAST_APART) {
        let y = TOP + side * (index as f64 + 0.5);
        tick(&mut drawing, (left, y), (-5.0, 0.0));
        label(&mut drawing, left - 8.0, y + 4.0, Anchor::End, number.to_string());
    }
    let (across, down) = (&table.coords[1], &table.coords[0]);
    label(&mut drawing, left + width / 2.0, TOP + height + 40.0, Anchor::Middle, across);
    label(&mut drawing, 16.0, TOP + height / 2.0 - 10.0, Anchor::Middle, down);
    legend(&mut drawing, table, largest, left + width + 16.0);
    drawing
}

/// Whether the table says who wins.
fn shows_outcomes(table: &Cells) -> bool {
    table.cells.iter().any(|cell| matches!(cell, Cell::Outcome(_)))
}

/// Whether some position of the table is a draw.
fn shows_draws(table: &Cells) -> bool {
    table.cells.iter().any(|cell| matches!(cell, Cell::Outcome(Outcome::D)))
}

/// Whether some component of the table is won on the spot.
fn shows_wins(table: &Cells) -> bool {
    table.cells.iter().any(|cell| matches!(cell, Cell::Value(Value::Win)))
}

/// What the shades mean, below each other from `x` to the right.
fn legend(drawing: &mut Drawing, table: &Cells, largest: f64, x: f64) {
    const BOX: f64 = 14.0;
    let outcomes = shows_outcomes(table);
    let mut entry = |y: f64, shade: u8, text: &str| {
        drawing.rect((x, y), (BOX, BOX), Paint::Shade(shade), Some(Paint::Faint));
        label(drawing, x + BOX + 6.0, y + 11.0, Anchor::Start, text);
    };
    if outcomes {
        entry(TOP, 0, "P");
        entry(TOP + 22.0, 255, "N");
        if shows_draws(table) {
            entry(TOP + 44.0, shade(level(&Cell::Outcome(Outcome::D)), 1.0), "D");
        }
        return;
    }
    let wins = shows_wins(table);
    entry(TOP, 0, if wins { "0, over" } else { "0 (P)" });
    if wins {
        entry(TOP + 26.0 + 96.0 + 12.0, 255, "win");
    }
    let (top, side) = (TOP + 26.0, (BOX, 1.0));
    let last = (largest as u64).clamp(1, 64) as usize;
    let side = (side.0, 96.0 / last as f64);
    let scale = if wins { last + 1 } else { last };
    let shades = (1..=last).map(|step| shade(step as f64, scale as f64)).collect();
    drawing.shapes.push(Shape::Cells { at: (x, top), side, columns: 1, shades });
    frame(drawing, (x, top), (BOX, 96.0));
    label(drawing, x + BOX + 6.0, top + 10.0, Anchor::Start, "1");
    label(drawing, x + BOX + 6.0, top + 96.0, Anchor::Start, format!("{largest:.0}"));
}

/// A short line beside an axis.
fn tick(drawing: &mut Drawing, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
    drawing.line(Line::new((x, y), (x + dx, y + dy), Paint::Ink));
}

/// The border of an area.
fn frame(drawing: &mut Drawing, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
    for (at, &corner) in corners.iter().enumerate() {
        drawing.line(Line::new(corner, corners[(at + 1) % 4], Paint::Ink));
    }
}

fn sequence(
    table: &Cells,
    levels: &[f64],
    largest: f64,
    title: &str,
    pattern: Option<&Periodicity>,
) -> Drawing {
    let side = margin(largest as u64);
    let mut drawing = sheet((WIDTH, HEIGHT), (side, 24.0), title);
    let (from, to) = (table.from[0], table.to[0]);
    let length = (to - from + 1) as f64;
    let across = |n: f64| side + WIDTH * (n - from as f64 + 0.5) / length;
    let ends_at_once = |cell: &Cell| matches!(cell, Cell::Value(Value::Win | Value::Over));
    let above = if table.cells.iter().any(ends_at_once) { ABOVE } else { 0.0 };
    let height = HEIGHT - above;
    let up = |level: f64| TOP + HEIGHT - height * (level.min(largest) + 0.5) / (largest + 1.0);
    if let Some(Periodicity { preperiod, period, .. }) = pattern {
        let start = *preperiod as f64;
        let left = across(start - 0.5).clamp(side, side + WIDTH);
        let right = across(start + *period as f64 - 0.5).clamp(left, side + WIDTH);
        if right > left {
            drawing.rect((left, TOP), (right - left, HEIGHT), Paint::Band, Some(Paint::Faint));
        }
    }
    let corner = (side, TOP + HEIGHT);
    drawing.line(Line::new((side, TOP), corner, Paint::Ink));
    drawing.line(Line::new(corner, (side + WIDTH, TOP + HEIGHT), Paint::Ink));
    for (_, number) in ticks_along(from, to, WIDTH) {
        let x = across(number as f64);
        tick(&mut drawing, (x, TOP + HEIGHT), (0.0, 5.0));
        label(&mut drawing, x, TOP + HEIGHT + 18.0, Anchor::Middle, number.to_string());
    }
    let outcomes = shows_outcomes(table);
    for (_, number) in ticks(0, largest as u64, height / LEAST_APART) {
        let y = up(number as f64);
        tick(&mut drawing, (side, y), (-5.0, 0.0));
        let written = match (outcomes, number) {
            (true, 0) => "P".to_owned(),
            (true, _) => "N".to_owned(),
            (false, number) => number.to_string(),
        };
        label(&mut drawing, side - 8.0, y + 4.0, Anchor::End, written);
    }
    if shows_draws(table) {
        let y = up(level(&Cell::Outcome(Outcome::D)));
        label(&mut drawing, side - 8.0, y + 4.0, Anchor::End, "D");
    }
    if above > 0.0 {
        for (y, value) in [(WINS, Value::<u64>::Win), (OVERS, Value::Over)] {
            label(&mut drawing, side - 8.0, y + 4.0, Anchor::End, value.to_string());
        }
    }
    let radius = (WIDTH / length * 0.35).clamp(0.6, 3.0);
    let at = table.cells.iter().zip(levels).enumerate().map(|(index, (cell, &level))| {
        let y = match cell {
            Cell::Value(Value::Win) => WINS,
            Cell::Value(Value::Over) => OVERS,
            _ => up(level),
        };
        (across((from + index as u64) as f64), y)
    });
    drawing.shapes.push(Shape::Dots { at: at.collect(), radius, paint: Paint::Lost });
    let middle = side + WIDTH / 2.0;
    label(&mut drawing, middle, TOP + HEIGHT + 36.0, Anchor::Middle, &table.coords[0]);
    if let Some(pattern) = pattern {
        let pattern = Periodicity { exceptions: Vec::new(), ..pattern.clone() };
        let said = say!("proved: {theorem}", theorem = theorem::periodicity(&pattern));
        label(&mut drawing, side + WIDTH, TOP + HEIGHT + 50.0, Anchor::End, said);
    }
    drawing
}

/// Numbers to write along an axis of this length, beside each other, with their places.
fn ticks_along(from: u64, to: u64, length: f64) -> Vec<(u64, u64)> {
    ticks(from, to, length / LEAST_APART.max(width_of(to) + BETWEEN))
}

/// Numbers to write on an axis that has room for so many, with their places: about ten, or fewer, a round step apart.
fn ticks(from: u64, to: u64, room: f64) -> Vec<(u64, u64)> {
    let length = (to - from).saturating_add(1);
    let most = (room as u64).clamp(1, 12);
    let step = (0..20)
        .flat_map(|power| [1, 2, 5].map(|first| 10_u64.saturating_pow(power).saturating_mul(first)))
        .find(|step| length.div_ceil(*step) <= most)
        .unwrap_or(u64::MAX);
    let first = from.div_ceil(step) * step;
    (first..=to).step_by(step as usize).map(|number| (number - from, number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        for (from, to) in [(0, 0), (0, 9), (7, 30), (0, 1000), (95, 105), (1_000_000, 1_000_024)] {
            assert!(ticks_along(from, to, 1.0).len() <= 1);
            let found = ticks_along(from, to, WIDTH);
            assert!((1..=12).contains(&found.len()) || to - from < 2, "{from} {to} {found:?}");
            assert!(found.iter().all(|&(at, number)| from + at == number && number <= to));
        }
    }

    #[test]
    fn numbers_on_axes_stand_apart_and_inside() {
        for first in [0, 10_u64.pow(12), 10_u64.pow(18)] {
            let found = ticks_along(first, first + 20, WIDTH);
            let apart = |two: &[(u64, u64)]| (two[1].0 - two[0].0) as f64 * WIDTH / 21.0;
            assert!(found.windows(2).all(|two| apart(two) > width_of(two[1].1)), "{found:?}");
            assert!(margin(first + 20) > width_of(first + 20) + 8.0);
        }
        assert!(ticks(0, u64::MAX, 12.0).len() > 1);
    }

    #[test]
    fn only_zero_has_the_shade_of_zero() {
        assert_eq!(shade(0.0, 2000.0), 0);
        assert_eq!(shade(1.0, 2000.0), 1);
        assert_eq!(shade(2000.0, 2000.0), 255);
        assert_eq!(shade(f64::INFINITY, 20.0), 255);
        assert!(
            (0..200).all(|level| shade(level.into(), 200.0) < shade((level + 1).into(), 200.0))
        );
    }
}
