//! Interrupted, a command takes back what it had begun to write.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once, PoisonError};

/// Files that are not whole yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What a shell says of a command that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// From now on an interruption removes this file.
pub(crate) fn watch(path: &Path) {
    static ONCE: Once = Once::new();
    // Where there are no signals, nothing can be done.
    ONCE.call_once(|| drop(ctrlc::set_handler(stop)));
    unfinished().push(path.into());
}

/// A file is whole, or gone.
pub(crate) fn forget(path: &Path) {
    unfinished().retain(|other| other != path);
}

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop() {
    // Nobody begins another one now: the lock is kept until the end.
    let files = unfinished();
    files.iter().for_each(|path| drop(fs::remove_file(path)));
    process::exit(INTERRUPTED);
}
