//! Tests that the reference shares no code with what it judges: no run of five lines of code stands both in
//! `src/reference` and elsewhere in `src`.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// So many equal lines one after another are a copy.
const RUN: usize = 5;

/// The lines of a file that count, with their numbers.
type Lines = Vec<(usize, String)>;

/// Returns the lines of code: without blank lines, comments, `use` lines, and lines of punctuation alone.
fn code(text: &str) -> Lines {
    let counts = |line: &str| {
        !line.starts_with("//")
            && !["use ", "pub use ", "mod ", "pub mod "].iter().any(|word| line.starts_with(word))
            && line.chars().any(char::is_alphanumeric)
    };
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| counts(line));
    lines.map(|(k, line)| (k + 1, line.to_owned())).collect()
}

/// Returns where a run of lines of one of `files` stands in one of `others` too, as texts.
fn shared(files: &[(String, Lines)], others: &[(String, Lines)]) -> Vec<String> {
    let run = |lines: &[(usize, String)]| {
        lines.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n")
    };
    let mut known = HashMap::new();
    for (name, lines) in others {
        for lines in lines.windows(RUN) {
            known.entry(run(lines)).or_insert(format!("{name}:{}", lines[0].0));
        }
    }
    let mut found = Vec::new();
    for (name, lines) in files {
        for lines in lines.windows(RUN) {
            if let Some(place) = known.get(&run(lines)) {
                found.push(format!("{name}:{} is {place}", lines[0].0));
            }
        }
    }
    found
}

fn sources(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, to);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            to.push(entry);
        }
    }
}

#[test]
fn the_reference_shares_no_lines_with_other_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    sources(&root, &mut all);
    all.sort();
    let files = all.iter().map(|file| {
        let name = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        (name, code(&fs::read_to_string(file).unwrap()))
    });
    let (reference, others): (Vec<_>, Vec<_>) = files.partition(|(name, _)| name.starts_with("reference/"));
    assert!(reference.len() > 10 && others.len() > 100);
    assert_eq!(shared(&reference, &others), [""; 0]);
}

#[test]
fn a_planted_copy_is_found() {
    let ours =
        "use a;\nfn sum(a: i32) {\n    let b = a;\n\n    // Why.\n    let c = b;\n    d(c);\n}\nfn e() {}\n";
    let theirs = "fn sum(a: i32) {\nlet b = a;\n  let c = b;\n  d(c);\n}\n/// E.\nfn e() {}\nfn f() {}\n";
    let file = |name: &str, text: &str| vec![(name.to_owned(), code(text))];
    assert_eq!(shared(&file("a.rs", ours), &file("b.rs", theirs)), ["a.rs:2 is b.rs:1"]);
    // Four equal lines are no copy yet.
    assert_eq!(shared(&file("a.rs", ours), &file("b.rs", &theirs.replace("d(c)", "d(b)"))), [""; 0]);
}
