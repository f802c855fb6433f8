//! Boards as they are typed.
//!
//! ```text
//! grid          cells: `5x7`, or rows of `#` and `.`
//! undirected    graphs: edges `a-b b-c`
//! shapes        graphs that have a name: `path 7`
//! words         the words of graphs, orders and edges, and of what is left of them
//! ```

pub(super) mod grid;
pub(super) mod shapes;
pub(super) mod undirected;
pub(super) mod words;
