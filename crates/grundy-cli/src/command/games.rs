//! `grundy games`: the catalogue.

use std::io::{IsTerminal as _, Write as _};

use clap::Args;
use comfy_table::presets;
use comfy_table::{ColumnConstraint, ContentArrangement, Table};
use grundy::games::{BOARDS, CATALOGUE, Entry, find, find_board, open};
use grundy::language::Language;
use grundy::plan::plan;

use crate::language::{now, say, told};
use crate::report::json;
use crate::trouble::Trouble;

/// The games that have a name: their rules, sources, and what is known of them
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  grundy games\n  grundy games wythoff\n  grundy games --json")]
pub(crate) struct Games {
    /// Show all about one game
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Games) -> Result<bool, Trouble> {
    let mut out = std::io::stdout().lock();
    if let Some(name) = &games.name {
        let bare = name.split('(').next().unwrap_or(name);
        let Some(entry) = find(bare).or_else(|| find_board(bare)) else {
            let error = open(name).err();
            return Err(match error {
                Some(error) => Trouble::of_rule(&error, &say!("name")),
                None => Trouble::Input(say!(
                    "error: {name} is a game, but not one of the catalogue; try grundy explain",
                    name
                )),
            });
        };
        match games.json {
            true => json::write(&mut out, &json::Games::new(&[*entry]))?,
            false => write!(out, "{}", page(entry))?,
        }
        return Ok(true);
    }
    if games.json {
        json::write(&mut out, &json::Games::new(&[CATALOGUE, BOARDS].concat()))?;
    } else if std::io::stdout().is_terminal() {
        writeln!(out, "{}", listed())?;
        writeln!(
            out,
            "{}",
            say!("\nAlso codes (0.77, 4.(3)), sets ('S{1,3,4}', 'allbut{1,2}') and rules.")
        )?;
    } else {
        for entry in CATALOGUE.iter().chain(BOARDS) {
            writeln!(out, "{}\t{}\t{}", entry.name, entry.title, entry.title_zh)?;
        }
    }
    Ok(true)
}

/// Terminals of fewer columns have the command to try below the title, so that it is not broken.
const WIDE: u16 = 140;

/// All games as a table for the terminal.
fn listed() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    let chinese = now() == Language::Chinese;
    let wide = table.width().is_none_or(|width| width >= WIDE);
    table.set_header(match (wide, chinese) {
        (false, _) => vec![say!("name"), say!("game")],
        (true, true) => vec![say!("name"), say!("game"), say!("try")],
        (true, false) => vec![say!("name"), say!("game"), "中文".to_owned(), say!("try")],
    });
    for entry in CATALOGUE.iter().chain(BOARDS) {
        let example = format!("grundy moves {}", entry.example);
        let title = if chinese { entry.title_zh } else { entry.title };
        let below = format!("{title}\n{example}");
        table.add_row(match (wide, chinese) {
            (false, _) => vec![entry.name, &below],
            (true, true) => vec![entry.name, title, &example],
            (true, false) => vec![entry.name, title, entry.title_zh, &example],
        });
    }
    if wide && let Some(commands) = table.column_mut(if chinese { 2 } else { 3 }) {
        commands.set_constraint(ColumnConstraint::ContentWidth);
    }
    table
}

/// All about a game.
pub(super) fn page(entry: &Entry) -> String {
    let aliases = match entry.aliases {
        [] => String::new(),
        aliases => say!(" (also {aliases})", aliases = aliases.join(", ")),
    };
    // Games with parameters need some to be planned; their example has them.
    let word = entry.example.split_once('\'').and_then(|(_, rest)| rest.split_once('\''));
    let said = word.map_or(entry.name, |(said, _)| said);
    let planned = open(said).or_else(|_| open(entry.name)).map(|opened| plan(&opened).reason);
    let planned = planned.map_or(String::new(), |reason| say!("plan    {reason}\n", reason));
    let rest = say!(
        "source  {source}\nknown   {known}\n{planned}read    grundy guide {chapter}\ntry     grundy moves {example}\n",
        source = told(entry.source),
        known = told(entry.known),
        planned,
        chapter = entry.chapter,
        example = entry.example
    );
    let Entry { name, title, title_zh, .. } = entry;
    let rule = told(entry.rule);
    match now() {
        Language::English => format!("{name}{aliases}: {title}\n{title_zh}\n\n{rule}\n\n{rest}"),
        Language::Chinese => format!("{name}{aliases}：{title_zh}\n\n{rule}\n\n{rest}"),
    }
}
