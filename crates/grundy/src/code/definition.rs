//! Programs that follow the rule itself: the mex of the options, with a memory.

mod remembering;

use super::language::{Body, Prints, Rises, TargetLanguage};
use super::{Basis, names};
use crate::language::{Message, message};
use crate::recurrence::Repetition;
use crate::rule::ir::{
    Clause, Comparison, Cond, End, Family, Int, IntOp, Kind, Set, SetFn, Target, Term, UnaryFn,
};
use crate::rule::{Rules, are_quotients};
use crate::ruleset::Failure;
use crate::table::{FillOrder, Table};
use remembering::Last;

/// A part of a rule that has no counterpart in a program.
fn beyond<T>(what: &Message) -> Result<T, Failure> {
    Err(Failure::Domain(message!(
        "no program is written for {what}: `grundy value` and `grundy table` answer such games",
        what
    )))
}

/// The body of a program for a kind of these rules.
pub(super) fn body(
    rules: &Rules,
    kind: usize,
    misere: bool,
    repeats: Option<&Repetition>,
    language: TargetLanguage,
) -> Result<Body, Failure> {
    let kinds = rules.ir();
    let single = |family: &Family| matches!(family.terms[..], [] | [Term::Component(_)]);
    if misere && !kinds.iter().all(|kind| kind.families.iter().all(single)) {
        return beyond(&message!("misère play of a game whose moves make sums"));
    }
    // In misère play, without sums, whoever is to move where the game is over has lost, and that is all.
    let wins = !misere && rules.has_wins();
    let mut writer = Writer {
        language,
        misere,
        wins,
        text: String::new(),
        depth: 0,
        multiples: 0,
        chooses: false,
        kind: 0,
        names: Vec::new(),
    };
    if wins {
        writer.line(language.ended());
    }
    if language == TargetLanguage::Cpp {
        for (index, of) in kinds.iter().enumerate() {
            let head = language.function(&format!("value{index}"), &names(of));
            writer.line(&format!("{head};"));
        }
    }
    for (index, of) in kinds.iter().enumerate() {
        writer.kind(index, of)?;
    }
    let args = names(&kinds[kind]);
    // Where every move makes a heap smaller, small ones are computed first, so that calls do not nest deeply. Where
    // options are quotients they do not in any case, and few heaps are asked for.
    let function = format!("value{kind}");
    let repeats = repeats.filter(|_| !kinds[kind].unordered);
    let rises = args.len() == 1 && !are_quotients(kinds) && descends(rules, kind);
    let rises = rises.then(|| match language.may_fail(&writer.text) {
        true => Rises::Perhaps,
        false => Rises::Surely,
    });
    let answer = language.answering(&args, &function, repeats, rises);
    let code = writer.text + &answer;
    let prints = match () {
        () if misere => Prints::Outcomes,
        () if wins => Prints::ValuesAndEnds,
        () => Prints::Values,
    };
    if let Some(Repetition { axis, others, preperiod, period }) = repeats {
        let n = &args[*axis];
        let rest = args.iter().filter(|name| *name != n);
        let rest: String = rest.map(|name| format!(", {name} <= {others}")).collect();
        let what = if misere { "winner" } else { "value" };
        let reason = format!(
            "n + {period} for {n} has the same {what} as n, for all n >= {preperiod}{rest}; what is left is \
             computed by the rule"
        );
        return Ok(Body { basis: Basis::Period, reason, code, prints, recursive: true });
    }
    let reason = match misere {
        true => "lost exactly when there are options and all are won by the next player",
        false if wins => {
            "the value is the least number that no option has; what lets the next player win at once is no option"
        }
        false => "the value is the least number that no option has",
    };
    let reason = reason.to_owned();
    Ok(Body { basis: Basis::Definition, reason, code, prints, recursive: true })
}

/// Heaps that are computed before they are asked about.
const NEAR: u64 = 1 << 20;

/// Whether the options of every such heap of a kind surely are smaller heaps.
fn descends(rules: &Rules, kind: usize) -> bool {
    let described = Table::new(rules, kind).ok().and_then(|table| table.describe(&[NEAR]));
    described.is_some_and(|table| table.proved && matches!(table.order, FillOrder::Lines(_)))
}

/// Writes statements, indented.
struct Writer {
    language: TargetLanguage,
    misere: bool,
    /// Whether the value of a component may be that the game is over, or won at once.
    wins: bool,
    text: String,
    depth: usize,
    /// Terms that stand several times or are chosen, each of which has names of its own.
    multiples: usize,
    /// Whether the family that is written has components that are chosen freely: it has a list of sums, not one.
    chooses: bool,
    /// The kind that is written, and what its coordinates are called.
    kind: usize,
    names: Vec<String>,
}

/// What is written of a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Whether it exists.
    Exists,
    /// Its value.
    Value,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Opens a block.
    fn open(&mut self, head: &str) {
        match self.language {
            TargetLanguage::Python => self.line(&format!("{head}:")),
            _ => self.line(&format!("{head} {{")),
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.language != TargetLanguage::Python {
            self.line("}");
        }
    }

    fn condition(&mut self, condition: &str) {
        let head = match self.language {
            TargetLanguage::Cpp => format!("if ({condition})"),
            _ => format!("if {condition}"),
        };
        self.open(&head);
    }

    fn assign(&mut self, name: &str, value: &str) {
        match self.language {
            TargetLanguage::Cpp => self.line(&format!("ll {name} = {value};")),
            TargetLanguage::Python => self.line(&format!("{name} = {value}")),
            TargetLanguage::Rust => self.line(&format!("let mut {name}: i64 = {value};")),
        }
    }

    /// A new list, of an item or empty.
    fn list_of(&mut self, name: &str, item: &str) {
        match self.language {
            TargetLanguage::Cpp => self.line(&format!("vector<ll> {name} = {{{item}}};")),
            TargetLanguage::Python => self.line(&format!("{name} = [{item}]")),
            TargetLanguage::Rust => self.line(&format!("let mut {name}: Vec<i64> = vec![{item}];")),
        }
    }

    fn change(&mut self, statement: &str) {
        let end = if self.language == TargetLanguage::Python { "" } else { ";" };
        self.line(&format!("{statement}{end}"));
    }

    /// Puts the values of all options into `seen`.
    fn options(&mut self, kind: &Kind) -> Result<(), Failure> {
        let guard = kind.guard.as_ref().map(|guard| self.cond(guard)).transpose()?;
        if let Some(guard) = &guard {
            self.condition(guard);
        }
        for family in &kind.families {
            let depth = self.depth;
            self.clauses(&family.clauses)?;
            // Where nothing is left in misère play, whoever is to move wins.
            let nothing_wins = self.misere && family.terms.is_empty();
            self.chooses = family.terms.iter().any(Term::chooses);
            match self.chooses {
                true => self.list_of("sums", "0"),
                false => self.assign("sum", if nothing_wins { "1" } else { "0" }),
            }
            self.assign("ok", "1");
            // An option is there only if all its components are; none is asked for before that is known, or play need not end.
            for term in &family.terms {
                self.term(term, Use::Exists)?;
            }
            self.condition("ok == 1");
            for term in &family.terms {
                self.term(term, Use::Value)?;
            }
            if self.chooses {
                self.open(match self.language {
                    TargetLanguage::Cpp => "for (ll sum : sums)",
                    TargetLanguage::Python | TargetLanguage::Rust => "for sum in sums",
                });
            }
            self.see();
            while self.depth > depth {
                self.close();
            }
        }
        if guard.is_some() {
            self.close();
        }
        Ok(())
    }

    /// Notes the value of an option.
    fn see(&mut self) {
        if self.wins {
            self.condition("sum == OVER");
            self.remember("WIN", Last::No);
            self.close();
            self.condition("sum != WIN");
        }
        self.line(match self.language {
            TargetLanguage::Python => "seen.add(sum)",
            TargetLanguage::Cpp => "mark(seen, sum);",
            TargetLanguage::Rust => "mark(&mut seen, sum);",
        });
    }

    /// Opens the blocks of the clauses; a block of its own where there are none, for its names.
    fn clauses(&mut self, clauses: &[Clause]) -> Result<(), Failure> {
        match self.language {
            TargetLanguage::Cpp | TargetLanguage::Rust => {
                self.line("{");
                self.depth += 1;
            }
            TargetLanguage::Python => {}
        }
        for clause in clauses {
            match clause {
                Clause::For(slot, set) => self.each(*slot, set)?,
                Clause::If(cond) => {
                    let cond = self.cond(cond)?;
                    self.condition(&cond);
                }
                Clause::Let(slot, value) => {
                    let (name, value) = (self.name(*slot), self.int(value)?);
                    self.assign(&name, &value);
                }
            }
        }
        Ok(())
    }

    /// Opens a loop over a set.
    fn each(&mut self, slot: usize, set: &Set) -> Result<(), Failure> {
        let name = self.name(slot);
        let head = match (self.language, set) {
            (TargetLanguage::Cpp, Set::Range { from, to, step: None, .. }) => {
                let (from, to) = (self.int(from)?, self.int(to)?);
                format!(
                    "for (ll {name} = {from}, end_{name} = {to}; {name} <= end_{name}; {name}++)"
                )
            }
            (TargetLanguage::Rust, Set::Range { from, to, step: None, .. }) => {
                format!("for {name} in {}..={}", self.int(from)?, self.int(to)?)
            }
            (TargetLanguage::Cpp, _) => format!("for (ll {name} : {})", self.set(set)?),
            _ => format!("for {name} in {}", self.set(set)?),
        };
        self.open(&head);
        Ok(())
    }

    /// Clears `ok` if a term does not exist, or adds its value to `sum`.
    fn term(&mut self, term: &Term, wanted: Use) -> Result<(), Failure> {
        match term {
            Term::Component(target) => self.component(target, wanted),
            Term::Times { count, terms, .. } => self.times(count, terms, wanted),
            Term::Sum { var, set, terms, .. } => {
                self.each(*var, set)?;
                for term in terms {
                    self.term(term, wanted)?;
                }
                self.close();
                Ok(())
            }
            Term::Choose { count, of, clauses, .. } => self.choice(count, of, clauses, wanted),
        }
    }

    /// A term that stands several times.
    fn times(&mut self, count: &Int, terms: &[Term], wanted: Use) -> Result<(), Failure> {
        let count = self.int(count)?;
        self.multiples += 1;
        let number = self.multiples;
        let (times, before) = (format!("times{number}"), format!("before{number}"));
        self.assign(&times, &count);
        if wanted == Use::Exists {
            self.condition(&format!("{times} < 0"));
            self.change("ok = 0");
            self.close();
        }
        self.condition(&format!("{times} > 0"));
        let is_listed = wanted == Use::Value && self.chooses;
        let is_single = wanted == Use::Value && !self.chooses;
        if is_listed {
            // Equal components cancel in pairs, but what is chosen freely differs from one to the next.
            let few = format!("2 - {times} % 2");
            let rounds = match (terms.iter().any(Term::chooses), self.language) {
                (true, _) => times.clone(),
                (false, TargetLanguage::Cpp) => format!("min<ll>({times}, {few})"),
                (false, TargetLanguage::Python) => format!("min({times}, {few})"),
                (false, TargetLanguage::Rust) => format!("{times}.min({few})"),
            };
            self.open(&match self.language {
                TargetLanguage::Cpp => {
                    format!("for (ll round{number} = {rounds}; round{number} > 0; round{number}--)")
                }
                TargetLanguage::Python => format!("for _ in range({rounds})"),
                TargetLanguage::Rust => format!("for _ in 0..{rounds}"),
            });
        }
        if is_single {
            self.assign(&before, "sum");
            self.change("sum = 0");
        }
        for term in terms {
            self.term(term, wanted)?;
        }
        if is_listed {
            self.close();
        }
        if is_single {
            // Equal components cancel in pairs.
            let and = if self.language == TargetLanguage::Python { "and" } else { "&&" };
            let number = if self.wins { format!(" {and} sum > 0") } else { String::new() };
            self.condition(&format!("{times} % 2 == 0{number}"));
            self.change("sum = 0");
            self.close();
            self.add(&before);
        }
        self.close();
        Ok(())
    }

    /// Components that are chosen freely: none is there if there is nothing to choose from.
    fn choice(
        &mut self,
        count: &Int,
        of: &Target,
        clauses: &[Clause],
        wanted: Use,
    ) -> Result<(), Failure> {
        let count = self.int(count)?;
        self.multiples += 1;
        let number = self.multiples;
        let (many, from) = (format!("many{number}"), format!("from{number}"));
        self.assign(&many, &count);
        if wanted == Use::Exists {
            self.condition(&format!("{many} < 0"));
            self.change("ok = 0");
            self.close();
        }
        self.condition(&format!("{many} > 0"));
        match wanted {
            Use::Exists => self.assign(&from, "0"),
            Use::Value => self.list_of(&from, ""),
        }
        let depth = self.depth;
        self.clauses(clauses)?;
        let coords = self.coords(of)?;
        let and = if self.language == TargetLanguage::Python { " and " } else { " && " };
        let there: Vec<String> = coords.iter().map(|coord| format!("{coord} >= 0")).collect();
        self.condition(&there.join(and));
        let value = format!("value{}({})", of.kind, coords.join(", "));
        match (wanted, self.language) {
            (Use::Exists, _) => self.change(&format!("{from} = 1")),
            (Use::Value, TargetLanguage::Cpp) => self.line(&format!("{from}.push_back({value});")),
            (Use::Value, TargetLanguage::Python) => self.line(&format!("{from}.append({value})")),
            (Use::Value, TargetLanguage::Rust) => self.line(&format!("{from}.push({value});")),
        }
        while self.depth > depth {
            self.close();
        }
        match wanted {
            Use::Exists => {
                self.condition(&format!("{from} == 0"));
                self.change("ok = 0");
                self.close();
            }
            Use::Value => {
                let by = if self.language == TargetLanguage::Rust { "&" } else { "" };
                self.change(&format!(
                    "sums = each_joined({by}sums, {by}chosen({many}, {by}{from}))"
                ));
            }
        }
        self.close();
        Ok(())
    }

    fn coords(&self, target: &Target) -> Result<Vec<String>, Failure> {
        target.coords.iter().map(|coord| self.int(coord)).collect()
    }

    fn component(&mut self, target: &Target, wanted: Use) -> Result<(), Failure> {
        let coords = self.coords(target)?;
        if wanted == Use::Value {
            self.add(&format!("value{}({})", target.kind, coords.join(", ")));
            return Ok(());
        }
        let or = if self.language == TargetLanguage::Python { " or " } else { " || " };
        let missing: Vec<String> = coords.iter().map(|coord| format!("{coord} < 0")).collect();
        self.condition(&missing.join(or));
        self.change("ok = 0");
        self.close();
        Ok(())
    }

    /// Adds the value of a component to the sum, or to each of the sums.
    fn add(&mut self, value: &str) {
        let change = match (self.chooses, self.language) {
            (true, TargetLanguage::Rust) => {
                format!("sums = each_joined(&sums, &{})", self.list(&[value.to_owned()]))
            }
            (true, _) => format!("sums = each_joined(sums, {})", self.list(&[value.to_owned()])),
            (false, _) if self.wins => format!("sum = joined(sum, {value})"),
            (false, _) => format!("sum ^= {value}"),
        };
        self.change(&change);
    }

    fn name(&self, slot: usize) -> String {
        self.names.get(slot).cloned().unwrap_or_else(|| format!("x{slot}"))
    }

    fn int(&self, int: &Int) -> Result<String, Failure> {
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
                match (op, self.language) {
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

    fn cond(&self, cond: &Cond) -> Result<String, Failure> {
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

    fn list(&self, items: &[String]) -> String {
        let items = items.join(", ");
        match self.language {
            TargetLanguage::Cpp => format!("vector<ll>{{{items}}}"),
            TargetLanguage::Python => format!("[{items}]"),
            TargetLanguage::Rust if items.is_empty() => "Vec::<i64>::new()".to_owned(),
            TargetLanguage::Rust => format!("vec![{items}]"),
        }
    }

    fn set(&self, set: &Set) -> Result<String, Failure> {
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
