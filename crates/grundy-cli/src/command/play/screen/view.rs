//! What the screen shows: the title, the position, the reasons of a hint, the moves, and the line where
//! one types. A pure function of the scene, for any size.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Widget as _};

use crate::command::play::draw::{Drawing, Tone};
use crate::language::say;

/// All that is shown.
pub(super) struct Scene<'a> {
    pub(super) title: &'a str,
    pub(super) drawing: &'a Drawing,
    /// The name of a move.
    pub(super) name: &'a dyn Fn(usize) -> &'a str,
    pub(super) count: usize,
    /// Whether there are more moves than are listed.
    pub(super) more: bool,
    pub(super) selected: usize,
    /// The move of the last hint.
    pub(super) hinted: Option<usize>,
    /// The reasons of the last hint, and the first of their lines that is shown.
    pub(super) reasons: Option<(&'a [String], usize)>,
    /// Whether the keys move the reasons and not the moves.
    pub(super) reading: bool,
    pub(super) note: &'a str,
    /// What has been typed.
    pub(super) input: Option<&'a str>,
    /// What the keys do.
    pub(super) keys: &'a str,
    pub(super) colours: bool,
}

/// What the keys need to know of what was shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Moves on a page.
    pub(super) moves: usize,
    /// Lines of reasons on a page, and in all.
    pub(super) reasons: usize,
    pub(super) all_reasons: usize,
}

/// Columns from which the moves stand beside the position.
const WIDE: u16 = 64;
/// Rows from which panes have frames.
const HIGH: u16 = 14;

/// Shows the scene.
pub(super) fn render(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Shown {
    if area.is_empty() {
        return Shown::default();
    }
    let row = |from_top: u16, rows: u16| Rect {
        y: area.y + from_top,
        height: rows.min(area.height.saturating_sub(from_top)),
        ..area
    };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Line::styled(scene.title, bold).render(row(0, 1), buffer);
    // Below: a note of as many lines as it needs and the screen has, and the keys.
    let note = wrap(scene.note, usize::from(area.width));
    let notes = (note.len().max(1) as u16).min((area.height / 4).max(1));
    let below = if area.height >= 3 { notes + 1 } else { 0 };
    let middle = row(1, area.height.saturating_sub(1 + below));
    let lines: Vec<Line<'_>> = note.into_iter().map(Line::from).collect();
    if below > 0 {
        Paragraph::new(lines).render(row(area.height - below, notes), buffer);
        let last = row(area.height - 1, 1);
        match scene.input {
            Some(input) => {
                // The end of a long line is what one types at.
                let keep = usize::from(area.width).saturating_sub(3);
                let shown = end_of(input, keep);
                let cursor = Style::new().add_modifier(Modifier::REVERSED);
                Line::from(vec![Span::raw("> "), Span::raw(shown), Span::styled(" ", cursor)])
                    .render(last, buffer);
            }
            None => {
                let faint = Style::new().add_modifier(Modifier::DIM);
                Line::styled(scene.keys, faint).render(last, buffer);
            }
        }
    }
    panes(scene, middle, buffer)
}

/// The position, the reasons and the moves, beside each other or one below the other.
fn panes(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Shown {
    let framed = area.height >= HIGH;
    let (mut left, right) = if area.width >= WIDE {
        let wide = (area.width * 2 / 5).min(48);
        let left = Rect { width: area.width - wide, ..area };
        (left, Rect { x: area.x + left.width, width: wide, ..area })
    } else {
        // The position gets what it needs, up to half.
        let frame = if framed { 2 } else { 0 };
        let most = area.height.div_ceil(2);
        let need = (scene.drawing.rows.len() as u16).saturating_add(frame).min(most);
        let need = if scene.reasons.is_some() { most } else { need };
        let left = Rect { height: need, ..area };
        (left, Rect { y: area.y + need, height: area.height - need, ..area })
    };
    let mut shown = Shown::default();
    if let Some((reasons, first)) = scene.reasons {
        let above = match left.height {
            0..=5 => 0,
            high => (high / 2).min(scene.drawing.rows.len() as u16 + u16::from(framed) * 2),
        };
        let pane = Rect { y: left.y + above, height: left.height - above, ..left };
        left.height = above;
        let inner = frame(&say!("Why"), framed, scene.reading, pane, buffer);
        let wrapped: Vec<String> =
            reasons.iter().flat_map(|line| wrap(line, usize::from(inner.width))).collect();
        let page = usize::from(inner.height);
        let first = first.min(wrapped.len().saturating_sub(page));
        let lines = wrapped.iter().skip(first).take(page).map(|line| Line::from(&line[..]));
        Paragraph::new(lines.collect::<Vec<_>>()).render(inner, buffer);
        shown = Shown { reasons: page, all_reasons: wrapped.len(), ..shown };
    }
    let inner = frame(&say!("Position"), framed, false, left, buffer);
    drawing(scene, inner, buffer);
    let selected = scene.selected + 1;
    let title = match (scene.count, scene.more) {
        (0, _) => say!("Moves"),
        (count, false) => say!("Moves {selected}/{count}", selected, count),
        (count, true) => say!("Moves {selected}/{count}, and more", selected, count),
    };
    let inner = frame(&title, framed, !scene.reading, right, buffer);
    moves(scene, inner, buffer);
    Shown { moves: usize::from(inner.height), ..shown }
}

/// A frame with its title where there is room for one; the area inside.
fn frame(title: &str, framed: bool, active: bool, area: Rect, buffer: &mut Buffer) -> Rect {
    if !framed || area.height < 3 {
        return area;
    }
    let style = match active {
        true => Style::new().add_modifier(Modifier::BOLD),
        false => Style::new().add_modifier(Modifier::DIM),
    };
    let block = Block::new().borders(Borders::ALL).border_style(style).title(title.to_owned());
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

fn style(tone: Tone, colours: bool) -> Style {
    let style = Style::new();
    match tone {
        Tone::Plain => style,
        Tone::Faint => style.add_modifier(Modifier::DIM),
        Tone::Chosen if colours => style.fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Tone::Chosen => style.add_modifier(Modifier::BOLD),
        Tone::Goes if colours => style.fg(Color::Red),
        Tone::Goes => style.add_modifier(Modifier::UNDERLINED),
    }
}

/// The position, so far down that what the selected move changes can be seen.
fn drawing(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let rows = &scene.drawing.rows;
    let page = usize::from(area.height);
    let first = scene.drawing.changed().map_or(0, |row| (row + 1).saturating_sub(page));
    let line = |row: &Vec<(String, Tone)>| {
        let span =
            |(text, tone): &(String, Tone)| Span::styled(text.clone(), style(*tone, scene.colours));
        Line::from(row.iter().map(span).collect::<Vec<_>>())
    };
    let lines: Vec<Line<'_>> = rows.iter().skip(first).take(page).map(line).collect();
    Paragraph::new(lines).render(area, buffer);
}

/// The moves around the selected one.
fn moves(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let page = usize::from(area.height);
    let last = scene.count.saturating_sub(page);
    let first = scene.selected.saturating_sub(page / 2).min(last);
    // A number would be taken for a name that is one.
    let numbered = !(0..scene.count).any(|index| (scene.name)(index).parse::<u64>().is_ok());
    for index in (first..scene.count).take(page) {
        let name = (scene.name)(index);
        let hinted = scene.hinted == Some(index);
        let (point, star) =
            (if index == scene.selected { '>' } else { ' ' }, if hinted { '*' } else { ' ' });
        let mut style = Style::new();
        if hinted && scene.colours {
            style = style.fg(Color::Green);
        }
        if index == scene.selected {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let row = Rect { y: area.y + (index - first) as u16, height: 1, ..area };
        let text = match numbered {
            true => format!("{point}{star}{} {name}", index + 1),
            false => format!("{point}{star}{name}"),
        };
        buffer.set_style(row, style);
        Line::styled(text, style).render(row, buffer);
    }
}

fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// The longest end of a text that has room in so many columns.
fn end_of(text: &str, width: usize) -> &str {
    let fits = |&(at, _): &(usize, char)| columns(&text[at..]) <= width;
    let begin = text.char_indices().rev().take_while(fits).last();
    begin.map_or("", |(at, _)| &text[at..])
}

/// What is not parted at the end of a line: words with the space behind them, and signs two columns
/// wide with the closing marks behind them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let wide = |sign: char| columns(sign.encode_utf8(&mut [0; 4])) > 1;
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut signs = rest.char_indices();
        let (_, mut before) = signs.next()?;
        let end = signs.find_map(|(at, sign)| {
            let closes = "，。；：、？！）”".contains(sign);
            let parts = (before == ' ' && sign != ' ')
                || (!closes && !"（“".contains(before) && (wide(before) || wide(sign)));
            before = sign;
            (parts && sign != ' ').then_some(at)
        });
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(piece)
    })
}

/// A line in lines of so many columns, broken between words where it can be; those after the first
/// begin as far in as the first.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    if columns(text) <= width || width == 0 {
        return vec![text.to_owned()];
    }
    let indent: String = text.chars().take_while(|sign| *sign == ' ').take(width / 2).collect();
    let mut lines = Vec::new();
    let mut line = indent.clone();
    for word in pieces(text.trim_start_matches(' ')) {
        if columns(&line) + columns(word.trim_end()) > width && line != indent {
            lines.push(std::mem::replace(&mut line, indent.clone()));
        }
        for sign in word.chars() {
            let wide = columns(sign.encode_utf8(&mut [0; 4]));
            if columns(&line) + wide > width && sign != ' ' && line != indent {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            line.push(sign);
        }
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    static DRAWING: LazyLock<Drawing> = LazyLock::new(|| {
        let mut drawing = Drawing::default();
        drawing.line("  5  ooooo", Tone::Plain);
        drawing.line("  9  oooox xxxx  -> 4", Tone::Chosen);
        drawing
    });

    /// The screen of a scene with so many moves, and what was shown.
    fn screen<'a>(
        (width, height): (u16, u16),
        change: impl FnOnce(&mut Scene<'a>),
    ) -> (Vec<String>, Shown, bool) {
        let mut scene = Scene {
            title: "you are to move | Nim",
            drawing: &DRAWING,
            name: &|_| "5 -> 0",
            count: 40,
            more: false,
            selected: 0,
            hinted: None,
            reasons: None,
            reading: false,
            note: "The opponent moves 3 -> 1",
            input: None,
            keys: "q quit",
            colours: false,
        };
        change(&mut scene);
        let mut shown = Shown::default();
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| {
                let area = frame.area();
                shown = render(&scene, area, frame.buffer_mut());
            })
            .unwrap();
        let buffer = terminal.backend().buffer();
        let cells = buffer.content();
        let row = |row: &[ratatui::buffer::Cell]| {
            row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
        };
        let coloured = cells.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
        let rows = cells.chunks(usize::from(width).max(1)).map(row).collect();
        (rows, shown, coloured)
    }

    #[test]
    fn a_wide_screen_has_the_moves_beside_the_position() {
        let (rows, shown, _) = screen((80, 18), |_| ());
        assert_eq!(rows[0], "you are to move | Nim");
        assert!(rows[1].contains("Position") && rows[1].contains("Moves 1/40"), "{rows:?}");
        assert!(rows[2].contains("ooooo") && rows[2].contains("> 1 5 -> 0"), "{rows:?}");
        assert!(rows[3].contains("-> 4"));
        assert_eq!(rows[16], "The opponent moves 3 -> 1");
        assert_eq!(rows[17], "q quit");
        assert_eq!(shown, Shown { moves: 13, reasons: 0, all_reasons: 0 });
    }

    #[test]
    fn a_narrow_screen_has_the_moves_below() {
        let (rows, shown, _) = screen((20, 8), |_| ());
        assert_eq!(rows[0], "you are to move | Ni");
        assert_eq!(rows[1], "  5  ooooo");
        assert_eq!(rows[2], "  9  oooox xxxx  ->");
        assert_eq!(rows[3], "> 1 5 -> 0");
        assert_eq!(rows[4], "  2 5 -> 0");
        assert_eq!(rows[5], "The opponent moves 3");
        assert_eq!(rows[6], "-> 1");
        assert_eq!(rows[7], "q quit");
        assert_eq!(shown.moves, 2);
    }

    #[test]
    fn the_selected_move_is_always_among_those_shown() {
        for selected in [0, 1, 7, 20, 38, 39] {
            let (rows, ..) = screen((30, 10), |scene| scene.selected = selected);
            let wanted = format!("> {} 5", selected + 1);
            assert!(rows.iter().any(|row| row.starts_with(&wanted)), "{selected}: {rows:?}");
        }
        let (rows, ..) = screen((80, 18), |scene| {
            scene.more = true;
            scene.hinted = Some(0);
        });
        assert!(rows[1].contains("Moves 1/40, and more") && rows[2].contains(">*1"), "{rows:?}");
    }

    #[test]
    fn reasons_scroll_and_never_past_their_end() {
        let reasons: Vec<String> = (0..30).map(|line| format!("reason {line}")).collect();
        for (first, last) in [(0, "reason 0"), (5, "reason 5"), (1000, "reason 29")] {
            let (rows, shown, _) = screen((80, 18), |scene| {
                scene.reasons = Some((&reasons, first));
            });
            assert!(rows.iter().any(|row| row.contains(last)), "{first}: {rows:?}");
            assert!(rows.iter().any(|row| row.contains("ooooo")), "{first}: {rows:?}");
            assert_eq!(shown.all_reasons, 30);
        }
    }

    #[test]
    fn what_is_typed_stands_in_the_last_line_with_its_end() {
        let (rows, ..) = screen((20, 8), |scene| scene.input = Some("12 -> 3"));
        assert_eq!(rows[7], "> 12 -> 3");
        let long = "1 + ".repeat(30) + "end";
        let (rows, ..) = screen((20, 8), |scene| scene.input = Some(&long));
        assert!(rows[7].starts_with("> ") && rows[7].ends_with("end"), "{rows:?}");
    }

    #[test]
    fn every_size_is_shown() {
        let reasons = vec!["because".to_owned(); 3];
        for width in 1..40 {
            for height in 1..20 {
                for hint in [false, true] {
                    screen((width, height), |scene| {
                        scene.reasons = hint.then_some((&reasons, 2));
                        scene.selected = 39;
                        scene.input = hint.then_some("5 -> 0");
                    });
                }
            }
        }
        let mut buffer = Buffer::empty(Rect::default());
        let scene = Scene {
            title: "",
            drawing: &DRAWING,
            name: &|_| "",
            count: 0,
            more: false,
            selected: 0,
            hinted: None,
            reasons: None,
            reading: false,
            note: "",
            input: None,
            keys: "",
            colours: true,
        };
        assert_eq!(render(&scene, Rect::default(), &mut buffer), Shown::default());
    }

    #[test]
    fn colours_are_used_only_where_they_are_wanted() {
        for colours in [false, true] {
            let (.., coloured) = screen((80, 18), |scene| {
                scene.colours = colours;
                scene.hinted = Some(0);
            });
            assert_eq!(coloured, colours);
        }
    }

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        assert_eq!(wrap("short", 10), ["short"]);
        assert_eq!(wrap("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a bcdefgh i", 4), ["a", "bcde", "fgh", "i"]);
        assert_eq!(wrap("尼姆游戏", 4), ["尼姆", "游戏"]);
        assert_eq!(wrap("堆 5，8 的值", 6), ["堆 5，", "8 的值"]);
        assert_eq!(wrap("必胜走法：堆", 8), ["必胜走", "法：堆"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("abc", 0), ["abc"]);
    }
}
