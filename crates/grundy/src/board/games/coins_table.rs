//! Coin-turning games in misère play: a bit for every way the coins can lie.
//!
//! In misère play heads do not add up as nimbers, and two heads at one place do not cancel, so nothing but
//! the definition is left. But few coins lie in few ways, and each move turns one from heads to tails and
//! otherwise only coins before it: with heads as the digits 1 of a binary number, it makes that smaller.
//! So who wins follows from 0 on upwards, without a memo:
//!
//! ```text
//! 0 is won: there is no move
//! for n = 1, 2, ...: if n is not marked it is lost, and n xor t is won for each way t to turn coins whose
//! last one is tails in n
//! ```
//!
//! Lost numbers are few, so this takes far fewer steps than a look at the options of each number.

use super::coins::Coins;
use crate::board::BoardGame;
use crate::board::decided::misere::{MisereOutcome, Parts};
use crate::board::typed::grid::{Cell, Grid};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::ruleset::Failure;
use crate::search::Misere;

/// Most coins, up to the last head, of a table: 4 MB.
const MOST_COINS: usize = 25;
/// Numbers in a word of the table.
const PER_WORD: usize = u64::BITS as usize;
/// Numbers between two looks at the limits.
const WAYS_PER_CHECK: u32 = 1 << 12;

/// A table that would grow by more is not filled before the definition has tried.
const SOON: u32 = 1 << 16;
/// So many positions it may look at, in all.
const MOST_TRIED: u64 = 1 << 10;

/// Who wins, for the ways that coins can lie on boards which stay as large as they are.
pub(super) struct CoinsTable<'a> {
    game: &'a Coins,
    definition: Misere<Parts<'a, Coins>>,
    /// The boards without a head.
    tails: Vec<Grid>,
    /// For each coin what moves turn of which it is the last.
    turns: Vec<Vec<u32>>,
    /// A bit for each number: whether the player to move wins.
    won: Vec<u64>,
    /// Numbers that were marked as won, once for each winning move.
    marks: u64,
}

impl<'a> CoinsTable<'a> {
    pub(super) fn new(game: &'a Coins) -> CoinsTable<'a> {
        CoinsTable {
            game,
            definition: Misere::new(Parts(game)),
            tails: Vec::new(),
            turns: Vec::new(),
            won: Vec::new(),
            marks: 0,
        }
    }

    /// What the definition finds in few positions: where most coins are tails, that is soon.
    fn tried(&mut self, boards: &[Grid], limits: &Limits) -> Result<Option<bool>, Failure> {
        if limits.positions.is_some_and(|most| most <= MOST_TRIED) {
            return Ok(None);
        }
        match self.definition.outcome(boards, &limits.clone().positions(MOST_TRIED)) {
            Ok(outcome) => Ok(Some(outcome == Outcome::P)),
            Err(Failure::Stop(Stop::Positions(_))) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The number of a coin among those of all boards.
    fn digit(&self, board: usize, (row, column): Cell) -> usize {
        let before = self.tails[..board].iter().map(|grid| grid.width() * grid.height());
        before.sum::<usize>() + row * self.tails[board].width() + column
    }

    /// The board and the cell of a coin, if there is one of this number.
    fn cell(&self, mut digit: usize) -> Option<(usize, Cell)> {
        for (board, grid) in self.tails.iter().enumerate() {
            let coins = grid.width() * grid.height();
            if digit < coins {
                return Some((board, (digit / grid.width(), digit % grid.width())));
            }
            digit -= coins;
        }
        None
    }

    /// What moves turn whose last coin this is.
    fn turns_of(&self, digit: usize) -> Vec<u32> {
        let Some((board, cell)) = self.cell(digit) else { return Vec::new() };
        let head = self.tails[board].toggled([cell]);
        let moves = self.game.moves(&head);
        moves
            .map(|turned| {
                turned.cells().fold(0, |turn, cell| turn | 1_u32 << self.digit(board, cell))
            })
            .collect()
    }

    fn is_lost_way(&self, way: u32) -> bool {
        self.won[way as usize / PER_WORD] >> (way as usize % PER_WORD) & 1 == 0
    }

    /// Fills a table of all numbers with as many digits as this one, if it has not so many yet.
    fn fill(&mut self, way: u32, limits: &Limits) -> Result<(), Failure> {
        let digits = (u32::BITS - way.leading_zeros()).max(PER_WORD.ilog2());
        if self.won.len() * PER_WORD > way as usize {
            return Ok(());
        }
        limits.check_memory((1 << digits) / 8)?;
        while self.turns.len() < digits as usize {
            self.turns.push(self.turns_of(self.turns.len()));
        }
        let mut won = vec![0_u64; (1 << digits) / PER_WORD];
        // Without a head there is no move, which wins.
        won[0] = 1;
        for way in 0..1_u32 << digits {
            if way.is_multiple_of(WAYS_PER_CHECK) {
                limits.check()?;
                if let Some(most) = limits.positions.filter(|&most| u64::from(way) > most) {
                    return Err(Stop::Positions(most).into());
                }
                limits.report(way.into(), Some(1 << digits));
            }
            if won[way as usize / PER_WORD] >> (way as usize % PER_WORD) & 1 == 1 {
                continue;
            }
            for digit in (0..digits).filter(|digit| way >> digit & 1 == 0) {
                let turns = &self.turns[digit as usize];
                self.marks += turns.len() as u64;
                for turn in turns {
                    let before = (way ^ turn) as usize;
                    won[before / PER_WORD] |= 1 << (before % PER_WORD);
                }
            }
        }
        self.won = won;
        Ok(())
    }
}

impl MisereOutcome<Grid> for CoinsTable<'_> {
    fn is_lost(&mut self, boards: &[Grid], limits: &Limits) -> Result<Option<bool>, Failure> {
        if self.tails.is_empty() {
            let tails = |grid: &Grid| grid.without(grid.free().collect::<Vec<_>>());
            self.tails = boards.iter().map(tails).collect();
        }
        let mut way = 0_u32;
        for (number, grid) in boards.iter().enumerate() {
            for cell in grid.free() {
                match self.digit(number, cell) {
                    digit if digit < MOST_COINS => way |= 1 << digit,
                    _ => return Ok(None),
                }
            }
        }
        let known = (self.won.len() * PER_WORD) as u32;
        if way >= known + SOON
            && let Some(lost) = self.tried(boards, limits)?
        {
            return Ok(Some(lost));
        }
        self.fill(way, limits)?;
        Ok(Some(self.is_lost_way(way)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::games::coins::Turning;

    #[test]
    fn the_table_has_what_the_definition_says() {
        let games = [
            (Coins::row(Turning::Turtles), [(1, 4), (1, 7)]),
            (Coins::row(Turning::MockTurtles), [(1, 6), (1, 3)]),
            (Coins::row(Turning::Ruler), [(1, 5), (1, 5)]),
            (Coins::product(Turning::Turtles, Turning::Ruler), [(3, 2), (2, 2)]),
            (Coins::product(Turning::MockTurtles, Turning::Ruler), [(3, 3), (1, 2)]),
        ];
        let limits = Limits::default();
        let mut random = fastrand::Rng::with_seed(5);
        let mut lost = 0;
        for (game, sizes) in games {
            let mut table = CoinsTable::new(&game);
            let mut definition = Misere::new(Parts(&game));
            for _ in 0..200 {
                let boards: Vec<Grid> = sizes
                    .iter()
                    .map(|&(rows, columns)| {
                        let mut row = || -> String {
                            (0..columns).map(|_| if random.bool() { 'H' } else { 'T' }).collect()
                        };
                        let text = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
                        game.read(&text).unwrap()
                    })
                    .collect();
                let expected = definition.outcome(&boards, &limits).unwrap() == Outcome::P;
                assert_eq!(table.is_lost(&boards, &limits), Ok(Some(expected)), "{boards:?}");
                lost += usize::from(expected);
            }
        }
        assert!(lost > 100, "{lost}");
    }

    #[test]
    fn most_ways_are_marked_a_few_times() {
        let game = Coins::row(Turning::MockTurtles);
        let mut table = CoinsTable::new(&game);
        let coins = game.read(&"H".repeat(18)).unwrap();
        assert_eq!(table.is_lost(&[coins], &Limits::default()), Ok(Some(false)));
        assert!(table.marks < 3_000_000, "{}", table.marks);
        // A head alone needs no table.
        let mut table = CoinsTable::new(&game);
        let alone = game.read(&format!("{}H", "T".repeat(24))).unwrap();
        assert_eq!(table.is_lost(&[alone], &Limits::default()), Ok(Some(false)));
        assert_eq!(table.marks, 0);
        let few = Limits::default().positions(1000);
        let coins = game.read(&"H".repeat(20)).unwrap();
        assert_eq!(table.is_lost(&[coins], &few), Err(Stop::Positions(1000).into()));
        let many = game.read(&"H".repeat(26)).unwrap();
        assert_eq!(table.is_lost(&[many], &Limits::default()), Ok(None));
    }
}
