//! Tells the program its version and which commit it is built from, where git knows it.

use std::process::Command;

/// Returns what git prints in one line.
fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").args(arguments).output().ok().filter(|done| done.status.success())?;
    String::from_utf8(done.stdout).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A package of a registry may lie in the repository of somebody else.
    let is_ours = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let commit = if is_ours { git(&["rev-parse", "--short=10", "HEAD"]) } else { None };
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=KASURI_VERSION={version}");
    if !is_ours {
        return;
    }
    // Every commit adds a line to this file.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}
