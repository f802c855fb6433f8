//! Mistakes that stand in solutions and on pages, each with the command that shows it.
//!
//! All of these look right, and most pass small tests. The remedy is the same every time: ask the
//! definition, and look beyond the first screen.
//!
//! # "The digit game is lost exactly at the multiples of ten"
//!
//! Subtract from a number its largest digit or its smallest digit that is not zero; whoever reaches 0 wins.
//! (USACO 2009, *Cow Digit Game*.) The multiples of ten are lost indeed up to 130: from 10 one moves into
//! 1..9, from which 0 is one move away. But 132 is lost too, and from there on the pattern is gone:
//! `132 - 3 = 129` and `132 - 1 = 131` are both won.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("digits")?;
//! let mut lost = Vec::new();
//! for n in 0..170 {
//!     let position = session.position(&n.to_string())?;
//!     if session.outcome(&position, &limits)? == Outcome::P {
//!         lost.push(n);
//!     }
//! }
//! assert!(lost[..14].iter().copied().eq((0..14).map(|tens| tens * 10)));
//! assert_eq!(lost[14..], [132, 140, 142, 150, 152, 154, 161, 163, 165, 167, 169]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy explain digits 132
//! 132 is worth 0; no shape with a theory: values come from the definition
//!   132 -> 131   2
//!   132 -> 129   2
//!   the least value not among them (mex): 0
//! P: the player to move loses, whatever the move.
//! ```
//!
//! And 160 is a multiple of ten that is won. The game has to be computed, which takes no time up to the
//! contest's 10^6.
//!
//! # The golden ratio in floating point
//!
//! A solution of [Wythoff's game](super::wythoff) that is printed often tests
//! `(int)((sqrt(5.0) + 1) / 2 * (b - a)) == a`. POJ 1067 allows piles up to 10^9, and there it is wrong.
//! In 64-bit floating point it first fails at the difference 102334155, the fortieth Fibonacci number:
//! `n phi` lies just below an integer there, nearer than the rounding error.
//!
//! ```
//! use grundy::theory::wythoff::{is_p_u64, pair};
//! let phi = (5.0_f64.sqrt() + 1.0) / 2.0;
//! let by_float = |a: u64, b: u64| (phi * (b - a) as f64) as u64 == a;
//!
//! let (a, b) = (165_580_140, 267_914_295);
//! assert_eq!(pair(&102_334_155_u32.into()), (a.into(), b.into()));
//! assert!(is_p_u64(a, b) && !by_float(a, b)); // lost, and called won
//! assert!(by_float(a + 1, b + 1) && !is_p_u64(a + 1, b + 1)); // won, and called lost
//!
//! // Up to a million, and at every smaller Fibonacci number, where it is hardest, nothing shows.
//! for n in 1..1_000_000_u64 {
//!     let exact = (n + (5 * n * n).isqrt()) / 2;
//!     assert!(by_float(exact, exact + n));
//! }
//! let mut fibonacci = (1_u64, 2_u64);
//! while fibonacci.0 < 102_334_155 {
//!     let n = fibonacci.0;
//!     let exact = (n + (5 * n * n).isqrt()) / 2;
//!     assert!(by_float(exact, exact + n));
//!     fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
//! }
//! ```
//!
//! ```text
//! $ grundy moves wythoff 165580140,267914295
//! P: the player to move loses; no move wins.
//! $ grundy moves wythoff 165580141,267914296
//! N: the player to move wins. Winning moves:
//!   [165580141, 267914296] -> [165580140, 267914295]
//!   [165580141, 267914296] -> [102334155, 165580141]
//! ```
//!
//! A search through all smaller differences finds no other failure. With `1.618` in place of the ratio the
//! first comes at the difference 233: the pair is (377, 610), and `1.618 * 233` is 376.994.
//!
//! ```
//! use grundy::theory::wythoff::pair;
//! let first = (1..).find(|&n: &u32| pair(&n.into()).0 != ((1.618 * f64::from(n)) as u32).into());
//! assert_eq!(first, Some(233));
//! assert_eq!(pair(&233_u32.into()), (377_u32.into(), 610_u32.into()));
//! ```
//!
//! # A pattern that holds for five thousand heaps
//!
//! From a heap take a factorial: 1, 2, 6, 24, 120, ... The values come again every 25, and a table of
//! 5050 heaps agrees. It is not the pattern of the game:
//!
//! ```
//! use grundy::heap::SubtractionSet;
//! use grundy::limits::Limits;
//! let limits = Limits::default();
//!
//! // Up to 720 the period 25 is a theorem.
//! let short = SubtractionSet::new([1, 2, 6, 24, 120, 720]).prove(&limits).proved().unwrap();
//! assert_eq!((short.periodicity().preperiod, short.periodicity().period), (0, 25));
//!
//! // With 7! = 5040, it lasts ten heaps longer than that.
//! let (values, _) = SubtractionSet::new([1, 2, 6, 24, 120, 720, 5040]).values(6000, &limits);
//! let first = (25..=6000).find(|&n| values.get(n) != values.get(n % 25));
//! assert_eq!(first, Some(5050));
//! assert_eq!((values.get(0), values.get(5050)), (Some(0), Some(4)));
//! ```
//!
//! ```text
//! $ grundy table '[n] -> [n-k] for k in {1,2,6,24,120,720,5040}' --from 5049 --to 5051
//! 5049  3
//! 5050  4
//! 5051  0
//! ```
//!
//! The amounts 120 and 720 leave 20 when divided by 25, and do no harm; 5040 leaves 15. A repetition is a
//! theorem only with the condition of [`take_away`](super::take_away) or of
//! [`take_and_break`](super::take_and_break) checked.
//!
//! # "Two won games make a lost one"
//!
//! Outcomes do not add. Two N-positions add up to P only if their values are equal.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let mut session = Session::with_game("S{1,3,4}")?;
//! for (heaps, outcome) in [("4", "N"), ("5", "N"), ("4 5", "N"), ("4 6", "P")] {
//!     let position = session.position(heaps)?;
//!     assert_eq!(session.outcome(&position, &Limits::default())?.to_string(), outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # "In misère Nim the other player wins"
//!
//! Only while no heap exceeds one. From 5 and 5 the player to move loses both ways of play.
//!
//! ```text
//! $ grundy moves nim 5 5
//! P: the player to move loses; no move wins.
//! $ grundy moves nim 5 5 --misere
//! P: the player to move loses; no move wins.
//! ```
//!
//! # "In Fibonacci Nim one must take the smallest part"
//!
//! It always wins, but it need not be the only move that does: where a problem asks for *all* winning
//! moves, it is not enough. 17 = 13 + 3 + 1, and both 1 and 1 + 3 win:
//!
//! ```text
//! $ grundy moves fibonacci-nim 17
//! N: the player to move wins. Winning moves:
//!   fresh[17] -> [16, 2]
//!   fresh[17] -> [13, 8]
//! ```
//!
//! # The theorem of Guy and Smith from heap 0
//!
//! Its condition `n0 >= 1` is left out now and then. The game `0.4` is the counterexample; see
//! [`take_and_break`](super::take_and_break#how-a-period-is-proved).
