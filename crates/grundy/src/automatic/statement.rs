//! Statements about the positions of a rule, in the form in which they are decided.

use std::collections::BTreeSet;

use crate::automaton::{Linear, Numeration, Sign, Track};
use crate::language::{Message, message, phrase};

/// A statement of one of these forms about numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A linear relation.
    Linear(Linear),
    /// The tuple is in the set that the theorem is about, or is not in it.
    Member(Vec<Track>, bool),
    /// The third number is the nim-sum of the first two.
    Xor(Track, Track, Track),
    /// The number is a place value of the numeration, or is none.
    Place(Track, bool),
}

impl Literal {
    /// The tracks it is about.
    pub(super) fn tracks(&self) -> Vec<Track> {
        match self {
            Literal::Linear(relation) => relation.terms.iter().map(|&(track, _)| track).collect(),
            Literal::Member(tracks, _) => tracks.clone(),
            Literal::Xor(a, b, c) => vec![*a, *b, *c],
            Literal::Place(track, _) => vec![*track],
        }
    }
}

/// There are numbers for the hidden tracks for which all literals hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Tracks of numbers that are to be found.
    pub hidden: Vec<Track>,
    /// What must hold.
    pub literals: Vec<Literal>,
}

/// For all numbers for which the literals of the guard hold, one of the cases holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it says in words.
    pub says: &'static str,
    /// What is assumed.
    pub guard: Vec<Literal>,
    /// What follows; without cases, that the assumption never holds.
    pub cases: Vec<Case>,
}

impl Statement {
    /// The tracks that it speaks of without hiding them, ascending.
    pub(super) fn visible(&self) -> Vec<Track> {
        let tracks: BTreeSet<Track> = self.guard.iter().flat_map(Literal::tracks).collect();
        tracks.into_iter().collect()
    }
}

/// That all of this never holds at once.
pub(super) fn never(says: &'static str, guard: Vec<Literal>) -> Statement {
    Statement { says, guard, cases: Vec::new() }
}

/// The options of a component whose coordinates are on the tracks from 0 on: one family for each
/// entry, as far as the rule is linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// How many coordinates there are.
    pub arity: usize,
    /// Whether their order does not matter.
    pub unordered: bool,
    /// Whether whoever cannot move wins.
    pub misere: bool,
    /// What every move makes smaller.
    pub measure: Measure,
    /// The numeration of whose place values or digits the rule speaks, if it does.
    pub numeration: Option<Numeration>,
    /// The families.
    pub families: Vec<MoveFamily>,
}

impl Moves {
    /// The most components that an option has.
    pub(super) fn most_parts(&self) -> usize {
        self.families.iter().map(|family| family.parts.len()).max().unwrap_or(0)
    }
}

/// What becomes smaller with every move, so that play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the coordinates.
    Sum,
    /// This coordinate.
    Coordinate(usize),
    /// The greatest of the coordinates: of two heaps one is taken away and the other divided.
    Greatest,
}

impl Measure {
    /// What a statement about it says.
    fn says(self) -> &'static str {
        match self {
            Measure::Sum => phrase!("every move makes the sum of the coordinates smaller"),
            Measure::Coordinate(_) => phrase!("every move makes the same coordinate smaller"),
            Measure::Greatest => phrase!("every move makes the greatest coordinate smaller"),
        }
    }
}

/// Options that are there for all numbers on the hidden tracks for which the relations hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveFamily {
    /// Tracks that are not coordinates of the component moved in.
    pub hidden: Vec<Track>,
    /// The components that the option is the sum of: the tracks of their coordinates.
    pub parts: Vec<Vec<Track>>,
    /// When the option is there.
    pub relations: Vec<Linear>,
    /// Tracks of numbers that must be place values of the numeration.
    pub places: Vec<Track>,
    /// Of each three the last one must be the nim-sum of the others.
    pub nim_sums: Vec<[Track; 3]>,
    /// Whether these are the options, or a bound for them.
    pub extent: Extent,
}

/// What is known of the options of an entry of a rule where a set of amounts is not linear: some of
/// them, and a linear set that has them all. Then nothing may lead wrong in the larger set, and
/// moves that must be there are sought in the smaller one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// The options are exactly these.
    #[default]
    Exact,
    /// There are no others.
    AtMost,
    /// There are these, and perhaps others.
    AtLeast,
}

/// What a theorem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The set of lost components: its tuples are the coordinates.
    Outcomes,
    /// The graph of the Grundy function: its tuples are the coordinates and the value.
    Values,
    /// The same with a number that has as many digits as the value says: 0 for the value 0, and the
    /// place value of place `v - 1` for the value `v`. So logarithms come within reach.
    Lengths,
}

impl Subject {
    /// The name by which certificates call it.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Outcomes => "outcomes",
            Subject::Values => "values",
            Subject::Lengths => "lengths",
        }
    }

    /// What is spoken of.
    pub fn message(self) -> Message {
        match self {
            Subject::Outcomes => message!("outcomes"),
            Subject::Values => message!("values"),
            Subject::Lengths => message!("values as numbers of digits"),
        }
    }

    /// How many numbers the set has beside the coordinates.
    pub fn extra_tracks(self) -> usize {
        usize::from(self != Subject::Outcomes)
    }
}

/// What a statement calls the number on a track.
pub(super) enum Called {
    /// A coordinate of the position, by its place.
    Coordinate(usize),
    /// A value, by a letter of its own.
    Value(&'static str),
    /// One of the other numbers with this letter.
    Other(&'static str, Track),
}

pub(super) fn called(track: Track) -> Called {
    match track {
        0..HIDDEN => Called::Coordinate(track.into()),
        HIDDEN..VALUES => Called::Other("y", track - HIDDEN),
        _ if let Some(letter) = VALUE_LETTERS.get(usize::from(track - VALUES)) => {
            Called::Value(letter)
        }
        _ => Called::Other("z", track - HIDDEN - APART),
    }
}

/// The two sides of a relation, without minus signs; nothing is 0.
pub(super) fn sides(
    relation: &Linear,
    name: impl Fn(Track) -> String,
    [times, plus]: [&str; 2],
) -> [String; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    for &(track, weight) in &relation.terms {
        let term = match weight.unsigned_abs() {
            1 => name(track),
            size => format!("{size}{times}{}", name(track)),
        };
        sides[usize::from(weight > 0)].push(term);
    }
    let constant = relation.constant;
    if constant != 0 {
        sides[usize::from(constant > 0)].push(constant.unsigned_abs().to_string());
    }
    sides.map(|side| if side.is_empty() { "0".to_owned() } else { side.join(plus) })
}

/// Components that an option has at most: each more has a number and a value to be found.
pub(super) const MOST_PARTS: usize = 3;

/// The first of the tracks for values, and of the hidden tracks of moves.
const VALUES: Track = 64;
pub(super) const HIDDEN: Track = 16;
/// What the values are called: those of a position, of another one, and of components and what they are together.
const VALUE_LETTERS: [&str; 6] = ["g", "h", "u", "v", "s", "w"];
/// The numbers of a move that is assumed are so far from those of one that is sought.
const APART: Track = 64;

/// Everything that must hold for a set to be the lost components, or the graph of the values.
///
/// Play ends because every move makes the sum of the coordinates of each part smaller, or one of
/// them, or the greatest; then a set is the one of the P-positions exactly when no move leads from it into it and from outside there
/// is always a move into it, and likewise for values by the mex.
///
/// ```
/// use grundy::automatic::{Subject, moves, statements};
/// use grundy::games::open;
/// let game = open("[n] -> [n-k] for k in 1..2")?;
/// let said: Vec<&str> =
///     statements(&moves(&game.rules)?, Subject::Outcomes).iter().map(|one| one.says).collect();
/// assert!(said.contains(&"no move leads from a lost position to a lost one"));
/// assert!(said.contains(&"from every other position a move leads to a lost one"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn statements(moves: &Moves, subject: Subject) -> Vec<Statement> {
    let (x, domain) = positions(moves);
    let mut all = ending(moves);
    all.extend(symmetry(moves, subject));
    match subject {
        Subject::Outcomes => outcomes(moves, &domain, &x, &mut all),
        Subject::Values | Subject::Lengths => values(moves, subject, &domain, &x, &mut all),
    }
    all
}

/// The coordinates of a position, and what holds of all of them.
fn positions(moves: &Moves) -> (Vec<Track>, Vec<Literal>) {
    let x: Vec<Track> = (0..moves.arity as Track).collect();
    let mut domain: Vec<Literal> = x.iter().map(|&x| at_least(&[(x, 1)], 0)).collect();
    if moves.unordered {
        domain.extend(x.windows(2).map(|pair| at_least(&[(pair[1], 1), (pair[0], -1)], 0)));
    }
    (x, domain)
}

/// Play ends. These speak of no set.
pub(super) fn ending(moves: &Moves) -> Vec<Statement> {
    let (x, domain) = positions(moves);
    let mut all = Vec::new();
    for family in possible(moves) {
        for stays in family.parts.iter().flat_map(|part| not_smaller(moves.measure, part, &x)) {
            let guard = [with(&domain, relations(family)), stays].concat();
            all.push(never(moves.measure.says(), guard));
        }
    }
    all
}

/// The ways in which what is measured of a part can be at least that of the component.
fn not_smaller(measure: Measure, part: &[Track], x: &[Track]) -> Vec<Vec<Literal>> {
    let sums = |larger: &[Track], smaller: &[Track]| {
        let larger = larger.iter().map(|&track| (track, 1));
        at_least(&larger.chain(smaller.iter().map(|&track| (track, -1))).collect::<Vec<_>>(), 0)
    };
    match measure {
        Measure::Sum => vec![vec![sums(part, x)]],
        Measure::Coordinate(at) => vec![vec![sums(&part[at..=at], &x[at..=at])]],
        // One of its coordinates is at least each of the component's.
        Measure::Greatest => {
            part.chunks(1).map(|one| x.chunks(1).map(|other| sums(one, other)).collect()).collect()
        }
    }
}

/// The set does not depend on the order of the coordinates, where that does not matter.
fn symmetry(moves: &Moves, subject: Subject) -> Vec<Statement> {
    if !moves.unordered {
        return Vec::new();
    }
    let mut tracks: Vec<Track> = (0..moves.arity as Track).collect();
    if subject != Subject::Outcomes {
        tracks.push(VALUES);
    }
    let swapped = (1..moves.arity).map(|at| {
        let mut swapped = tracks.clone();
        swapped.swap(at - 1, at);
        let says = phrase!("the order of the coordinates does not matter");
        let guard = vec![Literal::Member(tracks.clone(), true), Literal::Member(swapped, false)];
        never(says, guard)
    });
    swapped.collect()
}

fn outcomes(moves: &Moves, domain: &[Literal], x: &[Track], all: &mut Vec<Statement>) {
    let member = |positive| Literal::Member(x.to_vec(), positive);
    let part = |family: &MoveFamily| Literal::Member(family.parts[0].clone(), true);
    for family in possible(moves) {
        let mut guard = with(domain, relations(family));
        guard.extend([member(true), part(family)]);
        let says = phrase!("no move leads from a lost position to a lost one");
        all.push(never(says, guard));
    }
    let to_lost: Vec<Case> = certain(moves)
        .map(|family| {
            let mut literals = relations(family);
            literals.push(part(family));
            Case { hidden: family.hidden.clone(), literals }
        })
        .collect();
    let says = phrase!("from every other position a move leads to a lost one");
    if !moves.misere {
        let guard = with(domain, vec![member(false)]);
        all.push(Statement { says, guard, cases: to_lost });
        return;
    }
    for family in possible(moves) {
        let mut guard = with(domain, relations(family));
        guard.push(member(false));
        let moved = |track: Track| if track < HIDDEN { track } else { track + APART };
        let guard = guard.into_iter().map(|literal| renamed(literal, &moved)).collect();
        all.push(Statement { says, guard, cases: to_lost.clone() });
    }
    let cases = certain(moves)
        .map(|family| Case { hidden: family.hidden.clone(), literals: relations(family) })
        .collect();
    let guard = with(domain, vec![member(true)]);
    all.push(Statement { says: phrase!("a lost position has a move"), guard, cases });
}

fn values(
    moves: &Moves,
    subject: Subject,
    domain: &[Literal],
    x: &[Track],
    all: &mut Vec<Statement>,
) {
    let (g, h) = (VALUES, VALUES + 1);
    let member = |value: Track| Literal::Member([x, &[value]].concat(), true);
    let case = Case { hidden: vec![g], literals: vec![member(g)] };
    let says = phrase!("every position has a value");
    all.push(Statement { says, guard: domain.to_vec(), cases: vec![case] });
    let guard = vec![member(g), member(h), at_least(&[(h, 1), (g, -1)], -1)];
    let says = phrase!("no position has two values");
    all.push(never(says, guard));
    for family in possible(moves) {
        let (_, literals) = valued(family, g);
        let mut guard = with(domain, literals);
        guard.push(member(g));
        let says = phrase!("no option has the value of its position");
        all.push(never(says, guard));
    }
    let cases: Vec<Case> = certain(moves)
        .map(|family| {
            let (hidden, literals) = valued(family, h);
            Case { hidden, literals }
        })
        .collect();
    let smaller = with(domain, vec![member(g), at_least(&[(g, 1), (h, -1)], -1)]);
    let says = phrase!("every smaller value is that of an option");
    if subject == Subject::Values {
        all.push(Statement { says, guard: smaller, cases });
        return;
    }
    // Values are written as 0 and the place values, in their order.
    let positive = at_least(&[(g, 1)], -1);
    let guard = vec![member(g), positive, Literal::Place(g, false)];
    let written = phrase!("a value is written as 0 or as a place value");
    all.push(never(written, guard));
    let zero = Literal::Linear(Linear::new([(h, 1)], 0, Sign::Zero));
    for value in [zero, Literal::Place(h, true)] {
        let guard = with(&smaller, vec![value]);
        all.push(Statement { says, guard, cases: cases.clone() });
    }
}

/// The families that have every option.
fn possible(moves: &Moves) -> impl Iterator<Item = &MoveFamily> {
    moves.families.iter().filter(|family| family.extent != Extent::AtLeast)
}

/// The families that have nothing but options.
pub(super) fn certain(moves: &Moves) -> impl Iterator<Item = &MoveFamily> {
    moves.families.iter().filter(|family| family.extent != Extent::AtMost)
}

/// An option has this value: the hidden tracks and what must hold.
pub(super) fn valued(family: &MoveFamily, value: Track) -> (Vec<Track>, Vec<Literal>) {
    let mut hidden = family.hidden.clone();
    let mut literals = relations(family);
    let member = |part: &[Track], value: Track| Literal::Member([part, &[value]].concat(), true);
    match &family.parts[..] {
        [] => literals.push(Literal::Linear(Linear::new([(value, 1)], 0, Sign::Zero))),
        [part] => literals.push(member(part, value)),
        [first, others @ ..] => {
            // The values of the parts one after the other, each with the nim-sum up to there.
            let mut sum = VALUES + 2;
            hidden.push(sum);
            literals.push(member(first, sum));
            for (at, part) in others.iter().enumerate() {
                let own = VALUES + 3 + 2 * at as Track;
                let longer = if at + 1 == others.len() { value } else { own + 1 };
                hidden.push(own);
                hidden.extend((longer != value).then_some(longer));
                literals.extend([member(part, own), Literal::Xor(sum, own, longer)]);
                sum = longer;
            }
        }
    }
    (hidden, literals)
}

/// Whether no move makes a coordinate larger, as a statement for each.
pub(super) fn shrinking(moves: &Moves) -> Vec<Statement> {
    let mut all = Vec::new();
    for family in &moves.families {
        for (track, &to) in family.parts.iter().flat_map(|part| (0..).zip(part)) {
            let mut guard = relations(family);
            guard.push(at_least(&[(to, 1), (track, -1)], -1));
            let says = phrase!("no move makes a coordinate larger");
            all.push(never(says, guard));
        }
    }
    all
}

pub(super) fn relations(family: &MoveFamily) -> Vec<Literal> {
    let places = family.places.iter().map(|&track| Literal::Place(track, true));
    let nim_sums = family.nim_sums.iter().map(|&[a, b, sum]| Literal::Xor(a, b, sum));
    family.relations.iter().cloned().map(Literal::Linear).chain(places).chain(nim_sums).collect()
}

fn with(domain: &[Literal], more: Vec<Literal>) -> Vec<Literal> {
    [domain.to_vec(), more].concat()
}

fn at_least(terms: &[(Track, i64)], constant: i64) -> Literal {
    Literal::Linear(Linear::new(terms.iter().copied(), constant, Sign::NonNegative))
}

pub(super) fn renamed(literal: Literal, name: &dyn Fn(Track) -> Track) -> Literal {
    match literal {
        Literal::Linear(relation) => Literal::Linear(relation.renamed(name)),
        Literal::Member(tracks, positive) => {
            Literal::Member(tracks.into_iter().map(name).collect(), positive)
        }
        Literal::Xor(a, b, c) => Literal::Xor(name(a), name(b), name(c)),
        Literal::Place(track, positive) => Literal::Place(name(track), positive),
    }
}
