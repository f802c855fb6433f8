//! Chromium, in which the page is tested: found, or installed by the system's packages after a yes.

use std::io::{BufRead, IsTerminal as _, Write};
use std::process::{Command, Stdio};

/// What the tests look for.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Package managers, each with the words that install Chromium.
const MANAGERS: [(&str, &[&str]); 4] = [
    ("apt-get", &["install", "--yes", "chromium"]),
    ("dnf", &["install", "--assumeyes", "chromium"]),
    ("pacman", &["-S", "--noconfirm", "chromium"]),
    ("brew", &["install", "--cask", "chromium"]),
];

/// Whether a program is there and starts.
fn starts(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Makes sure of a browser as far as it may, and says so where the tests in it will be skipped.
pub(crate) fn ensure() {
    let there = || NAMES.iter().any(|name| starts(name));
    if there() {
        return;
    }
    let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let root = starts("sudo") && !is_root();
    let manager = MANAGERS.iter().find(|(name, _)| starts(name));
    let words = manager.map(|(name, words)| command_line(name, words, root));
    let asked = terminal.then_some(words.as_deref()).flatten();
    let mut input = std::io::stdin().lock();
    let agreed = asked.is_some_and(|words| agrees(words, &mut input, &mut std::io::stderr()));
    if let (true, Some(words)) = (agreed, words.as_deref())
        && let [program, arguments @ ..] = words
    {
        let done = Command::new(program).args(arguments).status();
        if !done.is_ok_and(|status| status.success()) {
            println!("`{}` failed", words.join(" "));
        }
    }
    if !there() {
        let mend = words.map_or("install Chromium".to_owned(), |words| words.join(" "));
        println!(
            "SKIPPED: there is no Chromium, so no test of the page in a browser runs; `{mend}`"
        );
    }
}

/// The words of the command, with `sudo` in front where it is needed; Homebrew does without.
fn command_line(name: &str, words: &[&str], root: bool) -> Vec<String> {
    let sudo = (root && name != "brew").then_some("sudo");
    sudo.into_iter().chain([name]).chain(words.iter().copied()).map(str::to_owned).collect()
}

/// Asks whether a command may be run; anything but a yes is a no.
fn agrees(words: &[String], input: &mut impl BufRead, out: &mut impl Write) -> bool {
    let asked = write!(out, "Chromium is missing; install it with `{}`? [y/N] ", words.join(" "));
    let mut answer = String::new();
    asked.and_then(|()| out.flush()).is_ok()
        && input.read_line(&mut answer).is_ok()
        && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Whether packages can be installed without `sudo`.
fn is_root() -> bool {
    let user = Command::new("id").arg("-u").stdin(Stdio::null()).output();
    user.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_a_yes() {
        let words = command_line("apt-get", &["install", "chromium"], true);
        for (answer, agreed) in
            [("y\n", true), ("Yes\n", true), ("\n", false), ("no\n", false), ("", false)]
        {
            let mut out = Vec::new();
            assert_eq!(agrees(&words, &mut answer.as_bytes(), &mut out), agreed, "{answer:?}");
            let asked = String::from_utf8(out).unwrap();
            assert!(asked.contains("`sudo apt-get install chromium`? [y/N]"), "{asked}");
        }
    }

    #[test]
    fn homebrew_asks_for_no_other_user() {
        assert_eq!(command_line("brew", &["install"], true), ["brew", "install"]);
        assert_eq!(command_line("dnf", &["install"], false), ["dnf", "install"]);
    }
}
