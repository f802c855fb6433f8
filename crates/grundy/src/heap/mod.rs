//! Games on heaps of one coordinate: take-and-break codes, subtraction sets, Grundy's game, conditions on pieces.
//!
//! The Grundy values of a heap of 0, 1, 2, ... form one sequence. [`definition`] computes it as the
//! rule is written and is the twin that every faster engine is tested against. [`subtraction`],
//! [`guy_smith`], [`window`] and, where values grow, `growth` turn finitely many values into a proof about all of
//! them, a [`ProvedSequence`], which then answers for heaps of any size.
//!
//! A run goes by what serves the game: `vector` codes of at most two heaps, by the `engine` on vector units; `listed`
//! the others: `blocks` where values are the same over blocks of heaps, `rests` three heaps and repeating codes, `by_class`
//! games with conditions on what is left, of which `pieces` says what they are and `shifted` makes those for the vector
//! engine. `options` has the moves of heaps of any size.
//!
//! ```
//! use grundy::heap::{Code, guy_smith};
//! use grundy::limits::Limits;
//! let kayles: Code = "0.77".parse()?;
//! let proved = guy_smith::prove(&kayles, 1000, &Limits::default()).proved().unwrap();
//! assert_eq!((proved.periodicity().preperiod, proved.periodicity().period), (71, 12));
//! assert_eq!(proved.value(u64::MAX), Some(8));
//! # Ok::<(), grundy::heap::CodeError>(())
//! ```

mod agreement;
mod blocks;
mod by_class;
mod code;
pub mod definition;
mod engine;
mod game;
pub(crate) mod growth;
pub mod guy_smith;
mod kept;
mod listed;
mod matching;
mod moves;
mod options;
mod periodicity;
mod pieces;
mod rests;
mod run;
mod shifted;
mod space;
pub mod subtraction;
mod values;
mod vector;
pub mod window;

pub(crate) use agreement::agreements;
pub use code::{Code, CodeError, CodeErrorKind};
pub use engine::Work;
pub use game::HeapGame;
pub use kept::Kept;
pub use options::OptionsOfValue;
pub use periodicity::{EXCEPTIONS, PeriodSearch, Periodicity, ProvedSequence};
pub(crate) use pieces::least_common_multiple;
pub use pieces::{Classes, MOST_CLASSES, Pieces};
pub use run::{Run, Status};
pub use space::{Space, Sparse};
pub use subtraction::{AllButSet, SubtractionSet};
pub use values::Values;
