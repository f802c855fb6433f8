//! `cargo xtask bench`: the command and the library beside plain programs for the same work.
//!
//! Every line has two sides that were measured in this run, in turns, with the ratio between them.
//! What they write is compared: a difference is a failure, a slow side is only shown.

mod inputs;
mod judge;
mod nimber;
mod random;
mod rules;
mod serve;
mod seven;
mod sparse;
mod start;
mod strips;
mod tables;

use std::time::Duration;

use anyhow::{Result, bail, ensure};

const USAGE: &str = "\
cargo xtask bench [PART..]        everything, or the named parts:
  judge [ID..]   every judge format, or those named, beside a plain C program
  seven          the table of the seven-fold game: time and memory
  rules          typed rules: tables, time per option by the definition, sparse positions on two threads
  strips         sequences of typed rules that break heaps, beside a plain C program
  start          from the start of the command to its answer
  nimber         the product of nimbers beside its recursion
  serve          the server under load, a minute";

/// A part has a name and says whether both sides of each of its lines wrote the same.
type Part = (&'static str, fn(&[String]) -> Result<bool>);

const PARTS: &[Part] = &[
    ("judge", judge::run),
    ("seven", seven::run),
    ("rules", rules::run),
    ("strips", strips::run),
    ("start", start::run),
    ("nimber", nimber::run),
    ("serve", serve::run),
];

/// Runs the parts that the arguments name, or all; words that name no part are ids of formats.
///
/// # Errors
/// When a side cannot be built or fails, or when two sides differ in what they write.
pub(super) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [word, rest @ ..] if word == rules::SIDE => return rules::side(rest),
        [word, rest @ ..] if word == tables::SIDE => return tables::side(rest),
        [word, rest @ ..] if word == nimber::SIDE => return nimber::side(rest),
        [word, rest @ ..] if word == sparse::SIDE => return sparse::side(rest),
        [word, rest @ ..] if word == strips::SIDE => return strips::side(rest),
        _ => {}
    }
    let (named, ids): (Vec<String>, Vec<String>) =
        arguments.iter().cloned().partition(|word| PARTS.iter().any(|(name, _)| name == word));
    let known = |id: &String| inputs::FORMATS.iter().any(|format| format.id == id);
    if let Some(unknown) = ids.iter().find(|id| !known(id)) {
        bail!("{unknown} is neither a part nor a judge format\n{USAGE}");
    }
    let mut same = true;
    for (name, part) in PARTS {
        let wanted = arguments.is_empty()
            || named.iter().any(|word| word == name)
            || (*name == "judge" && !ids.is_empty());
        if wanted {
            same &= part(&ids)?;
        }
    }
    ensure!(same, "the two sides do not write the same");
    Ok(())
}

/// Milliseconds with two digits behind the point.
fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// What a line says when its sides differ.
fn note(same: bool) -> &'static str {
    if same { "" } else { "  DIFFERENT" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_plain_program() {
        let directory = crate::programs::baselines();
        for format in inputs::FORMATS {
            assert!(directory.join(format.id).with_extension("c").exists(), "{}", format.id);
        }
    }
}
