//! Misère play of several games at once.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset};

/// Several games as one ruleset, for misère play, where a sum does not fall apart.
#[derive(Default)]
pub(super) struct Mixed(pub(super) Vec<Rules>);

/// A component with its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MixedComponent {
    pub(super) game: usize,
    pub(super) component: Component,
}

impl Ruleset for Mixed {
    type Component = MixedComponent;

    fn options(
        &self,
        from: &MixedComponent,
        limits: &Limits,
        see: &mut dyn FnMut(&[MixedComponent]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut mixed = Vec::new();
        self.0[from.game].options(&from.component, limits, &mut |sum| {
            mixed.clear();
            mixed.extend(
                sum.iter().map(|component| MixedComponent {
                    game: from.game,
                    component: component.clone(),
                }),
            );
            see(&mixed)
        })
    }

    fn is_over(&self, component: &MixedComponent, limits: &Limits) -> Result<bool, Failure> {
        self.0[component.game].is_over(&component.component, limits)
    }

    fn grows(&self, from: &MixedComponent, to: &MixedComponent) -> Option<&str> {
        let rules = &self.0[from.game];
        if from.game == to.game { rules.grows(&from.component, &to.component) } else { None }
    }

    fn describe(&self, component: &MixedComponent) -> String {
        self.0[component.game].describe(&component.component)
    }
}
