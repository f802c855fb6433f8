//! Misère quotients: who wins a sum of heaps where the player who makes the last move loses.
//!
//! In misère play the values of components do not add up. What takes their place is the *misère quotient* of a
//! game (Plambeck, *Taming the wild in impartial combinatorial games*, Integers 5, 2005; Plambeck and Siegel,
//! *Misère quotients for impartial games*, J. Combin. Theory A 115, 2008): two sums are equal if no third one that is put beside both
//! makes one of them won and the other lost. The classes of equal sums form a commutative monoid, some of its elements
//! are lost, and each heap stands for an element. Who wins any sum is then a product and a look.
//!
//! A [`Quotient`] computes it heap after heap. Where an element of the monoid there is passes the complete test (`check`) for
//! the next heap, the heap stands for it; otherwise a larger monoid (`extend`) is sought, which is tested too. So what is
//! known is right at any time, for sums of the heaps that there are. Where the elements repeat as far as the
//! theorem of Guy and Smith demands ([`heap::guy_smith`](crate::heap::guy_smith)) they do for ever, since what a heap stands for depends on
//! what its options stand for, and these are products: then it is the quotient of the whole game.
//!
//! ```
//! use grundy::heap::HeapGame;
//! use grundy::limits::Limits;
//! use grundy::misere::Quotient;
//! let mut kayles = Quotient::new(HeapGame::Code("0.77".parse()?));
//! kayles.advance(1000, &Limits::default())?;
//! let monoid = kayles.monoid();
//! assert_eq!((monoid.order(), monoid.lost().count()), (40, 9));
//! let pattern = kayles.periodicity().unwrap();
//! assert_eq!((pattern.preperiod, pattern.period), (71, 12));
//! let element = |heap: u64| kayles.element(&heap.into()).unwrap();
//! assert!(!monoid.is_lost(monoid.product(element(70), element(1_000_000))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod extend;
mod monoid;
mod presentation;
mod quotient;

pub use monoid::Monoid;
pub use presentation::{Generator, Presentation, Relation};
pub use quotient::{LostHeaps, Quotient};

#[cfg(test)]
mod tests;
