//! The syntax tree of the notation: what was typed, with the place of each part.

/// A range of bytes in the source text.
///
/// Two spans always compare equal, so that syntax trees compare by what they say and not by where
/// it stood.
///
/// ```
/// use grundy::rule::Span;
/// let whole = Span::new(2, 5).to(Span::new(7, 9));
/// assert_eq!((whole.start, whole.end), (2, 9));
/// // As parts of trees all spans are equal.
/// assert_eq!(whole, Span::default());
/// ```
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

    /// The place of a part of a text, which is a slice of it.
    pub(crate) fn of_part(text: &str, part: &str) -> Span {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Span { start, end: start + part.len() }
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
///
/// ```
/// use grundy::rule::parse;
/// let program = parse("game bash(m = 3) \"Take 1 to m\"\n[n] -> [n-k] for k in 1..m\nwin on [0]\nmisere")?;
/// let head = program.head.as_ref().unwrap();
/// assert_eq!((&head.name.text[..], &head.params[0].name.text[..]), ("bash", "m"));
/// assert_eq!((program.rules.len(), program.wins.len(), program.misere.is_some()), (1, 1, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use grundy::rule::parse;
/// let program = parse("unordered heap[a, b] if a < b -> heap[a-1, b] | []")?;
/// let rule = &program.rules[0];
/// let coords: Vec<&str> = rule.coords.iter().map(|name| &name.text[..]).collect();
/// assert_eq!((rule.unordered, coords, rule.guard.is_some()), (true, vec!["a", "b"], true));
/// // The second family has no terms: it is the empty position.
/// assert_eq!((rule.families.len(), rule.families[1].terms.len()), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use grundy::rule::ast::Term;
/// use grundy::rule::parse;
/// let program = parse("[n] -> [n-2] + 2 * ([1]) | sum(i in 1..3) [n-i] | choose 2 of [i] for i in 0..n-1")?;
/// let families = &program.rules[0].families;
/// assert!(matches!(families[0].terms[..], [Term::Component(_), Term::Times { .. }]));
/// assert!(matches!(families[1].terms[..], [Term::Sum { .. }]));
/// assert!(matches!(families[2].terms[..], [Term::Choose { .. }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use grundy::rule::ast::Clause;
/// use grundy::rule::parse;
/// let program = parse("[n] -> [d] for k in 1..n let d = n - k if d % 2 == 0")?;
/// let clauses = &program.rules[0].families[0].clauses;
/// assert!(matches!(clauses[..], [Clause::For(..), Clause::Let(..), Clause::If(_)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use grundy::rule::parse;
/// let program = parse("[w, h] -> [i, h] + [w-i, h] for i in 1..w-1\nwin on [a, 1] if a < 3")?;
/// let win = &program.wins[0];
/// assert_eq!((win.coords.len(), win.cond.is_some()), (2, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use grundy::rule::ast::{BinaryOp, Clause, ExprKind};
/// use grundy::rule::parse;
/// let program = parse("[n] -> [n-k] for k in 1..2*n step 3")?;
/// let Clause::For(_, set) = &program.rules[0].families[0].clauses[0] else { panic!() };
/// let ExprKind::Range(first, last, step) = &set.kind else { panic!() };
/// assert_eq!(first.kind, ExprKind::Int(1));
/// assert!(matches!(last.kind, ExprKind::Binary(BinaryOp::Mul, ..)) && step.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// ```
    /// use grundy::rule::ast::BinaryOp;
    /// assert_eq!([BinaryOp::Without, BinaryOp::Pow].map(BinaryOp::symbol), ["\\", "**"]);
    /// ```
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
