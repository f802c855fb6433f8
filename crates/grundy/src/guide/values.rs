//! One number per position: mex, Grundy values, sums.
//!
//! Five heaps of one game, or a heap of this and a board of that: the players choose one component
//! and move in it. Such a position is a *disjunctive sum*, written with `+`. Who wins a sum cannot be
//! told from who wins its parts (two N-positions may add up to either). It can be told from one
//! number for each part.
//!
//! # Mex
//!
//! The *mex* of a set of numbers is the least number 0, 1, 2, ... that is not in it: the minimal
//! excluded one.
//!
//! ```
//! use grundy::nimber::{Nimber, mex};
//! assert_eq!(mex([0, 1, 3, 4].map(Nimber)), Nimber(2));
//! assert_eq!(mex([]), Nimber(0));
//! ```
//!
//! The *Grundy value* of a position is the mex of the Grundy values of its options. A position without
//! options has value 0, and everything else follows. Here it is by hand for "take 1, 3 or 4":
//!
//! ```
//! use grundy::heap::SubtractionSet;
//! use grundy::limits::Limits;
//! use grundy::nimber::{Nimber, mex};
//!
//! let mut values: Vec<Nimber> = Vec::new();
//! for n in 0..21_usize {
//!     values.push(mex([1, 3, 4].into_iter().filter(|&k| k <= n).map(|k| values[n - k])));
//! }
//! let (computed, _) = SubtractionSet::new([1, 3, 4]).values(20, &Limits::default());
//! assert!(computed.iter().eq(values.iter().map(|value| value.0)));
//! assert!(computed.iter().eq([0, 1, 0, 1, 2, 3, 2].into_iter().cycle().take(21)));
//! ```
//!
//! ```text
//! $ grundy explain 0.77 4
//! 4 is worth 1; a take-and-break game: its sequence is computed, and its period proved if one is found
//!   4 -> 3       3
//!   4 -> 2       2
//!   4 -> 1 + 2   3
//!   4 -> 1 + 1   0
//!   the least value not among them (mex): 1
//! N: the player to move wins.
//! Winning move: 4 -> 1 + 1 turns the value 1 into 0, so that the nim-sum becomes 0.
//! ```
//!
//! What is a value good for? First, it tells who wins: **a position is P exactly when its value is
//! 0.** The mex is 0 when no option has value 0, that is, by induction, when no option is P.
//!
//! # The theorem
//!
//! **Theorem (Sprague 1935, Grundy 1939).** A position of Grundy value `g` behaves in every sum like a
//! Nim heap of `g` tokens. Hence the value of a sum is the nim-sum of the values of its parts.
//!
//! Why a Nim heap? From a position of value `g` one can move to positions of every value 0, 1, ...,
//! `g-1`, as from a heap of `g`. Perhaps one can also move to larger values, which a heap does not
//! allow. But an opponent can answer such a move at once: from the larger value, `g` is again within
//! reach. The extra moves change nothing but the length of the game, which has to end anyway.
//!
//! And why the nim-sum? Because the parts are now Nim heaps, and [Bouton](super::nim) has solved those.
//!
//! The first sentence of the theorem can be tested: the position together with a Nim heap of `g` must
//! be P, and with a Nim heap of any other size it must be N. Here for Kayles, by nothing but
//! the recursion over whole sums:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use std::collections::HashMap;
//!
//! /// Positions as sorted lists: Kayles rows, and one Nim heap.
//! type Position = (Vec<usize>, u64);
//!
//! fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
//!     if let Some(&answer) = known.get(position) {
//!         return answer;
//!     }
//!     let (rows, heap) = position;
//!     let mut options: Vec<Position> = (0..*heap).map(|to| (rows.clone(), to)).collect();
//!     for (at, &row) in rows.iter().enumerate() {
//!         for taken in 1..=row.min(2) {
//!             for left in 0..=row - taken {
//!                 let mut after = rows.clone();
//!                 after.remove(at);
//!                 after.extend([left, row - taken - left].into_iter().filter(|&row| row > 0));
//!                 after.sort();
//!                 options.push((after, *heap));
//!             }
//!         }
//!     }
//!     let answer = options.iter().any(|option| !wins(option, known));
//!     known.insert(position.clone(), answer);
//!     answer
//! }
//!
//! let mut session = Session::with_game("kayles")?;
//! let mut known = HashMap::new();
//! for row in 1..=9_usize {
//!     let position = session.position(&row.to_string())?;
//!     let value = session.by_definition(&position, &Limits::default())?.nimber().unwrap().0;
//!     for heap in 0..8 {
//!         assert_eq!(wins(&(vec![row], heap), &mut known), heap != value);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Using it
//!
//! A sum may mix games as it likes. A heap of Nim, a position of Wythoff's game, a row of
//! Kayles (as the octal code `0.77`, see [`take_and_break`](super::take_and_break)):
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::new();
//! let position = session.position("nim[3] + wythoff[3,5] + 0.77[12]")?;
//!
//! let mut values = Vec::new();
//! for part in &position.parts {
//!     values.push(session.part_value(part, &limits)?.to_string());
//! }
//! assert_eq!(values, ["3", "0", "4"]);
//! assert_eq!(session.value(&position, &limits)?.to_string(), "7"); // 3 ^ 0 ^ 4
//!
//! let best = &session.winning_moves(&position, &limits)?[0];
//! assert_eq!(session.describe_move(&position, best), "0.77[12] -> 0.77[1] + 0.77[10]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy value 'nim[3] + wythoff[3,5] + 0.77[12]'
//! 7
//! $ grundy moves 'nim[3] + wythoff[3,5] + 0.77[12]'
//! N: the player to move wins. Winning moves:
//!   0.77[12] -> 0.77[1] + 0.77[10]
//!   0.77[12] -> 0.77[4] + 0.77[7]
//!   0.77[12] -> 0.77[2] + 0.77[8]
//! ```
//!
//! The winning moves of a sum are found as in Nim. Let `s` be the nim-sum of all values; in a
//! component of value `g`, exactly the moves to value `g ^ s` win. Other than in Nim, `g ^ s` may be
//! *larger* than `g` and a move to it may still exist.
//!
//! So a board, whatever it looks like, may stand in a sum as well: it counts as the heap that it is worth
//! ([`play::Sum`](crate::play::Sum)).
//!
//! ```text
//! $ grundy moves 'nim[5] + nim[7] + cram[2x3]'
//! N: the player to move wins. Winning moves:
//!   nim[7] -> nim[4]
//!   cram[2x3]: XX#/###
//!   cram[2x3]: #XX/###
//!   cram[2x3]: ###/XX#
//!   cram[2x3]: ###/#XX
//! ```
//!
//! # Large values without a table: Euclid's game
//!
//! From the larger of two numbers a positive multiple of the smaller is taken; whoever leaves a 0 wins. Write
//! `(a, b)` with `a <= b` and `b = q a + r`. What `(7, 25)` leads to is `(7, 18)`, `(7, 11)` and `(7, 4)`, and
//! the pairs of this line have the same options, each all those below it. So their values count 0, 1, 2, ...
//! and leave out one number only, the value of the lowest, `(r, a)`:
//!
//! ```
//! use grundy::theory::euclid::{Left, value_u64};
//! let line: Vec<u64> = (0..6).map(|times| value_u64(7, 4 + 7 * times, Left::Any)).collect();
//! assert_eq!(line, [1, 0, 2, 3, 4, 5]);
//! ```
//!
//! Hence the value of `(a, b)` is `q - 1` where that is below the value of `(r, a)`, and `q` otherwise: one
//! more step of Euclid's algorithm, on numbers that soon are small. A table would have 10^28 places here.
//!
//! ```text
//! $ grundy value euclid 12345678901234567,1234567890123
//! 9999
//! $ grundy moves euclid 1000000007,161
//! N: the player to move wins. Winning moves:
//!   [161, 1000000007] -> [161, 188]
//! ```
//!
//! A pair is P where `q = 1` and the value of `(r, a)` is not 0: with the golden ratio `phi`, exactly where
//! `a < b < phi a` (Cole and Davie). [`theory::euclid`](crate::theory::euclid) has the proof, and the game in
//! which numbers stay positive.
//!
//! # Sums that do not look like sums
//!
//! Two heaps, and from each something else may be taken: written as one component with two coordinates it is a
//! sum all the same, for a move changes one of them and does not ask about the other. The value is the nim-sum of the
//! values of two games, and no table of pairs is needed:
//!
//! ```text
//! $ grundy explain '[a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..b/2'
//! rule     [a, b] -> [a - k, b] for k in {1, 4}
//!                 | [a, b - k] for k in 1..b / 2
//! engine   a sum of games with fewer coordinates, each with its engine
//! because  no move changes or asks coordinates of more than one of them
//! sum of   [a] by [a] -> [a - k] for k in {1, 4}: a finite subtraction set: its period can always be proved
//! and      [b] by [b] -> [b - k] for k in 1..b / 2: take at most a share f(n): G(n) = f(n) where f(n) > f(n - 1), G(n) = G(n - f(n) - 1) elsewhere
//! $ grundy value '[a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..b/2' 10^20,10^21
//! 500000000000000000000
//! ```
//!
//! Look for this first when a rule has many coordinates: what is apart is easier apart.
//!
//! # When a part falls into parts
//!
//! An option may itself be a sum: a row of pins that is broken in the middle is two rows. Nothing new
//! has to be learnt. The value of such an option is the nim-sum of its parts, and the value of the row
//! is the mex of those. This is what makes games with splitting so much easier than they look: the
//! ways to break up a row of forty pins are beyond counting, and there are only forty values to compute.
//!
//! *Sources:* Cairns, Ho and Lengyel, *The Sprague-Grundy function of the real game Euclid*, Discrete
//! Mathematics 311 (2011); Cole and Davie, *A game based on the Euclidean algorithm and a winning strategy for
//! it*, Mathematical Gazette 53 (1969); Sprague, *Über mathematische Kampfspiele*, Tohoku Mathematical Journal 41 (1935);
//! Grundy, *Mathematics and games*, Eureka 2 (1939); Winning Ways, chapters 3 and 4; Siegel,
//! *Combinatorial Game Theory*, IV.1.
