//! Tests that the tables of README's section "How fast" are those in bench/results; `scripts/how-fast` writes them.
#![allow(missing_docs, clippy::expect_used)]

use std::path::Path;

use kasuri_bench::{HOW_FAST_MARKS, how_fast};

#[test]
fn the_readme_shows_what_was_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let section = how_fast(&root.join("bench/results")).expect("all tables");
    let path = root.join("README.md");
    let readme = std::fs::read_to_string(&path).expect("README.md");
    let [start, end] = HOW_FAST_MARKS;
    let (before, rest) = readme.split_once(start).expect("the start of the section");
    let (_, after) = rest.split_once(end).expect("the end of the section");
    let right = format!("{before}{}{after}", section.trim_end());
    if std::env::var_os("KASURI_WRITE_DOCS").is_some() {
        std::fs::write(&path, &right).expect("README.md can be written");
    } else {
        assert!(readme == right, "README.md differs from bench/results; run scripts/how-fast");
    }
}
