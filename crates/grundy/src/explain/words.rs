//! Explanations in words.

use std::fmt::Write as _;

use num_bigint::BigUint;
use unicode_width::UnicodeWidthStr as _;

use super::Step;
use crate::board::{NOTHING, Symmetry};
use crate::language::{Language, Message, message};
use crate::outcome::Outcome;
use crate::play::BigValue;
use crate::ruleset::Value;
use crate::search::Tameness;
use crate::theory::nim::{MisereReason, MisereVerdict};

/// A message, which waits for its language.
macro_rules! say {
    ($template:literal $($rest:tt)*) => {
        |language: Language| message!($template $($rest)*).in_language(language)
    };
}

/// An explanation in words, step by step, a line or more for each; components stand below each other.
///
/// ```
/// use grundy::explain::{explain, in_words};
/// use grundy::language::Language;
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("3 4 5")?;
/// let steps = explain(&mut session, &position, &Limits::default())?;
/// let text = in_words(&steps, Language::English);
/// assert!(text.ends_with("Winning move: 3 -> 1 turns the value 3 into 1, so that the nim-sum becomes 0.\n"));
/// # Ok(())
/// # }
/// ```
pub fn in_words(steps: &[Step], language: Language) -> String {
    let mut text = String::new();
    let listed = steps.iter().any(|step| matches!(step, Step::NimSum { .. }));
    for step in steps {
        let said = match step {
            // The columns below list the components again, with their values.
            Step::Component { reason: None, .. } if listed => String::new(),
            Step::Component { reason: Some(reason), .. } if listed => {
                format!("{}\n", reason.in_language(language))
            }
            Step::Component { component, value, reason } => match (value, reason) {
                (Some(value), Some(reason)) => {
                    say!("{component} is worth {value}; {reason}\n", component, value, reason)(
                        language,
                    )
                }
                (Some(value), None) => {
                    say!("{component} is worth {value}\n", component, value)(language)
                }
                (None, Some(reason)) => {
                    say!("{component}; {reason}\n", component, reason)(language)
                }
                (None, None) => format!("{component}\n"),
            },
            Step::Mex { component, options, images, value } => {
                mex(component, options, *images, value, language)
            }
            Step::NimSum { rows, sum } => columns(rows, sum, language),
            Step::Unlisted { components: 1 } => {
                say!("The options of one more component are not listed.\n")(language)
            }
            Step::Unlisted { components } => say!(
                "The options of {components} more components are not listed.\n",
                components
            )(language),
            Step::Reduce { play, from, to } if from == to => {
                say!("Winning move: {play}\n", play)(language)
            }
            Step::Reduce { play, from, to } => say!(
                "Winning move: {play} turns the value {from} into {to}, \
                 so that the nim-sum becomes 0.\n",
                play,
                from,
                to
            )(language),
            Step::AtOnce { play } => say!("Winning move: {play} wins at once.\n", play)(language),
            Step::Play { play } => say!("Winning move: {play}\n", play)(language),
            Step::MisereNim(verdict) => misere_nim(*verdict, language),
            Step::Misere => say!(
                "Misère play: whoever makes the last move loses. \
                             Computed over whole sums, where no nim-sum helps.\n"
            )(language),
            Step::Moves { moves } => each_move(moves, language),
            Step::Tame { rows, sum } => tame(rows, *sum, language),
            Step::Quotient { last, order, lost, generators, rows, product } => {
                quotient((*last, *order, *lost), generators, rows, product, language)
            }
            Step::Wythoff { smaller, larger } => wythoff(smaller, larger, language),
            Step::WythoffLeaves { smaller, larger } => {
                let [smaller, larger] = in_fibonacci_digits([smaller, larger]);
                say!("It leaves a lost pair:\n  {smaller}\n  {larger}\n", smaller, larger)(language)
            }
            Step::FibonacciNim { heap, parts, most } => fibonacci(heap, parts, most, language),
            Step::Pairing { symmetry, begin, example, .. } => {
                pairing(*symmetry, begin.as_ref(), example, language)
            }
            Step::Stealing { play, .. } => say!(
                "Stolen strategy: what an answer to {play} leaves, it would leave as the first move. \
                 So the player to move wins, with {play} or with the answer that beats it.\n",
                play
            )(language),
            Step::Lasts { moves: 1 } => {
                say!("The game ends in 1 move if both play well.\n")(language)
            }
            Step::Lasts { moves } => {
                say!("The game ends in {moves} moves if both play well.\n", moves)(language)
            }
            Step::Over { component } => say!(
                "{component} has been reached: the game is over, won by whoever moved there.\n",
                component
            )(language),
            Step::Outcome(outcome) => format!("{}\n", verdict(*outcome, language)),
        };
        text.push_str(&said);
    }
    text
}

/// A strategy of images.
fn pairing(
    symmetry: Symmetry,
    begin: Option<&Message>,
    (made, answer): &(Message, Message),
    language: Language,
) -> String {
    let is = match symmetry {
        Symmetry::HalfTurn => say!("a half turn leaves the board as it is")(language),
        Symmetry::Diagonal => {
            say!("reflection in the diagonal leaves the board as it is")(language)
        }
        Symmetry::Ends => say!("counted from the other end the board is the same")(language),
        _ => say!("seen from the opposite side the board is the same")(language),
    };
    let mut text = match begin {
        None => say!("Pairing: {is}, so each move is answered by its image.\n", is)(language),
        Some(begin) => say!(
            "Pairing: after {begin} {is}, and from then on each move is answered by its image.\n",
            begin,
            is
        )(language),
    };
    text.push_str(&say!("  {made} is answered by {answer}\n", made, answer)(language));
    text
}

fn verdict(outcome: Outcome, language: Language) -> String {
    match outcome {
        Outcome::N => say!("N: the player to move wins.")(language),
        Outcome::P => say!("P: the player to move loses, whatever the move.")(language),
        Outcome::D => say!("D: a draw.")(language),
    }
}

/// Moves with who wins after them, below each other.
fn each_move(moves: &[(Message, Outcome)], language: Language) -> String {
    if moves.is_empty() {
        return say!("  there is no move: the player to move wins\n")(language);
    }
    let said: Vec<_> =
        moves.iter().map(|(made, leaves)| (made.in_language(language), leaves)).collect();
    let width = said.iter().map(|(made, _)| made.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (made, leaves) in &said {
        let pad = " ".repeat(width - made.width());
        let _ = writeln!(text, "  {made}{pad}   {leaves}");
    }
    text + &match moves.iter().any(|(_, leaves)| *leaves == Outcome::P) {
        true => say!("  a move that leaves P wins: the opponent is to move and loses\n")(language),
        false => say!("  no move leaves P, where the opponent is to move and loses\n")(language),
    }
}

fn mex(
    component: &str,
    options: &[(String, BigValue)],
    images: Option<usize>,
    value: &BigValue,
    language: Language,
) -> String {
    if options.is_empty() {
        return say!("  {component} has no moves\n", component)(language);
    }
    // A board on which nothing is left is shown by a word.
    let said = |option: &str| match option == NOTHING {
        true => message!("nothing").in_language(language),
        false => option.to_owned(),
    };
    let options: Vec<_> = options.iter().map(|(text, worth)| (said(text), worth)).collect();
    let width = options.iter().map(|(text, _)| text.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (option, worth) in &options {
        let pad = " ".repeat(width - option.width());
        let _ = writeln!(text, "  {component} -> {option}{pad}   {worth}");
    }
    if let Some(moves) = images {
        let alike = say!("  all {moves} moves lead to these boards or to images of them", moves);
        let _ = writeln!(text, "{}", alike(language));
    }
    let given_away = options.iter().any(|(_, worth)| **worth == Value::Win);
    let _ = match value.clone().nimber() {
        Some(nimber) if given_away => writeln!(
            text,
            "{}",
            say!(
                "  a move to `win` lets the opponent win at once and does not count;\n  \
                 the least value not among the others (mex): {nimber}",
                nimber
            )(language)
        ),
        Some(nimber) => {
            writeln!(
                text,
                "{}",
                say!("  the least value not among them (mex): {nimber}", nimber)(language)
            )
        }
        None => writeln!(text, "{}", say!("  one of them wins at once")(language)),
    };
    text
}

/// The values in binary, one above the other, and their nim-sum below a line.
fn columns(rows: &[(String, BigUint)], sum: &BigUint, language: Language) -> String {
    let digits = rows.iter().map(|(_, value)| value.bits()).max().unwrap_or(0).max(1) as usize;
    let names = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let total = say!("nim-sum")(language);
    let names = names.max(total.width());
    let values = rows.iter().map(|(_, value)| value.to_string().len()).max().unwrap_or(0);
    let values = values.max(sum.to_string().len());
    let mut text = say!(
        "The values in binary; the nim-sum has a 1 in every column with an odd number of them:\n"
    )(language);
    let mut row = |name: &str, value: &BigUint| {
        let pad = " ".repeat(names - name.width());
        let number = value.to_string();
        let _ =
            writeln!(text, "  {pad}{name}  {number:>values$}  {:0>digits$}", value.to_str_radix(2));
    };
    for (name, value) in rows {
        row(name, value);
    }
    row(&total, sum);
    text
}

/// The components of a sum in misère play, all of which are tame.
fn tame(rows: &[(String, Tameness)], sum: Tameness, language: Language) -> String {
    let mut text = say!(
        "Misère play: whoever makes the last move loses. Every component is tame:\n"
    )(language);
    for (component, genus) in rows {
        let Tameness::Tame { value, fickle } = genus else { continue };
        text += &match fickle {
            true => say!("  {component}: value {value}, fickle\n", component, value)(language),
            false => say!("  {component}: value {value}, firm\n", component, value)(language),
        };
    }
    let Tameness::Tame { value, fickle } = sum else { return text };
    text += &match fickle {
        true => say!(
            "All are fickle, and the nim-sum is {value}: the player to move loses where it is 1.\n",
            value
        )(language),
        false => say!(
            "Not all are fickle, and the nim-sum is {value}: the player to move loses where it is 0.\n",
            value
        )(language),
    };
    text
}

/// What heaps stand for in a misère quotient.
fn quotient(
    (last, order, lost): (Option<u64>, usize, usize),
    generators: &[(String, u32)],
    rows: &[(String, String)],
    (product, is_lost): &(String, bool),
    language: Language,
) -> String {
    let mut text = match last {
        None => say!(
            "Misère play: whoever makes the last move loses. The misère quotient of the game has {order} elements, \
             {lost} of them lost:\n",
            order,
            lost
        )(language),
        Some(last) => say!(
            "Misère play: whoever makes the last move loses. The misère quotient of heaps up to {last} has {order} elements, \
             {lost} of them lost:\n",
            last,
            order,
            lost
        )(language),
    };
    for (component, word) in rows {
        text += &say!("  {component} stands for {word}\n", component, word)(language);
    }
    let heaps: Vec<String> =
        generators.iter().map(|(name, heap)| format!("{name} = [{heap}]")).collect();
    if !heaps.is_empty() {
        text += &say!("  where {heaps}\n", heaps = heaps.join(", "))(language);
    }
    text += &match (is_lost, rows.len()) {
        (true, 1) => say!("{product} is lost for the player to move.\n", product)(language),
        (false, 1) => say!("{product} is not lost for the player to move.\n", product)(language),
        (true, _) => say!(
            "Their product is {product}, which is lost for the player to move.\n",
            product
        )(language),
        (false, _) => say!(
            "Their product is {product}, which is not lost for the player to move.\n",
            product
        )(language),
    };
    text
}

fn misere_nim(verdict: MisereVerdict, language: Language) -> String {
    match verdict.reason {
        MisereReason::AllSmall { ones: 1 } => say!(
            "Misère Nim with no heap above 1: 1 heap of 1 is left, and an odd number loses.\n"
        )(language),
        MisereReason::AllSmall { ones } => say!(
            "Misère Nim with no heap above 1: {ones} heaps of 1 are left, and an odd number loses.\n",
            ones
        )(language),
        MisereReason::Normal { large: 1, .. } => say!(
            "Misère Nim with exactly one heap above 1: the \
             player to move wins, leaving it at 0 or 1 so that the number of ones is odd.\n"
        )(language),
        MisereReason::Normal { large, .. } => say!(
            "Misère Nim with {large} heaps above 1: play as in normal Nim, by the nim-sum.\n",
            large
        )(language),
    }
}

/// Two heaps with their Fibonacci digits, each in a line.
fn in_fibonacci_digits(heaps: [&(BigUint, String); 2]) -> [String; 2] {
    let [(smaller, small), (larger, large)] = heaps;
    let (width, numbers) = (small.len().max(large.len()), larger.to_string().len());
    [(smaller, small), (larger, large)]
        .map(|(heap, digits)| format!("{heap:>numbers$}  {digits:>width$}"))
}

fn wythoff(smaller: &(BigUint, String), larger: &(BigUint, String), language: Language) -> String {
    let [smaller, larger] = in_fibonacci_digits([smaller, larger]);
    say!(
        "In Fibonacci digits:\n  {smaller}\n  {larger}\n\
         The player to move loses exactly when the smaller ends in an even number of zeros and the \
         larger is the smaller with one more zero behind it.\n",
        smaller,
        larger
    )(language)
}

fn fibonacci(heap: &BigUint, parts: &[BigUint], most: &BigUint, language: Language) -> String {
    let Some(least) = parts.first() else { return say!("No tokens are left.\n")(language) };
    let sum: Vec<String> = parts.iter().rev().map(ToString::to_string).collect();
    say!(
        "{heap} = {sum} in Fibonacci numbers, no two of them neighbours. At most {most} may be taken; \
         the player to move wins exactly when the smallest part, {least}, may be.\n",
        heap,
        sum = sum.join(" + "),
        most,
        least
    )(language)
}
