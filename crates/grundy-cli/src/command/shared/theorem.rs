//! A theorem from a file, to answer questions.

use std::path::Path;

use grundy::automatic::Answers;
use grundy::limits::Limits;
use grundy::theorem::{Certificate, Unchecked, Unread};

use super::question::read_certificate;
use crate::language::{say, speak};
use crate::trouble::Trouble;

/// Reads a certificate of a theorem by an automaton and checks it.
pub(in crate::command) fn read(path: &Path, limits: &Limits) -> Result<Answers, Trouble> {
    let shown = path.display();
    let wrong = |reason: String| Trouble::Input(say!("error: {shown}: {reason}", shown, reason));
    let text = read_certificate(&path.to_string_lossy())?;
    let no_theorem = || {
        wrong(say!(
            "this is no theorem by an automaton\n  help: `grundy prove GAME --certificate FILE` \
             writes one; a period is found and proved without --theorem"
        ))
    };
    let certificate = Certificate::from_text(&text).map_err(|unread| match unread {
        Unread::Refused(reason) => wrong(say!("the theorem is refused: {reason}", reason)),
        Unread::NotACertificate(_) => no_theorem(),
    })?;
    if !matches!(certificate, Certificate::Automaton(_)) {
        return Err(no_theorem());
    }
    match certificate.check(limits) {
        Ok(()) => {}
        Err(Unchecked::Refused(reason)) => {
            return Err(wrong(say!("the theorem is refused: {reason}", reason)));
        }
        Err(Unchecked::Stopped(stop)) => return Err(Trouble::of_stop(stop)),
        Err(unchecked) => return Err(Trouble::Limit(speak(&unchecked.message()))),
    }
    let Certificate::Automaton(certificate) = certificate else { return Err(no_theorem()) };
    Answers::new(certificate).map_err(|refusal| wrong(speak(&refusal.message())))
}
