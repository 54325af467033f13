//! The conformance kit's own runner accepts `kasuri solve`, and rejects programs with other answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the runner with arguments; `None` if there is no Python.
fn run(arguments: &[&str]) -> Option<Output> {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/run.py");
    let done = Command::new("python3").arg(runner).args(arguments).output();
    if done.is_err() {
        eprintln!("NOTE: there is no python3 here, so the conformance kit's runner was not run");
    }
    done.ok()
}

#[test]
fn solve_conforms() {
    let kasuri = env!("CARGO_BIN_EXE_kasuri");
    let Some(done) = run(&["--check-the-check", "--stream", kasuri, "solve", "-", "--stream"]) else {
        return;
    };
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{said}");
    assert!(
        said.ends_with(": 0 differences; 210 answers are Kasuri's byte for byte\n"),
        "the answers are right, yet not those of conformance/hashes.txt: {said}"
    );
}

#[test]
fn an_echo_does_not() {
    let Some(done) = run(&["cat"]) else { return };
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(run(&["no-such-program"]).unwrap().status.code(), Some(2));
}
