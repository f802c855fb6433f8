//! What an engine may ask of a game: the options of a component, and when a game is over.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitXor, ControlFlow};

use num_bigint::BigUint;

use crate::language::{Argument, Message, message, say_by_message};
use crate::limits::{Limits, Stop};
use crate::nimber::Nimber;
use crate::outcome::Outcome;

/// A set of rules: the moves of every component that can occur.
///
/// A position is a *disjunctive sum* of components: a move is a move in one of them. An option of
/// a component is again a sum, so a ruleset whose positions fall into independent parts says so by
/// giving each option as those parts.
///
/// Several threads may ask at once.
///
/// A game whose rule is a function is one by [`from_fn`]. This is Kayles by hand, with its own names for components:
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::limits::Limits;
/// use grundy::ruleset::{Failure, Ruleset};
/// use grundy::search::Values;
///
/// struct Kayles;
///
/// impl Ruleset for Kayles {
///     type Component = u32;
///
///     fn options(
///         &self,
///         &row: &u32,
///         _limits: &Limits, // long work at one component looks at them: limits.check()?
///         see: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
///     ) -> Result<(), Failure> {
///         for taken in 1..=row.min(2) {
///             for left in 0..=(row - taken) / 2 {
///                 if see(&[left, row - taken - left]).is_break() {
///                     return Ok(());
///                 }
///             }
///         }
///         Ok(())
///     }
///
///     fn describe(&self, row: &u32) -> String {
///         format!("a row of {row}")
///     }
/// }
///
/// let mut values = Values::new(Kayles);
/// let first: Result<Vec<_>, _> = (0..8).map(|row| values.value(&row, &Limits::default())).collect();
/// assert_eq!(first?.iter().map(ToString::to_string).collect::<String>(), "01231432");
/// # Ok::<(), Failure>(())
/// ```
pub trait Ruleset: Sync {
    /// A component in a form that compares equal exactly when the components are the same.
    type Component: Clone + Ord + Hash + fmt::Debug + Send + Sync;

    /// Shows every option of `from` to `see`, as the components of a sum, until it breaks. The
    /// same option may be shown more than once.
    ///
    /// # Errors
    /// [`Failure`] when a rule cannot be followed at `from` or a limit stops the work.
    fn options(
        &self,
        from: &Self::Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure>;

    /// The same for whoever only sums their values in normal play: two equal components cancel, so of
    /// more than two an even number may be left out.
    ///
    /// # Errors
    /// As [`Ruleset::options`], but an option may have more components than could be shown.
    fn options_for_values(
        &self,
        from: &Self::Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.options(from, limits, see)
    }

    /// Whether the game is over as soon as this component appears, won by whoever moved to it.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Ruleset;
    /// let rules = Rules::new(parse("[n] -> [n-k] for k in 1..2\nwin on [1]")?, &[])?;
    /// let is_over = |n| rules.is_over(&rules.component(0, &[n]).unwrap(), &Limits::default());
    /// assert_eq!([is_over(0), is_over(1)], [Ok(false), Ok(true)]);
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Ruleset::options`].
    fn is_over(&self, _component: &Self::Component, _: &Limits) -> Result<bool, Failure> {
        Ok(false)
    }

    /// Bytes that a component owns besides its own size, so that limits on memory count them.
    fn owned_bytes(&self, _component: &Self::Component) -> u64 {
        0
    }

    /// Whether whoever ends the game so has lost it instead. Misère play asks this; values are those of normal play.
    fn is_end_lost(&self) -> bool {
        false
    }

    /// What grows from `from` to `to`, if nothing shrinks: the name of a coordinate, say. A long
    /// descent along which every step grows is reported as one that may never end; without this it goes on to a limit.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Ruleset;
    /// let rules = Rules::new(parse("[n] -> [n+1]").unwrap(), &[]).unwrap();
    /// let [one, two] = [1, 2].map(|n| rules.component(0, &[n]).unwrap());
    /// assert_eq!((rules.grows(&one, &two), rules.grows(&two, &one)), (Some("n"), None));
    /// ```
    fn grows(&self, _from: &Self::Component, _to: &Self::Component) -> Option<&str> {
        None
    }

    /// Whether it is certain that play from this component need not end, for it can grow for ever. No
    /// is no proof of the opposite. Asked now and then on long descents.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// use grundy::ruleset::Ruleset;
    /// let climbs = |rule: &str| {
    ///     let rules = Rules::new(parse(rule).unwrap(), &[]).unwrap();
    ///     rules.climbs(&rules.component(0, &[1]).unwrap())
    /// };
    /// assert!(climbs("[n] -> [n+1]") && !climbs("[n] -> [n-1]"));
    /// ```
    fn climbs(&self, _component: &Self::Component) -> bool {
        false
    }

    /// What grows, if it is certain that play can go through these components, each an option of the one before, and
    /// then on in the same way for ever. Nothing is no proof of the opposite. Asked now and then on long descents.
    fn climbs_along(&self, _path: &[&Self::Component]) -> Option<&str> {
        None
    }

    /// The component as a person writes it; if nothing else is said, as `Debug` does.
    fn describe(&self, component: &Self::Component) -> String {
        format!("{component:?}")
    }
}

/// A game whose rule is a function: see [`from_fn`].
#[derive(Clone)]
pub struct FromFn<C, F> {
    options: F,
    component: PhantomData<fn(&C)>,
}

debug_by_name!(FromFn<C, F> where [C, F]);

/// A game in which a component has these options, each the components of a sum.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::nimber::Nimber;
/// use grundy::ruleset::{Value, from_fn};
/// use grundy::search::{Misere, Values};
/// // Take one, or halve a heap in two equal ones.
/// let game = from_fn(|&heap: &u64| {
///     let mut options = vec![];
///     if heap > 0 {
///         options.push(vec![heap - 1]);
///     }
///     if heap > 1 && heap % 2 == 0 {
///         options.push(vec![heap / 2, heap / 2]);
///     }
///     options
/// });
/// let limits = Limits::default();
/// assert_eq!(Values::new(&game).value(&4, &limits)?, Value::Nimber(Nimber(1)));
/// assert_eq!(Misere::new(&game).outcome(&[4, 1], &limits)?.to_string(), "P");
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
pub fn from_fn<C, F>(options: F) -> FromFn<C, F>
where
    C: Clone + Ord + Hash + fmt::Debug + Send + Sync,
    F: Fn(&C) -> Vec<Vec<C>> + Sync,
{
    FromFn { options, component: PhantomData }
}

/// A game in which a component becomes one component, one of these.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::ruleset::from_moves;
/// use grundy::search::{Genera, Values};
/// // A token on a strip goes one or two cells to the left.
/// let game = from_moves(|&cell: &u64| (1..=cell.min(2)).map(|step| cell - step).collect());
/// let value = Values::new(&game).value(&7, &Limits::default())?;
/// assert_eq!(value.to_u64(), Some(1));
/// let genus = Genera::new(game).genus(&[7], &Limits::default())?;
/// assert_eq!(genus.to_string(), "1^031");
/// # Ok::<(), grundy::ruleset::Failure>(())
/// ```
pub fn from_moves<C, F>(moves: F) -> FromFn<C, impl Fn(&C) -> Vec<Vec<C>> + Clone + Sync>
where
    C: Clone + Ord + Hash + fmt::Debug + Send + Sync,
    F: Fn(&C) -> Vec<C> + Clone + Sync,
{
    from_fn(move |component| moves(component).into_iter().map(|left| vec![left]).collect())
}

impl<C, F> Ruleset for FromFn<C, F>
where
    C: Clone + Ord + Hash + fmt::Debug + Send + Sync,
    F: Fn(&C) -> Vec<Vec<C>> + Sync,
{
    type Component = C;

    fn options(
        &self,
        from: &C,
        _: &Limits,
        see: &mut dyn FnMut(&[C]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let _flow = (self.options)(from).iter().try_for_each(|option| see(option));
        Ok(())
    }
}

impl<R: Ruleset + ?Sized> Ruleset for &R {
    type Component = R::Component;

    fn options(
        &self,
        from: &Self::Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        (**self).options(from, limits, see)
    }

    fn options_for_values(
        &self,
        from: &Self::Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Self::Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        (**self).options_for_values(from, limits, see)
    }

    fn is_over(&self, component: &Self::Component, limits: &Limits) -> Result<bool, Failure> {
        (**self).is_over(component, limits)
    }

    fn owned_bytes(&self, component: &Self::Component) -> u64 {
        (**self).owned_bytes(component)
    }

    fn is_end_lost(&self) -> bool {
        (**self).is_end_lost()
    }

    fn grows(&self, from: &Self::Component, to: &Self::Component) -> Option<&str> {
        (**self).grows(from, to)
    }

    fn climbs(&self, component: &Self::Component) -> bool {
        (**self).climbs(component)
    }

    fn climbs_along(&self, path: &[&Self::Component]) -> Option<&str> {
        (**self).climbs_along(path)
    }

    fn describe(&self, component: &Self::Component) -> String {
        (**self).describe(component)
    }
}

/// What a component is worth in a sum. The nimber is a [`Nimber`] where values are computed and a
/// number of any size where theory gives them.
///
/// ```
/// use grundy::nimber::Nimber;
/// use grundy::outcome::Outcome;
/// use grundy::ruleset::Value;
/// let two = Value::Nimber(Nimber(2));
/// assert_eq!(two ^ two, Value::zero());
/// // Whoever can end the game does, whatever else is in the sum.
/// assert_eq!((two ^ Value::Win).outcome(), Outcome::N);
/// assert_eq!((Value::Win ^ Value::<Nimber>::Over).outcome(), Outcome::P);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<N = Nimber> {
    /// Equal to this Nim heap.
    Nimber(N),
    /// The player to move can win at once, whatever else is in the sum.
    Win,
    /// The game is over: the player who moved here has won.
    Over,
}

impl<N: Default + PartialEq> Value<N> {
    /// The value of a component without moves.
    pub fn zero() -> Value<N> {
        Value::Nimber(N::default())
    }

    /// The nimber, if the value is one.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// use grundy::ruleset::Value;
    /// assert_eq!(Value::Nimber(Nimber(3)).nimber(), Some(Nimber(3)));
    /// assert_eq!(Value::<Nimber>::Win.nimber(), None);
    /// ```
    pub fn nimber(self) -> Option<N> {
        match self {
            Value::Nimber(nimber) => Some(nimber),
            Value::Win | Value::Over => None,
        }
    }

    /// The same with another number in place of the nimber.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// use grundy::ruleset::Value;
    /// assert_eq!(Value::Nimber(Nimber(5)).map(u64::from), Value::Nimber(5));
    /// ```
    pub fn map<M>(self, with: impl FnOnce(N) -> M) -> Value<M> {
        match self {
            Value::Nimber(nimber) => Value::Nimber(with(nimber)),
            Value::Win => Value::Win,
            Value::Over => Value::Over,
        }
    }

    /// The nimber as a number of 64 bits, if the value is one and it fits.
    ///
    /// ```
    /// use grundy::limits::Limits;
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("S{1,3,4}")?;
    /// let row = session.values(0, &[], 0..=9, &Limits::default())?;
    /// let numbers: Option<Vec<u64>> = row.into_iter().map(|value| value.to_u64()).collect();
    /// assert_eq!(numbers.unwrap(), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_u64(self) -> Option<u64>
    where
        N: TryInto<u64>,
    {
        self.nimber()?.try_into().ok()
    }

    /// The outcome of the component alone, in normal play.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Nimber(nimber) => Outcome::next_wins(*nimber != N::default()),
            Value::Win => Outcome::N,
            Value::Over => Outcome::P,
        }
    }
}

impl From<Value> for Value<BigUint> {
    fn from(value: Value) -> Value<BigUint> {
        value.map(BigUint::from)
    }
}

/// The sum: over if either part is over, else won at once if either part is, else the nim-sum.
impl<N: BitXor<Output = N>> BitXor for Value<N> {
    type Output = Value<N>;
    fn bitxor(self, other: Value<N>) -> Value<N> {
        match (self, other) {
            (Value::Nimber(a), Value::Nimber(b)) => Value::Nimber(a ^ b),
            (Value::Over, _) | (_, Value::Over) => Value::Over,
            (Value::Win, _) | (_, Value::Win) => Value::Win,
        }
    }
}

impl<N: fmt::Display> fmt::Display for Value<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => fmt::Display::fmt(nimber, f),
            Value::Win => f.pad("win"),
            Value::Over => f.pad("over"),
        }
    }
}

/// Why a question about a position has no answer.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::ruleset::{Failure, from_moves};
/// use grundy::search::Values;
/// // A token on a ring of three cells: play need not end.
/// let ring = from_moves(|&cell: &u8| vec![(cell + 1) % 3]);
/// let failure = Values::new(ring).value(&0, &Limits::default()).unwrap_err();
/// assert_eq!(failure, Failure::Cycle(["0", "1", "2"].map(str::to_owned).to_vec()));
/// assert_eq!(failure.to_string(), "the rule can come back to the same component: 0 -> 1 -> 2 -> 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// A limit stopped the work.
    Stop(Stop),
    /// The rule cannot be followed at a position: overflow, division by zero and the like.
    Fault(Fault),
    /// A component can come back to itself: these, and then the first again.
    Cycle(Vec<String>),
    /// Components grew at every one of many moves in a row.
    Growth {
        /// How many moves in a row.
        moves: usize,
        /// What grows: a coordinate, or the number of components.
        what: Argument,
        /// The first of these components and the last.
        chain: Vec<String>,
        /// Whether it is certain that play need not end. Otherwise there are very many moves.
        endless: bool,
    },
    /// The position does not belong to the game, or no engine takes numbers of its size.
    Domain(Message),
}

/// A rule that cannot be followed at a position.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::ruleset::Failure;
/// let mut session = Session::with_game("[n] -> [n-k] for k in 1..10/(n-3)")?;
/// let position = session.position("3")?;
/// match session.value(&position, &Limits::default()) {
///     Err(Failure::Fault(fault)) => assert!(!fault.too_much && fault.place.is_some()),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The component whose options were asked for.
    pub position: String,
    /// What happened.
    pub message: Message,
    /// The place in the rule, in bytes.
    pub place: Option<std::ops::Range<usize>>,
    /// Whether there is an answer, but it would take too much work.
    pub too_much: bool,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl Failure {
    /// Whether numbers are too large for the rules to list options, or there is no such component: theory may answer.
    ///
    /// ```
    /// use grundy::limits::Stop;
    /// use grundy::ruleset::Failure;
    /// assert!(Failure::Domain("there is no row 9".into()).is_beyond_reach());
    /// assert!(!Failure::Stop(Stop::Time).is_beyond_reach());
    /// ```
    pub fn is_beyond_reach(&self) -> bool {
        matches!(self, Failure::Domain(_) | Failure::Fault(Fault { too_much: true, .. }))
    }

    /// It in words.
    pub fn message(&self) -> Message {
        match self {
            Failure::Stop(stop) => message!("stopped: {stop}", stop),
            Failure::Fault(Fault { position, message, .. }) => {
                message!("at {position}: {message}", position, message)
            }
            Failure::Cycle(cycle) => {
                let circle: Vec<&str> =
                    cycle.iter().chain(cycle.first()).map(String::as_str).collect();
                let circle = circle.join(" -> ");
                message!("the rule can come back to the same component: {circle}", circle)
            }
            Failure::Growth { what, chain, endless: true, .. } => {
                let chain = chain.join(" -> ");
                message!("{what} can grow for ever: {chain}", what, chain)
            }
            Failure::Growth { moves, what, chain, .. } => {
                let chain = chain.join(" -> ");
                message!("{what} grew for {moves} moves in a row: {chain}", what, moves, chain)
            }
            Failure::Domain(message) => message.clone(),
        }
    }
}

say_by_message!(Failure);

impl std::error::Error for Failure {}
