//! Sweeps: many codes, each computed as far as asked or until its period is proved.

pub(crate) mod journal;
pub(crate) mod pattern;

use std::num::NonZero;

use grundy::heap::{Code, HeapGame, PeriodSearch, ProvedSequence, Run, Sparse, Status, Values};
use grundy::limits::{Limits, Stop};
use grundy::prove::{Certificate, SequenceDigest, hex};
use serde::{Deserialize, Serialize};

/// What became of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) code: String,
    /// The last heap that was asked for.
    pub(crate) to: u64,
    /// How many values the rest of the row rests on.
    pub(crate) heaps: u64,
    /// The period, if one is proved.
    pub(crate) pattern: Option<Pattern>,
    /// The largest value; nothing where the values grow without bound.
    pub(crate) largest: Option<Largest>,
    /// The sparse space that the values show, if they do.
    pub(crate) sparse: Option<SparseSpace>,
    /// Two games have the same key when their sequences are the same but for zeros at the start.
    pub(crate) key: String,
}

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pattern {
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
}

/// A largest value and the first heap that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Largest {
    pub(crate) value: u64,
    pub(crate) heap: u64,
}

/// A sparse space and its rare heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SparseSpace {
    pub(crate) mask: u64,
    /// Whether the parity of the size counts beside the bits of the value.
    pub(crate) with_size: bool,
    /// Rare heaps, heap 0 not counted.
    pub(crate) rares: u64,
    pub(crate) last_rare: Option<u64>,
}

impl SparseSpace {
    /// The mask in hexadecimal, with `+n` where the parity of the size counts.
    pub(crate) fn name(&self) -> String {
        format!("{:x}{}", self.mask, if self.with_size { "+n" } else { "" })
    }

    pub(crate) fn of(game: &HeapGame, values: &Values) -> Option<SparseSpace> {
        let sparse = Sparse::of(game, values)?;
        Some(SparseSpace {
            mask: sparse.space.mask(),
            with_size: sparse.space.with_size(),
            rares: sparse.rares,
            last_rare: sparse.last_rare,
        })
    }

    /// That by which a run goes that has forgotten values of these heaps.
    pub(crate) fn in_use(status: &Status, heaps: u64) -> Option<SparseSpace> {
        let space = status.space.filter(|_| status.last_rare.is_none_or(|rare| rare < heaps))?;
        Some(SparseSpace {
            mask: space.mask(),
            with_size: space.with_size(),
            rares: status.rares,
            last_rare: status.last_rare,
        })
    }

    /// That of a game whose sequence is proved from so many heaps.
    pub(crate) fn of_proved(
        game: &HeapGame,
        sequence: &ProvedSequence,
        heaps: u64,
    ) -> Option<SparseSpace> {
        let shown = (0..heaps.max(SHOWN)).map_while(|heap| sequence.value(heap));
        SparseSpace::of(game, &shown.collect())
    }
}

/// Values of a game with a short period that its sparse space is told from.
const SHOWN: u64 = 1000;

impl Row {
    /// Computes a game up to heap `to` or until its period is proved.
    ///
    /// # Errors
    /// The limit that was reached before.
    pub(crate) fn compute(code: &Code, to: u64, limits: &Limits) -> Result<Row, Stop> {
        let search = match code.all_but() {
            Some(set) => set.prove(limits),
            None => {
                // Threads share the games, not the heaps of one.
                let alone = limits.clone().threads(NonZero::<usize>::MIN);
                let mut run = Run::new(code.clone().into());
                run.advance(to, &alone)?;
                run.into_search()
            }
        };
        match search {
            PeriodSearch::Proved(sequence) => Ok(Row::proved(code, to, &sequence)),
            PeriodSearch::Open { stop: Some(stop), .. } => Err(stop),
            PeriodSearch::Open { values, stop: None } => Ok(Row::open(code, to, values)),
        }
    }

    fn proved(code: &Code, to: u64, sequence: &ProvedSequence) -> Row {
        let pattern = sequence.periodicity();
        let pattern = Pattern {
            preperiod: pattern.preperiod,
            period: pattern.period,
            saltus: pattern.saltus,
        };
        let certificate = Certificate::of_code(code, sequence);
        let heaps = certificate.map_or(to, |certificate| certificate.values_needed);
        Row {
            code: code.to_string(),
            to,
            heaps,
            sparse: SparseSpace::of_proved(&code.clone().into(), sequence, heaps),
            key: proved_key(sequence),
            largest: (pattern.saltus == 0).then(|| Largest::of(sequence.values())).flatten(),
            pattern: Some(pattern),
        }
    }

    fn open(code: &Code, to: u64, mut values: Values) -> Row {
        let heaps = usize::try_from(to.saturating_add(1)).unwrap_or(usize::MAX);
        values.truncate(heaps.min(values.len()));
        Row {
            code: code.to_string(),
            to,
            heaps: values.len() as u64,
            pattern: None,
            largest: Largest::of(&values),
            sparse: SparseSpace::of(&code.clone().into(), &values),
            key: open_key(code, &values),
        }
    }

    /// Whether the row answers for a sweep up to heap `to`.
    pub(crate) fn serves(&self, to: u64) -> bool {
        self.to == to || self.pattern.is_some() && self.heaps <= to
    }
}

impl Largest {
    fn of(values: &Values) -> Option<Largest> {
        let value = values.iter().max()?;
        let heap = values.iter().position(|other| other == value)? as u64;
        Some(Largest { value, heap })
    }
}

/// The zeros that a sequence starts with.
fn zeros(values: &Values) -> usize {
    values.iter().take_while(|&value| value == 0).count()
}

/// The values after the first zeros up to the end of the first period, with where that starts.
/// This determines the sequence, and is the same for every sequence that differs in zeros at the
/// start alone: there the smallest start moves with the zeros, down to the first value.
fn proved_key(sequence: &ProvedSequence) -> String {
    let pattern = sequence.periodicity();
    let zeros = zeros(sequence.values()) as u64;
    if zeros >= pattern.preperiod + pattern.period && pattern.saltus == 0 {
        return "zero".to_owned();
    }
    let start = pattern.preperiod.saturating_sub(zeros);
    let statement = format!("proved {start} {} {}", pattern.period, pattern.saltus);
    let length = start + pattern.period;
    key(&statement, (zeros..zeros + length).map_while(|n| sequence.value(n)))
}

/// Zeros at the start that games of unknown period may differ in.
const SHIFT: usize = 64;

/// The values after the first zeros, as many as any game with at most [`SHIFT`] zeros has.
fn open_key(code: &Code, values: &Values) -> String {
    let zeros = zeros(values);
    match values.len().checked_sub(SHIFT) {
        Some(length) if zeros <= SHIFT => key("open", values.iter().skip(zeros).take(length)),
        // Too little is known to compare it with others.
        _ => format!("only {code}"),
    }
}

fn key(statement: &str, values: impl Iterator<Item = u64>) -> String {
    let mut digest = SequenceDigest::new(statement);
    digest.extend(values);
    hex(&digest.finish()[..16])
}

/// Games with the same sequence but for zeros at the start.
pub(crate) struct Group<'a> {
    /// The game with the shortest code, the least of these.
    pub(crate) first: &'a Row,
    pub(crate) others: Vec<&'a Row>,
}

/// Groups equivalent games; the groups in the order of their first games.
pub(crate) fn groups(rows: &[Row]) -> Vec<Group<'_>> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| (row.code.len(), &row.code));
    let mut places = std::collections::HashMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in sorted {
        let place = *places.entry(&row.key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.others.push(row),
            None => groups.push(Group { first: row, others: Vec::new() }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(code: &str, to: u64) -> Row {
        Row::compute(&code.parse().unwrap(), to, &Limits::default()).unwrap()
    }

    #[test]
    fn equivalent_games_have_the_same_key() {
        // Dawson's Kayles in three guises; proved, and before it can be.
        for to in [500, 100] {
            let same = ["0.07", "0.4", "0.137"].map(|code| row(code, to).key);
            assert!(same.iter().all(|key| *key == same[0]), "{to}");
            assert_ne!(row("0.77", to).key, same[0]);
        }
        // In the pattern of 0.2 the zero of heap 0 comes again, in that of 0.1 it does not.
        assert_ne!(row("0.1", 100).key, row("0.2", 100).key);
        assert_eq!(row("0.", 100).key, "zero");
    }

    #[test]
    fn rows_say_what_is_known() {
        let kayles = row("0.77", 1000);
        let pattern = Pattern { preperiod: 71, period: 12, saltus: 0 };
        assert_eq!(kayles.pattern, Some(pattern));
        assert_eq!((kayles.heaps, kayles.largest), (168, Some(Largest { value: 8, heap: 27 })));
        let open = row("0.6", 300);
        assert_eq!((open.heaps, open.pattern), (301, None));
        let nim = row("0.(3)", 10);
        assert_eq!((nim.pattern.unwrap().saltus, nim.largest), (1, None));
        assert!(row("0.77", 1000).serves(2000) && !row("0.6", 300).serves(301));
    }

    #[test]
    fn a_stopped_game_has_no_row() {
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(Row::compute(&"0.6".parse().unwrap(), 10, &limits), Err(Stop::Cancelled));
    }
}
