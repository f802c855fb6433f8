//! `grundy table`: the values of all small components of a game.

use std::io::{IsTerminal as _, Write};

use clap::Args;
use grundy::limits::Limits;
use grundy::play::{BigValue, Position, Session};
use grundy::position::Part;
use num_bigint::BigUint;

use super::pictures::Pictures;
use super::question::open;
use crate::language::{say, title};
use crate::number::number;
use crate::report::{json, latex, picture, words};
use crate::trouble::Trouble;
use crate::work::Allowance;

/// The table of Grundy values of a game with one or two coordinates
///
/// Aligned on a terminal; in a pipe a line `n value` for one coordinate, and a line of values per
/// row for two, separated by tabs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy table lasker --to 30\n  \
    grundy table wythoff --to 9,12\n  \
    grundy table 0.77 --from 1000000000000 --to 1000000000024\n  \
    grundy table cutting --from 2 --to 8 --outcomes\n  \
    grundy table wythoff --from 0,999990 --to 1000000 --lost\n  \
    grundy table wythoff --to 500 --svg wythoff.svg    a heat map\n  \
    grundy table kayles --to 150 --svg kayles.svg      points, with the proved period\n  \
    grundy table nim --to 15 --png nim.png --width 800 --colours black\n  \
    grundy table wythoff --to 4 --latex\n  \
    grundy table 'S{2,3,5}' --csv > table.csv")]
pub(crate) struct Table {
    /// A name, a code, a set, a file or a rule
    game: String,
    /// The first heap; for two coordinates `ROW,COLUMN`, or one number for both
    #[arg(long, value_name = "N", value_parser = corner, default_value = "0", allow_negative_numbers = true)]
    from: Corner,
    /// The last heap, likewise
    #[arg(long, value_name = "N", value_parser = corner, allow_negative_numbers = true)]
    to: Option<Corner>,
    /// Which kind of component, for a game with several
    #[arg(long, value_name = "NAME")]
    kind: Option<String>,
    /// Show who wins (N or P) instead of values
    #[arg(long)]
    outcomes: bool,
    /// List the lost positions (P) only, one on a line: no table is made for rules like Wythoff's
    #[arg(long, conflicts_with_all = ["outcomes", "svg", "png"])]
    lost: bool,
    /// Whoever makes the last move loses: shows who wins
    #[arg(long)]
    misere: bool,
    /// Comma-separated values with a header
    #[arg(long, conflicts_with_all = ["json", "svg", "png"])]
    csv: bool,
    /// A tabular for LaTeX
    #[arg(long, conflicts_with_all = ["csv", "json", "svg", "png", "lost"])]
    latex: bool,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    allowance: Allowance,
}

/// The largest coordinate of a table, so that the number after it is one too.
const LARGEST: u64 = i64::MAX as u64;

/// One corner of a table.
#[derive(Clone, Debug)]
pub(crate) struct Corner(Vec<u64>);

pub(crate) fn corner(text: &str) -> Result<Corner, String> {
    let numbers: Result<Vec<u64>, _> = text.split(',').map(|text| number(text.trim())).collect();
    let digits = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    match numbers {
        Err(_) if text.split(',').all(|number| digits(number.trim())) => {
            Err(say!("at most {most}; for larger components ask grundy value", most = LARGEST))
        }
        Ok(numbers) if numbers.iter().any(|&number| number > LARGEST) => {
            Err(say!("at most {most}; for larger components ask grundy value", most = LARGEST))
        }
        Ok(numbers) if (1..=2).contains(&numbers.len()) => Ok(Corner(numbers)),
        _ => Err(say!("one number such as 30, or two as in 9,12")),
    }
}

impl Corner {
    /// How many numbers were given.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The coordinate along an axis; one number stands for both.
    pub(crate) fn along(&self, axis: usize) -> u64 {
        self.0.get(axis).or(self.0.last()).copied().unwrap_or(0)
    }
}

/// The values of a table, row by row; one coordinate is a table of one column.
pub(crate) struct Cells {
    pub(crate) coords: Vec<String>,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
}

/// One entry of a table.
pub(crate) enum Cell {
    /// A value.
    Value(BigValue),
    /// Only who wins.
    Outcome(grundy::outcome::Outcome),
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Value(value) => value.fmt(f),
            Cell::Outcome(outcome) => outcome.fmt(f),
        }
    }
}

pub(crate) fn run(table: &Table) -> Result<bool, Trouble> {
    let mut session = open(&table.game)?;
    if table.misere {
        session.play_misere();
    }
    let limits = table.allowance.limits();
    let (kind, coords) = kind_of(table, &session)?;
    for (name, given) in [("--from", Some(&table.from)), ("--to", table.to.as_ref())] {
        if let Some(corner) = given
            && corner.len() > coords.len()
        {
            return Err(Trouble::Input(say!(
                "error: {name} names two coordinates, this game has one: {coords}\n  \
                 help: give one number",
                name,
                coords = coords.join(", ")
            )));
        }
    }
    let last = [30, 9][usize::from(coords.len() > 1)];
    let default_to = || Corner(vec![table.from.along(0).max(table.from.along(1)) + last]);
    let to = table.to.clone().unwrap_or_else(default_to);
    let axes = 0..coords.len();
    let from: Vec<u64> = axes.clone().map(|axis| table.from.along(axis)).collect();
    let to: Vec<u64> = axes.map(|axis| to.along(axis)).collect();
    if from.iter().zip(&to).any(|(from, to)| from > to) {
        return Err(Trouble::Input(say!("error: --from is beyond --to")));
    }
    if table.lost {
        let lost = session.lost(kind, &to, &limits);
        let mut lost = lost.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
        let unordered = session.games()[0].rules.kinds()[kind].is_unordered();
        lost.retain(|position| lies_between(position, &from, &to, unordered));
        write_lost(table, &session, &Lost { coords, from, to, lost })?;
        return Ok(true);
    }
    let cells = fill(&mut session, kind, &from, &to, table.outcomes, &limits)
        .map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let cells = Cells { coords, from, to, cells };
    if table.pictures.wanted() {
        draw(&mut session, &cells, &table.pictures, &limits)?;
        return Ok(true);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if table.json {
        json::write(&mut out, &json::Table::new(&session, &cells))?;
    } else if table.csv {
        separated(&mut out, &cells, ',', true)?;
    } else if table.latex {
        write!(out, "{}", latex::table(&cells))?;
    } else if std::io::stdout().is_terminal() {
        write!(out, "{}", words::table(&cells))?;
    } else {
        separated(&mut out, &cells, '\t', false)?;
    }
    out.flush()?;
    Ok(true)
}

/// The lost positions between two corners.
pub(crate) struct Lost {
    pub(crate) coords: Vec<String>,
    pub(crate) from: Vec<u64>,
    pub(crate) to: Vec<u64>,
    pub(crate) lost: Vec<Vec<u64>>,
}

/// Whether a position lies between two corners; of unordered coordinates, in one of their orders.
fn lies_between(position: &[u64], from: &[u64], to: &[u64], unordered: bool) -> bool {
    let ([least, from @ ..], [most, to @ ..]) = (from, to) else { return true };
    let choices = if unordered { position.len() } else { 1 };
    (0..choices).any(|at| {
        let mut others = position.to_vec();
        (*least..=*most).contains(&others.remove(at)) && lies_between(&others, from, to, unordered)
    })
}

/// A position on a line, its coordinates separated by tabs or commas; or JSON.
fn write_lost(table: &Table, session: &Session, lost: &Lost) -> Result<(), Trouble> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if table.json {
        json::write(&mut out, &json::Lost::new(session, lost))?;
    } else {
        let separator = if table.csv { "," } else { "\t" };
        if table.csv {
            writeln!(out, "{}", lost.coords.join(separator))?;
        }
        for position in &lost.lost {
            let coords: Vec<String> = position.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", coords.join(separator))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Draws a table into files.
fn draw(
    session: &mut Session,
    table: &Cells,
    pictures: &Pictures,
    limits: &Limits,
) -> Result<(), Trouble> {
    let most = picture::most(table.from.len());
    if table.cells.len() > most {
        return Err(Trouble::Input(say!(
            "error: a picture shows at most {most} values, this would be {cells}\n  \
             help: draw a part of it with --from and --to",
            most,
            cells = table.cells.len()
        )));
    }
    let pattern = session.engine(0).periodicity(limits);
    let pattern = pattern.map_err(|failure| Trouble::of_failure(&failure, session.games()))?;
    let opened = &session.games()[0];
    let said = || match (&opened.entry, &opened.name) {
        (Some(entry), _) => title(entry).to_owned(),
        (None, Some(name)) => name.clone(),
        (None, None) => opened.rules.program().to_string().replace('\n', " "),
    };
    let values = table.cells.iter().all(|cell| matches!(cell, Cell::Value(_)));
    pictures.write(|| Ok(picture::drawing(table, &said(), pattern.as_ref().filter(|_| values))))
}

/// The kind whose components are shown, and the names of its coordinates.
fn kind_of(table: &Table, session: &Session) -> Result<(usize, Vec<String>), Trouble> {
    let kinds = session.games()[0].rules.kinds();
    let wanted = |index: &usize| match &table.kind {
        Some(name) => kinds[*index].name() == Some(name),
        None => kinds[*index].coords().len() <= 2,
    };
    let Some(kind) = (0..kinds.len()).find(wanted) else {
        let names: Vec<&str> = kinds.iter().filter_map(|kind| kind.name()).collect();
        return Err(Trouble::Input(match &table.kind {
            Some(name) => {
                say!(
                    "error: no kind is called {name}\n  help: there are: {names}",
                    name,
                    names = names.join(" ")
                )
            }
            None => say!(
                "error: a table shows components with one or two coordinates, this game has \
                     more\n  help: ask for single positions with grundy value"
            ),
        }));
    };
    let coords = kinds[kind].coords().to_vec();
    if kinds.len() > 1 && table.kind.is_none() {
        let name = kinds[kind].name().unwrap_or("");
        anstream::eprintln!(
            "{}",
            say!(
                "note: this game has several kinds; the table shows {name}[{coords}], --kind NAME another",
                name,
                coords = coords.join(", ")
            )
        );
    }
    if coords.len() > 2 {
        let message = say!("error: a table shows components with one or two coordinates");
        return Err(Trouble::Input(message.to_owned()));
    }
    Ok((kind, coords))
}

/// Bytes that a cell takes, about.
const CELL_BYTES: u64 = 48;

/// The cells between two corners, row by row.
pub(crate) fn fill(
    session: &mut Session,
    kind: usize,
    from: &[u64],
    to: &[u64],
    outcomes: bool,
    limits: &Limits,
) -> Result<Vec<Cell>, grundy::ruleset::Failure> {
    let lengths = from.iter().zip(to).map(|(from, to)| (to + 1).saturating_sub(*from));
    let total = lengths.fold(1_u64, u64::saturating_mul);
    limits.check_memory(total.saturating_mul(CELL_BYTES))?;
    if !session.is_misere(&Position::default())? {
        session.prepare(kind, to, limits)?;
    }
    let mut cells = Vec::new();
    let columns = from.get(1).map_or(0, |&from| from)..=to.get(1).map_or(0, |&to| to);
    for row in from[0]..=to[0] {
        for column in columns.clone() {
            let mut coords = vec![BigUint::from(row)];
            if from.len() > 1 {
                coords.push(BigUint::from(column));
            }
            let position = sorted(session, kind, coords);
            let misere = session.is_misere(&position)?;
            cells.push(match outcomes || misere {
                true => Cell::Outcome(session.outcome(&position, limits)?),
                false => Cell::Value(session.value(&position, limits)?),
            });
            if cells.len().is_multiple_of(1 << 12) {
                limits.check()?;
                limits.report(cells.len() as u64, Some(total));
            }
        }
    }
    Ok(cells)
}

fn sorted(session: &Session, kind: usize, mut coords: Vec<BigUint>) -> Position {
    if session.games()[0].rules.kinds()[kind].is_unordered() {
        coords.sort_unstable();
    }
    Position { parts: vec![Part { game: 0, kind, coords }] }
}

/// Plain columns: `n value` lines, or rows of values.
fn separated(
    out: &mut impl Write,
    table: &Cells,
    separator: char,
    header: bool,
) -> std::io::Result<()> {
    if table.from.len() == 1 {
        if header {
            writeln!(out, "{}{separator}value", table.coords[0])?;
        }
        for (n, cell) in (table.from[0]..).zip(&table.cells) {
            writeln!(out, "{n}{separator}{cell}")?;
        }
        return Ok(());
    }
    let columns = table.from[1]..=table.to[1];
    let width = columns.clone().count();
    if header {
        write!(out, "{}\\{}", table.coords[0], table.coords[1])?;
        columns.clone().try_for_each(|column| write!(out, "{separator}{column}"))?;
        writeln!(out)?;
    }
    if width == 0 {
        return Ok(());
    }
    for (row, cells) in (table.from[0]..).zip(table.cells.chunks(width)) {
        let mut line: Vec<String> = cells.iter().map(ToString::to_string).collect();
        if header {
            line.insert(0, row.to_string());
        }
        writeln!(out, "{}", line.join(&separator.to_string()))?;
    }
    Ok(())
}
