//! Families and kinds written anew: the same options in a form that engines know.

pub(super) mod alternatives;
mod anew;
pub(crate) mod beside;
pub(super) mod bounded;
pub(super) mod chosen;
pub(super) mod divided;
pub(super) mod inlined;
pub(super) mod listed;
pub(crate) mod merged;
pub(super) mod parted;
mod renumbered;
pub(super) mod taken;
