//! Who wins? N and P, from the definition.
//!
//! An *impartial* game has two players who take turns, the same moves for both, no chance and
//! nothing hidden. Whoever cannot move has lost: that is *normal play*. The opposite convention has
//! a chapter of its own, [`misere`](super::misere).
//!
//! Take a heap of tokens from which one, two or three may be taken. In this library that rule is
//! typed as one would write it on a board:
//!
//! ```text
//! [n] -> [n-k] for k in 1..3
//! ```
//!
//! Read: from a heap of `n` one moves to a heap of `n-k`, for any `k` from 1 to 3. A heap below zero
//! does not exist, so nothing needs to be said about `n = 2`.
//!
//! # Two letters
//!
//! Every position that comes to an end is one of two kinds:
//!
//! - **N**: the *next* player, whose turn it is, can win;
//! - **P**: the *previous* player, who has just moved, can win.
//!
//! They follow from each other, from the end of the game backwards:
//!
//! - a position is P when *every* option is N (in particular, when there are no options);
//! - a position is N when *some* option is P.
//!
//! That is the whole theory of a single game. Ten lines of program turn it into a table:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//!
//! // The recursion, by hand.
//! let mut by_hand: Vec<Outcome> = Vec::new();
//! for n in 0..30_usize {
//!     let some_option_is_p = (1..=3).any(|k| n >= k && by_hand[n - k] == Outcome::P);
//!     by_hand.push(if some_option_is_p { Outcome::N } else { Outcome::P });
//! }
//!
//! // The same question to the library.
//! let limits = Limits::default();
//! let mut session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
//! for (n, expected) in by_hand.iter().enumerate() {
//!     let position = session.position(&n.to_string())?;
//!     assert_eq!(session.outcome(&position, &limits)?, *expected);
//!     assert_eq!(*expected == Outcome::P, n % 4 == 0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The last line found the pattern: P exactly at the multiples of four. It is easy to see why. From
//! a multiple of four no move leads to another, and from any other number one move does: take the
//! remainder. In the terminal:
//!
//! ```text
//! $ grundy table '[n] -> [n-k] for k in 1..3' --to 8 --outcomes
//! 0  P
//! 1  N
//! 2  N
//! 3  N
//! 4  P
//! 5  N
//! 6  N
//! 7  N
//! 8  P
//! ```
//!
//! # How to prove a guess
//!
//! The argument just used works for every game, and is worth remembering as a recipe. A set of
//! positions is the set of P-positions exactly when
//!
//! 1. no move leads from the set to the set, and
//! 2. from every position outside, some move leads into the set.
//!
//! Both are needed. For the game "take 1, 3 or 4" the P-positions are the numbers that leave 0 or 2
//! when divided by 7, and the recipe checks it by looking at remainders alone:
//!
//! ```
//! let is_p = |n: i64| matches!(n.rem_euclid(7), 0 | 2);
//! for n in 0..7 {
//!     let leads_into_the_set = [1, 3, 4].iter().any(|k| is_p(n - k));
//!     assert_eq!(leads_into_the_set, !is_p(n));
//! }
//! ```
//!
//! Remainders forget that a heap cannot be negative. It does no harm here: what is not there cannot
//! break the first half of the recipe, and the second half only uses moves that exist (from 1, 3, 4, 5
//! and 6 one takes 1, 3, 4, 3 and 4). The library can check the guess from the definition:
//!
//! ```
//! # use grundy::limits::Limits;
//! # use grundy::outcome::Outcome;
//! # use grundy::play::Session;
//! let mut session = Session::with_game("S{1,3,4}")?;
//! for n in 0..100 {
//!     let position = session.position(&n.to_string())?;
//!     let value = session.by_definition(&position, &Limits::default())?;
//!     assert_eq!(value.outcome() == Outcome::P, matches!(n % 7, 0 | 2));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Winning moves
//!
//! To win is to move to a P-position, every time. The winning moves of a position are exactly its
//! options that are P, and there may be several:
//!
//! ```
//! # use grundy::limits::Limits;
//! # use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("S{1,3,4}")?;
//! let position = session.position("10")?;
//! let moves = session.winning_moves(&position, &limits)?;
//! let said: Vec<String> =
//!     moves.iter().map(|found| session.describe_move(&position, found)).collect();
//! assert_eq!(said, ["10 -> 9", "10 -> 7"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy moves 'S{1,3,4}' 10
//! N: the player to move wins. Winning moves:
//!   10 -> 9
//!   10 -> 7
//! ```
//!
//! # What the recursion needs
//!
//! The backward walk has to start somewhere: play must come to an end. A token on an acyclic graph
//! does; where a token can go round in a circle, N and P are not enough, and the library says so
//! instead of running for ever:
//!
//! ```
//! # use grundy::limits::Limits;
//! # use grundy::play::Session;
//! use grundy::ruleset::Failure;
//! let mut session = Session::with_game("[n] -> [7 - n] | [n-2]")?;
//! let position = session.position("3")?;
//! let failure = session.outcome(&position, &Limits::default()).unwrap_err();
//! let Failure::Cycle(round) = failure else { panic!("{failure}") };
//! assert_eq!(round, ["[3]", "[4]"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The recursion also has to reach the answer in time: it looks at every position below the one
//! asked for. That is fine for one heap of a thousand and hopeless for five heaps of a thousand,
//! which have 10^15 positions together. Sums are why the subject has a theory, and they start with
//! [`nim`](super::nim).
//!
//! *Sources:* Winning Ways, chapter 3; Siegel, *Combinatorial Game Theory*, I.1. The take-away game
//! is in Bachet de Méziriac, *Problèmes plaisants*, 1612.
