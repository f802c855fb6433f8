//! Programs for what is proved: formulas, and tables with their period.

use num_bigint::BigUint;

use super::language::{Body, Language};
use super::{Basis, names, wrapped};
use crate::language::message;
use crate::limits::Limits;
use crate::plan::{Engine, Known};
use crate::rule::ir::Kind;
use crate::ruleset::Failure;
use crate::theory::euclid::Left;

/// Values that a program lists at most.
const MOST_LISTED: u64 = 1 << 16;

/// The body of a program for what the engine knows; nothing if it knows nothing.
pub(super) fn body(
    engine: &mut Engine,
    of: &Kind,
    kind: usize,
    language: Language,
    limits: &Limits,
) -> Result<Option<Body>, Failure> {
    let names = names(of);
    if let Some((expression, reason, values)) = formula(engine, kind, &names, language) {
        let code = language.returning(&names, &expression);
        return Ok(Some(Body {
            basis: Basis::Formula,
            reason: reason.to_owned(),
            code,
            values,
            recursive: false,
        }));
    }
    let Some(pattern) = engine.periodicity(limits)? else { return Ok(None) };
    let count = pattern.preperiod.saturating_add(pattern.period);
    if count > MOST_LISTED {
        let message = message!(
            "the proved period needs a table of {count} values; a program lists {most}",
            count,
            most = MOST_LISTED
        );
        return Err(Failure::Domain(message));
    }
    let mut listed = Vec::new();
    for heap in 0..count {
        match engine.value(kind, &[BigUint::from(heap)], limits)? {
            Known::Value(value) => listed.push(value.to_string()),
            Known::NotZero | Known::Nothing => return Ok(None),
        }
    }
    let (start, period, saltus) = (pattern.preperiod, pattern.period, pattern.saltus);
    let reason = match saltus {
        0 => format!("G(n + {period}) = G(n) for all n >= {start}"),
        _ => format!("G(n + {period}) = G(n) + {saltus} for all n >= {start}"),
    };
    let code = table(language, &names[0], &listed, [start, period, saltus]);
    Ok(Some(Body { basis: Basis::Period, reason, code, values: true, recursive: false }))
}

/// A table and the function that looks into it.
fn table(
    language: Language,
    n: &str,
    listed: &[String],
    [start, period, saltus]: [u64; 3],
) -> String {
    let list = wrapped(listed);
    let function = language.function("answer", &[n.to_owned()]);
    let divided = if language == Language::Python { "//" } else { "/" };
    let past = if start == 0 { n.to_owned() } else { format!("({n} - {start})") };
    let inside = match start {
        0 => format!("{n} % {period}"),
        _ => format!("{start} + {past} % {period}"),
    };
    let inside = match language {
        Language::Rust => format!("T[({inside}) as usize]"),
        _ => format!("T[{inside}]"),
    };
    let value = match saltus {
        0 => inside,
        _ => format!("{inside} + {past} {divided} {period} * {saltus}"),
    };
    let value = match (start, language) {
        (0, _) => value,
        (_, Language::Cpp) => format!("{n} < {start} ? T[{n}] : {value}"),
        (_, Language::Python) => format!("T[{n}] if {n} < {start} else {value}"),
        (_, Language::Rust) => {
            format!("if {n} < {start} {{ T[{n} as usize] }} else {{ {value} }}")
        }
    };
    match language {
        Language::Cpp => {
            format!("const ll T[] = {{{list}}};\n\n{function} {{ return {value}; }}\n")
        }
        Language::Python => format!("T = [{list}]\n\n\n{function}:\n    return {value}\n"),
        Language::Rust => {
            let count = listed.len();
            format!("const T: [i64; {count}] = [{list}];\n\n{function} {{ {value} }}\n")
        }
    }
}

/// An expression for the value, or for whether the player to move wins, and why it is right.
fn formula(
    engine: &Engine,
    kind: usize,
    names: &[String],
    language: Language,
) -> Option<(String, &'static str, bool)> {
    let n = &names[0];
    let div = if language == Language::Python { "//" } else { "/" };
    let yes = |condition: String| match language {
        Language::Cpp => condition,
        Language::Python => condition,
        Language::Rust => format!("i64::from({condition})"),
    };
    Some(match engine {
        Engine::Nim => (n.clone(), "G(n) = n", true),
        Engine::Heaps { .. } => (names.join(" ^ "), "G is the nim-sum of the coordinates", true),
        Engine::Interval { least, most } => {
            let sum = least.checked_add(*most).filter(|sum| i64::try_from(*sum).is_ok())?;
            let reason = "take from a to b: G(n) = (n mod (a + b)) / a, rounded down";
            (format!("{n} % {sum} {div} {least}"), reason, true)
        }
        Engine::Half => {
            (format!("bit_length({n})"), "G(n) is the number of binary digits of n", true)
        }
        Engine::Divisors { whole } => {
            let reason = match whole {
                false => "take a proper divisor: G(n) is the number of twos in n",
                true => "take a divisor: G(n) is one more than the number of twos in n",
            };
            (format!("twos({n}, {})", u8::from(*whole)), reason, true)
        }
        Engine::Share { offset, divisor } => {
            let reason =
                "take at most a share f(n): G(n) = f(n) where f grows, else G(n - f(n) - 1)";
            (format!("share({n}, {offset}, {divisor})"), reason, true)
        }
        Engine::Lasker => {
            let expression = match language {
                Language::Cpp => {
                    format!(
                        "{n} % 4 == 3 ? (ll)({n} + 1ULL) : {n} > 0 && {n} % 4 == 0 ? {n} - 1 : {n}"
                    )
                }
                Language::Python => format!(
                    "{n} + 1 if {n} % 4 == 3 else {n} - 1 if {n} > 0 and {n} % 4 == 0 else {n}"
                ),
                Language::Rust => format!(
                    "if {n} % 4 == 3 {{ {n}.wrapping_add(1) }} else if {n} > 0 && {n} % 4 == 0 {{ {n} - 1 }} else {{ {n} }}"
                ),
            };
            (expression, "Lasker's Nim: G(4k+3) = 4k+4, G(4k+4) = 4k+3, G(n) = n otherwise", true)
        }
        Engine::Bounded { heap, limit } => {
            // Where the limit is as large as the heap, one more may be too large a number.
            let (n, most) = (&names[*heap], &names[*limit]);
            let expression = match language {
                Language::Cpp => format!("{n} > {most} ? {n} % ({most} + 1) : {n}"),
                Language::Python => format!("{n} % ({most} + 1)"),
                Language::Rust => {
                    format!("if {n} > {most} {{ {n} % ({most} + 1) }} else {{ {n} }}")
                }
            };
            (expression, "a heap n with a limit m: G = n mod (m + 1)", true)
        }
        Engine::Euclid { left, .. } => {
            let zero = match (left, language) {
                (Left::Any, Language::Python) => "True",
                (Left::Any, _) => "true",
                (Left::Positive, Language::Python) => "False",
                (Left::Positive, _) => "false",
            };
            let reason = "Euclid's game: G is the quotient q of the larger number by the smaller, or q - 1, \
                          as the first quotient of Euclid's algorithm that is not q says";
            (format!("euclid({}, {}, {zero})", names[0], names[1]), reason, true)
        }
        Engine::Wythoff { .. } => {
            let (a, b) = (&names[0], &names[1]);
            // No lost pair is further apart than its lesser coordinate; so the golden section is
            // asked for only where it fits.
            let (apart, least, or) = match language {
                Language::Cpp => (format!("llabs({a} - {b})"), format!("min({a}, {b})"), "||"),
                Language::Python => (format!("abs({a} - {b})"), format!("min({a}, {b})"), "or"),
                Language::Rust => {
                    (format!("i64::abs({a} - {b})"), format!("i64::min({a}, {b})"), "||")
                }
            };
            let expression = format!("{apart} > {least} {or} golden({apart}) != {least}");
            (yes(expression), "Wythoff: lost exactly at floor(k phi), floor(k phi) + k", false)
        }
        Engine::FibonacciNim { rest, .. } => {
            let reason = "Fibonacci Nim: won exactly when the smallest part of n as a sum of \
                          Fibonacci numbers, no two of them neighbours, may be taken";
            let condition = match kind == *rest {
                true => format!("{n} > 0 && smallest_part({n}) <= {}", names[1]),
                false => format!("{n} > 0 && smallest_part({n}) < {n}"),
            };
            let condition = match language {
                Language::Python => condition.replace("&&", "and"),
                _ => condition,
            };
            (yes(condition), reason, false)
        }
        Engine::Multiple { rest, factor, .. } => {
            let reason = "won exactly when the least part of n may be taken, as a sum of h(i+1) = h(i) + h(m) of \
                          which each is more than so many times the one before (Schwenk)";
            let least = format!("least_part({n}, {factor})");
            let condition = match kind == *rest {
                true => format!("{n} > 0 && {least} <= {}", names[1]),
                false => format!("{n} > 0 && {least} < {n}"),
            };
            let condition = match language {
                Language::Python => condition.replace("&&", "and"),
                _ => condition,
            };
            (yes(condition), reason, false)
        }
        _ => return None,
    })
}
