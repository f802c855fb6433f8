//! The module as Python sees it: its tests, and the examples of its texts and of its page, run by `python3`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The module that was built beside this test, under the name by which Python imports it, in a folder of its own.
fn module() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().unwrap();
    let (name, imported) = match std::env::consts::OS {
        "windows" => ("grundy_py.dll", "grundy.pyd"),
        "macos" => ("libgrundy_py.dylib", "grundy.abi3.so"),
        _ => ("libgrundy_py.so", "grundy.abi3.so"),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(built.join(name), folder.join(imported)).unwrap();
    folder
}

#[test]
fn the_module_does_in_python_what_its_tests_say() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    // Another interpreter is named by PYTHON.
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let status = Command::new(python)
        .args(["-B", "-m", "unittest", "discover", "--verbose", "--start-directory"])
        .arg(tests)
        .env("PYTHONPATH", module())
        .status()
        .expect("the tests of the module for Python need python3, 3.10 or later");
    assert!(status.success());
}
