//! Components as messages name them.

use std::fmt;

use num_bigint::BigUint;

use crate::games::Opened;
use crate::rule::written;

/// The components that a game has, as a message lists them.
pub(crate) fn describe_kinds(opened: &Opened) -> String {
    let kinds = opened.rules.kinds();
    let names = kinds.iter().map(|kind| written(kind.name(), kind.coords()));
    names.collect::<Vec<_>>().join(", ")
}

/// A part printed with the name of its kind.
pub(crate) struct Described<'a>(pub(crate) &'a Opened, pub(crate) usize, pub(crate) &'a [BigUint]);

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.rules.kinds();
        f.write_str(&written(kinds.get(self.1).and_then(|kind| kind.name()), self.2))
    }
}
