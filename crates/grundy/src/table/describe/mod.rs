//! How a table would be filled, for people: the families found, what handles each, the size, and
//! what stands in the way of something faster; and about how many options components have ([`counted`]).

mod counted;

use super::Table;
#[cfg(feature = "jit")]
use super::code::{Code, Job};
use super::fill::Families;
use super::order::{Layout, Order};
use super::sharing::set_along;
#[cfg(feature = "jit")]
use super::sharing::{Nearest, axis_of_prefixes, sums_along};
use crate::language::phrase;
use crate::rule::resumed;

/// What computes the options of a family.
///
/// ```
/// use grundy::rule::{Rules, parse};
/// use grundy::table::{Handling, Table};
/// let rules = Rules::new(parse("[n, m] -> [n-k, m] for k in 1..n | [n, k] for k in digits(m) if k < m")?, &[])?;
/// let description = Table::new(&rules, 0)?.describe(&[999, 999]).unwrap();
/// assert!(matches!(&description.families[0], Handling::RunningSet(names) if names == &["n"]));
/// assert!(!description.families[1].is_by_sets());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Handling {
    /// A set that grows along a line, in the direction of these coordinates; machine code keeps it, if it can be
    /// compiled for all other families and none chooses freely.
    RunningSet(Vec<String>),
    /// Sets that grow along a line, in the direction of these coordinates, of the sums of its
    /// components, of which several are chosen freely.
    RunningSums(Vec<String>),
    /// The set of the sums of components that are chosen freely.
    Sums,
    /// The latest position of every value, where the options are all positions from one to another.
    Window,
    /// A set that grows with this coordinate, which says only how far a range goes, or with minus it, where it says from where
    /// on.
    GrowingRange(String),
    /// One set for a row, less the option by the element that this coordinate forbids.
    Holes(String),
    /// The nearest lost component of a line, in the direction of these coordinates, where only who
    /// wins is computed.
    NearestLost(Vec<String>),
    /// Machine code looks at every option, of which each is a sum of all between two components along this coordinate: the
    /// sums from the start of the line say it.
    Prefixes(String),
    /// Machine code looks at every option, of which each is a sum that goes on where that of the option before ends.
    Resumed,
    /// Machine code looks at every option.
    Code,
    /// The same of each quotient once, where several elements of a range have it.
    Quotients,
    /// The same, in a loop of its own for each alternative of a condition.
    Alternatives,
    /// The rule is interpreted, for this reason.
    Options(&'static str),
}

impl Handling {
    /// Whether the options are not looked at one by one, for a set has their values.
    pub fn is_by_sets(&self) -> bool {
        matches!(
            self,
            Handling::RunningSet(_)
                | Handling::RunningSums(_)
                | Handling::Sums
                | Handling::Window
                | Handling::GrowingRange(_)
                | Handling::Holes(_)
        )
    }
}

/// In which order a table would be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FillOrder {
    /// Line by line: the coordinates from the slowest to the fastest.
    Lines(Vec<String>),
    /// The same, but some coordinates, those with `true`, run from the greatest down.
    Turned(Vec<(String, bool)>),
    /// By the sum of the coordinates.
    Sums,
    /// The same of two coordinates; of one sum, positions with a coordinate 0 come last.
    EdgesLast,
}

/// How a table would be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// How many numbers each coordinate takes, with what play reaches from those asked for.
    pub dims: Vec<u64>,
    /// How many kinds of components are in the table; those of the others stand beside them.
    pub kinds: u64,
    /// How many positions of these are in the table.
    pub positions: u64,
    /// Where that is not all of them: the coordinates, each so many times, make up no more than this.
    pub below: Option<(Vec<i64>, i64)>,
    /// Bytes of the values, if they are below 254 and do not need more room.
    pub bytes: u64,
    /// The order in which they are computed.
    pub order: FillOrder,
    /// Whether every option surely is computed before it is needed.
    pub proved: bool,
    /// Whether a component with an option that is not computed before is sought depth first, as by [`Table::seek`].
    pub seeks: bool,
    /// What handles each family, in the order of the rule.
    pub families: Vec<Handling>,
    /// What keeps a family whose options may be many from a set along a line; nothing where it has one, or options are few.
    pub no_set: Vec<Option<&'static str>>,
    /// About how many options of each family a component has, by the mean of some components, up to
    /// [`Description::MOST_COUNTED`]; nothing where counting takes too long.
    pub options: Vec<Option<u64>>,
    /// Whether rows are looked for that are those of before, and copied.
    pub repeats: bool,
    /// Whether several threads can compute rows. Rows that may be copied are looked at one by one.
    pub threads: bool,
}

impl Description {
    /// Options of a component that are counted; so many are as many or more.
    pub const MOST_COUNTED: u64 = 1 << 16;
}

impl Table {
    /// How the table up to these coordinates would be filled; nothing if it would be too large for
    /// any machine. Compiles the rule, but computes no value.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// use grundy::table::{FillOrder, Handling, Table};
    /// let nim = Rules::new(parse("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?, &[])?;
    /// let description = Table::new(&nim, 0)?.describe(&[999, 999]).unwrap();
    /// assert_eq!((&description.dims[..], description.positions), (&[1000, 1000][..], 1_000_000));
    /// // The values of a row, and of a column, are a set that grows.
    /// assert!(description.proved && description.families.iter().all(Handling::is_by_sets));
    /// assert!(matches!(description.order, FillOrder::Lines(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(&self, last: &[u64]) -> Option<Description> {
        let layout = self.plain_layout(last)?;
        let course = self.outline.course(&self.rules, self.kind, &layout);
        let means = self.means_for(&layout);
        let dealt = Families::new(&self.rules, self.kind, &self.outline, &layout, means);
        let nearest = match dealt.windows.is_some() || dealt.growths.is_some() {
            true => Vec::new(),
            false => self.nearest(&layout),
        };
        let by_means = self.families_by_means(&layout, &dealt, &nearest);
        let others: Vec<usize> =
            (0..by_means.len()).filter(|&family| by_means[family].is_none()).collect();
        let obstacle = self.obstacle(&layout, &others);
        let rule = &self.rules.ir()[self.kind];
        let one_by_one = |family: usize| match obstacle {
            Some(obstacle) => Handling::Options(obstacle),
            None if resumed(&rule.families[family]).is_some() => Handling::Resumed,
            None => Handling::Code,
        };
        let summed = self.families_by_prefixes(&layout, &by_means, obstacle.is_some());
        let repeats = means.repeats && course.rows.is_some() && nearest.is_empty();
        let by_hand = by_means.iter().flatten().any(|handling| self.is_by_hand(handling));
        let plain = !by_hand && !repeats && summed.iter().all(Option::is_none);
        let threads = plain && obstacle.is_none() && self.has_way(&layout);
        let families: Vec<Handling> = (by_means.into_iter().zip(summed))
            .enumerate()
            .map(|(family, (by, summed))| by.or(summed).unwrap_or_else(|| one_by_one(family)))
            .collect();
        let no_set = self.reasons_for_no_set(&others);
        let options = self.count_options(&layout, counted::TIME);
        let means = options.iter().map(|options| options.mean).collect();
        let (families, no_set, options) = self.as_in_rule(families, no_set, means);
        // Of several kinds only what belongs to this one is shown.
        let (own, shown, kinds) = match &self.part {
            Some(part) => (1..1 + part.own, part.families.clone(), part.kinds),
            None => (0..self.rules.ir()[self.kind].coords.len(), 0..families.len(), 1),
        };
        Some(Description {
            bytes: layout.bytes(layout.width()),
            options: options[shown.clone()].to_vec(),
            threads,
            order: self.fill_order(&layout),
            dims: layout.dims[own.clone()].to_vec(),
            kinds,
            positions: layout.len() / kinds,
            below: layout.plane.as_ref().map(|plane| {
                let number = self.part.as_ref().map_or(0, |part| part.number as i64);
                let most = plane.most - if kinds > 1 { number * plane.factors[0] } else { 0 };
                (plane.factors[own].to_vec(), most)
            }),
            proved: course.proved,
            seeks: !course.proved && self.seeks(&layout),
            families: families[shown.clone()].to_vec(),
            no_set: no_set[shown].to_vec(),
            repeats,
        })
    }

    /// Whether the options of every component up to these coordinates surely come before it, line by line.
    pub(crate) fn surely_rises(&self, last: &[u64]) -> bool {
        let layout = self.plain_layout(last);
        layout.is_some_and(|layout| {
            matches!(layout.order, Order::Lines(_))
                && self.outline.course(&self.rules, self.kind, &layout).proved
        })
    }

    /// What is said of the families of the table, as of those of the rule: of which one may have become two.
    fn as_in_rule(
        &self,
        families: Vec<Handling>,
        no_set: Vec<Option<&'static str>>,
        options: Vec<Option<u64>>,
    ) -> (Vec<Handling>, Vec<Option<&'static str>>, Vec<Option<u64>>) {
        let mut all: (Vec<Handling>, Vec<Option<&'static str>>, Vec<Option<u64>>) =
            Default::default();
        let each = families.into_iter().zip(no_set).zip(options).zip(&self.origins);
        for (number, (((family, no_set), options), &origin)) in each.enumerate() {
            if origin == all.0.len() {
                all.0.push(family);
                all.1.push(no_set);
                all.2.push(options);
                continue;
            }
            if all.0[origin] == Handling::Code {
                let own = &self.rules.ir()[self.kind].families;
                let same = own[number].terms == own[number - 1].terms;
                all.0[origin] = if same { Handling::Alternatives } else { Handling::Quotients };
            }
            all.2[origin] = all.2[origin].zip(options).map(|(one, other)| one + other);
        }
        all
    }

    /// What handles each family; nothing where its options are looked at one by one.
    fn families_by_means(
        &self,
        layout: &Layout,
        dealt: &Families,
        nearest: &[usize],
    ) -> Vec<Option<Handling>> {
        let inner = layout.inner();
        let along = || self.rules.ir()[self.kind].coords[inner].clone();
        let growths = dealt.growths.as_ref();
        let line = |family: usize| dealt.lines.iter().find(|line| line.numbered.family == family);
        let by_means = |family: usize| {
            if dealt.windows.is_some() {
                return Some(Handling::Window);
            }
            if let Some(growths) = growths.filter(|growths| growths.has(family)) {
                return Some(match layout.order.falls(inner) {
                    _ if growths.has_hole(family) => Handling::Holes(along()),
                    true => Handling::GrowingRange(format!("-{}", along())),
                    false => Handling::GrowingRange(along()),
                });
            }
            if nearest.contains(&family) {
                let line = self.outline.lines[family].as_ref()?;
                return Some(Handling::NearestLost(self.coordinates(&line.axes)));
            }
            match line(family).map(|line| &line.numbered.line) {
                Some(line) if line.times > 1 => {
                    Some(Handling::RunningSums(self.coordinates(&line.axes)))
                }
                Some(line) => Some(Handling::RunningSet(self.coordinates(&line.axes))),
                None => dealt.choosing.contains(&family).then_some(Handling::Sums),
            }
        };
        (0..self.outline.lines.len()).map(by_means).collect()
    }

    /// What handles the families with sums of all between two components of a line, if sums from its start are kept.
    #[cfg(feature = "jit")]
    fn families_by_prefixes(
        &self,
        layout: &Layout,
        by_means: &[Option<Handling>],
        interpreted: bool,
    ) -> Vec<Option<Handling>> {
        let rule = &self.rules.ir()[self.kind];
        let means = self.means.code && self.means.prefixes && !interpreted;
        let alone = means && by_means.iter().all(Option::is_none);
        let axis = if alone { axis_of_prefixes(rule, layout) } else { None };
        let summed = |family: usize| {
            let axis = axis.filter(|&axis| sums_along(rule, family, axis))?;
            Some(Handling::Prefixes(rule.coords[axis].clone()))
        };
        (0..rule.families.len()).map(summed).collect()
    }

    #[cfg(not(feature = "jit"))]
    fn families_by_prefixes(
        &self,
        _: &Layout,
        by_means: &[Option<Handling>],
        _: bool,
    ) -> Vec<Option<Handling>> {
        vec![None; by_means.len()]
    }

    /// Whether values come into the sets of a family without machine code, which puts them into the sets of lines, but
    /// knows no others.
    fn is_by_hand(&self, handling: &Handling) -> bool {
        let runs = self.means.code && self.end.is_none();
        handling.is_by_sets() && !(runs && matches!(handling, Handling::RunningSet(_)))
    }

    /// For each family what keeps it from a set along a line, if it is one of these.
    fn reasons_for_no_set(&self, families: &[usize]) -> Vec<Option<&'static str>> {
        let rule = &self.rules.ir()[self.kind];
        let no_set = |family: usize| match set_along(rule, &rule.families[family]) {
            _ if !families.contains(&family) => None,
            Ok(_) => Some(phrase!("options so few")),
            // Which kind they are of is a condition then.
            Err(Some(_)) if self.part.is_some() => Some(phrase!(
                "a range with more to it: a condition, another range, or components of another kind"
            )),
            Err(reason) => reason,
        };
        (0..self.outline.lines.len()).map(no_set).collect()
    }

    fn fill_order(&self, layout: &Layout) -> FillOrder {
        match &layout.order {
            Order::Lines(axes) => FillOrder::Lines(self.coordinates(axes)),
            Order::Turned { axes, .. } => {
                let falls = axes.iter().map(|&axis| layout.order.falls(axis));
                FillOrder::Turned(self.coordinates(axes).into_iter().zip(falls).collect())
            }
            Order::Sums => FillOrder::Sums,
            Order::EdgesLast => FillOrder::EdgesLast,
        }
    }

    /// The names of these coordinates; what a kind has fewer than others has no name.
    fn coordinates(&self, axes: &[usize]) -> Vec<String> {
        let rule = &self.rules.ir()[self.kind];
        let names = axes.iter().map(|&axis| rule.coords[axis].clone());
        names.filter(|name| !name.is_empty()).collect()
    }

    /// The families of which the nearest lost components of lines would be kept, if the rule is
    /// compiled with them.
    #[cfg(feature = "jit")]
    fn nearest(&self, layout: &Layout) -> Vec<usize> {
        let means = self.means.code && self.means.lines && self.end.is_some();
        let numbered = Nearest::number(&self.outline.lines, self.end, layout).filter(|_| means);
        let Some((families, count)) = numbered else { return Vec::new() };
        let kind = &self.rules.ir()[self.kind];
        let nearest = (&families[..], count);
        let job =
            Job { end: self.end, nearest, dry: true, ..Job::new(kind, layout, layout.width()) };
        match Code::new(&job) {
            Ok(_) => families.iter().map(|numbered| numbered.family).collect(),
            Err(_) => Vec::new(),
        }
    }

    #[cfg(not(feature = "jit"))]
    fn nearest(&self, _: &Layout) -> Vec<usize> {
        Vec::new()
    }

    #[cfg(feature = "jit")]
    fn has_way(&self, layout: &Layout) -> bool {
        self.outline.course(&self.rules, self.kind, layout).way.is_some() && layout.dims.len() > 1
    }

    #[cfg(not(feature = "jit"))]
    fn has_way(&self, _: &Layout) -> bool {
        false
    }

    /// Why these families are not compiled, if they are not.
    #[cfg(feature = "jit")]
    fn obstacle(&self, layout: &Layout, families: &[usize]) -> Option<&'static str> {
        let rules = self.rules.with_families(self.kind, families);
        let kind = &rules.ir()[self.kind];
        Code::new(&Job { end: self.end, dry: true, ..Job::new(kind, layout, layout.width()) }).err()
    }

    #[cfg(not(feature = "jit"))]
    fn obstacle(&self, _: &Layout, _: &[usize]) -> Option<&'static str> {
        Some(crate::language::phrase!("this program was built without machine code"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Rules, parse};

    #[test]
    fn it_is_said_why_a_family_has_no_set() {
        let reason = |family: &str| {
            let rule = format!("[a, b] -> [a-k, b] for k in 1..a | {family}");
            let rules = Rules::new(parse(&rule).unwrap(), &[]).unwrap();
            let described = Table::new(&rules, 0).unwrap().describe(&[999, 999]).unwrap();
            assert_eq!(described.no_set[0], None, "{family}");
            described.no_set[1]
        };
        let left_out = Some("a range that leaves a part of the line out");
        let more = Some("a range with more to it: a condition, or another range");
        let off = Some("options that do not lie on a line down to 0");
        for (family, expected) in [
            ("[a, b-k] for k in 1..b", None),
            ("[k, b] for k in 0..a-3", None),
            ("[a-1, b]", None),
            ("[a-1, b] if b > a", None),
            ("[a-k, b] for k in {1, 4, 7}", None),
            ("[a-k, b] for k in 1..9", None),
            ("[a-k, b] for k in 1..min(a, 9)", None),
            ("[a-1, b-1] + [a-2, b]", None),
            ("[a-k, b] for k in 1..a/2", Some("a range whose end is not linear")),
            ("[a-k, b] for k in 1..a-5", left_out),
            ("[a, b-k] for k in 1..a", left_out),
            ("[a-k, b] for k in 1..a if k % 3 == b % 3", more),
            ("[a-k, b-l] for k in 1..a, l in 1..b", more),
            ("[a-k, b] for k in 1..a step 2", Some("a range with a step")),
            ("[a-k, b] for k in squares(a)", Some("a set that is no range")),
            ("[a-k, b] for k in b..a", Some("a range that begins at no positive number")),
            ("[a-2*k, b] for k in 1..a", off),
            ("[a-k, k-1] for k in 1..a", off),
            ("[a-k*k, b] for k in 1..a", Some("coordinates that are not linear")),
            ("[i, b] + [a-1-i, b] for i in 0..a-1", Some("options that are sums")),
        ] {
            assert_eq!(reason(family), expected, "{family}");
        }
    }
}
