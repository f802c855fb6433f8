//! What is said of a pattern: a finding, and how it fared.

use crate::language::Message;

/// What a pattern is about.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::pattern::{Aspect, look, read};
/// // Who wins is all that is known.
/// let table = read("P N N P N N P N N P N N P N N P N N", 0)?;
/// let seen = look(&table, &Limits::default()).unwrap();
/// assert_eq!(seen.held[0].aspect, Aspect::Outcomes);
/// # Ok::<(), grundy::language::Message>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Grundy values.
    Values,
    /// Who wins.
    Outcomes,
}

/// A guess that held, or that held for long.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::pattern::{Evidence, Exception, look, read};
/// // The remainder modulo 4, but for heap 0.
/// let table = read("5 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3", 0)?;
/// let seen = look(&table, &Limits::default()).unwrap();
/// let finding = seen.held.iter().find(|finding| finding.formula.as_deref() == Some("n % 4")).unwrap();
/// let Evidence::Held { exceptions, .. } = &finding.evidence else { panic!() };
/// assert_eq!(*exceptions, [Exception { position: vec![0], said: Some(0), right: 5 }]);
/// # Ok::<(), grundy::language::Message>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub aspect: Aspect,
    /// What it says, as a sentence without "proved" in it.
    pub statement: Message,
    /// The same as a formula of the notation, if it is one: the value, or a condition for N.
    pub formula: Option<String>,
    /// How it repeats along the only coordinate, if that is what it says.
    pub repeats: Option<Repeats>,
    /// How it fared.
    pub evidence: Evidence,
    /// Whether a theorem says that it is right at every position but its exceptions. What is seen in a table is not.
    pub proved: bool,
}

/// That all repeats from some number on, or rises by the same again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The first number from which on it does.
    pub start: u64,
    /// After so many, at least 1.
    pub period: u64,
    /// How much it rises in a period; 0 of who wins.
    pub saltus: u64,
}

/// How a guess fared against the table.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::pattern::{Evidence, look, read};
/// // The remainder modulo 4 up to 29, and then it no longer is.
/// let values: Vec<String> = (0..60).map(|n| if n < 30 { n % 4 } else { n % 5 }.to_string()).collect();
/// let seen = look(&read(&values.join(" "), 0)?, &Limits::default()).unwrap();
/// let Evidence::Broken { held, at } = &seen.broken[0].evidence else { panic!() };
/// assert_eq!((*held, &at.position[..], at.said, at.right), (30, &[30][..], Some(2), 0));
/// # Ok::<(), grundy::language::Message>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// It held at this many positions, and not at the exceptions, all of them small.
    Held {
        /// Positions tried, without those that a pattern was taken from: what comes before it begins to repeat.
        tried: u64,
        /// Where it does not hold.
        exceptions: Vec<Exception>,
    },
    /// It held at this many positions, and then failed.
    Broken {
        /// Positions, small ones first, at which it held.
        held: u64,
        /// Where it fails first.
        at: Exception,
    },
}

impl Evidence {
    /// Whether it held at every position.
    pub(super) fn is_exact(&self) -> bool {
        matches!(self, Evidence::Held { exceptions, .. } if exceptions.is_empty())
    }

    /// Where it did not hold; for what held for long and then failed, the first such position.
    pub(super) fn exceptions(&self) -> &[Exception] {
        match self {
            Evidence::Held { exceptions, .. } => exceptions,
            Evidence::Broken { at, .. } => std::slice::from_ref(at),
        }
    }
}

/// A position at which a guess is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Its coordinates.
    pub position: Vec<u64>,
    /// What the guess says: the value, or 1 for P and 0 for N.
    pub said: Option<i64>,
    /// What is right.
    pub right: i64,
}

/// What was seen in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Guesses that hold, the simplest first.
    pub held: Vec<Finding>,
    /// Guesses that held for long and then failed, the longest first.
    pub broken: Vec<Finding>,
}
