//! An expression over the coordinates of a component: what somebody believes the answer to be.

use super::checked::lower::{Typed, lower_expression};
use super::error::RuleError;
use super::eval::{Frame, Trouble};
use super::ir::{Cond, Int, IntOp, Set, UnaryFn};
use super::syntax::parse::{formula_meant, parse_formula};
use crate::language::message;
use crate::limits::Limits;
use crate::ruleset::{Failure, Fault};

/// A number or a condition over named numbers, in the expression language of the notation.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Formula, Said};
/// let names = ["n".to_owned()];
/// let (value, wins) = (Formula::new("n % 4", &names)?, Formula::new("n % 4 != 0", &names)?);
/// assert_eq!(value.say(&[10], &Limits::default()), Ok(Said::Number(2)));
/// assert_eq!(wins.say(&[12], &Limits::default()), Ok(Said::Truth(false)));
/// assert!(Formula::new("m % 4", &names).is_err());
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    body: Body,
    names: usize,
    slots: usize,
}

#[derive(Clone, Debug)]
enum Body {
    Number(Int),
    Truth(Cond),
}

/// What a formula says of some numbers.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Formula, Said};
/// use grundy::ruleset::Failure;
/// let formula = Formula::new("12 / n", &["n".to_owned()])?;
/// assert_eq!(formula.say(&[5], &Limits::default()), Ok(Said::Number(2)));
/// assert!(matches!(formula.say(&[0], &Limits::default()), Err(Failure::Fault(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A number.
    Number(i64),
    /// Whether the condition holds.
    Truth(bool),
}

impl Formula {
    /// Reads a formula over these names.
    ///
    /// # Errors
    /// The first mistake: a text that is no expression, an unknown name, a wrong type; a set is no
    /// formula.
    pub fn new(text: &str, names: &[String]) -> Result<Formula, RuleError> {
        let read = || {
            let expr = parse_formula(text)?;
            let (typed, slots) = lower_expression(&expr, names)?;
            let body = match typed {
                Typed::Int(int) => Body::Number(int),
                Typed::Cond(cond) => Body::Truth(cond),
                Typed::Set(_) => {
                    let message = message!("a formula is a number or a condition, this is a set");
                    return Err(RuleError::new(expr.span, message));
                }
            };
            Ok(Formula { body, names: names.len(), slots })
        };
        read().map_err(|mut error: RuleError| {
            // Help that a mistake has by itself is about its place alone.
            if let Some((help, formula)) = formula_meant(text, names) {
                error = error.help(message!("{help}; the formula: {formula}", help, formula));
            }
            error.in_source(text)
        })
    }

    /// Whether it is a number, and not a condition.
    ///
    /// ```
    /// use grundy::rule::Formula;
    /// let names = ["n".to_owned()];
    /// assert!(Formula::new("n % 4", &names)?.is_number());
    /// assert!(!Formula::new("n % 4 == 0", &names)?.is_number());
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn is_number(&self) -> bool {
        matches!(self.body, Body::Number(_))
    }

    /// What it and all that is computed for it are at most, with either sign, where no name stands for more than `variable`;
    /// the largest number where that is not known.
    pub(crate) fn most(&self, variable: u128) -> u128 {
        match &self.body {
            Body::Number(int) => most(int, variable),
            Body::Truth(cond) => most_in(cond, variable),
        }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<&Int> {
        match &self.body {
            Body::Number(int) => Some(int),
            Body::Truth(_) => None,
        }
    }

    /// The condition, if it is one.
    pub(crate) fn condition(&self) -> Option<&Cond> {
        match &self.body {
            Body::Number(_) => None,
            Body::Truth(cond) => Some(cond),
        }
    }

    /// What it says of these numbers, one for each of its names.
    ///
    /// # Errors
    /// [`Failure::Fault`] where it has no value, as in a division by zero; [`Failure::Domain`] for
    /// a wrong number of numbers; [`Failure::Stop`] at a limit.
    pub fn say(&self, numbers: &[i64], limits: &Limits) -> Result<Said, Failure> {
        if numbers.len() != self.names {
            let message = message!("the formula is about {count} numbers", count = self.names);
            return Err(Failure::Domain(message));
        }
        let mut frame = Frame::new(self.slots, limits);
        for (slot, &number) in numbers.iter().enumerate() {
            frame.set(slot, number);
        }
        let said = match &self.body {
            Body::Number(int) => frame.int(int).map(Said::Number),
            Body::Truth(cond) => frame.cond(cond).map(Said::Truth),
        };
        said.map_err(|trouble| match *trouble {
            Trouble::Stop(stop) => Failure::Stop(stop),
            Trouble::Fault { message, .. } => {
                let position = format!("{numbers:?}");
                Failure::Fault(Fault { position, message, place: None, too_much: false })
            }
        })
    }
}

/// What a number and all that is computed for it are at most.
fn most(int: &Int, variable: u128) -> u128 {
    let of = |int: &Int| most(int, variable);
    match int {
        Int::Const(number) => number.unsigned_abs().into(),
        Int::Var(_) => variable,
        Int::Neg(number, _) | Int::Unary(UnaryFn::Abs, number, _) => of(number),
        // Not below 0, and at most 63.
        Int::Unary(UnaryFn::Ilog2 | UnaryFn::Popcount, number, _) => of(number).max(64),
        // One more than both together, where digits 1 stand in front of one below 0.
        Int::Binary(
            IntOp::Add | IntOp::Sub | IntOp::Xor | IntOp::And | IntOp::Or,
            left,
            right,
            _,
        ) => of(left).saturating_add(of(right)).saturating_add(1),
        // A factor of 0 does not make the other one small.
        Int::Binary(IntOp::Mul, left, right, _) => of(left).max(1).saturating_mul(of(right).max(1)),
        Int::Binary(IntOp::Div | IntOp::Rem, left, right, _) => of(left).max(of(right)),
        Int::Binary(IntOp::Shr, left, _, _) => of(left),
        Int::Extreme(_, numbers) => numbers.iter().map(of).max().unwrap_or(0),
        _ => u128::MAX,
    }
}

/// What the numbers of a condition are at most.
fn most_in(cond: &Cond, variable: u128) -> u128 {
    let of = |int: &Int| most(int, variable);
    match cond {
        Cond::Compare(_, left, right) => of(left).max(of(right)),
        Cond::And(left, right) | Cond::Or(left, right) => {
            most_in(left, variable).max(most_in(right, variable))
        }
        Cond::Not(inner) => most_in(inner, variable),
        Cond::Shared(inner) => most_in(inner, variable),
        Cond::In(int, Set::List(items)) => items.iter().map(of).max().unwrap_or(0).max(of(int)),
        Cond::In(int, Set::Fixed(elements)) => {
            let largest = elements.iter().map(|element| element.unsigned_abs()).max();
            of(int).max(largest.unwrap_or(0).into())
        }
        Cond::In(int, Set::Range { from, to, step: None, .. }) => of(int).max(of(from)).max(of(to)),
        _ => u128::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        vec!["a".to_owned(), "b".to_owned()]
    }

    #[test]
    fn what_is_meant_is_told_as_a_formula() {
        for (text, meant) in [
            ("a mod 4", Some("a % 4")),
            ("a%4=0", Some("a%4==0")),
            ("a % 4;", Some("a % 4")),
            ("a > 3 ? 1 : 0", None),
            ("a%4 if a>3 else 0", None),
            ("3 4", None),
            ("return a%4", None),
            ("lambda a: a%4", None),
        ] {
            let help = Formula::new(text, &names()).unwrap_err().help.map(|help| help.to_string());
            let formula = help.as_ref().map(|help| help.split_once("the formula: ").unwrap().1);
            assert_eq!(formula, meant, "{text}");
        }
    }

    #[test]
    fn what_is_no_formula_says_why() {
        for (text, reason) in [
            ("", "expected a number, a name or a set, found the end"),
            ("a, b", "expected the end of the formula, found `,`"),
            ("{a, b}", "a formula is a number or a condition, this is a set"),
            ("a + c", "unknown name `c`"),
        ] {
            let error = Formula::new(text, &names()).unwrap_err();
            assert_eq!(
                (error.message.to_string(), error.source.as_str()),
                (reason.to_owned(), text)
            );
        }
        assert!(Formula::new("./a.out", &names()).is_err());
        assert!(Formula::new("python3 a.py", &names()).is_err());
    }

    #[test]
    fn a_formula_without_a_value_is_a_fault() {
        let formula = Formula::new("a / b", &names()).unwrap();
        assert_eq!(formula.say(&[-1, 2], &Limits::default()), Ok(Said::Number(-1)));
        assert!(matches!(formula.say(&[1, 0], &Limits::default()), Err(Failure::Fault(_))));
        assert!(matches!(formula.say(&[1], &Limits::default()), Err(Failure::Domain(_))));
    }
}
