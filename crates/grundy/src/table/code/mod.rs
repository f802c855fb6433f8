//! Machine code for the rules of a kind, made by Cranelift.
//!
//! A rule is compiled for one table: its dimensions, its order, the width of its values. That takes
//! about a millisecond.
//!
//! Cranelift does not know what a rule says, so loops are written well before it sees them: `along` carries the
//! address of an option from one element of a range to the next where that is one addition; `pieces` cuts ranges
//! where a `min` changes, so that it is; `bits` makes a choice of binary digits with conditions on them one word,
//! of which only the bits that are left are visited; `divisors` tries divisors by multiplication, `factors` makes them of prime factors; `narrow` and
//! `through` know before what a condition leaves of a range; `ending` leaves a loop where no later element makes an
//! option, unless the definition might fail at a later one; `growing` goes on from component to component of a row.
//! So loops without a pass that shares between neighbours take as long as those of the same program in C (`cargo
//! xtask bench rules`), choices of digits a third, divisors a tenth or less. What a row needs seldom stays in memory, since
//! a loop that spills a register loses a third. Interpreting an option takes tens of nanoseconds.
//!
//! It is made for x86-64 and ARM processors, in the form of calls of the system (`call`, `host`). Elsewhere, or
//! without the feature `jit`, the same tables are filled by interpreting the rule.

mod along;
mod bits;
mod call;
mod cells;
mod copies;
mod divisors;
mod emit;
mod ending;
mod factors;
mod fuel;
mod growing;
mod host;
mod lines;
mod listing;
mod mex;
mod narrow;
mod nearest;
mod numbers;
mod options;
mod pieces;
mod prefixes;
mod resumed;
mod seeking;
mod sets;
mod sift;
mod state;
mod step;
mod through;
mod visit;

pub(super) use call::{Call, Code, Look, Shared};
pub(super) use fuel::{FUEL, more_fuel};
pub(super) use state::{LineSets, Reason};

use crate::rule::GrownRange;
use crate::rule::ir::Kind;
use crate::table::order::Layout;
use crate::table::sharing::Numbered;

/// What the code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// To compute the components of a row.
    Values,
    /// To mark the values of the options of one component.
    Marks,
    /// To list the options of one component, whatever their values.
    List,
    /// To compute one component, or to list those of its options that are not known.
    Seek(Known),
}

/// Where the values stand that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// A value for each place: one more than it, or 0.
    AtPlaces,
    /// Words at places that a hash says, a power of two of them: the place, and in the lowest digits one more than the value; or 0.
    Hashed,
}

impl Known {
    /// Binary digits of the value in a word.
    pub(super) const DIGITS: u32 = 16;
    /// A place times this begins with its hash.
    pub(super) const HASH: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Aim {
    /// Whether values are computed.
    fn answers(self) -> bool {
        matches!(self, Aim::Values | Aim::Seek(_))
    }

    /// Whether options are looked at one by one, for something may be listed.
    fn lists(self) -> bool {
        matches!(self, Aim::List | Aim::Seek(_))
    }
}

/// What to compile.
pub(super) struct Job<'a> {
    pub(super) kind: &'a Kind,
    pub(super) layout: &'a Layout,
    /// Binary digits of a value, as a power of two.
    pub(super) width: u8,
    /// Whether all values are less than 64, so that the marks of a component fit in one word.
    pub(super) small: bool,
    pub(super) aim: Aim,
    /// Whether an option may have its place anywhere, and not only before its component; only to seek.
    pub(super) anywhere: bool,
    /// Where only who wins is computed: 1 if the player to move does who has no move.
    pub(super) end: Option<u8>,
    /// Families of which the nearest lost components are kept, and how many lines they have.
    pub(super) nearest: (&'a [Numbered], usize),
    /// Families whose values are found as sets that grow along lines.
    pub(super) running: &'a [Numbered],
    /// The ranges of the families, if all grow along rows and go on from component to component.
    pub(super) growing: &'a [GrownRange],
    /// The coordinate along which the sum of all values from the start of the line is kept with each.
    pub(super) prefixes: Option<usize>,
    /// Whether it is only asked if the kind can be compiled.
    pub(super) dry: bool,
}

impl<'a> Job<'a> {
    /// The values of a kind, with every option looked at.
    pub(super) fn new(kind: &'a Kind, layout: &'a Layout, width: u8) -> Job<'a> {
        let (small, aim, end, nearest) = (false, Aim::Values, None, (&[][..], 0));
        let (running, growing) = (&[][..], &[][..]);
        let (anywhere, prefixes, dry) = (false, None, false);
        Job {
            kind,
            layout,
            width,
            small,
            aim,
            anywhere,
            end,
            nearest,
            running,
            growing,
            prefixes,
            dry,
        }
    }
}

#[cfg(test)]
mod tests {
    use cranelift_codegen::Context;
    use cranelift_codegen::control::ControlPlane;
    use cranelift_frontend::FunctionBuilderContext;

    use super::*;
    use crate::rule::{Rules, parse};
    use crate::table::order::{has_few_options, outline};

    /// What the compiler makes of a rule for a table up to these coordinates, before it chooses
    /// instructions; nothing where there is no compiler.
    fn optimized(text: &str, last: &[u64]) -> Option<String> {
        let isa = call::machine()?;
        let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
        let layout = outline(&rules, 0).unwrap().layout(&rules, 0, last).unwrap();
        let kind = &rules.ir()[0];
        let small = has_few_options(kind);
        let job = Job { small, ..Job::new(kind, &layout, 3) };
        let mut context = Context::new();
        context.func.signature = call::signature(isa.default_call_conv());
        let mut builder = FunctionBuilderContext::new();
        emit::emit(&job, &mut context.func, &mut builder, isa.frontend_config()).unwrap();
        context.compile(&*isa, &mut ControlPlane::default()).unwrap();
        Some(context.func.display().to_string())
    }

    /// Speed, without a clock: what must not be in a loop is counted in the whole function.
    #[test]
    fn loops_do_no_more_than_they_must() {
        let pins = "[m] -> [m - 2**i] for i in 0..24 if and(m, 2**i) != 0
            | [m - 3 * 2**i] for i in 0..24 if i % 5 < 4 and and(m, 3 * 2**i) == 3 * 2**i";
        let chomp = "[a, b, c] if a >= b and b >= c -> [k, min(b, k), min(c, k)] for k in 1..a-1
            | [a, k, min(c, k)] for k in 0..b-1 | [a, b, k] for k in 0..c-1";
        let splits = "[n] -> (n % m) * [n/m + 1] + (m - n % m) * [n/m] for m in 2..n";
        let digits = "[n] -> [n - d * 10**i] for i in 0..6, d in 1..9 if n / 10**i % 10 >= d";
        for (text, last, what, times) in [
            // The index of the first component of a row, and of the other order of coordinates.
            ("unordered [a, b] if a > 0 -> [a, b - k*a] for k in 1..b/a", &[99, 99][..], "imul", 2),
            // The index of the first component of a row.
            ("[n, q] -> [n-k, 2*k] for k in 1..min(n, q)", &[99, 99], "imul", 1),
            ("[a, b, c] -> [a-k, b-2*k, c-3*k] for k in 1..min(a, b/2, c/3)", &[40; 3], "imul", 2),
            // One address only if no element is left out; otherwise one wherever the inside of the loop is written.
            ("[a, b] -> [a-k, b] for k in 1..a if k != 3", &[99, 99], "imul", 6),
            // Ranges are cut where a `min` changes: the indices of the first component of a row, and of
            // the first option of each piece.
            (chomp, &[99; 3], "imul", 7),
            // Nothing has to be checked but the limits, and whether a value fits.
            (pins, &[1 << 20], "cold:", 2),
            (pins, &[1 << 20], "urem", 0),
            ("[n] -> [n-d] for d in divisors(n) if d < n", &[99], "cold:", 2),
            ("[n] -> [n-d] for d in divisors(n) if d < n", &[99], "udiv", 0),
            // In larger tables what is left of a number without its least prime factor.
            ("[n] -> [n-d] for d in divisors(n) if d < n", &[9999], "udiv", 1),
            ("[a, b] -> [a-k, b-l] for k in 1..a, l in 0..b", &[99, 99], "cold:", 2),
            // A quotient and its remainder are one division, also in two blocks.
            (splits, &[99], "udiv", 1),
            // The digit ends the range, so that it is not computed for each element; a power is looked up.
            (digits, &[1 << 20], "udiv", 1),
            (digits, &[1 << 20], "icmp sge", 0),
            (digits, &[1 << 20], "call_indirect", 0),
            ("[n] -> [n-k] for k in 1..n if is_square(n+k)", &[99], "call_indirect", 0),
            // Multiples are found by a product, and the parts of a number's digits from one to the next.
            ("[n] -> [n-k] for k in 1..n if k % 3 > 0", &[99], "umulhi", 0),
            ("[n] -> [n-k] for k in 1..n if k % 6 == 0", &[99], "umulhi", 0),
            ("[n] -> [n-k] for k in 1..n if and(n, k) == k", &[99], "popcnt", 1),
            ("[n] -> [n-k] for k in 1..n if xor(n-k, k) == n", &[99], "popcnt", 1),
            ("[n] -> [n-p] for p in primes(n) if n % p == 0", &[99], "udiv", 0),
            // Lists hold what meets conditions about their elements alone.
            ("[n] -> [n-k] for k in squares(n) if k % 3 > 0", &[99], "umulhi", 0),
            ("[n] -> [n-k] for k in squares(n) if k % 3 > 0", &[99], "imul", 0),
        ] {
            let Some(made) = optimized(text, last) else { return };
            assert_eq!(made.matches(what).count(), times, "{what} for {text}:\n{made}");
        }
    }
}
