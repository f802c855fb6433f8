//! Rules with conditions on what a move leaves, as certificates state them, and the values by the definition.
//!
//! ```text
//! rule   = "pieces(" t "+" q ")[" [ move ("; " move)* ] "]"      t, q >= 1 and t + q <= 128
//! move   = amount [".." amount] ":" (" " item)+                   amounts increasing
//! item   = "0" | class | class "|" class | "apart " number        in this order, each increasing
//! ```
//!
//! The class of a heap below `t` is its number, that of another `t` more than what is left of its distance from `t`
//! modulo `q`. `0`: nothing may be left. A class: one heap of it. Two: two heaps, the smaller of the first class, which
//! differ by the number behind `apart` at least if one of them is not below `t`.

use super::known::Known;
use super::values::Seen;
use crate::language::{Message, message};
use crate::limits::Stop;

/// The most classes.
const MOST: u64 = 128;

/// A rule with conditions on what a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) alone: u64,
    pub(super) modulus: u64,
    moves: Vec<Move>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    /// The first amount and the last.
    first: u64,
    last: u64,
    nothing: bool,
    one: Vec<u64>,
    two: Vec<(u64, u64)>,
    apart: u64,
}

impl Pieces {
    /// Reads what stands behind `pieces`.
    pub(super) fn read(text: &str) -> Result<Pieces, Message> {
        let form = || message!("expected pieces(t+q)[..] with amounts and what they may leave");
        let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(']'));
        let (classes, moves) =
            inside.and_then(|inside| inside.split_once(")[")).ok_or_else(form)?;
        let (alone, modulus) = classes.split_once('+').ok_or_else(form)?;
        let (alone, modulus) = (number(alone)?, number(modulus)?);
        if alone == 0 || modulus == 0 || alone.saturating_add(modulus) > MOST {
            return Err(message!(
                "there are {most} classes at most, one alone and one more at least",
                most = MOST
            ));
        }
        let mut read = Pieces { alone, modulus, moves: Vec::new() };
        for text in moves.split("; ").filter(|_| !moves.is_empty()) {
            let found = read.one_move(text)?;
            if let Some(before) = read.moves.last() {
                if before.last >= found.first {
                    return Err(message!("amounts are in increasing order"));
                }
                let alike = Move { first: before.first, last: before.last, ..found.clone() };
                if before.last + 1 == found.first && alike == *before {
                    return Err(message!(
                        "amounts that may leave the same stand together, as in 2..5"
                    ));
                }
            }
            read.moves.push(found);
        }
        Ok(read)
    }

    fn one_move(&self, text: &str) -> Result<Move, Message> {
        let order = || message!("what an amount may leave is in increasing order, each once");
        let (taken, items) = text
            .split_once(": ")
            .ok_or_else(|| message!("an amount has what it may leave behind it"))?;
        let (first, last) = match taken.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(taken)?, number(taken)?),
        };
        if taken.contains("..") && first >= last {
            return Err(message!("amounts are in increasing order"));
        }
        let none = Vec::new();
        let mut found = Move { first, last, nothing: false, one: none, two: Vec::new(), apart: 0 };
        let (items, apart) = match items.split_once(" apart ") {
            Some((_, apart)) if apart.contains(' ') => {
                return Err(message!("how far two heaps are apart comes last"));
            }
            Some((items, apart)) => (items, Some(number(apart)?)),
            None => (items, None),
        };
        for item in items.split(' ') {
            let class = |text: &str| {
                number(text)
                    .ok()
                    .filter(|&class| class < self.alone + self.modulus)
                    .ok_or_else(|| message!("`{text}` is no class", text))
            };
            match item.split_once('|') {
                Some((smaller, larger)) => {
                    let pair = (class(smaller)?, class(larger)?);
                    if pair.0 == 0 || pair.1 == 0 {
                        return Err(message!("neither of two heaps is empty"));
                    }
                    if found.two.last().is_some_and(|&last| last >= pair) {
                        return Err(order());
                    }
                    found.two.push(pair);
                }
                None => {
                    let class = class(item)?;
                    let after = found.nothing || !found.one.is_empty();
                    let increasing = found.one.last().is_none_or(|&last| last < class);
                    if !found.two.is_empty() || !increasing || (class == 0 && after) {
                        return Err(order());
                    }
                    match class {
                        0 => found.nothing = true,
                        _ => found.one.push(class),
                    }
                }
            }
        }
        if let Some(apart) = apart {
            if apart == 0 || found.two.is_empty() {
                return Err(message!("only two heaps are apart, and by 1 at least"));
            }
            found.apart = apart;
        }
        if first == 0 && (found.nothing || !found.one.is_empty()) {
            return Err(message!("who takes nothing leaves two heaps"));
        }
        Ok(found)
    }

    /// The most heaps that a move leaves, at least 1.
    pub(super) fn pieces(&self) -> u64 {
        if self.moves.iter().any(|found| !found.two.is_empty()) { 2 } else { 1 }
    }

    /// The largest amount.
    pub(super) fn reach(&self) -> u64 {
        self.moves.last().map_or(0, |found| found.last)
    }

    /// The most by which two heaps must differ.
    pub(super) fn most_apart(&self) -> u64 {
        self.moves.iter().map(|found| found.apart).max().unwrap_or(0)
    }

    /// How many values a pattern from `start` on with this period needs; nothing where the number has more than 64 bits.
    pub(super) fn values_needed(&self, start: u64, period: u64) -> Option<u64> {
        let start = start.max(self.alone);
        if self.pieces() == 1 {
            return start.checked_add(self.multiple(period)?)?.checked_add(self.reach());
        }
        let twice = start.checked_mul(2)?;
        let thrice = self.multiple(period)?.checked_mul(3)?;
        twice.checked_add(thrice)?.checked_add(self.reach())?.checked_add(self.most_apart())
    }

    /// The least multiple of a period that is a multiple of the modulus and not less than the most by which heaps must differ.
    fn multiple(&self, period: u64) -> Option<u64> {
        let mut both = period;
        while !both.is_multiple_of(self.modulus) {
            both = both.checked_add(period)?;
        }
        let times = self.most_apart().div_ceil(both).max(1);
        both.checked_mul(times)
    }

    fn class(&self, heap: u64) -> u64 {
        if heap < self.alone { heap } else { self.alone + (heap - self.alone) % self.modulus }
    }

    /// Notes the values of all options of heap `n`.
    pub(super) fn options(&self, n: u64, known: &Known, seen: &mut Seen<'_>) -> Result<(), Stop> {
        let moves = self.moves.iter().take_while(|found| found.first <= n);
        for (found, taken) in moves
            .flat_map(|found| (found.first..=found.last.min(n)).map(move |taken| (found, taken)))
        {
            let rest = n - taken;
            if rest == 0 && found.nothing {
                seen.note(0);
            }
            if rest > 0 && found.one.contains(&self.class(rest)) {
                seen.note(known.at(rest));
            }
            if found.two.is_empty() {
                seen.spend(1)?;
                continue;
            }
            seen.spend(1 + rest / 2)?;
            // Which larger heaps each class of the smaller one may have beside it.
            let mut beside = [0_u128; MOST as usize];
            for &(smaller, larger) in &found.two {
                beside[smaller as usize] |= 1 << larger;
            }
            for smaller in 1..=rest / 2 {
                let larger = rest - smaller;
                let near = larger >= self.alone && larger - smaller < found.apart;
                let may = beside[self.class(smaller) as usize] >> self.class(larger) & 1 != 0;
                if may && !near {
                    seen.note(known.at(smaller) ^ known.at(larger));
                }
            }
        }
        Ok(())
    }
}

/// A number without leading zeros.
fn number(text: &str) -> Result<u64, Message> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    let read = text.parse().ok().filter(|_| plain);
    read.ok_or_else(|| message!("`{text}` is no number", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_each_rule() {
        let good = [
            "(1+1)[]",
            "(1+1)[0: 1|1 apart 1]",
            "(2+1)[0: 1|2 2|2; 3: 0 1 2]",
            "(1+3)[2: 0 1 3 1|2 3|3 apart 12; 18446744073709551615: 0]",
            "(40+88)[1: 127]",
            "(1+1)[1..5: 1; 6: 0]",
            "(1+1)[1..5: 1; 7..18446744073709551615: 1]",
        ];
        for text in good {
            assert!(Pieces::read(text).is_ok(), "{text}");
        }
        let bad = [
            "",
            "(1+1)",
            "(0+1)[]",
            "(1+0)[]",
            "(40+89)[]",
            "(1+1)[1..1: 1]",
            "(1+1)[2..1: 1]",
            "(1+1)[1..2: 1; 2: 0]",
            "(1+1)[1: 1; 2: 1]",
            "(1+1)[0..2: 1]",
            "(1+1)[1..: 1]",
            "(1+1)[1: 1|1 apart 1 1]",
            "(01+1)[]",
            "(1+1)[0: 1|1 apart 0]",
            "(1+1)[1: 1 apart 1]",
            "(1+1)[0: 1]",
            "(1+1)[0: 0 1|1]",
            "(1+1)[1: 1 0]",
            "(1+1)[1: 0 0]",
            "(1+1)[1: 1 1]",
            "(1+1)[1: 1|1 1]",
            "(1+1)[1: 1|1 1|1]",
            "(1+1)[1: 2]",
            "(1+1)[1: 0|1]",
            "(1+1)[1:]",
            "(1+1)[1: ]",
            "(1+1)[1: 1; 1: 0]",
            "(1+1)[2: 1; 1: 0]",
            "(1+1)[1: 1;2: 0]",
            "(1+1)[1:  1]",
            "(1+1)[1: 1 ]",
            "(1+1)[+1: 1]",
            "(1+1)[1: 1] ",
            "(1+1)[1: 1|1 apart 1 apart 1]",
            "(1+1)[99999999999999999999: 1]",
        ];
        for text in bad {
            assert!(Pieces::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_that_a_pattern_needs() {
        let needed = |text, start, period| Pieces::read(text).unwrap().values_needed(start, period);
        assert_eq!(needed("(1+1)[2: 1|1]", 5, 7), Some(10 + 21 + 2));
        assert_eq!(needed("(1+1)[0: 1|1 apart 9]", 5, 7), Some(10 + 42 + 9));
        assert_eq!(needed("(3+4)[1: 3|4; 2: 4]", 1, 6), Some(6 + 36 + 2));
        assert_eq!(needed("(3+4)[1: 3; 2: 4]", 1, 6), Some(3 + 12 + 2));
        assert_eq!(needed("(1+1)[0: 1|1]", 1 << 63, 1), None);
        assert_eq!(needed("(1+2)[0: 1|1]", 1, u64::MAX), None);
    }
}
