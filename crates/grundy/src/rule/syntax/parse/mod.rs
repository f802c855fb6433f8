//! From text to the syntax tree.
//!
//! ```text
//! program   = statement*
//! statement = "game" NAME [ "(" param { "," param } ")" ] [ TITLE ]
//!           | "misere"
//!           | "win" "on" [NAME] "[" [ expr { "," expr } ] "]" [ "if" expr ]
//!           | ["unordered"] [NAME] "[" NAME { "," NAME } "]" [ "if" expr ]
//!             "->" family { "|" family }
//! param     = NAME [ "=" expr ]
//! family    = terms clause*
//! clause    = "for" binder { "," binder } | "if" expr | "let" NAME "=" expr
//! binder    = NAME "in" expr
//! terms     = term { "+" term }
//! term      = component | "(" terms ")" | expr "*" term
//!           | "sum" "(" binder { "," binder } ")" term
//!           | "choose" expr "of" component "for" binder { "," binder } { "if".. | "let".. }
//! component = [NAME] "[" [ expr { "," expr } ] "]"
//!
//! expr, loosest first:  or | and | not | == != < <= > >= in | \ | a..b [step s] | + -
//!                       | * / % | unary - | ** (to the right) | atom
//! atom      = NUMBER | NAME | NAME "(" [ expr { "," expr } ] ")" | "(" expr ")"
//!           | "{" [ expr { "," expr } ] "}" | "{" expr clause+ "}"
//! ```
//!
//! Line ends carry no meaning. Inside an expression a `+` or `*` that is followed by a component ends the expression:
//! it belongs to the sum. There a kind stands directly before its bracket. The parser is written by hand, by
//! recursive descent, because each message is to say what the writer of a rule meant; its depth is limited so that no
//! input can exhaust the stack here or in any later walk over the tree.
//!
//! The grammar is here and in `terms` (sums), `expr` (expressions) and `alone` (expressions without a rule). What was
//! probably meant where a rule cannot be read is said by `expected`, where a sign is missing, by `mend`, which shows
//! the rule as a whole, and by a file for each habit: `binders`, `bits`, `bounds`, `brackets`, `cases`, `chinese`,
//! `chosen`, `loser`, `separated`, `spelled`; `certain` keeps back what nobody means.

mod alone;
mod binders;
mod bits;
mod bounds;
mod brackets;
mod cases;
pub(in crate::rule) mod certain;
mod chinese;
mod chosen;
mod expected;
mod expr;
mod loser;
mod mend;
mod separated;
mod spelled;
mod terms;

use std::collections::HashSet;

use crate::language::{Message, message};
use crate::rule::ast::{Clause, Expr, Family, Head, Name, Param, Program, Rule, Span, Win};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::{Lexeme, Token, lex};
use crate::rule::syntax::meant;
use loser::loser_meant;

pub(in crate::rule::syntax) use chinese::is_verb;

pub(crate) use alone::{arguments_meant, formula_meant, parse_arguments, parse_formula};

/// Deepest nesting of brackets, operators and terms.
const MAX_DEPTH: usize = 250;
/// Most clauses after one sum or inside one set.
const MAX_CLAUSES: usize = 100;
/// Longest text of a rule, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// Words that cannot be names of coordinates or parameters.
pub(crate) const KEYWORDS: [&str; 18] = [
    "game",
    "misere",
    "win",
    "on",
    "unordered",
    "for",
    "in",
    "if",
    "let",
    "step",
    "choose",
    "of",
    "sum",
    "and",
    "or",
    "not",
    "misère",
    "反常",
];

type Parsed<T> = Result<T, RuleError>;

/// Reads a rule text.
///
/// # Errors
/// The first mistake, with its place and mend.
///
/// ```
/// let program = grundy::rule::parse("[n] -> [n-k] for k in {1, 3, 4}")?;
/// assert_eq!(program.to_string(), "[n] -> [n - k] for k in {1, 3, 4}");
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
pub fn parse(source: &str) -> Parsed<Program> {
    read(source).map_err(|error| mistaken(loser_meant(error, source), source))
}

/// A mistake in a whole text, with what was meant where that is certain.
pub(crate) fn mistaken(error: RuleError, source: &str) -> RuleError {
    mend::with_the_whole(error, source).in_source(source)
}

fn read(source: &str) -> Parsed<Program> {
    Parser::new(source)?.program()
}

struct Parser<'a> {
    source: &'a str,
    lexemes: Vec<Lexeme>,
    at: usize,
    depth: usize,
    /// Whether something was deeper than any rule may be.
    too_deep: bool,
    /// How often it was asked what is [meant](Parser::binder_meant) by a choice, and whether that is going on.
    asked: usize,
    is_asking: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str) -> Parsed<Parser<'a>> {
        if source.len() > MAX_LENGTH {
            let message = message!(
                "this text has {length} bytes; a rule has at most {most}",
                length = source.len(),
                most = MAX_LENGTH
            );
            return Err(RuleError::new(Span::new(0, 0), message));
        }
        let lexemes = lex(source)?;
        Ok(Parser { source, lexemes, at: 0, depth: 0, too_deep: false, asked: 0, is_asking: false })
    }

    fn peek(&self) -> &Token {
        &self.lexemes[self.at].token
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.lexemes.len() - 1;
        &self.lexemes[(self.at + ahead).min(last)].token
    }

    fn span(&self) -> Span {
        self.lexemes[self.at].span
    }

    /// The span from `start` to the token before the current one.
    fn since(&self, start: Span) -> Span {
        let before = self.at.saturating_sub(1);
        start.to(self.lexemes[before].span)
    }

    /// Whether the token before this one is a sign.
    fn is_behind(&self, sign: &str) -> bool {
        let before = self.at.checked_sub(1).map(|at| &self.lexemes[at].token);
        matches!(before, Some(Token::Sign(found)) if *found == sign)
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.lexemes.len() {
            self.at += 1;
        }
        span
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn unexpected(&self, expected: &Message) -> RuleError {
        let found = self.peek().describe();
        RuleError::new(self.span(), message!("expected {expected}, found {found}", expected, found))
    }

    fn expect_word(&mut self, word: &str, after: &Message) -> Parsed<Span> {
        if self.is_word(word) {
            return Ok(self.advance());
        }
        Err(self.unexpected(&message!("`{word}` {after}", word, after)))
    }

    /// A name that is not a keyword.
    fn name(&mut self, what: &Message) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Word(text) if KEYWORDS.contains(&text.as_str()) => {
                let message =
                    message!("`{text}` is a word of the notation, not {what}", text, what);
                let help = match text.as_str() {
                    "not" => message!("the opposite is written {form}", form = "not k in {1, 2}"),
                    "win" => message!(
                        "positions that end the game are named on a line of their own: {form}",
                        form = "win on [1]"
                    ),
                    "sum" => message!(
                        "`sum` adds components of an option, not numbers: {form}",
                        form = "sum(i in 1..3) [n-i]"
                    ),
                    "unordered" | "misere" => meant::in_front(&text),
                    "if" if self.is_behind("..") => {
                        message!("a range has two ends: {form}", form = "for k in 1..n if k != 3")
                    }
                    _ => message!("choose another name"),
                };
                Err(RuleError::new(self.span(), message).help(help))
            }
            Token::Word(text) => Ok(Name { text, span: self.advance() }),
            _ => Err(self.unexpected(what)),
        }
    }

    fn separated<T>(&mut self, item: fn(&mut Parser<'a>) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take_sign(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Runs `inner` one level deeper.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            self.too_deep = true;
            let message = message!(
                "this has more than {most} brackets or operators in one another",
                most = MAX_DEPTH
            );
            return Err(
                RuleError::new(self.span(), message).help(message!("name parts of it with `let`"))
            );
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn program(&mut self) -> Parsed<Program> {
        let mut program = Program::default();
        if self.peek() == &Token::End {
            return Err(RuleError::new(self.span(), message!("there is no rule here"))
                .help(message!("a rule looks like [n] -> [n-k] for k in 1..3")));
        }
        while self.peek() != &Token::End {
            self.statement(&mut program)?;
        }
        match self.unordered_meant(&program) {
            Some(error) => Err(error),
            None => Ok(program),
        }
    }

    fn statement(&mut self, program: &mut Program) -> Parsed<()> {
        let start = self.span();
        match self.peek() {
            Token::Word(word) if word == "game" => {
                if program.head.is_some() {
                    return Err(RuleError::new(start, message!("a second `game` line")).help(
                        message!("one text holds one game; several kinds may stand under one head"),
                    ));
                }
                program.head = Some(self.head()?);
            }
            Token::Word(word) if ["misere", "misère", "反常"].contains(&&**word) => {
                program.misere = Some(self.advance());
            }
            Token::Word(word) if word == "win" && self.peek_at(1) == &Token::Word("on".into()) => {
                program.wins.push(self.win()?);
            }
            Token::Word(word) if word == "or" || word == "and" => {
                let error = self.unexpected(&message!("`|` and another option, or a new rule"));
                return Err(self.separate(error));
            }
            Token::Word(word)
                if matches!(&word[..], "或" | "或者")
                    && !program.rules.is_empty()
                    && self.term_starts(1)
                    && !self.rule_starts(self.at) =>
            {
                let error = self.unexpected(&message!("`|` and another option, or a new rule"));
                return Err(self.separate(error));
            }
            Token::Word(_) | Token::Sign("[") => {
                let start = self.at;
                let rule = self.rule();
                let before = program.rules.last();
                let rule = rule.map_err(|error| self.otherwise(error, before, start))?;
                program.rules.push(rule);
            }
            Token::Sign("|") => {
                return Err(RuleError::new(start, message!("a `|` without a rule before it"))
                    .help(message!(
                        "`|` separates the options of one rule: [n] -> [n-1] | [n-2]"
                    )));
            }
            _ => return Err(self.after_statement(program)),
        }
        Ok(())
    }

    /// The message for something that neither continues the last statement nor begins a new one.
    fn after_statement(&mut self, program: &Program) -> RuleError {
        if program.rules.is_empty() {
            let error = self.unexpected(&message!("a rule such as [n] -> [n-k] for k in 1..3"));
            if let Token::Text(text) = self.peek()
                && text.contains("->")
            {
                let rule = text.clone();
                return self.instead(error, message!("leave the quotation marks out"), &rule);
            }
            let error = error.help(message!("`grundy games` lists games that have a name"));
            return self.square(error);
        }
        let error = self.unexpected(&message!("`|`, `for`, `if`, `let`, a new rule or the end"));
        match self.peek() {
            Token::Sign("," | ";" | "/" | ":") => self.separate(error),
            Token::Sign("=") => self.instead(error, message!("compare with `==`"), "=="),
            Token::Sign("?") => error.help(meant::two_options(meant::TWO_OPTIONS)),
            Token::Sign("*") => self.count_behind(error),
            Token::Sign("(") => match self.remainder(self.at) {
                Some((span, Some(form))) => {
                    error.help(message!("write {form}", form = &form)).mend(span, Some(form))
                }
                _ => self.clause_in_brackets(error),
            },
            Token::Sign(".") if self.peek_at(1) == &Token::End => {
                self.instead(error, message!("leave it out"), "")
            }
            Token::Number(_) => error.help(message!(
                "a position stands outside of the quotes: grundy moves '[n] -> [n-1]' 5"
            )),
            Token::Sign(")" | "]" | "}") => {
                error.help(message!("this closes a bracket that is not open"))
            }
            _ => error,
        }
    }

    fn head(&mut self) -> Parsed<Head> {
        self.advance();
        let name = self.name(&message!("the name of the game"))?;
        let mut params = Vec::new();
        if self.take_sign("(") && !self.take_sign(")") {
            params = self.separated(|parser| {
                let name = parser.name(&message!("the name of a parameter"))?;
                let default = if parser.take_sign("=") { Some(parser.expr()?) } else { None };
                Ok(Param { name, default })
            })?;
            self.expect_sign(")", &message!("after the parameters"))?;
        }
        let mut names = HashSet::new();
        if let Some(Param { name, .. }) = params.iter().find(|p| !names.insert(&p.name.text)) {
            let message = message!("two parameters are called `{name}`", name = name.text);
            return Err(RuleError::new(name.span, message).help(message!("give each its own name")));
        }
        let mut title = None;
        if let Token::Text(text) = self.peek() {
            title = Some(text.clone());
            self.advance();
        }
        Ok(Head { name, params, title })
    }

    fn win(&mut self) -> Parsed<Win> {
        let start = self.advance();
        self.advance();
        let component = self.component()?;
        let cond = if self.take_word("if") { Some(self.expr()?) } else { None };
        let span = self.since(start);
        Ok(Win { kind: component.kind, coords: component.coords, cond, span })
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let (start, at) = (self.span(), self.at);
        let unordered = self.take_word("unordered");
        let kind = match self.peek() {
            Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()) => {
                let error = self.unexpected(&message!("a rule such as [n] -> [n-k] for k in 1..3"));
                return Err(error.help(message!(
                    "clauses stand after the option: [n-k] for k in 1..3 if k != n"
                )));
            }
            Token::Word(_) => Some(self.name(&message!("the name of a kind"))?),
            _ => None,
        };
        if !self.is_sign("[") {
            let error = self.unexpected(&message!("`[` and the coordinates of a component"));
            return Err(match &kind {
                Some(name) => self.no_rule(name, error),
                None => error,
            });
        }
        self.advance();
        if self.is_sign("]") {
            return Err(RuleError::new(
                self.span(),
                message!("a rule needs a component with coordinates"),
            )
            .help(message!("the empty position [] has no moves, so it has no rule")));
        }
        let coords = self.separated(Parser::coordinate)?;
        if self.is_sign("..") {
            let error = self.unexpected(&message!("`,` or `]`"));
            return Err(self.commas(error));
        }
        self.expect_sign("]", &message!("after the coordinates")).map_err(|error| match &kind {
            // `if n > 3 else [n-1]` begins like a rule of a kind with this name.
            Some(name) if matches!(name.text.as_str(), "then" | "else") => {
                self.no_rule(name, error)
            }
            _ => error,
        })?;
        let guard = if self.take_word("if") { Some(self.condition()?) } else { None };
        let span = self.since(start);
        let indexed = self.lexemes[..at].last().is_some_and(|before| {
            let set = match &before.token {
                Token::Word(word) => !KEYWORDS.contains(&word.as_str()),
                token => *token == Token::Sign("}"),
            };
            set && kind.is_none() && before.span.end == start.start
        });
        self.expect_sign("->", &message!("and the options")).map_err(|error| match indexed {
            // `if S[k] > 0`, `{3, 5}[k]`
            true => error.help(meant::index()),
            false => error,
        })?;
        let mut families = vec![self.family()?];
        while self.take_sign("|") {
            let start = self.at;
            let family = self.family();
            families.push(family.map_err(|error| self.divides(error, families.last(), start))?);
        }
        Ok(Rule { unordered, kind, coords, guard, families, span })
    }

    /// The name of a coordinate in the head of a rule.
    fn coordinate(&mut self) -> Parsed<Name> {
        if let Token::Number(digits) = self.peek() {
            let message = message!("the head of a rule names its coordinates, it cannot fix one");
            let help =
                message!("write a name and a condition: [n] if n == {digits} -> ...", digits);
            return Err(RuleError::new(self.span(), message).help(help));
        }
        self.name(&message!("the name of a coordinate"))
    }

    fn family(&mut self) -> Parsed<Family> {
        let start = self.at;
        self.family_as_written().map_err(|error| self.cases(error, start))
    }

    fn family_as_written(&mut self) -> Parsed<Family> {
        let start = self.span();
        let at = self.at;
        let terms = self.terms()?;
        let mut clauses = Vec::new();
        while self.clause(&mut clauses)? {}
        if let Some(error) = self.lowest_bit(at, &clauses) {
            return Err(error);
        }
        Ok(Family { terms, clauses, span: self.since(start) })
    }

    /// Reads one clause, if there is one.
    fn clause(&mut self, clauses: &mut Vec<Clause>) -> Parsed<bool> {
        self.check_count(clauses)?;
        if self.take_word("for") {
            self.binders(clauses)?;
            return Ok(true);
        }
        self.filter(clauses)
    }

    /// Reads one `if` or `let`, if there is one.
    fn filter(&mut self, clauses: &mut Vec<Clause>) -> Parsed<bool> {
        self.check_count(clauses)?;
        if self.take_word("if") {
            let condition = self.condition()?;
            if let Some(error) = self.asked_in_words(&condition) {
                return Err(error);
            }
            clauses.push(Clause::If(condition));
        } else if self.take_word("let") {
            let name = self.name(&message!("a name after `let`"))?;
            self.expect_sign("=", &message!("after the name"))?;
            clauses.push(Clause::Let(name, self.expr()?));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn condition(&mut self) -> Parsed<Expr> {
        let from = self.at;
        let condition = self.expr();
        self.not_told(from, condition)
    }

    fn binders(&mut self, clauses: &mut Vec<Clause>) -> Parsed<()> {
        loop {
            self.check_count(clauses)?;
            let (name, set) = self.binder()?;
            if self.is_sign(",") && matches!(self.peek_at(1), Token::Number(_)) {
                return Err(self.listed(&set));
            }
            clauses.push(Clause::For(name, set));
            if !self.take_sign(",") {
                return Ok(());
            }
            if let Some(word) = ["for", "if", "let"].into_iter().find(|word| self.is_word(word)) {
                let message = message!("`{word}` after a comma", word);
                let help = message!("leave the comma out before `{word}`", word);
                let comma = self.lexemes[self.at - 1].span;
                let error = RuleError::new(self.span(), message).help(help);
                return Err(error.mend(comma, Some(String::new())));
            }
        }
    }

    fn check_count(&self, clauses: &[Clause]) -> Parsed<()> {
        if clauses.len() > MAX_CLAUSES {
            let message = message!("more than {most} clauses in a row", most = MAX_CLAUSES);
            return Err(RuleError::new(self.span(), message));
        }
        Ok(())
    }

    /// A choice. What is meant by one that cannot be read is asked at the innermost alone, and not while that is asked of
    /// another: it is read several times for it, and what stands in it would be as often each time.
    fn binder(&mut self) -> Parsed<(Name, Expr)> {
        let (start, depth, asked) = (self.at, self.depth, self.asked);
        self.binder_as_written().map_err(|error| {
            if self.is_asking || self.asked > asked {
                return error;
            }
            (self.at, self.depth) = (start, depth);
            (self.asked, self.is_asking) = (asked + 1, true);
            let error = self.binder_meant(error);
            self.is_asking = false;
            error
        })
    }

    fn binder_as_written(&mut self) -> Parsed<(Name, Expr)> {
        let name = self
            .name(&message!("a name after `for`"))
            .map_err(|error| error.help(message!("write for instance: for k in 1..3")))?;
        self.expect_word("in", &message!("and a set")).map_err(|error| {
            error.help(message!("write for instance: for {name} in 1..3", name = name.text))
        })?;
        let set = self.expr()?;
        match self.set_in_words(&set) {
            Some(error) => Err(error),
            None => Ok((name, set)),
        }
    }
}

#[cfg(test)]
mod tests;
