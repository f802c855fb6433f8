//! The frame of a program in each language, and what differs from language to language.

use super::{Basis, SourceCode, names};
use crate::recurrence::Repetition;
use crate::rule::ir::Kind;

/// A programming language in which programs are written; [`language`](crate::language) has those that people speak.
///
/// ```
/// use grundy::code::TargetLanguage;
/// assert_eq!(TargetLanguage::ALL.map(TargetLanguage::name), ["c++", "python", "rust"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetLanguage {
    /// C++ 17.
    Cpp,
    /// Python 3.8 or later.
    Python,
    /// Rust, edition 2021.
    Rust,
}

/// Heaps below this power of 2 are computed from the smallest on before a larger one is asked for, so that calls nest less
/// deeply; up to the other power where moves are small, so that calls would nest very deeply. From there on few are reached,
/// or so many that it hardly helps.
pub(super) const NEAR: u32 = 20;
pub(super) const FAR: u32 = 24;

/// That small heaps are computed before larger ones are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rises {
    /// Each has a value.
    Surely,
    /// Some may have none, and then it does not matter.
    Perhaps,
}

/// What a program prints of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prints {
    /// The value of a sum of components.
    Values,
    /// The same, or `win` and `over` where moves may win at once.
    ValuesAndEnds,
    /// N or P of one component.
    Outcomes,
    /// N or P of a sum of components: `answer` is a function of all their numbers.
    OutcomesOfSums,
}

impl Prints {
    fn are_values(self) -> bool {
        matches!(self, Prints::Values | Prints::ValuesAndEnds)
    }

    /// Whether a line may have several components.
    fn is_of_sums(self) -> bool {
        self != Prints::Outcomes
    }
}

/// The part of a program that differs from game to game.
pub(super) struct Body {
    pub(super) basis: Basis,
    /// Why it is right, for the comment.
    pub(super) reason: String,
    /// Definitions; the last one is the function `answer` of the coordinates.
    pub(super) code: String,
    pub(super) prints: Prints,
    /// Whether functions call each other, deeply.
    pub(super) recursive: bool,
}

const CPP: &str = include_str!("helpers_cpp.txt");
/// Options of options of options need a deep stack. Where it cannot be asked for in the program, it says how else.
const CPP_STACK: &str = "#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
void grow_stack() { rlimit limit; getrlimit(RLIMIT_STACK, &limit); limit.rlim_cur = limit.rlim_max; setrlimit(RLIMIT_STACK, &limit); }
#else
// Where positions are far from the end: g++ -Wl,--stack,268435456
#ifdef _MSC_VER
#pragma comment(linker, \"/STACK:268435456\")
#endif
void grow_stack() {}
#endif

";
const PYTHON: &str = include_str!("helpers_python.txt");
const RUST: &str = include_str!("helpers_rust.txt");

impl TargetLanguage {
    /// Every language.
    pub const ALL: [TargetLanguage; 3] =
        [TargetLanguage::Cpp, TargetLanguage::Python, TargetLanguage::Rust];

    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            TargetLanguage::Cpp => "c++",
            TargetLanguage::Python => "python",
            TargetLanguage::Rust => "rust",
        }
    }

    /// What a component may be that has no number for a value, and how that is said.
    pub(super) fn ended(self) -> &'static str {
        match self {
            TargetLanguage::Cpp => {
                "// In place of values: a move wins at once whatever else is there; somebody has just won.\n\
                 const ll WIN = -2, OVER = -3;\n\
                 string said(ll value) { return value == WIN ? \"win\" : value == OVER ? \"over\" : to_string(value); }\n\
                 ll both(ll a, ll b) { return a == OVER || b == OVER ? OVER : a == WIN || b == WIN ? WIN : a ^ b; }\n"
            }
            TargetLanguage::Python => {
                "# In place of values: a move wins at once whatever else is there; somebody has just won.\n\
                 WIN, OVER = -2, -3\n\n\n\
                 def said(value):\n    return {WIN: \"win\", OVER: \"over\"}.get(value, value)\n\n\n\
                 def both(a, b):\n    return OVER if OVER in (a, b) else WIN if WIN in (a, b) else a ^ b\n\n"
            }
            TargetLanguage::Rust => {
                "// In place of values: a move wins at once whatever else is there; somebody has just won.\n\
                 const WIN: i64 = -2;\nconst OVER: i64 = -3;\n\
                 fn said(value: i64) -> String { match value { WIN => \"win\".to_string(), OVER => \"over\".to_string(), _ => value.to_string() } }\n\
                 fn both(a: i64, b: i64) -> i64 { if a == OVER || b == OVER { OVER } else if a == WIN || b == WIN { WIN } else { a ^ b } }\n"
            }
        }
    }

    /// The sign for a quotient of numbers that are not negative, rounded down.
    pub(super) fn divided(self) -> &'static str {
        if self == TargetLanguage::Python { "//" } else { "/" }
    }

    /// Whether code of a rule may come upon something that has no value.
    pub(super) fn may_fail(self, code: &str) -> bool {
        match self {
            TargetLanguage::Python => {
                ["//", "%", "power(", "isqrt(", "shifted(", "least_of(", "greatest_of("]
                    .iter()
                    .any(|sign| code.contains(sign))
                    || self.needed(code).contains("no_value(")
            }
            _ => self.needed(code).contains("no_value("),
        }
    }

    /// Functions that programs use: the name and the text.
    fn helpers(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let text = match self {
            TargetLanguage::Cpp => CPP,
            TargetLanguage::Python => PYTHON,
            TargetLanguage::Rust => RUST,
        };
        text.split("==== ").filter_map(|section| section.split_once('\n'))
    }

    /// The helpers that the code needs, and those that they need.
    fn needed(self, code: &str) -> String {
        let all: Vec<_> = self.helpers().collect();
        let mut used = vec![false; all.len()];
        let mut text = code.to_owned();
        loop {
            let calls = |name: &str| {
                text.match_indices(&format!("{name}(")).any(|(at, _)| {
                    !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
                })
            };
            let Some(next) = (0..all.len()).find(|&index| !used[index] && calls(all[index].0))
            else {
                break;
            };
            used[next] = true;
            text.push_str(all[next].1);
        }
        let needed = all.iter().zip(used).filter(|(_, used)| *used);
        let gap = if self == TargetLanguage::Python { "\n\n" } else { "" };
        needed.map(|((_, code), _)| format!("{code}{gap}")).collect()
    }

    fn comment(self, text: &str) -> String {
        let sign = if self == TargetLanguage::Python { "#" } else { "//" };
        // In C++ a backslash at its end would carry a comment on into the next line.
        let end = |line: &str| if line.ends_with('\\') { " ." } else { "" };
        text.lines().map(|line| format!("{sign} {line}{}\n", end(line))).collect()
    }

    /// The whole program.
    pub(super) fn program(self, rule: &str, kind: &Kind, body: &Body) -> SourceCode {
        let head = self.comment(&self.head(rule, kind, body));
        let helpers = self.needed(&body.code);
        let names = names(kind);
        let text = match self {
            TargetLanguage::Cpp => cpp_program(&head, &helpers, body, names.len()),
            TargetLanguage::Python => python_program(&head, &helpers, body, names.len()),
            TargetLanguage::Rust => rust_program(&head, &helpers, body, names.len()),
        };
        SourceCode { text, basis: body.basis, values: body.prints.are_values() }
    }

    /// What is said at the head of a program: of which rule it is, why it is right, what it reads and prints.
    fn head(self, rule: &str, kind: &Kind, body: &Body) -> String {
        let basis = match body.basis {
            Basis::Formula | Basis::Period | Basis::Automaton | Basis::Quotient => "proved",
            Basis::Definition => "not proved: plain computation by the rule",
        };
        // Whoever looks for a faster program finds out how there could be one.
        let hint = match body.basis {
            Basis::Definition => {
                "\nif grundy prove --certificate FILE proves a theorem, of values or of who wins, code --theorem FILE writes that"
            }
            _ => "",
        };
        let coords = kind.coords.join(" ");
        let component = match &kind.name {
            Some(name) => format!("{name}[{}]", kind.coords.join(", ")),
            None => String::new(),
        };
        let of = match (body.prints.is_of_sums(), &kind.name) {
            (true, None) => " of each component of a sum".to_owned(),
            (true, Some(_)) => format!(" of each {component} of a sum"),
            (false, None) => String::new(),
            (false, Some(_)) => format!(" of {component}"),
        };
        let prints = match body.prints {
            Prints::Values => "the Grundy value of each.",
            Prints::ValuesAndEnds => {
                "the Grundy value of each,\nor win where a move wins at once whatever else is there, and over where \
                 somebody has just won."
            }
            Prints::Outcomes | Prints::OutcomesOfSums => "N or P of each.",
        };
        format!(
            "{rule}\n{basis}: {}{hint}\nReads a position per line, {coords}{of}; prints {prints}{}",
            body.reason,
            self.numbers()
        )
    }

    /// What is to be said of the size of numbers.
    fn numbers(self) -> &'static str {
        match self {
            TargetLanguage::Cpp | TargetLanguage::Rust => {
                "\nNumbers have 64 bits: what the rule computes must stay below 2^63."
            }
            TargetLanguage::Python => "",
        }
    }

    /// The head of a function of these numbers, up to its body.
    pub(super) fn function(self, name: &str, of: &[String]) -> String {
        match self {
            TargetLanguage::Cpp => {
                let of: Vec<String> = of.iter().map(|name| format!("ll {name}")).collect();
                format!("ll {name}({})", of.join(", "))
            }
            TargetLanguage::Python => format!("def {name}({})", of.join(", ")),
            TargetLanguage::Rust => {
                let of: Vec<String> = of.iter().map(|name| format!("mut {name}: i64")).collect();
                format!("#[allow(unused_mut)]\nfn {name}({}) -> i64", of.join(", "))
            }
        }
    }

    /// A function that returns an expression.
    pub(super) fn returning(self, of: &[String], expression: &str) -> String {
        let head = self.function("answer", of);
        let is_used = |name: &&String| {
            let mut words = expression.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| word == *name)
        };
        match self {
            TargetLanguage::Cpp => {
                // Compilers warn of others.
                let unused = of.iter().filter(|name| !is_used(name));
                let unused: String = unused.map(|name| format!("(void){name}; ")).collect();
                format!("{head} {{ {unused}return {expression}; }}\n")
            }
            TargetLanguage::Python => format!("{head}:\n    return {expression}\n"),
            TargetLanguage::Rust => format!("{head} {{ {expression} }}\n"),
        }
    }

    /// The code of a game in a room of its own, where its names do not meet those of others.
    pub(super) fn room(self, number: usize, code: &str) -> String {
        match self {
            TargetLanguage::Cpp => format!("namespace game{number} {{\n\n{code}\n}}\n\n"),
            TargetLanguage::Python => {
                let indented = |line: &str| match line.is_empty() {
                    true => "\n".to_owned(),
                    false => format!("    {line}\n"),
                };
                let code: String = code.lines().map(indented).collect();
                format!(
                    "def game{number}():\n{code}\n    return answer\n\n\ngame{number} = game{number}()\n\n\n"
                )
            }
            TargetLanguage::Rust => {
                let code = code.replace("fn answer(", "pub fn answer(");
                format!("mod game{number} {{\nuse super::*;\n\n{code}\n}}\n\n")
            }
        }
    }

    /// A call of the function in such a room.
    pub(super) fn in_room(self, number: usize, of: &str) -> String {
        match self {
            TargetLanguage::Cpp | TargetLanguage::Rust => format!("game{number}::answer({of})"),
            TargetLanguage::Python => format!("game{number}({of})"),
        }
    }

    /// A function that returns what another says of a component; where values repeat, of the one before it in a period;
    /// and where heaps rise, after it was asked about the smaller ones below a power of two.
    pub(super) fn answering(
        self,
        of: &[String],
        function: &str,
        repeats: Option<&Repetition>,
        rises: Option<(Rises, u32)>,
    ) -> String {
        let (head, all) = (self.function("answer", of), of.join(", "));
        let back = repeats.map_or(String::new(), |repeats| self.back(of, repeats));
        if rises.is_none() && back.is_empty() {
            return self.returning(of, &format!("{function}({all})"));
        }
        // All before the end of the first period are asked for sooner or later.
        let whole = repeats.map(|repeats| repeats.preperiod.saturating_add(repeats.period));
        let whole = whole.filter(|whole| (1 << NEAR..1 << FAR).contains(whole));
        let digits = rises.map_or(NEAR, |(_, digits)| digits);
        let near = whole.map_or_else(|| format!("1 << {digits}"), |whole| whole.to_string());
        let (before, small) = match (rises, self) {
            (None, _) => ("", String::new()),
            (Some((rises, _)), TargetLanguage::Cpp) => {
                let call = match rises {
                    Rises::Surely => format!("{function}(ready++);"),
                    // What is not asked for need not have a value.
                    Rises::Perhaps => {
                        format!("try {{ {function}(ready++); }} catch (const NoValue&) {{}}")
                    }
                };
                let until = format!("ready < min<ll>({all}, {near}) && {all} < 1 << {FAR}");
                ("", format!("    static ll ready = 0;\n    while ({until}) {call}\n"))
            }
            (Some((rises, _)), TargetLanguage::Python) => {
                let call = match rises {
                    Rises::Surely => format!("        {function}(ready[0])\n"),
                    Rises::Perhaps => format!(
                        "        try:\n            {function}(ready[0])\n        except (ValueError, ZeroDivisionError):\n            pass\n"
                    ),
                };
                (
                    "ready = [0]\n\n\n",
                    format!(
                        "    while ready[0] < min({all}, {near}) and {all} < 1 << {FAR}:\n{call}        ready[0] += 1\n"
                    ),
                )
            }
            (Some((rises, _)), TargetLanguage::Rust) => {
                let call = match rises {
                    Rises::Surely => format!("{function}(READY.get());"),
                    Rises::Perhaps => {
                        format!("let _ = std::panic::catch_unwind(|| {function}(READY.get()));")
                    }
                };
                (
                    "thread_local! { static READY: Cell<i64> = Cell::new(0); }\n\n",
                    format!(
                        "    while READY.get() < {all}.min({near}) && {all} < 1 << {FAR} {{\n        {call}\n        \
                         READY.set(READY.get() + 1);\n    }}\n"
                    ),
                )
            }
        };
        match self {
            TargetLanguage::Cpp => {
                format!("{before}{head} {{\n{back}{small}    return {function}({all});\n}}\n")
            }
            TargetLanguage::Python => {
                format!("{before}{head}:\n{back}{small}    return {function}({all})\n")
            }
            TargetLanguage::Rust => {
                format!("{before}{head} {{\n{back}{small}    {function}({all})\n}}\n")
            }
        }
    }

    /// The function that puts together what the components of a sum have, in a program that prints that.
    fn summing(self, prints: Prints, arity: usize) -> String {
        let joined = match prints {
            Prints::Outcomes | Prints::OutcomesOfSums => return String::new(),
            Prints::Values => |one: &str| format!("sum ^= {one}"),
            Prints::ValuesAndEnds => |one: &str| format!("sum = both(sum, {one})"),
        };
        let said = "The value of a sum of components, whose numbers follow each other.";
        match self {
            TargetLanguage::Cpp => {
                let more = |at| format!("numbers[at + {at}]");
                let numbers = std::iter::once("numbers[at]".to_owned()).chain((1..arity).map(more));
                let numbers = numbers.collect::<Vec<_>>().join(", ");
                let each = match arity {
                    1 => format!("for (ll n : numbers) {};", joined("answer(n)")),
                    _ => format!(
                        "for (size_t at = 0; at < numbers.size(); at += {arity}) {};",
                        joined(&format!("answer({numbers})"))
                    ),
                };
                format!(
                    "// {said}\nll value_of_sum(const vector<ll>& numbers) {{\n    ll sum = 0;\n    {each}\n    return sum;\n}}\n\n"
                )
            }
            TargetLanguage::Python => {
                let (each, one) = match arity {
                    1 => ("n in numbers".to_owned(), "answer(n)".to_owned()),
                    _ => (
                        format!("at in range(0, len(numbers), {arity})"),
                        format!("answer(*numbers[at:at + {arity}])"),
                    ),
                };
                let joined = joined(&one);
                format!(
                    "# {said}\ndef value_of_sum(numbers):\n    sum = 0\n    for {each}:\n        {joined}\n    return sum\n\n\n"
                )
            }
            TargetLanguage::Rust => {
                let part: Vec<String> = (0..arity).map(|at| format!("part[{at}]")).collect();
                let each = match arity {
                    1 => format!("for &n in numbers {{ {}; }}", joined("answer(n)")),
                    _ => format!(
                        "for part in numbers.chunks({arity}) {{ {}; }}",
                        joined(&format!("answer({})", part.join(", ")))
                    ),
                };
                format!(
                    "// {said}\nfn value_of_sum(numbers: &[i64]) -> i64 {{\n    let mut sum = 0;\n    {each}\n    sum\n}}\n\n"
                )
            }
        }
    }

    /// A statement that goes back to the component before this one in a period.
    pub(super) fn back(self, of: &[String], repeats: &Repetition) -> String {
        let Repetition { axis, others, preperiod, period } = repeats;
        let n = &of[*axis];
        let and = if self == TargetLanguage::Python { "and" } else { "&&" };
        let small = of.iter().filter(|name| *name != n);
        let small: String = small.map(|name| format!("{name} <= {others} {and} ")).collect();
        let far = format!("{small}{n} >= {}", preperiod + period);
        let near = match preperiod {
            0 => format!("{n} % {period}"),
            _ => format!("{preperiod} + ({n} - {preperiod}) % {period}"),
        };
        match self {
            TargetLanguage::Cpp => format!("    if ({far}) {n} = {near};\n"),
            TargetLanguage::Python => format!("    if {far}:\n        {n} = {near}\n"),
            TargetLanguage::Rust => format!("    if {far} {{ {n} = {near}; }}\n"),
        }
    }
}

/// A program in C++.
fn cpp_program(head: &str, helpers: &str, body: &Body, arity: usize) -> String {
    let code = &body.code;
    let numbers: Vec<String> = (0..arity).map(|at| format!("numbers[{at}]")).collect();
    let shown = match body.prints {
        Prints::Values => "(unsigned long long)value_of_sum(numbers)".to_owned(),
        Prints::ValuesAndEnds => "said(value_of_sum(numbers))".to_owned(),
        Prints::Outcomes => format!("(answer({}) ? 'N' : 'P')", numbers.join(", ")),
        Prints::OutcomesOfSums => "(answer(numbers) ? 'N' : 'P')".to_owned(),
    };
    let shown = format!("cout << {shown} << '\\n';");
    let sum = TargetLanguage::Cpp.summing(body.prints, arity);
    let fits = match body.prints.is_of_sums() {
        true if arity == 1 => String::new(),
        true => format!(" && numbers.size() % {arity} == 0"),
        false => format!(" && numbers.size() == {arity}"),
    };
    let answered = match helpers.contains("NoValue") {
        false => format!("            {shown}\n"),
        true => format!(
            "            try {{ {shown} }}\n            \
             catch (const NoValue&) {{ cerr << \"no value: \" << line << '\\n'; wrong = 1; }}\n"
        ),
    };
    // Not every compiler has it.
    let uses_wide = [helpers, code].into_iter().any(|text| text.contains("wide"));
    let wide = if uses_wide { "typedef unsigned __int128 wide;\n" } else { "" };
    let (stack, grow) = if body.recursive { (CPP_STACK, "    grow_stack();\n") } else { ("", "") };
    format!(
        "{head}#include <algorithm>\n#include <array>\n#include <climits>\n#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <iostream>\n\
         #include <map>\n#include <sstream>\n#include <string>\n#include <vector>\nusing namespace std;\n\
         typedef long long ll;\n{wide}\n{helpers}\n{code}\n{sum}{stack}\
         // Reads the numbers of a line, from 0 to 2^63 - 1; false if there is something else.\n\
         bool read_line(const string& line, vector<ll>& numbers) {{\n    numbers.clear();\n    istringstream words(line);\n    \
         string word;\n    while (words >> word) {{\n        ll n = 0;\n        for (char c : word) {{\n            \
         if (c < '0' || c > '9' || n > (LLONG_MAX - (c - '0')) / 10) return false;\n            n = 10 * n + (c - '0');\n        }}\n        \
         numbers.push_back(n);\n    }}\n    return true;\n}}\n\n\
         int main() {{\n{grow}    ios::sync_with_stdio(false);\n    int wrong = 0;\n    string line;\n    vector<ll> numbers;\n    \
         while (getline(cin, line)) {{\n        const bool good = read_line(line, numbers);\n        \
         if (good && numbers.empty()) continue;\n        if (good{fits}) {{\n{answered}        }} else {{\n            \
         cerr << \"no position: \" << line << '\\n';\n            wrong = 1;\n        }}\n    }}\n    return wrong;\n}}\n"
    )
}

/// A program in Python.
fn python_program(head: &str, helpers: &str, body: &Body, arity: usize) -> String {
    let code = &body.code;
    let fits = match body.prints.is_of_sums() {
        true if arity == 1 => "words".to_owned(),
        true => format!("words and len(words) % {arity} == 0"),
        false => format!("len(words) == {arity}"),
    };
    let shown = match body.prints {
        Prints::Values => "value_of_sum(numbers)",
        Prints::ValuesAndEnds => "said(value_of_sum(numbers))",
        Prints::Outcomes => "\"N\" if answer(*numbers) else \"P\"",
        Prints::OutcomesOfSums => "\"N\" if answer(numbers) else \"P\"",
    };
    let sum = TargetLanguage::Python.summing(body.prints, arity);
    let read = "            numbers = list(map(int, words))\n";
    let may_fail = body.recursive && TargetLanguage::Python.may_fail(code);
    let answered = match may_fail || helpers.contains("no_value(") {
        false => format!("{read}            print({shown})\n"),
        true => format!(
            "{read}            try:\n                print({shown})\n            except (ValueError, ZeroDivisionError):\n                \
             print(\"no value:\", line.strip(), file=sys.stderr)\n                wrong = 1\n"
        ),
    };
    format!(
        "{head}import math\nimport sys\nimport threading\n\n\n{helpers}{code}\n\n{sum}\
         def main():\n    wrong = 0\n    for line in sys.stdin:\n        \
         words = line.split()\n        \
         if {fits} and all(word.isascii() and word.isdigit() for word in words):\n{answered}        \
         elif words:\n            print(\"no position:\", line.strip(), file=sys.stderr)\n            wrong = 1\n    \
         status[0] = wrong\n\n\n\
         status = [1]\nif hasattr(sys, \"set_int_max_str_digits\"):\n    sys.set_int_max_str_digits(0)\nsys.setrecursionlimit(1 << 20)\nthreading.stack_size(1 << 29)\n\
         thread = threading.Thread(target=main)\nthread.start()\nthread.join()\nsys.exit(status[0])\n"
    )
}

/// A program in Rust.
fn rust_program(head: &str, helpers: &str, body: &Body, arity: usize) -> String {
    let code = &body.code;
    let numbers: Vec<String> = (0..arity).map(|at| format!("numbers[{at}]")).collect();
    let shown = match body.prints {
        Prints::Values => "value_of_sum(&numbers) as u64".to_owned(),
        Prints::ValuesAndEnds => "said(value_of_sum(&numbers))".to_owned(),
        Prints::Outcomes => {
            format!("if answer({}) != 0 {{ \"N\" }} else {{ \"P\" }}", numbers.join(", "))
        }
        Prints::OutcomesOfSums => "if answer(&numbers) != 0 { \"N\" } else { \"P\" }".to_owned(),
    };
    let sum = TargetLanguage::Rust.summing(body.prints, arity);
    let fits = match body.prints.is_of_sums() {
        true if arity == 1 => "!words.is_empty()".to_owned(),
        true => format!("!words.is_empty() && words.len() % {arity} == 0"),
        false => format!("words.len() == {arity}"),
    };
    let fails = helpers.contains("no_value");
    let answered = match fails {
        false => {
            format!("            if writeln!(out, \"{{}}\", {shown}).is_err() {{ return 1; }}\n")
        }
        true => format!(
            "            match std::panic::catch_unwind(|| {shown}) {{\n                Ok(shown) => if writeln!(out, \"{{shown}}\").is_err() {{ return 1; }},\n                \
             Err(_) => {{\n                    eprintln!(\"no value: {{line}}\");\n                    wrong = 1;\n                }}\n            }}\n"
        ),
    };
    let quiet = if fails { "    std::panic::set_hook(Box::new(|_| {}));\n" } else { "" };
    format!(
        "{head}#![allow(arithmetic_overflow, dead_code, unused_assignments, unused_imports, unused_parens, unused_variables)]\n\
         use std::cell::{{Cell, RefCell}};\nuse std::collections::HashMap;\n\
         use std::io::{{BufRead, Write}};\n\n{helpers}\n{code}\n{sum}\
         fn run() -> i32 {{\n    let mut out = std::io::stdout().lock();\n    let mut wrong = 0;\n    \
         for bytes in std::io::stdin().lock().split(b'\\n') {{\n        \
         let Ok(bytes) = bytes else {{ return 1 }};\n        \
         let line = String::from_utf8_lossy(&bytes);\n        let line = line.trim();\n        \
         let words: Vec<&str> = line.split_whitespace().collect();\n        \
         let numbers: Vec<i64> = words.iter().filter(|w| !w.starts_with(['+', '-'])).filter_map(|w| w.parse().ok()).collect();\n        \
         if {fits} && numbers.len() == words.len() {{\n{answered}        }} \
         else if !words.is_empty() {{\n            eprintln!(\"no position: {{line}}\");\n            wrong = 1;\n        }}\n    }}\n    wrong\n}}\n\n\
         fn main() {{\n{quiet}    let run = std::thread::Builder::new().stack_size(1 << 29).spawn(run);\n    \
         std::process::exit(run.unwrap().join().unwrap());\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_formula_does_not_name_are_no_warning() {
        let code = TargetLanguage::Cpp.returning(&["a".to_owned(), "b".to_owned()], "b / 4 % ab");
        assert_eq!(code, "ll answer(ll a, ll b) { (void)a; return b / 4 % ab; }\n");
    }
}
