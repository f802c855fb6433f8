//! A misère quotient in words and as JSON.

use std::io::{self, Write};

use grundy::heap::Periodicity;
use grundy::misere::{Presentation, Quotient};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::json::{self, SCHEMA};
use crate::language::say;

/// The heaps that are printed in words, and how many in a line.
const PRINTED: u64 = 240;
const IN_A_LINE: usize = 10;
/// Columns of a list, and where it begins.
const WIDE: usize = 96;
const INDENT: usize = 12;

/// The heaps that say what all known ones stand for: those to the end of the first period, or all.
fn telling(quotient: &Quotient) -> u64 {
    quotient.periodicity().map_or(quotient.heaps(), |pattern| pattern.preperiod + pattern.period)
}

/// Prints a quotient for people.
pub(crate) fn words(out: &mut impl Write, game: &str, quotient: &Quotient) -> io::Result<()> {
    let monoid = quotient.monoid();
    let presentation = quotient.presentation();
    let (order, lost) = (monoid.order(), monoid.lost().count());
    writeln!(out, "{}", say!("game        {game}", game))?;
    status(out, quotient)?;
    let order = match monoid.is_tame() {
        true => {
            say!("order       {order}, {lost} of them lost (tame: as in Nim)", order, lost)
        }
        false => say!("order       {order}, {lost} of them lost (wild)", order, lost),
    };
    writeln!(out, "{order}")?;
    let growth =
        quotient.growth().iter().map(|(heap, order)| say!("{order} from {heap} on", order, heap));
    list(out, &say!("growth"), &growth.collect::<Vec<_>>())?;
    let generators = presentation.generators.iter();
    let generators = generators.map(|own| format!("{} = [{}]", own.name, own.heap));
    list(out, &say!("generators"), &generators.collect::<Vec<_>>())?;
    let relations = presentation.relations.iter().map(|relation| {
        let [word, least] = [&relation.word, &relation.least].map(|word| presentation.print(word));
        format!("{word} = {least}")
    });
    list(out, &say!("relations"), &relations.collect::<Vec<_>>())?;
    let lost: Vec<String> = monoid.lost().map(|element| presentation.name(element)).collect();
    list(out, &say!("lost"), &lost)?;
    heaps(out, quotient, &presentation)
}

/// Whether it is the quotient of all heaps.
fn status(out: &mut impl Write, quotient: &Quotient) -> io::Result<()> {
    match quotient.periodicity() {
        Some(Periodicity { preperiod, period, .. }) => {
            writeln!(out, "{}", say!("heaps       {heaps}", heaps = quotient.heaps_needed()))?;
            writeln!(out, "{}", say!("status      proved: the quotient of all heaps"))?;
            writeln!(out, "{}", say!("preperiod   {start}", start = preperiod))?;
            writeln!(out, "{}", say!("period      {period}", period))?;
        }
        None => {
            let (heaps, last) = (quotient.heaps(), quotient.heaps() - 1);
            writeln!(out, "{}", say!("heaps       {heaps}", heaps))?;
            writeln!(
                out,
                "{}",
                say!(
                    "status      the quotient of the heaps 0 to {last}; no period proved, it may grow with larger heaps",
                    last
                )
            )?;
        }
    }
    Ok(())
}

/// What each heap stands for.
fn heaps(out: &mut impl Write, quotient: &Quotient, presentation: &Presentation) -> io::Result<()> {
    let heaps = telling(quotient);
    let shown = heaps.min(PRINTED);
    let names: Vec<String> = (0..shown)
        .map(|heap| {
            quotient
                .element(&heap.into())
                .map_or_else(String::new, |element| presentation.name(element))
        })
        .collect();
    let wide = names.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "{}", say!("\nWhat each heap stands for:"))?;
    for (line, names) in names.chunks(IN_A_LINE).enumerate() {
        write!(out, "{:>6}:", line * IN_A_LINE)?;
        for name in names {
            write!(out, " {name:>wide$}")?;
        }
        writeln!(out)?;
    }
    match (shown < heaps, quotient.periodicity()) {
        (true, _) => writeln!(out, "{}", say!("and so on; all {heaps} with --json", heaps)),
        (false, Some(pattern)) => {
            let (start, period) = (pattern.preperiod, pattern.period);
            writeln!(
                out,
                "{}",
                say!("and from {start} on the same after each {period} heaps", start, period)
            )
        }
        (false, None) => Ok(()),
    }
}

/// Prints what a list holds after its name, in as many lines as it takes.
fn list(out: &mut impl Write, name: &str, items: &[String]) -> io::Result<()> {
    let blank = INDENT.saturating_sub(name.width());
    write!(out, "{name}{:blank$}", "")?;
    let mut column = INDENT;
    let last = items.len().saturating_sub(1);
    for (at, item) in items.iter().enumerate() {
        let item = if at == last { item.clone() } else { format!("{item},") };
        if column > INDENT && column + 1 + item.len() > WIDE {
            write!(out, "\n{:INDENT$}", "")?;
            column = INDENT;
        }
        if column > INDENT {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{item}")?;
        column += item.len();
    }
    if items.is_empty() {
        write!(out, "{}", say!("none"))?;
    }
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: &'a str,
    /// How many heaps the rest rests on: those that the proof needs, else all computed.
    heaps: String,
    /// `proved` or `open`.
    status: &'static str,
    /// `null` where no period is proved.
    pattern: Option<Pattern>,
    order: usize,
    /// Whether it is that of Nim with small heaps.
    tame: bool,
    growth: Vec<Growth>,
    generators: Vec<Generator>,
    relations: Vec<[String; 2]>,
    elements: Vec<Element>,
    /// For each heap from 0 on the index of its element: to the end of the first period, or all that were computed.
    stands_for: Vec<usize>,
}

#[derive(Serialize)]
struct Pattern {
    preperiod: String,
    period: String,
}

#[derive(Serialize)]
struct Growth {
    heap: u32,
    order: usize,
}

#[derive(Serialize)]
struct Generator {
    name: String,
    heap: u32,
}

#[derive(Serialize)]
struct Element {
    word: String,
    lost: bool,
}

/// Prints a quotient for programs.
pub(crate) fn document(out: &mut impl Write, game: &str, quotient: &Quotient) -> io::Result<()> {
    let monoid = quotient.monoid();
    let presentation = quotient.presentation();
    let pattern = quotient.periodicity().map(|pattern| Pattern {
        preperiod: pattern.preperiod.to_string(),
        period: pattern.period.to_string(),
    });
    let generators = presentation
        .generators
        .iter()
        .map(|own| Generator { name: own.name.clone(), heap: own.heap })
        .collect();
    let relations = presentation
        .relations
        .iter()
        .map(|relation| [&relation.word, &relation.least].map(|word| presentation.print(word)))
        .collect();
    let elements = (0..monoid.order())
        .map(|element| Element { word: presentation.name(element), lost: monoid.is_lost(element) })
        .collect();
    let heaps = 0..telling(quotient);
    let document = Document {
        schema: SCHEMA,
        game,
        heaps: match quotient.periodicity() {
            Some(_) => quotient.heaps_needed().to_string(),
            None => quotient.heaps().to_string(),
        },
        status: if pattern.is_some() { "proved" } else { "open" },
        pattern,
        order: monoid.order(),
        tame: monoid.is_tame(),
        growth: quotient.growth().iter().map(|&(heap, order)| Growth { heap, order }).collect(),
        generators,
        relations,
        elements,
        stands_for: heaps.filter_map(|heap| quotient.element(&heap.into())).collect(),
    };
    json::write(out, &document)
}
