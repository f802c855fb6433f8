//! Positions in characters: heaps as rows of tokens, strips as cells, sheets as rectangles, two
//! coordinates as a place on a grid; whatever is too large is written as it is typed.
//!
//! Only ASCII is used, so that every terminal can show it, and what a move changes has other letters
//! (`X`, `x`), so that nothing depends on colours.

use grundy::board::{Sign, Touch};
use grundy::play::Appearance;
use num_bigint::BigUint;

use crate::language::say;

/// How a piece of a drawing stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// Names and frames.
    Faint,
    /// Where the move is made.
    Chosen,
    /// What goes because of it.
    Goes,
}

/// A drawing: rows of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) rows: Vec<Vec<(String, Tone)>>,
}

/// Most tokens and cells that are drawn in a row.
const IN_A_ROW: usize = 60;
/// Most rows of a rectangle or a grid.
const ROWS: usize = 24;
/// Most rows of a drawing.
const MOST_ROWS: usize = 400;

impl Drawing {
    /// A line of one piece.
    pub(super) fn line(&mut self, text: impl Into<String>, tone: Tone) {
        self.rows.push(vec![(text.into(), tone)]);
    }

    /// A component with its name and what a move makes of it: the name of that, and the components.
    pub(super) fn component(
        &mut self,
        appearance: Appearance,
        name: &str,
        coords: &[BigUint],
        made: Option<(&str, &[Vec<BigUint>])>,
    ) {
        if self.rows.len() >= MOST_ROWS {
            return;
        }
        let drawn: Option<Vec<usize>> = coords.iter().map(small).collect();
        let to: Option<Vec<Vec<usize>>> = made.and_then(|(_, sum)| {
            sum.iter().map(|coords| coords.iter().map(small).collect()).collect()
        });
        let rows = drawn.and_then(|coords| rows(appearance, &coords, to.as_deref()));
        let tone = if made.is_some() { Tone::Chosen } else { Tone::Faint };
        let mut head = vec![(format!("{name:>4}  "), tone)];
        let rows = rows.unwrap_or_default();
        let (beside, below) = match appearance {
            Appearance::Heap | Appearance::Strip => (rows.into_iter().next(), Vec::new()),
            _ => (None, rows),
        };
        head.extend(beside.into_iter().flatten());
        if let Some((text, _)) = made {
            head.push((format!("  -> {text}"), Tone::Chosen));
        }
        self.rows.push(head);
        for row in below {
            self.rows.push([vec![("      ".to_owned(), Tone::Plain)], row].concat());
        }
        if self.rows.len() >= MOST_ROWS {
            self.line(say!("  ... and more"), Tone::Faint);
        }
    }

    /// A board of a game on boards.
    pub(super) fn board(&mut self, rows: &[Vec<Sign>]) {
        for row in rows.iter().take(MOST_ROWS.saturating_sub(self.rows.len())) {
            let tone = |touch| match touch {
                Touch::Stays => Tone::Plain,
                Touch::Chosen => Tone::Chosen,
                Touch::Goes => Tone::Goes,
            };
            let mut drawn: Vec<(String, Tone)> = vec![("  ".to_owned(), Tone::Plain)];
            for mark in row {
                match drawn.last_mut() {
                    Some((text, last)) if *last == tone(mark.touch) => text.push_str(&mark.text),
                    _ => drawn.push((mark.text.clone(), tone(mark.touch))),
                }
            }
            self.rows.push(drawn);
        }
        if self.rows.len() == MOST_ROWS {
            self.line(say!("  ... and more"), Tone::Faint);
        }
    }

    /// The last row on which a move changes something.
    pub(super) fn changed(&self) -> Option<usize> {
        self.rows.iter().rposition(|row| row.iter().any(|(_, tone)| *tone == Tone::Chosen))
    }
}

fn small(coord: &BigUint) -> Option<usize> {
    usize::try_from(coord).ok().filter(|&coord| coord <= IN_A_ROW)
}

type Rows = Vec<Vec<(String, Tone)>>;

/// The rows of a component, nothing where it does not fit; `to` is what a move makes of it.
fn rows(appearance: Appearance, coords: &[usize], to: Option<&[Vec<usize>]>) -> Option<Rows> {
    match (appearance, coords) {
        (Appearance::Heap, &[heap]) => Some(vec![tokens(heap, to)]),
        (Appearance::Strip, &[cells]) if 2 * cells <= IN_A_ROW => {
            Some(vec![vec![("[]".repeat(cells), Tone::Plain)]])
        }
        (Appearance::Sheet, &[width, height]) if height <= ROWS => Some(sheet(width, height, to)),
        (Appearance::Place, &[across, down]) if 2 * across < IN_A_ROW && down < ROWS => {
            Some(place(across, down, to))
        }
        _ => None,
    }
}

/// Tokens in groups of five; those that a move takes are crossed out.
fn tokens(heap: usize, to: Option<&[Vec<usize>]>) -> Vec<(String, Tone)> {
    let left = match to {
        Some([coords]) if coords.len() == 1 => coords[0].min(heap),
        Some([]) => 0,
        _ => heap,
    };
    let run = |from: usize, to: usize, sign: char| {
        let mut text = String::new();
        for at in from..to {
            if at > 0 && at % 5 == 0 {
                text.push(' ');
            }
            text.push(sign);
        }
        text
    };
    vec![(run(0, left, 'o'), Tone::Plain), (run(left, heap, 'x'), Tone::Goes)]
}

/// A rectangle, cut in two where a move cuts it.
fn sheet(width: usize, height: usize, to: Option<&[Vec<usize>]>) -> Rows {
    let (column, row) = match to {
        Some([first, _]) if first.len() == 2 && first[1] == height => (first[0], height),
        Some([first, _]) if first.len() == 2 && first[0] == width => (width, first[1]),
        _ => (width, height),
    };
    let line = |at: usize| {
        let kept = if at < row { column.min(width) } else { 0 };
        vec![("#".repeat(kept), Tone::Plain), ("x".repeat(width - kept), Tone::Goes)]
    };
    (0..height).map(line).collect()
}

/// A place on a grid, the origin at the upper left, and where a move goes.
fn place(across: usize, down: usize, to: Option<&[Vec<usize>]>) -> Rows {
    let goal = match to {
        Some([goal]) => match goal[..] {
            [across, down] => Some((across, down)),
            _ => None,
        },
        _ => None,
    };
    let (wide, high) = goal.unwrap_or((0, 0));
    let (wide, high) = (wide.max(across).min(IN_A_ROW / 2), high.max(down).min(ROWS));
    let cell = |row: usize, column: usize| match (column, row) {
        here if Some(here) == goal => (" X".to_owned(), Tone::Chosen),
        here if here == (across, down) => (" @".to_owned(), Tone::Plain),
        _ => (" .".to_owned(), Tone::Faint),
    };
    (0..=high).map(|row| (0..=wide).map(|column| cell(row, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(appearance: Appearance, coords: &[u32], to: Option<&[&[u32]]>) -> Vec<String> {
        let big = |coords: &[u32]| -> Vec<BigUint> {
            coords.iter().map(|&coord| BigUint::from(coord)).collect()
        };
        let to: Option<Vec<Vec<BigUint>>> =
            to.map(|sum| sum.iter().map(|coords| big(coords)).collect());
        let mut drawing = Drawing::default();
        drawing.component(appearance, "n", &big(coords), to.as_deref().map(|sum| ("to", sum)));
        let row = |row: &Vec<(String, Tone)>| row.iter().map(|(text, _)| &text[..]).collect();
        drawing.rows.iter().map(row).collect()
    }

    #[test]
    fn heaps_are_tokens_and_what_is_taken_is_crossed_out() {
        assert_eq!(drawn(Appearance::Heap, &[0], None), ["   n  "]);
        assert_eq!(drawn(Appearance::Heap, &[7], None), ["   n  ooooo oo"]);
        assert_eq!(drawn(Appearance::Heap, &[7], Some(&[&[4]])), ["   n  oooox xx  -> to"]);
        assert_eq!(drawn(Appearance::Heap, &[2], Some(&[])), ["   n  xx  -> to"]);
        assert_eq!(drawn(Appearance::Heap, &[4], Some(&[&[1], &[3]])), ["   n  oooo  -> to"]);
        // Grows, as in some games it may.
        assert_eq!(drawn(Appearance::Heap, &[2], Some(&[&[3]])), ["   n  oo  -> to"]);
        assert_eq!(drawn(Appearance::Heap, &[61], None), ["   n  "]);
    }

    #[test]
    fn sheets_are_rectangles_that_are_cut() {
        assert_eq!(drawn(Appearance::Sheet, &[3, 2], None), ["   n  ", "      ###", "      ###"]);
        let across = drawn(Appearance::Sheet, &[3, 2], Some(&[&[1, 2], &[2, 2]]));
        assert_eq!(across, ["   n    -> to", "      #xx", "      #xx"]);
        let along = drawn(Appearance::Sheet, &[3, 2], Some(&[&[3, 1], &[3, 1]]));
        assert_eq!(along, ["   n    -> to", "      ###", "      xxx"]);
        assert_eq!(drawn(Appearance::Sheet, &[0, 0], None), ["   n  "]);
        assert_eq!(drawn(Appearance::Sheet, &[3, 25], None).len(), 1);
    }

    #[test]
    fn places_are_marked_on_a_grid() {
        assert_eq!(drawn(Appearance::Place, &[1, 1], None)[1..], ["       . .", "       . @"]);
        let moved = drawn(Appearance::Place, &[1, 1], Some(&[&[0, 1]]));
        assert_eq!(moved[1..], ["       . .", "       X @"]);
        assert_eq!(drawn(Appearance::Place, &[0, 0], None)[1..], ["       @"]);
        assert_eq!(drawn(Appearance::Place, &[30, 1], None).len(), 1);
        assert_eq!(drawn(Appearance::Strip, &[3], None), ["   n  [][][]"]);
        assert_eq!(drawn(Appearance::Text, &[1, 2, 3], None), ["   n  "]);
    }

    #[test]
    fn a_drawing_does_not_grow_without_bound() {
        let mut drawing = Drawing::default();
        for _ in 0..10_000 {
            drawing.component(Appearance::Heap, "1", &[BigUint::from(1_u8)], None);
        }
        assert_eq!(drawing.rows.len(), MOST_ROWS + 1);
    }
}
