//! How tables of components would be filled, and what stands in the way of something faster.

use std::io::{self, Write};

use grundy::games::Opened;
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::table::{Description, Handling, Lost, Table};

use super::written;
use crate::language::{say, speak};
use crate::report::words;

/// Coordinates up to which a table is described, by their number.
const DESCRIBED: [u64; 7] = [0, 999_999, 999, 99, 31, 15, 9];

/// Elements of a list that is shown as a whole, at most.
const MOST_LISTED: usize = 16;

/// Kinds whose tables are described, at most: what is said of one looks at all that it leads to.
const MOST_KINDS: usize = 16;

/// Writes of the first kind, and of others as long as there is time, how its lost positions would be listed and its tables filled.
pub(super) fn write(out: &mut impl Write, opened: &Opened, limits: &Limits) -> io::Result<()> {
    let kinds = opened.rules.kinds();
    for (kind, view) in kinds.iter().enumerate() {
        if kind == MOST_KINDS || kind > 0 && limits.check().is_err() {
            let line =
                say!("table    of {count} more kinds: not described", count = kinds.len() - kind);
            return writeln!(out, "{line}");
        }
        let (component, coords) = (written(view.name(), view.coords()), view.coords());
        let components = Components { opened, kind, component, coords };
        components.lost(out)?;
        components.values(out)?;
    }
    Ok(())
}

/// Components of one kind.
struct Components<'a> {
    opened: &'a Opened,
    kind: usize,
    /// How one of them is written.
    component: String,
    coords: &'a [String],
}

impl Components<'_> {
    /// Whether lost positions need no table.
    fn lost(&self, out: &mut impl Write) -> io::Result<()> {
        let (rules, component) = (&self.opened.rules, &self.component);
        if self.coords.len() != 2 || rules.has_wins() {
            return Ok(());
        }
        let line = match Lost::new(rules, self.kind) {
            Ok(_) => say!(
                "lost     {component} are listed without a table, for every option lies on a ray",
                component
            ),
            Err(reason) => say!(
                "lost     {component} are not listed without a table, for {reason}",
                component,
                reason
            ),
        };
        writeln!(out, "{line}")
    }

    /// How a table of values would be filled, and one of who wins.
    fn values(&self, out: &mut impl Write) -> io::Result<()> {
        let table = match Table::new(&self.opened.rules, self.kind) {
            Ok(table) => table,
            Err(reason) => {
                let component = &self.component;
                let line = say!(
                    "table    of {component}: cannot be made, for {reason}",
                    component,
                    reason
                );
                return writeln!(out, "{line}");
            }
        };
        let last = self.last();
        let Some(described) = table.describe(&last) else { return Ok(()) };
        writeln!(out, "{}", self.size(&described))?;
        if described.repeats {
            let line =
                say!("         rows whose options lead to the same rows as before are copied");
            writeln!(out, "{line}")?;
        }
        if described.threads {
            writeln!(out, "{}", say!("         several threads can compute it"))?;
        }
        self.families(out, &described)?;
        if let Some(options) = looked_at(&described).filter(|&options| options > 0) {
            let options = rounded(options);
            let each = described.families.iter().zip(&described.options);
            let counted = each.filter(|(handling, _)| !handling.is_by_sets()).map(|each| each.1);
            let line = match counted.max() >= Some(&Some(Description::MOST_COUNTED)) {
                true => say!("         {options} options in all, or more", options),
                false => say!("         about {options} options in all", options),
            };
            writeln!(out, "{line}")?;
        }
        self.outcomes(out, &last)
    }

    /// The last component of a table that is described.
    fn last(&self) -> Vec<u64> {
        let axes = self.coords.len();
        vec![DESCRIBED.get(axes).copied().unwrap_or(1); axes]
    }

    /// How large a table is, and in which order it is filled.
    fn size(&self, described: &Description) -> String {
        let component = &self.component;
        let dims: Vec<String> = described.dims.iter().map(ToString::to_string).collect();
        let (dims, bytes) = (dims.join(" x "), described.bytes);
        let order = words::fill_order(described);
        match &described.below {
            None => say!(
                "table    of {component}, for instance {dims} positions: {bytes} bytes or more, {order}",
                component,
                dims,
                bytes,
                order
            ),
            Some((factors, most)) => say!(
                "table    of {component}, for instance {dims} positions with {sum} <= {most}: {bytes} bytes or more, {order}",
                component,
                dims,
                sum = sum_of(self.coords, factors),
                most,
                bytes,
                order
            ),
        }
    }

    /// What computes the options of each family, and how many there are.
    fn families(&self, out: &mut impl Write, described: &Description) -> io::Result<()> {
        let families = &self.opened.rules.program().rules[self.kind].families;
        let each = families.iter().map(brief).zip(&described.families).zip(&described.options);
        for (((family, handling), options), no_set) in each.zip(&described.no_set) {
            let handled = words::handling(handling);
            let line = match options {
                _ if handling.is_by_sets() => {
                    say!("         {family}: {handling}", family, handling = handled)
                }
                Some(0) => say!(
                    "         {family}: {handling}; options of a position: hardly any",
                    family,
                    handling = handled
                ),
                Some(options @ Description::MOST_COUNTED..) => say!(
                    "         {family}: {handling}; options of a position: {options} or more",
                    family,
                    handling = handled,
                    options
                ),
                Some(options) => say!(
                    "         {family}: {handling}; options of a position: about {options}",
                    family,
                    handling = handled,
                    options
                ),
                None => say!(
                    "         {family}: {handling}; options of a position: not counted, it takes long",
                    family,
                    handling = handled
                ),
            };
            writeln!(out, "{line}")?;
            if let Some(reason) = no_set {
                let reason = speak(&Message::phrase(reason));
                let line = say!("             no set along a line, for {reason}", reason);
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// How a table of who wins would be filled, where that takes no values.
    fn outcomes(&self, out: &mut impl Write, last: &[u64]) -> io::Result<()> {
        let (rules, component) = (&self.opened.rules, &self.component);
        let of = if rules.is_misere() { Table::misere } else { Table::outcomes };
        let table = match Table::new(rules, self.kind).and_then(of) {
            Ok(table) => table,
            Err(reason) => {
                let line =
                    say!("outcomes of {component}: from values, for {reason}", component, reason);
                return writeln!(out, "{line}");
            }
        };
        let Some(described) = table.describe(last) else { return Ok(()) };
        let line = say!(
            "outcomes of {component}: a table of who wins alone, in {bytes} bytes, {order}",
            component,
            bytes = described.bytes,
            order = words::fill_order(&described)
        );
        writeln!(out, "{line}")?;
        let families = &rules.program().rules[self.kind].families;
        for (family, handling) in families.iter().map(brief).zip(&described.families) {
            let handled = match handling {
                Handling::Code => say!("machine code, up to the first option that is lost"),
                handling => words::handling(handling),
            };
            writeln!(out, "{}", say!("         {family}: {handling}", family, handling = handled))?;
        }
        Ok(())
    }
}

/// A family as it is typed, of long lists the first numbers and the last.
fn brief(family: &impl ToString) -> String {
    let text = family.to_string();
    let mut brief = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('{') {
        let (before, list) = rest.split_at(at + 1);
        let (list, behind) = list.split_at(list.find('}').unwrap_or(list.len()));
        let elements: Vec<&str> = list.split(", ").collect();
        brief.push_str(before);
        // A list in a list has no end of its own here.
        match elements.len() > MOST_LISTED && !list.contains('{') {
            true => {
                let (first, last) = (&elements[..MOST_LISTED / 2], elements[elements.len() - 1]);
                brief.push_str(&format!("{}, .., {last}", first.join(", ")));
            }
            false => brief.push_str(list),
        }
        rest = behind;
    }
    brief + rest
}

/// How many options are looked at one by one until the table is full; nothing where some were not counted.
fn looked_at(described: &Description) -> Option<u64> {
    let each = described.families.iter().zip(&described.options);
    let mut counts = each.filter(|(handling, _)| !handling.is_by_sets()).map(|(_, count)| *count);
    let of_a_position = counts.try_fold(0_u64, |all, count| Some(all.saturating_add(count?)))?;
    Some(of_a_position.saturating_mul(described.positions))
}

/// The sum of coordinates, each so many times.
fn sum_of(names: &[String], factors: &[i64]) -> String {
    let term = |(name, &factor): (&String, &i64)| match factor {
        1 => name.clone(),
        factor => format!("{factor}*{name}"),
    };
    names.iter().zip(factors).map(term).collect::<Vec<_>>().join(" + ")
}

/// A number to two digits.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    (number / unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_lists_the_ends_are_shown() {
        let list = |last: u32| (1..=last).map(|k| k.to_string()).collect::<Vec<_>>().join(", ");
        let family =
            |list: &str| format!("[n - k - m] for k in {{{list}}}, m in {{0, 7}} if k != 3");
        for shown in [family(&list(1)), family(&list(16)), "[n - 1]".into(), "{1, {2}, 3".into()] {
            assert_eq!(brief(&shown), shown);
        }
        assert_eq!(brief(&family(&list(17))), family("1, 2, 3, 4, 5, 6, 7, 8, .., 17"));
        assert_eq!(brief(&format!("{{{}", list(20))), "{1, 2, 3, 4, 5, 6, 7, 8, .., 20");
    }
}
