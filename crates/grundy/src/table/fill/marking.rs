//! The options of a component marked, one after the other: by machine code, or interpreted where that
//! escapes or there is none.

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset, Value};
use crate::table::cells::{Cells, Marks};
#[cfg(feature = "jit")]
use crate::table::code::{Aim, Code, FUEL, Job, Reason, Shared, more_fuel};
#[cfg(feature = "jit")]
use crate::table::order::Row;
use crate::table::order::{Coords, Layout};

/// A component while its options are looked at, and the table.
pub(in crate::table) struct Place<'a> {
    pub(in crate::table) coords: &'a Coords,
    pub(super) kind: usize,
    /// Where only who wins is computed: 1 if the player to move does who has no move.
    pub(super) end: Option<u8>,
    pub(super) layout: &'a Layout,
    pub(super) cells: &'a mut Cells,
    pub(in crate::table) limits: &'a Limits,
}

/// What is known of some options of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table) enum Marked {
    /// There are no such families, and nothing else to look at.
    None,
    /// Their values are found, and marked.
    Stamps,
    /// One of them wins at once.
    Win,
    Over,
    /// The guard fails: there are no options at all.
    Nothing,
    /// They are not all known.
    Stray,
}

impl Place<'_> {
    /// The component.
    pub(in crate::table) fn component(&self) -> Component {
        Component { kind: self.kind as u16, coords: self.coords.iter().copied().collect() }
    }

    /// The value of an option, if all its parts were computed before the component.
    pub(in crate::table) fn value_of(&self, parts: &[Component]) -> Option<Value> {
        if let (Some(end), []) = (self.end, parts) {
            return Some(Value::Nimber(Nimber(end.into())));
        }
        parts.iter().try_fold(Value::zero(), |sum, part| Some(sum ^ self.value_of_part(part)?))
    }

    /// The value of a component, if it was computed before.
    pub(in crate::table) fn value_of_part(&self, part: &Component) -> Option<Value> {
        let known = usize::from(part.kind) == self.kind
            && self.layout.holds(&part.coords)
            && self.layout.compare(&part.coords, self.coords).is_lt();
        known.then(|| self.cells.value(self.layout.index(&part.coords)))
    }

    /// Finds the values of the component's options, up to the first that wins at once.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn options(
        &self,
        rules: &Rules,
        found: &mut dyn FnMut(Nimber),
    ) -> Result<Marked, Failure> {
        let (component, limits) = (self.component(), self.limits);
        let answer = |asked| match asked {
            Ok(holds) => Ok(Some(holds)),
            Err(Failure::Stop(stop)) => Err(Failure::Stop(stop)),
            Err(_) => Ok(None),
        };
        match answer(rules.is_over(&component, limits))? {
            Some(false) => {}
            Some(true) => return Ok(Marked::Over),
            None => return Ok(Marked::Stray),
        }
        match answer(rules.guard_holds(&component, limits))? {
            Some(true) => {}
            Some(false) => return Ok(Marked::Nothing),
            None => return Ok(Marked::Stray),
        }
        let (mut wins, mut known) = (false, true);
        let looked = rules.options_for_values(&component, limits, &mut |parts| {
            match self.value_of(parts) {
                Some(Value::Nimber(nimber)) => found(nimber),
                Some(Value::Win) => {}
                Some(Value::Over) => wins = true,
                None => known = false,
            }
            if wins || !known { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match looked {
            Ok(()) if wins => Ok(Marked::Win),
            Ok(()) if known => Ok(Marked::Stamps),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            _ => Ok(Marked::Stray),
        }
    }
}

/// Marks the options of a component by machine code that was compiled to do no more; nothing where that
/// escapes.
///
/// # Errors
/// A limit.
#[cfg(feature = "jit")]
pub(super) fn mark_by_code(
    code: &Code,
    place: &mut Place<'_>,
    marks: &mut Marks,
) -> Result<Option<Marked>, Failure> {
    let mut fuel = FUEL;
    let row = Row { start: place.coords.clone(), count: 1 };
    loop {
        let cells = Shared::new(place.cells, None, &mut []);
        let mut left = fuel;
        return Ok(Some(match code.call().row(&row, &mut left, &cells, marks).1 {
            Reason::Done => Marked::Stamps,
            Reason::Over => Marked::Over,
            Reason::Nothing => Marked::Nothing,
            Reason::Win => Marked::Win,
            Reason::Fuel => {
                let Some(more) = more_fuel(fuel, place.limits)? else { return Ok(None) };
                fuel = more;
                continue;
            }
            // It computes no value, so none is too large.
            Reason::Escape | Reason::TooLarge | Reason::Unknown => return Ok(None),
        }));
    }
}

/// The same by the options of the rules.
///
/// # Errors
/// A limit.
pub(super) fn mark_by_options(
    rules: &Rules,
    place: &Place<'_>,
    marks: &mut Marks,
) -> Result<Marked, Failure> {
    marks.prepare(place.cells.width(), 1);
    marks.stamp += 1;
    place.options(rules, &mut |nimber| marks.mark(nimber))
}

/// A rule with some families, whose options are marked.
pub(in crate::table) struct Marking {
    pub(super) rules: Rules,
    #[cfg(feature = "jit")]
    code: Option<Code>,
}

impl Marking {
    /// For a rule that has no more than these families.
    pub(in crate::table) fn new(rules: Rules) -> Marking {
        Marking {
            rules,
            #[cfg(feature = "jit")]
            code: None,
        }
    }

    /// Compiles the rule for values of a width.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn compile(&mut self, kind: usize, layout: &Layout, width: u8) {
        let kind = &self.rules.ir()[kind];
        let job = Job { aim: Aim::Marks, ..Job::new(kind, layout, width) };
        self.code = Code::new(&job).ok();
    }

    /// Marks the options of a component.
    ///
    /// # Errors
    /// A limit.
    pub(in crate::table) fn mark(
        &self,
        place: &mut Place<'_>,
        marks: &mut Marks,
    ) -> Result<Marked, Failure> {
        #[cfg(feature = "jit")]
        if let Some(code) = &self.code
            && let Some(marked) = mark_by_code(code, place, marks)?
        {
            return Ok(marked);
        }
        mark_by_options(&self.rules, place, marks)
    }
}
