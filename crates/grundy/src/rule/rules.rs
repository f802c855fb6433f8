//! A checked rule: the definition of a game, ready for every engine.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use smallvec::SmallVec;

use super::ast::{Expr, Program};
use super::checked::lower::{lower, parameters};
use super::error::RuleError;
use super::eval::options::{self, Copies, SeeFree};
use super::eval::{Evaluated, Frame, Trouble};
use super::ir::{Family, Kind};
use super::rewritten::alternatives::alternatives;
use super::rewritten::beside::beside;
use super::rewritten::bounded::bounded;
use super::rewritten::chosen::chosen;
use super::rewritten::clipped::clipped;
use super::rewritten::divided::divided;
use super::rewritten::idle::needed_guard;
use super::rewritten::inlined::inlined;
use super::rewritten::listed::listed;
use super::rewritten::ordered::ordered;
use super::rewritten::parted::parted;
use super::rewritten::raised::raised;
use super::rewritten::several::several;
use super::rewritten::solved::solved;
use super::rewritten::spread::spread;
use super::rewritten::stepped::stepped;
use super::rewritten::taken::taken;
use super::seen::endless;
use super::syntax::print::written;
use crate::language::message;
use crate::limits::Limits;
use crate::ruleset::{Failure, Fault, Ruleset};

/// A component: its kind, as an index into the rules, and its coordinates, all at least 0. [`Rules::component`] makes
/// it; rules that are asked about a kind that they do not have panic.
///
/// ```
/// use grundy::games::open;
/// let rules = open("wythoff")?.rules;
/// // The order of the two heaps does not matter.
/// assert_eq!(rules.component(0, &[8, 5])?, rules.component(0, &[5, 8])?);
/// assert_eq!(rules.component(0, &[8, 5])?.coords[..], [5, 8]);
/// assert!(rules.component(0, &[8]).is_err() && rules.component(0, &[8, -1]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Component {
    /// Which rule it follows.
    pub kind: u16,
    /// Its coordinates; sorted where the rule says `unordered`.
    pub coords: SmallVec<[i64; 2]>,
}

/// A game in the notation: checked, with its parameters put in.
///
/// ```
/// use grundy::rule::{Rules, parse};
/// let rules = Rules::new(parse("sheet[w, h] -> sheet[i, h] + sheet[w-i, h] for i in 1..w/2")?, &[])?;
/// assert_eq!(rules.kinds().len(), 1);
/// assert_eq!(rules.kinds()[0].name(), Some("sheet"));
/// # Ok::<(), grundy::rule::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    program: Program,
    kinds: Vec<Kind>,
    /// The same with ranges that end [where options do](clipped), once asked for, if there are such.
    tried: OnceLock<Option<Vec<Kind>>>,
    /// Whether these are tried in place of the others.
    clips: bool,
}

/// One kind of component, as a face describes it.
///
/// ```
/// use grundy::rule::{Rules, parse};
/// let rules = Rules::new(parse("row[n] -> row[n-1] + col[n/2]\ncol[n] -> col[n-1]")?, &[])?;
/// let kinds = rules.kinds();
/// assert_eq!(kinds[1].name(), Some("col"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KindView<'a>(&'a Kind);

impl<'a> KindView<'a> {
    /// The name before the bracket, if it has one.
    pub fn name(self) -> Option<&'a str> {
        self.0.name.as_deref()
    }

    /// What is typed for it: its name, or `[]`.
    pub fn typed(self) -> &'a str {
        self.name().unwrap_or("[]")
    }

    /// Names of the coordinates.
    pub fn coords(self) -> &'a [String] {
        &self.0.coords
    }

    /// Whether the order of the coordinates does not matter.
    pub fn is_unordered(self) -> bool {
        self.0.unordered
    }
}

impl Rules {
    /// Checks a program and puts in the arguments of its parameters, in order; parameters without
    /// an argument take their default. The [program](Rules::program) of the rules has the arguments as defaults, so that
    /// its text says which game it is.
    ///
    /// ```
    /// use grundy::rule::ast::{Expr, ExprKind};
    /// use grundy::rule::{Rules, Span, parse};
    /// let program = parse("game bash(m = 3) \"Take 1 to m\"\n[n] -> [n-k] for k in 1..m")?;
    /// let five = Expr { kind: ExprKind::Int(5), span: Span::default() };
    /// let rules = Rules::new(program, &[five])?;
    /// assert!(rules.program().to_string().starts_with("game bash(m = 5)"));
    /// // A name that nothing has.
    /// assert!(Rules::new(parse("[n] -> [n-k]")?, &[]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake: an unknown name, a wrong type, a wrong number of coordinates or
    /// arguments.
    pub fn new(mut program: Program, arguments: &[Expr]) -> Result<Rules, RuleError> {
        let kinds = lower(&program, arguments)?;
        let params = program.head.iter_mut().flat_map(|head| &mut head.params);
        for (param, argument) in params.zip(arguments) {
            param.default = Some(argument.clone());
        }
        Ok(Rules { program, kinds, tried: OnceLock::new(), clips: false })
    }

    /// Checks arguments alone: their number, that each has a value, and that none is missing.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// // A parameter without a default needs an argument.
    /// let program = parse("game bash(m) \"Take 1 to m\"\n[n] -> [n-k] for k in 1..m")?;
    /// assert!(Rules::check_arguments(&program, &[]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A mistake at the place of the argument, or without a place if one is missing.
    pub fn check_arguments(program: &Program, arguments: &[Expr]) -> Result<(), RuleError> {
        parameters(program, arguments).map(|_| ())
    }

    /// The syntax tree; it prints as the canonical text.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The kinds of components, in the order of their rules.
    pub fn kinds(&self) -> Vec<KindView<'_>> {
        self.kinds.iter().map(KindView).collect()
    }

    pub(crate) fn ir(&self) -> &[Kind] {
        &self.kinds
    }

    /// The same for whoever tries options one by one: ranges end [where options do](clipped).
    pub(crate) fn tried(&self) -> &[Kind] {
        if !self.clips {
            return &self.kinds;
        }
        self.tried.get_or_init(|| self.with_clipped()).as_ref().unwrap_or(&self.kinds)
    }

    /// The kinds, to be written anew.
    fn kinds_mut(&mut self) -> &mut [Kind] {
        self.tried = OnceLock::new();
        &mut self.kinds
    }

    /// The same rules, where components of this kind have the options of some families only.
    pub(crate) fn with_families(&self, kind: usize, families: &[usize]) -> Rules {
        let chosen = families.iter().map(|&family| self.kinds[kind].families[family].clone());
        self.with(kind, chosen.collect())
    }

    /// The same rules, where components of this kind have the options of one family, which has no more
    /// variables than the kind.
    pub(crate) fn with_only(&self, kind: usize, family: Family) -> Rules {
        self.with(kind, vec![family])
    }

    /// The same rules, where components of this kind have the options of one family, for which so many slots are needed.
    pub(super) fn with_family(&self, kind: usize, family: Family, slots: usize) -> Rules {
        let mut rules = self.with(kind, vec![family]);
        rules.kinds_mut()[kind].slots = slots;
        rules
    }

    /// The same rules, where the coordinates of a kind have an order.
    pub(crate) fn in_order(&self, kind: usize) -> Rules {
        let mut rules = self.clone();
        rules.kinds_mut()[kind].unordered = false;
        rules
    }

    /// Rules of which a component is so many components of a kind [beside each other](beside), if there are such.
    pub(crate) fn beside(&self, kind: usize, count: usize) -> Option<Rules> {
        beside(&self.kinds, kind, count).map(|kind| self.with_kind(kind))
    }

    /// The same rules with one kind in place of all.
    pub(crate) fn with_kind(&self, kind: Kind) -> Rules {
        Rules {
            program: self.program.clone(),
            kinds: vec![kind],
            tried: OnceLock::new(),
            clips: self.clips,
        }
    }

    /// The same rules, where the amounts that no coordinate changes are [lists](listed) in the families of a kind.
    pub(crate) fn with_lists(mut self, kind: usize) -> Rules {
        let families = self.kinds.iter().map(|kind| kind.families.len()).sum();
        for family in &mut self.kinds_mut()[kind].families {
            if let Some(listed) = listed(family, families) {
                *family = listed;
            }
        }
        self
    }

    /// The same rules in the form that tables compute: options of a kind that are quotients by the elements of a range are
    /// [two families](parted), in which each is there once, [alternatives] are families of their own, elements with one
    /// remainder are [ranges with steps](stepped), sets that are made anew are [loops](spread), and sums whose parts may change places have them [in order](ordered). For each family now
    /// the number of the one that it was.
    pub(crate) fn with_parts(mut self, kind: usize) -> (Rules, Vec<usize>) {
        let Kind { coords, families, slots, .. } = &mut self.kinds_mut()[kind];
        let arity = coords.len();
        let mut origins = Vec::new();
        for (number, family) in std::mem::take(families).into_iter().enumerate() {
            let parts = parted(&family, arity).map(Vec::from);
            let parts = parts.or_else(|| alternatives(&family));
            let parts = parts.or_else(|| Some(vec![stepped(&family)?]));
            let parts = parts.or_else(|| if arity == 1 { spread(&family, slots) } else { None });
            let parts = parts.unwrap_or_else(|| vec![family]);
            origins.extend(parts.iter().map(|_| number));
            families.extend(parts.into_iter().map(|part| ordered(&part, arity).unwrap_or(part)));
        }
        (self, origins)
    }

    /// The same rules in the form that most is known of: with a family for each of [several] equations, with what equations give
    /// [computed](solved), without
    /// [names](inlined) for linear forms, with [bounds](bounded) as ends of ranges, where what is tested is what is [taken],
    /// with sets of powers for ranges of [exponents](raised), with sets in place of ranges of which a few numbers are
    /// [chosen], with no more of a condition before the arrow than is [needed](needed_guard), and with
    /// [divisors](Self::with_divisors).
    pub(crate) fn simpler(mut self) -> Rules {
        for (number, kind) in self.kinds_mut().iter_mut().enumerate() {
            let (arity, may_turn) = (kind.coords.len(), kind.wins.is_empty());
            let families = std::mem::take(&mut kind.families).into_iter();
            let each = |family: Family| several(&family, arity).unwrap_or_else(|| vec![family]);
            kind.families = families.flat_map(each).collect();
            for family in &mut kind.families {
                while let Some(solved) = solved(family, arity) {
                    *family = solved;
                }
                if let Some(inlined) = inlined(family, arity) {
                    *family = inlined;
                }
                if let Some(bounded) = bounded(family, arity) {
                    *family = bounded;
                }
                if may_turn && let Some(taken) = taken(family, number, arity) {
                    *family = taken;
                }
                if let Some(raised) = raised(family) {
                    *family = raised;
                }
                if let Some(chosen) = chosen(family, arity) {
                    *family = chosen;
                }
            }
        }
        for number in 0..self.kinds.len() {
            if let Some(needed) = needed_guard(&self.kinds, number) {
                self.kinds_mut()[number].guard = needed;
            }
        }
        self.clips = true;
        self.with_divisors()
    }

    /// The kinds with ranges that end [where options do](clipped); nothing if all do so.
    fn with_clipped(&self) -> Option<Vec<Kind>> {
        let mut kinds = self.kinds.clone();
        let mut found = false;
        for kind in &mut kinds {
            let arity = kind.coords.len();
            for family in &mut kind.families {
                if let Some(clipped) = clipped(family, arity) {
                    (*family, found) = (clipped, true);
                }
            }
        }
        found.then_some(kinds)
    }

    /// The same rules, where elements of ranges that must divide a coordinate are its [divisors](divided).
    pub(crate) fn with_divisors(mut self) -> Rules {
        for kind in self.kinds_mut() {
            for family in &mut kind.families {
                if let Some(divided) = divided(family, kind.coords.len()) {
                    *family = divided;
                }
            }
        }
        self
    }

    fn with(&self, kind: usize, families: Vec<Family>) -> Rules {
        let mut rules = self.clone();
        rules.kinds_mut()[kind].families = families;
        rules
    }

    /// Whether a component has options at all, as far as the condition before the arrow says.
    pub(crate) fn guard_holds(
        &self,
        component: &Component,
        limits: &Limits,
    ) -> Result<bool, Failure> {
        self.in_frame(component, limits, |frame, kind| match &kind.guard {
            Some(guard) => frame.cond(guard),
            None => Ok(true),
        })
    }

    /// Shows what the options of a component are made of: parts that they have, and parts that are
    /// chosen freely.
    pub(crate) fn options_in_parts(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut SeeFree<'_>,
    ) -> Result<(), Failure> {
        self.in_frame(from, limits, |frame, kind| {
            options::each_option_in_parts(frame, &self.kinds, kind, &mut |frame, sum, free| {
                frame.step()?;
                Ok(see(sum, free))
            })
        })
    }

    /// Shows every option as [`Ruleset::options`] does; of those that are too many to be tried, or beyond the reach of the
    /// evaluation otherwise, some of the first ones before that is told.
    pub(crate) fn options_begun(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.in_frame(from, limits, |frame, kind| {
            frame.begins = true;
            options::each_option(frame, &self.kinds, kind, Copies::All, see)
        })
    }

    /// Shows the options that are found in about so many steps, the first ones of all.
    pub(crate) fn options_soon(
        &self,
        from: &Component,
        steps: u64,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) {
        let limits = Limits::default();
        let (frame, kind) = self.frame(from, &limits);
        // Whatever stops the evaluation, what was seen before stays.
        let _ended =
            options::each_option(&mut frame.within(steps), &self.kinds, kind, Copies::All, see);
    }

    /// Whether the player who makes the last move loses.
    ///
    /// ```
    /// use grundy::games::open;
    /// assert!(open("misere-nim")?.rules.is_misere());
    /// assert!(!open("nim")?.rules.is_misere());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_misere(&self) -> bool {
        self.program.misere.is_some()
    }

    /// The same rules, played so that whoever makes the last move loses.
    pub(crate) fn played_misere(&self) -> Rules {
        let mut rules = self.clone();
        rules.program.misere.get_or_insert_default();
        rules
    }

    /// The kind that is typed so, `[]` being one without a name; nothing at all is typed for one without a name, too.
    ///
    /// ```
    /// use grundy::games::open;
    /// let rules = open("fibonacci-nim")?.rules;
    /// assert_eq!(["fresh", "[]", "", "stale"].map(|name| rules.kind_typed(name)), [Some(0), Some(1), Some(1), None]);
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn kind_typed(&self, name: &str) -> Option<usize> {
        let typed = if name.is_empty() { "[]" } else { name };
        self.kinds().iter().position(|kind| kind.typed() == typed)
    }

    /// Whether some component ends the game at once.
    ///
    /// ```
    /// use grundy::games::open;
    /// assert!(open("cutting")?.rules.has_wins());
    /// assert!(!open("nim")?.rules.has_wins());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_wins(&self) -> bool {
        !self.program.wins.is_empty()
    }

    /// A component of this kind, in canonical order.
    ///
    /// # Errors
    /// [`Failure::Domain`] if there is no such kind, or the number of coordinates is not the
    /// kind's, or one is negative.
    pub fn component(&self, kind: usize, coords: &[i64]) -> Result<Component, Failure> {
        let rule = self.kinds.get(kind);
        if rule.is_none_or(|rule| rule.coords.len() != coords.len())
            || coords.iter().any(|&coord| coord < 0)
        {
            return Err(Failure::Domain(message!(
                "{coords} is not a component of this game",
                coords = format!("{coords:?}")
            )));
        }
        let mut coords = SmallVec::from_slice(coords);
        if rule.is_some_and(|rule| rule.unordered) {
            coords.sort_unstable();
        }
        Ok(Component { kind: kind as u16, coords })
    }

    fn frame<'a>(&self, component: &Component, limits: &'a Limits) -> (Frame<'a>, &Kind) {
        let kind = &self.tried()[usize::from(component.kind)];
        let mut frame = Frame::new(kind.slots, limits);
        for (slot, &coord) in component.coords.iter().enumerate() {
            frame.set(slot, coord);
        }
        (frame, kind)
    }

    fn failure(&self, component: &Component, trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Stop(stop) => Failure::Stop(stop),
            Trouble::Fault { message, span, too_much } => Failure::Fault(Fault {
                too_much,
                position: self.describe(component),
                message,
                place: (span.end > span.start).then_some(span.start..span.end),
            }),
        }
    }

    pub(super) fn in_frame<T>(
        &self,
        component: &Component,
        limits: &Limits,
        ask: impl FnOnce(&mut Frame<'_>, &Kind) -> Evaluated<T>,
    ) -> Result<T, Failure> {
        let (mut frame, kind) = self.frame(component, limits);
        ask(&mut frame, kind).map_err(|trouble| self.failure(component, *trouble))
    }
}

impl Ruleset for Rules {
    type Component = Component;

    fn options(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.in_frame(from, limits, |frame, kind| {
            options::each_option(frame, &self.kinds, kind, Copies::All, see)
        })
    }

    fn options_for_values(
        &self,
        from: &Component,
        limits: &Limits,
        see: &mut dyn FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        self.in_frame(from, limits, |frame, kind| {
            options::each_option(frame, &self.kinds, kind, Copies::Cancelled, see)
        })
    }

    fn is_over(&self, component: &Component, limits: &Limits) -> Result<bool, Failure> {
        let wins = &self.kinds[usize::from(component.kind)].wins;
        if wins.is_empty() {
            return Ok(false);
        }
        self.in_frame(component, limits, |frame, kind| {
            for win in &kind.wins {
                if options::wins(frame, win, &component.coords)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn owned_bytes(&self, component: &Component) -> u64 {
        let spilled = component.coords.spilled();
        if spilled { (component.coords.capacity() * size_of::<i64>()) as u64 } else { 0 }
    }

    fn grows(&self, from: &Component, to: &Component) -> Option<&str> {
        let pairs = || from.coords.iter().zip(&to.coords);
        if from.kind != to.kind || pairs().any(|(a, b)| a > b) {
            return None;
        }
        let kind = &self.kinds[usize::from(from.kind)];
        // What a condition keeps below a constant does not grow for ever.
        let grows = |axis: &usize| {
            from.coords[*axis] < to.coords[*axis] && !endless::is_bounded(kind, *axis)
        };
        let axis = (0..from.coords.len()).find(grows)?;
        Some(&kind.coords[axis])
    }

    fn climbs(&self, component: &Component) -> bool {
        let kind = usize::from(component.kind);
        endless::climbs(kind, &self.kinds[kind], &component.coords)
    }

    fn climbs_along(&self, path: &[&Component]) -> Option<&str> {
        let axis = endless::climbs_along(&self.kinds, path)?;
        Some(&self.kinds[usize::from(path.first()?.kind)].coords[axis])
    }

    fn describe(&self, component: &Component) -> String {
        written(self.kinds[usize::from(component.kind)].name.as_deref(), &component.coords)
    }
}
