use super::*;
use crate::heap::{HeapGame, Run};
use proptest::prelude::*;
use std::collections::HashSet;

/// The values of the heaps below a number, whatever is proved of them on the way.
fn values(code: &Code, count: usize) -> Vec<u64> {
    let mut run = Run::new(HeapGame::Code(code.clone()));
    run.advance(count as u64 - 1, &Limits::default()).unwrap();
    match run.into_search() {
        crate::heap::PeriodSearch::Proved(proved) => {
            (0..count as u64).map(|heap| proved.value(heap).unwrap()).collect()
        }
        crate::heap::PeriodSearch::Open { values, .. } => values.iter().take(count).collect(),
    }
}

/// Which of the conditions the theorem finds to hold of values that may be those of another code.
pub(crate) fn conditions(
    code: &Code,
    values: &[u64],
    [start, period, saltus]: [u64; 3],
) -> Option<[bool; 3]> {
    let (start, period) = (start as usize, period as usize);
    let grows = Grows { start, period, saltus, values_needed: values.len() };
    let (claim, limits) = (Claim::new(code, values, grows)?, Limits::default());
    Some([
        claim.is_never_met(&limits).ok()?,
        claim.small_values_are_met(&limits).ok()?,
        claim.large_values_are_met(&limits).ok()?,
    ])
}

fn holds(code: &Code, values: &[u64], grows: Grows) -> bool {
    Growth::of(code).unwrap().is_proved(values, grows, &Limits::default()).unwrap()
}

/// What `values` foretell, as the equation continues them, is right for these heaps: each is the least number that is not
/// the value of an option, by the definition of the game.
fn foretold_rightly(code: &Code, values: &[u64], grows: Grows, heaps: usize) -> bool {
    let mut all = values[..grows.values_needed].to_vec();
    for heap in grows.values_needed..grows.values_needed + heaps {
        let mut options = Vec::new();
        for taken in 0..=heap {
            let (digit, left) = (code.digit(taken as u64), heap - taken);
            if digit & NONE != 0 && left == 0 {
                options.push(0);
            }
            if digit & ONE != 0 && left > 0 && taken > 0 {
                options.push(all[left]);
            }
            if digit & TWO != 0 {
                options.extend((1..=left / 2).map(|a| all[a] ^ all[left - a]));
            }
            if digit & THREE != 0 {
                options.extend((1..=left / 3).flat_map(|a| {
                    let all = &all;
                    (a..=(left - a) / 2).map(move |b| all[a] ^ all[b] ^ all[left - a - b])
                }));
            }
        }
        all.push(all[heap - grows.period] + grows.saltus);
        let options: HashSet<u64> = options.into_iter().collect();
        if (0..).find(|value| !options.contains(value)) != Some(all[heap]) {
            return false;
        }
    }
    true
}

/// The first arithmetic period that the theorem may be put to.
fn candidate(code: &Code, values: &[u64]) -> Option<Grows> {
    Growth::of(code)?.candidates(values, &Limits::default()).unwrap().first().copied()
}

#[test]
fn nothing_is_said_of_what_other_theorems_are_about() {
    for code in ["0.77", "0.3333", "4.", "0.(3)", "0.003(3)"] {
        assert!(Growth::of(&code.parse().unwrap()).is_none(), "{code}");
    }
    for code in ["0.8", "0.77F", "0.103(3)", "0.(13)", "0.(2)"] {
        assert!(Growth::of(&code.parse().unwrap()).is_some(), "{code}");
    }
}

#[test]
fn a_start_and_a_period_that_failed_are_not_tried_again() {
    let code: Code = "0.3(35)".parse().unwrap();
    let known = values(&code, 600);
    let mut growth = Growth::of(&code).unwrap();
    let found = growth.look_at(&known, &Limits::default());
    assert_eq!((found, &growth.failed[..]), (Ok(None), &[(6, 15)][..]));
}

#[test]
fn the_way_of_telling_does_not_matter() {
    for code in ["0.28", "8.D", "4.(13)", "0.3F"] {
        let code: Code = code.parse().unwrap();
        let known = values(&code, 700);
        let (mut by_ones, mut at_once) = (Growth::of(&code).unwrap(), Growth::of(&code).unwrap());
        let found = (1..=known.len())
            .find_map(|len| by_ones.look_at(&known[..len], &Limits::default()).unwrap());
        assert!(found.is_some());
        assert_eq!(at_once.look_at(&known, &Limits::default()), Ok(found), "{code}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn a_heap_that_grows_beside_small_ones_meets_what_it_does_by_trial(
        value in 0i64..200, xor in 0i64..64, target in 0i64..260, rise in 1i64..20, free: bool,
    ) {
        let code: Code = "0.8".parse().unwrap();
        let claim = Claim { code: &code, values: Vec::new(), start: 1, period: 2, rise, low_bits: 0, bound: 0 };
        let meets = |a: i64, b: i64| (value + a * rise) ^ xor == target + (a + b) * rise;
        let expected = (0..64).any(|a| (0..=if free { 300 } else { 0 }).any(|b| meets(a, b)));
        prop_assert_eq!(claim.meets(value, xor, target, free), expected);
    }
}

/// Codes whose values have an arithmetic period, with the values and the period.
fn growing() -> Vec<(Code, Vec<u64>, Grows)> {
    let heads = ["0.", "4.", "8.", "C."];
    let mut texts: Vec<String> = Vec::new();
    for head in heads {
        texts.extend((1..16).map(|digit| format!("{head}{digit:X}")));
        texts.extend((0..256).step_by(7).map(|digits| format!("{head}{digits:02X}")));
        texts.extend((1..16).map(|digit| format!("{head}({digit:X})")));
        texts.extend((16..256).step_by(5).map(|digits| format!("{head}{digits:02X}(3)")));
        texts.extend((16..256).step_by(3).map(|digits| format!("{head}({digits:02X})")));
    }
    let codes = texts.iter().map(|text| text.parse::<Code>().unwrap());
    let found = codes.filter_map(|code| {
        let known = values(&code, 220);
        let grows = candidate(&code, &known)?;
        Some((code, known, grows))
    });
    found.collect()
}

#[test]
fn what_is_proved_goes_on_and_most_of_what_grows_is_proved() {
    let growing = growing();
    let mut proved = 0;
    for (code, values, grows) in &growing {
        if holds(code, values, *grows) {
            proved += 1;
            assert!(foretold_rightly(code, values, *grows, 40), "{code}");
        }
    }
    assert_eq!((proved, growing.len()), (534, 534));
}

/// The theorem put to values that are not those of the code, but of one that differs in a digit: it may only say that they
/// go on if they do.
#[test]
fn values_of_another_code_are_not_proved_unless_they_go_on() {
    let (mut proved, mut refuted) = (0, 0);
    for (place, (code, values, grows)) in growing().into_iter().enumerate() {
        let (mut head, mut tail) = (code.head().to_vec(), code.tail().to_vec());
        let bit = 1 << (place / 3 % 4);
        let at = (place / 12) % (head.len() + tail.len());
        match at.checked_sub(head.len()) {
            None if at == 0 => head[0] ^= 4 << (place % 2),
            None => head[at] ^= bit,
            Some(at) => tail[at] ^= bit,
        }
        let Ok(other) = Code::new(&head, &tail) else { continue };
        let needed = values_needed(&other, grows.start as u64, grows.period as u64);
        let fits = needed.is_some_and(|needed| needed <= values.len() as u64);
        if Growth::of(&other).is_none() || !fits {
            continue;
        }
        let grows = Grows { values_needed: needed.unwrap() as usize, ..grows };
        let goes_on = foretold_rightly(&other, &values, grows, 40);
        let says = holds(&other, &values, grows);
        assert!(goes_on || !says, "{code} {other}");
        proved += u32::from(says);
        refuted += u32::from(!goes_on);
    }
    assert_eq!((proved, refuted), (324, 199));
}

/// Condition 1 as it is written, with free amounts far beyond what can matter.
fn never_met_as_written(claim: &Claim<'_>) -> bool {
    let (start, period) = (claim.start, claim.period);
    let reach = claim.code.head().len();
    let value = |heap: usize| match heap {
        _ if heap < start => claim.values[heap],
        _ => claim.continued(heap),
    };
    let meets = |taken: usize, heaps: &[usize]| {
        let (large, small): (Vec<usize>, Vec<usize>) =
            heaps.iter().partition(|&&heap| heap >= start);
        let xor = small.iter().fold(0, |all, &heap| all ^ claim.values[heap]);
        let target = value(taken + heaps.iter().sum::<usize>());
        let values: Vec<i64> = large.iter().map(|&heap| value(heap)).collect();
        match values[..] {
            [] => false,
            [x] => (0..300).any(|a| (x + a * claim.rise) ^ xor == target + a * claim.rise),
            _ => {
                let all = values.iter().fold(xor, |all, value| all ^ value);
                let high: i64 = values.iter().map(|&value| claim.high(value)).sum();
                let over = high + claim.high(xor) - claim.high(target);
                claim.low(all) == claim.low(target) && over >= 0 && over % 2 == 0
            }
        }
    };
    // Free amounts up to several periods more stand for any `b`.
    let most = reach + if claim.code.tail().is_empty() { 0 } else { 12 * period };
    for taken in 0..most {
        let digit = claim.code.digit(taken as u64);
        for a in 1..start + period {
            if digit & ONE != 0 && taken > 0 && meets(taken, &[a]) {
                return false;
            }
            for b in a..start + period {
                if digit & TWO != 0 && meets(taken, &[a, b]) {
                    return false;
                }
                let third = if digit & THREE != 0 { b..start + period } else { 0..0 };
                for c in third {
                    if meets(taken, &[a, b, c]) {
                        return false;
                    }
                }
            }
        }
    }
    true
}

#[test]
fn what_is_never_met_is_told_as_by_the_condition_itself() {
    let mut random = fastrand::Rng::with_seed(53);
    let mut never = 0;
    for _ in 0..6000 {
        let mut digits = |count: usize, most: u8| {
            (0..count).map(|_| 1_u8 << random.u8(..4) & most).collect::<Vec<u8>>()
        };
        let head = [&[0][..], &digits(1, 15)].concat();
        let tail = digits(2, 15);
        let Ok(code) = Code::new(&head, &tail[..random.usize(..=2)]) else { continue };
        let (start, period) = (random.usize(1..3), random.usize(1..3));
        let Some(repeated) = repeated(&code, period as u64) else { continue };
        let grows = Grows { start, period, saltus: random.u64(1..5), values_needed: 0 };
        // Values that rise as they must, by all that `P` adds up to, and are anything else in between.
        let rise = grows.saltus * repeated / period as u64;
        let mut all: Vec<u64> = (0..start + repeated as usize).map(|_| random.u64(..12)).collect();
        (0..4 * repeated as usize)
            .for_each(|_| all.push(all[all.len() - repeated as usize] + rise));
        let Some(claim) = Claim::new(&code, &all, grows) else { continue };
        let says = claim.is_never_met(&Limits::default()).unwrap();
        assert_eq!(says, never_met_as_written(&claim), "{code} {grows:?} {all:?}");
        never += u32::from(says);
    }
    assert_eq!(never, 3156);
}

/// Conditions 2 and 3 as they are written.
fn met_as_written(claim: &Claim<'_>) -> (bool, bool) {
    let (start, period, end) = (claim.start, claim.period, claim.values.len());
    let unit = 1_i64 << claim.low_bits;
    let value = |heap: usize| claim.values[heap];
    let most = (0..).map(|bits| (1 << bits) - 1).find(|&most| (0..start).all(|a| value(a) <= most));
    let bound = claim.rise + unit * (most.unwrap() / unit + 1);
    assert_eq!(bound, claim.bound);
    let fill = |a: usize, b: usize| {
        a == b || a >= start && b >= start && value(a) / unit == value(b) / unit
    };
    let grows = |heaps: &[usize]| {
        let all = heaps.iter().fold(0, |all, &heap| all ^ value(heap));
        heaps.iter().any(|&heap| heap >= start && all ^ value(heap) < unit)
    };
    // For each heap the values of options as in condition 2, below and above `Y - S`, and of those that grow.
    let options = |heap: usize| {
        let (mut below, mut above, mut growing) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut see = |taken: usize, heaps: &[usize]| {
            let xor = heaps.iter().fold(0, |all, &heap| all ^ value(heap));
            let filled = match *heaps {
                [a, b] => fill(a, b),
                [a, b, c] => fill(a, b) || fill(a, c) || fill(b, c),
                _ => false,
            };
            let free = taken >= claim.code.head().len();
            if grows(heaps) {
                growing.insert(xor);
            }
            if filled || free && grows(heaps) {
                above.insert(xor);
                below.insert(xor);
            }
            if free && heaps.len() < 3 {
                below.insert(xor);
            }
        };
        for taken in 0..=heap {
            let (digit, left) = (claim.code.digit(taken as u64), heap - taken);
            if digit & NONE != 0 && left == 0 {
                see(taken, &[]);
            }
            if digit & ONE != 0 && left > 0 && taken > 0 {
                see(taken, &[left]);
            }
            for a in 1..=left / 2 {
                if digit & TWO != 0 {
                    see(taken, &[a, left - a]);
                }
                let third = if digit & THREE != 0 { a..(left - a) / 2 + 1 } else { 0..0 };
                third.for_each(|b| see(taken, &[a, b, left - a - b]));
            }
        }
        (below, above, growing)
    };
    let small = (end - 2 * period..end).all(|heap| {
        let (below, above, _) = options(heap);
        (0..bound - claim.rise).all(|y| below.contains(&y))
            && (bound - claim.rise..bound).all(|y| above.contains(&y))
    });
    let large = (end - 3 * period..end - 2 * period).all(|heap| {
        let growing = options(heap).2;
        value(heap) >= bound && (bound - claim.rise..value(heap)).all(|y| growing.contains(&y))
    });
    (small, large)
}

/// Codes whose values grow, mostly with a digit more or less, beside values of the code as it was and a pattern that may be
/// said to begin later: start, period and saltus.
pub(crate) fn altered() -> Vec<(Code, Vec<u64>, [u64; 3])> {
    let mut random = fastrand::Rng::with_seed(54);
    let growing = growing();
    let mut all = Vec::new();
    for round in 0..3000 {
        let (code, values, grows) = &growing[random.usize(..growing.len())];
        let (mut head, mut tail) = (code.head().to_vec(), code.tail().to_vec());
        let at = random.usize(..head.len() + tail.len());
        let bit = 1 << random.u8(..4);
        match at.checked_sub(head.len()) {
            _ if round % 4 == 0 => {}
            None if at > 0 => head[at] ^= bit,
            None => head[0] ^= bit & 12,
            Some(at) => tail[at] ^= bit,
        }
        let Ok(other) = Code::new(&head, &tail) else { continue };
        let (start, period) = ((grows.start + random.usize(..4)) as u64, grows.period as u64);
        let needed = values_needed(&other, start, period).unwrap() as usize;
        if needed <= values.len().min(90) {
            all.push((other, values[..needed].to_vec(), [start, period, grows.saltus]));
        }
    }
    all
}

#[test]
fn what_is_met_is_told_as_by_the_conditions_themselves() {
    let mut counts = [0; 4];
    for (code, values, [start, period, saltus]) in altered() {
        let (start, period) = (start as usize, period as usize);
        let grows = Grows { start, period, saltus, values_needed: values.len() };
        let claim = Claim::new(&code, &values, grows).unwrap();
        let limits = Limits::default();
        let says = (
            claim.small_values_are_met(&limits).unwrap(),
            claim.large_values_are_met(&limits).unwrap(),
        );
        assert_eq!(says, met_as_written(&claim), "{code} {grows:?}");
        counts[2 * usize::from(says.0) + usize::from(says.1)] += 1;
    }
    assert_eq!(counts, [123, 11, 185, 2356]);
}
