//! Boards as they are typed.
//!
//! ```text
//! grid          cells: `5x7`, or rows of `#` and `.`
//! undirected    graphs: edges `a-b b-c`, and the words of which orders are typed too
//! shapes        graphs that have a name: `path 7`
//! ```

pub(super) mod grid;
pub(super) mod shapes;
pub(super) mod undirected;
