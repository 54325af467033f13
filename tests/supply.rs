//! Tests the documentation of dependencies: every direct dependency is in docs/dependencies.md, and every `unsafe` is in
//! docs/unsafe.md, with the right count and a reason for each. Tests that the packages for crates.io are complete, and that
//! every manifest and README.md name the same Rust version.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            all.extend(sources(&entry));
        } else if entry.extension().is_some_and(|e| e == "rs") {
            all.push(entry);
        }
    }
    all.sort();
    all
}

/// Returns a line without its comment, and without attributes that only name the word `unsafe`.
fn code(line: &str) -> String {
    let line = line.split("//").next().unwrap();
    line.replace("allow(unsafe_code)", "")
}

/// Returns how often a file says `unsafe`, and the lines where it does so without a reason.
fn unsafe_of(text: &str) -> (usize, Vec<usize>) {
    let lines: Vec<&str> = text.lines().collect();
    let (mut count, mut bare) = (0, Vec::new());
    for (k, line) in lines.iter().enumerate() {
        let code = code(line);
        let here =
            code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| *word == "unsafe").count();
        count += here;
        // The safety requirements of a trait's methods are in the trait.
        let is_method = code.starts_with("    ") && code.contains("unsafe fn");
        let above = &lines[k.saturating_sub(8)..k];
        let is_told = above.iter().any(|line| line.contains("SAFETY") || line.contains("# Safety"));
        let is_name = code.contains("unsafe(no_mangle)");
        if here > 0 && !is_method && !is_told && !is_name {
            bare.push(k + 1);
        }
    }
    (count, bare)
}

/// Returns the rows of a page's tables: the backquoted text of the first cell, and the next cell.
fn rows(page: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
        let name = cells.next()?.trim_end_matches('`').to_owned();
        Some((name, cells.next()?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

#[test]
fn every_unsafe_is_counted_and_has_its_reason() {
    let mut found = BTreeMap::new();
    let bindings = ["bevy/src", "bevy/games", "c/src", "godot/src", "js/src", "python/src"]
        .map(|folder| format!("bindings/{folder}"));
    let ours =
        ["src", "app/src", "bench/src", "sim/src", "site/src", "stage/src", "examples"].map(str::to_owned);
    for folder in ours.into_iter().chain(bindings) {
        for file in sources(&Path::new(ROOT).join(folder)) {
            let name = file.strip_prefix(ROOT).unwrap().to_str().unwrap().replace('\\', "/");
            let (count, bare) = unsafe_of(&fs::read_to_string(&file).unwrap());
            assert!(bare.is_empty(), "{name}: unsafe without SAFETY above it in the lines {bare:?}");
            if count > 0 {
                found.insert(name, count.to_string());
            }
        }
    }
    assert!(found.contains_key("src/simd/mod.rs"));
    assert_eq!(found, rows(&read("docs/unsafe.md")), "docs/unsafe.md counts otherwise (left: what there is)");
}

#[test]
fn the_search_for_unsafe_finds_it() {
    let text =
        "// unsafe\n#[allow(unsafe_code)]\nlet x = unsafe { a() };\n    // SAFETY: so\n    unsafe { b() }\n";
    assert_eq!(unsafe_of(text), (2, vec![3]));
}

/// Returns the names in a manifest's tables of dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let (mut names, mut is_in) = (Vec::new(), false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_in = line.contains("dependencies");
        } else if let (true, Some((name, _))) = (is_in, line.split_once(" = ")) {
            names.push(name.trim().to_owned());
        }
    }
    names
}

#[test]
fn every_direct_dependency_is_told_of() {
    let told = rows(&read("docs/dependencies.md"));
    let mut all: Vec<String> = Vec::new();
    let ours = ["", "app/", "bench/", "fuzz/", "sim/", "site/", "stage/"]
        .map(|folder| format!("{folder}Cargo.toml"));
    let bindings = [
        "bevy",
        "bevy/games/bench",
        "bevy/games/bevy",
        "bevy/games/ggez",
        "bevy/games/macroquad",
        "c",
        "godot",
        "js",
        "js/glue",
        "python",
    ]
    .map(|folder| format!("bindings/{folder}/Cargo.toml"));
    let examples = ["examples/ggrs/Cargo.toml".to_owned()];
    for manifest in ours.iter().chain(&bindings).chain(&examples) {
        let names = dependencies(&read(manifest));
        assert!(!names.is_empty(), "{manifest}");
        all.extend(names.into_iter().filter(|name| !name.starts_with("kasuri") && name != "danmaku"));
    }
    all.sort();
    all.dedup();
    let told: Vec<String> = told.into_keys().collect();
    assert_eq!(all, told, "docs/dependencies.md has others (left: what there is)");
}

/// The folders of the crates that are published.
const PUBLISHED: [&str; 5] = ["", "app/", "bench/", "stage/", "bindings/bevy/"];

#[test]
fn published_crates_contain_all_that_they_need() {
    for folder in PUBLISHED {
        let manifest = read(&format!("{folder}Cargo.toml"));
        for key in ["description", "license", "readme", "documentation", "keywords", "categories", "include"]
        {
            let is_there = |line: &str| {
                line.starts_with(&format!("{key} = ")) || line == format!("{key}.workspace = true")
            };
            assert!(manifest.lines().any(is_there), "{folder}Cargo.toml has no {key}");
        }
        assert!(manifest.contains("publish = true"), "{folder}Cargo.toml");
        for line in manifest.lines().filter(|line| line.starts_with("kasuri") && line.contains("path = ")) {
            // The library's dependency on itself is for tests alone: cargo removes it from the package.
            assert!(
                line.contains("version = ") || line.contains("path = \".\""),
                "{folder}Cargo.toml: {line}"
            );
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&format!("{folder}{licence}")), read(licence), "{folder}{licence}");
        }
        // A path in the sources may not lead out of the crate: what is outside is not in the package.
        let root = Path::new(ROOT).join(folder);
        for file in sources(&root.join("src")) {
            let depth = file.strip_prefix(&root).unwrap().components().count() - 1;
            for line in fs::read_to_string(&file).unwrap().lines().filter(|line| line.contains("include_")) {
                let up = line.matches("../").count();
                assert!(up <= depth, "{} includes a file outside {root:?}: {line}", file.display());
            }
        }
    }
}

/// Cargo leaves an example out of a package whose file is not there; maturin, which packs the library into Python's source package,
/// does not, and that package cannot be built.
#[test]
fn packages_contain_the_examples_that_manifests_name() {
    let value = |line: &str, key: &str| {
        let value = line.strip_prefix(key)?.strip_prefix(" = ")?;
        Some(value.trim_matches('"').to_owned())
    };
    let mut count = 0;
    for folder in PUBLISHED {
        let manifest = read(&format!("{folder}Cargo.toml"));
        for table in manifest.split("\n[").filter_map(|table| table.strip_prefix("[example]]")) {
            let of = |key: &str| table.lines().find_map(|line| value(line, key));
            let path = of("path").unwrap_or_else(|| format!("examples/{}.rs", of("name").unwrap()));
            let is_included = manifest.contains(&format!("\"/{path}\"")) | manifest.contains("\"/examples\"");
            assert!(is_included, "{folder}Cargo.toml does not include {path}");
            count += 1;
        }
    }
    assert!(count > 1, "{count} examples found");
}

/// Returns the part of a lock file about a package.
fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    lock.split("[[package]]").find(|part| part.lines().any(|line| line == name))
}

#[test]
fn every_lock_file_knows_the_dependencies_of_the_library() {
    let manifest = read("Cargo.toml");
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let needed: Vec<&str> = section
        .lines()
        .filter(|line| !line.starts_with('#') && !line.contains("optional = true"))
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect();
    assert!(needed.contains(&"libm") && needed.contains(&"thiserror"), "{needed:?}");
    let others =
        ["bindings/bevy", "bindings/bevy/games", "bindings/godot", "bindings/js", "examples/ggrs", "fuzz"];
    for folder in ["."].into_iter().chain(others).chain(["tests/portable/wasm"]) {
        let lock = read(&format!("{folder}/Cargo.lock"));
        let part = locked(&lock, "kasuri").unwrap_or_else(|| panic!("{folder}: no kasuri"));
        for name in &needed {
            // A lock file names the version, too, where it holds two of them.
            let is_there =
                [format!("\n \"{name}\""), format!("\n \"{name} ")].iter().any(|line| part.contains(line));
            assert!(is_there, "{folder}/Cargo.lock is old: kasuri without {name}");
        }
    }
}

#[test]
fn all_name_the_same_rust_version() {
    let of = |manifest: &str| {
        let found = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
        found.map(|version| version.trim_matches('"').to_owned())
    };
    let least = of(&read("Cargo.toml")).unwrap();
    for manifest in
        ["bindings/bevy", "bindings/bevy/games", "bindings/godot", "bindings/js", "bindings/js/glue"]
    {
        assert_eq!(of(&read(&format!("{manifest}/Cargo.toml"))).as_ref(), Some(&least), "{manifest}");
    }
    assert!(
        read("README.md").contains(&format!("Rust {least} or newer")),
        "README.md names another than {least}"
    );
    assert!(read("CONTRIBUTING.md").contains("rust-version"));
    let workflow = read(".github/workflows/test.yml");
    assert!(workflow.contains(&format!("rust:{least}-")), "the workflow tests another than {least}");
}

/// The folders of `src/world`, as the table in its `mod.rs` lists them: from the lowest to the highest.
fn folders_of_world() -> Vec<String> {
    let text = read("src/world/mod.rs");
    let names = text.lines().filter_map(|line| line.strip_prefix("// | `")?.split_once('`'));
    names.map(|(name, _)| name.trim_end_matches(".rs").trim_end_matches('/').to_owned()).collect()
}

/// Returns the folders of `src/world` that lines of code import from.
fn imported_folders(text: &str) -> Vec<String> {
    let starts = text.match_indices("crate::world::").map(|(k, found)| k + found.len());
    let name = |k: usize| text[k..].split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
    starts.filter_map(name).map(str::to_owned).collect()
}

#[test]
fn folders_of_world_import_only_from_lower_ones() {
    let folders = folders_of_world();
    let height = |name: &str| folders.iter().position(|folder| folder == name);
    let (world, mut seen) = (Path::new(ROOT).join("src/world"), 0);
    for file in sources(&world) {
        let inside = file.strip_prefix(&world).unwrap();
        let own = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if own == "mod" {
            continue;
        }
        let own_height = height(own).unwrap_or_else(|| panic!("{own} is not in the table of world/mod.rs"));
        let text = fs::read_to_string(&file).unwrap();
        let plain = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for folder in imported_folders(plain) {
            if let Some(other) = height(&folder) {
                seen += 1;
                assert!(other <= own_height, "{} imports from {folder}, which is above it", inside.display());
            }
        }
    }
    assert!(folders.len() == 10 && seen > 200, "{folders:?} {seen}");
}
