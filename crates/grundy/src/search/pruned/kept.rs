//! What a search knows, so that it can be kept beyond the search.
//!
//! A search sends what it finds of a component where that took many visits, while it runs: whoever
//! receives it may write it down, and let a later search of the same rules begin with it. All that it
//! knows can be read from another thread while it runs, as [`Facts`].

use std::fmt;
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError, RwLock};

use super::table::{Table, Word};
use super::{Bound, MOST_VALUE, Packed, Pruned};
use crate::limits::Limits;
use crate::ruleset::Failure;

/// What was found of a component.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::search::{Bound, Keeping, Pruned, Typed};
/// let rules = open("kayles")?.rules;
/// let mut search = Pruned::new(Typed::new(&rules));
/// let (kept, found) = std::sync::mpsc::channel();
/// search.keep(0, kept);
/// let word = search.rules().word(&rules.component(0, &[20])?).unwrap();
/// search.value(&[word], &Limits::default())?;
/// // A later search begins with what this one found.
/// let mut later = Pruned::new(Typed::new(&rules));
/// assert!(found.try_iter().all(|finding| later.learn(&finding.word, finding.bound)));
/// assert_eq!(later.known(word), Bound::Exact(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Finding {
    /// The component as the bytes of its word, the highest first.
    pub word: Vec<u8>,
    /// Its value, or some of those that it has not.
    pub bound: Bound,
    /// In how many visits it was found, of what was not known before.
    pub work: u64,
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x?} {:?} in {} visits", self.word, self.bound, self.work)
    }
}

/// Where findings go, and in how many visits at least they are found.
#[derive(Clone, Default)]
pub(super) struct Kept(Option<(u64, Sender<Finding>)>);

impl Kept {
    pub(super) fn send(&self, word: impl Word, bound: Bound, work: u64) {
        if let Some((least, kept)) = &self.0
            && work >= *least
        {
            // Nobody may be left who wants it.
            let _ = kept.send(Finding { word: word.to_bytes(), bound, work });
        }
    }
}

/// All that a search knows, to be read from any thread, also while it searches. Each entry is true
/// whatever becomes of the search.
///
/// An entry has as many bytes as a word: the first is [`Bound::to_note`], the others are those of the
/// word, the highest first, without its first byte, which is 0.
///
/// ```
/// use std::ops::ControlFlow;
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::search::{Bound, Keeping, Pruned, Typed};
/// let rules = open("kayles")?.rules;
/// let mut search = Pruned::new(Typed::new(&rules));
/// let word = search.rules().word(&rules.component(0, &[20])?).unwrap();
/// search.value(&[word], &Limits::default())?;
/// let mut later = Pruned::new(Typed::new(&rules));
/// search.facts().each(&mut |entries| match later.learn_entries(entries) {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()),
/// });
/// assert_eq!(later.known(word), Bound::Exact(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Facts: Send + Sync {
    /// Bytes of an entry.
    fn entry_bytes(&self) -> usize;

    /// How many entries fit by now: a table with as many places loses none of them, but that
    /// what a search remembers apart may take the place of others.
    fn places(&self) -> u64;

    /// Shows all entries, some thousand at a time, until `see` breaks. Meanwhile the table cannot grow: a search that wants it
    /// to waits. Costs a reading of the whole table.
    fn each(&self, see: &mut dyn FnMut(&[u8]) -> ControlFlow<()>);
}

/// Bytes of entries that are shown together.
const TOGETHER: usize = 1 << 16;

impl<W: Word> Facts for RwLock<Table<W>> {
    fn entry_bytes(&self) -> usize {
        size_of::<W>()
    }

    fn places(&self) -> u64 {
        self.read().unwrap_or_else(PoisonError::into_inner).size()
    }

    fn each(&self, see: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        let table = self.read().unwrap_or_else(PoisonError::into_inner);
        let mut entries = Vec::with_capacity(TOGETHER);
        for entry in table.entries() {
            entry.put(&mut entries);
            if entries.len() >= TOGETHER {
                if see(&entries).is_break() {
                    return;
                }
                entries.clear();
            }
        }
        if !entries.is_empty() {
            // They are the last in any case.
            let _ = see(&entries);
        }
    }
}

/// A search whose findings can be kept, whatever its ruleset.
///
/// ```
/// use grundy::games::open;
/// use grundy::limits::Limits;
/// use grundy::search::{Bound, Keeping, Pruned, Typed, Word};
/// let rules = open("kayles")?.rules;
/// let mut search = Pruned::new(Typed::new(&rules));
/// let word = search.rules().word(&rules.component(0, &[9])?).unwrap().to_bytes();
/// assert_eq!((search.word_bytes(), search.show(&word).as_deref()), (16, Some("[9]")));
/// // A heap of 9 is worth 4.
/// assert_eq!(search.judge(&word, Bound::Exact(4), &Limits::default())?, Some(true));
/// assert_eq!(search.judge(&word, Bound::not(4), &Limits::default())?, Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Keeping {
    /// Bytes of its words; searches in words of another length know other components.
    fn word_bytes(&self) -> usize;

    /// Sends what is found in at least so many visits from now on. Of one component more may be found
    /// later; what is found last says the most.
    fn keep(&mut self, least: u64, kept: Sender<Finding>);

    /// Takes over what was found before; false if the word is not that of a component of this game.
    /// Whether it is true is not looked at.
    fn learn(&mut self, word: &[u8], bound: Bound) -> bool;

    /// All that it knows, from now on.
    fn facts(&self) -> Arc<dyn Facts>;

    /// Gives its table so many [places](Facts::places), as far as the memory that is allowed suffices.
    fn expect(&mut self, places: u64, limits: &Limits);

    /// Takes over [entries](Facts) of an earlier search, of which some are forgotten where memory is short. False if
    /// one of them is of no component of this game or says nothing; then those before it are known.
    fn learn_entries(&mut self, entries: &[u8]) -> bool;

    /// The component of a word, as it is typed where it can be typed.
    fn show(&self, word: &[u8]) -> Option<String>;

    /// Whether it is true what was found of a component, as this search sees it, which does not
    /// need its value where only some values are excluded; nothing if the word is that of none.
    ///
    /// # Errors
    /// As [`Pruned::value`].
    fn judge(
        &mut self,
        word: &[u8],
        found: Bound,
        limits: &Limits,
    ) -> Result<Option<bool>, Failure>;
}

impl<R: Packed> Pruned<R> {
    fn component(&self, word: &[u8]) -> Option<R::Component> {
        self.rules.unpack(R::Word::of_bytes(word)?)
    }
}

impl<R: Packed> Keeping for Pruned<R> {
    fn word_bytes(&self) -> usize {
        size_of::<R::Word>()
    }

    fn keep(&mut self, least: u64, kept: Sender<Finding>) {
        self.kept = Kept(Some((least, kept)));
    }

    fn learn(&mut self, word: &[u8], bound: Bound) -> bool {
        let Some(component) = self.component(word) else { return false };
        self.shared.learn(self.rules.pack(component), bound);
        true
    }

    fn facts(&self) -> Arc<dyn Facts> {
        self.shared.facts()
    }

    fn expect(&mut self, places: u64, limits: &Limits) {
        self.shared.allow(limits.memory);
        self.shared.expect(places);
    }

    fn learn_entries(&mut self, entries: &[u8]) -> bool {
        let rules = &self.rules;
        let learned = entries.chunks(size_of::<R::Word>()).map(|entry| {
            let entry = R::Word::of_entry(entry)?;
            rules.unpack(entry.key())?;
            Some((entry.key(), Bound::of_note(entry.note())))
        });
        self.shared.learn_all(learned)
    }

    fn show(&self, word: &[u8]) -> Option<String> {
        self.component(word).map(|component| self.rules.describe(&component))
    }

    fn judge(
        &mut self,
        word: &[u8],
        found: Bound,
        limits: &Limits,
    ) -> Result<Option<bool>, Failure> {
        let Some(component) = self.component(word) else { return Ok(None) };
        self.ask(limits, |worker| {
            if let Bound::Exact(value) = found {
                return worker.is(component, value);
            }
            for value in (0..=MOST_VALUE).filter(|&value| !found.allows(value)) {
                if worker.is(component, value)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
        .map(Some)
    }
}
