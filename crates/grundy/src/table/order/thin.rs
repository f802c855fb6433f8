//! Unordered coordinates of which one goes much further than another: a table of them as if they had an order.
//!
//! Where coordinates are unordered a table is a cube, as [`layout`](super::layout) says. But where the rule has with each
//! family the same for the coordinates in any other order, a component has the same options in whatever order its
//! coordinates are written. Then a box with ascending sides will do: a component fits with its coordinates ascending if it
//! fits in any order, and so do its options, of which no coordinate is greater.

use super::layout::Layout;
use super::outline::{Outline, outline};
use crate::rule::Rules;
use crate::rule::ir::{Kind, Term};
use crate::table::sharing::{Line, line};
use crate::table::{Coords, Table};

/// At least so many times the components of the box, the cube has too many.
const FAR_MORE: u128 = 4;

/// The rules of a kind without the word `unordered`, and what is known of tables of them.
pub(in crate::table) struct Thin {
    rules: Rules,
    outline: Outline,
}

impl Thin {
    /// Nothing where coordinates have an order, or it might matter to the rule.
    pub(in crate::table) fn new(rules: &Rules, kind: usize) -> Option<Thin> {
        let rule = &rules.ir()[kind];
        if !rule.unordered || !is_alike(rule, kind) {
            return None;
        }
        let rules = rules.in_order(kind);
        let outline = outline(&rules, kind).ok()?;
        Some(Thin { rules, outline })
    }

    /// The layout of a box up to these coordinates, ascending, if a cube is much more.
    fn layout(&self, kind: usize, last: &[u64]) -> Option<Layout> {
        let mut last: Coords = last.into();
        last.sort_unstable();
        let numbers = |last: u64| u128::from(last.saturating_add(1));
        let product =
            |numbers: &mut dyn Iterator<Item = u128>| numbers.fold(1, u128::saturating_mul);
        let cube = product(&mut last.iter().map(|_| numbers(last[last.len() - 1])));
        let size = product(&mut last.iter().map(|&last| numbers(last)));
        (size.saturating_mul(FAR_MORE) <= cube)
            .then(|| self.outline.layout(&self.rules, kind, &last))?
    }
}

/// Whether the families of a kind stay the same in whatever order its coordinates are: all run along lines, and with each
/// there is one along every other so many coordinates.
fn is_alike(rule: &Kind, own: usize) -> bool {
    let stays = |term: &Term| match term {
        Term::Component(target) | Term::Choose { of: target, .. } => target.kind == own,
        _ => false,
    };
    let lines = rule.families.iter().map(|family| {
        let line = line(rule, family).filter(|line| line.only.is_none())?;
        family.terms.iter().all(stays).then_some(line)
    });
    let Some(lines) = lines.collect::<Option<Vec<Line>>>() else { return false };
    // What swaps of neighbours leave as it is, every order does.
    let swapped = |line: &Line, first: usize| {
        let swap = |&axis: &usize| match axis {
            axis if axis == first => first + 1,
            axis if axis == first + 1 => first,
            axis => axis,
        };
        let mut axes: Vec<usize> = line.axes.iter().map(swap).collect();
        axes.sort_unstable();
        Line { axes, ..line.clone() }
    };
    let has = |line: Line| lines.contains(&line);
    rule.guard.is_none()
        && rule.wins.is_empty()
        && (1..rule.coords.len())
            .all(|second| lines.iter().all(|line| has(swapped(line, second - 1))))
}

impl Table {
    /// The layout of a table up to these coordinates as if they had an order, if that is much smaller.
    pub(in crate::table) fn thin_layout(&self, last: &[u64]) -> Option<Layout> {
        self.thin.as_ref()?.layout(self.kind, last)
    }

    /// The rules by which a table of this layout is filled, and what is known of such tables.
    pub(in crate::table) fn rules_for(&self, layout: &Layout) -> (&Rules, &Outline) {
        match &self.thin {
            Some(thin) if !layout.sorted => (&thin.rules, &thin.outline),
            _ => (&self.rules, &self.outline),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::rule::parse;

    fn table(rule: &str) -> Table {
        Table::new(&Rules::new(parse(rule).unwrap(), &[]).unwrap(), 0).unwrap()
    }

    #[test]
    fn a_rule_that_is_the_same_in_every_order_fills_a_box() {
        let alike = [
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b \
             | [a-k, b-k] for k in 1..min(a, b)",
            "unordered [a, b] -> [i, b] for i in 0..a-2 | [a, i] for i in 0..b-2",
            "unordered [a, b, c] -> [a-k, b-k, c] for k in 2..min(b, a) \
             | [a, b-k, c-k] for k in 2..min(b, c) | [a-k, b, c-k] for k in 2..min(a, c)",
        ];
        for rule in alike {
            let mut long = table(rule);
            let last: &[u64] = if rule.contains('c') { &[300, 2, 9] } else { &[300, 9] };
            assert!(long.size(last).unwrap() < 10_000, "{rule}");
            long.fill(last, &Limits::default()).unwrap();
            let mut cube = table(rule);
            cube.fill(&vec![40; last.len()], &Limits::default()).unwrap();
            for a in 0..=40 {
                for b in 0..=9 {
                    let coords = [a, b, 2];
                    let coords = &coords[..last.len()];
                    assert!(cube.value(coords).is_some());
                    assert_eq!(long.value(coords), cube.value(coords), "{rule} {coords:?}");
                    let reversed: Vec<u64> = coords.iter().rev().copied().collect();
                    assert_eq!(long.value(&reversed), cube.value(coords), "{rule} {coords:?}");
                }
            }
            let outer: Vec<u64> = vec![200; last.len() - 1];
            assert_eq!(long.value(&[&outer[..], &[200]].concat()), None);
            let row = long.row(&[&[150][..], &last[2..]].concat(), 0..=2).unwrap();
            let single = (0..=2)
                .map(|column| long.value(&[&[150][..], &last[2..], &[column]].concat()).unwrap());
            assert_eq!(row, single.collect::<Vec<_>>(), "{rule}");
        }
    }

    #[test]
    fn a_box_has_what_the_cube_has() {
        for (along, across) in (0..4).flat_map(|along| (0..4).map(move |across| (along, across))) {
            let mut families = Vec::new();
            if along > 0 {
                families.push(format!("[a-k, b] for k in {along}..a"));
                families.push(format!("[a, b-k] for k in {along}..b"));
            }
            if across > 0 {
                families.push(format!("[a-k, b-k] for k in {across}..min(a, b)"));
            }
            if families.is_empty() {
                continue;
            }
            let rule = format!("unordered [a, b] -> {}", families.join(" | "));
            type Asked = fn(Table) -> Table;
            let asked: [Asked; 3] =
                [|table| table, |table| table.outcomes().unwrap(), |table| table.misere().unwrap()];
            for asked in asked {
                let (mut long, mut cube) = (asked(table(&rule)), asked(table(&rule)));
                long.fill(&[90, 7], &Limits::default()).unwrap();
                cube.fill(&[90, 90], &Limits::default()).unwrap();
                assert_eq!((long.dims().unwrap()[0], cube.dims().unwrap()[0]), (8, 91), "{rule}");
                for (a, b) in (0..=90).flat_map(|a| (0..=7).map(move |b| (a, b))) {
                    assert_eq!(long.value(&[a, b]), cube.value(&[a, b]), "{rule} {a} {b}");
                    assert!(cube.value(&[b, a]).is_some());
                    assert_eq!(long.value(&[b, a]), cube.value(&[b, a]), "{rule} {b} {a}");
                }
            }
        }
    }

    #[test]
    fn others_fill_a_cube() {
        for rule in [
            "unordered [a, b] -> [a-k, b] for k in 1..a",
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 2..b",
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [b-k, b] for k in 1..b",
            "unordered [a, b] if b > 2 -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b",
            "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b\nwin on [3, 3]",
        ] {
            assert_eq!(table(rule).size(&[300, 9]), Some(301 * 301), "{rule}");
        }
        let nim = "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b";
        assert_eq!(table(nim).size(&[300, 200]), Some(301 * 301));
        assert_eq!(table(nim).size(&[300, 20]), Some(301 * 21));
    }
}
