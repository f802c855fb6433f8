//! The table of a sweep: Markdown for people, CSV and JSON for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::json::{self, SCHEMA};
use crate::language::say;
use crate::sweep::{Group, Row, SparseSpace};

/// The cells of a game, as [`HEADS`] names them; empty where something is not known, has no bound or
/// is not there.
fn cells(row: &Row) -> [String; HEADS.len()] {
    let status = if row.pattern.is_some() { "proved" } else { "open" };
    let pattern = row.pattern.as_ref();
    let text = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    [
        status.to_owned(),
        row.heaps.to_string(),
        text(pattern.map(|pattern| pattern.preperiod)),
        text(pattern.map(|pattern| pattern.period)),
        text(pattern.map(|pattern| pattern.saltus)),
        text(row.largest.as_ref().map(|largest| largest.value)),
        text(row.largest.as_ref().map(|largest| largest.heap)),
        row.sparse.as_ref().map_or(String::new(), SparseSpace::name),
        text(row.sparse.as_ref().map(|split| split.rares)),
        text(row.sparse.as_ref().and_then(|split| split.last_rare)),
    ]
}

const HEADS: [&str; 10] = [
    "status",
    "heaps",
    "preperiod",
    "period",
    "saltus",
    "largest",
    "at",
    "mask",
    "rares",
    "last rare",
];

/// A line per group of equivalent games.
pub(crate) fn markdown(out: &mut impl Write, groups: &[Group<'_>]) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        say!(
            "| code | status | heaps | preperiod | period | saltus | largest | at | mask | rares | last \
             rare | same sequence but for zeros at the start |"
        )
    )?;
    writeln!(out, "| --- | --- |{} --- |", " ---: |".repeat(HEADS.len() - 1))?;
    for group in groups {
        let others: Vec<&str> = group.others.iter().map(|row| row.code.as_str()).collect();
        let mut cells = cells(group.first);
        cells[0] = match group.first.pattern {
            Some(_) => say!("proved"),
            None => say!("open"),
        };
        let cells = cells.join(" | ");
        writeln!(out, "| {} | {cells} | {} |", group.first.code, others.join(" "))?;
    }
    Ok(())
}

/// A line per game; the column `group` names the first game of its group.
pub(crate) fn csv(out: &mut impl Write, groups: &[Group<'_>]) -> io::Result<()> {
    writeln!(out, "code,{},group", HEADS.join(",").replace(' ', "_"))?;
    for group in groups {
        for row in std::iter::once(&group.first).chain(&group.others) {
            writeln!(out, "{},{},{}", row.code, cells(row).join(","), group.first.code)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    games: Vec<Game>,
    /// How many games were asked for and are not there, because a limit stopped the work.
    missing: String,
}

#[derive(Serialize)]
struct Game {
    code: String,
    /// `proved` or `open`.
    status: &'static str,
    heaps: String,
    /// `null` where no period is proved.
    preperiod: Option<String>,
    period: Option<String>,
    saltus: Option<String>,
    /// `null` where the values grow without bound.
    largest: Option<String>,
    largest_at: Option<String>,
    /// `null` unless more than four heaps in five are common under some mask.
    sparse: Option<Sparse>,
    /// The first game of its group.
    group: String,
}

/// A sparse space.
#[derive(Serialize)]
pub(super) struct Sparse {
    mask: String,
    /// Whether the parity of the size counts too.
    size_counts: bool,
    rares: String,
    /// `null` where no heap is rare.
    last_rare: Option<String>,
}

impl From<&SparseSpace> for Sparse {
    fn from(split: &SparseSpace) -> Sparse {
        Sparse {
            mask: split.mask.to_string(),
            size_counts: split.with_size,
            rares: split.rares.to_string(),
            last_rare: split.last_rare.map(|heap| heap.to_string()),
        }
    }
}

/// An object per game; so many are missing.
pub(crate) fn document(out: &mut impl Write, groups: &[Group<'_>], missing: u64) -> io::Result<()> {
    let members = groups.iter().flat_map(|group| {
        std::iter::once(&group.first).chain(&group.others).map(|row| game(row, &group.first.code))
    });
    let (games, missing) = (members.collect(), missing.to_string());
    json::write(out, &Document { schema: SCHEMA, games, missing })
}

fn game(row: &Row, group: &str) -> Game {
    let pattern = row.pattern.as_ref();
    let text = |number: u64| number.to_string();
    Game {
        code: row.code.clone(),
        status: if pattern.is_some() { "proved" } else { "open" },
        heaps: text(row.heaps),
        preperiod: pattern.map(|pattern| text(pattern.preperiod)),
        period: pattern.map(|pattern| text(pattern.period)),
        saltus: pattern.map(|pattern| text(pattern.saltus)),
        largest: row.largest.as_ref().map(|largest| text(largest.value)),
        largest_at: row.largest.as_ref().map(|largest| text(largest.heap)),
        sparse: row.sparse.as_ref().map(Sparse::from),
        group: group.to_owned(),
    }
}
