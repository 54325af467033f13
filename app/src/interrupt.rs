//! Interrupted, a command takes back what it had begun to write.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{fs, io, process};

use tempfile::NamedTempFile;

/// Files that are not whole yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What a shell says of a command that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Makes a file that an interruption removes, at whatever moment it comes.
pub(crate) fn watched(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    static ONCE: Once = Once::new();
    // Where there are no signals, nothing can be done.
    ONCE.call_once(|| drop(ctrlc::set_handler(stop)));
    // Who is interrupted now waits until it is known.
    let mut files = unfinished();
    let file = make()?;
    files.push(file.path().into());
    Ok(file)
}

/// A file is whole, or gone.
pub(crate) fn forget(path: &Path) {
    unfinished().retain(|other| other != path);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop() {
    // Nobody begins another one now: the lock is kept until the end.
    let files = unfinished();
    files.iter().for_each(|path| drop(fs::remove_file(path)));
    process::exit(INTERRUPTED);
}
