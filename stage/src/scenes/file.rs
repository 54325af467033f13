//! A file that is read again when it changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where something was read, and how it looked then.
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

    /// Its bytes, where it is another than when it was last looked at and can be read.
    pub(super) fn changed(&mut self) -> Option<Vec<u8>> {
        let now = look(&self.path);
        if now == self.seen {
            return None;
        }
        self.seen = now;
        fs::read(&self.path).ok()
    }
}

/// When it was last changed, and how long it is: two changes may come within a tick of the file system's clock.
fn look(path: &Path) -> Option<(SystemTime, u64)> {
    let found = fs::metadata(path).ok()?;
    Some((found.modified().ok()?, found.len()))
}
