//! Games by name, by code and by set: every way to say which game is meant.
//!
//! Whatever way it is said, the result is a rule in the notation, so that every game has a
//! definition that can be read and that every engine is tested against.

mod boards;
mod catalogue;
mod codes;
mod given;
mod near;
mod paper;
mod sentences;
mod spoken;

pub use boards::{BOARDS, find_board};
pub use catalogue::{CATALOGUE, Entry, find};
pub(crate) use spoken::plain_sign;

use crate::heap::{Code, CodeErrorKind};
use crate::language::{Message, message};
use crate::rule::ast::{BinaryOp, Expr, ExprKind};
use crate::rule::closed_ends;
use crate::rule::ir::Clause;
use crate::rule::{
    RuleError, Rules, Span, arguments_meant, has_arrow, mistaken, nearest, parse, parse_arguments,
};

/// A game that was opened: its rules and how it was said.
///
/// ```
/// let game = grundy::games::open("0.77")?;
/// assert_eq!(game.name.as_deref(), Some("0.77"));
/// assert!(game.code.is_some() && game.entry.is_none());
/// let game = grundy::games::open("kayles")?;
/// assert!(game.entry.is_some_and(|entry| entry.title.starts_with("Kayles")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opened {
    /// What to call the game: its name, its code, or nothing for a rule without a name.
    pub name: Option<String>,
    /// The checked rules.
    pub rules: Rules,
    /// The text whose places the rules' messages speak of.
    pub source: String,
    /// The catalogue's entry, for a game with a name.
    pub entry: Option<&'static Entry>,
    /// The take-and-break code, for a game said by one.
    pub code: Option<Code>,
}

impl Opened {
    /// The same game, played so that whoever makes the last move loses.
    ///
    /// ```
    /// let game = grundy::games::open("[n] -> [n-k] for k in 1..3")?;
    /// assert!(game.played_misere().rules.is_misere());
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    #[must_use]
    pub fn played_misere(mut self) -> Opened {
        self.rules = self.rules.played_misere();
        self
    }
}

/// Opens a game: a name with arguments (`pas(1, 5, 1)`), an octal or hexadecimal code (`0.77`), a
/// subtraction set (`S{1, 3, 4}`, `S{..4}`), an all-but set (`allbut{1, 2}`) or a rule in the
/// notation.
///
/// # Errors
/// The first mistake, with its place in `text`.
///
/// ```
/// use grundy::games::open;
/// assert_eq!(open("S{..4}")?.rules.program().to_string(), "[n] -> [n - k] for k in {1..4}");
/// assert_eq!(open("pas(1, 5, 1)")?.name.as_deref(), Some("pas(1, 5, 1)"));
/// let help = open("wytoff").unwrap_err().help.map(|help| help.to_string());
/// assert_eq!(help.as_deref(), Some("did you mean `wythoff`?"));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn open(text: &str) -> Result<Opened, RuleError> {
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    let opened = if let Some(error) =
        near::set_meant(trimmed, offset).or_else(|| near::sum_meant(trimmed, offset))
    {
        Err(error)
    } else if let Some(error) = near::position_meant(trimmed, offset) {
        Err(error)
    } else if let Some(set) = braced(trimmed, "S") {
        removals(trimmed, set, offset, false)
    } else if let Some(set) = braced(trimmed, "allbut") {
        removals(trimmed, set, offset, true)
    } else if is_code(trimmed) {
        code(trimmed, offset)
    } else if let Some(entry) = spoken::whole_title(trimmed) {
        named(entry.name, None, offset)
    } else if let Some(opened) = titled(trimmed, offset) {
        Ok(opened)
    } else if let Some((name, arguments)) = split_name(trimmed).filter(|_| !has_arrow(trimmed)) {
        named(name, arguments, offset)
    } else if let Some(error) = near::almost(trimmed, offset) {
        Err(error)
    } else {
        notation(text)
    };
    opened.map_err(|error| {
        let meant = if error.whole.is_none() { paper::rule_meant(trimmed) } else { None };
        match meant {
            Some(rule) => error.help(message!("the whole rule: {rule}", rule)),
            None => error,
        }
        .in_source(text)
    })
}

/// Opens a rule in the notation with arguments for its parameters, `1, 5, {2, 3}`.
///
/// # Errors
/// The first mistake, in the rule or in the arguments; [`RuleError::source`] is the text it is in.
///
/// ```
/// use grundy::games::open_rule;
/// let opened = open_rule("game take(m) [n] -> [n-k] for k in 1..m", "3")?;
/// assert_eq!(opened.name.as_deref(), Some("take(3)"));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn open_rule(text: &str, arguments: &str) -> Result<Opened, RuleError> {
    let program = parse(text)?;
    let expressions = parse_arguments(arguments, 0).map_err(|error| error.in_source(arguments))?;
    Rules::check_arguments(&program, &expressions).map_err(|error| {
        // A missing argument has no place of its own: the head of the rule asks for it.
        let head = program.head.as_ref().filter(|_| error.span.end == error.span.start);
        let missing = head.and_then(|head| head.params.get(expressions.len()));
        match (head, missing) {
            (Some(head), Some(missing)) => RuleError { span: head.name.span, ..error }
                .help(message!("give it a default, as in {name} = 3, or put the rule in a file and give the file arguments: 'mine.game(3)'", name = missing.name.text.as_str()))
                .in_source(text),
            _ => error.in_source(arguments),
        }
    })?;
    let name = program.head.as_ref().map(|head| called(&head.name.text, &expressions));
    let rules = Rules::new(program, &expressions).map_err(|error| mistaken(error, text))?;
    let rules = rules.simpler();
    Ok(Opened { name, rules, source: text.to_owned(), entry: None, code: None })
}

/// A rule in the notation, which may carry its own name.
fn notation(text: &str) -> Result<Opened, RuleError> {
    open_rule(text, "")
}

/// A name with the arguments given to it.
fn called(name: &str, arguments: &[Expr]) -> String {
    let listed: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    match listed.is_empty() {
        true => name.to_owned(),
        false => format!("{name}({})", listed.join(", ")),
    }
}

/// The braces of `prefix{..}`, with their content.
fn braced<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    text.strip_prefix(prefix).map(str::trim_start).filter(|rest| rest.starts_with('{'))
}

/// `S{..}` or `allbut{..}`; `set` is the text from the brace on.
fn removals(text: &str, set: &str, offset: usize, except: bool) -> Result<Opened, RuleError> {
    // `{..4}` counts from 1. The 1 that is put in moves what follows by one byte, so the text is
    // read as if it began one byte earlier; only its brace then stands too early.
    let open_start = set[1..].trim_start().starts_with("..");
    let written = if open_start { set.replacen("..", "1..", 1) } else { set.to_owned() };
    let start = offset + text.len() - set.len();
    let arguments = parse_arguments(&written, 0).map_err(|error| {
        let whole = arguments_meant(&error, &written);
        let error = match (whole, error.help.clone()) {
            (Some(whole), Some(help)) => {
                let prefix = text.strip_suffix(set).unwrap_or_default();
                error.help(message!(
                    "{help}; the whole set: {whole}",
                    help,
                    whole = format!("{prefix}{whole}")
                ))
            }
            _ => error,
        };
        let shift = start - usize::from(open_start);
        let span = Span::new(error.span.start + shift, error.span.end + shift);
        let error = RuleError { span, ..error };
        let span = Span::new(error.span.start.max(start), error.span.end.max(start));
        RuleError { span, ..error }
    })?;
    let span = Span::new(start, offset + text.len());
    if let [Expr { kind: ExprKind::List(items), .. }] = &arguments[..]
        && let [Expr { kind: ExprKind::Name(name), .. }] = &items[..]
        && let Some(called) = function_of(name)
    {
        let error = RuleError::new(span, message!("`{name}` is not a set", name));
        let prefix = if except { "allbut" } else { "S" };
        return Err(error.help(message!("write {form}", form = format!("{prefix}{{{called}}}"))));
    }
    if let [Expr { kind: ExprKind::List(items), .. }] = &arguments[..]
        && let Some(error) = range_meant(items, span, if except { "allbut" } else { "S" })
    {
        return Err(error);
    }
    let [set] = &arguments[..] else {
        return Err(RuleError::new(
            span,
            message!("expected one set in braces and nothing after it"),
        ));
    };
    let source = match except {
        false => format!("[n] -> [n - k] for k in {set}"),
        true => format!("[n] -> [n - k] for k in 1..n \\ {set}"),
    };
    let rules = Rules::new(parse(&source)?, &[]).map_err(|error| RuleError {
        span,
        source: String::new(),
        ..error
    })?;
    let least = match &rules.ir()[0].families[0].clauses[..] {
        [Clause::For(_, set)] if !except => closed_ends(set).map(|(first, _)| first),
        _ => None,
    };
    if let Some(amount) = least.filter(|&amount| amount < 1) {
        let message =
            message!("an amount that is taken is at least 1, and {amount} is in the set", amount);
        return Err(RuleError::new(span, message));
    }
    Ok(Opened { name: Some(text.to_owned()), rules, source, entry: None, code: None })
}

/// That a range has been written with a hyphen, `{1-4}`, which is a number below 1.
fn range_meant(items: &[Expr], span: Span, prefix: &str) -> Option<RuleError> {
    let ends = |item: &Expr| match &item.kind {
        ExprKind::Binary(BinaryOp::Sub, from, to) => match (&from.kind, &to.kind) {
            (ExprKind::Int(from), ExprKind::Int(to)) if (1..*to).contains(from) => {
                Some((*from, *to))
            }
            _ => None,
        },
        _ => None,
    };
    let (from, to) = items.iter().find_map(ends)?;
    let written = |item: &Expr| match ends(item) {
        Some((from, to)) => format!("{from}..{to}"),
        None => item.to_string(),
    };
    let items: Vec<String> = items.iter().map(written).collect();
    let message = message!(
        "`{form}` is one number, {number}",
        form = format!("{from}-{to}"),
        number = from - to
    );
    Some(RuleError::new(span, message).help(message!(
        "all numbers from {from} to {to} are written {from}..{to}: {set}",
        from,
        to,
        set = format!("{prefix}{{{}}}", items.join(", "))
    )))
}

/// The call that gives the set called so, up to n.
fn function_of(name: &str) -> Option<String> {
    match name {
        "primes" | "squares" | "fibs" | "divisors" | "prime_powers" | "digits" => {
            Some(format!("{name}(n)"))
        }
        "powers" => Some("powers(2, n)".to_owned()),
        _ => None,
    }
}

/// Whether a text can only be meant as a code: digits and a point, perhaps a repeating tail.
pub(crate) fn is_code(text: &str) -> bool {
    text.contains('.')
        && !text.contains("..")
        && text.chars().all(|c| c.is_ascii_hexdigit() || matches!(c, '.' | '(' | ')'))
}

fn code(text: &str, offset: usize) -> Result<Opened, RuleError> {
    let mistake = |position: usize, kind: CodeErrorKind| {
        let at = offset + position.min(text.len());
        let end = (at + 1).min(offset + text.len()).max(at);
        RuleError::new(Span::new(at, end), kind.message())
            .help(message!("a code looks like 0.77, 4.007 or, with digits that repeat, 0.1(23)"))
    };
    // The digits stand apart, `0. 5`, or are forgotten: no one asks for a game without moves so.
    if text == "0." {
        return Err(mistake(2, CodeErrorKind::Empty));
    }
    let parsed = text.parse::<Code>();
    let code = parsed.map_err(|error| mistake(error.position, error.kind))?;
    let source = codes::rule_of(&code);
    let rules = Rules::new(parse(&source)?, &[])?;
    // A name is one that can be read, and `0.` is refused.
    let name = match code.to_string() {
        zero if zero == "0." => "0.0".to_owned(),
        name => name,
    };
    Ok(Opened { name: Some(name), rules, source, entry: None, code: Some(code) })
}

/// What stands in the brackets after a name, and how many bytes after the start of the name.
type Arguments<'a> = Option<(usize, &'a str)>;

/// Splits `name` or `name(arguments)`; nothing if the text is not of this form.
fn split_name(text: &str) -> Option<(&str, Arguments<'_>)> {
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-' || c == '\''))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    let rest = rest.trim_start();
    if rest.is_empty() {
        return Some((name, None));
    }
    let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
    Some((name, Some((text.len() - 1 - inner.len(), inner))))
}

/// A game by its title in Chinese with arguments, `减法游戏({1, 3})`, where one game alone of this title takes them.
fn titled(text: &str, offset: usize) -> Option<Opened> {
    let (name, arguments) = split_name(text)?;
    if name.is_ascii() || arguments.is_none() || find(name).is_some() {
        return None;
    }
    let opened = |entry: &Entry| {
        // What is said of places is not shown.
        named(entry.name, arguments, offset).ok()
    };
    let mut found = spoken::titled(name).filter_map(opened);
    found.next().filter(|_| found.next().is_none())
}

fn named(name: &str, arguments: Arguments<'_>, offset: usize) -> Result<Opened, RuleError> {
    let Some(entry) = find(name) else { return Err(unknown(name, offset)) };
    let (start, arguments) = arguments.map_or((offset, ""), |(after, text)| (offset + after, text));
    let given = Span::new(start, start + arguments.len());
    let expressions = parse_arguments(arguments, start)
        .map_err(|error| given::by_name(error, entry, arguments))?;
    let program = parse(entry.rule)?;
    Rules::check_arguments(&program, &expressions).map_err(|error| {
        if error.span.end > error.span.start {
            // The arguments know their place among themselves.
            let span = Span::new(start + error.span.start, start + error.span.end);
            return RuleError { span, ..error };
        }
        // A missing argument: its place is the name, and the example has all of them.
        let span = Span::new(offset, offset + name.len());
        let quoted = entry.example.split('\'').nth(1).unwrap_or(entry.example);
        RuleError { span, ..error }.help(message!("for instance {quoted}", quoted))
    })?;
    // A rule of the catalogue is right, so what is given for its parameters is not.
    let rules = Rules::new(program, &expressions)
        .map_err(|error| given::unfit(error, entry, &expressions, given))?;
    let rules = rules.simpler();
    let name = called(entry.name, &expressions);
    let source = entry.rule.to_owned();
    Ok(Opened { name: Some(name), rules, source, entry: Some(entry), code: None })
}

fn unknown(name: &str, offset: usize) -> RuleError {
    let span = Span::new(offset, offset + name.len());
    let error = RuleError::new(span, message!("there is no game called `{name}`", name));
    if matches!(name, "misere" | "misère") {
        return error.help(message!("misère play of any game: grundy moves nim 1 2 3 --misere"));
    }
    let set = name.strip_prefix('S');
    if set.is_some_and(|rest| rest.is_empty() || rest.parse::<u64>().is_ok()) {
        return error.help(message!("in a shell put a set in quotes: 'S{1,3,4}'"));
    }
    if name.chars().all(|c| c.is_ascii_digit()) {
        return error.help(message!(
            "say the game first, as in nim 5 7 8; an octal code has a point: 0.77"
        ));
    }
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit()).to_lowercase();
    if letters.len() < name.len() && ["hdu", "poj", "luogu", "loj"].contains(&&*letters) {
        return error.help(message!(
            "inputs of judges are read by another command: `grundy judge --list` says which"
        ));
    }
    if let Some(board) = find_board(name) {
        let name = board.name;
        let message = message!("`{name}` is a game on boards, and here a rule is wanted", name);
        return RuleError::new(span, message).help(message!("{name} is played on a board: `grundy value {example}` and `grundy moves {example}` answer it", name, example = board.example));
    }
    if let Some(told) = spoken::in_books(name) {
        return error.help(told);
    }
    let names = CATALOGUE
        .iter()
        .chain(BOARDS)
        .flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()));
    // What follows in every one of them says nothing of which is meant.
    let stem = |name: &'_ str| name.strip_suffix("nim").map_or(0, str::len);
    let near = nearest(name, names)
        .filter(|near| match (stem(name), stem(near)) {
            (0, _) | (_, 0) => true,
            (length, other) => nearest(&name[..length], [&near[..other]]).is_some(),
        })
        .filter(|near| near.starts_with(name) || spoken::is_slip(&name.to_lowercase(), near))
        .or_else(|| spoken::spoken(name));
    match near {
        Some(near) => error.help(message!("did you mean `{near}`?", near)),
        None => error.help(what_to_type(name)),
    }
}

/// What to type for a text that is neither a name nor near one.
fn what_to_type(text: &str) -> Message {
    match sentences::told(text) {
        Some(rule) => message!("a rule is typed, perhaps this one: {rule}", rule),
        None => {
            message!("`grundy games` lists them; a rule looks like [n] -> [n-k] for k in 1..3")
        }
    }
}
