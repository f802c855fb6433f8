//! `cargo xtask peers`: the command beside the best public solvers of such games, installed by their
//! package names and run as programs.

mod boards;
mod octal;
mod ogsolve;
mod values;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask peers [ROW..]    everything, or the named rows:
  .6 .14 .. grundys          heap sequences beside ogsolve
  cram5x7 .. chomp10x10      nimbers of boards beside igsolve
  cram6x7                    a long run, only where it is named
  heaps, boards              all of one kind";

/// Runs the rows that the arguments name, or all.
///
/// # Errors
/// When a program cannot be built or fails, or when answers differ.
pub(super) fn run(arguments: &[String]) -> Result<()> {
    if let [word, rest @ ..] = arguments
        && word == values::SIDE
    {
        return values::side(rest);
    }
    let known = |name: &String| {
        octal::knows(name) || boards::knows(name) || name == "heaps" || name == "boards"
    };
    if let Some(unknown) = arguments.iter().find(|name| !known(name)) {
        bail!("{unknown} is not in the table\n{USAGE}");
    }
    let all = |kind: &str| arguments.is_empty() || arguments.iter().any(|name| name == kind);
    if all("heaps") || arguments.iter().any(|name| octal::knows(name)) {
        octal::run(if all("heaps") { &[] } else { arguments })?;
    }
    if all("boards") || arguments.iter().any(|name| boards::knows(name)) {
        boards::run(if all("boards") { &[] } else { arguments })?;
    }
    Ok(())
}
