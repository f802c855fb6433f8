//! Rules of one coordinate whose options are all positions from one to another, where both ends never move back:
//! values that are the same along whole plateaus, for numbers of any size.
//!
//! ```text
//! of each family    where its first and its last option lie among the plateaus that are known
//! mex               of the values of the plateaus between them, for all families
//! how far           as long as no end has come to another plateau, and no condition has changed,
//!                   the value stays: the first position where that is over is found by doubling and halving
//! ```
//!
//! `[n] -> [k] for k in n/3..n/2` has three new plateaus each time that the number is six times as large, so that a
//! position of any size is reached in a few hundred steps. Where plateaus are short, `[n-k] for k in 1..isqrt(n)`, this
//! is of no use: rules for which the first few steps do not go far are not taken.

use std::ops::RangeInclusive;

use num_bigint::{BigInt, BigUint};

use crate::limits::{Limits, Stop};
use crate::rule::ir::Kind;
use crate::rule::{Far, Window, windows_of_each};

/// After so many steps a rule is looked at, and after twice as many.
const TRIED: usize = 96;
/// How many times as far it must have come then: along plateaus that grow like a power of the number it would be 2 to
/// that power.
const GAIN: u32 = 32;
/// It is not worth the second look if a step leads no farther than this.
const LEAST_STEP: usize = 4;
/// Numbers with more digits in base 2 are far in any case.
const FAR_BITS: u64 = 128;
/// Plateaus that are kept; a rule with more is left to the definition.
const MOST: usize = 1 << 16;
/// Positions at which a family is looked at in order to see that it has an option, or none, everywhere between two.
const LOOKS: u32 = 64;
/// Families of a rule, at most.
const MOST_FAMILIES: usize = 16;

/// The values of a game by plateaus, as far as they were needed.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::plan::{Engine, plan};
/// let game = open("[n] if n > 0 -> [k] for k in n/3..n/2")?;
/// let Engine::Plateaus(mut plateaus) = plan(&game).engine else { panic!() };
/// // Between 2 and 3 times a power of 6.
/// let heap = num_bigint::BigUint::from(10_u8).pow(30);
/// assert_eq!(plateaus.value(&heap, &Limits::default()), Ok(Some(2)));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plateaus {
    windows: Vec<Window>,
    /// The first position and the value of each; one ends where the next begins.
    starts: Vec<BigInt>,
    values: Vec<u64>,
    /// The first position whose value is not known.
    reached: BigInt,
    /// How far the last step went.
    stride: BigInt,
    /// Whether the definition has to say what is there, or plateaus are too many.
    over: bool,
}

/// Where the options of a family lie: one of these as long as nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// No option, for this reason.
    None(Reason),
    /// From one plateau to another.
    Between(usize, usize),
}

/// Why a family has no option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Closed(usize),
    Below,
    Crossed,
}

impl Plateaus {
    /// The engine of a rule that is of the form, and whose plateaus grow with the number; nothing for others.
    pub(crate) fn new(kind: &Kind) -> Option<Plateaus> {
        let mut plateaus = Plateaus::of(kind)?;
        plateaus.goes_far().then_some(plateaus)
    }

    /// The same, however short the plateaus are.
    fn of(kind: &Kind) -> Option<Plateaus> {
        let windows = windows_of_each(0, kind, MOST_FAMILIES as u64)?;
        let fits = windows.len() <= MOST_FAMILIES && windows.iter().all(Window::never_moves_back);
        fits.then(|| Plateaus {
            windows,
            starts: Vec::new(),
            values: Vec::new(),
            reached: BigInt::ZERO,
            stride: BigInt::from(1),
            over: false,
        })
    }

    /// Whether the first steps lead far.
    fn goes_far(&mut self) -> bool {
        let mut once = BigInt::ZERO;
        for step in 0..2 * TRIED {
            if self.reached.bits() > FAR_BITS {
                return true;
            }
            if step == TRIED {
                once = self.reached.clone();
                if once < BigInt::from(LEAST_STEP * TRIED) {
                    return false;
                }
            }
            if !self.step() {
                return false;
            }
        }
        self.reached >= once * GAIN
    }

    /// The value of a position; nothing where the definition has to say it, or plateaus are too many. `O(log n)` looks
    /// at each plateau.
    ///
    /// ```
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use grundy::plan::{Engine, plan};
    /// let game = open("[n] if n > 0 -> [k] for k in n/3..n/2")?;
    /// let Engine::Plateaus(mut plateaus) = plan(&game).engine else { panic!() };
    /// // From 1 only 0 is reached, from 2 both 0 and 1.
    /// let mut value = |n: u8| plateaus.value(&n.into(), &Limits::default());
    /// assert_eq!([value(0)?, value(1)?, value(2)?], [Some(0), Some(1), Some(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit that was reached; what is known then is kept.
    pub fn value(&mut self, position: &BigUint, limits: &Limits) -> Result<Option<u64>, Stop> {
        let position = BigInt::from(position.clone());
        while self.reached <= position {
            limits.check()?;
            if !self.step() {
                return Ok(None);
            }
        }
        Ok(self.at(&position).map(|plateau| self.values[plateau]))
    }

    /// Where each plateau begins that has a position up to `last`, and its value; nothing where the definition has to say some
    /// value, or plateaus are more than `most`.
    ///
    /// # Errors
    /// As [`value`](Plateaus::value).
    pub(crate) fn up_to(
        &mut self,
        last: u64,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<(u64, u64)>>, Stop> {
        while self.reached <= last.into() {
            limits.check()?;
            if self.starts.len() > most || !self.step() {
                return Ok(None);
            }
        }
        let starts = self.starts.iter().map_while(|start| u64::try_from(start).ok());
        let all = starts.zip(self.values.iter().copied());
        let all: Vec<(u64, u64)> = all.take_while(|&(start, _)| start <= last).collect();
        Ok((all.len() <= most).then_some(all))
    }

    /// The values of positions one after the other, if those of all are known.
    pub(crate) fn row(
        &mut self,
        positions: RangeInclusive<u64>,
        limits: &Limits,
    ) -> Option<Vec<u64>> {
        let (first, last) = positions.into_inner();
        self.value(&last.into(), limits).ok()??;
        let mut values = Vec::new();
        let mut plateau = self.at(&first.into())?;
        for position in first..=last {
            if self.starts.get(plateau + 1).is_some_and(|next| *next <= position.into()) {
                plateau += 1;
            }
            values.push(self.values[plateau]);
        }
        Some(values)
    }

    /// The options of a position that have a value, as inclusive ranges that do not meet, ascending; nothing where the
    /// definition has to say them.
    ///
    /// # Errors
    /// As [`value`](Plateaus::value).
    pub(crate) fn moves_to(
        &mut self,
        position: &BigUint,
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Option<Vec<(BigUint, BigUint)>>, Stop> {
        if self.value(position, limits)?.is_none() {
            return Ok(None);
        }
        let position = BigInt::from(position.clone());
        let mut ranges: Vec<(BigInt, BigInt)> = Vec::new();
        for window in &self.windows {
            let Some(far) = window.far(&position) else { return Ok(None) };
            let Far::Open(first, last) = far else { continue };
            let (Some(from), Some(to)) = (self.at(&first), self.at(&last)) else { return Ok(None) };
            let of_value = (from..=to).filter(|&at| wanted == &BigUint::from(self.values[at]));
            ranges.extend(of_value.map(|at| {
                let next = self.starts.get(at + 1).unwrap_or(&self.reached);
                (self.starts[at].clone().max(first.clone()), (next - 1_u8).min(last.clone()))
            }));
        }
        ranges.sort_unstable();
        let mut apart: Vec<(BigInt, BigInt)> = Vec::new();
        for (from, to) in ranges {
            match apart.last_mut() {
                Some((_, end)) if from <= &*end + 1_u8 => *end = to.max(end.clone()),
                _ => apart.push((from, to)),
            }
        }
        let natural = |(from, to): (BigInt, BigInt)| Some((from.to_biguint()?, to.to_biguint()?));
        Ok(apart.into_iter().map(natural).collect())
    }

    /// How many plateaus are known.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The plateau of a position whose value is known.
    fn at(&self, position: &BigInt) -> Option<usize> {
        self.starts.partition_point(|start| start <= position).checked_sub(1)
    }

    /// The value of the first position that is not known, and as far as it stays; whether there is one.
    fn step(&mut self) -> bool {
        if self.over || self.starts.len() >= MOST {
            return false;
        }
        let start = self.reached.clone();
        let places: Option<Vec<Place>> =
            self.windows.iter().map(|window| self.place(window, &start)).collect();
        let Some(places) = places else {
            self.over = true;
            return false;
        };
        let value = self.mex(&places);
        let stays = |to: &BigInt| {
            let mut all = self.windows.iter().zip(&places);
            all.all(|(window, place)| self.stays(window, place, &start, to))
        };
        // The last position to which it stays is at least `near`, and before `far`.
        let (mut near, mut stride) = (start.clone(), self.stride.clone());
        let mut far = loop {
            let next = &near + &stride;
            if !stays(&next) {
                break next;
            }
            near = next;
            stride *= 2;
            // Where nothing changes any more, it stays for ever.
            if near.bits() > start.bits() + 64 {
                break &near + 1_u8;
            }
        };
        while &far - &near > BigInt::from(1) {
            let middle = (&near + &far) >> 1_u32;
            if stays(&middle) { near = middle } else { far = middle }
        }
        if self.values.last() != Some(&value) {
            self.starts.push(start.clone());
            self.values.push(value);
        }
        self.reached = near + 1_u8;
        self.stride = &self.reached - start;
        true
    }

    /// Where the options of a family at a position lie; nothing where that is for the definition to say.
    fn place(&self, window: &Window, position: &BigInt) -> Option<Place> {
        Some(match window.far(position)? {
            Far::Closed(cond) => Place::None(Reason::Closed(cond)),
            Far::Below => Place::None(Reason::Below),
            Far::Crossed(..) => Place::None(Reason::Crossed),
            Far::Open(_, last) if last >= self.reached => return None,
            Far::Open(first, last) => Place::Between(self.at(&first)?, self.at(&last)?),
        })
    }

    /// Whether a family has its options in the same place from one position to another. What the ends and the conditions
    /// are at both says it for all between, but for whether the first end is behind the last.
    fn stays(&self, window: &Window, place: &Place, from: &BigInt, to: &BigInt) -> bool {
        if self.place(window, to).as_ref() != Some(place) {
            return false;
        }
        match place {
            Place::Between(one, other) if one == other && !window.is_single() => {
                is_open(window, from, to, &mut { LOOKS })
            }
            Place::None(Reason::Crossed) => is_crossed(window, from, to, &mut { LOOKS }),
            _ => true,
        }
    }

    fn mex(&self, places: &[Place]) -> u64 {
        let mut values: Vec<u64> = Vec::new();
        for place in places {
            if let Place::Between(first, last) = place {
                values.extend(&self.values[*first..=*last]);
            }
        }
        values.sort_unstable();
        values.dedup();
        let met = values.iter().zip(0..).take_while(|&(&value, least)| value == least);
        met.count() as u64
    }
}

/// Whether a window is open at all positions between two at which it is: there the first end is not behind what it is
/// at the last position, nor the last end before what it is at the first.
fn is_open(window: &Window, from: &BigInt, to: &BigInt, looks: &mut u32) -> bool {
    let (Some(Far::Open(_, last)), Some(Far::Open(first, _))) = (window.far(from), window.far(to))
    else {
        return false;
    };
    first <= last || in_halves(from, to, looks, &mut |a, b, looks| is_open(window, a, b, looks))
}

/// The same of one whose first end is behind the last.
fn is_crossed(window: &Window, from: &BigInt, to: &BigInt, looks: &mut u32) -> bool {
    let (Some(Far::Crossed(first, _)), Some(Far::Crossed(_, last))) =
        (window.far(from), window.far(to))
    else {
        return false;
    };
    first > last || in_halves(from, to, looks, &mut |a, b, looks| is_crossed(window, a, b, looks))
}

/// Whether something is so in both halves of what lies between two positions; so it is between neighbours.
fn in_halves(
    from: &BigInt,
    to: &BigInt,
    looks: &mut u32,
    is_so: &mut dyn FnMut(&BigInt, &BigInt, &mut u32) -> bool,
) -> bool {
    let middle: BigInt = (from + to) >> 1_u32;
    if middle == *from {
        return true;
    }
    let Some(left) = looks.checked_sub(1) else { return false };
    *looks = left;
    is_so(from, &middle, looks) && is_so(&middle, to, looks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nimber::{Mex, Nimber};
    use crate::rule::{Rules, parse};

    fn kind_of(text: &str) -> Kind {
        Rules::new(parse(text).unwrap(), &[]).unwrap().ir()[0].clone()
    }

    fn value_of(text: &str, position: &BigUint) -> u64 {
        let mut plateaus = Plateaus::new(&kind_of(text)).expect(text);
        plateaus.value(position, &Limits::default()).unwrap().expect(text)
    }

    /// The values up to a position by the ends of the windows alone, as far as the definition would not fail.
    fn plain(windows: &[Window], last: i64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for position in 0..=last {
            let mut mex = Mex::default();
            for window in windows {
                let Some((first, last)) = window.at(position) else { return values };
                (first..=last).for_each(|at| mex.insert(Nimber(values[at as usize])));
            }
            values.push(mex.mex().0);
        }
        values
    }

    #[test]
    fn only_plateaus_that_grow_are_taken() {
        for (text, expected) in [
            ("[n] if n > 0 -> [k] for k in n/3..n/2", true),
            ("[n] -> [n-k] for k in n/3..n/2 if n > 2", true),
            ("[n] -> [n-k] for k in 1..n if 3*k >= n and 2*k <= n", true),
            ("[n] if n > 0 -> [n/2] | [n/3] | [n/4]", true),
            ("[n] if n > 1 -> [k] for k in isqrt(n)..n/2", true),
            ("[n] if n > 1 -> [(n+k-1)/k] for k in 2..9", true),
            ("[n] if n > 1 -> [(n+k-1)/k] for k in 2..20", false),
            ("[n] if n > 1 -> [k] for k in 0..isqrt(n)", true),
            ("[n] -> [n-k] for k in 1..n/2", false),
            ("[n] -> [n-k] for k in 1..isqrt(n)", false),
            ("[n] if n > 9 -> [k] for k in n/2..n-9", false),
            ("[n] if n > 0 -> [k] for k in n/3..n/2 if k % 2 == 0", false),
            ("[n] -> [k] for k in n/3..n/2", false),
        ] {
            assert_eq!(Plateaus::new(&kind_of(text)).is_some(), expected, "{text}");
        }
    }

    /// Boundaries of the first rule are multiplied by 6 again and again: 2, 3, 6, and so on; and a value at the heap
    /// that is the last of a plateau, and at the next.
    #[test]
    fn far_values_are_those_near_where_the_pattern_repeats() {
        let text = "[n] if n > 0 -> [k] for k in n/3..n/2";
        let six = |power| BigUint::from(6_u8).pow(power);
        for (number, value) in [(1_u8, 1), (2, 2), (3, 0)] {
            let boundary = BigUint::from(number) * six(50);
            assert_eq!(value_of(text, &boundary), value, "{number}");
            assert_eq!(value_of(text, &(boundary - 1_u8)), (value + 2) % 3, "before {number}");
        }
    }

    #[test]
    fn where_the_game_ends_all_is_zero_for_ever() {
        let text = "[n] -> [n-k] for k in 1..n if n < 10";
        assert_eq!(value_of(text, &9_u8.into()), 9);
        assert_eq!(value_of(text, &BigUint::from(10_u8).pow(300)), 0);
    }

    /// Plateaus that grow like squares or powers are soon longer than anything that is asked about: of these no more is
    /// computed than shows that they do.
    #[test]
    fn what_goes_far_at_once_is_not_followed_farther() {
        for text in [
            "[n] if n > 1 -> [k] for k in 0..isqrt(n)",
            "[n] if n > 1 -> [k] for k in 0..ilog2(n)",
            "[n] if n > 3 -> [k] for k in isqrt(isqrt(n))..isqrt(n)",
            "[n] -> [n-k] for k in 1..n if n < 10",
        ] {
            let plateaus = Plateaus::new(&kind_of(text)).expect(text);
            assert!(plateaus.reached.bits() < 2 * FAR_BITS, "{text}");
        }
    }

    /// Work, without a clock: a few looks at each plateau.
    #[test]
    fn a_far_position_takes_few_steps() {
        let mut plateaus =
            Plateaus::new(&kind_of("[n] if n > 0 -> [k] for k in n/3..n/2")).unwrap();
        let before = plateaus.count();
        let far = BigUint::from(6_u8).pow(200);
        plateaus.value(&far, &Limits::default()).unwrap();
        assert_eq!(plateaus.count().max(before), 602);
        let none = Limits::default().time(std::time::Duration::ZERO);
        assert_eq!(plateaus.value(&(&far * &far), &none), Err(Stop::Time));
    }

    fn end() -> impl Strategy<Value = String> {
        let number = 0_i64..5;
        prop_oneof![
            (2_i64..7, number.clone()).prop_map(|(d, c)| format!("n/{d} + {c}")),
            (2_i64..7, number.clone()).prop_map(|(d, c)| format!("n/{d} - {c}")),
            (1_i64..4, 2_i64..6).prop_map(|(a, d)| format!("{a}*n/{d}")),
            (2_i64..6, number.clone()).prop_map(|(d, c)| format!("n - n/{d} - {c}")),
            number.clone().prop_map(|c| format!("isqrt(n) + {c}")),
            number.clone().prop_map(|c| format!("n - isqrt(n) - {c}")),
            number.clone().prop_map(|c| format!("ilog2(n) - {c}")),
            number.clone().prop_map(|c| format!("n - {c}")),
            (2_i64..6, number.clone(), number.clone())
                .prop_map(|(d, c, e)| format!("min(n/{d} + {c}, n - {e})")),
            (2_i64..6, number).prop_map(|(d, c)| format!("max(n/{d}, n - 9*{c})")),
        ]
    }

    fn family() -> impl Strategy<Value = String> {
        let condition = prop_oneof![
            4 => Just(String::new()),
            1 => (0_i64..40).prop_map(|c| format!(" if n > {c}")),
            1 => (0_i64..400).prop_map(|c| format!(" if n < {c}")),
            1 => (1_i64..4, 0_i64..9).prop_map(|(a, c)| format!(" if {a}*k + {c} <= n")),
            1 => (1_i64..4, 0_i64..9).prop_map(|(a, c)| format!(" if n - k <= {a}*k + {c}")),
        ];
        let range = (end(), end(), condition).prop_map(|(from, to, condition)| {
            format!("[k] for k in {from}..min({to}, n-1){condition}")
        });
        prop_oneof![4 => range, 1 => end().prop_map(|end| format!("[min({end}, n-1)]"))]
    }

    proptest! {
        /// Any windows, also where plateaus are short, against the values by all options, and the options of each value.
        #[test]
        fn plateaus_agree_with_all_options(
            families in proptest::collection::vec(family(), 1..4),
            guard in 0_i64..4,
            asked in 0_i64..300,
        ) {
            let text = format!("[n] if n > {guard} -> {}", families.join(" | "));
            let kind = kind_of(&text);
            let found = Plateaus::of(&kind);
            prop_assume!(found.is_some());
            let mut plateaus = found.unwrap();
            let limits = Limits::default();
            let values = plain(&plateaus.windows.clone(), 700);
            for (position, &value) in values.iter().enumerate() {
                prop_assert_eq!(plateaus.value(&position.into(), &limits), Ok(Some(value)), "{} at {}", text, position);
            }
            if values.len() <= 700 {
                // There an option does not come before.
                prop_assert_eq!(plateaus.value(&values.len().into(), &limits), Ok(None));
                return Ok(());
            }
            prop_assert_eq!(plateaus.row(7..=700, &limits), Some(values[7..].to_vec()));
            let options: std::collections::BTreeSet<i64> = plateaus.windows.iter()
                .flat_map(|window| { let (first, last) = window.at(asked).unwrap(); first..=last })
                .collect();
            for wanted in 0..4_u64 {
                let found = plateaus.moves_to(&asked.unsigned_abs().into(), &wanted.into(), &limits).unwrap().unwrap();
                let found: Vec<i64> = found.into_iter()
                    .flat_map(|(from, to)| i64::try_from(from).unwrap()..=i64::try_from(to).unwrap())
                    .collect();
                let expected: Vec<i64> = options.iter().copied().filter(|&to| values[to as usize] == wanted).collect();
                prop_assert_eq!(found, expected, "{} at {} to {}", text, asked, wanted);
            }
        }
    }
}
