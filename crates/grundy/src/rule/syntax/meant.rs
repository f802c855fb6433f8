//! What people type for the signs, words and functions of the notation, and what is written for them.
//!
//! Three tables of common mistakes. Where one thing is meant for certain it is a mend, which `parse`
//! puts into the text to show the rule as a whole; where several may be meant, the help names them.

use super::ast::{BinaryOp, Expr, ExprKind, Span};
use crate::language::{Message, message};
use crate::rule::error::RuleError;

/// A help, and the text that stands for what was typed where that is certain.
pub(super) type Meant = (Message, Option<String>);

/// Signs that people type for others, longest first, with the sign of the notation.
const SIGNS: [(&str, &str); 46] = [
    ("-->", "->"),
    ("……", ".."),
    ("。。", ".."),
    ("！＝", "!="),
    ("！=", "!="),
    ("⋯⋯", ".."),
    ("&&", "and"),
    ("//", "/"),
    ("=<", "<="),
    ("<>", "!="),
    ("→", "->"),
    ("⟶", "->"),
    ("⇒", "->"),
    ("–", "-"),
    ("—", "-"),
    ("−", "-"),
    ("…", ".."),
    ("⋯", ".."),
    ("～", ".."),
    ("~", ".."),
    ("÷", "/"),
    ("×", "*"),
    ("·", "*"),
    ("≤", "<="),
    ("≦", "<="),
    ("≥", ">="),
    ("≧", ">="),
    ("≠", "!="),
    ("≡", "=="),
    ("∈", "in"),
    ("∀", "for"),
    ("∪", "or"),
    ("∩", "and"),
    ("∖", "\\"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("、", ","),
    ("。", "."),
    ("【", "["),
    ("】", "]"),
    ("〔", "["),
    ("〕", "]"),
    ("“", "\""),
    ("”", "\""),
    ("⩽", "<="),
];

/// Signs that stand for something else in the notation depending on what is around them.
const SIGNS_OF_SEVERAL: [&str; 11] = ["=>", "||", "<<", ">>", "^", "⊕", "&", "!", "√", "⌊", "⌋"];

/// What is meant by the sign at the start of `rest`, which stands after `before`: how the sign is
/// typed, and what to do about it. `None` where the sign is of the notation or not known.
pub(super) fn sign<'a>(before: &str, rest: &'a str) -> Option<(&'a str, Meant)> {
    if let Some(typed) = SIGNS_OF_SEVERAL.into_iter().find(|typed| rest.starts_with(typed))
        && !rest.starts_with("!=")
        && !rest.starts_with("&&")
    {
        return Some((&rest[..typed.len()], sign_of_several(typed, before, &rest[typed.len()..])));
    }
    if rest.starts_with('~') && begins_operand(before) {
        let help = message!("there is no complement: m without the bits of k is m - and(m, k)");
        return Some((&rest[..1], (help, None)));
    }
    if let Some(typed) = ["//", "/*"].into_iter().find(|typed| rest.starts_with(typed))
        && is_comment(before, &rest[typed.len()..])
    {
        let help = message!("a comment begins with `#` and ends with its line");
        return Some((&rest[..typed.len()], (help, None)));
    }
    // The end of a sentence.
    if rest.trim_end() == "。" {
        return Some((&rest[.."。".len()], (message!("leave it out"), Some(String::new()))));
    }
    if let Some(typed) = QUOTES.into_iter().find(|typed| rest.starts_with(typed))
        && is_around_all(before, &rest[typed.len()..])
    {
        let help = message!("leave the quotation marks out");
        return Some((&rest[..typed.len()], (help, Some(String::new()))));
    }
    if let Some(typed) = ["，", "；", "、"].into_iter().find(|typed| rest.starts_with(typed))
        && parts_options(before, &rest[typed.len()..])
    {
        let help = message!("options are separated by `|`: [n] -> [n-1] | [n-2]");
        return Some((&rest[..typed.len()], (help, Some(" | ".to_owned()))));
    }
    if rest.starts_with('∣') {
        let help = message!("that d divides n is written n % d == 0");
        return Some((&rest[..'∣'.len_utf8()], (help, Some("|".to_owned()))));
    }
    if rest.starts_with('∤') {
        let help = message!("that d does not divide n is written n % d != 0");
        return Some((&rest[..'∤'.len_utf8()], (help, None)));
    }
    if rest.starts_with('∞') {
        let help = message!("a range has two ends: for {text}", text = "k in 1..n");
        return Some((&rest[..'∞'.len_utf8()], (help, None)));
    }
    if rest.starts_with('∉') {
        let help = message!("the opposite is written {form}", form = "not k in {1, 2}");
        return Some((&rest[..'∉'.len_utf8()], (help, None)));
    }
    if let Some((typed, meant)) = SIGNS.into_iter().find(|(typed, _)| rest.starts_with(typed)) {
        return Some((&rest[..typed.len()], instead(meant)));
    }
    let wide = rest.chars().next()?;
    let plain = plain_form(wide)?.to_string();
    let help = message!("write a plain `{plain}`", plain);
    Some((&rest[..wide.len_utf8()], (help, Some(plain))))
}

/// The plain form of a wide sign, letter or digit, as Chinese and Japanese keyboards give them.
///
/// ```
/// assert_eq!(grundy::rule::plain_form('５'), Some('5'));
/// assert_eq!(grundy::rule::plain_form('5'), None);
/// ```
pub fn plain_form(wide: char) -> Option<char> {
    let wide = Some(u32::from(wide)).filter(|code| (0xff01..=0xff5e).contains(code));
    wide.and_then(|code| char::from_u32(code - 0xfee0))
}

/// Whether an option ends with this text and another begins after it.
fn parts_options(before: &str, after: &str) -> bool {
    let begins = after.trim_start().starts_with(['[', '［', '【']);
    let is_head = after
        .split_once([']', '］', '】'])
        .is_some_and(|(_, rest)| has_arrow(rest.trim_start().get(..3).unwrap_or_default()));
    begins
        && !is_head
        && has_arrow(before)
        && before.matches('{').count() == before.matches('}').count()
}

/// Whether words stand on both sides of a sign and no numbers, so that it divides nothing.
fn is_comment(before: &str, after: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let word = after.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    line.trim().is_empty() || word.chars().count() > 1 && !word.starts_with(char::is_numeric)
}

/// Whether an operand begins after this text, so that no sign between two operands stands there.
fn begins_operand(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
    before.ends_with(|c: char| "([{,=<>+-*/%&|^⊕".contains(c))
        || ["if", "and", "or", "not", "in"].contains(&word)
}

/// Quotation marks of texts from which a rule may be taken over.
const QUOTES: [&str; 8] = ["“", "”", "‘", "’", "「", "」", "『", "』"];

/// Whether a quotation mark opens or closes the whole text.
fn is_around_all(before: &str, after: &str) -> bool {
    before.trim().is_empty() || after.trim().is_empty()
}

/// The help and the mend where one sign or word stands for another.
fn instead(meant: &str) -> Meant {
    let is_word = meant.chars().all(char::is_alphabetic);
    let mend = if is_word { format!(" {meant} ") } else { meant.to_owned() };
    (message!("write `{meant}`", meant), Some(mend))
}

fn sign_of_several(typed: &str, before: &str, after: &str) -> Meant {
    let after = after.trim_start();
    // The operands, where each is one name or one number; otherwise letters.
    let single = |c: char| c.is_alphanumeric() || c == '_';
    let left = &before[before
        .trim_end()
        .rfind(|c| !single(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))..];
    let right = &after[..after.find(|c| !single(c)).unwrap_or(after.len())];
    let operand = if right.is_empty() { "n" } else { right };
    let (a, b) = match (left.trim(), right) {
        ("", _) | (_, "") => ("a", "b"),
        both => both,
    };
    match typed {
        // A rule has one arrow; what stands behind it compares.
        "=>" => instead(if has_arrow(before.lines().last().unwrap_or("")) { ">=" } else { "->" }),
        "||" => {
            let kind = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            let meant = if kind.starts_with('[') { " | " } else { " or " };
            let help = message!("write `|` between options, `or` between conditions");
            (help, Some(meant.to_owned()))
        }
        // `[i] ^ [n-i]`
        "^" | "⊕" if before.trim_end().ends_with(']') && after.trim_start().starts_with('[') => (
            message!("parts of one option are added: [k] + [n-k] for k in 1..n-1"),
            Some(" + ".to_owned()),
        ),
        "^" if is_half(after) => (
            message!(
                "write {form}",
                form = format!(
                    "isqrt({a})",
                    a = if left.trim().is_empty() { "n" } else { left.trim() }
                )
            ),
            None,
        ),
        "^" => {
            let help = message!("write {a}**{b} for a power, xor({a}, {b}) for exclusive or", a, b);
            (help, None)
        }
        "⊕" => (message!("write {form}", form = format!("xor({a}, {b})")), None),
        "<<" => (message!("write {form}", form = format!("shl({a}, {b})")), None),
        ">>" => (message!("write {form}", form = format!("shr({a}, {b})")), None),
        "&" => (message!("write and({a}, {b}) for bits, `and` between conditions", a, b), None),
        "√" => (message!("write {form}", form = format!("isqrt({operand})")), None),
        "⌊" => (message!("a quotient n / k is rounded down"), Some("(".to_owned())),
        "⌋" => (message!("a quotient n / k is rounded down"), Some(")".to_owned())),
        // `where !(k==2)`, and not `k!`.
        _ if !before.ends_with(|c: char| c.is_alphanumeric() || c == ')')
            && after.starts_with(|c: char| c.is_alphabetic() || c == '(') =>
        {
            (message!("write `{meant}`", meant = "not"), Some(" not ".to_owned()))
        }
        _ => (message!("there is no factorial; the opposite of a condition is `not`"), None),
    }
}

/// Whether an exponent is one half.
fn is_half(exponent: &str) -> bool {
    ["0.5", ".5", "(1/2)", "(0.5)", "½"].iter().any(|half| {
        exponent.strip_prefix(half).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Words that begin a condition, or what is chosen, in other notations.
pub(super) const WHERE: [&str; 8] = ["where", "when", "with", "given", "若", "如果", "当", "其中"];

/// Words before the option for the other case, and how two options are written.
pub(super) const ELSE: [&str; 3] = ["else", "otherwise", "否则"];
pub(super) const TWO_OPTIONS: &str = "[n-1] if n > 3 | [n-2] if not (n > 3)";

/// What is meant by a word where an operator, a clause or the end of a bracket is to stand.
pub(super) fn word(word: &str) -> Option<Meant> {
    let certain = |help: Message, mend: &str| Some((help, Some(mend.to_owned())));
    let condition = || message!("a condition is written `if`: [n-1] if n > 3");
    match word {
        _ if WHERE.contains(&word) => certain(condition(), "if"),
        "while" | "unless" => Some((condition(), None)),
        "then" => {
            Some((message!("clauses stand after the option: [n-k] for k in 1..3 if k != n"), None))
        }
        _ if ELSE.contains(&word) => Some((two_options(TWO_OPTIONS), None)),
        "foreach" | "forall" | "对" | "对于" | "对每个" => {
            certain(message!("write `{meant}`", meant = "for"), "for")
        }
        "to" | "upto" | "until" | "到" | "至" => {
            certain(message!("a range is written for k in 1..3"), "..")
        }
        "from" => Some((message!("a range is written for k in 1..3"), None)),
        "mod" | "modulo" | "rem" => certain(message!("a remainder is written n % k"), "%"),
        "div" => certain(message!("a quotient is written n / k, and is rounded down"), "/"),
        "by" => certain(message!("numbers in steps are written 1..n step 2"), "step"),
        "equals" | "equal" => certain(message!("compare with `==`"), "=="),
        "times" => certain(message!("write `{meant}`", meant = "*"), "*"),
        "且" | "并且" | "而且" => certain(message!("write `{meant}`", meant = "and"), "and"),
        "或" | "或者" => certain(message!("write `{meant}`", meant = "or"), "or"),
        "属于" => certain(message!("write `{meant}`", meant = "in"), "in"),
        "xor" | "shl" | "shr" => {
            Some((message!("write {form}", form = format!("{word}(a, b)")), None))
        }
        "choose" => {
            Some((message!("binomials are written out: n choose 2 is n * (n-1) / 2"), None))
        }
        "divides" => Some((message!("that d divides n is written n % d == 0"), None)),
        "is" => Some((message!("what a number is, is asked like is_prime(k) or k % 2 == 0"), None)),
        _ => None,
    }
}

/// The help where cases are typed, as in `a if c else b`.
pub(super) fn two_options(form: &str) -> Message {
    message!("cases are two options: {form}", form)
}

/// Where words stand that are about a whole rule.
pub(super) fn in_front(word: &str) -> Message {
    message!(
        "`{word}` stands before the component: {form}",
        word,
        form = format!("{word} [a, b] -> [a-k, b] for k in 1..a")
    )
}

/// The help where the elements of a set are numbered, `S[k]`.
pub(super) fn index() -> Message {
    message!(
        "sets have no index; choose an element: [n-s] for s in {1, 3, 4}, or write an option for each place: [n-k] for k in 1..3 if t == 0 | [n-k] for k in 1..5 if t == 1"
    )
}

/// The function of the notation that has another name here, with the same arguments.
pub(in crate::rule) fn renamed(name: &str) -> Option<&'static str> {
    Some(match name {
        "factors" | "约数" | "因数" => "divisors",
        "最大公约数" | "最大公因数" => "gcd",
        "异或" | "按位异或" => "xor",
        "按位与" => "and",
        "按位或" => "or",
        "绝对值" => "abs",
        "最大值" => "max",
        "最小值" => "min",
        "斐波那契数" => "fibs",
        _ => return None,
    })
}

/// What is meant by a function that the notation does not have.
pub(in crate::rule) fn function(name: &str) -> Option<Message> {
    let write = |form: &str| Some(message!("write {form}", form));
    match name {
        "floor" | "int" | "div" | "trunc" => Some(message!("a quotient n / k is rounded down")),
        "ceil" => Some(message!("rounded up, n / k is (n + k - 1) / k")),
        "mod" => Some(message!("a remainder is written n % k")),
        "pow" => write("a**b"),
        "even" | "is_even" => write("n % 2 == 0"),
        "odd" | "is_odd" => write("n % 2 == 1"),
        "prime" | "isprime" => write("is_prime(n)"),
        "divides" => write("n % d == 0"),
        "log" | "log2" | "lg" => write("ilog2(n)"),
        "sqrt" => write("isqrt(n)"),
        "bitcount" | "bit_count" => write("popcount(n)"),
        "bit" | "getbit" | "testbit" => write("and(shr(m, i), 1) == 1"),
        "lowbit" => write("and(n, -n)"),
        "质数" | "素数" => write("is_prime(n)"),
        "平方数" => write("is_square(n)"),
        "str" | "string" => Some(message!("the digits of n are a set: digits(n)")),
        "rand" | "random" | "randint" => Some(message!(
            "nothing is left to chance in these games; a choice is written for k in 1..3"
        )),
        "prime_factors" | "prime_divisors" => write("for p in primes(n) if n % p == 0"),
        "len" | "length" | "count" => write("size(S)"),
        "binom" | "binomial" | "comb" | "C" => {
            Some(message!("binomials are written out: n choose 2 is n * (n-1) / 2"))
        }
        _ => None,
    }
}

/// The set, unless conditions are joined to it, `1..n and k < 3`.
pub(in crate::rule) fn unfiltered(set: &Expr) -> Result<&Expr, RuleError> {
    let mut first = None;
    let mut expr = set;
    while let ExprKind::Binary(BinaryOp::And, left, right) = &expr.kind {
        if is_condition(right) {
            first = Some((left, right));
        }
        expr = left;
    }
    let Some((left, right)) = first else { return Ok(set) };
    let message = message!(
        "expected {what}, this is {found}",
        what = message!("a set"),
        found = message!("a condition")
    );
    let and = Span::new(left.span.end, right.span.start);
    let help = message!("a condition is written `if`: [n-1] if n > 3");
    Err(RuleError::new(right.span, message).help(help).mend(and, Some(" if ".to_owned())))
}

/// Whether an expression can be nothing but a condition.
pub(super) fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(_) => true,
        ExprKind::Binary(op, ..) => op.level() == BinaryOp::Eq.level(),
        ExprKind::Call(name, _) => name.text.starts_with("is_"),
        _ => false,
    }
}

/// Whether the text has an arrow, in any form that people type: then it is a rule.
///
/// ```
/// assert!(grundy::rule::has_arrow("[n] → [n-1]"));
/// assert!(!grundy::rule::has_arrow("[5] + [7]"));
/// ```
pub fn has_arrow(text: &str) -> bool {
    ["->", "→", "=>", "⟶", "⇒", "＞", "−>", "–>", "—>"].iter().any(|arrow| text.contains(arrow))
}
