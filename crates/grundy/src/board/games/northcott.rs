//! Northcott's game: in each row stand a piece of either player, who moves one of his own along its
//! row, not over the other; whoever cannot move has lost. The gaps are Nim heaps: a retreat is
//! followed by as many steps. (Winning Ways, chapter 3.)

use crate::board::shown::sketch::{Look, Mark, Sketch};
use crate::board::{BoardGame, Picture, Sign, Touch};
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::rule::{RuleError, Span};
use crate::ruleset::Failure;

/// Northcott's game. The player to move has the pieces `W`.
///
/// ```
/// use grundy::board::{BoardGame, Northcott};
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// // A row is a heap of as many as there are cells between the two pieces.
/// let rows = Northcott::read("W...B/.W.B.")?;
/// assert_eq!(Northcott.value(&rows, &Limits::default())?, Nimber(3 ^ 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Northcott;

/// Most rows, and most cells of a row.
const MOST_LONG: usize = 1 << 12;

/// A row: its cells, the piece of the player to move and that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lane {
    cells: usize,
    own: usize,
    other: usize,
}

impl Lane {
    /// As the other player sees it.
    fn turned(self) -> Lane {
        Lane { own: self.other, other: self.own, ..self }
    }

    fn gap(self) -> u64 {
        (self.own.abs_diff(self.other) - 1) as u64
    }
}

impl Northcott {
    /// Reads rows between `/`, each with one `W` and one `B`: `W...B/.W.B.`.
    ///
    /// ```
    /// use grundy::board::Northcott;
    /// assert_eq!(Northcott::read("W...B/.W.B.")?.len(), 2);
    /// assert!(Northcott::read("W...W").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake with its place.
    pub fn read(text: &str) -> Result<Vec<Lane>, RuleError> {
        let mut lanes = Vec::new();
        let mut start = 0;
        for row in text.split('/') {
            let wrong = |message: Message| {
                RuleError::new(Span::new(start, start + row.len()), message)
                    .help(message!(
                        "rows have one W, of the player to move, and one B: W...B/.W.B."
                    ))
                    .in_source(text)
            };
            let find = |piece: u8| {
                let mut places = row.bytes().enumerate().filter(|(_, sign)| *sign == piece);
                match (places.next(), places.next()) {
                    (Some((place, _)), None) => Ok(place),
                    _ => Err(wrong(message!("this row does not have one W and one B"))),
                }
            };
            if row.bytes().any(|sign| !b".WB".contains(&sign)) {
                return Err(wrong(message!("a row has `.`, `W` and `B`")));
            }
            if row.len() > MOST_LONG || lanes.len() >= MOST_LONG {
                return Err(wrong(message!(
                    "a board has at most {most} rows, and a row at most {most} cells",
                    most = MOST_LONG
                )));
            }
            lanes.push(Lane { cells: row.len(), own: find(b'W')?, other: find(b'B')? });
            start += row.len() + 1;
        }
        Ok(lanes)
    }
}

impl BoardGame for Northcott {
    type Position = Vec<Lane>;
    /// The row, and where the piece goes.
    type Move = (usize, usize);

    fn moves<'a>(&self, lanes: &'a Vec<Lane>) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        lanes.iter().enumerate().flat_map(|(row, lane)| {
            let free = match lane.own < lane.other {
                true => 0..lane.other,
                false => lane.other + 1..lane.cells,
            };
            free.filter(|&to| to != lane.own).map(move |to| (row, to))
        })
    }

    /// The board as the other player sees it, who then is to move.
    fn after(&self, lanes: &Vec<Lane>, &(row, to): &(usize, usize)) -> Vec<Lane> {
        let mut after = lanes.clone();
        after[row].own = to;
        self.passed(&after)
    }

    fn owned_bytes(&self, lanes: &Vec<Lane>) -> u64 {
        size_of_val(&lanes[..]) as u64
    }

    fn show(&self, lanes: &Vec<Lane>) -> String {
        let row = |lane: &Lane| -> String {
            let sign = |cell| match cell {
                _ if cell == lane.own => 'W',
                _ if cell == lane.other => 'B',
                _ => '.',
            };
            (0..lane.cells).map(sign).collect()
        };
        lanes.iter().map(row).collect::<Vec<_>>().join("/")
    }

    fn show_move(&self, lanes: &Vec<Lane>, &(row, to): &(usize, usize)) -> Message {
        let mut after = lanes.clone();
        after[row].own = to;
        message!("{board}", board = self.show(&after))
    }

    fn sketch(&self, lanes: &Vec<Lane>) -> Sketch {
        let mut sketch = Sketch::default();
        for (row, lane) in lanes.iter().enumerate() {
            for cell in 0..lane.cells {
                let look = match cell {
                    _ if cell == lane.own => Look::Own,
                    _ if cell == lane.other => Look::Other,
                    _ => Look::Cell,
                };
                sketch.place((cell as f64, 1.25 * row as f64), look, "");
            }
        }
        sketch
    }

    fn mark(&self, lanes: &Vec<Lane>, &(row, to): &(usize, usize)) -> Mark {
        let above: usize = lanes.iter().take(row).map(|lane| lane.cells).sum();
        Mark::Arrow(above + lanes[row].own, above + to, None)
    }

    fn name_move(&self, _: &Vec<Lane>, &(row, to): &(usize, usize)) -> Message {
        message!("row {row} to column {column}", row = row + 1, column = to + 1)
    }

    fn picture(&self, lanes: &Vec<Lane>, made: Option<&(usize, usize)>) -> Picture {
        let mark = |row: usize, lane: &Lane, cell: usize| match made {
            Some(&(moved, to)) if (row, cell) == (moved, to) => Sign::new('W', Touch::Chosen),
            Some(&(moved, _)) if row == moved && cell == lane.own => Sign::new('w', Touch::Goes),
            _ if cell == lane.own => Sign::stays('W'),
            _ if cell == lane.other => Sign::stays('B'),
            _ => Sign::stays('.'),
        };
        let each = lanes.iter().enumerate();
        each.map(|(row, lane)| (0..lane.cells).map(|cell| mark(row, lane, cell)).collect())
            .collect()
    }

    fn turned(&self, picture: Picture) -> Picture {
        let turned = |Sign { text, touch }| {
            let text = match &text[..] {
                "W" => "B".to_owned(),
                "w" => "b".to_owned(),
                "B" => "W".to_owned(),
                _ => text,
            };
            Sign { text, touch }
        };
        picture.into_iter().map(|row| row.into_iter().map(turned).collect()).collect()
    }

    /// Retreats can be taken back by retreats. Whoever wins by advances comes to an end, for each
    /// leaves the opponent fewer moves.
    fn can_repeat(&self) -> bool {
        true
    }

    fn passed(&self, lanes: &Vec<Lane>) -> Vec<Lane> {
        lanes.iter().map(|lane| lane.turned()).collect()
    }

    fn parts(&self, lanes: &Vec<Lane>) -> Vec<Vec<Lane>> {
        lanes.iter().map(|&lane| vec![lane]).collect()
    }

    fn value(&mut self, lanes: &Vec<Lane>, _: &Limits) -> Result<Nimber, Failure> {
        Ok(Nimber(lanes.iter().fold(0, |sum, lane| sum ^ lane.gap())))
    }
}
