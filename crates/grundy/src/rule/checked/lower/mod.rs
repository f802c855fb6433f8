//! From the syntax tree to the checked form: names, types, kinds and the number of coordinates.

mod call;
mod kinds;
mod listed;
mod mismatch;
mod names;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use super::ir::{Clause, Comparison, Cond, Family, Int, IntOp, Kind, Set, Slot, Target, Term, Win};
use crate::language::{Argument, Message, Said, message};
use crate::rule::ast::{self, BinaryOp, Expr, ExprKind, Name, Program, Span};
use crate::rule::error::RuleError;
use crate::rule::eval::apply;
use crate::rule::eval::closed::{closed_comprehension, constant, fixed, own_slots};
use crate::rule::syntax::meant;
use kinds::find_kind;
use mismatch::{denied_number, expected, no_condition, no_set, number, without_comparison};

type Lowered<T> = Result<T, RuleError>;

/// Steps in which the first comprehension of a rule may be listed, and each of very many.
const STEPS_FOR_SETS: u64 = 1 << 20;
const LEAST_STEPS: u64 = 1 << 10;
/// Parts that names stand for wherever they are used, in a whole rule. A condition counts more often: those that hold together
/// are looked at in pairs.
const MOST_UNFOLDED: usize = 1 << 17;
const TIMES_FOR_CONDITIONS: usize = 16;
/// Most coordinates of a component.
const MAX_ARITY: usize = 16;

/// What a name stands for.
#[derive(Clone)]
pub(in crate::rule) enum Meaning {
    Slot(Slot),
    Value(Typed),
}

/// An expression with its type.
#[derive(Clone)]
pub(in crate::rule) enum Typed {
    Int(Int),
    Cond(Cond),
    Set(Set),
}

impl Typed {
    fn describe(&self) -> Message {
        match self {
            Typed::Int(_) => message!("a number"),
            Typed::Cond(_) => message!("a condition"),
            Typed::Set(_) => message!("a set"),
        }
    }
}

/// Checks a program and puts in the arguments of its parameters.
pub(in crate::rule) fn lower(program: &Program, arguments: &[Expr]) -> Lowered<Vec<Kind>> {
    let params = parameters(program, arguments)?;
    let left = Left::default();
    let mut arities: HashMap<Option<&str>, (usize, usize)> = HashMap::new();
    for (index, rule) in program.rules.iter().enumerate() {
        let kind = rule.kind.as_ref().map(|name| name.text.as_str());
        if rule.coords.len() > MAX_ARITY {
            let message = message!("a component has at most {most} coordinates", most = MAX_ARITY);
            return Err(RuleError::new(rule.span, message));
        }
        if arities.insert(kind, (index, rule.coords.len())).is_some() {
            return Err(kinds::second(rule, &program.rules[..index]));
        }
    }
    if program.rules.is_empty() {
        return Err(RuleError::new(Span::default(), message!("this text has no rule"))
            .help(message!("a rule looks like [n] -> [n-k] for k in 1..3")));
    }
    let mut kinds = Vec::new();
    for rule in &program.rules {
        kinds.push(Scope::new(&params, &arities, &left).rule(rule)?);
    }
    for win in &program.wins {
        let kind = find_kind(&arities, win.kind.as_ref(), win.coords.len(), win.span)?;
        for axes in orders(win, kinds[kind].unordered)? {
            let win = Scope::new(&params, &arities, &left).win(win, &axes, &mut kinds[kind])?;
            kinds[kind].wins.push(win);
        }
    }
    Ok(kinds)
}

/// Checks an expression over these names, which take the slots from 0 on; with the number of slots.
pub(in crate::rule) fn lower_expression(expr: &Expr, names: &[String]) -> Lowered<(Typed, usize)> {
    let (params, arities) = (HashMap::new(), HashMap::new());
    let left = Left::default();
    let mut scope = Scope { alone: true, ..Scope::new(&params, &arities, &left) };
    for text in names {
        scope.bind(&Name { text: text.clone(), span: Span::default() })?;
    }
    let typed = scope.typed(expr)?;
    Ok((typed, scope.most_slots))
}

/// Different orders of the coordinates of a `win on` line, at most.
const MOST_ORDERS: usize = 1 << 10;

/// The axes that the coordinates of a `win on` line stand for: their own, or, where the order of
/// the coordinates does not matter, those of every order that is different.
fn orders(win: &ast::Win, unordered: bool) -> Lowered<Vec<Vec<usize>>> {
    let count = win.coords.len();
    if !unordered {
        return Ok(vec![(0..count).collect()]);
    }
    let texts: Vec<String> = win.coords.iter().map(ToString::to_string).collect();
    // For each axis the coordinate of the line; of equal ones the first that is left.
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for order in &orders {
            let is_left = |at: &usize| !order.contains(at);
            let left: Vec<usize> = (0..count).filter(is_left).collect();
            let is_first =
                |&&at: &&usize| left.iter().find(|&&l| texts[l] == texts[at]) == Some(&at);
            longer.extend(left.iter().filter(is_first).map(|&at| [&order[..], &[at]].concat()));
        }
        if longer.len() > MOST_ORDERS {
            let message =
                message!("these coordinates have more than {most} orders", most = MOST_ORDERS);
            return Err(RuleError::new(win.span, message));
        }
        orders = longer;
    }
    let axes = |order: &Vec<usize>| {
        let mut axes = vec![0; count];
        order.iter().enumerate().for_each(|(axis, &at)| axes[at] = axis);
        axes
    };
    Ok(orders.iter().map(axes).collect())
}

/// Pairs parameters with arguments or defaults.
pub(in crate::rule) fn parameters(
    program: &Program,
    arguments: &[Expr],
) -> Lowered<HashMap<String, Meaning>> {
    let none = HashMap::new();
    let mut values = HashMap::new();
    let (name, params): (Argument, &[ast::Param]) = match &program.head {
        Some(head) => (head.name.text.as_str().into(), &head.params),
        None => (message!("this rule").said(), &[]),
    };
    if arguments.len() > params.len() {
        let message = message!(
            "{name} takes {count} argument(s), {given} are given",
            name,
            count = params.len(),
            given = arguments.len()
        );
        let error = RuleError::new(arguments[params.len()].span, message);
        let listed: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        return Err(match params.len() {
            0 => error.help(message!("write {name} alone; a position follows after a space", name)),
            1 => error.help(message!(
                "a set is one argument: {name}({{listed}})",
                name,
                listed = listed.join(", ")
            )),
            _ => {
                let all: Vec<&str> = params.iter().map(|param| param.name.text.as_str()).collect();
                error.help(message!("write {name}({all})", name, all = all.join(", ")))
            }
        });
    }
    let left = Left::default();
    for (index, param) in params.iter().enumerate() {
        let Some(argument) = arguments.get(index).or(param.default.as_ref()) else {
            let all: Vec<&str> = params.iter().map(|param| param.name.text.as_str()).collect();
            let message =
                message!("{name} needs a value for `{param}`", name, param = param.name.text);
            return Err(RuleError::new(Span::default(), message).help(message!(
                "write {name}({all})",
                name,
                all = all.join(", ")
            )));
        };
        let arities = HashMap::new();
        let mut scope = Scope::new(&none, &arities, &left);
        let value = match scope.typed(argument)? {
            Typed::Int(int) => Typed::Int(scope.constant(&int, argument.span)?),
            Typed::Set(set) => Typed::Set(scope.fixed(&set, argument.span)?),
            Typed::Cond(_) => {
                return Err(RuleError::new(
                    argument.span,
                    message!("a parameter is a number or a set"),
                ));
            }
        };
        values.insert(param.name.text.clone(), Meaning::Value(value));
    }
    Ok(values)
}

/// What a program may still take.
struct Left {
    /// Steps in which the next comprehension without names from outside may be listed.
    steps: Cell<u64>,
    /// Of [`MOST_UNFOLDED`].
    parts: Cell<usize>,
}

impl Default for Left {
    fn default() -> Left {
        Left { steps: Cell::new(STEPS_FOR_SETS), parts: Cell::new(MOST_UNFOLDED) }
    }
}

/// The names in force while one rule is lowered.
struct Scope<'a> {
    params: &'a HashMap<String, Meaning>,
    arities: &'a HashMap<Option<&'a str>, (usize, usize)>,
    left: &'a Left,
    /// Names bound inside the rule, innermost last.
    bound: Vec<(String, Meaning)>,
    next_slot: Slot,
    most_slots: usize,
    /// Names that some option of the rule introduces.
    introduced: Vec<&'a str>,
    /// Whether there is only an expression, without clauses that could introduce a name.
    alone: bool,
}

impl<'a> Scope<'a> {
    fn new(
        params: &'a HashMap<String, Meaning>,
        arities: &'a HashMap<Option<&'a str>, (usize, usize)>,
        left: &'a Left,
    ) -> Scope<'a> {
        let (bound, introduced) = (Vec::new(), Vec::new());
        let (next_slot, most_slots, alone) = (0, 0, false);
        Scope { params, arities, left, bound, introduced, next_slot, most_slots, alone }
    }

    fn rule(mut self, rule: &'a ast::Rule) -> Lowered<Kind> {
        let clauses = rule.families.iter().flat_map(|family| &family.clauses);
        self.introduced.extend(clauses.filter_map(|clause| match clause {
            ast::Clause::For(name, _) | ast::Clause::Let(name, _) => Some(&*name.text),
            ast::Clause::If(_) => None,
        }));
        for name in &rule.coords {
            if self.bound.iter().any(|(known, _)| known == &name.text) {
                let message = message!("two coordinates are called `{name}`", name = name.text);
                return Err(
                    RuleError::new(name.span, message).help(message!("give each its own name"))
                );
            }
            self.bind(name)?;
        }
        let guard = rule.guard.as_ref().map(|guard| self.cond(guard)).transpose()?;
        let mut families = Vec::new();
        for family in &rule.families {
            families.push(self.family(family)?);
        }
        Ok(Kind {
            name: rule.kind.as_ref().map(|name| name.text.clone()),
            coords: rule.coords.iter().map(|name| name.text.clone()).collect(),
            unordered: rule.unordered,
            guard,
            families,
            wins: Vec::new(),
            slots: self.most_slots,
        })
    }

    /// A `win on` line of which each coordinate stands for one of these axes: a new name among them stands for
    /// anything, the rest is compared.
    fn win(mut self, win: &ast::Win, axes: &[usize], kind: &mut Kind) -> Lowered<Win> {
        let slots: Vec<Slot> = axes.iter().map(|_| self.new_slot()).collect();
        let mut coords = vec![None; axes.len()];
        for (coord, &axis) in win.coords.iter().zip(axes) {
            match &coord.kind {
                ExprKind::Name(name) if self.meaning(name).is_none() => {
                    self.check_name(&Name { text: name.clone(), span: coord.span })?;
                    self.bound.push((name.clone(), Meaning::Slot(slots[axis])));
                }
                _ => coords[axis] = Some(self.int(coord)?),
            }
        }
        let cond = win.cond.as_ref().map(|cond| self.cond(cond)).transpose()?;
        kind.slots = kind.slots.max(self.most_slots);
        Ok(Win { coords, cond })
    }

    fn new_slot(&mut self) -> Slot {
        let slot = self.next_slot;
        self.next_slot += 1;
        self.most_slots = self.most_slots.max(self.next_slot);
        slot
    }

    fn bind(&mut self, name: &Name) -> Lowered<Slot> {
        self.check_name(name)?;
        let slot = self.new_slot();
        self.bound.push((name.text.clone(), Meaning::Slot(slot)));
        Ok(slot)
    }

    /// Runs `inner` and forgets the names that it bound.
    fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (names, slots) = (self.bound.len(), self.next_slot);
        let result = inner(self);
        self.bound.truncate(names);
        self.next_slot = slots;
        result
    }

    fn family(&mut self, family: &ast::Family) -> Lowered<Family> {
        self.scoped(|scope| {
            let clauses = scope.clauses(&family.clauses)?;
            let terms = scope.terms(&family.terms);
            let terms = terms.map_err(|error| match listed::options(family) {
                Some(listed) if listed.span == error.span => listed,
                _ => error,
            })?;
            Ok(Family { terms, clauses, span: family.span })
        })
    }

    fn clauses(&mut self, clauses: &[ast::Clause]) -> Lowered<Vec<Clause>> {
        let mut lowered = Vec::new();
        for clause in clauses {
            match clause {
                ast::Clause::For(name, set) => {
                    let set = self.set(meant::unfiltered(set)?)?;
                    lowered.push(Clause::For(self.bind(name)?, set));
                }
                ast::Clause::If(cond) => lowered.push(Clause::If(self.cond(cond)?)),
                ast::Clause::Let(name, value) => match self.typed(value)? {
                    Typed::Int(value) => lowered.push(Clause::Let(self.bind(name)?, value)),
                    // A set or a condition has no slot: the name stands for the expression, whose
                    // own slots must then stay its own.
                    other => {
                        self.check_name(name)?;
                        self.next_slot = self.most_slots;
                        let shared = match other {
                            Typed::Set(set) => Typed::Set(Set::Shared(Arc::new(set))),
                            Typed::Cond(cond) => Typed::Cond(Cond::Shared(Arc::new(cond))),
                            int @ Typed::Int(_) => int,
                        };
                        self.bound.push((name.text.clone(), Meaning::Value(shared)));
                    }
                },
            }
        }
        Ok(lowered)
    }

    fn terms(&mut self, terms: &[ast::Term]) -> Lowered<Vec<Term>> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &ast::Term) -> Lowered<Term> {
        Ok(match term {
            ast::Term::Component(component) => Term::Component(self.target(component)?),
            ast::Term::Times { count, terms } => {
                Term::Times { count: self.int(count)?, terms: self.terms(terms)?, span: count.span }
            }
            ast::Term::Sum { var, set, terms } => {
                let span = set.span;
                let set = self.set(set)?;
                self.scoped(|scope| {
                    let var = scope.bind(var)?;
                    Ok(Term::Sum { var, set, terms: scope.terms(terms)?, span })
                })?
            }
            ast::Term::Choose { count, component, clauses, span } => {
                let count = self.int(count)?;
                self.scoped(|scope| {
                    let clauses = scope.clauses(clauses)?;
                    let of = scope.target(component)?;
                    Ok(Term::Choose { count, of, clauses, span: *span })
                })?
            }
        })
    }

    fn target(&mut self, component: &ast::Component) -> Lowered<Target> {
        let (kind, arity) = (component.kind.as_ref(), component.coords.len());
        let kind = find_kind(self.arities, kind, arity, component.span)?;
        let coords =
            component.coords.iter().map(|coord| self.int(coord)).collect::<Lowered<_>>()?;
        Ok(Target { kind, coords })
    }

    fn int(&mut self, expr: &Expr) -> Lowered<Int> {
        number(self.typed(expr)?, expr)
    }

    fn cond(&mut self, expr: &Expr) -> Lowered<Cond> {
        match self.typed(expr)? {
            Typed::Cond(cond) => Ok(cond),
            number @ Typed::Int(_) => Err(without_comparison(&number, expr, true)),
            set @ Typed::Set(_) => Err(no_condition(&set, expr.span)),
        }
    }

    /// A comprehension as the list of its elements, if no name in it is from outside and they are soon found.
    fn listed(&self, set: Set) -> Set {
        if own_slots(&set).is_none() {
            return set;
        }
        let steps = self.left.steps.get();
        // All together take little more than one may.
        self.left.steps.set((steps / 2).max(LEAST_STEPS));
        closed_comprehension(&set, steps).map_or(set, |elements| Set::Fixed(elements.into()))
    }

    fn set(&mut self, expr: &Expr) -> Lowered<Set> {
        let typed = self.typed(expr).map_err(|error| match &expr.kind {
            // A set has such a name on paper.
            ExprKind::Name(name)
                if name.len() == 1
                    && name.starts_with(char::is_uppercase)
                    && self.meaning(name).is_none()
                    && error.replacement().is_none() =>
            {
                error.help(mismatch::sets())
            }
            _ => error,
        })?;
        match typed {
            Typed::Set(set) => Ok(set),
            other => Err(no_set(&other, expr)),
        }
    }

    fn typed(&mut self, expr: &Expr) -> Lowered<Typed> {
        let span = expr.span;
        Ok(match &expr.kind {
            ExprKind::Int(value) => Typed::Int(Int::Const(*value)),
            ExprKind::Name(name) => self.named(name, span)?,
            ExprKind::Neg(inner) => Typed::Int(Int::Neg(Box::new(self.int(inner)?), span)),
            ExprKind::Not(inner) => match self.typed(inner)? {
                Typed::Cond(cond) => Typed::Cond(cond.denied()),
                number @ Typed::Int(_) => return Err(denied_number(&number, inner, span)),
                set @ Typed::Set(_) => return Err(no_condition(&set, inner.span)),
            },
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span)?,
            ExprKind::Call(name, arguments) => self.call(name, arguments, span)?,
            ExprKind::Range(from, to, step) => Typed::Set(Set::Range {
                from: self.int(from)?,
                to: self.int(to)?,
                step: step.as_ref().map(|step| self.int(step)).transpose()?,
                span,
            }),
            ExprKind::List(items) => Typed::Set(self.list(items)?),
            ExprKind::Comprehension(item, clauses) => self.scoped(|scope| {
                let clauses = scope.clauses(clauses)?;
                let item = Box::new(scope.int(item)?);
                Ok(Typed::Set(scope.listed(Set::Comprehension { item, clauses })))
            })?,
        })
    }

    /// A list of numbers; an element may itself be a set, as in `{1..3, 7}`.
    fn list(&mut self, items: &[Expr]) -> Lowered<Set> {
        let mut numbers = Vec::new();
        let mut sets = Vec::new();
        for item in items {
            match self.typed(item)? {
                Typed::Int(int) => numbers.push(int),
                Typed::Set(set) => sets.push(set),
                other @ Typed::Cond(_) => {
                    return Err(expected(&message!("a number"), &other, item.span));
                }
            }
        }
        if numbers.is_empty() && !sets.is_empty() {
            let first = sets.remove(0);
            return Ok(Set::union(first, sets));
        }
        Ok(Set::union(Set::List(numbers), sets))
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, at: Span) -> Lowered<Typed> {
        let comparison = match op {
            BinaryOp::Eq => Some(Comparison::Eq),
            BinaryOp::Ne => Some(Comparison::Ne),
            BinaryOp::Lt => Some(Comparison::Lt),
            BinaryOp::Le => Some(Comparison::Le),
            BinaryOp::Gt => Some(Comparison::Gt),
            BinaryOp::Ge => Some(Comparison::Ge),
            _ => None,
        };
        if let Some(comparison) = comparison {
            if let Some(error) = listed::in_brackets(op, left, right) {
                return Err(error);
            }
            let numbers = (self.int(left)?, self.typed(right)?);
            if let Some(error) = listed::with_set(op, left, right, &numbers.1) {
                return Err(error);
            }
            let right = number(numbers.1, right)?;
            return Ok(Typed::Cond(Cond::Compare(comparison, numbers.0, right)));
        }
        let arithmetic = match op {
            BinaryOp::Add => IntOp::Add,
            BinaryOp::Sub => IntOp::Sub,
            BinaryOp::Mul => IntOp::Mul,
            BinaryOp::Div => IntOp::Div,
            BinaryOp::Rem => IntOp::Rem,
            BinaryOp::Pow => IntOp::Pow,
            BinaryOp::In => {
                return Ok(Typed::Cond(Cond::In(self.int(left)?, self.set(right)?)));
            }
            BinaryOp::Without => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                return Ok(Typed::Set(Set::Without(Box::new(left), Box::new(right))));
            }
            _ => return self.and_or(op, left, right),
        };
        let (one, other) = (self.typed(left)?, self.typed(right)?);
        if let (BinaryOp::Add | BinaryOp::Sub, Typed::Set(_), _)
        | (BinaryOp::Add | BinaryOp::Sub, _, Typed::Set(_)) = (op, &one, &other)
        {
            return Err(mismatch::sum_of_sets(op, [(&one, left), (&other, right)], at));
        }
        let (left, right) = (number(one, left)?, number(other, right)?);
        // What knows `k*k` knows `k**2`.
        Ok(Typed::Int(match (arithmetic, &left, &right) {
            (IntOp::Pow, Int::Var(_), Int::Const(2)) => {
                apply::put_together(IntOp::Mul, left.clone(), left, at)
            }
            _ => apply::put_together(arithmetic, left, right, at),
        }))
    }

    /// `and` and `or` join two conditions or two sets.
    fn and_or(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Lowered<Typed> {
        let is_number = |name: &str| match self.meaning(name) {
            Some(Meaning::Value(typed)) => matches!(typed, Typed::Int(_)),
            Some(Meaning::Slot(_)) => true,
            None => false,
        };
        if let Some(error) = listed::values(op, left, right, is_number) {
            return Err(error);
        }
        let help = match op {
            BinaryOp::And => message!("for the bitwise operation write and(a, b)"),
            _ => message!("for the bitwise operation write or(a, b)"),
        };
        match self.typed(left)? {
            Typed::Cond(a) => {
                let (a, b) = (Box::new(a), Box::new(self.cond(right)?));
                Ok(Typed::Cond(match op {
                    BinaryOp::And => Cond::And(a, b),
                    _ => Cond::Or(a, b),
                }))
            }
            Typed::Set(a) => {
                let (a, b) = (Box::new(a), Box::new(self.set(right)?));
                Ok(Typed::Set(match op {
                    BinaryOp::And => Set::both(a, b),
                    _ => Set::Either(a, b),
                }))
            }
            number @ Typed::Int(_) if matches!(self.typed(right), Ok(Typed::Cond(_))) => {
                Err(without_comparison(&number, left, false))
            }
            other => Err(expected(&message!("a condition or a set"), &other, left.span).help(help)),
        }
    }

    /// The value of an expression without names.
    fn constant(&self, int: &Int, span: Span) -> Lowered<Int> {
        constant(int, self.most_slots)
            .map(Int::Const)
            .map_err(|message| RuleError::new(span, message))
    }

    fn fixed(&self, set: &Set, span: Span) -> Lowered<Set> {
        fixed(set, self.most_slots)
            .map(|elements| Set::Fixed(elements.into()))
            .map_err(|message| RuleError::new(span, message))
    }
}
