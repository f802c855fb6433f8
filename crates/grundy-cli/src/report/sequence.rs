//! What the run of a heap sequence came to, in words and as JSON.

use std::io::{self, Write};

use grundy::heap::{Periodicity, ProvedSequence, Work};
use grundy::prove::{Certificate, hex};
use serde::Serialize;

use super::json::{self, SCHEMA};
use super::sweep::Sparse;
use crate::language::say;
use crate::sweep::SparseSpace;

/// A sequence as far as it was computed.
pub(crate) struct Summary {
    pub(crate) game: String,
    /// How many values everything below is about: those that a proof rests on, else all.
    pub(crate) heaps: u64,
    /// The pattern, if one is proved.
    pub(crate) proved: Option<Proved>,
    /// The largest of the values and the first heap that has it.
    pub(crate) largest: Option<(u64, u64)>,
    /// The sparse space that the values show, where it is asked for and they do.
    pub(crate) sparse: Option<SparseSpace>,
    /// The digest of the game and the values.
    pub(crate) digest: [u8; 32],
    /// What it took; nothing where the engine counts no pairs.
    pub(crate) work: Option<Work>,
}

/// A proved pattern.
pub(crate) struct Proved {
    /// The statement, with its start, period and saltus.
    pub(crate) certificate: Certificate,
    /// The heaps before the start whose value differs from the pattern continued backwards: the first
    /// of them, and how many there are.
    pub(crate) exceptions: Vec<u64>,
    pub(crate) exception_count: u64,
}

impl Proved {
    /// What is proved of a sequence, by this certificate.
    pub(crate) fn new(certificate: Certificate, sequence: &ProvedSequence) -> Proved {
        let Periodicity { exceptions, exception_count, .. } = sequence.periodicity();
        let (exceptions, exception_count) = (exceptions.clone(), *exception_count);
        Proved { certificate, exceptions, exception_count }
    }
}

/// Most exceptions that are listed in words and in JSON.
const LISTED: [usize; 2] = [20, grundy::heap::EXCEPTIONS];

/// Prints a summary for people.
pub(crate) fn words(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let Summary { game, heaps, proved, largest, digest, work, .. } = summary;
    let called = match game.as_str() {
        "Grundy's game" => say!("Grundy's game"),
        game => game.to_owned(),
    };
    writeln!(out, "{}", say!("game        {game}", game = called))?;
    writeln!(out, "{}", say!("heaps       {heaps}", heaps))?;
    let mut grows = false;
    if let Some(Proved { certificate, exceptions, exception_count }) = proved {
        writeln!(out, "{}", say!("status      proved ({theorem})", theorem = certificate.theorem))?;
        writeln!(out, "{}", say!("preperiod   {start}", start = certificate.start))?;
        writeln!(out, "{}", say!("period      {period}", period = certificate.period))?;
        writeln!(out, "{}", say!("saltus      {saltus}", saltus = certificate.saltus))?;
        let mut listed: Vec<String> =
            exceptions.iter().take(LISTED[0]).map(u64::to_string).collect();
        if *exception_count > LISTED[0] as u64 {
            listed.push(say!("... ({exception_count} in all)", exception_count));
        }
        let listed = if listed.is_empty() { say!("none") } else { listed.join(", ") };
        writeln!(out, "{}", say!("exceptions  {listed}", listed))?;
        grows = certificate.saltus > 0;
    } else {
        writeln!(out, "{}", say!("status      no period proved"))?;
    }
    match largest {
        _ if grows => writeln!(out, "{}", say!("largest     grows without bound"))?,
        Some((value, heap)) => {
            writeln!(out, "{}", say!("largest     {value} at heap {heap}", value, heap))?;
        }
        None => {}
    }
    if let Some(work) = work {
        let (pairs, least) = (work.pairs(), work.least_pairs);
        let ratio = pairs as f64 / least as f64;
        let times = if ratio < 0.01 { format!("{ratio:.6}") } else { format!("{ratio:.2}") };
        let said = say!(
            "work        {pairs} pairs, where heap by heap {least} would be needed at least: {times} times that",
            pairs,
            least,
            times
        );
        writeln!(out, "{said}")?;
    }
    writeln!(out, "{}", say!("digest      {digest}", digest = hex(digest)))
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: &'a str,
    heaps: String,
    /// `proved` or `open`.
    status: &'static str,
    /// The pattern; `null` where none is proved.
    pattern: Option<Pattern>,
    /// `null` where nothing was computed, or the values grow without bound.
    largest: Option<Largest>,
    /// `null` unless more than four heaps in five are common under some mask.
    sparse: Option<Sparse>,
    /// `null` where the engine counts no pairs.
    work: Option<Pairs>,
    digest: String,
}

#[derive(Serialize)]
struct Pairs {
    pairs: String,
    least_pairs: String,
    searches: String,
}

#[derive(Serialize)]
struct Pattern {
    theorem: String,
    preperiod: String,
    period: String,
    saltus: String,
    values_needed: String,
    exception_count: String,
    /// The first of them.
    exceptions: Vec<String>,
}

#[derive(Serialize)]
struct Largest {
    value: String,
    heap: String,
}

/// Prints a summary for programs.
pub(crate) fn document(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let pattern = summary.proved.as_ref().map(|proved| {
        let Proved { certificate, exceptions, exception_count } = proved;
        Pattern {
            theorem: certificate.theorem.to_string(),
            preperiod: certificate.start.to_string(),
            period: certificate.period.to_string(),
            saltus: certificate.saltus.to_string(),
            values_needed: certificate.values_needed.to_string(),
            exception_count: exception_count.to_string(),
            exceptions: exceptions.iter().take(LISTED[1]).map(u64::to_string).collect(),
        }
    });
    let grows = summary.proved.as_ref().is_some_and(|proved| proved.certificate.saltus > 0);
    let largest = summary.largest.filter(|_| !grows);
    let document = Document {
        schema: SCHEMA,
        game: &summary.game,
        heaps: summary.heaps.to_string(),
        status: if pattern.is_some() { "proved" } else { "open" },
        pattern,
        largest: largest
            .map(|(value, heap)| Largest { value: value.to_string(), heap: heap.to_string() }),
        sparse: summary.sparse.as_ref().map(Sparse::from),
        work: summary.work.map(|work| Pairs {
            pairs: work.pairs().to_string(),
            least_pairs: work.least_pairs.to_string(),
            searches: work.searches.to_string(),
        }),
        digest: hex(&summary.digest),
    };
    json::write(out, &document)
}
