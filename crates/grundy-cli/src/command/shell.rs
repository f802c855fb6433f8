//! `grundy completions` and `grundy man`.

use std::io::Write as _;

use clap::Args;
use clap_complete::Shell;

use super::Arguments;
use crate::help;
use crate::language::say;
use crate::trouble::Trouble;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grundy completions bash > ~/.local/share/bash-completion/completions/grundy"
)]
pub(crate) struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

/// Print the manual page
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grundy man > grundy.1 && man ./grundy.1")]
pub(crate) struct Man {
    /// The manual page of one subcommand instead of the whole
    subcommand: Option<String>,
}

pub(crate) fn completions(completions: &Completions) -> Result<bool, Trouble> {
    // The generator panics when its writer fails, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(
        completions.shell,
        &mut help::command::<Arguments>(),
        "grundy",
        &mut script,
    );
    std::io::stdout().lock().write_all(&script)?;
    Ok(true)
}

pub(crate) fn man(man: &Man) -> Result<bool, Trouble> {
    let mut command = help::command::<Arguments>();
    command.build();
    let page = match &man.subcommand {
        None => clap_mangen::Man::new(command),
        Some(name) => match command.find_subcommand(name) {
            Some(found) => clap_mangen::Man::new(found.clone()),
            None => {
                let names: Vec<&str> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Trouble::Input(say!(
                    "error: there is no subcommand called {name}\n  help: there are: {names}",
                    name,
                    names = names.join(" ")
                )));
            }
        },
    };
    let mut text = Vec::new();
    page.render(&mut text)?;
    std::io::stdout().lock().write_all(&text)?;
    Ok(true)
}
