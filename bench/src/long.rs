//! `cargo xtask long`: the longest known periods of octal games, found and proved from nothing.
//!
//! Each game is run by `grundy heap`, which stops when it has proved a period; preperiod, period and
//! largest value must be those published (`testdata/heap/long_periods.txt`). The certificate is then
//! checked by `grundy check`, which computes every value once more by other means. The periods that
//! take less than a second are ordinary tests too.

use std::fs::{self, File};
use std::process::Stdio;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::programs::{directory, grundy};

const PUBLISHED: &str = "testdata/heap/long_periods.txt";

/// More heaps than any of the proofs needs.
const LAST: &str = "2^29";
/// Memory that is allowed to runs and to checks.
const MEMORY: &str = "8G";

/// A published period.
struct Published {
    code: String,
    /// Preperiod, period, heap of the largest value, largest value, last rare heap.
    figures: [Option<u64>; 5],
}

/// Proves the games that the arguments name, or all.
///
/// # Errors
/// When a figure is not the published one, or a certificate is not valid.
pub(super) fn run(arguments: &[String]) -> Result<()> {
    let text = fs::read_to_string(PUBLISHED).context(PUBLISHED)?;
    let published = text.lines().filter(|line| !line.starts_with('#')).map(read);
    let published: Vec<Published> = published.collect::<Result<_>>()?;
    let named = |game: &Published, name: &str| {
        game.code == name || game.code.strip_prefix('0') == Some(name)
    };
    if let Some(unknown) =
        arguments.iter().find(|name| !published.iter().any(|game| named(game, name)))
    {
        bail!("{unknown} is not in {PUBLISHED}");
    }
    println!("long: periods proved from nothing; processor time in s, memory in MiB");
    println!(
        "{:<7} {:>10} {:>9} {:>10} {:>10} {:>9} {:>7} {:>8} {:>8}  theorem",
        "game", "preperiod", "period", "values", "last rare", "heaps/s", "proof", "memory", "check"
    );
    for game in &published {
        if arguments.is_empty() || arguments.iter().any(|name| named(game, name)) {
            prove(game).with_context(|| game.code.clone())?;
        }
    }
    Ok(())
}

fn read(line: &str) -> Result<Published> {
    let words: Vec<&str> = line.split(' ').collect();
    let [code, figures @ ..] = &words[..] else { bail!("{PUBLISHED}: {line}") };
    let figures: Vec<Option<u64>> = figures.iter().map(|figure| figure.parse().ok()).collect();
    let figures = figures.try_into().ok().with_context(|| format!("{PUBLISHED}: {line}"))?;
    Ok(Published { code: (*code).to_owned(), figures })
}

/// Proves one period, compares it with what is published, and checks the certificate.
fn prove(game: &Published) -> Result<()> {
    let directory = directory()?;
    let (summary, certificate) = (directory.join("long.json"), directory.join("certificate.json"));
    let run = grundy()?
        .args(["heap", &game.code, "--to", LAST, "--memory", MEMORY, "--json", "--quiet"])
        .arg("--certificate")
        .arg(&certificate)
        .run(None, File::create(&summary)?.into())?;
    let summary: Value = serde_json::from_str(&fs::read_to_string(&summary)?)?;
    let stated: Value = serde_json::from_str(&fs::read_to_string(&certificate)?)?;
    let number = |value: &Value| value.as_str().and_then(|text| text.parse::<u64>().ok());
    let found = [
        number(&summary["pattern"]["preperiod"]),
        number(&summary["pattern"]["period"]),
        number(&summary["largest"]["heap"]),
        number(&summary["largest"]["value"]),
        number(&stated["last_rare"]),
    ];
    for (found, published) in found.iter().zip(&game.figures) {
        ensure!(
            published.is_none() || found == published,
            "found {found:?}, where {published:?} is published"
        );
    }
    let check = grundy()?
        .args(["check", "--memory", MEMORY])
        .arg(&certificate)
        .run(None, Stdio::null())
        .context("the certificate is not valid")?;
    let values = number(&stated["values_needed"]).context("values_needed")?;
    let shown = |figure: Option<u64>| figure.map_or("-".to_owned(), |figure| figure.to_string());
    let seconds = run.processor.as_secs_f64();
    println!(
        "{:<7} {:>10} {:>9} {:>10} {:>10} {:>7.2} M {:>7.2} {:>8.0} {:>8.2}  {}",
        game.code,
        shown(found[0]),
        shown(found[1]),
        values,
        shown(found[4]),
        values as f64 / seconds / 1e6,
        seconds,
        run.peak as f64 / f64::from(1 << 20),
        check.processor.as_secs_f64(),
        stated["theorem"].as_str().unwrap_or_default(),
    );
    Ok(())
}
