//! Making machine code, and the one place that calls it.
//!
//! # Safety
//!
//! A [`Code`] is made only from a function that [`emit`](super::emit) wrote, so it touches nothing
//! but
//! - the coordinates, of which it reads as many as the kind has;
//! - the state, by the offsets of its fields;
//! - the values: at `place`, the index of a component of the row, and at the indices of options,
//!   each of which was proved or is checked to lie below the dimensions of the layout; of bits, the
//!   whole words that have these;
//! - the marks: at sums of values, all below the power of two that `limit` stands below or equal
//!   to, and while it looks for the mex, up to one more;
//! - the prefixes of values, at the same indices and at that of the component before on the line, where its coordinate
//!   is not 0;
//! - the nearest lost components of lines, at the numbers of the lines of components of the row;
//! - the sets of lines, at the same numbers: the words of values that stand in the table, which `limit` keeps below
//!   what a set has room for, and while it looks for the mex all words, and the marks of the values they have room for;
//! - the values that are sought: one at `place` and at the indices of options, as above, each of the width of the code; or words at hashes, less than the
//!   power of two of words that there are;
//! - where options are listed: from `listed` on, what lies before `list_end`, which is looked at for every option;
//! - constants that live as long as the code: behind a list that is read up to a number stand larger numbers than that
//!   one can be, which end the loop;
//! - its frame on the stack, with lists of some 64 KiB at most.
//!
//! What is proved of indices rests on [`Bounds`](crate::table::bounds::Bounds), whose sums say nothing where they
//! do not fit in their numbers.
//!
//! [`Call::row`] checks what this needs of its arguments: the length of the values is that of the
//! layout the code was made for, there are as many lines as it was made for, the row lies inside of the layout, and there are
//! enough marks.
//!
//! Several threads may call at once with the same values and lines, each with its own marks. A value is read
//! or written by one instruction of the machine, so that one that is read while another thread
//! writes it is the old or the new one: an order in which that happens would give wrong numbers,
//! but marks have room for every number that is ever written. Of bits whole words are written, so no
//! two threads may write the same one at a time. Of two components of a line one comes before the other, and what
//! the second thread finds there is written when it begins. [`together`](crate::table::threads::together) sees to
//! the order. Nothing else looks at the values as long as [`Shared`] borrows them.

#![allow(unsafe_code, reason = "machine code is called, and its memory is given back")]

use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use smallvec::SmallVec;

use super::state::{LineSets, Reason, State};
use super::{Aim, Job, Known, emit};
use crate::language::phrase;
use crate::table::cells::{BIT, Cells, Marks};
use crate::table::order::{Layout, Row};
use crate::table::seek::Memory;
use crate::table::sharing::{Lines, Nearest, Prefixes};

/// Values below this are bits of a word.
const SMALL: i64 = 64;

/// Coordinates, length of the row, values, marks, state; returns how many components are done.
type Entry = unsafe extern "C" fn(*const i64, u64, *mut u8, *mut u32, *mut State) -> u64;

/// The machine that runs this, with the settings for our code, if code is made for it.
pub(super) fn machine() -> Option<OwnedTargetIsa> {
    if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        return None;
    }
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        // A frame may be larger than the page that guards the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ] {
        flags.set(name, value).ok()?;
    }
    cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
}

/// The signature of [`Entry`], in the machine's own form of calls.
pub(super) fn signature(calls: CallConv) -> Signature {
    let mut signature = Signature::new(calls);
    signature.params = vec![AbiParam::new(types::I64); 5];
    signature.returns = vec![AbiParam::new(types::I64)];
    signature
}

/// The machine code of a kind for one table.
pub(in super::super) struct Code {
    entry: Entry,
    /// Holds the code; taken only when the code is dropped. The lock is for who shares the code between threads.
    module: Mutex<Option<JITModule>>,
    /// Constants that the code reads.
    _data: Vec<Box<[i64]>>,
    layout: Layout,
    width: u8,
    small: bool,
    /// How many numbers of lines it reads and writes.
    lines: usize,
    /// How many sets there must be for each family that has sets.
    running: Vec<usize>,
    /// Whether it reads and writes a prefix with each value.
    prefixes: bool,
    aim: Aim,
}

impl Code {
    /// Compiles.
    ///
    /// # Errors
    /// What of the rule is not compiled, or that there is no compiler for this machine.
    pub(in super::super) fn new(job: &Job<'_>) -> Result<Code, &'static str> {
        let failed = phrase!("this machine has no compiler");
        let isa = machine().ok_or(failed)?;
        let signature = signature(isa.default_call_conv());
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let mut context = module.make_context();
        context.func.signature = signature.clone();
        let mut builder = FunctionBuilderContext::new();
        let target = module.target_config();
        let made = emit::emit(job, &mut context.func, &mut builder, target).and_then(|data| {
            let refused = phrase!("the compiler does not take this rule");
            let id = module.declare_function("row", Linkage::Local, &signature);
            let id = id.map_err(|_| refused)?;
            module.define_function(id, &mut context).map_err(|_| refused)?;
            module.finalize_definitions().map_err(|_| refused)?;
            Ok((data, id))
        });
        let (data, id) = match made {
            Ok(made) => made,
            Err(reason) => {
                // SAFETY: no function of the module was ever called or will be.
                unsafe { module.free_memory() };
                return Err(reason);
            }
        };
        let address = module.get_finalized_function(id);
        // SAFETY: the function was made with this signature and calling convention, and its
        // memory is kept by the module that stands beside it.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        let (layout, width, small) = (job.layout.clone(), job.width, job.small);
        let lines = job.nearest.1;
        let running = job.running.iter().map(|numbered| numbered.count).collect();
        let (aim, prefixes) = (job.aim, job.prefixes.is_some());
        let module = Mutex::new(Some(module));
        Ok(Code { entry, module, _data: data, layout, width, small, lines, running, prefixes, aim })
    }

    /// The code without what keeps it alive, for any thread.
    pub(in super::super) fn call(&self) -> Call<'_> {
        let &Code { entry, ref layout, width, small, lines, ref running, prefixes, aim, .. } = self;
        Call { entry, layout, width, small, lines, running, prefixes, aim }
    }
}

/// The machine code of a kind, to be called.
#[derive(Clone, Copy)]
pub(in super::super) struct Call<'a> {
    entry: Entry,
    layout: &'a Layout,
    width: u8,
    small: bool,
    lines: usize,
    running: &'a [usize],
    prefixes: bool,
    aim: Aim,
}

impl Call<'_> {
    /// Computes components of a row from its start; says how many were done, and why it stopped.
    /// `fuel` is about how many options may be looked at; it is left as what remains.
    pub(in super::super) fn row(
        &self,
        row: &Row,
        fuel: &mut i64,
        cells: &Shared<'_>,
        marks: &mut Marks,
    ) -> (u64, Reason) {
        let word = if self.width == BIT { 8 } else { (1 << self.width) / 8 };
        let inside = !self.aim.lists()
            && cells.len as u64 == self.layout.room()
            && cells.width == self.width
            && cells.lines == self.lines
            && cells.prefixes.1 == if self.prefixes { cells.len } else { 0 }
            && cells.running.iter().map(|running| running.1).eq(self.running.iter().copied())
            && cells.start.addr().is_multiple_of(word)
            && self.layout.holds_row(row);
        if !inside || row.count == 0 {
            return (0, Reason::Escape);
        }
        let limit = marks.prepare(self.width, row.count) as i64;
        let limit = if self.small { limit.min(SMALL) } else { limit };
        let limit = match self.running {
            [] => limit,
            // The least value in no set is looked for among as many marks.
            _ => limit.min(marks.reach(64 * cells.words.0) as i64),
        };
        let running: SmallVec<[LineSets; 4]> =
            cells.running.iter().map(|&(line, _)| line).collect();
        let mut state = State {
            fuel: *fuel,
            limit,
            nearest: cells.nearest,
            lines: running.as_ptr(),
            set_bytes: 8 * cells.words.0 as u64,
            sets_apart: 8 * cells.words.1 as u64,
            prefixes: cells.prefixes.0,
            list_start: std::ptr::null_mut(),
            listed: std::ptr::null_mut(),
            list_end: std::ptr::null_mut(),
            hash_shift: 0,
            answer: 0,
            count: 0,
            done: 0,
            stamp: marks.stamp,
            reason: 0,
        };
        // SAFETY: see the head of this file; the row lies in the layout for which the code was
        // made, `cells` has one value for each of its places, of the width it was made for, and
        // `prepare` made marks for every value there can be.
        let done = unsafe {
            (self.entry)(
                row.start.as_ptr(),
                row.count,
                cells.start,
                marks.apart_from(cells.start.addr()),
                &raw mut state,
            )
        };
        marks.stamp = state.stamp;
        *fuel = state.fuel;
        (done, Reason::of(state.reason))
    }

    /// Lists the options of a component, for each how many components it has, and then the kind and the coordinates of
    /// each; how many numbers that are, and why it stopped. `fuel` is as for [`Call::row`]. Only of [`Reason::Done`] are they all.
    pub(in super::super) fn list(
        &self,
        coords: &[i64],
        fuel: &mut i64,
        list: &mut [i64],
    ) -> (usize, Reason) {
        if self.aim != Aim::List || !self.layout.holds(coords) {
            return (0, Reason::Escape);
        }
        let list = list.as_mut_ptr_range();
        let mut state = State {
            fuel: *fuel,
            limit: 0,
            nearest: std::ptr::null_mut(),
            lines: std::ptr::null(),
            set_bytes: 0,
            sets_apart: 0,
            prefixes: std::ptr::null_mut(),
            list_start: list.start,
            listed: list.start,
            list_end: list.end,
            hash_shift: 0,
            answer: 0,
            count: 0,
            done: 0,
            stamp: 0,
            reason: 0,
        };
        // SAFETY: see the head of this file; the component lies in the layout for which the code was made, and code
        // that lists options looks at no values and marks.
        unsafe {
            (self.entry)(
                coords.as_ptr(),
                1,
                std::ptr::null_mut(),
                std::ptr::null_mut(),
                &raw mut state,
            );
        }
        *fuel = state.fuel;
        let bytes = state.listed.addr() - list.start.addr();
        (bytes / size_of::<i64>(), Reason::of(state.reason))
    }

    /// Computes a component, or, where it needs options that are not known, lists their places. `fuel` is as for [`Call::row`].
    pub(in super::super) fn seek(
        &self,
        coords: &[i64],
        fuel: &mut i64,
        memory: &mut Memory,
        marks: &mut Marks,
        list: &mut [i64],
    ) -> Look {
        let width = memory.width();
        let (known, start, hash_shift) = match memory {
            Memory::Bytes(bytes) => (Known::AtPlaces, bytes.as_mut_ptr(), 0),
            Memory::Pairs(pairs) => (Known::AtPlaces, pairs.as_mut_ptr().cast(), 0),
            Memory::Hashed(hashed) => {
                let (start, shift) = hashed.parts();
                (Known::Hashed, start.cast(), shift.into())
            }
        };
        let inside = self.aim == Aim::Seek(known)
            && self.width == width
            && self.lines == 0
            && !self.prefixes
            && self.running.is_empty()
            && memory.has_room_for(self.layout.room())
            && self.layout.holds(coords);
        if !inside {
            return Look::Escape;
        }
        let limit = marks.prepare(self.width, 1) as i64;
        let list = list.as_mut_ptr_range();
        let mut state = State {
            fuel: *fuel,
            limit,
            nearest: std::ptr::null_mut(),
            lines: std::ptr::null(),
            set_bytes: 0,
            sets_apart: 0,
            prefixes: std::ptr::null_mut(),
            list_start: list.start,
            listed: list.start,
            list_end: list.end,
            hash_shift,
            answer: 0,
            count: 0,
            done: 0,
            stamp: marks.stamp,
            reason: 0,
        };
        // SAFETY: see the head of this file; the component lies in the layout for which the code was made, the memory has
        // room for each of its places, and `prepare` made marks for every value there can be.
        unsafe {
            (self.entry)(coords.as_ptr(), 1, start, marks.apart_from(start.addr()), &raw mut state);
        }
        marks.stamp = state.stamp;
        *fuel = state.fuel;
        let listed = (state.listed.addr() - list.start.addr()) / size_of::<i64>();
        match Reason::of(state.reason) {
            Reason::Done => u16::try_from(state.answer).map_or(Look::Escape, Look::Found),
            // Of more than there is room for, some.
            Reason::Unknown | Reason::TooLarge if listed > 0 => Look::Unknown(listed),
            Reason::TooLarge => Look::TooLarge,
            Reason::Fuel => Look::Fuel,
            _ => Look::Escape,
        }
    }
}

/// What it comes to when a component is [looked at](Call::seek).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Look {
    /// Its value.
    Found(u16),
    /// Its value is too large for the memory.
    TooLarge,
    /// So many options that are not known are listed.
    Unknown(usize),
    /// It takes more steps than there were.
    Fuel,
    /// It is for the definition.
    Escape,
}

/// The values of a table while machine code computes them.
pub(in super::super) struct Shared<'a> {
    start: *mut u8,
    len: usize,
    width: u8,
    nearest: *mut u32,
    lines: usize,
    /// The sets of each family that has them, how many they are, the words of each, and from one to the next.
    running: SmallVec<[(LineSets, usize); 4]>,
    words: (usize, usize),
    /// The prefixes, and how many there are.
    prefixes: (*mut u32, usize),
    cells: PhantomData<&'a mut Cells>,
}

// SAFETY: only machine code goes through the pointers, of which see the head of this file.
unsafe impl Sync for Shared<'_> {}

impl<'a> Shared<'a> {
    pub(in super::super) fn new(
        cells: &'a mut Cells,
        nearest: Option<&'a mut Nearest>,
        running: &'a mut [Lines],
    ) -> Shared<'a> {
        let (len, width) = (cells.len(), cells.width());
        let (nearest, lines) = nearest.map_or((std::ptr::null_mut(), 0), |kept| {
            (kept.nearest.as_mut_ptr(), kept.nearest.len())
        });
        let words = running.iter().map(Lines::words).min().unwrap_or((0, 0));
        let alike = running.iter().all(|lines| lines.words() == words);
        let running = running.iter_mut().filter(|_| alike).map(Lines::parts).collect();
        let (start, prefixes) = (cells.as_mut_ptr(), (std::ptr::null_mut(), 0));
        Shared { start, len, width, nearest, lines, running, words, prefixes, cells: PhantomData }
    }

    /// The same with the prefixes of the values, if there are some.
    pub(in super::super) fn with_prefixes(self, prefixes: &'a mut Option<Prefixes>) -> Shared<'a> {
        let Some(Prefixes { sums, .. }) = prefixes else { return self };
        Shared { prefixes: (sums.as_mut_ptr(), sums.len()), ..self }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        let module = self.module.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = module.take() {
            // SAFETY: the pointers into the module are `entry` and its copies in calls, which borrow `self`.
            unsafe { module.free_memory() };
        }
    }
}
