//! Rules as they stand on paper and in programs: `sg(n) = mex{sg(n-1), sg(n-3)}`, `[n-k for k in (1, 3, 4)]`,
//! `S = {1, 3, 4}; [n] -> [n-s] for s in S`, and with the signs of LaTeX.
//!
//! Asked only where a text could not be read. What is shown is a rule that can be; where a text has more than these forms
//! nothing is.

use crate::rule::{Rules, has_arrow, may_be_meant, parse};

/// Longest text that is looked at, in bytes.
const MOST_BYTES: usize = 500;

/// The rule that a text says in one of these forms.
pub(super) fn rule_meant(text: &str) -> Option<String> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let plain = without_latex(text);
    let is_other = plain != text;
    let plain = plain.trim().trim_end_matches(['。', ';', '；']);
    let forms =
        [by_mex(plain), with_values(plain), by_list(plain), is_other.then(|| plain.to_owned())];
    forms.into_iter().flatten().find_map(|form| readable(&form))
}

/// A rule, or what it is with its certain mends.
fn readable(form: &str) -> Option<String> {
    match parse(form) {
        Ok(program) => {
            let is_rule = !program.rules.is_empty()
                && may_be_meant(&program)
                && Rules::new(program, &[]).is_ok();
            is_rule.then(|| form.to_owned())
        }
        Err(error) => error.whole,
    }
}

/// Signs of LaTeX, what begins like another one after it.
const LATEX: [(&str, &str); 34] = [
    ("\\left\\", "\\"),
    ("\\right\\", "\\"),
    ("\\rightarrow", "->"),
    ("\\longrightarrow", "->"),
    ("\\mapsto", "->"),
    ("\\to", "->"),
    ("\\mathcal{G}", "G"),
    ("\\mathcal G", "G"),
    ("\\operatorname{mex}", "mex"),
    ("\\mathrm{mex}", "mex"),
    ("\\text{mex}", "mex"),
    ("\\mex", "mex"),
    ("\\lfloor", "⌊"),
    ("\\rfloor", "⌋"),
    ("\\left(", "("),
    ("\\right)", ")"),
    ("\\leq", "<="),
    ("\\le", "<="),
    ("\\geq", ">="),
    ("\\ge", ">="),
    ("\\neq", "!="),
    ("\\ne", "!="),
    ("\\mid", "|"),
    ("\\in ", " in "),
    ("\\in\\", " in \\"),
    ("\\oplus", "⊕"),
    ("\\cdot", "*"),
    ("\\times", "*"),
    ("\\bmod", " mod "),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\,", " "),
    ("\\ ", " "),
    ("$", ""),
];

fn without_latex(text: &str) -> String {
    let text = text.replace('↦', "->");
    if !text.contains(['\\', '$']) {
        return text;
    }
    LATEX.iter().fold(text, |text, (typed, plain)| text.replace(typed, plain))
}

/// `sg(n) = mex{sg(n-1), sg(n-3)}`, `f[n] = mex(f[n-k] for k in 1..3)`, `G(n) = mex{G(i) ⊕ G(n-i) : 1 <= i < n}`.
fn by_mex(text: &str) -> Option<String> {
    let text = without_start(text);
    let at = text.to_ascii_lowercase().find("mex")?;
    let head = text[..at].trim_end();
    let head = head.strip_suffix('=').map(|head| head.trim_end().trim_end_matches(':'))?;
    let (name, coords) = call(head.trim())?;
    let (inner, rest) = enclosed(text[at + "mex".len()..].trim_start())?;
    // `mex({..})`
    let inner = match enclosed(inner.trim()) {
        Some((inner, "")) if inner.contains(name) => inner,
        _ => inner,
    };
    // `x/2` may be meant for even numbers alone.
    if inner.replace("//", "").contains('/') && !inner.contains('⌊') {
        return None;
    }
    let (options, clauses) = clauses_apart(inner);
    let mut terms = Vec::new();
    let mut clauses = clauses;
    let mut parts = apart(options, &[","]);
    // `mex{f(i) ^ f(n-i), 0 <= i < n}`
    let compares = |part: &&str| part.contains(['<', '≤', '∈']) || part.contains(" in ");
    if let Some(at) = parts.iter().position(compares).filter(|&at| at > 0 && clauses.is_empty()) {
        clauses = format!(",{}", parts.split_off(at).join(","));
    }
    for option in parts {
        let parts = apart(option, &["^", "⊕", " xor "]).into_iter().map(|part| {
            let (other, coords) = call(part.trim())?;
            (other == name).then(|| format!("[{coords}]"))
        });
        terms.push(parts.collect::<Option<Vec<_>>>()?.join(" + "));
    }
    let rest = rest.trim();
    let begins = ["for ", "if ", "where ", ","].iter().any(|word| rest.starts_with(word));
    if !rest.is_empty() && (!begins || rest.contains('=') && rest.contains(name)) {
        return None;
    }
    // Clauses belong to one option.
    if terms.len() > 1 && !(clauses.is_empty() && rest.is_empty()) {
        return None;
    }
    let rule = format!("[{coords}] -> {}{clauses} {rest}", terms.join(" | "));
    Some(rule.trim_end().to_owned())
}

/// A text without a first value of 0, which says nothing new, before or behind it: `sg(0) = 0; ..`.
fn without_start(text: &str) -> &str {
    let ends = [';', '；', ',', '，', '\n'];
    let is_start = |part: &str| {
        let Some((left, right)) = part.split_once('=') else { return false };
        let zero = call(left.trim()).is_some_and(|(_, at)| at == "0");
        zero && right.trim() == "0"
    };
    match (text.split_once(ends), text.rsplit_once(ends)) {
        (Some((start, rest)), _) if is_start(start) => rest.trim_start(),
        (_, Some((rest, start))) if is_start(start) => rest.trim_end(),
        _ => text,
    }
}

/// A name with what stands in the brackets behind it, which end the text: `sg(n-1)`, `f[a, b]`, `f[a][b]`, `G_{n-1}`, `G_n`.
fn call(text: &str) -> Option<(&str, String)> {
    let end = text.find(|c: char| !c.is_alphanumeric())?;
    let (name, rest) = text.split_at(end);
    let rest = match rest.strip_prefix('_') {
        Some(below) if is_name(below) => return Some((name, below.to_owned())),
        Some(below) => below,
        None => rest,
    };
    let (inner, mut rest) = enclosed(rest.trim_start())?;
    let mut coords = inner.trim().to_owned();
    // `f[a][b]`
    while let Some((inner, behind)) = enclosed(rest) {
        coords = format!("{coords}, {}", inner.trim());
        rest = behind;
    }
    (!name.is_empty() && rest.is_empty()).then_some((name, coords))
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// What stands in the bracket that a text begins with, and what follows it; not in `[1, 3)`.
fn enclosed(text: &str) -> Option<(&str, &str)> {
    text.starts_with(['(', '[', '{']).then_some(())?;
    let mut open = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(sign) => return None,
            _ => {}
        }
        if open.is_empty() {
            return Some((&text[1..at], &text[at + 1..]));
        }
    }
    None
}

/// The parts of a text between signs that stand in no bracket.
fn apart<'a>(text: &'a str, signs: &[&str]) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && at >= start => {
                if let Some(found) = signs.iter().find(|sign| text[at..].starts_with(**sign)) {
                    parts.push(&text[start..at]);
                    start = at + found.len();
                }
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// What stands before the clauses in a set, `.. : 1 <= k <= 3`, `.. | k in S`, `.. for k in S`, and they as clauses of a rule.
fn clauses_apart(inner: &str) -> (&str, String) {
    for (sign, clause) in [(" for ", " for "), (":", ", "), ("|", ", ")] {
        if let [options, ..] = apart(inner, &[sign])[..]
            && options.len() < inner.len()
        {
            return (options, format!("{clause}{}", inner[options.len() + sign.len()..].trim()));
        }
    }
    (inner, String::new())
}

/// `S = {1, 3, 4}; [n] -> [n-s] for s in S` with the value in place of its name.
fn with_values(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut found = false;
    // More names than this stand before no rule.
    for _ in 0..4 {
        let Some((name, value, rest)) = named_value(&text) else { break };
        let (head, _) = rest.split_once("->")?;
        if words(head).any(|word| word == name) {
            return None;
        }
        text = in_place(&rest, &name, &value)?;
        found = true;
    }
    found.then_some(text)
}

/// The first name with its value, `m = 3` or `S = {1, 3, 4}`, and the rule behind it.
fn named_value(text: &str) -> Option<(String, String, String)> {
    let text = text.trim_start();
    let text = text.strip_prefix("let ").unwrap_or(text);
    let (name, rest) = text.split_once('=')?;
    let (name, rest) = (name.trim().trim_end_matches(':').trim(), rest.trim_start());
    let (value, rest) = match enclosed(rest) {
        // `[1, 3]` may be all numbers between.
        Some((inner, _)) if !rest.starts_with('{') && inner.matches(',').count() < 2 => {
            return None;
        }
        Some((inner, rest)) => (format!("{{{inner}}}"), rest),
        None => {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            (rest[..end].to_owned(), &rest[end..])
        }
    };
    let rest = rest.trim_start_matches([' ', ';', '；', ',', '，', '\n', '\r']);
    (is_name(name) && !value.is_empty() && has_arrow(rest))
        .then(|| (name.to_owned(), value, rest.to_owned()))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The text with a value in place of a name; nothing where the name is not in it.
fn in_place(text: &str, name: &str, value: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (mut done, mut rest, mut found) = (String::new(), text, false);
    while let Some(at) = rest.find(name) {
        let behind = &rest[at + name.len()..];
        done += &rest[..at];
        let is_own = !done.ends_with(is_part) && !behind.starts_with(is_part);
        done += if is_own { value } else { name };
        found |= is_own;
        rest = behind;
    }
    found.then(|| done + rest)
}

/// `[n-k for k in (1, 3, 4) if n >= k]` and the same behind `lambda n:`.
fn by_list(text: &str) -> Option<String> {
    // The quotient of Python is not rounded.
    if has_arrow(text) || text.replace("//", "").contains('/') {
        return None;
    }
    let (coords, list) = match text.strip_prefix("lambda ") {
        Some(rest) => rest.split_once(':').map(|(coords, list)| (Some(coords.trim()), list))?,
        None => (None, text),
    };
    let (inner, rest) = enclosed(list.trim())?;
    let (option, clauses) = inner.split_once(" for ")?;
    let option = option.trim();
    let bare =
        enclosed(option).filter(|(_, rest)| rest.is_empty()).map_or(option, |(inner, _)| inner);
    let chosen: Vec<&str> = words(clauses).collect();
    let is_free = |word: &&str| word.starts_with(|c: char| c.is_alphabetic());
    let mut free = words(bare).filter(is_free).filter(|word| !is_chosen(&chosen, word));
    let coords = match coords {
        Some(coords) => coords,
        None => free.next().filter(|first| free.all(|other| other == *first))?,
    };
    rest.trim().is_empty().then(|| format!("[{coords}] -> [{bare}] for {clauses}"))
}

/// Whether a name is chosen in clauses without their first `for`: it stands before `in`.
fn is_chosen(clauses: &[&str], name: &str) -> bool {
    let words: Vec<&&str> = clauses.iter().filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| *pair[0] == name && *pair[1] == "in")
}

#[cfg(test)]
mod tests {
    use super::rule_meant;

    #[test]
    fn paper_and_programs_are_shown_as_rules() {
        for (text, rule) in [
            ("sg(n) = mex{sg(n-1), sg(n-3)}", "[n] -> [n-1] | [n-3]"),
            ("sg[n] = mex(sg[n-1],sg[n-3])", "[n] -> [n-1] | [n-3]"),
            ("sg(0)=0; sg(n) = mex{sg(n-1), sg(n-2)}", "[n] -> [n-1] | [n-2]"),
            ("sg(n) = mex{sg(n-1), sg(n-2)}, sg(0) = 0", "[n] -> [n-1] | [n-2]"),
            ("f(n) = mex(f(n-k) for k in 1..3)", "[n] -> [n-k] for k in 1..3"),
            ("f(n) = mex({f(n-k) : 1<=k<=3})", "[n] -> [n-k] for k in 1..3"),
            ("G(n) = mex{G(n-k) | k∈{1,3,4}}", "[n] -> [n-k] for k in {1,3,4}"),
            ("f(a,b) = mex{f(a-1,b), f(a,b-1)}", "[a,b] -> [a-1,b] | [a,b-1]"),
            ("sg[x]=mex{sg[i]^sg[x-i-1], 0<=i<x}", "[x] -> [i] + [x-i-1] for i in 0..x-1"),
            ("f[i][j] = mex(f[i-1][j], f[i][j-1])", "[i, j] -> [i-1, j] | [i, j-1]"),
            ("G_n = mex{G_{n-1}, G_{n-3}}", "[n] -> [n-1] | [n-3]"),
            ("sg(n)=mex{sg(i)^sg(n-2-i) : 0<=i<=n-2}", "[n] -> [i] + [n-2-i] for i in 0..n-2"),
            ("sg(n) = mex{sg(i) ⊕ sg(n-i) for i in 1..n-1}", "[n] -> [i] + [n-i] for i in 1..n-1"),
            (
                "$\\mathcal{G}(n) = \\operatorname{mex}\\{\\mathcal{G}(n-1), \\mathcal{G}(n-2)\\}$",
                "[n] -> [n-1] | [n-2]",
            ),
            ("[n] \\to [n-1] \\mid [n-2]", "[n] -> [n-1] | [n-2]"),
            ("[n] \\to [\\lfloor n/2 \\rfloor] if n > 0", "[n] -> [( n/2 )] if n > 0"),
            ("S = {1,3,4}; [n] -> [n-s] for s in S", "[n] -> [n-s] for s in {1,3,4}"),
            ("let S = {1,3,4}\n[n] -> [n-s] for s in S", "[n] -> [n-s] for s in {1,3,4}"),
            ("m = 3; [n] -> [n-k] for k in 1..m", "[n] -> [n-k] for k in 1..3"),
            ("a = 2, b = 5, [n] -> [n-a] | [n-b]", "[n] -> [n-2] | [n-5]"),
            ("[n-k for k in (1,3,4) if n>=k]", "[n] -> [n-k] for k in {1,3,4} if n>=k"),
            ("lambda n: [n-k for k in [1,3,4]]", "[n] -> [n-k] for k in {1,3,4}"),
            ("lambda a, b: [(a-k, b) for k in range(1, a+1)]", "[a, b] -> [a-k, b] for k in 1..a"),
        ] {
            assert_eq!(rule_meant(text).as_deref(), Some(rule), "{text}");
            assert!(crate::games::open(rule).is_ok(), "{rule}");
            let help = crate::games::open(text).unwrap_err().help.unwrap().to_string();
            assert!(help.ends_with(&format!("the whole rule: {rule}")), "{text}: {help}");
        }
        for text in [
            "sg(n) = mex{sg(n-1), f(n-3)}",
            "sg(n) = mex{sg(n-1), 0}",
            "sg(n) = mex{sg(n-1) for k in 1..3, sg(n-2)}",
            "sg(n) = mex{sg(n-1)} + 1",
            "sg(n) = mex{sg(n-1), sg(n/2)}",
            "G_n = mex{G_{n-1}[2], G_{n-3}}",
            "f[i][j] = mex(f[i-1] + [j], f[i][j-1])",
            "f(n) = mex{f(n-k) for k in n..1}",
            "S = {1,3}; [n] -> [n-k] for k in S, k in {1}",
            "f(n) = mex(f(n))",
            "sg(n) = mex{sg(n-1)}, sg(0) = 1",
            "n = 3; [n] -> [n-1] | ",
            "x = 3; [n] -> [n-1] |",
            "1 = 2; [n] -> [n-1]",
            "[n-k for k in S]",
            "S = (0, 3]; [n] -> [n-s] for s in S",
            "S = (1, 3, 5]; [n] -> [n-s] for s in S",
            "S = [1, 3]; [n] -> [n-s] for s in S",
            "lambda n: [n-k for k in range(1,6) if k < n/2]",
            "[n] \\to [n-k] for 1 \\le k < \\lfloor n/2 \\rfloor",
            "f(n) = mex{f(k) : ⌊n/2⌋ <= k < n}",
            "[n-m for k in {1,2}]",
            "mex",
            "= mex{}",
            "lambda : [1 for k in {1}]",
            "\\",
        ] {
            assert_eq!(rule_meant(text), None, "{text}");
        }
    }
}
