//! `grundy table`: the values of all small components of a game, or of its boards.

mod loopy;
mod subject;

use std::io::{IsTerminal as _, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use grundy::limits::Limits;
use grundy::play::Session;
use grundy::ruleset::Value;

use crate::cells::{Cell, Cells, Lost, Shown, Wanted, room, stretches};
use crate::language::{say, tell};
use crate::report::{json, latex, picture, words};
use crate::saved;
use crate::shared::corner::{Corner, LARGEST, corner, usual_length};
use crate::shared::doubts;
use crate::shared::kind;
use crate::shared::opening::open;
use crate::shared::pictures::Pictures;
use crate::shared::sizes::Sizes;
use crate::trouble::{Trouble, enough};
use crate::work::{self, Allowance};
use loopy::Loopy;
use subject::Subject;

/// The table of Grundy values of a game
///
/// Aligned on a terminal, with more than two coordinates one table after the other; in a pipe a line
/// `n value` for one coordinate, a line of values per row for two, and a line `a b c value` for each
/// position with more, separated by tabs.
///
/// Of a game on boards it shows boards of every size: of a typed position, m and n in it stand for numbers.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy table lasker --to 30\n  \
    grundy table wythoff --to 9,12\n  \
    grundy table '[a,b,c] -> [a-1,b,c] | [a,b-1,c+1] | [a,b,c-2]' --from 3,0,0 --to 3,5,5\n  \
    grundy table 0.77 --from 1000000000000 --to 1000000000024\n  \
    grundy table cutting --from 2 --to 8 --outcomes\n  \
    grundy table wythoff --from 0,999990 --to 1000000 --lost\n  \
    grundy table kayles --to 20 --genus\n  \
    grundy table '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' --to 9 --loopy\n  \
    grundy table wythoff --to 500 --svg wythoff.svg    a heat map\n  \
    grundy table kayles --to 150 --svg kayles.svg      points, with the proved period\n  \
    grundy table nim --to 15 --png nim.png --width 800 --colours black\n  \
    grundy table wythoff --to 4 --latex\n  \
    grundy table cram --to 4,6    a board for each size\n  \
    grundy table 'node-kayles cycle n' --to 20\n  \
    grundy table '[a, b] -> [a-k, b] for k in squares(a)' --from 295 --to 300 --file wide.table\n  \
    grundy table 'S{2,3,5}' --csv > table.csv\n  \
    grundy table kayles --to 1000 --bfile > b002186.txt\n  \
    grundy table 0.07 --to 1000 --lost --bfile > lost.txt")]
pub(crate) struct Table {
    /// A name, a code, a set, a file or a rule; or boards of every size: cram, 'cram 4xn'
    game: String,
    /// The first heap; for more coordinates one number for each, as in `ROW,COLUMN`, or one for all
    #[arg(long, value_name = "N", value_parser = corner, allow_negative_numbers = true)]
    from: Option<Corner>,
    /// The last heap, likewise
    #[arg(long, value_name = "N", value_parser = corner, allow_negative_numbers = true)]
    to: Option<Corner>,
    /// Which kind of component, for a game with several
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// Show who wins (N or P) instead of values: sooner, and a bit for each position of a large table,
    /// where no option is a sum
    #[arg(long, group = "shown")]
    outcomes: bool,
    /// List the lost positions (P) only, one on a line, unordered coordinates ascending: no table is made
    /// for rules like Wythoff's
    #[arg(long, group = "shown")]
    lost: bool,
    /// Show the genus of each position, as 2^20: its value, then its values in misère play beside no heap
    /// of two, one, two and so on, of which the last two repeat
    #[arg(long, group = "shown", conflicts_with_all = ["file", "svg", "png"])]
    genus: bool,
    /// Whoever makes the last move loses: shows who wins
    #[arg(long)]
    misere: bool,
    /// The game may come back to a position: explores all that can be reached, and shows who wins (N or P), or D for
    /// a draw
    #[arg(long, conflicts_with_all = ["genus", "file"])]
    loopy: bool,
    /// Comma-separated values with a header
    #[arg(long, group = "form", conflicts_with_all = ["svg", "png"])]
    csv: bool,
    /// A b-file as the OEIS has them, for one coordinate: the heap, a space and its value on each line; with
    /// --lost the lost heaps, numbered from 1 on
    #[arg(long, group = "form", conflicts_with_all = ["outcomes", "genus", "svg", "png"])]
    bfile: bool,
    /// A tabular for LaTeX
    #[arg(long, group = "form", conflicts_with_all = ["svg", "png"])]
    latex: bool,
    /// Print JSON
    #[arg(long, group = "form", conflicts_with_all = ["svg", "png"])]
    json: bool,
    /// Keep the table up to --to in this file, and go on from what stands there: it may be larger
    /// than memory, and a run that was stopped (Ctrl-C, SIGTERM) or killed goes on where it was.
    /// With a smaller --to what is known is shown, and nothing computed
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Seconds between two saves of the file
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = work::seconds, requires = "file")]
    every: Duration,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    allowance: Allowance,
}

pub(crate) fn run(table: &Table) -> Result<bool, Trouble> {
    if table.lost && (table.latex || table.pictures.wanted()) {
        return Err(Trouble::Input(say!(
            "error: --lost lists positions, which make no picture and no tabular\n  \
             help: --outcomes in place of --lost shows there who wins: the lost positions are P"
        )));
    }
    table.pictures.spare([Path::new(&table.game)])?;
    let kept = table.file.as_deref().map(saved::table::files).into_iter().flatten();
    table.pictures.spare_kept(&kept.collect::<Vec<_>>())?;
    let limits = table.allowance.limits();
    if let Some(mut sizes) = Sizes::of(&table.game, table.misere)? {
        if table.kind.is_some() || table.file.is_some() || table.genus || table.loopy {
            return Err(Trouble::Input(say!(
                "error: --kind, --file, --genus and --loopy are for rules\n  help: leave them away for boards"
            )));
        }
        let coords = sizes.coords();
        let start = sizes.usual_start();
        let wanted = wanted(table, 0, &coords, (start, sizes.usual_end().max(start)))?;
        return show(table, &mut sizes, coords, wanted, &limits);
    }
    let mut session = open(&table.game)?;
    doubts::tell_first(&session, None);
    if table.misere {
        session.play_misere();
    }
    let (kind, coords) = kind_of(table, &session)?;
    let wanted = wanted(table, kind, &coords, (0, usual_length(coords.len())))?;
    if table.loopy {
        return show(table, &mut Loopy(session), coords, wanted, &limits);
    }
    if let Some(path) = &table.file {
        let only = Shown::outcomes(table.outcomes || table.lost);
        let (from, to) = (wanted.from.clone(), wanted.to.clone());
        let cells = Wanted { kind, from, to, shown: only };
        saved::table::compute(&mut session, &cells, (path, table.every), &limits)?;
    } else if !table.lost && !table.genus {
        refuse_what_is_too_large(&mut session, &wanted, &limits)?;
    }
    show(table, &mut session, coords, wanted, &limits)
}

/// What is asked for, of coordinates that run so far if nothing is said: to this number, or as much beyond the first one that is
/// given.
fn wanted(
    table: &Table,
    kind: usize,
    coords: &[String],
    (first, last): (u64, u64),
) -> Result<Wanted, Trouble> {
    for (name, given) in [("--from", table.from.as_ref()), ("--to", table.to.as_ref())] {
        if let Some(corner) = given
            && !corner.fits(coords.len())
        {
            return Err(Trouble::Input(say!(
                "error: {name} is of {numbers} numbers, the coordinates are {coords}\n  \
                 help: give one number for each, or one for all",
                name,
                numbers = corner.len(),
                coords = coords.join(", ")
            )));
        }
    }
    let from = table.from.clone().unwrap_or_else(|| Corner::of(first));
    let far = || from.largest().saturating_add(last - first).min(LARGEST);
    let to = table.to.clone().unwrap_or_else(|| Corner::of(far()));
    let axes = 0..coords.len();
    let from: Vec<u64> = axes.clone().map(|axis| from.along(axis)).collect();
    let to: Vec<u64> = axes.map(|axis| to.along(axis)).collect();
    if from.iter().zip(&to).any(|(from, to)| from > to) {
        return Err(Trouble::Input(say!("error: --from is beyond --to")));
    }
    let shown = match table.genus {
        true => Shown::Genera,
        false => Shown::outcomes(table.outcomes || table.loopy),
    };
    Ok(Wanted { kind, from, to, shown })
}

/// Shows what is wanted in the way that is asked for.
fn show(
    table: &Table,
    subject: &mut dyn Subject,
    coords: Vec<String>,
    wanted: Wanted,
    limits: &Limits,
) -> Result<bool, Trouble> {
    if table.lost {
        if table.bfile && wanted.from.len() > 1 {
            return Err(no_bfile());
        }
        let lost = subject.lost(&wanted, limits)?;
        let Wanted { from, to, .. } = wanted;
        write_lost(table, subject, &Lost { coords, from, to, lost })?;
        return Ok(true);
    }
    let page = wanted.page();
    refuse_what_has_no_form(table, subject, &wanted, page.as_deref())?;
    let plain = !table.json && !table.latex && !std::io::stdout().is_terminal();
    if !table.pictures.wanted() && (table.csv || table.bfile || plain) {
        let separator = match (table.csv, table.bfile) {
            (true, _) => b',',
            (false, true) => b' ',
            (false, false) => b'\t',
        };
        separated(subject, &wanted, &coords, (separator, table.csv), limits)?;
        return Ok(true);
    }
    let (cells, stopped) = find(table, subject, coords, wanted, limits)?;
    if table.pictures.wanted() {
        draw(subject, cells.on_a_page(&page.unwrap_or_default()), &table.pictures, limits)?;
        return Ok(true);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if table.json {
        json::write(&mut out, &json::Table::new(subject.text(), &cells))?;
    } else if table.latex {
        write!(out, "{}", latex::table(&cells.on_a_page(&page.unwrap_or_default()).0))?;
    } else {
        write!(out, "{}", words::table(&cells))?;
    }
    out.flush()?;
    stopped.map_or(Ok(true), Err)
}

/// Refuses a form that the cells which are wanted cannot take.
fn refuse_what_has_no_form(
    table: &Table,
    subject: &dyn Subject,
    wanted: &Wanted,
    page: Option<&[usize]>,
) -> Result<(), Trouble> {
    if page.is_none() && (table.latex || table.pictures.wanted()) {
        return Err(Trouble::Input(say!(
            "error: a page has room for one or two coordinates that change\n  \
             help: hold the others fast, as the first of three in --from 3,0,0 --to 3,9,9"
        )));
    }
    if table.pictures.wanted() {
        room_in_a_picture(wanted, page.map_or(1, <[usize]>::len))?;
    }
    if table.bfile && (wanted.from.len() > 1 || !subject.has_numbers()?) {
        return Err(no_bfile());
    }
    Ok(())
}

fn no_bfile() -> Trouble {
    Trouble::Input(say!(
        "error: a b-file is of numbers by one coordinate\n  help: --csv has tables of several, and who wins"
    ))
}

/// Finds the cells that are wanted; in words, whole rows of them where a limit stops it, with what is to be said then.
fn find(
    table: &Table,
    subject: &mut dyn Subject,
    coords: Vec<String>,
    wanted: Wanted,
    limits: &Limits,
) -> Result<(Cells, Option<Trouble>), Trouble> {
    room(&wanted, limits).map_err(Trouble::of_stop)?;
    let mut cells = Vec::new();
    let found = subject.each(&wanted, limits, &mut |cell| {
        cells.push(cell);
        ControlFlow::Continue(())
    });
    let takes_long = subject.takes_long(&wanted);
    let Wanted { from, mut to, .. } = wanted;
    let mut stopped = None;
    if let Err(trouble) = found {
        // On a terminal whole rows are shown of what was found.
        let words = !table.json && !table.latex && !table.pictures.wanted();
        let row = to[1..].iter().zip(&from[1..]).map(|(to, from)| to - from + 1).product::<u64>();
        let rows = cells.len() as u64 / row;
        if !words || rows == 0 || !takes_long {
            return Err(trouble);
        }
        to[0] = from[0] + rows - 1;
        cells.truncate((rows * row) as usize);
        stopped = Some(trouble);
    }
    Ok((Cells { coords, from, to, cells }, stopped))
}

/// A position on a line, its coordinates separated by tabs or commas, or in a b-file behind its number; or JSON.
fn write_lost(table: &Table, subject: &dyn Subject, lost: &Lost) -> Result<(), Trouble> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if table.json {
        json::write(&mut out, &json::Lost::new(subject.text(), lost))?;
    } else {
        let separator = if table.csv { "," } else { "\t" };
        if table.csv {
            writeln!(out, "{}", lost.coords.join(separator))?;
        }
        for (number, position) in (1_u64..).zip(&lost.lost) {
            if table.bfile {
                write!(out, "{number} ")?;
            }
            let coords: Vec<String> = position.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", coords.join(separator))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Whether a picture with so many axes has room for all that is wanted.
fn room_in_a_picture(wanted: &Wanted, axes: usize) -> Result<(), Trouble> {
    let most = picture::most(axes) as u64;
    let cells = wanted.count();
    match cells > most {
        true => Err(Trouble::Input(say!(
            "error: a picture shows at most {most} values, this would be {cells}\n  \
             help: draw a part of it with --from and --to",
            most,
            cells
        ))),
        false => Ok(()),
    }
}

/// Draws a table into files.
fn draw(
    subject: &mut dyn Subject,
    (table, fixed): (Cells, Vec<String>),
    pictures: &Pictures,
    limits: &Limits,
) -> Result<(), Trouble> {
    let pattern = subject.periodicity(limits)?;
    let said = || [vec![subject.title()], fixed.clone()].concat().join(", ");
    let values = table.cells.iter().all(|cell| matches!(cell, Cell::Value(_)));
    pictures.write(limits, || {
        Ok(picture::drawing(&table, &said(), pattern.as_ref().filter(|_| values)))
    })
}

/// The kind whose components are shown, and the names of its coordinates.
fn kind_of(table: &Table, session: &Session) -> Result<(usize, Vec<String>), Trouble> {
    let rules = &session.games()[0].rules;
    let kinds = rules.kinds();
    let named = kind::named(rules, table.kind.as_deref());
    let named = named.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let kind = named.unwrap_or_else(|| kind::shown(rules).unwrap_or(0));
    let coords = kinds[kind].coords().to_vec();
    if kinds.len() > 1 && table.kind.is_none() {
        let name = kinds[kind].name().unwrap_or("");
        tell!(
            "{}",
            say!(
                "note: this game has several kinds; the table shows {name}[{coords}], --kind NAME another: {names}",
                name,
                coords = coords.join(", "),
                names = kind::names(rules)
            )
        );
    }
    Ok((kind, coords))
}

/// More memory than this few machines have.
const MUCH: u64 = 64 << 30;

/// Refuses a table of which much is wanted and that does not fit in memory: cell by cell it would
/// take far longer.
fn refuse_what_is_too_large(
    session: &mut Session,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<(), Trouble> {
    let size = session.table_shape(wanted.of(), &wanted.to).map_or(0, |(_, bytes)| bytes);
    // Twice as much is needed where values need more than a byte.
    let needed = size.saturating_mul(2);
    match limits.check_memory(needed) {
        Err(stop) if wanted.count() >= size / 2 => Err(Trouble::Limit(match needed <= MUCH {
            true => say!(
                "stopped: {stop}\n  help: allow more with --memory {size}, or keep the table in a \
                 file with --file FILE",
                stop,
                size = enough(needed)
            ),
            false => say!(
                "stopped: {stop}\n  help: a smaller table, as with --to 1000, or one that is kept in \
                 a file with --file FILE",
                stop
            ),
        })),
        _ => Ok(()),
    }
}

/// A number of which many are written: the formatter of the standard library takes three times as long.
fn write_number(out: &mut impl Write, number: u64) -> std::io::Result<()> {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => out.write_all(&[b'0' + digit]),
        _ => out.write_all(itoa::Buffer::new().format(number).as_bytes()),
    }
}

/// The numbers of a row, each with a separator behind it.
fn begin_row(head: &mut Vec<u8>, row: Option<Vec<u64>>, separator: u8) {
    head.clear();
    for number in row.unwrap_or_default() {
        head.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        head.push(separator);
    }
}

/// The names of the columns; of rows of values, what the last coordinate runs through.
fn write_header(
    out: &mut impl Write,
    wanted: &Wanted,
    coords: &[String],
    separator: u8,
    limits: &Limits,
) -> Result<(), Trouble> {
    if let [row, column] = coords {
        write!(out, "{row}\\{column}")?;
        for stretch in stretches(wanted.columns()) {
            limits.check().map_err(Trouble::of_stop)?;
            for column in stretch {
                out.write_all(&[separator])?;
                write_number(out, column)?;
            }
        }
        writeln!(out)?;
    } else {
        for coord in coords {
            write!(out, "{coord}{}", char::from(separator))?;
        }
        writeln!(out, "value")?;
    }
    Ok(())
}

/// Plain columns: lines of coordinates and a value, or with two coordinates rows of values. They are written as
/// they are found, so that they need no memory.
fn separated(
    subject: &mut dyn Subject,
    wanted: &Wanted,
    coords: &[String],
    (separator, header): (u8, bool),
    limits: &Limits,
) -> Result<(), Trouble> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let in_rows = coords.len() == 2;
    if header {
        write_header(&mut out, wanted, coords, separator, limits)?;
    }
    let (first, last) = (*wanted.columns().start(), *wanted.columns().end());
    let (mut rows, mut column) = (wanted.rows(), first);
    // What stands before the last coordinate in each line of a row.
    let mut head = Vec::new();
    begin_row(&mut head, rows.next(), separator);
    let mut write = |cell: &Cell| {
        if !head.is_empty() && (!in_rows || header && column == first) {
            out.write_all(&head)?;
        }
        if !in_rows {
            write_number(&mut out, column)?;
            out.write_all(&[separator])?;
        }
        match cell {
            Cell::Value(Value::Nimber(value)) => write_number(&mut out, *value)?,
            cell => write!(out, "{cell}")?,
        }
        let ends = column == last;
        if ends {
            begin_row(&mut head, rows.next(), separator);
            column = first;
        } else {
            column += 1;
        }
        out.write_all(if ends || !in_rows { b"\n" } else { std::slice::from_ref(&separator) })
    };
    let mut written = Ok(());
    let found = subject.each(wanted, limits, &mut |cell| {
        written = write(&cell);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    out.flush()?;
    found
}
