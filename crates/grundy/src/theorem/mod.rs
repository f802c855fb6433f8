//! Theorems about all positions of a game: sought in every way there is, said in words, with a certificate as a text.
//!
//! A period of the values of one heap is proved from finitely many of them ([`prove`]), a set that an
//! automaton accepts by deciding statements ([`automatic`]), who wins heaps in misère play by the quotient
//! of their game ([`misere`](crate::misere)), and that values repeat along a coordinate by a recurrence
//! ([`recurrence`](crate::recurrence)). [`seek`] tries them.
//!
//! ```
//! use grundy::limits::Limits;
//! use grundy::play::Session;
//! use grundy::theorem::{Attempt, Certificate, Sought, seek};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let limits = Limits::default();
//! let session = Session::with_game("[n] -> [n-k] for k in {1, 3, 4}")?;
//! let Attempt::Proved(theorem) = seek(&session, &Sought::default(), &limits)? else { panic!() };
//! assert_eq!(theorem.statement().to_string(), "G(n + 7) = G(n) for all n >= 0");
//!
//! // What is written down can be checked elsewhere, by code of its own.
//! let text = theorem.certificate().unwrap().to_text();
//! let read = Certificate::from_text(&text)?;
//! assert!(read.check(&limits).is_ok());
//! # Ok(())
//! # }
//! ```

mod certificate;
mod period;
mod seek;
mod words;

use crate::automatic::{self, Style, Subject};
use crate::language::{Language, Message, message};
use crate::limits::Limits;
use crate::misere::{LostHeaps, Quotient};
use crate::prove;
pub use certificate::{Certificate, Unchecked, Unread};
pub use seek::{Attempt, Sought, Tried, seek, seek_noting};
pub use words::{lost_heaps, pattern_of, periodicity, repetition};

/// What has been proved of all positions of a game.
///
/// ```
/// use grundy::automatic::{Style, Subject};
/// use grundy::language::Language;
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Sought, seek};
/// let session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
/// let theorem = seek(&session, &Sought::default(), &Limits::default())?.proved().unwrap();
/// assert_eq!(theorem.statement().to_string(), "G(n + 4) = G(n) for all n >= 0");
/// assert_eq!((theorem.subject(), theorem.method()), (Subject::Values, "period"));
/// assert!(theorem.certificate().is_some());
/// assert!(theorem.proof(Style::Plain, Language::English).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Theorem {
    /// The values of heaps are periodic, or rise by the same number after each period.
    Period {
        /// What it rests on.
        certificate: prove::Certificate,
        /// The rule as it was typed; that of the certificate may be a code that no person reads.
        rule: String,
    },
    /// The lost components, or components and their values, are what an automaton accepts.
    Automaton(automatic::Certificate),
    /// Who wins each heap alone in misère play, by the quotient of the game.
    LostHeaps(Box<Quotient>, LostHeaps),
    /// Values, or in misère play winners, repeat along a coordinate, by a recurrence.
    Repetition {
        /// Whether it is about misère play.
        misere: bool,
        /// What it says.
        statement: Message,
    },
}

impl Theorem {
    /// What it says, in a sentence.
    pub fn statement(&self) -> Message {
        match self {
            Theorem::Period { certificate, .. } => words::period(certificate),
            Theorem::Automaton(certificate) => automatic::in_words(certificate),
            Theorem::LostHeaps(_, lost) => lost_heaps(lost),
            Theorem::Repetition { statement, .. } => statement.clone(),
        }
    }

    /// The same; where an automaton has no words, with a [formula](automatic::formula_of) before it that says the same, if
    /// one is found within the limits.
    pub fn statement_with_formula(&self, limits: &Limits) -> Message {
        let statement = self.statement();
        let formula = match self {
            Theorem::Automaton(certificate) if automatic::description(certificate).is_none() => {
                automatic::formula_of(certificate, limits)
            }
            _ => None,
        };
        match formula {
            Some(formula) => message!("{formula}; {theorem}", formula, theorem = statement),
            None => statement,
        }
    }

    /// What it is about: values, who wins, or values as numbers of digits.
    pub fn subject(&self) -> Subject {
        match self {
            Theorem::Period { .. } | Theorem::Repetition { misere: false, .. } => Subject::Values,
            Theorem::Automaton(certificate) => certificate.subject,
            Theorem::LostHeaps(..) | Theorem::Repetition { misere: true, .. } => Subject::Outcomes,
        }
    }

    /// How it was proved: `period`, `automaton`, `quotient` or `recurrence`.
    pub fn method(&self) -> &'static str {
        match self {
            Theorem::Period { .. } => "period",
            Theorem::Automaton(_) => "automaton",
            Theorem::LostHeaps(..) => "quotient",
            Theorem::Repetition { .. } => "recurrence",
        }
    }

    /// What it rests on, in a line.
    pub fn basis(&self) -> Message {
        match self {
            Theorem::Period { certificate, rule } => message!(
                "for {rule}, by {theorem} from {values_needed} values",
                rule = readable(certificate, rule).to_owned(),
                theorem = certificate.theorem,
                values_needed = certificate.values_needed
            ),
            Theorem::Automaton(certificate) => message!(
                "by an automaton of {states} states for the {subject}, {numeration} numeration",
                states = certificate.set.states(),
                subject = certificate.subject.message(),
                numeration = certificate.set.numeration()
            ),
            Theorem::LostHeaps(quotient, _) => {
                let pattern = quotient.periodicity();
                let (start, period) =
                    pattern.map_or((0, 1), |pattern| (pattern.preperiod, pattern.period));
                message!(
                    "in misère play, by the quotient of {order} elements; what heaps stand for repeats after {period} \
                     heaps from {start} on, by {heaps} heaps",
                    order = quotient.monoid().order(),
                    period,
                    start,
                    heaps = quotient.heaps_needed()
                )
            }
            Theorem::Repetition { .. } => {
                message!("by a recurrence: moves look back a bounded way")
            }
        }
    }

    /// What can be checked elsewhere; nothing for quotients and recurrences.
    pub fn certificate(&self) -> Option<Certificate> {
        match self {
            Theorem::Period { certificate, .. } => Some(certificate.clone().into()),
            Theorem::Automaton(certificate) => Some(certificate.clone().into()),
            Theorem::LostHeaps(..) | Theorem::Repetition { .. } => None,
        }
    }

    /// The theorem and the steps of its proof in sentences; nothing for quotients and recurrences.
    pub fn proof(&self, style: Style, language: Language) -> Option<String> {
        match self {
            Theorem::Period { certificate, rule } => {
                Some(period::text(certificate, readable(certificate, rule), style, language))
            }
            Theorem::Automaton(certificate) => automatic::explain(certificate, style, language),
            Theorem::LostHeaps(..) | Theorem::Repetition { .. } => None,
        }
    }
}

/// What a certificate is about as a person reads it: its code or set, or the rule where that is a list of classes of heaps.
fn readable<'a>(certificate: &'a prove::Certificate, rule: &'a str) -> &'a str {
    match certificate.theorem {
        prove::Theorem::Classes => rule,
        _ => &certificate.rule,
    }
}
