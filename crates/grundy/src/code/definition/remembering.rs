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
    /// Writes of all kinds where values are remembered, and the function that looks there first; in Python that is one with
    /// what [computes](Self::kind) them.
    pub(super) fn looks(&mut self, kinds: &[Kind]) {
        for (index, kind) in kinds.iter().enumerate() {
            (self.kind, self.names) = (index, names(kind));
            match self.language {
                TargetLanguage::Cpp => self.cpp_look(kind),
                TargetLanguage::Rust => self.rust_look(kind),
                TargetLanguage::Python => {}
            }
        }
    }

    /// Writes the function that computes the values of a kind.
    pub(super) fn kind(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        (self.kind, self.names) = (index, names(kind));
        match self.language {
            TargetLanguage::Cpp => self.cpp_function(kind),
            TargetLanguage::Python => self.python_function(kind),
            TargetLanguage::Rust => self.rust_function(kind),
        }
    }

    /// Opens the function that is asked for values, which goes back to a near component first.
    fn open_look(&mut self, before: &str) {
        let head = self.language.function(&format!("value{}", self.kind), &self.names);
        self.open(&format!("{before}{head}"));
        if let Some((kind, statement)) = &self.near
            && *kind == self.kind
        {
            self.text.push_str(statement);
        }
    }

    fn open_computing(&mut self) {
        let head = self.language.function(&format!("compute{}", self.kind), &self.names);
        self.open(&head);
    }

    /// What a component is remembered by: its number, or all of them in a list of this form.
    fn key(&self, [before, after]: [&str; 2]) -> String {
        let args = self.names.join(", ");
        match self.names.len() {
            1 => args,
            _ => format!("{before}{args}{after}"),
        }
    }

    /// Puts a few numbers in order, where that of a kind does not matter; false where they are sorted as a key.
    fn put_in_order(&mut self, kind: &Kind) -> bool {
        let pairs: &[[usize; 2]] = match self.names.len() {
            _ if !kind.unordered => &[],
            1 => &[],
            2 => &[[0, 1]],
            3 => &[[0, 1], [1, 2], [0, 1]],
            _ => return false,
        };
        for pair in pairs {
            let [a, b] = pair.map(|at| self.names[at].clone());
            self.line(&match self.language {
                TargetLanguage::Rust => format!("if {a} > {b} {{ ({a}, {b}) = ({b}, {a}); }}"),
                _ => format!("if ({a} > {b}) swap({a}, {b});"),
            });
        }
        true
    }

    /// The call that computes a value, with the numbers of the key where they are sorted in it.
    fn computing(&self, in_key: bool) -> String {
        let args: Vec<String> = match in_key {
            true => (0..self.names.len()).map(|at| format!("key[{at}]")).collect(),
            false => self.names.clone(),
        };
        format!("compute{}({})", self.kind, args.join(", "))
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
        let kind = self.kind;
        match self.language {
            TargetLanguage::Cpp => {
                let key = self.key(["{", "}"]);
                self.line(&format!("return memo{kind}.at({key}) = {value};"));
            }
            TargetLanguage::Python => {
                self.line(&format!("memo{kind}[key] = {value}"));
                self.line(&format!("return memo{kind}[key]"));
            }
            TargetLanguage::Rust => {
                let key = self.key(["[", "]"]);
                self.line(&format!("let value = {value};"));
                self.line(&format!("MEMO{kind}.with_borrow_mut(|memo| *memo.at({key}) = value);"));
                self.line(if last == Last::Yes { "value" } else { "return value;" });
            }
        }
    }

    fn cpp_look(&mut self, kind: &Kind) {
        let number = self.kind;
        let memo = match self.names.len() {
            1 => format!("Memo memo{number} = memo_of();"),
            count => format!("Cells<{count}> memo{number} = cells_of(array<ll, {count}>());"),
        };
        self.line(&memo);
        let head = self.language.function(&format!("compute{number}"), &self.names);
        self.line(&format!("{head};"));
        self.open_look("inline ");
        let in_key = !self.put_in_order(kind);
        let key = match in_key {
            true => {
                let (count, args) = (self.names.len(), self.names.join(", "));
                self.line(&format!("array<ll, {count}> key = {{{args}}};"));
                self.line("sort(key.begin(), key.end());");
                "key".to_owned()
            }
            false => self.key(["{", "}"]),
        };
        self.line(&format!("const ll known = memo{number}.known({key});"));
        self.line(&format!("return known != -1 ? known : {};", self.computing(in_key)));
        self.close();
    }

    fn cpp_function(&mut self, kind: &Kind) -> Result<(), Failure> {
        self.line("");
        self.open_computing();
        if self.names.len() > 1 {
            // An array has room for all that is asked for, once there is one.
            let key = self.key(["{", "}"]);
            self.line(&format!("memo{}.at({key});", self.kind));
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
        let number = self.kind;
        self.line(&format!("memo{number} = {{}}\n\n"));
        self.open_look("");
        if kind.unordered && self.names.len() > 1 {
            let args = self.names.join(", ");
            self.line(&format!("{args} = sorted(({args}))"));
        }
        self.line(&format!("key = {}", self.key(["(", ",)"])));
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

    fn rust_look(&mut self, kind: &Kind) {
        let number = self.kind;
        let (memo, fresh) = match self.names.len() {
            1 => ("Memo".to_owned(), "RefCell::new(memo_of())"),
            count => (format!("Cells<{count}>"), "RefCell::new(cells_of())"),
        };
        self.line(&format!(
            "thread_local! {{ static MEMO{number}: RefCell<{memo}> = {fresh}; }}\n"
        ));
        self.line("#[inline]");
        self.open_look("");
        let in_key = !self.put_in_order(kind);
        let key = match in_key {
            true => {
                self.line(&format!("let mut key = {};", self.key(["[", "]"])));
                self.line("key.sort();");
                "key".to_owned()
            }
            false => self.key(["[", "]"]),
        };
        self.line(&format!("let known = MEMO{number}.with_borrow(|memo| memo.known({key}));"));
        self.line(&format!("if known != -1 {{ known }} else {{ {} }}", self.computing(in_key)));
        self.close();
        self.line("");
    }

    fn rust_function(&mut self, kind: &Kind) -> Result<(), Failure> {
        self.open_computing();
        if self.names.len() > 1 {
            let (number, key) = (self.kind, self.key(["[", "]"]));
            self.line(&format!("MEMO{number}.with_borrow_mut(|memo| {{ memo.at({key}); }});"));
        }
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
