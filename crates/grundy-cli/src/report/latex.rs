//! Tables for papers: a `tabular` of LaTeX, which needs no package.

use std::fmt::Write as _;

use super::words::Rows;
use crate::command::table::Cells;

/// A table of values or outcomes: two coordinates as they are, one coordinate in rows of ten.
pub(crate) fn table(table: &Cells) -> String {
    let Rows { coords, heads, rows } = Rows::of(table);
    let name = |name: &str| format!("\\mathit{{{}}}", name.replace('_', "\\_"));
    let corner = coords.iter().map(|coord| name(coord)).collect::<Vec<_>>().join("\\backslash ");
    let mut text = format!("\\begin{{tabular}}{{r|{}}}\n${corner}$", "r".repeat(heads.len()));
    for head in heads {
        let _ = write!(text, " & ${head}$");
    }
    text.push_str(" \\\\ \\hline\n");
    for (name, row) in rows {
        let _ = writeln!(text, "{name} & {} \\\\", row.join(" & "));
    }
    text.push_str("\\end{tabular}\n");
    text
}
