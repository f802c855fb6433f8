//! About how many options the components of a table have, and how much work that is.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::Description;
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset as _};
use crate::table::Table;
use crate::table::fill::Families;
use crate::table::order::{Coords, Layout, MOST_AXES};

/// Bytes that the sets of a sample may take.
const LISTED: u64 = 1 << 24;
/// Components of which options are counted.
const SAMPLES: u64 = 32;
/// Options in machine code that take as long as one of a component that is sought, and as one by the definition, or less.
const SOUGHT: u64 = 4;
const BY_DEFINITION: u64 = 1 << 10;
/// Options of one component that are counted, and the time for all.
const MOST_COUNTED: u64 = Description::MOST_COUNTED;
pub(super) const TIME: Duration = Duration::from_millis(200);
/// How many times options are counted in smaller tables first, each so many times as large as the one before.
const SCALES: u32 = 6;
const SCALE: u64 = 4;
/// The time while an answer waits for it.
const BRIEF: Duration = Duration::from_millis(10);
/// Multiples of these, modulo 2^32, spread evenly, together too: the fractions are those of the
/// powers of the positive root of `x^7 = x + 1`.
const SPREAD: [u64; MOST_AXES] =
    [3_859_688_307, 3_468_523_227, 3_117_001_275, 2_801_104_767, 2_517_223_199, 2_262_111_973];

/// What is known of the options of a family.
pub(super) struct Options {
    /// How many a component has, about.
    pub(super) mean: Option<u64>,
    /// Whether all that were looked at are computed before the component.
    before: bool,
}

/// What came of counting the options of some components.
enum Counted {
    All(u64),
    TooMany,
    OutOfTime,
}

/// The mean that some counts lead to after so many further steps like the last one, up to [`MOST_COUNTED`].
fn grown(counted: &[u64], steps: u32) -> Option<u64> {
    let [.., before, last] = *counted else { return None };
    let most = MOST_COUNTED * SAMPLES;
    let mut all = last.min(most);
    for _ in 0..steps {
        all = all.saturating_mul(last).checked_div(before)?.min(most);
    }
    Some(all.div_ceil(SAMPLES))
}

impl Table {
    /// An estimate of how many options of a component are looked at one by one in a table up to these coordinates, no
    /// more than [`MOST_COUNTED`]; [`SOUGHT`] or [`BY_DEFINITION`] for each option where it may not be
    /// computed before. Nothing
    /// as for [`Table::size`].
    pub(crate) fn work_of_each(&self, last: &[u64]) -> Option<u64> {
        let layout = self.layout_of(last)?;
        let counted = self.count_options(&layout, BRIEF);
        let means = self.means_for(&layout);
        let Families { windows, growths, .. } =
            Families::new(&self.rules, self.kind, &self.outline, &layout, means);
        let by_growth = |family| growths.as_ref().is_some_and(|growths| growths.has(family));
        let counts = self.outline.lines.iter().zip(&counted).enumerate();
        let counts = counts.map(|(family, (line, count))| match line {
            Some(_) => 1,
            None if windows.is_some() || by_growth(family) => 1,
            None => count.mean.unwrap_or(MOST_COUNTED),
        });
        let options = counts.fold(0, u64::saturating_add);
        let before = counted.iter().all(|count| count.before)
            || self.outline.course(&self.rules, self.kind, &layout).proved;
        let each = match before {
            true => 1,
            false if self.seeks(&layout) => SOUGHT,
            false => BY_DEFINITION,
        };
        Some(options.saturating_mul(each).min(MOST_COUNTED))
    }

    /// The mean number of options of each family, over components spread in the table.
    ///
    /// They are counted in tables of a smaller scale first. Where the time ends before the table itself is reached,
    /// the count is taken to grow by the same factor at each step from there on: for `n - k*k` it doubles when `n`
    /// is four times as large. Nothing where there are too many, or too few scales were counted.
    pub(super) fn count_options(&self, layout: &Layout, time: Duration) -> Vec<Options> {
        let families = self.outline.lines.len();
        let share = time / u32::try_from(families.max(1)).unwrap_or(u32::MAX);
        let begun = Instant::now();
        let count = |family: usize| {
            // However small its share, a family takes a moment.
            if begun.elapsed() > 2 * time {
                return Options { mean: None, before: true };
            }
            let rules = self.rules.with_families(self.kind, &[family]);
            let limits = Limits::default().time(share).memory(LISTED);
            let (mut counted, mut before) = (Vec::new(), true);
            for left in (0..=SCALES).rev() {
                let at_scale = self.count_at(&rules, layout, SCALE.pow(left), &limits, &mut before);
                match at_scale {
                    Counted::All(all) => counted.push(all),
                    Counted::TooMany => return Options { mean: None, before },
                    Counted::OutOfTime => {
                        return Options { mean: grown(&counted, left + 1), before };
                    }
                }
            }
            Options { mean: counted.last().map(|all| all.div_ceil(SAMPLES)), before }
        };
        (0..families).map(count).collect()
    }

    /// The options of some components spread in the table with its coordinates divided by a number; and whether they
    /// come before, if they did so far.
    fn count_at(
        &self,
        rules: &Rules,
        layout: &Layout,
        divisor: u64,
        limits: &Limits,
        before: &mut bool,
    ) -> Counted {
        let mut all = 0;
        for sample in 1..=SAMPLES {
            let coords = layout.dims.iter().zip(SPREAD).map(|(&dim, spread)| {
                let part = u128::from((sample * spread) % (1 << 32));
                ((part * u128::from(dim)) >> 32) as i64 / divisor as i64
            });
            let mut coords: Coords = coords.collect();
            while !layout.holds(&coords) {
                coords.iter_mut().for_each(|coord| *coord /= 2);
            }
            let coords = coords.iter().copied().collect();
            let component = Component { kind: self.kind as u16, coords };
            let mut own = 0;
            let looked = rules.options_for_values(&component, limits, &mut |option| {
                own += 1;
                *before =
                    *before && option.iter().all(|part| self.is_before(layout, part, &component));
                if own < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if own == MOST_COUNTED {
                return Counted::TooMany;
            }
            if matches!(looked, Err(Failure::Stop(_))) {
                return Counted::OutOfTime;
            }
            all += own;
        }
        Counted::All(all)
    }

    /// Whether a component of an option is computed before the one that has it, or beside the table.
    fn is_before(&self, layout: &Layout, part: &Component, component: &Component) -> bool {
        let place = |component: &Component| {
            let mut coords: Coords = component.coords.iter().copied().collect();
            if layout.sorted {
                coords.sort_unstable();
            }
            coords
        };
        let (option, from) = (place(part), place(component));
        part.kind != component.kind
            || layout.holds(&option) && layout.compare(&option, &from).is_lt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::parse;

    #[test]
    fn counts_go_on_growing_as_they_grew() {
        assert_eq!(grown(&[3 * SAMPLES, 10 * SAMPLES, 20 * SAMPLES], 3), Some(160));
        assert_eq!(grown(&[7 * SAMPLES, 7 * SAMPLES], 4), Some(7), "what does not grow");
        assert_eq!(grown(&[SAMPLES, 1000 * SAMPLES], 6), Some(MOST_COUNTED), "up to the most");
        assert_eq!(grown(&[0, 20], 1), None, "from nothing anything may grow");
        assert_eq!(grown(&[20], 1), None, "one count says nothing of growth");
        assert_eq!(grown(&[SAMPLES + 1, SAMPLES + 1], 0), Some(2), "rounded up");
    }

    /// Where the order is not proved but no option that is looked at breaks it, a table is not taken to be slow.
    #[test]
    fn only_where_options_come_later_is_more_work_expected() {
        let jit = cfg!(feature = "jit");
        let later = if jit { SOUGHT } else { BY_DEFINITION };
        // Only beside machine code are few options looked at one by one.
        let few = if jit { 5 } else { 1 };
        for (text, last, proved, work) in [
            ("[n] -> [n-k] for k in 1..5", vec![1000], true, few),
            ("[n] -> [gcd(n, k)] for k in 1..5 if k < n", vec![1000], false, 5),
            (
                "[n] -> [n-1] if n % 2 == 1 | [n+1] if n % 4 == 2 and n < 1000",
                vec![1000],
                false,
                later,
            ),
            ("unordered [a, b] -> [a / 2 + xor(b, b), b] if a > 0", vec![500, 500], false, 1),
            ("unordered [a, b] -> [b + xor(a, a), a + 1] if a < b", vec![500, 500], false, later),
            ("[a, b] -> [a + xor(b, b), b - 1]", vec![500, 500], true, 1),
        ] {
            let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
            let table = Table::new(&rules, 0).unwrap();
            assert_eq!(table.describe(&last).unwrap().proved, proved, "{text}");
            let found = table.work_of_each(&last).unwrap();
            assert!((work..2 * work + 1).contains(&found), "{text}: {found}");
        }
    }
}
