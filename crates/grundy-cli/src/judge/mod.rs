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

use reader::{Place, Reader};
use writer::Writer;

/// A judge format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that [`run`] takes.
    pub id: &'static str,
    /// Other names for it: problems with the same input and output.
    pub aliases: &'static [&'static str],
    /// The game.
    pub title: &'static str,
    /// The numbers that it reads.
    pub input: &'static str,
    /// The lines that it writes.
    pub output: &'static str,
    answer: Answer,
}

type Answer = fn(&mut Reader<'_>, &mut Writer<'_>) -> Result<(), JudgeError>;

/// All formats.
pub fn formats() -> &'static [Format] {
    FORMATS
}

/// The format of this name; case does not matter.
pub fn find(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| {
        let mut names = [format.id].into_iter().chain(format.aliases.iter().copied());
        names.any(|name| name.eq_ignore_ascii_case(id))
    })
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
    message: String,
}

impl Mistake {
    fn new(place: Place, message: String) -> Mistake {
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
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<Mistake> for JudgeError {
    fn from(mistake: Mistake) -> JudgeError {
        JudgeError::Mistake(mistake)
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgeError::UnknownFormat(id) => {
                write!(f, "no judge format is called `{id}`")?;
                let names = FORMATS.iter().flat_map(|format| {
                    [format.id].into_iter().chain(format.aliases.iter().copied())
                });
                match grundy::rule::nearest(id, names) {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => write!(f, "; `grundy judge --list` names them all"),
                }
            }
            JudgeError::Mistake(Mistake { line, column, message }) => {
                write!(f, "line {line}, column {column}: {message}")
            }
            JudgeError::Read(error) => write!(f, "the input cannot be read: {error}"),
            JudgeError::Write(error) => write!(f, "the output cannot be written: {error}"),
        }
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
        title: "Nim: all winning moves",
        input: "groups: m, then m piles; m = 0 ends",
        output: "No, or Yes and a line `a b` for each pile a that a winning move makes b",
        answer: nim::hdu2176,
    },
    Format {
        id: "poj1067",
        aliases: &["hdu1527", "p2252"],
        title: "Wythoff's game: who wins",
        input: "lines a b",
        output: "1 if the first player wins, else 0",
        answer: closed::poj1067,
    },
    Format {
        id: "hdu2177",
        aliases: &[],
        title: "Wythoff's game: all winning moves",
        input: "lines a b; 0 0 ends",
        output: "0, or 1 and a line `x y` for each result of a winning move",
        answer: closed::hdu2177,
    },
    Format {
        id: "poj2975",
        aliases: &[],
        title: "Nim: the number of winning moves",
        input: "cases: n, then n piles; n = 0 ends",
        output: "the number of winning moves",
        answer: nim::poj2975,
    },
    Format {
        id: "hdu1907",
        aliases: &["p4279", "poj3480"],
        title: "misère Nim: who wins",
        input: "T cases: n, then n piles",
        output: "John if the first player wins, else Brother",
        answer: nim::hdu1907,
    },
    Format {
        id: "hdu1536",
        aliases: &["poj2960", "hdu1944"],
        title: "subtraction games: who wins",
        input: "groups: k s1..sk, then m, then m lines l h1..hl; k = 0 ends",
        output: "a line of W and L per group",
        answer: subtraction::hdu1536,
    },
    Format {
        id: "hdu1846",
        aliases: &[],
        title: "take 1 to m: who wins",
        input: "C lines n m",
        output: "first or second",
        answer: closed::hdu1846,
    },
    Format {
        id: "hdu1847",
        aliases: &[],
        title: "take a power of two: who wins",
        input: "lines n",
        output: "Kiki if the first player wins, else Cici",
        answer: closed::hdu1847,
    },
    Format {
        id: "hdu1848",
        aliases: &[],
        title: "take a Fibonacci number from one of three heaps: who wins",
        input: "lines m n p; 0 0 0 ends",
        output: "Fibo if the first player wins, else Nacci",
        answer: subtraction::hdu1848,
    },
    Format {
        id: "hdu2516",
        aliases: &[],
        title: "Fibonacci Nim: who wins",
        input: "lines n; 0 ends",
        output: "First win or Second win",
        answer: closed::hdu2516,
    },
    Format {
        id: "hdu3032",
        aliases: &[],
        title: "Lasker's Nim: who wins",
        input: "T cases: n, then n heaps",
        output: "Alice if the first player wins, else Bob",
        answer: closed::hdu3032,
    },
    Format {
        id: "poj2425",
        aliases: &["hdu1524"],
        title: "tokens on an acyclic graph: who wins",
        input: "graphs: N, N lines k y1..yk, then queries M p1..pM; M = 0 ends a graph",
        output: "WIN or LOSE per query",
        answer: graph::poj2425,
    },
    Format {
        id: "example3",
        aliases: &[],
        title: "heaps with a limit each: who wins",
        input: "n, then n lines m p: from heap p take at most m",
        output: "N if the first player wins, else P",
        answer: closed::example3,
    },
    Format {
        id: "lasker",
        aliases: &[],
        title: "Lasker's Nim: Grundy values",
        input: "n",
        output: "lines `i: g(i)` for i = 1..n",
        answer: closed::lasker,
    },
    Format {
        id: "pas",
        aliases: &[],
        title: "strips of three lengths on a board: who wins",
        input: "c z n, then m, then m lines p",
        output: "1 if the first player wins, else 2",
        answer: strips::pas,
    },
    Format {
        id: "sslb1633",
        aliases: &[],
        title: "seven-fold subsets: who wins",
        input: "n, then n numbers",
        output: "B if the first player wins, else L",
        answer: numbers::sslb1633,
    },
    Format {
        id: "poj2311",
        aliases: &["p10501"],
        title: "cutting a sheet: who wins",
        input: "lines W H",
        output: "WIN or LOSE",
        answer: sheet::poj2311,
    },
    Format {
        id: "p2953",
        aliases: &[],
        title: "digit game: who wins",
        input: "G numbers",
        output: "YES if the first player wins, else NO",
        answer: numbers::p2953,
    },
    Format {
        id: "p4018",
        aliases: &[],
        title: "take a prime power: who wins",
        input: "T numbers",
        output: "October wins! if the first player wins, else Roy wins!",
        answer: closed::p4018,
    },
    Format {
        id: "nimprod",
        aliases: &[],
        title: "nim-products",
        input: "T lines A B",
        output: "the nim-product",
        answer: closed::nimprod,
    },
];
