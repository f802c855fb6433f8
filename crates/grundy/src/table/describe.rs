//! How a table would be filled, for people: the families found, what handles each, the size, and
//! what stands in the way of something faster.

use super::Table;
use super::layout::Order;

/// What computes the options of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Handling {
    /// A set that grows along a line, in the direction of these coordinates.
    RunningSet(Vec<String>),
    /// Machine code looks at every option.
    Code,
    /// The rule is interpreted, for this reason.
    Options(&'static str),
}

/// How a table would be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// How many numbers each coordinate takes, with what play reaches from those asked for.
    pub dims: Vec<u64>,
    /// Bytes of the values, if they are below 254 and do not need more room.
    pub bytes: u64,
    /// The coordinates from the slowest to the fastest; none if it goes by their sum.
    pub order: Option<Vec<String>>,
    /// Whether every option surely is computed before it is needed.
    pub proved: bool,
    /// What handles each family, in the order of the rule.
    pub families: Vec<Handling>,
    /// Whether rows are looked for that are those of before, and copied.
    pub repeats: bool,
}

impl Table {
    /// How the table up to these coordinates would be filled; nothing if it would be too large for
    /// any machine. Compiles the rule, but computes no value.
    pub fn describe(&self, last: &[u64]) -> Option<Description> {
        let layout = self.outline.layout(&self.rules, self.kind, last)?;
        let rule = &self.rules.ir()[self.kind];
        let names = |axes: &[usize]| axes.iter().map(|&axis| rule.coords[axis].clone()).collect();
        let mut others = Vec::new();
        let mut families = Vec::new();
        let means = self.means_for(&layout);
        for (family, line) in self.outline.lines.iter().enumerate() {
            families.push(match line.as_ref().filter(|_| means.lines) {
                Some(line) => Some(Handling::RunningSet(names(&line.axes))),
                None => {
                    others.push(family);
                    None
                }
            });
        }
        let obstacle = self.obstacle(&layout, &others);
        let handled = |family: Option<Handling>| match (family, obstacle) {
            (Some(line), _) => line,
            (None, None) => Handling::Code,
            (None, Some(reason)) => Handling::Options(reason),
        };
        Some(Description {
            bytes: layout.len(),
            order: match &layout.order {
                Order::Lines(axes) => Some(names(axes)),
                Order::Sums => None,
            },
            dims: layout.dims,
            proved: self.outline.proved,
            families: families.into_iter().map(handled).collect(),
            repeats: means.repeats && self.outline.rows.is_some(),
        })
    }

    /// Why these families are not compiled, if they are not.
    #[cfg(feature = "jit")]
    fn obstacle(&self, layout: &super::layout::Layout, families: &[usize]) -> Option<&'static str> {
        let rules = self.rules.with_families(self.kind, families);
        let kind = &rules.ir()[self.kind];
        super::code::Code::new(&super::code::Job {
            kind,
            layout,
            width: 0,
            small: false,
            marks_only: false,
        })
        .err()
    }

    #[cfg(not(feature = "jit"))]
    fn obstacle(&self, _: &super::layout::Layout, _: &[usize]) -> Option<&'static str> {
        Some(crate::language::phrase!("this program was built without machine code"))
    }
}
