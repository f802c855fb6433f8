//! `grundy quotient`: the misère quotient of a game of heaps.

use clap::Args;
use grundy::heap::HeapGame;
use grundy::misere::Quotient;
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
            "error: this is no game of heaps that moves make smaller and break\n  \
             help: misère quotients are found for codes, sets, and rules that take one of finitely many amounts and leave one heap, \
             two or any three; ask who wins single positions with grundy value GAME POSITION --misere"
        ))
    })?;
    let stop = quotient.advance(asked.to, &asked.allowance.limits()).err();
    let mut out = std::io::stdout().lock();
    match asked.json {
        true => report::document(&mut out, &asked.game, &quotient)?,
        false => report::words(&mut out, &asked.game, &quotient)?,
    }
    stop.map_or(Ok(true), |stop| Err(Trouble::of_stop(stop)))
}

/// The quotient of the game of a session, of no heap yet; nothing for a game that has none here.
pub(crate) fn begin(session: &Session) -> Option<Quotient> {
    let opened = &session.games()[0];
    let code = || opened.code.clone().map(HeapGame::Code);
    let game = if opened.rules.has_wins() { None } else { code() };
    let planned = || session.plan(0).engine.heap_game().filter(|_| !opened.rules.has_wins());
    game.or_else(planned).map(Quotient::new)
}
