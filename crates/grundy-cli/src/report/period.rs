//! The theorem of a certificate of a period, and its proof, in sentences.

use std::fmt::Write as _;

use grundy::prove::{Certificate, Theorem};

/// Values of a proof that are printed.
const PRINTED: usize = 512;
const IN_A_LINE: usize = 20;

/// Theorem and proof as plain text, or as LaTeX.
pub(crate) fn text(certificate: &Certificate, pattern: &str, latex: bool) -> String {
    let head = |word: &str| match latex {
        true => format!("\\paragraph{{{word}.}} "),
        false => format!("{word}. "),
    };
    let math = |formula: &str| match latex {
        true => as_latex(formula),
        false => formula.to_owned(),
    };
    let rule = match latex {
        true => format!("\\verb|{}|", certificate.rule),
        false => certificate.rule.clone(),
    };
    let Certificate { start, period, saltus, pieces, reach, values_needed, .. } = certificate;
    let (equation, range) = pattern.split_once(" for all ").unwrap_or((pattern, ""));
    let mut text = format!(
        "{}Under {rule} the Grundy values satisfy {} for all {}.\n\n{}",
        head("Theorem"),
        math(equation),
        math(range),
        head("Proof")
    );
    let said = match certificate.theorem {
        Theorem::FiniteSubtraction => format!(
            "{} is the least number that is not among the values of the heaps that a move leaves, and \
             these are at most {reach} smaller; so each value depends on the last {reach} values only. \
             By the values below, {} for {}. So the last {reach} values before {} and before {} are the \
             same, and by induction so is all that follows.",
            math("G(n)"),
            math(&format!("G(n + {period}) = G(n)")),
            math(&format!("{start} <= n < {}", start + reach)),
            math(&format!("n = {}", start + reach)),
            math(&format!("n = {}", start + reach + period)),
        ),
        Theorem::GuySmith => {
            let end = pieces * start + (pieces - 1) * period + reach;
            format!(
                "(Guy and Smith 1956.) A move takes at most {reach} and leaves at most {pieces} heaps, \
                 none of them empty. By the values below, {} for {}. Let n be at least {end} and let the \
                 equation hold from {start} up to below n. The largest heap that a move from {} leaves is \
                 at least {}; with {period} less it is still at least {start} and has the same value, \
                 and the move is one from n. The largest heap that a move from n leaves is at least \
                 {start}; with {period} more it has the same value, and the move is one from {}. So n and \
                 {} have options of the same values, and the same value.",
                math(&format!("G(n + {period}) = G(n)")),
                math(&format!("{start} <= n < {end}")),
                math(&format!("n + {period}")),
                start + period,
                math(&format!("n + {period}")),
                math(&format!("n + {period}")),
            )
        }
        Theorem::AllBut => format!(
            "(Siegel, Combinatorial Game Theory, IV.4.) Before a heap n let b be the least value that no \
             heap below {} has. The last {reach} values less b, and the values of heaps below {} that \
             exceed b, less b, determine all that follows, as every heap below {} may be left. By the \
             values below, these are the same before two heaps that are {period} apart, and b has grown by \
             {saltus}.",
            math(&format!("n - {reach}")),
            math(&format!("n - {reach}")),
            math(&format!("n - {reach}")),
        ),
        Theorem::ClosedWindow => {
            let (mask, size, rare) = certificate.split.map_or((0, "", 0), |split| {
                let size =
                    if split.with_size { ", the size of the heap counted as well" } else { "" };
                (split.mask, size, split.last_rare)
            });
            let end = start + rare + reach;
            format!(
                "Call a heap common if its value has an odd number of ones in common with the number \
                 {mask}{size}, and else rare. The last rare heap is {rare}, and a move to two heaps gives \
                 a common value exactly if one of them is common and one rare. By the values below, {} \
                 for {}, and for the {period} heaps from {end} on every smaller rare value is that of an \
                 option with a heap of at least {start}. Then the equation holds for all larger heaps \
                 too: the proof stands in docs/certificate.md, closed-window.",
                math(&format!("G(n + {period}) = G(n)")),
                math(&format!("{start} <= n < {end}")),
            )
        }
    };
    text.push_str(&said);
    let _ = write!(text, "\n\nIt rests on the values of the {values_needed} heaps from 0 on");
    match certificate.values.as_deref().filter(|values| values.len() <= PRINTED) {
        None => text.push_str(", which `grundy check` computes from the definition.\n"),
        Some(values) => {
            text.push_str(":\n\n");
            text.push_str(if latex { "\\begin{verbatim}\n" } else { "" });
            for (row, line) in values.chunks(IN_A_LINE).enumerate() {
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{:>8}: {}", row * IN_A_LINE, line.join(" "));
            }
            text.push_str(if latex { "\\end{verbatim}\n" } else { "" });
        }
    }
    text
}

fn as_latex(formula: &str) -> String {
    format!("${}$", formula.replace("<=", "\\le").replace(">=", "\\ge"))
}
