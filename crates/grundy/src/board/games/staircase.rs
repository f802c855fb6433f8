//! Staircase Nim: coins lie on stairs; a move takes any number from one stair to the next lower one,
//! from the first to the floor. Only the stairs 1, 3, 5, ... count, as Nim heaps: coins that come to
//! one of them from above are passed on by the opponent. (Winning Ways, chapter 3.)

use crate::board::decided::misere::MisereOutcome;
use crate::board::shown::picture::of_list;
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::typed::words::words;
use crate::board::{BoardGame, Picture, Sign, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::position::{NoNumber, number};
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Staircase Nim.
///
/// ```
/// use grundy::board::{BoardGame, Staircase};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // The coins on the stairs 1, 3, 5, .. are heaps of Nim; those on the others do not matter.
/// let stairs = Staircase::read("3 9 4")?;
/// assert_eq!(Staircase.value(&stairs, &Limits::default())?, Nimber(3 ^ 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Staircase;

/// Most stairs.
const MOST_STAIRS: usize = 1 << 12;
/// Most coins on a stair of a typed position, so that every move can be listed.
const MOST_COINS: u64 = 1 << 20;

impl Staircase {
    /// Reads the coins on the stairs, the lowest first: `3 1 4`.
    /// A stair has at most 2^20 coins, and there are at most 4096.
    ///
    /// ```
    /// use grundy::board::Staircase;
    /// assert_eq!(Staircase::read("3 1 4")?, [3, 1, 4]);
    /// assert!(Staircase::read("3 1 x").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Vec<u64>, RuleError> {
        let mut stairs = Vec::new();
        for (at, word) in words(text) {
            let wrong = |message: Message| {
                RuleError::new(Span::new(at, at + word.len()), message)
                    .help(message!("the coins on the stairs, the lowest first: 3 1 4"))
                    .in_source(text)
            };
            match coins(word) {
                Some(coins) if coins <= MOST_COINS => stairs.push(coins),
                Some(_) => {
                    let error = wrong(message!(
                        "a stair has at most {most} coins here, so that every move can be listed",
                        most = MOST_COINS
                    ));
                    return Err(error.help(as_nim(text)));
                }
                None => {
                    return Err(wrong(message!(
                        "expected a number of coins up to {most}",
                        most = MOST_COINS
                    )));
                }
            }
            if stairs.len() > MOST_STAIRS {
                return Err(wrong(message!(
                    "there are more than {most} stairs",
                    most = MOST_STAIRS
                )));
            }
        }
        match stairs.is_empty() {
            true => {
                Err(RuleError::new(Span::new(0, text.len()), message!("there are no stairs here"))
                    .help(message!("the coins on the stairs, the lowest first: 3 1 4"))
                    .in_source(text))
            }
            false => Ok(stairs),
        }
    }
}

/// A number, perhaps as a power like those of heaps. One that is too large is the largest there is.
fn coins(word: &str) -> Option<u64> {
    match number(word) {
        Ok(number) => Some(u64::try_from(number).unwrap_or(u64::MAX)),
        Err(NoNumber::Size) => Some(u64::MAX),
        Err(NoNumber::Form) => None,
    }
}

/// How to ask for the value of stairs with more coins than are taken.
fn as_nim(text: &str) -> Message {
    let heaps: Vec<&str> = words(text).step_by(2).map(|(_, word)| word).take(10).collect();
    message!(
        "the value is that of Nim on the stairs 1, 3, 5, ..: grundy value nim {heaps}",
        heaps = heaps.join(" ")
    )
}

impl BoardGame for Staircase {
    /// The coins on each stair, the lowest first.
    type Position = Vec<u64>;
    /// From which stair, and how many.
    type Move = (usize, u64);

    fn moves<'a>(&self, stairs: &'a Vec<u64>) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let all = stairs.iter().enumerate();
        all.flat_map(|(stair, &coins)| (1..=coins).map(move |taken| (stair, taken)))
    }

    fn after(&self, stairs: &Vec<u64>, &(stair, taken): &(usize, u64)) -> Vec<u64> {
        let mut after = stairs.clone();
        after[stair] -= taken;
        if stair > 0 {
            after[stair - 1] += taken;
        }
        after
    }

    fn owned_bytes(&self, stairs: &Vec<u64>) -> u64 {
        size_of_val(&stairs[..]) as u64
    }

    fn show(&self, stairs: &Vec<u64>) -> String {
        stairs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn show_move(&self, stairs: &Vec<u64>, made: &(usize, u64)) -> Message {
        let &(below, taken) = made;
        let after = self.show(&self.after(stairs, made));
        match below {
            0 => message!("{taken} from stair 1 to the floor: {after}", taken, after),
            _ => message!(
                "{taken} from stair {from} to stair {below}: {after}",
                taken,
                from = below + 1,
                below,
                after
            ),
        }
    }

    /// The floor, then the stairs upwards.
    fn sketch(&self, stairs: &Vec<u64>) -> Sketch {
        let mut sketch = Sketch::default();
        sketch.place((0.0, 0.0), Look::Ground, "0");
        for (stair, coins) in (1_u32..).zip(stairs) {
            let at = (1.25 * f64::from(stair), -0.75 * f64::from(stair));
            sketch.place(at, Look::Cell, coins.to_string());
        }
        sketch
    }

    fn mark(&self, _: &Vec<u64>, &(stair, taken): &(usize, u64)) -> Mark {
        Mark::Arrow(stair + 1, stair, Some(taken))
    }

    fn name_move(&self, _: &Vec<u64>, &(stair, taken): &(usize, u64)) -> Message {
        message!("{taken} from stair {stair}", taken, stair = stair + 1)
    }

    /// The stairs side by side from the lowest, each with its coins.
    fn picture(&self, stairs: &Vec<u64>, made: Option<&(usize, u64)>) -> Picture {
        let touch = |stair: usize| match made {
            Some(&(from, _)) if stair == from => Touch::Chosen,
            Some(&(from, _)) if stair + 1 == from => Touch::Goes,
            _ => Touch::Stays,
        };
        let each = stairs.iter().enumerate();
        of_list(each.map(|(stair, coins)| Sign::new(coins.to_string(), touch(stair))))
    }

    /// The stairs that count, each alone.
    fn parts(&self, stairs: &Vec<u64>) -> Vec<Vec<u64>> {
        let counted = stairs.iter().enumerate().step_by(2).filter(|(_, coins)| **coins > 0);
        let alone = counted.map(|(stair, &coins)| {
            let mut alone = vec![0; stair + 1];
            alone[stair] = coins;
            alone
        });
        alone.collect()
    }

    fn value(&mut self, stairs: &Vec<u64>, _: &Limits) -> Result<Nimber, Failure> {
        Ok(Nimber(stairs.iter().step_by(2).fold(0, |sum, coins| sum ^ coins)))
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Vec<u64>> + '_>> {
        Some(Box::new(MisereNim))
    }
}

/// In misère play too the winner is that of Nim on the stairs that count.
///
/// Where those stairs are lost in misère Nim, no move leaves them so: one from them is a move of Nim, and coins that come
/// to one of them could go on as a move of Nim back to what was. Where they are won, a move of Nim leads to a loss; if
/// they are all empty, one coin from any other stair does, and without coins whoever is to move has won.
struct MisereNim;

impl MisereOutcome<Vec<u64>> for MisereNim {
    fn is_lost(&mut self, boards: &[Vec<u64>], _: &Limits) -> Result<Option<bool>, Failure> {
        let heaps = boards.iter().flat_map(|stairs| stairs.iter().step_by(2));
        let (sum, most) = heaps.fold((0, 0), |(sum, most), &coins| (sum ^ coins, most.max(coins)));
        Ok(Some(sum == u64::from(most <= 1)))
    }
}
