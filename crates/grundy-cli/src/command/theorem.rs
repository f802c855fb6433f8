//! A theorem from a file, to answer questions.

use std::path::Path;

use grundy::automatic::{Answers, Refusal, Unchecked, check};
use grundy::limits::Limits;

use super::question::read_certificate;
use crate::language::{say, speak};
use crate::report::automatic;
use crate::report::certificate::Unread;
use crate::trouble::Trouble;

/// Reads a certificate of a theorem by an automaton and checks it.
pub(super) fn read(path: &Path, limits: &Limits) -> Result<Answers, Trouble> {
    let shown = path.display();
    let wrong = |reason: String| Trouble::Input(say!("error: {shown}: {reason}", shown, reason));
    let text = read_certificate(&path.to_string_lossy())?;
    if !text.contains(automatic::FORMAT) {
        return Err(wrong(say!(
            "this is no theorem by an automaton\n  help: `grundy prove GAME --certificate FILE` \
             writes one; a period is found and proved without --theorem"
        )));
    }
    let certificate = automatic::parse(&text).map_err(|unread| match unread {
        Unread::Refused(reason) => wrong(say!("the theorem is refused: {reason}", reason)),
        Unread::NotACertificate(reason) => wrong(reason),
    })?;
    match check(&certificate, limits) {
        Ok(()) => {}
        Err(Unchecked::Refused(Refusal::TooLarge)) => return Err(too_large()),
        Err(Unchecked::Refused(refusal)) => {
            return Err(wrong(say!("the theorem is refused: {refusal}", refusal)));
        }
        Err(Unchecked::Stopped(stop)) => return Err(Trouble::of_stop(stop)),
    }
    Answers::new(certificate).map_err(|refusal| wrong(speak(&refusal.message())))
}

/// That nothing is known of a theorem, for its check is too much work.
pub(super) fn too_large() -> Trouble {
    Trouble::Limit(say!(
        "stopped: the check needs larger automata than it may make; nothing is said against the certificate"
    ))
}
