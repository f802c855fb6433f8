//! Take and break: octal codes, and the theorem that proves their periods.
//!
//! Knock pins out of a row, and what is left may fall into two rows. Put a strip on a board, and two
//! boards are left. Many such games differ only in how many tokens a move takes and in how many heaps
//! it may leave. Guy and Smith wrote each of them as a number.
//!
//! # The code
//!
//! Digit `d_i` after the point says what may be done when `i` tokens are taken from a heap. It is the sum
//! of
//!
//! - 1, if the rest may be *no* heap (one takes a heap of exactly `i` whole),
//! - 2, if the rest may be *one* heap,
//! - 4, if the rest may be *two* heaps.
//!
//! So 3 means "take `i`", 7 means "take `i`, and split the rest if you like". A digit before the point
//! stands for `i = 0`: only 4 makes sense there, splitting without taking.
//!
//! | code | game |
//! | --- | --- |
//! | `0.333` | take 1, 2 or 3 |
//! | `0.77` | Kayles: knock out one pin or two neighbours |
//! | `0.07` | Dawson's Kayles: exactly two neighbours |
//! | `0.137` | Dawson's Chess |
//! | `0.(3)` | Nim: the bracket repeats for ever |
//! | `4.(3)` | Lasker's Nim: take any number, or split |
//! | `0.0077` | strips of length 3 and 4 on a board |
//!
//! A rule in words and its code are the same game, and the planner sees it:
//!
//! ```
//! use grundy::games::open;
//! use grundy::heap::HeapGame;
//! use grundy::plan::{Engine, plan};
//! for (rule, code) in [
//!     ("[pins] -> [a] + [pins-k-a] for k in 1..2, a in 0..pins-k", "0.77"),
//!     ("strips({3, 4})", "0.0077"),
//!     ("pas(1, 5, 1)", "0.70007"),
//! ] {
//!     match plan(&open(rule)?).engine {
//!         Engine::Heap(HeapGame::Code(found), _) => assert_eq!(found.to_string(), code),
//!         engine => panic!("{engine:?}"),
//!     }
//! }
//! # Ok::<(), grundy::rule::RuleError>(())
//! ```
//!
//! # Kayles
//!
//! The value of a row is the mex over all ways to take and to break it, and a broken row is worth the
//! nim-sum of its two halves. Written out, that is the whole engine (a slow one):
//!
//! ```
//! use grundy::heap::{Code, guy_smith};
//! use grundy::limits::Limits;
//!
//! let mut values: Vec<u64> = vec![0];
//! for row in 1..200_usize {
//!     let mut reached = Vec::new();
//!     for taken in 1..=row.min(2) {
//!         for left in 0..=row - taken {
//!             reached.push(values[left] ^ values[row - taken - left]);
//!         }
//!     }
//!     values.push((0..).find(|value| !reached.contains(value)).unwrap());
//! }
//! assert_eq!(values[..13], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
//!
//! let kayles: Code = "0.77".parse()?;
//! let proved = guy_smith::prove(&kayles, 1000, &Limits::default()).proved().unwrap();
//! assert!((0..200).all(|row| proved.value(row) == Some(values[row as usize])));
//! # Ok::<(), grundy::heap::CodeError>(())
//! ```
//!
//! # How a period is proved
//!
//! Unlike in a subtraction game, the value of a heap depends on *all* smaller ones, so a window that
//! comes back proves nothing. This does:
//!
//! **Theorem (Guy and Smith 1956).** Let the last digit of an octal code that is not 0 be its `k`-th behind the point. If
//! `G(n+p) = G(n)` for all `n` with `n0 <= n < 2 n0 + p + k`, where `n0 >= 1` and `p >= 1`, then it holds
//! for all `n >= n0`.
//!
//! The idea: a large heap can only break into two of which at least one is large. Make that one smaller
//! by `p`. Its value stays, so each option of `n + p` becomes an option of `n` of the same value, and
//! the other way round.
//!
//! For Kayles `k = 2`. From heap 71 on it repeats with period 12, and the theorem asks for the equation
//! up to heap `2*71 + 12 + 2`, that is for the values below 168. One can check them in one line:
//!
//! ```
//! use grundy::heap::guy_smith::{self, Theorem};
//! use grundy::limits::Limits;
//! let kayles = "0.77".parse()?;
//! let (start, period) = (71, 12);
//! assert_eq!(Theorem::of(&kayles).values_needed(start, period), Some(168));
//!
//! let proved = guy_smith::prove(&kayles, 1000, &Limits::default()).proved().unwrap();
//! assert_eq!((proved.periodicity().preperiod, proved.periodicity().period), (start, period));
//! assert_eq!(proved.periodicity().exceptions.last(), Some(&70));
//! # Ok::<(), grundy::heap::CodeError>(())
//! ```
//!
//! ```text
//! $ grundy explain kayles
//! Kayles: knock down one pin or two neighbours
//! rule     game kayles "Kayles"
//!          [n] -> [a] + [n - k - a] for k in 1..2, a in 0..(n - k) / 2
//! engine   heap sequence of 0.77
//! because  a take-and-break game: its sequence is computed, and its period proved if one is found
//! proved   G(n + 12) = G(n) for all n >= 71; exceptions before that: 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70
//! $ grundy value kayles 1000000000000000000
//! 1
//! ```
//!
//! The condition `n0 >= 1` is there for a reason. A heap of 1 cannot become a heap of 1 less a period.
//! With `n0 = 0` the theorem would "prove" that the game `0.4`, in which one takes one token and must
//! leave two heaps, is worth nothing anywhere:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("0.4")?;
//! let mut values = Vec::new();
//! for n in 0..8 {
//!     let position = session.position(&n.to_string())?;
//!     values.push(session.value(&position, &limits)?.to_string());
//! }
//! // n0 = 0, p = 1, k = 1: the equation holds for 0 <= n < 2, and fails at n = 2.
//! assert_eq!(values, ["0", "0", "0", "1", "1", "2", "0", "3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Lasker's Nim
//!
//! Take any number, or split a heap in two without taking. Values grow, so there is no period, but a
//! pattern with a saltus: `G(4k+1) = 4k+1`, `G(4k+2) = 4k+2`, `G(4k+3) = 4k+4`, `G(4k+4) = 4k+3`.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use grundy::theory::lasker;
//! let limits = Limits::default();
//! let mut session = Session::with_game("lasker")?;
//! for n in 0..60 {
//!     let position = session.position(&n.to_string())?;
//!     let value = session.by_definition(&position, &limits)?.nimber().unwrap().0;
//!     assert_eq!(lasker::value_u64(n), Some(value));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy moves lasker 2 5 7
//! N: the player to move wins. Winning moves:
//!   7 -> 1 + 6
//!   7 -> 2 + 5
//!   7 -> 3 + 4
//! ```
//!
//! # Values that grow
//!
//! A digit may be hexadecimal: then it has one bit more, 8, and the rest may be *three* heaps. Where heaps fall in three,
//! or any amount may be taken, there is often no period, but a number `s` that is added after each: `G(n+p) = G(n) + s` from
//! some heap on, as in Lasker's Nim. Take one and leave three heaps:
//!
//! ```
//! use grundy::heap::{HeapGame, Run};
//! use grundy::limits::Limits;
//! let mut run = Run::new(HeapGame::Code("0.8".parse()?));
//! run.advance(1000, &Limits::default())?;
//! let proof = run.proof().unwrap();
//! assert_eq!((proof.preperiod, proof.period, proof.saltus), (1, 3, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The proof of Guy and Smith breaks down here. It makes one heap of an option larger by a period, and relies on the option
//! keeping its value; here the value of that heap grows by `s`, and what the xor with the others then does depends on carries. So
//! one looks at two parts of each value. Go on by so many periods together that the values grow by a multiple `S` of a power of two,
//! `2^w`. Their last `w` binary digits, the *low* part, then repeat and never meet a carry. Of the rest, the *high* part, little is
//! needed: a xor is at most the sum of what is joined, and odd exactly when the sum is. Now there are two things to show of a large heap `n`:
//!
//! - *No option has the value foretold.* Take whole periods away from the heaps of an option until they are small: finitely many
//!   cases are left, and in each the low parts differ, or the high parts have a sum of the wrong parity or too small a sum.
//! - *Every smaller value is that of an option.* A small one is reached by two equal heaps and a third: as `n` grows, let
//!   both of the two grow, and their xor stays 0. A larger one is reached by a single large heap beside small ones: as `n` grows by a period, let that
//!   heap grow, and the value of the option grows by `S` too.
//!
//! Each of these is tried for finitely many heaps, and if all hold, the pattern is proved for ever:
//!
//! ```text
//! $ grundy prove 0.28
//! proved: G(n + 53) = G(n) + 16 for all n >= 1
//!   for 0.28, by arithmetic-period from 535 values
//! $ grundy value 0.28 10^20
//! 30188679245283018867
//! ```
//!
//! A rule in which any amount may be taken is a code that repeats for ever, and the same theorem speaks of it. Lasker's Nim
//! with three heaps in place of two, that is, take any number or part a heap in three without taking:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use grundy::theorem::{Sought, seek};
//! let rule = "[n] -> [n-k] for k in 1..n | [a] + [b] + [n-a-b] for a in 1..n-2, b in 1..n-a-1";
//! let session = Session::with_game(rule)?;
//! let theorem = seek(&session, &Sought::default(), &Limits::default())?.proved().unwrap();
//! assert_eq!(
//!     theorem.statement().to_string(),
//!     "G(8k) = 8k-1, G(8k+1) = 8k+1, G(8k+2) = 8k+2, G(8k+3) = 8k+3, G(8k+4) = 8k+4, \
//!      G(8k+5) = 8k+5, G(8k+6) = 8k+6, G(8k+7) = 8k+8, but G(0) = 0"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The conditions belong to the proof and not to the truth. `0.209` grows by 3 after each 9 heaps as far as anybody has looked, and they do
//! not hold for it: there the program says what it sees, and not that it is so.
//!
//! # Conditions on the pieces
//!
//! A code cannot say that no piece may be a single token, that the pieces must differ, or that one of them must be odd. The
//! notation can, and as long as a condition sees of the pieces only how small they are, what is left of them modulo some number, and
//! how near they are to each other, the idea of the proof above still works: make a large piece smaller by a multiple of that
//! number, which the condition does not notice.
//!
//! ```
//! use grundy::heap::Run;
//! use grundy::limits::Limits;
//! use grundy::plan::Engine;
//! use grundy::play::Session;
//!
//! let sequence = |rule: &str| -> Result<Run, Box<dyn std::error::Error>> {
//!     let session = Session::with_game(rule)?;
//!     let Engine::Heap(game, _) = &session.plan(0).engine else { panic!("{rule}") };
//!     let mut run = Run::new(game.clone());
//!     run.advance(2000, &Limits::default())?;
//!     Ok(run)
//! };
//! // No piece may be a single token: the values of 0.4, which is Dawson's Kayles with other names for its heaps.
//! let split = sequence("[n] -> [a] + [n-a] for a in 2..n-2")?;
//! assert_eq!(split.proof().map(|proof| proof.period), Some(34));
//! let dawson = sequence("0.4")?;
//! assert!(split.range(1..150).eq(dawson.range(0..149)));
//!
//! // Couples are for ever: two tokens are not parted. These are the values of the Officers.
//! let couples = sequence("[n] if n > 2 -> [a] + [n-a] for a in 1..n-1")?;
//! let officers = sequence("0.6")?;
//! assert!(couples.range(1..2000).eq(officers.range(0..1999)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is not known
//!
//! Every finite octal game that has been settled turned out to be ultimately periodic; whether all
//! of them are, nobody knows. `0.6` (Officers) has been computed to 2^47 heaps without a period. Grundy's
//! game, splitting into two *unequal* heaps, is not an octal game, and is open as well. The library
//! computes what you ask for and claims no more:
//!
//! ```
//! use grundy::heap::{PeriodSearch, guy_smith};
//! use grundy::limits::Limits;
//! let officers = "0.6".parse()?;
//! let search = guy_smith::prove(&officers, 2000, &Limits::default());
//! let PeriodSearch::Open { values, stop } = search else { panic!() };
//! assert_eq!((values.len(), stop), (2001, None));
//! # Ok::<(), grundy::heap::CodeError>(())
//! ```
//!
//! *Sources:* Guy and Smith, *The G-values of various games*, Proceedings of the Cambridge
//! Philosophical Society 52 (1956); Winning Ways, chapter 4; Lasker, *Brettspiele der Völker* (1931);
//! for `0.6`, Grossman in *Games of No Chance 5* (2019).
