//! Certificates: finitely many values that prove a pattern for all heaps, and their checker.
//!
//! [`Certificate`] states a rule, a theorem, its constants, and a digest of the values the proof
//! rests on. [`check`] believes none of it. It reads the rule with a parser of its own, computes
//! every value by its own means, and compares each field with what comes out; nothing in it is
//! shared with the engines or with the code that makes certificates.
//!
//! ```
//! use grundy::heap::guy_smith;
//! use grundy::limits::Limits;
//! use grundy::prove::{Certificate, check};
//! let limits = Limits::default();
//! let kayles = "0.77".parse()?;
//! let proved = guy_smith::prove(&kayles, 1000, &limits).proved().unwrap();
//! let mut certificate = Certificate::of_code(&kayles, &proved).unwrap();
//! assert_eq!(certificate.values_needed, 168);
//! assert!(check(&certificate, &limits).is_ok());
//! certificate.period = 24;
//! assert!(check(&certificate, &limits).is_err());
//! # Ok::<(), grundy::heap::CodeError>(())
//! ```

mod certificate;
mod check;
mod digest;
mod make;

pub use certificate::{Certificate, LISTED, Split, Theorem};
pub use check::{Refusal, Unchecked, check};
pub use digest::{SequenceDigest, hex};
