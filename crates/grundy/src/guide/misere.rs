//! Misère play: the last move loses, and sums stop being simple.
//!
//! Change one word of the rules, "whoever makes the last move *loses*", and most of the theory is gone.
//! The recursion stays, with its beginning turned round: a position without options is N, and any other
//! position is N exactly when some option is P. In the notation it is one more line, `misere`, and in the
//! terminal an option of `value`, `moves`, `table` and `explain`, `--misere`.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("[n] -> [n-k] for k in 1..3\nmisere")?;
//! for n in 0..40 {
//!     let position = session.position(&n.to_string())?;
//!     assert_eq!(session.outcome(&position, &limits)? == Outcome::P, n % 4 == 1);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! So one heap of a take-away game is no trouble: P moves from the multiples of 4 to the numbers one
//! above them.
//!
//! # A value is no longer enough
//!
//! In normal play a position of value 4 can be replaced by a heap of 4 in every sum, so two positions of
//! value 4 are worth the same. Kayles shows that misère play has nothing like it. Rows of 5, 9 and 12 pins
//! all have value 4. In misère play the row of 5 is N, and the rows of 9 and of 12 are P:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut normal = Session::with_game("kayles")?;
//! let mut misere = Session::with_game("kayles")?;
//! misere.play_misere();
//! for (row, outcome) in [(5, "N"), (9, "P"), (12, "P")] {
//!     let position = normal.position(&row.to_string())?;
//!     assert_eq!(normal.value(&position, &limits)?.to_string(), "4");
//!     let position = misere.position(&row.to_string())?;
//!     assert_eq!(misere.outcome(&position, &limits)?.to_string(), outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! $ grundy value kayles 9
//! 4
//! $ grundy moves kayles 9 --misere
//! P: the player to move loses; no move wins.
//! $ grundy moves kayles 5 --misere
//! N: the player to move wins. Winning moves:
//!   5 -> 0 + 4
//!   5 -> 2 + 2
//! ```
//!
//! # Who wins each part says nothing about the sum
//!
//! Nor can one work with outcomes. In misère play a heap of 1 and the pair 2 + 2 are both P. If they
//! were the same in sums, adding 2 + 2 to either would make no difference. It does:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("misere-nim")?;
//! let mut outcome = |heaps: &str| {
//!     let position = session.position(heaps)?;
//!     Ok::<_, Box<dyn std::error::Error>>(session.outcome(&position, &limits)?.to_string())
//! };
//! assert_eq!(outcome("1")?, "P");
//! assert_eq!(outcome("2 2")?, "P");
//! assert_eq!(outcome("1 2 2")?, "N");
//! assert_eq!(outcome("2 2 2 2")?, "P");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Even `G + G`, which in normal play the second player wins by copying, may be N: the copier makes the
//! last move, and loses. Two heaps of 1 are the smallest case.
//!
//! Why does the proof of Sprague and Grundy break? It answers a move to a larger value by moving back,
//! and it ends with "nothing is left, and you are to move": a position without moves equals an empty
//! heap. In misère play being left without a move is a *win*, so those last steps turn round, and with
//! them everything that stood on them. What can be proved is much weaker: Conway showed that hardly any
//! two misère positions are equal in all sums.
//!
//! # What the library does
//!
//! Nim and misère Nim have Bouton's rule (see [`nim`](super::nim)). Some games stay close to Nim, the *tame* ones
//! ([`search::Tame`](crate::search::Tame)). Beside its value a component has g-, the mex of the g- of its options,
//! which is 1 where there are none; both together are its *genus*. A Nim heap of 0 has (0, 1), of 1 (1, 0): these
//! are *fickle*. Larger heaps have (n, n): two equal values are *firm*. Where everything that can be reached has such a genus, a sum is
//! decided as in misère Nim: it is lost if its nim-sum is 0, or, where all components are fickle, 1. So four heaps from
//! which up to three are taken need no search over sums, however many positions these have:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
//! session.play_misere();
//! // Values 0, 0, 0 and 1, all fickle.
//! let position = session.position("1000 2000 3000 4001")?;
//! assert_eq!(session.outcome(&position, &limits)?, Outcome::P);
//! // Values 2 and 2, which are firm.
//! let position = session.position("1002 4002")?;
//! assert_eq!(session.outcome(&position, &limits)?, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything else is *wild*. What such a component is beside Nim heaps its genus tells when it is written in full, with the
//! g- of the component alone, beside a heap of two, beside two of them, and so on: `4^146` is the genus of five in a row in
//! Kayles, and the last two numbers repeat (`grundy table kayles --genus`, [`search::Genera`](crate::search::Genera)):
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("kayles")?;
//! session.play_misere();
//! let position = session.position("5")?;
//! assert_eq!(session.genus(&position, &limits)?.to_string(), "4^146");
//! // Lost beside a heap of one; beside a heap of two and one of four; beside two of two and one of six.
//! for lost in ["5 + nim[1]", "5 + nim[2] + nim[4]", "5 + nim[2] + nim[2] + nim[6]"] {
//!     let position = session.position(lost)?;
//!     assert_eq!(session.outcome(&position, &limits)?, Outcome::P);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For heaps of one take-and-break game there is the misère quotient, which the next section tells of. What is left is computed
//! over whole sums: the positions of all components together, remembered as sorted lists. That is exact, and it is
//! slow where there are many components, because their positions multiply. Limits keep it in bounds:
//!
//! ```
//! use grundy::limits::{Limits, Stop};
//! use grundy::play::Session;
//! use grundy::ruleset::Failure;
//! let mut session = Session::with_game("kayles")?;
//! session.play_misere();
//! let position = session.position("20 21 + dawson[22] + grundys[23]")?;
//! let answer = session.outcome(&position, &Limits::default().positions(1000));
//! assert_eq!(answer, Err(Failure::Stop(Stop::Positions(1000))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A sum is played one way. Games that say `misere` cannot be mixed with games that do not; `--misere`
//! asks for misère play of everything:
//!
//! ```text
//! $ grundy moves 'misere-nim[2] + nim[2]'
//! ? 2
//! error: this sum mixes misère games with normal ones: a sum is played one way, so ask for misère play of all of it
//! $ grundy moves 'kayles[3] + nim[2]' --misere
//! N: the player to move wins. Winning moves:
//!   kayles[3] -> kayles[0] + kayles[2]
//! ```
//!
//! # The misère quotient
//!
//! Hardly any two misère positions are equal in all sums, but one may ask for less: that they are equal in
//! all sums *of one game*. Call two sums of Kayles rows equal if, whatever further rows are put beside both,
//! either both are won or both are lost. The classes of equal sums can be multiplied, by putting sums side by side,
//! so they form a commutative monoid: the *misère quotient* of Kayles. It has 40 elements, nine of them lost, and
//! what a row stands for repeats after 12 pins from 71 on. Then any sum of rows of any length is a product in a
//! monoid of 40 elements:
//!
//! ```
//! use grundy::heap::HeapGame;
//! use grundy::limits::Limits;
//! use grundy::misere::Quotient;
//! let mut kayles = Quotient::new(HeapGame::Code("0.77".parse()?));
//! kayles.advance(1000, &Limits::default())?;
//! let (monoid, letters) = (kayles.monoid(), kayles.presentation());
//! let element = |row: u32| kayles.element(&row.into()).unwrap();
//! // Rows of 5, 9 and 12 have the same value in normal play; here they are three different letters.
//! assert_eq!([5, 9, 12].map(|row| letters.name(element(row))), ["c", "d", "e"]);
//! assert_eq!([5, 9, 12].map(|row| monoid.is_lost(element(row))), [false, true, true]);
//! // Five and nine together are like two rows of two.
//! let both = monoid.product(element(5), element(9));
//! assert_eq!(letters.name(both), "b^2");
//! assert_eq!(both, monoid.product(element(2), element(2)));
//! assert!(monoid.is_lost(both));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the terminal `grundy quotient kayles` shows the monoid by generators and relations, and who wins a sum is
//! explained by it:
//!
//! ```text
//! $ grundy explain kayles 70 41 9 --misere
//! Misère play: whoever makes the last move loses. The misère quotient of heaps up to 70 has 40 elements, 9 of them lost:
//!   70 stands for bc
//!   41 stands for b^2c
//!   9 stands for d
//!   where b = [2], c = [5], d = [9]
//! Their product is bc, which is not lost for the player to move.
//! N: the player to move wins.
//! Winning move: 70 -> 1 + 68
//! ```
//!
//! How can one be sure of infinitely many sums? By a test that is finite. Whether a sum is lost is told by its
//! moves, and for that it does not matter what the sum is made of: only what it stands for, and which elements
//! would be lost together with what some move leaves. There are finitely many such pairs, so all are visited
//! ([`misere`](crate::misere) has the details). Finding the monoid is another matter: it is guessed from the sums that are
//! few and small, and when the test refuses it, the sum on which it fails says where to look.
//!
//! Quotients are not always finite. That of Dawson's Kayles (`0.07`) has 24 elements up to row 24, 144 up to row 25,
//! 638 up to row 33, and nobody knows how it goes on; `grundy quotient` then says how far it is certain. Sibert had found a
//! complete strategy for misère Kayles in 1973, long before anyone spoke of monoids here.
//!
//! *Sources:* Winning Ways, chapter 13 ("Survival in the Lost World"); Sibert and Conway, *Mathematical
//! Kayles*, International Journal of Game Theory 20 (1992); Plambeck, *Taming the wild in impartial
//! combinatorial games*, Integers 5 (2005); Plambeck and Siegel, *Misère quotients for impartial games*,
//! Journal of Combinatorial Theory A 115 (2008); Siegel, *Combinatorial Game Theory*, chapter V.
