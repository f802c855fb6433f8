//! Certificates as files, or on standard output for `-`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use grundy::automatic::Answers;
use grundy::limits::Limits;
use grundy::theorem::{Certificate, Unchecked, Unread};

use super::opening::read as read_file;
use crate::language::{message, reason, say, speak};
use crate::saved::durable;
use crate::trouble::Trouble;

/// Writes the text of a certificate, as a whole or not at all; `-` is standard output.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    if is_output(path) {
        return Ok(io::stdout().lock().write_all(text.as_bytes())?);
    }
    durable::replace(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        Trouble::Input(say!(
            "error: cannot write the certificate {path}: {error}",
            path = path.display(),
            error = reason(&error)
        ))
    })
}

/// Where answers go: standard output, unless the certificate has it; then they are for the person who sees standard error.
pub(crate) fn out_beside(certificate: Option<&PathBuf>) -> Box<dyn io::Write> {
    match certificate.is_some_and(|path| is_output(path)) {
        true => Box::new(io::stderr().lock()),
        false => Box::new(io::stdout().lock()),
    }
}

fn is_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads the text of a certificate, or of standard input for `-`.
pub(crate) fn read(path: &str) -> Result<String, Trouble> {
    let mend =
        message!("a certificate is a file that `grundy prove GAME --certificate FILE` writes");
    read_file(path, Some(&mend))
}

/// Reads a certificate of a theorem by an automaton and checks it.
pub(crate) fn theorem(path: &Path, limits: &Limits) -> Result<Answers, Trouble> {
    let shown = path.display();
    let wrong = |reason: String| Trouble::Input(say!("error: {shown}: {reason}", shown, reason));
    let text = read(&path.to_string_lossy())?;
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
