//! Tables that somebody else computed, read from text.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::Table;
use crate::language::{Message, message};
use crate::outcome::Outcome;

/// The most numbers that are read.
const MOST_CELLS: usize = 1 << 22;

/// Numbers from here on are not looked at.
const END: u64 = 1 << 63;

/// What stands in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Number(u64),
    Outcome(Outcome),
}

impl Cell {
    fn read(word: &str) -> Option<Cell> {
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        match number {
            true => word.parse().ok().filter(|&number| number < END).map(Cell::Number),
            false => Outcome::of_word(word).map(Cell::Outcome),
        }
    }

    /// Adds what a word says: one cell, or several where the letters of who wins stand side by side, as in `NPN`.
    fn add(word: &str, cells: &mut Vec<Cell>) -> Option<()> {
        if let Some(cell) = Cell::read(word) {
            cells.push(cell);
            return Some(());
        }
        let side_by_side = ["NP", "WL"].iter().any(|both| word.chars().all(|c| both.contains(c)));
        let letters = word.chars().filter(|_| side_by_side);
        let before = cells.len();
        cells.extend(letters.filter_map(|letter| Cell::read(letter.encode_utf8(&mut [0; 4]))));
        (cells.len() > before).then_some(())
    }
}

/// A line that is not empty: its number, and its cells.
struct Row {
    line: usize,
    cells: Vec<Cell>,
}

impl Row {
    fn numbers(&self) -> Option<Vec<u64>> {
        let number = |cell: &Cell| match *cell {
            Cell::Number(number) => Some(number),
            Cell::Outcome(_) => None,
        };
        self.cells.iter().map(number).collect()
    }
}

/// Cells by their coordinates, from `first` to `to`.
struct Read {
    coords: usize,
    first: u64,
    to: u64,
    cells: Vec<Cell>,
}

/// Whether these are the numbers from `first` on, and that is 0 or 1.
fn counts(numbers: &[u64]) -> Option<u64> {
    let first = *numbers.first().filter(|&&first| first <= 1)?;
    let each = numbers.iter().zip(first..).all(|(&number, expected)| number == expected);
    each.then_some(first)
}

/// The table in a text: values as numbers, or who wins in words such as N and P, W and L, also side by side as in `NPN`. They may
/// stand
///
/// - in a list, from the smallest coordinate on: on one line, or one on each line;
/// - in a square, a line for each first coordinate, with or without the coordinates before the lines and above the columns;
/// - as lists in a list, or as a dictionary, as Python prints them: a line for each list, or for each pair;
/// - each on a line of its own after its coordinate or its two coordinates, all in order. Of two coordinates those in ascending order are
///   enough: then the others are taken to be the same.
///
/// Commas, semicolons, colons, signs of equality and brackets part numbers as blanks do; empty lines and those that begin with `#` say nothing,
/// and a first line of names is the [head](head) of the columns. Where no coordinates are
/// given, `first` is the smallest one, 0 or 1.
///
/// # Errors
/// The first line that is something else.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::pattern::{look, read};
/// let table = read("0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3", 0)?;
/// let seen = look(&table, &Limits::default()).unwrap();
/// assert_eq!(seen.held[0].statement.to_string(), "G(n) = n % 4");
/// # Ok::<(), grundy::language::Message>(())
/// ```
pub fn read(text: &str, first: u64) -> Result<Table, Message> {
    if first > 1 {
        return Err(message!("a table begins with coordinate 0 or 1, not with {first}", first));
    }
    let (rows, _) = rows(&in_lines(text))?;
    let one = labelled(&rows).or_else(|| listed(&rows, first)).map(Ok);
    let read = one.or_else(|| square(&rows, first)).unwrap_or_else(|| Err(unlike(&rows)));
    table(read?)
}

/// Says which line of a table that [is read](read) is taken as the head of its columns, if one is: a first line of
/// which no word is a number or says who wins, but a name such as `n` above numbers, with as many columns as the next
/// line has; or the coordinates above a square behind a name.
///
/// ```
/// use grundy::pattern::head;
/// let head = |text| head(text).map(|head| head.to_string());
/// assert_eq!(head("n value\n0 0\n1 1\n"), Some("line 1 (n value) is taken as the head of the columns".to_owned()));
/// assert_eq!(head("N P N P Q\n"), None);
/// ```
pub fn head(text: &str) -> Option<Message> {
    let (_, head) = rows(&in_lines(text)).ok()?;
    let (line, head) = head?;
    Some(message!("line {line} ({head}) is taken as the head of the columns", line, head))
}

/// The lists in a list or the pairs of a dictionary, as Python prints them on one line, on a line each; any other text as it is.
fn in_lines(text: &str) -> Cow<'_, str> {
    let whole = text.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
    // A name may stand before it, `sg = [0, 1, 2]`.
    let is_name = |name: &str| name.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
    let whole = match whole.split_once('=') {
        Some((name, list)) if is_name(name) => list.trim_start(),
        _ => whole,
    };
    let inner =
        whole.strip_prefix(['[', '{', '(']).and_then(|rest| rest.strip_suffix([']', '}', ')']));
    let Some(inner) = inner.filter(|inner| !inner.contains('\n')) else { return text.into() };
    let (mut lines, mut depth) = (String::with_capacity(whole.len()), 0);
    for sign in inner.chars() {
        match sign {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
        // What is closed before its end is not one list.
        if depth < 0 {
            return text.into();
        }
        lines.push(if sign == ',' && depth == 0 { '\n' } else { sign });
    }
    match inner.contains(['[', '{', '(', ':']) {
        true => lines.into(),
        false => whole.into(),
    }
}

/// Whether a sign parts words.
fn parts(sign: char) -> bool {
    sign.is_whitespace() || ",;:=[](){}\u{feff}".contains(sign)
}

/// Whether a line has something to say.
fn is_told(line: &str) -> bool {
    !line.trim_start().starts_with('#') && words(line).next().is_some()
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(parts).filter(|word| !word.is_empty());
    words.map(|word| word.trim_matches(['"', '\'']))
}

/// Whether a line is the head of columns of which the `next` line has cells.
fn is_head(line: &str, next: &str) -> bool {
    let below: Vec<&str> = words(next).collect();
    // G(a, b) is one column.
    let mut depth = 0;
    let apart = line.split(|sign: char| {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth <= 0 && parts(sign) && !")]}".contains(sign)
    });
    let apart: Vec<&str> = apart.filter(|word| !word.is_empty()).collect();
    let each: Vec<&str> = words(line).collect();
    // The coordinates above a square, with a name in the corner.
    let above = each[1..].iter().map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>();
    if let Some(first) = above.and_then(|above| counts(&above)) {
        let is_number = each[0].bytes().all(|byte| byte.is_ascii_digit());
        return !is_number
            && Cell::read(each[0]).is_none()
            && each.len() == below.len()
            && below[0].parse() == Ok(first);
    }
    [apart, each].iter().any(|heads| {
        heads.len() == below.len()
            && heads.iter().zip(&below).all(|(head, below)| match Cell::read(head) {
                Some(Cell::Number(_)) => false,
                Some(Cell::Outcome(_)) => is_numeric(below),
                None => !is_numeric(head),
            })
    })
}

/// The lines of a text that say something, and the one that is taken as a head with its number.
type Rows = (Vec<Row>, Option<(usize, String)>);

fn rows(text: &str) -> Result<Rows, Message> {
    let (mut rows, mut count, mut head) = (Vec::new(), 0, None);
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_told(line)).peekable();
    while let Some((line, text)) = lines.next() {
        let words: Vec<&str> = words(text).collect();
        let mut cells = Vec::new();
        let strange = words.iter().find(|word| Cell::add(word, &mut cells).is_none());
        match strange {
            None => {
                count += cells.len();
                rows.push(Row { line, cells });
            }
            Some(_)
                if rows.is_empty()
                    && head.is_none()
                    && lines.peek().is_some_and(|(_, next)| is_head(text, next)) =>
            {
                head = Some((line, text.trim_matches(['\u{feff}', ' ', '\t', '\r']).to_owned()));
            }
            Some(word) => {
                return Err(message!(
                    "line {line}: `{word}` is neither a number below 2^63 nor a word for who wins, such as N or P",
                    line,
                    word = *word
                ));
            }
        }
        if count > MOST_CELLS {
            return Err(message!("there are more than {most} numbers", most = MOST_CELLS));
        }
    }
    match rows.is_empty() {
        true => Err(message!("there are no values")),
        false => Ok((rows, head)),
    }
}

/// Whether a word is meant as a number, perhaps one that is not read.
fn is_numeric(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || "+-.−".contains(c))
}

/// A cell on each line, after its coordinates.
fn labelled(rows: &[Row]) -> Option<Read> {
    let width = rows[0].cells.len();
    let all = |row: &Row| row.cells.len() == width;
    if !(2..=3).contains(&width) || rows.len() < 3 || !rows.iter().all(all) {
        return None;
    }
    let cells: Vec<Cell> = rows.iter().map(|row| row.cells[width - 1]).collect();
    let coordinates =
        |row: &Row| Row { line: row.line, cells: row.cells[..width - 1].to_vec() }.numbers();
    let places: Vec<Vec<u64>> = rows.iter().map(coordinates).collect::<Option<_>>()?;
    let first = *places[0].iter().min()?;
    if width == 2 {
        let numbers: Vec<u64> = places.iter().map(|place| place[0]).collect();
        return counts(&numbers).map(|first| Read {
            coords: 1,
            first,
            to: numbers[numbers.len() - 1],
            cells,
        });
    }
    let to = *places.iter().flatten().max()?;
    let side = (to - first).checked_add(1)?;
    // A square of whose cells more than half are missing is none.
    if first > 1 || side.checked_mul(side)? > 2 * cells.len() as u64 {
        return None;
    }
    let in_order = |seconds: &dyn Fn(u64) -> RangeInclusive<u64>| {
        let all = (first..=to).flat_map(|a| seconds(a).map(move |b| [a, b]));
        all.eq(places.iter().map(|place| [place[0], place[1]]))
    };
    let cells = match () {
        () if in_order(&|_| first..=to) => cells,
        // Where [a, b] with a <= b stands in the list, and where the same with a >= b does.
        () if in_order(&|a| a..=to) => {
            mirrored(side, |a, b| a * side - a * (a + 1) / 2 + b, &cells)?
        }
        () if in_order(&|a| first..=a) => mirrored(side, |a, b| b * (b + 1) / 2 + a, &cells)?,
        () => return None,
    };
    Some(Read { coords: 2, first, to, cells })
}

/// A square of cells of which only those with a <= b are told, each at some place of a list.
fn mirrored(side: u64, place: impl Fn(u64, u64) -> u64, cells: &[Cell]) -> Option<Vec<Cell>> {
    let all = (0..side).flat_map(|a| (0..side).map(move |b| (a.min(b), a.max(b))));
    all.map(|(a, b)| cells.get(usize::try_from(place(a, b)).ok()?).copied()).collect()
}

/// A list: one line, or lines of one cell.
fn listed(rows: &[Row], first: u64) -> Option<Read> {
    let single = rows.iter().all(|row| row.cells.len() == 1);
    if rows.len() > 1 && !single {
        return None;
    }
    let cells: Vec<Cell> = rows.iter().flat_map(|row| row.cells.iter().copied()).collect();
    Some(Read { coords: 1, first, to: first + cells.len() as u64 - 1, cells })
}

/// A rectangle as narrow as this is no table of two coordinates.
const NARROW: usize = 3;

/// A square, perhaps with coordinates before the lines and above the columns.
fn square(rows: &[Row], first: u64) -> Option<Result<Read, Message>> {
    let width = rows[1].cells.len();
    // The columns have a head where that counts, and is shorter by the head of the lines, or the lines count too.
    let heads = |rows: &[Row]| {
        let firsts = rows.iter().map(|row| match row.cells[0] {
            Cell::Number(number) => Some(number),
            Cell::Outcome(_) => None,
        });
        counts(&firsts.collect::<Option<Vec<u64>>>()?)
    };
    let above = rows[0].numbers().and_then(|head| counts(&head));
    let (rows, first, labels) = match above {
        Some(above) if rows[0].cells.len() + 1 == width && heads(&rows[1..]) == Some(above) => {
            (&rows[1..], above, 1)
        }
        _ => match heads(rows) {
            Some(before) if width == rows.len() + 1 => (rows, before, 1),
            _ => (rows, first, 0),
        },
    };
    if rows.iter().any(|row| row.cells.len() != width) {
        return None;
    }
    let (lines, columns) = (rows.len(), width - labels);
    if lines != columns {
        let wide = lines.min(columns) > NARROW;
        let square = || {
            message!(
                "a table by two coordinates is a square, and this one has {lines} lines of {columns}: keep {side} lines and \
                 columns",
                lines,
                columns,
                side = lines.min(columns)
            )
        };
        return wide.then(|| Err(square()));
    }
    let cells = rows.iter().flat_map(|row| &row.cells[labels..]).copied().collect();
    let to = first + (lines as u64).checked_sub(1)?;
    Some(Ok(Read { coords: 2, first, to, cells }))
}

/// What is wrong with lines that are no table.
fn unlike(rows: &[Row]) -> Message {
    let width = rows[0].cells.len();
    match rows.iter().find(|row| row.cells.len() != width) {
        Some(row) => message!(
            "line {line} has {count} numbers or words and others have {width}; a table is one list, a square, or a line for \
             each value after its coordinates, in order from 0 or 1",
            line = row.line,
            count = row.cells.len(),
            width
        ),
        None => no_table(),
    }
}

fn no_table() -> Message {
    message!(
        "this is no table; a table is one list, a square, or a line for each value after its coordinates, in order from \
         0 or 1"
    )
}

/// The table of what was read.
fn table(Read { coords, first, to, cells }: Read) -> Result<Table, Message> {
    let numbers = cells.iter().filter(|cell| matches!(cell, Cell::Number(_))).count();
    if numbers != 0 && numbers != cells.len() {
        return Err(message!("some positions have a number and others a word"));
    }
    let lost = |cell: &Cell| matches!(cell, Cell::Number(0) | Cell::Outcome(Outcome::P));
    let number = |cell: &Cell| match *cell {
        Cell::Number(number) => Some(number),
        Cell::Outcome(_) => None,
    };
    let values: Option<Vec<u64>> = cells.iter().map(number).collect();
    let lost = cells.iter().map(lost).collect();
    let coords: &[&str] = if coords == 1 { &["n"] } else { &["a", "b"] };
    let coords = coords.iter().map(|&name| name.to_owned()).collect();
    Table::beginning_at(first, coords, to, values, lost).ok_or_else(no_table)
}
