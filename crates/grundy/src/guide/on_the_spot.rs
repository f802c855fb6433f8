//! Wins on the spot: whoever makes the piece wins, whatever else is on the table.
//!
//! A sheet of `w x h` squares. A move cuts one piece along a grid line. Whoever first cuts off a piece of
//! 1x1 wins. This is a contest classic (POJ 2311), and it is *not* a game in the sense of the chapters
//! before: play does not end when nobody can move, it ends when somebody reaches a goal. In the
//! notation the goal is a line of its own:
//!
//! ```text
//! sheet[w, h] -> sheet[i, h] + sheet[w-i, h]   for i in 1..w/2
//!              | sheet[w, i] + sheet[w, h-i]   for i in 1..h/2
//! win on sheet[1, 1]
//! ```
//!
//! # A value that is not a nimber
//!
//! What is a sheet of 2x1 worth? The player to move cuts it and wins. This stays so *whatever else is
//! on the table*: beside it may stand any other sheet, any Nim heap, anything. No nimber does that. For a
//! position of value `v` there is always one heap, of `v` tokens, that turns the sum into a lost one. So
//! a sheet of 2x1 is worth something new, which the library calls [`Win`](crate::ruleset::Value::Win):
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut session = Session::with_game("cutting")?;
//! for (sheet, worth) in
//!     [("1,1", "over"), ("2,1", "win"), ("9,1", "win"), ("2,2", "0"), ("4,2", "1"), ("6,2", "2")]
//! {
//!     let position = session.position(sheet)?;
//!     assert_eq!(session.value(&position, &limits)?.to_string(), worth);
//! }
//! for heap in 0..20 {
//!     let beside = session.position(&format!("2,1 + nim[{heap}]"))?;
//!     assert_eq!(session.outcome(&beside, &limits)?, Outcome::N);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rule of three lines
//!
//! Call a component *over* if it is the goal, and let `Win` be a component from which one move reaches
//! something over. Then:
//!
//! 1. a sum with a `Win` in it is N, and the winning move is the one that ends the game;
//! 2. hence a move that leaves a `Win` behind loses at once, and no sane player makes it while another
//!    move exists: leave it out of the mex;
//! 3. a component all of whose moves are such is worth 0. To be forced to move in it is to lose, exactly
//!    as to have no move at all.
//!
//! The third line is the one that needs a thought. A player who can only make losing moves and a player
//! who can make no move are in the same case: the other one wins. So dropping those options changes the
//! length of the game but not its winner, in any sum.
//!
//! ```text
//! $ grundy explain cutting 4,2
//! sheet[4, 2] is worth 1; `win on` changes the theory, so values come from the definition
//!   sheet[4, 2] -> sheet[1, 2] + sheet[3, 2]   win
//!   sheet[4, 2] -> sheet[2, 2] + sheet[2, 2]   0
//!   sheet[4, 2] -> sheet[4, 1] + sheet[4, 1]   win
//!   a move to `win` lets the opponent win at once and does not count;
//!   the least value not among the others (mex): 1
//! N: the player to move wins.
//! Winning move: sheet[4, 2] -> sheet[2, 2] + sheet[2, 2] turns the value 1 into 0, so that the nim-sum becomes 0.
//! ```
//!
//! The two options marked `win` hand the opponent a strip one square wide, and they do not count; of
//! `{0}` the mex is 1.
//!
//! # Checked without any theory
//!
//! Here is the same game by plain recursion over whole tables of sheets, with no values in it, and it
//! agrees on every pair of sheets up to 4x4:
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::outcome::Outcome;
//! use grundy::play::Session;
//! use std::collections::HashMap;
//!
//! type Table = Vec<(u32, u32)>;
//!
//! fn wins(table: &Table, known: &mut HashMap<Table, bool>) -> bool {
//!     if let Some(&answer) = known.get(table) {
//!         return answer;
//!     }
//!     let mut answer = false;
//!     for (at, &(w, h)) in table.iter().enumerate() {
//!         let upright = (1..=w / 2).map(|i| [(i, h), (w - i, h)]);
//!         let across = (1..=h / 2).map(|i| [(w, i), (w, h - i)]);
//!         for pieces in upright.chain(across) {
//!             let mut after = table.clone();
//!             after.remove(at);
//!             after.extend(pieces);
//!             after.sort();
//!             answer |= pieces.contains(&(1, 1)) || !wins(&after, known);
//!         }
//!     }
//!     known.insert(table.clone(), answer);
//!     answer
//! }
//!
//! let limits = Limits::default();
//! let mut session = Session::with_game("cutting")?;
//! let mut known = HashMap::new();
//! let sheets: Table = (1..=4).flat_map(|w| (w.max(2)..=4).map(move |h| (w, h))).collect();
//! for &(a, b) in &sheets {
//!     for &(c, d) in &sheets {
//!         let position = session.position(&format!("{a},{b} {c},{d}"))?;
//!         let expected = Outcome::next_wins(wins(&vec![(a, b), (c, d)], &mut known));
//!         assert_eq!(session.outcome(&position, &limits)?, expected);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The usual trick, and where it ends
//!
//! Solutions of this problem forbid the strips by hand (cut only between 2 and `w-2`) and use ordinary
//! values. That gives the right numbers for sheets that are at least two squares wide on both sides, and
//! only for those: a strip has no move left under the rewritten rule and is called lost, though it wins.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! let limits = Limits::default();
//! let mut stated = Session::with_game("cutting")?;
//! let mut rewritten = Session::with_game(
//!     "sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 2..w-2
//!                  | sheet[w, i] + sheet[w, h-i] for i in 2..h-2",
//! )?;
//! let mut value = |session: &mut Session, w: u32, h: u32| {
//!     let position = session.position(&format!("{w},{h}"))?;
//!     Ok::<_, Box<dyn std::error::Error>>(session.value(&position, &limits)?.to_string())
//! };
//! for w in 2..12 {
//!     for h in 2..12 {
//!         assert_eq!(value(&mut stated, w, h)?, value(&mut rewritten, w, h)?);
//!     }
//! }
//! assert_eq!(value(&mut stated, 3, 1)?, "win");
//! assert_eq!(value(&mut rewritten, 3, 1)?, "0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `win on` says what the statement says, so there is no such border to remember. It takes a condition,
//! too: `win on [n] if n % 10 == 7`.
//!
//! *Sources:* Winning Ways, chapter 12 ("Games Eternal, Games Entailed": complimenting and entailing
//! moves); Larsson, Nowakowski and Santos, *Impartial games with entailing moves* (2021); POJ 2311.
