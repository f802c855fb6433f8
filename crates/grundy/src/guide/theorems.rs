//! Theorems: a guess about all positions, proved by a machine.
//!
//! A table shows what is true as far as it goes. This chapter is about the step from there to *all* positions, and
//! about not having to believe whoever made it, be it a person or a program.
//!
//! ```text
//! $ grundy prove wythoff
//! proved: the player to move loses exactly when in the Fibonacci numeration the smaller ends in an even number of zeros and the larger is the smaller with one more zero behind it; that is, they are floor(n phi) and floor(n phi^2) for some n
//!   by an automaton of 8 states for the outcomes, Fibonacci numeration
//! ```
//!
//! # What may be proved
//!
//! `grundy prove` knows four kinds of theorems, and tries them in turn.
//!
//! - *A period.* If values repeat for long enough, they repeat for ever; how long is enough is a theorem, of
//!   subtraction sets in [`take_away`](super::take_away), of games that break heaps in
//!   [`take_and_break`](super::take_and_break).
//! - *An automaton* that reads the digits of the numbers of a position and says whether it is lost, or what it is
//!   worth. The rest of this chapter is about these.
//! - *A recurrence.* One number may be as large as it likes, the others are small: a row of values that comes again
//!   brings all later rows with it.
//! - *A misère quotient*, of games of heaps where the last move loses: a finite multiplication table that says who wins every
//!   sum, the subject of [`misere`](super::misere).
//!
//! # A guess that reads digits
//!
//! From a heap at most half may be taken. These heaps are lost:
//!
//! ```text
//! $ grundy table '[n] -> [n-k] for k in 1..n/2' --to 16 --lost
//! 0
//! 1
//! 3
//! 7
//! 15
//! ```
//!
//! In binary they are 0, 1, 11, 111, 1111: there is a 1 at every digit. A machine with one bit of memory could
//! read a number from left to right and say whether that is so. Such a machine is a *finite automaton*: some states, and for every state
//! and digit the next state. It can be found without any idea of the game: two beginnings of
//! numbers belong to the same state if all continuations that stand in the table have the same answer.
//!
//! Other games need other digits. For Wythoff's game, where the golden ratio rules, numbers are written as sums
//! of Fibonacci numbers, no two of them neighbours; and a pair of numbers is read digit beside digit.
//!
//! # Why a guess about digits can be decided
//!
//! The recipe of [`positions`](super::positions#how-to-prove-a-guess) asks two questions about a set of positions:
//! does no move lead from the set to the set, and does some move lead into it from everywhere else? If moves are
//! made of sums and comparisons, then these are statements such as
//!
//! > never: y + 1 <= n, n <= 2 y, and both n and y are in the set.
//!
//! **Theorem (Büchi 1960).** Whatever can be said with "and", "or", "not", "there is a number", `+`, `<=` and sets that
//! automata recognise, an automaton recognises, and it can be built. So it is decided whether the statement holds:
//! one looks whether a state that says no can be reached.
//!
//! Addition of two binary numbers is the schoolbook's: reading digits needs one state for a carry and one for none.
//! "And" runs two automata side by side, "not" changes their answers, and "there is a number" forgets one row of digits,
//! which makes an automaton that guesses, and then one that follows all guesses at once. In the Fibonacci numeration
//! addition is an automaton too, a larger one.
//!
//! The proof can be read. Of Nim, where the set has the values in it:
//!
//! ```text
//! $ grundy prove nim --explain
//! Theorem. Under the rule
//! ...
//! (4) no option has the value of its position:
//!     never y0 + 1 <= n and (y0, g) in G and (n, g) in G
//! (5) every smaller value is that of an option:
//!     if (n, g) in G and h + 1 <= g
//!     then there are y0: y0 + 1 <= n and (y0, h) in G
//! ```
//!
//! These are the two halves of the mex, and neither speaks of a largest heap. The guess came from a table, but nothing of the
//! proof rests on it: a wrong guess fails one of the statements, and then a larger automaton is tried.
//!
//! # In the library
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use grundy::theorem::{Attempt, Sought, seek};
//!
//! let session = Session::with_game("[n] -> [n-k] for k in 1..n/2")?;
//! let sought = Sought::default();
//! let theorem = seek(&session, &sought, &Limits::default())?.proved().unwrap();
//!
//! // What is not proved is said to be open, with what was tried.
//! let session = Session::with_game("[n] -> [n-k] for k in squares(n)")?;
//! let Attempt::Open(tried) = seek(&session, &sought, &Limits::default())? else { panic!() };
//! assert!(!tried.is_empty());
//!
//! // A theorem comes with a certificate: a text, which is checked without the program that found it.
//! let text = theorem.certificate().unwrap().to_text();
//! let read = grundy::theorem::Certificate::from_text(&text)?;
//! read.check(&Limits::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Do not take its word
//!
//! A program that proves may be wrong. So what it found is written down as a *certificate*: the rule and the automaton, and
//! nothing else has to be believed. Another part of the program, which shares no engine with the one that guessed, reads the rule anew and
//! decides all statements again.
//!
//! ```text
//! $ grundy prove '[n] -> [n-k] for k in 1..n/2' --certificate half.json && grundy check half.json
//! proved: the player to move loses exactly when n = 2^k - 1 for some k >= 0
//!   by an automaton of 3 states for the outcomes, base 2 numeration
//! valid: [n] -> [n - k] for k in 1..n / 2: the outcomes are what the automaton of 3 states accepts, base 2 numeration
//! ```
//!
//! And with `--export walnut` the statements are written for Walnut, a prover by other people.
//!
//! # Where it ends
//!
//! Multiplication of two numbers that both vary cannot be said in this language, and statements with it cannot be decided in
//! general. So squares, divisors and Euclid's game are out of reach, whatever their tables look like:
//!
//! ```text
//! $ grundy prove '[n] -> [n-k] for k in squares(n)'
//! ? 1
//! not proved
//! no automaton was sought for values, values as numbers of digits, outcomes; out of reach: a set that is not linear
//! what is known: no shape with a theory: values come from the definition
//! ```
//!
//! "Not proved" means just that. It does not mean that the pattern is false, nor that it is true.
//!
//! *Sources:* Büchi, *Weak second-order arithmetic and finite automata*, Zeitschrift für mathematische Logik 6 (1960);
//! Shallit, *The Logical Approach to Automatic Sequences*, Cambridge University Press 2022, whose prover is Walnut; for
//! the Fibonacci numeration, Mousavi, Schaeffer and Shallit, *Decision algorithms for Fibonacci-automatic words* (2016).
