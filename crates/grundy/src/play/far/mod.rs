//! Components beyond the reach of the definition and of tables.
//!
//! ```text
//! recurrent  a recurrence along the one large coordinate
//! theorem    a theorem about all positions: given, or sought when it is needed
//! ```

mod recurrent;
mod theorem;

pub(super) use recurrent::Recurrences;
