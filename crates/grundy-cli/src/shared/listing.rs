//! Winning moves as they are listed: how many, and in which words.

use std::ops::ControlFlow;

use grundy::limits::{Limits, Stop};
use grundy::outcome::Outcome;
use grundy::play::{Move, Target};
use grundy::position::Part;
use grundy::ruleset::Failure;

use crate::asked::AskedPosition;
use crate::language::say;

/// What is listed of the winning moves.
#[derive(Clone, Copy)]
pub(crate) struct Listing {
    pub(crate) count: bool,
    pub(crate) first: bool,
    pub(crate) most: usize,
    pub(crate) json: bool,
}

/// How many winning moves are listed.
#[derive(Clone, Copy)]
pub(crate) enum Most {
    /// The first one, and no other is looked for.
    First,
    /// So many, and whether there are more.
    Of(usize),
    /// So many, and fewer where they are long, for whoever may not get an answer of any length.
    Short(usize),
}

/// Bytes of a list that is [short](Most::Short).
const MOST_BYTES: u64 = 1 << 22;

/// The winning moves that are listed, as they are found.
pub(crate) struct Listed<M> {
    most: Most,
    pub(crate) found: Vec<M>,
    /// Whether there are more.
    pub(crate) more: bool,
    /// Bytes that the moves own, where they own many.
    bytes: u64,
    /// The limit of memory, if it did not hold them all.
    pub(super) stop: Option<Stop>,
}

impl<M> Listed<M> {
    pub(crate) fn new(most: Most) -> Listed<M> {
        Listed { most, found: Vec::new(), more: false, bytes: 0, stop: None }
    }

    /// Whether only the first one is wanted.
    pub(super) fn wants_one(&self) -> bool {
        matches!(self.most, Most::First)
    }

    /// As [`Listed::see`], of a move that owns so many bytes; breaks also where the memory allowed does not hold them
    /// all, as [`Listed::whole`] tells.
    pub(super) fn see_large(&mut self, made: M, bytes: usize, limits: &Limits) -> ControlFlow<()> {
        self.bytes += (bytes + size_of::<M>()) as u64;
        if matches!(self.most, Most::Short(_)) && self.bytes > MOST_BYTES && !self.found.is_empty()
        {
            self.more = true;
            return ControlFlow::Break(());
        }
        self.stop = limits.check_memory(self.bytes).err();
        match self.stop {
            Some(_) => ControlFlow::Break(()),
            None => self.see(made),
        }
    }

    /// The list, unless memory did not hold it.
    pub(super) fn whole(self) -> Result<Listed<M>, Failure> {
        match self.stop {
            Some(stop) => Err(stop.into()),
            None => Ok(self),
        }
    }

    /// Takes the next one; breaks when no other is wanted.
    pub(crate) fn see(&mut self, made: M) -> ControlFlow<()> {
        self.more =
            matches!(self.most, Most::Of(most) | Most::Short(most) if self.found.len() == most);
        if self.more {
            return ControlFlow::Break(());
        }
        self.found.push(made);
        match self.most {
            Most::First => ControlFlow::Break(()),
            Most::Of(_) | Most::Short(_) => ControlFlow::Continue(()),
        }
    }
}

/// The first winning moves.
pub(crate) fn list(asked: &mut AskedPosition, most: Most) -> Result<Listed<Move>, Failure> {
    let mut listed = Listed::new(most);
    let AskedPosition { session, position, limits } = asked;
    let digits =
        |part: &Part| -> u64 { part.coords.iter().map(|coord| 1 + coord.bits() / 3).sum() };
    session.each_winning_move(position, limits, &mut |entry: Move| {
        let to = match &entry.to {
            Target::Sum(sum) => sum.iter().map(digits).sum(),
            Target::Range { from, to } => (from.bits() + to.bits()) / 3,
        };
        let bytes = digits(&position.parts[entry.part]) + to;
        listed.see_large(entry, bytes as usize, limits)
    })?;
    listed.whole()
}

/// Winning moves that are marked in a picture.
pub(crate) const MOST_MARKED: usize = 200;

/// A move, with a note if it ends the game.
pub(crate) fn noted(described: &str, at_once: bool) -> String {
    let note = if at_once { say!("   wins at once") } else { String::new() };
    format!("{described}{note}")
}

/// What stands after a list that is not whole: of `all` moves, or of those that are known.
pub(crate) fn more_moves(all: bool) -> String {
    match all {
        true => say!("  ... and more: list them with --most N, or count them with --count"),
        false => say!("  ... and perhaps others: the theorem knows only some of the moves"),
    }
}

/// Who wins, above the list of winning moves.
pub(crate) fn verdict(outcome: Outcome, no_moves: bool) -> String {
    match (outcome, no_moves) {
        (Outcome::N, false) => say!("N: the player to move wins. Winning moves:"),
        // Only misère play is won without a move.
        (Outcome::N, true) => {
            say!("N: the player to move wins: there is no move left, and that wins.")
        }
        (Outcome::P, _) => say!("P: the player to move loses; no move wins."),
        (Outcome::D, _) => say!("D: a draw; no move wins."),
    }
}

/// Who wins, in a picture.
pub(crate) fn who_wins(lost: bool, moves: usize) -> String {
    match (lost, moves) {
        (true, _) => say!("the player to move loses"),
        (false, 1) => say!("the player to move wins: one winning move"),
        (false, count) => say!("the player to move wins: {count} winning moves", count),
    }
}
