//! What is written of the sums that options lead to.

use super::Writer;
use crate::code::language::TargetLanguage;
use crate::rule::ir::{Clause, Int, Set, Slot, Target, Term};
use crate::ruleset::Failure;

/// What is written of a term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Whether it exists.
    Exists,
    /// Its value.
    Value,
}

impl Writer {
    /// Clears `ok` if a term does not exist, or adds its value to `sum`.
    pub(super) fn term(&mut self, term: &Term, wanted: Use) -> Result<(), Failure> {
        match term {
            Term::Component(target) => self.component(target, wanted),
            Term::Times { count, terms, .. } => self.times(count, terms, wanted),
            Term::Sum { var, set: Set::Range { to, .. }, terms, .. } if self.goes_on(*var) => {
                self.go_on(*var, to, terms, wanted)
            }
            Term::Sum { var, set, terms, .. } => {
                self.each(*var, set)?;
                for term in terms {
                    self.term(term, wanted)?;
                }
                self.close();
                Ok(())
            }
            Term::Choose { count, of, clauses, .. } => self.choice(count, of, clauses, wanted),
        }
    }

    fn goes_on(&self, var: Slot) -> bool {
        self.resumed.sums.iter().any(|(known, _)| *known == var)
    }

    /// Begins the sums that go on from one choice to the next: up to where their parts exist, up to where they have
    /// values, and the sum of these.
    pub(super) fn begin_sums(&mut self) -> Result<(), Failure> {
        for (var, from) in self.resumed.sums.clone() {
            let (name, from) = (self.name(var), self.int(&from)?);
            self.assign(&format!("check_{name}"), &from);
            self.assign(&format!("next_{name}"), &from);
            self.assign(&format!("all_{name}"), "0");
        }
        Ok(())
    }

    /// A sum that goes on from the choice before. No value is asked for before it is known that the option exists.
    fn go_on(&mut self, var: Slot, to: &Int, terms: &[Term], wanted: Use) -> Result<(), Failure> {
        let (name, to) = (self.name(var), self.int(to)?);
        self.multiples += 1;
        let (end, before) = (format!("end{}", self.multiples), format!("before{}", self.multiples));
        let (check, next, all) =
            (format!("check_{name}"), format!("next_{name}"), format!("all_{name}"));
        self.assign(&end, &to);
        let (condition, from) = match (wanted, self.language) {
            (Use::Value, _) => (format!("{next} <= {end}"), &next),
            (Use::Exists, TargetLanguage::Python) => {
                (format!("{check} <= {end} and ok == 1"), &check)
            }
            (Use::Exists, _) => (format!("{check} <= {end} && ok == 1"), &check),
        };
        if wanted == Use::Value {
            self.assign(&before, "sum");
            self.change(&format!("sum = {all}"));
        }
        self.open(&match self.language {
            TargetLanguage::Cpp => format!("while ({condition})"),
            _ => format!("while {condition}"),
        });
        self.assign(&name, from);
        for term in terms {
            self.term(term, wanted)?;
        }
        match wanted {
            Use::Exists => self.change(&format!("{check} += ok")),
            Use::Value => self.change(&format!("{next} += 1")),
        }
        self.close();
        if wanted == Use::Value {
            self.change(&format!("{all} = sum"));
            self.add(&before);
        }
        Ok(())
    }

    /// A term that stands several times.
    fn times(&mut self, count: &Int, terms: &[Term], wanted: Use) -> Result<(), Failure> {
        let count = self.int(count)?;
        self.multiples += 1;
        let number = self.multiples;
        let (times, before) = (format!("times{number}"), format!("before{number}"));
        self.assign(&times, &count);
        if wanted == Use::Exists {
            self.condition(&format!("{times} < 0"));
            self.change("ok = 0");
            self.close();
        }
        self.condition(&format!("{times} > 0"));
        let is_listed = wanted == Use::Value && self.chooses;
        let is_single = wanted == Use::Value && !self.chooses;
        if is_listed {
            // Equal components cancel in pairs, but what is chosen freely differs from one to the next.
            let few = format!("2 - {times} % 2");
            let rounds = match (terms.iter().any(Term::chooses), self.language) {
                (true, _) => times.clone(),
                (false, TargetLanguage::Cpp) => format!("min<ll>({times}, {few})"),
                (false, TargetLanguage::Python) => format!("min({times}, {few})"),
                (false, TargetLanguage::Rust) => format!("{times}.min({few})"),
            };
            self.open(&match self.language {
                TargetLanguage::Cpp => {
                    format!("for (ll round{number} = {rounds}; round{number} > 0; round{number}--)")
                }
                TargetLanguage::Python => format!("for _ in range({rounds})"),
                TargetLanguage::Rust => format!("for _ in 0..{rounds}"),
            });
        }
        if is_single {
            self.assign(&before, "sum");
            self.change("sum = 0");
        }
        for term in terms {
            self.term(term, wanted)?;
        }
        if is_listed {
            self.close();
        }
        if is_single {
            // Equal components cancel in pairs.
            let and = if self.language == TargetLanguage::Python { "and" } else { "&&" };
            let number = if self.wins { format!(" {and} sum > 0") } else { String::new() };
            self.condition(&format!("{times} % 2 == 0{number}"));
            self.change("sum = 0");
            self.close();
            self.add(&before);
        }
        self.close();
        Ok(())
    }

    /// Components that are chosen freely: none is there if there is nothing to choose from.
    fn choice(
        &mut self,
        count: &Int,
        of: &Target,
        clauses: &[Clause],
        wanted: Use,
    ) -> Result<(), Failure> {
        let count = self.int(count)?;
        self.multiples += 1;
        let number = self.multiples;
        let (many, from) = (format!("many{number}"), format!("from{number}"));
        self.assign(&many, &count);
        if wanted == Use::Exists {
            self.condition(&format!("{many} < 0"));
            self.change("ok = 0");
            self.close();
        }
        self.condition(&format!("{many} > 0"));
        match wanted {
            Use::Exists => self.assign(&from, "0"),
            Use::Value => self.list_of(&from, ""),
        }
        let depth = self.depth;
        self.clauses(clauses)?;
        let coords = self.coords(of)?;
        let and = if self.language == TargetLanguage::Python { " and " } else { " && " };
        let there: Vec<String> = coords.iter().map(|coord| format!("{coord} >= 0")).collect();
        self.condition(&there.join(and));
        let value = format!("value{}({})", of.kind, coords.join(", "));
        match (wanted, self.language) {
            (Use::Exists, _) => self.change(&format!("{from} = 1")),
            (Use::Value, TargetLanguage::Cpp) => self.line(&format!("{from}.push_back({value});")),
            (Use::Value, TargetLanguage::Python) => self.line(&format!("{from}.append({value})")),
            (Use::Value, TargetLanguage::Rust) => self.line(&format!("{from}.push({value});")),
        }
        while self.depth > depth {
            self.close();
        }
        match wanted {
            Use::Exists => {
                self.condition(&format!("{from} == 0"));
                self.change("ok = 0");
                self.close();
            }
            Use::Value => {
                let by = if self.language == TargetLanguage::Rust { "&" } else { "" };
                self.change(&format!(
                    "sums = each_joined({by}sums, {by}chosen({many}, {by}{from}))"
                ));
            }
        }
        self.close();
        Ok(())
    }

    fn coords(&self, target: &Target) -> Result<Vec<String>, Failure> {
        target.coords.iter().map(|coord| self.int(coord)).collect()
    }

    fn component(&mut self, target: &Target, wanted: Use) -> Result<(), Failure> {
        let coords = self.coords(target)?;
        if wanted == Use::Value {
            self.add(&format!("value{}({})", target.kind, coords.join(", ")));
            return Ok(());
        }
        let or = if self.language == TargetLanguage::Python { " or " } else { " || " };
        let missing: Vec<String> = coords.iter().map(|coord| format!("{coord} < 0")).collect();
        self.condition(&missing.join(or));
        self.change("ok = 0");
        self.close();
        Ok(())
    }

    /// Adds the value of a component to the sum, or to each of the sums.
    fn add(&mut self, value: &str) {
        let change = match (self.chooses, self.language) {
            (true, TargetLanguage::Rust) => {
                format!("sums = each_joined(&sums, &{})", self.list(&[value.to_owned()]))
            }
            (true, _) => format!("sums = each_joined(sums, {})", self.list(&[value.to_owned()])),
            (false, _) if self.wins => format!("sum = joined(sum, {value})"),
            (false, _) => format!("sum ^= {value}"),
        };
        self.change(&change);
    }
}
