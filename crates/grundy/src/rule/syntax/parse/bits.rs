//! The signs of C for bits as the functions of the notation: `m ^ (1 << i)` is `xor(m, shl(1, i))`.
//!
//! A text with one of these signs mostly has several, and each stands for a function around its
//! operands, which the place of the sign alone does not show. So all of them are put into functions at
//! once, where they bind as in Python: `|` most loosely, then `^`, `&`, and the shifts, all more
//! loosely than `+` and more tightly than comparisons. Where it is not certain what is meant, nothing
//! is: `n - m & k` is mostly another thing than was thought, and `n^2` may be a power.

use std::ops::Range;

use super::KEYWORDS;

/// Signs of two letters, which are not to be taken for two signs.
const LONG: [&str; 12] = ["<<", ">>", "->", "..", "==", "!=", "<=", ">=", "=>", "**", "&&", "||"];
/// What operands reach to, besides keywords.
const ENDS: [&str; 18] = [
    ",", "->", "..", "==", "!=", "<=", ">=", "=>", "<", ">", "=", ":", ";", "?", "&&", "||", "!",
    "\\",
];
const COMPARISONS: [&str; 7] = ["==", "!=", "<=", ">=", "<", ">", "="];
/// From the loosest on; those of one row are read from the left.
const OPERATORS: [&[&str]; 4] = [&["|"], &["^", "⊕"], &["&"], &["<<", ">>"]];
/// Deepest brackets that are looked into.
const MOST_DEPTH: usize = 50;

/// The text with functions for all signs of C for bits, `~` included, if it is certain what is meant.
pub(super) fn in_functions(source: &str) -> Option<String> {
    if source.contains(['#', '"']) {
        return None;
    }
    let tokens = tokens(source);
    let text = Text { source, tokens };
    text.rewritten(0..text.tokens.len(), 0, false)
}

/// The places of words, numbers and signs.
fn tokens(source: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            LONG.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |s| s.len())
        };
        if !first.is_whitespace() {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}

struct Text<'a> {
    source: &'a str,
    tokens: Vec<Range<usize>>,
}

impl Text<'_> {
    fn token(&self, at: usize) -> &str {
        &self.source[self.tokens[at].clone()]
    }

    /// What stands between two neighbouring tokens.
    fn gap(&self, after: usize) -> &str {
        &self.source[self.tokens[after].end..self.tokens[after + 1].start]
    }

    fn is_operand(&self, at: usize) -> bool {
        let token = self.token(at);
        let is_word = token.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_word && !KEYWORDS.contains(&token) || matches!(token, ")" | "]" | "}")
    }

    /// Whether operands end at this token. After an operand `and (` joins conditions.
    fn is_end(&self, at: usize, first: usize) -> bool {
        let token = self.token(at);
        let calls = matches!(token, "and" | "or" | "sum")
            && at + 1 < self.tokens.len()
            && self.token(at + 1) == "("
            && !(at > first && self.is_operand(at - 1));
        ENDS.contains(&token) || KEYWORDS.contains(&token) && !calls
    }

    /// The index of what closes the bracket at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            match self.token(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 1 => return Some(at),
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    /// The tokens of a range that stand in no bracket within it.
    fn outside(&self, range: Range<usize>) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            found.push(at);
            at = match self.token(at) {
                "(" | "[" | "{" => self.closing(at).filter(|&close| close < range.end)? + 1,
                _ => at + 1,
            };
        }
        Some(found)
    }

    /// A range of tokens with functions in it; within a component `|` is a sign of C.
    fn rewritten(&self, range: Range<usize>, depth: usize, component: bool) -> Option<String> {
        if depth > MOST_DEPTH {
            return None;
        }
        let mut new = String::new();
        let mut start = range.start;
        let mut before = "";
        let ends = self.outside(range.clone())?;
        let ends = ends
            .into_iter()
            .filter(|&at| self.is_end(at, range.start) || self.token(at) == "|" && !component);
        for end in ends.chain([range.end]) {
            if end > start {
                let after = if end < range.end { self.token(end) } else { "" };
                let operands = start..end;
                // `n > 3 & k < 2` joins conditions.
                let joins = self.outside(operands.clone())?.iter().any(|&at| self.token(at) == "&");
                let compared = COMPARISONS.contains(&before)
                    || COMPARISONS.contains(&after) && !matches!(after, "==" | "!=");
                if joins && compared {
                    return None;
                }
                new += &self.expression(operands, depth, component, true)?;
                if end < self.tokens.len() && end < range.end {
                    new += self.gap(end - 1);
                }
            }
            if end < range.end {
                before = self.token(end);
                new += before;
                if end + 1 < range.end {
                    new += self.gap(end);
                }
            }
            start = end + 1;
        }
        Some(new)
    }

    /// An expression without comparisons; `whole` if nothing is joined to it.
    fn expression(
        &self,
        range: Range<usize>,
        depth: usize,
        component: bool,
        whole: bool,
    ) -> Option<String> {
        if depth > MOST_DEPTH {
            return None;
        }
        let outside = self.outside(range.clone())?;
        for signs in OPERATORS {
            let last = outside.iter().rev().find(|&&at| signs.contains(&self.token(at)));
            let Some(&at) = last else { continue };
            let (left, right) = (range.start..at, at + 1..range.end);
            return self.joined(self.token(at), left, right, depth, component, whole);
        }
        self.copied(range, depth, component, whole)
    }

    /// A function in place of a sign between two operands.
    fn joined(
        &self,
        sign: &str,
        left: Range<usize>,
        right: Range<usize>,
        depth: usize,
        component: bool,
        whole: bool,
    ) -> Option<String> {
        let is_certain = |at: usize| {
            let bits = ["<<", ">>", "&", "~", "⊕", "xor", "shl", "shr", "popcount"];
            bits.contains(&self.token(at))
        };
        if sign == "^" && !(0..self.tokens.len()).any(is_certain) {
            return None;
        }
        // A square or a cube rather.
        if sign == "^" && right.len() == 1 && ["2", "3"].contains(&self.token(right.start)) {
            return None;
        }
        // `n - m & k` is `(n - m) & k`, and mostly not meant so.
        let outside = self.outside(left.clone())?;
        if outside.iter().skip(1).any(|&at| matches!(self.token(at), "+" | "-")) {
            return None;
        }
        if sign == "&" {
            for (of, without) in [(&left, &right), (&right, &left)] {
                if !without.is_empty() && self.token(without.start) == "~" {
                    let of = self.operand(of.clone(), depth, component)?;
                    let without = without.start + 1..without.end;
                    let without = self.operand(without, depth, component)?;
                    return Some(less(&of, &without, whole));
                }
            }
        }
        let left = self.operand(left, depth, component)?;
        let right = self.operand(right, depth, component)?;
        let name = match sign {
            "|" => "or",
            "&" => "and",
            "<<" => "shl",
            ">>" => "shr",
            _ => "xor",
        };
        Some(format!("{name}({left}, {right})"))
    }

    /// One operand of a sign, without the brackets around it.
    fn operand(&self, range: Range<usize>, depth: usize, component: bool) -> Option<String> {
        if range.is_empty() {
            return None;
        }
        let outside = self.outside(range.clone())?;
        let in_brackets = outside.len() == 1 && self.token(range.start) == "(";
        if in_brackets && self.closing(range.start) == Some(range.end - 1) {
            let inner = range.start + 1..range.end - 1;
            if inner.is_empty() || self.outside(inner.clone())?.iter().any(|&at| self.is_end(at, 0))
            {
                return None;
            }
            return self.expression(inner, depth + 1, component, true);
        }
        // Two operands side by side have a word between them that is not known here.
        let beside = |at: usize| {
            self.is_operand(at)
                && at + 1 < range.end
                && self.token(at + 1).starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        if outside.iter().any(|&at| beside(at) || self.token(at) == "[") {
            return None;
        }
        self.expression(range, depth + 1, component, false)
    }

    /// What has no sign of C outside of its brackets.
    fn copied(
        &self,
        range: Range<usize>,
        depth: usize,
        component: bool,
        whole: bool,
    ) -> Option<String> {
        let mut new = String::new();
        let mut at = range.start;
        while at < range.end {
            let token = self.token(at);
            let mut next = at + 1;
            if token == "~" {
                return None;
            }
            if let Some((text, after)) = self.without(at, range.end, depth, component, whole) {
                new += &text?;
                next = after;
            } else {
                new += token;
                if matches!(token, "(" | "[" | "{") {
                    let close = self.closing(at)?;
                    let inner = at + 1..close;
                    if !inner.is_empty() {
                        new += self.gap(at);
                        new += &self.rewritten(inner, depth + 1, component || token == "[")?;
                        new += self.gap(close - 1);
                    } else {
                        new += self.gap(at);
                    }
                    new += self.token(close);
                    next = close + 1;
                }
            }
            if next < range.end {
                new += self.gap(next - 1);
            }
            at = next;
        }
        Some(new)
    }

    /// `and(m, ~k)` from this token on, and where it ends.
    fn without(
        &self,
        at: usize,
        end: usize,
        depth: usize,
        component: bool,
        whole: bool,
    ) -> Option<(Option<String>, usize)> {
        if self.token(at) != "and" || at + 1 >= end || self.token(at + 1) != "(" {
            return None;
        }
        let close = self.closing(at + 1)?;
        let inner = self.outside(at + 2..close)?;
        let commas: Vec<usize> = inner.into_iter().filter(|&at| self.token(at) == ",").collect();
        let [comma] = commas[..] else { return None };
        let (left, right) = (at + 2..comma, comma + 1..close);
        if left.is_empty() || right.is_empty() {
            return None;
        }
        let (of, without) = match (self.token(left.start), self.token(right.start)) {
            (_, "~") => (left, right.start + 1..right.end),
            ("~", _) => (right, left.start + 1..left.end),
            _ => return None,
        };
        let alone = whole && end == close + 1 && (at == 0 || !self.is_operator(at - 1));
        let text = self
            .operand(of, depth + 1, component)
            .zip(self.operand(without, depth + 1, component))
            .map(|(of, without)| less(&of, &without, alone));
        Some((text, close + 1))
    }

    fn is_operator(&self, at: usize) -> bool {
        matches!(self.token(at), "+" | "-" | "*" | "/" | "%" | "**")
    }
}

/// A number without the bits that another has.
fn less(of: &str, without: &str, whole: bool) -> String {
    let text = format!("{of} - and({of}, {without})");
    if whole { text } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::in_functions;

    #[test]
    fn signs_of_c_become_functions_where_they_are_certain() {
        for (typed, meant) in [
            ("m ^ (1<<i)", Some("xor(m, shl(1, i))")),
            ("m ^ 1<<i+1", Some("xor(m, shl(1, i+1))")),
            ("(m >> i) & 1 == 1", Some("and(shr(m, i), 1) == 1")),
            (
                "[m] -> [m ^ (1<<i)] for i in 0..4 if m & (1 << i)",
                Some("[m] -> [xor(m, shl(1, i))] for i in 0..4 if and(m, shl(1, i))"),
            ),
            ("[m | 1 << k] | [m & m-1]", Some("[or(m, shl(1, k))] | [and(m, m-1)]")),
            ("[a, m & ~k] | [m & ~k + 1]", Some("[a, m - and(m, k)] | [m - and(m, k + 1)]")),
            ("[and(m, ~k)]", Some("[m - and(m, k)]")),
            ("[1 + and(m, ~(1 << i))]", Some("[1 + (m - and(m, shl(1, i)))]")),
            ("a ⊕ b ⊕ c", Some("xor(xor(a, b), c)")),
            ("[n^2]", None),
            ("[n - m & k]", None),
            ("n > 3 & k < 2", None),
            ("n == 0 & k == 2", None),
            ("a mod b & 1", None),
            ("[m &]", None),
            ("[(m & 1]", None),
            ("~m", None),
        ] {
            assert_eq!(in_functions(typed).as_deref(), meant, "{typed}");
        }
    }
}
