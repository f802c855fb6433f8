//! The game and the position that a command is asked about.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::board::{is_sum_of_graphs, takes_graph};
use grundy::games::{Entry, find};
use grundy::play::{Position, Session, Sum};
use grundy::rule::has_arrow;
use num_bigint::BigUint;

use super::opening::open;
use super::{board, certificate, doubts, sum};
use crate::asked::AskedPosition;
use crate::language::{say, tell};
use crate::number::large;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// A game, a position, and how to play.
#[derive(Debug, Args)]
pub(crate) struct Question {
    /// The game and then the position: `nim 5 7 8`, `wythoff 20,31`, `0.77 12`; or a position
    /// that names its games: 'nim[3] + wythoff[3,5]'; or a board: `cram 3x4`, `chomp 7,5,5,2`
    #[arg(value_name = "GAME POSITION", required = true, allow_negative_numbers = true)]
    pub(crate) words: Vec<String>,
    /// Whoever makes the last move loses
    #[arg(long)]
    pub(crate) misere: bool,
    /// Answer by a theorem by an automaton, which `grundy prove --certificate` wrote; it is checked
    /// first
    #[arg(long, value_name = "FILE")]
    theorem: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) allowance: Allowance,
}

impl Question {
    /// Opens the game and reads the position.
    pub(crate) fn ask(&self) -> Result<AskedPosition, Trouble> {
        let (game, rest) = split(&self.words);
        let Some(game) = game else {
            return self.about(Session::new(), &rest);
        };
        let session = open(game)?;
        if rest.trim().is_empty() {
            let entry = session.games()[0].entry;
            let example = entry.map_or("5 7 8", |entry| position_of(entry.example));
            return Err(Trouble::Input(say!(
                "error: the position is missing after the game\n  \
                 help: a position is typed like 5 7 8, 20,31 or [5] + [7]; for this game try {example}",
                example
            )));
        }
        let asked = self.about(session, &rest)?;
        note_defaults(&asked.session);
        note_one_heap(&asked, &rest);
        doubts::tell_first(&asked.session, Some(&asked.position));
        Ok(asked)
    }

    /// The game whose positions stand on standard input, one on a line, where `-` stands for the position.
    pub(crate) fn of_lines(&self) -> Result<Option<AskedPosition>, Trouble> {
        match split(&self.words) {
            (Some(game), rest)
                if game != "-" && rest.trim() == "-" && board::named(&self.words).is_none() =>
            {
                let asked = self.at(open(game)?, Position::default())?;
                doubts::tell_first(&asked.session, None);
                Ok(Some(asked))
            }
            _ => Ok(None),
        }
    }

    /// The game on boards whose positions stand there.
    pub(crate) fn board_of_lines(&self) -> Option<&'static Entry> {
        let (entry, position) = board::named(&self.words)?;
        (position.trim() == "-" && !takes_graph(entry.name)).then_some(entry)
    }

    /// The position on boards that is asked about, if the game is one on boards.
    pub(crate) fn board(&self) -> Result<Option<board::AskedBoards>, Trouble> {
        let Some((entry, position)) = board::named(&self.words) else { return Ok(None) };
        if self.theorem.is_some() {
            let message =
                say!("error: no theorem is about games on boards\n  help: leave --theorem away");
            return Err(Trouble::Input(message));
        }
        board::AskedBoards::new(entry, &position, self.misere, self.allowance.limits()).map(Some)
    }

    /// What may be the names of files that are read.
    pub(crate) fn files<'a>(&'a self) -> impl Iterator<Item = &'a Path> {
        let each = |word: &'a String| word.split_whitespace().chain([&word[..]]);
        self.words.iter().flat_map(each).map(Path::new)
    }

    /// The game on boards that is asked about without a position.
    pub(crate) fn board_alone(&self) -> Option<&'static Entry> {
        let (entry, position) = board::named(&self.words)?;
        position.trim().is_empty().then_some(entry)
    }

    /// The sum that is asked about, if there are boards beside other components in it.
    pub(crate) fn sum(&self) -> Result<Option<sum::AskedSum>, Trouble> {
        let (session, default, position) = match board::named(&self.words) {
            Some((_, position)) if board::is_file(&position) => return Ok(None),
            Some((entry, position)) => (Session::new(), Some(entry), position),
            None => {
                let (game, position) = split(&self.words);
                // Standard input is read but once, by whoever asks next.
                if game == Some("-") || !Sum::names_board(&Session::new(), None, &position) {
                    return Ok(None);
                }
                (game.map_or_else(|| Ok(Session::new()), open)?, None, position)
            }
        };
        if !Sum::names_board(&session, default, &position) {
            return Ok(None);
        }
        // Graphs of one game are boards of one question in misère play.
        if self.misere && default.is_some_and(|entry| is_sum_of_graphs(entry.name, &position)) {
            return Ok(None);
        }
        if self.misere || self.theorem.is_some() {
            return Err(sum::refused());
        }
        sum::AskedSum::new(session, default, &position, self.allowance.limits()).map(Some)
    }

    /// The game and the position, for a game that may come back to one.
    pub(crate) fn of_loopy(&self) -> Result<(&str, String), Trouble> {
        match split(&self.words) {
            (Some(game), position) if !position.trim().is_empty() => Ok((game, position)),
            _ => Err(loopy_without_game()),
        }
    }

    /// Opens the game alone, for commands that need no position, and what stands after it.
    pub(crate) fn game(&self) -> Result<(Session, String), Trouble> {
        let (game, rest) = split(&self.words);
        let mut session = game.map_or_else(|| Ok(Session::new()), open)?;
        if rest.trim().is_empty() {
            self.use_theorem(&mut session)?;
        }
        Ok((session, rest))
    }

    /// The question about a position of a session, as it is typed.
    pub(crate) fn about(
        &self,
        mut session: Session,
        position: &str,
    ) -> Result<AskedPosition, Trouble> {
        let position = session
            .position(position)
            .map_err(|error| Trouble::of_rule(&error, &say!("position")))?;
        self.at(session, position)
    }

    fn at(&self, mut session: Session, position: Position) -> Result<AskedPosition, Trouble> {
        if self.misere {
            session.play_misere();
        }
        self.use_theorem(&mut session)?;
        Ok(AskedPosition { session, position, limits: self.allowance.limits() })
    }

    /// Reads the theorem, checks it, and lets it answer.
    fn use_theorem(&self, session: &mut Session) -> Result<(), Trouble> {
        let Some(path) = &self.theorem else { return Ok(()) };
        let theorem = certificate::theorem(path, &self.allowance.limits())?;
        session.use_theorem(&theorem).map_err(|failure| {
            Trouble::Input(say!("error: {path}: {failure}", path = path.display(), failure))
        })
    }
}

/// Says at a terminal which parameters a game has that none were given: `bash 3 21` are two heaps.
fn note_defaults(session: &Session) {
    let opened = &session.games()[0];
    let (Some(entry), Some(head)) = (opened.entry, &opened.rules.program().head) else { return };
    let given = opened.name.as_deref() != Some(entry.name);
    if given || head.params.is_empty() || !std::io::stderr().is_terminal() {
        return;
    }
    let defaults = head.params.iter().filter_map(|param| {
        param.default.as_ref().map(|value| (&param.name.text, value.to_string()))
    });
    let (named, values): (Vec<String>, Vec<String>) =
        defaults.map(|(name, value)| (format!("{name} = {value}"), value)).unzip();
    let said = say!(
        "note: {name} without brackets has {named}, like '{name}({values})'",
        name = entry.name,
        named = named.join(", "),
        values = values.join(", ")
    );
    tell!("{said}");
}

/// Says what one heap is that is typed as a difference or a power, where a list of heaps may be meant, or the `^` of C.
fn note_one_heap(asked: &AskedPosition, position: &str) {
    let rules = &asked.session.games()[0].rules;
    let of_one = |kind: usize| rules.kinds().get(kind).is_some_and(|kind| kind.coords().len() == 1);
    if !asked.position.parts.iter().all(|part| part.game == 0 && of_one(part.kind)) {
        return;
    }
    let numbers = |word: &str, sign: char| -> Option<Vec<BigUint>> {
        let plain = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let words: Vec<&str> = word.split(sign).collect();
        let all = words.len() > 1 && word.len() < 40 && words.iter().all(|word| plain(word));
        all.then(|| words.iter().filter_map(|word| word.parse().ok()).collect())
    };
    // Powers of these are how large numbers are written.
    let is_usual = |base: &BigUint| [2_u32, 10].iter().any(|usual| *base == BigUint::from(*usual));
    for word in position.split_whitespace() {
        let (parts, heap) = match (numbers(word, '-'), numbers(word, '^')) {
            (Some(parts), _) => {
                let less = parts[1..].iter().sum::<BigUint>();
                if less > parts[0] {
                    continue;
                }
                let heap = &parts[0] - less;
                (parts, heap)
            }
            (None, Some(parts)) if parts.len() == 2 && !is_usual(&parts[0]) => {
                let Some(heap) = large(word) else { continue };
                (parts, heap)
            }
            _ => continue,
        };
        // Of a number that is too long to be looked at nobody means the digits.
        if heap.bits() <= 128 {
            let apart: Vec<String> = parts.iter().map(ToString::to_string).collect();
            tell!(
                "{}",
                say!(
                    "note: {word} is the one heap {heap}; heaps stand apart: {apart}",
                    word,
                    heap,
                    apart = apart.join(" ")
                )
            );
            return;
        }
    }
}

fn loopy_without_game() -> Trouble {
    Trouble::Input(say!(
        "error: --loopy takes a game and a position of it\n  \
         help: for instance '[n] -> [n-k] for k in 1..2 | [n+1] if n > 0 and n < 9' 5 --loopy"
    ))
}

/// The word that is the game, unless the position names its games itself, and the rest.
fn split(words: &[String]) -> (Option<&str>, String) {
    // A game and its position in one pair of quotes.
    if let [word] = words
        && !has_arrow(word)
        && let Some((game, position)) = word.trim().split_once(' ')
        && find(game).is_some()
    {
        return (Some(game), position.to_owned());
    }
    match words {
        [first, rest @ ..] if !first.contains('[') || has_arrow(first) => {
            (Some(first), rest.join(" "))
        }
        _ => (None, words.join(" ")),
    }
}

/// The position in the example of a named game, `nim 5 7 8` or `'bash(4)' 23`.
fn position_of(example: &str) -> &str {
    let rest = match example.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').map_or("", |(_, rest)| rest),
        None => example.split_once(' ').map_or("", |(_, rest)| rest),
    };
    rest.trim()
}
