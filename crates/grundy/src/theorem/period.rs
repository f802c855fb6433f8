//! The theorem of a certificate of a period, and its proof, in sentences.

use std::fmt::Write as _;

use crate::automatic::Style;
use crate::language::{Language, Message, message};
use crate::prove::{Certificate, Theorem};

/// Values of a proof that are printed.
const PRINTED: usize = 512;
const IN_A_LINE: usize = 20;

/// How it is written, and in which language.
#[derive(Clone, Copy)]
struct Form {
    style: Style,
    language: Language,
}

impl Form {
    fn say(self, message: &Message) -> String {
        message.in_language(self.language)
    }

    fn head(self, word: &Message) -> String {
        self.say(&match self.style {
            Style::Latex => message!("\\paragraph{{word}.} ", word),
            Style::Plain => message!("{word}. ", word),
        })
    }

    fn math(self, formula: &str) -> String {
        match self.style {
            Style::Latex => format!("${}$", formula.replace("<=", "\\le").replace(">=", "\\ge")),
            Style::Plain => formula.to_owned(),
        }
    }
}

/// Theorem and proof, for a rule as it is to be read.
pub(super) fn text(
    certificate: &Certificate,
    rule: &str,
    style: Style,
    language: Language,
) -> String {
    let form = Form { style, language };
    let rule = match style {
        Style::Latex => {
            let free = ['|', '!', '@', '~'].into_iter().find(|&sign| !rule.contains(sign));
            let end = free.unwrap_or('|');
            format!("\\verb{end}{rule}{end}")
        }
        Style::Plain => rule.to_owned(),
    };
    let Certificate { start, period, saltus, .. } = certificate;
    let rise = match saltus {
        0 => String::new(),
        _ => format!(" + {saltus}"),
    };
    let theorem = form.say(&message!(
        "Under {rule} the Grundy values satisfy {equation} for all {range}.",
        rule,
        equation = form.math(&format!("G(n + {period}) = G(n){rise}")),
        range = form.math(&format!("n >= {start}"))
    ));
    let said = form.say(&match certificate.theorem {
        Theorem::FiniteSubtraction => finite_subtraction(certificate, form),
        Theorem::GuySmith => guy_smith(certificate, form),
        Theorem::Classes => classes(certificate, form),
        Theorem::AllBut => all_but(certificate, form),
        Theorem::ClosedWindow => closed_window(certificate, form),
        Theorem::Repeating => repeating(certificate, form),
        Theorem::ArithmeticPeriod => arithmetic_period(certificate, form),
    });
    let (claim, proof) = (form.head(&message!("Theorem")), form.head(&message!("Proof")));
    format!("{claim}{theorem}\n\n{proof}{said}\n\n{}", values(certificate, form))
}

/// That a value and the one a period later are the same.
fn same(certificate: &Certificate, form: Form) -> String {
    form.math(&format!("G(n + {}) = G(n)", certificate.period))
}

fn finite_subtraction(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, reach, .. } = certificate;
    let same = same(certificate, form);
    message!(
        "{value} is the least number that is not among the values of the heaps that a move leaves, \
         and these are at most {reach} smaller; so each value depends on the last {reach} values \
         only. By the values below, {same} for {range}. So the last {reach} values before {first} \
         and before {second} are the same, and by induction so is all that follows.",
        value = form.math("G(n)"),
        reach,
        same,
        range = form.math(&format!("{start} <= n < {}", start + reach)),
        first = form.math(&format!("n = {}", start + reach)),
        second = form.math(&format!("n = {}", start + reach + period))
    )
}

fn guy_smith(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, pieces, reach, .. } = certificate;
    let (same, shifted) = (same(certificate, form), form.math(&format!("n + {period}")));
    let end = pieces * start + (pieces - 1) * period + reach;
    message!(
        "(Guy and Smith 1956.) A move takes at most {reach} and leaves at most {pieces} heaps, \
         none of them empty. By the values below, {same} for {range}. Let n be at least {end} \
         and let the equation hold from {start} up to below n. The largest heap that a move \
         from {shifted} leaves is at least {least}; with {period} less it is still at least \
         {start} and has the same value, and the move is one from n. The largest heap that a \
         move from n leaves is at least {start}; with {period} more it has the same value, and \
         the move is one from {shifted}. So n and {shifted} have options of the same values, \
         and the same value.",
        reach,
        pieces,
        same,
        range = form.math(&format!("{start} <= n < {end}")),
        end,
        start,
        shifted,
        least = start + period,
        period
    )
}

fn classes(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, reach, values_needed, .. } = certificate;
    let same = same(certificate, form);
    let (first, modulus, apart) = told_apart(&certificate.rule);
    // The least common multiple that is large enough for two heaps that must differ.
    let common = (1..=modulus).map(|times| times * period).find(|sum| sum % modulus == 0);
    let common = common.unwrap_or(*period);
    let repeated = common * apart.div_ceil(common).max(1);
    let alike = match modulus {
        1 => message!("heaps from {first} on are alike to it", first),
        _ => message!(
            "heaps from {first} on are alike to it if they are alike modulo {modulus}",
            first,
            modulus
        ),
    };
    let differ = match apart {
        0 => message!(""),
        _ => message!(", but for how far two of them are apart"),
    };
    message!(
        "A move takes at most {reach}, and {alike}{differ}. By the values below, {same} for {range}; so the values of these heaps \
         also repeat after {repeated}. Let n be larger, and let that hold below n. \
         Of a move from {shifted} a heap that is large enough may lose {repeated}: it stays alike and keeps its value, and the \
         move is one from n. Of a move from n the largest heap may gain {repeated}, and the move is one from {shifted}. So n and \
         {shifted} have options of the same values, and the same value. That there is always such a heap is shown in \
         docs/certificate.md, guy-smith-classes.",
        reach,
        alike,
        differ,
        same,
        range = form.math(&format!("{start} <= n < {}", values_needed - period)),
        repeated,
        shifted = form.math(&format!("n + {repeated}"))
    )
}

/// From where on heaps are told apart by their remainders alone, modulo what, and how far two may have to differ: what
/// `pieces(6+1)[0: 1|2 apart 3]` says.
fn told_apart(rule: &str) -> (u64, u64, u64) {
    let number = |text: &str| {
        let digits =
            text.find(|sign: char| !sign.is_ascii_digit()).map_or(text, |end| &text[..end]);
        digits.parse().unwrap_or(1)
    };
    let (_, sizes) = rule.split_once('(').unwrap_or(("", rule));
    let (first, modulus) = sizes.split_once('+').unwrap_or((sizes, ""));
    let apart = rule.split(" apart ").skip(1).map(number).max();
    (number(first), number(modulus).max(1), apart.unwrap_or(0))
}

fn all_but(certificate: &Certificate, form: Form) -> Message {
    let Certificate { period, saltus, reach, .. } = certificate;
    message!(
        "(Siegel, Combinatorial Game Theory, IV.4.) Before a heap n let b be the least value that no \
         heap below {before} has. The last {reach} values less b, and the values of heaps below \
         {before} that exceed b, less b, determine all that follows, as every heap below {before} \
         may be left. By the values below, these are the same before two heaps that are {period} \
         apart, and b has grown by {saltus}.",
        before = form.math(&format!("n - {reach}")),
        reach,
        period,
        saltus
    )
}

fn closed_window(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, reach, .. } = certificate;
    let same = same(certificate, form);
    let (mask, size, rare) = certificate.split.map_or((0, message!(""), 0), |split| {
        let size = match split.with_size {
            true => message!(", the size of the heap counted as well"),
            false => message!(""),
        };
        (split.mask, size, split.last_rare)
    });
    let end = start + rare + reach;
    message!(
        "Call a heap common if its value has an odd number of ones in common with the number \
         {mask}{size}, and else rare. The last rare heap is {rare}, and a move to two heaps gives \
         a common value exactly if one of them is common and one rare. By the values below, \
         {same} for {range}, and for the {period} heaps from {end} on every smaller rare value \
         is that of an option with a heap of at least {start}. Then the equation holds for all \
         larger heaps too: the proof stands in docs/certificate.md, closed-window.",
        mask,
        size,
        rare,
        same,
        range = form.math(&format!("{start} <= n < {end}")),
        period,
        end,
        start
    )
}

fn repeating(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, pieces, reach, values_needed, .. } = certificate;
    let repeated = (values_needed - reach - pieces * start) / (pieces + 1);
    let same = same(certificate, form);
    message!(
        "(As Guy and Smith 1956.) From amount {reach} on the digits repeat, and they are the same after {repeated}. A move leaves at most \
         {pieces} heaps, none of them empty. By the values below, {same} for {range}; so the values of these heaps also repeat \
         after {repeated}. Let n be larger, and let that hold below n. A move from {shifted} that takes {far} or more may take \
         {repeated} less. One that takes less leaves a heap of at least {least}, which may lose {repeated} and keeps its value. \
         Either makes a move from n. A move from n that takes {reach} or more may take {repeated} more; one that takes less leaves a \
         heap of at least {start}, which may gain {repeated}. So n and {shifted} have options of the same values, and the same \
         value.",
        reach,
        repeated,
        pieces,
        same,
        range = form.math(&format!("{start} <= n < {}", values_needed - period)),
        shifted = form.math(&format!("n + {repeated}")),
        far = reach + repeated,
        least = start + repeated,
        start
    )
}

fn arithmetic_period(certificate: &Certificate, form: Form) -> Message {
    let Certificate { start, period, saltus, reach, values_needed, .. } = certificate;
    let repeated = (values_needed - reach - 3 * start) / 5;
    let rise = repeated / period * saltus;
    message!(
        "By the values below, {same} for {range}; so the values of these heaps also grow by {rise} after {repeated}, which keeps \
         what is left of a value modulo a power of two that divides {rise}. Let n be larger, and let that hold below n. No option \
         of n has the value foretold for n: what is left modulo that power, or the parity or size of the sum of the higher \
         parts, which a xor cannot exceed, excludes each of the finitely many ways in which remainders modulo {repeated} and heaps \
         below {start} can come together. And every smaller value is that of an option: of one in which a heap grows with n, by \
         {repeated} as its value does by {rise}, or two heaps grow alike and what they add stays, or more is taken. For the values \
         below each of these was tried; the conditions and their proof stand in docs/certificate.md, arithmetic-period.",
        same = form.math(&format!("G(n + {period}) = G(n) + {saltus}")),
        range = form.math(&format!("{start} <= n < {}", values_needed - period)),
        rise,
        repeated,
        start
    )
}

/// The values that it rests on, where they are few.
fn values(certificate: &Certificate, form: Form) -> String {
    let values_needed = certificate.values_needed;
    let few = certificate.values.as_deref().filter(|values| values.len() <= PRINTED);
    let Some(values) = few else {
        return form.say(&message!(
            "It rests on the values of the {values_needed} heaps from 0 on, which `grundy check` \
             computes from the definition.\n",
            values_needed
        ));
    };
    let mut text = form.say(&message!(
        "It rests on the values of the {values_needed} heaps from 0 on:\n\n",
        values_needed
    ));
    let latex = form.style == Style::Latex;
    text.push_str(if latex { "\\begin{verbatim}\n" } else { "" });
    for (row, line) in values.chunks(IN_A_LINE).enumerate() {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{:>8}: {}", row * IN_A_LINE, line.join(" "));
    }
    text.push_str(if latex { "\\end{verbatim}\n" } else { "" });
    text
}
