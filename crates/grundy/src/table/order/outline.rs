//! What a table of a kind would be, before it is made: the order in which it can be filled, the
//! box that play does not leave, and what handles each family of options.

use super::layout::{Layout, MOST_AXES, MOST_SORTED, Order};
use super::leaps::{bounds, comes_before, leaps, reached};
use super::orders::best_order;
#[cfg(feature = "jit")]
use super::orders::way;
use super::planes::{fed, plane};
use crate::language::{Message, phrase, say_by_message};
use crate::rule::ir::{Family, Kind, Term};
use crate::rule::{Rules, Window, windows};
use crate::table::Means;
use crate::table::bounds::Bounds;
use crate::table::sharing::{
    Line, MOST_FAMILIES, MOST_POSITIONS, RowForm, count_options, line, row_form,
};
#[cfg(feature = "jit")]
use crate::table::threads::Way;

/// Why there is no table of a kind.
///
/// ```
/// use grundy::rule::{Rules, parse};
/// use grundy::table::Table;
/// let seven = parse("[a, b, c, d, e, f, g] -> [a-1, b, c, d, e, f, g]")?;
/// assert!(Table::new(&Rules::new(seven, &[])?, 0).is_err());
/// let two = Rules::new(parse("[n] -> [n-1]")?, &[])?;
/// assert_eq!(Table::new(&two, 1).unwrap_err().message().to_string(), "no such kind");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTable(pub &'static str);

impl NoTable {
    /// It in words.
    pub fn message(&self) -> Message {
        Message::phrase(self.0)
    }
}

say_by_message!(NoTable);

impl std::error::Error for NoTable {}

/// Rounds in which a box is widened until play does not leave it.
pub(super) const MOST_ROUNDS: usize = 8;
/// No coordinate passes this.
pub(super) const MOST_DIM: u64 = 1 << 40;
/// Options of a component from which on sets along lines pay, where there are but lines, and where
/// other options must be looked at too.
const FEW_OPTIONS: u64 = 64;
const MANY_OPTIONS: u64 = 192;

/// What is known of the tables of a kind, whatever their size.
#[derive(Clone, Debug)]
pub(in crate::table) struct Outline {
    /// For each family the lines along which it runs, if it is of that form.
    pub(in crate::table) lines: Vec<Option<Line>>,
    /// For each family whether its options have components that are chosen freely.
    pub(in crate::table) chooses: Vec<bool>,
    /// The families, if the options of each are all positions from one to another, and sets along lines are not all
    /// that is needed.
    windows: Option<Vec<Window>>,
}

/// What is known of the order in which a table is filled. It holds for the dimensions of that table:
/// `[2*a - 9, b]` comes before `[a, b]` where `a` is less than 9.
#[derive(Clone, Debug)]
pub(in crate::table) struct Course {
    /// Whether all options surely come before.
    pub(in crate::table) proved: bool,
    /// Whether play surely does not leave the table.
    pub(in crate::table) closed: bool,
    /// How rows lead to other rows, if those settle them.
    pub(in crate::table) rows: Option<RowForm>,
    /// How several threads can compute rows.
    #[cfg(feature = "jit")]
    pub(in crate::table) way: Option<Way>,
}

/// Checks that who wins a component is settled by who wins its options.
///
/// # Errors
/// Why it is not.
pub(in crate::table) fn has_no_sums(kind: &Kind) -> Result<(), &'static str> {
    let single = |family: &Family| matches!(family.terms[..], [] | [Term::Component(_)]);
    match kind.families.iter().all(single) {
        false => Err(phrase!("who wins the parts of a sum does not say who wins it")),
        true => Ok(()),
    }
}

/// Finds out how tables of a kind can be filled.
///
/// # Errors
/// Why there are no tables of this kind.
pub(in crate::table) fn outline(rules: &Rules, kind: usize) -> Result<Outline, &'static str> {
    let rule = &rules.ir()[kind];
    if rule.coords.len() > MOST_AXES {
        return Err(phrase!("a table has at most six coordinates"));
    }
    if rule.unordered && rule.coords.len() > MOST_SORTED {
        return Err(phrase!("a table has at most four unordered coordinates"));
    }
    leaps(
        kind,
        rule,
        Bounds::new(&[1; MOST_AXES][..rule.coords.len()], rule.slots, rule.unordered),
    )?;
    let lines: Vec<_> = rule.families.iter().map(|family| line(rule, family)).collect();
    let windows = windows(kind, rule)
        .filter(|all| all.len() <= MOST_FAMILIES && lines.iter().any(Option::is_none));
    let chooses =
        rule.families.iter().map(|family| family.terms.iter().any(Term::chooses)).collect();
    Ok(Outline { lines, chooses, windows })
}

impl Outline {
    /// The line of a family, if sets along it are among the means.
    pub(in crate::table) fn line_for(&self, family: usize, means: Means) -> Option<&Line> {
        let used = means.lines && (means.choices || !self.chooses[family]);
        self.lines[family].as_ref().filter(|_| used)
    }

    /// The families, where all of them are windows, if these are among the means.
    pub(in crate::table) fn windows_for(&self, layout: &Layout, means: Means) -> Option<&[Window]> {
        let fits = means.windows
            && layout.order == Order::Lines(vec![0])
            && layout.room() < MOST_POSITIONS;
        self.windows.as_deref().filter(|_| fits)
    }

    /// Whether windows are sooner than machine code that looks at every option.
    pub(in crate::table) fn windows_pay(&self, layout: &Layout) -> bool {
        let middle = layout.dims.first().map_or(0, |dim| dim / 2);
        let count = |windows| count_options(windows, i64::try_from(middle).ok()?);
        self.windows.as_deref().and_then(count).is_some_and(|options| options >= FEW_OPTIONS)
    }

    /// Whether sets along lines are sooner than machine code that looks at every option of these
    /// families: a component costs as much as some hundred options, or less where there is nothing
    /// but lines.
    pub(in crate::table) fn lines_pay(&self, layout: &Layout) -> bool {
        let least = if self.lines.iter().all(Option::is_some) { FEW_OPTIONS } else { MANY_OPTIONS };
        let lines = self.lines.iter().flatten();
        if lines.clone().any(|line| line.times > 1) {
            return true;
        }
        // About how many options there are, half of the longest way along each line.
        let options = lines
            .map(|line| line.axes.iter().map(|&axis| layout.dims[axis] / 2).min().unwrap_or(0));
        options.fold(0, u64::saturating_add) >= least
    }

    /// What is known of the order of a layout that was made here.
    pub(in crate::table) fn course(&self, rules: &Rules, kind: usize, layout: &Layout) -> Course {
        let rule = &rules.ir()[kind];
        let leaps = leaps(kind, rule, layout.bounds(rule.slots)).unwrap_or_default();
        let (order, sorted) = (&layout.order, layout.sorted);
        let proved =
            leaps.iter().all(|leap| comes_before(&leap.forms, &leap.bounds, order, sorted));
        Course {
            proved,
            closed: layout.plane.is_some() || reached(&leaps, &layout.dims) == layout.dims,
            rows: row_form(rule, order).filter(|_| proved && layout.plane.is_none()),
            #[cfg(feature = "jit")]
            way: if proved { way(&leaps, order, sorted) } else { None },
        }
    }

    /// The layout of a table that has everything up to `last` and what play reaches from there, as
    /// far as that can be told.
    pub(in crate::table) fn layout(
        &self,
        rules: &Rules,
        kind: usize,
        last: &[u64],
    ) -> Option<Layout> {
        let rule = &rules.ir()[kind];
        let asked: Vec<u64> = last.iter().map(|last| last.saturating_add(1)).collect();
        if asked.iter().any(|&dim| dim > MOST_DIM) {
            return None;
        }
        let layout = |dims: &[u64]| {
            let order = best_order(rule, &leaps(kind, rule, bounds(rule, dims)).ok()?, dims);
            Layout::new(dims, order, rule.unordered)
        };
        let mut dims = asked.clone();
        for round in 0..=MOST_ROUNDS {
            if rule.unordered {
                let most = dims.iter().copied().max().unwrap_or(1);
                dims.fill(most);
            }
            let grown = reached(&leaps(kind, rule, bounds(rule, &dims)).ok()?, &dims);
            if grown == dims {
                return layout(&dims);
            }
            if grown.iter().any(|&dim| dim > MOST_DIM) || round == MOST_ROUNDS {
                break;
            }
            dims = match round + 1 {
                // What still grows goes as far as any option leads from anywhere.
                MOST_ROUNDS => {
                    let far = dims.iter().zip(&grown);
                    let far = far.map(|(&dim, &more)| if more > dim { MOST_DIM } else { dim });
                    let known = bounds(rule, &far.collect::<Vec<_>>());
                    reached(&leaps(kind, rule, known).ok()?, &grown)
                }
                _ => grown,
            };
        }
        // Play leaves every box, but may be not the plane through the corner.
        let planes = [plane(rules, kind, last), fed(rules, kind, last)].into_iter().flatten();
        let below = planes.filter_map(|(factors, most, dims)| {
            layout(&dims).and_then(|layout| layout.below_plane(&factors, most))
        });
        if let Some(smallest) = below.min_by_key(Layout::len) {
            return Some(smallest);
        }
        // What is asked for, and the definition for the rest.
        layout(&asked)
    }
}
