//! The options of one component, one after the other, and the table that has what is asked of all of them.
//!
//! Of many options each may take less time than a table would, and all together far more. So once they took as long
//! as the table that has them would at least, it is filled.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::limits::Limits;
use crate::plan::Engine;
use crate::play::{Asked, Session, component_of, part_of};
use crate::position::Part;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset as _};

/// A table that is not filled when it is due waits so many times as long as before.
const LATER: u32 = 4;
/// Numbers of more binary digits are multiplied in rules at the risk of what does not fit.
const LARGE: u64 = 48;

/// Shown each option of a component with the session, until it breaks.
type SeeOption<'a> = dyn FnMut(&mut Session, Vec<Part>) -> Result<ControlFlow<()>, Failure> + 'a;

/// How the options of a component are listed.
type OptionsOf = fn(
    &Rules,
    &Component,
    &Limits,
    &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
) -> Result<(), Failure>;

/// A table of what is asked of all options of a component, if there is one: how long it waits, and since when.
pub(in crate::play) struct TableOfOptions(Option<(Waiting, Duration, Instant)>);

/// A component of a game, in misère play or not, and what is asked of its options.
struct Waiting {
    game: usize,
    component: Component,
    asked: (bool, Asked),
}

impl TableOfOptions {
    pub(in crate::play) fn none() -> TableOfOptions {
        TableOfOptions(None)
    }

    /// Fills it if the options took long enough.
    pub(in crate::play) fn fill_when_due(
        &mut self,
        session: &mut Session,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let due = self.0.take_if(|(_, grace, since)| since.elapsed() >= *grace);
        let Some((waiting, grace, _)) = due else { return Ok(()) };
        let Waiting { game, component, asked } = &waiting;
        let defined = &mut session.solvers[*game].defined;
        // What is met on the way to one option most often leads to the others.
        if defined.reaches_few(component, *asked, limits) {
            self.0 = Some((waiting, grace.saturating_mul(LATER), Instant::now()));
            return Ok(());
        }
        // Where each position has many options a table takes far longer than at least.
        if session.seek_instead_of_table(*game, *asked, grace, limits)? {
            return Ok(());
        }
        let defined = &mut session.solvers[*game].defined;
        defined.fill_for(component, *asked, limits)
    }
}

impl Session {
    /// The table for the options of a component, which waits from now on; none where theory answers.
    pub(in crate::play) fn table_of_options(
        &mut self,
        part: &Part,
        asked: (bool, Asked),
        limits: &Limits,
    ) -> Result<TableOfOptions, Failure> {
        let misere = asked.0;
        if !misere && !matches!(self.plan(part.game).engine, Engine::Definition) {
            return Ok(TableOfOptions::none());
        }
        let game = part.game;
        let Ok(component) = component_of(&self.opened[game], part) else {
            return Ok(TableOfOptions::none());
        };
        let grace = self.solvers[game].defined.grace(&component, asked, limits);
        let waiting = Waiting { game, component, asked };
        Ok(TableOfOptions(grace.map(|grace| (waiting, grace, Instant::now()))))
    }

    /// Shows the options of one component, as sums, until `see` breaks; the same one may come more
    /// than once.
    pub(in crate::play) fn each_option(
        &mut self,
        part: &Part,
        limits: &Limits,
        see: &mut SeeOption<'_>,
    ) -> Result<(), Failure> {
        self.options_of(part, Rules::options, limits, see)
    }

    /// The same; where they are too many, some are shown before that is told.
    pub(super) fn each_option_begun(
        &mut self,
        part: &Part,
        limits: &Limits,
        see: &mut SeeOption<'_>,
    ) -> Result<(), Failure> {
        self.options_of(part, Rules::options_begun, limits, see)
    }

    fn options_of(
        &mut self,
        part: &Part,
        options: OptionsOf,
        limits: &Limits,
        see: &mut SeeOption<'_>,
    ) -> Result<(), Failure> {
        let component = component_of(&self.opened[part.game], part);
        // What the rule computes of the largest numbers that it takes may not fit.
        let large = part.coords.iter().any(|coord| coord.bits() > LARGE);
        if (component.is_err() || large)
            && let Some(options) = self.far_options(part, limits)
        {
            for option in options {
                if see(self, option)?.is_break() {
                    break;
                }
            }
            return Ok(());
        }
        // Perhaps there was no time for these.
        limits.check()?;
        let component = component?;
        // The rules are copied so that the session can be asked about each option meanwhile.
        let rules = self.opened[part.game].rules.clone();
        let mut failure = None;
        options(&rules, &component, limits, &mut |sum| {
            let option = sum.iter().map(|component| part_of(part.game, component)).collect();
            see(self, option).unwrap_or_else(|found| {
                failure = Some(found);
                ControlFlow::Break(())
            })
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// The options of one component if there are at most `most`, repetitions counted, and its
    /// numbers are in the reach of the definition or of a recurrence.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("bash(3)")?;
    /// let position = session.position("10")?;
    /// let limits = Limits::default();
    /// let options = session.few_options(&position.parts[0], 3, &limits)?.unwrap();
    /// assert_eq!(options.len(), 3);
    /// assert_eq!(session.few_options(&position.parts[0], 2, &limits)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`].
    pub fn few_options(
        &mut self,
        part: &Part,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<Part>>>, Failure> {
        self.check(std::slice::from_ref(part))?;
        let component = component_of(&self.opened[part.game], part);
        let large = part.coords.iter().any(|coord| coord.bits() > LARGE);
        if (component.is_err() || large)
            && let Some(options) = self.far_options(part, limits)
        {
            return Ok(Some(options).filter(|options| options.len() <= most));
        }
        let Ok(component) = component else { return Ok(None) };
        let opened = &self.opened[part.game];
        let mut options = Vec::new();
        opened.rules.options(&component, limits, &mut |sum| {
            options.push(sum.iter().map(|component| part_of(part.game, component)).collect());
            if options.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok((options.len() <= most).then_some(options))
    }
}
