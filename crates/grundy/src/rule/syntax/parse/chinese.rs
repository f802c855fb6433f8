//! Conditions and choices told in Chinese, `k是奇数`, `k 与 n 互质`, `k不等于3`, and what is written for them.
//!
//! A name reaches as far as letters do, so that `k是奇数` is one. Where there is no such name, the text is read anew,
//! and a name ends where one of the words here begins.

use super::alone::parse_formula;
use super::{KEYWORDS, Parsed, Parser};
use crate::language::message;
use crate::rule::ast::{Component, Expr, Program, Rule, Span, Term};
use crate::rule::error::RuleError;
use crate::rule::syntax::lexer::Token;
use crate::rule::syntax::meant::WHERE;

/// Words that join conditions.
const JOINS: [(&str, &str); 7] = [
    ("并且", " and "),
    ("而且", " and "),
    ("且", " and "),
    ("或者", " or "),
    ("或", " or "),
    (" and ", " and "),
    (" or ", " or "),
];

/// Comparisons; what another ends with stands behind it.
const COMPARES: [(&str, &str); 13] = [
    ("大于等于", ">="),
    ("小于等于", "<="),
    ("不大于", "<="),
    ("不小于", ">="),
    ("不超过", "<="),
    ("不少于", ">="),
    ("不多于", "<="),
    ("不等于", "!="),
    ("等于", "=="),
    ("大于", ">"),
    ("小于", "<"),
    ("至少", ">="),
    ("至多", "<="),
];

/// What a number is called; what another ends with stands behind it.
const QUALITIES: [&str; 6] = ["完全平方数", "平方数", "奇数", "偶数", "质数", "素数"];

/// Longest text that is looked at, in bytes.
const MOST_BYTES: usize = 200;

/// A condition that is told in Chinese, in part or as a whole, as it is written.
fn condition(told: &str) -> Option<String> {
    let told = told.replace("或等于", "等于");
    let (mut form, mut rest, mut found) = (String::new(), told.as_str(), false);
    loop {
        // Of two that begin at one place the longer stands first.
        let joins = JOINS.iter().filter_map(|(word, join)| Some((rest.find(word)?, word, join)));
        let next = joins.min_by_key(|(at, ..)| *at);
        let part = &rest[..next.map_or(rest.len(), |(at, ..)| at)];
        let (before, inner, after) = unwrapped(part);
        let asked = asked(inner);
        found |= asked.is_some();
        form += &match asked {
            Some(asked) => format!("{before}{asked}{after}"),
            None => part.trim().to_owned(),
        };
        let Some((at, word, join)) = next else { break };
        form += join;
        rest = &rest[at + word.len()..];
    }
    (found && parse_formula(&form).is_ok()).then_some(form)
}

/// A part of a condition without `not` and without brackets that are open or closed in other parts.
fn unwrapped(part: &str) -> (&str, &str, &str) {
    let whole = part.trim();
    let mut inner = whole;
    while let Some(less) = inner.strip_prefix('(').or_else(|| inner.strip_prefix("not ")) {
        inner = less.trim_start();
    }
    let before = whole.len() - inner.len();
    while inner.ends_with(')') && inner.matches(')').count() > inner.matches('(').count() {
        inner = inner[..inner.len() - 1].trim_end();
    }
    (&whole[..before], inner, &whole[before + inner.len()..])
}

/// The condition that is asked by one verb.
fn asked(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let equals = |denied: bool| if denied { "!=" } else { "==" };
    if let Some((number, quality, denied)) = of_quality(text) {
        let not = if denied { "not " } else { "" };
        return Some(match quality {
            "奇数" => format!("{} % 2 == {}", factor(number), u8::from(!denied)),
            "偶数" => format!("{} % 2 == {}", factor(number), u8::from(denied)),
            "质数" | "素数" => format!("{not}is_prime({number})"),
            _ => format!("{not}is_square({number})"),
        });
    }
    if let Some((divisor, number, denied)) = divides(text) {
        return Some(format!("{} % {} {} 0", factor(number), factor(divisor), equals(denied)));
    }
    if let Some(both) = text.strip_suffix("互质").or_else(|| text.strip_suffix("互素")) {
        let (both, denied) = without_not(both);
        let (one, other) = both.split_once(['与', '和', '跟'])?;
        return Some(format!("gcd({}, {}) {} 1", one.trim(), other.trim(), equals(denied)));
    }
    let (word, sign) = COMPARES.iter().find(|(word, _)| text.contains(word))?;
    let (one, other) = text.split_once(word)?;
    Some(format!("{} {sign} {}", one.trim(), other.trim()))
}

/// `k是奇数`: the number, what it is, and whether that is denied.
fn of_quality(text: &str) -> Option<(&str, &str, bool)> {
    let (left, quality) =
        QUALITIES.iter().find_map(|quality| Some((text.strip_suffix(quality)?, *quality)))?;
    let (number, denied) = without_not(without_is(left)?);
    (!number.is_empty()).then_some((number, quality, denied))
}

/// `k整除n`, `n被k整除`, `k是n的约数`, `n是k的倍数`: the divisor, the number, and whether that is denied.
fn divides(text: &str) -> Option<(&str, &str, bool)> {
    if let Some(text) = text.strip_suffix("整除") {
        let (number, divisor) = text.split_once('被')?;
        let (number, denied) = without_can(number);
        return Some((divisor.trim(), number, denied));
    }
    if let Some((divisor, number)) = text.split_once("整除") {
        let (divisor, denied) = without_can(divisor);
        return Some((divisor, number.trim(), denied));
    }
    let of = |word| Some(less(text.strip_suffix(word)?.trim(), "的"));
    let is = ['是', '为'];
    if let Some(text) = of("约数").or_else(|| of("因数")) {
        let (divisor, number) = text.split_once(is)?;
        let (divisor, denied) = without_not(divisor);
        return Some((divisor, number.trim(), denied));
    }
    let (number, divisor) = of("倍数")?.split_once(is)?;
    let (number, denied) = without_not(number);
    Some((divisor.trim(), number, denied))
}

/// The text without a word at its end.
fn less<'a>(text: &'a str, word: &str) -> &'a str {
    text.trim().strip_suffix(word).unwrap_or(text).trim()
}

/// What stands before `是` or `为`.
fn without_is(text: &str) -> Option<&str> {
    let text = less(text, "一个").trim();
    text.strip_suffix(['是', '为']).map(str::trim)
}

fn without_not(text: &str) -> (&str, bool) {
    let bare = less(text, "不");
    (bare, bare.len() < text.trim().len())
}

/// What stands before `能`, and whether that is denied.
fn without_can(text: &str) -> (&str, bool) {
    without_not(["可以", "可", "能"].into_iter().fold(text, less))
}

/// A number beside `%`.
fn factor(number: &str) -> String {
    match number.chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => number.to_owned(),
        false => format!("({number})"),
    }
}

/// The name and the set of a choice, `k为质数`, among the numbers up to n.
fn choice(told: &str, n: &str) -> Option<(String, String)> {
    let among = ["属于", "在"].iter().find_map(|word| told.split_once(word));
    let (name, set) = match of_quality(told) {
        _ if let Some((name, set)) = among => {
            (name.trim(), set.trim().trim_end_matches(['中', '里']).trim().to_owned())
        }
        Some((name, quality, false)) => {
            let set = match quality {
                "奇数" => format!("1..{n} step 2"),
                "偶数" => format!("2..{n} step 2"),
                "质数" | "素数" => format!("primes({n})"),
                _ => format!("squares({n})"),
            };
            (name, set)
        }
        Some(_) => return None,
        None => match divides(told)? {
            (name, number, false) => (name, format!("divisors({number})")),
            _ => return None,
        },
    };
    let is_name = name.starts_with(char::is_alphabetic) && factor(name) == name;
    (is_name && parse_formula(&set).is_ok()).then(|| (name.to_owned(), set))
}

/// Whether one of the words here begins a text, so that a number ends before it.
pub(in crate::rule::syntax) fn is_verb(text: &str) -> bool {
    let verbs = ["是", "为", "不", "整除", "能", "可", "被", "与", "和", "跟", "的"];
    let words = JOINS.iter().chain(&COMPARES).map(|(word, _)| *word);
    words.chain(verbs).any(|word| text.starts_with(word))
}

impl Parser<'_> {
    /// `无序 [a, b] -> [a-1, b]`: what would be the name of a kind, of which no option has a component.
    pub(super) fn unordered_meant(&self, program: &Program) -> Option<RuleError> {
        let [Rule { kind: Some(name), families, .. }] = &program.rules[..] else { return None };
        let is_bare = |term: &Term| matches!(term, Term::Component(Component { kind: None, coords, .. }) if !coords.is_empty());
        let terms = families.iter().flat_map(|family| &family.terms);
        if name.text != "无序" || !terms.into_iter().any(is_bare) {
            return None;
        }
        let error =
            RuleError::new(name.span, message!("there is no rule for {name}", name = "`[..]`"));
        let help = message!("write `{meant}`", meant = "unordered");
        Some(error.help(help).mend(name.span, Some("unordered ".to_owned())))
    }

    /// What is told from this token on, up to the end of its clause, if letters that are not of English stand in it which
    /// are no name that stands before.
    fn told(&self, from: usize) -> Option<(Span, &str)> {
        let mut depth = 0_usize;
        let mut end = from;
        loop {
            match &self.lexemes.get(end)?.token {
                Token::End | Token::Sign("|" | "," | ";" | ":" | "->") if depth == 0 => break,
                Token::Sign(")" | "]" | "}") if depth == 0 => break,
                Token::End | Token::Sign("[") => return None,
                Token::Word(word)
                    if depth == 0
                        && KEYWORDS.contains(&word.as_str())
                        && !["and", "or", "not", "in"].contains(&word.as_str()) =>
                {
                    break;
                }
                Token::Sign("(" | "{") => depth += 1,
                Token::Sign(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
            end += 1;
        }
        let is_new = |at: &usize| {
            let token = &self.lexemes[*at].token;
            matches!(token, Token::Word(word) if !word.is_ascii())
                && self.lexemes[..from].iter().all(|before| before.token != *token)
        };
        (from..end).find(is_new)?;
        let span = self.lexemes[from].span.to(self.lexemes[end - 1].span);
        Some((span, self.text(span))).filter(|(_, text)| text.len() <= MOST_BYTES)
    }

    /// A condition that is told in Chinese from this token on: its place, and how it is written.
    pub(super) fn condition_told(&self, from: usize) -> Option<(Span, String)> {
        let (span, text) = self.told(from)?;
        Some((span, condition(text)?))
    }

    /// A choice that is told in Chinese from this token on, `其中k为质数`: its place, and how it is written.
    pub(super) fn choice_told(&self, from: usize) -> Option<(Span, String)> {
        let (span, text) = self.told(from)?;
        let bare = WHERE.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
        let (name, set) = choice(bare.trim(), self.only_coordinate()?)?;
        (!self.is_introduced(&name)).then(|| (span, format!("{name} in {set}")))
    }

    /// The condition that was read from this token on, unless it is told in Chinese.
    pub(super) fn not_told(&self, from: usize, read: Parsed<Expr>) -> Parsed<Expr> {
        let Some((span, form)) = self.condition_told(from) else { return read };
        let error = match read {
            Err(error) => error,
            Ok(_) if self.span().start < span.end => {
                self.unexpected(&message!("`|`, `for`, `if`, `let`, a new rule or the end"))
            }
            Ok(_) => {
                RuleError::new(span, message!("unknown name `{name}`", name = self.text(span)))
            }
        };
        Err(error.help(message!("write {form}", form = &form)).mend(span, Some(form)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::advice;
    use super::{choice, condition};

    #[test]
    fn conditions_in_chinese_are_written_with_signs() {
        for (told, form) in [
            ("k是奇数", Some("k % 2 == 1")),
            ("k 为偶数", Some("k % 2 == 0")),
            ("k不是奇数", Some("k % 2 == 0")),
            ("n-k 是 质数", Some("is_prime(n-k)")),
            ("k不是素数", Some("not is_prime(k)")),
            ("n-k是奇数", Some("(n-k) % 2 == 1")),
            ("k是完全平方数", Some("is_square(k)")),
            ("k整除n", Some("n % k == 0")),
            ("k不能整除n-1", Some("(n-1) % k != 0")),
            ("n能被k整除", Some("n % k == 0")),
            ("k 是 n 的约数", Some("n % k == 0")),
            ("k不是3的倍数", Some("k % 3 != 0")),
            ("k 与 n 互质", Some("gcd(k, n) == 1")),
            ("k和n不互质", Some("gcd(k, n) != 1")),
            ("k不等于3", Some("k != 3")),
            ("k大于或等于3", Some("k >= 3")),
            ("k是奇数且k不超过n/2", Some("k % 2 == 1 and k <= n/2")),
            ("(k是奇数 或者 k > 3) and n > 2", Some("(k % 2 == 1 or k > 3) and n > 2")),
            ("not k是奇数", Some("not k % 2 == 1")),
            ("石 > 3", None),
            ("k > 3 或 k < 1", None),
            ("k是好数", None),
            ("是奇数", None),
            ("整除", None),
            ("k不等于", None),
        ] {
            assert_eq!(condition(told).as_deref(), form, "{told}");
        }
    }

    #[test]
    fn choices_in_chinese_are_sets() {
        for (told, form) in [
            ("k为质数", Some(("k", "primes(n)"))),
            ("k 是奇数", Some(("k", "1..n step 2"))),
            ("k整除n", Some(("k", "divisors(n)"))),
            ("k是n的约数", Some(("k", "divisors(n)"))),
            ("k不是质数", None),
            ("n-k是质数", None),
        ] {
            let form = form.map(|(name, set)| (name.to_owned(), set.to_owned()));
            assert_eq!(choice(told, "n"), form, "{told}");
        }
    }

    #[test]
    fn what_is_told_in_chinese_is_shown_whole() {
        for (typed, meant) in [
            ("[n] -> [n-lowbit(n)]", "[n] -> [n-and(n, -n)] if n > 0"),
            (
                "[n, m] -> [n-lowbit(n), k] for k in 1..m",
                "[n, m] -> [n-and(n, -n), k] for k in 1..m if n > 0",
            ),
            ("[n] if n > 3 -> [n - lowbit(n)]", "[n] if n > 3 -> [n - and(n, -n)]"),
            ("[n] -> [n-k] for k in 1..lowbit(n+1)", "[n] -> [n-k] for k in 1..and(n+1, -(n+1))"),
            ("[n] -> [n-k] for k in factors(n)", "[n] -> [n-k] for k in divisors(n)"),
            ("[n] -> [n-k] for k in 约数(n)", "[n] -> [n-k] for k in divisors(n)"),
            ("[n] -> [n-k] for k in 质数(n)", "[n] -> [n-k] for k in primes(n)"),
            ("[n] -> [n-k] for k in 平方数(n)", "[n] -> [n-k] for k in squares(n)"),
            ("[n] -> [n-k] for k in 1..n if 素数(k)", "[n] -> [n-k] for k in 1..n if is_prime(k)"),
            (
                "[n] -> [n-k] for k in 1..n if 最大公约数(k, n) == 1",
                "[n] -> [n-k] for k in 1..n if gcd(k, n) == 1",
            ),
            (
                "[a, b] -> [异或(a, b), 绝对值(a-b)] if a > b",
                "[a, b] -> [xor(a, b), abs(a-b)] if a > b",
            ),
            ("无序 [a,b] -> [a-1,b] | [a,b-1]", "unordered [a,b] -> [a-1,b] | [a,b-1]"),
            ("[n] -> [n-1] 或 [n-2]", "[n] -> [n-1] | [n-2]"),
            ("[n] -> [n-1]或者[n-2]", "[n] -> [n-1] | [n-2]"),
            ("[n] -> [n-1] if n > 3 或 [n-2]", "[n] -> [n-1] if n > 3 | [n-2]"),
            ("[n] -> [n-1] if n > 3 或 n < 2", "[n] -> [n-1] if n > 3 or n < 2"),
            (
                "[n] -> [n-k] 或 [n-2*k] for k in 1..n",
                "[n] -> [n-k] for k in 1..n | [n-2*k] for k in 1..n",
            ),
            ("[n] -> [n-k] for k in 1..n if k是奇数", "[n] -> [n-k] for k in 1..n if k % 2 == 1"),
            (
                "[n] -> [n-k] for k in 1..n if k 与 n 互质",
                "[n] -> [n-k] for k in 1..n if gcd(k, n) == 1",
            ),
            (
                "[n] -> [n-k] for k in 1..n if k 是 n 的约数",
                "[n] -> [n-k] for k in 1..n if n % k == 0",
            ),
            (
                "[n] -> [n-k] for k in 1..n if k不等于3 | []",
                "[n] -> [n-k] for k in 1..n if k != 3 | []",
            ),
            (
                "[n] -> [n-k] for k in 1..n if n%3等于1 且 k为质数",
                "[n] -> [n-k] for k in 1..n if n%3 == 1 and is_prime(k)",
            ),
            ("[n] if n是奇数 -> [n-1]", "[n] if n % 2 == 1 -> [n-1]"),
            ("[n] -> [n-1]，n是奇数", "[n] -> [n-1] if n % 2 == 1"),
            ("[n] -> [n-k]，k为质数", "[n] -> [n-k] for k in primes(n)"),
            ("[n] -> [n-k] 其中 k 是完全平方数", "[n] -> [n-k] for k in squares(n)"),
            ("[n] -> [n-k]，其中k整除n", "[n] -> [n-k] for k in divisors(n)"),
            ("[n] -> [n-k] 其中 k 属于 {1,2}", "[n] -> [n-k] for k in {1,2}"),
            ("[n] -> [n-k]，其中 k 在 1..n/2 中", "[n] -> [n-k] for k in 1..n/2"),
            ("[n] -> [n-k] for k是奇数", "[n] -> [n-k] for k in 1..n step 2"),
            ("[n] -> [n-k] for k in 1..3, k为质数", "[n] -> [n-k] for k in 1..3 if is_prime(k)"),
            ("[n] -> [n-k] （1≤k≤n/2）", "[n] -> [n-k] for k in 1..n/2"),
            ("[n] -> [n-k] (k为质数)", "[n] -> [n-k] for k in primes(n)"),
            ("[n] -> [n-1] (n > 3)", "[n] -> [n-1] if n > 3"),
        ] {
            let help = advice(typed);
            let whole = help.split_once("the whole rule: ").map(|(_, whole)| whole);
            assert_eq!(whole, Some(meant), "{typed}: {help}");
        }
        for rule in [
            "game 游戏(上限是奇数 = 3) [n] -> [n-k] for k in 1..上限是奇数",
            "[k是奇数] if k是奇数 > 3 -> [k是奇数 - 1]",
            "无序[a] -> 无序[a-1]",
            "[n] -> 或[n-1] 或[n] -> [n-2]",
            "[n] -> [n-k] for k是质数 in 1..3 let k = k是质数 if k是质数 < 3",
        ] {
            assert!(crate::games::open(rule).is_ok(), "{rule}");
        }
    }
}
