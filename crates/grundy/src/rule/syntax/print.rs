//! The canonical text of a syntax tree: parsing it gives the same tree.

use std::fmt::{self, Display, Formatter, Write as _};

use super::ast::{
    BinaryOp, Clause, Component, Expr, ExprKind, Family, Head, NEG_LEVEL, NOT_LEVEL, Program,
    RANGE_LEVEL, Rule, Term, Win,
};

/// A component as it is written: the name of its kind, if it has one, and its coordinates.
///
/// ```
/// use grundy::rule::written;
/// assert_eq!(written(Some("pile"), [3, 4]), "pile[3, 4]");
/// assert_eq!(written(None, ["n"]), "[n]");
/// ```
pub fn written(kind: Option<&str>, coords: impl IntoIterator<Item: Display>) -> String {
    let mut text = format!("{}[", kind.unwrap_or(""));
    for (index, coord) in coords.into_iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        // Writing to a String cannot fail.
        let _ = write!(text, "{separator}{coord}");
    }
    text.push(']');
    text
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        lines.extend(self.head.iter().map(ToString::to_string));
        lines.extend(self.rules.iter().map(ToString::to_string));
        lines.extend(self.wins.iter().map(ToString::to_string));
        lines.extend(self.misere.iter().map(|_| "misere".to_owned()));
        f.write_str(&lines.join("\n"))
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.name.text)?;
        if !self.params.is_empty() {
            f.write_str("(")?;
            separated(f, ", ", &self.params, |f, param| {
                f.write_str(&param.name.text)?;
                match &param.default {
                    Some(default) => write!(f, " = {default}"),
                    None => Ok(()),
                }
            })?;
            f.write_str(")")?;
        }
        match &self.title {
            Some(title) => write!(f, " \"{title}\""),
            None => Ok(()),
        }
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut head = String::new();
        if self.unordered {
            head.push_str("unordered ");
        }
        let kind = self.kind.as_ref().map(|kind| kind.text.as_str());
        head.push_str(&written(kind, self.coords.iter().map(|name| &name.text)));
        if let Some(guard) = &self.guard {
            head.push_str(&format!(" if {guard}"));
        }
        f.write_str(&head)?;
        let indent = " ".repeat(head.chars().count() + 1);
        for (index, family) in self.families.iter().enumerate() {
            match index {
                0 => write!(f, " -> {family}")?,
                _ => write!(f, "\n{indent}| {family}")?,
            }
        }
        Ok(())
    }
}

impl Display for Family {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.terms.split_last() {
            // A choice at the very end needs no brackets: nothing follows that it could swallow.
            Some((Term::Choose { count, component, clauses: of, .. }, before))
                if self.clauses.is_empty() =>
            {
                separated(f, " + ", before, term)?;
                f.write_str(if before.is_empty() { "" } else { " + " })?;
                choose(f, count, component, of)
            }
            _ => {
                sum(f, &self.terms)?;
                clauses(f, &self.clauses)
            }
        }
    }
}

impl Display for Win {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("win on ")?;
        if let Some(kind) = &self.kind {
            f.write_str(&kind.text)?;
        }
        brackets(f, &self.coords)?;
        match &self.cond {
            Some(cond) => write!(f, " if {cond}"),
            None => Ok(()),
        }
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(kind) = &self.kind {
            f.write_str(&kind.text)?;
        }
        brackets(f, &self.coords)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        expr(f, self, 0)
    }
}

fn separated<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: &[T],
    write: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write(f, item)?;
    }
    Ok(())
}

fn brackets(f: &mut Formatter<'_>, coords: &[Expr]) -> fmt::Result {
    f.write_str("[")?;
    separated(f, ", ", coords, |f, coord| expr(f, coord, 0))?;
    f.write_str("]")
}

fn sum(f: &mut Formatter<'_>, terms: &[Term]) -> fmt::Result {
    if terms.is_empty() {
        return f.write_str("[]");
    }
    separated(f, " + ", terms, term)
}

fn term(f: &mut Formatter<'_>, term: &Term) -> fmt::Result {
    match term {
        Term::Component(component) => write!(f, "{component}"),
        Term::Times { count, terms } => {
            expr(f, count, BinaryOp::Mul.level())?;
            f.write_str(" * ")?;
            grouped(f, terms)
        }
        Term::Sum { var, set, terms } => {
            write!(f, "sum({} in {set}) ", var.text)?;
            grouped(f, terms)
        }
        // In brackets because a `+` or a clause after it would be read as part of its range.
        Term::Choose { count, component, clauses: of, .. } => {
            f.write_str("(")?;
            choose(f, count, component, of)?;
            f.write_str(")")
        }
    }
}

fn choose(f: &mut Formatter<'_>, count: &Expr, of: &Component, by: &[Clause]) -> fmt::Result {
    write!(f, "choose {count} of {of}")?;
    clauses(f, by)
}

fn grouped(f: &mut Formatter<'_>, terms: &[Term]) -> fmt::Result {
    match terms {
        [Term::Component(component)] => write!(f, "{component}"),
        _ => {
            f.write_str("(")?;
            sum(f, terms)?;
            f.write_str(")")
        }
    }
}

fn clauses(f: &mut Formatter<'_>, clauses: &[Clause]) -> fmt::Result {
    let mut in_for = false;
    for clause in clauses {
        match clause {
            Clause::For(name, set) => {
                let word = if in_for { "," } else { " for" };
                write!(f, "{word} {} in {set}", name.text)?;
            }
            Clause::If(cond) => write!(f, " if {cond}")?,
            Clause::Let(name, value) => write!(f, " let {} = {value}", name.text)?,
        }
        in_for = matches!(clause, Clause::For(..));
    }
    Ok(())
}

/// Writes `e` so that it can stand where operators bind at `level`, in brackets if need be.
fn expr(f: &mut Formatter<'_>, e: &Expr, level: u8) -> fmt::Result {
    let own = match &e.kind {
        ExprKind::Binary(op, ..) => op.level(),
        ExprKind::Not(_) => NOT_LEVEL,
        ExprKind::Neg(_) => NEG_LEVEL,
        ExprKind::Int(value) if *value < 0 => NEG_LEVEL,
        ExprKind::Range(..) => RANGE_LEVEL,
        _ => u8::MAX,
    };
    if own < level {
        f.write_str("(")?;
        bare(f, e)?;
        return f.write_str(")");
    }
    bare(f, e)
}

fn bare(f: &mut Formatter<'_>, e: &Expr) -> fmt::Result {
    match &e.kind {
        ExprKind::Int(value) => write!(f, "{value}"),
        ExprKind::Name(name) => f.write_str(name),
        ExprKind::Neg(inner) => {
            f.write_str("-")?;
            expr(f, inner, NEG_LEVEL)
        }
        ExprKind::Not(inner) => {
            f.write_str("not ")?;
            expr(f, inner, NOT_LEVEL)
        }
        ExprKind::Binary(op, left, right) => {
            let (left_level, right_level) = match op {
                BinaryOp::Pow => (op.level() + 1, NEG_LEVEL),
                _ if op.level() == BinaryOp::Eq.level() => (op.level() + 1, op.level() + 1),
                _ => (op.level(), op.level() + 1),
            };
            expr(f, left, left_level)?;
            write!(f, " {} ", op.symbol())?;
            expr(f, right, right_level)
        }
        ExprKind::Call(name, arguments) => {
            write!(f, "{}(", name.text)?;
            separated(f, ", ", arguments, |f, argument| expr(f, argument, 0))?;
            f.write_str(")")
        }
        ExprKind::Range(from, to, step) => {
            expr(f, from, RANGE_LEVEL + 1)?;
            f.write_str("..")?;
            expr(f, to, RANGE_LEVEL + 1)?;
            match step {
                Some(step) => {
                    f.write_str(" step ")?;
                    expr(f, step, RANGE_LEVEL + 1)
                }
                None => Ok(()),
            }
        }
        ExprKind::List(items) => {
            f.write_str("{")?;
            separated(f, ", ", items, |f, item| expr(f, item, 0))?;
            f.write_str("}")
        }
        ExprKind::Comprehension(item, of) => {
            f.write_str("{")?;
            expr(f, item, 0)?;
            clauses(f, of)?;
            f.write_str("}")
        }
    }
}
