//! Euclid's game in many spellings, and rules that miss it by a little: play need not end, and may divide
//! by 0.

use super::Choices;

/// The text of a rule with two coordinates.
pub(crate) fn near(c: &mut Choices) -> String {
    let unordered = c.one_of(&["unordered ", "", "unordered "]);
    let guard = c.one_of(&[
        " if a > 0 and b > 0",
        " if a > 0 and b > 0",
        " if a > 0",
        " if a*b != 0",
        " if min(a, b) >= 1",
        " if b > 0 and a != 0",
        " if a != b and a > 0 and b > 0",
        " if a > 0 and a < b",
        " if a > 0 and a <= b",
        " if a > 1",
        " if a > 0 or b > 0",
        "",
    ]);
    let line = line(c);
    let mut families = vec![line.of("a", "b")];
    if unordered.is_empty() || c.once_in(4) {
        let other = if c.once_in(4) { self::line(c) } else { line };
        families.push(other.of("b", "a"));
    }
    if c.once_in(8) {
        families.push(self::line(c).of("a", "b"));
    }
    format!("{unordered}[a, b]{guard} -> {}", families.join(" | "))
}

/// What is taken and the clauses; `x` stands for the coordinate that stays, `y` for the other.
struct Line {
    taken: &'static str,
    clauses: String,
}

impl Line {
    fn of(&self, stays: &str, shrinks: &str) -> String {
        let Line { taken, clauses } = self;
        let target = match stays {
            "a" => format!("[x, y - {taken}]"),
            _ => format!("[y - {taken}, x]"),
        };
        let name = |sign: char| match sign {
            'x' => stays.to_owned(),
            'y' => shrinks.to_owned(),
            other => other.to_string(),
        };
        format!("{target}{clauses}").chars().map(name).collect()
    }
}

fn line(c: &mut Choices) -> Line {
    let before = c.one_of(&["", "", "", " if x > 0", " if y >= x and x >= 1", " if y > x"]);
    let after = c.one_of(&[
        "",
        "",
        "",
        " if x > 0",
        " if k < y",
        " if k*x != y",
        " if k > 0",
        " if k <= y/x",
        " if k*x <= y",
        " if y - k*x > 0",
        " if y > x*k",
        " if k*y <= x",
        " if k < y/x",
        " if k <= (y-1)/x",
        " if k != 2",
    ]);
    let (taken, range) = if c.once_in(3) {
        let from = c.one_of(&["x", "x", "1", "0"]);
        let to = c.one_of(&["y", "y", "y-1", "y+3", "x", "min(y, y-1)"]);
        let how = c.one_of(&[
            " step x",
            " if k % x == 0",
            " if 0 == k % x",
            "",
            " if k % y == 0",
            " step x if k < y",
            " if k % x == 0 and k <= y-1",
            " if k % x < 1",
        ]);
        (c.one_of(&["k", "k", "k", "k*x"]), format!("{from}..{to}{how}"))
    } else {
        let taken = c.one_of(&["k*x", "k*x", "x*k", "x*k", "k*y", "k*x + 1", "(k+1)*x", "2*k*x"]);
        let from = c.one_of(&["1", "1", "1", "0", "2", "x"]);
        let to = c.one_of(&[
            "y/x",
            "y/x",
            "y",
            "(y-1)/x",
            "y/x - 1",
            "y-1",
            "y+x",
            "(y+1)/x",
            "(y+x)/x",
            "min(y, y/x)",
            "min(y/x, 3)",
            "2*y/x",
            "x",
            "(y-x)/x",
            "y/y",
            "min(y/x, (y-1)/x)",
        ]);
        (taken, format!("{from}..{to}"))
    };
    Line { taken, clauses: format!("{before} for k in {range}{after}") }
}
