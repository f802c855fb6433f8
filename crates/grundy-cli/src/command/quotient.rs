//! `grundy quotient`: the misère quotient of a game of heaps.

use clap::Args;
use grundy::limits::Stop;

use crate::language::{say, tell};
use crate::number::number;
use crate::report::quotient as report;
use crate::shared::opening::open_heaps;
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
    /// The last heap, if no period is proved before: 10000, 2^20, 1e6. If not said, 2^14, or fewer where the quotient is that
    /// of Nim and grows
    #[arg(long, value_name = "N", value_parser = number)]
    to: Option<u64>,
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
    let session = open_heaps(&asked.game)?;
    if session.games()[0].rules.has_wins() {
        return Err(Trouble::Input(say!(
            "error: a game with win on ends in more ways than by the last move, and has no misère quotient"
        )));
    }
    let mut quotient = session.new_quotient().ok_or_else(|| {
        Trouble::Input(say!(
            "error: no misère quotient is sought for a rule of this form\n  \
             help: they are found for codes, sets, and rules that take from a heap and leave one heap, \
             two or any three; ask who wins single positions with grundy value GAME POSITION --misere"
        ))
    })?;
    let limits = asked.allowance.limits();
    let sought = match asked.to {
        Some(to) => quotient.advance(to, &limits).map(|()| false),
        None => quotient.advance_until_plain(&limits),
    };
    let as_nim = matches!(sought, Ok(true));
    let mut out = std::io::stdout().lock();
    match asked.json {
        true => report::document(&mut out, &asked.game, &quotient)?,
        false => report::words(&mut out, &asked.game, &quotient)?,
    }
    drop(out);
    if as_nim && !asked.json {
        tell!(
            "{}",
            say!(
                "note: as in Nim heaps count by their values, and with larger ones there are more of these; --to N goes further"
            )
        );
    }
    let Err(stop) = sought else { return Ok(true) };
    if matches!(stop, Stop::Time | Stop::Memory { .. }) {
        tell!(
            "{}",
            say!(
                "heap {heap} was sought: with it the quotient may be large, or infinite",
                heap = quotient.heaps()
            )
        );
    }
    Err(Trouble::of_stop(stop))
}
