//! Formulas for what is proved, as expressions of a language.

use super::language::{Prints, TargetLanguage};
use crate::plan::Engine;
use crate::theory::euclid::Left;

/// What a formula says of components of a kind.
pub(super) struct Formula {
    pub(super) expression: String,
    /// Why it is right.
    pub(super) reason: &'static str,
    /// Whether it is the value; if not, it is whether the player to move wins.
    pub(super) prints: Prints,
}

impl Formula {
    fn value(expression: String, reason: &'static str) -> Formula {
        Formula { expression, reason, prints: Prints::Values }
    }

    /// The player to move wins where a condition holds.
    pub(super) fn won(
        condition: String,
        reason: &'static str,
        language: TargetLanguage,
    ) -> Formula {
        let expression = match language {
            TargetLanguage::Cpp | TargetLanguage::Python => condition,
            TargetLanguage::Rust => format!("i64::from({condition})"),
        };
        Formula { expression, reason, prints: Prints::Outcomes }
    }

    /// The formula of an engine for a kind with coordinates of these names, if it has one.
    pub(super) fn of(
        engine: &Engine,
        kind: usize,
        names: &[String],
        language: TargetLanguage,
    ) -> Option<Formula> {
        let n = &names[0];
        Some(match engine {
            Engine::Nim => Formula::value(n.clone(), "G(n) = n"),
            Engine::Heaps { .. } => {
                Formula::value(names.join(" ^ "), "G is the nim-sum of the coordinates")
            }
            Engine::Interval { least, most } => {
                let sum = least.checked_add(*most).filter(|sum| i64::try_from(*sum).is_ok())?;
                Formula::value(
                    format!("{n} % {sum} {} {least}", language.divided()),
                    "take from a to b: G(n) = (n mod (a + b)) / a, rounded down",
                )
            }
            Engine::Remainders(set) => {
                let (unit, modulus) = (set.unit(), set.modulus());
                i64::try_from(unit).ok()?;
                let expression = match unit {
                    1 => format!("{n} % {modulus}"),
                    _ => format!("{n} {} {unit} % {modulus}", language.divided()),
                };
                Formula::value(
                    expression,
                    "amounts d t, where t may be 1 to m - 1 and is no multiple of m: G(n) = (n / d) mod m, rounded down before",
                )
            }
            Engine::Powers(set) => Formula::value(
                one_more(n, 1, set.base(), language)?,
                "take a power of c: G(n) = n mod 2 for odd c; for even c, with r = n mod (c + 1), G(n) = r mod 2, but 2 if r = c",
            ),
            Engine::OneMore { most, far } => Formula::value(
                one_more(n, *most, *far, language)?,
                "take 1 to m, or k: G(n) = n mod (m + 1) unless m + 1 divides k; if it does, with r = n mod (k + 1), \
                     G(n) = r mod (m + 1), but m + 1 if r = k",
            ),
            Engine::Half => Formula::value(
                format!("bit_length({n})"),
                "G(n) is the number of binary digits of n",
            ),
            Engine::Divisors { whole } => Formula::value(
                format!("twos({n}, {})", u8::from(*whole)),
                match whole {
                    false => "take a proper divisor: G(n) is the number of twos in n",
                    true => "take a divisor: G(n) is one more than the number of twos in n",
                },
            ),
            Engine::InnerDivisors => Formula::won(
                inner_divisors(n, language),
                "take a divisor that is neither 1 nor n: lost are 0, the odd n and 2^t with odd t",
                language,
            ),
            Engine::Coprimes { whole } => Formula::value(
                format!("coprime({n}, {})", u8::from(*whole)),
                match whole {
                    false => {
                        "take a number without a common factor: G(n) is the index of the least prime factor of n, \
                         and 0 for n = 0 and n = 1"
                    }
                    true => {
                        "take a number without a common factor: G(n) is 0 for even n, 1 for n = 1, otherwise the \
                         index of the least prime factor of n"
                    }
                },
            ),
            Engine::Share { offset, divisor } => Formula::value(
                format!("share({n}, {offset}, {divisor})"),
                "take at most a share f(n): G(n) = f(n) where f grows, else G(n - f(n) - 1)",
            ),
            Engine::Lasker => Formula::value(
                lasker(n, language),
                "Lasker's Nim: G(4k+3) = 4k+4, G(4k+4) = 4k+3, G(n) = n otherwise",
            ),
            Engine::Bounded { heap, limit } => Formula::value(
                bounded(&names[*heap], &names[*limit], language),
                "a heap n with a limit m: G = n mod (m + 1)",
            ),
            Engine::Euclid { left, .. } => Formula::value(
                euclid(&names[0], &names[1], *left, language),
                "Euclid's game: G is the quotient q of the larger number by the smaller, or q - 1, \
                 as the first quotient of Euclid's algorithm that is not q says",
            ),
            Engine::Wythoff { .. } => Formula::won(
                wythoff(&names[0], &names[1], language),
                "Wythoff: lost exactly at floor(k phi), floor(k phi) + k",
                language,
            ),
            Engine::FibonacciNim { rest, times, .. } => {
                let most = (kind == *rest).then(|| (&names[1], *times));
                Formula::won(
                    may_be_taken(&format!("smallest_part({n})"), n, most, language),
                    "Fibonacci Nim: won exactly when the smallest part of n as a sum of \
                     Fibonacci numbers, no two of them neighbours, may be taken",
                    language,
                )
            }
            Engine::Multiple { rest, factor, times, .. } => {
                let most = (kind == *rest).then(|| (&names[1], *times));
                Formula::won(
                    may_be_taken(&format!("least_part({n}, {factor})"), n, most, language),
                    "won exactly when the least part of n may be taken, as a sum of h(i+1) = h(i) + h(m) of \
                     which each is more than so many times the one before (Schwenk)",
                    language,
                )
            }
            _ => return None,
        })
    }
}

fn inner_divisors(n: &str, language: TargetLanguage) -> String {
    let (and, or) = if language == TargetLanguage::Python { ("and", "or") } else { ("&&", "||") };
    format!("{n} > 0 {and} {n} % 2 == 0 {and} (({n} & ({n} - 1)) != 0 {or} twos({n}, 0) % 2 == 0)")
}

/// The value where 1 to `most`, or `far`, may be taken.
fn one_more(n: &str, most: u64, far: u64, language: TargetLanguage) -> Option<String> {
    let (short, period) = (most + 1, far.checked_add(1)?);
    i64::try_from(period).ok()?;
    let rest = format!("{n} % {period}");
    Some(match (far.is_multiple_of(short), language) {
        (false, _) => format!("{n} % {short}"),
        (_, TargetLanguage::Cpp) => format!("{rest} == {far} ? {short} : {rest} % {short}"),
        (_, TargetLanguage::Python) => {
            format!("{short} if {rest} == {far} else {rest} % {short}")
        }
        (_, TargetLanguage::Rust) => {
            format!("if {rest} == {far} {{ {short} }} else {{ {rest} % {short} }}")
        }
    })
}

fn lasker(n: &str, language: TargetLanguage) -> String {
    match language {
        TargetLanguage::Cpp => {
            format!("{n} % 4 == 3 ? (ll)({n} + 1ULL) : {n} > 0 && {n} % 4 == 0 ? {n} - 1 : {n}")
        }
        TargetLanguage::Python => {
            format!("{n} + 1 if {n} % 4 == 3 else {n} - 1 if {n} > 0 and {n} % 4 == 0 else {n}")
        }
        TargetLanguage::Rust => format!(
            "if {n} % 4 == 3 {{ {n}.wrapping_add(1) }} else if {n} > 0 && {n} % 4 == 0 {{ {n} - 1 }} else {{ {n} }}"
        ),
    }
}

/// A heap with a limit. Where that is as large as the heap, one more may be too large a number.
fn bounded(n: &str, most: &str, language: TargetLanguage) -> String {
    match language {
        TargetLanguage::Cpp => format!("{n} > {most} ? {n} % ({most} + 1) : {n}"),
        TargetLanguage::Python => format!("{n} % ({most} + 1)"),
        TargetLanguage::Rust => format!("if {n} > {most} {{ {n} % ({most} + 1) }} else {{ {n} }}"),
    }
}

fn euclid(a: &str, b: &str, left: Left, language: TargetLanguage) -> String {
    let zero = match (left, language) {
        (Left::Any, TargetLanguage::Python) => "True",
        (Left::Any, _) => "true",
        (Left::Positive, TargetLanguage::Python) => "False",
        (Left::Positive, _) => "false",
    };
    format!("euclid({a}, {b}, {zero})")
}

/// No lost pair is further apart than its lesser coordinate; so the golden section is asked for only
/// where it fits.
fn wythoff(a: &str, b: &str, language: TargetLanguage) -> String {
    let (apart, least, or) = match language {
        TargetLanguage::Cpp => (format!("llabs({a} - {b})"), format!("min({a}, {b})"), "||"),
        TargetLanguage::Python => (format!("abs({a} - {b})"), format!("min({a}, {b})"), "or"),
        TargetLanguage::Rust => {
            (format!("i64::abs({a} - {b})"), format!("i64::min({a}, {b})"), "||")
        }
    };
    format!("{apart} > {least} {or} golden({apart}) != {least}")
}

/// Whether so much may be taken from a heap: up to so many times a number, or of a fresh heap anything but all.
fn may_be_taken(
    part: &str,
    n: &str,
    most: Option<(&String, u64)>,
    language: TargetLanguage,
) -> String {
    let and = if language == TargetLanguage::Python { "and" } else { "&&" };
    match most {
        Some((most, 1)) => format!("{n} > 0 {and} {part} <= {most}"),
        // Rounded up, so that no product is too large for its type.
        Some((most, times)) => {
            let divide = if language == TargetLanguage::Python { "//" } else { "/" };
            format!("{n} > 0 {and} ({part} - 1) {divide} {times} < {most}")
        }
        None => format!("{n} > 0 {and} {part} < {n}"),
    }
}
