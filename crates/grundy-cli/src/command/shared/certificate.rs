//! Certificates as files, or on standard output for `-`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::language::{reason, say};
use crate::saved::durable;
use crate::trouble::Trouble;

/// Writes the text of a certificate, as a whole or not at all; `-` is standard output.
pub(in crate::command) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
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
pub(in crate::command) fn out_beside(certificate: Option<&PathBuf>) -> Box<dyn io::Write> {
    match certificate.is_some_and(|path| is_output(path)) {
        true => Box::new(io::stderr().lock()),
        false => Box::new(io::stdout().lock()),
    }
}

fn is_output(path: &Path) -> bool {
    path == Path::new("-")
}
