//! Take-away games: which amounts may be taken, and why patterns in them can be proved.
//!
//! One heap, and a rule that says how many tokens a move may take. Such games are told by their set of
//! amounts. The library writes `S{1,3,4}` for the set 1, 3, 4, `S{..4}` for 1 to 4, and `allbut{1,2}`
//! for every amount except 1 and 2; in a shell they need quotes.
//!
//! # Finite sets are periodic, all of them
//!
//! ```text
//! $ grundy explain 'S{1,3,4}'
//! rule     [n] -> [n - k] for k in {1, 3, 4}
//! engine   finite subtraction set: heap by heap, until a period is proved
//! because  a finite subtraction set: its period can always be proved
//! proved   G(n + 7) = G(n) for all n >= 0
//! ```
//!
//! "For all n", after a look at finitely many values: how is that possible? Let `M` be the largest
//! amount. The value of heap `n` is the mex of some of the `M` values before it. So the last `M` values
//! decide the next one, that and `M - 1` of the old ones decide the one after, and so on for ever.
//! **When the same `M` values stand in a row for the second time, everything after them comes again.**
//! And they must come again some day: a mex of at most `|S|` numbers is at most `|S|`, so there are only
//! finitely many rows of `M` values.
//!
//! That argument is a program:
//!
//! ```
//! use std::collections::HashMap;
//! use grundy::heap::SubtractionSet;
//! use grundy::limits::Limits;
//!
//! let set = [2, 5, 7];
//! let window = 7;
//! let mut values: Vec<u64> = Vec::new();
//! let mut seen: HashMap<Vec<u64>, usize> = HashMap::new();
//! let (start, period) = loop {
//!     let n = values.len();
//!     if n >= window {
//!         let last = values[n - window..].to_vec();
//!         if let Some(earlier) = seen.insert(last, n - window) {
//!             break (earlier, n - window - earlier);
//!         }
//!     }
//!     let reached: Vec<u64> = set.iter().filter(|&&k| k <= n).map(|k| values[n - k]).collect();
//!     values.push((0..).find(|value| !reached.contains(value)).unwrap());
//! };
//! assert_eq!((start, period), (0, 22));
//!
//! // The library finds the same, and then answers for every heap.
//! let proved = SubtractionSet::new([2, 5, 7]).prove(&Limits::default()).proved().unwrap();
//! assert_eq!((proved.periodicity().preperiod, proved.periodicity().period), (0, 22));
//! assert_eq!(proved.value(1_000_000_000_000_000_000), Some(values[10_usize.pow(18) % 22]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A pattern that holds for the first thousand heaps but has not been proved like this may still
//! break; [`mistakes`](super::mistakes#a-pattern-that-holds-for-five-thousand-heaps) has one that lasts
//! for five thousand.
//!
//! # Rules that remember
//!
//! Take 1 to 5, but never what was just taken: that is a second coordinate, the last amount. The same argument proves a
//! period. The value of a heap with a given last amount is the mex of values of smaller heaps with other last amounts,
//! never more than five back; so the values of *all* last amounts for five heaps in a row decide everything after them.
//! It holds for every rule in which one coordinate may be large, moves change it by bounded amounts, and the other
//! coordinates (or the kinds of components) have finitely many states: passes that are left, attacks that have to
//! recover, conditions on remainders.
//!
//! ```text
//! $ grundy prove '[n, last] -> [n-k, k] for k in 1..5 if k != last'
//! proved: [n + 13, last] and [n, last] have the same value for all n >= 28, last <= 31
//!   by a recurrence: moves look back a bounded way
//!   --about outcomes asks who wins, whatever the other coordinates are
//! $ grundy moves '[n, last] -> [n-k, k] for k in 1..5 if k != last' 10^18,0
//! N: the player to move wins. Winning moves:
//!   [1000000000000000000, 0] -> [999999999999999999, 1]
//! ```
//!
//! The condition says more than one may think: without it 6 would be the period.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let period = |rule: &str| {
//!     let found = Session::with_game(rule)?.repetition(0, &Limits::default())?;
//!     Ok::<_, Box<dyn std::error::Error>>(found.map_err(|why| why.to_string())?.period)
//! };
//! assert_eq!(period("[n, last] -> [n-k, k] for k in 1..5")?, 6);
//! assert_eq!(period("[n, last] -> [n-k, k] for k in 1..5 if k != last")?, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a to b
//!
//! Where all amounts from `a` to `b` are allowed the pattern can be written down at once: the value of
//! `n` is `(n mod (a + b)) / a`, rounded down. With `a = 1` this is `n mod (b + 1)`, the first take-away
//! game of every textbook.
//!
//! ```
//! use grundy::heap::SubtractionSet;
//! use grundy::limits::Limits;
//! for (a, b) in [(1, 3), (1, 4), (2, 5), (3, 3), (4, 9)] {
//!     let (values, _) = SubtractionSet::new(a..=b).values(200, &Limits::default());
//!     assert!(values.iter().eq((0..=200).map(|n| n % (a + b) / a)));
//! }
//! ```
//!
//! ```text
//! $ grundy moves 'bash(4)' 23
//! N: the player to move wins. Winning moves:
//!   23 -> 20
//! ```
//!
//! When every heap has a limit of its own, the limit becomes a second coordinate and the formula
//! stays. A heap of 10 from which at most 3 may be taken is worth `10 mod 4 = 2`; a heap of 7 from which
//! at most 2 may be taken is worth 1.
//!
//! ```text
//! $ grundy value bounded '10,3 7,2'
//! 3
//! $ grundy moves bounded '10,3 7,2'
//! N: the player to move wins. Winning moves:
//!   [10, 3] -> [9, 3]
//!   [7, 2] -> [5, 2]
//! ```
//!
//! # Everything but a few
//!
//! Forbid finitely many amounts and allow the rest. Now a large heap has many options, values grow
//! without bound, and the pattern is *arithmetic*: after a period the values come again, all larger by
//! the same number, the *saltus*.
//!
//! ```
//! use grundy::heap::AllButSet;
//! use grundy::limits::Limits;
//! let proved = AllButSet::new([1, 3, 4]).prove(&Limits::default()).proved().unwrap();
//! let pattern = proved.periodicity();
//! assert_eq!((pattern.preperiod, pattern.period, pattern.saltus), (0, 12, 4));
//! assert_eq!(proved.value(12_000_000 + 5), proved.value(5).map(|value| value + 4_000_000));
//! ```
//!
//! The proof is again that a finite state comes back. If `e` is the largest forbidden amount, every
//! heap up to `n-1-e` is an option of `n`, and together those have exactly the values below some `b`.
//! Only the last `e` values, measured from `b`, are left to matter.
//!
//! ```text
//! $ grundy value 'allbut{1,2}' 1000000000000000000
//! 333333333333333333
//! ```
//!
//! # Sets that depend on the heap
//!
//! "Take at least half" has no fixed set. Its values are easy all the same: from a heap of `n` one can
//! leave any heap up to `n/2`, so the value goes up by one whenever `n` doubles. It is the number of
//! binary digits of `n`.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("half")?;
//! for n in 0..200_u64 {
//!     let position = session.position(&n.to_string())?;
//!     let value = session.by_definition(&position, &limits)?;
//!     assert_eq!(value.to_string(), (u64::BITS - n.leading_zeros()).to_string());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! "Take 1 or a power of a prime" looks wilder, and is tamer: the value of a heap is its remainder modulo 6. No prime
//! power is a multiple of 6, so no move keeps the remainder; and the numbers 1 to 5 are 1 or prime powers, so that every smaller
//! remainder is reached by taking the difference.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("prime-powers")?;
//! for n in 0..300 {
//!     let position = session.position(&n.to_string())?;
//!     let value = session.by_definition(&position, &limits)?;
//!     assert_eq!(value.to_string(), (n % 6).to_string());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Sources:* Winning Ways, chapter 4 ("Taking and Breaking"); Siegel, *Combinatorial Game Theory*,
//! IV.2 and IV.4 (all-but sets); Golomb, *A mathematical investigation of games of "take-away"*,
//! Journal of Combinatorial Theory 1 (1966).
