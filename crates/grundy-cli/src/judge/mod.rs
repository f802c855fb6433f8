//! Input and output of online judges, byte for byte: `grundy judge ID < in > out`.
//!
//! A format reads natural numbers between white space and writes a line per answer. It stops where
//! the format says and equally at the end of the input between two cases. What is kept of the input
//! is one case at most, and it grows with the numbers that arrive, never with a size that is
//! announced. Every format answers beyond the judge's own limits where that is cheap; where it is
//! not, an error says so.

mod closed;
mod graph;
mod nim;
mod numbers;
mod reader;
mod sheet;
mod strips;
mod subtraction;
mod writer;

use std::fmt;
use std::io::{self, Read, Write};

use grundy::language::Message;
use reader::{Place, Reader};
use writer::Writer;

use crate::language::{message, phrase, reason};

/// A judge format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that [`run`] takes.
    pub id: &'static str,
    /// Other names for it: problems with the same input and output.
    pub aliases: &'static [&'static str],
    /// The game, in English.
    pub title: &'static str,
    /// The numbers that it reads, in English.
    pub input: &'static str,
    /// The lines that it writes, in English.
    pub output: &'static str,
    answer: Answer,
}

type Answer = fn(&mut Reader<'_>, &mut Writer<'_>) -> Result<(), JudgeError>;

/// All formats.
pub fn formats() -> &'static [Format] {
    FORMATS
}

/// The format of this name, as people type it: case, blanks, `-`, `_` and the name of Luogu before `P` do not matter.
///
/// ```
/// use grundy_cli::judge::find;
/// assert_eq!(find("HDU-2176").map(|format| format.id), Some("hdu2176"));
/// assert_eq!(find("洛谷 P1247").map(|format| format.id), Some("p1247"));
/// assert!(find("hdu1730").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Format> {
    let wanted = plain(id);
    let is_wanted = |format: &&Format| names_of(format).any(|name| plain(name) == wanted);
    FORMATS.iter().find(is_wanted)
}

/// The name and the other names of a format.
fn names_of(format: &Format) -> impl Iterator<Item = &'static str> {
    [format.id].into_iter().chain(format.aliases.iter().copied())
}

/// A name by which names are compared.
fn plain(id: &str) -> String {
    let is_part = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '_');
    let small: String = id.chars().filter(is_part).collect::<String>().to_lowercase();
    let bare = ["luogu", "洛谷"].into_iter().find_map(|judge| small.strip_prefix(judge));
    match bare {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => format!("p{number}"),
        Some(number) if number.starts_with('p') => number.to_owned(),
        _ => small,
    }
}

/// A known name for one whose letters are mistyped or left out, or whose digits stand in another order: another number is
/// another problem.
fn meant(id: &str) -> Option<&'static str> {
    let wanted = plain(id);
    let number = |name: &str| {
        let mut digits: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let names = || FORMATS.iter().flat_map(names_of);
    let digits = |name: &str| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == wanted;
    let of_number = names().find(|name| !wanted.is_empty() && digits(name));
    let same_number = names().filter(|name| number(name) == number(&wanted));
    of_number.or_else(|| grundy::rule::nearest(&wanted, same_number))
}

/// Answers an input in the format `id`.
///
/// ```
/// let mut output = Vec::new();
/// grundy_cli::judge::run("hdu2176", &mut &b"2 45 45 3 3 6 9 0"[..], &mut output)?;
/// assert_eq!(output, b"No\nYes\n9 5\n");
/// # Ok::<(), grundy_cli::judge::JudgeError>(())
/// ```
///
/// # Errors
/// An unknown format, an input that breaks the format or goes beyond what is answered, a stream
/// that fails. The answers before a mistake have been written.
pub fn run(id: &str, input: &mut dyn Read, output: &mut dyn Write) -> Result<(), JudgeError> {
    let format = find(id).ok_or_else(|| JudgeError::UnknownFormat(id.to_owned()))?;
    let mut output = Writer::new(output);
    let answered =
        Reader::new(input).and_then(|mut input| (format.answer)(&mut input, &mut output));
    match answered {
        Err(JudgeError::Write(error)) => Err(JudgeError::Write(error)),
        // The answers come first, and that they could not be written is the greater trouble.
        answered => output.finish().and(answered),
    }
}

/// Why an input was not answered to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum JudgeError {
    /// No format has this name.
    UnknownFormat(String),
    /// The input breaks the format, or asks for more than is answered.
    Mistake(Mistake),
    /// The input could not be read.
    Read(io::Error),
    /// The output could not be written.
    Write(io::Error),
}

/// A mistake in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    line: u64,
    column: u64,
    message: Message,
}

impl Mistake {
    fn new(place: Place, message: Message) -> Mistake {
        Mistake { line: place.line, column: place.column, message }
    }

    /// The line, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The byte in the line, counted from 1.
    pub fn column(&self) -> u64 {
        self.column
    }

    /// What is wrong there.
    pub fn message(&self) -> &Message {
        &self.message
    }
}

impl From<Mistake> for JudgeError {
    fn from(mistake: Mistake) -> JudgeError {
        JudgeError::Mistake(mistake)
    }
}

impl JudgeError {
    /// What happened and where, and what to do.
    pub fn message(&self) -> Message {
        match self {
            JudgeError::UnknownFormat(id) => match meant(id) {
                Some(near) => {
                    message!("no judge format is called `{id}`; did you mean `{near}`?", id, near)
                }
                None => message!(
                    "no judge format is called `{id}`; `grundy judge --list` names them all",
                    id
                ),
            },
            JudgeError::Mistake(Mistake { line, column, message }) => {
                message!("line {line}, column {column}: {message}", line, column, message)
            }
            JudgeError::Read(error) => {
                message!("the input cannot be read: {error}", error = reason(error))
            }
            JudgeError::Write(error) => {
                message!("the output cannot be written: {error}", error = reason(error))
            }
        }
    }
}

/// In English.
impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for JudgeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            JudgeError::Read(error) | JudgeError::Write(error) => Some(error),
            JudgeError::UnknownFormat(_) | JudgeError::Mistake(_) => None,
        }
    }
}

/// Answers cases, each of which is given its first number, until that is 0.
fn each_until_zero(
    input: &mut Reader<'_>,
    mut answer: impl FnMut(&mut Reader<'_>, u64) -> Result<(), JudgeError>,
) -> Result<(), JudgeError> {
    while let Some(first) = input.next()?
        && first != 0
    {
        answer(input, first)?;
    }
    Ok(())
}

/// Answers as many cases as the input says first; each is given its first number.
fn each_counted(
    input: &mut Reader<'_>,
    mut answer: impl FnMut(&mut Reader<'_>, u64) -> Result<(), JudgeError>,
) -> Result<(), JudgeError> {
    let count = input.next()?.unwrap_or(0);
    for _ in 0..count {
        match input.next()? {
            Some(first) => answer(input, first)?,
            None => break,
        }
    }
    Ok(())
}

const FORMATS: &[Format] = &[
    Format {
        id: "hdu2176",
        aliases: &[],
        title: phrase!("Nim: all winning moves"),
        input: phrase!("groups: m, then m piles; m = 0 ends"),
        output: phrase!("No, or Yes and a line `a b` for each pile a that a winning move makes b"),
        answer: nim::hdu2176,
    },
    Format {
        id: "p1247",
        aliases: &[],
        title: phrase!("Nim: the first winning move"),
        input: phrase!("k, then k piles"),
        output: phrase!(
            "lose, or `a b` where a are taken from pile b, the first possible, and a line of what is left"
        ),
        answer: nim::p1247,
    },
    Format {
        id: "poj1067",
        aliases: &["hdu1527", "p2252"],
        title: phrase!("Wythoff's game: who wins"),
        input: phrase!("lines a b"),
        output: phrase!("1 if the first player wins, else 0"),
        answer: closed::poj1067,
    },
    Format {
        id: "hdu2177",
        aliases: &[],
        title: phrase!("Wythoff's game: all winning moves"),
        input: phrase!("lines a b; 0 0 ends"),
        output: phrase!("0, or 1 and a line `x y` for each result of a winning move"),
        answer: closed::hdu2177,
    },
    Format {
        id: "poj2975",
        aliases: &["hdu1850"],
        title: phrase!("Nim: the number of winning moves"),
        input: phrase!("cases: n, then n piles; n = 0 ends"),
        output: phrase!("the number of winning moves"),
        answer: nim::poj2975,
    },
    Format {
        id: "p2197",
        aliases: &[],
        title: phrase!("Nim: who wins"),
        input: phrase!("T cases: n, then n piles"),
        output: phrase!("Yes if the first player wins, else No"),
        answer: nim::p2197,
    },
    Format {
        id: "poj2234",
        aliases: &[],
        title: phrase!("Nim: who wins"),
        input: phrase!("cases: n, then n piles"),
        output: phrase!("Yes if the first player wins, else No"),
        answer: nim::poj2234,
    },
    Format {
        id: "hdu1849",
        aliases: &[],
        title: phrase!("Nim: who wins"),
        input: phrase!("cases: n, then n piles; n = 0 ends"),
        output: phrase!("Rabbit Win! if the first player wins, else Grass Win!"),
        answer: nim::hdu1849,
    },
    Format {
        id: "poj2348",
        aliases: &["hdu1525"],
        title: phrase!("Euclid's game: who wins"),
        input: phrase!("lines a b; 0 0 ends"),
        output: phrase!("Stan wins or Ollie wins"),
        answer: closed::poj2348,
    },
    Format {
        id: "p1290",
        aliases: &[],
        title: phrase!("Euclid's game: who wins"),
        input: phrase!("T lines a b"),
        output: phrase!("Stan wins or Ollie wins"),
        answer: closed::p1290,
    },
    Format {
        id: "hdu1907",
        aliases: &["p4279", "poj3480"],
        title: phrase!("misère Nim: who wins"),
        input: phrase!("T cases: n, then n piles"),
        output: phrase!("John if the first player wins, else Brother"),
        answer: nim::hdu1907,
    },
    Format {
        id: "hdu1536",
        aliases: &["poj2960", "hdu1944"],
        title: phrase!("subtraction games: who wins"),
        input: phrase!("groups: k s1..sk, then m, then m lines l h1..hl; k = 0 ends"),
        output: phrase!("a line of W and L per group"),
        answer: subtraction::hdu1536,
    },
    Format {
        id: "hdu1846",
        aliases: &[],
        title: phrase!("take 1 to m: who wins"),
        input: phrase!("C lines n m"),
        output: phrase!("first or second"),
        answer: closed::hdu1846,
    },
    Format {
        id: "hdu1847",
        aliases: &[],
        title: phrase!("take a power of two: who wins"),
        input: phrase!("lines n"),
        output: phrase!("Kiki if the first player wins, else Cici"),
        answer: closed::hdu1847,
    },
    Format {
        id: "hdu1848",
        aliases: &[],
        title: phrase!("take a Fibonacci number from one of three heaps: who wins"),
        input: phrase!("lines m n p; 0 0 0 ends"),
        output: phrase!("Fibo if the first player wins, else Nacci"),
        answer: subtraction::hdu1848,
    },
    Format {
        id: "hdu2516",
        aliases: &[],
        title: phrase!("Fibonacci Nim: who wins"),
        input: phrase!("lines n; 0 ends"),
        output: phrase!("First win or Second win"),
        answer: closed::hdu2516,
    },
    Format {
        id: "hdu3032",
        aliases: &[],
        title: phrase!("Lasker's Nim: who wins"),
        input: phrase!("T cases: n, then n heaps"),
        output: phrase!("Alice if the first player wins, else Bob"),
        answer: closed::hdu3032,
    },
    Format {
        id: "poj2425",
        aliases: &["hdu1524"],
        title: phrase!("tokens on an acyclic graph: who wins"),
        input: phrase!("graphs: N, N lines k y1..yk, then queries M p1..pM; M = 0 ends a graph"),
        output: phrase!("WIN or LOSE per query"),
        answer: graph::poj2425,
    },
    Format {
        id: "example3",
        aliases: &[],
        title: phrase!("heaps with a limit each: who wins"),
        input: phrase!("n, then n lines m p: from heap p take at most m"),
        output: phrase!("N if the first player wins, else P"),
        answer: closed::example3,
    },
    Format {
        id: "lasker",
        aliases: &[],
        title: phrase!("Lasker's Nim: Grundy values"),
        input: phrase!("n"),
        output: phrase!("lines `i: g(i)` for i = 1..n"),
        answer: closed::lasker,
    },
    Format {
        id: "pas",
        aliases: &[],
        title: phrase!("strips of three lengths on a board: who wins"),
        input: phrase!("c z n, then m, then m lines p"),
        output: phrase!("1 if the first player wins, else 2"),
        answer: strips::pas,
    },
    Format {
        id: "sslb1633",
        aliases: &[],
        title: phrase!("seven-fold subsets: who wins"),
        input: phrase!("n, then n numbers"),
        output: phrase!("B if the first player wins, else L"),
        answer: numbers::sslb1633,
    },
    Format {
        id: "poj2311",
        aliases: &["p10501"],
        title: phrase!("cutting a sheet: who wins"),
        input: phrase!("lines W H"),
        output: phrase!("WIN or LOSE"),
        answer: sheet::poj2311,
    },
    Format {
        id: "p2953",
        aliases: &[],
        title: phrase!("digit game: who wins"),
        input: phrase!("G numbers"),
        output: phrase!("YES if the first player wins, else NO"),
        answer: numbers::p2953,
    },
    Format {
        id: "p4018",
        aliases: &[],
        title: phrase!("take a prime power: who wins"),
        input: phrase!("T numbers"),
        output: phrase!("October wins! if the first player wins, else Roy wins!"),
        answer: closed::p4018,
    },
    Format {
        id: "nimprod",
        aliases: &[],
        title: phrase!("nim-products"),
        input: phrase!("T lines A B"),
        output: phrase!("the nim-product"),
        answer: closed::nimprod,
    },
];
