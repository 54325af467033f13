//! Tests that `include/kasuri.h` is what cbindgen makes of `src`, and that the library has every symbol that it
//! declares.
#![allow(missing_docs, clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Functions of the library that are not in the header: only tests call them.
const HIDDEN: &[&str] = &["kasuri_test_panic"];

/// The source files, in an order that suits readers of the header.
const FILES: &[&str] = &[
    "status",
    "choices",
    "types",
    "version",
    "object",
    "mask_make",
    "mask_verbs",
    "mask_pairs",
    "mask_pieces",
    "shapes",
    "tiles",
    "looks",
    "sheet",
    "world",
    "spawn",
    "edit",
    "way",
    "seen",
    "step",
    "hits",
    "ask",
    "travel",
    "query",
    "fits",
    "batch",
    "snapshot",
    "record",
    "draw",
    "det",
];

fn sources() -> Vec<PathBuf> {
    FILES.iter().map(|name| Path::new(ROOT).join(format!("src/{name}.rs"))).collect()
}

fn header() -> String {
    let mut config = Config::from_file(Path::new(ROOT).join("cbindgen.toml")).unwrap();
    config.header = Some(std::fs::read_to_string(Path::new(ROOT).join("src/header.txt")).unwrap());
    let mut builder = Builder::new().with_config(config);
    for file in sources() {
        builder = builder.with_src(file);
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    let text = String::from_utf8(text).unwrap();
    // A hidden function is removed together with its comment.
    HIDDEN.iter().fold(text, |text, name| without(&text, name))
}

/// Returns the header without the declaration of `name`.
fn without(text: &str, name: &str) -> String {
    let at = text.find(&format!("kasuri_status {name}(")).unwrap();
    let start = text[..at].rfind("\n/**").unwrap();
    let end = at + text[at..].find(";\n").unwrap() + 2;
    format!("{}{}", &text[..start], &text[end..])
}

#[test]
fn the_header_is_made_of_the_source() {
    let made = header();
    let path = Path::new(ROOT).join("include/kasuri.h");
    if std::env::var_os("KASURI_WRITE_HEADER").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some((made, kept)) = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept) {
        panic!("include/kasuri.h has\n{kept}\ninstead of\n{made}\nKASURI_WRITE_HEADER=1 writes it anew");
    }
    assert_eq!(made, kept, "KASURI_WRITE_HEADER=1 writes it anew");
}

#[test]
fn the_header_declares_what_the_source_exports() {
    let kept = std::fs::read_to_string(Path::new(ROOT).join("include/kasuri.h")).unwrap();
    let mut exported = Vec::new();
    for file in std::fs::read_dir(Path::new(ROOT).join("src")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let functions = text.split("pub extern \"C\" fn ").skip(1);
            exported.extend(functions.map(|f| f.split(['(', '<']).next().unwrap().to_owned()));
        }
    }
    assert!(exported.len() > 100);
    for name in &exported {
        let declared = kept.contains(&format!("kasuri_status {name}("));
        assert_ne!(declared, HIDDEN.contains(&name.as_str()), "{name}");
    }
    let declared = kept.matches("\nkasuri_status kasuri_").count();
    assert_eq!(declared, exported.len() - HIDDEN.len());
}
