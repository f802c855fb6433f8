//! What was probably meant by a sign or a word between options, parts, clauses and values that the notation separates
//! otherwise: `[a] or [b] for ..`, `[n-k], k in {1, 2}`, `if k == 1, 3`.

use super::{KEYWORDS, Parser};
use crate::language::{Message, message};
use crate::rule::ast::{Name, Span};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::{Lexeme, Token};
use crate::rule::syntax::meant::is_condition;

/// A help, a place and the text that is meant there.
type Meant = (Message, Span, String);
/// The same where the text may be uncertain.
pub(super) type Perhaps = (Message, Span, Option<String>);

/// Words that take numbers out of a set, and those with which programs begin.
const EXCEPT: [&str; 5] = ["except", "excluding", "without", "除了", "除去"];
const PROGRAMS: [&str; 12] = [
    "def", "int", "long", "void", "function", "fn", "public", "class", "import", "using", "var",
    "const",
];

impl Parser<'_> {
    /// At something that stands where `|`, a clause or the end of the rule is to stand.
    pub(super) fn separate(&mut self, error: RuleError) -> RuleError {
        if let Some((span, form)) = self.values_apart() {
            return error.help(message!("write {form}", form = &form)).mend(span, Some(form));
        }
        if self.is_sign(",")
            && let Some((help, span, mend)) = self.clause_behind()
        {
            return error.help(help).mend(span, Some(mend));
        }
        let is_word = |ahead, words: &[&str]| matches!(self.peek_at(ahead), Token::Word(word) if words.contains(&word.as_str()));
        let is_assigned = matches!(self.peek_at(2), Token::Sign("=" | "==")) || is_word(2, &["in"]);
        if matches!(self.peek_at(1), Token::Word(_)) && is_assigned {
            return self.instead(
                error,
                message!("choices begin with `for`: for k in 1..3"),
                " for ",
            );
        }
        if self.is_sign(":") && matches!(self.peek_at(1), Token::Number(_)) {
            return self.instead(error, message!("a range is written for k in 1..3"), "..");
        }
        if is_word(1, &["for", "if", "let"]) || self.peek_at(1) == &Token::End {
            return self.instead(error, message!("leave it out"), "");
        }
        if self.rule_starts(self.at + 1) || is_word(1, &["misere", "win", "unordered"]) {
            let help = message!(
                "nothing stands between rules: the next one just follows, on a new line if you like"
            );
            return self.instead(error, help, " ");
        }
        let help = message!("options are separated by `|`: [n] -> [n-1] | [n-2]");
        if self.term_starts(1) && self.has_names_to_come() {
            if !self.is_word("and") {
                return self.options_or_parts(error);
            }
            let help = message!("parts of one option are added: [k] + [n-k] for k in 1..n-1");
            return self.instead(error, help, " + ");
        }
        if self.term_starts(1) || self.peek_at(1) == &Token::Sign("(") {
            return self.instead(error, help, " | ");
        }
        let clause = self.lexemes[..self.at].iter().rev().find_map(|lexeme| match &lexeme.token {
            Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()) => Some(&word[..]),
            Token::Sign("->" | "|") => Some(""),
            _ => None,
        });
        match clause {
            Some("if") => {
                let help = message!("conditions are joined by `and`, or `or`");
                // Of `a or b, c` it would bind more tightly than the comma.
                match self.has_or_beside() {
                    true => error.help(help),
                    false => self.instead(error, help, " and "),
                }
            }
            _ => error.help(help),
        }
    }

    /// Whether an `or` stands in the clauses before or behind this place.
    fn has_or_beside(&self) -> bool {
        let ends = |lexeme: &&Lexeme| match &lexeme.token {
            Token::Word(word) => !["for", "if", "let"].contains(&word.as_str()),
            sign => !matches!(sign, Token::Sign("->" | "|")),
        };
        let (before, behind) = self.lexemes.split_at(self.at);
        let start = self.at - before.iter().rev().take_while(ends).count();
        let end = self.at + behind.iter().take_while(ends).count();
        let is_or = |at: &usize| match &self.lexemes[*at].token {
            Token::Word(word) => ["or", "或", "或者"].contains(&word.as_str()),
            sign => *sign == Token::Sign("||"),
        };
        [start..self.at, self.at..end].into_iter().any(|side| self.outside(side).iter().any(is_or))
    }

    /// Behind a component: whether a name in it is introduced only later.
    fn has_names_to_come(&self) -> bool {
        let before = self.lexemes[..self.at].iter().rev();
        let mut inside = before.take_while(|lexeme| lexeme.token != Token::Sign("["));
        self.is_behind("]")
            && inside.any(
                |lexeme| matches!(&lexeme.token, Token::Word(name) if !self.is_introduced(name)),
            )
    }

    /// At a comma behind a comparison with a number and before another number, `k == 1, 3`: what is meant, and its place.
    pub(super) fn values_apart(&self) -> Option<(Span, String)> {
        let token = |at: usize| self.lexemes.get(at).map(|lexeme| &lexeme.token);
        let number = |at: usize| match token(at) {
            Some(Token::Number(digits)) => Some(digits.clone()),
            _ => None,
        };
        let compares = self.at.checked_sub(2)?;
        let Some(Token::Sign(sign @ ("==" | "!="))) = token(compares) else { return None };
        let mut values = vec![number(self.at - 1)?];
        let mut end = self.at;
        while token(end) == Some(&Token::Sign(",")) {
            let Some(value) = number(end + 1) else { break };
            values.push(value);
            end += 2;
        }
        let goes_on = matches!(
            token(end)?,
            Token::Sign(
                "+" | "-"
                    | "*"
                    | "/"
                    | "%"
                    | "**"
                    | ".."
                    | "=="
                    | "!="
                    | "<"
                    | "<="
                    | ">"
                    | ">="
                    | ","
            )
        );
        if values.len() < 2 || goes_on {
            return None;
        }
        let mut depth = 0_usize;
        let begins = (0..compares).rev().find_map(|at| {
            match &self.lexemes[at].token {
                Token::Sign(")" | "]" | "}") => depth += 1,
                Token::Sign("(" | "[" | "{") if depth == 0 => return Some(None),
                Token::Sign("(" | "[" | "{") => depth -= 1,
                Token::Sign("," | "|" | "->") if depth == 0 => return Some(None),
                Token::Word(word) if depth == 0 => match word.as_str() {
                    "if" | "and" | "or" | "not" => return Some(Some(at + 1)),
                    "for" | "let" | "in" => return Some(None),
                    _ => {}
                },
                _ => {}
            }
            None
        })??;
        let left = self.lexemes[begins].span.to(self.lexemes[compares - 1].span);
        let not = if *sign == "!=" { "not " } else { "" };
        let form = format!("{not}{} in {{{}}}", self.text(left), values.join(", "));
        Some((left.to(self.lexemes[end - 1].span), form))
    }

    /// At a comma behind an option or a `let`, where a clause is meant: `[n-m], m = 2`, `[n-k], 1 <= k <= 3`, `[n-1], n > 3`.
    pub(super) fn clause_behind(&mut self) -> Option<Meant> {
        let (start, comma) = (self.at, self.span());
        let last = self.lexemes[..start].iter().rev().find_map(|lexeme| match &lexeme.token {
            Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()) => Some(&word[..]),
            Token::Sign("->" | "|") => Some(""),
            _ => None,
        });
        if !matches!(last, Some("" | "let")) {
            return None;
        }
        self.at += 1;
        let found = self.clause_from(comma);
        self.at = start;
        found
    }

    fn clause_from(&mut self, comma: Span) -> Option<Meant> {
        let (start, first) = (self.at, self.span());
        let condition = || message!("a condition is written `if`: [n-1] if n > 3");
        if let Some((span, text)) = self.choice_told(start) {
            let help = message!("write for {text}", text = &text);
            return Some((help, comma.to(span), format!(" for {text}")));
        }
        if let Some((span, text)) = self.condition_told(start) {
            return Some((condition(), comma.to(span), format!(" if {text}")));
        }
        if let (Token::Word(name), Token::Sign("=")) = (self.peek().clone(), self.peek_at(1)) {
            if self.is_introduced(&name) {
                return Some((condition(), comma, " if ".to_owned()));
            }
            let (span, text) = self.value_of(&name)?;
            let help = message!("a value gets its name by `let`: {text}", text = text.trim());
            return Some((help, span, text));
        }
        if let Some((name, low, high)) = self.range_between(None) {
            let end = self.since(first);
            if self.is_introduced(&name) {
                return Some((condition(), comma, " if ".to_owned()));
            }
            let text = format!("{name} in {low}..{high}");
            let help = message!("write for {text}", text = &text);
            return Some((help, comma.to(end), format!(" for {text}")));
        }
        self.at = start;
        let Token::Word(name) = self.peek().clone() else { return None };
        if !self.is_introduced(&name) {
            let (text, place) = self.one_sided()?;
            let help = message!("a range has two ends: for {text}", text = &text);
            return Some((help, comma.to(place?), format!(" for {text}")));
        }
        self.expr().ok().filter(is_condition)?;
        Some((condition(), comma, " if ".to_owned()))
    }

    /// At a bracket behind an option, `[n-k] (1 <= k <= 3)`: a clause.
    pub(super) fn clause_in_brackets(&mut self, error: RuleError) -> RuleError {
        let (start, open) = (self.at, self.span());
        let Some(close) = self.closing(start) else { return error };
        self.at += 1;
        let found = self.clause_from(open);
        self.at = start;
        let Some((help, span, text)) = found else { return error };
        // What is put in stands for the bracket alone, or for all that it encloses.
        let end = self.lexemes[close].span;
        let inner = match span.end {
            at if at == open.end => self.inside(start, close),
            at if at == self.lexemes[close - 1].span.end => "",
            _ => return error.help(help),
        };
        let text = format!("{text}{inner}");
        error.help(help).mend(open.to(end), Some(text))
    }

    /// At what stands between two components before the name in both is introduced, `[a-k, b] or [a, b-k] for k in ..`:
    /// two options, of which each has its own clauses, or parts of one.
    fn options_or_parts(&self, error: RuleError) -> RuleError {
        let clauses = self.clauses_of_option(self.at + 1);
        if !self.is_sign(",") && !self.is_sign(":") {
            let help = message!(
                "options are separated by `|`, and each has its own clauses: [a-k, b] for k in 1..a | [a, b-k] for k in 1..b"
            );
            return match clauses {
                Some(clauses) => self.instead(error, help, &format!(" {clauses} | ")),
                None => error.help(help),
            };
        }
        error.help(message!(
            "parts of one option are added: [k] + [n-k] for k in 1..n-1; options are separated by `|`, and each has its own clauses: [k] for k in 1..n-1 | [n-k] for k in 1..n-1"
        ))
    }

    /// The clauses of the option whose first component begins at this token, as they are typed, where it is certain how far
    /// they go.
    fn clauses_of_option(&self, from: usize) -> Option<String> {
        let open = (from..self.lexemes.len())
            .find(|&at| matches!(self.lexemes[at].token, Token::Sign("[" | "(")))?;
        let end = self.end_of_option(open)?;
        let begins = self.outside(open..end).into_iter().find(|&at| {
            matches!(&self.lexemes[at].token, Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()))
        })?;
        let span = self.lexemes[begins].span.to(self.lexemes[end - 1].span);
        Some(self.text(span).to_owned())
    }

    /// At `|` within round brackets, `([n-1] | [n-2]) if n > 3`: the options, each with the clauses behind the bracket.
    pub(super) fn options_in_brackets(&self, error: RuleError) -> RuleError {
        let is_open = |at: &usize| {
            self.lexemes[*at].token == Token::Sign("(")
                && self.closing(*at).is_some_and(|close| close > self.at)
        };
        let divides = message!(
            "that d divides n is written n % d == 0, and amounts to choose from are a set: [n-k] for k in {set}",
            set = "{1, 3, 4}"
        );
        let Some((open, close)) =
            (0..self.at).rev().find(is_open).and_then(|open| Some((open, self.closing(open)?)))
        else {
            return error.help(divides);
        };
        let inside = self.outside(open + 1..close);
        let is_sign = |at: &usize, sign| self.lexemes[*at].token == Token::Sign(sign);
        let (mut options, mut begins) = (Vec::new(), open + 1);
        for at in inside.iter().copied().filter(|at| is_sign(at, "|")).chain([close]) {
            if begins >= at || !(begins..at).any(|at| is_sign(&at, "[")) {
                return error.help(divides);
            }
            let span = self.lexemes[begins].span.to(self.lexemes[at - 1].span);
            options.push(self.text(span));
            begins = at + 1;
        }
        let help = message!(
            "options stand in no brackets, and each has its own clauses: [n-1] if n > 3 | [n-2] if n > 3"
        );
        // The bracket must be the whole option: a part beside it would belong to each.
        let is_first = open > 0 && matches!(self.lexemes[open - 1].token, Token::Sign("->" | "|"));
        let Some(end) = self.end_of_option(open).filter(|_| is_first) else {
            return error.help(help);
        };
        let after = &self.lexemes[close + 1..end];
        let clauses = match after {
            [] => String::new(),
            [first, .., last] => {
                let is_clause = matches!(&first.token, Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()));
                if !is_clause {
                    return error.help(help);
                }
                format!(" {}", self.text(first.span.to(last.span)))
            }
            [_] => return error.help(help),
        };
        let options: Vec<String> =
            options.iter().map(|option| format!("{option}{clauses}")).collect();
        let span = self.lexemes[open].span.to(self.lexemes[end - 1].span);
        error.help(help).mend(span, Some(options.join(" | ")))
    }

    /// At what follows a word that stands where a rule, a clause or an operator is to stand.
    pub(super) fn said_otherwise(&mut self, name: &Name) -> Option<Perhaps> {
        let text = name.text.as_str();
        let start = self.at;
        // `n] -> ..`
        if self.is_sign("]") && start == 1 {
            let form = format!("[{text}");
            let help = message!(
                "a component is written in square brackets: {text}",
                text = format!("{form}]")
            );
            return Some((help, name.span, Some(form)));
        }
        if start == 1 && PROGRAMS.contains(&text) {
            let help = message!(
                "this is a program; a rule says where a move may lead: [n] -> [n-k] for k in 1..3"
            );
            return Some((help, name.span, None));
        }
        // `m = 2`, `k = 1,2,3`
        if self.is_sign("=") && start > 1 && !self.is_introduced(text) {
            self.at -= 1;
            let value = self.value_of(text);
            self.at = start;
            return Some(match value {
                Some((_, text)) => {
                    let text = text.trim();
                    let help = message!("a value gets its name by `let`: {text}", text);
                    (help, name.span, Some(format!("let {}", name.text)))
                }
                None => {
                    let help = message!("choices begin with `for`: for k in 1..3");
                    (help, name.span, Some(format!("for {text}")))
                }
            });
        }
        if EXCEPT.contains(&text) && matches!(self.peek(), Token::Number(_) | Token::Sign("{")) {
            let help = message!(
                "numbers are left out of a set like this: 1..5 \\ {numbers}",
                numbers = "{3}"
            );
            if self.is_sign("{") {
                return Some((help, name.span, Some("\\".to_owned())));
            }
            let mut end = start;
            while self.lexemes[end + 1].token == Token::Sign(",")
                && matches!(self.lexemes[end + 2].token, Token::Number(_))
            {
                end += 2;
            }
            let numbers = self.text(self.span().to(self.lexemes[end].span));
            let form = format!("\\ {{{numbers}}}");
            return Some((help, name.span.to(self.lexemes[end].span), Some(form)));
        }
        // `[n/2] x 2`
        if matches!(text, "x" | "X" | "times")
            && start > 1
            && let Token::Number(count) = self.peek()
        {
            let behind = self.counted_behind(start - 2, count)?;
            return Some((behind.0, behind.1.to(self.span()), Some(behind.2)));
        }
        None
    }

    /// At `*` behind an option, `[n-1] * 2`.
    pub(super) fn count_behind(&self, error: RuleError) -> RuleError {
        let (Token::Number(count) | Token::Word(count), Some(close)) =
            (self.peek_at(1), self.at.checked_sub(1))
        else {
            return error;
        };
        match self.counted_behind(close, count) {
            Some((help, span, form)) => {
                error.help(help).mend(span.to(self.lexemes[self.at + 1].span), Some(form))
            }
            None => error,
        }
    }

    /// A component that ends with the token at `close` and has its count behind it: with the count in front.
    pub(super) fn counted_behind(&self, close: usize, count: &str) -> Option<Meant> {
        if self.lexemes[close].token != Token::Sign("]") {
            return None;
        }
        let open = (0..close).rev().find(|&open| {
            self.lexemes[open].token == Token::Sign("[") && self.closing(open) == Some(close)
        })?;
        let is_named = open > 0
            && matches!(&self.lexemes[open - 1].token, Token::Word(word) if !KEYWORDS.contains(&word.as_str()))
            && self.lexemes[open - 1].span.end == self.lexemes[open].span.start;
        let begins = self.lexemes[open - usize::from(is_named)].span;
        let span = begins.to(self.lexemes[close].span);
        let form = format!("{count} * {}", self.text(span));
        let help = message!("equal components are counted in front: {form}", form = &form);
        Some((help, span, form))
    }

    /// At `|` in a component of one coordinate, `[n-1 | n-2]`: the options, where each is less by something.
    pub(super) fn options_in_component(&self) -> Option<Perhaps> {
        let open = (0..self.at).rev().find(|&open| {
            self.lexemes[open].token == Token::Sign("[")
                && self.closing(open).is_some_and(|close| close > self.at)
        })?;
        let close = self.closing(open)?;
        let is_sign = |at: usize, sign| self.lexemes[at].token == Token::Sign(sign);
        let outside = self.outside(open + 1..close);
        let bars = outside.iter().copied().filter(|&at| is_sign(at, "|"));
        let (mut parts, mut begins) = (Vec::new(), open + 1);
        for at in bars.chain([close]) {
            let less = (begins + 1..at).any(|at| is_sign(at, "-"));
            if !less || (begins..at).any(|at| is_sign(at, ",")) {
                return None;
            }
            let span = self.lexemes[begins].span.to(self.lexemes[at - 1].span);
            parts.push(format!("[{}]", self.text(span)));
            begins = at + 1;
        }
        let form = parts.join(" | ");
        let help = message!("options are separated by `|`: {form}", form = &form);
        let is_alone = open > 0
            && matches!(self.lexemes[open - 1].token, Token::Sign("->" | "|"))
            && matches!(self.lexemes[close + 1].token, Token::End | Token::Sign("|"));
        let span = self.lexemes[open].span.to(self.lexemes[close].span);
        Some((help, span, is_alone.then_some(form)))
    }

    /// Braces behind a `|` that stands behind a set: they are joined to it, unless they are an option in the wrong brackets.
    pub(super) fn joined_set(&self, error: RuleError, close: usize) -> Option<RuleError> {
        let [.., before, bar] = self.lexemes.get(..self.at)? else { return None };
        if !self.is_sign("{") || bar.token != Token::Sign("|") {
            return None;
        }
        let help = message!(
            "sets are joined by `or`: k in {set} or {other}",
            set = "{1, 2}",
            other = "{4}"
        );
        let last = self.lexemes[..self.at].iter().rev().find_map(|lexeme| match &lexeme.token {
            Token::Word(word) if ["for", "if", "let"].contains(&word.as_str()) => Some(&word[..]),
            Token::Sign("->") => Some(""),
            _ => None,
        });
        let ends_set = before.token == Token::Sign("}");
        if !ends_set && last != Some("for") {
            return None;
        }
        let inner = &self.lexemes[self.at + 1..close];
        let numbers = inner
            .iter()
            .all(|lexeme| matches!(lexeme.token, Token::Number(_) | Token::Sign("," | "..")));
        Some(match ends_set || numbers {
            true => error.help(help).mend(bar.span, Some("or".to_owned())),
            false => error.help(help),
        })
    }
}
