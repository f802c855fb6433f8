//! The means by which tables are filled, so that each can be tested alone.

/// Which means a table may use. All together is the default; each can be tested alone.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::rule::{Rules, parse};
/// use grundy::ruleset::Value;
/// use grundy::table::{Means, Table};
/// let nim = Rules::new(parse("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?, &[])?;
/// for means in [Means::ALL, Means::NONE, Means { code: false, ..Means::ALL }] {
///     let mut table = Table::with_means(&nim, 0, means)?;
///     table.fill(&[9, 9], &Limits::default())?;
///     assert_eq!(table.value(&[5, 7]), Some(Value::Nimber(Nimber(2))));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Machine code, where there is a compiler and it takes the rule.
    pub code: bool,
    /// Sets that grow along the lines of the table.
    pub lines: bool,
    /// Sets of the sums of components that are chosen freely.
    pub choices: bool,
    /// Rows that repeat are copied.
    pub repeats: bool,
    /// The latest position of every value, where options are all positions from one to another.
    pub windows: bool,
    /// Sums of all between two components of a line, by sums from its start.
    pub prefixes: bool,
    /// A set for each row, where a coordinate says only how far a range goes.
    pub growths: bool,
    /// Who wins takes a bit, where only that is computed and rows are long enough.
    pub bits: bool,
}

impl Means {
    /// All together.
    pub const ALL: Means = Means::each(true);
    /// None: every option is interpreted.
    pub const NONE: Means = Means::each(false);

    const fn each(used: bool) -> Means {
        Means {
            code: used,
            lines: used,
            choices: used,
            repeats: used,
            windows: used,
            prefixes: used,
            growths: used,
            bits: used,
        }
    }
}

impl Default for Means {
    fn default() -> Means {
        Means::ALL
    }
}
