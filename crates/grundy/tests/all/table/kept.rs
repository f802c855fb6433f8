//! Tables that outlast the program: stopped anywhere and gone on with, they are as if nothing had
//! been, and what is not what its note says is refused.

use std::num::NonZero;
use std::sync::{Arc, Mutex};

use grundy::games::open;
use grundy::limits::{Cancel, Limits, Stop};
use grundy::rule::Rules;
use grundy::ruleset::Failure;
use grundy::table::{Means, Note, Room, Table};

use super::{CODE, PLAIN, WINDOWS};

/// What stands on a disk: the bytes and the note as they were saved last.
type Saved = Arc<Mutex<Option<(Vec<u8>, Note)>>>;

/// A room whose program is stopped when it has been saved so many times.
struct Shelf {
    bytes: Vec<u8>,
    saved: Saved,
    left: Arc<Mutex<u32>>,
    stop: Cancel,
}

impl Room for Shelf {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn wider(&self, bytes: u64) -> Result<Box<dyn Room>, Failure> {
        let (saved, left, stop) = (self.saved.clone(), self.left.clone(), self.stop.clone());
        Ok(Box::new(Shelf { bytes: vec![0; bytes as usize], saved, left, stop }))
    }

    fn is_due(&self) -> bool {
        true
    }

    fn save(&mut self, note: &Note) -> Result<(), grundy::language::Message> {
        *self.saved.lock().unwrap() = Some((self.bytes.clone(), note.clone()));
        let mut left = self.left.lock().unwrap();
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.stop.cancel();
        }
        Ok(())
    }
}

const LINES: Means = Means { lines: true, ..CODE };
const REPEATS: Means = Means { repeats: true, ..CODE };
/// Who wins, a bit for each position.
const BITS: Means = Means { bits: true, ..CODE };
const NEAREST: Means = Means { bits: true, ..LINES };

/// Rules with a table of some size, and the means that fill it.
const TABLES: [(&str, &[u64], Means); 22] = [
    ("[n] -> [n-k] for k in 1..n/2 | [n-3]", &[60_000], WINDOWS),
    ("[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4}", &[250, 260], CODE),
    ("[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4}", &[250, 260], PLAIN),
    // Unordered, by lines and by sums; the other order is written in blocks.
    (
        "unordered [a, b] -> [a-k, b] for k in {1, 2, 5} | [a, b-k] for k in {1, 2, 5}",
        &[400, 400],
        CODE,
    ),
    ("unordered [a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..a+1", &[350, 350], CODE),
    ("[a, b] -> [b-1, a] | [b, a-3] | [b-2, a-1]", &[300, 300], CODE),
    // Below a plane, by lines and by sums; those with a 0 after the others of their sum.
    ("[a, b] -> [a-k, b+k] for k in 1..min(a, 5) | [a, b-k] for k in {1, 4}", &[200, 150], CODE),
    ("[a, b] -> [a-1, b+2] | [a, b-k] for k in 1..b", &[200, 100], LINES),
    ("[a, b] -> [a-2, b-1] | [a+1, b-2] | [a-2, b+1]", &[250, 260], CODE),
    ("[a, b] -> [k, a-k] for k in 1..a-1 | [k, b-k] for k in 1..b-1", &[350, 350], CODE),
    // Values of 16 and of 32 bits, also in the sets of lines.
    ("[n] -> [n-k] for k in 1..n", &[70_000], LINES),
    ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[300, 310], CODE),
    ("[a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b", &[300, 310], LINES),
    // Short rows, several at once.
    ("[n, p] -> [n-k, 2-p] for k in 1..5 if k % 2 == p | [n-1, p]", &[30_000, 2], CODE),
    // Rows that repeat.
    (
        "[w, h] -> [i, h] + [w-i, h] for i in 1..w/2 | [w, i] + [w, h-i] for i in 1..h/2",
        &[300, 300],
        REPEATS,
    ),
    // Wins, and three coordinates.
    (
        "[a, b] -> [a-k, b] for k in 1..4 | [a, b-k] for k in 1..b/9\nwin on [3, x] if x > 70",
        &[260, 260],
        CODE,
    ),
    ("[a, b, c] -> [a-1, b, c/2] | [a, b-2, c] | [a, b, c-1]", &[30, 30, 60], CODE),
    // Who wins.
    ("[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4} | [b-1, a-1]", &[250, 260], BITS),
    ("unordered [a, b] -> [a-k, b] for k in {1, 4} | [a, b-k] for k in 1..a+1", &[350, 350], BITS),
    ("[n] -> [n-k] for k in 7..n | [n-1] if n % 3 == 0", &[300_000], NEAREST),
    (
        "unordered [a, b] -> [a-k, b] for k in 1..a | [a, b-k] for k in 1..b | [a-k, b-k] for k in 3..min(a, b)",
        &[400, 400],
        NEAREST,
    ),
    (
        "[a, b, c] -> [a-k, b, c] for k in 2..a | [a, b-2, c] | [a, b, k] for k in 0..c-1",
        &[30, 30, 60],
        NEAREST,
    ),
];

/// A table of values, or of who wins where that takes bits.
fn table_of(rules: &Rules, means: Means) -> Table {
    let table = Table::with_means(rules, 0, means).unwrap();
    if means.bits { table.outcomes().unwrap() } else { table }
}

/// Fills a table on a shelf that is stopped at its `saves`-th save, from what stands there.
fn fill(
    rules: &Rules,
    (last, means): (&[u64], Means),
    saved: &Saved,
    saves: u32,
    threads: usize,
) -> Result<Table, Failure> {
    let mut table = table_of(rules, means);
    let (shape, bytes) = table.shape(last).unwrap();
    let limits = Limits::default().threads(NonZero::new(threads).unwrap());
    let found = saved.lock().unwrap().clone();
    let (bytes, note) = match found {
        Some((bytes, note)) => (bytes, Some(note)),
        None => (vec![0; bytes as usize], None),
    };
    let left = Arc::new(Mutex::new(saves));
    let shelf = Shelf { bytes, saved: saved.clone(), left, stop: limits.cancel.clone() };
    table.keep(last, &shape, (Box::new(shelf), note.as_ref()), &limits)?;
    table.fill(last, &limits)?;
    Ok(table)
}

/// Every value that a table has up to a corner.
fn values(table: &Table, last: &[u64]) -> Vec<Option<grundy::ruleset::Value>> {
    let all = last.iter().fold(vec![Vec::new()], |all: Vec<Vec<u64>>, &last| {
        let longer = |coords: Vec<u64>| (0..=last).map(move |c| [&coords[..], &[c]].concat());
        all.into_iter().flat_map(longer).collect()
    });
    all.iter().map(|coords| table.value(coords)).collect()
}

#[test]
fn a_table_that_is_stopped_goes_on_to_the_same_values() {
    for (text, last, means) in TABLES {
        let rules = open(text).unwrap().rules;
        let mut plain = table_of(&rules, means);
        plain.fill(last, &Limits::default()).unwrap();
        let expected = values(&plain, last);
        assert!(expected.iter().all(Option::is_some));
        let whole = Saved::default();
        fill(&rules, (last, means), &whole, u32::MAX, 1).unwrap();
        let whole = whole.lock().unwrap().clone().unwrap();
        for (saves, threads) in [(1, 1), (2, 1), (1, 2)] {
            let saved = Saved::default();
            let mut stops = 0;
            let table = loop {
                match fill(&rules, (last, means), &saved, saves, threads) {
                    Ok(table) => break table,
                    Err(failure) => assert_eq!(failure, Failure::Stop(Stop::Cancelled)),
                }
                stops += 1;
                let mut held = saved.lock().unwrap();
                let (bytes, note) = held.as_mut().unwrap();
                // What is not known counts for nothing: where it stands behind all that is known,
                // whatever else may stand there.
                if means == CODE
                    && note.width == 1
                    && text.starts_with("[a, b] -> [a-k, b] for k in 1..3")
                {
                    bytes[note.known as usize..].fill(77);
                }
            };
            assert!(stops > 0, "{text}: {saves}");
            assert_eq!(values(&table, last), expected, "{text}: {saves}");
            // To the same bytes, but for those of positions in the other order of unordered ones.
            let found = saved.lock().unwrap().clone().unwrap();
            assert_eq!(found, whole, "{text}: {saves}");
        }
    }
}

#[test]
fn a_whole_table_is_opened_and_not_computed() {
    for (text, last, means) in TABLES {
        let rules = open(text).unwrap().rules;
        let saved = Saved::default();
        let computed = fill(&rules, (last, means), &saved, u32::MAX, 1).unwrap();
        let mut opened = table_of(&rules, means);
        let (shape, _) = opened.shape(last).unwrap();
        let (bytes, note) = saved.lock().unwrap().clone().unwrap();
        let shelf = Shelf {
            bytes,
            saved: Saved::default(),
            left: Arc::new(Mutex::new(9)),
            stop: Cancel::default(),
        };
        opened.keep(last, &shape, (Box::new(shelf), Some(&note)), &Limits::default()).unwrap();
        assert!(opened.is_finished(), "{text}");
        assert_eq!(values(&opened, last), values(&computed, last), "{text}");
    }
}

#[test]
fn what_is_not_what_its_note_says_is_refused() {
    for (text, last, means) in TABLES {
        let rules = open(text).unwrap().rules;
        let saved = Saved::default();
        let stopped = fill(&rules, (last, means), &saved, 2, 1);
        assert!(matches!(stopped, Err(Failure::Stop(Stop::Cancelled))), "{text}");
        let (bytes, note) = saved.lock().unwrap().clone().unwrap();
        let mut table = table_of(&rules, means);
        let (shape, _) = table.shape(last).unwrap();
        let mut opens = |bytes: Vec<u8>, note: &Note, title: &str| {
            let (saved, left) = (Saved::default(), Arc::new(Mutex::new(9)));
            let shelf = Shelf { bytes, saved, left, stop: Cancel::default() };
            table.keep(last, title, (Box::new(shelf), Some(note)), &Limits::default())
        };
        opens(bytes.clone(), &note, &shape).unwrap();
        let refused = |found: Result<(), Failure>| matches!(found, Err(Failure::Domain(_)));
        // The first component is known whatever the order.
        let mut changed = bytes.clone();
        changed[0] ^= 1;
        assert!(refused(opens(changed, &note, &shape)), "{text}");
        let mut fewer = note.clone();
        fewer.known -= 1;
        assert!(refused(opens(bytes.clone(), &fewer, &shape)), "{text}");
        let mut more = note.clone();
        more.known = u64::MAX;
        assert!(refused(opens(bytes.clone(), &more, &shape)), "{text}");
        for width in [0, 1, 2, 3, 4, 8, 255] {
            let other = Note { width, ..note.clone() };
            assert!(width == note.width || refused(opens(bytes.clone(), &other, &shape)));
        }
        let mut digest = note.clone();
        digest.digest[31] ^= 0x80;
        assert!(refused(opens(bytes.clone(), &digest, &shape)), "{text}");
        assert!(refused(opens(bytes.clone(), &note, "another title")), "{text}");
        assert!(refused(opens(bytes[1..].to_vec(), &note, &shape)), "{text}");
    }
}

#[test]
fn values_for_which_there_are_no_marks_are_refused_wherever_they_stand() {
    for (text, special_is_fine) in
        [("[n] -> [n-k] for k in 1..n", false), ("[n] -> [n-k] for k in 1..n\nwin on [5]", true)]
    {
        let rules = open(text).unwrap().rules;
        let mut table = Table::with_means(&rules, 0, CODE).unwrap();
        let (shape, size) = table.shape(&[99]).unwrap();
        let digest = grundy::prove::SequenceDigest::new(&shape).finish();
        let note = Note { width: 4, known: 0, digest };
        let mut opens = |number: u32, memory: u64| {
            let mut bytes = vec![0; 4 * size as usize];
            bytes[4 * 50..][..4].copy_from_slice(&number.to_le_bytes());
            let (saved, left) = (Saved::default(), Arc::new(Mutex::new(9)));
            let shelf = Shelf { bytes, saved, left, stop: Cancel::default() };
            let limits = Limits::default().memory(memory);
            table.keep(&[99], &shape, (Box::new(shelf), Some(&note)), &limits)
        };
        assert_eq!(opens(1 << 20, 1 << 30), Ok(()));
        assert!(matches!(opens(1 << 30, 1 << 30), Err(Failure::Stop(Stop::Memory { .. }))));
        assert!(matches!(opens(1 << 31, u64::MAX), Err(Failure::Domain(_))));
        assert_eq!(opens(u32::MAX, u64::MAX).is_ok(), special_is_fine);
    }
}

#[test]
fn a_room_does_not_count_as_memory() {
    let rules = open("[a, b] -> [a-k, b] for k in 1..3 | [a, b-k] for k in {1, 4}").unwrap().rules;
    let mut table = Table::with_means(&rules, 0, CODE).unwrap();
    let limits = Limits::default().memory(1 << 12);
    let last = &[250, 260];
    let refused = table.fill(last, &limits);
    assert!(matches!(refused, Err(Failure::Stop(Stop::Memory { .. }))), "{refused:?}");
    let (shape, bytes) = table.shape(last).unwrap();
    let (saved, left) = (Saved::default(), Arc::new(Mutex::new(u32::MAX)));
    let shelf = Shelf { bytes: vec![0; bytes as usize], saved, left, stop: Cancel::default() };
    table.keep(last, &shape, (Box::new(shelf), None), &limits).unwrap();
    table.fill(last, &limits).unwrap();
    assert!(table.is_finished());
}

#[test]
fn bits_that_stand_behind_all_that_is_known_count_for_nothing() {
    for (text, last, means) in TABLES.into_iter().filter(|(_, _, means)| means.bits) {
        let rules = open(text).unwrap().rules;
        let mut plain = table_of(&rules, means);
        plain.fill(last, &Limits::default()).unwrap();
        let mut table = table_of(&rules, means);
        let (shape, bytes) = table.shape(last).unwrap();
        let (saved, left) = (Saved::default(), Arc::new(Mutex::new(u32::MAX)));
        let bytes = vec![0xff; bytes as usize];
        let shelf = Shelf { bytes, saved, left, stop: Cancel::default() };
        table.keep(last, &shape, (Box::new(shelf), None), &Limits::default()).unwrap();
        table.fill(last, &Limits::default()).unwrap();
        assert_eq!(values(&table, last), values(&plain, last), "{text}");
    }
}

#[test]
fn a_table_in_memory_goes_on_where_a_limit_stopped_it() {
    for (text, last, means) in TABLES {
        let rules = open(text).unwrap().rules;
        let mut plain = table_of(&rules, means);
        plain.fill(last, &Limits::default()).unwrap();
        let mut table = table_of(&rules, means);
        let mut stops = 0;
        while !table.is_finished() {
            let limits = Limits::default();
            let (cancel, looks) = (limits.cancel.clone(), Mutex::new(0));
            let watch = move |_| {
                *looks.lock().unwrap() += 1;
                cancel.cancel();
            };
            let limits = Limits { progress: Some(Arc::new(watch)), ..limits };
            match table.fill(last, &limits) {
                Ok(()) => assert!(table.is_finished(), "{text}"),
                Err(failure) => assert_eq!(failure, Failure::Stop(Stop::Cancelled)),
            }
            stops += 1;
            assert!(stops < 100, "{text}");
        }
        assert_eq!(values(&table, last), values(&plain, last), "{text} {stops}");
    }
}
