//! The theory of impartial games, taught by doing.
//!
//! Each chapter is one evening's reading. Every claim in it stands beside an example that runs with
//! the tests of this library, and beside the command that shows the same thing in a terminal.
//! Nothing is assumed but arithmetic; a proof is given where it is short, and named where it is not.
//!
//! | chapter | what you can do afterwards |
//! | --- | --- |
//! | [`positions`] | say who wins any small game, from the definition alone |
//! | [`nim`] | win Nim, with heaps of any size, in both ways of play |
//! | [`values`] | replace any position by a single number, and add games |
//! | [`take_away`] | prove a pattern in a subtraction game, and use it at 10^18 |
//! | [`take_and_break`] | read octal codes: Kayles, Lasker's Nim, strips on a board |
//! | [`on_the_spot`] | treat "whoever makes this piece wins" without a trick |
//! | [`free_parts`] | tabulate games whose moves have too many options to list |
//! | [`wythoff`] | meet the golden ratio, exactly |
//! | [`misere`] | know what stays true when the last move loses |
//! | [`notation`] | write a rule of your own, and mend a mistake in it |
//! | [`mistakes`] | not repeat what others got wrong |
//!
//! The first three belong together and should be read in order. The others need only those.
//!
//! # Books
//!
//! - Berlekamp, Conway and Guy, *Winning Ways for Your Mathematical Plays*, second edition, A K
//!   Peters 2001-2004. Chapters 3 and 4 are the source of most of this guide.
//! - Siegel, *Combinatorial Game Theory*, Graduate Studies in Mathematics 146, American
//!   Mathematical Society 2013. Chapters IV and V: impartial games, normal and misère.
//! - Conway, *On Numbers and Games*, second edition, A K Peters 2001.

pub mod positions;

pub mod nim;

pub mod values;

pub mod take_away;

pub mod take_and_break;

pub mod on_the_spot;

pub mod free_parts;

pub mod wythoff;

pub mod misere;

pub mod notation;

pub mod mistakes;
