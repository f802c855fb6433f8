//! Programs for what is proved: formulas, and tables with their period.

use num_bigint::BigUint;

use super::definition::number;
use super::formula::Formula;
use super::language::{Body, Prints, TargetLanguage};
use super::{Basis, names, wrapped};
use crate::heap::Periodicity;
use crate::language::message;
use crate::limits::Limits;
use crate::plan::{Engine, Known};
use crate::recurrence::Repetition;
use crate::rule::MostTaken;
use crate::rule::ir::Kind;
use crate::ruleset::Failure;

/// Values that a program lists at most.
pub(super) const MOST_LISTED: u64 = 1 << 16;
/// Stretches of equal values that a program lists at most.
const MOST_PLATEAUS: usize = 1 << 12;

/// The body of a program for what the engine knows; nothing if it knows nothing.
pub(super) fn body(
    engine: &mut Engine,
    of: &Kind,
    kind: usize,
    language: TargetLanguage,
    limits: &Limits,
) -> Result<Option<Body>, Failure> {
    let names = names(of);
    if let Some(formula) = Formula::of(engine, kind, &names, language) {
        let code = language.returning(&names, &formula.expression);
        return Ok(Some(Body {
            basis: Basis::Formula,
            reason: formula.reason.to_owned(),
            code,
            prints: formula.prints,
            recursive: false,
        }));
    }
    if let Engine::UpTo(most, _) = engine {
        return Ok(up_to(most, &names, language));
    }
    if let Engine::Plateaus(plateaus) = engine {
        let listed = plateaus.up_to(i64::MAX.unsigned_abs(), MOST_PLATEAUS, limits)?;
        return Ok(listed.map(|listed| Body {
            basis: Basis::Formula,
            reason: "below 2^63 the value stays the same from each number in S to the next"
                .to_owned(),
            code: steps(language, &names[0], &listed),
            prints: Prints::Values,
            recursive: false,
        }));
    }
    let Some(pattern) = engine.far_periodicity(limits)? else { return Ok(None) };
    let count = pattern.preperiod.saturating_add(pattern.period);
    if count > MOST_LISTED && pattern.saltus == 0 {
        // The period holds for what is computed by the rule.
        return Ok(None);
    }
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
    let code = table(language, "answer", &names[0], &listed, [start, period, saltus]);
    Ok(Some(Body { basis: Basis::Period, reason, code, prints: Prints::Values, recursive: false }))
}

/// The period of values that a program does not list.
pub(super) fn repetition(
    engine: &mut Engine,
    limits: &Limits,
) -> Result<Option<Repetition>, Failure> {
    let pattern = engine.far_periodicity(limits)?.filter(|pattern| pattern.saltus == 0);
    Ok(pattern.map(|Periodicity { preperiod, period, .. }| Repetition {
        axis: 0,
        others: 0,
        preperiod,
        period,
    }))
}

/// Take up to a limit that grows by at most one: the limit as a function, and what is made of it.
fn up_to(most: &MostTaken, names: &[String], language: TargetLanguage) -> Option<Body> {
    let n = &names[0];
    let limit = number(most.expression(), names, language).filter(|_| most.has_zero())?;
    let head = language.function("may_take", names);
    let may_take = match language {
        TargetLanguage::Cpp => {
            format!("{head} {{ return {n} == 0 ? 0 : min<ll>({n}, max<ll>(0, {limit})); }}\n\n")
        }
        TargetLanguage::Python => {
            format!("{head}:\n    return 0 if {n} == 0 else min({n}, max(0, {limit}))\n\n\n")
        }
        TargetLanguage::Rust => {
            format!(
                "{head} {{ if {n} == 0 {{ 0 }} else {{ i64::min({n}, i64::max(0, {limit})) }} }}\n\n"
            )
        }
    };
    let answer = language.returning(names, &format!("up_to({n}, may_take)"));
    Some(Body {
        basis: Basis::Formula,
        reason: "take at most f(n), which grows by at most 1: G(n) = f(n) where f grows, else G(n - f(n) - 1)"
            .to_owned(),
        code: may_take + &answer,
        prints: Prints::Values,
        recursive: false,
    })
}

/// A function that is the value which belongs to the last of these numbers that is not above its argument; numbers that only
/// Python reads have none.
fn steps(language: TargetLanguage, n: &str, listed: &[(u64, u64)]) -> String {
    let starts: Vec<String> = listed.iter().map(|(start, _)| start.to_string()).collect();
    let values: Vec<String> = listed.iter().map(|(_, value)| value.to_string()).collect();
    let (starts, values, count) = (wrapped(&starts), wrapped(&values), listed.len());
    let function = language.function("answer", &[n.to_owned()]);
    match language {
        TargetLanguage::Cpp => format!(
            "const ll S[] = {{{starts}}};\nconst ll V[] = {{{values}}};\n\n\
             {function} {{ return V[upper_bound(S, S + {count}, {n}) - S - 1]; }}\n"
        ),
        TargetLanguage::Python => format!(
            "from bisect import bisect\n\nS = [{starts}]\nV = [{values}]\n\n\n{function}:\n    \
             if {n} >> 63:\n        no_value()\n    return V[bisect(S, {n}) - 1]\n"
        ),
        TargetLanguage::Rust => format!(
            "const S: [i64; {count}] = [{starts}];\nconst V: [i64; {count}] = [{values}];\n\n\
             {function} {{ V[S.partition_point(|&start| start <= {n}) - 1] }}\n"
        ),
    }
}

/// A table and the function of this name that looks into it.
pub(super) fn table(
    language: TargetLanguage,
    name: &str,
    n: &str,
    listed: &[String],
    [start, period, saltus]: [u64; 3],
) -> String {
    let list = wrapped(listed);
    let function = language.function(name, &[n.to_owned()]);
    let divided = language.divided();
    let past = if start == 0 { n.to_owned() } else { format!("({n} - {start})") };
    let inside = match start {
        0 => format!("{n} % {period}"),
        _ => format!("{start} + {past} % {period}"),
    };
    let inside = match language {
        TargetLanguage::Rust => format!("T[({inside}) as usize]"),
        _ => format!("T[{inside}]"),
    };
    let value = match saltus {
        0 => inside,
        _ => format!("{inside} + {past} {divided} {period} * {saltus}"),
    };
    let value = match (start, language) {
        (0, _) => value,
        (_, TargetLanguage::Cpp) => format!("{n} < {start} ? T[{n}] : {value}"),
        (_, TargetLanguage::Python) => format!("T[{n}] if {n} < {start} else {value}"),
        (_, TargetLanguage::Rust) => {
            format!("if {n} < {start} {{ T[{n} as usize] }} else {{ {value} }}")
        }
    };
    match language {
        TargetLanguage::Cpp => {
            format!("const ll T[] = {{{list}}};\n\n{function} {{ return {value}; }}\n")
        }
        TargetLanguage::Python => format!("T = [{list}]\n\n\n{function}:\n    return {value}\n"),
        TargetLanguage::Rust => {
            let count = listed.len();
            format!("const T: [i64; {count}] = [{list}];\n\n{function} {{ {value} }}\n")
        }
    }
}
