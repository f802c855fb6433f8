//! What was probably meant where a rule cannot be read.
//!
//! The parser reads a rule as it should be written, and asks here only once it has failed. Where what
//! was meant is certain, the mistake carries a replacement. [`with_the_whole`] makes one replacement
//! after the other until the text is a rule, and shows that: nobody mends ten commas one by one. A
//! text that is no rule in the end, names and types included, is not shown.

use super::certain::may_be_meant;
use super::{KEYWORDS, Parsed, Parser, bits, read};
use crate::language::{Message, message};
use crate::rule::ast::{BinaryOp, Clause, Expr, ExprKind, Family, Name, Span};
use crate::rule::checked::lower::lower;
use crate::rule::error::{RuleError, nearest};
use crate::rule::syntax::lexer::{Lexeme, Token, lex};
use crate::rule::syntax::meant::{self, is_condition};

/// Longest text that is mended as a whole, in bytes, and most replacements in it.
pub(super) const MOST_BYTES: usize = 1000;
const MOST_MENDS: usize = 64;

/// Adds the whole rule to the help, if it is one line and all its mistakes have certain mends.
pub(super) fn with_the_whole(error: RuleError, source: &str) -> RuleError {
    if source.len() > MOST_BYTES {
        return error;
    }
    let error = match in_small_letters(&error, source) {
        None => error,
        Some(_) => error.help(message!("the words of the notation are written in small letters")),
    };
    if source.contains('\n') {
        return error;
    }
    if bounds_by_floors(source) {
        return error;
    }
    let reads = |whole: &str| read(whole).and_then(|program| lower(&program, &[])).map(drop);
    match (mended(&error, source, reads), error.help.clone()) {
        (Some(whole), Some(help)) if read(&whole).is_ok_and(|program| may_be_meant(&program)) => {
            let whole = whole.trim();
            error.help(message!("{help}; the whole rule: {whole}", help, whole)).whole(whole)
        }
        _ => error,
    }
}

/// Whether a bound, `k < n//2`, is rounded down by another sign than those of the notation: once that is mended it is read as
/// a quotient on paper.
fn bounds_by_floors(source: &str) -> bool {
    let ends = [',', '|', '[', ']', '{', '}', ':', '，'];
    let has_floor = |side: &str| ["//", "⌊", "floor"].iter().any(|floor| side.contains(floor));
    source.match_indices(['<', '>', '≥', '≤']).any(|(at, sign)| {
        let (before, behind) = (&source[..at], &source[at + sign.len()..]);
        let is_arrow = before.ends_with(['-', '=', '−']);
        let left = before.rsplit(ends).next().unwrap_or(before);
        let right = behind.split(ends).next().unwrap_or(behind);
        !is_arrow && (has_floor(left) || has_floor(right))
    })
}

/// The text with one certain mend after the other, if it can be read in the end.
pub(super) fn mended(
    error: &RuleError,
    source: &str,
    reads: impl Fn(&str) -> Parsed<()>,
) -> Option<String> {
    let mut whole = source.to_owned();
    let certain = |mistake: &RuleError, text: &str| {
        let small = in_small_letters(mistake, text);
        let mend = small.or_else(|| mistake.replacement().cloned());
        mend.or_else(|| in_functions(mistake, text))
    };
    let mut next = certain(error, source);
    for _ in 0..MOST_MENDS {
        let (span, text) = next?;
        // Words are put in with spaces around them; one is enough.
        let (before, after) = (&whole[..span.start], &whole[span.end..]);
        let text = match (before.ends_with(' '), after.starts_with(' ')) {
            (true, true) => text.trim(),
            (true, false) => text.trim_start(),
            (false, true) => text.trim_end(),
            (false, false) => &text,
        };
        whole = format!("{before}{text}{after}");
        let mistake = match reads(&whole) {
            Err(mistake) => mistake,
            Ok(()) => return Some(whole),
        };
        next = certain(&mistake, &whole);
    }
    None
}

/// The whole text with the words of the notation in small letters, if a mistake is gone with that.
fn in_small_letters(mistake: &RuleError, source: &str) -> Option<(Span, String)> {
    let mut text = source.to_owned();
    for lexeme in lex(source).ok()? {
        if let Token::Word(word) = &lexeme.token {
            let small = word.to_ascii_lowercase();
            if *word != small && KEYWORDS.contains(&small.as_str()) {
                text.replace_range(lexeme.span.start..lexeme.span.end, &small);
            }
        }
    }
    let later = |next: RuleError| next.span.start > mistake.span.start;
    let gone = text != source && read(&text).err().is_none_or(later);
    gone.then(|| (Span::new(0, source.len()), text))
}

/// The whole text with functions in place of the signs of C for bits, if one of those is the mistake.
fn in_functions(mistake: &RuleError, source: &str) -> Option<(Span, String)> {
    let typed = source.get(mistake.span.start..mistake.span.end)?;
    let is_sign = ["^", "⊕", "&", "<<", ">>", "~", "xor"].contains(&typed);
    // The word between two numbers is that sign.
    let signs = source.replace(" xor ", " ⊕ ");
    let text = is_sign.then(|| bits::in_functions(&signs))??;
    Some((Span::new(0, source.len()), text))
}

impl Parser<'_> {
    pub(super) fn text(&self, span: Span) -> &str {
        &self.source[span.start..span.end]
    }

    /// A mistake that is mended by another sign in place of the one at hand.
    pub(super) fn instead(&self, error: RuleError, help: Message, sign: &str) -> RuleError {
        error.help(help).mend(self.span(), Some(sign.to_owned()))
    }

    /// The index of what closes the bracket that the token at `open` opens.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, lexeme) in self.lexemes.iter().enumerate().skip(open) {
            match lexeme.token {
                Token::Sign("(" | "[" | "{") => depth += 1,
                Token::Sign(")" | "]" | "}") if depth == 1 => return Some(at),
                Token::Sign(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The text between two tokens.
    pub(super) fn inside(&self, open: usize, close: usize) -> &str {
        &self.source[self.lexemes[open].span.end..self.lexemes[close].span.start]
    }

    /// An operand of a sum or a range, which binds more tightly than comparisons.
    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        self.binary(BinaryOp::Add.level())
    }

    /// At `not` of `k not in {1, 2}`.
    pub(super) fn not_in(&self, left: &Expr) -> RuleError {
        let text = self.text(left.span);
        let span = left.span.to(self.lexemes[self.at + 1].span);
        let form = format!("not {text} in");
        RuleError::new(self.span(), message!("`not` stands in front of what it denies"))
            .help(message!("write {form}", form = format!("{form} ..")))
            .mend(span, Some(form))
    }

    /// At `for` inside of a component, `[n-k for k in 1..3]`.
    pub(super) fn clauses_inside(&self, error: RuleError) -> RuleError {
        let mut depth = 0;
        let close = self.lexemes[self.at..].iter().find(|lexeme| {
            match lexeme.token {
                Token::Sign("[" | "(" | "{") => depth += 1,
                Token::Sign(")" | "}") => depth -= 1,
                Token::Sign("]") if depth > 0 => depth -= 1,
                Token::Sign("]") => return true,
                _ => {}
            }
            false
        });
        let start = self.lexemes[self.at - 1].span.end;
        let (last, end) = close.map_or((self.source.len(), self.source.len()), |close| {
            (close.span.start, close.span.end)
        });
        let clauses = self.source[self.span().start..last].trim_end();
        error
            .help(message!("clauses stand behind the component: [n-k] for k in 1..3"))
            .mend(Span::new(start, end), Some(format!("] {clauses}")))
    }

    /// Whether a rule begins at this token: a component with an arrow behind it.
    pub(super) fn rule_starts(&self, at: usize) -> bool {
        let open = at + usize::from(matches!(self.lexemes[at].token, Token::Word(_)));
        if !self.lexemes.get(open).is_some_and(|lexeme| lexeme.token == Token::Sign("[")) {
            return false;
        }
        let Some(close) = self.closing(open) else { return false };
        let ends = |token: &Token| match token {
            Token::Sign("|" | ";" | ",") | Token::End => true,
            Token::Word(word) => word == "for" || word == "let",
            _ => false,
        };
        let rest = self.lexemes[close..].iter().map(|lexeme| &lexeme.token);
        rest.take_while(|token| !ends(token)).any(|token| *token == Token::Sign("->"))
    }

    /// At `[` directly behind a name, or at `+` before such a name: an element of a set by its number.
    pub(super) fn is_indexed(&self) -> bool {
        let at = self.at + if self.is_sign("+") { 2 } else { 0 };
        let (Some(before), Some(open)) = (self.lexemes[..at].last(), self.lexemes.get(at)) else {
            return false;
        };
        let is_kind = |name: &Lexeme| {
            let same = |at: &usize| self.lexemes[*at].token == name.token;
            (0..self.lexemes.len()).filter(same).take(MOST_MENDS).any(|at| self.rule_starts(at))
        };
        open.token == Token::Sign("[")
            && matches!(&before.token, Token::Word(word) if !KEYWORDS.contains(&word.as_str()))
            && before.span.end == open.span.start
            && !is_kind(before)
    }

    /// At what follows a word that could be the name of a kind, and is no bracket.
    pub(super) fn no_rule(&mut self, name: &Name, error: RuleError) -> RuleError {
        let text = &name.text;
        // `其中 k 为质数`
        if meant::WHERE.iter().any(|word| text.starts_with(word))
            && let Some((span, form)) = self.choice_told(self.at - 1)
        {
            let help = message!("write for {text}", text = &form);
            return error.help(help).mend(span, Some(format!("for {form}")));
        }
        if let Some((span, form)) = self.quality(self.at - 1) {
            return error.help(message!("write {form}", form = &form)).mend(span, Some(form));
        }
        if let Some((span, mend)) = self.remainder(self.at - 1) {
            let help = match &mend {
                Some(form) => message!("write {form}", form),
                None => message!("a remainder is written n % k"),
            };
            return error.help(help).mend(span, mend);
        }
        if let Some((help, span, mend)) = self.said_otherwise(name) {
            return error.help(help).mend(span, mend);
        }
        let such_that = text == "such" && self.take_word("that");
        let typed = if such_that { self.since(name.span) } else { name.span };
        if let Some((help, mend)) = meant::word(if such_that { "where" } else { text }) {
            if (such_that || meant::WHERE.contains(&text.as_str()))
                && let Some((range, span)) = self.chosen()
            {
                let help = message!("write for {text}", text = &range);
                return error.help(help).mend(typed.to(span), Some(format!("for {range}")));
            }
            return error.help(help).mend(typed, mend);
        }
        if self.is_word("in") {
            let help = message!("choices begin with `for`: for k in 1..3");
            return error.help(help).mend(name.span, Some(format!("for {text}")));
        }
        // `fro k in 1..3`
        let next = &self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)].token;
        if matches!(self.peek(), Token::Word(_))
            && matches!(next, Token::Word(word) if word == "in")
        {
            let help = message!("choices begin with `for`: for k in 1..3");
            return error.help(help).mend(name.span, Some("for".to_owned()));
        }
        // `a, b -> ..`
        let mut end = self.at;
        while self.lexemes[end].token == Token::Sign(",")
            && matches!(self.lexemes[end + 1].token, Token::Word(_))
        {
            end += 2;
        }
        if self.lexemes[end].token == Token::Sign("->") {
            let span = name.span.to(self.lexemes[end - 1].span);
            let text = self.text(span);
            let help = message!("a component is written in square brackets: [{text}] -> ...", text);
            return error.help(help).mend(span, Some(format!("[{text}]")));
        }
        // `f(n) -> f(n-1)`
        if let Some((help, span, mend)) = self.squared(name) {
            return error.help(help).mend(span, Some(mend));
        }
        if let Some(near) = nearest(text, ["for", "if", "let"]) {
            return error
                .help(message!("did you mean `{near}`?", near))
                .mend(name.span, Some(near.to_owned()));
        }
        error.help(message!(
            "a rule begins like {text}[n] -> ...; `grundy games` lists named games",
            text
        ))
    }

    /// At the round bracket of a head `f(n) -> ..`, behind its name: the help, and the rest of the text with square brackets
    /// behind that name.
    fn squared(&self, name: &Name) -> Option<(Message, Span, String)> {
        let is_sign = |at: usize, sign| self.lexemes[at].token == Token::Sign(sign);
        if !is_sign(self.at, "(") || !is_sign(self.closing(self.at)? + 1, "->") {
            return None;
        }
        let (mut text, mut end) = (String::new(), name.span.end);
        for open in self.at..self.lexemes.len() - 1 {
            let is_named =
                matches!(&self.lexemes[open - 1].token, Token::Word(word) if *word == name.text);
            if is_named && is_sign(open, "(") {
                let (from, to) = (self.lexemes[open].span, self.lexemes[self.closing(open)?].span);
                // None stands in another.
                text += self.source.get(end..from.start)?;
                text += &format!("[{}]", &self.source[from.end..to.start]);
                end = to.end;
            }
        }
        text += &self.source[end..];
        let head = format!("{}[{}]", name.text, self.inside(self.at, self.closing(self.at)?));
        let help = message!("a component is written in square brackets: {text}", text = head);
        Some((help, Span::new(name.span.end, self.source.len()), text))
    }

    /// At `..` between the coordinates of a head, `[l..r] -> ..`: so it is in all components.
    pub(super) fn commas(&self, error: RuleError) -> RuleError {
        let mut text = self.source[self.span().start..].to_owned();
        let mut open = vec!["["];
        for lexeme in &self.lexemes[self.at..] {
            match lexeme.token {
                Token::Sign(sign @ ("(" | "[" | "{")) => open.push(sign),
                Token::Sign(")" | "]" | "}") => drop(open.pop()),
                Token::Sign("..") if open.last() == Some(&"[") => {
                    let at = lexeme.span.start - self.span().start;
                    // Two bytes for two: later places stay.
                    text.replace_range(at..at + 2, ", ");
                }
                _ => {}
            }
        }
        let rest = Span::new(self.span().start, self.source.len());
        error.help(message!("coordinates are separated by commas: [a, b]")).mend(rest, Some(text))
    }

    /// Whether in `if d | n` the `|` before the token at `start`, where no option could be read, was
    /// meant as "divides".
    pub(super) fn divides(
        &mut self,
        error: RuleError,
        before: Option<&Family>,
        start: usize,
    ) -> RuleError {
        let Some(Clause::If(condition)) = before.and_then(|family| family.clauses.last()) else {
            return error;
        };
        let mut divisor = condition;
        while let ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, last) = &divisor.kind {
            divisor = last;
        }
        self.at = start;
        let Ok(number) = self.operand() else { return error };
        // `k == 1 | 3`: another value, or an option without its brackets.
        if let ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, value) = &divisor.kind
            && let (ExprKind::Int(_), ExprKind::Int(_)) = (&value.kind, &number.kind)
        {
            let not = if *op == BinaryOp::Ne { "not " } else { "" };
            let [left, value, other] =
                [left.span, value.span, number.span].map(|span| self.text(span));
            let form = format!("{not}{left} in {{{value}, {other}}}");
            let help = message!("several values are a set: {form}", form);
            return RuleError { help: Some(help), mend: None, ..error };
        }
        // `n|k == n`: bits.
        let compares =
            matches!(self.peek(), Token::Sign("==" | "!=" | "=" | "<" | "<=" | ">" | ">="));
        let place = divisor.span;
        let (divisor, sign) = match &divisor.kind {
            ExprKind::Not(inner) => (&**inner, "!="),
            _ => (divisor, "=="),
        };
        if is_condition(divisor) || self.is_sign("*") || compares {
            return error;
        }
        let whole = |expr: &Expr| match expr.kind {
            ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Call(..) => {
                self.text(expr.span).to_owned()
            }
            _ => format!("({})", self.text(expr.span)),
        };
        let (d, n) = (whole(divisor), whole(&number));
        let text = format!("{n} % {d} {sign} 0");
        let plain = format!("{n} % {d} == 0");
        let help = message!("that {d} divides {n} is written {text}", d, n, text = plain);
        error.help(help).mend(place.to(number.span), Some(text))
    }

    /// Whether a parameter, a coordinate or, in the option at hand, a choice or a `let` before this token has this name.
    pub(super) fn is_introduced(&self, name: &str) -> bool {
        let is = |at: usize, sign| self.lexemes[at].token == Token::Sign(sign);
        let named =
            |at: usize| matches!(&self.lexemes[at].token, Token::Word(word) if word == name);
        let first = (0..self.lexemes.len()).find(|&at| is(at, "->")).unwrap_or(0);
        let option = (0..self.at).rfind(|&at| is(at, "->") || is(at, "|")).unwrap_or(0);
        let arrow = (0..self.at).rfind(|&at| is(at, "->")).unwrap_or(0);
        let head = (0..arrow).rfind(|&at| is(at, "[")).unwrap_or(arrow);
        let chosen = |at: usize| {
            is(at + 1, "=") || self.lexemes[at + 1].token == Token::Word("in".to_owned())
        };
        (0..first.min(self.at)).chain(head..arrow).any(named)
            || (option..self.at.saturating_sub(1)).any(|at| named(at) && chosen(at))
    }

    /// After `where` or `if`: what is chosen, `k in 1..3`, if a new name stands there in a set or
    /// between two bounds; with the place of that.
    pub(super) fn chosen(&mut self) -> Option<(String, Span)> {
        let start = self.at;
        let span = self.span();
        let found = match (self.peek().clone(), self.peek_at(1)) {
            (Token::Word(name), Token::Word(word)) if word == "in" => {
                Some((format!("{name} in"), span.to(self.lexemes[start + 1].span), name))
            }
            _ => self.range_between(None).map(|(name, low, high)| {
                (format!("{name} in {low}..{high}"), self.since(span), name)
            }),
        };
        self.at = start;
        let (text, span, name) = found?;
        (!self.is_introduced(&name)).then_some((text, span))
    }

    /// After the second operator of `a < b < c`.
    pub(super) fn chained(&mut self, left: &Expr, operator: Span) -> RuleError {
        let error = RuleError::new(operator, message!("comparisons cannot be chained"));
        let ExprKind::Binary(_, _, middle) = &left.kind else { return error };
        let Ok(right) = self.binary(BinaryOp::Eq.level() + 1) else {
            return error.help(message!("join them: {joined}", joined = "a <= b and b <= c"));
        };
        let before = self.lexemes.iter().position(|lexeme| lexeme.span.end > left.span.start);
        if let Some(before) = before
            && before > 0
            && self.lexemes[before - 1].token == Token::Word("if".into())
        {
            let after = std::mem::replace(&mut self.at, before);
            if let Some((range, span)) = self.chosen() {
                let whole = self.lexemes[before - 1].span.to(span);
                let help = message!("write for {text}", text = &range);
                return error.help(help).mend(whole, Some(format!("for {range}")));
            }
            self.at = after;
        }
        // The operator with the spaces that are typed around it.
        let operator = Span::new(middle.span.end, right.span.start);
        let [first, middle, operator, last] =
            [left.span, middle.span, operator, right.span].map(|span| self.text(span));
        let mut joined = format!("{first} and {middle}{operator}{last}");
        let is_denied = before.is_some_and(|before| {
            before > 0 && self.lexemes[before - 1].token == Token::Word("not".into())
        });
        if is_denied {
            joined = format!("({joined})");
        }
        error
            .help(message!("join them: {joined}", joined = &joined))
            .mend(left.span.to(right.span), Some(joined))
    }

    /// At a `|` where an expression begins.
    pub(super) fn absolute(&mut self) -> RuleError {
        let error = self
            .unexpected(&message!("a number, a name or a set"))
            .help(message!("an absolute value is written abs(x)"));
        let start = self.advance();
        let Ok(inner) = self.operand() else { return error };
        if !self.is_sign("|") {
            return error;
        }
        error.mend(start.to(self.span()), Some(format!("abs({})", self.text(inner.span))))
    }

    /// `range(a, b)` and `set(a, b)` of other languages.
    pub(super) fn set_meant(&self, name: &Name, arguments: &[Expr], span: Span) -> RuleError {
        let error =
            RuleError::new(name.span, message!("unknown function `{name}`", name = &name.text));
        let texts: Vec<&str> = arguments.iter().map(|argument| self.text(argument.span)).collect();
        let form = match (name.text.as_str(), &texts[..]) {
            ("range", [end]) => format!("0..{}", neighbour(end, -1)),
            ("range", [from, end]) => format!("{from}..{}", neighbour(end, -1)),
            // Downwards by one, the same numbers are met.
            ("range", [from, end, "-1"]) => format!("{}..{from}", neighbour(end, 1)),
            ("range", [_, _, step]) if step.starts_with('-') => {
                return error.help(message!("write for instance: for {name} in 1..3", name = "k"));
            }
            ("range", [from, end, step]) => {
                format!("{from}..{} step {step}", neighbour(end, -1))
            }
            ("range", _) => "0..n-1".to_owned(),
            (_, elements) => format!("{{{}}}", elements.join(", ")),
        };
        error.help(message!("write {form}", form = &form)).mend(span, Some(form))
    }

    /// At the comma after the first of several numbers, `for k in 1, 2, 3`.
    pub(super) fn listed(&mut self, first: &Expr) -> RuleError {
        let mut error = None;
        let mut span = first.span;
        while self.is_sign(",") && matches!(self.peek_at(1), Token::Number(_)) {
            self.advance();
            let found = self.unexpected(&message!("a name after `for`"));
            error.get_or_insert(found);
            match self.operand() {
                Ok(item) => span = span.to(item.span),
                Err(_) => break,
            }
        }
        let text = format!("{{{}}}", self.text(span));
        let error = error.unwrap_or_else(|| self.unexpected(&message!("a set")));
        // `for k in 1..n, 2 | k`
        if self.is_sign("|") && !self.term_starts(1) {
            return error;
        }
        error.help(message!("a list has braces: {text}", text = &text)).mend(span, Some(text))
    }
}

/// A number as it is typed, one more or one less or as it is.
pub(super) fn neighbour(text: &str, by: i64) -> String {
    match (text.parse::<i64>().ok().and_then(|number| number.checked_add(by)), by) {
        (_, 0) => text.to_owned(),
        (Some(number), _) => number.to_string(),
        (None, _) if by > 0 => text.strip_suffix("-1").map_or(format!("{text}+1"), str::to_owned),
        (None, _) => text.strip_suffix("+1").map_or(format!("{text}-1"), str::to_owned),
    }
}
