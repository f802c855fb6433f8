//! Licences of everything that is linked in: all must be permissive.

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::test::cargo;

/// Licences that ask for no more than their own text to be passed on.
const PERMISSIVE: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "LLVM-exception",
];

/// Fails if a package that the workspace depends on has a licence that is not permissive.
pub(crate) fn check() -> anyhow::Result<()> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"]).output()?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists packages")?;
    let mut offences = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("");
        if !is_permissive(licence) {
            let (name, version) = (&package["name"], &package["version"]);
            offences.push(format!("{name} {version}: {licence:?}"));
        }
    }
    ensure!(offences.is_empty(), "licences that are not permissive:\n{}", offences.join("\n"));
    println!("{} packages, all permissive", packages.len());
    Ok(())
}

/// Whether an expression such as `(MIT OR GPL-3.0) AND Zlib` can be met by permissive licences
/// alone. The old form `MIT/Apache-2.0` means OR.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    !words.is_empty() && any(&mut rest) && rest.is_empty()
}

/// `all OR all ..`
fn any(words: &mut &[&str]) -> bool {
    let mut met = all(words);
    while let Some((&"OR", rest)) = words.split_first() {
        *words = rest;
        met |= all(words);
    }
    met
}

/// `one AND one ..`; an exception after WITH is one more text to pass on.
fn all(words: &mut &[&str]) -> bool {
    let mut met = one(words);
    while let Some((&("AND" | "WITH"), rest)) = words.split_first() {
        *words = rest;
        met &= one(words);
    }
    met
}

fn one(words: &mut &[&str]) -> bool {
    let Some((&word, rest)) = words.split_first() else { return false };
    *words = rest;
    if word != "(" {
        return PERMISSIVE.contains(&word);
    }
    let met = any(words);
    match words.split_first() {
        Some((&")", rest)) => {
            *words = rest;
            met
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        for (expression, met) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("MIT AND GPL-3.0-only", false),
            ("(MIT OR GPL-2.0) AND Unicode-3.0", true),
            ("MIT OR Apache-2.0 AND LGPL-2.1", true),
            ("(MIT OR Apache-2.0) AND LGPL-2.1", false),
            ("Apache-2.0 WITH LLVM-exception OR LGPL-3.0", true),
            ("(MIT", false),
            ("MIT )", false),
            ("", false),
        ] {
            assert_eq!(is_permissive(expression), met, "{expression}");
        }
    }
}
