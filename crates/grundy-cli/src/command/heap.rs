//! `grundy heap`: the Grundy sequence of a game of one heap, for as long as it takes.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use grundy::heap::{
    AllButSet, Code, HeapGame, PeriodSearch, ProvedSequence, Run, SubtractionSet, Values,
};
use grundy::limits::{Limits, Stop};
use grundy::plan::Engine;
use grundy::play::Session;
use grundy::prove::{Certificate, SequenceDigest};
use grundy::theorem;

use crate::language::{say, tell};
use crate::number::number;
use crate::report::sequence::{self, Proved, Summary};
use crate::saved::durable::{Alone, alone};
use crate::saved::reading::Unusable;
use crate::saved::run::{Saves, Tally, advance, whole_beside};
use crate::saved::sequence::{Found, begins_whole, load};
use crate::shared::certificate;
use crate::shared::opening::open_heaps;
use crate::sweep::SparseSpace;
use crate::trouble::Trouble;
use crate::work::{Allowance, seconds};

/// The sequence of Grundy values of a heap: computed far, its period found and proved
///
/// Stops as soon as a period is proved. With a checkpoint a run can be stopped (Ctrl-C, SIGTERM)
/// or killed, and the same command goes on where it was. Where --memory holds no more values, games
/// with few rare heaps go on with those that others depend on, and look for no period; the checkpoint until
/// then is kept as FILE.whole.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy heap 0.77\n  \
    grundy heap 0.77 --certificate kayles.json && grundy check kayles.json\n  \
    grundy heap 0.6 --to 2^32 --memory 16G --checkpoint officers.run\n  \
    grundy heap 'allbut{1,2}'\n  \
    grundy heap '[n] -> [a] + [n-a] for a in 1..n-1 if a % 3 != 0'\n  \
    grundy heap grundys --to 1e5 --threads 2 --json\n\n\
    Exit status: 0 proved or as far as asked, 1 no certificate for want of a proof, 2 bad input \
    or a file that cannot be written, 3 a limit stopped it.")]
pub(crate) struct Heap {
    /// A code, a set, a name or a rule
    game: String,
    /// The last heap, if no period is proved before: 65536, 2^20, 1e6
    #[arg(long, value_name = "N", default_value = "2^16", value_parser = number)]
    to: u64,
    /// Write a certificate of the proved period, into a file or `-`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Save the values now and then, and go on from those saved before; each time a new file takes the place of the old
    /// one, so the disk needs room for two
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    every: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    allowance: Allowance,
}

/// A sequence that is computed heap by heap.
pub(crate) struct Sequence {
    /// The rule as digests and certificates state it.
    pub(crate) rule: String,
    game: HeapGame,
    /// The set that the game is, where the rule says so.
    set: Option<SubtractionSet>,
}

/// What a game's sequence comes from.
enum Source {
    Sequence(Sequence),
    /// Its period is proved from its states.
    AllBut(AllButSet),
}

pub(crate) fn run(heap: &Heap) -> Result<bool, Trouble> {
    let session = open_heaps(&heap.game)?;
    if session.games()[0].rules.is_misere() {
        return Err(Trouble::Input(say!(
            "error: this rule says misère, and grundy heap computes values, which are those of normal play\n  \
             help: who wins in misère play: grundy table GAME; a proof of it: grundy prove GAME"
        )));
    }
    let mut limits = heap.allowance.limits();
    // The run shows more than the work's own progress does.
    limits.progress = None;
    if let Some(path) = &heap.checkpoint {
        spare(path, heap.certificate.as_deref())?;
    }
    match source(&session)? {
        Source::Sequence(sequence) => match &sequence.set {
            // A run that can be saved computes the set as a code.
            Some(set) if heap.checkpoint.is_none() => subtraction(heap, &sequence, set, &limits),
            _ => compute(heap, &sequence, &limits),
        },
        Source::AllBut(set) if heap.checkpoint.is_none() => all_but(heap, &set, &limits),
        Source::AllBut(_) => Err(Trouble::Input(say!(
            "error: an all-but set is proved at once; it needs no checkpoint"
        ))),
    }
}

impl Sequence {
    /// The sequence of a code that is not an all-but set.
    pub(crate) fn of_code(code: Code) -> Sequence {
        Sequence { rule: code.to_string(), game: HeapGame::Code(code), set: None }
    }

    fn of_set(set: SubtractionSet) -> Result<Sequence, Trouble> {
        let most = set.amounts().last().copied().unwrap_or(0);
        let amounts: Vec<String> = set.amounts().iter().map(u64::to_string).collect();
        let rule = format!("S{{{}}}", amounts.join(","));
        let digit = |amount| if set.amounts().binary_search(&amount).is_ok() { 3 } else { 0 };
        let digits: Vec<u8> = (0..=most).map(digit).collect();
        let code = Code::new(&digits, &[])
            .map_err(|error| Trouble::Input(say!("error: {rule}: {error}", rule, error)))?;
        Ok(Sequence { rule, game: HeapGame::Code(code), set: Some(set) })
    }

    /// A run from the first heap on.
    pub(crate) fn start(&self) -> Run {
        Run::new(self.game.clone())
    }

    /// What a proved run says of all heaps.
    fn proved(&self, sequence: &ProvedSequence) -> Option<Proved> {
        let certificate = match &self.set {
            Some(set) => Certificate::of_subtraction(set, sequence),
            None => Certificate::of_game(&self.game, sequence),
        }?;
        Some(Proved::new(certificate, sequence))
    }

    /// What a run came to, of which `last` was the last heap asked for; with the sparse space of its values if that is
    /// wanted.
    fn summary(&self, run: Run, tally: Tally, last: u64, sparse: bool) -> Summary {
        let proof = run.proof();
        let heaps =
            proof.map_or(run.len().min(last.saturating_add(1)), |proof| proof.values_needed);
        // What was digested cannot be digested anew without the values.
        let heaps = if run.forgotten().is_empty() { heaps } else { heaps.max(tally.heaps()) };
        let mut tally = if tally.heaps() > heaps { Tally::new(&self.rule) } else { tally };
        tally.extend(&run, heaps);
        let status = run.status();
        let work = Some(status.work).filter(|work| work.least_pairs > 0);
        let forgets = !run.forgotten().is_empty();
        let mut search = (proof.is_some() || sparse && !forgets).then(|| run.into_search());
        let split = match &mut search {
            _ if !sparse => None,
            Some(PeriodSearch::Proved(found)) => SparseSpace::of_proved(&self.game, found, heaps),
            Some(PeriodSearch::Open { values, .. }) => {
                values.truncate(usize::try_from(heaps).unwrap_or(usize::MAX));
                SparseSpace::of(&self.game, values)
            }
            None => SparseSpace::in_use(&status, heaps),
        };
        let proved = search.and_then(PeriodSearch::proved);
        let proved = proved.and_then(|sequence| self.proved(&sequence));
        let mut summary = Summary {
            game: self.rule.clone(),
            heaps,
            proved,
            largest: tally.largest(),
            sparse: split,
            digest: tally.digest(),
            work,
        };
        if let Some(proved) = &summary.proved {
            // A set needs a value less than the code it is computed as.
            summary.heaps = proved.certificate.values_needed;
            summary.digest = proved.certificate.digest;
        }
        summary
    }
}

/// The sequence of the game of a session, if it has one.
fn source(session: &Session) -> Result<Source, Trouble> {
    let of_code = |code: &Code| match code.all_but() {
        Some(set) => Source::AllBut(set),
        None => Source::Sequence(Sequence::of_code(code.clone())),
    };
    if let Some(code) = &session.games()[0].code {
        return Ok(of_code(code));
    }
    let of_set = |set| Sequence::of_set(set).map(Source::Sequence);
    match &session.plan(0).engine {
        Engine::Heap(HeapGame::Code(code), _) => Ok(of_code(code)),
        Engine::Heap(game, _) => {
            Ok(Source::Sequence(Sequence { rule: game.to_string(), game: game.clone(), set: None }))
        }
        Engine::Subtraction(set, _) => of_set(set.clone()),
        &Engine::Interval { least, most } if most <= Engine::MOST_TAKEN => {
            of_set(SubtractionSet::new(least..=most))
        }
        Engine::AllBut(set, _) => Ok(Source::AllBut(set.clone())),
        Engine::Nim => Ok(Source::AllBut(AllButSet::new([]))),
        Engine::Interval { .. } | Engine::OneMore { .. } | Engine::Remainders(_) => {
            Err(Trouble::Input(say!(
                "error: sets of amounts above {most} are not computed heap by heap\n  \
             help: {reason}; ask for single values with grundy value, for many with grundy table",
                most = Engine::MOST_TAKEN,
                reason = session.plan(0).reason
            )))
        }
        _ => Err(Trouble::Input(say!(
            "error: the values of this game are not computed heap by heap\n  \
             help: {reason}; ask for single values with grundy value, for many with grundy table\n  \
             help: what is computed so: codes, sets of amounts up to 2^24, and rules that take one of finitely many amounts and leave one heap, two or any three, whose \
             conditions compare heaps with numbers up to about 100, with each other, or look at remainders",
            reason = session.plan(0).reason
        ))),
    }
}

/// That a certificate takes the place neither of the checkpoint nor of the file with all values beside it.
fn spare(checkpoint: &Path, certificate: Option<&Path>) -> Result<(), Trouble> {
    let Some(certificate) = certificate else { return Ok(()) };
    let same = |path: &Path| {
        let whole = |path: &Path| path.canonicalize().ok();
        path == certificate || whole(path).is_some_and(|path| Some(path) == whole(certificate))
    };
    match [checkpoint, &whole_beside(checkpoint)].into_iter().find(|path| same(path)) {
        None => Ok(()),
        Some(path) => Err(Trouble::Input(say!(
            "error: {path} is the checkpoint's, and the certificate would take its place\n  \
             help: give the certificate another name",
            path = path.display()
        ))),
    }
}

/// A run as it begins: with the first heap, or where a checkpoint left it.
struct Begun<'a> {
    run: Run,
    tally: Tally,
    saves: Option<Saves<'a>>,
    /// The checkpoint is this run's as long as it goes on.
    _alone: Option<Alone>,
}

fn begin<'a>(
    heap: &'a Heap,
    sequence: &'a Sequence,
    limits: &Limits,
) -> Result<Begun<'a>, Trouble> {
    let mut run = sequence.start();
    let mut tally = Tally::new(&sequence.rule);
    let Some(path) = &heap.checkpoint else {
        return Ok(Begun { run, tally, saves: None, _alone: None });
    };
    // What stands in the file is read once it is this program's alone.
    let alone = alone(path)?;
    let found = load(path, &sequence.rule, limits).map_err(|error| error.trouble(path))?;
    let is_new = found.is_none();
    match found {
        Some(Found::Values(values)) => run = Run::resume(sequence.game.clone(), values),
        Some(Found::Kept(found)) => {
            let (kept, known) = *found;
            let resumed = Run::resume_kept(sequence.game.clone(), &kept);
            let resumed = resumed.filter(|run| {
                let forgotten = run.forgotten().end;
                (forgotten..=run.len()).contains(&known.heaps())
            });
            let wrong = || Unusable::Damaged(say!("a run cannot go on from it"));
            run = resumed.ok_or_else(|| wrong().trouble(path))?;
            tally = known;
            note_kept(path, &sequence.rule, tally.heaps(), heap.to);
        }
        None => {}
    }
    let mut saves = Saves::new(path, &sequence.rule, heap.every, run.len());
    if is_new {
        // A file that cannot be written is better known now than in half an hour.
        saves.save(&run, &tally).map_err(|unsaved| unsaved.trouble())?;
    }
    Ok(Begun { run, tally, saves: Some(saves), _alone: Some(alone) })
}

fn compute(heap: &Heap, sequence: &Sequence, limits: &Limits) -> Result<bool, Trouble> {
    let Begun { mut run, mut tally, mut saves, _alone } = begin(heap, sequence, limits)?;
    let shown = heap.allowance.shows_progress();
    let stop = advance(&mut run, heap.to, &mut tally, saves.as_mut(), shown, limits).err();
    let saved = saves.as_mut().map_or(Ok(()), |saves| saves.save_what_is_new(&run, &tally));
    let known = run.len();
    let summary = sequence.summary(run, tally, heap.to, heap.json);
    if matches!(sequence.game, HeapGame::Pieces(_)) && !heap.json {
        // What comes next calls it by its classes.
        writeln!(
            certificate::out_beside(heap.certificate.as_ref()),
            "{}",
            say!("rule        {rule}", rule = heap.game)
        )?;
    }
    let done = finish(heap, &summary)?;
    if let HeapGame::Code(code) = &sequence.game
        && summary.proved.is_none()
        && (code.last_digit().is_none() || code.most_pieces() > 2)
    {
        tell!(
            "{}",
            say!(
                "note: nor is it proved that the values grow by the same number again and again; `grundy prove '{game}'` seeks other theorems",
                game = heap.game
            )
        );
    }
    saved.map_err(|unsaved| unsaved.trouble())?;
    match stop {
        None => Ok(done),
        Some(stop) => Err(stopped(stop, heap.checkpoint.as_deref(), &sequence.rule, known)),
    }
}

/// That a limit stopped a run when so many heaps were known, and how it can go on.
fn stopped(stop: Stop, checkpoint: Option<&Path>, rule: &str, known: u64) -> Trouble {
    match (stop, checkpoint) {
        (Stop::Cancelled, Some(path)) => Trouble::Limit(say!(
            "stopped on request\n  help: {path} holds the values of {known} heaps; the same command \
             goes on from there",
            path = path.display(),
            known
        )),
        (Stop::GivenUp, Some(path)) if begins_whole(&whole_beside(path), rule) => {
            Trouble::Limit(say!(
                "stopped: {stop}\n  help: {whole} has all values until the first were given up; with more memory a run goes on \
                 from it, --checkpoint {whole} --memory SIZE",
                stop,
                whole = whole_beside(path).display()
            ))
        }
        (stop, None) | (stop @ Stop::GivenUp, _) => Trouble::of_stop(stop),
        (stop, Some(path)) => Trouble::of_stop(stop).with(&say!(
            "  kept: {path} holds the values of {known} heaps; the same command goes on from there",
            path = path.display(),
            known
        )),
    }
}

/// Says what a run does without that goes on after values were given up, and where they are.
fn note_kept(path: &Path, rule: &str, known: u64, last: u64) {
    let whole = whole_beside(path);
    tell!(
        "{}",
        say!(
            "note: {path} has only the values that others depend on, so no period is looked for",
            path = path.display()
        )
    );
    if begins_whole(&whole, rule) {
        tell!(
            "{}",
            say!(
                "note: {whole} has all values until the first were given up: with more memory a run goes on from it, \
                 --checkpoint {whole}",
                whole = whole.display()
            )
        );
    }
    if known > last.saturating_add(1) {
        tell!(
            "{}",
            say!(
                "note: what is said is of all {known} heaps that were computed: of fewer nothing can be told \
                 without their values",
                known
            )
        );
    }
}

/// The state of an all-but set or of a subtraction set returns within so many times the heaps at which
/// its return could first be seen: the search looks at some states only.
const LATE: u64 = 4;

/// The last heap that is looked at for a proof from the heaps up to `to`.
fn search_to(to: u64, reach: Option<&u64>) -> u64 {
    to.saturating_add(reach.copied().unwrap_or(0)).saturating_add(LATE).saturating_mul(LATE)
}

/// What became of a search over the states of a set, of which only a proof from the heaps up to the
/// last that was asked for counts.
fn by_states(
    heap: &Heap,
    game: String,
    search: PeriodSearch,
    certify: impl FnOnce(&ProvedSequence) -> Option<Certificate>,
) -> Result<bool, Trouble> {
    let asked = heap.to.saturating_add(1);
    let (values, proved, stop) = match search {
        PeriodSearch::Proved(sequence) => {
            let certificate = certify(&sequence).filter(|found| found.values_needed <= asked);
            let proved = certificate.map(|certificate| Proved::new(certificate, &sequence));
            let heaps = proved.as_ref().map_or(asked, |proved| proved.certificate.values_needed);
            let values: Values = (0..heaps).map_while(|n| sequence.value(n)).collect();
            (values, proved, None)
        }
        PeriodSearch::Open { mut values, stop } => {
            values.truncate(usize::try_from(asked).unwrap_or(usize::MAX).min(values.len()));
            let stop = stop.filter(|_| (values.len() as u64) < asked);
            (values, None, stop)
        }
    };
    let mut digest = SequenceDigest::new(&game);
    digest.extend(values.iter());
    let largest = (0..).zip(values.iter()).fold(None, |best, (heap, value)| match best {
        Some((largest, _)) if largest >= value => best,
        _ => Some((value, heap)),
    });
    let (heaps, digest) = (digest.count(), digest.finish());
    let summary = Summary { game, heaps, proved, largest, sparse: None, digest, work: None };
    let done = finish(heap, &summary)?;
    stop.map_or(Ok(done), |stop| Err(Trouble::of_stop(stop)))
}

fn all_but(heap: &Heap, set: &AllButSet, limits: &Limits) -> Result<bool, Trouble> {
    let amounts: Vec<String> = set.excluded().iter().map(u64::to_string).collect();
    let game = format!("allbut{{{}}}", amounts.join(","));
    let search = set.prove_to(search_to(heap.to, set.excluded().last()), limits);
    by_states(heap, game, search, |sequence| Certificate::of_all_but(set, sequence))
}

fn subtraction(
    heap: &Heap,
    sequence: &Sequence,
    set: &SubtractionSet,
    limits: &Limits,
) -> Result<bool, Trouble> {
    let search = set.prove_to(search_to(heap.to, set.amounts().last()), limits);
    let certify = |proved: &ProvedSequence| Certificate::of_subtraction(set, proved);
    by_states(heap, sequence.rule.clone(), search, certify)
}

/// Writes the certificate and prints the summary; false if a certificate was asked for and there is none.
fn finish(heap: &Heap, summary: &Summary) -> Result<bool, Trouble> {
    // First the file: who reads only the beginning of what is printed has it all the same.
    if let (Some(path), Some(proved)) = (&heap.certificate, &summary.proved) {
        let text = theorem::Certificate::from(proved.certificate.clone()).to_text();
        certificate::write(path, &text)?;
    }
    let mut out = certificate::out_beside(heap.certificate.as_ref());
    match heap.json {
        true => sequence::document(&mut out, summary)?,
        false => sequence::words(&mut out, summary)?,
    }
    let missing = heap.certificate.is_some() && summary.proved.is_none();
    if missing {
        tell!("{}", say!("no certificate is written: no period is proved"));
    }
    Ok(!missing)
}
