//! Numbers, conditions and sets of a rule as expressions of a program.

use super::{Writer, beyond};
use crate::code::language::TargetLanguage;
use crate::language::message;
use crate::rule::ir::{Clause, Comparison, Cond, End, Int, IntOp, Set, SetFn, UnaryFn};
use crate::ruleset::Failure;

/// So many numbers are compared one by one rather than sought.
const MOST_COMPARED: usize = 16;

impl Writer {
    /// That a number is one of these.
    fn is_one_of(&self, number: &str, all: &[String]) -> String {
        let all = all.join(", ");
        match self.language {
            TargetLanguage::Cpp => format!("is_one_of({number}, {{{all}}})"),
            TargetLanguage::Python => format!("({number} in [{all}])"),
            TargetLanguage::Rust => format!("[{all}].contains(&{number})"),
        }
    }

    pub(super) fn name(&self, slot: usize) -> String {
        self.names.get(slot).cloned().unwrap_or_else(|| format!("x{slot}"))
    }

    /// Whether a number is certainly not below 0.
    fn is_natural(&self, int: &Int) -> bool {
        let all = |numbers: &[Int]| numbers.iter().all(|number| self.is_natural(number));
        match int {
            Int::Const(value) => *value >= 0,
            Int::Var(_) => self.only_coords,
            Int::Unary(UnaryFn::Abs, ..) => true,
            Int::Extreme(End::Greatest, numbers) => {
                numbers.iter().any(|number| self.is_natural(number))
            }
            Int::Extreme(End::Least, numbers) => all(numbers),
            Int::Binary(IntOp::Rem, _, right, _) if matches!(**right, Int::Const(1..)) => true,
            Int::Binary(op, left, right, _) => {
                let natural =
                    [IntOp::Add, IntOp::Mul, IntOp::Div, IntOp::Xor, IntOp::And, IntOp::Or];
                natural.contains(op) && self.is_natural(left) && self.is_natural(right)
            }
            _ => false,
        }
    }

    pub(super) fn int(&self, int: &Int) -> Result<String, Failure> {
        Ok(match int {
            Int::Const(value) if *value < 0 => format!("({value})"),
            Int::Const(value) => value.to_string(),
            Int::Var(slot) => self.name(*slot),
            Int::Neg(inner, _) => format!("(-{})", self.int(inner)?),
            // What has a value was put together before.
            Int::Binary(_, left, right, _)
                if matches!((&**left, &**right), (Int::Const(_), Int::Const(_))) =>
            {
                return beyond(&message!("a number that does not fit in 64 bits"));
            }
            Int::Binary(op, left, right, _) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                let plain = matches!(**right, Int::Const(1..)) && self.is_natural(left);
                match (op, self.language) {
                    (IntOp::Div, _) if plain => format!("({a} {} {b})", self.language.divided()),
                    (IntOp::Rem, _) if plain => format!("({a} % {b})"),
                    (IntOp::Add, _) => format!("({a} + {b})"),
                    (IntOp::Sub, _) => format!("({a} - {b})"),
                    (IntOp::Mul, _) => format!("({a} * {b})"),
                    (IntOp::Div, TargetLanguage::Python) => format!("({a} // {b})"),
                    (IntOp::Rem, TargetLanguage::Python) => format!("({a} % {b})"),
                    (IntOp::Div, _) => format!("floor_div({a}, {b})"),
                    (IntOp::Rem, _) => format!("floor_rem({a}, {b})"),
                    (IntOp::Pow, _) => format!("power({a}, {b})"),
                    (IntOp::Xor, _) => format!("({a} ^ {b})"),
                    (IntOp::And, _) => format!("({a} & {b})"),
                    (IntOp::Or, _) => format!("({a} | {b})"),
                    (IntOp::Shl, _) => format!("shifted({a}, {b})"),
                    (IntOp::Shr, _) => format!("unshifted({a}, {b})"),
                    (IntOp::Gcd, _) => format!("gcd_of({a}, {b})"),
                }
            }
            Int::Extreme(end, numbers) => {
                let function = match (end, self.language) {
                    (End::Least, TargetLanguage::Cpp) => "min<ll>",
                    (End::Greatest, TargetLanguage::Cpp) => "max<ll>",
                    (End::Least, TargetLanguage::Python) => "min",
                    (End::Greatest, TargetLanguage::Python) => "max",
                    (End::Least, TargetLanguage::Rust) => "i64::min",
                    (End::Greatest, TargetLanguage::Rust) => "i64::max",
                };
                let mut all: Option<String> = None;
                for number in numbers {
                    let number = self.int(number)?;
                    all = Some(match all {
                        None => number,
                        Some(all) => format!("{function}({all}, {number})"),
                    });
                }
                all.unwrap_or_else(|| "0".to_owned())
            }
            Int::ExtremeOf(End::Least, set, _) => format!("least_of({})", self.set(set)?),
            Int::ExtremeOf(End::Greatest, set, _) => format!("greatest_of({})", self.set(set)?),
            Int::Size(set, _) => format!("size_of({})", self.set(set)?),
            Int::Unary(function, inner, _) => {
                let function = match (function, self.language) {
                    (UnaryFn::Abs, TargetLanguage::Cpp) => "llabs",
                    (UnaryFn::Abs, TargetLanguage::Python) => "abs",
                    (UnaryFn::Abs, TargetLanguage::Rust) => "i64::abs",
                    (UnaryFn::Isqrt, _) => "isqrt",
                    (UnaryFn::Ilog2, _) => "ilog2",
                    (UnaryFn::Popcount, _) => "popcount",
                    (UnaryFn::Fib, _) => "fib",
                };
                format!("{function}({})", self.int(inner)?)
            }
        })
    }

    pub(super) fn cond(&self, cond: &Cond) -> Result<String, Failure> {
        let python = self.language == TargetLanguage::Python;
        Ok(match cond {
            Cond::Compare(comparison, left, right) => {
                let sign = match comparison {
                    Comparison::Eq => "==",
                    Comparison::Ne => "!=",
                    Comparison::Lt => "<",
                    Comparison::Le => "<=",
                    Comparison::Gt => ">",
                    Comparison::Ge => ">=",
                };
                format!("({} {sign} {})", self.int(left)?, self.int(right)?)
            }
            Cond::In(int, Set::Range { from, to, step: None, .. }) => {
                let (from, int, to) = (self.int(from)?, self.int(int)?, self.int(to)?);
                match python {
                    true => format!("({from} <= {int} <= {to})"),
                    false => format!("({from} <= {int} && {int} <= {to})"),
                }
            }
            Cond::In(int, Set::List(numbers)) => {
                let numbers: Result<Vec<String>, Failure> =
                    numbers.iter().map(|number| self.int(number)).collect();
                self.is_one_of(&self.int(int)?, &numbers?)
            }
            Cond::In(int, Set::Fixed(numbers)) if numbers.len() <= MOST_COMPARED => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                self.is_one_of(&self.int(int)?, &numbers)
            }
            Cond::In(int, set) => format!("has({}, {})", self.set(set)?, self.int(int)?),
            Cond::And(left, right) => {
                let and = if python { "and" } else { "&&" };
                format!("({} {and} {})", self.cond(left)?, self.cond(right)?)
            }
            Cond::Or(left, right) => {
                let or = if python { "or" } else { "||" };
                format!("({} {or} {})", self.cond(left)?, self.cond(right)?)
            }
            Cond::Not(inner) => match python {
                true => format!("(not {})", self.cond(inner)?),
                false => format!("!({})", self.cond(inner)?),
            },
            Cond::IsPrime(int) => format!("is_prime({})", self.int(int)?),
            Cond::IsSquare(int) => format!("is_square({})", self.int(int)?),
            Cond::Shared(inner) => self.cond(inner)?,
        })
    }

    pub(super) fn list(&self, items: &[String]) -> String {
        let items = items.join(", ");
        match self.language {
            TargetLanguage::Cpp => format!("vector<ll>{{{items}}}"),
            TargetLanguage::Python => format!("[{items}]"),
            TargetLanguage::Rust if items.is_empty() => "Vec::<i64>::new()".to_owned(),
            TargetLanguage::Rust => format!("vec![{items}]"),
        }
    }

    pub(super) fn set(&self, set: &Set) -> Result<String, Failure> {
        let joined = |function: &str, a: &Set, b: &Set| -> Result<String, Failure> {
            Ok(format!("{function}({}, {})", self.set(a)?, self.set(b)?))
        };
        Ok(match set {
            Set::Range { from, to, step, .. } => {
                let step = step.as_ref().map_or(Ok("1".to_owned()), |step| self.int(step))?;
                format!("span_of({}, {}, {step})", self.int(from)?, self.int(to)?)
            }
            Set::List(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| self.int(item)).collect::<Result<_, _>>()?;
                match items.len() {
                    0 | 1 => self.list(&items),
                    _ => format!("unique_of({})", self.list(&items)),
                }
            }
            Set::Fixed(elements) => {
                let items: Vec<String> = elements.iter().map(ToString::to_string).collect();
                self.list(&items)
            }
            Set::Shared(shared) => self.set(shared)?,
            Set::Comprehension { item, clauses } => self.comprehension(item, clauses)?,
            Set::Without(a, b) => joined("minus_of", a, b)?,
            Set::Both(a, b) => joined("both_of", a, b)?,
            Set::Either(a, b) => joined("either_of", a, b)?,
            Set::Call(function, arguments, _) => {
                let mut arguments: Vec<String> = arguments
                    .iter()
                    .map(|argument| self.int(argument))
                    .collect::<Result<_, _>>()?;
                let name = match function {
                    SetFn::Digits => {
                        if arguments.len() == 1 {
                            arguments.push("10".to_owned());
                        }
                        "digits"
                    }
                    SetFn::Divisors => "divisors",
                    SetFn::Primes => "primes",
                    SetFn::PrimePowers => "prime_powers",
                    SetFn::Powers => "powers",
                    SetFn::Squares => "squares",
                    SetFn::Fibs => "fibs",
                };
                format!("{name}({})", arguments.join(", "))
            }
        })
    }

    /// The elements that the clauses choose, as one expression.
    fn comprehension(&self, item: &Int, clauses: &[Clause]) -> Result<String, Failure> {
        let item = self.int(item)?;
        let mut text = String::new();
        for clause in clauses {
            let piece = match (self.language, clause) {
                (TargetLanguage::Python, Clause::For(slot, set)) => {
                    format!(" for {} in {}", self.name(*slot), self.set(set)?)
                }
                (TargetLanguage::Python, Clause::If(cond)) => format!(" if {}", self.cond(cond)?),
                (TargetLanguage::Python, Clause::Let(slot, value)) => {
                    format!(" for {} in [{}]", self.name(*slot), self.int(value)?)
                }
                (TargetLanguage::Cpp, Clause::For(slot, set)) => {
                    format!("for (ll {} : {}) ", self.name(*slot), self.set(set)?)
                }
                (TargetLanguage::Cpp, Clause::If(cond)) => format!("if ({}) ", self.cond(cond)?),
                (TargetLanguage::Cpp, Clause::Let(slot, value)) => {
                    format!("for (ll {} : vector<ll>{{{}}}) ", self.name(*slot), self.int(value)?)
                }
                (TargetLanguage::Rust, Clause::For(slot, set)) => {
                    format!("for {} in {} {{ ", self.name(*slot), self.set(set)?)
                }
                (TargetLanguage::Rust, Clause::If(cond)) => format!("if {} {{ ", self.cond(cond)?),
                (TargetLanguage::Rust, Clause::Let(slot, value)) => {
                    format!("for {} in [{}] {{ ", self.name(*slot), self.int(value)?)
                }
            };
            text.push_str(&piece);
        }
        Ok(match self.language {
            TargetLanguage::Python => format!("unique_of([{item}{text}])"),
            TargetLanguage::Cpp => format!(
                "[&]{{ vector<ll> all; {text}all.push_back({item}); return unique_of(all); }}()"
            ),
            TargetLanguage::Rust => format!(
                "unique_of({{ let mut all: Vec<i64> = vec![]; {text}all.push({item}); {}all }})",
                "} ".repeat(clauses.len())
            ),
        })
    }
}
