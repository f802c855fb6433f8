//! A folder for the files of one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Is removed at the end of the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new folder, named after the test.
    pub(crate) fn new(test: &str) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!(
            "grundy-{test}-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Checks that nothing is left of files that were being written.
    pub(crate) fn is_tidy(&self) -> bool {
        let names = fs::read_dir(&self.0).unwrap().map(|found| found.unwrap().file_name());
        !names.into_iter().any(|name| name.to_str().unwrap().contains(".grundy-new"))
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
