//! Dense tables: every value of a kind with few and small coordinates, at most six, computed in
//! an order in which options come first.
//!
//! The definition ([`search`](crate::search)) reaches for the positions it needs, in a hash table, and interprets the rule.
//! Where nearly all positions up to a size are needed, a plain array is several times smaller, and machine code for the rule
//! with the array's dimensions as constants (feature `jit`) is about as fast as a program written for it.
//!
//! ```text
//! bounds     what is known of the numbers in a rule: intervals, inequalities, binary digits, what rises or falls
//! order      the order, the box that play does not leave, the places of values, the rows
//! cells      values and marks; a table that outlasts the program
//! code       the options of a component in machine code
//! sharing    what neighbours share: sets along lines and rows, the latest position of a value, rows that repeat
//! fill       row after row, and one component after the other by what is best for it
//! threads    the same by several threads
//! seek       single values, depth first
//! lost       lost positions listed without a table
//! means      what a table may use, for tests of each alone
//! describe   all this in words
//! compiled   options for a search without a table
//! ```
//!
//! `order` walks the checked rule and says where options lead; `bounds` knows an interval for each variable and
//! linear inequalities from ranges and conditions, and proves from them what it can: that an option exists, lies in
//! the table, was computed before, and that arithmetic cannot overflow. Proofs are made for the size of the table,
//! for what holds of small coordinates need not hold of large ones.
//!
//! A table is a box that play does not leave, or what of one lies below a plane where options raise a coordinate
//! and lower others for it. `order` takes the first one in which all options are proved to come before: line by
//! line, along coordinates that options raise from the greatest down, by the sum of the coordinates, or so that of
//! one sum those with a 0 come last. Kinds that lead to each other are made one kind, with a coordinate more that
//! says which, and share its table.
//!
//! Where only who wins is asked, in misère play always, and no option is a sum, a table says who wins: 1 for the player to
//! move, 0 otherwise, and in misère play 1 where there is no move. An option of value 0 decides at once. From 4 million
//! positions on a value takes a bit: machine code reads and writes words, and rows begin with a word of their own.
//!
//! A table may stand in a room that outlasts the program ([`Room`]): then it may be larger than memory, and notes
//! now and then how many values are known, in the order of computation, with their digest. The note is believed
//! only if the values have its digest, and since machine code trusts values to have marks, all that stand there are
//! looked at.
//!
//! [`Table::seek`] finds single values depth first, where few positions are reached. [`Compiled`] lists options in
//! machine code without a table, for a search that prunes.
//!
//! [`Lost`] lists the lost positions of games like Wythoff's without a table.
//!
//! Whatever is not proved before is checked while the table is filled. A component of which an option is not computed before
//! is sought, and one at which anything else is out of the ordinary is left to the definition, so that values and messages are
//! those of the definition.

mod bounds;
mod cells;
#[cfg(feature = "jit")]
mod code;
mod compiled;
mod describe;
mod fill;
mod lost;
mod means;
mod order;
mod seek;
mod sharing;
mod threads;

pub use cells::{Note, Room};
pub use compiled::Compiled;
pub use describe::{Description, FillOrder, Handling};
pub use lost::Lost;
pub(crate) use lost::{entry_bytes, lost_on_lines};
pub use means::Means;
pub use order::NoTable;

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::language::{message, phrase};
use crate::limits::{Limits, Stop};
use crate::rule::Rules;
use crate::ruleset::{Failure, Value};
use fill::Filled;
use order::{Layout, Outline, Part, Thin};
#[cfg(feature = "jit")]
use seek::Sought;
use sharing::Growths;

/// From so many positions on who wins takes a bit each. Bytes are read sooner, but only as long as they
/// stay in the cache.
const MANY: u64 = 1 << 22;

/// The values of the components of one kind, up to some size.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::rule::{Rules, parse};
/// use grundy::ruleset::Value;
/// use grundy::table::Table;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let euclid = Rules::new(parse("[a, b] -> [a, b-k*a] for k in 1..b if a > 0 | [b, a] if a > b")?, &[])?;
/// let mut table = Table::new(&euclid, 0)?;
/// table.fill(&[20, 30], &Limits::default())?;
/// assert_eq!(table.value(&[8, 21]), Some(Value::Nimber(Nimber(2))));
/// # Ok(())
/// # }
/// ```
pub struct Table {
    rules: Rules,
    kind: usize,
    /// Which family of the rule each family was, of which one may have become two.
    origins: Vec<usize>,
    /// Where the table has components of several kinds, how those asked for stand in it.
    part: Option<Part>,
    outline: Outline,
    /// For boxes of unordered coordinates that are far from cubes.
    thin: Option<Box<Thin>>,
    means: Means,
    /// Whether a means is used only where it pays.
    weighs: bool,
    filled: Option<Filled>,
    given_up: bool,
    /// Single values, where they were sought; nothing in it where they cannot be.
    #[cfg(feature = "jit")]
    sought: Option<Option<Sought>>,
    /// Where only who wins is computed: 1 if the player to move does who has no move, as in misère
    /// play.
    end: Option<u8>,
}

debug_by_name!(Table);

/// Coordinates as they are asked for.
type Coords = SmallVec<[u64; order::MOST_AXES]>;

impl Table {
    /// An empty table of the kind with this index.
    ///
    /// # Errors
    /// Where tables of this kind are not made: more than six coordinates, or options that lead to
    /// other kinds of which one is unordered, or from there to positions that need not be smaller.
    pub fn new(rules: &Rules, kind: usize) -> Result<Table, NoTable> {
        Ok(Table { weighs: true, ..Table::with_means(rules, kind, Means::default())? })
    }

    /// The same, by some means only, and by those wherever they can be used.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn with_means(rules: &Rules, kind: usize, means: Means) -> Result<Table, NoTable> {
        if kind >= rules.ir().len() {
            return Err(NoTable(phrase!("no such kind")));
        }
        let (rules, part) = match order::together(rules, kind) {
            Some((together, part)) => (together, Some(part)),
            None => (rules.clone(), None),
        };
        let kind = if part.is_some() { 0 } else { kind };
        let rules = rules.with_lists(kind);
        let (rules, origins) = match part {
            None => rules.with_parts(kind),
            Some(_) => {
                let families = rules.ir()[kind].families.len();
                (rules, (0..families).collect())
            }
        };
        let outline = order::outline(&rules, kind).map_err(NoTable)?;
        let thin = Thin::new(&rules, kind).map(Box::new);
        Ok(Table {
            rules,
            kind,
            origins,
            part,
            outline,
            thin,
            means,
            weighs: false,
            filled: None,
            given_up: false,
            #[cfg(feature = "jit")]
            sought: None,
            end: None,
        })
    }

    /// How many coordinates a component has that is asked for.
    fn axes(&self) -> usize {
        let own = self.part.as_ref().map(|part| part.own);
        own.unwrap_or_else(|| self.rules.ir()[self.kind].coords.len())
    }

    /// Where coordinates stand in the table.
    fn place(&self, coords: &[u64]) -> Coords {
        match &self.part {
            Some(part) => part.place(part.number, coords),
            None => coords.into(),
        }
    }

    /// A table of who wins in misère play, by some means only: its values are 0 where the player to
    /// move loses, and 1 where that player wins.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Value;
    /// use grundy::table::Table;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::new(parse("[n] -> [n-k] for k in 1..3")?, &[])?;
    /// let mut table = Table::new(&rules, 0)?.misere()?;
    /// table.fill(&[9], &Limits::default())?;
    /// let lost: Vec<u64> =
    ///     (0..10).filter(|&n| table.value(&[n]) == Some(Value::Nimber(Nimber(0)))).collect();
    /// assert_eq!(lost, [1, 5, 9]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where an option may be a sum, or some component ends the game at once.
    pub fn misere(self) -> Result<Table, NoTable> {
        if !self.rules.ir()[self.kind].wins.is_empty() {
            return Err(NoTable(phrase!("`win on` in misère play")));
        }
        self.who_wins(1)
    }

    /// A table of who wins in normal play: its values are 0 where the player to move loses, and 1
    /// where that player wins. It takes an eighth of the memory of one of values, or less, and no more
    /// options are looked at than up to the first that decides.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Value;
    /// use grundy::table::Table;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::new(parse("[n] -> [n-k] for k in 1..3")?, &[])?;
    /// let mut table = Table::new(&rules, 0)?.outcomes()?;
    /// table.fill(&[9], &Limits::default())?;
    /// let lost: Vec<u64> =
    ///     (0..10).filter(|&n| table.value(&[n]) == Some(Value::Nimber(Nimber(0)))).collect();
    /// assert_eq!(lost, [0, 4, 8]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where an option may be a sum: who wins that is known from the values of its parts alone.
    pub fn outcomes(self) -> Result<Table, NoTable> {
        self.who_wins(0)
    }

    /// A table of who wins; 1 if the player to move does who has no move.
    fn who_wins(mut self, end: u8) -> Result<Table, NoTable> {
        order::has_no_sums(&self.rules.ir()[self.kind]).map_err(NoTable)?;
        (self.end, self.filled) = (Some(end), None);
        Ok(self)
    }

    /// How many components a table has room for that answers all up to these coordinates; nothing
    /// if there are too many for any table, or if there are not as many bounds as coordinates.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// use grundy::table::Table;
    /// let rules = Rules::new(parse("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?, &[])?;
    /// let table = Table::new(&rules, 0)?;
    /// assert_eq!((table.size(&[9, 4]), table.size(&[9])), (Some(50), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self, last: &[u64]) -> Option<u64> {
        Some(self.layout_of(last)?.len())
    }

    /// How many bytes it takes, if values need no more than a byte each; nothing as for
    /// [`Table::size`].
    pub fn needed(&self, last: &[u64]) -> Option<u64> {
        let layout = self.plain_layout(last)?;
        Some(layout.bytes(layout.width()))
    }

    /// What a table up to these coordinates is for whoever keeps it: its kind, size and order in
    /// words that stay the same from one run of a program to another, and how many bytes it takes
    /// with values of one byte. Nothing as for [`Table::size`].
    pub fn shape(&self, last: &[u64]) -> Option<(String, u64)> {
        let layout = self.plain_layout(last)?;
        let played = match self.end {
            None => "",
            Some(0) => ", outcomes",
            Some(_) => ", misère",
        };
        let bits = if layout.packed { ", bits" } else { "" };
        let mut shape = cells::shape(&self.rules.ir()[self.kind], &layout);
        if let Some(part) = &self.part {
            shape = format!("{shape} of {} kinds", part.kinds);
        }
        Some((format!("{shape}{played}{bits}"), layout.bytes(layout.width())))
    }

    /// Keeps the values of the table up to these coordinates in a room from now on; with a note,
    /// those that stand there already. [`Table::fill`] computes the rest, and saves it when it is
    /// due and at the end. The title is what the digest in the note begins with: it should say the
    /// rule and the [shape](Table::shape).
    ///
    /// The room has as many bytes as [`Table::shape`] says, times the width in the note. Its memory
    /// does not count for [`Limits::memory`].
    ///
    /// # Errors
    /// [`Failure::Domain`] if the room has not the values of the note, or the table is as large as
    /// [`Table::fill`] refuses; [`Failure::Stop`] for a limit.
    pub fn keep(
        &mut self,
        last: &[u64],
        title: &str,
        room: (Box<dyn Room>, Option<&Note>),
        limits: &Limits,
    ) -> Result<(), Failure> {
        let layout = self.layout(last)?;
        let has_wins = !self.rules.ir()[self.kind].wins.is_empty();
        self.filled = Some(Filled::kept(layout, title, room, has_wins, limits)?);
        Ok(())
    }

    fn layout(&self, last: &[u64]) -> Result<Layout, Failure> {
        if last.len() != self.axes() {
            return Err(Failure::Domain(message!("a table needs a bound for each coordinate")));
        }
        let too_large = || Failure::Domain(message!("so many positions do not fit in one table"));
        self.plain_layout(last).ok_or_else(too_large)
    }

    /// The layout up to these coordinates with values of bytes, if there is one.
    fn layout_of(&self, last: &[u64]) -> Option<Layout> {
        if last.len() != self.axes() {
            return None;
        }
        let last = match &self.part {
            Some(part) => part.place(part.kinds - 1, last),
            None => last.into(),
        };
        self.thin_layout(&last).or_else(|| self.outline.layout(&self.rules, self.kind, &last))
    }

    /// The layout up to these coordinates, if there is one.
    fn plain_layout(&self, last: &[u64]) -> Option<Layout> {
        let layout = self.layout_of(last)?;
        let pays = self.end.is_some() && self.means.bits && (!self.weighs || layout.len() >= MANY);
        let packed = if pays { layout.packed() } else { None };
        Some(packed.unwrap_or(layout))
    }

    /// Computes the values of all components with coordinates up to these, and of those that play
    /// reaches from there. Stops early at a component that has no value; [`Table::value`] then
    /// knows nothing from there on, and the definition has the reason.
    ///
    /// Where the order allows it, as many threads compute as the limits say.
    ///
    /// # Errors
    /// [`Failure::Stop`]: a limit. What was computed is kept for when the same table is asked for
    /// again, or a longer one of one coordinate.
    /// [`Failure::Domain`]: more positions than there are numbers for them, not as many bounds
    /// as coordinates, or a table in a room that could not be saved.
    pub fn fill(&mut self, last: &[u64], limits: &Limits) -> Result<(), Failure> {
        let reached = self.filled.as_ref().is_some_and(|filled| {
            let last = self.coords_of(last);
            last.is_some_and(|last| filled.layout().holds(&last) && filled.is_finished())
        });
        if reached {
            return Ok(());
        }
        #[cfg(feature = "jit")]
        {
            // Its room is for the whole table now.
            self.sought.take_if(|sought| sought.is_some());
        }
        let layout = self.layout(last)?;
        let means = self.means_for(&layout);
        let kept = self.filled.take();
        let mut filled = Filled::new(layout, kept, limits)?;
        // The sets of lines may be what does not fit; in a room a table is worth more memory.
        let may_do_without = means.lines && !filled.is_in_room();
        let (rules, outline) = self.rules_for(filled.layout());
        let kind = (self.kind, self.end);
        let mut fill = |means| filled.fill(rules, kind, outline, (means, self.weighs), limits);
        let done = match fill(means) {
            Err(Failure::Stop(Stop::Memory { .. })) if may_do_without => {
                fill(Means { lines: false, ..means })
            }
            done => done,
        };
        self.filled = Some(filled);
        done
    }

    /// The means by which a table of this layout is filled.
    fn means_for(&self, layout: &Layout) -> Means {
        let (weighs, outcomes) = (self.weighs && cfg!(feature = "jit"), self.end.is_some());
        let (rules, outline) = self.rules_for(layout);
        // The nearest lost components of lines always pay.
        let pay = !weighs || outcomes || outline.lines_pay(layout);
        let windows = self.means.windows && (!weighs || outline.windows_pay(layout));
        // Up to the first lost option is not far, unless one of them may be forbidden.
        let growths = self.means.growths
            && Growths::new(rules, self.kind, layout).is_some_and(|growths| {
                let pays = !weighs || growths.pay(self.kind, layout);
                pays && (!outcomes || growths.has_holes())
            });
        Means { lines: self.means.lines && pay, windows, growths, ..self.means }
    }

    /// How coordinates that are asked for stand in the table, as many as it has.
    fn coords_of(&self, coords: &[u64]) -> Option<order::Coords> {
        if coords.len() != self.axes() {
            return None;
        }
        let mut coords: order::Coords =
            self.place(coords).iter().map(|&c| i64::try_from(c).ok()).collect::<Option<_>>()?;
        if self.rules.ir()[self.kind].unordered {
            coords.sort_unstable();
        }
        Some(coords)
    }

    /// The value of a component, if it is known.
    pub fn value(&self, coords: &[u64]) -> Option<Value> {
        let coords = self.coords_of(coords)?;
        #[cfg(feature = "jit")]
        if let Some(value) = self.sought.as_ref().and_then(|sought| sought.as_ref()?.value(&coords))
        {
            return Some(value);
        }
        self.filled.as_ref()?.value(&coords)
    }

    /// The values of the components with these coordinates, the last one running from `first` as far
    /// as the table goes; nothing unless the table is finished and has them.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::nimber::Nimber;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Value;
    /// use grundy::table::Table;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Rules::new(parse("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b")?, &[])?;
    /// let mut table = Table::new(&rules, 0)?;
    /// table.fill(&[3, 3], &Limits::default())?;
    /// let values: Option<Vec<Value>> = table.line(&[2], 1).map(Iterator::collect);
    /// assert_eq!(values, Some([3, 0, 1].map(|v| Value::Nimber(Nimber(v))).to_vec()));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn line(&self, outer: &[u64], first: u64) -> Option<impl Iterator<Item = Value> + '_> {
        let whole = self.part.as_ref().is_none_or(|part| part.axes == part.own + 1);
        let filled = self.filled.as_ref().filter(|_| whole)?;
        match &self.part {
            None => filled.line(outer, first),
            Some(part) => filled.line(&part.place(part.number, outer)[..part.own], first),
        }
    }

    /// The values of the components with these coordinates, the last one between these, whatever the
    /// order of the coordinates where that does not matter; nothing if one is missing, or none is asked for.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::table::Table;
    /// let rules = Rules::new(parse("[n] -> [n-k] for k in 1..3")?, &[])?;
    /// let mut table = Table::new(&rules, 0)?;
    /// table.fill(&[9], &Limits::default())?;
    /// let row = table.row(&[], 3..=6).unwrap();
    /// assert_eq!(row.iter().map(ToString::to_string).collect::<String>(), "3012");
    /// assert_eq!(table.row(&[], 3..=1000), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row(&self, outer: &[u64], columns: RangeInclusive<u64>) -> Option<Vec<Value>> {
        let count = columns.end().checked_sub(*columns.start())?.checked_add(1)?;
        let count = usize::try_from(count).ok()?;
        let values: Vec<Value> = match self.line(outer, *columns.start()) {
            Some(line) => line.take(count).collect(),
            None => {
                let mut coords = [outer, &[0]].concat();
                let value = |column| {
                    coords[outer.len()] = column;
                    self.value(&coords)
                };
                columns.map_while(value).collect()
            }
        };
        (values.len() == count).then_some(values)
    }

    /// How many numbers each coordinate takes in the table filled last.
    pub fn dims(&self) -> Option<&[u64]> {
        let own = match &self.part {
            Some(part) => 1..1 + part.own,
            None => 0..self.axes(),
        };
        self.filled.as_ref().map(|filled| &filled.layout().dims[own])
    }

    /// Whether all components of the table filled last have their values.
    pub fn is_finished(&self) -> bool {
        self.filled.as_ref().is_some_and(Filled::is_finished)
    }

    /// Whether at least half of the table filled last is computed.
    pub(crate) fn is_half_done(&self) -> bool {
        self.filled.as_ref().is_some_and(Filled::is_half_done)
    }

    /// Says that the table is not to be filled any more, for it does not come to its end; the values that
    /// it has stay.
    pub(crate) fn give_up(&mut self) {
        self.given_up = true;
    }

    /// Whether the table was given up.
    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// Whether machine code computes the table; known once it was filled.
    pub fn uses_code(&self) -> bool {
        self.filled.as_ref().is_some_and(Filled::uses_code)
    }

    /// How many rows were the same as earlier ones, and copied.
    pub fn repeated(&self) -> u64 {
        self.filled.as_ref().map_or(0, Filled::repeated)
    }

    /// Whether several threads computed rows of the table.
    pub fn uses_threads(&self) -> bool {
        self.filled.as_ref().is_some_and(Filled::uses_threads)
    }

    /// Bytes of the values.
    pub fn bytes(&self) -> u64 {
        self.filled.as_ref().map_or(0, Filled::bytes)
    }
}
