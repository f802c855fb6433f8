//! Programs for the first game of a session, by whatever is known of it.

use std::time::Duration;

use super::Session;
use super::time::within;
use crate::code::{self, Basis, SourceCode, TargetLanguage};
use crate::language::message;
use crate::limits::Limits;
use crate::plan::Engine;
use crate::recurrence::leads_on;
use crate::ruleset::Failure;

/// The farthest heap of a quotient whose period is sought for a program.
const FAR: u64 = 1 << 16;

/// Half of the time that is left: a program is written also where nothing is found.
fn half_of(limits: &Limits) -> Duration {
    limits.left().map_or(Duration::MAX, |left| left / 2)
}

impl Session {
    /// Writes a program for components of this kind of the first game: by a theorem that the session was given, or by
    /// what is found in some seconds, a misère quotient or another theorem, or else by the rule itself. Where
    /// components have several coordinates and no theorem about the values of all of them is found, it may be by one about
    /// who wins; with `values` a program of normal play prints values even where only who wins is proved, which is then not used.
    ///
    /// ```
    /// use grundy::code::{Basis, TargetLanguage};
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("0.23")?;
    /// session.play_misere();
    /// let program = session.program((0, false), TargetLanguage::Python, &Limits::default())?;
    /// assert_eq!(program.basis, Basis::Quotient);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`code::write`].
    pub fn program(
        &mut self,
        (kind, values): (usize, bool),
        language: TargetLanguage,
        limits: &Limits,
    ) -> Result<SourceCode, Failure> {
        let Some(opened) = self.opened.first() else {
            return Err(Failure::Domain(message!("no game has been opened")));
        };
        let misere = self.is_played_misere(0);
        if misere && values {
            return Err(Failure::Domain(message!("misère play has no Grundy values")));
        }
        let opened = match misere {
            true => opened.clone().played_misere(),
            false => opened.clone(),
        };
        let solver = &self.solvers[0];
        if misere
            && kind == 0
            && solver.misere.is_none()
            && !matches!(solver.plan.engine, Engine::Nim)
        {
            let sought = within(limits, half_of(limits), |short| self.quotient_of_all(FAR, short))?;
            let quotient = sought.flatten();
            let program =
                quotient.and_then(|known| code::write_quotient(&opened, &known, language));
            if let Some(program) = program {
                return Ok(program);
            }
        }
        // A theorem that was given is written, also where more could be proved.
        if values || !self.solvers[0].given {
            within(limits, half_of(limits), |short| self.seek_theorem(0, short))?;
        }
        let solver = &self.solvers[0];
        let mut plan = solver.misere.as_ref().filter(|_| misere).unwrap_or(&solver.plan).clone();
        if values && !misere && !plan.engine.has_values() {
            plan.engine = Engine::Definition;
        }
        let source = code::write(&opened, &mut plan, kind, language, limits)?;
        let by_rule = match source.basis {
            Basis::Definition => true,
            Basis::Period => leads_on(&opened.rules, kind),
            _ => false,
        };
        // Heaps are asked about in sums, for which values are needed.
        let in_sums = opened.rules.ir()[kind].coords.len() == 1;
        if misere || values || in_sums || !by_rule || !source.values {
            return Ok(source);
        }
        within(limits, half_of(limits), |short| self.seek_outcomes(0, short))?;
        let plan = &mut self.solvers[0].plan;
        match plan.engine {
            Engine::Automatic(_) => code::write(&opened, plan, kind, language, limits),
            _ => Ok(source),
        }
    }
}
