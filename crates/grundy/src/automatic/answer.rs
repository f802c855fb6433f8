//! Positions of any size answered from a theorem.
//!
//! Who wins and the value are read from the automaton, a step for each digit. For the winning moves
//! the relations of the rule and the set of the theorem are joined once, whatever the position,
//! into an automaton that accepts a component together with each option that is lost, or with a
//! value and each option of that value; what stands beside a position in it is listed, or counted,
//! by [`Section`]. An option is accepted once, however many choices lead to it.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::decide::{existential, widened};
use super::statement::{
    Extent, HIDDEN, MOST_PARTS, MoveFamily, Moves, certain, relations, renamed, valued,
};
use super::{Case, Certificate, Literal, Refusal, Subject, read};
use crate::automaton::{Dfa, Linear, Section, Sign, TooLarge, Track};
use crate::language::{Message, message, phrase};
use crate::limits::{Limits, Stop};
use crate::outcome::Outcome;
use crate::ruleset::Failure;

/// A theorem, made ready to answer questions about its game.
///
/// ```
/// use grundy::automatic::{self, Answers};
/// use grundy::limits::Limits;
/// use grundy::play::Session;
/// use grundy::theorem::{Sought, Theorem, seek};
/// use num_bigint::BigUint;
/// let limits = Limits::default();
/// let session = Session::with_game("wythoff")?;
/// let found = seek(&session, &Sought::default(), &limits)?.proved();
/// let Some(Theorem::Automaton(certificate)) = found else { panic!() };
/// let answers = Answers::new(certificate).unwrap();
/// // The golden ratio: 3 and 5 are a pair that is lost, as are all that its automaton accepts.
/// let lost = |a: u64, b: u64| answers.outcome(&[BigUint::from(a), BigUint::from(b)], &limits);
/// assert_eq!(lost(3, 5)?.to_string(), "P");
/// assert_eq!(lost(1_000_000_007, 1_618_034_000)?.to_string(), "N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answers {
    certificate: Certificate,
    moves: Moves,
    /// The options, by the number of their components, as they are asked for; nothing where the
    /// automaton is too large.
    options: [Option<Result<Dfa, TooLarge>>; MOST_PARTS + 1],
}

/// The first of the tracks for the coordinates of options. Those before are for the coordinates of
/// a component and a value, those from [`HIDDEN`] on for what is hidden.
const OPTION: Track = 4;

impl Answers {
    /// Takes a theorem that has been proved or checked: what its automaton says is believed.
    ///
    /// # Errors
    /// [`Refusal`] if the rule of the certificate is not one that such a theorem is about.
    pub fn new(certificate: Certificate) -> Result<Answers, Refusal> {
        let (_, moves) = read(&certificate).map_err(Refusal::Rule)?;
        let tracks = moves.arity + certificate.subject.extra_tracks();
        let other = |own| own != certificate.set.numeration();
        if certificate.set.tracks().len() != tracks || moves.numeration.is_some_and(other) {
            return Err(Refusal::Automaton(phrase!("has other tracks or digits than the rule")));
        }
        let options = [const { None }; MOST_PARTS + 1];
        Ok(Answers { certificate, moves, options })
    }

    /// The theorem.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Whether it is about misère play.
    pub fn is_misere(&self) -> bool {
        self.moves.misere
    }

    /// Whether the theorem knows every option. Of some sets of amounts, as the prime powers, it uses
    /// only that some numbers are in them and some are not.
    pub fn knows_every_option(&self) -> bool {
        self.moves.families.iter().all(|family| family.extent == Extent::Exact)
    }

    /// Who wins a component. `O(digits^2)`.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn outcome(&self, coords: &[BigUint], limits: &Limits) -> Result<Outcome, Stop> {
        Ok(match self.certificate.subject {
            Subject::Outcomes => Outcome::next_wins(!self.certificate.set.accepts_big(coords)),
            Subject::Values | Subject::Lengths => {
                let value = self.value(coords, limits)?;
                Outcome::next_wins(value != Some(BigUint::ZERO))
            }
        })
    }

    /// The value of a component, if the theorem is about values. `O(digits^2)`.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn value(&self, coords: &[BigUint], limits: &Limits) -> Result<Option<BigUint>, Stop> {
        if self.certificate.subject == Subject::Outcomes {
            return Ok(None);
        }
        let mut value = None;
        if let Some(section) = Section::new(&self.certificate.set, coords, limits)? {
            let _ = section.each(&mut |mut free| {
                value = free.pop();
                ControlFlow::Break(())
            });
        }
        if self.certificate.subject == Subject::Lengths {
            let digits = |written: BigUint| self.certificate.set.numeration().write_big(&written);
            value = value.map(|written| digits(written).len().into());
        }
        Ok(value)
    }

    /// Shows the options of a component that are lost, or, where the theorem is about values, have
    /// the value `wanted`, each as the coordinates of its components, until `see` breaks; all of
    /// them, or where the theorem does not [know every option](Answers::knows_every_option) those that
    /// it knows, and at least one if a lost option is wanted and there is one. `O(digits^2)` for each.
    ///
    /// ```
    /// use grundy::automatic::{Answers, Attempt, Subject, prove};
    /// use grundy::games::open;
    /// use grundy::limits::Limits;
    /// use std::ops::ControlFlow;
    /// let limits = Limits::default();
    /// let game = open("[n] -> [n-k] for k in 1..2")?;
    /// let Attempt::Proved(theorem) = prove(&game.rules, Subject::Outcomes, &limits)? else { panic!() };
    /// let mut answers = Answers::new(theorem).unwrap();
    /// let mut lost = Vec::new();
    /// answers.each_option(&[1001_u32.into()], &0_u8.into(), &limits, &mut |option| {
    ///     lost.push(option);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lost, [[[999_u32.into()]]]); // the multiple of three
    /// assert_eq!(answers.count(&[1001_u32.into()], &0_u8.into(), &limits)?, 1_u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Domain`] where the automaton of the options would be too large, or `wanted` is not
    /// zero and the theorem does not know values; [`Failure::Stop`] at a limit.
    pub fn each_option(
        &mut self,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
        see: &mut dyn FnMut(Vec<Vec<BigUint>>) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let arity = self.moves.arity;
        for section in self.sections(coords, wanted, limits)? {
            let mut stop = None;
            let flow = section.each(&mut |free| {
                stop = limits.check().err();
                match stop {
                    Some(_) => ControlFlow::Break(()),
                    None => see(free.chunks(arity).map(<[BigUint]>::to_vec).collect()),
                }
            });
            if let Some(stop) = stop {
                return Err(stop.into());
            }
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How many options of a component are lost, or have the value `wanted`. A step for each digit.
    ///
    /// # Errors
    /// As [`each_option`](Answers::each_option), and [`Failure::Domain`] where options that the theorem
    /// does not know may be among them.
    pub fn count(
        &mut self,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<BigUint, Failure> {
        // No move leads from a lost position to another.
        let none = || {
            Ok::<_, Stop>(*wanted == BigUint::ZERO && self.outcome(coords, limits)? == Outcome::P)
        };
        if !self.knows_every_option() && !none()? {
            return Err(Failure::Domain(not_counted()));
        }
        Ok(self.sections(coords, wanted, limits)?.iter().map(Section::count).sum())
    }

    /// What stands beside a component, by the number of components of the option.
    fn sections(
        &mut self,
        coords: &[BigUint],
        wanted: &BigUint,
        limits: &Limits,
    ) -> Result<Vec<Section<'_>>, Failure> {
        let mut given = coords.to_vec();
        if self.moves.unordered {
            given.sort_unstable();
        }
        match self.certificate.subject {
            Subject::Values => given.push(wanted.clone()),
            Subject::Lengths => match usize::try_from(wanted) {
                Ok(0) => given.push(BigUint::ZERO),
                Ok(length) if length <= self.longest(coords) => {
                    let digits = std::iter::once(1).chain(std::iter::repeat_n(0, length - 1));
                    let numeration = self.certificate.set.numeration();
                    given.push(numeration.read_big(&digits.collect::<Vec<_>>()));
                }
                _ => return Ok(Vec::new()),
            },
            Subject::Outcomes if *wanted == BigUint::ZERO => {}
            Subject::Outcomes => {
                let message = message!("the theorem says who wins, but not the values");
                return Err(Failure::Domain(message));
            }
        }
        for parts in 0..=MOST_PARTS {
            let there = self.moves.families.iter().any(|family| family.parts.len() == parts);
            if there && self.options[parts].is_none() {
                limits.check()?;
                self.options[parts] = Some(self.relation(parts));
            }
        }
        let too_large = || {
            let message = message!("the automaton that lists the winning moves would be too large");
            Failure::Domain(message)
        };
        let mut sections = Vec::new();
        for relation in self.options.iter().flatten() {
            let relation = relation.as_ref().map_err(|_| too_large())?;
            // No component has infinitely many options.
            sections.extend(Section::new(relation, &given, limits)?);
        }
        Ok(sections)
    }

    /// The most digits of what a value of an option is written as: no coordinate of an option is
    /// above the sum of those of the component, and a walk through zeros in front of them is shorter
    /// than the number of states.
    fn longest(&self, coords: &[BigUint]) -> usize {
        let set = &self.certificate.set;
        set.numeration().write_big(&coords.iter().sum()).len() + set.states()
    }

    /// Components, with a value if the theorem is about values, and their options of so many
    /// components that are lost, or have that value.
    fn relation(&self, parts: usize) -> Result<Dfa, TooLarge> {
        let set = &self.certificate.set;
        let count = parts * self.moves.arity;
        let mut tracks = set.tracks().to_vec();
        tracks.extend((0..count).map(|at| OPTION + at as Track));
        let mut all = Dfa::all(set.numeration(), &tracks)?.not()?;
        for family in certain(&self.moves).filter(|family| family.parts.len() == parts) {
            let Case { hidden, literals } = self.reaching(family);
            all = all.or(&widened(&existential(&hidden, &literals, set)?, &tracks)?)?;
        }
        let arity = self.moves.arity;
        if self.moves.unordered {
            for part in 0..parts {
                // Compared in this order, two or three neighbours are sorted.
                for at in (1..arity).chain(1..arity.saturating_sub(1)) {
                    let right = part * arity + at;
                    all = exchanged(&all, right - 1..right, right..right + 1)?;
                }
            }
        }
        // As with coordinates.
        for at in (1..parts).chain(1..parts.saturating_sub(1)) {
            let (left, right) = ((at - 1) * arity, at * arity);
            all = exchanged(&all, left..right, right..right + arity)?;
        }
        Ok(all)
    }

    /// An option of a family on its own tracks, lost or of the value.
    fn reaching(&self, family: &MoveFamily) -> Case {
        let (mut hidden, literals) = match self.certificate.subject {
            Subject::Values | Subject::Lengths => valued(family, self.moves.arity as Track),
            Subject::Outcomes => {
                let lost = family.parts.iter().map(|part| Literal::Member(part.clone(), true));
                let literals = relations(family).into_iter().chain(lost).collect();
                (family.hidden.clone(), literals)
            }
        };
        // A coordinate that is a number of its own is renamed, another made equal.
        let coords: Vec<Track> = family.parts.concat();
        let own = |track: Track| {
            let at = coords.iter().position(|&coord| coord == track && track >= HIDDEN);
            at.map(|at| OPTION + at as Track)
        };
        let name = |track: Track| own(track).unwrap_or(track);
        let mut literals: Vec<Literal> =
            literals.into_iter().map(|literal| renamed(literal, &name)).collect();
        for (at, &track) in (OPTION..).zip(&coords) {
            if name(track) != at {
                let equal = Linear::new([(at, 1), (name(track), -1)], 0, Sign::Zero);
                literals.push(Literal::Linear(equal));
            }
        }
        hidden.retain(|&track| own(track).is_none());
        Case { hidden, literals }
    }
}

/// The tuples with two blocks of option tracks put in ascending order, by what stands first.
fn exchanged(
    all: &Dfa,
    left: std::ops::Range<usize>,
    right: std::ops::Range<usize>,
) -> Result<Dfa, TooLarge> {
    let track = |at: usize| OPTION + at as Track;
    let swapped: Vec<Track> = all
        .tracks()
        .iter()
        .map(|&name| match usize::from(name).checked_sub(usize::from(OPTION)) {
            Some(at) if left.contains(&at) => track(right.start + at - left.start),
            Some(at) if right.contains(&at) => track(left.start + at - right.start),
            _ => name,
        })
        .collect();
    // Not the right one first: from the last numbers to the first ones.
    let numeration = all.numeration();
    let mut ascending = Dfa::all(numeration, &[])?;
    for (l, r) in left.clone().zip(right.clone()).rev() {
        let terms = [(track(r), 1), (track(l), -1)];
        let less = Dfa::linear(numeration, &Linear::new(terms, -1, Sign::NonNegative))?;
        let equal = Dfa::linear(numeration, &Linear::new(terms, 0, Sign::Zero))?;
        let tied = equal.and(&ascending)?;
        ascending = widened(&less, tied.tracks())?.or(&tied)?;
    }
    all.or(&all.renamed(&swapped)?.minimised())?.and(&ascending)
}

/// Why moves are not counted.
pub(crate) fn not_counted() -> Message {
    message!(
        "who wins is proved, but only some of the moves are known to the theorem, so \
         they are not counted"
    )
}
