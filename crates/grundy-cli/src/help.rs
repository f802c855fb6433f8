//! The help, in the present language.
//!
//! The texts stand in English beside the options. Here the parser of arguments is walked through and
//! each is replaced by its translation, with the headings and notes that the parser writes itself.

use std::ffi::{OsStr, OsString};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Parser};
use grundy::language::Language;

use crate::language::{CATALOGUE, now, say};

/// The parser of the arguments.
pub(crate) fn command<A: CommandFactory>() -> Command {
    let mut command = with_language(A::command());
    if now() == Language::English {
        return command;
    }
    command.build();
    translated(command)
}

/// Reads the arguments; `parser` is that of the arguments of one command.
///
/// # Errors
/// What is to be printed instead of an answer: a mistake, or help that was asked for.
pub(crate) fn parse<A: Parser>(
    words: &[OsString],
    parser: fn(&OsStr) -> Option<Command>,
) -> Result<A, clap::Error> {
    // Where there is nothing to print, the parser of the one command that is asked for will do: that of all takes some
    // megabytes and more time than many an answer.
    if let Some(one) = words.get(1).and_then(|word| parser(word)) {
        let alone = Command::new("grundy").subcommand(with_language(one));
        let matches = alone.try_get_matches_from(words);
        if let Ok(arguments) = matches.and_then(|matches| A::from_arg_matches(&matches)) {
            return Ok(arguments);
        }
    }
    let all = command::<A>();
    match all.clone().try_get_matches_from(words) {
        Ok(matches) => A::from_arg_matches(&matches),
        Err(error) => Err(with_commands(error, &all)),
    }
}

/// The mistake, and where an option stands that another command has, those commands: an option of this one that is
/// spelled a little like it was not meant then.
fn with_commands(mut error: clap::Error, all: &Command) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let typed = typed.split('=').next().unwrap_or_default().to_owned();
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    // That it be passed behind `--` is the advice of the parser, and no game, position or number begins so.
    if typed.starts_with('-') && error.get(ContextKind::SuggestedArg).is_none() {
        error.remove(ContextKind::Suggested);
    }
    let has = |command: &&Command| {
        let long = typed.strip_prefix("--");
        long.is_some() && command.get_arguments().any(|arg| arg.get_long() == long)
    };
    let commands: Vec<&str> = all.get_subcommands().filter(has).map(Command::get_name).collect();
    if !commands.is_empty() {
        // The usage speaks of the option that was not meant.
        if error.remove(ContextKind::SuggestedArg).is_some() {
            error.remove(ContextKind::Usage);
        }
        let commands = commands.join(", ");
        let told = say!(
            "`{argument}` is an option of other commands: {commands}",
            argument = typed,
            commands
        );
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![told.into()]));
    }
    error
}

/// Adds `--lang` to every command. It has done its work when arguments are parsed (see
/// [`crate::language::choose`]); what the parser finds of it is wrong.
fn with_language(command: Command) -> Command {
    let command = command.mut_subcommands(with_language).mut_args(with_numbers);
    if command.get_arguments().any(|arg| arg.get_long() == Some("lang")) {
        return command;
    }
    let languages = Language::ALL.map(Language::tag);
    let help = "Speak this language instead of that of the environment";
    let arg = Arg::new("lang").long("lang").value_name("LANGUAGE").value_parser(languages);
    // Under the heading of no group of options.
    command.arg(arg.help(help).help_heading(None::<&str>))
}

/// Lets a negative number be the value of an option that wants a number, which says then what it wants; it is no name
/// of a file.
fn with_numbers(arg: Arg) -> Arg {
    let is_file =
        |arg: &Arg| arg.get_value_names().unwrap_or_default().iter().any(|name| name == "FILE");
    match arg.is_positional() || !arg.get_action().takes_values() || is_file(&arg) {
        true => arg,
        false => arg.allow_negative_numbers(true),
    }
}

/// A text of the help in the present language: each paragraph has its translation, and in a list of
/// examples each note.
fn said(text: &StyledStr) -> String {
    let text = text.to_string();
    let lines = text.split('\n').map(|line| match note(line) {
        "" => line.to_owned(),
        note => line.replace(note, CATALOGUE.translation(note, now())),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What is in words in a line of help: all of it, or what is said of an example.
fn note(line: &str) -> &str {
    let line = line.trim();
    match line.starts_with("grundy ") {
        true => line.split_once("  ").map_or("", |(_, note)| note.trim_start()),
        false => line,
    }
}

fn translated(command: Command) -> Command {
    let about = match command.get_name() {
        "help" => Some(say!("Print this message or the help of a command")),
        _ => command.get_about().map(said),
    };
    let long_about = command.get_long_about().map(said);
    let after = command.get_after_help().map(said);
    let mut command = command.mut_args(translated_argument).mut_subcommands(translated);
    // As the parser itself has it, but for the headings.
    let mut template = "{before-help}{about-with-newline}\n".to_owned();
    template += &say!("Usage: {usage}", usage = "{usage}");
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    command = command.override_usage(
        usage.replace("[OPTIONS]", &say!("[OPTIONS]")).replace("<COMMAND>", &say!("<COMMAND>")),
    );
    for (there, heading, tag) in [
        (command.has_subcommands(), say!("Commands:"), "{subcommands}"),
        (command.get_positionals().next().is_some(), say!("Arguments:"), "{positionals}"),
        (command.get_opts().next().is_some(), say!("Options:"), "{options}"),
    ] {
        if there {
            template.extend(["\n\n", &heading, "\n", tag]);
        }
    }
    template += "{after-help}";
    command = command.help_template(template).subcommand_value_name(say!("COMMAND"));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long_about) = long_about {
        command = command.long_about(long_about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

fn translated_argument(arg: Arg) -> Arg {
    let takes = arg.get_action().takes_values();
    let possible = arg.get_possible_values();
    let mut notes = Vec::new();
    if takes && !arg.is_hide_default_value_set() && !arg.get_default_values().is_empty() {
        let values = arg.get_default_values().iter().map(|value| value.to_string_lossy());
        notes.push(say!("[default: {values}]", values = values.collect::<Vec<_>>().join(", ")));
    }
    if takes && !arg.is_hide_possible_values_set() && !possible.is_empty() {
        let shown = possible.iter().filter(|value| !value.is_hide_set());
        let values: Vec<&str> = shown.map(|value| value.get_name()).collect();
        notes.push(say!("[possible values: {values}]", values = values.join(", ")));
    }
    let noted = |text: String| match notes.is_empty() {
        true => text,
        false => format!("{text} {}", notes.join(" ")),
    };
    let (help, long_help) = match arg.get_action() {
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong => {
            (Some(say!("Print help")), Some(say!("Print help")))
        }
        ArgAction::Version => (Some(say!("Print version")), None),
        _ => (arg.get_help().map(said), arg.get_long_help().map(said)),
    };
    let mut arg = arg.hide_default_value(true).hide_possible_values(true);
    if let Some(names) = arg.get_value_names().filter(|_| takes) {
        let said = |name: &clap::builder::Str| CATALOGUE.translation(name, now()).to_owned();
        let names: Vec<String> = names.iter().map(said).collect();
        arg = arg.value_names(names);
    }
    if let Some(help) = help {
        arg = arg.help(noted(help));
    }
    if let Some(long_help) = long_help {
        arg = arg.long_help(noted(long_help));
    }
    arg
}

/// What is wrong with the arguments, in words of our own; nothing in English, which the parser
/// speaks itself, and for what is no mistake or a rare one.
pub(crate) fn mistake(error: &clap::Error) -> Option<String> {
    if now() == Language::English {
        return None;
    }
    let of = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(texts) => {
            Some(texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let argument = of(ContextKind::InvalidArg).unwrap_or_default();
    let value = of(ContextKind::InvalidValue).unwrap_or_default();
    let message = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            say!("error: `{argument}` needs a value", argument)
        }
        ErrorKind::InvalidValue => {
            say!("error: `{value}` is no value for `{argument}`", value, argument)
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            say!("error: `{value}` is no value for `{argument}`: {why}", value, argument, why)
        }
        ErrorKind::UnknownArgument => {
            say!("error: there is no argument `{argument}` here", argument)
        }
        ErrorKind::InvalidSubcommand => {
            let name = of(ContextKind::InvalidSubcommand).unwrap_or_default();
            say!("error: there is no command `{name}`", name)
        }
        ErrorKind::MissingRequiredArgument => say!("error: missing: {argument}", argument),
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg).unwrap_or_default();
            say!("error: `{argument}` cannot stand together with {other}", argument, other)
        }
        _ => return None,
    };
    let near =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    // What the parser itself suggests is in English; what is said here names commands.
    let elsewhere = of(ContextKind::Suggested).filter(|told| !told.is_ascii());
    let possible = of(ContextKind::ValidValue).filter(|values| !values.is_empty());
    let help = match (near.into_iter().find_map(of), possible) {
        (Some(near), _) => {
            let near = near.replace(", ", "`, `");
            say!("\n  help: did you mean `{near}`?", near)
        }
        (None, Some(values)) => say!("\n  help: possible are: {values}", values),
        (None, None) => elsewhere.map_or_else(String::new, |help| say!("\n  help: {help}", help)),
    };
    let usage = of(ContextKind::Usage).unwrap_or_default();
    let usage = usage.trim().trim_start_matches("Usage:").trim();
    let usage = if usage.is_empty() { String::new() } else { say!("\n\nUsage: {usage}", usage) };
    Some(format!("{message}{help}{usage}\n\n{}", say!("For more: --help")))
}

/// Every text of the help that is to be translated.
#[cfg(test)]
pub(crate) fn texts<A: CommandFactory>() -> Vec<String> {
    fn of(command: &Command, texts: &mut Vec<String>) {
        let mut add = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            texts.extend(
                text.split('\n').map(note).filter(|note| !note.is_empty()).map(str::to_owned),
            );
        };
        add(command.get_about());
        add(command.get_long_about());
        add(command.get_after_help());
        for arg in command.get_arguments() {
            add(arg.get_help());
            add(arg.get_long_help());
            if arg.get_action().takes_values() {
                let names = arg.get_value_names().unwrap_or_default().iter();
                names.for_each(|name| add(Some(&StyledStr::from(name.to_string()))));
            }
        }
        command.get_subcommands().for_each(|command| of(command, texts));
    }
    let mut texts = Vec::new();
    of(&with_language(A::command()), &mut texts);
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Arguments, Command as Words};

    #[test]
    fn the_parser_of_one_command_is_that_of_all() {
        let all = Arguments::command();
        assert!(all.get_subcommands().count() > 20);
        for command in all.get_subcommands() {
            let alone = Words::parser(command.get_name().as_ref()).unwrap();
            let shown = |command: &Command| command.clone().render_long_help().to_string();
            assert_eq!(shown(&alone), shown(command));
        }
        assert!(Words::parser("Value".as_ref()).is_none());
    }
}
