//! One component after the other by what is best for it, and what happens at one that is out of the
//! ordinary.

#[cfg(feature = "jit")]
use super::marking::mark_by_code;
use super::marking::{Marked, Place, mark_by_options};
use super::{ROW, SMALL, Work};
use crate::language::message;
use crate::nimber::{Mex, Nimber};
use crate::outcome::Outcome;
use crate::rule::Component;
use crate::ruleset::{Failure, Value};
use crate::table::cells::{Marks, WIDEST};
#[cfg(feature = "jit")]
use crate::table::code::{FUEL, Reason, Shared, more_fuel};
use crate::table::order::{Coords, Row};
use crate::table::sharing::{Chosen, Growths, Lines, Sums, WORDS_PER_CHECK, mex_of, won};

impl Work<'_> {
    /// Computes components from the start of a row, at least one; how many. None if the first has
    /// no value.
    pub(super) fn some(&mut self, row: &Row) -> Result<u64, Failure> {
        if self.windows.is_some()
            && let Some(done) = self.by_windows(row)?
        {
            return Ok(done);
        }
        #[cfg(feature = "jit")]
        if self.code.is_some()
            && self.is_whole()
            && let Some(done) = self.by_code(row)?
        {
            return Ok(done);
        }
        // Where the code leaves one to others, an option is probably not known.
        #[cfg(feature = "jit")]
        if !self.proved
            && self.is_whole()
            && let Some(done) = self.by_seeking(row)?
        {
            return Ok(done);
        }
        if self.has_sets() { self.by_sets(&row.start) } else { self.by_options(&row.start) }
    }

    /// Nothing, if the code leaves the first to others.
    #[cfg(feature = "jit")]
    pub(super) fn by_code(&mut self, row: &Row) -> Result<Option<u64>, Failure> {
        let mut fuel = FUEL;
        let row = Row { start: row.start.clone(), count: row.count.min(ROW) };
        while let Some(code) = &self.code {
            let nearest = self.nearest.as_mut();
            let running = if self.runs { &mut self.lines[..] } else { &mut [] };
            let cells = Shared::new(self.cells, nearest, running);
            let cells = cells.with_prefixes(&mut self.prefixes);
            let mut left = fuel;
            let (done, reason) = code.call().row(&row, &mut left, &cells, self.marks);
            if done > 0 {
                self.cost.options += (fuel - left).unsigned_abs();
                self.cost.components += done;
                // These took as long as very many others.
                self.is_due |= reason == Reason::Fuel;
                return Ok(Some(done));
            }
            match reason {
                Reason::Fuel => {
                    let Some(more) = more_fuel(fuel, self.limits)? else { break };
                    fuel = more;
                }
                Reason::TooLarge if self.runs && self.room + 1 < self.limit() => {
                    self.make_room(self.room + 1)?;
                }
                Reason::TooLarge => self.widen(&row.start)?,
                _ => break,
            }
        }
        Ok(None)
    }

    /// Components from the start of a row, whose options lie between two positions. Nothing, if the first is left to
    /// others.
    fn by_windows(&mut self, row: &Row) -> Result<Option<u64>, Failure> {
        let mut done = 0;
        while done < row.count.min(ROW) {
            let Some(windows) = &mut self.windows else { break };
            let position = row.start[0] + done as i64;
            let cells = &self.cells;
            let value = |index: usize| cells.value(index);
            let found = windows.value(position, self.end, value, self.limits)?;
            let Some(value) = found else { break };
            self.united += windows.put();
            if windows.are_slow() {
                self.windows = None;
                self.compile();
            }
            if self.store(&Coords::from_elem(position, 1), Value::Nimber(value))? == 0 {
                break;
            }
            done += 1;
            if self.united >= WORDS_PER_CHECK {
                (self.united, self.is_due) = (0, true);
                break;
            }
        }
        Ok((done > 0).then_some(done))
    }

    /// One component by the plain options of the rule.
    fn by_options(&mut self, coords: &Coords) -> Result<u64, Failure> {
        let (kind, end, layout, limits) = (self.kind, self.end, &self.layout, self.limits);
        let place = Place { coords, kind, end, layout, cells: self.cells, limits };
        let (mut mex, mut any) = (Mex::default(), false);
        let marked = place.options(self.rules, &mut |nimber| {
            any = true;
            mex.insert(nimber);
        })?;
        match marked {
            Marked::Over => self.store(coords, Value::Over),
            Marked::Win => self.store(coords, Value::Win),
            Marked::Stray => self.by_definition(coords),
            Marked::None | Marked::Nothing | Marked::Stamps => {
                let mex = mex.mex();
                let value = self.end.map_or(mex, |end| won(mex > Nimber(0), any, end));
                self.store(coords, Value::Nimber(value))
            }
        }
    }

    /// One component by the sets of its lines and choices, and the options of the other families.
    fn by_sets(&mut self, coords: &Coords) -> Result<u64, Failure> {
        let mut marked = if self.only_lines { Marked::None } else { self.mark_others(coords)? };
        // The definition stops at the first option that wins, so after one there is nothing to fear
        // but a failure before it.
        if matches!(marked, Marked::None | Marked::Stamps | Marked::Win) {
            match self.choose(coords)? {
                Chosen::Values => {}
                Chosen::Win => marked = Marked::Win,
                Chosen::Stray => marked = Marked::Stray,
            }
        }
        if let Some(growths) = &mut self.growths {
            let (kind, end, layout, limits) = (self.kind, self.end, &self.layout, self.limits);
            let place = Place { coords, kind, end, layout, cells: self.cells, limits };
            if !growths.reach(&place)? {
                return self.by_options(coords);
            }
        }
        let (cells, mut over) = (&self.cells, false);
        let mut sets = Vec::with_capacity(self.lines.len() + 2);
        for lines in &mut self.lines {
            let id = lines.reach(coords, |index| cells.value(index));
            over |= lines.is_over(id);
            self.united += lines.united();
            sets.push(lines.set(id));
        }
        sets.extend(self.choices.as_ref().map(|choices| (0, choices.sums.found())));
        sets.extend(self.growths.as_ref().map(Growths::set));
        let value = match marked {
            Marked::Over => Value::Over,
            Marked::Nothing => Value::Nimber(Nimber(self.end.unwrap_or(0).into())),
            Marked::Stray => return self.by_definition(coords),
            Marked::Win => Value::Win,
            _ if over => Value::Win,
            Marked::None => Value::Nimber(value_of(&sets, None, self.end)),
            Marked::Stamps => Value::Nimber(value_of(&sets, Some(self.marks), self.end)),
        };
        if self.united >= WORDS_PER_CHECK {
            self.united = 0;
            self.limits.check()?;
        }
        self.store(coords, value)
    }

    /// Finds the values of the options with components that are chosen freely.
    fn choose(&mut self, coords: &Coords) -> Result<Chosen, Failure> {
        let Some(choices) = &mut self.choices else { return Ok(Chosen::Values) };
        let (kind, layout, limits) = (self.kind, &self.layout, self.limits);
        choices.look(&mut Place { coords, kind, end: None, layout, cells: self.cells, limits })
    }

    /// Marks the options of the families that are not found as sets.
    fn mark_others(&mut self, coords: &Coords) -> Result<Marked, Failure> {
        let (kind, end, layout, limits) = (self.kind, self.end, &self.layout, self.limits);
        let place = &mut Place { coords, kind, end, layout, cells: self.cells, limits };
        #[cfg(feature = "jit")]
        if let Some(code) = self.code.as_ref().filter(|_| !self.runs && !self.grows)
            && let Some(marked) = mark_by_code(code, place, self.marks)?
        {
            return Ok(marked);
        }
        mark_by_options(&self.others, place, self.marks)
    }

    pub(super) fn component(&self, coords: &[i64]) -> Component {
        Component { kind: self.kind as u16, coords: coords.iter().copied().collect() }
    }

    /// Writes a value, or who wins, wherever it belongs; makes room for it first.
    pub(super) fn store(&mut self, coords: &Coords, value: Value) -> Result<u64, Failure> {
        let value = match self.end {
            Some(_) => Value::Nimber(Nimber((value.outcome() == Outcome::N).into())),
            None => value,
        };
        if let Value::Nimber(Nimber(number)) = value {
            while number >= self.limit() {
                self.widen(coords)?;
            }
            if self.has_sets() && number > self.room {
                self.make_room(number)?;
            }
            if let Some(windows) = self.windows.as_ref().filter(|_| number > self.room) {
                // Twice as many, so that this is seldom asked.
                self.room = number.saturating_mul(2);
                let table = self.cells.memory(self.layout.room());
                self.limits.check_memory(windows.bytes(self.room).saturating_add(table))?;
            }
        }
        let orders =
            if self.layout.is_mirrored_later(coords) { 1 } else { self.permutations.len() };
        for axes in &self.permutations[..orders] {
            let there: Coords = axes.iter().map(|&axis| coords[axis]).collect();
            if !self.cells.set(self.layout.index(&there), value) {
                return Ok(0);
            }
        }
        #[cfg(feature = "jit")]
        if let Some(prefixes) = &mut self.prefixes {
            prefixes.note(coords, value, &self.layout);
        }
        #[cfg(feature = "jit")]
        if let Some(nearest) = self.nearest.as_mut().filter(|_| value == Value::zero()) {
            nearest.note(coords);
        }
        Ok(1)
    }

    /// Values from here on do not fit.
    fn limit(&mut self) -> u64 {
        let limit = self.marks.prepare(self.cells.width(), 0);
        if *self.small { limit.min(SMALL.into()) } else { limit }
    }

    /// Makes the values wider, or allows larger ones, when this component is reached.
    fn widen(&mut self, coords: &[i64]) -> Result<(), Failure> {
        if *self.small {
            *self.small = false;
            self.compile();
            return Ok(());
        }
        let bytes = self.cells.memory(self.layout.room());
        if self.cells.width() == WIDEST {
            let Some(marks) = self.marks.double() else {
                let message = message!("a table of values of more than 31 binary digits");
                return Err(Failure::Domain(message));
            };
            #[cfg(feature = "jit")]
            self.others_marks.clear();
            if let Some(choices) = &mut self.choices {
                choices.marks = self.marks.alike();
            }
            self.limits.check_memory(bytes + marks)?;
            return Ok(());
        }
        // Both widths are there while values move.
        self.limits.check_memory(3 * bytes)?;
        self.cells.widen(self.layout.used(coords) as usize)?;
        self.compile();
        Ok(())
    }

    /// Makes room for as many values as options along lines, if that takes no more than a table with values
    /// of two bytes: sets that grow later are copied, and several threads must stop for it.
    pub(super) fn make_much_room(&mut self) {
        let most = self.lines.iter().map(Lines::longest).fold(0, u64::saturating_add);
        let bytes = self.lines.iter().map(|lines| lines.bytes(most)).fold(0, u64::saturating_add);
        let table = self.layout.bytes(WIDEST - 1);
        let fits = |bytes| self.limits.check_memory(bytes).is_ok();
        if self.choices.is_none() && bytes <= table && fits(table.saturating_mul(4)) {
            // Where this fails, what is there will do.
            let _made = self.make_room(most);
        }
    }

    /// Makes room in the sets for values up to this one and more.
    pub(super) fn make_room(&mut self, most: u64) -> Result<(), Failure> {
        let bytes = self.lines.iter().map(|lines| lines.bytes(most)).fold(0, u64::saturating_add);
        let bytes = bytes.saturating_add(self.choices.as_ref().map_or(0, |_| Sums::bytes(most)));
        let table = self.cells.memory(self.layout.room());
        self.limits.check_memory(bytes.saturating_add(bytes / 2).saturating_add(table))?;
        self.room = u64::MAX;
        for lines in &mut self.lines {
            lines.make_room(most);
            self.room = self.room.min(lines.room());
        }
        if let Some(choices) = &mut self.choices {
            choices.sums.make_room(most);
            self.room = self.room.min(choices.sums.room());
        }
        Ok(())
    }
}

/// The mex of sets and marks, or who wins.
fn value_of(sets: &[(usize, &[u64])], marks: Option<&Marks>, end: Option<u8>) -> Nimber {
    let Some(end) = end else { return mex_of(sets, marks) };
    let has = |value: usize| {
        sets.iter().any(|(_, set)| set.first().is_some_and(|word| word >> value & 1 == 1))
            || marks.is_some_and(|marks| marks.has(value))
    };
    won(has(0), has(1), end)
}
