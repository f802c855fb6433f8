//! Free parts: when one piece is replaced by many, each chosen at will.
//!
//! On the blackboard stand some numbers. A move wipes out one of them and writes down seven *proper
//! bit-subsets* of it instead: numbers whose ones in binary are some, but not all, of its ones. Equal
//! ones are allowed. Whoever cannot move loses.
//!
//! # Only the number of ones matters
//!
//! The positions of the ones play no part, so a number may be replaced by how many ones it has. With
//! two subsets instead of seven, so that the definition is quick, both rules can be typed and compared:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut numbers =
//!     Session::with_game("[x] -> choose 2 of [i] for i in 0..x-1 if and(i, x) == i")?;
//! let mut counts = Session::with_game("[k] -> choose 2 of [i] for i in 0..k-1")?;
//! for x in 0..64_u32 {
//!     let number = numbers.position(&x.to_string())?;
//!     let count = counts.position(&x.count_ones().to_string())?;
//!     assert_eq!(numbers.value(&number, &limits)?, counts.value(&count, &limits)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `choose m of [i] for i in R` reads: `m` components, each chosen freely from the range. In the
//! catalogue the game is `masks(m)`, with `m = 7` if nothing is said.
//!
//! # Too many options to list
//!
//! Seven numbers below 63, order aside, can be chosen in about 10^9 ways, and seven below 64 in
//! slightly more; the definition would try them all. But the mex does not ask for the options, only for
//! the *set of their values*, and that set can be built one row at a time.
//!
//! Let `V_j(k)` be the set of nim-sums of `j` values out of `g(0), ..., g(k-1)`, with repetition. Then
//! `g(k) = mex V_m(k)`, and when row `k` is known, a sum of `j` values either does without `g(k)` or uses
//! it (using it twice is the same as using `g(0) = 0` twice):
//!
//! ```text
//! V_j(k+1) = V_j(k)  united with  { v xor g(k) : v in V_(j-1)(k) }
//! ```
//!
//! As a program, for small cases:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::theory::choose;
//! use std::collections::BTreeSet;
//!
//! fn rows(m: usize, last: usize) -> Vec<u64> {
//!     let mut values: Vec<u64> = Vec::new();
//!     // No value yet: the only sum of no values is 0, and of one or more there is none.
//!     let mut sums: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); m + 1];
//!     sums[0].insert(0);
//!     for _ in 0..=last {
//!         let value = (0..).find(|value| !sums[m].contains(value)).unwrap();
//!         for j in (1..=m).rev() {
//!             // From above, so that V_(j-1) is still the old one; the new value may come again.
//!             for times in 1..=j {
//!                 let shift = if times % 2 == 1 { value } else { 0 };
//!                 let more: Vec<u64> = sums[j - times].iter().map(|sum| sum ^ shift).collect();
//!                 sums[j].extend(more);
//!             }
//!         }
//!         values.push(value);
//!     }
//!     values
//! }
//! for m in 1..=4 {
//!     assert_eq!(rows(m, 10), choose::table(m as u32, 10, &Limits::default())?);
//! }
//! # Ok::<(), grundy::limits::Stop>(())
//! ```
//!
//! The library keeps the large sets as bits, 64 values in a machine word. Shifting such a set is a
//! permutation of its words and of the bits inside a word, so that the whole table for seven parts and
//! 0 to 64 ones, whose largest value has 25 binary digits, is computed at start and not stored.
//!
//! ```text
//! $ grundy table masks --to 12
//! 0  0
//! 1  1
//! 2  2
//! 3  4
//! 4  8
//! 5  16
//! 6  32
//! 7  64
//! 8  128
//! 9  255
//! 10  256
//! 11  512
//! 12  1024
//! ```
//!
//! # Old friends
//!
//! The tables for small `m` are known from elsewhere. One part: Nim. Two parts: the *odious* numbers,
//! those with an odd number of ones in binary, which are the values of the coin game Mock Turtles.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::theory::choose::table;
//! let limits = Limits::default();
//! assert_eq!(table(1, 6, &limits)?, [0, 1, 2, 3, 4, 5, 6]);
//!
//! let odious = (1..).filter(|n: &u64| n.count_ones() % 2 == 1);
//! assert!(table(2, 30, &limits)?[1..].iter().copied().eq(odious.take(30)));
//! # Ok::<(), grundy::limits::Stop>(())
//! ```
//!
//! There is a reason. A new value is the least number that is not the sum of at most `m` earlier ones,
//! so any `m + 1` of the values after `g(0)` are independent. Such a list is what coding theory calls the
//! columns of a parity check matrix, and the greedy choice builds Conway and Sloane's *lexicodes*:
//! games and error-correcting codes are the same arithmetic. At `m = 7`, distance 9.
//!
//! # Winning moves
//!
//! ```text
//! $ grundy moves masks 3 5 --first
//! 5 -> 0 + 0 + 0 + 0 + 0 + 0 + 3
//! $ grundy moves masks 3 5 --count
//! 35
//! ```
//!
//! The first of them leaves two numbers with three ones each, and nothing else that can move: from
//! there one copies the opponent.
//!
//! *Sources:* the contest problem sslb1633; Conway and Sloane, *Lexicographic codes: error-correcting
//! codes from game theory*, IEEE Transactions on Information Theory 32 (1986); Winning Ways, chapter
//! 14 (coin-turning games, Mock Turtles).
