//! Certificates as texts, and their check. The forms are documented in `docs/certificate.md`.

mod automaton;
mod period;

use crate::automatic::{self, Subject, counterexample};
use crate::language::{Message, message, say_by_message};
use crate::limits::{Limits, Stop};
use crate::prove;

/// What proves a theorem to whoever has it: as a text it is JSON, the same on every machine. It holds one of a period
/// ([`prove::Certificate`](crate::prove::Certificate)) or one by an automaton
/// ([`automatic::Certificate`](crate::automatic::Certificate)).
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Certificate, Sought, seek};
/// let limits = Limits::default();
/// let session = Session::with_game("kayles")?;
/// let theorem = seek(&session, &Sought::default(), &limits)?.proved().unwrap();
/// let certificate = theorem.certificate().unwrap();
/// assert!(matches!(&certificate, Certificate::Period(period) if period.period == 12));
/// assert_eq!(Certificate::from_text(&certificate.to_text())?, certificate);
/// certificate.check(&limits)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certificate {
    /// Of a period.
    Period(prove::Certificate),
    /// Of a set that an automaton accepts.
    Automaton(automatic::Certificate),
}

impl From<prove::Certificate> for Certificate {
    fn from(certificate: prove::Certificate) -> Certificate {
        Certificate::Period(certificate)
    }
}

impl From<automatic::Certificate> for Certificate {
    fn from(certificate: automatic::Certificate) -> Certificate {
        Certificate::Automaton(certificate)
    }
}

/// Why a text gives no certificate.
///
/// ```
/// use grundy::theorem::{Certificate, Unread};
/// assert!(matches!(Certificate::from_text("nim"), Err(Unread::NotACertificate(_))));
/// let other = r#"{"format": "grundy-period-99"}"#;
/// assert!(Certificate::from_text(other).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is something else.
    NotACertificate(Message),
    /// It calls itself a certificate, and is not written like one.
    Refused(Message),
}

impl Unread {
    /// What is wrong.
    pub fn message(&self) -> Message {
        let (Unread::NotACertificate(reason) | Unread::Refused(reason)) = self;
        reason.clone()
    }
}

/// Why a certificate was not found valid.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Certificate, Sought, Unchecked, seek};
/// let limits = Limits::default();
/// let session = Session::with_game("kayles")?;
/// let theorem = seek(&session, &Sought::default(), &limits)?.proved().unwrap();
/// let Some(Certificate::Period(mut certificate)) = theorem.certificate() else { panic!() };
/// certificate.period = 6;
/// let wrong = Certificate::Period(certificate).check(&limits);
/// assert!(matches!(wrong, Err(Unchecked::Refused(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unchecked {
    /// It is not valid, and why.
    Refused(Message),
    /// Its check needs larger automata than it may make; nothing is said against it.
    TooLarge,
    /// A limit ended the check.
    Stopped(Stop),
}

impl Unchecked {
    /// What is wrong.
    pub fn message(&self) -> Message {
        match self {
            Unchecked::Refused(reason) => message!("refused: {reason}", reason),
            Unchecked::TooLarge => message!(
                "stopped: the check needs larger automata than it may make; nothing is said against the certificate"
            ),
            Unchecked::Stopped(stop) => message!("stopped: {stop}", stop),
        }
    }
}

say_by_message!(Unread, Unchecked);

impl std::error::Error for Unread {}

impl std::error::Error for Unchecked {}

impl Certificate {
    /// Its text, with a line end.
    pub fn to_text(&self) -> String {
        match self {
            Certificate::Period(certificate) => period::print(certificate),
            Certificate::Automaton(certificate) => automaton::print(certificate),
        }
    }

    /// Reads a text: fields in any order, strings with any escapes, and numbers in their shortest form.
    ///
    /// # Errors
    /// [`Unread`]: why it is none.
    pub fn from_text(text: &str) -> Result<Certificate, Unread> {
        let any: serde_json::Value = serde_json::from_str(text).map_err(|error| {
            Unread::NotACertificate(message!("this is not JSON: {error}", error))
        })?;
        let format = any.get("format").and_then(|format| format.as_str());
        match format {
            Some(format) if format.starts_with(automaton::KIND) => {
                of_version(format, automaton::FORMAT)?;
                automaton::read(text).map(Certificate::Automaton)
            }
            Some(format) if format.starts_with(period::KIND) => {
                of_version(format, period::FORMAT)?;
                period::read(text).map(Certificate::Period)
            }
            _ => Err(Unread::NotACertificate(message!(
                "this is JSON, and not a certificate: it has no field \"format\": \"{format}\"",
                format = period::FORMAT
            ))),
        }
    }

    /// Verifies it, and believes none of its fields: with code that shares nothing with what proved a period, and of what
    /// proved an automaton only the reading and evaluation of rules.
    ///
    /// # Errors
    /// [`Unchecked`]: it is not valid, and what is wrong, or a limit.
    pub fn check(&self, limits: &Limits) -> Result<(), Unchecked> {
        match self {
            Certificate::Period(certificate) => {
                prove::check(certificate, limits).map_err(|unchecked| match unchecked {
                    prove::Unchecked::Refused(refusal) => {
                        Unchecked::Refused(message!("{refusal}", refusal))
                    }
                    prove::Unchecked::Stopped(stop) => Unchecked::Stopped(stop),
                })
            }
            Certificate::Automaton(certificate) => {
                automatic::check(certificate, limits).map_err(|unchecked| match unchecked {
                    automatic::Unchecked::Refused(automatic::Refusal::TooLarge) => {
                        Unchecked::TooLarge
                    }
                    automatic::Unchecked::Refused(refusal) => {
                        Unchecked::Refused(refused(certificate, &refusal, limits))
                    }
                    automatic::Unchecked::Stopped(stop) => Unchecked::Stopped(stop),
                })
            }
        }
    }

    /// What it states.
    pub fn statement(&self) -> Message {
        match self {
            Certificate::Period(certificate) => {
                let rise = match certificate.saltus {
                    0 => String::new(),
                    saltus => format!(" + {saltus}"),
                };
                message!(
                    "{rule}: G(n+{period}) = G(n){rise} for all n >= {start}, by {theorem} from {values_needed} values",
                    rule = certificate.rule,
                    period = certificate.period,
                    rise,
                    start = certificate.start,
                    theorem = certificate.theorem,
                    values_needed = certificate.values_needed
                )
            }
            Certificate::Automaton(certificate) => message!(
                "{rule}: the {subject} are what the automaton of {states} states accepts, {numeration} numeration",
                rule = certificate.rule.split_whitespace().collect::<Vec<_>>().join(" "),
                subject = certificate.subject.message(),
                states = certificate.set.states(),
                numeration = certificate.set.numeration()
            ),
        }
    }
}

/// That a certificate is of the version that is read here: the fields of others may be other ones.
fn of_version(found: &str, known: &str) -> Result<(), Unread> {
    match found == known {
        true => Ok(()),
        false => Err(Unread::Refused(message!(
            "the format is {found}, not {format}",
            found = format!("{found:?}"),
            format = known
        ))),
    }
}

/// What is wrong with a certificate, with a component about which it is wrong where one is found.
fn refused(
    certificate: &automatic::Certificate,
    refusal: &automatic::Refusal,
    limits: &Limits,
) -> Message {
    let wrong = match refusal {
        automatic::Refusal::Statement(_) => counterexample(certificate, limits).ok().flatten(),
        _ => None,
    };
    let Some(found) = wrong else { return message!("{refusal}", refusal) };
    let right = match (certificate.subject, found.right) {
        (Subject::Outcomes, 0) => message!("the player to move loses"),
        (Subject::Outcomes, _) => message!("the player to move wins"),
        (_, value) => message!("the value is {value}", value),
    };
    message!(
        "{refusal}; it is wrong at {coords}, where {right}",
        refusal,
        coords = format!("{:?}", found.coords),
        right
    )
}
