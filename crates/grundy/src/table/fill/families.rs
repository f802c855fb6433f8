//! The families of a kind, dealt out to the means with which their options are found.

use crate::rule::Rules;
use crate::table::Means;
use crate::table::order::{Layout, Outline};
use crate::table::sharing::{Growths, Lines, Windows};

/// The families of a kind.
pub(in crate::table) struct Families {
    /// Where the options of all families lie between two positions.
    pub(in crate::table) windows: Option<Windows>,
    /// Those of which a coordinate says only how far a range goes; it knows which they are.
    pub(in crate::table) growths: Option<Growths>,
    /// Those that run along lines.
    pub(in crate::table) lines: Vec<Lines>,
    /// Those whose options have components that are chosen freely.
    pub(in crate::table) choosing: Vec<usize>,
    /// Those whose options are looked at one by one.
    pub(in crate::table) others: Vec<usize>,
}

impl Families {
    /// Each family goes to the first means that can be used for it.
    pub(in crate::table) fn new(
        rules: &Rules,
        kind: usize,
        outline: &Outline,
        layout: &Layout,
        means: Means,
    ) -> Families {
        let windows = outline.windows_for(layout, means).map(Windows::new);
        let grow = means.growths && windows.is_none();
        let growths = if grow { Growths::new(rules, kind, layout) } else { None };
        let (mut lines, mut choosing, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for family in 0..outline.lines.len() {
            if growths.as_ref().is_some_and(|growths| growths.has(family)) {
                continue;
            }
            let line = outline.line_for(family, means).filter(|_| windows.is_none());
            match line.and_then(|line| Lines::new(family, line, layout)) {
                Some(made) => lines.push(made),
                None if means.choices && outline.chooses[family] => choosing.push(family),
                None => others.push(family),
            }
        }
        Families { windows, growths, lines, choosing, others }
    }
}
