//! Tests that the tables of docs/speed.md, and the one of the README, are those in bench/results; `scripts/how-fast` writes them.
#![allow(missing_docs, clippy::expect_used)]

use std::path::Path;

use kasuri_bench::{HOW_FAST_MARKS, how_fast, how_fast_in_short};

#[test]
fn the_documents_show_what_was_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let results = root.join("bench/results");
    let [all, short] =
        [how_fast(&results), how_fast_in_short(&results)].map(|text| text.expect("all tables"));
    for (document, section) in [("docs/speed.md", all), ("README.md", short)] {
        let path = root.join(document);
        let text = std::fs::read_to_string(&path).expect(document);
        let [start, end] = HOW_FAST_MARKS;
        let (before, rest) = text.split_once(start).expect("the start of the section");
        let (_, after) = rest.split_once(end).expect("the end of the section");
        let right = format!("{before}{}{after}", section.trim_end());
        if std::env::var_os("KASURI_WRITE_DOCS").is_some() {
            std::fs::write(&path, &right).expect("the document can be written");
        } else {
            assert!(text == right, "{document} differs from bench/results; run scripts/how-fast");
        }
    }
}
