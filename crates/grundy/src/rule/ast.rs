//! The syntax tree of the notation: what was typed, with the place of each part.

/// A range of bytes in the source text.
///
/// Two spans always compare equal, so that syntax trees compare by what they say and not by where
/// it stood.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole rule text: one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// `game NAME(..) "Title"`, if given.
    pub head: Option<Head>,
    /// The rules, one per kind of component.
    pub rules: Vec<Rule>,
    /// The `win on` lines.
    pub wins: Vec<Win>,
    /// The word `misere`, if given.
    pub misere: Option<Span>,
}

impl Program {
    /// The same rules without title, and without a name where there are no parameters, which stand behind it.
    #[must_use]
    pub(crate) fn untitled(&self) -> Program {
        let head = self.head.clone().filter(|head| !head.params.is_empty());
        Program { head: head.map(|head| Head { title: None, ..head }), ..self.clone() }
    }
}

/// `game NAME(p, q = 3) "Title"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The name of the game.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its title.
    pub title: Option<String>,
}

/// A parameter of a game, with its default.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The parameter's name.
    pub name: Name,
    /// The value it has when none is given.
    pub default: Option<Expr>,
}

/// `unordered kind[x, y] if COND -> OPTIONS`: the moves of one kind of component.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Whether the order of the coordinates does not matter.
    pub unordered: bool,
    /// The kind, or nothing for plain brackets.
    pub kind: Option<Name>,
    /// Names of the coordinates.
    pub coords: Vec<Name>,
    /// The condition without which there are no options.
    pub guard: Option<Expr>,
    /// The option families, separated by `|`.
    pub families: Vec<Family>,
    /// The head of the rule.
    pub span: Span,
}

/// One alternative between `|`s: a sum of components under clauses that make many options of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The components the option leads to; none is the empty position `[]`.
    pub terms: Vec<Term>,
    /// The clauses in the order written.
    pub clauses: Vec<Clause>,
    /// The whole alternative.
    pub span: Span,
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// `[e, ..]` or `kind[e, ..]`.
    Component(Component),
    /// `count * (..)`: that many equal parts.
    Times {
        /// How many.
        count: Expr,
        /// What is repeated.
        terms: Vec<Term>,
    },
    /// `sum(i in R) ..`: one part for every element of the range.
    Sum {
        /// The running name.
        var: Name,
        /// Its range.
        set: Expr,
        /// The part for each element.
        terms: Vec<Term>,
    },
    /// `choose m of [e] for i in R`: `m` components, each chosen independently.
    Choose {
        /// How many components.
        count: Expr,
        /// The component chosen.
        component: Component,
        /// The choices of each.
        clauses: Vec<Clause>,
        /// The whole term.
        span: Span,
    },
}

/// A component with an expression for each coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The kind, or nothing for plain brackets.
    pub kind: Option<Name>,
    /// The coordinates.
    pub coords: Vec<Expr>,
    /// The whole component.
    pub span: Span,
}

/// A clause after a sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for x in S`.
    For(Name, Expr),
    /// `if COND`.
    If(Expr),
    /// `let x = e`.
    Let(Name, Expr),
}

/// `win on kind[..] if COND`.
#[derive(Clone, Debug, PartialEq)]
pub struct Win {
    /// The kind, or nothing for plain brackets.
    pub kind: Option<Name>,
    /// A new name stands for any coordinate; anything else must equal it.
    pub coords: Vec<Expr>,
    /// The condition.
    pub cond: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// An expression: a number, a condition or a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Int(i64),
    /// A name.
    Name(String),
    /// `-e`.
    Neg(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `a OP b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `f(..)`.
    Call(Name, Vec<Expr>),
    /// `a..b` or `a..b step s`.
    Range(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `{a, b, ..}`.
    List(Vec<Expr>),
    /// `{e for .. if ..}`.
    Comprehension(Box<Expr>, Vec<Clause>),
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `or`: of conditions or of sets.
    Or,
    /// `and`: of conditions or of sets.
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `\`
    Without,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, rounding towards minus infinity.
    Div,
    /// `%`, with the sign of the divisor.
    Rem,
    /// `**`
    Pow,
}

impl BinaryOp {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "or",
            BinaryOp::And => "and",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::In => "in",
            BinaryOp::Without => "\\",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Pow => "**",
        }
    }

    /// How tightly the operator binds; larger is tighter. Ranges bind between 6 and 7.
    pub(crate) fn level(self) -> u8 {
        match self {
            BinaryOp::Or => 1,
            BinaryOp::And => 2,
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::In => 4,
            BinaryOp::Without => 5,
            BinaryOp::Add | BinaryOp::Sub => 7,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 8,
            BinaryOp::Pow => 10,
        }
    }
}

/// The level of `not`, between `and` and comparison.
pub(crate) const NOT_LEVEL: u8 = 3;
/// The level of a range `a..b`.
pub(crate) const RANGE_LEVEL: u8 = 6;
/// The level of unary minus: looser than `**`, so that `-2**2` is -4.
pub(crate) const NEG_LEVEL: u8 = 9;
