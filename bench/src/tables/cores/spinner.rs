//! A program that keeps a core busy: an endless loop of the shell.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A busy program, until it is dropped.
pub(super) struct Spinner {
    child: Child,
    since: Instant,
}

impl Spinner {
    pub(super) fn start() -> Result<Spinner, String> {
        let mut spin = if cfg!(windows) {
            let mut spin = Command::new("cmd");
            spin.args(["/C", "for /L %i in (0,0,1) do @rem"]);
            spin
        } else {
            let mut spin = Command::new("sh");
            spin.args(["-c", "while :; do :; done"]);
            spin
        };
        let child = spin.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        let child =
            child.map_err(|error| format!("no program could be started to keep a core busy: {error}"))?;
        Ok(Spinner { child, since: Instant::now() })
    }

    /// Returns how long it has run.
    pub(super) fn spent(&self) -> Duration {
        self.since.elapsed()
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
