//! The hypotheses of the theorem on arithmetic periods, beside the repetition itself.
//!
//! What `docs/certificate.md` asks of `arithmetic-period`, option by option as it is written there.

use super::Refusal;
use super::known::Known;
use super::rule::Rule;
use crate::limits::{Limits, Stop};
use crate::prove::Certificate;

/// Options between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 20;

/// Verifies everything but the repetition.
///
/// # Errors
/// A refusal, or the limit that was reached.
pub(super) fn check(
    certificate: &Certificate,
    rule: &Rule,
    values: &Known,
    limits: &Limits,
) -> Result<Result<(), Refusal>, Stop> {
    let (start, end) = (certificate.start, values.len() as u64);
    // `V` is three starts, five times `P`, and the reach, as was tested.
    let period = (end - 3 * start - certificate.reach) / 5;
    let rise = (period / certificate.period).checked_mul(certificate.saltus);
    let Some(rise) = rise.filter(|&rise| rise <= MOST) else {
        return Ok(Err(Refusal::Growth { heap: start }));
    };
    if let Some((heap, _)) = (0..).zip(values.iter()).find(|&(_, value)| value > MOST) {
        return Ok(Err(Refusal::Growth { heap }));
    }
    let unit = (1..=8).map(|bits| 1 << bits).take_while(|unit| rise.is_multiple_of(*unit)).last();
    let unit: u64 = unit.unwrap_or(1);
    let mut most = 0;
    while (0..start).any(|heap| values.at(heap) > most) {
        most = 2 * most + 1;
    }
    let bound = rise + unit * (most / unit + 1);
    let reach = certificate.reach;
    let mut growth =
        Growth { rule, values, start, period, rise, unit, bound, reach, end, steps: 0, limits };
    if let Some(heap) = growth.clash()? {
        return Ok(Err(Refusal::Growth { heap }));
    }
    for heap in end - 2 * period..end {
        if !growth.meets_small(heap)? {
            return Ok(Err(Refusal::Unmet { heap }));
        }
    }
    for heap in end - 3 * period..end - 2 * period {
        if !growth.meets_large(heap)? {
            return Ok(Err(Refusal::Unmet { heap }));
        }
    }
    Ok(Ok(()))
}

/// Values above this are not looked at.
const MOST: u64 = 1 << 40;

/// The constants by their names in `docs/certificate.md`.
struct Growth<'a> {
    rule: &'a Rule,
    values: &'a Known,
    /// `n0`, `P`, `S`, `2^w`, `Y`, `k` and `V`.
    start: u64,
    period: u64,
    rise: u64,
    unit: u64,
    bound: u64,
    reach: u64,
    end: u64,
    steps: u64,
    limits: &'a Limits,
}

impl Growth<'_> {
    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        match self.steps.is_multiple_of(STEPS_PER_CHECK) {
            true => self.limits.check(),
            false => Ok(()),
        }
    }

    /// `E`.
    fn continued(&self, heap: u64) -> u64 {
        match heap.checked_sub(self.end) {
            None => self.values.at(heap),
            Some(past) => {
                let back = past / self.period + 1;
                self.values.at(heap - back * self.period) + back * self.rise
            }
        }
    }

    /// Whether a move that takes `taken` may leave so many heaps.
    fn allows(&self, taken: u64, heaps: u32) -> bool {
        self.rule.digit(taken) >> heaps & 1 == 1 && (taken > 0 || heaps > 1)
    }

    /// The amounts that a move may take of so many.
    fn amounts(&self, most: u64) -> std::ops::RangeInclusive<u64> {
        match self.rule {
            Rule::Repeating(..) => 0..=most,
            _ => 0..=most.min(self.reach),
        }
    }

    /// Whether an amount is free: its digit is one of those that repeat for ever.
    fn is_free(&self, taken: u64) -> bool {
        matches!(self.rule, Rule::Repeating(..)) && taken >= self.reach
    }

    /// A heap, below `n0 + P` or what a move makes of such heaps, that may have an option of its own value.
    fn clash(&mut self) -> Result<Option<u64>, Stop> {
        let end = self.start + self.period;
        for taken in self.amounts(self.reach + self.period - 1) {
            for a in 1..end {
                if self.allows(taken, 1) && self.clashes(taken, &[a]) {
                    return Ok(Some(taken + a));
                }
                for b in a..end {
                    self.step()?;
                    if self.allows(taken, 2) && self.clashes(taken, &[a, b]) {
                        return Ok(Some(taken + a + b));
                    }
                    if !self.allows(taken, 3) {
                        continue;
                    }
                    for c in b..end {
                        self.step()?;
                        if self.clashes(taken, &[a, b, c]) {
                            return Ok(Some(taken + a + b + c));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether these heaps may be an option of the value of the heap that they are left of, when the large ones grow, and
    /// the amount if it is free.
    fn clashes(&self, taken: u64, heaps: &[u64]) -> bool {
        let mut target = self.continued(taken + heaps.iter().sum::<u64>());
        let (mut small, mut all, mut large, mut one, mut high) = (0, 0, 0, 0, 0);
        for &heap in heaps {
            let value = self.values.at(heap);
            all ^= value;
            if heap < self.start {
                small ^= value;
            } else {
                large += 1;
                one = value;
                high += value / self.unit;
            }
        }
        let most = high + small / self.unit;
        loop {
            let clash = match large {
                0 => false,
                1 => self.clashes_alone(one, small, target),
                _ => {
                    let high = target / self.unit;
                    all % self.unit == target % self.unit
                        && most >= high
                        && (most - high).is_multiple_of(2)
                }
            };
            // No value that the heaps reach is above all they could be together.
            let over = if large == 1 { target > one + small } else { target / self.unit > most };
            if clash || over || !self.is_free(taken) {
                return clash;
            }
            target += self.rise;
        }
    }

    /// Whether `(x + a S) xor K = T + a S` for some `a`.
    fn clashes_alone(&self, value: u64, xor: u64, target: u64) -> bool {
        // A xor with K changes a number by K at most, and how depends on its remainder modulo a power of two above K.
        if value.abs_diff(target) > xor {
            return false;
        }
        let above = (xor + 1).next_power_of_two();
        let steps = above / self.unit.min(above);
        (0..steps).any(|step| (value + step * self.rise) ^ xor == target + step * self.rise)
    }

    /// Whether two heaps fill.
    fn fill(&self, a: u64, b: u64) -> bool {
        let high = |heap| self.values.at(heap) / self.unit;
        a == b || a.min(b) >= self.start && high(a) == high(b)
    }

    /// Whether every value below `Y` is that of an option as in condition 2.
    fn meets_small(&mut self, heap: u64) -> Result<bool, Stop> {
        let mut below = Unmet::new(0, self.bound - self.rise);
        let mut above = Unmet::new(self.bound - self.rise, self.bound);
        // Equal heaps and free amounts with one heap first: they nearly always do.
        for quick in [true, false] {
            for taken in self.amounts(heap) {
                let (left, free) = (heap - taken, self.is_free(taken));
                if free && left == 0 && self.rule.digit(taken) & 1 == 1 {
                    below.meet(0);
                }
                // Of three heaps one is the third; of two it is 0, and one heap alone is the third.
                let apart = if self.allows(taken, 3) { 1 } else { left.max(1) };
                for third in (0..=left).step_by(apart as usize) {
                    self.step()?;
                    let third_value = self.values.at(third);
                    let heaps = u32::from(third > 0);
                    if free && third == left && self.allows(taken, heaps) {
                        below.meet(third_value);
                        if third >= self.start {
                            above.meet(third_value);
                        }
                    }
                    let half = (left - third) / 2;
                    let first = if quick { half.max(1) } else { 1 };
                    let last = if self.allows(taken, heaps + 2) { half } else { 0 };
                    for a in first..=last {
                        self.step()?;
                        let b = left - third - a;
                        let value = third_value ^ self.values.at(a) ^ self.values.at(b);
                        let shown = self.fill(a, b) || free && self.grows(&[third, a, b]);
                        if shown {
                            above.meet(value);
                        }
                        if shown || free && third == 0 {
                            below.meet(value);
                        }
                    }
                    if below.left + above.left == 0 {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether one of these heaps, of which 0 stands for none, is large and the xor of the others below `2^w`.
    fn grows(&self, heaps: &[u64]) -> bool {
        let all = heaps.iter().fold(0, |all, &heap| all ^ self.values.at(heap));
        let large = heaps.iter().filter(|&&heap| heap >= self.start);
        large.into_iter().any(|&heap| (all ^ self.values.at(heap)) < self.unit)
    }

    /// Whether the value is `Y` or more, and every value from `Y - S` up to below it is that of an option that grows.
    fn meets_large(&mut self, heap: u64) -> Result<bool, Stop> {
        let value = self.values.at(heap);
        if value < self.bound {
            return Ok(false);
        }
        let mut unmet = Unmet::new(self.bound - self.rise, value);
        // One heap beside it or two equal ones first: they nearly always do.
        for quick in [true, false] {
            for taken in self.amounts(heap) {
                for large in self.start..=heap - taken {
                    let (value, rest) = (self.values.at(large), heap - taken - large);
                    if rest == 0 && self.allows(taken, 1) {
                        unmet.meet(value);
                    }
                    if rest > 0 && self.allows(taken, 2) && self.values.at(rest) < self.unit {
                        unmet.meet(value ^ self.values.at(rest));
                    }
                    self.step()?;
                    let first = if quick { (rest / 2).max(1) } else { 1 };
                    let last = if self.allows(taken, 3) { rest / 2 } else { 0 };
                    for a in first..=last {
                        self.step()?;
                        let beside = self.values.at(a) ^ self.values.at(rest - a);
                        if beside < self.unit {
                            unmet.meet(value ^ beside);
                        }
                    }
                    if unmet.left == 0 {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(unmet.left == 0)
    }
}

/// Which values of a range were not met yet.
struct Unmet {
    first: u64,
    unmet: Vec<bool>,
    left: usize,
}

impl Unmet {
    fn new(first: u64, end: u64) -> Unmet {
        let count = end.saturating_sub(first) as usize;
        Unmet { first, unmet: vec![true; count], left: count }
    }

    fn meet(&mut self, value: u64) {
        let place = value.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        if let Some(unmet) = place.and_then(|place| self.unmet.get_mut(place))
            && *unmet
        {
            *unmet = false;
            self.left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::by_definition;
    use super::*;
    use crate::prove::Theorem;

    /// The values of a rule, and an arithmetic period that they have from heap `start` on.
    const GROWING: [(&str, u64, u64, u64); 12] = [
        ("0.8", 1, 3, 1),
        ("0.3F", 1, 6, 3),
        ("8.", 1, 2, 1),
        ("8.B", 3, 1, 1),
        ("0.F8", 7, 6, 4),
        ("4.98", 8, 12, 4),
        ("0.(13)", 1, 2, 1),
        ("0.(17)", 2, 3, 2),
        ("4.(3)", 1, 4, 4),
        ("4.(13)", 1, 8, 4),
        ("8.(7)", 4, 3, 4),
        ("0.7(24)", 3, 1, 1),
    ];

    /// The verdict on values put to a rule.
    fn verdict(
        rule: &Rule,
        values: impl Iterator<Item = u64>,
        [start, period, saltus]: [u64; 3],
    ) -> Result<(), Refusal> {
        let mut known = Known::with_room(0);
        values.for_each(|value| known.push(value));
        let certificate = Certificate {
            rule: String::new(),
            theorem: Theorem::ArithmeticPeriod,
            start,
            period,
            saltus,
            pieces: rule.pieces(),
            reach: rule.reach(),
            split: None,
            values_needed: known.len() as u64,
            digest: [0; 32],
            values: None,
        };
        check(&certificate, rule, &known, &Limits::default()).unwrap()
    }

    fn needed(rule: &Rule, start: u64, period: u64) -> u64 {
        let repeated = (2 * period..).step_by(2 * period as usize);
        let repeated = repeated.into_iter().find(|sum| sum % rule.repeated() == 0).unwrap();
        3 * start + 5 * repeated + rule.reach()
    }

    /// Whether each of the next heaps has the value that the pattern foretells, if all below it have.
    fn goes_on(rule: &Rule, mut all: Vec<u64>, period: u64, saltus: u64) -> bool {
        for heap in all.len()..all.len() + 40 {
            let mut options = Vec::new();
            for taken in 0..=heap {
                let (digit, left) = (rule.digit(taken as u64), heap - taken);
                if digit & 1 == 1 && left == 0 {
                    options.push(0);
                }
                if digit & 2 == 2 && left > 0 && taken > 0 {
                    options.push(all[left]);
                }
                for a in 1..=left / 2 {
                    if digit & 4 == 4 {
                        options.push(all[a] ^ all[left - a]);
                    }
                    let rest = if digit & 8 == 8 { (left - a) / 2 } else { 0 };
                    options.extend((1..=rest).map(|b| all[a] ^ all[b] ^ all[left - a - b]));
                }
            }
            all.push(all[heap - period as usize] + saltus);
            if options.contains(&all[heap]) || !(0..all[heap]).all(|y| options.contains(&y)) {
                return false;
            }
        }
        true
    }

    #[test]
    fn values_of_one_rule_put_to_another_are_refused_unless_they_go_on() {
        let (mut valid, mut clashes, mut unmet) = (0, 0, 0);
        for (text, start, period, saltus) in GROWING {
            let own = Rule::read(text).unwrap();
            let known = by_definition(&own, 200, &Limits::default()).unwrap();
            let digits: Vec<usize> = text
                .char_indices()
                .filter(|(_, sign)| sign.is_ascii_hexdigit())
                .map(|at| at.0)
                .collect();
            for at in digits {
                for digit in "0123456789ABCDEF".chars() {
                    let mut other = text.to_owned();
                    other.replace_range(at..=at, &digit.to_string());
                    let Ok(rule) = Rule::read(&other) else { continue };
                    let count = needed(&rule, start, period) as usize;
                    if !rule.serves(Theorem::ArithmeticPeriod) || count > 200 {
                        continue;
                    }
                    let values: Vec<u64> = known.iter().take(count).collect();
                    let verdict = verdict(&rule, values.iter().copied(), [start, period, saltus]);
                    let goes_on = goes_on(&rule, values, period, saltus);
                    assert!(other != text || verdict.is_ok(), "{text}: {verdict:?}");
                    match verdict {
                        Ok(()) => {
                            assert!(goes_on, "values of {text} put to {other}");
                            valid += 1;
                        }
                        Err(Refusal::Growth { .. }) => clashes += 1,
                        Err(Refusal::Unmet { .. }) => unmet += 1,
                        Err(other) => panic!("{other:?}"),
                    }
                }
            }
        }
        assert_eq!((valid, clashes, unmet), (78, 153, 88));
    }

    /// Whether the verdict is what the engine, which shares nothing with this, says of the conditions; and whether all hold.
    fn agree(other: &str, values: &[u64], claim: [u64; 3]) -> bool {
        let rule = Rule::read(other).unwrap();
        let verdict = verdict(&rule, values.iter().copied(), claim);
        let code = other.parse().unwrap();
        let conditions = crate::heap::growth::tests::conditions(&code, values, claim).unwrap();
        let expected = match conditions {
            [false, ..] => matches!(verdict, Err(Refusal::Growth { .. })),
            [true, true, true] => verdict.is_ok(),
            _ => matches!(verdict, Err(Refusal::Unmet { .. })),
        };
        assert!(expected, "{other} {claim:?} {values:?}: {verdict:?} {conditions:?}");
        conditions == [true; 3]
    }

    #[test]
    fn the_engine_and_the_checker_agree_on_values_of_rules_that_differ_a_little() {
        let (mut valid, mut refused) = (0, 0);
        for (code, values, claim) in crate::heap::growth::tests::altered() {
            let rule = code.to_string();
            if !Rule::read(&rule).unwrap().serves(Theorem::ArithmeticPeriod) {
                continue;
            }
            match agree(&rule, &values, claim) {
                true => valid += 1,
                false => refused += 1,
            }
        }
        assert_eq!((valid, refused), (2142, 522));
    }

    #[test]
    fn the_engine_and_the_checker_agree_on_values_of_no_rule() {
        let mut random = fastrand::Rng::with_seed(55);
        let mut claims = 0;
        for _ in 0..4000 {
            let mut digits = |count: usize| {
                (0..count).map(|_| format!("{:X}", 1_u8 << random.u8(..4))).collect::<String>()
            };
            let (head, tail) = (digits(1), digits(2));
            let other = match random.usize(..=2) {
                0 => format!("0.{head}"),
                length => format!("0.{head}({})", &tail[..length]),
            };
            let Ok(rule) = Rule::read(&other) else { continue };
            if !rule.serves(Theorem::ArithmeticPeriod) {
                continue;
            }
            let [start, period, saltus] = [random.u64(1..3), random.u64(1..3), random.u64(1..5)];
            let count = needed(&rule, start, period);
            let repeated = (count - 3 * start - rule.reach()) / 5;
            // Anything in the first period, and what that makes of the rest.
            let rise = saltus * repeated / period;
            let first: Vec<u64> = (0..start + repeated).map(|_| random.u64(..12)).collect();
            let value = |heap: u64| match heap.checked_sub(start) {
                None => first[heap as usize],
                Some(past) => first[(start + past % repeated) as usize] + past / repeated * rise,
            };
            let values: Vec<u64> = (0..count).map(value).collect();
            claims += 1;
            agree(&other, &values, [start, period, saltus]);
        }
        assert_eq!(claims, 2159);
    }

    #[test]
    fn far_values_are_refused() {
        let rule = Rule::read("0.8").unwrap();
        let count = needed(&rule, 1, 3);
        let values = |far: u64| (0..count).map(move |heap| far * (heap / 3));
        assert!(matches!(
            verdict(&rule, values(1 << 38), [1, 3, 1 << 38]),
            Err(Refusal::Growth { .. })
        ));
        assert!(matches!(verdict(&rule, values(1), [1, 3, 1 << 40]), Err(Refusal::Growth { .. })));
        assert!(matches!(verdict(&rule, values(1), [1, 3, u64::MAX]), Err(Refusal::Growth { .. })));
    }
}
