//! Sums and moves as data.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::games::Opened;
use crate::language::message;
use crate::plan::Destination;
use crate::position::{Described, Part};
use crate::rule::Component;
use crate::ruleset::{Failure, Value};

/// A value as large as the position asks for.
pub type BigValue = Value<BigUint>;

/// A sum of components of the games of the session that read it. Another session answers for it as for a position of
/// its own games, where it has such; where not, it is refused.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("3 5")?;
/// assert_eq!(position.parts[1].coords, [5_u8.into()]);
/// // Three heaps whose nim-sum is 0.
/// let mut sum = position.clone();
/// sum.parts.extend(session.position("6")?.parts);
/// assert!(session.value(&sum, &Limits::default())?.nimber() == Some(0_u8.into()));
/// // A session without games has none that it could answer for.
/// assert!(Session::new().value(&position, &Limits::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The components, in the order typed.
    pub parts: Vec<Part>,
}

impl From<Vec<Part>> for Position {
    fn from(parts: Vec<Part>) -> Position {
        Position { parts }
    }
}

impl Position {
    /// One move of an entry that may stand for several: that to the smallest.
    ///
    /// ```
    /// use grundy::play::{Move, Session, Target};
    /// let mut session = Session::with_game("half")?;
    /// let position = session.position("2 12")?;
    /// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
    /// let made = position.single(Move { part: 1, to, at_once: false });
    /// assert_eq!(made.to, Target::Sum(session.position("2")?.parts));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position has no such component.
    #[must_use]
    pub fn single(&self, mut made: Move) -> Move {
        if let Target::Range { from, .. } = made.to {
            let coords = vec![from];
            made.to = Target::Sum(vec![Part { coords, ..self.parts[made.part].clone() }]);
        }
        made
    }
}

/// A move in a position.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Target};
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("3 9")?;
/// let moves = session.winning_moves(&position, &Limits::default())?;
/// // The one that makes the heaps equal.
/// let [only] = &moves[..] else { panic!("two heaps have one winning move") };
/// assert_eq!((only.part, &only.to), (1, &Target::Sum(session.position("3")?.parts)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the component that changes.
    pub part: usize,
    /// What it becomes.
    pub to: Target,
    /// Whether it ends the game at once (`win on`).
    pub at_once: bool,
}

/// What a component becomes.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::{Session, Target};
/// // Take at least half: the value of a heap is its number of binary digits.
/// let mut session = Session::with_game("half")?;
/// let position = session.position("2 12")?;
/// let moves = session.winning_moves(&position, &Limits::default())?;
/// // Of 12, to either heap with two digits.
/// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
/// assert_eq!((moves.len(), moves[0].part, &moves[0].to), (1, 1, &to));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A sum; nothing left if it is empty.
    Sum(Vec<Part>),
    /// As many moves as there are numbers from `from` to `to`: the component's one coordinate
    /// becomes any of them.
    Range {
        /// The smallest.
        from: BigUint,
        /// The largest.
        to: BigUint,
    },
}

impl Move {
    /// How many moves this entry stands for; none for a range that ends before it begins.
    ///
    /// ```
    /// use grundy::play::{Move, Target};
    /// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
    /// assert_eq!(Move { part: 0, to, at_once: false }.count(), 2_u8.into());
    /// ```
    pub fn count(&self) -> BigUint {
        match &self.to {
            Target::Sum(_) => BigUint::from(1_u8),
            Target::Range { from, to } if from > to => BigUint::ZERO,
            Target::Range { from, to } => to - from + 1_u8,
        }
    }
    /// Whether it is, or is among, the moves that another entry stands for.
    pub(super) fn leads_alike(&self, entry: &Move) -> bool {
        self.part == entry.part
            && match (&self.to, &entry.to) {
                (Target::Sum(a), Target::Sum(b)) => sorted(a) == sorted(b),
                (Target::Sum(sum), Target::Range { from, to }) => match &sum[..] {
                    [part] => part.coords.first().is_some_and(|coord| (from..=to).contains(&coord)),
                    _ => false,
                },
                _ => false,
            }
    }
}

/// Shown each move, until it breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::limits::Limits;
/// use grundy::play::{Move, Session};
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("7 7")?;
/// // Two of its 14 moves.
/// let mut seen: Vec<Move> = Vec::new();
/// session.each_move(&position, &Limits::default(), &mut |made| {
///     seen.push(made);
///     if seen.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(seen.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SeeMove<'a> = dyn FnMut(Move) -> ControlFlow<()> + 'a;

/// The sum in an order of its own: two options are the same if they have the same components.
pub(super) fn sorted(sum: &[Part]) -> Vec<Part> {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    sum
}

/// The component in the form of the definition.
pub(super) fn component_of(opened: &Opened, part: &Part) -> Result<Component, Failure> {
    let coords: Result<Vec<i64>, Failure> = part
        .coords
        .iter()
        .map(|coord| {
            i64::try_from(coord).map_err(|_| {
                Failure::Domain(message!(
                    "{position} is beyond 2^63 - 1, where this game would have to be computed: \
                     no theory or theorem is known here that answers without",
                    position = Described(opened, part.kind, &part.coords).to_string()
                ))
            })
        })
        .collect();
    opened.rules.component(part.kind, &coords?)
}

/// A component of a rule, as a part of a position.
pub(super) fn part_of(game: usize, component: &Component) -> Part {
    let coords = component.coords.iter().map(|coord| BigUint::from(coord.unsigned_abs())).collect();
    Part { game, kind: usize::from(component.kind), coords }
}

/// A destination of a component, as the target of a move.
pub(super) fn target(part: &Part, destination: Destination) -> Target {
    let one = |kind, coords| Part { game: part.game, kind, coords };
    match destination {
        Destination::One(kind, coords) => Target::Sum(vec![one(kind, coords)]),
        Destination::Sum(kind, parts) => {
            Target::Sum(parts.into_iter().map(|coords| one(kind, coords)).collect())
        }
        Destination::Range(from, to) => Target::Range { from, to },
    }
}
