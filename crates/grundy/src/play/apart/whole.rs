//! A component of a rule, and others that have only some of its coordinates.

use std::ops::ControlFlow;

use crate::play::{Move, SeeMove, Target};
use crate::position::Part;
use crate::ruleset::Failure;

/// A component to which those of another game are brought back.
pub(super) struct Whole {
    pub(super) part: Part,
    /// Whether the order of its coordinates does not matter.
    pub(super) unordered: bool,
}

impl Whole {
    /// The component with these coordinates as another has them, at their places.
    fn part(&self, axes: &[usize], other: &Part) -> Part {
        let mut part = self.part.clone();
        for (&axis, coord) in axes.iter().zip(&other.coords) {
            part.coords[axis].clone_from(coord);
        }
        if self.unordered {
            part.coords.sort_unstable();
        }
        part
    }

    /// Shows the moves that `ask` shows of other components, each with the axes that its component has, as moves of the
    /// component with this index; those without axes are left out. Nothing where `ask` fails before one is shown: what
    /// was shown is not to be shown again.
    pub(super) fn show_all<'a>(
        &self,
        index: usize,
        axes: impl Fn(&Move) -> Option<&'a [usize]>,
        see: &mut SeeMove<'_>,
        ask: impl FnOnce(&mut SeeMove<'_>) -> Result<(), Failure>,
    ) -> Option<Result<ControlFlow<()>, Failure>> {
        let (mut flow, mut shown) = (ControlFlow::Continue(()), false);
        let done = ask(&mut |made| {
            if let Some(axes) = axes(&made) {
                shown = true;
                flow = self.show(index, axes, made, see);
            }
            flow
        });
        (shown || done.is_ok()).then(|| done.map(|()| flow))
    }

    /// Shows a move of the component with this index that is one of a component with the coordinates of these axes;
    /// a range is as many moves.
    fn show(
        &self,
        index: usize,
        axes: &[usize],
        made: Move,
        see: &mut SeeMove<'_>,
    ) -> ControlFlow<()> {
        let shown =
            |sum: Vec<Part>| Move { part: index, to: Target::Sum(sum), at_once: made.at_once };
        match made.to {
            Target::Sum(sum) => see(shown(sum.iter().map(|part| self.part(axes, part)).collect())),
            Target::Range { mut from, to } => {
                let other = Part { game: 0, kind: 0, coords: Vec::new() };
                while from <= to {
                    let part =
                        self.part(axes, &Part { coords: vec![from.clone()], ..other.clone() });
                    see(shown(vec![part]))?;
                    from += 1_u8;
                }
                ControlFlow::Continue(())
            }
        }
    }
}
