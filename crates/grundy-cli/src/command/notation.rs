//! `grundy notation`: the notation of rules on one page.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;

use crate::language::{of_phrase, phrase, say, speak};
use crate::trouble::Trouble;

/// The notation of rules, sets, conditions and positions on one page
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  grundy notation")]
pub(crate) struct Notation {}

/// A part of the page: its heading, and lines of what is typed with what that means. What is typed
/// belongs at the place of `_` in the frame, which makes a rule of it.
struct Part {
    heading: &'static str,
    frame: &'static str,
    lines: &'static [(&'static str, &'static str)],
}

const PARTS: &[Part] = &[
    Part {
        heading: phrase!("Rules: what a move makes of a component"),
        frame: "_",
        lines: &[
            ("[n] -> [n-k] for k in {1, 3, 4}", phrase!("take 1, 3 or 4; nothing goes below 0")),
            ("[n] -> [k] for k in 0..n-1", phrase!("a range includes both ends")),
            (
                "[n] -> [n-k] for k in 1..n if gcd(n, k) == 1",
                phrase!("`if` after the choices filters them"),
            ),
            ("[n] -> [n-1] | [n-2] if n > 3", phrase!("`|` separates options")),
            (
                "[n] -> [n/2] if n > 0 and n % 2 == 0 | [n-1] if n % 2 != 0",
                phrase!("if and else: two options with opposite conditions"),
            ),
            ("[n] -> [a] + [n-1-a] for a in 0..n-1", phrase!("a heap becomes two: a sum")),
            ("[n] -> [a] + [b] for a in 1..n-1 let b = n-a", phrase!("`let` names a value")),
            ("[n] -> [] if n in {1, 5}", phrase!("[] is nothing: the heap is gone")),
            ("[n] if n > 3 -> [n-1]", phrase!("a condition for all options of the rule")),
            (
                "[a, b] -> [a-i, b] for i in 1..a | [a, b-j] for j in 1..b",
                phrase!("two coordinates; more are written alike"),
            ),
            (
                "unordered [a, b] -> [a-k, b-k] for k in 1..min(a, b)",
                phrase!("sorted: a <= b always, and moves of both are written"),
            ),
            ("[n] -> [n-i*j] for i in 1..n, j in 1..i", phrase!("a choice within a choice")),
            (
                "ring[n] -> row[n-1]  row[n] -> row[n-1] | row[n-2]",
                phrase!("kinds of components; a new rule just follows"),
            ),
            ("[n] -> 2 * [n-1]", phrase!("equal components")),
            (
                "[n] -> sum(i in 1..k) [n-i] for k in 1..n",
                phrase!("a component for each i of a set"),
            ),
            ("[n] -> choose 3 of [i] for i in 0..n-1", phrase!("that many, each chosen freely")),
            ("misere [n] -> [n-k] for k in 1..3", phrase!("whoever moves last loses")),
            (
                "[n] -> [k] for k in 0..n-1 win on [n] if n == 3",
                phrase!("whoever moves there wins at once"),
            ),
            (
                "unordered [a, b] -> [a-1, b] win on [a, b] if b == 3",
                phrase!("in either order: [3, 7] too"),
            ),
            (
                "game take(m = 3) \"Take\" [n] -> [n-k] for k in 1..m",
                phrase!("a name, parameters and a title"),
            ),
        ],
    },
    Part {
        heading: phrase!("Sets"),
        frame: "[n] -> [n-k] for k in _",
        lines: &[
            ("1..n", phrase!("from 1 to n")),
            ("1..n step 2", phrase!("every second")),
            ("{1, 3, 4}", phrase!("a list")),
            ("{i*i + 1 for i in 0..n if i % 3 != 1}", phrase!("all of a form")),
            ("1..n \\ {2, 3}", phrase!("without these")),
            ("primes(n) and 3..n", phrase!("what is in both; `or`: in one of them")),
            ("divisors(n)", phrase!("also primes, prime_powers, squares, fibs: those up to n")),
            ("powers(2, n)", phrase!("1, 2, 4, .. up to n")),
            ("digits(n) \\ {0}", phrase!("the digits of n; digits(n, 2) in base 2")),
        ],
    },
    Part {
        heading: phrase!("Conditions"),
        frame: "[n] -> [n-k] for k in 1..n if _",
        lines: &[
            ("n % k == 0", phrase!("also != < <= > >=")),
            ("1 < k and k < 9", phrase!("also `or`, `not (..)`; comparisons are not chained")),
            ("k in {1, 3, 4}", phrase!("the opposite is: not k in {1, 3, 4}")),
            ("is_prime(k) or is_square(n-k)", phrase!("a number alone is no condition")),
        ],
    },
    Part {
        heading: phrase!("Numbers, whole and exact"),
        frame: "[n] -> [n-k] for k in 1..n if k == _",
        lines: &[
            ("n/2 + n % 3", phrase!("/ rounds down; % is the remainder")),
            ("2**3 - 1", phrase!("a power")),
            ("xor(n, 5)", phrase!("bits: also and(a, b), or(a, b), popcount(a)")),
            ("shr(n, 1)", phrase!("n shifted right by one bit; shl shifts left")),
            ("n - and(n, 5)", phrase!("n without the bits of 5")),
            ("gcd(gcd(n, 12), 30)", phrase!("functions of two numbers: gcd, xor, and, or")),
            ("max(1, n-3)", phrase!("`min` and `max` of numbers or of one set")),
            ("abs(n-9)", phrase!("also isqrt, ilog2, fib")),
            ("size(divisors(n))", phrase!("how many elements a set has")),
        ],
    },
    Part {
        heading: phrase!("In place of a rule"),
        frame: "_",
        lines: &[
            ("nim", phrase!("a name; `grundy games` lists them")),
            ("pas(1, 5, 1)", phrase!("a name with parameters")),
            ("0.77", phrase!("an octal code")),
            ("S{1,3,4}", phrase!("take as many as the set says; S{..4}: 1 to 4")),
            ("allbut{1,2}", phrase!("take any number but these")),
        ],
    },
];

/// How wide what is typed may be, if its note is to stand beside it.
const WIDTH: usize = 46;

/// Positions, each with a game in which it is one.
const POSITIONS: &[(&str, &str, &str)] = &[
    ("5 7 8", "nim", phrase!("three heaps")),
    ("20,31", "wythoff", phrase!("one component with two coordinates")),
    ("[5] + 2 * [7]", "nim", phrase!("a sum")),
    ("row[5]", "ring[n] -> row[n-1] row[n] -> row[n-2]", phrase!("a component of a kind")),
    ("nim[3] + wythoff[3,5] + 0.77[12]", "nim", phrase!("components of several games")),
    ("10^18-1", "nim", phrase!("large numbers")),
];

pub(crate) fn run(_: &Notation) -> Result<bool, Trouble> {
    std::io::stdout().lock().write_all(page().as_bytes())?;
    Ok(true)
}

fn page() -> String {
    let mut page = say!(
        "A rule stands in quotes, or in a file that ends in .game, where # begins a comment:\n  \
         grundy moves '[n] -> [n-k] for k in 1..3' 5 7\n"
    );
    for part in PARTS {
        let frame = part.frame.replace('_', "..");
        let frame = if part.frame == "_" { "" } else { &frame };
        section(&mut page, part.heading, frame, part.lines.iter().copied());
    }
    let positions = POSITIONS.iter().map(|&(typed, _, note)| (typed, note));
    section(&mut page, phrase!("Positions"), "", positions);
    page
}

/// A heading and its lines, the notes one below the other as far as what is typed leaves room.
fn section<'a>(
    page: &mut String,
    heading: &'static str,
    frame: &str,
    lines: impl Iterator<Item = (&'a str, &'static str)>,
) {
    let said = |phrase| speak(&of_phrase(phrase));
    // Writing to a text cannot fail.
    let _ = writeln!(page, "\n{}", format!("{}  {frame}", said(heading)).trim_end());
    for (typed, note) in lines {
        let _ = match typed.len() > WIDTH {
            true => writeln!(page, "  {typed}\n  {:<WIDTH$}  {}", "", said(note)),
            false => writeln!(page, "  {typed:<WIDTH$}  {}", said(note)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::limits::Limits;
    use grundy::play::Session;

    #[test]
    fn every_example_of_the_page_runs() {
        let limits = Limits::default();
        for part in PARTS {
            for (typed, _) in part.lines {
                let rule = part.frame.replace('_', typed);
                let mut session = Session::with_game(&rule).unwrap_or_else(|error| {
                    panic!("{rule}: {error}");
                });
                let tried = ["7", "3,5", "ring[7]"];
                let position = tried.iter().find_map(|typed| session.position(typed).ok());
                let position = position.unwrap_or_else(|| panic!("{rule}"));
                let found = session.outcome(&position, &limits);
                found.unwrap_or_else(|failure| panic!("{rule}: {failure}"));
            }
        }
        for (typed, game, _) in POSITIONS {
            let mut session = Session::with_game(game).unwrap();
            let position = session.position(typed).unwrap();
            session.outcome(&position, &limits).unwrap();
        }
    }
}
