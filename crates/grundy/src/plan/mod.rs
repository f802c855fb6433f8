//! The planner: the structure of a rule in, the engine that answers and the reason out.
//!
//! The definition can answer every rule. A rule that has one of the shapes below is answered by
//! theory, for numbers of any size; what is not recognised costs only time.

mod engine;
mod heaps;
mod shape;

pub use engine::{Destination, Engine, Known, Sequence};
pub(crate) use engine::{most_taken, show_options};

use crate::games::Opened;
use crate::language::{Message, message};
use crate::plateaus::Plateaus;
use crate::rule::MostTaken;
use crate::rule::ir::Kind;
use crate::theory::euclid::Left;
use crate::theory::limit::Rows;
use shape::{Amounts, Shape, Slide, Taken};

/// How a game will be answered, and why.
///
/// ```
/// use grundy::games::open;
/// use grundy::plan::{Engine, plan};
/// let plan = plan(&open("[n] -> [n-k] for k in {1, 3, 4}")?);
/// assert!(matches!(plan.engine, Engine::Subtraction(..)));
/// assert!(!plan.reason.to_string().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// What answers.
    pub engine: Engine,
    /// Why, in one sentence.
    pub reason: Message,
}

/// Plans a game.
///
/// ```
/// use grundy::games::open;
/// use grundy::plan::{Engine, plan};
/// let typed = open("[stones] -> [left] for left in 0..stones-1")?;
/// assert!(matches!(plan(&typed).engine, Engine::Nim));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn plan(opened: &Opened) -> Plan {
    let (engine, reason) = decide(opened);
    Plan { engine, reason }
}

/// The first shape that fits: what is recognised by the rule as a whole stands before what is by each of its families,
/// and the codes, which have the slowest engines, before plateaus alone. Whatever fits nothing goes to the definition.
fn decide(opened: &Opened) -> (Engine, Message) {
    let rules = &opened.rules;
    if rules.has_wins() {
        return (
            Engine::Definition,
            message!("`win on` changes the theory, so values come from the definition"),
        );
    }
    if let Some(found) = at_most_a_multiple(rules.ir()) {
        return found;
    }
    let [kind] = rules.ir() else {
        return (
            Engine::Definition,
            message!("several kinds of components: values come from the definition"),
        );
    };
    if let Some(found) = of_divisors(kind).or_else(|| euclids(kind)).or_else(|| of_coprimes(kind)) {
        return found;
    }
    let guarded = shape::guard_is_positive(kind);
    let fewer = shape::without_gone(kind);
    let fewer = fewer.as_ref().unwrap_or(kind);
    let written = shape::unclipped(fewer);
    let plain = written.as_ref().unwrap_or(fewer);
    if kind.guard.is_some() && !guarded {
        let reason = message!("the rule has a condition: values come from the definition");
        let found = heaps::under_a_condition(plain).or_else(|| by_plateaus(kind));
        return found.unwrap_or((Engine::Definition, reason));
    }
    let shapes: Option<Vec<Shape>> =
        plain.families.iter().map(|family| shape::shape(plain, family)).collect();
    let by_shape = shapes.and_then(|shapes| match kind.coords.len() {
        1 => heaps::one_coordinate(&shapes, guarded),
        _ => coordinates(kind, &shapes),
    });
    let found = by_shape.or_else(|| match &opened.code {
        Some(code) => Some(heaps::by_code(code)),
        None => {
            heaps::without_end(kind).or_else(|| up_to_a_limit(kind)).or_else(|| by_plateaus(kind))
        }
    });
    let plain = message!("no shape with a theory: values come from the definition");
    found.unwrap_or((Engine::Definition, plain))
}

/// Games that take a divisor.
fn of_divisors(kind: &Kind) -> Option<(Engine, Message)> {
    Some(match shape::divisors(kind)? {
        Taken::Any => (
            Engine::Divisors { whole: true },
            message!("take a divisor: the value is one more than the number of twos in the heap"),
        ),
        Taken::Proper => (
            Engine::Divisors { whole: false },
            message!("take a proper divisor: the value is the number of twos in the heap"),
        ),
        Taken::Inner => (
            Engine::InnerDivisors,
            message!(
                "take a divisor that is neither 1 nor the heap: lost are 0, the odd heaps and 2^t with odd t; values come from the definition"
            ),
        ),
    })
}

/// Euclid's game.
fn euclids(kind: &Kind) -> Option<(Engine, Message)> {
    let left = shape::euclid(kind)?;
    let reason = match left {
        Left::Any => message!(
            "this is Euclid's game: the value is the quotient of the numbers, or one less, as the quotients of Euclid's algorithm say"
        ),
        Left::Positive => message!(
            "this is Euclid's game with numbers that stay positive: the value of a and b is b/a - a/b, rounded down"
        ),
    };
    Some((Engine::Euclid { unordered: kind.unordered, left }, reason))
}

/// Games that take a number without a common factor.
fn of_coprimes(kind: &Kind) -> Option<(Engine, Message)> {
    let whole = shape::coprimes(kind)?;
    let reason = match whole {
        true => message!(
            "take a number without a common factor: even heaps are worth 0, a heap of 1 is worth 1, any other the index of its least prime factor among the primes"
        ),
        false => message!(
            "take a number without a common factor: a heap is worth the index of its least prime factor among the primes, and heaps of 0 and 1 nothing"
        ),
    };
    Some((Engine::Coprimes { whole }, reason))
}

/// Games in which one takes up to a limit that grows by at most one from heap to heap.
fn up_to_a_limit(kind: &Kind) -> Option<(Engine, Message)> {
    let reason = message!(
        "take at most f(n), which grows by at most one from heap to heap: G(n) = f(n) where f(n) > f(n - 1), G(n) = G(n - f(n) - 1) elsewhere"
    );
    Some((Engine::UpTo(MostTaken::of(kind)?, Rows::default()), reason))
}

/// Games in which values stay the same along plateaus that grow with the heap.
fn by_plateaus(kind: &Kind) -> Option<(Engine, Message)> {
    let reason = message!(
        "the options are all heaps from one to another, and neither end moves back: values stay the same along plateaus, which grow with the heap"
    );
    Some((Engine::Plateaus(Plateaus::new(kind)?), reason))
}

/// Games of components with several coordinates.
fn coordinates(kind: &Kind, shapes: &[Shape]) -> Option<(Engine, Message)> {
    let slides: Vec<&Slide> = shapes
        .iter()
        .map(|shape| match shape {
            Shape::Slide(slide) => Some(slide),
            _ => None,
        })
        .collect::<Option<_>>()?;
    if let [Slide { axes, amounts: Amounts::UpTo(limit) }] = &slides[..]
        && kind.coords.len() == 2
        && axes.len() == 1
        && !kind.unordered
    {
        let engine = Engine::Bounded { heap: axes[0], limit: *limit };
        return Some((
            engine,
            message!("a heap with a limit: the value of n with limit m is n mod (m + 1)"),
        ));
    }
    if slides.iter().any(|slide| slide.amounts != Amounts::From(1)) {
        return None;
    }
    let single = |axis: usize| slides.iter().any(|slide| slide.axes == [axis]);
    // With unordered coordinates the same move on another coordinate is the same option only
    // where it need not respect which is the larger, so every axis has to be there.
    let every_axis = (0..kind.coords.len()).all(single);
    let diagonals: Vec<&&Slide> = slides.iter().filter(|slide| slide.axes.len() > 1).collect();
    if every_axis && diagonals.is_empty() {
        let engine = Engine::Heaps { unordered: kind.unordered };
        return Some((
            engine,
            message!("each coordinate is a Nim heap: the value is their nim-sum"),
        ));
    }
    let wythoff = kind.coords.len() == 2 && diagonals.iter().all(|slide| slide.axes == [0, 1]);
    (every_axis && wythoff).then_some((
        Engine::Wythoff { unordered: kind.unordered },
        message!("this is Wythoff's game: the golden ratio says who wins; values come from the definition"),
    ))
}

/// At most a multiple of what was just taken: `[n, q] -> [n-k, c*k] for k in 1..min(n, q)`, or with what was just taken
/// itself, `[n, q] -> [n-k, k] for k in 1..min(n, c*q)`; perhaps with a kind for fresh heaps. Twice is Fibonacci Nim.
fn at_most_a_multiple(kinds: &[Kind]) -> Option<(Engine, Message)> {
    let of_rest = |(rest, kind)| Some((rest, shape::multiple_of_rest(kind)?));
    let (rest, (factor, times)) = kinds.iter().enumerate().find_map(of_rest)?;
    // Options of the kind lead to the kind itself.
    let has_fresh = kinds.iter().any(|kind| shape::is_fresh(kind, rest, factor / times));
    let known = 1 + usize::from(has_fresh);
    (kinds.len() == known).then(|| match factor {
        2 => (
            Engine::FibonacciNim { rest, times },
            message!("this is Fibonacci Nim: Zeckendorf's theorem says who wins"),
        ),
        _ => (
            Engine::Multiple { rest, factor, times },
            message!(
                "at most {factor} times what was just taken: lost when the least part of the heap, as a sum of numbers of which each is more than {factor} times the one before (Schwenk), may not be taken",
                factor
            ),
        ),
    })
}
