//! A file that is read again when it changes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The path of a file, and its state when it was last checked.
pub(super) struct Watched {
    path: PathBuf,
    seen: Option<(SystemTime, u64)>,
}

impl Watched {
    pub(super) fn new(path: PathBuf) -> Watched {
        let seen = look(&path);
        Watched { path, seen }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file's bytes if it has changed since the last check.
    pub(super) fn changed(&mut self) -> Option<io::Result<Vec<u8>>> {
        let now = look(&self.path);
        if now == self.seen {
            return None;
        }
        self.seen = now;
        Some(fs::read(&self.path))
    }
}

/// Returns its modification time and its length. The length is needed because two changes may have the same time on
/// the file system's clock.
fn look(path: &Path) -> Option<(SystemTime, u64)> {
    let found = fs::metadata(path).ok()?;
    Some((found.modified().ok()?, found.len()))
}
