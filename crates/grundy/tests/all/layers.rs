//! The order of the modules of the library and of the command: each names only modules that stand above it in `lib.rs`.
//! None of the library's touches files, the environment, processes or the standard streams.

use std::fs;
use std::path::{Path, PathBuf};

/// What the library leaves to its callers.
const FORBIDDEN: [&str; 5] = ["println!", "eprintln!", "print!", "eprint!", "dbg!"];
/// And the modules of the standard library for it.
const FORBIDDEN_MODULES: [&str; 5] = ["fs", "env", "process", "net", "io"];

/// A line of code, without comments, strings and test modules.
struct Line {
    file: PathBuf,
    number: usize,
    code: String,
}

/// Where the source of the library and of the command is.
fn sources() -> [PathBuf; 2] {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    [library.join("src"), library.with_file_name("grundy-cli").join("src")]
}

/// The modules in the order of `lib.rs`.
fn layers(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source.join("lib.rs")).unwrap();
    text.lines()
        .map(|line| line.strip_prefix("pub ").unwrap_or(line))
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

/// The files of a module, those of its tests left out.
fn files(source: &Path, module: &str) -> Vec<PathBuf> {
    let mut waiting = vec![source.join(module), source.join(format!("{module}.rs"))];
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.is_file() && path.extension().is_some_and(|end| end == "rs") {
            let is_test = path.file_stem().is_some_and(|name| name == "tests");
            if !is_test {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The lines of a file with something to check. Test modules stand at the end of files.
fn lines(file: &Path) -> Vec<Line> {
    let text = fs::read_to_string(file).unwrap();
    let mut quoted = false;
    let tests = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..tests]
        .lines()
        .enumerate()
        .map(|(index, line)| Line {
            file: file.to_owned(),
            number: index + 1,
            code: code_of(line, &mut quoted),
        })
        .collect()
}

/// The line without its comment and without what stands in quotes; a string may run over lines.
fn code_of(line: &str, quoted: &mut bool) -> String {
    let mut code = String::new();
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if *quoted => {
                signs.next();
            }
            '"' => *quoted = !*quoted,
            '\'' if !*quoted => {
                // A quote as a character, '"' or '\"', opens no string.
                let character: String = signs.clone().take(3).collect();
                if character.starts_with("\"'") {
                    signs.nth(1);
                } else if character.starts_with("\\\"'") {
                    signs.nth(2);
                }
            }
            '/' if !*quoted && signs.peek() == Some(&'/') => break,
            _ if *quoted => {}
            other => code.push(other),
        }
    }
    code
}

/// The modules of a crate that a piece of code names: `crate::a::b`, `crate::{a::b, c}`.
fn named(code: &str, root: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = Vec::new();
    for (at, path) in code.match_indices(root) {
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            None => {
                // A macro of the crate stands in no module.
                let name = word(rest);
                if !rest[name.len()..].starts_with('!') {
                    found.push(name);
                }
            }
            Some(list) => {
                let mut depth = 0;
                let mut item = String::new();
                for sign in list.chars() {
                    match sign {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => found.push(word(&std::mem::take(&mut item))),
                        _ if depth == 0 => item.push(sign),
                        _ => {}
                    }
                }
                found.push(word(&item));
            }
        }
    }
    found
}

/// Each statement that names a crate, with its first line: `use` lists run over lines.
fn statements(lines: &[Line], root: &str) -> Vec<(usize, String)> {
    let list = format!("{root}{{");
    let mut statements = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for line in lines {
        if let Some((_, text)) = &mut open {
            text.push_str(&line.code);
        } else if line.code.contains(root) {
            open = Some((line.number, line.code.clone()));
        }
        // A list of names ends with its brace; everything else is complete on its line.
        if let Some((_, text)) = &open
            && (!text.contains(&list) || text.contains(';'))
        {
            statements.extend(open.take());
        }
    }
    statements.extend(open);
    statements
}

#[test]
fn every_module_names_only_modules_above_it() {
    for source in sources() {
        let layers = layers(&source);
        assert!(layers.len() > 8, "{layers:?}");
        let mut names = 0;
        let mut offences = Vec::new();
        for (layer, module) in layers.iter().enumerate() {
            for file in files(&source, module) {
                for (number, statement) in statements(&lines(&file), "crate::") {
                    let named = named(&statement, "crate::");
                    names += named.len();
                    let below = named.iter().filter(|name| !layers[..=layer].contains(name));
                    offences.extend(below.map(|name| {
                        format!(
                            "{}:{number}: `{module}` names `{name}`, which does not stand above it in lib.rs",
                            file.display(),
                        )
                    }));
                }
            }
        }
        assert!(names > 50, "only {names} names were found");
        assert!(offences.is_empty(), "{}", offences.join("\n"));
    }
}

#[test]
fn every_module_is_in_the_order() {
    for source in sources() {
        let layers = layers(&source);
        for entry in fs::read_dir(&source).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_known =
                ["lib", "main"].contains(&name) || layers.iter().any(|layer| layer == name);
            assert!(is_known, "{} is not a `mod` of lib.rs", path.display());
        }
    }
}

#[test]
fn the_library_opens_no_path_and_prints_nothing() {
    let mut offences = Vec::new();
    let [source, _] = sources();
    for module in layers(&source) {
        for line in files(&source, &module).iter().flat_map(|file| lines(file)) {
            // `eprintln!` contains `println!`, so a name begins where no letter stands before it.
            let uses = |word: &&str| {
                line.code.match_indices(*word).any(|(at, _)| {
                    !line.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            };
            for word in FORBIDDEN.iter().filter(|word| uses(word)) {
                offences.push(format!("{}:{}: {word}", line.file.display(), line.number));
            }
        }
        for file in files(&source, &module) {
            for (number, statement) in statements(&lines(&file), "std::") {
                let named = named(&statement, "std::");
                let forbidden = named.iter().filter(|name| FORBIDDEN_MODULES.contains(&&name[..]));
                offences.extend(
                    forbidden.map(|name| format!("{}:{number}: std::{name}", file.display())),
                );
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn the_reader_of_source_sees_names_and_not_comments() {
    assert_eq!(named("use crate::{a::{b, c}, d, e::f};", "crate::"), ["a", "d", "e"]);
    assert_eq!(named("crate::x::y(crate::z, crate::m!(1))", "crate::"), ["x", "z"]);
    let mut quoted = false;
    assert_eq!(code_of("let a = \"// \\\" crate::x\"; // crate::y", &mut quoted), "let a = ; ");
    assert_eq!(code_of("match c { '\"' => crate::z }", &mut quoted), "match c {  => crate::z }");
    assert!(!quoted);
}

/// What the compiler does not check stands in few files.
#[test]
fn what_the_compiler_does_not_check_stands_where_the_tour_says() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut waiting = vec![crates.clone()];
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        for entry in fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                waiting.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs")
                && fs::read_to_string(&entry).unwrap().contains(concat!("unsafe", "_code"))
            {
                let name = entry.strip_prefix(&crates).unwrap();
                found.push(name.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    let expected = [
        "grundy-cli/src/saved/table/mapped.rs",
        "grundy/src/heap/engine/simd/codes.rs",
        "grundy/src/heap/engine/simd/mod.rs",
        "grundy/src/heap/engine/simd/pairs.rs",
        "grundy/src/nimber/field/carryless.rs",
        "grundy/src/pages.rs",
        "grundy/src/search/pruned/fetch.rs",
        "grundy/src/table/code/call.rs",
    ];
    assert_eq!(found, expected);
}

/// Whoever looks for a room reads the first lines.
#[test]
fn every_file_says_in_its_first_line_what_it_is_for() {
    for source in sources() {
        for file in layers(&source).iter().flat_map(|module| files(&source, module)) {
            let text = fs::read_to_string(&file).unwrap();
            let first = text.lines().next().and_then(|line| line.strip_prefix("//! "));
            assert!(first.is_some_and(|first| first.len() > 12), "{}", file.display());
        }
    }
}
