//! Tables that outlast the program: values in a room that somebody else keeps, a file say, with a
//! note of how many of them are known.
//!
//! Components are computed in a fixed order ([`Layout::rows`]), so the number of those that are
//! known says which they are. What stands behind them in the room counts for nothing: it is computed
//! again. The note has the digest of the known values, in their order, and is believed only if the
//! room has these values.

use super::{BIT, BYTE, Cells, Marks, WIDEST, bytes_of};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::prove::SequenceDigest;
use crate::rule::ir::Kind;
use crate::rule::written;
use crate::ruleset::{Failure, Value};
use crate::table::order::{Coords, Layout, Order};

/// Memory for the values of one table that outlasts the program.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use grundy::language::Message;
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// use grundy::ruleset::Failure;
/// use grundy::table::{Note, Room, Table};
///
/// /// Bytes in memory, and the last note.
/// struct Memory(Vec<u8>, Arc<Mutex<Option<Note>>>);
///
/// impl Room for Memory {
///     fn bytes(&self) -> &[u8] {
///         &self.0
///     }
///     fn bytes_mut(&mut self) -> &mut [u8] {
///         &mut self.0
///     }
///     fn wider(&self, bytes: u64) -> Result<Box<dyn Room>, Failure> {
///         Ok(Box::new(Memory(vec![0; bytes as usize], self.1.clone())))
///     }
///     fn is_due(&self) -> bool {
///         false
///     }
///     fn save(&mut self, note: &Note) -> Result<(), Message> {
///         *self.1.lock().unwrap() = Some(note.clone());
///         Ok(())
///     }
/// }
///
/// let rules = Rules::new(parse("[n] -> [n-k] for k in 1..3")?, &[])?;
/// let mut table = Table::new(&rules, 0)?;
/// let (shape, bytes) = table.shape(&[99]).unwrap();
/// let note = Arc::default();
/// let room = Memory(vec![0; bytes as usize], Arc::clone(&note));
/// table.keep(&[99], &shape, (Box::new(room), None), &Limits::default())?;
/// table.fill(&[99], &Limits::default())?;
/// // It is saved at the end: the values of the heaps 0 to 99, a byte each.
/// let saved = note.lock().unwrap().clone().unwrap();
/// assert_eq!((saved.known, saved.width), (100, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Room: Send + Sync {
    /// The bytes, as many as were asked for and always at the same place.
    fn bytes(&self) -> &[u8];

    /// The same, to be written to.
    fn bytes_mut(&mut self) -> &mut [u8];

    /// Room for the same table, where a value takes more bytes: so many, all 0. Once it is saved it
    /// takes the place of this one; until then nothing of this one is lost.
    ///
    /// # Errors
    /// Why there is none.
    fn wider(&self, bytes: u64) -> Result<Box<dyn Room>, Failure>;

    /// Whether it is time to save.
    fn is_due(&self) -> bool;

    /// Saves what was written, and then this note of it in place of the one before.
    ///
    /// # Errors
    /// What happened; then the note before stands.
    fn save(&mut self, note: &Note) -> Result<(), Message>;
}

/// What is known of the values in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Bytes of a value: 1, 2 or 4; 1 also where a value takes a bit.
    pub width: u8,
    /// How many components are known, in the order of computation.
    pub known: u64,
    /// The digest of the title of the table and these values: `over` as 0, `win` as 1, a nimber as
    /// two more than it is.
    pub digest: [u8; 32],
}

/// The values of a table are verified or digested so many at once.
const CHUNK: u64 = 1 << 16;

/// What a table is for whoever keeps it: its kind, how many numbers each coordinate takes, and the
/// order of computation, which is that of the values in the digest.
pub(in crate::table) fn shape(kind: &Kind, layout: &Layout) -> String {
    let dims: Vec<String> = layout.dims.iter().map(u64::to_string).collect();
    let order = match &layout.order {
        Order::Lines(axes) => axes.iter().map(|axis| format!(" {axis}")).collect(),
        Order::Turned { axes, .. } if axes.iter().all(|&axis| layout.order.falls(axis)) => {
            axes.iter().fold(" falling".to_owned(), |order, axis| format!("{order} {axis}"))
        }
        Order::Turned { axes, .. } => {
            let name = |axis: &usize| if layout.order.falls(*axis) { " falling" } else { "" };
            axes.iter().map(|axis| format!("{} {axis}", name(axis))).collect::<Vec<_>>().join(",")
        }
        Order::Sums => " sums".to_owned(),
        Order::EdgesLast => " sums, edges last".to_owned(),
    };
    let sorted = if layout.sorted { " unordered" } else { "" };
    let component = written(kind.name.as_deref(), &kind.coords);
    let below = layout.plane.as_ref().map_or(String::new(), |plane| {
        let factors = plane.factors.iter().map(|factor| format!(" {factor}"));
        format!(" below{} at {}", factors.collect::<String>(), plane.most)
    });
    format!("{component} {} by{order}{sorted}{below}", dims.join(" x "))
}

/// What was digested so far of the values in a room.
pub(in crate::table) struct Digested(SequenceDigest);

impl Digested {
    pub(super) fn new(title: &str) -> Digested {
        Digested(SequenceDigest::new(title))
    }

    /// How many components were digested.
    pub(in crate::table) fn count(&self) -> u64 {
        self.0.count()
    }

    /// Digests the values of the components up to so many, and shows each with its coordinates.
    ///
    /// # Errors
    /// A limit.
    fn extend(
        &mut self,
        layout: &Layout,
        known: u64,
        limits: &Limits,
        see: &mut dyn FnMut(&[i64]) -> Value,
    ) -> Result<(), Failure> {
        let mut passed = 0;
        for row in layout.rows() {
            let end = passed + row.count;
            while self.count() < end.min(known) {
                let first = self.count() - passed;
                let count = (end.min(known) - self.count()).min(CHUNK);
                self.0.extend((first..first + count).map(|step| {
                    match see(&row.at(step, &layout.direction)) {
                        Value::Over => 0,
                        Value::Win => 1,
                        Value::Nimber(nimber) => nimber.0 + 2,
                    }
                }));
                limits.check()?;
            }
            passed = end;
            if passed >= known {
                break;
            }
        }
        Ok(())
    }

    /// A note of the values of the first components, as many as are known.
    pub(in crate::table) fn note(&mut self, cells: &Cells, layout: &Layout, known: u64) -> Note {
        let free = Limits::default();
        let _unlimited =
            self.extend(layout, known, &free, &mut |coords| cells.value(layout.index(coords)));
        Note { width: bytes_of(1, cells.width()) as u8, known, digest: self.0.finish() }
    }
}

/// The values that stand in a room by this note of them, or none yet if there is no note.
///
/// # Errors
/// [`Failure::Domain`] if the room has no such values, [`Failure::Stop`] for a limit.
pub(in crate::table) fn open(
    (room, note): (Box<dyn Room>, Option<&Note>),
    (layout, title): (&Layout, &str),
    has_wins: bool,
    limits: &Limits,
) -> Result<(Cells, Marks, Digested), Failure> {
    let damaged = |what: Message| Err(Failure::Domain(what));
    let width = match note.map_or(1, |note| note.width) {
        1 if layout.packed => BIT,
        1 => BYTE,
        2 if !layout.packed => 4,
        4 if !layout.packed => WIDEST,
        _ => return damaged(message!("a value takes 1, 2 or 4 bytes")),
    };
    let mut cells = Cells::kept(width, room);
    let mut digested = Digested::new(title);
    let mut marks = Marks::default();
    if cells.bytes() != layout.bytes(width) {
        return damaged(message!("the table is not as long as its note says"));
    }
    let Some(note) = note else { return Ok((cells, marks, digested)) };
    if note.known > layout.computed() {
        return damaged(message!("the note speaks of more positions than the table has"));
    }
    let orders = layout.permutations();
    digested.extend(layout, note.known, limits, &mut |coords| {
        let value = cells.value(layout.index(coords));
        // In the other orders of the coordinates the value need not stand yet.
        for axes in &orders[1..] {
            let there: Coords = axes.iter().map(|&axis| coords[axis]).collect();
            let there = layout.index(&there);
            // A page that is written to may need memory of its own.
            if cells.value(there) != value {
                cells.set(there, value);
            }
        }
        value
    })?;
    if digested.0.finish() != note.digest {
        return damaged(message!("the digest in the note is not that of the values"));
    }
    if width == WIDEST {
        // There must be marks for whatever stands in the table, known or not.
        match cells.greatest(has_wins).map(|greatest| marks.admit(greatest)) {
            Some(Some(bytes)) => limits.check_memory(bytes)?,
            _ => return damaged(message!("a value is larger than values of tables are")),
        }
    }
    Ok((cells, marks, digested))
}
