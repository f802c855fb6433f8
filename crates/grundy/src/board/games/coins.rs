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

use std::collections::{HashMap, HashSet};
use std::iter;

use super::coins_table::CoinsTable;
use crate::board::decided::misere::MisereOutcome;
use crate::board::shown::picture::of_grid;
use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::typed::grid::{Cell, Grid};
use crate::board::{BoardGame, Picture, SeeMove, Touch};
use crate::language::{Argument, Message, Said as _, message};
use crate::limits::Limits;
use crate::nimber::{Nimber, field};
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Which coins of a row a move may turn.
///
/// ```
/// use grundy::board::{BoardGame, Coins, Turning};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // A head alone on the fourth place: 4, the fourth number with an odd count of binary ones, the power of 2 in 4.
/// for (turning, worth) in [(Turning::Turtles, 4), (Turning::MockTurtles, 7), (Turning::Ruler, 4)] {
///     let mut coins = Coins::row(turning);
///     let row = coins.read("TTTH")?;
///     assert_eq!(coins.value(&row, &Limits::default())?, Nimber(worth));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// How many coins of a row before the rightmost, `last`, may be turned alone with it, of how many two,
    /// and at how many a run to it may begin.
    fn reach(self, last: usize) -> (usize, usize, usize) {
        match self {
            Turning::Turtles => (last, 0, 0),
            Turning::MockTurtles => (last, last, 0),
            Turning::Ruler => (0, 0, last),
        }
    }

    /// What a move may turn whose rightmost coin is at a place, from 0: first one or two coins and runs, then
    /// three coins.
    fn turns(self, last: usize) -> impl Iterator<Item = Turn> {
        let (_, threes, _) = self.reach(last);
        let threes = (0..threes).flat_map(|second| (0..second).map(move |first| [first, second]));
        self.turns_but_threes(last).chain(threes.map(move |two| Turn::new(two.map(Some), last)))
    }

    fn turns_but_threes(self, last: usize) -> impl Iterator<Item = Turn> {
        let (twos, _, runs) = self.reach(last);
        iter::once(Turn::new([None; 2], last))
            .chain((0..twos).map(move |first| Turn::new([Some(first), None], last)))
            .chain((0..runs).map(move |first| Turn { alone: [None; 2], first, last }))
    }

    /// How many [`Turning::turns`] there are.
    fn count(self, last: usize) -> usize {
        let (twos, threes, runs) = self.reach(last);
        1 + twos + threes * threes.saturating_sub(1) / 2 + runs
    }

    /// Those of [`Turning::turns`] that are worth so much, with their numbers among all. Of three coins, two
    /// tell the third, so this takes `O(last)`.
    fn turns_worth(
        self,
        last: usize,
        wanted: u64,
        worths: &Worths,
    ) -> impl Iterator<Item = (usize, Turn)> {
        let (twos, threes, runs) = self.reach(last);
        let few = self.turns_but_threes(last).enumerate();
        let few = few.filter(move |(_, turn)| worths.of(*turn) == wanted);
        let threes = (0..threes).filter_map(move |second| {
            let first =
                worths.place(wanted ^ worths.run(second, second) ^ worths.run(last, last))?;
            let number = 1 + twos + runs + second * second.saturating_sub(1) / 2 + first;
            let turn = Turn::new([Some(first), Some(second)], last);
            (first < second).then_some((number, turn))
        });
        few.chain(threes)
    }

    /// What a head alone at a place, from 0, is worth.
    fn worth(self, place: usize) -> u64 {
        let place = place as u64;
        match self {
            Turning::Turtles => place + 1,
            Turning::MockTurtles => 2 * place + u64::from(place.count_ones().is_multiple_of(2)),
            Turning::Ruler => (place + 1) & (place + 1).wrapping_neg(),
        }
    }
}

/// The coins of a row that a move turns: perhaps one or two alone, and all those from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    alone: [Option<usize>; 2],
    first: usize,
    last: usize,
}

impl Turn {
    fn new(alone: [Option<usize>; 2], last: usize) -> Turn {
        Turn { alone, first: last, last }
    }

    /// Their places, from 0, ascending.
    ///
    /// ```
    /// use grundy::board::{BoardGame, Coins, Turning};
    /// let ruler = Coins::row(Turning::Ruler);
    /// // Each run that ends at the head.
    /// let runs: Vec<Vec<usize>> = ruler
    ///     .moves(&ruler.read("TTH")?)
    ///     .map(|made| made.columns.places().collect())
    ///     .collect();
    /// assert_eq!(runs, [vec![2], vec![0, 1, 2], vec![1, 2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places(self) -> impl Iterator<Item = usize> + Clone {
        self.alone.into_iter().flatten().chain(self.first..=self.last)
    }
}

/// A move of a coin-turning game: it turns every coin where a row meets a column.
///
/// ```
/// use grundy::board::{BoardGame, Coins, Turning};
/// let corners = Coins::product(Turning::Turtles, Turning::Turtles);
/// let coins = corners.read("TT/TH")?;
/// // The head alone, with the coin to its left, with the one above, or the four corners.
/// let turned: Vec<usize> = corners.moves(&coins).map(|made| made.cells().count()).collect();
/// assert_eq!((turned.len(), turned.iter().sum::<usize>()), (4, 1 + 2 + 2 + 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turned {
    /// The rows, of which a game on one row has only the first.
    pub rows: Turn,
    /// The columns.
    pub columns: Turn,
}

impl Turned {
    /// The coins, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.columns.places();
        self.rows.places().flat_map(move |row| columns.clone().map(move |column| (row, column)))
    }
}

/// What the coins at the first places are worth together, so that a move is valued at once.
struct Worths {
    /// Those at the places before each.
    before: Vec<u64>,
    /// A place where a coin is worth so much.
    places: HashMap<u64, usize>,
}

impl Worths {
    fn new(turning: Turning, places: usize) -> Worths {
        let mut before = vec![0];
        for place in 0..places {
            before.push(before[place] ^ turning.worth(place));
        }
        let places = (0..places).map(|place| (turning.worth(place), place)).collect();
        Worths { before, places }
    }

    /// Of all coins from one to another.
    fn run(&self, first: usize, last: usize) -> u64 {
        self.before[first] ^ self.before[last + 1]
    }

    fn of(&self, turn: Turn) -> u64 {
        let alone = turn.alone.into_iter().flatten();
        alone.fold(self.run(turn.first, turn.last), |worth, place| worth ^ self.run(place, place))
    }

    /// The place where a coin is worth so much, in a game whose places are all worth something else.
    fn place(&self, worth: u64) -> Option<usize> {
        self.places.get(&worth).copied()
    }
}

/// A coin-turning game on rows, or the product of two on a rectangle.
///
/// ```
/// use grundy::board::{BoardGame, Coins, Turning};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // A head in the second row and column: the nim-product of the worths in both games (Tartan theorem).
/// let mut corners = Coins::product(Turning::Turtles, Turning::Turtles);
/// let coins = corners.read("TT/TH")?;
/// let product = Nimber(2) * Nimber(2);
/// assert_eq!((corners.value(&coins, &Limits::default())?, product), (Nimber(3), Nimber(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// ```
    /// use grundy::board::{Coins, Turning};
    /// let row = Coins::row(Turning::Ruler);
    /// assert_eq!(row.read("HTH")?.free().count(), 2);
    /// assert!(row.read("HTX").is_err() && row.read("HT/TH").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        let beside_row = |at: usize| text[..at].ends_with('/') || text[at + 1..].starts_with('/');
        let mut cells = String::new();
        for (at, sign) in text.char_indices() {
            // Every coin is typed, so blanks around rows move none.
            if sign == ' ' && self.across.is_some() && beside_row(at) {
                continue;
            }
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
        let too_many = || message!("at most {most} coins are turned", most = MOST_COINS);
        if cells.len() > 2 * MOST_COINS {
            return wrong(0, text.len(), too_many());
        }
        let coins = Grid::read(&cells).map_err(|error| error.in_source(text))?;
        if coins.width() * coins.height() > MOST_COINS {
            return wrong(0, text.len(), too_many());
        }
        Ok(coins)
    }

    fn across(self) -> Turning {
        // A row stands at place 0 of turtles, whose coin is turned alone and worth 1.
        self.across.unwrap_or(Turning::Turtles)
    }

    /// The nim-sum of what the heads are worth.
    fn value_of(self, coins: &Grid) -> Result<Nimber, Failure> {
        if coins.width() * coins.height() > MOST_COINS {
            let message = message!("at most {most} coins are turned", most = MOST_COINS);
            return Err(Failure::Domain(message));
        }
        let worth = |(row, column)| product(self.across().worth(row), self.along.worth(column));
        Ok(Nimber(coins.free().map(worth).fold(0, |sum, worth| sum ^ worth)))
    }

    /// The places, from 1, of the coins that a move turns; a language may put a comma between few.
    fn places(self, turned: Turned) -> Argument {
        let place = |(row, column): Cell| match self.across {
            None => format!("{}", column + 1),
            Some(_) => format!("{},{}", row + 1, column + 1),
        };
        let places: Vec<String> = turned.cells().map(place).collect();
        if places.len() > MOST_LISTED {
            return places.join(" ").into();
        }
        let joined = |coins: Argument, coin| message!("{coins} {coin}", coins, coin).said();
        places
            .into_iter()
            .map(Argument::Text)
            .reduce(joined)
            .unwrap_or(Argument::Text(String::new()))
    }

    fn shown(grid: &Grid) -> String {
        grid.to_string().replace('#', "H").replace('.', "T")
    }
}

/// Most places of coins that are put into a list one by one.
const MOST_LISTED: usize = 16;
/// Most coins of a position: a product has many moves.
const MOST_COINS: usize = 4096;
/// Moves tried between two looks at the limits.
const MOVES_PER_CHECK: usize = 1 << 16;

impl BoardGame for Coins {
    /// A free cell is a head.
    type Position = Grid;
    type Move = Turned;

    fn moves<'a>(&self, coins: &'a Grid) -> impl Iterator<Item = Turned> + use<'a> {
        let (across, along) = (self.across(), self.along);
        let of_rows = move |rows: Turn, column: usize| {
            along.turns(column).map(move |columns| Turned { rows, columns })
        };
        coins.free().flat_map(move |(row, column)| {
            across.turns(row).flat_map(move |rows| of_rows(rows, column))
        })
    }

    fn after(&self, coins: &Grid, turned: &Turned) -> Grid {
        coins.toggled(turned.cells())
    }

    fn owned_bytes(&self, coins: &Grid) -> u64 {
        coins.owned_bytes()
    }

    fn show(&self, coins: &Grid) -> String {
        Coins::shown(coins)
    }

    fn show_move(&self, coins: &Grid, turned: &Turned) -> Message {
        let after = Coins::shown(&self.after(coins, turned));
        message!("turn {coins}, which leaves {after}", coins = self.places(*turned), after)
    }

    fn name_move(&self, _: &Grid, turned: &Turned) -> Message {
        message!("turn {coins}", coins = self.places(*turned))
    }

    fn picture(&self, coins: &Grid, made: Option<&Turned>) -> Picture {
        let sign = |cell: Cell| if coins.is_free(cell.0, cell.1) { 'H' } else { 'T' };
        let turned: HashSet<Cell> = made.into_iter().flat_map(|made| made.cells()).collect();
        of_grid(
            coins,
            sign,
            |cell| if turned.contains(&cell) { Touch::Chosen } else { Touch::Stays },
        )
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

    fn mark(&self, coins: &Grid, turned: &Turned) -> Mark {
        Mark::Places(turned.cells().map(|(row, column)| row * coins.width() + column).collect())
    }

    /// Each head alone: a position is worth the nim-sum of them.
    fn parts(&self, coins: &Grid) -> Vec<Grid> {
        let tails: Vec<Cell> = coins.free().collect();
        let tails = coins.without(tails);
        coins.free().map(|head| tails.toggled([head])).collect()
    }

    fn value(&mut self, coins: &Grid, _: &Limits) -> Result<Nimber, Failure> {
        self.value_of(coins)
    }

    fn misere_outcome(&self) -> Option<Box<dyn MisereOutcome<Grid> + '_>> {
        Some(Box::new(CoinsTable::new(self)))
    }

    /// The coins that are turned change the value by what they are worth, and that is the product of what
    /// their rows and their columns are worth alone: so the rows tell what the columns must be worth.
    ///
    /// Takes a comparison for each move of one or two coins of a row, or of a run.
    fn each_move_to(
        &self,
        coins: &Grid,
        wanted: Nimber,
        limits: &Limits,
        see: &mut SeeMove<'_, Turned>,
    ) -> Result<Option<usize>, Failure> {
        let Nimber(change) = self.value_of(coins)? ^ wanted;
        let across = Worths::new(self.across(), coins.height());
        let along = Worths::new(self.along, coins.width());
        let mut quotients: HashMap<u64, u64> = HashMap::new();
        let (mut number, mut checked) = (0, 0);
        for (row, column) in coins.free() {
            for rows in self.across().turns(row) {
                let worth = across.of(rows);
                let wanted = *quotients.entry(worth).or_insert_with(|| quotient(change, worth));
                for (at, columns) in self.along.turns_worth(column, wanted, &along) {
                    if see(number + at, Turned { rows, columns }).is_break() {
                        return Ok(Some(number + at + 1));
                    }
                }
                number += self.along.count(column);
                if number - checked >= MOVES_PER_CHECK {
                    checked = number;
                    limits.check()?;
                }
            }
        }
        Ok(Some(number))
    }
}

/// The nim-product of two worths. They are below 2^14, so that it is below 2^16.
fn product(a: u64, b: u64) -> u64 {
    field::product(a.into(), b.into()) as u64
}

/// What times `divisor`, the worth of a move and so not 0, is `product`; below 2^16 like both.
fn quotient(product: u64, divisor: u64) -> u64 {
    let inverse = field::inverse(divisor.into()).unwrap_or_default();
    field::product(product.into(), inverse) as u64
}
