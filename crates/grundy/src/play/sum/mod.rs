//! Sums of boards and components of rules: `cram[3x3] + nim[4]`.
//!
//! In normal play a board is as good as a heap of its value. So the other components are asked about beside one heap
//! for all boards, and on a board those moves win that leave it worth as much as all the rest.

mod read;
mod turn;

use std::collections::HashMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{BigValue, Move, Position, Session};
use crate::board::Board;
use crate::games::Entry;
use crate::language::{Message, message};
use crate::limits::Limits;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::ruleset::{Failure, Value};

/// The heaps that stand for boards, by their code: no kind of a rule has such a name.
const HEAP: &str = "0.(3)";

/// A sum of boards and of components of a session's games, in normal play.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Sum, SumMove};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut sum = Sum::read(Session::new(), None, "cram[2x3] + nim[5]")?;
/// let mut moves = Vec::new();
/// sum.each_winning_move(&Limits::default(), &mut |made| {
///     moves.push(made);
///     std::ops::ControlFlow::Continue(())
/// })?;
/// let [SumMove::Component(only)] = &moves[..] else { panic!("no move on the board wins") };
/// assert_eq!(sum.describe_move(only), "nim[5] -> nim[1]");
/// # Ok(())
/// # }
/// ```
pub struct Sum {
    session: Session,
    /// The components that are no boards.
    rest: Position,
    boards: Vec<Beside>,
    /// What `rest` was before each move made.
    past: Vec<Position>,
    /// The values of boards, as they are typed with their games, so that equal ones are searched once.
    known: HashMap<String, Nimber>,
}

debug_by_name!(Sum);

/// A board of a sum; several where its text is a sum of its own.
struct Beside {
    entry: &'static Entry,
    /// As it was typed.
    text: String,
    board: Box<dyn Board>,
}

impl Beside {
    /// As it is typed, in the words of who typed it as long as it stands as it did.
    fn show(&self, untouched: bool) -> String {
        match untouched {
            true => self.text.clone(),
            false => format!("{}[{}]", self.entry.name, self.board.show()),
        }
    }

    /// What the board is worth, also if that of an equal one is known.
    fn value(
        &mut self,
        known: &mut HashMap<String, Nimber>,
        limits: &Limits,
    ) -> Result<Nimber, Failure> {
        let shown = self.show(false);
        if let Some(&value) = known.get(&shown) {
            return Ok(value);
        }
        let value = self.board.value(limits)?;
        known.insert(shown, value);
        Ok(value)
    }
}

/// A move of a [`Sum`].
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Sum, SumMove};
/// // Any domino on a square of four leaves room for one more.
/// let mut sum = Sum::read(Session::new(), None, "cram[2x2] + nim[1]")?;
/// let mut on_board = 0;
/// sum.each_move(&Limits::default(), &mut |made| {
///     on_board += usize::from(matches!(made, SumMove::Board { number: 0, .. }));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(on_board, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum SumMove {
    /// Of a component that is no board; [`Sum::describe_move`] says it.
    Component(Move),
    /// On a board.
    Board {
        /// Its number among the boards, in the order typed, from 0.
        number: usize,
        /// The board as it was typed.
        board: String,
        /// The number of the move among those of the board, as [`Board::make`] takes it.
        index: usize,
        /// How a winning move looks on it; from [`Sum::each_move`], what the move is called.
        made: Message,
    },
}

impl SumMove {
    /// Whether it is, or is among, the moves that another one stands for.
    ///
    /// ```
    /// use grundy::play::{Move, SumMove, Target};
    /// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
    /// let range = SumMove::Component(Move { part: 0, to, at_once: false });
    /// assert!(!range.leads_alike(&range), "a range is many moves");
    /// ```
    pub fn leads_alike(&self, entry: &SumMove) -> bool {
        match (self, entry) {
            (SumMove::Component(made), SumMove::Component(entry)) => made.leads_alike(entry),
            (
                SumMove::Board { number, index, .. },
                SumMove::Board { number: other_number, index: other_index, .. },
            ) => (number, index) == (other_number, other_index),
            _ => false,
        }
    }

    /// How many moves it stands for.
    pub fn count(&self) -> BigUint {
        match self {
            SumMove::Component(made) => made.count(),
            SumMove::Board { .. } => BigUint::from(1_u8),
        }
    }
}

/// A component of a [`Sum`].
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Sum};
/// let mut sum = Sum::read(Session::new(), None, "cram[2x2] + nim[5]")?;
/// let parts = sum.parts(&Limits::default())?;
/// let parts: Vec<_> = parts.iter().map(|part| (&part.text[..], part.value.clone().to_u64())).collect();
/// assert_eq!(parts, [("cram[2x2]", Some(0)), ("nim[5]", Some(5))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SumPart {
    /// As it is typed.
    pub text: String,
    /// What it is worth.
    pub value: BigValue,
    /// What says so, unless it is a search; once for each game.
    pub reason: Option<Message>,
}

impl Sum {
    /// The sum as it is typed.
    ///
    /// # Panics
    /// If the session has been replaced by one without these games.
    pub fn show(&self) -> String {
        let rest =
            (!self.rest.parts.is_empty()).then(|| self.session.describe_sum(&self.rest.parts));
        let boards = self.boards.iter().map(|beside| beside.show(self.past.is_empty()));
        boards.chain(rest).collect::<Vec<_>>().join(" + ")
    }

    /// A move of a component that is no board: `nim[5] -> nim[1]`.
    ///
    /// # Panics
    /// As [`Session::describe_move`].
    pub fn describe_move(&self, made: &Move) -> String {
        self.session.describe_move(&self.rest, made)
    }

    /// The games of the components that are no boards.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The boards with their games, in the order typed.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = (&'static Entry, &dyn Board)> {
        self.boards.iter().map(|beside| (beside.entry, &*beside.board))
    }

    /// The components that are no boards.
    pub fn rest(&self) -> &Position {
        &self.rest
    }

    /// The same, with their games, of which more may be opened. With another session in place of this one, the sum has
    /// no components to ask about.
    ///
    /// ```
    /// use grundy::play::{Session, Sum};
    /// let mut sum = Sum::read(Session::new(), None, "cram[2x2] + kayles[5]")?;
    /// let (session, rest) = sum.rest_mut();
    /// assert_eq!(session.describe_part(&rest.parts[0]), "kayles[5]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest_mut(&mut self) -> (&mut Session, &Position) {
        (&mut self.session, &self.rest)
    }

    /// What each component is worth: the boards in the order typed, then the others.
    ///
    /// # Errors
    /// As [`Sum::value`].
    pub fn parts(&mut self, limits: &Limits) -> Result<Vec<SumPart>, Failure> {
        self.check()?;
        let mut parts = Vec::new();
        let mut named: Vec<&str> = Vec::new();
        for beside in &mut self.boards {
            let text = beside.show(self.past.is_empty());
            let Beside { entry, board, .. } = beside;
            let by_theory = !board.is_searched() && !named.contains(&entry.name);
            let reason = by_theory.then(|| Message::phrase(entry.known));
            named.push(entry.name);
            let value = match (board.is_over(), board.wins_at_once()) {
                (true, _) => Value::Over,
                (false, true) => Value::Win,
                (false, false) => Value::Nimber(beside.value(&mut self.known, limits)?.0.into()),
            };
            parts.push(SumPart { text, value, reason });
        }
        for (index, part) in self.rest.parts.iter().enumerate() {
            let new = self.rest.parts[..index].iter().all(|other| other.game != part.game);
            parts.push(SumPart {
                text: self.session.describe_part(part),
                value: self.session.part_value(part, limits)?,
                reason: new.then(|| self.session.reason(part)),
            });
        }
        Ok(parts)
    }

    /// Whether some board has been won on the spot, or the player to move can do so.
    fn ended(&self) -> Option<Value<BigUint>> {
        let boards = || self.boards.iter().map(|beside| &beside.board);
        match boards().any(|board| board.is_over()) {
            true => Some(Value::Over),
            false => boards().any(|board| board.wins_at_once()).then_some(Value::Win),
        }
    }

    /// The components that are no boards, beside a heap for all boards, of which none can be won at once. What is there
    /// twice is worth nothing, whatever it is worth.
    fn whole(&mut self, limits: &Limits) -> Result<Position, Failure> {
        let mut whole = self.rest.clone();
        let mut heap = Nimber::ZERO;
        for number in self.unpaired() {
            heap ^= self.boards[number].value(&mut self.known, limits)?;
        }
        if heap != Nimber::ZERO {
            let part = self.session.position(&format!("{HEAP}[{heap}]"));
            whole.parts.extend(part.into_iter().flat_map(|position| position.parts));
        }
        Ok(whole)
    }

    /// The boards that are left when equal ones are taken away in pairs.
    fn unpaired(&self) -> Vec<usize> {
        let shown: Vec<String> = self.boards.iter().map(|beside| beside.show(false)).collect();
        let mut left: Vec<usize> = Vec::new();
        for number in 0..shown.len() {
            match left.iter().position(|&other| shown[other] == shown[number]) {
                Some(twin) => drop(left.remove(twin)),
                None => left.push(number),
            }
        }
        left
    }

    /// Values that the sum is proved not to have, as far as a search that was stopped came: where it is but one board
    /// whose value is not known, and what else there is is soon computed.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// let mut sum = Sum::read(Session::new(), None, "cram[6x7] + nim[1]")?;
    /// assert!(sum.value(&Limits::default().positions(20_000)).is_err());
    /// // The board, which has a centre of symmetry, is not worth 0.
    /// assert_eq!(sum.excluded(&Limits::default())[0].clone().to_u64(), Some(1));
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn excluded(&mut self, limits: &Limits) -> Vec<BigValue> {
        let [number] = self.unpaired()[..] else { return Vec::new() };
        let excluded = self.boards[number].board.excluded();
        if excluded.is_empty() {
            return Vec::new();
        }
        let Ok(others) = self.session.value(&self.rest, limits) else { return Vec::new() };
        excluded.into_iter().map(|value| others.clone() ^ Value::Nimber(value.into())).collect()
    }

    /// That play is normal.
    ///
    /// ```
    /// use grundy::play::{Session, Sum};
    /// assert!(Sum::read(Session::new(), None, "cram[2x2] + nim[5]")?.check().is_ok());
    /// assert!(Sum::read(Session::new(), None, "cram[2x2] + misere-nim[5]")?.check().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] where some rule is misère.
    pub fn check(&self) -> Result<(), Failure> {
        match self.session.is_misere(&self.rest)? {
            true => Err(Failure::Domain(message!(
                "beside boards, other components are played normally: in misère play values do not add up"
            ))),
            false => Ok(()),
        }
    }

    /// The value of the sum.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::{Session, Sum};
    /// // A board of even sides is lost by symmetry, and what is there twice is worth nothing.
    /// let mut sum = Sum::read(Session::new(), None, "cram[4x4] + nim[6] + 2 * cram[3x3]")?;
    /// assert_eq!(sum.value(&Limits::default())?.to_u64(), Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::value`] and [`Board::value`]; [`Failure::Domain`] where some rule is misère.
    pub fn value(&mut self, limits: &Limits) -> Result<BigValue, Failure> {
        self.check()?;
        match self.ended() {
            Some(ended) => Ok(ended ^ self.session.value(&self.rest, limits)?),
            None => {
                let whole = self.whole(limits)?;
                self.session.value(&whole, limits)
            }
        }
    }

    /// Who wins.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::outcome::Outcome;
    /// use grundy::play::{Session, Sum};
    /// // Three heaps of Nim in disguise: a chain is one.
    /// let mut sum = Sum::read(Session::new(), None, "poset[chain 3] + poset[chain 5] + nim[6]")?;
    /// assert_eq!(sum.outcome(&Limits::default())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sum::value`].
    pub fn outcome(&mut self, limits: &Limits) -> Result<Outcome, Failure> {
        self.check()?;
        if self.ended().is_some() {
            return Ok(self.value(limits)?.outcome());
        }
        let whole = self.whole(limits)?;
        self.session.outcome(&whole, limits)
    }

    /// Whether [`each_winning_move`](Sum::each_winning_move) shows all of them, as [`Session::shows_every_move`] says.
    pub fn shows_every_move(&self) -> bool {
        self.session.shows_every_move(&self.rest)
    }

    /// Shows every winning move, those of components first and then those on boards, each in the order typed, until
    /// `see` breaks.
    ///
    /// # Errors
    /// As [`Sum::value`]; moves may have been shown before.
    pub fn each_winning_move(
        &mut self,
        limits: &Limits,
        see: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let value = self.value(limits)?;
        if value == Value::Over || value.outcome() == Outcome::P {
            return Ok(());
        }
        let ended = self.ended().is_some();
        let whole = if ended { self.rest.clone() } else { self.whole(limits)? };
        let components = self.rest.parts.len();
        let mut flow = ControlFlow::Continue(());
        self.session.each_winning_move(&whole, limits, &mut |made| {
            // Where a board can be won at once, nothing slower wins.
            if made.part < components && (made.at_once || !ended) {
                flow = see(SumMove::Component(made));
            }
            flow
        })?;
        match (flow, value) {
            (ControlFlow::Break(()), _) => Ok(()),
            (_, Value::Nimber(value)) => match u64::try_from(&value) {
                Ok(value) => self.winning_moves_on_boards(Some(Nimber(value)), limits, see),
                // No board is worth so much.
                Err(_) => Ok(()),
            },
            _ => self.winning_moves_on_boards(None, limits, see),
        }
    }

    /// Shows the winning moves on boards, where the sum has this value, or none as some board can be won at once.
    fn winning_moves_on_boards(
        &mut self,
        value: Option<Nimber>,
        limits: &Limits,
        see: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut flow = ControlFlow::Continue(());
        // The moves on boards by their text: equal boards have the same, for what else there is is worth the same.
        let mut found: HashMap<String, Vec<(usize, Message)>> = HashMap::new();
        let all_shown: Vec<String> = self.boards.iter().map(|beside| beside.show(false)).collect();
        for (number, beside) in self.boards.iter_mut().enumerate() {
            let text = beside.show(self.past.is_empty());
            let mut see = |index, made| {
                flow = see(SumMove::Board { number, board: text.clone(), index, made });
                flow
            };
            let shown = &all_shown[number];
            if let Some(moves) = found.get(shown) {
                if moves.iter().any(|(index, made)| see(*index, made.clone()).is_break()) {
                    return Ok(());
                }
                continue;
            }
            let heap = match value {
                // What all else is worth.
                Some(value) => value ^ beside.value(&mut self.known, limits)?,
                None if beside.board.wins_at_once() => Nimber::ZERO,
                None => continue,
            };
            let comes_again = all_shown[number + 1..].contains(shown);
            let mut moves = Vec::new();
            beside.board.each_move_beside(heap, limits, &mut |index, made| {
                let text = made().text;
                if comes_again {
                    moves.push((index, text.clone()));
                }
                see(index, text)
            })?;
            if flow.is_break() {
                return Ok(());
            }
            found.insert(shown.clone(), moves);
        }
        Ok(())
    }
}
