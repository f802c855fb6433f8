//! What machine code and its caller tell each other beside the arguments.

use crate::table::sharing::Reached;

/// Where the sets of a family's lines stand, and what is known of them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct LineSets {
    pub(in super::super) sets: *mut u64,
    pub(in super::super) reached: *mut Reached,
}

/// Read at the start of a call and written at its end.
#[repr(C)]
#[derive(Debug)]
pub(super) struct State {
    /// Steps until the limits must be looked at.
    pub(super) fuel: i64,
    /// Values from here on do not fit in the table.
    pub(super) limit: i64,
    /// The nearest lost components of lines.
    pub(super) nearest: *mut u32,
    /// The sets of lines, a [`LineSets`] for each family, how many bytes a set has, and by how much they are apart.
    pub(super) lines: *const LineSets,
    pub(super) set_bytes: u64,
    pub(super) sets_apart: u64,
    /// The sum of all values from the start of the line, with each value where they are kept.
    pub(super) prefixes: *mut u32,
    /// Where options are listed, where the next one is, and where there is no more room for one.
    pub(super) list_start: *mut i64,
    pub(super) listed: *mut i64,
    pub(super) list_end: *mut i64,
    /// Where the values stand that are sought: the hash is what is left of a word without so many digits; and the value found.
    pub(super) hash_shift: u64,
    pub(super) answer: u64,
    /// Components of the row, and how many are done; the code alone uses them.
    pub(super) count: u64,
    pub(super) done: u64,
    /// The last stamp used.
    pub(super) stamp: u32,
    /// Why the code returned.
    pub(super) reason: u32,
}

/// A field, for its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Fuel,
    Limit,
    Nearest,
    Lines,
    SetBytes,
    SetsApart,
    Prefixes,
    ListStart,
    Listed,
    ListEnd,
    HashShift,
    Answer,
    Count,
    Done,
    Stamp,
    Reason,
}

impl Field {
    pub(super) fn offset(self) -> i32 {
        let offset = match self {
            Field::Fuel => std::mem::offset_of!(State, fuel),
            Field::Limit => std::mem::offset_of!(State, limit),
            Field::Nearest => std::mem::offset_of!(State, nearest),
            Field::Lines => std::mem::offset_of!(State, lines),
            Field::SetBytes => std::mem::offset_of!(State, set_bytes),
            Field::SetsApart => std::mem::offset_of!(State, sets_apart),
            Field::Prefixes => std::mem::offset_of!(State, prefixes),
            Field::ListStart => std::mem::offset_of!(State, list_start),
            Field::Listed => std::mem::offset_of!(State, listed),
            Field::ListEnd => std::mem::offset_of!(State, list_end),
            Field::HashShift => std::mem::offset_of!(State, hash_shift),
            Field::Answer => std::mem::offset_of!(State, answer),
            Field::Count => std::mem::offset_of!(State, count),
            Field::Done => std::mem::offset_of!(State, done),
            Field::Stamp => std::mem::offset_of!(State, stamp),
            Field::Reason => std::mem::offset_of!(State, reason),
        };
        offset as i32
    }
}

/// Why machine code returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Reason {
    /// All components of the row are computed; or the options of one are marked or listed.
    Done = 0,
    /// The next component is for the definition.
    Escape = 1,
    /// The value of the next component does not fit; or there is no room for all options of one.
    TooLarge = 2,
    /// The next component takes more steps than there were.
    Fuel = 3,
    /// The options are not marked, for one of them wins at once.
    Win = 4,
    /// The options are not marked, for the game is over.
    Over = 5,
    /// The options are not marked or listed, for there are none.
    Nothing = 6,
    /// Options that are not known are listed.
    Unknown = 7,
}

impl Reason {
    pub(super) fn of(code: u32) -> Reason {
        match code {
            0 => Reason::Done,
            2 => Reason::TooLarge,
            3 => Reason::Fuel,
            4 => Reason::Win,
            5 => Reason::Over,
            6 => Reason::Nothing,
            7 => Reason::Unknown,
            _ => Reason::Escape,
        }
    }
}
