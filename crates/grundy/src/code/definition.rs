//! Programs that follow the rule itself: the mex of the options, with a memory.

mod expressions;
mod remembering;
mod terms;

use std::ops::ControlFlow;

use super::language::{Body, FAR, NEAR, Prints, Rises, TargetLanguage};
use super::{Basis, names};
use crate::language::{Message, message};
use crate::recurrence::Repetition;
use crate::rule::ir::{Clause, Family, Int, IntOp, Kind, Set, Term};
use crate::rule::{Formula, Resumed, Rules, are_quotients, resumed};
use crate::ruleset::Failure;
use crate::table::Table;
use remembering::Last;
use terms::Use;

/// Heaps of which moves are looked at, a few from this one on; how many moves of each, and for how many steps at most they are
/// sought, since of many choices few may be moves.
const SAMPLE: i64 = 1 << 12;
const SAMPLES: i64 = 3;
const MOST_SEEN: usize = 1000;
const STEPS: u64 = 1 << 16;

/// A part of a rule that has no counterpart in a program.
fn beyond<T>(what: &Message) -> Result<T, Failure> {
    Err(Failure::Domain(message!(
        "no program is written for {what}: `grundy value` and `grundy table` answer such games",
        what
    )))
}

/// The body of a program for a kind of these rules.
pub(super) fn body(
    rules: &Rules,
    kind: usize,
    misere: bool,
    repeats: Option<&Repetition>,
    language: TargetLanguage,
) -> Result<Body, Failure> {
    let kinds = rules.tried();
    let single = |family: &Family| matches!(family.terms[..], [] | [Term::Component(_)]);
    if misere && !kinds.iter().all(|kind| kind.families.iter().all(single)) {
        return beyond(&message!("misère play of a game whose moves make sums"));
    }
    // In misère play, without sums, whoever is to move where the game is over has lost, and that is all.
    let wins = !misere && rules.has_wins();
    let mut writer = Writer { misere, wins, ..Writer::new(language) };
    if wins {
        writer.line(language.ended());
    }
    let args = names(&kinds[kind]);
    let repeats = repeats.filter(|_| !kinds[kind].unordered);
    // Also what is asked for on the way is brought near.
    writer.near = repeats.map(|repeats| (kind, language.back(&args, repeats)));
    writer.looks(kinds);
    for (index, of) in kinds.iter().enumerate() {
        writer.kind(index, of)?;
    }
    // Where every move makes a heap smaller, small ones are computed first, so that calls do not nest deeply. Where
    // options are quotients they do not in any case, and few heaps are asked for.
    let function = format!("value{kind}");
    let rises =
        args.len() == 1 && !are_quotients(kinds) && (takes(&kinds[kind]) || descends(rules, kind));
    let rises = rises.then(|| {
        let surely = !language.may_fail(&writer.text);
        let digits = if moves_are_small(rules, kind) { FAR } else { NEAR };
        (if surely { Rises::Surely } else { Rises::Perhaps }, digits)
    });
    let answer = language.answering(&args, &function, repeats.filter(|_| rises.is_some()), rises);
    let code = writer.text + &answer;
    let prints = match () {
        () if misere => Prints::Outcomes,
        () if wins => Prints::ValuesAndEnds,
        () => Prints::Values,
    };
    if let Some(Repetition { axis, others, preperiod, period }) = repeats {
        let coords = &kinds[kind].coords;
        let n = &coords[*axis];
        let rest = coords.iter().filter(|name| *name != n);
        let rest: String = rest.map(|name| format!(", {name} <= {others}")).collect();
        let what = if misere { "winner" } else { "value" };
        let reason = format!(
            "{n} + {period} in place of {n} has the same {what}, for all {n} >= {preperiod}{rest}; what is left is \
             computed by the rule"
        );
        return Ok(Body { basis: Basis::Period, reason, code, prints, recursive: true });
    }
    let reason = match misere {
        true => "lost exactly when there are options and all are won by the next player",
        false if wins => {
            "the value is the least number that no option has; what lets the next player win at once is no option"
        }
        false => "the value is the least number that no option has",
    };
    let reason = reason.to_owned();
    Ok(Body { basis: Basis::Definition, reason, code, prints, recursive: true })
}

/// A number over coordinates of these names, which are not below 0.
pub(super) fn number(int: &Int, names: &[String], language: TargetLanguage) -> Option<String> {
    let writer = Writer { names: names.to_vec(), only_coords: true, ..Writer::new(language) };
    Some(without_brackets(&writer.int(int).ok()?).to_owned())
}

/// A formula over coordinates of these names: a number, or a condition.
pub(super) fn expression(
    formula: &Formula,
    names: &[String],
    language: TargetLanguage,
) -> Option<String> {
    let writer = Writer { names: names.to_vec(), only_coords: true, ..Writer::new(language) };
    let text = match (formula.number(), formula.condition()) {
        (Some(int), _) => writer.int(int).ok()?,
        (_, Some(cond)) => writer.cond(cond).ok()?,
        _ => return None,
    };
    Some(without_brackets(&text).to_owned())
}

/// An expression without brackets around the whole of it.
fn without_brackets(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    let closes = inner.chars().any(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth < 0
    });
    if closes { text } else { inner }
}

/// Whether the options of every [near](NEAR) heap of a kind surely are smaller heaps.
fn descends(rules: &Rules, kind: usize) -> bool {
    Table::new(rules, kind).is_ok_and(|table| table.surely_rises(&[1 << NEAR]))
}

/// Whether moves lead to heaps nearly as large, as far as the first options of some heaps say it.
fn moves_are_small(rules: &Rules, kind: usize) -> bool {
    (1..=SAMPLES).all(|sample| {
        let heap = SAMPLE + sample;
        let (mut seen, mut small) = (0, false);
        let Ok(component) = rules.component(kind, &[heap]) else { return false };
        // What is not known of a heap is no reason to compute very many.
        rules.options_soon(&component, STEPS, &mut |parts| {
            seen += 1;
            small = small
                || parts
                    .iter()
                    .any(|part| part.coords.first().is_some_and(|&rest| rest >= heap - heap / 16));
            if small || seen == MOST_SEEN {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        small
    })
}

/// Whether every move takes something from a heap, and leaves the rest or parts of it: it is written so. That something may be
/// taken for less than it is, but then small heaps are computed in vain, and nothing more.
fn takes(kind: &Kind) -> bool {
    let taken =
        |coord: &Int| matches!(coord, Int::Binary(IntOp::Sub, heap, ..) if **heap == Int::Var(0));
    let is_taken =
        |term: &Term| matches!(term, Term::Component(target) if target.coords.iter().all(taken));
    kind.families.iter().all(|family| family.terms.iter().all(is_taken))
}

/// Writes statements, indented.
struct Writer {
    language: TargetLanguage,
    misere: bool,
    /// Whether the value of a component may be that the game is over, or won at once.
    wins: bool,
    text: String,
    depth: usize,
    /// Terms that stand several times or are chosen, each of which has names of its own.
    multiples: usize,
    /// Whether the family that is written has components that are chosen freely: it has a list of sums, not one.
    chooses: bool,
    /// Sums of that family that go on from one choice to the next.
    resumed: Resumed,
    /// The kind that is written, and what its coordinates are called.
    kind: usize,
    names: Vec<String>,
    /// The kind whose components have the same values as nearer ones, and the statement that goes there.
    near: Option<(usize, String)>,
    /// Whether nothing has a name but coordinates, which are never below 0.
    only_coords: bool,
}

impl Writer {
    fn new(language: TargetLanguage) -> Writer {
        Writer {
            language,
            misere: false,
            wins: false,
            text: String::new(),
            depth: 0,
            multiples: 0,
            chooses: false,
            resumed: Resumed::default(),
            kind: 0,
            names: Vec::new(),
            near: None,
            only_coords: false,
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Opens a block.
    fn open(&mut self, head: &str) {
        match self.language {
            TargetLanguage::Python => self.line(&format!("{head}:")),
            _ => self.line(&format!("{head} {{")),
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.language != TargetLanguage::Python {
            self.line("}");
        }
    }

    fn condition(&mut self, condition: &str) {
        let head = match self.language {
            TargetLanguage::Cpp => format!("if ({condition})"),
            _ => format!("if {condition}"),
        };
        self.open(&head);
    }

    fn assign(&mut self, name: &str, value: &str) {
        match self.language {
            TargetLanguage::Cpp => self.line(&format!("ll {name} = {value};")),
            TargetLanguage::Python => self.line(&format!("{name} = {value}")),
            TargetLanguage::Rust => self.line(&format!("let mut {name}: i64 = {value};")),
        }
    }

    /// A new list, of an item or empty.
    fn list_of(&mut self, name: &str, item: &str) {
        match self.language {
            TargetLanguage::Cpp => self.line(&format!("vector<ll> {name} = {{{item}}};")),
            TargetLanguage::Python => self.line(&format!("{name} = [{item}]")),
            TargetLanguage::Rust => self.line(&format!("let mut {name}: Vec<i64> = vec![{item}];")),
        }
    }

    fn change(&mut self, statement: &str) {
        let end = if self.language == TargetLanguage::Python { "" } else { ";" };
        self.line(&format!("{statement}{end}"));
    }

    /// Puts the values of all options into `seen`.
    fn options(&mut self, kind: &Kind) -> Result<(), Failure> {
        let guard = kind.guard.as_ref().map(|guard| self.cond(guard)).transpose()?;
        if let Some(guard) = &guard {
            self.condition(guard);
        }
        for family in &kind.families {
            let depth = self.depth;
            self.chooses = family.terms.iter().any(Term::chooses);
            let plain = !self.chooses && !self.wins;
            self.resumed = plain.then(|| resumed(family)).flatten().unwrap_or_default();
            self.clauses(&family.clauses)?;
            // Where nothing is left in misère play, whoever is to move wins.
            let nothing_wins = self.misere && family.terms.is_empty();
            match self.chooses {
                true => self.list_of("sums", "0"),
                false => self.assign("sum", if nothing_wins { "1" } else { "0" }),
            }
            self.assign("ok", "1");
            // An option is there only if all its components are; none is asked for before that is known, or play need not end.
            for term in &family.terms {
                self.term(term, Use::Exists)?;
            }
            self.condition("ok == 1");
            for term in &family.terms {
                self.term(term, Use::Value)?;
            }
            if self.chooses {
                self.open(match self.language {
                    TargetLanguage::Cpp => "for (ll sum : sums)",
                    TargetLanguage::Python | TargetLanguage::Rust => "for sum in sums",
                });
            }
            self.see();
            while self.depth > depth {
                self.close();
            }
        }
        if guard.is_some() {
            self.close();
        }
        Ok(())
    }

    /// Notes the value of an option.
    fn see(&mut self) {
        if self.wins {
            self.condition("sum == OVER");
            self.remember("WIN", Last::No);
            self.close();
            self.condition("sum != WIN");
        }
        self.line(match self.language {
            TargetLanguage::Python => "seen.add(sum)",
            TargetLanguage::Cpp => "mark(seen, sum);",
            TargetLanguage::Rust => "mark(&mut seen, sum);",
        });
    }

    /// Opens the blocks of the clauses; a block of its own where there are none, for its names.
    fn clauses(&mut self, clauses: &[Clause]) -> Result<(), Failure> {
        match self.language {
            TargetLanguage::Cpp | TargetLanguage::Rust => {
                self.line("{");
                self.depth += 1;
            }
            TargetLanguage::Python => {}
        }
        for clause in clauses {
            match clause {
                Clause::For(slot, set) => {
                    if *slot == self.resumed.chosen {
                        self.begin_sums()?;
                    }
                    self.each(*slot, set)?;
                }
                Clause::If(cond) => {
                    let cond = self.cond(cond)?;
                    self.condition(&cond);
                }
                Clause::Let(slot, value) => {
                    let (name, value) = (self.name(*slot), self.int(value)?);
                    self.assign(&name, &value);
                }
            }
        }
        Ok(())
    }

    /// Opens a loop over a set.
    fn each(&mut self, slot: usize, set: &Set) -> Result<(), Failure> {
        let name = self.name(slot);
        let head = match (self.language, set) {
            (TargetLanguage::Cpp, Set::Range { from, to, step: None, .. }) => {
                let (from, to) = (self.int(from)?, self.int(to)?);
                format!(
                    "for (ll {name} = {from}, end_{name} = {to}; {name} <= end_{name}; {name}++)"
                )
            }
            (TargetLanguage::Rust, Set::Range { from, to, step: None, .. }) => {
                format!("for {name} in numbers_of({}, {})", self.int(from)?, self.int(to)?)
            }
            (TargetLanguage::Cpp, _) => format!("for (ll {name} : {})", self.set(set)?),
            _ => format!("for {name} in {}", self.set(set)?),
        };
        self.open(&head);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::parse;

    /// A program calls itself once for each of so many heaps, unless it computes the smaller ones first.
    #[test]
    fn where_moves_are_small_all_smaller_heaps_are_computed_first() {
        for (text, near) in [
            ("[n] -> [n-k] for k in fibs(n)", FAR),
            ("[n] -> [n/2] if n > 0 | [n-k] for k in squares(n)", FAR),
            ("[n] -> [a] + [n-1-a] for a in 0..n-1", FAR),
            ("[n] -> [n-k] for k in n/3..n/2 if k > 0", NEAR),
            ("[n] -> [n-k] for k in 1..n, d in 1..n if size(divisors(k*d)) > 5000", NEAR),
        ] {
            let rules = Rules::new(parse(text).unwrap(), &[]).unwrap();
            for language in TargetLanguage::ALL {
                let body = body(&rules, 0, false, None, language).unwrap();
                let first = [NEAR, FAR].map(|digits| body.code.contains(&format!("1 << {digits}")));
                assert_eq!(first, [near == NEAR, true], "{text}: {}", body.code);
            }
        }
    }
}
