//! Programs for misère play of sums of heaps: by the quotient of their game, and for Nim by its theorem.

use num_bigint::BigUint;

use super::known::{MOST_LISTED, table};
use super::language::{Body, Prints, TargetLanguage};
use super::{Basis, wrapped};
use crate::misere::Quotient;

/// The body of a program for misère Nim.
pub(super) fn nim(language: TargetLanguage) -> Body {
    let code = match language {
        TargetLanguage::Cpp => {
            "ll answer(const vector<ll>& heaps) {\n    ll sum = 0, largest = 0;\n    \
             for (ll n : heaps) sum ^= n, largest = max(largest, n);\n    \
             return largest > 1 ? sum != 0 : sum == 0;\n}\n"
        }
        TargetLanguage::Python => {
            "def answer(heaps):\n    total = 0\n    for n in heaps:\n        total ^= n\n    \
             return total != 0 if max(heaps) > 1 else total == 0\n"
        }
        TargetLanguage::Rust => {
            "fn answer(heaps: &[i64]) -> i64 {\n    let sum = heaps.iter().fold(0, |sum, n| sum ^ n);\n    \
             let large = heaps.iter().any(|&n| n > 1);\n    ((sum != 0) == large) as i64\n}\n"
        }
    };
    Body {
        basis: Basis::Formula,
        reason:
            "misère Nim is played as Nim while there is a heap of two or more; of heaps of one \
                 an odd number is lost"
                .to_owned(),
        code: code.to_owned(),
        prints: Prints::OutcomesOfSums,
        recursive: false,
    }
}

/// The body of a program by a quotient whose elements are proved to repeat: the element that a heap stands for, the
/// products, and which are lost. Nothing where they do not, or where the lists would be too long.
pub(super) fn body(quotient: &Quotient, n: &str, language: TargetLanguage) -> Option<Body> {
    let pattern = quotient.periodicity()?;
    let (start, period) = (pattern.preperiod, pattern.period);
    let (monoid, heaps) = (quotient.monoid(), start.checked_add(period)?);
    let order = monoid.order();
    if heaps.checked_add((order as u64).pow(2))? > MOST_LISTED {
        return None;
    }
    let element = |heap: u64| Some(quotient.element(&BigUint::from(heap))?.to_string());
    let elements = (0..heaps).map(element).collect::<Option<Vec<String>>>()?;
    let elements = table(language, "element", n, &elements, [start, period, 0]);
    let products = (0..order).flat_map(|a| (0..order).map(move |b| monoid.product(a, b)));
    let products = wrapped(&products.map(|product| product.to_string()).collect::<Vec<_>>());
    let lost = (0..order).map(|element| u8::from(monoid.is_lost(element)).to_string());
    let lost = wrapped(&lost.collect::<Vec<_>>());
    let said = "What two sums stand for together stands at a * ORDER + b; an element is lost where there is a 1.";
    let code = match language {
        TargetLanguage::Cpp => format!(
            "{elements}\n// {said}\nconst int ORDER = {order};\nconst int PRODUCT[] = {{{products}}};\n\
             const int LOST[] = {{{lost}}};\n\n\
             ll answer(const vector<ll>& heaps) {{\n    ll sum = 0;\n    \
             for (ll n : heaps) sum = PRODUCT[sum * ORDER + element(n)];\n    return !LOST[sum];\n}}\n"
        ),
        TargetLanguage::Python => format!(
            "{elements}\n\n# {said}\nORDER = {order}\nPRODUCT = [{products}]\nLOST = [{lost}]\n\n\n\
             def answer(heaps):\n    total = 0\n    for n in heaps:\n        \
             total = PRODUCT[total * ORDER + element(n)]\n    return not LOST[total]\n"
        ),
        TargetLanguage::Rust => {
            let pairs = order * order;
            format!(
                "{elements}\n// {said}\nconst ORDER: i64 = {order};\nconst PRODUCT: [i64; {pairs}] = [{products}];\n\
                 const LOST: [i64; {order}] = [{lost}];\n\n\
                 fn answer(heaps: &[i64]) -> i64 {{\n    \
                 let sum = heaps.iter().fold(0, |sum, &n| PRODUCT[(sum * ORDER + element(n)) as usize]);\n    \
                 1 - LOST[sum as usize]\n}}\n"
            )
        }
    };
    let reason = format!(
        "by the misère quotient, of {order} elements: heap n + {period} stands for the same as n for all n >= {start}"
    );
    Some(Body {
        basis: Basis::Quotient,
        reason,
        code,
        prints: Prints::OutcomesOfSums,
        recursive: false,
    })
}
