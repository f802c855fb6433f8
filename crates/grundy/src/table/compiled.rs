//! Rules whose options are listed by machine code, for a search that has no table.
//!
//! ```text
//! a kind is asked for the first times   its rule is interpreted, and the greatest coordinates are noted
//! it is asked often                     its rule is compiled for these coordinates and somewhat larger ones
//! after that                            the code lists the options; where it escapes, the rule is interpreted
//! ```
//!
//! So few questions never wait for a compiler, and what the code does not do the definition does, with its messages.

use std::ops::ControlFlow;
#[cfg(feature = "jit")]
use std::{
    cell::Cell,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

#[cfg(feature = "jit")]
use super::code::{Aim, Code, FUEL, Job, Reason, more_fuel};
use crate::limits::Limits;
use crate::rule::{Component, Rules};
use crate::ruleset::{Failure, Ruleset};
#[cfg(feature = "jit")]
use crate::table::cells::BYTE;
#[cfg(feature = "jit")]
use crate::table::order::{Coords, Layout};
#[cfg(feature = "jit")]
use smallvec::SmallVec;

/// So often a kind is asked for before it is compiled, which takes about as long.
#[cfg(feature = "jit")]
const PATIENCE: u32 = 1 << 9;
/// The code is for coordinates up to so many times those that were seen.
#[cfg(feature = "jit")]
const RESERVE: u64 = 2;
/// No coordinate has more numbers.
#[cfg(feature = "jit")]
const MOST_DIM: u64 = 1 << 62;
/// After so many elements that were looked at for one component the limits are looked at too.
#[cfg(feature = "jit")]
const MUCH: i64 = 1 << 10;
/// Numbers of a list: at first, and at most.
#[cfg(feature = "jit")]
const FEWEST: usize = 1 << 10;
#[cfg(feature = "jit")]
const MOST: usize = 1 << 20;

#[cfg(feature = "jit")]
thread_local! {
    /// Where options are listed; whoever lists some takes it meanwhile.
    static LIST: Cell<Vec<i64>> = const { Cell::new(Vec::new()) };
}

/// Rules that are interpreted at first, and compiled where they are asked for often. A copy has the same code.
///
/// Options are those of the rules, each shown at least once, in another order perhaps.
///
/// ```
/// use grundy::limits::Limits;
/// use grundy::rule::{Rules, parse};
/// use grundy::search::Values;
/// use grundy::table::Compiled;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pins = "[m] -> [m - 2**i] for i in 0..15 if and(m, 2**i) != 0
///                  | [m - 3 * 2**i] for i in 0..14 if and(m, 3 * 2**i) == 3 * 2**i";
/// let rules = Rules::new(parse(pins)?, &[])?;
/// let all = rules.component(0, &[(1 << 16) - 1])?;
/// let mut values = Values::new(Compiled::new(&rules));
/// // A row of sixteen pins, by its bits.
/// assert_eq!(values.value(&all, &Limits::default())?.to_string(), "1");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Compiled {
    rules: Rules,
    #[cfg(feature = "jit")]
    kinds: Arc<[CompiledKind]>,
}

/// The code of a kind.
#[cfg(feature = "jit")]
#[derive(Default)]
struct CompiledKind {
    /// Nothing in it where there is no code for the rule.
    code: OnceLock<Option<Code>>,
    /// How often it was asked for before that, and the greatest coordinates.
    asked: Mutex<(u32, Coords)>,
}

debug_by_name!(Compiled);

impl Compiled {
    /// These rules, of which nothing is compiled yet.
    pub fn new(rules: &Rules) -> Compiled {
        Compiled {
            rules: rules.clone(),
            #[cfg(feature = "jit")]
            kinds: rules.ir().iter().map(|_| CompiledKind::default()).collect(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Compiles a kind at once, for coordinates up to these, unless it was compiled before; whether there is machine code
    /// for it: not without the feature `jit`, nor for all rules. Takes some milliseconds at most.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn compile(&self, kind: usize, last: &[u64]) -> bool {
        #[cfg(feature = "jit")]
        return self.kinds[kind].code.get_or_init(|| self.made(kind, last)).is_some();
        #[cfg(not(feature = "jit"))]
        {
            let _ = (&self.rules.ir()[kind], last);
            false
        }
    }

    #[cfg(feature = "jit")]
    fn made(&self, kind: usize, last: &[u64]) -> Option<Code> {
        let kind = &self.rules.ir()[kind];
        if last.len() != kind.coords.len() {
            return None;
        }
        let dims: Vec<u64> = last.iter().map(|last| last.saturating_add(1).min(MOST_DIM)).collect();
        let layout = Layout::without_room(&dims, kind.unordered);
        Code::new(&Job { aim: Aim::List, ..Job::new(kind, &layout, BYTE) }).ok()
    }

    /// The code for the options of a component, if it was asked for often enough.
    #[cfg(feature = "jit")]
    fn code(&self, from: &Component) -> Option<&Code> {
        let kind = &self.kinds[usize::from(from.kind)];
        if let Some(code) = kind.code.get() {
            return code.as_ref();
        }
        let mut asked = kind.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let (times, most) = &mut *asked;
        *times += 1;
        most.resize(from.coords.len(), 0);
        for (most, &coord) in most.iter_mut().zip(&from.coords) {
            *most = coord.max(*most);
        }
        if *times < PATIENCE {
            return None;
        }
        let last: Vec<u64> =
            most.iter().map(|most| most.unsigned_abs().saturating_mul(RESERVE)).collect();
        kind.code.get_or_init(|| self.made(from.kind.into(), &last)).as_ref()
    }

    /// Shows the options of a component, if there is code that lists them all; nothing was shown where not.
    ///
    /// # Errors
    /// A limit.
    #[cfg(feature = "jit")]
    fn by_code(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<Option<()>, Failure> {
        let Some(code) = self.code(from) else { return Ok(None) };
        let mut list = LIST.take();
        let listed = in_list(code, from, limits, &mut list);
        if let Ok(Some(count)) = listed {
            self.show(&list[..count], see);
        }
        LIST.set(list);
        Ok(listed?.map(|_| ()))
    }

    /// Shows the options that stand in a list, until it breaks.
    #[cfg(feature = "jit")]
    fn show(&self, mut list: &[i64], see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>) {
        let kinds = self.rules.ir();
        let mut sum: SmallVec<[Component; 2]> = SmallVec::new();
        while let Some((&count, mut rest)) = list.split_first() {
            sum.clear();
            for _ in 0..count {
                let kind = rest[0] as usize;
                let (coords, after) = rest[1..].split_at(kinds[kind].coords.len());
                let mut coords = SmallVec::from_slice(coords);
                if kinds[kind].unordered {
                    coords.sort_unstable();
                }
                sum.push(Component { kind: kind as u16, coords });
                rest = after;
            }
            if see(&sum).is_break() {
                return;
            }
            list = rest;
        }
    }
}

/// Lists the options of a component; how many numbers that are, or nothing if the code does not list all.
///
/// # Errors
/// A limit.
#[cfg(feature = "jit")]
fn in_list(
    code: &Code,
    from: &Component,
    limits: &Limits,
    list: &mut Vec<i64>,
) -> Result<Option<usize>, Failure> {
    let mut fuel = FUEL;
    if list.is_empty() {
        list.resize(FEWEST, 0);
    }
    loop {
        let mut left = fuel;
        let (count, reason) = code.call().list(&from.coords, &mut left, list);
        if fuel - left >= MUCH {
            limits.check()?;
        }
        match reason {
            Reason::Done => return Ok(Some(count)),
            Reason::Nothing => return Ok(Some(0)),
            Reason::Fuel => {
                let Some(more) = more_fuel(fuel, limits)? else { return Ok(None) };
                fuel = more;
            }
            Reason::TooLarge if list.len() < MOST => list.resize(2 * list.len(), 0),
            Reason::TooLarge | Reason::Escape | Reason::Win | Reason::Over | Reason::Unknown => {
                return Ok(None);
            }
        }
    }
}

impl Ruleset for Compiled {
    type Component = Component;

    fn options(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.rules.options(from, limits, see)
    }

    fn options_for_values(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        #[cfg(feature = "jit")]
        if self.by_code(from, limits, see)?.is_some() {
            return Ok(());
        }
        self.rules.options_for_values(from, limits, see)
    }

    fn is_over(&self, component: &Component, limits: &Limits) -> Result<bool, Failure> {
        self.rules.is_over(component, limits)
    }

    fn owned_bytes(&self, component: &Component) -> u64 {
        self.rules.owned_bytes(component)
    }

    fn grows(&self, from: &Component, to: &Component) -> Option<&str> {
        self.rules.grows(from, to)
    }

    fn climbs(&self, component: &Component) -> bool {
        self.rules.climbs(component)
    }

    fn climbs_along(&self, path: &[&Component]) -> Option<&str> {
        self.rules.climbs_along(path)
    }

    fn describe(&self, component: &Component) -> String {
        self.rules.describe(component)
    }
}
