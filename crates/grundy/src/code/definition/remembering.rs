//! The function of a kind, which remembers the values that it found.

use super::super::language::TargetLanguage;
use super::super::names;
use super::Writer;
use crate::rule::ir::Kind;
use crate::ruleset::Failure;

impl Writer {
    /// Writes the function of a kind, and where it remembers.
    pub(super) fn kind(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        self.names = names(kind);
        match self.language {
            TargetLanguage::Cpp => self.cpp_function(index, kind),
            TargetLanguage::Python => self.python_function(index, kind),
            TargetLanguage::Rust => self.rust_function(index, kind),
        }
    }

    fn open_function(&mut self, index: usize) {
        let head = self.language.function(&format!("value{index}"), &self.names);
        self.open(&head);
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

    fn cpp_function(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        let args = self.names.join(", ");
        self.line("");
        self.open_function(index);
        let place = match self.names.len() {
            1 => {
                self.line("static Memo memo = memo_of();");
                self.line(&format!("if (memo.at({args}) >= 0) return memo.at({args});"));
                format!("memo.at({args})")
            }
            count => {
                self.line(&format!("array<ll, {count}> key = {{{args}}};"));
                self.sort_key(kind, "sort(key.begin(), key.end());");
                self.line(&format!("static map<array<ll, {count}>, ll> memo;"));
                self.line("const auto known = memo.find(key);");
                self.line("if (known != memo.end()) return known->second;");
                "memo[key]".to_owned()
            }
        };
        self.line("vector<bool> seen;");
        self.options(kind)?;
        let result = if self.misere { "seen.empty() || seen[0] ? 1 : 0" } else { "mex(seen)" };
        self.line(&format!("return {place} = {result};"));
        self.close();
        self.line("");
        Ok(())
    }

    fn python_function(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        let args = self.names.join(", ");
        self.line(&format!("memo{index} = {{}}\n\n"));
        self.open_function(index);
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
        self.line(&format!("if key in memo{index}:\n        return memo{index}[key]"));
        self.line("seen = set()");
        self.options(kind)?;
        let result = if self.misere { "1 if not seen or 0 in seen else 0" } else { "mex(seen)" };
        self.line(&format!("memo{index}[key] = {result}"));
        self.line(&format!("return memo{index}[key]"));
        self.close();
        self.line("\n");
        Ok(())
    }

    fn rust_function(&mut self, index: usize, kind: &Kind) -> Result<(), Failure> {
        let args = self.names.join(", ");
        let (memo, fresh) = match self.names.len() {
            1 => ("Memo".to_owned(), "RefCell::new(memo_of())"),
            count => (format!("HashMap<[i64; {count}], i64>"), "RefCell::default()"),
        };
        self.line(&format!("thread_local! {{ static MEMO{index}: RefCell<{memo}> = {fresh}; }}\n"));
        self.open_function(index);
        let remember = match self.names.len() {
            1 => {
                self.line(&format!(
                    "let known = MEMO{index}.with_borrow_mut(|memo| *memo.at({args}));"
                ));
                self.line("if known >= 0 { return known; }");
                format!("*memo.at({args}) = value")
            }
            _ => {
                self.line(&format!("let mut key = [{args}];"));
                self.sort_key(kind, "key.sort();");
                self.line(&format!(
                    "if let Some(known) = MEMO{index}.with_borrow(|memo| memo.get(&key).copied()) {{ return known; }}"
                ));
                "memo.insert(key, value)".to_owned()
            }
        };
        self.line("let mut seen: Vec<bool> = vec![];");
        self.options(kind)?;
        let result = match self.misere {
            true => "i64::from(seen.is_empty() || seen[0])",
            false => "mex(&seen)",
        };
        self.line(&format!("let value = {result};"));
        self.line(&format!("MEMO{index}.with_borrow_mut(|memo| {remember});"));
        self.line("value");
        self.close();
        self.line("");
        Ok(())
    }
}
