//! A folder for the files of one test.

use std::fs;
use std::path::PathBuf;

/// Is removed at the end of the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new folder; tests have different names.
    pub(crate) fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
