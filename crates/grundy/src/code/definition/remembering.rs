//! The function of a kind, which remembers the values that it found.

use super::super::language::TargetLanguage;
use super::super::names;
use super::Writer;
use crate::rule::ir::{Kind, Win};
use crate::ruleset::Failure;

/// Whether a value is remembered in the last line of its function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    No,
    Yes,
}

impl Writer {
    /// Writes the function of a kind, and where it remembers.
    pub(super) fn kind(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        (self.kind, self.names) = (index, names(kind));
        match self.language {
            TargetLanguage::Cpp => self.cpp_function(kind),
            TargetLanguage::Python => self.python_function(kind),
            TargetLanguage::Rust => self.rust_function(kind),
        }
    }

    fn open_function(&mut self) {
        let head = self.language.function(&format!("value{}", self.kind), &self.names);
        self.open(&head);
        if let Some((kind, statement)) = &self.near
            && *kind == self.kind
        {
            self.text.push_str(statement);
        }
    }

    /// Sorts the key and takes the coordinates from it, where their order does not matter.
    fn sort_key(&mut self, kind: &Kind, sort: &str) {
        if kind.unordered {
            self.line(sort);
            for (at, name) in self.names.clone().iter().enumerate() {
                self.line(&format!("{name} = key[{at}];"));
            }
        }
    }

    /// Answers at once where the game is over.
    fn over(&mut self, kind: &Kind) -> Result<(), Failure> {
        let (and, always) = match self.language {
            TargetLanguage::Python => (" and ", "True"),
            _ => (" && ", "true"),
        };
        for Win { coords, cond } in &kind.wins {
            let mut needed = Vec::new();
            for (name, wanted) in self.names.iter().zip(coords) {
                if let Some(wanted) = wanted {
                    needed.push(format!("{name} == {}", self.int(wanted)?));
                }
            }
            if let Some(cond) = cond {
                needed.push(self.cond(cond)?);
            }
            match &needed[..] {
                [] => self.condition(always),
                _ => self.condition(&needed.join(and)),
            }
            self.remember(if self.misere { "0" } else { "OVER" }, Last::No);
            self.close();
        }
        Ok(())
    }

    /// Remembers a value of the component, and returns it.
    pub(super) fn remember(&mut self, value: &str, last: Last) {
        let (kind, args) = (self.kind, self.names.join(", "));
        let is_heap = self.names.len() == 1;
        match self.language {
            TargetLanguage::Cpp => {
                let place =
                    if is_heap { format!("memo.at({args})") } else { "memo.at(key)".to_owned() };
                self.line(&format!("return {place} = {value};"));
            }
            TargetLanguage::Python => {
                self.line(&format!("memo{kind}[key] = {value}"));
                self.line(&format!("return memo{kind}[key]"));
            }
            TargetLanguage::Rust => {
                let place = if is_heap { &args } else { "key" };
                self.line(&format!("let value = {value};"));
                self.line(&format!(
                    "MEMO{kind}.with_borrow_mut(|memo| *memo.at({place}) = value);"
                ));
                self.line(if last == Last::Yes { "value" } else { "return value;" });
            }
        }
    }

    fn cpp_function(&mut self, kind: &Kind) -> Result<(), Failure> {
        let args = self.names.join(", ");
        self.line("");
        self.open_function();
        match self.names.len() {
            1 => {
                self.line("static Memo memo = memo_of();");
                self.line(&format!("if (memo.at({args}) != -1) return memo.at({args});"));
            }
            count => {
                self.line(&format!("array<ll, {count}> key = {{{args}}};"));
                self.sort_key(kind, "sort(key.begin(), key.end());");
                self.line(&format!("static Cells<{count}> memo = cells_of(array<ll, {count}>());"));
                self.line("const ll known = memo.at(key);");
                self.line("if (known != -1) return known;");
            }
        }
        self.over(kind)?;
        self.line("vector<char> seen;");
        self.options(kind)?;
        let result = if self.misere { "seen.empty() || seen[0] ? 1 : 0" } else { "mex(seen)" };
        self.remember(result, Last::Yes);
        self.close();
        self.line("");
        Ok(())
    }

    fn python_function(&mut self, kind: &Kind) -> Result<(), Failure> {
        let (number, args) = (self.kind, self.names.join(", "));
        self.line(&format!("memo{number} = {{}}\n\n"));
        self.open_function();
        let key = match self.names.len() {
            1 => args,
            _ => {
                if kind.unordered {
                    self.line(&format!("{args} = sorted(({args}))"));
                }
                format!("({args},)")
            }
        };
        self.line(&format!("key = {key}"));
        self.line(&format!("if key in memo{number}:\n        return memo{number}[key]"));
        self.over(kind)?;
        self.line("seen = set()");
        self.options(kind)?;
        let result = if self.misere { "1 if not seen or 0 in seen else 0" } else { "mex(seen)" };
        self.remember(result, Last::Yes);
        self.close();
        self.line("\n");
        Ok(())
    }

    fn rust_function(&mut self, kind: &Kind) -> Result<(), Failure> {
        let (number, args) = (self.kind, self.names.join(", "));
        let (memo, fresh) = match self.names.len() {
            1 => ("Memo".to_owned(), "RefCell::new(memo_of())"),
            count => (format!("Cells<{count}>"), "RefCell::new(cells_of())"),
        };
        self.line(&format!(
            "thread_local! {{ static MEMO{number}: RefCell<{memo}> = {fresh}; }}\n"
        ));
        self.open_function();
        let place = match self.names.len() {
            1 => args,
            _ => {
                let mutable = if kind.unordered { "mut " } else { "" };
                self.line(&format!("let {mutable}key = [{args}];"));
                self.sort_key(kind, "key.sort();");
                "key".to_owned()
            }
        };
        self.line(&format!("let known = MEMO{number}.with_borrow_mut(|memo| *memo.at({place}));"));
        self.line("if known != -1 { return known; }");
        self.over(kind)?;
        self.line("let mut seen: Vec<bool> = vec![];");
        self.options(kind)?;
        let result = match self.misere {
            true => "i64::from(seen.is_empty() || seen[0])",
            false => "mex(&seen)",
        };
        self.remember(result, Last::Yes);
        self.close();
        self.line("");
        Ok(())
    }
}
