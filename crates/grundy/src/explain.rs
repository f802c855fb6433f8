//! Why a position is won or lost: the reasons as data, and in words.

mod boards;
mod sums;
mod words;

use num_bigint::BigUint;

use crate::board::Symmetry;
use crate::language::{Message, message};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::plan::{Engine, most_taken};
use crate::play::{BigValue, Move, Position, Session, Target};
use crate::position::Part;
use crate::ruleset::{Failure, Value};
use crate::search::Tameness;
use crate::theory::fibonacci::Zeckendorf;
use crate::theory::nim::MisereVerdict;
pub use boards::explain_board;
pub use sums::explain_sum;
pub use words::in_words;

/// One step of an explanation.
///
/// ```
/// use grundy::explain::{Step, explain};
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("3 5")?;
/// let steps = explain(&mut session, &position, &Limits::default())?;
/// let sum = steps.iter().find_map(|step| match step {
///     Step::NimSum { sum, .. } => Some(sum.clone()),
///     _ => None,
/// });
/// assert_eq!(sum, Some(6_u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// What a component is worth and which engine says so.
    Component {
        /// The component.
        component: String,
        /// Its value; nothing where only the outcome is known.
        value: Option<BigValue>,
        /// Why the engine was chosen; said once for each game.
        reason: Option<Message>,
    },
    /// The value of a component as the mex of its options.
    Mex {
        /// The component.
        component: String,
        /// Its options with their values, in the order of the rule, each once.
        options: Vec<(String, BigValue)>,
        /// Of a board, how many moves lead to these options or to images of them, if they are more than the options.
        images: Option<usize>,
        /// The least value that no option has; or that of a component that wins at once.
        value: BigValue,
    },
    /// The values of the components and their nim-sum.
    NimSum {
        /// Components with their values.
        rows: Vec<(String, BigUint)>,
        /// The nim-sum.
        sum: BigUint,
    },
    /// A winning move: it changes the value of one component to the nim-sum of the others.
    Reduce {
        /// The move.
        play: Message,
        /// The value of the component before.
        from: BigUint,
        /// And after.
        to: BigUint,
    },
    /// A move that ends the game.
    AtOnce {
        /// The move.
        play: Message,
    },
    /// A winning move where nothing more is said.
    Play {
        /// The move.
        play: Message,
    },
    /// The rule of misère Nim.
    MisereNim(MisereVerdict),
    /// Misère play of another game: computed over whole sums.
    Misere,
    /// Every move with who wins after it; the player to move wins by one that leaves [`Outcome::P`].
    Moves {
        /// The moves, each once.
        moves: Vec<(Message, Outcome)>,
    },
    /// Misère play of a sum of tame components: it is lost if the nim-sum of their values is 0, or, where
    /// all of them are fickle, 1.
    Tame {
        /// Components with their genus, none of which is wild.
        rows: Vec<(String, Tameness)>,
        /// That of the sum.
        sum: Tameness,
    },
    /// Misère play of heaps by the quotient of their game: who wins is told by the product of what they stand for.
    Quotient {
        /// The largest heap whose sums it is about; nothing if it is that of the whole game.
        last: Option<u64>,
        /// How many elements the quotient has.
        order: usize,
        /// And how many of them are lost.
        lost: usize,
        /// The generators that occur, with their smallest heaps.
        generators: Vec<(String, u32)>,
        /// Components with the words that they stand for.
        rows: Vec<(String, String)>,
        /// The product, and whether it is lost.
        product: (String, bool),
    },
    /// Wythoff's rule in Fibonacci digits.
    Wythoff {
        /// The smaller heap and its Fibonacci digits.
        smaller: (BigUint, String),
        /// The larger heap and its Fibonacci digits.
        larger: (BigUint, String),
    },
    /// What the winning move of Wythoff's game leaves, in Fibonacci digits.
    WythoffLeaves {
        /// The smaller heap and its Fibonacci digits.
        smaller: (BigUint, String),
        /// The larger heap and its Fibonacci digits.
        larger: (BigUint, String),
    },
    /// The rule of Fibonacci Nim.
    FibonacciNim {
        /// The heap.
        heap: BigUint,
        /// The Fibonacci numbers that add up to it, ascending.
        parts: Vec<BigUint>,
        /// The most that may be taken.
        most: BigUint,
    },
    /// A symmetry of a board gives each move an answer: its image, which it leaves free.
    Pairing {
        /// The board.
        component: String,
        /// What the image of a move is.
        symmetry: Symmetry,
        /// The move with which the player to move becomes the one who answers; nothing if it is the
        /// other player.
        begin: Option<Message>,
        /// A move, after `begin`, and its answer.
        example: (Message, Message),
    },
    /// The strategy is stolen: what an answer to this move leaves, it would leave as the first move.
    Stealing {
        /// The board.
        component: String,
        /// The move that every other contains.
        play: Message,
    },
    /// How many moves are made if the winner hurries and the loser delays.
    Lasts {
        /// The moves from here.
        moves: u32,
    },
    /// The game is over at this component.
    Over {
        /// The component.
        component: String,
    },
    /// So many more components have options that are not listed.
    Unlisted {
        /// How many.
        components: usize,
    },
    /// Who wins.
    Outcome(Outcome),
}

/// Most options that an explanation lists.
const MAX_OPTIONS: usize = 40;
/// Most components whose options are listed.
const MAX_LISTED: usize = 4;

/// Explains a position: the values of the components, how they combine, and a winning move.
///
/// # Errors
/// As [`Session::outcome`].
///
/// ```
/// use grundy::explain::{Step, explain};
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut session = Session::with_game("nim")?;
/// let position = session.position("3 4 5")?;
/// let steps = explain(&mut session, &position, &Limits::default())?;
/// let reduce = steps.iter().find(|step| matches!(step, Step::Reduce { .. }));
/// let Some(Step::Reduce { play, .. }) = reduce else { panic!() };
/// assert_eq!(play.to_string(), "3 -> 1");
/// # Ok(())
/// # }
/// ```
pub fn explain(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Vec<Step>, Failure> {
    let mut steps = Vec::new();
    let outcome = session.outcome(position, limits)?;
    if session.is_misere(position)? {
        let theorem = match &position.parts[..] {
            [part] => session
                .misere_plan(part.game)
                .map(|plan| plan.reason.clone())
                .or_else(|| session.reason_by_recurrence(part))
                .map(|reason| (session.describe_part(part), reason)),
            _ => None,
        };
        let step = match (session.misere_nim_verdict(position)?, theorem) {
            (Some(verdict), _) => Step::MisereNim(verdict),
            (None, Some((component, reason))) => {
                Step::Component { component, value: None, reason: Some(reason) }
            }
            (None, None) => misere(session, position, limits)?,
        };
        let searched = matches!(step, Step::Misere);
        steps.push(step);
        if searched {
            steps.extend(every_move(session, position, limits)?);
        }
        steps.push(Step::Outcome(outcome));
        steps.extend(winning_step(session, position, None, limits)?);
        return Ok(steps);
    }
    let single = position.parts.len() == 1;
    let (mut rows, mut unlisted) = (Some(Vec::new()), 0);
    for (index, part) in position.parts.iter().enumerate() {
        let engine = &session.plan(part.game).engine;
        let only_outcome = single && !engine.has_values() && !matches!(engine, Engine::Definition);
        let component = session.describe_part(part);
        let new = !position.parts[..index].iter().any(|other| other.game == part.game);
        let reason = new.then(|| session.reason(part));
        if only_outcome {
            steps.push(Step::Component { component, value: None, reason });
            steps.extend(outcome_rule(session, part, limits)?);
            rows = None;
            continue;
        }
        let value = session.part_value(part, limits)?;
        match (&value, &mut rows) {
            (Value::Nimber(nimber), Some(rows)) => rows.push((component.clone(), nimber.clone())),
            _ => rows = None,
        }
        if value == Value::Over {
            steps.push(Step::Over { component });
            continue;
        }
        steps.push(Step::Component { component, value: Some(value.clone()), reason });
        let engine = &session.plan(part.game).engine;
        // What a heap of Nim leads to says nothing.
        let worth_listing = !matches!(engine, Engine::Nim);
        if single || worth_listing && index < MAX_LISTED {
            if !position.parts[..index].contains(part) {
                steps.extend(mex(session, part, value, limits)?);
            }
        } else if worth_listing {
            unlisted += 1;
        }
    }
    if unlisted > 0 {
        steps.push(Step::Unlisted { components: unlisted });
    }
    let sum = rows.filter(|rows| !rows.is_empty()).map(|rows| {
        let sum = rows.iter().fold(BigUint::ZERO, |sum, (_, value)| sum ^ value);
        (rows, sum)
    });
    if let Some((rows, sum)) = &sum
        && !single
    {
        steps.push(Step::NimSum { rows: rows.clone(), sum: sum.clone() });
    }
    steps.push(Step::Outcome(outcome));
    if outcome == Outcome::N {
        steps.extend(winning_step(session, position, sum, limits)?);
    }
    Ok(steps)
}

/// A winning move, with the values it changes where they are nimbers, and with what it leaves where a rule says that it is
/// lost.
fn winning_step(
    session: &mut Session,
    position: &Position,
    sum: Option<(Vec<(String, BigUint)>, BigUint)>,
    limits: &Limits,
) -> Result<Vec<Step>, Failure> {
    let mut first = None;
    let listed = session.each_winning_move(position, limits, &mut |found| {
        first = Some(found);
        std::ops::ControlFlow::Break(())
    });
    match listed {
        // Who wins may be known by a theorem that does not know the moves.
        Err(Failure::Domain(_)) => return Ok(Vec::new()),
        listed => listed?,
    }
    let Some(found) = first else { return Ok(Vec::new()) };
    let play = session.describe_move(position, &found);
    let play = message!("{play}", play);
    if found.at_once {
        return Ok(vec![Step::AtOnce { play }]);
    }
    Ok(match sum {
        Some((rows, sum)) => {
            let from = rows[found.part].1.clone();
            vec![Step::Reduce { play, to: &from ^ sum, from }]
        }
        None => {
            let alone = position.parts.len() == 1 && !session.is_misere(position)?;
            let leaves = if alone { leaves(session, &found, limits)? } else { None };
            [Step::Play { play }].into_iter().chain(leaves).collect()
        }
    })
}

/// What a winning move of Wythoff's game alone leaves in normal play; nothing of another game.
fn leaves(session: &Session, made: &Move, limits: &Limits) -> Result<Option<Step>, Failure> {
    let Target::Sum(left) = &made.to else { return Ok(None) };
    let [left] = &left[..] else { return Ok(None) };
    Ok(match outcome_rule(session, left, limits)? {
        Some(Step::Wythoff { smaller, larger }) => Some(Step::WythoffLeaves { smaller, larger }),
        _ => None,
    })
}

/// Binary digits of a number of which the Fibonacci numbers in it are said: all together have so many digits squared.
const SAID_BITS: u64 = 1 << 12;

/// The rule that decides a component whose outcome is known without its value; nothing of numbers that are too long for it.
fn outcome_rule(session: &Session, part: &Part, limits: &Limits) -> Result<Option<Step>, Failure> {
    Ok(match &session.plan(part.game).engine {
        Engine::Wythoff { .. } => {
            let mut heaps = part.coords.clone();
            heaps.sort_unstable();
            let Ok([smaller, larger]) = <[BigUint; 2]>::try_from(heaps) else { return Ok(None) };
            let digits = |n: &BigUint| Zeckendorf::within(n, limits).map(|found| found.to_string());
            let (small, large) = (digits(&smaller)?, digits(&larger)?);
            Some(Step::Wythoff { smaller: (smaller, small), larger: (larger, large) })
        }
        Engine::FibonacciNim { .. } if part.coords[0].bits() > SAID_BITS => None,
        Engine::FibonacciNim { rest, times, .. } => {
            let heap = part.coords[0].clone();
            let most = most_taken((part.kind == *rest).then_some(*times), &part.coords);
            let parts = Zeckendorf::of(&heap).parts();
            Some(Step::FibonacciNim { heap, parts, most })
        }
        _ => None,
    })
}

/// The options of a component with their values, if they are few.
fn mex(
    session: &mut Session,
    part: &Part,
    value: BigValue,
    limits: &Limits,
) -> Result<Option<Step>, Failure> {
    let sums = match session.few_options(part, MAX_OPTIONS, limits) {
        // So many that the definition does not list them.
        Err(Failure::Fault(fault)) if fault.too_much => None,
        listed => listed?,
    };
    let Some(sums) = sums else { return Ok(None) };
    let mut options: Vec<(String, BigValue)> = Vec::new();
    for sum in sums {
        let text = session.describe_sum(&sum);
        if options.iter().all(|(known, _)| *known != text) {
            let value = session.value(&Position { parts: sum }, limits)?;
            options.push((text, value));
        }
    }
    let component = session.describe_part(part);
    Ok(Some(Step::Mex { component, options, images: None, value }))
}

/// Positions that may be looked at for the sake of the moves that do not decide.
const LOOKED_AT: u64 = 20_000;

/// Every move with who wins after it, if they are few and that is soon known.
fn every_move(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Step>, Failure> {
    let (listed, more) = session.first_moves(position, MAX_OPTIONS, limits)?;
    if more {
        return Ok(None);
    }
    let mut moves = Vec::new();
    for made in listed {
        let most = session.positions_looked_at().saturating_add(LOOKED_AT);
        let few = limits.clone().positions(limits.positions.map_or(most, |own| own.min(most)));
        let leaves = match session.outcome(&session.after(position, &made), &few) {
            Err(Failure::Stop(Stop::Positions(_))) => return Ok(None),
            leaves => leaves?,
        };
        moves.push((session.describe_move(position, &made).into(), leaves));
    }
    Ok(Some(Step::Moves { moves }))
}

/// Heaps up to here are looked at for being tame, which is simpler than a quotient.
const SMALL: u32 = 1 << 10;

/// What decides a position in misère play where no theorem does.
fn misere(session: &mut Session, position: &Position, limits: &Limits) -> Result<Step, Failure> {
    let mut coords = position.parts.iter().flat_map(|part| &part.coords);
    let small = coords.all(|coord| *coord <= BigUint::from(SMALL));
    if small && let Some(step) = tame(session, position, limits)? {
        return Ok(step);
    }
    if let Some(step) = quotient(session, position, limits)? {
        return Ok(step);
    }
    let tame = if small { None } else { tame(session, position, limits)? };
    Ok(tame.unwrap_or(Step::Misere))
}

/// What heaps of one game stand for in its misère quotient.
fn quotient(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Step>, Failure> {
    let Some(quotient) = session.quotient(&position.parts, limits)? else { return Ok(None) };
    let monoid = quotient.monoid();
    let presentation = quotient.presentation();
    let elements: Option<Vec<usize>> =
        position.parts.iter().map(|part| quotient.element(&part.coords[0])).collect();
    let Some(elements) = elements else { return Ok(None) };
    let product = elements.iter().fold(0, |product, &element| monoid.product(product, element));
    let words: Vec<String> = elements.iter().map(|&element| presentation.name(element)).collect();
    let occurs = |at: &usize| {
        elements.iter().chain([&product]).any(|&element| presentation.words[element][*at] > 0)
    };
    let generators = (0..presentation.generators.len()).filter(occurs);
    let generators = generators.map(|at| &presentation.generators[at]);
    let generators = generators.map(|own| (own.name.clone(), own.heap)).collect();
    let last = quotient.periodicity().is_none().then(|| quotient.heaps() - 1);
    let (order, lost) = (monoid.order(), monoid.lost().count());
    let product = (presentation.name(product), monoid.is_lost(product));
    let names = position.parts.iter().map(|part| session.describe_part(part));
    let rows = names.zip(words).collect();
    Ok(Some(Step::Quotient { last, order, lost, generators, rows, product }))
}

/// That the components of a sum in misère play are tame, if they are.
fn tame(
    session: &mut Session,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Step>, Failure> {
    if position.parts.len() < 2 {
        return Ok(None);
    }
    let mut rows = Vec::new();
    for part in &position.parts {
        let genus = session.tameness(std::slice::from_ref(part), limits)?;
        rows.push((session.describe_part(part), genus));
    }
    let sum = rows.iter().fold(Tameness::NOTHING, |sum, (_, genus)| sum.and(*genus));
    Ok((sum != Tameness::Wild).then_some(Step::Tame { rows, sum }))
}
