//! Families and kinds written anew: the same options in a form that engines know.
//!
//! - When a game is opened, for all engines and the definition itself ([`Rules::simpler`](super::Rules::simpler)): [`several`],
//!   [`solved`], [`inlined`], [`bounded`], [`taken`], [`raised`], [`chosen`], [`idle`], [`divided`].
//! - For a table alone ([`Rules::with_parts`](super::Rules::with_parts) and [`listed`]): [`parted`], [`alternatives`],
//!   [`stepped`], [`spread`], [`ordered`], [`listed`].
//! - Where options are tried one by one ([`Rules::options`](crate::ruleset::Ruleset::options), programs): [`clipped`].
//! - Where an engine asks for it: [`beside`], [`each`], [`merged`].
//! - What these are made with: other expressions for the variables of a kind ([`anew`]), or other slots ([`renumbered`]).

pub(super) mod alternatives;
pub(super) mod anew;
pub(crate) mod beside;
pub(crate) mod bounded;
pub(super) mod chosen;
pub(super) mod clipped;
pub(super) mod divided;
pub(super) mod each;
pub(super) mod idle;
pub(super) mod inlined;
pub(super) mod listed;
pub(crate) mod merged;
pub(super) mod ordered;
pub(super) mod parted;
pub(super) mod raised;
mod renumbered;
pub(super) mod several;
pub(super) mod solved;
pub(super) mod spread;
pub(super) mod stepped;
pub(super) mod taken;

/// What tests compare: the options of a component as they come, each as the coordinates of its parts.
#[cfg(test)]
fn options_in_order(
    rules: &crate::rule::Rules,
    coords: &[i64],
) -> Result<Vec<Vec<Vec<i64>>>, crate::ruleset::Failure> {
    use crate::ruleset::Ruleset as _;

    let mut all = Vec::new();
    let of = rules.component(0, coords)?;
    rules.options(&of, &crate::limits::Limits::default(), &mut |parts| {
        all.push(parts.iter().map(|part| part.coords.to_vec()).collect());
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// The same in ascending order, each once.
#[cfg(test)]
fn options(
    rules: &crate::rule::Rules,
    coords: &[i64],
) -> Result<Vec<Vec<Vec<i64>>>, crate::ruleset::Failure> {
    let mut all = options_in_order(rules, coords)?;
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
