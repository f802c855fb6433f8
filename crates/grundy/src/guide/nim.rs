//! Nim: the game that all others turn out to be.
//!
//! Some heaps of tokens; a move takes any number of tokens, at least one, from one heap. Bouton
//! found in 1901 who wins, and named the game.
//!
//! # The nim-sum
//!
//! Write the heaps in binary, one below the other, and put a 1 under every column that has an odd
//! number of ones. What stands there is the *nim-sum* (programmers say exclusive or, `^`).
//!
//! **Theorem (Bouton).** A position of Nim is P exactly when its nim-sum is 0.
//!
//! The proof is the recipe of [`positions`](super::positions#how-to-prove-a-guess), and it is also the
//! method of play:
//!
//! 1. *From nim-sum 0 no move leads to nim-sum 0.* One heap changes, so some of its digits change, and
//!    in those columns the parity changes.
//! 2. *From any other nim-sum `s` some move leads to 0.* Take the highest column in which `s` has a 1.
//!    An odd number of heaps has a 1 there; choose one, of size `h`. Then `h ^ s` is smaller than `h`,
//!    because the highest digit that changes goes from 1 to 0, so `h` may be reduced to it; and
//!    afterwards the nim-sum is `s ^ s = 0`.
//!
//! So the winning moves are exactly `h -> h ^ s` for the heaps with `h ^ s < h`, and their number is
//! odd.
//!
//! ```
//! use grundy::theory::nim::{nim_sum_u64, winning_moves_u64};
//!
//! let heaps = [5, 7, 8, 9, 10];
//! let sum = nim_sum_u64(&heaps);
//! assert_eq!(sum, 0b1001);
//!
//! let moves: Vec<(u64, u64)> =
//!     winning_moves_u64(&heaps).map(|found| (heaps[found.heap], found.to)).collect();
//! assert_eq!(moves, [(8, 1), (9, 0), (10, 3)]);
//! for (from, to) in moves {
//!     assert_eq!(to, from ^ sum);
//! }
//! ```
//!
//! The command draws the columns:
//!
//! ```text
//! $ grundy explain nim 5 7 8 9 10
//! any amount may be taken: this is Nim
//! The values in binary; the nim-sum has a 1 in every column with an odd number of them:
//!         5   5  0101
//!         7   7  0111
//!         8   8  1000
//!         9   9  1001
//!        10  10  1010
//!   nim-sum   9  1001
//! N: the player to move wins.
//! Winning move: 8 -> 1 turns the value 8 into 1, so that the nim-sum becomes 0.
//! ```
//!
//! # Do not take my word
//!
//! A theorem can be compared with the definition. This plays out every position of three heaps up to
//! seven by the plain recursion, and the theorem agrees with all 512 of them:
//!
//! ```
//! use std::collections::HashMap;
//! fn wins(heaps: [u64; 3], known: &mut HashMap<[u64; 3], bool>) -> bool {
//!     if let Some(&answer) = known.get(&heaps) {
//!         return answer;
//!     }
//!     let mut answer = false;
//!     for heap in 0..3 {
//!         for to in 0..heaps[heap] {
//!             let mut after = heaps;
//!             after[heap] = to;
//!             answer |= !wins(after, known);
//!         }
//!     }
//!     known.insert(heaps, answer);
//!     answer
//! }
//! let mut known = HashMap::new();
//! for a in 0..8 {
//!     for b in 0..8 {
//!         for c in 0..8 {
//!             assert_eq!(wins([a, b, c], &mut known), a ^ b ^ c != 0);
//!         }
//!     }
//! }
//! ```
//!
//! # Heaps of any size
//!
//! Nothing in the theorem asks the numbers to be small, so the library does not either.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let mut session = Session::with_game("nim")?;
//! let position = session.position("1000000000000000000000000000000 5")?;
//! let moves = session.winning_moves(&position, &Limits::default())?;
//! assert_eq!(
//!     session.describe_move(&position, &moves[0]),
//!     "1000000000000000000000000000000 -> 5",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! And it is the *rule* that decides, not the name: whoever types Nim's rule with other words gets
//! Nim's theory.
//!
//! ```
//! use grundy::games::open;
//! use grundy::plan::{Engine, plan};
//! for rule in ["[n] -> [k] for k in 0..n-1", "[pile] -> [pile - take] for take in 1..pile"] {
//!     assert!(matches!(plan(&open(rule)?).engine, Engine::Nim));
//! }
//! # Ok::<(), grundy::rule::RuleError>(())
//! ```
//!
//! # Misère Nim: play as always, until the turning point
//!
//! Now whoever takes the last token *loses*. Bouton solved this too, and the answer is kind: play
//! exactly as in normal Nim until your move would leave no heap larger than one. Then leave an *odd*
//! number of ones, instead of an even number.
//!
//! It works because the turning point belongs to you. Before it there are two or more heaps above
//! one, or a single one. A position with exactly one such heap has a nim-sum that is not 0, so you,
//! who always move to nim-sum 0, never hand it over: it is handed to you, and from it you can reduce
//! the large heap to 0 or to 1, whichever makes the number of ones odd.
//!
//! ```
//! use grundy::outcome::Outcome;
//! use grundy::theory::nim::{MisereReason, misere_outcome_u64, misere_winning_moves_u64};
//!
//! // No heap above one: an odd number of ones is lost.
//! assert_eq!(misere_outcome_u64(&[1, 1, 1]).outcome, Outcome::P);
//! assert_eq!(misere_outcome_u64(&[1, 1]).outcome, Outcome::N);
//!
//! // The turning point: one heap above one. Leave an odd number of ones.
//! let verdict = misere_outcome_u64(&[1, 1, 3]);
//! assert_eq!(verdict.reason, MisereReason::Normal { large: 1, ones: 2 });
//! let moves = misere_winning_moves_u64(&[1, 1, 3]);
//! assert_eq!((moves.len(), moves[0].heap, moves[0].to), (1, 2, 1));
//!
//! // Two heaps above one: as in normal play.
//! assert_eq!(misere_outcome_u64(&[5, 5]).outcome, Outcome::P);
//! ```
//!
//! ```text
//! $ grundy explain misere-nim 1 1 3
//! Misère Nim with exactly one heap above 1: the player to move wins, leaving it at 0 or 1 so that the number of ones is odd.
//! N: the player to move wins.
//! Winning move: 3 -> 1
//! ```
//!
//! That misère play is so close to normal play is special to Nim and its relatives; see
//! [`misere`](super::misere) for what happens elsewhere.
//!
//! *Sources:* Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3
//! (1901), 35-39; Winning Ways, chapters 3 and 13.
