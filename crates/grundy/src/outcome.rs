//! Outcomes: who wins a position when both players play as well as possible.

use std::fmt;
use std::str::FromStr;

use crate::language::{Message, message};

/// Who wins a position.
///
/// ```
/// use grundy::outcome::Outcome;
/// assert_eq!(Outcome::P.to_string(), "P");
/// assert_eq!(Outcome::of_value(7), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, whose turn it is, wins.
    N,
    /// The previous player, who has just moved, wins.
    P,
    /// A draw: neither player can force an end. Only games with cycles have it.
    D,
}

impl Outcome {
    /// The outcome in normal play of a position whose Grundy value is `value`.
    ///
    /// ```
    /// use grundy::outcome::Outcome;
    /// assert_eq!(Outcome::of_value(3 ^ 5 ^ 6), Outcome::P); // heaps of 3, 5 and 6
    /// ```
    pub fn of_value(value: u64) -> Outcome {
        Outcome::next_wins(value != 0)
    }

    /// What a word says of the player to move, in any case of letters: `N`, `W`, `win`, `wins`, `won`, `first`,
    /// `Alice`, `yes` and `true`, or `P`, `L`, `lose`, `loses`, `lost`, `loss`, `second`, `Bob`, `no`, `false`; in Chinese
    /// 先手, 胜 and 必胜, or 后手, 负 and 必败.
    ///
    /// ```
    /// use grundy::outcome::Outcome;
    /// assert_eq!(Outcome::of_word("Second"), Some(Outcome::P));
    /// assert_eq!(Outcome::of_word("maybe"), None);
    /// ```
    pub fn of_word(word: &str) -> Option<Outcome> {
        match &word.to_ascii_lowercase()[..] {
            "n" | "w" | "win" | "wins" | "won" | "first" | "alice" | "yes" | "true" | "先手"
            | "胜" | "必胜" => Some(Outcome::N),
            "p" | "l" | "lose" | "loses" | "lost" | "loss" | "second" | "bob" | "no" | "false"
            | "后手" | "负" | "必败" => Some(Outcome::P),
            _ => None,
        }
    }

    /// [`Outcome::N`] where the next player wins, otherwise [`Outcome::P`].
    ///
    /// ```
    /// use grundy::outcome::Outcome;
    /// // Heaps from which one or two are taken: the multiples of three are lost.
    /// assert_eq!([6, 7].map(|heap| Outcome::next_wins(heap % 3 != 0)), [Outcome::P, Outcome::N]);
    /// ```
    pub fn next_wins(wins: bool) -> Outcome {
        if wins { Outcome::N } else { Outcome::P }
    }
}

/// Reads what [`Display`](fmt::Display) shows: `N`, `P` or `D`; [`Outcome::of_word`] takes more.
///
/// ```
/// use grundy::outcome::Outcome;
/// assert_eq!("P".parse(), Ok(Outcome::P));
/// assert!("p?".parse::<Outcome>().is_err());
/// ```
impl FromStr for Outcome {
    type Err = Message;

    fn from_str(text: &str) -> Result<Outcome, Message> {
        match text {
            "N" => Ok(Outcome::N),
            "P" => Ok(Outcome::P),
            "D" => Ok(Outcome::D),
            _ => Err(message!("{text} is no outcome: that is N, P or D", text)),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
        })
    }
}
