//! Games of one heap: the engine for the shapes of their families.

use super::engine::{Engine, Sequence};
use super::shape::{self, Amounts, MOST_AMOUNTS, Shape};
use crate::heap::{AllButSet, Classes, Code, HeapGame, Pieces, SubtractionSet};
use crate::language::{Message, message};
use crate::rule::ir::Kind;
use crate::theory::choose::Choose;
use crate::theory::powers::Powers;
use crate::theory::remainders::Remainders;

/// Largest amount of a finite set that is handed to the heap engines, which keep about as many values.
const LARGEST_AMOUNT: i64 = 1 << 24;
/// Finite amounts of all families together.
const MOST_OF_ALL: usize = 1 << 23;
/// The largest amount of a set whose period is proved by computing values.
const MOST_LISTED_AMOUNT: i64 = 1 << 16;
/// Amounts that are tried one after the other where moves are asked for.
const MOST_NEAR: usize = 1 << 12;

/// Games of one heap, by the shapes of their families; `guarded` if no move is made from an empty one by the rule.
pub(super) fn one_coordinate(shapes: &[Shape], guarded: bool) -> Option<(Engine, Message)> {
    let slides: Vec<&Amounts> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Slide(slide) => Some(&slide.amounts),
            _ => None,
        })
        .collect();
    let pieces: Vec<&Pieces> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Pieces(pieces) => Some(pieces),
            _ => None,
        })
        .collect();
    let triples: Vec<(u64, u8)> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Triples(triples) => Some(triples.iter().copied()),
            _ => None,
        })
        .flatten()
        .collect();
    let threes = shapes.iter().filter(|shape| matches!(shape, Shape::Triples(_))).count();
    match (shapes, &slides[..], &pieces[..]) {
        ([Shape::Choose(m)], ..) => Some((
            Engine::Choose(Choose::new(u32::try_from(*m).ok()?)),
            message!(
                "every part is chosen freely among the smaller: values come from sets of nim-sums"
            ),
        )),
        // Free choices beside other options.
        _ if shapes.len() > slides.len() + pieces.len() + threes => None,
        _ if threes > 0 => take_and_break(&slides, &pieces, &triples),
        // At an empty heap "at least half" would take nothing for ever.
        (_, [Amounts::Half], []) if guarded => Some((
            Engine::Half,
            message!("take at least half: the value is the number of binary digits"),
        )),
        (_, [Amounts::Share { offset, divisor }], []) => Some((
            Engine::Share { offset: *offset, divisor: *divisor },
            message!(
                "take at most a share f(n): G(n) = f(n) where f(n) > f(n - 1), G(n) = G(n - f(n) - 1) elsewhere"
            ),
        )),
        (_, [Amounts::From(1)], [split]) if Some(*split) == any_split().as_ref() => Some((
            Engine::Lasker,
            message!(
                "this is Lasker's Nim: G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3"
            ),
        )),
        (_, _, []) => removals(&slides),
        _ => take_and_break(&slides, &pieces, &[]),
    }
}

/// Games of one heap whose rule has a condition, by what each family takes and leaves.
pub(super) fn under_a_condition(kind: &Kind) -> Option<(Engine, Message)> {
    let families = kind.families.iter().map(|family| shape::pieces(kind, family));
    let families: Vec<Pieces> = families.collect::<Option<_>>()?;
    take_and_break(&[], &families.iter().collect::<Vec<_>>(), &[])
}

/// A game that was given as a code.
pub(super) fn by_code(code: &Code) -> (Engine, Message) {
    let plain = message!(
        "a take-and-break code: its sequence is computed, and its period proved if one is found"
    );
    let reason = of_blocks(code).unwrap_or(plain);
    (Engine::Heap(HeapGame::Code(code.clone()), Sequence::default()), reason)
}

/// Games of one heap with amounts without end, as a code that repeats.
pub(super) fn without_end(kind: &Kind) -> Option<(Engine, Message)> {
    let code = if kind.coords.len() == 1 { shape::repeating(kind)? } else { return None };
    let set = code.all_but().map(|set| set.excluded().iter().map(|&out| out as i64).collect());
    if let Some(found) = set.and_then(all_but) {
        return Some(found);
    }
    let reason = message!(
        "amounts without end, of which the same may be done after a while again and again: the code {code}, whose sequence is computed, and its period or its growth proved if one is found",
        code
    );
    Some((Engine::Heap(HeapGame::Code(code), Sequence::default()), reason))
}

/// A heap is split in two, any two.
fn any_split() -> Option<Pieces> {
    Pieces::new(Classes::new(1, 1)?, [(0, 0)], |_, left| Some(left.len() == 2))
}

/// Games in which a move only takes an amount that is in a set.
fn removals(slides: &[&Amounts]) -> Option<(Engine, Message)> {
    if let Some((first, fixed)) = all_from(slides) {
        let excluded: Vec<i64> =
            (1..first).filter(|amount| fixed.binary_search(amount).is_err()).collect();
        return all_but(excluded);
    }
    if let [Amounts::AllBut(excluded)] = slides {
        return all_but(excluded.clone());
    }
    if let [Amounts::Between(least, most)] = slides
        && least <= most
    {
        return Some(interval(*least, *most));
    }
    if let [Amounts::Powers(base)] = slides {
        return Powers::new(*base, None).map(powers);
    }
    let amounts = all_amounts(slides)?;
    let (Some(&least), Some(&most)) = (amounts.first(), amounts.last()) else {
        let nothing = Engine::Subtraction(SubtractionSet::new([]), Sequence::default());
        return Some((nothing, message!("nothing may be taken: every value is 0")));
    };
    if most - least + 1 == amounts.len() as i64 {
        return Some(interval(least, most));
    }
    // Of smaller sets the period is proved by their values.
    if let [near @ .., far] = &amounts[..]
        && *far > MOST_LISTED_AMOUNT
        && near.len() < MOST_NEAR
        && near.iter().copied().eq(1..=near.len() as i64)
    {
        return Some(one_more(near.len() as u64, far.unsigned_abs()));
    }
    if most > LARGEST_AMOUNT {
        let amounts: Vec<u64> = amounts.iter().map(|amount| amount.unsigned_abs()).collect();
        let of_powers = || Powers::of(&amounts).map(powers);
        let found = Remainders::new(amounts.iter().copied()).map(remainders).or_else(of_powers);
        return Some(found.unwrap_or_else(|| too_large(most)));
    }
    let set = SubtractionSet::new(amounts.iter().map(|&amount| amount.unsigned_abs()));
    Some((
        Engine::Subtraction(set, Sequence::default()),
        message!("a finite subtraction set: its period can always be proved"),
    ))
}

fn remainders(set: Remainders) -> (Engine, Message) {
    let (unit, modulus) = (set.unit(), set.modulus());
    let reason = match unit {
        1 => message!(
            "amounts of which none is a multiple of {modulus}, and all that are smaller are there: the value of n is n mod {modulus}",
            modulus
        ),
        _ => message!(
            "amounts that are multiples of {unit}, none of them {modulus} times a multiple, and all that are smaller are there: the value of n is (n / {unit}) mod {modulus}, rounded down before",
            unit,
            modulus
        ),
    };
    (Engine::Remainders(set), reason)
}

fn powers(set: Powers) -> (Engine, Message) {
    let base = set.base();
    let reason = match base.is_multiple_of(2) {
        true => message!(
            "take a power of {base}: with r = n mod {period}, the value of n is r mod 2, but 2 if r = {base}",
            base,
            period = set.period()
        ),
        false => message!("take a power of {base}, which is odd: the value of n is n mod 2", base),
    };
    (Engine::Powers(set), reason)
}

fn one_more(most: u64, far: u64) -> (Engine, Message) {
    let short = most + 1;
    let reason = match far.is_multiple_of(short) {
        true => message!(
            "take from 1 to {most}, or {far}: with r = n mod {period}, the value of n is r mod {short}, but {short} if r = {far}",
            most,
            far,
            period = far + 1,
            short
        ),
        false => message!(
            "take from 1 to {most}, or {far}, which is no multiple of {short} and so changes nothing: the value of n is n mod {short}",
            most,
            far,
            short
        ),
    };
    (Engine::OneMore { most, far }, reason)
}

fn interval(least: i64, most: i64) -> (Engine, Message) {
    let engine = Engine::Interval { least: least.unsigned_abs(), most: most.unsigned_abs() };
    let sum = i128::from(least) + i128::from(most);
    let reason = match least {
        1 => message!("take from 1 to {most}: the value of n is n mod {sum}", most, sum),
        _ => message!(
            "take from {least} to {most}: the value of n is (n mod {sum}) / {least}, rounded down",
            least,
            most,
            sum
        ),
    };
    (engine, reason)
}

fn all_but(excluded: Vec<i64>) -> Option<(Engine, Message)> {
    if excluded.is_empty() {
        return Some((Engine::Nim, message!("any amount may be taken: this is Nim")));
    }
    if let Some(&most) = excluded.last().filter(|&&most| most > LARGEST_AMOUNT) {
        return Some(too_large(most));
    }
    let set = AllButSet::new(excluded.into_iter().map(i64::unsigned_abs));
    Some((
        Engine::AllBut(set, Sequence::default()),
        message!("all amounts but finitely many: its arithmetic period can always be proved"),
    ))
}

/// An amount too large for the heap engines.
fn too_large(amount: i64) -> (Engine, Message) {
    let reason = message!(
        "the amount {amount} exceeds {most}, the largest that sequences are computed with: values come from the definition",
        amount,
        most = LARGEST_AMOUNT
    );
    (Engine::Definition, reason)
}

/// The first amount from which on all may be taken, and the smaller ones that may, if all slides
/// together are of that form.
fn all_from(slides: &[&Amounts]) -> Option<(i64, Vec<i64>)> {
    let firsts = slides.iter().filter_map(|amounts| match amounts {
        Amounts::From(first) => Some(*first),
        _ => None,
    });
    let first = firsts.min()?;
    let rest: Vec<&Amounts> =
        slides.iter().filter(|amounts| !matches!(amounts, Amounts::From(_))).copied().collect();
    (first <= LARGEST_AMOUNT).then_some(())?;
    Some((first, fixed_amounts(&rest)?))
}

/// The union of finite amounts, ascending, if none is too large to be listed beside others.
fn fixed_amounts(slides: &[&Amounts]) -> Option<Vec<i64>> {
    all_amounts(slides).filter(|all| all.last().is_none_or(|&most| most <= LARGEST_AMOUNT))
}

/// The union of finite amounts, ascending.
fn all_amounts(slides: &[&Amounts]) -> Option<Vec<i64>> {
    let mut all = Vec::new();
    for amounts in slides {
        match amounts {
            Amounts::Fixed(fixed) => all.extend_from_slice(fixed),
            Amounts::Between(least, most)
                if *most <= LARGEST_AMOUNT && most.saturating_sub(*least) < MOST_AMOUNTS =>
            {
                all.extend(*least..=*most);
            }
            _ => return None,
        }
        // Many families may have the same.
        if all.len() > MOST_OF_ALL {
            all.sort_unstable();
            all.dedup();
            if all.len() > MOST_OF_ALL / 2 {
                return None;
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// Games that take and split: those without conditions on what is left are octal codes.
fn take_and_break(
    slides: &[&Amounts],
    pieces: &[&Pieces],
    triples: &[(u64, u8)],
) -> Option<(Engine, Message)> {
    let amounts = fixed_amounts(slides)?;
    let amounts = amounts.into_iter().map(|amount| (amount.unsigned_abs(), 0));
    let whole = Pieces::new(Classes::new(1, 1)?, amounts, |_, left| Some(left.len() < 2))?;
    let game = pieces.iter().try_fold(whole, |all, pieces| all.or(pieces))?;
    if game.reach() > LARGEST_AMOUNT.unsigned_abs() {
        return None;
    }
    let mut code = game.code();
    if !triples.is_empty() {
        // There is no theory here of conditions beside three heaps.
        code = Some(with_triples(&code?, triples)?);
    }
    if let Some(set) = code.as_ref().and_then(Code::subtraction) {
        let amounts = set.amounts().iter().map(|&amount| amount as i64).collect();
        return removals(&[&Amounts::Fixed(amounts)]);
    }
    let (game, reason) = match code {
        Some(code) => {
            let plain = message!(
                "a take-and-break game: its sequence is computed, and its period proved if one is found"
            );
            let reason = of_blocks(&code).unwrap_or(plain);
            (HeapGame::Code(code), reason)
        }
        None if game.is_grundys() => {
            (HeapGame::Grundys, message!("this is Grundy's game: its sequence is computed"))
        }
        None => (
            HeapGame::Pieces(game),
            message!(
                "a take-and-break game with conditions on what is left: its sequence is computed, and its period proved if one is found"
            ),
        ),
    };
    Some((Engine::Heap(game, Sequence::default()), reason))
}

/// Why a code is computed by another one, if it is.
fn of_blocks(code: &Code) -> Option<Message> {
    let (blocks, size) = code.on_blocks()?;
    Some(message!(
        "heap n has the value that {blocks} gives to heap n / {size}, rounded down: that shorter sequence is computed, and a period proved if one is found",
        blocks,
        size
    ))
}

/// A code with more digits.
fn with_triples(code: &Code, triples: &[(u64, u8)]) -> Option<Code> {
    let mut digits = code.head().to_vec();
    for &(taken, digit) in triples {
        let place =
            usize::try_from(taken).ok().filter(|_| taken <= LARGEST_AMOUNT.unsigned_abs())?;
        digits.resize(digits.len().max(place + 1), 0);
        digits[place] |= digit;
    }
    Code::new(&digits, &[]).ok()
}
