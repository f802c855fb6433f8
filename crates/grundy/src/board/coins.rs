//! Coin-turning games: turn coins over, the rightmost of them from heads to tails; whoever cannot has
//! lost. (Winning Ways, chapter 14.)
//!
//! A position is worth the nim-sum of its single heads, so a value for each place says all:
//!
//! ```text
//! turning turtles  one coin, and perhaps one to its left          place n (from 1) is worth n
//! mock turtles     one coin, and perhaps one or two to its left   the n-th odious number: 2(n-1), and
//!                                                                 1 more if it has an even number of 1s
//! ruler            any number of neighbours                       the largest power of 2 dividing n
//! ```
//!
//! The product of two such games is played on rectangles: a move of the one in the rows and one of
//! the other in the columns turn every coin where a chosen row meets a chosen column. By the tartan
//! theorem the coin at (m, n) is worth the nim-product of its coordinates' values (Conway, On
//! Numbers and Games, chapter 14; Winning Ways, chapter 14).

use super::grid::{Cell, Grid};
use super::picture::of_grid;
use super::sketch::{Look, Mark, Sketch};
use super::{BoardGame, Picture, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::{Nimber, field};
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Which coins of a row a move may turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// One, and perhaps one more.
    Turtles,
    /// One, two or three.
    MockTurtles,
    /// Neighbours.
    Ruler,
}

impl Turning {
    /// The sets of places, from 0, whose rightmost is `last`: what a move may turn, ascending.
    fn turns(self, last: usize) -> Vec<Vec<usize>> {
        let mut turns = vec![vec![last]];
        match self {
            Turning::Turtles => turns.extend((0..last).map(|first| vec![first, last])),
            Turning::MockTurtles => {
                turns.extend((0..last).map(|first| vec![first, last]));
                turns
                    .extend((0..last).flat_map(|second| {
                        (0..second).map(move |first| vec![first, second, last])
                    }));
            }
            Turning::Ruler => turns.extend((0..last).map(|first| (first..=last).collect())),
        }
        turns
    }

    /// What a head alone at a place, from 0, is worth.
    fn worth(self, place: usize) -> u128 {
        let place = place as u128;
        match self {
            Turning::Turtles => place + 1,
            Turning::MockTurtles => 2 * place + u128::from(place.count_ones().is_multiple_of(2)),
            Turning::Ruler => (place + 1) & (place + 1).wrapping_neg(),
        }
    }
}

/// A coin-turning game on rows, or the product of two on a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Coins {
    /// In every row.
    along: Turning,
    /// Across the rows; nothing for a game on one row.
    across: Option<Turning>,
}

impl Coins {
    /// A game on one row.
    pub fn row(along: Turning) -> Coins {
        Coins { along, across: None }
    }

    /// The product of a game on the places of columns and one on those of rows.
    pub fn product(across: Turning, along: Turning) -> Coins {
        Coins { along, across: Some(across) }
    }

    /// Reads coins: `TTHT`, or rows between `/` for a product.
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(self, text: &str) -> Result<Grid, RuleError> {
        let wrong = |at: usize, length: usize, message: Message| {
            let error = RuleError::new(Span::new(at, at + length), message).in_source(text);
            Err(match self.across {
                None => {
                    error.help(message!("coins in a row are typed TTHT: H for heads, T for tails"))
                }
                Some(_) => error
                    .help(message!("rows of coins are typed THT/HHT: H for heads, T for tails")),
            })
        };
        let mut cells = String::new();
        for (at, sign) in text.char_indices() {
            cells.push(match sign {
                'H' | 'h' => '#',
                'T' | 't' => '.',
                '/' if self.across.is_some() => '/',
                '/' => return wrong(at, 1, message!("this game has one row; join rows with +")),
                _ => return wrong(at, sign.len_utf8(), message!("expected H or T")),
            });
        }
        if cells.is_empty() {
            return wrong(0, 0, message!("there are no coins here"));
        }
        Grid::read(&cells).map_err(|error| error.in_source(text))
    }

    fn across(self) -> Turning {
        // A row stands at place 0 of turtles, whose coin is turned alone and worth 1.
        self.across.unwrap_or(Turning::Turtles)
    }

    /// The places of coins, from 1.
    fn places(self, coins: &[Cell]) -> String {
        let place = |(row, column): &Cell| match self.across {
            None => format!("{}", column + 1),
            Some(_) => format!("{},{}", row + 1, column + 1),
        };
        coins.iter().map(place).collect::<Vec<_>>().join(" ")
    }

    fn shown(grid: &Grid) -> String {
        grid.to_string().replace('#', "H").replace('.', "T")
    }
}

/// Most coins that every move is listed for: a product has many.
const MOST_LISTED: usize = 4096;

impl BoardGame for Coins {
    /// A free cell is a head.
    type Position = Grid;
    /// The coins that are turned.
    type Move = Vec<Cell>;

    fn moves(&self, coins: &Grid) -> Vec<Vec<Cell>> {
        let mut moves = Vec::new();
        for (row, column) in coins.free() {
            for rows in self.across().turns(row) {
                for columns in self.along.turns(column) {
                    let cell = |&row: &usize| columns.iter().map(move |&column| (row, column));
                    moves.push(rows.iter().flat_map(cell).collect());
                }
            }
        }
        moves
    }

    fn after(&self, coins: &Grid, turned: &Vec<Cell>) -> Grid {
        coins.toggled(turned)
    }

    fn show(&self, coins: &Grid) -> String {
        Coins::shown(coins)
    }

    fn show_move(&self, coins: &Grid, turned: &Vec<Cell>) -> Message {
        let after = Coins::shown(&self.after(coins, turned));
        message!("turn {coins}, which leaves {after}", coins = self.places(turned), after)
    }

    fn name_move(&self, _: &Grid, turned: &Vec<Cell>) -> Message {
        message!("turn {coins}", coins = self.places(turned))
    }

    fn picture(&self, coins: &Grid, made: Option<&Vec<Cell>>) -> Picture {
        let sign = |cell: Cell| if coins.is_free(cell.0, cell.1) { 'H' } else { 'T' };
        let turned = |cell| made.is_some_and(|turned| turned.contains(&cell));
        of_grid(coins, sign, |cell| if turned(cell) { Touch::Chosen } else { Touch::Stays })
    }

    fn sketch(&self, coins: &Grid) -> Sketch {
        let mut sketch = Sketch::default();
        for row in 0..coins.height() {
            for column in 0..coins.width() {
                let (look, label) = match coins.is_free(row, column) {
                    true => (Look::Heads, "H"),
                    false => (Look::Tails, "T"),
                };
                sketch.place((column as f64, row as f64), look, label);
            }
        }
        sketch
    }

    fn mark(&self, coins: &Grid, turned: &Vec<Cell>) -> Mark {
        Mark::Places(turned.iter().map(|(row, column)| row * coins.width() + column).collect())
    }

    /// Each head alone: a position is worth the nim-sum of them.
    fn parts(&self, coins: &Grid) -> Vec<Grid> {
        let tails: Vec<Cell> = coins.free().collect();
        let tails = coins.without(tails);
        coins.free().map(|head| tails.toggled(&[head])).collect()
    }

    fn value(&mut self, coins: &Grid, _: &Limits) -> Result<Nimber, Failure> {
        if coins.width() * coins.height() > MOST_LISTED {
            let message = message!("at most {most} coins are turned", most = MOST_LISTED);
            return Err(Failure::Domain(message));
        }
        let worth = |(row, column)| {
            let (across, along) = (self.across().worth(row), self.along.worth(column));
            field::product(across, along)
        };
        // The worths are below 2^14, so their products are below 2^16.
        Ok(Nimber(coins.free().map(worth).fold(0, |sum, worth| sum ^ worth) as u64))
    }
}
