//! All games of a session as one ruleset: in misère play a sum does not fall apart.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::play::{Session, component_of};
use crate::position::Part;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset};
use crate::search::Misere;

/// Several games as one ruleset.
#[derive(Clone, Default)]
pub(in crate::play) struct Mixed(Vec<Rules>);

/// A component with its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::play) struct MixedComponent {
    game: usize,
    component: Component,
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

    fn owned_bytes(&self, component: &MixedComponent) -> u64 {
        self.0[component.game].owned_bytes(&component.component)
    }

    fn grows(&self, from: &MixedComponent, to: &MixedComponent) -> Option<&str> {
        let rules = &self.0[from.game];
        if from.game == to.game { rules.grows(&from.component, &to.component) } else { None }
    }

    fn climbs(&self, component: &MixedComponent) -> bool {
        self.0[component.game].climbs(&component.component)
    }

    fn climbs_along(&self, path: &[&MixedComponent]) -> Option<&str> {
        let game = path.first()?.game;
        let parts: Vec<&Component> = path.iter().map(|part| &part.component).collect();
        if path.iter().any(|part| part.game != game) {
            None
        } else {
            self.0[game].climbs_along(&parts)
        }
    }

    fn describe(&self, component: &MixedComponent) -> String {
        self.0[component.game].describe(&component.component)
    }
}

impl Session {
    /// The components with their games, and the misère engine made to know these games.
    pub(in crate::play) fn mixed_sum(
        &mut self,
        parts: &[Part],
    ) -> Result<Vec<MixedComponent>, Failure> {
        if self.misere.ruleset().0.len() < self.opened.len() {
            let rules = self.opened.iter().map(|opened| opened.rules.clone()).collect();
            self.misere = Misere::new(Mixed(rules));
            self.genera = None;
        }
        let mixed = parts.iter().map(|part| {
            Ok(MixedComponent {
                game: part.game,
                component: component_of(&self.opened[part.game], part)?,
            })
        });
        mixed.collect()
    }
}
