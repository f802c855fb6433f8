//! Everything that reads text from outside, given any bytes: each target is a function that panics
//! when what it reads breaks a promise. libFuzzer calls it for as long as one likes
//! (`cargo xtask fuzz`), the test `altered` on the seeds and on what comes of altering them.

mod code;
mod judge;
mod notation;
mod position;
mod table;

/// Reads bytes, and panics if what comes of it breaks a promise.
pub type Target = fn(&[u8]);

/// The targets by name. Each has its seeds in `seeds/NAME/` and its fuzzer in `targets/NAME.rs`.
pub const TARGETS: [(&str, Target); 5] = [
    ("code", code::target),
    ("judge", judge::target),
    ("notation", notation::target),
    ("position", position::target),
    ("table", table::target),
];

/// Gives the bytes to a target.
///
/// # Panics
///
/// If they break it, or if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, read) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    read(bytes);
}
