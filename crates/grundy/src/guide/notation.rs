//! The rule language, by examples.
//!
//! A rule is typed as one would write it on a board. Everything works in a file that ends in `.game`
//! and as one quoted word on the command line.
//!
//! ```text
//! # Lasker's Nim: take any number from a heap, or split a heap in two
//! [n] -> [k]           for k in 0..n-1
//!      | [a] + [n-a]   for a in 1..n/2
//! ```
//!
//! - `[n]` is a *component*; what stands right of the arrow is where a move leads.
//! - `|` separates kinds of moves; `+` joins components; `[]` is nothing.
//! - `for` chooses, `if` filters. Ranges include both ends: `1..3` is 1, 2, 3.
//! - A move to a negative coordinate does not exist, so `[n-k] for k in {1,3,4}` needs no guard.
//! - `#` begins a comment.
//!
//! # Every piece once
//!
//! In the table below each line is a rule, a position, and the value that the definition finds for it.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//!
//! let table = [
//!     // Ranges, lists, steps, comprehensions, and sets made of sets.
//!     ("[n] -> [n-k] for k in 1..3", "6", "2"),
//!     ("[n] -> [n-k] for k in {1, 3, 4}", "6", "2"),
//!     ("[n] -> [n-k] for k in 1..n step 2", "7", "1"),
//!     ("[n] if n > 0 -> [n-k] for k in {2**i for i in 0..ilog2(n)}", "12", "0"),
//!     (r"[n] -> [n-k] for k in 1..n \ {1, 2}", "9", "3"),
//!     ("[n] -> [n-k] for k in primes(n) and 3..n", "12", "4"),
//!     ("[n] -> [n-k] for k in squares(n) or primes(n)", "12", "0"),
//!     // Several moves, sums, nothing at all, several choices in a row.
//!     ("[n] -> [n-1] | [n-2]", "5", "2"),
//!     ("[n] -> [] if n in {1, 5}", "5", "1"),
//!     ("[n] -> [a] + [n-k-a] for k in 1..2, a in 0..n-k", "9", "4"),
//!     // A head with parameters, of which some have a value if none is given.
//!     ("game take(m = 3) \"Take a few\"\n[n] -> [n-k] for k in 1..m", "10", "2"),
//!     // Kinds of components, each with its rule; a guard; coordinates in any order.
//!     (
//!         "row[n] -> pair[k, n-k-1] for k in 0..n-1
//!          pair[a, b] -> row[a] if b > 0 | row[b] if a > 0",
//!         "row[5]",
//!         "2",
//!     ),
//!     ("[n] if n > 3 -> [n-1]", "3", "0"),
//!     ("unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", "5,3", "6"),
//!     // Many components at once: free choices, equal ones, one for each i.
//!     ("[k] -> choose 7 of [i] for i in 0..k-1", "9", "255"),
//!     ("[n] -> (n % m) * [n/m + 1] + (m - n % m) * [n/m] for m in 2..n", "10", "3"),
//!     (
//!         "[n] -> sum(i in 0..m-1) [a+i] for m in 2..n, a in 1..n if m*a + m*(m-1)/2 == n",
//!         "15",
//!         "2",
//!     ),
//!     // A name for a value.
//!     ("[n] -> [n-m] let m = max(digits(n)) if m > 0", "132", "1"),
//!     // Conditions.
//!     ("[n] -> [n-k] for k in 1..n if gcd(n, k) == 1", "9", "2"),
//!     ("[n] -> [n-k] for k in 1..n if is_prime(k) or k == 1", "9", "1"),
//!     ("[n] -> [n-k] for k in 1..n if not is_square(n-k)", "9", "6"),
//!     ("[n] -> [n-k] for k in 1..n if k % 2 == 0 and k <= 6", "9", "0"),
//!     // Numbers as bits.
//!     ("[n] -> [xor(n, 2**i)] for i in 0..5 if and(n, 2**i) != 0", "13", "1"),
//!     ("[n] -> [or(n, 1) - 1 - shl(1, i)] for i in 1..3", "13", "0"),
//!     ("[n] -> [shr(n, 1)] if n > 0", "5", "1"),
//!     ("[n] -> [n - popcount(n)] if n > 0", "13", "1"),
//!     // Functions of numbers.
//!     ("[n] -> [max(1, n-3)] if n > 1", "10", "1"),
//!     ("[n] -> [min(n-1, 2*k)] for k in 1..n", "5", "1"),
//!     ("[n] -> [n - isqrt(n)] if n > 0 | [n - fib(3)]", "9", "2"),
//!     ("[n] -> [abs(n - 2*k)] for k in 1..n if abs(n - 2*k) < n", "9", "4"),
//!     ("[n] -> [n - size(digits(n))] if n > 0", "123", "0"),
//!     // Sets of numbers.
//!     ("[n] -> [n-d] for d in digits(n, 2) if d > 0", "12", "0"),
//!     ("[n] -> [n-d] for d in divisors(n) if d in {1, 2, 3}", "12", "1"),
//!     ("[n] -> [n-q] for q in prime_powers(n)", "12", "0"),
//!     ("[n] -> [n-k] for k in powers(3, n)", "12", "0"),
//!     ("[n] -> [n-k] for k in fibs(n)", "12", "2"),
//!     // A win on the spot.
//!     ("[n] -> [k] for k in 0..n-1\nwin on [n] if n % 10 == 7", "20", "win"),
//!     // Codes, sets and named games are rules too.
//!     ("0.77", "9", "4"),
//!     ("4.(3)", "7", "8"),
//!     ("0.F", "9", "1"),
//!     ("S{..4}", "7", "2"),
//!     ("allbut{1,2}", "9", "3"),
//!     ("pas(1, 5, 1)", "6", "0"),
//!     ("sub({1, 3, 4})", "6", "2"),
//! ];
//! let limits = Limits::default();
//! for (rule, position, value) in table {
//!     let mut session = Session::with_game(rule)?;
//!     let position = session.position(position)?;
//!     assert_eq!(session.by_definition(&position, &limits)?.to_string(), value, "{rule}");
//!     // Whatever the plan knows of the game, it says the same.
//!     assert_eq!(session.value(&position, &limits)?.to_string(), value, "{rule}");
//! }
//!
//! // `misere` changes who wins.
//! let mut session = Session::with_game("[n] -> [n-k] for k in 1..3\nmisere")?;
//! let position = session.position("5")?;
//! assert_eq!(session.outcome(&position, &limits)?.to_string(), "P");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Numbers
//!
//! Numbers are whole. `/` rounds down, also below zero, and `%` has the sign of the divisor: `5/2` is 2
//! and `-1/2` is -1, so that `0..(n-1)/2` is empty at `n = 0`. Computing is exact in 64 bits; what does
//! not fit is an error that names the position, never a wrong value:
//!
//! ```text
//! $ grundy value '[n] -> [n - 2**n]' 70
//! ? 2
//! error: at [70]: 2**70 does not fit in 64 bits: exponents of 2 go up to 62, as in for i in 0..62; the powers up to n are powers(2, n)
//!    ╭─[ the rule:1:13 ]
//!    │
//!  1 │ [n] -> [n - 2**n]
//!    │             ──┬─
//!    │               ╰─── this has no value there
//!    │
//!    │ Help: powers up to n are a set: for p in powers(2, n)
//! ───╯
//! ```
//!
//! # Positions
//!
//! A position is a sum, typed the same way: `[5] + [7]`, `sheet[4,2]`. Where the game has one kind with
//! one coordinate plain numbers do, `5 7 8`; with two coordinates, `20,31`. Sums may mix games:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let mut session = Session::new();
//! let position = session.position("nim[3] + wythoff[3,5] + 0.77[12] + S{1,3}[4] + 2 * nim[9]")?;
//! assert_eq!(session.value(&position, &Limits::default())?.to_string(), "7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mistakes
//!
//! A mistake gets one message: the place, the reason, and where possible the mend.
//!
//! ```
//! use grundy::play::Session;
//! for (rule, message, help) in [
//!     ("[n] -> [n-k] for k in digit(n)", "unknown function `digit`", "did you mean `digits`?"),
//!     ("[n] -> [2n-3]", "`2n` is neither a number nor a name", "for a product write 2 * n"),
//!     (
//!         "[n]->[n-k] for k=1..3",
//!         "expected `in` and a set, found `=`",
//!         "write for instance: for k in 1..3; the whole rule: [n]->[n-k] for k in 1..3",
//!     ),
//!     ("wytoff", "there is no game called `wytoff`", "did you mean `wythoff`?"),
//! ] {
//!     let Err(error) = Session::with_game(rule) else { panic!("{rule}") };
//!     assert_eq!(error.message.to_string(), message);
//!     assert_eq!(error.help.map(|help| help.to_string()).as_deref(), Some(help));
//! }
//! ```
//!
//! ```text
//! $ grundy check '[n] -> [2n-3]'
//! ? 2
//! error: `2n` is neither a number nor a name
//!    ╭─[ rule:1:9 ]
//!    │
//!  1 │ [n] -> [2n-3]
//!    │         ─┬
//!    │          ╰── here
//!    │
//!    │ Help: for a product write 2 * n
//! ───╯
//! ```
//!
//! Some rules are well written and still no game: they come back to where they were, or never end. That
//! shows when a position is asked for (`grundy check` tries small ones):
//!
//! ```text
//! $ grundy value '[n] -> [7 - n] | [n-2]' 3
//! ? 2
//! error: the rule can come back to the same component: [3] -> [4] -> [3]
//!    ╭─[ the rule:1:8 ]
//!    │
//!  1 │ [n] -> [7 - n] | [n-2]
//!    │        ───┬───
//!    │           ╰───── this option leads back
//!    │
//!    │ Help: Grundy values need a game that comes to an end; if the options are single components, `grundy moves GAME POSITION --loopy` says which moves win, draw or lose, `grundy table GAME --loopy` who wins where, and `grundy play --loopy GAME POSITION` plays it
//! ───╯
//! ```
