//! LaTeX for papers, which needs no package: tables as a `tabular`, explanations as formulas.

use std::fmt::Write as _;

use grundy::explain::Step;
use grundy::outcome::Outcome;
use grundy::play::BigValue;
use num_bigint::BigUint;

use super::words::{self, Rows};
use crate::cells::Cells;
use crate::language::{say, speak};
use crate::trouble::Trouble;

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
        let row: Vec<String> = row.iter().map(|cell| raised(cell)).collect();
        let _ = writeln!(text, "{name} & {} \\\\", row.join(" & "));
    }
    text.push_str("\\end{tabular}\n");
    text
}

/// A cell, as a formula where it is a genus.
fn raised(cell: &str) -> String {
    match cell.split_once('^') {
        Some((value, superscript)) => format!("${value}^{{{superscript}}}$"),
        None => cell.to_owned(),
    }
}

/// An explanation: the nim-sum in columns as an `array`, the mex as a set, all else in words.
pub(crate) fn explanation(steps: &[Step]) -> String {
    let mut text = String::new();
    let listed = steps.iter().any(|step| matches!(step, Step::NimSum { .. }));
    for step in steps {
        match step {
            Step::NimSum { rows, sum } => columns(&mut text, rows, sum),
            // The columns list the components again.
            Step::Component { reason: None, .. } if listed => {}
            Step::Component { reason: Some(reason), .. } if listed => {
                let _ = writeln!(text, "{}", escaped(&speak(reason)));
            }
            Step::Component { component, value: Some(value), reason: None } => {
                let _ = writeln!(text, "\\[ \\mathcal{{G}}({}) = {value} \\]", formula(component));
            }
            Step::Mex { component, options, value, .. } => {
                let values: Vec<String> =
                    options.iter().map(|(_, value)| value.to_string()).collect();
                let _ = writeln!(
                    text,
                    "\\[ \\mathcal{{G}}({}) = \\mathrm{{mex}}\\{{{}\\}} = {value} \\]",
                    formula(component),
                    values.join(", ")
                );
            }
            Step::Reduce { play, from, to } if from != to => {
                let said = say!(
                    "The winning move ${play}$ turns the value ${from}$ into ${to}$, so that the \
                     nim-sum becomes $0$.",
                    play = formula(&speak(play)),
                    from,
                    to
                );
                let _ = writeln!(text, "{said}");
            }
            Step::Reduce { play, .. } | Step::Play { play } | Step::AtOnce { play } => {
                text.push_str(&winning_move(&speak(play)));
            }
            Step::Moves { moves } if !moves.is_empty() => {
                text.push_str("\\[\\begin{array}{ll}\n");
                for (made, leaves) in moves {
                    let _ = writeln!(text, "{} & {leaves} \\\\", formula(&speak(made)));
                }
                text.push_str("\\end{array}\\]\n");
            }
            Step::Quotient { rows, generators, product, .. } => {
                quotient(&mut text, rows, generators, product);
            }
            other => text.push_str(&escaped(&words::explanation(std::slice::from_ref(other)))),
        }
    }
    text
}

/// What heaps stand for in a misère quotient, below each other.
fn quotient(
    text: &mut String,
    rows: &[(String, String)],
    generators: &[(String, u32)],
    (product, is_lost): &(String, bool),
) {
    text.push_str("\\[\\begin{array}{rl}\n");
    for (component, word) in rows {
        let _ = writeln!(text, "\\Phi({}) &= {} \\\\", formula(component), letters(word));
    }
    for (name, heap) in generators {
        let _ = writeln!(text, "{} &= \\Phi({heap}) \\\\", letters(name));
    }
    let lost = if *is_lost { "\\in" } else { "\\notin" };
    let _ = writeln!(
        text,
        "\\hline\n\\prod &= {} {lost} \\mathcal{{P}}\n\\end{{array}}\\]",
        letters(product)
    );
}

/// A word of generators in formulas.
fn letters(word: &str) -> String {
    let mut text = String::new();
    let mut power = false;
    for sign in word.chars() {
        if power && !sign.is_ascii_digit() {
            text.push('}');
            power = false;
        }
        text.push(sign);
        if sign == '^' {
            text.push('{');
            power = true;
        }
    }
    if power {
        text.push('}');
    }
    text
}

/// A sentence that names a winning move.
fn winning_move(play: &str) -> String {
    say!("A winning move is ${play}$.", play = formula(play)) + "\n"
}

/// What a position is worth.
pub(crate) fn value(position: &str, value: &BigValue) -> String {
    format!("\\[ \\mathcal{{G}}({}) = {} \\]\n", formula(position), formula(&value.to_string()))
}

/// Boards are drawn, not written.
pub(crate) fn refused() -> Trouble {
    Trouble::Input(say!(
        "error: positions on boards are not written in LaTeX\n  help: --svg and --png draw them"
    ))
}

/// The winning moves of a position below each other, and whether there are others.
pub(crate) fn moves(position: &str, outcome: Outcome, moves: &[String], more: bool) -> String {
    let mut text =
        format!("\\[\\begin{{array}}{{ll}}\n{} \\in \\mathcal{{{outcome}}}", formula(position));
    for (number, made) in moves.iter().enumerate() {
        let _ = write!(text, "{}& {}", if number == 0 { " " } else { " \\\\\n" }, formula(made));
    }
    if more {
        text.push_str(" \\\\\n& \\ldots");
    }
    text.push_str("\n\\end{array}\\]\n");
    text
}

/// Values below each other in binary, a column for each digit.
fn columns(text: &mut String, rows: &[(String, BigUint)], sum: &BigUint) {
    let widest = rows.iter().map(|(_, value)| value).chain([sum]).map(BigUint::bits).max();
    let width = widest.unwrap_or(0).max(1);
    let digits = |value: &BigUint| -> String {
        // Leading zeros are left out, but of zero itself.
        let digit = |place: u64| match place < value.bits().max(1) {
            true => {
                if value.bit(place) {
                    " & 1"
                } else {
                    " & 0"
                }
            }
            false => " &",
        };
        (0..width).rev().map(digit).collect()
    };
    let _ = writeln!(text, "\\[\\begin{{array}}{{lr|{}}}", "c".repeat(width as usize));
    for (component, value) in rows {
        let _ = writeln!(text, "{} & {value}{} \\\\", formula(component), digits(value));
    }
    let _ = writeln!(text, "\\hline\n\\oplus & {sum}{}\n\\end{{array}}\\]", digits(sum));
}

/// A component or a move inside of formulas.
fn formula(shown: &str) -> String {
    let pieces: Vec<String> = shown
        .split("->")
        .map(|piece| {
            let mut text = String::new();
            let mut name = String::new();
            for sign in piece.trim().chars().chain(['\0']) {
                if sign.is_alphabetic() || sign == '_' {
                    name.push(sign);
                    continue;
                }
                if !name.is_empty() {
                    let _ = write!(text, "\\mathit{{{}}}", name.replace('_', "\\_"));
                    name.clear();
                }
                match sign {
                    '\0' => {}
                    '{' | '}' | '%' | '#' | '&' | '$' => text.extend(['\\', sign]),
                    '\\' => text.push_str("\\backslash "),
                    sign => text.push(sign),
                }
            }
            text
        })
        .collect();
    pieces.join(" \\to ")
}

/// Words, with the signs that mean something to LaTeX escaped.
fn escaped(words: &str) -> String {
    let mut text = String::new();
    for sign in words.chars() {
        match sign {
            '\\' => text.push_str("\\textbackslash{}"),
            '^' => text.push_str("\\^{}"),
            '~' => text.push_str("\\~{}"),
            '>' | '<' | '|' => {
                let _ = write!(text, "${sign}$");
            }
            '_' | '%' | '#' | '&' | '$' | '{' | '}' => text.extend(['\\', sign]),
            sign => text.push(sign),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_a_digit_each_and_signs_are_escaped() {
        let rows = [("[5]".to_owned(), 5_u8.into()), ("nim_2[0]".to_owned(), 0_u8.into())];
        let steps = [Step::NimSum { rows: rows.into(), sum: 5_u8.into() }];
        assert_eq!(
            explanation(&steps),
            "\\[\\begin{array}{lr|ccc}\n\
             [5] & 5 & 1 & 0 & 1 \\\\\n\
             \\mathit{nim\\_}2[0] & 0 & & & 0 \\\\\n\
             \\hline\n\\oplus & 5 & 1 & 0 & 1\n\\end{array}\\]\n"
        );
        assert_eq!(formula("S{1,3}[8] -> [5]"), "\\mathit{S}\\{1,3\\}[8] \\to [5]");
        assert_eq!(escaped("a_b > 50% \\ {c}"), "a\\_b $>$ 50\\% \\textbackslash{} \\{c\\}");
    }
}
