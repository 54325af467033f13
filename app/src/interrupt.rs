//! Removes unfinished files when a command is interrupted. A file that may grow no further is an error like a full disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{fs, io, process};

use tempfile::NamedTempFile;

/// Files that are not complete yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The exit status that shells use for a command ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Makes a write beyond the limit of file sizes an error. Otherwise the signal SIGXFSZ ends the program, and its unfinished file stays.
/// All threads that are started later inherit that.
pub(crate) fn outlive_full_files() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // A blocked signal ends nothing; the write then fails. (Where it cannot be blocked, it ends the program as before.)
        let _ = signals.thread_block();
    }
}

/// Makes a file that an interruption at any moment removes.
pub(crate) fn watched(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    static ONCE: Once = Once::new();
    // On systems without signals nothing can be done.
    ONCE.call_once(|| drop(ctrlc::set_handler(stop)));
    // The handler waits for this lock, so an interruption now waits until the file is in the list.
    let mut files = unfinished();
    let file = make()?;
    files.push(file.path().into());
    Ok(file)
}

/// Stops watching a file that is complete or removed.
pub(crate) fn forget(path: &Path) {
    unfinished().retain(|other| other != path);
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop() {
    // No other file can be begun now: the lock is kept until the process ends.
    let files = unfinished();
    files.iter().for_each(|path| drop(fs::remove_file(path)));
    process::exit(INTERRUPTED);
}
