//! `grundy quotient`: the misère quotient of a game of heaps.

use clap::Args;
use grundy::heap::{Code, HeapGame};
use grundy::limits::Stop;
use grundy::misere::Quotient;
use grundy::plan::Engine;
use grundy::play::Session;

use super::question::open;
use crate::language::say;
use crate::number::number;
use crate::report::quotient as report;
use crate::trouble::Trouble;
use crate::work::Allowance;

/// The misère quotient of a game of heaps: who wins every sum where the last move loses
///
/// Two sums are equal in it if no third one put beside both makes one won and the other lost. Each
/// heap stands for an element of a commutative monoid, and who wins a sum is told by the product.
/// What is printed has been verified for all sums of the heaps that were computed; once a period is proved, for
/// sums of all heaps.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy quotient kayles\n  \
    grundy quotient 0.23 --json\n  \
    grundy quotient 0.07 --to 33                 a game whose quotient keeps growing\n  \
    grundy quotient 'S{1,2,3}'\n  \
    grundy explain kayles 70 41 9 --misere       a sum decided by it\n\n\
    Exit status: 0 proved or as far as asked, 2 bad input, 3 a limit stopped it.")]
pub(crate) struct QuotientCommand {
    /// A code, a set, a name or a rule
    game: String,
    /// The last heap, if no period is proved before: 10000, 2^20, 1e6
    #[arg(long, value_name = "N", default_value = "2^14", value_parser = number)]
    to: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    // Nothing else is meant in any case.
    #[arg(long, hide = true)]
    misere: bool,
    #[command(flatten)]
    allowance: Allowance,
}

pub(crate) fn run(asked: &QuotientCommand) -> Result<bool, Trouble> {
    let session = open(&asked.game)?;
    if session.games()[0].rules.has_wins() {
        return Err(Trouble::Input(say!(
            "error: a game with win on ends in more ways than by the last move, and has no misère quotient"
        )));
    }
    let mut quotient = begin(&session).ok_or_else(|| {
        Trouble::Input(say!(
            "error: no misère quotient is sought for a rule of this form\n  \
             help: they are found for codes, sets, and rules that take from a heap and leave one heap, \
             two or any three; ask who wins single positions with grundy value GAME POSITION --misere"
        ))
    })?;
    let stop = quotient.advance(asked.to, &asked.allowance.limits()).err();
    let mut out = std::io::stdout().lock();
    match asked.json {
        true => report::document(&mut out, &asked.game, &quotient)?,
        false => report::words(&mut out, &asked.game, &quotient)?,
    }
    drop(out);
    let Some(stop) = stop else { return Ok(true) };
    if matches!(stop, Stop::Time | Stop::Memory { .. }) {
        anstream::eprintln!(
            "{}",
            say!(
                "heap {heap} was sought: with it the quotient may be large, or infinite",
                heap = quotient.heaps()
            )
        );
    }
    Err(Trouble::of_stop(stop))
}

/// The quotient of the game of a session, of no heap yet; nothing for a game that has none here.
pub(crate) fn begin(session: &Session) -> Option<Quotient> {
    let opened = &session.games()[0];
    if opened.rules.has_wins() {
        return None;
    }
    let code = opened.code.clone().map(HeapGame::Code);
    let endless = || {
        let tail = |head: Vec<u8>| Code::new(&head, &[3]).ok().map(HeapGame::Code);
        match &session.plan(0).engine {
            Engine::Nim => tail(vec![0]),
            Engine::Lasker => tail(vec![4]),
            Engine::AllBut(set, _) => {
                let last = *set.excluded().last()?;
                let allowed = |amount| set.excluded().binary_search(&amount).is_err();
                let digit = |amount| if allowed(amount) { 3 } else { 0 };
                tail(
                    (0..=last.min(MOST))
                        .map(|amount| if amount > 0 { digit(amount) } else { 0 })
                        .collect(),
                )
                .filter(|_| last <= MOST)
            }
            _ => None,
        }
    };
    let game = code.or_else(|| session.plan(0).engine.heap_game()).or_else(endless);
    game.map(Quotient::new)
}

/// The largest excluded amount of a set that is taken for a code.
const MOST: u64 = 1 << 16;
