//! Wythoff's game: the golden ratio, exactly; and its cousin, Fibonacci Nim.
//!
//! Two piles. Take any number from one of them, or the same number from both. (Put a queen on a chess
//! board and let the players move it towards a corner: the same game.) Who wins?
//!
//! # The pairs
//!
//! Build the lost positions one by one. `(0, 0)` is lost. Then take the least number that has not been
//! used, `a`, and beside it the number that is larger by the next difference:
//!
//! ```
//! use grundy::theory::wythoff::{is_p_u64, pair};
//! let mut used = vec![false; 200];
//! let mut pairs: Vec<(usize, usize)> = Vec::new();
//! for difference in 0..50 {
//!     let a = used.iter().position(|used| !used).unwrap();
//!     let b = a + difference;
//!     used[a] = true;
//!     used[b] = true;
//!     pairs.push((a, b));
//! }
//! assert_eq!(pairs[..6], [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]);
//! for (n, &(a, b)) in pairs.iter().enumerate() {
//!     assert_eq!(pair(&n.into()), (a.into(), b.into()));
//!     assert!(is_p_u64(b as u64, a as u64));
//! }
//! ```
//!
//! Each number and each difference occurs once. So no move leads from a pair to a pair: it would keep
//! one of the numbers, or the difference. And from everything else one gets there: this is the
//! [recipe](super::positions#how-to-prove-a-guess) again.
//!
//! # The golden ratio
//!
//! **Theorem (Wythoff 1907).** The `n`-th pair is `(floor(n phi), floor(n phi) + n)`, where
//! `phi = (1 + sqrt 5) / 2`.
//!
//! The reason is a fact about irrational numbers: the numbers `floor(n x)` and `floor(n y)` share out
//! the positive integers without overlap exactly when `1/x + 1/y = 1` (Beatty's theorem). With
//! `y = x + 1`, which the growing difference demands, the equation says `x^2 = x + 1`.
//!
//! No computer knows `phi`. But `n phi = (n + sqrt(5 n^2)) / 2`, and the integer part of a square root is
//! something integers can do. So the library uses `(n + isqrt(5 n^2)) / 2`, which is exact for numbers of
//! any length. What happens to those who use floating point is told in
//! [`mistakes`](super::mistakes#the-golden-ratio-in-floating-point).
//!
//! ```
//! use grundy::theory::wythoff::{is_p_golden, pair};
//! use num_bigint::BigUint;
//! let (a, b) = pair(&BigUint::from(10_u8).pow(24));
//! assert_eq!(a.to_string(), "1618033988749894848204586");
//! assert!(is_p_golden(&a, &b));
//! ```
//!
//! ```text
//! $ grundy moves wythoff 1618033988749894848204586,2618033988749894848204586
//! P: the player to move loses; no move wins.
//! ```
//!
//! # Fibonacci digits
//!
//! There is a second way to say it, with no irrational number. Every number is in exactly one way a sum
//! of Fibonacci numbers 1, 2, 3, 5, 8, ... no two of which are neighbours (Zeckendorf). Write 1 for those
//! that occur and 0 for the others: 20 = 13 + 5 + 2 is `101010`.
//!
//! **A pair is lost exactly when the smaller number ends in an even number of zeros, and the larger is
//! the smaller with one more zero behind it.**
//!
//! ```
//! use grundy::theory::fibonacci::Zeckendorf;
//! use grundy::theory::wythoff::{is_p_golden, is_p_zeckendorf};
//! use num_bigint::BigUint;
//!
//! assert_eq!(Zeckendorf::of(&BigUint::from(6_u8)).to_string(), "1001");
//! assert_eq!(Zeckendorf::of(&BigUint::from(10_u8)).to_string(), "10010"); // so (6, 10) is lost
//!
//! // Two methods that share nothing agree everywhere we look.
//! for a in 0..60_u8 {
//!     for b in 0..60_u8 {
//!         let (a, b) = (BigUint::from(a), BigUint::from(b));
//!         assert_eq!(is_p_golden(&a, &b), is_p_zeckendorf(&a, &b));
//!     }
//! }
//! ```
//!
//! ```text
//! $ grundy explain wythoff 20,32
//! [20, 32]; this is Wythoff's game: the golden ratio says who wins; values come from the definition
//! In Fibonacci digits:
//!   20   101010
//!   32  1010100
//! The player to move loses exactly when the smaller ends in an even number of zeros and the larger is the smaller with one more zero behind it.
//! N: the player to move wins.
//! Winning move: [20, 32] -> [19, 31]
//! It leaves a lost pair:
//!   19   101001
//!   31  1010010
//! ```
//!
//! (20 ends in one zero. 19 = 13 + 5 + 1, and 31 = 21 + 8 + 2.)
//!
//! # The Wythoff array
//!
//! Put the pairs one behind the other whenever the larger number of one leads to the next: each row is
//! then a Fibonacci sequence, and every positive number stands in the table exactly once.
//!
//! ```
//! use grundy::theory::wythoff::array_row;
//! let row = |r: u32| {
//!     let row = array_row(&r.into(), 6);
//!     row.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
//! };
//! assert_eq!(row(0), "1 2 3 5 8 13");
//! assert_eq!(row(1), "4 7 11 18 29 47");
//! assert_eq!(row(2), "6 10 16 26 42 68");
//! ```
//!
//! Two by two, the entries of a row are lost pairs: (4, 7), (11, 18), (29, 47).
//!
//! # Values are another matter
//!
//! All this is about who wins *one* pair of piles. The Grundy values, which a sum needs, look like noise;
//! no formula is known, and the library computes them from the definition.
//!
//! ```text
//! $ grundy table wythoff --to 4,6
//! 0  1  2  3  4  5  6
//! 1  2  0  4  5  3  7
//! 2  0  1  5  3  4  8
//! 3  4  5  6  2  0  1
//! 4  5  3  2  7  6  9
//! ```
//!
//! # Fibonacci Nim
//!
//! One heap. The first move may take anything but the whole heap; after that a player may take at most
//! twice what the opponent has just taken. Whinihan showed in 1963: the player to move loses exactly when
//! the heap is a Fibonacci number. From any other heap one takes the *least* of its Fibonacci parts. The
//! next part is more than twice as large, because neighbours are not used, so the opponent cannot take it
//! whole, and has to break it up.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! use grundy::theory::fibonacci::{fresh_outcome, winning_moves};
//!
//! let limits = Limits::default();
//! let mut session = Session::with_game("fibonacci-nim")?;
//! for n in 1..80_u32 {
//!     let position = session.position(&format!("fresh[{n}]"))?;
//!     let outcome = session.by_definition(&position, &limits)?.outcome();
//!     assert_eq!(outcome == Outcome::P, [1, 2, 3, 5, 8, 13, 21, 34, 55].contains(&n));
//!     assert_eq!(outcome, fresh_outcome(&n.into()));
//! }
//! // 17 = 13 + 3 + 1: take 1; but 1 + 3 wins as well.
//! assert_eq!(winning_moves(&17_u8.into(), &16_u8.into()), [1_u8.into(), 4_u8.into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy explain fibonacci-nim 20
//! fresh[20]; this is Fibonacci Nim: Zeckendorf's theorem says who wins
//! 20 = 13 + 5 + 2 in Fibonacci numbers, no two of them neighbours. At most 19 may be taken; the player to move wins exactly when the smallest part, 2, may be.
//! N: the player to move wins.
//! Winning move: fresh[20] -> [18, 4]
//! ```
//!
//! *Sources:* Wythoff, *A modification of the game of Nim*, Nieuw Archief voor Wiskunde 7 (1907);
//! Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, American Mathematical Monthly
//! 89 (1982); Morrison, *A Stolarsky array of Wythoff pairs* (1980); Whinihan, *Fibonacci Nim*,
//! Fibonacci Quarterly 1 (1963).
