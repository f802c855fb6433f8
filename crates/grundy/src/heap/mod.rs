//! Games on heaps of one coordinate: take-and-break codes, subtraction sets, Grundy's game, conditions on pieces.
//!
//! The Grundy values of a heap of 0, 1, 2, ... form one sequence. [`definition`] computes it as the
//! rule is written and is the twin that every faster engine is tested against. [`subtraction`],
//! [`guy_smith`], [`window`] and, where values grow, `growth` turn finitely many values into a proof about all of
//! them, a [`ProvedSequence`], which then answers for heaps of any size.
//!
//! ```text
//! games          codes, conditions on pieces; their moves taken apart
//! values         a sequence as it grows
//! space          sparse spaces: parities that split it
//! run            a sequence computed as far as asked, watched for a period, by what serves the game:
//!     engine     codes of at most two heaps, on vector units
//!     listed     everything else
//! proofs         theorems about periods
//! periodicity    periods, and sequences that are known for ever
//! options        the moves of heaps of any size to a value
//! ```
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

mod engine;
mod games;
mod listed;
mod options;
mod periodicity;
mod proofs;
mod run;
mod space;
mod values;

pub use engine::Work;
pub use games::code::{Code, CodeError, CodeErrorKind};
pub use games::game::HeapGame;
pub(crate) use games::pieces::least_common_multiple;
pub use games::pieces::{Classes, MOST_CLASSES, Pieces};
pub use listed::definition;
pub use options::OptionsOfValue;
pub use periodicity::{EXCEPTIONS, PeriodSearch, Periodicity, ProvedSequence};
pub(crate) use proofs::agreement::agreements;
pub(crate) use proofs::growth;
pub use proofs::subtraction::{AllButSet, SubtractionSet};
pub use proofs::{guy_smith, subtraction, window};
pub use run::{Kept, Run, Status};
pub use space::{Space, Sparse};
pub use values::Values;
